//! Paths into a tree, and changes at a path.
//!
//! A [`Path`] is the list of child positions from the root. A change at a path invalidates the
//! paths below it, and no others.

use std::fmt;

use super::node::Tree;

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

    /// The paths of the launches of a GPU program: the children of a sequence or set at the top of
    /// the tree, or the node at the top if there is none. Domain, context and mark nodes are
    /// skipped.
    pub fn kernels(&self) -> Vec<Path> {
        let mut path = Path::root();
        let mut node = self;
        loop {
            match node {
                Tree::Domain { child, .. }
                | Tree::Context { child, .. }
                | Tree::Mark { child, .. } => {
                    path = path.child(0);
                    node = child;
                }
                Tree::Sequence { children } | Tree::Set { children } => {
                    return (0..children.len())
                        .map(|position| path.child(position))
                        .collect();
                }
                _ => return vec![path],
            }
        }
    }
}
