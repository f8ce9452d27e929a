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
//! A *must* access happens whenever the instance runs. An access is a *may* access if one of its
//! subscripts is not affine (that dimension then ranges over the whole array) or if a condition
//! around it is not affine (affine conditions restrict the relation). A call, or another operation
//! with unknown effects, makes the statement an error.
//!
//! An access that a pass redirected to a tile keeps the original access relation, as isl's text in
//! the attribute `schedule.for`; so does the copy of a tile to a tile:
//!
//! ```text
//! affine.load %A_s[%n mod 32, %k mod 32] {schedule.for = #schedule.map<"{ S1[n, m, k] -> A[n, k] }">}
//! ```
//!
//! A statement marked `reduces` counts as a reduction only if its body has that form: one store, of
//! the loaded element combined by the operator with a value that does not depend on the load. Then
//! the pair of accesses is its [`Accumulator`], and its instances on one element may run in any
//! order. Otherwise it is an ordinary statement. A statement whose only write is an atomic update
//! ([`atomics`]) has [`StatementAccesses::atomic`]: its instances need no order at all.

mod arrays;
pub mod atomics;
pub mod copied;
mod reductions;

use std::collections::HashMap;
use std::fmt;

use melior::ir::attribute::{ArrayAttribute, DenseI64ArrayAttribute, StringAttribute};
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, BlockLike, BlockRef, RegionLike, ValueLike};

use super::barriers::Level;
use tc_dialects::op::{self, OperationKey};
use tc_dialects::schedule::attributes::isl_text_of;
use tc_dialects::schedule::tree::{ArrayKind, place, recomputed};
use tc_dialects::schedule::{ASYNC, PRECISION, WAIT, WARP_BARRIER};
use tc_isl::{Aff, Dim, Id, Map, MultiAff, Set, Space, UnionMap, UnionSet, Val};
use tc_syntax::expr::Expr;

use arrays::ArrayTable;
use copied::Copied;
pub use reductions::Product;
use reductions::{accumulator, groups_left, moves, product};

use super::isl_text::{self, IslNames};
use super::subscripts::{Function, Subscripts, affine_map_of};
use tc_pass_host::Failure;

/// Elements of a row that one vector of loads covers, if only every so many of them are needed.
pub const NEAR: i64 = 4;

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
    /// The position of the operation in the body, counted from 0 in text order, nested ones
    /// included.
    pub position: usize,
    /// The name of the array's tuple in isl.
    pub array: String,
    /// From the statement's instances to array elements, not restricted to the domain.
    pub relation: UnionMap,
    /// Whether every instance performs it at exactly these elements.
    pub must: bool,
    /// The original access, if this one goes to a tile of that array.
    pub stands_for: Option<StandsFor>,
}

/// The access of the original program, for a statement that accesses a tile.
#[derive(Clone, Debug)]
pub struct StandsFor {
    /// The name of the array's tuple in isl.
    pub array: String,
    /// From the statement's instances to array elements, not restricted to the domain.
    pub relation: UnionMap,
}

/// The attribute of a load or store that holds the original access relation.
pub const STANDS_FOR: &str = "schedule.for";

/// The element that a reduction loads, combines and stores back.
#[derive(Clone, Debug)]
pub struct Accumulator {
    /// The position of the operation that loads it.
    pub load: usize,
    /// The name of the array's tuple in isl.
    pub array: String,
    /// From the statement's instances to the element.
    pub relation: UnionMap,
}

/// An integer that a body computes for a subscript or a condition. Relations are right where it
/// stays in its type.
#[derive(Clone, Debug)]
pub struct Computed {
    /// The name of the operation.
    pub operation: String,
    /// The position of the operation in the body.
    pub position: usize,
    /// The value.
    pub function: Function,
    /// The bits of its type.
    pub bits: u32,
}

