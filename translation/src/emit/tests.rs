use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Module};
use tc_dialects::location;
use tc_frontend::tc::{Checked, Options, check, reachable};
use tc_syntax::diagnostic::{Code, Diagnostic, Place, SourceFile};

fn context() -> Context {
    let registry = DialectRegistry::new();
    melior::utility::register_all_dialects(&registry);
    tc_dialects::register(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context
}

fn options() -> Options {
    Options {
        free_sizes: true,
        ..Options::default()
    }
}

/// The module of an entry, or of all definitions.
fn of_entry<'c>(
    context: &'c Context,
    checked: &Checked,
    entry: Option<&str>,
) -> Result<Module<'c>, Diagnostic> {
    Ok(super::emit(
        context,
        &checked.file,
        reachable(checked, entry)?,
    ))
}

/// The module of a program, as text.
fn emitted(text: &str) -> String {
    let context = context();
    let checked = check(SourceFile::new("t.tc", text), &options());
    assert!(!checked.has_errors(), "{:?}", checked.diagnostics);
    let module = of_entry(&context, &checked, None).expect("the program has no errors");
    assert!(module.as_operation().verify(), "{}", module.as_operation());
    let text = module.as_operation().to_string();
    let again = Module::parse(&context, &text).unwrap_or_else(|| panic!("does not parse:\n{text}"));
    assert_eq!(again.as_operation().to_string(), text);
    text
}

/// The lines of the only comprehension's body, for
/// `float(M,N) A, float(N) x, int32 n, int32(M) I, ...`.
fn body(statement: &str) -> Vec<String> {
    let text = emitted(&format!(
        "def f(float(M,N) A, float(N) x, int32 n, int32(M) I, uint8(M) U, half(M) H, bool(M) P, double(M) D) -> (B) \
         {{ {statement} }}"
    ));
    let lines = text.lines().map(str::trim);
    let body = lines
        .skip_while(|line| !line.starts_with("tc.comprehension"))
        .skip(1);
    body.take_while(|line| *line != "}")
        .map(str::to_owned)
        .collect()
}

/// The names of the operations of a body, in order.
fn operations(statement: &str) -> Vec<String> {
    let name = |line: &String| {
        let right = line
            .split_once(" = ")
            .map_or(line.as_str(), |(_, right)| right);
        right
            .split([' ', '{'])
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    body(statement).iter().map(name).collect()
}

#[test]
fn a_definition_reads_as_it_was_written() {
    let text = "def conv1d(float(M) X, float(T) taps) -> (Y) { Y(i) +=! X(i + t) * taps(t) }";
    assert_eq!(
        emitted(text),
        "module {
  tc.def @conv1d(%X: !tc.tensor<[M], f32>, %taps: !tc.tensor<[T], f32>) -> (%Y: !tc.tensor<[?], f32>) {
    tc.comprehension %Y[i] add init (i, t) {
      %0 = tc.read %X[i + t] : f32
      %1 = tc.read %taps[t] : f32
      %2 = arith.mulf %0, %1 : f32
      tc.yield %2 : f32
    }
  }
}
"
    );
}

#[test]
fn roles_ranges_sizes_and_temporaries() {
    let text = "def f(int32(N) C, uint8 k, float(N, 3) A) -> (float(N,K) Y, z) {
  t(i) = A(i, 0) where i in 1:N-1
  Y(n, j) = Y(n, j) + t(n) where j in 0:K
  z max=! C(n) where exists A(n, k)
}";
    let text = emitted(text);
    for part in [
        "tc.def @f(%C: !tc.tensor<[N], i32>, %k: !tc.tensor<[], ui8>, %A: !tc.tensor<[N, 3], f32>)",
        "-> (inout %Y: !tc.tensor<[N, K], f32>, %z: !tc.tensor<[], i32>) sizes(K)",
        "%t = tc.temporary : !tc.tensor<[?], f32>",
        "tc.comprehension %t[i] (i in [1, N - 1))",
        "tc.comprehension %Y[n, j] (n, j in [0, K))",
        "tc.comprehension %z[] max init (n)",
        "tc.exists %A[n, k]",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test] // claim B27
