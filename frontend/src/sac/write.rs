//! The checked tree as SaC text: the way back from the `tc` dialect.
//!
//! ```text
//! C(i, j) +=! A(i, k) * B(k, j)        C = { [i,j] -> sum({ [k] -> A[i,k] * B[k,j] | [k] < [K] })
//!                                            | [i,j] < [M,N] };
//! ```
//! A definition becomes a function with a line for each tensor that it writes. What the notation
//! does not have is refused by name: results updated in place, a box that does not begin at zero,
//! a reduction that continues a value, loops, computed places, pairs. The caller checks the result:
//! the text, compiled again, must have the canonical form of the definition.

use crate::model::{
    Block, Comprehension, Constant, Def, Index, Instruction, Operation, Role, Statement, Subscript,
    Tensor, TensorId, Value,
};
use crate::raised::Raised;
use std::collections::{HashMap, HashSet};
use tc_syntax::diagnostic::{Diagnostic, SourceFile};
use tc_syntax::expr::{Expr as Size, Symbol};
use tc_syntax::sac::format::format;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{Assign, BinaryOp, Reduction};

/// Why something cannot be written.
type Refusal = String;
type Result<T> = std::result::Result<T, Refusal>;

/// A value that is used several times is written as often; a text that would be longer is refused.
const LONGEST: usize = 1 << 20;

/// The text of definitions in canonical layout. Their ranges are known and calls inlined.
///
/// # Errors
/// What has no spelling, each naming its definition.
pub fn text(raised: &[Raised]) -> std::result::Result<String, Vec<Diagnostic>> {
    let (mut text, mut errors) = (String::new(), Vec::new());
    for one in raised {
        match function(&one.def) {
            Ok(function) => text.push_str(&function),
            Err(reason) => {
                let message = format!("`{}` cannot be written as SaC text: {reason}", one.def.name);
                errors.push(Diagnostic::error(None, message).at(one.place.clone(), ""));
            }
        }
    }
    if errors.is_empty() {
        format(&SourceFile::new("<raised>", text.as_str()))
    } else {
        Err(errors)
    }
}

fn function(def: &Def) -> Result<String> {
    let mut names: HashSet<&str> = def.tensors.iter().map(|one| &*one.name).collect();
    names.extend(def.sizes.iter().map(|one| &*one.name));
    let mut writer = Writer {
        def,
        names,
        written: HashMap::new(),
        order: Vec::new(),
    };
    let params = def.inputs().iter();
    let params = params.map(|one| Ok(format!("{} {}", type_of(one, false)?, one.name)));
    let params: Vec<String> = params.collect::<Result<_>>()?;
    if let Some(one) = def.returns().iter().find(|one| one.role == Role::InOut) {
        return Err(format!("`{}` is updated in place", one.name));
    }
    for statement in &def.statements {
        match statement {
            Statement::Comprehension(one) => writer.statement(one)?,
            Statement::Loop(one) => return Err(format!("the loop over `{}`", one.index)),
            Statement::Call(one) => return Err(format!("the call of `{}`", one.function)),
        }
    }
    let mut results = Vec::new();
    for (offset, tensor) in def.returns().iter().enumerate() {
        if !writer.written.contains_key(&(def.input_count + offset)) {
            return Err(format!("nothing writes `{}`", tensor.name));
        }
        results.push(type_of(tensor, true)?);
    }
    let lines = writer.order.iter().map(|id| {
        let value = writer.written[id].whole();
        format!("{} = {value};\n", def.tensors[*id].name)
    });
    let lines: String = lines.collect();
    let returned: Vec<&str> = def.returns().iter().map(|one| &*one.name).collect();
    Ok(format!(
        "{} {}({}) {{\n{lines}return ({});\n}}\n",
        results.join(", "),
        def.name,
        params.join(", "),
        returned.join(", ")
    ))
}

fn word(scalar: Scalar) -> Result<&'static str> {
    Ok(match scalar {
        Scalar::Bool => "bool",
        Scalar::Int32 => "int",
        Scalar::Int64 => "long",
        Scalar::Float => "float",
        Scalar::Double => "double",
        other => return Err(format!("there are no elements of type {}", other.name())),
    })
}

