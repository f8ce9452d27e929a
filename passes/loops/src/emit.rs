//! isl's AST as `scf`, `arith` and `memref`.
//!
//! ```text
//! for (c0 = 0; c0 < 30; c0 += 1)              scf.for %c0 = %c0_0 to %c30 step %c1 {
//!   if (c0 >= 4)                                %1 = arith.cmpi sge, %c0, %c4 : index
//!     S(c0, c0 - 4)                   ==>       scf.if %1 {
//!                                                 %2 = arith.subi %c0, %c4 : index
//!                                                 body of S with its loads and stores at isl's subscripts
//! ```
//!
//! Iterators and expressions have the type `index`. isl knows which divisions have operands that
//! are not negative; they become `divui` and `remui`, others `floordivsi`. A `parallel` loop
//! becomes `scf.parallel` unless it is nested in another one; a `vector` loop becomes an `scf.for`
//! with the attribute `tc.vector`, for [`super::vectorize`]. A band with a unit becomes a nest of
//! `scf.for` with the attribute `tc.unit`, for [`super::tensorize`].
//!
//! **Barriers** are refused in a loop or condition that depends on the thread: not all threads
//! would reach them.

mod local_array;
mod propose;
mod unit;

use std::collections::{BTreeSet, HashMap, HashSet};

use melior::dialect::arith::{self, CmpiPredicate};
use melior::dialect::{memref, scf};
use melior::ir::attribute::DenseI32ArrayAttribute;
use tc_dialects::op::{self, Recipe, ValueKey};
use tc_dialects::schedule::tree::{MemberKind, Refusal};
use tc_isl::{AstExpr, AstExprKind, AstNode, AstNodeKind, AstOp};

use tc_pass_host::*;

use super::ast::{Ast, Instance, kinds_of_mark, number, unit_of_mark};
use super::builder::Builder;
use super::copies::{Counted, Numbers};
use super::mapping::Coordinates;
use super::multiples::{with_numbers, with_quotients};
use super::scop::Statement;
use super::statement::PlacedBody;
pub use local_array::LocalArray;
pub use unit::{UNIT, UnitCode};

use super::together::{Condition, all_threads_reach, names_of};
use super::vectorize::VECTOR;

/// The value of a name of the AST.
#[derive(Clone, Copy)]
pub struct Binding<'c, 'a> {
    /// An integer of type `index`.
    pub value: Value<'c, 'a>,
    /// Between whom it may differ.
    pub varying: Varying,
}

/// Between which threads of a block a value may differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Varying {
    /// All threads have the same one.
    #[default]
    No,
    /// The lanes of each warp have the same one.
    Warps,
    /// Any two threads may have different ones.
    Lanes,
}

impl<'c, 'a> Binding<'c, 'a> {
    /// A value that all threads share.
    pub fn of_all(value: Value<'c, 'a>) -> Self {
        Binding {
            value,
            varying: Varying::No,
        }
    }
}

/// Creates the value of a free name of the AST, such as a thread's number.
pub type FreeName<'p, 'c, 'a> = &'p dyn Fn(&mut Builder<'c, 'a>, &str) -> Option<Binding<'c, 'a>>;

/// Parallel loops, each of which is all of the body of the one before.
struct Merged {
    loops: Vec<(String, Counted)>,
    /// The body of the last one.
    body: AstNode,
}

/// Writes an AST into a function.
pub struct Emitter<'p, 'c, 'a> {
    /// The builder of the operations.
    pub builder: Builder<'c, 'a>,
    ast: &'p Ast,
    statements: &'p [Statement<'c, 'a>],
    /// The arrays of the scop as values of the function.
    arrays: HashMap<ValueKey, Value<'c, 'a>>,
    free: FreeName<'p, 'c, 'a>,
    names: HashMap<String, Binding<'c, 'a>>,
    kinds: HashMap<String, MemberKind>,
    /// The values of the unrolled loops around the current place.
    numbers: Numbers,
    /// Between whom the iterations of the loops around the current place may differ.
    apart: Varying,
    /// The conditions around the current place.
    conditions: Vec<Condition>,
    /// Between whom these may differ.
    branching: Varying,
    /// What the bands with a unit run, by the number in their mark.
    units: &'p [UnitCode],
    /// The unit of the band that the current place is below.
    unit: Option<&'p UnitCode>,
    /// Whether the current place is inside an `scf.parallel`.
    parallel: bool,
    /// The scop's values of thread-private arrays: each thread accesses its own elements.
    thread_private: HashSet<ValueKey>,
    /// Creates the arrays that are private to each iteration of a parallel loop.
    local_arrays: Vec<LocalArray<'c, 'a>>,
    /// The loops of the given tree around the statements, where the AST has not all of them.
    coordinates: Option<&'p Coordinates>,
}

