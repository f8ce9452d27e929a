//! `schedule-parallel-reduction`: a reduction runs on several lanes, and their partial results are
//! combined.
//!
//! ```text
//! band coincident S[i] -> i; T[i, k] -> i          band coincident S[i] -> i; T_init[i, l] -> i; T[i, k] -> i; ...
//!   sequence                                         sequence
//!     filter S[i]                                      filter S[i]
//!     filter T[i, k]                                   filter T_init[i, l]
//!       band T[i, k] -> k                    ==>         band "lanes" coincident T_init[i, l] -> l
//!                                                      filter T[i, k]
//!                                                        band "partial" T[i, k] -> floor(k/256)
//!                                                          band "lanes" coincident T[i, k] -> k mod 256
//!                                                      filter T_fold[i, l]
//!                                                        band "fold" T_fold[i, l] -> l
//!
//! T:  C[i] += f(i, k)                              T_init: T_part[i, l] = 0
//!                                                  T:      T_part[i, k mod 256] += f(i, k)
//!                                                  T_fold: C[i] += T_part[i, l]
//! ```
//!
//! This is `rfactor` of Suriana, Adams and Kamil ("Parallel associative reductions in Halide", CGO
//! 2017): a new array has one more dimension for each index that is dealt out. Both added
//! statements are ordinary ones, so mapping, promotion, barriers and the proof work on them as on
//! all others.
//!
//! **Which reductions.** Those that `statements` names, or all that gain from it ([`mod@derive`]):
//! few elements, many terms, no reuse of operands that tiles would give. Lanes are threads of a
//! warp where terms are neighbours in memory (`lanes` innermost), and warps of a block where the
//! elements of the result are. Where there are many lanes, the fold is split again: a tree.
//! Elementwise statements of the same kernel go to the same lanes.
//!
//! **Runs.** A product of few elements, and a sum with so many terms that one block would take
//! long, is cut into runs of one index (split-K): `T_init` and `T` become a kernel in front, with
//! the runs as one more coincident loop, and `T_fold` stays in the kernel that `T` was in.
//!
//! **Legal when** the statement reduces by an operation that may be reassociated (`reduces`), into
//! an element whose subscripts are affine. Every instance has exactly one lane, a function of its
//! indices, and at most one run, so the terms are partitioned; each partial result starts from the
//! neutral element. A reduction of pairs (`pair`) has two arrays of partial results. No instance
//! may read another element that the statement updates in the same iteration of the program's loops
//! around it; statements there are numbered anew. A reduction becomes a kernel of its own only if
//! it is in no such loop, and no other statement of its kernel writes what it reads. The order of
//! the terms is fixed by the sizes: a run gives the bits of the run before it.
//! **Cost**: one more array, whose tiles stay in the memory of a block; that of runs is written to
//! and read from global memory once, and takes a second launch.

pub mod cut;
pub mod derive;
mod fibres;
mod pair;
pub mod reduction;
pub mod split;

use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use tc_dialects::op::{self, defining_operation};
use tc_dialects::schedule::tree::{Path, Refusal, Scop, Tree};
use tc_isl::{Dim, UnionMap, thread_context};

use super::choose;
use super::places::Places;
use super::vectorize::check_width;
use cut::Cut;
use pair::Pair;
use reduction::{Names, Parts};
use split::split;
use tc_dialects::tc::Reduction;
use tc_pass_host::*;
use tc_scop::accesses::{self, AccessKind, Accumulator, ScopAccesses, StatementAccesses};
use tc_scop::emit::identity_text;
use tc_scop::extents::bytes_of;
use tc_scop::leaves::Leaves;
use tc_scop::scop_edit::{Combine, Element, Operator, ScopEdit};
use tc_scop::scop_pass::{failure, transform};

