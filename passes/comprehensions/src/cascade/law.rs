//! The two conditions: what a term becomes when the extremum grows.
//!
//! The term of a sum, with the statements between it and the extremum put in, is a normal form
//! `f(r)` of the extremum `r` and of other values. `g = f(r') / f(r)` is computed; it is checked
//! that `f(r) * g` is `f(r')`, that no value in `g` depends on the index of the sum, and that
//! `g(a, b) * g(b, c)` is `g(a, c)`. All three are questions of equal normal forms.

use std::collections::{HashMap, HashSet};

use num_rational::BigRational;
use num_traits::Signed;
use tc_dialects::op::{self, ValueKey};
use tc_dialects::tc::{Access, Comprehension, Left, Range, Reduction, Subscript, ValueOf};
use tc_syntax::expr::Expr;

use super::normal::{Atom, Normal};
use melior::ir::attribute::FloatAttribute;
use tc_pass_host::*;

/// The extremum so far, before a tile and with it, and a third one.
pub const BEFORE: u32 = 0;
pub const WITH: u32 = 1;
const LATER: u32 = 2;
/// The logarithm of 2, for `exp2`.
pub const LN_2: u32 = 3;
/// The first number of another value.
const FIRST: u32 = 4;

/// A value that terms are made of.
#[derive(Clone)]
pub struct Leaf<'c, 'a> {
    /// For messages.
    pub name: String,
    /// Whether it depends on the index of the sum.
    varies: bool,
    pub source: Source<'c, 'a>,
}

/// Where a value comes from, in the indices of the sum.
#[derive(Clone)]
pub enum Source<'c, 'a> {
    /// A tensor at subscripts.
    Read(Value<'c, 'a>, Vec<Expr>, Type<'c>),
    /// An index or a size.
    Expr(Expr, Type<'c>),
    /// Anything else.
    Opaque,
}

/// The statements of a block around an extremum.
pub struct Statements<'c, 'a, 's> {
    /// None for operations of other kinds.
    pub all: &'s [Option<Comprehension<'c, 'a>>],
    /// The place of the extremum.
    pub extremum: usize,
    /// What depends on it.
    pub dependents: &'s HashSet<ValueKey>,
    pub names: &'s HashMap<ValueKey, String>,
}

/// What was proved of a sum.
pub struct Law {
    /// The term as a function of [`BEFORE`].
    pub term: Normal,
    /// What takes the sum so far from [`BEFORE`] to [`WITH`].
    pub factor: Normal,
    /// The subscripts of the extremum, in the indices of the sum.
    pub at: Vec<Expr>,
    /// What becomes of it where there is no finite extremum yet.
    pub guard: Guard,
}

/// Where a term has no value for an extremum, and every term so far is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// At the neutral value of the extremum.
    Infinite,
    /// There, and at 0, by which the term is divided.
    Zero,
}

/// Turns values of statements into normal forms.
pub struct Reader<'c, 'a, 's> {
    statements: &'s Statements<'c, 'a, 's>,
    /// The index of the sum.
    pub tile: String,
    pub leaves: Vec<Leaf<'c, 'a>>,
    numbers: HashMap<String, u32>,
    /// Operations that the form does not know, by what tells them apart.
    pub calls: HashMap<String, OperationRef<'c, 'a>>,
    at: Option<Vec<Expr>>,
}

/// A statement, and what its indices stand for.
struct Frame<'c, 'a> {
    place: usize,
    statement: Comprehension<'c, 'a>,
    names: HashMap<String, Expr>,
}

impl Frame<'_, '_> {
    fn expr(&self, expr: &Expr) -> Expr {
        expr.substitute(&|symbol| self.names.get(symbol.as_name()?).cloned())
    }
}

