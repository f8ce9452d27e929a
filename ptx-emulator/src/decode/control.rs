//! Branches, barriers, fences and other control of a warp.

use super::{Decoder, Form};
use crate::operation::{Barrier, BarrierKind, Branch, Fence, Operation, Scope};
use crate::registers::File;
use crate::syntax::Operand;
use crate::types::ScalarType;

type Handled = Result<Operation, String>;

/// `bra{.uni} label`
pub(super) fn branch(decoder: &mut Decoder, form: &mut Form) -> Handled {
    form.take("uni");
    form.expect_operands(1..=1)?;
    let Operand::Name(label) = form.operand(0)? else {
        return Err("expected a label".to_owned());
    };
    decoder.branch_to(label);
    Ok(Operation::Branch(Branch::default()))
}

/// `brx.idx index, targets`
pub(super) fn indexed_branch(decoder: &mut Decoder, form: &mut Form) -> Handled {
    form.take("uni");
    if !form.take("idx") {
        return Err("expected `.idx` after `brx`".to_owned());
    }
    form.expect_operands(2..=2)?;
    let index = decoder.source(form.operand(0)?, ScalarType::U32)?;
    let Operand::Name(name) = form.operand(1)? else {
        return Err("expected the name of a `.branchtargets` list".to_owned());
    };
    let targets = decoder
        .find_in_scopes(decoder.scope, |scope| scope.targets.get(name).cloned())
        .ok_or_else(|| {
            format!("`{name}` is not a `.branchtargets` list declared before its use")
        })?;
    for label in &targets {
        decoder.branch_to(label);
    }
    Ok(Operation::IndexedBranch {
        index,
        branch: Branch::default(),
    })
}

/// `ret`: in a copied function it is a branch to its end.
pub(super) fn leave(decoder: &mut Decoder, form: &mut Form) -> Handled {
    form.take("uni");
    form.expect_operands(0..=0)?;
    match decoder.return_label.clone() {
        Some(label) => {
            decoder.branch_to(&label);
            Ok(Operation::Branch(Branch::default()))
        }
        None => Ok(Operation::Exit),
    }
}

/// `exit`
pub(super) fn exit(_: &mut Decoder, form: &mut Form) -> Handled {
    form.expect_operands(0..=0)?;
    Ok(Operation::Exit)
}

/// `trap`
pub(super) fn trap(_: &mut Decoder, form: &mut Form) -> Handled {
    form.expect_operands(0..=0)?;
    Ok(Operation::Trap)
}

/// Instructions without effect on results: `brkpt`, `pmevent`, `nanosleep`, `setmaxnreg`,
/// `griddepcontrol`.
pub(super) fn nothing(_: &mut Decoder, form: &mut Form) -> Handled {
    for prefix in [
        "u32",
        "mask",
        "inc",
        "dec",
        "sync",
        "aligned",
        "launch_dependents",
        "wait",
    ] {
        form.skip_prefix(prefix);
    }
    Ok(Operation::Nothing)
}

/// `bar.sync`, `bar.arrive`, `bar.red`, `bar.warp.sync`, and the `barrier` spellings.
pub(super) fn barrier(decoder: &mut Decoder, form: &mut Form) -> Handled {
    let any_lanes = form.root() == "barrier" && !form.take("aligned");
    form.take("aligned");
    form.take("cta");
    if form.take("warp") {
        form.take("sync");
        form.expect_operands(1..=1)?;
        let members = decoder.source(form.operand(0)?, ScalarType::B32)?;
        return Ok(Operation::WarpBarrier { members });
    }
    if form.take("cluster") {
        return cluster_barrier(form);
    }
    let reduction = form.take("red");
    let kind = if form.take("arrive") {
        BarrierKind::Arrive
    } else {
        form.take("sync");
        BarrierKind::Wait
    };
    if reduction {
        return barrier_reduction(decoder, form, any_lanes);
    }
    form.expect_operands(1..=2)?;
    let identifier = decoder.source(form.operand(0)?, ScalarType::U32)?;
    let count = match form.operands.get(1) {
        Some(operand) => Some(decoder.source(operand, ScalarType::U32)?),
        None => None,
    };
    Ok(Operation::Barrier(Barrier {
        kind,
        identifier,
        count,
        any_lanes,
        reduction: None,
    }))
}

/// `barrier.cluster.{arrive,wait}`: a cluster is one block here.
fn cluster_barrier(form: &mut Form) -> Handled {
    for name in ["relaxed", "release", "acquire", "aligned"] {
        form.take(name);
    }
    if form.take("arrive") || form.take("wait") {
        return Ok(Operation::Nothing);
    }
    Err("expected `.arrive` or `.wait` after `barrier.cluster`".to_owned())
}

/// `bar.red.{popc.u32,and.pred,or.pred} d, a{, b}, p`
fn barrier_reduction(decoder: &mut Decoder, form: &mut Form, any_lanes: bool) -> Handled {
    let Some(operation) = form.take_one_of(&["popc", "and", "or"]) else {
        return Err("expected `.popc`, `.and` or `.or` after `bar.red`".to_owned());
    };
    let ty = form.take_type()?;
    form.expect_operands(3..=4)?;
    let target = decoder.target(form.operand(0)?, ty)?;
    if (target.file == File::Predicate) == (operation == 0) {
        return form.wrong_type(ty);
    }
    let identifier = decoder.source(form.operand(1)?, ScalarType::U32)?;
    let last = form.operands.len() - 1;
    let count = match last {
        3 => Some(decoder.source(form.operand(2)?, ScalarType::U32)?),
        _ => None,
    };
    let predicate = decoder.predicate(form.operand(last)?)?;
    Ok(Operation::Barrier(Barrier {
        kind: BarrierKind::Wait,
        identifier,
        count,
        any_lanes,
        reduction: Some((operation as u8, target, predicate)),
    }))
}

/// `fence`, `membar`; a fence between proxies alone orders nothing here.
pub(super) fn fence(_: &mut Decoder, form: &mut Form) -> Handled {
    let scope = super::memory::take_scope(form).unwrap_or(Scope::Device);
    let sequential = form.take("sc") || form.root() == "membar";
    let order = form.take_one_of(&["acq_rel", "acquire", "release"]);
    let proxies = form.take("proxy");
    for prefix in [
        "async",
        "alias",
        "global",
        "shared",
        "mbarrier_init",
        "sync_restrict",
        "tensormap",
        "generic",
    ] {
        form.skip_prefix(prefix);
    }
    if proxies {
        return Ok(Operation::Nothing);
    }
    Ok(Operation::Fence(Fence {
        scope,
        acquires: order != Some(2),
        releases: order != Some(1),
        sequential,
    }))
}

/// An instruction that is known but has no meaning here yet: refused by name.
pub(super) fn refused(_: &mut Decoder, form: &mut Form) -> Handled {
    Err(format!("`{}` is parsed but not emulated yet", form.root()))
}
