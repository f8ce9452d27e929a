//! Matrix instructions: fragments spread over the lanes of a warp.
//!
//! With `g = lane / 4` and `t = lane % 4`, and `E` elements in a register, register `r` of A holds
//! row `g + 8 (r mod 2)`, columns `t E + e + 4 E (r / 2)`; register `r` of B holds rows
//! `t E + e + 4 E r` of column `g`; C and D hold, two by two, rows `g + 8 (i / 2)`, columns
//! `2 t + i mod 2`. This covers every shape with 8 columns. Products are exact and summed in double
//! precision, then rounded once; hardware sums in a narrower precision.

use super::state::{Environment, Warp};
use crate::float::{BF16, E4M3, E5M2, F16, Format, Rounding};
use crate::operation::{Element, MatrixAccess, MatrixMultiply};
use crate::registers::{LANES, Register, Registers, lanes};
use crate::request::Request;
use crate::sanitizer::Use;
use crate::types::Space;

impl Element {
    pub(super) fn value(self, bits: u64) -> f64 {
        let small = |format: Format, keep: u32| format.value(bits as u32 & keep);
        match self {
            Element::F16 => small(F16, 0xffff),
            Element::Bf16 => small(BF16, 0xffff),
            Element::E4M3 => small(E4M3, 0xff),
            Element::E5M2 => small(E5M2, 0xff),
            // The hardware ignores the low 13 bits.
            Element::Tf32 => f64::from(f32::from_bits(bits as u32 & !0x1fff)),
            Element::F32 => f64::from(f32::from_bits(bits as u32)),
            Element::F64 => f64::from_bits(bits),
            Element::S8 => f64::from(bits as i8),
            Element::U8 => f64::from(bits as u8),
            Element::S32 => f64::from(bits as i32),
        }
    }
}

/// The elements of one register of one lane.
fn unpack(registers: &Registers, register: Register, lane: usize, ty: Element) -> Vec<f64> {
    let word = registers.lane(register, lane);
    match ty.bits() {
        8 => (0..4)
            .map(|part| ty.value(word >> (8 * part) & 0xff))
            .collect(),
        16 => (0..2)
            .map(|part| ty.value(word >> (16 * part) & 0xffff))
            .collect(),
        _ => vec![ty.value(word)],
    }
}

/// The number of elements in a register.
fn per_register(ty: Element) -> usize {
    match ty.bits() {
        8 => 4,
        16 => 2,
        _ => 1,
    }
}

fn read_a(registers: &Registers, multiply: &MatrixMultiply) -> Vec<f64> {
    let k = multiply.shape.k as usize;
    let width = per_register(multiply.a_type);
    // Shapes with 8 rows have no second half of rows.
    let halves = if multiply.shape.m == 8 { 1 } else { 2 };
    let mut a = vec![0.0; multiply.shape.m as usize * k];
    for lane in 0..LANES {
        for (index, register) in multiply.a.iter().enumerate() {
            let row = lane / 4 + 8 * (index % halves);
            let column = lane % 4 * width + 4 * width * (index / halves);
            for (part, value) in unpack(registers, *register, lane, multiply.a_type)
                .into_iter()
                .enumerate()
            {
                a[row * k + column + part] = value;
            }
        }
    }
    a
}

fn read_b(registers: &Registers, multiply: &MatrixMultiply) -> Vec<f64> {
    let n = multiply.shape.n as usize;
    let width = per_register(multiply.b_type);
    let mut b = vec![0.0; multiply.shape.k as usize * n];
    for lane in 0..LANES {
        for (index, register) in multiply.b.iter().enumerate() {
            let row = lane % 4 * width + 4 * width * index;
            for (part, value) in unpack(registers, *register, lane, multiply.b_type)
                .into_iter()
                .enumerate()
            {
                b[(row + part) * n + lane / 4] = value;
            }
        }
    }
    b
}

