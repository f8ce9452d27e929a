//! The meaning of SaC programs on values (`docs/spec/sac.md`, section 2, taken literally): the
//! oracle of every executor.
//!
//! It is slow and plain: an array is a list of numbers, an element of a comprehension is computed
//! by the first partition whose box contains it, and every selection is checked.

mod array;
mod library;
#[cfg(test)]
mod tests;

pub use array::{Array, Number};

use std::rc::Rc;
use tc_frontend::sac::shape::{Env, Fault, Form, Known, Shapes, count};
use tc_syntax::Span;
use tc_syntax::diagnostic::{Code, SourceFile};
use tc_syntax::expr::Expr as Size;
use tc_syntax::sac::ast::*;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::Name;

/// A variable is a value.
type Values = Env<Rc<Array>>;

/// Evaluates expressions and functions.
pub struct Interpreter<'p> {
    shapes: Shapes<'p>,
}

impl<'p> Interpreter<'p> {
    /// For the functions of a program.
    pub fn new(file: &'p SourceFile, program: &'p Program) -> Self {
        Interpreter {
            shapes: Shapes::new(file, program),
        }
    }

    /// The value of an expression over variables.
    ///
    /// # Errors
    /// The first error that evaluation meets.
    pub fn evaluate(&self, expr: &Expr, variables: &[(&str, Array)]) -> Result<Array, Fault> {
        let env = variables
            .iter()
            .fold(Values::default(), |env, (name, array)| {
                bind(&env, &(*name).into(), Rc::new(array.clone()))
            });
        self.value(expr, &env)
    }

    /// The results of a function.
    ///
    /// # Errors
    /// The first error that evaluation meets.
    pub fn call(&self, name: &str, arguments: Vec<Array>) -> Result<Vec<Array>, Fault> {
        let name = Name {
            text: name.into(),
            span: Span::default(),
        };
        self.apply(&name, arguments)
    }

    fn apply(&self, name: &Name, arguments: Vec<Array>) -> Known<Vec<Array>> {
        let span = name.span;
        let forms: Vec<Form> = arguments.iter().map(form).collect();
        let function = self.shapes.overload(name, &forms, span)?;
        self.shapes.enter(function, &forms, span, || {
            let values = arguments.into_iter().map(|array| Some(Rc::new(array)));
            let arguments = forms.iter().cloned().zip(values).collect();
            let size = |form: &Form| {
                let values = form.value.as_ref().ok()?.iter();
                let values = values.map(Size::as_const).collect::<Option<Vec<i64>>>()?;
                let array = match form.rank {
                    Ok(0) => Array::int(*values.first()?),
                    _ => Array::ints(&values),
                };
                Some(Rc::new(array))
            };
            let mut env = self.shapes.bind(function, arguments, span, size)?;
            for line in &function.lets {
                let values = match (&line.value.kind, line.names.len()) {
                    (_, 1) => vec![self.value(&line.value, &env)?],
                    (Kind::Call(name, arguments), _) => self.results(name, arguments, &env)?,
                    _ => Vec::new(),
                };
                for (name, value) in line.names.iter().zip(values) {
                    env = bind(&env, &name.text, Rc::new(value));
                }
            }
            function
                .returns
                .iter()
                .map(|one| self.value(one, &env))
                .collect()
        })
    }

    fn results(&self, name: &Name, arguments: &[Expr], env: &Values) -> Known<Vec<Array>> {
        let values: Known<Vec<Array>> = arguments.iter().map(|one| self.value(one, env)).collect();
        if self.shapes.is_function(&name.text) {
            self.apply(name, values?)
        } else {
            Ok(vec![self.library(&name.text, values?, name.span)?])
        }
    }

