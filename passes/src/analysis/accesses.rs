//! Which elements each statement reads and writes.
//!
//! ```text
//! schedule.statement @S1(%n, %m, %k) reduces add {
//!   %0 = affine.load %A[%n, %k]                 read   S1[n, m, k] -> A[n, k]
//!   %1 = memref.load %B[%row, %m]               read   S1[n, m, k] -> B[d0, m]     (may: a gather)
//!   ...
//!   affine.store %4, %C[%n, %m]                 write  S1[n, m, k] -> C[n, m]
//! }
//! ```
//!
//! A *must* access happens whenever the instance runs. An access is a *may* access where a subscript is not affine (its
//! dimension then ranges over the whole array) or a condition around it is not (affine conditions restrict the
//! relation). Calls and other operations with unknown effects make the statement an error: nothing can be said of it.
//!
//! An access that a pass redirected to a tile keeps the access that it stands for, as isl's text in the attribute
//! `schedule.for`; so does the copy of a tile to a tile:
//!
//! ```text
//! affine.load %A_s[%n mod 32, %k mod 32] {schedule.for = #schedule.map<"{ S1[n, m, k] -> A[n, k] }">}
//! ```
//!
//! A statement that `reduces` is believed only if its body has that form: one store, of the loaded element combined by
//! the operator with a value that does not depend on the load. Then the pair of accesses is its [`Accumulator`], and
//! the order of its instances on one element does not matter. Otherwise it is a plain statement.

use std::collections::HashMap;

use melior::ir::attribute::{ArrayAttribute, DenseI64ArrayAttribute, StringAttribute};
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use melior::ir::{Attribute, BlockLike, BlockRef, RegionLike, Value, ValueLike};

use tc_dialects::op::{self, ValueKey, defining_operation};
use tc_dialects::schedule::attributes::isl_text_of;
use tc_isl::UnionMap;

use super::isl_text::IslNames;
use super::subscripts::{Subscripts, affine_map};
use crate::api::Failure;

/// Whether an access reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// A load.
    Read,
    /// A store.
    Write,
}

/// One load or store of a statement.
#[derive(Clone, Debug)]
pub struct Access {
    /// Whether it reads or writes.
    pub kind: AccessKind,
    /// Which operation of the body performs it, counted from 0 in text order, nested ones included.
    pub position: usize,
    /// The name of the array's tuple in isl.
    pub array: String,
    /// From the statement's instances to array elements, not restricted to the domain.
    pub relation: UnionMap,
    /// Whether every instance performs it at exactly these elements.
    pub must: bool,
    /// The access that it stands for, where it goes to a tile of that array.
    pub stands_for: Option<StandsFor>,
}

/// What the program accesses where a statement accesses a tile.
#[derive(Clone, Debug)]
pub struct StandsFor {
    /// The name of the array's tuple in isl.
    pub array: String,
    /// From the statement's instances to array elements, not restricted to the domain.
    pub relation: UnionMap,
}

/// The attribute of a load or store that says which access it stands for.
pub const STANDS_FOR: &str = "schedule.for";

/// The element that a reduction loads, combines and stores back.
#[derive(Clone, Debug)]
pub struct Accumulator {
    /// The name of the array's tuple in isl.
    pub array: String,
    /// From the statement's instances to the element.
    pub relation: UnionMap,
}

/// The accesses of one statement.
#[derive(Clone, Debug)]
pub struct StatementAccesses {
    /// The name of the statement's tuple in isl.
    pub name: String,
    /// In text order.
    pub accesses: Vec<Access>,
    /// Set where the statement is a reduction, and its body bears that out.
    pub accumulator: Option<Accumulator>,
    /// Whether the statement is a barrier.
    pub barrier: bool,
    /// Whether the statement loads one element, stores that value, and does nothing else.
    pub moves: bool,
}

/// What an array is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayPlace {
    /// An argument of the scop.
    Argument,
    /// Lives inside the scop, in global memory.
    Temporary,
    /// Lives inside a block.
    Shared,
    /// Lives inside a thread.
    Private,
}

/// An array of a scop.
#[derive(Clone, Debug)]
pub struct ArrayInfo {
    /// The name of its tuple in isl.
    pub name: String,
    /// Where it lives.
    pub place: ArrayPlace,
    /// The extents as isl text; none where a dynamic extent is not a size of the scop.
    pub extents: Vec<Option<String>>,
}

