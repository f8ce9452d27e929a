//! `tc-bounds-checks`: checks data-dependent subscripts, in the program or before it runs.
//!
//! Only the data determine whether `T(I(i))` reads inside `T`. For every subscript that range
//! inference cannot decide (warning TC0306), a new statement in front writes the subscript's values
//! to a tensor that becomes another return of the def; the read itself is clamped, so that the
//! compiled program never reads out of bounds. After the run the caller looks for the first value
//! that is out of range ([`Check::violation`]) and discards the results if there is one.
//!
//! ```mlir
//! tc.comprehension %O[i, j] (i in [0, 4), j in [0, 3)) {
//!   %0 = tc.read %I[i] : i32
//!   %1 = arith.index_cast %0 : i32 to index
//!   %2 = tc.read %T[%1, j] : f32                    // T has 5 rows
//!   tc.yield %2 : f32
//! }
//! // becomes
//! tc.comprehension %bounds_check[i] (i in [0, 4)) {  // the indices that the subscript depends on, and no others
//!   %0 = tc.read %I[i] : i32
//!   %1 = arith.index_cast %0 : i32 to index
//!   %2 = arith.index_cast %1 : index to i64
//!   tc.yield %2 : i64
//! }
//! tc.comprehension %O[i, j] (i in [0, 4), j in [0, 3)) {
//!   ...
//!   %2 = arith.maxsi (arith.minsi %1, 4), 0
//!   %3 = tc.read %T[%2, j] : f32
//! ```
//! A place that the body computes for its write is checked and clamped likewise. In a loop the
//! values of all iterations are recorded, so the ranges of the loops are numbers too. A range that
//! depends on other indices is recorded as its hull; outside of the range the recorded value is the
//! first index.
//!
//! A read inside `scf.if` is executed for some points only; at the others the recorded value is the
//! first index, which is in range. If the tensor is empty, no clamp can help: the read becomes a
//! zero.
//!
//! **Before the program.** If subscript and conditions are computed from inputs alone, all values
//! are known before the program runs, and the program needs no clamp. `check=before` turns the def
//! into its own check: only the statements that check such subscripts remain, and they return one
//! flag for each row of values instead of the values:
//!
//! ```mlir
//! tc.comprehension %bounds_check[] max init (i in [0, 4)) {
//!   ...
//!   %3 = arith.cmpi ult, (arith.subi %2, 0), 5       // unsigned: below the first is far above the last
//!   %4 = arith.select %3, 0, 1
//!   tc.yield %4 : i32
//! }
//! ```
//! A flag that is not 0 means that the program must not run; `check=before-values` does the same
//! with values, to report which one is wrong. `check=computed` records and clamps the remaining
//! subscripts, which the program itself computes.
//!
//! All executors can run the result, since it consists of ordinary comprehensions. **Legal**: if no
//! recorded value is out of range, no clamp changes a subscript. Otherwise the first one in program
//! order is genuine: a clamped read can only affect later ones.
//!
//! Sizes may be names there: then one flag stands for all values (`open.rs`), and
//! `check=computed` leaves such reads as they are.
//!
//! **Refused** if sizes are not numbers where values are recorded (run `tc-specialize` before), if
//! a subscript is computed in a loop of the body, and if an access is out of bounds for all data.
//! Subscripts that are proved in range, such as clamped ones, get no check. Cost: one evaluation
//! per value; recorded values also need one element of memory each.

mod check;
mod deciding;
mod extents;
mod open;
mod slice;

pub use check::Check;
pub use deciding::deciding_inputs;

use super::infer_ranges::emit;
use super::inference::driver::Unchecked;
use super::inference::model::Def as Model;
use super::inference::{Inference, Options, infer, reader};
use extents::{Extent, extents};
use melior::ir::attribute::{ArrayAttribute, IntegerAttribute, StringAttribute};
use melior::ir::operation::OperationBuilder;
use melior::ir::r#type::IntegerType;
use slice::Copier;
use std::collections::HashSet;
use tc_dialects::location;
use tc_dialects::op;
use tc_dialects::tc::attributes::{Reduction, expr_attribute};
use tc_dialects::tc::{
    Access, Comprehension, Def, Index, Left, Range, Role, Subscript, TensorType, builders,
};
use tc_pass_host::choices;
use tc_pass_host::*;
use tc_syntax::diagnostic::Code;
use tc_syntax::expr::Expr;

