//! Spaces, the kinds of their dimensions, and the identifiers that name them.

use super::error::Result;
use super::object::{Object, Output, borrowed_text, c_position, c_text, methods, object};
use super::ownership::Kept;
use super::values::MultiVal;
use super::{
    Aff, BasicMap, BasicSet, Context, Map, MultiAff, MultiPwAff, MultiUnionPwAff, PwAff,
    PwMultiAff, Set, sys,
};

/// The kind of a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dim {
    /// A parameter.
    Param,
    /// An input dimension of a map.
    In,
    /// An output dimension of a map, or a dimension of a set.
    Out,
    /// An existentially quantified variable, or a division of an expression.
    Div,
}

impl Dim {
    /// The dimensions of a set.
    pub const SET: Dim = Dim::Out;

    pub(crate) fn raw(self) -> sys::isl_dim_type {
        match self {
            Dim::Param => sys::isl_dim_param,
            Dim::In => sys::isl_dim_in,
            Dim::Out => sys::isl_dim_out,
            Dim::Div => sys::isl_dim_div,
        }
    }
}

object! {
    /// A name of a parameter, dimension, tuple or mark.
    Id = isl_id, isl_id_copy, isl_id_free, isl_id_to_str
}

impl Id {
    /// The identifier with a name; equal names give equal identifiers.
    pub fn new(context: &Context, name: &str) -> Result<Id> {
        let name = c_text(name)?;
        // SAFETY: the context is alive and the text a valid C string, which isl copies.
        unsafe {
            Id::output(
                context,
                sys::isl_id_alloc(
                    context.raw(),
                    Kept::new(name.as_ptr().cast_mut()),
                    std::ptr::null_mut(),
                ),
            )
        }
    }

    /// The name; empty for an identifier without one.
    pub fn name(&self) -> String {
        // SAFETY: the identifier is alive and owns the text.
        unsafe { borrowed_text(sys::isl_id_get_name(self.raw())) }.unwrap_or_default()
    }
}

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl Eq for Id {}

object! {
    /// The number and names of parameters and dimensions, and the nesting of tuples.
    Space = isl_space, isl_space_copy, isl_space_free, isl_space_to_str
}

impl Space {
    /// The space without parameters and dimensions.
    pub fn unit(context: &Context) -> Result<Space> {
        // SAFETY: the context is alive.
        unsafe { Space::output(context, sys::isl_space_unit(context.raw())) }
    }

    /// The parameter space with these parameters.
    pub fn parameters<'a>(
        context: &Context,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Space> {
        let mut space = Space::unit(context)?;
        for name in names {
            space = space.add_param(&Id::new(context, name)?)?;
        }
        Ok(space)
    }

    /// The anonymous set space of so many dimensions, without parameters.
    pub fn anonymous_set(context: &Context, dimensions: usize) -> Result<Space> {
        Space::unit(context)?.add_unnamed_tuple(dimensions)
    }

    /// The name of a tuple.
    pub fn tuple_name(&self, dim: Dim) -> Option<String> {
        // SAFETY: the space is alive and owns the text.
        unsafe { borrowed_text(sys::isl_space_get_tuple_name(self.raw(), dim.raw())) }
    }

    /// The name of a dimension.
    pub fn dim_name(&self, dim: Dim, position: usize) -> Option<String> {
        if position >= self.dim(dim).unwrap_or(0) {
            return None;
        }
        // SAFETY: the space is alive and owns the text; the position was checked.
        unsafe {
            borrowed_text(sys::isl_space_get_dim_name(
                self.raw(),
                dim.raw(),
                c_position(position) as _,
            ))
        }
    }

    /// The position of the dimension with a name.
    pub fn find_dim(&self, dim: Dim, name: &str) -> Option<usize> {
        let name = c_text(name).ok()?;
        // SAFETY: the space is alive and the text a valid C string.
        let position =
            unsafe { sys::isl_space_find_dim_by_name(self.raw(), dim.raw(), name.as_ptr()) };
        usize::try_from(position).ok()
    }

    /// The names of all parameters.
    pub fn param_names(&self) -> Vec<String> {
        let count = self.dim(Dim::Param).unwrap_or(0);
        (0..count)
            .filter_map(|position| self.dim_name(Dim::Param, position))
            .collect()
    }
}

/// Names of tuples and dimensions as text.
macro_rules! named {
    ($($type:ident),*) => {
        $(
            impl $type {
                /// The name of a tuple.
                pub fn tuple_name(&self, dim: Dim) -> Option<String> {
                    self.space().ok()?.tuple_name(dim)
                }

                /// The name of a dimension.
                pub fn dim_name(&self, dim: Dim, position: usize) -> Option<String> {
                    self.space().ok()?.dim_name(dim, position)
                }

                /// The position of the dimension with a name.
                pub fn find_dim(&self, dim: Dim, name: &str) -> Option<usize> {
                    self.space().ok()?.find_dim(dim, name)
                }
            }
        )*
    };
}

