//! `tc-bounds-checks`: subscripts that are data are recorded, and reads through them stay in their tensor.
//!
//! Only the data say whether `T(I(i))` is a read of `T`. For every subscript of which range inference can say no more (warning TC0306), a
//! statement in front writes the subscript's values to a tensor that becomes one more return of the def; the read itself is clamped, so
//! that the compiled program touches nothing else whatever the data are. After the run the caller looks for the first value that is out of
//! range ([`Check::violation`]) and throws the results away if there is one.
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
//! A read inside of `scf.if` is executed for some points only; at the others the recorded value is the first of the box, which is in range.
//! Where the box is empty no clamp can help: the read becomes a zero.
//!
//! All executors can run the result, since it is comprehensions like any others. **Legal**: if no recorded value is out of range, no clamp
//! changes a subscript. If one is, the first in the order of the program is a true one: what a clamped read gives can only reach later ones.
//!
//! **Refused when** sizes are not numbers yet (run `tc-specialize` before), when a subscript is computed in a loop of the body, and when an
//! access is out of bounds whatever the data are.
//! Subscripts that are proved in range, clamped ones above all, get no check. Cost: one element of memory and one evaluation per value.

use super::infer_ranges::emit;
use super::inference::infer::Unchecked;
use super::inference::model::Def as Model;
use super::inference::{Inference, Options, infer, reader};
use crate::api::*;
use melior::ir::BlockRef;
use melior::ir::attribute::{ArrayAttribute, IntegerAttribute, StringAttribute};
use melior::ir::operation::OperationBuilder;
use melior::ir::r#type::IntegerType;
use mlir_sys::{
    MlirValue, mlirBlockAddArgument, mlirBlockAppendOwnedOperation, mlirOperationClone,
    mlirOperationSetOperand,
};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use tc_dialects::diagnostic::{Code, Place};
use tc_dialects::op;
use tc_dialects::tc::attributes::expr_attribute;
use tc_dialects::tc::expr::Expr;
use tc_dialects::tc::{
    Access, Comprehension, Def, Index, Range, Subscript, TensorType, ValueOf, builders,
};

/// The attribute of a def that lists its checks, each as JSON.
const ATTRIBUTE: &str = "tc.bounds_checks";

pass! {
    /// Records the values of subscripts that are data in further returns of the def, and clamps the reads. The def's attribute
    /// `tc.bounds_checks` says what the values must be.
    pub struct TcBoundsChecks {
        name: "tc-bounds-checks",
        anchor: "tc.def",
        summary: "record subscripts that are data, for a check after the run",
        dialects: ["arith", "scf"],
        statistics: {
            /// subscripts that are recorded
            checks,
            /// accesses that need none
            proved,
        },
    }
}

/// A recorded subscript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The return that holds its values, `i64`.
    pub tensor: String,
    /// The tensor that is read.
    pub read: String,
    /// The subscripts of the read as a person reads them; none where it is computed.
    pub subscripts: Vec<Option<String>>,
    /// Which of them is recorded.
    pub dimension: usize,
    /// First value that is in range.
    pub low: i64,
    /// One past the last.
    pub high: i64,
    /// The indices that it depends on: name, first value, one past the last.
    pub indices: Vec<(String, i64, i64)>,
    /// Where the read stands.
    #[serde(skip)]
    pub place: Option<Place>,
}

impl Check {
    /// The shape of the recorded values.
    pub fn shape(&self) -> Vec<usize> {
        let extents = self.indices.iter();
        extents
            .map(|(_, low, high)| usize::try_from(high - low).unwrap_or(0))
            .collect()
    }

