//! Quasi-affine expressions, with integer divisions: [`Aff`], and [`PwAff`] with a different one on each piece.

use super::callback::{Frame, visit_pair};
use super::error::Result;
use super::object::{Object, Output, constructors, methods, object};
use super::parse::{Grammar, parse};
use super::values::{Point, Val};
use super::{Context, Dim, Id, Map, MultiAff, MultiPwAff, PwMultiAff, Set, Space, UnionPwAff, sys};

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

    /// Calls a closure with each piece: where it holds, and the expression there.
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

    /// The pieces: where each holds, and the expression there.
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
    /// The value of a parameter, on the given domain.
    param_on_domain(space: &Space, id: &Id) = isl_aff_param_on_domain_space_id;
} }

methods! { Aff {
    /// The sum.
    add(self, other: &Aff) -> Aff = isl_aff_add;
    /// The difference.
    sub(self, other: &Aff) -> Aff = isl_aff_sub;
    /// The product; one factor must be constant.
    mul(self, other: &Aff) -> Aff = isl_aff_mul;
    /// The quotient; the divisor must be constant.
    div(self, other: &Aff) -> Aff = isl_aff_div;
    /// Minus each value.
    neg(self) -> Aff = isl_aff_neg;
    /// Rounded down.
    floor(self) -> Aff = isl_aff_floor;
    /// Rounded up.
    ceil(self) -> Aff = isl_aff_ceil;
    /// The remainder, not negative, of the division by a positive value.
    mod_val(self, divisor: &Val) -> Aff = isl_aff_mod_val;
    /// Times a value.
    scale_val(self, value: &Val) -> Aff = isl_aff_scale_val;
    /// Divided by a value.
    scale_down_val(self, value: &Val) -> Aff = isl_aff_scale_down_val;
    /// Plus a constant.
    add_constant_val(self, value: &Val) -> Aff = isl_aff_add_constant_val;
    /// Plus a constant.
    add_constant(self, value: i32) -> Aff = isl_aff_add_constant_si;
    /// With this constant term.
    set_constant_val(self, value: &Val) -> Aff = isl_aff_set_constant_val;
    /// With this constant term.
    set_constant(self, value: i32) -> Aff = isl_aff_set_constant_si;
    /// With this coefficient.
    set_coefficient_val(self, dim: Dim, position: usize, value: &Val) -> Aff = isl_aff_set_coefficient_val;
    /// With this coefficient.
    set_coefficient(self, dim: Dim, position: usize, value: i32) -> Aff = isl_aff_set_coefficient_si;
    /// With this added to a coefficient.
    add_coefficient(self, dim: Dim, position: usize, value: i32) -> Aff = isl_aff_add_coefficient_si;
    /// The coefficient of a dimension.
    coefficient_val(self, dim: Dim, position: usize) -> Val = isl_aff_get_coefficient_val;
    /// The constant term.
    constant_val(self) -> Val = isl_aff_get_constant_val;
    /// The common denominator.
    denominator_val(self) -> Val = isl_aff_get_denominator_val;
    /// The quotient of which an integer division is the floor.
    div_quotient(self, position: usize) -> Aff = isl_aff_get_div;
    /// Where both are equal.
    eq_set(self, other: &Aff) -> Set = isl_aff_eq_set;
    /// Where both differ.
    ne_set(self, other: &Aff) -> Set = isl_aff_ne_set;
    /// Where the first is less.
    lt_set(self, other: &Aff) -> Set = isl_aff_lt_set;
    /// Where the first is less or equal.
    le_set(self, other: &Aff) -> Set = isl_aff_le_set;
    /// Where the first is greater.
    gt_set(self, other: &Aff) -> Set = isl_aff_gt_set;
    /// Where the first is greater or equal.
    ge_set(self, other: &Aff) -> Set = isl_aff_ge_set;
    /// Whether the value is constant.
    is_cst(self) -> bool = isl_aff_is_cst;
    /// Whether some value is not a number.
    is_nan(self) -> bool = isl_aff_is_nan;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &Aff) -> bool = isl_aff_plain_is_equal;
    /// Whether it is obviously zero.
    plain_is_zero(self) -> bool = isl_aff_plain_is_zero;
    /// Whether any of these dimensions plays a role.
    involves_dims(self, dim: Dim, first: usize, count: usize) -> bool = isl_aff_involves_dims;
    /// Whether there are existentially quantified variables or divisions.
    involves_locals(self) -> bool = isl_aff_involves_locals;
    /// Simplifies, given that only elements of the context matter.
    gist(self, context: &Set) -> Aff = isl_aff_gist;
    /// Simplifies, given that only these parameter values matter.
    gist_params(self, context: &Set) -> Aff = isl_aff_gist_params;
    /// The function after the given one.
    pullback_aff(self, other: &Aff) -> Aff = isl_aff_pullback_aff;
    /// The function after the given one.
    pullback_multi_aff(self, function: &MultiAff) -> Aff = isl_aff_pullback_multi_aff;
    /// Independent of the domain; it must be so already.
    project_domain_on_params(self) -> Aff = isl_aff_project_domain_on_params;
    /// Adds unconstrained dimensions at the end.
    add_dims(self, dim: Dim, count: usize) -> Aff = isl_aff_add_dims;
    /// Inserts unconstrained dimensions.
    insert_dims(self, dim: Dim, first: usize, count: usize) -> Aff = isl_aff_insert_dims;
    /// Drops dimensions that play no role.
    drop_dims(self, dim: Dim, first: usize, count: usize) -> Aff = isl_aff_drop_dims;
    /// Reorders and adds parameters as in the given space.
    align_params(self, space: &Space) -> Aff = isl_aff_align_params;
    /// The value at a point.
    eval(self, point: &Point) -> Val = isl_aff_eval;
    /// The space.
    space(self) -> Space = isl_aff_get_space;
    /// The space of the domain.
    domain_space(self) -> Space = isl_aff_get_domain_space;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_aff_dim;
    /// Names the dimension.
    set_dim_id(self, dim: Dim, position: usize, id: &Id) -> Aff = isl_aff_set_dim_id;
    /// Names the tuple.
    set_tuple_id(self, dim: Dim, id: &Id) -> Aff = isl_aff_set_tuple_id;
} }
constructors! { PwAff {
    /// The expression on its whole domain.
    from_aff(value: &Aff) = isl_pw_aff_from_aff;
    /// Nothing, in the given space.
    empty(space: &Space) = isl_pw_aff_empty;
    /// A constant on the given domain.
    val_on_domain(domain: &Set, value: &Val) = isl_pw_aff_val_on_domain;
    /// The value of a parameter, on the given domain.
    param_on_domain(domain: &Set, id: &Id) = isl_pw_aff_param_on_domain_id;
} }

