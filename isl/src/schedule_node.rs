//! A position in a schedule tree: navigation, and isl's edits.
//!
//! Nodes are values. Navigation returns another position in the same tree; an edit returns the same
//! position in a changed tree, which [`ScheduleNode::schedule`] extracts.

use super::callback::{Frame, test_kept, visit_kept};
use super::error::{Error, Result};
use super::object::{Object, Output, c_position, constructors, methods, object, together};
use super::ownership::Owned;
use super::values::MultiVal;
use super::{Id, MultiUnionPwAff, Set, Space, UnionMap, UnionPwMultiAff, UnionSet, sys};

object! {
    /// A position in a schedule tree.
    ScheduleNode = isl_schedule_node, isl_schedule_node_copy, isl_schedule_node_free, isl_schedule_node_to_str
}

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A multi-dimensional partial schedule.
    Band,
    /// Facts about parameters and outer members.
    Context,
    /// The instances: the root.
    Domain,
    /// Groups of instances replaced by one.
    Expansion,
    /// Additional instances.
    Extension,
    /// A part of the instances.
    Filter,
    /// The end of a branch.
    Leaf,
    /// A condition enforced below.
    Guard,
    /// A name.
    Mark,
    /// Children in order.
    Sequence,
    /// Children in any order.
    Set,
}

/// How isl generates the loop of a band member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopType {
    /// As isl decides.
    Default,
    /// One loop, each statement in it once.
    Atomic,
    /// No loop: one copy for each iteration.
    Unroll,
    /// A loop for each set of statements.
    Separate,
}

impl LoopType {
    pub(super) fn raw(self) -> sys::isl_ast_loop_type {
        match self {
            LoopType::Default => sys::isl_ast_loop_default,
            LoopType::Atomic => sys::isl_ast_loop_atomic,
            LoopType::Unroll => sys::isl_ast_loop_unroll,
            LoopType::Separate => sys::isl_ast_loop_separate,
        }
    }

    fn from_raw(raw: sys::isl_ast_loop_type) -> Option<LoopType> {
        [
            LoopType::Default,
            LoopType::Atomic,
            LoopType::Unroll,
            LoopType::Separate,
        ]
        .into_iter()
        .find(|kind| kind.raw() == raw)
    }
}

impl ScheduleNode {
    /// The kind of the node.
    pub fn kind(&self) -> Result<NodeKind> {
        // SAFETY: the node is alive.
        match unsafe { sys::isl_schedule_node_get_type(self.raw()) } {
            sys::isl_schedule_node_band => Ok(NodeKind::Band),
            sys::isl_schedule_node_context => Ok(NodeKind::Context),
            sys::isl_schedule_node_domain => Ok(NodeKind::Domain),
            sys::isl_schedule_node_expansion => Ok(NodeKind::Expansion),
            sys::isl_schedule_node_extension => Ok(NodeKind::Extension),
            sys::isl_schedule_node_filter => Ok(NodeKind::Filter),
            sys::isl_schedule_node_leaf => Ok(NodeKind::Leaf),
            sys::isl_schedule_node_guard => Ok(NodeKind::Guard),
            sys::isl_schedule_node_mark => Ok(NodeKind::Mark),
            sys::isl_schedule_node_sequence => Ok(NodeKind::Sequence),
            sys::isl_schedule_node_set => Ok(NodeKind::Set),
            _ => Err(self.context().take_error()),
        }
    }

    /// All children; the leaf below a node without others counts.
    pub fn children(&self) -> Result<Vec<ScheduleNode>> {
        (0..self.n_children()?)
            .map(|position| self.child(position))
            .collect()
    }

    /// How the loop of a band member is generated.
    pub fn band_member_loop_type(&self, position: usize) -> Result<LoopType> {
        // SAFETY: the node is alive.
        let raw = unsafe {
            sys::isl_schedule_node_band_member_get_ast_loop_type(self.raw(), c_position(position))
        };
        LoopType::from_raw(raw).ok_or_else(|| self.context().take_error())
    }

    /// Sets how the loop of a band member is generated.
    pub fn band_member_set_loop_type(
        &self,
        position: usize,
        loop_type: LoopType,
    ) -> Result<ScheduleNode> {
        // SAFETY: the node is alive; isl takes the fresh reference.
        unsafe {
            let position = c_position(position);
            let raw = sys::isl_schedule_node_band_member_set_ast_loop_type(
                self.take(),
                position,
                loop_type.raw(),
            );
            ScheduleNode::output(self.context(), raw)
        }
    }

    /// Inserts a sequence of filters, which must be disjoint and cover the instances.
    pub fn insert_sequence(&self, filters: &[UnionSet]) -> Result<ScheduleNode> {
        let list = self.filter_list(filters)?;
        // SAFETY: isl takes both references.
        unsafe {
            ScheduleNode::output(
                self.context(),
                sys::isl_schedule_node_insert_sequence(self.take(), list),
            )
        }
    }

    /// Inserts a set of filters, which must be disjoint and cover the instances.
    pub fn insert_set(&self, filters: &[UnionSet]) -> Result<ScheduleNode> {
        let list = self.filter_list(filters)?;
        // SAFETY: isl takes both references.
        unsafe {
            ScheduleNode::output(
                self.context(),
                sys::isl_schedule_node_insert_set(self.take(), list),
            )
        }
    }

