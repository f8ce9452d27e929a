//! The row of types from end to end.

use crate::{
    Checking, Contents, Executor, Failure, Given, Lowering, Outcome, Program, Reading, Running,
    new_context, outcome::compare::wrong_integers,
};
use tc_dialects::tensor::Tensor;
use tc_pipelines::Level;

const PROGRAM: &str = "def f(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }";
const BELOW_TC: [Level; 3] = [Level::Schedule, Level::Loops, Level::Llvm];

/// Runs a program, and prints its levels.
fn run(
    name: &str,
    text: &str,
    sizes: &[(&str, i64)],
    executor: Executor,
    levels: &[Level],
) -> Result<Outcome, Failure> {
    let context = new_context();
    let program = Program::parse(&context, name, text, Reading::default())?;
    let platform = program.platform(Lowering {
        levels: levels.to_vec(),
        ..Lowering::new(executor)
    })?;
    let sizes = sizes.iter();
    let given = Given {
        sizes: sizes
            .map(|(name, value)| ((*name).to_owned(), *value))
            .collect(),
        inputs: vec!["A=quarters".parse().unwrap()],
        ..Given::default()
    };
    let checked = program.check(Checking::default(), &given)?;
    let bound = checked.bind(Contents::Random)?;
    bound.compile(platform)?.run(&Running::default())
}

#[test]
fn a_program_begins_at_each_level_that_prints() {
    let sizes = [("M", 5), ("K", 7)];
    for executor in [Executor::Cpu, Executor::Emulator] {
        let levels = [&[Level::Tc][..], &BELOW_TC[..]].concat();
        let whole = run("f.tc", PROGRAM, &sizes, executor, &levels).unwrap();
        let found: Vec<Level> = whole.levels.iter().map(|(level, _)| *level).collect();
        assert_eq!(found, levels);
        assert_eq!(whole.outputs[0].1.shape(), [5]);
        for (level, text) in &whole.levels {
            let sizes = if *level == Level::Tc { &sizes[..] } else { &[] };
            let rest = run("f.mlir", text, sizes, executor, &[]).unwrap();
            assert_eq!(rest.outputs, whole.outputs, "from {level:?}");
        }
    }
}

#[test]
fn each_type_refuses_what_it_can_know() {
    let refused = |text: &str, sizes: &[(&str, i64)], executor: Executor| {
        let failure = run("f.tc", text, sizes, executor, &[Level::Ptx]).unwrap_err();
        assert!(!failure.while_running);
        format!("{} {}", failure.status, failure.diagnostics[0].short())
    };
    let sizes = [("M", 5), ("K", 7)];
    assert_eq!(
        refused(
            "def f(float(N) A) -> (y) { y(i) = B(i) }",
            &[],
            Executor::Cpu
        ),
        "1 f.tc:1:35: error[TC0201]: unknown tensor `B`"
    );
    assert_eq!(
        refused(PROGRAM, &sizes, Executor::Cpu),
        "2 error: there is no PTX for a CPU: choose the target emulator or cuda"
    );
    assert_eq!(
        refused(PROGRAM, &[("L", 1)], Executor::Emulator),
        "1 error: `f` has no size `L`"
    );
    assert_eq!(
        refused(PROGRAM, &sizes[..1], Executor::Emulator),
        "1 error[TC0206]: size `K` has no value: no input that is given determines it"
    );
}

#[test]
fn explanations_are_values_of_their_own_run() {
    let context = new_context();
    let check = |explain_ranges| {
        let program = Program::parse(&context, "f.tc", PROGRAM, Reading::default());
        let checking = Checking {
            explain_ranges,
            ..Checking::default()
        };
        let checked = program.and_then(|program| program.check(checking, &Given::default()));
        let checked = checked.unwrap_or_else(|failure| panic!("{:?}", failure.diagnostics));
        let explained = checked.explanations().iter();
        explained.map(|one| one.def.clone()).collect::<Vec<_>>()
    };
    assert_eq!(check(true), ["f"]);
    assert_eq!(check(false), [""; 0]);
}

#[test]
fn wrong_integers_are_counted_and_the_first_is_named() {
    let large = i64::MAX - 1;
    let want = Tensor::from_vec(&[2, 2], vec![1_i64, 2, large, 4]).unwrap();
    assert_eq!(wrong_integers(&want, &want), None);
    let got = Tensor::from_vec(&[2, 2], vec![1_i64, 2, large + 1, 5]).unwrap();
    assert_eq!(
        wrong_integers(&got, &want).as_deref(),
        Some(
            "in 2 of 4 elements, the first at [1, 0]: expected 9223372036854775806, found 9223372036854775807"
        )
    );
    let floats = Tensor::from_vec(&[1], vec![0.5_f32]).unwrap();
    assert_eq!(wrong_integers(&floats, &Tensor::scalar(0.25_f32)), None);
}

#[test]
fn the_operations_of_a_run_are_those_of_the_text() {
    let flops = |text: &str, sizes: &[(&str, i64)]| {
        let outcome = run("f.tc", text, sizes, Executor::Cpu, &[]).unwrap();
        let has_rate = outcome.to_text().contains(" GFLOP/s");
        assert_eq!(has_rate, outcome.flops.is_some(), "{}", outcome.to_text());
        assert!(!outcome.to_json().contains("flop"));
        outcome.flops
    };
    let sizes = [("M", 5), ("K", 7)];
    assert_eq!(flops(PROGRAM, &sizes), Some(2 * 5 * 7));
    let two = "def f(float(M,K) A) -> (y, z) {
  y(i) max=! exp(A(i,k)) - 1.0
  for t in 0:3 { z(i) = y(i) / 2.0 }
}";
    assert_eq!(flops(two, &sizes), Some(3 * 5 * 7 + 3 * 5));
    // Nothing is known of triangles and of integers.
    let triangle = "def f(float(M,K) A) -> (y) { y(i) +=! A(i,k) * 2.0 where i in 0:M, k in 0:i }";
    assert_eq!(flops(triangle, &sizes), None);
    let integers = "def f(int32(M,K) A) -> (y) { y(i) +=! A(i,k) * 2 }";
    assert_eq!(flops(integers, &sizes), None);
    let outcome = run("f.tc", PROGRAM, &sizes, Executor::Emulator, &[]).unwrap();
    assert_eq!(outcome.flops, None);
}
