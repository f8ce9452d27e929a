//! The tree of a reduction that is split over lanes.

use tc_dialects::schedule::tree::{Band, Member, Path, Refusal, Tree};
use tc_isl::{UnionPwAff, UnionSet, Val};

use super::cut::{Cut, FOLD_TAG, LANES_TAG, Lane, PARTIAL_TAG, Run, WARPS_TAG};
use super::fibres::Fibres;
use super::reduction::{Names, Parts, Reduction};
use crate::tile::floor_and_mod;
use tc_scop::leaves::Leaves;
use tc_scop::values::bounds;

/// Splits a reduction: the tree gets the added statements, and runs and lanes become coincident
/// loops.
pub fn split(
    tree: &mut Tree,
    reduction: &Reduction,
    cut: &Cut,
    names: &Names,
) -> Result<Parts, Refusal> {
    let tag = if cut.outermost { WARPS_TAG } else { LANES_TAG };
    let place = Site::of(tree, reduction)?;
    let fibres = Fibres::of(reduction, cut, names)?;
    let own = reduction.instances.to_union_set()?.universe()?;
    let init = Tree::Leaf
        .below_band(fibres.lanes_of(&fibres.init, cut, tag)?)
        .below_filter(fibres.init.range()?.to_union_set()?.universe()?);
    let partial = partial_results(reduction, cut, &place, tag)?.below_filter(own);
    let fold = Tree::Leaf
        .below_band(fibres.parts_of(&fibres.fold, reduction)?)
        .below_filter(fibres.fold.range()?.to_union_set()?.universe()?);
    match &cut.run {
        None => {
            let mut common = place.common.clone();
            for member in &mut common.members {
                *member = fibres.extended(member, reduction, &[&fibres.init, &fibres.fold])?;
            }
            fibres.extend_above(tree, &place.path, reduction)?;
            put(tree, &place.path, vec![init, partial, fold], common);
        }
        Some(run) => {
            let children = vec![init, partial];
            in_two_kernels(tree, reduction, run, &place, &fibres, children, fold)?;
        }
    }
    fibres.subscripts(reduction, cut)
}

/// Makes the partial results a kernel of their own in front of the one that combines them.
fn in_two_kernels(
    tree: &mut Tree,
    reduction: &Reduction,
    run: &Run,
    place: &Site,
    fibres: &Fibres,
    children: Vec<Tree>,
    fold: Tree,
) -> Result<(), Refusal> {
    let kernels = tree.kernels().into_iter();
    let kernel = kernels
        .into_iter()
        .find(|kernel| kernel.contains(&place.path))
        .ok_or_else(|| Refusal::new("there is nothing to deal out"))?;
    let own = reduction.instances.to_union_set()?;
    let mut around = Band::new(Vec::new(), true);
    for depth in kernel.0.len()..place.path.0.len() {
        match tree.at(&Path(place.path.0[..depth].to_vec())) {
            Some(Tree::Band { band, .. }) if band.tag.is_none() => {
                around.members.extend(band.members.iter().cloned());
            }
            Some(Tree::Filter { .. } | Tree::Sequence { .. }) => {}
            node => {
                let kind = node.map_or("nothing", Tree::kind);
                return Err(Refusal::new(format!(
                    "expected plain loops around a reduction that is split over blocks, found a {kind}"
                ))
                .at(&kernel));
            }
        }
    }
    if around.members.iter().any(|member| !member.coincident) {
        return Err(Refusal::new("a loop around the reduction is not parallel").at(&kernel));
    }
    around.members.extend(place.common.members.iter().cloned());
    for member in &mut around.members {
        member.schedule = member.schedule.intersect_domain(&own.universe()?)?;
        *member = fibres.extended(member, reduction, &[&fibres.init])?;
    }
    let mut blocks = Member::new(fibres.run_of_all(reduction, run)?);
    blocks.coincident = true;
    around.members.push(blocks);
    let both = own
        .universe()?
        .union(&fibres.init.range()?.to_union_set()?.universe()?)?;
    let partial = Tree::Sequence { children }
        .below_band(around)
        .below_filter(both);
    fibres.extend_above(tree, &place.path, reduction)?;
    let mut common = place.common.clone();
    for member in &mut common.members {
        *member = fibres.extended(member, reduction, &[&fibres.fold])?;
    }
    put(tree, &place.path, vec![fold], common);
    let remaining = both_away(tree, &kernel, fibres, &own)?;
    in_front(tree, &kernel, partial, &remaining)
}

