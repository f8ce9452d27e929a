//! Calls: of functions of the file, through registers, of the system.
//!
//! A function that does not call itself is copied into its caller: its parameters in `.param` space
//! are the caller's variables themselves. A call through a register compares it with the address of
//! each function that it may hold, and calls that one. A function that calls itself, directly or
//! through others, is a *routine*: it stands behind the kernel once, and each call gives it a frame
//! in local memory for its variables, arguments and results ([`Routine`]).

use std::collections::{HashMap, HashSet};

use super::{Decoder, Entity, MODULE_SCOPE, align, names};
use crate::operation::{
    Access, Address, Branch, Call, Class, Constant, Decoded, Operation, Routine, Sync, SystemCall,
    Transfer,
};
use crate::registers::{File, Register, compare};
use crate::syntax::{Function, Initializer, Instruction, Operand, Parameter, Statement, Tree};
use crate::types::{ScalarType, Space};

/// The smallest frame, so that calls without end use up the stack.
const SMALLEST_FRAME: u64 = 16;

/// The most instructions of a kernel with all that it calls; records of accesses have room for the
/// numbers of so many.
pub(super) const MOST_INSTRUCTIONS: usize = 1 << 18;

pub(super) fn too_long() -> String {
    format!("expected a kernel of at most {MOST_INSTRUCTIONS} instructions, with all that it calls")
}

/// What a call through a register may reach.
#[derive(Debug, Clone)]
pub(super) enum Prototype {
    /// Bytes of results and of parameters.
    Types(Vec<usize>, Vec<usize>),
    Functions(Vec<String>),
}

impl Prototype {
    pub fn types(results: &[Parameter], parameters: &[Parameter]) -> Prototype {
        Prototype::Types(sizes(results), sizes(parameters))
    }

    fn allows(&self, function: &Function) -> bool {
        match self {
            Prototype::Functions(names) => names.contains(&function.name),
            Prototype::Types(results, parameters) => {
                *results == sizes(&function.results) && *parameters == sizes(&function.parameters)
            }
        }
    }
}

fn sizes(parameters: &[Parameter]) -> Vec<usize> {
    parameters.iter().map(Parameter::bytes).collect()
}

/// The parts of a call instruction.
struct Parts<'a> {
    results: &'a [Operand],
    target: &'a str,
    arguments: &'a [Operand],
    prototype: Option<&'a str>,
}

impl<'a> Parts<'a> {
    fn of(operands: &'a [Operand]) -> Result<Parts<'a>, String> {
        let (results, rest) = match operands.first() {
            Some(Operand::List(results)) => (results.as_slice(), &operands[1..]),
            _ => (&[][..], operands),
        };
        let Some(Operand::Name(target)) = rest.first() else {
            return Err("expected the name of the called function".to_owned());
        };
        let (arguments, rest) = match rest.get(1) {
            Some(Operand::List(arguments)) => (arguments.as_slice(), &rest[2..]),
            None => (&[][..], &rest[1..]),
            // Without arguments the list may be missing before a prototype.
            Some(Operand::Name(_)) => (&[][..], &rest[1..]),
            Some(_) => return Err("expected the list of arguments of the call".to_owned()),
        };
        let prototype = match rest.first() {
            Some(Operand::Name(name)) => Some(name.as_str()),
            _ => None,
        };
        Ok(Parts {
            results,
            target,
            arguments,
            prototype,
        })
    }
}

fn instructions(function: &Function) -> impl Iterator<Item = &Instruction> {
    let body = function.body.iter().flatten();
    body.filter_map(|statement| match statement {
        Statement::Instruction(instruction) => Some(instruction),
        _ => None,
    })
}

fn is_call(instruction: &Instruction) -> bool {
    instruction.opcode.split('.').next() == Some("call")
}

/// The functions whose address some instruction or variable of the file takes.
fn with_address(tree: &Tree) -> HashSet<&str> {
    let bodies = tree.functions.iter().flat_map(instructions);
    let moved = bodies
        .filter(|one| !is_call(one))
        .flat_map(|one| &one.operands)
        .filter_map(|operand| match operand {
            Operand::Name(name) => Some(name.as_str()),
            _ => None,
        });
    let initial = tree
        .variables
        .iter()
        .flat_map(|variable| &variable.initializer);
    let placed = initial.filter_map(|value| match value {
        Initializer::Symbol(name, _) => Some(name.as_str()),
        Initializer::Value(_) => None,
    });
    let named: HashSet<&str> = moved.chain(placed).collect();
    let functions = tree.functions.iter().filter(|function| !function.is_kernel);
    functions
        .map(|function| function.name.as_str())
        .filter(|name| named.contains(name))
        .collect()
}

/// The functions that call themselves, directly or through others.
pub(super) fn recursive(tree: &Tree) -> HashSet<String> {
    let anywhere = with_address(tree);
    let known: HashSet<&str> = tree.functions.iter().map(|one| one.name.as_str()).collect();
    let mut calls: HashMap<&str, HashSet<&str>> = HashMap::new();
    for function in &tree.functions {
        let called = calls.entry(&function.name).or_default();
        for instruction in instructions(function).filter(|one| is_call(one)) {
            match Parts::of(&instruction.operands) {
                Ok(parts) if known.contains(parts.target) => {
                    called.insert(parts.target);
                }
                _ => called.extend(&anywhere),
            }
        }
    }
    let reaches_itself = |start: &str| {
        let mut seen = HashSet::new();
        let mut left: Vec<&str> = calls.get(start).into_iter().flatten().copied().collect();
        while let Some(name) = left.pop() {
            if name == start {
                return true;
            }
            if seen.insert(name) {
                left.extend(calls.get(name).into_iter().flatten());
            }
        }
        false
    };
    known
        .iter()
        .filter(|name| reaches_itself(name))
        .map(|name| (*name).to_owned())
        .collect()
}

impl Decoder<'_> {
    /// A call, behind a branch around it if it has a guard.
    pub(super) fn guarded_call(
        &mut self,
        instruction: &Instruction,
        guard: Option<(Register, bool)>,
    ) -> Result<(), String> {
        let Some((predicate, negated)) = guard else {
            return self.call(instruction);
        };
        let label = self.fresh_label("behind a call");
        self.branch_to(&label);
        let branch = Operation::Branch(Branch::default());
        let around = Some((predicate, !negated));
        self.push(around, branch, Class::Control, instruction);
        self.call(instruction)?;
        self.place_label(label, instruction);
        Ok(())
    }

