//! Proves that each access finds its original element, by dataflow analysis in the order of the
//! tree.
//!
//! For every read, and for each element of an argument at the end of the program, three questions
//! are examined:
//!
//! 1. Which access wrote the place last? There must be one, or the place must be the element
//!    itself.
//! 2. Is the original element of that access the same?
//! 3. Which statement changed that element last, in the order of the tree? The place must have been
//!    written at that time or later.
//!
//! A copy reads the element that it moves like any other statement, so the value that it wrote is
//! correct if its own read was. By induction over the order of the tree, every read gives the value
//! of the original program; [`super::order`] proves that the order is legal, and [`super::threads`]
//! that threads keep it. The copies may run at any time before their use: common coordinates are
//! not restricted.
//!
//! An array that is local to a block or a thread, and not a tile, exists several times, but only
//! once in the original order. For such arrays the question is whether every read finds the same
//! write as in the original order ([`check_local`]).
//!
//! Instances of a copy may run several times. An *execution* is an instance with its coordinates:
//!
//! ```text
//! e3[a0, a1, c0, c1] -> [K0[c0, 0, 0] -> A_s[a0 mod 32, a1]]      the accessed place, with the block that owns the tile
//! e3[a0, a1, c0, c1] -> A[a0, a1]                                 the original element
//! e3[a0, a1, c0, c1] -> [0, c0, 0, c1, a0, a1, 0]                 the time
//! ```
//!
//! The analysis is isl's (`isl_union_access_info_compute_flow`; Feautrier, "Dataflow analysis of
//! array and scalar references"). **Cost**: a lexicographic maximum for each pair of a write and a
//! read of one tile.

use tc_dialects::schedule::tree::{ArrayKind, Instance, Path, Refusal, Tree};
use tc_isl::{Dim, Set, UnionAccessInfo, UnionFlow, UnionMap, UnionSet};

use super::super::leaves::{Leaf, select};
use super::promotion::{Promotion, Use, verb};
use super::storage::Places;
use super::witness::{Witness, instance, pair};
use crate::accesses::AccessKind;
use crate::original;

/// The executions of one access at one leaf, or the elements of an argument at the end.
pub(super) struct Execution<'a> {
    /// `None` for the end of the program.
    pub(super) one: Option<&'a Use>,
    /// From executions to instances.
    pub(super) instances: UnionMap,
    pub(super) location: UnionMap,
    pub(super) element: UnionMap,
    pub(super) time: UnionMap,
    /// The time in the original order; `None` for copies.
    original: UnionMap,
}

/// The analysis of the accesses with original elements in some arrays.
pub struct Dataflow<'a> {
    promotion: &'a Promotion<'a>,
    pub(super) executions: Vec<Execution<'a>>,
}

/// Checks all accesses with original elements in these arrays; see the top of this file.
pub fn check(
    tree: &Tree,
    promotion: &Promotion<'_>,
    places: &Places<'_>,
    uses: &[Use],
    arrays: &[String],
) -> Result<(), Refusal> {
    let concerned: Vec<&Use> = uses
        .iter()
        .filter(|one| arrays.contains(&one.element_array))
        .collect();
    for one in &concerned {
        if !one.element.is_single_valued()? {
            let message = format!(
                "{} {} `{}` at subscripts that are not affine, while tiles hold elements of `{}`",
                one.statement,
                verb(one.kind),
                one.array,
                one.element_array
            );
            return Err(Refusal::new(message).at_operation(&one.statement, one.position));
        }
    }
    Dataflow::of(tree, promotion, places, &concerned, arrays)?.check()
}

