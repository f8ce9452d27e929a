//! The rules that the types of the `schedule` dialect cannot express.
//!
//! | operation | is refused when |
//! | --- | --- |
//! | `schedule.scop` | names, roles and sizes do not fit the arguments; a name is used twice; grid or block are not positive; there are two trees |
//! | `schedule.statement` | its indices are not of type `index`; its place in the original program is that of another one, or has more loops than indices; it accesses an array that is not declared, or stores into an input; it recomputes what is no statement, or one with more indices |
//! | `schedule.band` | the numbers of members, kinds, flags and tile sizes differ |
//! | the tree | see [`tree`] |

mod tree;

use std::collections::HashMap;

use melior::ir::operation::{OperationLike, OperationResult};
use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use melior::ir::{AttributeLike, OperationRef, TypeLike, Value, ValueLike};

use crate::enumeration::Enumeration;
use crate::errors::{Errors, repeated};
use crate::op;
use crate::schedule::tree::{Role, place, recomputed};

/// Dimensions of an array, and members of a band, at most.
const MOST_DIMENSIONS: usize = 256;

/// How many isl operations checking one tree may take.
const BUDGET: u64 = 50_000_000;

/// The parts of a scop that its isl objects may mention.
struct Surroundings {
    /// The parameters that isl objects may mention.
    sizes: Vec<String>,
    /// Name and number of indices of each statement.
    statements: Vec<(String, usize)>,
}

/// Checks a scop and its contents.
pub(crate) fn scop<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, errors: &mut Errors) {
    if !signature(operation, errors) {
        return;
    }
    names(operation, errors);
    sizes(operation, errors);
    for (attribute, what) in [("grid", "blocks"), ("block", "threads")] {
        launch_size(operation, attribute, what, errors);
    }
    let (mut statements, mut trees) = (Vec::new(), Vec::new());
    for inner in op::children(operation) {
        match op::name(inner) {
            "schedule.array" => {}
            "schedule.statement" => statements.push(inner),
            "schedule.domain" => trees.push(inner),
            _ => errors.add(
                inner,
                "does not belong in a 'schedule.scop'; expected 'schedule.array', 'schedule.statement' or 'schedule.domain'",
            ),
        }
    }
    for inner in &statements {
        statement(operation, *inner, errors);
    }
    places(&statements, errors);
    copies(&statements, errors);
    if wide_band(operation, errors) {
        return;
    }
    if let Some(second) = trees.get(1) {
        errors.add(*second, "is a second tree; a 'schedule.scop' has one");
    }
    let surroundings = Surroundings {
        sizes: op::strings(operation, "size_names"),
        statements: statements.iter().map(|inner| indices(*inner)).collect(),
    };
    let context = tc_isl::thread_context();
    context.with_budget(BUDGET, || {
        tree::context(operation, &surroundings, errors);
        if let [root] = trees.as_slice() {
            tree::check(*root, &surroundings, errors);
        }
    });
}

/// Reports bands that have too many members for isl.
fn wide_band(operation: OperationRef<'_, '_>, errors: &mut Errors) -> bool {
    let mut wide = false;
    op::walk(operation, &mut |inner| {
        let members = op::elements(inner, "members").len();
        if op::name(inner) == "schedule.band" && members > MOST_DIMENSIONS {
            wide = true;
            errors.add(
                inner,
                format!("has {members} members; expected at most {MOST_DIMENSIONS}"),
            );
        }
    });
    wide
}

fn indices(statement: OperationRef) -> (String, usize) {
    let arguments = op::body(statement).map_or(0, |block| op::arguments(block).len());
    (
        op::string(statement, "sym_name").unwrap_or_default(),
        arguments,
    )
}

