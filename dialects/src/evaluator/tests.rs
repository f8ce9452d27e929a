//! The evaluation examples of the language specification (section 11), on IR with ranges, and the
//! checks of a call.

use super::{Given, bind_call, evaluate};
use crate::tc::Def;
use crate::tensor::{ElementType, Tensor};
use crate::tests::context;
use half::f16;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Module};
use tc_syntax::diagnostic::Diagnostic;

/// Runs `work` on the first def of a module.
fn with_def<R>(text: &str, work: impl FnOnce(Def<'_, '_>) -> R) -> R {
    let context = context();
    let module = Module::parse(&context, text).unwrap_or_else(|| panic!("does not parse: {text}"));
    assert!(module.as_operation().verify(), "{text}");
    let first = module.body().first_operation().expect("a def");
    work(Def::from_op(first).expect("a def"))
}

pub fn run(text: &str, inputs: &[(&str, Tensor)]) -> Result<Vec<(String, Tensor)>, Diagnostic> {
    with_def(text, |def| evaluate(def, inputs))
}

pub fn only(text: &str, inputs: &[(&str, Tensor)]) -> Tensor {
    let mut returned = run(text, inputs).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(returned.len(), 1);
    returned.remove(0).1
}

pub fn floats(shape: &[usize], values: &[f32]) -> Tensor {
    Tensor::from_vec(shape, values.to_vec()).unwrap()
}

pub fn ints(shape: &[usize], values: &[i32]) -> Tensor {
    Tensor::from_vec(shape, values.to_vec()).unwrap()
}

/// `def @f(inputs) -> (returns) { statements }`
pub fn program(signature: &str, body: &str) -> String {
    format!("tc.def @f{signature} {{\n{body}\n}}")
}

const CONV1D: &str = "  tc.comprehension %A[i] add init (i in [0, N - KN + 1), k in [0, KN)) {
    %0 = tc.read %B[i + k] : f32
    %1 = tc.read %K[k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }";
const CONV1D_SIGNATURE: &str =
    "(%B: !tc.tensor<[N], f32>, %K: !tc.tensor<[KN], f32>) -> (%A: !tc.tensor<[N - KN + 1], f32>)";

/// claims C9, D21, D22
#[test]
fn conv1d() {
    let text = program(CONV1D_SIGNATURE, CONV1D);
    let inputs = [
        ("B", floats(&[5], &[1., 2., 3., 4., 5.])),
        ("K", floats(&[3], &[1., 0., -1.])),
    ];
    assert_eq!(only(&text, &inputs), floats(&[3], &[-2., -2., -2.]));
}

#[test]
fn empty_reductions_give_the_identity() {
    let text = program(CONV1D_SIGNATURE, CONV1D);
    let inputs = [("B", floats(&[2], &[1., 2.])), ("K", floats(&[0], &[]))];
    assert_eq!(only(&text, &inputs), floats(&[3], &[0., 0., 0.]));
    let maxima = program(
        "(%A: !tc.tensor<[N, M], f32>) -> (%m: !tc.tensor<[N], f32>)",
        "  tc.comprehension %m[i] max init (i in [0, N), j in [0, M)) {
    %0 = tc.read %A[i, j] : f32
    tc.yield %0 : f32
  }",
    );
    let result = only(&maxima, &[("A", floats(&[2, 0], &[]))]);
    assert_eq!(result, floats(&[2], &[f32::NEG_INFINITY; 2]));
}

/// claims C18, J1: `A(i) = B(10 - i)`
#[test]
fn inverted_indexing_has_an_origin() {
    let text = program(
        "(%B: !tc.tensor<[I], f32>) -> (%A: !tc.tensor<[11 - I to 11], f32>)",
        "  tc.comprehension %A[i] (i in [11 - I, 11)) {
    %0 = tc.read %B[10 - i] : f32
    tc.yield %0 : f32
  }",
    );
    let input = floats(&[5], &[10., 11., 12., 13., 14.]);
    assert_eq!(
        only(&text, &[("B", input.clone())]),
        floats(&[5], &[14., 13., 12., 11., 10.])
    );
    let made = with_def(&text, |def| {
        bind_call(def, &[Given::of("B", &input)]).unwrap().made
    });
    assert_eq!(
        (made[0].shape.as_slice(), made[0].origin.as_slice()),
        (&[5][..], &[6][..])
    );
}

