//! One body: the operations of a comprehension as instructions of the checked tree.
//!
//! Operations are visited in order; each becomes at most one instruction. An operation without an
//! equivalent in TC text is recorded: inside a pattern it is absorbed, and any other use of it is
//! an error that names it. Unused values are dropped at the end, except for reads, which take part
//! in range inference and become `exists`.
//!
//! MLIR's integers are signless. The signedness is recovered where it is known (tensors, divisions,
//! comparisons, widening) and is arbitrary everywhere else; where two operands disagree, a cast
//! that reinterprets the bits is written, which emits no operation.

use super::patterns;
use super::{refuse, span_of};
use crate::emit::builtin_of_operation;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::{IntegerType, TypeLike};
use melior::ir::{BlockRef, OperationRef, RegionLike, Type, Value, ValueLike};
use std::collections::{HashMap, HashSet};
use tc_dialects::op;
use tc_dialects::tc::{self, Access};
use tc_frontend::builtins::{self, Builtin, Lookup};
use tc_frontend::model::{
    Block, Constant, Instruction, NOWHERE, Operation, Role, Subscript, Tensor, TensorId,
    Value as Number, used_by,
};
use tc_syntax::Span;
use tc_syntax::diagnostic::{Diagnostic, SourceFile};
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{BinaryOp, Extremum};

type Result<T> = std::result::Result<T, Diagnostic>;

/// A raised body.
pub(super) struct Raised {
    pub(super) block: Block,
    /// The second value of a pair.
    pub(super) place: Option<Number>,
    /// The left-hand subscripts that the body computes.
    pub(super) at: Vec<Number>,
}

/// Raises one body.
pub(super) struct BodyRaiser<'d> {
    tensors: &'d [Tensor],
    /// Tensors by their value.
    numbers: &'d HashMap<op::ValueKey, TensorId>,
    /// Raised values by their MLIR value; a value without a spelling keeps the error for its use.
    values: HashMap<op::ValueKey, Result<Number>>,
    /// The types of raised values.
    scalars: Vec<Scalar>,
    constants: HashMap<Number, Constant>,
    /// Casts that only reinterpret or drop bits: the operand and its type, so that a cast of a cast
    /// becomes one.
    casts: HashMap<Number, (Number, Scalar)>,
    /// Values of float as double, with the value: rounded again, it is a cast to its own type.
    widened: HashMap<Number, Number>,
    frames: Vec<Vec<Instruction>>,
    /// The condition under which the accesses of `tc.exists` occur.
    guard: Option<Number>,
    file: Option<&'d SourceFile>,
    /// Where the operation stands that is raised.
    span: Span,
}

/// The signed or unsigned type of a width.
fn integer_type(bits: u32, signed: bool) -> Option<Scalar> {
    Some(match (bits, signed) {
        (1, _) => Scalar::Bool,
        (8, true) => Scalar::Int8,
        (16, true) => Scalar::Int16,
        (32, true) => Scalar::Int32,
        (64, true) => Scalar::Int64,
        (8, false) => Scalar::UInt8,
        (16, false) => Scalar::UInt16,
        (32, false) => Scalar::UInt32,
        (64, false) => Scalar::UInt64,
        _ => return None,
    })
}

/// The type of a value as given by MLIR; integers count as signed.
fn value_type(ty: Type<'_>) -> Option<Scalar> {
    if ty.is_f16() {
        return Some(Scalar::Half);
    }
    if ty.is_bf16() {
        return Some(Scalar::BFloat16);
    }
    if ty.is_f32() {
        return Some(Scalar::Float);
    }
    if ty.is_f64() {
        return Some(Scalar::Double);
    }
    if ty.is_index() {
        return Some(Scalar::Int64);
    }
    integer_type(IntegerType::try_from(ty).ok()?.width(), true)
}

