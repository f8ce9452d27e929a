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

use super::{
    Compiled,
    code::{Code, Ptx},
    key,
};
use crate::{errors::Errors, levels, program::entries, request::store::Store};
use serde_json::{Value, json};
use std::time::Instant;
use tc_backend_cpu::code;
use tc_cache::{Entry, Key};
use tc_comprehensions::bounds_checks::Checks;
use tc_pipelines::{Bindings, Level};

/// The compiler: another one has other keys.
pub const COMPILER: &str = concat!(env!("CARGO_PKG_VERSION"), " ", env!("TC_COMPILER"));

const OBJECT: &str = "object";
const PTX: &str = "ptx";
const LAUNCHES: &str = "launches";
/// Machine code of a GPU, beside its PTX.
const SASS: &str = "sass";
/// The object code of the checks of subscripts.
const CHECKS: &str = "checks";

impl Code {
    fn of_entry(entry: &Entry) -> Option<Code> {
        if let Some(object) = entry.blob(OBJECT) {
            return Some(Code::Object(object.to_vec()));
        }
        let text = String::from_utf8(entry.blob(PTX)?.to_vec()).ok()?;
        let plan = serde_json::from_slice(entry.blob(LAUNCHES)?).ok()?;
        let sass = entry.blob(SASS).map(<[u8]>::to_vec);
        Some(Code::Ptx(Ptx { text, plan, sass }))
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

/// The sizes by name, as JSON.
fn sizes_of(entry: &entries::Entry) -> serde_json::Map<String, Value> {
    let sizes = entry.sizes.iter();
    sizes
        .map(|(name, value)| (name.clone(), json!(value)))
        .collect()
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
        let form = key::form(module, entry)?;
        let lowering = &self.platform.lowering;
        let gpu = lowering.executor.is_gpu();
        let machine = if gpu {
            lowering.executor.as_str().to_owned()
        } else {
            code::Processor::host().to_string()
        };
        // The emulator's findings, and PTX with source lines, name places in the text.
        let places = if lowering.executor.is_emulator() || lowering.source_lines {
            levels::text(module, true)
        } else {
            String::new()
        };
        let mut call = key::call(entry, bindings, &self.open);
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

    /// Generates the machine code, and keeps it.
    pub(super) fn generate(&mut self, place: &Place) -> Result<(), Errors> {
        let begin = Instant::now();
        let executor = self.platform.executor();
        let code = Code::of(executor, &self.way.module, &self.entry.name)?;
        self.way.took("code", begin);
        // For the emulator it is of no use.
        let code = if place.is_written() && executor.is_device() {
            code.assembled()
        } else {
            code
        };
        self.code = Some(code.clone());
        self.keep(place, code);
        Ok(())
    }
}
