//! Sums of isl's AST in which multiples stay visible.
//!
//! ```text
//! 4 * (t mod 2) + 2 * b - 2 * (b mod 4)      ==>      4 * (t mod 2) + 8 * (b div 4)
//! ```
//! Both are the same number. isl writes the first one where it simplified a floor away, and then
//! LLVM does not see that the sum is a multiple of 4: a vector of 16 bytes at that subscript
//! becomes two of 8 bytes, each of which touches all sectors of the other.
//!
//! **Legal** always: `b mod 4` of a dividend that is not negative is `b - 4 * (b div 4)`.
//! **Cost**: linear in the sum for each remainder in it.

use tc_dialects::schedule::tree::Refusal;
use tc_isl::{AstExpr, AstExprKind, AstOp, Val};

use super::ast::number;
use super::copies::Numbers;

/// A sum of multiples of other expressions, and a constant.
#[derive(Default)]
struct Sum {
    /// The text of an expression, the expression and its coefficient, in the order of the text.
    terms: Vec<(String, AstExpr, i64)>,
    constant: i64,
}

impl Sum {
    /// Adds a multiple of an expression; none if a number does not fit 64 bits.
    fn add(&mut self, expr: &AstExpr, factor: i64) -> Result<Option<()>, Refusal> {
        self.add_with(expr, factor, &Numbers::new())
    }

    /// The same with numbers for some names.
    fn add_with(
        &mut self,
        expr: &AstExpr,
        factor: i64,
        numbers: &Numbers,
    ) -> Result<Option<()>, Refusal> {
        if let Some(value) = number(expr) {
            return Ok(self.add_constant(value, factor));
        }
        let AstExprKind::Op(op) = expr.kind()? else {
            return match numbers.get(&expr.id_id()?.name()) {
                Some(value) => Ok(self.add_constant(*value, factor)),
                None => self.add_term(expr, factor),
            };
        };
        let Some(negative) = factor.checked_neg() else {
            return Ok(None);
        };
        let factors = match op {
            AstOp::Add => vec![factor; expr.op_args()?.len()],
            AstOp::Sub => vec![factor, negative],
            AstOp::Minus => vec![negative],
            AstOp::Mul => return self.add_product(expr, factor, numbers),
            _ => return self.add_term(expr, factor),
        };
        for (arg, factor) in expr.op_args()?.iter().zip(factors) {
            if self.add_with(arg, factor, numbers)?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(()))
    }

    fn add_constant(&mut self, value: i64, factor: i64) -> Option<()> {
        self.constant = self.constant.checked_add(value.checked_mul(factor)?)?;
        Some(())
    }

    fn add_product(
        &mut self,
        expr: &AstExpr,
        factor: i64,
        numbers: &Numbers,
    ) -> Result<Option<()>, Refusal> {
        let (left, right) = (expr.op_arg(0)?, expr.op_arg(1)?);
        for (one, other) in [(&left, &right), (&right, &left)] {
            if let Some(value) = number(one) {
                return match factor.checked_mul(value) {
                    Some(factor) => self.add_with(other, factor, numbers),
                    None => Ok(None),
                };
            }
        }
        self.add_term(expr, factor)
    }

    fn add_term(&mut self, expr: &AstExpr, factor: i64) -> Result<Option<()>, Refusal> {
        let text = expr.to_c()?;
        match self.terms.iter_mut().find(|(known, ..)| *known == text) {
            Some((.., coefficient)) => match coefficient.checked_add(factor) {
                Some(sum) => *coefficient = sum,
                None => return Ok(None),
            },
            None => self.terms.push((text, expr.clone(), factor)),
        }
        Ok(Some(()))
    }

    fn has(&self, text: &str, coefficient: i64) -> bool {
        let mut terms = self.terms.iter();
        terms.any(|(known, _, own)| known == text && *own == coefficient)
    }

