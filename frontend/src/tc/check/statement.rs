//! One comprehension: its left-hand side, its body, its `where` clauses (section 7).

use super::body::{Builder, Mode, Typed};
use super::bounds::Bound;
use crate::model::used_by;
use crate::model::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tc_syntax::Span;
use tc_syntax::diagnostic::Code;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{self, Assign, BinaryOp, Clause, Expr, Name, Reduction};

/// The type that a right-hand side gives to a tensor.
pub(crate) enum Given {
    /// This type.
    Type(Scalar),
    /// It consists of literals only; this is their type if nothing else determines it.
    Literals(Scalar),
    /// Unknown because of an error, or because it consists of the tensor alone.
    Nothing,
}

/// Sums and products of truth values are integers.
pub(crate) fn reduced(assign: Assign, scalar: Scalar) -> Scalar {
    match assign {
        Assign::Reduce {
            operation: Reduction::Add | Reduction::Mul,
            ..
        } if scalar == Scalar::Bool => Scalar::Int32,
        _ => scalar,
    }
}

impl<'a> Builder<'a, '_> {
    /// The type of the right-hand side while the target has none.
    pub(crate) fn type_of_body(&mut self, comprehension: &'a ast::Comprehension) -> Given {
        self.type_of(comprehension, &comprehension.body)
    }

    /// The type that one of the values of a statement gives to its target.
    pub(crate) fn type_of(
        &mut self,
        comprehension: &'a ast::Comprehension,
        value: &'a Expr,
    ) -> Given {
        self.add_lets(&comprehension.clauses);
        match self.expression(value, Mode::Value) {
            Typed::Value(scalar, _) => Given::Type(reduced(comprehension.assign, scalar)),
            Typed::Literal(literal) => Given::Literals(literal.own_type()),
            Typed::Unknown => Given::Nothing,
        }
    }

    /// Checks a comprehension whose target has a type.
    pub(crate) fn comprehension(
        &mut self,
        statement: &'a ast::Comprehension,
    ) -> Option<Comprehension> {
        let errors = self.report.error_count();
        self.check_lets(&statement.clauses);
        self.add_lets(&statement.clauses);
        let left = self.left_side(statement);
        self.plain = (statement.assign == Assign::Plain && !statement.body.parenthesised)
            .then_some((statement.assign_span, &statement.body));
        let typed = self.expression(&statement.body, Mode::Value);
        let place = statement.pair.as_deref().map(|pair| {
            self.check_pair(statement, pair);
            let place = self.expression(&pair.place, Mode::Value);
            if pair.target == statement.target {
                (pair, Typed::Unknown)
            } else {
                (pair, place)
            }
        });
        let body_count = self.indices.len();
        self.check_reductions(statement, left.used_count);
        let result = self.assigned(statement, typed);
        let pair = place.map(|(pair, typed)| self.assigned_place(pair, typed));
        let mut body = self.take_block(result);
        let ranges = self.clauses(
            &statement.clauses,
            (left.index_count, body_count),
            &mut body,
        );
        let without_errors = self.report.error_count() == errors;
        self.check_unused_lets(without_errors);
        if without_errors {
            self.check_spelling(statement, left.used_count..body_count);
        }
        let target = self.names.tensor(&statement.target.text)?;
        let indices = self.indices[..body_count]
            .iter()
            .enumerate()
            .map(|(number, index)| Index {
                name: index.name.clone(),
                span: index.span,
                range: ranges.get(&number).cloned(),
            });
        Some(Comprehension {
            target,
            target_span: statement.target.span,
            assign: statement.assign,
            indices: in_order(indices.collect(), left.index_count),
            left_count: left.index_count,
            left: left.subscripts,
            pair: match pair {
                Some(pair) => Some(pair?),
                None => None,
            },
            body,
            span: statement.span,
        })
    }

    /// Every index that is not on the left needs a reduction.
    fn check_reductions(&self, statement: &ast::Comprehension, left_count: usize) {
        let reduced = &self.indices[left_count..];
        if statement.assign != Assign::Plain || reduced.is_empty() || self.reduction_meant {
            return;
        }
        let names: Vec<_> = reduced
            .iter()
            .map(|index| format!("`{}`", ast::shorten(&index.name)))
            .collect();
        let (noun, verb) = if names.len() == 1 {
            ("index", "appears")
        } else {
            ("indices", "appear")
        };
        let message = format!(
            "{noun} {} {verb} only on the right-hand side, but `=` does not reduce",
            names.join(", ")
        );
        let mut error =
            self.report
                .error(Code::TC0210, message, statement.assign_span, "`=` assigns");
        for (index, name) in reduced.iter().zip(&names) {
            error = error.label(
                self.report.place(index.span),
                format!("{name} is not on the left-hand side"),
            );
        }
        let constant = reduced
            .iter()
            .find_map(|index| Some((index, crate::builtins::constant(&index.name)?)));
        if let Some((index, text)) = constant {
            let place = self.report.place(index.span);
            let help = format!(
                "`{}` is an index here; the constant is `{text}`",
                index.name
            );
            self.report
                .push(error.help_with_edit(help, place, format!("({text})")));
            return;
        }
        let place = self.report.place(statement.assign_span);
        self.report
            .push(error.help_with_edit("did you mean `+=!`?", place, "+=!"));
    }

    /// Converts the value of the body to the type of the target.
    fn assigned(&mut self, statement: &'a ast::Comprehension, typed: Typed) -> Option<Value> {
        let id = self.names.tensor(&statement.target.text)?;
        let target = self.names.tensors[id].scalar?;
        let found = match &typed {
            Typed::Unknown => return None,
            Typed::Literal(literal) => literal.adapted_to(target),
            Typed::Value(scalar, _) => *scalar,
        };
        let from = reduced(statement.assign, found);
        if !from.converts_implicitly(target) {
            let sums = matches!(
                statement.assign,
                Assign::Reduce {
                    operation: ast::Reduction::Add | ast::Reduction::Mul,
                    ..
                }
            );
            if sums && target.is_storage_only() && from == Scalar::Float {
                self.report_narrow_sum(from, target, statement, id)
            } else {
                self.report_conversion(from, target, &statement.body, id)
            }
            return None;
        }
        let span = statement.body.span;
        let value = self.convert(&typed, from, span);
        Some(self.convert(&Typed::Value(from, value), target, span))
    }

    /// The place of a pair, an integer in the type of the second target.
    fn assigned_place(&mut self, pair: &'a ast::Pair, typed: Typed) -> Option<Pair> {
        let id = self.names.tensor(&pair.target.text)?;
        let target = self.names.tensors[id].scalar?;
        let from = match &typed {
            Typed::Unknown => return None,
            Typed::Literal(literal) => literal.adapted_to(target),
            Typed::Value(scalar, _) => *scalar,
        };
        if !from.is_integer() || !target.is_integer() {
            let found = if from.is_integer() { target } else { from };
            self.report_not_integer("place", found, &pair.place);
            return None;
        }
        if !from.converts_implicitly(target) {
            self.report_conversion(from, target, &pair.place, id);
            return None;
        }
        let span = pair.place.span;
        let value = self.convert(&typed, from, span);
        Some(Pair {
            target: id,
            place: self.convert(&Typed::Value(from, value), target, span),
        })
    }

    /// A sum of floats into a 16-bit type: a cast would round each term.
    fn report_narrow_sum(
        &self,
        from: Scalar,
        target: Scalar,
        statement: &ast::Comprehension,
        id: usize,
    ) {
        let name = &self.names.tensors[id].name;
        let message = format!("{from} does not convert to {target} without a cast");
        let span = statement.body.span;
        let error = self
            .report
            .error(Code::TC0214, message, span, &format!("this is {from}"));
        let operator = statement.assign.text();
        self.report.push(error.help(format!(
            "sum in {from}, and cast once: `{name}_sum(..) {operator} ..`, then `{name}(..) = {target}({name}_sum(..))`; \
             `{target}(..)` here would round each term"
        )));
    }

    fn report_conversion(&self, from: Scalar, target: Scalar, body: &Expr, id: usize) {
        let tensor = &self.names.tensors[id];
        let message = format!("{from} does not convert to {target} without a cast");
        let cast = format!("{target}({})", self.report.text(body.span));
        let help = format!("`{}`", ast::shorten(&cast));
        let error = self
            .report
            .error(Code::TC0214, message, body.span, &format!("this is {from}"));
        let origin = match (tensor.ty, tensor.first_write) {
            (Some(ty), _) => Some(ty.span),
            (None, first) => first.map(|(_, span)| span),
        };
        let label = format!("`{}` is {target} because of this", tensor.name);
        let error = error.label(origin.map(|span| self.report.place(span)), label);
        self.report
            .push(error.help_with_edit(help, self.report.place(body.span), cast));
    }

    /// Checks that definitions do not clash with other names and are used.
    fn check_lets(&mut self, clauses: &'a [Clause]) {
        let mut seen: HashMap<&str, (&Name, &'static str)> = HashMap::new();
        for clause in clauses {
            let (name, what) = match clause {
                Clause::Range { index, .. } => (index, "range"),
                Clause::Let { name, .. } => (name, "definition"),
                Clause::Exists { .. } => continue,
            };
            if let Some((first, what)) = seen.get(&*name.text) {
                let message = format!(
                    "`{name}` already has a {what} at {}",
                    self.report.line(first.span)
                );
                let error = self
                    .report
                    .error(Code::TC0224, message, name.span, "again here");
                self.report
                    .push(error.label(self.report.place(first.span), "first here"));
                continue;
            }
            seen.insert(&name.text, (name, what));
            if let (Clause::Let { .. }, Some((what, first))) = (clause, self.is_taken(name)) {
                let message = format!("`{name}` is already {what}");
                let first = self.report.place(first);
                let error =
                    self.report
                        .error(Code::TC0224, message, name.span, "defined again here");
                self.report.push(
                    error
                        .label(first, "first used here")
                        .help("rename the definition"),
                );
            }
        }
    }

    /// Ranges and `exists` of a statement; ranges by number of their index.
    fn clauses(
        &mut self,
        clauses: &'a [Clause],
        (left_count, body_count): (usize, usize),
        body: &mut Block,
    ) -> HashMap<usize, Range> {
        let mut ranges = HashMap::new();
        let left = self.indices[..left_count].iter();
        let left: HashSet<Arc<str>> = left.map(|index| index.name.clone()).collect();
        let mut known = left.clone();
        let mut only_here = Vec::new();
        self.visible_lets = 0;
        for clause in clauses {
            match clause {
                Clause::Let { name, .. } => {
                    let next = self.visible_lets;
                    if self
                        .lets
                        .get(next)
                        .is_some_and(|candidate| std::ptr::eq(candidate.name, name))
                    {
                        self.visible_lets += 1;
                    }
                }
                Clause::Range {
                    index,
                    lower,
                    upper,
                } => {
                    let of = if left.contains(&index.text) {
                        Bound::Left(index)
                    } else {
                        Bound::Dependent {
                            of: index,
                            known: &known,
                            clauses,
                        }
                    };
                    let lower = self.bound(lower, of);
                    let range = lower.zip(self.bound(upper, of));
                    known.insert(index.text.clone());
                    if let Some((what, first)) = self.is_taken(index) {
                        self.report_range_of(index, what, first);
                    } else if self.is_let(index) {
                        // Reported as a second definition.
                    } else {
                        match self
                            .index_number(&index.text)
                            .filter(|number| *number < body_count)
                        {
                            None => only_here.push(index.clone()),
                            Some(number) => {
                                if let Some((lower, upper)) = range {
                                    let range = Range {
                                        lower,
                                        upper,
                                        span: clause.span(),
                                    };
                                    ranges.entry(number).or_insert(range);
                                }
                            }
                        }
                    }
                }
                Clause::Exists { expression, .. } => {
                    let before = self.indices.len();
                    self.exists(expression, body);
                    only_here.extend(self.indices[before..].iter().map(|index| Name {
                        text: index.name.clone(),
                        span: index.span,
                    }));
                }
            }
        }
        self.report_only_in_where(only_here);
        ranges
    }

    fn is_let(&self, name: &Name) -> bool {
        self.lets
            .iter()
            .any(|candidate| candidate.name.text == name.text)
    }

    fn report_range_of(&self, index: &Name, what: &str, first: Span) {
        let message = format!("`{index}` is already {what}");
        let first = self.report.place(first);
        let error = self.report.error(
            Code::TC0203,
            message,
            index.span,
            "only indices have ranges",
        );
        self.report.push(
            error
                .label(first, "first used here")
                .help("remove the clause, or rename the index"),
        );
    }

    fn report_only_in_where(&self, mut indices: Vec<Name>) {
        indices.sort_by_key(|index| index.span.start);
        indices.dedup_by(|a, b| a.text == b.text);
        for index in indices {
            let message = format!("index `{index}` occurs only in `where`");
            let names = self
                .indices
                .iter()
                .map(|other| &*other.name)
                .filter(|other| **other != *index.text);
            let near = tc_syntax::near::nearest(&index.text, names);
            let error = self.report.error(Code::TC0226, message, index.span, "");
            self.report.push(match near {
                Some(near) => error.help_with_edit(
                    format!("did you mean `{near}`?"),
                    self.report.place(index.span),
                    near,
                ),
                None => error.help(format!(
                    "remove it; to repeat the value for each `{index}`, let the value mention it: `.. + 0 * {index}`"
                )),
            });
        }
    }

    /// Unused definitions are checked on their own.
    fn check_unused_lets(&mut self, without_errors: bool) {
        for number in 0..self.lets.len() {
            if self.lets[number].used {
                continue;
            }
            let name = self.lets[number].name;
            // After an error, what would have used it may not have been visited.
            if without_errors {
                let message = format!("`{name}` is never used");
                let warning = self.report.warning(Code::TC0227, message, name.span, "");
                self.report.push(warning.help("remove the definition"));
            }
            self.visible_lets = number + 1;
            self.let_value(number, Mode::Value);
        }
        self.take_block(None);
    }

    /// The reads of an expression, for inference only.
    fn exists(&mut self, expression: &'a Expr, body: &mut Block) {
        let typed = self.expression(expression, Mode::Value);
        if let Typed::Literal(literal) = &typed {
            // A condition between literals inside a branch waits for their type.
            self.convert(&typed, literal.own_type(), expression.span);
        }
        let block = self.take_block(None);
        let mut values = Vec::new();
        flatten(&block, &mut values);
        let mut reads = Vec::new();
        collect_reads(&block, &mut Vec::new(), &mut reads);
        let known: HashMap<Value, Instruction> = values
            .iter()
            .map(|instruction| (instruction.value, instruction.clone()))
            .collect();
        let mut existing = Vec::new();
        for (instruction, conditions) in reads {
            let Operation::Read { tensor, subscripts } = &instruction.operation else {
                continue;
            };
            let guard = self.guard(&known, &conditions, instruction.span);
            values.append(&mut self.take_block(None).instructions);
            let operation = Operation::Exists {
                tensor: *tensor,
                subscripts: subscripts.clone(),
                guard,
            };
            let value = Value(u32::MAX);
            existing.push(Instruction {
                operation,
                value,
                scalar: instruction.scalar,
                span: instruction.span,
                parts: instruction.parts.clone(),
            });
        }
        keep_needed(&mut values, &existing);
        body.instructions.extend(values.into_iter().chain(existing));
    }

    /// The conjunction of the data-independent parts of `conditions`.
    fn guard(
        &mut self,
        known: &HashMap<Value, Instruction>,
        conditions: &[(Value, bool)],
        span: Span,
    ) -> Option<Value> {
        let mut parts = Vec::new();
        for (condition, holds) in conditions {
            conjuncts(known, *condition, *holds, &mut parts);
        }
        parts.retain(|(part, _)| is_free_of_data(known, *part));
        let parts = parts.into_iter().map(|(part, holds)| {
            if holds {
                part
            } else {
                self.push(Operation::Not(part), Scalar::Bool, span)
            }
        });
        let parts: Vec<Value> = parts.collect();
        parts.into_iter().reduce(|left, right| {
            let op = BinaryOp::And;
            self.push(Operation::Binary { op, left, right }, Scalar::Bool, span)
        })
    }
}

