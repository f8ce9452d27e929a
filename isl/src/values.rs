//! Numbers, tuples of numbers, points, boxes and strides.

use super::error::{Error, Result};
use super::object::{Output, constructors, methods, object};
use super::parse::{Grammar, parse};
use super::{Aff, Context, Dim, Id, MultiAff, Set, Space, sys};

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

    /// The number as an `i64`; nothing when it is no integer or too large.
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
    /// The coordinates as integers; nothing for a void point or one that is too far out.
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

object! {
    /// The stride and offset of a dimension.
    StrideInfo = isl_stride_info, isl_stride_info_copy, isl_stride_info_free
}

methods! { Val {
    /// The sum.
    add(self, other: &Val) -> Val = isl_val_add;
    /// The difference.
    sub(self, other: &Val) -> Val = isl_val_sub;
    /// The product.
    mul(self, other: &Val) -> Val = isl_val_mul;
    /// The quotient.
    div(self, other: &Val) -> Val = isl_val_div;
    /// Minus each value.
    neg(self) -> Val = isl_val_neg;
    /// The absolute value.
    abs(self) -> Val = isl_val_abs;
    /// Rounded down.
    floor(self) -> Val = isl_val_floor;
    /// Rounded up.
    ceil(self) -> Val = isl_val_ceil;
    /// Rounded towards zero.
    trunc(self) -> Val = isl_val_trunc;
    /// One divided by it.
    inv(self) -> Val = isl_val_inv;
    /// The minimum.
    min(self, other: &Val) -> Val = isl_val_min;
    /// The maximum.
    max(self, other: &Val) -> Val = isl_val_max;
    /// The remainder, not negative, of the division by a positive value.
    modulo(self, other: &Val) -> Val = isl_val_mod;
    /// The greatest common divisor.
    gcd(self, other: &Val) -> Val = isl_val_gcd;
    /// Two to the power of it.
    pow2(self) -> Val = isl_val_pow2;
    /// Whether it is 0.
    is_zero(self) -> bool = isl_val_is_zero;
    /// Whether it is 1.
    is_one(self) -> bool = isl_val_is_one;
    /// Whether it is -1.
    is_negone(self) -> bool = isl_val_is_negone;
    /// Whether it is an integer.
    is_int(self) -> bool = isl_val_is_int;
    /// Whether it is a number (neither infinite nor NaN).
    is_rat(self) -> bool = isl_val_is_rat;
    /// Whether it is no number.
    is_nan(self) -> bool = isl_val_is_nan;
    /// Whether it is infinite.
    is_infty(self) -> bool = isl_val_is_infty;
    /// Whether it is minus infinity.
    is_neginfty(self) -> bool = isl_val_is_neginfty;
    /// Whether it is positive.
    is_pos(self) -> bool = isl_val_is_pos;
    /// Whether it is negative.
    is_neg(self) -> bool = isl_val_is_neg;
    /// Whether it is not negative.
    is_nonneg(self) -> bool = isl_val_is_nonneg;
    /// Whether it is not positive.
    is_nonpos(self) -> bool = isl_val_is_nonpos;
    /// Whether it is less.
    lt(self, other: &Val) -> bool = isl_val_lt;
    /// Whether it is less or equal.
    le(self, other: &Val) -> bool = isl_val_le;
    /// Whether it is greater.
    gt(self, other: &Val) -> bool = isl_val_gt;
    /// Whether it is greater or equal.
    ge(self, other: &Val) -> bool = isl_val_ge;
    /// Whether both are equal.
    eq(self, other: &Val) -> bool = isl_val_eq;
    /// Whether both differ.
    ne(self, other: &Val) -> bool = isl_val_ne;
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
    /// The sum.
    add(self, other: &MultiVal) -> MultiVal = isl_multi_val_add;
    /// The difference.
    sub(self, other: &MultiVal) -> MultiVal = isl_multi_val_sub;
    /// Minus each value.
    neg(self) -> MultiVal = isl_multi_val_neg;
    /// The minimum.
    min(self, other: &MultiVal) -> MultiVal = isl_multi_val_min;
    /// The maximum.
    max(self, other: &MultiVal) -> MultiVal = isl_multi_val_max;
    /// Each modulo a value.
    mod_val(self, value: &Val) -> MultiVal = isl_multi_val_mod_val;
    /// Times a value.
    scale_val(self, value: &Val) -> MultiVal = isl_multi_val_scale_val;
    /// Times a value.
    scale_multi_val(self, other: &MultiVal) -> MultiVal = isl_multi_val_scale_multi_val;
    /// Divided by a value.
    scale_down_val(self, value: &Val) -> MultiVal = isl_multi_val_scale_down_val;
    /// With a value added to each.
    add_to_each(self, value: &Val) -> MultiVal = isl_multi_val_add_val;
    /// Pairs of elements: `[A -> B]`.
    product(self, other: &MultiVal) -> MultiVal = isl_multi_val_product;
    /// The same domain, pairs of ranges.
    range_product(self, other: &MultiVal) -> MultiVal = isl_multi_val_range_product;
    /// The same domain, pairs of ranges, flattened.
    flat_range_product(self, other: &MultiVal) -> MultiVal = isl_multi_val_flat_range_product;
    /// Whether all are 0.
    is_zero(self) -> bool = isl_multi_val_is_zero;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &MultiVal) -> bool = isl_multi_val_plain_is_equal;
    /// Whether some value is not a number.
    involves_nan(self) -> bool = isl_multi_val_involves_nan;
    /// The space.
    space(self) -> Space = isl_multi_val_get_space;
    /// Names the tuple.
    set_tuple_id(self, dim: Dim, id: &Id) -> MultiVal = isl_multi_val_set_tuple_id;
    /// Makes the tuple anonymous.
    reset_tuple_id(self, dim: Dim) -> MultiVal = isl_multi_val_reset_tuple_id;
} }
constructors! { Point {
    /// The origin of the space.
    zero(space: &Space) = isl_point_zero;
    /// The point that stands for none.
    void(space: &Space) = isl_point_void;
} }

methods! { Point {
    /// A coordinate.
    coordinate_val(self, dim: Dim, position: usize) -> Val = isl_point_get_coordinate_val;
    /// With this coordinate.
    set_coordinate_val(self, dim: Dim, position: usize, value: &Val) -> Point = isl_point_set_coordinate_val;
    /// The coordinates.
    multi_val(self) -> MultiVal = isl_point_get_multi_val;
    /// Whether there is no point.
    is_void(self) -> bool = isl_point_is_void;
    /// As a set.
    to_set(self) -> Set = isl_point_to_set;
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
    /// The space.
    space(self) -> Space = isl_fixed_box_get_space;
} }
methods! { StrideInfo {
    /// The stride.
    stride(self) -> Val = isl_stride_info_get_stride;
    /// The offset.
    offset(self) -> Aff = isl_stride_info_get_offset;
} }