impl<'d> BodyRaiser<'d> {
    pub(super) fn new(
        tensors: &'d [Tensor],
        numbers: &'d HashMap<op::ValueKey, TensorId>,
        file: Option<&'d SourceFile>,
    ) -> Self {
        BodyRaiser {
            file,
            span: NOWHERE,
            tensors,
            numbers,
            values: HashMap::new(),
            scalars: Vec::new(),
            constants: HashMap::new(),
            casts: HashMap::new(),
            widened: HashMap::new(),
            frames: vec![Vec::new()],
            guard: None,
        }
    }

    /// The block of a body whose values are stored to tensors of the types `targets`; `at` are the
    /// subscripts that it computes.
    pub(super) fn finish<'c: 'a, 'a>(
        mut self,
        block: BlockRef<'c, 'a>,
        yielded: &[(Value<'c, 'a>, Scalar)],
        at: &[Value<'c, 'a>],
    ) -> Result<Raised> {
        self.operations(block)?;
        let typed = yielded.iter().copied();
        let indices = at.iter().map(|value| (*value, Scalar::Int64));
        let mut roots = Vec::new();
        for (value, scalar) in typed.chain(indices) {
            let value = self.value(value)?;
            roots.push(self.with_sign(value, scalar));
        }
        let mut block = Block {
            instructions: self.frames.pop().unwrap_or_default(),
            result: roots.first().copied(),
        };
        sweep(&mut block, &roots);
        let at = roots.split_off(yielded.len());
        Ok(Raised {
            block,
            place: roots.get(1).copied(),
            at,
        })
    }

    fn operations<'c: 'a, 'a>(&mut self, block: BlockRef<'c, 'a>) -> Result<()> {
        for operation in op::operations(block) {
            self.span = span_of(operation, self.file);
            if let Some(exists) = tc::Exists::from_op(operation) {
                let (tensor, subscripts) = self.access(exists.access())?;
                let (scalar, guard) = (self.tensors[tensor].scalar, self.guard);
                let exists = Operation::Exists {
                    tensor,
                    subscripts,
                    guard,
                };
                self.push(exists, scalar);
                continue;
            }
            if op::name(operation) == "scf.if" && operation.result_count() == 0 {
                self.guarded(operation)?;
                continue;
            }
            if operation.result_count() != 1 {
                let ends = ["tc.yield", "scf.yield"];
                if !ends.contains(&op::name(operation)) {
                    return Err(self.no_spelling(operation));
                }
                continue;
            }
            let raised = self.operation(operation);
            if let Ok(result) = operation.result(0) {
                self.values.insert(op::ValueKey::of(result), raised);
            }
        }
        Ok(())
    }

    /// `scf.if` without a value: its accesses take part in inference, each under the condition. The
    /// `else` part has the negated condition.
    fn guarded<'c: 'a, 'a>(&mut self, operation: OperationRef<'c, 'a>) -> Result<()> {
        let condition = self.value(op::operands(operation)[0])?;
        let outer = self.guard;
        for (number, region) in operation.regions().enumerate() {
            let Some(inner) = region.first_block() else {
                continue;
            };
            let here = match number {
                0 => condition,
                _ => self.push(Operation::Not(condition), Scalar::Bool),
            };
            let both = |left| Operation::Binary {
                op: BinaryOp::And,
                left,
                right: here,
            };
            self.guard = Some(outer.map_or(here, |outer| self.push(both(outer), Scalar::Bool)));
            self.operations(inner)?;
            self.guard = outer;
        }
        Ok(())
    }

    fn no_spelling<'c: 'a, 'a>(&self, operation: OperationRef<'c, 'a>) -> Diagnostic {
        let message = format!("`{}` has no spelling in TC text", op::name(operation));
        refuse(operation, message)
    }

    fn value<'c: 'a, 'a>(&self, value: Value<'c, 'a>) -> Result<Number> {
        match self.values.get(&op::ValueKey::of(value)) {
            Some(raised) => raised.clone(),
            None => Err(match op::defining_operation(value) {
                Some(operation) => self.no_spelling(operation),
                None => Diagnostic::error(None, "the argument of a block is used as a value"),
            }),
        }
    }

    fn scalar(&self, value: Number) -> Scalar {
        self.scalars[value.0 as usize]
    }

    fn push(&mut self, operation: Operation, scalar: Scalar) -> Number {
        let value = Number(self.scalars.len() as u32);
        self.scalars.push(scalar);
        if let Operation::Constant(constant) = &operation {
            self.constants.insert(value, *constant);
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.push(Instruction {
                operation,
                value,
                scalar,
                span: self.span,
                parts: Vec::new(),
            });
        }
        value
    }

    fn convert(&mut self, operand: Number, to: Scalar, explicit: bool) -> Number {
        let from = self.scalar(operand);
        let operation = Operation::Convert {
            operand,
            from,
            explicit,
        };
        self.push(operation, to)
    }

    /// The same bits as a value of this type, if only the signedness differs.
    fn with_sign(&mut self, value: Number, to: Scalar) -> Number {
        let from = self.scalar(value);
        let same_bits = from.is_integer() && to.is_integer() && from.bits() == to.bits();
        if from == to || !same_bits {
            return value;
        }
        if let Some(Constant::Integer(constant)) = self.constants.get(&value).copied() {
            return self.push(
                Operation::Constant(Constant::Integer(in_range(constant, to))),
                to,
            );
        }
        match self.casts.get(&value).copied() {
            Some((operand, _)) => self.truncate(operand, to),
            None => self.convert(value, to, true),
        }
    }

    /// A cast between integers that drops bits.
    fn truncate(&mut self, operand: Number, to: Scalar) -> Number {
        let from = self.scalar(operand);
        let value = self.convert(operand, to, true);
        self.casts.insert(value, (operand, from));
        value
    }

    fn signed(&mut self, value: Number, signed: bool) -> Number {
        let scalar = self.scalar(value);
        match integer_type(scalar.bits(), signed).filter(|_| scalar.is_integer()) {
            Some(to) => self.with_sign(value, to),
            None => value,
        }
    }

    /// Two integers with the same signedness: that of the operand whose signedness is fixed.
    fn agree(&mut self, a: Number, b: Number) -> (Number, Number) {
        let (left, right) = (self.scalar(a), self.scalar(b));
        if left == right {
            return (a, b);
        }
        let is_free =
            |value: &Number| self.constants.contains_key(value) || self.casts.contains_key(value);
        if is_free(&a) {
            (self.with_sign(a, right), b)
        } else {
            (a, self.with_sign(b, left))
        }
    }

    fn operation<'c: 'a, 'a>(&mut self, operation: OperationRef<'c, 'a>) -> Result<Number> {
        let result: Value = match operation.result(0) {
            Ok(result) => result.into(),
            Err(_) => return Err(self.no_spelling(operation)),
        };
        if let Some(raised) = self.pattern(result) {
            return raised;
        }
        let Some(ty) = value_type(result.r#type()) else {
            return Err(self.no_spelling(operation));
        };
        let name = op::name(operation);
        match name {
            "arith.constant" => self.constant(operation, result, ty),
            "tc.value" => self.symbol(operation, ty),
            "tc.read" => self.read(operation),
            "scf.if" => self.choice(operation),
            "arith.cmpi" | "arith.cmpf" => self.comparison(operation),
            _ => {
                let operands: Result<Vec<_>> = op::operands(operation)
                    .into_iter()
                    .map(|operand| self.value(operand))
                    .collect();
                let raised = self.simple(name, &operands?, ty);
                raised.ok_or_else(|| self.no_spelling(operation))
            }
        }
    }

    fn pattern<'c: 'a, 'a>(&mut self, result: Value<'c, 'a>) -> Option<Result<Number>> {
        let binary = |op| move |[a, b]: [Value<'c, 'a>; 2]| (op, a, b);
        let signed = patterns::floor_div(result)
            .map(binary(BinaryOp::Div))
            .or_else(|| patterns::floor_mod(result).map(binary(BinaryOp::Rem)));
        if let Some((op, a, b)) = signed {
            return Some(self.division(op, a, b));
        }
        if let Some(operand) = patterns::negation(result) {
            return Some(self.value(operand).map(|operand| {
                let scalar = self.scalar(operand);
                self.push(Operation::Negate(operand), scalar)
            }));
        }
        if let Some(operand) = patterns::not(result) {
            let operand = self.value(operand);
            return Some(operand.map(|operand| self.push(Operation::Not(operand), Scalar::Bool)));
        }
        if let Some((operand, signed)) = patterns::saturated(result) {
            let bits = IntegerType::try_from(result.r#type()).ok()?.width();
            let to = integer_type(bits, signed)?;
            return Some(
                self.value(operand)
                    .map(|operand| self.convert(operand, to, true)),
            );
        }
        let [a, b] = patterns::hypot(result)?;
        let arguments = self.value(a).and_then(|a| Ok(vec![a, self.value(b)?]));
        Some(arguments.map(|arguments| {
            let scalar = self.scalar(arguments[0]);
            let function = named("hypot");
            self.push(
                Operation::Builtin {
                    function,
                    arguments,
                },
                scalar,
            )
        }))
    }

    fn division<'c: 'a, 'a>(
        &mut self,
        op: BinaryOp,
        a: Value<'c, 'a>,
        b: Value<'c, 'a>,
    ) -> Result<Number> {
        let (a, b) = (self.value(a)?, self.value(b)?);
        let (left, right) = (self.signed(a, true), self.signed(b, true));
        let scalar = self.scalar(left);
        Ok(self.push(Operation::Binary { op, left, right }, scalar))
    }

    fn constant<'c: 'a, 'a>(
        &mut self,
        operation: OperationRef<'c, 'a>,
        result: Value<'c, 'a>,
        ty: Scalar,
    ) -> Result<Number> {
        let constant = if ty == Scalar::Bool {
            patterns::integer(result).map(|value| Constant::Integer((value != 0).into()))
        } else if ty.is_integer() {
            patterns::integer(result).map(|value| Constant::Integer(in_range(value.into(), ty)))
        } else if matches!(ty, Scalar::Float | Scalar::Double) {
            patterns::floating(result).map(Constant::Floating)
        } else {
            None
        };
        match constant {
            Some(Constant::Floating(value)) if value.is_nan() => Err(refuse(
                operation,
                "the constant NaN has no spelling in TC text",
            )),
            Some(constant) => Ok(self.push(Operation::Constant(constant), ty)),
            None => Err(self.no_spelling(operation)),
        }
    }

    fn symbol<'c: 'a, 'a>(
        &mut self,
        operation: OperationRef<'c, 'a>,
        ty: Scalar,
    ) -> Result<Number> {
        match tc::ValueOf::from_op(operation) {
            Some(value) => Ok(self.push(Operation::Symbol(value.expr()), ty)),
            None => Err(self.no_spelling(operation)),
        }
    }

    fn access<'c: 'a, 'a>(&mut self, access: Access<'c, 'a>) -> Result<(TensorId, Vec<Subscript>)> {
        let operation = access.operation();
        let tensor = self.numbers.get(&op::ValueKey::of(access.tensor()));
        let tensor = *tensor
            .ok_or_else(|| refuse(operation, "a value that is not a tensor of the def is read"))?;
        let mut subscripts = Vec::new();
        for subscript in access.subscripts() {
            subscripts.push(match subscript {
                tc::Subscript::Expr(expr) => Subscript::Symbolic(expr),
                tc::Subscript::Value(value) => {
                    let value = self.value(value)?;
                    Subscript::Value(self.with_sign(value, Scalar::Int64))
                }
            });
        }
        Ok((tensor, subscripts))
    }

    fn read<'c: 'a, 'a>(&mut self, operation: OperationRef<'c, 'a>) -> Result<Number> {
        let Some(read) = tc::Read::from_op(operation) else {
            return Err(self.no_spelling(operation));
        };
        let (tensor, subscripts) = self.access(read.access())?;
        let scalar = self.tensors[tensor].scalar;
        Ok(self.push(Operation::Read { tensor, subscripts }, scalar))
    }

    fn comparison<'c: 'a, 'a>(&mut self, operation: OperationRef<'c, 'a>) -> Result<Number> {
        let operands = op::operands(operation);
        let (a, b) = (self.value(operands[0])?, self.value(operands[1])?);
        let predicate = patterns::predicate(operation).unwrap_or(-1);
        let is_float = op::name(operation) == "arith.cmpf";
        let found = match (is_float, predicate) {
            (true, 1) => Some((BinaryOp::Equal, None)),
            (true, 2) => Some((BinaryOp::Greater, None)),
            (true, 3) => Some((BinaryOp::GreaterEqual, None)),
            (true, 4) => Some((BinaryOp::Less, None)),
            (true, 5) => Some((BinaryOp::LessEqual, None)),
            (true, 13) => Some((BinaryOp::NotEqual, None)),
            (false, 0) => Some((BinaryOp::Equal, None)),
            (false, 1) => Some((BinaryOp::NotEqual, None)),
            (false, 2) => Some((BinaryOp::Less, Some(true))),
            (false, 3) => Some((BinaryOp::LessEqual, Some(true))),
            (false, 4) => Some((BinaryOp::Greater, Some(true))),
            (false, 5) => Some((BinaryOp::GreaterEqual, Some(true))),
            (false, 6) => Some((BinaryOp::Less, Some(false))),
            (false, 7) => Some((BinaryOp::LessEqual, Some(false))),
            (false, 8) => Some((BinaryOp::Greater, Some(false))),
            (false, 9) => Some((BinaryOp::GreaterEqual, Some(false))),
            _ => None,
        };
        let Some((op, sign)) = found else {
            return Err(self.no_spelling(operation));
        };
        let (left, right) = match sign {
            Some(_) if self.scalar(a) == Scalar::Bool => return Err(self.no_spelling(operation)),
            Some(sign) => (self.signed(a, sign), self.signed(b, sign)),
            None => self.agree(a, b),
        };
        let operands = self.scalar(left);
        let operation = Operation::Compare {
            op,
            operands,
            left,
            right,
        };
        Ok(self.push(operation, Scalar::Bool))
    }

    /// `scf.if`; if nothing in either side can fail it is a plain select.
    fn choice<'c: 'a, 'a>(&mut self, operation: OperationRef<'c, 'a>) -> Result<Number> {
        let condition = self.value(op::operands(operation)[0])?;
        let mut blocks = Vec::new();
        for region in 0..2 {
            let inner = operation.region(region).ok();
            let Some(inner) = inner.and_then(|region| region.first_block()) else {
                return Err(self.no_spelling(operation));
            };
            self.frames.push(Vec::new());
            let raised = self.operations(inner);
            let end = op::operations(inner).pop();
            let result = raised.and_then(|()| {
                let values = end.map(op::operands).unwrap_or_default();
                values
                    .first()
                    .map_or_else(|| Err(self.no_spelling(operation)), |end| self.value(*end))
            });
            blocks.push((self.frames.pop().unwrap_or_default(), result?));
        }
        let (scalar, other) = (self.scalar(blocks[0].1), self.scalar(blocks[1].1));
        if scalar != other {
            self.frames.push(std::mem::take(&mut blocks[1].0));
            blocks[1].1 = self.with_sign(blocks[1].1, scalar);
            blocks[1].0 = self.frames.pop().unwrap_or_default();
        }
        let mut blocks = blocks.into_iter().map(|(instructions, result)| Block {
            instructions,
            result: Some(result),
        });
        let (Some(mut then), Some(mut otherwise)) = (blocks.next(), blocks.next()) else {
            return Err(self.no_spelling(operation));
        };
        let lazy = self.is_lazy(&then) || self.is_lazy(&otherwise);
        if let (false, Some(a), Some(b)) = (lazy, then.result, otherwise.result) {
            if let Some(frame) = self.frames.last_mut() {
                frame.append(&mut then.instructions);
                frame.append(&mut otherwise.instructions);
            }
            let operation = Operation::Select {
                condition,
                then: a,
                otherwise: b,
            };
            return Ok(self.push(operation, scalar));
        }
        let operation = Operation::If {
            condition,
            then,
            otherwise,
        };
        Ok(self.push(operation, scalar))
    }

    /// The rule by which the checker builds a region.
    fn is_lazy(&self, block: &Block) -> bool {
        let is_nonzero = |value: &Number| {
            !matches!(
                self.constants.get(value),
                None | Some(Constant::Integer(0) | Constant::Floating(_))
            )
        };
        let is_given = |tensor: TensorId| self.tensors[tensor].role == Role::Input;
        block
            .instructions
            .iter()
            .any(|instruction| instruction.is_lazy(is_nonzero, is_given))
    }

    /// Operations that are one instruction.
    fn simple(&mut self, name: &str, operands: &[Number], ty: Scalar) -> Option<Number> {
        match *operands {
            [operand] => self.unary(name, operand, ty),
            [a, b] => self.binary(name, a, b, ty),
            [condition, a, b] if name == "arith.select" => {
                let (then, otherwise) = self.agree(a, b);
                let scalar = self.scalar(then);
                let operation = Operation::Select {
                    condition,
                    then,
                    otherwise,
                };
                Some(self.push(operation, scalar))
            }
            _ => self.function(name, operands, ty),
        }
    }

    fn function(&mut self, name: &str, arguments: &[Number], ty: Scalar) -> Option<Number> {
        let function = named(builtin_of_operation(name)?);
        let fits =
            matches!(ty, Scalar::Float | Scalar::Double) && arguments.len() == function.arity;
        let arguments = arguments.to_vec();
        fits.then(|| {
            self.push(
                Operation::Builtin {
                    function,
                    arguments,
                },
                ty,
            )
        })
    }

    fn unary(&mut self, name: &str, operand: Number, ty: Scalar) -> Option<Number> {
        let from = self.scalar(operand);
        let known = |signed| integer_type(from.bits(), signed);
        Some(match name {
            "arith.negf" if !from.is_storage_only() => self.push(Operation::Negate(operand), ty),
            "math.absi" => {
                let operand = self.signed(operand, true);
                let scalar = self.scalar(operand);
                let operation = Operation::Builtin {
                    function: named("abs"),
                    arguments: vec![operand],
                };
                self.push(operation, scalar)
            }
            "arith.extf" => {
                let value = self.convert(operand, ty, false);
                if (from, ty) == (Scalar::Float, Scalar::Double) {
                    self.widened.insert(value, operand);
                }
                value
            }
            "arith.truncf" => match self.widened.get(&operand).copied() {
                Some(narrow) if ty == Scalar::Float => self.convert(narrow, ty, true),
                _ => self.convert(operand, ty, true),
            },
            "arith.trunci" => self.truncate(operand, ty),
            "arith.extsi" if from != Scalar::Bool => {
                let operand = self.with_sign(operand, known(true)?);
                self.convert(operand, ty, false)
            }
            "arith.extui" => {
                let operand = self.with_sign(operand, known(false)?);
                let value = self.convert(operand, ty, false);
                if from != Scalar::Bool {
                    // A wider type of either signedness represents it.
                    self.casts.insert(value, (operand, self.scalar(operand)));
                }
                value
            }
            "arith.sitofp" if from != Scalar::Bool => {
                let operand = self.with_sign(operand, known(true)?);
                self.convert(operand, ty, false)
            }
            "arith.uitofp" => {
                let operand = self.with_sign(operand, known(false)?);
                self.convert(operand, ty, false)
            }
            // Subscripts are computed in int64, which MLIR represents as `index`.
            "arith.index_cast" if from.bits() == 64 => self.with_sign(operand, Scalar::Int64),
            "arith.index_cast" if from != Scalar::Bool && ty == Scalar::Int64 => {
                let operand = self.with_sign(operand, known(true)?);
                self.convert(operand, Scalar::Int64, false)
            }
            _ => return self.function(name, &[operand], ty),
        })
    }

    fn binary(&mut self, name: &str, a: Number, b: Number, ty: Scalar) -> Option<Number> {
        let arithmetic = |op| (Some(op), None);
        let (op, sign) = match name {
            "arith.addf" | "arith.addi" => arithmetic(BinaryOp::Add),
            "arith.subf" | "arith.subi" => arithmetic(BinaryOp::Sub),
            "arith.mulf" | "arith.muli" => arithmetic(BinaryOp::Mul),
            "arith.divf" => arithmetic(BinaryOp::Div),
            "arith.floordivsi" => (Some(BinaryOp::Div), Some(true)),
            "arith.divui" => (Some(BinaryOp::Div), Some(false)),
            "arith.remui" => (Some(BinaryOp::Rem), Some(false)),
            "arith.andi" if ty == Scalar::Bool => arithmetic(BinaryOp::And),
            "arith.ori" if ty == Scalar::Bool => arithmetic(BinaryOp::Or),
            _ => (None, None),
        };
        let is_logic = matches!(op, Some(BinaryOp::And | BinaryOp::Or));
        if matches!(self.scalar(a), Scalar::Half | Scalar::BFloat16)
            || (self.scalar(a) == Scalar::Bool && !is_logic)
        {
            return None;
        }
        if let Some(op) = op {
            let (left, right) = match sign {
                Some(sign) => (self.signed(a, sign), self.signed(b, sign)),
                None => self.agree(a, b),
            };
            let scalar = self.scalar(left);
            return Some(self.push(Operation::Binary { op, left, right }, scalar));
        }
        let (op, sign) = match name {
            "arith.minimumf" => (Extremum::Min, None),
            "arith.maximumf" => (Extremum::Max, None),
            "arith.minsi" => (Extremum::Min, Some(true)),
            "arith.maxsi" => (Extremum::Max, Some(true)),
            "arith.minui" => (Extremum::Min, Some(false)),
            "arith.maxui" => (Extremum::Max, Some(false)),
            _ => return self.function(name, &[a, b], ty),
        };
        let (left, right) = match sign {
            Some(sign) => (self.signed(a, sign), self.signed(b, sign)),
            None => (a, b),
        };
        let scalar = self.scalar(left);
        Some(self.push(Operation::Extremum { op, left, right }, scalar))
    }
}

