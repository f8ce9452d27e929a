//! Relations between integer points of two spaces: [`BasicMap`] is one conjunction of constraints, [`Map`] a union.

use super::callback::visitors;
use super::error::Result;
use super::object::{constructors, methods, object};
use super::parse::{Grammar, parse};
use super::values::{FixedBox, StrideInfo, Val};
use super::{
    Aff, BasicSet, Context, Dim, Id, MultiAff, MultiPwAff, PwAff, PwMultiAff, Set, Space, UnionMap,
    sys,
};

object! {
    /// The pairs of points that satisfy one conjunction of affine constraints.
    BasicMap = isl_basic_map, isl_basic_map_copy, isl_basic_map_free, isl_basic_map_to_str
}

impl BasicMap {
    /// Reads e.g. `{ S[i] -> A[i + 1] }`.
    pub fn parse(context: &Context, text: &str) -> Result<BasicMap> {
        parse(
            context,
            text,
            sys::isl_basic_map_read_from_str,
            Grammar::Braces,
            "basic map",
        )
    }
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
    /// Nothing, in the given space.
    empty(space: &Space) = isl_basic_map_empty;
    /// All elements of the given space.
    universe(space: &Space) = isl_basic_map_universe;
    /// All non-negative elements of the given space.
    nat_universe(space: &Space) = isl_basic_map_nat_universe;
    /// The map from each element to itself.
    identity(space: &Space) = isl_basic_map_identity;
    /// The map from each element to nothing.
    from_domain(basic_set: &BasicSet) = isl_basic_map_from_domain;
    /// The map from nothing to each element.
    from_range(basic_set: &BasicSet) = isl_basic_map_from_range;
    /// All pairs of an element of the domain with one of the range.
    from_domain_and_range(domain: &BasicSet, range: &BasicSet) = isl_basic_map_from_domain_and_range;
    /// The same thing as this more general type.
    from_aff(value: &Aff) = isl_basic_map_from_aff;
    /// The same thing as this more general type.
    from_multi_aff(function: &MultiAff) = isl_basic_map_from_multi_aff;
} }

