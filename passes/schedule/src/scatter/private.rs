//! Private arrays: which index is cut in how many parts, and the tree with the added statements.

use tc_dialects::schedule::tree::{Band, Member, Path, Refusal, Scop, Tree};
use tc_isl::{Aff, Dim, Map, PwAff, Set, UnionMap, UnionPwAff, UnionSet};

use super::body::Update;
use crate::places::Places;
use tc_dialects::target::Gpu;
use tc_pass_host::*;
use tc_scop::accesses::{AccessKind, ScopAccesses};
use tc_scop::leaves::Leaves;
use tc_scop::scop_edit::{Combine, Cut, Element, ScopEdit};
use tc_scop::values::bounds;

/// The tag of the loops over parts.
pub const PARTS_TAG: &str = "parts";

/// Parts that keep the threads of a CPU busy.
const CPU_PARTS: i64 = 16;
/// Updates for each element of a private array, from which on it pays: initialising and combining
/// run over neighbours in memory, an update does not.
const UPDATES: i64 = 4;
/// Updates that are worth another thread.
const WORK: i64 = 1 << 15;
/// Threads of a multiprocessor that hide the latency of its memory.
const THREADS: i64 = 256;
/// The least updates of a part on a GPU.
const LEAST: i64 = 32;
/// The elements of all private arrays at most.
const ELEMENTS: i64 = 1 << 26;

/// How many parts there may be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Parts {
    /// So many.
    Given(i64),
    /// At most so many, if there are so many updates in total and in each part.
    Derived { most: i64, work: i64, least: i64 },
}

impl Parts {
    pub(super) fn of_cpu() -> Parts {
        Parts::Derived {
            most: CPU_PARTS,
            work: WORK,
            least: 1,
        }
    }

    pub(super) fn of_gpu(gpu: &Gpu) -> Parts {
        let most = i64::try_from(gpu.multiprocessors).unwrap_or(1) * THREADS;
        Parts::Derived {
            most,
            work: 0,
            least: LEAST,
        }
    }
}

/// A statement that gets private arrays.
pub(super) struct Planned {
    pub(super) tree: Tree,
    pub(super) parts: i64,
    statement: String,
    /// The names of the statements that are added in front and behind.
    init: String,
    fold: String,
    array: String,
    /// The indices of the loops around the statement, which come first.
    loops: Vec<String>,
    /// The index that is cut, its first value, and the values of a part.
    index: usize,
    first: i64,
    length: i64,
    /// The name of the index of the part, and of those along the array.
    part: String,
    dims: Vec<String>,
    /// The extents of all private arrays together.
    shape: Vec<i64>,
    places: Places,
}

/// The relations from old instances to those of the new statements.
struct Moved {
    own: Map,
    init: Map,
    fold: Map,
}

/// Plans private arrays for a statement, or says why it has none.
pub(super) fn plan(
    scop: &Scop,
    accesses: &ScopAccesses,
    name: &str,
    update: &Update<'_, '_>,
    wanted: Parts,
) -> Result<Planned, Refusal> {
    let shape = update.shape();
    let shape = shape.ok_or_else(|| unknown(name))?;
    let statement = scop.statements.iter().find(|one| one.name == name);
    let own = accesses.statements.iter().find(|one| one.name == name);
    let accesses_of = own.map_or(&[][..], |own| &own.accesses);
    let write = accesses_of
        .iter()
        .find(|access| access.kind == AccessKind::Write);
    let (Some(statement), Some(write), Some(instances)) =
        (statement, write, instances(scop, name)?)
    else {
        return Err(Refusal::new(format!("{name} has no instances")));
    };
    let touched = write.relation.as_map()?.intersect_domain(&instances)?;
    let touched = touched.project_out_all_params()?;
    let loops = statement.at.len() - 1;
    let index = longest(&instances, &touched, loops, name)?;
    let (first, last) = range(&instances, index, name)?;
    let parts = count(&instances, &touched, [first, last], loops, wanted)?;
    let length = (last - first + parts) / parts;
    let parts = (last - first + length) / length;
    let names: Vec<&str> = statement.indices.iter().map(String::as_str).collect();
    let fresh_index = |wanted: &str| {
        let mut name = wanted.to_owned();
        while names.contains(&name.as_str()) {
            name.push('_');
        }
        name
    };
    let mut planned = Planned {
        tree: scop.tree.clone(),
        parts,
        statement: name.to_owned(),
        init: accesses.fresh(&format!("{name}_init")),
        fold: accesses.fresh(&format!("{name}_fold")),
        array: accesses.fresh(&format!("{name}_part")),
        loops: statement.indices[..loops].to_vec(),
        index,
        first,
        length,
        part: fresh_index("part"),
        dims: (0..shape.len())
            .map(|dim| fresh_index(&format!("d{dim}")))
            .collect(),
        shape: [vec![parts], shape].concat(),
        places: Places::around(scop, name),
    };
    let moved = planned.moved(&instances, &touched)?;
    planned.change_tree(&moved)?;
    Ok(planned)
}

