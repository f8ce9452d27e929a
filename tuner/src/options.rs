//! Mapping options of a candidate, as on the command line of `tc-run`: by name, as text, and only
//! those that differ from the defaults.

use crate::machine::Machine;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use tc_pipelines::mapping::MappingOptions;

/// Options by name.
pub type Options = BTreeMap<String, String>;

/// The options as the compiler takes them.
///
/// # Errors
/// An unknown option, and a value that it does not have.
pub fn mapping(machine: Machine, options: &Options) -> Result<MappingOptions, String> {
    let mut mapping = machine.defaults();
    for (name, value) in options {
        let set = mapping.set(name, value);
        set.map_err(|reason| reason.to_string())?;
    }
    Ok(mapping)
}

/// The options that differ from the defaults, with the types of a JSON file of options.
pub fn typed(machine: Machine, mapping: &MappingOptions) -> Map<String, Value> {
    let fields = |options: &MappingOptions| match serde_json::to_value(options) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let defaults = fields(&machine.defaults());
    let mut own = fields(mapping);
    own.retain(|name, value| defaults.get(name) != Some(value));
    own
}

/// Options of a JSON file, or of a stored record, as text; those that the compiler does not know
/// are dropped.
pub(crate) fn of_json(machine: Machine, stored: &Map<String, Value>) -> Options {
    let pairs = stored.iter().map(|(name, value)| {
        let one = Map::from_iter([(name.clone(), value.clone())]);
        let text = tc_runtime::words(&one);
        let value = text.split_once('=').map_or("", |(_, value)| value);
        (name.clone(), value.to_owned())
    });
    let known = |pair: &(String, String)| mapping(machine, &Options::from([pair.clone()])).is_ok();
    pairs.filter(known).collect()
}

/// One line of `NAME=VALUE`; `the defaults` where there are none.
pub fn line(options: &Options) -> String {
    let pairs: Vec<String> = options.iter().map(|(n, v)| format!("{n}={v}")).collect();
    if pairs.is_empty() {
        "the defaults".to_owned()
    } else {
        pairs.join(" ")
    }
}

/// The sizes of a list such as `4,32`; none for a word.
pub fn sizes(text: &str) -> Vec<u64> {
    text.split(',').filter_map(|one| one.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn options(pairs: &[(&str, &str)]) -> Options {
        let pairs = pairs.iter();
        pairs
            .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
            .collect()
    }

    #[test]
    fn options_become_types_and_text_again() {
        let cpu = Machine::Cpu;
        let given = options(&[("fusion", "max"), ("tile", "4,32"), ("vector", "false")]);
        let typed = typed(cpu, &mapping(cpu, &given).unwrap());
        let due = json!({"fusion": "max", "tile": [4, 32], "vector": false});
        assert_eq!(Value::Object(typed.clone()), due);
        assert_eq!(of_json(cpu, &typed), given);
        assert_eq!(line(&given), "fusion=max tile=4,32 vector=false");
        assert_eq!(line(&options(&[])), "the defaults");
    }

    #[test]
    fn what_is_a_default_or_unknown_is_left_out() {
        let cpu = Machine::Cpu;
        let given = options(&[("unroll", "1"), ("tile", "none")]);
        let kept = typed(cpu, &mapping(cpu, &given).unwrap());
        assert_eq!(Value::Object(kept), json!({"tile": []}));
        let stored = json!({"tile": [], "warps": 3});
        let read = of_json(cpu, stored.as_object().unwrap());
        assert_eq!(read, options(&[("tile", "none")]));
        assert!(mapping(cpu, &options(&[("tile", "x")])).is_err());
    }
}
