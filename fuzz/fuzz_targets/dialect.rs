//! `./x fuzz dialect`: text to the `tc` dialect, verified, printed and parsed.
#![no_main]

mod engine;

libfuzzer_sys::fuzz_target!(
    |bytes: &[u8]| tc_fuzz::text::text_is_refused_or_becomes_a_module(bytes)
);
