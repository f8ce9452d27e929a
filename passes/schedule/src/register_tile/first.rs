//! The initial value of a sum is set where its tile begins.
//!
//! ```text
//! sequence                                  band "register"
//!   filter { S0[i, j] }                       | S0[i, j] -> floor(i/6); S1[i, j, k] -> floor(i/6)
//!     band i, j                               sequence
//!   filter { S1[i, j, k] }          ==>         filter { S0[i, j] }
//!     band "register"                             band "micro"
//!       band "point"                            filter { S1[i, j, k] }
//!         band "micro"                            band "point"
//!                                                   band "micro"
//! ```
//!
//! Two sweeps over the result become one: `loops-mem-to-reg` sees the store and the load of an
//! element next to each other, and begins the sums of a tile with the value itself.
//!
//! **Which.** A statement that stores once and reads nothing, directly before the product that sums
//! into the same elements, if the loops outside of the sums are functions of the element: none of
//! them is a block of a sum.
//! **Legal**: each element has one initial value and is touched by these two only between them; its
//! sums all are in the tile that the value moves to, behind it.

use tc_dialects::schedule::tree::{Band, Member, Path, Refusal, Tree};
use tc_isl::{MultiUnionPwAff, UnionMap, UnionPwAff, UnionSet};

use super::{INNER_TAG, OUTER_TAG};
use tc_scop::accesses::{AccessKind, ScopAccesses, StatementAccesses};

/// Moves initial values into the tiles of the products behind them; the statements that moved.
pub fn join_first_values(tree: &mut Tree, accesses: &ScopAccesses) -> Result<Vec<String>, Refusal> {
    let mut moved = Vec::new();
    loop {
        let sequences = tree.walk().into_iter();
        let sequences: Vec<Path> = sequences
            .filter(|(_, node)| matches!(node, Tree::Sequence { .. }))
            .map(|(path, _)| path)
            .collect();
        let mut next = None;
        for path in sequences {
            next = pair_below(tree, &path, accesses)?.map(|found| (path, found));
            if next.is_some() {
                break;
            }
        }
        let Some((path, (position, joined, statement))) = next else {
            return Ok(moved);
        };
        moved.push(statement);
        tree.try_replace_at(&path, |node| match node {
            Tree::Sequence { mut children } => {
                children.splice(position..position + 2, [joined]);
                Ok::<Tree, Refusal>(match <[Tree; 1]>::try_from(children) {
                    Ok([Tree::Filter { child, .. }]) => *child,
                    Ok([child]) => child,
                    Err(children) => Tree::Sequence { children },
                })
            }
            node => Ok(node),
        })?;
    }
}

/// The first two neighbours in a sequence that can be joined: their position, what they become, and
/// the name of the statement that moves.
fn pair_below(
    tree: &Tree,
    path: &Path,
    accesses: &ScopAccesses,
) -> Result<Option<(usize, Tree, String)>, Refusal> {
    let (Some(Tree::Sequence { children }), 0) = (tree.at(path), tree.prefix(path)?.depth()) else {
        return Ok(None);
    };
    for (position, pair) in children.windows(2).enumerate() {
        let [
            Tree::Filter {
                filter: first,
                child: value,
            },
            Tree::Filter {
                filter: second,
                child: product,
            },
        ] = pair
        else {
            continue;
        };
        let (Some(one), Some(other)) = (single(first, accesses)?, single(second, accesses)?) else {
            continue;
        };
        let active = |number: usize| -> Result<UnionSet, Refusal> {
            Ok(tree.prefix(&path.child(position + number).child(0))?.active)
        };
        if bands_of(value).is_none() {
            continue;
        }
        let Some(back) = back(one, other, &active(0)?, &active(1)?)? else {
            continue;
        };
        if let Some(joined) = joined(product, (first, second), &back)? {
            return Ok(Some((position, joined, one.name.clone())));
        }
    }
    Ok(None)
}

