//! Every element that is read has been written, and every element of a return is (TC0408, TC0409).
//!
//! A temporary or a return starts without values. With loops, or with statements that write a part
//! of the box, a read may come before the write, or an element may get no value at all. Both are
//! decided by dataflow, exactly for affine subscripts: the points of a read, less those for which
//! an earlier instance of some writer stores the same element. Instances are ordered by the loops
//! that two statements share, then by their place in the text; a statement reads before it writes.
//!
//! A point that is left is the error's witness, for the smallest sizes. Guards that depend on data
//! count as true, and what isl does not decide within its budget is an error too. Reads at
//! data-dependent subscripts are not examined: they are checked against the box. A subscript that
//! is not affine, such as `(2*i) % N`, stands for all of its dimension.
//!
//! Cost: one isl set difference per read of such a tensor, and per return; nothing for tensors
//! whose first statement writes all of their box.

use super::hulls::is_quasi_affine;
use super::messages;
use super::model::{Def, Formula, Left, Range, Role, Statement, Store, Tensor};
use super::prover::{Facts, Prover, Undecided};
use std::collections::HashMap;
use tc_syntax::diagnostic::{Diagnostic, Place};
use tc_syntax::expr::{Comparison, Condition, Expr, Precondition, Symbol};

/// A def whose boxes and ranges are known.
pub(super) struct Flow<'a> {
    pub(super) def: &'a Def,
    pub(super) boxes: &'a HashMap<String, Vec<Range>>,
    /// Loops and indices of each statement with their ranges.
    pub(super) ranges: &'a [Vec<(String, Range)>],
    pub(super) preconditions: &'a [Precondition],
    pub(super) prover: &'a Prover,
    /// Replaces extents.
    pub(super) resolve: &'a dyn Fn(&Expr) -> Expr,
}

/// A read of elements that must have a value.
struct Read<'a> {
    position: usize,
    element: Vec<Expr>,
    guards: Vec<Formula>,
    place: Option<Place>,
    tensor: &'a Tensor,
}

