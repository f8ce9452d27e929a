//! Loads, stores, atomics and hints.

use std::collections::HashSet;

use super::{Decoder, Form};
use crate::operation::{Access, AtomicAccess, AtomicKind, Decoded, Operation, Scope, Sync};
use crate::registers::{File, Register};
use crate::syntax::Operand;
use crate::types::{ScalarType, Space};

type Handled = Result<Operation, String>;

/// Takes every modifier that changes speed or ordering but not the value: cache operators, eviction
/// priorities, prefetch sizes, orderings and scopes; returns the order, and whether a cache policy
/// follows.
fn take_hints(form: &mut Form) -> (Sync, bool) {
    form.take_one_of(&["ca", "cg", "cs", "lu", "cv", "wb", "wt"]);
    form.skip_prefix("L1::");
    form.skip_prefix("L2::evict");
    form.skip_prefix("L2::64B");
    form.skip_prefix("L2::128B");
    form.skip_prefix("L2::256B");
    let sync = take_ordering(form, Sync::WEAK);
    (sync, form.take("L2::cache_hint"))
}

/// The scope among the modifiers.
pub(super) fn take_scope(form: &mut Form) -> Option<Scope> {
    let scope = form.take_one_of(&["cta", "cluster", "gpu", "sys", "gl"])?;
    Some(if scope < 2 {
        Scope::Block
    } else {
        Scope::Device
    })
}

/// `.relaxed`, `.acquire` and the like with their scope; `otherwise` where none is written.
fn take_ordering(form: &mut Form, otherwise: Sync) -> Sync {
    let ordering = form.take_one_of(&[
        "weak", "relaxed", "acquire", "release", "acq_rel", "volatile", "mmio",
    ]);
    let scope = take_scope(form);
    let ordering = match ordering {
        None => {
            return Sync {
                scope: scope
                    .filter(|_| otherwise.scope.is_some())
                    .or(otherwise.scope),
                ..otherwise
            };
        }
        Some(0) => return Sync::WEAK,
        Some(ordering) => ordering,
    };
    Sync {
        scope: Some(scope.unwrap_or(Scope::Device)),
        acquires: matches!(ordering, 2 | 4),
        releases: matches!(ordering, 3 | 4),
    }
}

fn take_vector(form: &mut Form) -> usize {
    form.take_one_of(&["v2", "v4", "v8"])
        .map_or(1, |index| 2 << index)
}

impl Decoder<'_> {
    fn space_of(&self, written: Option<Space>, symbol: Option<Space>, address_file: File) -> Space {
        match (written, symbol) {
            // A `.param` variable that carries arguments of a call lives in the memory of the
            // thread.
            (Some(Space::Parameter), Some(space)) => space,
            (Some(Space::Parameter), None) if self.calls.len() > 1 => Space::Local,
            (Some(space), _) => space,
            (None, Some(space)) => space,
            (None, None) => {
                debug_assert!(address_file != File::Predicate);
                Space::Generic
            }
        }
    }

    fn access(
        &mut self,
        form: &mut Form,
        address_operand: &Operand,
        value_operand: &Operand,
        (load, sync): (bool, Sync),
    ) -> Result<Access, String> {
        let written = form.take_space();
        let count = take_vector(form);
        let ty = form.take_type()?;
        if ty.bytes() * count > 32 {
            return Err("expected an access of at most 32 bytes".to_owned());
        }
        let (address, symbol) = self.address(address_operand)?;
        let space = self.space_of(written, symbol, address.base.file);
        let elements = self.elements(value_operand);
        if elements.len() != count {
            return Err(format!(
                "expected {count} registers for `{}`, found {}",
                form.root(),
                elements.len()
            ));
        }
        let mut registers = Vec::new();
        for element in elements {
            let sink = matches!(element, Operand::Name(name) if name == "_");
            let register = match (sink, load) {
                (true, _) => None,
                (false, true) => Some(self.wide_target(element, ty)?),
                (false, false) => Some(self.wide_source(element, ty)?),
            };
            registers.push(register);
            if ty == ScalarType::B128 {
                let second = register.map(|register| Register {
                    index: register.index + 1,
                    ..register
                });
                registers.push(second);
            }
        }
        Ok(Access {
            sync,
            space,
            address,
            element: ty.bytes().min(8) as u8,
            bytes: (ty.bytes() * count) as u8,
            signed: ty.is_signed(),
            used: u32::MAX >> (32 - ty.bytes() * count),
            within: (0, (ty.bytes() * count) as u64),
            registers: registers.into_boxed_slice(),
        })
    }
}

