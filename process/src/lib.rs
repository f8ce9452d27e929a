//! A program of ours and the system around it, without LLVM: the command line that it answers,
//! files that it writes, and how it ends after a mistake of its own.
//!
//! | module | contents |
//! | --- | --- |
//! | [`program`] | the command line, and how the program is started again |
//! | [`output`] | files that appear as a whole, standard output and error |
//! | [`panics`] | panics as values |
//! | [`crash`] | an internal error: a message, a reproducer, status 70 |

pub mod crash;
pub mod output;
pub mod panics;
pub mod program;
