//! Tiles of arrays: what a statement touches in a tile stands for what it touches in the array.
//!
//! After promotion the bodies of statements use tiles: `T` reads `A_s[i mod 32, k mod 32]`, and a copy statement below the
//! same outer loops has put `A[i, k]` there. To prove anything of the order of `T` the dependences on `A` are needed, so
//! each access to a tile is resolved: the copy at the same outer coordinates that touches the same tile element says which
//! element of the array it is. This must be unique, and each read must find a copy-in, or a write of the tile in the same
//! iteration of the outer loops before it.
//!
//! Resolved accesses speak for the statement as long as nothing else touches the array meanwhile:
//!
//! - the copies in come before, and the copies out after, all statements that use the tile, in the sequence they share;
//! - a statement below that sequence that touches an array with a copy of it, written there, does so through the tile.

use std::collections::HashMap;

use tc_dialects::isl::{Context, UnionMap, UnionSet};
use tc_dialects::schedule::tree::{Path, Refusal, Tree};

use super::super::leaves::Leaves;
use super::witness::instance;
use crate::analysis::accesses::{Access, AccessKind, ArrayPlace, ScopAccesses, StatementAccesses};

/// The copies of one extension node.
struct Site<'a> {
    /// The path of the extension node.
    path: Path,
    /// How many loops are above.
    depth: usize,
    copies: Vec<Copy<'a>>,
}

/// A statement that moves elements between an array and a tile.
struct Copy<'a> {
    statement: &'a StatementAccesses,
    tile: &'a Access,
    array: &'a Access,
}

impl Copy<'_> {
    /// Whether it fills the tile.
    fn is_in(&self) -> bool {
        self.tile.kind == AccessKind::Write
    }
}

/// Resolves the tiles of a scop.
pub struct Promotion<'a> {
    pub leaves: &'a Leaves,
    pub accesses: &'a ScopAccesses,
    pub context: &'a Context,
}

