//! Builders of the operations of the `tc` dialect.
//!
//! Each function returns a detached operation; append it to a block. The context must have the
//! dialect loaded.

use melior::Context;
use melior::ir::attribute::{
    ArrayAttribute, DenseI32ArrayAttribute, DenseI64ArrayAttribute, FlatSymbolRefAttribute,
    IntegerAttribute, StringAttribute,
};
use melior::ir::operation::OperationBuilder;
use melior::ir::r#type::IntegerType;
use melior::ir::{
    Attribute, Block, Identifier, Location, Operation, Region, RegionLike, Type, Value,
};

use super::attributes::{Range, Reduction, expr_attribute, range_attribute};
use super::types::TensorType;
use super::views::{
    Call, Comprehension, Def, Exists, For, Index, Read, Subscript, Temporary, ValueOf, Yield,
};
use tc_syntax::expr::Expr;

/// An argument of a def to build.
#[derive(Clone, Debug)]
pub struct Argument<'c> {
    /// The name as written.
    pub name: String,
    /// Its type.
    pub tensor_type: TensorType<'c>,
    /// Its location.
    pub location: Location<'c>,
    /// For a return: whether it is updated in place.
    pub inout: bool,
}

impl<'c> Argument<'c> {
    /// An argument that is not updated in place.
    pub fn new(
        name: impl Into<String>,
        tensor_type: TensorType<'c>,
        location: Location<'c>,
    ) -> Argument<'c> {
        Argument {
            name: name.into(),
            tensor_type,
            location,
            inout: false,
        }
    }
}

/// Collects the parts of an operation and builds it.
struct Attributes<'c> {
    context: &'c Context,
    named: Vec<(Identifier<'c>, Attribute<'c>)>,
}

impl<'c> Attributes<'c> {
    fn new(context: &'c Context) -> Self {
        Attributes {
            context,
            named: Vec::new(),
        }
    }

    fn with(mut self, name: &str, attribute: impl Into<Attribute<'c>>) -> Self {
        let name = Identifier::new(self.context, name);
        self.named.push((name, attribute.into()));
        self
    }

    fn with_strings<'t>(self, name: &str, texts: impl IntoIterator<Item = &'t String>) -> Self {
        let texts: Vec<Attribute> = texts
            .into_iter()
            .map(|text| StringAttribute::new(self.context, text).into())
            .collect();
        let array = ArrayAttribute::new(self.context, &texts);
        self.with(name, array)
    }

    fn build(&self, builder: OperationBuilder<'c>) -> Operation<'c> {
        let operation = builder.add_attributes(&self.named).build();
        operation.expect("the attributes are those that the operation declares")
    }
}

fn region_of(block: Block) -> Region {
    let region = Region::new();
    region.append_block(block);
    region
}

/// `tc.def @name(inputs) -> (returns) sizes(extra_sizes) { }` with an empty body whose arguments
/// are inputs and returns.
pub fn def<'c>(
    context: &'c Context,
    location: Location<'c>,
    name: &str,
    inputs: &[Argument<'c>],
    returns: &[Argument<'c>],
    extra_sizes: &[String],
) -> Operation<'c> {
    let arguments = || inputs.iter().chain(returns);
    let block: Vec<_> = arguments()
        .map(|argument| (argument.tensor_type.as_type(), argument.location))
        .collect();
    let inout: Vec<i64> = (0..)
        .zip(returns)
        .filter(|(_, argument)| argument.inout)
        .map(|(position, _)| position)
        .collect();
    let count = IntegerAttribute::new(IntegerType::new(context, 64).into(), inputs.len() as i64);
    let mut attributes = Attributes::new(context)
        .with("sym_name", StringAttribute::new(context, name))
        .with_strings("arg_names", arguments().map(|argument| &argument.name))
        .with("num_inputs", count);
    if !inout.is_empty() {
        attributes = attributes.with("inout", DenseI64ArrayAttribute::new(context, &inout));
    }
    if !extra_sizes.is_empty() {
        attributes = attributes.with_strings("extra_sizes", extra_sizes);
    }
    let body = region_of(Block::new(&block));
    attributes.build(OperationBuilder::new(Def::NAME, location).add_regions([body]))
}

/// `%name = tc.temporary : type`
pub fn temporary<'c>(
    context: &'c Context,
    location: Location<'c>,
    name: &str,
    tensor_type: TensorType<'c>,
) -> Operation<'c> {
    Attributes::new(context)
        .with("array_name", StringAttribute::new(context, name))
        .build(
            OperationBuilder::new(Temporary::NAME, location).add_results(&[tensor_type.as_type()]),
        )
}

/// `tc.for index in range { }` with an empty body.
pub fn r#for<'c>(
    context: &'c Context,
    location: Location<'c>,
    index: &str,
    range: &Range,
) -> Operation<'c> {
    Attributes::new(context)
        .with("index", StringAttribute::new(context, index))
        .with("range", range_attribute(context, Some(range)))
        .build(OperationBuilder::new(For::NAME, location).add_regions([region_of(Block::new(&[]))]))
}

