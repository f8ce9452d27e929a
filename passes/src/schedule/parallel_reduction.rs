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
//! neutral element. A reduction becomes a kernel of its own only if no other statement of its
//! kernel writes what it reads. The order of the terms is fixed by the sizes: a run gives the bits
//! of the run before it.
//! **Cost**: one more array, whose tiles stay in the memory of a block; that of runs is written to
//! and read from global memory once, and takes a second launch.

pub mod derive;
mod fibres;
pub mod split;

use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use tc_dialects::op::{self, defining_operation};
use tc_dialects::schedule::tree::{Path, Refusal, Scop, Tree};
use tc_isl::thread_context;

use super::choose;
use super::promote::bytes_of;
use super::scop_edit::{Combine, Element, ScopEdit};
use super::scop_pass::{failure, transform};
use super::vectorize::check_width;
use crate::analysis::accesses::{self, AccessKind, Accumulator, ScopAccesses, StatementAccesses};
use crate::api::*;
use crate::tc::to_schedule::emit::identity_text;
use split::{Cut, Names, Parts, split};
use tc_dialects::tc::Reduction;

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
        let reducing = |one: &&StatementAccesses| one.accumulator.is_some();
        let mut names: Vec<String> = all
            .statements
            .iter()
            .filter(reducing)
            .map(|one| one.name.clone())
            .collect();
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
        // A new statement would have no place among those of the original program.
        let statements = op::nested(scop).into_iter();
        let mut statements = statements.filter(|one| op::name(*one) == "schedule.statement");
        if statements.any(|one| one.has_attribute("at")) {
            let message = "a statement of a program with loops is not divided into parts yet";
            return Ok(Err(Refusal::new(message)));
        }
        let target = ctx.target();
        let derive = |reduction: &split::Reduction, scop: &Scop, accesses: &ScopAccesses| {
            if self.is_given() {
                return derive::given(reduction, &self.lanes, self.width, self.blocks);
            }
            let machine = choose::machine(target.as_ref())?;
            let mut statements = accesses.statements.iter();
            let own = statements.find(|one| one.name == reduction.statement);
            let nest = match may_be_a_kernel(scop, accesses, &reduction.statement)? {
                Some(kernel) => choose::nest_of(scop, accesses, &kernel)?,
                None => None,
            };
            let array = own.and_then(|own| own.accumulator.as_ref());
            let array = array.and_then(|accumulator| scop.array(&accumulator.array));
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
        let again = |reduction: &split::Reduction, scop: &Scop, accesses: &ScopAccesses| {
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
            let few = |reduction: &split::Reduction, _: &Scop, _: &ScopAccesses| {
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
    name: &str,
) -> Result<Option<Path>, Refusal> {
    let mut statements = accesses.statements.iter();
    let Some(own) = statements.find(|one| one.name == name) else {
        return Ok(None);
    };
    let target = own.accumulator.as_ref().map(|one| &one.array);
    let reads = |array: &String| {
        let mut accesses = own.accesses.iter();
        Some(array) != target && accesses.any(|access| access.array == *array)
    };
    for kernel in scop.tree.kernels() {
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
            .filter(|other| other.name != name && names.contains(&other.name))
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
    derive: &impl Fn(&split::Reduction, &Scop, &ScopAccesses) -> Result<Cut, Refusal>,
) -> Result<Result<(String, Cut), Refusal>, Failure> {
    let accesses = accesses::of_scop(&thread_context(), scop)?;
    let own = accesses.statements.iter().find(|one| one.name == name);
    let Some(accumulator) = own.and_then(|own| own.accumulator.clone()) else {
        return Ok(Err(Refusal::new(format!("{name} is no reduction"))));
    };
    let (load, store) = match positions(&accesses, name, &accumulator.array) {
        Ok(positions) => positions,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let edit = ScopEdit::new(ctx.context(), scop)?;
    let arrays = edit.arrays()?.into_iter().zip(&accesses.arrays);
    let mut results = arrays.filter(|(_, info)| info.name == accumulator.array);
    let Some((result, _)) = results.next() else {
        return Ok(Err(Refusal::new(format!("{name} is no reduction"))));
    };
    let element = MemRefType::try_from(result.r#type())?.element();
    let Some(combine) = combining(ctx.context(), edit.statement(name)?, store, element) else {
        return Ok(Err(Refusal::new(format!(
            "a sum over elements of type {element} has no neutral element here"
        ))));
    };
    let planned = transform(scop, ctx, |mut scop| {
        let planned = plan(&scop, &accesses, name, &accumulator, derive);
        if let Ok(planned) = &planned {
            scop.tree = planned.tree.clone();
        }
        Ok((scop, planned))
    })?;
    match planned {
        Ok(planned) => {
            let body = Body {
                statement: name,
                load,
                store,
                combine,
                result,
            };
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
    /// The type of the elements of the result.
    element: String,
}

/// What is known of the body of a reduction.
struct Body<'c, 'a> {
    statement: &'a str,
    /// Where it loads and stores the element of the result.
    load: usize,
    store: usize,
    /// How it combines.
    combine: Combine,
    /// The array of the result.
    result: Value<'c, 'a>,
}

fn plan(
    scop: &Scop,
    accesses: &ScopAccesses,
    name: &str,
    accumulator: &Accumulator,
    derive: &impl Fn(&split::Reduction, &Scop, &ScopAccesses) -> Result<Cut, Refusal>,
) -> Result<Planned, Refusal> {
    let mut tree = scop.tree.clone();
    let reduction = split::Reduction::new(name, &tree, &accumulator.relation)?;
    let array = scop.array(&accumulator.array);
    let element = array.map_or_else(String::new, |array| array.element.clone());
    let cut = derive(&reduction, scop, accesses)?;
    if cut.run.is_some() && may_be_a_kernel(scop, accesses, name)?.is_none() {
        return Err(Refusal::new(format!(
            "{name} cannot be a kernel of its own: another statement of its kernel writes what it reads"
        )));
    }
    if cut.run.is_none() && cut.lanes.iter().all(|lane| lane.lanes < 2) {
        return Err(Refusal::new("there is nothing to deal out"));
    }
    let mut own = scop.statements.iter().filter(|one| one.name == name);
    let indices = own.next().map_or(&[][..], |own| &own.indices);
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
        element,
    })
}

impl Planned {
    /// Writes what is not in the tree: the array, the statements, the redirected accesses.
    fn write<'c: 'a, 'a>(
        &self,
        edit: &ScopEdit<'c, 'a>,
        body: &Body<'c, 'a>,
        accesses: &ScopAccesses,
    ) -> Result<(), Failure> {
        let Body {
            statement, combine, ..
        } = body;
        let shape: Vec<String> = self.parts.shape.iter().map(i64::to_string).collect();
        let memref = format!("memref<{}x{}>", shape.join("x"), self.element);
        let name = accesses.fresh(&format!("{statement}_part"));
        let array = edit.add_array(&name, "temporary", &memref)?;
        let partial = |subscripts| Element { array, subscripts };
        let redirected = partial(&self.parts.partial[..]);
        edit.redirect(statement, body.load, &redirected, None)?;
        edit.redirect(statement, body.store, &redirected, None)?;
        let own_lane = partial(&self.parts.lane[..]);
        let into = Element {
            array: body.result,
            subscripts: &self.parts.element,
        };
        let Names {
            init,
            fold,
            indices,
        } = &self.names;
        let own = edit.statement(statement)?;
        edit.add_neutral(init, indices, combine, &own_lane, own)?;
        edit.add_fold(fold, indices, combine, [&own_lane, &into], own)
    }
}

/// Where the body of a reduction loads and stores the element of the result.
fn positions(
    accesses: &ScopAccesses,
    statement: &str,
    array: &str,
) -> Result<(usize, usize), Refusal> {
    let mut statements = accesses.statements.iter();
    let own = statements.find(|one| one.name == statement);
    let of = |kind: AccessKind| {
        let accesses = own.iter().flat_map(|own| &own.accesses);
        let mut found = accesses.filter(|one| one.array == array && one.kind == kind);
        match (found.next(), found.next()) {
            (Some(only), None) => Ok(only.position),
            _ => Err(Refusal::new(format!(
                "{statement} accesses {array} more than once"
            ))),
        }
    };
    Ok((of(AccessKind::Read)?, of(AccessKind::Write)?))
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
        operation,
        reduction,
        neutral,
    })
}

/// The indices of the added statements: those of the element, and one for each lane.
fn indices_of(reduction: &split::Reduction, cut: &Cut, own: &[String]) -> Vec<String> {
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