/// The accesses of one statement.
#[derive(Clone, Debug, Default)]
pub struct StatementAccesses {
    /// The name of the statement's tuple in isl.
    pub name: String,
    /// Its place in the original program ([`super::original`]).
    pub at: Vec<i64>,
    /// In text order.
    pub accesses: Vec<Access>,
    /// Present if the statement is a reduction and its body has that form.
    pub accumulator: Option<Accumulator>,
    /// The factors, if it is a sum and the value that it adds is a product of two loaded elements.
    pub product: Option<Product>,
    /// The elements that the statement updates atomically, if its instances may change places and
    /// run at the same time.
    pub atomic: Option<Accumulator>,
    /// The threads that wait, if the statement is a barrier or a wait for copies.
    pub barrier: Option<Level>,
    /// How many groups of copies may go on behind it, if it is a wait for copies.
    pub leaves_groups: Option<u64>,
    /// Whether it is a copy that goes on by itself.
    pub is_async: bool,
    /// What its factors may be rounded to, on matrix units.
    pub precision: Option<String>,
    /// The statement whose values it computes again, if it is a copy of one.
    pub recomputes: Option<Copied>,
    /// Whether the statement loads one element, stores that value, and does nothing else.
    pub moves: bool,
    /// The integers that the relations are made of.
    pub computed: Vec<Computed>,
}

impl StatementAccesses {
    /// The elements that the statement updates in any order, atomically or not.
    pub fn updates(&self) -> Option<&Accumulator> {
        self.accumulator.as_ref().or(self.atomic.as_ref())
    }

    /// How many indices are in front of those of the program's instance, in a statement that
    /// recomputes another one.
    pub fn outer_indices(&self) -> usize {
        self.recomputes.as_ref().map_or(0, |copied| copied.outer)
    }

    /// Whether the statement is marked as a reduction, and is none for the instances of a domain:
    /// one of them reads the element that it updates a second time, as data, or loads another
    /// element than it stores, which the attribute `schedule.for` can say. Its instances keep their
    /// order.
    pub fn only_claims_to_reduce(&self, domain: &UnionSet) -> tc_isl::Result<bool> {
        let Some(updates) = &self.accumulator else {
            return Ok(false);
        };
        for access in self.accesses.iter() {
            let own = access.kind == AccessKind::Write || access.position == updates.load;
            if own {
                let differs = access.array != updates.array
                    || !(access.relation.restricted_to(domain)?)
                        .is_subset(&updates.relation.restricted_to(domain)?)?;
                if differs {
                    return Ok(true);
                }
            } else if access.array == updates.array {
                let both = access.relation.intersect(&updates.relation)?;
                if !both.intersect_domain(domain)?.is_empty()? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// An array of a scop.
#[derive(Clone, Debug)]
pub struct ArrayInfo {
    /// The name of its tuple in isl.
    pub name: String,
    /// Whom it belongs to.
    pub kind: ArrayKind,
    /// The extents; `None` for a dynamic extent of which the scop says nothing.
    pub extents: Vec<Option<Extent>>,
}

/// The number of elements of an array along a dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A known number.
    Number(i64),
    /// A size of the scop, by name.
    Size(String),
    /// Another affine function of the sizes.
    Derived(Expr),
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Extent::Number(number) => number.fmt(f),
            Extent::Size(name) => name.fmt(f),
            Extent::Derived(function) => {
                let mut names = IslNames::default();
                for name in function.names() {
                    names.add(name);
                }
                f.write_str(&isl_text::affine(function, &names).unwrap_or_default())
            }
        }
    }
}

/// The arrays of a scop and the accesses of its statements, in text order.
#[derive(Clone, Debug, Default)]
pub struct ScopAccesses {
    /// The parameters of all relations here.
    pub sizes: Vec<String>,
    /// Arguments first, then the arrays declared in the scop.
    pub arrays: Vec<ArrayInfo>,
    /// In text order, including barriers and copies.
    pub statements: Vec<StatementAccesses>,
}

impl ScopAccesses {
    /// A name that the scop does not have yet: the wanted one, or with a number.
    pub fn fresh(&self, wanted: &str) -> String {
        let taken = |name: &str| {
            self.arrays.iter().any(|array| array.name == name)
                || self.statements.iter().any(|one| one.name == name)
        };
        let mut numbered = (1..).map(|number| format!("{wanted}_{number}"));
        if taken(wanted) {
            numbered.find(|name| !taken(name)).unwrap_or_default()
        } else {
            wanted.to_owned()
        }
    }

    /// Pairs of instances of one statement whose updates are atomic: they need no order.
    pub fn unordered(&self, context: &tc_isl::Context) -> tc_isl::Result<UnionMap> {
        let mut pairs = UnionMap::none(context)?;
        let statements = self.statements.iter();
        for updates in statements.filter_map(|one| one.atomic.as_ref()) {
            let instances = updates.relation.domain()?.universe()?;
            let own = UnionMap::from_domain_and_range(&instances, &instances)?;
            pairs = pairs.union(&own)?;
        }
        Ok(pairs)
    }
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
            let at = place(operation, statements.len());
            statements.push(StatementAccesses {
                at,
                ..of_statement(context, operation, &table)?
            });
        }
    }
    with_originals(body, &mut statements);
    Ok(ScopAccesses {
        sizes: table.sizes,
        arrays: table.arrays,
        statements,
    })
}

