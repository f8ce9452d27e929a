//! A generated program as data: the generator makes it, the shrinker reduces it, and the compiler
//! gets its text.
//!
//! It has no spans and no redundant forms, so that every value prints and every reduction of a
//! value is a value.

use std::fmt::{self, Display, Formatter};
use tc_syntax::scalar::Scalar;

/// Definitions, the last of which is the one to call, and the values of its sizes at that call.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    pub sizes: Vec<(String, i64)>,
    pub defs: Vec<Def>,
}

/// `def name(params) -> (returns) { statements }`
#[derive(Clone, Debug, PartialEq)]
pub struct Def {
    pub name: String,
    pub params: Vec<Param>,
    pub returns: Vec<Return>,
    pub statements: Vec<Statement>,
}

/// The contents of an input; the names are those of `tc-run --input NAME=SOURCE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Multiples of 1/4 from -4 to 4: sums and products of a few of them are exact.
    Quarters,
    /// The ends of a type, NaN and infinities among small values.
    Edges,
    /// Uniform in [-1, 1), or integers in [0, 8).
    Random,
}

/// An input.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub name: String,
    pub ty: Scalar,
    pub dims: Vec<Dim>,
    pub contents: Contents,
}

/// The extent of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dim {
    Size(String),
    Extent(i64),
}

/// A returned tensor, with its type if it is annotated.
#[derive(Clone, Debug, PartialEq)]
pub struct Return {
    pub name: String,
    pub annotation: Option<(Scalar, Vec<Dim>)>,
    /// Its initial contents, if it is an in/out tensor.
    pub contents: Contents,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    Comprehension(Comprehension),
    /// `(targets) = callee(arguments)`
    Call {
        targets: Vec<String>,
        callee: String,
        arguments: Vec<Expr>,
    },
    /// `for index in low:high { body }`
    Loop {
        index: String,
        low: Expr,
        high: Expr,
        body: Vec<Statement>,
    },
    Write(Write),
}

/// A statement of a program with loops, dependent ranges, scatter or pairs: all of its indices have
/// ranges.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// One tensor, or the values and the places of a pair.
    pub targets: Vec<String>,
    /// An index, a fixed expression or a computed one, by dimension.
    pub left: Vec<Expr>,
    pub reduction: Option<Reduction>,
    /// `op=!`
    pub initialises: bool,
    /// As many as targets.
    pub values: Vec<Expr>,
    pub ranges: Vec<Range>,
}

/// `index in low:high`
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    pub index: String,
    pub low: Expr,
    pub high: Expr,
    /// It follows from a read, and has no clause.
    pub implied: bool,
}

impl Write {
    /// Its left-hand side and its right side.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        self.left.iter().chain(&self.values)
    }

    pub fn is_index(&self, name: &str) -> bool {
        self.ranges.iter().any(|range| range.index == name)
    }

    /// Whether an expression is the same for all points of the statement.
    pub fn is_fixed(&self, expr: &Expr) -> bool {
        let mut fixed = true;
        expr.walk(&mut |part| match part {
            Expr::Name(name) => fixed &= !self.is_index(name),
            Expr::Read(..) => fixed = false,
            // `t / 2` is not affine; `3 / 2` is a number.
            Expr::Binary(Binary::Divide | Binary::Remainder, a, b) => {
                for part in [a, b] {
                    part.walk(&mut |part| fixed &= !matches!(part, Expr::Name(_)));
                }
            }
            Expr::Binary(Binary::Multiply, a, b) => {
                fixed &= [a, b].iter().any(|one| matches!(***one, Expr::Integer(_)));
            }
            _ => {}
        });
        fixed
    }

    /// Whether a left subscript is neither an index nor fixed.
    pub fn is_scatter(&self) -> bool {
        let plain = |expr: &Expr| match expr {
            Expr::Name(_) => true,
            other => self.is_fixed(other),
        };
        !self.left.iter().all(plain)
    }
}