impl Environment<'_> {
    pub fn multiply(&mut self, warp: &mut Warp, multiply: &MatrixMultiply, mask: u32) {
        if mask != warp.existing {
            let lane = mask.trailing_zeros() as usize;
            self.invalid(
                warp,
                lane,
                "`mma.sync` needs all lanes of the warp".to_owned(),
            );
            return;
        }
        let (a, b) = (
            read_a(&warp.registers, multiply),
            read_b(&warp.registers, multiply),
        );
        let width = per_register(multiply.d_type);
        let mut results = Vec::with_capacity(LANES * multiply.d.len());
        for lane in 0..LANES {
            for (index, register) in multiply.c.iter().enumerate() {
                let accumulators = unpack(&warp.registers, *register, lane, multiply.d_type);
                let mut bits = 0;
                for (part, accumulator) in accumulators.into_iter().enumerate() {
                    let element = index * width + part;
                    let row = lane / 4 + 8 * (element / 2);
                    let column = lane % 4 * 2 + element % 2;
                    let sum = dot(multiply, &a, &b, row, column, accumulator);
                    bits |= round(multiply.d_type, multiply.saturate, sum) << (16 * part);
                }
                results.push(bits);
            }
        }
        let mut results = results.into_iter();
        for lane in 0..LANES {
            for register in &multiply.d {
                warp.registers
                    .set_lane(*register, lane, results.next().unwrap_or(0));
            }
        }
    }

    pub fn matrix_access(&mut self, warp: &mut Warp, access: &MatrixAccess, mask: u32) {
        if mask != warp.existing {
            let lane = mask.trailing_zeros() as usize;
            self.invalid(
                warp,
                lane,
                "matrix loads and stores need all lanes of the warp".to_owned(),
            );
            return;
        }
        let count = access.registers.len();
        // Lanes 0 to 7 hold the row addresses of the first matrix, 8 to 15 those of the second, and
        // so on.
        let givers = if count == 4 {
            u32::MAX
        } else {
            (1 << (8 * count)) - 1
        };
        let addresses = self.addresses(warp, access.address);
        let space = if addresses[0] >> 56 == 0 {
            Space::Shared
        } else {
            Space::Generic
        };
        self.for_each_request(
            warp,
            space,
            addresses,
            givers,
            16,
            |environment, warp, request| {
                let kind = if access.load {
                    Use::READ
                } else {
                    Use::write(environment.same_rows(warp, request, access))
                };
                environment.observe(warp, request, kind);
                for lane in 0..LANES {
                    for (matrix, register) in access.registers.iter().enumerate() {
                        let mut word = warp.registers.lane(*register, lane);
                        for part in 0..2 {
                            let (row, column) = if !access.transposed {
                                (lane / 4, lane % 4 * 2 + part)
                            } else {
                                (lane % 4 * 2 + part, lane / 4)
                            };
                            let giver = matrix * 8 + row;
                            if request.mask >> giver & 1 == 0 {
                                continue;
                            }
                            let skip = column as u64 * 2;
                            if access.load {
                                let half = environment.read_element(request, giver, skip, 2);
                                word = word & !(0xffff << (16 * part)) | half << (16 * part);
                            } else {
                                environment.write_element(
                                    request,
                                    giver,
                                    skip,
                                    2,
                                    word >> (16 * part) & 0xffff,
                                );
                            }
                        }
                        if access.load {
                            warp.registers.set_lane(*register, lane, word);
                        }
                    }
                }
            },
        );
        debug_assert!(lanes(givers).count() == 8 * count);
    }
}

impl Environment<'_> {
    /// The lanes whose rows a matrix store leaves as they are, or that a lower lane stores alike.
    fn same_rows(&self, warp: &Warp, request: &Request, access: &MatrixAccess) -> u32 {
        let row = |giver: usize| -> [u64; 8] {
            std::array::from_fn(|column| {
                let (matrix, row) = (giver / 8, giver % 8);
                let (lane, part) = if !access.transposed {
                    (row * 4 + column / 2, column % 2)
                } else {
                    (column * 4 + row / 2, row % 2)
                };
                let word = warp.registers.lane(access.registers[matrix], lane);
                word >> (16 * part) & 0xffff
            })
        };
        let held = |giver: usize| -> [u64; 8] {
            std::array::from_fn(|column| self.read_element(request, giver, column as u64 * 2, 2))
        };
        lanes(request.mask)
            .filter(|giver| {
                let mut before = lanes(request.mask).take_while(|other| other < giver);
                match before.find(|other| request.addresses[*other] == request.addresses[*giver]) {
                    Some(twin) => row(twin) == row(*giver),
                    None => row(*giver) == held(*giver),
                }
            })
            .fold(0, |same, giver| same | 1 << giver)
    }
}

fn dot(
    multiply: &MatrixMultiply,
    a: &[f64],
    b: &[f64],
    row: usize,
    column: usize,
    start: f64,
) -> f64 {
    let (n, k) = (multiply.shape.n as usize, multiply.shape.k as usize);
    let step = |sum: f64, depth: usize| {
        let (left, right) = (a[row * k + depth], b[depth * n + column]);
        if multiply.d_type == Element::F64 {
            left.mul_add(right, sum)
        } else {
            sum + left * right
        }
    };
    if multiply.d_type == Element::F64 {
        return (0..k).fold(start, step);
    }
    start + (0..k).fold(0.0, step)
}

/// The bits of an accumulator.
pub(super) fn round(ty: Element, saturate: bool, value: f64) -> u64 {
    match ty {
        Element::F64 => value.to_bits(),
        Element::F16 => u64::from(F16.round(value, Rounding::NearestEven)),
        Element::S32 if saturate => {
            u64::from(value.clamp(f64::from(i32::MIN), f64::from(i32::MAX)) as i32 as u32)
        }
        Element::S32 => u64::from(value as i64 as u32),
        _ => u64::from(crate::float::canonical(value as f32).to_bits()),
    }
}