/// Checks that every read of a local array finds the same write in the order of the tree, at the
/// places of the array, as in the original order.
pub fn check_local(
    tree: &Tree,
    promotion: &Promotion<'_>,
    places: &Places<'_>,
    uses: &[Use],
    array: &str,
) -> Result<(), Refusal> {
    let concerned: Vec<&Use> = uses.iter().filter(|one| one.array == array).collect();
    let dataflow = Dataflow::of(tree, promotion, places, &concerned, &[])?;
    let order = dataflow.union(|_| true, |one| &one.time)?;
    let found = dataflow.sources(|one| &one.location, Execution::writes, &order)?;
    let original = dataflow.union(|_| true, |one| &one.original)?;
    let meant = dataflow.sources(|one| &one.element, Execution::writes, &original)?;
    let lost = meant.may_dependence()?.subtract(&found.may_dependence()?)?;
    let gained = found.may_dependence()?.subtract(&meant.may_dependence()?)?;
    for wrong in [lost, gained] {
        if let Some((_, reader, first, second)) = dataflow.witnesses(&wrong)? {
            let message = format!(
                "the flow dependence {} -> {} on `{array}` is not the same in the order of the tree",
                first.text, second.text
            );
            let refusal = Refusal::new(message).shown_by(instances([first, second]));
            return Err(place(refusal, reader).note(format!(
                "each block, thread or parallel iteration has `{array}` for itself, and loses it at its end"
            )));
        }
    }
    Ok(())
}

