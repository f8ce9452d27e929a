//! Names (section 3): definitions, tensors, indices, lets.

use super::*;

#[test] // rule 3.1
fn definitions_have_different_names() {
    let text = "def f(float(N) A) -> (B) { B(i) = A(i) }\ndef f(float(N) A) -> (B) { B(i) = A(i) }";
    assert_eq!(
        diagnostics(text),
        ["2:5: error[TC0202]: `f` is already defined at line 1"]
    );
}

#[test] // claim B6, rule 3.2
fn sizes_tensors_inputs_and_returns_share_one_name_space() {
    for (text, message) in [
        (
            "def f(float(W) A, float(N) W) -> (B) { B(i) = A(i) + W(i) }",
            "`W` is already a size",
        ),
        (
            "def f(float(N) A, float(N) A) -> (B) { B(i) = A(i) }",
            "`A` is already an input",
        ),
        (
            "def f(float(N) A) -> (A) { B(i) = A(i) }",
            "`A` is already an input",
        ),
        (
            "def f(float(N) A) -> (B, B) { B(i) = A(i) }",
            "`B` is already a return",
        ),
        (
            "def f(float(N) A) -> (B) { B(i) = A(i) N(i) = A(i) }",
            "`N` is already a size",
        ),
    ] {
        let checked = checked(text);
        let clashes: Vec<_> = checked
            .diagnostics
            .iter()
            .filter(|d| d.code == Some(Code::TC0203))
            .collect();
        assert_eq!(clashes.len(), 1, "{text}: {:?}", checked.diagnostics);
        assert_eq!(clashes[0].message, message, "{text}");
    }
    assert_eq!(codes("def C3(float(N) A) -> (C3) { C3(i) = A(i) }"), NONE);
}

#[test] // claim B7, rule 3.3
fn a_bare_unknown_name_is_an_index() {
    let one_def = one("B(i) = A(i, j0) where j0 in 0:1, i in 0:M"
        .replace("=", "+=!")
        .as_str());
    let names: Vec<_> = comprehension(&one_def, 0)
        .indices
        .iter()
        .map(|index| &*index.name)
        .collect();
    assert_eq!(names, ["i", "j0"]);
    assert_eq!(
        diagnostics(&def("B(i) = Aa(i, 0)")),
        ["2:8: error[TC0201]: unknown tensor `Aa`"]
    );
    assert_eq!(edit(&def("B(i) = xx(i)")), "x");
}

#[test] // claim B8
fn indices_end_with_their_statement() {
    let one_def = one("B(i) = x(i)\nC(k) = A(k, 0)\nB(i) = x(i) + C(0)");
    assert_eq!(comprehension(&one_def, 1).indices.len(), 1);
    assert_eq!(&*comprehension(&one_def, 1).indices[0].name, "k");
}

#[test] // rules 3.4 to 3.6
fn temporaries_returns_and_in_out_tensors() {
    let roles = |text: &str| -> Vec<Role> {
        let checked = checked(text);
        assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
        checked.defs[0].tensors[checked.defs[0].input_count..]
            .iter()
            .map(|tensor| tensor.role)
            .collect()
    };
    use Role::*;
    assert_eq!(roles(&def("t(i) = x(i)\nB(i) = t(i)")), [Output, Temporary]);
    assert_eq!(roles(&def("B(i) += x(i)")), [InOut]);
    assert_eq!(roles(&def("B(i) = c * B(i) + x(i)")), [InOut]);
    assert_eq!(roles(&def("B(i) +=! x(i)\nB(i) += x(i)")), [Output]);
    assert_eq!(codes(&def("t(i) += x(i)\nB(i) = t(i)")), ["TC0205"]);
    assert_eq!(codes(&def("t(i) = t(i) + x(i)\nB(i) = t(i)")), ["TC0205"]);
    assert_eq!(codes(&def("B(i) = t(i)\nt(i) = x(i)")), ["TC0205"]);
    assert_eq!(codes(&def("B(i) = x(i)\nt(i) = x(i)")), ["TC0229"]);
    assert_eq!(
        codes("def f(float(N) A) -> (B, C) { B(i) = A(i) }"),
        ["TC0207"]
    );
    assert_eq!(
        codes("def f(float(N) A) -> (B, C) { B(i) = A(i) + C(i) }"),
        ["TC0207", "TC0205"]
    );
}

