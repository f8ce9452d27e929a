//! The operator that is tuned: its text, entry, sizes and inputs, and the machine. It is plain
//! data, so that a child process, or another machine, has all of it.

use crate::{
    machine::Machine,
    options::{self, Options},
};
use serde::{Deserialize, Serialize};
use tc_dialects::target::Target;
use tc_pipelines::Level;
use tc_runtime::{
    Bound, Checking, Contents, Failure, Given, Identity, Input, Lowering, Platform, Program,
    Reading, new_context,
};
use tc_schedule::choose::nest::Nest;
use tc_syntax::diagnostic::Diagnostic;

/// An operator at some sizes on a machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Problem {
    /// The name of the file, for diagnostics; its ending says what the text is.
    pub file: String,
    /// The text of the program.
    pub text: String,
    /// The operator; without a name, the only one.
    pub entry: Option<String>,
    /// Sizes and integer scalars.
    pub sizes: Vec<(String, i64)>,
    /// Inputs as on the command line of `tc-run`; all others are random.
    pub inputs: Vec<String>,
    /// The kind of machine.
    pub machine: Machine,
    /// The description of the machine; by default `host`, or `sm_90a`.
    pub description: Option<String>,
    /// Threads of the CPU.
    pub threads: usize,
}

/// What is known of a problem before anything is compiled.
#[derive(Clone, Debug)]
pub struct Description {
    /// The name of the operator.
    pub entry: String,
    /// What its options are stored under.
    pub identity: Option<Identity>,
    /// The values of all sizes.
    pub sizes: Vec<(String, i64)>,
    /// The loops of its kernels.
    pub nests: Vec<Nest>,
    /// The mapping options that change nothing about them.
    pub inert: Vec<&'static str>,
    /// The machine's limits and rates.
    pub target: Target,
    /// Bytes of all arguments.
    pub bytes: u64,
}

impl Description {
    /// The instances of all statements that its nests stand for.
    pub fn instances(&self) -> f64 {
        let of = |nest: &Nest| {
            nest.loops
                .iter()
                .map(|one| one.extent as f64)
                .product::<f64>()
        };
        self.nests.iter().map(of).sum()
    }
}

impl Problem {
    /// The program as it is bound for these options, and its platform.
    pub(crate) fn with_bound<T>(
        &self,
        lowering: Lowering,
        contents: Contents,
        work: impl FnOnce(Bound<'_>, Platform) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let context = new_context();
        let program = Program::parse(&context, &self.file, &self.text, Reading::default())?;
        let platform = program.platform(Lowering {
            machine: self.description.clone(),
            ..lowering
        })?;
        let checking = Checking {
            entry: self.entry.clone(),
            ..Checking::default()
        };
        let checked = program.check(checking, &self.given())?;
        if checked.level() > Level::Tc {
            let (entry, level) = (checked.entry(), checked.level().as_str());
            let message = format!("`{entry}` is at the level {level}, where it is mapped already");
            let help = "tune the comprehensions that it was made from";
            let refused = Diagnostic::error(None, message).help(help);
            return Err(checked.failed(vec![refused]));
        }
        work(checked.bind(contents)?, platform)
    }

    /// What `tc-run` would be given.
    pub(crate) fn given(&self) -> Given {
        Given {
            sizes: self.sizes.clone(),
            inputs: self.read_inputs(),
            open: Vec::new(),
        }
    }

    /// The inputs that have a source; the command line has checked how they are written.
    pub(crate) fn read_inputs(&self) -> Vec<Input> {
        self.inputs
            .iter()
            .filter_map(|one| one.parse().ok())
            .collect()
    }

    /// The lowering of a candidate.
    ///
    /// # Errors
    /// Options that do not exist.
    pub(crate) fn lowering(&self, options: &Options) -> Result<Lowering, String> {
        Ok(Lowering {
            mapping: options::mapping(self.machine, options)?,
            ..Lowering::new(self.machine.executor())
        })
    }

    /// Reads the program as far as its schedule before any mapping.
    ///
    /// # Errors
    /// All errors of the program, and of the sizes and inputs that are given for it.
    pub fn describe(&self) -> Result<Description, Failure> {
        let lowering = Lowering::new(self.machine.executor());
        self.with_bound(lowering, Contents::None, |bound, platform| {
            let bytes = bound.parameters().iter().map(|one| {
                let elements: u64 = one.shape.iter().map(|extent| *extent as u64).product();
                elements * one.element.size() as u64
            });
            let loops = bound.loops(&platform)?;
            Ok(Description {
                entry: bound.entry().to_owned(),
                identity: bound.identity(&platform),
                sizes: bound.sizes().to_vec(),
                nests: loops.nests,
                inert: loops.inert,
                bytes: bytes.sum(),
                target: platform.target().clone(),
            })
        })
    }
}