fn unknown(name: &str) -> Refusal {
    Refusal::new(format!("the extents of {name} are not known"))
        .note("bind sizes with tc-specialize")
}

/// The instances of a statement, without parameters.
fn instances(scop: &Scop, name: &str) -> Result<Option<Set>, Refusal> {
    let sets = scop.tree.domain()?.sets()?.into_iter();
    let mut own = sets.filter(|set| set.name().as_deref() == Some(name));
    Ok(own
        .next()
        .map(|own| own.project_out_all_params())
        .transpose()?)
}

fn range(instances: &Set, index: usize, name: &str) -> Result<(i64, i64), Refusal> {
    let value = PwAff::var_on_domain(&instances.space()?, Dim::SET, index)?;
    let value = UnionPwAff::from_pw_aff(&value)?;
    let value = value.intersect_domain(&instances.to_union_set()?)?;
    bounds(&value)?.ok_or_else(|| unknown(name))
}

/// The product of the extents of the dimensions of a set from one on.
fn extent(set: &Set, from: usize) -> Result<i64, Refusal> {
    let name = set.name().unwrap_or_default();
    (from..set.tuple_dim()?).try_fold(1_i64, |product, dim| {
        let (first, last) = range(set, dim, &name)?;
        Ok(product.saturating_mul(last - first + 1))
    })
}

/// The index with most values among those that no subscript of the element follows.
fn longest(instances: &Set, touched: &Map, loops: usize, name: &str) -> Result<usize, Refusal> {
    let mut best: Option<(i64, usize)> = None;
    for index in loops..instances.tuple_dim()? {
        let (first, last) = range(instances, index, name)?;
        let extent = last - first + 1;
        if !is_followed(touched, index)? && best.is_none_or(|(most, _)| extent > most) {
            best = Some((extent, index));
        }
    }
    let best = best.map(|(_, index)| index);
    best.ok_or_else(|| Refusal::new("the element follows each of its indices"))
}

/// Whether different values of an index lead to different elements.
fn is_followed(touched: &Map, index: usize) -> Result<bool, Refusal> {
    let meeting = touched.apply_range(&touched.reverse()?)?;
    let rank = meeting.dim(Dim::In)?;
    let names =
        |letter: char| -> Vec<String> { (0..rank).map(|at| format!("{letter}{at}")).collect() };
    let name = meeting.tuple_name(Dim::In).unwrap_or_default();
    let (from, into) = (names('a').join(", "), names('b').join(", "));
    let text = format!("{{ {name}[{from}] -> {name}[{into}] : a{index} != b{index} }}");
    let apart = Map::parse(touched.context(), &text)?;
    Ok(meeting.intersect(&apart)?.domain()?.is_empty()?)
}

