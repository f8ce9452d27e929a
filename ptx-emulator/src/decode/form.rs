//! The modifiers and operands of one instruction, which a handler consumes one by one.
//!
//! A handler takes what it understands; anything left at the end is refused by name.

use crate::float::Rounding;
use crate::syntax::Operand;
use crate::types::{ScalarType, Space};

/// One instruction while it is decoded.
pub(crate) struct Form<'a> {
    opcode: &'a str,
    modifiers: Vec<&'a str>,
    pub operands: &'a [Operand],
}

impl<'a> Form<'a> {
    pub(super) fn new(opcode: &'a str, operands: &'a [Operand]) -> Self {
        Form {
            opcode,
            modifiers: opcode.split('.').skip(1).collect(),
            operands,
        }
    }

    /// The first word of the opcode.
    pub fn root(&self) -> &'a str {
        self.opcode.split('.').next().unwrap_or_default()
    }

    /// Removes the modifier `name` if it is present.
    pub fn take(&mut self, name: &str) -> bool {
        self.take_by(|modifier| (modifier == name).then_some(()))
            .is_some()
    }

    /// Removes the first modifier that `read` understands.
    pub fn take_by<T>(&mut self, read: impl Fn(&'a str) -> Option<T>) -> Option<T> {
        let (index, found) = self
            .modifiers
            .iter()
            .enumerate()
            .find_map(|(index, modifier)| read(modifier).map(|found| (index, found)))?;
        self.modifiers.remove(index);
        Some(found)
    }

    /// Removes the first of `names` that is present and returns its position in the list.
    pub fn take_one_of(&mut self, names: &[&str]) -> Option<usize> {
        self.take_by(|modifier| names.iter().position(|name| *name == modifier))
    }

    /// Removes the first type.
    pub fn take_type(&mut self) -> Result<ScalarType, String> {
        self.take_by(ScalarType::from_name)
            .ok_or_else(|| format!("expected a type in `{}`", self.opcode))
    }

    pub fn take_rounding(&mut self) -> Option<Rounding> {
        self.take_by(Rounding::from_name)
    }

    pub fn take_space(&mut self) -> Option<Space> {
        self.take_by(Space::from_name)
    }

    /// Removes every modifier that starts with `prefix`: hints that change no result.
    pub fn skip_prefix(&mut self, prefix: &str) {
        self.modifiers
            .retain(|modifier| !modifier.starts_with(prefix));
    }

    /// Operand number `index`.
    pub fn operand(&self, index: usize) -> Result<&'a Operand, String> {
        self.operands.get(index).ok_or_else(|| {
            format!(
                "expected operand {} of `{}`, found {} operands",
                index + 1,
                self.opcode,
                self.operands.len()
            )
        })
    }

    /// Checks the number of operands.
    pub fn expect_operands(&self, range: std::ops::RangeInclusive<usize>) -> Result<(), String> {
        if range.contains(&self.operands.len()) {
            return Ok(());
        }
        let expected = if range.start() == range.end() {
            range.start().to_string()
        } else {
            format!("{} to {}", range.start(), range.end())
        };
        Err(format!(
            "expected {expected} operands of `{}`, found {}",
            self.opcode,
            self.operands.len()
        ))
    }

    /// The error for a type that the instruction does not take.
    pub fn wrong_type<T>(&self, ty: ScalarType) -> Result<T, String> {
        Err(format!("`{}` does not take the type `.{ty}`", self.opcode))
    }

    /// Refuses the modifiers that no handler took.
    pub fn finish(&self) -> Result<(), String> {
        match self.modifiers.first() {
            None => Ok(()),
            Some(modifier) => Err(format!(
                "the modifier `.{modifier}` of `{}` is not emulated",
                self.opcode
            )),
        }
    }
}
