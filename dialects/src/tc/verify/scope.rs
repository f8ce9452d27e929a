//! The names that expressions of a def may use.

use std::collections::HashMap;

use melior::ir::OperationRef;
use melior::ir::r#type::IntegerType;

use super::super::views::Def;
use super::known_names;
use crate::errors::{Errors, is_word};
use tc_syntax::expr::{Expr, Symbol};

/// Sizes, scalar inputs and tensors of a def.
pub(super) struct Scope {
    /// In order of first appearance.
    pub sizes: Vec<String>,
    /// Rank-0 integer inputs.
    pub scalars: Vec<String>,
    /// The rank of each tensor.
    pub ranks: HashMap<String, usize>,
}

impl Scope {
    pub fn of(def: Def) -> Scope {
        let scalars = def.scalars().into_iter();
        let integers = scalars.filter(|scalar| {
            IntegerType::try_from(scalar.tensor_type().element())
                .is_ok_and(|integer| integer.width() > 1)
        });
        Scope {
            sizes: def.sizes(),
            scalars: integers.map(|scalar| scalar.name()).collect(),
            ranks: def
                .tensors()
                .iter()
                .map(|tensor| (tensor.name(), tensor.tensor_type().rank()))
                .collect(),
        }
    }

    pub fn is_size(&self, name: &str) -> bool {
        self.sizes.iter().any(|size| size == name)
    }

    pub fn is_scalar(&self, name: &str) -> bool {
        self.scalars.iter().any(|scalar| scalar == name)
    }

    /// Checks the name of an index: a word that is not the name of a size, of a tensor, or of a
    /// loop around it.
    pub fn check_index<'c: 'a, 'a>(
        &self,
        name: &str,
        kind: &str,
        loops: &[String],
        operation: OperationRef<'c, 'a>,
        errors: &mut Errors,
    ) {
        if !is_word(name) {
            errors.add(
                operation,
                format!("has {kind} '{name}', whose name is not made of letters, digits and '_'"),
            );
        }
        if self.is_size(name) || self.ranks.contains_key(name) {
            errors.add(
                operation,
                format!("has {kind} '{name}', which is also the name of a size or a tensor"),
            );
        }
        if loops.iter().any(|outer| outer == name) {
            errors.add(
                operation,
                format!("has {kind} '{name}', which is also the index of a loop around it"),
            );
        }
    }

    /// Reports the names and extents in `expr` that are not known; `kind` and `candidates` describe
    /// the known names.
    #[allow(clippy::too_many_arguments)]
    pub fn check<'c: 'a, 'a>(
        &self,
        expr: &Expr,
        known: &dyn Fn(&str) -> bool,
        place: &str,
        kind: &str,
        candidates: &[String],
        operation: OperationRef<'c, 'a>,
        errors: &mut Errors,
    ) {
        let mut wrong: Vec<String> = Vec::new();
        expr.for_each_symbol(&mut |symbol| {
            let message = match symbol {
                Symbol::Name(name) if known(name) => return,
                Symbol::Name(name) => {
                    format!(
                        "names '{name}' {place}, which is not known there; {}",
                        known_names(kind, candidates)
                    )
                }
                Symbol::Extent(tensor, dim) => match self.ranks.get(tensor) {
                    None => format!(
                        "names the extent '{symbol}' {place}, but there is no tensor '{tensor}'"
                    ),
                    Some(rank) if *dim as usize >= *rank => {
                        format!(
                            "names the extent '{symbol}' {place}, but '{tensor}' has rank {rank}"
                        )
                    }
                    Some(_) => return,
                },
            };
            if !wrong.contains(&message) {
                wrong.push(message);
            }
        });
        for message in wrong {
            errors.add(operation, message);
        }
    }
}
