//! The kinds of machines that are tuned for.

use serde::{Deserialize, Serialize};
use tc_pipelines::mapping::MappingOptions;
use tc_runtime::Executor;

/// The kind of machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Machine {
    /// The processor of this machine.
    Cpu,
    /// A GPU, compiled for and not needed.
    Gpu,
}

impl Machine {
    /// What compiles for it.
    pub fn executor(self) -> Executor {
        match self {
            Machine::Cpu => Executor::Cpu,
            Machine::Gpu => Executor::Emulator,
        }
    }

    /// The options where none are given.
    pub fn defaults(self) -> MappingOptions {
        self.executor().mapping()
    }
}
