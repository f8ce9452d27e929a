//! Runs a compiled def on concrete tensors: statement by statement, point by point in lexicographic
//! order.
//!
//! A loop runs its steps for each value of its index. A statement keeps the elements that it writes
//! beside its target, in register form (doubles or integers). Its reads see the tensor before the
//! statement; these elements are stored after all points, and only then are values rounded, once.
//! This gives in-place updates and reductions into narrow types the semantics of the language.

use super::elements::{self, Sums, combine, compare, identity, load, store};
use super::program::{
    Formula, Instruction, LeftKind, Program, Range, Register, Role, Statement, Step, Subscript,
    TensorInfo,
};
use super::scalar;
use crate::tc::Reduction;
use crate::tensor::Tensor;
use std::cmp::Ordering;
use std::collections::HashMap;
use tc_syntax::diagnostic::{Code, Diagnostic};
use tc_syntax::expr::{Expr, Symbol};

/// The values of sizes and of rank-0 integer inputs.
pub type Known<'a> = dyn Fn(&Symbol) -> Option<i64> + 'a;

/// A tensor with its position in the index space.
struct Stored {
    low: Vec<i64>,
    tensor: Tensor,
}

impl Stored {
    /// The values of a dimension: from the first to the one after the last.
    fn ends(&self, dim: usize) -> (i64, i64) {
        let (low, extent) = (self.low[dim], self.tensor.shape()[dim]);
        (low, low + extent as i64)
    }
}

enum Trap {
    OutOfRange { tensor: usize, subscripts: Vec<i64> },
    DivisionByZero,
}

struct Machine<'a> {
    program: &'a Program,
    known: &'a Known<'a>,
    state: Vec<Option<Stored>>,
}

/// Runs the program. `given` holds inputs and in/out tensors by their position in the program.
pub fn execute(
    program: &Program,
    known: &Known<'_>,
    given: Vec<(usize, Tensor)>,
) -> Result<Vec<(String, Tensor)>, Diagnostic> {
    let state = program.tensors.iter().map(|_| None).collect();
    let mut machine = Machine {
        program,
        known,
        state,
    };
    for (position, tensor) in given {
        let low = machine.box_of(&program.tensors[position])?.0;
        machine.state[position] = Some(Stored { low, tensor });
    }
    machine.steps(&program.steps, &mut Vec::new())?;
    for (position, info) in program.tensors.iter().enumerate() {
        // A tensor without elements needs no statement: the loop that writes it may run not at all.
        if info.role == Role::Return && machine.state[position].is_none() {
            let (_, extents) = machine.box_of(info)?;
            if extents.contains(&0) {
                machine.create(position)?;
            }
        }
    }
    let mut returned = Vec::new();
    for (info, stored) in program.tensors.iter().zip(machine.state) {
        if !matches!(info.role, Role::Return | Role::InOut) {
            continue;
        }
        let Some(stored) = stored else {
            let message = format!("returned tensor `{}` is never assigned", info.name);
            return Err(Diagnostic::error(Code::TC0207, message));
        };
        returned.push((info.name.clone(), stored.tensor));
    }
    Ok(returned)
}

/// Lower bounds and extents.
type Concrete = (Vec<i64>, Vec<usize>);

/// The bounds of an index, sizes replaced by numbers.
struct Bounds {
    low: Formula,
    high: Formula,
    strict: bool,
}

impl Bounds {
    fn bind(range: &Range, names: &[String], known: &Known<'_>) -> Bounds {
        Bounds {
            low: Formula::bind(&range.low, names, known),
            high: Formula::bind(&range.high, names, known),
            strict: range.strict,
        }
    }

    /// The bounds where the indices before this one have these values.
    fn at(&self, point: &[i64], of: &dyn Fn() -> String) -> Result<(i64, i64), Diagnostic> {
        let (Some(low), Some(high)) = (self.low.at(point), self.high.at(point)) else {
            let message = format!("range of {} has no value for these sizes", of());
            return Err(Diagnostic::error(None, message));
        };
        if high < low && self.strict {
            let message = format!("range of {} is reversed: [{low}, {high})", of());
            return Err(Diagnostic::error(Code::TC0506, message));
        }
        Ok((low, high))
    }
}

/// The formulas of a statement, sizes replaced by numbers.
struct Bound {
    /// Of its own indices.
    ranges: Vec<Bounds>,
    formulas: Vec<Formula>,
}

