//! Numbers as fractions, and their rounding by counting units of the last place.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// A binary format: bits of exponent and mantissa.
#[derive(Clone, Copy, PartialEq)]
pub struct Format {
    pub name: &'static str,
    pub exponent: u32,
    pub mantissa: u32,
}

pub const F16: Format = Format {
    name: "f16",
    exponent: 5,
    mantissa: 10,
};
pub const BF16: Format = Format {
    name: "bf16",
    exponent: 8,
    mantissa: 7,
};
pub const F32: Format = Format {
    name: "f32",
    exponent: 8,
    mantissa: 23,
};
pub const F64: Format = Format {
    name: "f64",
    exponent: 11,
    mantissa: 52,
};

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mode {
    Nearest,
    Zero,
    Down,
    Up,
}

/// The modes with their names.
pub const MODES: [(&str, Mode); 4] = [
    ("rn", Mode::Nearest),
    ("rz", Mode::Zero),
    ("rm", Mode::Down),
    ("rp", Mode::Up),
];

/// A number with a sign of its own, for zeros.
#[derive(Clone, Debug)]
pub enum Real {
    NotANumber,
    Infinity {
        negative: bool,
    },
    Finite {
        negative: bool,
        magnitude: BigRational,
    },
    /// The positive square root of a number.
    Root(BigRational),
}

pub fn power(exponent: i64) -> BigRational {
    let two = BigUint::one() << exponent.unsigned_abs();
    let two = BigInt::from(two);
    if exponent < 0 {
        BigRational::new(BigInt::one(), two)
    } else {
        BigRational::from(two)
    }
}

impl Real {
    pub fn of(value: BigRational) -> Real {
        Real::Finite {
            negative: value.is_negative(),
            magnitude: value.abs(),
        }
    }

    /// The signed value of a finite number.
    pub fn value(&self) -> Option<BigRational> {
        match self {
            Real::Finite {
                negative: true,
                magnitude,
            } => Some(-magnitude.clone()),
            Real::Finite { magnitude, .. } => Some(magnitude.clone()),
            _ => None,
        }
    }

    pub fn is_negative(&self) -> bool {
        matches!(
            self,
            Real::Infinity { negative: true } | Real::Finite { negative: true, .. }
        )
    }

    pub fn is_zero(&self) -> bool {
        matches!(self, Real::Finite { magnitude, .. } if magnitude.is_zero())
    }

    pub fn with_sign(self, negative: bool) -> Real {
        match self {
            Real::Infinity { .. } => Real::Infinity { negative },
            Real::Finite { magnitude, .. } => Real::Finite {
                negative,
                magnitude,
            },
            other => other,
        }
    }

    pub fn zero(negative: bool) -> Real {
        Real::Finite {
            negative,
            magnitude: BigRational::zero(),
        }
    }
}

impl Format {
    pub fn bits(self) -> u32 {
        1 + self.exponent + self.mantissa
    }

    fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    pub fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.mantissa
    }

    pub fn sign(self) -> u64 {
        1 << (self.exponent + self.mantissa)
    }

    /// The NaN that instructions return.
    pub fn not_a_number(self) -> u64 {
        self.sign() - 1
    }

    pub fn is_nan(self, bits: u64) -> bool {
        bits & (self.sign() - 1) > self.infinity()
    }

    pub fn is_subnormal(self, bits: u64) -> bool {
        bits & self.infinity() == 0
    }

    /// The number of a pattern of bits.
    pub fn number(self, bits: u64) -> Real {
        let negative = bits & self.sign() != 0;
        let field = (bits & self.infinity()) >> self.mantissa;
        let fraction = bits & ((1 << self.mantissa) - 1);
        if self.is_nan(bits) {
            return Real::NotANumber;
        }
        if bits & (self.sign() - 1) == self.infinity() {
            return Real::Infinity { negative };
        }
        let hidden = if field == 0 { 0 } else { 1 << self.mantissa };
        let exponent = field.max(1) as i64 - self.bias() - i64::from(self.mantissa);
        let magnitude = BigRational::from(BigInt::from(fraction + hidden)) * power(exponent);
        Real::Finite {
            negative,
            magnitude,
        }
    }

    /// The bits of a number in a mode.
    pub fn round(self, number: &Real, mode: Mode) -> u64 {
        let (negative, magnitude, root) = match number {
            Real::NotANumber => return self.not_a_number(),
            Real::Infinity { negative } => {
                return self.infinity() | if *negative { self.sign() } else { 0 };
            }
            Real::Finite {
                negative,
                magnitude,
            } => (*negative, magnitude.clone(), false),
            Real::Root(square) => (false, square.clone(), true),
        };
        let sign = if negative { self.sign() } else { 0 };
        if magnitude.is_zero() {
            return sign;
        }
        let smallest = 1 - self.bias() - i64::from(self.mantissa);
        // A unit small enough for any number near this magnitude: then the number has at least the
        // bits that the format keeps, and those are its last place.
        let estimate = magnitude.numer().bits() as i64 - magnitude.denom().bits() as i64;
        let estimate = if root {
            estimate.div_euclid(2)
        } else {
            estimate
        };
        let mut unit = (estimate - 2 - i64::from(self.mantissa)).max(smallest);
        let units = |unit: i64| {
            let scaled = if !root {
                (&magnitude / power(unit)).floor().to_integer()
            } else {
                (&magnitude / power(2 * unit)).floor().to_integer().sqrt()
            };
            scaled.magnitude().clone()
        };
        let mut count = units(unit);
        while count.bits() > u64::from(self.mantissa) + 1 {
            unit += 1;
            count = units(unit);
        }
        let compare = |halves: BigUint| {
            let due = BigRational::from(BigInt::from(halves)) * power(unit - 1);
            let due = if root { &due * &due } else { due };
            magnitude.cmp(&due)
        };
        let twice = &count * 2_u32;
        let exact = compare(twice.clone()).is_eq();
        let up = match mode {
            Mode::Nearest => match compare(twice + 1_u32) {
                std::cmp::Ordering::Less => false,
                std::cmp::Ordering::Equal => count.is_odd(),
                std::cmp::Ordering::Greater => true,
            },
            Mode::Zero => false,
            Mode::Down => negative && !exact,
            Mode::Up => !negative && !exact,
        };
        let count = u64::try_from(count).unwrap() + u64::from(up);
        let field = (unit - smallest) as u64;
        let bits = (field << self.mantissa) + count;
        if bits >= self.infinity() {
            let stays = match mode {
                Mode::Nearest => false,
                Mode::Zero => true,
                Mode::Down => !negative,
                Mode::Up => negative,
            };
            return sign
                | if stays {
                    self.infinity() - 1
                } else {
                    self.infinity()
                };
        }
        sign | bits
    }
}

/// A fraction to an integer.
pub fn to_integer(value: &BigRational, mode: Mode) -> BigInt {
    let floor = value.floor().to_integer();
    match mode {
        Mode::Down => floor,
        Mode::Up => value.ceil().to_integer(),
        Mode::Zero => value.trunc().to_integer(),
        Mode::Nearest => {
            let rest = value - BigRational::from(floor.clone());
            let half = BigRational::new(BigInt::one(), BigInt::from(2));
            match rest.cmp(&half) {
                std::cmp::Ordering::Less => floor,
                std::cmp::Ordering::Equal if floor.is_even() => floor,
                _ => floor + 1,
            }
        }
    }
}

#[test]
fn the_reading_rounds_as_the_host_does() {
    let mut random = super::operands::Random(3);
    for _ in 0..2000 {
        let value = f64::from_bits(random.bits());
        if value.is_nan() {
            continue;
        }
        let number = F64.number(value.to_bits());
        assert_eq!(F64.round(&number, Mode::Nearest), value.to_bits());
        let single =
            f64::from_bits(value.to_bits() & !(0x7ff << 52) | (870 + random.bits() % 400) << 52);
        let number = F64.number(single.to_bits());
        assert_eq!(
            F32.round(&number, Mode::Nearest),
            u64::from((single as f32).to_bits())
        );
    }
}
