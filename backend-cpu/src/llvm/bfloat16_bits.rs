//! `llvm-bfloat16-bits`: what only moves numbers in bf16 moves their bits, as `i16`.
//!
//! ```mlir
//! %x = llvm.load %p : !llvm.ptr -> bf16        %x = llvm.load %p : !llvm.ptr -> i16
//! llvm.store %x, %q : bf16, !llvm.ptr    ==>   llvm.store %x, %q : i16, !llvm.ptr
//! ```
//!
//! On a processor without arithmetic in bf16, LLVM 22 widens each element that it inserts into a
//! vector to f32 and rounds it back by `__truncsfbf2`. Its own vectorisers make such insertions
//! from loads and stores of single elements. That function is in no library that a kernel is linked
//! with, and the call costs more than the move. With `arith-expand` in front, nothing is computed
//! in bf16 but what LLVM converts to and from f64; such an operation gets casts. **Legal** always:
//! a cast keeps the bits. **Cost**: one walk.

use melior::ir::r#type::IntegerType;
use tc_dialects::op::{self, create_value};
use tc_loops::math::types::{element, float_name, vector_of, vector_shape};
use tc_pass_host::{
    BlockLike, BlockRef, Context, Failure, Operation, OperationLike, OperationRef, Pass,
    PassContext, Type, Value, ValueLike, pass,
};

pass! {
    /// Gives the loads, stores, choices and shuffles of numbers in bf16, and the arguments of
    /// blocks, the type `i16`: LLVM 22 inserts bf16 into vectors by way of f32 and a library call.
    pub struct LlvmBfloat16Bits {
        name: "llvm-bfloat16-bits",
        anchor: "any",
        summary: "numbers in bf16 are moved as their bits",
        dialects: ["llvm"],
        statistics: {
            /// values that became bits
            moved,
            /// casts around what computes in bf16
            casts,
        },
    }
}

/// Operations whose results and operands of one width are the same bits.
const MOVES: [&str; 15] = [
    "llvm.bitcast",
    "llvm.br",
    "llvm.cond_br",
    "llvm.extractelement",
    "llvm.freeze",
    "llvm.insertelement",
    "llvm.intr.masked.gather",
    "llvm.intr.masked.load",
    "llvm.intr.masked.scatter",
    "llvm.intr.masked.store",
    "llvm.load",
    "llvm.mlir.poison",
    "llvm.select",
    "llvm.shufflevector",
    "llvm.store",
];

impl Pass for LlvmBfloat16Bits {
    fn run<'c>(&self, op: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        let context = ctx.context();
        let operations = op::nested(op);
        let (moves, others): (Vec<_>, Vec<_>) = operations
            .iter()
            .partition(|inner| MOVES.contains(&op::name(**inner)));
        for other in others {
            self.casts.add(cast_around(context, other));
        }
        let mut moved: Vec<Value> = moves.iter().flat_map(|inner| op::results(*inner)).collect();
        for holder in std::iter::once(&op).chain(&operations) {
            for (number, block) in op::blocks(*holder).into_iter().enumerate() {
                match number {
                    // These belong to the type of the function.
                    0 => self.casts.add(cast_arguments(context, block)),
                    _ => moved.extend(op::arguments(block)),
                }
            }
        }
        for value in moved {
            if let Some(bits) = bits_of(context, value.r#type()) {
                value.set_type(bits);
                self.moved.add(1);
            }
        }
        for cast in moves {
            if op::is(cast, "llvm.bitcast") {
                let (from, to) = (op::operands(cast)[0], op::result(cast));
                if from.r#type() == to.r#type() {
                    op::replace_uses(to, from);
                    op::erase(cast);
                }
            }
        }
        Ok(())
    }
}

/// The type of the bits of a number in bf16, or of a vector of them; `None` for any other type.
fn bits_of<'c>(context: &'c Context, ty: Type<'c>) -> Option<Type<'c>> {
    let bits = IntegerType::new(context, 16).into();
    (float_name(element(ty)) == Some("bf16")).then(|| match vector_shape(ty) {
        Some(sizes) => vector_of(&sizes, bits),
        None => bits,
    })
}

fn bitcast<'c>(value: Value<'c, '_>, to: Type<'c>) -> Operation<'c> {
    create_value("llvm.bitcast", op::value_location(value), &[value], to, &[])
}

/// Gives an operation that does more than move its operands in bf16, from bits, and makes bits of
/// its results: how many casts that took. The operands have their old types still.
fn cast_around<'c>(context: &'c Context, operation: OperationRef<'c, '_>) -> usize {
    let mut casts = 0;
    for (number, operand) in op::operands(operation).into_iter().enumerate() {
        if bits_of(context, operand.r#type()).is_some() {
            let number_in = op::insert_before(operation, bitcast(operand, operand.r#type()));
            op::set_operand(operation, number, op::result(number_in));
            casts += 1;
        }
    }
    let Some(block) = operation.block() else {
        return casts;
    };
    for result in op::results(operation) {
        if let Some(bits) = bits_of(context, result.r#type()) {
            let cast = block.insert_operation_after(operation, bitcast(result, bits));
            op::replace_uses(result, op::result(cast));
            op::set_operand(cast, 0, result);
            casts += 1;
        }
    }
    casts
}

/// Makes bits of the arguments of a function: how many casts that took.
fn cast_arguments<'c>(context: &'c Context, entry: BlockRef<'c, '_>) -> usize {
    let mut casts = 0;
    for argument in op::arguments(entry) {
        if let Some(bits) = bits_of(context, argument.r#type()) {
            let cast = entry.insert_operation(0, bitcast(argument, bits));
            op::replace_uses(argument, op::result(cast));
            op::set_operand(cast, 0, argument);
            casts += 1;
        }
    }
    casts
}
