//! What a sequential program computes: the shapes of its outputs from a run in [`trace`], and that
//! every floating value is a short binary fraction, which all executors compute alike.

use super::ast::{Binary, Contents, Def, Dim, Expr, Program, Range, Reduction, Statement, Write};
use super::environment::{Environment, Facts, NumericRange};
use super::evaluation::{Expected, contents, evaluate};
use super::scope::{Refusal, Scope};
use super::trace::{self, Visited};
use super::value::{Literal, Value};
use std::collections::BTreeMap;
use tc_syntax::scalar::Scalar;

/// The largest floating value that a statement stores, and of its fractions.
pub const LARGEST: f64 = 64.0;
const GRAIN: i32 = 2;
/// The sizes and integer inputs for which a program must be valid besides its own.
const SMALL: [i64; 5] = [0, 1, 2, 3, 7];
const SMALL_INPUTS: [i64; 3] = [-1, 0, 3];
/// Those that are tried when the compiler refuses a program.
const LARGER: [i64; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 9];
const LARGER_INPUTS: [i64; 8] = [-2, -1, 0, 1, 2, 4, 6, 8];

/// The outputs of the last def; `None` if the compiler must refuse the program.
pub fn expected(program: &Program) -> Option<Vec<Expected>> {
    let entry = program.defs.last()?;
    let visited = check(program, entry, &entry.statements, true)?;
    let of = |name: &String| {
        let space = visited.spaces.get(name)?;
        if visited.open.contains(name) {
            return None;
        }
        let shape = space
            .iter()
            .map(|(low, high)| usize::try_from(high - low).ok());
        Some(Expected {
            name: name.clone(),
            shape: shape.collect::<Option<_>>()?,
            error: 0.0,
        })
    };
    entry
        .returns
        .iter()
        .map(|returned| of(&returned.name))
        .collect()
}

/// Whether a return is in/out: it has a type, and a statement reads it before one writes it.
pub fn is_in_out(def: &Def, name: &str) -> bool {
    let mut returns = def.returns.iter();
    returns.any(|one| one.name == name && one.annotation.is_some()) && trace::reads_first(def, name)
}

/// Checks a def with these statements: ranges and boxes for its own and for small sizes, and
/// values. If it is not `finished`, its returns need not be complete.
pub fn check(
    program: &Program,
    entry: &Def,
    statements: &[Statement],
    finished: bool,
) -> Option<Visited> {
    let def = Def {
        statements: statements.to_vec(),
        ..entry.clone()
    };
    let sizes: Scope = program.sizes.iter().cloned().collect();
    let visited = trace::visit(&def, &sizes).ok()?;
    let complete = |visited: &Visited| {
        let mut returns = entry.returns.iter();
        let known = |name| visited.whole.contains(name) && !visited.open.contains(name);
        !finished || returns.all(|one| known(&one.name))
    };
    if !complete(&visited) || !implied_ranges(&def) || !trace::may_be_called(&def, &sizes) {
        return None;
    }
    values(program, &def, &visited)?;
    let mut boxes = Vec::new();
    for small in small_sizes(program) {
        match trace::visit(&def, &small) {
            Ok(visited) if !complete(&visited) => return None,
            Ok(visited) => boxes.push((small, visited)),
            Err(Refusal::Invalid(_)) => return None,
            Err(Refusal::TooLong) => {}
        }
    }
    (!finished || boxes_have_forms(program, &boxes)).then_some(visited)
}

