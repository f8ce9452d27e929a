//! The values of flags that only tools with a compiler have: what `--option`, `--emit`, `--machine`
//! and the like can be.

use clap::Parser;
use tc_dialects::target;
use tc_light_tools::completions::values::{Values, WRONG, taken, words};
use tc_light_tools::console;
use tc_pipelines::mapping::{MappingOptions, OPTIONS};
use tc_runtime::{CacheMode, Emit};

/// The command line of this process, see [`console::parse`].
pub(crate) fn parse<T: Parser>() -> T {
    console::parse_with(of)
}

/// What follows a flag, by its name; none for flags with values that cannot be listed.
fn of(flag: &str) -> Option<Values> {
    Some(match flag {
        "option" => Values::Pairs(options()),
        "emit" => Values::AndFile(emitted()),
        "machine" => {
            let names = target::names().into_iter();
            Values::OrFile(names.map(str::to_owned).collect())
        }
        "cache" => Values::Words(taken::<CacheMode>()),
        _ => return None,
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
