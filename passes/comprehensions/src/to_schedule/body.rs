//! The body of a statement: reads become loads, names become values, all other operations are
//! copied.
//!
//! ```text
//! tc.read %X[i + t]         ->  affine.load %X[%i + %t]
//! tc.read %X[i - 1], X of box [-1, N)  ->  affine.load %X[%i]
//! tc.read %X[%v]            ->  memref.load %X[%v]
//! tc.read %X[min(i, 3)]     ->  memref.load %X[arith.minsi(%i, 3)]
//! tc.value i + 1 : i32      ->  arith.index_cast(affine.apply (i + 1))
//! ```
//!
//! A load is affine if all subscripts fit an affine map over the indices and sizes. A size is read
//! from the dynamic array dimension that has it. `tc.exists` and operations that only it needs are
//! omitted.

use std::collections::{HashMap, HashSet};
use tc_dialects::location;

use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{
    AffineExpr, AffineMap, Attribute, Block, BlockLike, BlockRef, Region, RegionLike, Type, Value,
    ValueLike,
};

use tc_dialects::op::{self, ValueKey};
use tc_dialects::tc::{Access, Comprehension, Subscript, ValueOf};
use tc_syntax::expr::{Expr, Operator, Symbol};

use super::read;
use tc_scop::emit::{Emitter, Outcome, affine_expression, refuse};

/// An array of the scop, as used by a body.
#[derive(Clone)]
pub struct ArrayValue<'c, 'b> {
    /// The memref.
    pub value: Value<'c, 'b>,
    /// The type of its elements: signless integers.
    pub element: Type<'c>,
    /// Whether its elements are unsigned integers.
    pub unsigned: bool,
    /// The logical subscript of the first element, for each dimension.
    pub origin: Vec<Expr>,
}

/// The source of a size's value at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeSource {
    /// The number of the array.
    pub array: usize,
    /// The dimension whose extent it is.
    pub dim: usize,
}

/// The meaning of the names in a body.
pub struct Scope<'c, 'b> {
    /// All arrays; tensors of the def have the same numbers as there.
    pub arrays: Vec<ArrayValue<'c, 'b>>,
    /// Sizes that are the extent of an argument.
    pub sizes: HashMap<String, SizeSource>,
    /// Rank-0 integer inputs by name.
    pub scalars: HashMap<String, usize>,
    /// The numbers of the tensors by the value in a `tc.read`.
    pub tensors: HashMap<ValueKey, usize>,
}

/// Reads of elements of a tensor that are redirected to another array.
#[derive(Clone)]
pub struct Redirect {
    /// The tensor.
    pub tensor: usize,
    /// Only reads at exactly these subscripts; all reads if there are none.
    pub at: Option<Vec<Expr>>,
    /// The target of the reads.
    pub to: usize,
}

impl Redirect {
    fn takes(&self, access: Access<'_, '_>) -> bool {
        self.at
            .as_ref()
            .is_none_or(|left| read::is_at(access, left))
    }
}

/// The values that a body yields, and the subscripts on the left that it computes.
pub type Yielded<'c, 'b> = (Vec<Value<'c, 'b>>, Vec<Value<'c, 'b>>);

/// The body of one statement under construction.
#[derive(Clone)]
pub struct Body<'c, 'b> {
    /// The builder of the operations.
    pub emitter: Emitter<'c, 'b>,
    /// The meaning of the names.
    pub scope: &'b Scope<'c, 'b>,
    /// The statement's own indices.
    pub indices: HashMap<String, Value<'c, 'b>>,
    /// The reads that are redirected; `None` if there are none.
    pub redirect: Option<Redirect>,
    values: HashMap<ValueKey, Value<'c, 'b>>,
}

impl<'c, 'b> Body<'c, 'b> {
    /// A body without ops.
    pub fn new(
        emitter: Emitter<'c, 'b>,
        scope: &'b Scope<'c, 'b>,
        indices: HashMap<String, Value<'c, 'b>>,
        redirect: Option<Redirect>,
    ) -> Self {
        Body {
            emitter,
            scope,
            indices,
            redirect,
            values: HashMap::new(),
        }
    }

    /// Loads one element.
    pub fn load(&self, array: usize, subscripts: &[Subscript<'c, 'b>]) -> Outcome<Value<'c, 'b>> {
        let array = &self.scope.arrays[array];
        let stored = self.to_storage(array, subscripts)?;
        if let Some((map, operands)) = self.affine_map(&stored)? {
            let operands: Vec<_> = std::iter::once(array.value).chain(operands).collect();
            return self
                .emitter
                .value("affine.load", &operands, array.element, &[("map", map)]);
        }
        let mut operands = vec![array.value];
        for subscript in &stored {
            operands.push(self.subscript_value(subscript)?);
        }
        self.emitter
            .value("memref.load", &operands, array.element, &[])
    }