/// The number of parts that pay.
fn count(
    instances: &Set,
    touched: &Map,
    [first, last]: [i64; 2],
    loops: usize,
    wanted: Parts,
) -> Result<i64, Refusal> {
    let updates = extent(instances, loops)?;
    let elements = extent(&touched.range()?, 0)?;
    let values = last - first + 1;
    let parts = match wanted {
        Parts::Given(parts) => parts.min(values),
        Parts::Derived { work, .. } if updates < work => {
            return Err(Refusal::new(format!(
                "{updates} updates are too few to start other threads for"
            )));
        }
        Parts::Derived { most, least, .. } => most
            .min(updates / elements.max(1).saturating_mul(UPDATES))
            .min(values / least)
            .min(ELEMENTS / elements.max(1)),
    };
    match (parts, wanted) {
        (2.., _) => Ok(parts),
        (_, Parts::Given(_)) => Err(Refusal::new("there is nothing to cut in parts")),
        _ => Err(Refusal::new(format!(
            "private arrays of {elements} elements cost more than they gain for {updates} updates"
        ))),
    }
}

impl Planned {
    /// The relations to the new instances.
    fn moved(&self, instances: &Set, touched: &Map) -> Result<Moved, Refusal> {
        let context = instances.context();
        let rank = instances.tuple_dim()?;
        let old: Vec<String> = (0..rank).map(|at| format!("c{at}")).collect();
        let (index, first, length) = (self.index, self.first, self.length);
        let mut new = old.clone();
        new[index] = "v".to_owned();
        let (loops, others) = new.split_at(self.loops.len());
        let name = &self.statement;
        let list = |parts: &[&[String]]| parts.concat().join(", ");
        let part = format!("p = floor((c{index} - {first})/{length})");
        let own = format!(
            "{{ {name}[{}] -> {name}[{}] : {part} and v = c{index} - {first} - {length}p }}",
            list(&[&old]),
            list(&[loops, &["p".to_owned()], others]),
        );
        let own = Map::parse(context, &own)?.intersect_domain(instances)?;
        let dims: Vec<String> = (0..self.dims.len()).map(|dim| format!("e{dim}")).collect();
        let array = touched.tuple_name(Dim::Out).unwrap_or_default();
        let to = |into: &str, order: &[&[String]]| -> Result<Map, Refusal> {
            let text = format!(
                "{{ [{name}[{}] -> {array}[{}]] -> {into}[{}] : {part} }}",
                list(&[&old]),
                list(&[&dims]),
                list(order),
            );
            let pairs = touched.wrap()?;
            let map = Map::parse(context, &text)?.intersect_domain(&pairs)?;
            let first = format!(
                "{{ {name}[{0}] -> [{name}[{0}] -> {array}[{1}]] }}",
                list(&[&old]),
                list(&[&dims])
            );
            Ok(Map::parse(context, &first)?.apply_range(&map)?.coalesce()?)
        };
        Ok(Moved {
            own,
            init: to(&self.init, &[loops, &["p".to_owned()], &dims])?,
            fold: to(&self.fold, &[loops, &dims, &["p".to_owned()]])?,
        })
    }

