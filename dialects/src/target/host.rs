//! `host`: the description of the processor that this process runs on.
//!
//! The vectors are those of the widest built-in description whose instructions the processor has;
//! the caches are those that the system reports, else those of that description. The variable
//! [`VARIABLE`] names another description for `host` to stand for, so that what is printed for it
//! does not depend on the machine. Modules hold the numbers and not the name's meaning: a printed
//! module is for the same processor wherever it is read.

use std::path::Path;
use std::sync::OnceLock;

use super::{Cpu, Error, Target, find};

/// The name of the description.
pub const NAME: &str = "host";

/// The environment's variable with the name or the path of the description that `host` stands for.
pub const VARIABLE: &str = "TC_HOST";

/// The folder in which Linux describes the caches of the first processor.
const CACHES: &str = "/sys/devices/system/cpu/cpu0/cache";

/// The description, which is made once in a process.
///
/// # Errors
/// [`VARIABLE`] names `host` itself, a GPU, or no description.
pub(super) fn describe() -> Result<Target, Error> {
    static DERIVED: OnceLock<Cpu> = OnceLock::new();
    let cpu = match std::env::var(VARIABLE) {
        Ok(other) if !other.is_empty() => named(&other)?,
        _ => DERIVED.get_or_init(derived).clone(),
    };
    Ok(Target::Cpu(Cpu {
        name: NAME.to_owned(),
        ..cpu
    }))
}

fn named(other: &str) -> Result<Cpu, Error> {
    let wrong = |reason: String| Error::Host {
        name: other.to_owned(),
        reason,
    };
    if other == NAME {
        return Err(wrong("it names itself".to_owned()));
    }
    let target = find(other).map_err(|error| wrong(error.to_string()))?;
    let cpu = target.as_cpu().cloned();
    cpu.ok_or_else(|| wrong(format!("it is a {}", target.kind())))
}

fn derived() -> Cpu {
    let built_in = find(vectors());
    let known = built_in.as_ref().ok().and_then(Target::as_cpu);
    let known = known
        .expect("the built-in target of these vectors is a CPU")
        .clone();
    Cpu {
        description: format!("this processor, with the vectors of {}", known.name),
        l1_bytes: cache(Path::new(CACHES), 1).unwrap_or(known.l1_bytes),
        l2_bytes: cache(Path::new(CACHES), 2).unwrap_or(known.l2_bytes),
        ..known
    }
}

/// The built-in description with the vectors of this processor.
#[cfg(target_arch = "x86_64")]
fn vectors() -> &'static str {
    let has_avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512bw");
    let has_avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    match (has_avx512, has_avx2) {
        (true, _) => "avx512",
        (false, true) => "avx2",
        (false, false) => "vector128",
    }
}

/// The built-in description with the vectors of this processor.
#[cfg(not(target_arch = "x86_64"))]
fn vectors() -> &'static str {
    "vector128"
}

/// The bytes of the data cache of a level; `None` where the system does not say.
fn cache(folder: &Path, level: u32) -> Option<u64> {
    let read = |path: &Path, name: &str| {
        let text = std::fs::read_to_string(path.join(name)).ok()?;
        Some(text.trim().to_owned())
    };
    let found = std::fs::read_dir(folder).ok()?.filter_map(|entry| {
        let path = entry.ok()?.path();
        let holds_data = read(&path, "type")? != "Instruction";
        let is_level = read(&path, "level")?.parse() == Ok(level);
        (holds_data && is_level).then(|| bytes(&read(&path, "size")?))?
    });
    found.max()
}

/// Bytes from the text of Linux: `32K`, `1024K`, `2M`.
fn bytes(text: &str) -> Option<u64> {
    let (digits, unit) = match text.strip_suffix(['K', 'M', 'G']) {
        None => (text, 1),
        Some(digits) if text.ends_with('K') => (digits, 1 << 10),
        Some(digits) if text.ends_with('M') => (digits, 1 << 20),
        Some(digits) => (digits, 1 << 30),
    };
    digits
        .parse::<u64>()
        .ok()?
        .checked_mul(unit)
        .filter(|size| *size > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caches_of_a_processor_are_read_from_the_folder_of_linux() {
        let folder = tempfile::tempdir().unwrap();
        let described = [
            ("1", "Data", "48K"),
            ("1", "Instruction", "64K"),
            ("2", "Unified", "2M"),
            ("3", "Unified", "96M"),
        ];
        for (number, (level, kind, size)) in described.into_iter().enumerate() {
            let index = folder.path().join(format!("index{number}"));
            std::fs::create_dir(&index).unwrap();
            for (name, text) in [("level", level), ("type", kind), ("size", size)] {
                std::fs::write(index.join(name), format!("{text}\n")).unwrap();
            }
        }
        assert_eq!(cache(folder.path(), 1), Some(48 << 10));
        assert_eq!(cache(folder.path(), 2), Some(2 << 20));
        assert_eq!(cache(folder.path(), 4), None);
        assert_eq!(cache(Path::new("/no/such/folder"), 1), None);
    }

    #[test]
    fn sizes_that_are_none_are_left_out() {
        assert_eq!(bytes("512K"), Some(512 << 10));
        assert_eq!(bytes("0K"), None);
        assert_eq!(bytes("K"), None);
        assert_eq!(bytes("18446744073709551615G"), None);
    }

    #[test]
    fn this_processor_has_the_vectors_of_a_built_in_description() {
        let cpu = derived();
        let Ok(Target::Cpu(known)) = find(vectors()) else {
            panic!("{} is a CPU", vectors())
        };
        assert_eq!(cpu.vector_lanes, known.vector_lanes);
        assert_eq!(cpu.vector_registers, known.vector_registers);
        assert!(cpu.l1_bytes <= cpu.l2_bytes, "{cpu:?}");
    }

    #[test]
    fn another_description_is_named_by_the_variable() {
        assert_eq!(named("avx2").unwrap().vector_lanes, 8);
        let said = |name| named(name).unwrap_err().to_string();
        assert_eq!(said("sm_80"), "TC_HOST=sm_80: it is a GPU");
        assert_eq!(said("host"), "TC_HOST=host: it names itself");
        assert!(said("z80").starts_with("TC_HOST=z80: unknown target `z80`"));
    }
}
