//! Gradients of definitions whose ranges are written, so that the checked tree has all of them.

use super::derive;
use crate::raise::{Raised, program};
use crate::{Options, check, format};
use tc_dialects::diagnostic::SourceFile;

/// The gradient of the only definition of a text, or the errors in short form.
fn gradient(text: &str) -> Result<String, Vec<String>> {
    let file = SourceFile::new("t.tc", text);
    let checked = check(file.clone(), &Options::default());
    assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
    let short = |errors: Vec<tc_dialects::diagnostic::Diagnostic>| -> Vec<String> {
        errors.iter().map(|error| error.short()).collect()
    };
    let def = derive(&checked.defs[0], &file).map_err(short)?;
    let raised = Raised {
        def,
        preconditions: Vec::new(),
        place: None,
    };
    let printed = format::print(&program(&[raised]).map_err(short)?);
    // It is a program, in canonical layout.
    let again = check(
        SourceFile::new("g.tc", printed.as_str()),
        &Options::default(),
    );
    assert!(!again.has_errors(), "{printed}{:?}", again.diagnostics);
    let formatted = format(&SourceFile::new("g.tc", printed.as_str()));
    assert_eq!(formatted.as_ref(), Ok(&printed));
    Ok(printed)
}

/// The statements of the gradient of a definition with a vector and a matrix, and one statement.
fn statements(statement: &str) -> Vec<String> {
    let text = format!("def f(float(N) x, float(M,N) A, float c) -> (y) {{ {statement} }}");
    let printed = gradient(&text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    let body = printed.split_once("{\n").map_or("", |(_, body)| body);
    let body = body.replace("\n      ", " ");
    let lines = body.lines().map(str::trim).filter(|line| *line != "}");
    lines.map(str::to_owned).collect()
}

/// The statement that defines the gradient of `x`.
fn of_x(body: &str) -> String {
    let lines = statements(&format!("y(i) = {body} where i in 0:N"));
    let line = lines.iter().find(|line| line.starts_with("d_x("));
    line.unwrap_or_else(|| panic!("{lines:?}")).clone()
}

#[test]
fn each_operator_has_its_derivative() {
    for (body, expected) in [
        ("x(i) + c", "d_x(i) = d_y(i)"),
        ("c - x(i)", "d_x(i) = -d_y(i)"),
        ("c * x(i)", "d_x(i) = d_y(i) * c"),
        ("x(i) * x(i)", "d_x(i) = 2.0 * d_y(i) * x(i)"),
        ("x(i) / c", "d_x(i) = d_y(i) / c"),
        ("c / x(i)", "d_x(i) = -(d_y(i) / x(i) * (c / x(i)))"),
        ("max(x(i), 0)", "d_x(i) = x(i) > 0.0 ? d_y(i) : 0.0"),
        (
            "fmin(c, x(i))",
            "d_x(i) = (x(i) < c ? d_y(i) : 0.0) + (c == x(i) ? 0.5 * d_y(i) : 0.0)",
        ),
        (
            "x(i) > 0 ? 2 * x(i) : c",
            "d_x(i) = x(i) > 0.0 ? 2.0 * d_y(i) : 0.0",
        ),
        ("exp(x(i))", "d_x(i) = d_y(i) * exp(x(i))"),
        ("log(x(i))", "d_x(i) = d_y(i) / x(i)"),
        ("sqrt(x(i))", "d_x(i) = 0.5 * d_y(i) / sqrt(x(i))"),
        (
            "tanh(x(i))",
            "d_x(i) = d_y(i) * (1.0 - v0 * v0) where v0 = tanh(x(i))",
        ),
        ("sin(x(i))", "d_x(i) = d_y(i) * cos(x(i))"),
        (
            "abs(x(i))",
            "d_x(i) = x(i) > 0.0 ? d_y(i) : x(i) < 0.0 ? -d_y(i) : 0.0",
        ),
        ("float(double(x(i)))", "d_x(i) = d_y(i)"),
        ("floor(x(i))", "d_x(j) = 0.0 where j in 0:N"),
        ("float(int32(x(i)))", "d_x(j) = 0.0 where j in 0:N"),
    ] {
        assert_eq!(of_x(body), expected, "{body}");
    }
}

#[test]
fn what_cannot_be_solved_is_a_scatter() {
    let given = |statement: &str| {
        let text = format!("def f(float(N) x, int32(M) I, int32 s) -> (y) {{ {statement} }}");
        let printed = gradient(&text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
        let body = printed.split_once("{\n").map_or("", |(_, body)| body);
        let body = body
            .trim_end()
            .trim_end_matches('}')
            .replace("\n      ", " ");
        body.lines()
            .map(|line| line.trim().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        given("y(i) = x(I(i)) * x(I(i) + 1) where i in 0:M"),
        [
            "d_x(j) = 0.0 where j in 0:N",
            "d_x(I(i)) += d_y(i) * x(I(i) + 1)",
            "d_x(I(i) + 1) += d_y(i) * x(I(i))",
        ]
    );
    assert_eq!(
        given("y(i) = x(s * i) where i in 0:M"),
        ["d_x(s * i) +=! d_y(i)"]
    );
    // A place is known only where the condition holds.
    assert_eq!(
        given("y(i) = I(i) < N ? x(I(i)) : 1.0 where i in 0:M"),
        [
            "d_x_and_rest(j) = 0.0 where j in 0:N + 1",
            "d_x_and_rest(I(i) < N ? I(i) : N) += I(i) < N ? d_y(i) : 0.0",
            "d_x(j) = d_x_and_rest(j) where j in 0:N",
        ]
    );
}

#[test]
fn subscripts_are_solved_for_indices() {
    for (statement, expected) in [
        // A reduction and what is summed over.
        (
            "y(m) +=! A(m,n) * x(n) where m in 0:M, n in 0:N",
            vec![
                "d_x(n) +=! d_y(m) * A(m, n)",
                "d_A(m, n) = d_y(m) * x(n)",
                "d_c = 0.0",
            ],
        ),
        // A scalar, and a part of a tensor.
        (
            "y(i) = c * x(i + 1) where i in 0:N - 1",
            vec![
                "d_x(i) = 0.0 where i in 0:N",
                "d_x(i) += d_y(i - 1) * c where i in 1:N",
                "d_A(j, k) = 0.0 where j in 0:M, k in 0:N",
                "d_c +=! d_y(i) * x(i + 1) where i in 0:N - 1",
            ],
        ),
        // Backwards.
        (
            "y(i) = x(N - 1 - i) where i in 0:N",
            vec!["d_x(i) = d_y(N - i - 1) where i in 0:N"],
        ),
        // A window; a stride; a window that fills its stride; a diagonal.
        (
            "y(i) +=! x(i + k) where i in 0:N - 2, k in 0:3",
            vec!["d_x(i) +=! i >= k && i - k < N - 2 ? d_y(i - k) : 0.0 where i in 0:N, k in 0:3"],
        ),
        (
            "y(i) = x(2*i) where i in 0:(N + 1) / 2",
            vec!["d_x(i) = i % 2 == 0 && i < 2 * ((N + 1) / 2) ? d_y(i / 2) : 0.0 where i in 0:N"],
        ),
        (
            "y(i) +=! x(2*i + k) where i in 0:N / 2, k in 0:2",
            vec![
                "d_x(i) = 0.0 where i in 0:N",
                "d_x(i) += d_y(i / 2) where i in 0:2 * (N / 2)",
            ],
        ),
        (
            "y(i) = A(i,i) where i in 0:min(M,N)",
            vec!["d_A(i, j) += j == i ? d_y(i) : 0.0 where i in 0:min(M, N), j in 0:N"],
        ),
        // Nothing depends on k.
        (
            "y(i) +=! x(i) + 0.0 * A(k,i) where i in 0:N, k in 0:M",
            vec!["d_x(i) = M * d_y(i)"],
        ),
    ] {
        let found = statements(statement);
        for line in &expected {
            assert!(
                found.iter().any(|one| one == line),
                "{statement}\nexpected {line}\nfound {found:#?}"
            );
        }
    }
}

#[test]
fn what_has_no_gradient_is_reported_at_its_place() {
    for (text, expected) in [
        (
            "def f(float(N) x) -> (y) {\n  y(i) = rhypot(x(i), 1) where i in 0:N\n}",
            vec!["t.tc:2:10: error: `rhypot` has no derivative here"],
        ),
        (
            "def f(int32(N) x) -> (y) {\n  y(i) = 2 * x(i) where i in 0:N\n}",
            vec![
                "t.tc:1:5: error[TC0803]: `f` has no return of a floating type, so it has no gradient",
                "t.tc:1:5: error[TC0803]: `f` has no input of a floating type, so it has no gradient",
            ],
        ),
        (
            "def f(float(N) x) -> (y) {\n  y(i) = x(i)\n}",
            vec!["t.tc:1:5: error: `f` has no ranges: infer them first"],
        ),
    ] {
        assert_eq!(
            gradient(text),
            Err(expected.into_iter().map(str::to_owned).collect()),
            "{text}"
        );
    }
}
