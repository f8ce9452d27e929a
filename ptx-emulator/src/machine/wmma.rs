//! `wmma`: tiles are gathered from all lanes, multiplied, and spread again. Products are exact and
//! summed in double precision, then rounded once, as those of `mma`.

use super::matrix::round;
use super::state::{Environment, Warp};
use crate::operation::{Element, Tile, TileAccess, TileMultiply};
use crate::registers::{LANES, Registers};
use crate::sanitizer::Use;
use crate::types::Space;

impl Tile {
    fn bits(&self) -> u32 {
        if self.ty == Element::F64 {
            64
        } else {
            self.ty.bits()
        }
    }

    /// Places of a lane: elements, and copies of them if there are more.
    fn places(&self) -> usize {
        let per_register = if self.bits() == 64 {
            1
        } else {
            32 / self.bits() as usize
        };
        self.registers.len() * per_register
    }

    /// How many elements a lane has.
    fn elements(&self) -> usize {
        self.rows * self.columns / LANES
    }

    fn get(&self, registers: &Registers, lane: usize, place: usize) -> u64 {
        let bits = self.bits() as usize;
        let per_register = (32 / bits).max(1);
        let word = registers.lane(self.registers[place / per_register], lane);
        word >> (bits * (place % per_register)) & (u64::MAX >> (64 - bits))
    }

    fn set(&self, registers: &mut Registers, lane: usize, place: usize, value: u64) {
        let bits = self.bits() as usize;
        let per_register = (32 / bits).max(1);
        let register = self.registers[place / per_register];
        let shift = bits * (place % per_register);
        let field = (u64::MAX >> (64 - bits)) << shift;
        let word = registers.lane(register, lane);
        registers.set_lane(register, lane, (word & !field) | (value << shift & field));
    }

    /// All elements, row by row.
    fn gather(&self, registers: &Registers) -> Vec<f64> {
        let element = |index: usize| {
            let bits = self.get(registers, index % LANES, index / LANES);
            self.ty.value(bits)
        };
        (0..self.rows * self.columns).map(element).collect()
    }
}

impl Environment<'_> {
    fn needs_all_lanes(&mut self, warp: &Warp, mask: u32) -> bool {
        if mask != warp.existing {
            let lane = mask.trailing_zeros() as usize;
            self.invalid(warp, lane, "`wmma` needs all lanes of the warp".to_owned());
        }
        mask != warp.existing
    }

    pub fn multiply_tiles(&mut self, warp: &mut Warp, multiply: &TileMultiply, mask: u32) {
        if self.needs_all_lanes(warp, mask) {
            return;
        }
        let TileMultiply { a, b, c, d, .. } = multiply;
        let registers = &warp.registers;
        let (left, right) = (a.gather(registers), b.gather(registers));
        let start = c.gather(registers);
        let depth = a.columns;
        for index in 0..d.rows * d.columns {
            let (row, column) = (index / d.columns, index % d.columns);
            let factors =
                |step: usize| (left[row * depth + step], right[step * b.columns + column]);
            let sum = match d.ty {
                Element::F64 => (0..depth).fold(start[index], |sum, step| {
                    let (x, y) = factors(step);
                    x.mul_add(y, sum)
                }),
                _ => {
                    let products = (0..depth).map(factors).map(|(x, y)| x * y);
                    start[index] + products.sum::<f64>()
                }
            };
            let bits = round(d.ty, multiply.saturate, sum);
            for place in (index / LANES..d.places()).step_by(d.elements()) {
                d.set(&mut warp.registers, index % LANES, place, bits);
            }
        }
    }

    pub fn access_tile(&mut self, warp: &mut Warp, access: &TileAccess, mask: u32) {
        if self.needs_all_lanes(warp, mask) {
            return;
        }
        let tile = &access.tile;
        let bytes = u64::from(tile.bits() / 8);
        let line = if access.by_columns {
            tile.rows
        } else {
            tile.columns
        };
        let bases = self.addresses(warp, access.address);
        let strides = access.stride.map(|stride| warp.registers.bits(stride));
        let first = mask.trailing_zeros() as usize;
        let stride = strides.map_or(line as u64, |strides| strides[first]);
        for place in 0..tile.elements() {
            let addresses: [u64; LANES] = std::array::from_fn(|lane| {
                let index = place * LANES + lane;
                let (row, column) = (index / tile.columns, index % tile.columns);
                let (line, step) = if access.by_columns {
                    (column, row)
                } else {
                    (row, column)
                };
                bases[lane].wrapping_add((line as u64 * stride + step as u64) * bytes)
            });
            self.move_elements(warp, access, [place as u64, bytes], addresses, mask);
        }
    }

    fn move_elements(
        &mut self,
        warp: &mut Warp,
        access: &TileAccess,
        [place, bytes]: [u64; 2],
        addresses: [u64; LANES],
        mask: u32,
    ) {
        let (tile, place) = (&access.tile, place as usize);
        let space = match access.space {
            Space::Constant => Space::Global,
            space => space,
        };
        self.for_each_request(
            warp,
            space,
            addresses,
            mask,
            bytes,
            |environment, warp, request| {
                let kind = if access.load {
                    Use::READ
                } else {
                    Use::write(0)
                };
                environment.observe(warp, request, kind);
                for lane in crate::registers::lanes(request.mask) {
                    if !access.load {
                        let value = tile.get(&warp.registers, lane, place);
                        environment.write_element(request, lane, 0, bytes, value);
                        continue;
                    }
                    let value = environment.read_element(request, lane, 0, bytes);
                    for copy in (place..tile.places()).step_by(tile.elements()) {
                        tile.set(&mut warp.registers, lane, copy, value);
                    }
                }
            },
        );
    }
}
