//! A call in the algebra of `tc-algebra`: its tensors become integers.

use super::Bound;
use crate::{
    checked::algebra::{element_type, enter, integers},
    outcome::Failure,
};

impl<'c> Bound<'c> {
    /// The program in the algebra; its inputs become integers one by one.
    ///
    /// # Errors
    /// Operations without a meaning there, and a program below the `tc` level.
    pub fn in_algebra(mut self) -> Result<Self, Failure> {
        enter(&mut self.way, &self.entry.name, self.entry.level)?;
        for parameter in &mut self.entry.parameters {
            parameter.element = element_type(parameter.element);
        }
        for argument in &mut self.call.buffers {
            if let Some(tensor) = integers(&argument.tensor) {
                argument.tensor = tensor;
            }
        }
        Ok(self)
    }
}
