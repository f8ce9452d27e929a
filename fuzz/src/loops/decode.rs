//! From operations to [`Code`].

use std::collections::HashMap;

use melior::ir::attribute::{DenseI32ArrayAttribute, FloatAttribute};
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use melior::ir::{AffineExpr, AffineMap};
use tc_dialects::op::{self, ValueKey};
use tc_dialects::schedule::attributes::isl_text_of;

use super::code::{Affine, Choice, Code, Extent, Free, Number, Register, Step, Subscripts};
use super::number::{Kind, Operation, Value as Known};
use tc_loops::vectorize::VECTOR;
use tc_pass_host::*;
use tc_scop::accesses::STANDS_FOR;
use tc_scop::barriers::Level;
use tc_scop::subscripts::affine_map_of;

/// What cannot be interpreted.
pub type Undecided = String;

/// The extents of an array's type, and the type of its elements.
pub fn array_type(ty: Type<'_>) -> Option<(Kind, Vec<Option<i64>>)> {
    let array = MemRefType::try_from(ty).ok()?;
    let extents = (0..array.rank()).map(|dim| match array.dim_size(dim) {
        Ok(DimSize::Static(extent)) => i64::try_from(extent).ok(),
        _ => None,
    });
    Some((Kind::of(array.element())?, extents.collect()))
}

/// The group of operands of a launch that are the kernel's arguments.
const ARGUMENTS: usize = 11;

/// Reads functions and bodies of statements.
#[derive(Default)]
pub struct Decoder {
    registers: HashMap<ValueKey, Register>,
    code: Code,
    /// What accesses with `schedule.for` stand for, in isl's notation, if that is wanted: then such
    /// an access names its number here.
    redirected: Option<Vec<String>>,
}

