//! What a tree executes: the one value from which the proof and the generator are made.
//!
//! A tree says which instances run, in which order, on which block and thread. Three kinds of nodes
//! could say one thing to a proof and another to a generator. Here they get one meaning, and
//! [`generated`] is the tree that says nothing else:
//!
//! | node | meaning | refused by the proof |
//! | --- | --- | --- |
//! | extension | its instances run at those of its coordinates that instances from above reach | copies at coordinates that only other branches reach |
//! | context | a fact, of which the code needs nothing | what the context of the scop and the coordinates that instances reach do not imply |
//! | guard | a condition that holds for each instance below | one that may not hold, and then instances never run |
//!
//! The sizes are those that the context of the scop admits: a caller has to give such sizes, which
//! is checked at the call. A leaf runs the instances of its one statement in the order of their
//! indices.
//!
//! ```text
//! band (c)                                       c runs over what S needs, such as 0 and 1
//!   filter S[i] : i < 32                         S[i] reaches c = 0
//!     extension [c] -> copy[a] : 0 <= c <= 1     refused: the loop passes c = 1, where a copy was asked for, and no S[i] is
//!     extension [c] -> sync[]                    runs at c = 0
//! ```
//!
//! An instance of a copy may run several times. For the proof, which asks what each of these runs
//! finds, [`runs`] makes them instances of their own.
//!
//! **Cost**: the coordinates above each extension.

pub mod names;
pub mod runs;

use tc_dialects::schedule::tree::{Path, Prefix, Refusal, Scop, Tree};
use tc_isl::{Dim, Set, UnionMap, UnionSet};

use super::leaves::{Leaves, known_domain};
use super::verify::witness::instance;
use crate::accesses::ScopAccesses;

/// The execution of a scop's tree.
pub struct Execution {
    /// The tree over the instances that exist for sizes of the scop's context, as [`generated`]
    /// makes it.
    pub tree: Tree,
    /// The places at which the instances run.
    pub leaves: Leaves,
}

impl Execution {
    /// The execution of the tree of a scop.
    ///
    /// # Errors
    /// A node without the meaning above, with the smallest size or coordinate that shows it.
    pub fn of(scop: &Scop, accesses: &ScopAccesses) -> Result<Execution, Refusal> {
        let domain = known_domain(scop)?;
        let tree = match scop.tree.clone() {
            Tree::Domain { child, .. } => child.below_domain(domain.clone()),
            tree => tree,
        };
        let sizes = match &scop.context {
            Some(context) => context.clone(),
            None => Set::universe(&tc_isl::Space::unit(domain.context())?)?,
        };
        let mut as_it_is = true;
        let leaves = Leaves::visited(&tree, &mut |path, node, above| {
            let checked = match node {
                Tree::Extension { extension, .. } => {
                    check_extension(&tree, path, extension, above, accesses)
                }
                node => check_facts(node, above, &sizes),
            };
            as_it_is &= checked.map_err(|refusal| refusal.at(path))?;
            Ok(())
        })?;
        let tree = if as_it_is { tree } else { generated(tree)? };
        Ok(Execution { tree, leaves })
    }
}

/// The tree of which code is made: contexts say nothing, and extensions begin with coordinates that
/// instances from above reach. Its nodes have the paths of the given tree.
pub fn generated(tree: Tree) -> Result<Tree, Refusal> {
    let needs_none = |node: &Tree| !matches!(node, Tree::Extension { .. } | Tree::Context { .. });
    if tree.walk().iter().all(|(_, node)| needs_none(node)) {
        return Ok(tree);
    }
    let above = tree.prefix(&Path::root())?;
    with_one_meaning(tree, &above)
}

/// The same below a node with this prefix.
fn with_one_meaning(node: Tree, above: &Prefix) -> Result<Tree, Refusal> {
    let below = above.enter(&node)?;
    let node = match node {
        Tree::Context { context, child } => child.below_context(Set::universe(&context.space()?)?),
        Tree::Extension { extension, child } => {
            let reached = above.coordinates()?;
            if extension.domain()?.is_subset(&reached)? {
                child.below_extension(extension)
            } else {
                child.below_extension(extension.intersect_domain(&reached)?)
            }
        }
        node => node,
    };
    node.try_map_children(|_, child| with_one_meaning(child, &below))
}

