//! `loops-vectorize`: loops that the schedule made vectors become operations of the `vector`
//! dialect.
//!
//! ```mlir
//! scf.for %j = %c0 to %c16 step %c1 {            %x = vector.load %A[%i, %c0] : memref<8x16xf32>, vector<16xf32>
//!   %x = memref.load %A[%i, %j]                  %y = memref.load %B[%i]
//!   %y = memref.load %B[%i]                ==>   %v = vector.broadcast %y : f32 to vector<16xf32>
//!   %z = arith.mulf %x, %y                       %z = arith.mulf %x, %v : vector<16xf32>
//!   memref.store %z, %C[%i, %j]                  vector.store %z, %C[%i, %c0]
//! } {tc.vector = "independent"}
//! ```
//!
//! **Which loops.** Those with the attribute `tc.vector`, which `schedule-to-cpu` gives to the
//! members of the kinds `vector` (`"independent"`) and `vector.reduce` (`"reduce"`).
//!
//! **How wide.** A vector of the machine holds `lanes` numbers of 32 bits, half as many of 64. A
//! loop of constant length becomes one vector of it, up to `registers` vectors of the machine;
//! LLVM splits such a vector into several registers, which is how independent chains of operations
//! arise. Bodies of many operations take fewer. A longer loop keeps a loop over vectors, and what
//! is left becomes further vectors, the last one with a mask. The numbers of the machine's vectors
//! in one are powers of two, since LLVM takes others that a loop carries apart, into scalars.
//!
//! **Accesses.** Along the loop, a subscript of the last dimension that advances by one is a load
//! or store of a vector; one that stays is a scalar; one that goes
//! back by one is a vector whose lanes are reversed, where there is no mask; any other is a gather
//! or scatter. Conditions
//! become masks. `transpose.rs` is for copies of rows to columns.
//!
//! **Reductions.** A loop that does `x = x op e` on an element that stays keeps a vector of partial
//! results, which start with the neutral element and are combined behind the loop. For maxima and
//! minima of f32 and f64 these are three vectors of integers (`extremum.rs`).
//!
//! **Legal when** iterations are independent, which the attribute claims and `schedule-verify`
//! proves; or when each written element is that of a reduction by an operation that may be
//! reassociated and is touched by nothing else in the loop, which is checked here. Any other loop
//! stays as it is, with a remark. **Cost**: linear in the bodies.

mod body;
mod extremum;
mod point;
mod shape;
mod transpose;

use melior::dialect::arith::CmpiPredicate;
use tc_dialects::op;

use tc_dialects::target::cpu_of;
use tc_pass_host::*;

use body::{Strip, StripWriter};
use point::Point;
use shape::Shape;
use transpose::Transposition;

/// The attribute of a loop that shall become vectors.
pub const VECTOR: &str = "tc.vector";

pass! {
    /// Turns loops of the kinds `vector` and `vector.reduce` into operations of the `vector`
    /// dialect. The `tc.target` of the module gives the length of vectors.
    pub struct LoopsVectorize {
        name: "loops-vectorize",
        anchor: "any",
        summary: "turn loops that the schedule chose into operations on vectors",
        dialects: ["scf", "memref", "arith", "vector", "ub"],
        options: {
            /// numbers of 32 bits in a vector; 0: as the machine says
            lanes: u64 = 0,
            /// vectors of the machine that one operation covers at most
            registers: u64 = 4,
        },
        statistics: {
            /// loops that became vectors
            vectorized,
            /// loops that stayed
            left,
            /// loads and stores of neighbours in a row
            contiguous,
            /// gathers and scatters
            scattered,
            /// reductions with a vector of partial results
            reductions,
            /// copies of rows to columns that are transposed in registers
            transposed,
        },
    }
}