/// The attribute of a def that lists its checks, each as JSON.
const ATTRIBUTE: &str = "tc.bounds_checks";

choices! {
    /// The subscripts that are checked, and the method.
    pub enum Checks {
        /// All are recorded and clamped in the def.
        Recorded = "recorded",
        /// Those that depend on values computed by the def are recorded and clamped; the others
        /// remain.
        Computed = "computed",
        /// The def becomes the check of those that depend on inputs alone, with a flag for each row
        /// of values.
        Before = "before",
        /// The same, with values instead of flags.
        BeforeValues = "before-values",
    }
}

pass! {
    /// Records the values of data-dependent subscripts in further returns of the def, and clamps
    /// the reads. The def's attribute `tc.bounds_checks` gives the range of the values. Subscripts
    /// that depend on inputs alone can be checked before the def runs, by a def of their own.
    pub struct TcBoundsChecks {
        name: "tc-bounds-checks",
        anchor: "tc.def",
        summary: "check data-dependent subscripts, in the def or before it runs",
        dialects: ["arith", "scf"],
        options: {
            /// the subscripts to check, and the method
            check: Checks = Checks::Recorded,
        },
        statistics: {
            /// subscripts checked here
            checks,
            /// accesses that need no check
            proved,
        },
    }
}

/// The checks of a def after the pass, in program order.
pub fn checks_of(def: Def<'_, '_>) -> Vec<Check> {
    let comprehensions = def.comprehensions();
    let place = |check: &Check| {
        let writer = comprehensions
            .iter()
            .find(|one| name_of(def, one.target()).as_ref() == Some(&check.tensor))?;
        location::place(writer.operation().location())
    };
    op::strings(def.operation(), ATTRIBUTE)
        .iter()
        .filter_map(|text| serde_json::from_str(text).ok())
        .map(|check: Check| Check {
            place: place(&check),
            ..check
        })
        .collect()
}

fn name_of(def: Def<'_, '_>, value: Value<'_, '_>) -> Option<String> {
    let tensors = def.tensors();
    let tensor = tensors
        .iter()
        .find(|tensor| op::same_value(tensor.value(), value))?;
    Some(tensor.name())
}

impl Pass for TcBoundsChecks {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let Some(def) = Def::from_op(operation) else {
            return Ok(());
        };
        let model = match reader::read_def(def) {
            Ok(model) => model,
            Err(error) => {
                emit(ctx.context(), operation.location(), &error);
                return Err(Failure::already_reported());
            }
        };
        let inference = infer(&model, Options::default());
        refuse_what_never_holds(ctx, operation, &inference)?;
        let mut unchecked = inference.unchecked;
        let key = |one: &Unchecked| (one.statement, one.condition.access, one.condition.dim);
        unchecked.sort_by_key(key);
        unchecked.dedup_by_key(|one| key(one));
        // Views of the body as it is now: operations are inserted in front of it.
        let comprehensions = def.comprehensions();
        let mut checks = Vec::new();
        for (number, &comprehension) in comprehensions.iter().enumerate() {
            let loops = comprehension.loops();
            // Statements of a loop see what later ones wrote in the iteration before.
            let earlier = if loops.is_empty() {
                &comprehensions[..number]
            } else {
                &comprehensions[..]
            };
            let targets = earlier.iter().flat_map(|earlier| earlier.targets());
            let recorder = Recorder {
                context: ctx.context(),
                def,
                model: &model,
                wanted: self.check,
                comprehension,
                loops: loops.iter().map(|one| one.index()).collect(),
                written: targets.map(op::ValueKey::of).collect(),
            };
            for one in unchecked.iter().filter(|one| one.statement == number) {
                checks.extend(recorder.record(one, checks.len())?);
            }
            recorder.record_places(&mut checks)?;
        }
        let accesses: usize = model
            .statements
            .iter()
            .map(|statement| statement.accesses.len())
            .sum();
        let mut recorded: Vec<_> = unchecked
            .iter()
            .map(|one| (one.statement, one.condition.access))
            .collect();
        recorded.dedup();
        self.checks.add(checks.len());
        self.proved.add(accesses - recorded.len());
        set_strings(ctx.context(), def, ATTRIBUTE, &texts(&checks));
        if matches!(self.check, Checks::Before | Checks::BeforeValues) {
            keep_checks_only(ctx.context(), def, &comprehensions);
        }
        Ok(())
    }
}

