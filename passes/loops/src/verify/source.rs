//! The scop that loops were made from, as far as their validation needs it: arrays and statements
//! as values, and the meaning of the index values in bodies.

use std::collections::HashMap;

use tc_dialects::op::{self, ValueKey};
use tc_dialects::schedule::tree::{ArrayKind, Refusal, Scop};
use tc_isl::{Dim, Id, Space};
use tc_syntax::expr::Expr;

use super::index::undecided;
use tc_dialects::schedule::ASYNC;
use tc_pass_host::*;
use tc_scop::barriers::Level;
use tc_scop::extents;
use tc_scop::scop_pass::failure;
use tc_scop::subscripts::Subscripts;

/// A scop with its ops.
pub struct Source<'c, 'a> {
    /// The op.
    pub op: OperationRef<'c, 'a>,
    /// The tree, sizes, grid and block.
    pub scop: Scop,
    /// Arguments, then inner arrays.
    pub arrays: Vec<Array<'c, 'a>>,
    /// In text order.
    pub statements: Vec<SourceStatement<'c, 'a>>,
}

/// An array of the scop.
pub struct Array<'c, 'a> {
    /// The memref that statements use.
    pub value: Value<'c, 'a>,
    /// Its name.
    pub name: String,
    /// Where it lives.
    pub kind: ArrayKind,
    /// The extents that the type lacks, by dimension.
    pub extents: Vec<Option<Expr>>,
}

/// A statement of the scop.
pub struct SourceStatement<'c, 'a> {
    /// The name of its tuple in isl.
    pub name: String,
    /// The block of its body.
    pub body: BlockRef<'c, 'a>,
    /// The number of its indices.
    pub indices: usize,
    /// The space of its instances.
    pub space: Space,
    /// Whether its instances on one element may run in any order.
    pub reduces: bool,
    /// The threads that wait, if it is a barrier or a wait for copies.
    pub barrier: Option<Level>,
    /// Whether it is a copy that may go on by itself.
    pub is_async: bool,
    /// The meaning of index values.
    pub subscripts: Subscripts<'c, 'a>,
}

impl<'c, 'a> Source<'c, 'a> {
    /// Reads a `schedule.scop`.
    pub fn read(isl: &tc_isl::Context, op: OperationRef<'c, 'a>) -> Result<Self, Failure> {
        let refused = |refusal| failure(op, refusal);
        let scop = Scop::from_op(isl, op).map_err(refused)?;
        let body = op::body(op).ok_or_else(|| Failure::new("expected a scop with a body"))?;
        let inner = op::operations(body);
        let mut values = op::arguments(body);
        let declared = inner.iter().filter(|one| op::is(**one, "schedule.array"));
        values.extend(declared.map(|one| op::result(*one)));
        let arrays = values.into_iter().enumerate();
        let arrays: Vec<Array> = arrays
            .map(|(position, value)| Array {
                value,
                name: scop.arrays[position].name.clone(),
                kind: scop.arrays[position].kind,
                extents: extents_of(&scop, op, position),
            })
            .collect();
        let mut named = HashMap::new();
        for array in &arrays {
            for (dim, extent) in (0..).zip(&array.extents) {
                if let Some(size) = extent.as_ref().and_then(Expr::as_name) {
                    named.insert((ValueKey::of(array.value), dim), size.to_owned());
                }
            }
        }
        let statements = inner
            .into_iter()
            .filter(|one| op::is(*one, "schedule.statement"));
        let statements = statements.map(|one| statement(isl, &scop, one, &named));
        let statements = statements.collect::<Result<_, _>>().map_err(refused)?;
        Ok(Source {
            op,
            scop,
            arrays,
            statements,
        })
    }

    /// The number of a statement.
    pub fn statement_named(&self, name: &str) -> Option<usize> {
        self.statements.iter().position(|one| one.name == name)
    }

    /// The number of the array that a value of a body is.
    pub fn array_of(&self, value: Value<'c, 'a>) -> Option<usize> {
        let same = |array: &Array<'c, 'a>| op::same_value(array.value, value);
        self.arrays.iter().position(same)
    }
}

/// The extents of an array that its type lacks, as far as the scop tells them.
fn extents_of(scop: &Scop, op: OperationRef<'_, '_>, position: usize) -> Vec<Option<Expr>> {
    let array = &scop.arrays[position];
    let derived = extents::of_array(op, &array.name, array.shape.len());
    let extents = array.shape.iter().enumerate();
    extents
        .map(|(dim, extent)| {
            let size = || {
                let mut sizes = scop.sizes.iter();
                sizes.find(|size| size.extent_of == Some((position, dim)))
            };
            match extent {
                Some(_) => None,
                None => size()
                    .map(|size| Expr::name(&size.name))
                    .or_else(|| Some(derived.as_ref()?[dim].clone())),
            }
        })
        .collect()
}

fn statement<'c, 'a>(
    isl: &tc_isl::Context,
    scop: &Scop,
    op: OperationRef<'c, 'a>,
    named: &HashMap<(ValueKey, i64), String>,
) -> Result<SourceStatement<'c, 'a>, Refusal> {
    let name = op::symbol(op);
    let body = op::body(op).ok_or_else(|| undecided("a statement without a body"))?;
    let indices = body.argument_count();
    let mut space = Space::unit(isl)?;
    for size in &scop.sizes {
        space = space.add_param(&Id::new(isl, &size.name)?)?;
    }
    let space = space.add_unnamed_tuple(indices)?;
    let space = space.set_tuple_id(Dim::SET, &Id::new(isl, &name)?)?;
    let levels = op::nested(op).into_iter().filter_map(Level::of);
    Ok(SourceStatement {
        reduces: op.has_attribute("reduces"),
        barrier: levels.max(),
        is_async: op.has_attribute(ASYNC),
        subscripts: Subscripts::new(space.clone(), body, named.clone()),
        name,
        body,
        indices,
        space,
    })
}