#[test] // claims A10, J16
fn accumulation_without_initialisation_is_pointed_out() {
    let text = def("B(i) += x(i)");
    assert_eq!(
        diagnostics(&text),
        ["2:6: warning[TC0211]: `+=` accumulates into the contents of `B` passed by the caller"]
    );
    assert_eq!(edit(&text), "+=!");
    assert_eq!(codes(&def("B(i) = c * B(i)\nB(i) += x(i)")), NONE);
    assert_eq!(codes(&def("B(i) += B(i) * x(i)")), NONE);
}

#[test] // claim B30, rule 3.7
fn built_in_names_name_no_tensors() {
    assert_eq!(
        codes("def f(float(N) exp) -> (B) { B(i) = exp(i) }"),
        ["TC0204"]
    );
    assert_eq!(
        codes("def f(float(N) A) -> (B) { tanh(i) = A(i) B(i) = A(i) }"),
        ["TC0204", "TC0229"]
    );
    assert_eq!(
        codes("def f(float(j0) A) -> (B) { B(y1) = A(y1) * j0 }"),
        NONE
    );
    assert_eq!(
        codes("def exp(float(N) A) -> (B) { B(i) = exp(A(i)) }"),
        NONE
    );
}

#[test] // rule 3.8
fn lets_live_in_their_statement() {
    assert_eq!(
        codes(&def("B(i) = v * v where v = x(i) + w, w = 2.0")),
        ["TC0205"]
    );
    assert_eq!(
        codes(&def("B(i) = v * v where w = 2.0, v = x(i) + w")),
        NONE
    );
    assert_eq!(codes(&def("B(i) = x(i) where v = 2.0")), ["TC0227"]);
    assert_eq!(
        codes(&def("B(i) = x(i) * v where v = 2.0, v = 3.0")),
        ["TC0224"]
    );
    assert_eq!(codes(&def("B(i) = x(i) * N where N = 2.0")), ["TC0224"]);
    assert_eq!(
        codes(&def("B(i) = x(i) * v where v = 2.0, i in 0:3, i in 0:4")),
        ["TC0224"]
    );
    let one_def = one("B(i) = x(k) + k where k = i + 1");
    let body = &comprehension(&one_def, 0).body;
    assert!(matches!(&body.instructions[0].operation,
        Operation::Read { subscripts, .. } if matches!(&subscripts[0], Subscript::Symbolic(e) if e.to_string() == "i + 1")));
}

#[test] // rule 3.9, claim B10
fn left_indices_and_reduction_indices() {
    assert_eq!(codes(&def("B(i, i) = x(i)")), ["TC0209"]);
    assert_eq!(
        diagnostics(&def("B(i) = A(i, k)")),
        [
            "2:6: error[TC0210]: index `k` appears only on the right-hand side, but `=` does not reduce"
        ]
    );
    assert_eq!(
        diagnostics(&def("B(i) = A(j, k) + x(i)")),
        [
            "2:6: error[TC0210]: indices `j`, `k` appear only on the right-hand side, but `=` does not reduce"
        ]
    );
    assert_eq!(edit(&def("B(i) = A(i, k)")), "+=!");
    assert_eq!(codes(&def("B(i) = x(i) where k in 0:3")), ["TC0226"]);
    assert_eq!(codes(&def("B(i) = x(i) where exists A(k, i)")), ["TC0226"]);
    // Sizes and integer inputs are fixed subscripts.
    assert_eq!(codes(&def("B(N) = x(0)")), NONE);
    assert_eq!(codes(&def("B(n) = x(0)")), NONE);
    assert_eq!(codes(&def("B(c) = x(0)")), ["TC0213"]);
}

#[test] // claims A1, A2, A5
fn indices_are_in_order_of_first_appearance() {
    let one_def = one("B(j, i) +=! A(r, i) * x(q + j) * c where r in 0:3");
    let comprehension = comprehension(&one_def, 0);
    let names: Vec<_> = comprehension
        .indices
        .iter()
        .map(|index| &*index.name)
        .collect();
    assert_eq!(names, ["j", "i", "r", "q"]);
    assert_eq!(comprehension.left_count, 2);
    let ranges: Vec<_> = comprehension
        .indices
        .iter()
        .map(|index| index.range.is_some())
        .collect();
    assert_eq!(ranges, [false, false, true, false]);
}
