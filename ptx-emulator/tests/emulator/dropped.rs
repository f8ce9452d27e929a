//! A race between a load and a write is a mistake if the loaded value matters, whichever of the two
//! comes first.

use ptx_emulator::{Finding, Initial, Memory};

use crate::support::*;

const WRITE: &str = "st.shared.u32 [tile], %r1;";
const READ: &str = "ld.shared.u32 %r2, [tile];";

/// The findings if thread `writer` of 64 writes and the threads of the other warp read, as a
/// compiler emits it after hoisting a load above a condition; then `rest` runs. Every thread has
/// its number in `%r1`, the address of an array element that it increments in `%d2`, and `%q3` is
/// set in thread `user`.
fn found(writer: u32, write: &str, read: &str, user: u32, rest: &str) -> Vec<Finding> {
    let body = format!(
        ".shared .align 4 .b8 tile[128];\n\
         mov.u32 %r1, %tid.x;\nmul.wide.u32 %d1, %r1, 4;\nadd.s64 %d2, %p0, %d1;\n\
         ld.global.u32 %r5, [%d2];\nadd.u32 %r5, %r5, 1;\nst.global.u32 [%d2], %r5;\n\
         mul.wide.u32 %d4, %r1, 2;\nmov.u64 %d5, tile;\nadd.s64 %d5, %d5, %d4;\nst.shared.u16 [%d5], 7;\nbar.sync 0;\n\
         setp.eq.u32 %q1, %r1, {writer};\nsetp.eq.u32 %q3, %r1, {user};\n\
         xor.b32 %r6, %r1, {writer};\nsetp.lt.u32 %q2, %r6, 32;\n\
         @%q1 bra STORE;\n@%q2 bra JOIN;\n{read}\nbra JOIN;\nSTORE:\n{write}\nmov.u32 %r2, %r1;\nJOIN:\n{rest}"
    );
    let mut memory = Memory::new();
    let counted = memory.allocate("C", 256, Initial::Data(vec![0; 256]));
    let text = kernel(1, &body);
    let arguments = pointers(&[counted]);
    let report = run(&text, "k", [1; 3], [64, 1, 1], arguments, &mut memory);
    let counts = memory.read_u32(counted);
    assert!(
        counts.iter().all(|count| *count == 1 || *count == 99),
        "{counts:?}"
    );
    report.findings
}

/// The two instructions of each race, and their counts.
fn pairs(findings: &[Finding]) -> Vec<(String, String, u64)> {
    let texts = findings.iter().map(|finding| {
        assert!(finding.kind.name().ends_with("-race"), "{finding}");
        let [actor, other] = [&finding.actor, &finding.other].map(|actor| actor.as_ref().unwrap());
        (actor.text.clone(), other.text.clone(), finding.count)
    });
    texts.collect()
}

/// Stores 99 under a condition on the loaded value, which is always true.
const USE: &str =
    "setp.lt.u32 %q4, %r2, 999;\nand.pred %q4, %q4, %q3;\n@%q4 st.global.u32 [%d2], 99;";

#[test]
fn a_read_behind_the_write_is_a_race_where_its_value_matters() {
    assert_eq!(found(0, WRITE, READ, 0, ""), vec![]);
    // The writer alone uses the register.
    assert_eq!(found(0, WRITE, READ, 0, USE), vec![]);
    let findings = found(0, WRITE, READ, 40, USE);
    assert_eq!(
        pairs(&findings),
        vec![(READ.to_owned(), WRITE.to_owned(), 1)]
    );
    assert_eq!(findings[0].actor.as_ref().unwrap().thread, [40, 0, 0]);
    let all = found(
        0,
        WRITE,
        READ,
        0,
        "setp.lt.u32 %q4, %r2, 999;\n@%q4 st.global.u32 [%d2], 99;",
    );
    assert_eq!(pairs(&all), vec![(READ.to_owned(), WRITE.to_owned(), 32)]);
}

#[test]
fn a_write_behind_the_read_is_a_race_where_the_value_matters() {
    assert_eq!(found(32, WRITE, READ, 32, ""), vec![]);
    assert_eq!(found(32, WRITE, READ, 32, USE), vec![]);
    // One of 32 readers uses its value, and it is not one of those that a cell records.
    let findings = found(32, WRITE, READ, 5, USE);
    assert_eq!(
        pairs(&findings),
        vec![(WRITE.to_owned(), READ.to_owned(), 1)]
    );
    assert_eq!(findings[0].other.as_ref().unwrap().thread, [5, 0, 0]);
}

/// A compiler loads a vector to get two elements, and another thread writes the one between.
#[test]
fn an_element_of_a_vector_that_nothing_reads_is_not_loaded() {
    let vector = "ld.shared.v4.u32 {%r2, %r3, %r7, %r8}, [tile];";
    let write = "st.shared.u32 [tile+4], %r1;";
    let used = |register: &str| USE.replace("%r2", register);
    let other_element = found(0, write, vector, 40, &used("%r7"));
    assert_eq!(other_element, vec![]);
    let same_element = found(0, write, vector, 40, &used("%r3"));
    assert_eq!(
        pairs(&same_element),
        vec![(vector.to_owned(), write.to_owned(), 1)]
    );
}

#[test]
fn global_memory_is_no_other() {
    let (write, read) = ("st.global.u32 [%p0], 99;", "ld.global.u32 %r2, [%p0+128];");
    let write =
        |writer: u32| write.replace("%p0", &format!("%p0+{}", if writer == 0 { 128 } else { 0 }));
    let read = |writer: u32| read.replace("+128", if writer == 0 { "+128" } else { "" });
    for writer in [0, 32] {
        // The increment of the element races with the write as well: nothing orders it.
        let silent = found(writer, &write(writer), &read(writer), writer, USE);
        assert_eq!(
            silent
                .iter()
                .filter(|finding| finding.to_string().contains("ld.global.u32 %r2"))
                .count(),
            0,
            "{silent:?}"
        );
        let used = found(writer, &write(writer), &read(writer), writer ^ 33, USE);
        assert_eq!(
            used.iter()
                .filter(|finding| finding.to_string().contains("ld.global.u32 %r2"))
                .count(),
            1,
            "{used:?}"
        );
    }
}

#[test]
fn all_loads_that_a_value_comes_from_count() {
    // More of them than are followed individually, each from its own place.
    for count in [2, 20] {
        let write: Vec<String> = (0..count)
            .map(|n| format!("st.shared.u32 [tile+{}], %r1;", 4 * n))
            .collect();
        let mut read = vec!["mov.u32 %r2, 0;".to_owned()];
        for n in 0..count {
            read.push(format!("ld.shared.u32 %r3, [tile+{}];", 4 * n));
            read.push("add.u32 %r2, %r2, %r3;".to_owned());
        }
        for writer in [0, 32] {
            let races = |user| found(writer, &write.join("\n"), &read.join("\n"), user, USE).len();
            assert_eq!(races(writer ^ 33), count);
            assert_eq!(races(writer), if count == 2 { 0 } else { count - 16 });
        }
    }
}

#[test]
fn a_load_in_a_launch_that_was_cut_short_stays_a_race() {
    let findings = found(32, WRITE, READ, 32, "@%q3 trap;");
    let names: Vec<&str> = findings.iter().map(|finding| finding.kind.name()).collect();
    assert_eq!(names, ["shared-race", "trap"]);
}
