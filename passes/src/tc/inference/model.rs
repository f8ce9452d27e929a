//! The input of range inference: a def reduced to names, boxes, ranges, accesses and guards.
//!
//! The model contains no IR. The pass reads it from the `tc` dialect; tests build it from text. A
//! value that is only known at run time (an element of a tensor, a rank-0 input, a `?:`) is a
//! [`Leaf`]: in an expression it is a name such as `C(i)`, and the table of leaves has the known
//! facts about it.

use std::collections::HashMap;
use tc_dialects::diagnostic::Place;
use tc_dialects::tc::expr::{Condition, Expr, Precondition, Symbol};

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

    /// The sizes as string slices, for [`Expr::normalized`].
    pub fn size_order(&self) -> Vec<&str> {
        self.sizes.iter().map(String::as_str).collect()
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

/// One statement: `T(left) op body`.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The tensor written.
    pub target: String,
    /// The indices on the left.
    pub left: Vec<String>,
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

    /// Whether `name` is an index that is not on the left.
    pub fn is_reduction(&self, name: &str) -> bool {
        self.is_index(name) && !self.left.iter().any(|left| left == name)
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

    /// The indices that `expr` mentions, those inside run-time values included.
    pub fn indices_in(&self, expr: &Expr) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for name in expr.names() {
            let inside = self
                .leaf(name)
                .map(|leaf| leaf.mentions.clone())
                .unwrap_or_default();
            for name in std::iter::once(name.to_string()).chain(inside) {
                if self.is_index(&name) && !found.contains(&name) {
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
