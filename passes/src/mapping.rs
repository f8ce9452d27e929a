//! Mapping options: the knobs of a mapping, spelled as in the TC paper's appendix A.4.1.
//!
//! | option | paper | meaning |
//! | --- | --- | --- |
//! | `tile` | `tile({32, 32, 32})` | tile sizes of the outermost permutable band, outermost member first; an empty list does not tile |
//! | `block` | `mapToThreads({4, 32})` | threads of a block, outermost member first: the last one is `x` |
//! | `grid` | `mapToBlocks({64, 128})` | blocks of the grid, outermost member first: the last one is `x`; as many as there are tiles if empty |
//! | `unroll` | `unroll(256)` | at most so many copies of a statement are written out |
//! | `fusion` | `outerScheduleFusionStrategy` | `max`, `preserve3` (at least three parallel loops stay), `parallel` (all of them stay), `min` |
//! | `shared` | `useSharedMemory(true)` | copy tiles of arrays to shared memory |
//! | `pad` | | pad rows of these tiles whose columns a warp would read from one memory bank |
//! | `private` | `usePrivateMemory(true)` | keep accumulators in registers |
//! | `math` | | built-in functions: `precise`, `fast` (a GPU's own approximations), `libdevice:FILE` (NVIDIA's library) |
//!
//! A command line says `tile=32,32,32`; a JSON file `{"tile": [32, 32, 32], "shared": true}`. The paper's own names are accepted in both.

use crate::math::bitcode::defined_functions;
use serde::{Deserialize, Serialize};
use tc_dialects::near::nearest;

/// What the mapping of one operator is made from; see the module's table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MappingOptions {
    pub tile: Vec<u64>,
    #[serde(alias = "mapToThreads")]
    pub block: Vec<u64>,
    #[serde(alias = "mapToBlocks")]
    pub grid: Vec<u64>,
    pub unroll: u64,
    #[serde(alias = "outerScheduleFusionStrategy")]
    pub fusion: Fusion,
    #[serde(alias = "useSharedMemory")]
    pub shared: bool,
    pub pad: bool,
    #[serde(alias = "usePrivateMemory")]
    pub private: bool,
    pub math: Math,
}

/// How built-in functions are computed; `docs/math.md` has the errors.
///
/// Precise is the default: results then agree on all machines and within a few units in the last place, and most kernels wait for memory anyway.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Math {
    /// By arithmetic that gives the same bits on every machine.
    #[default]
    Precise,
    /// On a GPU, by its own approximations where it has some; elsewhere precise.
    Fast,
    /// On a GPU, by calls into this bitcode library of NVIDIA's.
    Libdevice(String),
}

impl TryFrom<String> for Math {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match (text.as_str(), text.strip_prefix("libdevice:")) {
            ("precise", _) => Ok(Math::Precise),
            ("fast", _) => Ok(Math::Fast),
            (_, Some(path)) => Math::libdevice(path),
            _ => Err(format!("expected {MATH_VALUES}, found `{text}`")),
        }
    }
}

const MATH_VALUES: &str = "precise, fast or libdevice:FILE";

impl From<Math> for String {
    fn from(math: Math) -> String {
        match math {
            Math::Precise => "precise".to_owned(),
            Math::Fast => "fast".to_owned(),
            Math::Libdevice(path) => format!("libdevice:{path}"),
        }
    }
}

impl Math {
    /// Functions from a bitcode library.
    ///
    /// # Errors
    /// If the file cannot be read, is no LLVM bitcode, or has a name that the text of a pipeline cannot hold.
    pub fn libdevice(path: &str) -> Result<Self, String> {
        if path.contains(|c: char| c.is_whitespace() || "{},\"'=".contains(c)) {
            return Err(format!(
                "a pipeline cannot hold the path `{path}`: use one without blanks, quotes, commas, braces and `=`"
            ));
        }
        defined_functions(path)?;
        Ok(Math::Libdevice(path.to_owned()))
    }
}

/// How eagerly statements share loops (TC paper, section 5.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fusion {
    #[serde(alias = "Max")]
    Max,
    #[default]
    #[serde(alias = "Preserve3Coincident")]
    Preserve3,
    Parallel,
    #[serde(alias = "Min")]
    Min,
}

impl Fusion {
    /// The spelling in options and pipelines.
    pub fn as_str(self) -> &'static str {
        match self {
            Fusion::Max => "max",
            Fusion::Preserve3 => "preserve3",
            Fusion::Parallel => "parallel",
            Fusion::Min => "min",
        }
    }
}

/// Names on the command line, with the paper's beside them.
const NAMES: [(&str, &str); 9] = [
    ("tile", "tile"),
    ("block", "mapToThreads"),
    ("grid", "mapToBlocks"),
    ("unroll", "unroll"),
    ("fusion", "outerScheduleFusionStrategy"),
    ("shared", "useSharedMemory"),
    ("pad", "pad"),
    ("private", "usePrivateMemory"),
    ("math", "math"),
];

