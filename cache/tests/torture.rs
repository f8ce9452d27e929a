//! The cache under attack: processes that die at every point of a write, a full disk, clocks that
//! jump, flipped bits, two versions side by side.
//!
//! No process may ever get a wrong result, and what a process was told is written must be found,
//! unless it was damaged or evicted on purpose: then it is a miss.
//!
//! `torture` starts itself again as the processes:
//! `torture worker FOLDER VERSION SEED COUNT FAULTS`.

use std::{
    collections::BTreeSet,
    env, fs,
    io::{BufRead, BufReader, Write, stdout},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::Duration,
};
use tc_cache::{Cache, Entry, Key, Settings, faults::Faults};

/// Processes at a time.
const PROCESSES: u64 = 16;

/// The keys that they read and write.
const KEYS: u64 = 24;

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    if words.first().is_some_and(|word| word == "worker") {
        return worker(&words[1..]);
    }
    let tests: [(&str, fn(&Path)); 6] = [
        ("a_process_dies_at_every_point", dies_at_every_point),
        ("the_disk_is_full_at_every_point", full_at_every_point),
        ("the_index_is_full", full_index),
        ("sixteen_processes_die_and_go_on", storm),
        ("sixteen_processes_share_a_small_cache", eviction),
        ("bits_flip", flips),
    ];
    for (name, test) in tests {
        let folder = tempfile::tempdir().unwrap();
        test(&folder.path().join("cache"));
        println!("test {name} ... ok");
    }
}

/// Random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let hash = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb) >> 11) % end
    }
}

fn key(version: u64, number: u64) -> Key {
    let (version, number) = (version.to_le_bytes(), number.to_le_bytes());
    Key::of(&[("version", &version), ("operator", &number)])
}

/// What the entry of a key must be: a blob of its own, and one that all keys of a version share.
fn expected(version: u64, number: u64) -> Entry {
    let size = (number * 1997 % 9000) as usize;
    let own = (0..size).map(|at| (at as u64 * 31 + number * 7 + version) as u8);
    let mut entry = Entry::new(format!("operator {number}"))
        .with("object", own.collect())
        .with("launches", vec![version as u8; 300]);
    entry.metadata = serde_json::json!({"version": version, "number": number});
    entry
}

/// The faults of a worker as a word: point to die, point at which the disk is full, clock.
fn faults(word: &str) -> Faults {
    let mut faults = Faults::default();
    for one in word.split(',').filter(|one| !one.is_empty()) {
        let (name, value) = one.split_once('=').unwrap();
        match name {
            "die" => faults.die_at = Some(value.parse().unwrap()),
            "full" => faults.full_at = Some(value.parse().unwrap()),
            "index" => faults.full_index = true,
            "clock" => faults.clock = value.parse().unwrap(),
            _ => panic!("no fault {name}"),
        }
    }
    faults
}

/// Sixteen processes that write all the time wait for each other longer than a compilation may.
fn settings(folder: &Path) -> Settings {
    let mut settings = Settings::at(folder);
    settings.patience = Duration::from_secs(60);
    settings
}

/// Reads and writes entries, and says on standard output what came of it.
fn worker(words: &[String]) {
    let number = |at: usize| words[at].parse::<u64>().unwrap();
    let (version, seed, count) = (number(1), number(2), number(3));
    let mut settings = settings(Path::new(&words[0]));
    settings.faults = faults(&words[4]);
    settings.limit = number(5);
    let mut out = stdout().lock();
    let mut say = |what: String| writeln!(out, "{what}").and_then(|()| out.flush()).unwrap();
    let mut cache = match Cache::open(settings) {
        Ok(cache) => cache,
        Err(error) => return say(format!("error opening: {error}")),
    };
    let mut dice = Dice(seed);
    for _ in 0..count {
        let number = dice.below(KEYS);
        let (key, due) = (key(version, number), expected(version, number));
        match dice.below(2) {
            0 => match cache.get(&key) {
                Ok(Some(found)) if found == due => say(format!("hit {number}")),
                Ok(Some(_)) => say(format!("wrong {number}")),
                Ok(None) => say(format!("miss {number}")),
                Err(error) => say(format!("error getting: {error}")),
            },
            _ => match cache.put(&key, &due) {
                Ok(true) => say(format!("put {number}")),
                Ok(false) => say(format!("large {number}")),
                Err(error) => say(format!("error putting: {error}")),
            },
        }
    }
}

