//! Where operations are created: in front of another one, or at the end of a block.

use melior::dialect::arith::{self, CmpiPredicate};
use melior::dialect::scf;
use melior::ir::attribute::{DenseElementsAttribute, IntegerAttribute};
use melior::ir::r#type::IntegerType;
use tc_dialects::op::{self, Recipe, ValueKey, build, create, defining_operation};

use crate::math::types::vector_of;
use crate::memory::is_outside;
use tc_pass_host::*;

/// A place for new operations.
pub struct Point<'c, 'a> {
    place: Anchor<'c, 'a>,
    /// The context of what is created.
    pub context: &'c Context,
    /// The location of what is created.
    pub location: Location<'c>,
}

#[derive(Clone, Copy)]
enum Anchor<'c, 'a> {
    Before(OperationRef<'c, 'a>),
    End(BlockRef<'c, 'a>),
}

impl<'c, 'a> Point<'c, 'a> {
    /// In front of an operation.
    pub fn before(anchor: OperationRef<'c, 'a>) -> Self {
        Point {
            place: Anchor::Before(anchor),
            context: op::context(anchor),
            location: anchor.location(),
        }
    }

    fn end(&self, block: BlockRef<'c, 'a>) -> Self {
        Point {
            place: Anchor::End(block),
            ..*self
        }
    }

    /// The same place for operations from another location.
    pub fn at_location(&self, location: Location<'c>) -> Self {
        Point { location, ..*self }
    }

    /// Inserts an operation.
    pub fn put(&self, operation: Operation<'c>) -> OperationRef<'c, 'a> {
        match self.place {
            Anchor::Before(anchor) => op::insert_before(anchor, operation),
            Anchor::End(block) => op::append(block, operation),
        }
    }

