//! Reading and writing entries.

use crate::{
    Entry, Error, Key, Settings,
    entry::{Manifest, Sealer},
    folder::{Folder, Held, Written},
    index::{self, Index, Row},
    patience::Patience,
};
use rusqlite::Connection;
use std::time::{SystemTime, UNIX_EPOCH};

/// The cache of a folder, for one thread; other threads and processes have their own.
pub struct Cache {
    pub(crate) folder: Folder,
    pub(crate) index: Index,
    pub(crate) sealer: Sealer,
    pub(crate) patience: Patience,
    limit: u64,
}

/// How often a writer looks for an index that nobody replaces meanwhile.
const TRIES: usize = 4;

/// Puts between two sweeps of what dead processes left.
const SWEEP: i64 = 64;

/// An entry keeps its place in the order while what was used after it is less than this part of the
/// limit: moving it is a write, which costs more than the rest of a read.
const RECENT: u64 = 4;

impl Cache {
    /// Opens the cache, and makes it where it is missing.
    ///
    /// # Errors
    /// A folder that another user could have written, or that cannot be made.
    pub fn open(settings: Settings) -> Result<Cache, Error> {
        let patience = Patience::new(settings.patience);
        let _waits = patience.begin();
        let folder = Folder::make(&settings.folder, &settings.faults)?;
        let index = Index::open(&folder)?;
        let mut cache = Cache::of(folder, index, &settings, patience);
        // An entry that cannot be removed now can be by the next process.
        let _ = cache.keep_to_limit();
        Ok(cache)
    }