/// Refuses copies at coordinates that no instance from above reaches, though loops pass them for
/// another branch: whoever wrote them there expects that they run. Otherwise whether all
/// coordinates are reached.
fn check_extension(
    tree: &Tree,
    path: &Path,
    extension: &UnionMap,
    above: &Prefix,
    accesses: &ScopAccesses,
) -> Result<bool, Refusal> {
    let reached = above.coordinates()?;
    if extension.domain()?.is_subset(&reached)? {
        return Ok(true);
    }
    for map in extension.maps()? {
        let name = map.tuple_name(Dim::Out).unwrap_or_default();
        let mut statements = accesses.statements.iter();
        let added = map.to_union_map()?;
        let outside = added.domain()?.subtract(&reached)?;
        // A barrier where nothing runs orders nothing.
        if statements.any(|one| one.name == name && one.barrier.is_some()) || outside.is_empty()? {
            continue;
        }
        let outside = outside.intersect(&passed(tree, path)?)?;
        if let Some(found) = instance(&outside)? {
            let copy = instance(&outside.apply(&added)?)?;
            let copy = copy.map_or(name, |copy| copy.instance.to_string());
            let message = format!(
                "the extension adds {copy} at the coordinates {found}, which no instance from above reaches"
            );
            return Err(Refusal::new(message).note(
                "a loop passes them for another branch, and nothing runs there: let the extension begin with those that the statements below have",
            ));
        }
    }
    Ok(false)
}

/// The coordinates of all instances that the bands above a node schedule, those that filters send
/// elsewhere included.
fn passed(tree: &Tree, path: &Path) -> Result<UnionSet, Refusal> {
    let above = tree.along(path).into_iter().take(path.0.len());
    let mut prefix = tree.prefix(&Path::root())?;
    for node in above.filter(|node| !matches!(node, Tree::Filter { .. })) {
        prefix = prefix.enter(node)?;
    }
    prefix.coordinates()
}

/// Refuses a context or a guard that has not the meaning at the top of this file; `above` is the
/// prefix at it. Otherwise whether code is made of it as it is.
fn check_facts(node: &Tree, above: &Prefix, sizes: &Set) -> Result<bool, Refusal> {
    match node {
        Tree::Context { context, .. } => match counterexample(context, above, sizes)? {
            None => Ok(false),
            Some(found) => Err(Refusal::new(format!("the context {context} is false{found}"))
                .note("a condition on sizes belongs in the context of the scop, which each call checks; one that selects instances is a filter")),
        },
        Tree::Guard { guard, .. } => match counterexample(guard, above, &above.active.params()?)? {
            None => Ok(true),
            Some(found) => Err(Refusal::new(format!(
                "the guard may not hold, and then instances below it never run: {guard} is false{found}"
            ))),
        },
        _ => Ok(true),
    }
}

/// Where conditions are false, as ` for N = 4` or ` at the coordinates [3] for N = 4`: at some of
/// the sizes, or at coordinates that instances reach.
fn counterexample(
    conditions: &Set,
    above: &Prefix,
    sizes: &Set,
) -> Result<Option<String>, Refusal> {
    let about_sizes = conditions.is_params()?;
    if about_sizes || above.depth() == 0 {
        let known = if about_sizes {
            conditions.clone()
        } else {
            conditions.params()?
        };
        let false_for = sizes.subtract(&known)?;
        let found = instance(&false_for.from_params()?.to_union_set()?)?;
        return Ok(found.map(|found| {
            if found.sizes.is_empty() {
                " for all sizes".to_owned()
            } else {
                found.sizes
            }
        }));
    }
    let reached = above.coordinates()?;
    let found = instance(&reached.subtract(&UnionSet::from_set(conditions)?)?)?;
    Ok(found.map(|found| format!(" at the coordinates {found}")))
}