    /// Puts the added statements around the loops of the statement.
    fn change_tree(&mut self, moved: &Moved) -> Result<(), Refusal> {
        let path = self.place()?;
        let loops = self.loops.len();
        let member = |map: &Map, dim: usize, coincident: bool| -> Result<Member, Refusal> {
            let space = map.range()?.space()?;
            let value = PwAff::var_on_domain(&space, Dim::SET, dim)?;
            let mut member = Member::new(UnionPwAff::from_pw_aff(&value)?);
            member.coincident = coincident;
            Ok(member)
        };
        let band = |map: &Map, parallel: std::ops::Range<usize>| -> Result<Tree, Refusal> {
            let all = loops..map.dim(Dim::Out)?;
            let members = all.map(|dim| member(map, dim, parallel.contains(&dim)));
            let members: Vec<Member> = members.collect::<Result<_, _>>()?;
            Ok(Tree::Leaf
                .below_band(Band::new(members, true))
                .below_filter(universe(map)?))
        };
        let last = loops + self.dims.len();
        let init = band(&moved.init, loops..last + 1)?;
        let fold = band(&moved.fold, loops..last)?;
        let node = self.tree.at(&path).cloned().unwrap_or(Tree::Leaf);
        let parts = Band::new(vec![member(&moved.own, loops, true)?], true).with_tag(PARTS_TAG);
        let own = node
            .try_map(&mut |node| moved.inside(node))?
            .below_band(parts)
            .below_filter(universe(&moved.own)?);
        for depth in 0..path.0.len() {
            let at = Path(path.0[..depth].to_vec());
            if let Some(node) = self.tree.at_mut(&at) {
                moved.above(node).map_err(|refusal| refusal.at(&at))?;
            }
        }
        put(&mut self.tree, &path, vec![init, own, fold]);
        Ok(())
    }

    /// The node of the loops of the statement itself, below those of the program's loops.
    fn place(&self) -> Result<Path, Refusal> {
        let leaves = Leaves::at(&self.tree, &Path::root())?;
        let mut running = Vec::new();
        for leaf in &leaves.0 {
            if leaf.runs(&self.statement)? {
                running.push(leaf.path.clone());
            }
        }
        let [leaf] = &running[..] else {
            return Err(Refusal::new(format!(
                "{} runs at {} places of the tree, and one is expected",
                self.statement,
                running.len()
            )));
        };
        let mut path = leaf.clone();
        while let Some(parent) = path.parent() {
            let band = matches!(self.tree.at(&parent), Some(Tree::Band { .. }));
            let own = self.tree.depth(&parent) >= self.loops.len();
            if !band || !own || self.tree.prefix(&parent)?.active.n_set()? != 1 {
                break;
            }
            path = parent;
        }
        if self.tree.prefix(&path)?.active.n_set()? != 1 {
            return Err(Refusal::new(format!(
                "{} shares its loops with other statements",
                self.statement
            ))
            .at(&path)
            .note("run schedule-scatter before the passes that fuse loops"));
        }
        Ok(path)
    }

    /// Writes what is not in the tree.
    pub(super) fn write<'c: 'a, 'a>(
        &self,
        edit: &ScopEdit<'c, 'a>,
        update: &Update<'c, 'a>,
        combine: &Combine,
    ) -> Result<(), Failure> {
        let own = edit.statement(&self.statement)?;
        let into = update.array();
        let array = edit.add_array(&self.array, "temporary", &update.private_type(&self.shape))?;
        let part = edit.cut_index(
            &self.statement,
            self.loops.len(),
            &self.part,
            &Cut {
                index: self.index,
                first: self.first,
                length: self.length,
            },
        )?;
        update.redirect(array, part)?;
        let all = |order: &[&[String]]| order.concat();
        let part = std::slice::from_ref(&self.part);
        let init = all(&[&self.loops, part, &self.dims]);
        let fold = all(&[&self.loops, &self.dims, part]);
        let element = |indices: &[String], names: &[String]| -> Result<Vec<Aff>, Failure> {
            let values = names.iter().map(|name| {
                let text = format!("{{ [{}] -> [{name}] }}", indices.join(", "));
                Ok(Aff::parse(&tc_isl::thread_context(), &text)?)
            });
            let values: Result<Vec<Aff>, Refusal> = values.collect();
            values.map_err(|refusal| Failure::new(refusal.message))
        };
        let partial = all(&[part, &self.dims]);
        let to = Element {
            array,
            subscripts: &element(&init, &partial)?,
        };
        edit.add_neutral(&self.init, &init, combine, &[to], own)?;
        let from = Element {
            array,
            subscripts: &element(&fold, &partial)?,
        };
        let into = Element {
            array: into,
            subscripts: &element(&fold, &self.dims)?,
        };
        edit.add_fold(&self.fold, &fold, combine, [&[from], &[into]], own)?;
        let added = [&self.init[..], &self.fold[..]];
        self.places.write(edit, &self.statement, added)
    }
}

