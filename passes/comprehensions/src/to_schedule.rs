//! `tc-to-schedule`: lowers comprehensions with ranges to a scop with the canonical schedule tree.
//!
//! ```text
//! tc.def @sgemm(...) {                                schedule.scop @sgemm(...) sizes(N = %A[0], ...) {
//!   tc.comprehension %C[n, m] (n.., m..) {...}          schedule.statement @S0(%n, %m) {...}
//!   tc.comprehension %C[n, m] add (n.., m.., k..)   ->  schedule.statement @S1(%n, %m, %k) reduces add {...}
//! }                                                     schedule.domain "{ S0[n, m] : ...; S1[n, m, k] : ... }" {
//!                                                         schedule.sequence {
//!                                                           schedule.filter "{ S0[n, m] }" { band n, m }
//!                                                           schedule.filter "{ S1[n, m, k] }" { band n, m, k }
//! ```
//!
//! The tree is that of figure 3a of the Tensor Comprehensions paper: a sequence with one filter for
//! each statement, and below it a permutable band with one member for each index. Members of
//! indices on the left are coincident: no two instances of a comprehension write the same element,
//! and none reads what another one writes (checked here, see [`own_reads`]); members of reduction
//! indices are not.
//!
//! - A loop is a dimension of the domains of its statements, a band, and a sequence below it
//!   (`nest`). Instances of one iteration are independent where those of a statement outside of
//!   loops are. A range that depends on other indices is a condition of the domain.
//! - A write at a computed place is a `memref.store`, which may touch any element along that
//!   dimension; a pair is one statement with two stores.
//! - Initialising reductions, half targets and updates that read their own element become several
//!   statements ([`plan`]).
//! - Origins are subtracted: storage starts at 0. Unsigned elements are stored as signless
//!   integers.
//! - Symbolic extents are dynamic dimensions, and the scop names the argument of each size; known
//!   extents are static. The attribute `schedule.extents` has the other ones: `N - 2`.
//! - `tc.exists` is no longer needed and disappears.
//! - Ranges must be quasi-affine in the sizes. Products and quotients of sizes are refused:
//!   `tc-specialize` binds them.
//! - Subscripts need not be affine; a gather becomes a `memref.load` ([`body`]).

pub mod body;
mod clamp;
mod nest;
pub mod own_reads;
pub mod plan;
pub mod read;
mod tree;

use std::collections::HashMap;
use tc_dialects::location;

use melior::Context;
use melior::ir::operation::{OperationBuilder, OperationLike, OperationRef};
use melior::ir::r#type::MemRefType;
use melior::ir::{
    Attribute, Block, BlockLike, Identifier, Location, Operation, Region, RegionLike, Type, Value,
};

use tc_dialects::op::{self, ValueKey};
use tc_dialects::tc::{Def, Left, Range, Role, Subscript};
use tc_syntax::diagnostic::Code;
use tc_syntax::expr::{Expr, Symbol};

use super::check_inplace::check_inplace;
use super::inference::reader;
use body::{ArrayValue, Body, Redirect, Scope, SizeSource};
use nest::Nest;
use own_reads::{Conflict, Instances};
use plan::{Action, Array, OwnReads, Plan};
use read::{Comprehension, Definition};
use tc_pass_host::{Failure, Pass, PassContext, pass};
use tc_scop::emit::{Emitter, Outcome, is_narrow, refuse};
use tc_scop::extents::{self, EXTENTS};
use tc_scop::isl_text::{self, IslNames};
use tree::set_attribute;

pass! {
    /// Lowers comprehensions with ranges to a scop with the canonical schedule tree: a sequence of
    /// filters, each with a permutable band of all indices of its statement.
    ///
    /// Needs ranges (`tc-infer-ranges`) and inlined calls (`tc-inline-calls`). Sizes stay symbolic
    /// unless `tc-specialize` has bound them; products of sizes in ranges must be bound.
    pub struct TcToSchedule {
        name: "tc-to-schedule",
        anchor: "builtin.module",
        summary: "lower comprehensions to scops with the canonical schedule tree",
        dialects: ["schedule", "affine", "memref", "arith", "math", "scf"],
        statistics: {
            /// defs lowered
            scops,
            /// statements created
            statements,
            /// temporaries added for half accumulators and old values
            temporaries,
        },
    }
}

