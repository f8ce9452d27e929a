//! A report as text.

use std::fmt::Write;

use super::{Executed, KernelReport, Mix, Occupancy, Report, Resources, Roofline, Sass};
use tc_schedule::work::KernelWork;

/// All kernels, then what is missing.
pub fn report(report: &Report) -> String {
    let mut text = String::new();
    for one in &report.kernels {
        kernel(&mut text, one, &report.target);
    }
    for note in &report.notes {
        line_of(&mut text, "note: ", note);
    }
    text
}

fn line_of(text: &mut String, start: &str, rest: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{start}{rest}");
}

fn fact(text: &mut String, label: &str, value: &str) {
    line_of(text, &format!("  {label:<16}"), value);
}

fn sizes(sizes: [u32; 3]) -> String {
    format!("{} x {} x {}", sizes[0], sizes[1], sizes[2])
}

fn kernel(text: &mut String, one: &KernelReport, target: &str) {
    let grid = one.grid.map_or("grid not known".to_owned(), |grid| {
        format!("grid {}", sizes(grid))
    });
    let threads: u64 = one.block.iter().map(|size| u64::from(*size)).product();
    let times = match one.launches {
        0 | 1 => String::new(),
        launches => format!(", {launches} launches"),
    };
    line_of(
        text,
        &format!("report of `{}` on {target}: ", one.kernel),
        &format!(
            "{grid}, block {} ({threads} threads){times}",
            sizes(one.block)
        ),
    );
    if let Some(known) = &one.resources {
        fact(text, "registers", &registers(known));
    }
    let dynamic = match one.dynamic_shared_bytes {
        0 => String::new(),
        bytes => format!(" and {bytes} dynamic"),
    };
    fact(
        text,
        "shared memory",
        &format!("{} bytes{dynamic} a block", one.shared_bytes),
    );
    occupancy(text, &one.occupancy);
    if let Some(known) = &one.sass {
        machine_code(text, known);
    }
    if let Some(known) = &one.work {
        fact(text, "work", &work(known, one.intensity.unwrap_or(0.0)));
        longest_warp(text, known, one);
        behind_cache(text, known, one);
    }
    if let Some(known) = &one.roofline {
        roofline(text, known);
    }
}

fn registers(known: &Resources) -> String {
    let spills = match known.spill_store_bytes + known.spill_load_bytes {
        0 => "no spills".to_owned(),
        _ => format!(
            "SPILLS: {} bytes stored, {} loaded",
            known.spill_store_bytes, known.spill_load_bytes
        ),
    };
    format!(
        "{} a thread, {spills}, {} bytes of stack",
        known.registers, known.stack_bytes
    )
}

fn occupancy(text: &mut String, known: &Occupancy) {
    let at_most = if known.registers_known {
        ""
    } else {
        "at most "
    };
    let share = 100.0 * known.warps as f64 / known.max_warps.max(1) as f64;
    fact(
        text,
        "occupancy",
        &format!(
            "{at_most}{} blocks, {} of {} warps ({share:.0} %), limited by {}",
            known.blocks, known.warps, known.max_warps, known.limiter
        ),
    );
    if let Some(grid) = &known.grid {
        let idle = match grid.idle {
            0 => String::new(),
            idle => format!(", {idle} multiprocessors idle"),
        };
        let tail = 100.0 * grid.tail;
        fact(
            text,
            "waves",
            &format!(
                "{:.2} ({} blocks, {:.2} a multiprocessor), the last one {tail:.0} % full{idle}",
                grid.waves, grid.blocks, grid.per_multiprocessor
            ),
        );
    }
}

fn machine_code(text: &mut String, known: &Sass) {
    fact(text, "machine code", &mix(&known.kernel));
    match &known.main_loop {
        Some(main_loop) => fact(text, "main loop", &mix(main_loop)),
        None => fact(text, "main loop", "none"),
    }
    let looked_at = known.main_loop.as_ref().unwrap_or(&known.kernel);
    let ratio = looked_at.ffma_per_shared_load_128();
    let ratio = ratio.map_or("no LDS.128".to_owned(), |ratio| {
        format!("{ratio:.1} FFMA for each LDS.128")
    });
    let wide = match known.kernel.accesses {
        0 => "no accesses".to_owned(),
        all => format!(
            "{} of {all} accesses of 128 bits",
            known.kernel.accesses_128
        ),
    };
    fact(text, "", &format!("{ratio}, {wide}"));
    if let Some(executed) = &known.executed {
        trips(text, executed);
    }
}

/// How often the main loop runs, and what one round of the loop over tiles holds.
fn trips(text: &mut String, known: &Executed) {
    let data = match known.exact {
        true => "",
        false => "; some loops depend on data and count once",
    };
    let all = known.of_grid(known.total.instructions) / known.warps.max(1) as f64;
    let rounds = number(known.main_loop_trips);
    let main = format!(
        "{rounds} rounds of the main loop, {} instructions",
        number(all)
    );
    fact(text, "a warp runs", &format!("{main}{data}"));
    if let Some(tile) = &known.tile {
        let sums = match tile.matrix > 0.0 {
            true => format!("{} matrix", number(tile.matrix)),
            false => {
                let share = 100.0 * tile.ffma / tile.instructions.max(1.0);
                format!("{} FFMA ({share:.0} %)", number(tile.ffma))
            }
        };
        fact(
            text,
            "tile",
            &format!(
                "{} tiles of {} instructions: {sums}, {} barriers, {} clocks of waiting for memory",
                number(tile.trips),
                number(tile.instructions),
                number(tile.barriers),
                number(tile.uncovered_clocks),
            ),
        );
    }
}

