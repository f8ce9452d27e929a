//! Sets of integer points of one space: [`BasicSet`] is one conjunction of constraints, [`Set`] a union of them.

use super::callback::visitors;
use super::error::Result;
use super::object::{constructors, methods, object};
use super::parse::{Grammar, parse};
use super::values::{FixedBox, MultiVal, Point, StrideInfo, Val};
use super::{
    BasicMap, Context, Dim, Id, Map, MultiAff, MultiPwAff, PwAff, PwMultiAff, Space, UnionSet, sys,
};

object! {
    /// The integer points that satisfy one conjunction of affine constraints.
    BasicSet = isl_basic_set, isl_basic_set_copy, isl_basic_set_free, isl_basic_set_to_str
}

impl BasicSet {
    /// Reads e.g. `[N] -> { S[i] : 0 <= i < N }`.
    pub fn parse(context: &Context, text: &str) -> Result<BasicSet> {
        parse(
            context,
            text,
            sys::isl_basic_set_read_from_str,
            Grammar::Braces,
            "basic set",
        )
    }
}

object! {
    /// A union of basic sets of one space.
    Set = isl_set, isl_set_copy, isl_set_free, isl_set_to_str
}

impl Set {
    /// Reads e.g. `[N] -> { S[i] : 0 <= i < N or i = 2N }`.
    pub fn parse(context: &Context, text: &str) -> Result<Set> {
        parse(
            context,
            text,
            sys::isl_set_read_from_str,
            Grammar::Braces,
            "set",
        )
    }

    /// The name of the tuple.
    pub fn name(&self) -> Option<String> {
        self.tuple_name(Dim::SET)
    }

    /// All parameter values: the context when nothing is known.
    pub fn universe_params(context: &Context) -> Result<Set> {
        Set::universe(&Space::unit(context)?)
    }
}

visitors! { Set {
    /// The basic sets.
    foreach_basic_set, basic_sets: BasicSet = isl_set_foreach_basic_set;
    /// The points; the set must be finite and without parameters.
    foreach_point, points: Point = isl_set_foreach_point;
} }

constructors! { BasicSet {
    /// Nothing, in the given space.
    empty(space: &Space) = isl_basic_set_empty;
    /// All elements of the given space.
    universe(space: &Space) = isl_basic_set_universe;
    /// All non-negative elements of the given space.
    nat_universe(space: &Space) = isl_basic_set_nat_universe;
    /// The same thing as this more general type.
    from_point(point: &Point) = isl_basic_set_from_point;
    /// The box with the two points as corners.
    box_from_points(point: &Point, point_2: &Point) = isl_basic_set_box_from_points;
    /// The same thing as this more general type.
    from_multi_aff(function: &MultiAff) = isl_basic_set_from_multi_aff;
} }

