//! The kinds of arrays of a scop, and what each kind means.
//!
//! Passes, proofs and code generation ask a kind what they need to know, such as whether each block
//! has an array of its own. A further kind is a variant here with its word and its answers.

use std::fmt;

use super::member_kind::Units;

/// The purpose of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayKind {
    /// Passed by the caller.
    Argument(Role),
    /// Lives as long as the scop runs, in global memory.
    Temporary,
    /// Lives as long as a block runs, one for each block.
    Shared,
    /// Lives as long as a thread runs, one for each thread.
    Private,
}

/// How a scop uses an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Only read.
    In,
    /// Written; its previous contents are not used.
    Out,
    /// Read and written.
    InOut,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 3] = [Role::In, Role::Out, Role::InOut];

    /// Whether the contents that the caller gives are used.
    pub fn is_filled(self) -> bool {
        self != Role::Out
    }
}

impl ArrayKind {
    /// Those that a scop declares in its body.
    pub const DECLARED: [ArrayKind; 3] =
        [ArrayKind::Temporary, ArrayKind::Shared, ArrayKind::Private];

    /// How an argument is used; `None` for an array that the scop declares.
    pub fn role(self) -> Option<Role> {
        match self {
            ArrayKind::Argument(role) => Some(role),
            _ => None,
        }
    }

    /// Whether the caller passes it.
    pub fn is_argument(self) -> bool {
        self.role().is_some()
    }

    /// Whether the scop makes it, once for all that run.
    pub fn is_temporary(self) -> bool {
        !self.is_argument() && !self.is_local()
    }

    /// The units that each have an array of their own; `None` where there is one for all.
    pub fn owner(self) -> Option<Units> {
        match self {
            ArrayKind::Argument(_) | ArrayKind::Temporary => None,
            ArrayKind::Shared => Some(Units::Blocks),
            ArrayKind::Private => Some(Units::Threads),
        }
    }

    /// Whether it is local to a block or a thread; otherwise it is in global memory.
    pub fn is_local(self) -> bool {
        self.owner().is_some()
    }

    /// Whether the threads of a block share it, and no others.
    pub fn is_shared(self) -> bool {
        self.owner() == Some(Units::Blocks)
    }

    /// Whether no thread sees the array of another one.
    pub fn is_private(self) -> bool {
        self.owner() == Some(Units::Threads)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::In => "in",
            Role::Out => "out",
            Role::InOut => "inout",
        })
    }
}

impl fmt::Display for ArrayKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArrayKind::Argument(role) => role.fmt(f),
            ArrayKind::Temporary => f.write_str("temporary"),
            ArrayKind::Shared => f.write_str("shared"),
            ArrayKind::Private => f.write_str("private"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_array_is_of_the_caller_of_the_scop_or_of_units() {
        let argument = ArrayKind::Argument(Role::InOut);
        let kinds = [&[argument][..], &ArrayKind::DECLARED].concat();
        let answers = kinds.iter().map(|kind| {
            let is = [
                (kind.is_argument(), "argument"),
                (kind.is_temporary(), "temporary"),
                (kind.is_local(), "local"),
                (kind.is_shared(), "shared"),
                (kind.is_private(), "private"),
            ];
            let words = is.iter().filter(|(holds, _)| *holds);
            let words: Vec<&str> = words.map(|(_, word)| *word).collect();
            format!("{kind}: {}", words.join(" "))
        });
        assert_eq!(
            answers.collect::<Vec<_>>(),
            [
                "inout: argument",
                "temporary: temporary",
                "shared: local shared",
                "private: local private",
            ]
        );
    }

    #[test]
    fn only_results_are_not_filled() {
        assert_eq!(Role::ALL.map(Role::is_filled), [true, false, true]);
    }
}
