//! A profile for readers: totals, one entry for each PTX line, as text, JSON and annotated PTX.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::count::{Counters, Profile, SECTOR};
use crate::context::Context;
use crate::operation::Class;

/// The number of instructions of a class that ran.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClassCount {
    /// The class.
    pub class: Class,
    /// Warp instructions.
    pub warps: u64,
    /// Thread instructions.
    pub threads: u64,
}

/// Counters of one PTX line.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LineProfile {
    /// PTX line, counted from 1.
    pub line: u32,
    /// Its text.
    pub text: String,
    /// `file:line:column` of the program that the PTX was made from.
    pub source: Option<String>,
    /// Its class.
    pub class: Class,
    /// Warp instructions.
    pub warps: u64,
    /// Thread instructions.
    pub threads: u64,
    /// Branches that split a warp.
    pub diverged: u64,
    /// Memory requests.
    pub requests: u64,
    /// Bytes that threads requested.
    pub bytes: u64,
    /// 32-byte sectors of global memory.
    pub sectors: u64,
    /// Sectors that the distinct bytes of each request would need at least.
    pub ideal_sectors: u64,
    /// Passes through shared memory, lanes in fixed phases.
    pub wavefronts: u64,
    /// Passes when pairs of lanes with equal addresses are merged (16-byte accesses).
    pub merged_wavefronts: u64,
    /// Passes without any bank conflict.
    pub ideal_wavefronts: u64,
}

impl LineProfile {
    /// Sectors of an average request.
    pub fn sectors_per_request(&self) -> f64 {
        ratio(self.sectors, self.requests)
    }

    /// Passes beyond the ideal.
    pub fn bank_conflicts(&self) -> u64 {
        self.wavefronts.saturating_sub(self.ideal_wavefronts)
    }
}

/// Sums over the kernel.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Totals {
    /// Blocks run.
    pub blocks: u64,
    /// Threads of a block.
    pub block_threads: u64,
    /// Warp instructions.
    pub warp_instructions: u64,
    /// Thread instructions.
    pub thread_instructions: u64,
    /// Warp instructions of the longest warp of each block, summed.
    pub critical_instructions: u64,
    /// Barriers that warps went through.
    pub barriers: u64,
    /// Branches that split a warp.
    pub diverged: u64,
    /// Bytes that threads loaded from global memory.
    pub global_load_bytes: u64,
    /// Bytes that threads stored to global memory, atomics included.
    pub global_store_bytes: u64,
    /// Global sectors.
    pub sectors: u64,
    /// Global sectors at best.
    pub ideal_sectors: u64,
    /// Bytes that threads moved from and to shared memory.
    pub shared_bytes: u64,
    /// Passes through shared memory.
    pub wavefronts: u64,
    /// Passes with merged lanes.
    pub merged_wavefronts: u64,
    /// Passes at best.
    pub ideal_wavefronts: u64,
    /// Bytes from and to local memory.
    pub local_bytes: u64,
    /// Distinct bytes read from global memory.
    pub minimum_load_bytes: u64,
    /// Distinct bytes written to global memory.
    pub minimum_store_bytes: u64,
}

impl Totals {
    /// Bytes of all sectors over the bytes that must move at least.
    pub fn traffic_ratio(&self) -> f64 {
        ratio(
            self.sectors * SECTOR,
            self.minimum_load_bytes + self.minimum_store_bytes,
        )
    }
}

/// A profile.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ProfileReport {
    /// The kernel.
    pub kernel: String,
    /// Sums.
    pub totals: Totals,
    /// Instructions by class, those that ran.
    pub classes: Vec<ClassCount>,
    /// Every PTX line with an instruction that ran.
    pub lines: Vec<LineProfile>,
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

impl ProfileReport {
    pub(crate) fn new(context: &Context, profile: &Profile) -> Self {
        let mut lines: BTreeMap<u32, (Class, Counters, usize)> = BTreeMap::new();
        let mut classes: BTreeMap<Class, (u64, u64)> = BTreeMap::new();
        let mut totals = Totals {
            blocks: profile.blocks,
            block_threads: context.block_threads() as u64,
            critical_instructions: profile.critical_instructions,
            ..Totals::default()
        };
        (totals.minimum_load_bytes, totals.minimum_store_bytes) = profile.minimum_bytes();
        for (pc, counters) in profile.counters.iter().enumerate() {
            if counters.warps == 0 {
                continue;
            }
            let decoded = &context.code.instructions[pc];
            let entry =
                lines
                    .entry(decoded.line)
                    .or_insert((decoded.class, Counters::default(), pc));
            entry.1.add(counters);
            let class = classes.entry(decoded.class).or_default();
            class.0 += counters.warps;
            class.1 += counters.lanes;
            totals.add(decoded.class, counters);
        }
        let lines = lines
            .into_iter()
            .map(|(line, (class, counters, pc))| LineProfile {
                line,
                text: context.line_text(line),
                source: context.source_text(pc as u32),
                class,
                warps: counters.warps,
                threads: counters.lanes,
                diverged: counters.diverged,
                requests: counters.requests,
                bytes: counters.bytes,
                sectors: counters.sectors,
                ideal_sectors: counters.ideal_sectors,
                wavefronts: counters.wavefronts,
                merged_wavefronts: counters.merged_wavefronts,
                ideal_wavefronts: counters.ideal_wavefronts,
            })
            .collect();
        let classes = classes
            .into_iter()
            .map(|(class, (warps, threads))| ClassCount {
                class,
                warps,
                threads,
            })
            .collect();
        ProfileReport {
            kernel: context.code.name.clone(),
            totals,
            classes,
            lines,
        }
    }