    /// A label that no text has.
    fn fresh_label(&self, what: &str) -> String {
        format!("{what} {}", self.instructions.len())
    }

    /// Puts a label here, with an instruction to land on.
    fn place_label(&mut self, label: String, instruction: &Instruction) {
        let here = self.instructions.len();
        self.scopes[self.scope].labels.insert(label, here);
        self.push(None, Operation::Nothing, Class::Control, instruction);
    }

    fn call(&mut self, instruction: &Instruction) -> Result<(), String> {
        let parts = Parts::of(&instruction.operands)?;
        let tree = self.tree;
        if let Some(Entity::Register(register)) = self.lookup(parts.target) {
            return self.call_through(register, &parts, instruction);
        }
        let mut named = tree.functions.iter().filter(|one| one.name == parts.target);
        match named.find(|function| function.body.is_some()) {
            Some(callee) => self.call_function(callee, &parts, instruction),
            None => self.call_system(&parts, instruction),
        }
    }

    fn call_function(
        &mut self,
        callee: &Function,
        parts: &Parts,
        call: &Instruction,
    ) -> Result<(), String> {
        let (arguments, results) = (parts.arguments, parts.results);
        let returns =
            callee.results.len() == results.len() || self.drops_result(callee, results.len());
        if callee.parameters.len() != arguments.len() || !returns {
            return Err(format!(
                "`{}` takes {} arguments and returns {}, found {} and {}",
                callee.name,
                callee.parameters.len(),
                callee.results.len(),
                arguments.len(),
                results.len()
            ));
        }
        if self.recursive.contains(&callee.name) {
            self.call_routine(callee, parts, call)
        } else {
            self.inline(callee, parts, call)
        }
    }

    /// Whether another module declares a function with a result that it does not return: a linker
    /// does not compare types, and the result is not defined.
    fn drops_result(&self, callee: &Function, results: usize) -> bool {
        let mut named = self.tree.functions.iter();
        callee.results.is_empty()
            && named.any(|one| {
                one.name == callee.name && one.body.is_none() && one.results.len() == results
            })
    }

