//! Target descriptions: the machine as data.
//!
//! A description is a JSON file; those of `dialects/targets/` are built in, `host` is made from the
//! processor of this process ([`super::host`]), and a path names any other. `tc-attach-target`
//! attaches one to a module, from which passes take limits ([`Limits`]); pipelines use the chip's
//! name. No pass tests for a machine by name.

use crate::input;
use std::fmt;
use std::path::Path;

use super::{Cpu, Gpu, Keys, Problem, Target, host};
use crate::schedule::tree::Refusal;
use tc_syntax::diagnostic::{Diagnostic, Place};

/// The limits of a launch on a GPU, and other properties that passes use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The machine's name; `None` for what all built-in GPUs have in common.
    pub machine: Option<String>,
    /// Threads of the largest block, whatever its shape.
    pub threads_per_block: i64,
    /// Threads of a block along x, y, z.
    pub block: [i64; 3],
    /// Blocks of a grid along x, y, z.
    pub grid: [i64; 3],
    /// Shared memory that a kernel can declare for a block.
    pub shared_bytes: i64,
    /// Shared memory that a launch can give to a block.
    pub shared_bytes_with_dynamic: i64,
    /// Threads of a warp.
    pub warp: i64,
    /// Bytes of one bank of shared memory in a row.
    pub bank_bytes: i64,
    /// Bytes that one load or store of a thread moves at most, a power of two.
    pub access_bytes: i64,
    /// Registers of 32 bits that a thread can have.
    pub registers_per_thread: i64,
}

impl Limits {
    /// The limits of the GPU that an operation is compiled for; without a target those that all
    /// built-in GPUs have in common.
    ///
    /// # Errors
    /// The target is a CPU.
    pub fn of_gpu(target: Option<&Target>) -> Result<Self, Refusal> {
        match target {
            None => Ok(Limits::common()),
            Some(target) => target.expect_gpu().map(Limits::from).map_err(|refusal| {
                refusal.note("attach the description of a GPU to the module with tc-attach-target")
            }),
        }
    }

    /// The limits that all built-in GPUs have in common: those of a module without a target.
    pub fn common() -> Self {
        let built_in = BUILT_IN.iter().filter_map(|(name, _)| find(name).ok());
        let gpus = built_in.filter_map(|target| target.as_gpu().map(Limits::from));
        let common = gpus.reduce(|one, other| one.shared_with(&other));
        let mut common = common.expect("one of the built-in targets is a GPU");
        common.machine = None;
        common
    }

    fn shared_with(&self, other: &Limits) -> Self {
        let least =
            |one: [i64; 3], other: [i64; 3]| [0, 1, 2].map(|axis| one[axis].min(other[axis]));
        Limits {
            machine: None,
            threads_per_block: self.threads_per_block.min(other.threads_per_block),
            block: least(self.block, other.block),
            grid: least(self.grid, other.grid),
            shared_bytes: self.shared_bytes.min(other.shared_bytes),
            shared_bytes_with_dynamic: self
                .shared_bytes_with_dynamic
                .min(other.shared_bytes_with_dynamic),
            warp: self.warp.min(other.warp),
            bank_bytes: self.bank_bytes.min(other.bank_bytes),
            access_bytes: self.access_bytes.min(other.access_bytes),
            registers_per_thread: self.registers_per_thread.min(other.registers_per_thread),
        }
    }

    /// The machine's name in messages.
    pub fn machine_text(&self) -> String {
        match &self.machine {
            Some(name) => format!("`{name}`"),
            None => "the built-in GPUs".to_owned(),
        }
    }
}

impl From<&Gpu> for Limits {
    fn from(gpu: &Gpu) -> Self {
        let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        let dynamic = gpu
            .shared_bytes_per_multiprocessor
            .saturating_sub(gpu.shared_bytes_reserved_per_block);
        Limits {
            machine: Some(gpu.name.clone()),
            threads_per_block: number(gpu.max_threads_per_block),
            block: gpu.max_block.map(number),
            grid: gpu.max_grid.map(number),
            shared_bytes: number(gpu.shared_bytes_per_block),
            shared_bytes_with_dynamic: number(dynamic),
            warp: number(gpu.warp),
            bank_bytes: number(gpu.shared_bank_bytes),
            access_bytes: number(gpu.access_bytes),
            registers_per_thread: number(gpu.max_registers_per_thread),
        }
    }
}

