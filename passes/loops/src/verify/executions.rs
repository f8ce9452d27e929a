//! The bodies of loops as the executions of a tree: each execution of the tree is one of the loops,
//! on its block and thread, and each of the loops is one of the tree.
//!
//! ```text
//! tree    leaf n: S[i, j] with coordinates [c0, c1], on block floor(c0/32), thread c1
//! loops   body m at point d: proposed S[i(d), j(d)] with coordinates c(d)
//!
//! at each point    S[i(d), j(d)] runs at the leaf with the coordinates c(d)
//!                  block and thread of the point are those of c(d)
//! together         the instances of the bodies of a leaf are all of the leaf
//! barriers         the points of a body are the same for all threads of a block
//! ```
//!
//! That no execution runs twice follows from their order ([`super::order`]).

use std::collections::{BTreeMap, BTreeSet};

use tc_dialects::schedule::tree::{Axis, Path, Refusal, Tree, Units};
use tc_isl::{Dim, Map, PwAff, Set, Space, UnionMap};

use super::at_place;
use super::body::where_not;
use super::index::{Indices, Meaning, undecided};
use super::points::{Known, computed, inverse, run_at, tuple};
use super::program::{Body, Placed, Program};
use super::source::{Source, SourceStatement};
use super::witness::{self, map_of, shown};
use tc_pass_host::Failure;
use tc_scop::accesses::{self, ScopAccesses};
use tc_scop::barriers::Level;
use tc_scop::leaves::{Leaf, Leaves, known_domain, select};
use tc_scop::verify::witness::instance;

/// A part of the place of a leaf in its tree, from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A loop, by the number of its coordinate.
    Coordinate(usize),
    /// A child of a sequence.
    Child(usize),
    /// A child of a set.
    Any(usize),
}

/// The tree as its leaves.
pub struct Executions<'s, 'c, 'a> {
    source: &'s Source<'c, 'a>,
    tree: Tree,
    /// In text order.
    pub leaves: Vec<Leaf>,
    /// The places of the leaves.
    pub steps: Vec<Vec<Step>>,
    /// The number of the kernel of each leaf.
    kernels: Vec<usize>,
}

impl<'s, 'c, 'a> Executions<'s, 'c, 'a> {
    /// Of the tree of a scop.
    pub fn of(source: &'s Source<'c, 'a>) -> Result<Self, Refusal> {
        let domain = known_domain(&source.scop)?;
        let tree = match source.scop.tree.clone() {
            Tree::Domain { child, .. } => child.below_domain(domain),
            tree => tree,
        };
        let leaves = Leaves::of(&tree)?.0;
        let paths = tree.kernels();
        let kernel = |leaf: &Leaf| paths.iter().position(|path| path.contains(&leaf.path));
        Ok(Executions {
            source,
            steps: leaves.iter().map(|leaf| steps(&tree, &leaf.path)).collect(),
            kernels: leaves
                .iter()
                .map(|leaf| kernel(leaf).unwrap_or(0))
                .collect(),
            leaves,
            tree,
        })
    }

    /// Finds the leaf of each body, and checks that the bodies are what the leaves run.
    pub fn place(
        &self,
        indices: &mut Indices,
        program: &Program<'c>,
    ) -> Result<Vec<Placed>, Failure> {
        let mut placed = Vec::new();
        for body in &program.bodies {
            let found = self
                .leaf_of(indices, program, body)
                .and_then(|found| {
                    self.check_threads(indices, program, body, &found)?;
                    Ok(found)
                })
                .map_err(|refusal| at_place(body.location, refusal))?;
            placed.push(found);
        }
        self.check_launches(program, &placed)?;
        self.check_private(indices, program, &placed)?;
        self.check_all_run(indices, program, &placed)
            .map_err(|refusal| tc_scop::scop_pass::failure(self.source.op, refusal))?;
        Ok(placed)
    }

