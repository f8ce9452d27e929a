//! The view of one statement: its targets, the subscripts on the left, its indices, its body.
//!
//! The subscripts are `#tc.expr` or `unit`; [`Left`] says what each of them means, which depends on
//! the indices of the statement.

use melior::Context;
use melior::ir::attribute::ArrayAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, BlockRef, OperationRef, Type, Value};

use super::super::attributes::{
    Range, Reduction, expr_attribute, expr_of, range_attribute, range_of,
};
use super::super::builders;
use super::super::types::TensorType;
use super::{Access, Comprehension, Def, For, Yield, loops_around, string_array, tensor_type};
use crate::op;
use tc_syntax::expr::Expr;

/// A named index and its range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Index {
    /// The name as written.
    pub name: String,
    /// The range, once inferred.
    pub range: Option<Range>,
}

impl<'c: 'a, 'a> Comprehension<'c, 'a> {
    /// The tensor that is written; of a pair, the one with the values.
    pub fn target(self) -> Value<'c, 'a> {
        self.0
            .operand(0)
            .expect("a comprehension has a target: MLIR verifies it")
    }

    /// Of a pair: the tensor with the places of the values.
    pub fn place(self) -> Option<Value<'c, 'a>> {
        op::operands(self.0).into_iter().nth(1)
    }

    /// The tensors that are written: one, or two of a pair.
    pub fn targets(self) -> Vec<Value<'c, 'a>> {
        op::operands(self.0)
    }

    /// The type of the tensor that is written.
    pub fn target_type(self) -> TensorType<'c> {
        tensor_type(self.target())
    }

    /// The subscripts of the target, first dimension first.
    pub fn left(self) -> Vec<Left<'c, 'a>> {
        let names = self.index_names();
        let mut computed = self.end().map_or_else(Vec::new, Yield::at).into_iter();
        let subscripts = op::elements(self.0, "left").into_iter();
        subscripts
            .filter_map(|subscript| match expr_of(subscript) {
                Some(expr) => Some(Left::of(expr, &names)),
                None => computed.next().map(Left::Computed),
            })
            .collect()
    }

    /// The subscripts of the target if all of them are indices of the statement.
    pub fn left_names(self) -> Option<Vec<String>> {
        let subscripts = op::elements(self.0, "left");
        let names = self.index_names();
        let name = |subscript| {
            let name = expr_of(subscript)?.as_name()?.to_owned();
            names.contains(&name).then_some(name)
        };
        subscripts.into_iter().map(name).collect()
    }

    /// Replaces the expressions among the subscripts of the target; those that the body computes
    /// are kept.
    ///
    /// A scatter stays one: `j % N` is 0 for `N` = 1, but `T(j % N) +=! v` starts all of `T`, and
    /// `T(0) +=! v` one element. Where the new expression is no scatter, the body computes it.
    pub fn map_left(self, context: &'c Context, change: &dyn Fn(&Expr) -> Expr) {
        let Some(end) = self.end() else {
            return;
        };
        let (names, location) = (self.index_names(), end.operation().location());
        let (mut subscripts, mut at) = (Vec::new(), Vec::new());
        for one in self.left() {
            let new = one.expr().map(|expr| change(&expr));
            let of_new = new.clone().map(|new| Left::of(new, &names));
            let attribute = match (one, new, of_new) {
                (Left::Computed(value), ..) => {
                    at.push(value);
                    Attribute::unit(context)
                }
                (Left::Scattered(_), Some(new), Some(Left::Index(_) | Left::Fixed(_))) => {
                    let value = builders::value(context, location, &new, Type::index(context));
                    at.push(op::result(op::insert_before(end.operation(), value)));
                    Attribute::unit(context)
                }
                (_, Some(new), _) => expr_attribute(context, &new),
                (_, None, _) => continue,
            };
            subscripts.push(attribute);
        }
        let array = ArrayAttribute::new(context, &subscripts).into();
        op::set_attribute(self.0, "left", Some(array));
        if at.len() != end.at().len() {
            let new = builders::yield_at(context, location, &end.values(), &at);
            op::insert_before(end.operation(), new);
            op::erase(end.operation());
        }
    }

    /// Whether elements are written at places that are not the values of indices: a scatter.
    pub fn is_scatter(self) -> bool {
        let scatters = |left: &Left| matches!(left, Left::Scattered(_) | Left::Computed(_));
        self.left().iter().any(scatters)
    }

    /// Whether the range of an index names another index of the statement.
    pub fn is_dependent(self) -> bool {
        let names = self.index_names();
        let ranges = self.ranges().into_iter().flatten();
        let mut bounds = ranges.flat_map(|range| [range.lower, range.upper]);
        bounds.any(|bound| names.iter().any(|name| bound.mentions(name)))
    }

    /// The loops around the statement, outermost first.
    pub fn loops(self) -> Vec<For<'c, 'a>> {
        loops_around(self.0)
    }

    /// All indices in order of first appearance.
    pub fn indices(self) -> Vec<Index> {
        let ranges = op::elements(self.0, "ranges").into_iter();
        let names = op::strings(self.0, "indices").into_iter();
        names
            .zip(ranges)
            .map(|(name, range)| Index {
                name,
                range: range_of(range),
            })
            .collect()
    }

    /// The names of all indices.
    pub fn index_names(self) -> Vec<String> {
        op::strings(self.0, "indices")
    }

    /// The range of each index.
    pub fn ranges(self) -> Vec<Option<Range>> {
        let ranges = op::elements(self.0, "ranges");
        ranges.into_iter().map(range_of).collect()
    }

    /// Sets the range of each index, in the order of [`Comprehension::indices`].
    pub fn set_ranges(self, context: &'c Context, ranges: &[Option<Range>]) {
        let ranges: Vec<Attribute> = ranges
            .iter()
            .map(|range| range_attribute(context, range.as_ref()))
            .collect();
        let array = ArrayAttribute::new(context, &ranges).into();
        op::set_attribute(self.0, "ranges", Some(array));
    }

    /// Replaces the indices and their ranges.
    pub fn set_indices(self, context: &'c Context, indices: &[Index]) {
        let names: Vec<String> = indices.iter().map(|index| index.name.clone()).collect();
        let ranges: Vec<_> = indices.iter().map(|index| index.range.clone()).collect();
        op::set_attribute(self.0, "indices", Some(string_array(context, &names)));
        self.set_ranges(context, &ranges);
    }

    /// The operator that combines values; `None` for an assignment.
    pub fn reduction(self) -> Option<Reduction> {
        Reduction::from_attribute(self.0.attribute("reduction").ok()?)
    }

    /// Whether the reduction starts from its identity instead of the target's value.
    pub fn init(self) -> bool {
        self.0.has_attribute("init")
    }

    /// The block that computes one value.
    pub fn body(self) -> BlockRef<'c, 'a> {
        op::body(self.0).expect("a comprehension has one block: MLIR verifies it")
    }

    /// The end of the body.
    pub fn end(self) -> Option<Yield<'c, 'a>> {
        let last = op::operations(self.body()).into_iter().last();
        last.and_then(Yield::from_op)
    }

    /// The value of one element; of a pair, the first component.
    pub fn yielded(self) -> Value<'c, 'a> {
        self.end()
            .expect("a comprehension ends in a yield: MLIR verifies it")
            .value()
    }

    /// All operations of the body, including nested ones, outer before inner.
    pub fn walk(self, visit: &mut dyn FnMut(OperationRef<'c, 'a>)) {
        op::walk(self.0, visit);
    }

    /// The accesses of the body, including nested ones: reads, and those that only take part in
    /// inference.
    pub fn accesses(self) -> Vec<Access<'c, 'a>> {
        let mut found = Vec::new();
        self.walk(&mut |operation| found.extend(Access::from_op(operation)));
        found
    }

    /// The def that contains this statement.
    pub fn def(self) -> Option<Def<'c, 'a>> {
        let outermost = self
            .loops()
            .first()
            .map_or(self.0, |outer| outer.operation());
        Def::from_op(outermost.parent_operation()?)
    }
}

