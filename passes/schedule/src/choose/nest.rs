//! A kernel as the cost model sees it: the loops around its statement with the most instances, and
//! what these touch.

use std::collections::{BTreeMap, BTreeSet};

use tc_dialects::schedule::tree::{Band, Member, Path, Prefix, Refusal, Tree};
use tc_isl::{Dim, PwAff, Set, UnionPwAff, UnionSet, Val};

use crate::parallel_reduction::cut::{LANES_TAG, WARPS_TAG};
use tc_scop::accesses::{Access, AccessKind, ScopAccesses};
use tc_scop::values::bounds;

/// One loop around a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The number of iterations.
    pub extent: i64,
    /// Whether its iterations need no order.
    pub parallel: bool,
    /// Whether blocks share them: otherwise each block has all of them.
    pub on_grid: bool,
    /// The index of the statement that it goes along.
    pub index: usize,
    /// How far one iteration goes: the length of a run, where blocks have runs of an index.
    pub step: i64,
    /// The number of values of the index in all; more than iterations where blocks have runs of it.
    pub terms: i64,
}

/// The elements of one array that an instance touches: for each dimension, how far one step of each
/// loop moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The name of the array.
    pub array: String,
    /// For each dimension of the array, a coefficient for each loop.
    pub dims: Vec<Vec<i64>>,
    /// Whether it writes.
    pub writes: bool,
    /// The size of an element.
    pub bytes: i64,
}

/// A perfect nest: what is left of a kernel for the cost model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nest {
    /// The members of the bands above the statement, outermost first, then its other indices.
    pub loops: Vec<Loop>,
    /// How many of the loops are members of bands that can be tiled.
    pub members: usize,
    /// What an instance reads and writes.
    pub references: Vec<Reference>,
    /// The lanes that its reduction is split over, outermost first.
    pub lanes: Vec<i64>,
    /// Whether the lanes are neighbouring threads; otherwise the parallel loops are.
    pub lanes_innermost: bool,
    /// Whether lanes come back to their elements in another statement, and keep them in registers.
    pub lanes_keep: bool,
    /// What each row moves, where lanes keep the elements of one and blocks share the rows.
    pub row_bytes: Option<RowBytes>,
    /// How often the kernel is launched.
    pub launches: i64,
}

/// What each row of a kernel moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowBytes {
    /// Of arrays of which each row has elements of its own.
    pub own: i64,
    /// Of arrays that all rows read.
    pub common: i64,
}

/// One statement of a kernel, while its nest is read.
struct Statement {
    instances: Set,
    name: String,
    /// How many statements of the kernel have as many instances, itself included.
    as_many: usize,
}

impl Nest {
    /// The nest of the kernel at a path; none where sizes are not known, or a band member is not an
    /// index of the statement.
    pub fn of(
        tree: &Tree,
        kernel: &Path,
        accesses: &ScopAccesses,
        element_bytes: &dyn Fn(&str) -> i64,
    ) -> Result<Option<Nest>, Refusal> {
        let mut prefix = tree.prefix(kernel)?;
        if let Some(node @ Tree::Filter { .. }) = tree.at(kernel) {
            prefix = prefix.enter(node)?;
        }
        let (prefix, launches) = one_launch(&prefix, tree.launches_above(kernel))?;
        let Some(statement) = largest(&prefix.active)? else {
            return Ok(None);
        };
        let mut loops: Vec<Loop> = Vec::new();
        // `schedule-map-blocks` maps the outermost band.
        for (depth, band) in bands_above(tree, kernel, &statement.name)?
            .into_iter()
            .enumerate()
        {
            for member in &band.members {
                match along(member, &statement.instances, depth == 0)? {
                    Some(new) if !loops.iter().any(|one| one.goes_like(&new)) => loops.push(new),
                    _ => return Ok(None),
                }
            }
        }
        let members = loops.len();
        for index in 0..statement.instances.tuple_dim()? {
            if loops.iter().any(|one| one.index == index && one.step == 1) {
                continue;
            }
            match extent(&statement.instances, index)? {
                Some(extent) => loops.push(Loop {
                    extent,
                    parallel: false,
                    on_grid: false,
                    index,
                    step: 1,
                    terms: extent,
                }),
                None => return Ok(None),
            }
        }
        // Inside of a run an index has the values of the run.
        let runs: Vec<Loop> = loops.iter().filter(|one| one.step > 1).cloned().collect();
        for one in loops.iter_mut().filter(|one| one.step == 1) {
            let run = runs.iter().find(|run| run.index == one.index);
            one.extent = run.map_or(one.extent, |run| one.extent.min(run.step));
        }
        let found = accesses
            .statements
            .iter()
            .find(|one| one.name == statement.name);
        let accessed = found.map_or(&[][..], |found| &found.accesses);
        let references = references(accessed, &loops, element_bytes)?;
        let (lanes, lanes_innermost) = lanes(tree, kernel, &statement)?;
        let lanes_keep = statement.as_many > 1;
        let row_bytes = match (lanes_innermost && lanes_keep, &loops[..members]) {
            (true, [row]) if row.on_grid => {
                row_bytes(tree, kernel, &prefix.active, accesses, element_bytes)?
            }
            _ => None,
        };
        Ok(Some(Nest {
            loops,
            members,
            references,
            lanes,
            lanes_innermost,
            lanes_keep,
            row_bytes,
            launches,
        }))
    }
}

