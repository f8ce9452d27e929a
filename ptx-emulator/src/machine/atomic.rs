//! Atomic accesses. A kernel with atomics on global memory runs its blocks one after the other, so
//! that sums of floats are the same in every run; within a warp lanes go in order.

use super::state::{Environment, Warp};
use crate::float::{BF16, F16, F32, Format, Rounding, add_odd};
use crate::operation::{AtomicAccess, AtomicKind};
use crate::registers::{LANES, lanes};
use crate::sanitizer::Use;
use crate::types::{ScalarType, Space};

impl Environment<'_> {
    pub fn atomic(&mut self, warp: &mut Warp, access: &AtomicAccess, mask: u32) {
        let addresses = self.addresses(warp, access.address);
        let element = access.ty.bytes() as u64;
        let bytes = element * access.values.len() as u64;
        let keep = u64::MAX >> (64 - 8 * element.min(8));
        self.for_each_request(
            warp,
            access.space,
            addresses,
            mask,
            bytes,
            |environment, warp, request| {
                if !matches!(request.space, Space::Global | Space::Shared) {
                    let lane = request.mask.trailing_zeros() as usize;
                    let message = format!("atomics on {} memory do not exist", request.space);
                    environment.invalid(warp, lane, message);
                    return;
                }
                let returns = !access.targets.is_empty();
                let kind = Use::Atomic {
                    returns,
                    sync: access.sync,
                };
                environment.observe(warp, request, kind);
                let follows =
                    access.kind == AtomicKind::CompareAndSwap && !warp.undefined.is_empty();
                let compared = if follows {
                    warp.registers.bits(access.values[0])
                } else {
                    [0; LANES]
                };
                let mut swapped = 0;
                for lane in lanes(request.mask) {
                    for (index, value) in access.values.iter().enumerate() {
                        let skip = index as u64 * element;
                        let old = environment.read_element(request, lane, skip, element);
                        let operand = warp.registers.lane(*value, lane);
                        let swap = access
                            .swap
                            .get(index)
                            .map_or(0, |swap| warp.registers.lane(*swap, lane));
                        let new = combine(access.kind, access.ty, old, operand, swap);
                        environment.write_element(request, lane, skip, element, new);
                        swapped |= u32::from(old == operand & keep) << lane;
                        if let Some(target) = access.targets.get(index) {
                            warp.registers.set_lane(*target, lane, old);
                        }
                    }
                }
                if follows {
                    warp.settle_swap(access, request, swapped, compared, environment);
                }
            },
        );
    }
}

/// The new value.
fn combine(kind: AtomicKind, ty: ScalarType, old: u64, operand: u64, swap: u64) -> u64 {
    let bits = ty.bytes() as u32 * 8;
    let keep = u64::MAX >> (64 - bits);
    let operand = operand & keep;
    let result = match kind {
        AtomicKind::And => old & operand,
        AtomicKind::Or => old | operand,
        AtomicKind::Xor => old ^ operand,
        AtomicKind::Exchange => operand,
        AtomicKind::CompareAndSwap if old == operand => swap,
        AtomicKind::CompareAndSwap => old,
        AtomicKind::Increment if old >= operand => 0,
        AtomicKind::Increment => old + 1,
        AtomicKind::Decrement if old == 0 || old > operand => operand,
        AtomicKind::Decrement => old - 1,
        AtomicKind::Add if ty == ScalarType::F64 => {
            (f64::from_bits(old) + f64::from_bits(operand)).to_bits()
        }
        AtomicKind::Add if ty.is_float() => float(ty, old, operand, add_odd),
        AtomicKind::Add => old.wrapping_add(operand),
        AtomicKind::Minimum | AtomicKind::Maximum => {
            let maximum = kind == AtomicKind::Maximum;
            if ty.is_float() {
                float(ty, old, operand, move |a, b| extremum(a, b, maximum))
            } else {
                let signed = |value: u64| (value << (64 - bits)) as i64;
                let less = if ty.is_signed() {
                    signed(old) < signed(operand)
                } else {
                    old < operand
                };
                if less == maximum { operand } else { old }
            }
        }
    };
    result & keep
}

fn extremum(a: f64, b: f64, maximum: bool) -> f64 {
    match (a.is_nan(), b.is_nan()) {
        (true, _) => b,
        (_, true) => a,
        _ if (a < b) == maximum => b,
        _ => a,
    }
}

fn float(ty: ScalarType, old: u64, operand: u64, f: impl Fn(f64, f64) -> f64) -> u64 {
    let small = |format: Format, a: u64, b: u64| {
        let result = f(
            format.value(a as u32 & 0xffff),
            format.value(b as u32 & 0xffff),
        );
        u64::from(format.round(result, Rounding::NearestEven))
    };
    let pair = |format: Format| {
        small(format, old >> 16, operand >> 16) << 16 | small(format, old, operand)
    };
    match ty {
        ScalarType::F64 => f(f64::from_bits(old), f64::from_bits(operand)).to_bits(),
        ScalarType::F16 => small(F16, old, operand),
        ScalarType::Bf16 => small(BF16, old, operand),
        ScalarType::F16x2 => pair(F16),
        ScalarType::Bf16x2 => pair(BF16),
        _ => {
            let value = |bits: u64| f64::from(f32::from_bits(bits as u32));
            u64::from(F32.round(f(value(old), value(operand)), Rounding::NearestEven))
        }
    }
}
