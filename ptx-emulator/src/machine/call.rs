//! Calls of functions that call themselves: frames in local memory, and registers that are saved.
//!
//! A call leaves a path on the stack where its lanes continue, and runs the function as a path of
//! its own. Its registers are those of one activation: what they held is kept beside the path until
//! the lanes return.

use super::state::{Environment, Frame, Path, Warp};
use crate::finding::FindingKind;
use crate::operation::{Call, LOCAL_BASE, NEVER, Routine, STACK_BYTES, Transfer};
use crate::registers::{LANES, lanes};
use crate::sanitizer::Detected;

/// Where the frames of a thread start.
pub(super) fn stack_base(environment: &Environment) -> u64 {
    let code = environment.context.code;
    if code.routines.is_empty() {
        LOCAL_BASE
    } else {
        LOCAL_BASE + code.local_bytes - STACK_BYTES
    }
}

/// The words and wides that belong to one activation of a routine.
fn own_registers(routine: &Routine) -> [Vec<usize>; 2] {
    use crate::registers::File;
    let [words, wides, _] = &routine.registers;
    let mut own = [words.clone().collect(), wides.clone().collect::<Vec<_>>()];
    for register in routine.in_registers.iter().flatten() {
        let index = register.index as usize;
        match register.file {
            File::Word => own[0].push(index),
            File::Wide => own[1].push(index),
            File::Double => own[1].extend([index, index + 1]),
            File::Predicate => {}
        }
    }
    own
}

impl Warp {
    /// Runs the function for the lanes of the current path.
    pub fn call(&mut self, call: &Call, environment: &mut Environment) {
        let routine = &environment.context.code.routines[call.routine as usize];
        let mask = self.top.mask;
        let [words, wides] = own_registers(routine);
        let registers = &self.registers;
        let saved = [
            words
                .iter()
                .map(|index| registers.words[*index].map(u64::from))
                .collect(),
            wides.iter().map(|index| registers.wides[*index]).collect(),
        ];
        let targets = call.results.iter().map(|transfer| match transfer {
            Transfer::Bytes { caller, .. } => registers.bits(*caller),
            Transfer::Register { .. } => [0; LANES],
        });
        let frame = Frame {
            registers: saved,
            predicates: registers.predicates[routine.registers[2].clone()].to_vec(),
            targets: targets.collect(),
            call: call.clone(),
        };
        for lane in lanes(mask) {
            let base = self.stack_pointer[lane];
            if base + routine.bytes > LOCAL_BASE + environment.context.code.local_bytes {
                let message = format!(
                    "the calls of `{}` need more than the {STACK_BYTES} bytes of stack that a thread has",
                    routine.name
                );
                let detected = Detected::new(FindingKind::InvalidOperation, message).at_lane(lane);
                environment.detect_fatal(self, detected);
                return;
            }
        }
        self.move_arguments(call, mask, environment);
        self.calls_so_far += 1;
        let child = self.calls_so_far;
        self.frames.insert(child, frame);
        self.stack.push(Path {
            pc: self.top.pc + 1,
            joins: true,
            child,
            ..self.top
        });
        self.top = Path {
            pc: routine.entry,
            reconverge: NEVER,
            mask,
            joins: false,
            call: child,
            child: 0,
        };
    }

    fn move_arguments(&mut self, call: &Call, mask: u32, environment: &mut Environment) {
        // All are read before one is written: a function may call itself with its own arguments.
        let mut moved = Vec::new();
        for transfer in &call.arguments {
            match *transfer {
                Transfer::Register { caller, .. } => moved.push(self.registers.bits(caller)),
                Transfer::Bytes {
                    caller,
                    frame,
                    bytes,
                } => {
                    let sources = self.registers.bits(caller);
                    for lane in lanes(mask) {
                        let target = self.stack_pointer[lane] + frame;
                        environment.copy_local(self, lane, [sources[lane], target], bytes);
                    }
                }
            }
        }
        let registers = call.arguments.iter().filter_map(|transfer| match transfer {
            Transfer::Register { function, .. } => Some(*function),
            Transfer::Bytes { .. } => None,
        });
        for (register, values) in registers.zip(moved) {
            lanes(mask).for_each(|lane| self.registers.set_lane(register, lane, values[lane]));
        }
    }

    /// The first instruction of the function: its frame.
    pub fn enter(&mut self, routine: &Routine, mask: u32) {
        for lane in lanes(mask) {
            let base = self.stack_pointer[lane];
            self.stack_pointer[lane] = base + routine.bytes;
            for (register, offset) in &routine.addresses {
                let address = base.wrapping_add_signed(*offset);
                self.registers.set_lane(*register, lane, address);
            }
        }
    }

    /// The last one; false if no path is left.
    pub fn leave(&mut self, routine: &Routine, mask: u32) -> bool {
        for lane in lanes(mask) {
            self.stack_pointer[lane] -= routine.bytes;
        }
        self.pop()
    }

    /// All lanes of a call have returned: results, and the registers of the activation before.
    pub fn finish_call(&mut self, environment: &mut Environment) {
        let child = std::mem::take(&mut self.top.child);
        let Some(frame) = self.frames.remove(&child) else {
            return;
        };
        let mask = self.top.mask;
        let routine = &environment.context.code.routines[frame.call.routine as usize];
        let mut results = Vec::new();
        for transfer in &frame.call.results {
            if let Transfer::Register { caller, function } = transfer {
                results.push((*caller, self.registers.bits(*function)));
            }
        }
        let own = own_registers(routine);
        for (file, saved) in frame.registers.iter().enumerate() {
            for (index, values) in own[file].iter().zip(saved) {
                for lane in lanes(mask) {
                    match file {
                        0 => self.registers.words[*index][lane] = values[lane] as u32,
                        _ => self.registers.wides[*index][lane] = values[lane],
                    }
                }
            }
        }
        let predicates = &mut self.registers.predicates[routine.registers[2].clone()];
        for (now, saved) in predicates.iter_mut().zip(&frame.predicates) {
            *now = (*now & !mask) | (saved & mask);
        }
        for (caller, values) in results {
            lanes(mask).for_each(|lane| self.registers.set_lane(caller, lane, values[lane]));
        }
        for (transfer, targets) in frame.call.results.iter().zip(&frame.targets) {
            if let Transfer::Bytes { frame, bytes, .. } = *transfer {
                for lane in lanes(mask) {
                    let source = self.stack_pointer[lane] + frame;
                    environment.copy_local(self, lane, [source, targets[lane]], bytes);
                }
            }
        }
    }
}

impl Environment<'_> {
    /// Copies bytes of a thread's local memory.
    fn copy_local(&mut self, warp: &Warp, lane: usize, [from, to]: [u64; 2], bytes: u64) {
        let end = LOCAL_BASE + self.context.code.local_bytes;
        if from < LOCAL_BASE || to < LOCAL_BASE || from.max(to) + bytes > end {
            return;
        }
        let [from, to] = [from, to].map(|address| self.local_range(warp, lane, address));
        self.local.copy_within(from..from + bytes as usize, to);
    }
}