    /// TC0510 at the first value that is out of range.
    pub fn violation(&self, values: &[i64]) -> Option<Diagnostic> {
        let position = values
            .iter()
            .position(|value| !(self.low..self.high).contains(value))?;
        let mut rest = position;
        let mut at = Vec::new();
        for (name, low, high) in self.indices.iter().rev() {
            let extent = (high - low) as usize;
            at.push(format!("{name} = {}", low + (rest % extent) as i64));
            rest /= extent;
        }
        at.reverse();
        let at = match at.is_empty() {
            true => String::new(),
            false => format!(" at {}", at.join(", ")),
        };
        let mut subscripts: Vec<String> = self
            .subscripts
            .iter()
            .map(|subscript| subscript.clone().unwrap_or_else(|| "..".to_owned()))
            .collect();
        subscripts[self.dimension] = values[position].to_string();
        let message = format!(
            "read `{}({})` out of range{at}",
            self.read,
            subscripts.join(", ")
        );
        let dimension = match self.subscripts.len() {
            1 => String::new(),
            _ => format!(" in dimension {}", self.dimension),
        };
        let bounds = format!("expected [{}, {}){dimension}", self.low, self.high);
        Some(Diagnostic::error(Code::TC0510, message).at(self.place.clone(), bounds))
    }
}

/// The checks of a def that the pass ran on, in the order of the program.
pub fn checks_of(def: Def<'_, '_>) -> Vec<Check> {
    let comprehensions = def.comprehensions();
    let place = |check: &Check| {
        let writer = comprehensions
            .iter()
            .find(|one| name_of(def, one.target()).as_ref() == Some(&check.tensor))?;
        Place::of_location(writer.operation().location())
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
        // Views of the body as it is now: what is inserted below stands in front of it.
        let comprehensions = def.comprehensions();
        let mut checks = Vec::new();
        for one in &unchecked {
            let mut recorder = Recorder {
                context: ctx.context(),
                def,
                model: &model,
                comprehension: comprehensions[one.statement],
            };
            checks.extend(recorder.record(one, checks.len())?);
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
        Ok(())
    }
}

/// Accesses that are out of bounds whatever the data are, now that sizes are numbers.
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

/// Inserts the check of one subscript.
struct Recorder<'c, 'a, 'm> {
    context: &'c Context,
    def: Def<'c, 'a>,
    model: &'m Model,
    comprehension: Comprehension<'c, 'a>,
}

impl<'c: 'a, 'a> Recorder<'c, 'a, '_> {
    fn record(&mut self, one: &Unchecked, number: usize) -> Result<Option<Check>, Failure> {
        let condition = &one.condition;
        let access = self.comprehension.accesses()[condition.access];
        let ranges = self.ranges()?;
        if ranges.iter().any(|(_, low, high)| low >= high) {
            // The statement does nothing.
            return Ok(None);
        }
        let bound = |expr: &Expr| {
            let number = expr.as_const();
            number.ok_or_else(|| self.not_a_number(&format!("the bound `{}`", expr.human())))
        };
        let (low, high) = (bound(&condition.range.low)?, bound(&condition.range.high)?);
        let subscript = access.subscripts().swap_remove(condition.dim);
        let copier = Copier::of(self.context, self.comprehension, access, subscript, low)?;
        let used = copier.mentioned();
        if let Some(name) = used
            .iter()
            .find(|name| !ranges.iter().any(|(index, ..)| index == *name))
        {
            return Err(self.not_a_number(&format!("`{name}` in a subscript")));
        }
        let indices: Vec<_> = ranges
            .into_iter()
            .filter(|(name, ..)| used.contains(name))
            .collect();
        let statement = &self.model.statements[one.statement];
        let modelled = &statement.accesses[condition.access];
        let check = Check {
            tensor: self.fresh_name(number),
            read: modelled.tensor.clone(),
            subscripts: modelled
                .subscripts
                .iter()
                .map(|subscript| statement.shown(subscript))
                .collect(),
            dimension: condition.dim,
            low,
            high,
            indices,
            place: None,
        };
        self.insert(&check, &copier);
        self.clamp(access, &check);
        Ok(Some(check))
    }

    fn not_a_number(&self, what: &str) -> Failure {
        Failure::new(format!(
            "{what} is not a number yet; give all sizes and integer scalars to tc-specialize before"
        ))
        .at_operation(&self.comprehension.operation())
    }

