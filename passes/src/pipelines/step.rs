//! One pass of a pipeline, or passes nested below an operation, as a value.
//!
//! ```text
//! schedule-tile{optional=true sizes=4,32}        a pass with options
//! tc.def(tc-infer-ranges,tc-check-inplace)       passes that run on each `tc.def`
//! ```

use std::fmt;

/// A pass with its options, or the operation that passes run on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    name: String,
    options: Vec<(String, String)>,
    inside: Vec<Step>,
}

impl Step {
    /// A pass without options.
    pub fn pass(name: impl Into<String>) -> Self {
        Step {
            name: name.into(),
            options: Vec::new(),
            inside: Vec::new(),
        }
    }

    /// Passes that run on each operation of a kind.
    pub fn nested(operation: impl Into<String>, inside: Vec<Step>) -> Self {
        Step {
            inside,
            ..Step::pass(operation)
        }
    }

    /// The same pass with one more option.
    pub fn with(mut self, option: &str, value: impl Into<String>) -> Self {
        self.set(option, value);
        self
    }

    /// Sets an option, over what it was.
    pub fn set(&mut self, option: &str, value: impl Into<String>) {
        self.options.retain(|(name, _)| name != option);
        self.options.push((option.to_owned(), value.into()));
    }

    /// The steps of that name: this one, or those inside.
    pub(super) fn named(&mut self, name: &str) -> Vec<&mut Step> {
        if self.name == name {
            return vec![self];
        }
        let inside = self.inside.iter_mut();
        inside.flat_map(|step| step.named(name)).collect()
    }

    /// Whether any option is set.
    pub fn has_options(&self) -> bool {
        !self.options.is_empty()
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.options.is_empty() {
            let options: Vec<String> = self
                .options
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            write!(f, "{{{}}}", options.join(" "))?;
        }
        if !self.inside.is_empty() {
            write!(f, "({})", list(&self.inside))?;
        }
        Ok(())
    }
}

/// Leaves out the steps of that name, nested ones too, and what is nested below an operation where nothing is left.
pub(super) fn leave_out(steps: &mut Vec<Step>, name: &str) {
    steps.retain_mut(|step| {
        let was_nested = !step.inside.is_empty();
        leave_out(&mut step.inside, name);
        step.name != name && !(was_nested && step.inside.is_empty())
    });
}

/// The text of steps that run one after another.
pub fn list(steps: &[Step]) -> String {
    let texts: Vec<String> = steps.iter().map(Step::to_string).collect();
    texts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_prints_as_mlir_reads_it() {
        let mut tile = Step::pass("schedule-tile").with("sizes", "4,32");
        tile.set("sizes", "8");
        let nested = Step::nested("schedule.scop", vec![tile, Step::pass("cse")]);
        assert_eq!(
            nested.to_string(),
            "schedule.scop(schedule-tile{sizes=8},cse)"
        );
    }
}
