//! The `.approx` and `.full` instructions stay within the errors that the PTX ISA (8.7, chapter
//! 9.7.3) states, and return its special values.

use crate::support::*;

/// The largest error of a result.
enum Bound {
    /// 2 to this power, relative to the exact value.
    Relative(f64),
    /// 2 to this power.
    Absolute(f64),
    /// 2 to minus 22: absolute between 1/2 and 2, relative elsewhere.
    Logarithm,
}

struct Instruction {
    name: &'static str,
    exact: fn(f64) -> f64,
    bound: Bound,
    /// The range of the arguments.
    range: (f32, f32),
    /// Arguments and results of the ISA's table.
    special: &'static [(f32, f32)],
}

const INFINITY: f32 = f32::INFINITY;
const NAN: f32 = f32::NAN;
const TURN: f32 = std::f32::consts::TAU;

const INSTRUCTIONS: [Instruction; 8] = [
    Instruction {
        name: "ex2.approx.f32",
        exact: f64::exp2,
        bound: Bound::Relative(-22.0),
        range: (-126.0, 128.0),
        special: &[
            (-INFINITY, 0.0),
            (-0.0, 1.0),
            (0.0, 1.0),
            (INFINITY, INFINITY),
            (NAN, NAN),
        ],
    },
    Instruction {
        name: "lg2.approx.f32",
        exact: f64::log2,
        bound: Bound::Logarithm,
        range: (1e-3, 1e3),
        special: &[
            (-INFINITY, NAN),
            (-0.0, -INFINITY),
            (0.0, -INFINITY),
            (INFINITY, INFINITY),
            (NAN, NAN),
        ],
    },
    Instruction {
        name: "sin.approx.f32",
        exact: f64::sin,
        bound: Bound::Absolute(-20.5),
        range: (-TURN, TURN),
        special: &[
            (-INFINITY, NAN),
            (-0.0, -0.0),
            (0.0, 0.0),
            (INFINITY, NAN),
            (NAN, NAN),
        ],
    },
    Instruction {
        name: "cos.approx.f32",
        exact: f64::cos,
        bound: Bound::Absolute(-20.5),
        range: (-TURN, TURN),
        special: &[
            (-INFINITY, NAN),
            (-0.0, 1.0),
            (0.0, 1.0),
            (INFINITY, NAN),
            (NAN, NAN),
        ],
    },
    Instruction {
        name: "tanh.approx.f32",
        exact: f64::tanh,
        bound: Bound::Relative(-11.0),
        range: (-10.0, 10.0),
        special: &[
            (-INFINITY, -1.0),
            (-0.0, -0.0),
            (0.0, 0.0),
            (INFINITY, 1.0),
            (NAN, NAN),
        ],
    },
    Instruction {
        name: "rsqrt.approx.f32",
        exact: |x| 1.0 / x.sqrt(),
        bound: Bound::Relative(-22.9),
        range: (1e-3, 1e6),
        special: &[
            (-INFINITY, NAN),
            (-1.0, NAN),
            (-0.0, -INFINITY),
            (0.0, INFINITY),
            (INFINITY, 0.0),
            (NAN, NAN),
        ],
    },
    Instruction {
        name: "sqrt.approx.f32",
        exact: f64::sqrt,
        bound: Bound::Relative(-23.0),
        range: (0.0, 1e6),
        special: &[
            (-INFINITY, NAN),
            (-1.0, NAN),
            (-0.0, -0.0),
            (0.0, 0.0),
            (INFINITY, INFINITY),
            (NAN, NAN),
        ],
    },
    Instruction {
        name: "rcp.approx.f32",
        exact: |x| 1.0 / x,
        bound: Bound::Relative(-23.0),
        range: (-1e3, 1e3),
        special: &[
            (-INFINITY, -0.0),
            (-0.0, -INFINITY),
            (0.0, INFINITY),
            (INFINITY, 0.0),
            (NAN, NAN),
        ],
    },
];

fn run_unary(name: &str, arguments: [f32; 32]) -> [f32; 32] {
    let results = lanes_u32(&[arguments.map(f32::to_bits)], &format!("{name} %r9, %r0;"));
    results.map(f32::from_bits)
}

#[test]
fn approximations_stay_within_their_errors() {
    const WARPS: usize = 64;
    for instruction in &INSTRUCTIONS {
        let (low, high) = instruction.range;
        for warp in 0..WARPS {
            let share = |lane: usize| (warp * 32 + lane) as f32 / (WARPS * 32 - 1) as f32;
            let arguments = std::array::from_fn(|lane| low + (high - low) * share(lane));
            let results = run_unary(instruction.name, arguments);
            for (argument, result) in arguments.into_iter().zip(results) {
                let x = f64::from(argument);
                let exact = (instruction.exact)(x);
                let room = match instruction.bound {
                    Bound::Relative(power) => exact.abs() * power.exp2(),
                    Bound::Absolute(power) => power.exp2(),
                    Bound::Logarithm if x > 0.5 && x < 2.0 => (-22.0_f64).exp2(),
                    Bound::Logarithm => exact.abs() * (-22.0_f64).exp2(),
                };
                let error = (f64::from(result) - exact).abs();
                let overflows = result.is_infinite() && exact as f32 == result;
                assert!(
                    error <= room || overflows,
                    "{} of {argument:e} is {result:e}, expected {exact:e}",
                    instruction.name
                );
            }
        }
    }
}

#[test]
fn approximations_of_special_values_are_those_of_the_isa() {
    for instruction in &INSTRUCTIONS {
        for &(argument, due) in instruction.special {
            let result = run_unary(instruction.name, [argument; 32])[7];
            let same = result.to_bits() == due.to_bits() || (result.is_nan() && due.is_nan());
            assert!(
                same,
                "{} of {argument} is {result}, expected {due}",
                instruction.name
            );
        }
    }
}

#[test]
fn approximate_quotients_are_within_two_units_in_the_last_place() {
    for name in ["div.approx.f32", "div.full.f32"] {
        for step in 1..50 {
            let numerators: [f32; 32] = std::array::from_fn(|lane| 1.0 + lane as f32 * 0.37);
            let denominators = numerators.map(|value| value * 0.71 + step as f32);
            let given = [numerators.map(f32::to_bits), denominators.map(f32::to_bits)];
            let results = lanes_u32(&given, &format!("{name} %r9, %r0, %r1;"));
            for ((a, b), result) in numerators.into_iter().zip(denominators).zip(results) {
                let exact = f64::from(a) / f64::from(b);
                let unit = (exact as f32).next_up() - exact as f32;
                let error = (f64::from(f32::from_bits(result)) - exact).abs();
                assert!(error <= 2.0 * f64::from(unit), "{name}: {a} / {b}");
            }
        }
    }
}