/// The instances of the launch in the middle of the outermost `count` loops, those of launches; how
/// many launches there are.
fn one_launch(prefix: &Prefix, count: usize) -> Result<(Prefix, i64), Refusal> {
    let (mut one, mut launches) = (prefix.clone(), 1_i64);
    for function in prefix.functions().into_iter().take(count).flatten() {
        let own = function.intersect_domain(&one.active)?;
        let Some((first, last)) = bounds(&own)? else {
            continue;
        };
        launches = launches.saturating_mul(last - first + 1);
        let middle = Val::new(own.context(), first + (last - first) / 2)?;
        let middle = UnionPwAff::val_on_domain(&own.domain()?, &middle)?;
        let here = own.sub(&middle)?.zero_union_set()?;
        one = one.enter(&Tree::Leaf.below_filter(here))?;
    }
    Ok((one, launches))
}

/// The lanes of a statement below a kernel, and whether they are neighbouring threads.
fn lanes(tree: &Tree, kernel: &Path, statement: &Statement) -> Result<(Vec<i64>, bool), Refusal> {
    let instances = statement.instances.to_union_set()?;
    for (path, node) in tree.walk() {
        let tag = node.as_band().and_then(|band| band.tag.as_deref());
        let (Some(band), Some(LANES_TAG | WARPS_TAG)) = (node.as_band(), tag) else {
            continue;
        };
        let own = |member: &Member| member.schedule.intersect_domain(&instances);
        if !kernel.contains(&path) || own(&band.members[0])?.domain()?.is_empty()? {
            continue;
        }
        let mut lanes = Vec::new();
        for member in &band.members {
            lanes.extend(bounds(&own(member)?)?.map(|(first, last)| last - first + 1));
        }
        return Ok((lanes, tag == Some(LANES_TAG)));
    }
    Ok((Vec::new(), false))
}

/// What the statements below a kernel move for each iteration of its one loop that can be tiled;
/// none where a statement does not follow it. An array counts once, with the most that a statement
/// touches of it.
fn row_bytes(
    tree: &Tree,
    kernel: &Path,
    active: &UnionSet,
    accesses: &ScopAccesses,
    element_bytes: &dyn Fn(&str) -> i64,
) -> Result<Option<RowBytes>, Refusal> {
    let mut arrays: BTreeMap<&str, (i64, bool)> = BTreeMap::new();
    let mut written: BTreeSet<&str> = BTreeSet::new();
    for instances in active.sets()? {
        let name = instances.name();
        let mut statements = accesses.statements.iter();
        let Some(statement) = statements.find(|one| Some(&one.name) == name.as_ref()) else {
            return Ok(None);
        };
        let instances = instances.project_out_all_params()?;
        let bands = bands_above(tree, kernel, &statement.name)?;
        let member = bands.first().and_then(|band| band.members.first());
        let Some(row) = member
            .map(|member| along(member, &instances, true))
            .transpose()?
            .flatten()
        else {
            return Ok(None);
        };
        let mut loops = Vec::new();
        for index in 0..instances.tuple_dim()? {
            let Some(extent) = extent(&instances, index)? else {
                return Ok(None);
            };
            loops.push(Loop {
                extent,
                index,
                step: 1,
                ..row
            });
        }
        for access in &statement.accesses {
            if access.kind == AccessKind::Write {
                written.insert(&access.array);
            }
            let operand = reference(access, &loops, element_bytes(&access.array))?;
            let size = |at: usize| if at == row.index { 1 } else { loops[at].extent };
            let bytes = operand.footprint_bytes(&size, 1) as i64;
            let of_rows = operand.dims.iter().any(|dim| dim[row.index] != 0);
            let known = arrays.entry(&access.array).or_insert((bytes, of_rows));
            *known = (known.0.max(bytes), known.1 || of_rows);
        }
    }
    let mut moved = RowBytes::default();
    for (array, (bytes, of_rows)) in arrays {
        if of_rows || written.contains(array) {
            moved.own += bytes
        } else {
            moved.common += bytes
        }
    }
    Ok(Some(moved))
}