    /// Compares the register with the address of each function that it may hold.
    fn call_through(
        &mut self,
        register: Register,
        parts: &Parts,
        call: &Instruction,
    ) -> Result<(), String> {
        let prototype = parts.prototype.and_then(|name| self.prototypes.get(name));
        let Some(prototype) = prototype.cloned() else {
            return Err(
                "expected the `.callprototype` or `.calltargets` of a call through a register"
                    .to_owned(),
            );
        };
        let tree = self.tree;
        let anywhere = with_address(tree);
        let behind = self.fresh_label("behind the call through a register");
        for function in &tree.functions {
            let reached = anywhere.contains(function.name.as_str()) && prototype.allows(function);
            if !reached || function.body.is_none() {
                continue;
            }
            // A declaration before the definition has the same address.
            let mut all = tree.functions.iter();
            let index = all.position(|one| one.name == function.name).unwrap_or(0);
            let address = self.constant(Constant::Function(index), register.file);
            let other = self.fresh(File::Predicate);
            self.read(register);
            self.written(other);
            let differs = compare::<u64>([register, address], |a, b| a != b);
            let operation: crate::registers::LaneOperation = Box::new(move |registers, mask| {
                let bits = differs(registers);
                registers.set_predicate(other, mask, bits);
            });
            self.push(None, Operation::Lanes(operation), Class::Compare, call);
            let next = self.fresh_label("next function");
            self.branch_to(&next);
            let branch = Operation::Branch(Branch::default());
            self.push(Some((other, false)), branch, Class::Control, call);
            self.call_function(function, parts, call)?;
            self.branch_to(&behind);
            let branch = Operation::Branch(Branch::default());
            self.push(None, branch, Class::Control, call);
            self.place_label(next, call);
        }
        self.read(register);
        let stray = Operation::System(SystemCall::Stray { target: register });
        self.push(None, stray, Class::Control, call);
        self.place_label(behind, call);
        Ok(())
    }

    /// Replaces the call by a copy of the called function.
    fn inline(
        &mut self,
        callee: &Function,
        parts: &Parts,
        call: &Instruction,
    ) -> Result<(), String> {
        if self.instructions.len() > MOST_INSTRUCTIONS {
            return Err(too_long());
        }
        let mut entities = Vec::new();
        for (parameter, operand) in callee
            .parameters
            .iter()
            .chain(&callee.results)
            .zip(parts.arguments.iter().chain(parts.results))
        {
            entities.push((parameter.name.clone(), self.argument(parameter, operand)?));
        }
        let label = format!("return of {} {}", callee.name, self.scopes.len());
        let outer = self.enter_function(callee, entities, &label);
        let scope = self.scope;
        self.body(callee.body.as_deref().unwrap_or_default());
        let here = self.instructions.len();
        self.scopes[scope].labels.insert(label, here);
        self.leave_function(outer);
        // A jump to the return label needs an instruction to land on even at the end of the caller.
        self.push(None, Operation::Nothing, Class::Control, call);
        Ok(())
    }

    /// Opens the scope of a function, in which names of the caller are not visible.
    fn enter_function(
        &mut self,
        callee: &Function,
        entities: Vec<(String, Entity)>,
        label: &str,
    ) -> Outer {
        let outer = Outer {
            scope: self.scope,
            return_label: self.return_label.replace(label.to_owned()),
            carry: self.carry.take(),
            location: self.location,
        };
        self.open_scope();
        self.scopes[self.scope].parent = Some(MODULE_SCOPE);
        for (name, entity) in entities {
            self.define(&name, entity);
        }
        self.calls.push(callee.name.clone());
        outer
    }

    fn leave_function(&mut self, outer: Outer) {
        self.calls.pop();
        self.scope = outer.scope;
        self.return_label = outer.return_label;
        self.carry = outer.carry;
        self.location = outer.location;
    }

    /// An argument in `.param` space is the caller's variable itself; one in a register is the
    /// caller's register.
    fn argument(&mut self, parameter: &Parameter, operand: &Operand) -> Result<Entity, String> {
        if parameter.in_register {
            let register = self.source(operand, parameter.ty)?;
            return Ok(Entity::Register(register));
        }
        let Operand::Name(name) = operand else {
            return Err("expected the name of a `.param` variable as argument".to_owned());
        };
        match self.lookup(name) {
            Some(entity @ Entity::Variable { .. }) => Ok(entity),
            _ => Err(format!(
                "expected a `.param` variable as argument, found `{name}`"
            )),
        }
    }

