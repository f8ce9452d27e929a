//! The keys of a machine description, and the valid values of each.
//!
//! A wrong field would otherwise show up much later, as a division by zero or as LLVM's error about
//! an unknown processor; so all fields are checked when a description is read, and all errors are
//! reported together.

use std::fmt;

use serde_json::Value;

use super::Keys;
use super::processors;

/// An error in a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The key that it is about; none if it is about the description as a whole.
    pub key: Option<String>,
    /// What was expected and found, as the rest of a sentence about the key.
    pub message: String,
}

impl Problem {
    /// About the description as a whole.
    pub fn of_all(message: impl Into<String>) -> Self {
        Problem {
            key: None,
            message: message.into(),
        }
    }

    /// About one key that is there.
    pub fn of_key(key: &str, message: impl Into<String>) -> Self {
        Problem {
            key: Some(key.to_owned()),
            message: message.into(),
        }
    }
}

/// The valid values of a key.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// A name that is not empty.
    Name,
    /// Text for people; may be left out.
    Prose,
    /// Lines for people; may be left out.
    ProseList,
    /// A processor of LLVM's NVPTX backend.
    Chip,
    /// A version of PTX, as a feature of LLVM's NVPTX backend.
    Ptx,
    /// A whole number from the first to the second.
    Count(u64, u64),
    /// A power of two up to the number.
    PowerOfTwo(u64),
    /// The threads of a warp. Barriers and shuffles of warps are right for the warps that the chip
    /// has, and each chip of NVPTX has the same.
    Warp,
    /// Whole numbers from 1 on along x, y, z.
    Extents,
    /// A number above 0.
    Rate,
    /// The rate of a unit that not every machine has: a number above 0; may be left out.
    UnitRate,
    /// A number from 0 on.
    Time,
}

const COUNT: Form = Form::Count(1, i32::MAX as u64);
const BYTES: Form = Form::Count(1, 1 << 40);
/// The threads of a warp of each processor of LLVM's NVPTX backend.
const WARP: u64 = 32;
/// Memory is allocated at multiples of this, so no access is wider.
const WIDTH: Form = Form::PowerOfTwo(256);

const CPU: &[(&str, Form)] = &[
    ("name", Form::Name),
    ("description", Form::Prose),
    ("vector_lanes", COUNT),
    ("vector_registers", COUNT),
    ("l1_bytes", BYTES),
    ("l2_bytes", BYTES),
];

const GPU: &[(&str, Form)] = &[
    ("name", Form::Name),
    ("description", Form::Prose),
    ("chip", Form::Chip),
    ("ptx", Form::Ptx),
    ("max_threads_per_block", COUNT),
    ("max_block", Form::Extents),
    ("max_grid", Form::Extents),
    ("warp", Form::Warp),
    ("multiprocessors", COUNT),
    ("parts_per_multiprocessor", COUNT),
    ("shared_bytes_per_block", BYTES),
    ("shared_bytes_per_multiprocessor", BYTES),
    ("shared_granularity", COUNT),
    ("access_bytes", WIDTH),
    ("sector_bytes", WIDTH),
    ("shared_bank_bytes", COUNT),
    ("registers_per_multiprocessor", COUNT),
    ("max_registers_per_thread", COUNT),
    ("max_threads_per_multiprocessor", COUNT),
    ("max_blocks_per_multiprocessor", COUNT),
    ("clock_ghz", Form::Rate),
    ("memory_gb_per_s", Form::Rate),
    ("memory_latency_ns", Form::Time),
    ("l2_bytes", BYTES),
    ("fp32_tflops", Form::Rate),
    ("fp64_tflops", Form::Rate),
    ("tf32_tflops", Form::Rate),
    ("f16_tflops", Form::Rate),
    ("f8_tflops", Form::UnitRate),
    ("int8_tops", Form::UnitRate),
    ("f64_matrix_tflops", Form::UnitRate),
    ("functions_per_clock", Form::UnitRate),
    ("integers_per_clock", Form::UnitRate),
    ("shared_bytes_per_clock", COUNT),
    ("issue_per_clock", COUNT),
    ("fma_latency_clocks", COUNT),
    ("shared_bytes_reserved_per_block", Form::Count(0, 1 << 40)),
    ("register_granularity", COUNT),
    ("launch_us", Form::Time),
    ("sources", Form::ProseList),
];

