//! Which statements go together: a graph whose nodes are statements and whose edges are the values
//! that one leaves for another.
//!
//! Statements that must stay together are one node. Nodes in a cycle are one part, since neither
//! can run first. The parts are in an order in which every value is there before it is used, and
//! otherwise in that of the text.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::Direction;
use petgraph::algo::condensation;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;

use super::By;

/// A statement, with its tensors by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphStatement {
    /// The tensor that it writes.
    pub writes: usize,
    /// All tensors that it reads or writes, but no scalar inputs.
    pub touches: BTreeSet<usize>,
}

/// The parts of a def, each the numbers of its statements. What has to do with the values of a
/// tensor of `whole` stays together.
pub fn parts(statements: &[GraphStatement], by: By, whole: &BTreeSet<usize>) -> Vec<Vec<usize>> {
    let mut together = UnionFind::<usize>::new(statements.len());
    let mut values = Vec::new();
    for (later, second) in statements.iter().enumerate() {
        for (earlier, first) in statements[..later].iter().enumerate() {
            for tensor in first.touches.intersection(&second.touches) {
                let both_write = first.writes == *tensor && second.writes == *tensor;
                let is_value = first.writes == *tensor || second.writes == *tensor;
                let joined = match by {
                    By::Tensors => true,
                    By::Values => is_value,
                    By::Targets => both_write,
                };
                if joined || (is_value && whole.contains(tensor)) {
                    together.union(earlier, later);
                }
                if is_value {
                    values.push((earlier, later));
                }
            }
        }
    }
    let mut graph = DiGraph::<Vec<usize>, ()>::new();
    let mut nodes = BTreeMap::new();
    for statement in 0..statements.len() {
        let of = together.find(statement);
        let node = *nodes
            .entry(of)
            .or_insert_with(|| graph.add_node(Vec::new()));
        graph[node].push(statement);
    }
    for (earlier, later) in values {
        let (from, to) = (nodes[&together.find(earlier)], nodes[&together.find(later)]);
        graph.update_edge(from, to, ());
    }
    in_order(&condensation(graph, true))
}

/// The nodes of a graph without cycles, each behind those that it needs, the first statements
/// first.
fn in_order(graph: &DiGraph<Vec<Vec<usize>>, ()>) -> Vec<Vec<usize>> {
    let statements = |node: NodeIndex| {
        let mut all: Vec<usize> = graph[node].iter().flatten().copied().collect();
        all.sort_unstable();
        all
    };
    let mut left: BTreeMap<usize, NodeIndex> = graph
        .node_indices()
        .map(|node| (statements(node)[0], node))
        .collect();
    let mut ordered = Vec::new();
    loop {
        let waits = |node: NodeIndex| {
            let mut needed = graph.neighbors_directed(node, Direction::Incoming);
            needed.any(|other| left.values().any(|one| *one == other))
        };
        let next = left.iter().find(|(_, node)| !waits(**node));
        let Some(first) = next.map(|(first, _)| *first) else {
            return ordered;
        };
        ordered.extend(left.remove(&first).map(statements));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statement(writes: usize, reads: &[usize]) -> GraphStatement {
        GraphStatement {
            writes,
            touches: reads.iter().copied().chain([writes]).collect(),
        }
    }

    fn split(statements: &[GraphStatement], by: By) -> Vec<Vec<usize>> {
        parts(statements, by, &BTreeSet::new())
    }

    /// Two products of one matrix (0) with a vector each (1, 2).
    #[test]
    fn what_shares_an_input_shares_no_value() {
        let both = [statement(3, &[0, 1]), statement(4, &[0, 2])];
        assert_eq!(split(&both, By::Tensors), [vec![0, 1]]);
        assert_eq!(split(&both, By::Values), [[0], [1]]);
        assert_eq!(split(&both, By::Targets), [[0], [1]]);
    }

    #[test]
    fn a_chain_is_one_part_unless_each_tensor_is() {
        // t = a; t *= 2; u = t; u += a
        let chain = [
            statement(1, &[0]),
            statement(1, &[]),
            statement(2, &[1]),
            statement(2, &[0]),
        ];
        assert_eq!(split(&chain, By::Values), [vec![0, 1, 2, 3]]);
        assert_eq!(split(&chain, By::Targets), [[0, 1], [2, 3]]);
        let whole = BTreeSet::from([1]);
        assert_eq!(parts(&chain, By::Targets, &whole), [vec![0, 1, 2, 3]]);
    }

    #[test]
    fn what_needs_each_other_is_one_part() {
        // t = a; u = t; t = u
        let cycle = [statement(1, &[0]), statement(2, &[1]), statement(1, &[2])];
        assert_eq!(split(&cycle, By::Targets), [vec![0, 1, 2]]);
    }

    #[test]
    fn a_part_is_behind_those_that_it_needs() {
        // t = a; u = a; v = u; t = v: t begins first, but ends last.
        let late = [
            statement(1, &[0]),
            statement(2, &[0]),
            statement(3, &[2]),
            statement(1, &[3]),
        ];
        assert_eq!(split(&late, By::Targets), [vec![1], vec![2], vec![0, 3]]);
    }

    #[test]
    fn what_reads_old_contents_is_before_what_overwrites_them() {
        // u = t; t = a
        let old = [statement(2, &[1]), statement(1, &[0])];
        assert_eq!(split(&old, By::Targets), [[0], [1]]);
        assert_eq!(split(&old, By::Values), [vec![0, 1]]);
    }
}
