//! Proposals: which instance of the tree each body runs, for the proof of the loops.

use super::super::ast::{coordinate_of, iterator};
use super::super::verify::{INSTANCE, LOOPS};
use super::Emitter;
use melior::ir::attribute::{DenseI32ArrayAttribute, DenseI64ArrayAttribute};
use tc_dialects::op::{self, Recipe};
use tc_dialects::schedule::tree::Refusal;
use tc_pass_host::*;

impl<'c, 'a> Emitter<'_, 'c, 'a> {
    /// Writes which instance the operations behind run, for [`crate::verify`].
    pub(super) fn propose(
        &mut self,
        statement: &str,
        indices: impl FnOnce(&mut Self) -> Result<Vec<Value<'c, 'a>>, Refusal>,
    ) -> Result<(), Refusal> {
        let here = self.builder.known_here();
        let indices = indices(self)?;
        let (numbers, loops): (Vec<i64>, Vec<Value>) =
            self.loops_of(statement)?.into_iter().unzip();
        let context = self.builder.context;
        let segments = [indices.len() as i32, loops.len() as i32];
        let segments = DenseI32ArrayAttribute::new(context, &segments);
        let mut attributes = vec![
            ("statement", op::build::text(context, statement)),
            ("operandSegmentSizes", segments.into()),
        ];
        if !(0..)
            .zip(&numbers)
            .all(|(position, number)| position == *number)
        {
            let numbers = DenseI64ArrayAttribute::new(context, &numbers);
            attributes.push((LOOPS, numbers.into()));
        }
        let recipe = Recipe {
            operands: &[indices, loops].concat(),
            attributes: &attributes,
            ..Recipe::default()
        };
        self.builder.operation(INSTANCE, recipe);
        self.builder.forget_since(here);
        Ok(())
    }

    /// The loops of the given tree whose values are known here, by number. isl names the loop of
    /// coordinate n as [`iterator`] says, if it makes one.
    fn loops_of(&mut self, statement: &str) -> Result<Vec<(i64, Value<'c, 'a>)>, Refusal> {
        let Some(known) = self.coordinates else {
            let named = self
                .names
                .iter()
                .filter_map(|(name, binding)| Some((coordinate_of(name)?, binding.value)));
            let mut loops: Vec<(i64, Value)> = named.collect();
            loops.sort_by_key(|(number, _)| *number);
            return Ok(loops);
        };
        let all = known.get(statement).and_then(Option::as_ref);
        let mut left = 0..;
        let mut loops = Vec::new();
        for (number, one) in (0..).zip(all.into_iter().flatten()) {
            let value = match one.as_deref() {
                Some("0") => Some(self.builder.constant(0)),
                Some(name) => Some(self.name(name)?),
                None => {
                    let name = left.next().map(iterator);
                    let binding = name.and_then(|name| self.names.get(&name));
                    binding.map(|binding| binding.value)
                }
            };
            loops.extend(value.map(|value| (number, value)));
        }
        Ok(loops)
    }
}