/// The bytes that the load after a pragma needs: LLVM widens loads, and says with
/// `used_bytes_mask` which bytes of the wide one the program asked for.
pub(super) fn used_bytes(pragma: &str) -> Result<Option<u32>, String> {
    let Some(mask) = pragma.trim().strip_prefix("used_bytes_mask") else {
        return Ok(None);
    };
    let mask = mask.trim();
    let mask = match mask.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => mask.parse().ok(),
    };
    match mask.filter(|mask| *mask != 0) {
        Some(mask) => Ok(Some(mask)),
        None => Err(format!(
            "expected `used_bytes_mask` and a mask from 0x1 to 0xffffffff, found `{pragma}`"
        )),
    }
}

/// `ld`, `ldu`
pub(super) fn load(decoder: &mut Decoder, form: &mut Form) -> Handled {
    form.take("nc");
    let (sync, hinted) = take_hints(form);
    form.expect_operands(2..=2 + usize::from(hinted))?;
    let (target, address) = (form.operand(0)?, form.operand(1)?);
    let mut access = decoder.access(form, address, target, (true, sync))?;
    if let Some(used) = decoder.used_bytes {
        if used & !access.used != 0 {
            return Err(format!(
                "expected a `used_bytes_mask` of {} bytes, found 0x{used:x}",
                access.bytes
            ));
        }
        access.used = used;
        access.within = (
            u64::from(used.trailing_zeros()),
            u64::from(32 - used.leading_zeros()),
        );
    }
    Ok(Operation::Load(access))
}

/// `st`
pub(super) fn store(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let (sync, hinted) = take_hints(form);
    form.expect_operands(2..=2 + usize::from(hinted))?;
    let (address, value) = (form.operand(0)?, form.operand(1)?);
    Ok(Operation::Store(decoder.access(
        form,
        address,
        value,
        (false, sync),
    )?))
}

/// Drops the elements of vector loads whose registers no instruction reads, as if `_` stood there.
///
/// Compilers fill the gap between two elements that they need, and another thread may write the
/// element between: the memory is accessed, but nobody sees the value.
pub(super) fn drop_unused_elements(instructions: &mut [Decoded]) {
    let mut read = HashSet::new();
    for decoded in &*instructions {
        read.extend(decoded.flow.reads.iter().copied());
        read.extend(decoded.guard.map(|(register, _)| register));
    }
    for decoded in instructions {
        if let Operation::Load(access) = &mut decoded.operation
            && access.registers.len() > 1
        {
            for index in 0..access.registers.len() {
                // The second half of a register of 128 bits is in no list.
                let unread = |one: &mut Register| one.file != File::Double && !read.contains(one);
                access.registers[index].take_if(unread);
                if access.registers[index].is_none() {
                    access.used &= !access.element_mask(index);
                }
            }
        }
    }
}

/// `prefetch`, `prefetchu`, `createpolicy`, `discard`, `applypriority`: no result depends on them.
pub(super) fn hint(decoder: &mut Decoder, form: &mut Form) -> Handled {
    for prefix in [
        "global",
        "local",
        "L1",
        "L2",
        "tensormap",
        "param",
        "const",
        "fractional",
        "range",
        "cvt",
        "b64",
    ] {
        form.skip_prefix(prefix);
    }
    if form.root() == "createpolicy"
        && let Operand::Name(_) = form.operand(0)?
    {
        // The policy register is used by hints only.
        decoder.target(form.operand(0)?, ScalarType::B64)?;
    }
    Ok(Operation::Nothing)
}

