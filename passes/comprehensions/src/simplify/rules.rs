//! The table of rules.
//!
//! A rule replaces one term by an equal one. An *exact* rule keeps every bit for all operands,
//! infinities, zeros of both signs and subnormal numbers included; that a result is NaN is kept,
//! not which NaN, which neither the language nor LLVM says. A *reassociating* rule is one of real
//! numbers: it may change roundings and overflow, and is used with `fastmath` only. Integers wrap,
//! so that all algebra modulo 2^n is exact; subscripts are integers that do not overflow. `div`
//! floors on integers, `rem` takes the sign of the dividend, `mod` of the divisor.
//!
//! Not rules, since they are not exact: `x + 0 -> x` (-0 becomes +0), `0 - x -> -x`,
//! `-(x - y) -> y - x` (the zero's sign), `x - x -> 0`, `x * 0 -> 0` (NaN, infinities),
//! `x == x -> true` (NaN), `x > y ? x : y -> max(x, y)` (NaN and zeros).
//!
//! Constants are no rules either: what operators on numbers give, and what ranges decide (`i < 0`,
//! `x * 0` and `x mod 1` on integers), the analysis computes; remarks name it `fold-constants`.
//!
//! Tests compute both sides of every rule at random and at extreme values.

use std::sync::OnceLock;

use egg::{ConditionalApplier, Id, Pattern, Rewrite, Subst, Var};

use super::facts::{Facts, Graph, Interval, is_below, product};
use super::term::{Scalar, Term, floating, is_normal};

/// Whether a rule keeps every bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Exact,
    Reassociating,
}

/// What must hold of the operands. Letters are those of the pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Always,
    /// `c` is 2^k or -2^k, and `1/c` is a normal number.
    PowerOfTwo,
    /// `c` and `1/c` are normal numbers and not 0.
    Invertible,
    /// `c` is a number.
    Number,
    /// `c` is a number above 0.
    PositiveNumber,
    /// `0 <= x < c` for all values.
    XBelowC,
    /// `x <= y` for all values.
    XAtMostY,
    /// `c` is a number above 0, and neither `c*x` nor `c*x + y` wraps.
    SumFits,
    /// `c` is a number above 0, and `c*x` does not wrap.
    ProductFits,
    /// `c` and `d` are numbers above 0 whose product fits the type.
    NumbersFit,
    /// `c` and `d` are numbers above 0, and `d` divides `c`.
    Divides,
}

impl When {
    /// For the table.
    #[cfg(test)]
    pub fn text(self) -> &'static str {
        match self {
            When::Always => "",
            When::PowerOfTwo => "`c` a power of two, `1/c` normal",
            When::Invertible => "`c` a number, `c` and `1/c` normal",
            When::Number => "`c` a number",
            When::PositiveNumber => "`c` a number above 0",
            When::XBelowC => "`0 <= x < c` by ranges",
            When::XAtMostY => "`x <= y` by ranges",
            When::SumFits => "`c` a number above 0, `c*x + y` does not wrap",
            When::ProductFits => "`c` a number above 0, `c*x` does not wrap",
            When::NumbersFit => "`c`, `d` numbers above 0 whose product fits",
            When::Divides => "`c`, `d` numbers above 0, `d` divides `c`",
        }
    }

    fn holds(self, graph: &Graph, ty: Scalar, subst: &Subst) -> bool {
        let fact = |name: &str| {
            let variable: Option<Var> = name.parse().ok();
            variable
                .and_then(|variable| subst.get(variable))
                .map(|id| &graph[*id].data)
        };
        let number = |name| fact(name).and_then(|fact| fact.constant);
        let positive = |name| number(name).filter(|value| *value > 0);
        let range = |name| fact(name).map_or(ty.limits(), |fact| fact.range);
        match self {
            When::Always => true,
            When::PowerOfTwo => number("?c").is_some_and(|c| is_power_of_two(ty, floating(c))),
            When::Invertible => number("?c").is_some_and(|c| is_invertible(ty, floating(c))),
            When::Number => number("?c").is_some(),
            When::PositiveNumber => positive("?c").is_some(),
            When::XBelowC => fact("?x")
                .zip(fact("?c"))
                .is_some_and(|(x, c)| x.range.0 >= 0 && (x.range.1 < c.range.0 || is_below(x, c))),
            When::XAtMostY => range("?x").1 <= range("?y").0,
            When::SumFits => {
                let scaled = product(range("?c"), range("?x"));
                let y = range("?y");
                let sum = (scaled.0 + y.0, scaled.1 + y.1);
                positive("?c").is_some() && fits(ty, scaled) && fits(ty, sum)
            }
            When::ProductFits => {
                positive("?c").is_some() && fits(ty, product(range("?c"), range("?x")))
            }
            When::NumbersFit => positive("?c")
                .zip(positive("?d"))
                .is_some_and(|(c, d)| i128::from(c) * i128::from(d) <= ty.limits().1),
            When::Divides => positive("?c")
                .zip(positive("?d"))
                .is_some_and(|(c, d)| c % d == 0),
        }
    }
}

