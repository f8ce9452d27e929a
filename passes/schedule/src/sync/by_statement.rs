//! The accesses of each statement, so that a kernel considers only those of its own statements.
//! Otherwise a program of many kernels would cost the square of their number.

use std::collections::{BTreeSet, HashMap};

use tc_dialects::schedule::tree::{Path, Refusal};
use tc_isl::{Context, Dim, Map, UnionMap};

use super::{Touched, VisibleAccesses};
use tc_scop::leaves::Leaves;

/// Accesses by the name of the statement.
pub struct ByStatement {
    context: Context,
    atomic: BTreeSet<String>,
    accesses: HashMap<String, Accesses>,
}

#[derive(Default)]
struct Accesses {
    global: Relations,
    shared: Relations,
}

#[derive(Default)]
struct Relations {
    reads: Vec<Map>,
    writes: Vec<Map>,
}

impl ByStatement {
    /// Groups the accesses by statement.
    pub fn of(all: &VisibleAccesses) -> tc_isl::Result<ByStatement> {
        let mut accesses: HashMap<String, Accesses> = HashMap::new();
        let mut add = |relation: &UnionMap, put: fn(&mut Accesses, Map)| -> tc_isl::Result<()> {
            for map in relation.maps()? {
                let name = map.tuple_name(Dim::In).unwrap_or_default();
                put(accesses.entry(name).or_default(), map);
            }
            Ok(())
        };
        add(&all.global.reads, |one, map| one.global.reads.push(map))?;
        add(&all.global.writes, |one, map| one.global.writes.push(map))?;
        add(&all.shared.reads, |one, map| one.shared.reads.push(map))?;
        add(&all.shared.writes, |one, map| one.shared.writes.push(map))?;
        Ok(ByStatement {
            context: all.global.reads.context().clone(),
            atomic: all.atomic.clone(),
            accesses,
        })
    }

    /// The accesses of the statements below a node.
    pub fn below(&self, leaves: &Leaves, path: &Path) -> Result<VisibleAccesses, Refusal> {
        let mut names = BTreeSet::new();
        for leaf in leaves.below(path) {
            names.extend(leaf.instances.sets()?.iter().filter_map(|set| set.name()));
        }
        let touched = |of: fn(&Accesses) -> &Relations| -> tc_isl::Result<Touched> {
            let mut reads = UnionMap::none(&self.context)?;
            let mut writes = reads.clone();
            for relations in names.iter().filter_map(|name| self.accesses.get(name)) {
                for map in &of(relations).reads {
                    reads = reads.add_map(map)?;
                }
                for map in &of(relations).writes {
                    writes = writes.add_map(map)?;
                }
            }
            Ok(Touched { reads, writes })
        };
        Ok(VisibleAccesses {
            global: touched(|one| &one.global)?,
            shared: touched(|one| &one.shared)?,
            atomic: self.atomic.clone(),
        })
    }
}
