use super::*;
use crate::scalar::Scalar;
use crate::syntax::ast::{Assign, BinaryOp};
use model::*;

fn checked_with(text: &str, options: &Options) -> Checked {
    check(SourceFile::new("t.tc", text), options)
}

fn checked(text: &str) -> Checked {
    checked_with(text, &Options::default())
}

/// Diagnostics in short form, without the file name.
fn diagnostics(text: &str) -> Vec<String> {
    let short = |diagnostic: &Diagnostic| diagnostic.short().trim_start_matches("t.tc:").to_owned();
    checked(text).diagnostics.iter().map(short).collect()
}

/// Codes only.
fn codes(text: &str) -> Vec<&'static str> {
    checked(text)
        .diagnostics
        .iter()
        .filter_map(|d| d.code)
        .map(Code::as_str)
        .collect()
}

fn help(text: &str) -> String {
    checked(text).diagnostics[0]
        .help
        .clone()
        .map(|help| help.text)
        .unwrap_or_default()
}

fn edit(text: &str) -> String {
    let help = checked(text).diagnostics[0].help.clone().expect("a help");
    help.edit.expect("an edit").replacement
}

/// A definition over `float(M, N) A, float(N) x, float c, int32 n, int32(M) I` that returns `B`.
fn def(body: &str) -> String {
    format!("def f(float(M,N) A, float(N) x, float c, int32 n, int32(M) I) -> (B) {{\n{body}\n}}\n")
}

const NONE: [&str; 0] = [];

/// The checked definition of a body, which has no errors.
fn one(body: &str) -> Def {
    let mut checked = checked(&def(body));
    assert!(!checked.has_errors(), "{body}: {:?}", checked.diagnostics);
    checked.defs.remove(0)
}

fn comprehension(def: &Def, number: usize) -> &Comprehension {
    match &def.statements[number] {
        Statement::Comprehension(comprehension) => comprehension,
        other => panic!("expected a comprehension, found {other:?}"),
    }
}

/// The element type of `B`.
fn type_of(body: &str) -> Scalar {
    one(body).returns()[0].scalar
}

/// A scalar expression's type, over operands `a: T` and `b: U`.
fn type_of_operands(left: &str, right: &str, expression: &str) -> Result<Scalar, Vec<String>> {
    let text = format!("def f({left}(N) a, {right}(N) b) -> (B) {{ B(i) = {expression} }}");
    let checked = checked(&text);
    match checked.defs.first() {
        Some(def) => Ok(def.returns()[0].scalar),
        None => Err(checked
            .diagnostics
            .iter()
            .map(Diagnostic::headline)
            .collect()),
    }
}

#[test]
fn every_kernel_checks_without_errors() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/accepted");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(&path).expect("a readable kernel");
        let options = Options {
            free_sizes: name == "one_hot",
            symbolic_scalars: true,
            ..Options::default()
        };
        let checked = check(SourceFile::new(path.to_string_lossy(), text), &options);
        assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
        let doubted = |diagnostic: &Diagnostic| diagnostic.code == Some(Code::TC0230);
        assert!(!checked.diagnostics.iter().any(doubted), "{name}");
        assert!(checked.def(&name).is_some(), "{name}");
        count += 1;
    }
    assert!(count >= 60, "{count}");
}

