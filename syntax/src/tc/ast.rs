//! The syntax tree: what was written, with its positions, and nothing resolved.
//!
//! Two trees are equal if they differ in spans and in redundant parentheses only; the formatter's
//! promise is stated with this equality. Left-associative chains (`a + b - c ..`) are flat, so that
//! a sum of ten thousand terms is not a deep tree; everything else is nested at most
//! [`MAXIMAL_NESTING`] deep.

mod modules;

pub use modules::{Import, Param};

use crate::Span;
use crate::scalar::Scalar;
use std::fmt;
use std::sync::Arc;

/// The maximal nesting depth of expressions; deeper ones are refused (TC0114).
pub const MAXIMAL_NESTING: usize = 256;

/// The maximal nesting depth of loops; deeper ones are refused (TC0114).
pub const MAXIMAL_LOOPS: usize = 16;

/// Shortens a text of any length for a message.
pub fn shorten(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}...", &text[..end]),
    }
}

/// A name as written; it prints shortened, since names may be of any length.
#[derive(Clone, Debug)]
pub struct Name {
    /// The text.
    pub text: Arc<str>,
    /// Its location.
    pub span: Span,
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl fmt::Display for Name {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&shorten(&self.text))
    }
}

/// A file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// The modules that it uses, in text order.
    pub imports: Vec<Import>,
    /// The definitions in text order.
    pub defs: Vec<Def>,
}

/// `def name(params) -> (returns) { body }`
#[derive(Clone, Debug)]
pub struct Def {
    /// The name.
    pub name: Name,
    /// The inputs.
    pub params: Vec<Param>,
    /// The outputs.
    pub returns: Vec<Return>,
    /// The statements.
    pub body: Vec<Statement>,
    /// From `def` to the closing brace.
    pub span: Span,
    /// The location of the opening brace.
    pub open: Span,
    /// Whether a syntax error was reported inside, so that it must not be checked.
    pub broken: bool,
}

/// A statement that is not a loop, with the loops around it.
#[derive(Clone, Debug)]
pub struct Leaf<'a> {
    /// The comprehension or call.
    pub statement: &'a Statement,
    /// The enclosing loops, outermost first.
    pub loops: Vec<&'a Loop>,
}

impl Def {
    /// The statements that are not loops, in text order: their position is the number of a
    /// statement.
    pub fn leaves(&self) -> Vec<Leaf<'_>> {
        fn add<'a>(body: &'a [Statement], loops: &mut Vec<&'a Loop>, leaves: &mut Vec<Leaf<'a>>) {
            for statement in body {
                if let Statement::Loop(inner) = statement {
                    loops.push(inner);
                    add(&inner.body, loops, leaves);
                    loops.pop();
                } else {
                    let loops = loops.clone();
                    leaves.push(Leaf { statement, loops });
                }
            }
        }
        let mut leaves = Vec::new();
        add(&self.body, &mut Vec::new(), &mut leaves);
        leaves
    }
}

impl PartialEq for Def {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.params, &self.returns, &self.body)
            == (&other.name, &other.params, &other.returns, &other.body)
    }
}

/// `[type] name`
#[derive(Clone, Debug, PartialEq)]
pub struct Return {
    /// The annotation, if there is one.
    pub ty: Option<Type>,
    /// The name.
    pub name: Name,
}

/// `scalar [ (dims) ]`
#[derive(Clone, Debug)]
pub struct Type {
    /// The element type.
    pub scalar: Scalar,
    /// The word as written, possibly a synonym.
    pub spelling: Arc<str>,
    /// The dimensions; empty for a scalar.
    pub dims: Vec<Dim>,
    /// Its location.
    pub span: Span,
}

impl Type {
    /// The type with this word for the element type: `float(M, N)`.
    pub fn text(&self, element: impl std::fmt::Display) -> String {
        let dims: Vec<String> = self
            .dims
            .iter()
            .map(|dim| match dim {
                Dim::Size(name) => name.text.to_string(),
                Dim::Extent(extent, _) => extent.to_string(),
            })
            .collect();
        if dims.is_empty() {
            element.to_string()
        } else {
            format!("{element}({})", dims.join(", "))
        }
    }
}

impl PartialEq for Type {
    fn eq(&self, other: &Self) -> bool {
        (self.scalar, &self.spelling, &self.dims) == (other.scalar, &other.spelling, &other.dims)
    }
}

/// A dimension of a type.
#[derive(Clone, Debug)]
pub enum Dim {
    /// A size by name.
    Size(Name),
    /// A fixed extent.
    Extent(i64, Span),
}