methods! { BasicMap {
    /// The elements of both.
    intersect(self, other: &BasicMap) -> BasicMap = isl_basic_map_intersect;
    /// The part for which the parameters are in the given set.
    intersect_params(self, basic_set: &BasicSet) -> BasicMap = isl_basic_map_intersect_params;
    /// The part in the given set.
    intersect_domain(self, basic_set: &BasicSet) -> BasicMap = isl_basic_map_intersect_domain;
    /// The part whose range is in the given set.
    intersect_range(self, basic_set: &BasicSet) -> BasicMap = isl_basic_map_intersect_range;
    /// The elements of either.
    union(self, other: &BasicMap) -> Map = isl_basic_map_union;
    /// Applies the given map to the domain.
    apply_domain(self, other: &BasicMap) -> BasicMap = isl_basic_map_apply_domain;
    /// Applies the given map to the range: the composition, `other` after `self`.
    apply_range(self, other: &BasicMap) -> BasicMap = isl_basic_map_apply_range;
    /// Domain and range swapped.
    reverse(self) -> BasicMap = isl_basic_map_reverse;
    /// The domain.
    domain(self) -> BasicSet = isl_basic_map_domain;
    /// The range.
    range(self) -> BasicSet = isl_basic_map_range;
    /// Whether there is no element.
    is_empty(self) -> bool = isl_basic_map_is_empty;
    /// Whether both hold the same elements.
    is_equal(self, other: &BasicMap) -> bool = isl_basic_map_is_equal;
    /// Whether every element is in the other.
    is_subset(self, other: &BasicMap) -> bool = isl_basic_map_is_subset;
    /// Whether every element is in the other, which has more.
    is_strict_subset(self, other: &BasicMap) -> bool = isl_basic_map_is_strict_subset;
    /// Whether no element is in both.
    is_disjoint(self, other: &BasicMap) -> bool = isl_basic_map_is_disjoint;
    /// Whether each domain element has one image.
    is_single_valued(self) -> bool = isl_basic_map_is_single_valued;
    /// Whether it is obviously empty; a cheap test.
    plain_is_empty(self) -> bool = isl_basic_map_plain_is_empty;
    /// Whether it is obviously the whole space; a cheap test.
    plain_is_universe(self) -> bool = isl_basic_map_plain_is_universe;
    /// Simplifies, given that only elements of the context matter.
    gist(self, other: &BasicMap) -> BasicMap = isl_basic_map_gist;
    /// The lexicographically smallest elements.
    lexmin(self) -> Map = isl_basic_map_lexmin;
    /// The lexicographically largest elements.
    lexmax(self) -> Map = isl_basic_map_lexmax;
    /// Some element, as a set.
    sample(self) -> BasicMap = isl_basic_map_sample;
    /// The differences, range minus domain.
    deltas(self) -> BasicSet = isl_basic_map_deltas;
    /// The map from each pair to its difference.
    deltas_map(self) -> BasicMap = isl_basic_map_deltas_map;
    /// The pairs of the relation as elements of a set.
    wrap(self) -> BasicSet = isl_basic_map_wrap;
    /// The map from each pair to its domain.
    domain_map(self) -> BasicMap = isl_basic_map_domain_map;
    /// The map from each pair to its range.
    range_map(self) -> BasicMap = isl_basic_map_range_map;
    /// Pairs of elements: `[A -> B]`.
    product(self, other: &BasicMap) -> BasicMap = isl_basic_map_product;
    /// Pairs of elements, flattened: `[a, b]`.
    flat_product(self, other: &BasicMap) -> BasicMap = isl_basic_map_flat_product;
    /// The same range, pairs of domains.
    domain_product(self, other: &BasicMap) -> BasicMap = isl_basic_map_domain_product;
    /// The same domain, pairs of ranges.
    range_product(self, other: &BasicMap) -> BasicMap = isl_basic_map_range_product;
    /// The same domain, pairs of ranges, flattened.
    flat_range_product(self, other: &BasicMap) -> BasicMap = isl_basic_map_flat_range_product;
    /// From `[A -> B] -> C` to `A -> [B -> C]`.
    curry(self) -> BasicMap = isl_basic_map_curry;
    /// From `A -> [B -> C]` to `[A -> B] -> C`.
    uncurry(self) -> BasicMap = isl_basic_map_uncurry;
    /// From `[A -> B] -> [C -> D]` to `[A -> C] -> [B -> D]`.
    zip(self) -> BasicMap = isl_basic_map_zip;
    /// The elements without their nesting.
    flatten(self) -> BasicMap = isl_basic_map_flatten;
    /// The domain without its nesting.
    flatten_domain(self) -> BasicMap = isl_basic_map_flatten_domain;
    /// The range without its nesting.
    flatten_range(self) -> BasicMap = isl_basic_map_flatten_range;
    /// The sums of elements.
    sum(self, other: &BasicMap) -> BasicMap = isl_basic_map_sum;
    /// Minus each value.
    neg(self) -> BasicMap = isl_basic_map_neg;
    /// Adds unconstrained dimensions at the end.
    add_dims(self, dim: Dim, count: usize) -> BasicMap = isl_basic_map_add_dims;
    /// Inserts unconstrained dimensions.
    insert_dims(self, dim: Dim, position: usize, count: usize) -> BasicMap = isl_basic_map_insert_dims;
    /// Forgets some dimensions.
    project_out(self, dim: Dim, first: usize, count: usize) -> BasicMap = isl_basic_map_project_out;
    /// Drops the constraints on some dimensions, but keeps the dimensions.
    eliminate(self, dim: Dim, first: usize, count: usize) -> BasicMap = isl_basic_map_eliminate;
    /// Drops the constraints that involve any of these dimensions.
    drop_constraints_involving_dims(self, dim: Dim, first: usize, count: usize) -> BasicMap = isl_basic_map_drop_constraints_involving_dims;
    /// Drops the constraints that involve none of these dimensions.
    drop_constraints_not_involving_dims(self, dim: Dim, first: usize, count: usize) -> BasicMap = isl_basic_map_drop_constraints_not_involving_dims;
    /// Removes the parameters that play no role.
    drop_unused_params(self) -> BasicMap = isl_basic_map_drop_unused_params;
    /// Whether any of these dimensions plays a role.
    involves_dims(self, dim: Dim, first: usize, count: usize) -> bool = isl_basic_map_involves_dims;
    /// Moves dimensions to another place.
    move_dims(self, to_dim: Dim, to: usize, from_dim: Dim, from: usize, count: usize) -> BasicMap = isl_basic_map_move_dims;
    /// Fixes a dimension to a number.
    fix(self, dim: Dim, position: usize, value: i32) -> BasicMap = isl_basic_map_fix_si;
    /// Fixes a dimension to a value.
    fix_val(self, dim: Dim, position: usize, value: &Val) -> BasicMap = isl_basic_map_fix_val;
    /// Keeps the elements in which two dimensions are equal.
    equate(self, dim: Dim, position: usize, other_dim: Dim, other_position: usize) -> BasicMap = isl_basic_map_equate;
    /// Keeps the elements whose first dimension is at least the second.
    order_ge(self, dim: Dim, position: usize, other_dim: Dim, other_position: usize) -> BasicMap = isl_basic_map_order_ge;
    /// Keeps the elements whose first dimension is greater than the second.
    order_gt(self, dim: Dim, position: usize, other_dim: Dim, other_position: usize) -> BasicMap = isl_basic_map_order_gt;
    /// The smallest affine space that contains it.
    affine_hull(self) -> BasicMap = isl_basic_map_affine_hull;
    /// Makes implied equalities explicit.
    detect_equalities(self) -> BasicMap = isl_basic_map_detect_equalities;
    /// Removes redundant constraints.
    remove_redundancies(self) -> BasicMap = isl_basic_map_remove_redundancies;
    /// Overapproximates without existentially quantified variables.
    remove_divs(self) -> BasicMap = isl_basic_map_remove_divs;
    /// Makes all existentially quantified variables explicit.
    compute_divs(self) -> Map = isl_basic_map_compute_divs;
    /// Reorders and adds parameters as in the given space.
    align_params(self, space: &Space) -> BasicMap = isl_basic_map_align_params;
    /// Replaces the domain by its preimage under the function.
    preimage_domain_multi_aff(self, function: &MultiAff) -> BasicMap = isl_basic_map_preimage_domain_multi_aff;
    /// Replaces the range by its preimage under the function.
    preimage_range_multi_aff(self, function: &MultiAff) -> BasicMap = isl_basic_map_preimage_range_multi_aff;
    /// The space.
    space(self) -> Space = isl_basic_map_get_space;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_basic_map_dim;
    /// Names the tuple.
    set_tuple_id(self, dim: Dim, id: &Id) -> BasicMap = isl_basic_map_set_tuple_id;
    /// Whether it is the whole space.
    is_universe(self) -> bool = isl_basic_map_is_universe;
    /// The number of constraints.
    n_constraint(self) -> usize = isl_basic_map_n_constraint;
} }
constructors! { Map {
    /// Nothing, in the given space.
    empty(space: &Space) = isl_map_empty;
    /// All elements of the given space.
    universe(space: &Space) = isl_map_universe;
    /// All non-negative elements of the given space.
    nat_universe(space: &Space) = isl_map_nat_universe;
    /// The map from each element to itself.
    identity(space: &Space) = isl_map_identity;
    /// The map from each element to nothing.
    from_domain(set: &Set) = isl_map_from_domain;
    /// The map from nothing to each element.
    from_range(set: &Set) = isl_map_from_range;
    /// All pairs of an element of the domain with one of the range.
    from_domain_and_range(domain: &Set, range: &Set) = isl_map_from_domain_and_range;
    /// The same thing as this more general type.
    from_aff(value: &Aff) = isl_map_from_aff;
    /// The same thing as this more general type.
    from_multi_aff(function: &MultiAff) = isl_map_from_multi_aff;
    /// The same thing as this more general type.
    from_basic_map(basic_map: &BasicMap) = isl_map_from_basic_map;
    /// The same thing as this more general type.
    from_union_map(map: &UnionMap) = isl_map_from_union_map;
    /// The same thing as this more general type.
    from_pw_aff(value: &PwAff) = isl_map_from_pw_aff;
    /// The same thing as this more general type.
    from_pw_multi_aff(function: &PwMultiAff) = isl_map_from_pw_multi_aff;
    /// The same thing as this more general type.
    from_multi_pw_aff(value: &MultiPwAff) = isl_map_from_multi_pw_aff;
    /// All pairs in which the first is lexicographically smaller.
    lex_lt(set_space: &Space) = isl_map_lex_lt;
    /// All pairs in which the first is lexicographically smaller or equal.
    lex_le(set_space: &Space) = isl_map_lex_le;
    /// All pairs in which the first is lexicographically greater.
    lex_gt(set_space: &Space) = isl_map_lex_gt;
    /// All pairs in which the first is lexicographically greater or equal.
    lex_ge(set_space: &Space) = isl_map_lex_ge;
    /// Pairs of elements of both with the first lexicographically smaller.
    lex_lt_first(space: &Space, count: usize) = isl_map_lex_lt_first;
    /// Pairs of elements of both with the first lexicographically smaller or equal.
    lex_le_first(space: &Space, count: usize) = isl_map_lex_le_first;
    /// Pairs of elements of both with the first lexicographically greater.
    lex_gt_first(space: &Space, count: usize) = isl_map_lex_gt_first;
    /// Pairs of elements of both with the first lexicographically greater or equal.
    lex_ge_first(space: &Space, count: usize) = isl_map_lex_ge_first;
} }

