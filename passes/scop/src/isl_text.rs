//! Expressions and names of the `tc` dialect in isl's notation.
//!
//! `M - T + 1` stays as it is, `i floordiv 2` becomes `floor((i)/2)`, `i mod 3` becomes
//! `((i) mod 3)`. A product of two names or a quotient by a name is not affine: it has no text, and
//! the caller chooses an alternative.
//!
//! A name of TC may start with a digit or be a keyword of isl (`2N`, `floor`); [`IslNames`] maps
//! the names of a def to distinct identifiers that isl accepts.

use std::collections::{BTreeMap, BTreeSet};

use tc_syntax::expr::{Comparison, Condition, Expr, Operator, Precondition};

/// The keywords of isl's parser, in upper or lower case.
const ISL_WORDS: [&str; 19] = [
    "and", "ceil", "ceild", "exists", "false", "floor", "floord", "implies", "infinity", "infty",
    "max", "min", "mod", "nan", "not", "or", "rat", "true", "int",
];

fn is_word_of_isl(name: &str) -> bool {
    ISL_WORDS.iter().any(|word| word.eq_ignore_ascii_case(name))
}

/// A name that no size, index, array or statement of a program has: only isl takes a prime as a
/// part of a name. It drops the primes of a text as soon as it has told apart the names in it, so
/// that a parameter keeps one only if it is made without a text.
pub fn reserved(name: &str) -> String {
    format!("{name}'")
}

/// The isl identifiers of the names of one def.
#[derive(Clone, Debug, Default)]
pub struct IslNames {
    identifiers: BTreeMap<String, String>,
    taken: BTreeSet<String>,
}

impl IslNames {
    /// The identifier of `name`, created on first use.
    pub fn add(&mut self, name: &str) -> String {
        if let Some(known) = self.identifiers.get(name) {
            return known.clone();
        }
        let identifier = self.fresh(name);
        self.identifiers.insert(name.to_owned(), identifier.clone());
        identifier
    }

    /// A fresh identifier similar to `name`; each call returns another one.
    pub fn fresh(&mut self, name: &str) -> String {
        let mut identifier = if name.starts_with(|first: char| first.is_ascii_digit()) {
            "_"
        } else {
            ""
        }
        .to_owned();
        identifier.extend(name.chars().map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '_'
            }
        }));
        while identifier.is_empty()
            || is_word_of_isl(&identifier)
            || self.taken.contains(&identifier)
        {
            identifier.push('_');
        }
        self.taken.insert(identifier.clone());
        identifier
    }

    /// A fresh identifier for a name that has one: the name then means another variable.
    pub fn replace(&mut self, name: &str) -> String {
        let identifier = self.fresh(name);
        self.identifiers.insert(name.to_owned(), identifier.clone());
        identifier
    }

    /// The identifier of a name that was added before.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.identifiers.get(name).map(String::as_str)
    }
}

/// The text of a quasi-affine expression; `None` if it is not quasi-affine, or has a name that is
/// not in `names`.
pub fn affine(expr: &Expr, names: &IslNames) -> Option<String> {
    match expr {
        Expr::Const(value) => Some(value.to_string()),
        Expr::Symbol(symbol) => names.get(symbol.as_name()?).map(str::to_owned),
        Expr::Binary(operator, left, right) => {
            let (a, b) = (affine(left, names)?, affine(right, names)?);
            match operator {
                Operator::Add => Some(format!("{a} + {b}")),
                Operator::Sub => Some(format!("{a} - ({b})")),
                Operator::Mul => product(&a, &b),
                Operator::FloorDiv if divisor(right) => Some(format!("floor(({a})/{b})")),
                Operator::Mod if divisor(right) => Some(format!("(({a}) mod {b})")),
                Operator::Min => Some(format!("min({a}, {b})")),
                Operator::Max => Some(format!("max({a}, {b})")),
                Operator::FloorDiv | Operator::Mod => None,
            }
        }
    }
}

