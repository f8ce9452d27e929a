//! The code of a compiled program, which outlives its context.

use crate::{
    errors::{Errors, error},
    executor::Executor,
};
use melior::ir::Module;
use tc_backend_cpu::{Kernel, code};
use tc_backend_cuda::{
    assemble::assemble,
    ptx::{self, Plan},
};

/// The code of a compiled program.
#[derive(Clone, Debug)]
pub(crate) enum Code {
    /// For this processor.
    Object(Vec<u8>),
    /// For a GPU, with its launches.
    Ptx(Ptx),
}

impl Code {
    /// The code in a module at the level of the machine.
    pub(crate) fn of(executor: Executor, module: &Module, entry: &str) -> Result<Code, Errors> {
        if executor.is_gpu() {
            Ptx::of(module, entry).map(Code::Ptx)
        } else {
            object(module, entry).map(Code::Object)
        }
    }

    pub(crate) fn object(self) -> Result<Vec<u8>, Errors> {
        match self {
            Code::Object(object) => Ok(object),
            Code::Ptx(_) => Err(error("expected machine code of a CPU, found PTX")),
        }
    }

    pub(crate) fn ptx(self) -> Result<Ptx, Errors> {
        match self {
            Code::Ptx(ptx) => Ok(ptx),
            Code::Object(_) => Err(error("expected PTX, found machine code of a CPU")),
        }
    }

    /// With the machine code of a GPU, if `ptxas` is at hand.
    pub(crate) fn assembled(self) -> Code {
        match self {
            Code::Ptx(ptx) => Code::Ptx(Ptx {
                sass: assemble(&ptx.text),
                ..ptx
            }),
            object => object,
        }
    }
}

/// The PTX of a module and the plan of its launches, which outlive its context.
#[derive(Clone, Debug)]
pub(crate) struct Ptx {
    pub(crate) text: String,
    pub(crate) plan: Plan,
    /// The machine code that was made of the text, if any was.
    pub(crate) sass: Option<Vec<u8>>,
}

impl Ptx {
    pub(crate) fn of(module: &Module, entry: &str) -> Result<Self, Errors> {
        let text = ptx::text(module).map_err(|reason| error(reason.to_string()))?;
        let plan = Plan::of(module, entry).map_err(|reason| error(reason.to_string()))?;
        let sass = None;
        Ok(Ptx { text, plan, sass })
    }
}

/// The object code of a function in the `llvm` dialect.
pub(crate) fn object(module: &Module, entry: &str) -> Result<Vec<u8>, Errors> {
    code::object_code(module, entry).map_err(|reason| error(reason.to_string()))
}

/// Loads object code.
pub(crate) fn load(object: &[u8]) -> Result<Kernel, Errors> {
    Kernel::load(object).map_err(|reason| error(reason.to_string()))
}

/// A size in the place of an address: code takes both as numbers of 64 bits.
#[inline]
pub fn as_argument(size: i64) -> *mut u8 {
    std::ptr::without_provenance_mut(size as usize)
}