methods! { PwAff {
    /// The sum.
    add(self, other: &PwAff) -> PwAff = isl_pw_aff_add;
    /// The difference.
    sub(self, other: &PwAff) -> PwAff = isl_pw_aff_sub;
    /// The product; one factor must be constant.
    mul(self, other: &PwAff) -> PwAff = isl_pw_aff_mul;
    /// The quotient; the divisor must be constant.
    div(self, other: &PwAff) -> PwAff = isl_pw_aff_div;
    /// The quotient, rounded towards zero; the divisor must be constant.
    tdiv_q(self, other: &PwAff) -> PwAff = isl_pw_aff_tdiv_q;
    /// The remainder of the division that rounds towards zero.
    tdiv_r(self, other: &PwAff) -> PwAff = isl_pw_aff_tdiv_r;
    /// Minus each value.
    neg(self) -> PwAff = isl_pw_aff_neg;
    /// Rounded down.
    floor(self) -> PwAff = isl_pw_aff_floor;
    /// Rounded up.
    ceil(self) -> PwAff = isl_pw_aff_ceil;
    /// The remainder, not negative, of the division by a positive value.
    mod_val(self, divisor: &Val) -> PwAff = isl_pw_aff_mod_val;
    /// Times a value.
    scale_val(self, value: &Val) -> PwAff = isl_pw_aff_scale_val;
    /// Divided by a value.
    scale_down_val(self, factor: &Val) -> PwAff = isl_pw_aff_scale_down_val;
    /// Plus a constant.
    add_constant_val(self, value: &Val) -> PwAff = isl_pw_aff_add_constant_val;
    /// The minimum.
    min(self, other: &PwAff) -> PwAff = isl_pw_aff_min;
    /// The maximum.
    max(self, other: &PwAff) -> PwAff = isl_pw_aff_max;
    /// The second where the first is not zero, else the third.
    cond(self, other: &PwAff, other_2: &PwAff) -> PwAff = isl_pw_aff_cond;
    /// The sum where both are defined, else the one that is.
    union_add(self, other: &PwAff) -> PwAff = isl_pw_aff_union_add;
    /// The minimum where both are defined, else the one that is.
    union_min(self, other: &PwAff) -> PwAff = isl_pw_aff_union_min;
    /// The maximum where both are defined, else the one that is.
    union_max(self, other: &PwAff) -> PwAff = isl_pw_aff_union_max;
    /// Where both are equal.
    eq_set(self, other: &PwAff) -> Set = isl_pw_aff_eq_set;
    /// Where both differ.
    ne_set(self, other: &PwAff) -> Set = isl_pw_aff_ne_set;
    /// Where the first is less.
    lt_set(self, other: &PwAff) -> Set = isl_pw_aff_lt_set;
    /// Where the first is less or equal.
    le_set(self, other: &PwAff) -> Set = isl_pw_aff_le_set;
    /// Where the first is greater.
    gt_set(self, other: &PwAff) -> Set = isl_pw_aff_gt_set;
    /// Where the first is greater or equal.
    ge_set(self, other: &PwAff) -> Set = isl_pw_aff_ge_set;
    /// Where the value is zero.
    zero_set(self) -> Set = isl_pw_aff_zero_set;
    /// Where the value is not zero.
    non_zero_set(self) -> Set = isl_pw_aff_non_zero_set;
    /// Where the value is not negative.
    nonneg_set(self) -> Set = isl_pw_aff_nonneg_set;
    /// Where the value is positive.
    pos_set(self) -> Set = isl_pw_aff_pos_set;
    /// The pairs of domain elements whose values are so ordered.
    eq_map(self, other: &PwAff) -> Map = isl_pw_aff_eq_map;
    /// The pairs of domain elements whose values are so ordered.
    lt_map(self, other: &PwAff) -> Map = isl_pw_aff_lt_map;
    /// The pairs of domain elements whose values are so ordered.
    le_map(self, other: &PwAff) -> Map = isl_pw_aff_le_map;
    /// The pairs of domain elements whose values are so ordered.
    gt_map(self, other: &PwAff) -> Map = isl_pw_aff_gt_map;
    /// The pairs of domain elements whose values are so ordered.
    ge_map(self, other: &PwAff) -> Map = isl_pw_aff_ge_map;
    /// Whether the value is constant.
    is_cst(self) -> bool = isl_pw_aff_is_cst;
    /// Whether there is no element.
    is_empty(self) -> bool = isl_pw_aff_is_empty;
    /// Whether both hold the same elements.
    is_equal(self, other: &PwAff) -> bool = isl_pw_aff_is_equal;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &PwAff) -> bool = isl_pw_aff_plain_is_equal;
    /// Whether some value is not a number.
    involves_nan(self) -> bool = isl_pw_aff_involves_nan;
    /// Whether any of these dimensions plays a role.
    involves_dims(self, dim: Dim, first: usize, count: usize) -> bool = isl_pw_aff_involves_dims;
    /// Whether the conversion to the simpler type is exact.
    isa_aff(self) -> bool = isl_pw_aff_isa_aff;
    /// As an expression without pieces; an error if it has several.
    as_aff(self) -> Aff = isl_pw_aff_as_aff;
    /// As a map.
    as_map(self) -> Map = isl_pw_aff_as_map;
    /// As a union.
    to_union_pw_aff(self) -> UnionPwAff = isl_pw_aff_to_union_pw_aff;
    /// The domain.
    domain(self) -> Set = isl_pw_aff_domain;
    /// The parameter values for which there is an element.
    params(self) -> Set = isl_pw_aff_params;
    /// The part in the given set.
    intersect_domain(self, set: &Set) -> PwAff = isl_pw_aff_intersect_domain;
    /// The part for which the parameters are in the given set.
    intersect_params(self, set: &Set) -> PwAff = isl_pw_aff_intersect_params;
    /// The part whose domain is outside the given set.
    subtract_domain(self, set: &Set) -> PwAff = isl_pw_aff_subtract_domain;
    /// Joins pieces where that needs no approximation.
    coalesce(self) -> PwAff = isl_pw_aff_coalesce;
    /// Simplifies, given that only elements of the context matter.
    gist(self, context: &Set) -> PwAff = isl_pw_aff_gist;
    /// Simplifies, given that only these parameter values matter.
    gist_params(self, context: &Set) -> PwAff = isl_pw_aff_gist_params;
    /// The function after the given one.
    pullback_multi_aff(self, function: &MultiAff) -> PwAff = isl_pw_aff_pullback_multi_aff;
    /// The function after the given one.
    pullback_pw_multi_aff(self, function: &PwMultiAff) -> PwAff = isl_pw_aff_pullback_pw_multi_aff;
    /// The function after the given one.
    pullback_multi_pw_aff(self, value: &MultiPwAff) -> PwAff = isl_pw_aff_pullback_multi_pw_aff;
    /// Independent of the domain; it must be so already.
    project_domain_on_params(self) -> PwAff = isl_pw_aff_project_domain_on_params;
    /// With this domain in front.
    insert_domain(self, domain: &Space) -> PwAff = isl_pw_aff_insert_domain;
    /// Adds unconstrained dimensions at the end.
    add_dims(self, dim: Dim, count: usize) -> PwAff = isl_pw_aff_add_dims;
    /// Inserts unconstrained dimensions.
    insert_dims(self, dim: Dim, first: usize, count: usize) -> PwAff = isl_pw_aff_insert_dims;
    /// Drops dimensions that play no role.
    drop_dims(self, dim: Dim, first: usize, count: usize) -> PwAff = isl_pw_aff_drop_dims;
    /// Reorders and adds parameters as in the given space.
    align_params(self, space: &Space) -> PwAff = isl_pw_aff_align_params;
    /// Removes the parameters that play no role.
    drop_unused_params(self) -> PwAff = isl_pw_aff_drop_unused_params;
    /// The value at a point.
    eval(self, point: &Point) -> Val = isl_pw_aff_eval;
    /// The number of pieces.
    n_piece(self) -> usize = isl_pw_aff_n_piece;
    /// The space.
    space(self) -> Space = isl_pw_aff_get_space;
    /// The space of the domain.
    domain_space(self) -> Space = isl_pw_aff_get_domain_space;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_pw_aff_dim;
    /// Whether the tuple has an identifier.
    has_tuple_id(self, dim: Dim) -> bool = isl_pw_aff_has_tuple_id;
    /// The identifier of the tuple.
    tuple_id(self, dim: Dim) -> Id = isl_pw_aff_get_tuple_id;
    /// Names the tuple.
    set_tuple_id(self, dim: Dim, id: &Id) -> PwAff = isl_pw_aff_set_tuple_id;
    /// Makes the tuple anonymous.
    reset_tuple_id(self, dim: Dim) -> PwAff = isl_pw_aff_reset_tuple_id;
    /// Whether the dimension has an identifier.
    has_dim_id(self, dim: Dim, position: usize) -> bool = isl_pw_aff_has_dim_id;
    /// The identifier of the dimension.
    dim_id(self, dim: Dim, position: usize) -> Id = isl_pw_aff_get_dim_id;
    /// Names the dimension.
    set_dim_id(self, dim: Dim, position: usize, id: &Id) -> PwAff = isl_pw_aff_set_dim_id;
} }
