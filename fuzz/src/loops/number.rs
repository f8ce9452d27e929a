//! Numbers as machines have them: integers of a width, which wrap, and floats of a format, which
//! round.

use tc_syntax::rounding::{to_bfloat16, to_half};

use melior::ir::Type;

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 64 bits, as on all machines here.
    Index,
    /// So many bits.
    Int(u32),
    F16,
    BF16,
    F32,
    F64,
}

impl Kind {
    /// The kind of a scalar type; `None` for another type.
    pub fn of(ty: Type<'_>) -> Option<Kind> {
        Kind::named(&ty.to_string())
    }

    /// The kind of a type as MLIR prints it.
    pub fn named(text: &str) -> Option<Kind> {
        Some(match text {
            "index" => Kind::Index,
            "f16" => Kind::F16,
            "bf16" => Kind::BF16,
            "f32" => Kind::F32,
            "f64" => Kind::F64,
            other => {
                let width: u32 = other
                    .trim_start_matches(['s', 'u'])
                    .strip_prefix('i')?
                    .parse()
                    .ok()?;
                (1..=64).contains(&width).then_some(Kind::Int(width))?
            }
        })
    }

    pub fn is_float(self) -> bool {
        !matches!(self, Kind::Index | Kind::Int(_))
    }

    /// Its size in memory.
    pub fn bytes(self) -> i64 {
        match self {
            Kind::Index | Kind::F64 => 8,
            Kind::Int(width) => i64::from(width.div_ceil(8)),
            Kind::F16 | Kind::BF16 => 2,
            Kind::F32 => 4,
        }
    }

    pub fn width(self) -> u32 {
        match self {
            Kind::Int(width) => width,
            _ => 64,
        }
    }

    /// An integer of this type with the same lowest bits. A bit is 0 or 1, others have a sign.
    pub fn wrap(self, value: i128) -> i64 {
        let width = self.width();
        if width == 1 {
            return (value & 1) as i64;
        }
        let unused = 64 - width;
        (value as i64).wrapping_shl(unused).wrapping_shr(unused)
    }

    /// The bits as a number without a sign.
    pub fn unsigned(self, value: i64) -> i128 {
        i128::from(value) & ((1_i128 << self.width()) - 1)
    }

    /// The bits as a number with a sign.
    pub fn signed(self, value: i64) -> i128 {
        match self.width() {
            1 => -i128::from(value & 1),
            _ => i128::from(value),
        }
    }

    /// The nearest number of this format.
    pub fn round(self, value: f64) -> f64 {
        match self {
            Kind::F16 => to_half(value).to_f64(),
            Kind::BF16 => to_bfloat16(value).to_f64(),
            Kind::F32 => f64::from(value as f32),
            Kind::F64 | Kind::Index | Kind::Int(_) => value,
        }
    }

    /// By how much two results may differ, relative to the largest of all: rounded sums may be
    /// taken in another order.
    pub fn tolerance(self) -> f64 {
        match self {
            Kind::Index | Kind::Int(_) => 0.0,
            Kind::F16 | Kind::BF16 => 2e-2,
            Kind::F32 => 1e-5,
            Kind::F64 => 1e-9,
        }
    }
}

/// The contents of a register or of an element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    Int(i64),
    Float(f64),
    /// What an element holds before anything is written to it: the array and the element.
    Unwritten(u32, u32),
    /// An array, by the number of the view.
    View(usize),
    /// A register before its definition.
    Undefined,
}

/// A division by zero, or an unwritten operand: what stops an operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stop {
    ByZero,
    Unwritten(u32, u32),
    /// The operation is not known, or not on these operands.
    Unknown,
}

impl Value {
    pub fn int(self) -> Result<i64, Stop> {
        match self {
            Value::Int(value) => Ok(value),
            Value::Unwritten(array, element) => Err(Stop::Unwritten(array, element)),
            _ => Err(Stop::Unknown),
        }
    }

    pub fn float(self) -> Result<f64, Stop> {
        match self {
            Value::Float(value) => Ok(value),
            Value::Unwritten(array, element) => Err(Stop::Unwritten(array, element)),
            _ => Err(Stop::Unknown),
        }
    }
}

