//! The normal form that decides whether two terms are equal as real numbers.
//!
//! A term is a sum of products of powers of atoms, times an exponential:
//!
//! ```text
//! 0.5 * x^2 * r^-2 * exp(s - r)        (x/r)*(x/r)/2 * exp(s)/exp(r)
//! ```
//! Sums are collected, products multiplied out, exponents of `exp` added: equal normal forms are
//! equal terms. An atom is a value that is not looked into, or a function of normal forms. The
//! other direction does not hold: `sin(x)^2 + cos(x)^2` and 1 have two normal forms, and so have a
//! quotient of sums and the quotient that is reduced. Coefficients are exact rational numbers.
//!
//! Roundings, infinities and NaN are not part of it; who uses it says what becomes of those.

use std::collections::BTreeMap;
use std::fmt;

use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The most products of a sum that is multiplied out.
const TERMS: usize = 64;

/// A value that is not looked into, or a function that has no rule here.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Atom {
    /// A value by number.
    Value(u32),
    /// An operation by its name in MLIR, of these operands.
    Call(String, Vec<Normal>),
}

/// Powers of atoms, times `exp` of a term.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Product {
    powers: BTreeMap<Atom, i32>,
    /// None stands for 0.
    exponent: Option<Box<Normal>>,
}

/// A sum of products with their coefficients, none of which is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Normal {
    terms: BTreeMap<Product, BigRational>,
}

impl Product {
    /// The atoms and their powers, none of which is 0.
    pub fn powers(&self) -> impl Iterator<Item = (&Atom, i32)> {
        self.powers.iter().map(|(atom, power)| (atom, *power))
    }

    /// What `exp` is of.
    pub fn exponent(&self) -> Option<&Normal> {
        self.exponent.as_deref()
    }

    fn is_one(&self) -> bool {
        *self == Product::default()
    }

    /// The product with each power multiplied by `power`.
    fn to_power(&self, power: i32) -> Option<Product> {
        let powers = self.powers.iter();
        let powers = powers.map(|(atom, own)| Some((atom.clone(), own.checked_mul(power)?)));
        let exponent = self.exponent.as_ref();
        Some(Product {
            powers: powers.collect::<Option<_>>()?,
            exponent: exponent
                .map(|one| Box::new(one.scaled(&BigRational::from_integer(power.into())))),
        })
    }

    fn times(&self, other: &Product) -> Option<Product> {
        let mut powers = self.powers.clone();
        for (atom, power) in &other.powers {
            let sum = powers.get(atom).unwrap_or(&0).checked_add(*power)?;
            if sum == 0 {
                powers.remove(atom);
            } else {
                powers.insert(atom.clone(), sum);
            }
        }
        let exponent = match (&self.exponent, &other.exponent) {
            (Some(a), Some(b)) => Some(a.plus(b)).filter(|sum| !sum.is_zero()).map(Box::new),
            (one, none) => one.clone().or_else(|| none.clone()),
        };
        Some(Product { powers, exponent })
    }
}

impl Normal {
    /// A number.
    pub fn number(value: BigRational) -> Normal {
        Normal::product(Product::default(), value)
    }

    /// The number 1.
    pub fn one() -> Normal {
        Normal::number(BigRational::one())
    }

    /// A value by number.
    pub fn value(number: u32) -> Normal {
        Normal::atom(Atom::Value(number))
    }

    /// An operation that has no rule here.
    pub fn call(name: &str, operands: Vec<Normal>) -> Normal {
        Normal::atom(Atom::Call(name.to_owned(), operands))
    }

    fn atom(atom: Atom) -> Normal {
        let product = Product {
            powers: BTreeMap::from([(atom, 1)]),
            exponent: None,
        };
        Normal::product(product, BigRational::one())
    }

    /// One product with its coefficient.
    pub fn product(product: Product, coefficient: BigRational) -> Normal {
        let mut terms = BTreeMap::new();
        if !coefficient.is_zero() {
            terms.insert(product, coefficient);
        }
        Normal { terms }
    }

    /// The products and their coefficients.
    pub fn terms(&self) -> impl Iterator<Item = (&Product, &BigRational)> {
        self.terms.iter()
    }

