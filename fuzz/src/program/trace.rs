//! A sequential program as a sequence of reads and writes, for given sizes.
//!
//! A second implementation of the rules of "loops, triangles, scatter, pairs": boxes are hulls,
//! every element read has been written, a statement does not read what another point of it writes.
//! It is much simpler than the compiler's, because sizes have values here: it visits every point,
//! and marks every element. What the values are does not matter, but where data decide on a
//! place, an interval must show that it is inside.

use super::ast::{Binary, Def, Dim, Expr, Statement, Write};
use super::boxes::{Boxes, not_reversed};
use super::environment::NumericRange;
use super::numbers::{interval, number, truth};
use super::scope::{Refusal, Scope, Traced, invalid};
use std::collections::{BTreeMap, HashSet};

/// The most points of a run.
const MOST_POINTS: u64 = 60_000;

/// The elements of a tensor.
#[derive(Clone, Debug, Default)]
struct Area {
    space: Vec<NumericRange>,
    written: Vec<bool>,
}

impl Area {
    fn new(space: Vec<NumericRange>, written: bool) -> Area {
        let extent = |(low, high): &NumericRange| usize::try_from(high - low).unwrap_or(0);
        let count = space.iter().map(extent).product();
        Area {
            space,
            written: vec![written; count],
        }
    }

    /// The position of an element; `None` outside of the box.
    fn position(&self, at: &[i64]) -> Option<usize> {
        let mut position = 0;
        for (value, (low, high)) in at.iter().zip(&self.space) {
            if value < low || value >= high {
                return None;
            }
            position = position * (high - low) as usize + (value - low) as usize;
        }
        (at.len() == self.space.len()).then_some(position)
    }

    fn is_whole(&self) -> bool {
        self.written.iter().all(|written| *written)
    }
}

/// What a run visits.
#[derive(Clone, Debug, Default)]
pub struct Visited {
    /// The boxes of all tensors.
    pub spaces: BTreeMap<String, Vec<NumericRange>>,
    /// Tensors of which every element has a value.
    pub whole: Vec<String>,
    /// How many points write a tensor.
    pub writes: BTreeMap<String, u64>,
    /// Tensors of which a dimension has no value, since no iteration writes it.
    pub open: Vec<String>,
    /// These dimensions.
    pub bare: Vec<(String, usize)>,
}

/// What must hold for the sizes of a call, whether a statement runs or not: no range of sizes is
/// reversed, and no fixed element is outside of its tensor.
pub fn may_be_called(def: &Def, sizes: &Scope) -> bool {
    let Ok(run) = Run::new(def, sizes) else {
        return false;
    };
    let mut may = true;
    for statement in &def.statements {
        statement.walk(&mut |one| {
            let Statement::Write(write) = one else { return };
            may &= write.ranges.iter().all(|range| not_reversed(range, sizes));
            for expr in write.expressions() {
                expr.walk(&mut |part| {
                    if let Expr::Read(tensor, subscripts) = part
                        && let Some(area) = run.areas.get(tensor)
                    {
                        let pairs = subscripts.iter().zip(&area.space);
                        may &= pairs.into_iter().all(|(subscript, (low, high))| {
                            number(subscript, sizes).is_none_or(|at| *low <= at && at < *high)
                        });
                    }
                });
            }
        });
    }
    may
}

/// The boxes of a def's tensors after a run.
///
/// # Errors
/// The compiler must refuse the def, or its call with these sizes.
pub fn visit(def: &Def, sizes: &Scope) -> Traced<Visited> {
    let mut run = Run::new(def, sizes)?;
    let mut scope = sizes.clone();
    for statement in &def.statements {
        each_write(statement, &mut scope, &mut |write, scope| {
            run.write(write, scope)
        })?;
    }
    let whole = run.areas.iter().filter(|(_, area)| area.is_whole());
    let whole = whole.map(|(name, _)| name.clone()).collect();
    let spaces = run.areas.into_iter();
    Ok(Visited {
        spaces: spaces.map(|(name, area)| (name, area.space)).collect(),
        whole,
        writes: run.writes,
        open: run.open,
        bare: run.bare,
    })
}

/// Whether statements read a return before one writes it.
pub fn reads_first(def: &Def, name: &str) -> bool {
    let mut found = None;
    for statement in &def.statements {
        statement.walk(&mut |one| {
            let Statement::Write(write) = one else { return };
            let own = write.targets.iter().any(|target| target == name);
            let mut reads = own && write.reduction.is_some() && !write.initialises;
            for expr in write.expressions() {
                expr.walk(&mut |part| reads |= matches!(part, Expr::Read(it, _) if it == name));
            }
            if found.is_none() && (own || reads) {
                found = Some(reads);
            }
        });
    }
    found.unwrap_or(false)
}

