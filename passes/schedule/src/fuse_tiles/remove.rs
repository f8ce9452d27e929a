//! A tree without statements whose values only copies compute.
//!
//! ```text
//! domain S, T                     domain S, T
//!   sequence                        filter T
//!     filter S                ==>     ...
//!     filter T
//!       ...
//! ```
//!
//! They stay in the domain, which is the program.

use tc_dialects::schedule::tree::{Refusal, Tree};
use tc_isl::UnionSet;

/// The tree that does not run some statements of its domain.
pub fn without(tree: Tree, statements: &[String]) -> Result<Tree, Refusal> {
    let Tree::Domain { domain, child } = tree else {
        return Ok(tree);
    };
    let mut gone = UnionSet::none(domain.context())?;
    for set in domain.sets()? {
        if set.name().is_some_and(|name| statements.contains(&name)) {
            gone = gone.union(&set.to_union_set()?.universe()?)?;
        }
    }
    let child = match *child {
        // An earlier one left other statements out.
        Tree::Filter { child, filter } => {
            let child = below(*child, &gone)?;
            child.below_filter(filter.subtract(&gone)?)
        }
        child => {
            let left = domain.universe()?.subtract(&gone)?;
            below(child, &gone)?.below_filter(left)
        }
    };
    Ok(child.below_domain(domain))
}

fn below(node: Tree, gone: &UnionSet) -> Result<Tree, Refusal> {
    let node = match node {
        Tree::Filter { filter, child } => child.below_filter(filter.subtract(gone)?),
        Tree::Band { mut band, child } => {
            for member in &mut band.members {
                member.schedule = member.schedule.subtract_domain(gone)?;
            }
            child.below_band(band)
        }
        Tree::Sequence { children } => {
            let mut left = branches(children, gone)?;
            match left.len() {
                1 => return below(only_child(left.remove(0)), gone),
                _ => Tree::Sequence { children: left },
            }
        }
        Tree::Set { children } => {
            let mut left = branches(children, gone)?;
            match left.len() {
                1 => return below(only_child(left.remove(0)), gone),
                _ => Tree::Set { children: left },
            }
        }
        node => node,
    };
    node.try_map_children(|_, child| below(child, gone))
}

/// The branches in which something still runs.
fn branches(children: Vec<Tree>, gone: &UnionSet) -> Result<Vec<Tree>, Refusal> {
    let mut left = Vec::new();
    for child in children {
        let runs = match &child {
            Tree::Filter { filter, .. } => !filter.subtract(gone)?.is_empty()?,
            _ => true,
        };
        if runs {
            left.push(child);
        }
    }
    Ok(left)
}

/// What is below a filter that selects all that reaches it.
fn only_child(filter: Tree) -> Tree {
    match filter {
        Tree::Filter { child, .. } => *child,
        node => node,
    }
}
