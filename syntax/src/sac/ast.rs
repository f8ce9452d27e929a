//! The syntax tree of the SaC notation: what was written, with its positions.
//!
//! Names, operators and spans are those of the TC notation. Trees are at most [`MAXIMAL_NESTING`]
//! high, chains of operators included, so that every walk over a tree may recurse.

use crate::Span;
use crate::scalar::Scalar;
use crate::tc::ast::{BinaryOp, Name};

pub use crate::tc::ast::MAXIMAL_NESTING;

/// A file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// The functions in text order.
    pub functions: Vec<Function>,
}

/// `types name(params) { lets return (values); }`
#[derive(Clone, Debug)]
pub struct Function {
    /// The types of the results.
    pub results: Vec<Type>,
    /// The name.
    pub name: Name,
    /// The parameters.
    pub params: Vec<Param>,
    /// The lines before `return`.
    pub lets: Vec<Let>,
    /// What it returns.
    pub returns: Vec<Expr>,
    /// From the first type to the closing brace.
    pub span: Span,
    /// The opening brace.
    pub open: Span,
    /// From `return` to its `;`.
    pub return_span: Span,
}

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        (&self.results, &self.name, &self.params) == (&other.results, &other.name, &other.params)
            && (&self.lets, &self.returns) == (&other.lets, &other.returns)
    }
}

/// `type name`
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The type.
    pub ty: Type,
    /// The name.
    pub name: Name,
}

/// `float[n,.]`
#[derive(Clone, Debug)]
pub struct Type {
    /// The type of the elements.
    pub scalar: Scalar,
    /// What is known about the shape.
    pub shape: ShapeClass,
    /// Its location.
    pub span: Span,
}

impl PartialEq for Type {
    fn eq(&self, other: &Self) -> bool {
        (self.scalar, &self.shape) == (other.scalar, &other.shape)
    }
}

/// What a type says about the shape.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeClass {
    /// One entry for each axis; none for a scalar.
    Axes(Vec<Axis>),
    /// `[+]`: at least one axis.
    AtLeastOne,
    /// `[*]`: any number of axes.
    Any,
}

/// An axis of a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Axis {
    /// A number.
    Extent(i64),
    /// `.`
    Free,
    /// A size name.
    Size(Name),
    /// `k:shp`, or `k>0:shp`; a type has at most one.
    Group(Group),
}

/// Any number of axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The name of their number.
    pub count: Name,
    /// Whether there is at least one.
    pub at_least_one: bool,
    /// The name of the vector of their extents.
    pub extents: Name,
}

impl ShapeClass {
    /// Whether the number of axes is not stated.
    pub fn is_open(&self) -> bool {
        self.axes().is_none() || self.group().is_some()
    }

    /// What is stated of each axis, or of several together.
    pub fn axes(&self) -> Option<&[Axis]> {
        match self {
            ShapeClass::Axes(axes) => Some(axes),
            ShapeClass::AtLeastOne | ShapeClass::Any => None,
        }
    }

    /// The axes that have names together.
    pub fn group(&self) -> Option<&Group> {
        self.axes()?.iter().find_map(|axis| match axis {
            Axis::Group(group) => Some(group),
            _ => None,
        })
    }

    /// The names of sizes, those of a group aside.
    pub fn sizes(&self) -> impl Iterator<Item = &Name> {
        let axes = self.axes().unwrap_or_default().iter();
        axes.filter_map(|axis| match axis {
            Axis::Size(name) => Some(name),
            _ => None,
        })
    }
}

/// `type a, b = value;`
#[derive(Clone, Debug)]
pub struct Let {
    /// The type, if it is written.
    pub ty: Option<Type>,
    /// The names.
    pub names: Vec<Name>,
    /// The value.
    pub value: Expr,
    /// Up to its `;`.
    pub span: Span,
}

