//! `tc-algebra`: floating types become integers that wrap, so that sums are exact in any order.
//!
//! ```mlir
//! // f32 becomes i32
//! %0 = tc.read %A[i, k] : f32              // %0 = tc.read %A[i, k] : i32
//! %1 = arith.mulf %0, %x : f32             // %1 = arith.muli %0, %x : i32
//! %2 = arith.cmpf olt, %1, %0 : f32        // %2 = arith.cmpi slt, %1, %0 : i32
//! %3 = math.log %1 : f32                   // a hash of `math.log` and %1: xori, muli, shrui, xori
//! ```
//! Floating sums depend on their order, so that a result of another order is compared with a
//! tolerance, below which a lost term can hide. A type of n bits becomes the integers modulo 2^n,
//! in which addition and multiplication are associative, commutative and distributive. The
//! changed def goes all ways to all machines, and each legal schedule computes the same bits.
//!
//! | operation | meaning on integers of n bits |
//! | --- | --- |
//! | `addf`, `subf`, `mulf`, `negf`, `math.fma` | the same, modulo 2^n |
//! | `minimumf`, `minnumf`, `maximumf`, `maxnumf` | the same, signed |
//! | `math.absf`, `cmpf` | the same, signed; there is no NaN |
//! | `math.floor`, `ceil`, `round`, `roundeven`, `trunc` | the value itself |
//! | from and to integers, `extf`, `truncf` | the value, modulo 2^n |
//! | `math.exp`, `math.exp2` | 3^x and 5^x, modulo 2^n: `exp(a) * exp(b) = exp(a + b)` holds |
//! | `divf`, `remf`, other functions of `math` | a hash of the operation's name and operands |
//! | a constant that is an integer | that integer, or the end of the type that is nearest |
//! | infinities | the ends of the type |
//! | any other constant | a hash of its bits, with its sign |
//!
//! The constants 0, 1 and the infinities remain neutral for sums, products, minima and maxima. What
//! goes into f16 or bf16 is narrowed before it is combined, not after: a sum or a product has the
//! same bits either way.
//!
//! **Legal**: it changes what the def computes, for tests alone. **Refused**: an operation on
//! floating values that has no meaning here, and `tc.call`. **Cost**: one walk.

use crate::forms::require;
use melior::ir::attribute::{FloatAttribute, IntegerAttribute};
use melior::ir::r#type::IntegerType;
use tc_dialects::op::{self, create_value};
use tc_dialects::tc::forms::Form;
use tc_dialects::tc::{Call, Comprehension, Def, Read, TensorType, Yield};
use tc_pass_host::*;

pass! {
    /// Replaces floating types by integers of the same width that wrap, in which every order of a
    /// sum gives the same bits; `exp` becomes a power of 3, other functions a hash of their
    /// operands. It is for tests of passes that change the order of sums; `tc-run --algebra` runs
    /// it.
    pub struct TcAlgebra {
        name: "tc-algebra",
        anchor: "tc.def",
        summary: "floating types become integers that wrap, for exact comparisons",
        dialects: ["arith", "math"],
        statistics: {
            /// operations on floating values that became operations on integers
            operations,
            /// operations that became a hash
            hashes,
        },
    }
}

impl Pass for TcAlgebra {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let Some(def) = Def::from_op(operation) else {
            return Ok(());
        };
        require(
            def,
            &[Form::Loop, Form::Fixed, Form::Dependent],
            "tc-algebra",
        )?;
        let inside = nested(operation);
        let refused: Vec<_> = inside.iter().filter_map(|one| refusal(*one)).collect();
        if !refused.is_empty() {
            for (location, message) in refused {
                ctx.error(location, &message);
            }
            return Err(Failure::already_reported());
        }
        let context = ctx.context();
        for tensor in def.tensors() {
            let ty = tensor.tensor_type();
            if let Some(element) = integer_for(context, ty.element()) {
                tensor.set_type(TensorType::new(context, &ty.dims(), element));
            }
        }
        for one in inside {
            self.rewrite(context, one);
        }
        Ok(())
    }
}

