//! Queries of the form "does this hold for all sizes?", answered by isl.
//!
//! Sizes are at least 0; more is known about the indices (their ranges), about run-time values
//! (intervals) and from the guards of a read. A query is the set of counterexamples, in isl's
//! notation over parameters `p0, p1, ...`, one per name: it is answered positively iff isl finds
//! that set empty. An expression that isl cannot express (a product of sizes, a division by a size)
//! is a parameter of its own with its certain bounds. isl works within a budget; an exhausted
//! budget, a refused text, or an overflow mean "not proved".
//!
//! Most queries never reach isl: `N - KN + 1 <= N + 1` is decided on the normal form.

use super::cases::contradict;
use super::model::{Formula, Leaf, Range, Statement};
use std::cell::RefCell;
use std::collections::HashMap;
use tc_syntax::expr::{Comparison, Condition, Expr, Linear, Operator, Symbol};

/// The isl operations allowed for one query.
const BUDGET: u64 = 200_000;

/// The facts that a query may assume.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Ranges of names.
    pub ranges: Vec<(String, Range)>,
    /// Conditions that hold.
    pub formulas: Vec<Formula>,
    /// Run-time values by name, each with the known facts; a query uses those that it mentions.
    pub values: Vec<(String, Vec<Formula>)>,
}

impl Facts {
    /// The facts and one more condition.
    pub fn and(&self, condition: Condition) -> Facts {
        let mut more = self.clone();
        more.formulas.push(Formula::Compare(condition));
        more
    }

    /// Adds the known facts about the statement's run-time values.
    pub fn with_leaves(mut self, statement: &Statement) -> Facts {
        let known = statement
            .leaves
            .iter()
            .map(|leaf| (leaf.name.clone(), known_of(leaf)));
        self.values.extend(known);
        self
    }
}

/// The interval of a run-time value, and the branches of the choice that it is.
fn known_of(leaf: &Leaf) -> Vec<Formula> {
    let value = || Expr::name(&leaf.name);
    let mut known = Vec::new();
    if let Some(low) = leaf.interval.low {
        known.push(compare(Expr::Const(low), Comparison::LessEqual, value()));
    }
    if let Some(high) = leaf.interval.high {
        known.push(compare(value(), Comparison::LessEqual, Expr::Const(high)));
    }
    if !leaf.alternatives.is_empty() {
        let chosen = |(condition, other): &(Formula, Expr)| {
            Formula::All(vec![
                condition.clone(),
                compare(value(), Comparison::Equal, other.clone()),
            ])
        };
        known.push(Formula::Any(leaf.alternatives.iter().map(chosen).collect()));
    }
    known
}

fn compare(left: Expr, comparison: Comparison, right: Expr) -> Formula {
    Formula::Compare(Condition::new(left, comparison, right))
}

/// The largest of some values, for a part of the sizes.
#[derive(Clone, Debug)]
pub struct LargestInPart {
    /// The conditions of the part.
    pub when: Vec<Condition>,
    /// The value.
    pub value: Expr,
}

/// isl gave no answer within its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided;

/// Answers queries about one def.
pub struct Prover {
    context: tc_isl::Context,
    /// The names that each call gives a value: sizes, then scalars.
    sizes: Vec<String>,
    /// Those of them that may be negative.
    signed: Vec<String>,
    answers: RefCell<HashMap<String, bool>>,
}

impl Prover {
    /// A prover for a def with these sizes.
    pub fn new(sizes: &[String]) -> Prover {
        Prover::with_scalars(sizes, &[])
    }

    /// A prover for a def with these sizes, and with scalars that may be negative.
    pub fn with_scalars(sizes: &[String], scalars: &[String]) -> Prover {
        Prover {
            context: tc_isl::Context::new(),
            sizes: [sizes, scalars].concat(),
            signed: scalars.to_vec(),
            answers: RefCell::default(),
        }
    }

