//! Symbolic integer expressions over sizes, indices and extents: the `N - KN + 1` of types, ranges
//! and subscripts.
//!
//! One small tree serves the whole `tc` dialect: the dimensions of `!tc.tensor<[M - T + 1], f32>`,
//! the ranges of a comprehension, the subscripts of a `tc.read`, the preconditions of a `tc.def`.
//! In MLIR it is the canonical text that [`Expr`]'s `Display` prints and [`Expr::parse`] reads:
//!
//! ```text
//! expr    = product { ("+" | "-") product }
//! product = unary { ("*" | "floordiv" | "mod") unary }
//! unary   = "-" unary | integer | name | name "." integer | ("min" | "max") "(" expr { "," expr } ")" | "(" expr ")"
//! ```
//!
//! A name is an MLIR bare identifier, or quoted: `"2LUT"`, `"min"`, and with an extent `"2LUT.0"`.
//! `floordiv` rounds down and `mod` takes the sign of the divisor, as everywhere in the language.
//! [`Expr::human`] prints the form that people read: `(N + 1)/2`.
//!
//! The constructors (`Expr::add` and its siblings) fold constants and drop neutral elements,
//! nothing more, so that a subscript keeps the order in which it was written. [`Expr::normalized`]
//! gives the normal form of ranges and extents: positive terms in a given order of names, then
//! negative ones, then the constant.
//!
//! Evaluation and folding are checked: an overflow or a division by zero is `None`, never a wrong
//! number.

use std::fmt;

mod condition;
mod linear;
mod parse;
#[cfg(test)]
mod tests;

pub use condition::{Comparison, Condition, Precondition};
pub use linear::{Linear, gcd};
pub use parse::{MAX_NESTING, MAX_OPERATORS, ParseError};

/// The meaning of a leaf of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// A size of the def, an index of the comprehension, or a rank-0 integer input.
    Name(String),
    /// The extent of one dimension of a tensor: `T.0`.
    Extent(String, u32),
}

impl Symbol {
    /// The name or the tensor that the symbol mentions.
    pub fn base(&self) -> &str {
        match self {
            Symbol::Name(name) | Symbol::Extent(name, _) => name,
        }
    }

    /// The name, if the symbol is one.
    pub fn as_name(&self) -> Option<&str> {
        match self {
            Symbol::Name(name) => Some(name),
            Symbol::Extent(..) => None,
        }
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::Name(name) if parse::is_bare(name) => f.write_str(name),
            Symbol::Name(name) => write!(f, "\"{name}\""),
            Symbol::Extent(tensor, dim) if parse::is_bare(tensor) => write!(f, "{tensor}.{dim}"),
            Symbol::Extent(tensor, dim) => write!(f, "\"{tensor}.{dim}\""),
        }
    }
}

/// The operator of an inner node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a floordiv b`, rounding down
    FloorDiv,
    /// `a mod b`, with the sign of `b`
    Mod,
    /// `min(a, b)`
    Min,
    /// `max(a, b)`
    Max,
}

impl Operator {
    /// The value of the operator, `None` on overflow and on division by zero.
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            Operator::Add => a.checked_add(b),
            Operator::Sub => a.checked_sub(b),
            Operator::Mul => a.checked_mul(b),
            Operator::FloorDiv => floor_div(a, b),
            Operator::Mod => floor_mod(a, b),
            Operator::Min => Some(a.min(b)),
            Operator::Max => Some(a.max(b)),
        }
    }

    fn precedence(self) -> u8 {
        match self {
            Operator::Add | Operator::Sub => 1,
            Operator::Mul | Operator::FloorDiv | Operator::Mod => 2,
            Operator::Min | Operator::Max => 3,
        }
    }
}

/// A symbolic integer expression; see the module's text for its grammar.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Expr {
    /// An integer.
    Const(i64),
    /// A size, an index, a scalar input, or an extent.
    Symbol(Symbol),
    /// An operator and its two operands.
    Binary(Operator, Box<Expr>, Box<Expr>),
}

/// `a / b` rounded down; `None` for `b == 0` and on overflow.
pub fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let inexact = a % b != 0;
    Some(if inexact && (a < 0) != (b < 0) {
        quotient - 1
    } else {
        quotient
    })
}

/// The remainder of [`floor_div`]: zero or with the sign of `b`.
pub fn floor_mod(a: i64, b: i64) -> Option<i64> {
    if b == 0 {
        return None;
    }
    let remainder = a.checked_rem(b).unwrap_or(0);
    Some(if remainder != 0 && (remainder < 0) != (b < 0) {
        remainder + b
    } else {
        remainder
    })
}

