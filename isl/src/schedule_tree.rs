//! Schedule trees built from their leaves up.
//!
//! isl's public interface can create a tree with extensions and expansions only by reading a text.
//! This file uses the functions of isl with which that reader itself builds trees. The installed
//! headers do not declare them, but the archive contains them.

use std::ffi::c_int;

use super::error::Result;
use super::object::{Object, Output, c_position, methods, object, together};
use super::{
    Context, Id, MultiUnionPwAff, Schedule, Set, UnionMap, UnionPwMultiAff, UnionSet, sys,
};

object! {
    /// A subtree of a schedule tree.
    ScheduleTree = isl_schedule_tree, isl_schedule_tree_copy, isl_schedule_tree_free
}

/// The parts of a band.
pub struct BandParts<'a> {
    /// The members, as functions of the instances.
    pub schedule: &'a MultiUnionPwAff,
    /// Whether the members may be interchanged and tiled.
    pub permutable: bool,
    /// One for each member.
    pub coincident: &'a [bool],
    /// Options of AST generation for the band; `None` for isl's own choice.
    pub ast_options: Option<&'a UnionSet>,
}

impl ScheduleTree {
    /// The end of a branch.
    pub fn leaf(context: &Context) -> Result<ScheduleTree> {
        // SAFETY: the context is alive.
        unsafe { ScheduleTree::output(context, sys::isl_schedule_tree_leaf(context.raw())) }
    }

    /// A sequence of these children, each of which is a filter.
    pub fn sequence(context: &Context, children: &[ScheduleTree]) -> Result<ScheduleTree> {
        ScheduleTree::from_children(context, sys::isl_schedule_node_sequence, children)
    }

    /// A set of these children, each of which is a filter.
    pub fn set(context: &Context, children: &[ScheduleTree]) -> Result<ScheduleTree> {
        ScheduleTree::from_children(context, sys::isl_schedule_node_set, children)
    }

    fn from_children(
        context: &Context,
        kind: sys::isl_schedule_node_type,
        children: &[ScheduleTree],
    ) -> Result<ScheduleTree> {
        for child in children {
            together(context, child)?;
        }
        // SAFETY: the list is built from fresh references of one context and taken by the node.
        unsafe {
            let mut list =
                sys::isl_schedule_tree_list_alloc(context.raw(), c_position(children.len()));
            for child in children {
                list = sys::isl_schedule_tree_list_add(list, child.take());
            }
            ScheduleTree::output(context, sys::isl_schedule_tree_from_children(kind, list))
        }
    }

    /// Below a band.
    pub fn insert_band(&self, parts: &BandParts<'_>) -> Result<ScheduleTree> {
        together(self.context(), parts.schedule)?;
        if let Some(options) = parts.ast_options {
            together(self.context(), options)?;
        }
        // SAFETY: the band is created from fresh references of one context, passed on by each call,
        // and taken by the tree.
        unsafe {
            let mut band = sys::isl_schedule_band_from_multi_union_pw_aff(parts.schedule.take());
            band = sys::isl_schedule_band_set_permutable(band, c_int::from(parts.permutable));
            for (position, coincident) in parts.coincident.iter().enumerate() {
                band = sys::isl_schedule_band_member_set_coincident(
                    band,
                    c_position(position),
                    c_int::from(*coincident),
                );
            }
            if let Some(options) = parts.ast_options {
                band = sys::isl_schedule_band_set_ast_build_options(band, options.take());
            }
            ScheduleTree::output(
                self.context(),
                sys::isl_schedule_tree_insert_band(self.take(), band),
            )
        }
    }

    /// The schedule with this tree, whose root is a domain.
    pub fn schedule(&self) -> Result<Schedule> {
        let context = self.context();
        // SAFETY: isl takes the fresh reference.
        unsafe {
            Schedule::output(
                context,
                sys::isl_schedule_from_schedule_tree(context.raw(), self.take()),
            )
        }
    }
}

methods! { ScheduleTree {
    /// Below a domain.
    insert_domain(self, domain: &UnionSet) -> ScheduleTree = isl_schedule_tree_insert_domain;
    /// Below a filter.
    insert_filter(self, filter: &UnionSet) -> ScheduleTree = isl_schedule_tree_insert_filter;
    /// Below a context.
    insert_context(self, context: &Set) -> ScheduleTree = isl_schedule_tree_insert_context;
    /// Below a guard.
    insert_guard(self, guard: &Set) -> ScheduleTree = isl_schedule_tree_insert_guard;
    /// Below a mark.
    insert_mark(self, mark: &Id) -> ScheduleTree = isl_schedule_tree_insert_mark;
    /// Below an extension.
    insert_extension(self, extension: &UnionMap) -> ScheduleTree = isl_schedule_tree_insert_extension;
    /// Below an expansion.
    insert_expansion(self, contraction: &UnionPwMultiAff, expansion: &UnionMap) -> ScheduleTree = isl_schedule_tree_insert_expansion;
} }
