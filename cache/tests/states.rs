//! States of the folder that no process of ours leaves: what is removed or replaced while the cache
//! is open, locks that nobody lets go of, pipes and folders in the place of files. No operation
//! fails with a wrong result or waits; most go on as if the cache were empty.

use std::{
    ffi::CString,
    fs::{self, File},
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};
use tc_cache::{Cache, Entry, Error, Key, Settings};

/// More than any operation takes, and less than a wait that has no end.
const LONG: Duration = Duration::from_secs(20);

/// An operation that takes longer has waited longer than it may.
const PATIENCE: Duration = Duration::from_millis(100);

fn settings(folder: &Path) -> Settings {
    let mut settings = Settings::at(folder);
    settings.patience = PATIENCE;
    settings
}

fn key(number: u64) -> Key {
    Key::of(&[("number", &number.to_le_bytes())])
}

fn entry(number: u64) -> Entry {
    Entry::new(format!("{number}")).with("object", vec![number as u8; 1000])
}

/// A cache with entry 0 in a folder of its own, which is tampered with, and then used: within
/// `LONG`, or the test fails.
fn tampered<T: Send + 'static>(
    tamper: impl FnOnce(&Path) + Send + 'static,
    then: impl FnOnce(&mut Cache, &Path) -> T + Send + 'static,
) -> T {
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        let inside = tempfile::tempdir().unwrap();
        let folder = inside.path().join("cache");
        let mut cache = Cache::open(settings(&folder)).unwrap();
        assert!(cache.put(&key(0), &entry(0)).unwrap());
        tamper(&folder);
        tell.send(then(&mut cache, &folder)).unwrap();
    });
    told.recv_timeout(LONG).expect("the cache does not wait")
}

/// The cache that is open, and one that is opened now, write and read.
fn goes_on(cache: &mut Cache, folder: &Path) {
    assert!(cache.put(&key(1), &entry(1)).unwrap());
    assert_eq!(cache.get(&key(1)).unwrap(), Some(entry(1)));
    let mut other = Cache::open(settings(folder)).unwrap();
    assert_eq!(other.get(&key(1)).unwrap(), Some(entry(1)));
    assert!(other.put(&key(2), &entry(2)).unwrap());
    assert_eq!(cache.get(&key(2)).unwrap(), Some(entry(2)));
}

fn index_files(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder.join("v1")).unwrap();
    let files = files.map(|one| one.unwrap().path());
    let is_index = |path: &PathBuf| path.to_string_lossy().contains("/index-");
    files.filter(is_index).collect()
}

fn blob(folder: &Path) -> PathBuf {
    let group = fs::read_dir(folder.join("v1/blobs")).unwrap().next();
    let mut blobs = fs::read_dir(group.unwrap().unwrap().path()).unwrap();
    blobs.next().unwrap().unwrap().path()
}

fn pipe(path: &Path) {
    let name = CString::new(path.as_os_str().as_bytes()).unwrap();
    // SAFETY: a name that ends in a zero byte.
    assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
}

#[test]
fn an_index_that_is_removed_is_begun_again() {
    let remove = |folder: &Path| {
        for file in index_files(folder) {
            fs::remove_file(file).unwrap();
        }
    };
    tampered(remove, goes_on);
}

#[test]
fn an_index_that_is_moved_away_is_begun_again() {
    let move_away = |folder: &Path| {
        for file in index_files(folder) {
            fs::rename(&file, folder.join(file.file_name().unwrap())).unwrap();
        }
    };
    tampered(move_away, goes_on);
}

/// The new file has the number of the old one: what is written must be in it.
#[test]
fn an_index_that_another_process_begins_anew_is_followed() {
    let remove = |folder: &Path| {
        for file in index_files(folder) {
            fs::remove_file(file).unwrap();
        }
        drop(Cache::open(settings(folder)).unwrap());
    };
    tampered(remove, goes_on);
}

#[test]
fn a_folder_that_is_emptied_or_removed_is_made_again() {
    let empty = |folder: &Path| {
        fs::remove_dir_all(folder.join("v1")).unwrap();
        fs::create_dir(folder.join("v1")).unwrap();
    };
    tampered(empty, goes_on);
    tampered(
        |folder| fs::remove_dir_all(folder.join("v1")).unwrap(),
        goes_on,
    );
    tampered(|folder| fs::remove_dir_all(folder).unwrap(), goes_on);
    let blobs = |folder: &Path| {
        fs::remove_dir_all(folder.join("v1/blobs")).unwrap();
        fs::remove_dir_all(folder.join("v1/writing")).unwrap();
    };
    tampered(blobs, goes_on);
}

/// Whoever comes later finds the same.
#[test]
fn a_pipe_or_a_folder_in_place_of_the_index_is_passed_over() {
    for put in [pipe, |path: &Path| fs::create_dir(path).unwrap()] {
        let tamper = move |folder: &Path| {
            for file in index_files(folder) {
                fs::remove_file(&file).unwrap();
                put(&file);
            }
        };
        tampered(tamper, goes_on);
    }
}