impl Dim {
    /// Its location.
    pub fn span(&self) -> Span {
        match self {
            Dim::Size(name) => name.span,
            Dim::Extent(_, span) => *span,
        }
    }
}

impl PartialEq for Dim {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Dim::Size(a), Dim::Size(b)) => a == b,
            (Dim::Extent(a, _), Dim::Extent(b, _)) => a == b,
            _ => false,
        }
    }
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Statement {
    /// `T(i, j) op body where ..`
    Comprehension(Comprehension),
    /// `(a, b) = f(x, y)`
    Call(Call),
    /// `for t in 0:T { .. }`
    Loop(Loop),
}

impl Statement {
    /// Its location.
    pub fn span(&self) -> Span {
        match self {
            Statement::Comprehension(comprehension) => comprehension.span,
            Statement::Call(call) => call.span,
            Statement::Loop(one) => one.span,
        }
    }

    /// The tensors that it writes itself; none for a loop.
    pub fn targets(&self) -> Vec<&Name> {
        match self {
            Statement::Comprehension(comprehension) => comprehension.targets(),
            Statement::Call(call) => call.targets.iter().collect(),
            Statement::Loop(_) => Vec::new(),
        }
    }
}

/// `for index in lower:upper { body }`
#[derive(Clone, Debug)]
pub struct Loop {
    /// The loop index.
    pub index: Name,
    /// Its first value.
    pub lower: Expr,
    /// One past its last value.
    pub upper: Expr,
    /// The statements of one iteration.
    pub body: Vec<Statement>,
    /// From `for` to the closing brace.
    pub span: Span,
    /// The location of the opening brace.
    pub open: Span,
}

impl PartialEq for Loop {
    fn eq(&self, other: &Self) -> bool {
        (&self.index, &self.lower, &self.upper, &self.body)
            == (&other.index, &other.lower, &other.upper, &other.body)
    }
}

impl PartialEq for Statement {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Statement::Comprehension(a), Statement::Comprehension(b)) => a == b,
            (Statement::Call(a), Statement::Call(b)) => a == b,
            (Statement::Loop(a), Statement::Loop(b)) => a == b,
            // `(a) = f(x)` is also written `a = f(x)`.
            (Statement::Call(call), Statement::Comprehension(comprehension))
            | (Statement::Comprehension(comprehension), Statement::Call(call)) => {
                call.is(comprehension)
            }
            _ => false,
        }
    }
}

/// The operation of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// `+=`
    Add,
    /// `*=`
    Mul,
    /// `min=`
    Min,
    /// `max=`
    Max,
}

/// An assignment operator: plain, or a reduction that may initialise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assign {
    /// `=`
    Plain,
    /// `+=` and the like; `init` for the forms with `!`.
    Reduce {
        /// The operation.
        operation: Reduction,
        /// Whether the target starts from the identity.
        init: bool,
    },
}

impl Assign {
    /// The operator as it is written.
    pub fn text(self) -> &'static str {
        use Reduction::*;
        match self {
            Assign::Plain => "=",
            Assign::Reduce {
                operation: Add,
                init: false,
            } => "+=",
            Assign::Reduce {
                operation: Mul,
                init: false,
            } => "*=",
            Assign::Reduce {
                operation: Min,
                init: false,
            } => "min=",
            Assign::Reduce {
                operation: Max,
                init: false,
            } => "max=",
            Assign::Reduce {
                operation: Add,
                init: true,
            } => "+=!",
            Assign::Reduce {
                operation: Mul,
                init: true,
            } => "*=!",
            Assign::Reduce {
                operation: Min,
                init: true,
            } => "min=!",
            Assign::Reduce {
                operation: Max,
                init: true,
            } => "max=!",
        }
    }
}

/// The second part of a pair: `place` of `(m(i), a(i)) max=! (value, place)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The tensor that receives the place.
    pub target: Name,
    /// Its subscripts.
    pub subscripts: Vec<Expr>,
    /// The place.
    pub place: Expr,
}

/// `target(subscripts) assign body where clauses`, or a pair of them.
#[derive(Clone, Debug)]
pub struct Comprehension {
    /// The tensor that is written.
    pub target: Name,
    /// The subscripts on the left-hand side.
    pub subscripts: Vec<Expr>,
    /// The second target and value of a pair.
    pub pair: Option<Box<Pair>>,
    /// The operator.
    pub assign: Assign,
    /// The location of the operator.
    pub assign_span: Span,
    /// The right-hand side.
    pub body: Expr,
    /// The clauses after `where`.
    pub clauses: Vec<Clause>,
    /// From the target to the last clause.
    pub span: Span,
}

