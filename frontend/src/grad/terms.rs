//! The expressions of bodies as terms: each distinct one is stored once and known by its number, so
//! that an operand has a smaller number than what uses it, and the two reads of
//! `X(i) * X(i)` are one term.
//!
//! Constructors fold what a derivation leaves behind: neutral factors, double signs, sums of equal
//! terms, comparisons of constants. Integer arithmetic on sizes and indices is one symbolic
//! expression.

use crate::builtins::Builtin;
use std::collections::{HashMap, HashSet};
use tc_syntax::Span;
use tc_syntax::expr::{Expr, Linear};
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{BinaryOp, Extremum};

/// The number of a term.
pub(super) type Id = usize;

/// What a term reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Source {
    /// The values of a version of a tensor of the forward definition.
    Value(usize),
    /// The gradient of that version.
    Gradient(usize),
    /// The gradient of a returned tensor, which the caller passes.
    Given(usize),
    /// A tensor that the backward definition alone has.
    Helper(usize),
}

/// A subscript of a read.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// An expression over indices and sizes.
    Symbolic(Expr),
    /// A computed value of type `int64`.
    Value(Id),
}

/// The operation of a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Integer(i128),
    /// The bits of a double.
    Floating(u64),
    /// Arithmetic on sizes and indices.
    Symbol(Expr),
    Read(Source, Vec<Place>),
    Convert {
        operand: Id,
        explicit: bool,
    },
    Negate(Id),
    Not(Id),
    Binary(BinaryOp, Id, Id),
    /// With the type of its operands.
    Compare(BinaryOp, Scalar, Id, Id),
    Extremum(Extremum, Id, Id),
    Builtin(Builtin, Vec<Id>),
    /// `condition ? then : otherwise`; only the chosen side is evaluated.
    Choose(Id, Id, Id),
}

/// A term and its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Term {
    pub(super) kind: Kind,
    pub(super) scalar: Scalar,
}

/// All terms of a derivation.
#[derive(Default)]
pub(super) struct Terms {
    terms: Vec<Term>,
    known: HashMap<Term, Id>,
    /// Where a term stands in the source, the first place of several.
    pub(super) spans: HashMap<Id, Span>,
}

impl Terms {
    pub(super) fn len(&self) -> usize {
        self.terms.len()
    }

    pub(super) fn get(&self, id: Id) -> &Term {
        &self.terms[id]
    }

    pub(super) fn scalar(&self, id: Id) -> Scalar {
        self.terms[id].scalar
    }

    pub(super) fn make(&mut self, kind: Kind, scalar: Scalar) -> Id {
        let term = Term { kind, scalar };
        if let Some(id) = self.known.get(&term) {
            return *id;
        }
        self.terms.push(term.clone());
        self.known.insert(term, self.terms.len() - 1);
        self.terms.len() - 1
    }

    pub(super) fn floating(&mut self, value: f64, scalar: Scalar) -> Id {
        self.make(Kind::Floating(value.to_bits()), scalar)
    }

    pub(super) fn boolean(&mut self, value: bool) -> Id {
        self.make(Kind::Integer(value.into()), Scalar::Bool)
    }

    /// A symbolic expression as a value.
    pub(super) fn symbol(&mut self, expr: Expr, scalar: Scalar) -> Id {
        match expr.as_const() {
            Some(value) => self.make(Kind::Integer(value.into()), scalar),
            None => self.make(Kind::Symbol(expr), scalar),
        }
    }

    pub(super) fn read(&mut self, source: Source, subscripts: Vec<Place>, scalar: Scalar) -> Id {
        self.make(Kind::Read(source, subscripts), scalar)
    }

    /// The value in another type, rounded to it if that is narrower.
    pub(super) fn convert(&mut self, operand: Id, to: Scalar) -> Id {
        let from = self.scalar(operand);
        if from == to {
            return operand;
        }
        if let Some(value) = self.constant(operand)
            && to.is_floating()
        {
            return self.floating(value, to);
        }
        // Wider and back is nothing.
        if let Kind::Convert {
            operand: inner,
            explicit: false,
        } = self.terms[operand].kind
            && self.scalar(inner) == to
        {
            return inner;
        }
        let explicit = !from.converts_implicitly(to);
        self.make(Kind::Convert { operand, explicit }, to)
    }

