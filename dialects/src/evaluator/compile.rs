//! From a `tc.def` to a [`Program`].

use super::declared::{element_type, is_of_sizes};
use super::program::{
    Instruction, LeftKind, Program, Range, Register, Role, Statement, Step, Subscript, TensorInfo,
};
use super::scalar::{FloatOp, IntegerOp, canonical, float_function};
use crate::location;
use crate::op;
use crate::tc::{self, Access, Comprehension, Def, Left, ValueOf, Yield};
use crate::tensor::ElementType;
use melior::ir::attribute::{FloatAttribute, IntegerAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::IntegerType;
use melior::ir::{BlockRef, OperationRef, RegionLike, Type, TypeLike, Value, ValueLike};
use std::collections::HashMap;
use tc_syntax::diagnostic::{Diagnostic, Place};

/// Compiles a def whose ranges are inferred and whose calls are inlined.
pub fn compile<'c: 'a, 'a>(def: Def<'c, 'a>) -> Result<Program, Diagnostic> {
    let mut program = Program {
        tensors: Vec::new(),
        steps: Vec::new(),
    };
    let mut positions = HashMap::new();
    let sizes = def.sizes();
    for tensor in def.tensors() {
        let known: Option<Vec<Range>> = tensor
            .tensor_type()
            .dims()
            .into_iter()
            .map(|dim| dim.map(|dim| range(dim, def, &sizes)))
            .collect();
        let Some(dims) = known else {
            let message = format!(
                "the index bounds of `{}` are not known; run tc-infer-ranges first",
                tensor.name()
            );
            return Err(Diagnostic::error(None, message).at(place(def.operation()), ""));
        };
        let role = match tensor.role() {
            tc::Role::In => Role::Input,
            tc::Role::Out => Role::Return,
            tc::Role::InOut => Role::InOut,
            tc::Role::Temporary => Role::Temporary,
        };
        positions.insert(op::ValueKey::of(tensor.value()), program.tensors.len());
        let element = element_type(tensor.tensor_type())?;
        program.tensors.push(TensorInfo {
            name: tensor.name(),
            role,
            element,
            dims,
        });
    }
    program.steps = steps(def, &def.operations(), &[], (&positions, &sizes))?;
    Ok(program)
}

/// The statements and loops among operations inside of loops with these indices.
fn steps<'c: 'a, 'a>(
    def: Def<'c, 'a>,
    operations: &[OperationRef<'c, 'a>],
    loops: &[String],
    (positions, sizes): (&HashMap<op::ValueKey, usize>, &[String]),
) -> Result<Vec<Step>, Diagnostic> {
    let mut steps = Vec::new();
    for &operation in operations {
        if let Some(comprehension) = Comprehension::from_op(operation) {
            let compiled = statement(def, comprehension, loops, (positions, sizes))?;
            steps.push(Step::Statement(Box::new(compiled)));
        } else if let Some(one) = tc::For::from_op(operation) {
            let names = [loops, &[one.index()]].concat();
            let body = self::steps(def, &one.operations(), &names, (positions, sizes))?;
            // A loop whose range is reversed does not run.
            let range = Range {
                strict: false,
                ..range(one.range(), def, sizes)
            };
            steps.push(Step::Loop { names, range, body });
        } else if tc::Temporary::from_op(operation).is_none() {
            let name = op::name(operation);
            let next = if name == tc::Call::NAME {
                "; run tc-inline-calls first"
            } else {
                ""
            };
            let message = format!("{name} cannot be evaluated{next}");
            return Err(Diagnostic::error(None, message).at(place(operation), ""));
        }
    }
    Ok(steps)
}

fn range<'c: 'a, 'a>(range: tc::Range, def: Def<'c, 'a>, sizes: &[String]) -> Range {
    Range {
        strict: is_of_sizes(&range, sizes, def),
        low: range.lower,
        high: range.upper,
    }
}

fn place<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<Place> {
    location::place(operation.location())
}