    /// Replaces one remainder and its dividend by a quotient; whether there was one.
    fn replace_one(&mut self) -> Result<bool, Refusal> {
        for (text, remainder, coefficient) in &self.terms {
            let is_remainder = remainder.kind()? == AstExprKind::Op(AstOp::NonNegativeRem);
            let Some(factor) = coefficient.checked_neg().filter(|factor| *factor != 0) else {
                continue;
            };
            if !is_remainder {
                continue;
            }
            let (dividend, divisor) = (remainder.op_arg(0)?, remainder.op_arg(1)?);
            let mut inside = Sum::default();
            let is_sum = inside.add(&dividend, factor)?.is_some();
            let multiple = number(&divisor).and_then(|count| factor.checked_mul(count));
            let constant = self.constant.checked_sub(inside.constant);
            let (true, Some(multiple), Some(constant)) = (is_sum, multiple, constant) else {
                continue;
            };
            let mut terms = inside.terms.iter();
            if inside.terms.is_empty() || !terms.all(|(text, _, own)| self.has(text, *own)) {
                continue;
            }
            let mut gone: Vec<String> = inside.terms.into_iter().map(|(text, ..)| text).collect();
            gone.push(text.clone());
            let terms = self.terms.iter().filter(|(text, ..)| !gone.contains(text));
            let mut replaced = Sum {
                terms: terms.cloned().collect(),
                constant,
            };
            let quotient = dividend.pdiv_q(&divisor)?;
            if replaced.add_term(&quotient, multiple)?.is_some() {
                *self = replaced;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The sum as an expression, positive multiples first.
    fn expr(&self) -> Result<Option<AstExpr>, Refusal> {
        let terms = self.terms.iter();
        let (first, rest): (Vec<_>, Vec<_>) = terms.partition(|(.., coefficient)| *coefficient > 0);
        self.expr_of(first.into_iter().chain(rest))
    }

    /// Terms of the sum in an order, and its constant; none without terms.
    fn expr_of<'t>(
        &self,
        terms: impl Iterator<Item = &'t (String, AstExpr, i64)>,
    ) -> Result<Option<AstExpr>, Refusal> {
        let mut all = None;
        for (_, term, coefficient) in terms {
            let size = Val::new(term.context(), coefficient.abs())?;
            let multiple = match coefficient.abs() {
                0 => continue,
                1 => term.clone(),
                _ => AstExpr::from_val(&size)?.mul(term)?,
            };
            all = Some(match all {
                None if *coefficient > 0 => multiple,
                None => multiple.neg()?,
                Some(sum) if *coefficient > 0 => AstExpr::add(&sum, &multiple)?,
                Some(sum) => AstExpr::sub(&sum, &multiple)?,
            });
        }
        let Some(sum) = all else { return Ok(None) };
        let size = AstExpr::from_val(&Val::new(sum.context(), self.constant.abs())?)?;
        Ok(Some(match self.constant {
            0 => sum,
            1.. => sum.add(&size)?,
            _ => sum.sub(&size)?,
        }))
    }
}

/// A sum with quotients in place of remainders and their dividends; none if it has none of them.
pub fn with_quotients(expr: &AstExpr) -> Result<Option<AstExpr>, Refusal> {
    let mut sum = Sum::default();
    if sum.add(expr, 1)?.is_none() || !sum.replace_one()? {
        return Ok(None);
    }
    while sum.replace_one()? {}
    sum.expr()
}

/// A sum with numbers for some names, which are in none but sums and multiples. Its terms stay in
/// their order, and the constant comes last, as isl writes them; none if a number leaves 64 bits.
pub fn with_numbers(expr: &AstExpr, numbers: &Numbers) -> Result<Option<AstExpr>, Refusal> {
    let mut sum = Sum::default();
    if sum.add_with(expr, 1, numbers)?.is_none() {
        return Ok(None);
    }
    Ok(Some(match sum.expr_of(sum.terms.iter())? {
        Some(expr) => expr,
        None => AstExpr::from_val(&Val::new(expr.context(), sum.constant)?)?,
    }))
}

#[cfg(test)]
mod tests {
    use tc_isl::{Context, Id};

    use super::*;

    /// `make` builds a sum of `b`, `t` and numbers.
    fn rewritten(
        make: impl Fn(&AstExpr, &AstExpr, &dyn Fn(i64) -> AstExpr) -> tc_isl::Result<AstExpr>,
    ) -> Option<String> {
        let context = Context::new();
        let name = |name| AstExpr::from_id(&Id::new(&context, name).unwrap()).unwrap();
        let int = |value| AstExpr::from_val(&Val::new(&context, value).unwrap()).unwrap();
        let sum = make(&name("b"), &name("t"), &int).unwrap();
        let result = with_quotients(&sum).unwrap();
        result.map(|expr| expr.to_c().unwrap())
    }

    #[test]
    fn a_remainder_and_its_dividend_become_a_quotient() {
        // 4 (t mod 2) + 2 b - 2 (b mod 4) + 3
        let found = rewritten(|b, t, int| {
            let thread = int(4).mul(&t.pdiv_r(&int(2))?)?;
            let block = int(2).mul(b)?.sub(&int(2).mul(&b.pdiv_r(&int(4))?)?)?;
            thread.add(&block)?.add(&int(3))
        });
        assert_eq!(found.as_deref(), Some("4 * (t % 2) + 8 * (b / 4) + 3"));
        // b + 2 t + 5 - (b + 2 t + 1) mod 8 is 8 ((b + 2 t + 1) div 8) + 4
        let found = rewritten(|b, t, int| {
            let inside = b.add(&int(2).mul(t)?)?;
            let rest = inside.add(&int(1))?.pdiv_r(&int(8))?;
            inside.add(&int(5))?.sub(&rest)
        });
        assert_eq!(found.as_deref(), Some("8 * ((b + 2 * t + 1) / 8) + 4"));
    }

    #[test]
    fn another_multiple_of_the_dividend_stays() {
        let found = rewritten(|b, _, int| int(3).mul(b)?.sub(&int(2).mul(&b.pdiv_r(&int(4))?)?));
        assert_eq!(found, None);
        let found = rewritten(|b, _, int| b.add(&b.pdiv_r(&int(4))?));
        assert_eq!(found, None);
    }

    #[test]
    fn numbers_stand_for_names_and_the_constant_comes_last() {
        let context = Context::new();
        let name = |name| AstExpr::from_id(&Id::new(&context, name).unwrap()).unwrap();
        let int = |value| AstExpr::from_val(&Val::new(&context, value).unwrap()).unwrap();
        let (b, t) = (name("b"), name("t"));
        let numbers = Numbers::from([("t".to_owned(), 5)]);
        let written = |expr: &AstExpr| {
            let expr = with_numbers(expr, &numbers).unwrap();
            expr.unwrap().to_c().unwrap()
        };
        let sum = int(2).mul(&t).unwrap().sub(&int(3)).unwrap();
        let all = sum.add(&int(4).mul(&b).unwrap()).unwrap();
        assert_eq!(written(&all), "4 * b + 7");
        assert_eq!(written(&b.sub(&t).unwrap()), "b - 5");
        assert_eq!(written(&sum), "7");
        let large = int(i64::MAX).mul(&t).unwrap();
        assert!(with_numbers(&large, &numbers).unwrap().is_none());
    }
}
