//! Types (sections 4 to 6): promotion, literals, casts, functions.

use super::*;

#[test] // section 4, promotion
fn operands_promote() {
    for (left, right, expression, result) in [
        ("int32", "uint32", "a(i) + b(i)", Scalar::Int32),
        ("int8", "uint16", "a(i) * b(i)", Scalar::Int16),
        ("half", "bfloat16", "a(i) + b(i)", Scalar::Float),
        ("half", "half", "a(i) + b(i)", Scalar::Half),
        ("int64", "half", "a(i) + b(i)", Scalar::Half),
        ("bool", "bool", "a(i) + b(i)", Scalar::Int32),
        ("bool", "bool", "min(a(i), b(i))", Scalar::Bool),
        ("bool", "int8", "a(i) + b(i)", Scalar::Int8),
        ("bool", "bool", "a(i) == b(i)", Scalar::Bool),
        (
            "float",
            "double",
            "a(i) < b(i) ? a(i) : b(i)",
            Scalar::Double,
        ),
        ("int32", "int32", "a(i) < b(i)", Scalar::Bool),
        ("bool", "int32", "-a(i)", Scalar::Int32),
        ("uint8", "int32", "-a(i)", Scalar::UInt8),
    ] {
        assert_eq!(
            type_of_operands(left, right, expression),
            Ok(result),
            "{left} {right} {expression}"
        );
    }
    for (left, right, expression, message) in [
        (
            "bool",
            "bool",
            "a(i) < b(i)",
            "error[TC0221]: operator `<` expects numbers, found bool",
        ),
        (
            "int32",
            "bool",
            "a(i) && b(i)",
            "error[TC0221]: operator `&&` expects bool, found int32",
        ),
        (
            "int32",
            "bool",
            "!a(i)",
            "error[TC0221]: operator `!` expects bool, found int32",
        ),
        (
            "float",
            "int32",
            "a(i) ? b(i) : b(i)",
            "error[TC0221]: operator `?:` expects bool, found float",
        ),
        (
            "float",
            "int32",
            "a(i) % b(i)",
            "error[TC0222]: `%` is defined on integers only, found float",
        ),
    ] {
        let found = type_of_operands(left, right, expression);
        assert_eq!(found, Err(vec![message.to_owned()]), "{expression}");
    }
    assert_eq!(
        help("def f(float(N) a) -> (B) { B(i) = 2 * a(i) % 3 }"),
        "`fmod(2 * a(i), 3)`"
    );
}

#[test] // section 5, claims on literals
fn literals_adapt() {
    for (left, expression, result) in [
        ("double", "a(i) * 0.5", Scalar::Double),
        ("half", "a(i) * 0.5", Scalar::Half),
        ("int32", "a(i) * 0.5", Scalar::Float),
        ("uint8", "a(i) + 300", Scalar::Int32),
        ("uint8", "a(i) + 3", Scalar::UInt8),
        ("half", "a(i) * 0.5f", Scalar::Float),
        ("int8", "a(i) > 0 ? 1 : 0", Scalar::Int32),
        ("int8", "a(i) + (a(i) > 0 ? 1 : 0)", Scalar::Int8),
        ("double", "max(a(i), 0)", Scalar::Double),
        ("double", "fmax(a(i), 0)", Scalar::Double),
        ("int32", "exp(a(i))", Scalar::Float),
        ("double", "exp(a(i))", Scalar::Double),
        ("half", "exp(a(i))", Scalar::Half),
        ("half", "pow(a(i), 2)", Scalar::Half),
        ("int16", "abs(a(i))", Scalar::Int16),
        ("int32", "4294967296 * (a(i) > 0 ? 1 : 1)", Scalar::Int64),
        ("bool", "a(i) + 1", Scalar::Int32),
        ("int8", "a(i) * (2 * 3.5)", Scalar::Float),
        ("int8", "a(i) - -128", Scalar::Int8),
    ] {
        assert_eq!(
            type_of_operands(left, "int32", expression),
            Ok(result),
            "{left} {expression}"
        );
    }
}

