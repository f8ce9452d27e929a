//! A band with a unit as loops of each lane, which are one operation for all of them.
//!
//! ```mlir
//! scf.for %r = %row to %c8 step %c8 {                the row of the lane, once
//!   scf.for %p = %column to %c4 step %c4 {           its columns
//!     scf.for %i = %c0 to %c2 step %c1 {             rows of its registers
//!       scf.for %j = %c0 to %c2 step %c1 {           columns
//!         scf.for %k = %c0 to %c16 step %c1 {        terms
//!           %0 = memref.load %A_s[%m + %r + 8*%i, %k0 + %k]
//!           ...
//! } {tc.unit = #schedule.unit<"mma", 16, 8, 16, "f16">}
//! ```
//!
//! isl makes a place for the first instance of an operation only. The subscripts of the others are
//! its subscripts and so many steps for each member of the band, which [`UnitCode`] has found to be
//! the same everywhere.

use std::collections::HashMap;

use melior::dialect::scf;
use tc_dialects::op::{self, OperationKey};
use tc_dialects::schedule::tree::{Refusal, Unit};
use tc_isl::{Map, PwAff};
use tc_pass_host::*;
use tc_scop::units::Operations;

use super::super::ast::Instance;
use super::super::mapping::unit_parameter;
use super::super::scop::Statement;
use super::super::statement::PlacedBody;
use super::{Binding, Emitter, Varying};

/// The attribute of the outermost loop of a band with a unit: which one.
pub const UNIT: &str = "tc.unit";

/// What one more of each member of a band with a unit adds to a value.
type Steps = [i64; Unit::MEMBERS];

/// How the values at an instance follow from those at the first instance of its operation.
#[derive(Debug)]
pub struct UnitCode {
    unit: Unit,
    /// Of each index of the statement.
    indices: Vec<Steps>,
    /// Of the results of the affine maps of the body's ops.
    affine: HashMap<OperationKey, Vec<Steps>>,
}

impl UnitCode {
    /// Those of some operations.
    ///
    /// # Errors
    /// A subscript that does not advance by the same number everywhere in an operation, or a body
    /// that uses an index as a value.
    pub fn of(
        operations: &Operations,
        statements: &[Statement<'_, '_>],
    ) -> Result<UnitCode, Refusal> {
        let unit = operations.unit;
        let mut named = statements.iter();
        let statement = named.find(|one| one.name == operations.statement);
        let statement = statement.expect("a statement of the scop runs");
        if !statement.used_indices.is_empty() {
            return Err(Refusal::new(format!(
                "expected a sum of products below unit({unit}), found @{}, which computes with its indices",
                statement.name
            )));
        }
        let steps = |function: &PwAff| -> Result<Steps, Refusal> {
            let map = Map::from_pw_aff(function)?.to_union_map()?;
            operations.steps_of(&map)?.ok_or_else(|| {
                Refusal::new(format!(
                    "a subscript of @{} does not advance evenly within unit({unit}): {function}",
                    statement.name
                ))
                .note("choose tiles that are multiples of the unit's rows, columns and terms")
            })
        };
        let mut affine = HashMap::new();
        for map in &statement.affine {
            let results: Result<Vec<Steps>, Refusal> = map.results.iter().map(steps).collect();
            affine.insert(map.op, results?);
        }
        let indices = (0..operations.steps[0].len())
            .map(|index| std::array::from_fn(|member| operations.steps[member][index]));
        Ok(UnitCode {
            unit,
            indices: indices.collect(),
            affine,
        })
    }
}

impl<'c, 'a> Emitter<'_, 'c, 'a> {
    /// The loops of one operation of a band with a unit, whose first instance this is.
    pub(super) fn operation(
        &mut self,
        code: &UnitCode,
        instance: &Instance,
    ) -> Result<(), Refusal> {
        let statement = &self.statements[instance.statement];
        // Its digits are all of a lane's number: no loop around it is on another part of it.
        assert!(
            self.apart.max(self.branching) < Varying::Lanes,
            "all lanes of a warp reach an operation"
        );
        let mut first = HashMap::new();
        for (op, exprs) in &instance.affine {
            first.insert(*op, self.all(exprs)?);
        }
        let origin = instance.origin.as_deref();
        let origin = origin.map(|exprs| self.all(exprs)).transpose()?;
        let lane = [0, 1].map(unit_parameter);
        let lane = [self.name(&lane[0])?, self.name(&lane[1])?];
        self.unit_loops(code.unit, lane, &[], &mut |emitter, members| {
            if let Some(origin) = &origin {
                emitter.propose(&statement.name, |emitter| {
                    let steps = origin.iter().zip(&code.indices);
                    let values =
                        steps.map(|(first, steps)| emitter.advanced(*first, steps, members));
                    Ok(values.collect())
                })?;
            }
            let mut affine = HashMap::new();
            for (op, values) in &first {
                let steps = values.iter().zip(&code.affine[op]);
                let values = steps.map(|(first, steps)| emitter.advanced(*first, steps, members));
                affine.insert(*op, values.collect());
            }
            let mut values = emitter.arrays.clone();
            for (value, size) in &statement.sizes {
                values.insert(*value, emitter.name(size)?);
            }
            PlacedBody {
                affine,
                values,
                statement,
                thread_private: &emitter.thread_private,
            }
            .emit(&mut emitter.builder)
        })
    }

    /// Loops in each lane over the members, around `body`: the digits of its number are single
    /// iterations.
    fn unit_loops(
        &mut self,
        unit: Unit,
        lane: [Value<'c, 'a>; 2],
        members: &[Value<'c, 'a>],
        body: &mut dyn FnMut(&mut Self, &[Value<'c, 'a>]) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let Some(extent) = unit.extents().get(members.len()).copied() else {
            return body(self, members);
        };
        let upper = self.builder.constant(extent);
        let (lower, step) = match lane.get(members.len()) {
            Some(digit) => (*digit, upper),
            None => (self.builder.constant(0), self.builder.constant(1)),
        };
        let (region, block) = self.builder.region(&[self.builder.index()]);
        let iterator = op::arguments(block)[0];
        self.builder.loops += 1;
        let made = scf::r#for(lower, upper, step, region, self.builder.location);
        let made = self.builder.append(made);
        if members.is_empty() {
            op::set_attribute(made, UNIT, Some(unit.attribute(self.builder.context)));
        }
        let name = unit_parameter(members.len());
        self.within(block, Default::default(), false, |emitter| {
            let all = [members, &[iterator]].concat();
            emitter.with_name(&name, Binding::of_all(iterator), |emitter| {
                emitter.unit_loops(unit, lane, &all, body)
            })?;
            let location = emitter.builder.location;
            emitter.builder.append(scf::r#yield(&[], location));
            Ok(())
        })
    }

    /// A value and the steps of the members from it.
    fn advanced(
        &mut self,
        first: Value<'c, 'a>,
        steps: &Steps,
        members: &[Value<'c, 'a>],
    ) -> Value<'c, 'a> {
        let mut value = first;
        for (step, member) in steps.iter().zip(members) {
            if *step == 0 {
                continue;
            }
            let term = self.linear(*member, *step, 0);
            value = self.arith("arith.addi", value, term);
        }
        value
    }
}