    /// Opens the cache; `None` if there is none.
    ///
    /// # Errors
    /// A folder that another user could have written.
    pub fn existing(settings: Settings) -> Result<Option<Cache>, Error> {
        let Some(folder) = Folder::existing(&settings.folder, &settings.faults)? else {
            return Ok(None);
        };
        let patience = Patience::new(settings.patience);
        let _waits = patience.begin();
        match Index::existing(&folder) {
            Ok(index) => Ok(index.map(|index| Cache::of(folder, index, &settings, patience))),
            Err(error) if error.is_damage() => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn of(folder: Folder, index: Index, settings: &Settings, patience: Patience) -> Cache {
        Cache {
            folder,
            index,
            patience,
            sealer: Sealer::new(settings.secret.as_deref()),
            limit: settings.limit,
        }
    }

    /// The entry of a key. One that is damaged, or sealed with another secret, is a miss and is
    /// removed; one that is found counts as used: it is not evicted before entries of three
    /// quarters of the limit were used after it.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn get(&mut self, key: &Key) -> Result<Option<Entry>, Error> {
        let _waits = self.patience.begin();
        self.again_if_damaged(|cache| {
            cache.follow()?;
            let Some(row) = index::row(cache.index.read(), key)? else {
                return Ok(None);
            };
            let Some(entry) = cache.whole(&row) else {
                cache.remove_damaged(key)?;
                return Ok(None);
            };
            if !index::is_recent(cache.index.read(), row.used, cache.limit / RECENT)? {
                // Its place in the order is not worth an error: the disk may be full.
                let _ = cache.touch(key);
            }
            Ok(Some(entry))
        })
    }

    /// The entry of a key, for a caller that writes nothing.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn peek(&self, key: &Key) -> Result<Option<Entry>, Error> {
        let _waits = self.patience.begin();
        match index::row(self.index.read(), key) {
            Ok(row) => Ok(row.and_then(|row| self.whole(&row))),
            Err(error) if error.is_damage() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Writes an entry in place of what the key had. When it returns true, the entry is on the
    /// disk; it returns false for an entry that is larger than the limit.
    ///
    /// # Errors
    /// A full disk, or an index that cannot be written; what was there before still is.
    pub fn put(&mut self, key: &Key, entry: &Entry) -> Result<bool, Error> {
        let _waits = self.patience.begin();
        let manifest = Manifest::of(key, entry, self.now());
        if manifest.bytes() > self.limit {
            return Ok(false);
        }
        let contents: Vec<&[u8]> = entry.blobs().map(|(_, contents)| contents).collect();
        let number = self.again_if_damaged(|cache| cache.write(key, &manifest, &contents))?;
        if number % SWEEP == 0 {
            self.sweep()?;
        }
        Ok(true)
    }

    fn write(&mut self, key: &Key, manifest: &Manifest, contents: &[&[u8]]) -> Result<i64, Error> {
        let _shared = self.share()?;
        let Cache {
            folder,
            index,
            sealer,
            limit,
            ..
        } = self;
        let blobs = manifest.blobs.iter().zip(contents);
        let written = blobs.map(|(blob, contents)| folder.write(blob, contents));
        let written: Vec<Written> = written.collect::<Result<_, _>>()?;
        let transaction = index.write(true)?;
        for one in written {
            folder.name(one)?;
        }
        let encoded = manifest.encoded();
        let digests = || manifest.blobs.iter().map(|blob| &*blob.digest);
        let number = index::latest(&transaction)? + 1;
        // Blobs that the key had before are left to a sweep: without this commit they still count.
        index::delete(&transaction, key)?;
        let row = Row {
            key: *key,
            seal: sealer.seal(&encoded).to_vec(),
            manifest: encoded,
            used: number,
        };
        index::insert(&transaction, &row, manifest.bytes(), digests())?;
        let unused = evict(&transaction, *limit)?;
        point(folder)?;
        unused.iter().for_each(|digest| folder.remove(digest));
        transaction.commit()?;
        point(folder)?;
        Ok(number)
    }

    /// The entry of a row, if nothing of it is damaged or foreign.
    pub(crate) fn whole(&self, row: &Row) -> Option<Entry> {
        let manifest = self.sealer.open(&row.key, &row.manifest, &row.seal)?;
        let blobs = manifest.blobs.iter();
        let contents: Option<Vec<_>> = blobs.map(|blob| self.folder.read(blob)).collect();
        Some(manifest.with_contents(contents?))
    }

    fn touch(&mut self, key: &Key) -> Result<(), Error> {
        let transaction = self.index.write(false)?;
        index::touch(&transaction, key)?;
        Ok(transaction.commit()?)
    }

    /// Removes an entry, unless another process has written it anew.
    pub(crate) fn remove_damaged(&mut self, key: &Key) -> Result<(), Error> {
        let Cache {
            folder,
            index,
            sealer,
            ..
        } = self;
        let transaction = index.write(false)?;
        let row = index::row(&transaction, key)?;
        let whole = row.is_none_or(|row| {
            let manifest = sealer.open(&row.key, &row.manifest, &row.seal);
            manifest.is_some_and(|manifest| {
                let mut blobs = manifest.blobs.iter();
                blobs.all(|blob| folder.read(blob).is_some())
            })
        });
        if whole {
            return Ok(());
        }
        let unused = index::delete(&transaction, key)?;
        unused.iter().for_each(|digest| folder.remove(digest));
        Ok(transaction.commit()?)
    }

    /// The lock that writers share, and under it the newest index. To begin one takes the lock
    /// alone, so that nobody does who holds it.
    fn share(&mut self) -> Result<Held, Error> {
        for _ in 0..TRIES {
            self.follow()?;
            let held = self.folder.lock_shared()?;
            if !self.index.is_old(&self.folder) {
                return Ok(held);
            }
        }
        Err(Error::Busy {
            path: self.folder.join("lock"),
        })
    }

    /// Removes what is beyond a limit that is lower than the last one.
    fn keep_to_limit(&mut self) -> Result<(), Error> {
        let digest = blake3::hash(&self.limit.to_le_bytes());
        let [first, second, third, fourth, ..] = *digest.as_bytes();
        let digest = i32::from_le_bytes([first, second, third, fourth]) & i32::MAX;
        if index::kept_limit(self.index.read())? == digest {
            return Ok(());
        }
        let transaction = self.index.write(false)?;
        let unused = evict(&transaction, self.limit)?;
        index::keep_limit(&transaction, digest)?;
        unused.iter().for_each(|digest| self.folder.remove(digest));
        Ok(transaction.commit()?)
    }

    /// Does something again with an empty index, where the index is damaged; or in a folder that is
    /// made again, where someone removed a part of it.
    pub(crate) fn again_if_damaged<T>(
        &mut self,
        what: impl Fn(&mut Cache) -> Result<T, Error>,
    ) -> Result<T, Error> {
        match what(self) {
            Err(error) if error.is_damage() => {
                self.index.renew(&self.folder)?;
                what(self)
            }
            Err(error) if error.is_missing() => {
                self.folder.make_again()?;
                what(self)
            }
            result => result,
        }
    }

    /// Turns to the index that another process began, where it found this one damaged.
    fn follow(&mut self) -> Result<(), Error> {
        if self.index.is_old(&self.folder) {
            self.index = Index::open(&self.folder)?;
        }
        Ok(())
    }

    fn now(&self) -> i64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0, |time| time.as_secs() as i64);
        now.saturating_add(self.folder.faults.clock)
    }
}

/// Removes the rows that were used least recently until the others fit; returns the digests that no
/// entry has any more.
fn evict(connection: &Connection, limit: u64) -> Result<Vec<String>, Error> {
    let mut unused = Vec::new();
    while index::bytes(connection)? > limit {
        let sql = "SELECT key FROM entry ORDER BY used LIMIT 1";
        let oldest = connection.query_row(sql, [], |row| row.get(0))?;
        unused.extend(index::delete(connection, &Key::from_bytes(oldest))?);
    }
    Ok(unused)
}

fn point(folder: &Folder) -> Result<(), Error> {
    folder
        .faults
        .point()
        .map_err(Error::file("write", folder.join("")))
}
