//! A whole program in numbers: the box and the value of every tensor, statement by statement.
//!
//! Computes the results of a correct run: the shape of each output, and the largest difference of
//! its elements to the reference evaluator's.

use super::ast::{Clause, Comprehension, Def, Dim, Expr, Program, Reduction, Return, Statement};
use super::environment::{Environment, Facts, NumericRange};
use super::evaluation::{Expected, contents, evaluate};
use super::ranges;
use super::sequential;
use super::value::{self, Literal, Unsuitable, Value};
use std::collections::BTreeMap;
use tc_syntax::scalar::Scalar;

/// The box of a declared type.
pub fn space(dims: &[Dim], sizes: &BTreeMap<String, i64>) -> Option<Vec<NumericRange>> {
    let extent = |dim: &Dim| match dim {
        Dim::Size(name) => sizes.get(name).copied(),
        Dim::Extent(extent) => Some(*extent),
    };
    dims.iter().map(|dim| Some((0, extent(dim)?))).collect()
}

/// The outputs of the last def; `None` for a program that the generator does not make.
pub fn expected(program: &Program) -> Option<Vec<Expected>> {
    let entry = program.defs.last()?;
    if entry.is_sequential() {
        return sequential::expected(program);
    }
    let environment = after(program, entry)?;
    let of = |name: &String| {
        let facts = environment.tensors.get(name)?;
        let shape = facts
            .space
            .iter()
            .map(|(low, high)| usize::try_from(high - low).ok());
        Some(Expected {
            name: name.clone(),
            shape: shape.collect::<Option<_>>()?,
            error: facts.value.error,
        })
    };
    entry
        .returns
        .iter()
        .map(|returned| of(&returned.name))
        .collect()
}

/// The environment after all statements of the entry.
pub fn after(program: &Program, entry: &Def) -> Option<Environment> {
    let mut environment = start(program, entry)?;
    for position in 0..entry.statements.len() {
        run(program, entry, position, &mut environment)?;
    }
    Some(environment)
}

/// The environment before the first statement of the entry.
pub fn start(program: &Program, entry: &Def) -> Option<Environment> {
    let mut environment = Environment {
        sizes: program.sizes.iter().cloned().collect(),
        ..Environment::default()
    };
    for param in &entry.params {
        let facts = Facts {
            ty: param.ty,
            space: space(&param.dims, &environment.sizes)?,
            ends: Some(param.dims.clone()),
            placed: true,
            value: contents(param.ty, param.contents),
            input: true,
        };
        environment.tensors.insert(param.name.clone(), facts);
    }
    Some(environment)
}

/// Whether a return is in/out: its first writing statement takes its old contents.
pub fn is_in_out(def: &Def, name: &str) -> bool {
    if def.is_sequential() {
        return sequential::is_in_out(def, name);
    }
    let first = def.statements.iter().find_map(|statement| match statement {
        Statement::Comprehension(one) if one.target == name => Some(Some(one)),
        Statement::Call { targets, .. } if targets.iter().any(|target| target == name) => {
            Some(None)
        }
        _ => None,
    });
    let Some(Some(first)) = first else {
        return false;
    };
    let mut reads = first.reduction.is_some() && !first.initialises;
    for expr in first.expressions() {
        expr.walk(&mut |part| reads |= matches!(part, Expr::Read(tensor, _) if tensor == name));
    }
    reads
}

/// Runs the statement at `position` of a def.
pub fn run(
    program: &Program,
    def: &Def,
    position: usize,
    environment: &mut Environment,
) -> Option<()> {
    match &def.statements[position] {
        Statement::Comprehension(comprehension) => {
            let facts = comprehension_facts(def, position, comprehension, environment)?;
            environment
                .tensors
                .insert(comprehension.target.clone(), facts);
        }
        Statement::Call {
            targets,
            callee,
            arguments,
        } => {
            let results = call(program, callee, arguments, environment)?;
            if results.len() != targets.len() {
                return None;
            }
            for (target, facts) in targets.iter().zip(results) {
                environment.tensors.insert(target.clone(), facts);
            }
        }
        Statement::Loop { .. } | Statement::Write(_) => return None,
    }
    Some(())
}

