//! Emits instructions as operations, one after the other.

use super::{Values, computed_type, result, stored_type};
use melior::Context;
use melior::ir::attribute::{FloatAttribute, IntegerAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::{
    Attribute, Block as MlirBlock, BlockLike, BlockRef, Identifier, Location, Region, RegionLike,
    Type, Value,
};
use std::collections::HashMap;
use tc_dialects::location;
use tc_dialects::tc::{self, builders};
use tc_frontend::model::{self, Block, Constant, Def, Instruction, Operation, Subscript};
use tc_syntax::diagnostic::SourceFile;
use tc_syntax::rounding::{to_bfloat16, to_half};
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::Extremum;

/// Emits one body.
pub(super) struct BodyEmitter<'c, 'a, 'd> {
    pub(super) context: &'c Context,
    file: &'d SourceFile,
    def: &'d Def,
    tensors: &'d [Value<'c, 'a>],
    values: Values<'c, 'a>,
    /// Values that are integer constants.
    constants: HashMap<model::Value, i128>,
}

/// The insertion point of operations, and their location.
#[derive(Clone, Copy)]
pub(super) struct At<'c, 'a> {
    pub(super) block: BlockRef<'c, 'a>,
    pub(super) location: Location<'c>,
}

impl<'c: 'a, 'a, 'd> BodyEmitter<'c, 'a, 'd> {
    pub(super) fn new(
        context: &'c Context,
        file: &'d SourceFile,
        def: &'d Def,
        tensors: &'d [Value<'c, 'a>],
    ) -> Self {
        BodyEmitter {
            context,
            file,
            def,
            tensors,
            values: HashMap::new(),
            constants: HashMap::new(),
        }
    }

    /// Emits the instructions of a block; returns the value of its result.
    pub(super) fn block(&mut self, block: BlockRef<'c, 'a>, body: &Block) -> Option<Value<'c, 'a>> {
        for instruction in &body.instructions {
            let place = |span: &tc_syntax::Span| self.file.place(span.range());
            let parts: Vec<_> = instruction.parts.iter().map(place).collect();
            let location = location::with_parts(&place(&instruction.span), self.context, &parts);
            if let Some(value) = self.instruction(At { block, location }, instruction) {
                self.values.insert(instruction.value, value);
            }
        }
        self.values.get(&body.result?).copied()
    }

    /// The value that an instruction defined.
    pub(super) fn value(&self, value: model::Value) -> Value<'c, 'a> {
        self.values[&value]
    }

    /// The constant of a value, if it is one.
    pub(super) fn constant_of(&self, value: model::Value) -> Option<i128> {
        self.constants.get(&value).copied()
    }

    /// Appends an operation with one result.
    pub(super) fn build(
        &self,
        at: At<'c, 'a>,
        name: &str,
        operands: &[Value<'c, 'a>],
        ty: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Value<'c, 'a> {
        let attributes: Vec<_> = attributes
            .iter()
            .map(|(name, value)| (Identifier::new(self.context, name), *value))
            .collect();
        let operation = OperationBuilder::new(name, at.location)
            .add_operands(operands)
            .add_results(&[ty])
            .add_attributes(&attributes)
            .build();
        let operation =
            operation.expect("results and attributes of upstream operations are given in full");
        result(at.block.append_operation(operation)).expect("the operation has one result")
    }

    /// Appends an operation whose result has the type of its first operand.
    pub(super) fn same(
        &self,
        at: At<'c, 'a>,
        name: &str,
        operands: &[Value<'c, 'a>],
    ) -> Value<'c, 'a> {
        use melior::ir::ValueLike;
        self.build(at, name, operands, operands[0].r#type(), &[])
    }

    /// An integer constant; the value is taken modulo 2^n.
    pub(super) fn integer(&self, at: At<'c, 'a>, value: i128, ty: Type<'c>) -> Value<'c, 'a> {
        let attribute = IntegerAttribute::new(ty, value as i64);
        self.build(
            at,
            "arith.constant",
            &[],
            ty,
            &[("value", attribute.into())],
        )
    }

    /// A floating constant, rounded to the type.
    pub(super) fn floating(&self, at: At<'c, 'a>, value: f64, ty: Type<'c>) -> Value<'c, 'a> {
        let attribute = FloatAttribute::new(self.context, ty, value);
        self.build(
            at,
            "arith.constant",
            &[],
            ty,
            &[("value", attribute.into())],
        )
    }

    fn instruction(&mut self, at: At<'c, 'a>, instruction: &Instruction) -> Option<Value<'c, 'a>> {
        let scalar = instruction.scalar;
        let ty = computed_type(self.context, scalar);
        Some(match &instruction.operation {
            Operation::Constant(Constant::Integer(value)) => {
                self.constants.insert(instruction.value, *value);
                self.integer(at, *value, ty)
            }
            Operation::Constant(Constant::Floating(value)) => {
                self.floating(at, rounded(*value, scalar), ty)
            }
            Operation::Symbol(expr) => {
                let operation = builders::value(self.context, at.location, expr, ty);
                result(at.block.append_operation(operation))?
            }
            Operation::Read { tensor, subscripts } => self.read(at, *tensor, subscripts, scalar)?,
            Operation::Exists {
                tensor,
                subscripts,
                guard,
            } => {
                let guard = guard.map(|guard| self.value(guard));
                return self.exists(at, *tensor, subscripts, guard);
            }
            Operation::Convert {
                operand,
                from,
                explicit,
            } => self.convert(at, self.value(*operand), *from, scalar, *explicit),
            Operation::Negate(operand) => self.negate(at, self.value(*operand), scalar),
            Operation::Not(operand) => {
                let one = self.integer(at, 1, ty);
                self.same(at, "arith.xori", &[self.value(*operand), one])
            }
            Operation::Binary { op, left, right } => {
                let divisor = self.constant_of(*right);
                let (left, right) = (self.value(*left), self.value(*right));
                self.binary(at, *op, scalar, left, right, divisor)
            }
            Operation::Compare {
                op,
                operands,
                left,
                right,
            } => self.compare(at, *op, *operands, self.value(*left), self.value(*right)),
            Operation::Extremum { op, left, right } => {
                let name = extremum(*op, scalar);
                self.same(at, name, &[self.value(*left), self.value(*right)])
            }
            Operation::Builtin {
                function,
                arguments,
            } => {
                let arguments: Vec<_> = arguments
                    .iter()
                    .map(|argument| self.value(*argument))
                    .collect();
                self.builtin(at, *function, &arguments, scalar)
            }
            Operation::Select {
                condition,
                then,
                otherwise,
            } => {
                let operands = [
                    self.value(*condition),
                    self.value(*then),
                    self.value(*otherwise),
                ];
                self.build(at, "arith.select", &operands, ty, &[])
            }
            Operation::If {
                condition,
                then,
                otherwise,
            } => self.lazy(at, self.value(*condition), then, otherwise, ty)?,
        })
    }

    /// Says, if the guard holds, that an element exists; there is no value.
    fn exists(
        &mut self,
        at: At<'c, 'a>,
        tensor: usize,
        subscripts: &[Subscript],
        guard: Option<Value<'c, 'a>>,
    ) -> Option<Value<'c, 'a>> {
        let at = match guard {
            Some(condition) => self.open_if(at, condition)?,
            None => at,
        };
        let subscripts = self.subscripts(at, subscripts);
        let tensor = self.tensors[tensor];
        at.block.append_operation(builders::exists(
            self.context,
            at.location,
            tensor,
            &subscripts,
        ));
        if guard.is_some() {
            close_if(at, &[]);
        }
        None
    }

    /// Reads an element; storage types are widened at once.
    fn read(
        &mut self,
        at: At<'c, 'a>,
        tensor: model::TensorId,
        subscripts: &[Subscript],
        scalar: Scalar,
    ) -> Option<Value<'c, 'a>> {
        let subscripts = self.subscripts(at, subscripts);
        let stored = self.def.tensors[tensor].scalar;
        let ty = stored_type(self.context, stored);
        let operation = builders::read(
            self.context,
            at.location,
            self.tensors[tensor],
            &subscripts,
            ty,
        );
        let value = result(at.block.append_operation(operation))?;
        Some(if stored.is_storage_only() {
            self.build(
                at,
                "arith.extf",
                &[value],
                computed_type(self.context, scalar),
                &[],
            )
        } else {
            value
        })
    }

    pub(super) fn subscripts(
        &self,
        at: At<'c, 'a>,
        subscripts: &[Subscript],
    ) -> Vec<tc::Subscript<'c, 'a>> {
        let index = Type::index(self.context);
        subscripts
            .iter()
            .map(|subscript| match subscript {
                Subscript::Symbolic(expr) => tc::Subscript::Expr(expr.clone()),
                Subscript::Value(value) => {
                    let value = self.value(*value);
                    tc::Subscript::Value(self.build(at, "arith.index_cast", &[value], index, &[]))
                }
            })
            .collect()
    }

    /// Appends `scf.if` without a result; its first region still needs a terminator.
    fn open_if(&self, at: At<'c, 'a>, condition: Value<'c, 'a>) -> Option<At<'c, 'a>> {
        let region = Region::new();
        region.append_block(MlirBlock::new(&[]));
        let operation = OperationBuilder::new("scf.if", at.location)
            .add_operands(&[condition])
            .add_regions([region, Region::new()])
            .build();
        let operation = operation.expect("`scf.if` is given in full");
        let operation = at.block.append_operation(operation);
        let block = operation.region(0).ok()?.first_block()?;
        Some(At { block, ..at })
    }

    /// `scf.if` with one result.
    fn lazy(
        &mut self,
        at: At<'c, 'a>,
        condition: Value<'c, 'a>,
        then: &Block,
        otherwise: &Block,
        ty: Type<'c>,
    ) -> Option<Value<'c, 'a>> {
        let region = || {
            let region = Region::new();
            region.append_block(MlirBlock::new(&[]));
            region
        };
        let operation = OperationBuilder::new("scf.if", at.location)
            .add_operands(&[condition])
            .add_results(&[ty])
            .add_regions([region(), region()])
            .build();
        let operation = at
            .block
            .append_operation(operation.expect("`scf.if` is given in full"));
        for (number, body) in [then, otherwise].into_iter().enumerate() {
            let block = operation.region(number).ok()?.first_block()?;
            let value = self.block(block, body)?;
            close_if(At { block, ..at }, &[value]);
        }
        result(operation)
    }
}

/// Appends `scf.yield`.
fn close_if<'c>(at: At<'c, '_>, values: &[Value<'c, '_>]) {
    let end = OperationBuilder::new("scf.yield", at.location)
        .add_operands(values)
        .build();
    at.block
        .append_operation(end.expect("`scf.yield` is given in full"));
}

/// A constant, wrapped or rounded to its type.
fn rounded(value: f64, scalar: Scalar) -> f64 {
    match scalar {
        Scalar::Half => to_half(value).to_f64(),
        Scalar::BFloat16 => to_bfloat16(value).to_f64(),
        _ => value,
    }
}

/// `min` and `max` as operators: on floating types NaN propagates and -0 is less than +0.
fn extremum(op: Extremum, scalar: Scalar) -> &'static str {
    let kind = (
        scalar.is_floating(),
        scalar == Scalar::Bool,
        scalar.is_signed(),
    );
    match (op, kind) {
        (Extremum::Min, (true, ..)) => "arith.minimumf",
        (Extremum::Max, (true, ..)) => "arith.maximumf",
        (Extremum::Min, (_, true, _)) => "arith.andi",
        (Extremum::Max, (_, true, _)) => "arith.ori",
        (Extremum::Min, (_, _, true)) => "arith.minsi",
        (Extremum::Max, (_, _, true)) => "arith.maxsi",
        (Extremum::Min, _) => "arith.minui",
        (Extremum::Max, _) => "arith.maxui",
    }
}
