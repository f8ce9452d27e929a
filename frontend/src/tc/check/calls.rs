//! Calls of definitions: order, recursion, and whether arguments and targets fit (section 7.5).

use super::access::counted;
use super::body::{Mode, Typed};
use super::bounds::Bound;
use super::definition::DefChecker;
use super::signature::{CallView, Signature};
use crate::model::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tc_syntax::diagnostic::Code;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{self, Expr, ExprKind, Name};

/// A type as messages show it.
fn describe(scalar: Scalar, rank: usize) -> String {
    format!("{scalar} of rank {rank}")
}

/// The value of an argument, which may be given by its name.
fn value_of(argument: &Expr) -> &Expr {
    match &argument.kind {
        ExprKind::Named { value, .. } => value,
        _ => argument,
    }
}

/// The names that a definition calls, with their places.
pub(crate) fn callees(def: &ast::Def) -> impl Iterator<Item = &Name> {
    let leaves = def.leaves().into_iter();
    leaves.filter_map(|leaf| match leaf.statement {
        ast::Statement::Call(call) => Some(&call.function),
        ast::Statement::Comprehension(comprehension) => match &comprehension.body.kind {
            ExprKind::Apply { name, .. } if comprehension.subscripts.is_empty() => Some(name),
            _ => None,
        },
        ast::Statement::Loop(_) => None,
    })
}

/// The definitions with callees first, and a cycle of calls for each definition that is part of
/// one.
pub(crate) struct CallOrder {
    pub(crate) order: Vec<usize>,
    pub(crate) cycles: Vec<Vec<usize>>,
}

/// Orders definitions iteratively, since call chains may have thousands of definitions.
pub(crate) fn call_order(defs: &[&ast::Def]) -> CallOrder {
    let numbers: HashMap<&str, usize> = defs
        .iter()
        .enumerate()
        .map(|(n, def)| (&*def.name.text, n))
        .collect();
    let calls: Vec<Vec<usize>> = defs
        .iter()
        .map(|def| {
            callees(def)
                .filter_map(|name| numbers.get(&*name.text).copied())
                .collect()
        })
        .collect();
    let mut state = vec![0u8; defs.len()];
    let mut order = Vec::new();
    let mut cycles = Vec::new();
    for root in 0..defs.len() {
        if state[root] != 0 {
            continue;
        }
        let mut path = vec![(root, 0)];
        state[root] = 1;
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            let Some(callee) = calls[node].get(*next).copied() else {
                state[node] = 2;
                order.push(node);
                path.pop();
                continue;
            };
            *next += 1;
            match state[callee] {
                0 => {
                    state[callee] = 1;
                    path.push((callee, 0));
                }
                1 => {
                    let start = path
                        .iter()
                        .position(|(node, _)| *node == callee)
                        .unwrap_or(0);
                    cycles.push(path[start..].iter().map(|(node, _)| *node).collect());
                }
                _ => {}
            }
        }
    }
    CallOrder { order, cycles }
}

/// Reports the cycles and returns the definitions in them.
pub(crate) fn report_cycles(
    defs: &[&ast::Def],
    cycles: &[Vec<usize>],
    report: &super::report::Reporter,
) -> HashSet<Arc<str>> {
    let mut recursive = HashSet::new();
    for cycle in cycles {
        let names: Vec<_> = cycle
            .iter()
            .chain(cycle.first())
            .map(|n| format!("`{}`", defs[*n].name))
            .collect();
        let last = cycle.last().map(|n| defs[*n]);
        let first = cycle.first().map(|n| defs[*n]);
        if let (Some(last), Some(first)) = (last, first) {
            let call = callees(last)
                .find(|name| name.text == first.name.text)
                .unwrap_or(&last.name);
            let message = format!("recursive call: {}", names.join(" -> "));
            let error = report.error(Code::TC0220, message, call.span, "");
            let error = error.label(report.place(first.name.span), "defined here");
            report.push(error.with_note("definitions are inlined where they are called"));
        }
        recursive.extend(cycle.iter().map(|n| defs[*n].name.text.clone()));
    }
    recursive
}

