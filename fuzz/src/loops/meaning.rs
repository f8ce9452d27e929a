//! What a scop means: its statements in their own order, on the elements that their accesses stand
//! for. The tree is not looked at, beside its domain.

use std::collections::HashMap;

use tc_dialects::op;
use tc_dialects::schedule::tree::{Role, Scop};
use tc_isl::{UnionMap, UnionSet, thread_context};
use tc_pass_host::OperationRef;
use tc_scop::accesses;
use tc_scop::original;
use tc_testing::enumeration::{Sizes, Tuple};

use super::code::Code;
use super::decode::Decoder;
use super::memory::{Memory, Who};
use super::number::{Kind, Value};
use super::thread::{Numbers, Pause, Thread, UNWRITTEN, World};

/// How the message on a program begins whose results are not determined.
pub const MEANINGLESS: &str = "meaningless:";

/// A statement.
struct Statement {
    code: Code,
    /// From instances to the elements that an access with `schedule.for` stands for, for each.
    meant: Vec<HashMap<Tuple, Vec<Tuple>>>,
}

/// Makes the arrays of a scop of known extents: their views. Arguments that are read have the same
/// contents for the same scop; nothing is written to others.
///
/// # Errors
/// An array of unknown extents, or a large one.
pub fn arrays(scop: &Scop, arguments: bool, memory: &mut Memory) -> Result<Vec<Value>, String> {
    let mut views = Vec::new();
    for array in &scop.arrays {
        let is_argument = array.kind.is_argument();
        if is_argument != arguments {
            continue;
        }
        // A local array has a copy for each block or thread: it means nothing by itself.
        if array.kind.is_local() {
            views.push(Value::Undefined);
            continue;
        }
        let kind = Kind::named(&array.element).ok_or("undecided: elements of this type")?;
        let extents = array.shape.iter().copied().collect::<Option<Vec<i64>>>();
        let extents = extents.ok_or("undecided: an array of unknown extents")?;
        let view = memory.make(array.name.clone(), kind, &extents)?;
        let filled = array.kind.role().is_some_and(Role::is_filled);
        if filled {
            fill(memory, view, kind);
        }
        views.push(Value::View(view));
    }
    Ok(views)
}

