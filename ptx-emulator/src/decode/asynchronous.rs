//! Asynchronous copies and barriers in shared memory: `cp.async`, `mbarrier`.

use super::{Decoder, Form};
use crate::operation::{AsyncCopy, AsyncOperation, MemoryBarrier, MemoryBarrierKind, Operation};
use crate::syntax::Operand;
use crate::types::ScalarType;

type Handled = Result<Operation, String>;

/// `cp.async...`
pub(super) fn copy(decoder: &mut Decoder, form: &mut Form) -> Handled {
    if !form.take("async") {
        return Err("expected `.async` after `cp`".to_owned());
    }
    if form.take("bulk") || form.take("reduce") {
        let what = if form.take("tensor") { ".tensor" } else { "" };
        return Err(format!(
            "`cp.async.bulk{what}` is parsed but not emulated yet"
        ));
    }
    if form.take("commit_group") {
        form.expect_operands(0..=0)?;
        return Ok(Operation::Async(AsyncOperation::Commit));
    }
    if form.take("wait_all") {
        form.expect_operands(0..=0)?;
        return Ok(Operation::Async(AsyncOperation::WaitAll));
    }
    if form.take("wait_group") {
        form.expect_operands(1..=1)?;
        return match form.operand(0)? {
            Operand::Integer(count) if *count >= 0 => {
                Ok(Operation::Async(AsyncOperation::WaitGroup(*count as u32)))
            }
            _ => Err("expected the number of groups that may be pending".to_owned()),
        };
    }
    if form.take("mbarrier") {
        return copy_arrive(decoder, form);
    }
    form.take_one_of(&["ca", "cg"]);
    if form.take_space().is_none() || form.take_space().is_none() {
        return Err("expected `.shared.global` in `cp.async`".to_owned());
    }
    form.skip_prefix("L2::");
    form.expect_operands(3..=5)?;
    let (destination, _) = decoder.address(form.operand(0)?)?;
    let (source, _) = decoder.address(form.operand(1)?)?;
    let bytes = match form.operand(2)? {
        Operand::Integer(bytes @ (4 | 8 | 16)) => *bytes as u8,
        _ => return Err("expected 4, 8 or 16 as size of `cp.async`".to_owned()),
    };
    let mut source_bytes = None;
    let mut ignore = None;
    // After the size: a source size, or a predicate that disables the source; then a cache policy.
    if let Some(operand) = form.operands.get(3) {
        match decoder.predicate(operand) {
            Ok(predicate) if !matches!(operand, Operand::Integer(_)) => ignore = Some(predicate),
            _ => source_bytes = decoder.source(operand, ScalarType::U32).ok(),
        }
    }
    Ok(Operation::Async(AsyncOperation::Copy(AsyncCopy {
        destination,
        source,
        bytes,
        source_bytes,
        ignore,
    })))
}

/// `cp.async.mbarrier.arrive{.noinc}.shared.b64 [bar]`
fn copy_arrive(decoder: &mut Decoder, form: &mut Form) -> Handled {
    if !form.take("arrive") {
        return Err("expected `.arrive` after `cp.async.mbarrier`".to_owned());
    }
    let increments = !form.take("noinc");
    form.take_space();
    form.take_type()?;
    form.expect_operands(1..=1)?;
    let (address, _) = decoder.address(form.operand(0)?)?;
    Ok(Operation::MemoryBarrier(MemoryBarrier {
        address,
        kind: MemoryBarrierKind::CopyArrive { increments },
    }))
}

