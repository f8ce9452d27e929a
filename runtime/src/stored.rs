//! Compiled programs in the compilation cache.
//!
//! ```text
//! canonical form, sizes, scalars, types ─┐
//! machine, processor, mapping, checks    ├─ BLAKE3 ─► key ─► object code, or PTX and its launches
//! the text of the compiler itself, LLVM ─┘
//! ```
//!
//! The form knows no names, comments and blanks. The emulator points into the source, so that its
//! entries depend on the text with the places in it.
//!
//! Only programs at the `tc` level are kept, of which nothing below is printed or reported, and
//! whose compilation has nothing to say: a hit is silent.

use crate::{
    compiled::Compiled,
    execute::Ptx,
    levels, module,
    outcome::{Errors, error},
    platform::{Executor, Lowering},
};
use melior::ir::Module;
use serde_json::{Value, json};
use std::sync::{
    Arc, Mutex, MutexGuard, OnceLock, PoisonError,
    atomic::{AtomicBool, Ordering},
};
use tc_backend_cpu::{Kernel, code};
use tc_backend_cuda::assemble::assemble;
use tc_cache::{Cache, Entry, Key, Mode, Settings};
use tc_comprehensions::bounds_checks::Checks;
use tc_pipelines::mapping::Math;
use tc_pipelines::{Bindings, Level};
use tc_syntax::diagnostic::Diagnostic;

/// The compiler: another one has other keys.
pub const COMPILER: &str = concat!(env!("CARGO_PKG_VERSION"), " ", env!("TC_COMPILER"));

/// The cache that compilations use, or none. It never makes one fail: where it cannot be read or
/// written it steps aside, and says so once.
#[derive(Clone, Default)]
pub struct Store {
    opened: Option<Arc<Opened>>,
    aside: Arc<Aside>,
}

struct Opened {
    /// Whether entries are written too.
    writes: bool,
    cache: Mutex<Cache>,
}

/// Why the cache stepped aside.
#[derive(Default)]
struct Aside {
    why: OnceLock<String>,
    told: AtomicBool,
}

impl std::fmt::Debug for Store {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let writes = self.opened.as_ref().map(|opened| opened.writes);
        out.debug_struct("Store").field("writes", &writes).finish()
    }
}

impl Store {
    /// The cache of this user, by the environment. One without a folder, or with a folder that
    /// others can write or that cannot be made, has stepped aside.
    ///
    /// # Errors
    /// Settings that are not understood.
    pub fn of_user(mode: Mode) -> Result<Store, Errors> {
        match (mode, Settings::from_environment()) {
            (Mode::Off, _) => Ok(Store::default()),
            (_, Ok(settings)) => Ok(Store::open(mode, settings)),
            (_, Err(refused @ tc_cache::Error::Setting(_))) => Err(error(refused.to_string())),
            (_, Err(refused)) => Ok(Store::beside(&refused)),
        }
    }

    /// A cache with these settings; a folder that others can write, or that cannot be made, is not
    /// used.
    pub fn open(mode: Mode, settings: Settings) -> Store {
        let cache = match mode {
            Mode::Off => Ok(None),
            Mode::Cached => Cache::existing(settings),
            Mode::On => Cache::open(settings).map(Some),
        };
        let writes = mode == Mode::On;
        match cache {
            Err(refused) => Store::beside(&refused),
            Ok(None) => Store::default(),
            Ok(Some(cache)) => Store {
                opened: Some(Arc::new(Opened {
                    writes,
                    cache: Mutex::new(cache),
                })),
                ..Store::default()
            },
        }
    }

    fn beside(why: &tc_cache::Error) -> Store {
        let store = Store::default();
        store.step_aside(why);
        store
    }

    fn step_aside(&self, why: &tc_cache::Error) {
        // The first reason is the one that is told.
        let _ = self.aside.why.set(format!("the cache is not used: {why}"));
    }

    /// Why the cache has stepped aside, if it has: nothing is read, or nothing is written.
    pub fn aside(&self) -> Option<&str> {
        self.aside.why.get().map(String::as_str)
    }

    /// The same as a note, for the first that asks.
    pub(crate) fn note(&self) -> Option<Diagnostic> {
        let why = self.aside.why.get()?;
        let told = self.aside.told.swap(true, Ordering::Relaxed);
        (!told).then(|| Diagnostic::note(None, why.clone()))
    }
}

impl Store {
    /// The entry of a key; what cannot be read is a miss.
    pub(crate) fn get(&self, key: &Key) -> Option<Entry> {
        let found = self.opened.as_ref()?.get(key);
        found.map_err(|why| self.step_aside(&why)).ok()?
    }

    /// Whether compiled programs are written.
    pub(crate) fn writes(&self) -> bool {
        self.opened.as_ref().is_some_and(|opened| opened.writes)
    }

    /// Whether there is a cache at all.
    pub(crate) fn is_open(&self) -> bool {
        self.opened.is_some()
    }

