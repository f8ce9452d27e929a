//! Quasi-affine functions over several spaces at once: what the members of a band are.

use super::callback::visitors;
use super::error::Result;
use super::object::{constructors, methods, object};
use super::parse::{Grammar, parse, parse_plain};
use super::values::{MultiVal, Val};
use super::{
    Aff, Context, Dim, Id, MultiAff, MultiPwAff, PwAff, PwMultiAff, Set, Space, UnionMap, UnionSet,
    sys,
};

object! {
    /// One expression for each space: a member of a band.
    UnionPwAff = isl_union_pw_aff, isl_union_pw_aff_copy, isl_union_pw_aff_free, isl_union_pw_aff_to_str
}

impl UnionPwAff {
    /// Reads e.g. `{ S[i, j] -> [(i)]; T[k] -> [(k + 1)] }`.
    pub fn parse(context: &Context, text: &str) -> Result<UnionPwAff> {
        let expected = "union of affine expressions";
        parse_plain(context, text, sys::isl_union_pw_aff_read_from_str, expected)
    }
}

object! {
    /// A tuple of unions of expressions: the partial schedule of a band.
    MultiUnionPwAff = isl_multi_union_pw_aff, isl_multi_union_pw_aff_copy, isl_multi_union_pw_aff_free,
        isl_multi_union_pw_aff_to_str
}

impl MultiUnionPwAff {
    /// Reads e.g. `[{ S[i, j] -> [(i)] }, { S[i, j] -> [(j)] }]`.
    pub fn parse(context: &Context, text: &str) -> Result<MultiUnionPwAff> {
        let expected = "tuple of unions of affine expressions";
        parse(
            context,
            text,
            sys::isl_multi_union_pw_aff_read_from_str,
            Grammar::Token,
            expected,
        )
    }

    /// The tuple of these members, anonymous; there must be at least one.
    pub fn from_members(members: &[UnionPwAff]) -> Result<MultiUnionPwAff> {
        let (first, rest) = members.split_first().ok_or_else(|| {
            super::Error::invalid("expected at least one member of a partial schedule")
        })?;
        rest.iter().try_fold(
            MultiUnionPwAff::from_union_pw_aff(first)?,
            |tuple, member| tuple.flat_range_product(&MultiUnionPwAff::from_union_pw_aff(member)?),
        )
    }

    /// The members.
    pub fn members(&self) -> Result<Vec<UnionPwAff>> {
        (0..self.size()?)
            .map(|position| self.at(position))
            .collect()
    }
}

object! {
    /// One tuple of expressions for each space.
    UnionPwMultiAff = isl_union_pw_multi_aff, isl_union_pw_multi_aff_copy, isl_union_pw_multi_aff_free,
        isl_union_pw_multi_aff_to_str
}

impl UnionPwMultiAff {
    /// Reads e.g. `{ S[i] -> A[(i)]; T[k] -> B[(k)] }`.
    pub fn parse(context: &Context, text: &str) -> Result<UnionPwMultiAff> {
        let expected = "union of tuples of affine expressions";
        parse(
            context,
            text,
            sys::isl_union_pw_multi_aff_read_from_str,
            Grammar::Braces,
            expected,
        )
    }
}

visitors! { UnionPwAff {
    /// The expressions, one for each space.
    foreach_pw_aff, pw_affs: PwAff = isl_union_pw_aff_foreach_pw_aff;
} }

visitors! { UnionPwMultiAff {
    /// The tuples, one for each space.
    foreach_pw_multi_aff, pw_multi_affs: PwMultiAff = isl_union_pw_multi_aff_foreach_pw_multi_aff;
} }

constructors! { UnionPwAff {
    /// Nothing, in the given space.
    empty(space: &Space) = isl_union_pw_aff_empty_space;
    /// The same thing as this more general type.
    from_aff(value: &Aff) = isl_union_pw_aff_from_aff;
    /// The same thing as this more general type.
    from_pw_aff(value: &PwAff) = isl_union_pw_aff_from_pw_aff;
    /// A constant on the given domain.
    val_on_domain(domain: &UnionSet, value: &Val) = isl_union_pw_aff_val_on_domain;
    /// The value of a parameter, on the given domain.
    param_on_domain(domain: &UnionSet, id: &Id) = isl_union_pw_aff_param_on_domain_id;
    /// A value that depends on parameters only, on the given domain.
    pw_aff_on_domain(domain: &UnionSet, value: &PwAff) = isl_union_pw_aff_pw_aff_on_domain;
} }