fn call(
    program: &Program,
    callee: &str,
    arguments: &[Expr],
    caller: &Environment,
) -> Option<Vec<Facts>> {
    let def = program.defs.iter().find(|def| def.name == callee)?;
    let mut environment = Environment::default();
    if def.params.len() != arguments.len() {
        return None;
    }
    for (param, argument) in def.params.iter().zip(arguments) {
        let mut facts = match argument {
            Expr::Name(name) if caller.tensors.contains_key(name) => caller.tensors[name].clone(),
            scalar => Facts {
                ty: param.ty,
                space: Vec::new(),
                ends: None,
                placed: true,
                value: evaluate(scalar, caller, &[], &[])
                    .ok()?
                    .converted(param.ty)
                    .ok()?,
                input: true,
            },
        };
        if facts.ty != param.ty || facts.space.len() != param.dims.len() {
            return None;
        }
        // Rebased to 0, and immutable in the callee.
        facts
            .space
            .iter_mut()
            .for_each(|(low, high)| (*low, *high) = (0, *high - *low));
        facts.input = true;
        facts.ends = Some(param.dims.clone());
        for (dim, (_, extent)) in param.dims.iter().zip(&facts.space) {
            let known = match dim {
                Dim::Size(name) => *environment.sizes.entry(name.clone()).or_insert(*extent),
                Dim::Extent(known) => *known,
            };
            if known != *extent {
                return None;
            }
        }
        environment.tensors.insert(param.name.clone(), facts);
    }
    for position in 0..def.statements.len() {
        run(program, def, position, &mut environment)?;
    }
    def.returns
        .iter()
        .map(|returned| environment.tensors.get(&returned.name).cloned())
        .collect()
}

fn comprehension_facts(
    def: &Def,
    position: usize,
    comprehension: &Comprehension,
    environment: &Environment,
) -> Option<Facts> {
    let mut environment = environment.clone();
    let target = &comprehension.target;
    let returned = def.returns.iter().find(|returned| returned.name == *target);
    let annotation = returned.and_then(|returned| returned.annotation.clone());
    let known = environment.tensors.get(target).cloned();
    if known.as_ref().is_some_and(|facts| facts.input) {
        return None;
    }
    let in_out = returned.filter(|returned| is_in_out(def, &returned.name));
    if known.is_none()
        && let Some(returned) = in_out
    {
        let facts = in_out_facts(returned, &environment)?;
        environment.tensors.insert(target.clone(), facts);
    }
    let old = environment.tensors.get(target).cloned();
    let adopt = |dim: usize| match &old {
        Some(facts) => facts.space.get(dim).copied(),
        None => adopted(def, position, dim, &environment),
    };
    let ranges = ranges::infer(comprehension, &environment, &adopt)?;
    let range_of = |index: &String| {
        let found = ranges.iter().find(|(name, _)| name == index);
        found.map(|(_, range)| *range)
    };
    let left: Vec<NumericRange> = comprehension
        .left
        .iter()
        .map(range_of)
        .collect::<Option<_>>()?;
    let space = match &old {
        Some(facts) if !is_inside(&left, &facts.space) => return None,
        Some(facts) => facts.space.clone(),
        None => left,
    };
    if let Some((_, dims)) = &annotation {
        let declared = self::space(dims, &environment.sizes)?;
        let extents = |space: &[NumericRange]| {
            space
                .iter()
                .map(|(low, high)| high - low)
                .collect::<Vec<_>>()
        };
        if extents(&declared) != extents(&space) {
            return None;
        }
    }
    let ty = old
        .as_ref()
        .map(|facts| facts.ty)
        .or_else(|| annotation.map(|(ty, _)| ty));
    let ty = match ty {
        Some(ty) => Some(ty),
        None => adopted_type(def, position, comprehension, &environment)?,
    };
    let value = stored(comprehension, &environment, &ranges, ty, old.as_ref()).ok()?;
    Some(Facts {
        ty: value.ty,
        space,
        ends: old.and_then(|facts| facts.ends),
        placed: true,
        value,
        input: false,
    })
}

/// The facts of a tensor that is updated in place, from its declaration.
fn in_out_facts(returned: &Return, environment: &Environment) -> Option<Facts> {
    let (ty, dims) = returned.annotation.clone()?;
    Some(Facts {
        ty,
        space: space(&dims, &environment.sizes)?,
        ends: Some(dims),
        placed: true,
        value: contents(ty, returned.contents),
        input: false,
    })
}

/// Whether ranges have the number of dimensions of a space and stay in it.
fn is_inside(ranges: &[NumericRange], space: &[NumericRange]) -> bool {
    let mut pairs = ranges.iter().zip(space);
    ranges.len() == space.len()
        && pairs.all(|(range, space)| space.0 <= range.0 && range.1 <= space.1)
}

