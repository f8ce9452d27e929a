//! The operations of the `tc` dialect, typed.
//!
//! A view is a reference to an operation of one kind. Getters return Rust values (names, [`Expr`],
//! [`Range`]); setters change the operation in place.

use melior::Context;
use melior::ir::attribute::{
    ArrayAttribute, DenseI64ArrayAttribute, FlatSymbolRefAttribute, IntegerAttribute,
    StringAttribute,
};
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, BlockRef, OperationRef, Type, Value, ValueLike};

use super::attributes::{Range, expr_of, range_attribute, range_of};
use super::types::TensorType;
use crate::op;
use tc_syntax::expr::{Expr, Precondition, Symbol};

mod statement;

use statement::map_exprs;
pub use statement::{Index, Left};

macro_rules! view {
    ($(#[$documentation:meta])* $name:ident, $operation:literal) => {
        $(#[$documentation])*
        #[derive(Clone, Copy)]
        pub struct $name<'c, 'a>(OperationRef<'c, 'a>);

        impl<'c: 'a, 'a> $name<'c, 'a> {
            /// The name of the operation.
            pub const NAME: &'static str = $operation;

            /// The view of an operation; `None` for one of another kind.
            pub fn from_op(operation: OperationRef<'c, 'a>) -> Option<Self> {
                (op::name(operation) == Self::NAME).then_some(Self(operation))
            }

            /// The operation itself.
            pub fn operation(self) -> OperationRef<'c, 'a> {
                self.0
            }
        }
    };
}

view!(
    /// `tc.def`: a function over tensors with named sizes.
    Def,
    "tc.def"
);
view!(
    /// `tc.temporary`: a tensor that lives inside one def.
    Temporary,
    "tc.temporary"
);
view!(
    /// `tc.comprehension`: one statement.
    Comprehension,
    "tc.comprehension"
);
view!(
    /// `tc.for`: runs its statements for each value of a loop index, in order.
    For,
    "tc.for"
);
view!(
    /// `tc.read`: reads one element.
    Read,
    "tc.read"
);
view!(
    /// `tc.exists`: an access that only takes part in range inference.
    Exists,
    "tc.exists"
);
view!(
    /// `tc.value`: an index or a size as a scalar.
    ValueOf,
    "tc.value"
);
view!(
    /// `tc.yield`: the value of one element.
    Yield,
    "tc.yield"
);
view!(
    /// `tc.call`: computes the returns of another def into tensors of this one.
    Call,
    "tc.call"
);

/// How a def uses a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// An input: only read.
    In,
    /// A return: its previous contents are not used.
    Out,
    /// A return that is updated in place.
    InOut,
    /// A tensor of the def's own.
    Temporary,
}

/// A tensor of a def: its name as written, and its value in the IR.
#[derive(Clone, Copy)]
pub struct Tensor<'c, 'a> {
    name: Option<usize>,
    role: Role,
    value: Value<'c, 'a>,
    owner: OperationRef<'c, 'a>,
}

impl<'c: 'a, 'a> Tensor<'c, 'a> {
    /// The name as written.
    pub fn name(&self) -> String {
        let name = match self.name {
            Some(position) => {
                let names = self.owner.attribute("arg_names").ok();
                let names = names.and_then(|names| ArrayAttribute::try_from(names).ok());
                names
                    .and_then(|names| names.element(position).ok())
                    .and_then(op::string_of)
            }
            None => op::string(self.owner, "array_name"),
        };
        name.unwrap_or_default()
    }

    /// Its role in the def.
    pub fn role(&self) -> Role {
        self.role
    }

    /// The value that reads and comprehensions use.
    pub fn value(&self) -> Value<'c, 'a> {
        self.value
    }

    /// The def of an argument, or the operation that creates a temporary.
    pub fn owner(&self) -> OperationRef<'c, 'a> {
        self.owner
    }

    /// Its type.
    pub fn tensor_type(&self) -> TensorType<'c> {
        tensor_type(self.value)
    }

    /// Changes its type.
    pub fn set_type(&self, r#type: TensorType<'c>) {
        self.value.set_type(r#type.as_type());
    }
}

fn tensor_type<'c>(value: Value<'c, '_>) -> TensorType<'c> {
    TensorType::from_type(value.r#type()).expect("the value is a tensor: MLIR verifies it")
}

fn symbol_name(operation: OperationRef) -> String {
    op::string(operation, "sym_name").unwrap_or_default()
}

fn string_array<'c>(context: &'c Context, texts: &[String]) -> Attribute<'c> {
    let texts: Vec<Attribute> = texts
        .iter()
        .map(|text| StringAttribute::new(context, text).into())
        .collect();
    ArrayAttribute::new(context, &texts).into()
}