    /// Whether `condition` holds for all sizes under the facts. False means "not proved".
    pub fn holds(&self, facts: &Facts, condition: &Condition) -> bool {
        if let Some(answer) = self.by_normal_form(condition) {
            return answer;
        }
        self.impossible(
            facts,
            &Formula::Not(Box::new(Formula::Compare(condition.clone()))),
        )
    }

    /// Whether `a <= b` for all sizes.
    pub fn at_most(&self, facts: &Facts, a: &Expr, b: &Expr) -> bool {
        self.holds(
            facts,
            &Condition::new(a.clone(), Comparison::LessEqual, b.clone()),
        )
    }

    /// Whether no sizes and indices satisfy the facts and `formula` together.
    pub fn impossible(&self, facts: &Facts, formula: &Formula) -> bool {
        let mut question = Question::new(self);
        question.add_facts(facts);
        question.add(formula);
        question.add_values(facts);
        question.has_no_point(self)
    }

    /// Whether all of `formulas` are known exactly: nothing in them is left out or bounded only.
    pub fn knows(&self, formulas: &[Formula]) -> bool {
        let mut question = Question::new(self);
        formulas.iter().for_each(|formula| question.add(formula));
        !question.inexact
    }

    /// Whether, for every choice of the sizes that satisfies the facts, `formula` can hold as well.
    /// False means "not proved", which is the answer whenever a guard or a product is not known
    /// exactly.
    pub fn always_possible(&self, facts: &Facts, formula: &Formula) -> bool {
        let mut wide = Question::new(self);
        wide.add_facts(facts);
        let mut narrow = wide.clone();
        wide.add_values(facts);
        narrow.add(formula);
        narrow.add_values(facts);
        !narrow.inexact && self.covered(wide, narrow).unwrap_or(false)
    }

    fn covered(&self, wide: Question, narrow: Question) -> Option<bool> {
        let result = self
            .context
            .with_budget(BUDGET, || -> tc_isl::Result<bool> {
                let wide =
                    tc_isl::Set::parse(&self.context, &wide.set_text(&self.sizes))?.params()?;
                let narrow =
                    tc_isl::Set::parse(&self.context, &narrow.set_text(&self.sizes))?.params()?;
                wide.is_subset(&narrow)
            });
        result.ok()
    }

    /// The largest value of `expr` under the facts as an expression in the sizes, if isl finds one
    /// quasi-affine form for all sizes.
    pub fn largest_by_sizes(&self, facts: &Facts, expr: &Expr) -> Option<Expr> {
        let mut question = Question::new(self);
        question.add_facts(facts);
        let value = question.expr(expr);
        question.add_values(facts);
        if question.inexact {
            return None;
        }
        let text = question.value_text(&self.sizes, &value);
        let result = self
            .context
            .with_budget(BUDGET, || -> tc_isl::Result<Vec<String>> {
                let set = tc_isl::Set::parse(&self.context, &text)?;
                let pieces = set.dim_max(0)?.coalesce()?.pieces()?;
                Ok(pieces
                    .into_iter()
                    .map(|(_, value)| value.to_string())
                    .collect())
            });
        let [single] = &*result.ok()? else {
            return None;
        };
        let named = super::isl_text::affine(single)?;
        Some(named.substitute(&|symbol| self.size_at(symbol)))
    }