fn statement<'c: 'a, 'a>(
    def: Def<'c, 'a>,
    comprehension: Comprehension<'c, 'a>,
    loops: &[String],
    (positions, sizes): (&HashMap<op::ValueKey, usize>, &[String]),
) -> Result<Statement, Diagnostic> {
    let operation = comprehension.operation();
    let fail = |message: String| Diagnostic::error(None, message).at(place(operation), "");
    let names = [loops, &comprehension.index_names()].concat();
    let known: Option<Vec<Range>> = comprehension
        .ranges()
        .into_iter()
        .map(|known| known.map(|known| range(known, def, sizes)))
        .collect();
    let ranges = known
        .ok_or_else(|| fail("an index has no range; run tc-infer-ranges first".to_string()))?;
    let tensor = |value| {
        let position = positions.get(&op::ValueKey::of(value)).copied();
        position.ok_or_else(|| fail("the target is not a tensor of the def".to_string()))
    };
    let target = tensor(comprehension.target())?;
    let mut body = Body {
        positions,
        formulas: Vec::new(),
        code: Vec::new(),
        places: Vec::new(),
        registers: 0,
        values: HashMap::new(),
        results: Vec::new(),
    };
    body.block(comprehension.body(), &[])?;
    let left = body.left(comprehension, &names)?;
    let nothing = || fail("the body yields nothing".to_string());
    let result = body.results.first().copied().ok_or_else(nothing)?;
    let place_of = match comprehension.place() {
        Some(value) => Some((
            tensor(value)?,
            body.results.get(1).copied().ok_or_else(nothing)?,
        )),
        None => None,
    };
    Ok(Statement {
        target,
        place_of,
        left,
        names,
        ranges,
        reduction: comprehension.reduction(),
        init: comprehension.init(),
        result,
        formulas: body.formulas,
        code: body.code,
        places: body.places,
        registers: body.registers,
        place: place(operation),
    })
}

/// A body under compilation.
struct Body<'p> {
    positions: &'p HashMap<op::ValueKey, usize>,
    formulas: Vec<tc_syntax::expr::Expr>,
    code: Vec<Instruction>,
    /// Of each instruction.
    places: Vec<Option<Place>>,
    registers: usize,
    values: HashMap<op::ValueKey, Register>,
    /// The registers of the yielded values.
    results: Vec<Register>,
}

fn width_of(ty: Type<'_>) -> Option<u32> {
    if ty.is_index() {
        return Some(64);
    }
    IntegerType::try_from(ty)
        .ok()
        .map(|integer| integer.width())
}

