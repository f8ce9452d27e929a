//! Index arithmetic of generated loops, as functions of the loops around it.
//!
//! ```text
//! %0 = arith.muli %b, %c32      32 b          a linear function of loops, numbers of threads and sizes
//! %1 = arith.addi %0, %t        32 b + t
//! %2 = arith.divui %1, %c4      floor((32 b + t)/4), where 32 b + t >= 0
//! %3 = arith.minsi %1, %c7      in two pieces
//! ```
//!
//! The point of the iteration space has a dimension for each loop, each number of a block and each
//! number of a thread; sizes are parameters. A function may be partial: an unsigned division says
//! nothing about negative dividends, so its users ask whether it is defined where they are.
//! Anything else is not understood, which is an error here and never an assumption.

use std::collections::HashMap;
use std::rc::Rc;

use tc_dialects::op::{self, ValueKey, defining_operation};
use tc_dialects::schedule::tree::{Refusal, RefusalKind};
use tc_isl::{Aff, Dim, Id, PwAff, Set, Space, Val};

use tc_pass_host::*;

/// A sum of multiples of dimensions and sizes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    /// Of the dimensions, then of the sizes.
    pub coefficients: Vec<i64>,
    /// The number in the sum.
    pub constant: i64,
}

/// A function of the iteration point.
#[derive(Clone, Debug)]
pub enum Function {
    /// Most are sums.
    Linear(Linear),
    /// Quotients, remainders, extrema.
    Pieces(PwAff),
}

/// What an index value is.
#[derive(Clone, Debug)]
pub struct Meaning {
    /// The value at each point.
    pub function: Function,
    /// Whether it is one everywhere.
    pub total: bool,
}

/// A value of type `i1`.
///
/// The points at which it holds are made among the points of a domain, part by part: most parts
/// are empty there.
#[derive(Clone, Debug)]
pub enum Condition {
    /// The same everywhere.
    Constant(bool),
    /// A comparison.
    Compared(Rc<Truth>),
    /// Both hold.
    Both(Rc<[Condition; 2]>),
    /// One of both holds, or both.
    Either(Rc<[Condition; 2]>),
}

/// Where a comparison holds, and where it does not; elsewhere nothing is known.
#[derive(Debug)]
pub struct Truth {
    holds: Set,
    fails: Set,
    /// Whether each point is in one of both.
    total: bool,
}

impl Condition {
    /// The points of a domain at which it holds.
    pub fn holds(&self, domain: &Set) -> tc_isl::Result<Set> {
        match self {
            Condition::Constant(true) => Ok(domain.clone()),
            Condition::Constant(false) => domain.subtract(domain),
            Condition::Compared(truth) => domain.intersect(&truth.holds),
            Condition::Both(parts) => parts[1].holds(&parts[0].holds(domain)?.non_empty_pieces()?),
            Condition::Either(parts) => parts[0].holds(domain)?.union(&parts[1].holds(domain)?),
        }
    }

    /// The points of a domain at which it does not hold.
    pub fn fails(&self, domain: &Set) -> tc_isl::Result<Set> {
        match self {
            Condition::Constant(value) => Condition::Constant(!value).holds(domain),
            Condition::Compared(truth) => domain.intersect(&truth.fails),
            Condition::Both(parts) => {
                let rest = parts[0].holds(domain)?.non_empty_pieces()?;
                parts[0].fails(domain)?.union(&parts[1].fails(&rest)?)
            }
            Condition::Either(parts) => {
                parts[1].fails(&parts[0].fails(domain)?.non_empty_pieces()?)
            }
        }
    }

    /// Whether it is known at every point.
    pub fn total(&self) -> bool {
        match self {
            Condition::Constant(_) => true,
            Condition::Compared(truth) => truth.total,
            Condition::Both(parts) | Condition::Either(parts) => parts.iter().all(Condition::total),
        }
    }
}

impl Linear {
    /// The difference, if the numbers fit.
    pub fn minus(&self, other: &Linear) -> Option<Linear> {
        self.plus(&other.times(-1)?)
    }

