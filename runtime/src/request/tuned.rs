//! Mapping options that a search has found: the records, and where they are kept.
//!
//! The records are entries of a cache of their own, in the folder `tuned` of the compilation cache,
//! without a limit: a record is some hundred bytes, and took minutes. Other folders can be read
//! behind it, and are never written.

use crate::errors::{Errors, error};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::{
    fmt,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tc_cache::{Cache, Key, Mode, Settings};

/// What was found for one operator at some shapes on one machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Best {
    /// The name of the operator, for people.
    pub entry: String,
    /// The digest of its canonical form: the same operator at other shapes has the same.
    pub form: String,
    /// The machine.
    pub machine: String,
    /// The sizes by name.
    pub sizes: Vec<(String, i64)>,
    /// The options that differ from the defaults, as in a JSON file of options.
    pub options: Map<String, Value>,
    /// What they cost, in `unit`.
    pub cost: f64,
    /// What the default options cost.
    pub default: f64,
    /// Seconds, microseconds of the static report, or operations.
    pub unit: String,
    /// How many candidates were tried.
    pub trials: u64,
}

/// What a record is stored under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    pub(crate) key: Key,
    /// The digest of the canonical form.
    pub form: String,
    /// The machine.
    pub machine: String,
    /// The sizes by name.
    pub sizes: Vec<(String, i64)>,
}

/// Where records are kept; empty, it has none.
#[derive(Clone, Default)]
pub struct Tuned {
    own: Option<Opened>,
    others: Vec<Opened>,
    /// Why the own ones are not read.
    pub(crate) aside: Option<String>,
}

#[derive(Clone)]
struct Opened {
    writes: bool,
    cache: Arc<Mutex<Cache>>,
}

impl fmt::Debug for Tuned {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others = self.others.len();
        write!(out, "Tuned(own: {}, others: {others})", self.own.is_some())
    }
}

/// The name of the folder below that of the compilation cache.
const FOLDER: &str = "tuned";

impl Tuned {
    /// The records of this user to be taken, by the environment of the compilation cache. Where
    /// there is no folder, or one that is refused, nothing is known, and a note says so.
    ///
    /// # Errors
    /// Settings that are not understood.
    pub fn to_be_taken() -> Result<Tuned, Errors> {
        let tuned = Settings::from_environment().and_then(|settings| {
            let folder = settings.folder.join(FOLDER);
            opened(Mode::Cached, Settings { folder, ..settings })
        });
        match tuned {
            Ok(own) => Ok(Tuned {
                own,
                ..Tuned::default()
            }),
            Err(refused @ tc_cache::Error::Setting(_)) => Err(error(refused.to_string())),
            Err(refused) => Ok(Tuned {
                aside: Some(format!("stored options are not read: {refused}")),
                ..Tuned::default()
            }),
        }
    }

    /// The records of this user, by the environment of the compilation cache.
    ///
    /// # Errors
    /// A folder that others can write or that cannot be made, and settings that are not understood.
    pub fn of_user(mode: Mode) -> Result<Tuned, Errors> {
        let settings = Settings::from_environment().map_err(|why| error(why.to_string()))?;
        let folder = settings.folder.join(FOLDER);
        // The folder around it is the cache's, which makes it for this user alone.
        if mode == Mode::On {
            Cache::open(settings.clone()).map_err(|why| error(why.to_string()))?;
        }
        Tuned::open(mode, Settings { folder, ..settings })
    }

    /// The records with these settings, whose limit does not count.
    ///
    /// # Errors
    /// A folder that others can write, or that cannot be made.
    pub fn open(mode: Mode, settings: Settings) -> Result<Tuned, Errors> {
        let own = opened(mode, settings).map_err(|why| error(why.to_string()))?;
        Ok(Tuned {
            own,
            ..Tuned::default()
        })
    }

    /// Reads this folder too, where there is nothing better before it.
    ///
    /// # Errors
    /// A folder that others can write.
    pub fn behind(mut self, folder: &Path) -> Result<Tuned, Errors> {
        let settings = Settings::from_environment().unwrap_or_else(|_| Settings::at(folder));
        let folder = folder.to_owned();
        let opened = opened(Mode::Cached, Settings { folder, ..settings });
        self.others
            .extend(opened.map_err(|why| error(why.to_string()))?);
        Ok(self)
    }

    /// Whether nothing can be found here.
    pub fn is_empty(&self) -> bool {
        self.own.is_none() && self.others.is_empty()
    }

    /// Whether records are kept here.
    pub fn writes(&self) -> bool {
        self.own.as_ref().is_some_and(|own| own.writes)
    }

