//! The tree of a loop over tiles whose copies run ahead.

use std::collections::{BTreeMap, BTreeSet};

use tc_dialects::schedule::tree::{Band, Member, Path, Refusal, Tree};
use tc_isl::{Aff, Context, Dim, Map, PwAff, UnionMap, UnionPwAff, UnionSet, Val};
use tc_scop::accesses::{AccessKind, ScopAccesses};
use tc_scop::values::bounds;

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

/// A loop that is none of those that the pass knows.
fn another_loop() -> Refusal {
    Refusal::new("expected copies to shared memory and then uses of them, for one tile at a time")
}

/// The children of the sequence, with what they are.
struct Children<'t> {
    all: &'t [Tree],
    kinds: Vec<Child>,
    /// The barriers in front of the first use and behind the last one.
    removed: BTreeSet<String>,
}

impl<'t> Children<'t> {
    fn of(
        all: &'t [Tree],
        copies: &BTreeSet<String>,
        accesses: &ScopAccesses,
    ) -> Result<Children<'t>, Refusal> {
        let kinds = all.iter().map(|child| kind(child, copies, accesses));
        let kinds: Vec<Child> = kinds.collect::<Result<_, Refusal>>()?;
        let used = |kind: &Child| *kind == Child::Use;
        let ends = (kinds.iter().position(used), kinds.iter().rposition(used));
        let (Some(first), Some(last)) = ends else {
            return Err(another_loop());
        };
        if kinds[first..].contains(&Child::Copy) {
            return Err(another_loop());
        }
        let mut removed = BTreeSet::new();
        for (at, child) in all.iter().enumerate() {
            if kinds[at] == Child::Barrier && (at < first || at > last) {
                removed.extend(names(child)?);
            }
        }
        Ok(Children {
            all,
            kinds,
            removed,
        })
    }

    /// The sequence with these stops in front, without the barriers that they replace.
    fn behind(&self, stops: [&str; 2], isl: &Context) -> Result<Tree, Refusal> {
        let mut children = Vec::new();
        for name in stops {
            let all = UnionSet::parse(isl, &format!("{{ {name}[t] }}"))?;
            children.push(Tree::Leaf.below_filter(all));
        }
        for (child, kind) in self.all.iter().zip(&self.kinds) {
            let stays = |name: &String| !self.removed.contains(name);
            if *kind != Child::Barrier || names(child)?.iter().any(stays) {
                children.push(child.clone());
            }
        }
        Ok(Tree::Sequence { children })
    }
}

/// What the loop runs: the statements of the domain and stops at their tile, copies before.
struct Ahead {
    /// The times.
    schedule: UnionPwAff,
    /// The instances that are added above the loop, and those that are added in it.
    around: UnionMap,
    inside: UnionMap,
    /// The number of the tile of an instance, by statement.
    tiles: BTreeMap<String, Aff>,
}

impl Ahead {
    fn of(
        member: &Member,
        extension: &UnionMap,
        loops: &Loops,
        (copies, removed): (&BTreeSet<String>, &BTreeSet<String>),
        stages: i64,
    ) -> Result<Ahead, Refusal> {
        let none = UnionMap::none(extension.context())?;
        let mut ahead = Ahead {
            schedule: member.schedule.clone(),
            around: none.clone(),
            inside: none,
            tiles: BTreeMap::new(),
        };
        for tile in member.schedule.pw_affs()? {
            if let (Some(name), [(_, tile)]) = (tile.domain()?.name(), &tile.pieces()?[..]) {
                ahead.tiles.insert(name, tile.clone());
            }
        }
        for map in extension.maps()? {
            let name = map.range()?.name().unwrap_or_default();
            if copies.contains(&name) {
                let tile = loops.tile_of(&map)?;
                if !tile.is_single_valued()? {
                    return Err(another_loop());
                }
                let tile = tile.as_pw_multi_aff()?.at(0)?;
                let [(_, tile)] = &tile.pieces()?[..] else {
                    return Err(another_loop());
                };
                let time = PwAff::from_aff(&before(tile, stages - 1)?)?;
                ahead.schedule = ahead.schedule.add_pw_aff(&time)?;
                ahead.around = ahead.around.add_map(&loops.around(&map)?)?;
                ahead.tiles.insert(name, tile.clone());
            } else if !removed.contains(&name) {
                ahead.inside = ahead.inside.add_map(&map)?;
            }
        }
        Ok(ahead)
    }

