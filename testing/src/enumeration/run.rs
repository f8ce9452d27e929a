//! All executions of a tree, in the order of the tree.
//!
//! An [`Execution`] is an instance with its path through the tree: one [`Step`] for each band
//! member and each child of a sequence or set. The first different step of two executions decides
//! their order.

use std::collections::{BTreeSet, HashMap, HashSet};

use tc_dialects::schedule::tree::{Axis, Band, MemberKind, Path, Refusal, Scop, Tree, Units};
use tc_isl::{UnionMap, UnionSet, thread_context};

use super::places::spread;
use super::points::{Sizes, Tuple};
use tc_scop::accesses::copied::Copied;
use tc_scop::accesses::{AccessKind, Accumulator, ArrayInfo, ScopAccesses};
use tc_scop::barriers::Level;
use tc_scop::original;

/// Programs with more executions are not listed.
const MOST: usize = 60_000;

/// The number of a block of which nobody knows which it is.
pub const ANY: i64 = -1;

/// One step on the path to an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// An iteration of the loop of a band member.
    Member {
        value: i64,
        kind: MemberKind,
        /// The tile size of the loop; 1 if it is not a tile loop.
        tile: i64,
    },
    /// A child of a sequence, or of a set.
    Child { number: usize, ordered: bool },
}

/// The order of two executions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Before,
    After,
    /// In different iterations of a loop of this kind, which has no order.
    Apart(MemberKind),
    /// In different children of a set, or different statements at one leaf.
    Unordered,
}

/// One instance with its path.
#[derive(Clone, Debug)]
pub struct Execution {
    pub instance: Tuple,
    pub steps: Vec<Step>,
    pub kernel: usize,
    /// The iteration of the loops of launches.
    pub launch: Vec<i64>,
    pub block: [i64; 3],
    /// The axes of the group whose last block runs it, if only that one does. Which block that is
    /// nobody knows: its numbers along these axes are [`ANY`].
    pub last_across: Option<Vec<Axis>>,
    pub thread: [i64; 3],
    /// The steps of members up to the outermost parallel one.
    pub parallel: Vec<i64>,
    /// The threads that wait for each other, if it is a barrier.
    pub barrier: Option<Level>,
    /// How many groups of asynchronous copies may go on behind it, if it waits for copies.
    pub leaves_groups: Option<u64>,
    /// Whether it is a copy that goes on by itself.
    pub is_async: bool,
    /// The number of steps above the extension that adds it; `None` for an instance of the domain.
    pub added: Option<usize>,
}

impl Execution {
    /// The order of this execution relative to another one; `None` if they are the same.
    pub fn relation(&self, other: &Execution) -> Option<Relation> {
        let mut steps = self.steps.iter().zip(&other.steps);
        match steps.find(|(one, two)| one != two) {
            Some((Step::Member { value, kind, .. }, Step::Member { value: theirs, .. })) => {
                Some(if kind.is_ordered() {
                    by(value < theirs)
                } else {
                    Relation::Apart(*kind)
                })
            }
            Some((Step::Child { number, ordered }, Step::Child { number: theirs, .. })) => {
                Some(match ordered {
                    true => by(number < theirs),
                    false => Relation::Unordered,
                })
            }
            Some(_) => Some(Relation::Unordered),
            None if self.instance.name != other.instance.name => Some(Relation::Unordered),
            None if self.instance.at == other.instance.at => None,
            None => Some(by(self.instance.at < other.instance.at)),
        }
    }

    /// The members on the path, outermost first.
    pub fn members(&self) -> impl Iterator<Item = (i64, MemberKind, i64)> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Member { value, kind, tile } => Some((*value, *kind, *tile)),
            Step::Child { .. } => None,
        })
    }
}

fn by(before: bool) -> Relation {
    if before {
        Relation::Before
    } else {
        Relation::After
    }
}

/// One access of an execution.
#[derive(Clone, Debug)]
pub struct Touch {
    pub kind: AccessKind,
    /// The accessed place; several places if a subscript is not affine.
    pub places: Vec<Tuple>,
    /// The original element; `None` for a copy, whose element is the one that it moves.
    pub means: Vec<Tuple>,
    /// Whether it is one of the accesses of an accumulator.
    pub accumulates: bool,
    /// Whether it is an atomic update that needs no order among those of its statement.
    pub atomic: bool,
}