impl<'a> Dataflow<'a> {
    /// The last of the writes selected by `which`, before each read.
    pub(super) fn sources(
        &self,
        what: impl for<'e> Fn(&'e Execution<'a>) -> &'e UnionMap,
        which: impl Fn(&Execution<'a>) -> bool,
        order: &UnionMap,
    ) -> tc_isl::Result<UnionFlow> {
        UnionAccessInfo::from_sink(&self.union(|one| !one.writes(), &what)?)?
            .set_must_source(&self.union(|one| which(one) && one.must(), &what)?)?
            .set_may_source(&self.union(|one| which(one) && !one.must(), &what)?)?
            .set_schedule_map(order)?
            .compute_flow()
    }

    pub(super) fn of(
        tree: &Tree,
        promotion: &'a Promotion<'a>,
        places: &Places<'_>,
        uses: &[&'a Use],
        arrays: &[String],
    ) -> Result<Dataflow<'a>, Refusal> {
        let mut dataflow = Dataflow {
            promotion,
            executions: Vec::new(),
        };
        let columns: Vec<Vec<String>> = promotion
            .leaves
            .0
            .iter()
            .map(|leaf| columns(tree, &leaf.path))
            .collect();
        let mut length = columns.iter().map(Vec::len).max().unwrap_or(0);
        let mut rank = 0;
        for one in uses {
            for set in one.location.domain()?.sets()? {
                rank = rank.max(set.dim(Dim::SET)?);
            }
        }
        let statements = promotion.accesses.statements.iter();
        let deepest = statements.map(|statement| statement.at.len()).max();
        length += rank + 1 + deepest.unwrap_or(1);
        for (leaf, columns) in promotion.leaves.0.iter().zip(&columns) {
            for one in uses {
                dataflow.add(leaf, columns, length, places, one)?;
            }
        }
        for array in arrays {
            dataflow.add_end(array, length)?;
        }
        Ok(dataflow)
    }

    /// Adds the executions of an access at a leaf.
    fn add(
        &mut self,
        leaf: &Leaf,
        columns: &[String],
        length: usize,
        places: &Places<'_>,
        one: &'a Use,
    ) -> Result<(), Refusal> {
        let context = self.promotion.context;
        let own = leaf.instances.intersect(&one.location.domain()?)?;
        let sets = own.sets()?;
        let [set] = sets.as_slice() else {
            return Ok(());
        };
        if set.is_empty()? {
            return Ok(());
        }
        let name = format!("e{}", self.executions.len());
        let coordinates = leaf.prefix.relation()?.intersect_domain(&own)?;
        // [S[i] -> [c]] -> S[i], and -> [c]
        let to_instance = coordinates.domain_map()?;
        let to_coordinates = coordinates.range_map()?;
        let flat = UnionMap::parse(context, &flattened(set, leaf.prefix.depth(), &name)?)?;
        let of = |relation: UnionMap| relation.apply_domain(&flat);
        let location = to_instance.apply_range(&one.location)?;
        let location = match self.kind_of(&one.array) {
            Some(kind) if kind.is_local() => {
                let owner = to_coordinates.apply_range(&places.of_leaf(leaf, kind)?)?;
                owner.range_product(&location)?
            }
            _ => location,
        };
        let mut values = vec!["0".to_owned()];
        values.extend(columns.iter().cloned());
        let outer = UnionMap::parse(context, &select(leaf.prefix.depth(), &values))?;
        let inner = UnionMap::parse(
            context,
            &in_index_order(set, one.position, length - values.len())?,
        )?;
        let time = to_coordinates
            .apply_range(&outer)?
            .flat_range_product(&to_instance.apply_range(&inner)?)?;
        let statements = &self.promotion.accesses.statements;
        let at = statements
            .iter()
            .find(|other| other.name == one.statement)
            .map_or(&[0][..], |statement| &statement.at);
        let original =
            UnionMap::parse(context, &in_original_order(set, at, one.position, length)?)?;
        self.executions.push(Execution {
            one: Some(one),
            instances: of(to_instance.clone())?,
            location: of(location)?,
            element: of(to_instance.apply_range(&one.element)?)?,
            time: of(time)?,
            original: of(to_instance.apply_range(&original)?)?,
        });
        Ok(())
    }

    /// Adds a read, after everything else, of all elements of an argument that a statement writes.
    fn add_end(&mut self, array: &str, length: usize) -> Result<(), Refusal> {
        let context = self.promotion.context;
        if self.kind_of(array).is_some_and(|kind| !kind.is_argument()) {
            return Ok(());
        }
        let mut written = UnionSet::none(context)?;
        for execution in &self.executions {
            if execution.changes() && execution.means(array) {
                written = written.union(&execution.element.range()?)?;
            }
        }
        let written = written.coalesce()?;
        for set in written.sets()? {
            let name = format!("e{}", self.executions.len());
            let rank = set.dim(Dim::SET)?;
            let dims: Vec<String> = (0..rank).map(|dim| format!("d{dim}")).collect();
            let dims = dims.join(", ");
            let text = format!("{{ {name}[{dims}] -> {array}[{dims}] }}");
            let element = UnionMap::parse(context, &text)?.intersect_range(&written)?;
            let mut time = vec!["0".to_owned(); length];
            time[0] = "1".to_owned();
            let text = format!("{{ {name}[{dims}] -> [{}] }}", time.join(", "));
            self.executions.push(Execution {
                one: None,
                instances: element.clone(),
                location: element.clone(),
                time: UnionMap::parse(context, &text)?.intersect_domain(&element.domain()?)?,
                element,
                original: UnionMap::none(context)?,
            });
        }
        Ok(())
    }

    fn kind_of(&self, array: &str) -> Option<ArrayKind> {
        let mut arrays = self.promotion.accesses.arrays.iter();
        let info = arrays.find(|info| info.name == array);
        info.map(|info| info.kind)
    }

    fn check(&self) -> Result<(), Refusal> {
        let order = self.union(|_| true, |one| &one.time)?;
        let stored = self.sources(|one| &one.location, Execution::writes, &order)?;
        let found = stored.may_dependence()?;
        self.check_first(&stored.may_no_source()?)?;
        self.check_elements(&found)?;
        let changed = self
            .sources(|one| &one.element, Execution::changes, &order)?
            .may_dependence()?;
        self.check_age(&found, &changed.subtract(&found)?, &order)
    }

    /// Question 1: a read of a place without a preceding must-write is a read of the element
    /// itself.
    fn check_first(&self, unwritten: &UnionMap) -> Result<(), Refusal> {
        let elements = self.union(|one| !one.writes(), |one| &one.element)?;
        let wrong = unwritten.subtract(&elements)?;
        let Some((reader, found)) = self.witness(&wrong.domain()?)? else {
            return Ok(());
        };
        let array = reader.one.map_or("", |one| &one.array);
        let means = self.element_text(reader, &found)?;
        let message = format!(
            "{} reads `{array}` for {means}, but nothing has written there before",
            found.text
        );
        Err(
            place(Refusal::new(message).shown_by(found.instance), reader).note(
                "a tile is filled by a copy, or by a statement that writes all of what is read",
            ),
        )
    }

    /// Question 2.
    fn check_elements(&self, found: &UnionMap) -> Result<(), Refusal> {
        let all = |writes: bool| self.union(|one| one.writes() == writes, |one| &one.element);
        let right = all(true)?.apply_range(&all(false)?.reverse()?)?;
        let wrong = found.subtract(&right)?;
        let Some((writer, reader, first, second)) = self.witnesses(&wrong)? else {
            return Ok(());
        };
        let wrote = self.element_text(writer, &first)?;
        let means = self.element_text(reader, &second)?;
        let array = writer.one.map_or("", |one| &one.array);
        let message = match reader.one {
            Some(_) => format!(
                "{} reads `{array}` for {means}, but {} wrote {wrote} there last",
                second.text, first.text
            ),
            None => format!(
                "{means} ends as {wrote}, which {} wrote there last",
                first.text
            ),
        };
        let at = match writer.one {
            Some(one) if one.copy => writer,
            _ if reader.one.is_some() => reader,
            _ => writer,
        };
        let refusal = Refusal::new(message).shown_by(instances([first, second]));
        Err(place(refusal, at).note(
            "the subscripts of the tile and the element that the access stands for must agree for both",
        ))
    }

    /// Question 3: `changed` pairs the last changes of an element with reads of it that found
    /// another access's value.
    fn check_age(
        &self,
        found: &UnionMap,
        changed: &UnionMap,
        order: &UnionMap,
    ) -> Result<(), Refusal> {
        if changed.is_empty()? {
            return Ok(());
        }
        let unfound = changed.subtract_range(&found.range()?)?;
        // The value that was read, and the change that it predates.
        let between = found.apply_range(&changed.reverse()?)?;
        let writers = order.intersect_domain(&between.domain()?)?;
        let changes = order.intersect_domain(&between.range()?)?;
        let older = between.intersect(&writers.lex_lt_union_map(&changes)?)?;
        let stale = changed
            .intersect(&older.reverse()?.apply_range(found)?)?
            .union(&unfound)?;
        let Some((change, reader, first, second)) = self.witnesses(&stale)? else {
            return Ok(());
        };
        let means = self.element_text(reader, &second)?;
        let tile = change.one.map_or("", |one| &one.array);
        let (message, note) = match reader.one {
            Some(one) => (
                format!(
                    "{} reads `{}` for {means}, which {} has changed since it was written there",
                    second.text, one.array, first.text
                ),
                "a copy must run between the change and the read, or both must use one tile",
            ),
            None => (
                format!(
                    "{means}, which {} writes into `{tile}`, is never copied out",
                    first.text
                ),
                "add a copy from the tile to the array that runs after the last write",
            ),
        };
        let at = if reader.one.is_some() { reader } else { change };
        let refusal = Refusal::new(message).shown_by(instances([first, second]));
        Err(place(refusal, at).note(note))
    }

    /// What is asked of some executions.
    pub(super) fn union(
        &self,
        which: impl Fn(&Execution<'a>) -> bool,
        what: impl for<'e> Fn(&'e Execution<'a>) -> &'e UnionMap,
    ) -> tc_isl::Result<UnionMap> {
        let none = UnionMap::none(self.promotion.context)?;
        let mut executions = self.executions.iter().filter(|one| which(one));
        executions.try_fold(none, |all, one| all.union(what(one)))
    }

    /// The smallest of some executions.
    pub(super) fn witness(
        &self,
        wrong: &UnionSet,
    ) -> Result<Option<(&Execution<'a>, Run)>, Refusal> {
        for execution in &self.executions {
            let own = wrong.intersect(&execution.time.domain()?)?;
            if !own.is_empty()? {
                return Ok(Some((execution, Run::of(execution, &own)?)));
            }
        }
        Ok(None)
    }

    /// The smallest of some pairs of executions.
    #[allow(
        clippy::type_complexity,
        reason = "two executions, each with its instance"
    )]
    fn witnesses(
        &self,
        wrong: &UnionMap,
    ) -> Result<Option<(&Execution<'a>, &Execution<'a>, Run, Run)>, Refusal> {
        let Some(found) = pair(wrong)? else {
            return Ok(None);
        };
        let (Some((first, one)), Some((second, other))) =
            (self.witness(&found.first)?, self.witness(&found.second)?)
        else {
            return Ok(None);
        };
        Ok(Some((first, second, one, other)))
    }