/// `float[M,N]`; an extent of a result that is neither a name nor a number is left open.
fn type_of(tensor: &Tensor, is_result: bool) -> Result<String> {
    let word = word(tensor.scalar)?;
    if tensor.rank == 0 {
        return Ok(word.to_owned());
    }
    let mut axes = Vec::new();
    for axis in 0..tensor.rank {
        let extent = tensor.dims.as_ref().map(|dims| &dims[axis]);
        axes.push(match extent.map(|one| (one.as_name(), one.as_const())) {
            Some((Some(name), _)) => name.to_owned(),
            Some((_, Some(extent))) => extent.to_string(),
            _ if is_result => ".".to_owned(),
            _ => {
                let name = &tensor.name;
                return Err(format!(
                    "the extents of the input `{name}` are neither names nor numbers"
                ));
            }
        });
    }
    Ok(format!("{word}[{}]", axes.join(",")))
}

/// A tensor that was written: `{ [names] -> element | [names] < [extents] }`.
struct Written {
    names: Vec<String>,
    extents: Vec<String>,
    element: String,
}

impl Written {
    fn whole(&self) -> String {
        if self.names.is_empty() {
            return self.element.clone();
        }
        let (names, element) = (self.names.join(","), &self.element);
        let extents = self.extents.join(",");
        format!("{{ [{names}] -> {element} | [{names}] < [{extents}] }}")
    }
}

struct Writer<'d> {
    def: &'d Def,
    /// The names of tensors and sizes.
    names: HashSet<&'d str>,
    written: HashMap<TensorId, Written>,
    /// The tensors in the order of their last statements.
    order: Vec<TensorId>,
}

/// One statement: its instructions by value, and what its indices are called.
struct StatementText<'b> {
    instructions: HashMap<Value, &'b Instruction>,
    target: TensorId,
    left: Vec<Size>,
    called: HashMap<&'b str, String>,
    /// What is left of [`LONGEST`].
    left_over: usize,
}

impl<'d> Writer<'d> {
    fn statement(&mut self, one: &'d Comprehension) -> Result<()> {
        let target = &self.def.tensors[one.target];
        if one.pair.is_some() {
            return Err(format!("the pair that `{}` is a part of", target.name));
        }
        if !one.has_plain_left() {
            let name = &target.name;
            return Err(format!("`{name}` is written at places that are computed"));
        }
        let mut body = StatementText {
            instructions: HashMap::new(),
            target: one.target,
            left: one.indices[..one.left_count]
                .iter()
                .map(|index| Size::name(&*index.name))
                .collect(),
            called: HashMap::new(),
            left_over: LONGEST,
        };
        collect(&one.body, &mut body.instructions);
        let (left, reduced) = one.indices.split_at(one.left_count);
        self.call(left, reduced, &mut body);
        let mut extents = Vec::new();
        for index in left {
            let (lower, upper) = bounds(index, &body)?;
            if lower != "0" {
                let name = &target.name;
                return Err(format!("the box of `{name}` begins at {lower}"));
            }
            extents.push(upper);
        }
        if let Some(before) = self.written.get(&one.target)
            && before.extents != extents
        {
            return Err(format!("a part of `{}` is written again", target.name));
        }
        let value = one.body.result.as_ref().ok_or("a statement has no value")?;
        let value = self.value(value, &mut body)?;
        let element = self.assigned(one, value, reduced, &body)?;
        let names = left.iter().map(|index| body.called[&*index.name].clone());
        let names = names.collect();
        self.order.retain(|id| *id != one.target);
        self.order.push(one.target);
        let written = Written {
            names,
            extents,
            element,
        };
        self.written.insert(one.target, written);
        Ok(())
    }