impl<'c: 'a, 'a> Def<'c, 'a> {
    /// The name of the def.
    pub fn name(self) -> String {
        symbol_name(self.0)
    }

    /// The block that holds the statements; its arguments are the inputs, then the returns.
    pub fn body(self) -> BlockRef<'c, 'a> {
        op::body(self.0).expect("a def has one block: MLIR verifies it")
    }

    /// The operations of the body; those in a loop are the loop's.
    pub fn operations(self) -> Vec<OperationRef<'c, 'a>> {
        op::operations(self.body())
    }

    /// The operations of the body and those in loops, in text order; a loop is before its
    /// contents.
    pub fn all_operations(self) -> Vec<OperationRef<'c, 'a>> {
        let mut all = Vec::new();
        flatten(self.operations(), &mut all);
        all
    }

    /// How many of the arguments are inputs.
    pub fn input_count(self) -> usize {
        let attribute = self.0.attribute("num_inputs").ok();
        let count = attribute.and_then(|count| IntegerAttribute::try_from(count).ok());
        count.map_or(0, |count| usize::try_from(count.value()).unwrap_or(0))
    }

    /// Inputs, then returns.
    pub fn arguments(self) -> Vec<Tensor<'c, 'a>> {
        let inputs = self.input_count();
        let inout = op::integers(self.0, "inout").unwrap_or_default();
        let argument = |(position, value)| Tensor {
            name: Some(position),
            role: match position.checked_sub(inputs) {
                None => Role::In,
                Some(position) if inout.contains(&(position as i64)) => Role::InOut,
                Some(_) => Role::Out,
            },
            value,
            owner: self.0,
        };
        op::arguments(self.body())
            .into_iter()
            .enumerate()
            .map(argument)
            .collect()
    }

    /// The inputs.
    pub fn inputs(self) -> Vec<Tensor<'c, 'a>> {
        let mut arguments = self.arguments();
        arguments.truncate(self.input_count());
        arguments
    }

    /// The returns.
    pub fn returns(self) -> Vec<Tensor<'c, 'a>> {
        let arguments = self.arguments();
        arguments.into_iter().skip(self.input_count()).collect()
    }

    /// The temporaries.
    pub fn temporaries(self) -> Vec<Tensor<'c, 'a>> {
        self.operations()
            .into_iter()
            .filter_map(Temporary::from_op)
            .map(Temporary::tensor)
            .collect()
    }

    /// Inputs, returns, temporaries.
    pub fn tensors(self) -> Vec<Tensor<'c, 'a>> {
        let mut tensors = self.arguments();
        tensors.extend(self.temporaries());
        tensors
    }

    /// The statements in text order, those in loops among them.
    pub fn comprehensions(self) -> Vec<Comprehension<'c, 'a>> {
        let operations = self.all_operations().into_iter();
        operations.filter_map(Comprehension::from_op).collect()
    }

    /// The loops in text order, outer before inner.
    pub fn loops(self) -> Vec<For<'c, 'a>> {
        let operations = self.all_operations().into_iter();
        operations.filter_map(For::from_op).collect()
    }

    /// The calls in text order, those in loops among them.
    pub fn calls(self) -> Vec<Call<'c, 'a>> {
        let operations = self.all_operations().into_iter();
        operations.filter_map(Call::from_op).collect()
    }

    /// The sizes that no input type names.
    pub fn extra_sizes(self) -> Vec<String> {
        op::strings(self.0, "extra_sizes")
    }

    /// All sizes in order of first appearance: those of input types, then the extra ones. The name
    /// of a rank-0 input is not a size, and neither is an extent `T.0`.
    pub fn sizes(self) -> Vec<String> {
        let scalars: Vec<String> = self.scalars().iter().map(Tensor::name).collect();
        let mut sizes: Vec<String> = Vec::new();
        let mut add = |name: &str| {
            if !sizes.iter().any(|size| size == name)
                && !scalars.iter().any(|scalar| scalar == name)
            {
                sizes.push(name.to_string());
            }
        };
        for range in self
            .inputs()
            .iter()
            .flat_map(|input| input.tensor_type().dims())
        {
            for bound in range.iter().flat_map(|range| [&range.lower, &range.upper]) {
                bound.for_each_symbol(&mut |symbol| {
                    if let Symbol::Name(name) = symbol {
                        add(name);
                    }
                });
            }
        }
        self.extra_sizes().iter().for_each(|name| add(name));
        sizes
    }

    /// The rank-0 inputs, whose integer ones may be named in expressions.
    pub fn scalars(self) -> Vec<Tensor<'c, 'a>> {
        let inputs = self.inputs().into_iter();
        inputs
            .filter(|input| input.tensor_type().rank() == 0)
            .collect()
    }

    /// The preconditions of a call; texts that do not parse are skipped (the verifier reports
    /// them).
    pub fn preconditions(self) -> Vec<Precondition> {
        op::strings(self.0, "preconditions")
            .iter()
            .filter_map(|text| Precondition::parse(text).ok())
            .collect()
    }

    /// Replaces the preconditions.
    pub fn set_preconditions(self, context: &'c Context, texts: &[String]) {
        let attribute = (!texts.is_empty()).then(|| string_array(context, texts));
        op::set_attribute(self.0, "preconditions", attribute);
    }

    /// Replaces the sizes that no input type names.
    pub fn set_extra_sizes(self, context: &'c Context, names: &[String]) {
        let attribute = (!names.is_empty()).then(|| string_array(context, names));
        op::set_attribute(self.0, "extra_sizes", attribute);
    }

    /// Replaces the list of returns that are updated in place.
    pub fn set_inout(self, context: &'c Context, returns: &[i64]) {
        let attribute =
            (!returns.is_empty()).then(|| DenseI64ArrayAttribute::new(context, returns).into());
        op::set_attribute(self.0, "inout", attribute);
    }
}