    /// The product and its coefficient, if there is one only.
    pub fn single(&self) -> Option<(&Product, &BigRational)> {
        let mut terms = self.terms.iter();
        terms.next().filter(|_| terms.next().is_none())
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The number that it is.
    pub fn as_number(&self) -> Option<BigRational> {
        match self.single() {
            None => self.is_zero().then(BigRational::zero),
            Some((product, coefficient)) => product.is_one().then(|| coefficient.clone()),
        }
    }

    /// The sum.
    pub fn plus(&self, other: &Normal) -> Normal {
        let mut terms = self.terms.clone();
        for (product, coefficient) in &other.terms {
            let sum = terms.remove(product).unwrap_or_else(BigRational::zero) + coefficient;
            if !sum.is_zero() {
                terms.insert(product.clone(), sum);
            }
        }
        Normal { terms }
    }

    /// The difference.
    pub fn minus(&self, other: &Normal) -> Normal {
        self.plus(&other.scaled(&-BigRational::one()))
    }

    /// The product with a number.
    pub fn scaled(&self, by: &BigRational) -> Normal {
        if by.is_zero() {
            return Normal::default();
        }
        let terms = self.terms.iter();
        Normal {
            terms: terms
                .map(|(product, own)| (product.clone(), own * by))
                .collect(),
        }
    }

    /// The product; none where it has too many terms.
    pub fn times(&self, other: &Normal) -> Option<Normal> {
        if self.terms.len() * other.terms.len() > TERMS {
            return None;
        }
        let mut sum = Normal::default();
        for (product, coefficient) in &self.terms {
            for (by, factor) in &other.terms {
                sum = sum.plus(&Normal::product(product.times(by)?, coefficient * factor));
            }
        }
        Some(sum)
    }

    /// One over it; none for 0 and for a sum.
    pub fn inverse(&self) -> Option<Normal> {
        let (product, coefficient) = self.single()?;
        Some(Normal::product(product.to_power(-1)?, coefficient.recip()))
    }

    /// `exp` of it.
    pub fn exp(self) -> Normal {
        let exponent = (!self.is_zero()).then(|| Box::new(self));
        let product = Product {
            powers: BTreeMap::new(),
            exponent,
        };
        Normal::product(product, BigRational::one())
    }

    /// The term with normal forms in place of values; none where it has too many terms.
    pub fn substitute(&self, replacement: &dyn Fn(u32) -> Option<Normal>) -> Option<Normal> {
        let mut sum = Normal::default();
        for (product, coefficient) in &self.terms {
            let mut all = Normal::number(coefficient.clone());
            for (atom, power) in &product.powers {
                let new = match atom {
                    Atom::Value(number) => {
                        replacement(*number).unwrap_or_else(|| Normal::value(*number))
                    }
                    Atom::Call(name, operands) => {
                        let operands = operands.iter().map(|one| one.substitute(replacement));
                        Normal::call(name, operands.collect::<Option<_>>()?)
                    }
                };
                let new = if *power < 0 { new.inverse()? } else { new };
                for _ in 0..power.unsigned_abs() {
                    all = all.times(&new)?;
                }
            }
            if let Some(exponent) = &product.exponent {
                all = all.times(&exponent.substitute(replacement)?.exp())?;
            }
            sum = sum.plus(&all);
        }
        Some(sum)
    }

    /// All values in it.
    pub fn for_each_value(&self, visit: &mut dyn FnMut(u32)) {
        for product in self.terms.keys() {
            for atom in product.powers.keys() {
                match atom {
                    Atom::Value(number) => visit(*number),
                    Atom::Call(_, operands) => {
                        operands.iter().for_each(|one| one.for_each_value(visit));
                    }
                }
            }
            if let Some(exponent) = &product.exponent {
                exponent.for_each_value(visit);
            }
        }
    }

    /// Whether a value with this property is in it.
    pub fn has_value(&self, property: &dyn Fn(u32) -> bool) -> bool {
        let mut found = false;
        self.for_each_value(&mut |number| found |= property(number));
        found
    }

    /// The text, with these names of values.
    pub fn display<'n>(&'n self, names: &'n dyn Fn(u32) -> String) -> impl fmt::Display + 'n {
        Named {
            normal: self,
            names,
        }
    }
}

struct Named<'n> {
    normal: &'n Normal,
    names: &'n dyn Fn(u32) -> String,
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What is added first, then what is subtracted.
        let mut terms: Vec<_> = self.normal.terms.iter().collect();
        terms.sort_by_key(|(_, coefficient)| coefficient.is_negative());
        for (place, (product, coefficient)) in terms.iter().enumerate() {
            let sign = match (place, coefficient.is_negative()) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            write!(f, "{sign}")?;
            self.factors(product, &coefficient.abs(), f)?;
        }
        match terms.len() {
            0 => f.write_str("0"),
            _ => Ok(()),
        }
    }
}

