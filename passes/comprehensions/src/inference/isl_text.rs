//! Parses isl's text of a quasi-affine function of parameters.
//!
//! `[s0, s1] -> { [(-1 + 2s0 + floor((s1)/2))] }` becomes `2*s0 + s1 floordiv 2 - 1`. isl writes
//! products with a number without an operator, and remainders with the dividend in brackets
//! (`(s0) mod 2`); otherwise it is our own notation. The conditions of a set of parameters are read
//! in the same way: `[s0, s1] -> { : 0 < s0 <= 3 + s1 }`.

use tc_syntax::expr::{Comparison, Condition, Expr};

/// The expression, `None` for a text of another form.
pub fn affine(text: &str) -> Option<Expr> {
    let start = text.find("[(")? + 2;
    let end = text.rfind(")]")?;
    let inside = text.get(start..end)?;
    let mut reader = Reader { rest: inside };
    let expr = reader.sum()?;
    reader.rest.trim().is_empty().then_some(expr)
}

/// The conditions of a set of parameters without existential variables, `None` for a text of
/// another form.
pub fn conditions(text: &str) -> Option<Vec<Condition>> {
    let (_, set) = text.split_once('{')?;
    let (_, inside) = set.trim_end_matches([' ', '}']).split_once(':')?;
    let mut all = Vec::new();
    if inside.trim().is_empty() {
        return Some(all);
    }
    for chain in inside.split(" and ") {
        let mut reader = Reader { rest: chain };
        let mut left = reader.sum()?;
        while !reader.rest.trim().is_empty() {
            let comparison = reader.comparison()?;
            let right = reader.sum()?;
            all.push(Condition::new(left, comparison, right.clone()));
            left = right;
        }
    }
    Some(all)
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(token) {
            Some(after) => {
                self.rest = after;
                true
            }
            None => false,
        }
    }

    fn comparison(&mut self) -> Option<Comparison> {
        let known = [
            ("<=", Comparison::LessEqual),
            (">=", Comparison::GreaterEqual),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
            ("=", Comparison::Equal),
        ];
        let found = known.into_iter().find(|(token, _)| self.eat(token))?;
        Some(found.1)
    }

    fn sum(&mut self) -> Option<Expr> {
        let negative = self.eat("-");
        let first = self.term()?;
        let mut sum = if negative { Expr::neg(first) } else { first };
        loop {
            if self.eat("+") {
                sum = Expr::add(sum, self.term()?);
            } else if self.eat("-") {
                sum = Expr::sub(sum, self.term()?);
            } else {
                return Some(sum);
            }
        }
    }

    fn term(&mut self) -> Option<Expr> {
        match self.number() {
            Some(number) => {
                self.eat("*");
                Some(match self.factor() {
                    Some(factor) => Expr::mul(Expr::Const(number), factor),
                    None => Expr::Const(number),
                })
            }
            None => self.factor(),
        }
    }

    fn factor(&mut self) -> Option<Expr> {
        if self.eat("floor((") {
            let dividend = self.sum()?;
            let divisor = (self.eat(")") && self.eat("/")).then(|| self.number())??;
            return self
                .eat(")")
                .then(|| Expr::floor_div(dividend, Expr::Const(divisor)));
        }
        if self.eat("(") {
            let inner = self.sum()?;
            if !self.eat(")") {
                return None;
            }
            return if self.eat("mod ") {
                Some(Expr::modulo(inner, Expr::Const(self.number()?)))
            } else {
                Some(inner)
            };
        }
        let rest = self.rest.trim_start();
        let length = rest
            .find(|next: char| !next.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        let name = &rest[..length];
        if !name.starts_with('s') {
            return None;
        }
        self.rest = &rest[length..];
        Some(Expr::name(name))
    }

    fn number(&mut self) -> Option<i64> {
        let rest = self.rest.trim_start();
        let length = rest
            .find(|next: char| !next.is_ascii_digit())
            .unwrap_or(rest.len());
        let number = rest[..length].parse().ok()?;
        self.rest = &rest[length..];
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::{affine, conditions};

    #[test]
    fn conditions_of_isl() {
        for (text, expected) in [
            (
                "[s0, s1] -> { : 0 < s0 <= 3 + s1 and s1 = 2 }",
                Some("0 < s0, s0 <= 3 + s1, s1 == 2"),
            ),
            (
                "[s0] -> { : 2*floor((s0)/2) >= 4 }",
                Some("2*(s0 floordiv 2) >= 4"),
            ),
            (
                "[s0, s1] -> { : (1 + s0) mod 2 = 0 and s1 > 2*((s0 + 2s1) mod 3) }",
                Some("(1 + s0) mod 2 == 0, s1 > 2*((s0 + 2*s1) mod 3)"),
            ),
            ("[s0] -> { : }", Some("")),
            ("[s0] -> { : (s0) mod s0 = 0 }", None),
            ("[s0] -> { : exists (e0: 3e0 = s0) }", None),
        ] {
            let found = conditions(text);
            let texts = found.map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>());
            assert_eq!(
                texts.map(|all| all.join(", ")).as_deref(),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn texts_of_isl() {
        for (text, expected) in [
            (
                "[s0, s1] -> { [(-1 + 2s0 + floor((s1)/2))] }",
                Some("-1 + 2*s0 + s1 floordiv 2"),
            ),
            (
                "[s0] -> { [(-s0 + 3*floor((1 + s0)/3))] }",
                Some("-s0 + 3*((1 + s0) floordiv 3)"),
            ),
            ("[] -> { [(7)] }", Some("7")),
            ("[s0] -> { [((s0) mod 2)] }", Some("s0 mod 2")),
            ("[s0] -> { [(s0 * s0)] }", None),
        ] {
            assert_eq!(
                affine(text).map(|expr| expr.to_string()).as_deref(),
                expected,
                "{text}"
            );
        }
    }
}
