//! What holds of a scop before it is scheduled: the domains of its statements, the elements that
//! they access, and the dependences between them.

use crate::{
    data::{Access, Dependence, Domain, Scop},
    tree::bounds,
};
use tc_dialects::schedule::tree;
use tc_isl::{Dim, Map, Set, UnionMap, thread_context};
use tc_pass_host::OperationRef;
use tc_scop::{
    accesses::{self, AccessKind, ScopAccesses},
    dependences::{self, DependenceKind},
};

/// The isl operations that the analysis of one scop may take.
const BUDGET: u64 = 100_000_000;
/// How many instances that depend on one are shown at most, where these are all.
const MOST_TARGETS: usize = 4;

/// A scop whose accesses go to the arrays of the program; none for one with tiles, whose accesses
/// stand for others.
pub(crate) fn of(operation: OperationRef<'_, '_>) -> Option<Scop> {
    let isl = thread_context();
    isl.with_budget(BUDGET, || {
        let scop = tree::Scop::from_op(&isl, operation).ok()?;
        let accesses = accesses::of_scop(&isl, operation).ok()?;
        let all = || accesses.statements.iter().flat_map(|one| &one.accesses);
        if all().any(|access| access.stands_for.is_some()) {
            return None;
        }
        let domain = scop.tree.domain().ok()?;
        let sets = domain.sets().ok()?;
        let found = scop.statements.iter().filter_map(|statement| {
            let set = sets.iter();
            let mut set = set.filter(|set| set.name().as_deref() == Some(&*statement.name));
            of_statement(statement, set.next()?)
        });
        Some(Scop {
            name: scop.name.clone(),
            domains: found.collect(),
            dependences: dependences_of(domain, &accesses),
            accesses: accesses_of(&accesses),
        })
    })
}

/// The domain of a statement; none where it depends on sizes.
fn of_statement(statement: &tree::Statement, set: &Set) -> Option<Domain> {
    let dimensions = set.dim(Dim::SET).ok()?;
    let ranges = (0..dimensions).map(|index| {
        let behind = dimensions - index - 1;
        let one = set.reset_tuple_id().ok()?;
        let one = one.project_out(Dim::SET, index + 1, behind).ok()?;
        bounds(&one.project_out(Dim::SET, 0, index).ok()?)
    });
    Some(Domain {
        statement: statement.name.clone(),
        indices: statement.indices.clone(),
        set: set.to_string(),
        ranges: ranges.collect::<Option<_>>()?,
        is_box: set.is_box().ok()?,
    })
}

/// The dependences by kind and statements; none where finding them takes too long.
fn dependences_of(domain: &tc_isl::UnionSet, accesses: &ScopAccesses) -> Vec<Dependence> {
    let mut all = Vec::new();
    let Ok(found) = dependences::compute(domain, accesses, 0) else {
        return all;
    };
    for kind in DependenceKind::ALL {
        for map in found.of_kind(kind).maps().unwrap_or_default() {
            let name = |set: tc_isl::Result<Set>| set.ok()?.name();
            if let Ok((targets, every)) = targets(&map)
                && let (Some(from), Some(to)) = (name(map.domain()), name(map.range()))
            {
                all.push(Dependence {
                    kind: kind.to_string(),
                    from,
                    to,
                    targets: targets.iter().map(function).collect(),
                    every,
                });
            }
        }
    }
    all.sort_by(|one, other| {
        (&one.kind, &one.from, &one.to).cmp(&(&other.kind, &other.from, &other.to))
    });
    all
}

/// The nearest instance that depends on one, the next, and so on if these are all.
fn targets(map: &Map) -> tc_isl::Result<(Vec<Map>, bool)> {
    let mut targets = Vec::new();
    let mut rest = map.clone();
    while targets.len() < MOST_TARGETS && !rest.is_empty()? {
        let nearest = rest.lexmin()?;
        rest = rest.subtract(&nearest)?.coalesce_or_fail()?;
        targets.push(nearest);
    }
    let every = rest.is_empty()?;
    targets.truncate(if every { MOST_TARGETS } else { 1 });
    Ok((targets, every))
}

/// A relation with the values written out, where each element has one: `[n mod 4]` and not
/// `[o] : (n - o) mod 4 = 0`.
fn function(map: &Map) -> String {
    let function = match map.is_single_valued() {
        Ok(true) => map.as_pw_multi_aff().ok(),
        _ => None,
    };
    function.map_or_else(|| map.to_string(), |function| function.to_string())
}

fn function_of_union(map: &UnionMap) -> String {
    let function = match map.is_single_valued() {
        Ok(true) => map.as_union_pw_multi_aff().ok(),
        _ => None,
    };
    function.map_or_else(|| map.to_string(), |function| function.to_string())
}

fn accesses_of(accesses: &ScopAccesses) -> Vec<Access> {
    let statements = accesses.statements.iter();
    let all = statements.flat_map(|statement| {
        let accesses = statement.accesses.iter();
        accesses.map(|access| Access {
            statement: statement.name.clone(),
            array: access.array.clone(),
            writes: access.kind == AccessKind::Write,
            relation: function_of_union(&access.relation),
        })
    });
    let mut unique = Vec::new();
    for access in all {
        if !unique.contains(&access) {
            unique.push(access);
        }
    }
    unique
}