methods! { BasicSet {
    /// The zero-dimensional set for these parameter values.
    from_params(self) -> BasicSet = isl_basic_set_from_params;
    /// The elements of both.
    intersect(self, other: &BasicSet) -> BasicSet = isl_basic_set_intersect;
    /// The part for which the parameters are in the given set.
    intersect_params(self, other: &BasicSet) -> BasicSet = isl_basic_set_intersect_params;
    /// The elements of either.
    union(self, other: &BasicSet) -> Set = isl_basic_set_union;
    /// The image under the given map.
    apply(self, basic_map: &BasicMap) -> BasicSet = isl_basic_set_apply;
    /// Whether there is no element.
    is_empty(self) -> bool = isl_basic_set_is_empty;
    /// Whether both hold the same elements.
    is_equal(self, other: &BasicSet) -> bool = isl_basic_set_is_equal;
    /// Whether every element is in the other.
    is_subset(self, other: &BasicSet) -> bool = isl_basic_set_is_subset;
    /// Whether no element is in both.
    is_disjoint(self, other: &BasicSet) -> bool = isl_basic_set_is_disjoint;
    /// Whether its elements are wrapped pairs.
    is_wrapping(self) -> bool = isl_basic_set_is_wrapping;
    /// Whether it is obviously empty; a cheap test.
    plain_is_empty(self) -> bool = isl_basic_set_plain_is_empty;
    /// Whether it is obviously the whole space; a cheap test.
    plain_is_universe(self) -> bool = isl_basic_set_plain_is_universe;
    /// Whether it is bounded for each value of the parameters.
    is_bounded(self) -> bool = isl_basic_set_is_bounded;
    /// Simplifies, given that only elements of the context matter.
    gist(self, other: &BasicSet) -> BasicSet = isl_basic_set_gist;
    /// The lexicographically smallest elements.
    lexmin(self) -> Set = isl_basic_set_lexmin;
    /// The lexicographically largest elements.
    lexmax(self) -> Set = isl_basic_set_lexmax;
    /// Some element, or a void point when there is none.
    sample_point(self) -> Point = isl_basic_set_sample_point;
    /// Some element, as a set.
    sample(self) -> BasicSet = isl_basic_set_sample;
    /// The parameter values for which there is an element.
    params(self) -> BasicSet = isl_basic_set_params;
    /// The relation whose pairs are the elements.
    unwrap(self) -> BasicMap = isl_basic_set_unwrap;
    /// Adds unconstrained dimensions at the end.
    add_dims(self, dim: Dim, count: usize) -> BasicSet = isl_basic_set_add_dims;
    /// Inserts unconstrained dimensions.
    insert_dims(self, dim: Dim, position: usize, count: usize) -> BasicSet = isl_basic_set_insert_dims;
    /// Forgets some dimensions.
    project_out(self, dim: Dim, first: usize, count: usize) -> BasicSet = isl_basic_set_project_out;
    /// Drops the constraints on some dimensions, but keeps the dimensions.
    eliminate(self, dim: Dim, first: usize, count: usize) -> BasicSet = isl_basic_set_eliminate;
    /// Drops the constraints that involve any of these dimensions.
    drop_constraints_involving_dims(self, dim: Dim, first: usize, count: usize) -> BasicSet = isl_basic_set_drop_constraints_involving_dims;
    /// Drops the constraints that involve none of these dimensions.
    drop_constraints_not_involving_dims(self, dim: Dim, first: usize, count: usize) -> BasicSet = isl_basic_set_drop_constraints_not_involving_dims;
    /// Removes the parameters that play no role.
    drop_unused_params(self) -> BasicSet = isl_basic_set_drop_unused_params;
    /// Whether any of these dimensions plays a role.
    involves_dims(self, dim: Dim, first: usize, count: usize) -> bool = isl_basic_set_involves_dims;
    /// Moves dimensions to another place.
    move_dims(self, to_dim: Dim, to: usize, from_dim: Dim, from: usize, count: usize) -> BasicSet = isl_basic_set_move_dims;
    /// Fixes a dimension to a number.
    fix(self, dim: Dim, position: usize, value: i32) -> BasicSet = isl_basic_set_fix_si;
    /// Fixes a dimension to a value.
    fix_val(self, dim: Dim, position: usize, value: &Val) -> BasicSet = isl_basic_set_fix_val;
    /// Keeps the elements with a dimension of at least a value.
    lower_bound_val(self, dim: Dim, position: usize, value: &Val) -> BasicSet = isl_basic_set_lower_bound_val;
    /// Keeps the elements with a dimension of at most a value.
    upper_bound_val(self, dim: Dim, position: usize, value: &Val) -> BasicSet = isl_basic_set_upper_bound_val;
    /// Pairs of elements, flattened: `[a, b]`.
    flat_product(self, other: &BasicSet) -> BasicSet = isl_basic_set_flat_product;
    /// The elements without their nesting.
    flatten(self) -> BasicSet = isl_basic_set_flatten;
    /// Minus each value.
    neg(self) -> BasicSet = isl_basic_set_neg;
    /// The smallest affine space that contains it.
    affine_hull(self) -> BasicSet = isl_basic_set_affine_hull;
    /// Makes implied equalities explicit.
    detect_equalities(self) -> BasicSet = isl_basic_set_detect_equalities;
    /// Removes redundant constraints.
    remove_redundancies(self) -> BasicSet = isl_basic_set_remove_redundancies;
    /// Overapproximates without existentially quantified variables.
    remove_divs(self) -> BasicSet = isl_basic_set_remove_divs;
    /// Makes all existentially quantified variables explicit.
    compute_divs(self) -> Set = isl_basic_set_compute_divs;
    /// Reorders and adds parameters as in the given space.
    align_params(self, space: &Space) -> BasicSet = isl_basic_set_align_params;
    /// The elements that the function maps into it.
    preimage_multi_aff(self, function: &MultiAff) -> BasicSet = isl_basic_set_preimage_multi_aff;
    /// The space.
    space(self) -> Space = isl_basic_set_get_space;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_basic_set_dim;
    /// Names the tuple.
    set_tuple_id(self, id: &Id) -> BasicSet = isl_basic_set_set_tuple_id;
    /// Whether it is the whole space.
    is_universe(self) -> bool = isl_basic_set_is_universe;
    /// As a set.
    to_set(self) -> Set = isl_basic_set_to_set;
    /// The number of constraints.
    n_constraint(self) -> usize = isl_basic_set_n_constraint;
} }
constructors! { Set {
    /// Nothing, in the given space.
    empty(space: &Space) = isl_set_empty;
    /// All elements of the given space.
    universe(space: &Space) = isl_set_universe;
    /// All non-negative elements of the given space.
    nat_universe(space: &Space) = isl_set_nat_universe;
    /// The same thing as this more general type.
    from_point(point: &Point) = isl_set_from_point;
    /// The box with the two points as corners.
    box_from_points(point: &Point, point_2: &Point) = isl_set_box_from_points;
    /// The same thing as this more general type.
    from_basic_set(basic_set: &BasicSet) = isl_set_from_basic_set;
    /// The same thing as this more general type.
    from_union_set(set: &UnionSet) = isl_set_from_union_set;
    /// The same thing as this more general type.
    from_pw_aff(value: &PwAff) = isl_set_from_pw_aff;
    /// The same thing as this more general type.
    from_multi_aff(function: &MultiAff) = isl_set_from_multi_aff;
    /// The same thing as this more general type.
    from_pw_multi_aff(function: &PwMultiAff) = isl_set_from_pw_multi_aff;
    /// The same thing as this more general type.
    from_multi_pw_aff(value: &MultiPwAff) = isl_set_from_multi_pw_aff;
} }

