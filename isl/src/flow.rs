//! Dataflow analysis: which write a read depends on, given the order of the instances.

use super::UnionMap;
use super::object::{constructors, methods, object};

object! {
    /// The accesses between which dependences are computed.
    UnionAccessInfo = isl_union_access_info, isl_union_access_info_copy, isl_union_access_info_free,
        isl_union_access_info_to_str
}

object! {
    /// The computed dependences.
    UnionFlow = isl_union_flow, isl_union_flow_copy, isl_union_flow_free, isl_union_flow_to_str
}

constructors! { UnionAccessInfo {
    /// The problem of computing the sources of these accesses.
    from_sink(sink: &UnionMap) = isl_union_access_info_from_sink;
} }

methods! { UnionAccessInfo {
    /// The must-writes.
    set_must_source(self, must_source: &UnionMap) -> UnionAccessInfo = isl_union_access_info_set_must_source;
    /// The may-writes.
    set_may_source(self, may_source: &UnionMap) -> UnionAccessInfo = isl_union_access_info_set_may_source;
    /// The order of the accesses, as a map.
    set_schedule_map(self, schedule_map: &UnionMap) -> UnionAccessInfo = isl_union_access_info_set_schedule_map;
    /// Computes the dependences.
    compute_flow(self) -> UnionFlow = isl_union_access_info_compute_flow;
} }
methods! { UnionFlow {
    /// The must-dependences, from source to sink instance.
    must_dependence(self) -> UnionMap = isl_union_flow_get_must_dependence;
    /// The may-dependences, from source to sink instance, including the must-dependences.
    may_dependence(self) -> UnionMap = isl_union_flow_get_may_dependence;
    /// The sink accesses that may have no source.
    may_no_source(self) -> UnionMap = isl_union_flow_get_may_no_source;
} }