fn names_that_mlir_would_change_are_kept() {
    let text = emitted(
        "def f(float(2N) 2LUT, int32 min_) -> (B) { B(2i) = 2LUT(2i + min_) where mod = 3, 2i in 0:mod }",
    );
    assert!(text.contains("\"2LUT\""), "{text}");
    assert!(text.contains("[\"2N\"]"), "{text}");
    assert!(text.contains("\"2i\" + min_"), "{text}");
}

#[test]
fn every_kernel_emits_and_verifies() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../frontend/tests/corpus/accepted"
    );
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let path = entry.expect("an entry").path();
        let text = emitted(&std::fs::read_to_string(&path).expect("a readable kernel"));
        assert!(text.contains("tc.comprehension"), "{path:?}");
    }
}

#[test]
fn operations_point_at_the_line_that_they_were_made_from() {
    let context = context();
    let text = "def f(float(N) A) -> (B) {\n  B(i) +=! A(i + 1)\n    * 2.0\n}";
    let checked = check(SourceFile::new("dir/f.tc", text), &options());
    let module = of_entry(&context, &checked, None).expect("no errors");
    let mut places = std::collections::HashMap::new();
    tc_dialects::op::walk(module.as_operation(), &mut |operation| {
        let place = location::place(operation.location());
        places.insert(tc_dialects::op::name(operation), place);
    });
    let span = |start, end| Some(Place::span("dir/f.tc", start, end));
    assert_eq!(places["tc.read"], span((2, 12), (2, 20)));
    assert_eq!(places["arith.mulf"], span((2, 12), (3, 10)));
    let def = module.body().first_operation().expect("a def");
    assert_eq!(
        location::place(def.location()),
        Some(Place::span("dir/f.tc", (1, 5), (1, 6)))
    );
}

