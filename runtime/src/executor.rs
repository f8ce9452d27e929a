//! What runs an operator: one table, with what each executor is and can do.

use tc_dialects::target::TargetKind;
use tc_pipelines::mapping::MappingOptions;

/// What runs the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Executor {
    /// The evaluator of the language's own order of evaluation, slow and exact.
    Reference,
    /// LLVM's JIT, on all cores.
    Cpu,
    /// The emulator of PTX, with its sanitizer.
    Emulator,
    /// The first CUDA device.
    Cuda,
}

/// A row of the table.
struct Row {
    executor: Executor,
    /// The name on the command line.
    name: &'static str,
    /// What its code is for; `None` if it has none.
    code: Option<TargetKind>,
    /// Whether it finds every access outside of an array.
    checks_accesses: bool,
    /// Whether it uses a device with a memory of its own.
    is_device: bool,
}

const ROWS: [Row; 4] = [
    Row {
        executor: Executor::Reference,
        name: "reference",
        code: None,
        checks_accesses: true,
        is_device: false,
    },
    Row {
        executor: Executor::Cpu,
        name: "cpu",
        code: Some(TargetKind::Cpu),
        checks_accesses: false,
        is_device: false,
    },
    Row {
        executor: Executor::Emulator,
        name: "emulator",
        code: Some(TargetKind::Gpu),
        checks_accesses: true,
        is_device: false,
    },
    Row {
        executor: Executor::Cuda,
        name: "cuda",
        code: Some(TargetKind::Gpu),
        checks_accesses: false,
        is_device: true,
    },
];

impl Executor {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The one with a name.
    ///
    /// # Errors
    /// No executor has the name.
    pub fn named(name: &str) -> Result<Executor, String> {
        let found = ROWS.iter().find(|row| row.name == name);
        found.map(|row| row.executor).ok_or_else(|| {
            format!("unknown target `{name}`: expected cpu, emulator, cuda or reference")
        })
    }

    /// The name on the command line.
    pub fn as_str(self) -> &'static str {
        self.row().name
    }

    /// The kind of target that its code is for; `None` for the reference evaluator, which runs no
    /// code.
    pub fn code(self) -> Option<TargetKind> {
        self.row().code
    }

    /// Whether it runs what is compiled, and not the comprehensions themselves.
    pub fn runs_code(self) -> bool {
        self.code().is_some()
    }

    /// Whether it runs kernels of a GPU.
    pub fn is_gpu(self) -> bool {
        self.code().is_some_and(TargetKind::has_kernels)
    }

    /// Whether it runs functions of this process, on threads of the CPU.
    pub fn runs_functions(self) -> bool {
        self.runs_code() && !self.is_gpu()
    }

    /// Whether it runs kernels in this process and finds each access outside of an array and each
    /// race.
    pub fn is_emulator(self) -> bool {
        self.is_gpu() && self.row().checks_accesses
    }

    /// Whether it uses a device with a memory and streams of its own.
    pub fn is_device(self) -> bool {
        self.row().is_device
    }

    /// The mapping options where none are given.
    pub fn mapping(self) -> MappingOptions {
        MappingOptions::of(self.kind())
    }

    /// The target where none is named.
    pub(crate) fn machine(self) -> &'static str {
        self.kind().default_target()
    }

    /// Without code, programs that are printed are those for a CPU.
    fn kind(self) -> TargetKind {
        self.code().unwrap_or(TargetKind::Cpu)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_executor_has_its_row() {
        for (at, row) in ROWS.iter().enumerate() {
            assert_eq!(row.executor as usize, at);
            assert_eq!(Executor::named(row.name), Ok(row.executor));
        }
        let unknown = "unknown target `gpu`: expected cpu, emulator, cuda or reference";
        assert_eq!(Executor::named("gpu"), Err(unknown.to_owned()));
    }

    #[test]
    fn each_question_has_its_executors() {
        let those = |holds: fn(Executor) -> bool| {
            let found = ROWS.iter().filter(|row| holds(row.executor));
            found.map(|row| row.name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(those(Executor::runs_code), "cpu emulator cuda");
        assert_eq!(those(Executor::is_gpu), "emulator cuda");
        assert_eq!(those(Executor::runs_functions), "cpu");
        assert_eq!(those(Executor::is_emulator), "emulator");
        assert_eq!(those(Executor::is_device), "cuda");
        assert_eq!(Executor::Reference.machine(), "host");
        assert_eq!(Executor::Cuda.machine(), "sm_90a");
    }
}
