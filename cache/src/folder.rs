//! The folder of the cache: whose it is, and the files in it.

use crate::{Error, entry::Blob, faults::Faults, patience};
use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{ErrorKind, Read, Write},
    os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
    time::{SystemTime, UNIX_EPOCH},
};

/// The version of the layout.
const LAYOUT: &str = "v1";

/// The files of the cache.
#[derive(Debug)]
pub(crate) struct Folder {
    root: PathBuf,
    pub(crate) faults: Faults,
}

/// A lock that is held; the system lets go of it when its process ends.
#[must_use]
pub(crate) struct Held(#[expect(dead_code, reason = "closing the file lets go of the lock")] File);

/// A complete file that has no name in the cache yet; without one, it is removed.
pub(crate) struct Written {
    path: PathBuf,
    to: PathBuf,
}

impl Folder {
    /// The folder, if it exists.
    pub(crate) fn existing(path: &Path, faults: &Faults) -> Result<Option<Folder>, Error> {
        match fs::symlink_metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            _ => check_owner(path)?,
        }
        let root = path.join(LAYOUT);
        if root.exists() {
            Folder::checked(root, faults).map(Some)
        } else {
            Ok(None)
        }
    }

    /// The folder, made where it is missing.
    pub(crate) fn make(path: &Path, faults: &Faults) -> Result<Folder, Error> {
        make(path)?;
        check_owner(path)?;
        let root = path.join(LAYOUT);
        make(&root)?;
        let folder = Folder::checked(root, faults)?;
        for inside in ["blobs", "writing"] {
            make(&folder.join(inside))?;
        }
        Ok(folder)
    }

    /// Makes what someone has removed of it.
    pub(crate) fn make_again(&mut self) -> Result<(), Error> {
        let path = self.root.parent().expect("the layout is in a folder");
        *self = Folder::make(path, &self.faults)?;
        Ok(())
    }

    fn checked(root: PathBuf, faults: &Faults) -> Result<Folder, Error> {
        check_owner(&root)?;
        let faults = faults.clone();
        Ok(Folder { root, faults })
    }

    /// A file of the folder.
    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Waits for the lock that writers share. Who holds it must not ask for the lock alone.
    pub(crate) fn lock_shared(&self) -> Result<Held, Error> {
        self.wait_for(File::try_lock_shared)
    }

    /// Waits until nobody writes.
    pub(crate) fn lock(&self) -> Result<Held, Error> {
        self.wait_for(File::try_lock)
    }

    fn wait_for(&self, lock: fn(&File) -> Result<(), TryLockError>) -> Result<Held, Error> {
        let (file, path) = self.lock_file()?;
        for attempt in 0.. {
            match lock(&file) {
                Ok(()) => break,
                Err(TryLockError::Error(error)) => return Err(Error::file("lock", path)(error)),
                Err(TryLockError::WouldBlock) if patience::pause(attempt) => {}
                Err(TryLockError::WouldBlock) => return Err(Error::Busy { path }),
            }
        }
        Ok(Held(file))
    }

    /// The lock, if nobody writes.
    pub(crate) fn try_lock(&self) -> Result<Option<Held>, Error> {
        let (file, _) = self.lock_file()?;
        Ok(file.try_lock().is_ok().then_some(Held(file)))
    }

    fn lock_file(&self) -> Result<(File, PathBuf), Error> {
        let path = self.join("lock");
        let file = ours().write(true).create(true).truncate(false).open(&path);
        Ok((file.map_err(Error::file("open", &path))?, path))
    }

    /// Makes an empty file, which only this user reads.
    pub(crate) fn begin(&self, name: &str) -> Result<(), Error> {
        let path = self.join(name);
        let file = ours().write(true).create_new(true).open(&path);
        file.map_err(Error::file("make", path)).map(drop)
    }

    /// Writes the contents of a blob to the disk. The caller holds the shared lock.
    pub(crate) fn write(&self, blob: &Blob, contents: &[u8]) -> Result<Written, Error> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let since = since.map_or(0, |time| time.as_nanos());
        // A process of the same number may have died here, or live in another container.
        let name = format!("{}-{number}-{since:x}", std::process::id());
        let path = self.join("writing").join(name);
        let to = self.blob(&blob.digest);
        let written = Written { path, to };
        let write = || {
            self.faults.point()?;
            let mut file = ours().write(true).create_new(true).open(&written.path)?;
            let (first, second) = contents.split_at(contents.len() / 2);
            file.write_all(first)?;
            self.faults.point()?;
            file.write_all(second)?;
            file.sync_all()
        };
        write().map_err(Error::file("write", &written.path))?;
        Ok(written)
    }

    /// Gives a file its name. The caller holds the shared lock and the lock of the index, so that
    /// nobody removes it before its row is there.
    pub(crate) fn name(&self, written: Written) -> Result<(), Error> {
        let folder = written
            .to
            .parent()
            .expect("a blob is in a folder")
            .to_owned();
        make(&folder)?;
        let rename = || {
            self.faults.point()?;
            fs::rename(&written.path, &written.to)?;
            self.faults.point()?;
            File::open(&folder)?.sync_all()?;
            File::open(self.join("blobs"))?.sync_all()
        };
        rename().map_err(Error::file("write", &written.to))
    }

    /// The contents of a blob, if they are whole.
    pub(crate) fn read(&self, blob: &Blob) -> Option<Vec<u8>> {
        let path = self.blob(&blob.digest);
        let file = ours().read(true).open(path).ok()?;
        let found = file.metadata().ok()?;
        if !found.is_file() || found.len() != blob.bytes {
            return None;
        }
        let mut contents = Vec::with_capacity(usize::try_from(blob.bytes).ok()?);
        file.take(blob.bytes).read_to_end(&mut contents).ok()?;
        blob.is(&contents).then_some(contents)
    }

    /// Removes the file of a blob; one that is missing is as good.
    pub(crate) fn remove(&self, digest: &str) {
        let _ = fs::remove_file(self.blob(digest));
    }

    /// The digests of all blobs, by their names.
    pub(crate) fn digests(&self) -> Vec<String> {
        let folders = entries(&self.join("blobs"));
        let files = folders.iter().flat_map(|folder| entries(folder));
        let names = files.filter_map(|file| Some(file.file_name()?.to_str()?.to_owned()));
        names.collect()
    }

    /// Removes what processes left that died while they wrote; returns how many files. The caller
    /// holds the lock alone.
    pub(crate) fn remove_unfinished(&self) -> u64 {
        let removed = entries(&self.join("writing")).into_iter();
        removed.filter(|file| fs::remove_file(file).is_ok()).count() as u64
    }

    fn blob(&self, digest: &str) -> PathBuf {
        let group = digest.get(..2).unwrap_or("00");
        self.join("blobs").join(group).join(digest)
    }
}

