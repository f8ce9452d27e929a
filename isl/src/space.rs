//! Spaces, the kinds of their dimensions, and the identifiers that name them.

use super::error::Result;
use super::object::{Object, Output, borrowed_text, c_position, c_text, methods, object};
use super::ownership::Kept;
use super::{Aff, Context, Map, Set, sys};

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

    /// The anonymous set space with the given number of dimensions, without parameters.
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

    /// With this name for a dimension.
    pub fn set_dim_name(&self, dim: Dim, position: usize, name: &str) -> Result<Space> {
        self.set_dim_id(dim, position, &Id::new(self.context(), name)?)
    }

    /// The names of all parameters.
    pub fn param_names(&self) -> Vec<String> {
        let count = self.dim(Dim::Param).unwrap_or(0);
        (0..count)
            .filter_map(|position| self.dim_name(Dim::Param, position))
            .collect()
    }
}

/// The names of tuples as text.
macro_rules! named {
    ($($type:ident)*) => {
        $(
            impl $type {
                /// The name of a tuple.
                pub fn tuple_name(&self, dim: Dim) -> Option<String> {
                    self.space().ok()?.tuple_name(dim)
                }
            }
        )*
    };
}

named! { Set Map }

methods! { Space {
    /// The space of the domain.
    domain(self) -> Space = isl_space_domain;
    /// The pairs of the relation as elements of a set.
    wrap(self) -> Space = isl_space_wrap;
    /// Whether a tuple equals a tuple of the other space, parameters ignored.
    tuple_is_equal(self, dim: Dim, other: &Space, other_dim: Dim) -> bool = isl_space_tuple_is_equal;
    /// Whether both have the same parameters.
    has_equal_params(self, other: &Space) -> bool = isl_space_has_equal_params;
    /// The space of maps from a set to itself.
    map_from_set(self) -> Space = isl_space_map_from_set;
    /// The space of maps between two sets.
    map_from_domain_and_range(self, other: &Space) -> Space = isl_space_map_from_domain_and_range;
    /// With one more parameter.
    add_param(self, id: &Id) -> Space = isl_space_add_param_id;
    /// The set space with the given number of dimensions.
    add_unnamed_tuple(self, space: usize) -> Space = isl_space_add_unnamed_tuple_ui;
    /// The number of dimensions of a kind.
    dim(self, dim: Dim) -> usize = isl_space_dim;
    /// Names the tuple.
    set_tuple_id(self, dim: Dim, id: &Id) -> Space = isl_space_set_tuple_id;
    /// Names the dimension.
    set_dim_id(self, dim: Dim, position: usize, id: &Id) -> Space = isl_space_set_dim_id;
    /// The value of a parameter as an expression on this space.
    param_aff_on_domain(self, id: &Id) -> Aff = isl_space_param_aff_on_domain_id;
    /// The zero expression on this space.
    zero_aff_on_domain(self) -> Aff = isl_space_zero_aff_on_domain;
} }
