//! The allowed dependencies between crates (ARCHITECTURE.md): no back edges, not even in tests.

use crate::{none, repository::packages};

/// A crate and those that it may use. A crate that no other may use has no line.
const ARROWS: &[(&str, &[&str])] = &[
    ("tc-isl", &[]),
    ("ptx-emulator", &[]),
    ("tc-cache", &[]),
    ("tc-dialects", &["tc-isl"]),
    ("tc-frontend", &["tc-dialects", "tc-isl"]),
    ("tc-passes", &["tc-dialects", "tc-isl"]),
    (
        "tc-backend-cuda",
        &["tc-passes", "tc-dialects", "tc-isl", "ptx-emulator"],
    ),
    ("tc-backend-cpu", &["tc-passes", "tc-dialects", "tc-isl"]),
    (
        "tc-runtime",
        &[
            "tc-backend-cuda",
            "tc-backend-cpu",
            "tc-cache",
            "tc-frontend",
            "tc-passes",
            "tc-dialects",
            "tc-isl",
            "ptx-emulator",
        ],
    ),
    ("tc-tuner", &["tc-runtime", "tc-passes", "tc-dialects"]),
    (
        "tc-tools",
        &[
            "tc-tuner",
            "tc-runtime",
            "tc-backend-cuda",
            "tc-backend-cpu",
            "tc-cache",
            "tc-frontend",
            "tc-passes",
            "tc-dialects",
            "tc-isl",
        ],
    ),
];

/// The ends of the arrows: they may use all of the above, and nothing uses them.
const ENDS: &[&str] = &[
    "tc-capi",
    "tc-example-engine",
    "tc-python",
    "tc-fuzz",
    "tc-tidy",
];

#[test]
fn no_arrow_points_back() {
    let packages = packages();
    let ours: Vec<&str> = packages.iter().map(|one| one.name.as_str()).collect();
    let mut problems = Vec::new();
    for package in &packages {
        let name = package.name.as_str();
        let line = ARROWS.iter().find(|(from, _)| *from == name);
        if line.is_none() && !ENDS.contains(&name) {
            problems.push(format!(
                "{name} is in no arrow: expected a line for it here"
            ));
        }
        for used in package.dependencies.iter().map(|one| one.name.as_str()) {
            let allowed = match line {
                Some((_, may)) => may.contains(&used),
                None => ARROWS.iter().any(|(to, _)| *to == used),
            };
            if ours.contains(&used) && !allowed {
                problems.push(format!("{name} must not use {used}"));
            }
        }
    }
    none(problems);
}
