//! A plain load before a loop of compare-and-swaps: a guess, which the swap confirms.
//!
//! ```text
//!     ld.global.u32  v, [x];            // weak: a race, by the letter of PTX
//! L:  add.u32        w, v, 3;
//!     atom.cas.b32   q, [x], v, w;      // v was right, or nothing happened
//!     setp.ne.u32    p, q, v;
//!     mov.u32        v, q;
//! @p  bra            L;
//! ```
//! Compilers emit this. The value of the load matters nowhere else: where the swap of the same word
//! takes place, the word holds the value, as if the swap had read it; where it does not, the value
//! is dropped, and the comparison with the old value tells that alone. So of a watched load (see
//! [`super::undefined`]) such a swap is no use. Any other is: a value that decides whether to swap
//! at all, or that is stored elsewhere before, is one that nothing confirms.

use super::state::{Environment, Guess, Guesses, Origin, Undefined, Warp};
use crate::operation::AtomicAccess;
use crate::registers::{LANES, Register, lanes};
use crate::request::Request;
use crate::sanitizer::Record;

impl Guesses {
    pub fn clear(&mut self) {
        self.loads.clear();
        self.refuted.clear();
    }

    pub fn note(&mut self, load: Record, request: &Request, value: impl Fn(usize) -> u64) {
        let guess = self.loads.entry(load).or_insert(Guess {
            space: request.space,
            bytes: request.bytes,
            words: [None; LANES],
        });
        for lane in lanes(request.mask) {
            guess.words[lane] = Some((request.addresses[lane], value(lane)));
        }
    }

    /// A register has another value now.
    pub fn forget(&mut self, register: Register, mask: u32) {
        let of_it = |(known, ..): &&mut (Register, Record, u32)| *known == register;
        self.refuted
            .iter_mut()
            .filter(of_it)
            .for_each(|(.., lanes)| *lanes &= !mask);
        self.refuted.retain(|(.., lanes)| *lanes != 0);
    }

    fn is_guess(&self, load: Record, request: &Request, lane: usize, value: u64) -> bool {
        self.loads.get(&load).is_some_and(|guess| {
            guess.space == request.space
                && guess.bytes == request.bytes
                && guess.words[lane] == Some((request.addresses[lane], value))
        })
    }
}

impl Undefined {
    /// The lanes in which `old` is the value that refuted the guess `value`.
    pub fn refuted(&self, old: Register, value: Register) -> u32 {
        let known = self.guesses.refuted.iter();
        let of_it = known.filter(|(register, ..)| *register == old);
        of_it.fold(0, |found, (_, load, mask)| {
            let origins = || self.registers.get(&value).into_iter().flatten();
            let from = |wanted: bool| {
                origins()
                    .filter(|(_, origin)| {
                        matches!(origin, Origin::Watched(other) if other == load) == wanted
                    })
                    .fold(0, |all, (lanes, _)| all | lanes)
            };
            found | (mask & from(true) & !from(false) & !self.mask(old))
        })
    }

    /// The lanes of a register that come from unwritten memory.
    fn unwritten(&self, register: Register) -> u32 {
        let origins = self.registers.get(&register).into_iter().flatten();
        origins
            .filter(|(_, origin)| matches!(origin, Origin::Unwritten(_)))
            .fold(0, |all, (lanes, _)| all | lanes)
    }

    /// The watched loads that a lane of a register comes from.
    fn loads_of(&self, register: Register, lane: usize) -> Vec<Record> {
        let origins = self.registers.get(&register).into_iter().flatten();
        origins
            .filter(|(lanes, _)| lanes >> lane & 1 == 1)
            .filter_map(|(_, origin)| match origin {
                Origin::Watched(load) => Some(*load),
                Origin::Unwritten(_) => None,
            })
            .collect()
    }

    /// A lane of a load was right: nothing depends on it any more.
    fn confirm(&mut self, load: Record, lane: usize) {
        for origins in self.registers.values_mut() {
            for (lanes, origin) in origins.iter_mut() {
                if matches!(origin, Origin::Watched(other) if *other == load) {
                    *lanes &= !(1 << lane);
                }
            }
            origins.retain(|(lanes, _)| *lanes != 0);
        }
        self.registers.retain(|_, origins| !origins.is_empty());
    }
}

impl Warp {
    /// After a compare-and-swap: which of its values mattered. `swapped` has a bit for each lane
    /// whose swap took place, `compared` the values before.
    pub fn settle_swap(
        &mut self,
        access: &AtomicAccess,
        request: &Request,
        swapped: u32,
        compared: [u64; LANES],
        environment: &mut Environment,
    ) {
        let [value] = access.values[..] else {
            self.report_undefined(&access.values, request.mask, environment);
            self.report_undefined(&access.swap, swapped, environment);
            return;
        };
        let unwritten = self.undefined.unwritten(value);
        if unwritten & request.mask != 0 {
            self.report_undefined(&[value], unwritten & request.mask, environment);
        }
        for lane in lanes(request.mask) {
            for load in self.undefined.loads_of(value, lane) {
                let guesses = &mut self.undefined.guesses;
                let is_guess = guesses.is_guess(load, request, lane, compared[lane]);
                match (is_guess, swapped >> lane & 1) {
                    (false, _) => environment.findings.loads.used.add(load, 1 << lane),
                    (true, 1) => self.undefined.confirm(load, lane),
                    (true, _) => {
                        let old = access.targets.first();
                        let refuted = old.map(|old| (*old, load, 1 << lane));
                        guesses.refuted.extend(refuted);
                    }
                }
            }
        }
        self.report_undefined(&access.swap, swapped, environment);
    }
}
