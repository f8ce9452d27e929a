//! Spellings of other languages: one error, with the edit to the equivalent TC.

use tc_frontend::tc::{Options, check};
use tc_syntax::diagnostic::{Diagnostic, SourceFile};

fn diagnostics(text: &str) -> Vec<Diagnostic> {
    check(SourceFile::new("t.tc", text), &Options::default()).diagnostics
}

/// The text after the edit of a diagnostic's help.
fn edited(text: &str, diagnostic: &Diagnostic) -> Option<String> {
    let edit = diagnostic.help.as_ref()?.edit.as_ref()?;
    let mut edited = text.to_owned();
    edited.replace_range(
        SourceFile::new("t.tc", text).range(&edit.place),
        &edit.replacement,
    );
    Some(edited)
}

/// Asserts one diagnostic with this headline, at this text, whose edit gives that program, which
/// has no diagnostics.
fn repairs(wrong: &str, under: &str, headline: &str, right: &str) {
    let found = diagnostics(wrong);
    assert_eq!(found.len(), 1, "{wrong}: {found:?}");
    assert_eq!(found[0].headline(), headline, "{wrong}");
    let place = found[0].place().expect("a place");
    assert_eq!(
        &wrong[SourceFile::new("t.tc", wrong).range(place)],
        under,
        "{wrong}"
    );
    assert_eq!(edited(wrong, &found[0]).as_deref(), Some(right), "{wrong}");
    let left = diagnostics(right);
    assert!(left.is_empty(), "{right}: {left:?}");
}

/// The help of the only diagnostic.
fn help(wrong: &str) -> String {
    let found = diagnostics(wrong);
    assert_eq!(found.len(), 1, "{wrong}: {found:?}");
    found[0]
        .help
        .as_ref()
        .map_or_else(String::new, |help| help.text.clone())
}

fn body(statements: &str) -> String {
    format!("def f(float(N) X, float(N,M) A, int32(N) I) -> (Y) {{ {statements} }}")
}

#[test]
fn brackets_of_types_and_subscripts() {
    for (wrong, under, message, right) in [
        (
            "def f(float[N] X) -> (Y) { Y(i) = X(i) }",
            "[",
            "error[TC0105]: expected `(`, found `[`",
            "def f(float(N) X) -> (Y) { Y(i) = X(i) }",
        ),
        (
            "def f(float[N][M] X) -> (Y) { Y(i,j) = X(i,j) }",
            "[",
            "error[TC0105]: expected `(`, found `[`",
            "def f(float(N, M) X) -> (Y) { Y(i,j) = X(i,j) }",
        ),
        (
            "def f(float X[N, 3]) -> (Y) { Y(i,j) = X(i,j) }",
            "[",
            "error[TC0105]: expected `,` or `)`, found `[`: dimensions belong to the type",
            "def f(float(N, 3) X) -> (Y) { Y(i,j) = X(i,j) }",
        ),
        (
            "def f(float X(N,3)) -> (Y) { Y(i,j) = X(i,j) }",
            "(",
            "error[TC0105]: expected `,` or `)`, found `(`: dimensions belong to the type",
            "def f(float(N,3) X) -> (Y) { Y(i,j) = X(i,j) }",
        ),
    ] {
        repairs(wrong, under, message, right);
    }
    repairs(
        &body("Y[i] = X(i)"),
        "[",
        "error[TC0105]: expected `(`, found `[`",
        &body("Y(i) = X(i)"),
    );
    repairs(
        &body("Y(i) +=! A[i][k+1] where k in 0:M-1"),
        "[",
        "error[TC0105]: expected `(`, found `[`",
        &body("Y(i) +=! A(i, k+1) where k in 0:M-1"),
    );
    // Old ranges have brackets of their own.
    repairs(
        &body("Y(i) = X(i) where i in [0,N["),
        "i in [0,N[",
        "error[TC0110]: old range spelling `i in [0,N[`",
        &body("Y(i) = X(i) where i in 0:N"),
    );
}

