//! One thread of a function: it runs until a barrier, a launch or its end.

use tc_scop::barriers::Level;

use super::code::{Affine, Choice, Code, Extent, Free, Number, Register, Step, Subscripts};
use super::memory::{Memory, Who};
use super::number::{Kind, Operation, Stop, Value};

/// What the message on an operand says that nothing has been written to.
pub const UNWRITTEN: &str = "to which nothing has been written";

/// What a thread did last.
#[derive(Clone, Debug)]
pub enum Pause {
    Barrier(Level),
    Launch {
        kernel: String,
        grid: [i64; 3],
        block: [i64; 3],
        arguments: Vec<Value>,
    },
    End,
}

/// The numbers of a thread: its block and itself, along each axis, and the extents of both.
#[derive(Clone, Copy, Debug, Default)]
pub struct Numbers {
    pub block: [i64; 3],
    pub thread: [i64; 3],
    pub blocks: [i64; 3],
    pub threads: [i64; 3],
}

/// An array of a block's dynamic memory: its first byte and the one behind it, and its view.
pub type SharedPart = (i64, i64, usize);

/// What the threads of a run share.
#[derive(Debug, Default)]
pub struct World {
    pub memory: Memory,
    /// The parts of the dynamic memory of the block that runs.
    pub shared: Vec<SharedPart>,
    /// The elements that accesses of a statement stand for, by number: `None` for none.
    pub meant: Vec<Option<(usize, Vec<i64>)>>,
    /// The number of loops without order that were entered.
    pub entered: u32,
    /// The steps left.
    pub fuel: u64,
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Thread<'c> {
    code: &'c Code,
    pub registers: Vec<Value>,
    place: usize,
    pub numbers: Numbers,
    pub who: Who,
}

fn at_least(stop: Stop, memory: &Memory, name: &str) -> String {
    match stop {
        Stop::ByZero => format!("`{name}` divides by zero"),
        Stop::Unwritten(array, element) => {
            format!("`{name}` uses {}, {UNWRITTEN}", memory.text(array, element))
        }
        Stop::Unknown => format!("undecided: `{name}` is not interpreted"),
    }
}

impl<'c> Thread<'c> {
    /// A thread at the beginning of a function.
    pub fn new(code: &'c Code, arguments: &[Value], numbers: Numbers, who: Who) -> Self {
        let mut registers = vec![Value::Undefined; code.registers];
        for (register, value) in code.arguments.iter().zip(arguments) {
            registers[*register] = *value;
        }
        let place = 0;
        Thread {
            code,
            registers,
            place,
            numbers,
            who,
        }
    }

    /// Runs until the next pause.
    ///
    /// # Errors
    /// What is wrong, or a line that begins with `undecided:`.
    pub fn run(&mut self, world: &mut World) -> Result<Pause, String> {
        let code = self.code;
        loop {
            world.fuel = world
                .fuel
                .checked_sub(1)
                .ok_or("undecided: too many steps")?;
            let Some(step) = code.steps.get(self.place) else {
                return Ok(Pause::End);
            };
            self.place += 1;
            match step {
                Step::Constant { to, value } => self.registers[*to] = *value,
                Step::Copy { from, to } => self.registers[*to] = self.registers[*from],
                Step::Apply {
                    operation,
                    operands,
                    to,
                } => {
                    self.registers[*to] = self.apply(operation, operands, &world.memory)?;
                }
                Step::Jump(to) => self.place = *to,
                Step::Unless { condition, to } => {
                    if self.int(*condition, world, "a condition")? & 1 == 0 {
                        self.place = *to;
                    }
                }
                Step::Barrier(level) => return Ok(Pause::Barrier(*level)),
                Step::Return => {
                    self.place = code.steps.len();
                    return Ok(Pause::End);
                }
                Step::Launch {
                    kernel,
                    grid,
                    block,
                    arguments,
                } => {
                    return self.launch(kernel, *grid, *block, arguments, world);
                }
                Step::Enter(free) => {
                    world.entered += 1;
                    *self.free(*free) = [world.entered, 0];
                }
                Step::Next(free) => self.free(*free)[1] += 1,
                Step::Leave(free) => *self.free(*free) = [0, 0],
                other => self.memory(other, world)?,
            }
        }
    }

    fn free(&mut self, free: Free) -> &mut [u32; 2] {
        match free {
            Free::Parallel => &mut self.who.parallel,
            Free::Lanes => &mut self.who.lanes,
        }
    }

