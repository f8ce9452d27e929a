use super::raise;
use crate::compile;
use melior::Context;
use melior::dialect::DialectRegistry;
use melior::ir::Module;
use tc_frontend::tc::{Options, write::text as written};
use tc_syntax::diagnostic::SourceFile;

fn context() -> Context {
    let registry = DialectRegistry::new();
    melior::utility::register_all_dialects(&registry);
    tc_dialects::register(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();
    context
}

fn emitted<'c>(context: &'c Context, text: &str) -> Module<'c> {
    let options = Options {
        free_sizes: true,
        ..Options::default()
    };
    match compile(context, SourceFile::new("t.tc", text), None, &options) {
        Ok(compiled) => compiled.module,
        Err(errors) => panic!("{text}\n{errors:?}"),
    }
}

/// The text that a module is raised to.
fn raised(module: &Module<'_>) -> String {
    let raised = raise(module, None).unwrap_or_else(|errors| panic!("{errors:?}"));
    written(&raised).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Asserts that emission, raising and emission again give the same IR; returns the raised text.
fn round_trip(text: &str) -> String {
    let context = context();
    let module = emitted(&context, text);
    let written = raised(&module);
    let again = emitted(&context, &written);
    assert_eq!(
        again.as_operation().to_string(),
        module.as_operation().to_string(),
        "{written}"
    );
    written
}

/// The right-hand side of the only statement after emission and raising.
fn right_side(body: &str) -> String {
    let head = "def f(float(M,N) A, float(N) x, int32(M) I, uint8(M) U, half(M) H, bool(M) P, double(M) D, int32 n) -> (B)";
    let text = round_trip(&format!("{head} {{ B(i) max=! {body} }}"));
    let line = text
        .lines()
        .skip_while(|line| !line.contains("max=!"))
        .map(str::trim)
        .take_while(|line| *line != "}");
    let statement = line.collect::<Vec<_>>().join(" ");
    statement.trim_start_matches("B(i) max=! ").to_owned()
}

#[test]
fn text_that_people_write_comes_back_as_it_was() {
    let text = "\
def conv1d(float(M) X, float(T) taps) -> (Y) {
  Y(i) +=! X(i + t) * taps(t)
}

def clamp(float(N) X, int32(N) C, float a) -> (float(N) Y, Z) {
  t(i) = X(i) * a + 1.0 where i in 1:N - 1
  Y(i) = X(max(min(C(i), N - 1), 0))
  Z(n) = t(n) > 0.5 ? t(n) : 0.0 where exists X(n + 1)
}
";
    assert_eq!(round_trip(text), text);
}

#[test]
fn operators_that_are_several_operations_come_back() {
    for body in [
        "I(i) / 3",
        "I(i) / n",
        "I(i) % 3",
        "I(i) % n",
        "I(i) % -3",
        "int8(D(i))",
        "uint16(D(i))",
        "int64(x(k))",
        "hypot(D(i), 2.5)",
        "!(I(i) == 3) ? -I(i) : 2",
        "bool(I(i)) ? 1 : 0",
        "half(x(k) * 0.1f)",
    ] {
        let found = right_side(body);
        let expected = match body {
            "bool(I(i)) ? 1 : 0" => "I(i) != 0 ? 1 : 0",
            "half(x(k) * 0.1f)" => "half(x(k) * 0.1)",
            body => body,
        };
        assert_eq!(found, expected);
    }
}

/// Functions that emission expands to arithmetic are raised to that arithmetic, whose constants may
/// be infinite; the second round trip gives the same text.
#[test]
fn composed_functions_come_back_as_arithmetic() {
    let context = context();
    for call in [
        "logb(x(i))",
        "norm3d(x(i), D(i), 1)",
        "rhypot(x(i), 2)",
        "nextafter(D(i), 0)",
        "remainder(x(i), 3)",
        "sinpi(x(i))",
        "fdim(x(i), D(i))",
    ] {
        let text = format!("def f(float(N) x, double(N) D) -> (B) {{ B(i) = {call} }}");
        let once = raised(&emitted(&context, &text));
        let twice = raised(&emitted(&context, &once));
        let lines = once.lines().count().max(twice.lines().count());
        assert!(lines < 80, "{call} takes {lines} lines");
        assert_eq!(raised(&emitted(&context, &twice)), twice, "{call}");
    }
    for body in ["x(k) < 1.0 / 0.0 ? x(k) : -(1.0 / 0.0)", "pow(10.0, D(i))"] {
        assert_eq!(right_side(body), body);
    }
}