    fn value(&self, expr: &Expr, env: &Values) -> Known<Array> {
        Ok(match &expr.kind {
            Kind::Int(value) => Array::int(*value),
            Kind::Real(value, Scalar::Float) => Array::scalar(Number::Float(*value as f32)),
            Kind::Real(value, _) => Array::scalar(Number::Double(*value)),
            Kind::Bool(value) => Array::scalar(Number::Bool(*value)),
            Kind::Var(name) => match env.find(&name.text) {
                Some((_, Some(array))) => (**array).clone(),
                _ => {
                    return Err(self.shapes.form(expr, env).shape.err().unwrap_or_else(|| {
                        self.shapes.fault(
                            Code::TC0725,
                            format!("unknown variable `{name}`"),
                            expr.span,
                        )
                    }));
                }
            },
            Kind::Call(name, arguments) => {
                let mut results = self.results(name, arguments, env)?;
                results.swap_remove(0)
            }
            Kind::Array(_) | Kind::Empty(_) => self.literal(expr, env)?,
            Kind::Select(array, items) => {
                let array = self.value(array, env)?;
                self.select(&array, items, env, expr.span)?
            }
            Kind::Negate(operand) => self.value(operand, env)?.map(Number::negate),
            Kind::Not(operand) => self.value(operand, env)?.map(Number::logical_not),
            Kind::Binary(op, a, b) => {
                let (a, b) = (self.value(a, env)?, self.value(b, env)?);
                self.lift(&a, &b, expr.span, |a, b| a.binary(*op, b))?
            }
            Kind::Concat(a, b) => {
                let (a, b) = (self.value(a, env)?, self.value(b, env)?);
                self.concat(a, b, expr.span)?
            }
            Kind::Cond(condition, a, b) => {
                self.demand(expr, env)?;
                match self.value(condition, env)?.data.first() {
                    Some(Number::Bool(true)) => self.value(a, env)?,
                    _ => self.value(b, env)?,
                }
            }
            Kind::Comprehension(parts) => self.comprehension(parts, env)?,
        })
    }

    /// The shape of an expression.
    fn demand(&self, expr: &Expr, env: &Values) -> Known<Vec<usize>> {
        let shape = self.shapes.form(expr, env).shape?;
        Ok(shape
            .iter()
            .map(|extent| extent.as_const().unwrap_or(0).max(0) as usize)
            .collect())
    }

    fn literal(&self, expr: &Expr, env: &Values) -> Known<Array> {
        let shape = self.demand(expr, env)?;
        let scalar = self.shapes.form(expr, env).scalar;
        let mut data = Vec::new();
        if let Kind::Array(elements) = &expr.kind {
            for element in elements {
                data.extend(self.value(element, env)?.data);
            }
        }
        Ok(Array {
            scalar,
            shape,
            data,
        })
    }

    /// `a[i, ., ...]`
    fn select(
        &self,
        array: &Array,
        items: &[Item<Expr>],
        env: &Values,
        span: Span,
    ) -> Known<Array> {
        let rank = array.shape.len();
        let mut fixed: Vec<Option<i64>> = Vec::new();
        for item in items {
            match item {
                Item::One(index) => {
                    let index = self.value(index, env)?;
                    fixed.extend(index.data.iter().map(|one| Some(one.as_int())));
                }
                Item::Dot(_) => fixed.push(None),
                Item::Dots(_) => {
                    let kept = (rank + 1).saturating_sub(items.len());
                    fixed.extend(vec![None; kept]);
                }
            }
        }
        if fixed.len() > rank {
            let message = format!(
                "{} of an array with {}",
                count(fixed.len(), "subscript", "subscripts"),
                count(rank, "axis", "axes")
            );
            return Err(self.shapes.fault(Code::TC0719, message, span));
        }
        fixed.resize(rank, None);
        for (axis, (index, extent)) in fixed.iter().zip(&array.shape).enumerate() {
            if let Some(index) = index.filter(|index| *index < 0 || *index >= *extent as i64) {
                let message =
                    format!("index {index} is outside of axis {axis} with extent {extent}");
                return Err(self.shapes.fault(Code::TC0510, message, span));
            }
        }
        let kept = fixed
            .iter()
            .zip(&array.shape)
            .filter(|(index, _)| index.is_none());
        let shape: Vec<usize> = kept.map(|(_, extent)| *extent).collect();
        Ok(Array::build(array.scalar, &shape, |position| {
            let mut rest = position.iter();
            let full: Vec<usize> = fixed
                .iter()
                .map(|index| {
                    index.map_or_else(|| *rest.next().unwrap_or(&0), |index| index as usize)
                })
                .collect();
            array.at(&full)
        }))
    }

