//! The log of a search: lines of JSON, the first of which says what was searched, and each other
//! one what came of a trial. It is complete up to the last trial, whatever ends the search.
//!
//! ```text
//! {"tune":1,"entry":"mm","sizes":{"M":64},"machine":"cpu","measure":"time","search":"model","seed":1,...}
//! {"trial":0,"status":"ok","cost":0.0012,"options":{},"best":true}
//! {"trial":1,"status":"refused","options":{"skewing":"true"},"message":"..."}
//! {"final":{"options":{"tile":"4,32"},"cost":0.0009,"default":0.0012,"trials":200}}
//! ```

use crate::{
    job::{Measure, Row},
    machine::Machine,
    options::Options,
    search::Kind,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    io::{self, BufRead, BufReader, Write},
    path::Path,
};

/// The version of the form.
const VERSION: u32 = 1;

/// What is searched, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// The version of the form.
    pub tune: u32,
    /// The operator.
    pub entry: String,
    /// The digest of its canonical form.
    pub form: String,
    /// Its sizes.
    pub sizes: BTreeMap<String, i64>,
    /// The kind of machine.
    pub machine: Machine,
    /// The machine.
    pub target: String,
    /// The processor with its features, where times are measured on one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
    /// Threads of the CPU.
    pub threads: usize,
    /// Where costs come from.
    pub measure: Measure,
    /// Which search it is.
    pub search: Kind,
    /// Where its draws begin.
    pub seed: u64,
    /// What results are compared with.
    pub reference: String,
}

impl Header {
    /// The version of logs that are written.
    pub(crate) const VERSION: u32 = VERSION;

    /// What differs from another search: the name, and the words of this one and of the other.
    fn different(&self, other: &Header) -> Vec<(String, String, String)> {
        let own = serde_json::to_value(self).unwrap_or_default();
        let other = serde_json::to_value(other).unwrap_or_default();
        let (mut left, mut right) = (BTreeMap::new(), BTreeMap::new());
        flat("", &own, &mut left);
        flat("", &other, &mut right);
        let names: BTreeSet<&String> = left.keys().chain(right.keys()).collect();
        let word = |of: &BTreeMap<String, String>, name: &String| {
            of.get(name).cloned().unwrap_or_else(|| "none".to_owned())
        };
        let pairs = names.into_iter().map(|name| {
            let (own, other) = (word(&left, name), word(&right, name));
            (name.clone(), own, other)
        });
        pairs.filter(|(_, own, other)| own != other).collect()
    }
}

/// The leaves of a value, such as `sizes.M`, as words.
fn flat(name: &str, value: &Value, into: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(all) => all.iter().for_each(|(one, value)| {
            let name = match name {
                "" => one.clone(),
                _ => format!("{name}.{one}"),
            };
            flat(&name, value, into);
        }),
        Value::String(text) => {
            into.insert(name.to_owned(), text.clone());
        }
        other => {
            into.insert(name.to_owned(), other.to_string());
        }
    }
}

