//! The work on a scop that runs on its own thread while isl generates its loops: the proof of
//! `schedule-verify`, and facts that the loops do not show.
//!
//! ```text
//! this thread    reads the scop ── isl makes loops ──┬── both succeeded: writes the loops as ops
//! another        reads the scop ── isl proves ───────┘   otherwise: the refusal of the proof, or that of the loops
//! ```
//!
//! Two threads may read MLIR at the same time, so nothing is written before both have ended. In an
//! MLIR context without threads, or on a machine with one core, the proof runs before the loops are
//! generated.

use tc_dialects::op;

use tc_pass_host::{Failure, OperationRef, beside};
use tc_scop::verify::{Proof, prove};

/// The results for a scop.
pub struct Beside<F, L> {
    /// The proof of the schedule; empty if there was no budget for a proof.
    pub proof: Proof,
    /// The result of `facts`.
    pub facts: F,
    /// The result of `loops`.
    pub loops: L,
}

/// Runs `loops` for a scop, and at the same time `facts` and, with a budget, the proof of its
/// schedule. None of the functions may change MLIR.
///
/// # Errors
/// The refusal of the proof, otherwise that of `facts`, otherwise that of `loops`.
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
    let ((proof, facts), loops) = if verify.is_some() && threads > 1 {
        beside("the proof", study, loops)?
    } else {
        (study()?, loops()?)
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

// SAFETY: MLIR is not changed meanwhile, and several threads may read it; see `beside`.
unsafe impl Sync for Shared<'_, '_> {}
