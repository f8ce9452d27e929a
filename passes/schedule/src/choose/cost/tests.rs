use super::*;
use tc_dialects::target::find;

pub fn machine() -> Machine {
    match find("sm_90a") {
        Ok(target) => Machine::from(target.as_gpu().unwrap()),
        _ => panic!("sm_90a is built in"),
    }
}

/// A nest of loops with these extents, of which the first `parallel` are parallel, and arrays
/// by the loops of their dimensions.
pub fn nest(extents: &[i64], parallel: usize, arrays: &[(&[&[usize]], bool)]) -> Nest {
    let row = |on: &&[usize]| -> Vec<i64> {
        (0..extents.len())
            .map(|at| i64::from(on.contains(&at)))
            .collect()
    };
    let references = arrays.iter().enumerate();
    Nest {
        loops: extents
            .iter()
            .enumerate()
            .map(|(at, &extent)| Loop {
                extent,
                parallel: at < parallel,
                on_grid: at < parallel,
                index: at,
                step: 1,
                terms: extent,
            })
            .collect(),
        members: extents.len(),
        lanes: Vec::new(),
        lanes_innermost: false,
        lanes_keep: false,
        row_bytes: None,
        launches: 1,
        references: references
            .map(|(number, (dims, writes))| Reference {
                array: format!("A{number}"),
                dims: dims.iter().map(row).collect(),
                writes: *writes,
                bytes: 4,
            })
            .collect(),
    }
}

fn product(m: i64, n: i64, k: i64) -> Nest {
    let arrays: [(&[&[usize]], bool); 3] = [
        (&[&[0], &[2]], false),
        (&[&[2], &[1]], false),
        (&[&[0], &[1]], true),
    ];
    nest(&[m, n, k], 2, &arrays)
}

#[test]
fn a_large_product_has_large_tiles_on_nearly_all_multiprocessors() {
    let choice = cheapest(&product(1024, 1024, 1024), &machine(), None).expect("a choice");
    assert_eq!(choice.tile, [64, 128, 16]);
    assert_eq!((choice.block, choice.blocks), (vec![8, 16], 128));
    assert_eq!(choice.clocks.bound(), "memory");
}

/// A product of 128 x 4096 and 4096 x 16384 matrices: half of the tile for twice the blocks
/// costs little, where those of the 1024 x 1024 product would read a third more.
#[test]
fn multiprocessors_are_filled_where_that_costs_little() {
    let (wide, machine) = (product(128, 16384, 4096), machine());
    let (cheap, full) = (
        cheapest(&wide, &machine, None),
        filling(&wide, &machine, None),
    );
    let (cheap, full) = (cheap.expect("a choice"), full.expect("a choice"));
    assert_eq!((cheap.blocks, cheap.fills), (128, false));
    assert_eq!((full.blocks, full.fills), (256, true));
    assert_eq!(full.clocks.issue, cheap.clocks.issue);
    assert!(full.clocks.total() <= FILLING * cheap.clocks.total());
    assert_eq!(full.next.map(|next| next.tile), Some(cheap.tile));
    let square = product(1024, 1024, 1024);
    let kept = filling(&square, &machine, None).expect("a choice");
    assert_eq!((kept.blocks, kept.fills), (128, false));
}

/// A kernel with little work has a block for each million of float operations at least.
#[test]
fn little_work_needs_few_blocks() {
    let (small, machine) = (product(64, 64, 64), machine());
    let chosen = filling(&small, &machine, None).expect("a choice");
    assert!(!chosen.fills);
}

#[test]
fn a_small_product_has_smaller_tiles_and_more_blocks() {
    let choice = cheapest(&product(128, 1024, 1024), &machine(), None).expect("a choice");
    assert_eq!(choice.tile[..2], [32, 32]);
    assert_eq!(choice.blocks, 128);
}

/// Rows of a product that a block shares with other statements: it has all of their elements.
#[test]
fn a_loop_that_blocks_do_not_share_needs_many_threads_not_tiles() {
    let mut rows = product(128, 64, 128);
    rows.loops[1].on_grid = false;
    let choice = cheapest(&rows, &machine(), None).expect("a choice");
    assert_eq!((choice.tile[0], choice.blocks), (1, 128));
    assert_eq!((choice.tile[1], &choice.block[..]), (64, &[64][..]));
}

#[test]
fn the_machine_decides_how_much_a_load_moves() {
    let reference = |bytes| Reference {
        array: "A".to_owned(),
        dims: vec![vec![1, 0], vec![0, 1]],
        writes: false,
        bytes,
    };
    let nest = nest(&[64, 64], 2, &[]);
    let wide = |bytes, access| reference(bytes).vector(&[2, 8], &nest.loops, access);
    assert_eq!(
        [wide(4, 16), wide(8, 16), wide(4, 8), wide(4, 32)],
        [4, 2, 2, 8]
    );
    // Eight neighbours are no whole access of 64 bytes, and an element may be all of one.
    assert_eq!([wide(4, 64), wide(4, 4), wide(8, 4)], [1, 1, 1]);
    let moved = |sector| reference(4).footprint_bytes(&|_| 9, sector);
    assert_eq!([moved(32), moved(64)], [9.0 * 64.0, 9.0 * 64.0]);
    assert_eq!([moved(4), moved(128)], [9.0 * 36.0, 9.0 * 128.0]);
}

#[test]
fn no_tile_is_larger_than_the_extent() {
    let choice = cheapest(&product(26, 7, 5), &machine(), None).expect("a choice");
    assert!(
        choice
            .tile
            .iter()
            .zip([26, 7, 5])
            .all(|(&size, extent)| size <= extent)
    );
}

#[test]
fn a_vector_operation_fills_its_warps() {
    let arrays: [(&[&[usize]], bool); 2] = [(&[&[0]], false), (&[&[0]], true)];
    let choice = cheapest(&nest(&[1 << 22], 1, &arrays), &machine(), None).expect("a choice");
    let threads: i64 = choice.block.iter().product();
    assert_eq!(threads % 32, 0, "{choice:?}");
    assert_eq!(choice.clocks.bound(), "memory");
}

#[test]
fn a_nest_without_a_parallel_loop_is_left() {
    assert_eq!(cheapest(&nest(&[64], 0, &[]), &machine(), None), None);
}

/// A candidate that is named costs what the search found that it costs.
#[test]
fn the_clocks_of_a_candidate_are_those_of_the_search() {
    let (square, machine) = (product(1024, 1024, 1024), machine());
    let choice = cheapest(&square, &machine, None).expect("a choice");
    let of = |tile: &[i64], block: &[i64]| clocks_of(&square, &machine, tile, block);
    assert_eq!(of(&choice.tile, &choice.block), Some(choice.clocks));
    let small = of(&[8, 8], &[8, 8]).expect("it fits");
    assert!(small.total() > 2.0 * choice.clocks.total());
    // 256 sums for each of 64 threads are more than there are registers.
    assert_eq!(of(&[128, 128], &[8, 8]), None);
}