    /// Chooses the names of indices: those that the tensor had in an earlier statement, and no name
    /// of anything else.
    fn call<'b>(&self, left: &'b [Index], reduced: &'b [Index], body: &mut StatementText<'b>) {
        let before = self.written.get(&body.target);
        let mut taken: HashSet<String> = self.names.iter().map(|&name| name.to_owned()).collect();
        taken.extend(before.into_iter().flat_map(|one| one.names.iter().cloned()));
        let earlier = |at: usize| before.and_then(|one| one.names.get(at)).cloned();
        for (at, index) in left.iter().chain(reduced).enumerate() {
            let name = match earlier(at).filter(|_| at < left.len()) {
                Some(name) => name,
                None => {
                    let mut name = index.name.to_string();
                    while !taken.insert(name.clone()) {
                        name.push('_');
                    }
                    name
                }
            };
            body.called.insert(&index.name, name);
        }
    }

    /// The element that a statement stores.
    fn assigned(
        &self,
        one: &Comprehension,
        value: String,
        reduced: &[Index],
        body: &StatementText<'_>,
    ) -> Result<String> {
        let name = &self.def.tensors[one.target].name;
        let function = match one.assign {
            Assign::Plain if reduced.is_empty() => return Ok(value),
            Assign::Plain => return Err(format!("`{name}` is the last of several values")),
            Assign::Reduce { init: false, .. } => {
                return Err(format!("a reduction continues the value of `{name}`"));
            }
            Assign::Reduce { operation, .. } => match operation {
                Reduction::Add => "sum",
                Reduction::Mul => "prod",
                Reduction::Min => "minval",
                Reduction::Max => "maxval",
            },
        };
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for index in reduced {
            let (from, to) = bounds(index, body)?;
            lower.push(from);
            upper.push(to);
        }
        let names: Vec<&str> = reduced
            .iter()
            .map(|index| &*body.called[&*index.name])
            .collect();
        let (names, upper) = (names.join(","), upper.join(","));
        let lower = if lower.iter().all(|one| one == "0") {
            String::new()
        } else {
            format!("[{}] <= ", lower.join(","))
        };
        Ok(format!(
            "{function}({{ [{names}] -> {value} | {lower}[{names}] < [{upper}] }})"
        ))
    }

    /// An expression in parentheses, unless it is a name, a number, a selection or a call.
    fn value(&self, value: &Value, body: &mut StatementText<'_>) -> Result<String> {
        let text = self.expression(value, body)?;
        body.left_over = body
            .left_over
            .checked_sub(text.len())
            .ok_or("values that are used several times make the text too long")?;
        Ok(text)
    }

    fn expression(&self, value: &Value, body: &mut StatementText<'_>) -> Result<String> {
        let one = body.instructions.get(value).copied();
        let one = one.ok_or("a value is not computed in its statement")?;
        let scalar = one.scalar;
        Ok(match &one.operation {
            Operation::Constant(constant) => number(*constant, scalar)?,
            Operation::Symbol(_) if scalar != Scalar::Int32 => {
                return Err(format!("a size of type {}", scalar.name()));
            }
            Operation::Symbol(size) => format!("({})", spelled(size, body)?),
            Operation::Read { tensor, subscripts } => self.read(*tensor, subscripts, body)?,
            Operation::Exists { .. } => return Err("`exists`".to_owned()),
            Operation::Convert { operand, .. } => {
                let function = match scalar {
                    Scalar::Int32 => "toi",
                    Scalar::Float => "tof",
                    Scalar::Double => "tod",
                    other => return Err(format!("a conversion to {}", other.name())),
                };
                format!("{function}({})", self.value(operand, body)?)
            }
            Operation::Negate(operand) => format!("(-{})", self.value(operand, body)?),
            Operation::Not(operand) => format!("(!{})", self.value(operand, body)?),
            Operation::Binary { op, left, right }
            | Operation::Compare {
                op, left, right, ..
            } => {
                let (left, right) = (self.value(left, body)?, self.value(right, body)?);
                format!("({left} {} {right})", op.text())
            }
            Operation::Extremum { op, left, right } => {
                let (left, right) = (self.value(left, body)?, self.value(right, body)?);
                format!("{}({left}, {right})", op.text())
            }
            Operation::Builtin {
                function,
                arguments,
            } => self.builtin(function.name, arguments, body)?,
            Operation::Select {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.value(condition, body)?;
                let (then, otherwise) = (self.value(then, body)?, self.value(otherwise, body)?);
                format!("where({condition}, {then}, {otherwise})")
            }
            Operation::If {
                condition,
                then,
                otherwise,
            } => {
                let result = |block: &Block| block.result.ok_or("a branch has no value");
                let condition = self.value(condition, body)?;
                let then = self.value(&result(then)?, body)?;
                let otherwise = self.value(&result(otherwise)?, body)?;
                format!("({condition} ? {then} : {otherwise})")
            }
        })
    }

    fn builtin(
        &self,
        name: &str,
        arguments: &[Value],
        body: &mut StatementText<'_>,
    ) -> Result<String> {
        let all: Result<Vec<String>> = arguments.iter().map(|one| self.value(one, body)).collect();
        let all = all?;
        match (name, &all[..]) {
            ("fmod", [a, b]) => Ok(format!("({a} {} {b})", BinaryOp::Rem.text())),
            ("abs" | "sqrt" | "exp" | "log" | "tanh" | "floor", [a]) => Ok(format!("{name}({a})")),
            ("fabs", [a]) => Ok(format!("abs({a})")),
            _ => Err(format!("the function `{name}`")),
        }
    }

    /// A selection; what the statement itself wrote before stands in its place.
    fn read(&self, id: TensorId, at: &[Subscript], body: &mut StatementText<'_>) -> Result<String> {
        let name = &self.def.tensors[id].name;
        if id == body.target {
            let mut pairs = at.iter().zip(&body.left);
            let is_here = pairs.all(|(at, index)| match at {
                Subscript::Symbolic(size) => size == index,
                Subscript::Value(_) => false,
            });
            return match self.written.get(&id).filter(|_| is_here) {
                Some(before) => Ok(before.element.clone()),
                None => Err(format!("`{name}` is updated in place")),
            };
        }
        if id >= self.def.input_count && !self.written.contains_key(&id) {
            return Err(format!("`{name}` is read before it is written"));
        }
        let mut subscripts = Vec::new();
        for one in at {
            subscripts.push(match one {
                Subscript::Symbolic(size) => spelled(size, body)?,
                Subscript::Value(value) => self.subscript(value, body)?,
            });
        }
        Ok(if subscripts.is_empty() {
            name.to_string()
        } else {
            format!("{name}[{}]", subscripts.join(","))
        })
    }

    /// A subscript that is computed: of type int here, converted to 64 bits in the dialect.
    fn subscript(&self, value: &Value, body: &mut StatementText<'_>) -> Result<String> {
        if let Some(one) = body.instructions.get(value).copied()
            && let Operation::Convert { operand, from, .. } = &one.operation
            && (*from, one.scalar) == (Scalar::Int32, Scalar::Int64)
        {
            return self.value(operand, body);
        }
        self.value(value, body)
    }
}