    /// Warp instructions of a class.
    pub fn class(&self, class: Class) -> u64 {
        self.classes
            .iter()
            .find(|count| count.class == class)
            .map_or(0, |count| count.warps)
    }

    /// The profile as text.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let totals = &self.totals;
        let mut line = |label: &str, value: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {label:<28}{value}");
        };
        line(
            "blocks x threads",
            format!("{} x {}", totals.blocks, totals.block_threads),
        );
        line(
            "instructions",
            format!(
                "{} warp, {} thread",
                totals.warp_instructions, totals.thread_instructions
            ),
        );
        for count in &self.classes {
            let share = 100.0 * ratio(count.warps, totals.warp_instructions);
            line(
                &format!("  {}", count.class.name()),
                format!("{} ({share:.1} %)", count.warps),
            );
        }
        line(
            "lanes active",
            format!(
                "{:.1} %, {} branches diverged",
                100.0 * ratio(totals.thread_instructions, 32 * totals.warp_instructions),
                totals.diverged
            ),
        );
        let warps = totals.blocks
            * totals
                .block_threads
                .div_ceil(crate::registers::LANES as u64);
        line(
            "longest warp",
            format!(
                "{:.1} instructions a block, {:.1} a warp on average",
                ratio(totals.critical_instructions, totals.blocks),
                ratio(totals.warp_instructions, warps)
            ),
        );
        line("barriers", totals.barriers.to_string());
        line(
            "global bytes asked",
            format!(
                "{} loaded, {} stored",
                totals.global_load_bytes, totals.global_store_bytes
            ),
        );
        line(
            "global sectors",
            format!("{} (ideal {})", totals.sectors, totals.ideal_sectors),
        );
        line(
            "traffic to minimum",
            format!(
                "{:.2} ({} bytes must be read, {} written)",
                totals.traffic_ratio(),
                totals.minimum_load_bytes,
                totals.minimum_store_bytes
            ),
        );
        line(
            "shared passes",
            format!(
                "{} (merged {}, ideal {})",
                totals.wavefronts, totals.merged_wavefronts, totals.ideal_wavefronts
            ),
        );
        line("local bytes", totals.local_bytes.to_string());
        format!("profile of `{}`\n{text}{}", self.kernel, self.hot_lines())
    }

    fn hot_lines(&self) -> String {
        let mut text = String::from("  memory accesses by line\n");
        for line in self
            .lines
            .iter()
            .filter(|line| line.sectors + line.wavefronts > 0)
        {
            let what = if line.sectors > 0 {
                format!(
                    "{:.2} sectors a request (ideal {:.2})",
                    line.sectors_per_request(),
                    ratio(line.ideal_sectors, line.requests)
                )
            } else {
                let merged = if line.merged_wavefronts == line.wavefronts {
                    String::new()
                } else {
                    format!(
                        "merged {:.2}, ",
                        ratio(line.merged_wavefronts, line.requests)
                    )
                };
                format!(
                    "{:.2} passes a request ({merged}ideal {:.2})",
                    ratio(line.wavefronts, line.requests),
                    ratio(line.ideal_wavefronts, line.requests)
                )
            };
            let source = line.source.as_deref();
            let source = source.map_or(String::new(), |source| format!("  [{source}]"));
            let ptx = line.text.trim();
            let _ = writeln!(text, "    {:>5}: {what}: {ptx}{source}", line.line);
        }
        text
    }

    /// The profile as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// The PTX with the counters before each line.
    pub fn annotate(&self, ptx: &str) -> String {
        let by_line: BTreeMap<u32, &LineProfile> =
            self.lines.iter().map(|line| (line.line, line)).collect();
        let mut text = format!(
            "{:>10} {:>6} {:>8} {:>8} | ptx\n",
            "warps", "lanes", "sectors", "passes"
        );
        for (index, ptx_line) in ptx.lines().enumerate() {
            let row = match by_line.get(&(index as u32 + 1)) {
                None => format!("{:>35} | {ptx_line}", ""),
                Some(line) => {
                    let optional = |part: u64| {
                        if part == 0 {
                            String::new()
                        } else {
                            format!("{:.2}", ratio(part, line.requests))
                        }
                    };
                    format!(
                        "{:>10} {:>6.1} {:>8} {:>8} | {ptx_line}",
                        line.warps,
                        ratio(line.threads, line.warps),
                        optional(line.sectors),
                        optional(line.wavefronts)
                    )
                }
            };
            text.push_str(row.trim_end());
            text.push('\n');
        }
        text
    }
}

impl Totals {
    fn add(&mut self, class: Class, counters: &Counters) {
        self.warp_instructions += counters.warps;
        self.thread_instructions += counters.lanes;
        self.diverged += counters.diverged;
        self.sectors += counters.sectors;
        self.ideal_sectors += counters.ideal_sectors;
        self.wavefronts += counters.wavefronts;
        self.merged_wavefronts += counters.merged_wavefronts;
        self.ideal_wavefronts += counters.ideal_wavefronts;
        let global = counters.sectors > 0;
        match class {
            Class::Barrier => self.barriers += counters.warps,
            Class::GlobalLoad | Class::AsyncCopy if global => {
                self.global_load_bytes += counters.bytes;
            }
            Class::GlobalStore | Class::Atomic if global => {
                self.global_store_bytes += counters.bytes;
            }
            Class::Local => self.local_bytes += counters.bytes,
            _ if counters.wavefronts > 0 => self.shared_bytes += counters.bytes,
            _ => {}
        }
    }
}