impl Comprehension {
    /// The tensors that it writes: one, or two for a pair.
    pub fn targets(&self) -> Vec<&Name> {
        let second = self.pair.iter().map(|pair| &pair.target);
        std::iter::once(&self.target).chain(second).collect()
    }

    /// The expressions whose values it stores: one, or two for a pair.
    pub fn values(&self) -> impl Iterator<Item = &Expr> {
        std::iter::once(&self.body).chain(self.pair.iter().map(|pair| &pair.place))
    }
}

impl PartialEq for Comprehension {
    fn eq(&self, other: &Self) -> bool {
        (
            &self.target,
            &self.subscripts,
            &self.pair,
            self.assign,
            &self.body,
            &self.clauses,
        ) == (
            &other.target,
            &other.subscripts,
            &other.pair,
            other.assign,
            &other.body,
            &other.clauses,
        )
    }
}

/// One clause after `where`.
#[derive(Clone, Debug)]
pub enum Clause {
    /// `index in lower:upper`
    Range {
        /// The index.
        index: Name,
        /// The first value.
        lower: Expr,
        /// One past the last value.
        upper: Expr,
    },
    /// `name = value`
    Let {
        /// The name.
        name: Name,
        /// Its definition.
        value: Expr,
    },
    /// `exists reads`
    Exists {
        /// Its reads take part in inference; it is never evaluated.
        expression: Expr,
        /// From `exists` on.
        keyword: Span,
    },
}

impl PartialEq for Clause {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Clause::Range {
                    index,
                    lower,
                    upper,
                },
                Clause::Range {
                    index: i,
                    lower: l,
                    upper: u,
                },
            ) => (index, lower, upper) == (i, l, u),
            (Clause::Let { name, value }, Clause::Let { name: n, value: v }) => {
                (name, value) == (n, v)
            }
            (Clause::Exists { expression, .. }, Clause::Exists { expression: e, .. }) => {
                expression == e
            }
            _ => false,
        }
    }
}

impl Clause {
    /// Its location.
    pub fn span(&self) -> Span {
        match self {
            Clause::Range { index, upper, .. } => index.span.to(upper.span),
            Clause::Let { name, value } => name.span.to(value.span),
            Clause::Exists {
                expression,
                keyword,
            } => keyword.to(expression.span),
        }
    }
}

/// `(targets) = function(arguments)`
#[derive(Clone, Debug)]
pub struct Call {
    /// The tensors that are defined.
    pub targets: Vec<Name>,
    /// The definition that is called.
    pub function: Name,
    /// The arguments.
    pub arguments: Vec<Expr>,
    /// From the first target to the closing parenthesis.
    pub span: Span,
}

impl PartialEq for Call {
    fn eq(&self, other: &Self) -> bool {
        (&self.targets, &self.function, &self.arguments)
            == (&other.targets, &other.function, &other.arguments)
    }
}

impl Call {
    /// Whether a comprehension is another spelling of this call.
    fn is(&self, comprehension: &Comprehension) -> bool {
        let ExprKind::Apply { name, arguments } = &comprehension.body.kind else {
            return false;
        };
        comprehension.assign == Assign::Plain
            && comprehension.subscripts.is_empty()
            && comprehension.pair.is_none()
            && comprehension.clauses.is_empty()
            && self.targets == [comprehension.target.clone()]
            && (&self.function, &self.arguments) == (name, arguments)
    }
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `&&`
    And,
    /// `||`
    Or,
}

impl BinaryOp {
    /// The operator as it is written.
    pub fn text(self) -> &'static str {
        use BinaryOp::*;
        match self {
            Add => "+",
            Sub => "-",
            Mul => "*",
            Div => "/",
            Rem => "%",
            Less => "<",
            LessEqual => "<=",
            Greater => ">",
            GreaterEqual => ">=",
            Equal => "==",
            NotEqual => "!=",
            And => "&&",
            Or => "||",
        }
    }

    /// Binding strength: 2 for `||` to 6 for `*`, as in the language specification.
    pub fn level(self) -> u8 {
        use BinaryOp::*;
        match self {
            Or => 2,
            And => 3,
            Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual => 4,
            Add | Sub => 5,
            Mul | Div | Rem => 6,
        }
    }

    /// Whether it is a comparison.
    pub fn is_comparison(self) -> bool {
        self.level() == 4
    }
}

/// A prefix operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `!`
    Not,
}

impl UnaryOp {
    /// The operator as it is written.
    pub fn text(self) -> &'static str {
        match self {
            UnaryOp::Neg => "-",
            UnaryOp::Not => "!",
        }
    }
}