/// Subscripts do not wrap, so that what they are made of fits too.
fn fits(ty: Scalar, range: Interval) -> bool {
    let (low, high) = ty.limits();
    ty == Scalar::Subscript || (low <= range.0 && range.1 <= high)
}

fn is_invertible(ty: Scalar, c: f64) -> bool {
    c != 0.0 && is_normal(ty, c) && is_normal(ty, 1.0 / c)
}

fn is_power_of_two(ty: Scalar, c: f64) -> bool {
    let mantissa = c.to_bits() & ((1 << 52) - 1);
    is_invertible(ty, c) && mantissa == 0
}

/// A rule: `left` becomes `right`.
#[derive(Debug)]
pub struct Rule {
    pub name: &'static str,
    /// Operators have the rule's type unless they say theirs.
    pub left: &'static str,
    pub right: &'static str,
    pub when: When,
    pub kind: Kind,
    pub types: &'static [Scalar],
}

const FLOATS: &[Scalar] = &[Scalar::F16, Scalar::BF16, Scalar::F32, Scalar::F64];
/// Their numbers are computed here, with roundings that are known.
const COMPUTED: &[Scalar] = &[Scalar::F32, Scalar::F64];
const INTEGERS: &[Scalar] = &[
    Scalar::I8,
    Scalar::I16,
    Scalar::I32,
    Scalar::I64,
    Scalar::Index,
];
const WHOLE: &[Scalar] = &[
    Scalar::I8,
    Scalar::I16,
    Scalar::I32,
    Scalar::I64,
    Scalar::Index,
    Scalar::Subscript,
];
const SUBSCRIPTS: &[Scalar] = &[Scalar::Subscript];
const BOOLS: &[Scalar] = &[Scalar::I1];
/// Everything but subscripts.
const VALUES: &[Scalar] = &[
    Scalar::F16,
    Scalar::BF16,
    Scalar::F32,
    Scalar::F64,
    Scalar::I1,
    Scalar::I8,
    Scalar::I16,
    Scalar::I32,
    Scalar::I64,
    Scalar::Index,
];

macro_rules! rules {
    ($($types:ident $kind:ident { $($name:literal: $left:literal => $right:literal $(if $when:ident)?;)* })*) => {
        &[$($(Rule {
            name: $name,
            left: $left,
            right: $right,
            when: rules!(@when $($when)?),
            kind: Kind::$kind,
            types: $types,
        },)*)*]
    };
    (@when) => { When::Always };
    (@when $when:ident) => { When::$when };
}