    /// The leaf at which a body runs.
    fn leaf_of(
        &self,
        indices: &mut Indices,
        program: &Program<'c>,
        body: &Body<'c>,
    ) -> Result<Placed, Refusal> {
        let name = &self.source.statements[body.statement].name;
        let mut first: Option<Refusal> = None;
        for (number, leaf) in self.leaves.iter().enumerate() {
            if !leaf.runs(name)? {
                continue;
            }
            match self.at_leaf(indices, program, body, number)? {
                Ok(coordinates) => {
                    return Ok(Placed {
                        leaf: number,
                        coordinates,
                    });
                }
                Err(refusal) => first = first.or(Some(refusal)),
            }
        }
        Err(first.unwrap_or_else(|| Refusal::new(format!("the tree does not run @{name}"))))
    }

    /// The coordinates of a body if it runs at a leaf, or else why it does not.
    fn at_leaf(
        &self,
        indices: &mut Indices,
        program: &Program<'c>,
        body: &Body<'c>,
        number: usize,
    ) -> Result<Result<Vec<Meaning>, Refusal>, Refusal> {
        let (leaf, name) = (
            &self.leaves[number],
            &self.source.statements[body.statement].name,
        );
        let Some(instances) = of_statement(leaf, name)? else {
            return Ok(Err(Refusal::new(format!("the tree does not run @{name}"))));
        };
        let instances = instances.preimage_pw_multi_aff(&body.instance)?;
        if !body.domain.is_subset(&instances)? {
            let wrong = body.domain.subtract(&instances)?;
            let wrong = shown(witness::of(body, &wrong)?);
            return Ok(Err(Refusal::new(format!(
                "the loops run {wrong}, which the tree does not run here"
            ))));
        }
        let functions = self.functions(leaf, body.statement)?;
        let mut known: Vec<Option<Meaning>> = Vec::new();
        for (position, function) in functions.iter().enumerate() {
            let proposal = body.coordinates.get(&position);
            known.push(match (function, proposal) {
                (Some(function), Some(proposal)) => {
                    if let Some(wrong) = where_not(indices, body, function, proposal)? {
                        let wrong = shown(witness::of(body, &wrong)?);
                        return Ok(Err(Refusal::new(format!(
                            "loop {position} of the tree has another value for {wrong}"
                        ))));
                    }
                    Some(proposal.clone())
                }
                (Some(function), None) => {
                    let function = function.pullback_pw_multi_aff(&body.instance)?;
                    Some(computed(indices, &function, &body.domain)?)
                }
                (None, proposal) => proposal.cloned(),
            });
        }
        let coordinates = match known.iter().cloned().collect::<Option<Vec<Meaning>>>() {
            Some(coordinates) => coordinates,
            None => match self.solved(indices, program, body, leaf, known)? {
                Ok(coordinates) => coordinates,
                Err(refusal) => return Ok(Err(refusal)),
            },
        };
        if functions.iter().any(Option::is_none) {
            let wrong = self.outside(indices, body, leaf, &coordinates)?;
            if let Some(wrong) = wrong {
                return Ok(Err(Refusal::new(format!(
                    "the loops run {wrong} where the tree does not run it"
                ))));
            }
        }
        Ok(Ok(coordinates))
    }

    /// The coordinates of a leaf as functions of a statement's instances; none for those that an
    /// extension or an expansion gives.
    fn functions(&self, leaf: &Leaf, statement: usize) -> Result<Vec<Option<PwAff>>, Refusal> {
        let SourceStatement { name, space, .. } = &self.source.statements[statement];
        let count = space.dim(Dim::SET)?;
        let is_own = |set: &Set| {
            Ok::<bool, tc_isl::Error>(
                set.name().as_deref() == Some(name) && set.tuple_dim()? == count,
            )
        };
        let mut functions = Vec::new();
        for node in self.tree.along(&leaf.path) {
            match node {
                Tree::Band { band, .. } => {
                    for member in &band.members {
                        let mut own = None;
                        for one in member.schedule.pw_affs()? {
                            if is_own(&one.domain()?)? {
                                own = Some(one);
                            }
                        }
                        functions.push(own);
                    }
                }
                Tree::Extension { extension, .. } => {
                    let added = extension.range()?.sets()?;
                    if added.iter().any(|set| set.name().as_deref() == Some(name)) {
                        functions.fill(None);
                    }
                }
                Tree::Expansion { .. } => functions.fill(None),
                _ => {}
            }
        }
        Ok(functions)
    }