/// The CPU that an operation is compiled for; without a target the one with the widest vectors, on
/// every machine.
///
/// # Errors
/// The target is a GPU.
pub fn cpu_of(target: Option<&Target>) -> Result<Cpu, Refusal> {
    let target = target.cloned().map_or_else(|| find("avx512"), Ok);
    let target = target.map_err(|error| Refusal::new(error.to_string()))?;
    target.expect_cpu().cloned().map_err(|refusal| {
        refusal.note("attach the description of a CPU to the module with tc-attach-target")
    })
}

const BUILT_IN: [(&str, &str); 5] = [
    ("sm_90a", include_str!("../../targets/sm_90a.json")),
    ("sm_80", include_str!("../../targets/sm_80.json")),
    ("avx512", include_str!("../../targets/avx512.json")),
    ("avx2", include_str!("../../targets/avx2.json")),
    ("vector128", include_str!("../../targets/vector128.json")),
];

/// Why a target description cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(
        "unknown target `{name}`: built in are {}; or give the path of a JSON description",
        names().join(", ")
    )]
    /// Neither a built-in machine nor a file.
    Unknown {
        /// The requested name.
        name: String,
    },
    /// The file cannot be read.
    #[error("{path}: {reason}")]
    Unreadable {
        /// The file.
        path: String,
        /// The reason that the operating system gives.
        reason: String,
    },
    /// The variable for `host` does not name a CPU.
    #[error("{}={name}: {reason}", host::VARIABLE)]
    Host {
        /// The variable's value.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The description can be read, but parts of it are invalid.
    #[error("{}", listed(.0))]
    Wrong(Vec<Wrong>),
}

/// An error in a machine file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The file.
    pub path: String,
    /// Line and column, from 1.
    pub place: (u32, u32),
    /// What was expected and found.
    pub message: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.place;
        write!(f, "{}:{line}:{column}: {}", self.path, self.message)
    }
}

fn listed(all: &[Wrong]) -> String {
    let lines: Vec<String> = all.iter().map(Wrong::to_string).collect();
    lines.join("\n")
}

impl Error {
    /// All errors, each at its place in the file.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        match self {
            Error::Wrong(all) => all
                .iter()
                .map(|wrong| {
                    let place = Place::point(wrong.path.as_str(), wrong.place.0, wrong.place.1);
                    Diagnostic::error(None, wrong.message.clone()).at(Some(place), "")
                })
                .collect(),
            other => vec![Diagnostic::error(None, other.to_string())],
        }
    }
}

/// The names of the built-in targets.
pub fn names() -> Vec<&'static str> {
    let names = BUILT_IN.iter().map(|(name, _)| *name);
    names.chain([host::NAME]).collect()
}