    /// Adds the wait and the barrier to each iteration, those before the first use too: the copies
    /// of each tile are a group of their own, and whatever the threads do, a barrier lies between
    /// two iterations.
    fn add_stops(
        &mut self,
        stops: [&str; 2],
        reached: &UnionSet,
        loops: &Loops,
        stages: i64,
    ) -> Result<(), Refusal> {
        for name in stops {
            for tiles in 0..stages {
                let each = loops.each_tile(reached, name, tiles)?;
                self.around = self.around.union(&each)?;
            }
            let time = UnionPwAff::parse(reached.context(), &format!("{{ {name}[t] -> [(t)] }}"))?;
            self.schedule = self.schedule.union_add(&time)?;
        }
        self.around = self.around.coalesce()?;
        Ok(())
    }
}

/// Plans a loop over tiles: of the band at a path, above an extension and a sequence, the innermost
/// member with several iterations.
pub fn plan(
    tree: &Tree,
    path: &Path,
    accesses: &ScopAccesses,
    stages: i64,
) -> Result<Plan, Refusal> {
    let Some(Tree::Band { band, child }) = tree.at(path) else {
        return Err(another_loop());
    };
    let Tree::Extension { extension, child } = &**child else {
        return Err(another_loop());
    };
    let reached = tree.prefix(&path.child(0))?;
    let own = ahead_of(band, &reached.active, stages)?;
    let depth = tree.depth(path);
    let loops = Loops {
        tile: depth + own,
        all: depth + band.members.len(),
    };
    let reached = reached.coordinates()?;
    let (copies, arrays) = copies(extension, accesses)?;
    let children = Children::of(child.children(), &copies, accesses)?;
    let removed = &children.removed;
    let member = &band.members[own];
    let mut ahead = Ahead::of(member, extension, &loops, (&copies, removed), stages)?;
    let wait = accesses.fresh("wait0");
    let barrier = (0..)
        .map(|number| format!("sync{number}"))
        .find(|name| removed.contains(name) || accesses.fresh(name) == *name)
        .unwrap_or_default();
    ahead.add_stops([&wait, &barrier], &reached, &loops, stages)?;
    let mut below = children.behind([&wait, &barrier], reached.context())?;
    if !ahead.inside.is_empty()? {
        below = below.below_extension(ahead.inside);
    }
    let mut inner = Band::new(vec![Member::new(ahead.schedule)], false);
    inner.tag.clone_from(&band.tag);
    if !band.tile_sizes.is_empty() {
        inner.tile_sizes = vec![band.tile_size(own)];
    }
    inner.ast_options = Some(loops.steady(&reached, stages)?);
    let outer: Vec<usize> = (0..band.members.len()).filter(|at| *at != own).collect();
    let node = below.below_band(inner).below_extension(ahead.around);
    let node = node.below_band(band.select(&outer));
    let mut tree = tree.clone();
    tree.replace_at(path, |_| node);
    Ok(Plan {
        stages,
        tree,
        copies,
        arrays,
        tiles: ahead.tiles,
        wait,
        barrier,
        removed: children.removed,
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
            Some((array.kind, &array.name))
        };
        let (Some((from, _)), Some((to, array))) = (end(AccessKind::Read), end(AccessKind::Write))
        else {
            continue;
        };
        if !from.is_local() && to.is_shared() {
            copies.insert(name);
            let ring = accesses.fresh(&format!("{array}_ring"));
            arrays.insert(array.clone(), ring);
        }
    }
    if copies.is_empty() {
        return Err(another_loop());
    }
    Ok((copies, arrays))
}

