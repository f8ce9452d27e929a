//! One definition: the types of its tensors, then its statements.
//!
//! The type of a tensor is its annotation, else the type of the right-hand side of the first
//! statement that writes it. A right-hand side of literals only (`C(i) = 0`) waits for the next
//! statement that writes the tensor (section 7.4); nothing reads the tensor in between, so the
//! types of all others are settled in text order.

use super::Options;
use super::access::counted;
use super::body::{Builder, Place};
use super::names::{self, Names};
use super::report::Reporter;
use super::signature::{CallView, Signature};
use super::statement::Given;
use crate::model::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tc_syntax::diagnostic::Code;
use tc_syntax::expr::Expr;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{self, Assign, Dim};

/// Checks one definition.
pub(crate) struct DefChecker<'a, 'n> {
    pub(crate) def: &'a ast::Def,
    pub(crate) names: Names<'a>,
    pub(crate) report: &'n Reporter,
    pub(crate) options: &'n Options,
    pub(crate) defs: &'n HashSet<Arc<str>>,
    pub(crate) signatures: &'n HashMap<Arc<str>, Option<Signature<'a>>>,
    /// The statements that are not loops: their position is the number of a statement.
    pub(crate) leaves: Vec<ast::Leaf<'a>>,
    /// The ranges of the loops without errors, in text order.
    loops: Vec<Option<Range>>,
    /// Number of errors before this definition.
    errors_before: usize,
    /// Checked statements by number.
    statements: Vec<Option<Statement>>,
    /// Tensors whose only statement so far is made of literals: that statement and the type that it
    /// would give.
    pending: HashMap<usize, (usize, Scalar)>,
}

impl<'a, 'n> DefChecker<'a, 'n> {
    pub(crate) fn new(
        def: &'a ast::Def,
        report: &'n Reporter,
        options: &'n Options,
        defs: &'n HashSet<Arc<str>>,
        signatures: &'n HashMap<Arc<str>, Option<Signature<'a>>>,
    ) -> Self {
        let errors_before = report.error_count();
        let leaves = def.leaves();
        DefChecker {
            def,
            loops: Vec::new(),
            errors_before,
            names: Names::collect(def, report),
            report,
            options,
            defs,
            signatures,
            statements: leaves.iter().map(|_| None).collect(),
            leaves,
            pending: HashMap::new(),
        }
    }

    /// The checked definition, if it has no errors.
    pub(crate) fn check(mut self) -> Option<Def> {
        self.mark_in_out_calls();
        self.check_annotations();
        self.check_defaults();
        let def = self.def;
        self.check_loops(&def.body, &mut Vec::new(), &mut 0);
        for number in 0..self.leaves.len() {
            self.statement(number);
        }
        let left: Vec<_> = self.pending.drain().collect();
        for (tensor, (number, scalar)) in left {
            self.settle(tensor, number, scalar);
        }
        self.check_returns();
        self.check_temporaries();
        (self.report.error_count() == self.errors_before).then(|| self.finish())
    }

    pub(crate) fn builder(&mut self, statement: usize) -> Builder<'a, '_> {
        Builder::new(
            &mut self.names,
            self.report,
            self.defs,
            Place {
                statement,
                loops: self.leaves[statement].loops.clone(),
            },
        )
    }

    /// Checks the indices and the bounds of loops, of which `next` is the number of the first
    /// statement.
    fn check_loops(
        &mut self,
        body: &'a [ast::Statement],
        around: &mut Vec<&'a ast::Loop>,
        next: &mut usize,
    ) {
        for statement in body {
            let ast::Statement::Loop(one) = statement else {
                *next += 1;
                continue;
            };
            let place = Place {
                statement: *next,
                loops: around.clone(),
            };
            let names = &mut self.names;
            let mut builder = Builder::new(names, self.report, self.defs, place);
            builder.check_loop_index(&one.index);
            let range = builder.range_of_loop(one);
            self.loops.push(range);
            around.push(one);
            self.check_loops(&one.body, around, next);
            around.pop();
        }
    }

    fn statement(&mut self, number: usize) {
        let statement = self.leaves[number].statement;
        match (self.as_call(statement), statement) {
            (Some(call), _) => {
                let call = self.call(number, call);
                self.statements[number] = call.map(Statement::Call);
            }
            (None, ast::Statement::Comprehension(comprehension)) => {
                self.comprehension(number, comprehension);
            }
            (None, ast::Statement::Call(_) | ast::Statement::Loop(_)) => {}
        }
    }

