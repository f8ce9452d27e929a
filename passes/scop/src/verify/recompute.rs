//! Statements that compute the values of others again: Halide's `compute_at`, proved.
//!
//! ```text
//! schedule.statement @S(%i)                        B[i] = f(A[i])
//! schedule.statement @S_t(%p, %i) recomputes @S    B_t[i - p] = f(A[i]), for B[i]
//! schedule.statement @T(%i)                        C[i] = B_t[i mod 32] + .., for B[i]
//!
//! domain S[i], T[i]
//!   filter T[i]                                    S itself never runs
//!     band "tile" T[i] -> 32*floor(i/32)
//!       extension [c] -> S_t[c, i] : c <= i < c + 34
//!         sequence
//!           filter S_t[p, i]                       S[32] is computed for the tiles 0 and 32
//!           filter T[i]
//! ```
//!
//! An instance of `S_t` stands for the instance of `S` with its last indices, at the place of that
//! one in the program. What a statement that recomputes another one writes is its *scratch*. Then
//!
//! 1. the body of `S_t` is that of `S`, and each access stands for the element that `S` accesses;
//! 2. `S_t` writes arrays of a block or a thread only, which nothing else writes;
//! 3. it reads what `S` writes from its scratch only: an update in place has no copies;
//! 4. each other read of `S_t` finds what the read of `S` finds. `S_t` is a statement of the
//!    program for the dependences, in front of `S`, and [`super::order`] and [`super::blocks`] keep
//!    them;
//! 5. each read of scratch finds, in the order of the tree, the write that stands for the last
//!    write in the program. So a sum is copied whole, start and all terms, and its terms are added
//!    in the order of the program: in all tiles the same bits;
//! 6. an instance of `S` may be left out if it writes temporaries only, and what it writes is read
//!    from scratch only.
//!
//! By induction over the order of the tree, each execution computes what the instance that it
//! stands for computes in the program. That iterations which run at the same time, and threads
//! without a barrier, do not meet in scratch is proved as for all storage ([`super::storage`],
//! [`super::threads`]).
//!
//! Sums over lanes (`vector.reduce`) have another order, copies of copies by plain copies would
//! need what was copied; both are refused.
//! **Cost**: none without such statements; else isl's dataflow analysis, twice for each scratch.

use tc_dialects::schedule::tree::{Instance, Lanes, Member, Path, Refusal, Tree};
use tc_isl::{Dim, UnionAccessInfo, UnionMap, UnionPwAff, UnionSet};

use super::super::execution::names;
use super::dataflow::{Dataflow, Execution, place};
use super::promotion::{Promotion, Recomputing, Use, is_local, verb};
use super::storage::Places;
use super::witness::instance;
use crate::accesses::{Access, AccessKind, ScopAccesses, StatementAccesses};
use crate::original;

/// The statements of a tree that recompute others.
pub struct Recompute<'a> {
    /// The original elements of the accesses.
    pub promotion: &'a Promotion<'a>,
    /// The original accesses of the domain's statements, and of those that recompute them.
    pub resolved: &'a ScopAccesses,
    /// The instances of the program.
    pub domain: &'a UnionSet,
    /// Those of them that never run.
    pub absent: &'a UnionSet,
}