impl Drop for Written {
    fn drop(&mut self) {
        // It is gone where it was renamed.
        let _ = fs::remove_file(&self.path);
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).into_iter().flatten();
    all.filter_map(|one| Some(one.ok()?.path())).collect()
}

/// How our files are opened: nobody else reads them, links are not followed, and a pipe in the
/// place of a file is not waited for.
fn ours() -> OpenOptions {
    let mut options = OpenOptions::new();
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    options.mode(0o600).custom_flags(flags);
    options
}

fn make(folder: &Path) -> Result<(), Error> {
    let mut builder = DirBuilder::new();
    let made = builder.recursive(true).mode(0o700).create(folder);
    made.map_err(Error::file("make the folder", folder))
}

/// Refuses a folder that another user could have filled.
fn check_owner(path: &Path) -> Result<(), Error> {
    let refused = |reason: String| {
        let path = path.to_owned();
        Err(Error::Refused { path, reason })
    };
    let found = fs::symlink_metadata(path).map_err(Error::file("read", path))?;
    // SAFETY: a call without arguments that cannot fail.
    let user = unsafe { libc::geteuid() };
    if found.uid() != user {
        return refused(format!("it belongs to user {}, not to {user}", found.uid()));
    }
    // A link of ours may lead to a folder of someone else.
    let found = fs::metadata(path).map_err(Error::file("read", path))?;
    if !found.is_dir() {
        return refused("it is no folder".to_owned());
    }
    if found.uid() != user {
        return refused(format!("it leads to a folder of user {}", found.uid()));
    }
    match found.mode() & 0o022 {
        0 => Ok(()),
        _ => refused(format!(
            "others can write it (mode {:o}; `chmod go-w` changes that)",
            found.mode() & 0o777
        )),
    }
}