    /// The original element of an execution, as `A[0, 1]`.
    pub(super) fn element_text(
        &self,
        execution: &Execution<'a>,
        found: &Run,
    ) -> Result<String, Refusal> {
        let element = found.execution.apply(&execution.element)?;
        Ok(instance(&element)?.map_or_else(String::new, |found| found.to_string()))
    }
}

/// An execution, and the instance that it runs.
pub(super) struct Run {
    pub(super) execution: UnionSet,
    /// `S1[0, 0, 1]`, with the sizes if there are any.
    pub(super) text: String,
    pub(super) instance: Option<Instance>,
}

impl Run {
    fn of(execution: &Execution<'_>, all: &UnionSet) -> Result<Run, Refusal> {
        let least = all.lexmin()?;
        let found = instance(&least.apply(&execution.instances)?)?;
        Ok(Run {
            execution: least,
            text: found.as_ref().map_or_else(String::new, Witness::to_string),
            instance: found.map(|found| found.instance),
        })
    }
}

fn instances(runs: [Run; 2]) -> impl Iterator<Item = Instance> {
    runs.into_iter().filter_map(|run| run.instance)
}

impl Execution<'_> {
    pub(super) fn writes(&self) -> bool {
        self.one.is_some_and(|one| one.kind == AccessKind::Write)
    }

    /// Whether it gives an element a new value; copies do not.
    fn changes(&self) -> bool {
        self.writes() && self.one.is_some_and(|one| !one.copy)
    }

    fn must(&self) -> bool {
        self.one.is_none_or(|one| one.must)
    }

    fn means(&self, array: &str) -> bool {
        self.one.is_some_and(|one| one.element_array == array)
    }
}

