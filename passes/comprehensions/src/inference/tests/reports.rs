//! What people read: printed forms, explanations, messages.

use super::{codes, run};
use crate::infer_ranges::infer_def;
use crate::inference::explain::Source;
use crate::inference::{Options, infer};
use tc_dialects::tc::Def;
use tc_syntax::diagnostic::{Code, Diagnostic, Format, SourceMap};

/// The message of the first report with this code, and its help.
fn message(program: &str, code: Code) -> (String, Option<String>) {
    let (_, inference) = run(program, &[]);
    let found = inference
        .diagnostics
        .iter()
        .find(|diagnostic| diagnostic.code == Some(code));
    let found = found.unwrap_or_else(|| panic!("no {code} among {:?}", codes(&inference)));
    (
        found.message.clone(),
        found.help.as_ref().map(|help| help.text.clone()),
    )
}

fn expect(program: &str, code: Code, text: &str, help: Option<&str>) {
    assert_eq!(
        message(program, code),
        (text.to_string(), help.map(str::to_string)),
        "{program}"
    );
}

/// The printed form of ranges is part of the specification's text.
#[test]
fn printed_ranges() {
    for (program, printed) in [
        ("B[N], C[M] | A(i) = B(i)+C(i)", "i [0, min(N, M))"),
        ("B[N], C[M] | A(i) = B(i)+C(i-2)", "i [2, min(N, M + 2))"),
        (
            "B[N], K[KN] | A(i) +=! B(i+k)*K(k)",
            "i [0, N - KN + 1), k [0, KN)",
        ),
        ("B[I] | A(i) = B(10-i)", "i [11 - I, 11)"),
        ("B[I] | A(i) = B(2*i)", "i [0, (I + 1)/2)"),
        ("I[N] | O(i) = I(i+5)", "i [-5, N - 5)"),
        (
            "I[M,N] | O(i,j) = I(10+i-j, i+j) where i in 0:10",
            "i [0, 10), j [max(20 - M, 0), min(11, N - 9))",
        ),
        (
            "in[H,W], K[KH,KW] | O(h,w) +=! in(2*h+3*w+kh, 2*w+kw)*K(kh,kw)",
            "h [0, (H - KH - 3*((W - KW)/2))/2 + 1), w [0, (W - KW)/2 + 1), kh [0, KH), kw [0, KW)",
        ),
        ("A[N] | O(i) = A((2*i+1)/3)", "i [0, 3*N/2)"),
        (
            "I[P,Q,S,U,V] | O(i,j) = I(j,j+1,i,i+3,2*i+j)",
            "i [0, min(S, U - 3)), j [0, min(P, Q - 1))",
        ),
    ] {
        let (def, inference) = run(program, &[]);
        let named = def.statements[0].indices.iter().zip(&inference.ranges[0]);
        let texts: Vec<String> = named
            .map(|(index, range)| {
                format!("{} {}", index.name, range.as_ref().expect(program).human())
            })
            .collect();
        assert_eq!(texts.join(", "), printed, "{program}");
    }
}

/// claims C7, C8, C11, C22, C24, C25, C26, L2: what each round used, and why it did not use the
/// rest
#[test]
fn rounds_are_recorded() {
    let (_, inference) = run("B[N], K[KN] | A(i) +=! B(i+k)*K(k)", &[]);
    let statement = &inference.explanation.statements[0];
    let steps: Vec<String> = statement
        .indices
        .iter()
        .flat_map(|index| &index.steps)
        .map(|step| {
            format!(
                "{} {}: {} => {}",
                step.round, step.access, step.condition, step.solution
            )
        })
        .collect();
    assert_eq!(
        steps,
        [
            "2 B(i + k): 0 <= i and i + (KN - 1) < N => i in [0, N - KN + 1)",
            "1 K(k): 0 <= k < KN => k in [0, KN)",
        ]
    );
    let unused: Vec<String> = statement
        .unused
        .iter()
        .map(|unused| format!("{} {} {}", unused.round, unused.access, unused.reason))
        .collect();
    assert_eq!(unused, ["1 B(i + k) two unresolved indices"]);
    assert_eq!(inference.explanation.tensors[0].conditions, ["KN <= N + 1"]);
    assert_eq!(statement.indices[0].source, Source::Inferred);

    let steps_of = |program: &str| -> Vec<String> {
        let (_, inference) = run(program, &[]);
        let steps = inference.explanation.statements[0].indices[0].steps.iter();
        steps
            .map(|step| format!("{} => {}", step.condition, step.solution))
            .collect()
    };
    assert_eq!(
        steps_of("B[I] | A(i) = B(2*i)+B(2*i+1)"),
        [
            "0 <= 2*i < I => i in [0, (I + 1)/2)",
            "0 <= 2*i + 1 < I => i in [0, I/2)"
        ]
    );
    assert_eq!(
        steps_of("B[I] | A(i) +=! B(2*i+k) where k in 0:2"),
        ["0 <= 2*i and 2*i + 1 < I => i in [0, I/2)"]
    );
    assert_eq!(
        steps_of("B[I] | A(i) +=! B(2*i-k) where k in 0:2"),
        ["0 <= 2*i - 1 and 2*i < I => i in [1, (I + 1)/2)"]
    );
}