impl Pass for TcToSchedule {
    fn run<'c>(&self, module: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        let body = module
            .region(0)?
            .first_block()
            .ok_or_else(|| Failure::new("expected a module with a body"))?;
        let operations = op::operations(body).into_iter();
        let defs: Vec<Def> = operations.filter_map(Def::from_op).collect();
        for def in defs {
            let (scop, plan) = lower(ctx.context(), def)?;
            body.insert_operation_before(def.operation(), scop);
            op::erase(def.operation());
            self.scops.add(1);
            self.statements.add(plan.statements.len());
            self.temporaries.add(plan.helpers.len());
        }
        Ok(())
    }
}

/// MLIR's mark of a dynamic extent.
const DYNAMIC: i64 = i64::MIN;

/// Lowers one def to a scop that is not yet inserted; also returns the statistics of the plan.
pub fn lower<'c>(context: &'c Context, def: Def<'c, '_>) -> Outcome<(Operation<'c>, Plan)> {
    clamp::clamp_reads(context, def);
    let definition = Definition::of(def)?;
    check_work(def)?;
    let own_reads = own_reads(&definition)?;
    let plan = make_plan(context, &definition, &own_reads);
    let names = Names::of(&definition);
    let scop = Lowering {
        context,
        definition: &definition,
        plan: &plan,
        nest: &Nest::of(&plan, &definition),
        names: &names,
    }
    .scop()?;
    Ok((scop, plan))
}

/// The arguments of a def, and the accesses of one statement, at most: the proof compares each
/// with others.
const MOST: usize = 5_000;

/// Refuses what would take minutes below.
fn check_work(def: Def<'_, '_>) -> Outcome<()> {
    let too_many = |what: String, place: OperationRef<'_, '_>| {
        let message = format!(
            "{what}, more than the {MOST} that are scheduled [{}]",
            Code::TC0601
        );
        Err(Failure::new(message).at_operation(&place))
    };
    let arguments = def.arguments().len();
    if arguments > MOST {
        let what = format!("`{}` has {arguments} inputs and outputs", def.name());
        return too_many(what, def.operation());
    }
    for statement in def.comprehensions() {
        let accesses = statement.accesses().len();
        if accesses > MOST {
            let what = format!("the statement has {accesses} accesses");
            return too_many(what, statement.operation());
        }
    }
    Ok(())
}

/// The names of a def in isl.
struct Names {
    /// Sizes only.
    sizes: IslNames,
    /// The sizes in the order of the def, as isl writes them.
    parameters: Vec<String>,
}

impl Names {
    fn of(definition: &Definition<'_, '_>) -> Names {
        let mut sizes = IslNames::default();
        let parameters = definition
            .sizes
            .iter()
            .map(|size| sizes.add(size))
            .collect();
        Names { sizes, parameters }
    }
}

/// How each comprehension reads its own target; an error if another instance writes an element that
/// it reads. Guards are looked at only where the ranges do not show it.
fn own_reads(definition: &Definition<'_, '_>) -> Outcome<Vec<OwnReads>> {
    let context = tc_isl::thread_context();
    let mut kinds = Vec::new();
    for comprehension in &definition.comprehensions {
        let left = comprehension.left_exprs();
        let has_places = comprehension.view.is_scatter() || comprehension.place.is_some();
        let left = left.filter(|_| !has_places);
        let mut kind = OwnReads::Elsewhere;
        for read in &comprehension.own_reads {
            let checked = match (read::exprs(*read), &left) {
                (Some(subscripts), Some(left)) => Instances {
                    indices: &comprehension.indices,
                    loops: comprehension.loops.len(),
                    left,
                    sizes: &definition.sizes,
                }
                .check(&context, &subscripts),
                _ => Err(Conflict::Unknown),
            };
            let checked = match checked {
                Err(Conflict::OtherInstance) if is_in_place(definition.view) => {
                    Ok(OwnReads::Hidden)
                }
                other => other,
            };
            let refused = |conflict| own_read_refused(definition, comprehension, conflict);
            kind = kind.max(checked.map_err(refused)?);
        }
        kinds.push(kind);
    }
    Ok(kinds)
}