pass! {
    /// Splits reductions over lanes that run in parallel: each sums into an element of a new array,
    /// and a second statement combines these. Without `statements`, those reductions are split that
    /// have few elements and many terms for the machine, the `tc.target` of the module.
    pub struct ScheduleParallelReduction {
        name: "schedule-parallel-reduction",
        anchor: "schedule.scop",
        summary: "a reduction runs on several lanes, and their partial results are combined",
        dialects: ["affine", "arith"],
        options: {
            /// the statements to split; all that gain from it if empty
            statements: Vec<String> = Vec::new(),
            /// lanes for the last indices of the sum, outermost first; derived from extents and
            /// strides if empty
            lanes: Vec<i64> = Vec::new(),
            /// runs of the first index of the sum, each for blocks of its own: two kernels
            blocks: i64 = 1,
            /// neighbouring terms that a lane takes at a time, where lanes are given
            width: i64 = 1,
            /// reductions with fewer terms are left as they are, where lanes are derived
            terms: i64 = 64,
            /// bytes of the widest access of memory, a power of two, where lanes are derived; the
            /// machine's if empty
            vector_bytes: Option<i64> = None,
        },
        statistics: {
            /// reductions that were split
            split,
            /// reductions that were left as they are
            left,
        },
    }
}

impl Pass for ScheduleParallelReduction {
    fn check(&self) -> Result<(), String> {
        if let Some(found) = self.lanes.iter().find(|&&lanes| lanes < 1) {
            return Err(format!("expected at least 1 lane, found {found}"));
        }
        if self.is_given() && self.statements.is_empty() {
            return Err("lanes and blocks need the statements that they are for".to_owned());
        }
        if self.blocks < 1 {
            return Err(format!("expected at least 1 run, found {}", self.blocks));
        }
        check_width(self.vector_bytes)?;
        match self.width {
            1.. => Ok(()),
            width => Err(format!("expected a width of at least 1, found {width}")),
        }
    }

    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let all = accesses::of_scop(&thread_context(), operation)?;
        let edit = ScopEdit::new(ctx.context(), operation)?;
        let mut names = Vec::new();
        for one in &all.statements {
            let statement = edit.statement(&one.name)?;
            if one.accumulator.is_some() || Pair::of(ctx.context(), statement).is_some() {
                names.push(one.name.clone());
            }
        }
        if let Some(unknown) = self.statements.iter().find(|name| !names.contains(name)) {
            let refusal = Refusal::new(format!("there is no reduction {unknown}"));
            let refusal = refusal.note(format!("the reductions are {}", names.join(", ")));
            return Err(failure(operation, refusal));
        }
        if !self.statements.is_empty() {
            names.retain(|name| self.statements.contains(name));
        }
        for name in names {
            match self.one(operation, ctx, &name)? {
                Ok(cut) => {
                    self.split.add(1);
                    if !cut.outermost && !cut.lanes.is_empty() {
                        transform(operation, ctx, |scop| elementwise(scop, &name, &cut))?;
                    }
                    ctx.decided(operation, decision(&name, &cut));
                }
                Err(refusal) if !self.statements.is_empty() => {
                    return Err(failure(operation, refusal));
                }
                Err(refusal) => {
                    self.left.add(1);
                    let left = Decision::missed(format!("reduction {name}"), "not split");
                    ctx.decided(operation, left.because(refusal.message));
                }
            }
        }
        Ok(())
    }
}

impl ScheduleParallelReduction {
    /// Whether a person says how reductions are split.
    fn is_given(&self) -> bool {
        !self.lanes.is_empty() || self.blocks > 1
    }

