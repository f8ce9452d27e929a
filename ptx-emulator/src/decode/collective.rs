//! Warp collectives: `shfl`, `vote`, `match`, `activemask`, `redux`, `elect`.

use super::{Decoder, Form};
use crate::operation::{Collective, CollectiveKind, Operation, Reduction, ShuffleMode};
use crate::syntax::Operand;
use crate::types::ScalarType;

type Handled = Result<Operation, String>;

/// `d|p` as two operands.
fn split_pair(operand: &Operand) -> (Operand, Option<Operand>) {
    match operand {
        Operand::Pair(first, second) => (
            Operand::Name(first.clone()),
            Some(Operand::Name(second.clone())),
        ),
        single => (single.clone(), None),
    }
}

fn collective(kind: CollectiveKind, members: super::Register) -> Handled {
    Ok(Operation::Collective(Collective { kind, members }))
}

/// Every collective needs `.sync` since PTX 6.0; the forms without it do not exist on sm_70 and
/// later.
fn expect_sync(form: &mut Form) -> Result<(), String> {
    if form.take("sync") {
        return Ok(());
    }
    Err(format!("expected `.sync` after `{}`", form.root()))
}

/// `shfl.sync.mode.b32 d{|p}, a, b, c, mask`
pub(super) fn shuffle(decoder: &mut Decoder, form: &mut Form) -> Handled {
    expect_sync(form)?;
    let mode = match form.take_one_of(&["up", "down", "bfly", "idx"]) {
        Some(0) => ShuffleMode::Up,
        Some(1) => ShuffleMode::Down,
        Some(2) => ShuffleMode::Butterfly,
        Some(_) => ShuffleMode::Index,
        None => return Err("expected `.up`, `.down`, `.bfly` or `.idx` after `shfl`".to_owned()),
    };
    let ty = form.take_type()?;
    if ty != ScalarType::B32 {
        return form.wrong_type(ty);
    }
    form.expect_operands(5..=5)?;
    let (target, in_range) = split_pair(form.operand(0)?);
    let target = decoder.target(&target, ty)?;
    let in_range = match in_range {
        Some(operand) => Some(decoder.target(&operand, ScalarType::Predicate)?),
        None => None,
    };
    let value = decoder.source(form.operand(1)?, ty)?;
    let lane = decoder.source(form.operand(2)?, ty)?;
    let clamp = decoder.source(form.operand(3)?, ty)?;
    let members = decoder.source(form.operand(4)?, ty)?;
    collective(
        CollectiveKind::Shuffle {
            mode,
            target,
            in_range,
            value,
            lane,
            clamp,
        },
        members,
    )
}

/// `vote.sync.{all,any,uni}.pred d, {!}a, mask`, `vote.sync.ballot.b32`
pub(super) fn vote(decoder: &mut Decoder, form: &mut Form) -> Handled {
    expect_sync(form)?;
    let Some(mode) = form.take_one_of(&["all", "any", "uni", "ballot"]) else {
        return Err("expected `.all`, `.any`, `.uni` or `.ballot` after `vote`".to_owned());
    };
    let ty = form.take_type()?;
    form.expect_operands(3..=3)?;
    let expected = if mode == 3 {
        ScalarType::B32
    } else {
        ScalarType::Predicate
    };
    if ty != expected {
        return form.wrong_type(ty);
    }
    let target = decoder.target(form.operand(0)?, ty)?;
    let value = decoder.predicate(form.operand(1)?)?;
    let members = decoder.source(form.operand(2)?, ScalarType::B32)?;
    let kind = if mode == 3 {
        CollectiveKind::Ballot { target, value }
    } else {
        CollectiveKind::Vote {
            mode: mode as u8,
            target,
            value,
        }
    };
    collective(kind, members)
}

/// `match.sync.{any,all}.type d{|p}, a, mask`
pub(super) fn match_values(decoder: &mut Decoder, form: &mut Form) -> Handled {
    expect_sync(form)?;
    let Some(mode) = form.take_one_of(&["any", "all"]) else {
        return Err("expected `.any` or `.all` after `match`".to_owned());
    };
    let ty = form.take_type()?;
    if !matches!(ty, ScalarType::B32 | ScalarType::B64) {
        return form.wrong_type(ty);
    }
    form.expect_operands(3..=3)?;
    let (target, all) = split_pair(form.operand(0)?);
    let target = decoder.target(&target, ScalarType::B32)?;
    let all = match all {
        Some(operand) => Some(decoder.target(&operand, ScalarType::Predicate)?),
        None => None,
    };
    let value = decoder.source(form.operand(1)?, ty)?;
    let members = decoder.source(form.operand(2)?, ScalarType::B32)?;
    let kind = match mode {
        0 => CollectiveKind::MatchAny { target, value },
        _ => CollectiveKind::MatchAll { target, all, value },
    };
    collective(kind, members)
}

/// `activemask.b32 d`
pub(super) fn active_mask(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let ty = form.take_type()?;
    form.expect_operands(1..=1)?;
    let target = decoder.target(form.operand(0)?, ty)?;
    Ok(Operation::ActiveMask { target })
}

/// `redux.sync.op.type d, a, mask`
pub(super) fn reduce(decoder: &mut Decoder, form: &mut Form) -> Handled {
    expect_sync(form)?;
    let operation = match form.take_one_of(&["add", "min", "max", "and", "or", "xor"]) {
        Some(0) => Reduction::Add,
        Some(1) => Reduction::Minimum,
        Some(2) => Reduction::Maximum,
        Some(3) => Reduction::And,
        Some(4) => Reduction::Or,
        Some(_) => Reduction::Xor,
        None => return Err("expected an operation after `redux`".to_owned()),
    };
    let ty = form.take_type()?;
    if !matches!(ty, ScalarType::B32 | ScalarType::U32 | ScalarType::S32) {
        return form.wrong_type(ty);
    }
    form.expect_operands(3..=3)?;
    let target = decoder.target(form.operand(0)?, ty)?;
    let value = decoder.source(form.operand(1)?, ty)?;
    let members = decoder.source(form.operand(2)?, ScalarType::B32)?;
    collective(
        CollectiveKind::Reduce {
            operation,
            ty,
            target,
            value,
        },
        members,
    )
}

/// `elect.sync d|p, mask`
pub(super) fn elect(decoder: &mut Decoder, form: &mut Form) -> Handled {
    expect_sync(form)?;
    form.expect_operands(2..=2)?;
    let (target, Some(leader)) = split_pair(form.operand(0)?) else {
        return Err("expected `d|p` as target of `elect`".to_owned());
    };
    let target = decoder.target(&target, ScalarType::B32)?;
    let leader = decoder.target(&leader, ScalarType::Predicate)?;
    let members = decoder.source(form.operand(1)?, ScalarType::B32)?;
    collective(CollectiveKind::Elect { target, leader }, members)
}
