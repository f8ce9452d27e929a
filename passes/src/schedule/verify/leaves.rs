//! What a tree executes: at each leaf the instances and the value of every loop above.

use tc_dialects::isl::{self, UnionMap, UnionSet};
use tc_dialects::schedule::tree::{MemberKind, Path, Prefix, Refusal, Tree};

use super::witness::instance;

/// The leaves of a tree in text order.
pub struct Leaves(pub Vec<Leaf>);

/// A leaf and what reaches it.
pub struct Leaf {
    pub path: Path,
    pub prefix: Prefix,
    /// The tile size of each coordinate; 1 where its loop is not over tiles.
    pub tiles: Vec<i64>,
}

impl Leaves {
    /// The leaves of a tree.
    pub fn of(tree: &Tree) -> Result<Leaves, Refusal> {
        let mut leaves = Vec::new();
        let nothing = Prefix::of_domain(&UnionSet::none(tree.domain()?.context())?)?;
        collect(tree, &Path::root(), &nothing, &[], &mut leaves)?;
        Ok(Leaves(leaves))
    }

    /// The leaves at or below a node.
    pub fn below(&self, path: &Path) -> impl Iterator<Item = &Leaf> {
        self.0.iter().filter(move |leaf| path.contains(&leaf.path))
    }

    /// The instances that run below a node.
    pub fn instances(&self, path: &Path, context: &isl::Context) -> isl::Result<UnionSet> {
        let none = UnionSet::none(context)?;
        self.below(path)
            .try_fold(none, |all, leaf| all.union(&leaf.prefix.relation.domain()?))
    }

    /// The first `count` coordinates of the instances below a node.
    pub fn coordinates(
        &self,
        path: &Path,
        count: usize,
        context: &isl::Context,
    ) -> isl::Result<UnionMap> {
        self.project(path, &|position| position < count, context)
    }

    /// One coordinate of the instances below a node.
    pub fn coordinate(
        &self,
        path: &Path,
        number: usize,
        context: &isl::Context,
    ) -> isl::Result<UnionMap> {
        self.project(path, &|position| position == number, context)
    }

    fn project(
        &self,
        path: &Path,
        keep: &dyn Fn(usize) -> bool,
        context: &isl::Context,
    ) -> isl::Result<UnionMap> {
        let none = UnionMap::none(context)?;
        self.below(path).try_fold(none, |all, leaf| {
            let map = UnionMap::parse(context, &projection(leaf.prefix.depth(), keep))?;
            all.union(&leaf.prefix.relation.apply_range(&map)?)
        })
    }

    /// Checks that every instance of the domain runs exactly once.
    pub fn check_domain(&self, tree: &Tree) -> Result<(), Refusal> {
        let domain = tree.domain()?;
        let mut seen = UnionSet::none(domain.context())?;
        for leaf in &self.0 {
            let own = leaf.prefix.relation.intersect_domain(domain)?;
            let here = own.domain()?;
            if let Some(twice) = instance(&here.intersect(&seen)?)? {
                return Err(Refusal::new(format!("{twice} runs more than once")).at(&leaf.path));
            }
            if !own.is_single_valued()? {
                return Err(Refusal::new(
                    "an instance of the domain has several values in one band",
                )
                .at(&leaf.path));
            }
            seen = seen.union(&here)?;
        }
        match instance(&domain.subtract(&seen)?)? {
            Some(lost) => Err(Refusal::new(format!("{lost} is in the domain but never runs"))
                .note("every instance must be in one filter of each sequence or set, and every band must give it a value")),
            None => Ok(()),
        }
    }
}

/// `{ [c0, c1, c2] -> [c0, c1] }`
pub fn projection(depth: usize, keep: &dyn Fn(usize) -> bool) -> String {
    let all: Vec<String> = (0..depth).map(|position| format!("c{position}")).collect();
    let kept: Vec<String> = (0..depth)
        .filter(|position| keep(*position))
        .map(|position| format!("c{position}"))
        .collect();
    format!("{{ [{}] -> [{}] }}", all.join(", "), kept.join(", "))
}

/// Whether the loop runs its iterations one after another on each thread.
pub fn is_ordered(kind: MemberKind) -> bool {
    matches!(
        kind,
        MemberKind::Sequential | MemberKind::Unroll | MemberKind::Thread(_)
    )
}

fn collect(
    node: &Tree,
    path: &Path,
    prefix: &Prefix,
    tiles: &[i64],
    leaves: &mut Vec<Leaf>,
) -> Result<(), Refusal> {
    let own = node.as_band().map_or(Vec::new(), |band| {
        (0..band.members.len())
            .map(|at| band.tile_size(at))
            .collect()
    });
    let tiles = [tiles, &own].concat();
    let below = prefix.enter(node).map_err(|refusal| refusal.at(path))?;
    match node {
        Tree::Leaf => leaves.push(Leaf {
            path: path.clone(),
            prefix: below,
            tiles,
        }),
        Tree::Expansion { .. } => {
            return Err(Refusal::new("expansion nodes are not verified yet")
                .at(path)
                .note("schedule the expanded statements"));
        }
        Tree::Guard { guard, .. } if !below.active.params()?.is_subset(guard)? => {
            return Err(Refusal::new(
                "the guard may not hold, and then instances below it never run",
            )
            .at(path));
        }
        _ => {
            for (position, child) in node.children().iter().enumerate() {
                collect(child, &path.child(position), &below, &tiles, leaves)?;
            }
        }
    }
    Ok(())
}