/// claim C11: names do not matter
#[test]
fn order_of_names_does_not_matter() {
    let one = run("B[N], K[KN] | A(i) +=! B(i+k)*K(k)", &[]).1;
    let other = run("B[N], K[KN] | A(z) +=! B(z+a)*K(a)", &[]).1;
    assert_eq!(one.ranges, other.ranges);
    let swapped = run("B[N], K[KN] | A(i) +=! K(k)*B(k+i)", &[]).1;
    assert_eq!(
        one.ranges,
        [vec![
            swapped.ranges[0][0].clone(),
            swapped.ranges[0][1].clone()
        ]]
    );
}

/// claim C3: the range is as large as possible: one more on either side leaves a tensor.
#[test]
fn ranges_are_maximal() {
    let (_, inference) = run("B[N], K[KN] | A(i) +=! B(i+k)*K(k)", &[]);
    let ranges: Vec<_> = inference.ranges[0].iter().flatten().collect();
    for n in 1..12_i64 {
        for kn in 1..=n {
            let at =
                |end: &tc_syntax::expr::Expr| end.evaluate_at(&[("N", n), ("KN", kn)]).unwrap();
            let (low, high, taps) = (at(&ranges[0].low), at(&ranges[0].high), at(&ranges[1].high));
            let in_bounds = |i: i64| (0..taps).all(|k| (0..n).contains(&(i + k)));
            assert!(
                (low..high).all(in_bounds) && !in_bounds(low - 1) && !in_bounds(high),
                "N = {n}, KN = {kn}"
            );
        }
    }
}

#[test]
fn messages() {
    expect(
        "input[B,C,H,W] | output(b,c,i,j) max=! input(b,c,2*i+kw,2*j+kh)",
        Code::TC0302,
        "cannot infer ranges of `i`, `j`, `kw`, `kh`: each access has more than one unresolved index",
        Some("`where kw in 0:<extent>, kh in 0:<extent>`"),
    );
    expect(
        "I[M,N] | O(i,j) = I(10+i-j, i+j)",
        Code::TC0302,
        "cannot infer ranges of `i`, `j`: each access has more than one unresolved index",
        Some("`where j in 0:<extent>`"),
    );
    expect(
        "B[I], C[J] | A(i,j) = B(i) + B(j+3)",
        Code::TC0304,
        "range of `j` starts at -3, not 0: `A` has origin (0, -3)",
        Some("write the range you meant: `where j in 0:I-3`"),
    );
    expect(
        "x[N] | o(i) = x(i*i)",
        Code::TC0311,
        "cannot infer the range of `i`: `i*i` gives no bound on it",
        Some("`where i in 0:<extent>`"),
    );
    expect(
        "B[NB], C[NC], D[ND] | A(i,j) = B(i)*C(i+j)*D(j)",
        Code::TC0305,
        "checked at each call: NB + ND - 1 <= NC",
        None,
    );
    expect(
        "X[N], W[K] | Y(i) +=! (i+k-1 >= 0 ? X(i+k-1) : 0) * W(k) where i in 0:N, k in 0:K",
        Code::TC0305,
        "checked at each call: N <= 0 if K >= 3",
        None,
    );
    expect(
        "A[N] | O(i) = A(i) where i in 8:4",
        Code::TC0308,
        "range `8:4` of `i` is empty",
        Some("the lower end comes first: `lower:upper`"),
    );
    expect(
        "I[B,M], W1[O,N], B1[O] | O1(b,n) = B1(n); O1(b,n) += I(b,m)*W1(n,m)",
        Code::TC0313,
        "reduction index `m` covers the smaller of M (`I.1`) and N (`W1.1`)",
        None,
    );
}