    fn filter_list(&self, filters: &[UnionSet]) -> Result<Owned<sys::isl_union_set_list>> {
        for filter in filters {
            together(self.context(), filter)?;
        }
        // SAFETY: the list is built from fresh references of one context and given to the caller.
        unsafe {
            let mut list =
                sys::isl_union_set_list_alloc(self.context().raw(), c_position(filters.len()));
            for filter in filters {
                list = sys::isl_union_set_list_add(list, filter.take());
            }
            if list.is_null() {
                Err(self.context().take_error())
            } else {
                Ok(list)
            }
        }
    }

    /// Whether a closure returns true for the node and all descendants.
    pub fn every_descendant<F: FnMut(ScheduleNode) -> Result<bool>>(
        &self,
        function: F,
    ) -> Result<bool> {
        let mut frame = Frame::new(self.context(), function);
        // SAFETY: the frame outlives the call.
        let result = unsafe {
            let test = test_kept::<ScheduleNode, F>;
            let raw = sys::isl_schedule_node_every_descendant(self.raw(), Some(test), frame.user());
            bool::output(self.context(), raw)
        };
        frame.finish(result)
    }

    /// Calls a closure with all ancestors, the root first.
    pub fn foreach_ancestor_top_down<F: FnMut(ScheduleNode) -> Result<()>>(
        &self,
        function: F,
    ) -> Result<()> {
        let mut frame = Frame::new(self.context(), function);
        // SAFETY: the frame outlives the call.
        let result = unsafe {
            let visit = visit_kept::<ScheduleNode, F>;
            let raw = sys::isl_schedule_node_foreach_ancestor_top_down(
                self.raw(),
                Some(visit),
                frame.user(),
            );
            <()>::output(self.context(), raw)
        };
        frame.finish(result)
    }

    /// Tiles the band with these sizes, one for each member: two nested bands.
    pub fn band_tile_sizes(&self, sizes: &[i64]) -> Result<ScheduleNode> {
        if sizes.iter().any(|size| *size < 1) {
            return Err(Error::invalid("expected tile sizes of at least 1"));
        }
        self.band_tile(&MultiVal::new(&self.band_space()?, sizes)?)
    }
}

constructors! { ScheduleNode {
    /// A tree with only a domain node.
    from_domain(domain: &UnionSet) = isl_schedule_node_from_domain;
} }

methods! { ScheduleNode {
    /// The number of ancestors.
    tree_depth(self) -> usize = isl_schedule_node_get_tree_depth;
    /// The number of children.
    n_children(self) -> usize = isl_schedule_node_n_children;
    /// The position of the ancestor's child that contains the node.
    ancestor_child_position(self, other: &ScheduleNode) -> usize = isl_schedule_node_get_ancestor_child_position;
    /// The parent.
    parent(self) -> ScheduleNode = isl_schedule_node_parent;
    /// The ancestor of the given generation.
    ancestor(self, generation: i32) -> ScheduleNode = isl_schedule_node_ancestor;
    /// A child.
    child(self, position: usize) -> ScheduleNode = isl_schedule_node_child;
    /// A child of a child.
    grandchild(self, position: usize, other_position: usize) -> ScheduleNode = isl_schedule_node_grandchild;
    /// The space of the band.
    band_space(self) -> Space = isl_schedule_node_band_get_space;
    /// The functions of the band's members.
    band_partial_schedule(self) -> MultiUnionPwAff = isl_schedule_node_band_get_partial_schedule;
    /// The number of members.
    band_n_member(self) -> usize = isl_schedule_node_band_n_member;
    /// Whether a member is coincident.
    band_member_coincident(self, position: usize) -> bool = isl_schedule_node_band_member_get_coincident;
    /// The options for generating the loops.
    band_ast_build_options(self) -> UnionSet = isl_schedule_node_band_get_ast_build_options;
    /// Whether the members may be interchanged.
    band_permutable(self) -> bool = isl_schedule_node_band_get_permutable;
    /// Marks the band as permutable or not.
    band_set_permutable(self, permutable: bool) -> ScheduleNode = isl_schedule_node_band_set_permutable;
    /// Tiles the band: two nested bands.
    band_tile(self, sizes: &MultiVal) -> ScheduleNode = isl_schedule_node_band_tile;
    /// Splits the band in two nested ones, the first with the given number of members.
    band_split(self, position: usize) -> ScheduleNode = isl_schedule_node_band_split;
    /// The set of a context node.
    context_context(self) -> Set = isl_schedule_node_context_get_context;
    /// The instances of a domain node.
    domain_domain(self) -> UnionSet = isl_schedule_node_domain_get_domain;
    /// The expansion of an expansion node.
    expansion_expansion(self) -> UnionMap = isl_schedule_node_expansion_get_expansion;
    /// The contraction of an expansion node.
    expansion_contraction(self) -> UnionPwMultiAff = isl_schedule_node_expansion_get_contraction;
    /// The map of an extension node.
    extension_extension(self) -> UnionMap = isl_schedule_node_extension_get_extension;
    /// The instances of a filter node.
    filter_filter(self) -> UnionSet = isl_schedule_node_filter_get_filter;
    /// The set of a guard node.
    guard_guard(self) -> Set = isl_schedule_node_guard_get_guard;
    /// The name of a mark node.
    mark_id(self) -> Id = isl_schedule_node_mark_get_id;
    /// Inserts a band.
    insert_partial_schedule(self, schedule: &MultiUnionPwAff) -> ScheduleNode = isl_schedule_node_insert_partial_schedule;
    /// Inserts a mark node.
    insert_mark(self, id: &Id) -> ScheduleNode = isl_schedule_node_insert_mark;
} }