/// claim J4: `A(i) = B(i) + C(i - 2)`
#[test]
fn shifted_sum() {
    let text = program(
        "(%B: !tc.tensor<[N], f32>, %C: !tc.tensor<[M], f32>) -> (%A: !tc.tensor<[2 to min(N, M + 2)], f32>)",
        "  tc.comprehension %A[i] (i in [2, min(N, M + 2))) {
    %0 = tc.read %B[i] : f32
    %1 = tc.read %C[i - 2] : f32
    %2 = arith.addf %0, %1 : f32
    tc.yield %2 : f32
  }",
    );
    let ramp = |from: usize| {
        floats(
            &[10],
            &(from..from + 10)
                .map(|value| value as f32)
                .collect::<Vec<_>>(),
        )
    };
    let result = only(&text, &[("B", ramp(0)), ("C", ramp(100))]);
    assert_eq!(
        result,
        floats(&[8], &[102., 104., 106., 108., 110., 112., 114., 116.])
    );
}

/// claims A7, D13
#[test]
fn pooling() {
    let text = program(
        "(%x: !tc.tensor<[M, N], f32>) -> (%o: !tc.tensor<[M floordiv 2, N floordiv 2], f32>)",
        "  tc.comprehension %o[i, j] max init (i in [0, M floordiv 2), j in [0, N floordiv 2), a in [0, 2), b in [0, 2)) {
    %0 = tc.read %x[2 * i + a, 2 * j + b] : f32
    tc.yield %0 : f32
  }",
    );
    let values: Vec<f32> = (1..=12).map(|value| -(value as f32)).collect();
    assert_eq!(
        only(&text, &[("x", floats(&[3, 4], &values))]),
        floats(&[1, 2], &[-1., -3.])
    );
}

const GATHER: &str = "  tc.comprehension %Z[i, j] (i in [0, A), j in [0, B)) {
    %0 = tc.read %I[i, j] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = tc.read %X[%1] : f32
    tc.yield %2 : f32
  }";
const GATHER_SIGNATURE: &str =
    "(%X: !tc.tensor<[N], f32>, %I: !tc.tensor<[A, B], i32>) -> (%Z: !tc.tensor<[A, B], f32>)";

/// claim D16
#[test]
fn gather_and_its_bounds() {
    let text = program(GATHER_SIGNATURE, GATHER);
    let x = floats(&[3], &[10., 20., 30.]);
    let result = only(
        &text,
        &[("X", x.clone()), ("I", ints(&[2, 2], &[2, 0, 1, 1]))],
    );
    assert_eq!(result, floats(&[2, 2], &[30., 10., 20., 20.]));
    let error = run(&text, &[("X", x), ("I", ints(&[1, 2], &[2, -1]))]).unwrap_err();
    assert_eq!(
        error.headline(),
        "error[TC0510]: read `X(-1)` out of range at i = 0, j = 1"
    );
}

/// claim C31: a branch that is not selected is not evaluated
#[test]
fn laziness() {
    let text = program(
        "(%B: !tc.tensor<[N], f32>) -> (%o: !tc.tensor<[N], f32>)",
        "  tc.comprehension %o[i] (i in [0, N)) {
    %0 = tc.value i - 1 : i32
    %c0 = arith.constant 0 : i32
    %1 = arith.cmpi sge, %0, %c0 : i32
    %2 = scf.if %1 -> (f32) {
      %5 = tc.read %B[i - 1] : f32
      scf.yield %5 : f32
    } else {
      %6 = arith.constant 0.0 : f32
      scf.yield %6 : f32
    }
    %3 = tc.read %B[i] : f32
    %4 = arith.addf %2, %3 : f32
    tc.yield %4 : f32
  }",
    );
    assert_eq!(
        only(&text, &[("B", floats(&[3], &[1., 2., 3.]))]),
        floats(&[3], &[1., 3., 5.])
    );
}