/// Names and roles belong to arguments, and arguments are memrefs.
fn signature(operation: OperationRef, errors: &mut Errors) -> bool {
    let arguments = op::body(operation).map_or_else(Vec::new, op::arguments);
    for (attribute, what) in [("arg_names", "names"), ("arg_roles", "roles")] {
        let count = op::elements(operation, attribute).len();
        if count != arguments.len() {
            errors.add(
                operation,
                format!(
                    "has {} arguments, but {count} {what} of arguments",
                    arguments.len()
                ),
            );
            return false;
        }
    }
    for (position, argument) in arguments.iter().enumerate() {
        let rank = MemRefType::try_from(argument.r#type()).map_or(0, |memref| memref.rank());
        if rank > MOST_DIMENSIONS {
            errors.add(
                operation,
                format!("expects arrays of at most {MOST_DIMENSIONS} dimensions, but argument {position} has {rank}"),
            );
            return false;
        }
        if MemRefType::try_from(argument.r#type()).is_err() {
            errors.add(
                operation,
                format!(
                    "expects memrefs as arguments, but argument {position} is of type '{}'",
                    argument.r#type()
                ),
            );
            return false;
        }
    }
    true
}

/// Arguments and arrays share one namespace.
fn names(operation: OperationRef, errors: &mut Errors) {
    let mut names = op::strings(operation, "arg_names");
    names.extend(
        op::children(operation)
            .into_iter()
            .filter_map(|inner| op::string(inner, "array_name")),
    );
    if let Some(name) = repeated(&names) {
        errors.add(operation, format!("has two arrays named '{name}'"));
    }
}

/// A size is an extent of an argument.
fn sizes(operation: OperationRef, errors: &mut Errors) {
    let names = op::strings(operation, "size_names");
    let sources = op::integers(operation, "size_args").unwrap_or_default();
    let dims = op::integers(operation, "size_dims").unwrap_or_default();
    if names.len() != sources.len() || names.len() != dims.len() {
        errors.add(
            operation,
            format!(
                "has {} sizes, but {} arguments and {} dimensions for them",
                names.len(),
                sources.len(),
                dims.len()
            ),
        );
        return;
    }
    if let Some(name) = repeated(&names) {
        errors.add(operation, format!("lists size '{name}' twice"));
    }
    let arguments = op::body(operation).map_or_else(Vec::new, op::arguments);
    let mut taken = HashMap::new();
    for (name, (source, dim)) in names.iter().zip(sources.into_iter().zip(dims)) {
        if source >= 0
            && let Some(other) = taken.insert((source, dim), name)
        {
            errors.add(
                operation,
                format!("takes both '{other}' and '{name}' from dimension {dim} of argument {source}; one size has one name"),
            );
        }
        // -1 says that the size is given from outside.
        let argument = usize::try_from(source)
            .ok()
            .and_then(|source| arguments.get(source));
        match argument {
            None if source == -1 => {}
            None => errors.add(
                operation,
                format!("takes size '{name}' from argument {source}, which does not exist"),
            ),
            Some(argument) => {
                let rank =
                    MemRefType::try_from(argument.r#type()).map_or(0, |memref| memref.rank());
                if usize::try_from(dim).map_or(true, |dim| dim >= rank) {
                    errors.add(
                        operation,
                        format!("takes size '{name}' from dimension {dim} of argument {source}, which has rank {rank}"),
                    );
                }
            }
        }
    }
}

fn launch_size(operation: OperationRef, attribute: &str, what: &str, errors: &mut Errors) {
    let Some(extents) = op::integers(operation, attribute) else {
        return;
    };
    if extents.is_empty() || extents.len() > 3 || extents.iter().any(|extent| *extent < 1) {
        let extents: Vec<String> = extents.iter().map(i64::to_string).collect();
        errors.add(
            operation,
            format!(
                "has {attribute}({}), expected one to three positive numbers of {what}",
                extents.join(", ")
            ),
        );
    }
}

/// A statement accesses only declared arrays.
/// Statements have different places in the original program, and none has the place of a loop.
fn places<'c: 'a, 'a>(statements: &[OperationRef<'c, 'a>], errors: &mut Errors) {
    if !statements.iter().any(|one| one.has_attribute("at")) {
        return;
    }
    let mut known: Vec<(Vec<i64>, String)> = Vec::new();
    for (number, statement) in statements.iter().enumerate() {
        // A copy has the place of its original.
        if recomputed(*statement).is_some() {
            continue;
        }
        let at = place(*statement, number);
        let indices = op::body(*statement)
            .map_or_else(Vec::new, op::arguments)
            .len();
        if at.is_empty() || at.iter().any(|number| *number < 0) || at.len() > indices + 1 {
            let message = format!(
                "is at {at:?}; expected numbers from 0, one more than loops around it, of which it has at most {indices}"
            );
            errors.add(*statement, message);
            continue;
        }
        let clash = |(other, _): &&(Vec<i64>, String)| {
            let shared = other.len().min(at.len());
            other[..shared] == at[..shared]
        };
        if let Some((other, name)) = known.iter().find(clash) {
            errors.add(
                *statement,
                format!("is at {at:?}, and @{name} is at {other:?}"),
            );
        }
        known.push((at, op::symbol(*statement)));
    }
}

/// A copy is of a statement whose indices are its last ones, and that is no copy; it has the place
/// of that one.
fn copies<'c: 'a, 'a>(statements: &[OperationRef<'c, 'a>], errors: &mut Errors) {
    for statement in statements {
        let Some(name) = recomputed(*statement) else {
            continue;
        };
        let mut others = statements.iter();
        let Some(original) = others.find(|other| op::symbol(**other) == name) else {
            errors.add(
                *statement,
                format!("recomputes @{name}; expected a statement of the scop"),
            );
            continue;
        };
        let (own, wanted) = (indices(*statement).1, indices(*original).1);
        if own < wanted {
            errors.add(
                *statement,
                format!("has {own} indices; expected at least the {wanted} of @{name}, which it recomputes, as its last ones"),
            );
        }
        if recomputed(*original).is_some() {
            errors.add(
                *statement,
                format!("recomputes @{name}, which is a copy; expected the statement that @{name} recomputes"),
            );
        }
        for (attribute, word) in [("at", "a place of its own"), ("async", "the mark 'async'")] {
            if statement.has_attribute(attribute) {
                errors.add(
                    *statement,
                    format!("recomputes @{name} and has {word}; expected one of the two"),
                );
            }
        }
    }
}