impl From<i64> for Expr {
    fn from(value: i64) -> Expr {
        Expr::Const(value)
    }
}

impl Expr {
    /// Reads the canonical text; the error has the byte position of the first unexpected character.
    pub fn parse(text: &str) -> Result<Expr, ParseError> {
        parse::parse(text)
    }

    /// A size, an index or a scalar input.
    pub fn name(name: impl Into<String>) -> Expr {
        Expr::Symbol(Symbol::Name(name.into()))
    }

    /// The extent of dimension `dim` of `tensor`.
    pub fn extent(tensor: impl Into<String>, dim: u32) -> Expr {
        Expr::Symbol(Symbol::Extent(tensor.into(), dim))
    }

    /// The integer, if the expression is one.
    pub fn as_const(&self) -> Option<i64> {
        match self {
            Expr::Const(value) => Some(*value),
            _ => None,
        }
    }

    /// The name, if the expression is only that.
    pub fn as_name(&self) -> Option<&str> {
        match self {
            Expr::Symbol(symbol) => symbol.as_name(),
            _ => None,
        }
    }

    /// Builds `operator(a, b)` with simple folding.
    pub fn binary(operator: Operator, a: Expr, b: Expr) -> Expr {
        match operator {
            Operator::Add => Expr::add(a, b),
            Operator::Sub => Expr::sub(a, b),
            Operator::Mul => Expr::mul(a, b),
            Operator::FloorDiv => Expr::floor_div(a, b),
            Operator::Mod => Expr::modulo(a, b),
            Operator::Min => Expr::min(a, b),
            Operator::Max => Expr::max(a, b),
        }
    }

    fn node(operator: Operator, a: Expr, b: Expr) -> Expr {
        if let (Some(x), Some(y)) = (a.as_const(), b.as_const())
            && let Some(value) = operator.apply(x, y)
        {
            return Expr::Const(value);
        }
        Expr::Binary(operator, Box::new(a), Box::new(b))
    }

    /// The `x` of `-x`, if the expression is a negated term or a negative constant.
    fn strip_minus(&self) -> Option<Expr> {
        match self {
            Expr::Const(value) if *value < 0 => value.checked_neg().map(Expr::Const),
            Expr::Binary(Operator::Mul, a, b) => {
                let factor = a.as_const().filter(|factor| *factor < 0)?.checked_neg()?;
                Some(Expr::mul(Expr::Const(factor), (**b).clone()))
            }
            _ => None,
        }
    }

    /// `a + b`
    #[allow(clippy::should_implement_trait)]
    pub fn add(a: Expr, b: Expr) -> Expr {
        if a.as_const() == Some(0) {
            return b;
        }
        if b.as_const() == Some(0) {
            return a;
        }
        if let (Some(x), Some(y)) = (a.as_const(), b.as_const())
            && let Some(value) = x.checked_add(y)
        {
            return Expr::Const(value);
        }
        if let Some(positive) = b.strip_minus() {
            return Expr::sub(a, positive);
        }
        a.plus_constant(&b)
            .unwrap_or_else(|| Expr::node(Operator::Add, a, b))
    }

    /// `a - b`
    #[allow(clippy::should_implement_trait)]
    pub fn sub(a: Expr, b: Expr) -> Expr {
        if b.as_const() == Some(0) {
            return a;
        }
        if a.as_const() == Some(0) {
            return Expr::neg(b);
        }
        if let (Some(x), Some(y)) = (a.as_const(), b.as_const())
            && let Some(value) = x.checked_sub(y)
        {
            return Expr::Const(value);
        }
        if let Some(positive) = b.strip_minus() {
            return Expr::add(a, positive);
        }
        let negated = b.as_const().and_then(i64::checked_neg).map(Expr::Const);
        negated
            .and_then(|constant| a.plus_constant(&constant))
            .unwrap_or_else(|| Expr::node(Operator::Sub, a, b))
    }

    /// Folds `(x + 2) + 3` to `x + 5` if both constants are last.
    fn plus_constant(&self, constant: &Expr) -> Option<Expr> {
        let added = constant.as_const()?;
        let (rest, own) = match self {
            Expr::Binary(Operator::Add, rest, own) => (rest, own.as_const()?),
            Expr::Binary(Operator::Sub, rest, own) => (rest, own.as_const()?.checked_neg()?),
            _ => return None,
        };
        let sum = own.checked_add(added)?;
        // What is left may end in a constant too, one that did not fit a sum before.
        Some(Expr::add((**rest).clone(), Expr::Const(sum)))
    }

