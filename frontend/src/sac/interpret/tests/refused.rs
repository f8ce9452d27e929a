use super::*;

/// Section 3.6 of the specification: id, input, code, and a part of the message. X23 and X17 are
/// found by the checker of names and types, without running.
const ERRORS: [(&str, &str, &str, &str); 28] = [
    ("X1 K10", "{ [i,j] -> v[i]+j }", "TC0709", "`j`"),
    ("X2", "{ iv -> sum(iv) }", "TC0709", "`iv`"),
    ("X3", "{ [i] -> v[i+1] }", "TC0709", "`i`"),
    (
        "X4",
        "{ [...,i,...] -> v | [i] < [2] }",
        "TC0702",
        "second `...`",
    ),
    (
        "X5 K19",
        "{ [i] -> take([i],v) | [i] < [3] }",
        "TC0716",
        "`i`",
    ),
    (
        "X6 K19",
        "{ [i] -> { [j] -> j | [j] < [i] } | [i] < [3] }",
        "TC0716",
        "`i`",
    ),
    (
        "X7",
        "{ [i] -> [1,2] | [i]<[2] ; [i] -> [1,2,3] | [i]<[4] }",
        "TC0713",
        "[2], expected [3]",
    ),
    ("X8", "[[1,2,3],[4,5]]", "TC0717", "[3] and [2]"),
    (
        "X9",
        "{ [i] -> i==0 ? [1,2] : [3] | [i]<[2] }",
        "TC0718",
        "[2] and [1]",
    ),
    (
        "X10a",
        "{ [i,j] -> 0 | [i,j] < [3] }",
        "TC0707",
        "2 variables, but the bound 1 element",
    ),
    (
        "X10b",
        "{ iv -> 0 | [0] <= iv < [3,4] }",
        "TC0707",
        "1 and 2 elements",
    ),
    ("X11", "{ [i] -> i | [i] < 5 }", "TC0706", "found a scalar"),
    (
        "X12 K10",
        "{ [i] -> i | [i] <= . }",
        "TC0710",
        "last partition",
    ),
    (
        "X13",
        "{ [i] -> 1 | [i] < . ; [i] -> 0 | [i]<[4] }",
        "TC0708",
        "`.` with `<`",
    ),
    (
        "X14",
        "{ [i] -> 1 | [i]<[6] ; [i] -> 0 | [i]<[4] }",
        "TC0714",
        "[0, 6) in axis 0",
    ),
    (
        "X15",
        "{ [i,.,.] -> v | [i]<[2] }",
        "TC0712",
        "2 dots, but the value only 1 axis",
    ),
    (
        "X16",
        "{ [i,j] -> v[i,j] }",
        "TC0719",
        "2 subscripts of an array with 1 axis",
    ),
    (
        "X18",
        "{ [i,.] -> v | [i,j] < [2,2] }",
        "TC0701",
        "variables of the pattern",
    ),
    ("X19", "m + v", "TC0720", "[2, 3] and [5]"),
    (
        "X20",
        "{ [i] -> v[i+1] | [i] < shape(v) }",
        "TC0510",
        "index 5 is outside of axis 0 with extent 5",
    ),
    (
        "X21",
        "take([6],v)",
        "TC0722",
        "6 elements of an axis with 5",
    ),
    (
        "X22",
        "{ iv -> v[iv] | [0,0] <= iv }",
        "TC0707",
        "2 elements",
    ),
    (
        "X24",
        "{ [i,j] -> 0 | [i,j]<[1,1] ; iv -> t[iv] }",
        "TC0713",
        "2 axes, but the result 3 axes",
    ),
    (
        "X25",
        "{ iv -> 0 | iv < shape(m)-3 }",
        "TC0715",
        "negative extent -1",
    ),
    (
        "X26",
        "{ [i] -> p[i] | [i] <= . ; [i] -> v[i] }",
        "TC0510",
        "index 2 is outside",
    ),
    ("X27", "{ [i,i] -> m[i,i] }", "TC0703", "`i` is twice"),
    (
        "G4",
        "{ [i] -> 1 | [i] > [4] }",
        "TC0704",
        "`>` in a generator",
    ),
    (
        "G6",
        "{ [i] -> 1 | [0] <= [i] < [4] step [2] }",
        "TC0705",
        "`step`",
    ),
];

#[test]
fn the_errors_of_the_specification() {
    let wrong: Vec<String> = ERRORS
        .iter()
        .filter_map(|(id, text, code, part)| {
            let found = result(text).map(|array| shown(&array));
            let good = matches!(&found, Err(said) if said.contains(&format!("[{code}]")) && said.contains(part));
            (!good).then(|| format!("{id}: {text}: {found:?}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_shape_does_not_depend_on_data() {
    // D11: no simplification of index values.
    let said = result("{ [i] -> take([i*0+2],v) | [i] < [3] }").unwrap_err();
    assert!(said.contains("TC0716"), "{said}");
    // A pattern without variables has no generator (D15).
    let said = result("{ [.] -> v | [i] < [3] }").unwrap_err();
    assert!(said.contains("TC0701"), "{said}");
}
