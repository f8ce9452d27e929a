//! Generates one comprehension: reads that give ranges, `where` clauses for the other indices, then
//! a right side over those indices.

use super::anchor::anchors;
use super::ast::{Binary, Clause, Comprehension, Expr, Reduction};
use super::environment::{Environment, Facts, NumericRange};
use super::evaluation::evaluate;
use super::parts::{INDICES, Target, range_clause};
use super::pick::Pick;
use super::ranges;
use super::value::{Literal, Value};
use tc_syntax::scalar::Scalar;

/// An expression with its value.
#[derive(Clone)]
struct Term {
    expr: Expr,
    value: Value,
}

struct Body<'a> {
    pick: &'a mut Pick,
    environment: Environment,
    ranges: Vec<(String, NumericRange)>,
    /// Indices whose range a clause gives: only they may occur in places that inference looks at.
    fixed: Vec<String>,
    lets: Vec<(String, Value)>,
    /// The tensor that may be read only at the left-hand side's own indices.
    target: String,
}

/// A comprehension that writes `target`; `None` if the choices do not lead to one.
pub fn comprehension(
    pick: &mut Pick,
    environment: &Environment,
    target: &Target,
) -> Option<Comprehension> {
    let mut environment = environment.clone();
    let mut indices: Vec<String> = Vec::new();
    let anchors = anchors(pick, &environment, &target.name, &mut indices);
    let reduction = reduction(pick, target);
    let left = left(pick, target, reduction.is_some(), &mut indices)?;
    let initialises =
        reduction.is_some() && !target.in_out && (target.known.is_none() || pick.chance(50));
    let mut one = Comprehension {
        target: target.name.clone(),
        left,
        reduction,
        initialises,
        body: sum(&anchors, &indices),
        clauses: Vec::new(),
    };
    if let Some((ty, space)) = target.known.clone().filter(|_| target.in_out) {
        let value = Value::integer(Scalar::Int32, 0.0, 1.0);
        let facts = Facts {
            ty,
            space,
            ends: None,
            placed: true,
            value: Value { ty, ..value },
            input: false,
        };
        environment.tensors.insert(target.name.clone(), facts);
    }
    let ranges = ranged(pick, &environment, &mut one, target)?;
    fill(pick, environment, one, target, &anchors, ranges)
}

/// Right side, lets and `exists` of a comprehension whose ranges are known.
fn fill(
    pick: &mut Pick,
    environment: Environment,
    mut one: Comprehension,
    target: &Target,
    anchors: &[Expr],
    ranges: Vec<(String, NumericRange)>,
) -> Option<Comprehension> {
    let fixed = one.clauses.iter().filter_map(|clause| match clause {
        Clause::Range { index, .. } => Some(index.clone()),
        _ => None,
    });
    let fixed: Vec<String> = fixed.collect();
    let mut body = Body {
        pick,
        environment,
        ranges,
        fixed,
        lets: Vec::new(),
        target: target.name.clone(),
    };
    if let Some(lets) = body.let_clause() {
        one.clauses.push(lets);
    }
    let mut parts: Vec<Term> = Vec::new();
    for anchor in anchors {
        parts.push(body.term(anchor.clone())?);
    }
    let own: Vec<Expr> = one.left.iter().map(Expr::name).collect();
    let must_read = target.in_out && one.reduction.is_none();
    if target.known.is_some() && (must_read || body.pick.chance(40)) {
        parts.extend(body.term(Expr::Read(target.name.clone(), own)));
    }
    for _ in 0..*body.pick.weighted(&[(40, 0), (40, 1), (20, 2)]) {
        let depth = 1 + body.pick.below(3);
        parts.push(body.any(depth));
    }
    let plain = matches!(anchors.first(), Some(Expr::Read(..)));
    if plain && body.pick.chance(12) && parts.len() > 1 {
        // The anchor gives ranges but no values.
        one.clauses.push(Clause::Exists(parts.remove(0).expr));
    }
    while parts.len() > 1 {
        let (b, a) = (parts.pop()?, parts.pop()?);
        parts.push(body.combined(a, b));
    }
    let whole = match parts.pop() {
        Some(term) => term,
        None => body.any(2),
    };
    one.body = body.fitted(whole, &one, target)?.expr;
    all_indices_iterate(&one).then_some(one)
}