/// The arrays of a scop and the accesses of its statements, in text order.
#[derive(Clone, Debug)]
pub struct ScopAccesses {
    /// The parameters of all relations here.
    pub sizes: Vec<String>,
    /// Arguments first, then what is declared inside of the scop.
    pub arrays: Vec<ArrayInfo>,
    /// In text order; barriers and copies are among them.
    pub statements: Vec<StatementAccesses>,
}

/// Reads the arrays of a scop and the accesses of all its statements.
pub fn of_scop(
    context: &tc_isl::Context,
    scop: OperationRef<'_, '_>,
) -> Result<ScopAccesses, Failure> {
    let body = single_block(scop)?;
    let table = ArrayTable::of_scop(scop, body)?;
    let mut statements = Vec::new();
    for operation in op::operations(body) {
        if op::name(operation) == "schedule.statement" {
            statements.push(of_statement(context, operation, &table)?);
        }
    }
    Ok(ScopAccesses {
        sizes: table.sizes,
        arrays: table.arrays,
        statements,
    })
}

fn single_block<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Result<BlockRef<'c, 'a>, Failure> {
    let block = operation
        .region(0)
        .ok()
        .and_then(|region| region.first_block());
    block.ok_or_else(|| Failure::new("expected an operation with a body").at_operation(&operation))
}

/// The strings of an array attribute; none where it is absent.
pub fn strings(attribute: Option<Attribute<'_>>) -> Vec<String> {
    let Some(array) = attribute.and_then(|attribute| ArrayAttribute::try_from(attribute).ok())
    else {
        return Vec::new();
    };
    let elements = (0..array.len()).filter_map(|at| array.element(at).ok());
    elements
        .filter_map(|element| StringAttribute::try_from(element).ok())
        .map(|text| text.value().to_owned())
        .collect()
}

/// The numbers of an array attribute; none where it is absent.
pub fn integers(attribute: Option<Attribute<'_>>) -> Vec<i64> {
    let Some(array) =
        attribute.and_then(|attribute| DenseI64ArrayAttribute::try_from(attribute).ok())
    else {
        return Vec::new();
    };
    (0..array.len())
        .filter_map(|at| array.element(at).ok())
        .collect()
}

/// The arrays of a scop by the value that names them.
struct ArrayTable {
    arrays: Vec<ArrayInfo>,
    by_value: HashMap<ValueKey, usize>,
    sizes: Vec<String>,
    /// The names of dynamic extents.
    extents: HashMap<(ValueKey, i64), String>,
}

impl ArrayTable {
    fn of_scop(scop: OperationRef<'_, '_>, body: BlockRef<'_, '_>) -> Result<ArrayTable, Failure> {
        let sizes = strings(scop.attribute("size_names").ok());
        let size_args = integers(scop.attribute("size_args").ok());
        let size_dims = integers(scop.attribute("size_dims").ok());
        let mut table = ArrayTable {
            arrays: Vec::new(),
            by_value: HashMap::new(),
            sizes,
            extents: HashMap::new(),
        };
        let mut names = IslNames::default();
        for (size, (arg, dim)) in table.sizes.iter().zip(size_args.iter().zip(&size_dims)) {
            if let Some(value) = usize::try_from(*arg)
                .ok()
                .and_then(|arg| body.argument(arg).ok())
            {
                table
                    .extents
                    .insert((ValueKey::of(value), *dim), size.clone());
            }
        }
        let arg_names = strings(scop.attribute("arg_names").ok());
        for number in 0..body.argument_count() {
            let written = arg_names
                .get(number)
                .cloned()
                .unwrap_or_else(|| format!("arg{number}"));
            let value = body.argument(number)?.into();
            table.add(names.fresh(&written), ArrayPlace::Argument, value);
        }
        let arrays = op::operations(body).into_iter();
        for operation in arrays.filter(|operation| op::is(*operation, "schedule.array")) {
            let written = operation.attribute("array_name").ok();
            let written = written
                .and_then(|name| StringAttribute::try_from(name).ok())
                .map(|name| name.value().to_owned());
            let place = match operation
                .attribute("kind")
                .map(|kind| kind.to_string())
                .unwrap_or_default()
            {
                kind if kind.contains("shared") => ArrayPlace::Shared,
                kind if kind.contains("private") => ArrayPlace::Private,
                _ => ArrayPlace::Temporary,
            };
            let name = names.fresh(&written.unwrap_or_else(|| "array".to_owned()));
            table.add(name, place, operation.result(0)?.into());
        }
        Ok(table)
    }

