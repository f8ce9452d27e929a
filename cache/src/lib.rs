//! The compilation cache: sets of named blobs, such as object code or PTX, by a key.
//!
//! ```text
//! $TC_CACHE_DIR/                 of this user alone, mode 0700
//!   v1/                          the version of this layout; others lie beside it, untouched
//!     index-0.sqlite             the entries: manifest, seal, order of use
//!     blobs/3f/3f86…             contents, by their BLAKE3 digest
//!     writing/                   files that are not complete
//!     lock                       shared by writers; a sweep takes it alone
//! ```
//!
//! | what | how |
//! | --- | --- |
//! | an entry is there or not | its blobs are written, synced and renamed before its row is committed |
//! | a hit is what was put | the seal of the manifest and the digest of each blob are checked at every read |
//! | damage is a miss | what is torn, foreign or short is removed, and compiled again by the caller |
//! | an entry is code | the seal is a keyed hash where a secret is set; entries sealed otherwise are misses |
//! | the clock does not matter | the order of use is counted, not timed |
//! | nobody is waited for long | all waits for locks of others in a minute have one limit |
//! | nothing is mapped into memory | a file that is cut off while it is open is an error, not a signal |
//!
//! ```
//! use tc_cache::{Cache, Entry, Key, Settings};
//!
//! # let folder = tempfile::tempdir().unwrap();
//! let settings = Settings::at(folder.path().join("cache"));
//! let mut cache = Cache::open(settings).unwrap();
//! let key = Key::of(&[("operator", b"(tc 1 ..)"), ("target", b"sm_90a")]);
//! assert!(cache.get(&key).unwrap().is_none());
//! let entry = Entry::new("mm").with("ptx", b".version 8.0".to_vec());
//! assert!(cache.put(&key, &entry).unwrap());
//! assert_eq!(cache.get(&key).unwrap().unwrap().blob("ptx"), Some(&b".version 8.0"[..]));
//! ```

mod entry;
mod error;
mod exchange;
pub mod faults;
mod folder;
mod index;
mod key;
mod maintenance;
mod patience;
mod settings;
mod store;

pub use entry::{BlobName, Entry, Summary};
pub use error::Error;
pub use exchange::Imported;
pub use key::Key;
pub use maintenance::Verified;
pub use settings::{Mode, Settings};
pub use store::Cache;