const ROOM: u64 = 1 << 30;

fn start(folder: &Path, version: u64, seed: u64, count: u64, faults: &str, limit: u64) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command.arg("worker").arg(folder);
    for word in [version, seed, count] {
        command.arg(word.to_string());
    }
    command.arg(faults).arg(limit.to_string());
    command.stdout(Stdio::piped()).spawn().unwrap()
}

/// What a worker says; it is killed after some lines, wherever it is then.
fn answers(mut child: Child, kill_after: Option<u64>) -> (Vec<String>, ExitStatus) {
    let mut lines = Vec::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        lines.push(line.unwrap());
        if kill_after == Some(lines.len() as u64) {
            child.kill().unwrap();
        }
    }
    (lines, child.wait().unwrap())
}

/// The keys that were reported as written; there must be no wrong result, and errors only where
/// they are allowed.
fn written(lines: &[String], errors: bool) -> BTreeSet<u64> {
    let mut keys = BTreeSet::new();
    for line in lines {
        let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
        assert_ne!(what, "wrong", "{line}");
        assert!(what != "error" || errors, "{line}");
        if what == "put" {
            keys.insert(rest.parse().unwrap());
        }
    }
    keys
}

/// All keys that were reported as written are hits, and all hits are right.
fn check(folder: &Path, version: u64, reported: &BTreeSet<u64>) {
    let mut cache = Cache::open(settings(folder)).unwrap();
    for number in 0..KEYS {
        let found = cache.get(&key(version, number)).unwrap();
        match found {
            Some(found) => assert_eq!(found, expected(version, number)),
            None => assert!(!reported.contains(&number), "operator {number} is lost"),
        }
    }
}

/// Everything can be written again, nothing is left over.
fn check_repair(folder: &Path) {
    let mut cache = Cache::open(settings(folder)).unwrap();
    for number in 0..KEYS {
        assert!(cache.put(&key(0, number), &expected(0, number)).unwrap());
    }
    check(folder, 0, &(0..KEYS).collect());
    let verified = cache.verify().unwrap();
    assert!(verified.whole >= KEYS);
    assert_eq!(files(&folder.join("v1/writing")), [] as [PathBuf; 0]);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for one in fs::read_dir(folder).into_iter().flatten() {
        let path = one.unwrap().path();
        if path.is_dir() {
            all.extend(files(&path))
        } else {
            all.push(path)
        }
    }
    all.sort();
    all
}

/// One process after the other dies at the first, second, third point.
fn dies_at_every_point(folder: &Path) {
    let mut reported = BTreeSet::new();
    let mut died = 0;
    for point in 1..=32 {
        let child = start(folder, 0, point, 3, &format!("die={point}"), ROOM);
        let (lines, status) = answers(child, None);
        reported.extend(written(&lines, false));
        check(folder, 0, &reported);
        died += u64::from(!status.success());
    }
    // The first index has one point, and a put of two blobs ten.
    assert!(died >= 11, "{died} processes died");
    check_repair(folder);
}

/// The same with a disk that is full at that point, and has room again.
fn full_at_every_point(folder: &Path) {
    let mut reported = BTreeSet::new();
    let mut failed = 0;
    for point in 1..=24 {
        let child = start(folder, 0, point, 3, &format!("full={point}"), ROOM);
        let (lines, status) = answers(child, None);
        assert!(status.success());
        failed += lines
            .iter()
            .filter(|line| line.contains("No space left"))
            .count();
        reported.extend(written(&lines, true));
        check(folder, 0, &reported);
    }
    assert!(failed >= 10, "{failed} errors");
    check_repair(folder);
}

/// SQLite has no room for another page; what is there is still read.
fn full_index(folder: &Path) {
    let (lines, _) = answers(start(folder, 0, 1, 40, "", ROOM), None);
    let mut reported = written(&lines, false);
    let (lines, _) = answers(start(folder, 0, 2, 40, "index=1", ROOM), None);
    assert!(lines.iter().any(|line| line.contains("full")), "{lines:?}");
    assert!(
        lines.iter().any(|line| line.starts_with("hit")),
        "{lines:?}"
    );
    reported.extend(written(&lines, true));
    check(folder, 0, &reported);
    check_repair(folder);
}