/// Adds operations and those in loops, in text order.
fn flatten<'c: 'a, 'a>(operations: Vec<OperationRef<'c, 'a>>, all: &mut Vec<OperationRef<'c, 'a>>) {
    for operation in operations {
        all.push(operation);
        if let Some(inner) = For::from_op(operation) {
            flatten(inner.operations(), all);
        }
    }
}

/// The loops around an operation, outermost first.
fn loops_around<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Vec<For<'c, 'a>> {
    let parents = std::iter::successors(operation.parent_operation(), |parent| {
        For::from_op(*parent)?;
        parent.parent_operation()
    });
    let mut loops: Vec<For> = parents.filter_map(For::from_op).collect();
    loops.reverse();
    loops
}

impl<'c: 'a, 'a> For<'c, 'a> {
    /// The name of the loop index.
    pub fn index(self) -> String {
        op::string(self.0, "index").unwrap_or_default()
    }

    /// The values of the index. A range that does not parse is empty; MLIR verifies it.
    pub fn range(self) -> Range {
        let range = self.0.attribute("range").ok().and_then(range_of);
        range.unwrap_or_else(|| Range::extent(Expr::Const(0)))
    }

    /// Replaces the range.
    pub fn set_range(self, context: &'c Context, range: &Range) {
        let attribute = range_attribute(context, Some(range));
        op::set_attribute(self.0, "range", Some(attribute));
    }

    /// The block that holds the statements.
    pub fn body(self) -> BlockRef<'c, 'a> {
        op::body(self.0).expect("a loop has one block: MLIR verifies it")
    }

    /// The operations of the body; those in an inner loop are that loop's.
    pub fn operations(self) -> Vec<OperationRef<'c, 'a>> {
        op::operations(self.body())
    }

    /// The loops around this one, outermost first.
    pub fn loops(self) -> Vec<For<'c, 'a>> {
        loops_around(self.0)
    }
}

impl<'c: 'a, 'a> Temporary<'c, 'a> {
    /// The name as written.
    pub fn name(self) -> String {
        op::string(self.0, "array_name").unwrap_or_default()
    }

    /// The tensor.
    pub fn tensor(self) -> Tensor<'c, 'a> {
        let result = self.0.result(0);
        Tensor {
            name: None,
            role: Role::Temporary,
            value: result.expect("a temporary has one result").into(),
            owner: self.0,
        }
    }
}

/// One subscript of an access.
#[derive(Clone)]
pub enum Subscript<'c, 'a> {
    /// An expression over indices, sizes and scalar inputs.
    Expr(Expr),
    /// A value that the body computes, of type `index`.
    Value(Value<'c, 'a>),
}

impl<'c, 'a> Subscript<'c, 'a> {
    /// The expression, if the subscript is one.
    pub fn as_expr(&self) -> Option<&Expr> {
        match self {
            Subscript::Expr(expr) => Some(expr),
            Subscript::Value(_) => None,
        }
    }
}

/// The common part of `tc.read` and `tc.exists`.
#[derive(Clone, Copy)]
pub struct Access<'c, 'a>(OperationRef<'c, 'a>);

