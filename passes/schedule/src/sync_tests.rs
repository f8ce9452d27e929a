//! Barriers on small trees: where they are needed, and where not.

use std::collections::BTreeSet;

use tc_dialects::schedule::tree::{Axis, Band, MemberKind, Path, Tree};

use super::sync::{Launch, Synchronized, Touched, VisibleAccesses, sync};
use tc_testing::trees::{filtered, map, member, set};

fn touched(reads: &str, writes: &str) -> Touched {
    Touched {
        reads: map(reads),
        writes: map(writes),
    }
}

fn on_threads(mut band: Band) -> Band {
    for (from_last, member) in band.members.iter_mut().rev().enumerate() {
        member.kind = MemberKind::Thread(Axis::ALL[from_last]);
    }
    band
}

/// A launch with so many blocks, and an unknown number of threads.
fn launch(blocks: i64) -> Launch {
    Launch {
        grid: [blocks, 1, 1],
        block: None,
        lanes: 32,
    }
}

fn synchronized(tree: Tree, global: Touched, shared: Touched) -> Synchronized {
    sync(
        tree,
        &VisibleAccesses {
            global,
            shared,
            atomic: BTreeSet::new(),
        },
        launch(1),
        &BTreeSet::new(),
    )
    .unwrap()
}

fn names(result: &Synchronized) -> Vec<&str> {
    let barriers = result.barriers.iter();
    barriers.map(|(name, _)| name.as_str()).collect()
}

/// The names of the statements in the children of the first sequence, in order.
fn order(tree: &Tree) -> Vec<String> {
    let nodes = tree.walk();
    let (_, sequence) = nodes
        .iter()
        .find(|(_, node)| matches!(node, Tree::Sequence { .. }))
        .unwrap();
    let names = sequence.children().iter().map(|child| match child {
        Tree::Filter { filter, .. } => filter.sets().unwrap()[0].name().unwrap(),
        _ => String::new(),
    });
    names.collect()
}

/// A tile loop of `k`: all threads copy a tile of A, then all read it.
fn copied_tile() -> Tree {
    let copy = on_threads(Band::new(
        vec![member("{ A_in[k0, a] -> [(a - k0)] }", true)],
        true,
    ));
    let rows = on_threads(Band::new(vec![member("{ T[i, k] -> [(i)] }", true)], true));
    let tiles = Band::new(
        vec![member("{ T[i, k] -> [(8*floor((k)/8))] }", false)],
        true,
    );
    let children = vec![
        filtered("{ A_in[k0, a] }", Tree::Leaf.below_band(copy)),
        filtered("{ T[i, k] }", Tree::Leaf.below_band(rows)),
    ];
    Tree::Sequence { children }
        .below_extension(map(
            "{ [k0] -> A_in[k0, a] : k0 <= a < k0 + 8 and 0 <= k0 < 32 and k0 mod 8 = 0 }",
        ))
        .below_band(tiles)
        .below_domain(set("{ T[i, k] : 0 <= i < 16 and 0 <= k < 32 }"))
}

#[test]
fn a_copy_is_separated_from_its_use_and_from_the_next_copy() {
    let global = touched(
        "{ A_in[k0, a] -> A[a]; T[i, k] -> C[i] }",
        "{ T[i, k] -> C[i] }",
    );
    let shared = touched(
        "{ T[i, k] -> A_s[k mod 8] }",
        "{ A_in[k0, a] -> A_s[a - k0] }",
    );
    let result = synchronized(copied_tile(), global, shared);
    assert_eq!(names(&result), ["sync0", "sync1"]);
    assert_eq!(order(&result.tree), ["A_in", "sync0", "T", "sync1"]);
    let extension = result.tree.at(&Path(vec![0, 0])).unwrap();
    let Tree::Extension { extension, child } = extension else {
        panic!("{extension}")
    };
    assert!(
        matches!(**child, Tree::Sequence { .. }),
        "the barriers join the extension of the copy"
    );
    let added = map("{ [k0] -> sync0[] : 0 <= k0 < 32 and k0 mod 8 = 0 }");
    assert!(added.is_subset(extension).unwrap(), "{extension}");
    assert_eq!(
        Tree::from_isl(&result.tree.to_isl().unwrap()).unwrap(),
        result.tree
    );
}

