//! Values that a warp has read and that may not matter: from unwritten memory, or in a race.
//!
//! Compilers hoist reads above the condition that guards them, and drop values that they do not
//! need: `if (c) use(a[i])` in a loop may read `a[i]` once before the loop. So an uninitialised
//! read is a mistake only if the value matters. Until then the value is followed from register to
//! register: a selection takes what it selects, a conjunction with false is false, every other
//! operation on it gives another such value. It matters when it is stored, is an address, guards an
//! instruction, or leaves the lane; then the finding names the read. The value of a racing load is
//! followed the same way, in a separate run ([`crate::sanitizer`]). One use of it is a guess: a
//! compare-and-swap ([`super::guess`]). **Cost**: one lookup in an empty table per instruction.

use std::sync::Arc;

use super::state::{Environment, Lanes, Origin, Read, Undefined, Warp};
use crate::finding::FindingKind;
use crate::operation::{Access, AtomicKind, Choice, Decoded};
use crate::operation::{Operation, PredicateOperand, runs};
use crate::registers::{Register, Registers, lanes};
use crate::request::Request;
use crate::sanitizer::{Detected, Loads, Problem, Record, uninitialised};
use crate::types::Space;

/// The most watched loads that a value is followed from; if it comes from more, the others count as
/// used.
const WATCHED: usize = 16;

impl Undefined {
    pub fn is_empty(&self) -> bool {
        self.registers.is_empty()
    }

    pub fn clear(&mut self) {
        self.registers.clear();
        self.guesses.clear();
    }

    /// Records that lanes of registers hold such values.
    fn mark(&mut self, origin: &Origin, mask: u32, targets: &[Option<Register>]) {
        for target in targets.iter().flatten() {
            self.define(*target, mask);
            self.add(*target, mask, origin);
        }
    }

    fn add(&mut self, register: Register, mask: u32, origin: &Origin) {
        let undefined = self.registers.entry(register).or_default();
        undefined.push((mask, origin.clone()));
    }

    /// Records that lanes of a register hold a defined value again.
    fn define(&mut self, register: Register, mask: u32) {
        self.guesses.forget(register, mask);
        if let Some(undefined) = self.registers.get_mut(&register) {
            undefined.iter_mut().for_each(|(lanes, _)| *lanes &= !mask);
            undefined.retain(|(lanes, _)| *lanes != 0);
            if undefined.is_empty() {
                self.registers.remove(&register);
            }
        }
    }

    pub fn mask(&self, register: Register) -> u32 {
        let undefined = self.registers.get(&register).into_iter().flatten();
        undefined.fold(0, |all, (lanes, _)| all | lanes)
    }

    /// The undefined lanes of some registers.
    fn lanes_of(&self, registers: &[Register], mask: u32) -> Lanes {
        let mut left = mask;
        let mut found = Lanes::new();
        for register in registers {
            for (lanes, origin) in self.registers.get(register).into_iter().flatten() {
                match origin {
                    Origin::Unwritten(_) if lanes & left != 0 => {
                        found.push((lanes & left, origin.clone()));
                        left &= !lanes;
                    }
                    Origin::Watched(load) if lanes & mask != 0 => {
                        add_watched(&mut found, lanes & mask, *load);
                    }
                    _ => {}
                }
            }
        }
        found
    }

    /// The lanes whose result does not depend on the undefined value, although an operand is
    /// undefined.
    fn unaffected(&self, choice: &Choice, registers: &Registers) -> u32 {
        let undefined = |operand: &PredicateOperand| self.mask(operand.register);
        match choice {
            Choice::Select { values: [a, b], by } => {
                let chosen = by.value(registers);
                !undefined(by) & !((chosen & self.mask(*a)) | (!chosen & self.mask(*b)))
            }
            Choice::Equal { values: [a, b] } => self.refuted(*a, *b) | self.refuted(*b, *a),
            Choice::Logic {
                operands: [a, b],
                and,
            } => {
                // False in a conjunction, true in a disjunction.
                let decides = |operand: &PredicateOperand| match and {
                    true => !operand.value(registers),
                    false => operand.value(registers),
                };
                (decides(a) & !undefined(a)) | (decides(b) & !undefined(b))
            }
        }
    }
}

fn add_watched(found: &mut Lanes, mask: u32, load: Record) {
    let same = |origin: &Origin| matches!(origin, Origin::Watched(other) if *other == load);
    match found.iter_mut().find(|(_, origin)| same(origin)) {
        Some((lanes, _)) => *lanes |= mask,
        None => found.push((mask, Origin::Watched(load))),
    }
}