/// The refusal, at the operation of the access.
pub(super) fn place(refusal: Refusal, execution: &Execution<'_>) -> Refusal {
    match execution.one {
        Some(one) => refusal.at_operation(&one.statement, one.position),
        None => refusal,
    }
}

/// The time of a leaf, in its coordinates `c0`, `c1`, ...: those of the bands above, and the
/// positions in sequences.
fn columns(tree: &Tree, leaf: &Path) -> Vec<String> {
    let mut columns = Vec::new();
    let mut coordinates = 0;
    for (node, step) in tree.along(leaf).into_iter().zip(&leaf.0) {
        match node {
            Tree::Band { band, .. } => {
                for _ in &band.members {
                    columns.push(format!("c{coordinates}"));
                    coordinates += 1;
                }
            }
            Tree::Sequence { .. } | Tree::Set { .. } => columns.push(step.to_string()),
            _ => {}
        }
    }
    columns
}

/// `{ [S[i0, i1] -> [c0]] -> e3[i0, i1, c0] }`
fn flattened(set: &Set, depth: usize, name: &str) -> Result<String, Refusal> {
    let indices: Vec<String> = (0..set.dim(Dim::SET)?).map(|at| format!("i{at}")).collect();
    let coordinates: Vec<String> = (0..depth).map(|at| format!("c{at}")).collect();
    let all: Vec<String> = indices.iter().chain(&coordinates).cloned().collect();
    Ok(format!(
        "{{ [{}[{}] -> [{}]] -> {name}[{}] }}",
        set.name().unwrap_or_default(),
        indices.join(", "),
        coordinates.join(", "),
        all.join(", ")
    ))
}

/// `{ S[i0, i1] -> [2, i0, i1, 4, 0] }`: the original order of the instances of a statement, and of
/// the operations of its body.
fn in_original_order(
    set: &Set,
    at: &[i64],
    position: usize,
    length: usize,
) -> Result<String, Refusal> {
    let time = |indices: &[String]| original::time(at, indices, |number| number.to_string());
    order(set, time, position, length)
}

/// `{ S[i0, i1] -> [i0, i1, 4, 0] }`: the order of the instances of a statement, and of the
/// operations of its body.
fn in_index_order(set: &Set, position: usize, length: usize) -> Result<String, Refusal> {
    order(set, <[String]>::to_vec, position, length)
}

/// The map from the instances of a statement to their time, the position of an operation of the
/// body and zeros up to `length`.
fn order(
    set: &Set,
    time: impl Fn(&[String]) -> Vec<String>,
    position: usize,
    length: usize,
) -> Result<String, Refusal> {
    let indices: Vec<String> = (0..set.dim(Dim::SET)?).map(|at| format!("i{at}")).collect();
    let mut values = time(&indices);
    values.push(position.to_string());
    values.resize(length, "0".to_owned());
    Ok(format!(
        "{{ {}[{}] -> [{}] }}",
        set.name().unwrap_or_default(),
        indices.join(", "),
        values.join(", ")
    ))
}