/// Refuses accesses that are out of bounds for all data, now that sizes are numbers.
fn refuse_what_never_holds<'c>(
    ctx: &PassContext<'c>,
    operation: OperationRef<'c, '_>,
    inference: &Inference,
) -> Result<(), Failure> {
    let said = inference.diagnostics.iter();
    let errors: Vec<_> = said
        .filter(|one| one.is_error() && one.code == Some(Code::TC0309))
        .collect();
    for error in &errors {
        emit(ctx.context(), operation.location(), error);
    }
    if !errors.is_empty() {
        return Err(Failure::already_reported());
    }
    let needed = inference.preconditions.iter();
    match { needed }.find(|one| one.evaluate(&|_| None) == Some(false)) {
        Some(precondition) => Err(Failure::new(format!(
            "an access is in bounds only for `{precondition}`"
        ))),
        None => Ok(()),
    }
}

fn texts(checks: &[Check]) -> Vec<String> {
    let text = |check| serde_json::to_string(check).expect("names and numbers have a JSON form");
    checks.iter().map(text).collect()
}

fn set_strings<'c>(context: &'c Context, def: Def<'c, '_>, name: &str, texts: &[String]) {
    let texts: Vec<Attribute> = texts
        .iter()
        .map(|text| StringAttribute::new(context, text).into())
        .collect();
    let array = ArrayAttribute::new(context, &texts).into();
    op::set_attribute(def.operation(), name, Some(array));
}

/// Removes everything from a def but the checks: its statements, its temporaries and its returns. A
/// return that is updated in place becomes an input.
fn keep_checks_only<'c>(
    context: &'c Context,
    def: Def<'c, '_>,
    comprehensions: &[Comprehension<'c, '_>],
) {
    let temporaries = def.temporaries();
    // Statements have no results, and temporaries are erased after the last statement that uses
    // them.
    comprehensions
        .iter()
        .for_each(|one| op::erase(one.operation()));
    temporaries.iter().for_each(|one| op::erase(one.owner()));
    let checks = checks_of(def);
    let is_check = |name: &String| checks.iter().any(|check| check.tensor == *name);
    let mut kept = Vec::new();
    let mut inputs = 0;
    for (position, tensor) in def.arguments().iter().enumerate().rev() {
        let name = tensor.name();
        if tensor.role() == Role::Out && !is_check(&name) {
            // The statements that wrote it are erased.
            op::erase_argument(def.body(), position);
            continue;
        }
        inputs += i64::from(tensor.role() != Role::Out);
        kept.push(name);
    }
    kept.reverse();
    set_strings(context, def, "arg_names", &kept);
    let inputs = IntegerAttribute::new(IntegerType::new(context, 64).into(), inputs);
    op::set_attribute(def.operation(), "num_inputs", Some(inputs.into()));
    def.set_inout(context, &[]);
    def.set_preconditions(context, &[]);
}

/// Inserts the check of one subscript.
struct Recorder<'c, 'a, 'm> {
    context: &'c Context,
    def: Def<'c, 'a>,
    model: &'m Model,
    wanted: Checks,
    comprehension: Comprehension<'c, 'a>,
    /// The indices of the loops around it.
    loops: Vec<String>,
    /// The tensors that earlier statements write.
    written: HashSet<op::ValueKey>,
}

impl<'c: 'a, 'a> Recorder<'c, 'a, '_> {
    fn record(&self, one: &Unchecked, number: usize) -> Result<Option<Check>, Failure> {
        let condition = &one.condition;
        let access = self.comprehension.accesses()[condition.access];
        let ranges = match self.ranges() {
            Ok(ranges) => ranges,
            Err(reason) => return self.record_open(one, number, reason),
        };
        if ranges.iter().any(|one| one.low >= one.high) {
            // The statement does nothing.
            return Ok(None);
        }
        let bound = |expr: &Expr| {
            let number = expr.as_const();
            number.ok_or_else(|| self.not_a_number(&format!("the bound `{}`", expr.human())))
        };
        let low = bound(&condition.range.low);
        let (low, high) = match low.and_then(|low| Ok((low, bound(&condition.range.high)?))) {
            Ok(bounds) => bounds,
            Err(reason) => return self.record_open(one, number, reason),
        };
        let subscript = access.subscripts().swap_remove(condition.dim);
        let read = access.operation();
        let copier = Copier::of(self.context, self.comprehension, read, subscript, low)?;
        let Some(indices) = self.indices_of(&copier, ranges)? else {
            return Ok(None);
        };
        let check = Check {
            high,
            indices: named(&indices),
            ..self.check(one, number, low)
        };
        self.insert(&check, &copier, &indices);
        self.clamp(access, &check);
        Ok(Some(check))
    }