    /// An operator on elements.
    fn lift(
        &self,
        a: &Array,
        b: &Array,
        span: Span,
        apply: impl Fn(Number, Number) -> Option<Number>,
    ) -> Known<Array> {
        let zero_division = || {
            let message = "integer division by zero";
            self.shapes.fault(Code::TC0511, message, span)
        };
        let shape = match (a.shape.is_empty(), b.shape.is_empty()) {
            (true, _) => &b.shape,
            (_, true) => &a.shape,
            _ if a.shape == b.shape => &a.shape,
            _ => {
                let message = format!(
                    "the operands have the shapes {:?} and {:?}",
                    a.shape, b.shape
                );
                return Err(self.shapes.fault(Code::TC0720, message, span));
            }
        };
        let count: usize = shape.iter().product();
        let of = |array: &Array, at: usize| array.data[if array.shape.is_empty() { 0 } else { at }];
        let data: Option<Vec<Number>> = (0..count).map(|at| apply(of(a, at), of(b, at))).collect();
        let data = data.ok_or_else(zero_division)?;
        let scalar = data.first().map_or(a.scalar, |one| one.scalar());
        Ok(Array {
            scalar,
            shape: shape.clone(),
            data,
        })
    }

    /// Rules W1 to W3.
    fn comprehension(&self, parts: &[Part], env: &Values) -> Known<Array> {
        let resolved = self.shapes.resolve(parts, env)?;
        let number = |size: &Size| size.as_const().unwrap_or(0);
        let shape: Vec<usize> = resolved
            .shape
            .iter()
            .map(|one| number(one).max(0) as usize)
            .collect();
        let mut result = Array::zeros(resolved.scalar, &shape);
        let mut cells: Vec<(usize, Vec<i64>, Array)> = Vec::new();
        for position in positions(&shape) {
            let sizes: Vec<Size> = position.iter().map(|at| Size::Const(*at as i64)).collect();
            let found = resolved
                .parts
                .iter()
                .enumerate()
                .find(|(_, part)| part.contains(&sizes));
            let Some((which, part)) = found else {
                continue;
            };
            let (index, at) = part.split(&position);
            let index: Vec<i64> = index.into_iter().map(|one| one as i64).collect();
            // Elements of one cell follow each other where there are no dots.
            let known = cells
                .iter()
                .rev()
                .take(1)
                .find(|(other, key, _)| *other == which && *key == index);
            if known.is_none() {
                let inner = variables(&part.part.pattern, &index, env);
                cells.push((which, index, self.value(&part.part.body, &inner)?));
            }
            let value = cells[cells.len() - 1].2.at(&at);
            let offset = result.offset(&position);
            result.data[offset] = value;
        }
        Ok(result)
    }
}

/// All positions of an array in row-major order.
fn positions(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![Vec::new()], |all, extent| {
        let extend = |position: &Vec<usize>| {
            let position = position.clone();
            (0..*extent).map(move |at| [position.clone(), vec![at]].concat())
        };
        all.iter().flat_map(extend).collect()
    })
}

/// With the variables of a pattern at an index.
fn variables(pattern: &Pattern, index: &[i64], env: &Values) -> Values {
    match &pattern.kind {
        PatternKind::Vector(name) => bind(env, &name.text, Rc::new(Array::ints(index))),
        PatternKind::Items(_) => {
            let names = pattern.variables().into_iter().zip(index);
            names.fold(env.clone(), |env, (name, at)| {
                bind(&env, &name.text, Rc::new(Array::int(*at)))
            })
        }
    }
}

fn bind(env: &Values, name: &std::sync::Arc<str>, array: Rc<Array>) -> Values {
    env.with(name, form(&array), Some(array))
}

/// What is known of a value: all of it, as far as it can be a size.
fn form(array: &Array) -> Form {
    let shape: Vec<Size> = array
        .shape
        .iter()
        .map(|one| Size::Const(*one as i64))
        .collect();
    let value = if array.scalar.is_integer() && array.shape.len() <= 1 {
        Ok(array
            .data
            .iter()
            .map(|one| Size::Const(one.as_int()))
            .collect())
    } else {
        Err(Box::new(tc_syntax::diagnostic::Diagnostic::error(
            Code::TC0724,
            "a shape depends on data",
        )))
    };
    Form::shaped(array.scalar, shape, value)
}
