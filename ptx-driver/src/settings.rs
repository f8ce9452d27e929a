//! How the library runs, from the environment of the process.

use std::env;
use std::path::PathBuf;
use std::sync::OnceLock;

use crate::chip::Chip;

/// How the library runs.
#[derive(Debug)]
pub struct Settings {
    /// `PTX_EMULATOR_DEVICE`: the chip of the device, `sm_80` without it.
    pub chip: Chip,
    /// `PTX_EMULATOR_SANITIZE`: launches find races and reads of what was never written too.
    pub sanitize: bool,
    /// `PTX_EMULATOR_SEED`: shuffles the order of blocks and warps.
    pub seed: Option<u64>,
    /// `PTX_EMULATOR_TRACE`: prints each call.
    pub trace: bool,
    /// `PTX_EMULATOR_REPORT`: a file to which findings, profiles and counts are added.
    pub report: Option<PathBuf>,
    /// `PTX_EMULATOR_PROFILE`: the report gets the counts of each launch.
    pub profile: bool,
}

/// The settings of this process.
pub fn settings() -> &'static Settings {
    static SETTINGS: OnceLock<Settings> = OnceLock::new();
    SETTINGS.get_or_init(|| {
        let word = |name: &str| {
            let value = env::var(format!("PTX_EMULATOR_{name}")).ok();
            value.filter(|value| !value.is_empty())
        };
        let device = word("DEVICE").unwrap_or_else(|| "sm_80".to_owned());
        Settings {
            chip: Chip::named(&device).unwrap_or_else(|| {
                eprintln!(
                    "========= PTX emulator: PTX_EMULATOR_DEVICE: no chip `{device}`, sm_80 is used"
                );
                Chip::SM_80
            }),
            sanitize: word("SANITIZE").is_some_and(|value| value != "0"),
            seed: word("SEED").and_then(|seed| seed.parse().ok()),
            trace: word("TRACE").is_some_and(|value| value != "0"),
            report: word("REPORT").map(PathBuf::from),
            profile: word("PROFILE").is_some_and(|value| value != "0"),
        }
    })
}