    /// The indices with their ranges.
    fn ranges(&self) -> Result<Vec<(String, i64, i64)>, Failure> {
        let mut ranges = Vec::new();
        for index in self.comprehension.indices() {
            let range = index.range.as_ref();
            let ends = range.and_then(|range| range.lower.as_const().zip(range.upper.as_const()));
            let (low, high) =
                ends.ok_or_else(|| self.not_a_number(&format!("the range of `{}`", index.name)))?;
            ranges.push((index.name, low, high));
        }
        Ok(ranges)
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

    /// The statement that records the values, in front of the one that reads.
    fn insert(&self, check: &Check, copier: &Copier<'c, 'a>) {
        let location = copier.read.location();
        let ranges: Vec<Range> = check
            .indices
            .iter()
            .map(|(_, low, high)| Range::new(Expr::Const(*low), Expr::Const(*high)))
            .collect();
        let dims: Vec<Option<Range>> = ranges.iter().cloned().map(Some).collect();
        let ty = TensorType::new(self.context, &dims, copier.int64());
        let left: Vec<String> = check.indices.iter().map(|one| one.0.clone()).collect();
        let indices: Vec<Index> = left
            .iter()
            .zip(ranges)
            .map(|(name, range)| Index {
                name: name.clone(),
                range: Some(range),
            })
            .collect();
        let target = self.add_return(&check.tensor, ty, location);
        let made = builders::comprehension(self.context, location, target, &left, None, &indices);
        let block = self.comprehension.operation().block();
        let block = block.expect("a comprehension stands in a def");
        let made = block.insert_operation_before(self.comprehension.operation(), made);
        let body = op::body(made).expect("a comprehension has a body");
        let value = copier.copy(0, body, &mut HashMap::new());
        body.append_operation(builders::r#yield(self.context, location, value));
    }

    fn add_return(&self, name: &str, ty: TensorType<'c>, location: Location<'c>) -> Value<'c, 'a> {
        let mut names = op::strings(self.def.operation(), "arg_names");
        names.push(name.to_owned());
        set_strings(self.context, self.def, "arg_names", &names);
        // SAFETY: the block is the def's, and the value lives as long as it.
        unsafe {
            Value::from_raw(mlirBlockAddArgument(
                self.def.body().to_raw(),
                ty.as_type().to_raw(),
                location.to_raw(),
            ))
        }
    }

    /// Keeps the read in the box, or makes it a zero where the box is empty.
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
                // SAFETY: the operand exists, and the value stands in front of the read.
                unsafe {
                    mlirOperationSetOperand(read.to_raw(), operand as isize, clamped.to_raw());
                }
            }
        }
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
        let block = read.block().expect("a read stands in a body");
        let bound = result(block.insert_operation_before(read, bound));
        let made = OperationBuilder::new(name, read.location())
            .add_operands(&[value, bound])
            .add_results(&[ty])
            .build()
            .expect("two operands and a result of one type");
        result(block.insert_operation_before(read, made))
    }

    fn make_zero(&self, read: OperationRef<'c, 'a>) {
        let value = result(read);
        let ty = value.r#type();
        let zero = match IntegerType::try_from(ty) {
            Ok(_) => format!("0 : {ty}"),
            Err(_) => format!("0.0 : {ty}"),
        };
        let zero = Attribute::parse(self.context, &zero).expect("a zero of an element type");
        let zero = melior::dialect::arith::constant(self.context, zero, read.location());
        let block = read.block().expect("a read stands in a body");
        let zero = result(block.insert_operation_before(read, zero));
        // The read stays for those who count accesses; nothing uses it, so loops drop it.
        // SAFETY: the constant is in front of all uses.
        unsafe { mlir_sys::mlirValueReplaceAllUsesOfWith(value.to_raw(), zero.to_raw()) };
    }
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

