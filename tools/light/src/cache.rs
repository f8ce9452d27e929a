//! `tc-cache`: what the compilation cache holds.
//!
//! Exit status: 0 done; 1 a cache that cannot be used, a key that it does not have, or entries that
//! were damaged or refused; 2 usage.

use crate::console;
use clap::{Parser, Subcommand};
use serde_json::{Value, json};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};
use tc_cache::{Cache, Error, Key, Settings, Summary};
use tc_process::{crash::run_tool, output};

/// How long locks are waited for: who asks for it has time.
const PATIENCE: Duration = Duration::from_secs(20);

const AFTER_HELP: &str = "
Environment:
  TC_CACHE_DIR   the folder [default: tc in XDG_CACHE_HOME, else ~/.cache/tc]
  TC_CACHE_SIZE  the most bytes, such as 500M or 2G [default: 2G]; what was used least recently goes first
  TC_CACHE_KEY   a secret of at least 16 bytes: entries that were written without it are not used

Exit status: 0 done; 1 a cache that cannot be used, a key that it does not have, or entries that were damaged
or refused; 2 wrong usage.";

/// List, show, remove, verify and exchange the entries of the compilation cache.
#[derive(Parser)]
#[command(name = "tc-cache", version, after_help = AFTER_HELP, max_term_width = 110)]
struct CommandLine {
    /// Print the results as one JSON object on standard output
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List all entries, those that were used last first
    Ls,
    /// Show what an entry was made from and what it consists of
    Show {
        /// The key, or its first digits
        key: String,
        /// Print the contents of this blob, such as ptx
        #[arg(long, value_name = "NAME", conflicts_with = "json")]
        blob: Option<String>,
    },
    /// Remove entries
    Rm {
        /// The keys, or their first digits
        #[arg(required_unless_present = "all")]
        keys: Vec<String>,
        /// Remove all entries
        #[arg(long, conflicts_with = "keys")]
        all: bool,
    },
    /// Read all entries, and remove those that are damaged and what processes left that died
    Verify,
    /// Write entries to a file, for another machine
    Export {
        /// The file
        file: PathBuf,
        /// The keys, or their first digits [default: all]
        keys: Vec<String>,
    },
    /// Take entries from a file that was exported: with digests that fit, and with the seal of
    /// TC_CACHE_KEY. An entry is code: without a secret, import only what you would run
    Import {
        /// The file
        file: PathBuf,
    },
    /// Print the folder of the cache
    Path,
}

/// What a command prints, and whether all is well.
struct Answer {
    text: String,
    json: Value,
    well: bool,
}

impl Answer {
    fn well(text: String, json: Value) -> Answer {
        let well = true;
        Answer { text, json, well }
    }
}

