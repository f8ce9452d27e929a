//! Profiles: sectors, bank conflicts, classes and traffic of kernels with numbers computed by hand.

use ptx_emulator::{Class, Initial, Memory, ProfileReport};

use crate::support::*;

const TRANSPOSE: &str = include_str!("../faults/clean_transpose.ptx");

fn profile(ptx: &str) -> ProfileReport {
    let mut memory = Memory::new();
    let x = memory.allocate("X", 4096 * 4, Initial::Data(vec![0; 4096 * 4]));
    let y = memory.allocate("Y", 4096 * 4, Initial::Uninitialised);
    run(
        ptx,
        "k",
        [2, 2, 1],
        [32, 8, 1],
        pointers(&[x, y]),
        &mut memory,
    )
    .profile
}

fn line(report: &ProfileReport, start: &str) -> (u64, u64, u64, u64, u64) {
    let line = report
        .lines
        .iter()
        .find(|line| line.text.starts_with(start))
        .unwrap();
    (
        line.requests,
        line.sectors,
        line.ideal_sectors,
        line.wavefronts,
        line.ideal_wavefronts,
    )
}

#[test]
fn a_padded_transposition_is_coalesced_and_without_conflicts() {
    let report = profile(TRANSPOSE);
    // 4 blocks of 8 warps, 4 rows each: 128 requests of 128 bytes.
    assert_eq!(line(&report, "ld.global"), (128, 512, 512, 0, 0));
    assert_eq!(line(&report, "st.global"), (128, 512, 512, 0, 0));
    assert_eq!(line(&report, "st.shared"), (128, 0, 0, 128, 128));
    assert_eq!(line(&report, "ld.shared"), (128, 0, 0, 128, 128));
    let totals = &report.totals;
    assert_eq!(totals.traffic_ratio(), 1.0);
    assert_eq!(
        (totals.minimum_load_bytes, totals.minimum_store_bytes),
        (16384, 16384)
    );
    assert_eq!(
        (totals.global_load_bytes, totals.global_store_bytes),
        (16384, 16384)
    );
    assert_eq!(
        (totals.barriers, totals.diverged, totals.blocks),
        (32, 0, 4)
    );
    // The two branches back are not taken in the last round of each of 32 warps.
    assert_eq!(
        totals.thread_instructions,
        (totals.warp_instructions - 64) * 32
    );
    assert_eq!(report.class(Class::GlobalLoad), 128);
    assert_eq!(report.class(Class::SharedStore), 128);
    assert_eq!(report.class(Class::Barrier), 32);
    assert_eq!(report.class(Class::FusedMultiplyAdd), 0);
}

#[test]
fn without_padding_every_lane_is_in_one_bank() {
    let report = profile(&TRANSPOSE.replace(", 33, ", ", 32, "));
    assert_eq!(line(&report, "st.shared"), (128, 0, 0, 128, 128));
    assert_eq!(line(&report, "ld.shared"), (128, 0, 0, 32 * 128, 128));
    let conflicted = report
        .lines
        .iter()
        .find(|line| line.text.starts_with("ld.shared"))
        .unwrap();
    assert_eq!(conflicted.bank_conflicts(), 31 * 128);
}

#[test]
fn a_strided_load_takes_a_sector_for_each_lane() {
    // Rows and columns of the input exchanged: lanes are 256 bytes apart.
    let report = profile(&TRANSPOSE.replacen(
        "mad.lo.u32 %r14, %r12, 64, %r13;",
        "mad.lo.u32 %r14, %r13, 64, %r12;",
        1,
    ));
    assert_eq!(line(&report, "ld.global"), (128, 32 * 128, 512, 0, 0));
    let load = report
        .lines
        .iter()
        .find(|line| line.text.starts_with("ld.global"))
        .unwrap();
    assert_eq!(load.sectors_per_request(), 32.0);
    assert_eq!(
        report.totals.traffic_ratio(),
        (32.0 * 128.0 + 512.0) * 32.0 / 32768.0
    );
}

#[test]
fn a_report_is_text_json_and_annotated_ptx() {
    let report = profile(TRANSPOSE);
    let text = report.to_text();
    assert!(text.contains("barriers                    32\n"), "{text}");
    assert!(
        text.contains(
            "traffic to minimum          1.00 (16384 bytes must be read, 16384 written)\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("4.00 sectors a request (ideal 4.00): ld.global.nc.f32 %f1, [%d3];\n"),
        "{text}"
    );
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    assert_eq!(json["totals"]["sectors"], 1024);
    assert_eq!(json["classes"][0]["class"], "integer");
    let annotated = report.annotate(TRANSPOSE);
    assert_eq!(annotated.lines().count(), TRANSPOSE.lines().count() + 1);
    assert!(
        annotated.contains("       128   32.0     4.00          | ld.global.nc.f32 %f1, [%d3];\n"),
        "{annotated}"
    );
}

#[test]
fn diverging_branches_and_idle_lanes_are_counted() {
    let body = "mov.u32 %r1, %tid.x;\nsetp.lt.u32 %q1, %r1, 8;\n@%q1 bra A;\nadd.u32 %r2, %r1, 1;\nA: mov.u32 %r3, 1;";
    let report = run(
        &kernel(0, body),
        "k",
        [1; 3],
        [64, 1, 1],
        vec![],
        &mut Memory::new(),
    )
    .profile;
    assert_eq!(report.totals.diverged, 1);
    let add = report
        .lines
        .iter()
        .find(|line| line.text.starts_with("add.u32"))
        .unwrap();
    assert_eq!((add.warps, add.threads), (2, 56));
    assert_eq!(add.class, Class::Integer);
}
