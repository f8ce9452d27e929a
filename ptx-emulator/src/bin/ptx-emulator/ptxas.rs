//! `ptx-emulator ptxas`: in place of NVIDIA's assembler, for programs that call one and load what
//! it makes. It checks PTX, and puts it into a container that the emulator's driver loads.
//!
//! The tool is this too when it is started by the name `ptxas`. It takes the options of NVIDIA's,
//! with one dash or two. Those that say how machine code is made change nothing.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use ptx_emulator::{Module, contain};

use crate::Failure;

const USAGE: &str = "usage: ptx-emulator ptxas FILE [--gpu-name CHIP] [--output-file FILE]
Checks PTX and puts it into a container that the emulator's driver loads as it loads a cubin.
--version prints a version in the form of NVIDIA's; its other options are taken and change nothing.";

/// What programs read from the version: that of the PTX which is taken.
const VERSION: &str = "ptxas: ptx-emulator in place of the PTX optimizing assembler
Cuda compilation tools, release 12.9, V12.9.86";

/// Options with a value, by their long and short names; the first two are used.
const WITH_VALUE: [&[&str]; 15] = [
    &["output-file", "o"],
    &["gpu-name", "arch"],
    &["Ofast-compile", "Ofc"],
    &["opt-level", "O"],
    &["allow-expensive-optimizations"],
    &["def-load-cache", "dlcm"],
    &["def-store-cache", "dscm"],
    &["fmad"],
    &["machine", "m"],
    &["maxrregcount"],
    &["minnctapersm"],
    &["position-independent-code", "pic"],
    &["register-usage-level", "regUsageLevel"],
    &["split-compile"],
    &["regAllocOptLevel"],
];

/// Options without one.
const FLAGS: [&str; 22] = [
    "compile-only",
    "c",
    "device-debug",
    "g",
    "generate-line-info",
    "lineinfo",
    "suppress-debug-info",
    "verbose",
    "v",
    "warn-on-spills",
    "warn-spills",
    "warn-on-local-memory-usage",
    "warn-lmem-usage",
    "warn-on-double-precision-use",
    "warn-double-usage",
    "disable-warnings",
    "w",
    "preserve-relocs",
    "return-at-end",
    "ret-end",
    "disable-optimizer-constants",
    "disable-optimizer-consts",
];

/// The command line.
#[derive(Default)]
struct Words {
    files: Vec<PathBuf>,
    output: Option<String>,
    chip: Option<String>,
}

/// Checks the PTX and writes the container.
///
/// # Errors
/// Options that are not known, a file that cannot be read or written, mistakes in the PTX, or a
/// target that the chip cannot run.
pub fn run(words: impl Iterator<Item = OsString>) -> Result<ExitCode, Failure> {
    let words: Vec<String> = words
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    if words
        .iter()
        .any(|word| ["--version", "-V"].contains(&word.as_str()))
    {
        println!("{VERSION}");
        return Ok(ExitCode::SUCCESS);
    }
    if words
        .iter()
        .any(|word| ["--help", "-h"].contains(&word.as_str()))
    {
        println!("{USAGE}");
        return Ok(ExitCode::SUCCESS);
    }
    let wrong = |message| Failure {
        messages: vec![message],
        status: 2,
    };
    let words = read(words).map_err(wrong)?;
    let [file] = &words.files[..] else {
        return Err(wrong(format!(
            "expected one file of PTX, found {}",
            words.files.len()
        )));
    };
    let name = file.display();
    let text = fs::read_to_string(file);
    let text = text.map_err(|error| format!("cannot read `{name}`: {error}"))?;
    let text = text.trim_end_matches('\0');
    let module = Module::parse_each(text).map_err(|error| format!("{name}:{error}"))?;
    let chip = words.chip.unwrap_or_else(|| "sm_75".to_owned());
    if number(&chip) < number(module.target()) {
        let target = module.target();
        return Err(
            format!("{name}: the PTX is for `{target}`, and --gpu-name is `{chip}`").into(),
        );
    }
    let output = words.output.unwrap_or_else(|| "elf.o".to_owned());
    let written = fs::write(&output, contain(text));
    written.map_err(|error| format!("cannot write `{output}`: {error}"))?;
    Ok(ExitCode::SUCCESS)
}

fn read(words: Vec<String>) -> Result<Words, String> {
    let mut read = Words::default();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let Some(option) = word.strip_prefix("--").or(word.strip_prefix('-')) else {
            read.files.push(word.into());
            continue;
        };
        let (name, given) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            // -O3
            None if option.len() > 1
                && option.starts_with('O')
                && option[1..].parse::<u8>().is_ok() =>
            {
                continue;
            }
            None => (option, None),
        };
        if FLAGS.contains(&name) {
            continue;
        }
        let known = WITH_VALUE.iter().position(|names| names.contains(&name));
        let known = known.ok_or_else(|| format!("no option `{word}`; {USAGE}"))?;
        let value = given.or_else(|| words.next());
        let value = value.ok_or_else(|| format!("expected a value behind `{word}`"))?;
        match known {
            0 => read.output = Some(value),
            1 => read.chip = Some(value),
            _ => {}
        }
    }
    Ok(read)
}

/// The number of a name such as `sm_90a`.
fn number(chip: &str) -> Option<u32> {
    let digits = chip.trim_start_matches(|one: char| !one.is_ascii_digit());
    let digits = digits.trim_end_matches(|one: char| one.is_ascii_lowercase());
    digits.parse().ok()
}
