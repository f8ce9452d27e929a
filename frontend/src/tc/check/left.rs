//! The left-hand side of a comprehension: which element a point writes.
//!
//! | subscript | is | needs |
//! | --- | --- | --- |
//! | `i` | an index of the statement | nothing |
//! | `t + 1`, `0`, `N - 1` | fixed: affine in loop indices, sizes, integer inputs | nothing |
//! | `2*i`, `G(n)` | computed for each point: a scatter | a box that is known without the statement |

use super::body::Builder;
use super::names;
use crate::model::*;
use tc_syntax::Span;
use tc_syntax::diagnostic::{Code, Diagnostic};
use tc_syntax::expr::Expr as Symbolic;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{self, Assign, Dim, Expr, Name};

/// The subscripts of the target.
pub(crate) struct LeftSide {
    /// One for each dimension; fewer if there was an error.
    pub(crate) subscripts: Vec<Subscript>,
    /// How many indices are subscripts.
    pub(crate) index_count: usize,
    /// How many indices occur on the left at all.
    pub(crate) used_count: usize,
}

impl<'a> Builder<'a, '_> {
    /// The index that a subscript is: a name without another meaning.
    fn left_index<'e>(&self, expr: &'e Expr) -> Option<&'e Name> {
        let name = expr.as_name()?;
        let is_free = self.names.meaning(&name.text).is_none()
            && self.find_let(&name.text).is_none()
            && self.loop_of(&name.text).is_none();
        is_free.then_some(name)
    }

    /// Checks the subscripts and registers the indices on the left.
    pub(crate) fn left_side(&mut self, statement: &'a ast::Comprehension) -> LeftSide {
        let mut seen: Vec<&Name> = Vec::new();
        for expr in &statement.subscripts {
            let Some(name) = self.left_index(expr) else {
                continue;
            };
            if let Some(first) = seen.iter().find(|other| other.text == name.text) {
                let message = format!("index `{name}` appears twice on the left-hand side");
                let error = self
                    .report
                    .error(Code::TC0209, message, name.span, "again here");
                self.report.push(
                    error
                        .label(self.report.place(first.span), "first here")
                        .help("name it differently; for a diagonal, choose by a condition: `i == j ? .. : 0`, or write a loop over it"),
                );
            }
            seen.push(name);
            self.add_index(name);
        }
        let index_count = self.indices.len();
        let mut subscripts = Vec::new();
        let mut computed = None;
        for expr in &statement.subscripts {
            if let Some(name) = self.left_index(expr) {
                subscripts.push(Subscript::Symbolic(Symbolic::name(&*name.text)));
                continue;
            }
            let Some(subscript) = self.subscript(expr) else {
                continue;
            };
            let is_fixed = self.is_fixed(&subscript);
            if !is_fixed {
                computed.get_or_insert((expr, matches!(subscript, Subscript::Value(_))));
            }
            let subscript = match subscript {
                // `i + 0`: the place of a scatter, like `i + 1`.
                Subscript::Symbolic(place) if place.as_name().is_some() && !is_fixed => {
                    self.computed_place(place, expr.span)
                }
                other => other,
            };
            subscripts.push(match (subscript, statement.assign) {
                (Subscript::Symbolic(place), Assign::Reduce { init: true, .. })
                    if !is_fixed && !self.has_index(&place) =>
                {
                    self.computed_place(place, expr.span)
                }
                (subscript, _) => subscript,
            });
        }
        if let Some((expr, by_data)) = computed {
            self.check_scatter(statement, expr, by_data);
        }
        LeftSide {
            subscripts,
            index_count,
            used_count: self.indices.len(),
        }
    }

    /// Affine in loop indices, sizes and integer inputs.
    fn is_fixed(&self, subscript: &Subscript) -> bool {
        let Subscript::Symbolic(expr) = subscript else {
            return false;
        };
        !self.has_index(expr) && expr.is_affine()
    }

    fn has_index(&self, expr: &Symbolic) -> bool {
        let is_index = |name: &str| self.index_number(name).is_some();
        expr.names().into_iter().any(is_index)
    }

    /// A subscript without indices that is not fixed, as a value of the body: `T(t % N) +=! v`
    /// starts from the identity in all of `T`, and not in one element.
    fn computed_place(&mut self, place: Symbolic, span: Span) -> Subscript {
        Subscript::Value(self.push(Operation::Symbol(place), Scalar::Int64, span))
    }

    /// A subscript that each point computes: the box of the tensor must be known, and the tensor is
    /// not read.
    fn check_scatter(&self, statement: &'a ast::Comprehension, expr: &'a Expr, by_data: bool) {
        let target = &statement.target;
        let Some(id) = self.names.tensor(&target.text) else {
            return;
        };
        let tensor = &self.names.tensors[id];
        let has_box = tensor.ty.is_some()
            || tensor
                .first_write
                .is_some_and(|(first, _)| first < self.statement);
        if !has_box && tensor.role != Role::Input {
            self.report_left_subscript(statement, expr, by_data);
            return;
        }
        let mut left = statement.subscripts.iter();
        let reads = names::reads(statement, &target.text)
            || left.any(|subscript| names::mentions(subscript, &target.text));
        if reads {
            let message =
                format!("`{target}` is read at data-dependent subscripts while it is written");
            let label = "each point computes the element that it writes";
            let error = self.report.error(Code::TC0406, message, expr.span, label);
            self.report
                .push(error.help("read a copy: write it to a new tensor before"));
        }
        if by_data && statement.assign == Assign::Plain {
            let message = "two points write one element: the data decide".to_owned();
            let error = self.report.error(Code::TC0410, message, expr.span, "");
            self.report.push(error.help(
                "combine what meets in one element: `+=`, `*=`, `min=` or `max=`, with `!` to start from the identity",
            ));
        }
    }

    fn report_left_subscript(&self, statement: &ast::Comprehension, expr: &Expr, by_data: bool) {
        let target = &statement.target;
        let shown = self.report.shown(expr.span);
        let message = format!("left-hand subscripts must be index names, found `{shown}`");
        let error = self.report.error(Code::TC0109, message, expr.span, "");
        let error = error.with_note(format!(
            "a subscript that each point computes needs the extents of `{target}`"
        ));
        self.report.push(match self.recurrence(statement) {
            Some(index) => error.help(format!(
                "a recurrence is a loop: `for {index} in <lower>:<upper> {{ {} }}`",
                self.report.shown(statement.span)
            )),
            None => self.help_annotation(error, statement, by_data),
        });
    }

    /// The first index in a left-hand subscript whose statement reads its own target.
    fn recurrence(&self, statement: &ast::Comprehension) -> Option<&str> {
        let index = self.indices.iter().find(|index| {
            let inside =
                |expr: &Expr| expr.as_name().is_none() && names::mentions(expr, &index.name);
            statement.subscripts.iter().any(inside)
        })?;
        names::reads(statement, &statement.target.text).then_some(&*index.name)
    }

    /// The return with its extents, `-> (int32(K) H)`: those of an integer input where there is
    /// one.
    fn help_annotation(
        &self,
        error: Diagnostic,
        statement: &ast::Comprehension,
        by_data: bool,
    ) -> Diagnostic {
        let target = &statement.target;
        let id = self.names.tensor(&target.text);
        let tensor = id.map(|id| &self.names.tensors[id]);
        let is_return = tensor.is_some_and(|tensor| tensor.role != Role::Temporary);
        let (Some(tensor), true) = (tensor, is_return) else {
            return error.help(format!(
                "write all of `{target}` in a statement before: `{target}(i) = 0 where i in 0:<extent>`"
            ));
        };
        if !by_data {
            let range = "<lower>:<upper>";
            return error.help(format!(
                "name the index and give it a range: `{target}(i) = .. where i in {range}`"
            ));
        }
        let mut inputs =
            (0..self.names.tensors.len()).filter(|id| self.names.is_integer_input(*id));
        let dims = statement.subscripts.iter().map(|subscript| {
            let extent = match self.left_index(subscript) {
                Some(index) => self.size_of(statement, index),
                None => inputs
                    .next()
                    .map(|id| self.names.tensors[id].name.text.to_string()),
            };
            extent.unwrap_or_else(|| "<extent>".to_owned())
        });
        let dims = dims.collect::<Vec<_>>().join(", ");
        let scalar = tensor.scalar.map_or("float", |scalar| scalar.name());
        let ty = format!("{scalar}({dims})");
        let help = format!("`-> ({ty} {target})`");
        if dims.contains('<') {
            error.help(help)
        } else {
            let place = self.report.place(tensor.name.span);
            error.help_with_edit(help, place, format!("{ty} {target}"))
        }
    }

    /// The size of an input that has the index as a whole subscript.
    fn size_of(&self, statement: &ast::Comprehension, index: &Name) -> Option<String> {
        let mut found = None;
        for expr in statement.subscripts.iter().chain(statement.values()) {
            expr.walk(&mut |part| {
                let ast::ExprKind::Apply { name, arguments } = &part.kind else {
                    return;
                };
                let dims = self
                    .names
                    .tensor(&name.text)
                    .and_then(|id| Some(&self.names.tensors[id].ty?.dims));
                let is_index =
                    |argument: &Expr| argument.as_name().is_some_and(|name| name == index);
                let at = arguments.iter().position(is_index);
                if let Some(Dim::Size(size)) = at.zip(dims).and_then(|(at, dims)| dims.get(at)) {
                    found.get_or_insert(size.text.to_string());
                }
            });
        }
        found
    }

    /// A pair writes one element of each target, and keeps the extremum.
    pub(crate) fn check_pair(&self, statement: &'a ast::Comprehension, pair: &'a ast::Pair) {
        let second = pair.target.span;
        if pair.target == statement.target {
            let message = format!("targets of a pair: `{}` is both", pair.target);
            let error = self
                .report
                .error(Code::TC0412, message, second, "again here");
            let first = self.report.place(statement.target.span);
            let error = error.label(first, "first here");
            self.report.push(error.help("name a second tensor"));
        } else if pair.subscripts != statement.subscripts {
            let message = "targets of a pair: the subscripts must be the same".to_owned();
            let error = self.report.error(Code::TC0412, message, second, "");
            let first = self.report.place(statement.target.span);
            let error = error.label(first, "the first target");
            let text = self.left_text(statement);
            let help = format!("`{}{}`", pair.target, ast::shorten(&text));
            self.report.push(error.help(help));
        }
        let is_extremum = matches!(
            statement.assign,
            Assign::Reduce {
                operation: ast::Reduction::Min | ast::Reduction::Max,
                ..
            }
        );
        if !is_extremum {
            let operator = statement.assign.text();
            let message =
                format!("targets of a pair: `{operator}` keeps no place, `min=` and `max=` do");
            let error = self
                .report
                .error(Code::TC0412, message, statement.assign_span, "");
            self.report
                .push(error.help("pairs reduce with `min=` or `max=`"));
        }
    }

    /// `(i, j)`, or nothing for rank 0.
    fn left_text(&self, statement: &ast::Comprehension) -> String {
        let texts = statement.subscripts.iter();
        let texts: Vec<_> = texts.map(|expr| self.report.text(expr.span)).collect();
        if texts.is_empty() {
            String::new()
        } else {
            format!("({})", texts.join(", "))
        }
    }

    /// Whether a name means a tensor, a size or a loop index here.
    pub(crate) fn is_taken(&self, name: &Name) -> Option<(&'static str, Span)> {
        if let Some(meaning) = self.names.meaning(&name.text) {
            return Some((self.names.describe(meaning), self.names.span_of(meaning)));
        }
        let one = self.loop_of(&name.text)?;
        Some(("a loop index", one.index.span))
    }
}
