//! What a person does with a cache: list, remove, verify.

use crate::{Cache, Entry, Error, Key, Summary, entry::Manifest, index};

/// What a check of all entries found.
#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// Entries that are whole.
    pub whole: u64,
    /// Entries that were damaged or foreign, and are removed.
    pub removed: Vec<Key>,
    /// Files of processes that died, which are removed.
    pub swept: u64,
}

impl Cache {
    /// All entries, those that were used last first. Contents are not read.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn list(&mut self) -> Result<Vec<Summary>, Error> {
        let _waits = self.patience.begin();
        let rows = self.again_if_damaged(|cache| index::rows(cache.index.read()))?;
        let summaries = rows.into_iter().rev().filter_map(|row| {
            let manifest = self.sealer.open(&row.key, &row.manifest, &row.seal);
            manifest.map(|manifest: Manifest| manifest.summary(row.key))
        });
        Ok(summaries.collect())
    }

    /// The keys that begin with these hexadecimal digits.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn find(&mut self, digits: &str) -> Result<Vec<Key>, Error> {
        let keys = self.list()?.into_iter().map(|one| one.key);
        Ok(keys
            .filter(|key| key.to_string().starts_with(digits))
            .collect())
    }

    /// Removes an entry; false if there is none.
    ///
    /// # Errors
    /// An index that cannot be written.
    pub fn remove(&mut self, key: &Key) -> Result<bool, Error> {
        let _waits = self.patience.begin();
        let transaction = self.index.write(true)?;
        let found = index::row(&transaction, key)?.is_some();
        let unused = index::delete(&transaction, key)?;
        unused.iter().for_each(|digest| self.folder.remove(digest));
        transaction.commit()?;
        Ok(found)
    }

    /// Reads all entries, removes those that are damaged or foreign, and what processes left that
    /// died.
    ///
    /// # Errors
    /// An index that cannot be read or written.
    pub fn verify(&mut self) -> Result<Verified, Error> {
        let _waits = self.patience.begin();
        let mut verified = Verified::default();
        for row in self.again_if_damaged(|cache| index::rows(cache.index.read()))? {
            if self.whole(&row).is_some() {
                verified.whole += 1;
                continue;
            }
            self.remove_damaged(&row.key)?;
            verified.removed.push(row.key);
        }
        verified.swept = self.sweep()?;
        Ok(verified)
    }

    /// The entry of a key for `show` and `export`: its use does not count.
    pub(crate) fn whole_of(&mut self, key: &Key) -> Result<Option<(index::Row, Entry)>, Error> {
        let _waits = self.patience.begin();
        let row = self.again_if_damaged(|cache| index::row(cache.index.read(), key))?;
        Ok(row.and_then(|row| self.whole(&row).map(|entry| (row, entry))))
    }

    /// Removes files that belong to no entry, unless somebody writes now.
    pub(crate) fn sweep(&mut self) -> Result<u64, Error> {
        let Some(_alone) = self.folder.try_lock()? else {
            return Ok(0);
        };
        if self.index.is_old(&self.folder) {
            return Ok(0);
        }
        let mut swept = self.folder.remove_unfinished();
        let transaction = self.index.write(false)?;
        for digest in self.folder.digests() {
            if !index::has(&transaction, &digest)? {
                self.folder.remove(&digest);
                swept += 1;
            }
        }
        transaction.commit()?;
        Ok(swept)
    }
}
