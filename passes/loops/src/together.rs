//! Whether all threads of a block reach a place together, whose conditions mention the thread.
//!
//! isl puts a condition that several statements share around all of them:
//!
//! ```c
//! if (2 * b0 + t0 <= 2) {
//!   S0(2 * b0 + t0);
//!   if (b0 == 0) sync();
//! }
//! ```
//!
//! In a block of two threads both run `sync`, since `b0 = 0` implies the first condition. With the
//! conditions `C(t)` around a place, for thread `t` and the same loop iterators, all threads reach
//! it together if no block has threads `t` and `t'` with `C(t)` and not `C(t')`. isl decides that;
//! what it cannot read counts as possible. **Cost**: one emptiness test for each barrier below
//! such a condition.

use std::collections::BTreeSet;

use tc_isl::{AstExpr, AstExprKind, Error, Set};

/// The functions that occur in isl's C text of a condition.
const FUNCTIONS: [&str; 3] = ["min", "max", "floord"];

/// A condition around a place of the AST.
#[derive(Clone, Debug)]
pub struct Condition {
    text: String,
    names: BTreeSet<String>,
    /// The names among them whose values differ between the threads of a block.
    pub varying: BTreeSet<String>,
}

impl Condition {
    /// A condition and the names in it that vary, or else its negation.
    pub fn new(expr: &AstExpr, holds: bool, varying: BTreeSet<String>) -> Result<Self, Error> {
        let mut names = BTreeSet::new();
        names_of(expr, &mut names)?;
        let text = expr.to_c()?;
        let text = if holds { text } else { format!("not ({text})") };
        Ok(Condition {
            text,
            names,
            varying,
        })
    }

    /// The condition in isl's notation.
    fn of_isl(&self) -> String {
        format!("({})", self.text.replace("==", "="))
    }
}

/// The names in an expression.
pub fn names_of(expr: &AstExpr, names: &mut BTreeSet<String>) -> Result<(), Error> {
    match expr.kind()? {
        AstExprKind::Int => {}
        AstExprKind::Id => {
            names.insert(expr.id_id()?.name());
        }
        AstExprKind::Op(_) => {
            for arg in expr.op_args()? {
                names_of(&arg, names)?;
            }
        }
    }
    Ok(())
}

/// Whether the threads of a block reach the place below the conditions together; `context` has the
/// numbers of blocks and threads.
pub fn all_threads_reach(context: &Set, conditions: &[Condition]) -> Result<bool, Error> {
    let varying: BTreeSet<&str> = conditions
        .iter()
        .flat_map(|one| one.varying.iter().map(String::as_str))
        .collect();
    if varying.is_empty() {
        return Ok(true);
    }
    let of_context = context.space()?.param_names();
    let names: BTreeSet<&str> = conditions
        .iter()
        .flat_map(|one| one.names.iter().map(String::as_str))
        .filter(|name| !FUNCTIONS.contains(name))
        .chain(of_context.iter().map(String::as_str))
        .collect();
    // Parameters have numbers for names, since isl drops the primes of names that it reads.
    let this = |name: &str| Some(format!("n{}", names.iter().position(|one| *one == name)?));
    let other = |name: &str| {
        if varying.contains(name) {
            this(name).map(|number| format!("{number}_other"))
        } else {
            this(name)
        }
    };
    let texts: Vec<String> = conditions.iter().map(Condition::of_isl).collect();
    let list: Vec<&str> = names.iter().copied().collect();
    let text = format!("[{}] -> {{ : {} }}", list.join(", "), texts.join(" and "));
    let isl = context.context();
    let known = context.to_string();
    let read = |text: String| Set::parse(isl, &text);
    let (Ok(own), Ok(others), Ok(known_own), Ok(known_others)) = (
        read(renamed(&text, this)),
        read(renamed(&text, other)),
        read(renamed(&known, this)),
        read(renamed(&known, other)),
    ) else {
        return Ok(false);
    };
    let threads = known_own.intersect_params(&known_others)?;
    threads
        .intersect_params(&own)?
        .subtract(&others)?
        .is_empty()
}

/// The text with other names.
fn renamed(text: &str, name: impl Fn(&str) -> Option<String>) -> String {
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
    let mut rest = text;
    let mut result = String::new();
    while let Some(start) = rest.find(is_of_name) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|c| !is_of_name(c)).unwrap_or(from.len());
        let (old, behind) = from.split_at(end);
        result.push_str(before);
        result.push_str(name(old).as_deref().unwrap_or(old));
        rest = behind;
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use tc_isl::Context;

    use super::*;

    fn reach(conditions: &[&str]) -> bool {
        let isl = Context::new();
        let text = "[b0, t0, b1] -> { : 0 <= b0 <= 1 and 0 <= t0 <= 1 and 0 <= b1 <= 7 }";
        let context = Set::parse(&isl, text).expect("a context");
        let conditions: Vec<Condition> = conditions
            .iter()
            .map(|text| Condition {
                text: (*text).to_owned(),
                names: ["b0", "t0", "c0"].map(str::to_owned).into(),
                varying: text
                    .contains("t0")
                    .then(|| "t0".to_owned())
                    .into_iter()
                    .collect(),
            })
            .collect();
        all_threads_reach(&context, &conditions).expect("an answer")
    }

    #[test]
    fn the_other_conditions_may_imply_one_that_mentions_the_thread() {
        assert!(reach(&["b0 == 0"]));
        assert!(!reach(&["2 * b0 + t0 <= 2"]));
        assert!(reach(&["2 * b0 + t0 <= 2", "b0 == 0"]));
        assert!(!reach(&["2 * b0 + t0 <= 2", "b0 == 1"]));
        assert!(reach(&["t0 + c0 >= 1", "c0 >= 1"]));
        assert!(!reach(&["t0 + c0 >= 1", "c0 >= 0"]));
    }

    #[test]
    fn what_isl_writes_is_read() {
        assert!(reach(&["floord(t0, 2) == 0 && b0 >= 0"]));
        assert!(!reach(&["t0 % 2 == 0 || b0 == 1"]));
        assert!(reach(&["t0 % 2 == 0 || b0 == 1", "b0 == 1"]));
        assert!(reach(&["min(t0, 5) <= 1"]));
        assert!(!reach(&["something(t0) > 1", "b0 == 0"]));
    }
}
