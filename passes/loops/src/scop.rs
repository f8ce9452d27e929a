//! The parts of a `schedule.scop` that code generation needs: its arrays as values, its statements
//! as ops.

use std::collections::HashMap;

use melior::ir::r#type::{DimSize, IntegerType, MemRefType, ShapedTypeLike};
use tc_dialects::op::{self, OperationKey, ValueKey, same_value};
use tc_dialects::schedule::tree::{ArrayKind, Refusal, Scop};
use tc_isl::{Dim, Id, PwAff, Space};
use tc_syntax::expr::{Expr, Symbol};

use tc_dialects::schedule::ASYNC;
use tc_pass_host::*;
use tc_scop::accesses::atomics::ATOMIC;
use tc_scop::barriers::Level;
use tc_scop::execution::generated;
use tc_scop::extents::{self, EXTENTS};
use tc_scop::scop_pass::failure;
use tc_scop::subscripts::{Function, Subscripts, affine_map_of};

use super::index_forms::constant;

/// A scop with its ops.
pub struct ScopParts<'c, 'a> {
    /// The scop as a value: its tree, arrays, sizes and statements.
    pub scop: Scop,
    /// The `schedule.scop`.
    pub op: OperationRef<'c, 'a>,
    /// In the order of the scop: arguments, then inner arrays.
    pub arrays: Vec<ArrayValue<'c, 'a>>,
    /// In text order.
    pub statements: Vec<Statement<'c, 'a>>,
}

/// An array as the value that the statements use.
pub struct ArrayValue<'c, 'a> {
    /// The memref: an argument, or the result of the scop's declaration.
    pub value: Value<'c, 'a>,
    /// The type of the memref.
    pub ty: Type<'c>,
    /// Where it lives.
    pub kind: ArrayKind,
    /// All extents as functions of the sizes of the scop, if the type lacks some.
    pub extents: Option<Vec<Expr>>,
}

/// A statement and the data that code generation needs for its instances.
pub struct Statement<'c, 'a> {
    /// The name of its tuple in isl.
    pub name: String,
    /// The block of its body; the arguments are the indices.
    pub body: BlockRef<'c, 'a>,
    /// The location of the statement, for the operations generated from it.
    pub location: Location<'c>,
    /// Whether instances on one element may run in any order.
    pub reduces: bool,
    /// The threads that wait, if it is a barrier or a wait for copies.
    pub barrier: Option<Level>,
    /// Whether it is a copy that may go on by itself.
    pub is_async: bool,
    /// Each index as a function of the indices.
    pub indices: Vec<PwAff>,
    /// The indices whose values the body uses outside of affine maps.
    pub used_indices: Vec<usize>,
    /// The affine maps of the body's ops.
    pub affine: Vec<AffineMap>,
    /// The arrays that the body reads, by position.
    pub reads: Vec<usize>,
    /// The arrays that it writes, by position.
    pub writes: Vec<usize>,
    /// The arrays that it accesses with subscripts that are not affine.
    pub gathered: Vec<usize>,
    /// The values of the body that are sizes of the scop.
    pub sizes: Vec<(ValueKey, String)>,
}

/// The affine map of an op of a body.
pub struct AffineMap {
    /// The identity of the op.
    pub op: OperationKey,
    /// The array that the map subscripts, if the op is an access.
    pub array: Option<usize>,
    /// The results as functions of the statement's indices.
    pub results: Vec<PwAff>,
}