/// The only result of an operation.
fn result<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Value<'c, 'a> {
    let result = operation.result(0).expect("the operation has a result");
    // SAFETY: the operation lives in the def.
    unsafe { Value::from_raw(result.to_raw()) }
}

/// A block on the way from the body to the read.
struct Level<'c, 'a> {
    block: BlockRef<'c, 'a>,
    /// The operation in it that the way leads through: an `scf.if`, or the read.
    through: OperationRef<'c, 'a>,
    /// The way leads through the second region of the `scf.if`.
    in_else: bool,
}

/// Copies what a subscript is computed from, and under which conditions.
struct Copier<'c, 'a> {
    context: &'c Context,
    read: OperationRef<'c, 'a>,
    subscript: Subscript<'c, 'a>,
    /// Recorded where the read is not executed.
    low: i64,
    levels: Vec<Level<'c, 'a>>,
    /// The operations to copy.
    slice: HashMap<usize, OperationRef<'c, 'a>>,
}

fn key(operation: OperationRef<'_, '_>) -> usize {
    operation.to_raw().ptr as usize
}

impl<'c: 'a, 'a> Copier<'c, 'a> {
    fn of(
        context: &'c Context,
        comprehension: Comprehension<'c, 'a>,
        access: Access<'c, 'a>,
        subscript: Subscript<'c, 'a>,
        low: i64,
    ) -> Result<Self, Failure> {
        let read = access.operation();
        let mut copier = Copier {
            context,
            read,
            subscript,
            low,
            levels: Vec::new(),
            slice: HashMap::new(),
        };
        let (mut through, mut in_else) = (read, false);
        loop {
            let block = through.block().expect("the read stands in a body");
            // SAFETY: the block lives in the def.
            let block = unsafe { BlockRef::from_raw(block.to_raw()) };
            copier.levels.insert(
                0,
                Level {
                    block,
                    through,
                    in_else,
                },
            );
            let parent = block.parent_operation().expect("a body has a parent");
            // SAFETY: as above.
            let parent = unsafe { OperationRef::from_raw(parent.to_raw()) };
            if parent == comprehension.operation() {
                break;
            }
            if op::name(parent) != "scf.if" {
                return Err(Failure::new(format!(
                    "a read inside of {} has a subscript that is data: it cannot be checked",
                    op::name(parent)
                ))
                .at_operation(&read));
            }
            in_else = block.parent_region() == parent.region(1).ok();
            through = parent;
        }
        let mut wanted: Vec<Value> = match copier.subscript {
            Subscript::Value(value) => vec![value],
            Subscript::Expr(_) => Vec::new(),
        };
        let conditions = copier.levels.iter().map(|level| level.through);
        wanted.extend(
            conditions
                .filter(|one| *one != read)
                .filter_map(|branch| op::operands(branch).first().copied()),
        );
        copier.add(wanted);
        Ok(copier)
    }

    /// Adds what computes these values.
    fn add(&mut self, mut wanted: Vec<Value<'c, 'a>>) {
        while let Some(value) = wanted.pop() {
            // Tensors are arguments of the def, or temporaries in front of the statement.
            let Some(operation) = defining_operation(value) else {
                continue;
            };
            if op::name(operation) == "tc.temporary"
                || self.slice.insert(key(operation), operation).is_some()
            {
                continue;
            }
            wanted.extend(op::operands(operation));
            op::walk(operation, &mut |inner| wanted.extend(op::operands(inner)));
        }
    }

    /// The names that stand in the copied operations.
    fn mentioned(&self) -> HashSet<String> {
        let mut names = HashSet::new();
        let mut note = |expr: &Expr| names.extend(expr.names().into_iter().map(str::to_owned));
        for operation in self.slice.values() {
            if let Some(access) = Access::from_op(*operation) {
                access
                    .subscripts()
                    .iter()
                    .filter_map(Subscript::as_expr)
                    .for_each(&mut note);
            }
            if let Some(value) = ValueOf::from_op(*operation) {
                note(&value.expr());
            }
        }
        if let Subscript::Expr(expr) = &self.subscript {
            note(expr);
        }
        names
    }

    fn int64(&self) -> Type<'c> {
        IntegerType::new(self.context, 64).into()
    }

    /// Copies a level and those below; gives the value to record.
    fn copy<'b>(
        &self,
        level: usize,
        into: BlockRef<'c, 'b>,
        copies: &mut HashMap<usize, MlirValue>,
    ) -> Value<'c, 'b>
    where
        'c: 'b,
    {
        let Level {
            block,
            through,
            in_else,
        } = &self.levels[level];
        let before = op::operations(*block).into_iter();
        for operation in before.take_while(|operation| operation != through) {
            if self.slice.contains_key(&key(operation)) {
                copy_operation(operation, into, copies);
            }
        }
        let location = self.read.location();
        let append = |operation: Operation<'c>| {
            let appended = into.append_operation(operation);
            // SAFETY: the block keeps the operation.
            result(unsafe { OperationRef::from_raw(appended.to_raw()) })
        };
        if level + 1 == self.levels.len() {
            return match &self.subscript {
                Subscript::Expr(expr) => {
                    append(builders::value(self.context, location, expr, self.int64()))
                }
                Subscript::Value(value) => {
                    let value = copied(*value, copies);
                    append(melior::dialect::arith::index_cast(
                        value,
                        self.int64(),
                        location,
                    ))
                }
            };
        }
        let condition = copied(op::operands(*through)[0], copies);
        let [taken, other] = [(); 2].map(|()| Region::new());
        let block = taken.append_block(Block::new(&[]));
        let value = self.copy(level + 1, block, copies);
        block.append_operation(scf_yield(value, location));
        let block = other.append_block(Block::new(&[]));
        let low = constant(self.context, location, self.int64(), self.low);
        let low = block.append_operation(low);
        let low = low.result(0).expect("a constant has a result").into();
        block.append_operation(scf_yield(low, location));
        let regions = match in_else {
            true => [other, taken],
            false => [taken, other],
        };
        append(
            OperationBuilder::new("scf.if", location)
                .add_operands(&[condition])
                .add_results(&[self.int64()])
                .add_regions(regions)
                .build()
                .expect("a condition and two regions that yield"),
        )
    }
}