    /// Creates an operation with at most one result.
    pub fn make(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        results: &[Type<'c>],
        attributes: &[(&str, Attribute<'c>)],
    ) -> OperationRef<'c, 'a> {
        let recipe = Recipe {
            operands,
            results,
            attributes,
            ..Recipe::default()
        };
        self.put(create(name, self.location, recipe))
    }

    /// Creates an operation with one result.
    pub fn value(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        ty: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Value<'c, 'a> {
        op::result(self.make(name, operands, &[ty], attributes))
    }

    /// An operation on two values of one type, which is that of the result.
    pub fn binary(&self, name: &str, left: Value<'c, 'a>, right: Value<'c, 'a>) -> Value<'c, 'a> {
        self.value(name, &[left, right], left.r#type(), &[])
    }

    /// A copy of index arithmetic inside of a loop, for these values of iterators.
    pub fn copy(
        &self,
        value: Value<'c, 'a>,
        inside: OperationRef<'c, 'a>,
        known: &[(ValueKey, Value<'c, 'a>)],
    ) -> Value<'c, 'a> {
        if let Some((_, known)) = known.iter().find(|(key, _)| *key == ValueKey::of(value)) {
            return *known;
        }
        let Some(op) = defining_operation(value).filter(|_| !is_outside(value, inside)) else {
            return value;
        };
        let operands = op::operands(op).into_iter();
        let operands: Vec<Value> = operands
            .map(|operand| self.copy(operand, inside, known))
            .collect();
        let copy = self.put(Operation::clone(&op));
        for (position, operand) in operands.into_iter().enumerate() {
            op::set_operand(copy, position, operand);
        }
        op::result(copy)
    }

    /// A constant of type `index`.
    pub fn constant(&self, value: i64) -> Value<'c, 'a> {
        let index = Type::index(self.context);
        let number = IntegerAttribute::new(index, value).into();
        self.value("arith.constant", &[], index, &[("value", number)])
    }

    /// The sum of an index and a number.
    pub fn offset(&self, value: Value<'c, 'a>, by: i64) -> Value<'c, 'a> {
        match by {
            0 => value,
            by => self.binary("arith.addi", value, self.constant(by)),
        }
    }

    /// A vector of one constant.
    pub fn splat(&self, value: Attribute<'c>, ty: Type<'c>) -> Value<'c, 'a> {
        let splat = DenseElementsAttribute::splat(ty, value).into();
        self.value("arith.constant", &[], ty, &[("value", splat)])
    }

    /// A value that nothing uses.
    pub fn poison(&self, ty: Type<'c>) -> Value<'c, 'a> {
        let poison = build::parsed(self.context, "#ub.poison");
        self.value("ub.poison", &[], ty, &[("value", poison)])
    }

    /// A vector with a value in each of its lanes.
    pub fn broadcast(&self, value: Value<'c, 'a>, lanes: i64) -> Value<'c, 'a> {
        let ty = vector_of(&[lanes], value.r#type());
        self.value("vector.broadcast", &[value], ty, &[])
    }

    /// A vector from its last lane to its first.
    pub fn reversed(&self, vector: Value<'c, 'a>, lanes: i64) -> Value<'c, 'a> {
        let chosen: Vec<String> = (0..lanes).rev().map(|lane| lane.to_string()).collect();
        let chosen = format!("array<i64: {}>", chosen.join(", "));
        let mask = [("mask", build::parsed(self.context, &chosen))];
        self.value("vector.shuffle", &[vector, vector], vector.r#type(), &mask)
    }

    /// The elements of one vector where a mask holds, else those of the other.
    pub fn select(
        &self,
        mask: Value<'c, 'a>,
        then: Value<'c, 'a>,
        other: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        self.value("arith.select", &[mask, then, other], then.r#type(), &[])
    }

    /// The type of a condition.
    pub fn bit(&self) -> Type<'c> {
        IntegerType::new(self.context, 1).into()
    }

    /// A mask that is the same in all lanes.
    pub fn mask(&self, lanes: i64, holds: bool) -> Value<'c, 'a> {
        let holds = IntegerAttribute::new(self.bit(), holds.into()).into();
        self.splat(holds, vector_of(&[lanes], self.bit()))
    }

    /// The lanes of a vector combined in one element.
    pub fn reduced(&self, kind: &str, vector: Value<'c, 'a>, element: Type<'c>) -> Value<'c, 'a> {
        let kind = build::parsed(self.context, &format!("#vector.kind<{kind}>"));
        let mut attributes = vec![("kind", kind)];
        if element.is_float() {
            let reassociated = build::parsed(self.context, "#arith.fastmath<reassoc>");
            attributes.push(("fastmath", reassociated));
        }
        self.value("vector.reduction", &[vector], element, &attributes)
    }

    /// A comparison of indices.
    pub fn compare(
        &self,
        predicate: CmpiPredicate,
        left: Value<'c, 'a>,
        right: Value<'c, 'a>,
    ) -> Value<'c, 'a> {
        let made = arith::cmpi(self.context, predicate, left, right, self.location);
        op::result(self.put(made))
    }

    /// An `scf.if` that yields what `then` does, else `otherwise`.
    pub fn condition(
        &self,
        holds: Value<'c, 'a>,
        otherwise: &[Value<'c, 'a>],
        then: impl FnOnce(&Point<'c, 'a>) -> Vec<Value<'c, 'a>>,
    ) -> Vec<Value<'c, 'a>> {
        self.branches(holds, &op::types(otherwise), then, |_| otherwise.to_vec())
    }

    /// An `scf.if` with values of these types.
    pub fn branches(
        &self,
        holds: Value<'c, 'a>,
        types: &[Type<'c>],
        then: impl FnOnce(&Point<'c, 'a>) -> Vec<Value<'c, 'a>>,
        other: impl FnOnce(&Point<'c, 'a>) -> Vec<Value<'c, 'a>>,
    ) -> Vec<Value<'c, 'a>> {
        let (then_region, then_block) = build::open_region(&[], self.location);
        let (other_region, other_block) = build::open_region(&[], self.location);
        let made = scf::r#if(holds, types, then_region, other_region, self.location);
        let made = self.put(made);
        let inside = self.end(then_block);
        let values = then(&inside);
        inside.put(scf::r#yield(&values, self.location));
        let inside = self.end(other_block);
        let values = other(&inside);
        inside.put(scf::r#yield(&values, self.location));
        op::results(made)
    }

    /// A loop with a step, which carries values.
    pub fn repeat(
        &self,
        lower: Value<'c, 'a>,
        upper: Value<'c, 'a>,
        step: i64,
        carried: &[Value<'c, 'a>],
        body: impl FnOnce(&Point<'c, 'a>, Value<'c, 'a>, Vec<Value<'c, 'a>>) -> Vec<Value<'c, 'a>>,
    ) -> Vec<Value<'c, 'a>> {
        let types = op::types(carried);
        let mut arguments = vec![Type::index(self.context)];
        arguments.extend(&types);
        let (region, block) = build::open_region(&arguments, self.location);
        let mut given = vec![lower, upper, self.constant(step)];
        given.extend(carried);
        let recipe = Recipe {
            operands: &given,
            results: &types,
            regions: vec![region],
            ..Recipe::default()
        };
        let made = self.put(create("scf.for", self.location, recipe));
        let inside = self.end(block);
        let values = op::arguments(block);
        let yielded = body(&inside, values[0], values[1..].to_vec());
        inside.put(scf::r#yield(&yielded, self.location));
        op::results(made)
    }
}