#[test]
fn refusals_of_the_checker_name_the_culprit() {
    for (file, code, name) in [
        ("float_subscript", Code::TC0213, "Idx"),
        ("silent_reduction", Code::TC0210, "`k`"),
        ("syntax", Code::TC0105, "`)`"),
        ("write_input", Code::TC0208, "`A`"),
        ("wrong_rank", Code::TC0212, "`A`"),
    ] {
        let path = format!(
            "{}/tests/corpus/refused/{file}.tc",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = std::fs::read_to_string(&path).expect("a readable program");
        let checked = check(SourceFile::new(path, text), &Options::default());
        assert_eq!(
            checked.diagnostics.len(),
            1,
            "{file}: {:?}",
            checked.diagnostics
        );
        let error = &checked.diagnostics[0];
        assert_eq!(error.code, Some(code), "{file}");
        let text = format!("{} {:?}", error.message, error.help);
        assert!(text.contains(name), "{file}: {text}");
        assert!(checked.defs.is_empty());
    }
}

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
    assert_eq!(codes(&def("B(N) = x(0)")), ["TC0109"]);
    assert_eq!(codes(&def("B(n) = x(0)")), ["TC0109"]);
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

#[test] // claims B2, B29
fn sizes_extents_and_indices_are_int32_values() {
    assert_eq!(type_of("B(i) = N * M where i in 0:3"), Scalar::Int32);
    assert_eq!(type_of("B(i) = i + x.0 where i in 0:3"), Scalar::Int32);
    assert_eq!(type_of("B(i) = x(i) / N"), Scalar::Float);
    assert_eq!(codes(&def("B(i) = x(i) + A.2")), ["TC0225"]);
    assert_eq!(codes(&def("B(i) = x(i) + c.0")), ["TC0225"]);
    assert_eq!(codes(&def("B(i) = x(i) + Q.0")), ["TC0201"]);
    assert_eq!(
        codes(&def("B(i) = x(i) + t.0\nt(i) = x(i)")),
        ["TC0205", "TC0229"]
    );
    assert_eq!(
        codes(&def("t(i) = x(2*i)\nB(i) = x(i) where i in 0:t.0")),
        ["TC0229"]
    );
}

#[test] // claim B23
fn rank_and_subscripts() {
    assert_eq!(
        diagnostics(&def("B(i) = A(i)")),
        ["2:8: error[TC0212]: `A` has 2 dimensions, found 1 subscript"]
    );
    assert_eq!(codes(&def("B(i) = x(i)\nB(i, j) = A(i, j)")), ["TC0405"]);
    assert_eq!(
        diagnostics(&def("B(i) = x + 1")),
        ["2:8: error[TC0215]: expected a scalar, found tensor `x` of rank 1"]
    );
    assert_eq!(
        diagnostics(&def("B(i) = x(i) + N(i)")),
        ["2:15: error[TC0215]: `N` is a size and takes no subscripts"]
    );
    assert_eq!(
        diagnostics(&def("B(i) = x(i) + i(3)")),
        ["2:15: error[TC0215]: `i` is an index and takes no subscripts"]
    );
    assert_eq!(
        codes("def f(float(N) A) -> (float(N,N) B) { B(i) = A(i) }"),
        ["TC0228"]
    );
    assert_eq!(
        codes("def f(float(N) A, float c) -> (s) { s() +=! A(i) * c() }"),
        NONE
    );
}

#[test]
fn subscripts_are_symbolic_where_they_can_be() {
    let subscripts = |body: &str| -> Vec<String> {
        let one_def = one(body);
        let reads = comprehension(&one_def, 0)
            .body
            .instructions
            .iter()
            .filter_map(|i| match &i.operation {
                Operation::Read { subscripts, .. } if !subscripts.is_empty() => Some(subscripts),
                _ => None,
            });
        let show = |subscript: &Subscript| match subscript {
            Subscript::Symbolic(expr) => expr.to_string(),
            Subscript::Value(_) => "value".to_owned(),
        };
        reads
            .flat_map(|subscripts| subscripts.iter().map(show).collect::<Vec<_>>())
            .collect()
    };
    assert_eq!(subscripts("B(i) = x(2 * i + n)"), ["2*i + n"]);
    assert_eq!(subscripts("B(i) = x(i / 2)"), ["i floordiv 2"]);
    assert_eq!(
        subscripts("B(i) = x(max(min(i - 1, N - 1), 0))"),
        ["max(min(i - 1, N - 1), 0)"]
    );
    assert_eq!(subscripts("B(i) = x(A.1 - 1 - i)"), ["N - 1 - i"]);
    assert_eq!(subscripts("B(i) = x(I(i))"), ["i", "value"]);
    assert_eq!(subscripts("B(i) = x(-i % 3)"), ["-i mod 3"]);
}

#[test] // claim B24
fn gathers_are_computed_in_int64() {
    let one_def = one("B(i) = x(1 + I(i))");
    let body = &comprehension(&one_def, 0).body;
    let types: Vec<_> = body
        .instructions
        .iter()
        .map(|instruction| instruction.scalar)
        .collect();
    assert_eq!(
        types,
        [
            Scalar::Int32,
            Scalar::Int64,
            Scalar::Int64,
            Scalar::Int64,
            Scalar::Float
        ]
    );
    assert_eq!(codes(&def("B(i) = A(x(i), 0)")), ["TC0213"]);
    assert_eq!(help(&def("B(i) = A(x(i) + 1, 0)")), "`int32(x(i) + 1)`");
    assert_eq!(codes(&def("B(i) = x(i > 3)")), ["TC0213"]);
    assert_eq!(codes(&def("B(i) = x(1.5) where i in 0:3")), ["TC0213"]);
    assert_eq!(codes(&def("B(i) = x(int32(x(i)))")), NONE);
}

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
        "write `1 / (1 + exp(-x))`"
    );
    assert_eq!(help(&def("B(i) = relu(x(i))")), "write `max(x, 0)`");
    assert_eq!(
        diagnostics(&def("B(i) = tahn(x(i))")),
        ["2:8: error[TC0218]: unknown function `tahn`"]
    );
    assert_eq!(edit(&def("B(i) = tahn(x(i))")), "tanh");
    assert_eq!(codes(&def("B(i) = concat(x(i), x(i))")), ["TC0218"]);
    assert_eq!(codes(&def("B(i) = argmax(x(i))")), ["TC0218"]);
    assert_eq!(codes(&def("B(i) = fmaxf(x(i), 0)")), NONE);
}