    fn add(&mut self, name: String, place: ArrayPlace, value: Value<'_, '_>) {
        let mut extents = Vec::new();
        if let Ok(shape) = MemRefType::try_from(value.r#type()) {
            for dim in 0..shape.rank() {
                extents.push(match shape.dim_size(dim) {
                    Ok(DimSize::Static(extent)) => Some(extent.to_string()),
                    _ => self
                        .extents
                        .get(&(ValueKey::of(value), dim as i64))
                        .cloned(),
                });
            }
        }
        self.by_value.insert(ValueKey::of(value), self.arrays.len());
        self.arrays.push(ArrayInfo {
            name,
            place,
            extents,
        });
    }

    fn get(&self, value: Value<'_, '_>) -> Option<&ArrayInfo> {
        self.by_value
            .get(&ValueKey::of(value))
            .map(|&number| &self.arrays[number])
    }
}

/// Reads the accesses of one statement.
fn of_statement(
    context: &tc_isl::Context,
    statement: OperationRef<'_, '_>,
    table: &ArrayTable,
) -> Result<StatementAccesses, Failure> {
    let body = single_block(statement)?;
    let name = statement
        .attribute("sym_name")
        .ok()
        .and_then(|name| StringAttribute::try_from(name).ok());
    let name = name.map(|name| name.value().to_owned());
    let name = name
        .ok_or_else(|| Failure::new("expected a statement with a name").at_operation(&statement))?;
    let mut names = IslNames::default();
    for size in &table.sizes {
        names.add(size);
    }
    let written = strings(statement.attribute("arg_names").ok());
    let mut subscripts = Subscripts {
        extents: table.extents.clone(),
        ..Subscripts::default()
    };
    let mut indices = Vec::new();
    for number in 0..body.argument_count() {
        let index = names.fresh(written.get(number).map_or("i", String::as_str));
        subscripts
            .indices
            .insert(ValueKey::of(body.argument(number)?), index.clone());
        indices.push(index);
    }
    let mut reader = Reader {
        context,
        table,
        name: &name,
        indices: &indices,
        names,
        subscripts,
        position: 0,
        found: Vec::new(),
        barrier: false,
    };
    reader.block(body, &Guard::default())?;
    let (found, barrier) = (reader.found, reader.barrier);
    let operator = statement
        .attribute("reduces")
        .ok()
        .map(|operator| operator.to_string());
    let accumulator = operator.and_then(|operator| accumulator(&operator, body, &found));
    let moves = moves(&found);
    let accesses: Vec<Access> = found.into_iter().map(|found| found.access).collect();
    if barrier && !accesses.is_empty() {
        return Err(Failure::new(
            "a statement with a barrier does nothing else, found loads or stores",
        )
        .at_operation(&statement)
        .note("put the barrier into a statement of its own, in an extension of the tree"));
    }
    Ok(StatementAccesses {
        name,
        accesses,
        accumulator,
        barrier,
        moves,
    })
}

/// The conditions around an operation.
#[derive(Clone, Default)]
struct Guard {
    conditions: Vec<String>,
    /// Whether there is one more that is not affine.
    unknown: bool,
}

/// An access and the operation that performs it.
struct Found<'c, 'a> {
    access: Access,
    operation: OperationRef<'c, 'a>,
    /// The element as isl text, where all subscripts are affine and nothing guards them.
    element: Option<String>,
}

struct Reader<'r, 'c, 'a> {
    context: &'r tc_isl::Context,
    table: &'r ArrayTable,
    name: &'r str,
    indices: &'r [String],
    names: IslNames,
    subscripts: Subscripts,
    position: usize,
    found: Vec<Found<'c, 'a>>,
    barrier: bool,
}

impl<'c: 'a, 'a> Reader<'_, 'c, 'a> {
    fn block(&mut self, block: BlockRef<'c, 'a>, guard: &Guard) -> Result<(), Failure> {
        for operation in op::operations(block) {
            self.operation(operation, guard)?;
        }
        Ok(())
    }

