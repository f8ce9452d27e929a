//! Tiles of arrays on small trees: their extents, copies and rewritten accesses, and the reasons
//! why some arrays have none.

use std::collections::BTreeSet;

use tc_dialects::schedule::tree::{Axis, MemberKind, Path, Refusal, Tree};

use super::map_blocks::{ScheduleMapBlocks, map_blocks};
use super::map_threads::{ScheduleMapThreads, map_threads};
use super::promote::{
    self, PromotableArray, PromoteInput, Promoted, SchedulePromote, StatementAccess,
};
use super::sink::{ScheduleSink, sink};
use super::steps::Step;
use super::sync::{Launch, Touched, VisibleAccesses, sync};
use super::tile::{ScheduleTile, tile};
use tc_dialects::target::Limits;
use tc_scop::accesses::ScopAccesses;
use tc_scop::leaves::Leaves;
use tc_testing::trees::{fused_sgemm, map};

fn mapped_sgemm() -> Tree {
    let sizes = ScheduleTile {
        sizes: vec![32, 32, 8],
        ..ScheduleTile::default()
    };
    let tree = tile(fused_sgemm([70, 50, 40]), &sizes).unwrap().0;
    let tree = sink(tree, &ScheduleSink::default()).unwrap().0;
    let limits = Limits::common();
    let blocks = map_blocks(tree, &ScheduleMapBlocks::default(), &limits).unwrap();
    let sizes = ScheduleMapThreads {
        block: vec![16, 16],
        ..Default::default()
    };
    map_threads(blocks.tree, &sizes, &limits).unwrap().tree
}

fn promote(
    tree: Tree,
    input: &PromoteInput,
    options: &SchedulePromote,
) -> Result<Promoted, Refusal> {
    promote::promote(tree, input, options, &Limits::common())
}

fn access(statement: &str, position: usize, relation: &str, write: bool) -> StatementAccess {
    let relation = map(relation);
    let array = relation.range().unwrap().sets().unwrap()[0].name().unwrap();
    StatementAccess {
        statement: statement.to_owned(),
        position,
        array,
        means: relation.clone(),
        relation,
        write,
        certain: true,
        affine: true,
    }
}

fn array(name: &str, extents: [i64; 2]) -> PromotableArray {
    PromotableArray {
        name: name.to_owned(),
        extents: extents.map(Some).to_vec(),
        bytes: 4,
        temporary: false,
        filled: true,
        shared: false,
    }
}

fn sgemm_input() -> PromoteInput {
    PromoteInput {
        arrays: vec![
            array("A", [70, 40]),
            array("B", [40, 50]),
            array("C", [70, 50]),
        ],
        accesses: vec![
            access("S", 0, "{ S[i, j] -> C[i, j] }", false),
            access("S", 3, "{ S[i, j] -> C[i, j] }", true),
            access("T", 0, "{ T[i, j, k] -> A[i, k] }", false),
            access("T", 1, "{ T[i, j, k] -> B[k, j] }", false),
            access("T", 3, "{ T[i, j, k] -> C[i, j] }", false),
            access("T", 5, "{ T[i, j, k] -> C[i, j] }", true),
        ],
        original: ScopAccesses::default(),
        taken: BTreeSet::from(["A_in".to_owned()]),
        block: [16, 16, 1],
    }
}

#[test]
fn rows_that_threads_walk_across_are_padded() {
    let padding = |pad: bool, of_b: &str, bytes: i64| {
        let mut input = sgemm_input();
        input.accesses[3] = access("T", 1, of_b, false);
        input.arrays[1].extents.reverse();
        input.arrays[1].bytes = bytes;
        let options = SchedulePromote {
            pad,
            vector_bytes: Some(1),
            ..SchedulePromote::default()
        };
        let promoted = promote(mapped_sgemm(), &input, &options).unwrap();
        let tile = promoted
            .tiles
            .iter()
            .find(|tile| tile.array == "B")
            .unwrap();
        (tile.shape.clone(), tile.padding, promoted.bytes)
    };
    // B transposed: thread.x walks along j, a row of the tile holds 8 values of k.
    let walked = "{ T[i, j, k] -> B[j, k] }";
    let (shape, pad, bytes) = padding(true, walked, 4);
    assert_eq!((shape, pad), (vec![32, 8], 1));
    let (_, pad, without) = padding(false, walked, 4);
    assert_eq!((pad, bytes - without), (0, 32 * 4));
    // An element of 8 bytes is 2 banks wide; one of 2 bytes needs two for a word.
    assert_eq!(padding(true, walked, 8).1, 1);
    assert_eq!(padding(true, walked, 2).1, 2);
    // Along a row, lanes are in different banks already.
    assert_eq!(padding(true, "{ T[i, j, k] -> B[k, j] }", 4).1, 0);
}

