//! The PTX of a compiled module, and the plan of its launches.
//!
//! `gpu-module-to-ptx` turns each `gpu.module` into a `gpu.binary` whose object is PTX text, and
//! leaves the host function with its `gpu.launch_func`s unchanged. [`text`] reads the first;
//! [`Plan::of`] reads the second, so that the emulator and the CUDA driver launch the kernels
//! without compiling any host code.

mod amount;
mod steps;
mod symbols;

pub use amount::{Amount, Operation};
pub use steps::{Launched, Loop, Step};

use symbols::Symbols;

use melior::ir::{
    Attribute, AttributeLike, Module, OperationRef, RegionLike, Type, TypeLike, Value, ValueLike,
    attribute::DenseI32ArrayAttribute,
    block::BlockLike,
    operation::{OperationLike, WalkOrder, WalkResult},
    r#type::{DimSize, IntegerType, MemRefType, ShapedTypeLike},
};
use mlir_sys::*;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use tc_dialects::op::{self, is};
use tc_dialects::schedule::ZEROED;

/// Why a module cannot be launched.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A `gpu.module` is not yet compiled.
    #[error("the module holds no PTX: run gpu-module-to-ptx first")]
    NoPtx,
    /// Texts of different `.version`s or `.target`s cannot be joined.
    #[error(
        "the kernels are not for one target: each `gpu.binary` must begin with the same `.version` and `.target`"
    )]
    Heads,
    /// There is no `func.func` of this name.
    #[error("no host function `{0}` in the module")]
    NoFunction(String),
    /// The host function has an operation that a plan does not support, with this name.
    #[error("host function: expected constants, buffers, loops and launches, found `{0}`")]
    Unexpected(String),
    /// A temporary of that number whose bytes cannot be counted.
    #[error("temporary {0} does not fit in memory at these sizes")]
    TooLarge(usize),
    /// A launch whose sizes or arguments are not constant.
    #[error("launch of `{kernel}`: {reason}")]
    Launch {
        /// The launched kernel.
        kernel: String,
        /// What was expected.
        reason: String,
    },
}

/// The PTX of all kernels: the texts of the module's `gpu.binary`s, concatenated below one head.
///
/// # Errors
/// [`Error::NoPtx`] if there is none. A module without kernels, as `schedule-to-gpu` writes it for
/// a scop without instances, has an empty text. [`Error::Heads`] if they are not for the same
/// target.
pub fn text(module: &Module) -> Result<String, Error> {
    let mut texts = Vec::new();
    let mut compiled = module
        .as_operation()
        .attribute("gpu.container_module")
        .is_ok();
    module.as_operation().walk(WalkOrder::PreOrder, |op| {
        compiled &= !is(op, "gpu.module");
        if is(op, "gpu.binary") {
            for object in op::elements(op, "objects") {
                // SAFETY: MLIR verifies that the objects of a binary are such attributes; their
                // text lives as long as the context.
                let text = unsafe { text_of(mlirGPUObjectAttrGetObject(object.to_raw())) };
                texts.push(text.trim_end_matches('\0').trim());
            }
        }
        WalkResult::Advance
    });
    let Some((first, others)) = texts.split_first() else {
        return if compiled {
            Ok(String::new())
        } else {
            Err(Error::NoPtx)
        };
    };
    if others.is_empty() {
        return Ok(format!("{first}\n"));
    }
    let (head, _) = split_head(first);
    let mut files = Files::default();
    let mut symbols = Symbols::default();
    let mut all = files.taken_from(&symbols.taken_from(first));
    for other in others {
        let (own, body) = split_head(other);
        if own != head {
            return Err(Error::Heads);
        }
        all.push('\n');
        all.push_str(&files.taken_from(&symbols.taken_from(body)));
    }
    Ok(all + &files.directives() + "\n")
}

/// The source files named by texts with debug information: one table for all, since ptxas refuses a
/// duplicate number.
#[derive(Default)]
struct Files(Vec<String>);

impl Files {
    /// The text without its own table, with its file numbers replaced by those of this one.
    fn taken_from(&mut self, text: &str) -> String {
        let mut numbers = HashMap::new();
        for (number, file) in text.lines().filter_map(file_of) {
            let known = self.0.iter().position(|known| known == file);
            let position = known.unwrap_or_else(|| {
                self.0.push(file.to_owned());
                self.0.len() - 1
            });
            numbers.insert(number, position + 1);
        }
        if numbers.is_empty() {
            return text.to_owned();
        }
        let lines = text.lines().filter(|line| file_of(line).is_none());
        lines
            .map(|line| renumbered(line, &numbers))
            .collect::<Vec<_>>()
            .join("\n")
    }

