//! What is read plainly is what isl's reader reads.

use std::fmt::Display;

use proptest::prelude::*;
use proptest::sample::select;

use super::super::object::{Object, Output, c_text};
use super::super::parse::Reader;
use super::super::plain::Plain;
use super::super::*;

/// Whether both readers read the same; the plain one must take the text if `plain`.
fn compare<T: Plain + Object + Display>(text: &str, reader: Reader<T::Raw>, plain: bool) {
    let context = Context::new();
    let Some(own) = T::plain(&context, text) else {
        assert!(!plain, "{text} is plain");
        return;
    };
    let c = c_text(text).unwrap();
    // SAFETY: the context is alive, and the text a valid C string.
    let read = unsafe { T::output(&context, reader(context.raw(), c.as_ptr())) };
    let read = read.unwrap_or_else(|error| panic!("{text}: isl refuses it: {error}"));
    assert_eq!(own.to_string(), read.to_string(), "{text}");
}

fn compare_all(text: &str, plain: [bool; 3]) {
    compare::<UnionSet>(text, sys::isl_union_set_read_from_str, plain[0]);
    compare::<UnionMap>(text, sys::isl_union_map_read_from_str, plain[1]);
    compare::<UnionPwAff>(text, sys::isl_union_pw_aff_read_from_str, plain[2]);
}

#[test]
fn plain_texts_are_read() {
    let (set, map, sum, function) = (
        [true, false, false],
        [false, true, false],
        [false, true, true],
        [false, false, true],
    );
    for (text, plain) in [
        ("{ S[i, j] }", set),
        ("[] -> { S[]; T[k] }", set),
        ("{S[i]->A[i,i+1]}", map),
        ("{ S[i, j] -> [j, 2i - 3] }", map),
        ("{ [c0, c1] -> [c0, 1 + c1] }", map),
        ("{ S[i, j] -> [(i)]; T[k] -> [(-1 + 2k)] }", sum),
        (
            "{ S[i] -> [i mod 32]; T[i] -> [floor(i/32) - 4*floor(i/128)] }",
            function,
        ),
        ("{ S[i, j] -> [2*((i + 3j) mod 8) - (i mod 5)] }", function),
        ("{ S[i, j] -> [2i mod 8 - j mod 3] }", function),
        ("{ S[i] -> [floor((3i + 1)/7)] }", function),
        ("{ S[i] -> [- - i - -1] }", sum),
        // The parts stand in an order of isl's own.
        (
            "{ S[i, j] -> [i]; T[i, j, k] -> [i]; U[i, k] -> [0]; R[] -> [1] }",
            function,
        ),
        ("{ S[i, j]; T[i, j, k]; U[i, k]; R[] }", set),
    ] {
        compare_all(text, plain);
    }
}

#[test]
fn other_texts_are_left_to_isl() {
    for text in [
        "",
        "{ }",
        "{ S[i] : i > 0 }",
        "{ S[i] -> [i] : i > 0 }",
        "[N] -> { S[i] -> [i] }",
        "{ S[i, i] }",
        "{ S[0, i] }",
        "{ S[i] -> A[] }",
        "{ S[i] -> [k] }",
        "{ S[i] -> [2floor(i/2)] }",
        "{ S[i] -> [floor(i/2 + 1)] }",
        "{ S[i] -> [floor(i/0)] }",
        "{ S[i] -> [i mod 0] }",
        "{ S[i] -> [i*i] }",
        "{ S[i] -> [(i mod 2) mod 4] }",
        "{ S[i] -> [floor((i + i mod 8)/4)] }",
        "{ S[i] -> [floors] }",
        "{ S[floor] -> [floor] }",
        "{ S[Min] -> [Min] }",
        "{ NaN[i] }",
        "{ S[i] -> [i; T[i] -> [i] }",
        "{ S[i] -> [i] } }",
        "{ S[i] -> [i]; S[j] -> [j] }",
        "{ S[i'] -> [i'] }",
        "{ [S[i] -> T[j]] }",
        "{ S[i] -> [99999999999999999999] }",
        "# { S[i] }",
    ] {
        let context = Context::new();
        assert!(UnionSet::plain(&context, text).is_none(), "{text}");
        assert!(UnionMap::plain(&context, text).is_none(), "{text}");
        assert!(UnionPwAff::plain(&context, text).is_none(), "{text}");
    }
}

/// A sum of terms in three indices, brackets and divisions among them.
fn sum() -> impl Strategy<Value = String> {
    let index = || select(vec!["i", "j", "k"]).prop_map(str::to_owned);
    index().prop_recursive(3, 12, 4, move |inner| {
        let sums = proptest::collection::vec((select(vec![" + ", " - "]), inner), 1..4);
        let joined = sums.prop_map(|terms| {
            let text: String = terms
                .iter()
                .flat_map(|(sign, term)| [*sign, term])
                .collect();
            text.trim_start_matches(" + ").trim_start().to_owned()
        });
        let base = || prop_oneof![index(), joined.clone().prop_map(|sum| format!("({sum})"))];
        prop_oneof![
            joined.clone(),
            base(),
            (1..100_i64).prop_map(|number| number.to_string()),
            (2..9_i64, base()).prop_map(|(number, base)| format!("{number}*{base}")),
            (2..9_i64, index()).prop_map(|(number, index)| format!("{number}{index}")),
            (base(), 1..70_i64).prop_map(|(base, number)| format!("{base} mod {number}")),
            (base(), 1..70_i64).prop_map(|(base, number)| format!("floor({base}/{number})")),
        ]
    })
}

proptest! {
    #[test]
    fn functions_are_those_of_isls_reader(first in sum(), second in sum()) {
        let text = format!("{{ S[i, j, k] -> [{first}]; T[k, i, j] -> [{second}] }}");
        compare::<UnionPwAff>(&text, sys::isl_union_pw_aff_read_from_str, false);
        let text = format!("{{ S[i, j, k] -> A[{first}, {second}]; T[k, i, j] -> [{second}] }}");
        compare::<UnionMap>(&text, sys::isl_union_map_read_from_str, false);
    }
}
