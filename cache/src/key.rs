//! Keys of entries.

use std::fmt;

/// Changes whenever equal parts must not give equal keys any more.
const DOMAIN: &str = "tc-cache 2026-11 key of named parts";

/// What an entry was made from: the BLAKE3 hash of named parts. Two compilations with the same key
/// must have the same result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key([u8; 32]);

impl Key {
    /// The key of these parts, in order. Names and contents are hashed with their lengths, so that
    /// no two lists of parts run into each other.
    pub fn of(parts: &[(&str, &[u8])]) -> Key {
        let mut hasher = blake3::Hasher::new_derive_key(DOMAIN);
        for (name, contents) in parts {
            for bytes in [name.as_bytes(), contents] {
                hasher.update(&(bytes.len() as u64).to_le_bytes());
                hasher.update(bytes);
            }
        }
        Key(*hasher.finalize().as_bytes())
    }

    /// The key with these 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Key> {
        let hash = blake3::Hash::from_hex(text).ok()?;
        Some(Key(*hash.as_bytes()))
    }

    pub(crate) fn from_bytes(bytes: [u8; 32]) -> Key {
        Key(bytes)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&blake3::Hash::from_bytes(self.0).to_hex())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_that_moves_between_parts_is_another_key() {
        let keys = [
            Key::of(&[("a", b"bc"), ("d", b"")]),
            Key::of(&[("a", b"b"), ("cd", b"")]),
            Key::of(&[("ab", b"c"), ("d", b"")]),
            Key::of(&[("d", b""), ("a", b"bc")]),
            Key::of(&[("a", b"bc")]),
        ];
        for (index, one) in keys.iter().enumerate() {
            assert!(keys[..index].iter().all(|other| other != one), "{index}");
        }
    }

    #[test]
    fn a_key_is_read_back_from_its_digits() {
        let key = Key::of(&[("a", b"b")]);
        assert_eq!(Key::from_hex(&key.to_string()), Some(key));
        assert_eq!(Key::from_hex("12"), None);
    }
}