/// Whether the ends of all boxes can be quasi-affine in the sizes. Those of `T(0) = ..` and
/// `for t in 0:N { T(i) = .. where i in 0:M }` cannot: from N = 0 to 1 the end goes from 1 to M,
/// which is a longer way for each larger M.
fn boxes_have_forms(program: &Program, boxes: &[(Scope, Visited)]) -> bool {
    let at: BTreeMap<&Scope, &Visited> =
        boxes.iter().map(|(sizes, found)| (sizes, found)).collect();
    let ends = |sizes: &Scope, name: &String, dim: usize| {
        let found = at.get(sizes)?;
        let is_bare = found.bare.contains(&(name.clone(), dim));
        let space = found.spaces.get(name).filter(|_| !is_bare)?;
        space.get(dim).copied()
    };
    let step = |name: &String, dim: usize, from: &Scope, to: &Scope| {
        let (a, b) = ends(from, name, dim).zip(ends(to, name, dim))?;
        Some(((a.0 - b.0).abs(), (a.1 - b.1).abs()))
    };
    let values = |name: &str| {
        if is_size(name) {
            SMALL.as_slice()
        } else {
            SMALL_INPUTS.as_slice()
        }
    };
    let with = |sizes: &Scope, name: &String, value: i64| {
        let mut sizes = sizes.clone();
        sizes.insert(name.clone(), value);
        sizes
    };
    let mut grows = false;
    for (sizes, found) in boxes {
        for (stepped, _) in &program.sizes {
            let mut above = values(stepped)
                .iter()
                .filter(|value| **value > sizes[stepped]);
            let Some(next) = above.next() else { continue };
            for (other, _) in program.sizes.iter().filter(|(other, _)| other != stepped) {
                let mut larger = values(other).iter().filter(|value| **value > sizes[other]);
                let Some(more) = larger.next_back() else {
                    continue;
                };
                for (name, space) in &found.spaces {
                    let far = with(sizes, other, *more);
                    let of = |from: &Scope, dim| step(name, dim, from, &with(from, stepped, *next));
                    let more = |dim| {
                        let (near, far) = of(sizes, dim).zip(of(&far, dim))?;
                        Some(far.0 > near.0 + 1 || far.1 > near.1 + 1)
                    };
                    grows |= (0..space.len()).any(|dim| more(dim) == Some(true));
                }
            }
        }
    }
    !grows
}

/// Whether a program that is valid for small sizes is not for larger ones: the compiler must refuse
/// it.
pub fn is_refused_for_larger(program: &Program) -> bool {
    let entry = program.defs.last().filter(|entry| entry.is_sequential());
    let Some(entry) = entry else {
        return false;
    };
    let mut larger = sizes_among(program, &LARGER, &LARGER_INPUTS).into_iter();
    larger.any(|sizes| matches!(trace::visit(entry, &sizes), Err(Refusal::Invalid(_))))
}

/// Every combination of small sizes.
fn small_sizes(program: &Program) -> Vec<Scope> {
    sizes_among(program, &SMALL, &SMALL_INPUTS)
}

/// Every combination of these sizes and integer inputs.
fn sizes_among(program: &Program, sizes: &[i64], inputs: &[i64]) -> Vec<Scope> {
    let mut all = vec![Scope::new()];
    for (name, _) in &program.sizes {
        let values = if is_size(name) { sizes } else { inputs };
        let with = |scope: &Scope, value: i64| {
            let mut scope = scope.clone();
            scope.insert(name.clone(), value);
            scope
        };
        let more = all
            .iter()
            .flat_map(|scope| values.iter().map(|value| with(scope, *value)));
        all = more.collect();
    }
    all
}

/// Whether a name with a value is a size, and not an integer input.
pub fn is_size(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// Whether every range without a clause follows from a read.
fn implied_ranges(def: &Def) -> bool {
    let mut all = true;
    for statement in &def.statements {
        statement.walk(&mut |one| {
            if let Statement::Write(write) = one {
                let mut implied = write.ranges.iter().filter(|range| range.implied);
                all &= implied.all(|range| follows(def, write, range));
            }
        });
    }
    all
}

/// Whether a range is what inference finds: the index stands alone in its subscripts, all of them
/// in dimensions of the size that is its end.
pub fn follows(def: &Def, write: &Write, range: &Range) -> bool {
    let index = Expr::name(&range.index);
    let (mut found, mut other) = (false, range.low != Expr::Integer(0));
    let mut look = |expr: &Expr| {
        expr.walk(&mut |part| match part {
            Expr::Read(tensor, subscripts) => {
                for (dim, subscript) in subscripts.iter().enumerate() {
                    let sized = size_of(def, tensor, dim).is_some_and(|size| size == range.high);
                    let own = write.targets.contains(tensor);
                    let alone = *subscript == index;
                    found |= alone && sized && !own;
                    other |= mentions(subscript, &index) && !(alone && sized);
                }
            }
            // Guards can give an end.
            Expr::Select(condition, ..) => other |= mentions(condition, &index),
            _ => {}
        });
    };
    write.values.iter().for_each(&mut look);
    for subscript in write.left.iter().filter(|subscript| **subscript != index) {
        other |= mentions(subscript, &index);
    }
    // Only an index on the left may be in an end without having a clause.
    let mut ends = write
        .ranges
        .iter()
        .flat_map(|range| [&range.low, &range.high]);
    other |= !write.left.contains(&index) && ends.any(|end| mentions(end, &index));
    found && !other
}

fn mentions(expr: &Expr, index: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |part| found |= part == index);
    found
}

