//! The parts of a `schedule.scop` that code generation needs: its arrays as values, its statements as ops.

use mlir_sys::*;

use tc_dialects::isl::{self, Dim, Id, PwAff, Space};
use tc_dialects::schedule::tree::{ArrayKind, Refusal, Scop};

use crate::api::{Failure, Location, OperationRef};
use crate::raw;
use crate::schedule::scop_pass::failure;

use super::generate::key;
use super::subscripts::Indices;

/// A scop with its ops.
pub struct ScopParts {
    pub scop: Scop,
    pub op: MlirOperation,
    /// In the order of the scop's: arguments, then inner arrays.
    pub arrays: Vec<ArrayValue>,
    pub statements: Vec<Statement>,
}

/// An array as the value that the statements use.
pub struct ArrayValue {
    pub value: MlirValue,
    pub ty: MlirType,
    pub kind: ArrayKind,
}

/// A statement and what its body needs to know of an instance.
pub struct Statement {
    /// The name of its tuple in isl.
    pub name: String,
    /// The block of its body; the arguments are the indices.
    pub body: MlirBlock,
    pub location: MlirLocation,
    pub reduces: bool,
    /// Whether it is a barrier.
    pub barrier: bool,
    /// Each index as a function of the indices.
    pub indices: Vec<PwAff>,
    /// The indices whose values the body uses outside of affine maps.
    pub used_indices: Vec<usize>,
    /// The affine maps of the body's ops.
    pub affine: Vec<AffineMap>,
    /// Which arrays the body reads and writes, by position.
    pub reads: Vec<usize>,
    pub writes: Vec<usize>,
    /// Those that it accesses with subscripts that are not affine.
    pub gathered: Vec<usize>,
}

/// The affine map of an op of a body.
pub struct AffineMap {
    /// The op's key.
    pub op: usize,
    /// The array that the map subscripts, if the op is an access.
    pub array: Option<usize>,
    /// The results as functions of the statement's indices.
    pub results: Vec<PwAff>,
}

impl ScopParts {
    /// Reads a scop, all of whose arrays have extents known at compile time.
    pub fn read(isl: &isl::Context, op: OperationRef<'_, '_>) -> Result<ScopParts, Failure> {
        let scop = Scop::from_op(isl, op).map_err(|refusal| failure(op, refusal))?;
        static_extents(&scop).map_err(|refusal| failure(op, refusal))?;
        let raw_op = op.to_raw();
        let body = raw::blocks(raw_op)
            .first()
            .copied()
            .ok_or_else(|| Failure::new("expected a scop with a body"))?;
        let mut values: Vec<MlirValue> = arguments(body);
        let ops = raw::operations(body);
        for inner in ops
            .iter()
            .filter(|inner| raw::name(**inner) == "schedule.array")
        {
            // SAFETY: the op is alive and has one result.
            values.push(unsafe { mlirOperationGetResult(*inner, 0) });
        }
        let arrays = scop
            .arrays
            .iter()
            .zip(&values)
            .map(|(array, value)| ArrayValue {
                value: *value,
                // SAFETY: the value is alive.
                ty: with_elements(unsafe { mlirValueGetType(*value) }),
                kind: array.kind,
            });
        let arrays = arrays.collect();
        let statements = ops
            .into_iter()
            .filter(|inner| raw::name(*inner) == "schedule.statement");
        let statements = statements
            .map(|inner| statement(isl, inner, &values))
            .collect::<Result<_, _>>()?;
        Ok(ScopParts {
            scop,
            op: raw_op,
            arrays,
            statements,
        })
    }

    /// The scop's name as an identifier of PTX, which does not begin with a digit as a def's may.
    pub fn identifier(&self) -> String {
        let name = &self.scop.name;
        match name.starts_with(|first: char| first.is_ascii_digit()) {
            true => format!("_{name}"),
            false => name.clone(),
        }
    }

    /// The names of the statements that are barriers.
    pub fn barriers(&self) -> Vec<String> {
        let barriers = self.statements.iter().filter(|statement| statement.barrier);
        barriers.map(|statement| statement.name.clone()).collect()
    }
}

/// The type with extents of 1 in place of 0: a `memref` without elements of rank 2 or more has no bare pointer, and no
/// instance accesses what is not there.
fn with_elements(ty: MlirType) -> MlirType {
    // SAFETY: the type is that of an array of a scop, a memref of static extents in row-major order.
    unsafe {
        let rank = mlirShapedTypeGetRank(ty);
        let extents: Vec<i64> = (0..rank)
            .map(|dim| mlirShapedTypeGetDimSize(ty, dim as isize).max(1))
            .collect();
        let same = (0..rank)
            .all(|dim| mlirShapedTypeGetDimSize(ty, dim as isize) == extents[dim as usize]);
        if same {
            return ty;
        }
        mlirMemRefTypeContiguousGet(
            mlirShapedTypeGetElementType(ty),
            rank as isize,
            extents.as_ptr(),
            mlirMemRefTypeGetMemorySpace(ty),
        )
    }
}

