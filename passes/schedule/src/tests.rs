//! User-directed transformations on small trees: their results, and their refusals.

use tc_dialects::schedule::tree::{Path, Tree};

use super::interchange::{ScheduleInterchange, interchange};
use super::map_blocks::{self, MappedToBlocks, ScheduleMapBlocks};
use super::map_threads::{self, MappedToThreads, ScheduleMapThreads};
use super::sink::{ScheduleSink, sink};
use super::split::split;
use super::tile::{ScheduleTile, TileReport, tile};
use tc_dialects::schedule::tree::{Band, Refusal};
use tc_dialects::target::Limits;
use tc_testing::trees::{filtered, fused_sgemm, member, normalize, set, single_band};

fn map_blocks(tree: Tree, options: &ScheduleMapBlocks) -> Result<MappedToBlocks, Refusal> {
    map_blocks::map_blocks(tree, options, &Limits::common())
}

fn map_threads(tree: Tree, options: &ScheduleMapThreads) -> Result<MappedToThreads, Refusal> {
    map_threads::map_threads(tree, options, &Limits::common())
}

fn tiled(tree: Tree, sizes: &[i64]) -> Tree {
    tile(
        tree,
        &ScheduleTile {
            sizes: sizes.to_vec(),
            ..ScheduleTile::default()
        },
    )
    .unwrap()
    .0
}

/// The nodes of a tree without their sets: kinds, tags and member kinds, one node per line.
fn outline(tree: &Tree) -> String {
    let mut lines = Vec::new();
    for (path, node) in tree.walk() {
        let detail = node.as_band().map(|band| {
            let members = band.members.iter().map(|member| {
                if member.coincident {
                    format!("+{}", member.kind)
                } else {
                    format!("-{}", member.kind)
                }
            });
            format!(
                " {} {}",
                band.tag.clone().unwrap_or_default(),
                members.collect::<Vec<_>>().join(" ")
            )
        });
        lines.push(format!(
            "{}{}{}",
            " ".repeat(path.0.len()),
            node.kind(),
            detail.unwrap_or_default()
        ));
    }
    lines.join("\n")
}

#[test]
fn tiling_gives_sizes_to_loops_outermost_first() {
    let options = ScheduleTile {
        sizes: vec![32, 16, 8],
        ..ScheduleTile::default()
    };
    let (tree, report) = tile(fused_sgemm([70, 50, 40]), &options).unwrap();
    assert_eq!(
        report,
        TileReport {
            bands: 2,
            members: 3
        }
    );
    let expected = "domain
 band tile +sequential +sequential
  band point +sequential +sequential
   sequence
    filter
     leaf
    filter
     band tile -sequential
      band point -sequential
       leaf";
    assert_eq!(outline(&tree), expected);
    let outer = tree.at(&Path(vec![0])).and_then(Tree::as_band).unwrap();
    assert_eq!(outer.tile_sizes, [32, 16]);
    let expected = member(
        "{ S[i, j] -> [(16*floor((j)/16))]; T[i, j, k] -> [(16*floor((j)/16))] }",
        true,
    );
    assert_eq!(outer.members[1], expected);
    let inner = tree.at(&Path(vec![0, 0])).and_then(Tree::as_band).unwrap();
    assert_eq!(
        inner.members[1],
        member(
            "{ S[i, j] -> [((j) mod 16)]; T[i, j, k] -> [((j) mod 16)] }",
            true
        )
    );
}

#[test]
fn loops_without_a_size_stay_inside_the_tile() {
    let tree = tiled(single_band(), &[8]);
    let expected = "domain
 band tile +sequential
  band point +sequential +sequential -sequential
   leaf";
    assert_eq!(outline(&tree), expected);
}

#[test]
fn tiles_without_scale_are_counted_one_by_one() {
    let options = ScheduleTile {
        sizes: vec![8],
        scale: false,
        ..ScheduleTile::default()
    };
    let (tree, _) = tile(single_band(), &options).unwrap();
    let band = tree.at(&Path(vec![0])).and_then(Tree::as_band).unwrap();
    assert_eq!(
        band.members[0],
        member("{ T[i, j, k] -> [(floor((i)/8))] }", true)
    );
    assert!(band.tile_sizes.is_empty());
}

