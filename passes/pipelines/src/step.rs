//! One pass of a pipeline, or passes nested below an operation, as a value.
//!
//! ```text
//! ScheduleTile { optional: true, sizes: vec![4, 32], .. }      schedule-tile{optional=true sizes=4,32}
//! Upstream::Cse                                                cse
//! tc.def, [TcInferRanges, TcCheckInplace]                      tc.def(tc-infer-ranges,tc-check-inplace)
//! ```
//!
//! A pass of ours is given as its own struct, so that an option that it does not have, or of
//! another type, does not compile. Of its options those are written that are not the default, and
//! those that `pass!` says are always written.

use std::fmt;

use super::Upstream;
use tc_pass_host::{OptionData, OptionDeclaration, Pass};

/// A pass with its options, or the operation that passes run on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// One of ours: its name, its options.
    Own(&'static str, Vec<(OptionDeclaration, OptionData)>),
    Upstream(Upstream),
    /// As a person wrote it, with its options.
    Written(String),
    Nested(&'static str, Vec<Step>),
}

impl Step {
    /// A pass of ours.
    ///
    /// ```
    /// use tc_pipelines::Step;
    /// use tc_schedule::tile::ScheduleTile;
    ///
    /// let tile = Step::of(&ScheduleTile { sizes: vec![32, 8], ..Default::default() });
    /// assert_eq!(tile.to_string(), "schedule-tile{sizes=32,8}");
    /// ```
    ///
    /// An option that the pass does not have, or of another type, does not compile:
    ///
    /// ```compile_fail
    /// use tc_pipelines::Step;
    /// use tc_schedule::tile::ScheduleTile;
    ///
    /// Step::of(&ScheduleTile { size: vec![32, 8], ..Default::default() });
    /// ```
    /// ```compile_fail
    /// use tc_pipelines::Step;
    /// use tc_schedule::tile::ScheduleTile;
    ///
    /// Step::of(&ScheduleTile { sizes: "32,8".to_owned(), ..Default::default() });
    /// ```
    pub fn of<P: Pass>(pass: &P) -> Self {
        let options = P::options().into_iter().zip(pass.option_values());
        Step(Kind::Own(P::NAME, options.collect()))
    }

    /// A pass of ours as it is by default.
    pub fn default_of<P: Pass + Default>() -> Self {
        Step::of(&P::default())
    }

    /// A pass with its options, in the words of a person.
    pub fn written(text: &str) -> Self {
        Step(Kind::Written(text.to_owned()))
    }

    /// Passes that run on each operation of a kind.
    pub fn nested(operation: &'static str, inside: Vec<Step>) -> Self {
        Step(Kind::Nested(operation, inside))
    }

    /// Changes the options of a pass, wherever it runs in here.
    pub(super) fn edit<P: Pass>(&mut self, change: &impl Fn(&mut P)) {
        match &mut self.0 {
            Kind::Own(name, options) if *name == P::NAME => {
                let mut pass: P = pass_of(options);
                change(&mut pass);
                *self = Step::of(&pass);
            }
            Kind::Nested(_, inside) => inside.iter_mut().for_each(|step| step.edit(change)),
            Kind::Own(..) | Kind::Upstream(_) | Kind::Written(_) => {}
        }
    }
}

impl From<Upstream> for Step {
    fn from(pass: Upstream) -> Self {
        Step(Kind::Upstream(pass))
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Own(name, options) => {
                let written: Vec<String> = options
                    .iter()
                    .filter(|(option, value)| option.written || *value != option.default)
                    .map(|(option, value)| format!("{}={}", option.name, text(value)))
                    .collect();
                f.write_str(name)?;
                if written.is_empty() {
                    Ok(())
                } else {
                    write!(f, "{{{}}}", written.join(" "))
                }
            }
            Kind::Upstream(pass) => pass.fmt(f),
            Kind::Written(text) => f.write_str(text),
            Kind::Nested(operation, inside) => write!(f, "{operation}({})", list(inside)),
        }
    }
}