impl<'c: 'a, 'a, 's> Reader<'c, 'a, 's> {
    pub fn new(statements: &'s Statements<'c, 'a, 's>, tile: &str) -> Self {
        Reader {
            statements,
            tile: tile.to_owned(),
            leaves: Vec::new(),
            numbers: HashMap::new(),
            calls: HashMap::new(),
            at: None,
        }
    }

    /// The law of the sum at a place; none for one that does not depend on the extremum.
    pub fn law(&mut self, place: usize) -> Result<Option<Law>, String> {
        let statement = self.statement(place)?;
        let frame = Frame {
            place,
            statement,
            names: HashMap::new(),
        };
        let term = self.value(statement.yielded(), &frame)?;
        let Some(at) = self.at.clone() else {
            return Ok(None);
        };
        let with = to(&term, BEFORE, WITH)?;
        let factor = self.quotient(&term, &with)?;
        let step = to(&to(&factor, WITH, LATER)?, BEFORE, WITH)?;
        let both = factor.times(&step).ok_or_else(too_long)?;
        if both != to(&factor, WITH, LATER)? {
            return Err(format!(
                "the factor {} is none of two steps: g(a, b)*g(b, c) is not g(a, c)",
                self.text(&factor)
            ));
        }
        let guard = self.guard(&term)?;
        Ok(Some(Law {
            term,
            factor,
            at,
            guard,
        }))
    }

    /// `g` with `term * g = with`, free of the index of the sum.
    fn quotient(&self, term: &Normal, with: &Normal) -> Result<Normal, String> {
        let no = || {
            let index = &self.tile;
            format!(
                "no factor free of {index} takes {} to {}",
                self.text(term),
                self.text(with)
            )
        };
        let (first, coefficient) = term.terms().next().ok_or_else(no)?;
        let first = Normal::product(first.clone(), coefficient.clone());
        let image = to(&first, BEFORE, WITH)?;
        let inverse = first.inverse().ok_or_else(no)?;
        let factor = image.times(&inverse).ok_or_else(too_long)?;
        let same = term.times(&factor).ok_or_else(too_long)? == *with;
        let varies = factor.has_value(&|number| self.varies(number));
        if same && !varies {
            Ok(factor)
        } else {
            Err(no())
        }
    }

    /// What a term needs where there is no finite extremum yet.
    fn guard(&self, term: &Normal) -> Result<Guard, String> {
        let extremum = self.statement(self.statements.extremum)?;
        let is_max = extremum.reduction() == Some(Reduction::Max);
        let is_running = |number| number == BEFORE;
        let mut guard = Guard::Infinite;
        for (product, _) in term.terms() {
            if product
                .powers()
                .any(|(atom, _)| *atom == Atom::Value(BEFORE))
            {
                guard = Guard::Zero;
            }
            let inside = product.powers().any(|(atom, _)| {
                let Atom::Call(_, operands) = atom else {
                    return false;
                };
                operands.iter().any(|one| one.has_value(&is_running))
            });
            if inside {
                return Err("a function of the extremum other than exp is a factor".to_owned());
            }
            for (part, coefficient) in product.exponent().into_iter().flat_map(Normal::terms) {
                let is_plain = part.powers().eq([(&Atom::Value(BEFORE), 1)]);
                // exp(s - r) of a maximum: what is masked is 0.
                if is_plain && part.exponent().is_none() && coefficient.is_positive() == is_max {
                    return Err(format!(
                        "terms grow with the {}: {}",
                        if is_max { "maximum" } else { "minimum" },
                        self.text(term)
                    ));
                }
            }
        }
        Ok(guard)
    }

    /// For terms that are divided by the extremum: whether they are 0 where it is, since the value
    /// `s` whose extremum is taken is an absolute value that is a factor of them.
    pub fn vanishes(&mut self, law: &Law, index: &str) -> Result<(), String> {
        let place = self.statements.extremum;
        let statement = self.statement(place)?;
        let names = HashMap::from([(index.to_owned(), Expr::name(&self.tile))]);
        let mut frame = Frame {
            place,
            statement,
            names,
        };
        for (left, at) in statement.left().iter().zip(&law.at) {
            if let Left::Index(name) = left {
                frame.names.insert(name.clone(), at.clone());
            }
        }
        let value = self.value(statement.yielded(), &frame)?;
        let is_absolute = statement.reduction() == Some(Reduction::Max);
        let of_what = value
            .single()
            .filter(|_| is_absolute)
            .and_then(|(product, coefficient)| {
                let mut powers = product.powers();
                let (atom, power) = powers.next()?;
                let alone = powers.next().is_none() && product.exponent().is_none();
                match atom {
                    Atom::Call(name, operands) if name.starts_with("math.absf") => {
                        let inner = operands[0].single()?.0.powers().next()?.0.clone();
                        (alone && power == 1).then(|| vec![atom.clone(), inner])
                    }
                    _ => (alone && power % 2 == 0 && coefficient.is_positive())
                        .then(|| vec![atom.clone()]),
                }
            });
        let of_what = of_what.ok_or_else(|| {
            format!(
                "terms are divided by the extremum, which may be 0: expected the maximum of an absolute value or of a square, found that of {}",
                self.text(&value)
            )
        })?;
        let vanish = law.term.terms().all(|(product, _)| {
            let mut powers = product.powers();
            powers.any(|(atom, power)| power > 0 && of_what.contains(atom))
        });
        if vanish {
            return Ok(());
        }
        Err(format!(
            "terms are divided by the extremum, and {} is not 0 where that is",
            self.text(&law.term)
        ))
    }

    fn statement(&self, place: usize) -> Result<Comprehension<'c, 'a>, String> {
        self.statements.all[place].ok_or_else(|| "expected a statement".to_owned())
    }

    /// The text of a form.
    pub fn text(&self, normal: &Normal) -> String {
        let names = |number: u32| self.name(number);
        normal.display(&names).to_string()
    }

    fn name(&self, number: u32) -> String {
        let extremum = self.statements.all[self.statements.extremum];
        let target = extremum.map(|one| ValueKey::of(one.target()));
        let running = target.and_then(|key| self.statements.names.get(&key).cloned());
        let running = running.unwrap_or_else(|| "r".to_owned());
        match number {
            BEFORE => running,
            WITH => format!("{running}'"),
            LATER => format!("{running}''"),
            LN_2 => "ln2".to_owned(),
            other => self.leaves[(other - FIRST) as usize].name.clone(),
        }
    }

    fn varies(&self, number: u32) -> bool {
        number >= FIRST && self.leaves[(number - FIRST) as usize].varies
    }

    /// The value with a number that is none of the extrema.
    pub fn leaf(&self, number: u32) -> Option<&Leaf<'c, 'a>> {
        self.leaves.get(number.checked_sub(FIRST)? as usize)
    }

    fn value(&mut self, value: Value<'c, 'a>, frame: &Frame<'c, 'a>) -> Result<Normal, String> {
        let Some(made) = op::defining_operation(value) else {
            return self.opaque(value, frame);
        };
        if let Some(access) = Access::from_op(made) {
            return self.read(access, value, frame);
        }
        if let Some(view) = ValueOf::from_op(made) {
            let expr = frame.expr(&view.expr());
            let (ty, varies) = (value.r#type(), expr.mentions(&self.tile));
            return Ok(
                self.new_leaf(format!("{expr} : {ty}"), expr.to_string(), varies, || {
                    Source::Expr(expr.clone(), ty)
                }),
            );
        }
        if op::is(made, "scf.if") {
            return self.conditional(made, value, frame);
        }
        if made.region_count() > 0 || made.result_count() != 1 {
            return self.opaque(value, frame);
        }
        self.operator(made, value, frame)
    }

    fn operator(
        &mut self,
        made: OperationRef<'c, 'a>,
        value: Value<'c, 'a>,
        frame: &Frame<'c, 'a>,
    ) -> Result<Normal, String> {
        let name = op::name(made);
        if name == "arith.constant" {
            let ty = value.r#type();
            if let Some(number) = op::integer(made, "value").filter(|_| !ty.is_float()) {
                let source = || Source::Expr(Expr::Const(number), ty);
                return Ok(self.new_leaf(
                    format!("{number} : {ty}"),
                    number.to_string(),
                    false,
                    source,
                ));
            }
            let number = made.attribute("value").ok();
            let number = number.and_then(|number| FloatAttribute::try_from(number).ok());
            let number = number.and_then(|number| BigRational::from_float(number.value()));
            return match number {
                Some(number) => Ok(Normal::number(number)),
                None => self.opaque(value, frame),
            };
        }
        let operands = op::operands(made);
        if name == "arith.select" {
            return self.choice(operands[0], [operands[1], operands[2]], frame);
        }
        let all = operands.iter().map(|one| self.value(*one, frame));
        let all = all.collect::<Result<Vec<Normal>, String>>()?;
        let computed = match (name, &all[..]) {
            ("arith.addf", [a, b]) => Some(a.plus(b)),
            ("arith.subf", [a, b]) => Some(a.minus(b)),
            ("arith.mulf", [a, b]) => a.times(b),
            ("arith.divf", [a, b]) => b.inverse().and_then(|inverse| a.times(&inverse)),
            ("arith.negf", [a]) => Some(Normal::default().minus(a)),
            ("math.fma", [a, b, c]) => a.times(b).map(|product| product.plus(c)),
            ("math.exp", [a]) => Some(a.clone().exp()),
            ("math.exp2", [a]) => a.times(&Normal::value(LN_2)).map(Normal::exp),
            _ => None,
        };
        Ok(computed.unwrap_or_else(|| self.call(made, all)))
    }

    fn call(&mut self, made: OperationRef<'c, 'a>, operands: Vec<Normal>) -> Normal {
        let attributes = op::attributes(made);
        let attributes: Vec<String> = attributes
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let name = op::name(made);
        let from = op::types(&op::operands(made));
        let from: Vec<String> = from.iter().map(ToString::to_string).collect();
        let (from, to) = (from.join(","), op::result(made).r#type());
        let key = format!("{name} {} ({from}) {to}", attributes.join(","));
        self.calls.insert(key.clone(), made);
        Normal::call(&key, operands)
    }

    fn conditional(
        &mut self,
        made: OperationRef<'c, 'a>,
        value: Value<'c, 'a>,
        frame: &Frame<'c, 'a>,
    ) -> Result<Normal, String> {
        let ends = op::blocks(made).into_iter().map(|block| {
            let end = op::operations(block).pop()?;
            op::operands(end).first().copied()
        });
        match ends.collect::<Option<Vec<Value>>>().as_deref() {
            Some([yes, no]) if made.result_count() == 1 => {
                self.choice(op::operands(made)[0], [*yes, *no], frame)
            }
            _ => self.opaque(value, frame),
        }
    }

    /// `c ? a : b` as `c*a + (1 - c)*b`, where `c` is 0 or 1.
    fn choice(
        &mut self,
        condition: Value<'c, 'a>,
        [yes, no]: [Value<'c, 'a>; 2],
        frame: &Frame<'c, 'a>,
    ) -> Result<Normal, String> {
        let condition = self.opaque(condition, frame)?;
        let (yes, no) = (self.value(yes, frame)?, self.value(no, frame)?);
        let other = Normal::one().minus(&condition);
        let sum = condition.times(&yes).zip(other.times(&no));
        sum.map(|(yes, no)| yes.plus(&no)).ok_or_else(too_long)
    }

    /// A value that is not looked into, which must not depend on the extremum.
    fn opaque(&mut self, value: Value<'c, 'a>, frame: &Frame<'c, 'a>) -> Result<Normal, String> {
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            let Some(made) = op::defining_operation(value) else {
                continue;
            };
            let mut inside = vec![made];
            inside.extend(op::nested(made));
            for one in inside {
                let read = Access::from_op(one).map(|access| ValueKey::of(access.tensor()));
                if read.is_some_and(|key| self.statements.dependents.contains(&key)) {
                    return Err("a condition or a place depends on the extremum".to_owned());
                }
                pending.extend(op::operands(one));
            }
        }
        let mut bound: Vec<String> = frame
            .names
            .iter()
            .map(|(name, expr)| format!("{name}={expr}"))
            .collect();
        bound.sort();
        let key = format!("{:?} {}", ValueKey::of(value), bound.join(","));
        let name = format!("value{}", self.leaves.len());
        Ok(self.new_leaf(key, name, true, || Source::Opaque))
    }

    fn new_leaf(
        &mut self,
        key: String,
        name: String,
        varies: bool,
        source: impl FnOnce() -> Source<'c, 'a>,
    ) -> Normal {
        let next = FIRST + self.leaves.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.leaves.push(Leaf {
                name,
                varies,
                source: source(),
            });
        }
        Normal::value(number)
    }

    /// A read: the extremum, what a statement behind it computes, or a value.
    fn read(
        &mut self,
        access: Access<'c, 'a>,
        value: Value<'c, 'a>,
        frame: &Frame<'c, 'a>,
    ) -> Result<Normal, String> {
        let subscripts = access.subscripts();
        let own: Option<Vec<Expr>> = subscripts
            .iter()
            .map(|one| one.as_expr().cloned())
            .collect();
        let Some(own) = own else {
            return self.opaque(value, frame);
        };
        let at: Vec<Expr> = own.iter().map(|expr| frame.expr(expr)).collect();
        let tensor = ValueKey::of(access.tensor());
        let mut before = self.statements.all[..frame.place].iter();
        let writer = before.rposition(|one| {
            one.is_some_and(|one| one.targets().iter().any(|to| ValueKey::of(*to) == tensor))
        });
        let name = self
            .statements
            .names
            .get(&tensor)
            .cloned()
            .unwrap_or_default();
        match writer {
            Some(place) if place == self.statements.extremum => self.running(at),
            Some(place) if place > self.statements.extremum => {
                let writer = self.statement(place)?;
                if writer.reduction().is_some() {
                    return Err(format!(
                        "{name} is a reduction that is complete behind the loop only"
                    ));
                }
                let names = bind(frame, writer, &own, &at, &name)?;
                let inner = Frame {
                    place,
                    statement: writer,
                    names,
                };
                self.value(writer.yielded(), &inner)
            }
            _ => {
                let ty = value.r#type();
                let varies = at.iter().any(|expr| expr.mentions(&self.tile));
                let subscripts: Vec<String> = at.iter().map(ToString::to_string).collect();
                let text = match subscripts.len() {
                    0 => name,
                    _ => format!("{name}({})", subscripts.join(",")),
                };
                let source = || Source::Read(access.tensor(), at.clone(), ty);
                Ok(self.new_leaf(format!("{text} {writer:?}"), text.clone(), varies, source))
            }
        }
    }

    fn running(&mut self, at: Vec<Expr>) -> Result<Normal, String> {
        if self.at.as_ref().is_some_and(|known| *known != at) {
            return Err("it reads the extremum at two places".to_owned());
        }
        self.at = Some(at);
        Ok(Normal::value(BEFORE))
    }
}

