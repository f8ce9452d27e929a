//! Changes to a scop besides its tree: new arrays, new statements, redirected accesses.
//!
//! Subscripts are given as isl expressions in the indices of a statement and become affine maps
//! ([`affine_map`]).

use melior::ir::attribute::{ArrayAttribute, DenseI64ArrayAttribute, StringAttribute};
use melior::ir::operation::OperationBuilder;
use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use melior::ir::{BlockRef, Identifier, Region};

use tc_dialects::op;
use tc_dialects::schedule::attributes::isl_attribute;
use tc_dialects::schedule::isl_text::IslKind;
use tc_dialects::tc::Reduction;
use tc_isl::Aff;

use crate::accesses::STANDS_FOR;
use crate::barriers::Level;
use crate::emit::Emitter;
use crate::subscripts::affine_map;
use tc_dialects::schedule::{ASYNC, WAIT, WARP_BARRIER};
use tc_pass_host::*;

/// A scop that is being changed.
#[derive(Clone, Copy)]
pub struct ScopEdit<'c, 'a> {
    context: &'c Context,
    scop: OperationRef<'c, 'a>,
    body: BlockRef<'c, 'a>,
}

/// An index whose values are cut in parts.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// The position among the indices of the statement.
    pub index: usize,
    /// The first value.
    pub first: i64,
    /// The values of a part; the last one may have fewer.
    pub length: i64,
}

/// The operation by which a reduction combines.
#[derive(Clone, Debug)]
pub struct Combine {
    /// What two values are combined by.
    pub operator: Operator,
    /// What it is in the scop.
    pub reduction: Reduction,
    /// Its neutral element, as the text of an attribute; of a pair, those of both components.
    pub neutrals: Vec<String>,
}

/// What two values, or two pairs, are combined by.
#[derive(Clone, Debug)]
pub enum Operator {
    /// An operation, as `arith.addf`.
    One(String),
    /// The better of two pairs; says which of the components are unsigned.
    Winner([bool; 2]),
}

/// A load or a store of one element, the subscripts as expressions in the indices of the statement.
pub struct Element<'c, 'a, 's> {
    /// The array as an argument or a result in the scop.
    pub array: Value<'c, 'a>,
    /// One expression for each dimension.
    pub subscripts: &'s [Aff],
}

