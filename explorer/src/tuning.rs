//! The log of a search of `tc-tune`: lines of JSON, the first of which says what was searched.

use crate::data::Tuning;
use serde_json::Value;

/// The version of the form of a log.
const VERSION: u64 = 1;

/// Reads a log. A last line that was not finished is left out.
///
/// # Errors
/// A text that is no such log, with the line.
pub(crate) fn read(text: &str) -> Result<Tuning, String> {
    let mut lines = text.lines().enumerate();
    let header = lines.next().and_then(|(_, line)| object(line));
    let header = header.filter(|header| header["tune"] == VERSION);
    let Some(header) = header else {
        return Err(format!(
            "line 1: expected the beginning of a log of tc-tune, {{\"tune\":{VERSION},...}}"
        ));
    };
    let mut tuning = Tuning {
        header,
        trials: Vec::new(),
        last: None,
    };
    for (number, line) in lines {
        let row = match object(line) {
            Some(row) => row,
            // The process died while it wrote.
            None if number + 1 == text.lines().count() && !text.ends_with('\n') => break,
            None => return Err(format!("line {}: expected a JSON object", number + 1)),
        };
        match row.get("final") {
            Some(last) => tuning.last = Some(last.clone()),
            None if row["trial"].is_u64() && row["options"].is_object() => tuning.trials.push(row),
            None => {}
        }
    }
    Ok(tuning)
}

fn object(line: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(line).ok()?;
    value.is_object().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = r#"{"tune":1,"entry":"mm","target":"host"}"#;
    const TRIAL: &str = r#"{"trial":0,"status":"ok","cost":2.5,"options":{"tile":"4"}}"#;

    #[test]
    fn a_log_has_a_header_trials_and_an_end() {
        let end = r#"{"final":{"options":{},"cost":2.5,"default":5.0,"trials":1}}"#;
        let tuning = read(&format!("{HEADER}\n{TRIAL}\n{end}\n")).unwrap();
        assert_eq!(tuning.header["entry"], "mm");
        assert_eq!(tuning.trials.len(), 1);
        assert_eq!(tuning.trials[0]["cost"], 2.5);
        assert_eq!(tuning.last.unwrap()["default"], 5.0);
    }

    #[test]
    fn a_line_that_was_not_finished_ends_it() {
        let tuning = read(&format!("{HEADER}\n{TRIAL}\n{{\"trial\":1,")).unwrap();
        assert_eq!((tuning.trials.len(), tuning.last), (1, None));
        let wrong = read(&format!("{HEADER}\nno\n{TRIAL}\n")).unwrap_err();
        assert_eq!(wrong, "line 2: expected a JSON object");
        assert!(
            read("{}\n")
                .unwrap_err()
                .starts_with("line 1: expected the beginning")
        );
        assert!(read("").is_err());
    }
}