#[test] // section 7.2, claims B16, B17
fn bounds_are_size_expressions() {
    for bound in [
        "N / 2",
        "max(N - M, 3)",
        "A.1 + 1",
        "-N + 2 * M",
        "N * M",
        "N / M % 7",
        "v",
    ] {
        let lets = if bound == "v" { "v = N + 1, " } else { "" };
        assert_eq!(
            codes(&def(&format!("B(i) = x(i) where {lets}i in 0:{bound}"))),
            NONE,
            "{bound}"
        );
    }
    for (bound, message) in [
        (
            "I(0)",
            "a bound must be a size expression: `I(0)` is a tensor read",
        ),
        ("j", "a bound must be a size expression: `j` is an index"),
        ("i", "a bound must be a size expression: `i` is an index"),
        (
            "n",
            "a bound must be a size expression: `n` is a tensor read",
        ),
        (
            "c",
            "a bound must be a size expression: `c` is a tensor read",
        ),
        (
            "int32(N)",
            "a bound must be a size expression: `int32(N)` is a cast",
        ),
        (
            "exp(N)",
            "a bound must be a size expression: `exp(N)` is a function call",
        ),
        ("2.5", "expected an integer bound, found float"),
    ] {
        let checked = checked(&def(&format!("B(i) = x(i) where i in 0:{bound}")));
        let messages: Vec<_> = checked
            .diagnostics
            .iter()
            .map(|d| d.message.as_str())
            .collect();
        assert_eq!(messages, [message], "{bound}");
    }
    let bound = Options {
        bind: BTreeMap::from([("n".to_owned(), 3)]),
        ..Options::default()
    };
    assert!(!checked_with(&def("B(i) = x(i) where i in 0:N / n"), &bound).has_errors());
    let symbolic = Options {
        symbolic_scalars: true,
        ..Options::default()
    };
    assert!(!checked_with(&def("B(i) = x(i) where i in 0:N / n"), &symbolic).has_errors());
}

