//! The frontend: from text in one of the notations to the checked tree, and back to text, without
//! MLIR.
//!
//! | module | contents |
//! | --- | --- |
//! | [`notation`] | what a notation is, and a text in one |
//! | [`tc`] | TC text: names and types, symbols for editors, batches, the tree as text |
//! | [`sac`] | the same for the notation of SaC, with shapes |
//! | [`model`] | the checked tree, which all notations become |
//! | [`builtins`] | the functions of the language |
//! | [`raised`] | what is known of a tree that was made of IR |
//! | [`grad`] | the gradient of a definition |
//! | [`canonical`](mod@canonical) | the identity of a definition, independent of names |
//!
//! A notation is a folder and its line in [`NOTATIONS`].
//!
//! ```
//! use tc_frontend::{notation_of, tc::Options};
//! use tc_syntax::diagnostic::SourceFile;
//!
//! let text = "def mv(float(M,K) A, float(K) x) -> (y) { y(i) = A(i,k) * x(k) }";
//! let file = SourceFile::new("mv.tc", text);
//! let checked = notation_of("mv.tc".as_ref()).check(file, &Options::default());
//! assert_eq!(
//!     checked.diagnostics()[0].short(),
//!     "mv.tc:1:48: error[TC0210]: index `k` appears only on the right-hand side, but `=` does not reduce",
//! );
//! ```

pub mod builtins;
pub mod canonical;
pub mod grad;
pub mod model;
pub mod notation;
pub mod raised;
pub mod sac;
pub mod tc;

pub use canonical::canonical;
pub use notation::{Notation, Text};

use std::path::Path;

/// The notations. The first one is that of files with another ending, and of standard input.
pub static NOTATIONS: &[&dyn Notation] = &[
    &tc::Tc,   // .tc
    &sac::Sac, // .sac
];

/// The notation of a file, by the ending of its name.
pub fn notation_of(file: &Path) -> &'static dyn Notation {
    let has = |one: &&&dyn Notation| {
        file.extension()
            .is_some_and(|ending| ending == one.ending())
    };
    NOTATIONS.iter().find(has).copied().unwrap_or(NOTATIONS[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_a_name_tells_the_notation() {
        let of = |name: &str| notation_of(Path::new(name)).name();
        assert_eq!(of("b/a.sac"), "SaC");
        assert_eq!(of("file:///project/rows.sac"), "SaC");
        for other in ["a.tc", "sac", "-", "a.txt", ".sac"] {
            assert_eq!(of(other), "TC", "{other}");
        }
    }

    #[test]
    fn names_and_endings_differ() {
        for (number, one) in NOTATIONS.iter().enumerate() {
            for other in &NOTATIONS[number + 1..] {
                assert_ne!(one.name(), other.name());
                assert_ne!(one.ending(), other.ending());
            }
        }
    }
}
