//! PTX as text: tokens, syntax tree, parser.
//!
//! The tree stays close to the text: an opcode keeps its modifiers as words, an operand its names.
//! `decode` gives it meaning (which modifiers an opcode takes, which register a name is).

mod expression;
mod lexer;
mod link;
mod parser;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;

use crate::types::{ScalarType, Space};

pub(super) use link::parse;

/// One mistake in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// Line, counted from 1.
    pub line: u32,
    /// Column, counted from 1.
    pub column: u32,
    /// The text of that line.
    pub text: String,
    /// What was expected and what was found.
    pub message: String,
}

impl SyntaxError {
    pub(super) fn new(line: u32, column: u32, message: impl Into<String>) -> Self {
        SyntaxError {
            line,
            column,
            text: String::new(),
            message: message.into(),
        }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{}:{}: {}\n  {}",
            self.line,
            self.column,
            self.message,
            self.text.trim_end()
        )
    }
}

/// The most characters of a line that a mistake shows.
const SHOWN: usize = 1000;

/// Puts the lines of a text into the mistakes in it.
fn show_lines(errors: &mut [SyntaxError], text: &str) {
    let lines: Vec<&str> = text.lines().collect();
    for error in errors {
        let line = lines.get(error.line as usize - 1).copied();
        error.text = line.unwrap_or_default().chars().take(SHOWN).collect();
    }
}

/// Who sees a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Linkage {
    /// The module alone.
    #[default]
    Private,
    Visible,
    /// `.weak` or `.common`: one of several definitions.
    Weak,
    /// A declaration.
    Extern,
}

/// A place in the program that the PTX was made from, from `.loc`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SourceLocation {
    /// Number of the file, declared by `.file`.
    pub file: u32,
    /// Line in that file.
    pub line: u32,
    /// Column in that file.
    pub column: u32,
}

/// A whole PTX file.
#[derive(Debug, Clone, Default)]
pub(super) struct Tree {
    pub target: String,
    pub files: BTreeMap<u32, String>,
    pub variables: Vec<Variable>,
    pub functions: Vec<Function>,
}

/// `.global .align 4 .b8 name[16] = {...}` and the same in the other spaces.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    pub name: String,
    pub linkage: Linkage,
    pub space: Space,
    pub alignment: usize,
    pub element: ScalarType,
    /// Number of elements; `None` for an array without a size.
    pub count: Option<usize>,
    pub initializer: Vec<Initializer>,
    pub line: u32,
}

impl Variable {
    /// Size in bytes; zero for an array without a size.
    pub fn bytes(&self) -> usize {
        self.count.unwrap_or(0) * self.element.bytes()
    }
}

/// One value of an initializer list.
#[derive(Debug, Clone)]
pub(super) enum Initializer {
    Value(Operand),
    /// `generic(symbol)` or `symbol`, plus an offset.
    Symbol(String, i64),
}

/// A parameter of an entry or of a function; in registers or in `.param` space.
#[derive(Debug, Clone)]
pub(super) struct Parameter {
    pub name: String,
    pub ty: ScalarType,
    pub count: usize,
    pub alignment: usize,
    pub in_register: bool,
}

impl Parameter {
    pub fn bytes(&self) -> usize {
        self.ty.bytes() * self.count
    }
}

#[derive(Debug, Clone)]
pub(super) struct Function {
    pub name: String,
    pub linkage: Linkage,
    pub is_kernel: bool,
    pub results: Vec<Parameter>,
    pub parameters: Vec<Parameter>,
    /// `.maxntid`, `.reqntid` and similar directives, by name.
    pub bounds: Vec<(String, Vec<u32>)>,
    /// `None` for a declaration.
    pub body: Option<Vec<Statement>>,
    pub line: u32,
}

#[derive(Debug, Clone)]
pub(super) enum Statement {
    Label(String),
    Registers {
        ty: ScalarType,
        names: Vec<(String, Option<u32>)>,
    },
    Variable(Variable),
    Instruction(Instruction),
    Location(SourceLocation),
    Pragma {
        text: String,
        line: u32,
        column: u32,
    },
    ScopeOpen,
    ScopeClose,
    /// `name: .callprototype (results) _ (parameters);`
    Prototype {
        name: String,
        results: Vec<Parameter>,
        parameters: Vec<Parameter>,
    },
    /// `name: .calltargets f, g;`
    CallTargets {
        name: String,
        functions: Vec<String>,
    },
    /// `name: .branchtargets a, b;`
    BranchTargets {
        name: String,
        labels: Vec<String>,
    },
}

#[derive(Debug, Clone)]
pub(super) struct Instruction {
    pub guard: Option<Guard>,
    /// The opcode as written, with its modifiers.
    pub opcode: String,
    pub operands: Vec<Operand>,
    pub line: u32,
    pub column: u32,
}

#[derive(Debug, Clone)]
pub(super) struct Guard {
    pub predicate: String,
    pub negated: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Operand {
    Name(String),
    /// `!%p1`
    Not(String),
    /// `%p1|%p2`
    Pair(String, String),
    /// `symbol+4`
    NameOffset(String, i64),
    Integer(i128),
    Float(f64),
    Float32Bits(u32),
    /// `[base+offset]`; the coordinates belong to a tensor address `[map, {x, y}]`.
    Address {
        base: AddressBase,
        offset: i64,
        coordinates: Vec<Operand>,
    },
    Vector(Vec<Operand>),
    /// The parenthesised lists of a call.
    List(Vec<Operand>),
}

#[derive(Debug, Clone)]
pub(super) enum AddressBase {
    Name(String),
    /// `[16]`: an absolute address.
    Absolute,
}
