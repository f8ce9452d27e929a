//! Sets and relations over several spaces at once: the instances of all statements, all accesses,
//! all dependences.

use super::callback::visitors;
use super::error::Result;
use super::object::{constructors, methods, object};
use super::parse::parse_plain;
use super::values::Point;
use super::{
    BasicMap, Context, Map, MultiUnionPwAff, Set, Space, UnionPwAff, UnionPwMultiAff, sys,
};

object! {
    /// Sets of several spaces.
    UnionSet = isl_union_set, isl_union_set_copy, isl_union_set_free, isl_union_set_to_str
}

impl UnionSet {
    /// Reads e.g. `[N] -> { S[i] : 0 <= i < N; T[] }`.
    pub fn parse(context: &Context, text: &str) -> Result<UnionSet> {
        parse_plain(context, text, sys::isl_union_set_read_from_str, "union set")
    }

    /// The empty set.
    pub fn none(context: &Context) -> Result<UnionSet> {
        UnionSet::empty(&Space::unit(context)?)
    }
}

object! {
    /// Relations between several spaces.
    UnionMap = isl_union_map, isl_union_map_copy, isl_union_map_free, isl_union_map_to_str
}

impl UnionMap {
    /// Reads e.g. `[N] -> { S[i] -> A[i]; T[] -> A[0] }`.
    pub fn parse(context: &Context, text: &str) -> Result<UnionMap> {
        parse_plain(context, text, sys::isl_union_map_read_from_str, "union map")
    }

    /// The empty relation.
    pub fn none(context: &Context) -> Result<UnionMap> {
        UnionMap::empty(&Space::unit(context)?)
    }
}

visitors! { UnionSet {
    /// The sets, one for each space.
    foreach_set, sets: Set = isl_union_set_foreach_set;
    /// The points; the set must be finite and without parameters.
    foreach_point, points: Point = isl_union_set_foreach_point;
} }

visitors! { UnionMap {
    /// The maps, one for each pair of spaces.
    foreach_map, maps: Map = isl_union_map_foreach_map;
} }

constructors! { UnionSet {
    /// The empty set in the given space.
    empty(space: &Space) = isl_union_set_empty_space;
    /// The same set as this more general type.
    from_set(set: &Set) = isl_union_set_from_set;
    /// The same set as this more general type.
    from_point(point: &Point) = isl_union_set_from_point;
} }

methods! { UnionSet {
    /// All elements of the spaces that occur.
    universe(self) -> UnionSet = isl_union_set_universe;
    /// Whether there is no element.
    is_empty(self) -> bool = isl_union_set_is_empty;
    /// Whether both hold the same elements.
    is_equal(self, other: &UnionSet) -> bool = isl_union_set_is_equal;
    /// Whether every element is in the other.
    is_subset(self, other: &UnionSet) -> bool = isl_union_set_is_subset;
    /// Whether it is a set of parameter values.
    is_params(self) -> bool = isl_union_set_is_params;
    /// The elements of either.
    union(self, other: &UnionSet) -> UnionSet = isl_union_set_union;
    /// The elements of both.
    intersect(self, other: &UnionSet) -> UnionSet = isl_union_set_intersect;
    /// The elements of the first that are not in the other.
    subtract(self, other: &UnionSet) -> UnionSet = isl_union_set_subtract;
    /// The part for which the parameters are in the given set.
    intersect_params(self, set: &Set) -> UnionSet = isl_union_set_intersect_params;
    /// The image under the given map.
    apply(self, map: &UnionMap) -> UnionSet = isl_union_set_apply;
    /// The parameter values for which there is an element.
    params(self) -> Set = isl_union_set_params;
    /// Joins pieces if that needs no approximation, or fails by a bug of isl: see `coalesce`.
    coalesce_or_fail(self) -> UnionSet = isl_union_set_coalesce;
    /// Makes implied equalities explicit.
    detect_equalities(self) -> UnionSet = isl_union_set_detect_equalities;
    /// The lexicographically smallest elements.
    lexmin(self) -> UnionSet = isl_union_set_lexmin;
    /// Some element, or a void point if there is none.
    sample_point(self) -> Point = isl_union_set_sample_point;
    /// The smallest set without modulo constraints that contains it (exact over the rationals).
    polyhedral_hull(self) -> UnionSet = isl_union_set_polyhedral_hull;
    /// The map from each element to itself.
    identity(self) -> UnionMap = isl_union_set_identity;
    /// The relation whose pairs are the elements.
    unwrap(self) -> UnionMap = isl_union_set_unwrap;
    /// Pairs of elements of both with the first lexicographically smaller.
    lex_lt_union_set(self, other: &UnionSet) -> UnionMap = isl_union_set_lex_lt_union_set;
    /// Forgets all parameters.
    project_out_all_params(self) -> UnionSet = isl_union_set_project_out_all_params;
    /// Removes unused parameters.
    drop_unused_params(self) -> UnionSet = isl_union_set_drop_unused_params;
    /// Adds a piece.
    add_set(self, set: &Set) -> UnionSet = isl_union_set_add_set;
    /// The number of pieces.
    n_set(self) -> usize = isl_union_set_n_set;
    /// The space.
    space(self) -> Space = isl_union_set_get_space;
} }
constructors! { UnionMap {
    /// The empty relation in the given space.
    empty(space: &Space) = isl_union_map_empty_space;
    /// The same relation as this more general type.
    from_map(map: &Map) = isl_union_map_from_map;
    /// The map from each element to nothing.
    from_domain(set: &UnionSet) = isl_union_map_from_domain;
    /// All pairs of an element of the domain with one of the range.
    from_domain_and_range(domain: &UnionSet, range: &UnionSet) = isl_union_map_from_domain_and_range;
    /// The same relation as this more general type.
    from_union_pw_aff(value: &UnionPwAff) = isl_union_map_from_union_pw_aff;
    /// The same relation as this more general type.
    from_multi_union_pw_aff(value: &MultiUnionPwAff) = isl_union_map_from_multi_union_pw_aff;
    /// The same relation as this more general type.
    from_union_pw_multi_aff(function: &UnionPwMultiAff) = isl_union_map_from_union_pw_multi_aff;
} }