#[test]
fn a_second_tiling_takes_bands_by_their_tag() {
    let options = ScheduleTile {
        sizes: vec![4, 4],
        target: Some("point".to_string()),
        tile_tag: "register".to_string(),
        point_tag: "element".to_string(),
        ..ScheduleTile::default()
    };
    let (tree, report) = tile(tiled(single_band(), &[32, 32, 8]), &options).unwrap();
    assert_eq!(
        report,
        TileReport {
            bands: 1,
            members: 2
        }
    );
    let expected = "domain
 band tile +sequential +sequential -sequential
  band register +sequential +sequential
   band element +sequential +sequential -sequential
    leaf";
    assert_eq!(outline(&tree), expected);
}

#[test]
fn tiling_refuses_what_it_must() {
    let refuse = |tree: Tree, sizes: &[i64]| {
        tile(
            tree,
            &ScheduleTile {
                sizes: sizes.to_vec(),
                ..ScheduleTile::default()
            },
        )
        .unwrap_err()
    };
    assert_eq!(
        refuse(single_band(), &[]).message,
        "expected at least one tile size, found none"
    );
    assert_eq!(
        refuse(single_band(), &[4, -1]).message,
        "expected a positive tile size for loop 1, found -1"
    );
    let mut tree = single_band();
    if let Some(Tree::Band { band, .. }) = tree.at_mut(&Path(vec![0])) {
        band.permutable = false;
    }
    let refusal = refuse(tree, &[4]);
    assert_eq!(
        refusal.message,
        "the band is not permutable, so its 3 members cannot be tiled together"
    );
    assert_eq!(refusal.at, Some(Path(vec![0])));
    assert!(
        refusal.notes[0].contains("T[i, j, k] -> [(j)]"),
        "{refusal}"
    );
    let leaf = Tree::Leaf.below_domain(set("{ S[] }"));
    assert_eq!(
        refuse(leaf, &[4]).message,
        "there is no band without a tag to tile"
    );
}

// claim: figure 3c to 3d of the Tensor Comprehensions paper.
#[test]
fn sinking_moves_parallel_loops_below_the_reduction() {
    let (tree, report) = sink(
        tiled(fused_sgemm([70, 50, 40]), &[32, 32, 32]),
        &ScheduleSink::default(),
    )
    .unwrap();
    assert_eq!((report.bands, report.copies), (1, 2));
    let expected = "domain
 band tile +sequential +sequential
  sequence
   filter
    band point +sequential +sequential
     leaf
   filter
    band tile -sequential
     band point -sequential
      band point +sequential +sequential
       leaf";
    assert_eq!(outline(&tree), expected);
    let band = tree
        .at(&Path(vec![0, 0, 0, 0]))
        .and_then(Tree::as_band)
        .unwrap();
    assert_eq!(
        band.members[0],
        member("{ S[i, j] -> [((i) mod 32)] }", true)
    );
}

#[test]
fn sinking_within_a_band_leaves_the_rest_above() {
    let (tree, _) = sink(tiled(single_band(), &[32, 32, 8]), &ScheduleSink::default()).unwrap();
    let expected = "domain
 band tile +sequential +sequential -sequential
  band point -sequential
   band point +sequential +sequential
    leaf";
    assert_eq!(outline(&tree), expected);
}

#[test]
fn sinking_refuses_what_it_must() {
    let refusal = sink(single_band(), &ScheduleSink::default()).unwrap_err();
    assert_eq!(
        refusal.message,
        "there is no mark and no band with the tag \"point\""
    );
    let band = Band::new(vec![member("{ S[i] -> [(i)] }", false)], true).with_tag("point");
    let sequential = filtered("{ S[i] }", Tree::Leaf)
        .below_band(band)
        .below_domain(set("{ S[i] : 0 <= i < 9 }"));
    let refusal = sink(sequential, &ScheduleSink::default()).unwrap_err();
    assert_eq!(
        refusal.message,
        "band member 0 is not coincident, so it cannot be sunk: { S[i] -> [(i)] }"
    );
    let band = Band::new(vec![member("{ S[i] -> [(i)] }", true)], true).with_tag("point");
    let extended = Tree::Leaf
        .below_extension(tc_testing::trees::map("{ [i] -> C[i] }"))
        .below_band(band);
    let refusal = sink(
        extended.below_domain(set("{ S[i] : 0 <= i < 9 }")),
        &ScheduleSink::default(),
    )
    .unwrap_err();
    assert!(
        refusal
            .message
            .starts_with("cannot sink a band below a schedule.extension"),
        "{refusal}"
    );
}