impl Statement {
    /// The statement and those inside of it, in text order.
    pub fn walk<'s>(&'s self, visit: &mut dyn FnMut(&'s Statement)) {
        visit(self);
        if let Statement::Loop { body, .. } = self {
            body.iter().for_each(|inner| inner.walk(visit));
        }
    }

    /// The tensors that it or a statement inside of it writes.
    pub fn targets(&self) -> Vec<String> {
        match self {
            Statement::Comprehension(one) => vec![one.target.clone()],
            Statement::Call { targets, .. } => targets.clone(),
            Statement::Write(one) => one.targets.clone(),
            Statement::Loop { body, .. } => body.iter().flat_map(Statement::targets).collect(),
        }
    }
}

impl Def {
    /// Whether it has statements with ranges of their own, whose values [`super::trace`] finds.
    pub fn is_sequential(&self) -> bool {
        let own = |one: &Statement| matches!(one, Statement::Loop { .. } | Statement::Write(_));
        self.statements.iter().any(own)
    }
}

/// `target(left) op body where clauses`
#[derive(Clone, Debug, PartialEq)]
pub struct Comprehension {
    pub target: String,
    pub left: Vec<String>,
    pub reduction: Option<Reduction>,
    /// `op=!`
    pub initialises: bool,
    pub body: Expr,
    pub clauses: Vec<Clause>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    Add,
    Multiply,
    Minimum,
    Maximum,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    Range {
        index: String,
        low: Expr,
        high: Expr,
    },
    Let {
        name: String,
        value: Expr,
    },
    Exists(Expr),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Integer(i64),
    /// A literal with a point; a multiple of 2^-10, so that its decimal text is exact.
    Floating(f64),
    Bool(bool),
    /// An index, a size, a scalar input or a let.
    Name(String),
    Extent(String, usize),
    Read(String, Vec<Expr>),
    Negate(Box<Expr>),
    Not(Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Select(Box<Expr>, Box<Expr>, Box<Expr>),
    Cast(Scalar, Box<Expr>),
    Builtin(&'static str, Vec<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Minimum,
    Maximum,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
}

impl Binary {
    pub fn spelling(self) -> &'static str {
        match self {
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::Divide => "/",
            Binary::Remainder => "%",
            Binary::Minimum => "min",
            Binary::Maximum => "max",
            Binary::Less => "<",
            Binary::LessEqual => "<=",
            Binary::Greater => ">",
            Binary::GreaterEqual => ">=",
            Binary::Equal => "==",
            Binary::NotEqual => "!=",
            Binary::And => "&&",
            Binary::Or => "||",
        }
    }
}

impl Expr {
    pub fn name(name: &impl ToString) -> Expr {
        Expr::Name(name.to_string())
    }

    pub fn binary(operator: Binary, a: Expr, b: Expr) -> Expr {
        Expr::Binary(operator, Box::new(a), Box::new(b))
    }

    /// The direct parts.
    pub fn children(&self) -> Vec<&Expr> {
        match self {
            Expr::Integer(_)
            | Expr::Floating(_)
            | Expr::Bool(_)
            | Expr::Name(_)
            | Expr::Extent(..) => Vec::new(),
            Expr::Read(_, parts) | Expr::Builtin(_, parts) => parts.iter().collect(),
            Expr::Negate(a) | Expr::Not(a) | Expr::Cast(_, a) => vec![a],
            Expr::Binary(_, a, b) => vec![a, b],
            Expr::Select(a, b, c) => vec![a, b, c],
        }
    }