#[test]
fn powers() {
    let operator = "error[TC0105]: expected an operator, found `**`";
    let caret = "error[TC0101]: unexpected character `^`";
    for (wrong, under, what, right) in [
        ("Y(i) = X(i)**2", "**", operator, "Y(i) = pow(X(i), 2)"),
        ("Y(i) = X(i) ^ 2", "^", caret, "Y(i) = pow(X(i), 2)"),
        // It binds tighter than a sign before it, and looser than one after it.
        (
            "Y(i) = -X(i)**-X(i)",
            "**",
            operator,
            "Y(i) = -pow(X(i), -X(i))",
        ),
        (
            "Y(i) = 1/(X(i)+1)**3",
            "**",
            operator,
            "Y(i) = 1/pow(X(i)+1, 3)",
        ),
    ] {
        repairs(&body(wrong), under, what, &body(right));
    }
    assert_eq!(
        help(&body("Y(i) = X(i)**2")),
        "`pow(X(i), 2)`, or `X(i) * X(i)`"
    );
    assert_eq!(
        help(&body("Y(i) = (X(i)+1)^2")),
        "`pow(X(i)+1, 2)`, or `(X(i)+1) * (X(i)+1)`"
    );
    assert_eq!(
        help(&body("Y(i) = I(i) ^ 3")),
        "`pow(I(i), 3)`; exclusive or has no form"
    );
    // `* *` is a different mistake.
    let found = diagnostics(&body("Y(i) = X(i) * * 2"));
    assert_eq!(
        found[0].headline(),
        "error[TC0105]: expected an expression, found `*`"
    );
}

#[test]
fn choices() {
    let message = "error[TC0105]: expected an expression, found `if`";
    for (wrong, right) in [
        (
            "Y(i) = if X(i) > 0 then X(i) else 0",
            "Y(i) = X(i) > 0 ? X(i) : 0",
        ),
        (
            "Y(i) = if (X(i) > 0) X(i) else 0",
            "Y(i) = X(i) > 0 ? X(i) : 0",
        ),
        (
            "Y(i) = if (X(i) > 0) -X(i) else (0)",
            "Y(i) = X(i) > 0 ? -X(i) : (0)",
        ),
        (
            "Y(i) = 1 + if (X(i) > 0) then 2 else 3",
            "Y(i) = 1 + ((X(i) > 0) ? 2 : 3)",
        ),
        (
            "Y(i) = X(i) if X(i) > 0 && i > 1 else 0",
            "Y(i) = X(i) > 0 && i > 1 ? X(i) : 0",
        ),
    ] {
        repairs(&body(wrong), "if", message, &body(right));
    }
    assert_eq!(
        help(&body("if (X(i) > 0) Y(i) = X(i)")),
        "statements have no conditions; choose the value: `B(i) = <condition> ? a : b`"
    );
    // Both words are names where they stand for tensors.
    let names = "def f(float(N) if, float(N) else) -> (Y, then) { Y(i) = if(i) + else(i) then(i) = if(i) - else(i) }";
    assert!(diagnostics(names).is_empty(), "{:?}", diagnostics(names));
    let scalars = "def f(float if, float else) -> (Y, Z) { Y = if Z = else }";
    assert!(
        diagnostics(scalars).is_empty(),
        "{:?}",
        diagnostics(scalars)
    );
}

#[test]
fn loops_and_ranges() {
    repairs(
        &body("Y(i) = X(i) where i in range(0,N)"),
        "range(0,N)",
        "error[TC0105]: expected `<lower>:<upper>`, found `range(0,N)`",
        &body("Y(i) = X(i) where i in 0:N"),
    );
    repairs(
        &body("Y(i) = X(i) for i in range(N)"),
        "for",
        "error[TC0105]: expected a statement or `}`, found `for`",
        &body("Y(i) = X(i) where i in 0:N"),
    );
    repairs(
        &body("Y(i) = X(i) for i in 0:N"),
        "for",
        "error[TC0105]: expected a statement or `}`, found `for`",
        &body("Y(i) = X(i) where i in 0:N"),
    );
    repairs(
        &body("for i in range(1, N) { Y(i) = X(i) } Y(0) = X(0)"),
        "range(1, N)",
        "error[TC0105]: expected `<lower>:<upper>`, found `range(1, N)`",
        &body("for i in 1:N { Y(i) = X(i) } Y(0) = X(0)"),
    );
    let name = "def f(float(N) for) -> (Y) { Y(i) = for(i) }";
    assert!(diagnostics(name).is_empty());
}