    /// The frame variables and registers of a routine's parameters, in their order: the layout is
    /// the same at each call, since it depends on the function alone.
    fn call_routine(
        &mut self,
        callee: &Function,
        parts: &Parts,
        call: &Instruction,
    ) -> Result<(), String> {
        let routine = self.routine(callee);
        let offsets = frame_offsets(callee).0;
        let own: Vec<Option<Register>> = self.routines[routine].parameters();
        let mut transfers = Vec::new();
        let all = callee.parameters.iter().chain(&callee.results);
        let operands = parts.arguments.iter().chain(parts.results);
        for (place, (parameter, operand)) in all.zip(operands).enumerate() {
            let entity = self.argument(parameter, operand)?;
            transfers.push(match (entity, own[place]) {
                (Entity::Register(caller), Some(function)) => {
                    Transfer::Register { caller, function }
                }
                (Entity::Variable { address, .. }, _) => Transfer::Bytes {
                    caller: self.constant(address, File::Wide),
                    frame: offsets[place],
                    bytes: parameter.bytes() as u64,
                },
                _ => return Err("expected a register as argument".to_owned()),
            });
        }
        let results = transfers.split_off(callee.parameters.len());
        for transfer in &results {
            if let Transfer::Register { caller, .. } = transfer {
                self.written(*caller);
            }
        }
        let operation = Operation::Call(Box::new(Call {
            routine: routine as u32,
            arguments: transfers.into(),
            results: results.into(),
        }));
        self.push(None, operation, Class::Control, call);
        Ok(())
    }

    /// The number of a routine; its code follows later.
    fn routine(&mut self, callee: &Function) -> usize {
        let known = self.routines.iter().position(|one| one.name == callee.name);
        known.unwrap_or_else(|| {
            let all = callee.parameters.iter().chain(&callee.results);
            let registers: Vec<Option<Register>> = all
                .map(|parameter| {
                    let file = names::file_of(parameter.ty);
                    parameter.in_register.then(|| self.fresh(file))
                })
                .collect();
            self.routines.push(Routine {
                name: callee.name.clone(),
                in_registers: registers,
                ..Routine::default()
            });
            self.routines.len() - 1
        })
    }

    /// The code of all routines that are called, and of those that they call.
    pub(super) fn decode_routines(&mut self) {
        let mut next = 0;
        while next < self.routines.len() {
            let name = self.routines[next].name.clone();
            let tree = self.tree;
            let mut named = tree.functions.iter().filter(|one| one.name == name);
            if let Some(function) = named.find(|one| one.body.is_some()) {
                self.decode_routine(next, function);
            }
            next += 1;
        }
    }

    fn decode_routine(&mut self, number: usize, function: &Function) {
        let before = self.counts;
        let (offsets, end) = frame_offsets(function);
        self.frame = Some(end);
        let all = function.parameters.iter().chain(&function.results);
        let own = self.routines[number].parameters();
        let entities = all
            .enumerate()
            .map(|(place, parameter)| {
                let entity = match own[place] {
                    Some(register) => Entity::Register(register),
                    None => Entity::Variable {
                        space: Space::Local,
                        address: Constant::Frame(offsets[place] as i64),
                    },
                };
                (parameter.name.clone(), entity)
            })
            .collect();
        self.routines[number].entry = self.instructions.len() as u32;
        let routine = number as u32;
        self.push_at(function.line, Operation::Enter { routine });
        let label = format!("return of routine {number}");
        let outer = self.enter_function(function, entities, &label);
        let scope = self.scope;
        self.body(function.body.as_deref().unwrap_or_default());
        let here = self.instructions.len();
        self.scopes[scope].labels.insert(label, here);
        self.leave_function(outer);
        self.push_at(function.line, Operation::Return { routine });
        let end = self.frame.take().unwrap_or(end);
        // Addresses in this frame mean nothing in another one.
        let frames = |constant: &Constant| match constant {
            Constant::Frame(offset) => Some(*offset),
            _ => None,
        };
        let addresses = self
            .constants
            .iter()
            .filter_map(|((constant, _), register)| Some((*register, frames(constant)?)))
            .collect();
        self.constants
            .retain(|(constant, _), _| frames(constant).is_none());
        let ranges = [0, 1, 2].map(|file| before[file] as usize..self.counts[file] as usize);
        let routine = &mut self.routines[number];
        routine.bytes = align(end, SMALLEST_FRAME).max(SMALLEST_FRAME);
        routine.addresses = addresses;
        routine.registers = ranges;
    }

    fn push_at(&mut self, line: u32, operation: Operation) {
        self.instructions.push(Decoded {
            guard: None,
            operation,
            flow: std::mem::take(&mut self.flow),
            class: Class::Control,
            line,
            source: self.location,
        });
    }

    /// A variable of a function that has frames.
    pub(super) fn frame_variable(&mut self, bytes: u64, alignment: u64) -> Entity {
        let offset = align(self.frame.unwrap_or(0), alignment);
        self.frame = Some(offset + bytes);
        Entity::Variable {
            space: Space::Local,
            address: Constant::Frame(offset as i64),
        }
    }