/// The one statement of a filter.
fn single<'a>(
    filter: &UnionSet,
    accesses: &'a ScopAccesses,
) -> Result<Option<&'a StatementAccesses>, Refusal> {
    let [set] = &filter.sets()?[..] else {
        return Ok(None);
    };
    let name = set.name();
    let mut statements = accesses.statements.iter();
    Ok(statements.find(|statement| Some(&statement.name) == name.as_ref()))
}

/// The bands down to a leaf, if there is nothing else.
fn bands_of(mut node: &Tree) -> Option<Vec<&Band>> {
    let mut bands = Vec::new();
    loop {
        match node {
            Tree::Band { band, child } => {
                bands.push(band);
                node = child;
            }
            Tree::Leaf => return Some(bands),
            _ => return None,
        }
    }
}

/// From the instances that set an element to those that sum into it, if each of these elements is
/// set once, and no other.
fn back(
    value: &StatementAccesses,
    product: &StatementAccesses,
    values: &UnionSet,
    sums: &UnionSet,
) -> Result<Option<UnionMap>, Refusal> {
    let ([store], Some(sum)) = (&value.accesses[..], &product.accumulator) else {
        return Ok(None);
    };
    let mut stores = product.accesses.iter();
    let last = stores.find(|access| access.kind == AccessKind::Write);
    let Some(last) = last.filter(|last| last.array == sum.array && last.must) else {
        return Ok(None);
    };
    if store.kind != AccessKind::Write || !store.must || store.array != sum.array {
        return Ok(None);
    }
    let (set, summed) = (
        store.relation.intersect_domain(values)?,
        last.relation.intersect_domain(sums)?,
    );
    let same = set.range()?.is_equal(&summed.range()?)?;
    if !same || !set.is_injective()? || !set.is_single_valued()? {
        return Ok(None);
    }
    Ok(Some(store.relation.apply_range(&last.relation.reverse()?)?))
}

/// The product with its initial values inside, if all loops around its sums are functions of the
/// element.
fn joined(
    product: &Tree,
    (first, second): (&UnionSet, &UnionSet),
    back: &UnionMap,
) -> Result<Option<Tree>, Refusal> {
    let Some(bands) = bands_of(product) else {
        return Ok(None);
    };
    let tag = |band: &&Band, tag: &str| band.tag.as_deref() == Some(tag);
    let outer = bands.iter().position(|band| tag(band, OUTER_TAG));
    let (Some(outer), Some(micro)) = (outer, bands.last().filter(|band| tag(band, INNER_TAG)))
    else {
        return Ok(None);
    };
    let mut around = Vec::new();
    for band in &bands[..=outer] {
        let mut both = (*band).clone();
        for member in &mut both.members {
            let Some(value) = moved(member, back)? else {
                return Ok(None);
            };
            member.schedule = member.schedule.union_add(&value)?;
        }
        around.push(both);
    }
    let mut inner = (*micro).clone();
    for member in &mut inner.members {
        let Some(value) = moved(member, back)? else {
            return Ok(None);
        };
        member.schedule = value;
    }
    let mut sums = Tree::Leaf;
    for band in bands[outer + 1..].iter().rev() {
        sums = sums.below_band((*band).clone());
    }
    let children = vec![
        Tree::Leaf.below_band(inner).below_filter(first.clone()),
        sums.below_filter(second.clone()),
    ];
    let mut joined = Tree::Sequence { children };
    for band in around.into_iter().rev() {
        joined = joined.below_band(band);
    }
    Ok(Some(joined.below_filter(first.union(second)?)))
}

/// A coincident member as a function of the instances that set the elements.
fn moved(member: &Member, back: &UnionMap) -> Result<Option<UnionPwAff>, Refusal> {
    if !member.coincident {
        return Ok(None);
    }
    let schedule = MultiUnionPwAff::from_union_pw_aff(&member.schedule)?;
    let value = back.apply_range(&UnionMap::from_multi_union_pw_aff(&schedule)?)?;
    if !value.is_single_valued()? {
        return Ok(None);
    }
    Ok(MultiUnionPwAff::from_union_map(&value)?.members()?.pop())
}