struct Run<'d> {
    def: &'d Def,
    areas: BTreeMap<String, Area>,
    writes: BTreeMap<String, u64>,
    open: Vec<String>,
    bare: Vec<(String, usize)>,
    points: u64,
}

fn declared(dims: &[Dim], sizes: &Scope) -> Traced<Vec<NumericRange>> {
    let extent = |dim: &Dim| match dim {
        Dim::Size(name) => sizes.get(name).copied(),
        Dim::Extent(extent) => Some(*extent),
    };
    let space: Option<Vec<_>> = dims
        .iter()
        .map(|dim| Some((0, extent(dim)?.max(0))))
        .collect();
    space.map_or_else(|| invalid("a dimension without value"), Ok)
}

impl<'d> Run<'d> {
    fn new(def: &'d Def, sizes: &Scope) -> Traced<Run<'d>> {
        let mut run = Run {
            def,
            areas: BTreeMap::new(),
            writes: BTreeMap::new(),
            open: Vec::new(),
            bare: Vec::new(),
            points: 0,
        };
        for param in &def.params {
            let space = declared(&param.dims, sizes)?;
            run.areas.insert(param.name.clone(), Area::new(space, true));
        }
        for returned in &def.returns {
            if let Some((_, dims)) = &returned.annotation {
                let area = Area::new(declared(dims, sizes)?, reads_first(def, &returned.name));
                run.areas.insert(returned.name.clone(), area);
            }
        }
        let mut boxes = Boxes::default();
        for statement in &def.statements {
            statement.walk(&mut |one| boxes.note(one));
        }
        let mut scope = sizes.clone();
        for statement in &def.statements {
            each_write(statement, &mut scope, &mut |write, scope| {
                boxes.write(write, scope)
            })?;
        }
        for (name, hulls) in &boxes.hulls {
            if let Some(area) = run.areas.get(name) {
                let (_, fixed) = &boxes.fixed[name];
                let pairs = hulls.iter().zip(fixed).zip(&area.space);
                let same = |((hull, fixed), space): ((&Option<_>, &bool), &NumericRange)| {
                    *fixed || hull.is_none_or(|hull| hull == *space)
                };
                if !reads_first(def, name) && !pairs.into_iter().all(same) {
                    return invalid("another box than declared");
                }
                continue;
            }
            // Where only empty ranges write, the formula for other sizes holds (section 13).
            let (_, fixed) = &boxes.fixed[name];
            let written = |(hull, fixed): (&Option<NumericRange>, &bool)| {
                hull.is_some_and(|(low, high)| low < high || !fixed)
            };
            let bare = hulls.iter().zip(fixed).enumerate();
            let bare = bare.filter(|(_, dim)| !written(*dim));
            let bare: Vec<_> = bare.map(|(dim, _)| (name.clone(), dim)).collect();
            if !bare.is_empty() {
                run.open.push(name.clone());
            }
            run.bare.extend(bare);
            let space = hulls.iter().map(|hull| hull.unwrap_or((0, 0))).collect();
            run.areas.insert(name.clone(), Area::new(space, false));
        }
        Ok(run)
    }

    /// All points of a statement; the indices of its left-hand side alone, or all.
    fn each_point(
        &mut self,
        write: &Write,
        left_only: bool,
        scope: &mut Scope,
        visit: &mut dyn FnMut(&mut Self, &Scope) -> Traced<()>,
    ) -> Traced<()> {
        let ranges: Vec<_> = if left_only {
            let on_left = |name: &str| write.left.contains(&Expr::name(&name));
            let ranges = write.ranges.iter();
            ranges.filter(|range| on_left(&range.index)).collect()
        } else {
            write.ranges.iter().collect()
        };
        self.points_of(&ranges, scope, visit)
    }

    fn points_of(
        &mut self,
        ranges: &[&super::ast::Range],
        scope: &mut Scope,
        visit: &mut dyn FnMut(&mut Self, &Scope) -> Traced<()>,
    ) -> Traced<()> {
        let Some((first, rest)) = ranges.split_first() else {
            self.points += 1;
            if self.points > MOST_POINTS {
                return Err(Refusal::TooLong);
            }
            return visit(self, scope);
        };
        for at in bounds(&first.low, &first.high, scope)? {
            scope.insert(first.index.clone(), at);
            self.points_of(rest, scope, visit)?;
        }
        scope.remove(&first.index);
        Ok(())
    }

    fn write(&mut self, write: &Write, scope: &mut Scope) -> Traced<()> {
        if write.is_scatter() {
            return self.scatter(write, scope);
        }
        let mut written: HashSet<Vec<i64>> = HashSet::new();
        self.each_point(write, true, scope, &mut |run, scope| {
            let at = exact(&write.left, scope)?;
            if !written.insert(at.clone()) {
                return invalid("two left-hand sides are one element");
            }
            let keeps = write.reduction.is_some() && !write.initialises;
            write
                .targets
                .iter()
                .try_for_each(|target| run.is_read(target, &at, !keeps))
        })?;
        self.each_point(write, false, scope, &mut |run, scope| {
            let at = exact(&write.left, scope)?;
            for value in &write.values {
                run.reads(value, scope, &mut |tensor, element| {
                    let own = write.targets.iter().any(|target| target == tensor);
                    let other = element.is_none_or(|it| *it != at && written.contains(it));
                    if own && other {
                        invalid("it reads what another point writes")
                    } else {
                        Ok(())
                    }
                })?;
            }
            run.count(write);
            Ok(())
        })?;
        for target in &write.targets {
            for at in &written {
                self.mark(target, at);
            }
        }
        Ok(())
    }

    fn count(&mut self, write: &Write) {
        for target in &write.targets {
            *self.writes.entry(target.clone()).or_default() += 1;
        }
    }

    fn mark(&mut self, target: &str, at: &[i64]) {
        if let Some(area) = self.areas.get_mut(target)
            && let Some(position) = area.position(at)
        {
            area.written[position] = true;
        }
    }

    /// Computed left-hand sides: the old contents are there, or every element gets the identity.
    fn scatter(&mut self, write: &Write, scope: &mut Scope) -> Traced<()> {
        let target = &write.targets[0];
        if write.targets.len() > 1 || !self.has_a_box(write) {
            return invalid("scatter needs a box, and one target");
        }
        let Some(area) = self.areas.get(target).cloned() else {
            return invalid("scatter to an unknown tensor");
        };
        let places = write.reduction.is_none();
        if write.initialises {
            self.initialise(write, scope)?;
        } else if !places && !area.is_whole() {
            return invalid("scatter to elements without a value");
        }
        let mut written: HashSet<Vec<i64>> = HashSet::new();
        self.each_point(write, false, scope, &mut |run, scope| {
            for value in write.expressions() {
                run.reads(value, scope, &mut |tensor, _| {
                    if tensor == target {
                        invalid("scatter reads its target")
                    } else {
                        Ok(())
                    }
                })?;
            }
            if write.left.len() != area.space.len() {
                return invalid("another rank");
            }
            for (subscript, (low, high)) in write.left.iter().zip(&area.space) {
                let (first, last) = interval(subscript, scope);
                if first < *low || last >= *high {
                    return invalid("scatter leaves the box");
                }
            }
            if places && !written.insert(exact(&write.left, scope)?) {
                return invalid("two points write one element");
            }
            run.count(write);
            Ok(())
        })?;
        for at in &written {
            self.mark(target, at);
        }
        Ok(())
    }

    /// Whether the tensor of a scatter has a box without it: it is declared, or a statement before
    /// this one writes it.
    fn has_a_box(&self, write: &Write) -> bool {
        let target = &write.targets[0];
        let mut returns = self.def.returns.iter();
        let declares = returns.any(|one| one.name == *target && one.annotation.is_some());
        let mut seen = false;
        let mut before = false;
        for statement in &self.def.statements {
            statement.walk(&mut |one| {
                let Statement::Write(other) = one else { return };
                seen |= std::ptr::eq(other, write);
                before |= !seen && other.targets.contains(target);
            });
        }
        declares || before
    }

    /// `!` of a scatter: all elements whose fixed subscripts have the values of this iteration.
    fn initialise(&mut self, write: &Write, scope: &Scope) -> Traced<()> {
        let mut fixed = Vec::new();
        for subscript in &write.left {
            fixed.push(if write.is_fixed(subscript) {
                Some(number(subscript, scope).map_or_else(|| invalid("no value"), Ok)?)
            } else {
                None
            });
        }
        let Some(area) = self.areas.get_mut(&write.targets[0]) else {
            return Ok(());
        };
        for position in 0..area.written.len() {
            let mut rest = position as i64;
            let mut all = true;
            for (value, (low, high)) in fixed.iter().zip(&area.space).rev() {
                let at = low + rest % (high - low);
                rest /= high - low;
                all &= value.is_none_or(|value| value == at);
            }
            area.written[position] |= all;
        }
        Ok(())
    }

    /// An element that is read, or only in the box.
    fn is_read(&self, tensor: &str, at: &[i64], only_inside: bool) -> Traced<()> {
        let Some(area) = self.areas.get(tensor) else {
            return invalid(format!("{tensor} is unknown"));
        };
        match area.position(at) {
            None => invalid(format!("{tensor}{at:?} is outside of {:?}", area.space)),
            Some(position) if !only_inside && !area.written[position] => {
                invalid(format!("{tensor}{at:?} has no value"))
            }
            Some(_) => Ok(()),
        }
    }

    /// The elements that an expression reads; `None` for one that data decide on.
    fn reads(
        &self,
        expr: &Expr,
        scope: &Scope,
        visit: &mut dyn FnMut(&str, Option<&Vec<i64>>) -> Traced<()>,
    ) -> Traced<()> {
        match expr {
            Expr::Select(condition, a, b) => {
                self.reads(condition, scope, visit)?;
                // A single value is read before it is known which one counts.
                for single in [a, b].into_iter().filter(|one| is_single_read(one)) {
                    self.reads(single, scope, visit)?;
                }
                return match truth(condition, scope) {
                    Some(true) => self.reads(a, scope, visit),
                    Some(false) => self.reads(b, scope, visit),
                    None => {
                        self.reads(a, scope, visit)?;
                        self.reads(b, scope, visit)
                    }
                };
            }
            Expr::Binary(operator @ (Binary::And | Binary::Or), a, b) => {
                self.reads(a, scope, visit)?;
                return match truth(a, scope) {
                    Some(known) if known == (*operator == Binary::Or) => Ok(()),
                    _ => self.reads(b, scope, visit),
                };
            }
            Expr::Read(tensor, subscripts) => self.read(tensor, subscripts, scope, visit)?,
            _ => {}
        }
        let mut children = expr.children().into_iter();
        children.try_for_each(|child| self.reads(child, scope, visit))
    }

    fn read(
        &self,
        tensor: &str,
        subscripts: &[Expr],
        scope: &Scope,
        visit: &mut dyn FnMut(&str, Option<&Vec<i64>>) -> Traced<()>,
    ) -> Traced<()> {
        if let Ok(at) = exact(subscripts, scope) {
            self.is_read(tensor, &at, false)?;
            return visit(tensor, Some(&at));
        }
        let Some(area) = self.areas.get(tensor) else {
            return invalid(format!("{tensor} is unknown"));
        };
        let inside = |(subscript, (low, high)): (&Expr, &NumericRange)| {
            let (first, last) = interval(subscript, scope);
            first >= *low && last < *high
        };
        let all = subscripts.iter().zip(&area.space).all(inside);
        if !all || subscripts.len() != area.space.len() || !area.is_whole() {
            return invalid(format!("data may leave {tensor}"));
        }
        visit(tensor, None)
    }
}

/// Calls `see` for the statements inside of one, in the order of execution, with the values of the
/// loops around.
fn each_write(
    statement: &Statement,
    scope: &mut Scope,
    see: &mut dyn FnMut(&Write, &mut Scope) -> Traced<()>,
) -> Traced<()> {
    match statement {
        Statement::Write(write) => see(write, scope),
        Statement::Loop {
            index,
            low,
            high,
            body,
        } => {
            for at in bounds(low, high, scope)? {
                scope.insert(index.clone(), at);
                for inner in body {
                    each_write(inner, scope, see)?;
                }
                scope.remove(index);
            }
            Ok(())
        }
        _ => invalid("a statement of the other generator"),
    }
}

/// The values of a loop index.
pub fn bounds(low: &Expr, high: &Expr, scope: &Scope) -> Traced<std::ops::Range<i64>> {
    let ends = number(low, scope).zip(number(high, scope));
    ends.map_or_else(
        || invalid("a bound without value"),
        |(low, high)| Ok(low..high),
    )
}

/// `T`, of a tensor without dimensions, perhaps converted.
fn is_single_read(expr: &Expr) -> bool {
    match expr {
        Expr::Read(_, subscripts) => subscripts.is_empty(),
        Expr::Cast(_, inner) => is_single_read(inner),
        _ => false,
    }
}

fn exact(subscripts: &[Expr], scope: &Scope) -> Traced<Vec<i64>> {
    let all: Option<Vec<i64>> = subscripts.iter().map(|one| number(one, scope)).collect();
    all.map_or_else(|| invalid("data decide on a place"), Ok)
}
