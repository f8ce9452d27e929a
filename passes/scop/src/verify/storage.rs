//! Accesses of iterations of one parallel loop to shared storage.
//!
//! [`super::order`] compares original elements, and [`super::threads`] the threads of a block. The
//! remaining cases are copies, which have no original elements of their own, and tiles, in which
//! several elements share a place: iterations of a loop on blocks, of a parallel loop or of the
//! lanes of a vector may not access one place if one of them writes. Neither may unordered
//! statements.
//!
//! Tiles are local to a block or a thread ([`Places`]), so accesses of other blocks to theirs do
//! not matter.

use tc_dialects::schedule::tree::{ArrayKind, MemberKind, Path, Refusal, RefusalKind, Tree, Units};
use tc_isl::{Context, UnionMap};

use super::super::leaves::{Leaf, Leaves, select};
use super::promotion::{Promotion, Use, is_local};
use super::witness::pair;
use crate::accesses::AccessKind;

/// The owners of local arrays: the kernel, the iteration of the loops of launches above, then the
/// coordinates of the block, or of the outermost parallel loops, then, for private arrays, of the
/// thread.
pub struct Places<'a> {
    /// The place of each statement.
    pub leaves: &'a Leaves,
    /// The context of isl.
    pub context: &'a Context,
    /// The roots of the kernels.
    pub kernels: Vec<Path>,
    /// Blocks along x, y, z, if the tree is mapped to a GPU.
    pub grid: Option<[i64; 3]>,
    /// Threads of a block along x, y, z, if the tree is mapped to a GPU.
    pub block: Option<[i64; 3]>,
}

/// Behind the parallel loops that follow the outermost one immediately: they run as one loop.
pub fn end_of_run(kinds: &[MemberKind], first: usize) -> usize {
    let run = kinds[first..].iter();
    first + run.take_while(|kind| kind.is_parallel()).count()
}

impl Places<'_> {
    /// `{ [c0, c1, c2] -> K0[c0 mod 4, 0, 0] }`: from the coordinates of a leaf to the owner of its
    /// local arrays.
    pub fn of_leaf(&self, leaf: &Leaf, kind: ArrayKind) -> Result<UnionMap, Refusal> {
        let depth = leaf.prefix.depth();
        let kernel = self
            .kernels
            .iter()
            .position(|kernel| kernel.contains(&leaf.path));
        let parallel = leaf.prefix.kinds.iter().position(|kind| kind.is_parallel());
        let parallel = parallel.map_or(0, |first| end_of_run(&leaf.prefix.kinds, first));
        let outermost = parallel.max(leaf.launches());
        let mut values: Vec<String> = (0..outermost).map(|at| format!("c{at}")).collect();
        values.extend(leaf.place(depth, Units::Blocks, self.grid)?);
        if kind.is_private() {
            values.extend(leaf.place(depth, Units::Threads, self.block)?);
        }
        let text = select(depth, &values);
        let name = format!("-> K{}[", kernel.unwrap_or(0));
        Ok(UnionMap::parse(self.context, &text.replace("-> [", &name))?)
    }

    /// From the instances of a leaf to the places that an access touches there, with the owner of
    /// local arrays.
    pub fn locations(&self, leaf: &Leaf, one: &Use, kind: ArrayKind) -> Result<UnionMap, Refusal> {
        let own = one.location.restricted_to(&leaf.instances)?;
        if !kind.is_local() {
            return Ok(own);
        }
        let relation = leaf.prefix.relation()?.restricted_to(&own.domain()?)?;
        Ok(relation
            .apply_range(&self.of_leaf(leaf, kind)?)?
            .range_product(&own)?)
    }
}

/// The check of one tree.
pub struct Storage<'a> {
    /// The original elements of the accesses.
    pub promotion: &'a Promotion<'a>,
    /// The owners of local arrays.
    pub places: &'a Places<'a>,
    /// The accesses of the executed instances.
    pub uses: &'a [Use],
}

/// The executions to compare: those that agree in the first `same` coordinates and differ in the
/// one at `position`.
#[derive(Clone, Copy)]
struct Apart {
    same: usize,
    position: usize,
}

impl Apart {
    /// From all coordinates up to `position` to the compared ones.
    fn select(self) -> String {
        let compared = (0..self.same).chain([self.position]);
        let compared: Vec<String> = compared.map(|at| format!("c{at}")).collect();
        select(self.position + 1, &compared)
    }

    /// `{ [c0, a] -> [c0, b] : a != b }`
    fn pairs(self) -> String {
        let same: String = (0..self.same).map(|at| format!("c{at}, ")).collect();
        format!("{{ [{same}a] -> [{same}b] : a != b }}")
    }
}