/// The instances of a kernel without those of the partial results.
fn both_away(
    tree: &Tree,
    kernel: &Path,
    fibres: &Fibres,
    own: &UnionSet,
) -> Result<UnionSet, Refusal> {
    let node = tree
        .at(kernel)
        .ok_or_else(|| Refusal::new("there is nothing to deal out"))?;
    let active = tree.prefix(kernel)?.enter(node)?.active.universe()?;
    let active = active.subtract(&own.universe()?)?;
    Ok(active.subtract(&fibres.init.range()?.to_union_set()?.universe()?)?)
}

/// Puts a kernel in front of another one, of which only these instances remain.
fn in_front(
    tree: &mut Tree,
    kernel: &Path,
    first: Tree,
    remaining: &UnionSet,
) -> Result<(), Refusal> {
    let position = kernel.0.last().copied();
    let sequence = kernel.parent().and_then(|parent| tree.at_mut(&parent));
    if let (Some(Tree::Sequence { children }), Some(at)) = (sequence, position) {
        let rest = std::mem::replace(&mut children[at], Tree::Leaf);
        children[at] = restricted(rest, remaining)?;
        children.insert(at, first);
        return Ok(());
    }
    // The kernel is the whole tree below the domain.
    let kernel = match tree.at(kernel) {
        Some(Tree::Domain { .. }) => kernel.child(0),
        _ => kernel.clone(),
    };
    tree.try_replace_at(&kernel, |node| {
        let rest = restricted(node, remaining)?.below_filter(remaining.clone());
        Ok(Tree::Sequence {
            children: vec![first, rest],
        })
    })
}

/// A subtree that speaks of these instances only.
fn restricted(node: Tree, to: &UnionSet) -> Result<Tree, Refusal> {
    let node = match node {
        Tree::Filter { filter, child } => child.below_filter(filter.intersect(to)?),
        Tree::Band { mut band, child } => {
            for member in &mut band.members {
                member.schedule = member.schedule.intersect_domain(to)?;
            }
            child.below_band(band)
        }
        node => node,
    };
    node.try_map_children(|_, child| restricted(child, to))
}

/// Puts the children of a sequence at a path: in place of the branch that it is, where the path is
/// one of a sequence and no loop is around them.
fn put(tree: &mut Tree, path: &Path, mut children: Vec<Tree>, common: Band) {
    let branch = path.parent().filter(|parent| {
        let grandparent = parent.parent().and_then(|path| tree.at(&path));
        matches!(tree.at(parent), Some(Tree::Filter { .. }))
            && matches!(grandparent, Some(Tree::Sequence { .. }))
    });
    match branch {
        // Children of the sequence at the top would be kernels of their own.
        Some(filter) if common.members.is_empty() && tree.depth(path) > 0 => {
            let (sequence, position) = (filter.parent(), filter.0.last().copied());
            let sequence = sequence.and_then(|path| tree.at_mut(&path));
            if let (Some(Tree::Sequence { children: all }), Some(at)) = (sequence, position) {
                all.splice(at..=at, children);
            }
        }
        _ => tree.replace_at(path, |_| {
            let node = match (children.len(), children.pop()) {
                (1, Some(Tree::Filter { child, .. })) => *child,
                (_, last) => {
                    children.extend(last);
                    Tree::Sequence { children }
                }
            };
            node.below_band(common)
        }),
    }
}

