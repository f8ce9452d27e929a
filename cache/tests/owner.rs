//! A folder of someone else is refused, on the way by a link too: who fills it could run code as
//! this user.

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink},
    path::{Path, PathBuf},
};
use tc_cache::{Cache, Entry, Error, Key, Settings};

fn refusal(folder: &Path) -> String {
    match Cache::open(Settings::at(folder)) {
        Err(error @ Error::Refused { .. }) => error.to_string(),
        Err(error) => panic!("not refused, but {error}"),
        Ok(_) => panic!("{} is accepted", folder.display()),
    }
}

/// A folder of another user: root gives one away, and everybody else takes one of root's.
fn of_another(inside: &Path) -> PathBuf {
    let folder = inside.join("another");
    fs::create_dir(&folder).unwrap();
    match chown(&folder, Some(65534), None) {
        Ok(()) => folder,
        Err(_) => PathBuf::from("/usr"),
    }
}

#[test]
fn a_folder_of_another_user_is_refused() {
    let inside = tempfile::tempdir().unwrap();
    let folder = of_another(inside.path());
    let owner = fs::metadata(&folder).unwrap().uid();
    let due = format!("it belongs to user {owner}, not to ");
    assert!(refusal(&folder).contains(&due), "{}", refusal(&folder));
    assert!(!folder.join("v1").exists());

    let link = inside.path().join("link");
    symlink(&folder, &link).unwrap();
    let due = format!("it leads to a folder of user {owner}");
    assert!(refusal(&link).contains(&due), "{}", refusal(&link));
}

#[test]
fn a_folder_that_others_write_is_refused_also_one_inside() {
    let inside = tempfile::tempdir().unwrap();
    let folder = inside.path().join("cache");
    drop(Cache::open(Settings::at(&folder)).unwrap());
    for (opened, mode) in [(folder.clone(), 0o720), (folder.join("v1"), 0o702)] {
        fs::set_permissions(&opened, fs::Permissions::from_mode(mode)).unwrap();
        let due = format!("others can write it (mode {mode:o}");
        assert!(refusal(&folder).contains(&due), "{}", refusal(&folder));
        fs::set_permissions(&opened, fs::Permissions::from_mode(0o700)).unwrap();
    }
    Cache::open(Settings::at(&folder)).unwrap();
}

/// An entry, and the files of its blobs.
fn put(folder: &Path) -> (Key, Vec<PathBuf>) {
    let mut cache = Cache::open(Settings::at(folder)).unwrap();
    let entry = Entry::new("one".to_owned()).with("object", vec![1, 2, 3]);
    let key = Key::of(&[("operator", b"one")]);
    assert!(cache.put(&key, &entry).unwrap());
    let files = all(folder).into_iter();
    let blobs = files.filter(|file| file.starts_with(folder.join("v1/blobs")) && file.is_file());
    (key, blobs.collect())
}

/// Everything in a folder, with the folder itself.
fn all(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    let mut at = 0;
    while at < found.len() {
        if found[at].is_dir() {
            let inside = fs::read_dir(&found[at]).unwrap();
            found.extend(inside.map(|one| one.unwrap().path()));
        }
        at += 1;
    }
    found
}

#[test]
fn a_link_in_place_of_a_blob_is_a_miss() {
    let inside = tempfile::tempdir().unwrap();
    let folder = inside.path().join("cache");
    let (key, blobs) = put(&folder);
    let [blob] = &blobs[..] else {
        panic!("{blobs:?}")
    };
    let mut cache = Cache::open(Settings::at(&folder)).unwrap();
    assert!(cache.get(&key).unwrap().is_some());
    // The same bytes, where someone else can change them after they were checked.
    let outside = inside.path().join("outside");
    fs::rename(blob, &outside).unwrap();
    symlink(&outside, blob).unwrap();
    assert!(cache.get(&key).unwrap().is_none());
}

#[test]
fn folders_and_files_are_of_this_user_alone() {
    let inside = tempfile::tempdir().unwrap();
    let folder = inside.path().join("cache");
    put(&folder);
    let found = all(&folder);
    for path in &found {
        let mode = fs::metadata(path).unwrap().mode();
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", path.display());
    }
    let files = found.iter().filter(|path| path.is_file());
    assert!(files.count() >= 3, "{found:?}");
}