impl<'c: 'a, 'a> Access<'c, 'a> {
    /// The access of an operation.
    pub fn from_op(operation: OperationRef<'c, 'a>) -> Option<Self> {
        let name = op::name(operation);
        (name == Read::NAME || name == Exists::NAME).then_some(Access(operation))
    }

    /// The operation itself.
    pub fn operation(self) -> OperationRef<'c, 'a> {
        self.0
    }

    /// Whether the access only takes part in inference.
    pub fn is_exists(self) -> bool {
        op::name(self.0) == Exists::NAME
    }

    /// The tensor that is accessed.
    pub fn tensor(self) -> Value<'c, 'a> {
        self.0
            .operand(0)
            .expect("an access has a tensor: MLIR verifies it")
    }

    /// The type of the tensor that is accessed.
    pub fn tensor_type(self) -> TensorType<'c> {
        tensor_type(self.tensor())
    }

    /// The subscripts, first dimension first.
    pub fn subscripts(self) -> Vec<Subscript<'c, 'a>> {
        let mut values = op::operands(self.0).into_iter().skip(1);
        op::elements(self.0, "subscripts")
            .into_iter()
            .filter_map(|subscript| match expr_of(subscript) {
                Some(expr) => Some(Subscript::Expr(expr)),
                None => values.next().map(Subscript::Value),
            })
            .collect()
    }

    /// Replaces the expressions among the subscripts; subscripts that are values are kept.
    pub fn map_exprs(self, context: &'c Context, change: &dyn Fn(&Expr) -> Expr) {
        map_exprs(self.0, "subscripts", context, change);
    }
}

impl<'c: 'a, 'a> Read<'c, 'a> {
    /// Tensor and subscripts.
    pub fn access(self) -> Access<'c, 'a> {
        Access(self.0)
    }

    /// The value that is read.
    pub fn value(self) -> Value<'c, 'a> {
        let result = self.0.result(0);
        result.expect("a read has one result").into()
    }
}

impl<'c: 'a, 'a> Exists<'c, 'a> {
    /// Tensor and subscripts.
    pub fn access(self) -> Access<'c, 'a> {
        Access(self.0)
    }
}

impl<'c: 'a, 'a> ValueOf<'c, 'a> {
    /// The expression.
    pub fn expr(self) -> Expr {
        let attribute = self.0.attribute("expr").ok();
        attribute
            .and_then(expr_of)
            .expect("the attribute is an expression: MLIR verifies it")
    }

    /// Replaces the expression.
    pub fn set_expr(self, context: &'c Context, expr: &Expr) {
        let attribute = super::attributes::expr_attribute(context, expr);
        op::set_attribute(self.0, "expr", Some(attribute));
    }

    /// The type of the value: `i32`, `i64` or `index`.
    pub fn value_type(self) -> Type<'c> {
        self.value().r#type()
    }

    /// The value.
    pub fn value(self) -> Value<'c, 'a> {
        let result = self.0.result(0);
        result.expect("tc.value has one result").into()
    }
}

impl<'c: 'a, 'a> Yield<'c, 'a> {
    /// The value of one element; of a pair, the first component.
    pub fn value(self) -> Value<'c, 'a> {
        self.0
            .operand(0)
            .expect("a yield has a value: the verifier checks it")
    }

    /// The values of one element: one, or the two components of a pair.
    pub fn values(self) -> Vec<Value<'c, 'a>> {
        segments(self.0).0
    }

    /// The subscripts on the left that the body computes, in their order.
    pub fn at(self) -> Vec<Value<'c, 'a>> {
        segments(self.0).1
    }
}

/// The two groups of operands.
fn segments<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
) -> (Vec<Value<'c, 'a>>, Vec<Value<'c, 'a>>) {
    let sizes = operation.attribute("operandSegmentSizes").ok();
    let sizes =
        sizes.and_then(|sizes| melior::ir::attribute::DenseI32ArrayAttribute::try_from(sizes).ok());
    let first = sizes.and_then(|sizes| sizes.element(0).ok());
    let mut operands = op::operands(operation);
    let count = usize::try_from(first.unwrap_or(0)).unwrap_or(0);
    let second = operands.split_off(count.min(operands.len()));
    (operands, second)
}

impl<'c: 'a, 'a> Call<'c, 'a> {
    /// The name of the def that is called.
    pub fn callee(self) -> String {
        let attribute = self.0.attribute("callee").ok();
        let symbol = attribute.and_then(|callee| FlatSymbolRefAttribute::try_from(callee).ok());
        symbol.map_or_else(String::new, |symbol| symbol.value().to_string())
    }

    /// The tensors given as inputs.
    pub fn inputs(self) -> Vec<Value<'c, 'a>> {
        segments(self.0).0
    }

    /// The tensors that receive the returns.
    pub fn targets(self) -> Vec<Value<'c, 'a>> {
        segments(self.0).1
    }
}
