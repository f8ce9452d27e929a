//! Which entries are evicted: those that were used least recently, to a quarter of the limit.

use std::path::Path;
use tc_cache::{Cache, Entry, Key, Settings};

const LIMIT: u64 = 4_000;

fn open(folder: &Path) -> Cache {
    let mut settings = Settings::at(folder.join("cache"));
    settings.limit = LIMIT;
    Cache::open(settings).unwrap()
}

fn key(number: u64) -> Key {
    Key::of(&[("number", &number.to_le_bytes())])
}

/// An entry of 400 bytes: ten of them fit.
fn put(cache: &mut Cache, number: u64) {
    let contents = vec![number as u8; 400];
    let entry = Entry::new(format!("{number}")).with("blob", contents);
    assert!(cache.put(&key(number), &entry).unwrap());
}

fn labels(cache: &mut Cache) -> Vec<String> {
    let listed = cache.list().unwrap();
    listed.into_iter().map(|one| one.label).collect()
}

/// An entry that is read now and then survives however many others are written; those that are not
/// go in the order in which they came.
#[test]
fn what_is_used_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut cache = open(folder.path());
    put(&mut cache, 0);
    for number in 1..100 {
        put(&mut cache, number);
        if number % 4 == 0 {
            assert!(cache.get(&key(0)).unwrap().is_some(), "after {number}");
        }
        // Entry 0 and nine others fit.
        let tenth_before = cache.peek(&key(number.saturating_sub(9).max(1))).unwrap();
        assert_eq!(tenth_before.is_some(), number < 10, "after {number}");
    }
    assert_eq!(labels(&mut cache).len(), 10);
}

/// Reading an entry that others of less than a quarter of the limit were used after writes nothing;
/// one that was used earlier becomes the latest.
#[test]
fn a_recent_entry_keeps_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let mut cache = open(folder.path());
    for number in 0..4 {
        put(&mut cache, number);
    }
    for number in [3, 2, 1] {
        assert!(cache.get(&key(number)).unwrap().is_some());
        assert_eq!(labels(&mut cache), ["3", "2", "1", "0"]);
    }
    assert!(cache.get(&key(0)).unwrap().is_some());
    assert_eq!(labels(&mut cache), ["0", "3", "2", "1"]);
}