/// `mbarrier...`
pub(super) fn memory_barrier(decoder: &mut Decoder, form: &mut Form) -> Handled {
    for prefix in ["release", "acquire", "relaxed", "cta", "cluster"] {
        form.skip_prefix(prefix);
    }
    if form.take("pending_count") {
        form.take_type()?;
        form.expect_operands(2..=2)?;
        return Err("`mbarrier.pending_count` is parsed but not emulated yet".to_owned());
    }
    let parity = form.take("parity");
    let expects = form.take("expect_tx");
    let no_complete = form.take("noComplete");
    let Some(action) = form.take_one_of(&[
        "init",
        "inval",
        "arrive",
        "arrive_drop",
        "complete_tx",
        "test_wait",
        "try_wait",
    ]) else {
        if expects {
            return transaction(decoder, form, true);
        }
        return Err("expected an operation after `mbarrier`".to_owned());
    };
    if no_complete {
        return Err("`mbarrier.arrive.noComplete` is parsed but not emulated yet".to_owned());
    }
    match action {
        0 => {
            take_tail(form)?;
            form.expect_operands(2..=2)?;
            let (address, _) = decoder.address(form.operand(0)?)?;
            let count = decoder.source(form.operand(1)?, ScalarType::U32)?;
            finish(address, MemoryBarrierKind::Initialise { count })
        }
        1 => {
            take_tail(form)?;
            form.expect_operands(1..=1)?;
            let (address, _) = decoder.address(form.operand(0)?)?;
            finish(address, MemoryBarrierKind::Invalidate)
        }
        2 | 3 => arrive(decoder, form, action == 3, expects),
        4 => transaction(decoder, form, false),
        _ => wait(decoder, form, parity),
    }
}

fn finish(address: crate::operation::Address, kind: MemoryBarrierKind) -> Handled {
    Ok(Operation::MemoryBarrier(MemoryBarrier { address, kind }))
}

/// The space and the type at the end of every form.
fn take_tail(form: &mut Form) -> Result<(), String> {
    form.take_space();
    match form.take_type()? {
        ScalarType::B64 => Ok(()),
        other => form.wrong_type(other),
    }
}

/// `mbarrier.arrive{.expect_tx} state, [bar]{, count}`; the state is optional, or `_`.
fn arrive(decoder: &mut Decoder, form: &mut Form, drops: bool, expects: bool) -> Handled {
    take_tail(form)?;
    form.expect_operands(1..=3)?;
    let first = usize::from(!matches!(form.operand(0)?, Operand::Address { .. }));
    let state = match first {
        1 => Some(decoder.target(form.operand(0)?, ScalarType::B64)?),
        _ => None,
    };
    let (address, _) = decoder.address(form.operand(first)?)?;
    let number = match form.operands.get(first + 1) {
        Some(operand) => Some(decoder.source(operand, ScalarType::U32)?),
        None => None,
    };
    if expects && number.is_none() {
        return Err("expected the number of bytes after `mbarrier.arrive.expect_tx`".to_owned());
    }
    finish(
        address,
        MemoryBarrierKind::Arrive {
            state,
            number,
            expects,
            drops,
        },
    )
}

/// `mbarrier.{expect_tx,complete_tx} [bar], bytes`
fn transaction(decoder: &mut Decoder, form: &mut Form, expects: bool) -> Handled {
    take_tail(form)?;
    form.expect_operands(2..=2)?;
    let (address, _) = decoder.address(form.operand(0)?)?;
    let bytes = decoder.source(form.operand(1)?, ScalarType::U32)?;
    finish(address, MemoryBarrierKind::Transaction { bytes, expects })
}

/// `mbarrier.{test_wait,try_wait}{.parity} p, [bar], state{, hint}`
fn wait(decoder: &mut Decoder, form: &mut Form, parity: bool) -> Handled {
    take_tail(form)?;
    form.expect_operands(3..=4)?;
    let done = decoder.target(form.operand(0)?, ScalarType::Predicate)?;
    let (address, _) = decoder.address(form.operand(1)?)?;
    let ty = if parity {
        ScalarType::U32
    } else {
        ScalarType::B64
    };
    let state = decoder.source(form.operand(2)?, ty)?;
    finish(
        address,
        MemoryBarrierKind::Wait {
            done,
            state,
            parity,
        },
    )
}
