//! `math-expand`: functions become arithmetic that every machine computes to the same bits.
//!
//! ```mlir
//!                                        %scaled = arith.mulf %x, %log2e : f32
//! %y = math.exp %x : f32        ==>      %shifted = arith.addf %scaled, %magic : f32
//!                                        ...
//!                                        %y = arith.mulf %factor, %power : f32
//! ```
//!
//! The arithmetic is copied from `library.mlir`, which says how each function is computed; `docs/math.md` says with which error.
//! Operations that are one instruction (`math.fma`, `math.sqrt`, `math.floor`, ...) stay: see [`super::to_nvvm`] for the GPU.
//!
//! With `fast`, f32 uses a GPU's own approximations (`fast.mlir`) where there are some, for square roots and quotients too.
//!
//! **f16 and bf16** are computed in f32 and rounded once. **Vectors** are computed element by element in the same operations on vectors,
//! or, for a function with branches, loops or a GPU's instructions, one element after another. **Legal** always: no operation has an effect, and the fast-math flags
//! of the operation promise nothing that is needed here. **Cost**: one walk; a function is parsed once for each run of the pass.

use std::collections::HashMap;

use mlir_sys::*;

use super::library::{Library, has_function};
use crate::api::*;
use crate::loops::builder::{attributes, operands, result, results};
use crate::raw::{self, Recipe, create, named};

pass! {
    /// Replaces functions of `math`, and `arith.remf`, by arithmetic that gives the same bits on every machine. What is one instruction of the
    /// machine stays: `math.fma`, `math.sqrt`, `math.absf`, `math.copysign`, `math.floor`, `math.ceil`, `math.trunc`, `math.roundeven`.
    pub struct MathExpand {
        name: "math-expand",
        anchor: "any",
        summary: "replace math functions by arithmetic",
        dialects: ["arith", "func", "llvm", "math", "scf", "vector"],
        options: {
            /// on f32, use the approximations of NVIDIA's GPUs (ex2.approx, sin.approx, ...), whose errors are larger
            fast: bool = false,
        },
        statistics: {
            /// operations replaced
            expanded,
        },
    }
}

impl Pass for MathExpand {
    fn run<'c>(&self, op: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        let mut library = Library::new(ctx.context(), self.fast);
        for inner in nested(op) {
            if expand(inner, &mut library)? {
                self.expanded.add(1);
            }
        }
        Ok(())
    }
}

/// A scalar type, or the type of vectors of a shape.
#[derive(Clone)]
struct Shape(Option<Vec<i64>>);

impl Shape {
    /// The shape and the type of the elements.
    fn split(ty: MlirType) -> (Self, MlirType) {
        // SAFETY: the type is alive; only vectors are asked for dimensions.
        unsafe {
            if !mlirTypeIsAVector(ty) {
                return (Self(None), ty);
            }
            let rank = mlirShapedTypeGetRank(ty);
            let dims = (0..rank).map(|dim| mlirShapedTypeGetDimSize(ty, dim as isize));
            (Self(Some(dims.collect())), mlirShapedTypeGetElementType(ty))
        }
    }

    /// The type of such values with these elements.
    fn of(&self, element: MlirType) -> MlirType {
        match &self.0 {
            None => element,
            // SAFETY: the shape is that of a vector type.
            Some(dims) => unsafe { mlirVectorTypeGet(dims.len() as isize, dims.as_ptr(), element) },
        }
    }

    /// All indices of the elements, the last dimension running fastest.
    fn indices(&self) -> Vec<Vec<i64>> {
        let dims = self.0.as_deref().unwrap_or_default();
        dims.iter().fold(vec![Vec::new()], |outer, &size| {
            let extend = |index: &Vec<i64>| {
                let index = index.clone();
                (0..size).map(move |i| [index.clone(), vec![i]].concat())
            };
            outer.iter().flat_map(extend).collect()
        })
    }
}

