//! Names and applications in expressions: reads, sizes, indices, built-ins.

use super::body::{Builder, Mode, Typed};
use super::literal::Literal;
use super::names::Meaning;
use crate::builtins::{self, Builtin, Lookup};
use crate::model::*;
use tc_syntax::Span;
use tc_syntax::diagnostic::{Code, Diagnostic};
use tc_syntax::near::nearest;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{Expr, ExprKind, Name};

impl<'a> Builder<'a, '_> {
    /// A bare name.
    pub(crate) fn name(&mut self, name: &'a Name, mode: Mode) -> Typed {
        if self.names.clashed.contains(&name.text) {
            return Typed::Unknown;
        }
        if let Some(number) = self.find_let(&name.text) {
            return self.let_value(number, mode);
        }
        match self.names.meaning(&name.text) {
            Some(Meaning::Tensor(id)) => match self.names.tensors[id].rank {
                Some(0) => self.read(id, name, &[], name.span),
                Some(rank) => {
                    let message =
                        format!("expected a scalar, found tensor `{name}` of rank {rank}");
                    let help = format!("give it {}", counted(rank, "subscript"));
                    self.report.push(
                        self.report
                            .error(Code::TC0215, message, name.span, "")
                            .help(help),
                    );
                    Typed::Unknown
                }
                None => Typed::Unknown,
            },
            Some(Meaning::Size(_)) => self.symbol_value(name),
            None if self.is_later_let(name) => Typed::Unknown,
            None if self.loop_of(&name.text).is_some() => self.symbol_value(name),
            None => {
                self.add_index(name);
                self.symbol_value(name)
            }
        }
    }

    /// A let that is defined later is not visible here, and it is not an index either.
    pub(crate) fn is_later_let(&mut self, name: &Name) -> bool {
        let Some(later) = self.lets[self.visible_lets..]
            .iter()
            .find(|other| other.name.text == name.text)
        else {
            return false;
        };
        let message = format!("`{name}` is read before it is defined");
        let place = self.report.place(later.name.span);
        let error = self
            .report
            .error(Code::TC0205, message, name.span, "")
            .label(place, "defined here");
        self.report.push(error.help("put the definition first"));
        true
    }

    fn symbol_value(&mut self, name: &Name) -> Typed {
        let symbol = tc_syntax::expr::Expr::name(&*name.text);
        Typed::Value(
            Scalar::Int32,
            self.push(Operation::Symbol(symbol), Scalar::Int32, name.span),
        )
    }

    /// `name(arguments)`
    pub(crate) fn apply(
        &mut self,
        name: &'a Name,
        arguments: &'a [Expr],
        span: Span,
        mode: Mode,
    ) -> Typed {
        if self.names.clashed.contains(&name.text) {
            return self.give_up(arguments);
        }
        if let Some(id) = self.names.tensor(&name.text) {
            return self.read(id, name, arguments, span);
        }
        let what = match self.names.meaning(&name.text) {
            Some(_) => Some("a size"),
            None if self.find_let(&name.text).is_some() => Some("defined by `where`"),
            None if self.loop_of(&name.text).is_some() => Some("a loop index"),
            None if self.index_number(&name.text).is_some() => Some("an index"),
            None => None,
        };
        if let Some(what) = what {
            let message = format!("`{name}` is {what} and takes no subscripts");
            self.report
                .push(self.report.error(Code::TC0215, message, span, ""));
            return self.give_up(arguments);
        }
        match builtins::lookup(&name.text) {
            Some(Lookup::Supported(builtin)) => self.builtin(builtin, name, arguments, span, mode),
            Some(Lookup::Unsupported) => {
                let message = format!("built-in `{name}` is known but not supported");
                self.report
                    .push(self.report.error(Code::TC0216, message, name.span, ""));
                self.give_up(arguments)
            }
            None => {
                self.report_unknown(name, arguments);
                self.give_up(arguments)
            }
        }
    }

    /// Checks the parts of an expression without a value; indices in them still count as indices.
    fn give_up(&mut self, arguments: &'a [Expr]) -> Typed {
        for argument in arguments {
            self.expression(argument, Mode::Value);
        }
        Typed::Unknown
    }

    fn tensor_names(&self) -> impl Iterator<Item = &str> {
        self.names.tensors.iter().map(|tensor| &*tensor.name.text)
    }

    /// An unknown name with parentheses: a misspelt tensor or a function that does not exist.
    fn report_unknown(&mut self, name: &Name, arguments: &[Expr]) {
        if name.text.contains('.') && !self.defs.contains(&name.text) {
            self.report
                .push(super::callee::unknown_callee(self.report, self.defs, name));
            return;
        }
        let place = self.report.place(name.span);
        let near_tensor = nearest(&name.text, self.tensor_names()).map(str::to_owned);
        let near_builtin = nearest(&name.text, builtins::supported_names());
        let idiom = builtins::idiom(&name.text);
        let is_def = self.defs.contains(&name.text);
        // Values as arguments suggest a function, plain indices a tensor.
        let has_values =
            arguments.is_empty() || arguments.iter().any(|argument| self.has_value(argument));
        let function = is_def
            || idiom.is_some()
            || near_tensor.is_none() && (near_builtin.is_some() || has_values);
        if !function {
            let error = self.report.error(
                Code::TC0201,
                format!("unknown tensor `{name}`"),
                name.span,
                "",
            );
            self.report.push(match near_tensor {
                Some(near) => error.help_with_edit(format!("did you mean `{near}`?"), place, near),
                None => error,
            });
            return;
        }
        let error = self.report.error(
            Code::TC0218,
            format!("unknown function `{name}`"),
            name.span,
            "",
        );
        self.report.push(if let Some(idiom) = idiom {
            error.help(format!("write `{idiom}`"))
        } else if is_def {
            error.help(format!(
                "`{name}` is a `def`; call it in a statement of its own: `(t) = {name}(..)`"
            ))
        } else if let Some(near) = near_builtin {
            error.help_with_edit(format!("did you mean `{near}`?"), place, near)
        } else {
            error
        });
    }

    fn has_value(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.walk(&mut |part| {
            found |= match &part.kind {
                ExprKind::Float(_) | ExprKind::Bool(_) | ExprKind::Cast { .. } => true,
                ExprKind::Name(name) => self.names.tensor(&name.text).is_some(),
                ExprKind::Apply { name, .. } => {
                    self.names.tensor(&name.text).is_some()
                        || builtins::lookup(&name.text).is_some()
                }
                _ => false,
            }
        });
        found
    }

    /// The element of a tensor.
    fn read(&mut self, id: usize, name: &Name, arguments: &'a [Expr], span: Span) -> Typed {
        self.names.tensors[id].is_read = true;
        let defined = self.is_defined(id, name);
        let subscripts: Vec<_> = arguments
            .iter()
            .map(|argument| self.subscript(argument))
            .collect();
        if let Some(rank) = self.names.tensors[id].rank
            && rank != arguments.len()
        {
            let found = counted(arguments.len(), "subscript");
            let message = format!("`{name}` has {}, found {found}", counted(rank, "dimension"));
            let declared = self.names.tensors[id].name.span;
            let error = self.report.error(Code::TC0212, message, span, "");
            self.report.push(if declared == name.span {
                error
            } else {
                error.label(
                    self.report.place(declared),
                    format!("`{name}` is first named here"),
                )
            });
            return Typed::Unknown;
        }
        let (Some(scalar), true) = (self.names.tensors[id].scalar, defined) else {
            return Typed::Unknown;
        };
        let Some(subscripts) = subscripts.into_iter().collect() else {
            return Typed::Unknown;
        };
        let parts = arguments.iter().map(|argument| argument.span).collect();
        let read = Operation::Read {
            tensor: id,
            subscripts,
        };
        Typed::Value(scalar, self.push_read(read, scalar, span, parts))
    }

    /// A subscript: symbolic if possible, else a value of type int64.
    pub(crate) fn subscript(&mut self, expr: &'a Expr) -> Option<Subscript> {
        if self.symbolic_size(expr).is_some() {
            return Some(Subscript::Symbolic(self.symbolic(expr)));
        }
        let typed = self.expression(expr, Mode::Subscript);
        let found = match &typed {
            Typed::Unknown => return None,
            Typed::Literal(Literal::Integer(value)) => {
                let constant = i64::try_from(*value).ok()?;
                return Some(Subscript::Symbolic(tc_syntax::expr::Expr::Const(constant)));
            }
            Typed::Literal(literal) if !literal.is_floating() => Scalar::Int64,
            Typed::Literal(literal) => literal.own_type(),
            Typed::Value(scalar, _) => *scalar,
        };
        if !found.is_integer() {
            self.report_not_integer("subscript", found, expr);
            return None;
        }
        Some(Subscript::Value(self.convert(
            &typed,
            Scalar::Int64,
            expr.span,
        )))
    }

    pub(crate) fn report_not_integer(&self, what: &str, found: Scalar, expr: &Expr) {
        let message = format!("expected an integer {what}, found {found}");
        let text = self.report.text(expr.span);
        let cast = format!("int32({text})");
        let error = self
            .report
            .error(Code::TC0213, message, expr.span, found.name());
        let help = format!("`{}`", tc_syntax::tc::ast::shorten(&cast));
        self.report
            .push(error.help_with_edit(help, self.report.place(expr.span), cast));
    }

    fn builtin(
        &mut self,
        builtin: Builtin,
        name: &Name,
        arguments: &'a [Expr],
        span: Span,
        mode: Mode,
    ) -> Typed {
        if arguments.len() != builtin.arity {
            let takes = counted(builtin.arity, "argument");
            let message = format!("`{name}` takes {takes}, found {}", arguments.len());
            let error = self.report.error(Code::TC0217, message, span, "");
            let extremum = match builtin.name {
                "fmax" => Some("max"),
                "fmin" => Some("min"),
                _ => None,
            };
            self.report.push(match (extremum, arguments) {
                (Some(extremum), [only]) => self.help_reduction(error, extremum, only, span),
                _ => error,
            });
            return self.give_up(arguments);
        }
        if builtin.name == "abs" {
            return self.absolute(builtin, &arguments[0], span, mode);
        }
        let typed: Vec<_> = arguments
            .iter()
            .map(|argument| self.expression(argument, Mode::Value))
            .collect();
        if typed.iter().any(|typed| matches!(typed, Typed::Unknown)) {
            // The result is floating in any case; if nothing else determines the type, it stays
            // unknown.
            let known = typed.iter().any(|typed| matches!(typed, Typed::Value(..)));
            if !known {
                return Typed::Unknown;
            }
        }
        let scalar = typed.iter().fold(None, |result: Option<Scalar>, typed| {
            let Typed::Value(scalar, _) = typed else {
                return result;
            };
            let floating = if scalar.is_floating() {
                *scalar
            } else {
                Scalar::Float
            };
            Some(result.map_or(floating, |result| result.promote(floating)))
        });
        let scalar = scalar.unwrap_or(Scalar::Float);
        let values = typed
            .iter()
            .zip(arguments)
            .map(|(typed, argument)| self.convert(typed, scalar, argument.span));
        let values: Vec<_> = values.collect();
        let operation = Operation::Builtin {
            function: builtin,
            arguments: values,
        };
        Typed::Value(scalar, self.push(operation, scalar, span))
    }

    /// `max(X(i))` means `max=! X(i)`: with an edit if it is the whole right-hand side of `=`.
    pub(crate) fn help_reduction(
        &mut self,
        error: Diagnostic,
        name: &str,
        only: &Expr,
        span: Span,
    ) -> Diagnostic {
        self.reduction_meant = true;
        let text = self.report.text(only.span);
        let value = format!("{name}=! {text}");
        match self.plain {
            Some((assign, body)) if body.span == span => error.help_with_edit(
                format!(
                    "did you mean the reduction `{}`?",
                    tc_syntax::tc::ast::shorten(&value)
                ),
                self.report.place(assign.to(span)),
                value,
            ),
            _ => error.help(format!(
                "over an index, write a statement of its own: `t {}`",
                tc_syntax::tc::ast::shorten(&value)
            )),
        }
    }

    /// `abs` keeps integer types.
    fn absolute(&mut self, function: Builtin, argument: &'a Expr, span: Span, mode: Mode) -> Typed {
        let typed = self.expression(argument, mode);
        let scalar = match &typed {
            Typed::Unknown => return Typed::Unknown,
            Typed::Literal(Literal::Integer(value)) => {
                return Typed::Literal(Literal::Integer(value.abs()));
            }
            Typed::Literal(Literal::Floating(value)) => {
                return Typed::Literal(Literal::Floating(value.abs()));
            }
            Typed::Literal(literal) => literal.own_type(),
            Typed::Value(Scalar::Bool, _) => Scalar::Float,
            Typed::Value(scalar, _) => *scalar,
        };
        let value = self.convert(&typed, scalar, argument.span);
        let operation = Operation::Builtin {
            function,
            arguments: vec![value],
        };
        Typed::Value(scalar, self.push(operation, scalar, span))
    }
}

/// `1 subscript`, `2 subscripts`
pub(crate) fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
