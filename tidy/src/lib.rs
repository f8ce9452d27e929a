//! The rules of the repository that a test can check: dependencies between crates and files, names,
//! lengths, unused dependencies. See `tests/tidy/`.