    /// The value of a constant.
    pub(super) fn constant(&self, id: Id) -> Option<f64> {
        match self.terms[id].kind {
            Kind::Integer(value) => Some(value as f64),
            Kind::Floating(bits) => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    fn truth(&self, id: Id) -> Option<bool> {
        match self.terms[id] {
            Term {
                kind: Kind::Integer(value),
                scalar: Scalar::Bool,
            } => Some(value != 0),
            _ => None,
        }
    }

    /// A term of integers as one symbolic expression.
    pub(super) fn as_symbolic(&self, id: Id) -> Option<Expr> {
        match &self.terms[id].kind {
            Kind::Integer(value) if self.terms[id].scalar != Scalar::Bool => {
                i64::try_from(*value).ok().map(Expr::Const)
            }
            Kind::Symbol(expr) => Some(expr.clone()),
            _ => None,
        }
    }

    fn negated(&self, id: Id) -> Option<Id> {
        match self.terms[id].kind {
            Kind::Negate(operand) => Some(operand),
            _ => None,
        }
    }

    pub(super) fn negate(&mut self, a: Id) -> Id {
        let scalar = self.scalar(a);
        if let Some(operand) = self.negated(a) {
            return operand;
        }
        match self.terms[a].kind {
            Kind::Floating(bits) => self.floating(-f64::from_bits(bits), scalar),
            _ => self.make(Kind::Negate(a), scalar),
        }
    }

    pub(super) fn add(&mut self, a: Id, b: Id) -> Id {
        let scalar = self.scalar(a);
        if a == b {
            let two = self.floating(2.0, scalar);
            return self.multiply(two, a);
        }
        match (self.constant(a), self.constant(b)) {
            (Some(0.0), _) => return b,
            (_, Some(0.0)) => return a,
            (Some(x), Some(y)) => return self.floating(x + y, scalar),
            _ => {}
        }
        match self.negated(b) {
            Some(positive) => self.make(Kind::Binary(BinaryOp::Sub, a, positive), scalar),
            None => self.make(Kind::Binary(BinaryOp::Add, a, b), scalar),
        }
    }

    pub(super) fn subtract(&mut self, a: Id, b: Id) -> Id {
        let b = self.negate(b);
        self.add(a, b)
    }

    /// The product; a constant factor stands in front.
    pub(super) fn multiply(&mut self, a: Id, b: Id) -> Id {
        let scalar = self.scalar(a);
        match (self.constant(a), self.constant(b)) {
            (Some(1.0), _) => return b,
            (_, Some(1.0)) => return a,
            (Some(-1.0), _) => return self.negate(b),
            (_, Some(-1.0)) => return self.negate(a),
            (Some(x), Some(y)) => return self.floating(x * y, scalar),
            (None, Some(_)) => return self.multiply(b, a),
            _ => {}
        }
        if let Some(positive) = self.negated(a) {
            let product = self.multiply(positive, b);
            return self.negate(product);
        }
        if let Some(positive) = self.negated(b) {
            let product = self.multiply(a, positive);
            return self.negate(product);
        }
        if let (Some(_), Kind::Binary(BinaryOp::Mul, x, y)) =
            (self.constant(a), self.terms[b].kind.clone())
        {
            let x = self.multiply(a, x);
            return match self.constant(x) {
                Some(1.0) => y,
                _ => self.make(Kind::Binary(BinaryOp::Mul, x, y), scalar),
            };
        }
        if let Some((factor, rest)) = self.without_factor(b) {
            let product = self.multiply(a, rest);
            return self.scale(factor, product);
        }
        self.make(Kind::Binary(BinaryOp::Mul, a, b), scalar)
    }

    /// A product that begins with a number: the number, and the product of the others.
    fn without_factor(&mut self, id: Id) -> Option<(f64, Id)> {
        let Kind::Binary(BinaryOp::Mul, x, y) = self.terms[id].kind else {
            return None;
        };
        if let Some(factor) = self.constant(x) {
            return Some((factor, y));
        }
        let (factor, rest) = self.without_factor(x)?;
        let scalar = self.scalar(id);
        let rest = self.make(Kind::Binary(BinaryOp::Mul, rest, y), scalar);
        Some((factor, rest))
    }

    /// The product with a number.
    pub(super) fn scale(&mut self, factor: f64, a: Id) -> Id {
        let factor = self.floating(factor, self.scalar(a));
        self.multiply(factor, a)
    }

    pub(super) fn divide(&mut self, a: Id, b: Id) -> Id {
        let scalar = self.scalar(a);
        if self.constant(b) == Some(1.0) {
            return a;
        }
        if let Some(positive) = self.negated(a) {
            let quotient = self.divide(positive, b);
            return self.negate(quotient);
        }
        self.make(Kind::Binary(BinaryOp::Div, a, b), scalar)
    }

    pub(super) fn call(&mut self, function: Builtin, arguments: Vec<Id>) -> Id {
        let scalar = self.scalar(arguments[0]);
        self.make(Kind::Builtin(function, arguments), scalar)
    }

    /// An operator of the source; integer arithmetic on symbols stays one expression.
    pub(super) fn binary(&mut self, op: BinaryOp, a: Id, b: Id, scalar: Scalar) -> Id {
        if op == BinaryOp::And {
            return self.and(a, b);
        }
        let both = self.as_symbolic(a).zip(self.as_symbolic(b));
        if let Some((x, y)) = both.filter(|_| scalar.is_integer()) {
            let expr = match op {
                BinaryOp::Add => Some(Expr::add(x, y)),
                BinaryOp::Sub => Some(Expr::sub(x, y)),
                BinaryOp::Mul => Some(Expr::mul(x, y)),
                BinaryOp::Div if y.as_const() != Some(0) => Some(Expr::floor_div(x, y)),
                BinaryOp::Rem if y.as_const() != Some(0) => Some(Expr::modulo(x, y)),
                _ => None,
            };
            if let Some(expr) = expr {
                return self.symbol(expr, scalar);
            }
        }
        self.make(Kind::Binary(op, a, b), scalar)
    }

    pub(super) fn and(&mut self, a: Id, b: Id) -> Id {
        match (self.truth(a), self.truth(b)) {
            (Some(true), _) => b,
            (_, Some(true)) => a,
            (Some(false), _) => a,
            _ if a == b => a,
            _ => self.make(Kind::Binary(BinaryOp::And, a, b), Scalar::Bool),
        }
    }

    /// The conditions that a condition consists of.
    pub(super) fn conjuncts(&self, id: Id) -> Vec<Id> {
        match self.terms[id].kind {
            Kind::Binary(BinaryOp::And, a, b) => [self.conjuncts(a), self.conjuncts(b)].concat(),
            _ => vec![id],
        }
    }

    /// The condition that does not hold where this one does.
    pub(super) fn not(&mut self, a: Id) -> Id {
        use BinaryOp::*;
        if let Some(value) = self.truth(a) {
            return self.boolean(!value);
        }
        match self.terms[a].kind {
            Kind::Not(operand) => operand,
            // With NaN neither a comparison of floating values nor its opposite holds.
            Kind::Compare(op, operands, x, y)
                if !operands.is_floating() || matches!(op, Equal | NotEqual) =>
            {
                let opposite = match op {
                    Less => GreaterEqual,
                    LessEqual => Greater,
                    Greater => LessEqual,
                    GreaterEqual => Less,
                    Equal => NotEqual,
                    _ => Equal,
                };
                self.compare(opposite, x, y)
            }
            _ => self.make(Kind::Not(a), Scalar::Bool),
        }
    }

    pub(super) fn compare(&mut self, op: BinaryOp, a: Id, b: Id) -> Id {
        let difference = self
            .as_symbolic(a)
            .zip(self.as_symbolic(b))
            .and_then(|(x, y)| Linear::of(&Expr::sub(x, y))?.as_const());
        if let Some(difference) = difference {
            return self.boolean(holds(op, difference));
        }
        let operands = self.scalar(a);
        self.make(Kind::Compare(op, operands, a, b), Scalar::Bool)
    }

    pub(super) fn choose(&mut self, condition: Id, then: Id, otherwise: Id) -> Id {
        match self.truth(condition) {
            Some(true) => then,
            Some(false) => otherwise,
            None if then == otherwise => then,
            None => {
                let scalar = self.scalar(then);
                self.make(Kind::Choose(condition, then, otherwise), scalar)
            }
        }
    }

    /// The operands of a term, those in subscripts included.
    pub(super) fn operands(&self, id: Id) -> Vec<Id> {
        match &self.terms[id].kind {
            Kind::Integer(_) | Kind::Floating(_) | Kind::Symbol(_) => Vec::new(),
            Kind::Read(_, places) => places
                .iter()
                .filter_map(|place| match place {
                    Place::Value(value) => Some(*value),
                    Place::Symbolic(_) => None,
                })
                .collect(),
            Kind::Convert { operand, .. } | Kind::Negate(operand) | Kind::Not(operand) => {
                vec![*operand]
            }
            Kind::Binary(_, a, b) | Kind::Compare(_, _, a, b) | Kind::Extremum(_, a, b) => {
                vec![*a, *b]
            }
            Kind::Builtin(_, arguments) => arguments.clone(),
            Kind::Choose(condition, a, b) => vec![*condition, *a, *b],
        }
    }

    /// The term and all that it uses, operands before their uses.
    pub(super) fn reachable(&self, root: Id) -> Vec<Id> {
        let mut found = vec![false; root + 1];
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            if !std::mem::replace(&mut found[id], true) {
                open.extend(self.operands(id));
            }
        }
        (0..=root).filter(|id| found[*id]).collect()
    }

    /// The terms that are evaluated whatever the conditions in the term are.
    pub(super) fn unconditional(&self, root: Id) -> HashSet<Id> {
        let mut found = HashSet::new();
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            if !found.insert(id) {
                continue;
            }
            match &self.terms[id].kind {
                Kind::Choose(first, ..) | Kind::Binary(BinaryOp::And | BinaryOp::Or, first, _) => {
                    open.push(*first);
                }
                _ => open.extend(self.operands(id)),
            }
        }
        found
    }