    /// The numbers of block and thread in the tree as functions of the coordinates, and the
    /// dimensions that they are in the loops; those of axes that no loop is mapped to are left out.
    fn places(
        &self,
        program: &Program<'c>,
        body: &Body<'c>,
        leaf: &Leaf,
    ) -> Result<Vec<(String, usize)>, Refusal> {
        let mut places = Vec::new();
        if body.scope.launch.is_none() {
            return Ok(places);
        }
        let (depth, scop) = (leaf.prefix.depth(), &self.source.scop);
        let blocks = leaf.place(depth, Units::Blocks, scop.grid)?;
        let threads = leaf.place(depth, Units::Threads, scop.block)?;
        let all = blocks.into_iter().chain(threads).enumerate();
        places.extend(all.filter_map(|(position, place)| {
            let kinds = leaf.prefix.kinds.iter();
            let units = match position {
                0..3 => Units::Blocks,
                _ => Units::Threads,
            };
            let mut axes = kinds.filter_map(|kind| kind.axis_of(units));
            let is_mapped = axes.any(|axis| axis.index() == position % 3);
            is_mapped.then_some((place, program.host_dims + position))
        }));
        Ok(places)
    }

    /// The coordinates of a body of which some are known, if the tree runs its instances with one
    /// value of the others only.
    fn solved(
        &self,
        indices: &mut Indices,
        program: &Program<'c>,
        body: &Body<'c>,
        leaf: &Leaf,
        known: Vec<Option<Meaning>>,
    ) -> Result<Result<Vec<Meaning>, Refusal>, Refusal> {
        let name = &self.source.statements[body.statement].name;
        let Some(executions) = of_statement_with_coordinates(leaf, name)? else {
            return Ok(Err(Refusal::new(format!("the tree does not run @{name}"))));
        };
        let points = Set::universe(&indices.space)?;
        let any = Set::universe(&Space::anonymous_set(indices.space.context(), 1)?)?;
        let any = Map::from_domain_and_range(&points, &any)?;
        let mut possible = Map::from_pw_multi_aff(&tuple(indices, &body.indices)?)?;
        for one in &known {
            let one = match one {
                Some(one) => Map::from_pw_aff(&indices.pieces(&one.function)?)?,
                None => any.clone(),
            };
            possible = possible.flat_range_product(&one)?;
        }
        let possible = possible.intersect_domain(&body.domain)?.reverse()?;
        let mut possible = possible.intersect_domain(&executions)?.reverse()?;
        for (place, id) in self.places(program, body, leaf)? {
            let names = |name: &str, count: usize| {
                let all = (0..count).map(|number| format!("{name}{number}"));
                all.collect::<Vec<_>>()
            };
            let all = [names("i", body.indices.len()), names("c", known.len())].concat();
            let text = format!("{{ [{}] -> [{place}] }}", all.join(", "));
            let of_execution = Map::parse(indices.space.context(), &text)?;
            let here = indices.dim(id);
            let here = Map::from_pw_aff(&indices.pieces(&here.function)?)?;
            possible = possible.intersect(&here.apply_range(&of_execution.reverse()?)?)?;
        }
        let lost = body.domain.subtract(&possible.domain()?)?;
        if !lost.is_empty()? {
            let lost = shown(witness::of(body, &lost)?);
            return Ok(Err(Refusal::new(format!(
                "the loops run {lost} where the tree does not run it"
            ))));
        }
        if !possible.is_single_valued()? {
            return Ok(Err(undecided(format!(
                "at which values of the loops of the tree @{name} runs here"
            ))));
        }
        let values = possible.detect_equalities()?.as_pw_multi_aff()?;
        let mut coordinates = Vec::new();
        for (position, one) in known.into_iter().enumerate() {
            coordinates.push(match one {
                Some(one) => one,
                None => {
                    let value = values.at(body.indices.len() + position)?;
                    computed(indices, &value, &body.domain)?
                }
            });
        }
        Ok(Ok(coordinates))
    }

