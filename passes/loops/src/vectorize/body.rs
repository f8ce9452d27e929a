//! The body of a loop for one vector of its iterations.

use std::collections::HashMap;

use melior::ir::attribute::IntegerAttribute;
use melior::ir::r#type::IntegerType;
use tc_dialects::op::{self, ValueKey};

use super::Made;
use super::extremum::Extremum;
use super::point::Point;
use super::shape::{Class, Shape, extents_behind, is_division, rounded};
use crate::math::types::{vector_of, vector_shape};
use tc_pass_host::*;
use tc_scop::accesses::NEAR;

/// The iterations of one vector.
pub struct Strip<'c, 'a> {
    /// The first one.
    base: Value<'c, 'a>,
    /// How many lanes the vector has.
    lanes: i64,
    /// The lanes that are iterations, if not all.
    mask: Option<Value<'c, 'a>>,
    /// How many iterations there are, if the mask is that of the first lanes and it is known.
    length: Option<i64>,
    /// The same, if it is known at run time only.
    counted: Option<Value<'c, 'a>>,
}

impl<'c, 'a> Strip<'c, 'a> {
    /// As many iterations as there are lanes.
    pub fn whole(base: Value<'c, 'a>, lanes: i64) -> Self {
        Strip {
            base,
            lanes,
            mask: None,
            length: Some(lanes),
            counted: None,
        }
    }

    /// A number of iterations that is known at run time only.
    pub fn masked(
        at: &Point<'c, 'a>,
        base: Value<'c, 'a>,
        length: Value<'c, 'a>,
        lanes: i64,
    ) -> Self {
        let mask = at.value(
            "vector.create_mask",
            &[length],
            mask_of(at.context, lanes),
            &[],
        );
        Strip {
            base,
            lanes,
            mask: Some(mask),
            length: None,
            counted: Some(length),
        }
    }

    /// The last iterations of a loop, fewer than its vectors have lanes. Partial results keep the
    /// width that they have.
    pub fn rest(
        at: &Point<'c, 'a>,
        base: Value<'c, 'a>,
        length: i64,
        shape: &Shape<'c, 'a>,
    ) -> Self {
        let lanes = if shape.reductions.is_empty() {
            rounded(length, shape.lanes)
        } else {
            shape.width
        };
        if lanes == length {
            return Strip::whole(base, lanes);
        }
        Strip {
            base,
            lanes,
            mask: Some(first_lanes(at, length, lanes)),
            length: Some(length),
            counted: None,
        }
    }

    /// Whether the iterations are those of the first lanes.
    fn is_a_row(&self) -> bool {
        self.length.is_some() || self.counted.is_some()
    }

    /// The mask with its lanes reversed, for iterations that are those of the first lanes.
    fn reversed_mask(&self, at: &Point<'c, 'a>) -> Option<Value<'c, 'a>> {
        self.mask?;
        let others = match (self.counted, self.length) {
            (Some(count), _) => {
                let others = at.binary("arith.subi", at.constant(self.lanes), count);
                let ty = mask_of(at.context, self.lanes);
                at.value("vector.create_mask", &[others], ty, &[])
            }
            (None, length) => first_lanes(at, self.lanes - length?, self.lanes),
        };
        let all = at.mask(self.lanes, true);
        Some(at.binary("arith.xori", others, all))
    }
}

/// A mask of the first lanes.
fn first_lanes<'c, 'a>(at: &Point<'c, 'a>, count: i64, lanes: i64) -> Value<'c, 'a> {
    let sizes = op::build::parsed(at.context, &format!("array<i64: {count}>"));
    let ty = mask_of(at.context, lanes);
    at.value(
        "vector.constant_mask",
        &[],
        ty,
        &[("mask_dim_sizes", sizes)],
    )
}

fn mask_of(context: &Context, lanes: i64) -> Type<'_> {
    vector_of(&[lanes], IntegerType::new(context, 1).into())
}

/// Writes the body of a loop for strips of its iterations.
pub struct StripWriter<'s, 'c, 'a> {
    /// The loop.
    pub for_op: OperationRef<'c, 'a>,
    /// What it becomes.
    pub shape: &'s Shape<'c, 'a>,
    /// What was written.
    pub made: Made,
    /// The first lane of uniform and linear values of the body.
    scalars: HashMap<ValueKey, Value<'c, 'a>>,
    /// All lanes of values, also of those of which only one is needed otherwise.
    vectors: HashMap<ValueKey, Value<'c, 'a>>,
    partial: Vec<Value<'c, 'a>>,
}