impl Environment<'_> {
    /// The lanes of the current load whose values never matter.
    pub fn dropped(&self, warp: &Warp) -> u32 {
        match (&self.context.loads, &self.sanitizer) {
            (Loads::Dropped(loads), Some(sanitizer)) => {
                loads.of(sanitizer.load(warp.index as usize, self.pc))
            }
            _ => 0,
        }
    }

    /// Starts to follow the values of a request: all of them if the load is watched, else those of
    /// the uninitialised lanes whose own bytes are unwritten. A compiler may load a vector of which
    /// it needs some elements.
    pub fn mark_load(
        &mut self,
        warp: &mut Warp,
        request: &Request,
        unwritten: u32,
        access: &Access,
    ) {
        let targets = &access.registers;
        if let (Loads::Watched(watched), Some(sanitizer)) = (&self.context.loads, &self.sanitizer)
            && watched.contains(&self.pc)
        {
            let load = sanitizer.load(warp.index as usize, self.pc);
            self.findings.loads.loaded.add(load, request.mask);
            if access.registers.len() == 1 {
                let values = |lane| self.read_element(request, lane, 0, request.bytes);
                warp.undefined.guesses.note(load, request, values);
            }
            warp.undefined
                .mark(&Origin::Watched(load), request.mask, targets);
        } else if unwritten != 0 {
            let read = Read {
                pc: self.pc,
                space: request.space,
                addresses: request.addresses,
                bytes: request.bytes,
            };
            let origin = Origin::Unwritten(Arc::new(read));
            for (index, target) in targets.iter().enumerate() {
                let used = access.used & access.element_mask(index);
                let own = lanes(unwritten)
                    .filter(|&lane| !runs(used).all(|run| self.is_written(request, lane, run)))
                    .fold(0, |mask, lane| mask | 1 << lane);
                warp.undefined
                    .mark(&origin, own, std::slice::from_ref(target));
            }
        }
    }

    /// Whether some bytes of a lane's request are written: how many it skips, and their number.
    fn is_written(&self, request: &Request, lane: usize, (skip, bytes): (u64, u64)) -> bool {
        let offset = request.offsets[lane].wrapping_add(skip);
        match (request.space, &self.sanitizer) {
            (Space::Shared, Some(sanitizer)) => sanitizer.holds_value(offset, bytes),
            (Space::Global, _) => {
                let array = request.arrays[lane] as usize;
                self.context.memory.arrays[array].is_written(offset, bytes)
            }
            _ => true,
        }
    }

    /// Records the loads among the two sides of a race.
    pub fn note_racing_loads(&mut self, problem: &Problem) {
        if !matches!(
            problem.kind,
            FindingKind::SharedRace | FindingKind::GlobalRace
        ) {
            return;
        }
        for pc in [Some(self.pc), problem.other.map(Record::pc)]
            .into_iter()
            .flatten()
        {
            let decoded = self.context.code.instructions.get(pc as usize);
            if decoded.is_some_and(|decoded| matches!(decoded.operation, Operation::Load(_))) {
                self.findings.loads.racing.insert(pc);
            }
        }
    }

    /// Limits the watched loads that a value comes from; the others count as used.
    fn bound_watched(&mut self, found: &mut Lanes) {
        if found.len() <= WATCHED {
            return;
        }
        let mut room = WATCHED;
        found.retain(|(lanes, origin)| {
            let Origin::Watched(load) = origin else {
                return true;
            };
            match room.checked_sub(1) {
                Some(less) => room = less,
                None => {
                    self.findings.loads.used.add(*load, *lanes);
                    return false;
                }
            }
            true
        });
    }
}

impl Warp {
    /// Follows undefined values through an instruction that is about to run, and reports those that
    /// matter in it.
    #[cold]
    pub fn follow_undefined(
        &mut self,
        decoded: &Decoded,
        mask: u32,
        environment: &mut Environment,
    ) {
        let active = self.top.mask;
        if let Some((predicate, _)) = decoded.guard {
            self.report_undefined(&[predicate], active, environment);
        }
        let flow = &decoded.flow;
        match &decoded.operation {
            Operation::Lanes(_) => {}
            Operation::Atomic(access) if access.kind == AtomicKind::CompareAndSwap => {
                // What becomes of its values is known when it has run.
                self.report_undefined(&[access.address.base], mask, environment);
                let targets = flow.writes.iter();
                targets.for_each(|target| self.undefined.define(*target, mask));
                return;
            }
            _ => self.report_undefined(&flow.reads, mask, environment),
        }
        let unaffected = flow.choice.as_ref().map_or(0, |choice| {
            self.undefined.unaffected(choice, &self.registers)
        });
        let mut found = self.undefined.lanes_of(&flow.reads, mask & !unaffected);
        environment.bound_watched(&mut found);
        for target in &flow.writes {
            self.undefined.define(*target, mask);
            for (lanes, origin) in &found {
                self.undefined.add(*target, *lanes, origin);
            }
        }
    }

    /// The undefined lanes of registers matter: reports them once, or records that the load was
    /// used.
    pub fn report_undefined(
        &mut self,
        registers: &[Register],
        mask: u32,
        environment: &mut Environment,
    ) {
        for (undefined, origin) in self.undefined.lanes_of(registers, mask) {
            let read = match origin {
                Origin::Unwritten(read) => read,
                Origin::Watched(load) => {
                    environment.findings.loads.used.add(load, undefined);
                    continue;
                }
            };
            let here = std::mem::replace(&mut environment.pc, read.pc);
            for lane in lanes(undefined) {
                let place = environment
                    .context
                    .place(read.space, read.addresses[lane], read.bytes);
                let message = uninitialised(read.space);
                let detected = Detected::new(FindingKind::UninitialisedRead, message)
                    .at_lane(lane)
                    .at_place(place);
                environment.detect(self, detected);
            }
            environment.pc = here;
        }
        for register in registers {
            self.undefined.define(*register, mask);
        }
    }
}