/// The indices in an order in which ranges use earlier ones only; those on the left stay first. The
/// clauses are such an order, so there is one.
fn in_order(indices: Vec<Index>, left_count: usize) -> Vec<Index> {
    let mut ordered: Vec<Index> = indices[..left_count].to_vec();
    let mut left: Vec<Index> = indices[left_count..].to_vec();
    while !left.is_empty() {
        let waits = |index: &Index| {
            let bounds = index
                .range
                .iter()
                .flat_map(|range| [&range.lower, &range.upper]);
            let mut names = bounds.flat_map(|bound| bound.names());
            names.any(|name| left.iter().any(|other| *other.name == *name))
        };
        let next = left.iter().position(|index| !waits(index)).unwrap_or(0);
        ordered.push(left.remove(next));
    }
    ordered
}

/// The reads of a block, each with the conditions on its path: a value, and whether it is true
/// there.
fn collect_reads<'b>(
    block: &'b Block,
    conditions: &mut Vec<(Value, bool)>,
    reads: &mut Vec<(&'b Instruction, Vec<(Value, bool)>)>,
) {
    for instruction in &block.instructions {
        match &instruction.operation {
            Operation::Read { .. } => reads.push((instruction, conditions.clone())),
            Operation::If {
                condition,
                then,
                otherwise,
            } => {
                for (branch, holds) in [(then, true), (otherwise, false)] {
                    conditions.push((*condition, holds));
                    collect_reads(branch, conditions, reads);
                    conditions.pop();
                }
            }
            _ => {}
        }
    }
}

