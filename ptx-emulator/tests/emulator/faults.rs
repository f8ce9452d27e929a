//! Kernels with one planted fault each: every fault is reported with the right kind and line, in
//! any order of blocks and warps; and nothing is reported for the original kernels.
//!
//! The files are written by `tests/faults/generate.py`; their first lines say what to expect and
//! how to launch.

use std::path::PathBuf;

use ptx_emulator::{
    Argument, ErrorKind, Finding, Initial, Launch, Memory, Module, Options, launch,
};

use crate::support::*;

struct Case {
    name: String,
    text: String,
    expected: String,
    grid: [u32; 3],
    block: [u32; 3],
    dynamic: usize,
    arguments: Vec<(String, String)>,
}

fn header<'a>(text: &'a str, label: &str) -> &'a str {
    text.lines()
        .find_map(|line| line.strip_prefix(&format!("// {label}: ")))
        .unwrap_or_default()
}

fn triple(text: &str) -> [u32; 3] {
    let numbers: Vec<u32> = text.split(',').map(|part| part.parse().unwrap()).collect();
    numbers.try_into().unwrap()
}

fn cases() -> Vec<Case> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults"));
    let mut cases = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "ptx") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let shape = header(&text, "launch").to_owned();
        let field = |name: &str| {
            shape
                .split(' ')
                .find_map(|part| part.strip_prefix(&format!("{name}=")))
                .unwrap()
                .to_owned()
        };
        let arguments = header(&text, "arguments")
            .split(' ')
            .map(|argument| {
                let (name, value) = argument.split_once('=').unwrap();
                (name.to_owned(), value.to_owned())
            })
            .collect();
        cases.push(Case {
            name: path.file_stem().unwrap().to_string_lossy().into_owned(),
            expected: header(&text, "expect").to_owned(),
            grid: triple(&field("grid")),
            block: triple(&field("block")),
            dynamic: field("dynamic").parse().unwrap(),
            arguments,
            text,
        });
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

fn data(kind: &str, count: usize) -> Initial {
    match kind {
        "f32" => Initial::Data(bytes_of_f32(
            &(0..count)
                .map(|i| (i * 7 % 13) as f32 - 6.0)
                .collect::<Vec<_>>(),
        )),
        "u32" => Initial::Data(bytes_of_u32(
            &(0..count as u32)
                .map(|i| (i * 7 + 3) % 251)
                .collect::<Vec<_>>(),
        )),
        "u32z" => Initial::Data(vec![0; count * 4]),
        "half" => Initial::Data([0x00, 0x3c].repeat(count)),
        _ => Initial::Uninitialised,
    }
}

fn run_case(case: &Case, options: &Options) -> Vec<String> {
    let module = Module::parse(&case.text).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    let mut memory = Memory::new();
    let mut arguments = Vec::new();
    for (name, value) in &case.arguments {
        let (kind, number) = value.split_once(':').unwrap();
        let number: usize = number.parse().unwrap();
        arguments.push(if kind == "value" {
            Argument::U32(number as u32)
        } else {
            let element = if kind == "half" { 2 } else { 4 };
            let array = memory.allocate(name, number * element, data(kind, number));
            memory.describe(array, element, &[number]);
            Argument::Pointer(array)
        });
    }
    let shape = Launch {
        grid: case.grid,
        block: case.block,
        dynamic_shared: case.dynamic,
        arguments,
    };
    // A race is reported at the line of either access: which of the two comes second depends on the
    // order.
    let places = |finding: &Finding| -> Vec<String> {
        let actors = finding.actor.iter().chain(&finding.other);
        actors
            .map(|actor| format!("{} at line {}", finding.kind.name(), actor.line))
            .collect()
    };
    match launch(&module, "k", &shape, &mut memory, options) {
        Ok(report) => report.findings.iter().flat_map(places).collect(),
        Err(error) if error.kind() == ErrorKind::SharedMemoryLimit => {
            vec!["shared-memory-limit".to_owned()]
        }
        Err(error) => panic!("{}: {error}", case.name),
    }
}

#[test]
fn every_planted_fault_is_reported_at_its_line_and_clean_kernels_are_clean() {
    let cases = cases();
    let faults = cases.iter().filter(|case| case.expected != "clean").count();
    assert!(faults >= 50, "{faults} faults");
    let mut wrong = Vec::new();
    for case in &cases {
        for seed in [None, Some(1), Some(2)] {
            let options = Options {
                seed,
                budget: 20_000,
                ..Options::default()
            };
            let found = run_case(case, &options);
            let right = if case.expected == "clean" {
                found.is_empty()
            } else {
                found.contains(&case.expected)
            };
            if !right {
                wrong.push(format!(
                    "{} seed {seed:?}: expected {}, found {found:?}",
                    case.name, case.expected
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn a_race_names_both_threads_both_lines_the_array_and_the_source() {
    let ptx = ".version 8.7\n.target sm_90a\n.address_size 64\n.file 1 \"shift.tc\"\n\
        .visible .entry k(.param .u64 y)\n{\n.shared .align 4 .b8 tile[256];\n.reg .b32 %r<4>;\n.reg .b64 %d<8>;\n\
        ld.param.u64 %d1, [y];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %d2, %r1, 4;\nmov.u64 %d3, tile;\nadd.s64 %d4, %d3, %d2;\n\
        .loc 1 3 5\nst.shared.u32 [%d4], %r1;\nxor.b32 %r2, %r1, 32;\nmul.wide.u32 %d5, %r2, 4;\nadd.s64 %d6, %d3, %d5;\n\
        .loc 1 4 9\nld.shared.u32 %r3, [%d6];\nadd.s64 %d7, %d1, %d2;\nst.global.u32 [%d7], %r3;\nret;\n}\n";
    let mut memory = Memory::new();
    let y = memory.allocate("Y", 256, Initial::Uninitialised);
    let report = run(ptx, "k", [1; 3], [64, 1, 1], pointers(&[y]), &mut memory);
    // Warp 0 reads bytes that warp 1 has not written yet, and warp 1 overwrites bytes that warp 0
    // has read.
    let texts: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        vec![
            "shared-race in kernel `k`: this write and the access of another thread touch the same bytes; a barrier is missing between the two\n  \
             block (0, 0, 0) thread (32, 0, 0) at ptx line 16: st.shared.u32 [%d4], %r1;  [shift.tc:3:5]\n  \
             4 bytes at shared address 0x480, tile[32]: byte 128 of 256\n  \
             other: block (0, 0, 0) thread (0, 0, 0) at ptx line 21: ld.shared.u32 %r3, [%d6];  [shift.tc:4:9]\n  32 times",
            "uninitialised-read in kernel `k`: a read of shared memory that nothing has written\n  \
             block (0, 0, 0) thread (0, 0, 0) at ptx line 21: ld.shared.u32 %r3, [%d6];  [shift.tc:4:9]\n  \
             4 bytes at shared address 0x480, tile[32]: byte 128 of 256\n  32 times",
            "shared-race in kernel `k`: this read and the access of another thread touch the same bytes; a barrier is missing between the two\n  \
             block (0, 0, 0) thread (32, 0, 0) at ptx line 21: ld.shared.u32 %r3, [%d6];  [shift.tc:4:9]\n  \
             4 bytes at shared address 0x400, tile[0]: byte 0 of 256\n  \
             other: block (0, 0, 0) thread (0, 0, 0) at ptx line 16: st.shared.u32 [%d4], %r1;  [shift.tc:3:5]\n  32 times",
        ]
    );
}