    /// `-a`
    #[allow(clippy::should_implement_trait)]
    pub fn neg(a: Expr) -> Expr {
        match a {
            Expr::Binary(Operator::Sub, x, y) => Expr::sub(*y, *x),
            other => Expr::mul(Expr::Const(-1), other),
        }
    }

    /// `a * b`
    #[allow(clippy::should_implement_trait)]
    pub fn mul(a: Expr, b: Expr) -> Expr {
        if let (Some(x), Some(y)) = (a.as_const(), b.as_const())
            && let Some(value) = x.checked_mul(y)
        {
            return Expr::Const(value);
        }
        match (a.as_const(), b.as_const()) {
            (Some(0), _) | (_, Some(0)) => return Expr::Const(0),
            (Some(1), _) => return b,
            (_, Some(1)) => return a,
            (None, Some(-1)) => return Expr::mul(b, a),
            _ => {}
        }
        if let (Some(x), Expr::Binary(Operator::Mul, inner, rest)) = (a.as_const(), &b)
            && let Some(product) = inner.as_const().and_then(|inner| inner.checked_mul(x))
        {
            return Expr::mul(Expr::Const(product), (**rest).clone());
        }
        Expr::node(Operator::Mul, a, b)
    }

    /// `a floordiv b`
    pub fn floor_div(a: Expr, b: Expr) -> Expr {
        match b.as_const() {
            Some(1) => a,
            Some(divisor) if divisor != 0 && a.as_const() == Some(0) => a,
            _ => Expr::node(Operator::FloorDiv, a, b),
        }
    }

    /// `(a + b - 1) floordiv b`, the quotient rounded up.
    pub fn ceil_div(a: Expr, b: i64) -> Expr {
        match b.checked_sub(1) {
            Some(rounding) => Expr::floor_div(Expr::add(a, Expr::Const(rounding)), Expr::Const(b)),
            None => Expr::neg(Expr::floor_div(Expr::neg(a), Expr::Const(b))),
        }
    }

    /// `a mod b`
    pub fn modulo(a: Expr, b: Expr) -> Expr {
        match b.as_const() {
            Some(1 | -1) => Expr::Const(0),
            _ => Expr::node(Operator::Mod, a, b),
        }
    }

    /// `min(a, b)`
    pub fn min(a: Expr, b: Expr) -> Expr {
        if a == b {
            a
        } else {
            Expr::node(Operator::Min, a, b)
        }
    }

    /// `max(a, b)`
    pub fn max(a: Expr, b: Expr) -> Expr {
        if a == b {
            a
        } else {
            Expr::node(Operator::Max, a, b)
        }
    }

    /// The value under `lookup`; `None` if a symbol has no value, on overflow, and on division by
    /// zero.
    pub fn evaluate(&self, lookup: &dyn Fn(&Symbol) -> Option<i64>) -> Option<i64> {
        match self {
            Expr::Const(value) => Some(*value),
            Expr::Symbol(symbol) => lookup(symbol),
            Expr::Binary(operator, a, b) => {
                operator.apply(a.evaluate(lookup)?, b.evaluate(lookup)?)
            }
        }
    }

