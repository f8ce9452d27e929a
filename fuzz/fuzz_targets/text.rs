//! `./x fuzz text`: text to syntax tree to canonical layout to syntax tree.
#![no_main]

mod engine;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tc_fuzz::text::formatting_keeps_the_program(bytes));