#[test] // E21
fn exists_takes_part_and_is_not_evaluated() {
    let one_def = one("B(i) = c where exists x(i)");
    let body = &comprehension(&one_def, 0).body;
    assert!(
        body.instructions
            .iter()
            .any(|i| matches!(i.operation, Operation::Exists { .. }))
    );
    assert_eq!(
        body.instructions
            .iter()
            .filter(|i| matches!(i.operation, Operation::Read { .. }))
            .count(),
        1
    );
    assert_eq!(codes(&def("B(i) = c where exists x(i, i)")), ["TC0212"]);
    // The type of a tensor that is read is determined first, even if only `exists` mentions it, or
    // if it chooses between literals.
    for (body, count) in [
        (
            "t(i) = 2.5 where exists x(i)\nB(i) = c where exists t(i - 1)",
            1,
        ),
        (
            "B(i) = c where exists (x(i) > 0 ? (x(i + 1) > 0 ? 1 : 2) : 3)",
            2,
        ),
    ] {
        let one_def = one(body);
        let last = comprehension(&one_def, one_def.statements.len() - 1);
        let instructions = last.body.instructions.iter();
        let exists = instructions.filter(|i| matches!(i.operation, Operation::Exists { .. }));
        assert_eq!(exists.count(), count, "{body}");
    }
    // A subscript is computed, but the element that it addresses is not read.
    let one_def = one("B(i) = c where exists x(I(i) + 1)");
    let instructions = comprehension(&one_def, 0).body.instructions.iter();
    let read = instructions.filter_map(|i| match i.operation {
        Operation::Read { tensor, .. } => Some(one_def.tensors[tensor].name.to_string()),
        _ => None,
    });
    assert_eq!(read.collect::<Vec<_>>(), ["c", "I"]);
}

#[test] // section 5, laziness
fn lazy_operands_become_regions() {
    let has_if = |body: &str| {
        let one_def = one(body);
        comprehension(&one_def, 0)
            .body
            .instructions
            .iter()
            .any(|i| matches!(i.operation, Operation::If { .. }))
    };
    assert!(has_if("B(i) = (i >= 1 ? x(i - 1) : 0) + x(i)"));
    assert!(has_if("B(i) = i > 0 && x(i - 1) > 0 where i in 0:N"));
    assert!(has_if("B(i) = n != 0 ? 7 / n : 0 where i in 0:N"));
    assert!(!has_if("B(i) = n != 0 ? 7 / 2 : 0 where i in 0:N"));
    assert!(!has_if("B(i) = n != 0 ? i / 2 : 0 where i in 0:N"));
    assert!(!has_if("B(i) = (x(i) > 0 ? 1.0 : 0.0) * x(i)"));
    // A condition between literals in a branch is not evaluated outside it.
    assert!(has_if(
        "B(i) = i >= 1 ? (x(i - 1) > 0 ? 1 : 0) : 0 where i in 0:N"
    ));
    assert!(has_if(
        "B(i) = x(i) * -(i >= 1 ? 1 : (x(i + 1) > 0 ? 2 : 0.5)) where i in 0:N"
    ));
    assert!(!has_if(
        "B(i) = x(i) > c && x(i) <= 2.0 * c"
            .replace("x(i) <=", "c <=")
            .as_str()
    ));
}

