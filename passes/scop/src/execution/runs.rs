//! The runs of copies as instances of their own.
//!
//! An extension may run an instance of a copy at several coordinates, and a copy may pass several
//! leaves:
//!
//! ```text
//! extension [b, c] -> A_in[b, a]        A_in[0, 5] runs for c = 0 and for c = 1
//!   sequence
//!     filter A_in                       and here on thread a,
//!     filter T
//!     filter A_in                       and here on thread 31 - a
//! ```
//!
//! What a barrier orders, and what a read finds, are runs. So each leaf and each extension get a
//! statement of their own, whose indices are those of the instance and then the coordinates of the
//! extension: `A_in_2_0'[b, a, b', c']`, where 2 is the number of coordinates and 0 that of the
//! leaf. A name with a prime is none that text can give to a statement. Afterwards each instance
//! runs once, at one leaf, and the proof may speak of instances.
//!
//! Copies that move values and run once already stay as they are, and so do barriers: they access
//! nothing, and each of their coordinates counts. Copies that compute values again always have
//! their coordinates as indices: the proof of their order reads them there. **Cost**: none for
//! trees in which each copy runs once.

use std::collections::BTreeSet;

use tc_dialects::schedule::tree::{Band, Path, Refusal, Tree};
use tc_isl::{Dim, Id, Map, PwMultiAff, UnionMap, UnionPwAff};

use super::{Execution, names};
use crate::accesses::{ScopAccesses, StatementAccesses};
use crate::leaves::Leaves;

/// The runs of a copy at one leaf that one extension adds.
struct Runs {
    /// The statement.
    copy: String,
    /// The extension.
    site: Path,
    leaf: Path,
    /// From the coordinates of the extension to the runs.
    added: Map,
    /// From the runs to the instances.
    instances: Map,
}

impl Execution {
    /// The same execution, and its accesses, in which each run is an instance of its own.
    ///
    /// # Errors
    /// A copy that two extensions add to one leaf.
    pub fn of_runs(self, accesses: &ScopAccesses) -> Result<(Execution, ScopAccesses), Refusal> {
        let runs = repeated(&self, accesses)?;
        if runs.is_empty() {
            return Ok((self, accesses.clone()));
        }
        let tree = apart(self.tree, &Path::root(), &runs)?;
        let leaves = Leaves::of(&tree)?;
        let accesses = accesses_of(accesses, &runs)?;
        Ok((Execution { tree, leaves }, accesses))
    }
}

/// The runs of all copies of which some instance runs more than once.
fn repeated(execution: &Execution, accesses: &ScopAccesses) -> Result<Vec<Runs>, Refusal> {
    let added = copies(execution, accesses)?;
    let names: BTreeSet<&String> = added.iter().map(|(name, ..)| name).collect();
    let mut runs = Vec::new();
    for name in names {
        let sites: Vec<_> = added.iter().filter(|(copy, ..)| copy == name).collect();
        let mut leaves = Vec::new();
        for leaf in &execution.leaves.0 {
            if leaf.runs(name)? {
                leaves.push(&leaf.path);
            }
        }
        let once = match sites[..] {
            [(.., map)] => leaves.len() <= 1 && map.reverse()?.is_single_valued()?,
            _ => false,
        };
        let mut statements = accesses.statements.iter();
        let recomputes = statements.any(|one| one.name == *name && one.recomputes.is_some());
        if once && !recomputes {
            continue;
        }
        for (number, leaf) in leaves.into_iter().enumerate() {
            let mut above = sites.iter().filter(|(_, site, _)| site.contains(leaf));
            let (Some((_, site, map)), None) = (above.next(), above.next()) else {
                let message = format!("two extensions add {name} to one leaf");
                return Err(Refusal::new(message).at(leaf));
            };
            runs.push(Runs::new(name, site, leaf, map, number)?);
        }
    }
    Ok(runs)
}

/// The copies that extensions add, each with the node and the map of its extension.
fn copies(
    execution: &Execution,
    accesses: &ScopAccesses,
) -> Result<Vec<(String, Path, Map)>, Refusal> {
    let statements = accesses.statements.iter();
    let copies: BTreeSet<&str> = statements
        .filter(|one| one.barrier.is_none())
        .map(|one| one.name.as_str())
        .collect();
    let mut added = Vec::new();
    for (path, node) in execution.tree.walk() {
        let Tree::Extension { extension, .. } = node else {
            continue;
        };
        for map in extension.maps()? {
            let name = map.tuple_name(Dim::Out).unwrap_or_default();
            if copies.contains(name.as_str()) && !map.plain_is_empty()? {
                added.push((name, path.clone(), map));
            }
        }
    }
    Ok(added)
}

