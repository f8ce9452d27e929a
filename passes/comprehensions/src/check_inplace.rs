//! `tc-check-inplace`: a statement that reads the tensor it writes must not depend on the order of
//! its instances.
//!
//! ```mlir
//! tc.comprehension %a[i, j] (i in [0, N), j in [0, N)) { %0 = tc.read %a[i, j] ... }   // accepted
//! tc.comprehension %a[i, j] (i in [0, N), j in [0, N)) { %0 = tc.read %a[j, i] ... }   // error TC0401
//! ```
//!
//! A statement reads its whole right side from the state before it. It is therefore accepted iff no
//! instance reads an element that an instance with other left indices writes. With `D` the
//! instances, `R` the elements that each reads and `W` the one that it writes, the conflicts are
//! `{ p -> q : R(p) = W(q), left(p) != left(q) }` on `D x D`; isl decides for all sizes whether
//! there is one. If so, the error names the smallest sizes with a conflict, and for them the
//! lexicographically smallest `p`, then `q`. A read at a data-dependent subscript is TC0406; one
//! that isl cannot express counts as dependent.
//!
//! Cost: one isl emptiness test per read of the own target that is not at exactly the left indices.

use super::infer_ranges::emit;
use super::inference::messages::RECURRENCES;
use super::inference::model::{Access, Def, Formula, Left, Statement};
use super::inference::prover::{Facts, Prover};
use super::inference::reader;
use super::inference::rounds::is_left_hand;
use tc_dialects::tc;
use tc_pass_host::*;
use tc_syntax::diagnostic::{Code, Diagnostic};
use tc_syntax::expr::{Comparison, Condition, Expr, Symbol};

pass! {
    /// Decides for each statement that reads its own target whether no instance with other left
    /// indices writes the elements that it reads. The error names a smallest pair of conflicting
    /// instances.
    pub struct TcCheckInplace {
        name: "tc-check-inplace",
        anchor: "tc.def",
        summary: "check that in-place updates do not depend on order",
        statistics: {
            /// reads of the own target that were decided
            reads,
        },
    }
}

impl Pass for TcCheckInplace {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        ctx.preserve_analyses();
        let Some(def) = tc::Def::from_op(operation) else {
            return Ok(());
        };
        let model = match reader::read_def(def) {
            Ok(model) => model,
            Err(error) => {
                emit(ctx.context(), operation.location(), &error);
                return Err(Failure::already_reported());
            }
        };
        let (reads, errors) = check_inplace(&model);
        self.reads.add(reads);
        for error in &errors {
            emit(ctx.context(), operation.location(), error);
        }
        if errors.is_empty() {
            Ok(())
        } else {
            Err(Failure::already_reported())
        }
    }
}

/// The number of reads examined, and the errors.
pub fn check_inplace(def: &Def) -> (usize, Vec<Diagnostic>) {
    let prover = Prover::with_scalars(&def.sizes, &def.scalars);
    let (mut reads, mut errors) = (0, Vec::new());
    for statement in &def.statements {
        for access in statement
            .accesses
            .iter()
            .filter(|access| statement.writes(&access.tensor) && !access.exists)
        {
            reads += 1;
            if is_left_hand(statement, &access.subscripts) {
                continue;
            }
            errors.extend(check_read(def, statement, access, &prover));
        }
    }
    (reads, errors)
}

fn check_read(
    def: &Def,
    statement: &Statement,
    access: &Access,
    prover: &Prover,
) -> Option<Diagnostic> {
    let target = &access.tensor;
    let depends_on_data = |subscript: &Expr| {
        let mut names = subscript.names().into_iter();
        names.any(|name| statement.leaf(name).is_some())
    };
    if statement.is_scatter() {
        let message =
            format!("`{target}` is read at data-dependent subscripts while it is written");
        return Some(
            Diagnostic::error(Code::TC0406, message)
                .at(access.place.clone(), "")
                .help("read a copy: write it to a new tensor before"),
        );
    }
    if let Some(dim) = access.subscripts.iter().position(depends_on_data) {
        let message =
            format!("`{target}` is read at data-dependent subscripts while it is written");
        return Some(
            Diagnostic::error(Code::TC0406, message)
                .at(access.subscript_place(dim), "")
                .help("write to a new tensor"),
        );
    }
    let facts = conflict(def, statement, access);
    if prover.impossible(&facts, &Formula::All(Vec::new())) {
        return None;
    }
    let message =
        format!("in-place update of `{target}` reads elements that other instances write");
    let label = match witness(def, statement, access, &facts, prover) {
        Some(witness) => witness,
        None => format!("`{}` may be written by another instance", access.human()),
    };
    let error = Diagnostic::error(Code::TC0401, message).at(access.place.clone(), label);
    Some(if is_recurrence(statement, access) {
        error.help(RECURRENCES)
    } else {
        error.help("write to a new tensor")
    })
}