/// Why options cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    #[error(
        "unknown mapping option `{0}`: there are tile, block, grid, unroll, fusion, shared, pad, private, math{near}",
        near = near_name(.0)
    )]
    Unknown(String),
    #[error("mapping option `{name}`: expected {expected}, found `{found}`")]
    Value {
        name: &'static str,
        expected: &'static str,
        found: String,
    },
    #[error("mapping option `{name}`: {reason}")]
    Range { name: &'static str, reason: String },
    #[error("{path}: {reason}")]
    Json { path: String, reason: String },
}

/// The option that was meant, if there is one near.
fn near_name(name: &str) -> String {
    let names = NAMES.iter().flat_map(|(ours, paper)| [*ours, *paper]);
    nearest(name, names).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

impl MappingOptions {
    /// The default for a GPU: reasonable guesses, as the paper's baselines are.
    pub fn gpu() -> Self {
        Self {
            tile: vec![32, 32, 32],
            block: vec![8, 32],
            grid: vec![],
            // The runs of a tile of 32 x 32 on 32 x 8 threads: each thread has the sums of four elements in registers.
            unroll: 4,
            fusion: Fusion::Parallel,
            shared: true,
            pad: true,
            private: true,
            math: Math::Precise,
        }
    }

    /// The default for a CPU.
    pub fn cpu() -> Self {
        Self {
            tile: vec![32, 256, 256],
            block: vec![],
            grid: vec![],
            unroll: 1,
            fusion: Fusion::Min,
            shared: false,
            pad: true,
            private: true,
            math: Math::Precise,
        }
    }

    /// Reads a JSON file's text over the defaults `self`.
    ///
    /// # Errors
    /// What serde says, with line and column, behind `path`; and everything that [`Self::check`] refuses.
    pub fn with_json(&self, path: &str, text: &str) -> Result<Self, Error> {
        let json = |error: serde_json::Error| Error::Json {
            path: path.to_owned(),
            reason: error.to_string(),
        };
        // The whole file is checked as options first, so that an error has its line and column.
        serde_json::from_str::<MappingOptions>(text).map_err(json)?;
        let given: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(text).map_err(json)?;
        let mut merged = serde_json::to_value(self).map_err(json)?;
        for (key, value) in given {
            let name = NAMES
                .iter()
                .find(|(ours, paper)| *ours == key || *paper == key);
            merged[name.map_or(key.as_str(), |(ours, _)| ours)] = value;
        }
        let options: Self = serde_json::from_value(merged).map_err(json)?;
        options.check()?;
        Ok(options)
    }

    /// Sets one option from a command line's `name=value`.
    ///
    /// # Errors
    /// An unknown name, a value of the wrong form, or one that [`Self::check`] refuses.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let (ours, _) = NAMES
            .iter()
            .find(|(ours, paper)| *ours == name || *paper == name)
            .ok_or_else(|| Error::Unknown(name.to_owned()))?;
        match *ours {
            "tile" => self.tile = list("tile", value)?,
            "block" => self.block = list("block", value)?,
            "grid" => self.grid = list("grid", value)?,
            "unroll" => self.unroll = number("unroll", value)?,
            "fusion" => self.fusion = fusion(value)?,
            "shared" => self.shared = boolean("shared", value)?,
            "pad" => self.pad = boolean("pad", value)?,
            "private" => self.private = boolean("private", value)?,
            _ => {
                self.math = Math::try_from(value.to_owned()).map_err(|reason| Error::Range {
                    name: "math",
                    reason,
                })?;
            }
        }
        self.check()
    }

    /// What no machine can do: sizes of 0, more than three grid or block dimensions.
    ///
    /// # Errors
    /// The first such option, with the reason.
    pub fn check(&self) -> Result<(), Error> {
        let range = |name, reason: &str| {
            Err(Error::Range {
                name,
                reason: reason.to_owned(),
            })
        };
        for (name, values) in [
            ("tile", &self.tile),
            ("block", &self.block),
            ("grid", &self.grid),
        ] {
            if values.contains(&0) {
                return range(name, "a size must be at least 1, found 0");
            }
            if values.iter().any(|&size| size > i64::from(i32::MAX) as u64) {
                return range(name, "a size must fit 31 bits");
            }
            if name != "tile" && values.len() > 3 {
                return range(name, "a GPU has three dimensions at most");
            }
        }
        if self.unroll == 0 {
            return range("unroll", "must be at least 1 (1 does not unroll)");
        }
        Ok(())
    }
}

impl Default for MappingOptions {
    fn default() -> Self {
        Self::gpu()
    }
}