#[test]
fn what_threads_share_goes_to_tiles() {
    let options = SchedulePromote {
        vector_bytes: Some(1),
        ..SchedulePromote::default()
    };
    let promoted = promote(mapped_sgemm(), &sgemm_input(), &options).unwrap();
    let tiles: Vec<(&str, &[i64])> = promoted
        .tiles
        .iter()
        .map(|tile| (tile.name.as_str(), tile.shape.as_slice()))
        .collect();
    assert_eq!(tiles, [("A_s", &[32, 8][..]), ("B_s", &[8, 32][..])]);
    assert_eq!(promoted.bytes, 4 * (32 * 8 + 8 * 32));
    let copy = promoted.tiles[0].copy_in.as_ref().unwrap();
    assert_eq!(copy.name, "A_in_1");
    let expected = map(
        "{ [b0, b1, k0] -> A_in_1[b0, b1, k0, a, b] : b0 <= a < b0 + 32 and a < 70 and k0 <= b < k0 + 8 and b < 40 \
         and 0 <= b0 < 70 and b0 mod 32 = 0 and 0 <= b1 < 50 and b1 mod 32 = 0 and 0 <= k0 < 40 and k0 mod 8 = 0 }",
    );
    assert!(
        copy.extension.is_equal(&expected).unwrap(),
        "{}",
        copy.extension
    );
    let kinds: Vec<String> = copy
        .band
        .members
        .iter()
        .map(|member| member.kind.to_string())
        .collect();
    assert_eq!(kinds, ["thread.y", "thread.x"]);
    let subscripts: Vec<String> = promoted.tiles[1].accesses[0]
        .subscripts
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        subscripts,
        [
            "{ T[i, j, k] -> [((k) mod 8)] }",
            "{ T[i, j, k] -> [((j) mod 32)] }"
        ]
    );
    let left: Vec<&str> = promoted
        .left
        .iter()
        .map(|left| left.array.as_str())
        .collect();
    assert_eq!(left, ["C"]);
    assert!(
        promoted.left[0]
            .refusal
            .message
            .starts_with("each of its elements is touched by one thread")
    );
    let path = Path(vec![0, 0, 1, 0, 0]);
    assert_eq!(promoted.tree.at(&path).unwrap().kind(), "extension");
    assert_eq!(
        promoted.tree.at(&path.child(0)).unwrap().children().len(),
        3
    );
    assert_eq!(
        Tree::from_isl(&promoted.tree.to_isl().unwrap())
            .unwrap()
            .walk()
            .len(),
        promoted.tree.walk().len()
    );
}

/// Claim F43: which subscript is the last one, and how it moves with `thread.x`, decide.
#[test]
fn neighbouring_threads_touch_neighbouring_elements() {
    let tree = mapped_sgemm();
    let leaves = Leaves::of(&tree).unwrap();
    let leaf = leaves
        .0
        .iter()
        .find(|leaf| leaf.runs("T").unwrap())
        .unwrap();
    let x = MemberKind::Thread(Axis::X);
    let x = leaf
        .prefix
        .kinds
        .iter()
        .position(|kind| *kind == x)
        .unwrap();
    let is_coalesced = |element: &str| {
        let relation = map(&format!("{{ T[i, j, k] -> {element} }}"));
        let relation = relation.intersect_domain(&leaf.prefix.active).unwrap();
        let step = Step::along(&leaf.prefix, x, &relation).unwrap();
        step.is_coalesced().unwrap()
    };
    // Threads along x have neighbouring values of j.
    for element in ["C[i, j]", "B[k, j]", "A[i, k]", "B[k, j + 3]", "X[j]"] {
        assert!(is_coalesced(element), "{element}");
    }
    for element in ["C[j, i]", "B[j, k]", "B[k, 2j]", "B[k, -j]", "C[j, j]"] {
        assert!(!is_coalesced(element), "{element}");
    }
}

