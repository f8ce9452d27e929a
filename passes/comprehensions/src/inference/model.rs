//! The input of range inference: a def reduced to names, boxes, ranges, accesses and guards.
//!
//! The model contains no IR. The pass reads it from the `tc` dialect; tests build it from text. A
//! value that is only known at run time (an element of a tensor, a rank-0 input, a `?:`) is a
//! [`Leaf`]: in an expression it is a name such as `C(i)`, and the table of leaves has the known
//! facts about it.

use std::collections::HashMap;
use tc_syntax::diagnostic::Place;
use tc_syntax::expr::{Condition, Expr, Precondition, Symbol};

/// A half-open range `[low, high)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// First value.
    pub low: Expr,
    /// One past the last value.
    pub high: Expr,
}

impl Range {
    /// `[low, high)`
    pub fn new(low: Expr, high: Expr) -> Range {
        Range { low, high }
    }

    /// `[0, extent)`
    pub fn of_extent(extent: Expr) -> Range {
        Range {
            low: Expr::Const(0),
            high: extent,
        }
    }

    /// The number of values, with terms in the order of `sizes`.
    pub fn extent(&self, sizes: &[&str]) -> Expr {
        if self.low.as_const() == Some(0) {
            return self.high.clone();
        }
        let difference = Expr::sub(self.high.clone(), self.low.clone());
        difference.normalized(sizes).unwrap_or(difference)
    }

    /// Both ends with symbols replaced.
    pub fn substitute(&self, replacement: &dyn Fn(&Symbol) -> Option<Expr>) -> Range {
        Range {
            low: self.low.substitute(replacement),
            high: self.high.substitute(replacement),
        }
    }

    /// `[0, N - KN + 1)`
    pub fn human(&self) -> String {
        format!("[{}, {})", self.low.human(), self.high.human())
    }

    /// Whether both ends have the same normal form.
    pub fn same_as(&self, other: &Range) -> bool {
        self.low.same_as(&other.low) && self.high.same_as(&other.high)
    }
}

/// The role of a tensor in its def.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Given by the caller, never written.
    Input,
    /// Computed by the def and returned.
    Return,
    /// Given by the caller and updated.
    InOut,
    /// Computed by the def, not visible outside.
    Temporary,
}

/// A tensor of the def.
#[derive(Clone, Debug)]
pub struct Tensor {
    /// Its name as written.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// The element type as written in the language, for messages.
    pub element: String,
    /// The declared dimensions; empty if the type declares none, otherwise one entry per dimension.
    pub dims: Option<Vec<Option<Range>>>,
    /// The place of its declaration.
    pub place: Option<Place>,
}

/// A def.
#[derive(Clone, Debug, Default)]
pub struct Def {
    /// Its name.
    pub name: String,
    /// The sizes in order of first appearance in the signature.
    pub sizes: Vec<String>,
    /// The rank-0 integer inputs that bounds, extents or fixed subscripts name: each call gives
    /// their values, which may be negative.
    pub scalars: Vec<String>,
    /// Inputs, returns, temporaries.
    pub tensors: Vec<Tensor>,
    /// The statements in order.
    pub statements: Vec<Statement>,
    /// The existing preconditions, found by inlining.
    pub preconditions: Vec<Precondition>,
    /// The place of its definition.
    pub place: Option<Place>,
}

impl Def {
    /// Drops the statements that write tensors with known boxes: these count as given by the
    /// caller. A box does not change once it is known.
    pub fn take_as_given(&mut self, boxes: &HashMap<String, Vec<Range>>) {
        for tensor in &mut self.tensors {
            if let Some(known) = boxes.get(&tensor.name) {
                tensor.role = Role::InOut;
                tensor.dims = Some(known.iter().cloned().map(Some).collect());
            }
        }
        self.statements
            .retain(|statement| !boxes.contains_key(&statement.target));
    }

    /// The tensor with this name.
    pub fn tensor(&self, name: &str) -> Option<&Tensor> {
        self.tensors.iter().find(|tensor| tensor.name == name)
    }

    /// The names that each call gives a value, for [`Expr::normalized`].
    pub fn size_order(&self) -> Vec<&str> {
        self.sizes
            .iter()
            .chain(&self.scalars)
            .map(String::as_str)
            .collect()
    }