    /// Splits one reduction, and its fold where that has many terms; the inner refusal says why it
    /// stays as it is.
    fn one<'c>(
        &self,
        scop: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
        name: &str,
    ) -> Result<Result<Cut, Refusal>, Failure> {
        let target = ctx.target();
        let derive = |reduction: &reduction::Reduction, scop: &Scop, accesses: &ScopAccesses| {
            if self.is_given() {
                return derive::given(reduction, &self.lanes, self.width, self.blocks);
            }
            let machine = choose::machine(target.as_ref())?;
            let mut statements = accesses.statements.iter();
            let own = statements.find(|one| one.name == reduction.statement);
            let nest = match may_be_a_kernel(scop, accesses, reduction)? {
                Some(kernel) => choose::nest_of(scop, accesses, &kernel)?,
                None => None,
            };
            let array = scop.array(&reduction.array);
            let known = derive::Known {
                accesses: own.map_or(&[][..], |own| &own.accesses),
                bytes: array.map_or(WORD, |array| bytes_of(&array.element)),
                vector_bytes: self.vector_bytes.unwrap_or(machine.access_bytes),
                machine: &machine,
                nest: nest.as_ref(),
                terms: self.terms,
            };
            derive::derive(reduction, &known)
        };
        let (fold, cut) = match split_one(scop, ctx, name, &derive)? {
            Ok(done) => done,
            Err(refusal) => return Ok(Err(refusal)),
        };
        // A fold of few terms stays as it is.
        let again = |reduction: &reduction::Reduction, scop: &Scop, accesses: &ScopAccesses| {
            match (derive::fold(reduction)?, &cut.run) {
                (None, _) => Err(Refusal::new("there is nothing to deal out")),
                // The fold of a kernel of its own is a sum like all others.
                (Some(_), Some(_)) if !self.is_given() => derive(reduction, scop, accesses),
                (Some(lanes), _) => Ok(Cut {
                    lanes,
                    outermost: cut.outermost,
                    run: None,
                }),
            }
        };
        if let Ok((second, _)) = split_one(scop, ctx, &fold, &again)?
            && cut.run.is_some()
        {
            let few = |reduction: &reduction::Reduction, _: &Scop, _: &ScopAccesses| {
                let lanes = derive::fold(reduction)?;
                let lanes = lanes.ok_or_else(|| Refusal::new("there is nothing to deal out"))?;
                Ok(Cut {
                    lanes,
                    ..Cut::default()
                })
            };
            let _ = split_one(scop, ctx, &second, &few)?;
        }
        Ok(Ok(cut))
    }
}

/// The size of an element whose type is not known.
const WORD: i64 = 4;

/// The kernel of a reduction that may run before all other statements of that kernel: none of them
/// writes what it reads.
fn may_be_a_kernel(
    scop: &Scop,
    accesses: &ScopAccesses,
    reduction: &reduction::Reduction,
) -> Result<Option<Path>, Refusal> {
    let name = &reduction.statement;
    let mut statements = accesses.statements.iter();
    let own = statements.find(|one| one.name == *name);
    let Some(own) = own.filter(|_| reduction.loops == 0) else {
        return Ok(None);
    };
    let reads = |array: &String| {
        let reads = own
            .accesses
            .iter()
            .filter(|one| one.kind == AccessKind::Read);
        let mut others = reads.filter(|one| !reduction.loads.contains(&one.position));
        others.any(|access| access.array == *array)
    };
    for kernel in scop.tree.kernels() {
        if scop.tree.launches_above(&kernel) > 0 {
            continue;
        }
        let prefix = scop.tree.prefix(&kernel)?;
        let active = match scop.tree.at(&kernel) {
            Some(node) => prefix.enter(node)?.active,
            None => continue,
        };
        let names: Vec<String> = active.sets()?.iter().filter_map(|set| set.name()).collect();
        if !names.iter().any(|other| other == name) {
            continue;
        }
        let others = accesses.statements.iter();
        let writes = others
            .filter(|other| other.name != *name && names.contains(&other.name))
            .flat_map(|other| &other.accesses)
            .any(|access| access.kind == AccessKind::Write && reads(&access.array));
        return Ok((!writes).then_some(kernel));
    }
    Ok(None)
}

/// Gives the lanes of a reduction the elementwise statements of its kernel too.
fn elementwise(mut scop: Scop, name: &str, cut: &Cut) -> Result<(Scop, ()), Refusal> {
    for kernel in scop.tree.kernels() {
        let node = scop.tree.prefix(&kernel)?;
        let Some(at) = scop.tree.at(&kernel) else {
            continue;
        };
        let runs = node.enter(at)?.active.sets()?;
        if runs.iter().any(|set| set.name().as_deref() == Some(name)) {
            split::deal_elementwise(&mut scop.tree, &kernel, &cut.lanes)?;
        }
    }
    Ok((scop, ()))
}

