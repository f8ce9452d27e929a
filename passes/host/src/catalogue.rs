//! The registered passes as the tools know them: `--tc-explain-pass`, and suggestions.

use super::{
    declaration::Declaration,
    option::{OptionData, OptionDeclaration, one_line, option_name},
};
use std::{
    fmt::{self, Display, Formatter},
    sync::{Mutex, PoisonError},
};

/// A registered pass or pipeline, as declared.
#[derive(Clone, Debug)]
pub struct CatalogueEntry {
    /// The flag, as `NAME` of the declaration.
    pub name: &'static str,
    /// The operation that it runs on, or `any`.
    pub anchor: &'static str,
    /// The line of `--help`.
    pub summary: &'static str,
    /// The doc comment of the declaration: what `--explain-pass` and the reference print.
    pub description: &'static str,
    /// In the order of the declaration.
    pub options: Vec<OptionDeclaration>,
    /// Names and meanings.
    pub statistics: Vec<(String, String)>,
}

static CATALOGUE: Mutex<Vec<CatalogueEntry>> = Mutex::new(Vec::new());

/// All passes and pipelines registered so far, sorted by name.
pub fn catalogue() -> Vec<CatalogueEntry> {
    let mut entries = CATALOGUE
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    entries.sort_by_key(|entry| entry.name);
    entries
}

/// Adds a declaration; false if its name is taken, in which case MLIR would abort.
pub(super) fn add<D: Declaration>() -> bool {
    let mut entries = CATALOGUE.lock().unwrap_or_else(PoisonError::into_inner);
    if entries.iter().any(|entry| entry.name == D::NAME) {
        return false;
    }
    let statistics = D::STATISTICS
        .iter()
        .map(|declared| (option_name(declared.name), one_line(declared.documentation)))
        .collect();
    entries.push(CatalogueEntry {
        name: D::NAME,
        anchor: D::ANCHOR,
        summary: D::SUMMARY,
        description: D::DESCRIPTION,
        options: D::options(),
        statistics,
    });
    true
}

/// All passes and pipelines, one line each, for the top of `--help`, before the hundreds of LLVM's
/// options.
pub(super) fn overview() -> String {
    let entries = catalogue();
    let width = entries.iter().map(|entry| entry.name.len()).max();
    let width = width.unwrap_or_default();
    let mut text =
        "Passes and pipelines of TC (--tc-explain-pass=NAME says all about one):\n\n".to_owned();
    for entry in entries {
        text += &format!("  --{:width$} - {}\n", entry.name, entry.summary);
    }
    text
}

/// The description of a pass, or of `all`; an error names similar ones.
pub fn explain(name: &str) -> Result<String, String> {
    let entries = catalogue();
    if name == "all" {
        let all: Vec<String> = entries.iter().map(CatalogueEntry::to_string).collect();
        return Ok(all.join("\n"));
    }
    if let Some(entry) = entries.iter().find(|entry| entry.name == name) {
        return Ok(entry.to_string());
    }
    let nearest = entries
        .iter()
        .map(|entry| (strsim::jaro_winkler(name, entry.name), entry.name))
        .filter(|(similarity, _)| *similarity > 0.8)
        .max_by(|left, right| left.0.total_cmp(&right.0));
    Err(match nearest {
        Some((_, nearest)) => {
            format!("no pass of ours is called `{name}`; did you mean `{nearest}`?")
        }
        None => format!("no pass of ours is called `{name}`; `--list-passes` shows all passes"),
    })
}

impl Display for CatalogueEntry {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{}: {}", self.name, self.summary)?;
        match self.anchor {
            "any" => writeln!(formatter, "runs on any operation\n")?,
            anchor => writeln!(formatter, "runs on {anchor}\n")?,
        }
        for line in self.description.lines() {
            writeln!(formatter, "  {}", line.strip_prefix(' ').unwrap_or(line))?;
        }
        if !self.options.is_empty() {
            writeln!(formatter, "\noptions:")?;
        }
        for OptionDeclaration {
            name,
            summary,
            default,
            ..
        } in &self.options
        {
            writeln!(formatter, "  {name}={default}\n      {summary}")?;
        }
        if !self.statistics.is_empty() {
            writeln!(formatter, "\nstatistics:")?;
        }
        for (name, summary) in &self.statistics {
            writeln!(formatter, "  {name}: {summary}")?;
        }
        Ok(())
    }
}

/// The text in a pipeline.
impl Display for OptionData {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Boolean(value) => write!(formatter, "{value}"),
            Self::Integer(value) => write!(formatter, "{value}"),
            Self::Text(value) => write!(formatter, "{value}"),
            Self::IntegerList(values) => {
                let words: Vec<String> = values.iter().map(i64::to_string).collect();
                write!(formatter, "{{{}}}", words.join(","))
            }
            Self::TextList(values) => write!(formatter, "{{{}}}", values.join(",")),
        }
    }
}
