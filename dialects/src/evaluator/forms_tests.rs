//! The examples of loops, dependent ranges, scatter and pairs of the language, on IR with ranges.

use super::tests::{floats, ints, only, program, run};
use crate::tensor::Tensor;

fn inputs<'n>(given: &[(&'n str, Tensor)]) -> Vec<(&'n str, Tensor)> {
    given.to_vec()
}

/// L1: a running sum
#[test]
fn scan() {
    let text = program(
        "(%x: !tc.tensor<[N], f32>) -> (%s: !tc.tensor<[N + 1], f32>)",
        "  tc.comprehension %s[0] () {
    %0 = arith.constant 0.0 : f32
    tc.yield %0 : f32
  }
  tc.for i in [0, N) {
    tc.comprehension %s[i + 1] () {
      %0 = tc.read %s[i] : f32
      %1 = tc.read %x[i] : f32
      %2 = arith.addf %0, %1 : f32
      tc.yield %2 : f32
    }
  }",
    );
    let result = only(&text, &inputs(&[("x", floats(&[4], &[1., 2., 3., 4.]))]));
    assert_eq!(result, floats(&[5], &[0., 1., 3., 6., 10.]));
    let empty = only(&text, &inputs(&[("x", floats(&[0], &[]))]));
    assert_eq!(empty, floats(&[1], &[0.]));
}

/// L3: statements of a loop in text order, bounded by an integer input that may be negative
#[test]
fn sweep() {
    let text = program(
        "(%T: !tc.tensor<[], i32>) -> (inout %A: !tc.tensor<[N], f32>) sizes(N)",
        "  %B = tc.temporary : !tc.tensor<[1 to N - 1], f32>
  tc.for t in [0, T) {
    tc.comprehension %B[i] (i in [1, N - 1)) {
      %0 = tc.read %A[i - 1] : f32
      %1 = tc.read %A[i + 1] : f32
      %2 = arith.addf %0, %1 : f32
      %3 = arith.constant 0.5 : f32
      %4 = arith.mulf %2, %3 : f32
      tc.yield %4 : f32
    }
    tc.comprehension %A[i] (i in [1, N - 1)) {
      %0 = tc.read %B[i] : f32
      tc.yield %0 : f32
    }
  }",
    );
    let a = floats(&[5], &[0., 0., 8., 0., 0.]);
    let with = |t| [("T", ints(&[], &[t])), ("A", a.clone())];
    assert_eq!(only(&text, &with(2)), floats(&[5], &[0., 0., 4., 0., 0.]));
    assert_eq!(only(&text, &with(-3)), a);
    // After tc-specialize{scalars=T=-3}
    let replaced = text.replace("t in [0, T)", "t in [0, -3)");
    assert_eq!(only(&replaced, &with(-3)), a);
}

/// L10: an extent that an integer input gives, 0 where it is negative
#[test]
fn fibonacci() {
    let text = program(
        "(%n: !tc.tensor<[], i32>) -> (%f: !tc.tensor<[n], i64>)",
        "  tc.comprehension %f[i] (i in [0, n)) {
    %0 = arith.constant 1 : i64
    tc.yield %0 : i64
  }
  tc.for i in [2, n) {
    tc.comprehension %f[i] () {
      %0 = tc.read %f[i - 1] : i64
      %1 = tc.read %f[i - 2] : i64
      %2 = arith.addi %0, %1 : i64
      tc.yield %2 : i64
    }
  }",
    );
    let of = |n: i32| only(&text, &[("n", ints(&[], &[n]))]);
    assert_eq!(of(7).as_slice::<i64>(), Some(&[1, 1, 2, 3, 5, 8, 13][..]));
    assert_eq!(of(0).shape(), [0]);
    assert_eq!(of(-2).shape(), [0]);
}