/// Splits a reduction as `derive` says; returns the statement that combines the partial results, or
/// why nothing was done.
fn split_one<'c>(
    scop: OperationRef<'c, '_>,
    ctx: &PassContext<'c>,
    name: &str,
    derive: &impl Fn(&reduction::Reduction, &Scop, &ScopAccesses) -> Result<Cut, Refusal>,
) -> Result<Result<(String, Cut), Refusal>, Failure> {
    let accesses = accesses::of_scop(&thread_context(), scop)?;
    let edit = ScopEdit::new(ctx.context(), scop)?;
    let body = match Body::of(ctx.context(), &edit, &accesses, name)? {
        Ok(body) => body,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let planned = transform(scop, ctx, |mut scop| {
        let planned = plan(&scop, &accesses, &body, derive);
        if let Ok(planned) = &planned {
            scop.tree = planned.tree.clone();
        }
        Ok((scop, planned))
    })?;
    match planned {
        Ok(planned) => {
            planned.write(&edit, &body, &accesses)?;
            Ok(Ok((planned.names.fold, planned.cut)))
        }
        Err(refusal) => Ok(Err(refusal)),
    }
}

/// A reduction that is split.
struct Planned {
    tree: Tree,
    cut: Cut,
    names: Names,
    parts: Parts,
    places: Places,
}

/// What is known of the body of a reduction.
struct Body<'c, 'a, 'n> {
    statement: &'n str,
    /// What it updates: an element, or the two of a pair.
    components: Vec<Component<'c, 'a>>,
    /// How it combines.
    combine: Combine,
}

/// An element that a reduction updates.
struct Component<'c, 'a> {
    /// The array, by its name in isl, and from instances to the element.
    accumulator: Accumulator,
    /// Where the body loads and stores it.
    load: usize,
    store: usize,
    /// The array.
    result: Value<'c, 'a>,
}

impl<'c: 'a, 'a, 'n> Body<'c, 'a, 'n> {
    /// Reads the body of a reduction; the inner refusal says why it has no form that can be split.
    fn of(
        context: &'c Context,
        edit: &ScopEdit<'c, 'a>,
        accesses: &ScopAccesses,
        name: &'n str,
    ) -> Result<Result<Self, Refusal>, Failure> {
        let none = || Refusal::new(format!("{name} is no reduction"));
        let statement = edit.statement(name)?;
        let own = accesses.statements.iter().find(|one| one.name == name);
        let all = own.map_or(&[][..], |own| &own.accesses);
        let arrays = edit.arrays()?;
        let component = |load: usize, store: usize| {
            let access = all.iter().find(|access| access.position == load)?;
            let array = accesses
                .arrays
                .iter()
                .position(|one| one.name == access.array)?;
            Some(Component {
                accumulator: Accumulator {
                    load,
                    array: access.array.clone(),
                    relation: access.relation.clone(),
                },
                load,
                store,
                result: arrays[array],
            })
        };
        let (components, combine) = match own.and_then(|own| own.accumulator.as_ref()) {
            Some(accumulator) => {
                let places = match own {
                    Some(own) => positions(own, accumulator)?,
                    None => None,
                };
                let component = places.and_then(|(load, store)| component(load, store));
                let Some(component) = component else {
                    return Ok(Err(none()));
                };
                let store = component.store;
                let element = MemRefType::try_from(component.result.r#type())?.element();
                let Some(combine) = combining(context, statement, store, element) else {
                    return Ok(Err(Refusal::new(format!(
                        "a sum over elements of type {element} has no neutral element here"
                    ))));
                };
                (vec![component], combine)
            }
            None => {
                let Some(pair) = Pair::of(context, statement) else {
                    return Ok(Err(none()));
                };
                let components = pair.loads.into_iter().zip(pair.stores);
                let components: Option<Vec<Component>> = components
                    .map(|(load, store)| component(load, store))
                    .collect();
                let Some(components) = components else {
                    return Ok(Err(none()));
                };
                (components, pair.combine)
            }
        };
        Ok(Ok(Body {
            statement: name,
            components,
            combine,
        }))
    }
}

