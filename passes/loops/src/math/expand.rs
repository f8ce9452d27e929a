//! `math-expand`: functions become arithmetic that every machine computes to the same bits.
//!
//! ```mlir
//!                                        %scaled = arith.mulf %x, %log2e : f32
//! %y = math.exp %x : f32        ==>      %shifted = arith.addf %scaled, %magic : f32
//!                                        ...
//!                                        %y = arith.mulf %factor, %power : f32
//! ```
//!
//! The arithmetic is copied from `library.mlir`, which explains how each function is computed;
//! `docs/math.md` lists the errors. Operations that are one instruction (`math.fma`, `math.sqrt`,
//! `math.floor`, ...) remain: see `math-to-nvvm` for the GPU.
//!
//! With `fast`, f32 uses a GPU's own approximations (`fast.mlir`) if there are any, for square
//! roots and quotients too.
//!
//! **f16 and bf16** are computed in f32 and rounded once. **Vectors** are computed by the same
//! operations on vectors or, for a function with branches, loops or a GPU's instructions, element
//! by element. **Legal** always: no operation has an effect, and the fast-math flags of the
//! operation promise nothing that is needed here. **Cost**: one walk; a function is parsed once per
//! run of the pass.

use std::collections::HashMap;

use melior::ir::BlockRef;
use melior::ir::attribute::DenseElementsAttribute;
use tc_dialects::op::{self, Recipe, ValueKey, build, create, create_value};

use super::library::{Library, has_function};
use super::types::{element, float_name, is_float, is_scalable, vector_of, vector_shape};
use tc_pass_host::*;

pass! {
    /// Replaces functions of `math`, and `arith.remf`, by arithmetic that gives the same bits on
    /// every machine. Operations that are one instruction of the machine remain: `math.fma`,
    /// `math.sqrt`, `math.absf`, `math.copysign`, `math.floor`, `math.ceil`, `math.trunc`,
    /// `math.roundeven`.
    pub struct MathExpand {
        name: "math-expand",
        anchor: "any",
        summary: "replace math functions by arithmetic",
        dialects: ["arith", "func", "llvm", "math", "scf", "vector"],
        options: {
            /// on f32, use the approximations of NVIDIA's GPUs (ex2.approx, sin.approx, ...), whose
            /// errors are larger
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
            if expand(ctx.context(), inner, &mut library)? {
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
    /// The type of such values with another element type.
    fn of<'c>(&self, element: Type<'c>) -> Type<'c> {
        match &self.0 {
            None => element,
            Some(sizes) => vector_of(sizes, element),
        }
    }

    /// All indices of the elements; the last dimension varies fastest.
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
fn expand<'c: 'a, 'a>(
    context: &'c Context,
    operation: OperationRef<'c, 'a>,
    library: &mut Library<'c>,
) -> Result<bool, Failure> {
    let name = op::name(operation);
    if !name.starts_with("math.") && !["arith.divf", "arith.remf"].contains(&name) {
        return Ok(false);
    }
    let old = op::result(operation);
    let ty = old.r#type();
    let (shape, element) = (Shape(vector_shape(ty)), element(ty));
    let (computed, is_half) = match float_name(element) {
        Some("f16" | "bf16") => (Type::float32(context), true),
        _ => (element, false),
    };
    let function = float_name(computed).and_then(|computed| library.function(name, computed));
    let Some(function) = function else {
        // An operation with a function for f32 must not pass unchanged on another floating type.
        return if has_function(name) && is_float(element) {
            Err(Failure::new(format!(
                "`{name}` on `{element}`: expected f16, bf16, f32 or f64"
            ))
            .at_operation(&operation))
        } else {
            Ok(false)
        };
    };
    if is_scalable(ty) {
        return Err(Failure::new(format!(
            "`{name}` on `{ty}`: expected a vector of fixed size"
        ))
        .at_operation(&operation));
    }
    let before = Before {
        context,
        anchor: operation,
    };
    let mut given = op::operands(operation);
    if is_half {
        for value in &mut given {
            *value = before.make("arith.extf", &[*value], shape.of(computed), &[]);
        }
    }
    let mut value = before.call(function, &given, &shape, computed);
    if is_half {
        value = before.make("arith.truncf", &[value], ty, &[]);
    }
    op::edit::replace_uses(old, value);
    erase(operation);
    Ok(true)
}

/// Creates operations in front of the replaced one.
struct Before<'c, 'a> {
    context: &'c Context,
    anchor: OperationRef<'c, 'a>,
}

impl<'c: 'a, 'a> Before<'c, 'a> {
    fn put(&self, new: Operation<'c>) -> OperationRef<'c, 'a> {
        op::insert_before(self.anchor, new)
    }

    fn make(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        ty: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Value<'c, 'a> {
        let made = create_value(name, self.anchor.location(), operands, ty, attributes);
        op::result(self.put(made))
    }

    /// The function's value for these arguments.
    fn call(
        &self,
        function: OperationRef<'c, '_>,
        arguments: &[Value<'c, 'a>],
        shape: &Shape,
        element: Type<'c>,
    ) -> Value<'c, 'a> {
        let Some(body) = op::body(function) else {
            unreachable!("a function of the library has a body");
        };
        let is_straight = op::operations(body)
            .into_iter()
            .all(|inner| op::blocks(inner).is_empty() && !is(inner, "llvm.call_intrinsic"));
        if shape.0.is_none() || is_straight {
            return self.copy(body, arguments, shape);
        }
        let elements: Vec<Value> = shape
            .indices()
            .iter()
            .map(|index| {
                let list: Vec<String> = index.iter().map(i64::to_string).collect();
                let position = format!("array<i64: {}>", list.join(", "));
                let position = [("static_position", build::parsed(self.context, &position))];
                let extract = |value: &Value<'c, 'a>| {
                    self.make("vector.extract", &[*value], element, &position)
                };
                let given: Vec<Value> = arguments.iter().map(extract).collect();
                self.copy(body, &given, &Shape(None))
            })
            .collect();
        self.make("vector.from_elements", &elements, shape.of(element), &[])
    }

    /// Copies a function's body, with values of a shape in place of scalars, and returns its
    /// results.
    fn copy(
        &self,
        body: BlockRef<'c, '_>,
        arguments: &[Value<'c, 'a>],
        shape: &Shape,
    ) -> Value<'c, 'a> {
        let parameters = op::arguments(body).into_iter().map(ValueKey::of);
        let mut copy = Copy {
            values: parameters.zip(arguments.iter().copied()).collect(),
            shape,
            location: self.anchor.location(),
        };
        for inner in op::operations(body) {
            if is(inner, "func.return") {
                return copy.value(op::operands(inner)[0]);
            }
            let copied = self.put(copy.operation(inner));
            copy.define(inner, copied);
        }
        unreachable!("a function of the library returns")
    }
}

/// A copy of operations in progress.
struct Copy<'c, 'a, 's> {
    /// The original values and their copies.
    values: HashMap<ValueKey, Value<'c, 'a>>,
    shape: &'s Shape,
    location: Location<'c>,
}

