//! The result of one case.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// All executors agree.
    Agree,
    /// They do with all sizes fixed; this says why sizes cannot be left open.
    AgreeFixed(String),
    /// A diagnostic, by its code or its text without names and numbers, and in full.
    Refused { reason: String, message: String },
    /// A result other than the reference evaluator's.
    Differs { executor: String, message: String },
    /// The compiled program could not run, or the emulator's sanitizer found an error.
    Faulty { executor: String, message: String },
    /// The process died, or code of ours panicked.
    Crashed(String),
    /// No answer within the time limit.
    Hung,
}

impl Verdict {
    pub fn is_failure(&self) -> bool {
        !matches!(
            self,
            Verdict::Agree | Verdict::AgreeFixed(_) | Verdict::Refused { .. }
        )
    }

    /// Whether both are failures of one kind, so that a smaller program shows the same bug.
    pub fn is_like(&self, other: &Verdict) -> bool {
        match (self, other) {
            (Verdict::Differs { executor: a, .. }, Verdict::Differs { executor: b, .. }) => a == b,
            (
                Verdict::Faulty {
                    executor: a,
                    message: m,
                },
                Verdict::Faulty {
                    executor: b,
                    message: n,
                },
            ) => a == b && anonymous(m) == anonymous(n),
            (Verdict::Crashed(_), Verdict::Crashed(_)) | (Verdict::Hung, Verdict::Hung) => true,
            _ => false,
        }
    }

    pub fn on_emulator(&self) -> bool {
        let executor = match self {
            Verdict::Differs { executor, .. } | Verdict::Faulty { executor, .. } => executor,
            _ => return false,
        };
        executor.starts_with("emulator")
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Agree => f.write_str("agrees"),
            Verdict::AgreeFixed(message) => write!(f, "agrees with fixed sizes: {message}"),
            Verdict::Refused { message, .. } => write!(f, "refused: {message}"),
            Verdict::Differs { executor, message } | Verdict::Faulty { executor, message } => {
                write!(f, "{executor}: {message}")
            }
            Verdict::Crashed(message) => write!(f, "crashed: {message}"),
            Verdict::Hung => f.write_str("no answer within the time limit"),
        }
    }
}

/// A message without the parts that differ from program to program: names in back quotes, and
/// numbers.
pub fn anonymous(message: &str) -> String {
    let mut text = String::new();
    let mut quoted = false;
    for c in message.lines().next().unwrap_or_default().chars() {
        match c {
            '`' => {
                quoted = !quoted;
                text.push_str(if quoted { "`_" } else { "`" });
            }
            _ if quoted => {}
            '0'..='9' => {
                if !text.ends_with('#') {
                    text.push('#');
                }
            }
            _ => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::anonymous;

    #[test]
    fn names_and_numbers_are_left_out() {
        assert_eq!(
            anonymous("size `N` is 12 from `A.0`\nnote"),
            "size `_` is # from `_`"
        );
    }
}