methods! { UnionMap {
    /// Whether there is no element.
    is_empty(self) -> bool = isl_union_map_is_empty;
    /// Whether both hold the same elements.
    is_equal(self, other: &UnionMap) -> bool = isl_union_map_is_equal;
    /// Whether every element is in the other.
    is_subset(self, other: &UnionMap) -> bool = isl_union_map_is_subset;
    /// Whether each domain element has one image.
    is_single_valued(self) -> bool = isl_union_map_is_single_valued;
    /// Whether no two domain elements share an image.
    is_injective(self) -> bool = isl_union_map_is_injective;
    /// Whether it is obviously empty; a cheap test.
    plain_is_empty(self) -> bool = isl_union_map_plain_is_empty;
    /// The elements of either.
    union(self, other: &UnionMap) -> UnionMap = isl_union_map_union;
    /// The elements of both.
    intersect(self, other: &UnionMap) -> UnionMap = isl_union_map_intersect;
    /// The elements of the first that are not in the other.
    subtract(self, other: &UnionMap) -> UnionMap = isl_union_map_subtract;
    /// The part for which the parameters are in the given set.
    intersect_params(self, set: &Set) -> UnionMap = isl_union_map_intersect_params;
    /// The part in the given set.
    intersect_domain(self, set: &UnionSet) -> UnionMap = isl_union_map_intersect_domain_union_set;
    /// The part whose range is in the given set.
    intersect_range(self, set: &UnionSet) -> UnionMap = isl_union_map_intersect_range_union_set;
    /// The part whose domain is outside the given set.
    subtract_domain(self, domain: &UnionSet) -> UnionMap = isl_union_map_subtract_domain;
    /// The part whose range is outside the given set.
    subtract_range(self, domain: &UnionSet) -> UnionMap = isl_union_map_subtract_range;
    /// Applies the given map to the domain.
    apply_domain(self, other: &UnionMap) -> UnionMap = isl_union_map_apply_domain;
    /// Applies the given map to the range: the composition, `other` after `self`.
    apply_range(self, other: &UnionMap) -> UnionMap = isl_union_map_apply_range;
    /// Domain and range swapped.
    reverse(self) -> UnionMap = isl_union_map_reverse;
    /// The domain.
    domain(self) -> UnionSet = isl_union_map_domain;
    /// The range.
    range(self) -> UnionSet = isl_union_map_range;
    /// Simplifies, given that only these domain elements matter.
    gist_domain(self, set: &UnionSet) -> UnionMap = isl_union_map_gist_domain;
    /// Joins pieces if that needs no approximation, or fails by a bug of isl: see `coalesce`.
    coalesce_or_fail(self) -> UnionMap = isl_union_map_coalesce;
    /// The differences, range minus domain.
    deltas(self) -> UnionSet = isl_union_map_deltas;
    /// The pairs of the relation as elements of a set.
    wrap(self) -> UnionSet = isl_union_map_wrap;
    /// The map from each pair to its domain.
    domain_map(self) -> UnionMap = isl_union_map_domain_map;
    /// The map from each pair to its range.
    range_map(self) -> UnionMap = isl_union_map_range_map;
    /// Pairs of elements: `[A -> B]`.
    product(self, other: &UnionMap) -> UnionMap = isl_union_map_product;
    /// The same domain, pairs of ranges.
    range_product(self, other: &UnionMap) -> UnionMap = isl_union_map_range_product;
    /// The same domain, pairs of ranges, flattened.
    flat_range_product(self, other: &UnionMap) -> UnionMap = isl_union_map_flat_range_product;
    /// Pairs of elements of both with the first lexicographically smaller.
    lex_lt_union_map(self, other: &UnionMap) -> UnionMap = isl_union_map_lex_lt_union_map;
    /// The pairs at which the function has the same value.
    eq_at_multi_union_pw_aff(self, value: &MultiUnionPwAff) -> UnionMap = isl_union_map_eq_at_multi_union_pw_aff;
    /// The pairs at which the function has a lexicographically smaller value first.
    lex_lt_at_multi_union_pw_aff(self, value: &MultiUnionPwAff) -> UnionMap = isl_union_map_lex_lt_at_multi_union_pw_aff;
    /// The pairs at which the function has a lexicographically greater value first.
    lex_gt_at_multi_union_pw_aff(self, value: &MultiUnionPwAff) -> UnionMap = isl_union_map_lex_gt_at_multi_union_pw_aff;
    /// Forgets all parameters.
    project_out_all_params(self) -> UnionMap = isl_union_map_project_out_all_params;
    /// Adds a piece.
    add_map(self, map: &Map) -> UnionMap = isl_union_map_add_map;
    /// The number of pieces.
    n_map(self) -> usize = isl_union_map_n_map;
    /// As a map.
    as_map(self) -> Map = isl_union_map_as_map;
    /// As a function; an error unless single valued.
    as_union_pw_multi_aff(self) -> UnionPwMultiAff = isl_union_map_as_union_pw_multi_aff;
    /// Some pair, as a map.
    sample(self) -> BasicMap = isl_union_map_sample;
    /// The space.
    space(self) -> Space = isl_union_map_get_space;
} }
