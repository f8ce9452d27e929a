//! Graphs of tasks: their nodes in an order that keeps all dependences, and captures of streams.

use std::collections::{BTreeMap, BTreeSet};
use std::thread::ThreadId;

use cudarc::driver::sys::CUresult;

use crate::boundary::{Outcome, Refused};
use crate::table::Handle;
use crate::task::Task;

/// A node.
#[derive(Clone)]
pub struct Node {
    pub task: Task,
    pub needs: BTreeSet<Handle>,
    pub enabled: bool,
}

/// A graph. Its nodes have handles that no other graph has.
#[derive(Clone, Default)]
pub struct Graph {
    pub nodes: BTreeMap<Handle, Node>,
    /// The nodes of a clone, by those of the graph that it was made of.
    pub clones: BTreeMap<Handle, Handle>,
    /// Objects of the program that the graph keeps, with the references to each.
    pub objects: BTreeMap<Handle, u64>,
}

/// A graph ready to run.
pub struct Executable {
    pub graph: Graph,
    pub flags: u64,
}

/// A capture in progress.
pub struct Capture {
    pub graph: Graph,
    /// The stream that it began on.
    pub origin: Handle,
    pub mode: u32,
    /// The thread that began it.
    pub thread: ThreadId,
    pub number: u64,
    /// A call that a capture does not allow ended it.
    pub invalid: bool,
    /// The graph of the program that gets the nodes; else a new one.
    pub into: Option<Handle>,
}

impl Graph {
    /// Adds a node behind others, which must be in the graph.
    pub fn add(&mut self, handle: Handle, task: Task, needs: &[Handle]) -> Outcome {
        if needs.iter().any(|need| !self.nodes.contains_key(need)) {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        let needs: BTreeSet<Handle> = needs.iter().copied().collect();
        self.nodes.insert(
            handle,
            Node {
                task,
                needs,
                enabled: true,
            },
        );
        Ok(())
    }

    pub fn node(&self, handle: Handle) -> Refused<&Node> {
        self.nodes
            .get(&handle)
            .ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)
    }

    pub fn node_mut(&mut self, handle: Handle) -> Refused<&mut Node> {
        self.nodes
            .get_mut(&handle)
            .ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)
    }

    /// The nodes in an order in which each comes behind those that it needs; an error if there is a
    /// cycle.
    pub fn order(&self) -> Refused<Vec<Handle>> {
        let mut order = Vec::new();
        let mut done = BTreeSet::new();
        while order.len() < self.nodes.len() {
            let before = order.len();
            for (handle, node) in &self.nodes {
                if !done.contains(handle) && node.needs.is_subset(&done) {
                    order.push(*handle);
                    done.insert(*handle);
                }
            }
            if order.len() == before {
                return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
            }
        }
        Ok(order)
    }

    /// The same graph with other handles for its nodes.
    pub fn renamed(&self, mut handle: impl FnMut() -> Handle) -> Graph {
        let clones: BTreeMap<Handle, Handle> =
            self.nodes.keys().map(|node| (*node, handle())).collect();
        let nodes = self.nodes.iter().map(|(handle, node)| {
            let needs = node.needs.iter().map(|need| clones[need]).collect();
            (
                clones[handle],
                Node {
                    needs,
                    ..node.clone()
                },
            )
        });
        Graph {
            nodes: nodes.collect(),
            clones,
            objects: self.objects.clone(),
        }
    }

    /// Takes the tasks of another graph of the same form; an error names a node of this graph that
    /// differs, if the number of nodes does not.
    pub fn update(&mut self, other: &Graph) -> Result<(), Option<Handle>> {
        let (own, new) = (self.order(), other.order());
        let (Ok(own), Ok(new)) = (own, new) else {
            return Err(None);
        };
        if own.len() != new.len() {
            return Err(None);
        }
        let places = |order: &[Handle], needs: &BTreeSet<Handle>| -> Vec<usize> {
            let place = |need: &Handle| order.iter().position(|node| node == need);
            let mut places: Vec<usize> = needs.iter().filter_map(place).collect();
            places.sort_unstable();
            places
        };
        for (mine, theirs) in own.iter().zip(&new) {
            let (first, second) = (&self.nodes[mine], &other.nodes[theirs]);
            let same = first.task.kind() == second.task.kind()
                && places(&own, &first.needs) == places(&new, &second.needs);
            if !same {
                return Err(Some(*mine));
            }
        }
        for (mine, theirs) in own.iter().zip(&new) {
            if let Some(node) = self.nodes.get_mut(mine) {
                node.task = other.nodes[theirs].task.clone();
            }
        }
        Ok(())
    }

    /// All edges, from and to.
    pub fn edges(&self) -> Vec<(Handle, Handle)> {
        let edges = self.nodes.iter().flat_map(|(to, node)| {
            let needs = node.needs.iter();
            needs.map(|from| (*from, *to))
        });
        edges.collect()
    }

    /// The nodes that need a node.
    pub fn dependents(&self, handle: Handle) -> Vec<Handle> {
        let nodes = self.nodes.iter();
        nodes
            .filter(|(_, node)| node.needs.contains(&handle))
            .map(|(other, _)| *other)
            .collect()
    }

    pub fn remove(&mut self, handle: Handle) -> Outcome {
        self.nodes
            .remove(&handle)
            .ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
        for node in self.nodes.values_mut() {
            node.needs.remove(&handle);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_come_behind_what_they_need() {
        let mut graph = Graph::default();
        graph.add(7, Task::Empty, &[]).expect("a node");
        graph.add(3, Task::Empty, &[7]).expect("a node");
        graph.add(5, Task::Empty, &[7, 3]).expect("a node");
        assert_eq!(graph.order(), Ok(vec![7, 3, 5]));
        assert_eq!(graph.dependents(7), [3, 5]);
        graph.node_mut(7).expect("a node").needs.insert(5);
        assert!(graph.order().is_err());
        assert!(graph.add(9, Task::Empty, &[8]).is_err());
    }
}