/// claims A10, D6: reads see the state before the statement
#[test]
fn in_place_update_reads_the_old_values() {
    let text = program(
        "(%A: !tc.tensor<[N, M], f32>) -> (inout %o: !tc.tensor<[N], f32>)",
        "  tc.comprehension %o[i] add (i in [0, N), k in [0, M)) {
    %0 = tc.read %o[i] : f32
    %1 = tc.read %A[i, k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }",
    );
    let inputs = [
        ("A", floats(&[2, 2], &[1., 2., 3., 4.])),
        ("o", floats(&[2], &[1., 2.])),
    ];
    assert_eq!(only(&text, &inputs), floats(&[2], &[4., 16.]));
}

#[test]
fn part_of_a_box_is_updated() {
    let text = program(
        "(%X: !tc.tensor<[10], f32>) -> (%T: !tc.tensor<[10], f32>)",
        "  tc.comprehension %T[i] (i in [0, 10)) {
    %0 = tc.read %X[i] : f32
    tc.yield %0 : f32
  }
  tc.comprehension %T[i] (i in [0, 5)) {
    %0 = tc.read %T[i + 5] : f32
    tc.yield %0 : f32
  }",
    );
    let input: Vec<f32> = (0..10).map(|value| value as f32).collect();
    assert_eq!(
        only(&text, &[("X", floats(&[10], &input))]),
        floats(&[10], &[5., 6., 7., 8., 9., 5., 6., 7., 8., 9.])
    );
}

#[test]
fn half_accumulates_wide_and_rounds_once() {
    let text = program(
        "(%A: !tc.tensor<[N], f16>) -> (%s: !tc.tensor<[], f16>)",
        "  tc.comprehension %s[] add init (i in [0, N)) {
    %0 = tc.read %A[i] : f16
    %1 = arith.extf %0 : f16 to f32
    tc.yield %1 : f32
  }",
    );
    // In half alone 2048 + 1 is 2048: four ones would be lost.
    let values: Vec<f16> = [2048.0, 1.0, 1.0, 1.0, 1.0].map(f16::from_f32).to_vec();
    let result = only(&text, &[("A", Tensor::from_vec(&[5], values).unwrap())]);
    assert_eq!(result.as_slice::<f16>().unwrap()[0].to_f32(), 2052.0);
}

#[test]
fn integers_wrap_in_their_type() {
    let text = program(
        "(%A: !tc.tensor<[N], ui8>) -> (%s: !tc.tensor<[], ui8>, %m: !tc.tensor<[], ui8>)",
        "  tc.comprehension %s[] add init (i in [0, N)) {
    %0 = tc.read %A[i] : i8
    tc.yield %0 : i8
  }
  tc.comprehension %m[] max init (i in [0, N)) {
    %0 = tc.read %A[i] : i8
    tc.yield %0 : i8
  }",
    );
    let returned = run(
        &text,
        &[("A", Tensor::from_vec(&[3], vec![200_u8, 100, 3]).unwrap())],
    )
    .unwrap();
    assert_eq!(returned[0].1.as_slice::<u8>(), Some(&[47][..]));
    assert_eq!(returned[1].1.as_slice::<u8>(), Some(&[200][..]));
}

