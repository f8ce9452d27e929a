//! `schedule-fold-storage`: temporaries of a loop keep the last slices only.
//!
//! ```text
//! %u = schedule.array temporary : memref<102x8xf32>        %u = schedule.array temporary : memref<3x8xf32>
//! statement @S(%t, %i)                                ==>  statement @S(%t, %i)
//!   affine.load  %u[%t + 1, %i]                              affine.load  %u[(%t + 1) mod 3, %i]
//!   affine.load  %u[%t, %i]                                  affine.load  %u[%t mod 3, %i]
//!   affine.store %u[%t + 2, %i]                              affine.store %u[(%t + 2) mod 3, %i]
//! ```
//!
//! A recurrence that is written with an element for each step keeps all steps, though the next one
//! needs a few. With the subscript taken modulo their number, a slice is overwritten when nothing
//! reads it any more.
//!
//! **Which arrays.** Temporaries that a loop reads and writes at subscripts `t + c` of its index,
//! with at least two values of `c`: those are the slices that one step touches. What a loop fills
//! and reads in the same step only is left alone, since the loop may be parallel; but with `single`
//! one slice is kept where another array makes the loop run in order: what reads a slice has to run
//! before what writes the next one anyway.
//! **Legal when** every read still finds the value that it found before. That is proved as for
//! tiles in shared memory ([`tc_scop::verify::dataflow`]): the folded array holds elements of the
//! old one, and each read must get the element that it stands for, as it was last changed. What
//! reads an early step after the loop is found by that, and the array stays as it is.
//! **Afterwards** the folded array is an array as any other, with the dependences of its places.
//! **Cost**: a proof for each such array.

use tc_dialects::op;
use tc_dialects::schedule::tree::{Refusal, Scop};
use tc_isl::{Aff, Dim, MultiUnionPwAff, PwAff, UnionPwAff, UnionSet, Val, thread_context};

use crate::subscripts::{places, subscripts};
use tc_pass_host::*;
use tc_scop::accesses::{
    self, Access, AccessKind, Extent, ScopAccesses, StandsFor, StatementAccesses,
};
use tc_scop::scop_edit::{Element, ScopEdit};
use tc_scop::scop_pass::{BUDGET, failure};
use tc_scop::verify::verify;

/// A dimension of an array that holds a few slices only.
struct Fold {
    /// The position of the array.
    array: usize,
    dimension: usize,
    /// How many slices there are, and how many are kept.
    slices: (i64, i64),
}

/// Whether an array of a scop may keep a few slices only, unless a later step needs the others.
pub fn may_fold(scop: &Scop, accesses: &ScopAccesses) -> bool {
    // What is not known may be.
    candidates(scop, accesses, true).map_or(true, |found| !found.is_empty())
}

/// The arrays that may be folded: one dimension each.
fn candidates(scop: &Scop, accesses: &ScopAccesses, single: bool) -> Result<Vec<Fold>, Refusal> {
    let domain = scop.tree.domain()?;
    let mut folds = Vec::new();
    for (number, array) in accesses.arrays.iter().enumerate() {
        if !array.kind.is_temporary() {
            continue;
        }
        for (dimension, extent) in array.extents.iter().enumerate() {
            let Some(Extent::Number(extent)) = extent else {
                continue;
            };
            let Some(kept) = slices(accesses, &array.name, dimension)? else {
                continue;
            };
            let fits = match kept {
                1 => single && runs_in_order(accesses, domain, &array.name, dimension)?,
                _ => true,
            };
            if fits && kept < *extent {
                folds.push(Fold {
                    array: number,
                    dimension,
                    slices: (*extent, kept),
                });
                break;
            }
        }
    }
    Ok(folds)
}

/// How many slices of an array along a dimension one step of a loop touches; none where no loop
/// does, or where a subscript is not affine.
fn slices(accesses: &ScopAccesses, array: &str, dimension: usize) -> Result<Option<i64>, Refusal> {
    let mut ends: Option<(i64, i64)> = None;
    for statement in &accesses.statements {
        for access in statement.accesses.iter().filter(|one| one.array == array) {
            let Some(subscripts) = subscripts(access)? else {
                return Ok(None);
            };
            if let Some(step) = step(statement, &subscripts[dimension])? {
                let (least, most) = ends.unwrap_or((step, step));
                ends = Some((least.min(step), most.max(step)));
            }
        }
    }
    Ok(ends.map(|(least, most)| most - least + 1))
}