/// One subscript of the target of a statement.
#[derive(Clone)]
pub enum Left<'c, 'a> {
    /// An index of the statement.
    Index(String),
    /// An expression without indices of the statement: one value in each iteration of the loops.
    Fixed(Expr),
    /// Another expression with indices of the statement.
    Scattered(Expr),
    /// A value that the body computes, of type `index`.
    Computed(Value<'c, 'a>),
}

impl Left<'_, '_> {
    /// The kind of an expression in a statement with these indices.
    fn of(expr: Expr, indices: &[String]) -> Self {
        let is_own = |name: &str| indices.iter().any(|index| index == name);
        match expr.as_name() {
            Some(name) if is_own(name) => return Left::Index(name.to_owned()),
            _ => {}
        }
        if indices.iter().any(|index| expr.mentions(index)) {
            Left::Scattered(expr)
        } else {
            Left::Fixed(expr)
        }
    }

    /// The index of the statement, if the subscript is one.
    pub fn index(&self) -> Option<&str> {
        match self {
            Left::Index(name) => Some(name),
            _ => None,
        }
    }

    /// The subscript as an expression; none if the body computes it.
    pub fn expr(&self) -> Option<Expr> {
        match self {
            Left::Index(name) => Some(Expr::name(name)),
            Left::Fixed(expr) | Left::Scattered(expr) => Some(expr.clone()),
            Left::Computed(_) => None,
        }
    }
}

/// Replaces the expressions in an array of subscripts.
pub(super) fn map_exprs<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    attribute: &str,
    context: &'c Context,
    change: &dyn Fn(&Expr) -> Expr,
) {
    let subscripts: Vec<Attribute> = op::elements(operation, attribute)
        .into_iter()
        .map(|subscript| match expr_of(subscript) {
            Some(expr) => expr_attribute(context, &change(&expr)),
            None => subscript,
        })
        .collect();
    let array = ArrayAttribute::new(context, &subscripts).into();
    op::set_attribute(operation, attribute, Some(array));
}