#[test]
fn conversions_are_written_only_where_they_are_needed() {
    for (body, expected) in [
        ("I(i) * x(k)", "I(i) * x(k)"),
        ("I(i) * 0.1f", "I(i) * 0.1f"),
        ("0.5f * I(i)", "0.5f * I(i)"),
        ("D(i) * 0.1", "D(i) * 0.1"),
        ("H(i) * 0.1", "H(i) * 0.1"),
        ("x(k) + double(I(i)) * 2", "x(k) + double(I(i)) * 2.0"),
        ("U(i) + 300", "U(i) + 300"),
        ("U(i) / uint8(3)", "U(i) / 3"),
        ("uint32(I(i)) / 3", "uint32(I(i)) / 3"),
        ("exp(I(i))", "exp(I(i))"),
        ("P(i) ? x(k) : 1", "P(i) ? x(k) : 1.0"),
        ("A(I(i) + 1, k) + n", "A(I(i) + 1, k) + n"),
        ("A(int32(I(i) + 1), k)", "A(int32(I(i) + 1), k)"),
        (
            "P(i) && A(i, k) > 0 ? 1 : 0",
            "P(i) && A(i, k) > 0.0 ? 1 : 0",
        ),
    ] {
        assert_eq!(right_side(body), expected);
    }
}

/// A tensor without an annotation gets its element type from what is written to it.
#[test]
fn the_types_of_tensors_without_annotation_come_back() {
    for body in [
        "O(i) = double(H(i))",
        "O(i) = H(i)",
        "O(i) = double(2) where i in 0:N",
        "O(i) = 2 where i in 0:N",
        "O(i) +=! H(k) > 0.5 where i in 0:N",
        "O(i) max=! H(k) > 0.5 where i in 0:N",
        "O(i) = 0 where i in 0:N\n O(i) = O(i) + double(H(i))",
        "T(i) = 0.5 where i in 0:N\n T(i) += H(i)\n O(i) = float(T(i))",
        "O(i) = float(H(i))\n O(i) += H(i) * 2",
    ] {
        round_trip(&format!("def f(half(N) H) -> (O) {{ {body} }}"));
    }
}

#[test]
fn a_value_that_is_used_twice_gets_a_name() {
    let found = right_side("v * v + A(v, k) where v = I(i)");
    assert_eq!(found, "v0 * v0 + A(I(i), k) where v0 = I(i)");
}

#[test]
fn calls_pass_tensors_and_scalars() {
    let text = "\
def scale(float(N) X, float a, int32 n) -> (Y) {
  Y(i) = X(i) * a + n
}

def main(float(N) X, float b) -> (Z) {
  t = scale(X, b, N + 1)
  Z = scale(t, b, N)
}
";
    assert_eq!(round_trip(text), text);
}

/// A constant of a call is one of an instance of what is called.
#[test]
fn calls_with_constants_are_calls_of_instances() {
    let text = "\
def scale(float(N) X, float a, int32 n) -> (Y) {
  Y(i) = X(i) * a + n
}

def main(float(N) X) -> (Z) {
  t = scale(X, 0.5, N + 1)
  Z = scale(t, -1.0, 3)
}
";
    let instances = "\
def scale_0_5(float(N) X, int32 n) -> (Y) {
  Y(i) = X(i) * 0.5 + n
}

def scale__1_3(float(N) X) -> (Y) {
  Y(i) = X(i) * -1.0 + int32(3)
}
";
    let found = round_trip(text);
    assert!(found.contains("  t = scale_0_5(X, N + 1)\n  Z = scale__1_3(t)\n"));
    assert!(found.ends_with(instances), "{found}");
}

#[test]
fn a_sum_of_ten_thousand_terms_is_no_deep_tree() {
    let body = vec!["x(i)"; 10_000].join(" + ");
    let text = format!("def f(float(N) x) -> (y) {{ y(i) = {body} }}");
    let written = round_trip(&text);
    assert_eq!(written.matches("x(i)").count(), 10_000);
}

/// The errors for a body in the dialect.
fn refusal(body: &str) -> String {
    let text = format!(
        "tc.def @f(%A: !tc.tensor<[N], f32>, %I: !tc.tensor<[N], i32>) -> (%B: !tc.tensor<[?], f32>) {{
           tc.comprehension %B[i] (i) {{
             %a = tc.read %A[i] : f32
             {body}
           }}
         }}"
    );
    let context = context();
    let module = Module::parse(&context, &text).unwrap_or_else(|| panic!("{text}"));
    let errors = match raise(&module, None) {
        Err(errors) => errors,
        Ok(raised) => written(&raised).expect_err("it has no spelling"),
    };
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors[0].message.clone()
}

