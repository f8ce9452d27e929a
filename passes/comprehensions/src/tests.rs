//! The passes of this level on IR: input, output, reports.

use tc_pass_host::{Module, PipelineFailure};

/// Runs a pipeline; the printed module, or the reports of the failure.
fn run(text: &str, pipeline: &str) -> Result<String, Vec<String>> {
    let context = tc_pass_host::new_context(crate::register);
    let mut module =
        Module::parse(&context, text).unwrap_or_else(|| panic!("does not parse: {text}"));
    match tc_pass_host::run_pipeline(&context, &mut module, pipeline, None) {
        Ok(_) => Ok(module.as_operation().to_string()),
        Err(PipelineFailure::Failed { diagnostics }) => {
            let text = |one: &tc_syntax::diagnostic::Diagnostic| {
                let label = one
                    .primary
                    .as_ref()
                    .map(|label| label.text.clone())
                    .unwrap_or_default();
                if label.is_empty() {
                    one.headline()
                } else {
                    format!("{}: {label}", one.headline())
                }
            };
            Err(diagnostics.iter().map(text).collect())
        }
        Err(other) => panic!("{other}"),
    }
}

fn accepted(text: &str, pipeline: &str) -> String {
    run(text, pipeline).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"))
}

const RELU: &str = "tc.def @relu(%X: !tc.tensor<[A], f32>, %s: !tc.tensor<[], i32>) -> (%Y: !tc.tensor<[?], f32>) {
  %T = tc.temporary : !tc.tensor<[?], f32>
  tc.comprehension %T[N] (N) {
    %0 = tc.read %X[s * N] : f32
    tc.yield %0 : f32
  }
  tc.comprehension %Y[i] (i in [0, T.0)) {
    %0 = tc.read %T[i] : f32
    tc.yield %0 : f32
  }
}
";

/// Claims of section 7.5 of the language: renaming of indices and temporaries, scalars, origins.
#[test]
fn calls_are_inlined() {
    let caller = "tc.def @net(%I: !tc.tensor<[N], f32>) -> (%O: !tc.tensor<[?], f32>) {
  %S = tc.temporary : !tc.tensor<[?], f32>
  %two = tc.temporary : !tc.tensor<[], i32>
  tc.comprehension %S[i] (i) {
    %0 = tc.read %I[i - 3] : f32
    tc.yield %0 : f32
  }
  tc.comprehension %two[] () {
    %0 = arith.constant 2 : i32
    tc.yield %0 : i32
  }
  tc.call @relu(%S, %two) into (%O)
}
";
    let text = format!("{RELU}{caller}");
    let inlined = accepted(&text, "tc-inline-calls");
    let net = &inlined[inlined.find("@net").unwrap()..];
    assert!(net.contains("%relu_T = tc.temporary"), "{net}");
    assert!(net.contains("tc.comprehension %relu_T[N_1] (N_1)"), "{net}");
    assert!(net.contains("tc.read %S[2*N_1 + 3]"), "{net}");
    assert!(
        net.contains("tc.comprehension %O[i] (i in [0, relu_T.0))"),
        "{net}"
    );
    assert!(!net.contains("tc.call"), "{net}");
    let inferred = accepted(
        net.replacen("@net", "tc.def @net", 1)
            .trim_end()
            .trim_end_matches('}'),
        "tc.def(tc-infer-ranges)",
    );
    assert!(
        inferred.contains("%O: !tc.tensor<[(N + 1) floordiv 2], f32>"),
        "{inferred}"
    );
}