    fn operation(&mut self, operation: OperationRef<'c, 'a>, guard: &Guard) -> Result<(), Failure> {
        let position = self.position;
        self.position += 1;
        let name = op::name(operation);
        match name {
            "affine.load" | "memref.load" => {
                self.access(AccessKind::Read, operation, 0, position, guard)
            }
            "affine.store" | "memref.store" => {
                self.access(AccessKind::Write, operation, 1, position, guard)
            }
            "scf.if" => self.branches(operation, guard),
            "gpu.barrier" if guard.unknown || !guard.conditions.is_empty() => {
                let message = "a barrier under a condition: not all threads may reach it";
                Err(Failure::new(message).at_operation(&operation))
            }
            "gpu.barrier" => {
                self.barrier = true;
                Ok(())
            }
            "memref.dim" | "affine.apply" | "affine.min" | "affine.max" | "scf.yield" => Ok(()),
            _ if name.starts_with("arith.") || name.starts_with("math.") => Ok(()),
            _ => {
                let message =
                    format!("the memory effects of `{name}` in a statement are not known");
                Err(Failure::new(message).at_operation(&operation))
            }
        }
    }

    fn branches(&mut self, operation: OperationRef<'c, 'a>, guard: &Guard) -> Result<(), Failure> {
        let condition = self.subscripts.condition(operation.operand(0)?);
        for (number, region) in operation.regions().enumerate() {
            let mut inner = guard.clone();
            match &condition {
                Some(condition) if number == 0 => inner.conditions.push(condition.clone()),
                Some(condition) => inner.conditions.push(format!("(not {condition})")),
                None => inner.unknown = true,
            }
            if let Some(block) = region.first_block() {
                self.block(block, &inner)?;
            }
        }
        Ok(())
    }

    /// Records a load or store whose array is operand `array`.
    fn access(
        &mut self,
        kind: AccessKind,
        operation: OperationRef<'c, 'a>,
        array: usize,
        position: usize,
        guard: &Guard,
    ) -> Result<(), Failure> {
        let value = operation.operand(array)?;
        let info = self.table.get(value);
        let info = info.ok_or_else(|| {
            Failure::new("expected an access to an array of the scop").at_operation(&operation)
        })?;
        let operands: Vec<_> = operation.operands().skip(array + 1).collect();
        let texts = match affine_map(operation) {
            Some(map) => self.subscripts.map_results(map, &operands),
            None => operands
                .iter()
                .map(|operand| self.subscripts.text(*operand))
                .collect(),
        };
        let exact = texts.iter().all(Option::is_some) && !guard.unknown;
        let element = (exact && guard.conditions.is_empty()).then(|| {
            texts
                .iter()
                .flatten()
                .cloned()
                .collect::<Vec<_>>()
                .join(", ")
        });
        let text = self.relation_text(info, texts, guard);
        let relation = UnionMap::parse(self.context, &text).map_err(|error| {
            Failure::new(format!(
                "the access relation `{text}` is not valid: {error}"
            ))
            .at_operation(&operation)
        })?;
        let stands_for = self.stands_for(operation, &relation)?;
        let access = Access {
            kind,
            position,
            array: info.name.clone(),
            relation,
            must: exact,
            stands_for,
        };
        self.found.push(Found {
            access,
            operation,
            element,
        });
        Ok(())
    }

    /// The access that an operation says it stands for: a function from this statement's instances to elements of an array,
    /// under the conditions of the operation itself.
    fn stands_for(
        &self,
        operation: OperationRef<'c, 'a>,
        own: &UnionMap,
    ) -> Result<Option<StandsFor>, Failure> {
        let Ok(attribute) = operation.attribute(STANDS_FOR) else {
            return Ok(None);
        };
        let expected = |found: &str| {
            let indices = self.indices.join(", ");
            let example = format!(
                "#schedule.map<\"{{ {}[{indices}] -> A[...] }}\">",
                self.name
            );
            Failure::new(format!(
                "expected `{STANDS_FOR}` to be a function from `{}` to an array of the scop, such as {example}; found {found}",
                self.name
            ))
            .at_operation(&operation)
        };
        let text = isl_text_of(attribute).ok_or_else(|| expected(&attribute.to_string()))?;
        let relation =
            UnionMap::parse(self.context, &text).map_err(|error| expected(&error.to_string()))?;
        let of_isl =
            |error: tc_isl::Error| Failure::new(error.to_string()).at_operation(&operation);
        let maps = relation.maps().map_err(of_isl)?;
        let [map] = maps.as_slice() else {
            return Err(expected(&text));
        };
        let (domain, range) = (map.domain().map_err(of_isl)?, map.range().map_err(of_isl)?);
        let rank = |set: &tc_isl::Set| set.dim(tc_isl::Dim::SET).map_err(of_isl);
        let array = self.table.arrays.iter().find(|array| {
            Some(&array.name) == range.name().as_ref()
                && rank(&range).is_ok_and(|rank| rank == array.extents.len())
        });
        let from_here =
            domain.name().as_deref() == Some(self.name) && rank(&domain)? == self.indices.len();
        let is_function = relation.is_single_valued().map_err(of_isl)?;
        let (Some(array), true, true) = (array, from_here, is_function) else {
            return Err(expected(&text));
        };
        let instances = own.domain().map_err(of_isl)?;
        Ok(Some(StandsFor {
            array: array.name.clone(),
            relation: relation.intersect_domain(&instances).map_err(of_isl)?,
        }))
    }