/// Whether no statement reads an element that another instance of it writes, with the guards of its
/// reads.
fn is_in_place(def: Def<'_, '_>) -> bool {
    reader::read_def(def).is_ok_and(|model| check_inplace(&model).1.is_empty())
}

fn own_read_refused(
    definition: &Definition<'_, '_>,
    comprehension: &Comprehension<'_, '_>,
    conflict: Conflict,
) -> Failure {
    let name = &definition.tensors[comprehension.target].name;
    let message = match conflict {
        Conflict::OtherInstance => {
            format!("in-place update of `{name}` reads elements that other instances write")
        }
        Conflict::Unknown => {
            format!(
                "`{name}` is read while it is written, and it is not known whether by another instance"
            )
        }
    };
    refuse(comprehension.view.operation().location(), message).note(
        "help: write to a new tensor, or see the pair of instances that `tc-check-inplace` finds",
    )
}

fn make_plan(context: &Context, definition: &Definition<'_, '_>, own_reads: &[OwnReads]) -> Plan {
    let tensors: Vec<_> = definition
        .tensors
        .iter()
        .map(|tensor| plan::Tensor {
            name: tensor.name.clone(),
            dims: tensor.dims.clone(),
            narrow: is_narrow(context, tensor.element),
        })
        .collect();
    let comprehensions: Vec<_> = definition
        .comprehensions
        .iter()
        .zip(own_reads)
        .map(|(comprehension, &own_reads)| plan::Comprehension {
            target: comprehension.target,
            place: comprehension.place,
            left: comprehension
                .left
                .iter()
                .map(|left| planned(comprehension, left))
                .collect(),
            indices: comprehension.indices.clone(),
            loops: comprehension.loops.len(),
            combine: comprehension.reduction,
            init: comprehension.view.init(),
            own_reads,
        })
        .collect();
    Plan::new(&tensors, &comprehensions)
}

fn few_values(emitter: Emitter<'_, '_>) -> Failure {
    refuse(
        emitter.location,
        "expected as many values as `tc.yield` needs",
    )
}

/// A subscript of the target in the plan.
fn planned(comprehension: &Comprehension<'_, '_>, left: &Left<'_, '_>) -> plan::Left {
    let position = |name: &String| {
        let mut indices = comprehension.indices.iter();
        indices.position(|(index, _)| index == name)
    };
    match left {
        Left::Index(name) => match position(name) {
            Some(at) => plan::Left::Index(at),
            None => plan::Left::Scattered(Some(Expr::name(name))),
        },
        Left::Fixed(expr) => plan::Left::Fixed(expr.clone()),
        Left::Scattered(expr) => plan::Left::Scattered(Some(expr.clone())),
        Left::Computed(_) => plan::Left::Scattered(None),
    }
}

struct Lowering<'p, 'c, 'b> {
    context: &'c Context,
    definition: &'p Definition<'c, 'b>,
    plan: &'p Plan,
    nest: &'p Nest,
    names: &'p Names,
}

/// `upper - lower`, in normal form.
fn extent(range: &Range, sizes: &[String]) -> Expr {
    let order: Vec<&str> = sizes.iter().map(String::as_str).collect();
    let extent = Expr::sub(range.upper.clone(), range.lower.clone());
    extent.normalized(&order).unwrap_or(extent)
}