/// Refuses arrays with extents that are only known at run time.
fn static_extents(scop: &Scop) -> Result<(), Refusal> {
    for array in &scop.arrays {
        if let Some(dim) = array.shape.iter().position(Option::is_none) {
            let message = format!(
                "expected all extents to be known, found an unknown one in dimension {dim} of {}",
                array.name
            );
            return Err(Refusal::new(message)
                .note("give the sizes with tc-specialize{sizes=...} before tc-to-schedule"));
        }
    }
    match scop.sizes.first() {
        Some(size) => Err(Refusal::new(format!(
            "expected all sizes to be known, found the size {}",
            size.name
        ))
        .note("give the sizes with tc-specialize{sizes=...} before tc-to-schedule")),
        None => Ok(()),
    }
}

fn arguments(block: MlirBlock) -> Vec<MlirValue> {
    // SAFETY: the block is alive.
    unsafe {
        (0..mlirBlockGetNumArguments(block))
            .map(|position| mlirBlockGetArgument(block, position))
            .collect()
    }
}

fn statement(
    isl: &isl::Context,
    op: MlirOperation,
    arrays: &[MlirValue],
) -> Result<Statement, Failure> {
    // SAFETY: the op is alive.
    let location = unsafe { mlirOperationGetLocation(op) };
    let name = raw::symbol(op).to_owned();
    let body = raw::blocks(op)
        .first()
        .copied()
        .ok_or_else(|| Failure::new("expected a statement with a body"))?;
    let nested = raw::nested(op);
    let dimensions = arguments(body).len();
    let isl_failure = |error: isl::Error| Failure::new(error.to_string());
    let space = index_space(isl, &name, dimensions).map_err(isl_failure)?;
    let mut statement = Statement {
        body,
        location,
        reduces: raw::attribute(op, "reduces").is_some(),
        barrier: nested
            .iter()
            .any(|inner| raw::name(*inner) == "gpu.barrier"),
        indices: (0..dimensions)
            .map(|index| PwAff::var_on_domain(&space, Dim::SET, index))
            .collect::<Result<_, _>>()
            .map_err(isl_failure)?,
        used_indices: Vec::new(),
        affine: Vec::new(),
        reads: Vec::new(),
        writes: Vec::new(),
        gathered: Vec::new(),
        name,
    };
    let indices = Indices {
        space: &space,
        block: body,
    };
    for inner in nested {
        statement
            .add(inner, &indices, arrays)
            .map_err(|refusal| located(inner, refusal))?;
    }
    Ok(statement)
}

fn index_space(isl: &isl::Context, name: &str, dimensions: usize) -> Result<Space, isl::Error> {
    Space::anonymous_set(isl, dimensions)?.set_tuple_id(Dim::SET, &Id::new(isl, name)?)
}

fn located(op: MlirOperation, refusal: Refusal) -> Failure {
    // SAFETY: the op is alive.
    let location = unsafe { Location::from_raw(mlirOperationGetLocation(op)) };
    refusal
        .notes
        .into_iter()
        .fold(Failure::new(refusal.message).at(location), Failure::note)
}

impl Statement {
    /// Takes in one op of the body.
    fn add(
        &mut self,
        op: MlirOperation,
        indices: &Indices<'_>,
        arrays: &[MlirValue],
    ) -> Result<(), Refusal> {
        // SAFETY: the op is alive.
        let operands: Vec<MlirValue> = unsafe {
            (0..mlirOperationGetNumOperands(op))
                .map(|at| mlirOperationGetOperand(op, at))
                .collect()
        };
        let first = match raw::name(op) {
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
        if let Some(first) = first {
            let array = |value: &MlirValue| arrays.iter().position(|array| array.ptr == value.ptr);
            self.affine.push(AffineMap {
                op: key(op),
                array: operands[..first].iter().find_map(array),
                results: indices.map_results(op, first as isize)?,
            });
        }
        for (position, operand) in operands.iter().enumerate() {
            let array = arrays.iter().position(|array| array.ptr == operand.ptr);
            if let Some(array) = array.filter(|_| first.is_none()) {
                add_once(&mut self.gathered, array);
            }
            match (array, raw::name(op)) {
                (Some(array), "affine.load" | "memref.load") => add_once(&mut self.reads, array),
                (Some(array), "affine.store" | "memref.store") => add_once(&mut self.writes, array),
                (Some(_), other) => {
                    return Err(Refusal::new(format!(
                        "expected arrays to be used by loads and stores, found `{other}`"
                    )));
                }
                (None, _) => {}
            }
            // SAFETY: the operand is alive; its owner is asked only for a block argument.
            let index = unsafe {
                (mlirValueIsABlockArgument(*operand)
                    && mlirBlockEqual(mlirBlockArgumentGetOwner(*operand), self.body))
                .then(|| mlirBlockArgumentGetArgNumber(*operand) as usize)
            };
            if let Some(index) = index.filter(|_| first.is_none_or(|first| position < first)) {
                add_once(&mut self.used_indices, index);
            }
        }
        Ok(())
    }

    /// All arrays that the body touches.
    pub fn touched(&self) -> impl Iterator<Item = usize> {
        self.reads.iter().chain(&self.writes).copied()
    }
}

fn add_once(list: &mut Vec<usize>, item: usize) {
    if !list.contains(&item) {
        list.push(item);
    }
}