/// `min` or `max` as an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extremum {
    /// `min(a, b)`
    Min,
    /// `max(a, b)`
    Max,
}

impl Extremum {
    /// The word.
    pub fn text(self) -> &'static str {
        match self {
            Extremum::Min => "min",
            Extremum::Max => "max",
        }
    }
}

/// A further operand of a chain.
#[derive(Clone, Debug)]
pub struct Link {
    /// The operator before the operand.
    pub op: BinaryOp,
    /// The location of the operator.
    pub op_span: Span,
    /// The operand.
    pub operand: Expr,
}

impl PartialEq for Link {
    fn eq(&self, other: &Self) -> bool {
        (self.op, &self.operand) == (other.op, &other.operand)
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its kind.
    pub kind: ExprKind,
    /// Its location, without enclosing parentheses.
    pub span: Span,
    /// Whether it was written in parentheses.
    pub parenthesised: bool,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            // Rank 0 is written `c` or `c()`.
            (ExprKind::Name(a), ExprKind::Apply { name: b, arguments })
            | (ExprKind::Apply { name: b, arguments }, ExprKind::Name(a)) => {
                arguments.is_empty() && a == b
            }
            (a, b) => a == b,
        }
    }
}

/// The kind of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// An integer literal without suffix; its value if it fits 64 bits unsigned.
    Integer(Arc<str>),
    /// A floating literal; the text holds the suffix.
    Float(Arc<str>),
    /// `true` or `false`
    Bool(bool),
    /// A bare name.
    Name(Name),
    /// `name(arguments)`: a read or the call of a built-in.
    Apply {
        /// The tensor or function.
        name: Name,
        /// Subscripts or arguments.
        arguments: Vec<Expr>,
    },
    /// `tensor.dimension`
    Extent {
        /// The tensor.
        tensor: Name,
        /// The dimension, from 0.
        dimension: u32,
    },
    /// `scalar(operand)`
    Cast {
        /// The type.
        scalar: Scalar,
        /// The word as it was written.
        spelling: Arc<str>,
        /// The operand.
        operand: Box<Expr>,
    },
    /// `min(a, b)`, `max(a, b)`
    Extremum {
        /// Which of the two.
        op: Extremum,
        /// The arguments; two if it is well-formed.
        arguments: Vec<Expr>,
    },
    /// `-a`, `!a`
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The operand.
        operand: Box<Expr>,
    },
    /// Operators of one precedence level, left-associative; comparisons have exactly one link.
    Chain {
        /// The first operand.
        first: Box<Expr>,
        /// The others, each with the operator before it.
        rest: Vec<Link>,
    },
    /// `condition ? then : otherwise`
    Select {
        /// The condition.
        condition: Box<Expr>,
        /// The value if it holds.
        then: Box<Expr>,
        /// The value if it does not.
        otherwise: Box<Expr>,
    },
    /// `name = value`: an argument of a call by its name.
    Named {
        /// The input.
        name: Name,
        /// The value.
        value: Box<Expr>,
    },
    /// An expression that could not be parsed; its definition is marked broken.
    Error,
}

impl Expr {
    /// An expression without enclosing parentheses.
    pub fn new(kind: ExprKind, span: Span) -> Self {
        Expr {
            kind,
            span,
            parenthesised: false,
        }
    }

    /// Binding strength, from 1 for `?:` to 8 for an expression that needs no parentheses.
    pub fn level(&self) -> u8 {
        match &self.kind {
            ExprKind::Select { .. } => 1,
            ExprKind::Chain { rest, .. } => rest.first().map_or(8, |link| link.op.level()),
            ExprKind::Unary { .. } => 7,
            _ => 8,
        }
    }

    /// The name, if the expression is nothing else; rank 0 may be written `c()`.
    pub fn as_name(&self) -> Option<&Name> {
        match &self.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        }
    }

    /// The direct operands in text order.
    pub fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Apply { arguments, .. } | ExprKind::Extremum { arguments, .. } => {
                arguments.iter().collect()
            }
            ExprKind::Cast { operand, .. } | ExprKind::Unary { operand, .. } => vec![operand],
            ExprKind::Named { value, .. } => vec![value],
            ExprKind::Chain { first, rest } => std::iter::once(&**first)
                .chain(rest.iter().map(|link| &link.operand))
                .collect(),
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => vec![condition, then, otherwise],
            _ => Vec::new(),
        }
    }

    /// Calls `visit` for this expression and all nested ones, in the order of their start
    /// positions.
    pub fn walk<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        visit(self);
        for child in self.children() {
            child.walk(visit);
        }
    }
}