/// The declared extent of a dimension.
fn size_of(def: &Def, tensor: &str, dim: usize) -> Option<Expr> {
    let params = def.params.iter().map(|one| (&one.name, &one.dims));
    let returns = def.returns.iter();
    let returns = returns.filter_map(|one| Some((&one.name, &one.annotation.as_ref()?.1)));
    let (_, dims) = params.chain(returns).find(|(name, _)| *name == tensor)?;
    match dims.get(dim)? {
        Dim::Size(name) => Some(Expr::name(name)),
        Dim::Extent(_) => None,
    }
}

/// Checks types, and that floating values stay exact.
fn values(program: &Program, def: &Def, visited: &Visited) -> Option<()> {
    let mut environment = Environment {
        sizes: program.sizes.iter().cloned().collect(),
        ..Environment::default()
    };
    let mut writes = Vec::new();
    for statement in &def.statements {
        statement.walk(&mut |one| {
            if let Statement::Write(write) = one {
                writes.push(write);
            }
        });
    }
    let special = def.params.iter().any(|one| one.contents == Contents::Edges)
        || def
            .returns
            .iter()
            .any(|one| one.contents == Contents::Edges)
        || writes.iter().any(|one| one.reduction.is_some());
    for param in def
        .params
        .iter()
        .filter(|param| !environment.sizes.contains_key(&param.name))
    {
        let facts = Facts {
            ty: param.ty,
            space: visited.spaces.get(&param.name)?.clone(),
            ends: None,
            placed: true,
            value: contents(param.ty, param.contents),
            input: true,
        };
        environment.tensors.insert(param.name.clone(), facts);
    }
    let stored = |name: &String, ty: Scalar| {
        let added =
            |one: &&&Write| one.reduction == Some(Reduction::Add) && one.targets.contains(name);
        let terms = match writes.iter().find(added) {
            Some(_) => 1 + visited.writes.get(name).copied().unwrap_or(0),
            None => 1,
        };
        Some(Facts {
            ty,
            space: visited.spaces.get(name)?.clone(),
            ends: None,
            placed: true,
            value: any_value(ty, LARGEST * terms as f64, special)?,
            input: false,
        })
    };
    for returned in &def.returns {
        if let Some((ty, _)) = &returned.annotation {
            let facts = stored(&returned.name, *ty)?;
            environment.tensors.insert(returned.name.clone(), facts);
        }
    }
    let largest = program
        .sizes
        .iter()
        .map(|(_, value)| *value)
        .max()
        .unwrap_or(0);
    for write in &writes {
        let types = types(write, def, &environment, 2 * largest + 4)?;
        for (target, ty) in write.targets.iter().zip(types) {
            let facts = stored(target, ty)?;
            environment.tensors.entry(target.clone()).or_insert(facts);
        }
    }
    Some(())
}

/// Every value of a stored element; `None` if its sums are not exact.
fn any_value(ty: Scalar, bound: f64, special: bool) -> Option<Value> {
    let Some((low, high)) = ty.integer_range().filter(|_| ty != Scalar::Bool) else {
        if ty == Scalar::Bool {
            return Some(Value::boolean());
        }
        let precision = match ty {
            Scalar::Double => 53,
            Scalar::Half => 11,
            Scalar::BFloat16 => 8,
            _ => 24,
        };
        let fits = bound * 2.0_f64.powi(GRAIN) <= 2.0_f64.powi(precision);
        let value = Value::floating(ty, -bound, bound, GRAIN);
        return fits.then_some(Value { special, ..value });
    };
    Some(Value::integer(ty, low as f64, high as f64))
}