/// Gives each statement that recomputes another one the place of that one, and compares the two.
/// What it updates is ordered by the proof of copies, so it is none of the program's reductions.
fn with_originals(body: BlockRef<'_, '_>, statements: &mut [StatementAccesses]) {
    let operations = op::operations(body).into_iter();
    let operations: Vec<_> = operations
        .filter(|one| op::is(*one, "schedule.statement"))
        .collect();
    for (number, copy) in operations.iter().enumerate() {
        let Some(name) = recomputed(*copy) else {
            continue;
        };
        let Some(at) = statements.iter().position(|one| one.name == name) else {
            continue;
        };
        let accesses = [&statements[at], &statements[number]];
        let copied = Copied::of(operations[at], *copy, accesses);
        let place = statements[at].at.clone();
        let statement = &mut statements[number];
        (statement.at, statement.recomputes) = (place, Some(copied));
        (statement.accumulator, statement.atomic) = (None, None);
    }
}

fn single_block<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Result<BlockRef<'c, 'a>, Failure> {
    let block = operation
        .region(0)
        .ok()
        .and_then(|region| region.first_block());
    block.ok_or_else(|| Failure::new("expected an operation with a body").at_operation(&operation))
}

/// The strings of an array attribute; empty if there is no such attribute.
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

/// The numbers of an array attribute; empty if there is no such attribute.
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
    let indices: Vec<String> = (0..body.argument_count())
        .map(|number| names.fresh(written.get(number).map_or("i", String::as_str)))
        .collect();
    let of_isl = |error: tc_isl::Error| Failure::new(error.to_string()).at_operation(&statement);
    let sizes = parameters(context, &table.sizes).map_err(of_isl)?;
    let space = instance_space(&sizes, &name, &indices).map_err(of_isl)?;
    let mut reader = Reader {
        context,
        table,
        name: &name,
        indices: &indices,
        names,
        sizes,
        subscripts: Subscripts::new(space, body, table.extents.clone()),
        position: 0,
        positions: HashMap::new(),
        found: Vec::new(),
        computed: Vec::new(),
        barrier: None,
    };
    reader.block(body, &Guard::default())?;
    let computed = reader.all_computed();
    let (found, barrier) = (reader.found, reader.barrier);
    let operator = statement
        .attribute("reduces")
        .ok()
        .map(|operator| operator.to_string());
    let accumulator = operator.and_then(|operator| accumulator(&operator, body, &found));
    let product = accumulator.as_ref().and_then(|one| product(one, &found));
    let atomic = atomics::updates(&found);
    let moves = moves(&found);
    let accesses: Vec<Access> = found.into_iter().map(|found| found.access).collect();
    if barrier.is_some() && !accesses.is_empty() {
        return Err(Failure::new(
            "a statement with a barrier does nothing else, found loads or stores",
        )
        .at_operation(&statement)
        .note("put the barrier into a statement of its own, in an extension of the tree"));
    }
    Ok(StatementAccesses {
        leaves_groups: groups_left(statement, body)?,
        is_async: statement.has_attribute(ASYNC),
        precision: op::string(statement, PRECISION),
        recomputes: None,
        name,
        at: Vec::new(),
        accesses,
        accumulator,
        product,
        atomic,
        barrier,
        moves,
        computed,
    })
}

/// The space of sizes.
fn parameters(context: &tc_isl::Context, sizes: &[String]) -> tc_isl::Result<Space> {
    sizes.iter().try_fold(Space::unit(context)?, |space, size| {
        space.add_param(&Id::new(context, size)?)
    })
}

/// The space of the instances of a statement.
fn instance_space(sizes: &Space, name: &str, indices: &[String]) -> tc_isl::Result<Space> {
    let space = sizes.add_unnamed_tuple(indices.len())?;
    let space = space.set_tuple_id(Dim::SET, &Id::new(space.context(), name)?)?;
    let mut indices = indices.iter().enumerate();
    indices.try_fold(space, |space, (position, index)| {
        space.set_dim_name(Dim::SET, position, index)
    })
}