impl<'p, 'c, 'a> Emitter<'p, 'c, 'a> {
    /// An emitter at the end of `builder`'s block. `arrays` gives the function's value for each
    /// array of the scop; `local_arrays` are created inside a parallel loop.
    pub fn new(
        builder: Builder<'c, 'a>,
        ast: &'p Ast,
        statements: &'p [Statement<'c, 'a>],
        arrays: &[(Value<'c, 'a>, Value<'c, 'a>)],
        local_arrays: Vec<LocalArray<'c, 'a>>,
        free: FreeName<'p, 'c, 'a>,
    ) -> Self {
        Emitter {
            builder,
            ast,
            statements,
            arrays: arrays
                .iter()
                .map(|(from, to)| (ValueKey::of(*from), *to))
                .collect(),
            free,
            names: HashMap::new(),
            kinds: HashMap::new(),
            numbers: Numbers::new(),
            apart: Varying::No,
            conditions: Vec::new(),
            branching: Varying::No,
            units: &[],
            unit: None,
            parallel: false,
            thread_private: HashSet::new(),
            local_arrays,
            coordinates: None,
        }
    }

    /// Tells the loops of the given tree around the statements, where the AST has not all of them.
    pub fn set_coordinates(&mut self, coordinates: &'p Coordinates) {
        self.coordinates = Some(coordinates);
    }

    /// Tells what the bands with a unit run.
    pub fn set_units(&mut self, units: &'p [UnitCode]) {
        self.units = units;
    }

    /// Marks the accesses to these arrays of the scop as thread-private.
    pub fn mark_thread_private(&mut self, arrays: impl IntoIterator<Item = Value<'c, 'a>>) {
        self.thread_private
            .extend(arrays.into_iter().map(ValueKey::of));
    }

    /// Writes the whole AST.
    pub fn run(&mut self) -> Result<(), Refusal> {
        let root = self.ast.root.clone();
        self.node(&root)
    }

    fn node(&mut self, node: &AstNode) -> Result<(), Refusal> {
        match node.kind()? {
            AstNodeKind::For => match self.unrolled(node)? {
                Some(counted) => self.copies(node, &counted),
                None if node.for_is_degenerate()? => self.once(node),
                None => self.loop_over(node),
            },
            AstNodeKind::If => self.condition(node),
            AstNodeKind::Block => node
                .block_children()?
                .iter()
                .try_for_each(|child| self.node(child)),
            AstNodeKind::Mark => self.mark(node),
            AstNodeKind::User => self.instance(node),
        }
    }

    fn mark(&mut self, node: &AstNode) -> Result<(), Refusal> {
        let text = node.mark_id()?.name();
        if let Some(code) = unit_of_mark(&text).and_then(|number| self.units.get(number)) {
            let outer = self.unit.replace(code);
            let result = self.node(&node.mark_node()?);
            self.unit = outer;
            return result;
        }
        let outer = self.kinds.clone();
        if let Some(mark) = kinds_of_mark(&text) {
            self.kinds.extend(mark.kinds);
        }
        self.node(&node.mark_node()?)?;
        self.kinds = outer;
        Ok(())
    }

    /// The ends of a loop that is unrolled here.
    fn unrolled(&self, node: &AstNode) -> Result<Option<Counted>, Refusal> {
        match self.kinds.get(&iterator(node)?) {
            Some(kind) if kind.is_unrolled() => Counted::of(node),
            _ => Ok(None),
        }
    }