/// A band with the executions below it, by number, and the number of steps above it.
pub struct Flags {
    pub path: Path,
    pub permutable: bool,
    pub coincident: Vec<bool>,
    pub depth: usize,
    pub below: Vec<usize>,
}

/// All executions of a program.
pub struct Program<'a> {
    pub accesses: &'a ScopAccesses,
    /// In the order of the tree.
    pub executions: Vec<Execution>,
    /// The instances of the domain, in the original order.
    pub original: Vec<Tuple>,
    pub bands: Vec<Flags>,
    /// The arrays that hold elements of others.
    pub tiles: BTreeSet<String>,
    /// The statements that compute the values of others again, with these.
    pub recomputing: HashMap<String, Copied>,
    /// The arrays that these write.
    pub scratch: BTreeSet<String>,
    /// The block of each kernel, by its number; empty if the scop has none.
    pub blocks: Vec<[i64; 3]>,
    /// Threads of a warp.
    pub lanes: i64,
    /// The errors found so far.
    pub mistakes: Vec<String>,
    touches: HashMap<Tuple, Vec<Touch>>,
    sizes: Sizes,
}

/// An execution under construction, on the way down.
#[derive(Clone)]
struct Running {
    instance: Tuple,
    steps: Vec<Step>,
    added: Option<usize>,
    last_across: Option<Vec<Axis>>,
}

impl Running {
    fn coordinates(&self) -> Vec<i64> {
        let values = self.steps.iter().filter_map(|step| match step {
            Step::Member { value, .. } => Some(*value),
            Step::Child { .. } => None,
        });
        values.collect()
    }
}

struct Walk<'a> {
    sizes: &'a Sizes,
    all: UnionSet,
    kernels: Vec<Path>,
    found: Vec<(usize, Running)>,
    mistakes: Vec<String>,
    bands: Vec<(Path, Band, usize)>,
}