impl Recompute<'_> {
    /// Conditions 1 to 3, and 6. Returns the instances that run, each of which has a place in the
    /// program.
    pub fn check(&self) -> Result<UnionSet, Refusal> {
        self.check_domain()?;
        if self.promotion.recomputing.is_empty() && self.absent.is_empty()? {
            return Ok(self.domain.clone());
        }
        let running = self.promotion.running()?;
        for (copy, Recomputing { original, .. }) in &self.promotion.recomputing {
            let Some(instances) = running.get(copy) else {
                continue;
            };
            self.check_body(copy, original, instances)?;
            self.check_storage(copy, original)?;
            self.check_lanes(copy)?;
        }
        let mut all = self.domain.subtract(self.absent)?;
        for copy in self.promotion.recomputing.keys() {
            if let Some(instances) = running.get(copy) {
                all = all.union(instances)?;
            }
        }
        self.check_absent(&all)?;
        Ok(all)
    }

    /// The tree in which what is recomputed belongs to the domain: the loops above an extension
    /// give each run the coordinates at which the extension adds it.
    pub fn in_domain(&self, tree: &Tree) -> Result<Tree, Refusal> {
        let mut runs = Vec::new();
        let running = self.promotion.running()?;
        for (copy, place) in &self.promotion.recomputing {
            if let Some(instances) = running.get(copy) {
                runs.push((place, instances.clone()));
            }
        }
        with_runs(tree.clone(), &Path::root(), 0, &runs)
    }

    /// A statement of the domain is one of the program.
    fn check_domain(&self) -> Result<(), Refusal> {
        for set in self.domain.sets()? {
            let name = set.name().unwrap_or_default();
            let statement = self.promotion.of_statement(&name);
            if let Some(copied) = statement.and_then(|one| one.recomputes.as_ref()) {
                let message = format!(
                    "{name} recomputes {}, and is in the domain, as if the program had it",
                    copied.original
                );
                return Err(Refusal::new(message)
                    .at_operation(&name, 0)
                    .note("an extension adds what is computed again"));
            }
        }
        Ok(())
    }

    /// Condition 1.
    fn check_body(&self, copy: &str, original: &str, instances: &UnionSet) -> Result<(), Refusal> {
        let name = names::statement(copy);
        let (Some(ours), Some(theirs)) = (self.statement(copy), self.statement(original)) else {
            return Err(Refusal::new(format!(
                "{name} recomputes {original}, of which the domain has no instances"
            ))
            .at_operation(copy, 0));
        };
        if let Some(copied) = &ours.recomputes
            && let Some((position, expected)) = &copied.differs
        {
            let message =
                format!("{name} does not compute what {original} does: expected {expected}");
            return Err(Refusal::new(message)
                .at_operation(copy, *position)
                .note(format!("its body is that of {original}, with other arrays")));
        }
        let to_original = self.originals(copy, original, instances)?;
        let outside = to_original.range()?.subtract(self.domain)?;
        if let Some(found) = instance(&outside)? {
            let message = format!("a copy of {found} runs, which the program does not have");
            return Err(Refusal::new(message)
                .shown_by([found.instance])
                .at_operation(copy, 0)
                .note("let the extension add copies of instances of the domain only"));
        }
        for (own, wanted) in ours.accesses.iter().zip(&theirs.accesses) {
            let meant = own.relation.restricted_to(instances)?;
            let right = to_original.apply_range(&wanted.relation)?;
            if own.array == wanted.array && meant.is_equal(&right)? {
                continue;
            }
            let wrong = meant.subtract(&right)?.union(&right.subtract(&meant)?)?;
            let found = instance(&wrong.domain()?)?;
            let text = found.as_ref().map_or_else(String::new, ToString::to_string);
            let message = format!(
                "{text} {} another element than the instance of {original} that it stands for",
                verb(own.kind)
            );
            return Err(Refusal::new(message)
                .shown_by(found.map(|found| found.instance))
                .at_operation(copy, own.position)
                .note(format!("{original} {} {}", verb(own.kind), wanted.relation)));
        }
        Ok(())
    }

    /// Conditions 2 and 3, and what is not proved.
    fn check_storage(&self, copy: &str, original: &str) -> Result<(), Refusal> {
        let name = names::statement(copy);
        let (Some(own), Some(program)) =
            (self.promotion.of_statement(copy), self.statement(original))
        else {
            return Ok(());
        };
        let refuse = |access: &Access, message: String, note: &str| {
            Err(Refusal::new(message)
                .at_operation(copy, access.position)
                .note(note))
        };
        for (access, meant) in own.accesses.iter().zip(&program.accesses) {
            let array = &access.array;
            let local = is_local(self.promotion.accesses, array);
            if access.kind == AccessKind::Write {
                if !local {
                    let message = format!(
                        "{name} writes `{array}`, which is no array of its tile: other tiles write it too"
                    );
                    return refuse(
                        access,
                        message,
                        "let it write an array of the kind shared or private",
                    );
                }
                continue;
            }
            if self.promotion.scratch.contains(array) {
                continue;
            }
            let mut writes = program.accesses.iter();
            if writes.any(|other| other.kind == AccessKind::Write && other.array == meant.array) {
                let message = format!(
                    "{original} updates `{}`, of which {name} reads elements that other instances leave",
                    meant.array
                );
                return refuse(
                    access,
                    message,
                    "an update in place has no copies; a sum is copied with its start, in an array of the tile",
                );
            }
            if local && !self.promotion.tiles.contains(array) {
                let message =
                    format!("{name} reads `{array}`, which holds values of one block or thread");
                return refuse(access, message, "let it read what it is made of");
            }
        }
        Ok(())
    }

    /// The terms of a sum are not spread over lanes.
    fn check_lanes(&self, copy: &str) -> Result<(), Refusal> {
        let name = names::statement(copy);
        for leaf in &self.promotion.leaves.0 {
            let mut kinds = leaf.prefix.kinds.iter();
            if kinds.any(|kind| kind.lanes() == Some(Lanes::Reduce)) && leaf.runs(copy)? {
                let message = format!(
                    "{name} runs in a loop of the kind vector.reduce, which adds in another order than the program"
                );
                return Err(Refusal::new(message)
                    .at(&leaf.path)
                    .note("the sums of copies keep the order of the program, so that all tiles have the same bits"));
            }
        }
        Ok(())
    }

    /// Condition 6.
    fn check_absent(&self, running: &UnionSet) -> Result<(), Refusal> {
        if self.absent.is_empty()? {
            return Ok(());
        }
        let mut written = UnionMap::none(self.promotion.context)?;
        for statement in &self.resolved.statements {
            for access in &statement.accesses {
                if access.kind != AccessKind::Write {
                    continue;
                }
                let own = access.relation.restricted_to(self.absent)?;
                let Some(found) = instance(&own.domain()?)? else {
                    continue;
                };
                let arrays = &self.promotion.accesses.arrays;
                let array = arrays.iter().find(|array| array.name == access.array);
                if !array.is_some_and(|array| array.kind.is_temporary()) {
                    let message = format!(
                        "only copies of {found} run, and it writes `{}`, which is no temporary",
                        access.array
                    );
                    return Err(Refusal::new(message)
                        .shown_by([found.instance])
                        .at_operation(&statement.name, access.position)
                        .note("what is returned, or read elsewhere, is written once: let the instance run in its place too"));
                }
                written = written.union(&own)?;
            }
        }
        let visible = self.promotion.visible(self.resolved);
        for statement in &visible.statements {
            for access in &statement.accesses {
                if access.kind != AccessKind::Read {
                    continue;
                }
                let read = access.relation.restricted_to(running)?;
                let lost = read.intersect_range(&written.range()?)?;
                let Some(reader) = instance(&lost.domain()?)? else {
                    continue;
                };
                let writer = instance(&lost.range()?.apply(&written.reverse()?)?)?;
                let writer = writer.map_or_else(String::new, |found| found.instance.to_string());
                let message = format!(
                    "{reader} reads `{}`, which {writer} writes, and only copies of that one run",
                    access.array
                );
                return Err(Refusal::new(message)
                    .shown_by([reader.instance])
                    .at_operation(&statement.name, access.position)
                    .note("let it read the array that the copies write, or let the instance run in its place too"));
            }
        }
        Ok(())
    }

    /// Condition 5, for all scratch.
    pub fn check_scratch(
        &self,
        tree: &Tree,
        places: &Places<'_>,
        uses: &[Use],
    ) -> Result<(), Refusal> {
        for array in &self.promotion.scratch {
            let own: Vec<&Use> = uses.iter().filter(|one| one.array == *array).collect();
            for one in &own {
                self.check_use(one)?;
            }
            self.check_values(tree, places, &own)?;
        }
        Ok(())
    }

    /// Only statements that recompute others write scratch, and no plain copy reads it.
    fn check_use(&self, one: &Use) -> Result<(), Refusal> {
        let recomputes = self.promotion.recomputing.contains_key(&one.statement);
        let (statement, array) = (names::statement(&one.statement), &one.array);
        let refuse = |message: String, note: &str| {
            Err(Refusal::new(message)
                .at_operation(&one.statement, one.position)
                .note(note))
        };
        if one.kind == AccessKind::Write && !recomputes {
            let message = format!("{statement} writes `{array}`, which holds recomputed values");
            return refuse(message, "give each of them an array of its own");
        }
        if one.copy {
            let message = format!(
                "undecided: {statement} copies elements of `{array}`, which are recomputed"
            );
            return refuse(message, "let the statements read them where they are");
        }
        if !one.location.is_single_valued()? || !one.element.is_single_valued()? {
            let message = format!(
                "{statement} {} `{array}`, which holds recomputed values, at subscripts that are not affine",
                verb(one.kind)
            );
            return refuse(message, "only affine subscripts say which element is meant");
        }
        Ok(())
    }

    fn check_values(&self, tree: &Tree, places: &Places<'_>, uses: &[&Use]) -> Result<(), Refusal> {
        let dataflow = Dataflow::of(tree, self.promotion, places, uses, &[])?;
        let order = dataflow.union(|_| true, |one| &one.time)?;
        let stored = dataflow.sources(|one| &one.location, Execution::writes, &order)?;
        let program = Program::of(self, &dataflow)?;
        let found = program.standing(&dataflow, &stored.may_dependence()?)?;
        let meant = program.last_writes(&dataflow)?;
        let unwritten = stored.may_no_source()?.domain()?;
        let lost = meant.subtract(&found)?.range()?;
        let gained = found.subtract(&meant)?.range()?;
        let wrong = unwritten.union(&lost)?.union(&gained)?;
        let Some((reader, run)) = dataflow.witness(&wrong)? else {
            return Ok(());
        };
        let means = dataflow.element_text(reader, &run)?;
        let array = reader.one.map_or("", |one| &one.array);
        let of = |all: &UnionMap| -> Result<Option<Instance>, Refusal> {
            let writers = run.execution.apply(&all.reverse()?)?;
            let found = instance(&writers.apply(&program.instances)?)?;
            Ok(found.map(|found| found.instance))
        };
        let (is, wanted) = (of(&found)?, of(&meant)?);
        let last = match &is {
            Some(one) => format!("a copy of {one} wrote there last"),
            None => "nothing has written there before".to_owned(),
        };
        let program = match &wanted {
            Some(one) => format!("{one} in the program"),
            None => "nothing in the program".to_owned(),
        };
        let text = &run.text;
        let message = format!("{text} reads `{array}` for {means}: {last}, and {program}");
        let shown = [run.instance.clone(), is, wanted];
        let refusal = Refusal::new(message).shown_by(shown.into_iter().flatten());
        Err(place(refusal, reader).note(
            "an extension adds copies of all instances that its tile needs, and each runs once there, in the order of the program",
        ))
    }

    /// The original accesses of a statement.
    fn statement(&self, name: &str) -> Option<&StatementAccesses> {
        let mut statements = self.resolved.statements.iter();
        statements.find(|one| one.name == name)
    }

    /// From the instances of a copy to those of the program that they stand for.
    fn originals(
        &self,
        copy: &str,
        original: &str,
        instances: &UnionSet,
    ) -> Result<UnionMap, Refusal> {
        let rank = self.rank(original)?;
        let mut all = UnionMap::none(self.promotion.context)?;
        for set in instances.sets()? {
            let indices = numbered(set.dim(Dim::SET)?);
            let outer = self.outer(copy);
            let own: Vec<String> = indices.iter().skip(outer).take(rank).cloned().collect();
            let text = format!(
                "{{ {copy}[{}] -> {original}[{}] }}",
                indices.join(", "),
                own.join(", ")
            );
            all = all.union(&UnionMap::parse(self.promotion.context, &text)?)?;
        }
        Ok(all.intersect_domain(instances)?)
    }

    /// How many indices a statement has in front of those of its original.
    fn outer(&self, name: &str) -> usize {
        let statement = self.promotion.of_statement(name);
        statement.map_or(0, StatementAccesses::outer_indices)
    }

    /// The number of indices of a statement of the domain.
    fn rank(&self, name: &str) -> Result<usize, Refusal> {
        for set in self.domain.sets()? {
            if set.name().as_deref() == Some(name) {
                return Ok(set.dim(Dim::SET)?);
            }
        }
        Ok(0)
    }
}