fn plan(
    scop: &Scop,
    accesses: &ScopAccesses,
    body: &Body<'_, '_, '_>,
    derive: &impl Fn(&reduction::Reduction, &Scop, &ScopAccesses) -> Result<Cut, Refusal>,
) -> Result<Planned, Refusal> {
    let name = body.statement;
    let mut tree = scop.tree.clone();
    let statement = scop.statements.iter().find(|one| one.name == name);
    let loops = statement.map_or(0, |one| one.at.len().saturating_sub(1));
    let results: Vec<&Accumulator> = body.components.iter().map(|one| &one.accumulator).collect();
    let mut reduction = reduction::Reduction::new(name, &tree, &results, loops)?;
    reduction.loads = body.components.iter().map(|one| one.load).collect();
    for leaf in &Leaves::of(&tree)?.0 {
        if leaf.runs(name)? {
            reduction.launches = leaf.launches();
        }
    }
    if let Some(own) = accesses.statements.iter().find(|one| one.name == name) {
        check_others(scop, own, body, loops)?;
    }
    let cut = derive(&reduction, scop, accesses)?;
    if cut.run.is_some() && may_be_a_kernel(scop, accesses, &reduction)?.is_none() {
        return Err(Refusal::new(match loops {
            0 => format!(
                "{name} cannot be a kernel of its own: another statement of its kernel writes what it reads"
            ),
            _ => format!("{name} cannot be a kernel of its own: it is in a loop of the program"),
        }));
    }
    if cut.run.is_none() && cut.lanes.iter().all(|lane| lane.lanes < 2) {
        return Err(Refusal::new("there is nothing to deal out"));
    }
    let indices = statement.map_or(&[][..], |own| &own.indices);
    let names = Names {
        init: accesses.fresh(&format!("{name}_init")),
        fold: accesses.fresh(&format!("{name}_fold")),
        indices: indices_of(&reduction, &cut, indices),
    };
    let parts = split(&mut tree, &reduction, &cut, &names)?;
    Ok(Planned {
        tree,
        cut,
        names,
        parts,
        places: Places::around(scop, name),
    })
}

impl Planned {
    /// Writes what is not in the tree: the arrays, the statements, the redirected accesses.
    fn write<'c: 'a, 'a>(
        &self,
        edit: &ScopEdit<'c, 'a>,
        body: &Body<'c, 'a, '_>,
        accesses: &ScopAccesses,
    ) -> Result<(), Failure> {
        let Body {
            statement, combine, ..
        } = body;
        let shape: Vec<String> = self.parts.shape.iter().map(i64::to_string).collect();
        let (mut own_lanes, mut into) = (Vec::new(), Vec::new());
        for (number, component) in body.components.iter().enumerate() {
            let element = MemRefType::try_from(component.result.r#type())?.element();
            let memref = format!("memref<{}x{element}>", shape.join("x"));
            let name = accesses.fresh(&match number {
                0 => format!("{statement}_part"),
                _ => format!("{statement}_place"),
            });
            let array = edit.add_array(&name, "temporary", &memref)?;
            let partial = |subscripts| Element { array, subscripts };
            let redirected = partial(&self.parts.partial[..]);
            edit.redirect(statement, component.load, &redirected, None)?;
            edit.redirect(statement, component.store, &redirected, None)?;
            own_lanes.push(partial(&self.parts.lane[..]));
            into.push(Element {
                array: component.result,
                subscripts: &self.parts.element,
            });
        }
        let Names {
            init,
            fold,
            indices,
        } = &self.names;
        let own = edit.statement(statement)?;
        edit.add_neutral(init, indices, combine, &own_lanes, own)?;
        edit.add_fold(fold, indices, combine, [&own_lanes, &into], own)?;
        self.places.write(edit, statement, [init, fold])
    }
}

/// Where the body of a reduction loads and stores the element of the result.
fn positions(
    own: &StatementAccesses,
    accumulator: &Accumulator,
) -> Result<Option<(usize, usize)>, Failure> {
    let (mut load, mut store) = (None, None);
    for access in own
        .accesses
        .iter()
        .filter(|one| one.array == accumulator.array)
    {
        let same = access.relation.is_equal(&accumulator.relation);
        let same = same.map_err(|error| Failure::new(error.to_string()))?;
        match access.kind {
            AccessKind::Read if same && load.is_none() => load = Some(access.position),
            AccessKind::Write => store = Some(access.position),
            AccessKind::Read => {}
        }
    }
    Ok(load.zip(store))
}

/// Refuses a reduction that reads an element which its instances in the same iteration of the loops
/// around it update: partial results would hide these updates.
fn check_others(
    scop: &Scop,
    own: &StatementAccesses,
    body: &Body<'_, '_, '_>,
    loops: usize,
) -> Result<(), Refusal> {
    let name = body.statement;
    let loads: Vec<usize> = body.components.iter().map(|one| one.load).collect();
    let domain = scop.tree.domain()?;
    for component in &body.components {
        let array = &component.accumulator.array;
        let updates = component.accumulator.relation.restricted_to(domain)?;
        let others = own.accesses.iter().filter(|one| one.array == *array);
        for other in others.filter(|one| !loads.contains(&one.position)) {
            if other.kind == AccessKind::Write {
                continue;
            }
            let reads = other.relation.restricted_to(domain)?;
            let pairs = updates.followed_by(&reads.reverse()?)?;
            let apart = (0..loops).map(|at| format!("a{at} != b{at}"));
            let apart: Vec<String> = apart.collect();
            let apart = same_loops(&pairs, &apart)?;
            if !pairs.subtract(&apart)?.is_empty()? {
                return Err(Refusal::new(format!(
                    "{name} reads elements of {array} that it updates"
                )));
            }
        }
    }
    Ok(())
}