/// Sixteen processes of two versions, of which most die, some on a full disk, with wrong clocks.
fn storm(folder: &Path) {
    let slots: Vec<_> = (0..PROCESSES)
        .map(|slot| {
            let folder = folder.to_owned();
            thread::spawn(move || {
                let (mut dice, mut reported) = (Dice(slot), BTreeSet::new());
                for _ in 0..4 {
                    reported.extend(storm_of(&folder, slot % 2, &mut dice));
                }
                (slot % 2, reported)
            })
        })
        .collect();
    let mut reported = [BTreeSet::new(), BTreeSet::new()];
    for slot in slots {
        let (version, keys) = slot.join().unwrap();
        reported[version as usize].extend(keys);
    }
    for (version, keys) in reported.iter().enumerate() {
        assert!(!keys.is_empty());
        check(folder, version as u64, keys);
    }
    check_repair(folder);
}

fn storm_of(folder: &Path, version: u64, dice: &mut Dice) -> BTreeSet<u64> {
    let clock = [0, -1_000_000_000, 1_000_000_000][dice.below(3) as usize];
    let point = dice.below(60) + 1;
    let (fault, kill) = match dice.below(3) {
        0 => (format!("die={point}"), None),
        1 => (format!("full={point}"), None),
        _ => (String::new(), Some(dice.below(12) + 1)),
    };
    let full = fault.starts_with("full");
    let word = format!("{fault},clock={clock}");
    let child = start(folder, version, dice.below(1 << 40), 12, &word, ROOM);
    written(&answers(child, kill).0, full)
}

/// Entries of others are evicted all the time; what is found is right, and the limit holds.
fn eviction(folder: &Path) {
    const SMALL: u64 = 20_000;
    let start = |slot| start(folder, slot % 2, slot, 20, "", SMALL);
    let children: Vec<Child> = (0..PROCESSES).map(start).collect();
    for child in children {
        let (lines, status) = answers(child, None);
        assert!(status.success());
        assert!(!written(&lines, false).is_empty());
    }
    let mut cache = Cache::open(settings(folder)).unwrap();
    let listed = cache.list().unwrap();
    let bytes: u64 = listed.iter().map(|one| one.bytes).sum();
    assert!(
        bytes <= SMALL && listed.len() > 1,
        "{bytes} of {}",
        listed.len()
    );
    let verified = cache.verify().unwrap();
    assert_eq!(
        (verified.whole, verified.removed.len()),
        (listed.len() as u64, 0)
    );
    let blobs = files(&folder.join("v1/blobs"));
    let stored: u64 = blobs
        .iter()
        .map(|file| file.metadata().unwrap().len())
        .sum();
    assert!(stored <= SMALL, "{stored} bytes");
}

/// Bits flip in every file, between and during reads and writes.
fn flips(folder: &Path) {
    let mut dice = Dice(7);
    for round in 0..12 {
        let children: Vec<Child> = (0..4)
            .map(|slot| start(folder, 0, round * 4 + slot, 10, "", ROOM))
            .collect();
        for file in files(&folder.join("v1")) {
            flip(&file, &mut dice);
        }
        for child in children {
            // Of the index, SQLite may refuse a page in the middle of anything.
            written(&answers(child, None).0, true);
        }
        check(folder, 0, &BTreeSet::new());
    }
    check_repair(folder);
}

/// Flips a bit of a file, or cuts the file off.
fn flip(file: &Path, dice: &mut Dice) {
    let is_memory = file.to_string_lossy().ends_with("-shm");
    let Ok(mut bytes) = fs::read(file) else {
        return;
    };
    if bytes.is_empty() || is_memory {
        return;
    }
    let at = dice.below(bytes.len() as u64) as usize;
    let is_blob = file.components().any(|one| one.as_os_str() == "blobs");
    match dice.below(4) {
        0 if is_blob => bytes.truncate(at),
        1 => bytes[at] ^= 1 << dice.below(8),
        _ => return,
    }
    // In place: the processes have it open.
    let written = fs::OpenOptions::new()
        .write(true)
        .open(file)
        .and_then(|mut file| {
            file.set_len(bytes.len() as u64)?;
            file.write_all(&bytes)
        });
    written.unwrap();
}