impl<'a> DefChecker<'a, '_> {
    /// A return that is first written by a call whose return is in/out is itself in/out; targets of
    /// calls get rank and type.
    pub(crate) fn mark_in_out_calls(&mut self) {
        for number in 0..self.leaves.len() {
            let Some(call) = self.as_call(self.leaves[number].statement) else {
                continue;
            };
            let signature = self
                .signatures
                .get(&call.function.text)
                .and_then(Option::as_ref);
            for (position, target) in call.targets.iter().enumerate() {
                let Some(id) = self.names.tensor(&target.text) else {
                    continue;
                };
                let tensor = &mut self.names.tensors[id];
                if tensor.role == Role::Input
                    || tensor.first_write.is_none_or(|(first, _)| first != number)
                {
                    continue;
                }
                match signature.and_then(|signature| signature.returns.get(position)) {
                    None => tensor.poisoned = true,
                    Some((scalar, rank, in_out)) => {
                        tensor.role = match (tensor.role, in_out) {
                            (Role::Output, true) => Role::InOut,
                            // It looked like an `a = f(x)` that reads an argument `a`.
                            (Role::InOut, false) if !tensor.read_before => Role::Output,
                            (role, _) => role,
                        };
                        if tensor.ty.is_none() {
                            tensor.scalar = Some(*scalar);
                            tensor.rank = Some(*rank);
                        }
                    }
                }
                if tensor.poisoned && tensor.ty.is_none() {
                    tensor.rank = None;
                }
            }
        }
    }

    /// Checks a call statement.
    pub(crate) fn call(&mut self, number: usize, call: CallView<'a>) -> Option<Call> {
        if let Some(clause) = call.clauses.first() {
            let message = "expected a statement or `}`, found `where`".to_owned();
            let error = self.report.error(Code::TC0105, message, clause.span(), "");
            self.report.push(error.with_note("a call takes no `where`"));
        }
        let function = call.function;
        let Some(signature) = self.signatures.get(&function.text) else {
            let error = super::callee::unknown_callee(self.report, self.defs, function);
            self.report.push(error);
            self.visit_arguments(number, call.arguments);
            return None;
        };
        let Some(signature) = signature.clone() else {
            self.visit_arguments(number, call.arguments);
            return None;
        };
        let arguments = self.arguments(number, call, &signature);
        let targets = self.targets(number, call, &signature);
        Some(Call {
            function: function.text.clone(),
            arguments: arguments?,
            targets: targets?,
            span: call.span,
        })
    }

    /// Marks what the arguments of a call read, if the call itself cannot be checked.
    fn visit_arguments(&mut self, number: usize, arguments: &'a [Expr]) {
        for argument in arguments {
            let argument = value_of(argument);
            if let ExprKind::Name(name) = &argument.kind
                && let Some(id) = self.names.tensor(&name.text)
            {
                self.names.tensors[id].is_read = true;
                self.builder(number).is_defined(id, name);
            }
        }
    }

    fn arguments(
        &mut self,
        number: usize,
        call: CallView<'a>,
        signature: &Signature<'a>,
    ) -> Option<Vec<Argument>> {
        let function = call.function;
        let Some(ordered) = self.in_order(call, signature) else {
            self.visit_arguments(number, call.arguments);
            return None;
        };
        let pairs = ordered.into_iter().zip(&signature.inputs).enumerate();
        let arguments: Vec<_> = pairs
            .map(|(position, (argument, input))| {
                self.argument(number, function, position, argument, *input)
            })
            .collect();
        arguments.into_iter().collect()
    }

    /// The arguments of a call in the order of the inputs: those without a name first, then those
    /// by name; inputs without an argument have their default.
    fn in_order(&self, call: CallView<'a>, signature: &Signature<'a>) -> Option<Vec<&'a Expr>> {
        let function = call.function;
        let wrong = |message: String, span| self.report.error(Code::TC0219, message, span, "");
        let mut ordered: Vec<Option<&'a Expr>> = vec![None; signature.inputs.len()];
        let mut by_name = false;
        for (position, argument) in call.arguments.iter().enumerate() {
            let ExprKind::Named { name, value } = &argument.kind else {
                if by_name {
                    let message = "an argument without a name stands behind one with a name";
                    self.report.push(wrong(message.to_owned(), argument.span));
                    return None;
                }
                if let Some(place) = ordered.get_mut(position) {
                    *place = Some(argument);
                }
                continue;
            };
            by_name = true;
            let inputs = signature.params.iter().map(|param| &*param.name.text);
            let Some(position) = inputs.clone().position(|input| *input == *name.text) else {
                let message = format!("`{function}` has no input `{name}`");
                let error = wrong(message, name.span);
                let all: Vec<_> = inputs.clone().collect();
                self.report
                    .push(match tc_syntax::near::nearest(&name.text, inputs) {
                        Some(near) => {
                            let place = self.report.place(name.span);
                            error.help_with_edit(format!("did you mean `{near}`?"), place, near)
                        }
                        None => error.help(format!("its inputs are {}", all.join(", "))),
                    });
                return None;
            };
            if ordered[position].replace(value).is_some() {
                let message = format!("argument `{name}` of `{function}` is given twice");
                self.report.push(wrong(message, name.span));
                return None;
            }
        }
        let found = call.arguments.len();
        let pairs = ordered.iter().zip(signature.params);
        let complete: Option<Vec<_>> = pairs
            .map(|(given, param)| given.or(param.default.as_ref()))
            .collect();
        if let Some(complete) = complete.filter(|_| found <= signature.inputs.len()) {
            return Some(complete);
        }
        let defaults = signature.params.iter().filter(|one| one.default.is_some());
        let (least, most) = (
            signature.inputs.len() - defaults.count(),
            signature.inputs.len(),
        );
        let expected = match least == most {
            true => counted(most, "argument"),
            false => format!("{least} to {most} arguments"),
        };
        let missing = ordered.iter().zip(signature.params);
        let mut missing = missing.filter(|(given, one)| given.is_none() && one.default.is_none());
        let error = wrong(
            format!("`{function}` takes {expected}, found {found}"),
            call.span,
        );
        self.report.push(match missing.next() {
            Some((_, param)) if by_name => error.help(format!("`{}` is missing", param.name)),
            _ => error,
        });
        None
    }

    fn argument(
        &mut self,
        number: usize,
        function: &'a Name,
        position: usize,
        argument: &'a Expr,
        (scalar, rank): (Scalar, usize),
    ) -> Option<Argument> {
        let mismatch = |found: String| {
            let position = position + 1;
            let expected = describe(scalar, rank);
            let message =
                format!("argument {position} of `{function}`: expected {expected}, found {found}");
            self.report.error(Code::TC0219, message, argument.span, "")
        };
        if let ExprKind::Name(name) = &argument.kind
            && let Some(id) = self.names.tensor(&name.text)
        {
            self.names.tensors[id].is_read = true;
            if let Some((statement, literals)) = self.take_pending(id) {
                self.settle(id, statement, literals);
            }
            if !self.builder(number).is_defined(id, name) {
                return None;
            }
            let tensor = &self.names.tensors[id];
            let (found, found_rank) = (tensor.scalar?, tensor.rank?);
            if (found, found_rank) != (scalar, rank) {
                self.report.push(mismatch(describe(found, found_rank)));
                return None;
            }
            return Some(Argument::Tensor(id));
        }
        if rank > 0 {
            let found = match &argument.kind {
                ExprKind::Name(name) => format!("`{name}`"),
                _ => "an expression".to_owned(),
            };
            self.report
                .push(mismatch(found).help("pass a tensor by its name"));
            return None;
        }
        let mut builder = self.builder(number);
        let literal = matches!(argument.kind, ExprKind::Float(_) | ExprKind::Bool(_))
            || matches!(&argument.kind, ExprKind::Unary { operand, .. } if matches!(operand.kind, ExprKind::Float(_)));
        if !literal && builder.bound(argument, Bound::Sizes).is_none() {
            return None;
        }
        let typed = builder.expression(argument, Mode::Value);
        let found = match &typed {
            Typed::Unknown => return None,
            Typed::Literal(literal) => literal.adapted_to(scalar),
            Typed::Value(found, _) => *found,
        };
        if found != scalar {
            let error = mismatch(describe(found, 0));
            self.report.push(error);
            return None;
        }
        let result = builder.convert(&typed, scalar, argument.span);
        let body = builder.take_block(Some(result));
        Some(Argument::Scalar {
            scalar,
            body,
            span: argument.span,
        })
    }

    fn targets(
        &mut self,
        number: usize,
        call: CallView<'a>,
        signature: &Signature<'a>,
    ) -> Option<Vec<TensorId>> {
        let function = call.function;
        let (expected, found) = (signature.returns.len(), call.targets.len());
        if expected != found {
            let message = format!(
                "`{function}` returns {}, found {}",
                counted(expected, "tensor"),
                counted(found, "target")
            );
            self.report
                .push(self.report.error(Code::TC0219, message, call.span, ""));
            return None;
        }
        let pairs = call.targets.iter().zip(&signature.returns).enumerate();
        let targets: Vec<_> = pairs
            .map(|(position, (target, given))| self.target(number, call, position, target, *given))
            .collect();
        targets.into_iter().collect()
    }

    fn target(
        &mut self,
        number: usize,
        call: CallView<'a>,
        position: usize,
        target: &Name,
        (scalar, rank, in_out): (Scalar, usize, bool),
    ) -> Option<TensorId> {
        let id = self.names.tensor(&target.text)?;
        if let Some(twice) = call.targets[..position]
            .iter()
            .find(|other| other.text == target.text)
        {
            let line = self.report.line(twice.span);
            let message = format!("call target `{target}` is already defined at {line}");
            let error = self.report.error(Code::TC0404, message, target.span, "");
            self.report
                .push(error.label(self.report.place(twice.span), "defined here"));
            return None;
        }
        if let Some((statement, literals)) = self.take_pending(id) {
            self.settle(id, statement, literals);
        }
        let tensor = &self.names.tensors[id];
        let (first, first_span) = tensor.first_write?;
        if tensor.role == Role::Input {
            return None;
        }
        if first < number && !in_out {
            let line = self.report.line(first_span);
            let message = format!("call target `{target}` is already defined at {line}");
            let error = self.report.error(Code::TC0404, message, target.span, "");
            self.report.push(
                error
                    .label(self.report.place(first_span), "defined here")
                    .help("use a new name"),
            );
            return None;
        }
        if first == number && in_out && tensor.role == Role::Temporary {
            let message = format!("`{target}` is read before it is defined");
            let label = format!("`{}` accumulates into it", call.function);
            self.report.push(
                self.report
                    .error(Code::TC0205, message, target.span, &label),
            );
            return None;
        }
        let (found, found_rank) = (tensor.scalar?, tensor.rank?);
        if (found, found_rank) != (scalar, rank) {
            let message = format!(
                "return {} of `{}`: expected {}, found {}",
                position + 1,
                call.function,
                describe(found, found_rank),
                describe(scalar, rank)
            );
            self.report
                .push(self.report.error(Code::TC0219, message, target.span, ""));
            return None;
        }
        Some(id)
    }
}
