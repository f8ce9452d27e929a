//! The sizes of a scop as values of a function, and arrays whose extents depend on them.
//!
//! ```mlir
//! func.func @smooth(%X: memref<1xf32>, %Y: memref<1xf32>, %N: index) attributes {tc.sizes = ["N"]} {
//!   %X_0 = memref.reinterpret_cast %X to offset: [0], sizes: [%N], strides: [1] : memref<1xf32> to memref<?xf32>
//!   %0 = arith.subi %N, %c2
//!   %Y_0 = memref.reinterpret_cast %Y to offset: [0], sizes: [%0], strides: [1] : memref<1xf32> to memref<?xf32>
//! ```
//!
//! A function takes the address of the first element of each array, as one of known extents does,
//! then the sizes. Rows follow each other without gaps.

use tc_dialects::schedule::tree::Refusal;
use tc_syntax::expr::{Expr, Operator};

use tc_pass_host::*;

use super::builder::Builder;
use super::scop::ArrayValue;
use super::views::{DYNAMIC, Views, extents, first_element};

/// The attribute of a function that names the sizes that it takes behind its arrays.
pub const SIZES: &str = "tc.sizes";

/// The type that a function takes for an array.
pub fn passed<'c>(array: &ArrayValue<'c, '_>) -> Type<'c> {
    match array.extents {
        Some(_) => first_element(array.ty),
        None => array.ty,
    }
}

/// An array as it is passed.
pub fn memory<'c, 'a>(
    builder: &Builder<'c, 'a>,
    value: Value<'c, 'a>,
    array: &ArrayValue<'c, 'a>,
) -> Value<'c, 'a> {
    match array.extents {
        Some(_) => with_views(builder, |views| views.first(value)),
        None => value,
    }
}

fn with_views<'c, 'a, R>(
    builder: &Builder<'c, 'a>,
    make: impl FnOnce(&Views<'_, 'c, 'a>) -> R,
) -> R {
    make(&Views {
        context: builder.context,
        location: builder.location,
        put: &|operation| builder.append(operation),
    })
}

/// The values of sizes in a function.
pub struct Sizes<'c, 'a> {
    named: Vec<(String, Value<'c, 'a>)>,
}

impl<'c, 'a> Sizes<'c, 'a> {
    /// These names have these values.
    pub fn new(
        names: impl IntoIterator<Item = String>,
        values: impl IntoIterator<Item = Value<'c, 'a>>,
    ) -> Self {
        Sizes {
            named: names.into_iter().zip(values).collect(),
        }
    }

    /// The value of a size.
    pub fn get(&self, name: &str) -> Option<Value<'c, 'a>> {
        let mut named = self.named.iter();
        named
            .find(|(known, _)| known == name)
            .map(|(_, value)| *value)
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Value<'c, 'a>)> {
        self.named
            .iter()
            .map(|(name, value)| (name.as_str(), *value))
    }

    /// The array of these extents whose first element is that of `memory`; `memory` itself if its
    /// type says all.
    pub fn view(
        &self,
        builder: &mut Builder<'c, 'a>,
        memory: Value<'c, 'a>,
        array: &ArrayValue<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Refusal> {
        if array.extents.is_none() {
            return Ok(memory);
        }
        let unknown = self.unknown_extents(builder, array)?;
        Ok(with_views(builder, |views| {
            views.of_rows(memory, array.ty, &unknown)
        }))
    }

    /// The extents of an array that its type lacks, in order.
    pub fn unknown_extents(
        &self,
        builder: &mut Builder<'c, 'a>,
        array: &ArrayValue<'c, 'a>,
    ) -> Result<Vec<Value<'c, 'a>>, Refusal> {
        let known = extents(array.ty);
        let all = known.iter().zip(array.extents.iter().flatten());
        let unknown = all.filter(|(extent, _)| **extent == DYNAMIC);
        unknown
            .map(|(_, extent)| self.value(builder, extent))
            .collect()
    }

    /// A function of the sizes.
    fn value(&self, builder: &mut Builder<'c, 'a>, expr: &Expr) -> Result<Value<'c, 'a>, Refusal> {
        match expr {
            Expr::Const(number) => Ok(builder.constant(*number)),
            Expr::Symbol(symbol) => {
                let value = symbol.as_name().and_then(|name| self.get(name));
                value.ok_or_else(|| Refusal::new(format!("`{symbol}` is no size of the scop")))
            }
            Expr::Binary(operator, left, right) => {
                let (left, right) = (self.value(builder, left)?, self.value(builder, right)?);
                let name = match operator {
                    Operator::Add => "arith.addi",
                    Operator::Sub => "arith.subi",
                    Operator::Mul => "arith.muli",
                    Operator::FloorDiv => "arith.floordivsi",
                    Operator::Min => "arith.minsi",
                    Operator::Max => "arith.maxsi",
                    Operator::Mod => {
                        let quotient = arith(builder, "arith.floordivsi", left, right);
                        let whole = arith(builder, "arith.muli", quotient, right);
                        return Ok(arith(builder, "arith.subi", left, whole));
                    }
                };
                Ok(arith(builder, name, left, right))
            }
        }
    }
}

fn arith<'c, 'a>(
    builder: &Builder<'c, 'a>,
    name: &str,
    left: Value<'c, 'a>,
    right: Value<'c, 'a>,
) -> Value<'c, 'a> {
    builder.value(name, &[left, right], builder.index(), &[])
}
