//! The shapes at which the operators of a file are tuned:
//!
//! ```json
//! {"mm": [{"M": 128, "N": 128, "K": 64}, {"M": 1024, "N": 1024, "K": 64}], "softmax": [{"N": 512, "C": 512}]}
//! ```

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use std::{collections::BTreeMap, fmt};

/// Sizes by name.
pub type Sizes = BTreeMap<String, i64>;

/// Operators with their shapes, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shapes(pub Vec<(String, Vec<Sizes>)>);

impl<'de> Deserialize<'de> for Shapes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Shapes;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object that has a list of sizes for each operator")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Shapes, A::Error> {
                let mut shapes = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    shapes.push(entry);
                }
                Ok(Shapes(shapes))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

/// Reads the text of such a file, whose name is `path`.
///
/// # Errors
/// Another form, with its line and column; no operator; an operator without shapes.
pub fn read(path: &str, text: &str) -> Result<Shapes, String> {
    let shapes: Shapes = serde_json::from_str(text).map_err(|error| format!("{path}: {error}"))?;
    if shapes.0.is_empty() {
        return Err(format!(
            "{path}: expected at least one operator, found none"
        ));
    }
    if let Some((name, _)) = shapes.0.iter().find(|(_, sizes)| sizes.is_empty()) {
        return Err(format!(
            "{path}: expected at least one list of sizes for `{name}`, found none"
        ));
    }
    Ok(shapes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read_in_order() {
        let text = r#"{"b": [{"M": 3, "K": 4}, {"M": 5, "K": 6}], "a": [{}]}"#;
        let shapes = read("s.json", text).unwrap().0;
        assert_eq!(shapes[0].0, "b");
        assert_eq!(
            shapes[0].1[1],
            Sizes::from([("M".to_owned(), 5), ("K".to_owned(), 6)])
        );
        assert_eq!(shapes[1], ("a".to_owned(), vec![Sizes::new()]));
    }

    #[test]
    fn wrong_shapes_say_what_was_expected() {
        let wrong = |text: &str| read("s.json", text).unwrap_err();
        assert!(
            wrong("[]").starts_with("s.json: invalid type: sequence, expected an object that has")
        );
        assert!(wrong("{\"a\": [{\"M\": \"x\"}]}").contains("line 1 column 16"));
        assert_eq!(
            wrong("{}"),
            "s.json: expected at least one operator, found none"
        );
        let none = "s.json: expected at least one list of sizes for `a`, found none";
        assert_eq!(wrong("{\"a\": []}"), none);
    }
}