    /// Whether a source is read under both a condition on indices and one on data.
    pub(super) fn is_hidden(&self, root: Id, source: Source) -> bool {
        let mut open = vec![(root, false, false)];
        let mut seen = HashSet::new();
        while let Some((id, on_indices, on_data)) = open.pop() {
            if !seen.insert((id, on_indices, on_data)) {
                continue;
            }
            match self.terms[id].kind {
                Kind::Read(read, _) if read == source && on_indices && on_data => return true,
                Kind::Choose(condition, a, b) => {
                    let reads = !self.reads(condition).is_empty();
                    let inner = (on_indices || !reads, on_data || reads);
                    open.extend([a, b].map(|side| (side, inner.0, inner.1)));
                    open.push((condition, on_indices, on_data));
                }
                _ => {
                    let operands = self.operands(id).into_iter();
                    open.extend(operands.map(|one| (one, on_indices, on_data)));
                }
            }
        }
        false
    }

    /// Whether a name occurs in the term.
    pub(super) fn mentions(&self, root: Id, name: &str) -> bool {
        self.reachable(root)
            .into_iter()
            .any(|id| match &self.terms[id].kind {
                Kind::Symbol(expr) => expr.mentions(name),
                Kind::Read(_, places) => places
                    .iter()
                    .any(|place| matches!(place, Place::Symbolic(expr) if expr.mentions(name))),
                _ => false,
            })
    }

    /// The version whose values a read has.
    pub(super) fn read_version(&self, read: Id) -> Option<usize> {
        match self.terms[read].kind {
            Kind::Read(Source::Value(version), _) => Some(version),
            _ => None,
        }
    }

    /// Whether a term reads a source.
    pub(super) fn uses(&self, root: Id, source: Source) -> bool {
        let is_read = |id: Id| matches!(self.terms[id].kind, Kind::Read(read, _) if read == source);
        self.reachable(root).into_iter().any(is_read)
    }

    /// The reads of a term.
    pub(super) fn reads(&self, root: Id) -> Vec<Id> {
        let is_read = |id: &Id| matches!(self.terms[*id].kind, Kind::Read(..));
        self.reachable(root).into_iter().filter(is_read).collect()
    }
}

/// Whether `difference op 0` holds.
pub(super) fn holds(op: BinaryOp, difference: i64) -> bool {
    match op {
        BinaryOp::Less => difference < 0,
        BinaryOp::LessEqual => difference <= 0,
        BinaryOp::Greater => difference > 0,
        BinaryOp::GreaterEqual => difference >= 0,
        BinaryOp::NotEqual => difference != 0,
        _ => difference == 0,
    }
}
