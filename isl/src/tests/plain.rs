//! The plain reader and isl's reader give the same objects.

use std::fmt::Display;

use proptest::prelude::*;
use proptest::sample::select;

use super::super::object::{Object, Output, c_text};
use super::super::parse::Reader;
use super::super::plain::Plain;
use super::super::*;

/// Asserts that both readers give the same; the plain one must accept the text iff `plain`.
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

/// isl itself prints the pieces in an order that reading them again changes.
#[test]
fn a_union_of_many_spaces_prints_as_it_is_read() {
    let context = Context::new();
    let names: Vec<String> = (0..20).map(|number| format!("S{number}[i, j]")).collect();
    let text = |names: &[String]| {
        let set = UnionSet::parse(&context, &format!("{{ {} }}", names.join("; ")));
        set.unwrap().to_string()
    };
    let turned: Vec<String> = names.iter().rev().cloned().collect();
    let printed = text(&names);
    assert_eq!(text(&turned), printed);
    let read = UnionSet::parse(&context, &printed).unwrap();
    assert_eq!(read.to_string(), printed);
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
        // isl orders the parts in its own way.
        (
            "{ S[i, j] -> [i]; T[i, j, k] -> [i]; U[i, k] -> [0]; R[] -> [1] }",
            function,
        ),
        ("{ S[i, j]; T[i, j, k]; U[i, k]; R[] }", set),
        (
            "[] -> { S[i, j] : 0 <= i <= 16 and 0 <= j < 19; T[k] : k > 3 }",
            set,
        ),
        ("{ A[0, d] : 0 <= d <= 1; A[1, -2, e] }", set),
        ("{ S[i, i, j] : i + 2j = 7 >= j }", set),
        ("{ S[i] : 0 <= i <= -1; T[i] : 1 = 1 and 2i >= 5 }", set),
        (
            "{ [0, c1] -> A_in[0, c1, a0, a1] : 0 <= a0 <= 18 and a0 <= a1 + c1 < 31; [0, 0] -> sync0[] }",
            map,
        ),
        (
            "{ S[i] -> A[x, i, x]; S[i] -> B[i] : i >= 1; S[i] -> C[y] }",
            map,
        ),
    ] {
        compare_all(text, plain);
    }
}

#[test]
fn other_texts_are_left_to_isl() {
    for text in [
        "",
        "{ }",
        "{ S[i] : }",
        "{ S[i] : i > 0 or i < 3 }",
        "{ S[i] : (i > 0) }",
        "{ S[i] : i != 0 }",
        "{ S[i] : i mod 2 = 0 }",
        "{ S[i] : i > 0 and }",
        "{ S[i, j] : i, j >= 0 }",
        "{ S[i] : i >= N }",
        "{ S[i] -> [i + 1] : i > 0 }",
        "{ S[i] -> [j + 1] }",
        "{ : 0 <= 1 }",
        "[N] -> { S[i] -> [i] }",
        "{ S[i] -> A[] }",
        "{ S[i] -> [2floor(i/2)] }",
        "{ S[i] -> [floor(i/2 + 1)] }",
        "{ S[i] -> [floor(i/0)] }",
        "{ S[i] -> [i mod 0] }",
        "{ S[i] -> [i*i] }",
        "{ S[i, j] -> [(33 - 2j) mod 2] }",
        "{ S[i] -> [floor((4i + 1)/2)] }",
        "{ S[i] -> [(i mod 2) mod 4] }",
        "{ S[i] -> [floor((i + i mod 8)/4)] }",
        "{ S[i] -> [floors + 1] }",
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

/// A sum of terms in three indices, including brackets and divisions.
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

/// Comparisons of sums without divisions of four indices.
fn bounds() -> impl Strategy<Value = String> {
    let term = || {
        let index = select(vec!["i", "j", "a", "b"]);
        prop_oneof![
            index.clone().prop_map(str::to_owned),
            (-3..9_i64, index).prop_map(|(number, index)| format!("{number}{index}")),
            (-9..40_i64).prop_map(|number| number.to_string()),
        ]
    };
    let sum = move || proptest::collection::vec(term(), 1..3).prop_map(|terms| terms.join(" + "));
    let sign = select(vec!["<=", "<", ">=", ">", "="]);
    let rest = proptest::collection::vec((sign, sum()), 1..3);
    let comparison = (sum(), rest).prop_map(|(first, rest)| {
        let rest = rest.iter().map(|(sign, sum)| format!(" {sign} {sum}"));
        rest.fold(first, |all, next| all + &next)
    });
    proptest::collection::vec(comparison, 1..5).prop_map(|all| all.join(" and "))
}

/// Elements of a tuple, names and numbers.
fn elements(names: Vec<&'static str>) -> impl Strategy<Value = String> {
    let element = prop_oneof![
        4 => select(names).prop_map(str::to_owned),
        1 => (-2..3_i64).prop_map(|number| number.to_string()),
    ];
    proptest::collection::vec(element, 1..4).prop_map(|all| all.join(", "))
}

proptest! {
    #[test]
    fn bounded_sets_are_those_of_isls_reader(
        first in bounds(),
        second in bounds(),
        elements in elements(vec!["i", "j", "k"]),
    ) {
        let text = format!("{{ S[i, j, a, b] : {first}; T[b, a, i, j, {elements}] : {second}; U[{elements}] }}");
        compare::<UnionSet>(&text, sys::isl_union_set_read_from_str, true);
    }

    #[test]
    fn bounded_relations_are_those_of_isls_reader(
        bounds in bounds(),
        left in elements(vec!["k", "l"]),
        right in elements(vec!["a", "k", "l", "m"]),
    ) {
        let text = format!("{{ S[i, j] -> A[a, b] : {bounds}; [{left}] -> B[{right}, x]; [i, j, {left}] -> C[a, {right}, b] : {bounds} }}");
        compare::<UnionMap>(&text, sys::isl_union_map_read_from_str, true);
    }

    #[test]
    fn functions_are_those_of_isls_reader(first in sum(), second in sum()) {
        let text = format!("{{ S[i, j, k] -> [{first}]; T[k, i, j] -> [{second}] }}");
        compare::<UnionPwAff>(&text, sys::isl_union_pw_aff_read_from_str, false);
        let text = format!("{{ S[i, j, k] -> A[{first}, {second}]; T[k, i, j] -> [{second}] }}");
        compare::<UnionMap>(&text, sys::isl_union_map_read_from_str, false);
    }
}