impl Decoder {
    /// The code of a function with one block.
    ///
    /// # Errors
    /// What is not known here.
    pub fn function(mut self, function: OperationRef<'_, '_>) -> Result<Code, Undecided> {
        let body = op::body(function).ok_or("a function without a body")?;
        let arguments = op::arguments(body);
        let declared = op::integer(function, "workgroup_attributions").unwrap_or(0);
        let own = arguments.len() - usize::try_from(declared).unwrap_or(0);
        for (position, argument) in arguments.iter().enumerate() {
            let register = self.define(*argument);
            if position < own {
                self.code.arguments.push(register);
                continue;
            }
            let (kind, extents) = array_type(argument.r#type()).ok_or("a declared array")?;
            let extents = extents.into_iter().collect::<Option<Vec<i64>>>();
            let extents = extents.ok_or("a declared array of unknown extents")?;
            self.code.declared.push((register, kind, extents));
        }
        self.block(body)?;
        Ok(self.code)
    }

    /// The code of a statement's body, whose arguments are the indices, then the given values; and
    /// what its accesses with `schedule.for` stand for.
    ///
    /// # Errors
    /// What is not known here.
    pub fn body(
        mut self,
        body: BlockRef<'_, '_>,
        around: &[Value<'_, '_>],
    ) -> Result<(Code, Vec<String>), Undecided> {
        self.redirected = Some(Vec::new());
        for argument in op::arguments(body)
            .into_iter()
            .chain(around.iter().copied())
        {
            let register = self.define(argument);
            self.code.arguments.push(register);
        }
        self.block(body)?;
        self.code.steps.push(Step::Return);
        Ok((self.code, self.redirected.unwrap_or_default()))
    }

    fn fresh(&mut self) -> Register {
        self.code.registers += 1;
        self.code.registers - 1
    }

    fn define(&mut self, value: Value<'_, '_>) -> Register {
        let register = self.fresh();
        self.registers.insert(ValueKey::of(value), register);
        register
    }

    fn get(&self, value: Value<'_, '_>) -> Result<Register, Undecided> {
        let known = self.registers.get(&ValueKey::of(value));
        known
            .copied()
            .ok_or_else(|| "a value from outside".to_owned())
    }

    fn all(&self, values: &[Value<'_, '_>]) -> Result<Vec<Register>, Undecided> {
        values.iter().map(|value| self.get(*value)).collect()
    }

    fn push(&mut self, step: Step) {
        self.code.steps.push(step);
    }

    fn here(&self) -> usize {
        self.code.steps.len()
    }

    /// The operations of a block; the operands of its `scf.yield`.
    fn block(&mut self, block: BlockRef<'_, '_>) -> Result<Vec<Register>, Undecided> {
        for operation in op::operations(block) {
            match op::name(operation) {
                "scf.yield" | "affine.yield" => return self.all(&op::operands(operation)),
                _ => self.operation(operation)?,
            }
        }
        Ok(Vec::new())
    }

    fn operation(&mut self, op: OperationRef<'_, '_>) -> Result<(), Undecided> {
        let operands = op::operands(op);
        match op::name(op) {
            "scf.for" => self.counted(op),
            "scf.parallel" => self.parallel(op),
            "scf.if" => self.branches(op),
            "arith.constant" => self.constant(op),
            "func.return" | "gpu.return" => {
                self.push(Step::Return);
                Ok(())
            }
            "affine.load" | "memref.load" => {
                let (array, at) = self.access(op, &operands)?;
                let means = self.means(op);
                let to = self.define(op::result(op));
                self.push(Step::Load {
                    array,
                    at,
                    to,
                    means,
                });
                Ok(())
            }
            "affine.store" | "memref.store" => {
                let value = self.get(operands[0])?;
                let (array, at) = self.access(op, &operands[1..])?;
                let means = self.means(op);
                self.push(Step::Store {
                    value,
                    array,
                    at,
                    means,
                });
                Ok(())
            }
            "memref.atomic_rmw" => self.update(op, &operands),
            "affine.apply" => self.affine(op, Choice::First),
            "affine.min" => self.affine(op, Choice::Least),
            "affine.max" => self.affine(op, Choice::Greatest),
            "gpu.block_id" => self.number(op, Number::Block),
            "gpu.thread_id" => self.number(op, Number::Thread),
            "gpu.grid_dim" => self.number(op, Number::Blocks),
            "gpu.block_dim" => self.number(op, Number::Threads),
            "gpu.barrier" => {
                self.push(Step::Barrier(Level::Block));
                Ok(())
            }
            "schedule.warp_barrier" => {
                self.push(Step::Barrier(Level::Warp));
                Ok(())
            }
            "gpu.launch_func" => self.launch(op, &operands),
            "scf.reduce" if operands.is_empty() => Ok(()),
            "gpu.dynamic_shared_memory" => self.array(op, &operands),
            name if name.starts_with("memref.") => self.array(op, &operands),
            name if name.starts_with("arith.") || name.starts_with("math.") => {
                self.scalar(op, &operands)
            }
            name => Err(format!("`{name}` is not interpreted")),
        }
    }

    /// An operation on an array as a whole.
    fn array(
        &mut self,
        op: OperationRef<'_, '_>,
        operands: &[Value<'_, '_>],
    ) -> Result<(), Undecided> {
        match op::name(op) {
            "memref.alloc" | "memref.alloca" => {
                let (kind, extents) = self.made(op, operands)?;
                let to = self.define(op::result(op));
                self.push(Step::Make { kind, extents, to });
                Ok(())
            }
            "memref.dealloc" => {
                let array = self.get(operands[0])?;
                self.push(Step::Free { array });
                Ok(())
            }
            "memref.dim" => {
                let (array, dim) = (self.get(operands[0])?, self.get(operands[1])?);
                let to = self.define(op::result(op));
                self.push(Step::Dim { array, dim, to });
                Ok(())
            }
            "memref.reinterpret_cast" => self.reshape(op, operands),
            "gpu.dynamic_shared_memory" => {
                self.define(op::result(op));
                Ok(())
            }
            "memref.view" => {
                let begin = self.get(operands[1])?;
                let (kind, extents) = self.made(op, &operands[2..])?;
                let to = self.define(op::result(op));
                self.push(Step::Shared {
                    begin,
                    kind,
                    extents,
                    to,
                });
                Ok(())
            }
            name => Err(format!("`{name}` is not interpreted")),
        }
    }

    fn scalar(
        &mut self,
        op: OperationRef<'_, '_>,
        operands: &[Value<'_, '_>],
    ) -> Result<(), Undecided> {
        let name = op::name(op).to_owned();
        let given = usize::from(name == "arith.select");
        let from = operands.get(given).and_then(|one| Kind::of(one.r#type()));
        let to = Kind::of(op::result(op).r#type());
        let (Some(from), Some(to)) = (from, to) else {
            return Err(format!("`{name}` on this type is not interpreted"));
        };
        let predicate = op::integer(op, "predicate").unwrap_or(0);
        let operation = Operation {
            name,
            from,
            to,
            predicate,
        };
        let operands = self.all(operands)?;
        let to = self.define(op::result(op));
        self.push(Step::Apply {
            operation,
            operands,
            to,
        });
        Ok(())
    }

    fn constant(&mut self, op: OperationRef<'_, '_>) -> Result<(), Undecided> {
        let result = op::result(op);
        let kind = Kind::of(result.r#type()).ok_or("a constant of this type")?;
        let attribute = op.attribute("value").map_err(|error| error.to_string())?;
        let value = if kind.is_float() {
            let float = FloatAttribute::try_from(attribute);
            Known::Float(float.map_err(|error| error.to_string())?.value())
        } else {
            let value = op::integer_of(attribute).ok_or("a constant")?;
            Known::Int(kind.wrap(i128::from(value)))
        };
        let to = self.define(result);
        self.push(Step::Constant { to, value });
        Ok(())
    }

    /// The array and the subscripts of an access; `operands` begins with the array.
    fn access(
        &self,
        op: OperationRef<'_, '_>,
        operands: &[Value<'_, '_>],
    ) -> Result<(Register, Subscripts), Undecided> {
        let array = self.get(operands[0])?;
        let map = if op::name(op).starts_with("affine.") {
            Some(results(
                affine_map_of(op).ok_or("an access without a map")?,
            )?)
        } else {
            None
        };
        let operands = self.all(&operands[1..])?;
        Ok((array, Subscripts { operands, map }))
    }

    fn means(&mut self, op: OperationRef<'_, '_>) -> Option<usize> {
        let wanted = self.redirected.as_mut()?;
        let text = isl_text_of(op.attribute(STANDS_FOR).ok()?).unwrap_or_default();
        wanted.push(text);
        Some(wanted.len() - 1)
    }

    fn update(
        &mut self,
        op: OperationRef<'_, '_>,
        operands: &[Value<'_, '_>],
    ) -> Result<(), Undecided> {
        // The kinds of MLIR, in its order.
        const KINDS: [&str; 13] = [
            "addf", "addi", "", "maximumf", "maxsi", "maxui", "minimumf", "minsi", "minui", "mulf",
            "muli", "ori", "andi",
        ];
        let kind = op::integer(op, "kind").and_then(|kind| usize::try_from(kind).ok());
        let name = kind
            .and_then(|kind| KINDS.get(kind))
            .filter(|name| !name.is_empty());
        let name = name.ok_or("an atomic update of this kind is not interpreted")?;
        let from = Kind::of(operands[0].r#type()).ok_or("an atomic update of this type")?;
        let name = format!("arith.{name}");
        let operation = Operation {
            name,
            from,
            to: from,
            predicate: 0,
        };
        let value = self.get(operands[0])?;
        let (array, at) = self.access(op, &operands[1..])?;
        let to = self.define(op::result(op));
        self.push(Step::Update {
            operation,
            value,
            array,
            at,
            to,
        });
        Ok(())
    }

    /// The type and the extents of an array that an operation makes.
    fn made(
        &self,
        op: OperationRef<'_, '_>,
        given: &[Value<'_, '_>],
    ) -> Result<(Kind, Vec<Extent>), Undecided> {
        let (kind, extents) = array_type(op::result(op).r#type()).ok_or("an array of this type")?;
        let mut given = given.iter();
        let extents = extents.into_iter().map(|extent| match extent {
            Some(extent) => Ok(Extent::Known(extent)),
            None => self
                .get(*given.next().ok_or("an extent")?)
                .map(Extent::Given),
        });
        Ok((kind, extents.collect::<Result<_, Undecided>>()?))
    }

    fn reshape(
        &mut self,
        op: OperationRef<'_, '_>,
        operands: &[Value<'_, '_>],
    ) -> Result<(), Undecided> {
        let statics = |name: &str| op::integers(op, name).unwrap_or_default();
        let array = self.get(operands[0])?;
        let mut given = operands[1..].iter();
        let mut list = |numbers: Vec<i64>| -> Result<Vec<Extent>, Undecided> {
            let each = numbers.into_iter().map(|number| {
                if number != i64::MIN {
                    Ok(Extent::Known(number))
                } else {
                    self.get(*given.next().ok_or("an extent")?)
                        .map(Extent::Given)
                }
            });
            each.collect()
        };
        let offsets = list(statics("static_offsets"))?;
        let (extents, strides) = (
            list(statics("static_sizes"))?,
            list(statics("static_strides"))?,
        );
        if !matches!(offsets[..], [Extent::Known(0)]) {
            return Err("an array from an offset on".to_owned());
        }
        let to = self.define(op::result(op));
        self.push(Step::Reshape {
            array,
            extents,
            strides,
            to,
        });
        Ok(())
    }

    fn affine(&mut self, op: OperationRef<'_, '_>, choice: Choice) -> Result<(), Undecided> {
        let map = results(affine_map_of(op).ok_or("an operation without a map")?)?;
        let operands = self.all(&op::operands(op))?;
        let to = self.define(op::result(op));
        self.push(Step::Affine {
            map,
            choice,
            operands,
            to,
        });
        Ok(())
    }

    fn number(&mut self, op: OperationRef<'_, '_>, what: Number) -> Result<(), Undecided> {
        let dimension = op
            .attribute("dimension")
            .map_err(|error| error.to_string())?;
        let text = dimension.to_string();
        let axis = ["dim x", "dim y", "dim z"]
            .iter()
            .position(|axis| text.contains(axis));
        let axis = axis.ok_or("an axis")?;
        let to = self.define(op::result(op));
        self.push(Step::Number { what, axis, to });
        Ok(())
    }

    /// The step from one iteration to the next one, and the test before each.
    fn counted(&mut self, op: OperationRef<'_, '_>) -> Result<(), Undecided> {
        let operands = op::operands(op);
        let body = op::body(op).ok_or("a loop without a body")?;
        let given = self.all(&operands)?;
        let arguments: Vec<Register> = op::arguments(body)
            .into_iter()
            .map(|argument| self.define(argument))
            .collect();
        let kind = Kind::of(operands[0].r#type()).ok_or("a loop over this type")?;
        // Lanes of one vector are in no order; those of a reduction combine into one element.
        let lanes = op
            .attribute(VECTOR)
            .is_ok_and(|kind| kind.to_string().contains("independent"));
        self.push(Step::Copy {
            from: given[0],
            to: arguments[0],
        });
        for (from, to) in given[3..].iter().zip(&arguments[1..]) {
            self.push(Step::Copy {
                from: *from,
                to: *to,
            });
        }
        if lanes {
            self.push(Step::Enter(Free::Lanes));
        }
        let (exit, head) = self.test(kind, arguments[0], given[1]);
        if lanes {
            self.push(Step::Next(Free::Lanes));
        }
        let values = self.block(body)?;
        self.together(&values, &arguments[1..]);
        self.advance(kind, arguments[0], given[2], head);
        self.close(exit);
        if lanes {
            self.push(Step::Leave(Free::Lanes));
        }
        for (from, result) in arguments[1..].iter().zip(op::results(op)) {
            let to = self.define(result);
            self.push(Step::Copy { from: *from, to });
        }
        Ok(())
    }

    fn parallel(&mut self, op: OperationRef<'_, '_>) -> Result<(), Undecided> {
        if op.result_count() > 0 {
            return Err("a parallel loop with results".to_owned());
        }
        let operands = op::operands(op);
        let body = op::body(op).ok_or("a loop without a body")?;
        let given = self.all(&operands)?;
        let count = given.len() / 3;
        let arguments: Vec<Register> = op::arguments(body)
            .into_iter()
            .map(|argument| self.define(argument))
            .collect();
        self.push(Step::Enter(Free::Parallel));
        let mut open = Vec::new();
        for dim in 0..count {
            self.push(Step::Copy {
                from: given[dim],
                to: arguments[dim],
            });
            open.push(self.test(Kind::Index, arguments[dim], given[count + dim]));
        }
        self.push(Step::Next(Free::Parallel));
        self.block(body)?;
        for (dim, (exit, head)) in open.into_iter().enumerate().rev() {
            self.advance(Kind::Index, arguments[dim], given[2 * count + dim], head);
            self.close(exit);
        }
        self.push(Step::Leave(Free::Parallel));
        Ok(())
    }

    /// Leaves a loop where its iterator is not below the end: where the jump stands, and where the
    /// test begins.
    fn test(&mut self, kind: Kind, iterator: Register, end: Register) -> (usize, usize) {
        let head = self.here();
        let condition = self.fresh();
        let operation = Operation {
            name: "arith.cmpi".to_owned(),
            from: kind,
            to: Kind::Int(1),
            predicate: 2,
        };
        self.push(Step::Apply {
            operation,
            operands: vec![iterator, end],
            to: condition,
        });
        self.push(Step::Unless { condition, to: 0 });
        (self.here() - 1, head)
    }

    fn advance(&mut self, kind: Kind, iterator: Register, step: Register, head: usize) {
        let operation = Operation {
            name: "arith.addi".to_owned(),
            from: kind,
            to: kind,
            predicate: 0,
        };
        self.push(Step::Apply {
            operation,
            operands: vec![iterator, step],
            to: iterator,
        });
        self.push(Step::Jump(head));
    }

    /// Makes a jump lead here.
    fn close(&mut self, jump: usize) {
        let here = self.here();
        match &mut self.code.steps[jump] {
            Step::Unless { to, .. } | Step::Jump(to) => *to = here,
            _ => {}
        }
    }

    /// Copies values at once: some may be among the targets.
    fn together(&mut self, values: &[Register], targets: &[Register]) {
        let between: Vec<Register> = values.iter().map(|_| self.fresh()).collect();
        for (from, to) in values.iter().zip(&between) {
            self.push(Step::Copy {
                from: *from,
                to: *to,
            });
        }
        for (from, to) in between.iter().zip(targets) {
            self.push(Step::Copy {
                from: *from,
                to: *to,
            });
        }
    }

    fn branches(&mut self, op: OperationRef<'_, '_>) -> Result<(), Undecided> {
        let condition = self.get(op::operands(op)[0])?;
        let results: Vec<Register> = op::results(op)
            .into_iter()
            .map(|result| self.define(result))
            .collect();
        self.push(Step::Unless { condition, to: 0 });
        let mut jump = self.here() - 1;
        for (number, region) in op.regions().enumerate() {
            if let Some(block) = region.first_block() {
                let values = self.block(block)?;
                self.together(&values, &results);
            }
            if number == 0 {
                self.push(Step::Jump(0));
                self.close(jump);
                jump = self.here() - 1;
            }
        }
        self.close(jump);
        Ok(())
    }

    fn launch(
        &mut self,
        op: OperationRef<'_, '_>,
        operands: &[Value<'_, '_>],
    ) -> Result<(), Undecided> {
        let segments = op
            .attribute("operandSegmentSizes")
            .map_err(|error| error.to_string())?;
        let segments =
            DenseI32ArrayAttribute::try_from(segments).map_err(|error| error.to_string())?;
        let segments: Vec<usize> = (0..segments.len())
            .filter_map(|at| usize::try_from(segments.element(at).ok()?).ok())
            .collect();
        let given = self.all(operands)?;
        let first = *segments.first().ok_or("a launch")?;
        // Of the extents of grid, block and cluster and the dynamic bytes; then the arguments.
        let skipped: usize = segments.iter().take(ARGUMENTS).sum();
        let count = segments.get(ARGUMENTS).copied().unwrap_or(0);
        let at = |position: usize| given.get(first + position).copied().ok_or("a launch");
        let kernel = op
            .attribute("kernel")
            .map_err(|error| error.to_string())?
            .to_string();
        let kernel = kernel
            .rsplit('@')
            .next()
            .unwrap_or_default()
            .trim_matches('"')
            .to_owned();
        let grid = [at(0)?, at(1)?, at(2)?];
        let block = [at(3)?, at(4)?, at(5)?];
        let arguments = given[skipped..skipped + count].to_vec();
        self.push(Step::Launch {
            kernel,
            grid,
            block,
            arguments,
        });
        Ok(())
    }
}

/// The results of a map.
fn results(map: AffineMap<'_>) -> Result<Vec<Affine>, Undecided> {
    let dims = map.dim_count();
    let results = (0..map.result_count()).map(|position| {
        let result = map.result(position).map_err(|error| error.to_string())?;
        expression(result, dims)
    });
    results.collect()
}

fn expression(expr: AffineExpr<'_>, dims: usize) -> Result<Affine, Undecided> {
    if expr.is_constant() {
        return Ok(Affine::Constant(expr.constant_value()));
    }
    if expr.is_dim() {
        return Ok(Affine::Operand(expr.dim_position()));
    }
    if expr.is_symbol() {
        return Ok(Affine::Operand(dims + expr.symbol_position()));
    }
    let both = Box::new([expression(expr.lhs(), dims)?, expression(expr.rhs(), dims)?]);
    Ok(match () {
        () if expr.is_add() => Affine::Sum(both),
        () if expr.is_mul() => Affine::Product(both),
        () if expr.is_mod() => Affine::Modulo(both),
        () if expr.is_floor_div() => Affine::Floor(both),
        () if expr.is_ceil_div() => Affine::Ceiling(both),
        () => return Err("an affine expression".to_owned()),
    })
}
