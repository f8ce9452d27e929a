//! isl's options that matter here, as methods of the context. They stay set until changed.

use super::error::Result;
use super::object::Output;
use super::{Context, sys};

/// Options that are on or off.
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

/// Options that are numbers.
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
    /// Whether each strongly connected component is scheduled by itself (no fusion).
    schedule_serialize_sccs, set_schedule_serialize_sccs = isl_options_get_schedule_serialize_sccs, isl_options_set_schedule_serialize_sccs;
    /// Whether bands are made as deep as possible.
    schedule_maximize_band_depth, set_schedule_maximize_band_depth = isl_options_get_schedule_maximize_band_depth, isl_options_set_schedule_maximize_band_depth;
    /// Whether coincident members are preferred over fusion.
    schedule_maximize_coincidence, set_schedule_maximize_coincidence = isl_options_get_schedule_maximize_coincidence, isl_options_set_schedule_maximize_coincidence;
    /// Whether the outermost member of each band should be coincident.
    schedule_outer_coincidence, set_schedule_outer_coincidence = isl_options_get_schedule_outer_coincidence, isl_options_set_schedule_outer_coincidence;
    /// Whether all components are scheduled at once (maximal fusion).
    schedule_whole_component, set_schedule_whole_component = isl_options_get_schedule_whole_component, isl_options_set_schedule_whole_component;
    /// Whether independent components are kept apart.
    schedule_separate_components, set_schedule_separate_components = isl_options_get_schedule_separate_components, isl_options_set_schedule_separate_components;
    /// Whether tuples of scaled members are split.
    schedule_split_scaled, set_schedule_split_scaled = isl_options_get_schedule_split_scaled, isl_options_set_schedule_split_scaled;
    /// Whether members that fold several loops into one are avoided.
    schedule_treat_coalescing, set_schedule_treat_coalescing = isl_options_get_schedule_treat_coalescing, isl_options_set_schedule_treat_coalescing;
    /// Whether self-dependences are carried first.
    schedule_carry_self_first, set_schedule_carry_self_first = isl_options_get_schedule_carry_self_first, isl_options_set_schedule_carry_self_first;
    /// Whether the members of a tile band keep the scale of the original.
    tile_scale_tile_loops, set_tile_scale_tile_loops = isl_options_get_tile_scale_tile_loops, isl_options_set_tile_scale_tile_loops;
    /// Whether the members of a point band start at zero.
    tile_shift_point_loops, set_tile_shift_point_loops = isl_options_get_tile_shift_point_loops, isl_options_set_tile_shift_point_loops;
    /// Whether a loop bound is one expression.
    ast_build_atomic_upper_bound, set_ast_build_atomic_upper_bound = isl_options_get_ast_build_atomic_upper_bound, isl_options_set_ast_build_atomic_upper_bound;
    /// Whether divisions of non-negative values are preferred.
    ast_build_prefer_pdiv, set_ast_build_prefer_pdiv = isl_options_get_ast_build_prefer_pdiv, isl_options_set_ast_build_prefer_pdiv;
    /// Whether minima and maxima are recognised.
    ast_build_detect_min_max, set_ast_build_detect_min_max = isl_options_get_ast_build_detect_min_max, isl_options_set_ast_build_detect_min_max;
    /// Whether conditions are simplified with the bounds of inner loops.
    ast_build_exploit_nested_bounds, set_ast_build_exploit_nested_bounds = isl_options_get_ast_build_exploit_nested_bounds, isl_options_set_ast_build_exploit_nested_bounds;
    /// Whether instances at the same time are kept together.
    ast_build_group_coscheduled, set_ast_build_group_coscheduled = isl_options_get_ast_build_group_coscheduled, isl_options_set_ast_build_group_coscheduled;
    /// Whether strides become scaled iterators.
    ast_build_scale_strides, set_ast_build_scale_strides = isl_options_get_ast_build_scale_strides, isl_options_set_ast_build_scale_strides;
    /// Whether conditions may have an else branch.
    ast_build_allow_else, set_ast_build_allow_else = isl_options_get_ast_build_allow_else, isl_options_set_ast_build_allow_else;
    /// Whether conditions may be disjunctions.
    ast_build_allow_or, set_ast_build_allow_or = isl_options_get_ast_build_allow_or, isl_options_set_ast_build_allow_or;
}
numbers! {
    /// The largest coefficient of a schedule, or -1 for any.
    schedule_max_coefficient, set_schedule_max_coefficient = isl_options_get_schedule_max_coefficient, isl_options_set_schedule_max_coefficient;
    /// The largest constant term of a schedule, or -1 for any.
    schedule_max_constant_term, set_schedule_max_constant_term = isl_options_get_schedule_max_constant_term, isl_options_set_schedule_max_constant_term;
}
