//! The values of flags: what `--option`, `--emit`, `--machine` and the like can be.
//!
//! No list is written here. What a flag refuses is refused with what it takes, so that the words of
//! that message which it takes are its values.

use tc_dialects::target;
use tc_pipelines::mapping::{MappingOptions, OPTIONS};
use tc_runtime::{CacheMode, levels::Emit};
use tc_syntax::diagnostic::Format;

/// A text that no flag takes.
const WRONG: &str = "?";

/// What follows a flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Values {
    /// One of these words.
    Words(Vec<String>),
    /// One of these words, or a file.
    OrFile(Vec<String>),
    /// One of these words; behind one, `=` and a file may follow, behind `obj=` one must.
    AndFile(Vec<String>),
    /// `NAME=VALUE`: the names with the values that can be listed.
    Pairs(Vec<(&'static str, Vec<String>)>),
}

/// What follows a flag, by its name; none for flags with values that cannot be listed.
pub(super) fn of(flag: &str) -> Option<Values> {
    Some(match flag {
        "option" => Values::Pairs(options()),
        "emit" => Values::AndFile(emitted()),
        "machine" => {
            let names = target::names().into_iter();
            Values::OrFile(names.map(str::to_owned).collect())
        }
        "diagnostic-format" => Values::Words(taken::<Format>()),
        "cache" => Values::Words(taken::<CacheMode>()),
        _ => return None,
    })
}

/// The words of a message that are taken, in their order.
fn words(message: &str, is_taken: impl Fn(&str) -> bool) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in message.split(|one: char| !one.is_ascii_alphanumeric() && one != '_') {
        if !word.is_empty() && is_taken(word) && !all.iter().any(|one| one == word) {
            all.push(word.to_owned());
        }
    }
    all
}

/// The words that a type is read from.
fn taken<T: std::str::FromStr<Err: ToString>>() -> Vec<String> {
    let message = WRONG.parse::<T>().err().map(|error| error.to_string());
    words(&message.unwrap_or_default(), |word| {
        word.parse::<T>().is_ok()
    })
}

/// Levels and parts of a function for C; with `=` where a file must follow.
fn emitted() -> Vec<String> {
    let message = WRONG.parse::<Emit>().err().unwrap_or_default();
    let with_file = |word: &str| format!("{word}=file").parse::<Emit>().is_ok();
    let words = words(&message, with_file).into_iter();
    words
        .map(|word| match word.parse::<Emit>() {
            Ok(_) => word,
            Err(_) => word + "=",
        })
        .collect()
}

/// The mapping options with their values.
fn options() -> Vec<(&'static str, Vec<String>)> {
    let values = |name: &str| {
        let set = |value: &str| MappingOptions::gpu().set(name, value);
        let message = set(WRONG).err().map(|error| error.to_string());
        // Sizes and limits do not say that they have these words, too.
        let message = format!("auto none {}", message.unwrap_or_default());
        words(&message, |word| set(word).is_ok())
    };
    let names = OPTIONS.iter().map(|option| option.name);
    names.map(|name| (name, values(name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_that_are_taken() {
        let Some(Values::Pairs(options)) = of("option") else {
            panic!("options are pairs");
        };
        let of_option = |name: &str| {
            let found = options.iter().find(|(one, _)| *one == name);
            found
                .map(|(_, values)| values.join(" "))
                .expect("the option exists")
        };
        assert_eq!(of_option("fusion"), "max preserve3 parallel rows min");
        assert_eq!(of_option("intra_skewing"), "same true false");
        assert_eq!(of_option("tile"), "auto none");
        assert_eq!(of_option("math"), "precise fast");
        assert_eq!(of_option("unroll"), "");
        assert_eq!(options.len(), OPTIONS.len());
        let Some(Values::AndFile(levels)) = of("emit") else {
            panic!("levels may have a file");
        };
        for level in [
            "tc", "schedule", "loops", "gpu", "llvm", "ptx", "obj=", "asm", "header", "threads",
        ] {
            assert!(levels.iter().any(|one| one == level), "{level}: {levels:?}");
        }
        let plain = |flag: &str, due: &[&str]| {
            let due = due.iter().map(|word| (*word).to_owned()).collect();
            assert_eq!(of(flag), Some(Values::Words(due)));
        };
        plain("diagnostic-format", &["human", "short", "json", "sarif"]);
        plain("cache", &["off", "cached", "on"]);
        let machines = of("machine");
        let Some(Values::OrFile(machines)) = machines else {
            panic!("a machine may be a file");
        };
        assert!(machines.contains(&"host".to_owned()), "{machines:?}");
    }

    #[test]
    fn every_example_of_an_option_that_is_a_word_is_listed() {
        let Some(Values::Pairs(options)) = of("option") else {
            panic!("options are pairs");
        };
        for (option, (name, values)) in OPTIONS.iter().zip(&options) {
            let is_word = option.example.chars().all(|one| one.is_ascii_alphabetic());
            let is_listed = values.iter().any(|value| value == option.example);
            assert!(!is_word || is_listed, "{name}={}", option.example);
        }
    }
}