/// Claim I16: the read and the write of an update are one group, whose tile is copied in and out.
#[test]
fn a_named_array_is_copied_in_and_out() {
    let options = SchedulePromote {
        arrays: vec!["C".to_owned()],
        ..SchedulePromote::default()
    };
    let promoted = promote(mapped_sgemm(), &sgemm_input(), &options).unwrap();
    let tile = &promoted.tiles[0];
    assert_eq!(
        (
            tile.name.as_str(),
            tile.shape.as_slice(),
            tile.accesses.len()
        ),
        ("C_s", &[32, 32][..], 2)
    );
    assert_eq!(tile.copy_in.as_ref().unwrap().name, "C_in");
    assert_eq!(tile.copy_out.as_ref().unwrap().name, "C_out");
}

/// Claim I18: all references to an array in one place are one group here, with one tile: also those
/// that never meet, whether their joint tile is smaller than two tiles or larger. Claim I17: one of
/// them that has no tile leaves all of them in global memory.
#[test]
fn all_references_of_a_place_have_one_tile() {
    let tile = |of_t: &str, affine: bool| {
        let mut input = sgemm_input();
        input.arrays[0].extents = vec![Some(70), Some(400)];
        let second = access("T", 7, of_t, false);
        input.accesses.push(StatementAccess { affine, ..second });
        let options = SchedulePromote {
            vector_bytes: Some(1),
            pad: false,
            ..SchedulePromote::default()
        };
        let promoted = promote(mapped_sgemm(), &input, &options).unwrap();
        let found = promoted.tiles.into_iter().find(|tile| tile.array == "A");
        match found {
            Some(tile) => Ok((tile.shape, tile.accesses.len())),
            None => {
                let left = promoted.left.into_iter().find(|left| left.array == "A");
                Err(left.unwrap().refusal.message)
            }
        }
    };
    let two = tile("{ T[i, j, k] -> A[i, k + 8] }", true);
    assert_eq!(
        two,
        Ok((vec![32, 16], 2)),
        "as large as two tiles of 8 columns"
    );
    let near = tile("{ T[i, j, k] -> A[i, k + 4] }", true);
    assert_eq!(near, Ok((vec![32, 12], 2)), "smaller");
    let far = tile("{ T[i, j, k] -> A[i, k + 100] }", true);
    assert_eq!(far, Ok((vec![32, 108], 2)), "larger");
    let row = tile("{ T[i, j, k] -> A[i, a] : 0 <= a < 400 }", false);
    let why = "T has a subscript that is not affine".to_owned();
    assert_eq!(row, Err(why));
}

#[test]
fn the_limit_is_kept() {
    let options = SchedulePromote {
        limit: Some(1500),
        ..SchedulePromote::default()
    };
    let promoted = promote(mapped_sgemm(), &sgemm_input(), &options).unwrap();
    assert_eq!(promoted.tiles.len(), 1);
    let left = promoted.left.last().unwrap();
    assert_eq!(
        (left.array.as_str(), left.refusal.message.as_str()),
        ("B", "its tile takes 1024 bytes, and 476 of 1500 are left")
    );
}

#[test]
fn promotion_refuses_what_it_must() {
    let only = |name: &str| SchedulePromote {
        arrays: vec![name.to_owned()],
        ..SchedulePromote::default()
    };
    let refuse = |input: &PromoteInput, name: &str| {
        promote(mapped_sgemm(), input, &only(name))
            .unwrap_err()
            .message
    };
    assert_eq!(
        refuse(&sgemm_input(), "X"),
        "there is no array X to promote"
    );
    let mut gather = sgemm_input();
    gather.accesses[2].affine = false;
    assert_eq!(
        refuse(&gather, "A"),
        "cannot promote A: T has a subscript that is not affine"
    );
    let mut guarded = sgemm_input();
    guarded.accesses[5].certain = false;
    assert_eq!(
        refuse(&guarded, "C"),
        "cannot promote C: T writes it under a condition"
    );
    let mut dynamic = sgemm_input();
    dynamic.arrays[0].extents[0] = None;
    assert_eq!(
        refuse(&dynamic, "A"),
        "cannot promote A: its extents are not known at compile time"
    );
    let flat = fused_sgemm([70, 50, 40]);
    let refusal = promote(flat.clone(), &sgemm_input(), &only("A")).unwrap_err();
    assert_eq!(
        refusal.message,
        "there is no band with the tag \"tile\" and none on blocks to promote below"
    );
    let promoted = promote(flat.clone(), &sgemm_input(), &SchedulePromote::default()).unwrap();
    assert!(promoted.tiles.is_empty() && promoted.tree == flat);
    let below = SchedulePromote {
        below: Some("point".to_owned()),
        ..only("A")
    };
    let refusal = promote(mapped_sgemm(), &sgemm_input(), &below).unwrap_err();
    assert_eq!(
        refusal.message,
        "cannot promote A: tiles cannot be copied below a loop on thread.y"
    );
}