impl<'a> Program<'a> {
    /// Lists all executions of a scop for some sizes.
    pub fn of(
        scop: &Scop,
        accesses: &'a ScopAccesses,
        lanes: i64,
        sizes: &Sizes,
    ) -> Result<Program<'a>, Refusal> {
        let mut all = scop.tree.domain()?.clone();
        for (_, node) in scop.tree.walk() {
            match node {
                Tree::Extension { extension, .. } => all = all.union(&extension.range()?)?,
                Tree::Expansion { .. } => {
                    return Err(Refusal::new("expansion nodes are not enumerated"));
                }
                _ => {}
            }
        }
        let domain = sizes.tuples(scop.tree.domain()?)?;
        let mut walk = Walk {
            sizes,
            all,
            kernels: scop.tree.kernels(),
            found: Vec::new(),
            mistakes: Vec::new(),
            bands: Vec::new(),
        };
        let start = domain.iter().map(|instance| Running {
            instance: instance.clone(),
            steps: Vec::new(),
            added: None,
            last_across: None,
        });
        walk.node(&scop.tree, &Path::root(), start.collect())?;
        let mut program = Program {
            accesses,
            executions: Vec::new(),
            original: domain.into_iter().collect(),
            bands: Vec::new(),
            tiles: BTreeSet::new(),
            recomputing: HashMap::new(),
            scratch: BTreeSet::new(),
            blocks: Vec::new(),
            lanes,
            mistakes: std::mem::take(&mut walk.mistakes),
            touches: HashMap::new(),
            sizes: sizes.clone(),
        };
        let time = |instance: &Tuple| program_order(accesses, instance);
        program.original.sort_by_key(time);
        for (kernel, running) in walk.found.drain(..) {
            let execution = program.execution(scop, kernel, running);
            program.executions.push(execution);
        }
        program.find_blocks(scop);
        program.count_groups(scop);
        program.executions.sort_by(|one, two| {
            let text = |name: &str| {
                let mut statements = accesses.statements.iter();
                statements.position(|one| one.name == name)
            };
            let key = |one: &Execution| (sort_key(&one.steps), text(&one.instance.name));
            let keys = (key(one), &one.instance.at);
            keys.cmp(&(key(two), &two.instance.at))
        });
        program.read_accesses()?;
        program.add_bands(&scop.tree, walk.bands);
        Ok(program)
    }

    fn execution(&mut self, scop: &Scop, kernel: usize, running: Running) -> Execution {
        let mut statements = self.accesses.statements.iter();
        let statement = statements.find(|one| one.name == running.instance.name);
        let barrier = statement.and_then(|one| one.barrier);
        let mut execution = Execution {
            instance: running.instance,
            steps: running.steps,
            kernel,
            launch: Vec::new(),
            block: [0; 3],
            last_across: running.last_across,
            thread: [0; 3],
            parallel: Vec::new(),
            barrier,
            leaves_groups: statement.and_then(|one| one.leaves_groups),
            is_async: statement.is_some_and(|one| one.is_async),
            added: running.added,
        };
        let members: Vec<_> = execution.members().collect();
        let blocks = spread(&members, Units::Blocks, scop.grid);
        let threads = spread(&members, Units::Threads, scop.block);
        for (axis, place) in [
            (&blocks, &mut execution.block),
            (&threads, &mut execution.thread),
        ] {
            match axis {
                Some(numbers) => *place = *numbers,
                None => self.say("two loops on one axis are nested".to_owned()),
            }
        }
        for axis in execution.last_across.iter().flatten() {
            execution.block[axis.index()] = ANY;
        }
        let launches = members.iter();
        let launches = launches.take_while(|(_, kind, _)| kind.is_launch());
        execution.launch = launches.map(|(value, ..)| *value).collect();
        let outermost = members.iter().position(|(_, kind, _)| kind.is_parallel());
        let run = |first: usize| {
            let parallel = members[first..].iter();
            parallel
                .take_while(|(_, kind, _)| kind.is_parallel())
                .count()
        };
        let up_to = outermost.map_or(0, |first| first + run(first));
        execution.parallel = members[..up_to].iter().map(|(value, ..)| *value).collect();
        let on_threads = members
            .iter()
            .any(|(_, kind, _)| kind.thread_axis().is_some());
        if barrier.is_some() && on_threads {
            self.say(format!(
                "the barrier {} is below a loop on threads",
                execution.instance
            ));
        }
        execution
    }

    /// Determines the block of each kernel: one thread along an axis that no loop is on.
    fn find_blocks(&mut self, scop: &Scop) {
        let Some(block) = scop.block else { return };
        self.blocks = vec![[1; 3]; scop.tree.kernels().len().max(1)];
        for execution in &self.executions {
            for axis in execution
                .members()
                .filter_map(|(_, kind, _)| kind.thread_axis())
            {
                self.blocks[execution.kernel][axis.index()] = block[axis.index()];
            }
        }
        let barriers = self.executions.iter();
        let barriers: Vec<(Tuple, usize)> = barriers
            .filter(|one| one.barrier == Some(Level::Warp))
            .map(|one| (one.instance.clone(), one.kernel))
            .collect();
        for (instance, kernel) in barriers {
            let threads = self.blocks[kernel].iter().product::<i64>();
            if threads % self.lanes != 0 {
                self.say(format!(
                    "the warp barrier {instance} is in a block of {threads} threads"
                ));
            }
        }
    }

    /// Each group of blocks needs a counter of its own, which no statement touches.
    fn count_groups(&mut self, scop: &Scop) {
        let mut counters = Vec::new();
        for (_, node) in scop.tree.walk() {
            let Tree::Last { last, .. } = node else {
                continue;
            };
            let name = &last.counter;
            if counters.contains(&name) {
                self.say(format!("two kernels count at {name}"));
            }
            counters.push(name);
            let mut touches = self
                .accesses
                .statements
                .iter()
                .flat_map(|one| &one.accesses);
            if touches.any(|access| access.array == *name) {
                self.say(format!("a statement touches the counters {name}"));
            }
            if scop.grid.is_none() {
                self.say(format!("groups of an unknown grid count at {name}"));
            }
            let mut groups = 1;
            for axis in Axis::ALL
                .into_iter()
                .filter(|axis| !last.across.contains(axis))
            {
                groups *= scop.grid.map_or(1, |grid| grid[axis.index()]);
            }
            let array = scop.arrays.iter().find(|array| array.name == *name);
            let count = array.and_then(|array| *array.shape.first()?);
            if count.is_none_or(|count| count < groups) {
                self.say(format!(
                    "{groups} groups share {} counters",
                    count.unwrap_or(0)
                ));
            }
        }
    }

    /// The number of the warp of an execution in its block.
    pub fn warp(&self, execution: &Execution) -> Option<i64> {
        let block = self.blocks.get(execution.kernel)?;
        let [x, y, z] = execution.thread;
        Some((x + block[0] * (y + block[1] * z)) / self.lanes)
    }

    fn say(&mut self, mistake: String) {
        if !self.mistakes.contains(&mistake) {
            self.mistakes.push(mistake);
        }
    }

    /// Determines what each instance accesses, and which arrays are tiles.
    fn read_accesses(&mut self) -> Result<(), Refusal> {
        self.find_recomputing();
        let executed = self.executions.iter().map(|execution| &execution.instance);
        let running: HashSet<Tuple> = executed.chain(&self.original).cloned().collect();
        let added: HashSet<String> = self
            .executions
            .iter()
            .filter(|execution| execution.added.is_some())
            .map(|execution| execution.instance.name.clone())
            .collect();
        for statement in &self.accesses.statements {
            let here: Vec<&Tuple> = running
                .iter()
                .filter(|instance| instance.name == statement.name)
                .collect();
            let is_added =
                added.contains(&statement.name) && !self.recomputing.contains_key(&statement.name);
            if is_added && !statement.moves && statement.barrier.is_none() {
                let name = &statement.name;
                self.mistakes
                    .push(format!("{name} is added, and neither a copy nor a barrier"));
            }
            for access in &statement.accesses {
                if access.stands_for.is_some() || is_added && self.is_local(&access.array) {
                    self.tiles.insert(access.array.clone());
                }
                let set = running_set(&here)?;
                let Some(set) = set else { continue };
                let places = self.sizes.pairs(&access.relation.intersect_domain(&set)?)?;
                let means = match (&access.stands_for, is_added) {
                    (Some(meant), _) => {
                        self.sizes.pairs(&meant.relation.intersect_domain(&set)?)?
                    }
                    (None, true) => HashMap::new(),
                    (None, false) => places.clone(),
                };
                let into = |updates: &Accumulator| updates.array == access.array;
                let accumulates = statement.updates().is_some_and(into);
                let atomic = statement.atomic.as_ref().is_some_and(into);
                for instance in &here {
                    let of = |map: &HashMap<Tuple, Vec<Tuple>>| {
                        map.get(*instance).cloned().unwrap_or_default()
                    };
                    let touch = Touch {
                        kind: access.kind,
                        places: of(&places),
                        means: of(&means),
                        accumulates,
                        atomic,
                    };
                    self.touches
                        .entry((*instance).clone())
                        .or_default()
                        .push(touch);
                }
            }
        }
        self.unsaid()
    }

    /// An access of a domain statement that runs to a tile must state its original element.
    fn unsaid(&mut self) -> Result<(), Refusal> {
        let runs_its_own = |name: &str| {
            let mut executions = self.executions.iter();
            executions.any(|one| one.added.is_none() && one.instance.name == name)
        };
        let mut mistakes = Vec::new();
        for statement in &self.accesses.statements {
            for access in &statement.accesses {
                let unsaid = access.stands_for.is_none() && self.tiles.contains(&access.array);
                if unsaid && runs_its_own(&statement.name) {
                    let (name, array) = (&statement.name, &access.array);
                    mistakes.push(format!(
                        "{name} uses the tile {array} without saying for what"
                    ));
                }
            }
        }
        self.mistakes.extend(mistakes);
        Ok(())
    }

    fn add_bands(&mut self, tree: &Tree, bands: Vec<(Path, Band, usize)>) {
        let mut steps_of: HashMap<Path, Vec<usize>> = HashMap::new();
        for (number, execution) in self.executions.iter().enumerate() {
            for (path, _, _) in &bands {
                if reaches(tree, path, execution) {
                    steps_of.entry(path.clone()).or_default().push(number);
                }
            }
        }
        for (path, band, depth) in bands {
            self.bands.push(Flags {
                permutable: band.permutable,
                coincident: band
                    .members
                    .iter()
                    .map(|member| member.coincident)
                    .collect(),
                depth,
                below: steps_of.remove(&path).unwrap_or_default(),
                path,
            });
        }
    }

    /// The accesses of an execution.
    pub fn touches(&self, execution: &Execution) -> &[Touch] {
        self.touches_of(&execution.instance)
    }

    /// The accesses of an instance; empty for one that never runs.
    pub fn touches_of(&self, instance: &Tuple) -> &[Touch] {
        self.touches.get(instance).map_or(&[], Vec::as_slice)
    }

    pub fn array(&self, name: &str) -> Option<&'a ArrayInfo> {
        self.accesses.arrays.iter().find(|array| array.name == name)
    }

    /// Whether an array is local to a block or a thread.
    pub fn is_local(&self, name: &str) -> bool {
        self.array(name).is_some_and(|array| array.kind.is_local())
    }

    /// The instances of the domain that do not run exactly once.
    pub fn lost_or_doubled(&self) -> Vec<String> {
        let mut counts: HashMap<&Tuple, usize> = HashMap::new();
        for execution in self.executions.iter().filter(|one| one.added.is_none()) {
            *counts.entry(&execution.instance).or_default() += 1;
        }
        let wrong = self.original.iter().filter_map(|instance| {
            let count = counts.get(instance).copied().unwrap_or(0);
            let mut copies = self.recomputing.values();
            let again = copies.any(|copied| copied.original == instance.name);
            let right = count == 1 || count == 0 && again;
            (!right).then(|| format!("{instance} runs {count} times"))
        });
        wrong.collect()
    }

    /// The accesses outside of their array, or of one whose extents are not known.
    pub fn outside(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        for execution in &self.executions {
            for place in self
                .touches(execution)
                .iter()
                .flat_map(|touch| &touch.places)
            {
                let extents = self
                    .array(&place.name)
                    .map_or(&[][..], |array| &array.extents);
                let inside = place.at.iter().zip(extents).all(|(at, extent)| {
                    let extent = extent.as_ref().and_then(|extent| self.sizes.extent(extent));
                    *at >= 0 && extent.is_some_and(|extent| *at < extent)
                });
                if !inside {
                    wrong.push(format!("{} touches {place}, outside", execution.instance));
                }
            }
        }
        wrong
    }
}