    /// Stores one element, converted to the type of the array.
    pub fn store(
        &self,
        value: Value<'c, 'b>,
        array: usize,
        subscripts: &[Subscript<'c, 'b>],
    ) -> Outcome<()> {
        let array = &self.scope.arrays[array];
        let stored = self.to_storage(array, subscripts)?;
        let value = self.emitter.convert(value, array.element)?;
        let Some((map, operands)) = self.affine_map(&stored)? else {
            let mut operands = vec![value, array.value];
            for subscript in &stored {
                operands.push(self.subscript_value(subscript)?);
            }
            self.emitter
                .op("memref.store", &operands, &[], &[], Vec::new())?;
            return Ok(());
        };
        let operands: Vec<_> = [value, array.value].into_iter().chain(operands).collect();
        self.emitter
            .op("affine.store", &operands, &[], &[("map", map)], Vec::new())?;
        Ok(())
    }

    /// Emits the live ops of a comprehension's body; returns the values that it yields, and the
    /// subscripts on the left that it computes.
    pub fn copy(&mut self, source: Comprehension<'c, 'b>) -> Outcome<Yielded<'c, 'b>> {
        let mut live = HashSet::new();
        mark_live(source.body(), &mut live);
        self.copy_block(source.body(), &live)?;
        let end = source
            .end()
            .ok_or_else(|| refuse(source.operation().location(), "expected a `tc.yield`"))?;
        let copies = |values: Vec<Value<'c, 'b>>| {
            let values = values.into_iter();
            values
                .map(|value| self.copy_of(value, source.operation()))
                .collect::<Outcome<Vec<_>>>()
        };
        Ok((copies(end.values())?, copies(end.at())?))
    }

    fn copy_block(&mut self, source: BlockRef<'c, 'b>, live: &HashSet<ValueKey>) -> Outcome<()> {
        for operation in op::operations(source) {
            if operation
                .results()
                .any(|result| live.contains(&ValueKey::of(result)))
            {
                let at_operation = Body {
                    emitter: self
                        .emitter
                        .at(location::without_parts(operation.location())),
                    ..self.clone()
                };
                let results = at_operation.copy_operation(operation, live)?;
                for (old, new) in operation.results().zip(results) {
                    self.values.insert(ValueKey::of(old), new);
                }
            }
        }
        Ok(())
    }

    fn copy_operation(
        &self,
        operation: OperationRef<'c, 'b>,
        live: &HashSet<ValueKey>,
    ) -> Outcome<Vec<Value<'c, 'b>>> {
        let name = op::name(operation);
        match name {
            "tc.read" => Ok(vec![self.read(operation)?]),
            "tc.value" => Ok(vec![self.index_or_size(operation)?]),
            _ if ["arith.", "math.", "scf."]
                .iter()
                .any(|dialect| name.starts_with(dialect)) =>
            {
                self.copy_as_it_is(name, operation, live)
            }
            _ => {
                let message = format!(
                    "expected an op of `tc`, `arith`, `math` or `scf` in the body, found `{name}`"
                );
                Err(refuse(self.emitter.location, message))
            }
        }
    }

    fn copy_as_it_is(
        &self,
        name: &str,
        operation: OperationRef<'c, 'b>,
        live: &HashSet<ValueKey>,
    ) -> Outcome<Vec<Value<'c, 'b>>> {
        let operands = self.mapped_operands(operation)?;
        let results: Vec<_> = operation.results().map(|result| result.r#type()).collect();
        let attributes: Vec<_> = operation.attributes().collect();
        let regions = operation
            .regions()
            .map(|region| self.copy_region(region.first_block(), live));
        let regions = regions.collect::<Outcome<Vec<_>>>()?;
        self.emitter
            .copy_op(name, &operands, &results, &attributes, regions)
    }

    fn copy_region(
        &self,
        source: Option<BlockRef<'c, 'b>>,
        live: &HashSet<ValueKey>,
    ) -> Outcome<Region<'c>> {
        let region = Region::new();
        let Some(source) = source else {
            return Ok(region);
        };
        let block = region.append_block(Block::new(&[]));
        let mut inner = Body {
            emitter: Emitter {
                block,
                ..self.emitter
            },
            ..self.clone()
        };
        inner.copy_block(source, live)?;
        if let Some(terminator) = source.terminator() {
            let operands = inner.mapped_operands(terminator)?;
            inner.emitter.at(terminator.location()).op(
                "scf.yield",
                &operands,
                &[],
                &[],
                Vec::new(),
            )?;
        }
        Ok(region)
    }

