//! Warp collectives.

use super::state::{Environment, Warp};
use crate::operation::{Collective, CollectiveKind, Reduction, ShuffleMode};
use crate::registers::{LANES, Register, Registers, lanes};
use crate::types::ScalarType;

impl Environment<'_> {
    pub fn collective(&mut self, warp: &mut Warp, collective: &Collective, mask: u32) {
        let name = match collective.kind {
            CollectiveKind::Shuffle { .. } => "shfl.sync",
            CollectiveKind::Vote { .. } | CollectiveKind::Ballot { .. } => "vote.sync",
            CollectiveKind::MatchAny { .. } | CollectiveKind::MatchAll { .. } => "match.sync",
            CollectiveKind::Reduce { .. } => "redux.sync",
            CollectiveKind::Elect { .. } => "elect.sync",
        };
        for members in self.groups(warp, collective.members, mask, name) {
            exchange(&collective.kind, members, &mut warp.registers);
        }
    }
}

/// Computes the results of a collective in its members.
fn exchange(kind: &CollectiveKind, members: u32, registers: &mut Registers) {
    match kind {
        CollectiveKind::Shuffle {
            mode,
            target,
            in_range,
            value,
            lane,
            clamp,
        } => {
            let (values, choice) = (registers.bits(*value), registers.bits(*lane));
            let clamps = registers.bits(*clamp);
            let mut valid = 0;
            for lane in lanes(members) {
                let (b, c) = (choice[lane] as u32, clamps[lane] as u32);
                let (source, inside) = shuffle_source(*mode, lane as i32, b, c);
                valid |= u32::from(inside) << lane;
                registers.set_lane(*target, lane, values[source & (LANES - 1)]);
            }
            if let Some(predicate) = in_range {
                registers.set_predicate(*predicate, members, valid);
            }
        }
        CollectiveKind::Vote {
            mode,
            target,
            value,
        } => {
            let bits = value.value(registers) & members;
            let holds = match mode {
                0 => bits == members,
                1 => bits != 0,
                _ => bits == 0 || bits == members,
            };
            registers.set_predicate(*target, members, if holds { u32::MAX } else { 0 });
        }
        CollectiveKind::Ballot { target, value } => {
            let bits = value.value(registers) & members;
            set_members(registers, *target, members, u64::from(bits));
        }
        CollectiveKind::MatchAny { target, value } => {
            let values = registers.bits(*value);
            for lane in lanes(members) {
                let equal = lanes(members)
                    .filter(|other| values[*other] == values[lane])
                    .fold(0_u64, |bits, other| bits | 1 << other);
                registers.set_lane(*target, lane, equal);
            }
        }
        CollectiveKind::MatchAll { target, all, value } => {
            let values = registers.bits(*value);
            let first = values[members.trailing_zeros() as usize];
            let equal = lanes(members).all(|lane| values[lane] == first);
            let bits = if equal { u64::from(members) } else { 0 };
            set_members(registers, *target, members, bits);
            if let Some(predicate) = all {
                registers.set_predicate(*predicate, members, if equal { u32::MAX } else { 0 });
            }
        }
        CollectiveKind::Reduce {
            operation,
            ty,
            target,
            value,
        } => {
            let values = registers.bits(*value);
            let result = lanes(members)
                .map(|lane| values[lane] as u32)
                .reduce(|a, b| reduce(*operation, *ty, a, b))
                .unwrap_or(0);
            set_members(registers, *target, members, u64::from(result));
        }
        CollectiveKind::Elect { target, leader } => {
            let first = members.trailing_zeros();
            set_members(registers, *target, members, u64::from(first));
            registers.set_predicate(*leader, members, 1 << first);
        }
    }
}

/// Gives all members the same value.
fn set_members(registers: &mut Registers, target: Register, members: u32, bits: u64) {
    for lane in lanes(members) {
        registers.set_lane(target, lane, bits);
    }
}

/// The lane that `shfl` reads, and whether it is in the segment. `c` holds the clamp in its low
/// five bits and the mask that makes segments in bits 8 to 12.
fn shuffle_source(mode: ShuffleMode, lane: i32, b: u32, c: u32) -> (usize, bool) {
    let b = (b & 31) as i32;
    let clamp = (c & 31) as i32;
    let segment = (c >> 8 & 31) as i32;
    let last = (lane & segment) | (clamp & !segment);
    let first = lane & segment;
    let (source, inside) = match mode {
        ShuffleMode::Up => (lane - b, lane - b >= last),
        ShuffleMode::Down => (lane + b, lane + b <= last),
        ShuffleMode::Butterfly => (lane ^ b, lane ^ b <= last),
        ShuffleMode::Index => {
            let source = first | (b & !segment);
            (source, source <= last)
        }
    };
    if inside {
        (source as usize, true)
    } else {
        (lane as usize, false)
    }
}

fn reduce(operation: Reduction, ty: ScalarType, a: u32, b: u32) -> u32 {
    let signed = ty == ScalarType::S32;
    match operation {
        Reduction::Add => a.wrapping_add(b),
        Reduction::And => a & b,
        Reduction::Or => a | b,
        Reduction::Xor => a ^ b,
        Reduction::Minimum if signed => (a as i32).min(b as i32) as u32,
        Reduction::Minimum => a.min(b),
        Reduction::Maximum if signed => (a as i32).max(b as i32) as u32,
        Reduction::Maximum => a.max(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffles_stay_in_their_segment() {
        // Width 32: up has clamp 0, the others 31.
        assert_eq!(shuffle_source(ShuffleMode::Up, 5, 2, 0), (3, true));
        assert_eq!(shuffle_source(ShuffleMode::Up, 1, 2, 0), (1, false));
        assert_eq!(shuffle_source(ShuffleMode::Down, 30, 1, 31), (31, true));
        assert_eq!(shuffle_source(ShuffleMode::Down, 30, 2, 31), (30, false));
        assert_eq!(
            shuffle_source(ShuffleMode::Butterfly, 6, 16, 31),
            (22, true)
        );
        // Width 8: the mask is 0x18.
        let width_8 = 0x181f;
        assert_eq!(
            shuffle_source(ShuffleMode::Index, 13, 3, width_8),
            (11, true)
        );
        assert_eq!(
            shuffle_source(ShuffleMode::Index, 13, 11, width_8),
            (11, true)
        );
        assert_eq!(
            shuffle_source(ShuffleMode::Down, 13, 4, width_8),
            (13, false)
        );
        assert_eq!(shuffle_source(ShuffleMode::Up, 13, 6, 0x1800), (13, false));
    }
}
