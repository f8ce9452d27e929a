//! The pipelines of a machine while mapping options change them.

use crate::pipelines::Stage;
use crate::target::Target;

/// All passes that may run, before the options say which do, and how.
pub struct Way<'s> {
    pub(super) target: &'s Target,
    pub(super) stages: &'s mut [Stage],
}

impl Way<'_> {
    /// Whether it leads to a GPU.
    pub fn is_gpu(&self) -> bool {
        matches!(self.target, Target::Gpu(_))
    }

    /// Sets an option of a pass, wherever it runs.
    pub fn set(&mut self, pass: &str, option: &str, value: impl Into<String>) {
        let value = value.into();
        for step in self
            .stages
            .iter_mut()
            .flat_map(|stage| stage.steps_named(pass))
        {
            step.set(option, value.clone());
        }
    }

    /// Leaves a pass out.
    pub fn leave_out(&mut self, pass: &str) {
        self.stages
            .iter_mut()
            .for_each(|stage| stage.leave_out(pass));
    }
}