#[test]
fn sizes_of_calls_agree() {
    let callee = "tc.def @add(%A: !tc.tensor<[K], f32>, %B: !tc.tensor<[K], f32>) -> (%C: !tc.tensor<[?], f32>) {
  tc.comprehension %C[i] (i) {
    %0 = tc.read %A[i] : f32
    %1 = tc.read %B[i] : f32
    %2 = arith.addf %0, %1 : f32
    tc.yield %2 : f32
  }
}
";
    let caller = |types: [&str; 2]| {
        format!(
            "{callee}tc.def @f(%X: !tc.tensor<[{}], f32>, %Y: !tc.tensor<[{}], f32>) -> (%Z: !tc.tensor<[?], f32>) {{
  tc.call @add(%X, %Y) into (%Z)
}}
",
            types[0], types[1]
        )
    };
    let pipeline = "tc-inline-calls,tc.def(tc-infer-ranges)";
    let same = accepted(&caller(["N", "N"]), pipeline);
    assert!(!same.contains("preconditions"), "{same}");
    let different = accepted(&caller(["N", "M"]), pipeline);
    assert!(
        different.contains("preconditions = [\"M == N\"]"),
        "{different}"
    );
    let never = run(&caller(["3", "4"]), pipeline).unwrap_err();
    assert_eq!(
        never,
        ["error[TC0504]: sizes disagree: `4 == 3` never holds"]
    );
}

#[test]
fn recursion_and_wrong_calls_are_refused() {
    let def = |name: &str, calls: &str| {
        format!(
            "tc.def @{name}(%X: !tc.tensor<[N], f32>) -> (%Y: !tc.tensor<[?], f32>) {{\n  tc.call @{calls}(%X) into (%Y)\n}}\n"
        )
    };
    let cycle = format!("{}{}", def("f", "g"), def("g", "f"));
    assert_eq!(
        run(&cycle, "tc-inline-calls").unwrap_err(),
        ["error[TC0220]: recursive call: `f` -> `g` -> `f`"]
    );
}

/// An in/out matrix (or a vector of extent 10) with one statement on it.
fn update(shape: &str, left: &str, ranges: &str, read: &str) -> String {
    format!(
        "tc.def @f() -> (inout %a: !tc.tensor<[{shape}], f32>){} {{
  tc.comprehension %a[{left}] ({ranges}) {{
    %0 = tc.read %a[{read}] : f32
    tc.yield %0 : f32
  }}
}}",
        if shape.contains('N') { " sizes(N)" } else { "" }
    )
}

/// claims D6, D7, D8: the table of section 10
#[test]
fn in_place_updates() {
    let pipeline = "tc.def(tc-infer-ranges,tc-check-inplace)";
    let message =
        "error[TC0401]: in-place update of `a` reads elements that other instances write: ";
    for (shape, left, ranges, read) in [
        ("N, N", "i, j", "i in [0, N), j in [0, N)", "i, j"),
        ("1, 1", "i, j", "i in [0, 1), j in [0, 1)", "j, i"),
        ("10", "i", "i in [0, 5)", "i + 5"),
        ("10", "i", "i in [0, 5)", "9 - i"),
        ("10", "i", "i in [1, 10)", "0"),
    ] {
        accepted(&update(shape, left, ranges, read), pipeline);
    }
    for (shape, left, ranges, read, witness) in [
        (
            "N, N",
            "i, j",
            "i in [0, N), j in [0, N)",
            "j, i",
            "instance (0, 1) reads a(1, 0), which instance (1, 0) writes, for N = 2",
        ),
        (
            "10",
            "i",
            "i in [0, 10)",
            "9 - i",
            "instance (0) reads a(9), which instance (9) writes",
        ),
        (
            "10",
            "i",
            "i in [0, 9)",
            "i + 1",
            "instance (0) reads a(1), which instance (1) writes",
        ),
        (
            "10",
            "i",
            "i in [0, 5)",
            "2 * i",
            "instance (1) reads a(2), which instance (2) writes",
        ),
    ] {
        let reports = run(&update(shape, left, ranges, read), pipeline).unwrap_err();
        assert_eq!(reports, [format!("{message}{witness}")]);
    }
}

/// claim D28
#[test]
fn data_dependent_self_reads_are_refused() {
    let text = "tc.def @f(%I: !tc.tensor<[10], ui8>) -> (inout %a: !tc.tensor<[256], f32>) {
  tc.comprehension %a[i] (i in [0, 10)) {
    %0 = tc.read %I[i] : i8
    %1 = arith.index_castui %0 : i8 to index
    %2 = tc.read %a[%1] : f32
    tc.yield %2 : f32
  }
}";
    let reports = run(text, "tc.def(tc-infer-ranges,tc-check-inplace)").unwrap_err();
    assert_eq!(
        reports,
        ["error[TC0406]: `a` is read at data-dependent subscripts while it is written"]
    );
}