/// Whether an execution is below a node: it takes the same children of sequences and sets as the
/// path does.
fn reaches(tree: &Tree, path: &Path, execution: &Execution) -> bool {
    let mut children = execution.steps.iter().filter_map(|step| match step {
        Step::Child { number, .. } => Some(*number),
        Step::Member { .. } => None,
    });
    let mut node = tree;
    for &position in &path.0 {
        if matches!(node, Tree::Sequence { .. } | Tree::Set { .. })
            && children.next() != Some(position)
        {
            return false;
        }
        match node.children().get(position) {
            Some(child) => node = child,
            None => return false,
        }
    }
    true
}

/// The time of an instance in the original order.
fn program_order(accesses: &ScopAccesses, instance: &Tuple) -> Vec<i64> {
    let mut statements = accesses.statements.iter();
    let statement = statements.find(|one| one.name == instance.name);
    let at = statement.map_or(&[0][..], |statement| &statement.at);
    original::time(at, &instance.at, |number| number)
}

fn sort_key(steps: &[Step]) -> Vec<i64> {
    let number = |step: &Step| match step {
        Step::Member { value, .. } => *value,
        Step::Child { number, .. } => *number as i64,
    };
    steps.iter().map(number).collect()
}

/// The set of some instances of one statement.
fn running_set(instances: &[&Tuple]) -> Result<Option<UnionSet>, Refusal> {
    let Some(first) = instances.first() else {
        return Ok(None);
    };
    // Their bounding box: points in the box that do not run are skipped later.
    let mut conditions = Vec::new();
    let names: Vec<String> = (0..first.at.len()).map(|at| format!("x{at}")).collect();
    for (at, name) in names.iter().enumerate() {
        let values = instances.iter().map(|instance| instance.at[at]);
        let (least, most) = (values.clone().min().unwrap_or(0), values.max().unwrap_or(0));
        conditions.push(format!("{least} <= {name} <= {most}"));
    }
    let condition = if conditions.is_empty() {
        String::new()
    } else {
        format!(" : {}", conditions.join(" and "))
    };
    let text = format!("{{ {}[{}]{condition} }}", first.name, names.join(", "));
    Ok(Some(UnionSet::parse(&thread_context(), &text)?))
}