impl<'s, 'c, 'a> StripWriter<'s, 'c, 'a> {
    /// The body of a loop.
    pub fn new(for_op: OperationRef<'c, 'a>, shape: &'s Shape<'c, 'a>) -> Self {
        StripWriter {
            for_op,
            shape,
            made: Made::default(),
            scalars: HashMap::new(),
            vectors: HashMap::new(),
            partial: Vec::new(),
        }
    }

    /// Writes the iterations of a strip; from the partial results before to those behind it.
    pub fn strip(
        &mut self,
        at: &Point<'c, 'a>,
        strip: &Strip<'c, 'a>,
        partial: Vec<Value<'c, 'a>>,
    ) -> Vec<Value<'c, 'a>> {
        self.scalars.clear();
        self.vectors.clear();
        self.partial = partial;
        let block = op::body(self.for_op).expect("a loop has a body");
        self.scalars
            .insert(ValueKey::of(op::arguments(block)[0]), strip.base);
        self.block(at, block, strip);
        std::mem::take(&mut self.partial)
    }

    /// Writes a block; what its last operation yields, as vectors.
    fn block(
        &mut self,
        at: &Point<'c, 'a>,
        block: BlockRef<'c, 'a>,
        strip: &Strip<'c, 'a>,
    ) -> Vec<Value<'c, 'a>> {
        let mut yielded = Vec::new();
        for op in op::operations(block) {
            let at = at.at_location(op.location());
            match op::name(op) {
                "scf.yield" => {
                    let values = op::operands(op).into_iter();
                    yielded = values.map(|value| self.vector(&at, value, strip)).collect();
                }
                _ if self.shape.reduction(op).is_some() => self.reduce(&at, op, strip),
                "memref.load" => self.load(&at, op, strip),
                "memref.store" => self.store(&at, op, strip),
                "scf.if" => self.condition(&at, op, strip),
                _ => self.elementwise(&at, op, strip),
            }
        }
        yielded
    }

    /// The first lane of a uniform or linear value.
    fn scalar(&self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        let known = self.scalars.get(&ValueKey::of(value));
        known.copied().unwrap_or(value)
    }

    /// All lanes of a value.
    fn vector(
        &mut self,
        at: &Point<'c, 'a>,
        value: Value<'c, 'a>,
        strip: &Strip<'c, 'a>,
    ) -> Value<'c, 'a> {
        let key = ValueKey::of(value);
        if let Some(known) = self.vectors.get(&key) {
            return *known;
        }
        let first = at.broadcast(self.scalar(value), strip.lanes);
        let vector = match self.shape.class(value) {
            Class::Linear(growth) => {
                let steps = self.steps(at, growth, strip);
                at.binary("arith.addi", first, steps)
            }
            _ => first,
        };
        self.vectors.insert(key, vector);
        vector
    }

    /// 0, growth, 2 * growth, ...
    fn steps(&self, at: &Point<'c, 'a>, growth: i64, strip: &Strip<'c, 'a>) -> Value<'c, 'a> {
        let index = Type::index(at.context);
        let ty = vector_of(&[strip.lanes], index);
        let step = at.value("vector.step", &[], ty, &[]);
        if growth == 1 {
            return step;
        }
        let factor = at.splat(IntegerAttribute::new(index, growth).into(), ty);
        at.binary("arith.muli", step, factor)
    }