/// Whether a key is for people only.
pub fn is_prose(key: &str) -> bool {
    ["description", "sources"].contains(&key)
}

/// All errors in a description.
pub fn check(keys: &Keys) -> Vec<Problem> {
    let table = match keys.get("kind") {
        Some(Value::String(kind)) if kind == "gpu" => GPU,
        Some(Value::String(kind)) if kind == "cpu" => CPU,
        Some(other) => {
            let message = format!("expected `kind` to be \"gpu\" or \"cpu\", found {other}");
            return vec![Problem::of_key("kind", message)];
        }
        None => {
            let message = "the key `kind` is missing: \"gpu\" or \"cpu\"";
            return vec![Problem::of_all(message)];
        }
    };
    let mut problems = Vec::new();
    for (key, value) in keys.iter().filter(|(key, _)| *key != "kind") {
        match table.iter().find(|(known, _)| known == key) {
            None => problems.push(Problem::of_key(key, unknown(key, table))),
            Some((_, form)) if !form.admits(value) => {
                let message = format!("expected `{key}` to be {form}, found {value}");
                problems.push(Problem::of_key(key, message));
            }
            Some(_) => {}
        }
    }
    let missing = table
        .iter()
        .filter(|(key, form)| !keys.contains_key(*key) && !form.is_optional());
    problems.extend(
        missing.map(|(key, form)| Problem::of_all(format!("the key `{key}` is missing: {form}"))),
    );
    problems
}

fn unknown(key: &str, table: &[(&str, Form)]) -> String {
    let known = || table.iter().map(|(known, _)| *known).chain(["kind"]);
    match nearest(key, known()) {
        Some(near) => format!("unknown key `{key}`: did you mean `{near}`?"),
        None => {
            let all: Vec<&str> = known().collect();
            format!("unknown key `{key}`: there are {}", all.join(", "))
        }
    }
}

/// The name that was probably meant, if one is near enough.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(similarity, _)| *similarity > 0.8)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, known)| known)
}

impl Form {
    fn is_optional(self) -> bool {
        matches!(self, Form::Prose | Form::ProseList | Form::UnitRate)
    }

