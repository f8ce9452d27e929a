//! Indices with their ranges, and expressions over them.

use tc_syntax::expr::Expr;

/// An index and its range.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Loop {
    pub(super) name: String,
    pub(super) lower: Expr,
    pub(super) upper: Expr,
}

impl Loop {
    pub(super) fn new(name: impl Into<String>, lower: Expr, upper: Expr) -> Self {
        let name = name.into();
        Loop { name, lower, upper }
    }

    /// Whether its range uses a name.
    pub(super) fn uses(&self, name: &str) -> bool {
        self.lower.mentions(name) || self.upper.mentions(name)
    }

    /// Whether both take the same values.
    pub(super) fn same_range(&self, other: &Loop) -> bool {
        self.lower.same_as(&other.lower) && self.upper.same_as(&other.upper)
    }
}

/// A name that is not taken.
pub(super) fn unused(is_taken: impl Fn(&str) -> bool) -> String {
    let letters = ["i", "j", "k", "l", "m", "n"].map(str::to_owned);
    let numbered = (0..).map(|number| format!("i{number}"));
    letters
        .into_iter()
        .chain(numbered)
        .find(|name| !is_taken(name))
        .unwrap_or_default()
}

/// An expression with one name replaced.
pub(super) fn replaced(expr: &Expr, name: &str, value: &Expr) -> Expr {
    if !expr.mentions(name) {
        return expr.clone();
    }
    tidy(&expr.substitute(&|symbol| (symbol.as_name() == Some(name)).then(|| value.clone())))
}

/// The normal form.
pub(super) fn tidy(expr: &Expr) -> Expr {
    expr.normalized(&[]).unwrap_or_else(|| expr.clone())
}
