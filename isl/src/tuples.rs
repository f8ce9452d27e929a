//! Tuples of quasi-affine expressions: functions from one space to another.
//!
//! [`MultiAff`] has one expression for each dimension, [`PwMultiAff`] a different tuple on each
//! piece.

use super::error::Result;
use super::object::{constructors, methods, object};
use super::parse::{Grammar, parse};
use super::{Aff, Context, Dim, Id, PwAff, Set, sys};

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
    /// A tuple of quasi-affine expressions on each piece of a domain.
    PwMultiAff = isl_pw_multi_aff, isl_pw_multi_aff_copy, isl_pw_multi_aff_free, isl_pw_multi_aff_to_str
}

constructors! { MultiAff {
    /// The same function as this more general type.
    from_aff(value: &Aff) = isl_multi_aff_from_aff;
} }

methods! { MultiAff {
    /// An element of the tuple.
    at(self, position: usize) -> Aff = isl_multi_aff_get_at;
    /// The same domain, pairs of ranges, flattened.
    flat_range_product(self, other: &MultiAff) -> MultiAff = isl_multi_aff_flat_range_product;
    /// As a function in pieces.
    to_pw_multi_aff(self) -> PwMultiAff = isl_multi_aff_to_pw_multi_aff;
    /// Names the tuple.
    set_tuple_id(self, dim: Dim, id: &Id) -> MultiAff = isl_multi_aff_set_tuple_id;
} }
constructors! { PwMultiAff {
    /// The function to the space without dimensions.
    from_domain(domain: &Set) = isl_pw_multi_aff_from_domain;
    /// A tuple of one element.
    from_pw_aff(value: &PwAff) = isl_pw_multi_aff_from_pw_aff;
} }

methods! { PwMultiAff {
    /// An element of the tuple.
    at(self, position: usize) -> PwAff = isl_pw_multi_aff_get_at;
    /// The domain.
    domain(self) -> Set = isl_pw_multi_aff_domain;
    /// The elements of both tuples, where both have values.
    flat_range_product(self, other: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_flat_range_product;
    /// Joins pieces if that needs no approximation, or fails by a bug of isl: see `coalesce`.
    coalesce_or_fail(self) -> PwMultiAff = isl_pw_multi_aff_coalesce;
    /// Names the tuple.
    set_tuple_id(self, dim: Dim, id: &Id) -> PwMultiAff = isl_pw_multi_aff_set_tuple_id;
    /// The function after the given one.
    pullback_pw_multi_aff(self, other: &PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_pullback_pw_multi_aff;
} }