    /// The iterations of an unrolled loop, one behind another.
    fn copies(&mut self, node: &AstNode, counted: &Counted) -> Result<(), Refusal> {
        let (name, body) = (iterator(node)?, node.for_body()?);
        for value in counted.values() {
            self.numbers.insert(name.clone(), value);
            self.node(&body)?;
        }
        self.numbers.remove(&name);
        Ok(())
    }

    /// A loop of one iteration only defines its iterator.
    fn once(&mut self, node: &AstNode) -> Result<(), Refusal> {
        let init = node.for_init()?;
        let value = Binding {
            value: self.value(&init)?,
            varying: self.varies(&init)?,
        };
        let body = node.for_body()?;
        self.with_name(&iterator(node)?, value, |emitter| {
            emitter.builder.open();
            let result = emitter.node(&body);
            emitter.builder.close();
            result
        })
    }

    fn loop_over(&mut self, node: &AstNode) -> Result<(), Refusal> {
        let name = iterator(node)?;
        let kind = self.kinds.get(&name).copied().unwrap_or_default();
        let parallel = kind.is_parallel() && !self.parallel;
        if parallel && let Some(merged) = self.merged(node)? {
            return self.loop_over_merged(&merged);
        }
        let (init, condition, step) = (node.for_init()?, node.for_cond()?, node.for_inc()?);
        let lower = self.value(&init)?;
        let upper = self.upper_bound(&condition, &name)?;
        let step = number(&step).filter(|step| *step > 0);
        let step =
            step.ok_or_else(|| Refusal::new("expected loops with a positive constant step"))?;
        let step = self.builder.constant(step);
        let varying = self.varies(&init)?.max(self.varies(&condition)?);
        let (region, block) = self.builder.region(&[self.builder.index()]);
        let iterator = op::arguments(block)[0];
        self.builder.loops += 1;
        if parallel {
            self.parallel([lower, upper, step], region);
        } else {
            let made = scf::r#for(lower, upper, step, region, self.builder.location);
            let made = self.builder.append(made);
            if let Some(lanes) = kind.lanes() {
                let text = op::build::text(self.builder.context, lanes.as_str());
                op::set_attribute(made, VECTOR, Some(text));
            }
        }
        let value = Binding {
            value: iterator,
            varying: self.varies(&init)?,
        };
        let body = node.for_body()?;
        self.within(block, (varying, Varying::No), parallel, |emitter| {
            let work =
                |emitter: &mut Self| emitter.with_name(&name, value, |emitter| emitter.node(&body));
            if parallel {
                return emitter.iteration(work);
            }
            work(emitter)?;
            let location = emitter.builder.location;
            emitter.builder.append(scf::r#yield(&[], location));
            Ok(())
        })
    }

    /// A loop with these ends and this step, whose iterations may run at the same time.
    fn parallel(&mut self, [lower, upper, step]: [Value<'c, 'a>; 3], region: Region<'c>) {
        let segments = DenseI32ArrayAttribute::new(self.builder.context, &[1, 1, 1, 0]);
        let recipe = Recipe {
            operands: &[lower, upper, step],
            attributes: &[("operandSegmentSizes", segments.into())],
            regions: vec![region],
            ..Recipe::default()
        };
        self.builder.operation("scf.parallel", recipe);
    }

    /// One iteration of a parallel loop, with its own arrays.
    fn iteration(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let heap = self.make_local_arrays();
        work(self)?;
        let location = self.builder.location;
        for array in heap {
            self.builder.append(memref::dealloc(array, location));
        }
        self.builder.operation("scf.reduce", Recipe::default());
        Ok(())
    }

    /// A parallel loop with the parallel loops that are all of its body, if there are any, and if
    /// all have constant ends.
    fn merged(&self, node: &AstNode) -> Result<Option<Merged>, Refusal> {
        let mut merged = Merged {
            loops: Vec::new(),
            body: node.clone(),
        };
        let mut parallel = 0;
        while merged.body.kind()? == AstNodeKind::For {
            let name = iterator(&merged.body)?;
            let kind = self.kinds.get(&name);
            if !kind.is_some_and(|kind| kind.is_parallel()) {
                break;
            }
            let Some(counted) = Counted::of(&merged.body)? else {
                break;
            };
            parallel += usize::from(counted.count > 1);
            merged.loops.push((name, counted));
            merged.body = merged.body.for_body()?;
        }
        Ok((parallel > 1).then_some(merged))
    }

    /// One parallel loop over all iterations of several, which it counts in their order.
    fn loop_over_merged(&mut self, merged: &Merged) -> Result<(), Refusal> {
        let counts = merged.loops.iter().map(|(_, one)| one.count);
        let all = counts.fold(1, i64::saturating_mul);
        let ends = [0, all, 1].map(|end| self.builder.constant(end));
        let (region, block) = self.builder.region(&[self.builder.index()]);
        self.builder.loops += 1;
        self.parallel(ends, region);
        let mut number = op::arguments(block)[0];
        self.within(block, Default::default(), true, |emitter| {
            let names = emitter.names.clone();
            for (position, (name, one)) in merged.loops.iter().enumerate().rev() {
                let count = emitter.builder.constant(one.count);
                let digit = match position {
                    0 => number,
                    _ => emitter.arith("arith.remui", number, count),
                };
                if position > 0 {
                    number = emitter.arith("arith.divui", number, count);
                }
                let value = emitter.linear(digit, one.step, one.first);
                let binding = Binding::of_all(value);
                emitter.names.insert(name.clone(), binding);
            }
            let result = emitter.iteration(|emitter| emitter.node(&merged.body));
            emitter.names = names;
            result
        })
    }

    /// `step * value + first`
    fn linear(&mut self, value: Value<'c, 'a>, step: i64, first: i64) -> Value<'c, 'a> {
        let mut result = value;
        if step != 1 {
            let step = self.builder.constant(step);
            result = self.arith("arith.muli", result, step);
        }
        if first != 0 {
            let first = self.builder.constant(first);
            result = self.arith("arith.addi", result, first);
        }
        result
    }

    fn condition(&mut self, node: &AstNode) -> Result<(), Refusal> {
        let expr = node.if_cond()?;
        let condition = self.value(&expr)?;
        let mut varying = BTreeSet::new();
        names_of(&expr, &mut varying)?;
        varying.retain(|name| self.name_varies(name) > Varying::No);
        let branching = self.varies(&expr)?;
        let (then, then_block) = self.builder.region(&[]);
        let mut branches = vec![(then_block, node.if_then_node()?, true)];
        let other = if node.if_has_else_node()? {
            let (other, other_block) = self.builder.region(&[]);
            branches.push((other_block, node.if_else_node()?, false));
            other
        } else {
            Region::new()
        };
        self.builder.conditions += 1;
        let location = self.builder.location;
        self.builder
            .append(scf::r#if(condition, &[], then, other, location));
        branches.into_iter().try_for_each(|(block, branch, holds)| {
            let condition = Condition::new(&expr, holds, varying.clone())?;
            self.conditions.push(condition);
            let result = self.within(block, (Varying::No, branching), false, |emitter| {
                emitter.node(&branch)?;
                let location = emitter.builder.location;
                emitter.builder.append(scf::r#yield(&[], location));
                Ok(())
            });
            self.conditions.pop();
            result
        })
    }

    /// Runs `work` at the end of a block that these threads may not reach together, because of a
    /// loop or of a condition.
    fn within(
        &mut self,
        block: BlockRef<'c, 'a>,
        (apart, branching): (Varying, Varying),
        parallel: bool,
        work: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let around = (self.apart, self.branching, self.parallel);
        let outer_arrays = parallel.then(|| self.arrays.clone());
        self.apart = self.apart.max(apart);
        self.branching = self.branching.max(branching);
        self.parallel |= parallel;
        let outer = self.builder.enter(block);
        let result = work(self);
        self.builder.leave(outer);
        (self.apart, self.branching, self.parallel) = around;
        if let Some(arrays) = outer_arrays {
            self.arrays = arrays;
        }
        result
    }

    /// Gives each iteration of a parallel loop its own arrays; those on the heap are returned, to
    /// be freed.
    fn make_local_arrays(&mut self) -> Vec<Value<'c, 'a>> {
        let mut heap = Vec::new();
        for local in &self.local_arrays {
            let value = local.make(&self.builder);
            self.arrays.insert(ValueKey::of(local.array), value);
            heap.extend(local.heap.then_some(value));
        }
        heap
    }

    fn with_name(
        &mut self,
        name: &str,
        binding: Binding<'c, 'a>,
        work: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let outer = self.names.insert(name.to_owned(), binding);
        let result = work(self);
        match outer {
            Some(outer) => self.names.insert(name.to_owned(), outer),
            None => self.names.remove(name),
        };
        result
    }

    /// The instance of a user node.
    fn instance_of(&self, node: &AstNode) -> Result<&'p Instance, Refusal> {
        let number: Option<usize> = node.annotation()?.name().parse().ok();
        let instance = number.and_then(|number| self.ast.instances.get(number));
        instance.ok_or_else(|| Refusal::new("a statement of the AST has no instance"))
    }

    fn instance(&mut self, node: &AstNode) -> Result<(), Refusal> {
        let instance = self.instance_of(node)?;
        if let Some(code) = self.unit {
            return self.operation(code, instance);
        }
        let statement = &self.statements[instance.statement];
        if statement.barrier.is_some()
            && !(self.apart == Varying::No
                && all_threads_reach(&self.ast.context, &self.conditions)?)
        {
            let message = format!(
                "barrier @{} would be reached by some threads of a block only",
                statement.name
            );
            return Err(Refusal::new(message)
                .note("a loop or condition around it depends on the thread's number; a barrier must be outside of it"));
        }
        if let Some(origin) = &instance.origin {
            self.propose(&statement.name, |emitter| emitter.all(origin))?;
        }
        let mut affine = HashMap::new();
        for (op, exprs) in &instance.affine {
            let values = exprs
                .iter()
                .map(|expr| self.value(expr))
                .collect::<Result<Vec<_>, _>>()?;
            affine.insert(*op, values);
        }
        let mut values = self.arrays.clone();
        let indices = op::arguments(statement.body);
        for (index, expr) in &instance.indices {
            values.insert(ValueKey::of(indices[*index]), self.value(expr)?);
        }
        for (value, size) in &statement.sizes {
            values.insert(*value, self.name(size)?);
        }
        PlacedBody {
            affine,
            values,
            statement,
            thread_private: &self.thread_private,
        }
        .emit(&mut self.builder)
    }

    /// The exclusive upper bound of the iterator.
    fn upper_bound(
        &mut self,
        condition: &AstExpr,
        iterator: &str,
    ) -> Result<Value<'c, 'a>, Refusal> {
        let unexpected = || {
            Refusal::new(format!(
                "expected an upper bound of {iterator} as the condition of its loop"
            ))
        };
        let AstExprKind::Op(op) = condition.kind()? else {
            return Err(unexpected());
        };
        match op {
            AstOp::And | AstOp::AndThen => {
                let left = self.upper_bound(&condition.op_arg(0)?, iterator)?;
                let right = self.upper_bound(&condition.op_arg(1)?, iterator)?;
                Ok(self.arith("arith.minsi", left, right))
            }
            AstOp::Lt | AstOp::Le => {
                let (left, bound) = (condition.op_arg(0)?, condition.op_arg(1)?);
                if left.kind()? != AstExprKind::Id || left.id_id()?.name() != iterator {
                    return Err(unexpected());
                }
                if op == AstOp::Lt {
                    return self.value(&bound);
                }
                self.plus_one(&bound)
            }
            _ => Err(unexpected()),
        }
    }

    fn plus_one(&mut self, expr: &AstExpr) -> Result<Value<'c, 'a>, Refusal> {
        match expr.kind()? {
            AstExprKind::Int => {
                let value = number(expr).ok_or_else(too_large)?;
                Ok(self.builder.constant(value + 1))
            }
            AstExprKind::Op(op @ (AstOp::Min | AstOp::Max)) => {
                let ends = expr
                    .op_args()?
                    .iter()
                    .map(|arg| self.plus_one(arg))
                    .collect::<Result<Vec<_>, _>>()?;
                self.apply(op, &ends)
            }
            AstExprKind::Op(AstOp::Sub) if number_arg(expr, 1)? == Some(1) => {
                self.value(&expr.op_arg(0)?)
            }
            AstExprKind::Op(AstOp::Sub) if number_arg(expr, 1)?.is_some() => {
                let offset = number_arg(expr, 1)?.unwrap_or_default() - 1;
                let (value, offset) =
                    (self.value(&expr.op_arg(0)?)?, self.builder.constant(offset));
                Ok(self.arith("arith.subi", value, offset))
            }
            AstExprKind::Op(AstOp::Add) if number_arg(expr, 1)?.is_some() => {
                let offset = self
                    .builder
                    .constant(number_arg(expr, 1)?.unwrap_or_default() + 1);
                self.sum(&expr.op_arg(0)?, offset)
            }
            _ => {
                let (value, one) = (self.value(expr)?, self.builder.constant(1));
                Ok(self.arith("arith.addi", value, one))
            }
        }
    }

    /// The values of expressions.
    fn all(&mut self, exprs: &[AstExpr]) -> Result<Vec<Value<'c, 'a>>, Refusal> {
        exprs.iter().map(|expr| self.value(expr)).collect()
    }

    /// Between whom an expression may differ.
    fn varies(&mut self, expr: &AstExpr) -> Result<Varying, Refusal> {
        let mut names = BTreeSet::new();
        names_of(expr, &mut names)?;
        let varying = names.iter().map(|name| self.name_varies(name));
        Ok(varying.max().unwrap_or_default())
    }

    fn name_varies(&mut self, name: &str) -> Varying {
        // The iterator of the loop with this condition has no value yet; its bounds are examined
        // separately.
        match self.names.get(name) {
            Some(binding) => binding.varying,
            None => {
                let free = (self.free)(&mut self.builder, name);
                free.map_or(Varying::No, |binding| binding.varying)
            }
        }
    }

    /// The value of an expression: `index`, or `i1` for a condition.
    fn value(&mut self, expr: &AstExpr) -> Result<Value<'c, 'a>, Refusal> {
        let mut names = BTreeSet::new();
        if !self.numbers.is_empty() {
            names_of(expr, &mut names)?;
        }
        if names.iter().any(|name| self.numbers.contains_key(name)) {
            let expr = with_numbers(expr, &self.numbers)?.ok_or_else(too_large)?;
            self.computed(&expr)
        } else {
            self.computed(expr)
        }
    }

    /// The value of an expression in which no unrolled loop is named.
    fn computed(&mut self, expr: &AstExpr) -> Result<Value<'c, 'a>, Refusal> {
        match expr.kind()? {
            AstExprKind::Int => {
                let value = number(expr).ok_or_else(too_large)?;
                Ok(self.builder.constant(value))
            }
            AstExprKind::Id => self.name(&expr.id_id()?.name()),
            AstExprKind::Op(op) => {
                if matches!(op, AstOp::Add | AstOp::Sub)
                    && let Some(other) = with_quotients(expr)?
                {
                    return self.computed(&other);
                }
                if op == AstOp::Add && is_minus(&expr.op_arg(0)?)? {
                    let right = self.computed(&expr.op_arg(1)?)?;
                    return self.sum(&expr.op_arg(0)?, right);
                }
                let text = expr.to_c()?;
                if let Some(known) = self.builder.known(&text) {
                    return Ok(known);
                }
                let operands = expr
                    .op_args()?
                    .iter()
                    .map(|arg| self.computed(arg))
                    .collect::<Result<Vec<_>, _>>()?;
                let value = self.apply(op, &operands)?;
                self.builder.remember(text, value);
                Ok(value)
            }
        }
    }

    /// The sum of an expression and a value; isl writes `a - b` as `-b + a`.
    fn sum(&mut self, left: &AstExpr, right: Value<'c, 'a>) -> Result<Value<'c, 'a>, Refusal> {
        if is_minus(left)? {
            let subtracted = self.computed(&left.op_arg(0)?)?;
            return Ok(self.arith("arith.subi", right, subtracted));
        }
        let left = self.computed(left)?;
        Ok(self.arith("arith.addi", left, right))
    }

    fn name(&mut self, name: &str) -> Result<Value<'c, 'a>, Refusal> {
        if let Some(binding) = self.names.get(name) {
            return Ok(binding.value);
        }
        let free = (self.free)(&mut self.builder, name);
        free.map(|binding| binding.value).ok_or_else(|| {
            Refusal::new(format!(
                "the value of `{name}` is not known in the generated code"
            ))
        })
    }

    fn apply(&mut self, op: AstOp, operands: &[Value<'c, 'a>]) -> Result<Value<'c, 'a>, Refusal> {
        let name = match op {
            AstOp::And | AstOp::AndThen => "arith.andi",
            AstOp::Or | AstOp::OrElse => "arith.ori",
            AstOp::Max => "arith.maxsi",
            AstOp::Min => "arith.minsi",
            AstOp::Add => "arith.addi",
            AstOp::Sub => "arith.subi",
            AstOp::Mul => "arith.muli",
            AstOp::Div => "arith.divsi",
            AstOp::FloorDiv => "arith.floordivsi",
            AstOp::NonNegativeDiv => "arith.divui",
            AstOp::NonNegativeRem => "arith.remui",
            // Only compared with zero, and correct for dividends of either sign.
            AstOp::ZeroRem => "arith.remsi",
            AstOp::Minus => {
                let zero = self.builder.constant(0);
                return Ok(self.arith("arith.subi", zero, operands[0]));
            }
            AstOp::Cond | AstOp::Select => {
                let index = self.builder.index();
                let condition = self.as_condition(operands[0]);
                let operands = [condition, operands[1], operands[2]];
                return Ok(self.builder.value("arith.select", &operands, index, &[]));
            }
            AstOp::Eq => return Ok(self.compare(CmpiPredicate::Eq, operands)),
            AstOp::Lt => return Ok(self.compare(CmpiPredicate::Slt, operands)),
            AstOp::Le => return Ok(self.compare(CmpiPredicate::Sle, operands)),
            AstOp::Gt => return Ok(self.compare(CmpiPredicate::Sgt, operands)),
            AstOp::Ge => return Ok(self.compare(CmpiPredicate::Sge, operands)),
            AstOp::Call | AstOp::Access | AstOp::Member | AstOp::AddressOf => {
                return Err(Refusal::new(format!(
                    "expected arithmetic in the AST, found {op:?}"
                )));
            }
        };
        let is_logical = matches!(name, "arith.andi" | "arith.ori");
        let operands: Vec<_> = operands
            .iter()
            .map(|operand| {
                if is_logical {
                    self.as_condition(*operand)
                } else {
                    *operand
                }
            })
            .collect();
        let (first, rest) = operands
            .split_first()
            .ok_or_else(|| Refusal::new("an operation without operands"))?;
        Ok(rest
            .iter()
            .fold(*first, |left, right| self.arith(name, left, *right)))
    }

    /// A value as a condition: isl writes 1 and 0 for one that is known.
    fn as_condition(&mut self, value: Value<'c, 'a>) -> Value<'c, 'a> {
        if value.r#type() != self.builder.index() {
            return value;
        }
        let zero = self.builder.constant(0);
        self.compare(CmpiPredicate::Ne, &[value, zero])
    }

    fn arith(&mut self, name: &str, left: Value<'c, 'a>, right: Value<'c, 'a>) -> Value<'c, 'a> {
        self.builder.value(name, &[left, right], left.r#type(), &[])
    }

    fn compare(&mut self, predicate: CmpiPredicate, operands: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        let Builder {
            context, location, ..
        } = self.builder;
        let made = arith::cmpi(context, predicate, operands[0], operands[1], location);
        op::result(self.builder.append(made))
    }
}

fn iterator(node: &AstNode) -> Result<String, Refusal> {
    Ok(node.for_iterator()?.id_id()?.name())
}

fn is_minus(expr: &AstExpr) -> Result<bool, Refusal> {
    Ok(expr.kind()? == AstExprKind::Op(AstOp::Minus))
}

fn number_arg(expr: &AstExpr, position: usize) -> Result<Option<i64>, Refusal> {
    Ok(number(&expr.op_arg(position)?))
}

fn too_large() -> Refusal {
    Refusal::new("a number in the AST does not fit into 64 bits")
}