    fn int(&self, register: Register, world: &World, what: &str) -> Result<i64, String> {
        let value = self.registers[register].int();
        value.map_err(|stop| at_least(stop, &world.memory, what))
    }

    fn apply(
        &self,
        operation: &Operation,
        operands: &[Register],
        memory: &Memory,
    ) -> Result<Value, String> {
        let operands: Vec<Value> = operands.iter().map(|one| self.registers[*one]).collect();
        operation
            .apply(&operands)
            .map_err(|stop| at_least(stop, memory, &operation.name))
    }

    fn launch(
        &self,
        kernel: &str,
        grid: [Register; 3],
        block: [Register; 3],
        arguments: &[Register],
        world: &World,
    ) -> Result<Pause, String> {
        let mut extents = [[0; 3]; 2];
        for (list, registers) in extents.iter_mut().zip([grid, block]) {
            for (extent, register) in list.iter_mut().zip(registers) {
                *extent = self.int(register, world, "a launch")?;
            }
        }
        let [grid, block] = extents;
        let arguments = arguments.iter().map(|one| self.registers[*one]).collect();
        Ok(Pause::Launch {
            kernel: kernel.to_owned(),
            grid,
            block,
            arguments,
        })
    }

    /// The steps on elements of arrays, and the others on arrays.
    fn memory(&mut self, step: &Step, world: &mut World) -> Result<(), String> {
        match step {
            Step::Affine {
                map,
                choice,
                operands,
                to,
            } => {
                let values = self.mapped(map, operands, world)?;
                let value = match choice {
                    Choice::First => values.first(),
                    Choice::Least => values.iter().min(),
                    Choice::Greatest => values.iter().max(),
                };
                self.registers[*to] = Value::Int(*value.ok_or("undecided: a map without results")?);
            }
            Step::Load {
                array,
                at,
                to,
                means,
            } => {
                let place = self.place(*array, at, *means, world)?;
                self.registers[*to] = world.memory.read(place, self.who)?;
            }
            Step::Store {
                value,
                array,
                at,
                means,
            } => {
                let place = self.place(*array, at, *means, world)?;
                world
                    .memory
                    .write(place, self.registers[*value], self.who)?;
            }
            Step::Update {
                operation,
                value,
                array,
                at,
                to,
            } => {
                let place = self.place(*array, at, None, world)?;
                let who = Who {
                    atomic: true,
                    ..self.who
                };
                let old = world.memory.read(place, who)?;
                let operands = [old, self.registers[*value]];
                let new = operation.apply(&operands);
                let new = new.map_err(|stop| at_least(stop, &world.memory, &operation.name))?;
                world.memory.write(place, new, who)?;
                self.registers[*to] = old;
            }
            step => return self.arrays(step, world),
        }
        Ok(())
    }

    /// The steps on arrays as a whole, and those that ask for a number.
    fn arrays(&mut self, step: &Step, world: &mut World) -> Result<(), String> {
        match step {
            Step::Make { kind, extents, to } => {
                // An array that is made again in a loop takes the place of the one before.
                if let Value::View(view) = self.registers[*to] {
                    let array = world.memory.views[view].array;
                    world.memory.renew(array);
                    return Ok(());
                }
                let extents = self.extents(extents, world)?;
                let name = format!("an array made at step {}", self.place - 1);
                self.registers[*to] = Value::View(world.memory.make(name, *kind, &extents)?);
            }
            Step::Free { array } => {
                let view = self.view(*array)?;
                let array = world.memory.views[view].array;
                world.memory.arrays[array].freed = true;
            }
            Step::Shared {
                begin,
                kind,
                extents,
                to,
            } => {
                let begin = self.int(*begin, world, "memref.view")?;
                let extents = self.extents(extents, world)?;
                self.registers[*to] = Value::View(shared(world, begin, *kind, &extents)?);
            }
            Step::Reshape {
                array,
                extents,
                strides,
                to,
            } => {
                let view = self.view(*array)?;
                let (extents, strides) =
                    (self.extents(extents, world)?, self.extents(strides, world)?);
                let mut view = world.memory.views[view].clone();
                (view.extents, view.strides) = (extents, strides);
                world.memory.views.push(view);
                self.registers[*to] = Value::View(world.memory.views.len() - 1);
            }
            Step::Dim { array, dim, to } => {
                let (view, dim) = (self.view(*array)?, self.int(*dim, world, "memref.dim")?);
                let extents = &world.memory.views[view].extents;
                let extent = usize::try_from(dim).ok().and_then(|dim| extents.get(dim));
                self.registers[*to] = Value::Int(*extent.ok_or("undecided: a dimension")?);
            }
            Step::Number { what, axis, to } => {
                let numbers = &self.numbers;
                let all = match what {
                    Number::Block => numbers.block,
                    Number::Thread => numbers.thread,
                    Number::Blocks => numbers.blocks,
                    Number::Threads => numbers.threads,
                };
                self.registers[*to] = Value::Int(all[*axis]);
            }
            _ => return Err("undecided: a step".to_owned()),
        }
        Ok(())
    }