/// L5: LU by rows and columns; ranges name the loop index
#[test]
fn lu() {
    let text = program(
        "() -> (inout %A: !tc.tensor<[N, N], f32>) sizes(N)",
        "  tc.for k in [0, N) {
    tc.comprehension %A[i, k] (i in [k + 1, N)) {
      %0 = tc.read %A[i, k] : f32
      %1 = tc.read %A[k, k] : f32
      %2 = arith.divf %0, %1 : f32
      tc.yield %2 : f32
    }
    tc.comprehension %A[i, j] (i in [k + 1, N), j in [k + 1, N)) {
      %0 = tc.read %A[i, j] : f32
      %1 = tc.read %A[i, k] : f32
      %2 = tc.read %A[k, j] : f32
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.subf %0, %3 : f32
      tc.yield %4 : f32
    }
  }",
    );
    let a = floats(&[3, 3], &[4., 3., 2., 8., 9., 5., 4., 9., 7.]);
    let expected = floats(&[3, 3], &[4., 3., 2., 2., 3., 1., 1., 2., 3.]);
    assert_eq!(only(&text, &[("A", a)]), expected);
}

/// L6: a reduction over the rows before this one
#[test]
fn trisolve() {
    let text = program(
        "(%L: !tc.tensor<[N, N], f32>, %b: !tc.tensor<[N], f32>) -> (%x: !tc.tensor<[N], f32>)",
        "  tc.for i in [0, N) {
    tc.comprehension %x[i] () {
      %0 = tc.read %b[i] : f32
      tc.yield %0 : f32
    }
    tc.comprehension %x[i] add (k in [0, i)) {
      %0 = tc.read %L[i, k] : f32
      %1 = tc.read %x[k] : f32
      %2 = arith.mulf %0, %1 : f32
      %3 = arith.negf %2 : f32
      tc.yield %3 : f32
    }
    tc.comprehension %x[i] () {
      %0 = tc.read %x[i] : f32
      %1 = tc.read %L[i, i] : f32
      %2 = arith.divf %0, %1 : f32
      tc.yield %2 : f32
    }
  }",
    );
    let given = [
        ("L", floats(&[2, 2], &[2., 0., 1., 4.])),
        ("b", floats(&[2], &[4., 10.])),
    ];
    assert_eq!(only(&text, &given), floats(&[2], &[2., 2.]));
}

/// R1: a range that depends on an index on the left; R5: on an earlier one
#[test]
fn triangles() {
    let lower = program(
        "(%A: !tc.tensor<[N, M], f32>, %B: !tc.tensor<[M, K], f32>) -> (%C: !tc.tensor<[N, K], f32>)",
        "  tc.comprehension %C[i, j] add init (i in [0, N), j in [0, K), k in [0, i + 1)) {
    %0 = tc.read %A[i, k] : f32
    %1 = tc.read %B[k, j] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }",
    );
    let given = [
        ("A", floats(&[2, 2], &[1., 2., 3., 4.])),
        ("B", floats(&[2, 2], &[1.; 4])),
    ];
    assert_eq!(only(&lower, &given), floats(&[2, 2], &[1., 1., 7., 7.]));
    let pairs = program(
        "(%X: !tc.tensor<[N, N], f32>) -> (%t: !tc.tensor<[], f32>)",
        "  tc.comprehension %t[] add init (i in [0, N), j in [i + 1, N)) {
    %0 = tc.read %X[i, j] : f32
    tc.yield %0 : f32
  }",
    );
    let ones = [("X", floats(&[4, 4], &[1.; 16]))];
    assert_eq!(only(&pairs, &ones), floats(&[], &[6.]));
}

/// S1, and a place outside of the box
#[test]
fn histogram() {
    let text = program(
        "(%X: !tc.tensor<[N], i32>) -> (%H: !tc.tensor<[5], i32>)",
        "  tc.comprehension %H[?] add init (i in [0, N)) {
    %0 = tc.read %X[i] : i32
    %1 = arith.index_cast %0 : i32 to index
    %2 = arith.constant 1 : i32
    tc.yield %2 at (%1) : i32
  }",
    );
    let counted = only(&text, &[("X", ints(&[6], &[0, 3, 1, 3, 3, 2]))]);
    assert_eq!(counted, ints(&[5], &[1, 1, 1, 3, 0]));
    let error = run(&text, &[("X", ints(&[2], &[0, 5]))]).unwrap_err();
    let expected = "error[TC0510]: write of `H(5)` is out of range";
    assert_eq!(error.headline(), expected);
}

