//! The derivatives of the built-in functions.

use super::terms::{Id, Kind, Terms};
use crate::builtins::{self, Builtin, Lookup};
use std::f64::consts::{FRAC_2_SQRT_PI, LN_2, LN_10, PI};
use tc_syntax::tc::ast::BinaryOp;

fn builtin(name: &'static str) -> Builtin {
    match builtins::lookup(name) {
        Some(Lookup::Supported(builtin)) => builtin,
        _ => Builtin { name, arity: 0 },
    }
}

impl Terms {
    fn function(&mut self, name: &'static str, arguments: &[Id]) -> Id {
        self.call(builtin(name), arguments.to_vec())
    }

    fn number(&mut self, value: f64, like: Id) -> Id {
        self.floating(value, self.scalar(like))
    }

    fn square(&mut self, a: Id) -> Id {
        self.multiply(a, a)
    }

    /// `1 + factor * a * a`
    fn one_and_square(&mut self, factor: f64, a: Id) -> Id {
        let (one, square) = (self.number(1.0, a), self.square(a));
        let square = self.scale(factor, square);
        self.add(one, square)
    }

    /// What each argument of a call receives of `g`, the gradient of its value `y`: by argument,
    /// none where the derivative is 0. None for a function without a derivative.
    pub(super) fn derivative(
        &mut self,
        function: Builtin,
        x: &[Id],
        y: Id,
        g: Id,
    ) -> Option<Vec<Option<Id>>> {
        match x {
            [x] => self.of_one(function.name, *x, y, g),
            [a, b] => self.of_two(function.name, *a, *b, y, g),
            _ => self.of_many(function.name, x, y, g),
        }
    }

    fn of_one(&mut self, name: &str, x: Id, y: Id, g: Id) -> Option<Vec<Option<Id>>> {
        let found = match name {
            "floor" | "ceil" | "round" | "trunc" | "logb" => return Some(vec![None]),
            "abs" | "fabs" => self.by_sign(x, g),
            "exp" => self.with_exponential(g, y),
            "exp2" => self.scaled_product(LN_2, g, y),
            "exp10" => self.scaled_product(LN_10, g, y),
            "expm1" => {
                let exp = self.function("exp", &[x]);
                self.multiply(g, exp)
            }
            "log" => self.divide(g, x),
            "log2" => self.scaled_quotient(1.0 / LN_2, g, x),
            "log10" => self.scaled_quotient(1.0 / LN_10, g, x),
            "log1p" => {
                let one = self.number(1.0, x);
                let sum = self.add(one, x);
                self.divide(g, sum)
            }
            "sqrt" => self.scaled_quotient(0.5, g, y),
            "cbrt" => {
                let square = self.square(y);
                self.scaled_quotient(1.0 / 3.0, g, square)
            }
            "rsqrt" => {
                let (square, product) = (self.square(y), self.scaled_product(-0.5, g, y));
                self.multiply(product, square)
            }
            "rcbrt" => {
                let (square, product) = (self.square(y), self.scaled_product(-1.0 / 3.0, g, y));
                let quotient = self.multiply(product, square);
                self.multiply(quotient, y)
            }
            "erf" | "erfc" => {
                let square = self.square(x);
                let square = self.negate(square);
                let exp = self.function("exp", &[square]);
                let sign = if name == "erf" { 1.0 } else { -1.0 };
                self.scaled_product(sign * FRAC_2_SQRT_PI, g, exp)
            }
            _ => return self.of_angle(name, x, y, g),
        };
        Some(vec![Some(found)])
    }

    /// Circular and hyperbolic functions and their inverses.
    fn of_angle(&mut self, name: &str, x: Id, y: Id, g: Id) -> Option<Vec<Option<Id>>> {
        let found = match name {
            "sin" => self.product_with("cos", 1.0, x, g),
            "cos" => self.product_with("sin", -1.0, x, g),
            "sinpi" => self.product_with("cospi", PI, x, g),
            "cospi" => self.product_with("sinpi", -PI, x, g),
            "sinh" => self.product_with("cosh", 1.0, x, g),
            "cosh" => self.product_with("sinh", 1.0, x, g),
            "tan" => {
                let factor = self.one_and_square(1.0, y);
                self.multiply(g, factor)
            }
            "tanh" => {
                let factor = self.one_and_square(-1.0, y);
                self.multiply(g, factor)
            }
            "asin" | "acos" => {
                let inner = self.one_and_square(-1.0, x);
                let root = self.function("rsqrt", &[inner]);
                let sign = if name == "asin" { 1.0 } else { -1.0 };
                self.scaled_product(sign, g, root)
            }
            "asinh" => {
                let inner = self.one_and_square(1.0, x);
                let root = self.function("rsqrt", &[inner]);
                self.multiply(g, root)
            }
            "acosh" => {
                let (square, one) = (self.square(x), self.number(1.0, x));
                let inner = self.subtract(square, one);
                let root = self.function("rsqrt", &[inner]);
                self.multiply(g, root)
            }
            "atan" => {
                let inner = self.one_and_square(1.0, x);
                self.divide(g, inner)
            }
            "atanh" => {
                let inner = self.one_and_square(-1.0, x);
                self.divide(g, inner)
            }
            _ => return None,
        };
        Some(vec![Some(found)])
    }