/// A mean without digits that say nothing.
fn number(mean: f64) -> String {
    match (mean - mean.round()).abs() < 0.05 {
        true => format!("{mean:.0}"),
        false => format!("{mean:.1}"),
    }
}

fn mix(mix: &Mix) -> String {
    let share = 100.0 * mix.ffma as f64 / mix.instructions.max(1) as f64;
    let parts = [
        (mix.matrix, "matrix"),
        (mix.float, "other float"),
        (mix.integer, "integer"),
        (mix.moves, "moves"),
        (mix.shared_loads, "shared loads"),
        (mix.shared_stores, "shared stores"),
        (mix.global_loads, "global loads"),
        (mix.global_stores, "global stores"),
        (mix.async_copies, "async copies"),
        (mix.local, "local"),
        (mix.barriers, "barriers"),
    ];
    let mut text = format!(
        "{} instructions: {} FFMA ({share:.0} %)",
        mix.instructions, mix.ffma
    );
    for (number, name) in parts.iter().filter(|(number, _)| *number > 0) {
        let _ = write!(text, ", {number} {name}");
    }
    text
}

fn work(work: &KernelWork, intensity: f64) -> String {
    let bound = if work.exact { "" } else { "at most " };
    let functions = match work.functions {
        0 => String::new(),
        functions => format!(" ({} of them functions)", amount(functions as f64)),
    };
    format!(
        "{bound}{}flop{functions}, {}byte read and {}byte written at least, {intensity:.2} flop/byte",
        amount(work.flops as f64),
        amount(work.read_bytes() as f64),
        amount(work.written_bytes() as f64)
    )
}

/// The operations of the longest warp of a block beside those of the block's threads on average.
fn longest_warp(text: &mut String, work: &KernelWork, one: &KernelReport) {
    let longest = work.longest_warp_flops.filter(|flops| *flops > 0);
    let (Some(longest), Some(grid)) = (longest, one.grid) else {
        return;
    };
    let sizes = grid.iter().chain(&one.block);
    let threads: f64 = sizes.map(|size| f64::from(*size)).product();
    let even = work.flops as f64 / threads.max(1.0);
    fact(
        text,
        "longest warp",
        &format!("{longest} flop a lane, {even:.1} a thread on average"),
    );
}

/// The bytes that waves of blocks move beside the bytes that must move.
fn behind_cache(text: &mut String, work: &KernelWork, one: &KernelReport) {
    if let Some(bytes) = one.bytes_behind_cache {
        let least = work.read_bytes() + work.written_bytes();
        let ratio = bytes as f64 / least.max(1) as f64;
        let moved = amount(bytes as f64);
        fact(
            text,
            "behind L2",
            &format!("{moved}byte in waves of blocks, {ratio:.2} of the least"),
        );
    }
}

/// `1.34 M` and a space, to stand before a unit.
fn amount(number: f64) -> String {
    let steps = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match steps.iter().find(|(step, _)| number >= *step) {
        Some((step, prefix)) => format!("{:.2} {prefix}", number / step),
        None => format!("{number} "),
    }
}

fn roofline(text: &mut String, known: &Roofline) {
    let times: Vec<String> = known
        .times
        .iter()
        .map(|time| {
            format!(
                "{} {}",
                time.resource.name(),
                microseconds(time.microseconds)
            )
        })
        .collect();
    fact(
        text,
        "time at least",
        &format!("{}: {}", microseconds(known.microseconds), times.join(", ")),
    );
    fact(
        text,
        "bound",
        &format!("{}: {}", known.bound.name(), known.bound.words()),
    );
    if let Some(time) = known.uncovered_microseconds.filter(|time| *time > 0.0) {
        let time = microseconds(time);
        let words = "of trips to memory that nothing in a block covers, beside the bound";
        fact(text, "uncovered", &format!("{time} {words}"));
    }
}

fn microseconds(time: f64) -> String {
    match time {
        time if time >= 1000.0 => format!("{:.2} ms", time / 1000.0),
        time if time >= 0.1 => format!("{time:.2} us"),
        time => format!("{:.1} ns", time * 1000.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_and_times_have_three_digits_or_so() {
        let amounts = [0.0, 12.0, 1340.0, 5.24e5, 2e12].map(amount);
        assert_eq!(amounts, ["0 ", "12 ", "1.34 k", "524.00 k", "2.00 T"]);
        let times = [0.01, 12.345, 2500.0].map(microseconds);
        assert_eq!(times, ["10.0 ns", "12.35 us", "2.50 ms"]);
    }

    #[test]
    fn spills_are_loud() {
        let mut known = Resources {
            registers: 40,
            ..Resources::default()
        };
        assert_eq!(
            registers(&known),
            "40 a thread, no spills, 0 bytes of stack"
        );
        known.spill_store_bytes = 8;
        assert!(registers(&known).contains("SPILLS: 8 bytes stored, 0 loaded"));
    }
}