impl Named<'_> {
    fn factors(
        &self,
        product: &Product,
        coefficient: &BigRational,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let mut factors = Vec::new();
        if !coefficient.is_one() || product.is_one() {
            let number = coefficient.to_f64().filter(|_| !coefficient.is_integer());
            factors
                .push(number.map_or_else(|| coefficient.to_string(), |number| number.to_string()));
        }
        for (atom, power) in &product.powers {
            let base = match atom {
                Atom::Value(number) => (self.names)(*number),
                Atom::Call(name, operands) => {
                    let operands: Vec<String> = operands
                        .iter()
                        .map(|one| one.display(self.names).to_string())
                        .collect();
                    let name = name.split(' ').next().unwrap_or(name);
                    let name = name.rsplit('.').next().unwrap_or(name);
                    format!("{name}({})", operands.join(", "))
                }
            };
            factors.push(match power {
                1 => base,
                _ => format!("{base}^{power}"),
            });
        }
        if let Some(exponent) = &product.exponent {
            factors.push(format!("exp({})", exponent.display(self.names)));
        }
        f.write_str(&factors.join("*"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: i64) -> Normal {
        Normal::number(BigRational::from_integer(value.into()))
    }

    fn text(normal: &Normal) -> String {
        let names = |number: u32| ["x", "r", "s"][number as usize].to_owned();
        normal.display(&names).to_string()
    }

    #[test]
    fn exponents_add_up_and_cancel() {
        let (s, r) = (Normal::value(2), Normal::value(1));
        let both = s
            .minus(&r)
            .exp()
            .times(&r.clone().exp())
            .expect("few terms");
        assert_eq!(both, s.clone().exp());
        let one = s.minus(&s).exp();
        assert_eq!(one, Normal::one());
        assert_eq!(text(&s.minus(&r).exp()), "exp(s - r)");
    }

    #[test]
    fn products_are_multiplied_out_and_divided() {
        let (x, r) = (Normal::value(0), Normal::value(1));
        let quotient = x.times(&r.inverse().expect("no sum")).expect("few terms");
        let square = quotient.times(&quotient).expect("few terms");
        assert_eq!(text(&square), "x^2*r^-2");
        let sum = x.plus(&r);
        let product = sum.times(&x.minus(&r)).expect("few terms");
        assert_eq!(text(&product), "x^2 - r^2");
        assert_eq!(sum.inverse(), None, "a sum has no inverse here");
        assert_eq!(number(0).inverse(), None);
        let again = square.times(&r.times(&r).expect("few terms"));
        assert_eq!(again, x.times(&x));
    }

    #[test]
    fn a_value_is_replaced_everywhere() {
        let (x, r) = (Normal::value(0), Normal::value(1));
        let inner = Normal::call("math.absf", vec![r.clone()]);
        let term = x.minus(&r).exp().times(&inner).expect("few terms");
        let replaced = term.substitute(&|number| (number == 1).then(|| Normal::value(2)));
        assert_eq!(text(&replaced.expect("few terms")), "absf(s)*exp(x - s)");
        assert!(term.has_value(&|number| number == 1));
        assert!(!term.has_value(&|number| number == 2));
    }

    #[test]
    fn what_is_too_long_is_not_multiplied_out() {
        let sum = (0..12).fold(Normal::one(), |sum, at| sum.plus(&Normal::value(at)));
        assert_eq!(sum.times(&sum), None);
    }
}