/// Whether each subscript is the left index in its place plus a constant, and one of them is
/// smaller: writing to a new tensor would then have another meaning.
fn is_recurrence(statement: &Statement, access: &Access) -> bool {
    let distance = |(subscript, left): (&Expr, &Left)| {
        Expr::sub(subscript.clone(), left.expr())
            .normalized(&[])
            .and_then(|it| it.as_const())
    };
    let distances: Option<Vec<i64>> = access
        .subscripts
        .iter()
        .zip(&statement.left)
        .map(distance)
        .collect();
    distances.is_some_and(|distances| {
        distances.iter().any(|distance| *distance < 0)
            && distances.iter().all(|distance| *distance <= 0)
    })
}

/// The name of an index of the writing instance.
fn primed(name: &str) -> String {
    format!("{name}'")
}

/// Instance p reads the element that q writes, and their left indices differ.
fn conflict(def: &Def, statement: &Statement, access: &Access) -> Facts {
    let resolve = |expr: &Expr| with_extents(def, expr);
    let around = statement.loops.iter();
    let mut ranges: Vec<_> = around
        .map(|one| {
            (
                one.name.clone(),
                one.range.substitute(&|symbol| extent_of(def, symbol)),
            )
        })
        .collect();
    for index in &statement.indices {
        let Some(range) = &index.given else { continue };
        let range = range.substitute(&|symbol| extent_of(def, symbol));
        ranges.push((index.name.clone(), range.clone()));
        if statement.is_left(&index.name) {
            ranges.push((primed(&index.name), range));
        }
    }
    let same = access
        .subscripts
        .iter()
        .zip(&statement.left)
        .map(|(subscript, left)| {
            Formula::Compare(Condition::new(
                resolve(subscript),
                Comparison::Equal,
                match left.index() {
                    Some(name) => Expr::name(primed(name)),
                    None => resolve(&left.expr()),
                },
            ))
        });
    let other = statement.left_indices().map(|(_, left)| {
        Formula::Compare(Condition::new(
            Expr::name(left),
            Comparison::NotEqual,
            Expr::name(primed(left)),
        ))
    });
    let mut formulas: Vec<Formula> = same.collect();
    formulas.push(Formula::Any(other.collect()));
    formulas.extend(access.guards.iter().cloned());
    Facts {
        ranges,
        formulas,
        ..Facts::default()
    }
}

fn extent_of(def: &Def, symbol: &Symbol) -> Option<Expr> {
    let Symbol::Extent(tensor, dim) = symbol else {
        return None;
    };
    let dims = def.tensor(tensor)?.dims.as_ref()?;
    let range = dims.get(usize::try_from(*dim).ok()?)?.as_ref()?;
    Some(range.extent(&def.size_order()))
}

fn with_extents(def: &Def, expr: &Expr) -> Expr {
    expr.substitute(&|symbol| extent_of(def, symbol))
}

/// `instance (0, 1) reads a(1, 0), which instance (1, 0) writes, for N = 2`
fn witness(
    def: &Def,
    statement: &Statement,
    access: &Access,
    facts: &Facts,
    prover: &Prover,
) -> Option<String> {
    let around: Vec<String> = statement.loops.iter().map(|one| one.name.clone()).collect();
    let own = statement.indices.iter().map(|index| index.name.clone());
    let names: Vec<String> = around.iter().cloned().chain(own).collect();
    let left = statement.left_indices();
    let written: Vec<String> = left.map(|(_, name)| primed(name)).collect();
    let mut order: Vec<Expr> = Vec::new();
    order.extend(names.iter().chain(&written).map(Expr::name));
    let (sizes, values) = prover.smallest(facts, &order)?;
    let (reader, writer) = values.split_at(names.len());
    let at = |symbol: &Symbol| {
        let name = symbol.as_name()?;
        let index = names
            .iter()
            .position(|index| index == name)
            .map(|at| reader[at]);
        let known = def.size_order();
        index.or_else(|| {
            known
                .iter()
                .position(|size| *size == name)
                .map(|at| sizes[at])
        })
    };
    let element: Option<Vec<i64>> = access
        .subscripts
        .iter()
        .map(|subscript| with_extents(def, subscript).evaluate(&at))
        .collect();
    let list = |values: &[i64]| {
        values
            .iter()
            .map(i64::to_string)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut text = format!(
        "instance ({}) reads {}({}), which instance ({}) writes",
        list(&reader[around.len()..]),
        access.tensor,
        list(&element?),
        list(writer)
    );
    let known = def.size_order().into_iter().zip(&sizes);
    let iteration = around.iter().map(String::as_str).zip(reader);
    let used: Vec<String> = known
        .chain(iteration)
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    if !used.is_empty() {
        text.push_str(&format!(", for {}", used.join(", ")));
    }
    Some(text)
}