impl Bound {
    /// Calls `visit` for each point in lexicographic order; `point` has the values of the loop
    /// indices around the statement.
    fn each(
        &self,
        point: &mut Vec<i64>,
        named: &dyn Fn(usize) -> String,
        visit: &mut dyn FnMut(&[i64]) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let depth = point.len();
        // All ranges of sizes are checked, those behind an empty one too.
        for (own, range) in self
            .ranges
            .iter()
            .enumerate()
            .filter(|(_, range)| range.strict)
        {
            range.at(point, &|| named(depth + own))?;
        }
        self.below(0, point, named, visit)
    }

    fn below(
        &self,
        own: usize,
        point: &mut Vec<i64>,
        named: &dyn Fn(usize) -> String,
        visit: &mut dyn FnMut(&[i64]) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let Some(range) = self.ranges.get(own) else {
            return visit(point);
        };
        let (low, high) = range.at(point, &|| named(point.len()))?;
        for value in low..high {
            point.push(value);
            self.below(own + 1, point, named, visit)?;
            point.pop();
        }
        Ok(())
    }
}

fn overflow() -> Diagnostic {
    Diagnostic::error(None, "a subscript on the left has no value for these sizes")
}

impl Machine<'_> {
    fn value(&self, expr: &Expr) -> Result<i64, Diagnostic> {
        expr.evaluate(self.known).ok_or_else(|| {
            Diagnostic::error(
                None,
                format!("`{}` has no value for these sizes", expr.human()),
            )
        })
    }

    fn range(&self, range: &Range, of: &dyn Fn() -> String) -> Result<(i64, i64), Diagnostic> {
        let (low, high) = (self.value(&range.low)?, self.value(&range.high)?);
        if high < low && !range.strict {
            return Ok((low, low));
        }
        if high < low {
            let message = format!("range of {} is reversed: [{low}, {high})", of());
            return Err(Diagnostic::error(Code::TC0506, message));
        }
        Ok((low, high))
    }

    fn box_of(&self, info: &TensorInfo) -> Result<Concrete, Diagnostic> {
        let mut concrete = (Vec::new(), Vec::new());
        for range in &info.dims {
            let (low, high) = self.range(range, &|| format!("`{}`", info.name))?;
            concrete.0.push(low);
            concrete
                .1
                .push(usize::try_from(i128::from(high) - i128::from(low)).unwrap_or(usize::MAX));
        }
        Ok(concrete)
    }

    /// Runs steps in order; `outer` are the values of the loop indices around them.
    fn steps(&mut self, steps: &[Step], outer: &mut Vec<i64>) -> Result<(), Diagnostic> {
        for step in steps {
            match step {
                Step::Statement(statement) => self.statement(statement, outer)?,
                Step::Loop { names, range, body } => {
                    let name = names.last().map_or("", String::as_str);
                    let bounds = Bounds::bind(range, names, self.known);
                    let (low, high) = bounds.at(outer, &|| format!("`{name}`"))?;
                    for value in low..high {
                        outer.push(value);
                        self.steps(body, outer)?;
                        outer.pop();
                    }
                }
            }
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement, outer: &[i64]) -> Result<(), Diagnostic> {
        let targets = [Some(statement.target), statement.place_of.map(|one| one.0)];
        for target in targets.into_iter().flatten() {
            self.create(target)?;
        }
        let bound = Bound {
            ranges: statement
                .ranges
                .iter()
                .map(|range| Bounds::bind(range, &statement.names, self.known))
                .collect(),
            formulas: statement
                .formulas
                .iter()
                .map(|expr| Formula::bind(expr, &statement.names, self.known))
                .collect(),
        };
        let targets: Vec<usize> = targets.into_iter().flatten().collect();
        let mut sums: Vec<Sums> = Vec::new();
        for target in &targets {
            let mut own = self.sums(statement, *target);
            self.initialize(statement, *target, &bound, outer, &mut own)?;
            sums.push(own);
        }
        self.points(statement, &bound, outer, &mut sums)?;
        for (target, own) in targets.into_iter().zip(sums) {
            if let Some(stored) = &mut self.state[target] {
                store(&mut stored.tensor, &own.into_list());
            }
        }
        Ok(())
    }

    /// The elements of a target to be written, beside it.
    fn sums(&self, statement: &Statement, target: usize) -> Sums {
        match (statement.depth(), &self.state[target]) {
            (0, Some(stored)) => Sums::Dense(elements::load_all(&stored.tensor)),
            _ => Sums::Sparse(HashMap::new()),
        }
    }

    /// A tensor exists from the first statement that writes it.
    fn create(&mut self, position: usize) -> Result<(), Diagnostic> {
        if self.state[position].is_some() {
            return Ok(());
        }
        let info = &self.program.tensors[position];
        let (low, extents) = self.box_of(info)?;
        let tensor = Tensor::zeros(info.element, &extents).map_err(|error| {
            Diagnostic::error(Code::TC0513, format!("`{}`: {error}", info.name))
        })?;
        self.state[position] = Some(Stored { low, tensor });
        Ok(())
    }

    /// Stores the identity in the elements of a target that the statement starts from: those at the
    /// values of its indices on the left; where it scatters, all of the box. Fixed subscripts have
    /// their value. The identity of places is the largest number.
    fn initialize(
        &self,
        statement: &Statement,
        target: usize,
        bound: &Bound,
        outer: &[i64],
        sums: &mut Sums,
    ) -> Result<(), Diagnostic> {
        let (true, Some(reduction)) = (statement.init, statement.reduction) else {
            return Ok(());
        };
        let Some(stored) = &self.state[target] else {
            return Ok(());
        };
        let whole = statement.is_scatter();
        let mut left = Vec::new();
        for (dim, (subscript, kind)) in statement.left.iter().enumerate() {
            left.push(match (kind, subscript) {
                (LeftKind::Index(at), _) if !whole => {
                    let own = at - statement.depth();
                    bound.ranges[own].at(outer, &|| format!("`{}`", statement.names[*at]))?
                }
                (LeftKind::Fixed, Subscript::Formula(formula)) => {
                    let value = bound.formulas[*formula].at(outer).ok_or_else(overflow)?;
                    let (low, high) = stored.ends(dim);
                    if whole {
                        // Elements of the box alone.
                        (value.max(low), (value + 1).min(high))
                    } else {
                        (value, value + 1)
                    }
                }
                _ => stored.ends(dim),
            });
        }
        if left.iter().any(|(low, high)| low >= high) {
            return Ok(());
        }
        let element = stored.tensor.element_type();
        let identity = if target == statement.target {
            identity(reduction, element)
        } else {
            element
                .integer_range()
                .map_or(0, |(_, largest)| largest as u64)
        };
        let mut point: Vec<i64> = left.iter().map(|(low, _)| *low).collect();
        loop {
            sums.set(self.target_position(statement, target, &point)?, identity);
            if !advance(&mut point, &left) {
                return Ok(());
            }
        }
    }

    fn target_position(
        &self,
        statement: &Statement,
        target: usize,
        left: &[i64],
    ) -> Result<usize, Diagnostic> {
        let stored = self.state[target].as_ref();
        stored
            .and_then(|stored| position_in(stored, left))
            .ok_or_else(|| {
                let name = &self.program.tensors[target].name;
                let message = format!("write of `{name}({})` is out of range", list(left));
                let mut computed = statement.left.iter();
                let is_computed = computed.any(|(one, _)| matches!(one, Subscript::Register(_)));
                let code = if is_computed {
                    Code::TC0510
                } else {
                    Code::TC0403
                };
                let bounds = self.bounds(target);
                Diagnostic::error(code, message).at(statement.place.clone(), bounds)
            })
    }

    fn points(
        &self,
        statement: &Statement,
        bound: &Bound,
        outer: &[i64],
        sums: &mut [Sums],
    ) -> Result<(), Diagnostic> {
        let mut registers = vec![0_u64; statement.registers];
        let mut point = outer.to_vec();
        let mut left = vec![0; statement.left.len()];
        let named = |at: usize| format!("`{}`", statement.names[at]);
        bound.each(&mut point, &named, &mut |point| {
            self.body(&statement.code, &bound.formulas, point, &mut registers)
                .map_err(|(at, trap)| self.describe(statement, point, at, trap))?;
            for (value, (subscript, _)) in left.iter_mut().zip(&statement.left) {
                *value = match subscript {
                    Subscript::Formula(formula) => {
                        bound.formulas[*formula].at(point).ok_or_else(overflow)?
                    }
                    Subscript::Register(register) => registers[*register] as i64,
                };
            }
            self.combine(statement, &left, &registers, sums)
        })
    }

    /// Combines the value of a point with the element on the left.
    fn combine(
        &self,
        statement: &Statement,
        left: &[i64],
        registers: &[u64],
        sums: &mut [Sums],
    ) -> Result<(), Diagnostic> {
        let element = self.program.tensors[statement.target].element;
        let value = registers[statement.result];
        let old = |tensor: usize, position: usize| {
            let stored = self.state[tensor].as_ref();
            stored.map_or(0, |stored| load(&stored.tensor, position))
        };
        let position = self.target_position(statement, statement.target, left)?;
        let Some(reduction) = statement.reduction else {
            sums[0].set(position, value);
            return Ok(());
        };
        let known = sums[0].get(position);
        let sum = known.unwrap_or_else(|| old(statement.target, position));
        let Some((place, second)) = statement.place_of else {
            sums[0].set(position, combine(reduction, element, sum, value));
            return Ok(());
        };
        let new = registers[second];
        let at = self.target_position(statement, place, left)?;
        let place_of_sum = sums[1].get(at).unwrap_or_else(|| old(place, at));
        let is_first = match compare(reduction, element, value, sum) {
            Ordering::Equal => {
                let kind = self.program.tensors[place].element;
                combine(Reduction::Min, kind, place_of_sum, new) == new
            }
            order => order == Ordering::Less,
        };
        let (value, new) = if is_first {
            (value, new)
        } else {
            (sum, place_of_sum)
        };
        sums[0].set(position, value);
        sums[1].set(at, new);
        Ok(())
    }

    /// The trap of an instruction at a point, as an error.
    fn describe(
        &self,
        statement: &Statement,
        point: &[i64],
        instruction: usize,
        trap: Trap,
    ) -> Diagnostic {
        let pairs = statement
            .names
            .iter()
            .zip(point)
            .map(|(name, value)| format!("{name} = {value}"));
        let at: Vec<String> = pairs.collect();
        let at = if at.is_empty() {
            String::new()
        } else {
            format!(" at {}", at.join(", "))
        };
        let known = statement.places.get(instruction).cloned().flatten();
        let place = known.or_else(|| statement.place.clone());
        let (code, message, bounds) = match trap {
            Trap::OutOfRange { tensor, subscripts } => {
                let name = &self.program.tensors[tensor].name;
                (
                    Code::TC0510,
                    format!("read `{name}({})` out of range{at}", list(&subscripts)),
                    self.bounds(tensor),
                )
            }
            Trap::DivisionByZero => (
                Code::TC0511,
                format!("integer division by zero{at}"),
                String::new(),
            ),
        };
        Diagnostic::error(code, message).at(place, bounds)
    }

    /// The valid subscripts of a tensor: `expected [0, 3), [0, 5)`.
    fn bounds(&self, tensor: usize) -> String {
        let Some(stored) = &self.state[tensor] else {
            return String::new();
        };
        let dims = stored.low.iter().zip(stored.tensor.shape());
        let dims: Vec<String> = dims
            .map(|(low, extent)| format!("[{low}, {})", low + *extent as i64))
            .collect();
        format!("expected {}", dims.join(", "))
    }

    fn body(
        &self,
        code: &[Instruction],
        formulas: &[Formula],
        point: &[i64],
        registers: &mut [u64],
    ) -> Result<(), (usize, Trap)> {
        let mut next = 0;
        while let Some(instruction) = code.get(next) {
            let at = next;
            let trapped = |trap| (at, trap);
            next += 1;
            match instruction {
                Instruction::Jump { target } => next = *target,
                Instruction::JumpUnless { condition, target } => {
                    if registers[*condition] == 0 {
                        next = *target;
                    }
                }
                Instruction::Read {
                    to,
                    tensor,
                    subscripts,
                } => {
                    registers[*to] = self
                        .read(*tensor, subscripts, formulas, point, registers)
                        .map_err(trapped)?;
                }
                Instruction::Value { to, formula, width } => {
                    let value = formulas[*formula].at(point);
                    let value = value.ok_or(Trap::DivisionByZero).map_err(trapped)?;
                    registers[*to] = scalar::canonical(value, *width) as u64;
                }
                other => compute(other, registers).map_err(trapped)?,
            }
        }
        Ok(())
    }

    fn read(
        &self,
        tensor: usize,
        subscripts: &[Subscript],
        formulas: &[Formula],
        point: &[i64],
        registers: &[u64],
    ) -> Result<u64, Trap> {
        let value = |subscript: &Subscript| match subscript {
            Subscript::Formula(formula) => formulas[*formula].at(point),
            Subscript::Register(register) => Some(registers[*register] as i64),
        };
        let found = self.state[tensor].as_ref().and_then(|stored| {
            let mut position = 0_usize;
            for ((subscript, low), extent) in subscripts
                .iter()
                .zip(&stored.low)
                .zip(stored.tensor.shape())
            {
                let offset = usize::try_from(value(subscript)?.checked_sub(*low)?).ok()?;
                if offset >= *extent {
                    return None;
                }
                position = position * extent + offset;
            }
            Some(load(&stored.tensor, position))
        });
        found.ok_or_else(|| Trap::OutOfRange {
            tensor,
            subscripts: subscripts
                .iter()
                .map(|subscript| value(subscript).unwrap_or(i64::MAX))
                .collect(),
        })
    }
}