#[test]
fn equivalence_signs() {
    repairs(
        &body("Y(i) <=> X(i)"),
        "<=>",
        "error[TC0105]: expected an assignment operator, found `<=>`",
        &body("Y(i) = X(i)"),
    );
    repairs(
        &body("Y(i) = X(i)<=> cudnn(X)"),
        "<=>",
        "error[TC0105]: expected a statement or `}`, found `<=>`",
        &body("Y(i) = X(i)"),
    );
}

#[test]
fn extrema_over_an_index() {
    repairs(
        &body("Y(i) = max(A(i,k))"),
        "max(A(i,k))",
        "error[TC0217]: `max` takes 2 arguments, found 1",
        &body("Y(i) max=! A(i,k)"),
    );
    repairs(
        &body("Y = fmin(X(k))"),
        "fmin(X(k))",
        "error[TC0217]: `fmin` takes 2 arguments, found 1",
        &body("Y min=! X(k)"),
    );
    assert_eq!(
        help(&body("Y(i) = X(i) - max(A(i,k))")),
        "over an index, write a statement of its own: `t max=! A(i,k)`"
    );
}

#[test]
fn histograms() {
    let def = |result: &str, statement: &str| {
        format!("def f(int32(N) X, int32 K) -> ({result}) {{ {statement} }}")
    };
    repairs(
        &def("H", "H(X(i)) +=! 1"),
        "X(i)",
        "error[TC0109]: left-hand subscripts must be index names, found `X(i)`",
        &def("int32(K) H", "H(X(i)) +=! 1"),
    );
    assert!(
        help(&def("H", "H(i + 1) +=! X(i)")).starts_with("name the index"),
        "an affine subscript can also be an index"
    );
    assert_eq!(
        help("def f(int32(N) X) -> (y) { H(X(i)) +=! 1 y +=! H(j) }"),
        "write all of `H` in a statement before: `H(i) = 0 where i in 0:<extent>`"
    );
    assert_eq!(
        help("def f(float(N,D) V, int32(N) G) -> (O) { O(G(n), d) +=! V(n,d) }"),
        "`-> (float(<extent>, D) O)`"
    );
}

#[test]
fn a_reduction_index_in_two_spellings() {
    let def = |statement: &str| {
        format!(
            "def f(float(M,K) A, float(K,N) B, float(K) V, float(H,W) F) -> (C) {{ {statement} }}"
        )
    };
    repairs(
        &def("C(i,j) +=! A(i,k) * B(kk,j)"),
        "kk",
        "warning[TC0230]: reduction indices `k` and `kk` occur in one read each",
        &def("C(i,j) +=! A(i,k) * B(k,j)"),
    );
    for fine in [
        "C(i,j) +=! A(i,k) * B(k,j)",
        // Other names, another size, one tensor, a range, a second read.
        "C(i,j) +=! A(i,k) * B(l,j)",
        "C(i,j) +=! A(i,k1) * B(k2,j)",
        "C +=! F(kh,kw)",
        "C +=! V(k) * V(kk)",
        "C +=! A(i,k) * B(l,ii)",
        "C(i,j) +=! A(i,k) * B(kk,j) where kk in 0:K",
        "C(i,j) +=! A(i,k) * B(kk,j) * V(kk)",
    ] {
        let found = diagnostics(&def(fine));
        assert!(found.is_empty(), "{fine}: {found:?}");
    }
}
