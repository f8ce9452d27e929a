//! What a tensor has at the end, in a definition with loops: whether an element that was read is
//! still there, and whether a gradient is complete.
//!
//! Two instances of statements are compared as schedules are: the loops that both have are equal
//! down to some depth, where one comes first; or all are equal, and the text decides. That they
//! touch one element in this order must have no solution (`order`).

use super::backward::Backward;
use super::loops::Loop;
use super::order::{System, stays_inside};
use super::reverse::{RESULT, is_own, is_scatter};
use super::terms::{Id, Kind, Place, Source};
use super::versions::Step;
use std::collections::HashMap;
use std::sync::Arc;
use tc_syntax::expr::Expr;
use tc_syntax::tc::ast::{Assign, Reduction};

/// Which instances of another statement are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Those before.
    Earlier,
    /// Those before, and those of the same statement in the same iteration.
    EarlierOrSame,
    /// Those after.
    Later,
    /// Those after, and those of the same statement in the same iteration.
    LaterOrSame,
}

/// Where the contents that a statement read are at the end.
enum Contents {
    /// In the tensor.
    Last,
    /// In what the caller passed.
    First(usize),
    /// Nowhere.
    Lost,
}

/// Whether a subscript without indices of the statement is in the box in all iterations.
pub(super) fn is_inside(
    step: &Step<'_>,
    place: &Place,
    dimension: &Loop,
    sizes: &[Arc<str>],
) -> bool {
    let Place::Symbolic(expr) = place else {
        return false;
    };
    let around: Vec<Loop> = step.around.iter().map(|one| one.index.clone()).collect();
    let is_fixed = !step.loops.iter().any(|one| expr.mentions(&one.name));
    !around.is_empty() && is_fixed && stays_inside(expr, &around, dimension, sizes)
}

/// A name of the other statement.
fn primed(expr: &Expr, names: &[&Loop]) -> Expr {
    expr.substitute(&|symbol| {
        let name = symbol.as_name()?;
        let own = names.iter().any(|one| one.name == name);
        own.then(|| Expr::name(format!("{name}'")))
    })
}

impl Backward<'_, '_> {
    /// Whether an instance of statement `other`, on this side of an instance of `one`, touches with
    /// `there` an element that `one` touches with `here`.
    fn touches(
        &self,
        (one, here): (usize, &[Place]),
        (other, there): (usize, &[Place]),
        side: Side,
    ) -> bool {
        let (a, b) = (&self.versions.steps[one], &self.versions.steps[other]);
        let both = a.around.iter().zip(&b.around);
        let common = both.take_while(|(x, y)| x.number == y.number).count();
        let theirs: Vec<&Loop> = b
            .around
            .iter()
            .map(|one| &one.index)
            .chain(&b.loops)
            .collect();
        (0..=common).any(|depth| {
            let mut system = System::new(&self.sizes);
            for own in a.around.iter().map(|one| &one.index).chain(&a.loops) {
                system.within(own);
            }
            for own in &theirs {
                let (lower, upper) = (primed(&own.lower, &theirs), primed(&own.upper, &theirs));
                system.within(&Loop::new(format!("{}'", own.name), lower, upper));
            }
            let times = a.around[..common].iter().map(|one| {
                let name = &one.index.name;
                (Expr::name(name.clone()), Expr::name(format!("{name}'")))
            });
            let times: Vec<(Expr, Expr)> = times.collect();
            for (own, their) in &times[..depth] {
                system.equal(own, their);
            }
            let is_later = matches!(side, Side::Later | Side::LaterOrSame);
            match times.get(depth) {
                Some((own, their)) if is_later => system.less(own, their),
                Some((own, their)) => system.less(their, own),
                None => {
                    let holds = match side {
                        Side::Earlier => other < one,
                        Side::EarlierOrSame => other <= one,
                        Side::Later => other > one,
                        Side::LaterOrSame => other >= one,
                    };
                    if !holds {
                        return false;
                    }
                }
            }
            for pair in here.iter().zip(there) {
                if let (Place::Symbolic(own), Place::Symbolic(their)) = pair {
                    system.equal(own, &primed(their, &theirs));
                }
            }
            !system.is_empty()
        })
    }

    /// Whether elements, over these indices, may be some that the statement writes in the same
    /// iteration.
    pub(super) fn meets(&self, number: usize, loops: &[Loop], element: &[Place]) -> bool {
        let step = &self.versions.steps[number];
        let mut system = System::new(&self.sizes);
        let around = step.around.iter().map(|one| &one.index);
        for own in around.chain(loops) {
            system.within(own);
        }
        let theirs: Vec<&Loop> = step.loops.iter().collect();
        for own in &theirs {
            let (lower, upper) = (primed(&own.lower, &theirs), primed(&own.upper, &theirs));
            system.within(&Loop::new(format!("{}'", own.name), lower, upper));
        }
        for pair in element.iter().zip(&step.at) {
            if let (Place::Symbolic(own), Place::Symbolic(their)) = pair {
                system.equal(own, &primed(their, &theirs));
            }
        }
        !system.is_empty()
    }