    /// The call that a statement is: `a = f(x)` is one too if `f` is a definition and nothing else.
    pub(crate) fn as_call(&self, statement: &'a ast::Statement) -> Option<CallView<'a>> {
        let comprehension = match statement {
            ast::Statement::Call(call) => {
                return Some(CallView {
                    targets: &call.targets,
                    function: &call.function,
                    arguments: &call.arguments,
                    clauses: &[],
                    span: call.span,
                });
            }
            ast::Statement::Comprehension(comprehension) => comprehension,
            ast::Statement::Loop(_) => return None,
        };
        let ast::ExprKind::Apply { name, arguments } = &comprehension.body.kind else {
            return None;
        };
        let is_call = comprehension.subscripts.is_empty()
            && comprehension.pair.is_none()
            && comprehension.assign == Assign::Plain
            && (self.defs.contains(&name.text) || name.text.contains('.'))
            && self.names.meaning(&name.text).is_none()
            && crate::builtins::lookup(&name.text).is_none();
        is_call.then(|| CallView {
            targets: std::slice::from_ref(&comprehension.target),
            function: name,
            arguments,
            clauses: &comprehension.clauses,
            span: comprehension.span,
        })
    }

    fn comprehension(&mut self, number: usize, comprehension: &'a ast::Comprehension) {
        self.settle_what_is_read(comprehension);
        self.type_what_is_carried(number, comprehension);
        if let Some(pair) = &comprehension.pair {
            self.type_of_place(number, comprehension, pair);
        }
        let Some(id) = self.names.tensor(&comprehension.target.text) else {
            self.check_comprehension(number, comprehension);
            return;
        };
        self.check_left_rank(number, id, comprehension);
        if self.names.tensors[id].scalar.is_none() && !self.names.tensors[id].poisoned {
            let report = self.report;
            let given = report.muted(|| self.builder(number).type_of_body(comprehension));
            match (given, self.pending.get(&id).copied()) {
                (Given::Literals(scalar), None) => {
                    self.pending.insert(id, (number, scalar));
                    return;
                }
                (Given::Literals(scalar) | Given::Type(scalar), Some((earlier, _))) => {
                    self.pending.remove(&id);
                    self.settle(id, earlier, scalar);
                }
                (Given::Type(scalar), None) => self.names.tensors[id].scalar = Some(scalar),
                (Given::Nothing, pending) => {
                    if let Some((earlier, scalar)) = pending {
                        self.pending.remove(&id);
                        self.settle(id, earlier, scalar);
                    } else if names::reads(comprehension, &comprehension.target.text) {
                        // `C(i) = C(i)` says nothing about its type.
                        self.names.tensors[id].scalar = Some(Scalar::Float);
                    } else {
                        self.names.tensors[id].poisoned = true;
                    }
                }
            }
        }
        self.check_comprehension(number, comprehension);
    }

    /// Gives a tensor its type and checks the statement that waited for it.
    pub(crate) fn settle(&mut self, tensor: usize, number: usize, scalar: Scalar) {
        self.names.tensors[tensor].scalar = Some(scalar);
        if let ast::Statement::Comprehension(comprehension) = self.leaves[number].statement {
            self.check_comprehension(number, comprehension);
        }
    }

    /// In a loop a statement may read what a later one wrote in an earlier iteration: the type of
    /// such a tensor is that of the right side of its first writer.
    fn type_what_is_carried(&mut self, number: usize, comprehension: &'a ast::Comprehension) {
        for id in self.names.mentioned_by(comprehension) {
            let tensor = &self.names.tensors[id];
            let later = tensor.first_write.map(|(first, _)| first);
            let Some(first) = later.filter(|first| *first > number) else {
                continue;
            };
            if tensor.scalar.is_some() || tensor.poisoned {
                continue;
            }
            let ast::Statement::Comprehension(writer) = self.leaves[first].statement else {
                continue;
            };
            let report = self.report;
            let given = report.muted(|| self.builder(first).type_of_body(writer));
            if let Given::Type(scalar) | Given::Literals(scalar) = given {
                self.names.tensors[id].scalar = Some(scalar);
            }
        }
    }

    /// The second target of a pair has the type of the place.
    fn type_of_place(
        &mut self,
        number: usize,
        comprehension: &'a ast::Comprehension,
        pair: &'a ast::Pair,
    ) {
        let Some(id) = self.names.tensor(&pair.target.text) else {
            return;
        };
        if pair.target == comprehension.target {
            return;
        }
        if self.names.tensors[id].scalar.is_some() || self.names.tensors[id].poisoned {
            return;
        }
        let report = self.report;
        let given = report.muted(|| self.builder(number).type_of(comprehension, &pair.place));
        match given {
            Given::Type(scalar) | Given::Literals(scalar) => {
                self.names.tensors[id].scalar = Some(scalar);
            }
            Given::Nothing => self.names.tensors[id].poisoned = true,
        }
    }

    /// Tensors of literals that a statement reads without writing them have the type of their
    /// literals. What `exists` mentions counts: without a type, its condition would be lost.
    fn settle_what_is_read(&mut self, comprehension: &ast::Comprehension) {
        let target = self.names.tensor(&comprehension.target.text);
        let mut read: Vec<_> = self
            .names
            .mentioned_by(comprehension)
            .into_iter()
            .filter(|tensor| Some(*tensor) != target)
            .filter_map(|tensor| {
                let (number, scalar) = *self.pending.get(&tensor)?;
                Some((tensor, number, scalar))
            })
            .collect();
        read.sort_unstable_by_key(|(_, number, _)| *number);
        for (tensor, number, scalar) in read {
            self.pending.remove(&tensor);
            self.settle(tensor, number, scalar);
        }
    }

    /// The statement of literals that defines a tensor and waits for a type.
    pub(crate) fn take_pending(&mut self, tensor: usize) -> Option<(usize, Scalar)> {
        self.pending.remove(&tensor)
    }

    fn check_comprehension(&mut self, number: usize, comprehension: &'a ast::Comprehension) {
        for target in comprehension.targets() {
            self.check_accumulation(number, comprehension, target);
        }
        let checked = self.builder(number).comprehension(comprehension);
        self.statements[number] = checked.map(Statement::Comprehension);
    }

    /// The left-hand side has as many subscripts as the tensor has dimensions.
    fn check_left_rank(&mut self, number: usize, id: usize, comprehension: &ast::Comprehension) {
        let tensor = &self.names.tensors[id];
        let found = comprehension.subscripts.len();
        let Some(rank) = tensor.rank.filter(|rank| *rank != found) else {
            return;
        };
        let target = &comprehension.target;
        let is_first = tensor.first_write.is_some_and(|(first, _)| first == number);
        let error = match (tensor.ty, tensor.first_write) {
            (Some(ty), _) if is_first => {
                let message =
                    format!("`{target}` is declared with rank {rank}, inferred rank {found}");
                let error = self.report.error(
                    Code::TC0228,
                    message,
                    target.span,
                    &counted(found, "subscript"),
                );
                error.label(self.report.place(ty.span), counted(rank, "dimension"))
            }
            (_, Some((_, first))) => {
                let since = self.report.line(first);
                let message = format!(
                    "`{target}` has {} since {since}, found {found}",
                    counted(rank, "dimension")
                );
                let error = self.report.error(Code::TC0405, message, target.span, "");
                error.label(self.report.place(first), "first defined here")
            }
            (_, None) => return,
        };
        self.report.push(error);
    }

    /// A reduction without `!` as first statement takes its start from the caller, if there is one.
    fn check_accumulation(
        &self,
        number: usize,
        comprehension: &ast::Comprehension,
        target: &ast::Name,
    ) {
        let Some(id) = self.names.tensor(&target.text) else {
            return;
        };
        let tensor = &self.names.tensors[id];
        let accumulates = matches!(comprehension.assign, Assign::Reduce { init: false, .. });
        if !accumulates || tensor.first_write.is_none_or(|(first, _)| first != number) {
            return;
        }
        let operator = comprehension.assign.text();
        let place = self.report.place(comprehension.assign_span);
        let help = format!("did you mean `{operator}!`?");
        let edit = format!("{operator}!");
        if tensor.role == Role::Temporary {
            let message = format!("`{target}` is read before it is defined");
            let label = format!("`{operator}` reads its old contents");
            let error = self
                .report
                .error(Code::TC0205, message, comprehension.assign_span, &label);
            self.report.push(error.help_with_edit(help, place, edit));
        } else if !names::reads(comprehension, &target.text) {
            let message = format!(
                "`{operator}` accumulates into the contents of `{target}` passed by the caller"
            );
            let warning = self
                .report
                .warning(Code::TC0211, message, comprehension.assign_span, "");
            self.report.push(warning.help_with_edit(help, place, edit));
        }
    }

    /// Sizes of annotations are bound by inputs, by an in/out return, or from outside.
    fn check_annotations(&mut self) {
        for size in 0..self.names.sizes.len() {
            if self.names.sizes[size].bound {
                continue;
            }
            let name = self.names.sizes[size].name.clone();
            let has_size = |ty: &ast::Type| {
                ty.dims
                    .iter()
                    .any(|dim| matches!(dim, Dim::Size(other) if other.text == name.text))
            };
            let in_out = self
                .names
                .tensors
                .iter()
                .any(|t| t.role == Role::InOut && t.ty.is_some_and(has_size));
            let given = self.options.free_sizes || self.options.bind.contains_key(&*name.text);
            if !in_out && !given {
                let message = format!("size `{name}` is not bound by any input");
                let inputs = self
                    .names
                    .sizes
                    .iter()
                    .filter(|size| size.bound)
                    .map(|size| &*size.name.text);
                let near = tc_syntax::near::nearest(&name.text, inputs).map(str::to_owned);
                let error = self.report.error(Code::TC0206, message, name.span, "");
                self.report.push(match near {
                    Some(near) => {
                        let place = self.report.place(name.span);
                        error.help_with_edit(format!("did you mean `{near}`?"), place, near)
                    }
                    None => error.help(format!(
                        "use it in an input, or give it a value: `{name}=<integer>`"
                    )),
                });
            }
        }
    }

    fn check_returns(&self) {
        for tensor in &self.names.tensors {
            let is_return = matches!(tensor.role, Role::Output | Role::InOut);
            if !is_return
                || tensor.first_write.is_some()
                || self.names.clashed.contains(&tensor.name.text)
            {
                continue;
            }
            let message = format!("returned tensor `{}` is never assigned", tensor.name);
            let temporaries = self
                .names
                .tensors
                .iter()
                .filter(|other| other.role == Role::Temporary);
            let near = tc_syntax::near::nearest(
                &tensor.name.text,
                temporaries.map(|other| &*other.name.text),
            );
            let error = self
                .report
                .error(Code::TC0207, message, tensor.name.span, "");
            self.report.push(match near {
                Some(near) => {
                    let place = self.report.place(tensor.name.span);
                    error.help_with_edit(format!("did you mean `{near}`?"), place, near)
                }
                None => error.help("assign it, or remove it from the returns"),
            });
        }
    }

    fn check_temporaries(&self) {
        for tensor in self
            .names
            .tensors
            .iter()
            .filter(|tensor| tensor.role == Role::Temporary)
        {
            // The value of a pair decides about the place, whoever reads it.
            let of_pair = self.leaves.iter().any(|leaf| match leaf.statement {
                ast::Statement::Comprehension(one) => {
                    one.pair.is_some() && one.target.text == tensor.name.text
                }
                _ => false,
            });
            if !tensor.is_read && !of_pair {
                let message = format!("temporary `{}` is never read", tensor.name);
                let warning = self
                    .report
                    .warning(Code::TC0229, message, tensor.name.span, "");
                self.report.push(warning.help("return it, or remove it"));
            }
        }
    }

    fn finish(self) -> Def {
        let extent = |dim: &Dim| match dim {
            // An integer input; a negative extent counts as 0.
            Dim::Size(name) if self.names.tensor(&name.text).is_some() => {
                Expr::max(Expr::name(&*name.text), Expr::Const(0))
            }
            Dim::Size(name) => Expr::name(&*name.text),
            Dim::Extent(extent, _) => Expr::Const(*extent),
        };
        let tensors: Vec<_> = self
            .names
            .tensors
            .iter()
            .map(|tensor| Tensor {
                name: tensor.name.text.clone(),
                span: tensor.name.span,
                role: tensor.role,
                scalar: tensor.scalar.unwrap_or(Scalar::Float),
                rank: tensor.rank.unwrap_or(0),
                dims: tensor.ty.map(|ty| ty.dims.iter().map(extent).collect()),
            })
            .collect();
        let sizes = self.names.sizes.iter().map(|size| Size {
            name: size.name.text.clone(),
            span: size.name.span,
            free: !size.bound,
        });
        Def {
            name: self.def.name.text.clone(),
            name_span: self.def.name.span,
            sizes: sizes.collect(),
            input_count: self.def.params.len(),
            return_count: self.def.returns.len(),
            tensors,
            statements: nested(
                &self.def.body,
                &mut self.statements.into_iter(),
                &mut self.loops.into_iter(),
            ),
        }
    }
}

/// The checked statements in their loops.
fn nested(
    body: &[ast::Statement],
    leaves: &mut dyn Iterator<Item = Option<Statement>>,
    loops: &mut dyn Iterator<Item = Option<Range>>,
) -> Vec<Statement> {
    let mut statements = Vec::new();
    for statement in body {
        match statement {
            ast::Statement::Loop(one) => {
                let range = loops.next().flatten();
                let body = nested(&one.body, leaves, loops);
                statements.extend(range.map(|range| {
                    Statement::Loop(Loop {
                        index: one.index.text.clone(),
                        index_span: one.index.span,
                        range,
                        body,
                        span: one.span,
                    })
                }));
            }
            _ => statements.extend(leaves.next().flatten()),
        }
    }
    statements
}
