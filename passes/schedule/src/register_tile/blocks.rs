//! Blocks for caches of a product: what the vectors read stays in the second cache while rows go
//! by.
//!
//! ```text
//! Z(a,b) +=! X(a,c,d) * Y(d,b,c)        the vector: b; rows: a; sums: c, d
//!   tile: b/128, c/16, d/16             a block of Y: 16 x 128 x 16, packed once for all a
//! ```
//!
//! **How deep.** The terms of a block are as many as a row of tiles of the other operand keeps in a
//! quarter of the first cache. One reduction is cut if the others fit whole. Of several long ones
//! each is cut, at multiples of a line of memory where some operand has its neighbours along it: a
//! block of single values of such a loop would fetch each line once for each element.
//!
//! **Other loops** along which the operand of the vector moves go around everything, one value at a
//! time. But one along which it has its neighbours, while the vector goes across rows, is in the
//! block, whole or by lines.

use super::model::{Core, Move, Nest, PARTS, ceil_div};

/// Elements of 32 bits in a line of memory.
const LINE: i64 = 16;

impl Nest {
    /// With a reduction: blocks of what the vector reads stay in the cache while rows go by.
    pub(super) fn blocks_of_operands(
        &self,
        vector: usize,
        tile: &[i64],
        machine: &Core,
    ) -> Vec<i64> {
        let mut blocks = vec![0; self.loops.len()];
        if !self.loops[vector].coincident {
            return self.blocks_of_sums(vector, tile, machine);
        }
        let others = (0..self.loops.len()).filter(|at| *at != vector);
        if others.clone().all(|at| tile[at] == 1) {
            return blocks;
        }
        let depths = self.depths(vector, tile, machine);
        if depths.is_empty() {
            return blocks;
        }
        let elements = machine.l2_bytes / 2 / 4;
        let all = self.extent(vector);
        let scattered = self
            .moving(vector)
            .any(|access| self.loops[vector].moves[access] == Move::Far);
        // Loops along which these operands move go around all rows that share an element.
        for at in others {
            if self.loops[at].coincident && tile[at] == 1 {
                blocks[at] = i64::from(self.moves_with(at, vector));
            }
        }
        let terms = depths.iter().map(|(at, _)| self.extent(*at));
        let terms = terms.fold(1, i64::saturating_mul);
        if !scattered && all.saturating_mul(terms) <= elements {
            return blocks;
        }
        let depth = depths.iter().map(|(_, depth)| depth).product::<i64>();
        for (at, depth) in depths {
            if depth < self.extent(at) {
                blocks[at] = depth;
            }
        }
        // Narrow enough that threads share them.
        let parts = ceil_div(all, PARTS / 2).max(2 * machine.lanes * 4);
        let mut lines = 1;
        for at in 0..self.loops.len() {
            if blocks[at] == 1 && at != vector && self.has_lines(at, vector) {
                let room = elements / depth / lines / all.min(parts);
                let extent = self.extent(at);
                let block = extent.min((room / LINE * LINE).max(LINE));
                blocks[at] = if block < extent { block } else { 0 };
                lines *= block;
            }
        }
        let width = (elements / depth / lines).min(parts);
        let width = (width / tile[vector]).max(1) * tile[vector];
        // Panels are copied inside of some loop that threads share.
        let shared = (0..blocks.len()).any(|at| blocks[at] > 0 && self.loops[at].coincident);
        if width < all || (scattered && !shared) {
            blocks[vector] = width;
        }
        blocks
    }

    /// The operands that move along the vector.
    fn moving(&self, vector: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        let moves = move |access: &usize| self.loops[vector].moves[*access] != Move::Stays;
        (0..self.sums.len())
            .filter(|access| !self.sums[*access])
            .filter(moves)
    }

    /// Whether an operand that moves along the vector moves along a loop.
    pub(super) fn moves_with(&self, at: usize, vector: usize) -> bool {
        self.moving(vector)
            .any(|access| self.loops[at].moves[access] != Move::Stays)
    }

    /// Whether an operand that is scattered along the vector has its neighbours along a loop.
    fn has_lines(&self, at: usize, vector: usize) -> bool {
        self.moving(vector).any(|access| {
            self.loops[vector].moves[access] == Move::Far
                && self.loops[at].moves[access] == Move::Next
        })
    }

    /// Whether an operand that stays along the vector has its neighbours along a loop.
    pub(super) fn has_row(&self, at: usize, vector: usize) -> bool {
        let stays = |access: usize| self.loops[vector].moves[access] == Move::Stays;
        (0..self.sums.len())
            .filter(|access| !self.sums[*access] && stays(*access))
            .any(|access| self.loops[at].moves[access] == Move::Next)
    }

    /// The reductions along which the operands of the vector move, and how many values of each are
    /// in a block.
    fn depths(&self, vector: usize, tile: &[i64], machine: &Core) -> Vec<(usize, i64)> {
        // The longest last.
        let mut terms: Vec<usize> = (0..self.loops.len())
            .filter(|at| self.loops[*at].is_of_sum() && self.moves_with(*at, vector))
            .collect();
        terms.sort_by_key(|at| self.extent(*at));
        let Some((longest, shorter)) = terms.split_last() else {
            return Vec::new();
        };
        let inner = shorter
            .iter()
            .map(|at| self.extent(*at))
            .fold(1, i64::saturating_mul);
        // A row of tiles of the other operand takes a quarter of the first cache.
        let height = (0..self.loops.len())
            .filter(|at| *at != vector)
            .map(|at| tile[at]);
        let terms_of_rows = machine.l1_bytes / 4 / 4 / height.max().unwrap_or(1);
        let most = (terms_of_rows / inner).max(1);
        let extent = self.extent(*longest);
        if most < LINE && extent > most && !shorter.is_empty() {
            return self.depths_of_several(&terms, vector, terms_of_rows);
        }
        let depth = if extent > most {
            ceil_div(extent, ceil_div(extent, most))
        } else {
            extent
        };
        let whole = shorter.iter().map(|at| (*at, self.extent(*at)));
        whole.chain([(*longest, depth)]).collect()
    }

    /// Of several long reductions each is cut, the loops of lines at whole lines.
    fn depths_of_several(&self, terms: &[usize], vector: usize, most: i64) -> Vec<(usize, i64)> {
        let has_line = |at: usize| {
            let operands = (0..self.sums.len()).filter(|access| !self.sums[*access]);
            let mut moves = operands.map(|access| self.loops[at].moves[access]);
            moves.any(|motion| motion == Move::Next)
        };
        let first = |at: usize| if has_line(at) { LINE } else { 1 };
        let mut depths: Vec<(usize, i64)> = terms
            .iter()
            .map(|at| (*at, first(*at).min(self.extent(*at))))
            .collect();
        loop {
            let product: i64 = depths.iter().map(|(_, depth)| depth).product();
            let growing = depths
                .iter_mut()
                .filter(|(at, depth)| *depth < self.extent(*at));
            let next = growing.min_by_key(|(at, depth)| {
                (!has_line(*at), *depth, !self.has_row(*at, vector), *at)
            });
            match next {
                Some((at, depth)) if 2 * product <= most => {
                    *depth = (2 * *depth).min(self.extent(*at));
                }
                _ => return depths,
            }
        }
    }
}