/// The statement with the most instances; none where sizes are not known.
fn largest(active: &UnionSet) -> Result<Option<Statement>, Refusal> {
    let mut best: Option<(i64, Statement)> = None;
    let mut as_many = 1;
    for instances in active.sets()? {
        let Some(name) = instances.name() else {
            continue;
        };
        let known = instances.project_out_all_params()?;
        let Some(count) = box_of(&known)? else {
            return Ok(None);
        };
        as_many += usize::from(best.as_ref().is_some_and(|(most, _)| count == *most));
        if best.as_ref().is_none_or(|(most, _)| count > *most) {
            as_many = 1;
            let statement = Statement {
                instances: known,
                name,
                as_many,
            };
            best = Some((count, statement));
        }
    }
    Ok(best.map(|(_, statement)| Statement {
        as_many,
        ..statement
    }))
}

/// The bands from a kernel down to a statement, as far as they can be tiled.
fn bands_above<'t>(
    tree: &'t Tree,
    kernel: &Path,
    statement: &str,
) -> Result<Vec<&'t Band>, Refusal> {
    let mut bands = Vec::new();
    let mut node = tree.at(kernel);
    while let Some(current) = node {
        node = match current {
            Tree::Band { band, child } => {
                if band.tag.is_some() || (!band.permutable && band.members.len() > 1) {
                    break;
                }
                bands.push(band);
                Some(child)
            }
            Tree::Sequence { children } | Tree::Set { children } => {
                let mut holding = None;
                for child in children {
                    if let Tree::Filter { filter, .. } = child {
                        let sets = filter.sets()?;
                        if sets
                            .iter()
                            .any(|set| set.name().as_deref() == Some(statement))
                        {
                            holding = Some(child);
                        }
                    }
                }
                holding
            }
            Tree::Filter { child, .. }
            | Tree::Domain { child, .. }
            | Tree::Context { child, .. }
            | Tree::Mark { child, .. } => Some(child),
            _ => None,
        };
    }
    Ok(bands)
}

impl Loop {
    fn goes_like(&self, other: &Loop) -> bool {
        (self.index, self.step) == (other.index, other.step)
    }
}

impl Nest {
    /// The nest whose loop at a position, which is not parallel, is cut into runs that are.
    pub fn with_runs(&self, at: usize, count: i64, length: i64) -> Nest {
        let mut nest = self.clone();
        nest.loops[at].extent = length;
        let run = Loop {
            extent: count,
            parallel: true,
            on_grid: true,
            step: length,
            ..self.loops[at]
        };
        nest.loops.insert(0, run);
        nest.members += 1;
        for reference in &mut nest.references {
            for dim in &mut reference.dims {
                dim.insert(0, dim[at] * length);
            }
        }
        nest
    }
}