/// The values whose conjunction means that `value` is true, or that it is false.
fn conjuncts(
    known: &HashMap<Value, Instruction>,
    value: Value,
    holds: bool,
    found: &mut Vec<(Value, bool)>,
) {
    let operation = known.get(&value).map(|instruction| &instruction.operation);
    let is = |value: &Value, wanted: i128| {
        let operation = known.get(value).map(|instruction| &instruction.operation);
        matches!(operation, Some(Operation::Constant(Constant::Integer(value))) if *value == wanted)
    };
    match operation {
        Some(Operation::Not(inner)) => conjuncts(known, *inner, !holds, found),
        Some(Operation::Binary { op, left, right })
            if *op == if holds { BinaryOp::And } else { BinaryOp::Or } =>
        {
            conjuncts(known, *left, holds, found);
            conjuncts(known, *right, holds, found);
        }
        // `a && b` and `a || b` where only `a` may always be evaluated.
        Some(Operation::Select {
            condition,
            then,
            otherwise,
        }) if holds && is(otherwise, 0) => {
            conjuncts(known, *condition, true, found);
            conjuncts(known, *then, true, found);
        }
        Some(Operation::Select {
            condition,
            then,
            otherwise,
        }) if !holds && is(then, 1) => {
            conjuncts(known, *condition, false, found);
            conjuncts(known, *otherwise, false, found);
        }
        _ => found.push((value, holds)),
    }
}

