//! Loads of which only some bytes matter: `.pragma "used_bytes_mask 0x7";`.

use ptx_emulator::{Finding, Initial, Memory, Module};

use crate::support::*;

/// One thread writes 99 into bytes of a shared array of 35, `load` puts a word of it into `%r1`,
/// and the word is stored: the stored word and the findings.
fn loaded(written: &[u32], pragma: &str, load: &str) -> (u32, Vec<Finding>) {
    let stores: String = written
        .iter()
        .map(|byte| format!("st.shared.b8 [tile+{byte}], 99;\n"))
        .collect();
    let body = format!(
        ".shared .align 16 .b8 tile[35];\n{stores}.pragma \"{pragma}\";\n{load}\nst.global.b32 [%p0], %r1;"
    );
    let mut memory = Memory::new();
    let result = memory.allocate("C", 4, Initial::Uninitialised);
    let arguments = pointers(&[result]);
    let report = run(
        &kernel(1, &body),
        "k",
        [1; 3],
        [1; 3],
        arguments,
        &mut memory,
    );
    (memory.read_u32(result)[0], report.findings)
}

fn names(findings: &[Finding]) -> Vec<&str> {
    findings.iter().map(|found| found.kind.name()).collect()
}

const LAST: &str = "ld.shared.b32 %r1, [tile+32];";

#[test]
fn bytes_that_do_not_matter_may_lie_outside_of_an_array() {
    let all = [32, 33, 34];
    let (word, findings) = loaded(&all, "used_bytes_mask 0x7", LAST);
    assert_eq!((word, names(&findings)), (0x63_6363, vec![]));
    let (_, findings) = loaded(&all, "nounroll", LAST);
    assert_eq!(names(&findings), ["out-of-bounds"]);
    assert!(
        findings[0].to_string().contains("byte 32 of `tile`"),
        "{}",
        findings[0]
    );
    let (_, findings) = loaded(&all, "used_bytes_mask 0xc", LAST);
    assert_eq!(names(&findings), ["out-of-bounds"]);
    assert!(
        findings[0].to_string().contains("byte 34 of `tile`"),
        "{}",
        findings[0]
    );
}

#[test]
fn bytes_that_do_not_matter_may_be_unwritten() {
    let (word, findings) = loaded(&[32], "used_bytes_mask 0x1", LAST);
    assert_eq!((word, names(&findings)), (0x63, vec![]));
    let (_, findings) = loaded(&[32], "used_bytes_mask 0x3", LAST);
    assert_eq!(names(&findings), ["uninitialised-read"]);
    let pair = "ld.shared.v2.b32 {%r1, %r2}, [tile+8];";
    let (word, findings) = loaded(&[8, 9, 12, 13, 14, 15], "used_bytes_mask 0xf3", pair);
    assert_eq!((word, names(&findings)), (0x6363, vec![]));
}

#[test]
fn the_pragma_is_about_the_next_load_alone() {
    let two = format!("{LAST}\nld.shared.b32 %r1, [tile+32];");
    let (_, findings) = loaded(&[32, 33, 34], "used_bytes_mask 0x7", &two);
    assert_eq!(names(&findings), ["out-of-bounds"]);
}

#[test]
fn masks_are_checked() {
    let error = |pragma: &str, load: &str| {
        let text = kernel(1, &format!(".pragma \"{pragma}\";\n{load}"));
        Module::parse(&text).err().map(|error| error.to_string())
    };
    let word = "ld.global.b32 %r1, [%p0];";
    assert_eq!(error("used_bytes_mask 0xf", word), None);
    for (pragma, message) in [
        (
            "used_bytes_mask 0x1f",
            "expected a `used_bytes_mask` of 4 bytes, found 0x1f",
        ),
        (
            "used_bytes_mask 0x0",
            "expected `used_bytes_mask` and a mask from 0x1 to 0xffffffff",
        ),
        ("used_bytes_mask x", "found `used_bytes_mask x`"),
    ] {
        let found = error(pragma, word).unwrap();
        assert!(found.contains(message), "{found}");
    }
}