/// A built-in by its name.
fn named(name: &'static str) -> Builtin {
    match builtins::lookup(name) {
        Some(Lookup::Supported(builtin)) => builtin,
        _ => Builtin { name, arity: 0 },
    }
}

/// An integer modulo 2^n as a value of a type.
fn in_range(value: i128, scalar: Scalar) -> i128 {
    let modulus = 1i128 << scalar.bits();
    let value = value.rem_euclid(modulus);
    match scalar.integer_range() {
        Some((_, most)) if value > most => value - modulus,
        _ => value,
    }
}

/// Drops unused values; an unused read is kept as an `exists`, once.
fn sweep(block: &mut Block, roots: &[Number]) {
    let mut needed: HashSet<Number> = roots.iter().copied().collect();
    sweep_backward(&mut block.instructions, &mut needed);
    let mut seen: HashSet<(TensorId, String)> = HashSet::new();
    block
        .instructions
        .retain(|instruction| match &instruction.operation {
            Operation::Exists {
                tensor,
                subscripts,
                guard,
            } => seen.insert((*tensor, format!("{subscripts:?} {guard:?}"))),
            _ => true,
        });
}

fn sweep_backward(instructions: &mut Vec<Instruction>, needed: &mut HashSet<Number>) {
    let mut kept = Vec::new();
    for mut instruction in std::mem::take(instructions).into_iter().rev() {
        let is_exists = matches!(instruction.operation, Operation::Exists { .. });
        if !is_exists && !needed.contains(&instruction.value) {
            match instruction.operation {
                Operation::Read { tensor, subscripts } if !subscripts.is_empty() => {
                    instruction.operation = Operation::Exists {
                        tensor,
                        subscripts,
                        guard: None,
                    };
                }
                _ => continue,
            }
        }
        needed.extend(used_by(&instruction.operation));
        if let Operation::If {
            then, otherwise, ..
        } = &mut instruction.operation
        {
            for inner in [otherwise, then] {
                needed.extend(inner.result);
                sweep_backward(&mut inner.instructions, needed);
            }
        }
        kept.push(instruction);
    }
    kept.reverse();
    *instructions = kept;
}