    fn is_written(&self, from: (usize, &[Place]), version: usize, side: Side) -> bool {
        let writes = |step: &Step<'_>| {
            step.target == version || step.pair.is_some_and(|pair| pair.target == version)
        };
        let steps = self.versions.steps.iter().enumerate();
        let mut writers = steps.filter(|(_, step)| writes(step));
        writers.any(|(number, step)| {
            // A scatter with `!` writes the whole box.
            let everything = match step.assign {
                Assign::Reduce { init: true, .. } if is_scatter(step) => &[][..],
                _ => &step.at[..],
            };
            self.touches(from, (number, everything), side)
        })
    }

    /// Where the contents are that a read of a statement had, or its result.
    fn contents(&self, number: usize, version: usize, at: &[Place], is_result: bool) -> Contents {
        let later = if is_result {
            Side::Later
        } else {
            Side::LaterOrSame
        };
        if !self.is_written((number, at), version, later) {
            return Contents::Last;
        }
        let first = self.versions.first.get(&self.versions.all[version].tensor);
        match first {
            Some(first) if !is_result && !self.is_written((number, at), version, Side::Earlier) => {
                Contents::First(*first)
            }
            _ => Contents::Lost,
        }
    }

    /// The term over contents that are still there; reports those that are not.
    pub(super) fn on_tape(&mut self, number: usize, root: Id) -> Id {
        let step = &self.versions.steps[number];
        let (moved, lost) = self.moved(number, root);
        let Some(lost) = lost.first() else {
            return moved;
        };
        // The result may be in the place of its operand.
        let scalar = self.versions.scalar(step.target);
        if step.assign == Assign::Plain {
            let result = self.terms.read(RESULT, step.at.clone(), scalar);
            let result = self.terms.convert(result, self.terms.scalar(step.root));
            let by_result = self.terms.replaced(root, step.root, result);
            let (moved, lost) = self.moved(number, by_result);
            if by_result != root && lost.is_empty() {
                return moved;
            }
        }
        let Kind::Read(Source::Value(version), at) = self.terms.get(*lost).kind.clone() else {
            return moved;
        };
        let name = &self.versions.def.tensors[self.versions.all[version].tensor].name;
        let span = self.span(*lost, step);
        let places = at.iter().map(|place| match place {
            Place::Symbolic(expr) => expr.human(),
            Place::Value(_) => "..".to_owned(),
        });
        let places = places.collect::<Vec<_>>().join(", ");
        self.report.overwritten(name, &places, span);
        moved
    }

    /// The term with each read at the contents that it had, and the reads whose contents are gone.
    fn moved(&mut self, number: usize, root: Id) -> (Id, Vec<Id>) {
        let step = &self.versions.steps[number];
        let compares = match step.assign {
            Assign::Plain => false,
            Assign::Reduce { operation, .. } => operation != Reduction::Add,
        };
        let (mut known, mut lost) = (HashMap::new(), Vec::new());
        for read in self.terms.reads(root) {
            let term = self.terms.get(read).clone();
            let Kind::Read(source, at) = term.kind.clone() else {
                continue;
            };
            let version = match source {
                Source::Value(version) => version,
                RESULT => step.target,
                _ => continue,
            };
            // Reductions other than sums compare with what they left.
            let is_second = step.pair.is_some_and(|pair| pair.target == version);
            let is_own = version == step.target || is_second;
            let is_result = source == RESULT || (compares && is_own && at == step.at);
            match self.contents(number, version, &at, is_result) {
                Contents::Last if source == RESULT => {
                    known.insert(read, Source::Value(version));
                }
                Contents::Last => {}
                Contents::First(first) => {
                    known.insert(read, Source::Value(first));
                }
                Contents::Lost => lost.push(read),
            }
        }
        let mut moved = root;
        // Innermost reads first: a subscript may be a read itself.
        let mut reads: Vec<Id> = known.keys().copied().collect();
        reads.sort_unstable();
        for read in reads {
            let term = self.terms.get(read).clone();
            if let Kind::Read(_, at) = term.kind {
                let new = self.terms.read(known[&read], at, term.scalar);
                moved = self.terms.replaced(moved, read, new);
            }
        }
        (moved, lost)
    }

    /// Whether a statement ends the gradient of what was there before it.
    pub(super) fn ends(&self, number: usize) -> bool {
        let step = &self.versions.steps[number];
        let starts = match step.assign {
            Assign::Plain => true,
            Assign::Reduce { init, .. } => init,
        };
        let tensor = self.versions.all[step.target].tensor;
        starts
            && (self.versions.first.contains_key(&tensor)
                || self.is_written((number, &step.at), step.target, Side::Earlier))
    }

    /// Whether what a statement in a loop gives to a tensor can be added behind the loop: nothing
    /// in the loop writes that tensor, and the gradient that it comes from is not changed after it
    /// is used.
    pub(super) fn leaves(&self, number: usize, version: usize) -> bool {
        let steps = &self.versions.steps;
        let step = &steps[number];
        let Some(top) = step.around.first() else {
            return false;
        };
        let in_loop = |step: &Step<'_>| {
            step.around
                .first()
                .is_some_and(|one| one.number == top.number)
        };
        let reads_own = |step: &Step<'_>| {
            let mut reads = self.terms.reads(step.root).into_iter();
            reads.any(|read| is_own(step, &self.terms.get(read).kind))
        };
        if self.ends(number) || reads_own(step) {
            return false;
        }
        let mut inner = steps.iter().enumerate().filter(|(_, step)| in_loop(step));
        inner.all(|(other, there)| {
            if there.target == version {
                return false;
            }
            let changes = there.target == step.target && (self.ends(other) || reads_own(there));
            let from = (number, &step.at[..]);
            if changes && self.touches(from, (other, &there.at), Side::Earlier) {
                return false;
            }
            self.terms
                .reads(there.root)
                .into_iter()
                .all(|read| match &self.terms.get(read).kind {
                    Kind::Read(Source::Value(read), at) if *read == step.target => {
                        !self.touches(from, (other, at), Side::EarlierOrSame)
                    }
                    _ => true,
                })
        })
    }
}