/// What the indices of a writer stand for where its element is read.
fn bind<'c: 'a, 'a>(
    reader: &Frame<'c, 'a>,
    writer: Comprehension<'c, 'a>,
    own: &[Expr],
    at: &[Expr],
    name: &str,
) -> Result<HashMap<String, Expr>, String> {
    let mut names = HashMap::new();
    for ((left, own), at) in writer.left().into_iter().zip(own).zip(at) {
        match left {
            Left::Index(index) => {
                let written = range_of(writer, &index);
                let read = own
                    .as_name()
                    .and_then(|own| range_of(reader.statement, own));
                if !same_range(written.as_ref(), read.as_ref()) {
                    return Err(format!("{name} is read where it is not written, at {own}"));
                }
                names.insert(index, at.clone());
            }
            Left::Fixed(expr) if expr == *at => {}
            _ => return Err(format!("{name} is written at other places than it is read")),
        }
    }
    Ok(names)
}

/// The range of an index of a statement.
pub fn range_of(statement: Comprehension<'_, '_>, index: &str) -> Option<Range> {
    let all = statement.indices().into_iter();
    all.filter(|one| one.name == index)
        .find_map(|one| one.range)
}

/// Whether both are known and have the same ends.
pub fn same_range(a: Option<&Range>, b: Option<&Range>) -> bool {
    a.zip(b)
        .is_some_and(|(a, b)| a.lower.same_as(&b.lower) && a.upper.same_as(&b.upper))
}

/// The form with one value in place of another.
fn to(normal: &Normal, from: u32, to: u32) -> Result<Normal, String> {
    let new = normal.substitute(&|number| (number == from).then(|| Normal::value(to)));
    new.ok_or_else(too_long)
}

fn too_long() -> String {
    "its term is too long to be multiplied out".to_owned()
}

/// The subscripts of an access that are expressions.
pub fn expressions(access: Access<'_, '_>) -> Option<Vec<Expr>> {
    let all = access.subscripts().into_iter();
    all.map(|one| match one {
        Subscript::Expr(expr) => Some(expr),
        Subscript::Value(_) => None,
    })
    .collect()
}
