//! Where the best options are kept.

use std::path::PathBuf;
use tc_engine::{CacheMode, Errors, Tuned};

/// Where the best options are kept, and taken from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// In the store of this user.
    ByUser,
    /// In a folder.
    In(PathBuf),
}

impl Kept {
    /// The store, opened anew: none stays open behind a fork.
    pub(crate) fn open(&self, mode: CacheMode) -> Result<Tuned, Errors> {
        match self {
            Kept::ByUser if mode == CacheMode::Cached => Tuned::to_be_taken(),
            Kept::ByUser => Tuned::of_user(mode),
            Kept::In(folder) => Tuned::open(mode, tc_cache::Settings::at(folder)),
        }
    }
}