impl<'c, 'b> Lowering<'_, 'c, 'b> {
    fn scop(&self) -> Outcome<Operation<'c>> {
        let location = self.definition.view.operation().location();
        let region = Region::new();
        let arguments: Vec<_> = self
            .arguments()
            .map(|tensor| (self.memref(&tensor.dims, tensor.element), location))
            .collect();
        let block = region.append_block(Block::new(&arguments));
        let emitter = Emitter {
            context: self.context,
            block,
            location,
        };
        let scope = self.scope(emitter)?;
        for statement in &self.plan.statements {
            self.statement(emitter, &scope, statement)?;
        }
        self.tree(emitter)?;
        let attributes = self.attributes(emitter, &scope)?;
        OperationBuilder::new("schedule.scop", location)
            .add_attributes(&attributes)
            .add_regions([region])
            .build()
            .map_err(|error| {
                refuse(
                    location,
                    format!("internal: the scop cannot be built: {error}"),
                )
            })
    }

    fn arguments(&self) -> impl Iterator<Item = &read::Tensor<'c, 'b>> {
        self.definition
            .tensors
            .iter()
            .filter(|tensor| tensor.role != Role::Temporary)
    }

    fn memref(&self, dims: &[Range], element: Type<'c>) -> Type<'c> {
        let extents: Vec<i64> = dims
            .iter()
            .map(|dim| {
                // An integer input may be negative: then there are no elements.
                extent(dim, &self.definition.sizes)
                    .as_const()
                    .map_or(DYNAMIC, |extent| extent.max(0))
            })
            .collect();
        MemRefType::new(element, &extents, None, None).into()
    }

    /// Declares the arrays inside the scop; returns the meaning of all names in bodies.
    fn scope<'s>(&self, emitter: Emitter<'c, 's>) -> Outcome<Scope<'c, 's>> {
        let mut scope = Scope {
            arrays: Vec::new(),
            sizes: self.size_sources(),
            scalars: HashMap::new(),
            tensors: HashMap::new(),
        };
        for (number, tensor) in self.definition.tensors.iter().enumerate() {
            let value = match tensor.role {
                Role::Temporary => {
                    self.array(emitter, &tensor.name, &tensor.dims, tensor.element)?
                }
                _ => emitter
                    .block
                    .argument(number)
                    .map_err(|error| refuse(emitter.location, error.to_string()))?
                    .into(),
            };
            let origin = tensor.dims.iter().map(|dim| dim.lower.clone()).collect();
            scope.arrays.push(ArrayValue {
                value,
                element: tensor.element,
                unsigned: tensor.unsigned,
                origin,
            });
            scope.tensors.insert(ValueKey::of(tensor.value), number);
            if tensor.role == Role::In
                && tensor.dims.is_empty()
                && tc_scop::emit::integer_width(tensor.element).is_some()
            {
                scope.scalars.insert(tensor.name.clone(), number);
            }
        }
        for helper in &self.plan.helpers {
            let like = &self.definition.tensors[helper.like];
            let element = if helper.wide {
                Type::float32(self.context)
            } else {
                like.element
            };
            let value = self.array(emitter, &helper.name, &like.dims, element)?;
            let origin = like.dims.iter().map(|dim| dim.lower.clone()).collect();
            scope.arrays.push(ArrayValue {
                value,
                element,
                unsigned: like.unsigned,
                origin,
            });
        }
        Ok(scope)
    }

    fn array<'s>(
        &self,
        emitter: Emitter<'c, 's>,
        name: &str,
        dims: &[Range],
        element: Type<'c>,
    ) -> Outcome<Value<'c, 's>> {
        let kind = emitter.attribute("#schedule.array_kind<temporary>")?;
        let attributes = [("kind", kind), ("array_name", emitter.string(name))];
        emitter.value(
            "schedule.array",
            &[],
            self.memref(dims, element),
            &attributes,
        )
    }

    /// The first argument dimension whose extent is just the size, for each size.
    fn size_sources(&self) -> HashMap<String, SizeSource> {
        let mut sources = HashMap::new();
        for (array, tensor) in self.arguments().enumerate() {
            for (dim, range) in tensor.dims.iter().enumerate() {
                if let Some(size) = extent(range, &self.definition.sizes).as_name() {
                    sources
                        .entry(size.to_owned())
                        .or_insert(SizeSource { array, dim });
                }
            }
        }
        sources
    }

    /// The number of an array in the scope.
    fn number(&self, array: Array) -> usize {
        match array {
            Array::Tensor(number) => number,
            Array::Helper(number) => self.definition.tensors.len() + number,
        }
    }

    fn statement(
        &self,
        emitter: Emitter<'c, 'b>,
        scope: &Scope<'c, 'b>,
        statement: &plan::PlannedStatement,
    ) -> Outcome<()> {
        let comprehension = &self.definition.comprehensions[statement.comprehension];
        let location = location::without_parts(comprehension.view.operation().location());
        let index = Type::index(self.context);
        let arguments: Vec<(Type<'c>, Location<'c>)> = statement
            .indices
            .iter()
            .map(|_| (index, location))
            .collect();
        let region = Region::new();
        let block = region.append_block(Block::new(&arguments));
        self.body(
            Emitter {
                context: self.context,
                block,
                location,
            },
            scope,
            statement,
            comprehension,
        )?;
        let mut attributes = vec![
            ("sym_name", emitter.string(&statement.name)),
            (
                "arg_names",
                emitter.strings(statement.indices.iter().map(|(name, _)| name.as_str())),
            ),
        ];
        if let Some(combine) = statement.reduces {
            attributes.push(("reduces", combine.to_attribute(self.context)));
        }
        if let Some(at) = self.nest.place(&statement.name) {
            let numbers: Vec<String> = at.iter().map(ToString::to_string).collect();
            let text = format!("array<i64: {}>", numbers.join(", "));
            attributes.push(("at", emitter.attribute(text)?));
        }
        emitter
            .at(location)
            .op("schedule.statement", &[], &[], &attributes, vec![region])?;
        Ok(())
    }

    fn body(
        &self,
        emitter: Emitter<'c, 'b>,
        scope: &Scope<'c, 'b>,
        statement: &plan::PlannedStatement,
        comprehension: &Comprehension<'c, 'b>,
    ) -> Outcome<()> {
        let mut indices = HashMap::new();
        for (number, (name, _)) in statement.indices.iter().enumerate() {
            let value = emitter
                .block
                .argument(number)
                .map_err(|error| refuse(emitter.location, error.to_string()))?;
            indices.insert(name.clone(), value.into());
        }
        let redirect = match &statement.action {
            Action::Compute {
                own_elements_from,
                own_reads,
                ..
            } => Some(Redirect {
                tensor: comprehension.target,
                at: match own_reads {
                    OwnReads::Hidden => None,
                    _ => Some(comprehension.left_exprs().unwrap_or_default()),
                },
                to: self.number(*own_elements_from),
            }),
            _ => None,
        };
        let mut body = Body::new(emitter, scope, indices, redirect);
        let (mut yielded, computed) = match &statement.action {
            Action::Compute { .. } => body.copy(comprehension.view)?,
            Action::Fill(_) | Action::Copy(_) => (Vec::new(), Vec::new()),
        };
        let mut computed = computed.into_iter();
        let left: Option<Vec<Subscript>> = statement
            .left
            .iter()
            .map(|left| match left {
                Some(expr) => Some(Subscript::Expr(expr.clone())),
                None => computed.next().map(Subscript::Value),
            })
            .collect();
        let left = left.ok_or_else(|| few_values(emitter))?;
        yielded.reverse();
        let value = self.value(&body, statement, &left, yielded)?;
        body.store(value, self.number(statement.target), &left)
    }

    /// The value that an instance stores at `left`; the place of a pair is stored here. The yielded
    /// values are in reverse.
    fn value(
        &self,
        body: &Body<'c, 'b>,
        statement: &plan::PlannedStatement,
        left: &[Subscript<'c, 'b>],
        mut yielded: Vec<Value<'c, 'b>>,
    ) -> Outcome<Value<'c, 'b>> {
        let emitter = body.emitter;
        let target = self.number(statement.target);
        let (element, unsigned) = {
            let array = &body.scope.arrays[target];
            (array.element, array.unsigned)
        };
        let mut next = || yielded.pop().ok_or_else(|| few_values(emitter));
        match &statement.action {
            Action::Fill(combine) => emitter.identity(*combine, element, unsigned),
            Action::Copy(from) => body.load(self.number(*from), left),
            Action::Compute { combine: None, .. } => next(),
            Action::Compute {
                combine: Some(combine),
                place: None,
                ..
            } => {
                let value = emitter.convert(next()?, element)?;
                let old = body.load(target, left)?;
                emitter.combine(*combine, old, value, unsigned)
            }
            Action::Compute {
                combine: Some(combine),
                place: Some(place),
                ..
            } => {
                let new = [emitter.convert(next()?, element)?, next()?];
                let place = self.number(*place);
                let old = [body.load(target, left)?, body.load(place, left)?];
                let signs = [unsigned, body.scope.arrays[place].unsigned];
                let [value, second] = emitter.winner(*combine, old, new, signs)?;
                body.store(second, place, left)?;
                Ok(value)
            }
        }
    }

    fn attributes<'s>(
        &self,
        emitter: Emitter<'c, 's>,
        scope: &Scope<'c, 's>,
    ) -> Outcome<Vec<(Identifier<'c>, Attribute<'c>)>> {
        let roles: Vec<&str> = self
            .arguments()
            .map(|tensor| match tensor.role {
                Role::Out => "#schedule.role<out>",
                Role::InOut => "#schedule.role<inout>",
                Role::In | Role::Temporary => "#schedule.role<in>",
            })
            .collect();
        let mut attributes = vec![
            ("sym_name", emitter.string(&self.definition.name)),
            (
                "arg_names",
                emitter.strings(self.arguments().map(|tensor| tensor.name.as_str())),
            ),
            (
                "arg_roles",
                emitter.attribute(format!("[{}]", roles.join(", ")))?,
            ),
        ];
        if !self.names.parameters.is_empty() {
            let sources = self
                .definition
                .sizes
                .iter()
                .map(|size| scope.sizes.get(size));
            let places: Vec<_> = sources
                .map(|source| source.map_or((-1, -1), |at| (at.array as i64, at.dim as i64)))
                .collect();
            let list = |values: Vec<i64>| {
                let texts: Vec<String> = values.iter().map(i64::to_string).collect();
                format!("array<i64: {}>", texts.join(", "))
            };
            attributes.push((
                "size_names",
                emitter.strings(self.names.parameters.iter().map(String::as_str)),
            ));
            attributes.push((
                "size_args",
                emitter.attribute(list(places.iter().map(|place| place.0).collect()))?,
            ));
            attributes.push((
                "size_dims",
                emitter.attribute(list(places.iter().map(|place| place.1).collect()))?,
            ));
            attributes.push(("context", set_attribute(emitter, &self.context_text())?));
            let derived = self.derived_extents(scope);
            attributes.extend(extents::attribute(self.context, &derived).map(|all| (EXTENTS, all)));
        }
        Ok(attributes
            .into_iter()
            .map(|(name, value)| (Identifier::new(self.context, name), value))
            .collect())
    }

    /// The arrays of which a dynamic extent is not named as a size, with all extents, in the names
    /// that isl has for the sizes.
    fn derived_extents(&self, scope: &Scope<'_, '_>) -> Vec<(String, Vec<Expr>)> {
        let tensors = &self.definition.tensors;
        let (arguments, temporaries): (Vec<_>, Vec<_>) = tensors
            .iter()
            .partition(|tensor| tensor.role != Role::Temporary);
        let helpers = self.plan.helpers.iter();
        let helpers = helpers.map(|helper| (&helper.name, &tensors[helper.like].dims, None));
        let arguments = arguments.into_iter().enumerate();
        let arrays = arguments
            .map(|(array, tensor)| (&tensor.name, &tensor.dims, Some(array)))
            .chain(
                temporaries
                    .into_iter()
                    .map(|one| (&one.name, &one.dims, None)),
            )
            .chain(helpers);
        let in_isl = |symbol: &Symbol| {
            let known = self.names.sizes.get(symbol.as_name()?)?;
            Some(Expr::name(known))
        };
        let derived = arrays.filter_map(|(name, dims, array)| {
            let extents = dims.iter().map(|dim| extent(dim, &self.definition.sizes));
            let extents: Vec<Expr> = extents.collect();
            let is_named = |(dim, extent): (usize, &Expr)| {
                let place = array.map(|array| SizeSource { array, dim });
                let source = extent.as_name().and_then(|size| scope.sizes.get(size));
                extent.as_const().is_some() || (place.is_some() && source == place.as_ref())
            };
            let all_named = extents.iter().enumerate().all(is_named);
            let renamed = || extents.iter().map(|one| one.substitute(&in_isl)).collect();
            (!all_named).then(|| (name.clone(), renamed()))
        });
        derived.collect()
    }

    /// The constraints on the sizes: none is negative, and the affine preconditions hold.
    fn context_text(&self) -> String {
        let sizes = self
            .names
            .parameters
            .iter()
            .map(|size| format!("{size} >= 0"));
        let preconditions = self
            .definition
            .preconditions
            .iter()
            .filter_map(|known| isl_text::precondition(known, &self.names.sizes));
        let conditions: Vec<String> = sizes.chain(preconditions).collect();
        format!(
            "[{}] -> {{ : {} }}",
            self.parameters(),
            conditions.join(" and ")
        )
    }
}
