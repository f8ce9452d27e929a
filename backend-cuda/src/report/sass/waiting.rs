//! How long a warp waits for global memory where the rest of its block waits with it.
//!
//! ```text
//! loop:  LDG R8 ;  STS [R2], R8 ;  BAR ;  .. compute ..       waits a trip to memory in each round
//! loop:  DEPBAR.LE SB0, 0x1 ;  BAR ;  LDGSTS ;  LDGDEPBAR ;  .. compute ..   copies run ahead
//! ```
//!
//! One warp's instructions are followed in the order in which it runs them. Each takes the clocks
//! in which its scheduler issues it for all warps of the block: they run the same code, barrier by
//! barrier. A load's result is there one trip to memory later, and an instruction that reads it
//! waits until then; so does a wait for asynchronous copies, for the groups that it does not leave
//! pending. Only waits in a loop with a barrier count: without one, warps do not wait together, and
//! others fill the time.

use std::collections::{HashMap, VecDeque};

use super::blocks::{Code, Range};
use super::instruction::Instruction;

/// What a wait depends on.
enum Event {
    /// Registers that a load fills.
    Load(Vec<u32>),
    /// Registers that are read, of those that loads fill.
    Read(Vec<u32>),
    /// A copy to shared memory starts.
    Copy,
    /// The copies so far are a group.
    Group,
    /// All groups but so many of the last ones must have ended.
    Wait(usize),
}

/// Clocks that a warp waits, by the loop that holds the wait.
pub(super) fn clocks(code: &Code, path: &[u32], loops: &[Range], trip: f64, turn: f64) -> Vec<f64> {
    let events = events(code);
    let mut waits = vec![0.0; loops.len()];
    let mut now = 0.0_f64;
    let mut arrival: HashMap<u32, f64> = HashMap::new();
    let (mut last_copy, mut groups) = (None, VecDeque::new());
    for block in path {
        let range = code.block(*block as usize);
        let start = now;
        let mut waited = 0.0;
        for (place, event) in &events[*block as usize] {
            now = start + waited + (*place - range.start) as f64 * turn;
            let until = match event {
                Event::Load(registers) => {
                    arrival.extend(registers.iter().map(|one| (*one, now + trip)));
                    continue;
                }
                Event::Copy => {
                    last_copy = Some(now + trip);
                    continue;
                }
                Event::Group => {
                    groups.push_back(last_copy.take().unwrap_or(now));
                    continue;
                }
                Event::Read(registers) => {
                    let times = registers.iter().filter_map(|one| arrival.remove(one));
                    times.fold(now, f64::max)
                }
                Event::Wait(pending) => {
                    let ended = groups.len().saturating_sub(*pending);
                    groups.drain(..ended).fold(now, f64::max)
                }
            };
            waited += until - now;
            for (all, _) in waits
                .iter_mut()
                .zip(loops)
                .filter(|(_, one)| one.has(*place))
            {
                *all += until - now;
            }
        }
        now = start + waited + range.len() as f64 * turn;
    }
    waits
}

/// By basic block, where waits begin and end.
fn events(code: &Code) -> Vec<Vec<(usize, Event)>> {
    let loads = |one: &&Instruction| one.opcode() == "LDG";
    let filled = code
        .instructions
        .iter()
        .filter(loads)
        .flat_map(Instruction::results);
    let filled = std::collections::HashSet::<u32>::from_iter(filled);
    let copies = code
        .instructions
        .iter()
        .any(|one| one.opcode() == "LDGDEPBAR");
    let mut events: Vec<Vec<(usize, Event)>> = code.starts.iter().map(|_| Vec::new()).collect();
    for (place, one) in code.instructions.iter().enumerate() {
        let mut reads = Vec::from_iter(one.reads());
        reads.retain(|register| filled.contains(register));
        let event = match one.opcode() {
            "LDGSTS" => Some(Event::Copy),
            "LDGDEPBAR" => Some(Event::Group),
            "DEPBAR" if copies => {
                let pending = one.operands.last().and_then(|one| one.strip_prefix("0x"));
                let pending = pending.and_then(|one| usize::from_str_radix(one, 16).ok());
                Some(Event::Wait(pending.unwrap_or(0)))
            }
            _ => None,
        };
        let of_block = &mut events[code.block_of(place)];
        if !reads.is_empty() {
            of_block.push((place, Event::Read(reads)));
        }
        of_block.extend(event.map(|event| (place, event)));
        if one.opcode() == "LDG" {
            of_block.push((place, Event::Load(one.results().collect())));
        }
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The waits of a loop that is run three times.
    fn waits(lines: &str) -> f64 {
        let code = Code::parse(&format!(".L_x_0:\n{}\n/*9*/ @P0 BRA `(.L_x_0) ;", {
            let all = lines.lines().map(|line| format!("/*0*/ {line} ;"));
            Vec::from_iter(all).join("\n")
        }));
        assert_eq!(code.loops.len(), 1);
        clocks(&code, &[0, 0, 0], &code.loops, 100.0, 1.0)[0]
    }

    #[test]
    fn a_load_that_is_stored_at_once_is_waited_for() {
        assert_eq!(
            waits("LDG.E R8, desc[UR4][R2.64]\nSTS [R3], R8\nBAR.SYNC 0x0"),
            3.0 * 99.0
        );
        // A second load whose address the first one gives: two trips.
        let two = waits("LDG.E R8, desc[UR4][R2.64]\nLDG.E R9, desc[UR4][R8.64]\nSTS [R3], R9");
        assert_eq!(two, 3.0 * 2.0 * 99.0);
        // Work between them covers a part.
        let work = "FFMA R1, R4, R5, R1\n".repeat(40);
        let some = waits(&format!("LDG.E R8, desc[UR4][R2.64]\n{work}STS [R3], R8"));
        assert_eq!(some, 3.0 * 59.0);
    }

    #[test]
    fn copies_ahead_are_not_waited_for() {
        let work = "FFMA R1, R4, R5, R1\n".repeat(200);
        let at_once = waits(&format!(
            "LDGSTS.E [R6], desc[UR4][R2.64]\nLDGDEPBAR\nDEPBAR.LE SB0, 0x0\nBAR.SYNC 0x0\n{work}"
        ));
        assert_eq!(at_once, 3.0 * 98.0);
        let ahead = waits(&format!(
            "DEPBAR.LE SB0, 0x0\nBAR.SYNC 0x0\nLDGSTS.E [R6], desc[UR4][R2.64]\nLDGDEPBAR\n{work}"
        ));
        assert_eq!(ahead, 0.0);
        let two =
            waits("LDGSTS.E [R6], desc[UR4][R2.64]\nLDGDEPBAR\nDEPBAR.LE SB0, 0x1\nBAR.SYNC 0x0");
        // The second round waits for the copy of the first, which it has covered by its 5 clocks.
        assert!(two < 2.0 * 99.0, "{two}");
    }
}