/// The pairs of instances of one statement for which one of these conditions holds, on indices `a0`
/// of the first and `b0` of the second.
fn same_loops(pairs: &UnionMap, conditions: &[String]) -> Result<UnionMap, Refusal> {
    let mut found = UnionMap::none(pairs.context())?;
    if conditions.is_empty() {
        return Ok(found);
    }
    for map in pairs.maps()? {
        let name = map.tuple_name(Dim::In).unwrap_or_default();
        let rank = map.dim(Dim::In)?;
        let list = |letter: char| -> String {
            let all: Vec<String> = (0..rank).map(|at| format!("{letter}{at}")).collect();
            all.join(", ")
        };
        let text = format!(
            "{{ {name}[{}] -> {name}[{}] : {} }}",
            list('a'),
            list('b'),
            conditions.join(" or ")
        );
        found = found.union(&UnionMap::parse(pairs.context(), &text)?)?;
    }
    Ok(found)
}

/// The operation whose result the store at a position of a statement's body stores; none if it has
/// no neutral element among such elements.
fn combining<'c>(
    context: &'c Context,
    statement: OperationRef<'c, '_>,
    store: usize,
    element: Type<'c>,
) -> Option<Combine> {
    let operations = op::nested(statement);
    let stored = operations.get(store)?.operand(0).ok()?;
    let operation = op::name(defining_operation(stored)?).to_owned();
    let mut all = Reduction::ALL.into_iter();
    let reduction = all.find(|one| operation.starts_with(&format!("arith.{}", one.keyword())))?;
    let neutral = identity_text(context, reduction, element, operation.ends_with("ui"))?;
    Some(Combine {
        operator: Operator::One(operation),
        reduction,
        neutrals: vec![neutral],
    })
}

/// The indices of the added statements: those of the element, and one for each lane.
fn indices_of(reduction: &reduction::Reduction, cut: &Cut, own: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let kept = reduction.kept.iter().map(|&index| own[index].clone());
    let runs = cut.run.iter().map(|run| format!("{}_run", own[run.index]));
    let dealt = cut.lanes.iter();
    let dealt = runs.chain(dealt.map(|lane| format!("{}_lane", own[lane.index])));
    for mut name in kept.chain(dealt) {
        while names.contains(&name) {
            name.push('_');
        }
        names.push(name);
    }
    names
}

/// What was split, and how.
fn decision(name: &str, cut: &Cut) -> Decision {
    let counts: Vec<String> = cut
        .lanes
        .iter()
        .map(|lane| match lane.width {
            1 => format!("{} for {} values", lane.lanes, lane.extent),
            width => {
                let (lanes, extent) = (lane.lanes, lane.extent);
                format!("{lanes} for {extent} values in vectors of {width}")
            }
        })
        .collect();
    let run = cut
        .run
        .iter()
        .map(|run| format!("{} runs of {}", run.count, run.length));
    let lanes = (!counts.is_empty()).then(|| format!("lanes {}", counts.join(" x ")));
    let what: Vec<String> = run.chain(lanes).collect();
    let threads = match (cut.outermost, &cut.lanes[..]) {
        (_, []) => "larger tiles then have blocks enough",
        (true, _) => "neighbouring threads have neighbouring elements of the result",
        (false, _) => "neighbouring threads have neighbouring terms",
    };
    let parts = cut.lanes.iter().map(|lane| lane.lanes);
    Decision::passed(format!("reduction {name}"), what.join(", "))
        .because(format!("it has few elements and many terms; {threads}"))
        .unless("leave it whole with reductions=0")
        .figure("Runs", cut.run.map_or(1, |run| run.count))
        .figure("Lanes", parts.product())
}
