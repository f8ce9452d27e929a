//! The index: which entries there are, what they consist of, and in which order they were used.
//!
//! The file has a number. A damaged one is never repaired or replaced in place, since other
//! processes may have it open: the next number begins an empty one.

use crate::{Error, Key, folder::Folder, patience};
use rusqlite::{
    Connection, OpenFlags, OptionalExtension, Transaction, TransactionBehavior, params,
};
use std::{fs, os::unix::fs::MetadataExt};

const SCHEMA: &str = "
    CREATE TABLE entry(key BLOB PRIMARY KEY, manifest BLOB NOT NULL, seal BLOB NOT NULL,
                       bytes INTEGER NOT NULL, used INTEGER NOT NULL) STRICT;
    CREATE INDEX entry_used ON entry(used);
    CREATE TABLE blob(key BLOB NOT NULL, digest TEXT NOT NULL, PRIMARY KEY(key, digest)) STRICT;
    CREATE INDEX blob_digest ON blob(digest);";

/// The index that is open.
pub(crate) struct Index {
    connection: Connection,
    number: u64,
    /// The device and the number of the file: another one of this name is another index.
    file: Option<(u64, u64)>,
}

/// The row of an entry.
pub(crate) struct Row {
    pub key: Key,
    /// Kept as bytes: one that is damaged is a miss, whatever its bytes are.
    pub manifest: Vec<u8>,
    pub seal: Vec<u8>,
    pub used: i64,
}

/// The newest index of a folder.
fn newest(folder: &Folder) -> Option<u64> {
    let names = fs::read_dir(folder.join("")).into_iter().flatten();
    let numbers = names.filter_map(|one| {
        let name = one.ok()?.file_name();
        let number = name.to_str()?.strip_prefix("index-")?;
        number.strip_suffix(".sqlite")?.parse().ok()
    });
    numbers.filter(|number| *number < LAST).max()
}

/// Numbers end before this one, so that each has a next.
const LAST: u64 = 1 << 32;

fn name(number: u64) -> String {
    format!("index-{number}.sqlite")
}

/// Which file has this number. It is not opened: closing it would let go of the locks of SQLite.
fn inode(folder: &Folder, number: u64) -> Option<(u64, u64)> {
    let found = fs::symlink_metadata(folder.join(&name(number))).ok()?;
    Some((found.dev(), found.ino()))
}

impl Index {
    /// The index, if there is one.
    pub(crate) fn existing(folder: &Folder) -> Result<Option<Index>, Error> {
        newest(folder)
            .map(|number| Index::of(folder, number))
            .transpose()
    }

    /// The index, made where it is missing.
    pub(crate) fn open(folder: &Folder) -> Result<Index, Error> {
        match Index::existing(folder) {
            Ok(Some(index)) => Ok(index),
            Err(error) if !error.is_damage() => Err(error),
            _ => Index::begin(folder, 0),
        }
    }

    /// The newest index from this number on, or an empty one in its place.
    fn begin(folder: &Folder, least: u64) -> Result<Index, Error> {
        let _alone = folder.lock()?;
        let number = match newest(folder) {
            Some(number) if number >= least => match Index::of(folder, number) {
                Err(error) if error.is_damage() => make(folder, number + 1)?,
                index => return index,
            },
            _ => make(folder, least)?,
        };
        Index::of(folder, number)
    }

    fn of(folder: &Folder, number: u64) -> Result<Index, Error> {
        let file = inode(folder, number);
        let connection = connect(folder, &name(number))?;
        if folder.faults.full_index {
            let pages: i64 = connection.query_row("PRAGMA page_count", [], |row| row.get(0))?;
            connection.pragma_update(None, "max_page_count", pages)?;
        }
        Ok(Index {
            connection,
            number,
            file,
        })
    }

    /// Whether a process found this index damaged, and began the next one; or someone removed it.
    pub(crate) fn is_old(&self, folder: &Folder) -> bool {
        newest(folder) != Some(self.number) || inode(folder, self.number) != self.file
    }

    /// Begins an empty index in place of this one, unless another process did.
    pub(crate) fn renew(&mut self, folder: &Folder) -> Result<(), Error> {
        *self = Index::begin(folder, self.number + 1)?;
        Ok(())
    }

    /// A transaction that writes, alone. What is committed survives a loss of power, if asked for.
    pub(crate) fn write(&mut self, durable: bool) -> Result<Transaction<'_>, Error> {
        let level = if durable { "FULL" } else { "NORMAL" };
        self.connection.pragma_update(None, "synchronous", level)?;
        let behavior = TransactionBehavior::Immediate;
        Ok(self.connection.transaction_with_behavior(behavior)?)
    }

    /// The index for reading.
    pub(crate) fn read(&self) -> &Connection {
        &self.connection
    }
}

