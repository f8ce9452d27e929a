//! From the syntax tree of a kernel to code that a warp runs.
//!
//! Every instruction is decoded once: its modifiers are checked one by one (an unknown one is an
//! error, never ignored), its operands become register indices, and an operation on registers
//! becomes a closure over 32 lanes. Functions are copied into their callers, so that a kernel is
//! one control-flow graph and lanes reconverge at post-dominators across calls; recursion is
//! refused.

mod arithmetic;
mod asynchronous;
mod bits;
mod collective;
mod compare;
mod control;
mod convert;
mod float;
mod form;
mod matrix;
mod memory;
mod names;
mod table;

use std::collections::HashMap;

use crate::flow;
use crate::operation::{
    Class, Code, Constant, DataFlow, Decoded, LOCAL_BASE, Named, Operation, SHARED_BASE,
};
use crate::registers::{File, Register};
use crate::syntax::{
    Function, Guard, Instruction, Operand, Parameter, SourceLocation, Statement, SyntaxError, Tree,
    Variable,
};
use crate::types::{ScalarType, Space};

pub(super) use form::Form;
pub(super) use table::TABLE;
pub use table::supported_instructions;

/// Unused bytes between two arrays in shared memory, so that an access that leaves its array does
/// not reach another one. A multiple of the banks and of usual alignments: bank conflicts are those
/// of adjacent arrays.
const SHARED_GAP: u64 = 1024;

/// The scope that holds the variables of the module.
const MODULE_SCOPE: usize = 0;

/// What a name means inside a function.
#[derive(Debug, Clone)]
enum Entity {
    Register(Register),
    Variable { space: Space, address: Constant },
}

/// One `{ }` of the text, or one inlined function.
struct Scope {
    parent: Option<usize>,
    names: HashMap<String, Entity>,
    labels: HashMap<String, usize>,
    targets: HashMap<String, Vec<String>>,
}

/// A branch whose label is not known yet.
struct Fixup {
    instruction: usize,
    label: String,
    scope: usize,
    line: u32,
    column: u32,
}

pub(super) struct Decoder<'a> {
    tree: &'a Tree,
    instructions: Vec<Decoded>,
    scopes: Vec<Scope>,
    scope: usize,
    fixups: Vec<Fixup>,
    constants: HashMap<(Constant, File), Register>,
    constant_order: Vec<(Register, Constant)>,
    counts: [u32; 3],
    shared: Vec<Named>,
    shared_end: u64,
    dynamic: Option<(String, u64)>,
    locals: Vec<Named>,
    local_end: u64,
    parameters: Vec<Named>,
    location: Option<SourceLocation>,
    /// Names of the functions being inlined, outermost first.
    calls: Vec<String>,
    /// Where `ret` of the function being inlined goes; `None` in the kernel itself.
    return_label: Option<String>,
    /// The condition code register of the function.
    carry: Option<Register>,
    /// The bytes that the next load needs, one bit each, if a pragma says so.
    used_bytes: Option<u32>,
    /// Line and column of the instruction being decoded.
    position: (u32, u32),
    /// Its operands so far.
    flow: DataFlow,
    errors: Vec<SyntaxError>,
}

/// Decodes the kernel `function` of `tree`.
pub(super) fn decode(tree: &Tree, function: &Function) -> Result<Code, Vec<SyntaxError>> {
    let mut decoder = Decoder {
        tree,
        instructions: Vec::new(),
        scopes: Vec::new(),
        scope: 0,
        fixups: Vec::new(),
        constants: HashMap::new(),
        constant_order: Vec::new(),
        counts: [0; 3],
        shared: Vec::new(),
        shared_end: SHARED_BASE,
        dynamic: None,
        locals: Vec::new(),
        local_end: LOCAL_BASE,
        parameters: Vec::new(),
        location: None,
        calls: vec![function.name.clone()],
        return_label: None,
        carry: None,
        used_bytes: None,
        position: (0, 0),
        flow: DataFlow::default(),
        errors: Vec::new(),
    };
    // Scope 0 holds the names of the module; the kernel and every copied function are inside it.
    decoder.open_scope();
    decoder.open_scope();
    let parameter_bytes = decoder.kernel_parameters(&function.parameters);
    decoder.body(function.body.as_deref().unwrap_or_default());
    decoder.finish(function, parameter_bytes)
}