    /// The largest of several values, each under its own facts, for all sizes for which there is
    /// one. Parts that overlap have the same value.
    pub fn largest_in_parts(&self, values: &[(Facts, Expr)]) -> Option<Vec<LargestInPart>> {
        let mut texts = Vec::new();
        for (facts, expr) in values {
            let mut question = Question::new(self);
            question.add_facts(facts);
            let value = question.expr(expr);
            question.add_values(facts);
            if question.inexact {
                return None;
            }
            texts.push(question.value_text(&self.sizes, &value));
        }
        let result = self.context.with_budget(
            BUDGET.saturating_mul(20),
            || -> tc_isl::Result<Vec<(String, String)>> {
                let mut all: Option<tc_isl::Set> = None;
                for text in &texts {
                    let set = tc_isl::Set::parse(&self.context, text)?;
                    all = Some(match all {
                        Some(others) => others.union(&set)?,
                        None => set,
                    });
                }
                let mut found = Vec::new();
                let Some(all) = all else { return Ok(found) };
                for (when, value) in all.dim_max(0)?.coalesce()?.pieces()? {
                    let parts = when.compute_divs()?.coalesce()?;
                    for part in parts.basic_sets()? {
                        found.push((part.to_string(), value.to_string()));
                    }
                }
                Ok(found)
            },
        );
        let named = |expr: &Expr| expr.substitute(&|symbol| self.size_at(symbol));
        let part = |(when, value): (String, String)| {
            let when = super::isl_text::conditions(&when)?
                .into_iter()
                .map(|one| Condition::new(named(&one.left), one.comparison, named(&one.right)));
            Some(LargestInPart {
                when: when
                    .filter(|one| !self.holds(&Facts::default(), one))
                    .collect(),
                value: named(&super::isl_text::affine(&value)?),
            })
        };
        result.ok()?.into_iter().map(part).collect()
    }

    /// The sizes for which `formula` can hold together with the facts: those that satisfy one of
    /// these conjunctions.
    pub fn sizes_where(&self, facts: &Facts, formula: &Formula) -> Option<Vec<Vec<Condition>>> {
        let mut question = Question::new(self);
        question.add_facts(facts);
        question.add(formula);
        question.add_values(facts);
        if question.inexact {
            return None;
        }
        let text = question.set_text(&self.sizes);
        let result = self
            .context
            .with_budget(BUDGET, || -> tc_isl::Result<Vec<String>> {
                // Divisibility and quotients are remainders and floors of sizes afterwards, no
                // existential variables.
                let sizes = tc_isl::Set::parse(&self.context, &text)?
                    .params()?
                    .compute_divs()?
                    .coalesce()?;
                let parts = sizes.basic_sets()?;
                Ok(parts.into_iter().map(|part| part.to_string()).collect())
            });
        let parts = result.ok()?;
        let named = |text: &String| {
            let all = super::isl_text::conditions(text)?.into_iter();
            let all = all.map(|one| {
                let named = |expr: &Expr| expr.substitute(&|symbol| self.size_at(symbol));
                Condition::new(named(&one.left), one.comparison, named(&one.right))
            });
            Some(
                all.filter(|one| !self.holds(&Facts::default(), one))
                    .collect(),
            )
        };
        parts.iter().map(named).collect()
    }

    /// The size for `s0`, `s1`, ... in isl's answers.
    fn size_at(&self, symbol: &Symbol) -> Option<Expr> {
        let position: usize = symbol.as_name()?.strip_prefix('s')?.parse().ok()?;
        self.sizes.get(position).map(Expr::name)
    }

    /// The lexicographically smallest sizes, and for them the smallest values of `order`, that
    /// satisfy the facts.
    pub fn smallest(&self, facts: &Facts, order: &[Expr]) -> Option<(Vec<i64>, Vec<i64>)> {
        let mut question = Question::new(self);
        question.add_facts(facts);
        let wanted: Vec<Expr> = self
            .sizes
            .iter()
            .map(Expr::name)
            .chain(order.iter().cloned())
            .collect();
        let places: Vec<String> = wanted.iter().map(|name| question.parameter(name)).collect();
        question.add_values(facts);
        if question.inexact {
            return None;
        }
        let text = question.points_text(&places);
        let result = self
            .context
            .with_budget(BUDGET, || -> tc_isl::Result<Option<Vec<i64>>> {
                let smallest = tc_isl::Set::parse(&self.context, &text)?.lexmin()?;
                let Some(point) = smallest.points()?.into_iter().next() else {
                    return Ok(None);
                };
                Ok(Some(coordinates(&point.to_string())))
            });
        let mut values = result.ok()??;
        let order = values.split_off(self.sizes.len().min(values.len()));
        Some((values, order))
    }