impl Moved {
    /// A node of the statement's own loops.
    fn inside(&self, node: Tree) -> Result<Tree, Refusal> {
        match node {
            Tree::Band { mut band, child } => {
                for member in &mut band.members {
                    let schedule = self.values(&member.schedule, &[&self.own])?;
                    *member = member.with_schedule(schedule);
                }
                Ok(child.below_band(band))
            }
            node => Ok(node),
        }
    }

    /// Lets a node above speak of the new instances.
    fn above(&self, node: &mut Tree) -> Result<(), Refusal> {
        let all = [&self.own, &self.init, &self.fold];
        let old = self.own.domain()?.to_union_set()?.universe()?;
        let added = |set: &UnionSet, whole: bool| -> Result<UnionSet, Refusal> {
            let mut set = set.subtract(&old)?;
            for map in all {
                set = set.union(&if whole {
                    universe(map)?
                } else {
                    map.range()?.coalesce()?.to_union_set()?
                })?;
            }
            Ok(set)
        };
        match node {
            Tree::Domain { domain, .. } => *domain = added(domain, false)?,
            Tree::Filter { filter, .. } => *filter = added(filter, true)?,
            Tree::Band { band, .. } => {
                for member in &mut band.members {
                    let others = member
                        .schedule
                        .intersect_domain(&member.schedule.domain()?.universe()?.subtract(&old)?)?;
                    let own = self.values(&member.schedule, &all)?;
                    *member = member.with_schedule(others.union_add(&own)?);
                }
            }
            Tree::Extension { .. } | Tree::Expansion { .. } => {
                return Err(Refusal::new(format!(
                    "cannot add statements below a schedule.{}",
                    node.kind()
                )));
            }
            _ => {}
        }
        Ok(())
    }

    /// The values that a loop has for old instances, at the new ones that these lead to.
    fn values(&self, schedule: &UnionPwAff, to: &[&Map]) -> Result<UnionPwAff, Refusal> {
        let old = self.own.domain()?.to_union_set()?;
        let own = UnionMap::from_union_pw_aff(&schedule.intersect_domain(&old)?)?;
        let mut all = schedule.intersect_domain(&old.subtract(&old)?)?;
        for map in to {
            let values = map.reverse()?.to_union_map()?.apply_range(&own)?;
            if !values.is_single_valued()? {
                return Err(Refusal::new(format!(
                    "a loop around it is not one of the program: {schedule}"
                )));
            }
            let value = values.as_map()?.as_pw_multi_aff()?.at(0)?;
            let value = value.gist(&map.range()?)?.coalesce()?;
            all = all.union_add(&UnionPwAff::from_pw_aff(&value)?)?;
        }
        Ok(all)
    }
}

/// All instances of the statement that a map leads to.
fn universe(map: &Map) -> Result<UnionSet, Refusal> {
    Ok(map.range()?.to_union_set()?.universe()?)
}

/// Puts children of a sequence in the place of a node: into the sequence of which it is a branch.
fn put(tree: &mut Tree, path: &Path, children: Vec<Tree>) {
    let branch = path.parent().filter(|parent| {
        let around = parent.parent().and_then(|path| tree.at(&path));
        matches!(tree.at(parent), Some(Tree::Filter { .. }))
            && matches!(around, Some(Tree::Sequence { .. }))
    });
    if let Some(filter) = branch {
        let (sequence, position) = (filter.parent(), filter.0.last().copied());
        let sequence = sequence.and_then(|path| tree.at_mut(&path));
        if let (Some(Tree::Sequence { children: all }), Some(at)) = (sequence, position) {
            all.splice(at..=at, children);
            return;
        }
    }
    tree.replace_at(path, |_| Tree::Sequence { children });
}