/// All rules.
pub const RULES: &[Rule] = rules! {
    FLOATS Exact {
        "float-add-commutes": "(add ?x ?y)" => "(add ?y ?x)";
        "float-mul-commutes": "(mul ?x ?y)" => "(mul ?y ?x)";
        "float-min-commutes": "(min ?x ?y)" => "(min ?y ?x)";
        "float-max-commutes": "(max ?x ?y)" => "(max ?y ?x)";
        "add-minus-zero": "(add ?x -0)" => "?x";
        "sub-zero": "(sub ?x 0)" => "?x";
        "minus-zero-sub": "(sub -0 ?x)" => "(neg ?x)";
        "float-mul-one": "(mul ?x 1)" => "?x";
        "float-div-one": "(div ?x 1)" => "?x";
        "mul-minus-one": "(mul ?x -1)" => "(neg ?x)";
        "div-minus-one": "(div ?x -1)" => "(neg ?x)";
        "neg-neg": "(neg (neg ?x))" => "?x";
        "add-neg": "(add ?x (neg ?y))" => "(sub ?x ?y)";
        "sub-neg": "(sub ?x (neg ?y))" => "(add ?x ?y)";
        "mul-neg": "(mul (neg ?x) ?y)" => "(neg (mul ?x ?y))";
        "neg-mul": "(neg (mul ?x ?y))" => "(mul ?x (neg ?y))";
        "div-neg": "(div ?x (neg ?y))" => "(neg (div ?x ?y))";
        "neg-div": "(div (neg ?x) ?y)" => "(neg (div ?x ?y))";
        "float-add-same": "(add ?x ?x)" => "(mul ?x 2)";
        "abs-neg": "(abs (neg ?x))" => "(abs ?x)";
        "abs-abs": "(abs (abs ?x))" => "(abs ?x)";
        "abs-square": "(abs (mul ?x ?x))" => "(mul ?x ?x)";
        "floor-floor": "(floor (floor ?x))" => "(floor ?x)";
        "ceil-ceil": "(ceil (ceil ?x))" => "(ceil ?x)";
        "trunc-trunc": "(trunc (trunc ?x))" => "(trunc ?x)";
        "round-round": "(round (round ?x))" => "(round ?x)";
        "float-min-same": "(min ?x ?x)" => "?x";
        "float-max-same": "(max ?x ?x)" => "?x";
        "float-min-again": "(min ?x (min ?x ?y))" => "(min ?x ?y)";
        "float-max-again": "(max ?x (max ?x ?y))" => "(max ?x ?y)";
        "greater-as-less": "(ogt ?x ?y)" => "(olt ?y ?x)";
        "greater-equal-as-less-equal": "(oge ?x ?y)" => "(ole ?y ?x)";
        "float-less-same": "(olt ?x ?x)" => "false:i1";
        "not-less": "(xor:i1 (olt ?x ?y) true:i1)" => "(uge ?x ?y)";
        "not-less-equal": "(xor:i1 (ole ?x ?y) true:i1)" => "(ugt ?x ?y)";
        "not-equal": "(xor:i1 (oeq ?x ?y) true:i1)" => "(une ?x ?y)";
    }
    COMPUTED Exact {
        "div-power-of-two": "(div ?x ?c)" => "(mul ?x (div 1 ?c))" if PowerOfTwo;
    }
    COMPUTED Reassociating {
        "float-add-associates": "(add (add ?x ?y) ?z)" => "(add ?x (add ?y ?z))";
        "float-mul-associates": "(mul (mul ?x ?y) ?z)" => "(mul ?x (mul ?y ?z))";
        "sub-of-sum": "(sub (add ?x ?y) ?z)" => "(add ?x (sub ?y ?z))";
        "float-factor": "(add (mul ?x ?y) (mul ?x ?z))" => "(mul ?x (add ?y ?z))";
        "float-factor-sub": "(sub (mul ?x ?y) (mul ?x ?z))" => "(mul ?x (sub ?y ?z))";
        "float-factor-one": "(add (mul ?x ?y) ?x)" => "(mul ?x (add ?y 1))";
        "factor-divisor": "(add (div ?x ?z) (div ?y ?z))" => "(div (add ?x ?y) ?z)";
        "float-div-number": "(div ?x ?c)" => "(mul ?x (div 1 ?c))" if Invertible;
        "float-div-div": "(div (div ?x ?y) ?z)" => "(div ?x (mul ?y ?z))";
        "mul-div": "(mul (div ?x ?y) ?z)" => "(div (mul ?x ?z) ?y)";
    }
    VALUES Exact {
        "select-true": "(select true:i1 ?x ?y)" => "?x";
        "select-false": "(select false:i1 ?x ?y)" => "?y";
        "select-same": "(select ?b ?x ?x)" => "?x";
        "select-not": "(select (xor:i1 ?b true:i1) ?x ?y)" => "(select ?b ?y ?x)";
        "select-again": "(select ?b (select ?b ?x ?y) ?z)" => "(select ?b ?x ?z)";
        "select-again-else": "(select ?b ?x (select ?b ?y ?z))" => "(select ?b ?x ?z)";
    }
    BOOLS Exact {
        "and-commutes": "(and ?x ?y)" => "(and ?y ?x)";
        "or-commutes": "(or ?x ?y)" => "(or ?y ?x)";
        "and-true": "(and ?x true)" => "?x";
        "or-true": "(or ?x true)" => "true";
        "or-false": "(or ?x false)" => "?x";
        "and-same": "(and ?x ?x)" => "?x";
        "or-same": "(or ?x ?x)" => "?x";
        "xor-same": "(xor ?x ?x)" => "false";
        "xor-false": "(xor ?x false)" => "?x";
        "not-not": "(xor (xor ?x true) true)" => "?x";
        "and-not": "(and ?x (xor ?x true))" => "false";
        "or-not": "(or ?x (xor ?x true))" => "true";
        "select-bool": "(select ?x true false)" => "?x";
        "select-bool-not": "(select ?x false true)" => "(xor ?x true)";
    }
    WHOLE Exact {
        "add-commutes": "(add ?x ?y)" => "(add ?y ?x)";
        "add-associates": "(add (add ?x ?y) ?z)" => "(add ?x (add ?y ?z))";
        "mul-commutes": "(mul ?x ?y)" => "(mul ?y ?x)";
        "mul-associates": "(mul (mul ?x ?y) ?z)" => "(mul ?x (mul ?y ?z))";
        "add-zero": "(add ?x 0)" => "?x";
        "mul-one": "(mul ?x 1)" => "?x";
        "sub-same": "(sub ?x ?x)" => "0";
        "sub-number": "(sub ?x ?c)" => "(add ?x (sub 0 ?c))" if Number;
        "sub-of-add": "(sub (add ?x ?y) ?y)" => "?x";
        "add-of-sub": "(add (sub ?x ?y) ?y)" => "?x";
        "sub-of-sub": "(sub ?x (sub ?x ?y))" => "?y";
        "sub-sum": "(sub (add ?x ?y) ?z)" => "(add ?x (sub ?y ?z))";
        "add-same": "(add ?x ?x)" => "(mul ?x 2)";
        "factor": "(add (mul ?x ?y) (mul ?x ?z))" => "(mul ?x (add ?y ?z))";
        "factor-sub": "(sub (mul ?x ?y) (mul ?x ?z))" => "(mul ?x (sub ?y ?z))";
        "factor-one": "(add (mul ?x ?y) ?x)" => "(mul ?x (add ?y 1))";
        "factor-one-sub": "(sub (mul ?x ?y) ?x)" => "(mul ?x (sub ?y 1))";
        "min-commutes": "(min ?x ?y)" => "(min ?y ?x)";
        "max-commutes": "(max ?x ?y)" => "(max ?y ?x)";
        "min-same": "(min ?x ?x)" => "?x";
        "max-same": "(max ?x ?x)" => "?x";
        "min-again": "(min ?x (min ?x ?y))" => "(min ?x ?y)";
        "max-again": "(max ?x (max ?x ?y))" => "(max ?x ?y)";
        "min-of-max": "(min ?x (max ?x ?y))" => "?x";
        "max-of-min": "(max ?x (min ?x ?y))" => "?x";
        "min-by-ranges": "(min ?x ?y)" => "?x" if XAtMostY;
        "max-by-ranges": "(max ?x ?y)" => "?y" if XAtMostY;
        "div-one": "(div ?x 1)" => "?x";
        "div-below": "(div ?x ?c)" => "0" if XBelowC;
        "div-of-multiple": "(div (mul ?c ?x) ?c)" => "?x" if ProductFits;
        "div-of-sum": "(div (add (mul ?c ?x) ?y) ?c)" => "(add ?x (div ?y ?c))" if SumFits;
        "div-div": "(div (div ?x ?c) ?d)" => "(div ?x (mul ?c ?d))" if NumbersFit;
    }
    SUBSCRIPTS Exact {
        "mod-below": "(mod ?x ?c)" => "?x" if XBelowC;
        "mod-of-multiple": "(mod (mul ?c ?x) ?c)" => "0" if PositiveNumber;
        "mod-of-sum": "(mod (add (mul ?c ?x) ?y) ?c)" => "(mod ?y ?c)" if PositiveNumber;
        "mod-mod": "(mod (mod ?x ?c) ?d)" => "(mod ?x ?d)" if Divides;
        "mod-of-mod-sum": "(mod (add (mod ?x ?c) ?y) ?c)" => "(mod (add ?x ?y) ?c)" if PositiveNumber;
        "quotient-and-remainder": "(add (mul ?c (div ?x ?c)) (mod ?x ?c))" => "?x" if PositiveNumber;
    }
    INTEGERS Exact {
        "rem-below": "(rem ?x ?c)" => "?x" if XBelowC;
        "rem-rem": "(rem (rem ?x ?c) ?c)" => "(rem ?x ?c)";
        "rem-of-multiple": "(rem (mul ?c ?x) ?c)" => "0" if ProductFits;
        "integer-equal-same": "(eq ?x ?x)" => "true:i1";
        "integer-unequal-same": "(ne ?x ?x)" => "false:i1";
        "integer-less-same": "(slt ?x ?x)" => "false:i1";
        "integer-less-equal-same": "(sle ?x ?x)" => "true:i1";
        "integer-greater-as-less": "(sgt ?x ?y)" => "(slt ?y ?x)";
        "integer-greater-equal-as-less-equal": "(sge ?x ?y)" => "(sle ?y ?x)";
        "integer-not-less": "(xor:i1 (slt ?x ?y) true:i1)" => "(sle ?y ?x)";
        "integer-not-less-equal": "(xor:i1 (sle ?x ?y) true:i1)" => "(slt ?y ?x)";
        "integer-not-equal": "(xor:i1 (eq ?x ?y) true:i1)" => "(ne ?x ?y)";
        "select-less-is-min": "(select (slt ?x ?y) ?x ?y)" => "(min ?x ?y)";
        "select-less-equal-is-min": "(select (sle ?x ?y) ?x ?y)" => "(min ?x ?y)";
        "select-less-is-max": "(select (slt ?x ?y) ?y ?x)" => "(max ?x ?y)";
        "select-less-equal-is-max": "(select (sle ?x ?y) ?y ?x)" => "(max ?x ?y)";
    }
};

