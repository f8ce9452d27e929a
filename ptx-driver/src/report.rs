//! What the library says: lines on standard error, in the form of `compute-sanitizer`, and the
//! file that `ptx-emulator exec` reads, one JSON object a line.

use std::fs::OpenOptions;
use std::io::Write;

use ptx_emulator::{Finding, ProfileReport};
use serde_json::{Value, json};

use crate::settings::settings;

/// Prints lines that are no output of the program.
pub fn say(text: &str) {
    let mut lines = String::new();
    for line in text.lines() {
        lines += &format!("========= {line}\n");
    }
    // A failure to write to standard error is ignored, since nothing can report it.
    let _ = std::io::stderr().write_all(lines.as_bytes());
}

/// Tells of a finding.
pub fn finding(finding: &Finding) {
    say(&finding.to_string());
    note(&json!({ "finding": finding }));
}

/// Keeps the counts of a launch.
pub fn profile(profile: &ProfileReport, grid: [u32; 3], block: [u32; 3]) {
    let profile: Value = serde_json::from_str(&profile.to_json()).unwrap_or(Value::Null);
    note(&json!({ "profile": profile, "grid": grid, "block": block }));
}

/// Counts a call that is not emulated.
pub fn unsupported(name: &str) {
    note(&json!({ "unsupported": name }));
}

/// Adds a line to the report.
fn note(line: &Value) {
    let Some(path) = &settings().report else {
        return;
    };
    let file = OpenOptions::new().append(true).create(true).open(path);
    // One write, so that lines of several processes do not mix.
    let written = file.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
    if let Err(error) = written {
        say(&format!("cannot write `{}`: {error}", path.display()));
    }
}