/// `tc.comprehension %target[left] reduction (indices) { }` with an empty body; `reduction` says
/// whether it starts from the identity.
pub fn comprehension<'c>(
    context: &'c Context,
    location: Location<'c>,
    target: Value<'c, '_>,
    left: &[String],
    reduction: Option<(Reduction, bool)>,
    indices: &[Index],
) -> Operation<'c> {
    let left: Vec<Option<Expr>> = left.iter().map(|name| Some(Expr::name(name))).collect();
    statement(context, location, &[target], &left, reduction, indices)
}

/// `tc.comprehension (%value[left], %place[left]) reduction (indices) { }` with an empty body: two
/// targets are a pair. A subscript is an expression, or none for one that the body computes, which
/// [`yield_at`] gives.
pub fn statement<'c>(
    context: &'c Context,
    location: Location<'c>,
    targets: &[Value<'c, '_>],
    left: &[Option<Expr>],
    reduction: Option<(Reduction, bool)>,
    indices: &[Index],
) -> Operation<'c> {
    let subscript = |expr: &Option<Expr>| match expr {
        Some(expr) => expr_attribute(context, expr),
        None => Attribute::unit(context),
    };
    let left: Vec<Attribute> = left.iter().map(subscript).collect();
    let ranges: Vec<Attribute> = indices
        .iter()
        .map(|index| range_attribute(context, index.range.as_ref()))
        .collect();
    let mut attributes = Attributes::new(context)
        .with("left", ArrayAttribute::new(context, &left))
        .with_strings("indices", indices.iter().map(|index| &index.name))
        .with("ranges", ArrayAttribute::new(context, &ranges));
    if let Some((reduction, init)) = reduction {
        attributes = attributes.with("reduction", reduction.to_attribute(context));
        if init {
            attributes = attributes.with("init", Attribute::unit(context));
        }
    }
    attributes.build(
        OperationBuilder::new(Comprehension::NAME, location)
            .add_operands(targets)
            .add_regions([region_of(Block::new(&[]))]),
    )
}

fn access<'c>(
    context: &'c Context,
    builder: OperationBuilder<'c>,
    tensor: Value<'c, '_>,
    subscripts: &[Subscript<'c, '_>],
) -> Operation<'c> {
    let mut operands = vec![tensor];
    let mut attributes: Vec<Attribute> = Vec::new();
    for subscript in subscripts {
        match subscript {
            Subscript::Expr(expr) => attributes.push(expr_attribute(context, expr)),
            Subscript::Value(value) => {
                attributes.push(Attribute::unit(context));
                operands.push(*value);
            }
        }
    }
    Attributes::new(context)
        .with("subscripts", ArrayAttribute::new(context, &attributes))
        .build(builder.add_operands(&operands))
}

/// `tc.read %tensor[subscripts] : value_type`
pub fn read<'c>(
    context: &'c Context,
    location: Location<'c>,
    tensor: Value<'c, '_>,
    subscripts: &[Subscript<'c, '_>],
    value_type: Type<'c>,
) -> Operation<'c> {
    let builder = OperationBuilder::new(Read::NAME, location).add_results(&[value_type]);
    access(context, builder, tensor, subscripts)
}

/// `tc.exists %tensor[subscripts]`
pub fn exists<'c>(
    context: &'c Context,
    location: Location<'c>,
    tensor: Value<'c, '_>,
    subscripts: &[Subscript<'c, '_>],
) -> Operation<'c> {
    access(
        context,
        OperationBuilder::new(Exists::NAME, location),
        tensor,
        subscripts,
    )
}

/// `tc.value expr : value_type`
pub fn value<'c>(
    context: &'c Context,
    location: Location<'c>,
    expr: &Expr,
    value_type: Type<'c>,
) -> Operation<'c> {
    Attributes::new(context)
        .with("expr", expr_attribute(context, expr))
        .build(OperationBuilder::new(ValueOf::NAME, location).add_results(&[value_type]))
}

/// `tc.yield %value`
pub fn r#yield<'c>(
    context: &'c Context,
    location: Location<'c>,
    value: Value<'c, '_>,
) -> Operation<'c> {
    yield_at(context, location, &[value], &[])
}

/// `tc.yield values at (at)`: one value, or the two components of a pair, and the subscripts on the
/// left that the body computes.
pub fn yield_at<'c>(
    context: &'c Context,
    location: Location<'c>,
    values: &[Value<'c, '_>],
    at: &[Value<'c, '_>],
) -> Operation<'c> {
    let segments = [values.len() as i32, at.len() as i32];
    Attributes::new(context)
        .with(
            "operandSegmentSizes",
            DenseI32ArrayAttribute::new(context, &segments),
        )
        .build(
            OperationBuilder::new(Yield::NAME, location)
                .add_operands(values)
                .add_operands(at),
        )
}

/// `tc.call @callee(inputs) into (targets)`
pub fn call<'c>(
    context: &'c Context,
    location: Location<'c>,
    callee: &str,
    inputs: &[Value<'c, '_>],
    targets: &[Value<'c, '_>],
) -> Operation<'c> {
    let segments = [inputs.len() as i32, targets.len() as i32];
    Attributes::new(context)
        .with("callee", FlatSymbolRefAttribute::new(context, callee))
        .with(
            "operandSegmentSizes",
            DenseI32ArrayAttribute::new(context, &segments),
        )
        .build(
            OperationBuilder::new(Call::NAME, location)
                .add_operands(inputs)
                .add_operands(targets),
        )
}