impl Body<'_> {
    fn register(&mut self) -> Register {
        self.registers += 1;
        self.registers - 1
    }

    fn define(&mut self, value: Value<'_, '_>) -> Register {
        let register = self.register();
        self.values.insert(op::ValueKey::of(value), register);
        register
    }

    fn formula(&mut self, expr: tc_syntax::expr::Expr) -> usize {
        self.formulas.push(expr);
        self.formulas.len() - 1
    }

    /// Compiles a block; the values it yields to an `scf.if` are put into `results`.
    fn block<'c: 'a, 'a>(
        &mut self,
        block: BlockRef<'c, 'a>,
        results: &[Register],
    ) -> Result<(), Diagnostic> {
        for operation in op::operations(block) {
            let name = op::name(operation);
            if name == "scf.yield" {
                for (to, value) in results.iter().zip(op::operands(operation)) {
                    let a = self.operand(operation, value)?;
                    self.code.push(Instruction::Copy { to: *to, a });
                }
            } else if name == "scf.if" {
                self.conditional(operation)?;
            } else {
                self.operation(operation, name)?;
            }
            self.places.resize(self.code.len(), place(operation));
        }
        Ok(())
    }

    fn operand<'c: 'a, 'a>(
        &self,
        operation: OperationRef<'c, 'a>,
        value: Value<'c, 'a>,
    ) -> Result<Register, Diagnostic> {
        self.values
            .get(&op::ValueKey::of(value))
            .copied()
            .ok_or_else(|| {
                let message = format!(
                    "{} uses a value that is not computed in the body",
                    op::name(operation)
                );
                Diagnostic::error(None, message).at(place(operation), "")
            })
    }

    /// Only the chosen branch runs, so that reads in the other one need not be in range.
    fn conditional<'c: 'a, 'a>(
        &mut self,
        operation: OperationRef<'c, 'a>,
    ) -> Result<(), Diagnostic> {
        let operands = op::operands(operation);
        let condition = self.operand(operation, operands[0])?;
        let results: Vec<Register> = (0..operation.result_count())
            .filter_map(|at| operation.result(at).ok())
            .map(|result| self.define(result.into()))
            .collect();
        let branch = self.code.len();
        self.code.push(Instruction::JumpUnless {
            condition,
            target: 0,
        });
        let mut regions = operation.regions().map(|region| region.first_block());
        if let Some(block) = regions.next().flatten() {
            self.block(block, &results)?;
        }
        let skip = self.code.len();
        self.code.push(Instruction::Jump { target: 0 });
        self.code[branch] = Instruction::JumpUnless {
            condition,
            target: self.code.len(),
        };
        if let Some(block) = regions.next().flatten() {
            self.block(block, &results)?;
        }
        self.code[skip] = Instruction::Jump {
            target: self.code.len(),
        };
        Ok(())
    }

    fn operation<'c: 'a, 'a>(
        &mut self,
        operation: OperationRef<'c, 'a>,
        name: &str,
    ) -> Result<(), Diagnostic> {
        if let Some(access) = Access::from_op(operation) {
            return if access.is_exists() {
                Ok(())
            } else {
                self.read(access)
            };
        }
        if let Some(value) = ValueOf::from_op(operation) {
            let formula = self.formula(value.expr());
            let width = width_of(value.value_type()).unwrap_or(64);
            let to = self.define(value.value());
            self.code.push(Instruction::Value { to, formula, width });
            return Ok(());
        }
        if let Some(end) = Yield::from_op(operation) {
            for value in end.values() {
                let result = self.operand(operation, value)?;
                self.results.push(result);
            }
            return Ok(());
        }
        let operands = op::operands(operation);
        let mut inputs = Vec::new();
        for value in &operands {
            inputs.push(self.operand(operation, *value)?);
        }
        let unknown = || {
            let message = format!("{name} cannot be evaluated here");
            Diagnostic::error(None, message).at(place(operation), "")
        };
        let result: Value = operation.result(0).map_err(|_| unknown())?.into();
        let from = operands
            .first()
            .map_or(result.r#type(), |operand| operand.r#type());
        let to = self.define(result);
        let instruction = constant(operation, name, to)
            .or_else(|| arithmetic(operation, name, to, &inputs, from))
            .or_else(|| conversion(name, to, &inputs, from, result.r#type()));
        match instruction {
            Some(instruction) => self.code.push(instruction),
            None if name == "math.absi" => {
                self.absolute(to, inputs[0], width_of(from).ok_or_else(unknown)?)
            }
            None => return Err(unknown()),
        }
        Ok(())
    }

    /// `max(a, 0 - a)`; the most negative value is unchanged.
    fn absolute(&mut self, to: Register, a: Register, width: u32) {
        let (zero, negated) = (self.register(), self.register());
        self.code.push(Instruction::Constant { to: zero, bits: 0 });
        self.code.push(Instruction::Integer {
            to: negated,
            op: IntegerOp::Sub,
            width,
            a: zero,
            b: a,
        });
        self.code.push(Instruction::Integer {
            to,
            op: IntegerOp::MaxSigned,
            width,
            a,
            b: negated,
        });
    }

    /// The subscripts of the target.
    fn left<'c: 'a, 'a>(
        &mut self,
        comprehension: Comprehension<'c, 'a>,
        names: &[String],
    ) -> Result<Vec<(Subscript, LeftKind)>, Diagnostic> {
        let subscripts = comprehension.left().into_iter().map(|left| {
            let kind = match &left {
                Left::Index(name) => names
                    .iter()
                    .position(|index| index == name)
                    .map_or(LeftKind::Scattered, LeftKind::Index),
                Left::Fixed(_) => LeftKind::Fixed,
                Left::Scattered(_) | Left::Computed(_) => LeftKind::Scattered,
            };
            let subscript = match (left.expr(), left) {
                (Some(expr), _) => Subscript::Formula(self.formula(expr)),
                (None, Left::Computed(value)) => {
                    Subscript::Register(self.operand(comprehension.operation(), value)?)
                }
                (None, _) => unreachable!("only a computed subscript is no expression"),
            };
            Ok((subscript, kind))
        });
        subscripts.collect()
    }

    fn read<'c: 'a, 'a>(&mut self, access: Access<'c, 'a>) -> Result<(), Diagnostic> {
        let operation = access.operation();
        let tensor = self
            .positions
            .get(&op::ValueKey::of(access.tensor()))
            .copied()
            .ok_or_else(|| {
                Diagnostic::error(None, "a read of a value that is not a tensor of the def")
                    .at(place(operation), "")
            })?;
        let mut subscripts = Vec::new();
        for subscript in access.subscripts() {
            subscripts.push(match subscript {
                tc::Subscript::Expr(expr) => Subscript::Formula(self.formula(expr)),
                tc::Subscript::Value(value) => Subscript::Register(self.operand(operation, value)?),
            });
        }
        let value = operation
            .result(0)
            .map_err(|_| Diagnostic::error(None, "tc.read without a result"))?;
        let to = self.define(value.into());
        self.code.push(Instruction::Read {
            to,
            tensor,
            subscripts,
        });
        Ok(())
    }
}