    /// The statements that write a tensor, with their positions.
    pub fn writers<'s>(&'s self, tensor: &'s str) -> impl Iterator<Item = (usize, &'s Statement)> {
        let all = self.statements.iter().enumerate();
        all.filter(move |(_, statement)| statement.writes(tensor))
    }
}

/// An index of a statement.
#[derive(Clone, Debug)]
pub struct Index {
    /// Its name.
    pub name: String,
    /// The given range, from a `where` clause or from IR that already has ranges.
    pub given: Option<Range>,
    /// The place of its first occurrence.
    pub place: Option<Place>,
}

/// A loop around a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The name of its index.
    pub name: String,
    /// The values of its index.
    pub range: Range,
    /// The number of the loop in its def, which tells loops over one name apart.
    pub number: usize,
    /// The place of the loop.
    pub place: Option<Place>,
}

/// One subscript on the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// An index of the statement.
    Index(String),
    /// An expression of loop indices, sizes and scalars: one value in each iteration.
    Fixed(Expr),
    /// An expression that each point computes: a scatter.
    Computed(Expr),
}

impl Left {
    /// The index, if it is one.
    pub fn index(&self) -> Option<&str> {
        match self {
            Left::Index(name) => Some(name),
            Left::Fixed(_) | Left::Computed(_) => None,
        }
    }

    /// The subscript as an expression.
    pub fn expr(&self) -> Expr {
        match self {
            Left::Index(name) => Expr::name(name),
            Left::Fixed(expr) | Left::Computed(expr) => expr.clone(),
        }
    }
}

/// How a statement stores its values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Store {
    /// `=`
    #[default]
    Assigns,
    /// A reduction that starts from its identity.
    Starts,
    /// A reduction that starts from the old contents.
    Accumulates,
}

/// One statement: `T(left) op body`.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The tensor written; of a pair, the one with the values.
    pub target: String,
    /// Of a pair: the tensor with the places.
    pub place_target: Option<String>,
    /// How values are stored.
    pub store: Store,
    /// The loops around it, outermost first.
    pub loops: Vec<Loop>,
    /// The subscripts on the left.
    pub left: Vec<Left>,
    /// All indices in order of first appearance.
    pub indices: Vec<Index>,
    /// The reads of the body and of the `exists` clauses, in order.
    pub accesses: Vec<Access>,
    /// The known facts about the run-time values in subscripts and guards.
    pub leaves: Vec<Leaf>,
    /// Extents `T.d` that the body uses as values.
    pub extent_values: Vec<Symbol>,
    /// The place of the statement.
    pub place: Option<Place>,
}

impl Statement {
    /// Whether `name` is one of its indices.
    pub fn is_index(&self, name: &str) -> bool {
        self.indices.iter().any(|index| index.name == name)
    }

    /// Whether it writes `tensor`.
    pub fn writes(&self, tensor: &str) -> bool {
        self.target == tensor || self.place_target.as_deref() == Some(tensor)
    }

    /// The dimensions of the target whose subscript is an index, with the index.
    pub fn left_indices(&self) -> impl Iterator<Item = (usize, &str)> {
        let all = self.left.iter().enumerate();
        all.filter_map(|(dim, left)| Some((dim, left.index()?)))
    }

    /// Whether an index is a subscript on the left.
    pub fn is_left(&self, name: &str) -> bool {
        self.left_indices().any(|(_, left)| left == name)
    }

    /// Whether each point computes its place.
    pub fn is_scatter(&self) -> bool {
        self.left
            .iter()
            .any(|left| matches!(left, Left::Computed(_)))
    }

    /// Whether `name` is the index of a loop around it.
    pub fn is_loop(&self, name: &str) -> bool {
        self.loops.iter().any(|around| around.name == name)
    }

    /// Whether `name` takes many values in one run of the def: an index, or that of a loop.
    pub fn varies(&self, name: &str) -> bool {
        self.is_index(name) || self.is_loop(name)
    }

    /// Whether `name` is an index that is not on the left.
    pub fn is_reduction(&self, name: &str) -> bool {
        let inside = |left: &Left| matches!(left, Left::Computed(expr) if expr.mentions(name));
        self.is_index(name) && !self.is_left(name) && !self.left.iter().any(inside)
    }