    /// The value when every symbol is a name in `values`.
    pub fn evaluate_at(&self, values: &[(&str, i64)]) -> Option<i64> {
        self.evaluate(&|symbol| {
            let name = symbol.as_name()?;
            values
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| *value)
        })
    }

    /// The expression with each symbol replaced for which `replacement` returns an expression, with
    /// simple folding.
    pub fn substitute(&self, replacement: &dyn Fn(&Symbol) -> Option<Expr>) -> Expr {
        match self {
            Expr::Const(_) => self.clone(),
            Expr::Symbol(symbol) => replacement(symbol).unwrap_or_else(|| self.clone()),
            Expr::Binary(operator, a, b) => Expr::binary(
                *operator,
                a.substitute(replacement),
                b.substitute(replacement),
            ),
        }
    }

    /// Calls `visit` on every symbol, from left to right.
    pub fn for_each_symbol<'a>(&'a self, visit: &mut dyn FnMut(&'a Symbol)) {
        match self {
            Expr::Const(_) => {}
            Expr::Symbol(symbol) => visit(symbol),
            Expr::Binary(_, a, b) => {
                a.for_each_symbol(visit);
                b.for_each_symbol(visit);
            }
        }
    }

    /// The symbols, each once, in order of first appearance.
    pub fn symbols(&self) -> Vec<&Symbol> {
        let mut found: Vec<&Symbol> = Vec::new();
        self.for_each_symbol(&mut |symbol| {
            if !found.contains(&symbol) {
                found.push(symbol);
            }
        });
        found
    }

    /// The free names (sizes, indices, scalar inputs), each once, in order of first appearance;
    /// without extents.
    pub fn names(&self) -> Vec<&str> {
        self.symbols()
            .into_iter()
            .filter_map(Symbol::as_name)
            .collect()
    }

    /// Whether `name` occurs as a name.
    pub fn mentions(&self, name: &str) -> bool {
        self.symbols()
            .iter()
            .any(|symbol| symbol.as_name() == Some(name))
    }

    /// Whether it is affine in its names: it has no quotient, remainder or product of them.
    pub fn is_affine(&self) -> bool {
        let Expr::Binary(operator, a, b) = self else {
            return true;
        };
        if self.names().is_empty() {
            return true;
        }
        let known = match operator {
            Operator::Add | Operator::Sub | Operator::Min | Operator::Max => true,
            Operator::Mul => a.as_const().or(b.as_const()).is_some(),
            Operator::FloorDiv | Operator::Mod => false,
        };
        known && a.is_affine() && b.is_affine()
    }

    /// The normal form: a sum with positive terms first, in the order of `names`, then negative
    /// ones, then the constant; `None` when a coefficient overflows.
    pub fn normalized(&self, names: &[&str]) -> Option<Expr> {
        Linear::of(self).map(|linear| linear.to_expr(names))
    }

    /// Whether both have the same normal form. False does not mean that they differ: isl decides
    /// that.
    pub fn same_as(&self, other: &Expr) -> bool {
        self == other
            || Linear::of(&Expr::sub(self.clone(), other.clone()))
                .is_some_and(|difference| difference.as_const() == Some(0))
    }

    /// The source form: `(N + 1)/2`, `i % 3`, names without quotes.
    pub fn human(&self) -> String {
        let mut text = String::new();
        self.print(&mut text, Style::Human, 0)
            .expect("writing to a string does not fail");
        text
    }

    fn print(&self, out: &mut dyn fmt::Write, style: Style, precedence: u8) -> fmt::Result {
        match self {
            Expr::Const(value) => write!(out, "{value}"),
            Expr::Symbol(symbol) => match (style, symbol) {
                (Style::Human, Symbol::Name(name)) => out.write_str(name),
                (Style::Human, Symbol::Extent(tensor, dim)) => write!(out, "{tensor}.{dim}"),
                (Style::Canonical, symbol) => write!(out, "{symbol}"),
            },
            Expr::Binary(Operator::Min | Operator::Max, ..) => self.print_call(out, style),
            Expr::Binary(Operator::Mul, a, b) if a.as_const() == Some(-1) => {
                out.write_char('-')?;
                b.print(out, style, 3)
            }
            Expr::Binary(operator, a, b) => {
                let own = operator.precedence();
                let parenthesised = own < precedence;
                if parenthesised {
                    out.write_char('(')?;
                }
                a.print(out, style, own)?;
                out.write_str(match (operator, style) {
                    (Operator::Add, _) => " + ",
                    (Operator::Sub, _) => " - ",
                    (Operator::Mul, _) => "*",
                    (Operator::FloorDiv, Style::Canonical) => " floordiv ",
                    (Operator::FloorDiv, Style::Human) => "/",
                    (Operator::Mod, Style::Canonical) => " mod ",
                    (_, _) => " % ",
                })?;
                b.print(out, style, own + 1)?;
                if parenthesised {
                    out.write_char(')')?;
                }
                Ok(())
            }
        }
    }

    /// `min(a, b, c)` for a left-nested chain of one operator.
    fn print_call(&self, out: &mut dyn fmt::Write, style: Style) -> fmt::Result {
        let Expr::Binary(operator, ..) = self else {
            return Ok(());
        };
        let mut arguments = Vec::new();
        let mut rest = self;
        while let Expr::Binary(inner, a, b) = rest {
            if inner != operator {
                break;
            }
            arguments.push(&**b);
            rest = a;
        }
        arguments.push(rest);
        out.write_str(if *operator == Operator::Min {
            "min("
        } else {
            "max("
        })?;
        for (position, argument) in arguments.iter().rev().enumerate() {
            if position > 0 {
                out.write_str(", ")?;
            }
            argument.print(out, style, 0)?;
        }
        out.write_char(')')
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Style {
    Canonical,
    Human,
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, Style::Canonical, 0)
    }
}
