//! The surroundings of a tree in a `schedule.scop`: arguments, sizes, arrays, statements, grid and
//! block.
//!
//! A [`Scop`] is read from the op as a value; passes change its tree, grid and block and write
//! these back with [`Scop::write`]. The elements that statements access are not part of it: they
//! come from an analysis of the bodies.

use melior::Context;
use melior::ir::attribute::{
    ArrayAttribute, DenseI64ArrayAttribute, FlatSymbolRefAttribute, StringAttribute,
};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use melior::ir::{
    Attribute, AttributeLike, BlockLike, BlockRef, OperationRef, RegionLike, Value, ValueLike,
};

use super::super::RECOMPUTES;
use crate::enumeration::Enumeration;
use tc_isl::Set;

use super::array_kind::{ArrayKind, Role};
use super::member_kind::Units;
use super::node::Tree;
use super::ops;
use super::refusal::Refusal;

/// A `schedule.scop` as a value.
#[derive(Clone, Debug)]
pub struct Scop {
    /// The symbol of the op.
    pub name: String,
    /// Arguments first, in order, then the arrays that live inside the scop.
    pub arrays: Vec<Array>,
    /// The named sizes.
    pub sizes: Vec<Size>,
    /// The facts known about the sizes.
    pub context: Option<Set>,
    /// The statements in text order.
    pub statements: Vec<Statement>,
    /// The order of the instances.
    pub tree: Tree,
    /// Blocks along `x`, `y`, `z`, once the tree is mapped to blocks.
    pub grid: Option<[i64; 3]>,
    /// Threads along `x`, `y`, `z`, once the tree is mapped to threads.
    pub block: Option<[i64; 3]>,
}

/// An array of a scop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Array {
    /// The name as written.
    pub name: String,
    /// The purpose of the array.
    pub kind: ArrayKind,
    /// The extents; none for one that is not known at compile time.
    pub shape: Vec<Option<i64>>,
    /// The element type as MLIR prints it.
    pub element: String,
}

/// A named size: the extent of a dimension of an argument, or a number passed from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// The name, which is the parameter's in isl.
    pub name: String,
    /// The argument and its dimension.
    pub extent_of: Option<(usize, usize)>,
}

/// A statement, without its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The symbol, which is the name of its tuple in isl.
    pub name: String,
    /// The names of its indices.
    pub indices: Vec<String>,
    /// Its place in the original program: for each loop around it the number of the loop among the
    /// parts of the one before, then its own number. The first indices are those of the loops.
    pub at: Vec<i64>,
    /// Whether instances that update the same element may run in any order.
    pub reduces: bool,
    /// The statement whose values it computes again, if it is a copy of one.
    pub recomputes: Option<String>,
}

/// The statement whose values a `schedule.statement` computes again, if it is a copy of one.
pub fn recomputed(statement: OperationRef<'_, '_>) -> Option<String> {
    let original = statement.attribute(RECOMPUTES).ok()?;
    let original = FlatSymbolRefAttribute::try_from(original).ok()?;
    Some(original.value().to_owned())
}

/// The place of a `schedule.statement` in the original program; `number` is its number among the
/// statements.
pub fn place(statement: OperationRef<'_, '_>, number: usize) -> Vec<i64> {
    let written = crate::op::integers(statement, "at");
    written.unwrap_or_else(|| vec![number as i64])
}

impl Scop {
    /// How many units there are along `x`, `y`, `z`, once the tree is mapped to them.
    pub fn extents(&self, units: Units) -> Option<[i64; 3]> {
        match units {
            Units::Blocks => self.grid,
            Units::Threads => self.block,
        }
    }

    /// Reads a `schedule.scop`; isl objects are created in the given context.
    pub fn from_op<'c: 'a, 'a>(
        isl: &tc_isl::Context,
        op: OperationRef<'c, 'a>,
    ) -> Result<Scop, Refusal> {
        let body = body(op)?;
        let context = match op.attribute("context") {
            Ok(attribute) => Some(ops::conditions(isl, &ops::text_of(attribute)?)?),
            Err(_) => None,
        };
        let mut arrays = arguments(op, body)?;
        let mut statements = Vec::new();
        for inner in crate::op::operations(body) {
            match crate::op::name(inner) {
                "schedule.array" => arrays.push(inner_array(inner)?),
                "schedule.statement" => statements.push(Statement {
                    name: string(inner, "sym_name")?,
                    indices: strings(inner, "arg_names"),
                    at: place(inner, statements.len()),
                    reduces: inner.attribute("reduces").is_ok(),
                    recomputes: recomputed(inner),
                }),
                _ => {}
            }
        }
        Ok(Scop {
            name: string(op, "sym_name")?,
            arrays,
            sizes: sizes(op),
            context,
            statements,
            tree: Tree::from_scop(isl, op)?,
            grid: launch_size(op, "grid"),
            block: launch_size(op, "block"),
        })
    }

    /// Writes tree, grid and block back to the op.
    pub fn write<'c: 'a, 'a>(
        &self,
        ctx: &'c Context,
        op: OperationRef<'c, 'a>,
    ) -> Result<(), Refusal> {
        self.tree.write_to_scop(ctx, op)?;
        set_launch_size(ctx, op, "grid", self.grid);
        set_launch_size(ctx, op, "block", self.block);
        Ok(())
    }

    /// The array with a name.
    pub fn array(&self, name: &str) -> Option<&Array> {
        self.arrays.iter().find(|array| array.name == name)
    }
}

