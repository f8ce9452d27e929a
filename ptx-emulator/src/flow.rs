//! Where the lanes of a diverged warp reconverge: the immediate post-dominator of each branch.
//!
//! Blocks, their successors, then post-dominators by the iterative algorithm of Cooper, Harvey and
//! Kennedy on the reversed graph with one virtual exit. A branch from which no path leads to the
//! end (an endless loop) has none.

use crate::operation::Decoded;
use crate::operation::{NEVER, Operation};

/// Basic blocks: first instruction and successors; the last block is the virtual exit.
struct Graph {
    starts: Vec<usize>,
    successors: Vec<Vec<usize>>,
}

/// Sets `reconverge` of every branch.
pub(super) fn set_reconvergence(instructions: &mut [Decoded]) {
    let graph = build(instructions);
    let dominators = post_dominators(&graph.successors);
    let block_of =
        |instruction: usize| graph.starts.partition_point(|start| *start <= instruction) - 1;
    let exit = graph.starts.len();
    for index in 0..instructions.len() {
        let block = block_of(index);
        if let Some(branch) = instructions[index].operation.branch_mut() {
            branch.reconverge = match dominators[block] {
                Some(dominator) if dominator != exit => graph.starts[dominator] as u32,
                _ => NEVER,
            };
        }
    }
}

fn ends_block(decoded: &Decoded) -> bool {
    decoded.operation.branch().is_some() || leaves(decoded)
}

/// Whether the instruction ends the kernel, or the function that it is in.
fn leaves(decoded: &Decoded) -> bool {
    matches!(
        decoded.operation,
        Operation::Exit | Operation::Trap | Operation::Return { .. }
    )
}

fn build(instructions: &[Decoded]) -> Graph {
    let mut is_start = vec![false; instructions.len() + 1];
    is_start[0] = true;
    for (index, decoded) in instructions.iter().enumerate() {
        if ends_block(decoded) {
            is_start[index + 1] = true;
        }
        for target in decoded
            .operation
            .branch()
            .into_iter()
            .flat_map(|branch| &branch.targets)
        {
            is_start[*target as usize] = true;
        }
    }
    let starts: Vec<usize> = (0..instructions.len())
        .filter(|index| is_start[*index])
        .collect();
    let exit = starts.len();
    let block_at = |instruction: usize| starts.binary_search(&instruction).unwrap_or(exit);
    let mut successors = Vec::with_capacity(exit + 1);
    for (block, start) in starts.iter().enumerate() {
        let end = starts.get(block + 1).copied().unwrap_or(instructions.len());
        let last = &instructions[end - 1];
        let mut next: Vec<usize> = last
            .operation
            .branch()
            .into_iter()
            .flat_map(|branch| &branch.targets)
            .map(|target| block_at(*target as usize))
            .collect();
        if leaves(last) {
            next.push(exit);
        }
        if !ends_block(last) || last.guard.is_some() {
            next.push(block_at(end));
        }
        debug_assert!(*start < end);
        successors.push(next);
    }
    successors.push(Vec::new());
    Graph { starts, successors }
}

/// The immediate post-dominator of every block; the last block is the exit.
fn post_dominators(successors: &[Vec<usize>]) -> Vec<Option<usize>> {
    let exit = successors.len() - 1;
    let mut predecessors = vec![Vec::new(); successors.len()];
    for (block, next) in successors.iter().enumerate() {
        for target in next {
            predecessors[*target].push(block);
        }
    }
    // Post-order of the reversed graph from the exit.
    let mut number = vec![None; successors.len()];
    let mut order = Vec::new();
    let mut seen = vec![false; successors.len()];
    let mut stack = vec![(exit, 0)];
    seen[exit] = true;
    while let Some((block, next)) = stack.pop() {
        if let Some(&before) = predecessors[block].get(next) {
            stack.push((block, next + 1));
            if !seen[before] {
                seen[before] = true;
                stack.push((before, 0));
            }
        } else {
            number[block] = Some(order.len());
            order.push(block);
        }
    }
    let mut dominators: Vec<Option<usize>> = vec![None; successors.len()];
    dominators[exit] = Some(exit);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order.iter().rev().filter(|block| **block != exit) {
            let mut found = None;
            for &next in successors[block]
                .iter()
                .filter(|next| dominators[**next].is_some())
            {
                found = Some(match found {
                    None => next,
                    Some(other) => meet(other, next, &dominators, &number),
                });
            }
            if found.is_some() && dominators[block] != found {
                dominators[block] = found;
                changed = true;
            }
        }
    }
    dominators[exit] = None;
    dominators
}

fn meet(
    mut a: usize,
    mut b: usize,
    dominators: &[Option<usize>],
    number: &[Option<usize>],
) -> usize {
    while a != b {
        if number[a] < number[b] {
            a = dominators[a].unwrap_or(a);
        } else {
            b = dominators[b].unwrap_or(b);
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use super::post_dominators;

    #[test]
    fn diamond_loop_and_endless_loop() {
        // 0 -> 1, 2; 1 -> 3; 2 -> 3; 3 -> exit 4
        let diamond = vec![vec![1, 2], vec![3], vec![3], vec![4], vec![]];
        assert_eq!(
            post_dominators(&diamond),
            vec![Some(3), Some(3), Some(3), Some(4), None]
        );
        // 0 -> 1; 1 -> 1, 2; 2 -> exit 3
        let back_edge = vec![vec![1], vec![1, 2], vec![3], vec![]];
        assert_eq!(
            post_dominators(&back_edge),
            vec![Some(1), Some(2), Some(3), None]
        );
        // 0 -> 0: nothing leads out.
        let endless = vec![vec![0], vec![]];
        assert_eq!(post_dominators(&endless), vec![None, None]);
        // 0 -> 1, 2; 1 -> exit 3; 2 -> exit 3: lanes reconverge only at the end.
        let apart = vec![vec![1, 2], vec![3], vec![3], vec![]];
        assert_eq!(post_dominators(&apart)[0], Some(3));
    }
}