#[test]
fn arrays_that_nobody_asked_for_stay_where_only_single_threads_come() {
    let below = SchedulePromote {
        below: Some("point".to_owned()),
        ..SchedulePromote::default()
    };
    let promoted = promote(mapped_sgemm(), &sgemm_input(), &below).unwrap();
    assert!(promoted.tiles.is_empty() && promoted.tree == mapped_sgemm());
    let reasons = promoted
        .left
        .iter()
        .map(|left| (left.array.as_str(), left.refusal.message.as_str()));
    let reason = "tiles cannot be copied below a loop on thread.y";
    assert_eq!(
        reasons.collect::<Vec<_>>(),
        [("C", reason), ("A", reason), ("B", reason), ("C", reason)]
    );
}

#[test]
fn copies_are_separated_from_their_uses() {
    let promoted = promote(mapped_sgemm(), &sgemm_input(), &SchedulePromote::default()).unwrap();
    let shared = Touched {
        reads: map(
            "{ T[i, j, k] -> A_s[i mod 32, k mod 8]; T[i, j, k] -> B_s[k mod 8, j mod 32] }",
        ),
        writes: map(
            "{ A_in_1[p, q, r, a, b] -> A_s[a - p, b - r]; B_in[p, q, r, a, b] -> B_s[a - r, b - q] }",
        ),
    };
    let global = Touched {
        reads: map("{ }"),
        writes: map("{ }"),
    };
    let accesses = VisibleAccesses {
        global,
        shared,
        atomic: BTreeSet::new(),
    };
    let launch = Launch {
        grid: [2, 3, 1],
        block: None,
        lanes: 32,
    };
    let result = sync(promoted.tree, &accesses, launch, &BTreeSet::new()).unwrap();
    let sequence = result.tree.at(&Path(vec![0, 0, 1, 0, 0, 0])).unwrap();
    let names = sequence.children().iter().map(|child| match child {
        Tree::Filter { filter, .. } => filter.sets().unwrap()[0].name().unwrap(),
        _ => String::new(),
    });
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["A_in_1", "B_in", "sync0", "T", "sync1"]
    );
}

/// `S` sets `C` before `T` updates it, in one tile: only the elements that `S` reads are copied in.
#[test]
fn what_is_written_first_is_not_copied_in() {
    let copies_in = |input: &PromoteInput| {
        let options = SchedulePromote {
            below: Some("no band has this tag".to_owned()),
            arrays: vec!["C".to_owned()],
            ..SchedulePromote::default()
        };
        let promoted = promote(mapped_sgemm(), input, &options).unwrap();
        let tile = &promoted.tiles[0];
        assert!(tile.copy_out.is_some());
        tile.copy_in.as_ref().map(|copy| copy.extension.clone())
    };
    let reads_itself = sgemm_input();
    assert!(copies_in(&reads_itself).is_some());
    let mut sets = sgemm_input();
    sets.accesses.remove(0);
    assert!(copies_in(&sets).is_none());
    // Every second row is not set: its updates read the previous contents.
    sets.accesses[0].relation = map("{ S[i, j] -> C[i, j] : i mod 2 = 0 }");
    let rows = copies_in(&sets).expect("a copy").range().unwrap();
    let odd = map("{ C_in[b0, b1, i, j] -> [] : i mod 2 = 1 }")
        .domain()
        .unwrap();
    assert!(rows.is_subset(&odd).unwrap(), "{rows}");
    assert!(!rows.is_empty().unwrap());
}