fn body<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Result<BlockRef<'c, 'a>, Refusal> {
    let block = op.region(0).ok().and_then(|region| region.first_block());
    block.ok_or_else(|| Refusal::new("expected a scop with a body"))
}

fn arguments<'c: 'a, 'a>(
    op: OperationRef<'c, 'a>,
    body: BlockRef<'c, 'a>,
) -> Result<Vec<Array>, Refusal> {
    let names = strings(op, "arg_names");
    let mut arrays = Vec::new();
    for position in 0..body.argument_count() {
        let argument = body
            .argument(position)
            .map_err(|error| Refusal::new(error.to_string()))?;
        let name = names
            .get(position)
            .cloned()
            .unwrap_or_else(|| format!("arg{position}"));
        arrays.push(array(name, argument_kind(op, position), argument.into())?);
    }
    Ok(arrays)
}

fn inner_array<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Result<Array, Refusal> {
    let result = op
        .result(0)
        .map_err(|error| Refusal::new(error.to_string()))?;
    array(string(op, "array_name")?, declared_kind(op), result.into())
}

/// The kind of an argument of a `schedule.scop`; one without a role is only read.
pub fn argument_kind(scop: OperationRef<'_, '_>, position: usize) -> ArrayKind {
    let roles = array_attribute(scop, "arg_roles");
    let role = roles.get(position).and_then(|role| Role::of(*role));
    ArrayKind::Argument(role.unwrap_or(Role::In))
}

/// The kind of a `schedule.array`; one that names none is a temporary.
pub fn declared_kind(array: OperationRef<'_, '_>) -> ArrayKind {
    let kind = array.attribute("kind").ok().and_then(ArrayKind::of);
    kind.unwrap_or(ArrayKind::Temporary)
}

fn array(name: String, kind: ArrayKind, value: Value<'_, '_>) -> Result<Array, Refusal> {
    let memref = MemRefType::try_from(value.r#type()).map_err(|_| {
        Refusal::new(format!(
            "expected a memref for the array {name}, found {}",
            value.r#type()
        ))
    })?;
    let mut shape = Vec::new();
    for dim in 0..memref.rank() {
        shape.push(match memref.dim_size(dim) {
            Ok(DimSize::Static(extent)) => i64::try_from(extent).ok(),
            _ => None,
        });
    }
    Ok(Array {
        name,
        kind,
        shape,
        element: memref.element().to_string(),
    })
}

fn sizes<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Vec<Size> {
    let args = op
        .attribute("size_args")
        .map(ops::integers)
        .unwrap_or_default();
    let dims = op
        .attribute("size_dims")
        .map(ops::integers)
        .unwrap_or_default();
    let extents = args
        .into_iter()
        .zip(dims)
        .map(|(arg, dim)| Some((usize::try_from(arg).ok()?, usize::try_from(dim).ok()?)));
    let names = strings(op, "size_names").into_iter();
    names
        .zip(extents)
        .map(|(name, extent_of)| Size { name, extent_of })
        .collect()
}

fn launch_size<'c: 'a, 'a>(op: OperationRef<'c, 'a>, name: &str) -> Option<[i64; 3]> {
    let sizes = ops::integers(op.attribute(name).ok()?);
    let size = |axis: usize| sizes.get(axis).copied().unwrap_or(1);
    (!sizes.is_empty()).then(|| [size(0), size(1), size(2)])
}

fn set_launch_size<'c: 'a, 'a>(
    ctx: &'c Context,
    op: OperationRef<'c, 'a>,
    name: &str,
    sizes: Option<[i64; 3]>,
) {
    let Some(sizes) = sizes else { return };
    let attribute = DenseI64ArrayAttribute::new(ctx, &sizes);
    // SAFETY: the op and the attribute are alive; the name is copied.
    unsafe {
        let name = melior::StringRef::new(name).to_raw();
        mlir_sys::mlirOperationSetInherentAttributeByName(op.to_raw(), name, attribute.to_raw());
    }
}

fn string<'c: 'a, 'a>(op: OperationRef<'c, 'a>, name: &str) -> Result<String, Refusal> {
    let attribute = op
        .attribute(name)
        .ok()
        .and_then(|attribute| StringAttribute::try_from(attribute).ok());
    let text = attribute.map(|attribute| attribute.value().to_string());
    text.ok_or_else(|| Refusal::new(format!("expected the text attribute `{name}`, found none")))
}

fn strings<'c: 'a, 'a>(op: OperationRef<'c, 'a>, name: &str) -> Vec<String> {
    let texts = array_attribute(op, name).into_iter();
    texts
        .filter_map(|text| StringAttribute::try_from(text).ok())
        .map(|text| text.value().to_string())
        .collect()
}

fn array_attribute<'c: 'a, 'a>(op: OperationRef<'c, 'a>, name: &str) -> Vec<Attribute<'c>> {
    let array = op
        .attribute(name)
        .ok()
        .and_then(|array| ArrayAttribute::try_from(array).ok());
    let Some(array) = array else {
        return Vec::new();
    };
    (0..array.len())
        .filter_map(|position| array.element(position).ok())
        .collect()
}
