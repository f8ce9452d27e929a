//! Gradients of definitions whose ranges are written, so that the checked tree has all of them.

use super::derive;
use crate::tc::Options;
use crate::tc::check;
use crate::{raised::Raised, tc::write};
use tc_syntax::diagnostic::SourceFile;
use tc_syntax::tc::format;

/// The gradient of the only definition of a text, or the errors in short form.
fn gradient(text: &str) -> Result<String, Vec<String>> {
    let file = SourceFile::new("t.tc", text);
    let checked = check(file.clone(), &Options::default());
    assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
    let short = |errors: Vec<tc_syntax::diagnostic::Diagnostic>| -> Vec<String> {
        errors.iter().map(|error| error.short()).collect()
    };
    let def = derive(&checked.defs[0], &file).map_err(short)?;
    let raised = Raised {
        def,
        preconditions: Vec::new(),
        place: None,
    };
    let printed = write::text(&[raised]).map_err(short)?;
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
        (
            "max(x(i), 0)",
            "d_x(i) = (x(i) > 0.0 ? d_y(i) : 0.0) + (x(i) == 0.0 ? 0.5 * d_y(i) : 0.0)",
        ),
        // Where `exp(-x)` is infinite, the derivative is 0 and not 0 times infinity.
        (
            "1 / (1 + exp(-x(i)))",
            "d_x(i) = d_y(i) / (1.0 + 1.0 / v0) * (1.0 / (1.0 + v0)) where v0 = exp(-x(i))",
        ),
        (
            "log1p(exp(x(i)))",
            "d_x(i) = d_y(i) / (1.0 + 1.0 / exp(x(i)))",
        ),
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

/// Terms are not rounded to half before they are added.
#[test]
fn sums_of_half_are_in_float() {
    let product = "def mm(half(M,K) A, float(K,N) B) -> (C) { C(m,n) +=! A(m,k) * B(k,n) where m in 0:M, n in 0:N, k in 0:K }";
    let found = gradient(product).unwrap();
    for line in [
        "  d_A_sum(m, k) +=! d_C(m, n) * B(k, n)",
        "  d_A(i, j) = half(d_A_sum(i, j))",
    ] {
        assert!(found.contains(line), "{found}");
    }
    let plain = "def scaled(half(N) x) -> (y) { y(i) = float(x(i)) * 2.0 where i in 0:N }";
    let found = gradient(plain).unwrap();
    assert!(!found.contains("_sum"), "{found}");
}

/// Softmax over segments.
#[test]
fn an_extremum_at_computed_places_shares_its_gradient() {
    let text = "def f(float(N) X, int32(N) G, int32(S) Of) -> (float(S) top) { top(G(n)) max=! X(n) where n in 0:N }";
    let found = gradient(text).unwrap();
    for line in [
        "top(i) = -1.0 / 0.0f where i in 0:S",
        "top(G(n)) max= X(n)",
        "top_count(i) = 0.0 where i in 0:S",
        "top_count(G(n)) += X(n) == top(G(n)) ? 1.0 : 0.0",
        "X(n) == top(G(n)) ? d_top",
    ] {
        assert!(found.contains(line), "{found}");
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

/// An index on the left takes all values of its dimension, and a condition says its range.
#[test]
fn a_scatter_has_boxes_on_its_left() {
    let text = "def f(float(N,M) A) -> (Y) { Y(h) +=! A(h/2, w) where h in 0:2*N, w in 0:h+1 }";
    let found = gradient(text).unwrap().replace("\n      ", " ");
    let line = "d_A_and_rest(w < h + 1 ? h / 2 : N, w) += w < h + 1 ? d_Y(h) : 0.0 where w in 0:M,";
    assert!(found.contains(line), "{found}");
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

/// The statements of the gradient of a text, without what is around them.
fn lines(text: &str) -> Vec<String> {
    let printed = gradient(text).unwrap_or_else(|errors| panic!("{text}\n{errors:?}"));
    let body = printed.split_once("{\n").map_or("", |(_, body)| body);
    let mut lines: Vec<String> = Vec::new();
    for line in body.lines() {
        match lines.last_mut().filter(|_| line.starts_with("      ")) {
            Some(last) => *last += &format!(" {}", line.trim()),
            None => lines.push(line.trim().to_owned()),
        }
    }
    lines
}

#[test]
fn triangles_are_read_by_the_other_side() {
    let text = "def f(float(N,N) L, float(N) x) -> (y) {
        y(i) +=! L(i,k) * x(k) where i in 0:N, k in 0:i + 1
    }";
    assert_eq!(
        lines(text)[..2],
        [
            "d_L(i, k) = k < i + 1 ? d_y(i) * x(k) : 0.0 where i in 0:N, k in 0:N",
            "d_x(k) +=! d_y(i) * L(i, k) where k in 0:N, i in k:N",
        ]
    );
    // A range whose own index would be in it: the elements are added where they are.
    let text = "def f(float(N) x, float(N) y) -> (z) {
        z(j) +=! x(k - j) * y(i) where j in 0:1, k in 0:N, i in 0:k + 1
    }";
    assert!(
        lines(text).iter().any(|line| line.starts_with("d_x(k) ")),
        "{:?}",
        lines(text)
    );
}

#[test]
fn loops_run_backwards_and_sums_leave_them() {
    let text = "def f(float(T,N) x, float(N) w) -> (h) {
        h(0, i) = 0.0 where i in 0:N
        for t in 0:T {
          h(t + 1, i) = w(i) * h(t, i) + x(t, i) where i in 0:N
        }
    }";
    let found = lines(text);
    let from = found.iter().position(|line| line.starts_with("d_h_0"));
    assert_eq!(
        found[from.unwrap()..],
        [
            "d_h_0(j, i) = d_h(j, i) where j in 0:max(1, T + 1), i in 0:N",
            "for t_back in 0:T {",
            "d_h_0(T - t_back - 1, i) += d_h_0(T - t_back, i) * w(i) where i in 0:N",
            "}",
            "d_w(i) +=! d_h_0(t + 1, i) * h(t, i) where i in 0:N, t in 0:T",
            "d_x(t, i) = d_h_0(t + 1, i) where t in 0:T, i in 0:N",
            "}",
        ]
    );
    // What is summed is used in the loop: it stays there.
    let text = "def f(float(N) x) -> (s) {
        s(0) = 1.0
        for i in 0:N { s(i + 1) = s(i) * s(i) * x(i) }
    }";
    let found = lines(text).join("\n");
    assert!(
        found.contains("for i_back in 0:N {\nd_s_0(N - i_back - 1) +="),
        "{found}"
    );
}