/// Whether a value is computed from indices, sizes and literals alone, by operations that cannot
/// fail.
fn is_free_of_data(known: &HashMap<Value, Instruction>, value: Value) -> bool {
    let (mut pending, mut seen) = (vec![value], HashSet::new());
    while let Some(value) = pending.pop() {
        if !seen.insert(value) {
            continue;
        }
        let Some(instruction) = known.get(&value) else {
            return false;
        };
        let is_nonzero = |divisor: &Value| {
            let operation = known.get(divisor).map(|instruction| &instruction.operation);
            matches!(operation, Some(Operation::Constant(Constant::Integer(value))) if *value != 0)
        };
        if matches!(instruction.operation, Operation::Read { .. })
            || instruction.is_lazy(is_nonzero, |_| false)
        {
            return false;
        }
        pending.extend(used_by(&instruction.operation));
    }
    true
}

/// Drops the values that no subscript and no guard of `exists` needs: `exists A(C(i))` reads `C`,
/// not `A`.
fn keep_needed(values: &mut Vec<Instruction>, existing: &[Instruction]) {
    let used = existing.iter().map(|read| used_by(&read.operation));
    let mut needed: HashSet<Value> = used.flatten().collect();
    let mut kept = Vec::new();
    for value in std::mem::take(values).into_iter().rev() {
        if needed.contains(&value.value) {
            needed.extend(used_by(&value.operation));
            kept.push(value);
        }
    }
    kept.reverse();
    *values = kept;
}

/// All instructions of a block in order, those of regions too. They have no side effects and are
/// dropped after inference.
fn flatten(block: &Block, instructions: &mut Vec<Instruction>) {
    for instruction in &block.instructions {
        if let Operation::If {
            condition,
            then,
            otherwise,
        } = &instruction.operation
        {
            flatten(then, instructions);
            flatten(otherwise, instructions);
            if let (Some(then), Some(otherwise)) = (then.result, otherwise.result) {
                let operation = Operation::Select {
                    condition: *condition,
                    then,
                    otherwise,
                };
                instructions.push(Instruction {
                    operation,
                    ..instruction.clone()
                });
            }
        } else {
            instructions.push(instruction.clone());
        }
    }
}