    /// An instance of a body that does not run at a leaf with its coordinates.
    fn outside(
        &self,
        indices: &mut Indices,
        body: &Body<'c>,
        leaf: &Leaf,
        coordinates: &[Meaning],
    ) -> Result<Option<String>, Refusal> {
        let name = &self.source.statements[body.statement].name;
        let Some(executions) = of_statement_with_coordinates(leaf, name)? else {
            return Ok(Some(format!("@{name}")));
        };
        let all: Vec<Meaning> = body.indices.iter().chain(coordinates).cloned().collect();
        let point = tuple(indices, &all)?;
        let inside = executions.preimage_pw_multi_aff(&point)?;
        if body.domain.is_subset(&inside)? {
            Ok(None)
        } else {
            let wrong = body.domain.subtract(&inside)?;
            Ok(Some(shown(witness::of(body, &wrong)?)))
        }
    }

    /// Checks that a body runs on the blocks and threads of the tree.
    fn check_threads(
        &self,
        indices: &mut Indices,
        program: &Program<'c>,
        body: &Body<'c>,
        placed: &Placed,
    ) -> Result<(), Refusal> {
        let Some(launch) = body.scope.launch else {
            return Ok(());
        };
        let last = self.last_across(&self.leaves[placed.leaf]);
        if last != body.last_across {
            return Err(Refusal::new(
                "it runs on other blocks than the tree says: on all, or on the last of a group",
            ));
        }
        let launch = &program.launches[launch];
        let statement = &self.source.statements[body.statement];
        let leaf = &self.leaves[placed.leaf];
        let depth = leaf.prefix.depth();
        let scop = &self.source.scop;
        let launched = [launch.grid, launch.block];
        let point = tuple(indices, &placed.coordinates)?;
        for (half, (units, launched)) in Units::ALL.into_iter().zip(launched).enumerate() {
            let (told, what) = (scop.extents(units), units.one());
            let places = leaf.place(depth, units, told)?;
            for (axis, place) in places.iter().enumerate() {
                let is_mapped = leaf.prefix.kinds.iter().any(|kind| {
                    kind.axis_of(units)
                        .is_some_and(|other| other.index() == axis)
                });
                // All threads run a barrier.
                if !is_mapped && (launched[axis] == 1 || statement.barrier.is_some()) {
                    continue;
                }
                let here = indices.dim(program.host_dims + 3 * half + axis);
                if is_the_number(place, &placed.coordinates, &here, launched[axis]) {
                    continue;
                }
                let text = select(depth, std::slice::from_ref(place));
                let place = Map::parse(indices.space.context(), &text)?;
                let place = place.as_pw_multi_aff()?.at(0)?;
                let place = place.pullback_pw_multi_aff(&point)?;
                let here = indices.pieces(&here.function)?;
                let wrong = body.domain.intersect(&place.ne_set(&here)?)?;
                if !wrong.is_empty()? {
                    let wrong = shown(witness::of(body, &wrong)?);
                    let axis = ["x", "y", "z"][axis];
                    return Err(Refusal::new(format!(
                        "{wrong} runs on another {what} along {axis} than the tree says"
                    )));
                }
            }
        }
        match statement.barrier {
            Some(level) => {
                let kernel = self.kernels[placed.leaf];
                self.check_barrier(indices, program, body, (level, kernel))
            }
            None => Ok(()),
        }
    }

    /// The axes across which the group is, if only its last block runs a leaf.
    fn last_across(&self, leaf: &Leaf) -> Option<Vec<Axis>> {
        let along = self.tree.along(&leaf.path).into_iter();
        let mut last = along.filter_map(|node| match node {
            Tree::Last { last, .. } => Some(last.across.clone()),
            _ => None,
        });
        last.next()
    }