fn connect(folder: &Folder, name: &str) -> Result<Connection, Error> {
    let path = folder.join(name);
    let found = fs::symlink_metadata(&path).map_err(Error::file("open", &path))?;
    if !found.is_file() {
        return Err(Error::NoIndex { path });
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    // The folder is ours; a link above it, such as /tmp on some systems, is none of ours.
    let parent = folder.join("");
    let parent = parent
        .canonicalize()
        .map_err(Error::file("open", &parent))?;
    let connection = Connection::open_with_flags(parent.join(name), flags)?;
    // Earlier versions wrote ahead into a log, whose index in memory that is shared ends a process
    // by a signal where someone cuts it off. One that others have open stays as it is until they
    // end, and one that is damaged is found so when it is read.
    let _ = connection.pragma_update(None, "journal_mode", "TRUNCATE");
    connection.busy_handler(Some(patience::pause))?;
    Ok(connection)
}

/// Makes an empty index; nobody sees it before it is complete. The caller holds the lock alone.
fn make(folder: &Folder, number: u64) -> Result<u64, Error> {
    let name = "writing/index";
    let remove = |end| fs::remove_file(folder.join(&format!("{name}{end}")));
    for end in ["", "-wal", "-shm", "-journal"] {
        let _ = remove(end);
    }
    // SQLite would let others read it; what it writes beside it has the mode of this file.
    folder.begin(name)?;
    let connection = connect(folder, name)?;
    connection.execute_batch(SCHEMA)?;
    connection.close().map_err(|(_, error)| error)?;
    let _ = remove("-journal");
    let path = folder.join(&self::name(number));
    let rename = || {
        folder.faults.point()?;
        fs::rename(folder.join(name), &path)
    };
    rename().map_err(Error::file("write", &path))?;
    Ok(number)
}

/// The row of a key.
pub(crate) fn row(connection: &Connection, key: &Key) -> Result<Option<Row>, Error> {
    let sql = "SELECT key, manifest, seal, used FROM entry WHERE key = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    Ok(statement.query_row([key.bytes()], of_row).optional()?)
}

/// All rows, those that were used least recently first.
pub(crate) fn rows(connection: &Connection) -> Result<Vec<Row>, Error> {
    let sql = "SELECT key, manifest, seal, used FROM entry ORDER BY used";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], of_row)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn of_row(row: &rusqlite::Row) -> rusqlite::Result<Row> {
    Ok(Row {
        key: Key::from_bytes(row.get(0)?),
        manifest: row.get(1)?,
        seal: row.get(2)?,
        used: row.get(3)?,
    })
}

/// The number of the latest use.
pub(crate) fn latest(connection: &Connection) -> Result<i64, Error> {
    let sql = "SELECT coalesce(max(used), 0) FROM entry";
    let mut statement = connection.prepare_cached(sql)?;
    Ok(statement.query_row([], |row| row.get(0))?)
}

/// Whether few entries were used after this number, which are small together. It reads few rows.
pub(crate) fn is_recent(connection: &Connection, used: i64, most: u64) -> Result<bool, Error> {
    const FEW: i64 = 32;
    let sql = "SELECT count(*), coalesce(sum(bytes), 0)
               FROM (SELECT bytes FROM entry WHERE used > ?1 LIMIT ?2)";
    let mut statement = connection.prepare_cached(sql)?;
    let after = statement.query_row([used, FEW + 1], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (count, bytes): (i64, i64) = after;
    Ok(count <= FEW && bytes.unsigned_abs() <= most)
}

/// Makes an entry the one that was used latest.
pub(crate) fn touch(connection: &Connection, key: &Key) -> Result<(), Error> {
    let now = latest(connection)? + 1;
    let sql = "UPDATE entry SET used = ?2 WHERE key = ?1";
    connection.execute(sql, params![key.bytes(), now])?;
    Ok(())
}

/// The limit that held when entries were removed last, as 31 bits of a digest.
pub(crate) fn kept_limit(connection: &Connection) -> Result<i32, Error> {
    Ok(connection.query_row("PRAGMA user_version", [], |row| row.get(0))?)
}

/// Notes that limit.
pub(crate) fn keep_limit(connection: &Connection, limit: i32) -> Result<(), Error> {
    Ok(connection.pragma_update(None, "user_version", limit)?)
}

/// The bytes of all entries.
pub(crate) fn bytes(connection: &Connection) -> Result<u64, Error> {
    let sql = "SELECT coalesce(sum(bytes), 0) FROM entry";
    let sum: i64 = connection.query_row(sql, [], |row| row.get(0))?;
    Ok(sum.unsigned_abs())
}

/// Adds a row, as the one that was used latest.
pub(crate) fn insert<'d>(
    connection: &Connection,
    row: &Row,
    bytes: u64,
    digests: impl Iterator<Item = &'d str>,
) -> Result<(), Error> {
    let sql = "INSERT OR REPLACE INTO entry VALUES(?1, ?2, ?3, ?4, ?5)";
    let (key, bytes) = (row.key.bytes(), bytes as i64);
    connection.execute(sql, params![key, row.manifest, row.seal, bytes, row.used])?;
    for digest in digests {
        let sql = "INSERT OR IGNORE INTO blob VALUES(?1, ?2)";
        connection.execute(sql, params![key, digest])?;
    }
    Ok(())
}

/// Removes a row, and returns the digests that no other entry has.
pub(crate) fn delete(connection: &Connection, key: &Key) -> Result<Vec<String>, Error> {
    let sql = "SELECT digest FROM blob AS mine WHERE key = ?1
               AND NOT EXISTS (SELECT 1 FROM blob WHERE digest = mine.digest AND key <> ?1)";
    let mut statement = connection.prepare_cached(sql)?;
    let alone = statement.query_map([key.bytes()], |row| row.get(0))?;
    let alone = alone.collect::<Result<_, _>>()?;
    connection.execute("DELETE FROM blob WHERE key = ?1", [key.bytes()])?;
    connection.execute("DELETE FROM entry WHERE key = ?1", [key.bytes()])?;
    Ok(alone)
}

/// Whether an entry has a blob.
pub(crate) fn has(connection: &Connection, digest: &str) -> Result<bool, Error> {
    let sql = "SELECT EXISTS (SELECT 1 FROM blob WHERE digest = ?1)";
    let mut statement = connection.prepare_cached(sql)?;
    Ok(statement.query_row([digest], |row| row.get(0))?)
}