    /// The check of a subscript, as yet without the end of its bounds and without indices.
    fn check(&self, one: &Unchecked, number: usize, low: i64) -> Check {
        let statement = &self.model.statements[one.statement];
        let modelled = &statement.accesses[one.condition.access];
        let shown = |subscript| statement.shown(subscript);
        Check {
            tensor: self.fresh_name(number),
            read: modelled.tensor.clone(),
            writes: false,
            subscripts: modelled.subscripts.iter().map(shown).collect(),
            dimension: one.condition.dim,
            low,
            high: low,
            indices: Vec::new(),
            place: None,
        }
    }

    /// Checks the places that the body computes for its writes.
    fn record_places(&self, checks: &mut Vec<Check>) -> Result<(), Failure> {
        let left = self.comprehension.left();
        let dims = self.comprehension.target_type().dims();
        let Some(end) = self.comprehension.end() else {
            return Ok(());
        };
        for (dimension, subscript) in left.iter().enumerate() {
            let Left::Computed(value) = subscript else {
                continue;
            };
            let range = dims.get(dimension).cloned().flatten();
            let target = name_of(self.def, self.comprehension.target()).unwrap_or_default();
            let check = Check {
                tensor: self.fresh_name(checks.len()),
                read: target.clone(),
                writes: true,
                subscripts: left.iter().map(|one| Some(one.expr()?.human())).collect(),
                dimension,
                low: 0,
                high: 0,
                indices: Vec::new(),
                place: None,
            };
            let ends = range
                .as_ref()
                .and_then(|range| range.lower.as_const().zip(range.upper.as_const()));
            let ends = ends.ok_or_else(|| self.not_a_number(&format!("the box of `{target}`")));
            let (ranges, (low, high)) = match self.ranges().and_then(|ranges| Ok((ranges, ends?))) {
                Ok(numbers) => numbers,
                Err(reason) => {
                    checks.extend(self.record_open_place(*value, check, range.as_ref(), reason)?);
                    continue;
                }
            };
            if ranges.iter().any(|one| one.low >= one.high) {
                return Ok(());
            }
            let operation = end.operation();
            let place = Subscript::Value(*value);
            let copier = Copier::of(self.context, self.comprehension, operation, place, low)?;
            let Some(indices) = self.indices_of(&copier, ranges)? else {
                continue;
            };
            let check = Check {
                low,
                high,
                indices: named(&indices),
                ..check
            };
            self.insert(&check, &copier, &indices);
            self.clamp_place(*value, &check)?;
            checks.push(check);
        }
        Ok(())
    }

    /// The indices that a subscript depends on; none if its check is not wanted here.
    fn indices_of(
        &self,
        copier: &Copier<'c, 'a>,
        ranges: Vec<Extent>,
    ) -> Result<Option<Vec<Extent>>, Failure> {
        // The checks of a loop stand in it, so they are not made before the program.
        let of_inputs = self.loops.is_empty() && !copier.reads_any_of(&self.written);
        let wanted = match self.wanted {
            Checks::Recorded => true,
            Checks::Computed => !of_inputs,
            Checks::Before | Checks::BeforeValues => of_inputs,
        };
        if !wanted {
            return Ok(None);
        }
        let used = copier.mentioned();
        let scalars = self.def.scalars();
        let is_known = |name: &String| {
            ranges.iter().any(|one| one.name == *name)
                || scalars.iter().any(|scalar| scalar.name() == *name)
        };
        if let Some(name) = used.iter().find(|name| !is_known(name)) {
            return Err(self.not_a_number(&format!("`{name}` in a subscript")));
        }
        Ok(Some(extents::used(ranges, &|name| used.contains(name))))
    }

    fn not_a_number(&self, what: &str) -> Failure {
        Failure::new(format!(
            "{what} is not a number yet; give all sizes and integer scalars to tc-specialize before"
        ))
        .at_operation(&self.comprehension.operation())
    }