    fn elementwise(&mut self, at: &Point<'c, 'a>, op: OperationRef<'c, 'a>, strip: &Strip<'c, 'a>) {
        let result = op::result(op);
        if self.shape.class(result) != Class::Varying {
            let operands = op::operands(op).into_iter();
            let operands: Vec<Value> = operands.map(|value| self.scalar(value)).collect();
            let copy = at.put(Operation::clone(&op));
            for (position, operand) in operands.into_iter().enumerate() {
                op::set_operand(copy, position, operand);
            }
            self.scalars.insert(ValueKey::of(result), op::result(copy));
            return;
        }
        let operands = op::operands(op).into_iter();
        let mut operands: Vec<Value> = operands
            .map(|value| self.vector(at, value, strip))
            .collect();
        if let Some(mask) = strip.mask.filter(|_| is_division(op::name(op))) {
            // A lane that is no iteration must not divide by zero.
            let divisors = operands[1].r#type();
            let one = IntegerAttribute::new(op::operands(op)[1].r#type(), 1).into();
            let one = at.splat(one, divisors);
            operands[1] = at.select(mask, operands[1], one);
        }
        let ty = vector_of(&[strip.lanes], result.r#type());
        let made = at.value(op::name(op), &operands, ty, &op::attributes(op));
        self.vectors.insert(ValueKey::of(result), made);
    }

    fn reduce(&mut self, at: &Point<'c, 'a>, op: OperationRef<'c, 'a>, strip: &Strip<'c, 'a>) {
        let Some(number) = self.shape.reduction(op) else {
            return;
        };
        let reduction = &self.shape.reductions[number];
        if op != reduction.combine {
            return;
        }
        let accumulator = op::result(reduction.load);
        let operands = op::operands(op).into_iter();
        let operands: Vec<Value> = operands
            .map(|value| {
                if op::same_value(value, accumulator) {
                    self.partial[number]
                } else {
                    self.vector(at, value, strip)
                }
            })
            .collect();
        let mut after = Vec::new();
        match (Extremum::of(op), self.shape.words(number)) {
            (Some(extremum), Some([low, high])) => {
                let added = usize::from(op::same_value(op::operands(op)[0], accumulator));
                let words = [number, low, high].map(|word| self.partial[word]);
                let words_after = extremum.combined(at, words, operands[added]);
                after.extend([number, low, high].into_iter().zip(words_after));
            }
            _ => {
                let ty = self.partial[number].r#type();
                let value = at.value(op::name(op), &operands, ty, &op::attributes(op));
                after.push((number, value));
            }
        }
        for (word, value) in after {
            self.partial[word] = match strip.mask {
                None => value,
                Some(mask) => at.select(mask, value, self.partial[word]),
            };
        }
        if let Some(lanes) = self.shape.took_part(number) {
            let mask = strip.mask.unwrap_or_else(|| at.mask(strip.lanes, true));
            self.partial[lanes] = at.binary("arith.ori", self.partial[lanes], mask);
        }
    }

    fn condition(&mut self, at: &Point<'c, 'a>, op: OperationRef<'c, 'a>, strip: &Strip<'c, 'a>) {
        let condition = op::operands(op)[0];
        let blocks = op::blocks(op);
        let reduces = op::nested(op)
            .into_iter()
            .any(|inner| self.shape.reduction(inner).is_some());
        if self.shape.class(condition) == Class::Uniform && !reduces {
            return self.branches(at, op, strip);
        }
        let holds = self.vector(at, condition, strip);
        let ty = holds.r#type();
        let truth = |value: i64| {
            let bit = IntegerType::new(at.context, 1).into();
            at.splat(IntegerAttribute::new(bit, value).into(), ty)
        };
        let fails = || at.binary("arith.xori", holds, truth(1));
        // The mask comes first: the condition of a lane that is no iteration may be any value.
        let and = |inside: Value<'c, 'a>| match strip.mask {
            None => inside,
            Some(mask) => at.select(mask, inside, truth(0)),
        };
        let masks = [
            and(holds),
            if blocks.len() > 1 {
                and(fails())
            } else {
                holds
            },
        ];
        let mut yielded = Vec::new();
        for (block, mask) in blocks.into_iter().zip(masks) {
            let inside = Strip {
                mask: Some(mask),
                length: None,
                counted: None,
                ..*strip
            };
            yielded.push(self.block(at, block, &inside));
        }
        for (number, result) in op::results(op).into_iter().enumerate() {
            let value = at.select(holds, yielded[0][number], yielded[1][number]);
            self.vectors.insert(ValueKey::of(result), value);
        }
    }

    /// A condition that is the same for all lanes stays one.
    fn branches(&mut self, at: &Point<'c, 'a>, op: OperationRef<'c, 'a>, strip: &Strip<'c, 'a>) {
        let holds = self.scalar(op::operands(op)[0]);
        let results = op::results(op);
        let types: Vec<Type> = results
            .iter()
            .map(|value| vector_of(&[strip.lanes], value.r#type()))
            .collect();
        let blocks = op::blocks(op);
        let outer = (self.scalars.clone(), self.vectors.clone());
        let mut branch = |inside: &Point<'c, 'a>, number: usize| {
            (self.scalars, self.vectors) = outer.clone();
            let block = blocks.get(number).copied();
            block.map_or_else(Vec::new, |block| self.block(inside, block, strip))
        };
        let made = {
            let branch = std::cell::RefCell::new(&mut branch);
            at.branches(
                holds,
                &types,
                |inside| (*branch.borrow_mut())(inside, 0),
                |inside| (*branch.borrow_mut())(inside, 1),
            )
        };
        (self.scalars, self.vectors) = outer;
        for (result, value) in results.into_iter().zip(made) {
            self.vectors.insert(ValueKey::of(result), value);
        }
    }

    fn load(&mut self, at: &Point<'c, 'a>, op: OperationRef<'c, 'a>, strip: &Strip<'c, 'a>) {
        let operands = op::operands(op);
        let result = op::result(op);
        if self.shape.class(result) == Class::Uniform {
            return self.elementwise(at, op, strip);
        }
        let ty = vector_of(&[strip.lanes], result.r#type());
        let near = self.near(&operands[1..]).zip(strip.length);
        if let Some(near) = near {
            let value = self.every(at, op, ty, near);
            self.vectors.insert(ValueKey::of(result), value);
            return;
        }
        let given = self.place(at, operands[0], &operands[1..], strip);
        let mut attributes = op::attributes(op);
        let value = match (given, strip.mask) {
            (Elements::Row(place), None) => at.value("vector.load", &place, ty, &attributes),
            (Elements::Row(mut place), Some(mask)) => {
                place.extend([mask, at.poison(ty)]);
                at.value("vector.maskedload", &place, ty, &attributes)
            }
            (Elements::Reversed(mut place), _) => {
                let row = match strip.reversed_mask(at) {
                    None => at.value("vector.load", &place, ty, &attributes),
                    Some(mask) => {
                        place.extend([mask, at.poison(ty)]);
                        at.value("vector.maskedload", &place, ty, &attributes)
                    }
                };
                at.reversed(row, strip.lanes)
            }
            (Elements::Any(mut place, offsets), mask) => {
                let mask = mask.unwrap_or_else(|| at.mask(strip.lanes, true));
                place.extend([offsets, mask, at.poison(ty)]);
                attributes.clear();
                at.value("vector.gather", &place, ty, &attributes)
            }
        };
        self.vectors.insert(ValueKey::of(result), value);
    }

    /// How far apart the lanes of an access are, if it is a few elements of one row.
    fn near(&self, subscripts: &[Value<'c, 'a>]) -> Option<i64> {
        let (last, outer) = subscripts.split_last()?;
        let mut outer = outer.iter().map(|value| self.shape.class(*value));
        match self.shape.class(*last) {
            Class::Linear(growth) if (2..=NEAR).contains(&growth) => {
                outer.all(|class| class == Class::Uniform).then_some(growth)
            }
            _ => None,
        }
    }

    /// Every second element of a row, or every third or fourth: the vectors that cover `count` of
    /// them, no element behind the last included, of which shuffles take what is needed.
    fn every(
        &mut self,
        at: &Point<'c, 'a>,
        load: OperationRef<'c, 'a>,
        ty: Type<'c>,
        (growth, count): (i64, i64),
    ) -> Value<'c, 'a> {
        self.made.contiguous += 1;
        let lanes = vector_shape(ty).map_or(1, |shape| shape.iter().product());
        let operands = op::operands(load).into_iter();
        let place: Vec<Value> = operands.map(|value| self.scalar(value)).collect();
        let (last, outer) = place.split_last().expect("a row has a subscript");
        let mut value = None;
        for part in 0..growth {
            let start = part * lanes;
            let present = (growth * (count - 1) + 1 - start).clamp(0, lanes);
            let mut given = outer.to_vec();
            given.push(at.offset(*last, start));
            let loaded = if present == lanes {
                at.value("vector.load", &given, ty, &op::attributes(load))
            } else {
                given.extend([first_lanes(at, present, lanes), at.poison(ty)]);
                at.value("vector.maskedload", &given, ty, &op::attributes(load))
            };
            let Some(before) = value.replace(loaded) else {
                continue;
            };
            let chosen = (0..lanes).map(|lane| match (growth * lane < start, part) {
                (true, 1) => growth * lane,
                (true, _) => lane,
                (false, _) => lanes + (growth * lane - start).min(lanes - 1),
            });
            let chosen: Vec<String> = chosen.map(|lane| lane.to_string()).collect();
            let chosen = format!("array<i64: {}>", chosen.join(", "));
            let mask = [("mask", op::build::parsed(at.context, &chosen))];
            value = Some(at.value("vector.shuffle", &[before, loaded], ty, &mask));
        }
        value.expect("there is a part")
    }

    fn store(&mut self, at: &Point<'c, 'a>, op: OperationRef<'c, 'a>, strip: &Strip<'c, 'a>) {
        let operands = op::operands(op);
        let value = self.vector(at, operands[0], strip);
        let given = self.place(at, operands[1], &operands[2..], strip);
        let attributes = op::attributes(op);
        match (given, strip.mask) {
            (Elements::Row(mut place), None) => {
                place.insert(0, value);
                at.make("vector.store", &place, &[], &attributes);
            }
            (Elements::Row(mut place), Some(mask)) => {
                place.extend([mask, value]);
                at.make("vector.maskedstore", &place, &[], &attributes);
            }
            (Elements::Reversed(mut place), _) => {
                let reversed = at.reversed(value, strip.lanes);
                match strip.reversed_mask(at) {
                    None => {
                        place.insert(0, reversed);
                        at.make("vector.store", &place, &[], &attributes);
                    }
                    Some(mask) => {
                        place.extend([mask, reversed]);
                        at.make("vector.maskedstore", &place, &[], &attributes);
                    }
                }
            }
            (Elements::Any(mut place, offsets), mask) => {
                let mask = mask.unwrap_or_else(|| at.mask(strip.lanes, true));
                place.extend([offsets, mask, value]);
                at.make("vector.scatter", &place, &[], &[]);
            }
        }
    }

    /// The elements of an access in all lanes.
    fn place(
        &mut self,
        at: &Point<'c, 'a>,
        array: Value<'c, 'a>,
        subscripts: &[Value<'c, 'a>],
        strip: &Strip<'c, 'a>,
    ) -> Elements<'c, 'a> {
        let classes: Vec<Class> = subscripts
            .iter()
            .map(|subscript| self.shape.class(*subscript))
            .collect();
        let (last, outer) = match classes.split_last() {
            Some((last, outer)) => (*last, outer),
            None => (Class::Uniform, &[][..]),
        };
        let mut place = vec![array];
        let in_a_row = outer.iter().all(|class| *class == Class::Uniform);
        if last == Class::Linear(1) && in_a_row {
            self.made.contiguous += 1;
            place.extend(subscripts.iter().map(|subscript| self.scalar(*subscript)));
            return Elements::Row(place);
        }
        if last == Class::Linear(-1) && in_a_row && strip.is_a_row() {
            self.made.contiguous += 1;
            place.extend(subscripts.iter().map(|subscript| self.scalar(*subscript)));
            let first = place.len() - 1;
            place[first] = at.offset(place[first], 1 - strip.lanes);
            return Elements::Reversed(place);
        }
        self.made.scattered += 1;
        // The element of the first lane, or of subscript 0 where that is data, and how many
        // elements each lane is behind it.
        let strides = strides(array, subscripts.len());
        let index = Type::index(at.context);
        let ty = vector_of(&[strip.lanes], index);
        let (mut growth, mut offsets) = (0, None);
        for ((subscript, class), stride) in subscripts.iter().zip(classes).zip(strides) {
            place.push(match class {
                Class::Uniform => self.scalar(*subscript),
                Class::Linear(own) => {
                    growth += own * stride;
                    self.scalar(*subscript)
                }
                Class::Varying => {
                    let data = self.vector(at, *subscript, strip);
                    let stride = at.splat(IntegerAttribute::new(index, stride).into(), ty);
                    let data = at.binary("arith.muli", data, stride);
                    offsets = Some(match offsets {
                        None => data,
                        Some(before) => at.binary("arith.addi", before, data),
                    });
                    at.constant(0)
                }
            });
        }
        let offsets = match (growth, offsets) {
            (0, Some(offsets)) => offsets,
            (growth, None) => self.steps(at, growth, strip),
            (growth, Some(offsets)) => {
                let steps = self.steps(at, growth, strip);
                at.binary("arith.addi", steps, offsets)
            }
        };
        Elements::Any(place, offsets)
    }
}

/// The elements of an access in all lanes.
enum Elements<'c, 'a> {
    /// Neighbours in a row: the array and the subscripts of the first.
    Row(Vec<Value<'c, 'a>>),
    /// The same where the first lane has the last of them.
    Reversed(Vec<Value<'c, 'a>>),
    /// Any: the array and the subscripts of one element, and how far behind it those of the lanes
    /// are.
    Any(Vec<Value<'c, 'a>>, Value<'c, 'a>),
}

/// The elements from one subscript to the next, for each dimension of an array; 0 where that is not
/// known, and then no lane moves along the dimension.
fn strides(array: Value, rank: usize) -> Vec<i64> {
    let stride = |dim| {
        let mut behind = extents_behind(array, dim).into_iter();
        behind.try_fold(1_i64, |stride, extent| stride.checked_mul(extent?))
    };
    (0..rank).map(|dim| stride(dim).unwrap_or(0)).collect()
}
