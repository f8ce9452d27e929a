//! A warning about mapping options that make a program many times slower than the defaults by
//! count.
//!
//! The schedule of the given options is compared with that of the defaults
//! ([`tc_schedule::cost`]), which are only mapped, not compiled, and only where options are
//! given.

use crate::{
    bound::Bound,
    errors::Errors,
    outcome::Failure,
    platform::Platform,
    way::{self, Way, run},
};
use melior::{Context, ir::Module};
use tc_dialects::op;
use tc_dialects::target::Cpu;
use tc_pipelines::mapping::MappingOptions;
use tc_pipelines::{Bindings, Level};
use tc_schedule::cost;
use tc_syntax::diagnostic::Diagnostic;

/// From so many times the cost of the defaults on there is a warning.
const TIMES: f64 = 10.0;

/// A program before it is scheduled with options of a person.
pub(crate) struct Cliff<'c> {
    context: &'c Context,
    program: Module<'c>,
    defaults: Platform,
    lanes: u64,
    /// The options that are not the defaults.
    given: Vec<String>,
}

impl<'c> Cliff<'c> {
    /// A program at the `tc` level that is about to be compiled; none where nothing is to compare.
    pub(crate) fn before(
        context: &'c Context,
        program: &Module<'c>,
        platform: &Platform,
    ) -> Option<Cliff<'c>> {
        let Cpu { vector_lanes, .. } = platform.target.as_cpu()?;
        let given = given(&platform.lowering.mapping);
        if given.is_empty() || platform.lowering.script.is_some() {
            return None;
        }
        let mut defaults = platform.clone();
        defaults.lowering.mapping = MappingOptions::cpu();
        Some(Cliff {
            context,
            program: way::copy(program).ok()?,
            lanes: *vector_lanes,
            defaults,
            given,
        })
    }

    /// The warning, if the scheduled program needs one.
    pub(crate) fn warning(
        mut self,
        scheduled: &Module<'_>,
        bindings: &Bindings,
    ) -> Option<Diagnostic> {
        let found = cost_of(scheduled, self.lanes)?;
        let stages = self.defaults.stages_behind(Level::Tc, bindings, false);
        for stage in stages.iter().filter(|stage| stage.level == Level::Schedule) {
            run(self.context, &mut self.program, stage).ok()?;
        }
        let due = cost_of(&self.program, self.lanes)?;
        let times = found / due;
        (times > TIMES).then(|| {
            let options = self.given.join(", ");
            let message = format!(
                "by count, this schedule takes {times:.0} times as long as that of the default mapping options"
            );
            Diagnostic::warning(None, message).help(format!(
                "leave out {options}; --explain=mapping says what each option decides"
            ))
        })
    }
}

impl Bound<'_> {
    /// What its schedule for a CPU costs by count ([`tc_schedule::cost`]), without making
    /// code of it; none if it cannot be counted.
    ///
    /// # Errors
    /// What a pass refuses, such as an illegal schedule.
    pub fn count(self, platform: &Platform) -> Result<Option<f64>, Failure> {
        let Bound {
            mut way, bindings, ..
        } = self;
        match count(&mut way, &bindings, platform) {
            Ok(cost) => Ok(cost),
            Err(errors) => Err(way.log.fail(errors)),
        }
    }
}

/// The cost by count of a program with its own options; its module is scheduled.
fn count(
    way: &mut Way<'_>,
    bindings: &Bindings,
    platform: &Platform,
) -> Result<Option<f64>, Errors> {
    let Some(Cpu { vector_lanes, .. }) = platform.target.as_cpu() else {
        return Ok(None);
    };
    let stages = platform.stages_behind(Level::Tc, bindings, true);
    for stage in stages.iter().filter(|stage| stage.level == Level::Schedule) {
        way.stage(stage)?;
    }
    Ok(cost_of(&way.module, *vector_lanes))
}

/// The cost of all scops of a module.
fn cost_of(module: &Module<'_>, lanes: u64) -> Option<f64> {
    let operations = op::operations(module.body());
    let scops = operations
        .into_iter()
        .filter(|one| op::is(*one, "schedule.scop"));
    let costs: Option<Vec<f64>> = scops.map(|scop| cost::of_scop(scop, lanes)).collect();
    costs
        .map(|costs| costs.iter().sum())
        .filter(|cost| *cost > 0.0)
}

/// The options that differ from the defaults, as `NAME=VALUE`.
fn given(mapping: &MappingOptions) -> Vec<String> {
    let fields = |options: &MappingOptions| match serde_json::to_value(options) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let defaults = fields(&MappingOptions::cpu());
    let fields = fields(mapping).into_iter();
    let given = fields.filter(|(name, value)| defaults.get(name) != Some(value));
    let text = |value: &serde_json::Value| match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Array(all) => {
            let all: Vec<String> = all.iter().map(ToString::to_string).collect();
            all.join(",")
        }
        other => other.to_string(),
    };
    given
        .map(|(name, value)| format!("{name}={}", text(&value)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_differ_are_named_with_their_values() {
        let mut mapping = MappingOptions::cpu();
        assert_eq!(given(&mapping), Vec::<String>::new());
        for (name, value) in [("tile", "8,32"), ("fusion", "max"), ("vector", "false")] {
            mapping.set(name, value).unwrap();
        }
        assert_eq!(given(&mapping), ["tile=8,32", "fusion=max", "vector=false"]);
    }
}