    fn directives(&self) -> String {
        let files = self.0.iter().enumerate();
        files
            .map(|(position, file)| format!("\n\t.file\t{} {file}", position + 1))
            .collect()
    }
}

/// The number and the name in a `.file` directive.
fn file_of(line: &str) -> Option<(&str, &str)> {
    line.trim_start().strip_prefix(".file\t")?.split_once(' ')
}

/// A line with its file numbers replaced: `.loc 1 2 5, function_name f, inlined_at 1 7 3` has two.
fn renumbered(line: &str, numbers: &HashMap<&str, usize>) -> String {
    let mut line = line.to_owned();
    for before in [".loc\t", "inlined_at "] {
        if !line.trim_start().starts_with(".loc\t") {
            break;
        }
        let Some(start) = line.find(before).map(|start| start + before.len()) else {
            continue;
        };
        let end = line[start..]
            .find(' ')
            .map_or(line.len(), |end| start + end);
        if let Some(number) = numbers.get(&line[start..end]) {
            line.replace_range(start..end, &number.to_string());
        }
    }
    line
}

/// Splits a text after the directives that name its machine.
fn split_head(text: &str) -> (&str, &str) {
    let last = text.find(".address_size").unwrap_or(0);
    let end = text[last..]
        .find('\n')
        .map_or(text.len(), |end| last + end + 1);
    text.split_at(end)
}

/// The memory of a kernel's argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Buffer {
    /// The host function's argument of that number.
    Argument(usize),
    /// The temporary of that number.
    Temporary(usize),
    /// No memory but a number: the size of that number, which the host function takes behind its
    /// arrays.
    Size(usize),
    /// No memory but this number.
    Value(i64),
    /// No memory but a number: the coordinate of the loop at that depth around the launch, the
    /// outermost one at 0.
    Coordinate(usize),
}

/// One kernel launch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launch {
    /// The entry of the PTX, which is the symbol of the `gpu.func`.
    pub kernel: String,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u32,
    /// The arguments, in the order of the kernel's parameters.
    pub buffers: Vec<Buffer>,
}

/// The plan of the host function: its kernels, in order, with their buffers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The size of each temporary in bytes; where extents are not known, without these.
    pub temporaries: Vec<usize>,
    /// The temporaries that are zero before the first launch, by number. Each call of the kernels
    /// leaves them zero.
    #[serde(default)]
    pub zeroed: Vec<usize>,
    /// By temporary, extents that are not known.
    #[serde(default)]
    pub unknown: Vec<(usize, Amount)>,
    /// In the order of the host function; each starts after the previous one has ended.
    pub steps: Vec<Step>,
}

impl Plan {
    /// Reads the plan of the host function of that name.
    ///
    /// # Errors
    /// A function that is missing, or that does more than allocate and launch with constant sizes.
    pub fn of(module: &Module, function: &str) -> Result<Self, Error> {
        let host = find_function(module, function)?;
        let body = host.region(0).ok().and_then(|region| region.first_block());
        let Some(body) = body else {
            return Err(Error::NoFunction(function.to_owned()));
        };
        let arguments: Vec<usize> = (0..body.argument_count())
            .map(|index| body.argument(index).expect("counted").to_raw().ptr as usize)
            .collect();
        let is_array = |index: &usize| {
            let argument = body.argument(*index).expect("counted");
            argument.r#type().is_mem_ref()
        };
        let arrays = (0..body.argument_count()).take_while(is_array).count();
        let mut known = Known {
            arguments,
            arrays,
            ..Known::default()
        };
        let mut plan = Self::default();
        plan.steps = plan.steps_of(host, &mut known)?;
        Ok(plan)
    }

    /// The steps of the body of the host function, or of a loop in it.
    fn steps_of(&mut self, parent: OperationRef, known: &mut Known) -> Result<Vec<Step>, Error> {
        let mut steps = Vec::new();
        for op in op::children(parent) {
            match op::name(op) {
                "memref.alloc" if known.coordinates.is_empty() => self.allocation(op, known)?,
                // A temporary whose extents are not known is passed by its first element.
                "memref.reinterpret_cast" => {
                    let source = op::operands(op)[0].to_raw().ptr as usize;
                    let alias = op::result(op).to_raw().ptr as usize;
                    known.aliases.insert(alias, source);
                }
                name if name.starts_with("arith.") => {}
                "gpu.launch_func" => steps.push(Step::Launch(launch(op, known)?)),
                "scf.for" => steps.push(Step::Loop(self.around(op, known)?)),
                "memref.dealloc" | "func.return" | "scf.yield" => {}
                other => return Err(Error::Unexpected(other.to_owned())),
            }
        }
        Ok(steps)
    }

