mod extensions;
mod modules;
mod names;
mod types;

use super::*;
use crate::model::*;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{Assign, BinaryOp};

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
    assert_eq!(codes(&def("B(i) = x(i) where i in 0:N / n")), NONE);
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
    // The literal is a constant of the callee.
    assert!(matches!(&def.statements[0], Statement::Call(call) if call.arguments.len() == 2));
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