/// An index that occurs only in a clause is an error.
fn all_indices_iterate(one: &Comprehension) -> bool {
    let used = |index: &String| {
        let mut found = one.left.contains(index);
        one.body
            .walk(&mut |part| found |= *part == Expr::name(index));
        found
    };
    one.clauses.iter().all(|clause| match clause {
        Clause::Range { index, .. } => used(index),
        Clause::Let { value: what, .. } | Clause::Exists(what) => {
            let mut all = true;
            what.walk(&mut |part| {
                if let Expr::Name(name) = part {
                    all &= !INDICES.contains(&name.as_str()) || used(name);
                }
            });
            all
        }
    })
}

fn reduction(pick: &mut Pick, target: &Target) -> Option<Reduction> {
    let is_bool = target
        .known
        .as_ref()
        .is_some_and(|(ty, _)| *ty == Scalar::Bool);
    let arithmetic = if is_bool { 0 } else { 20 };
    *pick.weighted(&[
        (50, None),
        (arithmetic, Some(Reduction::Add)),
        (arithmetic / 3, Some(Reduction::Multiply)),
        (10, Some(Reduction::Minimum)),
        (10, Some(Reduction::Maximum)),
    ])
}

/// The indices on the left; the others are reduced.
fn left(
    pick: &mut Pick,
    target: &Target,
    reduces: bool,
    indices: &mut Vec<String>,
) -> Option<Vec<String>> {
    let mut left = indices.clone();
    if let Some((_, space)) = &target.known {
        while left.len() < space.len() {
            let fresh = INDICES.get(indices.len())?;
            indices.push((*fresh).to_owned());
            left.push((*fresh).to_owned());
        }
        if left.len() > space.len() && !reduces {
            return None;
        }
        while left.len() > space.len() {
            left.remove(pick.below(left.len()));
        }
    } else if reduces {
        let keep = pick.below(left.len() + 1).max(left.len().saturating_sub(2));
        while left.len() > keep {
            left.remove(pick.below(left.len()));
        }
    }
    if left.len() > 1 && pick.chance(25) {
        left.reverse();
    }
    Some(left)
}

/// A body that mentions these reads and indices, for the inference.
fn sum(reads: &[Expr], indices: &[String]) -> Expr {
    let names = indices.iter().map(Expr::name);
    let all = reads.iter().cloned().chain(names);
    all.reduce(|a, b| Expr::binary(Binary::Add, a, b))
        .unwrap_or(Expr::Integer(1))
}

/// The ranges, after as many `where` clauses as needed.
fn ranged(
    pick: &mut Pick,
    environment: &Environment,
    one: &mut Comprehension,
    target: &Target,
) -> Option<Vec<(String, NumericRange)>> {
    let space = target.known.as_ref().map(|(_, space)| space.clone());
    let adopt = |dim: usize| space.as_ref().and_then(|space| space.get(dim).copied());
    let indices = ranges::indices(one, environment);
    if let Some(index) = indices.first().filter(|_| pick.chance(12)) {
        let clause = where_range(pick, environment, index);
        one.clauses.push(clause);
    }
    for _ in 0..12 {
        if let Some(ranges) = ranges::infer(one, environment, &adopt) {
            return Some(ranges);
        }
        let without = |index: &&String| {
            !one.clauses
                .iter()
                .any(|clause| matches!(clause, Clause::Range { index: it, .. } if it == *index))
        };
        let open: Vec<&String> = indices.iter().filter(without).collect();
        if open.is_empty() || pick.chance(20) {
            one.clauses.clear();
        } else {
            let index = (*pick.one(&open)).clone();
            let clause = where_range(pick, environment, &index);
            one.clauses.push(clause);
        }
    }
    None
}

/// `index in low:high` with bounds made of sizes and small numbers.
fn where_range(pick: &mut Pick, environment: &Environment, index: &str) -> Clause {
    let number = |pick: &mut Pick, low, high| Expr::Integer(pick.within(low, high));
    let sizes: Vec<&String> = environment.sizes.keys().collect();
    if sizes.is_empty() || pick.chance(40) {
        let low = *pick.weighted(&[(70, 0), (20, 1), (10, -2)]);
        return range_clause(index, Expr::Integer(low), number(pick, low + 1, low + 6));
    }
    let size = Expr::name(pick.one(&sizes));
    let other = Expr::name(pick.one(&sizes));
    let (low, high) = match pick.below(8) {
        0..=2 => (Expr::Integer(0), size),
        3 => (
            Expr::Integer(1),
            Expr::binary(Binary::Subtract, size, Expr::Integer(1)),
        ),
        4 => (
            Expr::Integer(0),
            Expr::binary(Binary::Divide, size, number(pick, 2, 3)),
        ),
        5 => (Expr::Integer(0), Expr::binary(Binary::Minimum, size, other)),
        6 => (
            Expr::Integer(0),
            Expr::binary(Binary::Remainder, size, number(pick, 2, 5)),
        ),
        _ => (
            Expr::binary(Binary::Divide, size.clone(), Expr::Integer(2)),
            size,
        ),
    };
    range_clause(index, low, high)
}