    /// The direct parts, mutable.
    pub fn children_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Expr::Integer(_)
            | Expr::Floating(_)
            | Expr::Bool(_)
            | Expr::Name(_)
            | Expr::Extent(..) => Vec::new(),
            Expr::Read(_, parts) | Expr::Builtin(_, parts) => parts.iter_mut().collect(),
            Expr::Negate(a) | Expr::Not(a) | Expr::Cast(_, a) => vec![a],
            Expr::Binary(_, a, b) => vec![a, b],
            Expr::Select(a, b, c) => vec![a, b, c],
        }
    }

    /// This expression and all below it, outermost first.
    pub fn walk<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        visit(self);
        for child in self.children() {
            child.walk(visit);
        }
    }

    /// A copy in which names are replaced by the results of `find`.
    pub fn substitute(&self, find: &dyn Fn(&str) -> Option<Expr>) -> Expr {
        if let Expr::Name(name) = self
            && let Some(value) = find(name)
        {
            return value;
        }
        let mut copy = self.clone();
        for child in copy.children_mut() {
            *child = child.substitute(find);
        }
        copy
    }
}

impl Comprehension {
    /// Its body and the operands of its `exists`, lets replaced by their values: everything that is
    /// read.
    pub fn expressions(&self) -> Vec<Expr> {
        let mut lets: Vec<(String, Expr)> = Vec::new();
        let mut exists = Vec::new();
        for clause in &self.clauses {
            let known = |name: &str| {
                lets.iter()
                    .find(|(it, _)| it == name)
                    .map(|(_, value)| value.clone())
            };
            match clause {
                Clause::Let { name, value } => {
                    let value = value.substitute(&known);
                    lets.push((name.clone(), value));
                }
                Clause::Exists(what) => exists.push(what.substitute(&known)),
                Clause::Range { .. } => {}
            }
        }
        let known = |name: &str| {
            lets.iter()
                .find(|(it, _)| it == name)
                .map(|(_, value)| value.clone())
        };
        let mut all = vec![self.body.substitute(&known)];
        all.extend(exists);
        all
    }
}

struct Listed<'a, T>(&'a [T]);

impl<T: Display> Display for Listed<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (position, item) in self.0.iter().enumerate() {
            write!(f, "{}{item}", if position == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (position, def) in self.defs.iter().enumerate() {
            write!(f, "{}{def}", if position == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl Display for Def {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "def {}({}) -> ({}) {{",
            self.name,
            Listed(&self.params),
            Listed(&self.returns)
        )?;
        for statement in &self.statements {
            indented(f, statement, 2)?;
        }
        writeln!(f, "}}")
    }
}

impl Display for Dim {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Dim::Size(name) => f.write_str(name),
            Dim::Extent(extent) => write!(f, "{extent}"),
        }
    }
}

fn typed(f: &mut Formatter<'_>, ty: Scalar, dims: &[Dim], name: &str) -> fmt::Result {
    if dims.is_empty() {
        write!(f, "{ty} {name}")
    } else {
        write!(f, "{ty}({}) {name}", Listed(dims))
    }
}

impl Display for Param {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        typed(f, self.ty, &self.dims, &self.name)
    }
}

impl Display for Return {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.annotation {
            Some((ty, dims)) => typed(f, *ty, dims, &self.name),
            None => f.write_str(&self.name),
        }
    }
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Comprehension(comprehension) => comprehension.fmt(f),
            Statement::Call {
                targets,
                callee,
                arguments,
            } => match targets.as_slice() {
                [one] => write!(f, "{one} = {callee}({})", Listed(arguments)),
                _ => write!(f, "({}) = {callee}({})", Listed(targets), Listed(arguments)),
            },
            Statement::Write(write) => write.fmt(f),
            Statement::Loop { .. } => indented(f, self, 0),
        }
    }
}

/// A statement on lines of its own.
fn indented(f: &mut Formatter<'_>, statement: &Statement, by: usize) -> fmt::Result {
    let Statement::Loop {
        index,
        low,
        high,
        body,
    } = statement
    else {
        return writeln!(f, "{:by$}{statement}", "");
    };
    writeln!(f, "{:by$}for {index} in {low}:{high} {{", "")?;
    for inner in body {
        indented(f, inner, by + 2)?;
    }
    writeln!(f, "{:by$}}}", "")
}