fn statement<'c: 'a, 'a>(
    scop: OperationRef<'c, 'a>,
    statement: OperationRef<'c, 'a>,
    errors: &mut Errors,
) {
    let arguments = op::body(statement).map_or_else(Vec::new, op::arguments);
    let named = op::strings(statement, "arg_names").len();
    if named != arguments.len() {
        errors.add(
            statement,
            format!(
                "has {} indices, but {named} names of indices",
                arguments.len()
            ),
        );
    }
    for argument in &arguments {
        if !argument.r#type().is_index() {
            errors.add(
                statement,
                format!(
                    "has an index of type '{}', expected 'index'",
                    argument.r#type()
                ),
            );
        }
    }
    let inputs = inputs(scop);
    op::walk(statement, &mut |inner| {
        for (position, operand) in op::operands(inner).into_iter().enumerate() {
            // A conversion would print the type if it fails.
            if !operand.r#type().is_mem_ref() {
                continue;
            }
            if !is_declared(operand, scop) {
                errors.add(
                    inner,
                    "touches an array that the scop does not declare; expected an argument of the scop or the result of a 'schedule.array'",
                );
            } else if stores(inner, position)
                && let Some((_, name)) = inputs
                    .iter()
                    .find(|(input, _)| op::same_value(*input, operand))
            {
                errors.add(
                    inner,
                    format!(
                        "stores into input '{name}'; expected an argument marked 'out' or 'inout'"
                    ),
                );
            }
        }
    });
}

/// The arguments that are only read, with their names.
fn inputs<'c: 'a, 'a>(scop: OperationRef<'c, 'a>) -> Vec<(Value<'c, 'a>, String)> {
    let arguments = op::body(scop).map_or_else(Vec::new, op::arguments);
    let roles = op::elements(scop, "arg_roles");
    let names = op::strings(scop, "arg_names");
    arguments
        .into_iter()
        .zip(names)
        .zip(roles)
        .filter(|(_, role)| Role::of(*role) == Some(Role::In))
        .map(|(argument, _)| argument)
        .collect()
}

fn is_declared<'c: 'a, 'a>(array: Value<'c, 'a>, scop: OperationRef<'c, 'a>) -> bool {
    if !array.is_operation_result() {
        let arguments = op::body(scop).map_or_else(Vec::new, op::arguments);
        return arguments
            .into_iter()
            .any(|argument| op::same_value(argument, array));
    }
    OperationResult::try_from(array)
        .is_ok_and(|result| op::name(result.owner()) == "schedule.array")
}

/// Whether an operation stores into its operand at a position.
fn stores(operation: OperationRef, position: usize) -> bool {
    let name = op::name(operation);
    position == 1
        && [
            "affine.store",
            "memref.store",
            "memref.atomic_rmw",
            "affine.vector_store",
            "vector.store",
        ]
        .contains(&name)
}

/// The parts of a band fit together.
pub(crate) fn band<'c: 'a, 'a>(operation: OperationRef<'c, 'a>, errors: &mut Errors) {
    let members = op::elements(operation, "members").len();
    let kinds = op::elements(operation, "kinds").len();
    let flags = operation.attribute("coincident").map_or(0, |flags| {
        // SAFETY: MLIR has verified that this is a dense array.
        unsafe { mlir_sys::mlirDenseArrayGetNumElements(flags.to_raw()) as usize }
    });
    if members == 0 {
        errors.add(operation, "has no members; expected at least one");
    }
    if members != kinds || members != flags {
        errors.add(
            operation,
            format!("has {members} members, but {kinds} kinds and {flags} flags of coincidence"),
        );
    }
    let Some(tiles) = op::integers(operation, "tile_sizes") else {
        return;
    };
    if tiles.len() != members {
        errors.add(
            operation,
            format!("has {members} members, but {} tile sizes", tiles.len()),
        );
    }
    if let Some(size) = tiles.iter().find(|size| **size < 1) {
        errors.add(
            operation,
            format!("has tile size {size}, expected a positive number"),
        );
    }
}
