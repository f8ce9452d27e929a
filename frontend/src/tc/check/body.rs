//! The value of an expression: its type, and the instructions that compute it (sections 4 to 6).
//!
//! Expressions are visited in text order and append to the block under construction. A part that
//! may have to stay unevaluated (a branch of `?:`, the right side of `&&`) is built into a separate
//! block; if nothing in it can fail (no read, no integer division), it is moved into the enclosing
//! block and becomes an operand of a plain select, else it becomes a region.

mod operators;

use super::literal::Literal;
use super::names::Names;
use super::report::Reporter;
use crate::model::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tc_syntax::Span;
use tc_syntax::diagnostic::Code;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{self, Clause, Expr, ExprKind, Name, UnaryOp};

/// How integers are computed: as values of their own type, or in int64 for a subscript.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Mode {
    Value,
    Subscript,
}

/// An expression with its type as far as it is known.
#[derive(Clone, Debug)]
pub(crate) enum Typed {
    /// A value of a type.
    Value(Scalar, Value),
    /// A literal whose type still adapts.
    Literal(Literal),
    /// An error was reported, or the type is not known yet.
    Unknown,
}

/// Stands for a value that does not exist because of an error.
const NO_VALUE: Value = Value(u32::MAX);

/// A definition `name = value` of a `where` clause.
pub(crate) struct Let<'a> {
    pub(crate) name: &'a Name,
    pub(crate) value: &'a Expr,
    pub(crate) used: bool,
    /// Number of operators of its symbolic expression, if it has one.
    pub(crate) symbolic: Option<usize>,
    /// Nesting depth with all lets substituted.
    pub(crate) depth: usize,
}

/// An index at its first occurrence.
#[derive(Clone, Debug)]
pub(crate) struct IndexName {
    pub(crate) name: Arc<str>,
    pub(crate) span: Span,
}

/// The largest number of let evaluations in one statement, and of values before another evaluation.
const MOST_EVALUATIONS: u32 = 1 << 14;
const MOST_VALUES: u32 = 1 << 18;

#[derive(Default)]
struct Frame {
    instructions: Vec<Instruction>,
    /// Values of lets that were computed here.
    lets: HashMap<(usize, Mode), Typed>,
}

/// The place of a statement in its definition.
pub(crate) struct Place<'a> {
    /// Its number in [`ast::Def::leaves`].
    pub(crate) statement: usize,
    /// The loops around it, outermost first.
    pub(crate) loops: Vec<&'a ast::Loop>,
}

/// Builds the blocks of one statement.
pub(crate) struct Builder<'a, 'n> {
    pub(crate) names: &'n mut Names<'a>,
    pub(crate) report: &'n Reporter,
    pub(crate) defs: &'n HashSet<Arc<str>>,
    /// Number of the statement.
    pub(crate) statement: usize,
    /// The loops around it, outermost first.
    pub(crate) loops: Vec<&'a ast::Loop>,
    pub(crate) lets: Vec<Let<'a>>,
    /// Lets from here on are not visible.
    pub(crate) visible_lets: usize,
    pub(crate) indices: Vec<IndexName>,
    index_numbers: HashMap<Arc<str>, usize>,
    frames: Vec<Frame>,
    next_value: u32,
    /// How often lets were evaluated.
    evaluations: u32,
    /// Values that are constants other than zero.
    nonzero: HashSet<Value>,
    /// Tensors whose use was reported in this statement.
    complained: HashSet<usize>,
    /// The assignment of the statement and its right side, if it can be made a reduction.
    pub(crate) plain: Option<(Span, &'a Expr)>,
    /// Whether `max(X(i))` was found: it lacks the reduction, and nothing else is reported about
    /// that.
    pub(crate) reduction_meant: bool,
}

impl<'a, 'n> Builder<'a, 'n> {
    pub(crate) fn new(
        names: &'n mut Names<'a>,
        report: &'n Reporter,
        defs: &'n HashSet<Arc<str>>,
        place: Place<'a>,
    ) -> Self {
        Builder {
            names,
            report,
            defs,
            statement: place.statement,
            loops: place.loops,
            lets: Vec::new(),
            visible_lets: 0,
            indices: Vec::new(),
            index_numbers: HashMap::new(),
            frames: vec![Frame::default()],
            next_value: 0,
            evaluations: 0,
            nonzero: HashSet::new(),
            complained: HashSet::new(),
            plain: None,
            reduction_meant: false,
        }
    }