impl<'c, 'a> ScopParts<'c, 'a> {
    /// Reads a scop; the extents of all arrays must be known, as numbers or as functions of the
    /// sizes.
    pub fn read(isl: &tc_isl::Context, op: OperationRef<'c, 'a>) -> Result<Self, Failure> {
        let mut scop = Scop::from_op(isl, op).map_err(|refusal| failure(op, refusal))?;
        scop.tree = generated(scop.tree).map_err(|refusal| failure(op, refusal))?;
        let extents = scop.arrays.iter().enumerate();
        let extents = extents.map(|(position, _)| extents_of(&scop, op, position));
        let extents: Result<Vec<_>, Refusal> = extents.collect();
        let extents = extents.map_err(|refusal| failure(op, refusal))?;
        let body = op::body(op).ok_or_else(|| Failure::new("expected a scop with a body"))?;
        let mut values = op::arguments(body);
        let ops = op::operations(body);
        let inner_arrays = ops.iter().filter(|inner| op::is(**inner, "schedule.array"));
        values.extend(inner_arrays.map(|inner| op::result(*inner)));
        let arrays =
            scop.arrays
                .iter()
                .zip(&values)
                .zip(extents)
                .map(|((array, value), extents)| ArrayValue {
                    value: *value,
                    ty: with_elements(value.r#type()),
                    kind: array.kind,
                    extents,
                });
        let arrays: Vec<ArrayValue> = arrays.collect();
        let statements = ops
            .into_iter()
            .filter(|inner| op::is(*inner, "schedule.statement"));
        let sizes: Vec<&str> = scop.sizes.iter().map(|size| size.name.as_str()).collect();
        let named = dimensions(&arrays);
        let statements = statements
            .map(|inner| statement(isl, inner, &values, &sizes, &named))
            .collect::<Result<_, _>>()?;
        Ok(ScopParts {
            scop,
            op,
            arrays,
            statements,
        })
    }

    /// The scop's name as an identifier of PTX, which unlike the name of a def does not begin with
    /// a digit.
    pub fn identifier(&self) -> String {
        let name = &self.scop.name;
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            format!("_{name}")
        } else {
            name.clone()
        }
    }

    /// The names of the statements that are barriers, and whom they order.
    pub fn barriers(&self) -> Vec<(String, Level)> {
        let statements = self.statements.iter();
        let barriers = statements.filter_map(|one| Some((one.name.clone(), one.barrier?)));
        barriers.collect()
    }
}

