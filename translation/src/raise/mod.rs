//! The `tc` dialect back to the checked tree: the inverse of [`emit`](fn@crate::emit).
//!
//! ```text
//! tc.comprehension %C[m, n] add init (m, n, k) {
//!   %0 = tc.read %A[m, k] : f32
//!   %1 = tc.read %B[k, n] : f32
//!   %2 = arith.mulf %0, %1 : f32
//!   tc.yield %2 : f32
//! }
//! ```
//! becomes the tree of
//! ```text
//! C(m, n) +=! A(m, k) * B(k, n)
//! ```
//!
//! Emission expands some operators (floored division, saturating casts, `hypot`); raising
//! recognises these patterns and restores the operator. It also recovers what MLIR does not keep:
//! the signedness of integers and which values are half. An operation without a spelling in the
//! language is refused by name, at its location.
//!
//! | module | does |
//! | --- | --- |
//! | here | definitions, statements, calls |
//! | `body` | one body: operations to instructions |
//! | `patterns` | operators that are several operations |
//!
//! [`canonical`](mod@tc_frontend::canonical) prints the same tree as the identity of a program.

mod body;
mod patterns;
#[cfg(test)]
mod tests;

use body::BodyRaiser;
use melior::ir::operation::OperationLike;
use melior::ir::{Module, OperationRef, Type, Value};
use std::collections::HashMap;
use tc_dialects::location;
use tc_dialects::op;
use tc_dialects::tc;
use tc_frontend::model::{
    Argument, Block, Call, Comprehension, Def, Index, Loop, NOWHERE, Operation, Pair, Range, Role,
    Size, Statement, Subscript, Tensor, TensorId, visit,
};
use tc_frontend::raised::Raised;
use tc_syntax::Span;
use tc_syntax::diagnostic::{Diagnostic, SourceFile};
use tc_syntax::expr::Expr;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{Assign, Reduction};

/// Raises the definitions of a module, or one of them.
///
/// # Errors
/// What cannot be expressed in TC text, each with its location.
pub fn raise(module: &Module<'_>, entry: Option<&str>) -> Result<Vec<Raised>, Vec<Diagnostic>> {
    raise_from(module, entry, None)
}

/// The same, with the spans that the locations of the operations name in a source.
///
/// # Errors
/// What cannot be expressed in TC text, each with its location.
pub fn raise_at(
    module: &Module<'_>,
    entry: Option<&str>,
    file: &SourceFile,
) -> Result<Vec<Raised>, Vec<Diagnostic>> {
    raise_from(module, entry, Some(file))
}

fn raise_from(
    module: &Module<'_>,
    entry: Option<&str>,
    file: Option<&SourceFile>,
) -> Result<Vec<Raised>, Vec<Diagnostic>> {
    let (mut raised, mut errors) = (Vec::new(), Vec::new());
    for operation in op::children(module.as_operation()) {
        match tc::Def::from_op(operation) {
            Some(def) if entry.is_none_or(|entry| def.name() == entry) => {
                match raise_def(def, file) {
                    Ok(def) => raised.push(def),
                    Err(more) => errors.extend(more),
                }
            }
            Some(_) => {}
            None if entry.is_some() => {}
            None => errors.push(refuse(
                operation,
                format!(
                    "`{}` cannot be written as TC text: expected `tc.def`",
                    op::name(operation)
                ),
            )),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    match (raised.is_empty(), entry) {
        (true, Some(entry)) => Err(vec![Diagnostic::error(
            None,
            format!("the module has no `tc.def @{entry}`"),
        )]),
        (true, None) => Err(vec![Diagnostic::error(None, "the module has no `tc.def`")]),
        _ => Ok(raised),
    }
}

/// An error at an operation.
fn refuse<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(None, message).at(location::place(operation.location()), "")
}

/// Raises one definition.
///
/// # Errors
/// What cannot be expressed in TC text, each with its location.
fn raise_def<'c: 'a, 'a>(
    def: tc::Def<'c, 'a>,
    file: Option<&'a SourceFile>,
) -> Result<Raised, Vec<Diagnostic>> {
    let raiser = Raiser::new(def, file).map_err(|error| vec![error])?;
    let statements = raiser.statements(def.operations())?;
    let inputs = def.input_count();
    let returns = def.returns().len();
    let free = def.extra_sizes();
    let sizes = def.sizes().into_iter().map(|name| Size {
        free: free.contains(&name),
        name: name.into(),
        span: NOWHERE,
    });
    let mut raised = Raised {
        def: Def {
            name: def.name().into(),
            name_span: span_of(def.operation(), file),
            sizes: sizes.collect(),
            tensors: raiser.tensors,
            input_count: inputs,
            return_count: returns,
            statements,
        },
        preconditions: def
            .preconditions()
            .iter()
            .map(ToString::to_string)
            .collect(),
        place: location::place(def.operation().location()),
    };
    drop_scalar_temporaries(&mut raised.def);
    Ok(raised)
}