methods! { UnionPwAff {
    /// The largest value; infinite when there is none.
    max_val(self) -> Val = isl_union_pw_aff_max_val;
    /// The smallest value; infinite when there is none.
    min_val(self) -> Val = isl_union_pw_aff_min_val;
    /// The sum.
    add(self, other: &UnionPwAff) -> UnionPwAff = isl_union_pw_aff_add;
    /// The difference.
    sub(self, other: &UnionPwAff) -> UnionPwAff = isl_union_pw_aff_sub;
    /// Minus each value.
    neg(self) -> UnionPwAff = isl_union_pw_aff_neg;
    /// Rounded down.
    floor(self) -> UnionPwAff = isl_union_pw_aff_floor;
    /// The remainder, not negative, of the division by a positive value.
    mod_val(self, factor: &Val) -> UnionPwAff = isl_union_pw_aff_mod_val;
    /// Times a value.
    scale_val(self, value: &Val) -> UnionPwAff = isl_union_pw_aff_scale_val;
    /// Divided by a value.
    scale_down_val(self, value: &Val) -> UnionPwAff = isl_union_pw_aff_scale_down_val;
    /// The sum where both are defined, else the one that is.
    union_add(self, other: &UnionPwAff) -> UnionPwAff = isl_union_pw_aff_union_add;
    /// Where the value is zero.
    zero_union_set(self) -> UnionSet = isl_union_pw_aff_zero_union_set;
    /// The domain.
    domain(self) -> UnionSet = isl_union_pw_aff_domain;
    /// The part in the given set.
    intersect_domain(self, set: &UnionSet) -> UnionPwAff = isl_union_pw_aff_intersect_domain_union_set;
    /// The part for which the parameters are in the given set.
    intersect_params(self, set: &Set) -> UnionPwAff = isl_union_pw_aff_intersect_params;
    /// The part whose domain is outside the given set.
    subtract_domain(self, set: &UnionSet) -> UnionPwAff = isl_union_pw_aff_subtract_domain_union_set;
    /// Joins pieces where that needs no approximation.
    coalesce(self) -> UnionPwAff = isl_union_pw_aff_coalesce;
    /// Simplifies, given that only elements of the context matter.
    gist(self, context: &UnionSet) -> UnionPwAff = isl_union_pw_aff_gist;
    /// Simplifies, given that only these parameter values matter.
    gist_params(self, context: &Set) -> UnionPwAff = isl_union_pw_aff_gist_params;
    /// The function after the given one.
    pullback_union_pw_multi_aff(self, function: &UnionPwMultiAff) -> UnionPwAff = isl_union_pw_aff_pullback_union_pw_multi_aff;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &UnionPwAff) -> bool = isl_union_pw_aff_plain_is_equal;
    /// Whether some value is not a number.
    involves_nan(self) -> bool = isl_union_pw_aff_involves_nan;
    /// Adds a piece.
    add_pw_aff(self, value: &PwAff) -> UnionPwAff = isl_union_pw_aff_add_pw_aff;
    /// The part in the given space, possibly empty.
    extract_pw_aff(self, space: &Space) -> PwAff = isl_union_pw_aff_extract_pw_aff;
    /// The number of pieces.
    n_pw_aff(self) -> usize = isl_union_pw_aff_n_pw_aff;
    /// Reorders and adds parameters as in the given space.
    align_params(self, space: &Space) -> UnionPwAff = isl_union_pw_aff_align_params;
    /// Removes the parameters that play no role.
    drop_unused_params(self) -> UnionPwAff = isl_union_pw_aff_drop_unused_params;
    /// The space.
    space(self) -> Space = isl_union_pw_aff_get_space;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_union_pw_aff_dim;
} }
constructors! { MultiUnionPwAff {
    /// The zero of the given space.
    zero(space: &Space) = isl_multi_union_pw_aff_zero;
    /// The same thing as this more general type.
    from_union_pw_aff(value: &UnionPwAff) = isl_multi_union_pw_aff_from_union_pw_aff;
    /// The same thing as this more general type.
    from_multi_pw_aff(value: &MultiPwAff) = isl_multi_union_pw_aff_from_multi_pw_aff;
    /// The same thing as this more general type.
    from_multi_aff(function: &MultiAff) = isl_multi_union_pw_aff_from_multi_aff;
    /// The same thing as this more general type.
    from_union_pw_multi_aff(function: &UnionPwMultiAff) = isl_multi_union_pw_aff_from_union_pw_multi_aff;
    /// The same thing as this more general type.
    from_union_map(map: &UnionMap) = isl_multi_union_pw_aff_from_union_map;
    /// A constant tuple on the given domain.
    multi_val_on_domain(domain: &UnionSet, values: &MultiVal) = isl_multi_union_pw_aff_multi_val_on_domain;
    /// A tuple that depends on parameters only, on the given domain.
    multi_aff_on_domain(domain: &UnionSet, function: &MultiAff) = isl_multi_union_pw_aff_multi_aff_on_domain;
    /// A tuple that depends on parameters only, on the given domain.
    pw_multi_aff_on_domain(domain: &UnionSet, function: &PwMultiAff) = isl_multi_union_pw_aff_pw_multi_aff_on_domain;
} }