    /// Adds the lets of a statement, all visible, and measures them in order.
    pub(crate) fn add_lets(&mut self, clauses: &'a [Clause]) {
        for clause in clauses {
            let Clause::Let { name, value } = clause else {
                continue;
            };
            let depth = self.depth(value);
            if depth > ast::MAXIMAL_NESTING {
                let message = format!("expression nested deeper than {}", ast::MAXIMAL_NESTING);
                let label = "with the definitions that it uses";
                self.report
                    .push(self.report.error(Code::TC0114, message, value.span, label));
                continue;
            }
            let symbolic = self.symbolic_size(value);
            self.lets.push(Let {
                name,
                value,
                used: false,
                symbolic,
                depth,
            });
            self.visible_lets = self.lets.len();
        }
    }

    /// Nesting of an expression with lets substituted.
    fn depth(&self, expr: &Expr) -> usize {
        let own = match &expr.kind {
            ExprKind::Name(name) => self
                .find_let(&name.text)
                .map_or(0, |number| self.lets[number].depth),
            _ => 0,
        };
        1 + expr
            .children()
            .into_iter()
            .map(|child| self.depth(child))
            .max()
            .unwrap_or(own)
    }

    pub(crate) fn find_let(&self, name: &str) -> Option<usize> {
        self.lets[..self.visible_lets]
            .iter()
            .position(|candidate| &*candidate.name.text == name)
    }

    pub(crate) fn index_number(&self, name: &str) -> Option<usize> {
        self.index_numbers.get(name).copied()
    }

    /// The enclosing loop with this index.
    pub(crate) fn loop_of(&self, name: &str) -> Option<&'a ast::Loop> {
        let mut around = self.loops.iter();
        around.find(|one| *one.index.text == *name).copied()
    }

    /// Registers an index at its first appearance.
    pub(crate) fn add_index(&mut self, name: &Name) {
        if !self.index_numbers.contains_key(&name.text) {
            self.index_numbers
                .insert(name.text.clone(), self.indices.len());
            self.indices.push(IndexName {
                name: name.text.clone(),
                span: name.span,
            });
        }
    }

    /// The finished outermost block.
    pub(crate) fn take_block(&mut self, result: Option<Value>) -> Block {
        let frame = self.frames.pop().unwrap_or_default();
        self.frames.push(Frame::default());
        Block {
            instructions: frame.instructions,
            result,
        }
    }

    // --- Instructions
    // -------------------------------------------------------------------------------------------

    pub(crate) fn push(&mut self, operation: Operation, scalar: Scalar, span: Span) -> Value {
        let value = Value(self.next_value);
        self.next_value += 1;
        if matches!(operation, Operation::Constant(Constant::Integer(constant)) if constant != 0) {
            self.nonzero.insert(value);
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.instructions.push(Instruction {
                operation,
                value,
                scalar,
                span,
                parts: Vec::new(),
            });
        }
        value
    }

    /// A read, with the places of its subscripts.
    pub(crate) fn push_read(
        &mut self,
        read: Operation,
        scalar: Scalar,
        span: Span,
        parts: Vec<Span>,
    ) -> Value {
        let value = self.push(read, scalar, span);
        let frame = self.frames.last_mut();
        if let Some(instruction) = frame.and_then(|frame| frame.instructions.last_mut()) {
            instruction.parts = parts;
        }
        value
    }

    fn constant(&mut self, literal: &Literal, scalar: Scalar, span: Span) -> Value {
        let constant = match literal {
            Literal::Integer(value) if scalar.is_floating() => Constant::Floating(*value as f64),
            Literal::Integer(value) => Constant::Integer(*value),
            Literal::Floating(value) => Constant::Floating(*value),
            Literal::Choice {
                condition,
                then,
                otherwise,
            } => {
                let [then, otherwise] = [then, otherwise].map(|branch| {
                    self.in_block(|builder| {
                        let waiting = branch.instructions.iter().cloned();
                        if let Some(frame) = builder.frames.last_mut() {
                            frame.instructions.extend(waiting);
                        }
                        builder.constant(&branch.literal, scalar, span)
                    })
                });
                return self.choice(*condition, then, otherwise, scalar, span);
            }
        };
        self.push(Operation::Constant(constant), scalar, span)
    }