fn names(child: &Tree) -> Result<Vec<String>, Refusal> {
    match child {
        Tree::Filter { filter, .. } => {
            let sets = filter.sets()?;
            Ok(sets.iter().filter_map(|set| set.name()).collect())
        }
        _ => Err(another_loop()),
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

/// The innermost member of a band with several iterations, and with as many as there are stages.
fn ahead_of(band: &Band, active: &UnionSet, stages: i64) -> Result<usize, Refusal> {
    for (at, member) in band.members.iter().enumerate().rev() {
        let (first, last) = match bounds(&member.schedule.intersect_domain(active)?)? {
            Some((first, last)) if first == last => continue,
            Some(ends) => ends,
            None => return Ok(at),
        };
        let count = last - first + 1;
        if count < stages {
            return Err(Refusal::new(format!(
                "the loop has {count} iterations, and {stages} buffers are for as many at least"
            )));
        }
        return Ok(at);
    }
    Err(Refusal::new("the loop has one iteration"))
}

/// The coordinates of the loops at the sequence.
struct Loops {
    /// The position of the loop over tiles.
    tile: usize,
    /// How many there are.
    all: usize,
}

impl Loops {
    /// From the coordinates to instances, without that of the loop over tiles.
    fn around(&self, map: &Map) -> Result<Map, Refusal> {
        Ok(map.project_out(Dim::In, self.tile, 1)?)
    }

    /// From instances to the coordinate of the loop over tiles.
    fn tile_of(&self, map: &Map) -> Result<Map, Refusal> {
        let all = map.reverse()?;
        let first = all.project_out(Dim::Out, self.tile + 1, self.all - self.tile - 1)?;
        Ok(first.project_out(Dim::Out, 0, self.tile)?)
    }

    /// The option of the loop that generates the iterations with copies and uses by themselves, so
    /// that sums stay in registers from one to the next. (isl's `separate` compares approximations
    /// of the iterations of each statement, which do not always differ.)
    fn steady(&self, reached: &UnionSet, stages: i64) -> Result<UnionSet, Refusal> {
        let all: Vec<String> = (0..self.all).map(|at| format!("c{at}")).collect();
        let (tile, coordinates) = (&all[self.tile], all.join(", "));
        let mut earlier = all.clone();
        earlier[self.tile] = format!("{tile} - {}", stages - 1);
        let copied = format!("{{ [{coordinates}] -> [{}] }}", earlier.join(", "));
        let copied = reached.apply(&UnionMap::parse(reached.context(), &copied)?)?;
        let mut outer = all.clone();
        outer.remove(self.tile);
        let outer = outer.join(", ");
        let isolate = format!("{{ [{coordinates}] -> isolate[[{outer}] -> [{tile}]] }}");
        let isolate = UnionMap::parse(reached.context(), &isolate)?;
        Ok(reached.intersect(&copied)?.apply(&isolate)?)
    }

    /// From the coordinates around the loop to an instance for each tile, with the number of the
    /// tile so many tiles before.
    fn each_tile(&self, reached: &UnionSet, name: &str, before: i64) -> Result<UnionMap, Refusal> {
        let all: Vec<String> = (0..self.all).map(|at| format!("c{at}")).collect();
        let tile = &all[self.tile];
        let text = format!("{{ [{}] -> {name}[{tile} - {before}] }}", all.join(", "));
        let of_tile = UnionMap::parse(reached.context(), &text)?.intersect_domain(reached)?;
        let mut around = UnionMap::none(reached.context())?;
        for map in of_tile.maps()? {
            around = around.add_map(&self.around(&map)?)?;
        }
        Ok(around)
    }
}