/// The next statement on the tensor that the statement at `position` writes.
fn next_writer(def: &Def, position: usize) -> Option<&Comprehension> {
    let Statement::Comprehension(first) = &def.statements[position] else {
        return None;
    };
    def.statements[position + 1..]
        .iter()
        .find_map(|statement| match statement {
            Statement::Comprehension(one) if one.target == first.target => Some(one),
            _ => None,
        })
}

/// The type that a first writer with a literal on its right side takes from the next statement on
/// its tensor, if there is one; `None` if that type is not clear, or the literal does not fit it.
fn adopted_type(
    def: &Def,
    position: usize,
    first: &Comprehension,
    environment: &Environment,
) -> Option<Option<Scalar>> {
    let is_literal = matches!(first.body, Expr::Integer(_) | Expr::Floating(_));
    let Some(later) = next_writer(def, position).filter(|_| is_literal) else {
        return Some(None);
    };
    let ranges = ranges::infer(later, environment, &|_| None)?;
    let value = evaluate(&later.body, environment, &ranges, &[]).ok()?;
    let fits = value.ty.is_floating() || matches!(first.body, Expr::Integer(_));
    fits.then_some(Some(value.ty))
}

/// The range that a left index of a first writer takes from the next statement on its tensor.
fn adopted(
    def: &Def,
    position: usize,
    dim: usize,
    environment: &Environment,
) -> Option<NumericRange> {
    let later = next_writer(def, position)?;
    let ranges = ranges::infer(later, environment, &|_| None)?;
    let index = later.left.get(dim)?;
    ranges
        .iter()
        .find(|(name, _)| name == index)
        .map(|(_, range)| *range)
}

/// The value of the target after the statement.
fn stored(
    comprehension: &Comprehension,
    environment: &Environment,
    ranges: &[(String, NumericRange)],
    ty: Option<Scalar>,
    old: Option<&Facts>,
) -> Result<Value, Unsuitable> {
    let mut lets: Vec<(String, Value)> = Vec::new();
    for clause in &comprehension.clauses {
        if let Clause::Let { name, value } = clause {
            let value = evaluate(value, environment, ranges, &lets)?;
            lets.push((name.clone(), value));
        }
    }
    let body = evaluate(&comprehension.body, environment, ranges, &lets)?;
    let ty = ty.unwrap_or(body.ty);
    if body.literal == Literal::No && !body.ty.converts_implicitly(ty) {
        return Err(Unsuitable);
    }
    let reduced = ranges
        .iter()
        .filter(|(name, _)| !comprehension.left.contains(name));
    let terms: i64 = reduced.map(|(_, (low, high))| high - low).product();
    let runs = ranges.iter().all(|(_, (low, high))| low < high);
    let accumulator = ty.computed();
    let mut value = body.converted(if comprehension.reduction.is_some() {
        accumulator
    } else {
        ty
    })?;
    let keeps = if comprehension.initialises { None } else { old };
    if let Some(reduction) = comprehension.reduction {
        value = reduced_value(reduction, value, terms.max(1) as f64)?;
        if let Some(old) = keeps {
            let before = old.value.converted(accumulator)?;
            value = match reduction {
                Reduction::Add => value::binary(super::ast::Binary::Add, value, before)?,
                Reduction::Multiply => value::binary(super::ast::Binary::Multiply, value, before)?,
                _ => value.join(before),
            };
        }
        if terms == 0 || !runs {
            value = value.join(identity(reduction, accumulator));
        }
    }
    value = Value { ty, ..value }.stored()?;
    value.ty = ty;
    // Elements that the statement does not write keep their values.
    if let Some(old) = old {
        value = value.join(old.value);
    }
    Ok(value)
}

fn reduced_value(reduction: Reduction, value: Value, terms: f64) -> Result<Value, Unsuitable> {
    match reduction {
        Reduction::Add | Reduction::Multiply if value.ty == Scalar::Bool => Err(Unsuitable),
        Reduction::Add => value.summed(terms),
        Reduction::Multiply => value.multiplied(terms),
        Reduction::Minimum | Reduction::Maximum => Ok(value),
    }
}

fn identity(reduction: Reduction, ty: Scalar) -> Value {
    let number = match reduction {
        Reduction::Add => 0.0,
        Reduction::Multiply => 1.0,
        Reduction::Minimum | Reduction::Maximum => {
            return match ty.integer_range() {
                Some((low, high)) => Value::integer(ty, low as f64, high as f64),
                None if ty == Scalar::Bool => Value::boolean(),
                None => Value {
                    special: true,
                    ..Value::floating(ty, 0.0, 0.0, 0)
                },
            };
        }
    };
    Value {
        ty,
        ..Value::floating(ty, number, number, 0)
    }
}
