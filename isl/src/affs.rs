//! Quasi-affine expressions, with integer divisions: [`Aff`], and [`PwAff`] with a different one on
//! each piece.

use super::callback::{Frame, visit_pair};
use super::error::Result;
use super::object::{Object, Output, constructors, methods, object};
use super::parse::{Grammar, parse};
use super::values::Val;
use super::{Context, Dim, Id, MultiAff, PwMultiAff, Set, Space, sys};

object! {
    /// A quasi-affine expression.
    Aff = isl_aff, isl_aff_copy, isl_aff_free, isl_aff_to_str
}

impl Aff {
    /// Reads e.g. `[N] -> { S[i] -> [(N + 2*floor(i/2))] }`.
    pub fn parse(context: &Context, text: &str) -> Result<Aff> {
        parse(
            context,
            text,
            sys::isl_aff_read_from_str,
            Grammar::Braces,
            "affine expression",
        )
    }

    /// The value of a dimension, on the given domain.
    pub fn var_on_domain(domain: &Space, dim: Dim, position: usize) -> Result<Aff> {
        let raw = Aff::zero_on_domain(domain)?;
        let dim = if dim == Dim::Out { Dim::In } else { dim };
        raw.set_coefficient(dim, position, 1)
    }
}

object! {
    /// A quasi-affine expression on each piece of a domain.
    PwAff = isl_pw_aff, isl_pw_aff_copy, isl_pw_aff_free, isl_pw_aff_to_str
}

impl PwAff {
    /// Reads e.g. `{ S[i] -> [(i)] : i >= 0; S[i] -> [(-i)] : i < 0 }`.
    pub fn parse(context: &Context, text: &str) -> Result<PwAff> {
        parse(
            context,
            text,
            sys::isl_pw_aff_read_from_str,
            Grammar::Braces,
            "piecewise affine expression",
        )
    }

    /// The value of a dimension, on the given domain.
    pub fn var_on_domain(domain: &Space, dim: Dim, position: usize) -> Result<PwAff> {
        PwAff::from_aff(&Aff::var_on_domain(domain, dim, position)?)
    }

    /// Calls a closure with each piece: its domain, and the expression there.
    pub fn foreach_piece<F: FnMut(Set, Aff) -> Result<()>>(&self, function: F) -> Result<()> {
        let mut frame = Frame::new(self.context(), function);
        // SAFETY: the frame outlives the call.
        let result = unsafe {
            let raw = sys::isl_pw_aff_foreach_piece(
                self.raw(),
                Some(visit_pair::<Set, Aff, F>),
                frame.user(),
            );
            <()>::output(self.context(), raw)
        };
        frame.finish(result)
    }

    /// The pieces: the domain of each, and the expression there.
    pub fn pieces(&self) -> Result<Vec<(Set, Aff)>> {
        let mut pieces = Vec::new();
        self.foreach_piece(|domain, value| {
            pieces.push((domain, value));
            Ok(())
        })?;
        Ok(pieces)
    }
}

constructors! { Aff {
    /// Zero on the given domain.
    zero_on_domain(space: &Space) = isl_aff_zero_on_domain_space;
    /// A constant on the given domain.
    val_on_domain(space: &Space, val: &Val) = isl_aff_val_on_domain_space;
} }

methods! { Aff {
    /// The sum.
    add(self, other: &Aff) -> Aff = isl_aff_add;
    /// The difference.
    sub(self, other: &Aff) -> Aff = isl_aff_sub;
    /// Rounded down.
    floor(self) -> Aff = isl_aff_floor;
    /// Rounded up.
    ceil(self) -> Aff = isl_aff_ceil;
    /// Whether it is a number.
    is_constant(self) -> bool = isl_aff_is_cst;
    /// The remainder, not negative, of the division by a positive value.
    mod_val(self, divisor: &Val) -> Aff = isl_aff_mod_val;
    /// Times a value.
    scale_val(self, value: &Val) -> Aff = isl_aff_scale_val;
    /// Divided by a value.
    scale_down_val(self, value: &Val) -> Aff = isl_aff_scale_down_val;
    /// With this coefficient.
    set_coefficient(self, dim: Dim, position: usize, value: i32) -> Aff = isl_aff_set_coefficient_si;
    /// The coefficient of a dimension.
    coefficient_val(self, dim: Dim, position: usize) -> Val = isl_aff_get_coefficient_val;
    /// The constant term.
    constant_val(self) -> Val = isl_aff_get_constant_val;
    /// The common denominator.
    denominator_val(self) -> Val = isl_aff_get_denominator_val;
    /// The quotient of which an integer division is the floor.
    div_quotient(self, position: usize) -> Aff = isl_aff_get_div;
    /// The set on which both are equal.
    eq_set(self, other: &Aff) -> Set = isl_aff_eq_set;
    /// The set on which the first is less.
    lt_set(self, other: &Aff) -> Set = isl_aff_lt_set;
    /// The set on which the first is less or equal.
    le_set(self, other: &Aff) -> Set = isl_aff_le_set;
    /// The set on which the first is greater.
    gt_set(self, other: &Aff) -> Set = isl_aff_gt_set;
    /// The set on which the first is greater or equal.
    ge_set(self, other: &Aff) -> Set = isl_aff_ge_set;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &Aff) -> bool = isl_aff_plain_is_equal;
    /// Whether there are existentially quantified variables or divisions.
    involves_locals(self) -> bool = isl_aff_involves_locals;
    /// The function after the given one.
    pullback_multi_aff(self, function: &MultiAff) -> Aff = isl_aff_pullback_multi_aff;
    /// Reorders and adds parameters as in the given space.
    align_params(self, space: &Space) -> Aff = isl_aff_align_params;
    /// The space.
    space(self) -> Space = isl_aff_get_space;
    /// The space of the domain.
    domain_space(self) -> Space = isl_aff_get_domain_space;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_aff_dim;
} }
constructors! { PwAff {
    /// The expression on its whole domain.
    from_aff(value: &Aff) = isl_pw_aff_from_aff;
} }