/// An operation of `arith` or `math` on scalars.
#[derive(Clone, Debug)]
pub struct Operation {
    /// Its name, such as `arith.addi`.
    pub name: String,
    /// The type of its first operand, which is the second one of a selection.
    pub from: Kind,
    /// The type of its result.
    pub to: Kind,
    /// Of a comparison.
    pub predicate: i64,
}

impl Operation {
    /// Its result.
    pub fn apply(&self, operands: &[Value]) -> Result<Value, Stop> {
        let name = self.name.as_str();
        if name == "arith.select" {
            let chosen = if operands[0].int()? & 1 == 1 { 1 } else { 2 };
            return Ok(operands[chosen]);
        }
        match (self.from.is_float(), self.to.is_float()) {
            (false, false) => {
                let operands = operands.iter().map(|one| one.int());
                let operands = operands.collect::<Result<Vec<i64>, Stop>>()?;
                self.integer(&operands)
                    .map(|value| Value::Int(self.to.wrap(value)))
            }
            (false, true) => {
                let value = operands[0].int()?;
                let value = match name {
                    "arith.sitofp" => self.from.signed(value),
                    "arith.uitofp" => self.from.unsigned(value),
                    _ => return self.bits(operands[0]),
                };
                Ok(Value::Float(self.of_integer(value)))
            }
            (true, false) => self.to_integer(operands),
            (true, true) => match name {
                "math.fpowi" => Err(Stop::Unknown),
                _ => {
                    let operands = operands.iter().map(|one| one.float());
                    let operands = operands.collect::<Result<Vec<f64>, Stop>>()?;
                    let value = floating(name, self.to, &operands)?;
                    Ok(Value::Float(self.to.round(value)))
                }
            },
        }
    }

    fn of_integer(&self, value: i128) -> f64 {
        match self.to {
            Kind::F32 => f64::from(value as f32),
            kind => kind.round(value as f64),
        }
    }

    fn integer(&self, operands: &[i64]) -> Result<i128, Stop> {
        let from = self.from;
        let first = operands[0];
        let (a, b) = (
            from.signed(first),
            from.signed(*operands.get(1).unwrap_or(&1)),
        );
        let (ua, ub) = (
            from.unsigned(first),
            from.unsigned(*operands.get(1).unwrap_or(&1)),
        );
        let name = self.name.strip_prefix("arith.").unwrap_or(&self.name);
        if (name.contains("div") || name.starts_with("rem")) && b == 0 {
            return Err(Stop::ByZero);
        }
        let shift = |amount: i128| (amount < i128::from(from.width())).then_some(amount as u32);
        Ok(match name {
            "addi" => a + b,
            "subi" => a - b,
            "muli" => a * b,
            "divsi" => a / b,
            "remsi" => a % b,
            "floordivsi" => a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0),
            "ceildivsi" => a / b + i128::from(a % b != 0 && (a < 0) == (b < 0)),
            "divui" => ua / ub,
            "remui" => ua % ub,
            "ceildivui" => (ua + ub - 1) / ub,
            "andi" => a & b,
            "ori" => a | b,
            "xori" => a ^ b,
            "shli" => a << shift(ub).ok_or(Stop::Unknown)?,
            "shrsi" => a >> shift(ub).ok_or(Stop::Unknown)?,
            "shrui" => ua >> shift(ub).ok_or(Stop::Unknown)?,
            "minsi" => a.min(b),
            "maxsi" => a.max(b),
            "minui" => ua.min(ub),
            "maxui" => ua.max(ub),
            "cmpi" => i128::from(compared(self.predicate, (a, b), (ua, ub)).ok_or(Stop::Unknown)?),
            "extsi" | "index_cast" | "trunci" | "bitcast" => a,
            "extui" | "index_castui" => ua,
            "math.absi" => a.abs(),
            _ => return Err(Stop::Unknown),
        })
    }

    fn to_integer(&self, operands: &[Value]) -> Result<Value, Stop> {
        let first = operands[0].float()?;
        let value = match self.name.as_str() {
            "arith.cmpf" => {
                let second = operands[1].float()?;
                i128::from(compared_floats(self.predicate, first, second).ok_or(Stop::Unknown)?)
            }
            "arith.fptosi" | "arith.fptoui" => first as i128,
            "math.isnan" => i128::from(first.is_nan()),
            _ => return self.bits(operands[0]),
        };
        Ok(Value::Int(self.to.wrap(value)))
    }

    /// A bit pattern as another type.
    fn bits(&self, value: Value) -> Result<Value, Stop> {
        if self.name != "arith.bitcast" {
            return Err(Stop::Unknown);
        }
        Ok(match (self.from, self.to) {
            (Kind::F32, Kind::Int(32)) => {
                Value::Int(i64::from((value.float()? as f32).to_bits() as i32))
            }
            (Kind::Int(32), Kind::F32) => {
                Value::Float(f64::from(f32::from_bits(value.int()? as u32)))
            }
            (Kind::F64, Kind::Int(64)) => Value::Int(value.float()?.to_bits() as i64),
            (Kind::Int(64), Kind::F64) => Value::Float(f64::from_bits(value.int()? as u64)),
            _ => return Err(Stop::Unknown),
        })
    }
}