impl PartialEq for Let {
    fn eq(&self, other: &Self) -> bool {
        (&self.ty, &self.names, &self.value) == (&other.ty, &other.names, &other.value)
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: Kind,
    /// Its location.
    pub span: Span,
    /// The height of its tree.
    pub height: usize,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `42`
    Int(i64),
    /// `1.5`, `1f`
    Real(f64, Scalar),
    /// `true`
    Bool(bool),
    /// `a`
    Var(Name),
    /// `f(x, y)`
    Call(Name, Vec<Expr>),
    /// `[a, b]`
    Array(Vec<Expr>),
    /// `[:int]`
    Empty(Type),
    /// `a[i, ., ...]`
    Select(Box<Expr>, Vec<Item<Expr>>),
    /// `-a`
    Negate(Box<Expr>),
    /// `!a`
    Not(Box<Expr>),
    /// `a + b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a ++ b`
    Concat(Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `{ [i] -> e | [i] < u ; ... }`
    Comprehension(Vec<Part>),
}

/// An entry of a selection or of a pattern.
#[derive(Clone, Debug)]
pub enum Item<T> {
    /// A subscript, or a variable.
    One(T),
    /// `.`
    Dot(Span),
    /// `...`
    Dots(Span),
}

impl<T: PartialEq> PartialEq for Item<T> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Item::One(a), Item::One(b)) => a == b,
            (Item::Dot(_), Item::Dot(_)) | (Item::Dots(_), Item::Dots(_)) => true,
            _ => false,
        }
    }
}

/// A partition of a comprehension.
#[derive(Clone, Debug)]
pub struct Part {
    /// Left of `->`.
    pub pattern: Pattern,
    /// Right of `->`.
    pub body: Expr,
    /// Behind `|`.
    pub generator: Option<Generator>,
    /// The whole partition.
    pub span: Span,
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        (&self.pattern, &self.body, &self.generator)
            == (&other.pattern, &other.body, &other.generator)
    }
}

/// Left of `->`.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// Its variables and dots.
    pub kind: PatternKind,
    /// Its location.
    pub span: Span,
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// The two kinds of patterns.
#[derive(Clone, Debug, PartialEq)]
pub enum PatternKind {
    /// `iv`: one variable, which is a vector.
    Vector(Name),
    /// `[i, ., j]`
    Items(Vec<Item<Name>>),
}

impl Pattern {
    /// The variables in order.
    pub fn variables(&self) -> Vec<&Name> {
        match &self.kind {
            PatternKind::Vector(name) => vec![name],
            PatternKind::Items(items) => items
                .iter()
                .filter_map(|item| match item {
                    Item::One(name) => Some(name),
                    _ => None,
                })
                .collect(),
        }
    }

    /// Whether the variable is a vector.
    pub fn is_vector(&self) -> bool {
        matches!(self.kind, PatternKind::Vector(_))
    }
}

/// `lower <= index < upper`
#[derive(Clone, Debug, PartialEq)]
pub struct Generator {
    /// The bound, and whether it is strict (`<`).
    pub lower: Option<(Bound, bool)>,
    /// The bound, and whether it is strict.
    pub upper: Option<(Bound, bool)>,
}

/// A bound of a generator.
#[derive(Clone, Debug)]
pub enum Bound {
    /// `.`
    Dot(Span),
    /// A vector.
    Vector(Expr),
}

impl PartialEq for Bound {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Bound::Dot(_), Bound::Dot(_)) => true,
            (Bound::Vector(a), Bound::Vector(b)) => a == b,
            _ => false,
        }
    }
}

impl Bound {
    /// Its location.
    pub fn span(&self) -> Span {
        match self {
            Bound::Dot(span) => *span,
            Bound::Vector(expr) => expr.span,
        }
    }
}

impl Expr {
    /// The expressions directly inside, those of generators included.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            Kind::Int(_) | Kind::Real(..) | Kind::Bool(_) | Kind::Var(_) | Kind::Empty(_) => {
                Vec::new()
            }
            Kind::Call(_, all) | Kind::Array(all) => all.iter().collect(),
            Kind::Select(array, items) => {
                let items = items.iter().filter_map(|item| match item {
                    Item::One(expr) => Some(expr),
                    _ => None,
                });
                std::iter::once(&**array).chain(items).collect()
            }
            Kind::Negate(a) | Kind::Not(a) => vec![a],
            Kind::Binary(_, a, b) | Kind::Concat(a, b) => vec![a, b],
            Kind::Cond(c, a, b) => vec![c, a, b],
            Kind::Comprehension(parts) => parts.iter().flat_map(Part::expressions).collect(),
        }
    }
}

impl Part {
    /// The bounds of its generator.
    pub fn bounds(&self) -> Vec<&Expr> {
        let Some(generator) = &self.generator else {
            return Vec::new();
        };
        let bounds = generator.lower.iter().chain(&generator.upper);
        bounds
            .filter_map(|(bound, _)| match bound {
                Bound::Vector(expr) => Some(expr),
                Bound::Dot(_) => None,
            })
            .collect()
    }

    fn expressions(&self) -> Vec<&Expr> {
        let mut all = self.bounds();
        all.push(&self.body);
        all
    }
}
