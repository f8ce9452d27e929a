//! The values of flags: what `--diagnostic-format` and the like can be.
//!
//! No list is written here. What a flag refuses is refused with what it takes, so that the words of
//! that message which it takes are its values.

use tc_syntax::diagnostic::Format;

/// A text that no flag takes.
pub const WRONG: &str = "?";

/// What follows a flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these words.
    Words(Vec<String>),
    /// One of these words, or a file.
    OrFile(Vec<String>),
    /// One of these words; behind one, `=` and a file may follow, behind `obj=` one must.
    AndFile(Vec<String>),
    /// `NAME=VALUE`: the names with the values that can be listed.
    Pairs(Vec<(&'static str, Vec<String>)>),
}

/// What follows a flag that any tool may have.
pub(super) fn of(flag: &str) -> Option<Values> {
    (flag == "diagnostic-format").then(|| Values::Words(taken::<Format>()))
}

/// The words of a message that are taken, in their order.
pub fn words(message: &str, is_taken: impl Fn(&str) -> bool) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in message.split(|one: char| !one.is_ascii_alphanumeric() && one != '_') {
        if !word.is_empty() && is_taken(word) && !all.iter().any(|one| one == word) {
            all.push(word.to_owned());
        }
    }
    all
}

/// The words that a type is read from.
pub fn taken<T: std::str::FromStr<Err: ToString>>() -> Vec<String> {
    let message = WRONG.parse::<T>().err().map(|error| error.to_string());
    words(&message.unwrap_or_default(), |word| {
        word.parse::<T>().is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_that_are_taken() {
        let due = ["human", "short", "json", "sarif"].map(str::to_owned);
        let due = Values::Words(due.to_vec());
        assert_eq!(of("diagnostic-format"), Some(due));
    }
}