    /// The indices with their ranges, those of loops first.
    fn ranges(&self) -> Result<Vec<Extent>, Failure> {
        let loops = self.comprehension.loops().into_iter().map(|one| Index {
            name: one.index(),
            range: Some(one.range()),
        });
        extents(loops.chain(self.comprehension.indices()))
            .map_err(|name| self.not_a_number(&format!("the range of `{name}`")))
    }

    /// A name that no tensor has.
    fn fresh_name(&self, number: usize) -> String {
        let taken: HashSet<String> = self.def.tensors().iter().map(|one| one.name()).collect();
        let mut name = match number {
            0 => "bounds_check".to_owned(),
            _ => format!("bounds_check_{}", number + 1),
        };
        while taken.contains(&name) {
            name.push('_');
        }
        name
    }

    /// The statement that records the values, in front of the one that reads; or the one that
    /// computes whether a row of values has one that is out of range.
    fn insert(&self, check: &Check, copier: &Copier<'c, 'a>, extents: &[Extent]) {
        let location = copier.read().location();
        let flags = self.wanted == Checks::Before;
        let hull = |one: &Extent| Index {
            name: one.name.clone(),
            range: Some(Range::new(Expr::Const(one.low), Expr::Const(one.high))),
        };
        let indices: Vec<Index> = extents.iter().map(hull).collect();
        let shown = if flags {
            &indices[..indices.len().saturating_sub(1)]
        } else {
            &indices[..]
        };
        let dims: Vec<Option<Range>> = shown.iter().map(|index| index.range.clone()).collect();
        let left: Vec<Option<Expr>> = shown
            .iter()
            .map(|index| Some(Expr::name(&index.name)))
            .collect();
        let own: Vec<Index> = indices
            .iter()
            .filter(|index| !self.loops.contains(&index.name))
            .cloned()
            .collect();
        let element = if flags {
            IntegerType::new(self.context, 32).into()
        } else {
            copier.int64()
        };
        let ty = TensorType::new(self.context, &dims, element);
        let target = self.add_return(&check.tensor, ty, location);
        let reduction = (shown.len() < indices.len()).then_some((Reduction::Max, true));
        let in_loop = |one: &&Extent| self.loops.contains(&one.name);
        let mut loops = extents.iter().filter(in_loop);
        if loops.any(|one| one.ends.is_some()) {
            self.fill(check, target, &left, &indices);
        }
        let made = builders::statement(self.context, location, &[target], &left, reduction, &own);
        let block = self.comprehension.operation().block();
        let block = block.expect("a comprehension stands in a def");
        let made = block.insert_operation_before(self.comprehension.operation(), made);
        let body = op::body(made).expect("a comprehension has a body");
        let ends = extents.iter().filter(|one| !in_loop(one));
        let ends: Vec<_> = ends
            .filter_map(|one| Some((&one.name, one.ends.as_ref()?)))
            .collect();
        let value = copier.copy_within(&ends, body);
        let value = if flags {
            copier.flag(value, check.low..check.high, body)
        } else {
            value
        };
        body.append_operation(builders::r#yield(self.context, location, value));
    }

    /// A statement in front of the loops that stores a value in range for the iterations that do
    /// not run.
    fn fill(&self, check: &Check, target: Value<'c, 'a>, left: &[Option<Expr>], indices: &[Index]) {
        let mut outermost = self.comprehension.operation();
        while let Some(parent) = outermost.parent_operation()
            && parent != self.def.operation()
        {
            outermost = parent;
        }
        let location = outermost.location();
        let made = builders::statement(self.context, location, &[target], left, None, indices);
        let made = op::insert_before(outermost, made);
        let body = op::body(made).expect("a comprehension has a body");
        let int64 = IntegerType::new(self.context, 64).into();
        let low = constant(self.context, location, int64, check.low);
        let low = op::result(op::append(body, low));
        body.append_operation(builders::r#yield(self.context, location, low));
    }

    fn add_return(&self, name: &str, ty: TensorType<'c>, location: Location<'c>) -> Value<'c, 'a> {
        let mut names = op::strings(self.def.operation(), "arg_names");
        names.push(name.to_owned());
        set_strings(self.context, self.def, "arg_names", &names);
        self.def.body().add_argument(ty.as_type(), location)
    }

    /// Clamps the read to the index bounds, or replaces it by a zero if the tensor is empty.
    fn clamp(&self, access: Access<'c, 'a>, check: &Check) {
        let read = access.operation();
        if check.low >= check.high {
            return self.make_zero(read);
        }
        let last = check.high - 1;
        let subscripts = access.subscripts();
        match &subscripts[check.dimension] {
            Subscript::Expr(expr) => {
                let inner = Expr::min(expr.clone(), Expr::Const(last));
                let clamped = Expr::max(inner, Expr::Const(check.low));
                let mut all = op::elements(read, "subscripts");
                all[check.dimension] = expr_attribute(self.context, &clamped);
                let all = ArrayAttribute::new(self.context, &all).into();
                op::set_attribute(read, "subscripts", Some(all));
            }
            Subscript::Value(value) => {
                let before = &subscripts[..check.dimension];
                let operand = 1 + before.iter().filter(|one| one.as_expr().is_none()).count();
                let smaller = self.bounded("arith.minsi", *value, last, read);
                let clamped = self.bounded("arith.maxsi", smaller, check.low, read);
                op::set_operand(read, operand, clamped);
            }
        }
    }

    /// Clamps a place that the body computes; where the tensor is empty, no instance runs.
    fn clamp_place(&self, value: Value<'c, 'a>, check: &Check) -> Result<(), Failure> {
        let Some(end) = self.comprehension.end() else {
            return Ok(());
        };
        if check.low >= check.high {
            let mut indices = self.comprehension.indices();
            let Some(first) = indices.first_mut() else {
                let message = format!("`{}` has no elements to write to", check.read);
                return Err(Failure::new(message).at_operation(&end.operation()));
            };
            first.range = Some(Range::extent(Expr::Const(0)));
            self.comprehension.set_indices(self.context, &indices);
            return Ok(());
        }
        let operation = end.operation();
        let smaller = self.bounded("arith.minsi", value, check.high - 1, operation);
        let clamped = self.bounded("arith.maxsi", smaller, check.low, operation);
        let first = end.values().len();
        for number in 0..end.at().len() {
            if self.computed_dimension(number) == Some(check.dimension) {
                op::set_operand(operation, first + number, clamped);
            }
        }
        Ok(())
    }

    /// The dimension of a place that the body computes.
    fn computed_dimension(&self, number: usize) -> Option<usize> {
        let left = self.comprehension.left().into_iter().enumerate();
        let mut computed = left.filter(|(_, one)| matches!(one, Left::Computed(_)));
        computed.nth(number).map(|(dimension, _)| dimension)
    }

    /// `name(value, bound)` in front of the read.
    fn bounded(
        &self,
        name: &str,
        value: Value<'c, 'a>,
        bound: i64,
        read: OperationRef<'c, 'a>,
    ) -> Value<'c, 'a> {
        let ty = value.r#type();
        let bound = constant(self.context, read.location(), ty, bound);
        let bound = op::result(op::insert_before(read, bound));
        let made = OperationBuilder::new(name, read.location())
            .add_operands(&[value, bound])
            .add_results(&[ty])
            .build()
            .expect("two operands and a result of one type");
        op::result(op::insert_before(read, made))
    }

    fn make_zero(&self, read: OperationRef<'c, 'a>) {
        let value = op::result(read);
        let ty = value.r#type();
        let zero = match IntegerType::try_from(ty) {
            Ok(_) => format!("0 : {ty}"),
            Err(_) => format!("0.0 : {ty}"),
        };
        let zero = Attribute::parse(self.context, &zero).expect("a zero of an element type");
        let zero = melior::dialect::arith::constant(self.context, zero, read.location());
        let zero = op::result(op::insert_before(read, zero));
        // The read remains for later counts of accesses; nothing uses it, so the loops do not
        // contain it.
        op::replace_uses(value, zero);
    }
}

/// The hulls, as a check has them.
fn named(extents: &[Extent]) -> Vec<(String, i64, i64)> {
    let hull = |one: &Extent| (one.name.clone(), one.low, one.high);
    extents.iter().map(hull).collect()
}

fn constant<'c>(
    context: &'c Context,
    location: Location<'c>,
    ty: Type<'c>,
    number: i64,
) -> Operation<'c> {
    let number = IntegerAttribute::new(ty, number);
    melior::dialect::arith::constant(context, number.into(), location)
}
