//! The built-in functions (language specification, section 6).

use std::fmt;

/// A built-in function that every target implements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Builtin {
    /// Its name without the suffix `f`.
    pub name: &'static str,
    /// Number of arguments.
    pub arity: usize,
}

impl fmt::Display for Builtin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

const UNARY: [&str; 35] = [
    "abs", "fabs", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt", "rsqrt",
    "cbrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "erf", "floor",
    "ceil", "round", "trunc", "asinh", "acosh", "atanh", "erfc", "sinpi", "cospi", "exp10",
    "rcbrt", "logb",
];
const BINARY: [&str; 12] = [
    "atan2",
    "pow",
    "fmin",
    "fmax",
    "fmod",
    "copysign",
    "hypot",
    "fdim",
    "fdivide",
    "nextafter",
    "remainder",
    "rhypot",
];
const TERNARY: [&str; 3] = ["fma", "norm3d", "rnorm3d"];
const QUATERNARY: [&str; 2] = ["norm4d", "rnorm4d"];

/// Known names that no target implements yet.
const UNSUPPORTED: [&str; 13] = [
    "cyl_bessel_i0",
    "cyl_bessel_i1",
    "erfcinv",
    "erfcx",
    "erfinv",
    "j0",
    "j1",
    "lgamma",
    "normcdf",
    "normcdfinv",
    "tgamma",
    "y0",
    "y1",
];

/// What a name means among the built-ins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// A function that every target implements.
    Supported(Builtin),
    /// A name that is reserved for a function that no target implements yet.
    Unsupported,
}

/// Finds a built-in by its name, the C spelling with suffix `f` included.
pub fn lookup(name: &str) -> Option<Lookup> {
    exact(name).or_else(|| exact(name.strip_suffix('f')?))
}

fn exact(name: &str) -> Option<Lookup> {
    let groups: [(&[&'static str], usize); 4] =
        [(&UNARY, 1), (&BINARY, 2), (&TERNARY, 3), (&QUATERNARY, 4)];
    for (names, arity) in groups {
        if let Some(name) = names.iter().find(|known| **known == name) {
            return Some(Lookup::Supported(Builtin { name, arity }));
        }
    }
    UNSUPPORTED.contains(&name).then_some(Lookup::Unsupported)
}

/// The names of the functions that every target implements.
pub fn supported_names() -> impl Iterator<Item = &'static str> {
    UNARY
        .iter()
        .chain(&BINARY)
        .chain(&TERNARY)
        .chain(&QUATERNARY)
        .copied()
}

/// How a function known from other systems is written here.
pub fn idiom(name: &str) -> Option<&'static str> {
    Some(match name {
        "sigmoid" => "exp(min(x, 0)) / (1 + exp(-abs(x)))",
        "relu" => "x > 0 ? x : 0",
        "softplus" => "max(x, 0) + log1p(exp(-abs(x)))",
        "silu" | "swish" => "x * exp(min(x, 0)) / (1 + exp(-abs(x)))",
        "sign" | "sgn" | "signum" => "x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0",
        "isnan" => "x != x",
        "isinf" => "abs(x) == 1.0 / 0.0",
        "select" | "masked" | "mask" | "iif" | "ifelse" | "cond" => "mask ? x : y",
        "bitand" | "bitor" | "bitxor" | "popcount" | "popc" | "clz" | "shl" | "shr" => {
            "x / 2 % 2, one bit at a time: there are no bitwise operators"
        }
        "clamp" | "clip" => "max(min(x, upper), lower)",
        "square" => "x * x",
        "sum" | "add" => "s +=! x(i)",
        "mean" | "average" => "s +=! x(i) / N",
        "range" => "where i in lower:upper",
        "argmin" => "best min=! x(n)  arg min=! (x(n) == best) ? n : N",
        "argmax" => "best max=! x(n)  arg min=! (x(n) == best) ? n : N",
        _ => return None,
    })
}

/// How a constant known from other systems is written here; without parentheses such a name is an
/// index.
pub fn constant(name: &str) -> Option<&'static str> {
    Some(match name {
        "inf" | "Inf" | "INF" | "infinity" | "Infinity" | "INFINITY" => "1.0 / 0.0",
        "nan" | "NaN" | "NAN" => "0.0 / 0.0",
        "pi" | "PI" | "M_PI" => "3.141592653589793",
        _ => return None,
    })
}

/// The call of a built-in function, and its result.
pub fn described(name: &str) -> Option<(String, &'static str)> {
    let (name, arity) = match lookup(name) {
        Some(Lookup::Supported(builtin)) => (builtin.name, builtin.arity),
        Some(Lookup::Unsupported) => return Some((name.to_owned(), "not supported yet")),
        None if matches!(name, "min" | "max") => (if name == "min" { "min" } else { "max" }, 2),
        None => return None,
    };
    let arguments = ["x", "y", "z", "w"][..arity.min(4)].join(", ");
    Some((format!("{name}({arguments})"), about(name)))
}

