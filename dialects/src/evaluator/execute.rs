//! Runs a compiled def on concrete tensors: statement by statement, point by point in lexicographic
//! order.
//!
//! A statement works on a copy of its target in register form (doubles or integers). Its reads see
//! the tensor before the statement; the copy is stored after all points, and only then are values
//! rounded, once. This gives in-place updates and reductions into narrow types the semantics of the
//! language.

use super::program::{
    Formula, Instruction, Program, Range, Register, Role, Statement, Subscript, TensorInfo,
};
use super::scalar;
use crate::diagnostic::{Code, Diagnostic};
use crate::rounding::{to_bfloat16, to_half};
use crate::tc::Reduction;
use crate::tc::expr::{Expr, Symbol};
use crate::tensor::{Data, ElementType, Tensor};
use half::{bf16, f16};

/// The values of sizes and of rank-0 integer inputs.
pub type Known<'a> = dyn Fn(&Symbol) -> Option<i64> + 'a;

/// A tensor with its position in the index space.
struct Stored {
    low: Vec<i64>,
    tensor: Tensor,
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
    for statement in &program.statements {
        machine.statement(statement)?;
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

    fn statement(&mut self, statement: &Statement) -> Result<(), Diagnostic> {
        let info = &self.program.tensors[statement.target];
        if self.state[statement.target].is_none() {
            let (low, extents) = self.box_of(info)?;
            let tensor = Tensor::zeros(info.element, &extents).map_err(|error| {
                Diagnostic::error(Code::TC0513, format!("`{}`: {error}", info.name))
            })?;
            self.state[statement.target] = Some(Stored { low, tensor });
        }
        let mut ranges = Vec::new();
        for (range, name) in statement.ranges.iter().zip(&statement.names) {
            ranges.push(self.range(range, &|| format!("`{name}`"))?);
        }
        let mut sums = self.accumulator(statement, &ranges)?;
        self.points(statement, &ranges, &mut sums)?;
        if let Some(stored) = &mut self.state[statement.target] {
            store(&mut stored.tensor, &sums);
        }
        Ok(())
    }

    /// The old contents of the target, or the identity if the statement initialises.
    fn accumulator(
        &self,
        statement: &Statement,
        ranges: &[(i64, i64)],
    ) -> Result<Vec<u64>, Diagnostic> {
        let Some(stored) = &self.state[statement.target] else {
            return Ok(Vec::new());
        };
        let mut values: Vec<u64> = (0..stored.tensor.len())
            .map(|position| load(&stored.tensor, position))
            .collect();
        if let (true, Some(reduction)) = (statement.init, statement.reduction) {
            let identity = identity(reduction, stored.tensor.element_type());
            let left: Vec<(i64, i64)> = statement
                .left
                .iter()
                .map(|position| ranges[*position])
                .collect();
            let mut point: Vec<i64> = left.iter().map(|(low, _)| *low).collect();
            if left.iter().all(|(low, high)| low < high) {
                loop {
                    let position = self.target_position(statement, &point)?;
                    values[position] = identity;
                    if !advance(&mut point, &left) {
                        break;
                    }
                }
            }
        }
        Ok(values)
    }

    fn target_position(&self, statement: &Statement, left: &[i64]) -> Result<usize, Diagnostic> {
        let stored = self.state[statement.target].as_ref();
        stored
            .and_then(|stored| position_in(stored, left))
            .ok_or_else(|| {
                let name = &self.program.tensors[statement.target].name;
                let message = format!("write of `{name}({})` is out of range", list(left));
                Diagnostic::error(Code::TC0403, message).at(statement.place.clone(), "")
            })
    }

    fn points(
        &self,
        statement: &Statement,
        ranges: &[(i64, i64)],
        sums: &mut [u64],
    ) -> Result<(), Diagnostic> {
        if ranges.iter().any(|(low, high)| low >= high) {
            return Ok(());
        }
        let formulas: Vec<Formula> = statement
            .formulas
            .iter()
            .map(|expr| Formula::bind(expr, &statement.names, self.known))
            .collect();
        let element = self.program.tensors[statement.target].element;
        let mut registers = vec![0_u64; statement.registers];
        let mut point: Vec<i64> = ranges.iter().map(|(low, _)| *low).collect();
        let mut left = vec![0; statement.left.len()];
        loop {
            self.body(&statement.code, &formulas, &point, &mut registers)
                .map_err(|(at, trap)| self.describe(statement, &point, at, trap))?;
            for (value, position) in left.iter_mut().zip(&statement.left) {
                *value = point[*position];
            }
            let position = self.target_position(statement, &left)?;
            let value = registers[statement.result];
            sums[position] = match statement.reduction {
                None => value,
                Some(reduction) => combine(reduction, element, sums[position], value),
            };
            if !advance(&mut point, ranges) {
                return Ok(());
            }
        }
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

/// An element in register form: integers signless, as values read from a tensor are.
fn load(tensor: &Tensor, position: usize) -> u64 {
    match tensor.data() {
        Data::Bool(values) => u64::from(values[position]),
        Data::I8(values) => i64::from(values[position]) as u64,
        Data::I16(values) => i64::from(values[position]) as u64,
        Data::I32(values) => i64::from(values[position]) as u64,
        Data::I64(values) => values[position] as u64,
        Data::U8(values) => i64::from(values[position] as i8) as u64,
        Data::U16(values) => i64::from(values[position] as i16) as u64,
        Data::U32(values) => i64::from(values[position] as i32) as u64,
        Data::U64(values) => values[position],
        Data::F16(values) => values[position].to_f64().to_bits(),
        Data::BF16(values) => values[position].to_f64().to_bits(),
        Data::F32(values) => f64::from(values[position]).to_bits(),
        Data::F64(values) => values[position].to_bits(),
    }
}

/// Stores register forms; floating values are rounded to the element type.
fn store(tensor: &mut Tensor, values: &[u64]) {
    macro_rules! all {
        ($ty:ty, $convert:expr) => {
            if let Some(slice) = tensor.as_mut_slice::<$ty>() {
                slice
                    .iter_mut()
                    .zip(values)
                    .for_each(|(element, bits)| *element = $convert(*bits));
            }
        };
    }
    match tensor.element_type() {
        ElementType::Bool => tensor
            .bytes_mut()
            .iter_mut()
            .zip(values)
            .for_each(|(byte, bits)| *byte = (*bits & 1) as u8),
        ElementType::I8 => all!(i8, |bits| bits as i8),
        ElementType::I16 => all!(i16, |bits| bits as i16),
        ElementType::I32 => all!(i32, |bits| bits as i32),
        ElementType::I64 => all!(i64, |bits| bits as i64),
        ElementType::U8 => all!(u8, |bits| bits as u8),
        ElementType::U16 => all!(u16, |bits| bits as u16),
        ElementType::U32 => all!(u32, |bits| bits as u32),
        ElementType::U64 => all!(u64, |bits| bits),
        ElementType::F16 => all!(f16, |bits| to_half(f64::from_bits(bits))),
        ElementType::BF16 => all!(bf16, |bits| to_bfloat16(f64::from_bits(bits))),
        ElementType::F32 => all!(f32, |bits| f64::from_bits(bits) as f32),
        ElementType::F64 => all!(f64, f64::from_bits),
    }
}

/// The identity: 0, 1, and for `min` and `max` the largest and the smallest value.
fn identity(reduction: Reduction, element: ElementType) -> u64 {
    match element.integer_range() {
        None => match reduction {
            Reduction::Add => 0.0_f64,
            Reduction::Mul => 1.0,
            Reduction::Min => f64::INFINITY,
            Reduction::Max => f64::NEG_INFINITY,
        }
        .to_bits(),
        Some((smallest, largest)) => match reduction {
            Reduction::Add => 0,
            Reduction::Mul => 1,
            // Register form keeps the low bits sign-extended; `store` takes the low bits,
            // comparisons mask them.
            Reduction::Min => largest as u64,
            Reduction::Max => smallest as u64,
        },
    }
}

fn combine(reduction: Reduction, element: ElementType, sum: u64, value: u64) -> u64 {
    if element.is_float() {
        let (sum, value) = (f64::from_bits(sum), f64::from_bits(value));
        return match reduction {
            Reduction::Add => sum + value,
            Reduction::Mul => sum * value,
            Reduction::Min => scalar::minimum(sum, value),
            Reduction::Max => -scalar::minimum(-sum, -value),
        }
        .to_bits();
    }
    let width = if element == ElementType::Bool {
        1
    } else {
        8 * element.size() as u32
    };
    let (a, b) = (sum as i64, value as i64);
    let smaller = if element.is_unsigned() || width == 1 {
        scalar::unsigned(a, width) < scalar::unsigned(b, width)
    } else {
        a < b
    };
    match reduction {
        Reduction::Add => scalar::canonical(a.wrapping_add(b), width) as u64,
        Reduction::Mul => scalar::canonical(a.wrapping_mul(b), width) as u64,
        Reduction::Min => {
            if smaller {
                sum
            } else {
                value
            }
        }
        Reduction::Max => {
            if smaller {
                value
            } else {
                sum
            }
        }
    }
}
