//! Tuples of quasi-affine expressions: functions from one space to another.
//!
//! [`MultiAff`] has one expression for each dimension, [`PwMultiAff`] a different tuple on each piece, and
//! [`MultiPwAff`] pieces of its own for each dimension.

use super::callback::{Frame, visit_pair};
use super::error::Result;
use super::object::{Object, Output, constructors, methods, object};
use super::parse::{Grammar, parse};
use super::values::{MultiVal, Val};
use super::{Aff, Context, Dim, Id, Map, MultiUnionPwAff, PwAff, Set, Space, UnionPwMultiAff, sys};

object! {
    /// A tuple of quasi-affine expressions.
    MultiAff = isl_multi_aff, isl_multi_aff_copy, isl_multi_aff_free, isl_multi_aff_to_str
}

impl MultiAff {
    /// Reads e.g. `{ S[i, j] -> A[(j), (i + 1)] }`.
    pub fn parse(context: &Context, text: &str) -> Result<MultiAff> {
        parse(
            context,
            text,
            sys::isl_multi_aff_read_from_str,
            Grammar::Braces,
            "tuple of affine expressions",
        )
    }
}

object! {
    /// A tuple of piecewise quasi-affine expressions.
    MultiPwAff = isl_multi_pw_aff, isl_multi_pw_aff_copy, isl_multi_pw_aff_free, isl_multi_pw_aff_to_str
}

impl MultiPwAff {
    /// Reads e.g. `{ S[i] -> A[{ (i) : i >= 0 }] }`.
    pub fn parse(context: &Context, text: &str) -> Result<MultiPwAff> {
        let expected = "tuple of piecewise affine expressions";
        parse(
            context,
            text,
            sys::isl_multi_pw_aff_read_from_str,
            Grammar::Braces,
            expected,
        )
    }
}

object! {
    /// A tuple of quasi-affine expressions on each piece of a domain.
    PwMultiAff = isl_pw_multi_aff, isl_pw_multi_aff_copy, isl_pw_multi_aff_free, isl_pw_multi_aff_to_str
}

impl PwMultiAff {
    /// Reads e.g. `{ S[i] -> A[(i)] : i >= 0; S[i] -> A[(-i)] : i < 0 }`.
    pub fn parse(context: &Context, text: &str) -> Result<PwMultiAff> {
        let expected = "piecewise tuple of affine expressions";
        parse(
            context,
            text,
            sys::isl_pw_multi_aff_read_from_str,
            Grammar::Braces,
            expected,
        )
    }

    /// Calls a closure with each piece: where it holds, and the tuple there.
    pub fn foreach_piece<F: FnMut(Set, MultiAff) -> Result<()>>(&self, function: F) -> Result<()> {
        let mut frame = Frame::new(self.context(), function);
        // SAFETY: the frame outlives the call.
        let result = unsafe {
            let visit = visit_pair::<Set, MultiAff, F>;
            <()>::output(
                self.context(),
                sys::isl_pw_multi_aff_foreach_piece(self.raw(), Some(visit), frame.user()),
            )
        };
        frame.finish(result)
    }

    /// The pieces: where each holds, and the tuple there.
    pub fn pieces(&self) -> Result<Vec<(Set, MultiAff)>> {
        let mut pieces = Vec::new();
        self.foreach_piece(|domain, value| {
            pieces.push((domain, value));
            Ok(())
        })?;
        Ok(pieces)
    }
}

constructors! { MultiAff {
    /// The zero of the given space.
    zero(space: &Space) = isl_multi_aff_zero;
    /// The identity on the given space.
    identity_on_domain_space(space: &Space) = isl_multi_aff_identity_on_domain_space;
    /// The same thing as this more general type.
    from_aff(value: &Aff) = isl_multi_aff_from_aff;
    /// The map from each pair to its domain.
    domain_map(space: &Space) = isl_multi_aff_domain_map;
    /// The map from each pair to its range.
    range_map(space: &Space) = isl_multi_aff_range_map;
    /// A constant tuple on the given domain.
    multi_val_on_domain(space: &Space, values: &MultiVal) = isl_multi_aff_multi_val_on_domain_space;
} }

