//! Kernels of other compilers: PTX from NVRTC and from Triton, results from NumPy.
//!
//! Sources, PTX and results are in `tests/foreign` and `tests/triton`; `build.py` in each makes
//! them. Each kernel must compute the results of NumPy, without findings of the sanitizer.

use std::path::PathBuf;

use ptx_emulator::{
    Argument, ArrayId, Error, Initial, Launch, Memory, Module, Options, Report, launch,
};
use serde_json::Value;

/// The inputs; `build.py` has the same formula.
fn integers(count: u64, seed: u64) -> impl Iterator<Item = u64> {
    (0..count).map(move |index| {
        let value = (index + seed * 7919)
            .wrapping_mul(1_103_515_245)
            .wrapping_add(12345);
        ((value & 0x7fff_ffff) >> 8) % 1000
    })
}

fn element_bytes(kind: &str) -> usize {
    match kind {
        "u8" | "i8" => 1,
        "f16" | "bf16" | "u16" => 2,
        "f64" | "i64" | "u64" => 8,
        _ => 4,
    }
}

fn input(kind: &str, count: u64, seed: u64) -> Vec<u8> {
    integers(count, seed)
        .flat_map(|value| {
            let float = (value as f64 - 500.0) / 128.0;
            match kind {
                "f32" => (float as f32).to_le_bytes().to_vec(),
                "f64" => float.to_le_bytes().to_vec(),
                "f16" => half::f16::from_f64(float).to_le_bytes().to_vec(),
                "bf16" => half::bf16::from_f32((value % 16) as f32 - 8.0)
                    .to_le_bytes()
                    .to_vec(),
                "i32" => (value as i32 - 500).to_le_bytes().to_vec(),
                "i64" => (value as i64 - 500).to_le_bytes().to_vec(),
                "i8" => ((value % 256) as i64 - 128).to_le_bytes()[..1].to_vec(),
                "u8" => vec![(value % 256) as u8],
                kind => value.to_le_bytes()[..element_bytes(kind)].to_vec(),
            }
        })
        .collect()
}

fn value_of(kind: &str, bytes: &[u8]) -> f64 {
    let word = |count: usize| {
        let mut value = [0; 8];
        value[..count].copy_from_slice(&bytes[..count]);
        u64::from_le_bytes(value)
    };
    match kind {
        "f32" => f64::from(f32::from_bits(word(4) as u32)),
        "f64" => f64::from_bits(word(8)),
        "f16" => f64::from(half::f16::from_bits(word(2) as u16)),
        "i8" => f64::from(word(1) as i8),
        "i32" => f64::from(word(4) as i32),
        "i64" => word(8) as i64 as f64,
        kind => word(element_bytes(kind)) as f64,
    }
}

fn triple(value: &Value) -> [u32; 3] {
    [0, 1, 2].map(|index| value[index].as_u64().unwrap() as u32)
}

fn is_close(kind: &str, found: f64, expected: f64, tolerance: f64) -> bool {
    if kind.starts_with('f') {
        found == expected || (found - expected).abs() <= tolerance * expected.abs().max(1.0)
    } else {
        found == expected
    }
}

/// Runs one kernel; returns its mistakes.
fn check(record: &Value, ptx: &str, options: &Options) -> Vec<String> {
    match outcome(record, ptx, options) {
        Ok((report, wrong)) => {
            let findings = report.findings.iter().map(ToString::to_string);
            findings.chain(wrong).collect()
        }
        Err(error) => vec![error.to_string()],
    }
}

/// Runs one kernel; returns its report, and the results that are wrong.
pub fn outcome(
    record: &Value,
    ptx: &str,
    options: &Options,
) -> Result<(Report, Vec<String>), Error> {
    let module = Module::parse(ptx)?;
    let mut memory = Memory::new();
    let mut arguments = Vec::new();
    let mut outputs: Vec<(String, String, ArrayId)> = Vec::new();
    for argument in record["arguments"].as_array().unwrap() {
        let text = |field: &str| argument[field].as_str().unwrap_or_default().to_owned();
        let (name, kind, role) = (text("name"), text("kind"), text("role"));
        let number = &argument["value"];
        arguments.push(match kind.as_str() {
            "int" => Argument::I32(number.as_i64().unwrap() as i32),
            "uint" => Argument::U32(number.as_u64().unwrap() as u32),
            "long" => Argument::I64(number.as_i64().unwrap()),
            "float" => Argument::F32(number.as_f64().unwrap() as f32),
            "double" => Argument::F64(number.as_f64().unwrap()),
            "null" => Argument::U64(0),
            _ => {
                let count = argument["count"].as_u64().unwrap();
                let bytes = count as usize * element_bytes(&kind);
                let initial = match role.as_str() {
                    "out" => Initial::Uninitialised,
                    "zero" => Initial::Data(vec![0; bytes]),
                    _ => Initial::Data(input(&kind, count, argument["seed"].as_u64().unwrap())),
                };
                let array = memory.allocate(&name, bytes, initial);
                if role != "in" {
                    outputs.push((name, kind, array));
                }
                Argument::Pointer(array)
            }
        });
    }
    let shape = Launch {
        grid: triple(&record["grid"]),
        block: triple(&record["block"]),
        dynamic_shared: record["dynamic"].as_u64().unwrap() as usize,
        arguments,
    };
    let entry = record["entry"].as_str().unwrap_or("k");
    let report = launch(&module, entry, &shape, &mut memory, options)?;
    let mut wrong = Vec::new();
    let tolerance = record["tolerance"].as_f64().unwrap();
    for (name, kind, array) in outputs {
        let bytes = memory.read(array);
        let expected = record["expected"][&name].as_array().unwrap();
        for (index, (expected, bytes)) in expected
            .iter()
            .zip(bytes.chunks(element_bytes(&kind)))
            .enumerate()
        {
            let (found, mut expected) = (value_of(&kind, bytes), expected.as_f64().unwrap());
            if kind == "f32" {
                // Stored with nine digits, which identify one float.
                expected = f64::from(expected as f32);
            }
            if !is_close(&kind, found, expected, tolerance) {
                wrong.push(format!("{name}[{index}] is {found}, expected {expected}"));
                break;
            }
        }
    }
    Ok((report, wrong))
}

/// Runs every kernel of a folder in order and in a shuffled order.
fn check_folder(folder: &str, at_least: usize) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    paths.sort();
    assert!(paths.len() >= at_least, "{} kernels", paths.len());
    let mut wrong = Vec::new();
    for path in paths {
        let record: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let ptx = std::fs::read_to_string(path.with_extension("ptx")).unwrap();
        for seed in [None, Some(7)] {
            let options = Options {
                seed,
                ..Options::default()
            };
            for mistake in check(&record, &ptx, &options) {
                wrong.push(format!(
                    "{} (seed {seed:?}): {mistake}",
                    path.file_stem().unwrap().to_string_lossy()
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} mistakes:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn kernels_of_nvrtc_compute_what_numpy_computes() {
    check_folder("foreign", 60);
}

#[test]
fn kernels_of_triton_compute_what_numpy_computes() {
    check_folder("triton", 16);
}
