//! Trees mapped to blocks and threads.

use tc_dialects::schedule::tree::Member;
use tc_dialects::schedule::tree::MemberKind::{Block, Sequential, Thread};
use tc_isl::thread_context;

use super::*;
use tc_testing::trees::{member, set};

/// A loop of this kind and schedule.
fn band(kind: MemberKind, schedule: &str) -> Band {
    let member = Member {
        kind,
        ..member(schedule, true)
    };
    Band::new(vec![member], true)
}

/// The bands and filters of the only kernel of a tree over `S[i, k]` with tiles of 32 in blocks
/// and four threads.
fn mapped(domain: &str, tree: Tree) -> Vec<String> {
    let tree = tree.below_domain(set(domain));
    let context = no_context(&thread_context()).unwrap();
    let kernels = kernels(&tree, &context, [64, 1, 1], [4, 1, 1], &[]).unwrap();
    let nodes = kernels[0].tree.walk();
    let text = nodes.iter().filter_map(|(_, node)| match node {
        Tree::Filter { filter, .. } => Some(format!("filter {filter}")),
        Tree::Band { band, .. } => Some(format!("band {}", band.members[0].schedule)),
        Tree::Extension { extension, .. } => Some(format!("extension {extension}")),
        _ => None,
    });
    text.collect()
}

#[test]
fn divisions_that_say_the_block_are_written_as_its_number() {
    let point = band(Sequential, "{ S[i, k] -> [(i mod 32)] }");
    let tiles = band(Block(Axis::X), "{ S[i, k] -> [(floor(i/32))] }");
    let tree = Tree::Leaf.below_band(point).below_band(tiles);
    assert_eq!(
        mapped("{ S[i, k] : 0 <= i < 100 and 0 <= k < 7 }", tree),
        [
            "filter [b0'] -> { S[i, k] : 32b0' <= i <= 31 + 32b0' }",
            "band [b0'] -> { S[i, k] -> [(-32b0' + i)] }"
        ]
    );
}

#[test]
fn instances_that_no_filter_picked_keep_their_divisions() {
    let point = band(
        Sequential,
        "{ S[i, k] -> [(i mod 32)]; T[i] -> [(i mod 32)] }",
    );
    let added = UnionMap::parse(&thread_context(), "{ [b] -> T[i] : 0 <= i < 40 }").unwrap();
    let tiles = "{ S[i, k] -> [(floor(i/32))]; T[i] -> [(floor(i/32))] }";
    let tiles = band(Block(Axis::X), tiles);
    let tree = Tree::Leaf
        .below_band(point)
        .below_extension(added)
        .below_band(tiles);
    let mapped = mapped("{ S[i, k] : 0 <= i < 100 and 0 <= k < 7 }", tree);
    assert_eq!(
        mapped.last().map(String::as_str),
        Some("band [b0'] -> { T[i] -> [((i) mod 32)]; S[i, k] -> [(-32b0' + i)] }")
    );
}

#[test]
fn a_loop_over_one_tile_is_dropped() {
    let point = band(Thread(Axis::X), "{ S[i, k] -> [(k mod 32)] }");
    let tiles = band(Sequential, "{ S[i, k] -> [(floor(k/32))] }");
    let tree = Tree::Leaf.below_band(point).below_band(tiles);
    let few = mapped("{ S[i, k] : 0 <= i < 100 and 0 <= k < 4 }", tree.clone());
    assert_eq!(few, ["filter [t0'] -> { S[i, k = t0'] }"]);
    let many = mapped("{ S[i, k] : 0 <= i < 100 and 0 <= k < 40 }", tree);
    assert_eq!(many.len(), 3);
    assert_eq!(many[0], "band { S[i, k] -> [(floor((k)/32))] }");
}
