//! Where a search begins: the mapping options of the paper's appendix A.4, by hand and as its tuner
//! found them, for reference problems.
//!
//! They were made for a GPU, and say how loops are tiled, mapped and promoted. On a CPU only their
//! tiles, unrolling and fusion mean something.

use crate::{machine::Machine, options::Options};

/// Options by name.
type Preset = &'static [(&'static str, &'static str)];

/// All of the appendix, in its order.
const PRESETS: &[Preset] = &[
    // tmm, by hand (A.4.1).
    &[("tile", "32,32,32"), ("block", "32,32")],
    // tmm 128 x 32 x 256, tuned (A.4.1).
    &[
        ("tile", "4,32"),
        ("block", "1,32"),
        ("grid", "64,128"),
        ("unroll_copies", "false"),
        ("unroll", "4"),
    ],
    // tbmm, by hand (A.4.2).
    &[
        ("tile", "1"),
        ("block", "128"),
        ("unroll_copies", "false"),
        ("unroll", "1024"),
    ],
    // tbmm 500 x 26 x 72 x 26, tuned (A.4.2).
    &[
        ("tile", "1"),
        ("block", "7,26"),
        ("grid", "72,16,1"),
        ("unroll", "128"),
    ],
    // gconv, by hand (A.4.3).
    &[
        ("tile", "1,1,1"),
        ("block", "4,8,4"),
        ("grid", "32,32"),
        ("private", "false"),
        ("unroll", "1"),
    ],
    // gconv 7 x 7, tuned (A.4.3).
    &[
        ("tile", "1,1"),
        ("block", "8,7,7"),
        ("grid", "32,32,3"),
        ("private", "false"),
    ],
    // 2LUT, by hand (A.4.4).
    &[
        ("tile", "4,32"),
        ("block", "1,32"),
        ("grid", "100,100"),
        ("unroll", "1024"),
    ],
    // C3, by hand (A.4.4).
    &[
        ("tile", "32,32,32"),
        ("block", "4,32"),
        ("grid", "128,128"),
        ("unroll", "128"),
    ],
    // MLP1, by hand (A.4.4).
    &[
        ("tile", "16,16,128"),
        ("block", "16,16"),
        ("grid", "32,32"),
        ("unroll_copies", "false"),
        ("unroll", "1"),
    ],
    // MLP3, by hand (A.4.4).
    &[
        ("fusion", "max"),
        ("tile", "1"),
        ("block", "128"),
        ("grid", "128"),
    ],
];

/// What a preset says about a machine.
fn options(preset: Preset, machine: Machine) -> Options {
    let own = preset.iter().filter(|(name, _)| match machine {
        Machine::Gpu => true,
        Machine::Cpu => ["tile", "unroll", "fusion", "private"].contains(name),
    });
    own.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

/// The starting points for a machine, each once.
pub(crate) fn starts(machine: Machine) -> Vec<Options> {
    let mut starts: Vec<Options> = Vec::new();
    for preset in PRESETS {
        let options = options(preset, machine);
        if !starts.contains(&options) {
            starts.push(options);
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::mapping;

    #[test]
    fn every_preset_is_made_of_options_of_the_machine() {
        for machine in [Machine::Cpu, Machine::Gpu] {
            for options in starts(machine) {
                assert!(mapping(machine, &options).is_ok(), "{options:?}");
                assert!(!options.is_empty());
            }
        }
        assert_eq!(starts(Machine::Gpu).len(), PRESETS.len());
        assert!(
            starts(Machine::Cpu)
                .iter()
                .all(|one| !one.contains_key("block"))
        );
    }
}