#[test]
fn only_what_the_entry_needs_is_emitted() {
    let text = "def a(float(N) A) -> (B) { B(i) = A(i) }
def b(float(N) A) -> (B) { B = a(A) }
def c(float(N) A, int32 k, half h) -> (B) { B(i) = A(i) * k * h }
def d(float(N) A, half h) -> (B) { t = b(A) B = c(t, N / 2 + 1, h) }
def l(float(N) A) -> (B) { B = c(A, N, 0.5) }";
    let context = context();
    let checked = check(SourceFile::new("t.tc", text), &options());
    let names = |entry: &str| -> String {
        let module = of_entry(&context, &checked, Some(entry)).expect("the entry is there");
        let text = module.as_operation().to_string();
        text.split("tc.def @")
            .skip(1)
            .map(|part| part.split('(').next().unwrap_or_default())
            .collect()
    };
    assert_eq!(names("a"), "a");
    assert_eq!(names("b"), "ab");
    assert_eq!(names("d"), "abcd");
    // A constant of a call is one of an instance of what is called.
    assert_eq!(names("l"), "lc_0_5");
    let text = of_entry(&context, &checked, Some("d"))
        .expect("d")
        .as_operation()
        .to_string();
    for part in [
        "tc.call @b(%A) into (%t)",
        "%scalar0 = tc.temporary : !tc.tensor<[], i32>",
        "tc.call @c(%t, %scalar0, %h) into (%B)",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let error = of_entry(&context, &checked, Some("e")).expect_err("there is no e");
    assert_eq!(error.code, Some(Code::TC0515));
    assert_eq!(error.message, "unknown def `e`");
}

#[test] // section 5, division
fn integer_division_floors() {
    assert_eq!(
        operations("B(i) = I(i) / 2"),
        ["tc.read", "arith.constant", "arith.floordivsi", "tc.yield"]
    );
    assert_eq!(
        operations("B(i) = U(i) / 2"),
        ["tc.read", "arith.constant", "arith.divui", "tc.yield"]
    );
    assert_eq!(
        operations("B(i) = U(i) % 2"),
        ["tc.read", "arith.constant", "arith.remui", "tc.yield"]
    );
    assert!(
        operations("B(i) = I(i) / n").contains(&"arith.select".to_owned()),
        "-1 is taken out"
    );
    assert!(operations("B(i) = I(i) % 3").contains(&"arith.remsi".to_owned()));
    assert_eq!(
        body("B(i) = 7 / -2 where i in 0:M")[0],
        "%c-4_i32 = arith.constant -4 : i32"
    );
}

#[test] // section 4, casts
fn casts_saturate_and_never_fail() {
    let names = operations("B(i) = int8(x(i))");
    assert_eq!(
        names.iter().filter(|name| *name == "arith.cmpf").count(),
        3,
        "{names:?}"
    );
    assert!(names.contains(&"arith.fptosi".to_owned()));
    let text = body("B(i) = int8(x(i))").join("\n");
    assert!(
        text.contains("1.280000e+02")
            && text.contains("-1.280000e+02")
            && text.contains("127 : i8"),
        "{text}"
    );
    assert!(operations("B(i) = uint8(x(i))").contains(&"arith.fptoui".to_owned()));
    assert!(
        body("B(i) = bool(x(i))")
            .iter()
            .any(|line| line.contains("arith.cmpf une"))
    );
    assert_eq!(
        operations("B(i) = int8(I(i))"),
        ["tc.read", "arith.trunci", "tc.yield"]
    );
    assert_eq!(
        operations("B(i) = int32(U(i))"),
        ["tc.read", "arith.extui", "tc.yield"]
    );
    assert_eq!(
        operations("B(i) = float(U(i))"),
        ["tc.read", "arith.uitofp", "tc.yield"]
    );
    assert_eq!(
        operations("B(i) = half(D(i))"),
        ["tc.read", "arith.truncf", "arith.extf", "tc.yield"]
    );
}

#[test]
fn half_is_computed_in_float() {
    let lines = body("B(i) +=! H(i) * 0.1");
    assert_eq!(lines[0], "%0 = tc.read %H[i] : f16");
    assert_eq!(lines[1], "%1 = arith.extf %0 : f16 to f32");
    // 0.1 rounded to half.
    assert!(lines[2].contains("0.0999755859"), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("tc.yield %2 : f32"));
}

#[test]
fn comparisons_and_extrema_know_the_sign() {
    assert!(
        body("B(i) = I(i) < n")
            .iter()
            .any(|line| line.contains("cmpi slt"))
    );
    assert!(
        body("B(i) = U(i) < 3")
            .iter()
            .any(|line| line.contains("cmpi ult"))
    );
    assert!(
        body("B(i) = x(i) != x(i)")
            .iter()
            .any(|line| line.contains("cmpf une"))
    );
    assert!(operations("B(i) = max(x(i), 0)").contains(&"arith.maximumf".to_owned()));
    assert!(operations("B(i) = fmax(x(i), 0)").contains(&"arith.maxnumf".to_owned()));
    assert!(operations("B(i) = min(U(i), 3)").contains(&"arith.minui".to_owned()));
    assert!(operations("B(i) = min(P(i), true)").contains(&"arith.andi".to_owned()));
}

#[test]
fn lazy_operands_are_regions() {
    let lines = body("B(i) = i >= 1 && P(i) ? x(i - 1) : 0 where i in 0:M").join("\n");
    assert!(lines.contains("scf.if"), "{lines}");
    assert!(operations("B(i) = P(i) ? 1 : 0").contains(&"arith.select".to_owned()));
}

#[test]
fn gathers_go_through_values() {
    assert_eq!(
        body("B(i) = x(I(i))"),
        [
            "%0 = tc.read %I[i] : i32",
            "%1 = arith.extsi %0 : i32 to i64",
            "%2 = arith.index_cast %1 : i64 to index",
            "%3 = tc.read %x[%2] : f32",
            "tc.yield %3 : f32"
        ]
    );
}
