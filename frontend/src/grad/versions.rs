//! Versions of tensors: each statement that writes a tensor makes a new version of it, so that a
//! derivative of an in-place update knows which contents were read.
//!
//! In a definition with loops, or with computed places on the left, a tensor has two versions at
//! most: what the caller passes, and the tensor that all statements write. Reads are of the second
//! one.

use super::boxes::{Unready, resolved, spaces};
use super::import::Import;
use super::loops::Loop;
use super::terms::{Id, Place, Terms};
use crate::model::{Comprehension, Def, Role, Statement, TensorId};
use std::collections::HashMap;
use tc_syntax::expr::Expr;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::Assign;

/// A version of a tensor.
#[derive(Clone, Debug)]
pub(super) struct Version {
    pub(super) tensor: TensorId,
    /// Whether it depends on an input of a floating type.
    pub(super) varies: bool,
}

/// A loop around a statement. Two statements in one loop have the same number there.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Around {
    pub(super) number: usize,
    pub(super) index: Loop,
}

/// The second part of a pair: its version and value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Second {
    pub(super) target: usize,
    pub(super) place: Id,
}

/// A statement over versions.
#[derive(Clone, Debug)]
pub(super) struct Step<'d> {
    pub(super) statement: &'d Comprehension,
    pub(super) assign: Assign,
    /// The version that it makes.
    pub(super) target: usize,
    /// The version that it updates.
    pub(super) previous: Option<usize>,
    /// The loops around it, the outermost first.
    pub(super) around: Vec<Around>,
    /// Its indices, those on the left first.
    pub(super) loops: Vec<Loop>,
    pub(super) left_count: usize,
    /// Its left-hand subscripts.
    pub(super) at: Vec<Place>,
    /// Its right-hand side.
    pub(super) root: Id,
    pub(super) pair: Option<Second>,
    /// Whether nothing of the previous version is left.
    pub(super) covers: bool,
}

impl Step<'_> {
    pub(super) fn left(&self) -> &[Loop] {
        &self.loops[..self.left_count]
    }
}

/// A definition over versions.
pub(super) struct Versions<'d> {
    pub(super) def: &'d Def,
    pub(super) all: Vec<Version>,
    pub(super) steps: Vec<Step<'d>>,
    /// By tensor: the version at the start, if the caller passes it.
    pub(super) first: HashMap<TensorId, usize>,
    /// By tensor: the version at the end.
    pub(super) last: HashMap<TensorId, usize>,
    /// By tensor: its box, with names for its dimensions.
    pub(super) spaces: Vec<Vec<Loop>>,
    /// Whether a tensor has one version for all statements.
    pub(super) ordered: bool,
    pub(super) loop_count: usize,
}

impl<'d> Versions<'d> {
    pub(super) fn of(def: &'d Def, terms: &mut Terms) -> Result<Self, Unready> {
        let comprehensions = def.comprehensions();
        let ordered =
            !def.loops().is_empty() || !comprehensions.iter().all(|one| one.has_plain_left());
        let mut versions = Versions {
            def,
            all: Vec::new(),
            steps: Vec::new(),
            first: HashMap::new(),
            last: HashMap::new(),
            spaces: spaces(def)?,
            ordered,
            loop_count: def.loops().len(),
        };
        for (id, tensor) in def.tensors.iter().enumerate() {
            if matches!(tensor.role, Role::Input | Role::InOut) {
                let version = versions.version(id, tensor.scalar.is_floating());
                versions.first.insert(id, version);
            }
        }
        if ordered {
            let targets = comprehensions.iter().flat_map(|one| one.targets());
            let mut targets: Vec<TensorId> = targets.collect();
            targets.sort_unstable();
            targets.dedup();
            for id in targets {
                versions.version(id, false);
            }
        }
        versions.statements(&def.statements, &mut Vec::new(), &mut 0, terms)?;
        if ordered {
            versions.spread(terms);
        }
        Ok(versions)
    }

    fn statements(
        &mut self,
        statements: &'d [Statement],
        around: &mut Vec<Around>,
        count: &mut usize,
        terms: &mut Terms,
    ) -> Result<(), Unready> {
        for statement in statements {
            match statement {
                Statement::Comprehension(one) => self.step(one, around, terms)?,
                Statement::Call(_) => return Err(Unready::Call),
                Statement::Loop(one) => {
                    let resolve = |expr: &Expr| resolved(self.def, &self.spaces, expr);
                    let (lower, upper) = (resolve(&one.range.lower), resolve(&one.range.upper));
                    around.push(Around {
                        number: *count,
                        index: Loop::new(&*one.index, lower, upper),
                    });
                    *count += 1;
                    self.statements(&one.body, around, count, terms)?;
                    around.pop();
                }
            }
        }
        Ok(())
    }