    /// Of the points of `all`, in the order of the sizes, then of `order`, the first that is in
    /// none of `parts`, which may have points that `all` does not have. The values of sizes and
    /// scalars come first.
    ///
    /// # Errors
    /// isl does not decide it within its budget.
    pub fn first_outside(
        &self,
        all: &Facts,
        order: &[Expr],
        parts: &[Facts],
    ) -> Result<Option<Vec<i64>>, Undecided> {
        let wanted: Vec<Expr> = self.sizes.iter().map(Expr::name).collect();
        let wanted: Vec<Expr> = wanted.into_iter().chain(order.iter().cloned()).collect();
        let points = |facts: &Facts| {
            let mut question = Question::new(self);
            question.add_facts(facts);
            for name in &self.signed {
                question.add(&compare(
                    Expr::Const(0),
                    Comparison::LessEqual,
                    Expr::name(name),
                ));
            }
            let places: Vec<String> = wanted.iter().map(|name| question.parameter(name)).collect();
            question.add_values(facts);
            (question.points_text(&places), question.inexact)
        };
        let (whole, _) = points(all);
        // What is not expressed exactly is not counted: it may be smaller.
        let parts = parts.iter().map(points);
        let parts: Vec<String> = parts
            .filter(|(_, inexact)| !inexact)
            .map(|(text, _)| text)
            .collect();
        let budget = BUDGET.saturating_mul(20);
        let result = self
            .context
            .with_budget(budget, || -> tc_isl::Result<Option<Vec<i64>>> {
                let mut left = tc_isl::Set::parse(&self.context, &whole)?;
                for part in &parts {
                    let part = tc_isl::Set::parse(&self.context, part)?;
                    left = left.subtract(&part)?;
                }
                if left.is_empty()? {
                    return Ok(None);
                }
                let first = left.lexmin()?.points()?.into_iter().next();
                Ok(first.map(|point| coordinates(&point.to_string())))
            });
        result.map_err(|_| Undecided)
    }

    /// Whether for all sizes for which one of `wide` has a point, one of `narrow` has one too.
    pub fn covers(&self, wide: &[Facts], narrow: &[Facts]) -> bool {
        let texts = |all: &[Facts]| {
            let texts = all.iter().map(|facts| {
                let mut question = Question::new(self);
                question.add_facts(facts);
                question.add_values(facts);
                let inexact = question.inexact;
                (question.set_text(&self.sizes), inexact)
            });
            texts.collect::<Vec<_>>()
        };
        let (wide, narrow) = (texts(wide), texts(narrow));
        if narrow.iter().any(|(_, inexact)| *inexact) {
            return false;
        }
        let union = |texts: &[(String, bool)]| -> tc_isl::Result<Option<tc_isl::Set>> {
            let mut all: Option<tc_isl::Set> = None;
            for (text, _) in texts {
                let set = tc_isl::Set::parse(&self.context, text)?.params()?;
                all = Some(match all {
                    Some(others) => others.union(&set)?,
                    None => set,
                });
            }
            Ok(all)
        };
        let result =
            self.context
                .with_budget(BUDGET.saturating_mul(20), || -> tc_isl::Result<bool> {
                    match (union(&wide)?, union(&narrow)?) {
                        (Some(wide), Some(narrow)) => wide.is_subset(&narrow),
                        (None, _) => Ok(true),
                        (Some(wide), None) => wide.is_empty(),
                    }
                });
        result.unwrap_or(false)
    }

    /// A decision from the sign of the normal form's coefficients, if that is enough.
    fn by_normal_form(&self, condition: &Condition) -> Option<bool> {
        let difference = Linear::of(&Expr::sub(condition.right.clone(), condition.left.clone()))?;
        let nonnegative = difference
            .terms()
            .iter()
            .all(|(atom, coefficient)| *coefficient > 0 && self.is_size(atom));
        let constant = difference.constant_part();
        match condition.comparison {
            Comparison::LessEqual if nonnegative && constant >= 0 => Some(true),
            Comparison::Less if nonnegative && constant >= 1 => Some(true),
            Comparison::LessEqual => difference.as_const().map(|value| value >= 0),
            Comparison::Less => difference.as_const().map(|value| value > 0),
            Comparison::Equal => difference.as_const().map(|value| value == 0),
            _ => None,
        }
        // A negative answer is wrong only if the facts contradict each other; a query to isl is
        // then not worth the time.
    }