impl Promotion<'_> {
    /// The accesses of the statements of the domain, in terms of arrays; those of copies are left out.
    pub fn resolved(&self, tree: &Tree) -> Result<ScopAccesses, Refusal> {
        let domain = tree.domain()?;
        let mut result = self.accesses.clone();
        result.statements = self.of_domain(domain)?;
        let sites = self.sites(tree)?;
        // Innermost sites first: a tile may be a copy of a tile.
        for site in sites.iter().rev() {
            self.check_order(tree, site)?;
            let here = self.leaves.instances(&site.path, self.context)?;
            let outer = self
                .leaves
                .coordinates(&site.path, 0..site.depth, self.context)?;
            for statement in &mut result.statements {
                self.resolve(site, &here, &outer, statement)?;
            }
        }
        for statement in &result.statements {
            if let Some(access) = statement
                .accesses
                .iter()
                .find(|access| self.is_tile(&access.array))
            {
                if !self.lives_inside(&access.array, &result) {
                    let message = format!(
                        "{} uses `{}`, which no copy below the same loops fills or empties",
                        statement.name, access.array
                    );
                    return Err(Refusal::new(message));
                }
            }
        }
        Ok(result)
    }

    /// The statements that the domain has.
    fn of_domain(&self, domain: &UnionSet) -> Result<Vec<StatementAccesses>, Refusal> {
        let names: Vec<String> = domain
            .sets()?
            .into_iter()
            .filter_map(|set| set.name())
            .collect();
        let statements = self.accesses.statements.iter();
        Ok(statements
            .filter(|statement| names.contains(&statement.name))
            .cloned()
            .collect())
    }

    fn is_tile(&self, array: &str) -> bool {
        let info = self.accesses.arrays.iter().find(|info| info.name == array);
        info.is_some_and(|info| matches!(info.place, ArrayPlace::Shared | ArrayPlace::Private))
    }

    /// Whether an array inside a block or thread is a temporary of its own: no copy touches it, statements write it.
    fn lives_inside(&self, array: &str, resolved: &ScopAccesses) -> bool {
        let copied = self.accesses.statements.iter().filter(|statement| {
            !resolved
                .statements
                .iter()
                .any(|other| other.name == statement.name)
        });
        !copied
            .flat_map(|statement| &statement.accesses)
            .any(|access| access.array == array)
    }

    fn sites(&self, tree: &Tree) -> Result<Vec<Site<'_>>, Refusal> {
        let mut sites = Vec::new();
        for (path, node) in tree.walk() {
            let Tree::Extension { extension, .. } = node else {
                continue;
            };
            let mut copies = Vec::new();
            for set in extension.range()?.sets()? {
                let name = set.name();
                let mut statements = self.accesses.statements.iter();
                let statement = statements.find(|known| Some(&known.name) == name.as_ref());
                let Some(statement) = statement.filter(|statement| !statement.barrier) else {
                    continue;
                };
                copies.push(self.copy(statement).ok_or_else(|| {
                    let message = format!("{} is added below the domain, and is neither a copy of a tile nor a barrier", statement.name);
                    Refusal::new(message).at(&path)
                })?);
            }
            let depth = tree.depth(&path);
            sites.push(Site {
                path,
                depth,
                copies,
            });
        }
        Ok(sites)
    }

    /// A copy has one read and one write, and one of the arrays lives inside a block or thread.
    fn copy<'a>(&self, statement: &'a StatementAccesses) -> Option<Copy<'a>> {
        let mut reads = statement
            .accesses
            .iter()
            .filter(|access| access.kind == AccessKind::Read);
        let mut writes = statement
            .accesses
            .iter()
            .filter(|access| access.kind == AccessKind::Write);
        let (read, write) = (reads.next()?, writes.next()?);
        if reads.next().is_some() || writes.next().is_some() || !write.must {
            return None;
        }
        match (self.is_tile(&read.array), self.is_tile(&write.array)) {
            (_, true) => Some(Copy {
                statement,
                tile: write,
                array: read,
            }),
            (true, false) => Some(Copy {
                statement,
                tile: read,
                array: write,
            }),
            (false, false) => None,
        }
    }

    /// Copies in before and copies out after the statements that use the tile.
    fn check_order(&self, tree: &Tree, site: &Site<'_>) -> Result<(), Refusal> {
        let below = site.path.child(0);
        // In which children of the sequence each statement runs.
        let mut positions: HashMap<String, Vec<usize>> = HashMap::new();
        for leaf in self.leaves.below(&below) {
            for name in leaf.instances.sets()?.iter().filter_map(|set| set.name()) {
                let position = leaf.path.0.get(below.0.len());
                positions.entry(name).or_default().extend(position);
            }
        }
        if !site.copies.is_empty() && !matches!(tree.at(&below), Some(Tree::Sequence { .. })) {
            return Err(Refusal::new(
                "expected a sequence of copies and statements below the extension",
            )
            .at(&site.path));
        }
        for copy in &site.copies {
            let own = positions.get(&copy.statement.name);
            for user in self
                .accesses
                .statements
                .iter()
                .filter(|user| user.name != copy.statement.name)
            {
                let uses = user
                    .accesses
                    .iter()
                    .any(|access| access.array == copy.tile.array);
                let is_copy = site
                    .copies
                    .iter()
                    .any(|other| other.statement.name == user.name);
                let touches = user
                    .accesses
                    .iter()
                    .any(|access| access.array == copy.array.array);
                let Some(users) = positions.get(&user.name) else {
                    continue;
                };
                let ordered = own.into_iter().flatten().all(|own| {
                    users
                        .iter()
                        .all(|at| if copy.is_in() { own < at } else { own > at })
                });
                if uses && !is_copy && !ordered {
                    let when = if copy.is_in() { "before" } else { "after" };
                    let message = format!(
                        "{} must run {when} {}, which uses `{}`",
                        copy.statement.name, user.name, copy.tile.array
                    );
                    return Err(Refusal::new(message).at(&site.path));
                }
                let written = !copy.is_in()
                    || user.accesses.iter().any(|access| {
                        access.array == copy.array.array && access.kind == AccessKind::Write
                    });
                if touches && !is_copy && written {
                    let message = format!(
                        "{} touches `{}` while `{}` holds a copy of it",
                        user.name, copy.array.array, copy.tile.array
                    );
                    return Err(Refusal::new(message).at(&site.path));
                }
            }
        }
        Ok(())
    }

    /// Replaces the statement's accesses to tiles of the site.
    fn resolve(
        &self,
        site: &Site<'_>,
        here: &UnionSet,
        outer: &UnionMap,
        statement: &mut StatementAccesses,
    ) -> Result<(), Refusal> {
        let is_copied = |access: &Access| {
            let mut copies = site.copies.iter();
            copies.any(|copy| copy.tile.array == access.array)
        };
        if !statement.accesses.iter().any(is_copied) {
            return Ok(());
        }
        let original = statement.clone();
        for access in &mut statement.accesses {
            let copies: Vec<&Copy> = site
                .copies
                .iter()
                .filter(|copy| copy.tile.array == access.array)
                .collect();
            let Some(first) = copies.first() else {
                continue;
            };
            let mut elements = UnionMap::none(self.context)?;
            let mut filled = elements.clone();
            for copy in &copies {
                let found = self.through(outer, access, copy)?;
                if copy.is_in() {
                    filled = filled.union(&found)?;
                }
                elements = elements.union(&found)?;
            }
            let needed = access.relation.intersect_domain(here)?.domain()?;
            let needed = match access.kind {
                AccessKind::Read => {
                    needed.subtract(&self.written_before(&original, access, outer)?)?
                }
                AccessKind::Write => UnionSet::none(self.context)?,
            };
            if let Some(missing) = instance(&needed.subtract(&filled.domain()?)?)? {
                let message = format!(
                    "{missing} reads an element of `{}` that nothing has copied in",
                    access.array
                );
                return Err(Refusal::new(message).at(&site.path));
            }
            let written = access.relation.intersect_domain(here)?.domain()?;
            if let Some(lost) = instance(&written.subtract(&elements.domain()?)?)? {
                let message = format!(
                    "{lost} writes an element of `{}` that nothing copies out",
                    access.array
                );
                return Err(Refusal::new(message).at(&site.path));
            }
            if access.must && first.array.must && !elements.is_single_valued()? {
                let message = format!(
                    "an element of `{}` stands for several elements of `{}`",
                    access.array, first.array.array
                );
                return Err(Refusal::new(message).at(&site.path));
            }
            access.array = first.array.array.clone();
            access.relation = elements;
            access.must &= first.array.must;
        }
        if let Some(accumulator) = &mut statement.accumulator {
            if let Some(store) = statement
                .accesses
                .iter()
                .find(|access| access.kind == AccessKind::Write)
            {
                accumulator.array = store.array.clone();
                accumulator.relation = store.relation.clone();
            }
        }
        Ok(())
    }

    /// From instances to the elements of the array that the copy moves through what they touch in the tile.
    fn through(
        &self,
        outer: &UnionMap,
        access: &Access,
        copy: &Copy<'_>,
    ) -> Result<UnionMap, Refusal> {
        let at = |relation: &UnionMap| outer.range_product(relation);
        let same_place = at(&access.relation)?.apply_range(&at(&copy.tile.relation)?.reverse()?)?;
        Ok(same_place.apply_range(&copy.array.relation)?.coalesce()?)
    }

    /// The instances whose element some statement that comes before in the text, or the same one, has written in the same
    /// iteration of the outer loops.
    fn written_before(
        &self,
        statement: &StatementAccesses,
        access: &Access,
        outer: &UnionMap,
    ) -> Result<UnionSet, Refusal> {
        let mut found = UnionSet::none(self.context)?;
        let at = |relation: &UnionMap| outer.range_product(relation);
        for earlier in self
            .accesses
            .statements
            .iter()
            .take_while(|other| other.name != statement.name)
        {
            for write in earlier
                .accesses
                .iter()
                .filter(|write| write.kind == AccessKind::Write && write.must)
            {
                if write.array == access.array && earlier.accumulator.is_none() {
                    let pairs =
                        at(&access.relation)?.apply_range(&at(&write.relation)?.reverse()?)?;
                    found = found.union(&pairs.domain()?)?;
                }
            }
        }
        Ok(found)
    }
}
