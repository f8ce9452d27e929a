//! An uninitialised read is a mistake if its value matters, and is reported at the read.

use ptx_emulator::{FindingKind, Initial, Memory};

use crate::support::*;

/// Runs a warp whose lanes have an element of an unwritten array at `%d41`, one of an output at
/// `%d42`, and `%q1` set in the lanes below 8. Returns the instructions with uninitialised reads,
/// and the number of lanes in which they mattered.
fn found(body: &str) -> Vec<(String, u64)> {
    let head = "mov.u32 %r40, %laneid;\nmul.wide.u32 %d40, %r40, 4;\nadd.s64 %d41, %p0, %d40;\n\
                add.s64 %d42, %p1, %d40;\nsetp.lt.u32 %q1, %r40, 8;\n.shared .align 4 .b8 tile[128];\n";
    let mut memory = Memory::new();
    let arrays = [
        memory.allocate("U", 128, Initial::Uninitialised),
        memory.allocate("O", 128, Initial::Uninitialised),
    ];
    let text = kernel(2, &format!("{head}{body}"));
    let report = run(
        &text,
        "k",
        [1; 3],
        [32, 1, 1],
        pointers(&arrays),
        &mut memory,
    );
    let findings = report.findings.into_iter().map(|finding| {
        assert_eq!(
            finding.kind,
            FindingKind::UninitialisedRead,
            "{}",
            finding.message
        );
        (finding.actor.expect("a thread").text, finding.count)
    });
    findings.collect()
}

const READ: &str = "ld.global.b32 %r1, [%d41];";

fn read_in(lanes: u64) -> Vec<(String, u64)> {
    vec![(READ.to_owned(), lanes)]
}

#[test]
fn what_is_read_ahead_of_its_condition_is_no_mistake() {
    assert_eq!(found(READ), vec![]);
    let guarded = |guard: &str| found(&format!("{READ}\n@{guard} st.global.b32 [%d42], %r1;"));
    assert_eq!(guarded("%q1"), read_in(8));
    let branch = "setp.gt.u32 %q2, %r40, 99;\n@!%q2 bra END;\nst.global.b32 [%d42], %r1;\nEND:";
    assert_eq!(found(&format!("{READ}\n{branch}")), vec![]);
    let shared = "mov.u64 %d1, tile;\nld.shared.b32 %r1, [%d1];\n@%q1 mov.u32 %r2, 1;";
    assert_eq!(found(shared), vec![]);
}

#[test]
fn a_value_is_followed_through_registers() {
    let stored = |body: &str| found(&format!("{READ}\n{body}\nst.global.b32 [%d42], %r2;"));
    assert_eq!(stored("add.u32 %r2, %r1, 1;"), read_in(32));
    assert_eq!(
        stored("mov.u32 %r3, %r1;\nmul.lo.u32 %r2, %r3, %r3;"),
        read_in(32)
    );
    // Overwritten, in all lanes and in some.
    assert_eq!(stored("mov.u32 %r2, %r1;\nmov.u32 %r2, 3;"), vec![]);
    assert_eq!(
        stored("mov.u32 %r2, %r1;\n@%q1 mov.u32 %r2, 3;"),
        read_in(24)
    );
    // A selection takes one of its operands.
    assert_eq!(stored("selp.b32 %r2, %r1, 7, %q1;"), read_in(8));
    assert_eq!(stored("selp.b32 %r2, 7, %r1, %q1;"), read_in(24));
    assert_eq!(
        stored("setp.gt.u32 %q2, %r1, 5;\nselp.b32 %r2, 7, 8, %q2;"),
        read_in(32)
    );
}

/// A compiler joins loads to vectors with elements that it does not need.
#[test]
fn elements_of_a_vector_are_followed_one_by_one() {
    let load = "ld.shared.v2.b32 {%r1, %r2}, [%d1];";
    let vector = |stored: &str| {
        found(&format!(
            "mov.u64 %d1, tile;\nmov.u32 %r3, 5;\nst.shared.b32 [%d1], %r3;\nbar.sync 0;\n{load}\nst.global.b32 [%d42], {stored};"
        ))
    };
    assert_eq!(vector("%r1"), vec![]);
    assert_eq!(vector("%r2"), vec![(load.to_owned(), 32)]);
}

#[test]
fn a_condition_matters_where_nothing_else_decides() {
    let guarded = |condition: &str| {
        let body =
            format!("setp.gt.u32 %q2, %r1, 5;\n{condition}\n@%q3 st.global.b32 [%d42], %r40;");
        found(&format!("{READ}\n{body}"))
    };
    assert_eq!(guarded("and.pred %q3, %q2, %q1;"), read_in(8));
    assert_eq!(guarded("or.pred %q3, %q1, %q2;"), read_in(24));
    assert_eq!(guarded("xor.pred %q3, %q1, %q2;"), read_in(32));
    let branch = "setp.gt.u32 %q2, %r1, 5;\n@%q2 bra END;\nmov.u32 %r2, 1;\nEND:";
    assert_eq!(found(&format!("{READ}\n{branch}")), read_in(32));
}

#[test]
fn an_address_and_another_lane_matter_and_are_reported_once() {
    let address = "cvt.u64.u32 %d1, %r1;\nadd.s64 %d2, %d42, %d1;\nst.global.b32 [%d2], %r40;";
    assert_eq!(found(&format!("{READ}\n{address}")), read_in(32));
    let shuffled = "shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;\nst.global.b32 [%d42], %r2;";
    assert_eq!(found(&format!("{READ}\n{shuffled}")), read_in(32));
    let twice = "st.global.b32 [%d42], %r1;\nst.global.b32 [%d42], %r1;";
    assert_eq!(found(&format!("{READ}\n{twice}")), read_in(32));
}
