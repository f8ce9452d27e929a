//! Where the cache is, how large it may be, and who may write it.

use crate::{Error, faults::Faults};
use std::{env, ffi::OsString, path::PathBuf, str::FromStr, time::Duration};

/// How a compilation uses the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Not at all.
    #[default]
    Off,
    /// What is there is taken; nothing is written.
    Cached,
    /// What is there is taken, and what is not is written.
    On,
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Mode, String> {
        match text {
            "off" => Ok(Mode::Off),
            "cached" => Ok(Mode::Cached),
            "on" => Ok(Mode::On),
            _ => Err(format!("expected off, cached or on, found `{text}`")),
        }
    }
}

/// Where the cache is, how large it may be, and who may write it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder.
    pub folder: PathBuf,
    /// The most bytes of all blobs; the entries that were used least recently go first.
    pub limit: u64,
    /// Entries that were sealed without it are misses.
    pub secret: Option<Vec<u8>>,
    /// How long locks of other processes are waited for, all waits of a minute together.
    pub patience: Duration,
    /// Errors on purpose, for tests.
    #[doc(hidden)]
    pub faults: Faults,
}

/// Where `TC_CACHE_SIZE` is not set: 2 GiB.
const LIMIT: u64 = 2 << 30;

/// A compilation waits less than two seconds, also where a minute ends in the middle of it.
const PATIENCE: Duration = Duration::from_millis(800);

/// The least number of bytes of a secret.
const SECRET: usize = 16;

impl Settings {
    /// The cache in this folder, with the default limit and no secret.
    pub fn at(folder: impl Into<PathBuf>) -> Settings {
        Settings {
            folder: folder.into(),
            limit: LIMIT,
            secret: None,
            patience: PATIENCE,
            faults: Faults::default(),
        }
    }

    /// By the environment: `TC_CACHE_DIR` (else `tc` in `XDG_CACHE_HOME`, else `~/.cache/tc`),
    /// `TC_CACHE_SIZE` (bytes, or with K, M or G), `TC_CACHE_KEY` (the secret).
    ///
    /// # Errors
    /// A value that is not understood; no folder at all.
    pub fn from_environment() -> Result<Settings, Error> {
        Settings::from_variables(|name| env::var_os(name))
    }

    fn from_variables(get: impl Fn(&str) -> Option<OsString>) -> Result<Settings, Error> {
        let get = |name: &str| get(name).filter(|value| !value.is_empty());
        let absolute = |name: &str| {
            get(name)
                .map(PathBuf::from)
                .filter(|path| path.is_absolute())
        };
        let folder = get("TC_CACHE_DIR").map(PathBuf::from);
        let folder = folder
            .or_else(|| Some(absolute("XDG_CACHE_HOME")?.join("tc")))
            .or_else(|| Some(absolute("HOME")?.join(".cache/tc")));
        let folder = folder.ok_or(Error::NoFolder)?;
        let mut settings = Settings::at(folder);
        if let Some(size) = get("TC_CACHE_SIZE") {
            let text = size.to_string_lossy();
            settings.limit = bytes(&text).ok_or_else(|| {
                let expected = "expected a number of bytes, such as 500M or 2G";
                Error::Setting(format!("TC_CACHE_SIZE: {expected}, found `{text}`"))
            })?;
        }
        if let Some(secret) = get("TC_CACHE_KEY") {
            let secret = secret.into_encoded_bytes();
            if secret.len() < SECRET {
                let (least, found) = (SECRET, secret.len());
                let message =
                    format!("TC_CACHE_KEY: expected at least {least} bytes, found {found}");
                return Err(Error::Setting(message));
            }
            settings.secret = Some(secret);
        }
        Ok(settings)
    }
}

fn bytes(text: &str) -> Option<u64> {
    let (digits, unit) = match text.char_indices().last()? {
        (at, 'K' | 'k') => (&text[..at], 1 << 10),
        (at, 'M' | 'm') => (&text[..at], 1 << 20),
        (at, 'G' | 'g') => (&text[..at], 1 << 30),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(variables: &[(&str, &str)]) -> Result<Settings, String> {
        let find = |name: &str| variables.iter().find(|(other, _)| *other == name);
        Settings::from_variables(|name| find(name).map(|(_, value)| value.into()))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_environment_says_where_and_how_large() {
        let home = settings(&[("HOME", "/h")]).unwrap();
        assert_eq!((home.folder, home.limit), ("/h/.cache/tc".into(), 2 << 30));
        let xdg = settings(&[("HOME", "/h"), ("XDG_CACHE_HOME", "/x")]).unwrap();
        assert_eq!(xdg.folder, PathBuf::from("/x/tc"));
        let own = [
            ("HOME", "/h"),
            ("TC_CACHE_DIR", "here"),
            ("TC_CACHE_SIZE", "3M"),
        ];
        let own = settings(&own).unwrap();
        assert_eq!((own.folder, own.limit), ("here".into(), 3 << 20));
        assert_eq!(own.secret, None);
    }

    #[test]
    fn wrong_values_are_refused() {
        let wrong = |name, value| settings(&[("HOME", "/h"), (name, value)]).unwrap_err();
        assert_eq!(
            wrong("TC_CACHE_SIZE", "2T"),
            "TC_CACHE_SIZE: expected a number of bytes, such as 500M or 2G, found `2T`"
        );
        assert_eq!(
            wrong("TC_CACHE_KEY", "short"),
            "TC_CACHE_KEY: expected at least 16 bytes, found 5"
        );
        assert_eq!(
            settings(&[]).unwrap_err(),
            "there is no folder for the cache: set TC_CACHE_DIR, or TC_CACHE=off"
        );
    }
}