methods! { Set {
    /// The zero-dimensional set for these parameter values.
    from_params(self) -> Set = isl_set_from_params;
    /// The elements of both.
    intersect(self, other: &Set) -> Set = isl_set_intersect;
    /// The part for which the parameters are in the given set.
    intersect_params(self, other: &Set) -> Set = isl_set_intersect_params;
    /// The elements of either.
    union(self, other: &Set) -> Set = isl_set_union;
    /// The image under the given map.
    apply(self, map: &Map) -> Set = isl_set_apply;
    /// Whether there is no element.
    is_empty(self) -> bool = isl_set_is_empty;
    /// Whether both hold the same elements.
    is_equal(self, other: &Set) -> bool = isl_set_is_equal;
    /// Whether every element is in the other.
    is_subset(self, other: &Set) -> bool = isl_set_is_subset;
    /// Whether no element is in both.
    is_disjoint(self, other: &Set) -> bool = isl_set_is_disjoint;
    /// Whether its elements are wrapped pairs.
    is_wrapping(self) -> bool = isl_set_is_wrapping;
    /// Whether it is obviously empty; a cheap test.
    plain_is_empty(self) -> bool = isl_set_plain_is_empty;
    /// Whether it is obviously the whole space; a cheap test.
    plain_is_universe(self) -> bool = isl_set_plain_is_universe;
    /// Whether it is bounded for each value of the parameters.
    is_bounded(self) -> bool = isl_set_is_bounded;
    /// Simplifies, given that only elements of the context matter.
    gist(self, other: &Set) -> Set = isl_set_gist;
    /// The lexicographically smallest elements.
    lexmin(self) -> Set = isl_set_lexmin;
    /// The lexicographically largest elements.
    lexmax(self) -> Set = isl_set_lexmax;
    /// Some element, or a void point when there is none.
    sample_point(self) -> Point = isl_set_sample_point;
    /// Some element, as a set.
    sample(self) -> BasicSet = isl_set_sample;
    /// The parameter values for which there is an element.
    params(self) -> Set = isl_set_params;
    /// The relation whose pairs are the elements.
    unwrap(self) -> Map = isl_set_unwrap;
    /// Adds unconstrained dimensions at the end.
    add_dims(self, dim: Dim, count: usize) -> Set = isl_set_add_dims;
    /// Inserts unconstrained dimensions.
    insert_dims(self, dim: Dim, position: usize, count: usize) -> Set = isl_set_insert_dims;
    /// Forgets some dimensions.
    project_out(self, dim: Dim, first: usize, count: usize) -> Set = isl_set_project_out;
    /// Drops the constraints on some dimensions, but keeps the dimensions.
    eliminate(self, dim: Dim, first: usize, count: usize) -> Set = isl_set_eliminate;
    /// Drops the constraints that involve any of these dimensions.
    drop_constraints_involving_dims(self, dim: Dim, first: usize, count: usize) -> Set = isl_set_drop_constraints_involving_dims;
    /// Drops the constraints that involve none of these dimensions.
    drop_constraints_not_involving_dims(self, dim: Dim, first: usize, count: usize) -> Set = isl_set_drop_constraints_not_involving_dims;
    /// Removes the parameters that play no role.
    drop_unused_params(self) -> Set = isl_set_drop_unused_params;
    /// Whether any of these dimensions plays a role.
    involves_dims(self, dim: Dim, first: usize, count: usize) -> bool = isl_set_involves_dims;
    /// Moves dimensions to another place.
    move_dims(self, to_dim: Dim, to: usize, from_dim: Dim, from: usize, count: usize) -> Set = isl_set_move_dims;
    /// Fixes a dimension to a number.
    fix(self, dim: Dim, position: usize, value: i32) -> Set = isl_set_fix_si;
    /// Fixes a dimension to a value.
    fix_val(self, dim: Dim, position: usize, value: &Val) -> Set = isl_set_fix_val;
    /// Keeps the elements with a dimension of at least a value.
    lower_bound_val(self, dim: Dim, position: usize, value: &Val) -> Set = isl_set_lower_bound_val;
    /// Keeps the elements with a dimension of at most a value.
    upper_bound_val(self, dim: Dim, position: usize, value: &Val) -> Set = isl_set_upper_bound_val;
    /// Pairs of elements, flattened: `[a, b]`.
    flat_product(self, other: &Set) -> Set = isl_set_flat_product;
    /// The elements without their nesting.
    flatten(self) -> Set = isl_set_flatten;
    /// Minus each value.
    neg(self) -> Set = isl_set_neg;
    /// The smallest affine space that contains it.
    affine_hull(self) -> BasicSet = isl_set_affine_hull;
    /// Makes implied equalities explicit.
    detect_equalities(self) -> Set = isl_set_detect_equalities;
    /// Removes redundant constraints.
    remove_redundancies(self) -> Set = isl_set_remove_redundancies;
    /// Overapproximates without existentially quantified variables.
    remove_divs(self) -> Set = isl_set_remove_divs;
    /// Makes all existentially quantified variables explicit.
    compute_divs(self) -> Set = isl_set_compute_divs;
    /// Reorders and adds parameters as in the given space.
    align_params(self, space: &Space) -> Set = isl_set_align_params;
    /// The elements that the function maps into it.
    preimage_multi_aff(self, function: &MultiAff) -> Set = isl_set_preimage_multi_aff;
    /// The space.
    space(self) -> Space = isl_set_get_space;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_set_dim;
    /// Names the tuple.
    set_tuple_id(self, id: &Id) -> Set = isl_set_set_tuple_id;
    /// As a union of sets.
    to_union_set(self) -> UnionSet = isl_set_to_union_set;
    /// The elements of the first that are not in the other.
    subtract(self, other: &Set) -> Set = isl_set_subtract;
    /// The elements of the space that are not here.
    complement(self) -> Set = isl_set_complement;
    /// Joins pieces where that needs no approximation.
    coalesce(self) -> Set = isl_set_coalesce;
    /// The same elements in disjoint pieces.
    make_disjoint(self) -> Set = isl_set_make_disjoint;
    /// The elements of either, which the caller knows to be disjoint.
    union_disjoint(self, other: &Set) -> Set = isl_set_union_disjoint;
    /// Whether every element is in the other, which has more.
    is_strict_subset(self, other: &Set) -> bool = isl_set_is_strict_subset;
    /// Whether there is exactly one element.
    is_singleton(self) -> bool = isl_set_is_singleton;
    /// Whether it is a set of parameter values.
    is_params(self) -> bool = isl_set_is_params;
    /// Whether it is a box.
    is_box(self) -> bool = isl_set_is_box;
    /// Whether both have the same space.
    has_equal_space(self, other: &Set) -> bool = isl_set_has_equal_space;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &Set) -> bool = isl_set_plain_is_equal;
    /// The map from each element to itself.
    identity(self) -> Map = isl_set_identity;
    /// The map that adds each element.
    translation(self) -> Map = isl_set_translation;
    /// The map to the given dimensions.
    project_onto_map(self, dim: Dim, first: usize, count: usize) -> Map = isl_set_project_onto_map;
    /// Forgets all parameters.
    project_out_all_params(self) -> Set = isl_set_project_out_all_params;
    /// Forgets a parameter.
    project_out_param(self, id: &Id) -> Set = isl_set_project_out_param_id;
    /// Pairs of elements: `[A -> B]`.
    product(self, other: &Set) -> Set = isl_set_product;
    /// The map from each wrapped pair to its first element.
    wrapped_domain_map(self) -> Map = isl_set_wrapped_domain_map;
    /// The map from the elements to themselves without nesting.
    flatten_map(self) -> Map = isl_set_flatten_map;
    /// With this domain in front.
    insert_domain(self, domain: &Space) -> Map = isl_set_insert_domain;
    /// Turns existentially quantified variables into dimensions.
    lift(self) -> Set = isl_set_lift;
    /// The smallest set without modulo constraints that contains it (exact over the rationals).
    polyhedral_hull(self) -> BasicSet = isl_set_polyhedral_hull;
    /// The convex hull.
    convex_hull(self) -> BasicSet = isl_set_convex_hull;
    /// A convex overapproximation from constraints that occur in it.
    simple_hull(self) -> BasicSet = isl_set_simple_hull;
    /// A convex overapproximation from unchanged constraints that occur in it.
    unshifted_simple_hull(self) -> BasicSet = isl_set_unshifted_simple_hull;
    /// A box of constant size, with an offset that depends on the parameters or the domain.
    simple_fixed_box_hull(self) -> FixedBox = isl_set_get_simple_fixed_box_hull;
    /// The stride and offset of a dimension.
    stride_info(self, position: usize) -> StrideInfo = isl_set_get_stride_info;
    /// The stride of a dimension.
    stride(self, position: usize) -> Val = isl_set_get_stride;
    /// The only element, where it is obvious; else no values.
    plain_multi_val_if_fixed(self) -> MultiVal = isl_set_get_plain_multi_val_if_fixed;
    /// The number of elements; it must be finite.
    count_val(self) -> Val = isl_set_count_val;
    /// The minimum of a dimension as a function of the parameters or the domain.
    dim_min(self, position: usize) -> PwAff = isl_set_dim_min;
    /// The maximum of a dimension as a function of the parameters or the domain.
    dim_max(self, position: usize) -> PwAff = isl_set_dim_max;
    /// The minimum of each dimension by itself.
    min_multi_pw_aff(self) -> MultiPwAff = isl_set_min_multi_pw_aff;
    /// The maximum of each dimension by itself.
    max_multi_pw_aff(self) -> MultiPwAff = isl_set_max_multi_pw_aff;
    /// The lexicographically smallest element as a function of the parameters or the domain.
    lexmin_pw_multi_aff(self) -> PwMultiAff = isl_set_lexmin_pw_multi_aff;
    /// The lexicographically largest element as a function of the parameters or the domain.
    lexmax_pw_multi_aff(self) -> PwMultiAff = isl_set_lexmax_pw_multi_aff;
    /// As a function in pieces; an error unless single valued.
    as_pw_multi_aff(self) -> PwMultiAff = isl_set_as_pw_multi_aff;
    /// Whether a dimension is bounded from both sides.
    dim_is_bounded(self, dim: Dim, position: usize) -> bool = isl_set_dim_is_bounded;
    /// Whether every piece bounds a dimension from below.
    dim_has_lower_bound(self, dim: Dim, position: usize) -> bool = isl_set_dim_has_lower_bound;
    /// Whether every piece bounds a dimension from above.
    dim_has_upper_bound(self, dim: Dim, position: usize) -> bool = isl_set_dim_has_upper_bound;
    /// Keeps the elements with a dimension of at least a number.
    lower_bound(self, dim: Dim, position: usize, value: i32) -> Set = isl_set_lower_bound_si;
    /// Keeps the elements with a dimension of at most a number.
    upper_bound(self, dim: Dim, position: usize, value: i32) -> Set = isl_set_upper_bound_si;
    /// Keeps the elements that are at least the bound in every dimension.
    lower_bound_multi_pw_aff(self, lower: &MultiPwAff) -> Set = isl_set_lower_bound_multi_pw_aff;
    /// Keeps the elements that are at most the bound in every dimension.
    upper_bound_multi_pw_aff(self, upper: &MultiPwAff) -> Set = isl_set_upper_bound_multi_pw_aff;
    /// Keeps the elements in which two dimensions are equal.
    equate(self, dim: Dim, position: usize, other_dim: Dim, other_position: usize) -> Set = isl_set_equate;
    /// Simplifies, given that only these parameter values matter.
    gist_params(self, other: &Set) -> Set = isl_set_gist_params;
    /// Restricts the first factor of wrapped elements.
    intersect_factor_domain(self, other: &Set) -> Set = isl_set_intersect_factor_domain;
    /// Restricts the second factor of wrapped elements.
    intersect_factor_range(self, other: &Set) -> Set = isl_set_intersect_factor_range;
    /// Pairs of elements of both with the first lexicographically smaller.
    lex_lt_set(self, other: &Set) -> Map = isl_set_lex_lt_set;
    /// Pairs of elements of both with the first lexicographically smaller or equal.
    lex_le_set(self, other: &Set) -> Map = isl_set_lex_le_set;
    /// Pairs of elements of both with the first lexicographically greater.
    lex_gt_set(self, other: &Set) -> Map = isl_set_lex_gt_set;
    /// Pairs of elements of both with the first lexicographically greater or equal.
    lex_ge_set(self, other: &Set) -> Map = isl_set_lex_ge_set;
    /// The sums of elements.
    sum(self, other: &Set) -> Set = isl_set_sum;
    /// The elements that the function maps into it.
    preimage_pw_multi_aff(self, function: &PwMultiAff) -> Set = isl_set_preimage_pw_multi_aff;
    /// The elements that the function maps into it.
    preimage_multi_pw_aff(self, value: &MultiPwAff) -> Set = isl_set_preimage_multi_pw_aff;
    /// The number of pieces.
    n_basic_set(self) -> usize = isl_set_n_basic_set;
    /// The number of set dimensions.
    tuple_dim(self) -> usize = isl_set_tuple_dim;
    /// Whether there are existentially quantified variables or divisions.
    involves_locals(self) -> bool = isl_set_involves_locals;
    /// Whether the tuple has an identifier.
    has_tuple_id(self) -> bool = isl_set_has_tuple_id;
    /// The identifier of the tuple.
    tuple_id(self) -> Id = isl_set_get_tuple_id;
    /// Makes the tuple anonymous.
    reset_tuple_id(self) -> Set = isl_set_reset_tuple_id;
    /// Whether the tuple has a name.
    has_tuple_name(self) -> bool = isl_set_has_tuple_name;
    /// Whether the dimension has an identifier.
    has_dim_id(self, dim: Dim, position: usize) -> bool = isl_set_has_dim_id;
    /// The identifier of the dimension.
    dim_id(self, dim: Dim, position: usize) -> Id = isl_set_get_dim_id;
    /// Names the dimension.
    set_dim_id(self, dim: Dim, position: usize, id: &Id) -> Set = isl_set_set_dim_id;
} }