/// The types of the targets; `None` if a value does not fit.
fn types(write: &Write, def: &Def, environment: &Environment, far: i64) -> Option<Vec<Scalar>> {
    if !uses_its_indices(write) || !has_places(write) {
        return None;
    }
    let mut ranges: Vec<(String, NumericRange)> = Vec::new();
    let names = write.ranges.iter().map(|range| range.index.clone());
    ranges.extend(names.chain(loops(def)).map(|name| (name, (-far, far))));
    let mut all = Vec::new();
    for subscript in &write.left {
        let value = evaluate(subscript, environment, &ranges, &[]).ok()?;
        if !value.ty.is_integer() {
            return None;
        }
    }
    for (position, (expr, target)) in write.values.iter().zip(&write.targets).enumerate() {
        let value = evaluate(expr, environment, &ranges, &[]).ok()?;
        let known = environment.tensors.get(target).map(|facts| facts.ty);
        let ty = known.unwrap_or(value.ty);
        let converts = value.literal == Literal::No && value.ty.converts_implicitly(ty);
        if !converts || (position == 1 && !ty.is_integer()) {
            return None;
        }
        let value = value.converted(ty.computed()).ok()?;
        let short = value.is_exact() && value.grain <= GRAIN && value.magnitude() <= LARGEST;
        let arithmetic = matches!(write.reduction, Some(Reduction::Add | Reduction::Multiply));
        let multiplies = write.reduction == Some(Reduction::Multiply);
        if (ty.is_floating() && (!short || multiplies)) || (ty == Scalar::Bool && arithmetic) {
            return None;
        }
        all.push(ty);
    }
    Some(all)
}

/// Whether the language knows the index: one that is reduced is on the right or in a place.
fn uses_its_indices(write: &Write) -> bool {
    let used = |range: &Range| {
        let index = Expr::name(&range.index);
        write.expressions().any(|expr| mentions(expr, &index))
    };
    write.ranges.iter().all(used)
}

/// Rules that hold whether the statement runs or not: the range of an index on the left is that of
/// a box, data do not decide on reads of the own target, and places without a reduction are
/// affine.
fn has_places(write: &Write) -> bool {
    let depends = |range: &Range| {
        let mut others = write.ranges.iter().map(|other| Expr::name(&other.index));
        others.any(|other| mentions(&range.low, &other) || mentions(&range.high, &other))
    };
    let on_left = |range: &&Range| write.left.contains(&Expr::name(&range.index));
    let boxed = !write.ranges.iter().filter(on_left).any(depends);
    let mut own_by_data = false;
    for value in &write.values {
        value.walk(&mut |part| {
            if let Expr::Read(tensor, subscripts) = part
                && write.targets.contains(tensor)
            {
                own_by_data |= write.is_scatter() || subscripts.iter().any(has_read);
            }
        });
    }
    let folded = |expr: &Expr| {
        let mut found = false;
        expr.walk(&mut |part| {
            found |= matches!(part, Expr::Binary(Binary::Remainder, _, by) if !is_number(by));
        });
        found
    };
    let placed = |range: &Range| {
        let index = Expr::name(&range.index);
        write.left.iter().any(|expr| mentions(expr, &index))
    };
    let all_placed = write.ranges.iter().all(placed);
    let affine = write.reduction.is_some() || all_placed && !write.left.iter().any(folded);
    boxed && affine && !own_by_data
}

fn is_number(expr: &Expr) -> bool {
    matches!(expr, Expr::Integer(_))
}

fn has_read(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |part| found |= matches!(part, Expr::Read(..)));
    found
}

/// The indices of all loops.
fn loops(def: &Def) -> Vec<String> {
    let mut all = Vec::new();
    for statement in &def.statements {
        statement.walk(&mut |one| {
            if let Statement::Loop { index, .. } = one {
                all.push(index.clone());
            }
        });
    }
    all
}