/// What a person sees of the differences: few lines, of which none is long.
fn other_search(different: &[(String, String, String)]) -> String {
    const LINES: usize = 8;
    const WORDS: usize = 60;
    let short = |text: &String| match text.char_indices().nth(WORDS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.clone(),
    };
    let mut text = "it is of another search, and is not resumed".to_owned();
    for (name, own, other) in different.iter().take(LINES) {
        let (own, other) = (short(own), short(other));
        text += &format!("\n  {name}: {other} in the log, {own} asked for");
    }
    if let more @ 1.. = different.len().saturating_sub(LINES) {
        text += &format!("\n  and {more} more");
    }
    text
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Final {
    /// The best options.
    pub options: Options,
    /// Their cost.
    pub cost: f64,
    /// What the defaults cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<f64>,
    /// Trials in all.
    pub trials: u64,
}

/// What is in a log.
#[derive(Clone, Debug)]
pub(crate) struct Contents {
    /// Its first line.
    pub header: Header,
    /// The trials, in order.
    pub rows: Vec<Row>,
    /// How it ended, if it did.
    pub end: Option<Final>,
}

#[derive(Serialize, Deserialize)]
struct End {
    #[serde(rename = "final")]
    end: Final,
}

/// A log that is written.
pub(crate) struct Log(File);

fn problem(path: &Path, what: impl std::fmt::Display) -> String {
    format!("the log `{}`: {what}", path.display())
}

/// Reads a log. A last line without an end is that of a process that died, and is left out.
///
/// # Errors
/// A file that cannot be read, and lines that are no log.
pub(crate) fn read(path: &Path) -> Result<Contents, String> {
    let file = File::open(path).map_err(|error| problem(path, error))?;
    let (mut header, mut rows, mut end) = (None, Vec::new(), None);
    let mut lines = BufReader::new(file);
    for number in 1.. {
        let mut line = String::new();
        let read = lines
            .read_line(&mut line)
            .map_err(|error| problem(path, error))?;
        if read == 0 || !line.ends_with('\n') {
            break;
        }
        let wrong = |error: serde_json::Error| problem(path, format!("line {number}: {error}"));
        if header.is_none() {
            header = Some(serde_json::from_str::<Header>(&line).map_err(wrong)?);
        } else if let Ok(last) = serde_json::from_str::<End>(&line) {
            end = Some(last.end);
        } else {
            rows.push(serde_json::from_str::<Row>(&line).map_err(wrong)?);
        }
    }
    let header =
        header.ok_or_else(|| problem(path, "expected a first line that says what is searched"))?;
    if header.tune != VERSION {
        let found = header.tune;
        return Err(problem(
            path,
            format!("expected version {VERSION} of the form, found {found}"),
        ));
    }
    Ok(Contents { header, rows, end })
}

impl Log {
    /// A new log. One that has something already is not overwritten.
    ///
    /// # Errors
    /// A file that cannot be written, and one that is not empty.
    pub(crate) fn create(path: &Path, header: &Header) -> Result<Log, String> {
        if fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0) {
            let what = "it is there already: resume it, or give another file";
            return Err(problem(path, what));
        }
        let file = File::create(path).map_err(|error| problem(path, error))?;
        Log::begin(file, header).map_err(|error| problem(path, error))
    }

    fn begin(file: File, header: &Header) -> io::Result<Log> {
        let mut log = Log(file);
        log.write(header)?;
        Ok(log)
    }

    /// The log of a search that goes on, and what is in it; a new one where there is none.
    ///
    /// # Errors
    /// A log of another search, and what [`read`] refuses.
    pub(crate) fn resume(path: &Path, header: &Header) -> Result<(Log, Contents), String> {
        if fs::metadata(path).map_or(true, |found| found.len() == 0) {
            let contents = Contents {
                header: header.clone(),
                rows: Vec::new(),
                end: None,
            };
            return Ok((Log::create(path, header)?, contents));
        }
        let contents = read(path)?;
        let different = header.different(&contents.header);
        if !different.is_empty() {
            return Err(problem(path, other_search(&different)));
        }
        // Without the last line of a process that died, and without the end. The old file stays
        // until the new one is complete.
        let mut name = path.as_os_str().to_owned();
        name.push(".part");
        let rewrite = || {
            let mut log = Log::begin(File::create(&name)?, header)?;
            contents.rows.iter().try_for_each(|row| log.row(row))?;
            fs::rename(&name, path)?;
            Ok(log)
        };
        let log = rewrite().map_err(|error: io::Error| problem(path, error))?;
        Ok((log, contents))
    }

    /// Writes a row.
    ///
    /// # Errors
    /// A full disk.
    pub(crate) fn row(&mut self, row: &Row) -> io::Result<()> {
        self.write(row)
    }

    /// Writes how the search ended.
    ///
    /// # Errors
    /// A full disk.
    pub(crate) fn end(&mut self, end: &Final) -> io::Result<()> {
        self.write(&End { end: end.clone() })
    }

    fn write(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.0.write_all(&line)?;
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Status;
    use std::fs;

    fn header(seed: u64) -> Header {
        Header {
            tune: VERSION,
            entry: "mm".to_owned(),
            form: "12".to_owned(),
            sizes: BTreeMap::from([("M".to_owned(), 64)]),
            machine: Machine::Cpu,
            target: "host".to_owned(),
            processor: None,
            threads: 1,
            measure: Measure::Time,
            search: Kind::Model,
            seed,
            reference: "the evaluator".to_owned(),
        }
    }

    fn rows() -> Vec<Row> {
        let tile = Options::from([("tile".to_owned(), "4".to_owned())]);
        vec![
            Row::of_cost(0, Options::new(), 0.5),
            Row::failed(1, tile, Status::TimedOut, "too long".to_owned()),
        ]
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        let mut log = Log::create(&path, &header(1)).unwrap();
        rows().iter().for_each(|row| log.row(row).unwrap());
        let end = Final {
            options: Options::new(),
            cost: 0.5,
            default: Some(0.5),
            trials: 2,
        };
        log.end(&end).unwrap();
        let contents = read(&path).unwrap();
        assert_eq!((contents.rows, contents.end), (rows(), Some(end)));
        assert_eq!(contents.header, header(1));
    }

    #[test]
    fn a_torn_last_line_is_left_out_and_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        let mut log = Log::create(&path, &header(1)).unwrap();
        rows().iter().for_each(|row| log.row(row).unwrap());
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 20]).unwrap();
        let (mut log, found) = Log::resume(&path, &header(1)).unwrap();
        assert_eq!(found.rows, rows()[..1]);
        log.row(&rows()[1]).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn a_log_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        File::create(&path).unwrap();
        Log::create(&path, &header(1)).unwrap();
        let said = Log::create(&path, &header(1)).err().unwrap();
        let due = "log.jsonl`: it is there already: resume it, or give another file";
        assert!(said.ends_with(due), "{said}");
        assert_eq!(read(&path).unwrap().header, header(1));
    }

    #[test]
    fn a_log_of_another_search_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.jsonl");
        Log::create(&path, &header(1)).unwrap();
        let mut other = header(2);
        other.sizes = BTreeMap::from([("M".to_owned(), 128), ("N".to_owned(), 3)]);
        let said = Log::resume(&path, &other).err().unwrap();
        let due = "it is of another search, and is not resumed
  seed: 1 in the log, 2 asked for
  sizes.M: 64 in the log, 128 asked for
  sizes.N: none in the log, 3 asked for";
        assert!(said.ends_with(due), "{said}");
        fs::write(&path, "nothing\n").unwrap();
        let said = read(&path).unwrap_err();
        assert!(said.contains("log.jsonl`: line 1: "), "{said}");
    }
}