    fn of_two(&mut self, name: &str, a: Id, b: Id, y: Id, g: Id) -> Option<Vec<Option<Id>>> {
        let pair = match name {
            "pow" => {
                let one = self.number(1.0, b);
                let less = self.subtract(b, one);
                let power = self.function("pow", &[a, less]);
                let (slope, log) = (self.multiply(b, power), self.function("log", &[a]));
                let (base, exponent) = (self.multiply(g, slope), self.multiply(g, y));
                [Some(base), Some(self.multiply(exponent, log))]
            }
            "atan2" => {
                let (x, z) = (self.square(a), self.square(b));
                let sum = self.add(x, z);
                let quotient = self.divide(g, sum);
                let (first, second) = (self.multiply(quotient, b), self.multiply(quotient, a));
                [Some(first), Some(self.negate(second))]
            }
            "hypot" => {
                let quotient = self.divide(g, y);
                let first = self.multiply(quotient, a);
                [Some(first), Some(self.multiply(quotient, b))]
            }
            "fdivide" => {
                let quotient = self.divide(g, b);
                let second = self.multiply(quotient, y);
                [Some(quotient), Some(self.negate(second))]
            }
            "fmod" => {
                let quotient = self.divide(a, b);
                let whole = self.function("trunc", &[quotient]);
                let second = self.multiply(g, whole);
                [Some(g), Some(self.negate(second))]
            }
            "copysign" => {
                let one = self.number(1.0, a);
                let (x, z) = (
                    self.function("copysign", &[one, a]),
                    self.function("copysign", &[one, b]),
                );
                let sign = self.multiply(x, z);
                [Some(self.multiply(g, sign)), None]
            }
            "fdim" => {
                let (above, zero) = (self.compare(BinaryOp::Greater, a, b), self.number(0.0, g));
                let first = self.choose(above, g, zero);
                [Some(first), Some(self.negate(first))]
            }
            _ => return None,
        };
        Some(pair.to_vec())
    }

    fn of_many(&mut self, name: &str, x: &[Id], y: Id, g: Id) -> Option<Vec<Option<Id>>> {
        match (name, x) {
            ("fma", &[a, b, _]) => {
                let first = self.multiply(g, b);
                Some(vec![Some(first), Some(self.multiply(g, a)), Some(g)])
            }
            ("norm3d" | "norm4d", _) => {
                let quotient = self.divide(g, y);
                Some(
                    x.iter()
                        .map(|a| Some(self.multiply(quotient, *a)))
                        .collect(),
                )
            }
            _ => None,
        }
    }

    /// `g` with the sign of `x`; 0 at 0.
    fn by_sign(&mut self, x: Id, g: Id) -> Id {
        let zero = self.number(0.0, x);
        let (above, below) = (
            self.compare(BinaryOp::Greater, x, zero),
            self.compare(BinaryOp::Less, x, zero),
        );
        let (negated, nothing) = (self.negate(g), self.number(0.0, g));
        let otherwise = self.choose(below, negated, nothing);
        self.choose(above, g, otherwise)
    }

    /// `g * e` for an exponential `e`. In the gradient of `1 / (1 + e)`, `g` is a quotient by
    /// `1 + e`; where both are infinite, the product is 0 times infinity. The ratio of them is
    /// `1 / (1 + 1 / e)`, which has a value for every `e`.
    fn with_exponential(&mut self, g: Id, e: Id) -> Id {
        match self.over_sum(g, e) {
            Some(product) => product,
            None => self.multiply(g, e),
        }
    }

    /// `g * e` if a factor of `g` is a quotient by a positive number plus `e`.
    fn over_sum(&mut self, g: Id, e: Id) -> Option<Id> {
        let scalar = self.scalar(g);
        match self.get(g).kind {
            Kind::Negate(inner) => {
                let product = self.over_sum(inner, e)?;
                Some(self.negate(product))
            }
            Kind::Binary(BinaryOp::Mul, a, b) => match self.over_sum(a, e) {
                Some(product) => Some(self.multiply(product, b)),
                None => {
                    let product = self.over_sum(b, e)?;
                    Some(self.multiply(a, product))
                }
            },
            Kind::Binary(BinaryOp::Div, a, b) => {
                let number = match self.get(b).kind {
                    Kind::Binary(BinaryOp::Add, x, y) if y == e => x,
                    Kind::Binary(BinaryOp::Add, x, y) if x == e => y,
                    _ => {
                        let product = self.over_sum(a, e)?;
                        return Some(self.divide(product, b));
                    }
                };
                if self.constant(number).is_none_or(|number| number <= 0.0) {
                    return None;
                }
                let one = self.floating(1.0, scalar);
                let ratio = self.divide(number, e);
                let sum = self.add(one, ratio);
                Some(self.divide(a, sum))
            }
            _ => None,
        }
    }

    fn scaled_product(&mut self, factor: f64, a: Id, b: Id) -> Id {
        let product = self.multiply(a, b);
        self.scale(factor, product)
    }

    fn scaled_quotient(&mut self, factor: f64, a: Id, b: Id) -> Id {
        let a = self.scale(factor, a);
        self.divide(a, b)
    }

    fn product_with(&mut self, name: &'static str, factor: f64, x: Id, g: Id) -> Id {
        let other = self.function(name, &[x]);
        self.scaled_product(factor, g, other)
    }
}
