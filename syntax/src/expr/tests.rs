use super::*;

fn expr(text: &str) -> Expr {
    Expr::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn quotients_and_products_of_names_are_not_affine() {
    for text in ["3*t + N - 1", "max(i, 2*N)", "7 floordiv 2", "-(i + j)*2"] {
        assert!(expr(text).is_affine(), "{text}");
    }
    for text in ["t floordiv 2", "2*t mod N", "i*j", "1 + N floordiv 2"] {
        assert!(!expr(text).is_affine(), "{text}");
    }
}

#[test]
fn canonical_text_is_a_fixed_point() {
    for (text, canonical, human) in [
        ("N-KN+1", "N - KN + 1", "N - KN + 1"),
        ("(I+1)floordiv 2", "(I + 1) floordiv 2", "(I + 1)/2"),
        (
            "3*((W - KW) floordiv 2)",
            "3*((W - KW) floordiv 2)",
            "3*((W - KW)/2)",
        ),
        ("min(N,M+2,K)", "min(N, M + 2, K)", "min(N, M + 2, K)"),
        (
            "min(N, min(M, K))",
            "min(N, min(M, K))",
            "min(N, min(M, K))",
        ),
        ("i mod 3 * 2", "i mod 3*2", "i % 3*2"),
        ("-i + 3", "-i + 3", "-i + 3"),
        ("-(i+j)*2", "-(i + j)*2", "-(i + j)*2"),
        ("a - -b", "a + b", "a + b"),
        ("a + -2*b", "a - 2*b", "a - 2*b"),
        ("a - (b - c)", "a - (b - c)", "a - (b - c)"),
        ("x floordiv -2", "x floordiv -2", "x/-2"),
        (
            "\"2N\" + T.0 + \"2T.1\" + \"min\"",
            "\"2N\" + T.0 + \"2T.1\" + \"min\"",
            "2N + T.0 + 2T.1 + min",
        ),
        ("2 + 3*4", "14", "14"),
        ("N + 2 - 5", "N - 3", "N - 3"),
        ("0*N + 1*M", "M", "M"),
        (
            "modulus + minimum + int",
            "modulus + minimum + int",
            "modulus + minimum + int",
        ),
        (
            "-9223372036854775808",
            "-9223372036854775808",
            "-9223372036854775808",
        ),
    ] {
        let parsed = expr(text);
        assert_eq!(parsed.to_string(), canonical, "{text}");
        assert_eq!(expr(canonical), parsed, "{text}");
        assert_eq!(parsed.human(), human, "{text}");
    }
}

#[test]
fn errors_have_a_position() {
    for (text, position, message) in [
        (
            "",
            0,
            "expected an integer, a name, `min`, `max`, `-` or `(`, found the end of the expression",
        ),
        (
            "N +",
            3,
            "expected an integer, a name, `min`, `max`, `-` or `(`, found the end of the expression",
        ),
        (
            "N ] M",
            2,
            "expected an operator or the end of the expression, found `]`",
        ),
        (
            "2N",
            0,
            "malformed integer `2N`; a name that starts with a digit is quoted",
        ),
        (
            "1 + to",
            4,
            "`to` is a word of the grammar; as a name it is quoted",
        ),
        ("min(a)", 5, "expected `,` and a second argument, found `)`"),
        ("(a", 2, "expected `)`, found the end of the expression"),
        (
            "T.x",
            3,
            "expected a dimension number after `T.`, found `x`",
        ),
        (
            "\"a b\"",
            0,
            "`a b` is not a name: letters, digits and `_` are",
        ),
        ("\"a", 0, "quoted name has no closing quote"),
        (
            "9223372036854775808",
            0,
            "integer `9223372036854775808` does not fit int64",
        ),
    ] {
        let error = Expr::parse(text).expect_err(text);
        assert_eq!(
            (error.position, error.message.as_str()),
            (position, message),
            "{text}"
        );
    }
}

#[test]
fn deep_and_long_texts_are_refused() {
    let deep = format!("{}a{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(
        Expr::parse(&deep).unwrap_err().message,
        "expression nested deeper than 256"
    );
    let signs = format!("{}a", "- ".repeat(100_000));
    assert_eq!(
        Expr::parse(&signs).unwrap_err().message,
        "expression nested deeper than 256"
    );
    let long = vec!["a"; 100_000].join(" + ");
    assert_eq!(
        Expr::parse(&long).unwrap_err().message,
        "expression has more than 1000 operators"
    );
    let calls = format!("{}a, a{}", "min(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(
        Expr::parse(&calls).unwrap_err().message,
        "expression nested deeper than 256"
    );
}

/// claim C20: division floors.
#[test]
fn evaluation_floors_and_checks() {
    assert_eq!(
        expr("(I - 3) floordiv 2").evaluate_at(&[("I", 2)]),
        Some(-1)
    );
    for (text, value) in [
        ("-7 floordiv 2", -4),
        ("7 floordiv -2", -4),
        ("-7 mod 3", 2),
        ("7 mod -3", -2),
        ("-6 mod 3", 0),
        ("min(3, -2) + max(3, -2)", 1),
    ] {
        assert_eq!(expr(text).evaluate_at(&[]), Some(value), "{text}");
    }
    assert_eq!(
        expr("N floordiv M").evaluate_at(&[("N", 1), ("M", 0)]),
        None
    );
    assert_eq!(expr("N mod M").evaluate_at(&[("N", 1), ("M", 0)]), None);
    assert_eq!(expr("N*N").evaluate_at(&[("N", i64::MAX)]), None);
    assert_eq!(
        expr("N floordiv M").evaluate_at(&[("N", i64::MIN), ("M", -1)]),
        None
    );
    assert_eq!(
        expr("N mod M").evaluate_at(&[("N", i64::MIN), ("M", -1)]),
        Some(0)
    );
    assert_eq!(expr("N").evaluate_at(&[]), None);
    assert_eq!(expr("9223372036854775807 + 1").evaluate_at(&[]), None);
}

#[test]
fn normal_form_orders_terms() {
    let names = ["N", "M", "KN", "H", "W", "KH", "KW"];
    for (text, normal) in [
        ("1 - KN + N", "N - KN + 1"),
        ("N - (KN - 1)", "N - KN + 1"),
        ("N + N - 3", "2*N - 3"),
        ("(N + 5) floordiv 2", "(N + 1) floordiv 2 + 2"),
        ("(2*N + M - 3) floordiv 2", "N + (M + 1) floordiv 2 - 2"),
        ("(4*N + 3) floordiv 8", "N floordiv 2"),
        ("3*N floordiv 2", "3*N floordiv 2"),
        (
            "(H - 3*((W - KW) floordiv 2) - (KH - 1) + 1) floordiv 2",
            "(H - KH - 3*((W - KW) floordiv 2)) floordiv 2 + 1",
        ),
        ("min(N, M + 2) - 2", "min(N, M + 2) - 2"),
        ("min(N, N + 1)", "N"),
        ("max(N, 0, N + 1, 0)", "max(N + 1, 0)"),
        ("N*M - M*N + (7*N) mod 7", "0"),
        ("(9*N + M + 8) mod 3", "(M + 2) mod 3"),
        ("11 - N", "11 - N"),
        ("2 - M - N", "2 - N - M"),
        ("(N + 1)*(M - 1)", "M + M*N - N - 1"),
    ] {
        let normal_form = expr(text).normalized(&names).expect(text);
        assert_eq!(normal_form.to_string(), normal, "{text}");
        for n in 0..6 {
            for m in 0..6 {
                let values = [
                    ("N", n),
                    ("M", m),
                    ("KN", 2),
                    ("H", n),
                    ("W", m),
                    ("KH", 3),
                    ("KW", 1),
                ];
                assert_eq!(
                    normal_form.evaluate_at(&values),
                    expr(text).evaluate_at(&values),
                    "{text} at {values:?}"
                );
            }
        }
    }
    assert!(expr("(N + 1)*(M - 1)").same_as(&expr("M*N - N + M - 1")));
    assert!(!expr("N").same_as(&expr("M")));
}

#[test]
fn substitution_folds() {
    let replaced = expr("sh*h + kh - T.0").substitute(&|symbol| match symbol {
        Symbol::Name(name) if name == "sh" => Some(Expr::Const(2)),
        Symbol::Extent(..) => Some(expr("N + 1")),
        _ => None,
    });
    assert_eq!(replaced.to_string(), "2*h + kh - (N + 1)");
    assert_eq!(replaced.names(), ["h", "kh", "N"]);
}

#[test]
fn conditions() {
    let condition = Condition::parse("NB+ND - 1<=NC").unwrap();
    assert_eq!(condition.to_string(), "NB + ND - 1 <= NC");
    assert_eq!(condition.negated().to_string(), "NB + ND - 1 > NC");
    let at = |nc| condition.evaluate(&|symbol| Some(if symbol.base() == "NC" { nc } else { 3 }));
    assert_eq!((at(5), at(4)), (Some(true), Some(false)));
    assert_eq!(Condition::parse("N + 1").unwrap_err().position, 5);
}

#[test]
fn preconditions_hold_where_nothing_runs() {
    let text = "NB + ND - 1 <= NC if 0 < NB and 0 < ND";
    let precondition = Precondition::parse(text).unwrap();
    assert_eq!(precondition.to_string(), text);
    let at = |nb, nc, nd| {
        precondition.evaluate(&|symbol| {
            Some(match symbol.base() {
                "NB" => nb,
                "NC" => nc,
                _ => nd,
            })
        })
    };
    assert_eq!(
        (at(3, 5, 3), at(3, 4, 3), at(0, 0, 3)),
        (Some(true), Some(false), Some(true))
    );
    let fixed =
        precondition.substitute(&|symbol| (symbol.base() == "NB").then_some(Expr::Const(4)));
    assert_eq!(fixed.to_string(), "4 + ND - 1 <= NC if 0 < 4 and 0 < ND");
    assert_eq!(Precondition::parse("N >= 1 if").unwrap_err().position, 9);
}

mod identity {
    use super::*;
    use proptest::prelude::*;

    fn any_expr() -> impl Strategy<Value = Expr> {
        let leaf = prop_oneof![
            (-3_i64..4).prop_map(Expr::Const),
            Just(Expr::Const(i64::MIN)),
            Just(Expr::Const(i64::MAX)),
            prop_oneof!["i", "N", "2N", "min"].prop_map(Expr::name),
            Just(Expr::extent("T", 1)),
        ];
        leaf.prop_recursive(5, 32, 2, |inner| {
            let operator = prop_oneof![
                Just(Operator::Add),
                Just(Operator::Sub),
                Just(Operator::Mul),
                Just(Operator::FloorDiv),
                Just(Operator::Mod),
                Just(Operator::Min),
                Just(Operator::Max),
            ];
            prop_oneof![
                inner.clone().prop_map(Expr::neg),
                (operator, inner.clone(), inner)
                    .prop_map(|(operator, a, b)| Expr::binary(operator, a, b)),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// An attribute keeps the expression that it is made of, and gives the same one when its
        /// text is read.
        #[test]
        fn the_text_of_an_expression_reads_as_that_expression(made in any_expr()) {
            prop_assert_eq!(expr(&made.to_string()), made);
        }
    }
}