fn operator(reduction: Option<Reduction>) -> &'static str {
    match reduction {
        None => "",
        Some(Reduction::Add) => "+",
        Some(Reduction::Multiply) => "*",
        Some(Reduction::Minimum) => "min",
        Some(Reduction::Maximum) => "max",
    }
}

impl Display for Write {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let place = |target: &String| {
            if self.left.is_empty() {
                target.clone()
            } else {
                format!("{target}({})", Listed(&self.left))
            }
        };
        let places: Vec<String> = self.targets.iter().map(place).collect();
        let pair = places.len() > 1;
        let (open, close) = if pair { ("(", ")") } else { ("", "") };
        let mark = if self.initialises { "!" } else { "" };
        write!(
            f,
            "{open}{}{close} {}={mark} {open}{}{close}",
            Listed(&places),
            operator(self.reduction),
            Listed(&self.values)
        )?;
        let given = self.ranges.iter().filter(|range| !range.implied);
        let clauses: Vec<String> = given
            .map(
                |Range {
                     index, low, high, ..
                 }| format!("{index} in {low}:{high}"),
            )
            .collect();
        if !clauses.is_empty() {
            write!(f, " where {}", Listed(&clauses))?;
        }
        Ok(())
    }
}

impl Display for Comprehension {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.target)?;
        if !self.left.is_empty() {
            write!(f, "({})", Listed(&self.left))?;
        }
        write!(
            f,
            " {}={} {}",
            operator(self.reduction),
            if self.initialises { "!" } else { "" },
            self.body
        )?;
        if !self.clauses.is_empty() {
            write!(f, " where {}", Listed(&self.clauses))?;
        }
        Ok(())
    }
}

impl Display for Clause {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Clause::Range { index, low, high } => write!(f, "{index} in {low}:{high}"),
            Clause::Let { name, value } => write!(f, "{name} = {value}"),
            Clause::Exists(what) => write!(f, "exists {what}"),
        }
    }
}

impl Display for Expr {
    /// Parentheses around every operation inside another one: the text never depends on precedence.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Integer(value) => write!(f, "{value}"),
            Expr::Floating(value) => write!(f, "{value:?}"),
            Expr::Bool(value) => write!(f, "{value}"),
            Expr::Name(name) => f.write_str(name),
            Expr::Extent(tensor, dim) => write!(f, "{tensor}.{dim}"),
            Expr::Read(tensor, subscripts) if subscripts.is_empty() => f.write_str(tensor),
            Expr::Read(tensor, subscripts) => write!(f, "{tensor}({})", Listed(subscripts)),
            Expr::Negate(a) => write!(f, "(-{})", Operand(a)),
            Expr::Not(a) => write!(f, "!{}", Operand(a)),
            Expr::Binary(operator @ (Binary::Minimum | Binary::Maximum), a, b) => {
                write!(f, "{}({a}, {b})", operator.spelling())
            }
            Expr::Binary(operator, a, b) => {
                write!(f, "{} {} {}", Operand(a), operator.spelling(), Operand(b))
            }
            Expr::Select(condition, a, b) => {
                write!(
                    f,
                    "{} ? {} : {}",
                    Operand(condition),
                    Operand(a),
                    Operand(b)
                )
            }
            Expr::Cast(ty, a) => write!(f, "{ty}({a})"),
            Expr::Builtin(name, arguments) => write!(f, "{name}({})", Listed(arguments)),
        }
    }
}

struct Operand<'e>(&'e Expr);

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let bare = match self.0 {
            Expr::Binary(operator, ..) => matches!(operator, Binary::Minimum | Binary::Maximum),
            Expr::Select(..) => false,
            Expr::Integer(value) => *value >= 0,
            Expr::Floating(value) => *value >= 0.0,
            _ => true,
        };
        if bare {
            write!(f, "{}", self.0)
        } else {
            write!(f, "({})", self.0)
        }
    }
}