impl Body<'_> {
    fn term(&self, expr: Expr) -> Option<Term> {
        let value = evaluate(&expr, &self.environment, &self.ranges, &self.lets).ok()?;
        Some(Term { expr, value })
    }

    /// The expression, or `instead` if its value is not certain.
    fn or(&self, expr: Expr, instead: Term) -> Term {
        self.term(expr).unwrap_or(instead)
    }

    fn let_clause(&mut self) -> Option<Clause> {
        if !self.pick.chance(10) {
            return None;
        }
        let term = self.any(2);
        // A let must be used, and a literal in it would adapt to the context.
        if term.value.literal != Literal::No {
            return None;
        }
        self.lets.push(("x".to_owned(), term.value));
        Some(Clause::Let {
            name: "x".to_owned(),
            value: term.expr,
        })
    }

    /// Any expression with a value.
    fn any(&mut self, depth: usize) -> Term {
        if depth == 0 {
            return self.leaf();
        }
        let kind =
            *self
                .pick
                .weighted(&[(15, 0), (34, 1), (8, 2), (10, 3), (10, 4), (10, 5), (13, 6)]);
        match kind {
            0 => self.leaf(),
            1 => {
                let a = self.any(depth - 1);
                let b = if self.pick.chance(35) {
                    self.literal(a.value.ty)
                } else {
                    self.any(depth - 1)
                };
                self.combined(a, b)
            }
            2 => self.quotient(depth),
            3 => {
                let (condition, a) = (self.condition(depth - 1), self.any(depth - 1));
                let b = if self.pick.chance(40) {
                    self.literal(a.value.ty)
                } else {
                    self.any(depth - 1)
                };
                let select = Expr::Select(
                    Box::new(condition.expr),
                    Box::new(a.expr.clone()),
                    Box::new(b.expr),
                );
                self.or(select, a)
            }
            4 => {
                let a = self.any(depth - 1);
                let ty = *self.pick.one(&Scalar::NAMES);
                self.or(Expr::Cast(ty.1, Box::new(a.expr.clone())), a)
            }
            5 => {
                let a = self.any(depth - 1);
                self.or(Expr::Negate(Box::new(a.expr.clone())), a)
            }
            _ => self.function(depth),
        }
    }

    fn combined(&mut self, a: Term, b: Term) -> Term {
        use Binary::{Add, Maximum, Minimum, Multiply, Subtract};
        let operator = *self.pick.weighted(&[
            (30, Add),
            (20, Subtract),
            (28, Multiply),
            (11, Minimum),
            (11, Maximum),
        ]);
        let (a_expr, b_expr) = (a.expr.clone(), b.expr.clone());
        let whole = if self.pick.chance(80) {
            Expr::binary(operator, a_expr, b_expr)
        } else {
            Expr::binary(operator, b_expr, a_expr)
        };
        self.or(whole, a)
    }

    fn literal(&mut self, ty: Scalar) -> Term {
        let expr = match ty.integer_range() {
            None if ty.is_floating() && self.pick.chance(60) => {
                Expr::Floating(self.pick.within(-16, 16) as f64 / 4.0)
            }
            None if ty.is_floating() => Expr::Integer(self.pick.within(-5, 5)),
            Some((0, _)) => Expr::Integer(self.pick.within(0, 9)),
            _ => Expr::Integer(self.pick.within(-9, 9)),
        };
        let value = match expr {
            Expr::Floating(value) => Value::literal_floating(value),
            Expr::Integer(value) => Value::literal_integer(value),
            _ => Value::boolean(),
        };
        Term { expr, value }
    }

    /// Division and remainder by a value other than 0.
    fn quotient(&mut self, depth: usize) -> Term {
        let a = self.any(depth - 1);
        let divisor = if a.value.ty.is_floating() {
            if self.pick.chance(60) {
                Expr::Floating(*self.pick.one(&[2.0, 4.0, -2.0, 0.5]))
            } else {
                let b = self.any(depth - 1).expr;
                Expr::binary(
                    Binary::Add,
                    Expr::Builtin("fabs", vec![b]),
                    Expr::Floating(1.0),
                )
            }
        } else {
            match self.pick.below(3) {
                0 => Expr::Integer(self.pick.within(1, 7)),
                1 if !matches!(a.value.ty.integer_range(), Some((0, _))) => {
                    Expr::Integer(self.pick.within(-5, -1))
                }
                _ => Expr::binary(Binary::Maximum, self.any(depth - 1).expr, Expr::Integer(1)),
            }
        };
        let operator = if self.pick.chance(50) {
            Binary::Divide
        } else {
            Binary::Remainder
        };
        let other = Expr::binary(Binary::Divide, a.expr.clone(), divisor.clone());
        let instead = self.or(other, a.clone());
        self.or(Expr::binary(operator, a.expr, divisor), instead)
    }

    fn function(&mut self, depth: usize) -> Term {
        let a = self.any(depth - 1);
        let unary = [
            "abs", "fabs", "exp", "exp2", "expm1", "sin", "cos", "tan", "asin", "acos", "atan",
            "sinh", "cosh", "tanh", "erf", "floor", "ceil", "round", "trunc", "cbrt", "sqrt",
        ];
        let positive = ["log", "log2", "log10", "log1p", "sqrt", "rsqrt"];
        let expr = match self.pick.below(10) {
            0..=5 => Expr::Builtin(self.pick.one::<&str>(&unary), vec![a.expr.clone()]),
            6 | 7 => {
                let shifted = Expr::binary(
                    Binary::Add,
                    Expr::Builtin("fabs", vec![a.expr.clone()]),
                    Expr::Floating(0.5),
                );
                Expr::Builtin(self.pick.one::<&str>(&positive), vec![shifted])
            }
            _ => {
                let b = self.any(depth - 1).expr;
                let away = |b: Expr| {
                    Expr::binary(
                        Binary::Add,
                        Expr::Builtin("fabs", vec![b]),
                        Expr::Floating(0.5),
                    )
                };
                match self.pick.below(8) {
                    0 => Expr::Builtin("fmin", vec![a.expr.clone(), b]),
                    1 => Expr::Builtin("fmax", vec![a.expr.clone(), b]),
                    2 => Expr::Builtin("fmod", vec![a.expr.clone(), Expr::Floating(1.5)]),
                    3 => Expr::Builtin(
                        "copysign",
                        vec![a.expr.clone(), Expr::Negate(Box::new(away(b)))],
                    ),
                    4 => Expr::Builtin("hypot", vec![a.expr.clone(), b]),
                    5 => Expr::Builtin("atan2", vec![a.expr.clone(), away(b)]),
                    6 => Expr::Builtin(
                        "pow",
                        vec![
                            away(b),
                            Expr::Floating(self.pick.within(-8, 8) as f64 / 4.0),
                        ],
                    ),
                    _ => Expr::Builtin("fma", vec![a.expr.clone(), b, a.expr.clone()]),
                }
            }
        };
        self.or(expr, a)
    }

    /// An expression of type bool.
    fn condition(&mut self, depth: usize) -> Term {
        use Binary::{And, Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual, Or};
        let operators = [Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual];
        let always = Term {
            expr: Expr::Bool(true),
            value: Value::boolean(),
        };
        if depth > 0 && self.pick.chance(30) {
            let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
            let whole = match self.pick.below(3) {
                0 => Expr::binary(And, a.expr.clone(), b.expr),
                1 => Expr::binary(Or, a.expr.clone(), b.expr),
                _ => Expr::Not(Box::new(a.expr.clone())),
            };
            return self.or(whole, a);
        }
        let a = self.any(depth.min(1));
        let b = if self.pick.chance(50) {
            self.literal(a.value.ty)
        } else {
            self.leaf()
        };
        let operator = *self.pick.one(&operators);
        let plain = self.or(
            Expr::Binary(Equal, Box::new(a.expr.clone()), Box::new(a.expr.clone())),
            always,
        );
        self.or(Expr::binary(operator, a.expr, b.expr), plain)
    }

    fn leaf(&mut self) -> Term {
        for _ in 0..6 {
            let expr = match *self.pick.weighted(&[
                (50, 0),
                (12, 1),
                (6, 2),
                (6, 3),
                (10, 4),
                (8, 5),
                (8, 6),
                (10, 7),
            ]) {
                0 => self.read(),
                1 => self.index().map(|(name, _)| Expr::Name(name)),
                2 => self.size(),
                3 => self.extent(),
                4 => self.clamped(),
                5 => self.guarded(),
                7 => self.gathered(),
                _ => self.lets.first().map(|(name, _)| Expr::name(name)),
            };
            if let Some(term) = expr.and_then(|expr| self.term(expr)) {
                return term;
            }
        }
        Term {
            expr: Expr::Cast(Scalar::Int32, Box::new(Expr::Integer(2))),
            value: Value::integer(Scalar::Int32, 2.0, 2.0),
        }
    }

    fn index(&mut self) -> Option<(String, NumericRange)> {
        if self.ranges.is_empty() {
            None
        } else {
            Some(self.pick.one(&self.ranges).clone())
        }
    }

    fn size(&mut self) -> Option<Expr> {
        let sizes: Vec<&String> = self.environment.sizes.keys().collect();
        if sizes.is_empty() {
            None
        } else {
            Some(Expr::name(self.pick.one(&sizes)))
        }
    }

    fn tensor(&mut self) -> Option<(String, Vec<NumericRange>)> {
        let own = self.pick.chance(4);
        let all: Vec<_> = self
            .environment
            .tensors
            .iter()
            .filter(|(name, _)| own || **name != self.target)
            .collect();
        if all.is_empty() {
            return None;
        }
        let (name, facts) = *self.pick.one(&all);
        Some((name.clone(), facts.space.clone()))
    }

    fn extent(&mut self) -> Option<Expr> {
        let (name, space) = self.tensor()?;
        if space.is_empty() || name == self.target {
            None
        } else {
            Some(Expr::Extent(name, self.pick.below(space.len())))
        }
    }

    /// A read at indices whose ranges lie in its box.
    fn read(&mut self) -> Option<Expr> {
        let (name, space) = self.tensor()?;
        let mut subscripts = Vec::new();
        for (low, high) in space {
            let shift = if self.pick.chance(15) {
                self.pick.within(-2, 2)
            } else {
                0
            };
            let fits = |(_, range): &&(String, NumericRange)| {
                low <= range.0 + shift && range.1 + shift <= high
            };
            let fitting: Vec<&(String, NumericRange)> = self.ranges.iter().filter(fits).collect();
            if fitting.is_empty() {
                return None;
            }
            let index = Expr::name(&self.pick.one(&fitting).0);
            subscripts.push(match shift {
                0 => index,
                1.. => Expr::binary(Binary::Add, index, Expr::Integer(shift)),
                _ => Expr::binary(Binary::Subtract, index, Expr::Integer(-shift)),
            });
        }
        Some(Expr::Read(name, subscripts))
    }

    /// A whole number that depends on indices or data.
    fn whole(&mut self) -> Option<Expr> {
        let (name, _) = self.index()?;
        let index = Expr::Name(name);
        Some(match self.pick.below(6) {
            0 => Expr::binary(Binary::Divide, index, Expr::Integer(self.pick.within(2, 3))),
            1 => Expr::binary(
                Binary::Remainder,
                index,
                Expr::Integer(self.pick.within(2, 5)),
            ),
            2 => Expr::binary(Binary::Multiply, index.clone(), index),
            3 => Expr::binary(
                Binary::Subtract,
                index,
                Expr::Integer(self.pick.within(1, 4)),
            ),
            _ => {
                let read = self.read()?;
                let value = self.term(read)?;
                if value.value.ty.is_integer() {
                    value.expr
                } else {
                    Expr::Cast(Scalar::Int32, Box::new(value.expr))
                }
            }
        })
    }

    /// `T(max(min(e, last), first))`
    fn clamped(&mut self) -> Option<Expr> {
        let (name, space) = self.tensor()?;
        let mut subscripts = Vec::new();
        for (dim, (low, high)) in space.iter().enumerate() {
            if low >= high {
                return None;
            }
            let input = self.environment.tensors[&name].input;
            let last = if input {
                Expr::binary(
                    Binary::Subtract,
                    Expr::Extent(name.clone(), dim),
                    Expr::Integer(1),
                )
            } else {
                Expr::Integer(high - 1)
            };
            let inner = Expr::binary(Binary::Minimum, self.whole()?, last);
            subscripts.push(Expr::binary(Binary::Maximum, inner, Expr::Integer(*low)));
        }
        Some(Expr::Read(name, subscripts))
    }

    /// `T(C(i) % T.0)`: rows chosen by data.
    fn gathered(&mut self) -> Option<Expr> {
        let (name, space) = self.tensor()?;
        let mut subscripts = Vec::new();
        for (dim, (low, high)) in space.iter().enumerate() {
            let read = self.read()?;
            let value = self.term(read)?;
            if low >= high || !value.value.ty.is_integer() {
                return None;
            }
            let extent = if self.environment.tensors[&name].input {
                Expr::Extent(name.clone(), dim)
            } else {
                Expr::Integer(high - low)
            };
            let inside = Expr::binary(Binary::Remainder, value.expr, extent);
            subscripts.push(match low {
                0 => inside,
                _ => Expr::binary(Binary::Add, inside, Expr::Integer(*low)),
            });
        }
        (!subscripts.is_empty()).then_some(Expr::Read(name, subscripts))
    }

    /// `e >= first && e <= last ? T(e) : other`, over indices whose range is given.
    fn guarded(&mut self) -> Option<Expr> {
        let (name, space) = self.tensor()?;
        let [(low, high)] = space.as_slice() else {
            return None;
        };
        if self.fixed.is_empty() {
            return None;
        }
        let index = Expr::name(self.pick.one(&self.fixed));
        let at = Expr::binary(Binary::Add, index, Expr::Integer(self.pick.within(-3, 3)));
        let guard = Expr::binary(
            Binary::And,
            Expr::binary(Binary::GreaterEqual, at.clone(), Expr::Integer(*low)),
            Expr::binary(
                Binary::Less,
                at.clone(),
                if self.environment.tensors[&name].input {
                    Expr::Extent(name.clone(), 0)
                } else {
                    Expr::Integer(*high)
                },
            ),
        );
        let read = self.term(Expr::Read(name, vec![at]))?;
        let other = self.literal(read.value.ty);
        Some(Expr::Select(
            Box::new(guard),
            Box::new(read.expr),
            Box::new(other.expr),
        ))
    }

    /// The right side with a type and magnitude that fit the statement.
    fn fitted(&mut self, whole: Term, one: &Comprehension, target: &Target) -> Option<Term> {
        let mut whole = whole;
        if whole.value.literal != Literal::No
            || (whole.value.ty == Scalar::Bool && self.pick.chance(70))
        {
            whole = self.term(Expr::Cast(Scalar::Int32, Box::new(whole.expr)))?;
        }
        let terms: i64 = self
            .ranges
            .iter()
            .filter(|(name, _)| !one.left.contains(name))
            .map(|(_, (low, high))| high - low)
            .product();
        let most = match one.reduction {
            Some(Reduction::Multiply) => 1.0,
            Some(Reduction::Add) => (4096.0 / terms.max(1) as f64)
                .max(1.0)
                .log2()
                .floor()
                .exp2(),
            _ => 1000.0,
        };
        if whole.value.ty.is_floating() && whole.value.magnitude() > most {
            let lower = Expr::binary(Binary::Minimum, whole.expr, Expr::Floating(most));
            whole = self.term(Expr::binary(Binary::Maximum, lower, Expr::Floating(-most)))?;
        }
        let wanted = match &target.known {
            Some((ty, _)) => Some(*ty),
            None if one.reduction.is_some() && whole.value.ty == Scalar::Bool => {
                Some(Scalar::Int32)
            }
            None if self.pick.chance(15) => Some(self.pick.one(&Scalar::NAMES).1),
            None => None,
        };
        let Some(ty) = wanted else { return Some(whole) };
        let arithmetic = matches!(one.reduction, Some(Reduction::Add | Reduction::Multiply));
        let ty = if ty == Scalar::Bool && arithmetic {
            Scalar::Int32
        } else {
            ty
        };
        match whole.value.ty.converts_implicitly(ty)
            && self.pick.chance(50)
            && target.known.is_some()
        {
            true => Some(whole),
            false if whole.value.ty == ty => Some(whole),
            false => self.term(Expr::Cast(ty, Box::new(whole.expr))),
        }
    }
}