    /// Converts to a type; a literal becomes a constant of that type if it fits.
    pub(crate) fn convert(&mut self, typed: &Typed, to: Scalar, span: Span) -> Value {
        let (from, value) = match typed {
            Typed::Unknown => return NO_VALUE,
            Typed::Value(from, value) => (*from, *value),
            Typed::Literal(literal) => {
                let own = literal.adapted_to(to);
                (own, self.constant(literal, own, span))
            }
        };
        if from == to {
            value
        } else {
            self.push(
                Operation::Convert {
                    operand: value,
                    from,
                    explicit: false,
                },
                to,
                span,
            )
        }
    }

    /// Runs a function in a new block.
    fn in_block<R>(&mut self, run: impl FnOnce(&mut Self) -> R) -> (R, Frame) {
        self.frames.push(Frame::default());
        let result = run(self);
        (result, self.frames.pop().unwrap_or_default())
    }

    /// Whether an instruction of a block can fail, or is costly enough to be skipped.
    fn is_lazy(&self, frame: &Frame) -> bool {
        let is_nonzero = |divisor: &Value| self.nonzero.contains(divisor);
        let is_given = |tensor: usize| self.names.tensors[tensor].role == Role::Input;
        frame
            .instructions
            .iter()
            .any(|instruction| instruction.is_lazy(is_nonzero, is_given))
    }

    /// Moves a block into the enclosing one.
    fn splice(&mut self, frame: Frame) {
        if let Some(outer) = self.frames.last_mut() {
            outer.instructions.extend(frame.instructions);
            outer.lets.extend(frame.lets);
        }
    }

    // --- Expressions
    // --------------------------------------------------------------------------------------------

    pub(crate) fn expression(&mut self, expr: &'a Expr, mode: Mode) -> Typed {
        let typed = self.expression_of_kind(expr, mode);
        match typed {
            // In a subscript, integers are 64 bits wide from the leaves on.
            Typed::Value(scalar, _) if mode == Mode::Subscript && scalar.is_integer() => {
                Typed::Value(
                    Scalar::Int64,
                    self.convert(&typed, Scalar::Int64, expr.span),
                )
            }
            _ => typed,
        }
    }

    fn expression_of_kind(&mut self, expr: &'a Expr, mode: Mode) -> Typed {
        if mode == Mode::Subscript && self.symbolic_size(expr).is_some() {
            let symbolic = self.symbolic(expr);
            return match symbolic.as_const() {
                Some(constant) => Typed::Literal(Literal::Integer(constant.into())),
                None => {
                    let value = self.push(Operation::Symbol(symbolic), Scalar::Int64, expr.span);
                    Typed::Value(Scalar::Int64, value)
                }
            };
        }
        match &expr.kind {
            ExprKind::Integer(text) => text.parse().map_or(Typed::Unknown, |value| {
                Typed::Literal(Literal::Integer(value))
            }),
            ExprKind::Float(text) => self.floating(text, expr.span),
            ExprKind::Bool(value) => {
                let constant = Constant::Integer((*value).into());
                Typed::Value(
                    Scalar::Bool,
                    self.push(Operation::Constant(constant), Scalar::Bool, expr.span),
                )
            }
            ExprKind::Name(name) => self.name(name, mode),
            ExprKind::Apply { name, arguments } => self.apply(name, arguments, expr.span, mode),
            ExprKind::Named { name, .. } => {
                let message = format!("expected an expression, found `{name} = ..`");
                let error = self.report.error(Code::TC0105, message, expr.span, "");
                let help = "an argument is given by its name in a statement that calls a `def`";
                self.report.push(error.help(help));
                Typed::Unknown
            }
            ExprKind::Extent { tensor, dimension } => {
                match self.extent(tensor, *dimension, expr.span) {
                    Some(extent) => {
                        let value = self.push(Operation::Symbol(extent), Scalar::Int32, expr.span);
                        Typed::Value(Scalar::Int32, value)
                    }
                    None => Typed::Unknown,
                }
            }
            ExprKind::Cast {
                scalar, operand, ..
            } => self.cast(*scalar, operand, expr.span),
            ExprKind::Extremum { op, arguments } => self.extremum(*op, arguments, expr.span, mode),
            ExprKind::Unary {
                op: UnaryOp::Neg,
                operand,
            } => self.negate(operand, expr.span, mode),
            ExprKind::Unary {
                op: UnaryOp::Not,
                operand,
            } => self.not(operand, expr.span),
            ExprKind::Chain { first, rest } => self.chain(first, rest, expr.span, mode),
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => self.select(condition, then, otherwise, expr.span, mode),
            ExprKind::Error => Typed::Unknown,
        }
    }