    fn call_system(&mut self, parts: &Parts, call: &Instruction) -> Result<(), String> {
        use ScalarType::{U32, U64};
        let (types, returns): (&[ScalarType], Option<ScalarType>) = match parts.target {
            "vprintf" => (&[U64, U64], Some(U32)),
            "__assertfail" => (&[U64, U64, U32, U64, U64], None),
            "malloc" => (&[U64], Some(U64)),
            "free" => (&[U64], None),
            name => {
                return Err(format!(
                    "`{name}` is not defined in this file; of functions of other files, `vprintf`, `__assertfail`, `malloc` and `free` are emulated"
                ));
            }
        };
        if parts.arguments.len() != types.len() || parts.results.len() > 1 {
            return Err(format!(
                "`{}` takes {} arguments, found {}",
                parts.target,
                types.len(),
                parts.arguments.len()
            ));
        }
        let mut values = Vec::new();
        for (operand, ty) in parts.arguments.iter().zip(types) {
            values.push(self.load_argument(operand, *ty, call)?);
        }
        let result = match (parts.results, returns) {
            ([operand], Some(ty)) => Some((operand, ty, self.fresh(names::file_of(ty)))),
            _ => None,
        };
        let register = result.as_ref().map(|(.., register)| *register);
        let operation = match (parts.target, &values[..]) {
            ("vprintf", [format, arguments]) => SystemCall::Print {
                format: *format,
                arguments: *arguments,
                result: register,
            },
            ("__assertfail", [message, file, line, function, _]) => SystemCall::Assert {
                message: *message,
                file: *file,
                line: *line,
                function: *function,
            },
            ("malloc", [size]) => SystemCall::Allocate {
                size: *size,
                result: register,
            },
            (_, values) => SystemCall::Free { pointer: values[0] },
        };
        self.allocates |= matches!(operation, SystemCall::Allocate { .. });
        for value in values {
            self.read(value);
        }
        register.map(|register| self.written(register));
        self.push(None, Operation::System(operation), Class::Control, call);
        match result {
            Some((operand, ty, register)) => self.store_result(operand, ty, register, call),
            None => Ok(()),
        }
    }

    /// The value of an argument, loaded from its `.param` variable.
    fn load_argument(
        &mut self,
        operand: &Operand,
        ty: ScalarType,
        call: &Instruction,
    ) -> Result<Register, String> {
        let Some(access) = self.variable_access(operand, ty)? else {
            return self.source(operand, ty);
        };
        let register = self.fresh(names::file_of(ty));
        self.flow = Default::default();
        self.written(register);
        let access = Access {
            registers: [Some(register)].into(),
            ..access
        };
        self.push(None, Operation::Load(access), Class::Local, call);
        Ok(register)
    }

    fn store_result(
        &mut self,
        operand: &Operand,
        ty: ScalarType,
        register: Register,
        call: &Instruction,
    ) -> Result<(), String> {
        let Some(access) = self.variable_access(operand, ty)? else {
            let target = self.target(operand, ty)?;
            let copy = super::convert::copy(target, register);
            self.read(register);
            self.push(None, Operation::Lanes(copy), Class::Move, call);
            return Ok(());
        };
        self.flow = Default::default();
        self.read(register);
        let access = Access {
            registers: [Some(register)].into(),
            ..access
        };
        self.push(None, Operation::Store(access), Class::Local, call);
        Ok(())
    }

    /// An access of a `.param` variable that a call names; `None` for a register.
    fn variable_access(
        &mut self,
        operand: &Operand,
        ty: ScalarType,
    ) -> Result<Option<Access>, String> {
        let Operand::Name(name) = operand else {
            return Ok(None);
        };
        let Some(Entity::Variable { address, .. }) = self.lookup(name) else {
            return Ok(None);
        };
        let bytes = ty.bytes() as u8;
        Ok(Some(Access {
            sync: Sync::WEAK,
            space: Space::Local,
            address: Address {
                base: self.constant(address, File::Wide),
                offset: 0,
            },
            element: bytes,
            bytes,
            signed: false,
            registers: Box::default(),
            used: (1 << bytes) - 1,
            within: (0, u64::from(bytes)),
        }))
    }
}

/// What a function changes in the decoder.
struct Outer {
    scope: usize,
    return_label: Option<String>,
    carry: Option<Register>,
    location: Option<crate::syntax::SourceLocation>,
}

/// Where parameters and results of a routine are in its frame, and where they end.
fn frame_offsets(function: &Function) -> (Vec<u64>, u64) {
    let mut end = 0;
    let all = function.parameters.iter().chain(&function.results);
    let offsets = all
        .map(|parameter| {
            if parameter.in_register {
                return 0;
            }
            let offset = align(end, parameter.alignment as u64);
            end = offset + parameter.bytes() as u64;
            offset
        })
        .collect();
    (offsets, end)
}