#[test]
fn division_by_zero_names_the_point() {
    let text = program(
        "(%A: !tc.tensor<[N], i32>) -> (%o: !tc.tensor<[N], i32>)",
        "  tc.comprehension %o[i] (i in [0, N)) {
    %c7 = arith.constant -7 : i32
    %0 = tc.read %A[i] : i32
    %1 = arith.floordivsi %c7, %0 : i32
    tc.yield %1 : i32
  }",
    );
    assert_eq!(
        only(&text, &[("A", ints(&[2], &[2, -2]))]),
        ints(&[2], &[-4, 3])
    );
    let error = run(&text, &[("A", ints(&[2], &[2, 0]))]).unwrap_err();
    assert_eq!(
        error.headline(),
        "error[TC0511]: integer division by zero at i = 1"
    );
}

fn refused(text: &str, inputs: &[(&str, Tensor)]) -> Vec<String> {
    let given: Vec<Given> = inputs
        .iter()
        .map(|(name, tensor)| Given::of(name, tensor))
        .collect();
    let errors = with_def(text, |def| bind_call(def, &given).err().unwrap_or_default());
    errors.iter().map(Diagnostic::headline).collect()
}

#[test]
fn calls_are_checked() {
    let conv = program(CONV1D_SIGNATURE, CONV1D);
    let b = || ("B", floats(&[2], &[1., 2.]));
    assert_eq!(
        refused(&conv, &[b()]),
        ["error[TC0501]: `f` takes 2 inputs, found 1; they are `B`, `K`"]
    );
    assert_eq!(
        refused(&conv, &[b(), ("Q", floats(&[1], &[1.]))]),
        ["error[TC0501]: input `K` of `f` is not given"]
    );
    assert_eq!(
        refused(&conv, &[b(), ("K", ints(&[1, 1], &[1]))]),
        [
            "error[TC0502]: input `K`: expected float, found int32",
            "error[TC0503]: input `K`: expected 1 dimension, found 2",
        ]
    );
    assert_eq!(
        refused(&conv, &[b(), ("K", floats(&[4], &[0.; 4]))]),
        ["error[TC0506]: range of `i` is reversed: [0, -1) with N = 2, KN = 4"]
    );
    let product = program(
        "(%A: !tc.tensor<[N, K], f32>, %B: !tc.tensor<[K, 3], f32>) -> (%o: !tc.tensor<[N], f32>) attributes {preconditions = [\"K <= 4 if 0 < N\"]}",
        "  tc.comprehension %o[n] add init (n in [0, N), k in [0, K)) {
    %0 = tc.read %A[n, k] : f32
    tc.yield %0 : f32
  }",
    );
    let zeros = |name, shape: &[usize]| (name, Tensor::zeros(ElementType::F32, shape).unwrap());
    assert_eq!(
        refused(&product, &[zeros("A", &[2, 5]), zeros("B", &[6, 3])]),
        ["error[TC0504]: size `K` is 5 from `A.1` and 6 from `B.0`"]
    );
    assert_eq!(
        refused(&product, &[zeros("A", &[2, 3]), zeros("B", &[3, 4])]),
        ["error[TC0504]: `B.1` must be 3, found 4"]
    );
    assert_eq!(
        refused(&product, &[zeros("A", &[2, 5]), zeros("B", &[5, 3])]),
        ["error[TC0505]: precondition `K <= 4` fails: K = 5"]
    );
    assert!(refused(&product, &[zeros("A", &[0, 5]), zeros("B", &[5, 3])]).is_empty());
}

#[test]
fn in_out_shapes_are_checked() {
    let text = program(
        "(%A: !tc.tensor<[N], f32>) -> (inout %o: !tc.tensor<[N], f32>)",
        "  tc.comprehension %o[i] add (i in [0, N)) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }",
    );
    let inputs = [
        ("A", floats(&[2], &[1., 2.])),
        ("o", floats(&[3], &[0.; 3])),
    ];
    let found = refused(&text, &inputs);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("error[TC0504]") || found[0].starts_with("error[TC0508]"),
        "{found:?}"
    );
}