    /// Checks that all threads of a block run a barrier together.
    fn check_barrier(
        &self,
        indices: &mut Indices,
        program: &Program<'c>,
        body: &Body<'c>,
        (level, kernel): (Level, usize),
    ) -> Result<(), Refusal> {
        let launch = body.scope.launch.map(|launch| &program.launches[launch]);
        let Some(launch) = launch else {
            return Ok(());
        };
        let first = program.host_dims + 3;
        let mut all = body.domain.project_out(Dim::SET, first, 3)?;
        all = all.insert_dims(Dim::SET, first, 3)?;
        for (axis, count) in launch.block.into_iter().enumerate() {
            let here = indices.dim(first + axis);
            let here = indices.pieces(&here.function)?;
            let (zero, end) = (indices.constant(0), indices.constant(count));
            all = all.intersect(&here.ge_set(&indices.pieces(&zero.function)?)?)?;
            all = all.intersect(&here.lt_set(&indices.pieces(&end.function)?)?)?;
        }
        if !all.is_subset(&body.domain)? {
            return Err(Refusal::new(
                "some threads of a block reach this barrier, and others do not",
            ));
        }
        // Which threads are a warp depends on the size of the block.
        if level == Level::Warp && launch.block != self.block_of(kernel) {
            Err(Refusal::new(
                "the kernel has a barrier of warps, and other warps than the tree",
            ))
        } else {
            Ok(())
        }
    }

    /// The threads along x, y, z of a kernel, as the tree has them.
    fn block_of(&self, kernel: usize) -> [i64; 3] {
        let told = self.source.scop.block.unwrap_or([1; 3]);
        let leaves = self.leaves.iter().zip(&self.kernels);
        let leaves = leaves.filter(|(_, of)| **of == kernel);
        let kinds = leaves.flat_map(|(leaf, _)| leaf.prefix.kinds.iter());
        let used: BTreeSet<usize> = kinds
            .filter_map(|kind| kind.thread_axis())
            .map(Axis::index)
            .collect();
        [0, 1, 2].map(|axis| if used.contains(&axis) { told[axis] } else { 1 })
    }

    /// Checks that each launch is a kernel of the tree, and each kernel one launch.
    fn check_launches(&self, program: &Program<'c>, placed: &[Placed]) -> Result<(), Failure> {
        let mut kernels: BTreeMap<usize, usize> = BTreeMap::new();
        let mut launches: BTreeMap<usize, usize> = BTreeMap::new();
        for (body, placed) in program.bodies.iter().zip(placed) {
            let Some(launch) = body.scope.launch else {
                continue;
            };
            let kernel = self.kernels[placed.leaf];
            let known = *launches.entry(kernel).or_insert(launch);
            if *kernels.entry(launch).or_insert(kernel) != kernel || known != launch {
                let refusal =
                    Refusal::new("the loops launch the kernels of the tree in other pieces");
                return Err(at_place(body.location, refusal));
            }
            let leaf = &self.leaves[placed.leaf];
            let dims = program.host_dims;
            let outer = placed.coordinates.iter().take(leaf.launches());
            let of_host = |coordinate: &Meaning| {
                coordinate
                    .linear()
                    .is_some_and(|linear| linear.coefficients[dims..].iter().all(|one| *one == 0))
            };
            if !outer.into_iter().all(of_host) {
                let refusal =
                    undecided("a launch that runs several iterations of a loop of launches");
                return Err(at_place(body.location, refusal));
            }
        }
        Ok(())
    }

