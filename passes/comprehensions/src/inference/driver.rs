//! The state of inference over a def, which its parts share (`infer`, `hulls`, `scatter`,
//! `dataflow`, `finish`), and its result.

use super::explain::{Explanation, Source};
use super::model::{Def, Range};
use super::prover::Prover;
use super::rounds::{Bounded, Rounds};
use std::collections::HashMap;
use tc_syntax::diagnostic::Diagnostic;
use tc_syntax::expr::{Expr, Precondition, Symbol};

/// Options of the language that concern ranges.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// A box that does not start at 0 is an error.
    pub strict_ranges: bool,
}

/// The result of inference.
#[derive(Debug, Default)]
pub struct Inference {
    /// The box of each tensor of the def, if it has one.
    pub boxes: HashMap<String, Vec<Range>>,
    /// The range of each index of each statement, if it has one.
    pub ranges: Vec<Vec<Option<Range>>>,
    /// The preconditions of a call.
    pub preconditions: Vec<Precondition>,
    /// Data-dependent conditions, in program order: each is a warning (TC0306).
    pub unchecked: Vec<Unchecked>,
    /// Errors, warnings and notes, by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The derivation of the ranges.
    pub explanation: Explanation,
}

/// A subscript for which only the data determine whether it is in the box.
#[derive(Clone, Debug)]
pub struct Unchecked {
    /// Position of the statement in the def.
    pub statement: usize,
    /// The condition.
    pub condition: Bounded,
}

impl Inference {
    /// Whether there are errors.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// What is known of the box of a tensor.
#[derive(Clone, Debug)]
pub(super) enum Box {
    Known(Vec<Range>),
    Pending(Pending),
    Poisoned,
}

/// A tensor whose first statement has left indices without a range.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub(super) dims: Vec<Option<Range>>,
    /// The position of each dimension's range in a later statement.
    pub(super) givers: Vec<Option<usize>>,
    /// Whether a dimension is the hull of several statements, of which some are still to come.
    pub(super) waits_for_hull: bool,
    pub(super) waiting: Vec<usize>,
}

/// What is known of a statement.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress {
    pub(super) rounds: Rounds,
    pub(super) sources: Vec<Option<Source>>,
    pub(super) conditions: Vec<Bounded>,
    pub(super) dropped: bool,
    /// Whether the statement was visited.
    pub(super) visited: bool,
}

/// Inference of a def, on its way through the statements.
pub(super) struct Driver<'a> {
    pub(super) def: &'a Def,
    pub(super) options: Options,
    pub(super) sizes: Vec<&'a str>,
    pub(super) prover: Prover,
    pub(super) boxes: HashMap<String, Box>,
    pub(super) progress: Vec<Progress>,
    pub(super) result: Inference,
    pub(super) defined: Vec<String>,
    /// Reads of tensors whose box was not known: statement and access.
    pub(super) late: Vec<(usize, usize)>,
}

impl<'a> Driver<'a> {
    /// Before the first statement.
    pub(super) fn new(def: &'a Def, options: Options) -> Driver<'a> {
        Driver {
            def,
            options,
            sizes: def.size_order(),
            prover: Prover::with_scalars(&def.sizes, &def.scalars),
            boxes: HashMap::new(),
            progress: vec![Progress::default(); def.statements.len()],
            result: Inference::default(),
            defined: Vec::new(),
            late: Vec::new(),
        }
    }

    /// Adds a diagnostic to the result.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.result.diagnostics.push(diagnostic);
    }

    /// The box of a tensor, once it is known.
    pub(super) fn box_of(&self, tensor: &str) -> Option<&Vec<Range>> {
        match self.boxes.get(tensor) {
            Some(Box::Known(dims)) => Some(dims),
            _ => None,
        }
    }

    /// Replaces `T.d` by the extent of the box of `T`.
    pub(super) fn resolve(&self, expr: &Expr) -> Expr {
        expr.substitute(&|symbol| match symbol {
            Symbol::Extent(tensor, dim) => {
                let range = self.box_of(tensor)?.get(usize::try_from(*dim).ok()?)?;
                Some(range.extent(&self.sizes))
            }
            Symbol::Name(_) => None,
        })
    }
}