/// Section 8: the guard of a read says an end, which is then no condition.
#[test]
fn ends_that_guards_say() {
    for (program, ranges) in [
        // The other branch, a conjunction in pieces, a disjunction in the other branch, `==`, a
        // scalar.
        ("B[N] | o(i) = (i < 1 ? 0 : B(i-1)) + B(i)", "[0, N)"),
        (
            "B[N] | o(i) = (i >= 1 ? (i < N + 1 ? B(i-1) : 0) : 0) + B(i)",
            "[0, N)",
        ),
        (
            "B[N] | o(i) = (i < 1 || i > N ? 0 : B(i-1)) + B(i)",
            "[0, N)",
        ),
        ("B[N] | o(i) = (i == 0 ? B(i) : 0) + B(i+1)", "[-1, N - 1)"),
        (
            "B[N], s:int32 | o(i) = (i + s >= 1 && s <= 0 ? B(i-1) : 0) + B(i)",
            "[0, N)",
        ),
        (
            "B[N], C[M] | o(i) = (i > 1 && i < M ? B(i-1) : 0) + C(i)",
            "[0, min(N + 1, M))",
        ),
        (
            "B[N] | o(i) = (2*i >= 3 ? B(2*i-3) : 0) + B(i)",
            "[0, min(N/2 + 2, N))",
        ),
        // Too weak, of another index, no point, a literal, data: the end stays.
        ("B[N] | o(i) = (i >= 0 ? B(i-1) : 0) + B(i)", "[1, N)"),
        (
            "B[N], k:int32 | o(i) = (k >= 1 ? B(i-1) : 0) + B(i)",
            "[1, N)",
        ),
        // A disjunction, a quotient, and what holds within the ranges that other reads give.
        (
            "B[N] | o(i) = (i >= 1 || i > 2 ? B(i-1) : 0) + B(i)",
            "[0, N)",
        ),
        ("B[N] | o(i) = (i/2 >= 1 ? B(i-1) : 0) + B(i)", "[0, N)"),
        (
            "B[N] | o(i) = (i*(i-N) <= -1 ? B(i-1) : 0) + B(i)",
            "[0, N)",
        ),
        (
            "B[N], C[M] | o(i) = (i != 0 && i < N ? B(i-1) : 0) + C(i)",
            "[0, M)",
        ),
        (
            "B[N] | o(i) = (i >= 1 && i < 0 ? B(i-1) : 0) + B(i)",
            "[1, N)",
        ),
        ("B[N] | o(i) = (true ? 0 : B(i-1)) + B(i)", "[1, N)"),
        ("B[N] | o(i) = B(i) where exists B(i-1)", "[1, N)"),
        (
            "B[N], C:int32[N] | o(i) = (C(i) >= i && C(i) < 1 ? B(i) : 0) + B(i+1)",
            "[0, N - 1)",
        ),
    ] {
        let (_, inference) = run(program, &[]);
        let found = inference.ranges[0][0].as_ref();
        let found = found.map(super::super::model::Range::human);
        assert_eq!(found.as_deref(), Some(ranges), "{program}");
    }
}

#[test]
fn guards_in_explanations() {
    let steps_of = |program: &str| -> Vec<String> {
        let (_, inference) = run(program, &[]);
        let statement = &inference.explanation.statements[0];
        let steps = statement.indices.iter().flat_map(|index| &index.steps);
        let steps = steps.map(|step| format!("{} => {}", step.condition, step.solution));
        let unused = statement.unused.iter();
        let unused = unused.map(|one| format!("{}: {}", one.access, one.reason));
        steps.chain(unused).collect()
    };
    assert_eq!(
        steps_of("B[N], C[M] | o(i) = (i-1 >= 0 ? B(i-1) : 0) + C(i)"),
        [
            "i - 1 < N (the guard says 0 <= i - 1) => i < N + 1",
            "0 <= i < M => i in [0, M)"
        ]
    );
    assert_eq!(
        steps_of("B[N] | o(i) = (i-1 >= 0 ? B(i-1) : 0) + B(i)"),
        [
            "0 <= i < N => i in [0, N)",
            "B(i - 1): its guard says both ends"
        ]
    );
    assert_eq!(
        steps_of("B[N], C[N] | o(i) = (i+1 < N ? B(i+1) : 0) + C(i+2)"),
        [
            "0 <= i + 1 (the guard says i + 1 < N) => i >= -1",
            "0 <= i + 2 < N => i in [-2, N - 2)"
        ]
    );
    assert_eq!(
        steps_of(
            "I[N], W[K] | O(i) +=! (i+k-1 >= 0 && i+k-1 < N ? I(i+k-1) : 0) * W(k) where i in 0:N"
        ),
        [
            "0 <= k < K => k in [0, K)",
            "I(i + k - 1): its guard says both ends"
        ]
    );
}