/// The loop of a band member: it follows one index of the statement step by step, up to a constant,
/// or run by run; none if it follows several or none.
fn along(member: &Member, instances: &Set, outermost: bool) -> Result<Option<Loop>, Refusal> {
    let schedule = &member.schedule;
    let own = schedule.intersect_domain(&instances.to_union_set()?)?;
    let Some(value) = own.pw_affs()?.into_iter().next() else {
        return Ok(None);
    };
    let Some((first, last)) = bounds(&own)? else {
        return Ok(None);
    };
    let found = |index: usize, step: i64| Loop {
        extent: last - first + 1,
        parallel: member.coincident,
        on_grid: member.coincident && outermost,
        index,
        step,
        terms: last - first + 1,
    };
    let rank = instances.tuple_dim()?;
    let coefficients = coefficients(&value, rank)?;
    let moving: Vec<usize> = (0..rank)
        .filter(|&index| coefficients[index] != 0)
        .collect();
    match moving[..] {
        [index] if coefficients[index].abs() == 1 => return Ok(Some(found(index, 1))),
        [] if last > first => {}
        _ => return Ok(None),
    }
    // The first run says how long they are.
    let start = Val::new(own.context(), first)?;
    let start = own.sub(&UnionPwAff::val_on_domain(&own.domain()?, &start)?)?;
    let run = start.zero_union_set()?.sets()?.into_iter().next();
    for index in 0..rank {
        let Some(length) = run
            .as_ref()
            .map(|run| extent(run, index))
            .transpose()?
            .flatten()
        else {
            continue;
        };
        let whole = extent(instances, index)?.unwrap_or(0);
        if length > 1 && length < whole && (whole + length - 1) / length == last - first + 1 {
            return Ok(Some(found(index, length)));
        }
    }
    Ok(None)
}

/// How far a function moves with each index, on its first piece.
fn coefficients(value: &PwAff, rank: usize) -> Result<Vec<i64>, Refusal> {
    let pieces = value.pieces()?;
    let Some((_, first)) = pieces.first() else {
        return Ok(vec![0; rank]);
    };
    let mut coefficients = Vec::new();
    for index in 0..rank {
        coefficients.push(first.coefficient_val(Dim::In, index)?.to_i64().unwrap_or(0));
    }
    Ok(coefficients)
}

/// How many instances there are in the bounds of the indices, if these are known.
pub fn box_of(instances: &Set) -> Result<Option<i64>, Refusal> {
    let mut count: i64 = 1;
    for index in 0..instances.tuple_dim()? {
        match extent(instances, index)? {
            Some(extent) => count = count.saturating_mul(extent),
            None => return Ok(None),
        }
    }
    Ok(Some(count))
}

fn extent(instances: &Set, index: usize) -> Result<Option<i64>, Refusal> {
    let value = PwAff::var_on_domain(&instances.space()?, Dim::SET, index)?;
    let value = UnionPwAff::from_pw_aff(&value)?.intersect_domain(&instances.to_union_set()?)?;
    Ok(bounds(&value)?.map(|(first, last)| last - first + 1))
}

/// What an instance reads and writes; an array with the same subscripts counts once.
fn references(
    accesses: &[Access],
    loops: &[Loop],
    element_bytes: &dyn Fn(&str) -> i64,
) -> Result<Vec<Reference>, Refusal> {
    let mut references: Vec<Reference> = Vec::new();
    for access in accesses {
        let reference = reference(access, loops, element_bytes(&access.array))?;
        match references
            .iter_mut()
            .find(|one| one.array == reference.array && one.dims == reference.dims)
        {
            Some(known) => known.writes |= reference.writes,
            None => references.push(reference),
        }
    }
    Ok(references)
}

/// An access in terms of the loops; a dimension that data decide does not move.
fn reference(access: &Access, loops: &[Loop], bytes: i64) -> Result<Reference, Refusal> {
    let mut dims = Vec::new();
    for map in access.relation.maps()?.into_iter().take(1) {
        let rank = map.dim(Dim::Out)?;
        for dim in 0..rank {
            let one = map.project_out(Dim::Out, dim + 1, rank - dim - 1)?;
            let one = one.project_out(Dim::Out, 0, dim)?;
            let rank = map.dim(Dim::In)?;
            let moves = if one.is_single_valued()? {
                coefficients(&one.as_pw_multi_aff()?.at(0)?, rank)?
            } else {
                vec![0; rank]
            };
            dims.push(
                loops
                    .iter()
                    .map(|one| moves[one.index] * one.step)
                    .collect(),
            );
        }
    }
    Ok(Reference {
        array: access.array.clone(),
        dims,
        writes: access.kind == AccessKind::Write,
        bytes,
    })
}