#[test] // sections 4 and 7.4
fn the_first_writer_gives_the_type() {
    assert_eq!(type_of("B(i) = 0\nB(i) += A(i, k) * x(k)"), Scalar::Float);
    assert_eq!(type_of("B(i) = 3 where i in 4:8"), Scalar::Int32);
    assert_eq!(type_of("B(i) = 3.5 where i in 4:8"), Scalar::Float);
    assert_eq!(
        type_of("B(i) = 0 where i in 0:M\nB(i) += I(i)"),
        Scalar::Int32
    );
    assert_eq!(type_of("B(i) = c * B(i)"), Scalar::Float);
    assert_eq!(
        type_of("B(i) = 0 where i in 0:M\nt(i) = B(i) + 1\nB(i) = t(i)"),
        Scalar::Int32
    );
    assert_eq!(codes(&def("B(i) = I(i)\nB(i) = x(i)")), ["TC0214"]);
    assert_eq!(type_of("B(i) = x(i)\nB(i) = I(i)"), Scalar::Float);
    assert_eq!(type_of("B(i) +=! x(i) > 0"), Scalar::Int32);
    let annotated = |ty: &str, body: &str| {
        codes(&format!(
            "def f(float(N) a, half(N) h) -> ({ty}(N) B) {{ {body} }}"
        ))
    };
    assert_eq!(annotated("double", "B(i) = a(i)"), NONE);
    assert_eq!(annotated("half", "B(i) = a(i)"), ["TC0214"]);
    assert_eq!(annotated("half", "B(i) = h(i) * 0.5"), NONE);
    assert_eq!(annotated("int8", "B(i) = 7 where i in 0:N"), NONE);
    assert_eq!(annotated("int8", "B(i) = 700 where i in 0:N"), ["TC0214"]);
    assert_eq!(annotated("bool", "B(i) +=! a(i) > 0"), ["TC0214"]);
    assert_eq!(annotated("bool", "B(i) max=! a(i) > 0"), NONE);
    assert_eq!(
        edit("def f(float(N) a) -> (half(N) B) { B(i) = a(i) }"),
        "half(a(i))"
    );
}

#[test]
fn half_is_computed_in_float_and_cast_explicitly() {
    let text = "def f(half(N) a) -> (B) { B(i) +=! a(i) * a(i) + half(0.1f) }";
    let checked = checked(text);
    let body = &comprehension(&checked.defs[0], 0).body;
    let product = body.instructions.iter().find(|i| {
        matches!(
            i.operation,
            Operation::Binary {
                op: BinaryOp::Mul,
                ..
            }
        )
    });
    assert_eq!(
        product.map(|instruction| instruction.scalar),
        Some(Scalar::Half)
    );
    assert!(
        body.instructions
            .iter()
            .any(|i| matches!(i.operation, Operation::Convert { explicit: true, .. }))
    );
}

#[test] // section 6, claims B22, I28
fn functions() {
    assert_eq!(codes(&def("B(i) = exp(x(i), 2)")), ["TC0217"]);
    assert_eq!(codes(&def("B(i) = max(x(i), 1, 2)")), ["TC0217"]);
    assert_eq!(
        help(&def("B(i) = max(x(i), 1, 2)")),
        "nest: `max(a, max(b, c))`"
    );
    assert_eq!(codes(&def("B(i) = erfcx(x(i))")), ["TC0216"]);
    assert_eq!(
        help(&def("B(i) = sigmoid(x(i))")),
        "write `exp(min(x, 0)) / (1 + exp(-abs(x)))`"
    );
    assert_eq!(help(&def("B(i) = relu(x(i))")), "write `x > 0 ? x : 0`");
    assert_eq!(
        help(&def("B(i) = x(i) > 0 ? inf : x(i)")),
        "`inf` is an index here; the constant is `1.0 / 0.0`"
    );
    assert_eq!(
        help(&def("B(i) = sign(x(i))")),
        "write `x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0`"
    );
    assert_eq!(codes(&def("B(i) = int32(x(i)) / 0")), ["TC0231"]);
    assert_eq!(codes(&def("B(i) = x(i % 0)")), ["TC0231"]);
    assert_eq!(codes(&def("B(i) = x(i) / 0")), NONE);
    assert_eq!(
        diagnostics(&def("B(i) = tahn(x(i))")),
        ["2:8: error[TC0218]: unknown function `tahn`"]
    );
    assert_eq!(edit(&def("B(i) = tahn(x(i))")), "tanh");
    assert_eq!(codes(&def("B(i) = concat(x(i), x(i))")), ["TC0218"]);
    assert_eq!(codes(&def("B(i) = argmax(x(i))")), ["TC0218"]);
    assert_eq!(codes(&def("B(i) = fmaxf(x(i), 0)")), NONE);
}