    fn mapped_operands(&self, operation: OperationRef<'c, 'b>) -> Outcome<Vec<Value<'c, 'b>>> {
        operation
            .operands()
            .map(|operand| self.copy_of(operand, operation))
            .collect()
    }

    /// The new value for an operand of `user` in the comprehension's body.
    fn copy_of(&self, value: Value<'c, 'b>, user: OperationRef<'c, 'b>) -> Outcome<Value<'c, 'b>> {
        let copy = self.values.get(&ValueKey::of(value)).copied();
        copy.ok_or_else(|| refuse(user.location(), "expected operands that the body computes"))
    }

    fn read(&self, operation: OperationRef<'c, 'b>) -> Outcome<Value<'c, 'b>> {
        let location = self.emitter.location;
        let access =
            Access::from_op(operation).ok_or_else(|| refuse(location, "expected an access"))?;
        let tensor = self
            .scope
            .tensors
            .get(&ValueKey::of(access.tensor()))
            .copied();
        let tensor = tensor.ok_or_else(|| refuse(location, "expected a tensor of the def"))?;
        let array = match &self.redirect {
            Some(redirect) if redirect.tensor == tensor && redirect.takes(access) => redirect.to,
            _ => tensor,
        };
        let subscripts = access
            .subscripts()
            .into_iter()
            .map(|subscript| match subscript {
                Subscript::Value(value) => self.copy_of(value, operation).map(Subscript::Value),
                expr => Ok(expr),
            });
        self.load(array, &subscripts.collect::<Outcome<Vec<_>>>()?)
    }

    /// `tc.value`: an index or size as a scalar.
    fn index_or_size(&self, operation: OperationRef<'c, 'b>) -> Outcome<Value<'c, 'b>> {
        let view = ValueOf::from_op(operation)
            .ok_or_else(|| refuse(self.emitter.location, "expected `tc.value`"))?;
        let (expr, kind) = (view.expr(), view.value_type());
        let index = Type::index(self.emitter.context);
        if let (Some(constant), true) = (expr.as_const(), kind != index) {
            return self.emitter.constant(format!("{constant} : {kind}"), kind);
        }
        let value = self.expr_value(&expr)?;
        if kind == index {
            Ok(value)
        } else {
            self.emitter.value("arith.index_cast", &[value], kind, &[])
        }
    }

    /// Subscripts relative to the origin of the array.
    fn to_storage(
        &self,
        array: &ArrayValue<'c, 'b>,
        subscripts: &[Subscript<'c, 'b>],
    ) -> Outcome<Vec<Subscript<'c, 'b>>> {
        let pairs = subscripts.iter().zip(&array.origin);
        let shifted = pairs.map(|(subscript, origin)| match subscript {
            Subscript::Expr(expr) => Ok(Subscript::Expr(shifted(expr, origin))),
            Subscript::Value(value) if origin.as_const() == Some(0) => Ok(Subscript::Value(*value)),
            Subscript::Value(value) => {
                let origin = self.expr_value(origin)?;
                let index = Type::index(self.emitter.context);
                Ok(Subscript::Value(self.emitter.value(
                    "arith.subi",
                    &[*value, origin],
                    index,
                    &[],
                )?))
            }
        });
        shifted.collect()
    }

    /// An affine map with all subscripts as results, and its operands; `None` if a subscript does
    /// not fit.
    fn affine_map(
        &self,
        subscripts: &[Subscript<'c, 'b>],
    ) -> Outcome<Option<(Attribute<'c>, Vec<Value<'c, 'b>>)>> {
        let exprs: Option<Vec<&Expr>> = subscripts
            .iter()
            .map(|subscript| match subscript {
                Subscript::Expr(expr) => Some(expr),
                Subscript::Value(_) => None,
            })
            .collect();
        match exprs {
            Some(exprs) => self.map_of(&exprs),
            None => Ok(None),
        }
    }

