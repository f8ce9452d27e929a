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
}
