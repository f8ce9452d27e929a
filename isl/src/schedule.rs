//! Schedules, and the constraints from which isl computes one.

use super::callback::{Frame, replace_taken, test_kept};
use super::error::Result;
use super::object::{Object, Output, constructors, methods, object, owned_text};
use super::parse::{Grammar, parse};
use super::{
    Context, MultiUnionPwAff, ScheduleNode, Set, Space, UnionMap, UnionPwMultiAff, UnionSet, sys,
};

object! {
    /// What a schedule must and should respect.
    ScheduleConstraints = isl_schedule_constraints, isl_schedule_constraints_copy, isl_schedule_constraints_free,
        isl_schedule_constraints_to_str
}

object! {
    /// A schedule tree.
    Schedule = isl_schedule, isl_schedule_copy, isl_schedule_free, isl_schedule_to_str
}

impl Schedule {
    /// Reads isl's YAML, in flow or block style.
    pub fn parse(context: &Context, text: &str) -> Result<Schedule> {
        parse(
            context,
            text,
            sys::isl_schedule_read_from_str,
            Grammar::Schedule,
            "schedule",
        )
    }

    /// The tree as YAML in block style, one node on each line.
    pub fn to_yaml(&self) -> Result<String> {
        let context = self.context();
        // SAFETY: the printer is made, used and freed here; the schedule is only looked at.
        let text = context.unlimited(|| unsafe {
            let printer = sys::isl_printer_to_str(context.raw());
            let printer = sys::isl_printer_set_yaml_style(printer, sys::ISL_YAML_STYLE_BLOCK);
            let printer = sys::isl_printer_print_schedule(printer, self.raw());
            let text = owned_text(sys::isl_printer_get_str(printer.keep()));
            sys::isl_printer_free(printer);
            text
        });
        text.ok_or_else(|| context.take_error())
    }

    /// Calls a closure with each node, parents first; the answer says whether to go on below the node.
    pub fn foreach_node_top_down<F: FnMut(ScheduleNode) -> Result<bool>>(
        &self,
        function: F,
    ) -> Result<()> {
        let mut frame = Frame::new(self.context(), function);
        // SAFETY: the frame outlives the call.
        let result = unsafe {
            let test = test_kept::<ScheduleNode, F>;
            let raw = sys::isl_schedule_foreach_schedule_node_top_down(
                self.raw(),
                Some(test),
                frame.user(),
            );
            <()>::output(self.context(), raw)
        };
        frame.finish(result)
    }

    /// Replaces each node by what a closure makes of it, children first.
    pub fn map_nodes_bottom_up<F: FnMut(ScheduleNode) -> Result<ScheduleNode>>(
        &self,
        function: F,
    ) -> Result<Schedule> {
        let mut frame = Frame::new(self.context(), function);
        // SAFETY: the frame outlives the call.
        let result = unsafe {
            let replace = replace_taken::<ScheduleNode, F>;
            let raw = sys::isl_schedule_map_schedule_node_bottom_up(
                self.take(),
                Some(replace),
                frame.user(),
            );
            Schedule::output(self.context(), raw)
        };
        frame.finish(result)
    }
}

impl ScheduleConstraints {
    /// Reads isl's YAML.
    pub fn parse(context: &Context, text: &str) -> Result<ScheduleConstraints> {
        let reader = sys::isl_schedule_constraints_read_from_str;
        parse(
            context,
            text,
            reader,
            Grammar::Token,
            "schedule constraints",
        )
    }
}

constructors! { ScheduleConstraints {
    /// Constraints for scheduling these instances.
    on_domain(domain: &UnionSet) = isl_schedule_constraints_on_domain;
} }

methods! { ScheduleConstraints {
    /// What is known of the parameters.
    set_context(self, context: &Set) -> ScheduleConstraints = isl_schedule_constraints_set_context;
    /// Dependences that the schedule must respect.
    set_validity(self, validity: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_validity;
    /// Dependences that should have distance zero in parallel members.
    set_coincidence(self, coincidence: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_coincidence;
    /// Dependences whose distance should be small.
    set_proximity(self, proximity: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_proximity;
    /// Dependences to respect when a condition holds.
    set_conditional_validity(self, condition: &UnionMap, validity: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_conditional_validity;
    /// The instances to schedule.
    domain(self) -> UnionSet = isl_schedule_constraints_get_domain;
    /// What is known of the parameters.
    known_parameters(self) -> Set = isl_schedule_constraints_get_context;
    /// Dependences that the schedule must respect.
    validity(self) -> UnionMap = isl_schedule_constraints_get_validity;
    /// Dependences that should have distance zero in parallel members.
    coincidence(self) -> UnionMap = isl_schedule_constraints_get_coincidence;
    /// Dependences whose distance should be small.
    proximity(self) -> UnionMap = isl_schedule_constraints_get_proximity;
    /// Dependences to respect when a condition holds.
    conditional_validity(self) -> UnionMap = isl_schedule_constraints_get_conditional_validity;
    /// The conditions of the conditional validity constraints.
    conditional_validity_condition(self) -> UnionMap = isl_schedule_constraints_get_conditional_validity_condition;
    /// Renames the instances.
    apply(self, map: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_apply;
    /// Runs isl's scheduler.
    compute_schedule(self) -> Schedule = isl_schedule_constraints_compute_schedule;
} }
constructors! { Schedule {
    /// The schedule of nothing.
    empty(space: &Space) = isl_schedule_empty;
    /// The schedule that leaves all instances unordered.
    from_domain(domain: &UnionSet) = isl_schedule_from_domain;
} }

methods! { Schedule {
    /// The instances.
    domain(self) -> UnionSet = isl_schedule_get_domain;
    /// The schedule as a map to one flat time.
    map(self) -> UnionMap = isl_schedule_get_map;
    /// The root of the tree.
    root(self) -> ScheduleNode = isl_schedule_get_root;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &Schedule) -> bool = isl_schedule_plain_is_equal;
    /// Inserts a context node.
    insert_context(self, context: &Set) -> Schedule = isl_schedule_insert_context;
    /// Inserts a band.
    insert_partial_schedule(self, partial: &MultiUnionPwAff) -> Schedule = isl_schedule_insert_partial_schedule;
    /// Inserts a guard node.
    insert_guard(self, guard: &Set) -> Schedule = isl_schedule_insert_guard;
    /// First all of this, then all of the other.
    sequence(self, other: &Schedule) -> Schedule = isl_schedule_sequence;
    /// Both, unordered.
    unordered_with(self, other: &Schedule) -> Schedule = isl_schedule_set;
    /// The part in the given set.
    intersect_domain(self, domain: &UnionSet) -> Schedule = isl_schedule_intersect_domain;
    /// Simplifies under what is known of the parameters.
    gist_domain_params(self, context: &Set) -> Schedule = isl_schedule_gist_domain_params;
    /// Reorders and adds parameters as in the given space.
    align_params(self, space: &Space) -> Schedule = isl_schedule_align_params;
    /// Forgets user pointers.
    reset_user(self) -> Schedule = isl_schedule_reset_user;
    /// With the instances replaced by their preimage.
    pullback_union_pw_multi_aff(self, function: &UnionPwMultiAff) -> Schedule = isl_schedule_pullback_union_pw_multi_aff;
    /// Replaces each instance by a schedule of its own.
    expand(self, contraction: &UnionPwMultiAff, other: &Schedule) -> Schedule = isl_schedule_expand;
} }