fn about(name: &str) -> &'static str {
    match name {
        "min" => "the smaller of two values; NaN if either is NaN",
        "max" => "the larger of two values; NaN if either is NaN",
        "abs" => "the absolute value; keeps integer types",
        "fabs" => "the absolute value",
        "exp" => "e to the power x",
        "exp2" => "2 to the power x",
        "expm1" => "exp(x) - 1, exact near 0",
        "log" => "the natural logarithm",
        "log2" => "the logarithm to base 2",
        "log10" => "the logarithm to base 10",
        "log1p" => "log(1 + x), exact near 0",
        "sqrt" => "the square root",
        "rsqrt" => "1 / sqrt(x)",
        "cbrt" => "the cube root",
        "sin" => "the sine of an angle in radians",
        "cos" => "the cosine of an angle in radians",
        "tan" => "the tangent of an angle in radians",
        "asin" => "the arc sine in radians",
        "acos" => "the arc cosine in radians",
        "atan" => "the arc tangent in radians",
        "sinh" => "the hyperbolic sine",
        "cosh" => "the hyperbolic cosine",
        "tanh" => "the hyperbolic tangent",
        "erf" => "the error function",
        "floor" => "the largest whole number not above x",
        "ceil" => "the smallest whole number not below x",
        "round" => "the nearest whole number; halves round away from zero",
        "trunc" => "the integer part, rounded toward zero",
        "atan2" => "the angle of the point (y, x): first argument y",
        "pow" => "x to the power y",
        "fmin" => "the smaller of two values; the number if one is NaN",
        "fmax" => "the larger of two values; the number if one is NaN",
        "fmod" => "the remainder with the sign of the dividend",
        "copysign" => "the magnitude of x with the sign of y",
        "hypot" => "sqrt(x*x + y*y) without intermediate overflow",
        "asinh" => "the inverse hyperbolic sine",
        "acosh" => "the inverse hyperbolic cosine",
        "atanh" => "the inverse hyperbolic tangent",
        "erfc" => "1 - erf(x), exact for large x",
        "sinpi" => "the sine of pi*x",
        "cospi" => "the cosine of pi*x",
        "exp10" => "10 to the power x",
        "rcbrt" => "1 / cbrt(x)",
        "logb" => "the exponent of x as a whole number",
        "fdim" => "x - y where that is positive, else 0",
        "fdivide" => "x / y",
        "nextafter" => "the next number after x toward y",
        "remainder" => "x - n*y, n the whole number nearest to x/y",
        "rhypot" => "1 / sqrt(x*x + y*y) without intermediate overflow",
        "norm3d" => "sqrt(x*x + y*y + z*z) without intermediate overflow",
        "rnorm3d" => "1 / sqrt(x*x + y*y + z*z) without intermediate overflow",
        "norm4d" => "sqrt(x*x + y*y + z*z + w*w) without intermediate overflow",
        "rnorm4d" => "1 / sqrt(x*x + y*y + z*z + w*w) without intermediate overflow",
        "fma" => "x*y + z, rounded once",
        _ => "a built-in function",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_of_the_specification_are_known() {
        assert_eq!(
            supported_names().count() - 1 + UNSUPPORTED.len(),
            64,
            "64 names, plus abs"
        );
        let arity = |name| match lookup(name) {
            Some(Lookup::Supported(builtin)) => builtin.arity,
            _ => 0,
        };
        assert_eq!(
            (arity("exp"), arity("pow"), arity("fma"), arity("norm4d")),
            (1, 2, 3, 4)
        );
        assert_eq!(lookup("j0"), Some(Lookup::Unsupported));
        assert_eq!(lookup("sigmoid"), None);
    }

    #[test] // claim I27
    fn the_suffix_of_c_is_accepted() {
        for (spelling, name) in [
            ("fmaxf", "fmax"),
            ("expf", "exp"),
            ("erff", "erf"),
            ("erf", "erf"),
            ("absf", "abs"),
        ] {
            let Some(Lookup::Supported(builtin)) = lookup(spelling) else {
                panic!("{spelling} is not known")
            };
            assert_eq!(builtin.name, name);
        }
        assert_eq!(lookup("f"), None);
    }

    #[test]
    fn every_function_is_described() {
        for name in supported_names() {
            let (call, about) = described(name).expect("it is known");
            assert!(call.starts_with(name), "{call}");
            assert_ne!(about, "a built-in function", "{name}");
        }
    }
}