const ATOMICS: [(&str, AtomicKind); 10] = [
    ("add", AtomicKind::Add),
    ("and", AtomicKind::And),
    ("or", AtomicKind::Or),
    ("xor", AtomicKind::Xor),
    ("min", AtomicKind::Minimum),
    ("max", AtomicKind::Maximum),
    ("inc", AtomicKind::Increment),
    ("dec", AtomicKind::Decrement),
    ("exch", AtomicKind::Exchange),
    ("cas", AtomicKind::CompareAndSwap),
];

/// `atom`, `red`
pub(super) fn atomic(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let returns = form.root() == "atom";
    let written = form.take_space();
    let sync = take_ordering(form, Sync::relaxed(Scope::Device));
    let hinted = form.take("L2::cache_hint");
    form.take("noftz");
    let Some(kind) = form.take_by(|name| {
        ATOMICS
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, kind)| *kind)
    }) else {
        return Err(format!("expected an operation after `{}`", form.root()));
    };
    let count = take_vector(form);
    let ty = form.take_type()?;
    check_atomic(form, kind, ty)?;
    let first = usize::from(returns);
    let value_count = if kind == AtomicKind::CompareAndSwap {
        2
    } else {
        1
    };
    form.expect_operands(first + 1 + value_count..=first + 1 + value_count + usize::from(hinted))?;
    let (address, symbol) = decoder.address(form.operand(first)?)?;
    let space = decoder.space_of(written, symbol, address.base.file);
    let targets = if returns {
        collect(decoder, form.operand(0)?, ty, count, Decoder::target)?
    } else {
        Vec::new()
    };
    let values = collect(
        decoder,
        form.operand(first + 1)?,
        ty,
        count,
        Decoder::source,
    )?;
    let swap = if kind == AtomicKind::CompareAndSwap {
        collect(
            decoder,
            form.operand(first + 2)?,
            ty,
            count,
            Decoder::source,
        )?
    } else {
        Vec::new()
    };
    Ok(Operation::Atomic(AtomicAccess {
        space,
        address,
        kind,
        ty,
        sync,
        targets: targets.into_boxed_slice(),
        values: values.into_boxed_slice(),
        swap: swap.into_boxed_slice(),
    }))
}

fn check_atomic(form: &Form, kind: AtomicKind, ty: ScalarType) -> Result<(), String> {
    use ScalarType::*;
    let allowed = match kind {
        AtomicKind::Add => {
            matches!(
                ty,
                U32 | S32 | U64 | S64 | F32 | F64 | F16 | F16x2 | Bf16 | Bf16x2
            )
        }
        AtomicKind::Minimum | AtomicKind::Maximum => {
            matches!(
                ty,
                U32 | S32 | U64 | S64 | F16 | F16x2 | Bf16 | Bf16x2 | F32
            )
        }
        AtomicKind::Increment | AtomicKind::Decrement => ty == U32,
        AtomicKind::Exchange => matches!(ty, B32 | B64),
        AtomicKind::CompareAndSwap => matches!(ty, B16 | B32 | B64),
        _ => matches!(ty, B32 | B64),
    };
    if allowed { Ok(()) } else { form.wrong_type(ty) }
}

fn collect<'d>(
    decoder: &mut Decoder<'d>,
    operand: &Operand,
    ty: ScalarType,
    count: usize,
    read: impl Fn(&mut Decoder<'d>, &Operand, ScalarType) -> Result<Register, String>,
) -> Result<Vec<Register>, String> {
    let elements: Vec<Operand> = decoder.elements(operand).to_vec();
    if elements.len() != count {
        return Err(format!(
            "expected {count} elements, found {}",
            elements.len()
        ));
    }
    elements
        .iter()
        .map(|element| read(decoder, element, ty))
        .collect()
}