    /// An affine map over indices and sizes with these results, and its operands; `None` if an
    /// expression does not fit.
    fn map_of(&self, exprs: &[&Expr]) -> Outcome<Option<(Attribute<'c>, Vec<Value<'c, 'b>>)>> {
        let mut names: Vec<&str> = Vec::new();
        for name in exprs.iter().flat_map(|expr| expr.names()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let (dims, others): (Vec<&str>, Vec<&str>) = names
            .iter()
            .partition(|name| self.indices.contains_key(**name));
        let context = self.emitter.context;
        let named = |name: &str| {
            let is_it = |known: &&str| *known == name;
            match dims.iter().position(is_it) {
                Some(dim) => Some(AffineExpr::dim(context, dim)),
                None if !self.scope.sizes.contains_key(name) => None,
                None => Some(AffineExpr::symbol(context, others.iter().position(is_it)?)),
            }
        };
        let results = exprs
            .iter()
            .map(|expr| affine_expression(context, expr, &named));
        let Some(results) = results.collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        let map = AffineMap::new(context, dims.len(), others.len(), &results);
        let mut operands: Vec<_> = dims.iter().map(|name| self.indices[*name]).collect();
        for size in others {
            operands.push(self.size(size)?);
        }
        Ok(Some((op::affine_map_attribute(map), operands)))
    }

    fn subscript_value(&self, subscript: &Subscript<'c, 'b>) -> Outcome<Value<'c, 'b>> {
        match subscript {
            Subscript::Expr(expr) => self.expr_value(expr),
            Subscript::Value(value) => Ok(*value),
        }
    }

    /// The value of an expression, of type `index`.
    fn expr_value(&self, expr: &Expr) -> Outcome<Value<'c, 'b>> {
        let kind = Type::index(self.emitter.context);
        match expr {
            Expr::Const(value) => self.emitter.index(*value),
            Expr::Symbol(Symbol::Name(name)) => self.name_value(name),
            Expr::Symbol(symbol) => Err(refuse(
                self.emitter.location,
                format!("expected a size in place of `{symbol}`; run `tc-infer-ranges` first"),
            )),
            Expr::Binary(operator, a, b) => {
                if let Some((map, operands)) = self.map_of(&[expr])? {
                    let map = [("map", map)];
                    return self.emitter.value("affine.apply", &operands, kind, &map);
                }
                let operands = [self.expr_value(a)?, self.expr_value(b)?];
                let binary = |name: &str, operands: &[Value<'c, 'b>]| {
                    self.emitter.value(name, operands, kind, &[])
                };
                match operator {
                    Operator::Add => binary("arith.addi", &operands),
                    Operator::Sub => binary("arith.subi", &operands),
                    Operator::Mul => binary("arith.muli", &operands),
                    Operator::FloorDiv => binary("arith.floordivsi", &operands),
                    Operator::Min => binary("arith.minsi", &operands),
                    Operator::Max => binary("arith.maxsi", &operands),
                    Operator::Mod => {
                        let quotient = binary("arith.floordivsi", &operands)?;
                        let multiple = binary("arith.muli", &[quotient, operands[1]])?;
                        binary("arith.subi", &[operands[0], multiple])
                    }
                }
            }
        }
    }

    fn name_value(&self, name: &str) -> Outcome<Value<'c, 'b>> {
        if let Some(index) = self.indices.get(name) {
            return Ok(*index);
        }
        if let Some(scalar) = self.scope.scalars.get(name) {
            let value = self.load(*scalar, &[])?;
            let kind = Type::index(self.emitter.context);
            let cast = if self.scope.arrays[*scalar].unsigned {
                "arith.index_castui"
            } else {
                "arith.index_cast"
            };
            return self.emitter.value(cast, &[value], kind, &[]);
        }
        self.size(name)
    }

    /// The run-time value of a size.
    fn size(&self, name: &str) -> Outcome<Value<'c, 'b>> {
        let Some(source) = self.scope.sizes.get(name) else {
            let message = format!(
                "no array has an extent that is the size `{name}`, so its value is not known here; bind it with `tc-specialize{{sizes={name}=...}}`"
            );
            return Err(refuse(self.emitter.location, message));
        };
        let dim = self.emitter.index(source.dim as i64)?;
        let array = self.scope.arrays[source.array].value;
        self.emitter.value(
            "memref.dim",
            &[array, dim],
            Type::index(self.emitter.context),
            &[],
        )
    }
}

/// `subscript - origin`, folded.
fn shifted(subscript: &Expr, origin: &Expr) -> Expr {
    if origin.as_const() == Some(0) {
        return subscript.clone();
    }
    let difference = Expr::sub(subscript.clone(), origin.clone());
    difference.normalized(&[]).unwrap_or(difference)
}

/// Adds all values that the block's terminator needs.
fn mark_live<'c, 'b>(block: BlockRef<'c, 'b>, live: &mut HashSet<ValueKey>) {
    let mut terminator = true;
    for operation in op::operations(block).into_iter().rev() {
        if terminator
            || operation
                .results()
                .any(|result| live.contains(&ValueKey::of(result)))
        {
            live.extend(operation.operands().map(ValueKey::of));
            for region in operation.regions() {
                if let Some(inner) = region.first_block() {
                    mark_live(inner, live);
                }
            }
        }
        terminator = false;
    }
}