#[test]
fn what_stays_on_one_thread_needs_no_barrier() {
    let band = |text| on_threads(Band::new(vec![member(text, true)], true));
    let children = vec![
        filtered("{ S[i] }", Tree::Leaf.below_band(band("{ S[i] -> [(i)] }"))),
        filtered("{ T[i] }", Tree::Leaf.below_band(band("{ T[i] -> [(i)] }"))),
    ];
    let tree = Tree::Sequence { children }.below_mark(Default::default());
    let tree = tree.below_band(Band::new(
        vec![member("{ S[i] -> [(0)]; T[i] -> [(0)] }", true)],
        true,
    ));
    let tree = tree.below_domain(set("{ S[i] : 0 <= i < 16; T[i] : 0 <= i < 16 }"));
    let same = touched("{ T[i] -> X[i] }", "{ S[i] -> X[i] }");
    let result = synchronized(tree.clone(), same, touched("{ }", "{ }"));
    assert!(result.barriers.is_empty() && result.tree == tree);
    let reversed = touched("{ T[i] -> X[15 - i] }", "{ S[i] -> X[i] }");
    let result = synchronized(tree, reversed, touched("{ }", "{ }"));
    assert_eq!(order(&result.tree), ["S", "sync0", "T"]);
}

#[test]
fn an_axis_without_a_member_is_thread_zero() {
    let rows = on_threads(Band::new(vec![member("{ T[i] -> [(i)] }", true)], true));
    let children = vec![
        filtered("{ S[] }", Tree::Leaf),
        filtered("{ T[i] }", Tree::Leaf.below_band(rows)),
    ];
    let tree = Tree::Sequence { children }
        .below_band(Band::new(
            vec![member("{ S[] -> [(0)]; T[i] -> [(0)] }", true)],
            true,
        ))
        .below_domain(set("{ S[]; T[i] : 0 <= i < 16 }"));
    let broadcast = touched("{ T[i] -> X[] }", "{ S[] -> X[] }");
    assert_eq!(
        order(&synchronized(tree.clone(), broadcast, touched("{ }", "{ }")).tree),
        ["S", "sync0", "T"]
    );
    let only_zero = touched("{ T[i] -> X[i] }", "{ S[] -> X[0] }");
    assert!(
        synchronized(tree, only_zero, touched("{ }", "{ }"))
            .barriers
            .is_empty()
    );
}

#[test]
fn a_loop_whose_iterations_meet_ends_with_a_barrier() {
    let time = Band::new(vec![member("{ S[t, i] -> [(t)] }", false)], true);
    let points = on_threads(Band::new(vec![member("{ S[t, i] -> [(i)] }", true)], true));
    let tree = Tree::Leaf
        .below_band(points)
        .below_band(time)
        .below_domain(set("{ S[t, i] : 0 <= t < 4 and 0 < i < 16 }"));
    let stencil = touched("{ S[t, i] -> A[t, i - 1] }", "{ S[t, i] -> A[t + 1, i] }");
    let result = synchronized(tree.clone(), stencil, touched("{ }", "{ }"));
    assert_eq!(order(&result.tree), ["S", "sync0"]);
    let apart = touched("{ S[t, i] -> A[t, i] }", "{ S[t, i] -> A[t + 1, i] }");
    assert!(
        synchronized(tree, apart, touched("{ }", "{ }"))
            .barriers
            .is_empty()
    );
}

#[test]
fn tiles_of_one_block_share_its_arrays() {
    let mut tiles = Band::new(
        vec![member(
            "{ S[i] -> [(8*floor((i)/8))]; T[i] -> [(8*floor((i)/8))] }",
            true,
        )],
        true,
    );
    tiles.tile_sizes = vec![8];
    tiles.members[0].kind = MemberKind::Block(Axis::X);
    let band = |text| on_threads(Band::new(vec![member(text, true)], true));
    let children = vec![
        filtered(
            "{ S[i] }",
            Tree::Leaf.below_band(band("{ S[i] -> [(i mod 8)] }")),
        ),
        filtered(
            "{ T[i] }",
            Tree::Leaf.below_band(band("{ T[i] -> [(i mod 8)] }")),
        ),
    ];
    let tree = Tree::Sequence { children }
        .below_band(tiles)
        .below_domain(set("{ S[i] : 0 <= i < 32; T[i] : 0 <= i < 32 }"));
    let shared = touched("{ T[i] -> X_s[7 - (i mod 8)] }", "{ S[i] -> X_s[i mod 8] }");
    let accesses = VisibleAccesses {
        global: touched("{ }", "{ }"),
        shared,
        atomic: BTreeSet::new(),
    };
    let on = |blocks| sync(tree.clone(), &accesses, launch(blocks), &BTreeSet::new()).unwrap();
    assert_eq!(order(&on(4).tree), ["S", "sync0", "T"]);
    assert_eq!(order(&on(2).tree), ["S", "sync0", "T", "sync1"]);
}