    fn admits(self, value: &Value) -> bool {
        let count = |value: &Value, least, most| {
            value
                .as_u64()
                .is_some_and(|number| (least..=most).contains(&number))
        };
        let size = |value: &Value| count(value, 1, i32::MAX as u64);
        match (self, value) {
            (Form::Name, Value::String(text)) => {
                !text.is_empty() && !text.contains(char::is_control)
            }
            (Form::Prose, Value::String(_)) => true,
            (Form::ProseList, Value::Array(lines)) => lines.iter().all(Value::is_string),
            (Form::Chip, Value::String(text)) => processors::chips().contains(text),
            (Form::Ptx, Value::String(text)) => processors::ptx_versions().contains(text),
            (Form::Count(least, most), value) => count(value, least, most),
            (Form::PowerOfTwo(most), value) => {
                count(value, 1, most) && value.as_u64().is_some_and(u64::is_power_of_two)
            }
            (Form::Warp, value) => count(value, WARP, WARP),
            (Form::Extents, Value::Array(sizes)) => sizes.len() == 3 && sizes.iter().all(size),
            (Form::Rate | Form::UnitRate, value) => {
                value.as_f64().is_some_and(|rate| rate > 0.0 && rate < 1e18)
            }
            (Form::Time, value) => value
                .as_f64()
                .is_some_and(|time| (0.0..1e18).contains(&time)),
            _ => false,
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Form::Name => f.write_str("a name"),
            Form::Prose => f.write_str("a text"),
            Form::ProseList => f.write_str("a list of texts"),
            Form::Chip => write!(
                f,
                "one of LLVM's processors ({})",
                processors::chips().join(", ")
            ),
            Form::Ptx => write!(f, "one of {}", processors::ptx_versions().join(", ")),
            Form::Count(least, most) => write!(f, "a whole number from {least} to {most}"),
            Form::PowerOfTwo(most) => write!(f, "a power of two up to {most}"),
            Form::Warp => write!(f, "{WARP}, the threads of a warp of each chip"),
            Form::Extents => write!(f, "three whole numbers from 1 to {}, for x, y, z", i32::MAX),
            Form::Rate | Form::UnitRate => f.write_str("a number above 0"),
            Form::Time => f.write_str("a number, 0 or above"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::{Cpu, Target};
    use serde_json::json;

    fn cpu() -> Target {
        Target::Cpu(Cpu {
            name: "small".to_owned(),
            description: String::new(),
            vector_lanes: 4,
            vector_registers: 16,
            l1_bytes: 32768,
            l2_bytes: 262_144,
        })
    }

    #[test]
    fn a_description_comes_back_from_its_keys() {
        assert_eq!(Target::of_keys(&cpu().keys()), Ok(cpu()));
    }

    #[test]
    fn everything_that_is_wrong_is_said() {
        let mut keys = cpu().keys();
        keys.insert("vector_lanes".to_owned(), json!(0));
        keys.insert("l1_bytes".to_owned(), json!("8"));
        keys.insert("vector_lane".to_owned(), json!(8));
        keys.remove("name");
        let mut said: Vec<_> = check(&keys)
            .into_iter()
            .map(|one| (one.key, one.message))
            .collect();
        said.sort_by_key(|(key, _)| (key.is_none(), key.clone()));
        let at = |key: &str, message: &str| (Some(key.to_owned()), message.to_owned());
        assert_eq!(
            said,
            [
                at(
                    "l1_bytes",
                    "expected `l1_bytes` to be a whole number from 1 to 1099511627776, found \"8\""
                ),
                at(
                    "vector_lane",
                    "unknown key `vector_lane`: did you mean `vector_lanes`?"
                ),
                at(
                    "vector_lanes",
                    "expected `vector_lanes` to be a whole number from 1 to 2147483647, found 0"
                ),
                (None, "the key `name` is missing: a name".to_owned()),
            ]
        );
    }

    #[test]
    fn numbers_are_of_their_kind_and_in_range() {
        for (form, good, bad) in [
            (Form::Rate, json!(0.5), json!(0)),
            (Form::Rate, json!(3), json!("3")),
            (Form::UnitRate, json!(3), json!(0)),
            (Form::Time, json!(0), json!(-0.5)),
            (Form::Count(0, 8), json!(8), json!(9)),
            (COUNT, json!(1), json!(1.5)),
            (WIDTH, json!(16), json!(24)),
            (WIDTH, json!(256), json!(512)),
            (WIDTH, json!(1), json!(0)),
            (Form::Extents, json!([1, 2, 3]), json!([1, 2])),
            (Form::Name, json!("a b"), json!("")),
            (Form::Chip, json!("sm_90a"), json!("sm_999")),
            (Form::Ptx, json!("+ptx87"), json!("ptx87")),
        ] {
            assert!(form.admits(&good), "{form}: {good}");
            assert!(!form.admits(&bad), "{form}: {bad}");
        }
    }

    #[test]
    fn the_kind_comes_first() {
        let mut keys = Keys::new();
        assert_eq!(
            check(&keys)[0].message,
            "the key `kind` is missing: \"gpu\" or \"cpu\""
        );
        keys.insert("kind".to_owned(), json!("tpu"));
        let found = check(&keys);
        assert_eq!(
            found[0].message,
            "expected `kind` to be \"gpu\" or \"cpu\", found \"tpu\""
        );
        assert_eq!(found.len(), 1);
    }
}
