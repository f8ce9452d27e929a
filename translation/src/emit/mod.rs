//! Level 1: the checked tree as operations of the `tc` dialect, without ranges.
//!
//! ```text
//! C(m, n) +=! A(m, k) * B(k, n)
//! ```
//! becomes
//! ```text
//! tc.comprehension %C[m, n] add init (m, n, k) {
//!   %0 = tc.read %A[m, k] : f32
//!   %1 = tc.read %B[k, n] : f32
//!   %2 = arith.mulf %0, %1 : f32
//!   tc.yield %2 : f32
//! }
//! ```
//!
//! Ranges that a `where` clause gives are emitted; all others are left to `tc-infer-ranges`. Each
//! operation has the source location that it was made from. Where MLIR's arithmetic is undefined
//! but the language's is defined (saturating casts, the smallest integer divided by -1, floored
//! remainders), the defining operations are emitted, see `arithmetic`.

mod arithmetic;
mod composed;
mod functions;
#[cfg(test)]
mod tests;
mod values;

pub(crate) use functions::builtin_of_operation;
use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{IntegerType, Type};
use melior::ir::{BlockLike, BlockRef, Location, Module, RegionLike, Value};
use std::collections::{HashMap, VecDeque};
use tc_dialects::location;
use tc_dialects::tc::{self, Range, TensorType, builders};
use tc_frontend::model::{Argument, Call, Comprehension, Def, Role, Statement, Subscript, Tensor};
use tc_syntax::Span;
use tc_syntax::diagnostic::SourceFile;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{Assign, Reduction};
use values::BodyEmitter;

/// Emits definitions of a file. The context must know the dialects `tc`, `arith`, `math` and `scf`.
pub fn emit<'c, 'd>(
    context: &'c Context,
    file: &SourceFile,
    defs: impl IntoIterator<Item = &'d Def>,
) -> Module<'c> {
    let start = file.place(0..0);
    let module = Module::new(location::of(&start, context));
    for def in defs {
        Emitter { context, file, def }.def(module.body());
    }
    module
}

/// The type of a value of a scalar type in a tensor, without sign.
pub(crate) fn stored_type<'c>(context: &'c Context, scalar: Scalar) -> Type<'c> {
    match scalar {
        Scalar::Half => Type::float16(context),
        Scalar::BFloat16 => Type::bfloat16(context),
        Scalar::Float => Type::float32(context),
        Scalar::Double => Type::float64(context),
        integer => IntegerType::new(context, integer.bits()).into(),
    }
}

/// The type in which values of a scalar type are computed.
pub(crate) fn computed_type<'c>(context: &'c Context, scalar: Scalar) -> Type<'c> {
    stored_type(context, scalar.computed())
}

/// The element type of a tensor, with sign.
fn element_type<'c>(context: &'c Context, scalar: Scalar) -> Type<'c> {
    if scalar.is_integer() && !scalar.is_signed() {
        IntegerType::unsigned(context, scalar.bits()).into()
    } else {
        stored_type(context, scalar)
    }
}

/// The temporaries of scalar arguments.
#[derive(Default)]
struct Scalars<'c, 'a> {
    /// How many names were given.
    count: usize,
    /// Those of calls in a loop that are not emitted yet, in text order.
    made: VecDeque<Value<'c, 'a>>,
}

struct Emitter<'c, 'd> {
    context: &'c Context,
    file: &'d SourceFile,
    def: &'d Def,
}

