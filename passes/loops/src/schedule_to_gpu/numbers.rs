//! The numbers of blocks and threads, and the parts of the latter, at the head of a kernel.

use melior::ir::attribute::IntegerAttribute;
use tc_dialects::op::build;
use tc_dialects::schedule::tree::{Digit, Unit};

use crate::builder::Builder;
use crate::emit::{Binding, Varying};
use crate::mapping::{BLOCK_PARAMETERS, Kernel, THREAD_PARAMETERS, unit_digit};

/// The number of the block or thread on an axis, as a name of the AST.
pub(super) fn number_of<'c, 'a>(
    builder: &mut Builder<'c, 'a>,
    name: &str,
    kernel: &Kernel,
) -> Option<Binding<'c, 'a>> {
    if let Some(part) = kernel.digit_of(name).or_else(|| unit_digit(name)) {
        return digit(builder, part, kernel);
    }
    let position = |names: [&str; 3]| names.iter().position(|other| *other == name);
    let (op, axis, size, varying) = match (position(BLOCK_PARAMETERS), position(THREAD_PARAMETERS))
    {
        (Some(axis), _) => ("gpu.block_id", axis, kernel.grid[axis], Varying::No),
        (_, Some(axis)) => (
            "gpu.thread_id",
            axis,
            kernel.block[axis],
            varying_along(axis),
        ),
        _ => return None,
    };
    let text = format!("{op} {axis}");
    if let Some(value) = builder.known_at_head(&text) {
        return Some(Binding { value, varying });
    }
    let axis_name = ["x", "y", "z"][axis];
    let index = builder.index();
    let dimension = build::parsed(builder.context, &format!("#gpu<dim {axis_name}>"));
    let bound = IntegerAttribute::new(index, size).into();
    let attributes = [("dimension", dimension), ("upper_bound", bound)];
    let value = builder.head_value(op, &[], index, &attributes);
    builder.remember_at_head(text, value);
    Some(Binding { value, varying })
}

/// Between whom the number of a thread along an axis may differ. Only kernels with matrix
/// operations ask for more than whether it does; their warps are along x.
fn varying_along(axis: usize) -> Varying {
    match axis {
        0 => Varying::Lanes,
        _ => Varying::Warps,
    }
}

/// A part of the number of a thread along x: `floor(t / stride) mod size`.
fn digit<'c, 'a>(
    builder: &mut Builder<'c, 'a>,
    part: Digit,
    kernel: &Kernel,
) -> Option<Binding<'c, 'a>> {
    let text = format!("{part:?}");
    let lanes = Unit::ROWS.end();
    let varying = if part.stride % lanes == 0 {
        Varying::Warps
    } else {
        Varying::Lanes
    };
    if let Some(value) = builder.known_at_head(&text) {
        return Some(Binding { value, varying });
    }
    let thread = number_of(builder, THREAD_PARAMETERS[0], kernel)?.value;
    let mut divided = |op: &str, by: i64, value| {
        let operands = [value, builder.constant(by)];
        builder.head_value(op, &operands, builder.index(), &[])
    };
    let mut value = thread;
    if part.stride > 1 {
        value = divided("arith.divui", part.stride, value);
    }
    if part.end() < kernel.block[0] {
        value = divided("arith.remui", part.size, value);
    }
    builder.remember_at_head(text, value);
    Some(Binding { value, varying })
}