/// Replaces one operation, if the library has a function for it.
fn expand(op: OperationRef<'_, '_>, library: &mut Library<'_>) -> Result<bool, Failure> {
    let raw_op = op.to_raw();
    let name = raw::name(raw_op);
    if !name.starts_with("math.") && !["arith.divf", "arith.remf"].contains(&name) {
        return Ok(false);
    }
    let before = Before::new(raw_op);
    // SAFETY: these operations have results.
    let ty = unsafe { mlirValueGetType(result(raw_op)) };
    let (shape, element) = Shape::split(ty);
    let f32_type = unsafe { mlirF32TypeGet(before.context) };
    let (computed, is_half) = match type_name(element) {
        "f16" | "bf16" => (f32_type, true),
        _ => (element, false),
    };
    let Some(function) = library.function(name, type_name(computed)) else {
        // An operation that has a function for f32 must not get past this pass on another floating type.
        return match has_function(name) && unsafe { mlirTypeIsAFloat(element) } {
            true => Err(Failure::new(format!(
                "`{name}` on {}: expected f16, bf16, f32 or f64",
                shown(element)
            ))
            .at_operation(&op)),
            false => Ok(false),
        };
    };
    if unsafe { mlirTypeIsAVector(ty) && mlirVectorTypeIsScalable(ty) } {
        return Err(Failure::new(format!(
            "`{name}` on {}: expected a vector of fixed size",
            shown(ty)
        ))
        .at_operation(&op));
    }
    let mut given = operands(raw_op);
    if is_half {
        for value in &mut given {
            *value = before.make("arith.extf", &[*value], shape.of(computed), &[]);
        }
    }
    let mut value = before.call(function, &given, &shape, computed);
    if is_half {
        value = before.make("arith.truncf", &[value], ty, &[]);
    }
    // SAFETY: the new value has the type of the old one, whose operation has no other result.
    unsafe {
        mlirValueReplaceAllUsesOfWith(result(raw_op), value);
        mlirOperationDestroy(raw_op);
    }
    Ok(true)
}

/// `f16`, `bf16`, `f32`, `f64`; the empty text for any other type.
fn type_name(ty: MlirType) -> &'static str {
    // SAFETY: the type is alive.
    unsafe {
        match () {
            _ if mlirTypeIsAF16(ty) => "f16",
            _ if mlirTypeIsABF16(ty) => "bf16",
            _ if mlirTypeIsAF32(ty) => "f32",
            _ if mlirTypeIsAF64(ty) => "f64",
            _ => "",
        }
    }
}

fn shown(ty: MlirType) -> String {
    // SAFETY: the type is alive.
    format!("`{}`", unsafe { melior::ir::Type::from_raw(ty) })
}

/// Makes operations in front of the one that is replaced.
struct Before {
    anchor: MlirOperation,
    block: MlirBlock,
    location: MlirLocation,
    context: MlirContext,
}

impl Before {
    fn new(anchor: MlirOperation) -> Self {
        // SAFETY: the operation is in a block.
        unsafe {
            Self {
                anchor,
                block: mlirOperationGetBlock(anchor),
                location: mlirOperationGetLocation(anchor),
                context: mlirOperationGetContext(anchor),
            }
        }
    }

    fn put(&self, op: MlirOperation) -> MlirOperation {
        // SAFETY: the anchor is in the block and the operation in none.
        unsafe { mlirBlockInsertOwnedOperationBefore(self.block, self.anchor, op) };
        op
    }

    fn make(
        &self,
        name: &str,
        operands: &[MlirValue],
        ty: MlirType,
        attributes: &[MlirNamedAttribute],
    ) -> MlirValue {
        let recipe = Recipe {
            operands,
            results: &[ty],
            attributes,
            ..Recipe::default()
        };
        result(self.put(create(name, self.location, recipe)))
    }

    /// The function's value for these arguments.
    fn call(
        &self,
        function: MlirOperation,
        arguments: &[MlirValue],
        shape: &Shape,
        element: MlirType,
    ) -> MlirValue {
        let body = raw::blocks(function)[0];
        let is_straight = raw::operations(body)
            .iter()
            .all(|op| raw::blocks(*op).is_empty() && raw::name(*op) != "llvm.call_intrinsic");
        if shape.0.is_none() || is_straight {
            return self.copy(body, arguments, shape);
        }
        let elements: Vec<MlirValue> = shape
            .indices()
            .iter()
            .map(|index| {
                let list: Vec<String> = index.iter().map(i64::to_string).collect();
                let position = format!("array<i64: {}>", list.join(", "));
                let position = raw::parse_attribute(self.context, &position);
                let position = [named(self.context, "static_position", position)];
                let extract =
                    |value: &MlirValue| self.make("vector.extract", &[*value], element, &position);
                let given: Vec<MlirValue> = arguments.iter().map(extract).collect();
                self.copy(body, &given, &Shape(None))
            })
            .collect();
        self.make("vector.from_elements", &elements, shape.of(element), &[])
    }

