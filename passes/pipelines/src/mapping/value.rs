//! The types of mapping options: how each is spelled and read.

use serde::{Deserialize, Serialize};
use tc_loops::math::bitcode::defined_functions;
use tc_schedule::isl::Fusion;
use tc_schedule::last_block::LastBlock;
use tc_schedule::launches::Launches;
use tc_schedule::scatter::Atomics;
use tc_schedule::tensorize::Precision;

/// A type that a mapping option can have.
pub trait Value: Sized {
    /// Reads `NAME=value`; the error says what was expected, or what is wrong.
    fn read(text: &str) -> Result<Self, Wrong>;
}

/// Why a text is not a value.
#[derive(Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It has another form than what was expected.
    Form {
        /// What was expected.
        expected: &'static str,
        /// The text, or the part of it, that has another form.
        found: String,
    },
    /// It has the right form, but cannot be used for this reason.
    Because(String),
}

impl Wrong {
    fn form(expected: &'static str, found: &str) -> Self {
        let found = found.to_owned();
        Wrong::Form { expected, found }
    }
}

impl Value for Vec<u64> {
    fn read(text: &str) -> Result<Self, Wrong> {
        // The paper writes lists in braces.
        let inside = text
            .strip_prefix('{')
            .and_then(|text| text.strip_suffix('}'));
        let text = inside.unwrap_or(text);
        if text.is_empty() || text == "none" {
            return Ok(Vec::new());
        }
        text.split(',').map(|part| u64::read(part.trim())).collect()
    }
}

/// Tile sizes, or that they are derived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Tile {
    /// For each loop, outermost first; none does not tile.
    Sizes(Vec<u64>),
    /// By extents, reuse and the machine (`schedule-choose`).
    Derived(Auto),
}

/// The word `auto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Auto {
    /// The word.
    #[serde(rename = "auto")]
    Auto,
}

impl Value for Tile {
    fn read(text: &str) -> Result<Self, Wrong> {
        match text {
            "auto" => Ok(Tile::Derived(Auto::Auto)),
            sizes => Vec::read(sizes).map(Tile::Sizes),
        }
    }
}

/// A value for the loops inside of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Inside<T> {
    /// That of the loops around the tiles.
    Same(Same),
    /// Another one.
    Other(T),
}

/// The word `same`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Same {
    /// The word.
    #[serde(rename = "same")]
    Same,
}

impl<T: PartialEq> Inside<T> {
    /// That of the loops around the tiles.
    pub const SAME: Inside<T> = Inside::Same(Same::Same);

    /// Whether it is not the value of the loops around the tiles.
    pub fn differs_from(&self, outer: T) -> bool {
        matches!(self, Inside::Other(value) if *value != outer)
    }

    fn read_either(text: &str, expected: &'static str) -> Result<Self, Wrong>
    where
        T: Value,
    {
        if text == "same" {
            return Ok(Inside::SAME);
        }
        let value = T::read(text).map_err(|_| Wrong::form(expected, text))?;
        Ok(Inside::Other(value))
    }
}

impl Value for Inside<Fusion> {
    fn read(text: &str) -> Result<Self, Wrong> {
        Self::read_either(text, "same, max, preserve3, parallel, rows or min")
    }
}

impl Value for Inside<bool> {
    fn read(text: &str) -> Result<Self, Wrong> {
        Self::read_either(text, "same, true or false")
    }
}

impl Value for u64 {
    fn read(text: &str) -> Result<Self, Wrong> {
        let number = text.parse();
        number.map_err(|_| Wrong::form("whole numbers, separated by commas", text))
    }
}

impl Value for Option<u64> {
    fn read(text: &str) -> Result<Self, Wrong> {
        match text {
            "none" => Ok(None),
            number => u64::read(number).map(Some),
        }
    }
}

impl Value for bool {
    fn read(text: &str) -> Result<Self, Wrong> {
        match text {
            "true" | "1" | "yes" => Ok(true),
            "false" | "0" | "no" => Ok(false),
            _ => Err(Wrong::form("true or false", text)),
        }
    }
}

/// How built-in functions are computed; `docs/math.md` has the errors.
///
/// Precise is the default: results then agree on all machines and within a few units in the last
/// place, and most kernels wait for memory anyway.
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
    /// If the file cannot be read, is no LLVM bitcode, or has a name that the text of a pipeline
    /// cannot hold.
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

impl Value for Math {
    fn read(text: &str) -> Result<Self, Wrong> {
        Math::try_from(text.to_owned()).map_err(Wrong::Because)
    }
}

impl Value for Atomics {
    fn read(text: &str) -> Result<Self, Wrong> {
        let value = serde_json::Value::String(text.to_owned());
        serde_json::from_value(value).map_err(|_| Wrong::form("none, exact or all", text))
    }
}

impl Value for Launches {
    fn read(text: &str) -> Result<Self, Wrong> {
        let value = serde_json::Value::String(text.to_owned());
        serde_json::from_value(value).map_err(|_| Wrong::form("auto, always or never", text))
    }
}

impl Value for LastBlock {
    fn read(text: &str) -> Result<Self, Wrong> {
        let value = serde_json::Value::String(text.to_owned());
        serde_json::from_value(value).map_err(|_| Wrong::form("auto, always or never", text))
    }
}

impl Value for Precision {
    fn read(text: &str) -> Result<Self, Wrong> {
        let value = serde_json::Value::String(text.to_owned());
        serde_json::from_value(value).map_err(|_| Wrong::form("strict, tf32 or tf32x3", text))
    }
}

impl Value for Fusion {
    fn read(text: &str) -> Result<Self, Wrong> {
        let value = serde_json::Value::String(text.to_owned());
        let fusion = serde_json::from_value(value);
        fusion.map_err(|_| Wrong::form("max, preserve3, parallel, rows or min", text))
    }
}