    fn is_size(&self, atom: &Expr) -> bool {
        atom.as_name().is_some_and(|name| self.is_size_name(name))
    }

    fn is_size_name(&self, name: &str) -> bool {
        let is = |names: &[String]| names.iter().any(|other| other == name);
        is(&self.sizes) && !is(&self.signed)
    }
}

/// The sign of the product of two integers, which is 0 if one of them is, and at least as large as
/// each of them otherwise.
fn signs_of_product(product: &str, a: &str, b: &str) -> String {
    let one_is_zero = format!("(({a} = 0 or {b} = 0) and {product} = 0)");
    let signs = [("", "", ""), ("-", "-", ""), ("", "-", "-"), ("-", "", "-")];
    let cases = signs.map(|(of_a, of_b, sign)| {
        let (a, b, product) = (
            format!("{of_a}({a})"),
            format!("{of_b}({b})"),
            format!("{sign}({product})"),
        );
        format!("({a} >= 1 and {b} >= 1 and {product} >= {a} and {product} >= {b})")
    });
    format!("({one_is_zero} or {})", cases.join(" or "))
}

/// The numbers of isl's text of a point: `{ [2, 0, 1] }`.
fn coordinates(point: &str) -> Vec<i64> {
    let inside = point.split(['[', ']']).nth(1).unwrap_or_default();
    inside
        .split(',')
        .filter_map(|number| number.trim().parse().ok())
        .collect()
}

/// A conjunction in isl's notation, under construction.
#[derive(Clone)]
struct Question {
    /// The name or the opaque expression of each parameter.
    names: Vec<Expr>,
    sizes: Vec<String>,
    conjuncts: Vec<String>,
    /// Whether something was omitted that could exclude a solution.
    inexact: bool,
}

impl Question {
    fn new(prover: &Prover) -> Question {
        let sizes = prover.sizes.iter();
        Question {
            names: Vec::new(),
            sizes: sizes
                .filter(|name| prover.is_size_name(name))
                .cloned()
                .collect(),
            conjuncts: Vec::new(),
            inexact: false,
        }
    }

    fn add_facts(&mut self, facts: &Facts) {
        for (name, range) in &facts.ranges {
            let value = self.expr(&Expr::name(name));
            let (low, high) = (self.expr(&range.low), self.expr(&range.high));
            self.conjuncts
                .push(format!("{low} <= {value} and {value} < {high}"));
        }
        for formula in &facts.formulas {
            self.add(formula);
        }
    }

    /// The known facts about the run-time values that the query mentions, and transitively about
    /// those that they mention. The others exist for all sizes, so they do not change the answer,
    /// but isl would multiply out their cases.
    fn add_values(&mut self, facts: &Facts) {
        let mut left: Vec<_> = facts.values.iter().collect();
        loop {
            let (mentioned, others): (Vec<_>, Vec<_>) =
                left.into_iter().partition(|(name, _)| self.mentions(name));
            if mentioned.is_empty() {
                return;
            }
            for formula in mentioned.into_iter().flat_map(|(_, known)| known) {
                self.add(formula);
            }
            left = others;
        }
    }

    fn mentions(&self, name: &str) -> bool {
        self.names
            .iter()
            .any(|meaning| meaning.names().contains(&name))
    }

    fn add(&mut self, formula: &Formula) {
        let text = self.formula(formula, true);
        self.conjuncts.push(text);
    }