/// Small multiples of 1/4, whose sums are exact; small numbers for integers.
fn fill(memory: &mut Memory, view: usize, kind: Kind) {
    let array = memory.views[view].array;
    let elements = memory.arrays[array].elements.iter_mut();
    for (number, element) in elements.enumerate() {
        let mixed = (number as u64 + 1 + 7919 * array as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let chosen = (mixed >> 33) % 33;
        *element = if kind.is_float() {
            Value::Float((chosen as f64 - 16.0) / 4.0)
        } else {
            Value::Int(kind.wrap(i128::from(chosen % 5)))
        };
    }
}

/// The code of the statements of a scop, and the elements that their accesses stand for; `values`
/// are its arrays.
fn statements(
    operations: &[OperationRef<'_, '_>],
    values: &[tc_pass_host::Value<'_, '_>],
    domain: &UnionSet,
    sizes: &Sizes,
) -> Result<HashMap<String, Statement>, String> {
    let undecided = |error: &dyn std::fmt::Display| format!("undecided: {error}");
    let mut statements: HashMap<String, Statement> = HashMap::new();
    for one in operations
        .iter()
        .filter(|one| op::is(**one, "schedule.statement"))
    {
        let body = op::body(*one).ok_or("undecided: a statement without a body")?;
        let (code, texts) = Decoder::default()
            .body(body, values)
            .map_err(|reason| undecided(&reason))?;
        let meant = texts.iter().map(|text| {
            let map = UnionMap::parse(domain.context(), text)
                .and_then(|map| map.intersect_domain(domain));
            let map = map.map_err(|error| undecided(&error))?;
            sizes.pairs(&map).map_err(|error| undecided(&error))
        });
        let meant = meant.collect::<Result<_, String>>()?;
        statements.insert(op::symbol(*one), Statement { code, meant });
    }
    Ok(statements)
}

/// Runs the statements of a scop without sizes; `arguments` are its arguments.
///
/// # Errors
/// An error of the program, or a line that begins with `undecided:`.
pub fn run(
    scop: &Scop,
    operation: OperationRef<'_, '_>,
    arguments: &[Value],
    world: &mut World,
) -> Result<(), String> {
    let undecided = |error: &dyn std::fmt::Display| format!("undecided: {error}");
    let body = op::body(operation).ok_or("undecided: a scop without a body")?;
    let isl = thread_context();
    let known = accesses::of_scop(&isl, operation).map_err(|error| undecided(&error.message()))?;
    let sizes = Sizes::choices(scop, 1).map_err(|error| undecided(&error))?;
    let sizes = sizes.first().ok_or("undecided: no sizes")?;
    let domain = scop.tree.domain().map_err(|error| undecided(&error))?;
    let mut values = op::arguments(body);
    let operations = op::operations(body);
    let local = operations
        .iter()
        .filter(|one| op::is(**one, "schedule.array"));
    values.extend(local.map(|one| op::result(*one)));
    let mut views = arguments.to_vec();
    views.extend(arrays(scop, false, &mut world.memory)?);
    let statements = statements(&operations, &values, domain, sizes)?;
    let mut instances: Vec<Tuple> = sizes
        .tuples(domain)
        .map_err(|error| undecided(&error))?
        .into_iter()
        .collect();
    let place = |name: &str| {
        let found = scop.statements.iter().find(|one| one.name == name);
        found.map_or(&[0][..], |one| &one.at)
    };
    instances.sort_by_cached_key(|one| original::time(place(&one.name), &one.at, |number| number));
    let names: Vec<&str> = known
        .arrays
        .iter()
        .map(|array| array.name.as_str())
        .collect();
    for instance in instances {
        let statement = statements
            .get(&instance.name)
            .ok_or("undecided: an unknown statement")?;
        let element = |meant: &HashMap<Tuple, Vec<Tuple>>| {
            let [element] = &meant.get(&instance)?[..] else {
                return None;
            };
            let array = names.iter().position(|name| *name == element.name)?;
            match views[array] {
                Value::View(view) => Some((view, element.at.clone())),
                _ => None,
            }
        };
        world.meant = statement.meant.iter().map(element).collect();
        let indices = instance.at.iter().map(|index| Value::Int(*index));
        let given: Vec<Value> = indices.chain(views.iter().copied()).collect();
        let mut thread = Thread::new(&statement.code, &given, Numbers::default(), Who::default());
        match thread.run(world) {
            Ok(Pause::End) => {}
            Ok(_) => return Err(format!("{instance} stops in its body")),
            Err(reason) if reason.starts_with("undecided:") => return Err(reason),
            Err(reason) if reason.contains(UNWRITTEN) => {
                return Err(format!("{MEANINGLESS} {instance} {reason}"));
            }
            Err(reason) => return Err(format!("{instance}, in the program's own order: {reason}")),
        }
    }
    outputs_are_known(arguments, &world.memory)
}

/// Checks that no argument holds what another element held before anything was written to it.
fn outputs_are_known(arguments: &[Value], memory: &Memory) -> Result<(), String> {
    for argument in arguments {
        let Value::View(view) = argument else {
            continue;
        };
        let array = memory.views[*view].array;
        for (element, value) in memory.arrays[array].elements.iter().enumerate() {
            if let Value::Unwritten(from, which) = *value
                && (from as usize, which as usize) != (array, element)
            {
                let here = memory.text(array as u32, element as u32);
                let there = memory.text(from, which);
                return Err(format!(
                    "{MEANINGLESS} {here} is a copy of {there}, {UNWRITTEN}"
                ));
            }
        }
    }
    Ok(())
}