/// The product of two texts, one of which must be a number; isl wants the number first.
pub fn product(a: &str, b: &str) -> Option<String> {
    match (a.parse::<i64>(), b.parse::<i64>()) {
        (Ok(number), _) => Some(format!("({number}*({b}))")),
        (_, Ok(number)) => Some(format!("({number}*({a}))")),
        _ => None,
    }
}

/// The text of a condition between quasi-affine expressions.
pub fn condition(condition: &Condition, names: &IslNames) -> Option<String> {
    let comparison = match condition.comparison {
        Comparison::Equal => "=",
        other => other.text(),
    };
    let (left, right) = (
        affine(&condition.left, names)?,
        affine(&condition.right, names)?,
    );
    Some(format!("{left} {comparison} {right}"))
}

/// The text of a precondition between quasi-affine expressions: the requirement holds, or the
/// precondition does not apply.
pub fn precondition(precondition: &Precondition, names: &IslNames) -> Option<String> {
    let requires = condition(&precondition.requires, names)?;
    let when: Vec<String> = precondition
        .when
        .iter()
        .map(|applies| condition(applies, names))
        .collect::<Option<_>>()?;
    if when.is_empty() {
        Some(requires)
    } else {
        Some(format!("({requires} or not ({}))", when.join(" and ")))
    }
}

/// Whether dividing by the expression stays quasi-affine.
fn divisor(expr: &Expr) -> bool {
    expr.as_const().is_some_and(|value| value > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(source: &str) -> Option<String> {
        let mut names = IslNames::default();
        for name in ["N", "M", "i", "2N", "floor"] {
            names.add(name);
        }
        affine(&Expr::parse(source).expect("the expression parses"), &names)
    }

    #[test]
    fn affine_expressions_become_isl_text() {
        assert_eq!(text("N - M + 1").as_deref(), Some("N - (M) + 1"));
        assert_eq!(text("2*i + 3").as_deref(), Some("(2*(i)) + 3"));
        assert_eq!(
            text("(i + 1) floordiv 2").as_deref(),
            Some("floor((i + 1)/2)")
        );
        assert_eq!(
            text("min(N, i mod 3)").as_deref(),
            Some("min(N, ((i) mod 3))")
        );
    }

    #[test]
    fn isl_reads_every_text() {
        let context = tc_isl::Context::new();
        for source in [
            "2*i",
            "i*2",
            "-i",
            "10 - 3*i",
            "i*-1 + N",
            "-(i - N)",
            "2*(i mod 3) floordiv 2",
            "max(i, -N)",
        ] {
            let text = text(source).expect("the expression is affine");
            let set = format!("[N] -> {{ [i, x] : x = {text} and x >= {text} + (-1*(i)) }}");
            assert!(
                tc_isl::Set::parse(&context, &set).is_ok(),
                "{source}: {set}"
            );
        }
    }

    #[test]
    fn what_is_not_affine_has_no_text() {
        assert_eq!(text("N*M"), None);
        assert_eq!(text("i floordiv N"), None);
        assert_eq!(text("i floordiv -2"), None);
        assert_eq!(text("unknown + 1"), None);
    }

    #[test]
    fn names_become_identifiers_that_isl_reads() {
        assert_eq!(text("\"2N\" + \"floor\"").as_deref(), Some("_2N + floor_"));
        let mut names = IslNames::default();
        names.add("_2N");
        assert_eq!(names.add("2N"), "_2N_");
        assert_eq!(names.add("2N"), "_2N_");
        assert_eq!(names.fresh("i"), "i");
        assert_eq!(names.fresh("i"), "i_");
    }

    #[test]
    fn conditions_become_isl_text() {
        let mut names = IslNames::default();
        names.add("N");
        let parsed = Condition::parse("N == 2").expect("the condition parses");
        assert_eq!(condition(&parsed, &names).as_deref(), Some("N = 2"));
        let product = Condition::parse("N*N >= 2").expect("the condition parses");
        assert_eq!(condition(&product, &names), None);
    }
}