    /// Adds a temporary.
    fn allocation(&mut self, op: OperationRef, known: &mut Known) -> Result<(), Error> {
        let result = op.result(0).expect("an allocation has a result");
        let unexpected = || Error::Unexpected(format!("an allocation of {}", result.r#type()));
        for extent in op::operands(op) {
            let extent = Amount::of(extent, known.arrays).ok_or_else(unexpected)?;
            self.unknown.push((self.temporaries.len(), extent));
        }
        let bytes = bytes_of_known(result.r#type()).ok_or_else(unexpected)?;
        if op.has_attribute(ZEROED) {
            self.zeroed.push(self.temporaries.len());
        }
        self.temporaries.push(bytes);
        known.allocated.push(result.to_raw().ptr as usize);
        Ok(())
    }

    /// A loop of the host function.
    fn around(&mut self, op: OperationRef, known: &mut Known) -> Result<Loop, Error> {
        let unexpected = || Error::Unexpected("a loop without constant bounds".to_owned());
        let operands = op::operands(op);
        let bound = |at: usize| operands.get(at).and_then(|value| number(*value));
        let (first, end, step) = (bound(0), bound(1), bound(2).filter(|step| *step > 0));
        let ends = first.zip(end.and_then(|end| end.checked_sub(1))).zip(step);
        let ((first, last), step) = ends.ok_or_else(unexpected)?;
        let body = op::body(op).ok_or_else(unexpected)?;
        let coordinate = body.argument(0).map_err(|_| unexpected())?;
        known.coordinates.push(coordinate.to_raw().ptr as usize);
        let steps = self.steps_of(op, known)?;
        known.coordinates.pop();
        Ok(Loop {
            first,
            last,
            step,
            body: steps,
        })
    }

    /// The plan at these sizes, in the order of the host function: nothing in it is unknown.
    ///
    /// # Errors
    /// Temporaries that do not fit in memory.
    pub fn at(&self, sizes: &[i64]) -> Result<Plan, Error> {
        let mut plan = self.clone();
        for (temporary, extent) in std::mem::take(&mut plan.unknown) {
            let bytes = extent.at(sizes).and_then(|extent| {
                plan.temporaries[temporary].checked_mul(extent.try_into().ok()?)
            });
            plan.temporaries[temporary] = bytes.ok_or(Error::TooLarge(temporary))?;
        }
        let launches = plan.launches_mut().into_iter();
        for buffer in launches.flat_map(|one| &mut one.buffers) {
            if let Buffer::Size(size) = *buffer {
                *buffer = Buffer::Value(sizes.get(size).copied().unwrap_or(0));
            }
        }
        Ok(plan)
    }
}

/// The values of a host function.
#[derive(Default)]
struct Known {
    arguments: Vec<usize>,
    /// How many of these are arrays; sizes are behind them.
    arrays: usize,
    /// The results of allocations, in the order of the temporaries.
    allocated: Vec<usize>,
    aliases: HashMap<usize, usize>,
    /// The coordinates of the loops around the current block, outermost first.
    coordinates: Vec<usize>,
}

impl Known {
    fn buffer(&self, value: Value<'_, '_>) -> Option<Buffer> {
        let address = value.to_raw().ptr as usize;
        let address = self.aliases.get(&address).copied().unwrap_or(address);
        let find = |all: &[usize]| all.iter().position(|one| *one == address);
        if let Some(argument) = find(&self.arguments) {
            return Some(match argument.checked_sub(self.arrays) {
                Some(size) => Buffer::Size(size),
                None => Buffer::Argument(argument),
            });
        }
        let temporary = find(&self.allocated).map(Buffer::Temporary);
        let coordinate = || find(&self.coordinates).map(Buffer::Coordinate);
        let constant = || number(value).map(Buffer::Value);
        temporary.or_else(coordinate).or_else(constant)
    }
}

/// The launches of all host functions of the module, in the order of the text.
///
/// # Errors
/// A host function that does more than allocate and launch with constant sizes.
pub fn launches(module: &Module) -> Result<Vec<Launched>, Error> {
    let mut all = Vec::new();
    let mut next = module.body().first_operation();
    while let Some(op) = next {
        next = op.next_in_block();
        if is(op, "func.func") {
            all.extend(Plan::of(module, &op::symbol(op))?.launches());
        }
    }
    Ok(all)
}

/// Launches of the kernels of a module above PTX that say their grid and block
/// (`known_grid_size`, `known_block_size`), once each: for a module without a host function.
pub fn known_launches(module: &Module) -> Vec<Launched> {
    let mut all = Vec::new();
    module
        .as_operation()
        .walk(WalkOrder::PreOrder, |operation| {
            let sizes = |name: &str| {
                let array = operation.attribute(name).ok()?;
                let array = DenseI32ArrayAttribute::try_from(array).ok()?;
                let size = |axis| u32::try_from(array.element(axis).ok()?).ok();
                Some([size(0)?, size(1)?, size(2)?])
            };
            if is(operation, "gpu.func")
                && let (Some(grid), Some(block)) =
                    (sizes("known_grid_size"), sizes("known_block_size"))
            {
                let launch = Launch {
                    kernel: op::symbol(operation),
                    grid,
                    block,
                    dynamic_shared: 0,
                    buffers: Vec::new(),
                };
                all.push(Launched { launch, times: 1 });
            }
            WalkResult::Advance
        });
    all
}

fn find_function<'c, 'a>(
    module: &'a Module<'c>,
    function: &str,
) -> Result<OperationRef<'c, 'a>, Error> {
    let mut next = module.body().first_operation();
    while let Some(op) = next {
        next = op.next_in_block();
        if is(op, "func.func") && op::symbol(op) == function {
            // SAFETY: the operation lives in `module`, longer than the reference to its body.
            return Ok(unsafe { OperationRef::from_raw(op.to_raw()) });
        }
    }
    Err(Error::NoFunction(function.to_owned()))
}

/// `gpu.launch_func` has these groups of operands: async dependencies, grid x y z, block x y z,
/// cluster x y z, dynamic shared memory size, kernel arguments, async object.
fn launch(op: OperationRef, known: &Known) -> Result<Launch, Error> {
    let kernel = op
        .attribute("kernel")
        .ok()
        .and_then(leaf_of)
        .unwrap_or_default();
    let fail = |reason: &str| Error::Launch {
        kernel: kernel.clone(),
        reason: reason.to_owned(),
    };
    let groups = op
        .attribute("operandSegmentSizes")
        .and_then(DenseI32ArrayAttribute::try_from)
        .map_err(|_| fail("no operand groups"))?;
    let mut position = 0;
    let mut take = |group: usize| {
        let count = groups.element(group).map_or(0, |count| count as usize);
        let operands: Vec<Value> = (position..position + count)
            .filter_map(|index| op.operand(index).ok())
            .collect();
        position += count;
        operands
    };
    take(0);
    let mut sizes = [0_u32; 6];
    for (group, size) in sizes.iter_mut().enumerate() {
        let operands = take(group + 1);
        *size = operands
            .first()
            .and_then(|value| constant(*value))
            .ok_or_else(|| fail("grid and block sizes must be constants that fit 32 bits"))?;
    }
    for group in 7..10 {
        take(group);
    }
    let dynamic_shared = match take(10).first() {
        None => 0,
        Some(value) => {
            constant(*value).ok_or_else(|| fail("the shared memory size must be a constant"))?
        }
    };
    let buffers = take(11)
        .into_iter()
        .map(|value| {
            known.buffer(value).ok_or_else(|| {
                fail("every argument must be an argument, a temporary, a loop or a constant of the host function")
            })
        })
        .collect::<Result<Vec<Buffer>, Error>>()?;
    Ok(Launch {
        grid: [sizes[0], sizes[1], sizes[2]],
        block: [sizes[3], sizes[4], sizes[5]],
        kernel,
        dynamic_shared,
        buffers,
    })
}

fn constant(value: Value) -> Option<u32> {
    u32::try_from(number(value)?).ok()
}

fn number(value: Value) -> Option<i64> {
    let owner = op::defining_operation(value).filter(|owner| is(*owner, "arith.constant"))?;
    op::integer(owner, "value")
}

/// The last name of a reference to a symbol.
fn leaf_of(reference: Attribute) -> Option<String> {
    // SAFETY: the kind of the attribute is asked before its names, which are copied.
    unsafe {
        mlirAttributeIsASymbolRef(reference.to_raw())
            .then(|| text_of(mlirSymbolRefAttrGetLeafReference(reference.to_raw())).to_owned())
    }
}

/// The bytes of a statically shaped memref, `None` for any other type.
pub fn bytes_of(ty: Type) -> Option<usize> {
    let memref = MemRefType::try_from(ty).ok()?;
    memref.has_static_shape().then(|| bytes_of_known(ty))?
}

/// The product of the extents of a memref that are known, and of the bytes of an element.
fn bytes_of_known(ty: Type) -> Option<usize> {
    let memref = MemRefType::try_from(ty).ok()?;
    let element = memref.element();
    let bits = match IntegerType::try_from(element) {
        Ok(integer) => integer.width().next_multiple_of(8),
        // SAFETY: the type is alive, and a float.
        Err(_) if element.is_float() => unsafe { mlirFloatTypeGetWidth(element.to_raw()) },
        Err(_) => return None,
    };
    (0..memref.rank()).try_fold(bits as usize / 8, |bytes, dimension| {
        match memref.dim_size(dimension).ok()? {
            DimSize::Static(extent) => bytes.checked_mul(extent as usize),
            DimSize::Dynamic => Some(bytes),
        }
    })
}

/// A text of MLIR's; empty where it is no UTF-8.
///
/// # Safety
/// The text lives as long as the result is used.
unsafe fn text_of<'a>(text: MlirStringRef) -> &'a str {
    if text.length == 0 {
        return "";
    }
    // SAFETY: guaranteed by the caller.
    let bytes = unsafe { std::slice::from_raw_parts(text.data.cast::<u8>(), text.length) };
    std::str::from_utf8(bytes).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tc_dialects::target;
    use tc_pass_host::run_pipeline;
    use tc_pipelines::mapping::MappingOptions;

    fn new_context() -> melior::Context {
        tc_pipelines::register_with(crate::register);
        tc_pipelines::new_context()
    }

    /// The output of `schedule-to-gpu`: two kernels, the second on a temporary of the first.
    const TWICE: &str = r#"
        module attributes {gpu.container_module} {
          gpu.module @twice_kernels {
            gpu.func @twice_k0(%A: memref<64xf32>, %T: memref<64xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 2, 1, 1>} {
              %b = gpu.block_id x
              %t = gpu.thread_id x
              %c32 = arith.constant 32 : index
              %o = arith.muli %b, %c32 : index
              %i = arith.addi %o, %t : index
              %a = memref.load %A[%i] : memref<64xf32>
              %s = arith.addf %a, %a : f32
              memref.store %s, %T[%i] : memref<64xf32>
              gpu.return
            }
          }
          func.func @twice(%A: memref<64xf32>, %B: memref<64xf32>) {
            %c1 = arith.constant 1 : index
            %c2 = arith.constant 2 : index
            %c32 = arith.constant 32 : index
            %shared = arith.constant 128 : i32
            %T = memref.alloc() : memref<64xf32>
            gpu.launch_func @twice_kernels::@twice_k0 blocks in (%c2, %c1, %c1) threads in (%c32, %c1, %c1) args(%A : memref<64xf32>, %T : memref<64xf32>)
            gpu.launch_func @twice_kernels::@twice_k0 blocks in (%c1, %c2, %c1) threads in (%c32, %c1, %c1) dynamic_shared_memory_size %shared args(%T : memref<64xf32>, %B : memref<64xf32>)
            memref.dealloc %T : memref<64xf32>
            return
          }
        }"#;

    #[test]
    fn a_plan_lists_launches_and_temporaries_in_order() {
        let context = new_context();
        let module = Module::parse(&context, TWICE).unwrap();
        let plan = Plan::of(&module, "twice").unwrap();
        let launch = |grid, dynamic_shared, buffers: [Buffer; 2]| Launch {
            kernel: "twice_k0".to_owned(),
            grid,
            block: [32, 1, 1],
            dynamic_shared,
            buffers: buffers.to_vec(),
        };
        assert_eq!(
            plan,
            Plan {
                temporaries: vec![256],
                zeroed: Vec::new(),
                unknown: Vec::new(),
                steps: vec![
                    Step::Launch(launch(
                        [2, 1, 1],
                        0,
                        [Buffer::Argument(0), Buffer::Temporary(0)]
                    )),
                    Step::Launch(launch(
                        [1, 2, 1],
                        128,
                        [Buffer::Temporary(0), Buffer::Argument(1)]
                    )),
                ],
            }
        );
        assert_eq!(launches(&module).unwrap(), plan.launches());
        let zeroed = TWICE.replace("memref.alloc() :", "memref.alloc() {schedule.zeroed} :");
        let zeroed = Module::parse(&context, &zeroed).unwrap();
        let expected = Plan {
            zeroed: vec![0],
            ..plan
        };
        assert_eq!(Plan::of(&zeroed, "twice").unwrap(), expected);
        assert_eq!(
            Plan::of(&module, "once").unwrap_err().to_string(),
            "no host function `once` in the module"
        );
    }

    #[test]
    fn loops_of_the_host_are_loops_of_the_plan() {
        let context = new_context();
        let text = TWICE
            .replace("%A: memref<64xf32>, %T: memref<64xf32>) kernel", "%A: memref<64xf32>, %T: memref<64xf32>, %n: index) kernel")
            .replace("gpu.launch_func @twice_kernels::@twice_k0 blocks in (%c2", "scf.for %n = %c1 to %c32 step %c2 {\ngpu.launch_func @twice_kernels::@twice_k0 blocks in (%c2")
            .replace("%T : memref<64xf32>)\n", "%T : memref<64xf32>, %n : index)\n}\n")
            .replace("%B : memref<64xf32>)\n", "%B : memref<64xf32>, %c32 : index)\n");
        let module = Module::parse(&context, &text).expect("a module");
        let plan = Plan::of(&module, "twice").unwrap();
        let [Step::Loop(first), Step::Launch(second)] = &plan.steps[..] else {
            panic!("{plan:?}");
        };
        assert_eq!((first.first, first.last, first.step), (1, 31, 2));
        let [Step::Launch(inner)] = &first.body[..] else {
            panic!("{first:?}");
        };
        assert_eq!(inner.buffers[2], Buffer::Coordinate(0));
        assert_eq!(second.buffers[2], Buffer::Value(32));
        let times: Vec<u64> = plan.launches().iter().map(|one| one.times).collect();
        assert_eq!(times, [16, 1]);
        let open = text.replace("%c1 to %c32 step", "%c1 to %m step");
        let open = open.replace("%B: memref<64xf32>) {", "%B: memref<64xf32>, %m: index) {");
        let module = Module::parse(&context, &open).expect("a module");
        assert_eq!(
            Plan::of(&module, "twice").unwrap_err().to_string(),
            "host function: expected constants, buffers, loops and launches, found `a loop without constant bounds`"
        );
    }

    #[test]
    fn the_nvvm_pipeline_makes_ptx_for_the_target() {
        let context = new_context();
        let mut module = Module::parse(&context, TWICE).unwrap();
        assert!(matches!(text(&module), Err(Error::NoPtx)));
        let target = target::find("sm_90a").unwrap();
        let gpu = target.as_gpu().unwrap();
        run_pipeline(
            &context,
            &mut module,
            &tc_pipelines::inner_text(&crate::pipeline::to_ptx(gpu, &MappingOptions::gpu())),
            None,
        )
        .unwrap();
        let ptx = text(&module).unwrap();
        assert!(ptx.contains(".target sm_90a"), "{ptx}");
        assert!(ptx.contains(".visible .entry twice_k0("), "{ptx}");
        assert!(ptx.contains(".maxntid 32"), "{ptx}");
        assert_eq!(
            Plan::of(&module, "twice").unwrap().count(),
            2,
            "the host function is still there"
        );
    }

    #[test]
    fn texts_with_debug_information_share_one_table_of_files() {
        let mut files = Files::default();
        let first = "f\n\t.loc\t1 2 5\n\t.file\t1 \"a.tc\"";
        assert_eq!(files.taken_from(first), "f\n\t.loc\t1 2 5");
        let second = "g\n\t.loc\t1 1 1\n\t.loc\t2 3 4, function_name $x, inlined_at 1 7 3\n\t.file\t1 \"b.tc\"\n\t.file\t2 \"a.tc\"";
        assert_eq!(
            files.taken_from(second),
            "g\n\t.loc\t2 1 1\n\t.loc\t1 3 4, function_name $x, inlined_at 2 7 3"
        );
        assert_eq!(files.taken_from("h\n\tret;"), "h\n\tret;");
        assert_eq!(
            files.directives(),
            "\n\t.file\t1 \"a.tc\"\n\t.file\t2 \"b.tc\""
        );
    }
}
