//! Entries, and their manifests with seals.

use crate::Key;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of a blob of an entry, such as `object`, and its size in bytes.
pub type BlobName = (String, u64);

/// What a key stands for: blobs with names, and facts about them.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What a person calls it.
    pub label: String,
    /// Facts about it, for the caller and for `tc-cache show`.
    pub metadata: Value,
    blobs: Vec<(String, Vec<u8>)>,
}

impl Entry {
    /// An entry without blobs and facts.
    pub fn new(label: impl Into<String>) -> Entry {
        Entry {
            label: label.into(),
            metadata: Value::Null,
            blobs: Vec::new(),
        }
    }

    /// The same with one more blob.
    pub fn with(mut self, name: impl Into<String>, contents: Vec<u8>) -> Entry {
        self.blobs.push((name.into(), contents));
        self
    }

    /// The blob of that name.
    pub fn blob(&self, name: &str) -> Option<&[u8]> {
        let found = self.blobs.iter().find(|(other, _)| other == name);
        found.map(|(_, contents)| &**contents)
    }

    /// All blobs.
    pub fn blobs(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.blobs
            .iter()
            .map(|(name, contents)| (&**name, &**contents))
    }
}

/// An entry without its contents, as lists show it.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Its key.
    pub key: Key,
    /// What a person calls it.
    pub label: String,
    /// Facts about it.
    pub metadata: Value,
    /// Its blobs.
    pub blobs: Vec<BlobName>,
    /// The bytes of all blobs.
    pub bytes: u64,
    /// Seconds since 1970 by the clock of the writer.
    pub created: i64,
}

/// What an entry consists of; its seal vouches for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub key: String,
    pub label: String,
    pub created: i64,
    pub metadata: Value,
    pub blobs: Vec<Blob>,
}

/// A blob of a manifest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Blob {
    pub name: String,
    pub digest: String,
    pub bytes: u64,
}

/// Makes and checks seals.
pub(crate) struct Sealer([u8; 32]);

impl Sealer {
    /// Without a secret a seal shows damage; with one, also that its writer knew the secret.
    pub(crate) fn new(secret: Option<&[u8]>) -> Sealer {
        const SEAL: &str = "tc-cache 2026-11 seal of a manifest";
        Sealer(blake3::derive_key(SEAL, secret.unwrap_or_default()))
    }

    pub(crate) fn seal(&self, manifest: &[u8]) -> [u8; 32] {
        *blake3::keyed_hash(&self.0, manifest).as_bytes()
    }

    /// The manifest of an entry, if it is sealed by us and is about this key.
    pub(crate) fn open(&self, key: &Key, manifest: &[u8], seal: &[u8]) -> Option<Manifest> {
        let due = blake3::keyed_hash(&self.0, manifest);
        let found = blake3::Hash::from_bytes(seal.try_into().ok()?);
        // The comparison of hashes takes the same time wherever they differ.
        let manifest: Manifest = if due == found {
            serde_json::from_slice(manifest).ok()?
        } else {
            return None;
        };
        (manifest.key == key.to_string()).then_some(manifest)
    }
}

impl Manifest {
    pub(crate) fn of(key: &Key, entry: &Entry, created: i64) -> Manifest {
        let blobs = entry.blobs().map(|(name, contents)| Blob {
            name: name.to_owned(),
            digest: digest(contents),
            bytes: contents.len() as u64,
        });
        Manifest {
            key: key.to_string(),
            label: entry.label.clone(),
            created,
            metadata: entry.metadata.clone(),
            blobs: blobs.collect(),
        }
    }

    pub(crate) fn encoded(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a manifest has no keys but strings")
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.blobs.iter().map(|blob| blob.bytes).sum()
    }

    /// The entry with these contents of its blobs, in order.
    pub(crate) fn with_contents(self, contents: Vec<Vec<u8>>) -> Entry {
        let names = self.blobs.into_iter().map(|blob| blob.name);
        Entry {
            label: self.label,
            metadata: self.metadata,
            blobs: names.zip(contents).collect(),
        }
    }

    pub(crate) fn summary(self, key: Key) -> Summary {
        Summary {
            key,
            bytes: self.bytes(),
            created: self.created,
            label: self.label,
            metadata: self.metadata,
            blobs: self
                .blobs
                .into_iter()
                .map(|blob| (blob.name, blob.bytes))
                .collect(),
        }
    }
}

impl Blob {
    /// Whether these are its contents.
    pub(crate) fn is(&self, contents: &[u8]) -> bool {
        contents.len() as u64 == self.bytes && digest(contents) == self.digest
    }
}

fn digest(contents: &[u8]) -> String {
    blake3::hash(contents).to_hex().to_string()
}