/// S3, S4: places that are expressions of indices
#[test]
fn strided_scatter() {
    let up = program(
        "(%x: !tc.tensor<[N], f32>) -> (%y: !tc.tensor<[2*N], f32>)",
        "  tc.comprehension %y[2*i] add init (i in [0, N)) {
    %0 = tc.read %x[i] : f32
    tc.yield %0 : f32
  }",
    );
    let given = [("x", floats(&[3], &[1., 2., 3.]))];
    assert_eq!(only(&up, &given), floats(&[6], &[1., 0., 2., 0., 3., 0.]));
    let turned = program(
        "(%x: !tc.tensor<[N], f32>) -> (inout %y: !tc.tensor<[3], f32>)",
        "  tc.comprehension %y[2 - i] (i in [0, N)) {
    %0 = tc.read %x[i] : f32
    tc.yield %0 : f32
  }",
    );
    let given = [
        ("x", floats(&[2], &[1., 2.])),
        ("y", floats(&[3], &[0.; 3])),
    ];
    assert_eq!(only(&turned, &given), floats(&[3], &[0., 2., 1.]));
}

/// The identity goes to the elements of this iteration only.
#[test]
fn a_scatter_in_a_loop_starts_from_the_identity_in_its_slice() {
    let text = program(
        "(%X: !tc.tensor<[2, 3], i32>) -> (inout %H: !tc.tensor<[2, 2], i32>)",
        "  tc.for t in [1, 2) {
    tc.comprehension %H[t, ?] add init (i in [0, 3)) {
      %0 = tc.read %X[t, i] : i32
      %1 = arith.index_cast %0 : i32 to index
      %2 = arith.constant 1 : i32
      tc.yield %2 at (%1) : i32
    }
  }",
    );
    let given = [
        ("X", ints(&[2, 3], &[0, 0, 0, 1, 1, 0])),
        ("H", ints(&[2, 2], &[7, 7, 7, 7])),
    ];
    assert_eq!(only(&text, &given), ints(&[2, 2], &[7, 7, 1, 2]));
}

fn extremum(kind: &str) -> String {
    program(
        "(%X: !tc.tensor<[N, M], f32>) -> (%m: !tc.tensor<[N], f32>, %a: !tc.tensor<[N], i32>)",
        &format!(
            "  tc.comprehension (%m[i], %a[i]) {kind} init (i in [0, N), k in [0, M)) {{
    %0 = tc.read %X[i, k] : f32
    %1 = tc.value k : i32
    tc.yield %0, %1 : f32, i32
  }}"
        ),
    )
}

fn pair(kind: &str, shape: &[usize], values: &[f32]) -> (Vec<f32>, Vec<i32>) {
    let returned = run(&extremum(kind), &[("X", floats(shape, values))]);
    let returned = returned.unwrap_or_else(|error| panic!("{error}"));
    (
        returned[0].1.as_slice::<f32>().unwrap().to_vec(),
        returned[1].1.as_slice::<i32>().unwrap().to_vec(),
    )
}

/// P1, P3, and the order of values that compare equal
#[test]
fn pairs() {
    let found = pair("max", &[2, 3], &[1., 5., 5., 2., 0., -1.]);
    assert_eq!(found, (vec![5., 2.], vec![1, 0]));
    let found = pair("max", &[1, 0], &[]);
    assert_eq!(found, (vec![f32::NEG_INFINITY], vec![i32::MAX]));
    let (values, places) = pair("min", &[1, 4], &[0., f32::NAN, -1., f32::NAN]);
    assert!(values[0].is_nan());
    assert_eq!(places, [1]);
    let (values, places) = pair("min", &[1, 3], &[0., -0., 0.]);
    assert!(values[0].is_sign_negative());
    assert_eq!(places, [1]);
    assert_eq!(pair("max", &[1, 3], &[-0., 0., 0.]).1, [1]);
}
