//! The proof of `schedule-verify` on a thread of its own, beside the making of loops.
//!
//! ```text
//! this thread    waits          ── makes loops of the scop ───────┬─ both went well: the loops
//! another        reads the scop ── schedule-verify ── refuses? ───┘  else: its refusal
//! ```
//!
//! A schedule that is not proved is refused with what the proof found, whatever came of the loops. In an MLIR context without
//! threads, or on a machine with one core, the proof comes first and the loops after it.

use mlir_sys::{
    MlirOperation, mlirContextGetNumThreads, mlirOperationClone, mlirOperationDestroy,
    mlirOperationGetContext,
};

use crate::api::{Failure, OperationRef, beside};
use crate::schedule::scop_pass::failure;
use crate::schedule::verify::{BUDGET, Claim, Proof};

/// Makes loops of a scop and, if `verify`, proves its schedule meanwhile; else nothing is proved.
///
/// # Errors
/// The refusal of the proof, or else that of `make`.
pub fn with_proof<R>(
    scop: OperationRef<'_, '_>,
    verify: bool,
    make: impl FnOnce() -> Result<R, Failure>,
) -> Result<(Proof, R), Failure> {
    if !verify {
        return Ok((Proof::default(), make()?));
    }
    // What is refused is pointed at when the scop itself may be gone.
    let copy = Copy::of(scop);
    let refuse = |refusal| failure(copy.operation(), refusal);
    // SAFETY: the scop is alive, and so is its context.
    let threads = unsafe { mlirContextGetNumThreads(mlirOperationGetContext(scop.to_raw())) };
    if threads < 2 {
        let proof = Claim::read(scop)?.prove(BUDGET).map_err(refuse)?;
        return Ok((proof, make()?));
    }
    let read = || Claim::read(copy.operation());
    beside("the proof", read, |claim| claim.prove(BUDGET), refuse, make)
}

/// A scop that stands nowhere.
struct Copy(MlirOperation);

impl Copy {
    fn of(scop: OperationRef<'_, '_>) -> Copy {
        // SAFETY: the scop is alive. It uses nothing from outside, so the copy stands by itself.
        Copy(unsafe { mlirOperationClone(scop.to_raw()) })
    }

    fn operation(&self) -> OperationRef<'_, '_> {
        // SAFETY: the copy lives as long as this.
        unsafe { OperationRef::from_raw(self.0) }
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // SAFETY: the copy is in no block, and nothing refers to it.
        unsafe { mlirOperationDestroy(self.0) }
    }
}

// SAFETY: `beside` lets one thread at a time look at it.
unsafe impl Sync for Copy {}