/// The loops of the reduction itself: those that are left, around the lanes, around the neighbours
/// of one lane.
fn partial_results(
    reduction: &Reduction,
    cut: &Cut,
    place: &Site,
    tag: &str,
) -> Result<Tree, Refusal> {
    let lanes = &cut.lanes;
    let mut serial = Band::new(Vec::new(), place.permutable).with_tag(PARTIAL_TAG);
    let mut parallel = Band::new(Vec::new(), true).with_tag(tag);
    let mut inside = Band::new(Vec::new(), true).with_tag(PARTIAL_TAG);
    for &(index, ref member) in &place.serial {
        match lanes.iter().find(|lane| lane.index == index) {
            None => serial.members.push(member.clone()),
            Some(lane) if lane.turn() < lane.extent => {
                let (turn, _) = floor_and_mod(&from_first(reduction, lane)?, lane.turn())?;
                serial.members.push(member.with_schedule(turn));
            }
            Some(_) => {}
        }
    }
    for lane in lanes {
        let value = from_first(reduction, lane)?;
        let (vector, element) = floor_and_mod(&value, lane.width)?;
        let number = if lane.turn() < lane.extent {
            vector.mod_val(&Val::new(vector.context(), lane.lanes)?)?
        } else {
            vector
        };
        let mut member = Member::new(number);
        member.coincident = true;
        parallel.members.push(member);
        if lane.width > 1 {
            inside.members.push(Member::new(element).unrolled());
        }
    }
    // Without lanes these are loops like all others, to be tiled.
    if lanes.is_empty() {
        serial.tag = None;
    }
    Ok(Tree::Leaf
        .below_band(inside)
        .below_band(parallel)
        .below_band(serial))
}

/// Deals the parallel loops of elementwise statements to the lanes that a kernel has, from the last
/// loop on: a lane then has the elements whose terms it had, and reads vectors. Loops around a
/// reduction with lanes of its own are left: a thread is one lane only.
pub fn deal_elementwise(tree: &mut Tree, kernel: &Path, lanes: &[Lane]) -> Result<(), Refusal> {
    let mut found = Vec::new();
    for (path, node) in tree.walk() {
        let plain = |band: &Band| {
            let coincident = band.members.iter().all(|member| member.coincident);
            band.tag.is_none() && coincident && band.permutable
        };
        let Some(band) = node.as_band().filter(|band| plain(band)) else {
            continue;
        };
        let inside = path
            .parent()
            .is_some_and(|parent| matches!(tree.at(&parent), Some(Tree::Filter { .. })));
        let is_lanes = |node: &Tree| {
            node.as_band()
                .is_some_and(|band| band.tag.as_deref() == Some(LANES_TAG))
        };
        let around_lanes = node.walk().iter().any(|(_, node)| is_lanes(node));
        if kernel.contains(&path) && inside && !around_lanes && tree.depth(&path) > 0 {
            found.push((
                path.clone(),
                dealt(band, &tree.prefix(&path)?.active, lanes)?,
            ));
        }
    }
    for (path, bands) in found.into_iter().rev() {
        tree.replace_at(&path, |node| match node {
            Tree::Band { child, .. } => bands.into_iter().fold(*child, Tree::below_band),
            node => node,
        });
    }
    Ok(())
}

/// The bands of parallel loops that are dealt to lanes, innermost first.
fn dealt(band: &Band, active: &UnionSet, lanes: &[Lane]) -> Result<[Band; 3], Refusal> {
    let part = |tag: &str| Band::new(Vec::new(), true).with_tag(tag);
    let (mut serial, mut parallel) = (part(PARTIAL_TAG), part(LANES_TAG));
    let mut inside = part(PARTIAL_TAG);
    let unpaired = band.members.len().saturating_sub(lanes.len());
    for (position, member) in band.members.iter().enumerate() {
        let own = member.schedule.intersect_domain(active)?;
        let lane = position
            .checked_sub(unpaired)
            .map(|from| &lanes[lanes.len() - (band.members.len() - unpaired) + from]);
        let (Some(lane), Some((0, last))) = (lane, bounds(&own)?) else {
            serial
                .members
                .push(one_lane(member, member.schedule.clone()));
            continue;
        };
        let (vector, element) = floor_and_mod(&member.schedule, lane.width)?;
        if lane.turn() <= last {
            let (turn, _) = floor_and_mod(&member.schedule, lane.turn())?;
            serial.members.push(one_lane(member, turn));
            let vector = vector.mod_val(&Val::new(vector.context(), lane.lanes)?)?;
            parallel.members.push(member.with_schedule(vector));
        } else {
            parallel.members.push(member.with_schedule(vector));
        }
        if lane.width > 1 {
            let element = member.with_schedule(element).unrolled();
            inside.members.push(element);
        }
    }
    Ok([inside, parallel, serial])
}