impl Flow<'_> {
    /// The errors.
    pub(super) fn check(&self) -> Vec<Diagnostic> {
        let mut errors = Vec::new();
        for tensor in &self.def.tensors {
            let own = matches!(tensor.role, Role::Return | Role::Temporary);
            let mut writers = self.def.writers(&tensor.name);
            let in_parts = |statement: &Statement| {
                let plain = statement.left.iter().all(|left| left.index().is_some());
                !plain || !statement.loops.is_empty()
            };
            if !own || !writers.any(|(_, statement)| in_parts(statement)) {
                continue;
            }
            for read in self.reads(tensor) {
                errors.extend(self.check_read(&read));
            }
            if tensor.role == Role::Return {
                errors.extend(self.check_return(tensor));
            }
        }
        errors
    }

    fn reads<'t>(&self, tensor: &'t Tensor) -> Vec<Read<'t>> {
        let mut reads = Vec::new();
        for (position, statement) in self.def.statements.iter().enumerate() {
            let depends_on_data = |expr: &Expr| {
                let mut names = expr.names().into_iter();
                names.any(|name| statement.leaf(name).is_some())
            };
            let of = |element: Vec<Expr>, guards: Vec<Formula>, place: Option<Place>| {
                let element: Vec<Expr> = element.iter().map(|expr| (self.resolve)(expr)).collect();
                (!element.iter().any(depends_on_data)).then_some(Read {
                    position,
                    element,
                    guards: guards.iter().map(|one| one.map(self.resolve)).collect(),
                    place,
                    tensor,
                })
            };
            for access in &statement.accesses {
                if access.tensor == tensor.name && !access.exists {
                    let (element, guards) = (access.subscripts.clone(), access.guards.clone());
                    reads.extend(of(element, guards, access.place.clone()));
                }
            }
            // An accumulation reads the old contents.
            if statement.writes(&tensor.name) && statement.store == Store::Accumulates {
                let element = statement.left.iter().map(Left::expr).collect();
                reads.extend(of(element, Vec::new(), statement.place.clone()));
            }
        }
        reads
    }

    fn context(&self) -> Vec<Formula> {
        let known = self.preconditions.iter().map(|one| {
            let when = one.when.iter().map(|when| Formula::Compare(when.clone()));
            let not = when.map(|when| Formula::Not(Box::new(when)));
            let requires = Formula::Compare(one.requires.clone());
            Formula::Any(not.chain(std::iter::once(requires)).collect())
        });
        known.collect()
    }

    fn check_read(&self, read: &Read<'_>) -> Option<Diagnostic> {
        let statement = &self.def.statements[read.position];
        let (ranges, elements) = self.read_elements(read);
        let known = self.context().into_iter();
        let all = Facts {
            ranges: ranges.clone(),
            formulas: known.chain(read.guards.clone()).collect(),
            ..Facts::default()
        };
        let mut parts = Vec::new();
        for (position, writer) in self.def.writers(&read.tensor.name) {
            let Some(write) = self.write(position, writer, &read.tensor.name) else {
                continue;
            };
            let Some(before) = before(position, writer, read.position, statement) else {
                continue;
            };
            let same = write
                .element
                .iter()
                .zip(&elements)
                .map(|(a, b)| equal(a, b));
            // Without the conditions of the read: of one that depends on data nothing would be
            // subtracted.
            parts.push(Facts {
                ranges: write.ranges.clone(),
                formulas: same.chain([before]).collect(),
                ..Facts::default()
            });
        }
        let order: Vec<Expr> = ranges.iter().map(|(name, _)| Expr::name(name)).collect();
        let values = match self.prover.first_outside(&all, &order, &parts) {
            Ok(None) => return None,
            Ok(Some(values)) => values,
            Err(Undecided) => {
                return Some(messages::read_before_written(
                    read.tensor,
                    &read.place,
                    None,
                ));
            }
        };
        let names: Vec<&str> = ranges.iter().map(|(name, _)| name.as_str()).collect();
        let values = self.named(&names, &values);
        let element = self.at(&elements, &values);
        let own = &self.ranges[read.position];
        let varying = own.iter().map(|(name, _)| name.clone());
        let shown = shown(&values, varying.chain(self.used_sizes(&elements, &ranges)));
        let witness = element.map(|element| (element, shown));
        Some(messages::read_before_written(
            read.tensor,
            &read.place,
            witness,
        ))
    }

    /// The ranges of a read and its subscripts; each that is not affine has the range of the box in
    /// its dimension.
    fn read_elements(&self, read: &Read<'_>) -> (Vec<(String, Range)>, Vec<Expr>) {
        let mut ranges = self.ranges[read.position].clone();
        let known = self.boxes.get(&read.tensor.name);
        let elements = read.element.iter().enumerate().map(|(dim, value)| {
            let range = known.and_then(|dims| dims.get(dim));
            match (is_quasi_affine(value), range) {
                (false, Some(range)) => {
                    let name = format!("element {dim}");
                    ranges.push((name.clone(), range.clone()));
                    Expr::name(name)
                }
                _ => value.clone(),
            }
        });
        let elements = elements.collect();
        (ranges, elements)
    }

    fn check_return(&self, tensor: &Tensor) -> Option<Diagnostic> {
        let dims = self.boxes.get(&tensor.name)?;
        let places: Vec<String> = (0..dims.len())
            .map(|dim| format!("element {dim}"))
            .collect();
        let all = Facts {
            ranges: places.iter().cloned().zip(dims.iter().cloned()).collect(),
            formulas: self.context(),
            ..Facts::default()
        };
        let mut parts = Vec::new();
        for (position, writer) in self.def.writers(&tensor.name) {
            let Some(write) = self.write(position, writer, &tensor.name) else {
                continue;
            };
            let elements = write.element.iter().zip(&places);
            let same = elements.map(|(value, place)| equal(value, &Expr::name(place)));
            parts.push(Facts {
                ranges: write.ranges.clone(),
                formulas: same.collect(),
                ..Facts::default()
            });
        }
        let order: Vec<Expr> = places.iter().map(Expr::name).collect();
        let witness = match self.prover.first_outside(&all, &order, &parts) {
            Ok(None) => return None,
            Err(Undecided) => None,
            Ok(Some(values)) => {
                let sizes = self.def.size_order().len();
                let element = values.get(sizes..).unwrap_or_default().to_vec();
                let values = self.named(&[], &values);
                Some((
                    element,
                    shown(
                        &values,
                        self.def.size_order().into_iter().map(str::to_string),
                    ),
                ))
            }
        };
        Some(messages::never_written(tensor, witness))
    }

    /// The elements that a statement gives a value, with its own names primed; none if it only
    /// changes elements, or if the data decide which.
    fn write(&self, position: usize, statement: &Statement, target: &str) -> Option<Write> {
        let starts = match statement.store {
            Store::Accumulates => return None,
            Store::Starts => true,
            Store::Assigns => false,
        };
        let mut ranges = Vec::new();
        let mut element = Vec::new();
        // `!` of computed places stores the identity in the whole box, but for fixed subscripts.
        let whole = starts && statement.is_scatter();
        let needed =
            |name: &str| statement.is_loop(name) || !whole && (statement.is_left(name) || !starts);
        for (name, range) in &self.ranges[position] {
            if needed(name) {
                ranges.push((
                    primed(name),
                    range.substitute(&|symbol| renamed(statement, symbol)),
                ));
            }
        }
        for (dim, left) in statement.left.iter().enumerate() {
            let value = (self.resolve)(&left.expr());
            let by_data = value
                .names()
                .into_iter()
                .any(|name| statement.leaf(name).is_some());
            match left {
                Left::Computed(_) | Left::Index(_) if whole => {
                    // The identity is stored in the whole dimension.
                    let name = format!("element {dim}'");
                    ranges.push((name.clone(), self.boxes.get(target)?.get(dim)?.clone()));
                    element.push(Expr::name(name));
                }
                _ if by_data => return None,
                _ => element.push(value.substitute(&|symbol| renamed(statement, symbol))),
            }
        }
        Some(Write { ranges, element })
    }

    /// The values of sizes, scalars and `names`, in the order of an answer.
    fn named(&self, names: &[&str], values: &[i64]) -> Vec<(String, i64)> {
        let all = self
            .def
            .size_order()
            .into_iter()
            .chain(names.iter().copied());
        all.map(str::to_string)
            .zip(values.iter().copied())
            .collect()
    }

    fn at(&self, element: &[Expr], values: &[(String, i64)]) -> Option<Vec<i64>> {
        let value = |symbol: &Symbol| {
            let name = symbol.as_name()?;
            values
                .iter()
                .find(|(other, _)| other == name)
                .map(|(_, value)| *value)
        };
        element.iter().map(|expr| expr.evaluate(&value)).collect()
    }

    /// The sizes and scalars that subscripts and ranges name.
    fn used_sizes(&self, element: &[Expr], ranges: &[(String, Range)]) -> Vec<String> {
        let ends = ranges
            .iter()
            .flat_map(|(_, range)| [&range.low, &range.high]);
        let used: Vec<&Expr> = element.iter().chain(ends).collect();
        let sizes = self.def.size_order().into_iter();
        sizes
            .filter(|size| used.iter().any(|expr| expr.mentions(size)))
            .map(str::to_string)
            .collect()
    }
}

