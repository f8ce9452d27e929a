//! Why a kernel is what it is: the derivation of ranges, and what the passes decided.

use crate::{
    arguments::Arguments,
    guard::{guarded, new_context},
    operators::Operator,
    options::Options,
};
use serde_json::Value;
use tc_comprehensions::inference::explain::Explanation;
use tc_dialects::schedule::tree::{Scop, svg::svg};
use tc_pass_host::Decision;
use tc_runtime::{Checking, Contents, Failure, Given, Lowering, error};
use tc_syntax::diagnostic::Format;

/// How the ranges of an operator were derived, with its sizes as names.
#[derive(Clone, Debug)]
pub struct Ranges {
    /// With the source lines, as `tc-run --explain=ranges` prints it.
    pub text: String,
    /// The derivation of each definition that takes part.
    pub all: Vec<Explanation>,
}

/// What the passes decided about loops, tiles, threads and memory.
#[derive(Clone, Debug)]
pub struct Mapping {
    /// As `tc-run --explain=mapping` prints it.
    pub text: String,
    /// An object for each decision.
    pub all: Vec<Value>,
}

impl Operator {
    /// How its ranges are derived. Sizes stay names, so that it needs no arguments.
    ///
    /// # Errors
    /// Ranges that cannot be inferred.
    pub fn explain_ranges(&self) -> Result<Ranges, Failure> {
        let checking = Checking {
            entry: Some(self.name().to_owned()),
            explain_ranges: true,
            ..Checking::default()
        };
        guarded(|| {
            let context = new_context();
            let program = self.text().program(&context)?;
            let outcome = program.check(checking, &Given::default())?.finish();
            let said: Vec<_> = outcome
                .ranges
                .iter()
                .map(Explanation::to_diagnostic)
                .collect();
            Ok(Ranges {
                text: outcome.sources.render(&said, Format::Human),
                all: outcome.ranges,
            })
        })
    }

    /// What the passes decide about a kernel for these inputs, and why. This compiles it.
    ///
    /// # Errors
    /// As of [`Operator::compile`].
    pub fn explain_mapping(
        &self,
        arguments: &Arguments,
        options: &Options,
    ) -> Result<Mapping, Failure> {
        let given = self.given(arguments).map_err(Failure::of)?;
        guarded(|| {
            let context = new_context();
            let program = self.text().program(&context)?;
            let platform = program.platform(Lowering {
                explain_mapping: true,
                ..options.lowering.clone()
            })?;
            let checked = program.check(options.checking(self.name()), &given)?;
            let outcome = checked.bind(Contents::None)?.compile(platform)?.finish();
            Ok(Mapping {
                text: outcome.decided(),
                all: outcome.decisions.iter().map(Decision::to_json).collect(),
            })
        })
    }
}

/// Pictures of the schedule trees in the text of a module, as SVG.
///
/// # Errors
/// A text that is not a module with trees.
pub fn pictures(text: &str) -> Result<Vec<String>, Failure> {
    guarded(|| {
        let context = new_context();
        let module =
            tc_pass_host::parse_module(&context, text.as_bytes(), "<text>").map_err(Failure::of)?;
        let mut scops = tc_pass_host::nested(module.as_operation());
        scops.retain(|operation| tc_pass_host::is(*operation, "schedule.scop"));
        let isl = tc_isl::thread_context();
        let drawn = scops
            .into_iter()
            .map(|scop| match Scop::from_op(&isl, scop) {
                Ok(scop) => Ok(svg(&scop.tree)),
                Err(refusal) => Err(Failure::of(error(refusal.message))),
            });
        drawn.collect()
    })
}