fn constant<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    name: &str,
    to: Register,
) -> Option<Instruction> {
    if name != "arith.constant" {
        return None;
    }
    let value = operation.attribute("value").ok()?;
    let bits = if let Ok(float) = FloatAttribute::try_from(value) {
        float.value().to_bits()
    } else {
        let integer = IntegerAttribute::try_from(value).ok()?;
        let width = width_of(operation.result(0).ok()?.r#type())?;
        canonical(integer.value(), width) as u64
    };
    Some(Instruction::Constant { to, bits })
}

fn arithmetic<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    name: &str,
    to: Register,
    inputs: &[Register],
    from: Type<'c>,
) -> Option<Instruction> {
    let predicate = || {
        let attribute = operation.attribute("predicate").ok()?;
        IntegerAttribute::try_from(attribute)
            .ok()
            .map(|predicate| predicate.value())
    };
    Some(match (name, inputs) {
        ("arith.select", [condition, a, b]) => Instruction::Select {
            to,
            condition: *condition,
            a: *a,
            b: *b,
        },
        ("math.fma", [a, b, c]) => Instruction::MultiplyAdd {
            to,
            a: *a,
            b: *b,
            c: *c,
        },
        ("arith.cmpi", [a, b]) => Instruction::CompareIntegers {
            to,
            predicate: predicate()?,
            width: width_of(from)?,
            a: *a,
            b: *b,
        },
        ("arith.cmpf", [a, b]) => Instruction::CompareFloats {
            to,
            predicate: predicate()?,
            a: *a,
            b: *b,
        },
        (_, [a, b]) => match (IntegerOp::of(name), FloatOp::of(name)) {
            (Some(op), _) => Instruction::Integer {
                to,
                op,
                width: width_of(from)?,
                a: *a,
                b: *b,
            },
            (None, Some(op)) => Instruction::Float {
                to,
                op,
                a: *a,
                b: *b,
            },
            (None, None) => return None,
        },
        (_, [a]) => Instruction::Function {
            to,
            function: float_function(name)?,
            a: *a,
        },
        _ => return None,
    })
}

fn conversion(
    name: &str,
    to: Register,
    inputs: &[Register],
    from: Type<'_>,
    into: Type<'_>,
) -> Option<Instruction> {
    let [a] = *inputs else { return None };
    let float = || ElementType::from_mlir(&into.to_string());
    Some(match name {
        "arith.extf" => Instruction::Copy { to, a },
        "arith.truncf" => Instruction::Round {
            to,
            a,
            ty: float()?,
        },
        "arith.extsi" => Instruction::SignExtend {
            to,
            a,
            width: width_of(from)?,
        },
        "arith.extui" => Instruction::ZeroExtend {
            to,
            a,
            width: width_of(from)?,
        },
        "arith.trunci" => Instruction::Truncate {
            to,
            a,
            width: width_of(into)?,
        },
        "arith.sitofp" | "arith.uitofp" => Instruction::FromInteger {
            to,
            a,
            width: width_of(from)?,
            signed: name == "arith.sitofp",
            ty: float()?,
        },
        "arith.fptosi" | "arith.fptoui" => Instruction::ToInteger {
            to,
            a,
            width: width_of(into)?,
            signed: name == "arith.fptosi",
        },
        "arith.index_cast" | "arith.index_castui" => {
            let (own, other) = (width_of(from)?, width_of(into)?);
            if other < own {
                Instruction::Truncate {
                    to,
                    a,
                    width: other,
                }
            } else if name == "arith.index_cast" {
                Instruction::SignExtend { to, a, width: own }
            } else {
                Instruction::ZeroExtend { to, a, width: own }
            }
        }
        _ => return None,
    })
}