impl<'c> Emitter<'c, '_> {
    fn location(&self, span: Span) -> Location<'c> {
        location::of(&self.file.place(span.range()), self.context)
    }

    fn tensor_type(&self, tensor: &Tensor) -> TensorType<'c> {
        let dims: Vec<_> = match &tensor.dims {
            Some(dims) => dims
                .iter()
                .map(|extent| Some(Range::extent(extent.clone())))
                .collect(),
            None => vec![None; tensor.rank],
        };
        TensorType::new(
            self.context,
            &dims,
            element_type(self.context, tensor.scalar),
        )
    }

    fn argument(&self, tensor: &Tensor) -> tc::Argument<'c> {
        let mut argument = tc::Argument::new(
            &*tensor.name,
            self.tensor_type(tensor),
            self.location(tensor.span),
        );
        argument.inout = tensor.role == Role::InOut;
        argument
    }

    fn def(&self, module: BlockRef<'c, '_>) {
        let arguments = |tensors: &[Tensor]| {
            tensors
                .iter()
                .map(|tensor| self.argument(tensor))
                .collect::<Vec<_>>()
        };
        let free = self.def.sizes.iter().filter(|size| size.free);
        let operation = module.append_operation(builders::def(
            self.context,
            self.location(self.def.name_span),
            &self.def.name,
            &arguments(self.def.inputs()),
            &arguments(self.def.returns()),
            &free.map(|size| size.name.to_string()).collect::<Vec<_>>(),
        ));
        let Some(block) = operation
            .region(0)
            .ok()
            .and_then(|region| region.first_block())
        else {
            return;
        };
        let mut tensors: Vec<Value> = (0..block.argument_count())
            .filter_map(|n| block.argument(n).ok())
            .map(Value::from)
            .collect();
        for temporary in self.def.temporaries() {
            let (location, ty) = (self.location(temporary.span), self.tensor_type(temporary));
            let operation = builders::temporary(self.context, location, &temporary.name, ty);
            tensors.extend(result(block.append_operation(operation)));
        }
        let mut scalars = Scalars::default();
        for statement in &self.def.statements {
            self.scalar_temporaries(block, statement, &mut scalars);
            self.statement(block, &tensors, statement, &mut scalars);
        }
    }

    fn statement<'a>(
        &self,
        block: BlockRef<'c, 'a>,
        tensors: &[Value<'c, 'a>],
        statement: &Statement,
        scalars: &mut Scalars<'c, 'a>,
    ) {
        match statement {
            Statement::Comprehension(one) => self.comprehension(block, tensors, one),
            Statement::Call(call) => self.call(block, tensors, call, scalars),
            Statement::Loop(one) => {
                let location = self.location(one.range.span);
                let range = Range::new(one.range.lower.clone(), one.range.upper.clone());
                let operation = builders::r#for(self.context, location, &one.index, &range);
                let operation = block.append_operation(operation);
                let body = operation.region(0).ok();
                let Some(body) = body.and_then(|region| region.first_block()) else {
                    return;
                };
                for statement in &one.body {
                    self.statement(body, tensors, statement, scalars);
                }
            }
        }
    }

    fn comprehension<'a>(
        &self,
        block: BlockRef<'c, 'a>,
        tensors: &[Value<'c, 'a>],
        statement: &Comprehension,
    ) {
        let reduction = match statement.assign {
            Assign::Plain => None,
            Assign::Reduce { operation, init } => Some((dialect_reduction(operation), init)),
        };
        let indices: Vec<_> = statement
            .indices
            .iter()
            .map(|index| tc::views::Index {
                name: index.name.to_string(),
                range: index
                    .range
                    .as_ref()
                    .map(|range| Range::new(range.lower.clone(), range.upper.clone())),
            })
            .collect();
        let left = statement.left.iter().map(|subscript| match subscript {
            Subscript::Symbolic(expr) => Some(expr.clone()),
            Subscript::Value(_) => None,
        });
        let left: Vec<_> = left.collect();
        let parts: Vec<_> = statement
            .indices
            .iter()
            .map(|index| index.range.as_ref().map_or(index.span, |range| range.span))
            .map(|span| self.file.place(span.range()))
            .collect();
        let place = self.file.place(statement.span.range());
        let location = location::with_parts(&place, self.context, &parts);
        let targets: Vec<_> = statement.targets().map(|id| tensors[id]).collect();
        let operation =
            builders::statement(self.context, location, &targets, &left, reduction, &indices);
        let operation = block.append_operation(operation);
        let Some(body) = operation
            .region(0)
            .ok()
            .and_then(|region| region.first_block())
        else {
            return;
        };
        let mut values = BodyEmitter::new(self.context, self.file, self.def, tensors);
        let location = self.location(statement.span);
        let Some(value) = values.block(body, &statement.body) else {
            return;
        };
        let place = statement.pair.as_ref().map(|pair| values.value(pair.place));
        let at = values::At {
            block: body,
            location,
        };
        let at = values.subscripts(at, &statement.left).into_iter();
        let at: Vec<_> = at
            .filter_map(|subscript| match subscript {
                tc::Subscript::Value(value) => Some(value),
                tc::Subscript::Expr(_) => None,
            })
            .collect();
        let values: Vec<_> = std::iter::once(value).chain(place).collect();
        body.append_operation(builders::yield_at(self.context, location, &values, &at));
    }

    /// Emits the body of a scalar argument and its yield.
    fn fill<'a>(
        &self,
        block: BlockRef<'c, 'a>,
        tensors: &[Value<'c, 'a>],
        body: &tc_frontend::model::Block,
        span: Span,
    ) {
        let mut values = BodyEmitter::new(self.context, self.file, self.def, tensors);
        if let Some(value) = values.block(block, body) {
            block.append_operation(builders::r#yield(self.context, self.location(span), value));
        }
    }

    /// The temporaries for the scalar arguments of a call, or of all calls of a loop: a temporary
    /// stands in the definition, in front of the loop.
    fn scalar_temporaries<'a>(
        &self,
        block: BlockRef<'c, 'a>,
        statement: &Statement,
        scalars: &mut Scalars<'c, 'a>,
    ) {
        let Statement::Loop(one) = statement else {
            return;
        };
        for inner in &one.body {
            if let Statement::Call(call) = inner {
                for argument in &call.arguments {
                    if let Argument::Scalar { scalar, span, .. } = argument {
                        let made = self.scalar_temporary(block, *scalar, *span, scalars);
                        scalars.made.extend(made);
                    }
                }
            }
            self.scalar_temporaries(block, inner, scalars);
        }
    }

    fn scalar_temporary<'a>(
        &self,
        block: BlockRef<'c, 'a>,
        scalar: Scalar,
        span: Span,
        scalars: &mut Scalars<'c, 'a>,
    ) -> Option<Value<'c, 'a>> {
        let ty = TensorType::new(self.context, &[], element_type(self.context, scalar));
        let name = self.fresh_name(&mut scalars.count);
        let temporary = builders::temporary(self.context, self.location(span), &name, ty);
        result(block.append_operation(temporary))
    }

    fn call<'a>(
        &self,
        block: BlockRef<'c, 'a>,
        tensors: &[Value<'c, 'a>],
        call: &Call,
        scalars: &mut Scalars<'c, 'a>,
    ) {
        let inputs: Vec<_> = call
            .arguments
            .iter()
            .filter_map(|argument| match argument {
                Argument::Tensor(id) => Some(tensors[*id]),
                Argument::Scalar { scalar, body, span } => {
                    let location = self.location(*span);
                    let value = match scalars.made.pop_front() {
                        Some(value) => value,
                        None => self.scalar_temporary(block, *scalar, *span, scalars)?,
                    };
                    let operation =
                        builders::comprehension(self.context, location, value, &[], None, &[]);
                    let operation = block.append_operation(operation);
                    self.fill(
                        operation.region(0).ok()?.first_block()?,
                        tensors,
                        body,
                        *span,
                    );
                    Some(value)
                }
            })
            .collect();
        let targets: Vec<_> = call.targets.iter().map(|id| tensors[*id]).collect();
        let location = self.location(call.span);
        block.append_operation(builders::call(
            self.context,
            location,
            &call.function,
            &inputs,
            &targets,
        ));
    }

    /// An unused name for the temporary of a scalar argument.
    fn fresh_name(&self, count: &mut usize) -> String {
        loop {
            let name = format!("scalar{count}");
            *count += 1;
            let used = self.def.tensors.iter().map(|tensor| &tensor.name);
            let mut used = used.chain(self.def.sizes.iter().map(|size| &size.name));
            if !used.any(|other| **other == *name) {
                return name;
            }
        }
    }
}

fn dialect_reduction(reduction: Reduction) -> tc::Reduction {
    match reduction {
        Reduction::Add => tc::Reduction::Add,
        Reduction::Mul => tc::Reduction::Mul,
        Reduction::Min => tc::Reduction::Min,
        Reduction::Max => tc::Reduction::Max,
    }
}

/// The only result of an operation.
fn result<'c: 'a, 'a>(operation: melior::ir::OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    operation.result(0).ok().map(Value::from)
}

/// Values of a body by their number.
type Values<'c, 'a> = HashMap<tc_frontend::model::Value, Value<'c, 'a>>;
