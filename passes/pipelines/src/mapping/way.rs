//! The pipelines of a machine while mapping options change them.

use crate::Stage;
use tc_dialects::target::Target;
use tc_pass_host::Pass;

/// All passes that may run, before the options say which do, and how.
pub struct Way<'s> {
    pub(super) target: &'s Target,
    pub(super) stages: &'s mut [Stage],
}

impl Way<'_> {
    /// Whether it leads to kernels.
    pub fn is_gpu(&self) -> bool {
        self.target.kind().has_kernels()
    }

    /// Changes the options of a pass, wherever it runs.
    pub fn edit<P: Pass>(&mut self, change: impl Fn(&mut P)) {
        let stages = self.stages.iter_mut();
        stages.for_each(|stage| stage.edit(&change));
    }

    /// Leaves a pass out where its options are such.
    pub fn leave_out_where<P: Pass>(&mut self, such: impl Fn(&P) -> bool) {
        let stages = self.stages.iter_mut();
        stages.for_each(|stage| stage.leave_out_where(&such));
    }

    /// Leaves a pass out.
    pub fn leave_out<P: Pass>(&mut self) {
        self.stages.iter_mut().for_each(Stage::leave_out::<P>);
    }
}