/// The instructions of a block and of those inside of it.
fn collect<'b>(block: &'b Block, all: &mut HashMap<Value, &'b Instruction>) {
    for one in &block.instructions {
        all.insert(one.value, one);
        if let Operation::If {
            then, otherwise, ..
        } = &one.operation
        {
            collect(then, all);
            collect(otherwise, all);
        }
    }
}

/// The first value of an index, and one past the last one.
fn bounds(index: &Index, body: &StatementText<'_>) -> Result<(String, String)> {
    let range = index.range.as_ref();
    let range = range.ok_or_else(|| format!("the range of `{}` is not known", index.name))?;
    Ok((spelled(&range.lower, body)?, spelled(&range.upper, body)?))
}

/// An expression over sizes and indices.
fn spelled(size: &Size, body: &StatementText<'_>) -> Result<String> {
    let extent = size.symbols().into_iter().find_map(|symbol| match symbol {
        Symbol::Extent(tensor, axis) => Some(format!("extent {axis} of `{tensor}` has no name")),
        Symbol::Name(_) => None,
    });
    let called = |symbol: &Symbol| Some(Size::name(&**body.called.get(symbol.base())?));
    match extent {
        Some(refusal) => Err(refusal),
        None => Ok(size.substitute(&called).human()),
    }
}

/// A literal of a type.
fn number(constant: Constant, scalar: Scalar) -> Result<String> {
    let text = match (constant, scalar) {
        (Constant::Integer(value), Scalar::Bool) => return Ok((value != 0).to_string()),
        (Constant::Integer(value), Scalar::Int32) => value.to_string(),
        (Constant::Integer(value), Scalar::Int64) if i32::try_from(value).is_err() => {
            value.to_string()
        }
        (Constant::Floating(value), Scalar::Float) if value.is_finite() => {
            format!("{:?}f", value as f32)
        }
        (Constant::Floating(value), Scalar::Double) if value.is_finite() => format!("{value:?}"),
        (Constant::Integer(value), _) => {
            return Err(format!("the constant {value} of type {}", scalar.name()));
        }
        (Constant::Floating(value), _) => {
            return Err(format!("the constant {value} of type {}", scalar.name()));
        }
    };
    Ok(if text.starts_with('-') {
        format!("({text})")
    } else {
        text
    })
}