#[test]
fn an_index_that_is_cut_off_in_use_is_given_up() {
    for length in [0, 100, 5000] {
        let cut = move |folder: &Path| {
            for file in index_files(folder) {
                let file = fs::OpenOptions::new().write(true).open(file).unwrap();
                file.set_len(length).unwrap();
            }
        };
        tampered(cut, goes_on);
    }
}

/// Nothing of the cache is mapped into memory, which a process that cuts it off would take away.
#[test]
fn no_file_is_mapped_into_memory() {
    let maps = tampered(
        |_| {},
        |cache, folder| {
            assert_eq!(cache.get(&key(0)).unwrap(), Some(entry(0)));
            let maps = fs::read_to_string("/proc/self/maps").unwrap();
            maps.contains(&folder.display().to_string())
        },
    );
    assert!(!maps);
}

#[test]
fn a_pipe_in_place_of_a_blob_is_a_miss() {
    let tamper = |folder: &Path| {
        let blob = blob(folder);
        fs::remove_file(&blob).unwrap();
        pipe(&blob);
    };
    let found = tampered(tamper, |cache, _| cache.get(&key(0)).unwrap());
    assert_eq!(found, None);
}

/// A pipe is refused where a lock should be, a folder too.
#[test]
fn what_is_no_lock_is_an_error() {
    for put in [pipe, |path: &Path| fs::create_dir(path).unwrap()] {
        let tamper = move |folder: &Path| {
            fs::remove_file(folder.join("v1/lock")).unwrap();
            put(&folder.join("v1/lock"));
        };
        let found = tampered(tamper, |cache, _| {
            assert_eq!(cache.get(&key(0)).unwrap(), Some(entry(0)));
            cache.put(&key(1), &entry(1))
        });
        assert!(found.is_err());
    }
}

/// A lock that nobody lets go of costs all operations of a minute one patience.
#[test]
fn a_lock_held_elsewhere_is_waited_for_once() {
    let (waited, errors) = tampered(
        |_| {},
        |cache, folder| {
            let lock = File::open(folder.join("v1/lock")).unwrap();
            lock.lock().unwrap();
            let begin = Instant::now();
            let put = |number| cache.put(&key(number), &entry(number));
            let errors: Vec<_> = (1..20).map(put).collect();
            (begin.elapsed(), errors)
        },
    );
    assert!(waited >= PATIENCE, "{waited:?}");
    for error in errors {
        assert!(matches!(error, Err(Error::Busy { .. })), "{error:?}");
    }
}

/// The same for a lock of SQLite, which another process holds: here another connection.
#[test]
fn an_index_locked_elsewhere_is_waited_for_once() {
    let found = tampered(
        |_| {},
        |cache, folder| {
            let mut files = index_files(folder).into_iter();
            let index = files.find(|one| one.extension().is_some_and(|end| end == "sqlite"));
            let other = rusqlite::Connection::open(index.unwrap()).unwrap();
            other.execute_batch("BEGIN EXCLUSIVE").unwrap();
            let begin = Instant::now();
            let get = |_| cache.get(&key(0));
            let all: Vec<_> = (0..20).map(get).collect();
            (begin.elapsed(), all)
        },
    );
    assert!(found.0 >= PATIENCE);
    assert!(found.1.iter().all(Result::is_err));
}

/// A cache of an earlier version, with a log that is written ahead.
#[test]
fn an_index_of_an_earlier_version_is_taken_over() {
    let tamper = |folder: &Path| {
        let mut files = index_files(folder).into_iter();
        let index = files.find(|one| one.extension().is_some_and(|end| end == "sqlite"));
        let file = rusqlite::Connection::open(index.unwrap()).unwrap();
        file.pragma_update(None, "journal_mode", "WAL").unwrap();
    };
    tampered(tamper, |_, folder| {
        let mut cache = Cache::open(settings(folder)).unwrap();
        assert_eq!(cache.get(&key(0)).unwrap(), Some(entry(0)));
        let files = index_files(folder);
        let shared = files
            .iter()
            .find(|one| one.to_string_lossy().ends_with("-shm"));
        assert_eq!(shared, None);
    });
}

/// A limit that is lowered holds from the next start, with nothing written.
#[test]
fn a_lower_limit_removes_the_oldest() {
    let left = tampered(
        |_| {},
        |cache, folder| {
            for number in 1..8 {
                assert!(cache.put(&key(number), &entry(number)).unwrap());
            }
            let mut lower = settings(folder);
            lower.limit = 3500;
            let labels = Cache::open(lower).unwrap().list().unwrap();
            labels.into_iter().map(|one| one.label).collect::<Vec<_>>()
        },
    );
    assert_eq!(left, ["7", "6", "5"]);
}
