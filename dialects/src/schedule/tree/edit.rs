//! Paths into a tree, and changes at a path.
//!
//! A [`Path`] is the list of child positions from the root. A change at a path invalidates the
//! paths below it, and no others.

use std::fmt;

use super::node::{Last, Tree};

/// The path from the root of a tree to one of its nodes: child positions, outermost first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path(pub Vec<usize>);

impl Path {
    /// The path of the root itself.
    pub fn root() -> Self {
        Path::default()
    }

    /// The path of a child of the node at `self`.
    pub fn child(&self, position: usize) -> Path {
        let mut steps = self.0.clone();
        steps.push(position);
        Path(steps)
    }

    /// The path of the node above; none for the root.
    pub fn parent(&self) -> Option<Path> {
        let (_, above) = self.0.split_last()?;
        Some(Path(above.to_vec()))
    }

    /// Whether `other` is this node or one below it.
    pub fn contains(&self, other: &Path) -> bool {
        other.0.starts_with(&self.0)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("root")?;
        self.0.iter().try_for_each(|step| write!(f, ".{step}"))
    }
}

impl Tree {
    /// The node at a path; none if the path is not in the tree.
    pub fn at(&self, path: &Path) -> Option<&Tree> {
        path.0
            .iter()
            .try_fold(self, |node, &step| node.children().get(step))
    }

    /// The node at a path, for a change in place.
    pub fn at_mut(&mut self, path: &Path) -> Option<&mut Tree> {
        path.0
            .iter()
            .try_fold(self, |node, &step| node.children_mut().get_mut(step))
    }

    /// Replaces the node at a path by the result of `change`. A path that is not in the tree
    /// changes nothing.
    pub fn replace_at(&mut self, path: &Path, change: impl FnOnce(Tree) -> Tree) {
        if let Some(node) = self.at_mut(path) {
            let old = std::mem::replace(node, Tree::Leaf);
            *node = change(old);
        }
    }

    /// Like [`Tree::replace_at`] with a change that can fail; after an error the tree must be
    /// dropped.
    pub fn try_replace_at<E>(
        &mut self,
        path: &Path,
        change: impl FnOnce(Tree) -> Result<Tree, E>,
    ) -> Result<(), E> {
        if let Some(node) = self.at_mut(path) {
            let old = std::mem::replace(node, Tree::Leaf);
            *node = change(old)?;
        }
        Ok(())
    }

    /// The same node with each child replaced by the result of `change`.
    pub fn try_map_children<E>(
        mut self,
        mut change: impl FnMut(usize, Tree) -> Result<Tree, E>,
    ) -> Result<Tree, E> {
        for (position, child) in self.children_mut().iter_mut().enumerate() {
            let old = std::mem::replace(child, Tree::Leaf);
            *child = change(position, old)?;
        }
        Ok(self)
    }

    /// The same tree with every node, children before parents, replaced by the result of `change`.
    pub fn try_map<E>(self, change: &mut impl FnMut(Tree) -> Result<Tree, E>) -> Result<Tree, E> {
        let node = self.try_map_children(|_, child| child.try_map(change))?;
        change(node)
    }

    /// All nodes with their paths, parents before children, children in order.
    pub fn walk(&self) -> Vec<(Path, &Tree)> {
        let mut nodes = Vec::new();
        self.collect(Path::root(), &mut nodes);
        nodes
    }

    fn collect<'tree>(&'tree self, path: Path, nodes: &mut Vec<(Path, &'tree Tree)>) {
        nodes.push((path.clone(), self));
        for (position, child) in self.children().iter().enumerate() {
            child.collect(path.child(position), nodes);
        }
    }

    /// The nodes from the root to the one at `path`, inclusive.
    pub fn along(&self, path: &Path) -> Vec<&Tree> {
        let mut nodes = vec![self];
        for &step in &path.0 {
            match nodes[nodes.len() - 1].children().get(step) {
                Some(child) => nodes.push(child),
                None => break,
            }
        }
        nodes
    }

    /// The paths of the kernels of a GPU program, in the order of their launches: the children of a
    /// sequence or set at the top of the tree, or the node at the top if there is none. Domain,
    /// context, filter and mark nodes are skipped. Below a band of launches the same holds for the
    /// node below it: each iteration launches the kernels there. A sequence of which the last block
    /// of a group runs a child ([`Tree::Last`]) is one kernel.
    pub fn kernels(&self) -> Vec<Path> {
        let mut kernels = Vec::new();
        self.add_kernels(Path::root(), &mut kernels);
        kernels
    }

    fn add_kernels(&self, path: Path, kernels: &mut Vec<Path>) {
        match self {
            Tree::Domain { child, .. }
            | Tree::Context { child, .. }
            | Tree::Filter { child, .. }
            | Tree::Mark { child, .. } => {
                child.add_kernels(path.child(0), kernels);
            }
            Tree::Band { band, child } if band.is_launches() => {
                child.add_kernels(path.child(0), kernels);
            }
            Tree::Sequence { children } | Tree::Set { children }
                if !children.iter().any(Tree::is_finish) =>
            {
                for (position, child) in children.iter().enumerate() {
                    let path = path.child(position);
                    match child.launches_below(&path) {
                        Some((band, path)) => band.add_kernels(path, kernels),
                        None => kernels.push(path),
                    }
                }
            }
            _ => match self.launches_below(&path) {
                Some((band, path)) => band.add_kernels(path, kernels),
                None => kernels.push(path),
            },
        }
    }

    /// Whether the last block of a group runs this branch of a sequence.
    pub fn is_finish(&self) -> bool {
        matches!(self, Tree::Filter { child, .. } if matches!(**child, Tree::Last { .. }))
    }

    /// The node below which only the last block of a group runs something, in the kernel at a path.
    pub fn finish_of(&self, kernel: &Path) -> Option<(Path, &Last)> {
        let mut path = kernel.clone();
        loop {
            match self.at(&path)? {
                Tree::Sequence { children } => {
                    let position = children.iter().position(Tree::is_finish)?;
                    let path = path.child(position).child(0);
                    return match self.at(&path) {
                        Some(Tree::Last { last, .. }) => Some((path, last)),
                        _ => None,
                    };
                }
                Tree::Domain { .. }
                | Tree::Filter { .. }
                | Tree::Context { .. }
                | Tree::Mark { .. } => {
                    path = path.child(0);
                }
                _ => return None,
            }
        }
    }

    /// The band of launches that a branch begins with, filters aside.
    fn launches_below(&self, path: &Path) -> Option<(&Tree, Path)> {
        match self {
            Tree::Band { band, .. } if band.is_launches() => Some((self, path.clone())),
            Tree::Filter { child, .. } | Tree::Context { child, .. } | Tree::Mark { child, .. } => {
                child.launches_below(&path.child(0))
            }
            _ => None,
        }
    }

    /// How many members of the kind `launch` are above the node at a path. They come first among
    /// its coordinates.
    pub fn launches_above(&self, path: &Path) -> usize {
        let along = self.along(path);
        let above = along.iter().take(path.0.len());
        let bands = above.filter_map(|node| node.as_band());
        let launches = bands.filter(|band| band.is_launches());
        launches.map(|band| band.members.len()).sum()
    }
}