#[test] // section 7.5, claims B33, I20, I25
fn calls() {
    let callee = "def g(float(N) A, int32 k, float s) -> (B) { B(i) = A(i) * s + k }\n";
    let fine =
        format!("{callee}def f(float(M) X) -> (Y) {{ t = g(X, M / 2, -0.5) (Y) = g(t, 3, 1) }}");
    assert_eq!(codes(&fine), NONE);
    let def = checked(&fine).defs.remove(1);
    assert_eq!(def.statements.len(), 2);
    assert!(matches!(&def.statements[0], Statement::Call(call) if call.arguments.len() == 3));
    assert_eq!(def.temporaries().len(), 1);
    assert_eq!(def.temporaries()[0].rank, 1);
    for (body, code) in [
        ("Y = g(X, 1)", "TC0219"),
        ("(Y, Z) = g(X, 1, 1)", "TC0219"),
        ("Y = g(X, 1.5, 1)", "TC0219"),
        ("Y = g(3, 1, 1)", "TC0219"),
        ("Y = g(nope, 1, 1)", "TC0219"),
        ("(Y) = h(X)", "TC0218"),
        ("Y = g(X, 1, 1) Y = g(X, 1, 1)", "TC0404"),
        ("Y = g(X, 1, 1) where i in 0:3", "TC0105"),
        ("Y = g(X, i, 1)", "TC0223"),
    ] {
        let found = codes(&format!("{callee}def f(float(M) X) -> (Y) {{ {body} }}"));
        assert_eq!(found.first(), Some(&code), "{body}: {found:?}");
    }
    let wrong_type = format!("{callee}def f(double(M) X) -> (Y) {{ Y = g(X, 1, 1) }}");
    assert_eq!(
        checked(&wrong_type).diagnostics[0].message,
        "argument 1 of `g`: expected float of rank 1, found double of rank 1"
    );
}

#[test]
fn recursion_names_the_cycle() {
    let text = "def f(float(N) A) -> (B) { B = g(A) }\ndef g(float(N) A) -> (B) { B = f(A) }";
    assert_eq!(
        diagnostics(text),
        ["2:32: error[TC0220]: recursive call: `f` -> `g` -> `f`"]
    );
    let own = "def f(float(N) A) -> (B) { (B) = f(A) }";
    assert_eq!(codes(own), ["TC0220"]);
}

#[test]
fn in_out_passes_through_calls() {
    let callee = "def g(float(N) A) -> (B) { B(i) += A(i) }\n";
    let text = format!("{callee}def f(float(M) X) -> (Y) {{ Y = g(X) }}");
    let checked = checked(&text);
    assert_eq!(
        checked.def("f").map(|def| def.returns()[0].role),
        Some(Role::InOut)
    );
    let defined = format!("{callee}def f(float(M) X) -> (Y) {{ Y(i) = X(i) (Y) = g(X) }}");
    assert_eq!(codes(&defined), ["TC0211"]);
}

#[test] // claim B1, TC0206
fn sizes_of_annotations_need_a_value() {
    let text =
        "def f(int32(N) C) -> (float(N,K) Y) { Y(n,k) = (C(n) == k) ? 1.0 : 0.0 where k in 0:K }";
    assert_eq!(codes(text), ["TC0206"]);
    let free = Options {
        free_sizes: true,
        ..Options::default()
    };
    let def = checked_with(text, &free).defs.remove(0);
    assert_eq!(
        def.sizes.iter().map(|size| size.free).collect::<Vec<_>>(),
        [false, true]
    );
    let bound = Options {
        bind: BTreeMap::from([("K".to_owned(), 5)]),
        ..Options::default()
    };
    assert!(!checked_with(text, &bound).has_errors());
    assert_eq!(
        codes("def f(float(N) A) -> (float(M) B) { B(i) = B(i) + 1 where i in 0:M }"),
        NONE
    );
}

#[test]
fn warnings_can_be_denied() {
    let text = def("B(i) += x(i)");
    assert!(!checked(&text).has_errors());
    assert!(
        checked_with(
            &text,
            &Options {
                deny_warnings: true,
                ..Options::default()
            }
        )
        .has_errors()
    );
}

#[test]
fn all_errors_of_a_file_are_reported_in_order() {
    let text = "def f(float(N) A) -> (B) {
  B(i) = A(i, i)
  B(i) = nope(A(i))
  A(i) = B(i)
}
def g(float(N) A) -> (B) { B(i) = A(k) }
def h(float(N) A) -> (B) { B(i) = ) }
";
    assert_eq!(
        codes(text),
        ["TC0212", "TC0218", "TC0208", "TC0210", "TC0105"]
    );
}

