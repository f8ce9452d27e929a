//! What modules bring: lines that import, and inputs that a call may leave out.

use super::{Expr, ExprKind, Name, Type};
use crate::Span;

/// `import module`, or `use module: name, name`
#[derive(Clone, Debug)]
pub struct Import {
    /// The module.
    pub module: Name,
    /// The operators that are called without the name of the module; none of `import`.
    pub names: Vec<Name>,
    /// The whole line.
    pub span: Span,
}

impl PartialEq for Import {
    fn eq(&self, other: &Self) -> bool {
        (&self.module, &self.names) == (&other.module, &other.names)
    }
}

/// `type name`, or `type name = default`
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The type.
    pub ty: Type,
    /// The name.
    pub name: Name,
    /// The literal that a call may leave out.
    pub default: Option<Expr>,
}

impl Param {
    /// The literal that a call may leave out, as it is written.
    pub fn default_text(&self) -> Option<String> {
        fn text(expr: &Expr) -> Option<String> {
            match &expr.kind {
                ExprKind::Integer(text) | ExprKind::Float(text) => Some(text.to_string()),
                ExprKind::Bool(value) => Some(value.to_string()),
                ExprKind::Unary { operand, .. } => Some(format!("-{}", text(operand)?)),
                _ => None,
            }
        }
        text(self.default.as_ref()?)
    }
}