fn align(value: u64, alignment: u64) -> u64 {
    value.next_multiple_of(alignment.max(1))
}

impl Decoder<'_> {
    fn finish(
        mut self,
        function: &Function,
        parameter_bytes: u64,
    ) -> Result<Code, Vec<SyntaxError>> {
        self.resolve_branches();
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        // Running off the end is a return.
        self.instructions.push(Decoded {
            guard: None,
            operation: Operation::Exit,
            flow: DataFlow::default(),
            class: Class::Control,
            line: self
                .instructions
                .last()
                .map_or(function.line, |last| last.line),
            source: None,
        });
        flow::set_reconvergence(&mut self.instructions);
        memory::drop_unused_elements(&mut self.instructions);
        let (dynamic_name, alignment) = match self.dynamic {
            Some((name, alignment)) => (Some(name), alignment),
            None => (None, 16),
        };
        let shared_gaps = SHARED_GAP * self.shared.len() as u64;
        Ok(Code {
            name: function.name.clone(),
            instructions: self.instructions,
            constants: self.constant_order,
            words: self.counts[0] as usize,
            wides: self.counts[1] as usize,
            predicates: self.counts[2] as usize,
            parameters: self.parameters,
            parameter_bytes,
            shared: self.shared,
            dynamic_base: align(self.shared_end, alignment) + shared_gaps,
            shared_gaps,
            dynamic_name,
            locals: self.locals,
            local_bytes: self.local_end - LOCAL_BASE,
            bounds: function.bounds.clone(),
        })
    }

    fn kernel_parameters(&mut self, parameters: &[Parameter]) -> u64 {
        let mut end = 0;
        for parameter in parameters {
            let offset = align(end, parameter.alignment as u64);
            end = offset + parameter.bytes() as u64;
            self.define(
                &parameter.name,
                Entity::Variable {
                    space: Space::Parameter,
                    address: Constant::Parameter(offset),
                },
            );
            self.parameters.push(Named {
                name: parameter.name.clone(),
                offset,
                bytes: parameter.bytes() as u64,
            });
        }
        end
    }

    fn open_scope(&mut self) {
        let parent = (!self.scopes.is_empty()).then_some(self.scope);
        self.scope = self.scopes.len();
        self.scopes.push(Scope {
            parent,
            names: HashMap::new(),
            labels: HashMap::new(),
            targets: HashMap::new(),
        });
    }

    fn close_scope(&mut self) {
        self.scope = self.scopes[self.scope].parent.unwrap_or(0);
    }

    fn define(&mut self, name: &str, entity: Entity) {
        self.scopes[self.scope]
            .names
            .insert(name.to_owned(), entity);
    }

    fn body(&mut self, statements: &[Statement]) {
        // A label is visible in its whole scope, so branch targets are resolved at the end.
        for statement in statements {
            match statement {
                Statement::Label(name) => {
                    let here = self.instructions.len();
                    self.scopes[self.scope].labels.insert(name.clone(), here);
                }
                Statement::Registers { ty, names } => self.declare_registers(*ty, names),
                Statement::Variable(variable) => self.declare_variable(variable),
                Statement::Location(location) => self.location = Some(*location),
                Statement::Pragma { text, line, column } => match memory::used_bytes(text) {
                    Ok(used) => self.used_bytes = used.or(self.used_bytes),
                    Err(message) => {
                        self.errors.push(SyntaxError::new(*line, *column, message));
                    }
                },
                Statement::ScopeOpen => self.open_scope(),
                Statement::ScopeClose => self.close_scope(),
                Statement::BranchTargets { name, labels } => {
                    self.scopes[self.scope]
                        .targets
                        .insert(name.clone(), labels.clone());
                }
                Statement::Instruction(instruction) => {
                    if let Err(message) = self.instruction(instruction) {
                        self.errors.push(SyntaxError::new(
                            instruction.line,
                            instruction.column,
                            message,
                        ));
                    }
                }
            }
        }
    }

    fn declare_registers(&mut self, ty: ScalarType, names: &[(String, Option<u32>)]) {
        for (name, count) in names {
            match count {
                None => {
                    let register = self.fresh(names::file_of(ty));
                    self.define(name, Entity::Register(register));
                }
                Some(count) => {
                    for index in 0..*count {
                        let register = self.fresh(names::file_of(ty));
                        self.define(&format!("{name}{index}"), Entity::Register(register));
                    }
                }
            }
        }
    }

    /// A new register.
    pub(super) fn fresh(&mut self, file: File) -> Register {
        let (slot, size) = match file {
            File::Word => (0, 1),
            File::Wide => (1, 1),
            File::Double => (1, 2),
            File::Predicate => (2, 1),
        };
        let index = self.counts[slot];
        self.counts[slot] += size;
        Register { file, index }
    }

    fn declare_variable(&mut self, variable: &Variable) {
        let bytes = variable.bytes() as u64;
        let alignment = variable.alignment as u64;
        let entity = match variable.space {
            Space::Shared => self.shared_variable(variable),
            // A `.param` variable inside a function carries arguments of a call: memory of the
            // thread.
            _ => {
                let offset = align(self.local_end, alignment);
                self.local_end = offset + bytes;
                self.locals.push(Named {
                    name: variable.name.clone(),
                    offset,
                    bytes,
                });
                Entity::Variable {
                    space: Space::Local,
                    address: Constant::Local(offset),
                }
            }
        };
        self.define(&variable.name, entity);
    }

    fn shared_variable(&mut self, variable: &Variable) -> Entity {
        let alignment = variable.alignment as u64;
        let address = match variable.count {
            None => {
                let known = self.dynamic.as_ref().map_or(0, |(_, known)| *known);
                self.dynamic = Some((variable.name.clone(), known.max(alignment)));
                Constant::DynamicShared
            }
            Some(_) => {
                let packed = align(self.shared_end, alignment);
                let bytes = variable.bytes() as u64;
                self.shared_end = packed + bytes;
                let offset = packed + SHARED_GAP * self.shared.len() as u64;
                self.shared.push(Named {
                    name: variable.name.clone(),
                    offset,
                    bytes,
                });
                Constant::Shared(offset)
            }
        };
        Entity::Variable {
            space: Space::Shared,
            address,
        }
    }

    fn instruction(&mut self, instruction: &Instruction) -> Result<(), String> {
        let guard = match &instruction.guard {
            None => None,
            Some(Guard { predicate, negated }) => {
                Some((self.predicate_register(predicate)?, *negated))
            }
        };
        self.position = (instruction.line, instruction.column);
        let root = instruction.opcode.split('.').next().unwrap_or_default();
        if root == "call" {
            return self.call(instruction, guard);
        }
        let Some(entry) = TABLE.iter().find(|entry| entry.opcode == root) else {
            return Err(format!("unknown instruction `{}`", instruction.opcode));
        };
        self.flow = DataFlow::default();
        let mut form = Form::new(&instruction.opcode, &instruction.operands);
        let operation = (entry.decode)(self, &mut form)?;
        form.finish()?;
        self.used_bytes = None;
        let class = entry.class.refine(&instruction.opcode);
        self.push(guard, operation, class, instruction);
        Ok(())
    }

    fn push(
        &mut self,
        guard: Option<(Register, bool)>,
        operation: Operation,
        class: Class,
        instruction: &Instruction,
    ) {
        self.instructions.push(Decoded {
            guard,
            operation,
            flow: std::mem::take(&mut self.flow),
            class,
            line: instruction.line,
            source: self.location,
        });
    }

    /// Remembers that the instruction about to be pushed branches to `label`.
    fn branch_to(&mut self, label: &str) {
        self.fixups.push(Fixup {
            instruction: self.instructions.len(),
            label: label.to_owned(),
            scope: self.scope,
            line: self.position.0,
            column: self.position.1,
        });
    }

    fn find_in_scopes<T>(&self, start: usize, look: impl Fn(&Scope) -> Option<T>) -> Option<T> {
        let mut scope = Some(start);
        while let Some(index) = scope {
            if let Some(found) = look(&self.scopes[index]) {
                return Some(found);
            }
            scope = self.scopes[index].parent;
        }
        None
    }

    fn resolve_branches(&mut self) {
        for fixup in std::mem::take(&mut self.fixups) {
            let target =
                self.find_in_scopes(fixup.scope, |scope| scope.labels.get(&fixup.label).copied());
            match target {
                Some(target) => {
                    self.instructions[fixup.instruction]
                        .operation
                        .add_target(target as u32);
                }
                None => self.errors.push(SyntaxError::new(
                    fixup.line,
                    fixup.column,
                    format!("expected a label of this function, found `{}`", fixup.label),
                )),
            }
        }
    }

    /// Replaces the call by a copy of the called function.
    fn call(
        &mut self,
        instruction: &Instruction,
        guard: Option<(Register, bool)>,
    ) -> Result<(), String> {
        if guard.is_some() {
            return Err("expected a call without a guard (branch around it)".to_owned());
        }
        let operands = &instruction.operands;
        let (results, rest) = match operands.first() {
            Some(Operand::List(results)) => (results.as_slice(), &operands[1..]),
            _ => (&[][..], operands.as_slice()),
        };
        let Some(Operand::Name(name)) = rest.first() else {
            return Err("expected the name of the called function".to_owned());
        };
        let arguments = match rest.get(1) {
            Some(Operand::List(arguments)) => arguments.as_slice(),
            None => &[][..],
            Some(_) => return Err("expected the list of arguments of the call".to_owned()),
        };
        let tree = self.tree;
        let callee = tree
            .functions
            .iter()
            .filter(|function| function.name == *name)
            .find(|function| function.body.is_some());
        let Some(callee) = callee else {
            return Err(format!(
                "`{name}` is not defined in this file; calls to other files and through registers are not emulated"
            ));
        };
        if self.calls.contains(name) {
            return Err(format!("`{name}` calls itself; recursion is not emulated"));
        }
        if callee.parameters.len() != arguments.len() || callee.results.len() != results.len() {
            return Err(format!(
                "`{name}` takes {} arguments and returns {}, found {} and {}",
                callee.parameters.len(),
                callee.results.len(),
                arguments.len(),
                results.len()
            ));
        }
        self.inline(callee, arguments, results, instruction)
    }

    fn inline(
        &mut self,
        callee: &Function,
        arguments: &[Operand],
        results: &[Operand],
        call: &Instruction,
    ) -> Result<(), String> {
        let mut entities = Vec::new();
        for (parameter, operand) in callee
            .parameters
            .iter()
            .chain(&callee.results)
            .zip(arguments.iter().chain(results))
        {
            entities.push((parameter.name.clone(), self.argument(parameter, operand)?));
        }
        let outer_scope = self.scope;
        let outer_return = self.return_label.take();
        let outer_carry = self.carry.take();
        self.open_scope();
        // Names of the caller are not visible in the callee.
        self.scopes[self.scope].parent = Some(MODULE_SCOPE);
        for (name, entity) in entities {
            self.define(&name, entity);
        }
        let label = format!("return of {} {}", callee.name, self.scope);
        self.return_label = Some(label.clone());
        self.calls.push(callee.name.clone());
        let scope = self.scope;
        let location = self.location;
        self.body(callee.body.as_deref().unwrap_or_default());
        self.calls.pop();
        let here = self.instructions.len();
        self.scopes[scope].labels.insert(label, here);
        self.scope = outer_scope;
        self.return_label = outer_return;
        self.carry = outer_carry;
        self.location = location;
        // A jump to the return label needs an instruction to land on even at the end of the caller.
        self.push(None, Operation::Nothing, Class::Control, call);
        Ok(())
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
}