    /// Copies a function's body, with values of a shape in place of scalars, and returns what it returns.
    fn copy(&self, body: MlirBlock, arguments: &[MlirValue], shape: &Shape) -> MlirValue {
        let mut copy = Copy {
            values: HashMap::new(),
            shape,
            location: self.location,
        };
        for (index, argument) in arguments.iter().enumerate() {
            // SAFETY: the function has as many parameters as the operation has operands.
            let parameter = unsafe { mlirBlockGetArgument(body, index as isize) };
            copy.values.insert(parameter.ptr as usize, *argument);
        }
        for op in raw::operations(body) {
            if raw::name(op) == "func.return" {
                return copy.value(operands(op)[0]);
            }
            self.put(copy.operation(op));
        }
        unreachable!("a function of the library returns")
    }
}

/// A copy of operations under way.
struct Copy<'s> {
    /// The copies of values, by the value's address.
    values: HashMap<usize, MlirValue>,
    shape: &'s Shape,
    location: MlirLocation,
}

impl Copy<'_> {
    fn value(&self, value: MlirValue) -> MlirValue {
        self.values[&(value.ptr as usize)]
    }

    /// The copy of a value's type.
    fn ty(&self, value: MlirValue) -> MlirType {
        // SAFETY: the value is alive.
        self.shape.of(unsafe { mlirValueGetType(value) })
    }

    fn operation(&mut self, op: MlirOperation) -> MlirOperation {
        let given: Vec<MlirValue> = operands(op).into_iter().map(|v| self.value(v)).collect();
        let types: Vec<MlirType> = results(op).into_iter().map(|v| self.ty(v)).collect();
        let mut attributes = attributes(op);
        if self.shape.0.is_some() && raw::name(op) == "arith.constant" {
            for attribute in &mut attributes {
                // SAFETY: the only attribute of a scalar constant is its value.
                attribute.attribute =
                    unsafe { mlirDenseElementsAttrSplatGet(types[0], attribute.attribute) };
            }
        }
        let regions = self.regions(op);
        let recipe = Recipe {
            operands: &given,
            results: &types,
            attributes: &attributes,
            regions,
        };
        let copied = create(raw::name(op), self.location, recipe);
        for (from, to) in results(op).into_iter().zip(results(copied)) {
            self.values.insert(from.ptr as usize, to);
        }
        copied
    }

    /// Copies of the regions, each with one block.
    fn regions(&mut self, op: MlirOperation) -> Vec<MlirRegion> {
        let blocks = raw::blocks(op);
        let copy = |block: MlirBlock| {
            // SAFETY: the new block is owned by the new region, which the caller gives to an operation.
            unsafe {
                let arguments: Vec<MlirValue> = (0..mlirBlockGetNumArguments(block))
                    .map(|index| mlirBlockGetArgument(block, index))
                    .collect();
                let types: Vec<MlirType> = arguments.iter().map(|v| self.ty(*v)).collect();
                let locations = vec![self.location; types.len()];
                let count = types.len() as isize;
                let copied = mlirBlockCreate(count, types.as_ptr(), locations.as_ptr());
                for (index, argument) in arguments.iter().enumerate() {
                    let to = mlirBlockGetArgument(copied, index as isize);
                    self.values.insert(argument.ptr as usize, to);
                }
                for inner in raw::operations(block) {
                    mlirBlockAppendOwnedOperation(copied, self.operation(inner));
                }
                let region = mlirRegionCreate();
                mlirRegionAppendOwnedBlock(region, copied);
                region
            }
        };
        blocks.into_iter().map(copy).collect()
    }
}