impl Rule {
    /// For a type, as egg wants it; its name ends in the type, since egg tells rules apart by name.
    ///
    /// # Panics
    /// If a pattern of the table does not parse, which a test excludes.
    pub fn for_type(&'static self, ty: Scalar) -> Rewrite<Term, Facts> {
        let pattern = |text| -> Pattern<Term> {
            match with_types(text, ty).parse() {
                Ok(pattern) => pattern,
                Err(error) => panic!("rule `{}`: {error}", self.name),
            }
        };
        let when = self.when;
        let applier = ConditionalApplier {
            condition: move |graph: &mut Graph, _: Id, subst: &Subst| when.holds(graph, ty, subst),
            applier: pattern(self.right),
        };
        let name = format!("{}:{}", self.name, ty.name());
        match Rewrite::new(name, pattern(self.left), applier) {
            Ok(rewrite) => rewrite,
            Err(error) => panic!("{error}"),
        }
    }
}

/// The pattern with the type after every word that has none.
pub fn with_types(pattern: &str, ty: Scalar) -> String {
    let spaced = pattern.replace('(', " ( ").replace(')', " ) ");
    let words = spaced.split_whitespace().map(|word| {
        if word == "(" || word == ")" || word.starts_with('?') || word.contains(':') {
            word.to_owned()
        } else {
            format!("{word}:{}", ty.name())
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The rules for values of these types.
pub fn rules_for(types: &[Scalar], fastmath: bool) -> Vec<&'static Rewrite<Term, Facts>> {
    static COMPILED: [OnceLock<Vec<(Kind, Rewrite<Term, Facts>)>>; Scalar::ALL.len()] =
        [const { OnceLock::new() }; Scalar::ALL.len()];
    let mut found = Vec::new();
    for ty in types {
        let compiled = COMPILED[*ty as usize].get_or_init(|| {
            let rules = RULES.iter().filter(|rule| rule.types.contains(ty));
            rules.map(|rule| (rule.kind, rule.for_type(*ty))).collect()
        });
        let wanted = compiled
            .iter()
            .filter(|(kind, _)| fastmath || *kind == Kind::Exact);
        found.extend(wanted.map(|(_, rewrite)| rewrite));
    }
    found
}
