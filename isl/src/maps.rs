//! Relations between integer points of two spaces: [`BasicMap`] is one conjunction of constraints,
//! [`Map`] a union.

use super::callback::visitors;
use super::error::Result;
use super::object::{constructors, methods, object};
use super::parse::{Grammar, parse};
use super::values::FixedBox;
use super::{Context, Dim, Id, MultiAff, PwAff, PwMultiAff, Set, Space, UnionMap, sys};

object! {
    /// The pairs of points that satisfy one conjunction of affine constraints.
    BasicMap = isl_basic_map, isl_basic_map_copy, isl_basic_map_free, isl_basic_map_to_str
}

object! {
    /// A union of basic maps between the same two spaces.
    Map = isl_map, isl_map_copy, isl_map_free, isl_map_to_str
}

impl Map {
    /// Reads e.g. `[N] -> { S[i] -> A[i + 1] : i < N }`.
    pub fn parse(context: &Context, text: &str) -> Result<Map> {
        parse(
            context,
            text,
            sys::isl_map_read_from_str,
            Grammar::Braces,
            "map",
        )
    }
}

visitors! { Map {
    /// The basic maps.
    foreach_basic_map, basic_maps: BasicMap = isl_map_foreach_basic_map;
} }

constructors! { BasicMap {
    /// The same map as this more general type.
    from_multi_aff(function: &MultiAff) = isl_basic_map_from_multi_aff;
} }

methods! { BasicMap {
    /// The same domain, pairs of ranges, flattened.
    flat_range_product(self, other: &BasicMap) -> BasicMap = isl_basic_map_flat_range_product;
} }
constructors! { Map {
    /// The map from each element to itself.
    identity(space: &Space) = isl_map_identity;
    /// The map from each element to nothing.
    from_domain(set: &Set) = isl_map_from_domain;
    /// The map from each element of the domain to every element of the range.
    from_domain_and_range(domain: &Set, range: &Set) = isl_map_from_domain_and_range;
    /// The same thing as this more general type.
    from_multi_aff(function: &MultiAff) = isl_map_from_multi_aff;
    /// The same map as this more general type.
    from_basic_map(basic_map: &BasicMap) = isl_map_from_basic_map;
    /// The same map as this more general type.
    from_pw_aff(value: &PwAff) = isl_map_from_pw_aff;
    /// The same map as this more general type.
    from_pw_multi_aff(function: &PwMultiAff) = isl_map_from_pw_multi_aff;
} }

methods! { Map {
    /// The part in the given set.
    intersect_domain(self, set: &Set) -> Map = isl_map_intersect_domain;
    /// What both have.
    intersect(self, other: &Map) -> Map = isl_map_intersect;
    /// Forgets the values of the parameters.
    project_out_all_params(self) -> Map = isl_map_project_out_all_params;
    /// Applies the given map to the range: the composition, `other` after `self`.
    apply_range(self, other: &Map) -> Map = isl_map_apply_range;
    /// Domain and range swapped.
    reverse(self) -> Map = isl_map_reverse;
    /// The domain.
    domain(self) -> Set = isl_map_domain;
    /// The range.
    range(self) -> Set = isl_map_range;
    /// Whether each domain element has one image.
    is_single_valued(self) -> bool = isl_map_is_single_valued;
    /// Whether it is obviously empty; a cheap test.
    plain_is_empty(self) -> bool = isl_map_plain_is_empty;
    /// The differences, range minus domain.
    deltas(self) -> Set = isl_map_deltas;
    /// The pairs of the relation as elements of a set.
    wrap(self) -> Set = isl_map_wrap;
    /// The lexicographically smallest image of each domain element.
    lexmin(self) -> Map = isl_map_lexmin;
    /// The map from each pair to its domain.
    domain_map(self) -> Map = isl_map_domain_map;
    /// The map from each pair to its range.
    range_map(self) -> Map = isl_map_range_map;
    /// The same domain, pairs of ranges, flattened.
    flat_range_product(self, other: &Map) -> Map = isl_map_flat_range_product;
    /// The range without its nesting.
    flatten_range(self) -> Map = isl_map_flatten_range;
    /// Forgets some dimensions.
    project_out(self, dim: Dim, first: usize, count: usize) -> Map = isl_map_project_out;
    /// The pairs that are not in the other.
    subtract(self, other: &Map) -> Map = isl_map_subtract;
    /// Whether there are no pairs.
    is_empty(self) -> bool = isl_map_is_empty;
    /// The pairs of either.
    union(self, other: &Map) -> Map = isl_map_union;
    /// Finds implied equalities, by which quotients may follow from other dimensions.
    detect_equalities(self) -> Map = isl_map_detect_equalities;
    /// Removes redundant constraints.
    remove_redundancies(self) -> Map = isl_map_remove_redundancies;
    /// The space.
    space(self) -> Space = isl_map_get_space;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_map_dim;
    /// Names the tuple.
    set_tuple_id(self, dim: Dim, id: &Id) -> Map = isl_map_set_tuple_id;
    /// As a union of maps.
    to_union_map(self) -> UnionMap = isl_map_to_union_map;
    /// Joins pieces if that needs no approximation, or fails by a bug of isl: see `coalesce`.
    coalesce_or_fail(self) -> Map = isl_map_coalesce;
    /// Whether it is a bijection.
    is_bijective(self) -> bool = isl_map_is_bijective;
    /// Whether each element is mapped to itself.
    is_identity(self) -> bool = isl_map_is_identity;
    /// A box of constant size, with an offset that depends on the parameters or the domain.
    range_simple_fixed_box_hull(self) -> FixedBox = isl_map_get_range_simple_fixed_box_hull;
    /// As a function in pieces; an error unless single valued.
    as_pw_multi_aff(self) -> PwMultiAff = isl_map_as_pw_multi_aff;
    /// The smallest affine subspace that holds the relation.
    affine_hull(self) -> BasicMap = isl_map_affine_hull;
    /// The number of input dimensions.
    domain_tuple_dim(self) -> usize = isl_map_domain_tuple_dim;
    /// Whether the tuple has an identifier.
    has_tuple_id(self, dim: Dim) -> bool = isl_map_has_tuple_id;
    /// The identifier of the tuple.
    tuple_id(self, dim: Dim) -> Id = isl_map_get_tuple_id;
    /// Makes the tuple anonymous.
    reset_tuple_id(self, dim: Dim) -> Map = isl_map_reset_tuple_id;
} }