impl<'c: 'a, 'a> ScopEdit<'c, 'a> {
    /// Changes of a scop.
    ///
    /// # Errors
    /// The scop has no body.
    pub fn new(context: &'c Context, scop: OperationRef<'c, 'a>) -> Result<Self, Failure> {
        let body = scop.region(0).ok().and_then(|region| region.first_block());
        let body = body.ok_or_else(|| Failure::new("expected a scop with a body"))?;
        Ok(Self {
            context,
            scop,
            body,
        })
    }

    /// The arrays, arguments first, in text order.
    pub fn arrays(&self) -> Result<Vec<Value<'c, 'a>>, Failure> {
        let mut arrays = Vec::new();
        for position in 0..self.body.argument_count() {
            arrays.push(self.body.argument(position)?.into());
        }
        for operation in self.named("schedule.array") {
            arrays.push(operation.result(0)?.into());
        }
        Ok(arrays)
    }

    /// Adds an array after the existing ones. `kind` and `memref` are written as in IR.
    pub fn add_array(
        &self,
        name: &str,
        kind: &str,
        memref: &str,
    ) -> Result<Value<'c, 'a>, Failure> {
        let result = Type::parse(self.context, memref);
        let result =
            result.ok_or_else(|| Failure::new(format!("expected a type, found `{memref}`")))?;
        let kind = self.attribute(&format!("#schedule.array_kind<{kind}>"))?;
        let name = StringAttribute::new(self.context, name).into();
        let attributes = [self.entry("kind", kind), self.entry("array_name", name)];
        let array = self.build("schedule.array", &[], &[result], &attributes, Vec::new())?;
        let array = match self.named("schedule.statement").first() {
            Some(first) => self.body.insert_operation_before(*first, array),
            None => self.body.append_operation(array),
        };
        Ok(array.result(0)?.into())
    }

    /// Adds a statement after the existing ones; `fill` builds its body, given the indices.
    pub(crate) fn add_statement(
        &self,
        name: &str,
        indices: &[String],
        fill: impl FnOnce(&Self, BlockRef<'c, '_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let statement = self.new_statement(name, indices, &[], fill)?;
        match self.named("schedule.statement").last() {
            Some(last) => self.body.insert_operation_after(*last, statement),
            None => self.body.insert_operation(0, statement),
        };
        Ok(())
    }

    fn new_statement(
        &self,
        name: &str,
        indices: &[String],
        more: &[(Identifier<'c>, Attribute<'c>)],
        fill: impl FnOnce(&Self, BlockRef<'c, '_>) -> Result<(), Failure>,
    ) -> Result<Operation<'c>, Failure> {
        let location = self.scop.location();
        let index = Type::index(self.context);
        let region = Region::new();
        let block = Block::new(&vec![(index, location); indices.len()]);
        fill(self, region.append_block(block))?;
        let names: Vec<Attribute> = indices
            .iter()
            .map(|index| StringAttribute::new(self.context, index).into())
            .collect();
        let mut attributes = vec![
            self.entry("sym_name", StringAttribute::new(self.context, name).into()),
            self.entry(
                "arg_names",
                ArrayAttribute::new(self.context, &names).into(),
            ),
        ];
        attributes.extend_from_slice(more);
        self.build("schedule.statement", &[], &[], &attributes, vec![region])
    }

    /// The statement with a name.
    pub fn statement(&self, name: &str) -> Result<OperationRef<'c, 'a>, Failure> {
        let statements = self.named("schedule.statement").into_iter();
        statements
            .into_iter()
            .find(|statement| op::string(*statement, "sym_name").as_deref() == Some(name))
            .ok_or_else(|| Failure::new(format!("there is no statement @{name}")))
    }

    /// Adds a statement before another one that stores the neutral element of an operation, or the
    /// two of a pair.
    pub fn add_neutral(
        &self,
        name: &str,
        indices: &[String],
        combine: &Combine,
        to: &[Element<'c, '_, '_>],
        before: OperationRef<'c, 'a>,
    ) -> Result<(), Failure> {
        let fill = |edit: &Self, block: BlockRef<'c, '_>| {
            let arguments = op::arguments(block);
            for (to, neutral) in to.iter().zip(&combine.neutrals) {
                let element = [MemRefType::try_from(to.array.r#type())?.element()];
                let neutral = [edit.entry("value", edit.attribute(neutral)?)];
                let value = edit.build("arith.constant", &[], &element, &neutral, Vec::new())?;
                let value = op::result(op::append(block, value));
                op::append(block, edit.store(value, to, &arguments)?);
            }
            Ok(())
        };
        let statement = self.new_statement(name, indices, &[], fill)?;
        self.body.insert_operation_before(before, statement);
        Ok(())
    }

    /// Adds a statement behind another one that combines elements with other ones.
    pub fn add_fold(
        &self,
        name: &str,
        indices: &[String],
        combine: &Combine,
        [from, into]: [&[Element<'c, '_, '_>]; 2],
        behind: OperationRef<'c, 'a>,
    ) -> Result<(), Failure> {
        let fill = |edit: &Self, block: BlockRef<'c, '_>| {
            let arguments = op::arguments(block);
            let load = |one| {
                let load = edit.load(one, &arguments)?;
                Ok(op::result(op::append(block, load)))
            };
            let terms: Vec<Value> = from.iter().map(load).collect::<Result<_, Failure>>()?;
            let old: Vec<Value> = into.iter().map(load).collect::<Result<_, Failure>>()?;
            let new = edit.combined(block, combine, &old, &terms)?;
            for (value, into) in new.into_iter().zip(into) {
                op::append(block, edit.store(value, into, &arguments)?);
            }
            Ok(())
        };
        let reduces = combine.reduction.to_attribute(self.context);
        let reduces = [self.entry("reduces", reduces)];
        let reduces = match combine.operator {
            Operator::One(_) => &reduces[..],
            Operator::Winner(_) => &[],
        };
        let statement = self.new_statement(name, indices, reduces, fill)?;
        self.body.insert_operation_after(behind, statement);
        Ok(())
    }

    /// Combines values, or pairs, at the end of a block.
    fn combined<'b>(
        &self,
        block: BlockRef<'c, 'b>,
        combine: &Combine,
        old: &[Value<'c, 'b>],
        terms: &[Value<'c, 'b>],
    ) -> Result<Vec<Value<'c, 'b>>, Failure> {
        match &combine.operator {
            Operator::One(operation) => {
                let pairs = old.iter().zip(terms);
                let all = pairs.map(|(old, term)| {
                    let types = [old.r#type()];
                    let new = self.build(operation, &[*old, *term], &types, &[], Vec::new())?;
                    Ok(op::result(op::append(block, new)))
                });
                all.collect()
            }
            Operator::Winner(unsigned) => {
                let emitter = Emitter {
                    context: self.context,
                    block,
                    location: self.scop.location(),
                };
                let (old, new) = ([old[0], old[1]], [terms[0], terms[1]]);
                let chosen = emitter.winner(combine.reduction, old, new, *unsigned)?;
                Ok(chosen.to_vec())
            }
        }
    }

    /// Cuts an index of a statement in parts of neighbouring values: a new index at a position, in
    /// front of it, counts the parts, and the old one the values of a part. Returns the new one.
    pub fn cut_index(
        &self,
        statement: &str,
        position: usize,
        name: &str,
        cut: &Cut,
    ) -> Result<Value<'c, 'a>, Failure> {
        let found = self.statement(statement)?;
        let body = op::body(found);
        let body = body.ok_or_else(|| Failure::new("expected a statement with a body"))?;
        let index = Type::index(self.context);
        let part = op::insert_argument(body, position, index, found.location());
        let own = op::arguments(body)[cut.index + 1];
        let (first, length) = (cut.first, cut.length);
        let map = format!("affine_map<(d0, d1) -> (d0 * {length} + d1 + {first})>");
        let map = [self.entry("map", self.attribute(&map)?)];
        let value = self.build("affine.apply", &[part, own], &[index], &map, Vec::new())?;
        let value = match op::operations(body).first() {
            Some(first) => op::insert_before(*first, value),
            None => op::append(body, value),
        };
        op::replace_uses(own, op::result(value));
        op::set_operand(value, 1, own);
        let mut names = op::strings(found, "arg_names");
        names.insert(position, name.to_owned());
        let names: Vec<Attribute> = names
            .iter()
            .map(|name| StringAttribute::new(self.context, name).into())
            .collect();
        let names = ArrayAttribute::new(self.context, &names);
        op::set_attribute(found, "arg_names", Some(names.into()));
        Ok(part)
    }

    /// Adds a copy of a statement after the existing ones, with more indices in front of its own.
    pub fn add_clone(
        &self,
        statement: &str,
        name: &str,
        outer: &[String],
    ) -> Result<OperationRef<'c, 'a>, Failure> {
        let original = self.statement(statement)?;
        let last = self.named("schedule.statement").pop().unwrap_or(original);
        let copy = Operation::clone(&original);
        let copy = self.body.insert_operation_after(last, copy);
        let body = op::body(copy);
        let body = body.ok_or_else(|| Failure::new("expected a statement with a body"))?;
        let index = Type::index(self.context);
        for position in 0..outer.len() {
            op::insert_argument(body, position, index, original.location());
        }
        let own = op::strings(original, "arg_names");
        let names: Vec<Attribute> = outer
            .iter()
            .chain(&own)
            .map(|index| StringAttribute::new(self.context, index).into())
            .collect();
        let names = ArrayAttribute::new(self.context, &names);
        op::set_attribute(copy, "arg_names", Some(names.into()));
        let name = StringAttribute::new(self.context, name);
        op::set_attribute(copy, "sym_name", Some(name.into()));
        Ok(copy)
    }

    /// Gives a statement a place in the original program.
    pub fn set_place(&self, statement: &str, at: &[i64]) -> Result<(), Failure> {
        let place = DenseI64ArrayAttribute::new(self.context, at);
        op::set_attribute(self.statement(statement)?, "at", Some(place.into()));
        Ok(())
    }

    /// A statement in which all threads of a block, or of a warp, wait for each other.
    pub fn add_barrier(&self, name: &str, indices: &[String], level: Level) -> Result<(), Failure> {
        self.add_statement(name, indices, |edit, block| {
            let barrier = if level == Level::Warp {
                WARP_BARRIER
            } else {
                "gpu.barrier"
            };
            let barrier = edit.build(barrier, &[], &[], &[], Vec::new())?;
            block.append_operation(barrier);
            Ok(())
        })
    }

    /// A statement in which each thread waits for its asynchronous copies, but those of so many
    /// groups.
    pub fn add_wait(&self, name: &str, indices: &[String], groups: i64) -> Result<(), Failure> {
        self.add_statement(name, indices, |edit, block| {
            let count = edit.entry("count", edit.attribute(&format!("{groups} : i64"))?);
            let wait = edit.build(WAIT, &[], &[], &[count], Vec::new())?;
            block.append_operation(wait);
            Ok(())
        })
    }

    /// Makes a statement a copy that goes on by itself.
    pub fn set_async(&self, statement: &str) -> Result<(), Failure> {
        let unit = Attribute::unit(self.context);
        op::set_attribute(self.statement(statement)?, ASYNC, Some(unit));
        Ok(())
    }

    /// A statement that copies one element.
    pub fn add_copy(
        &self,
        name: &str,
        indices: &[String],
        from: &Element<'c, '_, '_>,
        to: &Element<'c, '_, '_>,
    ) -> Result<(), Failure> {
        self.add_statement(name, indices, |edit, block| {
            let arguments = op::arguments(block);
            let load = op::append(block, edit.load(from, &arguments)?);
            op::append(block, edit.store(op::result(load), to, &arguments)?);
            Ok(())
        })
    }

    /// Redirects the operation at a position of a statement's body, a load or store, to another
    /// element. `means` is its original access, as isl's text; `None` if it is its own.
    pub fn redirect(
        &self,
        statement: &str,
        position: usize,
        to: &Element<'c, '_, '_>,
        means: Option<&str>,
    ) -> Result<(), Failure> {
        let found = self.statement(statement)?;
        let body = op::body(found);
        let body = body.ok_or_else(|| Failure::new("expected a statement with a body"))?;
        let indices = op::arguments(body);
        let operations = op::nested(found);
        let old = *operations.get(position).ok_or_else(|| {
            Failure::new(format!("there is no operation {position} in @{statement}"))
        })?;
        let is_load = old.result_count() == 1;
        let new = if is_load {
            self.load(to, &indices)?
        } else {
            self.store(old.operand(0)?, to, &indices)?
        };
        let means = means
            .map(|text| isl_attribute(self.context, IslKind::Map, text))
            .transpose()
            .map_err(Failure::new)?;
        let new = op::replace(old, new)?;
        op::set_attribute(new, STANDS_FOR, means);
        Ok(())
    }

    /// Redirects a load or store to another place of the element that it stands for.
    pub fn move_to(
        &self,
        statement: &str,
        position: usize,
        to: &Element<'c, '_, '_>,
    ) -> Result<(), Failure> {
        let at = |found: OperationRef<'c, 'a>| op::nested(found).get(position).copied();
        let found = self.statement(statement)?;
        let means = at(found).and_then(|old| old.attribute(STANDS_FOR).ok());
        self.redirect(statement, position, to, None)?;
        if let Some(new) = at(found) {
            op::set_attribute(new, STANDS_FOR, means);
        }
        Ok(())
    }

    fn load(
        &self,
        from: &Element<'c, '_, '_>,
        indices: &[Value<'c, '_>],
    ) -> Result<Operation<'c>, Failure> {
        let element = MemRefType::try_from(from.array.r#type())?.element();
        let map = self.map(from.subscripts, indices.len())?;
        let operands: Vec<Value> = [from.array]
            .into_iter()
            .chain(indices.iter().copied())
            .collect();
        self.build("affine.load", &operands, &[element], &[map], Vec::new())
    }

    fn store(
        &self,
        value: Value<'c, '_>,
        to: &Element<'c, '_, '_>,
        indices: &[Value<'c, '_>],
    ) -> Result<Operation<'c>, Failure> {
        let map = self.map(to.subscripts, indices.len())?;
        let operands: Vec<Value> = [value, to.array]
            .into_iter()
            .chain(indices.iter().copied())
            .collect();
        self.build("affine.store", &operands, &[], &[map], Vec::new())
    }

    fn build(
        &self,
        name: &str,
        operands: &[Value<'c, '_>],
        results: &[Type<'c>],
        attributes: &[(Identifier<'c>, Attribute<'c>)],
        regions: Vec<Region<'c>>,
    ) -> Result<Operation<'c>, Failure> {
        let builder = OperationBuilder::new(name, self.scop.location());
        let builder = builder
            .add_operands(operands)
            .add_results(results)
            .add_attributes(attributes);
        Ok(builder.add_regions_vec(regions).build()?)
    }

    fn entry(&self, name: &str, value: Attribute<'c>) -> (Identifier<'c>, Attribute<'c>) {
        (Identifier::new(self.context, name), value)
    }

    /// The subscripts of an access, whose operands are all indices of its statement.
    fn map(
        &self,
        subscripts: &[Aff],
        indices: usize,
    ) -> Result<(Identifier<'c>, Attribute<'c>), Failure> {
        let map = affine_map(self.context, subscripts, indices)?;
        Ok(self.entry("map", op::affine_map_attribute(map)))
    }

    fn attribute(&self, text: &str) -> Result<Attribute<'c>, Failure> {
        Attribute::parse(self.context, text)
            .ok_or_else(|| Failure::new(format!("expected an attribute, found `{text}`")))
    }

    /// The operations of a name directly in the scop.
    fn named(&self, name: &str) -> Vec<OperationRef<'c, 'a>> {
        let operations = op::operations(self.body).into_iter();
        operations
            .filter(|operation| op::is(*operation, name))
            .collect()
    }
}