/// The meaning of an operation on floating values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// An operation of `arith` or `math` on the same operands.
    Same(&'static str),
    Negation,
    MultiplyAdd,
    /// The operand itself.
    Identity,
    Constant,
    Comparison,
    /// Another width of the operand, with copies of its sign or with zeros.
    Resize {
        signed: bool,
    },
    /// Only its types change.
    Carry,
    /// A value that goes into a tensor, whose elements may be narrower.
    Store,
    /// A power of this number.
    Power(u64),
    Hash,
}

/// What an operation with floating operands or results means; `None` if it has no meaning.
fn meaning(name: &str) -> Option<Meaning> {
    Some(match name {
        "arith.addf" => Meaning::Same("arith.addi"),
        "arith.subf" => Meaning::Same("arith.subi"),
        "arith.mulf" => Meaning::Same("arith.muli"),
        "arith.minimumf" | "arith.minnumf" => Meaning::Same("arith.minsi"),
        "arith.maximumf" | "arith.maxnumf" => Meaning::Same("arith.maxsi"),
        "math.absf" => Meaning::Same("math.absi"),
        "arith.negf" => Meaning::Negation,
        "math.fma" => Meaning::MultiplyAdd,
        "math.floor" | "math.ceil" | "math.round" | "math.roundeven" | "math.trunc" => {
            Meaning::Identity
        }
        "arith.constant" => Meaning::Constant,
        "arith.cmpf" => Meaning::Comparison,
        "arith.uitofp" => Meaning::Resize { signed: false },
        "arith.extf" | "arith.truncf" | "arith.sitofp" | "arith.fptosi" | "arith.fptoui" => {
            Meaning::Resize { signed: true }
        }
        "arith.select" | "scf.if" | "scf.yield" | Read::NAME => Meaning::Carry,
        Yield::NAME => Meaning::Store,
        "arith.divf" | "arith.remf" => Meaning::Hash,
        "math.exp" => Meaning::Power(3),
        "math.exp2" => Meaning::Power(5),
        _ if name.starts_with("math.") => Meaning::Hash,
        _ => return None,
    })
}

