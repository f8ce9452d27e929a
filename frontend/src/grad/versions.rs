//! Versions of tensors: each statement that writes a tensor makes a new version of it, so that a
//! derivative of an in-place update knows which contents were read.

use super::gather::{Loop, unused};
use super::import::Import;
use super::terms::{Id, Terms};
use crate::check::model::{Comprehension, Def, Role, Statement, TensorId};
use crate::raise::used_names;
use crate::scalar::Scalar;
use crate::syntax::ast::Assign;
use std::collections::HashMap;
use tc_dialects::tc::expr::{Expr, Symbol};

/// A version of a tensor.
#[derive(Clone, Debug)]
pub(super) struct Version {
    pub(super) tensor: TensorId,
    /// Whether it depends on an input of a floating type.
    pub(super) varies: bool,
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
    /// Its indices, those on the left first.
    pub(super) loops: Vec<Loop>,
    pub(super) left_count: usize,
    /// Its right-hand side.
    pub(super) root: Id,
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
}

/// What a definition lacks that inference gives.
pub(super) enum Unready {
    /// A call that is not inlined.
    Call,
    /// A form without a gradient.
    Form(&'static str),
    /// An index without a range.
    Range,
}

impl<'d> Versions<'d> {
    pub(super) fn of(def: &'d Def, terms: &mut Terms) -> Result<Self, Unready> {
        if let Some((form, _)) = def.extension() {
            return Err(Unready::Form(form));
        }
        let spaces = spaces(def)?;
        let mut versions = Versions {
            def,
            all: Vec::new(),
            steps: Vec::new(),
            first: HashMap::new(),
            last: HashMap::new(),
            spaces,
        };
        for (id, tensor) in def.tensors.iter().enumerate() {
            if matches!(tensor.role, Role::Input | Role::InOut) {
                let version = versions.version(id, tensor.scalar.is_floating());
                versions.first.insert(id, version);
            }
        }
        for statement in &def.statements {
            match statement {
                Statement::Comprehension(one) => versions.step(one, terms)?,
                Statement::Call(_) => return Err(Unready::Call),
                Statement::Loop(_) => return Err(Unready::Form("a loop")),
            }
        }
        Ok(versions)
    }

    fn version(&mut self, tensor: TensorId, varies: bool) -> usize {
        self.all.push(Version { tensor, varies });
        self.last.insert(tensor, self.all.len() - 1);
        self.all.len() - 1
    }

    fn step(&mut self, statement: &'d Comprehension, terms: &mut Terms) -> Result<(), Unready> {
        let spaces = &self.spaces;
        let def = self.def;
        let resolve = |expr: &Expr| resolved(def, spaces, expr);
        let loops = loops(statement, &resolve)?;
        let scalars = self.def.tensors.iter().map(|tensor| tensor.scalar);
        let mut import = Import::new(terms, &self.last, scalars.collect(), &resolve);
        let root = import.block(&statement.body).ok_or(Unready::Range)?;
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
        let previous = self.last.get(&id).copied();
        let covers = previous.is_none() || (fills && starts);
        let reads = terms.reads(root);
        let reads = reads.iter().filter_map(|read| terms.read_version(*read));
        let kept = previous.filter(|_| !covers);
        let varies = self.def.tensors[id].scalar.is_floating()
            && reads.chain(kept).any(|version| self.all[version].varies);
        let target = self.version(id, varies);
        self.steps.push(Step {
            statement,
            assign: statement.assign,
            target,
            previous,
            loops,
            left_count,
            root,
            covers,
        });
        Ok(())
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

/// The box of each tensor: that of its type, or of the first statement that writes it.
fn spaces(def: &Def) -> Result<Vec<Vec<Loop>>, Unready> {
    let mut spaces: Vec<Vec<Loop>> = vec![Vec::new(); def.tensors.len()];
    let taken = used_names(def);
    for (id, tensor) in def.tensors.iter().enumerate() {
        let writer = def.statements.iter().find_map(|statement| match statement {
            Statement::Comprehension(one) if one.target == id => Some(one),
            _ => None,
        });
        let mut space: Vec<Loop> = Vec::new();
        for dimension in 0..tensor.rank {
            let index = writer.map(|writer| &writer.indices[dimension]);
            let name = match index {
                Some(index) => index.name.to_string(),
                None => {
                    unused(|name| taken.contains(name) || space.iter().any(|one| one.name == name))
                }
            };
            let dims = tensor.dims.as_ref().map(|dims| dims[dimension].clone());
            let range = index.and_then(|index| index.range.as_ref());
            let (lower, upper) = match (dims, range) {
                (Some(upper), _) => (Expr::Const(0), upper),
                (None, Some(range)) => (range.lower.clone(), range.upper.clone()),
                (None, None) => return Err(Unready::Range),
            };
            let (lower, upper) = (
                resolved(def, &spaces, &lower),
                resolved(def, &spaces, &upper),
            );
            space.push(Loop::new(name, lower, upper));
        }
        spaces[id] = space;
    }
    Ok(spaces)
}

/// Extents of tensors as expressions over sizes.
fn resolved(def: &Def, spaces: &[Vec<Loop>], expr: &Expr) -> Expr {
    expr.substitute(&|symbol| {
        let Symbol::Extent(name, dimension) = symbol else {
            return None;
        };
        let id = def.tensors.iter().position(|one| *one.name == **name)?;
        let space = spaces[id].get(*dimension as usize)?;
        Some(Expr::sub(space.upper.clone(), space.lower.clone()))
    })
}
