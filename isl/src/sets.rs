//! Sets of integer points of one space: [`BasicSet`] is one conjunction of constraints, [`Set`] a
//! union of them.

use super::callback::visitors;
use super::error::Result;
use super::object::{constructors, methods, object};
use super::parse::{Grammar, parse};
use super::values::{Point, Val};
use super::{Context, Dim, Id, Map, PwAff, PwMultiAff, Space, UnionSet, sys};

object! {
    /// The integer points that satisfy one conjunction of affine constraints.
    BasicSet = isl_basic_set, isl_basic_set_copy, isl_basic_set_free, isl_basic_set_to_str
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

    /// The same set without the basic sets that have no element.
    pub fn non_empty_pieces(&self) -> Result<Set> {
        let mut left = Set::empty(&self.space()?)?;
        for piece in self.basic_sets()? {
            let piece = Set::from_basic_set(&piece)?;
            if !piece.is_empty()? {
                left = left.union(&piece)?;
            }
        }
        Ok(left)
    }

    /// The name of the tuple.
    pub fn name(&self) -> Option<String> {
        self.tuple_name(Dim::SET)
    }
}

visitors! { Set {
    /// The basic sets.
    foreach_basic_set, basic_sets: BasicSet = isl_set_foreach_basic_set;
    /// The points; the set must be finite and without parameters.
    foreach_point, points: Point = isl_set_foreach_point;
} }

constructors! { Set {
    /// A set of one piece.
    from_basic_set(basic_set: &BasicSet) = isl_set_from_basic_set;
    /// The empty set of the given space.
    empty(space: &Space) = isl_set_empty;
    /// All elements of the given space.
    universe(space: &Space) = isl_set_universe;
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
    /// What the function maps into the set.
    preimage_pw_multi_aff(self, function: &PwMultiAff) -> Set = isl_set_preimage_pw_multi_aff;
    /// Whether the set is empty.
    is_empty(self) -> bool = isl_set_is_empty;
    /// Whether a condition has quotients or remainders.
    involves_locals(self) -> bool = isl_set_involves_locals;
    /// Whether both hold the same elements.
    is_equal(self, other: &Set) -> bool = isl_set_is_equal;
    /// Whether every element is in the other.
    is_subset(self, other: &Set) -> bool = isl_set_is_subset;
    /// Whether no element is in both.
    is_disjoint(self, other: &Set) -> bool = isl_set_is_disjoint;
    /// The lexicographically smallest elements.
    lexmin(self) -> Set = isl_set_lexmin;
    /// The lexicographically largest elements.
    lexmax(self) -> Set = isl_set_lexmax;
    /// Some element, or a void point if there is none.
    sample_point(self) -> Point = isl_set_sample_point;
    /// The parameter values for which the set is not empty.
    params(self) -> Set = isl_set_params;
    /// The relation whose pairs are the elements.
    unwrap(self) -> Map = isl_set_unwrap;
    /// Without the structure of pairs: their dimensions one after the other.
    flatten(self) -> Set = isl_set_flatten;
    /// Adds unconstrained dimensions at the end.
    add_dims(self, dim: Dim, count: usize) -> Set = isl_set_add_dims;
    /// Inserts unconstrained dimensions.
    insert_dims(self, dim: Dim, position: usize, count: usize) -> Set = isl_set_insert_dims;
    /// Forgets some dimensions.
    project_out(self, dim: Dim, first: usize, count: usize) -> Set = isl_set_project_out;
    /// Removes redundant constraints.
    remove_redundancies(self) -> Set = isl_set_remove_redundancies;
    /// Makes all existentially quantified variables explicit.
    compute_divs(self) -> Set = isl_set_compute_divs;
    /// The space.
    space(self) -> Space = isl_set_get_space;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_set_dim;
    /// Names the tuple.
    set_tuple_id(self, id: &Id) -> Set = isl_set_set_tuple_id;
    /// As a union of sets.
    to_union_set(self) -> UnionSet = isl_set_to_union_set;
    /// The elements of the space that are not in the set.
    complement(self) -> Set = isl_set_complement;
    /// The elements of the first that are not in the other.
    subtract(self, other: &Set) -> Set = isl_set_subtract;
    /// Simplifies, given that only elements of the context matter.
    gist(self, context: &Set) -> Set = isl_set_gist;
    /// Joins pieces if that needs no approximation, or fails by a bug of isl: see `coalesce`.
    coalesce_or_fail(self) -> Set = isl_set_coalesce;
    /// Whether it is a set of parameter values.
    is_params(self) -> bool = isl_set_is_params;
    /// Whether it is a box (an interval for each dimension).
    is_box(self) -> bool = isl_set_is_box;
    /// Forgets all parameters.
    project_out_all_params(self) -> Set = isl_set_project_out_all_params;
    /// The number of elements; it must be finite.
    count_val(self) -> Val = isl_set_count_val;
    /// The maximum of a dimension as a function of the parameters or the domain.
    dim_max(self, position: usize) -> PwAff = isl_set_dim_max;
    /// Whether every piece bounds a dimension from below.
    dim_has_lower_bound(self, dim: Dim, position: usize) -> bool = isl_set_dim_has_lower_bound;
    /// Whether every piece bounds a dimension from above.
    dim_has_upper_bound(self, dim: Dim, position: usize) -> bool = isl_set_dim_has_upper_bound;
    /// Keeps the elements with a dimension of at least a number.
    lower_bound(self, dim: Dim, position: usize, value: i32) -> Set = isl_set_lower_bound_si;
    /// The number of set dimensions.
    tuple_dim(self) -> usize = isl_set_tuple_dim;
    /// Whether the tuple has an identifier.
    has_tuple_id(self) -> bool = isl_set_has_tuple_id;
    /// The identifier of the tuple.
    tuple_id(self) -> Id = isl_set_get_tuple_id;
    /// Makes the tuple anonymous.
    reset_tuple_id(self) -> Set = isl_set_reset_tuple_id;
} }

methods! { BasicSet {
    /// As a set.
    to_set(self) -> Set = isl_basic_set_to_set;
} }
