//! Quasi-affine functions over several spaces at once: the members of a band.

use super::callback::visitors;
use super::error::Result;
use super::object::{constructors, methods, object};
use super::parse::{Grammar, parse, parse_plain};
use super::values::Val;
use super::{Aff, Context, Dim, Id, PwAff, PwMultiAff, Space, UnionMap, UnionSet, sys};

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
    /// The empty function in the given space.
    empty(space: &Space) = isl_union_pw_aff_empty_space;
    /// The same function as this more general type.
    from_aff(value: &Aff) = isl_union_pw_aff_from_aff;
    /// The same function as this more general type.
    from_pw_aff(value: &PwAff) = isl_union_pw_aff_from_pw_aff;
    /// A constant on the given domain.
    val_on_domain(domain: &UnionSet, value: &Val) = isl_union_pw_aff_val_on_domain;
    /// The value of a parameter, on the given domain.
    param_on_domain(domain: &UnionSet, id: &Id) = isl_union_pw_aff_param_on_domain_id;
} }

methods! { UnionPwAff {
    /// The sum where both are defined.
    add(self, other: &UnionPwAff) -> UnionPwAff = isl_union_pw_aff_add;
    /// The difference.
    sub(self, other: &UnionPwAff) -> UnionPwAff = isl_union_pw_aff_sub;
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
    /// The set on which the value is zero.
    zero_union_set(self) -> UnionSet = isl_union_pw_aff_zero_union_set;
    /// The domain.
    domain(self) -> UnionSet = isl_union_pw_aff_domain;
    /// The part in the given set.
    intersect_domain(self, set: &UnionSet) -> UnionPwAff = isl_union_pw_aff_intersect_domain_union_set;
    /// The part whose domain is outside the given set.
    subtract_domain(self, set: &UnionSet) -> UnionPwAff = isl_union_pw_aff_subtract_domain_union_set;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &UnionPwAff) -> bool = isl_union_pw_aff_plain_is_equal;
    /// Adds a piece.
    add_pw_aff(self, value: &PwAff) -> UnionPwAff = isl_union_pw_aff_add_pw_aff;
    /// The part in the given space, possibly empty.
    extract_pw_aff(self, space: &Space) -> PwAff = isl_union_pw_aff_extract_pw_aff;
    /// Removes unused parameters.
    drop_unused_params(self) -> UnionPwAff = isl_union_pw_aff_drop_unused_params;
    /// The space.
    space(self) -> Space = isl_union_pw_aff_get_space;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_union_pw_aff_dim;
} }
constructors! { MultiUnionPwAff {
    /// The same function as this more general type.
    from_union_pw_aff(value: &UnionPwAff) = isl_multi_union_pw_aff_from_union_pw_aff;
    /// The same function as this more general type.
    from_union_map(map: &UnionMap) = isl_multi_union_pw_aff_from_union_map;
} }

methods! { MultiUnionPwAff {
    /// The number of elements.
    size(self) -> usize = isl_multi_union_pw_aff_size;
    /// An element of the tuple.
    at(self, position: usize) -> UnionPwAff = isl_multi_union_pw_aff_get_at;
    /// The same domain, pairs of ranges, flattened.
    flat_range_product(self, other: &MultiUnionPwAff) -> MultiUnionPwAff = isl_multi_union_pw_aff_flat_range_product;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &MultiUnionPwAff) -> bool = isl_multi_union_pw_aff_plain_is_equal;
} }
constructors! { UnionPwMultiAff {
    /// The same function as this more general type.
    from_multi_union_pw_aff(value: &MultiUnionPwAff) = isl_union_pw_multi_aff_from_multi_union_pw_aff;
} }

methods! { UnionPwMultiAff {
    /// The part in the given space, possibly empty.
    extract_pw_multi_aff(self, space: &Space) -> PwMultiAff = isl_union_pw_multi_aff_extract_pw_multi_aff;
} }