/// The writes of the program to the elements that scratch holds, as tuples: `w0[i, j]` for the
/// first of them.
struct Program<'r> {
    recompute: &'r Recompute<'r>,
    /// The statement and the position of each write.
    writes: Vec<(&'r StatementAccesses, &'r Access)>,
    /// From them to the instances.
    instances: UnionMap,
    /// The length of a time.
    length: usize,
}

impl<'r> Program<'r> {
    fn of(recompute: &'r Recompute<'r>, dataflow: &Dataflow<'_>) -> Result<Program<'r>, Refusal> {
        let context = recompute.promotion.context;
        let reads = dataflow.executions.iter().filter_map(|one| one.one);
        let elements: Vec<&str> = reads.map(|one| one.element_array.as_str()).collect();
        let (mut writes, mut length) = (Vec::new(), 0);
        let mut instances = UnionMap::none(context)?;
        for statement in &recompute.resolved.statements {
            if recompute
                .promotion
                .recomputing
                .contains_key(&statement.name)
            {
                continue;
            }
            let rank = recompute.rank(&statement.name)?;
            length = length.max(rank + statement.at.len() + 1);
            for access in &statement.accesses {
                if access.kind == AccessKind::Write && elements.contains(&&*access.array) {
                    let indices = numbered(rank).join(", ");
                    let name = &statement.name;
                    let text = format!("{{ w{}[{indices}] -> {name}[{indices}] }}", writes.len());
                    let own = UnionMap::parse(context, &text)?;
                    instances = instances.union(&own.intersect_range(recompute.domain)?)?;
                    writes.push((statement, access));
                }
            }
        }
        Ok(Program {
            recompute,
            writes,
            instances,
            length,
        })
    }

    /// From writes of the program to the executions that find a copy of them, given the writers
    /// that executions find.
    fn standing(&self, dataflow: &Dataflow<'_>, found: &UnionMap) -> Result<UnionMap, Refusal> {
        let mut all = UnionMap::none(self.recompute.promotion.context)?;
        for execution in dataflow.executions.iter().filter(|one| one.writes()) {
            let Some(one) = execution.one else { continue };
            let recomputing = &self.recompute.promotion.recomputing;
            let Some(Recomputing { original, .. }) = recomputing.get(&one.statement) else {
                continue;
            };
            let same = |(statement, access): &(&StatementAccesses, &Access)| {
                statement.name == *original && access.position == one.position
            };
            let Some(number) = self.writes.iter().position(same) else {
                continue;
            };
            let running = execution.instances.range()?;
            let to_original = self
                .recompute
                .originals(&one.statement, original, &running)?;
            let write = self.only(number)?.reverse()?;
            let standing = execution.instances.apply_range(&to_original)?;
            all = all.union(&standing.apply_range(&write)?)?;
        }
        Ok(found.apply_domain(&all)?)
    }

    /// From writes of the program to the executions whose instances find them there.
    fn last_writes(&self, dataflow: &Dataflow<'_>) -> Result<UnionMap, Refusal> {
        let context = self.recompute.promotion.context;
        let none = UnionMap::none(context)?;
        let (mut must, mut may, mut order) = (none.clone(), none.clone(), none);
        for (number, (statement, access)) in self.writes.iter().enumerate() {
            let instances = self.only(number)?;
            let own = instances.apply_range(&access.relation)?;
            match access.must {
                true => must = must.union(&own)?,
                false => may = may.union(&own)?,
            }
            let time = self.time(&statement.name, &statement.at, access.position, None)?;
            order = order.union(&instances.apply_range(&time)?)?;
        }
        let reads = dataflow.union(|one| !one.writes(), |one| &one.element)?;
        for execution in dataflow.executions.iter().filter(|one| !one.writes()) {
            let Some(one) = execution.one else { continue };
            let statement = self.recompute.promotion.of_statement(&one.statement);
            let at = statement.map_or(&[][..], |statement| &statement.at);
            for set in execution.instances.range()?.sets()? {
                let rank = Some(set.dim(Dim::SET)?);
                let time = self.time(&one.statement, at, one.position, rank)?;
                order = order.union(&execution.instances.apply_range(&time)?)?;
            }
        }
        let flow = UnionAccessInfo::from_sink(&reads)?
            .set_must_source(&must)?
            .set_may_source(&may)?
            .set_schedule_map(&order)?
            .compute_flow()?;
        Ok(flow.may_dependence()?)
    }

    /// From one write to the instances.
    fn only(&self, number: usize) -> Result<UnionMap, Refusal> {
        let context = self.recompute.promotion.context;
        let mut all = UnionMap::none(context)?;
        for map in self.instances.maps()? {
            if map.tuple_name(Dim::In).as_deref() == Some(&*format!("w{number}")) {
                all = all.add_map(&map)?;
            }
        }
        Ok(all)
    }

    /// From the instances of a statement, or the runs of a copy with so many coordinates, to the
    /// time of an operation of the body in the program.
    fn time(
        &self,
        name: &str,
        at: &[i64],
        position: usize,
        coordinates: Option<usize>,
    ) -> Result<UnionMap, Refusal> {
        let recomputing = &self.recompute.promotion.recomputing;
        let original = recomputing.get(name).map_or(name, |one| &one.original);
        let rank = self.recompute.rank(original)?;
        let indices = numbered(coordinates.unwrap_or(rank));
        let outer = self.recompute.outer(name);
        let own: Vec<String> = indices.iter().skip(outer).take(rank).cloned().collect();
        let mut values = original::time(at, &own, |number| number.to_string());
        values.push(position.to_string());
        values.resize(self.length.max(values.len()), "0".to_owned());
        let text = format!(
            "{{ {name}[{}] -> [{}] }}",
            indices.join(", "),
            values.join(", ")
        );
        Ok(UnionMap::parse(self.recompute.promotion.context, &text)?)
    }
}

/// A node with the runs that extensions below it add.
fn with_runs(
    node: Tree,
    path: &Path,
    depth: usize,
    runs: &[(&Recomputing, UnionSet)],
) -> Result<Tree, Refusal> {
    let here = || runs.iter().filter(|(place, _)| path.contains(&place.site));
    let own = |set: UnionSet| -> Result<UnionSet, Refusal> {
        Ok(here().try_fold(set, |all, (_, instances)| all.union(instances))?)
    };
    let below = depth + node.as_band().map_or(0, |band| band.members.len());
    let node = match node {
        Tree::Domain { domain, child } => child.below_domain(own(domain)?),
        Tree::Filter { filter, child } => child.below_filter(own(filter)?),
        Tree::Extension { extension, child } => {
            let mut left = extension.clone();
            for (_, instances) in runs.iter().filter(|(place, _)| place.site == *path) {
                left = left.subtract_range(instances)?;
            }
            child.below_extension(left)
        }
        Tree::Band { mut band, child } => {
            for (number, member) in band.members.iter_mut().enumerate() {
                let above = here().filter(|(place, _)| place.site != *path);
                for (place, instances) in above {
                    *member = with_coordinate(member, depth + number, place, instances)?;
                }
            }
            child.below_band(band)
        }
        node => node,
    };
    node.try_map_children(|at, child| with_runs(child, &path.child(at), below, runs))
}

/// The member with the value of a coordinate for runs, whose last indices are their coordinates.
fn with_coordinate(
    member: &Member,
    coordinate: usize,
    place: &Recomputing,
    runs: &UnionSet,
) -> Result<Member, Refusal> {
    let mut schedule = member.schedule.clone();
    for set in runs.sets()? {
        let indices = numbered(set.dim(Dim::SET)?);
        let position = (indices.len() + coordinate).checked_sub(place.depth);
        let value = position.and_then(|position| indices.get(position));
        let (Some(value), Some(name)) = (value, set.name()) else {
            continue;
        };
        let text = format!("{{ {name}[{}] -> [({value})] }}", indices.join(", "));
        let own = UnionPwAff::parse(schedule.context(), &text)?;
        schedule = schedule.union_add(&own)?;
    }
    Ok(member.with_schedule(schedule))
}

fn numbered(count: usize) -> Vec<String> {
    (0..count).map(|at| format!("i{at}")).collect()
}