    /// `formula`, negated unless `positive`; unknown parts count as possible.
    fn formula(&mut self, formula: &Formula, positive: bool) -> String {
        match (formula, positive) {
            (Formula::Unknown, _) => {
                self.inexact = true;
                "0 = 0".to_string()
            }
            (Formula::Not(inner), _) => self.formula(inner, !positive),
            (Formula::All(parts), true) | (Formula::Any(parts), false) => {
                self.join(parts, positive, " and ", "0 = 0")
            }
            (Formula::Any(parts), true) | (Formula::All(parts), false) => {
                self.join(parts, positive, " or ", "0 = 1")
            }
            (Formula::Compare(condition), _) => {
                let comparison = if positive {
                    condition.comparison
                } else {
                    condition.comparison.negated()
                };
                let (left, right) = (self.expr(&condition.left), self.expr(&condition.right));
                let comparison = match comparison {
                    Comparison::Equal => "=",
                    other => other.text(),
                };
                format!("{left} {comparison} {right}")
            }
        }
    }

    fn join(&mut self, parts: &[Formula], positive: bool, word: &str, empty: &str) -> String {
        let texts: Vec<String> = parts
            .iter()
            .map(|part| self.formula(part, positive))
            .collect();
        if texts.is_empty() {
            empty.to_string()
        } else {
            format!("({})", texts.join(word))
        }
    }

    fn parameter(&mut self, meaning: &Expr) -> String {
        if let Some(known) = self.names.iter().position(|name| name == meaning) {
            return format!("p{known}");
        }
        let parameter = format!("p{}", self.names.len());
        self.names.push(meaning.clone());
        if meaning
            .as_name()
            .is_some_and(|name| self.sizes.iter().any(|size| size == name))
        {
            self.conjuncts.push(format!("{parameter} >= 0"));
        }
        parameter
    }

    fn expr(&mut self, expr: &Expr) -> String {
        match expr {
            Expr::Const(value) => value.to_string(),
            Expr::Symbol(_) => self.parameter(expr),
            Expr::Binary(operator, a, b) => match (operator, a.as_const(), b.as_const()) {
                (Operator::Add | Operator::Sub, _, _) => {
                    let sign = if *operator == Operator::Add { '+' } else { '-' };
                    format!("({} {sign} {})", self.expr(a), self.expr(b))
                }
                (Operator::Mul, Some(factor), _) => format!("({factor} * {})", self.expr(b)),
                (Operator::Mul, _, Some(factor)) => format!("({factor} * {})", self.expr(a)),
                (Operator::FloorDiv, _, Some(d)) if d > 0 => format!("floor({}/{d})", self.expr(a)),
                (Operator::Mod, _, Some(d)) if d > 0 => format!("({} mod {d})", self.expr(a)),
                (Operator::Min, _, _) => format!("min({}, {})", self.expr(a), self.expr(b)),
                (Operator::Max, _, _) => format!("max({}, {})", self.expr(a), self.expr(b)),
                _ => self.opaque(*operator, a, b),
            },
        }
    }

    /// A parameter for an expression that isl cannot express, with its certain bounds.
    fn opaque(&mut self, operator: Operator, a: &Expr, b: &Expr) -> String {
        let meaning = Expr::binary(operator, a.clone(), b.clone());
        let known = self.names.contains(&meaning);
        let value = self.parameter(&meaning);
        if known {
            return value;
        }
        self.inexact = true;
        match operator {
            Operator::Mul if [a, b].iter().all(|factor| self.is_nonnegative(factor)) => {
                self.conjuncts.push(format!("{value} >= 0"));
            }
            Operator::Mul => {
                let signs = signs_of_product(&value, &self.expr(a), &self.expr(b));
                self.conjuncts.push(signs);
            }
            Operator::Mod => {
                let divisor = self.expr(b);
                self.conjuncts.push(format!(
                    "({divisor} <= 0 or (0 <= {value} and {value} < {divisor}))"
                ));
            }
            Operator::FloorDiv if self.is_nonnegative(a) && self.is_nonnegative(b) => {
                let dividend = self.expr(a);
                self.conjuncts
                    .push(format!("0 <= {value} and {value} <= {dividend}"));
            }
            Operator::FloorDiv => {
                let (a, b) = (self.expr(a), self.expr(b));
                self.conjuncts.push(format!(
                    "({b} <= 0 or ({value} = 0 and 0 <= {a} and {a} < {b}) or ({value} >= 1 and {a} >= {b} and {value} <= {a}) or ({value} <= -1 and {a} <= -1 and {value} >= {a}))"
                ));
            }
            _ => {}
        }
        value
    }

