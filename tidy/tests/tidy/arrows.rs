//! The allowed dependencies between crates (ARCHITECTURE.md): no back edges, not even in tests.

use crate::{none, repository::packages};

/// A crate and those that it may use. A crate that no other may use has no line.
const ARROWS: &[(&str, &[&str])] = &[
    ("tc-process", &[]),
    ("tc-syntax", &[]),
    ("tc-isl", &[]),
    ("ptx-emulator", &[]),
    ("ptx-driver", &["ptx-emulator"]),
    ("tc-cache", &[]),
    ("tc-frontend", &["tc-syntax"]),
    (
        "tc-light-tools",
        &["tc-frontend", "tc-cache", "tc-syntax", "tc-process"],
    ),
    ("tc-dialects", &["tc-isl", "tc-syntax"]),
    (
        "tc-translation",
        &["tc-frontend", "tc-dialects", "tc-isl", "tc-syntax"],
    ),
    (
        "tc-pass-host",
        &["tc-dialects", "tc-isl", "tc-syntax", "tc-process"],
    ),
    (
        "tc-scop",
        &["tc-pass-host", "tc-dialects", "tc-isl", "tc-syntax"],
    ),
    ("tc-comprehensions", ABOVE_SCOP),
    ("tc-schedule", ABOVE_SCOP),
    ("tc-loops", ABOVE_SCOP),
    ("tc-pipelines", PASSES),
    ("tc-passes", &["tc-pipelines", "tc-scop", "tc-pass-host"]),
    ("tc-backend-cuda", BACKEND),
    ("tc-backend-cpu", BACKEND),
    (
        "tc-runtime",
        &[
            "tc-backend-cuda",
            "tc-backend-cpu",
            "tc-cache",
            "tc-translation",
            "tc-frontend",
            "tc-pipelines",
            "tc-loops",
            "tc-schedule",
            "tc-comprehensions",
            "tc-scop",
            "tc-pass-host",
            "tc-dialects",
            "tc-isl",
            "tc-syntax",
            "tc-process",
            "ptx-emulator",
        ],
    ),
    (
        "tc-explorer",
        &[
            "tc-runtime",
            "tc-pipelines",
            "tc-scop",
            "tc-pass-host",
            "tc-dialects",
            "tc-isl",
            "tc-syntax",
            "tc-process",
        ],
    ),
    (
        "tc-engine",
        &[
            "tc-explorer",
            "tc-runtime",
            "tc-backend-cuda",
            "tc-backend-cpu",
            "tc-cache",
            "tc-pipelines",
            "tc-comprehensions",
            "tc-pass-host",
            "tc-dialects",
            "tc-isl",
            "tc-syntax",
            "tc-process",
        ],
    ),
    (
        "tc-tuner",
        &[
            "tc-engine",
            "tc-runtime",
            "tc-pipelines",
            "tc-schedule",
            "tc-dialects",
            "tc-syntax",
        ],
    ),
    (
        "tc-tools",
        &[
            "tc-explorer",
            "tc-tuner",
            "tc-runtime",
            "tc-backend-cuda",
            "tc-backend-cpu",
            "tc-light-tools",
            "tc-translation",
            "tc-frontend",
            "tc-pipelines",
            "tc-comprehensions",
            "tc-pass-host",
            "tc-dialects",
            "tc-isl",
            "tc-syntax",
            "tc-process",
        ],
    ),
    (
        TESTING,
        &[
            "tc-frontend",
            "tc-scop",
            "tc-pass-host",
            "tc-dialects",
            "tc-isl",
            "tc-syntax",
        ],
    ),
];

/// What passes of one level may use: not each other.
const ABOVE_SCOP: &[&str] = &[
    "tc-scop",
    "tc-pass-host",
    "tc-dialects",
    "tc-isl",
    "tc-syntax",
];

/// The one crate that names the passes of all levels.
const PASSES: &[&str] = &[
    "tc-comprehensions",
    "tc-schedule",
    "tc-loops",
    "tc-scop",
    "tc-pass-host",
    "tc-dialects",
    "tc-isl",
    "tc-syntax",
];

/// A machine's own passes and its stages.
const BACKEND: &[&str] = &[
    "tc-pipelines",
    "tc-loops",
    "tc-schedule",
    "tc-scop",
    "tc-pass-host",
    "tc-dialects",
    "tc-isl",
    "tc-syntax",
    "tc-process",
    "ptx-emulator",
];

/// What only tests use, and the end that may use it.
const TESTING: &str = "tc-testing";
const OF_TESTS: &[&str] = &["tc-fuzz", "tc-test-opt"];

/// The ends of the arrows: they may use all of the above, and nothing uses them.
const ENDS: &[&str] = &[
    "tc-capi",
    "tc-example-engine",
    "tc-python",
    "tc-fuzz",
    "tc-test-opt",
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
        for dependency in &package.dependencies {
            let used = dependency.name.as_str();
            let allowed = match line {
                _ if used == TESTING => dependency.dev || OF_TESTS.contains(&name),
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