    /// The sum, if the numbers fit.
    pub fn plus(&self, other: &Linear) -> Option<Linear> {
        let pairs = self.coefficients.iter().zip(&other.coefficients);
        Some(Linear {
            coefficients: pairs
                .map(|(one, other)| one.checked_add(*other))
                .collect::<Option<_>>()?,
            constant: self.constant.checked_add(other.constant)?,
        })
    }

    /// A multiple, if the numbers fit.
    pub fn times(&self, factor: i64) -> Option<Linear> {
        let all = self.coefficients.iter();
        Some(Linear {
            coefficients: all
                .map(|one| one.checked_mul(factor))
                .collect::<Option<_>>()?,
            constant: self.constant.checked_mul(factor)?,
        })
    }

    /// The number that it is, if it depends on nothing.
    pub fn number(&self) -> Option<i64> {
        let constant = self.coefficients.iter().all(|one| *one == 0);
        constant.then_some(self.constant)
    }
}

impl Meaning {
    fn total(function: Function) -> Meaning {
        let total = true;
        Meaning { function, total }
    }

    /// The sum that it is, if it is one.
    pub fn linear(&self) -> Option<&Linear> {
        match &self.function {
            Function::Linear(linear) => Some(linear),
            Function::Pieces(_) => None,
        }
    }

    /// The number that it is at every point.
    pub fn number(&self) -> Option<i64> {
        self.linear().and_then(Linear::number)
    }
}

/// A refusal of what the validation cannot read.
pub fn undecided(message: impl Into<String>) -> Refusal {
    Refusal::new(message).of_kind(RefusalKind::Undecided)
}

/// The meaning of index values.
pub struct Indices {
    /// The space of iteration points: the sizes are its parameters.
    pub space: Space,
    /// The points that run what is read now. A function in pieces that is read here, or a
    /// condition, says nothing about others.
    pub here: Set,
    dims: usize,
    sizes: Vec<String>,
    values: HashMap<ValueKey, Meaning>,
    conditions: HashMap<ValueKey, Condition>,
    made: HashMap<Linear, PwAff>,
    /// The first of the six dimensions for the numbers of block and thread.
    ids: Option<usize>,
}

impl Indices {
    /// For points of so many dimensions.
    pub fn new(
        isl: &tc_isl::Context,
        dims: usize,
        sizes: Vec<String>,
        ids: Option<usize>,
    ) -> tc_isl::Result<Indices> {
        let mut space = Space::unit(isl)?;
        for size in &sizes {
            space = space.add_param(&Id::new(isl, size)?)?;
        }
        let space = space.add_unnamed_tuple(dims)?;
        Ok(Indices {
            here: Set::universe(&space)?,
            space,
            dims,
            sizes,
            values: HashMap::new(),
            conditions: HashMap::new(),
            made: HashMap::new(),
            ids,
        })
    }

    /// The number of dimensions of a point.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// A number.
    pub fn constant(&self, constant: i64) -> Meaning {
        let coefficients = vec![0; self.dims + self.sizes.len()];
        Meaning::total(Function::Linear(Linear {
            coefficients,
            constant,
        }))
    }

    /// The value of a dimension.
    pub fn dim(&self, position: usize) -> Meaning {
        let mut coefficients = vec![0; self.dims + self.sizes.len()];
        coefficients[position] = 1;
        Meaning::total(Function::Linear(Linear {
            coefficients,
            constant: 0,
        }))
    }

    /// The value of a size, by its position.
    pub fn size(&self, position: usize) -> Meaning {
        self.dim(self.dims + position)
    }

    /// The value of a size, by its name.
    pub fn size_named(&self, name: &str) -> Option<Meaning> {
        let position = self.sizes.iter().position(|size| size == name)?;
        Some(self.size(position))
    }

    /// Gives a value that no operation computes its meaning.
    pub fn bind(&mut self, value: Value<'_, '_>, meaning: Meaning) {
        self.values.insert(ValueKey::of(value), meaning);
    }