/// The conditions around an operation.
#[derive(Clone, Default)]
struct Guard {
    /// The instances for which they hold, if there are conditions.
    instances: Option<Set>,
    /// Whether another condition is not affine, or not kept.
    unknown: bool,
    /// How many of the conditions have quotients or remainders.
    quotients: usize,
}

/// The most nested conditions with quotients that are kept: each multiplies what isl has to do.
const MOST_QUOTIENTS: usize = 4;

impl Guard {
    /// These conditions and one more, of which this is known, and perhaps not all.
    fn and(&self, known: Option<&Set>, unknown: bool) -> tc_isl::Result<Guard> {
        let has_quotient = known.map(Set::involves_locals).transpose()?;
        let has_quotient = has_quotient.unwrap_or(false);
        if has_quotient && self.quotients >= MOST_QUOTIENTS {
            return Ok(Guard {
                unknown: true,
                ..self.clone()
            });
        }
        let instances = match (&self.instances, known) {
            (Some(outer), Some(known)) => Some(outer.intersect(known)?),
            (outer, known) => outer.as_ref().or(known).cloned(),
        };
        Ok(Guard {
            instances,
            unknown: self.unknown || unknown,
            quotients: self.quotients + usize::from(has_quotient),
        })
    }
}

/// An access and the operation that performs it.
struct Found<'c, 'a> {
    access: Access,
    operation: OperationRef<'c, 'a>,
    /// The subscripts, if all are affine and the access is unconditional.
    element: Option<Vec<Function>>,
}

