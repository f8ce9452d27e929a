//! What is asked of a scop on a thread of its own, beside the making of its loops: the proof of `schedule-verify`, and what loops
//! do not show.
//!
//! ```text
//! this thread    reads the scop ── isl makes loops ──┬── both went well: writes the loops as ops
//! another        reads the scop ── isl proves ───────┘   else: the refusal of the proof, or that of the loops
//! ```
//!
//! Two threads may read MLIR, so nothing is written before both have ended. In an MLIR context without threads, or on a machine
//! with one core, the proof comes first and the loops after it.

use tc_dialects::op;

use crate::api::{Failure, OperationRef, beside};
use crate::schedule::verify::{Proof, prove};

/// What was found of a scop while its loops were made.
pub struct Beside<F, L> {
    /// What was proved of the schedule; empty where there was no budget for a proof.
    pub proof: Proof,
    /// The answer of `facts`.
    pub facts: F,
    /// The answer of `loops`.
    pub loops: L,
}

/// Asks isl for the loops of a scop, and meanwhile for some `facts` of it and, with a budget, for the proof of its schedule. None
/// of the functions may change MLIR.
///
/// # Errors
/// The refusal of the proof, or else that of `facts`, or else that of `loops`.
pub fn with_proof<F: Send, L>(
    scop: OperationRef<'_, '_>,
    verify: Option<u64>,
    facts: impl Fn(OperationRef<'_, '_>) -> Result<F, Failure> + Sync,
    loops: impl FnOnce() -> Result<L, Failure>,
) -> Result<Beside<F, L>, Failure> {
    let shared = Shared(scop);
    let study = || {
        let scop = shared.scop();
        let proof = match verify {
            Some(budget) => prove(scop, budget, "proof-budget")?,
            None => Proof::default(),
        };
        Ok((proof, facts(scop)?))
    };
    let threads = op::thread_count(op::context(scop));
    let ((proof, facts), loops) = match verify.is_some() && threads > 1 {
        true => beside("the proof", study, loops)?,
        false => (study()?, loops()?),
    };
    Ok(Beside {
        proof,
        facts,
        loops,
    })
}

/// A scop that two threads read.
struct Shared<'c, 'a>(OperationRef<'c, 'a>);

impl<'c, 'a> Shared<'c, 'a> {
    fn scop(&self) -> OperationRef<'c, 'a> {
        self.0
    }
}

// SAFETY: nobody changes MLIR meanwhile, and MLIR may be read by several threads; see `beside`.
unsafe impl Sync for Shared<'_, '_> {}
