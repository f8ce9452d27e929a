//! Products that share loops with other statements get loops of their own.
//!
//! ```text
//! band                                        sequence
//!   | S[m, n] -> m; T[m, n, k] -> m             filter { S[m, n] }
//!   | S[m, n] -> n; T[m, n, k] -> n               band m, n
//!   sequence                          ==>       filter { T[m, n, k] }
//!     filter { S[m, n] }                          band m, n, k
//!     filter { T[m, n, k] }
//!       band k
//! ```
//!
//! A product gains more from a tile of sums in registers, for which all of its loops must be one
//! band, than it saves by sharing rows. What stands before, between and behind products keeps the
//! shared loops.
//!
//! **Legal**: the shared members are coincident, so a dependence between two children of the
//! sequence stays within one iteration of them, and the order of the children satisfies it. Within
//! a child, the shared members have distance zero, and those of a permutable band are not negative.

use tc_dialects::schedule::tree::{Band, Path, Refusal, Tree};

use super::super::distribute::{around, splice};
use super::super::sink::restrict;
use super::model::{Distances, Nest};
use tc_dialects::target::Cpu;

/// Gives products loops of their own; how many there were.
pub fn separate_products(
    tree: &mut Tree,
    distances: &Distances,
    cpu: &Cpu,
) -> Result<usize, Refusal> {
    let mut found = 0;
    let mut seen = Vec::new();
    loop {
        let next = tree.walk().into_iter().find_map(|(path, node)| {
            let candidate = !seen.contains(&path) && is_shared(node);
            candidate.then_some(path)
        });
        let Some(path) = next else {
            return Ok(found);
        };
        let products = products_below(tree, &path, distances, cpu)?;
        let count = products.iter().filter(|merged| merged.is_some()).count();
        if count == 0 {
            seen.push(path);
            continue;
        }
        found += count;
        tree.try_replace_at(&path, |node| match node {
            Tree::Band { band, child } => match *child {
                Tree::Sequence { children } => apart(&band, children, products),
                child => Ok(child.below_band(band)),
            },
            node => Ok::<Tree, Refusal>(node),
        })?;
        splice(tree, &path)?;
        // Paths have changed.
        seen.clear();
    }
}

/// Whether a node is a band of coincident loops above a sequence.
fn is_shared(node: &Tree) -> bool {
    let Tree::Band { band, child } = node else {
        return false;
    };
    let mut members = band.members.iter();
    matches!(**child, Tree::Sequence { .. })
        && members.all(|member| member.coincident && member.kind.is_plain())
        && band.tile_sizes.is_empty()
        && band.ast_options.is_none()
}

/// For each child of the sequence, all of its loops as one band if it is a product.
fn products_below(
    tree: &Tree,
    path: &Path,
    distances: &Distances,
    cpu: &Cpu,
) -> Result<Vec<Option<Band>>, Refusal> {
    let Some(Tree::Band { band, child }) = tree.at(path) else {
        return Ok(Vec::new());
    };
    let mut products = Vec::new();
    for (position, child) in child.children().iter().enumerate() {
        let merged = merged(band, child)?;
        let is_product = match (&merged, child) {
            (Some(merged), Tree::Filter { filter, .. }) => {
                let mut alone = tree.clone();
                let loops = Tree::Leaf.below_band(merged.clone());
                let children = vec![loops.below_filter(filter.clone())];
                alone.try_replace_at(path, |_| Ok::<Tree, Refusal>(Tree::Sequence { children }))?;
                let all = Nest::of(&alone, &path.child(0).child(0), distances)?;
                let inside = path.child(0).child(position).child(0);
                gains(all, Nest::of(tree, &inside, distances)?, cpu)
            }
            _ => false,
        };
        products.push(merged.filter(|_| is_product));
    }
    Ok(products)
}

/// Whether a statement gains from all of its loops in one band: from a tile in registers, or from a
/// better loop for the vector than those that it has inside of the shared ones.
fn gains(all: Option<Nest>, inside: Option<Nest>, cpu: &Cpu) -> bool {
    let Some(all) = all else { return false };
    let Some(choice) = all.choose(cpu) else {
        return false;
    };
    let mut tile = choice.tile.iter().enumerate();
    if tile.any(|(at, size)| at != choice.vector && *size > 1) {
        return true;
    }
    inside.is_some_and(|inside| all.best_cost(cpu) < 0.8 * inside.best_cost(cpu))
}

/// The shared loops and those of a child as one band, if that is a permutable one.
fn merged(shared: &Band, child: &Tree) -> Result<Option<Band>, Refusal> {
    let Tree::Filter { filter, child } = child else {
        return Ok(None);
    };
    let Tree::Band { band, child } = &**child else {
        return Ok(None);
    };
    let mut members = band.members.iter();
    let free = matches!(**child, Tree::Leaf)
        && (band.permutable || band.members.len() == 1)
        && band.tile_sizes.is_empty()
        && band.ast_options.is_none()
        && members.all(|member| member.kind.is_plain());
    if !free {
        return Ok(None);
    }
    let mut merged = restrict(shared, filter)?;
    merged.members.extend(band.members.iter().cloned());
    merged.permutable = true;
    Ok(Some(merged))
}

/// The sequence with each product in loops of its own, and the others in the shared ones.
fn apart(band: &Band, children: Vec<Tree>, products: Vec<Option<Band>>) -> Result<Tree, Refusal> {
    let mut parts = Vec::new();
    let mut together = Vec::new();
    for (child, product) in children.into_iter().zip(products) {
        match (child, product) {
            (Tree::Filter { filter, .. }, Some(merged)) => {
                if !together.is_empty() {
                    parts.push(around(band, std::mem::take(&mut together))?);
                }
                parts.push(Tree::Leaf.below_band(merged).below_filter(filter));
            }
            (child, _) => together.push(child),
        }
    }
    if !together.is_empty() {
        parts.push(around(band, together)?);
    }
    Ok(Tree::Sequence { children: parts })
}