methods! { MultiUnionPwAff {
    /// The number of elements.
    size(self) -> usize = isl_multi_union_pw_aff_size;
    /// An element of the tuple.
    at(self, position: usize) -> UnionPwAff = isl_multi_union_pw_aff_get_at;
    /// With this element.
    set_at(self, position: usize, value: &UnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_at;
    /// The sum.
    add(self, other: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_add;
    /// The difference.
    sub(self, other: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_sub;
    /// Minus each value.
    neg(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_neg;
    /// Rounded down.
    floor(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_floor;
    /// The remainder, not negative, of the division by a positive value.
    mod_multi_val(self, values: &MultiVal) -> MultiUnionPwAff = isl_multi_union_pw_aff_mod_multi_val;
    /// Times a value.
    scale_val(self, value: &Val) -> MultiUnionPwAff = isl_multi_union_pw_aff_scale_val;
    /// Times a value.
    scale_multi_val(self, values: &MultiVal) -> MultiUnionPwAff = isl_multi_union_pw_aff_scale_multi_val;
    /// Divided by a value.
    scale_down_val(self, value: &Val) -> MultiUnionPwAff = isl_multi_union_pw_aff_scale_down_val;
    /// Divided by a value.
    scale_down_multi_val(self, values: &MultiVal) -> MultiUnionPwAff = isl_multi_union_pw_aff_scale_down_multi_val;
    /// The sum where both are defined, else the one that is.
    union_add(self, other: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_union_add;
    /// Where the value is zero.
    zero_union_set(self) -> UnionSet = isl_multi_union_pw_aff_zero_union_set;
    /// The domain.
    domain(self) -> UnionSet = isl_multi_union_pw_aff_domain;
    /// The part in the given set.
    intersect_domain(self, set: &UnionSet) -> MultiUnionPwAff = isl_multi_union_pw_aff_intersect_domain;
    /// The part whose range is in the given set.
    intersect_range(self, set: &Set) -> MultiUnionPwAff = isl_multi_union_pw_aff_intersect_range;
    /// The part for which the parameters are in the given set.
    intersect_params(self, params: &Set) -> MultiUnionPwAff = isl_multi_union_pw_aff_intersect_params;
    /// Joins pieces where that needs no approximation.
    coalesce(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_coalesce;
    /// Simplifies, given that only elements of the context matter.
    gist(self, context: &UnionSet) -> MultiUnionPwAff = isl_multi_union_pw_aff_gist;
    /// Simplifies, given that only these parameter values matter.
    gist_params(self, context: &Set) -> MultiUnionPwAff = isl_multi_union_pw_aff_gist_params;
    /// The function after the given one.
    pullback_union_pw_multi_aff(self, function: &UnionPwMultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_pullback_union_pw_multi_aff;
    /// The same domain, pairs of ranges.
    range_product(self, other: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_range_product;
    /// The same domain, pairs of ranges, flattened.
    flat_range_product(self, other: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_flat_range_product;
    /// With the elements of the other put in.
    range_splice(self, position: usize, other: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_range_splice;
    /// The second factors of a product.
    factor_range(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_factor_range;
    /// The first factor of the range.
    range_factor_domain(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_range_factor_domain;
    /// The second factor of the range.
    range_factor_range(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_range_factor_range;
    /// The range without its nesting.
    flatten_range(self) -> MultiUnionPwAff = isl_multi_union_pw_aff_flatten_range;
    /// The given function of these values.
    apply_aff(self, value: &Aff) -> UnionPwAff = isl_multi_union_pw_aff_apply_aff;
    /// The given function of these values.
    apply_multi_aff(self, function: &MultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_apply_multi_aff;
    /// The given function of these values.
    apply_pw_aff(self, value: &PwAff) -> UnionPwAff = isl_multi_union_pw_aff_apply_pw_aff;
    /// The given function of these values.
    apply_pw_multi_aff(self, function: &PwMultiAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_apply_pw_multi_aff;
    /// The part in the given space, possibly empty.
    extract_multi_pw_aff(self, space: &Space) -> MultiPwAff = isl_multi_union_pw_aff_extract_multi_pw_aff;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &MultiUnionPwAff) -> bool = isl_multi_union_pw_aff_plain_is_equal;
    /// Whether some value is not a number.
    involves_nan(self) -> bool = isl_multi_union_pw_aff_involves_nan;
    /// Drops dimensions that play no role.
    drop_dims(self, dim: Dim, first: usize, count: usize) -> MultiUnionPwAff = isl_multi_union_pw_aff_drop_dims;
    /// Reorders and adds parameters as in the given space.
    align_params(self, space: &Space) -> MultiUnionPwAff = isl_multi_union_pw_aff_align_params;
    /// The space.
    space(self) -> Space = isl_multi_union_pw_aff_get_space;
    /// The space of the domain.
    domain_space(self) -> Space = isl_multi_union_pw_aff_get_domain_space;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_multi_union_pw_aff_dim;
    /// Whether the tuple has an identifier.
    has_tuple_id(self, dim: Dim) -> bool = isl_multi_union_pw_aff_has_tuple_id;
    /// The identifier of the tuple.
    tuple_id(self, dim: Dim) -> Id = isl_multi_union_pw_aff_get_tuple_id;
    /// Names the tuple.
    set_tuple_id(self, dim: Dim, id: &Id) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_tuple_id;
    /// Makes the tuple anonymous.
    reset_tuple_id(self, dim: Dim) -> MultiUnionPwAff = isl_multi_union_pw_aff_reset_tuple_id;
    /// The identifier of the dimension.
    dim_id(self, dim: Dim, position: usize) -> Id = isl_multi_union_pw_aff_get_dim_id;
    /// Names the dimension.
    set_dim_id(self, dim: Dim, position: usize, id: &Id) -> MultiUnionPwAff = isl_multi_union_pw_aff_set_dim_id;
} }
constructors! { UnionPwMultiAff {
    /// Nothing, in the given space.
    empty(space: &Space) = isl_union_pw_multi_aff_empty_space;
    /// The same thing as this more general type.
    from_aff(value: &Aff) = isl_union_pw_multi_aff_from_aff;
    /// The same thing as this more general type.
    from_multi_aff(function: &MultiAff) = isl_union_pw_multi_aff_from_multi_aff;
    /// The same thing as this more general type.
    from_pw_multi_aff(function: &PwMultiAff) = isl_union_pw_multi_aff_from_pw_multi_aff;
    /// The same thing as this more general type.
    from_union_set(set: &UnionSet) = isl_union_pw_multi_aff_from_union_set;
    /// The map from each element to nothing.
    from_domain(set: &UnionSet) = isl_union_pw_multi_aff_from_domain;
    /// The same thing as this more general type.
    from_union_map(map: &UnionMap) = isl_union_pw_multi_aff_from_union_map;
    /// The same thing as this more general type.
    from_union_pw_aff(value: &UnionPwAff) = isl_union_pw_multi_aff_from_union_pw_aff;
    /// The same thing as this more general type.
    from_multi_union_pw_aff(value: &MultiUnionPwAff) = isl_union_pw_multi_aff_from_multi_union_pw_aff;
    /// A constant tuple on the given domain.
    multi_val_on_domain(domain: &UnionSet, values: &MultiVal) = isl_union_pw_multi_aff_multi_val_on_domain;
} }

methods! { UnionPwMultiAff {
    /// The sum.
    add(self, other: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_add;
    /// The difference.
    sub(self, other: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_sub;
    /// Minus each value.
    neg(self) -> UnionPwMultiAff = isl_union_pw_multi_aff_neg;
    /// Times a value.
    scale_val(self, val: &Val) -> UnionPwMultiAff = isl_union_pw_multi_aff_scale_val;
    /// Times a value.
    scale_multi_val(self, values: &MultiVal) -> UnionPwMultiAff = isl_union_pw_multi_aff_scale_multi_val;
    /// Divided by a value.
    scale_down_val(self, val: &Val) -> UnionPwMultiAff = isl_union_pw_multi_aff_scale_down_val;
    /// The sum where both are defined, else the one that is.
    union_add(self, other: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_union_add;
    /// The domain.
    domain(self) -> UnionSet = isl_union_pw_multi_aff_domain;
    /// The part in the given set.
    intersect_domain(self, set: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_domain_union_set;
    /// The part for which the parameters are in the given set.
    intersect_params(self, set: &Set) -> UnionPwMultiAff = isl_union_pw_multi_aff_intersect_params;
    /// The part whose domain is outside the given set.
    subtract_domain(self, set: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_subtract_domain_union_set;
    /// Joins pieces where that needs no approximation.
    coalesce(self) -> UnionPwMultiAff = isl_union_pw_multi_aff_coalesce;
    /// Simplifies, given that only elements of the context matter.
    gist(self, context: &UnionSet) -> UnionPwMultiAff = isl_union_pw_multi_aff_gist;
    /// Simplifies, given that only these parameter values matter.
    gist_params(self, context: &Set) -> UnionPwMultiAff = isl_union_pw_multi_aff_gist_params;
    /// The function after the given one.
    pullback_union_pw_multi_aff(self, other: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_pullback_union_pw_multi_aff;
    /// The same domain, pairs of ranges, flattened.
    flat_range_product(self, other: &UnionPwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_flat_range_product;
    /// The first factor of the range.
    range_factor_domain(self) -> UnionPwMultiAff = isl_union_pw_multi_aff_range_factor_domain;
    /// The second factor of the range.
    range_factor_range(self) -> UnionPwMultiAff = isl_union_pw_multi_aff_range_factor_range;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &UnionPwMultiAff) -> bool = isl_union_pw_multi_aff_plain_is_equal;
    /// Whether it is obviously empty; a cheap test.
    plain_is_empty(self) -> bool = isl_union_pw_multi_aff_plain_is_empty;
    /// Whether some value is not a number.
    involves_nan(self) -> bool = isl_union_pw_multi_aff_involves_nan;
    /// Whether the conversion to the simpler type is exact.
    isa_pw_multi_aff(self) -> bool = isl_union_pw_multi_aff_isa_pw_multi_aff;
    /// As a function in pieces; an error unless single valued.
    as_pw_multi_aff(self) -> PwMultiAff = isl_union_pw_multi_aff_as_pw_multi_aff;
    /// As a union of maps.
    as_union_map(self) -> UnionMap = isl_union_pw_multi_aff_as_union_map;
    /// As a function; an error unless single valued.
    as_multi_union_pw_aff(self) -> MultiUnionPwAff = isl_union_pw_multi_aff_as_multi_union_pw_aff;
    /// Adds a piece.
    add_pw_multi_aff(self, function: &PwMultiAff) -> UnionPwMultiAff = isl_union_pw_multi_aff_add_pw_multi_aff;
    /// The part in the given space, possibly empty.
    extract_pw_multi_aff(self, space: &Space) -> PwMultiAff = isl_union_pw_multi_aff_extract_pw_multi_aff;
    /// The number of pieces.
    n_pw_multi_aff(self) -> usize = isl_union_pw_multi_aff_n_pw_multi_aff;
    /// Reorders and adds parameters as in the given space.
    align_params(self, space: &Space) -> UnionPwMultiAff = isl_union_pw_multi_aff_align_params;
    /// Removes the parameters that play no role.
    drop_unused_params(self) -> UnionPwMultiAff = isl_union_pw_multi_aff_drop_unused_params;
    /// The space.
    space(self) -> Space = isl_union_pw_multi_aff_get_space;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_union_pw_multi_aff_dim;
} }
