//! Where a search begins: the mapping options of the paper's appendix A.4, by hand and as its tuner
//! found them, for reference problems.
//!
//! They were made for a GPU, and say how loops are tiled, mapped and promoted. On a CPU only their
//! tiles, unrolling and fusion mean something.

use crate::{machine::Machine, options::Options};

/// Options of the appendix.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// What they were made for, with the section.
    pub name: &'static str,
    options: &'static [(&'static str, &'static str)],
}

/// All of them, in the order of the appendix.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "tmm, by hand (A.4.1)",
        options: &[("tile", "32,32,32"), ("block", "32,32")],
    },
    Preset {
        name: "tmm 128 x 32 x 256, tuned (A.4.1)",
        options: &[
            ("tile", "4,32"),
            ("block", "1,32"),
            ("grid", "64,128"),
            ("unroll_copies", "false"),
            ("unroll", "4"),
        ],
    },
    Preset {
        name: "tbmm, by hand (A.4.2)",
        options: &[
            ("tile", "1"),
            ("block", "128"),
            ("unroll_copies", "false"),
            ("unroll", "1024"),
        ],
    },
    Preset {
        name: "tbmm 500 x 26 x 72 x 26, tuned (A.4.2)",
        options: &[
            ("tile", "1"),
            ("block", "7,26"),
            ("grid", "72,16,1"),
            ("unroll", "128"),
        ],
    },
    Preset {
        name: "gconv, by hand (A.4.3)",
        options: &[
            ("tile", "1,1,1"),
            ("block", "4,8,4"),
            ("grid", "32,32"),
            ("private", "false"),
            ("unroll", "1"),
        ],
    },
    Preset {
        name: "gconv 7 x 7, tuned (A.4.3)",
        options: &[
            ("tile", "1,1"),
            ("block", "8,7,7"),
            ("grid", "32,32,3"),
            ("private", "false"),
        ],
    },
    Preset {
        name: "2LUT, by hand (A.4.4)",
        options: &[
            ("tile", "4,32"),
            ("block", "1,32"),
            ("grid", "100,100"),
            ("unroll", "1024"),
        ],
    },
    Preset {
        name: "C3, by hand (A.4.4)",
        options: &[
            ("tile", "32,32,32"),
            ("block", "4,32"),
            ("grid", "128,128"),
            ("unroll", "128"),
        ],
    },
    Preset {
        name: "MLP1, by hand (A.4.4)",
        options: &[
            ("tile", "16,16,128"),
            ("block", "16,16"),
            ("grid", "32,32"),
            ("unroll_copies", "false"),
            ("unroll", "1"),
        ],
    },
    Preset {
        name: "MLP3, by hand (A.4.4)",
        options: &[
            ("fusion", "max"),
            ("tile", "1"),
            ("block", "128"),
            ("grid", "128"),
        ],
    },
];

impl Preset {
    /// What they say about a machine.
    pub fn options(&self, machine: Machine) -> Options {
        let all = self.options.iter();
        let own = all.filter(|(name, _)| match machine {
            Machine::Gpu => true,
            Machine::Cpu => ["tile", "unroll", "fusion", "private"].contains(name),
        });
        own.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect()
    }
}

/// The starting points for a machine, each once.
pub fn starts(machine: Machine) -> Vec<Options> {
    let mut starts: Vec<Options> = Vec::new();
    for preset in PRESETS {
        let options = preset.options(machine);
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