methods! { PwAff {
    /// The sum.
    add(self, other: &PwAff) -> PwAff = isl_pw_aff_add;
    /// The difference.
    sub(self, other: &PwAff) -> PwAff = isl_pw_aff_sub;
    /// Rounded down.
    floor(self) -> PwAff = isl_pw_aff_floor;
    /// Rounded up.
    ceil(self) -> PwAff = isl_pw_aff_ceil;
    /// Times a value.
    scale_val(self, value: &Val) -> PwAff = isl_pw_aff_scale_val;
    /// Divided by a value.
    scale_down_val(self, factor: &Val) -> PwAff = isl_pw_aff_scale_down_val;
    /// The smaller one, at each place.
    min(self, other: &PwAff) -> PwAff = isl_pw_aff_min;
    /// The larger one, at each place.
    max(self, other: &PwAff) -> PwAff = isl_pw_aff_max;
    /// The set on which both are equal.
    eq_set(self, other: &PwAff) -> Set = isl_pw_aff_eq_set;
    /// The set on which both differ.
    ne_set(self, other: &PwAff) -> Set = isl_pw_aff_ne_set;
    /// The set on which the first is less.
    lt_set(self, other: &PwAff) -> Set = isl_pw_aff_lt_set;
    /// The set on which the first is less or equal.
    le_set(self, other: &PwAff) -> Set = isl_pw_aff_le_set;
    /// The set on which the first is greater.
    gt_set(self, other: &PwAff) -> Set = isl_pw_aff_gt_set;
    /// The set on which the first is greater or equal.
    ge_set(self, other: &PwAff) -> Set = isl_pw_aff_ge_set;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &PwAff) -> bool = isl_pw_aff_plain_is_equal;
    /// Whether the conversion to the simpler type is exact.
    isa_aff(self) -> bool = isl_pw_aff_isa_aff;
    /// As an expression without pieces; an error if it has several.
    as_aff(self) -> Aff = isl_pw_aff_as_aff;
    /// The domain.
    domain(self) -> Set = isl_pw_aff_domain;
    /// The part in the given set.
    intersect_domain(self, set: &Set) -> PwAff = isl_pw_aff_intersect_domain;
    /// Where both are defined the sum, elsewhere the one that is.
    union_add(self, other: &PwAff) -> PwAff = isl_pw_aff_union_add;
    /// Joins pieces if that needs no approximation, or fails by a bug of isl: see `coalesce`.
    coalesce_or_fail(self) -> PwAff = isl_pw_aff_coalesce;
    /// Simplifies, given that only elements of the context matter.
    gist(self, context: &Set) -> PwAff = isl_pw_aff_gist;
    /// The function after the given one.
    pullback_pw_multi_aff(self, function: &PwMultiAff) -> PwAff = isl_pw_aff_pullback_pw_multi_aff;
    /// The space.
    space(self) -> Space = isl_pw_aff_get_space;
    /// The space of the domain.
    domain_space(self) -> Space = isl_pw_aff_get_domain_space;
    /// Whether it depends on some of these dimensions.
    involves_dims(self, dim: Dim, first: usize, count: usize) -> bool = isl_pw_aff_involves_dims;
    /// Whether the tuple has an identifier.
    has_tuple_id(self, dim: Dim) -> bool = isl_pw_aff_has_tuple_id;
    /// The identifier of the tuple.
    tuple_id(self, dim: Dim) -> Id = isl_pw_aff_get_tuple_id;
    /// Names the tuple.
    set_tuple_id(self, dim: Dim, id: &Id) -> PwAff = isl_pw_aff_set_tuple_id;
    /// Makes the tuple anonymous.
    reset_tuple_id(self, dim: Dim) -> PwAff = isl_pw_aff_reset_tuple_id;
} }
