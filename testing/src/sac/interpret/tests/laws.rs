use super::*;

/// Expressions that have one value on all standard arrays (section 8, milestone 5).
const LAWS: [(&str, &str); 12] = [
    ("transpose(transpose(t))", "t"),
    ("reverse(reverse(m))", "m"),
    ("take([2],v) ++ drop([2],v)", "v"),
    ("drop([-2],v) ++ take([-2],v)", "v"),
    ("rotate(3,rotate(-3,v))", "v"),
    (
        "{ iv -> t[iv][[1]] | iv < [2,2] }",
        "{ iv -> t[iv ++ [1]] | iv < [2,2] }",
    ),
    ("t[1][0]", "t[[1,0]]"),
    ("iota(5)", "{ [i] -> i | [i] < [5] }"),
    (
        "reverse(m)",
        "{ [i] -> m[shape(m)[0]-1-i] | [i] < [shape(m)[0]] }",
    ),
    (
        "modarray(m,[1,2],9)",
        "{ jv -> 9 | [1,2] <= jv <= [1,2] ; jv -> m[jv] }",
    ),
    (
        "where(v > 20, v, 0*v)",
        "{ iv -> (v > 20)[iv] ? v[iv] : (0*v)[iv] | iv < shape(v > 20) }",
    ),
    ("genarray([2,2],[1,2])", "{ iv -> [1,2] | iv < [2,2] }"),
];

#[test]
fn laws_hold() {
    for (left, right) in LAWS {
        assert_eq!(result(left), result(right), "{left} == {right}");
    }
}

#[test]
fn integers_truncate_and_wrap() {
    let value = |text: &str| result(text).map(|array| shown(&array));
    assert_eq!(value("[-7/2, -7%2, 7/(0-2)]"), Ok("[-3,-1,-3]".to_owned()));
    assert_eq!(value("2147483647 + 1"), Ok("-2147483648".to_owned()));
    assert!(value("1/(v[0]-10)").unwrap_err().contains("TC0511"));
    assert_eq!(value("1.5 * 2.0"), Ok("3".to_owned()));
    assert!(value("{ [i] -> 1 } + 1").unwrap_err().contains("TC0709"));
}