/// The elements that a statement writes.
struct Write {
    ranges: Vec<(String, Range)>,
    element: Vec<Expr>,
}

/// `i = 1, N = 3`
fn shown(values: &[(String, i64)], names: impl Iterator<Item = String>) -> String {
    let texts = names.filter_map(|name| {
        let (_, value) = values.iter().find(|(other, _)| *other == name)?;
        Some(format!("{name} = {value}"))
    });
    texts.collect::<Vec<_>>().join(", ")
}

fn primed(name: &str) -> String {
    format!("{name}'")
}

fn renamed(statement: &Statement, symbol: &Symbol) -> Option<Expr> {
    let name = symbol.as_name()?;
    statement.varies(name).then(|| Expr::name(primed(name)))
}

fn equal(a: &Expr, b: &Expr) -> Formula {
    Formula::Compare(Condition::new(a.clone(), Comparison::Equal, b.clone()))
}

/// When an instance of `writer`, its names primed, comes before one of `reader`; none if never.
fn before(
    writer_at: usize,
    writer: &Statement,
    reader_at: usize,
    reader: &Statement,
) -> Option<Formula> {
    let shared = writer.loops.iter().zip(&reader.loops);
    let shared = shared.take_while(|(a, b)| a.number == b.number);
    let shared: Vec<&str> = shared.map(|(one, _)| one.name.as_str()).collect();
    let same = |names: &[&str]| -> Vec<Formula> {
        let one = |name: &&str| equal(&Expr::name(primed(name)), &Expr::name(*name));
        names.iter().map(one).collect()
    };
    let mut cases = Vec::new();
    for (depth, name) in shared.iter().enumerate() {
        let mut earlier = same(&shared[..depth]);
        earlier.push(Formula::Compare(Condition::new(
            Expr::name(primed(name)),
            Comparison::Less,
            Expr::name(*name),
        )));
        cases.push(Formula::All(earlier));
    }
    if writer_at < reader_at {
        cases.push(Formula::All(same(&shared)));
    }
    (!cases.is_empty()).then_some(Formula::Any(cases))
}