#[test]
fn names_that_are_taken_are_left_alone() {
    let taken = BTreeSet::from(["sync0".to_string()]);
    let time = Band::new(vec![member("{ S[t, i] -> [(t)] }", false)], true);
    let points = on_threads(Band::new(vec![member("{ S[t, i] -> [(i)] }", true)], true));
    let tree = Tree::Leaf
        .below_band(points)
        .below_band(time)
        .below_domain(set("{ S[t, i] : 0 <= t < 4 and 0 < i < 16 }"));
    let global = touched("{ S[t, i] -> A[t, i - 1] }", "{ S[t, i] -> A[t + 1, i] }");
    let accesses = VisibleAccesses {
        global,
        shared: touched("{ }", "{ }"),
        atomic: BTreeSet::new(),
    };
    let result = sync(tree, &accesses, launch(1), &taken).unwrap();
    assert_eq!(names(&result), ["sync1"]);
}

#[test]
fn threads_that_meet_below_their_loop_are_refused() {
    let rows = on_threads(Band::new(
        vec![member("{ S[i] -> [(i)]; T[i] -> [(i)] }", true)],
        true,
    ));
    let children = vec![
        filtered("{ S[i] }", Tree::Leaf),
        filtered("{ T[i] }", Tree::Leaf),
    ];
    let tree = Tree::Sequence { children }
        .below_band(rows)
        .below_domain(set("{ S[i] : 0 <= i < 8; T[i] : 0 <= i < 8 }"));
    let global = touched("{ T[i] -> X[i - 1] }", "{ S[i] -> X[i] }");
    let accesses = VisibleAccesses {
        global,
        shared: touched("{ }", "{ }"),
        atomic: BTreeSet::new(),
    };
    let refusal = sync(tree, &accesses, launch(1), &BTreeSet::new()).unwrap_err();
    assert!(
        refusal
            .message
            .starts_with("different threads touch the same element without an order: "),
        "{refusal}"
    );
    assert_eq!(refusal.at, Some(Path(vec![0])));
}

#[test]
fn copies_below_tiles_on_blocks_are_separated_too() {
    let mut tree = copied_tile();
    tree.replace_at(&Path(vec![0]), |node| match node {
        Tree::Band { mut band, child } => {
            band.members[0].kind = MemberKind::Block(Axis::X);
            band.members[0].coincident = true;
            band.tile_sizes = vec![8];
            child.below_band(band)
        }
        node => node,
    });
    let shared = touched(
        "{ T[i, k] -> A_s[k mod 8] }",
        "{ A_in[k0, a] -> A_s[a - k0] }",
    );
    let accesses = VisibleAccesses {
        global: touched("{ }", "{ }"),
        shared,
        atomic: BTreeSet::new(),
    };
    let on = |blocks| sync(tree.clone(), &accesses, launch(blocks), &BTreeSet::new()).unwrap();
    assert_eq!(order(&on(4).tree), ["A_in", "sync0", "T"]);
    assert_eq!(order(&on(3).tree), ["A_in", "sync0", "T", "sync1"]);
}

/// `T(i) = T(0) + T(i)`: all threads read element 0, which none writes.
#[test]
fn elements_that_nobody_writes_need_no_barrier() {
    let points = on_threads(Band::new(vec![member("{ S[i] -> [(i)] }", true)], true));
    let tree = Tree::Leaf
        .below_band(points)
        .below_domain(set("{ S[i] : 1 <= i < 10 }"));
    let broadcast = |first: &str| {
        let reads = format!("{{ S[i] -> T[i]; S[i] -> T[{first}] }}");
        let accesses = VisibleAccesses {
            global: touched(&reads, "{ S[i] -> T[i] }"),
            shared: touched("{ }", "{ }"),
            atomic: BTreeSet::new(),
        };
        sync(tree.clone(), &accesses, launch(1), &BTreeSet::new())
    };
    assert!(broadcast("0").unwrap().barriers.is_empty());
    let refusal = broadcast("1").unwrap_err();
    assert!(
        refusal
            .message
            .starts_with("different threads touch the same element without an order: "),
        "{refusal}"
    );
}