impl<'c: 'a, 'a> Copy<'c, 'a, '_> {
    fn value(&self, value: Value<'c, '_>) -> Value<'c, 'a> {
        self.values[&ValueKey::of(value)]
    }

    /// The copy of a value's type.
    fn ty(&self, value: Value<'c, '_>) -> Type<'c> {
        self.shape.of(value.r#type())
    }

    /// Maps the results of the original to those of the copy.
    fn define(&mut self, original: OperationRef<'c, '_>, copied: OperationRef<'c, 'a>) {
        for (from, to) in original.results().zip(copied.results()) {
            self.values.insert(ValueKey::of(from), to.into());
        }
    }

    fn operation(&mut self, original: OperationRef<'c, '_>) -> Operation<'c> {
        let name = op::name(original);
        let given: Vec<Value> = op::operands(original)
            .into_iter()
            .map(|value| self.value(value))
            .collect();
        let types: Vec<Type> = original
            .results()
            .map(|result| self.ty(result.into()))
            .collect();
        let mut attributes = op::attributes(original);
        if self.shape.0.is_some() && name == "arith.constant" {
            for (_, value) in &mut attributes {
                // The only attribute of a scalar constant is its value.
                *value = DenseElementsAttribute::splat(types[0], *value).into();
            }
        }
        let regions = op::blocks(original)
            .into_iter()
            .map(|block| self.region(block))
            .collect();
        let recipe = Recipe {
            operands: &given,
            results: &types,
            attributes: &attributes,
            regions,
        };
        create(name, self.location, recipe)
    }

    /// A copy of a region of one block.
    fn region(&mut self, block: BlockRef<'c, '_>) -> Region<'c> {
        let parameters = op::arguments(block);
        let types: Vec<Type> = parameters.iter().map(|value| self.ty(*value)).collect();
        let region = build::region(&types, self.location);
        let Some(copied) = region.first_block() else {
            unreachable!("the region has a block");
        };
        for (from, to) in parameters.into_iter().zip(op::arguments(copied)) {
            self.values.insert(ValueKey::of(from), to);
        }
        for inner in op::operations(block) {
            let new = op::append(copied, self.operation(inner));
            self.define(inner, new);
        }
        region
    }
}