methods! { Map {
    /// The elements of both.
    intersect(self, other: &Map) -> Map = isl_map_intersect;
    /// The part for which the parameters are in the given set.
    intersect_params(self, params: &Set) -> Map = isl_map_intersect_params;
    /// The part in the given set.
    intersect_domain(self, set: &Set) -> Map = isl_map_intersect_domain;
    /// The part whose range is in the given set.
    intersect_range(self, set: &Set) -> Map = isl_map_intersect_range;
    /// The elements of either.
    union(self, other: &Map) -> Map = isl_map_union;
    /// Applies the given map to the domain.
    apply_domain(self, other: &Map) -> Map = isl_map_apply_domain;
    /// Applies the given map to the range: the composition, `other` after `self`.
    apply_range(self, other: &Map) -> Map = isl_map_apply_range;
    /// Domain and range swapped.
    reverse(self) -> Map = isl_map_reverse;
    /// The domain.
    domain(self) -> Set = isl_map_domain;
    /// The range.
    range(self) -> Set = isl_map_range;
    /// Whether there is no element.
    is_empty(self) -> bool = isl_map_is_empty;
    /// Whether both hold the same elements.
    is_equal(self, other: &Map) -> bool = isl_map_is_equal;
    /// Whether every element is in the other.
    is_subset(self, other: &Map) -> bool = isl_map_is_subset;
    /// Whether every element is in the other, which has more.
    is_strict_subset(self, other: &Map) -> bool = isl_map_is_strict_subset;
    /// Whether no element is in both.
    is_disjoint(self, other: &Map) -> bool = isl_map_is_disjoint;
    /// Whether each domain element has one image.
    is_single_valued(self) -> bool = isl_map_is_single_valued;
    /// Whether it is obviously empty; a cheap test.
    plain_is_empty(self) -> bool = isl_map_plain_is_empty;
    /// Whether it is obviously the whole space; a cheap test.
    plain_is_universe(self) -> bool = isl_map_plain_is_universe;
    /// Simplifies, given that only elements of the context matter.
    gist(self, other: &Map) -> Map = isl_map_gist;
    /// The lexicographically smallest elements.
    lexmin(self) -> Map = isl_map_lexmin;
    /// The lexicographically largest elements.
    lexmax(self) -> Map = isl_map_lexmax;
    /// Some element, as a set.
    sample(self) -> BasicMap = isl_map_sample;
    /// The differences, range minus domain.
    deltas(self) -> Set = isl_map_deltas;
    /// The map from each pair to its difference.
    deltas_map(self) -> Map = isl_map_deltas_map;
    /// The pairs of the relation as elements of a set.
    wrap(self) -> Set = isl_map_wrap;
    /// The map from each pair to its domain.
    domain_map(self) -> Map = isl_map_domain_map;
    /// The map from each pair to its range.
    range_map(self) -> Map = isl_map_range_map;
    /// Pairs of elements: `[A -> B]`.
    product(self, other: &Map) -> Map = isl_map_product;
    /// Pairs of elements, flattened: `[a, b]`.
    flat_product(self, other: &Map) -> Map = isl_map_flat_product;
    /// The same range, pairs of domains.
    domain_product(self, other: &Map) -> Map = isl_map_domain_product;
    /// The same domain, pairs of ranges.
    range_product(self, other: &Map) -> Map = isl_map_range_product;
    /// The same domain, pairs of ranges, flattened.
    flat_range_product(self, other: &Map) -> Map = isl_map_flat_range_product;
    /// From `[A -> B] -> C` to `A -> [B -> C]`.
    curry(self) -> Map = isl_map_curry;
    /// From `A -> [B -> C]` to `[A -> B] -> C`.
    uncurry(self) -> Map = isl_map_uncurry;
    /// From `[A -> B] -> [C -> D]` to `[A -> C] -> [B -> D]`.
    zip(self) -> Map = isl_map_zip;
    /// The elements without their nesting.
    flatten(self) -> Map = isl_map_flatten;
    /// The domain without its nesting.
    flatten_domain(self) -> Map = isl_map_flatten_domain;
    /// The range without its nesting.
    flatten_range(self) -> Map = isl_map_flatten_range;
    /// The sums of elements.
    sum(self, other: &Map) -> Map = isl_map_sum;
    /// Minus each value.
    neg(self) -> Map = isl_map_neg;
    /// Adds unconstrained dimensions at the end.
    add_dims(self, dim: Dim, count: usize) -> Map = isl_map_add_dims;
    /// Inserts unconstrained dimensions.
    insert_dims(self, dim: Dim, position: usize, count: usize) -> Map = isl_map_insert_dims;
    /// Forgets some dimensions.
    project_out(self, dim: Dim, first: usize, count: usize) -> Map = isl_map_project_out;
    /// Drops the constraints on some dimensions, but keeps the dimensions.
    eliminate(self, dim: Dim, first: usize, count: usize) -> Map = isl_map_eliminate;
    /// Drops the constraints that involve any of these dimensions.
    drop_constraints_involving_dims(self, dim: Dim, first: usize, count: usize) -> Map = isl_map_drop_constraints_involving_dims;
    /// Drops the constraints that involve none of these dimensions.
    drop_constraints_not_involving_dims(self, dim: Dim, first: usize, count: usize) -> Map = isl_map_drop_constraints_not_involving_dims;
    /// Removes the parameters that play no role.
    drop_unused_params(self) -> Map = isl_map_drop_unused_params;
    /// Whether any of these dimensions plays a role.
    involves_dims(self, dim: Dim, first: usize, count: usize) -> bool = isl_map_involves_dims;
    /// Moves dimensions to another place.
    move_dims(self, to_dim: Dim, to: usize, from_dim: Dim, from: usize, count: usize) -> Map = isl_map_move_dims;
    /// Fixes a dimension to a number.
    fix(self, dim: Dim, position: usize, value: i32) -> Map = isl_map_fix_si;
    /// Fixes a dimension to a value.
    fix_val(self, dim: Dim, position: usize, value: &Val) -> Map = isl_map_fix_val;
    /// Keeps the elements in which two dimensions are equal.
    equate(self, dim: Dim, position: usize, other_dim: Dim, other_position: usize) -> Map = isl_map_equate;
    /// Keeps the elements whose first dimension is at least the second.
    order_ge(self, dim: Dim, position: usize, other_dim: Dim, other_position: usize) -> Map = isl_map_order_ge;
    /// Keeps the elements whose first dimension is greater than the second.
    order_gt(self, dim: Dim, position: usize, other_dim: Dim, other_position: usize) -> Map = isl_map_order_gt;
    /// The smallest affine space that contains it.
    affine_hull(self) -> BasicMap = isl_map_affine_hull;
    /// Makes implied equalities explicit.
    detect_equalities(self) -> Map = isl_map_detect_equalities;
    /// Removes redundant constraints.
    remove_redundancies(self) -> Map = isl_map_remove_redundancies;
    /// Overapproximates without existentially quantified variables.
    remove_divs(self) -> Map = isl_map_remove_divs;
    /// Makes all existentially quantified variables explicit.
    compute_divs(self) -> Map = isl_map_compute_divs;
    /// Reorders and adds parameters as in the given space.
    align_params(self, space: &Space) -> Map = isl_map_align_params;
    /// Replaces the domain by its preimage under the function.
    preimage_domain_multi_aff(self, function: &MultiAff) -> Map = isl_map_preimage_domain_multi_aff;
    /// Replaces the range by its preimage under the function.
    preimage_range_multi_aff(self, function: &MultiAff) -> Map = isl_map_preimage_range_multi_aff;
    /// The space.
    space(self) -> Space = isl_map_get_space;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_map_dim;
    /// Names the tuple.
    set_tuple_id(self, dim: Dim, id: &Id) -> Map = isl_map_set_tuple_id;
    /// As a union of maps.
    to_union_map(self) -> UnionMap = isl_map_to_union_map;
    /// The elements of the first that are not in the other.
    subtract(self, other: &Map) -> Map = isl_map_subtract;
    /// The elements of the space that are not here.
    complement(self) -> Map = isl_map_complement;
    /// The part whose domain is outside the given set.
    subtract_domain(self, domain: &Set) -> Map = isl_map_subtract_domain;
    /// The part whose range is outside the given set.
    subtract_range(self, domain: &Set) -> Map = isl_map_subtract_range;
    /// Joins pieces where that needs no approximation.
    coalesce(self) -> Map = isl_map_coalesce;
    /// The same elements in disjoint pieces.
    make_disjoint(self) -> Map = isl_map_make_disjoint;
    /// The elements of either, which the caller knows to be disjoint.
    union_disjoint(self, other: &Map) -> Map = isl_map_union_disjoint;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &Map) -> bool = isl_map_plain_is_equal;
    /// Whether both have the same space.
    has_equal_space(self, other: &Map) -> bool = isl_map_has_equal_space;
    /// The parameter values for which there is an element.
    params(self) -> Set = isl_map_params;
    /// Forgets all parameters.
    project_out_all_params(self) -> Map = isl_map_project_out_all_params;
    /// Forgets a parameter.
    project_out_param(self, id: &Id) -> Map = isl_map_project_out_param_id;
    /// Pairs of elements of both with the first lexicographically smaller.
    lex_lt_map(self, other: &Map) -> Map = isl_map_lex_lt_map;
    /// Pairs of elements of both with the first lexicographically smaller or equal.
    lex_le_map(self, other: &Map) -> Map = isl_map_lex_le_map;
    /// Pairs of elements of both with the first lexicographically greater.
    lex_gt_map(self, other: &Map) -> Map = isl_map_lex_gt_map;
    /// Pairs of elements of both with the first lexicographically greater or equal.
    lex_ge_map(self, other: &Map) -> Map = isl_map_lex_ge_map;
    /// The pairs at which the function has the same value.
    eq_at_multi_pw_aff(self, value: &MultiPwAff) -> Map = isl_map_eq_at_multi_pw_aff;
    /// The pairs at which the function has a lexicographically smaller value first.
    lex_lt_at_multi_pw_aff(self, value: &MultiPwAff) -> Map = isl_map_lex_lt_at_multi_pw_aff;
    /// The pairs at which the function has a lexicographically smaller or equal value first.
    lex_le_at_multi_pw_aff(self, value: &MultiPwAff) -> Map = isl_map_lex_le_at_multi_pw_aff;
    /// The pairs at which the function has a lexicographically greater value first.
    lex_gt_at_multi_pw_aff(self, value: &MultiPwAff) -> Map = isl_map_lex_gt_at_multi_pw_aff;
    /// The pairs at which the function has a lexicographically greater or equal value first.
    lex_ge_at_multi_pw_aff(self, value: &MultiPwAff) -> Map = isl_map_lex_ge_at_multi_pw_aff;
    /// Whether no two domain elements share an image.
    is_injective(self) -> bool = isl_map_is_injective;
    /// Whether it is a bijection.
    is_bijective(self) -> bool = isl_map_is_bijective;
    /// Whether each element is mapped to itself.
    is_identity(self) -> bool = isl_map_is_identity;
    /// Whether domain and range are both products.
    is_product(self) -> bool = isl_map_is_product;
    /// Whether the domain elements are wrapped pairs.
    domain_is_wrapping(self) -> bool = isl_map_domain_is_wrapping;
    /// Whether the range elements are wrapped pairs.
    range_is_wrapping(self) -> bool = isl_map_range_is_wrapping;
    /// The same range, pairs of domains, flattened.
    flat_domain_product(self, other: &Map) -> Map = isl_map_flat_domain_product;
    /// The first factors of a product.
    factor_domain(self) -> Map = isl_map_factor_domain;
    /// The second factors of a product.
    factor_range(self) -> Map = isl_map_factor_range;
    /// The first factor of the domain.
    domain_factor_domain(self) -> Map = isl_map_domain_factor_domain;
    /// The second factor of the domain.
    domain_factor_range(self) -> Map = isl_map_domain_factor_range;
    /// The first factor of the range.
    range_factor_domain(self) -> Map = isl_map_range_factor_domain;
    /// The second factor of the range.
    range_factor_range(self) -> Map = isl_map_range_factor_range;
    /// Curries the relation wrapped in the range.
    range_curry(self) -> Map = isl_map_range_curry;
    /// Simplifies, given that only these domain elements matter.
    gist_domain(self, context: &Set) -> Map = isl_map_gist_domain;
    /// Simplifies, given that only these range elements matter.
    gist_range(self, context: &Set) -> Map = isl_map_gist_range;
    /// Simplifies, given that only these parameter values matter.
    gist_params(self, context: &Set) -> Map = isl_map_gist_params;
    /// The smallest set without modulo constraints that contains it (exact over the rationals).
    polyhedral_hull(self) -> BasicMap = isl_map_polyhedral_hull;
    /// The convex hull.
    convex_hull(self) -> BasicMap = isl_map_convex_hull;
    /// A convex overapproximation from constraints that occur in it.
    simple_hull(self) -> BasicMap = isl_map_simple_hull;
    /// A convex overapproximation from unchanged constraints that occur in it.
    unshifted_simple_hull(self) -> BasicMap = isl_map_unshifted_simple_hull;
    /// A box of constant size, with an offset that depends on the parameters or the domain.
    range_simple_fixed_box_hull(self) -> FixedBox = isl_map_get_range_simple_fixed_box_hull;
    /// The stride and offset of a dimension.
    range_stride_info(self, position: usize) -> StrideInfo = isl_map_get_range_stride_info;
    /// The minimum of a dimension as a function of the parameters or the domain.
    dim_min(self, position: usize) -> PwAff = isl_map_dim_min;
    /// The maximum of a dimension as a function of the parameters or the domain.
    dim_max(self, position: usize) -> PwAff = isl_map_dim_max;
    /// The minimum of each dimension by itself.
    min_multi_pw_aff(self) -> MultiPwAff = isl_map_min_multi_pw_aff;
    /// The maximum of each dimension by itself.
    max_multi_pw_aff(self) -> MultiPwAff = isl_map_max_multi_pw_aff;
    /// The lexicographically smallest element as a function of the parameters or the domain.
    lexmin_pw_multi_aff(self) -> PwMultiAff = isl_map_lexmin_pw_multi_aff;
    /// The lexicographically largest element as a function of the parameters or the domain.
    lexmax_pw_multi_aff(self) -> PwMultiAff = isl_map_lexmax_pw_multi_aff;
    /// As a function in pieces; an error unless single valued.
    as_pw_multi_aff(self) -> PwMultiAff = isl_map_as_pw_multi_aff;
    /// Keeps the elements with a dimension of at least a number.
    lower_bound(self, dim: Dim, position: usize, value: i32) -> Map = isl_map_lower_bound_si;
    /// Keeps the elements with a dimension of at most a number.
    upper_bound(self, dim: Dim, position: usize, value: i32) -> Map = isl_map_upper_bound_si;
    /// Keeps the elements that are at least the bound in every dimension.
    lower_bound_multi_pw_aff(self, lower: &MultiPwAff) -> Map = isl_map_lower_bound_multi_pw_aff;
    /// Keeps the elements that are at most the bound in every dimension.
    upper_bound_multi_pw_aff(self, upper: &MultiPwAff) -> Map = isl_map_upper_bound_multi_pw_aff;
    /// Keeps the elements whose first dimension is at most the second.
    order_le(self, dim: Dim, position: usize, other_dim: Dim, other_position: usize) -> Map = isl_map_order_le;
    /// Keeps the elements whose first dimension is less than the second.
    order_lt(self, dim: Dim, position: usize, other_dim: Dim, other_position: usize) -> Map = isl_map_order_lt;
    /// Keeps the elements in which one dimension is minus the other.
    oppose(self, dim: Dim, position: usize, other_dim: Dim, other_position: usize) -> Map = isl_map_oppose;
    /// Fixes an input dimension to a number.
    fix_input(self, input: usize, value: i32) -> Map = isl_map_fix_input_si;
    /// Replaces the domain by its preimage under the function.
    preimage_domain_pw_multi_aff(self, function: &PwMultiAff) -> Map = isl_map_preimage_domain_pw_multi_aff;
    /// Replaces the domain by its preimage under the function.
    preimage_domain_multi_pw_aff(self, value: &MultiPwAff) -> Map = isl_map_preimage_domain_multi_pw_aff;
    /// Replaces the range by its preimage under the function.
    preimage_range_pw_multi_aff(self, function: &PwMultiAff) -> Map = isl_map_preimage_range_pw_multi_aff;
    /// Restricts the first factor of the wrapped domain.
    intersect_domain_factor_domain(self, other: &Map) -> Map = isl_map_intersect_domain_factor_domain;
    /// Restricts the second factor of the wrapped domain.
    intersect_domain_factor_range(self, other: &Map) -> Map = isl_map_intersect_domain_factor_range;
    /// Restricts the first factor of the wrapped range.
    intersect_range_factor_domain(self, other: &Map) -> Map = isl_map_intersect_range_factor_domain;
    /// Restricts the second factor of the wrapped range.
    intersect_range_factor_range(self, other: &Map) -> Map = isl_map_intersect_range_factor_range;
    /// Restricts the domain of the relation wrapped in the domain.
    intersect_domain_wrapped_domain(self, domain: &Set) -> Map = isl_map_intersect_domain_wrapped_domain;
    /// The map repeated a number of times.
    fixed_power_val(self, exp: &Val) -> Map = isl_map_fixed_power_val;
    /// The number of pieces.
    n_basic_map(self) -> usize = isl_map_n_basic_map;
    /// The number of input dimensions.
    domain_tuple_dim(self) -> usize = isl_map_domain_tuple_dim;
    /// The number of output dimensions.
    range_tuple_dim(self) -> usize = isl_map_range_tuple_dim;
    /// Whether the tuple has an identifier.
    has_tuple_id(self, dim: Dim) -> bool = isl_map_has_tuple_id;
    /// The identifier of the tuple.
    tuple_id(self, dim: Dim) -> Id = isl_map_get_tuple_id;
    /// Makes the tuple anonymous.
    reset_tuple_id(self, dim: Dim) -> Map = isl_map_reset_tuple_id;
    /// Whether the tuple has an identifier.
    has_domain_tuple_id(self) -> bool = isl_map_has_domain_tuple_id;
    /// The identifier of the tuple.
    domain_tuple_id(self) -> Id = isl_map_get_domain_tuple_id;
    /// Names the tuple.
    set_domain_tuple_id(self, id: &Id) -> Map = isl_map_set_domain_tuple_id;
    /// Whether the tuple has an identifier.
    has_range_tuple_id(self) -> bool = isl_map_has_range_tuple_id;
    /// The identifier of the tuple.
    range_tuple_id(self) -> Id = isl_map_get_range_tuple_id;
    /// Names the tuple.
    set_range_tuple_id(self, id: &Id) -> Map = isl_map_set_range_tuple_id;
    /// Whether the tuple has a name.
    has_tuple_name(self, dim: Dim) -> bool = isl_map_has_tuple_name;
    /// Whether the dimension has an identifier.
    has_dim_id(self, dim: Dim, position: usize) -> bool = isl_map_has_dim_id;
    /// The identifier of the dimension.
    dim_id(self, dim: Dim, position: usize) -> Id = isl_map_get_dim_id;
    /// Names the dimension.
    set_dim_id(self, dim: Dim, position: usize, id: &Id) -> Map = isl_map_set_dim_id;
} }