    fn is_nonnegative(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Const(value) => *value >= 0,
            Expr::Symbol(symbol) => symbol
                .as_name()
                .is_some_and(|name| self.sizes.iter().any(|size| size == name)),
            Expr::Binary(Operator::Sub, ..) => false,
            Expr::Binary(_, a, b) => self.is_nonnegative(a) && self.is_nonnegative(b),
        }
    }

    fn has_no_point(self, prover: &Prover) -> bool {
        let parameters: Vec<String> = (0..self.names.len())
            .map(|position| format!("p{position}"))
            .collect();
        let text = self.body();
        if let Some(answer) = prover.answers.borrow().get(&text) {
            return *answer;
        }
        let parameters = parameters.join(", ");
        let context = &prover.context;
        let answer = context
            .with_budget(BUDGET, || contradict(context, &parameters, &self.conjuncts))
            .unwrap_or(false);
        prover.answers.borrow_mut().insert(text, answer);
        answer
    }

    /// The values of `places`, each in a dimension of its own.
    fn points_text(&self, places: &[String]) -> String {
        let dims: Vec<String> = (0..places.len())
            .map(|position| format!("v{position}"))
            .collect();
        let equal: Vec<String> = dims
            .iter()
            .zip(places)
            .map(|(dim, place)| format!("{dim} = {place}"))
            .collect();
        let inner: Vec<String> = (0..self.names.len())
            .map(|position| format!("p{position}"))
            .collect();
        let body = std::iter::once(self.body()).chain(equal);
        let (dims, inner) = (dims.join(", "), inner.join(", "));
        let body = body.collect::<Vec<_>>().join(" and ");
        if inner.is_empty() {
            format!("{{ [{dims}] : {body} }}")
        } else {
            format!("{{ [{dims}] : exists {inner} : {body} }}")
        }
    }

    fn body(&self) -> String {
        if self.conjuncts.is_empty() {
            "0 = 0".to_string()
        } else {
            self.conjuncts.join(" and ")
        }
    }

    /// The values of `value` in one dimension, for the sizes as parameters.
    fn value_text(mut self, sizes: &[String], value: &str) -> String {
        let outer: Vec<String> = (0..sizes.len())
            .map(|position| format!("s{position}"))
            .collect();
        for (position, size) in sizes.iter().enumerate() {
            let parameter = self.parameter(&Expr::name(size));
            self.conjuncts.push(format!("{parameter} = s{position}"));
        }
        let inner: Vec<String> = (0..self.names.len())
            .map(|position| format!("p{position}"))
            .collect();
        let body = self.body();
        let outer = outer.join(", ");
        if inner.is_empty() {
            return format!("[{outer}] -> {{ [v] : v = {value} and {body} }}");
        }
        format!(
            "[{outer}] -> {{ [v] : exists {} : v = {value} and {body} }}",
            inner.join(", ")
        )
    }

    /// The set over all names but the sizes, parametric in all sizes of the def under their own
    /// names `s0, s1, ...`.
    fn set_text(mut self, sizes: &[String]) -> String {
        let mut equalities = Vec::new();
        for (position, size) in sizes.iter().enumerate() {
            let parameter = self.parameter(&Expr::name(size));
            equalities.push(format!("{parameter} = s{position}"));
        }
        self.conjuncts.extend(equalities);
        let outer: Vec<String> = (0..sizes.len())
            .map(|position| format!("s{position}"))
            .collect();
        let inner: Vec<String> = (0..self.names.len())
            .map(|position| format!("p{position}"))
            .collect();
        format!(
            "[{}] -> {{ [{}] : {} }}",
            outer.join(", "),
            inner.join(", "),
            self.body()
        )
    }
}