impl Walk<'_> {
    fn node(&mut self, node: &Tree, path: &Path, running: Vec<Running>) -> Result<(), Refusal> {
        if running.len() > MOST {
            return Err(Refusal::new(format!("more than {MOST} executions")));
        }
        match node {
            Tree::Filter { filter, child } => {
                let kept = self.sizes.tuples(&self.all.intersect(filter)?)?;
                let running = running.into_iter();
                let running = running.filter(|one| kept.contains(&one.instance));
                self.node(child, &path.child(0), running.collect())
            }
            Tree::Band { band, child } => {
                let steps = running.first().map_or(0, |one| one.steps.len());
                self.bands.push((path.clone(), band.clone(), steps));
                let running = self.below_band(band, running)?;
                self.node(child, &path.child(0), running)
            }
            Tree::Sequence { children } | Tree::Set { children } => {
                let ordered = matches!(node, Tree::Sequence { .. });
                for (number, child) in children.iter().enumerate() {
                    let mut running = running.clone();
                    for one in &mut running {
                        one.steps.push(Step::Child { number, ordered });
                    }
                    self.node(child, &path.child(number), running)?;
                }
                Ok(())
            }
            Tree::Last { last, child } => {
                let mut running = running;
                for one in &mut running {
                    one.last_across = Some(last.across.clone());
                }
                self.node(child, &path.child(0), running)
            }
            Tree::Extension { extension, child } => {
                let running = self.extended(extension, running)?;
                self.node(child, &path.child(0), running)
            }
            Tree::Guard { guard, child } => {
                let running = if self.sizes.are_in(guard)? {
                    running
                } else {
                    Vec::new()
                };
                self.node(child, &path.child(0), running)
            }
            Tree::Leaf => {
                let mut kernels = self.kernels.iter();
                let kernel = kernels
                    .position(|kernel| kernel.contains(path))
                    .unwrap_or(0);
                let running = running.into_iter().map(|one| (kernel, one));
                self.found.extend(running);
                if self.found.len() > MOST {
                    Err(Refusal::new(format!("more than {MOST} executions")))
                } else {
                    Ok(())
                }
            }
            Tree::Domain { child, .. }
            | Tree::Context { child, .. }
            | Tree::Mark { child, .. }
            | Tree::Expansion { child, .. } => self.node(child, &path.child(0), running),
        }
    }

    /// The instances with a value in each member, with that value.
    fn below_band(&self, band: &Band, mut running: Vec<Running>) -> Result<Vec<Running>, Refusal> {
        for (number, member) in band.members.iter().enumerate() {
            let values = self.sizes.values(&member.schedule, &self.all)?;
            let (kind, tile) = (member.kind, band.tile_size(number));
            running.retain_mut(|one| match values.get(&one.instance) {
                Some(&value) => {
                    one.steps.push(Step::Member { value, kind, tile });
                    true
                }
                None => false,
            });
        }
        Ok(running)
    }

    fn extended(
        &mut self,
        extension: &UnionMap,
        mut running: Vec<Running>,
    ) -> Result<Vec<Running>, Refusal> {
        let Some(first) = running.first() else {
            return Ok(running);
        };
        let depth = first.coordinates().len();
        let last_across = first.last_across.clone();
        let mut ways: HashMap<Vec<i64>, Vec<Step>> = HashMap::new();
        for one in &running {
            ways.entry(one.coordinates())
                .or_insert_with(|| one.steps.clone());
        }
        let names: HashSet<String> = running
            .iter()
            .filter(|one| one.added.is_none())
            .map(|one| one.instance.name.clone())
            .collect();
        let pairs = self.sizes.pairs(&within(extension, &ways, depth)?)?;
        for (coordinates, instances) in pairs {
            let Some(steps) = ways.get(&coordinates.at) else {
                continue;
            };
            for instance in instances {
                if names.contains(&instance.name) {
                    let mistake = format!("the extension adds {instance}, which the domain has");
                    self.mistakes.push(mistake);
                }
                running.push(Running {
                    instance,
                    steps: steps.clone(),
                    added: Some(steps.len()),
                    last_across: last_across.clone(),
                });
            }
        }
        Ok(running)
    }
}

/// The part of an extension for coordinates in the bounding box of the existing ones.
fn within(
    extension: &UnionMap,
    ways: &HashMap<Vec<i64>, Vec<Step>>,
    depth: usize,
) -> Result<UnionMap, Refusal> {
    let tuples: Vec<Tuple> = ways
        .keys()
        .map(|at| Tuple {
            name: String::new(),
            at: at.clone(),
        })
        .collect();
    let tuples: Vec<&Tuple> = tuples
        .iter()
        .filter(|tuple| tuple.at.len() == depth)
        .collect();
    match running_set(&tuples)? {
        Some(set) => Ok(extension.intersect_domain(&set)?),
        None => Ok(extension.clone()),
    }
}