    /// The record of an identity: the first that is found.
    pub fn best(&self, identity: &Identity) -> Option<Best> {
        self.all().find_map(|opened| opened.record(&identity.key))
    }

    /// The records of the same operator on the same machine at any shapes, the nearest first.
    pub fn similar(&self, identity: &Identity) -> Vec<Best> {
        let mut found = self.all_records();
        found.retain(|one| (&one.form, &one.machine) == (&identity.form, &identity.machine));
        let distance = |one: &Best| distance(&one.sizes, &identity.sizes);
        found.sort_by(|one, other| {
            let order = distance(one).total_cmp(&distance(other));
            order.then_with(|| one.sizes.cmp(&other.sizes))
        });
        found
    }

    /// All records, by operator, machine and sizes.
    pub fn all_records(&self) -> Vec<Best> {
        let mut found: Vec<Best> = Vec::new();
        for opened in self.all() {
            let listed = opened.locked(|cache| cache.list().unwrap_or_default());
            found.extend(listed.into_iter().filter_map(|one| read(one.metadata)));
        }
        let order = |one: &Best| (one.entry.clone(), one.machine.clone(), one.sizes.clone());
        found.sort_by_key(order);
        found
    }

    /// Writes a record in place of what the identity had.
    ///
    /// # Errors
    /// A store that only reads, and a full disk.
    pub fn keep(&self, identity: &Identity, best: &Best) -> Result<(), Errors> {
        let own = self.own.as_ref().filter(|own| own.writes);
        let own = own.ok_or_else(|| error("the store of tuned options is not written"))?;
        let sizes: Vec<String> = best.sizes.iter().map(|(n, v)| format!("{n}={v}")).collect();
        let label = format!("tuned {} {}", best.entry, sizes.join(" "));
        let mut entry = tc_cache::Entry::new(label);
        entry.metadata = json!({ RECORD: best });
        let put = own.locked(|cache| cache.put(&identity.key, &entry));
        put.map(drop).map_err(|why| error(why.to_string()))
    }

    fn all(&self) -> impl Iterator<Item = &Opened> {
        self.own.iter().chain(&self.others)
    }
}

/// The name of the record in the facts of an entry.
const RECORD: &str = "tuned";

/// What a search has found may wait longer for its place than a compilation does for its entry.
const PATIENCE: Duration = Duration::from_secs(20);

fn opened(mode: Mode, settings: Settings) -> Result<Option<Opened>, tc_cache::Error> {
    let limit = u64::MAX;
    let patience = match mode {
        Mode::On => PATIENCE,
        _ => settings.patience,
    };
    let settings = Settings {
        limit,
        patience,
        ..settings
    };
    let cache = match mode {
        Mode::Off => Ok(None),
        Mode::Cached => Cache::existing(settings),
        Mode::On => Cache::open(settings).map(Some),
    };
    Ok(cache?.map(|cache| Opened {
        writes: mode == Mode::On,
        cache: Arc::new(Mutex::new(cache)),
    }))
}

impl Opened {
    fn locked<T>(&self, work: impl FnOnce(&mut Cache) -> T) -> T {
        // A thread that panicked has left the files as a process that died does.
        work(&mut self.cache.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn record(&self, key: &Key) -> Option<Best> {
        let entry = self.locked(|cache| cache.peek(key)).ok()??;
        read(entry.metadata)
    }
}

/// The record among the facts of an entry.
fn read(mut facts: Value) -> Option<Best> {
    serde_json::from_value(facts.get_mut(RECORD)?.take()).ok()
}

/// How far shapes are apart: the sum of the ratios of their sizes, as logarithms.
fn distance(one: &[(String, i64)], other: &[(String, i64)]) -> f64 {
    let ratio = |name: &str, value: i64| {
        let found = other.iter().find(|(size, _)| size == name);
        found.map_or(f64::INFINITY, |(_, found)| {
            (value.max(1) as f64 / (*found).max(1) as f64).log2().abs()
        })
    };
    one.iter().map(|(name, value)| ratio(name, *value)).sum()
}

/// Options as on a command line, such as `tile=4,32 unroll=2`.
pub fn words(options: &Map<String, Value>) -> String {
    let pair = |(name, value): (&String, &Value)| match value {
        Value::String(text) => format!("{name}={text}"),
        Value::Array(all) if all.is_empty() => format!("{name}=none"),
        Value::Array(all) => {
            let all: Vec<String> = all.iter().map(Value::to_string).collect();
            format!("{name}={}", all.join(","))
        }
        Value::Null => format!("{name}=none"),
        other => format!("{name}={other}"),
    };
    let all: Vec<String> = options.iter().map(pair).collect();
    all.join(" ")
}
