use melior::Context;
use melior::ir::Module;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};

use super::{context, errors};

const CONV1D: &str = r#"module {
  tc.def @conv1d(%X: !tc.tensor<[M], f32>, %taps: !tc.tensor<[T], f32>) -> (%Y: !tc.tensor<[?], f32>) {
    %H = tc.temporary : !tc.tensor<[?, ?], f32>
    tc.comprehension %Y[i] add init (i, t) {
      %0 = tc.read %X[i + t] : f32
      %1 = tc.read %taps[t] : f32
      %2 = arith.mulf %0, %1 : f32
      tc.yield %2 : f32
    }
  }
}
"#;

const INFERRED: &str = r#"module {
  tc.def @conv1d(%X: !tc.tensor<[M], f32>, %taps: !tc.tensor<[T], f32>) -> (inout %Y: !tc.tensor<[M - T + 1], f32>, %Z: !tc.tensor<[1 to K], i8>) sizes(K) attributes {preconditions = ["M - T + 1 >= 0"]} {
    tc.comprehension %Y[i] add init (i in [0, M - T + 1), t in [0, T)) {
      tc.exists %X[i + 1]
      %0 = tc.value i + 1 : index
      %1 = tc.read %X[%0] : f32
      %2 = tc.read %taps[min(t, taps.0 - 1)] : f32
      %3 = arith.mulf %1, %2 : f32
      tc.yield %3 : f32
    }
    tc.call @f(%X, %taps) into (%Y)
  }
  tc.def @f(%a: !tc.tensor<[N], f32>, %b: !tc.tensor<[N], f32>) -> (%c: !tc.tensor<[N], f32>) {}
}
"#;

const SCOP: &str = r#"module {
  schedule.scop @scale(%a: memref<f32>, %A: memref<?x?xf32>, inout %C: memref<?x?xf32>) sizes(N = %A[0], M = %A[1], K) context "[N, M] -> { : N >= 0 and M >= 0 }" grid(4, 2, 1) block(16, 16, 1) {
    %T = schedule.array shared : memref<64x64xf32, 3>
    schedule.statement @S0(%n, %m) {
      %0 = affine.load %A[%n, %m] : memref<?x?xf32>
      affine.store %0, %C[%n, %m] : memref<?x?xf32>
    }
    schedule.statement @S1(%n, %m) reduces add {
      %0 = affine.load %C[%n, %m] : memref<?x?xf32>
      %1 = affine.load %a[] : memref<f32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %C[%n, %m] : memref<?x?xf32>
    }
    schedule.domain "[N, M] -> { S0[n, m] : 0 <= n < N and 0 <= m < M; S1[n, m] : 0 <= n < N and 0 <= m < M }" {
      schedule.band permutable tag "tile" tiles(32, 32)
        (block.y coincident "{ S0[n, m] -> [n - n mod 32]; S1[n, m] -> [n - n mod 32] }",
         block.x coincident "{ S0[n, m] -> [m mod 32]; S1[n, m] -> [m mod 32] }") {
        schedule.sequence {
          schedule.filter "{ S0[n, m] }" {}
          schedule.filter "{ S1[n, m] }" {
            schedule.band (sequential "{ S1[n, m] -> [0] }") {}
          }
        }
      }
    }
  }
}
"#;

fn parse<'c>(context: &'c Context, text: &str) -> Module<'c> {
    let mut module = None;
    let messages = errors(context, || module = Module::parse(context, text));
    module.unwrap_or_else(|| panic!("{messages:#?}\n{text}"))
}

/// Pretty text prints as it was written; the generic form gives the same IR.
fn round_trip(text: &str) {
    let context = context();
    let module = parse(&context, text);
    assert_eq!(module.as_operation().to_string(), text);
    let generic = module
        .as_operation()
        .to_string_with_flags(OperationPrintingFlags::new().print_generic_operation_form())
        .expect("a verified module prints");
    assert!(generic.contains("\"builtin.module\""));
    assert_eq!(parse(&context, &generic).as_operation().to_string(), text);
}

#[test]
fn a_def_without_ranges() {
    round_trip(CONV1D);
}

#[test]
fn a_def_with_everything() {
    round_trip(INFERRED);
}

#[test]
fn a_scop() {
    round_trip(SCOP);
}
