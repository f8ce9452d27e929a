//! The forms for programs: one JSON object per diagnostic, and SARIF 2.1.0 for code-scanning
//! services.

use super::{Code, Diagnostic, Place, Severity, SourceMap};
use serde_json::{Value, json};
use std::collections::BTreeSet;

impl Diagnostic {
    /// `{code, severity, message, file, span: {start, end, line, col}, labels, notes, help}`;
    /// `start` and `end` are byte offsets and null if the source is not in the map.
    pub fn to_json(&self, sources: &SourceMap) -> Value {
        let labels: Vec<_> = self
            .labels
            .iter()
            .map(|label| {
                json!({ "file": &*label.place.file, "span": span(&label.place, sources), "text": label.text })
            })
            .collect();
        let help = self.help.as_ref().map(|help| {
            let edit = help.edit.as_ref().map(|edit| {
                json!({
                    "file": &*edit.place.file,
                    "span": span(&edit.place, sources),
                    "replacement": edit.replacement,
                })
            });
            json!({ "text": help.text, "edit": edit })
        });
        json!({
            "code": self.code.map(Code::as_str),
            "severity": self.severity.as_str(),
            "message": self.message,
            "file": self.place().map(|place| &*place.file),
            "span": self.place().map(|place| span(place, sources)),
            "label": self.primary.as_ref().map(|label| &label.text),
            "labels": labels,
            "notes": self.notes,
            "help": help,
        })
    }
}

fn span(place: &Place, sources: &SourceMap) -> Value {
    let range = sources.get(&place.file).map(|file| file.range(place));
    json!({
        "start": range.as_ref().map(|range| range.start),
        "end": range.as_ref().map(|range| range.end),
        "line": place.start.line,
        "col": place.start.column,
        "end_line": place.end.line,
        "end_col": place.end.column,
    })
}

/// One SARIF 2.1.0 document with one run.
pub fn render_sarif(diagnostics: &[Diagnostic]) -> Value {
    let codes: BTreeSet<_> = diagnostics
        .iter()
        .filter_map(|diagnostic| diagnostic.code)
        .collect();
    let rules: Vec<_> = codes
        .into_iter()
        .map(|code| {
            json!({
                "id": code.as_str(),
                "shortDescription": { "text": code.summary() },
                "fullDescription": { "text": code.explanation() },
            })
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "tc", "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": diagnostics.iter().map(sarif_result).collect::<Vec<_>>(),
        }],
    })
}

fn sarif_result(diagnostic: &Diagnostic) -> Value {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let location = |place: &Place, text: &str| {
        json!({
            "physicalLocation": {
                "artifactLocation": { "uri": &*place.file },
                "region": {
                    "startLine": place.start.line,
                    "startColumn": place.start.column,
                    "endLine": place.end.line,
                    "endColumn": place.end.column,
                },
            },
            "message": { "text": text },
        })
    };
    json!({
        "ruleId": diagnostic.code.map(Code::as_str),
        "level": level,
        "message": { "text": diagnostic.message },
        "locations": diagnostic.primary.iter().map(|l| location(&l.place, &l.text)).collect::<Vec<_>>(),
        "relatedLocations": diagnostic.labels.iter().map(|l| location(&l.place, &l.text)).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_the_fields_of_the_specification() {
        let mut sources = SourceMap::default();
        let file = sources.add("a.tc", "é\n  x = y\n");
        let error = Diagnostic::error(Code::TC0201, "unknown tensor `y`")
            .at(file.place(9..10), "")
            .label(file.place(5..6), "here")
            .help_with_edit("did you mean `x`?", file.place(9..10), "x");
        let value = error.to_json(&sources);
        assert_eq!(value["code"], "TC0201");
        assert_eq!(value["severity"], "error");
        assert_eq!(value["file"], "a.tc");
        assert_eq!(value["span"]["start"], 9);
        assert_eq!(value["span"]["end"], 10);
        assert_eq!(value["span"]["line"], 2);
        assert_eq!(value["span"]["col"], 7);
        assert_eq!(value["labels"][0]["text"], "here");
        assert_eq!(value["help"]["edit"]["replacement"], "x");
    }

    #[test]
    fn sarif_lists_each_rule_once() {
        let place = Place::point("a.tc", 1, 1);
        let list: Vec<_> = (0..2)
            .map(|_| Diagnostic::warning(Code::TC0227, "`x` is never used").at(place.clone(), ""))
            .collect();
        let value = render_sarif(&list);
        assert_eq!(
            value["runs"][0]["tool"]["driver"]["rules"]
                .as_array()
                .map(Vec::len),
            Some(1)
        );
        assert_eq!(
            value["runs"][0]["results"].as_array().map(Vec::len),
            Some(2)
        );
        assert_eq!(value["runs"][0]["results"][1]["level"], "warning");
    }
}
