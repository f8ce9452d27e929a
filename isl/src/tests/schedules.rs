//! Dependences, scheduling, and edits of trees.

use super::super::*;
use super::{union_map, union_set};

const DOMAIN: &str = "[N, M, K] -> { S[i, j] : 0 <= i < N and 0 <= j < M; \
    T[i, j, k] : 0 <= i < N and 0 <= j < M and 0 <= k < K }";

/// C(i,j) = 0; C(i,j) += A(i,k) * B(k,j), in the original order.
fn sgemm_dependences(context: &Context) -> UnionMap {
    let domain = union_set(context, DOMAIN);
    let writes = union_map(context, "{ S[i, j] -> C[i, j]; T[i, j, k] -> C[i, j] }")
        .intersect_domain(&domain)
        .unwrap();
    let reads = union_map(context, "{ T[i, j, k] -> C[i, j] }")
        .intersect_domain(&domain)
        .unwrap();
    let order = union_map(
        context,
        "{ S[i, j] -> [0, i, j, 0]; T[i, j, k] -> [1, i, j, k] }",
    );
    let accesses = UnionAccessInfo::from_sink(&reads).unwrap();
    let accesses = accesses
        .set_must_source(&writes)
        .unwrap()
        .set_schedule_map(&order)
        .unwrap();
    accesses.compute_flow().unwrap().must_dependence().unwrap()
}

fn sgemm_schedule(context: &Context) -> Schedule {
    let dependences = sgemm_dependences(context);
    let constraints = ScheduleConstraints::on_domain(&union_set(context, DOMAIN)).unwrap();
    let constraints = constraints.set_validity(&dependences).unwrap();
    let constraints = constraints
        .set_coincidence(&dependences)
        .unwrap()
        .set_proximity(&dependences)
        .unwrap();
    constraints.compute_schedule().unwrap()
}

#[test]
fn flow_finds_the_last_write() {
    let context = Context::new();
    let expected = union_map(
        &context,
        "[N, M, K] -> { S[i, j] -> T[i, j, 0] : 0 <= i < N and 0 <= j < M and K > 0; \
         T[i, j, k] -> T[i, j, k + 1] : 0 <= i < N and 0 <= j < M and 0 <= k < K - 1 }",
    );
    assert!(sgemm_dependences(&context).is_equal(&expected).unwrap());
}

#[test]
fn sgemm_is_scheduled_as_one_permutable_band() {
    let context = Context::new();
    let band = sgemm_schedule(&context).root().unwrap().child(0).unwrap();
    assert_eq!(band.kind().unwrap(), NodeKind::Band);
    assert_eq!(band.band_n_member().unwrap(), 3);
    assert!(band.band_permutable().unwrap());
    let coincident: Vec<_> = (0..3)
        .map(|member| band.band_member_coincident(member).unwrap())
        .collect();
    assert_eq!(coincident, [true, true, false]);
    assert_eq!(
        band.band_partial_schedule()
            .unwrap()
            .members()
            .unwrap()
            .len(),
        3
    );
}

#[test]
fn options_are_read_back() {
    let context = Context::new();
    context.set_schedule_serialize_sccs(true).unwrap();
    context.set_schedule_max_coefficient(1).unwrap();
    assert!(context.schedule_serialize_sccs());
    assert_eq!(context.schedule_max_coefficient(), 1);
    assert!(!Context::new().schedule_serialize_sccs());
}