    /// Writes an entry; false if it is not kept.
    pub(crate) fn put(&self, key: &Key, entry: &Entry) -> bool {
        let Some(opened) = &self.opened else {
            return false;
        };
        let put = opened.cache().put(key, entry);
        put.map_err(|why| self.step_aside(&why)).unwrap_or(false)
    }
}

impl Lowering {
    /// Whether all that is asked for is code, which follows from the program and the options
    /// without another file.
    pub(crate) fn gives_code_alone(&self) -> bool {
        let silent = self.levels.is_empty() && !self.report && !self.explain_mapping;
        let reads_file = matches!(self.mapping.math, Math::Libdevice(_)) || self.script.is_some();
        let runs = self.executor != Executor::Reference && self.artifacts.is_empty();
        silent && runs && !reads_file
    }
}

impl Opened {
    fn get(&self, key: &Key) -> Result<Option<Entry>, tc_cache::Error> {
        if self.writes {
            self.cache().get(key)
        } else {
            self.cache().peek(key)
        }
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        // A thread that panicked has left the files as a process that died does.
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The code of a compiled program.
#[derive(Clone, Debug)]
pub(crate) enum Code {
    /// For this processor.
    Object(Vec<u8>),
    /// For a GPU, with its launches.
    Ptx(Ptx),
}

impl Code {
    /// The code in a module at the level of the machine.
    pub(crate) fn of(executor: Executor, module: &Module, entry: &str) -> Result<Code, Errors> {
        if executor.is_gpu() {
            Ptx::of(module, entry).map(Code::Ptx)
        } else {
            object(module, entry).map(Code::Object)
        }
    }

    pub(crate) fn object(self) -> Result<Vec<u8>, Errors> {
        match self {
            Code::Object(object) => Ok(object),
            Code::Ptx(_) => Err(error("expected machine code of a CPU, found PTX")),
        }
    }

    pub(crate) fn ptx(self) -> Result<Ptx, Errors> {
        match self {
            Code::Ptx(ptx) => Ok(ptx),
            Code::Object(_) => Err(error("expected PTX, found machine code of a CPU")),
        }
    }

    fn of_entry(entry: &Entry) -> Option<Code> {
        if let Some(object) = entry.blob(OBJECT) {
            return Some(Code::Object(object.to_vec()));
        }
        let text = String::from_utf8(entry.blob(PTX)?.to_vec()).ok()?;
        let plan = serde_json::from_slice(entry.blob(LAUNCHES)?).ok()?;
        let sass = entry.blob(SASS).map(<[u8]>::to_vec);
        Some(Code::Ptx(Ptx { text, plan, sass }))
    }

    /// With the machine code of a GPU, if `ptxas` is at hand.
    pub(crate) fn assembled(self) -> Code {
        match self {
            Code::Ptx(ptx) => Code::Ptx(Ptx {
                sass: assemble(&ptx.text),
                ..ptx
            }),
            object => object,
        }
    }

    fn into_entry(self, label: &str) -> Entry {
        let entry = Entry::new(label);
        match self {
            Code::Object(object) => entry.with(OBJECT, object),
            Code::Ptx(Ptx { text, plan, sass }) => {
                let launches = serde_json::to_vec(&plan).expect("a plan has no keys but strings");
                let entry = entry.with(PTX, text.into_bytes()).with(LAUNCHES, launches);
                match sass {
                    Some(sass) => entry.with(SASS, sass),
                    None => entry,
                }
            }
        }
    }
}

const OBJECT: &str = "object";
const PTX: &str = "ptx";
const LAUNCHES: &str = "launches";
/// Machine code of a GPU, beside its PTX.
const SASS: &str = "sass";
/// The object code of the checks of subscripts.
pub(crate) const CHECKS: &str = "checks";

/// The object code of a function in the `llvm` dialect.
pub(crate) fn object(module: &Module, entry: &str) -> Result<Vec<u8>, Errors> {
    code::object_code(module, entry).map_err(|reason| error(reason.to_string()))
}

/// Loads object code.
pub(crate) fn load(object: &[u8]) -> Result<Kernel, Errors> {
    Kernel::load(object).map_err(|reason| error(reason.to_string()))
}

/// The sizes by name, as JSON.
fn sizes_of(entry: &module::Entry) -> serde_json::Map<String, Value> {
    let sizes = entry.sizes.iter();
    sizes
        .map(|(name, value)| (name.clone(), json!(value)))
        .collect()
}

/// The canonical form of a program at the `tc` level, if it has one.
pub(crate) fn form(module: &Module, entry: &module::Entry) -> Option<String> {
    let raised = tc_translation::raise(module, Some(&entry.name)).ok()?;
    tc_frontend::canonical(raised.first()?).ok()
}

/// The types, shapes, sizes and integer scalars of a call, as JSON.
pub(crate) fn call(entry: &module::Entry, bindings: &Bindings, open: &[String]) -> Value {
    let shapes = entry.parameters.iter();
    // Where sizes are open, the extents follow from the form and the other sizes.
    let shapes: Vec<_> = shapes
        .map(|one| {
            if open.is_empty() {
                json!([one.element.to_string(), one.shape])
            } else {
                json!([one.element.to_string(), one.shape.len()])
            }
        })
        .collect();
    let scalars = bindings.scalars.iter().map(|(name, value)| {
        let place = entry.parameters.iter().position(|one| one.name == *name);
        json!([place, value])
    });
    let sizes = entry.sizes.iter();
    let sizes = sizes.map(|(name, value)| (!open.contains(name)).then_some(*value));
    json!({
        "shapes": shapes,
        "sizes": sizes.collect::<Vec<Option<i64>>>(),
        "scalars": scalars.collect::<Vec<_>>(),
        // Buffers are allocated here: rows follow each other without gaps.
        "strides": "row-major",
    })
}

/// The place of a program in the cache.
pub(crate) struct Place {
    store: Store,
    key: Key,
    /// The diagnostics before its compilation.
    said: usize,
}

impl Place {
    pub(crate) fn key(&self) -> String {
        self.key.to_string()
    }

    /// Whether what is compiled is kept.
    pub(crate) fn is_written(&self) -> bool {
        self.store.writes()
    }
}

/// What the cache has for a program.
pub(crate) struct Found {
    pub(crate) code: Code,
    /// The object code of its checks, if it has some.
    pub(crate) checks: Option<Vec<u8>>,
}

impl Found {
    pub(crate) fn of(entry: &Entry) -> Option<Found> {
        Some(Found {
            code: Code::of_entry(entry)?,
            checks: entry.blob(CHECKS).map(<[u8]>::to_vec),
        })
    }
}

impl Compiled<'_> {
    /// Where this program is kept, if it is one of those that are; it is not lowered yet.
    pub(crate) fn place(&self, bindings: &Bindings, checks: Option<Checks>) -> Option<Place> {
        let lowering = &self.platform.lowering;
        if !(lowering.cache.is_open()
            && lowering.gives_code_alone()
            && self.entry.level == Level::Tc
            && self.runs)
        {
            return None;
        }
        Some(Place {
            store: lowering.cache.clone(),
            key: self.key(bindings, checks)?,
            said: self.way.log.outcome.diagnostics.len(),
        })
    }

    /// The hash of everything that decides about the code; none for a program without a canonical
    /// form.
    fn key(&self, bindings: &Bindings, checks: Option<Checks>) -> Option<Key> {
        let (module, entry) = (&self.way.module, &self.entry);
        let form = form(module, entry)?;
        let lowering = &self.platform.lowering;
        let gpu = lowering.executor.is_gpu();
        let machine = if gpu {
            lowering.executor.as_str().to_owned()
        } else {
            code::Processor::host().to_string()
        };
        // The emulator's findings, and PTX with source lines, name places in the text.
        let places = if lowering.executor == Executor::Emulator || lowering.source_lines {
            levels::text(module, true)
        } else {
            String::new()
        };
        let mut call = call(entry, bindings, &self.open);
        call["alignment"] = json!(lowering.alignment);
        let options = json!({
            "mapping": lowering.mapping,
            "target": self.platform.target,
            "checks": format!("{checks:?}"),
            "verify": self.verify,
            "verify_code": lowering.verify_code,
            "source_lines": lowering.source_lines,
        });
        Some(Key::of(&[
            ("compiler", COMPILER.as_bytes()),
            ("form", form.as_bytes()),
            ("call", call.to_string().as_bytes()),
            ("options", options.to_string().as_bytes()),
            ("machine", machine.as_bytes()),
            ("places", places.as_bytes()),
        ]))
    }

    /// What the cache has at a place.
    pub(crate) fn find(&mut self, place: &Place) -> Option<Found> {
        let found = Found::of(&place.store.get(&place.key)?)?;
        self.kept = Some(place.key);
        Some(found)
    }

    /// Keeps the code of this program, if its compilation had nothing to say.
    pub(crate) fn keep(&mut self, place: &Place, code: Code) {
        let silent = self.way.log.outcome.diagnostics.len() == place.said;
        if !place.is_written() || !silent {
            return;
        }
        let entry = &self.entry;
        let sizes = entry.sizes.iter();
        let sizes: String = sizes
            .map(|(name, value)| {
                if self.open.contains(name) {
                    format!(" {name}=?")
                } else {
                    format!(" {name}={value}")
                }
            })
            .collect();
        let executor = self.platform.lowering.executor.as_str();
        let mut kept = code.into_entry(&format!("{}{sizes} ({executor})", entry.name));
        if let Some(before) = &self.before {
            kept = kept.with(CHECKS, before.object.clone());
        }
        kept.metadata = json!({
            "entry": entry.name,
            "sizes": sizes_of(entry),
            "target": self.platform.target.name(),
            "executor": executor,
            "compiler": COMPILER,
        });
        if place.store.put(&place.key, &kept) {
            self.kept = Some(place.key);
        }
    }

    /// Says why the cache has stepped aside, where nobody has yet.
    pub(crate) fn tell_of_cache(&mut self) {
        let note = self.platform.lowering.cache.note();
        self.way.log.outcome.diagnostics.extend(note);
    }
}
