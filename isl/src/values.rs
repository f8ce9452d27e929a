//! Numbers, tuples of numbers, points and boxes.

use super::error::{Error, Result};
use super::object::{Output, constructors, methods, object};
use super::parse::{Grammar, parse};
use super::{Context, Dim, MultiAff, Space, sys};

object! {
    /// A rational number, an infinity or NaN.
    Val = isl_val, isl_val_copy, isl_val_free, isl_val_to_str
}

impl Val {
    /// An integer.
    pub fn new(context: &Context, value: i64) -> Result<Val> {
        // SAFETY: the context is alive.
        unsafe { Val::output(context, sys::isl_val_int_from_si(context.raw(), value)) }
    }

    /// Reads a number, e.g. `-3`, `1/2` or `infty`.
    pub fn parse(context: &Context, text: &str) -> Result<Val> {
        let word = text.trim();
        let numeric = word
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '/'));
        if !numeric || word.is_empty() {
            return Err(Error::Syntax {
                line: 1,
                column: 1,
                found: Some(text.into()),
                expected: "number".into(),
            });
        }
        parse(
            context,
            word,
            sys::isl_val_read_from_str,
            Grammar::Token,
            "number",
        )
    }

    /// The number as an `i64`; `None` if it is not an integer or too large.
    pub fn to_i64(&self) -> Option<i64> {
        if !self.is_int().ok()? {
            return None;
        }
        self.to_string().parse().ok()
    }
}

object! {
    /// A tuple of numbers.
    MultiVal = isl_multi_val, isl_multi_val_copy, isl_multi_val_free, isl_multi_val_to_str
}

impl MultiVal {
    /// The tuple of these integers in a set space of as many dimensions.
    pub fn new(space: &Space, values: &[i64]) -> Result<MultiVal> {
        let mut tuple = MultiVal::zero(space)?;
        if tuple.size()? != values.len() {
            return Err(Error::invalid(format!(
                "expected {} values, found {}",
                tuple.size()?,
                values.len()
            )));
        }
        for (position, value) in values.iter().enumerate() {
            tuple = tuple.set_at(position, &Val::new(space.context(), *value)?)?;
        }
        Ok(tuple)
    }

    /// The numbers of the tuple.
    pub fn values(&self) -> Result<Vec<Val>> {
        (0..self.size()?)
            .map(|position| self.at(position))
            .collect()
    }
}

object! {
    /// An integer point, or none ("void").
    Point = isl_point, isl_point_copy, isl_point_free, isl_point_to_str
}

impl Point {
    /// The coordinates as integers; `None` for a void point or coordinates that do not fit.
    pub fn to_i64s(&self) -> Option<Vec<i64>> {
        if self.is_void().ok()? {
            return None;
        }
        let dimensions = self.space().ok()?.dim(Dim::Out).ok()?;
        (0..dimensions)
            .map(|position| self.coordinate_val(Dim::Out, position).ok()?.to_i64())
            .collect()
    }
}

object! {
    /// A box of constant size at an offset that is a function.
    FixedBox = isl_fixed_box, isl_fixed_box_copy, isl_fixed_box_free, isl_fixed_box_to_str
}

methods! { Val {
    /// Whether it is an integer.
    is_int(self) -> bool = isl_val_is_int;
    /// Whether the other divides it.
    is_divisible_by(self, other: &Val) -> bool = isl_val_is_divisible_by;
} }
constructors! { MultiVal {
    /// The zero of the given space.
    zero(space: &Space) = isl_multi_val_zero;
} }

methods! { MultiVal {
    /// The number of elements.
    size(self) -> usize = isl_multi_val_size;
    /// An element of the tuple.
    at(self, position: usize) -> Val = isl_multi_val_get_at;
    /// With this element.
    set_at(self, position: usize, value: &Val) -> MultiVal = isl_multi_val_set_at;
} }
methods! { Point {
    /// A coordinate.
    coordinate_val(self, dim: Dim, position: usize) -> Val = isl_point_get_coordinate_val;
    /// Whether there is no point.
    is_void(self) -> bool = isl_point_is_void;
    /// The space.
    space(self) -> Space = isl_point_get_space;
} }
methods! { FixedBox {
    /// Whether there is a box.
    is_valid(self) -> bool = isl_fixed_box_is_valid;
    /// The smallest corner.
    offset(self) -> MultiAff = isl_fixed_box_get_offset;
    /// The size in each dimension.
    size(self) -> MultiVal = isl_fixed_box_get_size;
} }
