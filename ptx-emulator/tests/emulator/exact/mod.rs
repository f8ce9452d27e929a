//! A second, slow reading of every arithmetic instruction: integers without a width, and exact
//! rationals that are rounded once.
//!
//! Each form runs over operands at the edges of its types and random ones, a thread for each; the
//! reading says what must come out, bit by bit. It shares nothing with the emulator: a float is a
//! fraction here, a root is compared by its square, a rounding counts units of the last place.

mod conversions;
mod floats;
mod integers;
mod narrow;
mod operands;
mod packed;
mod real;

use crate::support::*;
use ptx_emulator::{Initial, Memory};

/// One instruction under test: its text, how wide each operand is, and the reading.
///
/// Operand `i` is `%d{i}` with its low bits in `%r{i}` and `%h{i}`; the result is in `%d9`, `%r9`
/// or `%h9`, by its width.
struct Form<'a> {
    text: String,
    operands: &'a [Vec<u64>],
    result_bits: u32,
}

/// The results of a form for each tuple of operands.
fn results(form: &Form) -> Vec<u64> {
    let count = form.operands[0].len();
    let mut body = String::from(
        "mov.u32 %r40, %ctaid.x;\nmov.u32 %r41, %tid.x;\nmad.lo.u32 %r40, %r40, 128, %r41;\n\
         mul.wide.u32 %d40, %r40, 8;\n",
    );
    for index in 0..form.operands.len() {
        body += &format!(
            "add.s64 %d41, %p{index}, %d40;\nld.global.b64 %d{index}, [%d41];\n\
             cvt.u32.u64 %r{index}, %d{index};\ncvt.u16.u64 %h{index}, %d{index};\n"
        );
    }
    body += "mov.b64 %d9, 0;\n";
    body += &form.text;
    body += match form.result_bits {
        64 => "",
        32 => "\ncvt.u64.u32 %d9, %r9;",
        _ => "\ncvt.u64.u16 %d9, %h9;",
    };
    let output = form.operands.len();
    body += &format!("\nadd.s64 %d41, %p{output}, %d40;\nst.global.b64 [%d41], %d9;");
    let mut memory = Memory::new();
    let blocks = count.div_ceil(128);
    let mut arrays = Vec::new();
    for operand in form.operands {
        let mut padded = operand.clone();
        padded.resize(blocks * 128, 0);
        arrays.push(memory.allocate("in", padded.len() * 8, Initial::Data(bytes_of_u64(&padded))));
    }
    arrays.push(memory.allocate("out", blocks * 1024, Initial::Uninitialised));
    let report = run(
        &kernel(output + 1, &body),
        "k",
        [blocks as u32, 1, 1],
        [128, 1, 1],
        pointers(&arrays),
        &mut memory,
    );
    assert_eq!(report.findings, vec![], "{}", form.text);
    let bytes = memory.read(arrays[output]);
    let words = bytes.chunks(8).take(count);
    words
        .map(|word| u64::from_le_bytes(word.try_into().unwrap()))
        .collect()
}

/// Runs a form and compares each result with the reading of its operands, as bits.
fn check(form: &Form, reading: impl Fn(&[u64]) -> u64) {
    check_by(form, |operands, found| {
        let due = reading(operands);
        (found != due).then(|| format!("0x{due:x}"))
    });
}

/// As [`check`], where the reading says itself what is wrong with a result.
fn check_by(form: &Form, wrong: impl Fn(&[u64], u64) -> Option<String>) {
    for (place, found) in results(form).into_iter().enumerate() {
        let operands: Vec<u64> = form.operands.iter().map(|all| all[place]).collect();
        if let Some(due) = wrong(&operands, found) {
            panic!(
                "{} of {operands:x?} is 0x{found:x}, expected {due}",
                form.text
            );
        }
    }
}
