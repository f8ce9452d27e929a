//! From the syntax tree of a kernel to code that a warp runs.
//!
//! Every instruction is decoded once: its modifiers are checked one by one (an unknown one is an
//! error, never ignored), its operands become register indices, and an operation on registers
//! becomes a closure over 32 lanes. Functions are copied into their callers, so that a kernel is
//! one control-flow graph and lanes reconverge at post-dominators across calls; those that call
//! themselves stand behind the kernel, with frames on a stack ([`call`]).

mod arithmetic;
mod asynchronous;
mod bits;
mod call;
mod collective;
mod compare;
mod control;
mod convert;
mod float;
mod form;
mod lanes;
mod matrix;
mod memory;
mod mode;
mod names;
mod pair;
mod table;
mod video;
mod wmma;

use std::collections::HashMap;

use crate::flow;
use crate::operation::{
    Class, Code, Constant, DataFlow, Decoded, LOCAL_BASE, Named, Operation, Routine, SHARED_BASE,
    STACK_BYTES,
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
    /// Prototypes and lists of targets of calls through registers.
    prototypes: HashMap<String, call::Prototype>,
    /// Functions that call themselves: their names, and those that a call needs so far.
    recursive: std::collections::HashSet<String>,
    routines: Vec<Routine>,
    /// The end of the frame of the function being decoded, if it has one.
    frame: Option<u64>,
    allocates: bool,
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
        prototypes: HashMap::new(),
        recursive: call::recursive(tree),
        routines: Vec::new(),
        frame: None,
        allocates: false,
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
        self.decode_routines();
        self.resolve_branches();
        if self.instructions.len() > call::MOST_INSTRUCTIONS {
            let error = SyntaxError::new(function.line, 1, call::too_long());
            self.errors.push(error);
        }
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        if !self.routines.is_empty() {
            self.local_end = align(self.local_end, 16) + STACK_BYTES;
        }
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
            routines: self.routines,
            allocates: self.allocates,
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
                Statement::Prototype {
                    name,
                    results,
                    parameters,
                } => {
                    let prototype = call::Prototype::types(results, parameters);
                    self.prototypes.insert(name.clone(), prototype);
                }
                Statement::CallTargets { name, functions } => {
                    let prototype = call::Prototype::Functions(functions.clone());
                    self.prototypes.insert(name.clone(), prototype);
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
            _ if self.frame.is_some() => self.frame_variable(bytes, alignment),
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
            self.flow = DataFlow::default();
            return self.guarded_call(instruction, guard);
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
}