/// The type with extents of 1 in place of 0: a `memref` without elements of rank 2 or more has no
/// bare pointer, and no instance accesses a missing element.
fn with_elements(ty: Type<'_>) -> Type<'_> {
    let Ok(array) = MemRefType::try_from(ty) else {
        return ty;
    };
    if !array.has_static_shape() {
        return ty;
    }
    let given = extents(array);
    let extents: Vec<i64> = given.iter().map(|extent| (*extent).max(1)).collect();
    if extents == given {
        return ty;
    }
    MemRefType::contiguous(array.element(), &extents, array.memory_space()).into()
}

/// The extents of an array of a scop, which are known.
pub fn extents(array: MemRefType<'_>) -> Vec<i64> {
    (0..array.rank())
        .filter_map(|dim| match array.dim_size(dim).ok()? {
            DimSize::Static(extent) => i64::try_from(extent).ok(),
            DimSize::Dynamic => None,
        })
        .collect()
}

/// The bits of a number in an array, if it is an integer or a float.
pub fn bits(element: Type<'_>) -> Option<u32> {
    if let Ok(integer) = IntegerType::try_from(element) {
        return Some(integer.width());
    }
    element.is_float().then(|| element.float_width())
}

/// The size of an array with known extents; an element of unknown size counts as 8 bytes.
pub fn bytes(ty: Type<'_>) -> i64 {
    let Ok(array) = MemRefType::try_from(ty) else {
        return 0;
    };
    let element = bits(array.element()).unwrap_or(64).div_ceil(8);
    let extents = extents(array).into_iter();
    extents.fold(i64::from(element), i64::saturating_mul)
}

/// All extents of an array as functions of the sizes, if its type lacks some.
fn extents_of(
    scop: &Scop,
    op: OperationRef<'_, '_>,
    position: usize,
) -> Result<Option<Vec<Expr>>, Refusal> {
    let array = &scop.arrays[position];
    if array.shape.iter().all(Option::is_some) {
        return Ok(None);
    }
    if array.kind.is_local() {
        return Err(Refusal::new(format!(
            "expected known extents of {}, which is in {} memory",
            array.name, array.kind
        )));
    }
    let derived = extents::of_array(op, &array.name, array.shape.len());
    let named = |dim: usize| {
        let mut sizes = scop.sizes.iter();
        let size = sizes.find(|size| size.extent_of == Some((position, dim)))?;
        Some(Expr::name(&size.name))
    };
    let is_of_sizes = |extent: &Expr| {
        let is_size = |name| {
            let mut sizes = scop.sizes.iter();
            sizes.any(|size| Some(size.name.as_str()) == name)
        };
        let mut names = extent.symbols().into_iter().map(Symbol::as_name);
        names.all(is_size)
    };
    let all = array.shape.iter().enumerate().map(|(dim, extent)| {
        let derived = derived.as_ref().map(|all| all[dim].clone());
        let found = extent.map(Expr::from).or_else(|| named(dim)).or(derived);
        found.filter(is_of_sizes).ok_or_else(|| {
            let message = format!(
                "expected all extents to be known, found an unknown one in dimension {dim} of {}",
                array.name
            );
            Refusal::new(message).note(format!(
                "give the sizes with tc-specialize{{sizes=...}} before tc-to-schedule, or the extents of {} in the attribute `{EXTENTS}` of the scop",
                array.name
            ))
        })
    });
    all.collect::<Result<_, _>>().map(Some)
}

/// The sizes that dimensions of arrays are.
fn dimensions(arrays: &[ArrayValue<'_, '_>]) -> HashMap<(ValueKey, i64), String> {
    let mut named = HashMap::new();
    for array in arrays {
        let extents = array.extents.iter().flatten();
        for (dim, extent) in (0..).zip(extents) {
            if let Some(size) = extent.as_name() {
                named.insert((ValueKey::of(array.value), dim), size.to_owned());
            }
        }
    }
    named
}

fn statement<'c, 'a>(
    isl: &tc_isl::Context,
    op: OperationRef<'c, 'a>,
    arrays: &[Value<'c, 'a>],
    sizes: &[&str],
    named: &HashMap<(ValueKey, i64), String>,
) -> Result<Statement<'c, 'a>, Failure> {
    let name = op::symbol(op);
    let body = op::body(op).ok_or_else(|| Failure::new("expected a statement with a body"))?;
    let nested = op::nested(op);
    let dimensions = body.argument_count();
    let isl_failure = |error: tc_isl::Error| Failure::new(error.to_string());
    let space = index_space(isl, &name, dimensions, sizes).map_err(isl_failure)?;
    let mut statement = Statement {
        body,
        location: op.location(),
        reduces: op.has_attribute("reduces"),
        barrier: nested.iter().filter_map(|inner| Level::of(*inner)).max(),
        is_async: op.has_attribute(ASYNC),
        indices: (0..dimensions)
            .map(|index| PwAff::var_on_domain(&space, Dim::SET, index))
            .collect::<Result<_, _>>()
            .map_err(isl_failure)?,
        used_indices: Vec::new(),
        affine: Vec::new(),
        reads: Vec::new(),
        writes: Vec::new(),
        gathered: Vec::new(),
        sizes: Vec::new(),
        name,
    };
    let subscripts = Subscripts::new(space, body, named.clone());
    for inner in nested {
        statement
            .add(inner, &subscripts, arrays, named)
            .map_err(|refusal| located(inner, refusal))?;
    }
    Ok(statement)
}

fn index_space(
    isl: &tc_isl::Context,
    name: &str,
    dimensions: usize,
    sizes: &[&str],
) -> Result<Space, tc_isl::Error> {
    let mut space = Space::unit(isl)?;
    for size in sizes {
        space = space.add_param(&Id::new(isl, size)?)?;
    }
    let space = space.add_unnamed_tuple(dimensions)?;
    space.set_tuple_id(Dim::SET, &Id::new(isl, name)?)
}

fn located(op: OperationRef, refusal: Refusal) -> Failure {
    let failure = Failure::new(refusal.message).at(op.location());
    refusal.notes.into_iter().fold(failure, Failure::note)
}

impl<'c, 'a> Statement<'c, 'a> {
    /// Adds one op of the body.
    fn add(
        &mut self,
        op: OperationRef<'c, 'a>,
        subscripts: &Subscripts<'c, 'a>,
        arrays: &[Value<'c, 'a>],
        named: &HashMap<(ValueKey, i64), String>,
    ) -> Result<(), Refusal> {
        let operands = op::operands(op);
        let name = op::name(op);
        if name == "memref.dim" {
            return self.add_extent(op, &operands, named);
        }
        let first = match name {
            "affine.apply" => Some(0),
            "affine.load" => Some(1),
            "affine.store" => Some(2),
            other if other.starts_with("affine.") => {
                return Err(Refusal::new(format!(
                    "`{other}` in a statement has no form at the loop level"
                ))
                .note("accesses are affine.load, affine.store, memref.load and memref.store"));
            }
            _ => None,
        };
        let position_of =
            |value: &Value| arrays.iter().position(|array| same_value(*array, *value));
        if let Some(first) = first {
            self.affine.push(AffineMap {
                op: OperationKey::of(op),
                array: operands[..first].iter().find_map(position_of),
                results: map_results(subscripts, op, &operands[first..])?,
            });
        }
        for (position, operand) in operands.iter().enumerate() {
            let array = position_of(operand);
            if let Some(array) = array.filter(|_| first.is_none()) {
                add_once(&mut self.gathered, array);
            }
            match (array, name) {
                (Some(array), "affine.load" | "memref.load") => add_once(&mut self.reads, array),
                (Some(array), "affine.store" | "memref.store") => add_once(&mut self.writes, array),
                (Some(array), ATOMIC) => {
                    add_once(&mut self.reads, array);
                    add_once(&mut self.writes, array);
                }
                (Some(_), other) => {
                    return Err(Refusal::new(format!(
                        "expected arrays to be used by loads and stores, found `{other}`"
                    )));
                }
                (None, _) => {}
            }
            let index = subscripts.index(*operand);
            if let Some(index) = index.filter(|_| first.is_none_or(|first| position < first)) {
                add_once(&mut self.used_indices, index);
            }
        }
        Ok(())
    }

    /// Adds an extent that the body uses as a number.
    fn add_extent(
        &mut self,
        op: OperationRef<'c, 'a>,
        operands: &[Value<'c, 'a>],
        named: &HashMap<(ValueKey, i64), String>,
    ) -> Result<(), Refusal> {
        let size = constant(operands[1])
            .and_then(|dim| named.get(&(ValueKey::of(operands[0]), dim)))
            .ok_or_else(|| {
                Refusal::new("expected `memref.dim` of a dimension that is a size of the scop")
                    .note("another extent that a body uses can be computed from sizes")
            })?;
        self.sizes
            .push((ValueKey::of(op::result(op)), size.clone()));
        Ok(())
    }

    /// All arrays that the body accesses.
    pub fn touched(&self) -> impl Iterator<Item = usize> {
        self.reads.iter().chain(&self.writes).copied()
    }
}

/// The results of the op's affine map, each a function of the statement's indices.
fn map_results<'c, 'a>(
    subscripts: &Subscripts<'c, 'a>,
    op: OperationRef<'c, 'a>,
    operands: &[Value<'c, 'a>],
) -> Result<Vec<PwAff>, Refusal> {
    let map = affine_map_of(op)
        .ok_or_else(|| Refusal::new("expected an affine map as the subscripts of an access"))?;
    let results = subscripts.map_results(map, operands)?.into_iter();
    let results: Option<Vec<Function>> = results.collect();
    let results = results.ok_or_else(|| {
        Refusal::new(
            "expected an affine subscript to be made of indices of its statement and constants",
        )
    })?;
    let results = results.iter().map(Function::in_pieces);
    Ok(results.collect::<Result<_, _>>()?)
}

fn add_once(list: &mut Vec<usize>, item: usize) {
    if !list.contains(&item) {
        list.push(item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tc_isl::thread_context;
    use tc_scop::accesses;

    #[test]
    fn the_proof_and_the_code_have_the_same_functions() {
        let text = include_str!("../../scop/src/subscripts/functions.mlir")
            .replace("memref<?", "memref<64")
            .replace(" sizes(N = %A[0])", "")
            .replace(
                "memref.dim %A, %c0 : memref<64x9xf32>",
                "arith.constant 64 : index",
            )
            .replace("[N] -> ", "[] -> ")
            .replace("N", "64");
        let context = new_context(crate::register);
        let module = Module::parse(&context, &text).expect("the scop parses");
        let scop = module.body().first_operation().expect("a scop");
        let isl = thread_context();
        let proof = accesses::of_scop(&isl, scop).expect("all accesses are known");
        let code = ScopParts::read(&isl, scop).expect("all accesses are known");
        let nested = op::nested(
            code.statements[0]
                .body
                .parent_operation()
                .expect("a statement"),
        );
        let maps = &code.statements[0].affine;
        assert_eq!(maps.len(), 7);
        for map in maps {
            let position = nested
                .iter()
                .position(|op| op::OperationKey::of(*op) == map.op);
            let mut accesses = proof.statements[0].accesses.iter();
            let access = accesses.find(|access| Some(access.position) == position);
            let relation = access
                .expect("the proof has the access")
                .relation
                .as_map()
                .unwrap();
            let proved = relation.as_pw_multi_aff().unwrap();
            let guard = relation.domain().unwrap();
            for (dim, computed) in map.results.iter().enumerate() {
                let proved = proved.at(dim).unwrap();
                let differ = proved.ne_set(computed).unwrap().intersect(&guard).unwrap();
                assert!(differ.is_empty().unwrap(), "{computed}, not {proved}");
            }
        }
    }
}