    /// Checks that each thread has its own elements of the arrays of which the loops say so: in the
    /// tree, which has the same executions on the same threads.
    fn check_private(
        &self,
        indices: &Indices,
        program: &Program<'c>,
        placed: &[Placed],
    ) -> Result<(), Failure> {
        let mut claims: BTreeMap<(usize, bool, usize), &Body<'c>> = BTreeMap::new();
        for (body, placed) in program.bodies.iter().zip(placed) {
            for array in &body.private {
                let behind = body.last_across.is_some();
                claims
                    .entry((self.kernels[placed.leaf], behind, *array))
                    .or_insert(body);
            }
        }
        if claims.is_empty() {
            return Ok(());
        }
        let isl = indices.space.context();
        let accesses = accesses::of_scop(isl, self.source.op)?;
        for ((kernel, behind, array), body) in claims {
            let name = &self.source.arrays[array].name;
            let own = self.is_private(isl, &accesses, (kernel, behind), name);
            let own = own.map_err(|refusal| at_place(body.location, refusal))?;
            if !own {
                let refusal = Refusal::new(format!(
                    "two threads of a block access one element of `{name}`, which the loops say to be each thread's own"
                ));
                return Err(at_place(body.location, refusal));
            }
        }
        Ok(())
    }

    /// Whether each element of an array is accessed by one thread of a block only, in what all
    /// blocks of a kernel run, or behind it in what the last block of a group runs.
    fn is_private(
        &self,
        isl: &tc_isl::Context,
        accesses: &ScopAccesses,
        (kernel, behind): (usize, bool),
        array: &str,
    ) -> Result<bool, Refusal> {
        let mut owners = UnionMap::none(isl)?;
        let is_behind = |leaf: &Leaf| self.last_across(leaf).is_some();
        let leaves = self.leaves.iter().zip(&self.kernels);
        let leaves = leaves.filter(|(leaf, of)| **of == kernel && is_behind(leaf) == behind);
        for (leaf, _) in leaves {
            let mut touched = UnionMap::none(isl)?;
            for access in accesses.statements.iter().flat_map(|one| &one.accesses) {
                if access.array == array {
                    touched = touched.union(&access.relation)?;
                }
            }
            let touched = touched.intersect_domain(&leaf.instances)?;
            if touched.is_empty()? {
                continue;
            }
            let threads = leaf.place_of_all(Units::Threads, Some(self.block_of(kernel)))?;
            owners = owners.union(&touched.reverse()?.apply_range(&threads)?)?;
        }
        Ok(owners.coalesce()?.is_single_valued()?)
    }