#[test]
fn the_last_mapped_member_gets_x() {
    let tree = sink(
        tiled(fused_sgemm([70, 50, 40]), &[32, 32, 32]),
        &ScheduleSink::default(),
    )
    .unwrap()
    .0;
    let blocks = map_blocks(tree, &ScheduleMapBlocks::default()).unwrap();
    assert_eq!(blocks.grid, [2, 3, 1]);
    assert_eq!((blocks.report.kernels, blocks.report.members), (1, 2));
    let options = ScheduleMapThreads {
        block: vec![8, 16],
        ..Default::default()
    };
    let threads = map_threads(blocks.tree, &options).unwrap();
    assert_eq!(threads.block, [16, 8, 1]);
    assert_eq!((threads.report.bands, threads.report.members), (2, 4));
    let expected = "domain
 band tile +block.y +block.x
  sequence
   filter
    band point +thread.y +thread.x
     leaf
   filter
    band tile -sequential
     band point -sequential
      band point +thread.y +thread.x
       leaf";
    assert_eq!(outline(&threads.tree), expected);
}

#[test]
fn a_given_grid_limits_the_mapped_members() {
    let options = ScheduleMapBlocks {
        grid: vec![5],
        ..Default::default()
    };
    let blocks = map_blocks(tiled(single_band(), &[8, 8]), &options).unwrap();
    assert_eq!(blocks.grid, [5, 1, 1]);
    assert_eq!(
        outline(&blocks.tree).lines().nth(1),
        Some(" band tile +block.x +sequential")
    );
}

#[test]
fn blocks_refuse_what_they_must() {
    let refuse = |tree, grid: &[i64]| {
        map_blocks(
            tree,
            &ScheduleMapBlocks {
                grid: grid.to_vec(),
                ..Default::default()
            },
        )
        .unwrap_err()
        .message
    };
    assert_eq!(
        refuse(single_band(), &[1, 1, 1, 1]),
        "expected at most 3 grid sizes, found 4"
    );
    assert_eq!(
        refuse(single_band(), &[70000, 1]),
        "expected at most 65535 blocks along y in a grid on the built-in GPUs (`max_grid`), found 70000"
    );
    let band = Band::new(vec![member("{ S[i] -> [(i)] }", false)], true);
    let sum = Tree::Leaf
        .below_band(band)
        .below_domain(set("{ S[i] : 0 <= i < 9 }"));
    assert_eq!(
        refuse(sum.clone(), &[]),
        "band member 0 of the outermost band is not coincident: { S[i] -> [(i)] }"
    );
    let blocks = map_blocks(
        sum,
        &ScheduleMapBlocks {
            allow_sequential: true,
            ..Default::default()
        },
    )
    .unwrap();
    assert_eq!((blocks.grid, blocks.report.sequential), ([1, 1, 1], 1));
    let leaf = Tree::Leaf.below_domain(set("{ S[] }"));
    let message = "expected a band with a coincident member as the outermost node of the kernel, found a leaf";
    assert_eq!(refuse(leaf, &[]), message);
    let dynamic = Tree::Leaf
        .below_band(Band::new(vec![member("{ S[i] -> [(i)] }", true)], true))
        .below_domain(set("[N] -> { S[i] : 0 <= i < N }"));
    let open = map_blocks(dynamic, &ScheduleMapBlocks::default()).unwrap();
    assert_eq!(open.grid, [256, 1, 1]);
    let mapped = map_blocks(single_band(), &ScheduleMapBlocks::default())
        .unwrap()
        .tree;
    assert_eq!(
        refuse(mapped, &[]),
        "the outermost band is already mapped to block.y"
    );
}

