//! Schedules, and the constraints from which isl computes one.

use super::callback::{Frame, replace_taken, test_kept};
use super::error::Result;
use super::object::{Object, Output, constructors, methods, object, owned_text};
use super::parse::{Grammar, parse};
use super::{Context, ScheduleNode, Set, UnionMap, UnionSet, sys};

object! {
    /// The dependences that a schedule must and should respect.
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

    /// Calls a closure with each node, parents first; its result says whether to continue below the
    /// node.
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

    /// Replaces each node by the result of a closure, children first.
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

constructors! { ScheduleConstraints {
    /// Constraints for scheduling these instances.
    on_domain(domain: &UnionSet) = isl_schedule_constraints_on_domain;
} }

methods! { ScheduleConstraints {
    /// The facts known about the parameters.
    set_context(self, context: &Set) -> ScheduleConstraints = isl_schedule_constraints_set_context;
    /// Dependences that the schedule must respect.
    set_validity(self, validity: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_validity;
    /// Dependences that should have distance zero in parallel members.
    set_coincidence(self, coincidence: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_coincidence;
    /// Dependences whose distance should be small.
    set_proximity(self, proximity: &UnionMap) -> ScheduleConstraints = isl_schedule_constraints_set_proximity;
    /// Runs isl's scheduler.
    compute_schedule(self) -> Schedule = isl_schedule_constraints_compute_schedule;
} }
methods! { Schedule {
    /// The root of the tree.
    root(self) -> ScheduleNode = isl_schedule_get_root;
    /// Whether both are obviously equal; a cheap test.
    plain_is_equal(self, other: &Schedule) -> bool = isl_schedule_plain_is_equal;
} }