#[test] // claim B21, J17
fn initialising_reduction_without_reduction_index_is_legal() {
    let one_def = one("B(i) +=! x(i)");
    assert!(matches!(
        comprehension(&one_def, 0).assign,
        Assign::Reduce { init: true, .. }
    ));
    assert_eq!(
        comprehension(&one_def, 0).left_count,
        comprehension(&one_def, 0).indices.len()
    );
}

#[test]
fn hostile_definitions_are_answered_quickly() {
    // Each let doubles the one before: exponential if substituted as text.
    let lets: String = (1..100)
        .map(|n| format!(", v{n} = v{} * v{}", n - 1, n - 1))
        .collect();
    assert_eq!(
        codes(&def(&format!("B(i) = v99 where v0 = x(i){lets}"))),
        NONE
    );
    assert_eq!(
        codes(&def(&format!(
            "B(i) = x(v99 - v99) where i in 0:N, v0 = n{lets}"
        ))),
        NONE
    );
    let deep: String = (1..2000)
        .map(|n| format!(", v{n} = v{} + 1", n - 1))
        .collect();
    assert!(codes(&def(&format!("B(i) = v999 where v0 = x(i){deep}"))).contains(&"TC0114"));
    // A branch evaluates the lets that it uses itself: each let here is twice as large as the one
    // before.
    for value in ["x(i)", "2", "(x(i) > 0 ? 1 : 2)"] {
        let branches: String = (1..100)
            .map(|n| format!(", v{n} = (x(i) > {n} ? v{} : v{})", n - 1, n - 1))
            .collect();
        let body = |last: usize| format!("B(i) = v{last} * x(i) where v0 = {value}{branches}");
        assert_eq!(codes(&def(&body(99))), ["TC0114"], "{value}");
    }
    let branches =
        ", w1 = (x(i) > 1 ? v : v), w2 = (x(i) > 2 ? w1 : w1), w3 = (x(i) > 3 ? w2 : w2)";
    assert_eq!(
        codes(&def(&format!("B(i) = w3 where v = x(i){branches}"))),
        NONE
    );
    let chain = format!("B(i) = x(i){}", " + x(i) * 2".repeat(20_000));
    assert_eq!(codes(&def(&chain)), NONE);
    let many: String = (0..5_000)
        .map(|n| {
            format!(
                "t{n}(i) = {}\n",
                if n == 0 {
                    "x(i)".to_owned()
                } else {
                    format!("t{}(i) + 1", n - 1)
                }
            )
        })
        .collect();
    assert_eq!(codes(&def(&format!("{many}B(i) = t4999(i)"))), NONE);
    let literals: String = (0..5_000).map(|n| format!("t{n} = {n}\n")).collect();
    assert_eq!(codes(&def(&format!("{literals}B(i) = x(i)"))).len(), 5_000);
    let calls: String = (1..3_000)
        .map(|n| format!("def f{n}(float(N) A) -> (B) {{ B = f{}(A) }}\n", n - 1))
        .collect();
    assert_eq!(
        codes(&format!(
            "def f0(float(N) A) -> (B) {{ B(i) = A(i) }}\n{calls}"
        )),
        NONE
    );
}

#[test]
fn the_deepest_expression_fits_the_stack_of_a_thread() {
    let level = "true || true && 1 < 2 - 3 * int32(min(1, x(0) < 0.0 ? 1 : ";
    let body = format!(
        "B(i) = {}1{} where i in 0:N",
        level.repeat(60),
        "))".repeat(60)
    );
    let text = def(&body);
    assert!(
        codes(&text).iter().all(|code| *code != "TC0114"),
        "{:?}",
        codes(&text)
    );
    let condition = "(x(i) > 0.0 && ".repeat(250) + "true" + &")".repeat(250);
    assert_eq!(codes(&def(&format!("B(i) = {condition} ? 1 : 0"))), NONE);
}
