//! Kernels as strangers write them, through five compilers: what of them runs, and is right.
//!
//! The sources are in `tests/strangers`, with the scripts that make the archives there: PTX, launch
//! and the results of NumPy, one kernel a line. A kernel that must be refused says with which word,
//! one that has a mistake says with which finding, one that prints says what. Each runs in order
//! and in a shuffled order. `--nocapture` shows the shares.

use std::io::Read;
use std::path::Path;

use ptx_emulator::Options;
use serde_json::Value;

use crate::foreign::outcome;

/// The kernels of an archive.
fn kernels(archive: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/strangers");
    let file = std::fs::File::open(folder.join(format!("{archive}.jsonl.gz"))).unwrap();
    let mut text = String::new();
    flate2::read::GzDecoder::new(file)
        .read_to_string(&mut text)
        .unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// What is wrong with a kernel in one order.
fn mistake(record: &Value, seed: Option<u64>) -> Option<String> {
    let options = Options {
        seed,
        budget: 10_000_000,
        ..Options::default()
    };
    let ptx = record["ptx"].as_str().unwrap();
    let result = outcome(record, ptx, &options);
    if let Some(word) = record["refused"].as_str() {
        return match result {
            Err(error) if error.message().contains(word) => None,
            Err(error) => Some(format!("expected `{word}`, found: {error}")),
            Ok(_) => Some(format!("expected a refusal with `{word}`")),
        };
    }
    let (report, wrong) = match result {
        Ok(outcome) => outcome,
        Err(error) => return Some(error.to_string()),
    };
    let found: Vec<&str> = report.findings.iter().map(|one| one.kind.name()).collect();
    if let Some(kind) = record["findings"].as_str() {
        let as_due = !found.is_empty() && found.iter().all(|one| *one == kind);
        return (!as_due).then(|| format!("expected `{kind}` alone, found {found:?}"));
    }
    if let Some(finding) = report.findings.first() {
        return Some(finding.to_string());
    }
    let printed = record["printed"].as_str().unwrap_or_default();
    if report.printed != printed {
        return Some(format!(
            "printed {:?}, expected {printed:?}",
            report.printed
        ));
    }
    wrong.into_iter().next()
}

/// Runs all kernels of an archive; at least so many are there, and all of them are right.
fn check_archive(archive: &str, at_least: usize) {
    let only = std::env::var("STRANGER").unwrap_or_default();
    let mut wrong = Vec::new();
    let all = kernels(archive);
    for record in &all {
        let name = record["name"].as_str().unwrap();
        if !name.contains(&only) {
            continue;
        }
        let found = [None, Some(7)]
            .into_iter()
            .find_map(|seed| Some((seed, mistake(record, seed)?)));
        if let Some((seed, mistake)) = found {
            wrong.push(format!("{name} (seed {seed:?}): {mistake}"));
        }
    }
    println!(
        "{archive}: {} of {} run and are right",
        all.len() - wrong.len(),
        all.len()
    );
    assert!(all.len() >= at_least, "{} kernels", all.len());
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn nvrtc() {
    check_archive("nvrtc", 84);
}

#[test]
fn triton_now() {
    check_archive("triton-3.9-sm_80", 39);
    check_archive("triton-3.9-sm_90", 41);
}

#[test]
fn triton_before() {
    check_archive("triton-3.1-sm_80", 35);
    check_archive("triton-3.1-sm_90", 37);
}

#[test]
fn numba() {
    check_archive("numba", 10);
}

#[test]
fn clang() {
    check_archive("clang", 33);
}