    fn version(&mut self, tensor: TensorId, varies: bool) -> usize {
        self.all.push(Version { tensor, varies });
        self.last.insert(tensor, self.all.len() - 1);
        self.all.len() - 1
    }

    fn step(
        &mut self,
        statement: &'d Comprehension,
        around: &[Around],
        terms: &mut Terms,
    ) -> Result<(), Unready> {
        let spaces = &self.spaces;
        let def = self.def;
        let resolve = |expr: &Expr| resolved(def, spaces, expr);
        let loops = loops(statement, &resolve)?;
        let scalars = self.def.tensors.iter().map(|tensor| tensor.scalar);
        let mut import = Import::new(terms, &self.last, scalars.collect(), &resolve);
        let root = import.block(&statement.body).ok_or(Unready::Range)?;
        let at = import.places(&statement.left).ok_or(Unready::Range)?;
        let place = statement
            .pair
            .as_ref()
            .map(|pair| (pair.target, import.value(&pair.place)));
        let (id, left_count) = (statement.target, statement.left_count);
        let space = &self.spaces[id];
        let fills = loops[..left_count]
            .iter()
            .zip(space)
            .all(|(one, dimension)| one.same_range(dimension));
        let starts = match statement.assign {
            Assign::Plain => true,
            Assign::Reduce { init, .. } => init,
        };
        let previous = self.last.get(&id).copied().filter(|_| !self.ordered);
        let covers = previous.is_none() || (fills && starts);
        if statement.pair.is_some() && !starts {
            let form = "a pair that updates what its targets had before";
            return Err(Unready::Form(form, statement.span));
        }
        if statement.pair.is_some() && !covers {
            let form = "a pair that writes a part of its targets";
            return Err(Unready::Form(form, statement.span));
        }
        let reads = terms.reads(root);
        let reads = reads.iter().filter_map(|read| terms.read_version(*read));
        let kept = previous.filter(|_| !covers);
        let varies = self.def.tensors[id].scalar.is_floating()
            && reads.chain(kept).any(|version| self.all[version].varies);
        let target = self.written(id, varies);
        let pair = match place {
            Some((id, place)) => Some(Second {
                target: self.written(id, false),
                place: place.ok_or(Unready::Range)?,
            }),
            None => None,
        };
        self.steps.push(Step {
            statement,
            assign: statement.assign,
            target,
            previous,
            around: around.to_vec(),
            loops,
            left_count,
            at,
            root,
            pair,
            covers,
        });
        Ok(())
    }

    /// The version that a statement makes.
    fn written(&mut self, id: TensorId, varies: bool) -> usize {
        if self.ordered {
            self.last[&id]
        } else {
            self.version(id, varies)
        }
    }

    /// Which versions depend on an input: a statement may read what a later one writes, in another
    /// iteration.
    fn spread(&mut self, terms: &Terms) {
        for (tensor, version) in &self.first {
            let last = self.last[tensor];
            self.all[last].varies = self.all[*version].varies;
        }
        loop {
            let mut changed = false;
            for step in &self.steps {
                let reads = terms.reads(step.root);
                let reads = reads.iter().filter_map(|read| terms.read_version(*read));
                let varies = self.def.tensors[self.all[step.target].tensor]
                    .scalar
                    .is_floating()
                    && reads.into_iter().any(|version| self.all[version].varies);
                if varies && !self.all[step.target].varies {
                    self.all[step.target].varies = true;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    pub(super) fn scalar(&self, version: usize) -> Scalar {
        self.def.tensors[self.all[version].tensor].scalar
    }

    pub(super) fn space(&self, version: usize) -> &[Loop] {
        &self.spaces[self.all[version].tensor]
    }

    /// Whether a gradient flows into a version.
    pub(super) fn receives(&self, version: usize) -> bool {
        self.all[version].varies && self.scalar(version).is_floating()
    }
}

fn loops(statement: &Comprehension, resolve: &dyn Fn(&Expr) -> Expr) -> Result<Vec<Loop>, Unready> {
    let loops = statement.indices.iter().map(|index| {
        let range = index.range.as_ref().ok_or(Unready::Range)?;
        Ok(Loop::new(
            &*index.name,
            resolve(&range.lower),
            resolve(&range.upper),
        ))
    });
    loops.collect()
}
