//! Compiles and compares every program that was once compiled wrongly, or not at all.
//! `./x fuzz programs` wrote the file when it found the bug.

use tc_fuzz::run::{campaign, verdict::Verdict, worker};

#[test]
fn what_was_found_stays_fixed() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is in the repository")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "tc"))
        .collect();
    files.sort();
    assert!(files.len() >= 4, "found {} programs", files.len());
    let program = tempfile::Builder::new()
        .suffix(".tc")
        .tempfile()
        .expect("a temporary file");
    for file in files {
        let case = campaign::read(&file).expect("a program with its case");
        assert_eq!(
            worker::answer(&case, program.path()),
            Verdict::Agree,
            "{}",
            file.display()
        );
    }
}