impl Storage<'_> {
    /// Checks all arrays that copies access, that stand for others, or that are local to a block or
    /// a thread.
    pub fn check(&self, tree: &Tree) -> Result<(), Refusal> {
        for array in &self.promotion.accesses.arrays {
            let uses: Vec<&Use> = self
                .uses
                .iter()
                .filter(|one| one.array == array.name)
                .collect();
            let local = is_local(self.promotion.accesses, &array.name);
            let concerned = local || uses.iter().any(|one| one.copy || one.redirected);
            if concerned && uses.iter().any(|one| one.kind == AccessKind::Write) {
                self.array(tree, &uses, array.kind)?;
            }
        }
        Ok(())
    }

    fn array(&self, tree: &Tree, uses: &[&Use], kind: ArrayKind) -> Result<(), Refusal> {
        for (path, node) in tree.walk() {
            match node {
                Tree::Band { band, .. } => {
                    let depth = tree.depth(&path);
                    let claims = band.members.iter().any(|member| member.coincident);
                    let copies = match claims {
                        true if self.is_recomputed_at(&path, uses) => uses.to_vec(),
                        true => self.meeting_copies(&path, depth, uses)?,
                        false => Vec::new(),
                    };
                    for (number, member) in band.members.iter().enumerate() {
                        let position = depth + number;
                        let is_block = member.kind.block_axis().is_some();
                        let apart = member.kind.runs_at_once() || is_block && !kind.is_local();
                        if apart && self.meet_below(&path, uses, kind)? {
                            let apart = Apart {
                                same: position,
                                position,
                            };
                            let what = format!("({}) runs both at the same time", member.kind);
                            self.separated(&path, uses, kind, apart, number, &what)?;
                        }
                        if member.coincident && !copies.is_empty() {
                            let apart = Apart {
                                same: depth,
                                position,
                            };
                            let what = "is marked `coincident` and separates them";
                            self.separated(&path, &copies, kind, apart, number, what)?;
                        }
                    }
                }
                Tree::Set { children } => {
                    let depth = tree.depth(&path);
                    let parts: Vec<Path> = (0..children.len()).map(|at| path.child(at)).collect();
                    let what = "the set runs both in any order";
                    self.unordered(&path, &parts, uses, kind, depth, what)?;
                }
                Tree::Leaf => self.leaf(&path, uses, kind)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether statements below a node write the array and [`super::order`] has not examined one of
    /// its accesses there: one of a copy, or of a tile.
    fn meet_below(&self, path: &Path, uses: &[&Use], kind: ArrayKind) -> Result<bool, Refusal> {
        let (mut written, mut concerned) = (false, kind.is_local());
        for leaf in self.promotion.leaves.below(path) {
            for one in uses {
                if leaf.runs(&one.statement)? {
                    written |= one.kind == AccessKind::Write;
                    concerned |= one.copy || one.redirected;
                }
            }
        }
        Ok(written && concerned)
    }

    /// Whether statements that recompute others, and write the array, reach a band.
    fn is_recomputed_at(&self, path: &Path, uses: &[&Use]) -> bool {
        let recomputing = &self.promotion.recomputing;
        uses.iter().any(|one| {
            let place = recomputing.get(&one.statement);
            one.kind == AccessKind::Write && place.is_some_and(|place| place.site.contains(path))
        })
    }

    /// The copies that reach a band and of which two instances, with equal coordinates above, write
    /// one place. Flags are claims about what reaches the band; copies that are added below do not.
    fn meeting_copies<'u>(
        &self,
        path: &Path,
        depth: usize,
        uses: &[&'u Use],
    ) -> Result<Vec<&'u Use>, Refusal> {
        let sites = self.promotion.sites.iter();
        let above: Vec<_> = sites.filter(|site| site.path.contains(path)).collect();
        let mut found = Vec::new();
        for one in uses.iter().filter(|one| one.kind == AccessKind::Write) {
            let is_copy = above
                .iter()
                .any(|site| site.copies.contains(&one.statement));
            let below = self.promotion.leaves.below(path);
            let leaves: Vec<&Leaf> = if is_copy { below.collect() } else { Vec::new() };
            for leaf in leaves {
                // The coordinates above determine the block, so places need no owner.
                if leaf.runs(&one.statement)? {
                    let own = one.location.restricted_to(&leaf.instances)?;
                    let above = leaf.coordinates(0..depth)?;
                    if !own.is_injective()? && !above.range_product(&own)?.is_injective()? {
                        found.push(*one);
                        break;
                    }
                }
            }
        }
        Ok(found)
    }

    /// Refuses executions below a band that a member separates and that access one place.
    fn separated(
        &self,
        path: &Path,
        uses: &[&Use],
        kind: ArrayKind,
        apart: Apart,
        number: usize,
        what: &str,
    ) -> Result<(), Refusal> {
        let context = self.promotion.context;
        let select = UnionMap::parse(context, &apart.select())?;
        let of_leaf = |leaf: &Leaf| {
            leaf.coordinates(0..apart.position + 1)?
                .apply_range(&select)
        };
        let (all, written) = self.touched(path, uses, kind, of_leaf)?;
        let pairs = UnionMap::parse(context, &apart.pairs())?;
        let executions = |touched: &UnionMap| touched.range()?.unwrap();
        let meeting = executions(&written)?.apply_range(&executions(&all)?.reverse()?)?;
        if meeting.intersect(&pairs)?.is_empty()? {
            return Ok(());
        }
        let elements = executions(&all)?.range()?.identity()?;
        let meeting = written
            .apply_range(&pairs.product(&elements)?)?
            .apply_range(&all.reverse()?)?;
        self.refuse(
            path,
            &meeting,
            uses,
            &format!("band member {number} {what}"),
        )
    }

    /// Refuses executions in different parts, with equal coordinates above, that access one place.
    fn unordered(
        &self,
        path: &Path,
        parts: &[Path],
        uses: &[&Use],
        kind: ArrayKind,
        depth: usize,
        what: &str,
    ) -> Result<(), Refusal> {
        let of_part =
            |part: &Path| self.touched(part, uses, kind, |leaf| leaf.coordinates(0..depth));
        for (number, one) in parts.iter().enumerate() {
            let (all, written) = of_part(one)?;
            for other in &parts[number + 1..] {
                let (other_all, other_written) = of_part(other)?;
                let meeting = written
                    .apply_range(&other_all.reverse()?)?
                    .union(&all.apply_range(&other_written.reverse()?)?)?;
                self.refuse(path, &meeting, uses, what)?;
            }
        }
        Ok(())
    }

    /// Refuses different statements at one leaf that access one place.
    fn leaf(&self, path: &Path, uses: &[&Use], kind: ArrayKind) -> Result<(), Refusal> {
        let mut statements: Vec<&str> = Vec::new();
        for leaf in self.promotion.leaves.below(path) {
            for one in uses {
                if !statements.contains(&one.statement.as_str()) && leaf.runs(&one.statement)? {
                    statements.push(&one.statement);
                }
            }
        }
        if statements.len() < 2 {
            return Ok(());
        }
        let of_statement = |name: &str| {
            let own: Vec<&Use> = uses
                .iter()
                .copied()
                .filter(|one| one.statement == name)
                .collect();
            self.touched(path, &own, kind, |leaf| {
                leaf.coordinates(0..leaf.prefix.depth())
            })
        };
        for (number, one) in statements.iter().enumerate() {
            let (all, written) = of_statement(one)?;
            if all.plain_is_empty()? {
                continue;
            }
            for other in &statements[number + 1..] {
                let (other_all, other_written) = of_statement(other)?;
                let meeting = written
                    .apply_range(&other_all.reverse()?)?
                    .union(&all.apply_range(&other_written.reverse()?)?)?;
                self.refuse(
                    path,
                    &meeting,
                    uses,
                    "both have the same place in the tree, in no order",
                )?;
            }
        }
        Ok(())
    }

    /// From the instances below a node to the places that they access, each with the compared
    /// coordinates: all accesses, and the writes.
    fn touched(
        &self,
        path: &Path,
        uses: &[&Use],
        kind: ArrayKind,
        coordinates: impl Fn(&Leaf) -> tc_isl::Result<UnionMap>,
    ) -> Result<(UnionMap, UnionMap), Refusal> {
        let mut all = UnionMap::none(self.promotion.context)?;
        let mut written = all.clone();
        for leaf in self.promotion.leaves.below(path) {
            for one in uses {
                if !leaf.runs(&one.statement)? {
                    continue;
                }
                let locations = self.places.locations(leaf, one, kind)?;
                let own = coordinates(leaf)?.range_product(&locations)?;
                all = all.union(&own)?;
                if one.kind == AccessKind::Write {
                    written = written.union(&own)?;
                }
            }
        }
        Ok((all, written))
    }

    fn refuse(
        &self,
        path: &Path,
        meeting: &UnionMap,
        uses: &[&Use],
        what: &str,
    ) -> Result<(), Refusal> {
        let Some(found) = pair(meeting)? else {
            return Ok(());
        };
        let (text, sizes) = (found.text(), &found.sizes);
        let array = uses.first().map_or("", |one| &one.array);
        let message =
            format!("the storage dependence {text} on `{array}` is broken{sizes}: {what}");
        Err(Refusal::new(message)
            .of_kind(RefusalKind::Dependence)
            .shown_by(found.instances)
            .at(path)
            .note("one of them writes a place that the other one accesses"))
    }
}