/// Whether the loop of which each step touches one slice of an array runs in order for the sake of
/// another array: something that reads the slice, before something that writes one in a later step.
fn runs_in_order(
    accesses: &ScopAccesses,
    domain: &UnionSet,
    array: &str,
    dimension: usize,
) -> Result<bool, Refusal> {
    // The step of each statement that touches the array, and whether it reads and writes it.
    let mut touching = Vec::new();
    for statement in &accesses.statements {
        let mut kinds = Vec::new();
        let mut when = None;
        for access in statement.accesses.iter().filter(|one| one.array == array) {
            let subscripts = subscripts(access)?.expect("`slices` looked at each access");
            let own = &subscripts[dimension];
            if step(statement, own)?.is_none() {
                return Ok(false);
            }
            when = Some(UnionPwAff::from_pw_aff(&PwAff::from_aff(own)?)?);
            kinds.push(access.kind);
        }
        touching.extend(when.map(|when| (statement, when, kinds)));
    }
    let elements = |access: &Access| access.relation.intersect_domain(domain);
    for (reader, read_at, kinds) in &touching {
        if !kinds.contains(&AccessKind::Read) {
            continue;
        }
        for (writer, written_at, kinds) in &touching {
            if !kinds.contains(&AccessKind::Write) {
                continue;
            }
            let when = if reader.name == writer.name {
                read_at.clone()
            } else {
                read_at.union_add(written_at)?
            };
            let when = MultiUnionPwAff::from_union_pw_aff(&when)?;
            for one in &reader.accesses {
                let meets = |other: &&Access| {
                    other.array == one.array
                        && other.array != array
                        && [one.kind, other.kind].contains(&AccessKind::Write)
                };
                for other in writer.accesses.iter().filter(meets) {
                    let pairs = elements(one)?.apply_range(&elements(other)?.reverse()?)?;
                    if !pairs.lex_lt_at_multi_union_pw_aff(&when)?.is_empty()? {
                        return Ok(true);
                    }
                }
            }
        }
    }
    Ok(false)
}

/// The `c` of a subscript `t + c` with the index `t` of a loop around several statements.
fn step(statement: &StatementAccesses, subscript: &Aff) -> Result<Option<i64>, Refusal> {
    if subscript.involves_locals()? {
        return Ok(None);
    }
    let loops = statement.at.len().saturating_sub(1);
    let mut of_loop = false;
    for index in 0..subscript.dim(Dim::In)? {
        match subscript.coefficient_val(Dim::In, index)?.to_i64() {
            Some(0) => {}
            Some(1) if index < loops && !of_loop => of_loop = true,
            _ => return Ok(None),
        }
    }
    if of_loop {
        Ok(subscript.constant_val()?.to_i64())
    } else {
        Ok(None)
    }
}

impl Fold {
    /// The accesses with the array folded: each access to it stands for its old element.
    fn folded(&self, accesses: &ScopAccesses) -> Result<ScopAccesses, Refusal> {
        let mut folded = accesses.clone();
        let old = &accesses.arrays[self.array];
        let name = accesses.fresh(&format!("{}_fold", old.name));
        let mut array = old.clone();
        array.name.clone_from(&name);
        array.extents[self.dimension] = Some(Extent::Number(self.slices.1));
        folded.arrays.push(array);
        for statement in &mut folded.statements {
            let mut own = statement.accesses.iter_mut();
            for access in own.by_ref().filter(|access| access.array == old.name) {
                let guarded = access.relation.domain()?;
                let relation = places(&self.subscripts(access)?, &name)?;
                let relation = relation.to_union_map()?.intersect_domain(&guarded)?;
                access.stands_for = Some(StandsFor {
                    array: std::mem::replace(&mut access.array, name.clone()),
                    relation: std::mem::replace(&mut access.relation, relation),
                });
            }
            if let Some(sum) = &mut statement.accumulator
                && sum.array == old.name
            {
                sum.array.clone_from(&name);
                let mut own = statement.accesses.iter();
                if let Some(access) = own.find(|access| access.array == name) {
                    sum.relation = access.relation.clone();
                }
            }
        }
        Ok(folded)
    }