/// A loop of one lane: no others take part in it, so it is not offered to threads.
fn one_lane(member: &Member, schedule: UnionPwAff) -> Member {
    Member {
        coincident: false,
        ..member.with_schedule(schedule)
    }
}

/// The values of a lane's index, counted from 0.
fn from_first(reduction: &Reduction, lane: &Lane) -> Result<UnionPwAff, Refusal> {
    let value = reduction.value(lane.index)?;
    if lane.first == 0 {
        return Ok(value);
    }
    let domain = value.domain()?;
    let first = Val::new(value.context(), lane.first)?;
    Ok(value.sub(&UnionPwAff::val_on_domain(&domain, &first)?)?)
}

/// Where a reduction runs.
struct Site {
    /// The node below which nothing else runs.
    path: Path,
    /// Loops of its own that are parallel, outside of all others.
    common: Band,
    /// The other loops of its own, each over one index.
    serial: Vec<(usize, Member)>,
    /// Whether these may be interchanged.
    permutable: bool,
}

impl Site {
    fn of(tree: &Tree, reduction: &Reduction) -> Result<Site, Refusal> {
        let statement = &reduction.statement;
        let leaves = Leaves::at(tree, &Path::root())?;
        let mut running = Vec::new();
        for leaf in &leaves.0 {
            if leaf.runs(statement)? {
                running.push(leaf.path.clone());
            }
        }
        let [leaf] = &running[..] else {
            let count = running.len();
            return Err(Refusal::new(format!(
                "{statement} runs at {count} places of the tree, and one is expected"
            )));
        };
        let mut path = leaf.clone();
        while let Some(parent) = path.parent() {
            let band = matches!(tree.at(&parent), Some(Tree::Band { .. }));
            let own = tree.depth(&parent) >= reduction.loops;
            if !band || !own || tree.prefix(&parent)?.active.n_set()? != 1 {
                break;
            }
            path = parent;
        }
        if tree.prefix(&path)?.active.n_set()? != 1 {
            return Err(Refusal::new(format!(
                "{statement} shares its innermost loop with other statements"
            ))
            .at(&path));
        }
        Site::at(tree, path, reduction)
    }

    /// Sorts the loops below a path into parallel ones and those of the sum.
    fn at(tree: &Tree, path: Path, reduction: &Reduction) -> Result<Site, Refusal> {
        let mut common = Band::new(Vec::new(), true);
        let (mut serial, mut permutable) = (Vec::new(), true);
        let mut node = tree.at(&path);
        let mut bands = 0;
        while let Some(Tree::Band { band, child }) = node {
            if !matches!(band.tag.as_deref(), None | Some(FOLD_TAG)) {
                return Err(Refusal::new(
                    "the loops of a reduction must not be tiled or mapped before it is split",
                )
                .at(&path));
            }
            for member in &band.members {
                if member.coincident && (serial.is_empty() || band.permutable) {
                    common.members.push(member.clone());
                    continue;
                }
                match index_of(&member.schedule, reduction)? {
                    Some(index) => serial.push((index, member.clone())),
                    None => {
                        let schedule = &member.schedule;
                        return Err(Refusal::new(format!(
                            "the loop does not follow one index of the reduction: {schedule}"
                        ))
                        .at(&path));
                    }
                }
            }
            permutable &= band.permutable;
            bands += usize::from(!serial.is_empty());
            node = Some(child);
        }
        Ok(Site {
            path,
            common,
            serial,
            permutable: permutable && bands <= 1,
        })
    }
}

/// The index that a member goes along step by step.
fn index_of(schedule: &UnionPwAff, reduction: &Reduction) -> Result<Option<usize>, Refusal> {
    let own = schedule.intersect_domain(&reduction.instances.to_union_set()?)?;
    for index in reduction.summed()? {
        let apart = own.sub(&reduction.value(index)?)?;
        if let Some((first, last)) = bounds(&apart)?
            && first == last
        {
            return Ok(Some(index));
        }
    }
    Ok(None)
}