/// `scf.yield value`
fn scf_yield<'c>(value: Value<'c, '_>, location: Location<'c>) -> Operation<'c> {
    OperationBuilder::new("scf.yield", location)
        .add_operands(&[value])
        .build()
        .expect("a yield of one value")
}

/// The copy of a value, or the value itself where it comes from outside of the statement.
fn copied<'c: 'b, 'b>(value: Value<'c, '_>, copies: &HashMap<usize, MlirValue>) -> Value<'c, 'b> {
    let found = copies.get(&op::value_key(value)).copied();
    // SAFETY: copies stand in front of their uses in the same body, and tensors in front of all statements.
    unsafe { Value::from_raw(found.unwrap_or(value.to_raw())) }
}

/// Appends a copy of an operation that uses copies.
fn copy_operation<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    into: BlockRef<'c, '_>,
    copies: &mut HashMap<usize, MlirValue>,
) {
    // SAFETY: the block owns the copy, which lives in the def from here on.
    let copy: OperationRef<'c, 'a> = unsafe {
        let copy = mlirOperationClone(operation.to_raw());
        mlirBlockAppendOwnedOperation(into.to_raw(), copy);
        OperationRef::from_raw(copy)
    };
    let mut all = vec![copy];
    op::walk(copy, &mut |inner| all.push(inner));
    for one in all {
        for (position, operand) in op::operands(one).into_iter().enumerate() {
            if let Some(new) = copies.get(&op::value_key(operand)) {
                // SAFETY: the operand exists.
                unsafe { mlirOperationSetOperand(one.to_raw(), position as isize, *new) };
            }
        }
    }
    for (old, new) in operation.results().zip(copy.results()) {
        let old: Value = old.into();
        copies.insert(op::value_key(old), new.to_raw());
    }
}