    /// The subscripts of an access in the folded array.
    fn subscripts(&self, access: &Access) -> Result<Vec<Aff>, Refusal> {
        let mut subscripts = subscripts(access)?.expect("`slices` looked at each access");
        let own = &mut subscripts[self.dimension];
        *own = own.mod_val(&Val::new(own.context(), self.slices.1)?)?;
        Ok(subscripts)
    }
}

fn decision(array: &str, what: impl Into<String>, passed: bool) -> Decision {
    let subject = format!("storage of {array}");
    if passed {
        Decision::passed(subject, what)
    } else {
        Decision::missed(subject, what)
    }
}

/// Writes a folded array and the accesses to it.
fn write<'c>(
    edit: &ScopEdit<'c, '_>,
    scop: &Scop,
    accesses: &ScopAccesses,
    fold: &Fold,
) -> Result<usize, Failure> {
    let of_isl = |refusal: Refusal| Failure::new(refusal.message);
    let (old, name) = (&scop.arrays[fold.array], &accesses.arrays[fold.array].name);
    let mut shape: Vec<String> = Vec::new();
    for (dimension, extent) in old.shape.iter().enumerate() {
        shape.push(match extent {
            _ if dimension == fold.dimension => fold.slices.1.to_string(),
            Some(extent) => extent.to_string(),
            None => "?".to_owned(),
        });
    }
    let memref = format!("memref<{}x{}>", shape.join("x"), old.element);
    let before = edit.arrays()?[fold.array];
    let after = edit.add_array(&old.name, "temporary", &memref)?;
    let mut changed = 0;
    for statement in &accesses.statements {
        for access in statement.accesses.iter().filter(|one| one.array == *name) {
            let subscripts = fold.subscripts(access).map_err(of_isl)?;
            let to = Element {
                array: after,
                subscripts: &subscripts,
            };
            edit.redirect(&statement.name, access.position, &to, None)?;
            changed += 1;
        }
    }
    if let Some(old) = op::defining_operation(before) {
        op::erase(old);
    }
    Ok(changed)
}

pass! {
    /// Takes the subscripts of temporaries modulo the number of slices that a step of a loop
    /// touches, where every read still finds its value.
    pub struct ScheduleFoldStorage {
        name: "schedule-fold-storage",
        anchor: "schedule.scop",
        summary: "temporaries of a loop keep the last slices only",
        dialects: ["affine"],
        options: {
            /// keep one slice of what each step fills and reads itself, in a loop that runs in
            /// order anyway
            single: bool = false,
        },
        statistics: {
            /// arrays that keep a few slices
            arrays,
            /// arrays whose slices are needed later
            left,
            /// accesses with a subscript modulo the number of slices
            accesses,
        },
    }
}

impl Pass for ScheduleFoldStorage {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let isl = thread_context();
        let mut accesses = accesses::of_scop(&isl, operation)?;
        let found = isl.with_budget(BUDGET, || {
            candidates(&Scop::from_op(&isl, operation)?, &accesses, self.single)
        });
        let mut folds = found.map_err(|refusal| failure(operation, refusal))?;
        // The last one first: a folded array stands behind the others.
        while let Some(fold) = folds.pop() {
            let scop = Scop::from_op(&isl, operation).map_err(|why| failure(operation, why))?;
            let name = scop.arrays[fold.array].name.clone();
            let proof = isl.with_budget(BUDGET, || verify(&scop, &fold.folded(&accesses)?, 1));
            let (slices, kept) = fold.slices;
            match proof {
                Ok(_) => {
                    let edit = ScopEdit::new(ctx.context(), operation)?;
                    self.accesses.add(write(&edit, &scop, &accesses, &fold)?);
                    self.arrays.add(1);
                    let what = format!("{kept} of its {slices} slices are kept");
                    let why = format!("a step of the loop touches {kept}, and no read is later");
                    let decision = decision(&name, what, true).because(why);
                    let decision = decision.unless("the mapping option fold=false");
                    ctx.decided(operation, decision);
                    accesses = accesses::of_scop(&isl, operation)?;
                }
                Err(refusal) => {
                    self.left.add(1);
                    let what = format!("all of its {slices} slices are kept");
                    let why = format!("{kept} are too few: {}", refusal.message);
                    ctx.decided(operation, decision(&name, what, false).because(why));
                }
            }
        }
        Ok(())
    }
}