/// Setting names of tuples and dimensions as text.
macro_rules! nameable {
    ($($type:ident),*) => {
        $(
            impl $type {
                /// With this name for a dimension.
                pub fn set_dim_name(&self, dim: Dim, position: usize, name: &str) -> Result<$type> {
                    self.set_dim_id(dim, position, &Id::new(Object::context(self), name)?)
                }
            }
        )*
    };
}

named!(
    BasicSet,
    Set,
    BasicMap,
    Map,
    Aff,
    PwAff,
    MultiAff,
    MultiPwAff,
    PwMultiAff,
    MultiUnionPwAff
);
nameable!(
    Space,
    Set,
    Map,
    Aff,
    PwAff,
    MultiAff,
    MultiPwAff,
    PwMultiAff,
    MultiUnionPwAff
);

methods! { Space {
    /// The parameters alone.
    params(self) -> Space = isl_space_params;
    /// The space of the domain.
    domain(self) -> Space = isl_space_domain;
    /// The space of the range.
    range(self) -> Space = isl_space_range;
    /// The pairs of the relation as elements of a set.
    wrap(self) -> Space = isl_space_wrap;
    /// The relation whose pairs are the elements.
    unwrap(self) -> Space = isl_space_unwrap;
    /// Domain and range swapped.
    reverse(self) -> Space = isl_space_reverse;
    /// Whether it is the space of a set.
    is_set(self) -> bool = isl_space_is_set;
    /// Whether it is the space of a map.
    is_map(self) -> bool = isl_space_is_map;
    /// Whether it is a set of parameter values.
    is_params(self) -> bool = isl_space_is_params;
    /// Whether a tuple is that tuple of the other space; parameters do not count.
    tuple_is_equal(self, dim: Dim, other: &Space, other_dim: Dim) -> bool = isl_space_tuple_is_equal;
    /// Whether its elements are wrapped pairs.
    is_wrapping(self) -> bool = isl_space_is_wrapping;
    /// Whether domain and range are both products.
    is_product(self) -> bool = isl_space_is_product;
    /// Whether both hold the same elements.
    is_equal(self, other: &Space) -> bool = isl_space_is_equal;
    /// Whether both have the same parameters.
    has_equal_params(self, other: &Space) -> bool = isl_space_has_equal_params;
    /// Whether both have the same tuples.
    has_equal_tuples(self, other: &Space) -> bool = isl_space_has_equal_tuples;
    /// Whether it is the domain of the other.
    is_domain(self, other: &Space) -> bool = isl_space_is_domain;
    /// Whether it is the range of the other.
    is_range(self, other: &Space) -> bool = isl_space_is_range;
    /// Whether the domain elements are wrapped pairs.
    domain_is_wrapping(self) -> bool = isl_space_domain_is_wrapping;
    /// Whether the range elements are wrapped pairs.
    range_is_wrapping(self) -> bool = isl_space_range_is_wrapping;
    /// The space of maps from a set to itself.
    map_from_set(self) -> Space = isl_space_map_from_set;
    /// The space of maps between two sets.
    map_from_domain_and_range(self, other: &Space) -> Space = isl_space_map_from_domain_and_range;
    /// The zero-dimensional set with these parameters.
    set_from_params(self) -> Space = isl_space_set_from_params;
    /// Pairs of elements: `[A -> B]`.
    product(self, other: &Space) -> Space = isl_space_product;
    /// The same range, pairs of domains.
    domain_product(self, other: &Space) -> Space = isl_space_domain_product;
    /// The same domain, pairs of ranges.
    range_product(self, other: &Space) -> Space = isl_space_range_product;
    /// The first factors of a product.
    factor_domain(self) -> Space = isl_space_factor_domain;
    /// The second factors of a product.
    factor_range(self) -> Space = isl_space_factor_range;
    /// The first factor of the domain.
    domain_factor_domain(self) -> Space = isl_space_domain_factor_domain;
    /// The second factor of the domain.
    domain_factor_range(self) -> Space = isl_space_domain_factor_range;
    /// The first factor of the range.
    range_factor_domain(self) -> Space = isl_space_range_factor_domain;
    /// The second factor of the range.
    range_factor_range(self) -> Space = isl_space_range_factor_range;
    /// From `[A -> B] -> C` to `A -> [B -> C]`.
    curry(self) -> Space = isl_space_curry;
    /// From `A -> [B -> C]` to `[A -> B] -> C`.
    uncurry(self) -> Space = isl_space_uncurry;
    /// From `[A -> B] -> [C -> D]` to `[A -> C] -> [B -> D]`.
    zip(self) -> Space = isl_space_zip;
    /// The domain without its nesting.
    flatten_domain(self) -> Space = isl_space_flatten_domain;
    /// The range without its nesting.
    flatten_range(self) -> Space = isl_space_flatten_range;
    /// The map from each pair to its domain.
    domain_map(self) -> Space = isl_space_domain_map;
    /// The map from each pair to its range.
    range_map(self) -> Space = isl_space_range_map;
    /// The space of the composition.
    join(self, other: &Space) -> Space = isl_space_join;
    /// Reorders and adds parameters as in the given space.
    align_params(self, other: &Space) -> Space = isl_space_align_params;
    /// Without parameters.
    drop_all_params(self) -> Space = isl_space_drop_all_params;
    /// With one parameter more.
    add_param(self, id: &Id) -> Space = isl_space_add_param_id;
    /// The set space with this tuple of so many dimensions.
    add_named_tuple_id(self, id: &Id, space: usize) -> Space = isl_space_add_named_tuple_id_ui;
    /// The set space of so many dimensions.
    add_unnamed_tuple(self, space: usize) -> Space = isl_space_add_unnamed_tuple_ui;
    /// Adds unconstrained dimensions at the end.
    add_dims(self, dim: Dim, count: usize) -> Space = isl_space_add_dims;
    /// Inserts unconstrained dimensions.
    insert_dims(self, dim: Dim, position: usize, count: usize) -> Space = isl_space_insert_dims;
    /// Drops dimensions that play no role.
    drop_dims(self, dim: Dim, first: usize, num: usize) -> Space = isl_space_drop_dims;
    /// Moves dimensions to another place.
    move_dims(self, to_dim: Dim, to: usize, from_dim: Dim, from: usize, count: usize) -> Space = isl_space_move_dims;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_space_dim;
    /// Whether the tuple has an identifier.
    has_tuple_id(self, dim: Dim) -> bool = isl_space_has_tuple_id;
    /// The identifier of the tuple.
    tuple_id(self, dim: Dim) -> Id = isl_space_get_tuple_id;
    /// Whether the tuple has an identifier.
    has_domain_tuple_id(self) -> bool = isl_space_has_domain_tuple_id;
    /// The identifier of the tuple.
    domain_tuple_id(self) -> Id = isl_space_get_domain_tuple_id;
    /// Whether the tuple has an identifier.
    has_range_tuple_id(self) -> bool = isl_space_has_range_tuple_id;
    /// The identifier of the tuple.
    range_tuple_id(self) -> Id = isl_space_get_range_tuple_id;
    /// Names the tuple.
    set_tuple_id(self, dim: Dim, id: &Id) -> Space = isl_space_set_tuple_id;
    /// Names the tuple.
    set_domain_tuple_id(self, id: &Id) -> Space = isl_space_set_domain_tuple_id;
    /// Names the tuple.
    set_range_tuple_id(self, id: &Id) -> Space = isl_space_set_range_tuple_id;
    /// Makes the tuple anonymous.
    reset_tuple_id(self, dim: Dim) -> Space = isl_space_reset_tuple_id;
    /// Whether the dimension has an identifier.
    has_dim_id(self, dim: Dim, position: usize) -> bool = isl_space_has_dim_id;
    /// The identifier of the dimension.
    dim_id(self, dim: Dim, position: usize) -> Id = isl_space_get_dim_id;
    /// Names the dimension.
    set_dim_id(self, dim: Dim, position: usize, id: &Id) -> Space = isl_space_set_dim_id;
    /// Whether the tuple has a name.
    has_tuple_name(self, dim: Dim) -> bool = isl_space_has_tuple_name;
    /// The identity function on this space.
    identity_multi_aff_on_domain(self) -> MultiAff = isl_space_identity_multi_aff_on_domain;
    /// The identity function on this space.
    identity_multi_pw_aff_on_domain(self) -> MultiPwAff = isl_space_identity_multi_pw_aff_on_domain;
    /// The identity function on this space.
    identity_pw_multi_aff_on_domain(self) -> PwMultiAff = isl_space_identity_pw_multi_aff_on_domain;
    /// The function from each pair to its domain.
    domain_map_multi_aff(self) -> MultiAff = isl_space_domain_map_multi_aff;
    /// The function from each pair to its range.
    range_map_multi_aff(self) -> MultiAff = isl_space_range_map_multi_aff;
    /// The value of a parameter as an expression on this space.
    param_aff_on_domain(self, id: &Id) -> Aff = isl_space_param_aff_on_domain_id;
    /// All elements of this space.
    universe_set(self) -> Set = isl_space_universe_set;
    /// All pairs of this space.
    universe_map(self) -> Map = isl_space_universe_map;
    /// The expression zero on this space.
    zero_aff_on_domain(self) -> Aff = isl_space_zero_aff_on_domain;
    /// The zero tuple of functions in this map space.
    zero_multi_aff(self) -> MultiAff = isl_space_zero_multi_aff;
    /// The zero tuple of functions in this map space.
    zero_multi_pw_aff(self) -> MultiPwAff = isl_space_zero_multi_pw_aff;
    /// The zero tuple of unions in this set space.
    zero_multi_union_pw_aff(self) -> MultiUnionPwAff = isl_space_zero_multi_union_pw_aff;
    /// The zero tuple of values in this set space.
    zero_multi_val(self) -> MultiVal = isl_space_zero_multi_val;
} }