/// A loss of points has a warning; so has a range that sizes of different names meet in.
#[test]
fn losses_are_named() {
    expect(
        "B[N], c:int32[N] | o(i) = (c(i) > 0 ? B(i-1) : 0) + B(i)",
        Code::TC0314,
        "range of `i` is [1, N), not [0, N): the guard of `B(i - 1)` does not keep it in bounds",
        Some("write the range you meant: `where i in 0:N`"),
    );
    expect(
        "X[C,H], B[C] | Y(c,h) = X(c,h) + B(h)",
        Code::TC0315,
        "index `h` covers the smaller of H (`X.1`) and C (`B.0`)",
        Some(
            "use one size name for both, another index, or write the range: `where h in 0:min(H, C)`",
        ),
    );
    for silent in [
        "B[N] | o(i) = B(i-1) + B(i+1)",
        "B[N], W[K] | o(i) +=! B(i+k)*W(k) + B(i)",
        "B[N], C[M] | o(i) = B(i) + C(i) where i in 0:N",
    ] {
        let (_, inference) = run(silent, &[]);
        let found = codes(&inference);
        assert!(
            !found
                .iter()
                .any(|code| code == "TC0314" || code == "TC0315"),
            "{silent}: {found:?}"
        );
    }
}

/// One end is not a range; the message says which end is known.
#[test]
fn an_index_with_one_end() {
    for (program, known, help) in [
        ("B[N] | o(i) = i >= 1 ? B(i-1) : 0", "i < N + 1", "0:N+1"),
        ("B[N] | o(i) = i < N ? B(i-1) : 0", "i >= 1", "1:<extent>"),
        (
            "B[N], C[M] | o(i) = i >= 1 ? B(i-1) + C(i-1) : 0",
            "i < min(N + 1, M + 1)",
            "0:min(N+1,M+1)",
        ),
    ] {
        expect(
            program,
            Code::TC0303,
            &format!("index `i` has no range: `{known}` is all that is known"),
            Some(&format!("`where i in {help}`")),
        );
    }
}

/// claim J12: the printed MLP1 is accepted with the smaller size, and says so
#[test]
fn disagreeing_sizes_are_noted() {
    let (_, inference) = run(
        "I[B,M], W1[O,N], B1[O] | O1(b,n) = B1(n); O1(b,n) += I(b,m)*W1(n,m)",
        &[],
    );
    assert_eq!(codes(&inference), ["TC0312", "TC0313"]);
    let m = inference.ranges[1][2].as_ref().unwrap();
    assert_eq!(m.human(), "[0, min(M, N))");
}

#[test]
fn strict_ranges() {
    let def = super::def("I[N] | O(i) = I(i-1)", &[]);
    let inference = infer(
        &def,
        Options {
            strict_ranges: true,
        },
    );
    assert!(inference.has_errors());
    assert_eq!(codes(&inference), ["TC0304"]);
}

/// The form of section 12, with carets into the source.
#[test]
fn an_explanation_as_a_person_sees_it() {
    let source = "def stencil(float(N) B, float(KN) K) -> (A) {\n  A(i) +=! B(i + k) * K(k)\n}\n";
    let text = r#"
tc.def @stencil(%B: !tc.tensor<[N], f32>, %K: !tc.tensor<[KN], f32>) -> (%A: !tc.tensor<[?], f32>) {
  tc.comprehension %A[i] add init (i, k) {
    %0 = tc.read %B[i + k] : f32 loc("stencil.tc":2:12 to :20)
    %1 = tc.read %K[k] : f32 loc("stencil.tc":2:23 to :27)
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  } loc("stencil.tc":2:3 to :27)
}"#;
    let context = tc_pass_host::new_context(crate::register);
    let module = tc_pass_host::Module::parse(&context, text).expect("parses");
    let def = tc_dialects::op::operations(
        tc_pass_host::BlockLike::first_operation(&module.body())
            .and_then(|first| tc_pass_host::OperationLike::block(&first))
            .expect("a block"),
    )
    .into_iter()
    .find_map(Def::from_op);
    let inference = infer_def(&context, def.expect("a def"), Options::default());
    let mut sources = SourceMap::default();
    sources.add("stencil.tc", source);
    let note: Diagnostic = inference.explanation.to_diagnostic();
    let expected = "\
note[TC0301]: ranges inferred for `stencil`
  --> stencil.tc:2:23
 2 |   A(i) +=! B(i + k) * K(k)
   |                       ^^^^ round 1: 0 <= k < KN  =>  k in [0, KN)
   |            ^^^^^^^^ round 2: 0 <= i and i + (KN - 1) < N  =>  i in [0, N - KN + 1)
   = output `A`: float[N - KN + 1], origin 0, for KN <= N + 1; `B(i + k)` not used in round 1: two unresolved indices
";
    assert_eq!(sources.render(&[note], Format::Human), expected);
    let json = inference.explanation.to_json();
    assert_eq!(json["statements"][0]["indices"][0]["high"], "N - KN + 1");
    assert_eq!(
        json["statements"][0]["indices"][1]["steps"][0]["at"],
        "stencil.tc:2:23"
    );
}