/// Answers the command line.
pub fn main() -> ExitCode {
    run_tool(|| {
        let line: CommandLine = console::parse();
        let answer = match answer(&line.action) {
            Ok(answer) => answer,
            Err(message) => {
                output::say(&format!("error: {message}\n"));
                return ExitCode::FAILURE;
            }
        };
        let printed = if line.json {
            output::print(&format!("{}\n", answer.json))
        } else {
            output::print(&answer.text)
        };
        if printed && answer.well {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    })
}

fn answer(action: &Action) -> Result<Answer, String> {
    let said = |error: Error| error.to_string();
    let mut settings = Settings::from_environment().map_err(said)?;
    settings.patience = PATIENCE;
    if let Action::Path = action {
        let path = settings.folder.display().to_string();
        return Ok(Answer::well(format!("{path}\n"), json!({"path": path})));
    }
    let cache = match action {
        Action::Import { .. } => Some(Cache::open(settings).map_err(said)?),
        _ => Cache::existing(settings).map_err(said)?,
    };
    match action {
        Action::Ls => list(cache).map_err(said),
        Action::Show { key, blob } => show(cache, key, blob.as_deref()),
        Action::Rm { keys, all } => remove(cache, keys, *all),
        Action::Verify => verify(cache).map_err(said),
        Action::Export { file, keys } => export(cache, file, keys),
        Action::Import { file } => import(cache.expect("opened"), file).map_err(said),
        Action::Path => unreachable!("answered without a cache"),
    }
}

fn list(cache: Option<Cache>) -> Result<Answer, Error> {
    let entries = match cache {
        Some(mut cache) => cache.list()?,
        None => Vec::new(),
    };
    let bytes: u64 = entries.iter().map(|one| one.bytes).sum();
    let line = |one: &Summary| {
        let key = &one.key.to_string()[..12];
        format!("{key}  {:>10}  {}\n", one.bytes, one.label)
    };
    let lines: String = entries.iter().map(line).collect();
    let text = format!("{lines}{} entries, {bytes} bytes\n", entries.len());
    let entries: Vec<Value> = entries.iter().map(described).collect();
    let json = json!({"entries": entries, "bytes": bytes});
    Ok(Answer::well(text, json))
}

fn described(one: &Summary) -> Value {
    let blobs = one.blobs.iter();
    let blobs: serde_json::Map<_, _> = blobs
        .map(|(name, size)| (name.clone(), json!(size)))
        .collect();
    json!({
        "key": one.key.to_string(),
        "label": one.label,
        "bytes": one.bytes,
        "created": one.created,
        "blobs": blobs,
        "metadata": one.metadata,
    })
}

fn show(cache: Option<Cache>, digits: &str, blob: Option<&str>) -> Result<Answer, String> {
    let (mut cache, key) = one_key(cache, digits)?;
    let said = |error: Error| error.to_string();
    if let Some(name) = blob {
        let entry = cache.peek(&key).map_err(said)?;
        let entry = entry.ok_or_else(|| format!("the entry {key} is damaged: tc-cache verify"))?;
        let names: Vec<&str> = entry.blobs().map(|(name, _)| name).collect();
        let names = names.join(", ");
        let contents = entry.blob(name);
        let contents =
            contents.ok_or_else(|| format!("no blob `{name}` in the entry: it has {names}"))?;
        output::write_atomically(Path::new("-"), contents).map_err(|error| error.to_string())?;
        return Ok(Answer::well(String::new(), Value::Null));
    }
    let all = cache.list().map_err(said)?;
    let one = all.into_iter().find(|one| one.key == key);
    let one = one.ok_or_else(|| format!("the entry {key} is gone"))?;
    let blobs = one.blobs.iter();
    let blobs: String = blobs
        .map(|(name, size)| format!("blob: {name}, {size} bytes\n"))
        .collect();
    let facts = one.metadata.as_object().into_iter().flatten();
    let facts: String = facts
        .map(|(name, value)| format!("{name}: {value}\n"))
        .collect();
    let text = format!("key: {key}\nlabel: {}\n{blobs}{facts}", one.label);
    Ok(Answer::well(text, described(&one)))
}

fn remove(cache: Option<Cache>, digits: &[String], all: bool) -> Result<Answer, String> {
    let said = |error: Error| error.to_string();
    let mut keys = Vec::new();
    let mut cache = match (cache, all) {
        (None, true) => return Ok(removed(0)),
        (Some(mut cache), true) => {
            keys = cache.find("").map_err(said)?;
            cache
        }
        (mut cache, false) => {
            for one in digits {
                let (found, key) = one_key(cache, one)?;
                keys.push(key);
                cache = Some(found);
            }
            cache.expect("clap requires a key")
        }
    };
    let mut count = 0;
    for key in keys {
        count += u64::from(cache.remove(&key).map_err(said)?);
    }
    Ok(removed(count))
}

fn removed(count: u64) -> Answer {
    Answer::well(format!("removed {count}\n"), json!({"removed": count}))
}

fn verify(cache: Option<Cache>) -> Result<Answer, Error> {
    let verified = match cache {
        Some(mut cache) => cache.verify()?,
        None => tc_cache::Verified::default(),
    };
    let removed: Vec<String> = verified.removed.iter().map(Key::to_string).collect();
    let lines: String = removed
        .iter()
        .map(|key| format!("removed {key}\n"))
        .collect();
    let (whole, swept) = (verified.whole, verified.swept);
    let damaged = removed.len();
    let text = format!(
        "{lines}{whole} entries are whole, {damaged} were damaged or sealed with another secret, {swept} files were left over\n"
    );
    Ok(Answer {
        text,
        well: damaged == 0,
        json: json!({"whole": whole, "removed": removed, "swept": swept}),
    })
}

fn export(cache: Option<Cache>, file: &Path, digits: &[String]) -> Result<Answer, String> {
    let said = |error: Error| error.to_string();
    let mut cache = cache.ok_or("there is no cache: nothing to export")?;
    let mut keys = Vec::new();
    for one in digits {
        let (found, key) = one_key(Some(cache), one)?;
        keys.push(key);
        cache = found;
    }
    if digits.is_empty() {
        keys = cache.find("").map_err(said)?;
    }
    let count = cache.export(&keys, file).map_err(said)?;
    let text = format!("exported {count}\n");
    Ok(Answer::well(text, json!({"exported": count})))
}

fn import(mut cache: Cache, file: &Path) -> Result<Answer, Error> {
    let imported = cache.import(file)?;
    let keys: Vec<String> = imported.keys.iter().map(Key::to_string).collect();
    let refused = imported.refused.iter();
    let lines: String = refused
        .map(|(number, reason)| format!("entry {number} is refused: {reason}\n"))
        .collect();
    let refused: Vec<Value> = imported
        .refused
        .iter()
        .map(|(number, reason)| json!({"entry": number, "reason": reason}))
        .collect();
    Ok(Answer {
        text: format!("{lines}imported {}\n", keys.len()),
        well: refused.is_empty(),
        json: json!({"imported": keys, "refused": refused}),
    })
}

/// The only key that begins with these digits.
fn one_key(cache: Option<Cache>, digits: &str) -> Result<(Cache, Key), String> {
    let none = || format!("no entry has a key that begins with `{digits}`: tc-cache ls lists them");
    let mut cache = cache.ok_or_else(none)?;
    let found = cache.find(digits).map_err(|error| error.to_string())?;
    match found.as_slice() {
        [key] => Ok((cache, *key)),
        [] => Err(none()),
        several => Err(format!(
            "{} keys begin with `{digits}`: give more digits",
            several.len()
        )),
    }
}
