//! The values of expressions and inputs, and what comes of a run.

use super::ast::{Contents, Expr};
use super::environment::{Environment, NumericRange};
use super::value::{self, Unsuitable, Value};
use tc_syntax::scalar::Scalar;

/// The result of a correct run for one output.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    pub name: String,
    pub shape: Vec<usize>,
    /// The largest absolute difference to the reference; 0 asks for equal values.
    pub error: f64,
}

/// The elements of an input.
pub fn contents(ty: Scalar, contents: Contents) -> Value {
    let range = ty.integer_range();
    match (contents, range) {
        _ if ty == Scalar::Bool => Value::boolean(),
        (Contents::Quarters, None) => Value::floating(ty, -4.0, 4.0, 2),
        (Contents::Quarters, Some((0, _))) => Value::integer(ty, 0.0, 8.0),
        (Contents::Quarters, Some(_)) => Value::integer(ty, -4.0, 4.0),
        (Contents::Edges, None) => Value {
            special: true,
            ..Value::floating(ty, -4.0, 4.0, 2)
        },
        (Contents::Edges, Some((low, high))) => Value::integer(ty, low as f64, high as f64),
        (Contents::Random, None) => Value::any_fraction(ty, -1.0, 1.0),
        (Contents::Random, Some(_)) => Value::integer(ty, 0.0, 7.0),
    }
}

/// The value of an expression of a comprehension with these ranges.
pub fn evaluate(
    expr: &Expr,
    environment: &Environment,
    ranges: &[(String, NumericRange)],
    lets: &[(String, Value)],
) -> Result<Value, Unsuitable> {
    let of = |part: &Expr| evaluate(part, environment, ranges, lets);
    match expr {
        Expr::Integer(value) => Ok(Value::literal_integer(*value)),
        Expr::Floating(value) => Ok(Value::literal_floating(*value)),
        Expr::Bool(_) => Ok(Value::boolean()),
        Expr::Name(name) => {
            if let Some((_, value)) = lets.iter().find(|(it, _)| it == name) {
                return Ok(*value);
            }
            if let Some((_, (low, high))) = ranges.iter().find(|(it, _)| it == name) {
                return Ok(Value::integer(
                    Scalar::Int32,
                    *low as f64,
                    (*high - 1).max(*low) as f64,
                ));
            }
            if let Some(size) = environment.sizes.get(name) {
                return Ok(Value::integer(Scalar::Int32, *size as f64, *size as f64));
            }
            environment
                .tensors
                .get(name)
                .filter(|facts| facts.space.is_empty())
                .map(|facts| facts.value)
                .ok_or(Unsuitable)
        }
        Expr::Extent(tensor, dim) => {
            let facts = environment.tensors.get(tensor).ok_or(Unsuitable)?;
            let (low, high) = facts.space.get(*dim).ok_or(Unsuitable)?;
            let extent = (high - low) as f64;
            Ok(Value::integer(Scalar::Int32, extent, extent))
        }
        Expr::Read(tensor, subscripts) => {
            for subscript in subscripts {
                let value = of(subscript)?;
                if !value.ty.is_integer() {
                    return Err(Unsuitable);
                }
            }
            let facts = environment.tensors.get(tensor).ok_or(Unsuitable)?;
            if facts.space.len() == subscripts.len() {
                Ok(facts.value)
            } else {
                Err(Unsuitable)
            }
        }
        Expr::Negate(a) => value::negated(of(a)?),
        Expr::Not(a) => {
            if of(a)?.ty == Scalar::Bool {
                Ok(Value::boolean())
            } else {
                Err(Unsuitable)
            }
        }
        Expr::Binary(operator, a, b) => value::binary(*operator, of(a)?, of(b)?),
        Expr::Select(condition, a, b) => value::selected(of(condition)?, of(a)?, of(b)?),
        Expr::Cast(ty, a) => of(a)?.converted(*ty),
        Expr::Builtin(name, arguments) => {
            let values: Vec<Value> = arguments.iter().map(of).collect::<Result<_, _>>()?;
            value::builtin(name, &values)
        }
    }
}