methods! { MultiAff {
    /// The number of elements.
    size(self) -> usize = isl_multi_aff_size;
    /// An element of the tuple.
    at(self, position: usize) -> Aff = isl_multi_aff_get_at;
    /// With this element.
    set_at(self, position: usize, value: &Aff) -> MultiAff = isl_multi_aff_set_at;
    /// The sum.
    add(self, other: &MultiAff) -> MultiAff = isl_multi_aff_add;
    /// The difference.
    sub(self, other: &MultiAff) -> MultiAff = isl_multi_aff_sub;
    /// Minus each value.
    neg(self) -> MultiAff = isl_multi_aff_neg;
    /// Rounded down.
    floor(self) -> MultiAff = isl_multi_aff_floor;
    /// The remainder, not negative, of the division by a positive value.
    mod_multi_val(self, values: &MultiVal) -> MultiAff = isl_multi_aff_mod_multi_val;
    /// Times a value.
    scale_val(self, value: &Val) -> MultiAff = isl_multi_aff_scale_val;
    /// Times a value.
    scale_multi_val(self, values: &MultiVal) -> MultiAff = isl_multi_aff_scale_multi_val;
    /// Divided by a value.
    scale_down_val(self, value: &Val) -> MultiAff = isl_multi_aff_scale_down_val;
    /// Divided by a value.
    scale_down_multi_val(self, values: &MultiVal) -> MultiAff = isl_multi_aff_scale_down_multi_val;
    /// Plus a constant.
    add_constant_val(self, value: &Val) -> MultiAff = isl_multi_aff_add_constant_val;
    /// Plus a constant.
    add_constant_multi_val(self, values: &MultiVal) -> MultiAff = isl_multi_aff_add_constant_multi_val;
    /// The constant terms.
    constant_multi_val(self) -> MultiVal = isl_multi_aff_get_constant_multi_val;
    /// Pairs of elements: `[A -> B]`.
    product(self, other: &MultiAff) -> MultiAff = isl_multi_aff_product;
    /// The same domain, pairs of ranges.
    range_product(self, other: &MultiAff) -> MultiAff = isl_multi_aff_range_product;
    /// The same domain, pairs of ranges, flattened.
    flat_range_product(self, other: &MultiAff) -> MultiAff = isl_multi_aff_flat_range_product;
    /// With the elements of the other put in.
    range_splice(self, position: usize, other: &MultiAff) -> MultiAff = isl_multi_aff_range_splice;
    /// The second factors of a product.
    factor_range(self) -> MultiAff = isl_multi_aff_factor_range;
    /// The first factor of the range.
    range_factor_domain(self) -> MultiAff = isl_multi_aff_range_factor_domain;
    /// The second factor of the range.
    range_factor_range(self) -> MultiAff = isl_multi_aff_range_factor_range;
    /// The domain without its nesting.
    flatten_domain(self) -> MultiAff = isl_multi_aff_flatten_domain;
    /// The range without its nesting.
    flatten_range(self) -> MultiAff = isl_multi_aff_flatten_range;
    /// The function after the given one.
    pullback_multi_aff(self, other: &MultiAff) -> MultiAff = isl_multi_aff_pullback_multi_aff;
    /// Simplifies, given that only elements of the context matter.
    gist(self, context: &Set) -> MultiAff = isl_multi_aff_gist;
    /// Simplifies, given that only these parameter values matter.
    gist_params(self, context: &Set) -> MultiAff = isl_multi_aff_gist_params;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &MultiAff) -> bool = isl_multi_aff_plain_is_equal;
    /// Whether some value is not a number.
    involves_nan(self) -> bool = isl_multi_aff_involves_nan;
    /// Whether any of these dimensions plays a role.
    involves_dims(self, dim: Dim, first: usize, count: usize) -> bool = isl_multi_aff_involves_dims;
    /// Whether there are existentially quantified variables or divisions.
    involves_locals(self) -> bool = isl_multi_aff_involves_locals;
    /// As a function in pieces.
    to_pw_multi_aff(self) -> PwMultiAff = isl_multi_aff_to_pw_multi_aff;
    /// As a function with pieces for each dimension.
    to_multi_pw_aff(self) -> MultiPwAff = isl_multi_aff_to_multi_pw_aff;
    /// As a tuple of unions.
    to_multi_union_pw_aff(self) -> MultiUnionPwAff = isl_multi_aff_to_multi_union_pw_aff;
    /// As a map.
    as_map(self) -> Map = isl_multi_aff_as_map;
    /// As a single set; an error unless there is exactly one space.
    as_set(self) -> Set = isl_multi_aff_as_set;
    /// With this domain in front.
    insert_domain(self, domain: &Space) -> MultiAff = isl_multi_aff_insert_domain;
    /// Independent of the domain; it must be so already.
    project_domain_on_params(self) -> MultiAff = isl_multi_aff_project_domain_on_params;
    /// Adds unconstrained dimensions at the end.
    add_dims(self, dim: Dim, count: usize) -> MultiAff = isl_multi_aff_add_dims;
    /// Inserts unconstrained dimensions.
    insert_dims(self, dim: Dim, first: usize, count: usize) -> MultiAff = isl_multi_aff_insert_dims;
    /// Drops dimensions that play no role.
    drop_dims(self, dim: Dim, first: usize, count: usize) -> MultiAff = isl_multi_aff_drop_dims;
    /// Reorders and adds parameters as in the given space.
    align_params(self, space: &Space) -> MultiAff = isl_multi_aff_align_params;
    /// The space.
    space(self) -> Space = isl_multi_aff_get_space;
    /// The space of the domain.
    domain_space(self) -> Space = isl_multi_aff_get_domain_space;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_multi_aff_dim;
    /// Whether the tuple has an identifier.
    has_tuple_id(self, dim: Dim) -> bool = isl_multi_aff_has_tuple_id;
    /// The identifier of the tuple.
    tuple_id(self, dim: Dim) -> Id = isl_multi_aff_get_tuple_id;
    /// Names the tuple.
    set_tuple_id(self, dim: Dim, id: &Id) -> MultiAff = isl_multi_aff_set_tuple_id;
    /// Makes the tuple anonymous.
    reset_tuple_id(self, dim: Dim) -> MultiAff = isl_multi_aff_reset_tuple_id;
    /// The identifier of the dimension.
    dim_id(self, dim: Dim, position: usize) -> Id = isl_multi_aff_get_dim_id;
    /// Names the dimension.
    set_dim_id(self, dim: Dim, position: usize, id: &Id) -> MultiAff = isl_multi_aff_set_dim_id;
} }
constructors! { MultiPwAff {
    /// The zero of the given space.
    zero(space: &Space) = isl_multi_pw_aff_zero;
    /// The identity on the given space.
    identity_on_domain_space(space: &Space) = isl_multi_pw_aff_identity_on_domain_space;
    /// The same thing as this more general type.
    from_pw_aff(value: &PwAff) = isl_multi_pw_aff_from_pw_aff;
    /// The same thing as this more general type.
    from_multi_aff(function: &MultiAff) = isl_multi_pw_aff_from_multi_aff;
    /// The same thing as this more general type.
    from_pw_multi_aff(function: &PwMultiAff) = isl_multi_pw_aff_from_pw_multi_aff;
} }

