//! Definitions as calls see them, and calls.

use crate::model::{Def, Role};
use tc_syntax::Span;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{self, Expr, Name};

/// What a caller must know of a definition.
#[derive(Clone, Debug)]
pub(crate) struct Signature<'a> {
    /// The inputs as they are written.
    pub(crate) params: &'a [ast::Param],
    /// Element type and rank of each input.
    pub(crate) inputs: Vec<(Scalar, usize)>,
    /// Element type, rank and whether it is in/out, of each return.
    pub(crate) returns: Vec<(Scalar, usize, bool)>,
}

impl<'a> Signature<'a> {
    pub(crate) fn of(def: &Def, written: &'a ast::Def) -> Self {
        Signature {
            params: &written.params,
            inputs: def
                .inputs()
                .iter()
                .map(|tensor| (tensor.scalar, tensor.rank))
                .collect(),
            returns: def
                .returns()
                .iter()
                .map(|tensor| (tensor.scalar, tensor.rank, tensor.role == Role::InOut))
                .collect(),
        }
    }
}

/// A call statement, or a comprehension `a = f(x)` that is one.
#[derive(Clone, Copy)]
pub(crate) struct CallView<'a> {
    pub(crate) targets: &'a [Name],
    pub(crate) function: &'a Name,
    pub(crate) arguments: &'a [Expr],
    pub(crate) clauses: &'a [ast::Clause],
    pub(crate) span: Span,
}