fn compute(instruction: &Instruction, registers: &mut [u64]) -> Result<(), Trap> {
    let integer = |register: Register| registers[register] as i64;
    let float = |register: Register| f64::from_bits(registers[register]);
    let (to, bits) = match *instruction {
        Instruction::Constant { to, bits } => (to, bits),
        Instruction::Copy { to, a } => (to, registers[a]),
        Instruction::Integer {
            to,
            op,
            width,
            a,
            b,
        } => {
            let value = op
                .apply(integer(a), integer(b), width)
                .ok_or(Trap::DivisionByZero)?;
            (to, value as u64)
        }
        Instruction::Float { to, op, a, b } => (to, op.apply(float(a), float(b)).to_bits()),
        Instruction::Function { to, function, a } => (to, function(float(a)).to_bits()),
        Instruction::MultiplyAdd { to, a, b, c } => {
            (to, float(a).mul_add(float(b), float(c)).to_bits())
        }
        Instruction::CompareIntegers {
            to,
            predicate,
            width,
            a,
            b,
        } => {
            let holds = scalar::compare_integers(predicate, integer(a), integer(b), width);
            (to, u64::from(holds.unwrap_or(false)))
        }
        Instruction::CompareFloats {
            to,
            predicate,
            a,
            b,
        } => {
            let holds = scalar::compare_floats(predicate, float(a), float(b));
            (to, u64::from(holds.unwrap_or(false)))
        }
        Instruction::Select {
            to,
            condition,
            a,
            b,
        } => {
            let chosen = if registers[condition] != 0 { a } else { b };
            (to, registers[chosen])
        }
        _ => match convert(instruction, registers) {
            Some(result) => result,
            // The caller handles the others: it has the point and the tensors.
            None => return Ok(()),
        },
    };
    registers[to] = bits;
    Ok(())
}