    /// isl text of the relation; a subscript that is not affine ranges over its dimension.
    fn relation_text(
        &mut self,
        info: &ArrayInfo,
        texts: Vec<Option<String>>,
        guard: &Guard,
    ) -> String {
        let mut conditions = guard.conditions.clone();
        let mut results = Vec::new();
        let mut names = self.names.clone();
        for (dim, text) in texts.into_iter().enumerate() {
            results.push(text.unwrap_or_else(|| {
                let any = names.fresh(&format!("d{dim}"));
                conditions.push(format!("0 <= {any}"));
                if let Some(extent) = info.extents.get(dim).and_then(Option::as_ref) {
                    conditions.push(format!("{any} < {extent}"));
                }
                any
            }));
        }
        let conditions = if conditions.is_empty() {
            String::new()
        } else {
            format!(" : {}", conditions.join(" and "))
        };
        format!(
            "[{}] -> {{ {}[{}] -> {}[{}]{conditions} }}",
            self.table.sizes.join(", "),
            self.name,
            self.indices.join(", "),
            info.name,
            results.join(", "),
        )
    }
}

/// Whether these are one load and one store of the loaded value, both at affine places and without conditions.
fn moves(found: &[Found<'_, '_>]) -> bool {
    let [load, store] = found else {
        return false;
    };
    let kinds = (load.access.kind, store.access.kind);
    if kinds != (AccessKind::Read, AccessKind::Write) {
        return false;
    }
    let (Ok(loaded), Ok(stored)) = (load.operation.result(0), store.operation.operand(0)) else {
        return false;
    };
    let unconditional = load.element.is_some() && store.element.is_some();
    unconditional && ValueKey::of(loaded) == ValueKey::of(stored)
}

/// The accumulator of a statement that reduces with the operator, if its body has the form of a reduction.
fn accumulator(
    operator: &str,
    body: BlockRef<'_, '_>,
    found: &[Found<'_, '_>],
) -> Option<Accumulator> {
    let mut stores = found
        .iter()
        .filter(|found| found.access.kind == AccessKind::Write);
    let (store, None) = (stores.next()?, stores.next()) else {
        return None;
    };
    let combine = defining_operation(store.operation.operand(0).ok()?)?;
    if !is_combine(operator, op::name(combine)) {
        return None;
    }
    let operands = [combine.operand(0).ok()?, combine.operand(1).ok()?];
    let load = found.iter().find(|candidate| {
        let result = candidate.operation.result(0).map(Value::from);
        candidate.access.kind == AccessKind::Read
            && candidate.access.array == store.access.array
            && candidate.element.is_some()
            && candidate.element == store.element
            && result.is_ok_and(|result| operands.contains(&result) && uses(body, result) == 1)
    })?;
    Some(Accumulator {
        array: load.access.array.clone(),
        relation: load.access.relation.clone(),
    })
}

/// Whether the operation combines with the operator of a `reduces` attribute.
fn is_combine(operator: &str, name: &str) -> bool {
    let names: &[&str] = match operator {
        operator if operator.contains("add") => &["arith.addf", "arith.addi"],
        operator if operator.contains("mul") => &["arith.mulf", "arith.muli"],
        operator if operator.contains("min") => &["arith.minimumf", "arith.minsi", "arith.minui"],
        operator if operator.contains("max") => &["arith.maximumf", "arith.maxsi", "arith.maxui"],
        _ => &[],
    };
    names.contains(&name)
}

/// How often the operations of a block use a value.
fn uses(block: BlockRef<'_, '_>, value: Value<'_, '_>) -> usize {
    let in_operation = |operation: OperationRef<'_, '_>| {
        let direct = operation
            .operands()
            .filter(|operand| ValueKey::of(*operand) == ValueKey::of(value))
            .count();
        let nested: usize = operation
            .regions()
            .filter_map(|region| region.first_block())
            .map(|inner| uses(inner, value))
            .sum();
        direct + nested
    };
    op::operations(block).into_iter().map(in_operation).sum()
}
