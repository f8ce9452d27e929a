//! A def as plain values: its tensors, sizes and comprehensions.

use melior::ir::operation::OperationLike;
use melior::ir::{Type, Value};

use tc_dialects::op::{OperationKey, ValueKey};
use tc_dialects::tc::{self, Access, Def, Left, Range, Reduction, Role, Subscript};
use tc_syntax::expr::{Expr, Precondition};

use tc_scop::emit::{Outcome, refuse};

/// A tensor of the def.
pub struct Tensor<'c, 'b> {
    /// The name in the source.
    pub name: String,
    /// The value that reads and comprehensions name.
    pub value: Value<'c, 'b>,
    /// The range of logical subscripts, for each dimension.
    pub dims: Vec<Range>,
    /// The type of stored elements: signless integers.
    pub element: Type<'c>,
    /// Whether its elements are unsigned integers.
    pub unsigned: bool,
    /// Whether it is an input, a return, or a temporary.
    pub role: Role,
}

/// A comprehension of the def.
pub struct Comprehension<'c, 'b> {
    /// The operation.
    pub view: tc::Comprehension<'c, 'b>,
    /// The number of the tensor that is written; of a pair, of the one with the values.
    pub target: usize,
    /// Of a pair: the number of the tensor with the places.
    pub place: Option<usize>,
    /// The subscripts of the target.
    pub left: Vec<Left<'c, 'b>>,
    /// The names and ranges, those of loops first, the outermost first.
    pub indices: Vec<(String, Range)>,
    /// The loops around the statement, outermost first.
    pub loops: Vec<OperationKey>,
    /// The operator; `None` for a plain assignment.
    pub reduction: Option<Reduction>,
    /// The reads of the target, nested ones included.
    pub own_reads: Vec<Access<'c, 'b>>,
}

/// The contents of a def.
pub struct Definition<'c, 'b> {
    /// The operation.
    pub view: Def<'c, 'b>,
    /// The name of the def.
    pub name: String,
    /// Inputs, returns, temporaries.
    pub tensors: Vec<Tensor<'c, 'b>>,
    /// The sizes, by name.
    pub sizes: Vec<String>,
    /// Conditions on sizes that hold at every call.
    pub preconditions: Vec<Precondition>,
    /// In text order.
    pub comprehensions: Vec<Comprehension<'c, 'b>>,
}

/// Whether an access is at exactly these subscripts.
pub fn is_at(access: Access<'_, '_>, left: &[Expr]) -> bool {
    let subscripts = access.subscripts();
    let exact = |(subscript, left): (&Subscript, &Expr)| subscript.as_expr() == Some(left);
    subscripts.len() == left.len() && subscripts.iter().zip(left).all(exact)
}

/// The subscripts of an access, if all are expressions.
pub fn exprs(access: Access<'_, '_>) -> Option<Vec<Expr>> {
    let subscripts = access.subscripts();
    subscripts
        .iter()
        .map(|subscript| subscript.as_expr().cloned())
        .collect()
}

impl Comprehension<'_, '_> {
    /// The subscripts of the target, if all are expressions.
    pub fn left_exprs(&self) -> Option<Vec<Expr>> {
        self.left.iter().map(Left::expr).collect()
    }
}

impl<'c: 'b, 'b> Definition<'c, 'b> {
    /// Reads a def whose ranges are all known and whose calls are inlined.
    pub fn of(view: Def<'c, 'b>) -> Outcome<Definition<'c, 'b>> {
        if let Some(call) = view.calls().first() {
            let message = "a call is not lowered; run `tc-inline-calls` first";
            return Err(refuse(call.operation().location(), message));
        }
        let tensors = view
            .tensors()
            .into_iter()
            .map(|found| tensor(view, found))
            .collect::<Outcome<Vec<_>>>()?;
        let comprehensions = view.comprehensions().into_iter();
        let comprehensions = comprehensions
            .map(|found| comprehension(found, &tensors))
            .collect::<Outcome<Vec<_>>>()?;
        Ok(Definition {
            view,
            name: view.name(),
            tensors,
            sizes: view.sizes(),
            preconditions: view.preconditions(),
            comprehensions,
        })
    }
}

fn tensor<'c: 'b, 'b>(def: Def<'c, 'b>, tensor: tc::Tensor<'c, 'b>) -> Outcome<Tensor<'c, 'b>> {
    let name = tensor.name();
    let kind = tensor.tensor_type();
    let dims: Option<Vec<Range>> = kind.dims().into_iter().collect();
    let dims = dims.ok_or_else(|| {
        let message =
            format!("an extent of `{name}` is not known yet; run `tc-infer-ranges` first");
        refuse(def.operation().location(), message)
    })?;
    Ok(Tensor {
        name,
        value: tensor.value(),
        dims,
        element: kind.value_type(),
        unsigned: kind.is_unsigned(),
        role: tensor.role(),
    })
}

fn comprehension<'c: 'b, 'b>(
    view: tc::Comprehension<'c, 'b>,
    tensors: &[Tensor<'c, 'b>],
) -> Outcome<Comprehension<'c, 'b>> {
    let location = view.operation().location();
    let number = |value| {
        let number = tensors.iter().position(|tensor| tensor.value == value);
        number.ok_or_else(|| refuse(location, "expected a tensor of the def as the target"))
    };
    let left = view.left();
    let loops = view.loops();
    let mut indices: Vec<(String, Range)> =
        loops.iter().map(|one| (one.index(), one.range())).collect();
    for index in view.indices() {
        let range = index.range.ok_or_else(|| {
            refuse(
                location,
                format!(
                    "the range of `{}` is not known yet; run `tc-infer-ranges` first",
                    index.name
                ),
            )
        })?;
        indices.push((index.name, range));
    }
    let targets: Vec<ValueKey> = view.targets().into_iter().map(ValueKey::of).collect();
    let own =
        |access: &Access| !access.is_exists() && targets.contains(&ValueKey::of(access.tensor()));
    Ok(Comprehension {
        view,
        target: number(view.target())?,
        place: view.place().map(number).transpose()?,
        left,
        indices,
        loops: loops
            .iter()
            .map(|one| OperationKey::of(one.operation()))
            .collect(),
        reduction: view.reduction(),
        own_reads: view.accesses().into_iter().filter(own).collect(),
    })
}