/// The scalar type of a tensor's elements.
fn scalar_of(element: Type<'_>) -> Option<Scalar> {
    Some(match element.to_string().as_str() {
        "i1" => Scalar::Bool,
        "i8" => Scalar::Int8,
        "i16" => Scalar::Int16,
        "i32" => Scalar::Int32,
        "i64" => Scalar::Int64,
        "ui8" => Scalar::UInt8,
        "ui16" => Scalar::UInt16,
        "ui32" => Scalar::UInt32,
        "ui64" => Scalar::UInt64,
        "f16" => Scalar::Half,
        "bf16" => Scalar::BFloat16,
        "f32" => Scalar::Float,
        "f64" => Scalar::Double,
        _ => return None,
    })
}

/// The bytes of the source that an operation was made from; none of another file.
fn span_of(operation: OperationRef<'_, '_>, file: Option<&SourceFile>) -> Span {
    let place = location::place(operation.location());
    match place
        .zip(file)
        .filter(|(place, file)| file.has(&place.file))
    {
        Some((place, file)) => {
            let range = file.range(&place);
            Span::new(range.start, range.end)
        }
        None => NOWHERE,
    }
}

struct Raiser<'c, 'a> {
    def: tc::Def<'c, 'a>,
    file: Option<&'a SourceFile>,
    tensors: Vec<Tensor>,
    /// Tensors by their value.
    numbers: HashMap<op::ValueKey, TensorId>,
}

