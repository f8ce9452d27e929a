//! Mapping options that a search has found, by operator, shapes and machine: the best are stored
//! once, and taken afterwards without measuring anything.
//!
//! ```text
//! canonical form, types and shapes, sizes, scalars ─┐
//! processor, or the description of the GPU          ┴─ BLAKE3 ─► key ─► options, what they cost, how they were found
//! ```
//!
//! The key has no version of the compiler: what was best for one is a good guess for the next. A
//! stored option that the compiler does not know any more makes the record a miss. Options that a
//! person gives are never replaced.
//!
//! The records are entries of a cache of their own, in the folder `tuned` of the compilation cache,
//! without a limit: a record is some hundred bytes, and took minutes. Other folders can be read
//! behind it, and are never written.

use crate::{
    compiled::Compiled,
    module::Entry,
    outcome::{Errors, error},
    platform::{Executor, Platform},
    stored,
};
use melior::ir::Module;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::{
    fmt,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tc_backend_cpu::code;
use tc_cache::{Cache, Key, Mode, Settings};
use tc_pipelines::mapping::MappingOptions;
use tc_pipelines::{Bindings, Level};
use tc_syntax::diagnostic::Diagnostic;

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
    key: Key,
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
    aside: Option<String>,
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

/// The identity of a program at the `tc` level; none without a canonical form.
pub(crate) fn identity(
    module: &Module,
    entry: &Entry,
    bindings: &Bindings,
    open: &[String],
    platform: &Platform,
) -> Option<Identity> {
    if entry.level != Level::Tc || platform.executor() == Executor::Reference {
        return None;
    }
    let form = stored::form(module, entry)?;
    let call = stored::call(entry, bindings, open).to_string();
    let machine = if platform.executor().is_gpu() {
        json!(platform.target).to_string()
    } else {
        code::Processor::host().to_string()
    };
    let parts: [(&str, &[u8]); 3] = [
        ("tuned form", form.as_bytes()),
        ("call", call.as_bytes()),
        ("machine", machine.as_bytes()),
    ];
    Some(Identity {
        key: Key::of(&parts),
        form: Key::of(&parts[..1]).to_string(),
        machine: if platform.executor().is_gpu() {
            platform.target.name().to_owned()
        } else {
            machine
        },
        sizes: entry.sizes.clone(),
    })
}

impl Compiled<'_> {
    /// Takes the stored options, where none are given.
    pub(crate) fn take_tuned(&mut self, bindings: &Bindings) {
        let lowering = &self.platform.lowering;
        let defaults = lowering.executor.mapping();
        if let Some(why) = &lowering.tuned.aside {
            let note = Diagnostic::note(None, why.clone());
            self.way.log.outcome.diagnostics.push(note);
        }
        if lowering.tuned.is_empty() || lowering.script.is_some() {
            return;
        }
        let said = if lowering.mapping != defaults {
            "options are given".to_owned()
        } else {
            match self.stored_options(bindings, &defaults) {
                None => "nothing is known".to_owned(),
                Some((mapping, said)) => {
                    self.platform.lowering.mapping = mapping;
                    said
                }
            }
        };
        self.way.log.outcome.fact("tuned", said);
    }

    fn stored_options(
        &self,
        bindings: &Bindings,
        defaults: &MappingOptions,
    ) -> Option<(MappingOptions, String)> {
        let (module, open) = (&self.way.module, &self.open);
        let identity = identity(module, &self.entry, bindings, open, &self.platform)?;
        let best = self.platform.lowering.tuned.best(&identity)?;
        let text = Value::Object(best.options.clone()).to_string();
        let mapping = defaults.with_json("stored options", &text).ok()?;
        let said = if best.options.is_empty() {
            "the defaults are best".to_owned()
        } else {
            words(&best.options)
        };
        Some((mapping, said))
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Checking, Contents, Given, Lowering, Program, Reading, Running, new_context};

    const TEXT: &str = "def mv(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }";

    fn given(m: i64) -> Given {
        Given {
            sizes: vec![("M".to_owned(), m), ("K".to_owned(), 8)],
            ..Given::default()
        }
    }

    fn identity_of(text: &str, m: i64) -> Identity {
        let context = new_context();
        let program = Program::parse(&context, "mv.tc", text, Reading::default()).unwrap();
        let platform = program.platform(Lowering::new(Executor::Cpu)).unwrap();
        let checked = program.check(Checking::default(), &given(m)).unwrap();
        let bound = checked.bind(Contents::None).unwrap();
        bound.identity(&platform).unwrap()
    }

    fn fact(text: &str, m: i64, tuned: &Tuned, mapping: MappingOptions) -> (Value, usize) {
        let context = new_context();
        let program = Program::parse(&context, "mv.tc", text, Reading::default()).unwrap();
        let lowering = Lowering {
            tuned: tuned.clone(),
            mapping,
            ..Lowering::new(Executor::Cpu)
        };
        let platform = program.platform(lowering).unwrap();
        let checked = program.check(Checking::default(), &given(m)).unwrap();
        let compiled = checked.bind(Contents::Random).unwrap().compile(platform);
        let outcome = compiled.unwrap().run(&Running::default()).unwrap();
        let fact = outcome.facts.iter().find(|(name, _)| *name == "tuned");
        (fact.unwrap().1.clone(), outcome.outputs.len())
    }

    fn best(identity: &Identity, options: Value) -> Best {
        Best {
            entry: "mv".to_owned(),
            form: identity.form.clone(),
            machine: identity.machine.clone(),
            sizes: identity.sizes.clone(),
            options: options.as_object().unwrap().clone(),
            cost: 1.0,
            default: 2.0,
            unit: "seconds".to_owned(),
            trials: 3,
        }
    }

    #[test]
    fn stored_options_are_found_by_form_shapes_and_machine() {
        let folder = tempfile::tempdir().unwrap();
        let open = |mode| Tuned::open(mode, Settings::at(folder.path().join("own"))).unwrap();
        assert!(open(Mode::Cached).is_empty());
        let (tuned, identity) = (open(Mode::On), identity_of(TEXT, 16));
        let found = best(&identity, json!({"tile": [4, 8], "unroll": 2}));
        tuned.keep(&identity, &found).unwrap();
        assert_eq!(open(Mode::Cached).best(&identity), Some(found));
        // Names do not matter, shapes do.
        let renamed = TEXT.replace("mv", "product").replace('A', "Matrix");
        let cpu = MappingOptions::cpu;
        assert_eq!(fact(&renamed, 16, &tuned, cpu()).0, "tile=4,8 unroll=2");
        assert_eq!(fact(TEXT, 17, &tuned, cpu()).0, "nothing is known");
        // What a person gives stays.
        let given = MappingOptions { unroll: 4, ..cpu() };
        assert_eq!(fact(TEXT, 16, &tuned, given).0, "options are given");
    }

    /// Claim G7: a record that was written by hand is taken and runs.
    #[test]
    fn the_engine_takes_stored_options() {
        use crate::engine::{Arguments, Engine, Options, View};
        let folder = tempfile::tempdir().unwrap();
        let tuned = Tuned::open(Mode::On, Settings::at(folder.path().join("own"))).unwrap();
        let identity = identity_of(TEXT, 16);
        tuned
            .keep(&identity, &best(&identity, json!({"tile": [5, 8]})))
            .unwrap();
        let mv = Engine::new().define(TEXT).unwrap().only().unwrap();
        let is_tiled = |options: Options, m: usize| {
            let arguments = Arguments::shapes(&[&[m, 8], &[8]]);
            let kernel = mv.compile(&arguments, &options).unwrap();
            let (a, x, shape) = (vec![1.0_f32; 8 * m], [2.0_f32; 8], [m, 8]);
            let inputs = [View::new(&a, &shape).unwrap(), View::new(&x, &[8]).unwrap()];
            let outputs = kernel.call(&inputs).unwrap();
            assert_eq!(outputs[0].as_slice::<f32>(), Some(&vec![16.0; m][..]));
            let schedule = kernel.asm(Level::Schedule).unwrap();
            schedule.contains("floor(i/5)")
        };
        let options = || Options::cpu().tuned(tuned.clone());
        assert!(is_tiled(options(), 16));
        assert!(!is_tiled(options(), 17));
        assert!(!is_tiled(options().set("unroll", "2").unwrap(), 16));
        assert!(!is_tiled(Options::cpu(), 16));
    }

    #[test]
    fn options_of_another_version_are_a_miss() {
        let folder = tempfile::tempdir().unwrap();
        let tuned = Tuned::open(Mode::On, Settings::at(folder.path().join("own"))).unwrap();
        let identity = identity_of(TEXT, 16);
        let other = best(&identity, json!({"warp_specialisation": true}));
        tuned.keep(&identity, &other).unwrap();
        assert_eq!(
            fact(TEXT, 16, &tuned, MappingOptions::cpu()),
            (json!("nothing is known"), 1)
        );
    }

    #[test]
    fn a_shared_store_is_read_behind_the_own_one_and_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| Settings::at(folder.path().join(name));
        let identity = identity_of(TEXT, 16);
        let record = |unroll| best(&identity, json!({ "unroll": unroll }));
        let shared = Tuned::open(Mode::On, at("shared")).unwrap();
        shared.keep(&identity, &record(2)).unwrap();
        let own = Tuned::open(Mode::On, at("own")).unwrap();
        let both = own.behind(&folder.path().join("shared")).unwrap();
        assert_eq!(both.best(&identity), Some(record(2)));
        both.keep(&identity, &record(4)).unwrap();
        assert_eq!(both.best(&identity), Some(record(4)));
        assert_eq!(shared.best(&identity), Some(record(2)));
        let reader = Tuned::open(Mode::Cached, at("own")).unwrap();
        assert!(reader.keep(&identity, &record(8)).is_err());
    }

    #[test]
    fn the_nearest_shapes_come_first() {
        let folder = tempfile::tempdir().unwrap();
        let tuned = Tuned::open(Mode::On, Settings::at(folder.path().join("own"))).unwrap();
        for m in [1000, 20, 3] {
            let identity = identity_of(TEXT, m);
            tuned.keep(&identity, &best(&identity, json!({}))).unwrap();
        }
        let other = identity_of("def f(float(M,K) A) -> (B) { B(i,k) = A(i,k) + 1 }", 16);
        assert_eq!(tuned.similar(&other), []);
        let found = tuned.similar(&identity_of(TEXT, 16));
        let sizes: Vec<i64> = found.iter().map(|one| one.sizes[0].1).collect();
        assert_eq!(sizes, [20, 3, 1000]);
    }
}