fn list(name: &'static str, value: &str) -> Result<Vec<u64>, Error> {
    if value.is_empty() || value == "none" {
        return Ok(Vec::new());
    }
    value
        .split(',')
        .map(|part| number(name, part.trim()))
        .collect()
}

fn number(name: &'static str, value: &str) -> Result<u64, Error> {
    value.parse().map_err(|_| Error::Value {
        name,
        expected: "whole numbers, separated by commas",
        found: value.to_owned(),
    })
}

fn boolean(name: &'static str, value: &str) -> Result<bool, Error> {
    match value {
        "true" | "1" | "yes" => Ok(true),
        "false" | "0" | "no" => Ok(false),
        _ => Err(Error::Value {
            name,
            expected: "true or false",
            found: value.to_owned(),
        }),
    }
}

fn fusion(value: &str) -> Result<Fusion, Error> {
    serde_json::from_value(serde_json::Value::String(value.to_owned())).map_err(|_| Error::Value {
        name: "fusion",
        expected: "max, preserve3, parallel or min",
        found: value.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // claim I21: every option of the paper is accepted, by its short and by its long name.
    #[test]
    fn options_come_from_the_command_line_and_from_json_alike() {
        let mut line = MappingOptions::gpu();
        for (name, value) in [
            ("tile", "4,32"),
            ("mapToThreads", "1,32"),
            ("grid", "64,128"),
            ("useSharedMemory", "false"),
            ("private", "false"),
            ("pad", "false"),
            ("unroll", "4"),
            ("fusion", "min"),
            ("math", "fast"),
        ] {
            line.set(name, value).unwrap();
        }
        let text = r#"{"tile": [4, 32], "block": [1, 32], "mapToBlocks": [64, 128], "shared": false,
                       "usePrivateMemory": false, "pad": false, "unroll": 4, "fusion": "min", "math": "fast"}"#;
        let json = MappingOptions::gpu().with_json("o.json", text).unwrap();
        assert_eq!(line, json);
        assert_eq!(json.block, [1, 32]);
        assert_eq!(json.fusion, Fusion::Min);
    }

    #[test]
    fn the_defaults_are_those_of_the_manual() {
        let manual = include_str!("../../docs/mapping-options.md");
        let (_, section) = manual.split_once("# Mapping options\n").unwrap();
        let rows: Vec<Vec<&str>> = section
            .lines()
            .skip_while(|line| !line.starts_with("| `"))
            .take_while(|line| line.starts_with("| `"))
            .map(|line| line.split('|').map(str::trim).collect())
            .collect();
        assert_eq!(rows.len(), NAMES.len());
        for (row, (name, _)) in rows.iter().zip(NAMES) {
            assert_eq!(row[1], format!("`{name}`"));
            for (default, value) in [
                (MappingOptions::gpu(), row[2]),
                (MappingOptions::cpu(), row[3]),
            ] {
                let mut documented = default.clone();
                documented.set(name, value).unwrap();
                assert_eq!(documented, default, "{name}");
            }
        }
    }

    #[test]
    fn json_keeps_the_defaults_that_it_does_not_name() {
        let json = MappingOptions::cpu()
            .with_json("o.json", r#"{"unroll": 2}"#)
            .unwrap();
        assert_eq!(
            json,
            MappingOptions {
                unroll: 2,
                ..MappingOptions::cpu()
            }
        );
    }

    #[test]
    fn wrong_options_say_what_was_expected() {
        let mut options = MappingOptions::gpu();
        let mut message =
            |name: &str, value: &str| options.set(name, value).unwrap_err().to_string();
        assert_eq!(
            message("tiles", "3"),
            "unknown mapping option `tiles`: there are tile, block, grid, unroll, fusion, shared, pad, private, math; did you mean `tile`?"
        );
        assert_eq!(
            message("tile", "32,0"),
            "mapping option `tile`: a size must be at least 1, found 0"
        );
        assert_eq!(
            message("tile", "32,x"),
            "mapping option `tile`: expected whole numbers, separated by commas, found `x`"
        );
        assert_eq!(
            message("fusion", "much"),
            "mapping option `fusion`: expected max, preserve3, parallel or min, found `much`"
        );
        assert_eq!(
            message("math", "rough"),
            "mapping option `math`: expected precise, fast or libdevice:FILE, found `rough`"
        );
        assert!(
            message("math", "libdevice:/no/such.bc")
                .starts_with("mapping option `math`: cannot read the library `/no/such.bc`: ")
        );
        let json = MappingOptions::gpu()
            .with_json("o.json", "{\n  \"tyle\": 3}")
            .unwrap_err();
        assert!(
            json.to_string().starts_with("o.json: unknown field `tyle`"),
            "{json}"
        );
        assert!(json.to_string().contains("line 2 column 8"), "{json}");
    }
}
