//! Built-in functions in MLIR's `math` and `arith`.

use super::arithmetic::Floats;
use super::values::{At, BodyEmitter};
use melior::ir::{Value, ValueLike};
use tc_frontend::builtins::Builtin;
use tc_syntax::scalar::Scalar;

/// Functions on floating arguments that are one operation.
const OPERATIONS: [(&str, &str); 37] = [
    ("fabs", "math.absf"),
    ("abs", "math.absf"),
    ("exp", "math.exp"),
    ("exp2", "math.exp2"),
    ("expm1", "math.expm1"),
    ("log", "math.log"),
    ("log2", "math.log2"),
    ("log10", "math.log10"),
    ("log1p", "math.log1p"),
    ("sqrt", "math.sqrt"),
    ("rsqrt", "math.rsqrt"),
    ("cbrt", "math.cbrt"),
    ("sin", "math.sin"),
    ("cos", "math.cos"),
    ("tan", "math.tan"),
    ("asin", "math.asin"),
    ("acos", "math.acos"),
    ("atan", "math.atan"),
    ("sinh", "math.sinh"),
    ("cosh", "math.cosh"),
    ("tanh", "math.tanh"),
    ("asinh", "math.asinh"),
    ("acosh", "math.acosh"),
    ("atanh", "math.atanh"),
    ("erf", "math.erf"),
    ("erfc", "math.erfc"),
    ("floor", "math.floor"),
    ("ceil", "math.ceil"),
    ("round", "math.round"),
    ("trunc", "math.trunc"),
    ("atan2", "math.atan2"),
    ("pow", "math.powf"),
    // A number takes precedence over NaN.
    ("fmin", "arith.minnumf"),
    ("fmax", "arith.maxnumf"),
    // The sign of the dividend.
    ("fmod", "arith.remf"),
    ("copysign", "math.copysign"),
    ("fma", "math.fma"),
];

/// The operation of a function on floating arguments, if there is one.
fn operation(name: &str) -> Option<&'static str> {
    let found = OPERATIONS.iter().find(|(function, _)| *function == name);
    found.map(|(_, operation)| *operation)
}

/// The function of an operation on floating arguments.
pub(crate) fn builtin_of_operation(name: &str) -> Option<&'static str> {
    let found = OPERATIONS.iter().find(|(_, operation)| *operation == name);
    found.map(|(function, _)| *function)
}

impl<'c: 'a, 'a> BodyEmitter<'c, 'a, '_> {
    /// Emits a built-in whose arguments have the type of the result.
    pub(super) fn builtin(
        &self,
        at: At<'c, 'a>,
        function: Builtin,
        arguments: &[Value<'c, 'a>],
        scalar: Scalar,
    ) -> Value<'c, 'a> {
        if function.name == "abs" && !scalar.is_floating() {
            return if scalar.is_signed() {
                self.same(at, "math.absi", arguments)
            } else {
                arguments[0]
            };
        }
        match operation(function.name) {
            Some(name) => self.same(at, name, arguments),
            None if function.name == "hypot" => self.hypot(at, arguments[0], arguments[1]),
            None => self.composed(at, function.name, arguments),
        }
    }

    /// `sqrt(a*a + b*b)` without intermediate overflow: the larger times `sqrt(1 + ratio*ratio)`;
    /// infinity takes precedence over NaN.
    fn hypot(&self, at: At<'c, 'a>, a: Value<'c, 'a>, b: Value<'c, 'a>) -> Value<'c, 'a> {
        let ty = a.r#type();
        let (a, b) = (
            self.same(at, "math.absf", &[a]),
            self.same(at, "math.absf", &[b]),
        );
        let large = self.same(at, "arith.maxnumf", &[a, b]);
        let small = self.same(at, "arith.minnumf", &[a, b]);
        let ratio = self.same(at, "arith.divf", &[small, large]);
        let one = self.floating(at, 1.0, ty);
        let square = self.same(at, "math.fma", &[ratio, ratio, one]);
        let root = self.same(at, "math.sqrt", &[square]);
        let value = self.same(at, "arith.mulf", &[large, root]);
        let zero = self.floating(at, 0.0, ty);
        let is_zero = self.compare_floats(at, Floats::Equal, large, zero);
        let value = self.select(at, is_zero, large, value);
        let is_nan = self.compare_floats(at, Floats::Unordered, a, b);
        let nan = self.same(at, "arith.addf", &[a, b]);
        let value = self.select(at, is_nan, nan, value);
        let infinity = self.floating(at, f64::INFINITY, ty);
        let is_infinite = self.compare_floats(at, Floats::Equal, large, infinity);
        self.select(at, is_infinite, infinity, value)
    }
}

#[cfg(test)]
mod tests {
    use tc_frontend::builtins::supported_names;

    #[test]
    fn every_supported_function_has_an_operation() {
        let expanded: Vec<_> = supported_names()
            .filter(|name| super::operation(name).is_none())
            .collect();
        let composed = crate::emit::composed::COMPOSED;
        let known = |name: &&str| *name == "hypot" || composed.contains(name);
        assert!(expanded.iter().all(known), "{expanded:?}");
        assert_eq!(expanded.len(), composed.len() + 1);
    }
}
