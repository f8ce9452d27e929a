//! Why the cache cannot be used.

use std::{
    io::{self, ErrorKind},
    path::PathBuf,
};

/// Why the cache cannot be used. Damage of entries is no error: they are misses.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A folder that someone else could have filled with code of theirs.
    #[error(
        "the cache `{}` is refused: {reason}; set TC_CACHE_DIR to a folder of your own, or TC_CACHE=off",
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
    /// Another process holds a lock for longer than this one waits.
    #[error("another process holds the lock `{}`", path.display())]
    Busy {
        /// The lock.
        path: PathBuf,
    },
    /// No index stands where one should.
    #[error("the index of the cache: `{}` is no file that can be opened", path.display())]
    NoIndex {
        /// The path.
        path: PathBuf,
    },
    /// The index cannot be read or written.
    #[error("the index of the cache: {0}")]
    Index(#[from] rusqlite::Error),
    /// The environment names no folder.
    #[error("there is no folder for the cache: set TC_CACHE_DIR, or TC_CACHE=off")]
    NoFolder,
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
            ErrorCode::{CannotOpen, DatabaseCorrupt, NotADatabase, ReadOnly, Unknown},
            ffi::{
                SQLITE_IOERR_CORRUPTFS, SQLITE_IOERR_DELETE, SQLITE_IOERR_READ, SQLITE_IOERR_SEEK,
                SQLITE_IOERR_SHORT_READ,
            },
        };
        // What cannot be read never can; a write may have failed for want of room.
        const UNREADABLE: [i32; 5] = [
            SQLITE_IOERR_CORRUPTFS,
            SQLITE_IOERR_DELETE,
            SQLITE_IOERR_READ,
            SQLITE_IOERR_SEEK,
            SQLITE_IOERR_SHORT_READ,
        ];
        match self {
            Error::NoIndex { .. } => true,
            Error::Index(
                InvalidColumnType(..) | FromSqlConversionFailure(..) | SqlInputError { .. },
            ) => true,
            Error::Index(SqliteFailure(error, _)) => {
                matches!(
                    error.code,
                    CannotOpen | DatabaseCorrupt | NotADatabase | ReadOnly | Unknown
                ) || UNREADABLE.contains(&error.extended_code)
            }
            _ => false,
        }
    }

    /// Whether something of the folder is gone, which can be made again.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Error::File { source, .. } if source.kind() == ErrorKind::NotFound)
    }
}