methods! { MultiPwAff {
    /// The number of elements.
    size(self) -> usize = isl_multi_pw_aff_size;
    /// An element of the tuple.
    at(self, position: usize) -> PwAff = isl_multi_pw_aff_get_at;
    /// With this element.
    set_at(self, position: usize, value: &PwAff) -> MultiPwAff = isl_multi_pw_aff_set_at;
    /// The sum.
    add(self, other: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_add;
    /// The difference.
    sub(self, other: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_sub;
    /// Minus each value.
    neg(self) -> MultiPwAff = isl_multi_pw_aff_neg;
    /// The minimum.
    min(self, other: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_min;
    /// The maximum.
    max(self, other: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_max;
    /// The remainder, not negative, of the division by a positive value.
    mod_multi_val(self, values: &MultiVal) -> MultiPwAff = isl_multi_pw_aff_mod_multi_val;
    /// Times a value.
    scale_val(self, value: &Val) -> MultiPwAff = isl_multi_pw_aff_scale_val;
    /// Times a value.
    scale_multi_val(self, values: &MultiVal) -> MultiPwAff = isl_multi_pw_aff_scale_multi_val;
    /// Divided by a value.
    scale_down_val(self, value: &Val) -> MultiPwAff = isl_multi_pw_aff_scale_down_val;
    /// Divided by a value.
    scale_down_multi_val(self, values: &MultiVal) -> MultiPwAff = isl_multi_pw_aff_scale_down_multi_val;
    /// Plus a constant.
    add_constant_val(self, value: &Val) -> MultiPwAff = isl_multi_pw_aff_add_constant_val;
    /// Plus a constant.
    add_constant_multi_val(self, values: &MultiVal) -> MultiPwAff = isl_multi_pw_aff_add_constant_multi_val;
    /// Pairs of elements: `[A -> B]`.
    product(self, other: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_product;
    /// The same domain, pairs of ranges.
    range_product(self, other: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_range_product;
    /// The same domain, pairs of ranges, flattened.
    flat_range_product(self, other: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_flat_range_product;
    /// With the elements of the other put in.
    range_splice(self, position: usize, other: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_range_splice;
    /// The second factors of a product.
    factor_range(self) -> MultiPwAff = isl_multi_pw_aff_factor_range;
    /// The first factor of the range.
    range_factor_domain(self) -> MultiPwAff = isl_multi_pw_aff_range_factor_domain;
    /// The second factor of the range.
    range_factor_range(self) -> MultiPwAff = isl_multi_pw_aff_range_factor_range;
    /// The range without its nesting.
    flatten_range(self) -> MultiPwAff = isl_multi_pw_aff_flatten_range;
    /// The domain.
    domain(self) -> Set = isl_multi_pw_aff_domain;
    /// The part in the given set.
    intersect_domain(self, domain: &Set) -> MultiPwAff = isl_multi_pw_aff_intersect_domain;
    /// The part for which the parameters are in the given set.
    intersect_params(self, set: &Set) -> MultiPwAff = isl_multi_pw_aff_intersect_params;
    /// Joins pieces where that needs no approximation.
    coalesce(self) -> MultiPwAff = isl_multi_pw_aff_coalesce;
    /// Simplifies, given that only elements of the context matter.
    gist(self, set: &Set) -> MultiPwAff = isl_multi_pw_aff_gist;
    /// Simplifies, given that only these parameter values matter.
    gist_params(self, set: &Set) -> MultiPwAff = isl_multi_pw_aff_gist_params;
    /// The function after the given one.
    pullback_multi_aff(self, function: &MultiAff) -> MultiPwAff = isl_multi_pw_aff_pullback_multi_aff;
    /// The function after the given one.
    pullback_pw_multi_aff(self, function: &PwMultiAff) -> MultiPwAff = isl_multi_pw_aff_pullback_pw_multi_aff;
    /// The function after the given one.
    pullback_multi_pw_aff(self, other: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_pullback_multi_pw_aff;
    /// Whether the value is constant.
    is_cst(self) -> bool = isl_multi_pw_aff_is_cst;
    /// Whether both hold the same elements.
    is_equal(self, other: &MultiPwAff) -> bool = isl_multi_pw_aff_is_equal;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &MultiPwAff) -> bool = isl_multi_pw_aff_plain_is_equal;
    /// Whether some value is not a number.
    involves_nan(self) -> bool = isl_multi_pw_aff_involves_nan;
    /// Whether any of these dimensions plays a role.
    involves_dims(self, dim: Dim, first: usize, count: usize) -> bool = isl_multi_pw_aff_involves_dims;
    /// Whether the conversion to the simpler type is exact.
    isa_multi_aff(self) -> bool = isl_multi_pw_aff_isa_multi_aff;
    /// As a function without pieces; an error if it has several.
    as_multi_aff(self) -> MultiAff = isl_multi_pw_aff_as_multi_aff;
    /// As a map.
    as_map(self) -> Map = isl_multi_pw_aff_as_map;
    /// As a single set; an error unless there is exactly one space.
    as_set(self) -> Set = isl_multi_pw_aff_as_set;
    /// The pairs of domain elements whose values are so ordered.
    eq_map(self, other: &MultiPwAff) -> Map = isl_multi_pw_aff_eq_map;
    /// Pairs of elements of both with the first lexicographically smaller.
    lex_lt_map(self, other: &MultiPwAff) -> Map = isl_multi_pw_aff_lex_lt_map;
    /// Pairs of elements of both with the first lexicographically smaller or equal.
    lex_le_map(self, other: &MultiPwAff) -> Map = isl_multi_pw_aff_lex_le_map;
    /// Pairs of elements of both with the first lexicographically greater.
    lex_gt_map(self, other: &MultiPwAff) -> Map = isl_multi_pw_aff_lex_gt_map;
    /// Pairs of elements of both with the first lexicographically greater or equal.
    lex_ge_map(self, other: &MultiPwAff) -> Map = isl_multi_pw_aff_lex_ge_map;
    /// The sum where both are defined, else the one that is.
    union_add(self, other: &MultiPwAff) -> MultiPwAff = isl_multi_pw_aff_union_add;
    /// With this domain in front.
    insert_domain(self, domain: &Space) -> MultiPwAff = isl_multi_pw_aff_insert_domain;
    /// Independent of the domain; it must be so already.
    project_domain_on_params(self) -> MultiPwAff = isl_multi_pw_aff_project_domain_on_params;
    /// Adds unconstrained dimensions at the end.
    add_dims(self, dim: Dim, count: usize) -> MultiPwAff = isl_multi_pw_aff_add_dims;
    /// Inserts unconstrained dimensions.
    insert_dims(self, dim: Dim, first: usize, count: usize) -> MultiPwAff = isl_multi_pw_aff_insert_dims;
    /// Drops dimensions that play no role.
    drop_dims(self, dim: Dim, first: usize, count: usize) -> MultiPwAff = isl_multi_pw_aff_drop_dims;
    /// Reorders and adds parameters as in the given space.
    align_params(self, space: &Space) -> MultiPwAff = isl_multi_pw_aff_align_params;
    /// The space.
    space(self) -> Space = isl_multi_pw_aff_get_space;
    /// The space of the domain.
    domain_space(self) -> Space = isl_multi_pw_aff_get_domain_space;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_multi_pw_aff_dim;
    /// Whether the tuple has an identifier.
    has_tuple_id(self, dim: Dim) -> bool = isl_multi_pw_aff_has_tuple_id;
    /// The identifier of the tuple.
    tuple_id(self, dim: Dim) -> Id = isl_multi_pw_aff_get_tuple_id;
    /// Names the tuple.
    set_tuple_id(self, dim: Dim, id: &Id) -> MultiPwAff = isl_multi_pw_aff_set_tuple_id;
    /// Makes the tuple anonymous.
    reset_tuple_id(self, dim: Dim) -> MultiPwAff = isl_multi_pw_aff_reset_tuple_id;
    /// The identifier of the dimension.
    dim_id(self, dim: Dim, position: usize) -> Id = isl_multi_pw_aff_get_dim_id;
    /// Names the dimension.
    set_dim_id(self, dim: Dim, position: usize, id: &Id) -> MultiPwAff = isl_multi_pw_aff_set_dim_id;
} }
constructors! { PwMultiAff {
    /// Nothing, in the given space.
    empty(space: &Space) = isl_pw_multi_aff_empty;
    /// The zero of the given space.
    zero(space: &Space) = isl_pw_multi_aff_zero;
    /// The identity on the given space.
    identity_on_domain_space(space: &Space) = isl_pw_multi_aff_identity_on_domain_space;
    /// The map from each pair to its domain.
    domain_map(space: &Space) = isl_pw_multi_aff_domain_map;
    /// The map from each pair to its range.
    range_map(space: &Space) = isl_pw_multi_aff_range_map;
    /// The same thing as this more general type.
    from_multi_aff(function: &MultiAff) = isl_pw_multi_aff_from_multi_aff;
    /// The same thing as this more general type.
    from_pw_aff(value: &PwAff) = isl_pw_multi_aff_from_pw_aff;
    /// The same thing as this more general type.
    from_set(set: &Set) = isl_pw_multi_aff_from_set;
    /// The same thing as this more general type.
    from_map(map: &Map) = isl_pw_multi_aff_from_map;
    /// The same thing as this more general type.
    from_multi_pw_aff(value: &MultiPwAff) = isl_pw_multi_aff_from_multi_pw_aff;
    /// A constant tuple on the given domain.
    multi_val_on_domain(domain: &Set, values: &MultiVal) = isl_pw_multi_aff_multi_val_on_domain;
} }

methods! { PwMultiAff {
    /// An element of the tuple.
    at(self, position: usize) -> PwAff = isl_pw_multi_aff_get_at;
    /// The sum.
    add(self, other: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_add;
    /// The difference.
    sub(self, other: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_sub;
    /// Minus each value.
    neg(self) -> PwMultiAff = isl_pw_multi_aff_neg;
    /// Times a value.
    scale_val(self, value: &Val) -> PwMultiAff = isl_pw_multi_aff_scale_val;
    /// Times a value.
    scale_multi_val(self, values: &MultiVal) -> PwMultiAff = isl_pw_multi_aff_scale_multi_val;
    /// Divided by a value.
    scale_down_val(self, value: &Val) -> PwMultiAff = isl_pw_multi_aff_scale_down_val;
    /// Divided by a value.
    scale_down_multi_val(self, values: &MultiVal) -> PwMultiAff = isl_pw_multi_aff_scale_down_multi_val;
    /// Plus a constant.
    add_constant_val(self, value: &Val) -> PwMultiAff = isl_pw_multi_aff_add_constant_val;
    /// Plus a constant.
    add_constant_multi_val(self, values: &MultiVal) -> PwMultiAff = isl_pw_multi_aff_add_constant_multi_val;
    /// Pairs of elements: `[A -> B]`.
    product(self, other: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_product;
    /// The same domain, pairs of ranges.
    range_product(self, other: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_range_product;
    /// The same domain, pairs of ranges, flattened.
    flat_range_product(self, other: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_flat_range_product;
    /// The first factor of the range.
    range_factor_domain(self) -> PwMultiAff = isl_pw_multi_aff_range_factor_domain;
    /// The second factor of the range.
    range_factor_range(self) -> PwMultiAff = isl_pw_multi_aff_range_factor_range;
    /// The domain.
    domain(self) -> Set = isl_pw_multi_aff_domain;
    /// The part in the given set.
    intersect_domain(self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_intersect_domain;
    /// The part for which the parameters are in the given set.
    intersect_params(self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_intersect_params;
    /// The part whose domain is outside the given set.
    subtract_domain(self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_subtract_domain;
    /// Joins pieces where that needs no approximation.
    coalesce(self) -> PwMultiAff = isl_pw_multi_aff_coalesce;
    /// Simplifies, given that only elements of the context matter.
    gist(self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_gist;
    /// Simplifies, given that only these parameter values matter.
    gist_params(self, set: &Set) -> PwMultiAff = isl_pw_multi_aff_gist_params;
    /// The function after the given one.
    pullback_multi_aff(self, function: &MultiAff) -> PwMultiAff = isl_pw_multi_aff_pullback_multi_aff;
    /// The function after the given one.
    pullback_pw_multi_aff(self, other: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_pullback_pw_multi_aff;
    /// Whether both hold the same elements.
    is_equal(self, other: &PwMultiAff) -> bool = isl_pw_multi_aff_is_equal;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &PwMultiAff) -> bool = isl_pw_multi_aff_plain_is_equal;
    /// Whether some value is not a number.
    involves_nan(self) -> bool = isl_pw_multi_aff_involves_nan;
    /// Whether any of these dimensions plays a role.
    involves_dims(self, dim: Dim, first: usize, count: usize) -> bool = isl_pw_multi_aff_involves_dims;
    /// Whether there are existentially quantified variables or divisions.
    involves_locals(self) -> bool = isl_pw_multi_aff_involves_locals;
    /// Whether the conversion to the simpler type is exact.
    isa_multi_aff(self) -> bool = isl_pw_multi_aff_isa_multi_aff;
    /// As a function without pieces; an error if it has several.
    as_multi_aff(self) -> MultiAff = isl_pw_multi_aff_as_multi_aff;
    /// As a map.
    as_map(self) -> Map = isl_pw_multi_aff_as_map;
    /// As a single set; an error unless there is exactly one space.
    as_set(self) -> Set = isl_pw_multi_aff_as_set;
    /// As a function with pieces for each dimension.
    to_multi_pw_aff(self) -> MultiPwAff = isl_pw_multi_aff_to_multi_pw_aff;
    /// As a union.
    to_union_pw_multi_aff(self) -> UnionPwMultiAff = isl_pw_multi_aff_to_union_pw_multi_aff;
    /// The sum where both are defined, else the one that is.
    union_add(self, other: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_union_add;
    /// The lexicographic minimum where both are defined, else the one that is.
    union_lexmin(self, other: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_union_lexmin;
    /// The lexicographic maximum where both are defined, else the one that is.
    union_lexmax(self, other: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_union_lexmax;
    /// With this domain in front.
    insert_domain(self, domain: &Space) -> PwMultiAff = isl_pw_multi_aff_insert_domain;
    /// Independent of the domain; it must be so already.
    project_domain_on_params(self) -> PwMultiAff = isl_pw_multi_aff_project_domain_on_params;
    /// Drops dimensions that play no role.
    drop_dims(self, dim: Dim, first: usize, count: usize) -> PwMultiAff = isl_pw_multi_aff_drop_dims;
    /// Reorders and adds parameters as in the given space.
    align_params(self, space: &Space) -> PwMultiAff = isl_pw_multi_aff_align_params;
    /// Removes the parameters that play no role.
    drop_unused_params(self) -> PwMultiAff = isl_pw_multi_aff_drop_unused_params;
    /// The number of pieces.
    n_piece(self) -> usize = isl_pw_multi_aff_n_piece;
    /// The space.
    space(self) -> Space = isl_pw_multi_aff_get_space;
    /// The space of the domain.
    domain_space(self) -> Space = isl_pw_multi_aff_get_domain_space;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_pw_multi_aff_dim;
    /// Whether the tuple has an identifier.
    has_tuple_id(self, dim: Dim) -> bool = isl_pw_multi_aff_has_tuple_id;
    /// The identifier of the tuple.
    tuple_id(self, dim: Dim) -> Id = isl_pw_multi_aff_get_tuple_id;
    /// Names the tuple.
    set_tuple_id(self, dim: Dim, id: &Id) -> PwMultiAff = isl_pw_multi_aff_set_tuple_id;
    /// Makes the tuple anonymous.
    reset_tuple_id(self, dim: Dim) -> PwMultiAff = isl_pw_multi_aff_reset_tuple_id;
    /// The identifier of the dimension.
    dim_id(self, dim: Dim, position: usize) -> Id = isl_pw_multi_aff_get_dim_id;
    /// Names the dimension.
    set_dim_id(self, dim: Dim, position: usize, id: &Id) -> PwMultiAff = isl_pw_multi_aff_set_dim_id;
} }