#[test]
fn overwritten_values_are_found() {
    let of = |body: &str| {
        let text = format!("def f(float(T) w) -> (float(N) a) {{ {body} }}");
        gradient(&text).err()
    };
    let lost =
        |element: &str| format!("the gradient needs `{element}`, which is overwritten later");
    let sum = "for t in 0:T { a(i) = w(t) + a(i) where i in 0:N }";
    assert_eq!(of(sum), None);
    let refused = of("for t in 0:T { a(i) = w(t) * a(i) where i in 0:N }").unwrap();
    assert!(refused[0].contains(&lost("a(i)")), "{refused:?}");
    // The result is there, in place of the operand.
    let root = "for t in 0:1 { a(i) = sqrt(a(i) + w(t)) where i in 0:N }";
    assert_eq!(of(root), None);
    // Each element is overwritten once, after it is read.
    let shift = "for t in 0:N - 1 { a(t) = a(t + 1) * a(t + 1) }";
    assert_eq!(of(shift), None);
    let back = "for t in 1:N { b(t - 1) = a(t - 1) * a(t) a(t) = b(t - 1) }";
    assert_eq!(of(back), None);
    let refused =
        of("for t in 0:T { b(i) = a(i) * w(t) where i in 0:N a(i) = b(i) where i in 0:N }");
    assert!(refused.unwrap()[0].contains(&lost("a(i)")));
}

#[test]
fn what_an_iteration_overwrites_goes_to_another_tensor() {
    let text = "def f(float(T,N) x) -> (y) {
        for t in 0:T {
          y(t, i) = x(t, i) where i in 0:N
          m(t) max=! y(t, i) where i in 0:N
          y(t, i) = y(t, i) * m(t) where i in 0:N
        }
    }";
    let found = lines(text).join("\n");
    assert!(
        found.contains("y_0(t, i) = x(t, i) where i in 0:N\nm(t) max=! y_0(t, i)"),
        "{found}"
    );
    // Another row of it is read, which is finished.
    let text = text.replace("= x(t, i)", "= x(t, i) + (t > 0 ? y(t - 1, i) : 0.0)");
    let found = lines(&text).join("\n");
    assert!(
        found.contains("y_0(t, i) = x(t, i) + (t > 0 ? y(t - 1, i) : 0.0)"),
        "{found}"
    );
}

#[test]
fn the_place_of_a_pair_has_its_gradient() {
    let text = "def f(float(N,M) X) -> (m, a) {
        (m(i), a(i)) max=! (X(i,k), 2 * k + i) where i in 0:N, k in 0:M
    }";
    let found = lines(text);
    assert!(
        found.contains(
            &"d_X(i, k) = 2 * k + i == a(i) ? d_m(i) : 0.0 where i in 0:N, k in 0:M".to_owned()
        ),
        "{found:?}"
    );
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

#[test]
fn an_input_as_an_extent_is_no_size_of_the_gradient() {
    let text = "def f(float(N) A, int32 K) -> (C) { C(i) = A(i) * 2.0 where i in 0:K }";
    let printed = gradient(text).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert_eq!(
        printed,
        "def f_grad(float(N) A, int32 K, float(C_i) d_C) -> (float(N) d_A) {\n  d_A(i) = 0.0 where i in 0:N\n  d_A(i) += 2.0 * d_C(i) where i in 0:K\n}\n"
    );
}
