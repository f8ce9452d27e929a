//! The tree of a loop over tiles whose copies run ahead.

use std::collections::{BTreeMap, BTreeSet};

use tc_dialects::schedule::tree::{Band, Member, Path, Refusal, Tree};
use tc_isl::{Aff, Dim, PwAff, UnionMap, UnionPwAff, UnionSet, Val};
use tc_scop::accesses::{AccessKind, ArrayPlace, ScopAccesses};

/// A loop with copies ahead.
pub struct Plan {
    /// The buffers of each tile.
    pub stages: i64,
    /// The whole tree.
    pub tree: Tree,
    /// The statements that copy.
    pub copies: BTreeSet<String>,
    /// The shared arrays that they fill, and those that take their places.
    pub arrays: BTreeMap<String, String>,
    /// The number of the tile of an instance, by statement.
    pub tiles: BTreeMap<String, Aff>,
    /// The statement that waits for copies.
    pub wait: String,
    /// The barrier behind it.
    pub barrier: String,
    /// Barriers that are not needed any more.
    pub removed: BTreeSet<String>,
}

/// What the children of the sequence are.
#[derive(Clone, Copy, PartialEq)]
enum Child {
    Copy,
    Barrier,
    Use,
}

/// Plans a loop: the last member of the band at a path, above an extension and a sequence.
pub fn plan(
    tree: &Tree,
    path: &Path,
    accesses: &ScopAccesses,
    stages: i64,
) -> Result<Plan, Refusal> {
    let Some(Tree::Band { band, child }) = tree.at(path) else {
        return Err(Refusal::new("expected a band"));
    };
    let Tree::Extension { extension, child } = &**child else {
        return Err(Refusal::new("expected an extension below the loop"));
    };
    let last = band.members.len() - 1;
    let depth = tree.depth(path) + band.members.len();
    let (copies, arrays) = copies(extension, accesses)?;
    let children = child.children();
    let kinds: Vec<Child> = children
        .iter()
        .map(|child| kind(child, &copies, accesses))
        .collect::<Result<_, Refusal>>()?;
    let used = |kind: &Child| *kind == Child::Use;
    let (Some(first), Some(end)) = (kinds.iter().position(used), kinds.iter().rposition(used))
    else {
        return Err(Refusal::new("nothing uses the copies in the loop"));
    };
    if kinds[first..].contains(&Child::Copy) {
        return Err(Refusal::new("a copy stands behind a use"));
    }
    let mut removed = BTreeSet::new();
    for (at, child) in children.iter().enumerate() {
        if kinds[at] == Child::Barrier && (at < first || at > end) {
            removed.extend(names(child)?);
        }
    }
    let mut tiles = BTreeMap::new();
    for tile in band.members[last].schedule.pw_affs()? {
        if let (Some(name), [(_, tile)]) = (tile.domain()?.name(), &tile.pieces()?[..]) {
            tiles.insert(name, tile.clone());
        }
    }
    let reached = tree.prefix(&path.child(0))?.coordinates()?;
    let mut around = UnionMap::none(reached.context())?;
    let mut inside = around.clone();
    let mut ahead = band.members[last].schedule.clone();
    for map in extension.maps()? {
        let name = map.range()?.name().unwrap_or_default();
        if copies.contains(&name) {
            let tile = map.reverse()?.project_out(Dim::Out, 0, depth - 1)?;
            let message = || Refusal::new(format!("{name} copies for several tiles at a time"));
            if !tile.is_single_valued()? {
                return Err(message());
            }
            let tile = tile.as_pw_multi_aff()?.at(0)?;
            let [(_, tile)] = &tile.pieces()?[..] else {
                return Err(message());
            };
            tiles.insert(name, tile.clone());
            ahead = ahead.add_pw_aff(&PwAff::from_aff(&before(tile, stages - 1)?)?)?;
            around = around.add_map(&map.project_out(Dim::In, depth - 1, 1)?)?;
        } else if !removed.contains(&name) {
            inside = inside.add_map(&map)?;
        }
    }
    let wait = accesses.fresh("wait0");
    let barrier = (0..)
        .map(|number| format!("sync{number}"))
        .find(|name| removed.contains(name) || accesses.fresh(name) == *name)
        .unwrap_or_default();
    // The copies of each tile are a group of their own, those before the first use too.
    for tiles in 0..stages - 1 {
        around = around.union(&each_tile(&reached, depth, &wait, tiles)?)?;
    }
    around = around
        .union(&each_tile(&reached, depth, &barrier, 0)?)?
        .coalesce()?;
    for name in [&wait, &barrier] {
        let time = UnionPwAff::parse(reached.context(), &format!("{{ {name}[t] -> [(t)] }}"))?;
        ahead = ahead.union_add(&time)?;
    }
    let mut ordered = Vec::new();
    for name in [&wait, &barrier] {
        let all = UnionSet::parse(reached.context(), &format!("{{ {name}[t] }}"))?;
        ordered.push(Tree::Leaf.below_filter(all));
    }
    for (child, kind) in children.iter().zip(&kinds) {
        let names = names(child)?;
        if *kind != Child::Barrier || !names.iter().all(|name| removed.contains(name)) {
            ordered.push(child.clone());
        }
    }
    let mut below = Tree::Sequence { children: ordered };
    if !inside.is_empty()? {
        below = below.below_extension(inside);
    }
    let member = Member {
        schedule: ahead,
        ..Member::new(band.members[last].schedule.clone())
    };
    let mut own = Band::new(vec![member], false);
    own.tag.clone_from(&band.tag);
    if !band.tile_sizes.is_empty() {
        own.tile_sizes = vec![band.tile_size(last)];
    }
    own.ast_options = Some(UnionSet::parse(reached.context(), "{ separate[x] }")?);
    let outer: Vec<usize> = (0..last).collect();
    let node = below.below_band(own).below_extension(around);
    let node = node.below_band(band.select(&outer));
    let mut tree = tree.clone();
    tree.replace_at(path, |_| node);
    Ok(Plan {
        stages,
        tree,
        copies,
        arrays,
        tiles,
        wait,
        barrier,
        removed,
    })
}