#[test]
fn defs_without_ranges_are_refused() {
    let text = program(
        "(%A: !tc.tensor<[N], f32>) -> (%o: !tc.tensor<[?], f32>)",
        "  tc.comprehension %o[i] (i) {
    %0 = tc.read %A[i] : f32
    tc.yield %0 : f32
  }",
    );
    let error = run(&text, &[("A", floats(&[1], &[1.]))]).unwrap_err();
    assert_eq!(
        error.message,
        "the index bounds of `o` are not known; run tc-infer-ranges first"
    );
}

/// claim D4: minima and maxima do not commute, hence one operator per statement
#[test]
fn one_operator_per_statement() {
    let text = program(
        "(%A: !tc.tensor<[N, N], f32>) -> (%a: !tc.tensor<[], f32>, %b: !tc.tensor<[], f32>)",
        "  %r = tc.temporary : !tc.tensor<[N], f32>
  %c = tc.temporary : !tc.tensor<[N], f32>
  tc.comprehension %r[i] min init (i in [0, N), j in [0, N)) {
    %0 = tc.read %A[i, j] : f32
    tc.yield %0 : f32
  }
  tc.comprehension %a[] max init (i in [0, N)) {
    %0 = tc.read %r[i] : f32
    tc.yield %0 : f32
  }
  tc.comprehension %c[j] max init (j in [0, N), i in [0, N)) {
    %0 = tc.read %A[i, j] : f32
    tc.yield %0 : f32
  }
  tc.comprehension %b[] min init (j in [0, N)) {
    %0 = tc.read %c[j] : f32
    tc.yield %0 : f32
  }",
    );
    let input = floats(&[2, 2], &[1., 4., 3., 2.]);
    let returned = run(&text, &[("A", input.clone())]).unwrap();
    assert_eq!(
        (returned[0].1.get_f64(0), returned[1].1.get_f64(0)),
        (Some(2.0), Some(3.0))
    );
    // claim D26: a call determines the temporaries and their shapes before anything is allocated
    let made = with_def(&text, |def| {
        bind_call(def, &[Given::of("A", &input)]).unwrap().made
    });
    let temporaries: Vec<_> = made
        .iter()
        .filter(|made| !made.returned)
        .map(|made| (made.name.as_str(), made.shape.clone()))
        .collect();
    assert_eq!(temporaries, [("r", vec![2]), ("c", vec![2])]);
}

/// claims D9, D31, D34: transposition is a permutation of subscripts, in all 24 orders of rank 4
#[test]
fn transpositions() {
    let shape = [2, 3, 1, 4];
    let values: Vec<f32> = (0..24).map(|value| value as f32).collect();
    let position = |index: [usize; 4], shape: [usize; 4]| {
        index
            .iter()
            .zip(shape)
            .fold(0, |at, (i, extent)| at * extent + i)
    };
    for code in 0..256_usize {
        let order = [code % 4, code / 4 % 4, code / 16 % 4, code / 64];
        if (0..4).any(|axis| !order.contains(&axis)) {
            continue;
        }
        let (names, sizes) = (["i", "j", "k", "l"], ["I", "J", "K", "L"]);
        let pick = |from: [&str; 4]| order.map(|axis| from[axis]).join(", ");
        let text = program(
            &format!(
                "(%A: !tc.tensor<[I, J, K, L], f32>) -> (%o: !tc.tensor<[{}], f32>)",
                pick(sizes)
            ),
            &format!(
                "  tc.comprehension %o[{}] (i in [0, I), j in [0, J), k in [0, K), l in [0, L)) {{
    %0 = tc.read %A[{}] : f32
    tc.yield %0 : f32
  }}",
                pick(names),
                names.join(", ")
            ),
        );
        let result = only(&text, &[("A", floats(&shape, &values))]);
        let turned = order.map(|axis| shape[axis]);
        assert_eq!(result.shape(), turned);
        let found = result.as_slice::<f32>().unwrap();
        for (at, value) in values.iter().enumerate() {
            let index = [at / 12, at / 4 % 3, 0, at % 4];
            assert_eq!(
                found[position(order.map(|axis| index[axis]), turned)],
                *value,
                "{order:?}"
            );
        }
    }
}