    fn view(&self, register: Register) -> Result<usize, String> {
        match self.registers[register] {
            Value::View(view) => Ok(view),
            _ => Err("undecided: an array that is not known".to_owned()),
        }
    }

    fn extents(&self, extents: &[Extent], world: &World) -> Result<Vec<i64>, String> {
        let values = extents.iter().map(|extent| match extent {
            Extent::Known(extent) => Ok(*extent),
            Extent::Given(register) => self.int(*register, world, "an extent"),
        });
        values.collect()
    }

    fn place(
        &self,
        array: Register,
        at: &Subscripts,
        means: Option<usize>,
        world: &World,
    ) -> Result<(usize, usize), String> {
        if let Some(number) = means {
            let meant = world.meant.get(number).and_then(Option::as_ref);
            let (view, at) = meant.ok_or("an access with `schedule.for` stands for no element")?;
            return world.memory.place(*view, at);
        }
        let at = match &at.map {
            Some(map) => self.mapped(map, &at.operands, world)?,
            None => {
                let values = at
                    .operands
                    .iter()
                    .map(|one| self.int(*one, world, "a subscript"));
                values.collect::<Result<Vec<i64>, String>>()?
            }
        };
        world.memory.place(self.view(array)?, &at)
    }

    fn mapped(
        &self,
        map: &[Affine],
        operands: &[Register],
        world: &World,
    ) -> Result<Vec<i64>, String> {
        let operands = operands
            .iter()
            .map(|one| self.int(*one, world, "an affine map"));
        let operands = operands.collect::<Result<Vec<i64>, String>>()?;
        let values = map.iter().map(|expr| {
            let value = value_of(expr, &operands);
            value.ok_or_else(|| "undecided: an affine expression has no value".to_owned())
        });
        values.collect()
    }
}

/// The part of the dynamic memory of a block that begins at a byte: the same for all threads.
fn shared(world: &mut World, begin: i64, kind: Kind, extents: &[i64]) -> Result<usize, String> {
    let count: i64 = extents.iter().product();
    let end = begin + count * kind.bytes();
    for &(other, behind, view) in &world.shared {
        if (other, behind) == (begin, end) {
            return Ok(view);
        }
        if begin < behind && other < end {
            return Err("two arrays of dynamic shared memory overlap".to_owned());
        }
    }
    let name = format!("the dynamic shared array from byte {begin} on");
    let view = world.memory.make(name, kind, extents)?;
    world.shared.push((begin, end, view));
    Ok(view)
}

/// The value of an expression; `None` where it has none, or does not fit.
fn value_of(expr: &Affine, operands: &[i64]) -> Option<i64> {
    let both =
        |both: &[Affine; 2]| Some((value_of(&both[0], operands)?, value_of(&both[1], operands)?));
    match expr {
        Affine::Constant(value) => Some(*value),
        Affine::Operand(position) => operands.get(*position).copied(),
        Affine::Sum(terms) => both(terms).and_then(|(a, b)| a.checked_add(b)),
        Affine::Product(factors) => both(factors).and_then(|(a, b)| a.checked_mul(b)),
        Affine::Modulo(parts) => both(parts)
            .filter(|(_, b)| *b > 0)
            .map(|(a, b)| a.rem_euclid(b)),
        Affine::Floor(parts) => both(parts)
            .filter(|(_, b)| *b > 0)
            .map(|(a, b)| a.div_euclid(b)),
        Affine::Ceiling(parts) => {
            let (a, b) = both(parts).filter(|(_, b)| *b > 0)?;
            a.checked_neg().map(|a| -a.div_euclid(b))
        }
    }
}
