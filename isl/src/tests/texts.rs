//! A text is read once: a pass shares the objects that it reads, and gets none that another pass
//! has used.

use super::super::object::Object;
use super::super::*;

#[test]
fn a_pass_shares_what_it_reads() {
    let context = Context::new();
    let text = "{ S[i] : 0 <= i < 7 }";
    let first = UnionSet::parse(&context, text).unwrap();
    assert_eq!(
        first.raw().raw(),
        UnionSet::parse(&context, text).unwrap().raw().raw()
    );
    context.begin_pass();
    assert_ne!(
        first.raw().raw(),
        UnionSet::parse(&context, text).unwrap().raw().raw()
    );
    // The same text read as another type is a different object.
    let set = Set::parse(&context, text).unwrap();
    assert!(set.to_union_set().unwrap().is_equal(&first).unwrap());
}

#[test]
fn what_a_pass_does_to_an_object_does_not_show_in_the_next() {
    let context = Context::new();
    let text = "{ S[i, j] : i >= 0 and j >= 0 and i + j >= -5 }";
    let first = Set::parse(&context, text).unwrap();
    let read = first.to_string();
    // isl rewrites the object itself, not only what it returns.
    first.remove_redundancies().unwrap();
    assert_ne!(first.to_string(), read);
    assert_ne!(Set::parse(&context, text).unwrap().to_string(), read);
    context.begin_pass();
    assert_eq!(Set::parse(&context, text).unwrap().to_string(), read);
}

#[test]
fn what_is_kept_counts_as_if_it_were_read() {
    let context = Context::new();
    let text = "[N] -> { S[i, j] : 0 <= i < N and (j mod 5 < 3 or i >= 10) }";
    let reading = || {
        let before = context.operations();
        UnionSet::parse(&context, text).unwrap();
        context.operations() - before
    };
    let first = reading();
    assert!(first > 100, "{first}");
    // Shared within the pass, it costs nothing.
    assert_eq!(reading(), 0);
    context.begin_pass();
    assert_eq!(reading(), first);
    context.begin_pass();
    let refused = context.with_budget(first / 2, || {
        UnionSet::parse(&context, text)?.coalesce().map(drop)
    });
    assert_eq!(
        refused,
        Err(Error::Budget {
            operations: first / 2
        })
    );
}

#[test]
fn what_is_kept_comes_back_equal() {
    let context = Context::new();
    macro_rules! twice {
        ($($name:ident $text:literal)*) => { $(
            let first = $name::parse(&context, $text).unwrap().to_string();
            context.begin_pass();
            assert_eq!($name::parse(&context, $text).unwrap().to_string(), first);
        )* };
    }
    twice! {
        Set "[N] -> { S[i] : 0 <= i < N and i mod 3 = 0 }"
        Set "{ [i] : i > 2 or i < -2 }"
        Set "[N] -> { : N > 3 }"
        Map "{ S[i] -> A[2i + 1] }"
        Map "{ [i] -> [o] : exists e : i = 5e + o and 0 <= o < 5 }"
        PwAff "{ S[i] -> [i] : i >= 0; S[i] -> [-i] : i < 0 }"
        PwAff "[N] -> { [N + 1] }"
        UnionSet "[N] -> { S[i] : 0 <= i < N; T[]; U[i, j] : i = 2j }"
        UnionSet "{ : }"
        UnionMap "{ S[i] -> A[i]; T[i, j] -> A[i + j]; T[i, j] -> B[j mod 4]; U[[a] -> [b]] -> C[a] }"
        UnionPwAff "{ S[i, j] -> [floor(i/32)]; T[k] -> [k + 1] : k >= 0; T[k] -> [0] : k < 0 }"
        MultiUnionPwAff "[{ S[i] -> [i] }, { S[i] -> [0] }]"
    }
}