impl Pass for LoopsVectorize {
    fn run<'c>(&self, op: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        let lanes = match self.lanes {
            0 => {
                let cpu = cpu_of(ctx.target().as_ref());
                let cpu = cpu.map_err(|refusal| Failure::new(refusal.to_string()))?;
                cpu.vector_lanes
            }
            lanes => lanes,
        };
        let machine = Machine {
            lanes: i64::try_from(lanes).unwrap_or(i64::MAX).clamp(1, 1 << 10),
            registers: i64::try_from(self.registers).unwrap_or(1).clamp(1, 64),
        };
        let loops = op::nested(op).into_iter();
        let loops = loops.filter(|op| op::is(*op, "scf.for") && op.has_attribute(VECTOR));
        for for_op in loops.collect::<Vec<_>>() {
            if let Some(transposition) = Transposition::of(for_op, machine.lanes) {
                self.transposed.add(1);
                transposition.write(machine.lanes);
                self.vectorized.add(1);
                continue;
            }
            match Shape::of(for_op, &machine) {
                Ok(shape) => {
                    let made = vectorize(for_op, &shape);
                    self.vectorized.add(1);
                    self.contiguous.add(made.contiguous);
                    self.scattered.add(made.scattered);
                    self.reductions.add(shape.reductions.len());
                }
                Err(reason) => {
                    self.left.add(1);
                    op::set_attribute(for_op, VECTOR, None);
                    let decision = Decision::missed("vector loop", "the loop stays scalar");
                    ctx.decided(for_op, decision.because(reason));
                }
            }
        }
        Ok(())
    }
}

/// The vectors of a machine.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// Numbers of 32 bits in one.
    pub lanes: i64,
    /// How many of them one operation may cover.
    pub registers: i64,
}

/// The accesses that a loop became.
#[derive(Clone, Copy, Debug, Default)]
struct Made {
    contiguous: usize,
    scattered: usize,
}

/// Replaces a loop by vectors.
fn vectorize<'c, 'a>(for_op: OperationRef<'c, 'a>, shape: &Shape<'c, 'a>) -> Made {
    let front = Point::before(for_op);
    let mut body = StripWriter::new(for_op, shape);
    if shape.runs {
        strips(&front, &mut body);
    } else {
        let bounds = op::operands(for_op);
        let runs = front.compare(CmpiPredicate::Slt, bounds[0], bounds[1]);
        front.condition(runs, &[], |inside| {
            strips(inside, &mut body);
            Vec::new()
        });
    }
    let made = body.made;
    op::erase(for_op);
    made
}

/// Writes the vectors of a loop that runs at least once, and combines its reductions.
fn strips<'c, 'a>(at: &Point<'c, 'a>, body: &mut StripWriter<'_, 'c, 'a>) {
    let shape = body.shape;
    let (width, bounds) = (shape.width, op::operands(body.for_op));
    let mut partial = shape.neutral(at);
    match shape.length {
        Some(length) => {
            let whole = length - length % width;
            let rest = at.offset(bounds[0], whole);
            if whole > width {
                partial = loop_of_strips(at, body, rest, partial);
            } else if whole == width {
                partial = body.strip(at, &Strip::whole(bounds[0], width), partial);
            }
            for (first, count) in shape.parts(length - whole) {
                let strip = Strip::rest(at, at.offset(rest, first), count, shape);
                partial = body.strip(at, &strip, partial);
            }
        }
        None if shape.most.is_some_and(|most| most <= width) => {
            let length = at.binary("arith.subi", bounds[1], bounds[0]);
            let strip = Strip::masked(at, bounds[0], length, width);
            partial = body.strip(at, &strip, partial);
        }
        None => {
            let length = at.binary("arith.subi", bounds[1], bounds[0]);
            let left = at.binary("arith.remui", length, at.constant(width));
            let end = at.binary("arith.subi", bounds[1], left);
            partial = loop_of_strips(at, body, end, partial);
            let some = at.compare(CmpiPredicate::Sgt, left, at.constant(0));
            let before = partial.clone();
            partial = at.condition(some, &before, |inside| {
                let strip = Strip::masked(inside, end, left, width);
                body.strip(inside, &strip, before.clone())
            });
        }
    }
    for (number, reduction) in shape.reductions.iter().enumerate() {
        let took_part = shape.took_part(number).map(|lanes| partial[lanes]);
        let words = shape.words(number).into_iter().flatten();
        let own: Vec<Value> = std::iter::once(number)
            .chain(words)
            .map(|word| partial[word])
            .collect();
        reduction.finish(at, body.for_op, &own, took_part);
    }
}

/// A loop over whole vectors up to `end`; it carries the partial results.
fn loop_of_strips<'c, 'a>(
    at: &Point<'c, 'a>,
    body: &mut StripWriter<'_, 'c, 'a>,
    end: Value<'c, 'a>,
    partial: Vec<Value<'c, 'a>>,
) -> Vec<Value<'c, 'a>> {
    let width = body.shape.width;
    let lower = op::operands(body.for_op)[0];
    at.repeat(lower, end, width, &partial, |inside, base, partial| {
        body.strip(inside, &Strip::whole(base, width), partial)
    })
}