#[test]
fn what_has_no_spelling_is_refused_by_name() {
    for (body, expected) in [
        (
            "%b = math.roundeven %a : f32\n tc.yield %b : f32",
            "`math.roundeven` has no spelling in TC text",
        ),
        (
            "%n = arith.constant 0x7FC00000 : f32\n %b = arith.addf %a, %n : f32\n tc.yield %b : f32",
            "the constant NaN has no spelling in TC text",
        ),
        (
            "%s = tc.value N + 1 : i32\n %b = arith.sitofp %s : i32 to f32\n tc.yield %b : f32",
            "`f` cannot be written as TC text: the value `N + 1` of type int32 is computed from sizes; only plain ones of type int32 have a spelling",
        ),
        (
            "%i = tc.read %I[i] : i32\n %r = arith.remsi %i, %i : i32\n %b = arith.sitofp %r : i32 to f32\n tc.yield %b : f32",
            "`arith.remsi` has no spelling in TC text",
        ),
    ] {
        assert_eq!(refusal(body), expected);
    }
    let context = context();
    let module = Module::parse(&context, "func.func private @g()").expect("it parses");
    let errors = raise(&module, None).expect_err("no def");
    assert_eq!(
        errors[0].message,
        "`func.func` cannot be written as TC text: expected `tc.def`"
    );
    let errors = raise(&module, Some("f")).expect_err("no such def");
    assert_eq!(errors[0].message, "the module has no `tc.def @f`");
}

#[test]
fn names_that_the_language_does_not_have_are_refused() {
    let text = "tc.def @f(%A: !tc.tensor<[exists], f32>) -> (%B: !tc.tensor<[?], f32>) {
      tc.comprehension %B[i] (i) { %a = tc.read %A[i] : f32 tc.yield %a : f32 }
    }";
    let context = context();
    let module = Module::parse(&context, text).expect("it parses");
    let raised = raise(&module, None).expect("the tree holds any name");
    let errors = written(&raised).expect_err("no such name");
    assert_eq!(
        errors[0].message,
        "`f` cannot be written as TC text: `exists` is not a name of the language"
    );
}

#[test]
fn loops_places_triangles_and_pairs_come_back() {
    let text = "\
def smooth(float(N) a, int32 T) -> (A) {
  A(0, i) = a(i)
  for t in 0:T {
    A(t + 1, i) = i > 0 && i < N - 1 ? (A(t, i - 1) + A(t, i + 1)) / 2.0 : A(t, i)
  }
}

def fib(int32 n) -> (int64(n) f) {
  f(i) = 1 where i in 0:n
  for i in 2:n {
    f(i) = f(i - 1) + f(i - 2)
  }
}

def forms(float(N, D) V, int32(N) G, float(N, N) X) -> (float(N, D) O, s, m, a, float(N) y) {
  O(G(n), d) +=! V(n, d)
  s(i) +=! X(i, k) where k in 0:i + 1
  (m(i), a(i)) max=! (X(i, k), k)
  y(N - 1 - i) = X(i, i)
}

def scale(float(N) x, int32 n) -> (y) {
  y(i) = x(i) * n
}

def calls(float(N) x) -> (s) {
  s(i) = x(i)
  for t in 0:N {
    for u in 0:t {
      y = scale(x, u)
      s(t) = s(t) + y(u)
    }
  }
}
";
    let context = context();
    let module = emitted(&context, text);
    let ir = module.as_operation().to_string();
    for line in [
        "tc.for t in [0, T) {",
        "tc.comprehension %A[t + 1, i] (i) {",
        "(%f: !tc.tensor<[max(n, 0)], i64>)",
        "tc.comprehension %O[?, d] add init (d, n) {",
        "tc.comprehension %s[i] add init (i, k in [0, i + 1)) {",
        "tc.comprehension (%m[i], %a[i]) max init (i, k) {",
        "tc.comprehension %y[N - 1 - i] (i) {",
    ] {
        assert!(ir.contains(line), "{line}\n{ir}");
    }
    assert_eq!(round_trip(text), text);
}

#[test]
fn canonical_forms_of_loops_places_and_pairs() {
    let context = context();
    let form = |text: &str| {
        let module = emitted(&context, text);
        let raised = raise(&module, None).expect("it is raised");
        tc_frontend::canonical::outline(&raised[0]).expect("it has a form")
    };
    assert_eq!(
        form("def scan(float(N) x) -> (s) { s(0) = 0.0 for i in 0:N { s(i+1) = s(i) + x(i) } }"),
        "(tc 1 (in (f32 s0)) (out f32) (st (r0 0) set (f32 0.0)) (for (l0 0 s0) (st (r0 (add l0 1)) set (add (rd r0 l0) (rd a0 l0)))))"
    );
    assert_eq!(
        form("def f(float(N,N) X) -> (m, a) { (m(i), a(i)) max=! (X(i,k), k) where k in i:N }"),
        "(tc 1 (in (f32 s0 s0)) (out f32 i32) (st2 (r0 i0) (r1 i0) max! (i0 ?) (i1 i0 s0) (rd a0 i0 i1) (i32 i1)))"
    );
    assert_eq!(
        form("def f(float(N) v, int32(N) g, int32 K) -> (float(K) h) { h(g(n)) += v(n) }"),
        form("def g(float(M) a, int32(M) b, int32 S) -> (float(S) y) { y(b(q)) += a(q) }")
    );
}