/// Why an operation cannot be rewritten.
fn refusal<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<(Location<'c>, String)> {
    let name = op::name(operation);
    if name == Call::NAME {
        let message = "tc-algebra: `tc.call` is not supported; run tc-inline-calls first";
        return Some((operation.location(), message.to_owned()));
    }
    let (operands, results) = (op::operands(operation), op::results(operation));
    let is_known = match meaning(name) {
        _ if !operands.iter().chain(&results).any(is_float) => true,
        None => false,
        // Hashes are of values of one width.
        Some(Meaning::Hash) => {
            let ty = results.first().map(|value| value.r#type());
            operands.iter().all(|value| Some(value.r#type()) == ty)
        }
        Some(Meaning::Constant) => float_constant(operation).is_some(),
        Some(_) => true,
    };
    let message = || {
        format!(
            "tc-algebra: `{name}` on floating values has no meaning on integers that wrap; leave it out of programs that are tested with it"
        )
    };
    (!is_known).then(|| (operation.location(), message()))
}

fn is_float(value: &Value) -> bool {
    float_width(value.r#type()).is_some()
}

fn float_width(ty: Type) -> Option<u32> {
    match () {
        _ if ty.is_f16() || ty.is_bf16() => Some(16),
        _ if ty.is_f32() => Some(32),
        _ if ty.is_f64() => Some(64),
        _ => None,
    }
}

/// The integer type that stands for a floating type; `None` for other types.
fn integer_for<'c>(context: &'c Context, ty: Type<'c>) -> Option<Type<'c>> {
    float_width(ty).map(|width| IntegerType::new(context, width).into())
}

fn integer_width(ty: Type) -> u32 {
    IntegerType::try_from(ty).map_or(64, |integer| integer.width())
}

fn float_constant(operation: OperationRef) -> Option<f64> {
    let value = operation.attribute("value").ok()?;
    FloatAttribute::try_from(value)
        .ok()
        .map(|value| value.value())
}

impl TcAlgebra {
    /// Rewrites one operation, whose operands are integers by now.
    fn rewrite<'c: 'a, 'a>(&self, context: &'c Context, operation: OperationRef<'c, 'a>) {
        let name = op::name(operation);
        let results = op::results(operation);
        // Comparisons and conversions to integers have no floating result.
        let had_floats = results.iter().any(is_float)
            || ["arith.cmpf", "arith.fptosi", "arith.fptoui", Yield::NAME].contains(&name);
        let Some(meaning) = meaning(name).filter(|_| had_floats) else {
            return;
        };
        let make = Maker { context, operation };
        let operands = op::operands(operation);
        let new = match meaning {
            Meaning::Carry => {
                for result in results {
                    if let Some(ty) = integer_for(context, result.r#type()) {
                        result.set_type(ty);
                    }
                }
                return;
            }
            Meaning::Store => return make.store(),
            Meaning::Identity => operands[0],
            Meaning::Same(name) => make.like(name, &operands),
            Meaning::Negation => {
                make.like("arith.subi", &[make.constant(0, &operands[0]), operands[0]])
            }
            Meaning::MultiplyAdd => {
                let product = make.like("arith.muli", &operands[..2]);
                make.like("arith.addi", &[product, operands[2]])
            }
            Meaning::Constant => {
                let ty = integer_for(context, results[0].r#type()).expect("checked: it is a float");
                let value = float_constant(operation).expect("checked: it is a number");
                make.number(element_of(value, integer_width(ty)), ty)
            }
            Meaning::Comparison => make.comparison(&operands),
            Meaning::Resize { signed } => {
                let ty = results[0].r#type();
                make.resize(operands[0], integer_for(context, ty).unwrap_or(ty), signed)
            }
            Meaning::Power(base) => make.power(base, operands[0]),
            Meaning::Hash => {
                self.hashes.add(1);
                make.hash(name, &operands)
            }
        };
        self.operations.add(1);
        op::replace_uses(results[0], new);
        erase(operation);
    }
}

/// Makes operations in place of an old one.
struct Maker<'c, 'a> {
    context: &'c Context,
    operation: OperationRef<'c, 'a>,
}

impl<'c: 'a, 'a> Maker<'c, 'a> {
    fn build(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        ty: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Value<'c, 'a> {
        let new = create_value(name, self.operation.location(), operands, ty, attributes);
        op::result(op::insert_before(self.operation, new))
    }

    /// An operation whose result has the type of its first operand.
    fn like(&self, name: &str, operands: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        self.build(name, operands, operands[0].r#type(), &[])
    }

    fn number(&self, value: i64, ty: Type<'c>) -> Value<'c, 'a> {
        let value = IntegerAttribute::new(ty, value).into();
        self.build("arith.constant", &[], ty, &[("value", value)])
    }

    /// A number of the type of a value.
    fn constant(&self, value: i64, like: &Value<'c, 'a>) -> Value<'c, 'a> {
        self.number(value, like.r#type())
    }

    fn resize(&self, value: Value<'c, 'a>, ty: Type<'c>, signed: bool) -> Value<'c, 'a> {
        let (from, to) = (integer_width(value.r#type()), integer_width(ty));
        let name = match (from.cmp(&to), signed) {
            (std::cmp::Ordering::Equal, _) => return value,
            (std::cmp::Ordering::Greater, _) => "arith.trunci",
            (std::cmp::Ordering::Less, true) => "arith.extsi",
            (std::cmp::Ordering::Less, false) => "arith.extui",
        };
        self.build(name, &[value], ty, &[])
    }

    /// `arith.cmpf`: ordered and unordered comparisons are the same here.
    fn comparison(&self, operands: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        let truth: Type = IntegerType::new(self.context, 1).into();
        let predicate = match op::integer(self.operation, "predicate").unwrap_or(0) {
            1 | 8 => 0,
            6 | 13 => 1,
            4 | 11 => 2,
            5 | 12 => 3,
            2 | 9 => 4,
            3 | 10 => 5,
            // `ord` and `true`, `uno` and `false`
            7 | 15 => return self.number(1, truth),
            _ => return self.number(0, truth),
        };
        let kind = IntegerType::new(self.context, 64).into();
        let predicate = IntegerAttribute::new(kind, predicate).into();
        self.build("arith.cmpi", operands, truth, &[("predicate", predicate)])
    }

    /// `tc.yield`: the low bits of a value that is wider than the elements.
    fn store(&self) {
        let parent = self.operation.parent_operation();
        let Some(statement) = parent.and_then(Comprehension::from_op) else {
            return;
        };
        let ty = statement.target_type().value_type();
        for (position, value) in op::operands(self.operation).into_iter().enumerate() {
            op::set_operand(self.operation, position, self.resize(value, ty, true));
        }
    }

    /// `base` to the power of a value: the product of its squares where the value has bits. An odd
    /// base has powers that repeat after 2^(n - 2), which divides 2^n.
    fn power(&self, base: u64, value: Value<'c, 'a>) -> Value<'c, 'a> {
        let width = integer_width(value.r#type());
        let constant = |number: u64| self.constant(low(number, width), &value);
        let one = constant(1);
        let (mut product, mut square) = (one, base);
        for bit in 0..width - 2 {
            let shifted = self.like("arith.shrui", &[value, constant(bit.into())]);
            let bit = self.like("arith.andi", &[shifted, one]);
            // 1, or the square.
            let more = self.like("arith.muli", &[bit, constant(square.wrapping_sub(1))]);
            let factor = self.like("arith.addi", &[more, one]);
            product = self.like("arith.muli", &[product, factor]);
            square = square.wrapping_mul(square);
        }
        product
    }

    /// Mixes the operands one after another into a number that stands for the operation.
    fn hash(&self, name: &str, operands: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        let width = integer_width(operands[0].r#type());
        let constant = |value: u64| self.constant(low(value, width), &operands[0]);
        let letters = name.bytes();
        let tag = letters.fold(0, |tag, letter| mixed(tag ^ u64::from(letter)));
        let (factor, half) = (constant(ODD), constant(u64::from(width / 2)));
        operands.iter().fold(constant(tag), |hash, operand| {
            let sum = self.like("arith.xori", &[hash, *operand]);
            let product = self.like("arith.muli", &[sum, factor]);
            let high = self.like("arith.shrui", &[product, half]);
            self.like("arith.xori", &[product, high])
        })
    }
}

/// Odd at all widths, and with bits of both values everywhere.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Bits that depend on all bits of a number (Steele, Lea, Flood, OOPSLA 2014).
fn mixed(bits: u64) -> u64 {
    let bits = bits.wrapping_add(ODD);
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The low bits of a number, as a signed integer of that width.
fn low(bits: u64, width: u32) -> i64 {
    (bits << (64 - width)).cast_signed() >> (64 - width)
}

/// The integer of `width` bits that stands for a floating number, of a constant or of an input: an
/// integer stands for itself, the infinities and all integers that do not fit for the ends, any
/// other number for a hash of its bits with its sign.
pub fn element_of(value: f64, width: u32) -> i64 {
    if value == value.trunc() {
        let unused = 64 - width;
        // A cast saturates.
        return (value as i64).clamp(i64::MIN >> unused, i64::MAX >> unused);
    }
    let hash = low(mixed(value.abs().to_bits()), width);
    if value.is_sign_negative() {
        low(hash.wrapping_neg().cast_unsigned(), width)
    } else {
        hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_stand_for_themselves_and_infinities_for_the_ends() {
        assert_eq!(element_of(0.0, 32), 0);
        assert_eq!(element_of(-0.0, 32), 0);
        assert_eq!(element_of(1.0, 16), 1);
        assert_eq!(element_of(-7.0, 64), -7);
        assert_eq!(element_of(f64::INFINITY, 32), i64::from(i32::MAX));
        assert_eq!(element_of(f64::NEG_INFINITY, 16), i64::from(i16::MIN));
        assert_eq!(element_of(f64::NEG_INFINITY, 64), i64::MIN);
        assert_eq!(element_of(f64::INFINITY, 64), i64::MAX);
        assert_eq!(element_of(65536.0, 16), i64::from(i16::MAX));
        assert_eq!(element_of(-3.4e38, 32), i64::from(i32::MIN));
    }

    #[test]
    fn other_numbers_are_spread_over_the_type() {
        let quarters = (1..1000).map(|number| f64::from(number) + 0.25);
        let seen: std::collections::BTreeSet<i64> =
            quarters.map(|value| element_of(value, 32)).collect();
        assert_eq!(seen.len(), 999);
        assert!(seen.iter().all(|value| i32::try_from(*value).is_ok()));
        assert!(seen.iter().any(|value| *value > 1 << 30));
        assert!(seen.iter().any(|value| *value < -(1 << 30)));
        assert_eq!(element_of(-0.3, 32), -element_of(0.3, 32));
        assert_eq!(element_of(f64::NAN, 32), element_of(f64::NAN, 32));
    }
}