/// The statements of an extension that copy to shared memory, and the arrays that they fill with
/// names for those that take their places.
fn copies(
    extension: &UnionMap,
    accesses: &ScopAccesses,
) -> Result<(BTreeSet<String>, BTreeMap<String, String>), Refusal> {
    let (mut copies, mut arrays) = (BTreeSet::new(), BTreeMap::new());
    for set in extension.range()?.sets()? {
        let name = set.name().unwrap_or_default();
        let statement = accesses.statements.iter().find(|one| one.name == name);
        let Some(statement) = statement.filter(|one| one.moves) else {
            continue;
        };
        let end = |kind| {
            let access = statement.accesses.iter().find(|one| one.kind == kind)?;
            let array = accesses
                .arrays
                .iter()
                .find(|one| one.name == access.array)?;
            Some((array.place, &array.name))
        };
        let (Some((from, _)), Some((to, array))) = (end(AccessKind::Read), end(AccessKind::Write))
        else {
            continue;
        };
        let from_memory = matches!(from, ArrayPlace::Argument | ArrayPlace::Temporary);
        if from_memory && to == ArrayPlace::Shared {
            copies.insert(name);
            let ring = accesses.fresh(&format!("{array}_ring"));
            arrays.insert(array.clone(), ring);
        }
    }
    if copies.is_empty() {
        return Err(Refusal::new("nothing is copied to shared memory"));
    }
    Ok((copies, arrays))
}

fn names(child: &Tree) -> Result<Vec<String>, Refusal> {
    match child {
        Tree::Filter { filter, .. } => {
            let sets = filter.sets()?;
            Ok(sets.iter().filter_map(|set| set.name()).collect())
        }
        _ => Err(Refusal::new("expected filters below a sequence")),
    }
}

fn kind(
    child: &Tree,
    copies: &BTreeSet<String>,
    accesses: &ScopAccesses,
) -> Result<Child, Refusal> {
    let names = names(child)?;
    if names.iter().all(|name| copies.contains(name)) {
        return Ok(Child::Copy);
    }
    let is_barrier = |name: &String| {
        let mut statements = accesses.statements.iter();
        statements.any(|one| one.name == *name && one.barrier.is_some())
    };
    Ok(if names.iter().all(is_barrier) {
        Child::Barrier
    } else {
        Child::Use
    })
}

/// The number of a tile so many tiles before.
fn before(tile: &Aff, tiles: i64) -> Result<Aff, Refusal> {
    let number = Val::new(tile.context(), tiles)?;
    let space = PwAff::from_aff(tile)?.domain()?.space()?;
    Ok(tile.sub(&Aff::val_on_domain(&space, &number)?)?)
}

/// From the coordinates around the loop to an instance for each tile, with the number of the tile
/// so many tiles before.
fn each_tile(
    reached: &UnionSet,
    depth: usize,
    name: &str,
    before: i64,
) -> Result<UnionMap, Refusal> {
    let all: Vec<String> = (0..depth).map(|at| format!("c{at}")).collect();
    let text = format!(
        "{{ [{}] -> {name}[c{} - {before}] }}",
        all.join(", "),
        depth - 1
    );
    let of_tile = UnionMap::parse(reached.context(), &text)?.intersect_domain(reached)?;
    let mut around = UnionMap::none(reached.context())?;
    for map in of_tile.maps()? {
        around = around.add_map(&map.project_out(Dim::In, depth - 1, 1)?)?;
    }
    Ok(around)
}
