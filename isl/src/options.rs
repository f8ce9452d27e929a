//! The isl options that are used here, as methods of the context. They stay set until changed.

use super::error::Result;
use super::object::Output;
use super::{Context, sys};

/// Boolean options.
macro_rules! flags {
    ($($(#[$doc:meta])* $get:ident, $set:ident = $c_get:ident, $c_set:ident;)*) => {
        impl Context {
            $(
                $(#[$doc])*
                pub fn $get(&self) -> bool {
                    // SAFETY: the context is alive.
                    unsafe { sys::$c_get(self.raw()) != 0 }
                }

                $(#[$doc])*
                pub fn $set(&self, value: bool) -> Result<()> {
                    // SAFETY: the context is alive.
                    unsafe { <()>::output(self, sys::$c_set(self.raw(), value.into())) }
                }
            )*
        }
    };
}

/// Integer options.
macro_rules! numbers {
    ($($(#[$doc:meta])* $get:ident, $set:ident = $c_get:ident, $c_set:ident;)*) => {
        impl Context {
            $(
                $(#[$doc])*
                pub fn $get(&self) -> i32 {
                    // SAFETY: the context is alive.
                    unsafe { sys::$c_get(self.raw()) }
                }

                $(#[$doc])*
                pub fn $set(&self, value: i32) -> Result<()> {
                    // SAFETY: the context is alive.
                    unsafe { <()>::output(self, sys::$c_set(self.raw(), value)) }
                }
            )*
        }
    };
}

flags! {
    /// Whether each strongly connected component is scheduled separately (no fusion).
    schedule_serialize_sccs, set_schedule_serialize_sccs = isl_options_get_schedule_serialize_sccs, isl_options_set_schedule_serialize_sccs;
    /// Whether coincident members are preferred over fusion.
    schedule_maximize_coincidence, set_schedule_maximize_coincidence = isl_options_get_schedule_maximize_coincidence, isl_options_set_schedule_maximize_coincidence;
    /// Whether the outermost member of each band should be coincident.
    schedule_outer_coincidence, set_schedule_outer_coincidence = isl_options_get_schedule_outer_coincidence, isl_options_set_schedule_outer_coincidence;
    /// Whether all components are scheduled at once (maximal fusion).
    schedule_whole_component, set_schedule_whole_component = isl_options_get_schedule_whole_component, isl_options_set_schedule_whole_component;
    /// Whether the members of a tile band keep the scale of the original.
    tile_scale_tile_loops, set_tile_scale_tile_loops = isl_options_get_tile_scale_tile_loops, isl_options_set_tile_scale_tile_loops;
    /// Whether minima and maxima are recognised.
    ast_build_detect_min_max, set_ast_build_detect_min_max = isl_options_get_ast_build_detect_min_max, isl_options_set_ast_build_detect_min_max;
}
numbers! {
    /// The largest coefficient of a schedule, or -1 for any.
    schedule_max_coefficient, set_schedule_max_coefficient = isl_options_get_schedule_max_coefficient, isl_options_set_schedule_max_coefficient;
    /// The largest constant term of a schedule, or -1 for any.
    schedule_max_constant_term, set_schedule_max_constant_term = isl_options_get_schedule_max_constant_term, isl_options_set_schedule_max_constant_term;
}