struct Reader<'r, 'c, 'a> {
    context: &'r tc_isl::Context,
    table: &'r ArrayTable,
    name: &'r str,
    indices: &'r [String],
    names: IslNames,
    /// The space of the sizes.
    sizes: Space,
    subscripts: Subscripts<'c, 'a>,
    position: usize,
    /// The operations so far, and their positions.
    positions: HashMap<OperationKey, (OperationRef<'c, 'a>, usize)>,
    found: Vec<Found<'c, 'a>>,
    /// The subscripts of affine accesses.
    computed: Vec<Computed>,
    barrier: Option<Level>,
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
        let key = OperationKey::of(operation);
        self.positions.insert(key, (operation, position));
        let name = op::name(operation);
        match name {
            "affine.load" | "memref.load" => {
                self.access(AccessKind::Read, operation, 0, position, guard)
            }
            "affine.store" | "memref.store" => {
                self.access(AccessKind::Write, operation, 1, position, guard)
            }
            atomics::ATOMIC => {
                self.access(AccessKind::Read, operation, 1, position, guard)?;
                self.access(AccessKind::Write, operation, 1, position, guard)
            }
            "scf.if" => self.branches(operation, guard),
            "gpu.barrier" | WARP_BARRIER | WAIT if guard.unknown || guard.instances.is_some() => {
                let message = "a barrier under a condition: some threads may not reach it";
                Err(Failure::new(message).at_operation(&operation))
            }
            "gpu.barrier" | WARP_BARRIER | WAIT => {
                self.barrier = self.barrier.max(Level::of(operation));
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

    /// The integers that all relations are made of.
    fn all_computed(&mut self) -> Vec<Computed> {
        let mut all = std::mem::take(&mut self.computed);
        for (key, function) in self.subscripts.computed() {
            let Some((operation, position)) = self.positions.get(&key) else {
                continue;
            };
            let result = operation.result(0).map(|result| result.r#type());
            let width = result.ok().and_then(|ty| IntegerType::try_from(ty).ok());
            all.push(Computed {
                operation: op::name(*operation).to_owned(),
                position: *position,
                function,
                bits: width.map_or(64, |ty| ty.width()),
            });
        }
        all
    }

    fn branches(&mut self, operation: OperationRef<'c, 'a>, guard: &Guard) -> Result<(), Failure> {
        let of_isl =
            |error: tc_isl::Error| Failure::new(error.to_string()).at_operation(&operation);
        let condition = operation.operand(0)?;
        // In the first branch the affine parts of the condition hold, whatever the others are.
        let implied = self.subscripts.implied(condition).map_err(of_isl)?;
        let holds = self.subscripts.condition(condition).map_err(of_isl)?;
        let fails = holds.as_ref().map(Set::complement).transpose();
        let fails = fails.map_err(of_isl)?;
        for (number, region) in operation.regions().enumerate() {
            let known = if number == 0 { &implied } else { &fails };
            let inner = guard.and(known.as_ref(), holds.is_none()).map_err(of_isl)?;
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
        let of_isl =
            |error: tc_isl::Error| Failure::new(error.to_string()).at_operation(&operation);
        let subscripts = match affine_map_of(operation) {
            Some(map) => self.subscripts.map_results(map, &operands),
            None => {
                let values = operands.iter();
                values.map(|value| self.subscripts.value(*value)).collect()
            }
        };
        let subscripts = subscripts.map_err(of_isl)?;
        if affine_map_of(operation).is_some() {
            let known = subscripts.iter().flatten();
            self.computed.extend(known.map(|function| Computed {
                operation: op::name(operation).to_owned(),
                position,
                function: function.clone(),
                bits: 64,
            }));
        }
        let relation = self.relation(info, &subscripts, guard).map_err(of_isl)?;
        let affine: Option<Vec<Function>> = subscripts.into_iter().collect();
        // An atomic update neither hides an earlier write nor may it go to a tile.
        let atomic = op::is(operation, atomics::ATOMIC);
        let exact = affine.is_some() && !guard.unknown && !atomic;
        let element = affine.filter(|_| exact && guard.instances.is_none());
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

    /// The original access that an operation states: a function from this statement's instances to
    /// elements of an array, restricted to the conditions of the operation itself.
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

    /// From the instances for which the guard holds to the element; a subscript that is not affine
    /// ranges over its dimension.
    fn relation(
        &self,
        info: &ArrayInfo,
        subscripts: &[Option<Function>],
        guard: &Guard,
    ) -> tc_isl::Result<UnionMap> {
        let relation = match whole(subscripts)? {
            Some(element) => Map::from_multi_aff(&element)?,
            None => self.elements(info, subscripts)?,
        };
        let relation = relation.set_tuple_id(Dim::Out, &Id::new(self.context, &info.name)?)?;
        match &guard.instances {
            Some(instances) => relation.intersect_domain(instances)?,
            None => relation,
        }
        .to_union_map()
    }

    /// From all instances to elements, built coordinate by coordinate.
    fn elements(&self, info: &ArrayInfo, subscripts: &[Option<Function>]) -> tc_isl::Result<Map> {
        let instances = Set::universe(self.subscripts.space())?;
        let mut names = self.names.clone();
        let mut elements = Map::from_domain(&instances)?;
        for (dim, subscript) in subscripts.iter().enumerate() {
            let along = match subscript {
                Some(subscript) => Map::from_pw_aff(&subscript.in_pieces()?)?,
                None => {
                    let extent = info.extents.get(dim).and_then(Option::as_ref);
                    let any = self.whole_dimension(&names.fresh(&format!("d{dim}")), extent)?;
                    Map::from_domain_and_range(&instances, &any)?
                }
            };
            elements = elements.flat_range_product(&along)?;
        }
        Ok(elements)
    }

    /// The coordinates along a dimension of an array.
    fn whole_dimension(&self, name: &str, extent: Option<&Extent>) -> tc_isl::Result<Set> {
        let space = self.sizes.add_unnamed_tuple(1)?;
        let space = space.set_dim_name(Dim::SET, 0, name)?;
        let all = Set::universe(&space)?.lower_bound(Dim::SET, 0, 0)?;
        let end = match extent {
            None => return Ok(all),
            Some(derived @ Extent::Derived(_)) => {
                let sizes = self.table.sizes.join(", ");
                let text = format!("[{sizes}] -> {{ [{name}] : {name} < {derived} }}");
                return all.intersect(&Set::parse(self.context, &text)?);
            }
            Some(Extent::Number(extent)) => {
                Aff::val_on_domain(&space, &Val::new(self.context, *extent)?)?
            }
            Some(Extent::Size(size)) => space.param_aff_on_domain(&Id::new(self.context, size)?)?,
        };
        all.intersect(&Aff::var_on_domain(&space, Dim::SET, 0)?.lt_set(&end)?)
    }
}

/// The subscripts as one function, if there is at least one and each is a single expression.
fn whole(subscripts: &[Option<Function>]) -> tc_isl::Result<Option<MultiAff>> {
    let mut tuple: Option<MultiAff> = None;
    for subscript in subscripts {
        let Some(Function::Whole(subscript)) = subscript else {
            return Ok(None);
        };
        let subscript = MultiAff::from_aff(subscript)?;
        tuple = Some(match tuple {
            Some(tuple) => tuple.flat_range_product(&subscript)?,
            None => subscript,
        });
    }
    Ok(tuple)
}