/// The predicates of `arith.cmpi`, in MLIR's order.
fn compared(predicate: i64, (a, b): (i128, i128), (ua, ub): (i128, i128)) -> Option<bool> {
    Some(match predicate {
        0 => a == b,
        1 => a != b,
        2 => a < b,
        3 => a <= b,
        4 => a > b,
        5 => a >= b,
        6 => ua < ub,
        7 => ua <= ub,
        8 => ua > ub,
        9 => ua >= ub,
        _ => return None,
    })
}

/// The predicates of `arith.cmpf`, in MLIR's order: never, the ordered ones, whether both are
/// numbers, the unordered ones, whether one is none, always.
fn compared_floats(predicate: i64, a: f64, b: f64) -> Option<bool> {
    let unordered = a.is_nan() || b.is_nan();
    let holds = |number: i64| match number {
        1 => a == b,
        2 => a > b,
        3 => a >= b,
        4 => a < b,
        5 => a <= b,
        _ => a != b,
    };
    Some(match predicate {
        0 => false,
        1..=6 => !unordered && holds(predicate),
        7 => !unordered,
        8..=13 => unordered || holds(predicate - 7),
        14 => unordered,
        15 => true,
        _ => return None,
    })
}

fn floating(name: &str, kind: Kind, operands: &[f64]) -> Result<f64, Stop> {
    let a = operands[0];
    let b = *operands.get(1).unwrap_or(&0.0);
    let either_nan = a.is_nan() || b.is_nan();
    let base = name.split_once('.').map_or(name, |(_, base)| base);
    Ok(match base {
        "addf" => a + b,
        "subf" => a - b,
        "mulf" => a * b,
        "divf" => a / b,
        "remf" => a % b,
        "negf" => -a,
        "maximumf" | "minimumf" if either_nan => f64::NAN,
        "maximumf" if a == 0.0 && b == 0.0 => {
            if a.is_sign_negative() {
                b
            } else {
                a
            }
        }
        "minimumf" if a == 0.0 && b == 0.0 => {
            if a.is_sign_negative() {
                a
            } else {
                b
            }
        }
        "maximumf" | "maxnumf" => a.max(b),
        "minimumf" | "minnumf" => a.min(b),
        "truncf" | "extf" => a,
        "fma" => match kind {
            Kind::F32 => f64::from((a as f32).mul_add(b as f32, operands[2] as f32)),
            _ => a.mul_add(b, operands[2]),
        },
        "absf" => a.abs(),
        "ceil" => a.ceil(),
        "floor" => a.floor(),
        "trunc" => a.trunc(),
        "round" => a.round(),
        "roundeven" => a.round_ties_even(),
        "sqrt" => a.sqrt(),
        "rsqrt" => 1.0 / a.sqrt(),
        "cbrt" => a.cbrt(),
        "exp" => a.exp(),
        "exp2" => a.exp2(),
        "expm1" => a.exp_m1(),
        "log" => a.ln(),
        "log2" => a.log2(),
        "log10" => a.log10(),
        "log1p" => a.ln_1p(),
        "sin" => a.sin(),
        "cos" => a.cos(),
        "tan" => a.tan(),
        "asin" => a.asin(),
        "acos" => a.acos(),
        "atan" => a.atan(),
        "atan2" => a.atan2(b),
        "sinh" => a.sinh(),
        "cosh" => a.cosh(),
        "tanh" => a.tanh(),
        "asinh" => a.asinh(),
        "acosh" => a.acosh(),
        "atanh" => a.atanh(),
        "powf" => a.powf(b),
        "copysign" => a.copysign(b),
        _ => return Err(Stop::Unknown),
    })
}