impl Runs {
    fn new(
        copy: &str,
        site: &Path,
        leaf: &Path,
        added: &Map,
        number: usize,
    ) -> Result<Runs, Refusal> {
        let depth = added.dim(Dim::In)?;
        let name = Id::new(added.context(), &names::of_runs(copy, depth, number))?;
        let space = added.space()?.domain()?.map_from_set()?;
        let coordinates = Map::identity(&space)?;
        // [c] -> [a, c]
        let runs = added
            .reset_tuple_id(Dim::Out)?
            .flat_range_product(&coordinates)?;
        let runs = runs.set_tuple_id(Dim::Out, &name)?;
        // [a, c] -> copy[a]
        let all = runs.range()?;
        let rank = all.dim(Dim::SET)?;
        let instances = Map::identity(&all.space()?.map_from_set()?)?;
        let instances = instances
            .reset_tuple_id(Dim::Out)?
            .project_out(Dim::Out, rank - depth, depth)?
            .set_tuple_id(Dim::Out, &Id::new(added.context(), copy)?)?;
        Ok(Runs {
            copy: copy.to_owned(),
            site: site.clone(),
            leaf: leaf.clone(),
            added: runs,
            instances,
        })
    }

    /// Whether the runs pass a node.
    fn pass(&self, path: &Path) -> bool {
        self.site.contains(path) && path.contains(&self.leaf)
    }
}

/// The tree below a path with the runs in place of the instances.
fn apart(node: Tree, path: &Path, runs: &[Runs]) -> Result<Tree, Refusal> {
    let passing = || runs.iter().filter(|one| one.pass(path));
    let node = match node {
        Tree::Extension { extension, child } => Tree::Extension {
            extension: extended(&extension, path, runs)?,
            child,
        },
        Tree::Filter { filter, child } => {
            let mut all = filter.clone();
            for one in passing() {
                let instances = one.instances.to_union_map()?;
                all = all.union(&filter.apply(&instances.reverse()?)?)?;
            }
            child.below_filter(all)
        }
        Tree::Band { band, child } => {
            let mut members = Vec::new();
            for member in &band.members {
                let schedule = member.schedule.clone();
                let schedule = passing().try_fold(schedule, |all, one| with_runs(&all, one))?;
                members.push(member.with_schedule(schedule));
            }
            Tree::Band {
                band: Band { members, ..band },
                child,
            }
        }
        node => node,
    };
    node.try_map_children(|position, child| apart(child, &path.child(position), runs))
}

/// The extension at a path with the runs that it adds.
fn extended(extension: &UnionMap, path: &Path, runs: &[Runs]) -> Result<UnionMap, Refusal> {
    let mut all = UnionMap::none(extension.context())?;
    for map in extension.maps()? {
        let name = map.tuple_name(Dim::Out).unwrap_or_default();
        let mut own = runs.iter().filter(|one| one.copy == name).peekable();
        if own.peek().is_none() {
            all = all.add_map(&map)?;
        }
        for one in own.filter(|one| one.site == *path) {
            all = all.add_map(&one.added)?;
        }
    }
    Ok(all)
}

/// The function with values for runs, which are those of their instances.
fn with_runs(schedule: &UnionPwAff, runs: &Runs) -> Result<UnionPwAff, Refusal> {
    let instances: PwMultiAff = runs.instances.as_pw_multi_aff()?;
    let mut all = schedule.clone();
    for function in schedule.pw_affs()? {
        let of_copy =
            function.has_tuple_id(Dim::In)? && function.tuple_id(Dim::In)?.name() == runs.copy;
        if of_copy {
            all = all.add_pw_aff(&function.pullback_pw_multi_aff(&instances)?)?;
        }
    }
    Ok(all)
}

/// The accesses with those of runs in place of those of their instances.
fn accesses_of(accesses: &ScopAccesses, runs: &[Runs]) -> Result<ScopAccesses, Refusal> {
    let mut statements = Vec::new();
    for statement in &accesses.statements {
        let own = runs.iter().filter(|one| one.copy == statement.name);
        let mut own = own.peekable();
        if own.peek().is_none() {
            statements.push(statement.clone());
        }
        for one in own {
            statements.push(statement_of(statement, one)?);
        }
    }
    Ok(ScopAccesses {
        statements,
        ..accesses.clone()
    })
}

fn statement_of(statement: &StatementAccesses, runs: &Runs) -> Result<StatementAccesses, Refusal> {
    let instances = runs.instances.to_union_map()?;
    let mut of_runs = statement.clone();
    of_runs.name = runs.instances.tuple_name(Dim::In).unwrap_or_default();
    for access in &mut of_runs.accesses {
        access.relation = instances.apply_range(&access.relation)?;
        if let Some(meant) = &mut access.stands_for {
            meant.relation = instances.apply_range(&meant.relation)?;
        }
    }
    Ok(of_runs)
}
