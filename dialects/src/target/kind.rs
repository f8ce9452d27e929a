//! The kinds of targets, and what each kind means: one table.

use std::fmt;

/// What kind of machine a target is: the key `kind` of its description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TargetKind {
    /// A processor, on which the JIT's code runs.
    Cpu,
    /// A GPU, for which PTX is made.
    Gpu,
}

/// A row of the table, which has the order of the kinds.
struct Row {
    /// The word in messages.
    word: &'static str,
    /// The target that is taken where none is named.
    default: &'static str,
    /// Whether programs are kernels of blocks and threads.
    has_kernels: bool,
}

const ROWS: [Row; 2] = [
    Row {
        word: "CPU",
        default: "host",
        has_kernels: false,
    },
    Row {
        word: "GPU",
        default: "sm_90a",
        has_kernels: true,
    },
];

impl TargetKind {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The target that is taken where none is named, by the name that
    /// [`find`](super::find) knows.
    pub fn default_target(self) -> &'static str {
        self.row().default
    }

    /// Whether programs are kernels of blocks and threads, which a host launches.
    pub fn has_kernels(self) -> bool {
        self.row().has_kernels
    }
}

impl fmt::Display for TargetKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().word)
    }
}

#[cfg(test)]
mod tests {
    use super::super::find;
    use super::*;

    #[test]
    fn each_kind_has_its_row_and_a_target_of_its_own() {
        for kind in [TargetKind::Cpu, TargetKind::Gpu] {
            assert_eq!(find(kind.default_target()).unwrap().kind(), kind);
        }
        assert_eq!(TargetKind::Gpu.to_string(), "GPU");
        assert!(TargetKind::Gpu.has_kernels());
    }
}
