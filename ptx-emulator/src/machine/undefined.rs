//! What a warp has read where nothing was written, until it uses it.
//!
//! Compilers read ahead of the condition that guards a read, and drop what they did not need: `if (c) use(a[i])` in a loop
//! may read `a[i]` once in front of it. So reading nothing is a mistake only when the value matters. Until then it is
//! followed from register to register: a selection takes what it selects, a conjunction with false is false, every other
//! operation on it gives another such value. It matters when it is stored, is an address, guards an instruction, or leaves
//! the lane; then the finding names the read. **Cost**: one look at an empty table for each instruction.

use std::collections::HashMap;
use std::sync::Arc;

use super::block::Environment;
use super::warp::Warp;
use crate::finding::FindingKind;
use crate::operation::{Choice, Decoded};
use crate::operation::{Operation, PredicateOperand};
use crate::registers::{LANES, Register, Registers, lanes};
use crate::request::Request;
use crate::sanitizer::{Detected, uninitialised};
use crate::types::Space;

/// A read of memory that nothing had written.
struct Read {
    pc: u32,
    space: Space,
    addresses: [u64; LANES],
    bytes: u64,
}

/// Disjoint lanes, each with its read.
type Lanes = Vec<(u32, Arc<Read>)>;

/// The registers of a warp that hold such a value.
#[derive(Default)]
pub(super) struct Undefined {
    registers: HashMap<Register, Lanes>,
}

impl Undefined {
    pub fn is_empty(&self) -> bool {
        self.registers.is_empty()
    }

    pub fn clear(&mut self) {
        self.registers.clear();
    }

    /// Notes that lanes of registers hold what a request read.
    pub fn mark(&mut self, pc: u32, request: &Request, mask: u32, targets: &[Option<Register>]) {
        let read = Arc::new(Read {
            pc,
            space: request.space,
            addresses: request.addresses,
            bytes: request.bytes,
        });
        for target in targets.iter().flatten() {
            self.define(*target, mask);
            self.add(*target, mask, &read);
        }
    }

    fn add(&mut self, register: Register, mask: u32, read: &Arc<Read>) {
        self.registers
            .entry(register)
            .or_default()
            .push((mask, read.clone()));
    }

    /// Lanes of a register hold a value again.
    fn define(&mut self, register: Register, mask: u32) {
        if let Some(undefined) = self.registers.get_mut(&register) {
            undefined.iter_mut().for_each(|(lanes, _)| *lanes &= !mask);
            undefined.retain(|(lanes, _)| *lanes != 0);
            if undefined.is_empty() {
                self.registers.remove(&register);
            }
        }
    }

    fn mask(&self, register: Register) -> u32 {
        let undefined = self.registers.get(&register).into_iter().flatten();
        undefined.fold(0, |all, (lanes, _)| all | lanes)
    }

    /// The undefined lanes of some registers; a lane that is so in several has one read.
    fn lanes_of(&self, registers: &[Register], mask: u32) -> Lanes {
        let mut left = mask;
        let mut found = Lanes::new();
        for register in registers {
            for (lanes, read) in self.registers.get(register).into_iter().flatten() {
                if lanes & left != 0 {
                    found.push((lanes & left, read.clone()));
                    left &= !lanes;
                }
            }
        }
        found
    }

    /// The lanes whose result does not depend on what is undefined, although an operand is.
    fn unaffected(&self, choice: &Choice, registers: &Registers) -> u32 {
        let undefined = |operand: &PredicateOperand| self.mask(operand.register);
        match choice {
            Choice::Select { values: [a, b], by } => {
                let chosen = by.value(registers);
                !undefined(by) & !((chosen & self.mask(*a)) | (!chosen & self.mask(*b)))
            }
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

impl Warp {
    /// Follows undefined values through an instruction that is about to run, and reports those that matter in it.
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
        if !matches!(decoded.operation, Operation::Lanes(_)) {
            self.report_undefined(&flow.reads, mask, environment);
        }
        let unaffected = flow.choice.as_ref().map_or(0, |choice| {
            self.undefined.unaffected(choice, &self.registers)
        });
        let found = self.undefined.lanes_of(&flow.reads, mask & !unaffected);
        for target in &flow.writes {
            self.undefined.define(*target, mask);
            for (lanes, read) in &found {
                self.undefined.add(*target, *lanes, read);
            }
        }
    }

    /// Reports the undefined lanes of registers, once.
    fn report_undefined(
        &mut self,
        registers: &[Register],
        mask: u32,
        environment: &mut Environment,
    ) {
        for (undefined, read) in self.undefined.lanes_of(registers, mask) {
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
