//! Mapping options: the knobs of a mapping, spelled as in the TC paper's appendix A.4.1.
//!
//! One table holds them all: name, the paper's name, type, default for each machine, what a value
//! must satisfy, what it becomes, as a change of the pipeline in which every pass is ([`Way`]),
//! and what a search tries ([`Search`]). From the table come [`MappingOptions`] with its defaults,
//! the command line (`tile=32,32,32`), JSON files (`{"tile": [32, 32, 32], "shared": true}`), error
//! messages, help, and the space of `tc-tune`. A new option is a row there and a row of
//! `docs/mapping-options.md`; a test compares the two, and finds an option that changes no
//! pipeline.

mod search;
mod table;
mod value;
mod way;

pub use search::{Scheduled, Search, Values};
pub use table::{MappingOption, MappingOptions, OPTIONS};
pub use tc_schedule::isl::Fusion;
pub use tc_schedule::last_block::LastBlock;
pub use tc_schedule::launches::Launches;
pub use tc_schedule::scatter::Atomics;
pub use tc_schedule::tensorize::Precision;
pub use value::{Auto, Inside, Math, Same, Tile, Value, Wrong};
pub use way::Way;

use crate::Stage;
use tc_dialects::target::Target;
use tc_schedule::isl::ScheduleIsl;
use tc_syntax::near::nearest;

/// Options of the paper and of the original that are accepted and change nothing, each with the
/// reason.
pub const WITHOUT_EFFECT: &[(&str, &str)] = &[
    (
        "scheduleSpecialize",
        "sizes are always known before scheduling",
    ),
    (
        "fixParametersBeforeScheduling",
        "sizes are always known before scheduling",
    ),
    (
        "tileImperfectlyNested",
        "bands below the outermost one always take the tile sizes that are left",
    ),
    (
        "matchLibraryCalls",
        "every operator becomes a kernel, and none a call of a library",
    ),
    (
        "useReadOnlyCache",
        "arrays that a kernel does not write are always read through this cache",
    ),
    (
        "privateDepth",
        "accumulators live in registers for as many loops as that is legal",
    ),
    (
        "sharedDepth",
        "arrays are copied to shared memory below the innermost tile loop",
    ),
];

/// Why an option changes nothing, if it is one of those.
pub fn without_effect(name: &str) -> Option<&'static str> {
    let mut known = WITHOUT_EFFECT.iter();
    known
        .find(|(other, _)| *other == name)
        .map(|(_, reason)| *reason)
}

/// Why options cannot be used.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No option has this name, and none is spelled like it.
    #[error(
        "unknown mapping option `{0}`: there are {names}{near}",
        names = names(),
        near = near_name(.0)
    )]
    Unknown(String),
    /// The value is not one that the option can have.
    #[error("mapping option `{name}`: expected {expected}, found `{found}`")]
    Value {
        /// The option.
        name: &'static str,
        /// What its values are.
        expected: &'static str,
        /// What was given.
        found: String,
    },
    /// The value has the right type, but makes no sense.
    #[error("mapping option `{name}`: {reason}")]
    Range {
        /// The option.
        name: &'static str,
        /// What was expected and found.
        reason: String,
    },
    /// A file of options cannot be read.
    #[error("{path}: {reason}")]
    Json {
        /// The file.
        path: String,
        /// Why not, with line and column where it is no JSON.
        reason: String,
    },
}

/// The names of all options.
pub fn names() -> String {
    let names: Vec<&str> = OPTIONS.iter().map(|option| option.name).collect();
    names.join(", ")
}

/// The option that was meant, if there is one near.
fn near_name(name: &str) -> String {
    let names = OPTIONS
        .iter()
        .flat_map(|option| [option.name, option.paper])
        .chain(WITHOUT_EFFECT.iter().map(|(name, _)| *name));
    nearest(name, names).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// The option of a name, the paper's or ours.
fn named(name: &str) -> Option<&'static MappingOption> {
    let mut options = OPTIONS.iter();
    options.find(|option| option.name == name || option.paper == name)
}

impl MappingOptions {
    /// Reads a JSON file's text over the defaults `self`.
    ///
    /// # Errors
    /// What serde says, with line and column, behind `path`; and everything that [`Self::check`]
    /// refuses.
    pub fn with_json(&self, path: &str, text: &str) -> Result<Self, Error> {
        let json = |error: serde_json::Error| Error::Json {
            path: path.to_owned(),
            reason: error.to_string(),
        };
        // The whole file is checked as options first, so that an error has its line and column.
        let mut given: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(text).map_err(json)?;
        let all = given.len();
        given.retain(|name, _| without_effect(name).is_none());
        if given.len() == all {
            serde_json::from_str::<MappingOptions>(text).map_err(json)?
        } else {
            serde_json::from_value(given.clone().into()).map_err(json)?
        };
        let mut merged = serde_json::to_value(self).map_err(json)?;
        for (key, value) in given {
            let name = named(&key).map_or(key.as_str(), |option| option.name);
            merged[name] = value;
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
        if without_effect(name).is_some() {
            return Ok(());
        }
        let option = named(name).ok_or_else(|| Error::Unknown(name.to_owned()))?;
        let name = option.name;
        (option.set)(self, value).map_err(|wrong| match wrong {
            Wrong::Form { expected, found } => Error::Value {
                name,
                expected,
                found,
            },
            Wrong::Because(reason) => Error::Range { name, reason },
        })?;
        self.check()
    }

    /// What no machine can do: sizes of 0, more than three grid or block dimensions.
    ///
    /// # Errors
    /// The first such option, with the reason.
    pub fn check(&self) -> Result<(), Error> {
        for option in OPTIONS {
            let name = option.name;
            (option.check)(self).map_err(|reason| Error::Range { name, reason })?;
        }
        Ok(())
    }

    /// Makes the passes of a machine do what the options say.
    pub fn apply(&self, target: &Target, stages: &mut [Stage]) {
        let mut way = Way { target, stages };
        for option in OPTIONS {
            (option.becomes)(self, &mut way);
        }
        if !self.schedules_anew() {
            way.leave_out_where(|pass: &ScheduleIsl| pass.target.is_some());
        }
    }

    /// Why the options of loops inside of tiles change nothing on a machine, if others are given
    /// for these than for the loops around them.
    pub fn no_loops_inside(&self, is_gpu: bool) -> Option<&'static str> {
        let reason = match &self.tile {
            Tile::Sizes(sizes) if sizes.is_empty() => "tile=none makes no tiles",
            Tile::Derived(_) if !is_gpu => {
                "on a CPU the tiles of tile=auto are those of its registers and caches, in an order of their own"
            }
            _ => return None,
        };
        self.schedules_anew().then_some(reason)
    }

    /// Whether the loops inside of tiles have other options than those around them.
    fn schedules_anew(&self) -> bool {
        self.intra_fusion.differs_from(self.fusion)
            || self.intra_skewing.differs_from(self.skewing)
            || self.intra_nonnegative.differs_from(self.nonnegative)
    }
}

impl Default for MappingOptions {
    fn default() -> Self {
        Self::gpu()
    }
}

#[cfg(test)]
mod tests;
