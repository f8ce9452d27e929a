//! Where compiled programs are kept: the compilation cache, which steps aside where it cannot be
//! used.

use crate::errors::{Errors, error};
use std::sync::{
    Arc, Mutex, MutexGuard, OnceLock, PoisonError,
    atomic::{AtomicBool, Ordering},
};
use tc_cache::{Cache, Entry, Key, Mode, Settings};
use tc_syntax::diagnostic::Diagnostic;

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
    pub fn note(&self) -> Option<Diagnostic> {
        let why = self.aside.why.get()?;
        let told = self.aside.told.swap(true, Ordering::Relaxed);
        (!told).then(|| Diagnostic::note(None, why.clone()))
    }
}

impl Store {
    /// The entry of a key; what cannot be read is a miss.
    pub fn get(&self, key: &Key) -> Option<Entry> {
        let found = self.opened.as_ref()?.get(key);
        found.map_err(|why| self.step_aside(&why)).ok()?
    }

    /// Whether compiled programs are written.
    pub fn writes(&self) -> bool {
        self.opened.as_ref().is_some_and(|opened| opened.writes)
    }

    /// Whether there is a cache at all.
    pub fn is_open(&self) -> bool {
        self.opened.is_some()
    }

    /// Writes an entry; false if it is not kept.
    pub fn put(&self, key: &Key, entry: &Entry) -> bool {
        let Some(opened) = &self.opened else {
            return false;
        };
        let put = opened.cache().put(key, entry);
        put.map_err(|why| self.step_aside(&why)).unwrap_or(false)
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