/// A value in a pipeline, a list without the braces that it may have there.
fn text(value: &OptionData) -> String {
    match value {
        OptionData::IntegerList(values) => {
            let values: Vec<String> = values.iter().map(i64::to_string).collect();
            values.join(",")
        }
        OptionData::TextList(values) => values.join(","),
        OptionData::Boolean(_) | OptionData::Integer(_) | OptionData::Text(_) => value.to_string(),
    }
}

/// A pass that has these options.
fn pass_of<P: Pass>(options: &[(OptionDeclaration, OptionData)]) -> P {
    let values = options.iter().map(|(_, value)| value.clone()).collect();
    P::from_options(values).expect("a pass reads its own values")
}

/// Leaves a pass out where its options are such, in nested steps too, and what is nested below an
/// operation where nothing is left.
pub(super) fn leave_out<P: Pass>(steps: &mut Vec<Step>, such: &impl Fn(&P) -> bool) {
    steps.retain_mut(|step| match &mut step.0 {
        Kind::Own(name, options) => *name != P::NAME || !such(&pass_of(options)),
        Kind::Upstream(_) | Kind::Written(_) => true,
        Kind::Nested(_, inside) => {
            leave_out(inside, such);
            !inside.is_empty()
        }
    });
}

/// Puts a step behind each run of a pass; nothing is put into steps that are nested.
pub(super) fn insert_behind<P: Pass>(steps: &mut Vec<Step>, new: &Step) {
    let is_pass = |step: &Step| matches!(&step.0, Kind::Own(name, _) if *name == P::NAME);
    let all = std::mem::take(steps).into_iter();
    steps.extend(all.flat_map(|step| {
        let behind = is_pass(&step).then(|| new.clone());
        std::iter::once(step).chain(behind)
    }));
}

/// Leaves out the passes that run on each operation of a kind.
pub(super) fn leave_out_nested(steps: &mut Vec<Step>, operation: &str) {
    steps.retain(|step| !matches!(&step.0, Kind::Nested(name, _) if *name == operation));
}

/// The text of steps that run one after another.
pub fn list(steps: &[Step]) -> String {
    let texts: Vec<String> = steps.iter().map(Step::to_string).collect();
    texts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tc_schedule::promote::SchedulePromote;
    use tc_schedule::tile::ScheduleTile;

    fn steps() -> Vec<Step> {
        let tile = ScheduleTile {
            sizes: vec![4, 32],
            optional: true,
            target: Some("point".to_owned()),
            ..Default::default()
        };
        let of_scop = vec![Step::of(&tile), Step::default_of::<SchedulePromote>()];
        vec![Step::nested("schedule.scop", of_scop), Upstream::Cse.into()]
    }

    #[test]
    fn a_step_prints_as_mlir_reads_it() {
        assert_eq!(
            list(&steps()),
            "schedule.scop(schedule-tile{optional=true sizes=4,32 target=point},schedule-promote),cse"
        );
    }

    #[test]
    fn an_edit_sees_what_was_set_before() {
        let mut steps = steps();
        for step in &mut steps {
            step.edit(&|tile: &mut ScheduleTile| tile.sizes.push(8));
            step.edit(&|tile: &mut ScheduleTile| tile.optional = false);
        }
        assert!(
            steps[0]
                .to_string()
                .contains("schedule-tile{sizes=4,32,8 target=point},")
        );
    }

    #[test]
    fn an_operation_without_passes_is_left_out_too() {
        let mut steps = steps();
        leave_out(&mut steps, &|tile: &ScheduleTile| !tile.optional);
        assert!(steps[0].to_string().contains("schedule-tile"));
        leave_out(&mut steps, &|_: &ScheduleTile| true);
        assert_eq!(list(&steps), "schedule.scop(schedule-promote),cse");
        leave_out(&mut steps, &|_: &SchedulePromote| true);
        assert_eq!(list(&steps), "cse");
    }
}
