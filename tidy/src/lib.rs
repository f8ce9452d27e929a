//! The house rules that a machine can check: who uses whom, names, lengths, what is used at all. See `tests/tidy/`.
