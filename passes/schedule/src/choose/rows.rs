//! How many rows a block takes one after another, where lanes go along a row and stay on its
//! elements.
//!
//! ```text
//! band "tile"                                      band "tile"
//!   | block.x S[n, c] -> n            ==>            | block.x S[n, c] -> floor(n/16)
//!                                                    band "point"
//!                                                      | S[n, c] -> n mod 16
//! ```
//!
//! A row that several statements read stays in the registers of its lanes; what all rows read (the
//! `gamma` and `beta` of a layernorm) is read by each block again. A block of `r` rows reads it
//! once: `loops-mem-to-reg` takes the loads in front of the loop. So `r` is the least power of two
//! by which these reads are at most `SHARE` of the rest, as far as the machine stays full of
//! blocks.

use super::cost::{Choice, Machine, WORD, registers_of_a_thread};
use super::nest::{Nest, RowBytes};

/// The rows of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// How many.
    pub count: i64,
    /// What they are of.
    pub bytes: RowBytes,
    /// The blocks of the grid.
    pub blocks: i64,
}

/// What rows read together, as a share of what each moves for itself.
const SHARE: f64 = 1.0 / 16.0;
/// The most registers of a thread for elements that stay in them: half of what it may have.
const KEPT: i64 = 128;

/// The rows of a block of a kernel that has one row a block by itself; none where more gain
/// nothing.
pub fn rows(nest: &Nest, machine: &Machine, choice: &Choice) -> Option<Rows> {
    let bytes = nest.row_bytes.filter(|bytes| bytes.common > 0)?;
    if choice.tile != [1] {
        return None;
    }
    let extent = nest.loops[0].extent;
    let threads: i64 = choice.block.iter().product();
    // Each array that is read once has registers for its elements; half of the own ones are.
    let kept = (bytes.common + bytes.own / 2) / WORD / threads;
    if kept > KEPT {
        return None;
    }
    let registers = (registers_of_a_thread(0) + kept) * threads;
    let resident = (machine.registers / registers)
        .min(machine.threads_per_multiprocessor / threads)
        .min(machine.blocks);
    let full = resident * machine.multiprocessors;
    let enough = |count: i64| bytes.common as f64 <= SHARE * (count * bytes.own) as f64;
    let mut count = 1;
    while !enough(count) && resident > 0 && extent / (2 * count) >= full {
        count *= 2;
    }
    (count > 1).then(|| Rows {
        count,
        bytes,
        blocks: (extent + count - 1) / count,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choose::cost::Clocks;
    use crate::choose::cost::tests::{machine, nest};

    fn choice() -> Choice {
        Choice {
            tile: vec![1],
            block: vec![128],
            clocks: Clocks {
                issue: 0.0,
                shared: 0.0,
                memory: 1.0,
                latency: 0.0,
            },
            blocks: 8192,
            candidates: 1,
            given: false,
            next: None,
            fills: false,
        }
    }

    /// The rows of a layernorm of so many rows of 4096: it reads and writes one, and two more are
    /// common.
    fn layernorm(rows_in_all: i64) -> Option<Rows> {
        let mut nest = nest(&[rows_in_all, 4096], 1, &[]);
        nest.row_bytes = Some(RowBytes {
            own: 2 * 4 * 4096,
            common: 2 * 4 * 4096,
        });
        rows(&nest, &machine(), &choice())
    }

    #[test]
    fn rows_share_what_all_of_them_read_while_the_machine_is_full() {
        assert_eq!(
            layernorm(8192).map(|rows| (rows.count, rows.blocks)),
            Some((16, 512))
        );
        // Three blocks of 132 registers a thread fit a multiprocessor: 396 fill the machine.
        assert_eq!(layernorm(1000).map(|rows| rows.count), Some(2));
        assert_eq!(layernorm(700), None);
    }
}