    /// The known facts about the run-time value `name`.
    pub fn leaf(&self, name: &str) -> Option<&Leaf> {
        self.leaves.iter().find(|leaf| leaf.name == name)
    }

    /// An expression in source form; `None` if part of it is a run-time value without a name in the
    /// program.
    pub fn shown(&self, expr: &Expr) -> Option<String> {
        let named = |name: &str| self.leaf(name).is_none_or(|leaf| leaf.tensor.is_some());
        expr.names().into_iter().all(named).then(|| expr.human())
    }

    /// The position of the index `name`.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.indices.iter().position(|index| index.name == name)
    }

    /// The indices and loop indices that `expr` mentions, those inside run-time values included.
    pub fn indices_in(&self, expr: &Expr) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for name in expr.names() {
            let inside = self
                .leaf(name)
                .map(|leaf| leaf.mentions.clone())
                .unwrap_or_default();
            for name in std::iter::once(name.to_string()).chain(inside) {
                if self.varies(&name) && !found.contains(&name) {
                    found.push(name);
                }
            }
        }
        found
    }
}

/// A read of a tensor.
#[derive(Clone, Debug)]
pub struct Access {
    /// The tensor read.
    pub tensor: String,
    /// One expression per dimension.
    pub subscripts: Vec<Expr>,
    /// The condition that holds whenever the read is executed.
    pub guards: Vec<Formula>,
    /// Whether it is in `exists` and never executed.
    pub exists: bool,
    /// The place of the read.
    pub place: Option<Place>,
    /// The places of its subscripts, if known.
    pub parts: Vec<Place>,
}

impl Access {
    /// The place of a subscript, or else of the whole access.
    pub fn subscript_place(&self, dim: usize) -> Option<Place> {
        let part = self.parts.get(dim).cloned();
        part.or_else(|| self.place.clone())
    }

    /// The place where the condition of a dimension is shown: the subscript if there are several.
    pub fn condition_place(&self, dim: usize) -> Option<Place> {
        match self.parts.len() {
            0 | 1 => self.place.clone(),
            _ => self.subscript_place(dim),
        }
    }

    /// `B(i + k)`
    pub fn human(&self) -> String {
        if self.subscripts.is_empty() {
            return self.tensor.clone();
        }
        let subscripts: Vec<String> = self.subscripts.iter().map(Expr::human).collect();
        format!("{}({})", self.tensor, subscripts.join(", "))
    }
}

/// The possible values of a run-time value; an end that is `None` is unbounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Interval {
    /// Smallest value.
    pub low: Option<i64>,
    /// Largest value.
    pub high: Option<i64>,
}

/// A value that is only known at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// Its text, which is its name inside expressions: `C(i)`, `sh`.
    pub name: String,
    /// The tensor it is an element of.
    pub tensor: Option<String>,
    /// Its possible values.
    pub interval: Interval,
    /// The branches of a `?:`, if it is one: one of the conditions holds, and the value equals the
    /// expression with it.
    pub alternatives: Vec<(Formula, Expr)>,
    /// The names in it.
    pub mentions: Vec<String>,
}

/// A condition under which something is executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A comparison of integers.
    Compare(Condition),
    /// All hold.
    All(Vec<Formula>),
    /// At least one holds.
    Any(Vec<Formula>),
    /// The inner one does not hold.
    Not(Box<Formula>),
    /// Unknown.
    Unknown,
}

impl Formula {
    /// The same condition on other expressions.
    pub fn map(&self, replaced: &dyn Fn(&Expr) -> Expr) -> Formula {
        let all = |parts: &[Formula]| parts.iter().map(|part| part.map(replaced)).collect();
        match self {
            Formula::Compare(condition) => Formula::Compare(Condition::new(
                replaced(&condition.left),
                condition.comparison,
                replaced(&condition.right),
            )),
            Formula::All(parts) => Formula::All(all(parts)),
            Formula::Any(parts) => Formula::Any(all(parts)),
            Formula::Not(inner) => Formula::Not(Box::new(inner.map(replaced))),
            Formula::Unknown => Formula::Unknown,
        }
    }
}
