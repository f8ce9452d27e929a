//! The kinds of targets.

use std::fmt;

/// What kind of machine a target is: the key `kind` of its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TargetKind {
    /// A processor, on which the JIT's code runs.
    Cpu,
    /// A GPU, for which PTX is made.
    Gpu,
}

impl fmt::Display for TargetKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TargetKind::Cpu => "CPU",
            TargetKind::Gpu => "GPU",
        })
    }
}
