//! The origins of the nodes of a tree that a pass has created.
//!
//! A tree is a value without locations. When one replaces another, each new node gets the location
//! of the old node that it was made from, so that errors of later passes point at the line that
//! somebody wrote. Both trees are walked together:
//!
//! | new node, old node | |
//! | --- | --- |
//! | of one kind | the new one is a changed old one; their children are compared |
//! | of different kinds, the old kind follows below the new node | the new node was inserted: a copy's extension, a point band |
//! | of different kinds, the new kind follows below the old node | the old node was removed |
//!
//! Of two bands the new one counts as inserted if it has the indices of the band above, and not
//! those of the old one: the point band of a tiled band above another band. An inserted node gets
//! the location of the node above it. The children of a sequence are paired by the statements that
//! they run; one that runs none of the old ones, such as a copy, was inserted.

use std::collections::{BTreeSet, HashMap};

use melior::ir::operation::OperationLike;
use melior::ir::{Location, OperationRef};

use tc_isl::{UnionSet, thread_context};

use super::node::Tree;
use crate::op;
use crate::schedule::attributes::isl_text_of;

/// The old node that a new one is compared with, and the location for inserted nodes.
#[derive(Clone, Copy)]
pub(super) struct Origin<'c, 'a> {
    old: Option<OperationRef<'c, 'a>>,
    /// The old node that the node above was made from.
    above: Option<OperationRef<'c, 'a>>,
    pub location: Location<'c>,
}

impl<'c: 'a, 'a> Origin<'c, 'a> {
    /// The origin of the root.
    pub fn of_root(old: Option<OperationRef<'c, 'a>>, location: Location<'c>) -> Self {
        Origin {
            old,
            above: None,
            location,
        }
    }

    /// The same for a new node, with its own location.
    pub fn of(self, node: &Tree) -> Self {
        let Some(mut old) = self.old else { return self };
        let kind = format!("schedule.{}", node.kind());
        if op::name(old) != kind && !follows(node, op::name(old)) {
            // The old node may have been removed.
            let below = std::iter::successors(Some(old), |one| match op::children(*one)[..] {
                [child] => Some(child),
                _ => None,
            });
            if let Some(found) = below.into_iter().find(|one| op::name(*one) == kind) {
                old = found;
            }
        }
        if op::name(old) == kind && !self.goes_on(node, old) {
            Origin {
                old: Some(old),
                above: Some(old),
                location: old.location(),
            }
        } else {
            self
        }
    }

    /// Whether a band continues the band above rather than the old one.
    fn goes_on(self, node: &Tree, old: OperationRef<'c, 'a>) -> bool {
        let (Some(band), Some(above)) = (node.as_band(), self.above) else {
            return false;
        };
        let mut own = BTreeSet::new();
        for member in &band.members {
            own.extend(indices(&member.schedule.to_string()));
        }
        let of_old = |old: OperationRef<'_, '_>| {
            let members = old.attribute("members").ok();
            members
                .map(|members| indices(&members.to_string()))
                .unwrap_or_default()
        };
        op::name(above) == "schedule.band"
            && own.is_subset(&of_old(above))
            && !own.is_subset(&of_old(old))
    }

    /// The origins of the children of a new node, given its own origin.
    pub fn of_children(self, node: &Tree) -> Vec<Self> {
        let children = node.children();
        let taken = |one: OperationRef<'c, 'a>| self.above.is_some_and(|above| one == above);
        let below = self.old.filter(|old| taken(*old)).map(op::children);
        match (children, below) {
            // An inserted node: the previous node is below it.
            ([_], None) => vec![self],
            ([_], Some(below)) => vec![Origin {
                old: below.first().copied(),
                ..self
            }],
            (_, Some(below)) => {
                // Old children by the statements that they run, the first one for each: there may
                // be many.
                let mut runs: HashMap<String, OperationRef<'c, 'a>> = HashMap::new();
                for old in below {
                    for name in filter_of(old) {
                        runs.entry(name).or_insert(old);
                    }
                }
                let of = |child: &Tree| names_of(child).iter().find_map(|name| runs.get(name));
                let origin = |child| Origin {
                    old: of(child).copied(),
                    ..self
                };
                children.iter().map(origin).collect()
            }
            // The sequence was inserted: the old node gives the location for the statements that
            // it, or a node below it, names.
            (_, None) => {
                let text = self.old.map_or_else(String::new, text_of);
                let is_below = |child: &Tree| {
                    let names = names_of(child);
                    names.iter().any(|name| text.contains(&format!("{name}[")))
                };
                let origin = |child| Origin {
                    old: self.old.filter(|_| is_below(child)),
                    ..self
                };
                children.iter().map(origin).collect()
            }
        }
    }
}

/// The indices that the functions in a text use, such as `i` of `{ S[i, j] -> [(i)] }`.
fn indices(text: &str) -> BTreeSet<String> {
    let values = text.split("->").skip(1);
    let values = values.filter_map(|rest| rest.split([';', '}', ':']).next());
    let words = values.flat_map(|value| value.split(|c: char| !c.is_alphanumeric()));
    words
        .filter(|word| word.starts_with(char::is_alphabetic) && *word != "floor" && *word != "mod")
        .map(str::to_owned)
        .collect()
}

/// Whether a node of this kind is below, before the tree branches.
fn follows(node: &Tree, kind: &str) -> bool {
    let mut node = node;
    while let [child] = node.children() {
        if kind == format!("schedule.{}", child.kind()) {
            return true;
        }
        node = child;
    }
    false
}

/// The names of the statements that a node selects, if it is a filter.
fn names_of(node: &Tree) -> Vec<String> {
    match node {
        Tree::Filter { filter, .. } => names(filter),
        _ => Vec::new(),
    }
}

/// The names of the statements of a set.
fn names(filter: &UnionSet) -> Vec<String> {
    let sets = filter.sets().unwrap_or_default();
    sets.iter().filter_map(|set| set.name()).collect()
}

/// The texts of the sets and functions of an old node and of those below. (Printing the node itself
/// would verify its module.)
fn text_of(old: OperationRef<'_, '_>) -> String {
    let own = ["set", "members", "map"]
        .into_iter()
        .filter_map(|name| old.attribute(name).ok());
    let mut text: String = own.map(|attribute| attribute.to_string()).collect();
    for child in op::children(old) {
        text += &text_of(child);
    }
    text
}

fn filter_of(old: OperationRef<'_, '_>) -> Vec<String> {
    let text = old.attribute("set").ok().and_then(isl_text_of);
    let set = text.and_then(|text| UnionSet::parse(&thread_context(), &text).ok());
    set.as_ref().map(names).unwrap_or_default()
}