#[test]
fn a_branch_without_a_parallel_loop_makes_the_band_above_parallel() {
    let tree = map_blocks(tiled(normalize(), &[8]), &ScheduleMapBlocks::default())
        .unwrap()
        .tree;
    let threads = map_threads(tree, &ScheduleMapThreads::default()).unwrap();
    let expected = "domain
 band tile +block.x
  band point +thread.x
   sequence
    filter
     band  -sequential
      leaf
    filter
     band  +sequential
      leaf";
    assert_eq!(outline(&threads.tree), expected);
}

#[test]
fn without_a_band_above_the_parallel_branches_are_mapped() {
    let tree = map_blocks(normalize(), &ScheduleMapBlocks::default())
        .unwrap()
        .tree;
    let threads = map_threads(tree, &ScheduleMapThreads::default()).unwrap();
    let lines = outline(&threads.tree);
    assert!(
        lines.contains("band  +block.x")
            && lines.contains("band  +thread.x")
            && lines.contains("band  -sequential")
    );
    assert_eq!(threads.report.members, 1);
}

#[test]
fn threads_refuse_what_they_must() {
    let refuse = |tree, block: &[i64]| {
        map_threads(
            tree,
            &ScheduleMapThreads {
                block: block.to_vec(),
                ..Default::default()
            },
        )
        .unwrap_err()
        .message
    };
    assert_eq!(
        refuse(single_band(), &[0]),
        "expected a block size of at least 1 along x, found 0"
    );
    assert_eq!(
        refuse(single_band(), &[1, 1, 1, 1]),
        "expected 1 to 3 block sizes, found 4"
    );
    assert_eq!(
        refuse(single_band(), &[65, 1, 1]),
        "expected at most 64 threads along z in a block on the built-in GPUs (`max_block`), found 65"
    );
    assert_eq!(
        refuse(single_band(), &[64, 32]),
        "expected at most 1024 threads in a block on the built-in GPUs (`max_threads_per_block`), found 2048 (32 x 64 x 1)"
    );
    let band = Band::new(vec![member("{ S[i] -> [(i)] }", false)], true);
    let sum = Tree::Leaf
        .below_band(band)
        .below_domain(set("{ S[i] : 0 <= i < 9 }"));
    assert_eq!(
        refuse(sum, &[32]),
        "band member 0 of the innermost band is not coincident: { S[i] -> [(i)] }"
    );
    let mapped = map_threads(single_band(), &ScheduleMapThreads::default())
        .unwrap()
        .tree;
    assert_eq!(
        refuse(mapped, &[32]),
        "band member 0 is already mapped to thread.y"
    );
}

#[test]
fn splitting_makes_two_bands() {
    let tree = single_band();
    let band = tree.at(&Path(vec![0])).and_then(Tree::as_band).unwrap();
    let [outer, inner] = split(band, 2).unwrap();
    assert_eq!(outer.members, band.members[..2]);
    assert_eq!(inner.members, band.members[2..]);
    let refusal = split(band, 3).unwrap_err();
    assert_eq!(
        refusal.message,
        "expected a position from 1 to 2 to split a band of 3 members, found 3"
    );
    let refusal = split(&inner, 1).unwrap_err();
    assert_eq!(refusal.message, "a band of one member cannot be split");
}

#[test]
fn interchange_reorders_a_permutable_band() {
    let options = |order: &[i64]| ScheduleInterchange {
        order: order.to_vec(),
        ..Default::default()
    };
    let (tree, _) = interchange(single_band(), &options(&[2, 0, 1])).unwrap();
    assert_eq!(
        outline(&tree).lines().nth(1),
        Some(" band  -sequential +sequential +sequential")
    );
    let refusal = interchange(single_band(), &options(&[0, 1])).unwrap_err();
    assert_eq!(
        refusal.message,
        "expected an order of the positions 0 to 2 of the band's members, found 0,1"
    );
    let mut tree = single_band();
    if let Some(Tree::Band { band, .. }) = tree.at_mut(&Path(vec![0])) {
        band.permutable = false;
        band.members[1].coincident = false;
    }
    assert!(interchange(tree.clone(), &options(&[1, 0, 2])).is_ok());
    let refusal = interchange(tree, &options(&[0, 2, 1])).unwrap_err();
    assert!(
        refusal
            .message
            .starts_with("band member 1 may not move inside member 2: the band is not permutable")
    );
}