    /// Forgets what the values of a block were at other points.
    pub fn forget(&mut self, block: BlockRef<'_, '_>) {
        for operation in op::operations(block) {
            for result in operation.results() {
                let key = ValueKey::of(Value::from(result));
                self.values.remove(&key);
                self.conditions.remove(&key);
            }
            for inner in op::blocks(operation) {
                self.forget(inner);
            }
        }
    }

    /// The meaning of a value of type `index`.
    pub fn value<'c: 'a, 'a>(&mut self, value: Value<'c, 'a>) -> Result<Meaning, Refusal> {
        let key = ValueKey::of(value);
        if let Some(known) = self.values.get(&key) {
            return Ok(known.clone());
        }
        let operation = defining_operation(value).ok_or_else(|| {
            undecided("an index that is neither a loop, a size, a block nor a thread")
        })?;
        let meaning = self.of_operation(operation)?;
        let meaning = match meaning.function {
            Function::Linear(_) => meaning,
            Function::Pieces(pieces) => Meaning {
                function: Function::Pieces(self.pieces_here(&pieces)?),
                total: meaning.total,
            },
        };
        self.values.insert(key, meaning.clone());
        Ok(meaning)
    }

    /// A function where it is read, in as few pieces as are easily found.
    fn pieces_here(&self, pieces: &PwAff) -> tc_isl::Result<PwAff> {
        pieces.intersect_domain(&self.here)?.coalesce()
    }

    fn of_operation<'c: 'a, 'a>(
        &mut self,
        operation: OperationRef<'c, 'a>,
    ) -> Result<Meaning, Refusal> {
        let name = op::name(operation);
        let operands = op::operands(operation);
        match (name, operands.as_slice()) {
            ("arith.constant", _) => {
                let number = op::integer(operation, "value");
                let number = number.ok_or_else(|| undecided("a constant that is no number"))?;
                Ok(self.constant(number))
            }
            ("gpu.block_id" | "gpu.thread_id", _) => self.id(operation),
            ("arith.select", [condition, one, other]) => {
                let condition = self.condition(*condition)?;
                let (one, other) = (self.value(*one)?, self.value(*other)?);
                self.select(&condition, &one, &other)
            }
            (_, [one, other]) => {
                let (one, other) = (self.value(*one)?, self.value(*other)?);
                self.binary(name, &one, &other)
            }
            _ => Err(undecided(format!("`{name}` as index arithmetic of a loop"))),
        }
    }

    /// The result of an operation of `arith` on two indices.
    pub fn binary(
        &mut self,
        name: &str,
        one: &Meaning,
        other: &Meaning,
    ) -> Result<Meaning, Refusal> {
        match name {
            "arith.addi" => self.sum(one, other),
            "arith.subi" => {
                let minus = self.times(other, -1)?;
                self.sum(one, &minus)
            }
            "arith.muli" => match (one.number(), other.number()) {
                (_, Some(factor)) => self.times(one, factor),
                (Some(factor), _) => self.times(other, factor),
                _ => Err(undecided("a product of two values as an index")),
            },
            "arith.minsi" | "arith.maxsi" => {
                let (a, b) = (self.pieces(&one.function)?, self.pieces(&other.function)?);
                let extremum = match name {
                    "arith.minsi" => a.min(&b)?,
                    _ => a.max(&b)?,
                };
                Ok(Meaning {
                    function: Function::Pieces(extremum),
                    total: one.total && other.total,
                })
            }
            _ => {
                let divisor = other.number().filter(|divisor| *divisor > 0);
                let divisor = divisor.ok_or_else(|| {
                    undecided(format!(
                        "`{name}` by what is no positive number, as an index"
                    ))
                })?;
                self.division(name, one, divisor)
            }
        }
    }

    fn division(&mut self, name: &str, one: &Meaning, divisor: i64) -> Result<Meaning, Refusal> {
        let of = self.pieces(&one.function)?;
        let of = of.intersect_domain(&self.here)?;
        let number = Val::new(self.space.context(), divisor)?;
        let floor = |of: &PwAff| of.scale_down_val(&number)?.floor();
        let rest = |quotient: &PwAff| of.sub(&quotient.scale_val(&number)?);
        let zero = self.pieces(&self.constant(0).function)?;
        let (value, total) = match name {
            "arith.floordivsi" => (floor(&of)?, one.total),
            "arith.divui" | "arith.remui" => {
                let of = of.intersect_domain(&of.ge_set(&zero)?)?;
                let quotient = floor(&of)?;
                match name {
                    "arith.divui" => (quotient, false),
                    _ => (rest(&quotient)?, false),
                }
            }
            // Rounded towards zero.
            "arith.divsi" | "arith.remsi" => {
                let up = zero.sub(&floor(&zero.sub(&of)?)?)?;
                let down = floor(&of)?.intersect_domain(&of.ge_set(&zero)?)?;
                let up = up.intersect_domain(&of.lt_set(&zero)?)?;
                let quotient = down.union_add(&up)?;
                match name {
                    "arith.divsi" => (quotient, one.total),
                    _ => (rest(&quotient)?, one.total),
                }
            }
            _ => return Err(undecided(format!("`{name}` as an index"))),
        };
        Ok(Meaning {
            function: Function::Pieces(value),
            total,
        })
    }

    fn sum(&mut self, one: &Meaning, other: &Meaning) -> Result<Meaning, Refusal> {
        let linear = one.linear().zip(other.linear());
        let function = match linear.and_then(|(one, other)| one.plus(other)) {
            Some(sum) => Function::Linear(sum),
            None => {
                let (one, other) = (self.pieces(&one.function)?, self.pieces(&other.function)?);
                Function::Pieces(one.add(&other)?)
            }
        };
        let total = one.total && other.total;
        Ok(Meaning { function, total })
    }

    fn times(&mut self, one: &Meaning, factor: i64) -> Result<Meaning, Refusal> {
        let function = match one.linear().and_then(|one| one.times(factor)) {
            Some(product) => Function::Linear(product),
            None => {
                let factor = Val::new(self.space.context(), factor)?;
                Function::Pieces(self.pieces(&one.function)?.scale_val(&factor)?)
            }
        };
        let total = one.total;
        Ok(Meaning { function, total })
    }

    fn select(
        &mut self,
        condition: &Condition,
        one: &Meaning,
        other: &Meaning,
    ) -> Result<Meaning, Refusal> {
        let one_there = self.pieces(&one.function)?;
        let other_there = self.pieces(&other.function)?;
        let one_there = one_there.intersect_domain(&condition.holds(&self.here)?.coalesce()?)?;
        let fails = condition.fails(&self.here)?.coalesce()?;
        let value = one_there.union_add(&other_there.intersect_domain(&fails)?)?;
        Ok(Meaning {
            function: Function::Pieces(value),
            total: condition.total() && one.total && other.total,
        })
    }

    fn id<'c: 'a, 'a>(&self, operation: OperationRef<'c, 'a>) -> Result<Meaning, Refusal> {
        let axis = operation
            .attribute("dimension")
            .map(|axis| axis.to_string());
        let axis = match axis.as_deref() {
            Ok("#gpu<dim x>") => 0,
            Ok("#gpu<dim y>") => 1,
            Ok("#gpu<dim z>") => 2,
            _ => return Err(undecided("the number of a block or thread on no axis")),
        };
        let first = self
            .ids
            .ok_or_else(|| undecided(format!("`{}` outside of a kernel", op::name(operation))))?;
        let threads = 3 * usize::from(op::is(operation, "gpu.thread_id"));
        Ok(self.dim(first + threads + axis))
    }

    /// Where a value of type `i1` holds.
    pub fn condition<'c: 'a, 'a>(&mut self, value: Value<'c, 'a>) -> Result<Condition, Refusal> {
        let key = ValueKey::of(value);
        if let Some(known) = self.conditions.get(&key) {
            return Ok(known.clone());
        }
        let operation = defining_operation(value)
            .ok_or_else(|| undecided("a condition that no operation computes"))?;
        let operands = op::operands(operation);
        let condition = match (op::name(operation), operands.as_slice()) {
            ("arith.constant", _) => {
                let value = op::integer(operation, "value");
                let value =
                    value.ok_or_else(|| undecided("a constant condition that is no number"))?;
                Condition::Constant(value != 0)
            }
            ("arith.cmpi", [one, other]) => {
                let (one, other) = (self.value(*one)?, self.value(*other)?);
                self.comparison(op::integer(operation, "predicate"), &one, &other)?
            }
            ("arith.andi", [one, other]) => {
                Condition::Both(Rc::new([self.condition(*one)?, self.condition(*other)?]))
            }
            ("arith.ori", [one, other]) => {
                Condition::Either(Rc::new([self.condition(*one)?, self.condition(*other)?]))
            }
            (name, _) => return Err(undecided(format!("`{name}` as a condition of a loop"))),
        };
        self.conditions.insert(key, condition.clone());
        Ok(condition)
    }

    fn comparison(
        &mut self,
        predicate: Option<i64>,
        one: &Meaning,
        other: &Meaning,
    ) -> Result<Condition, Refusal> {
        let (a, b) = (self.pieces(&one.function)?, self.pieces(&other.function)?);
        let (holds, fails) = match predicate {
            Some(0) => (a.eq_set(&b)?, a.ne_set(&b)?),
            Some(1) => (a.ne_set(&b)?, a.eq_set(&b)?),
            Some(2) => (a.lt_set(&b)?, a.ge_set(&b)?),
            Some(3) => (a.le_set(&b)?, a.gt_set(&b)?),
            Some(4) => (a.gt_set(&b)?, a.le_set(&b)?),
            Some(5) => (a.ge_set(&b)?, a.lt_set(&b)?),
            _ => return Err(undecided("an unsigned comparison as a condition of a loop")),
        };
        Ok(Condition::Compared(Rc::new(Truth {
            holds,
            fails,
            total: one.total && other.total,
        })))
    }

    /// The function as isl's.
    pub fn pieces(&mut self, function: &Function) -> tc_isl::Result<PwAff> {
        let linear = match function {
            Function::Pieces(pieces) => return Ok(pieces.clone()),
            Function::Linear(linear) => linear,
        };
        if let Some(made) = self.made.get(linear) {
            return Ok(made.clone());
        }
        let number = |value| Val::new(self.space.context(), value);
        let mut sum = Aff::val_on_domain(&self.space, &number(linear.constant)?)?;
        for (position, coefficient) in linear.coefficients.iter().enumerate() {
            if *coefficient == 0 {
                continue;
            }
            let one = match position.checked_sub(self.dims) {
                None => Aff::var_on_domain(&self.space, Dim::SET, position)?,
                Some(size) => {
                    let id = Id::new(self.space.context(), &self.sizes[size])?;
                    self.space.param_aff_on_domain(&id)?
                }
            };
            sum = sum.add(&one.scale_val(&number(*coefficient)?)?)?;
        }
        let made = PwAff::from_aff(&sum)?;
        self.made.insert(linear.clone(), made.clone());
        Ok(made)
    }

    /// Whether two values are the same everywhere.
    pub fn same(&mut self, one: &Meaning, other: &Meaning) -> tc_isl::Result<bool> {
        if let (Some(one), Some(other)) = (one.linear(), other.linear()) {
            return Ok(one == other);
        }
        let (one, other) = (self.pieces(&one.function)?, self.pieces(&other.function)?);
        Ok(one.plain_is_equal(&other)? || one.ne_set(&other)?.is_empty()?)
    }

    /// The points of a domain at which a value is not defined.
    pub fn undefined(&self, meaning: &Meaning, domain: &Set) -> tc_isl::Result<Option<Set>> {
        let Function::Pieces(pieces) = &meaning.function else {
            return Ok(None);
        };
        if meaning.total {
            return Ok(None);
        }
        let left = domain.subtract(&pieces.domain()?)?;
        Ok((!left.is_empty()?).then_some(left))
    }
}
