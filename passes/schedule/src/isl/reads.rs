//! What statements read, for nests that share rows of an array without a dependence between them.

use std::collections::{BTreeMap, BTreeSet};

use tc_isl::UnionMap;

use super::nest::Nest;
use tc_scop::accesses::{AccessKind, ScopAccesses};

/// The elements that the instances of each statement surely read.
#[derive(Clone, Debug, Default)]
pub struct Reads {
    /// Statement and array to relation.
    sure: BTreeMap<String, BTreeMap<String, UnionMap>>,
    /// The statements that write at places which their indices do not determine.
    scattering: BTreeSet<String>,
}

impl Reads {
    /// Those of a scop.
    pub fn of(accesses: &ScopAccesses) -> tc_isl::Result<Reads> {
        let mut all = Reads::default();
        for statement in &accesses.statements {
            let arrays = all.sure.entry(statement.name.clone()).or_default();
            for access in &statement.accesses {
                if access.kind == AccessKind::Write && !access.must {
                    all.scattering.insert(statement.name.clone());
                }
                if access.kind != AccessKind::Read || !access.must {
                    continue;
                }
                let both = match arrays.remove(&access.array) {
                    Some(others) => others.union(&access.relation)?,
                    None => access.relation.clone(),
                };
                arrays.insert(access.array.clone(), both);
            }
        }
        Ok(all)
    }

    /// Whether a statement of a nest writes at computed places.
    pub(super) fn scatters(&self, nest: &Nest) -> bool {
        nest.names.iter().any(|name| self.scattering.contains(name))
    }

    /// What the instances of a nest read of each array.
    fn of_nest(&self, nest: &Nest) -> tc_isl::Result<BTreeMap<&str, UnionMap>> {
        let mut found: BTreeMap<&str, UnionMap> = BTreeMap::new();
        let statements = nest.names.iter().filter_map(|name| self.sure.get(name));
        for (array, relation) in statements.flatten() {
            let relation = relation.intersect_domain(&nest.instances)?;
            let both = match found.remove(array.as_str()) {
                Some(others) => others.union(&relation)?,
                None => relation,
            };
            found.insert(array, both);
        }
        Ok(found)
    }

    /// For each array that both nests read: the instances of the one and of the other that read
    /// the same element.
    pub(super) fn between(
        &self,
        from: &Nest,
        to: &Nest,
    ) -> tc_isl::Result<Vec<(String, UnionMap)>> {
        let (first, second) = (self.of_nest(from)?, self.of_nest(to)?);
        let both = first.iter().filter_map(|(array, relation)| {
            let other = second.get(array)?;
            Some((array, relation, other))
        });
        both.map(|(array, relation, other)| {
            Ok((
                (*array).to_owned(),
                relation.apply_range(&other.reverse()?)?,
            ))
        })
        .collect()
    }
}