/// The target and the new bits of a conversion; none for another instruction.
fn convert(instruction: &Instruction, registers: &[u64]) -> Option<(Register, u64)> {
    let integer = |register: Register| registers[register] as i64;
    let float = |register: Register| f64::from_bits(registers[register]);
    Some(match *instruction {
        Instruction::Truncate { to, a, width } => (to, scalar::canonical(integer(a), width) as u64),
        Instruction::ZeroExtend { to, a, width } => (to, scalar::unsigned(integer(a), width)),
        Instruction::SignExtend { to, a, width: 1 } => (to, integer(a).wrapping_neg() as u64),
        Instruction::SignExtend { to, a, .. } => (to, registers[a]),
        Instruction::Round { to, a, ty } => (to, scalar::rounded(float(a), ty).to_bits()),
        Instruction::FromInteger {
            to,
            a,
            width,
            signed,
            ty,
        } => {
            let value = if signed {
                integer(a) as f64
            } else {
                scalar::unsigned(integer(a), width) as f64
            };
            (to, scalar::rounded(value, ty).to_bits())
        }
        Instruction::ToInteger {
            to,
            a,
            width,
            signed,
        } => (to, scalar::float_to_integer(float(a), width, signed) as u64),
        _ => return None,
    })
}

fn list(values: &[i64]) -> String {
    values
        .iter()
        .map(i64::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The next point in lexicographic order, false after the last.
fn advance(point: &mut [i64], ranges: &[(i64, i64)]) -> bool {
    for (value, (low, high)) in point.iter_mut().zip(ranges).rev() {
        *value += 1;
        if *value < *high {
            return true;
        }
        *value = *low;
    }
    false
}

fn position_in(stored: &Stored, point: &[i64]) -> Option<usize> {
    let mut position = 0_usize;
    for ((value, low), extent) in point.iter().zip(&stored.low).zip(stored.tensor.shape()) {
        let offset = usize::try_from(value.checked_sub(*low)?).ok()?;
        if offset >= *extent {
            return None;
        }
        position = position * extent + offset;
    }
    Some(position)
}