#[test]
fn a_band_is_tiled_split_and_marked() {
    let context = Context::new();
    context.set_tile_scale_tile_loops(false).unwrap();
    let band = sgemm_schedule(&context).root().unwrap().child(0).unwrap();
    let tiled = band.band_tile_sizes(&[32, 16, 8]).unwrap();
    let point = tiled.child(0).unwrap();
    assert_eq!(point.kind().unwrap(), NodeKind::Band);
    assert_eq!(point.tree_depth().unwrap(), 2);
    let split = point.band_split(1).unwrap();
    assert_eq!(split.band_n_member().unwrap(), 1);
    assert_eq!(split.child(0).unwrap().band_n_member().unwrap(), 2);
    let marked = split
        .insert_mark(&Id::new(&context, "kernel").unwrap())
        .unwrap();
    assert_eq!(marked.mark_id().unwrap().name(), "kernel");
    assert_eq!(marked.parent().unwrap().band_n_member().unwrap(), 3);
    assert!(band.band_tile_sizes(&[32, 0, 8]).is_err());
    assert!(band.parent().unwrap().parent().is_err());
}

#[test]
fn sequences_filters_and_loop_types() {
    let context = Context::new();
    let domain = union_set(&context, "{ S[i] : 0 <= i < 4; T[i] : 0 <= i < 4 }");
    let leaf = ScheduleNode::from_domain(&domain)
        .unwrap()
        .child(0)
        .unwrap();
    assert_eq!(leaf.kind().unwrap(), NodeKind::Leaf);
    let parts = [
        union_set(&context, "{ S[i] }"),
        union_set(&context, "{ T[i] }"),
    ];
    let sequence = leaf.insert_sequence(&parts).unwrap();
    assert_eq!(sequence.kind().unwrap(), NodeKind::Sequence);
    let kinds: Vec<_> = sequence
        .children()
        .unwrap()
        .iter()
        .map(|child| child.kind().unwrap())
        .collect();
    assert_eq!(kinds, [NodeKind::Filter, NodeKind::Filter]);
    let member = MultiUnionPwAff::parse(&context, "[{ T[i] -> [(i)] }]").unwrap();
    let band = sequence
        .grandchild(1, 0)
        .unwrap()
        .insert_partial_schedule(&member)
        .unwrap();
    let band = band.band_member_set_loop_type(0, LoopType::Unroll).unwrap();
    assert_eq!(band.band_member_loop_type(0).unwrap(), LoopType::Unroll);
    assert_eq!(
        band.ancestor_child_position(&band.ancestor(2).unwrap())
            .unwrap(),
        1
    );
    assert!(leaf.insert_set(&parts).unwrap().kind().unwrap() == NodeKind::Set);
}

#[test]
fn closures_visit_and_rewrite_a_tree() {
    let context = Context::new();
    let schedule = sgemm_schedule(&context);
    let mut kinds = Vec::new();
    schedule
        .foreach_node_top_down(|node| {
            kinds.push(node.kind()?);
            Ok(node.kind()? != NodeKind::Sequence)
        })
        .unwrap();
    assert_eq!(kinds[..2], [NodeKind::Domain, NodeKind::Band]);
    let sequential = schedule
        .map_nodes_bottom_up(|node| match node.kind()? {
            NodeKind::Band => node.band_set_permutable(false),
            _ => Ok(node),
        })
        .unwrap();
    assert!(
        !sequential
            .root()
            .unwrap()
            .child(0)
            .unwrap()
            .band_permutable()
            .unwrap()
    );
    let root = schedule.root().unwrap();
    assert!(
        root.every_descendant(|node| Ok(node.kind()? != NodeKind::Mark))
            .unwrap()
    );
    let mut above = 0;
    root.child(0)
        .unwrap()
        .foreach_ancestor_top_down(|_| {
            above += 1;
            Ok(())
        })
        .unwrap();
    assert_eq!(above, 1);
}

#[test]
fn a_schedule_is_the_same_after_printing_and_reading() {
    let context = Context::new();
    let schedule = sgemm_schedule(&context);
    let flow = Schedule::parse(&context, &schedule.to_string()).unwrap();
    let block = Schedule::parse(&context, &schedule.to_yaml().unwrap()).unwrap();
    assert!(schedule.plain_is_equal(&flow).unwrap());
    assert!(schedule.plain_is_equal(&block).unwrap());
    assert!(schedule.to_yaml().unwrap().starts_with("domain: "));
}