    fn floating(&mut self, text: &str, span: Span) -> Typed {
        let digits = text.trim_end_matches(['f', 'F']);
        let Ok(value) = digits.parse::<f64>() else {
            return Typed::Unknown;
        };
        let literal = Literal::Floating(value);
        if digits.len() == text.len() {
            Typed::Literal(literal)
        } else {
            Typed::Value(Scalar::Float, self.constant(&literal, Scalar::Float, span))
        }
    }

    /// The value of a let: computed once in each block that needs it.
    pub(crate) fn let_value(&mut self, number: usize, mode: Mode) -> Typed {
        self.lets[number].used = true;
        if let Some(known) = self
            .frames
            .iter()
            .rev()
            .find_map(|frame| frame.lets.get(&(number, mode)))
        {
            return known.clone();
        }
        if !self.may_evaluate(number) {
            return Typed::Unknown;
        }
        // A let sees only the lets before it.
        let visible = std::mem::replace(&mut self.visible_lets, number);
        let typed = self.expression(self.lets[number].value, mode);
        self.visible_lets = visible;
        if let Some(frame) = self.frames.last_mut() {
            frame.lets.insert((number, mode), typed.clone());
        }
        typed
    }

    /// Whether a let may be evaluated again. Each branch of `?:` evaluates the lets that it uses
    /// itself, so a chain of lets with two branches each grows exponentially; one that exceeds the
    /// limits is refused, once.
    fn may_evaluate(&mut self, number: usize) -> bool {
        if self.evaluations > MOST_EVALUATIONS {
            return false;
        }
        self.evaluations += 1;
        if self.evaluations <= MOST_EVALUATIONS && self.next_value <= MOST_VALUES {
            return true;
        }
        self.evaluations = MOST_EVALUATIONS + 1;
        let r#let = &self.lets[number];
        let message = format!(
            "statement too large: as each branch of `?:` evaluates the `where` names that it uses, there are more than {MOST_EVALUATIONS} of them or {MOST_VALUES} operations"
        );
        let error = self.report.error(
            Code::TC0114,
            message,
            r#let.name.span,
            "evaluated once more",
        );
        let help =
            "write what branches share into a tensor of its own, in a statement before this one";
        self.report.push(error.help(help));
        false
    }

    /// Whether a loop around this statement contains a place too.
    fn is_carried(&self, place: Span) -> bool {
        let outermost = self.loops.first().map(|one| one.span.range());
        outermost.is_some_and(|range| range.contains(&(place.start as usize)))
    }

    /// Whether a tensor may be read here; reports why not.
    pub(crate) fn is_defined(&mut self, id: usize, name: &Name) -> bool {
        let tensor = &self.names.tensors[id];
        let defined = match (tensor.role, tensor.first_write) {
            (Role::Input, _) => true,
            // A return that nothing assigns; any other name is not a tensor.
            (_, None) => false,
            (Role::InOut, Some(_)) if tensor.ty.is_some() => true,
            (Role::InOut, Some((first, _))) if first <= self.statement => true,
            // An earlier iteration wrote it, or nothing did, which the ranges decide.
            (_, Some((first, place))) => first < self.statement || self.is_carried(place),
        };
        if !defined && self.complained.insert(id) {
            let message = format!("`{name}` is read before it is defined");
            let written = tensor.first_write.map(|(_, span)| self.report.place(span));
            let error = self
                .report
                .error(Code::TC0205, message, name.span, "read here");
            let error = error
                .label(written, "first defined here")
                .help("declare it as an input");
            self.report.push(error);
        }
        defined
    }
}
