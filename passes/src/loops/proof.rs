//! The proof of `schedule-verify` on a thread of its own, beside the making of loops.
//!
//! ```text
//! this thread    clone the scop ── make loops of it ──────────────┬─ both went well: the loops
//! another        read the clone ── schedule-verify ── refuse? ────┘  else: its refusal
//! ```
//!
//! Nothing is shared: the proof reads a copy of the scop, in the isl context of its own thread. A schedule that is not proved
//! is refused with what the proof found, whatever came of the loops. In an MLIR context without threads, or on a machine with
//! one core, the proof comes first and the loops after it.

use mlir_sys::{
    MlirOperation, mlirContextGetNumThreads, mlirOperationClone, mlirOperationDestroy,
    mlirOperationGetContext,
};

use crate::api::{Failure, OperationRef, beside};
use crate::schedule::verify::{self, Proof};

/// Makes loops of a scop, and proves its schedule meanwhile.
///
/// # Errors
/// The refusal of the proof, or else that of `make`.
pub fn with_proof<R>(
    scop: OperationRef<'_, '_>,
    make: impl FnOnce() -> Result<R, Failure>,
) -> Result<(R, Proof), Failure> {
    let budget = verify::BUDGET;
    // SAFETY: the scop is alive, and so is its context.
    let threads = unsafe { mlirContextGetNumThreads(mlirOperationGetContext(scop.to_raw())) };
    if threads < 2 {
        let proof = verify::prove(scop, budget)?;
        return Ok((make()?, proof));
    }
    let copy = Copy::of(scop);
    let (proof, made) = beside(
        "the proof",
        || verify::prove(copy.operation(), budget),
        make,
    );
    let proof = proof?;
    Ok((made?, proof))
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

// SAFETY: the copy belongs to whoever holds it; MLIR's contexts are made for several threads, as was asked above.
unsafe impl Sync for Copy {}
