//! Why the cache cannot be used.

use std::{io, path::PathBuf};

/// Why the cache cannot be used. Damage of entries is no error: they are misses.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A folder that someone else could have filled with code of theirs.
    #[error(
        "the cache `{}` is refused: {reason}; set TC_CACHE_DIR to a folder of your own, or use --cache=off",
        path.display()
    )]
    Refused {
        /// The folder.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file cannot be read or written.
    #[error("cannot {doing} `{}`: {source}", path.display())]
    File {
        /// What was tried.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The index cannot be read or written.
    #[error("the index of the cache: {0}")]
    Index(#[from] rusqlite::Error),
    /// A setting that is not understood.
    #[error("{0}")]
    Setting(String),
    /// A file that was not exported by this version, or ends too early.
    #[error("`{}` is no exported cache: {reason}", path.display())]
    Exchange {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl Error {
    pub(crate) fn file(
        doing: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> Error {
        let path = path.into();
        move |source| Error::File {
            doing,
            path,
            source,
        }
    }

    /// Whether the file of the index is not what SQLite wrote for us: our statements are fixed, so
    /// that one that SQLite does not understand means another schema.
    pub(crate) fn is_damage(&self) -> bool {
        use rusqlite::{
            Error::{FromSqlConversionFailure, InvalidColumnType, SqlInputError, SqliteFailure},
            ErrorCode::{DatabaseCorrupt, NotADatabase, ReadOnly, Unknown},
            ffi::SQLITE_IOERR_SHORT_READ,
        };
        match self {
            Error::Index(
                InvalidColumnType(..) | FromSqlConversionFailure(..) | SqlInputError { .. },
            ) => true,
            Error::Index(SqliteFailure(error, _)) => {
                matches!(
                    error.code,
                    DatabaseCorrupt | NotADatabase | ReadOnly | Unknown
                ) || error.extended_code == SQLITE_IOERR_SHORT_READ
            }
            _ => false,
        }
    }
}