    /// Checks that the bodies of each leaf are all that it runs.
    fn check_all_run(
        &self,
        indices: &mut Indices,
        program: &Program<'c>,
        placed: &[Placed],
    ) -> Result<(), Refusal> {
        for (number, leaf) in self.leaves.iter().enumerate() {
            let names: BTreeSet<String> = leaf
                .instances
                .sets()?
                .iter()
                .filter_map(Set::name)
                .collect();
            for name in names {
                let here = program.bodies.iter().zip(placed).filter(|(body, placed)| {
                    placed.leaf == number && self.source.statements[body.statement].name == name
                });
                let here: Vec<(&Body<'c>, &Placed)> = here.collect();
                if let Some(lost) = self.lost(indices, program, leaf, &name, &here)? {
                    let message = format!("{lost} is in the tree, and the loops do not run it");
                    return Err(Refusal::new(message).at(&leaf.path));
                }
            }
        }
        Ok(())
    }

    /// An instance of a leaf that no body runs.
    fn lost(
        &self,
        indices: &mut Indices,
        program: &Program<'c>,
        leaf: &Leaf,
        name: &str,
        bodies: &[(&Body<'c>, &Placed)],
    ) -> Result<Option<String>, Refusal> {
        let Some(statement) = self.source.statement_named(name) else {
            return Ok(None);
        };
        let functions = self.functions(leaf, statement)?;
        let is_function = functions.iter().all(Option::is_some);
        let all = if is_function {
            of_statement(leaf, name)?
        } else {
            of_statement_with_coordinates(leaf, name)?
        };
        let Some(mut left) = all else {
            return Ok(None);
        };
        let space = left.space()?;
        let count = self.source.statements[statement].indices;
        let known = Known {
            indices: (0..count)
                .map(|position| PwAff::var_on_domain(&space, Dim::SET, position))
                .collect::<Result<_, _>>()?,
            coordinates: if is_function {
                functions.into_iter().flatten().collect()
            } else {
                (0..functions.len())
                    .map(|position| PwAff::var_on_domain(&space, Dim::SET, count + position))
                    .collect::<Result<_, _>>()?
            },
            space,
        };
        for (body, placed) in bodies {
            let places = self.places(program, body, leaf)?;
            let point = inverse(indices, body, placed, &known, &places)?;
            // Constraints that hold all over what is left would only split it.
            let run = run_at(indices, body, placed, &known, &point)?
                .coalesce()?
                .gist(&left)?;
            left = left.subtract(&run)?.coalesce()?;
        }
        if left.is_empty()? {
            return Ok(None);
        }
        // The point of an execution may be another one than the plain one.
        for (body, placed) in bodies {
            let run = if is_function {
                map_of(body)?
            } else {
                let all = body.indices.iter().chain(&placed.coordinates);
                let all: Vec<Meaning> = all.cloned().collect();
                Map::from_pw_multi_aff(&tuple(indices, &all)?)?
            };
            left = left.subtract(&body.domain.apply(&run)?)?;
        }
        let lost = instance(&left.to_union_set()?)?;
        Ok(lost.map(|lost| {
            if is_function {
                lost.to_string()
            } else {
                let (own, loops) = lost.instance.indices.split_at(count);
                let text = |all: &[i64]| {
                    let all: Vec<String> = all.iter().map(i64::to_string).collect();
                    all.join(", ")
                };
                let sizes = &lost.sizes;
                format!(
                    "{name}[{}] in iteration [{}]{sizes}",
                    text(own),
                    text(loops)
                )
            }
        }))
    }
}

/// The steps from the root to a leaf.
fn steps(tree: &Tree, path: &Path) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut coordinates = 0..;
    for (depth, node) in tree.along(path).into_iter().enumerate() {
        match node {
            Tree::Band { band, .. } => {
                let members = coordinates.by_ref().take(band.members.len());
                steps.extend(members.map(Step::Coordinate));
            }
            Tree::Sequence { .. } => steps.push(Step::Child(path.0[depth])),
            Tree::Set { .. } => steps.push(Step::Any(path.0[depth])),
            _ => {}
        }
    }
    steps
}

/// The instances of a statement at a leaf.
fn of_statement(leaf: &Leaf, name: &str) -> Result<Option<Set>, Refusal> {
    let sets = leaf.instances.sets()?;
    let mut own = sets
        .into_iter()
        .filter(|set| set.name().as_deref() == Some(name));
    let first = own.next();
    match own.next() {
        Some(_) => Err(undecided(format!(
            "instances of @{name} with different indices"
        ))),
        None => Ok(first),
    }
}

/// The instances of a statement at a leaf with their coordinates, one anonymous tuple.
fn of_statement_with_coordinates(leaf: &Leaf, name: &str) -> Result<Option<Set>, Refusal> {
    let all: &UnionMap = leaf.prefix.relation()?;
    let all = all.intersect_domain(&leaf.instances)?;
    for map in all.maps()? {
        if map.domain()?.name().as_deref() == Some(name) {
            return Ok(Some(map.wrap()?.flatten()?));
        }
    }
    Ok(None)
}

/// Whether a place of the tree is plainly the number of the block or thread.
fn is_the_number(place: &str, coordinates: &[Meaning], here: &Meaning, launched: i64) -> bool {
    let (coordinate, fits) = match place.split_once(" mod ") {
        Some((coordinate, count)) => (
            coordinate,
            count.parse().is_ok_and(|count: i64| launched <= count),
        ),
        None => (place, true),
    };
    let number = coordinate
        .strip_prefix('c')
        .and_then(|number| number.parse::<usize>().ok());
    let coordinate = number.and_then(|number| coordinates.get(number)?.linear());
    fits && coordinate.is_some() && coordinate == here.linear()
}