impl<'c: 'a, 'a> Raiser<'c, 'a> {
    fn new(def: tc::Def<'c, 'a>, file: Option<&'a SourceFile>) -> Result<Self, Diagnostic> {
        let mut raiser = Raiser {
            def,
            file,
            tensors: Vec::new(),
            numbers: HashMap::new(),
        };
        for tensor in def.tensors() {
            let raised = raiser.tensor(tensor)?;
            raiser
                .numbers
                .insert(op::ValueKey::of(tensor.value()), raiser.tensors.len());
            raiser.tensors.push(raised);
        }
        Ok(raiser)
    }

    fn tensor(&self, tensor: tc::Tensor<'c, 'a>) -> Result<Tensor, Diagnostic> {
        let (name, ty) = (tensor.name(), tensor.tensor_type());
        let Some(scalar) = scalar_of(ty.element()) else {
            let message = format!("`{}` is not an element type of the language", ty.element());
            return Err(refuse(self.def.operation(), message));
        };
        let dims: Option<Vec<Expr>> = ty
            .dims()
            .into_iter()
            .map(|dim| {
                dim.filter(|dim| dim.lower.as_const() == Some(0))
                    .map(|dim| dim.upper)
            })
            .collect();
        Ok(Tensor {
            name: name.into(),
            span: NOWHERE,
            role: match tensor.role() {
                tc::Role::In => Role::Input,
                tc::Role::Out => Role::Output,
                tc::Role::InOut => Role::InOut,
                tc::Role::Temporary => Role::Temporary,
            },
            scalar,
            rank: ty.rank(),
            dims,
        })
    }

    fn id(
        &self,
        value: Value<'c, 'a>,
        operation: OperationRef<'c, 'a>,
    ) -> Result<TensorId, Diagnostic> {
        self.numbers
            .get(&op::ValueKey::of(value))
            .copied()
            .ok_or_else(|| refuse(operation, "a value that is not a tensor of the def is used"))
    }

    fn statements(
        &self,
        operations: Vec<OperationRef<'c, 'a>>,
    ) -> Result<Vec<Statement>, Vec<Diagnostic>> {
        let (mut statements, mut errors) = (Vec::new(), Vec::new());
        for operation in operations {
            if let Some(one) = tc::For::from_op(operation) {
                match self.statements(one.operations()) {
                    Ok(body) => statements.push(self.r#loop(one, body)),
                    Err(more) => errors.extend(more),
                }
                continue;
            }
            match self.statement(operation) {
                Ok(statement) => statements.extend(statement),
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() {
            Ok(statements)
        } else {
            Err(errors)
        }
    }

    fn r#loop(&self, one: tc::For<'c, 'a>, body: Vec<Statement>) -> Statement {
        let range = one.range();
        Statement::Loop(Loop {
            index: one.index().into(),
            index_span: NOWHERE,
            range: Range {
                lower: range.lower,
                upper: range.upper,
                span: NOWHERE,
            },
            body,
            span: span_of(one.operation(), self.file),
        })
    }

    fn statement(&self, operation: OperationRef<'c, 'a>) -> Result<Option<Statement>, Diagnostic> {
        if tc::Temporary::from_op(operation).is_some() {
            return Ok(None);
        }
        if let Some(call) = tc::Call::from_op(operation) {
            return self.call(call).map(Some);
        }
        match tc::Comprehension::from_op(operation) {
            Some(comprehension) => self.comprehension(comprehension).map(Some),
            None => Err(refuse(
                operation,
                format!("`{}` is not a statement of TC text", op::name(operation)),
            )),
        }
    }

    fn call(&self, call: tc::Call<'c, 'a>) -> Result<Statement, Diagnostic> {
        let ids = |values: Vec<Value<'c, 'a>>| -> Result<Vec<TensorId>, Diagnostic> {
            values
                .into_iter()
                .map(|value| self.id(value, call.operation()))
                .collect()
        };
        Ok(Statement::Call(Call {
            function: call.callee().into(),
            arguments: ids(call.inputs())?
                .into_iter()
                .map(Argument::Tensor)
                .collect(),
            targets: ids(call.targets())?,
            span: NOWHERE,
        }))
    }

    fn comprehension(
        &self,
        comprehension: tc::Comprehension<'c, 'a>,
    ) -> Result<Statement, Diagnostic> {
        let operation = comprehension.operation();
        let target = self.id(comprehension.target(), operation)?;
        let left = comprehension.left();
        let first = comprehension.index_names();
        let on_left: Vec<&str> = left.iter().filter_map(tc::Left::index).collect();
        if !first
            .iter()
            .map(String::as_str)
            .take(on_left.len())
            .eq(on_left.iter().copied())
        {
            let message =
                "the indices on the left are not the first ones of the statement, in order";
            return Err(refuse(operation, message));
        }
        let assign = match comprehension.reduction() {
            None => Assign::Plain,
            Some(reduction) => Assign::Reduce {
                operation: match reduction {
                    tc::Reduction::Add => Reduction::Add,
                    tc::Reduction::Mul => Reduction::Mul,
                    tc::Reduction::Min => Reduction::Min,
                    tc::Reduction::Max => Reduction::Max,
                },
                init: comprehension.init(),
            },
        };
        let all = comprehension.indices();
        let indices = all.iter().map(|index| Index {
            name: index.name.as_str().into(),
            span: NOWHERE,
            range: index.range.as_ref().map(|range| Range {
                lower: range.lower.clone(),
                upper: range.upper.clone(),
                span: NOWHERE,
            }),
        });
        let scalar = |id: TensorId| self.tensors[id].scalar;
        let values = comprehension.end().map_or_else(Vec::new, tc::Yield::values);
        let mut targets = vec![target];
        if let Some(place) = comprehension.place() {
            targets.push(self.id(place, operation)?);
        }
        let stored: Vec<_> = values
            .into_iter()
            .zip(targets.iter().map(|id| scalar(*id)))
            .collect();
        let at = comprehension.end().map_or_else(Vec::new, tc::Yield::at);
        let raised = BodyRaiser::new(&self.tensors, &self.numbers, self.file).finish(
            comprehension.body(),
            &stored,
            &at,
        )?;
        let mut at = raised.at.into_iter();
        let subscripts = left.iter().filter_map(|subscript| match subscript.expr() {
            Some(expr) => Some(Subscript::Symbolic(expr)),
            None => at.next().map(Subscript::Value),
        });
        let subscripts: Vec<_> = subscripts.collect();
        let pair = targets.get(1).copied().zip(raised.place);
        Ok(Statement::Comprehension(Comprehension {
            target,
            target_span: NOWHERE,
            assign,
            left: subscripts,
            pair: pair.map(|(target, place)| Pair { target, place }),
            indices: indices.collect(),
            left_count: on_left.len(),
            body: raised.block,
            span: span_of(operation, self.file),
        }))
    }
}

/// Whether a block consists of literals and sizes, as the argument of a call may.
fn is_scalar_argument(block: &Block) -> bool {
    block.instructions.iter().all(|instruction| {
        matches!(
            instruction.operation,
            Operation::Constant(_)
                | Operation::Symbol(_)
                | Operation::Convert { .. }
                | Operation::Binary { .. }
                | Operation::Negate(_)
                | Operation::Extremum { .. }
        )
    })
}

/// Emission creates a temporary for a scalar argument; this moves it back into the call.
fn drop_scalar_temporaries(def: &mut Def) {
    let uses = count_uses(def);
    let first_temporary = def.input_count + def.return_count;
    let mut bodies: HashMap<TensorId, Block> = HashMap::new();
    for comprehension in def.comprehensions() {
        let id = comprehension.target;
        let is_argument = id >= first_temporary
            && def.tensors[id].rank == 0
            && comprehension.assign == Assign::Plain
            && comprehension.indices.is_empty()
            && uses.get(&id) == Some(&(1, 1, 0))
            && is_scalar_argument(&comprehension.body);
        if is_argument {
            bodies.insert(id, comprehension.body.clone());
        }
    }
    if bodies.is_empty() {
        return;
    }
    drop_writers(&mut def.statements, &bodies);
    let mut numbers = HashMap::new();
    let mut kept: Vec<Tensor> = Vec::new();
    for (id, tensor) in def.tensors.iter().enumerate() {
        if !bodies.contains_key(&id) {
            numbers.insert(id, kept.len());
            kept.push(tensor.clone());
        }
    }
    let mut change = Renumber {
        scalars: def.tensors.iter().map(|tensor| tensor.scalar).collect(),
        numbers,
        bodies,
    };
    change.statements(&mut def.statements);
    def.tensors = kept;
}

/// Removes the statements that write one of the tensors `bodies`.
fn drop_writers(statements: &mut Vec<Statement>, bodies: &HashMap<TensorId, Block>) {
    statements.retain_mut(|statement| match statement {
        Statement::Comprehension(one) => !bodies.contains_key(&one.target),
        Statement::Call(_) => true,
        Statement::Loop(one) => {
            drop_writers(&mut one.body, bodies);
            true
        }
    });
}

/// Gives tensors new numbers, and moves the bodies of scalar arguments into their calls.
struct Renumber {
    /// Element types by old number.
    scalars: Vec<Scalar>,
    numbers: HashMap<TensorId, TensorId>,
    bodies: HashMap<TensorId, Block>,
}

impl Renumber {
    fn statements(&mut self, statements: &mut [Statement]) {
        for statement in statements {
            match statement {
                Statement::Comprehension(one) => {
                    one.target = self.numbers[&one.target];
                    if let Some(pair) = &mut one.pair {
                        pair.target = self.numbers[&pair.target];
                    }
                    renumber(&mut one.body, &self.numbers);
                }
                Statement::Call(call) => self.call(call),
                Statement::Loop(one) => self.statements(&mut one.body),
            }
        }
    }

    fn call(&mut self, call: &mut Call) {
        for target in &mut call.targets {
            *target = self.numbers[target];
        }
        for argument in &mut call.arguments {
            let Argument::Tensor(id) = argument else {
                continue;
            };
            *argument = match self.bodies.remove(id) {
                Some(body) => Argument::Scalar {
                    scalar: self.scalars[*id],
                    body,
                    span: NOWHERE,
                },
                None => Argument::Tensor(self.numbers[id]),
            };
        }
    }
}

/// By tensor: how often it is written, passed to a call, and read or written by one.
fn count_uses(def: &Def) -> HashMap<TensorId, (usize, usize, usize)> {
    let mut uses: HashMap<TensorId, (usize, usize, usize)> = HashMap::new();
    for statement in def.leaves() {
        match statement {
            Statement::Loop(_) => {}
            Statement::Comprehension(comprehension) => {
                for target in comprehension.targets() {
                    uses.entry(target).or_default().0 += 1;
                }
                visit(&comprehension.body, &mut |operation| {
                    if let Operation::Read { tensor, .. } | Operation::Exists { tensor, .. } =
                        operation
                    {
                        uses.entry(*tensor).or_default().2 += 1;
                    }
                });
            }
            Statement::Call(call) => {
                for argument in &call.arguments {
                    if let Argument::Tensor(id) = argument {
                        uses.entry(*id).or_default().1 += 1;
                    }
                }
                for target in &call.targets {
                    uses.entry(*target).or_default().2 += 1;
                }
            }
        }
    }
    uses
}

fn renumber(block: &mut Block, numbers: &HashMap<TensorId, TensorId>) {
    for instruction in &mut block.instructions {
        match &mut instruction.operation {
            Operation::Read { tensor, .. } | Operation::Exists { tensor, .. } => {
                *tensor = numbers[tensor];
            }
            Operation::If {
                then, otherwise, ..
            } => {
                renumber(then, numbers);
                renumber(otherwise, numbers);
            }
            _ => {}
        }
    }
}
