//! Functions that CUDA defines for device code: `printf`, assertions, `malloc` and `free`.

use super::format::{Source, print};
use super::state::{Environment, Warp};
use crate::finding::FindingKind;
use crate::operation::SystemCall;
use crate::registers::{LANES, lanes};
use crate::sanitizer::Detected;
use crate::types::Space;

/// The longest string that is read.
const LONGEST: u64 = 4096;
/// The most text that a launch keeps, as a GPU does by default.
pub(super) const MOST_PRINTED: usize = 1 << 20;

/// The arguments of one lane.
struct LaneSource<'a, 'e, 'c> {
    environment: &'a mut Environment<'c>,
    warp: &'e mut Warp,
    lane: usize,
    arguments: u64,
}

impl Source for LaneSource<'_, '_, '_> {
    fn argument(&mut self, offset: u64, bytes: u64) -> Option<u64> {
        let address = self.arguments.wrapping_add(offset);
        self.environment.peek(self.warp, self.lane, address, bytes)
    }

    fn text(&mut self, address: u64) -> Vec<u8> {
        self.environment.text_at(self.warp, self.lane, address)
    }
}

impl Environment<'_> {
    /// Reads from a generic address, as no access of the kernel's.
    fn peek(&mut self, warp: &mut Warp, lane: usize, address: u64, bytes: u64) -> Option<u64> {
        let mut value = None;
        self.for_each_request(
            warp,
            Space::Generic,
            [address; LANES],
            1 << lane,
            bytes,
            |environment, _, request| {
                value = Some(environment.read_element(request, lane, 0, bytes));
            },
        );
        value
    }

    /// The string at a generic address.
    fn text_at(&mut self, warp: &mut Warp, lane: usize, address: u64) -> Vec<u8> {
        let bytes = (0..LONGEST).map_while(|offset| {
            let byte = self.peek(warp, lane, address.wrapping_add(offset), 1)?;
            (byte != 0).then_some(byte as u8)
        });
        bytes.collect()
    }

    pub fn system(&mut self, warp: &mut Warp, call: &SystemCall, mask: u32) {
        match *call {
            SystemCall::Print {
                format,
                arguments,
                result,
            } => {
                for lane in lanes(mask) {
                    let format = self.text_at(warp, lane, warp.registers.lane(format, lane));
                    let arguments = warp.registers.lane(arguments, lane);
                    let mut source = LaneSource {
                        environment: self,
                        warp,
                        lane,
                        arguments,
                    };
                    let (text, count) = print(&format, &mut source);
                    self.findings.print(&text, MOST_PRINTED);
                    if let Some(result) = result {
                        warp.registers.set_lane(result, lane, u64::from(count));
                    }
                }
            }
            SystemCall::Assert {
                message,
                file,
                line,
                function,
            } => {
                let lane = mask.trailing_zeros() as usize;
                let [message, file, function] = [message, file, function].map(|register| {
                    let address = warp.registers.lane(register, lane);
                    String::from_utf8_lossy(&self.text_at(warp, lane, address)).into_owned()
                });
                let line = warp.registers.lane(line, lane) as u32;
                let message =
                    format!("the assertion `{message}` does not hold: {file}:{line}, {function}");
                let detected = Detected::new(FindingKind::Trap, message).at_lane(lane);
                self.detect_fatal(warp, detected);
            }
            SystemCall::Allocate { size, result } => {
                for lane in lanes(mask) {
                    let bytes = warp.registers.lane(size, lane);
                    let address = self.context.memory.heap_allocate(bytes);
                    if let Some(result) = result {
                        warp.registers.set_lane(result, lane, address);
                    }
                }
            }
            SystemCall::Free { pointer } => {
                for lane in lanes(mask) {
                    let address = warp.registers.lane(pointer, lane);
                    if !self.context.memory.heap_free(address) {
                        let message = format!(
                            "`free` of 0x{address:x}, where no memory of `malloc` begins that is in use"
                        );
                        self.invalid(warp, lane, message);
                        return;
                    }
                }
            }
            SystemCall::Stray { target } => {
                let lane = mask.trailing_zeros() as usize;
                let address = warp.registers.lane(target, lane);
                let message = format!(
                    "a call goes to 0x{address:x}, which is no function of this type in the file"
                );
                self.invalid(warp, lane, message);
            }
        }
    }
}