/// The target of that name, which is built in or `host`, or the description in the JSON file of
/// that path.
///
/// # Errors
/// An unknown name lists the known ones; a file reports all its errors with their places.
pub fn find(name: &str) -> Result<Target, Error> {
    if name == host::NAME {
        return host::describe();
    }
    if let Some((_, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) {
        return parse(name, text);
    }
    if !name.ends_with(".json") {
        return Err(Error::Unknown {
            name: name.to_owned(),
        });
    }
    let text = input::read_text(Path::new(name)).map_err(|error| Error::Unreadable {
        path: name.to_owned(),
        reason: error.to_string(),
    })?;
    parse(name, &text)
}

/// Like [`find`], for a name that the text of a pipeline can contain.
///
/// # Errors
/// Like [`find`]; and a path with characters that have a meaning in a pipeline.
pub fn in_pipeline(name: &str) -> Result<Target, Error> {
    if name.contains(|c: char| c.is_whitespace() || "{},\"'=".contains(c)) {
        return Err(Error::Unreadable {
            path: name.to_owned(),
            reason: "a pipeline cannot hold this path: use one without blanks, quotes, commas, braces and `=`".to_owned(),
        });
    }
    find(name)
}

/// Parses a description.
fn parse(path: &str, text: &str) -> Result<Target, Error> {
    let wrong = |place: (u32, u32), message: String| Wrong {
        path: path.to_owned(),
        place,
        message,
    };
    let keys: Keys = serde_json::from_str(text).map_err(|error| {
        let at = |number: usize| u32::try_from(number.max(1)).unwrap_or(u32::MAX);
        let message = error.to_string();
        // The place is printed before the message.
        let message = message.split(" at line ").next().unwrap_or_default();
        let place = (at(error.line()), at(error.column()));
        Error::Wrong(vec![wrong(
            place,
            format!("expected a JSON object: {message}"),
        )])
    })?;
    let mut all: Vec<Wrong> = keys
        .keys()
        .filter_map(|key| {
            let again = *places(text, key).get(1)?;
            Some(wrong(again, format!("the key `{key}` is given twice")))
        })
        .collect();
    match Target::of_keys(&keys) {
        Ok(target) if all.is_empty() => return Ok(target),
        Ok(_) => {}
        Err(problems) => all.extend(problems.into_iter().map(|Problem { key, message }| {
            let places = key.map(|key| places(text, &key));
            let place = places.and_then(|places| places.first().copied());
            wrong(place.unwrap_or((1, 1)), message)
        })),
    }
    all.sort_by_key(|wrong| wrong.place);
    Err(Error::Wrong(all))
}

/// The place of a key in the text of an object without nested objects: a string before a colon,
/// which no value is.
fn places(text: &str, key: &str) -> Vec<(u32, u32)> {
    let quoted = serde_json::Value::from(key).to_string();
    let found = text.match_indices(&quoted).filter(|(start, _)| {
        let after = &text[start + quoted.len()..];
        after.trim_start().starts_with(':')
    });
    let place = |start: usize| {
        let before = &text[..start];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        (number(line), number(column))
    };
    found.map(|(start, _)| place(start)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_description_parses_under_its_own_name() {
        for name in names() {
            assert_eq!(find(name).unwrap().name(), name);
        }
    }

    #[test]
    fn rates_are_those_of_the_units_at_the_highest_clock() {
        for name in ["sm_90a", "sm_80"] {
            let target = find(name).unwrap();
            let gpu = target.as_gpu().unwrap();
            // Multiply-adds that a multiprocessor issues per clock.
            let lanes = if name == "sm_80" { 64.0 } else { 128.0 };
            let units = gpu.multiprocessors as f64 * lanes * 2.0 * gpu.clock_ghz / 1e3;
            assert!(
                (gpu.fp32_tflops / units - 1.0).abs() < 0.01,
                "{name}: {units}"
            );
            assert!(!gpu.sources.is_empty());
        }
    }

    #[test]
    fn without_a_target_the_least_of_all_built_in_gpus_counts() {
        let limits = Limits::common();
        assert_eq!(limits.block, [1024, 1024, 64]);
        assert_eq!(limits.grid, [2147483647, 65535, 65535]);
        assert_eq!(limits.shared_bytes, 48 * 1024);
        // 163 KiB of sm_80, less than the 227 of sm_90a.
        assert_eq!(limits.shared_bytes_with_dynamic, 163 * 1024);
        assert_eq!(limits.access_bytes, 16);
        assert_eq!(limits.machine_text(), "the built-in GPUs");
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        assert_eq!(
            find("sm_12").unwrap_err().to_string(),
            "unknown target `sm_12`: built in are sm_90a, sm_80, avx512, avx2, vector128, host; or give the path of a JSON description"
        );
    }

    #[test]
    fn all_that_is_wrong_with_a_file_is_said_at_its_line() {
        let text = include_str!("../../targets/sm_80.json")
            .replace("\"warp\": 32", "\"warp\": 0")
            .replace("\"chip\": \"sm_80\"", "\"chip\": \"sm_999\"")
            .replace("\"l2_bytes\"", "\"l2_byte\"")
            .replace("\"launch_us\": 2", "\"launch_us\": 2, \"warp\": 32");
        let said = parse("small.json", &text).unwrap_err().to_string();
        let said: Vec<&str> = said.lines().collect();
        assert_eq!(said.len(), 4, "{said:?}");
        assert_eq!(
            said[0],
            "small.json:1:1: the key `l2_bytes` is missing: a whole number from 1 to 1099511627776"
        );
        assert!(
            said[1].starts_with(
                "small.json:5:3: expected `chip` to be one of LLVM's processors (sm_20, "
            ),
            "{}",
            said[1]
        );
        assert!(said[1].ends_with("found \"sm_999\""), "{}", said[1]);
        assert!(
            said[2].ends_with(": unknown key `l2_byte`: did you mean `l2_bytes`?"),
            "{}",
            said[2]
        );
        assert!(
            said[3].ends_with(": the key `warp` is given twice"),
            "{}",
            said[3]
        );
        let said = parse("no.json", "{\n  \"kind\": gpu\n}")
            .unwrap_err()
            .to_string();
        assert_eq!(said, "no.json:2:11: expected a JSON object: expected value");
    }
}
