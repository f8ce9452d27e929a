//! The canonical form: the identity of a definition (language specification, section 16).
//!
//! ```text
//! def mv(float(M, K) A, float(K) x) -> (y) { y(i) +=! A(i, k) * x(k) }      # any names, any layout
//! ```
//! is, after calls are inlined and ranges inferred,
//! ```text
//! (tc 1 (in (f32 s0 s1) (f32 s1)) (out f32) (st (r0 i0) add! (i0 0 s0) (i1 0 s1) (mul (rd a0 i0 i1) (rd a1 i1))))
//! ```
//!
//! Two definitions have the same form iff they differ only in names, layout, comments, synonyms and
//! in how `where` clauses state the ranges. Nothing is reordered and nothing is simplified: `a + b`
//! and `b + a` are two programs.
//!
//! | part | stands for |
//! | --- | --- |
//! | `(in T..)` `(out T..)` `(tmp T..)` | element types; inputs and in/out tensors (`inout`) with their extents |
//! | `(pre (c..)..)` | what calls must satisfy besides equal sizes, if anything |
//! | `(st (r0 i0) add! (i0 lo hi).. value)` | a statement: target, operator, ranges, value |
//! | `(for (l0 lo hi) st..)` | a loop around statements |
//! | `(st2 (r0 i0) (r1 i0) max! (i0 lo hi).. v p)` | a pair: two targets, value and place |
//! | `s0 a0 r0 t0 i0 l0` | sizes, inputs, returns, temporaries in order of definition, indices of the statement, indices of the loops around it |
//!
//! Values are trees: a definition of a `where` clause is expanded at each use. A form longer than
//! [`LONGEST`] is refused instead of exhausting memory.

use crate::model::{
    Argument, Block, Call, Comprehension, Constant, Def, Instruction, Operation, Role, Statement,
    Subscript, TensorId, Value,
};
use crate::raised::Raised;
use std::collections::HashMap;
use std::fmt::Write;
use tc_syntax::diagnostic::Diagnostic;
use tc_syntax::expr::{Condition, Expr, Operator, Precondition, Symbol};
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{Assign, BinaryOp, Extremum, Reduction};

/// The size in bytes of the longest form.
pub const LONGEST: usize = 64 << 20;

/// Changes whenever the form of a program changes.
const VERSION: u32 = 1;

/// The canonical form of a definition.
///
/// # Errors
/// A call that is not inlined, or a form longer than [`LONGEST`].
pub fn canonical(raised: &Raised) -> Result<String, Diagnostic> {
    let mut statements = raised.def.leaves().into_iter();
    if statements.any(|one| matches!(one, Statement::Call(_))) {
        let message = format!("`{}` calls definitions: inline them first", raised.def.name);
        return Err(Diagnostic::error(None, message).at(raised.place.clone(), ""));
    }
    outline(raised)
}

/// The same for a definition whose calls are not inlined or whose ranges are not inferred; unknown
/// ranges are `?`.
///
/// # Errors
/// A form longer than [`LONGEST`].
pub fn outline(raised: &Raised) -> Result<String, Diagnostic> {
    Writer::new(raised).definition(raised)
}

/// The short name of a type.
fn type_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "i1",
        Scalar::Int8 => "i8",
        Scalar::Int16 => "i16",
        Scalar::Int32 => "i32",
        Scalar::Int64 => "i64",
        Scalar::UInt8 => "u8",
        Scalar::UInt16 => "u16",
        Scalar::UInt32 => "u32",
        Scalar::UInt64 => "u64",
        Scalar::Half => "f16",
        Scalar::BFloat16 => "bf16",
        Scalar::Float => "f32",
        Scalar::Double => "f64",
    }
}

/// The canonical names of sizes and tensors.
struct Writer<'d> {
    def: &'d Def,
    sizes: HashMap<&'d str, String>,
    tensors: Vec<String>,
    /// The temporaries in order of their first statement.
    written: Vec<TensorId>,
    text: String,
}

/// The names of one statement.
struct Scope<'d> {
    indices: HashMap<&'d str, String>,
    instructions: HashMap<Value, &'d Instruction>,
}

/// What remains to be written.
enum Item {
    Value(Value),
    Text(String),
}

impl<'d> Writer<'d> {
    fn new(raised: &'d Raised) -> Self {
        let def = &raised.def;
        let sizes = def.sizes.iter().enumerate();
        let sizes = sizes
            .map(|(number, size)| (&*size.name, format!("s{number}")))
            .collect();
        let mut temporaries: Vec<TensorId> = Vec::new();
        let first = def.input_count + def.return_count;
        let leaves = def.leaves().into_iter();
        let targets = leaves.flat_map(|statement| match statement {
            Statement::Comprehension(comprehension) => comprehension.targets().collect(),
            Statement::Call(call) => call.targets.clone(),
            Statement::Loop(_) => Vec::new(),
        });
        for target in targets.filter(|target| *target >= first) {
            if !temporaries.contains(&target) {
                temporaries.push(target);
            }
        }
        let tensors = (0..def.tensors.len()).map(|id| {
            if id < def.input_count {
                return format!("a{id}");
            }
            if id < first {
                return format!("r{}", id - def.input_count);
            }
            let number = temporaries.iter().position(|other| *other == id);
            format!("t{}", number.unwrap_or(usize::MAX))
        });
        Writer {
            def,
            sizes,
            tensors: tensors.collect(),
            written: temporaries,
            text: String::new(),
        }
    }

    fn definition(mut self, raised: &'d Raised) -> Result<String, Diagnostic> {
        let nowhere = Scope {
            indices: HashMap::new(),
            instructions: HashMap::new(),
        };
        let _ = write!(self.text, "(tc {VERSION}");
        self.signature(&nowhere);
        self.preconditions(raised, &nowhere);
        self.body(&self.def.statements, &nowhere)
            .map_err(|error| error.at(raised.place.clone(), ""))?;
        self.text.push(')');
        Ok(self.text)
    }

    /// Statements in the loops that `around` names.
    fn body(&mut self, body: &'d [Statement], around: &Scope<'d>) -> Result<(), Diagnostic> {
        for statement in body {
            match statement {
                Statement::Comprehension(one) => self.statement(one, around)?,
                Statement::Call(call) => self.call(call, around)?,
                Statement::Loop(one) => {
                    let index = format!("l{}", around.indices.len());
                    let _ = write!(self.text, " (for ({index}");
                    for end in [&one.range.lower, &one.range.upper] {
                        self.text.push(' ');
                        self.expr(end, around);
                    }
                    self.text.push(')');
                    let mut inside = around.indices.clone();
                    inside.insert(&one.index, index);
                    let inside = Scope {
                        indices: inside,
                        instructions: HashMap::new(),
                    };
                    self.body(&one.body, &inside)?;
                    self.text.push(')');
                }
            }
        }
        Ok(())
    }

    fn signature(&mut self, scope: &Scope<'_>) {
        let def = self.def;
        self.text.push_str(" (in");
        for tensor in def.inputs() {
            let _ = write!(self.text, " ({}", type_name(tensor.scalar));
            self.dims(tensor.dims.as_deref(), scope);
            self.text.push(')');
        }
        self.text.push_str(") (out");
        for tensor in def.returns() {
            if tensor.role == Role::InOut {
                let _ = write!(self.text, " (inout {}", type_name(tensor.scalar));
                self.dims(tensor.dims.as_deref(), scope);
                self.text.push(')');
            } else {
                let _ = write!(self.text, " {}", type_name(tensor.scalar));
            }
        }
        self.text.push(')');
        if !self.written.is_empty() {
            let types = self.written.iter();
            let types = types.map(|id| type_name(def.tensors[*id].scalar));
            let _ = write!(self.text, " (tmp {})", types.collect::<Vec<_>>().join(" "));
        }
    }

    fn dims(&mut self, dims: Option<&[Expr]>, scope: &Scope<'_>) {
        for dim in dims.unwrap_or_default() {
            self.text.push(' ');
            self.expr(dim, scope);
        }
    }

    fn preconditions(&mut self, raised: &Raised, scope: &Scope<'_>) {
        let all: Vec<Precondition> = raised
            .preconditions
            .iter()
            .filter_map(|text| Precondition::parse(text).ok())
            .collect();
        if all.is_empty() {
            return;
        }
        self.text.push_str(" (pre");
        for precondition in &all {
            self.text.push_str(" (");
            self.condition(&precondition.requires, scope);
            for when in &precondition.when {
                self.text.push(' ');
                self.condition(when, scope);
            }
            self.text.push(')');
        }
        self.text.push(')');
    }

    fn condition(&mut self, condition: &Condition, scope: &Scope<'_>) {
        let name = format!("{:?}", condition.comparison).to_lowercase();
        let _ = write!(self.text, "({name} ");
        self.expr(&condition.left, scope);
        self.text.push(' ');
        self.expr(&condition.right, scope);
        self.text.push(')');
    }

    fn statement(
        &mut self,
        statement: &'d Comprehension,
        around: &Scope<'d>,
    ) -> Result<(), Diagnostic> {
        let mut scope = Scope {
            indices: around.indices.clone(),
            instructions: HashMap::new(),
        };
        let indices = statement.indices.iter().enumerate();
        let indices = indices.map(|(number, index)| (&*index.name, format!("i{number}")));
        scope.indices.extend(indices);
        collect(&statement.body, &mut scope.instructions);
        self.text.push_str(match statement.pair {
            Some(_) => " (st2",
            None => " (st",
        });
        for target in statement.targets() {
            let _ = write!(self.text, " ({}", self.tensors[target]);
            let mut pending = Vec::new();
            self.subscripts(&statement.left, &scope, &mut pending);
            self.items(pending, &scope)?;
        }
        let _ = write!(self.text, " {}", operator_name(statement.assign));
        for (number, index) in statement.indices.iter().enumerate() {
            let _ = write!(self.text, " (i{number}");
            match &index.range {
                Some(range) => {
                    for end in [&range.lower, &range.upper] {
                        self.text.push(' ');
                        self.expr(end, &scope);
                    }
                }
                None => self.text.push_str(" ?"),
            }
            self.text.push(')');
        }
        let place = statement.pair.iter().map(|pair| pair.place);
        for value in statement.body.result.into_iter().chain(place) {
            self.text.push(' ');
            self.value(value, &scope)?;
        }
        self.text.push(')');
        Ok(())
    }

    fn call(&mut self, call: &'d Call, around: &Scope<'d>) -> Result<(), Diagnostic> {
        let _ = write!(self.text, " (call {} (", call.function);
        for (number, argument) in call.arguments.iter().enumerate() {
            self.text.push_str(if number > 0 { " " } else { "" });
            match argument {
                Argument::Tensor(id) => self.text.push_str(&self.tensors[*id]),
                Argument::Scalar { body, .. } => {
                    let mut scope = Scope {
                        indices: around.indices.clone(),
                        instructions: HashMap::new(),
                    };
                    collect(body, &mut scope.instructions);
                    if let Some(result) = body.result {
                        self.value(result, &scope)?;
                    }
                }
            }
        }
        let targets = call.targets.iter().map(|id| self.tensors[*id].as_str());
        let targets = targets.collect::<Vec<_>>().join(" ");
        let _ = write!(self.text, ") ({targets}))");
        Ok(())
    }

    /// A tree of values, without recursion: chains may be long.
    fn value(&mut self, root: Value, scope: &Scope<'_>) -> Result<(), Diagnostic> {
        self.items(vec![Item::Value(root)], scope)
    }

    /// Texts and trees of values, the last one first.
    fn items(&mut self, mut pending: Vec<Item>, scope: &Scope<'_>) -> Result<(), Diagnostic> {
        while let Some(item) = pending.pop() {
            if self.text.len() > LONGEST {
                let message = format!(
                    "the canonical form of `{}` is longer than {} MiB",
                    self.def.name,
                    LONGEST >> 20
                );
                return Err(Diagnostic::error(None, message));
            }
            match item {
                Item::Text(text) => self.text.push_str(&text),
                Item::Value(value) => {
                    if let Some(instruction) = scope.instructions.get(&value) {
                        self.instruction(instruction, scope, &mut pending);
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes the head of an instruction and pushes its operands on the stack.
    fn instruction(
        &mut self,
        instruction: &Instruction,
        scope: &Scope<'_>,
        pending: &mut Vec<Item>,
    ) {
        let mut operands: Vec<Value> = Vec::new();
        match &instruction.operation {
            Operation::Constant(constant) => {
                let _ = write!(
                    self.text,
                    "({} {}",
                    type_name(instruction.scalar),
                    literal(*constant, instruction.scalar)
                );
            }
            Operation::Symbol(expr) => {
                let _ = write!(self.text, "({} ", type_name(instruction.scalar));
                self.expr(expr, scope);
            }
            Operation::Read { tensor, subscripts }
            | Operation::Exists {
                tensor, subscripts, ..
            } => {
                let _ = write!(self.text, "(rd {}", self.tensors[*tensor]);
                self.subscripts(subscripts, scope, pending);
                return;
            }
            Operation::Convert { operand, .. } => {
                let _ = write!(self.text, "(cast {}", type_name(instruction.scalar));
                operands.push(*operand);
            }
            operation => {
                self.text.push('(');
                self.text.push_str(head(operation));
                operands = operands_of(operation);
            }
        }
        pending.push(Item::Text(")".to_owned()));
        for operand in operands.into_iter().rev() {
            pending.push(Item::Value(operand));
            pending.push(Item::Text(" ".to_owned()));
        }
    }

    fn subscripts(&mut self, subscripts: &[Subscript], scope: &Scope<'_>, pending: &mut Vec<Item>) {
        pending.push(Item::Text(")".to_owned()));
        for subscript in subscripts.iter().rev() {
            pending.push(match subscript {
                Subscript::Value(value) => Item::Value(*value),
                Subscript::Symbolic(expr) => {
                    let before = std::mem::take(&mut self.text);
                    self.expr(expr, scope);
                    Item::Text(std::mem::replace(&mut self.text, before))
                }
            });
            pending.push(Item::Text(" ".to_owned()));
        }
    }

    fn expr(&mut self, expr: &Expr, scope: &Scope<'_>) {
        match expr {
            Expr::Const(value) => {
                let _ = write!(self.text, "{value}");
            }
            Expr::Symbol(symbol) => self.symbol(symbol, scope),
            Expr::Binary(operator, a, b) => {
                let name = match operator {
                    Operator::Add => "add",
                    Operator::Sub => "sub",
                    Operator::Mul => "mul",
                    Operator::FloorDiv => "div",
                    Operator::Mod => "mod",
                    Operator::Min => "min",
                    Operator::Max => "max",
                };
                let _ = write!(self.text, "({name} ");
                self.expr(a, scope);
                self.text.push(' ');
                self.expr(b, scope);
                self.text.push(')');
            }
        }
    }

    fn symbol(&mut self, symbol: &Symbol, scope: &Scope<'_>) {
        match symbol {
            Symbol::Name(name) => {
                let known = scope
                    .indices
                    .get(name.as_str())
                    .or_else(|| self.sizes.get(name.as_str()))
                    .cloned()
                    .or_else(|| Some(self.tensors[self.tensor(name)?].clone()));
                self.text.push_str(&known.unwrap_or_else(|| "?".to_owned()));
            }
            Symbol::Extent(name, dim) => {
                let id = self.tensor(name);
                let extent = id
                    .filter(|id| *id < self.def.input_count)
                    .and_then(|id| self.def.tensors[id].dims.as_ref()?.get(*dim as usize));
                match (extent.cloned(), id) {
                    (Some(extent), _) => self.expr(&extent, scope),
                    (None, Some(id)) => {
                        let _ = write!(self.text, "(ext {} {dim})", self.tensors[id]);
                    }
                    (None, None) => self.text.push('?'),
                }
            }
        }
    }

    fn tensor(&self, name: &str) -> Option<TensorId> {
        let mut tensors = self.def.tensors.iter();
        tensors.position(|tensor| &*tensor.name == name)
    }
}

/// The instructions of a body by their value.
fn collect<'d>(block: &'d Block, found: &mut HashMap<Value, &'d Instruction>) {
    for instruction in &block.instructions {
        if matches!(instruction.operation, Operation::Exists { .. }) {
            continue;
        }
        found.insert(instruction.value, instruction);
        if let Operation::If {
            then, otherwise, ..
        } = &instruction.operation
        {
            collect(then, found);
            collect(otherwise, found);
        }
    }
}

/// The operands of an operation in order, the results of inner blocks included.
fn operands_of(operation: &Operation) -> Vec<Value> {
    match operation {
        Operation::If {
            condition,
            then,
            otherwise,
        } => std::iter::once(*condition)
            .chain(then.result)
            .chain(otherwise.result)
            .collect(),
        other => crate::model::used_by(other),
    }
}

fn operator_name(assign: Assign) -> &'static str {
    match assign {
        Assign::Plain => "set",
        Assign::Reduce { operation, init } => match (operation, init) {
            (Reduction::Add, false) => "add",
            (Reduction::Add, true) => "add!",
            (Reduction::Mul, false) => "mul",
            (Reduction::Mul, true) => "mul!",
            (Reduction::Min, false) => "min",
            (Reduction::Min, true) => "min!",
            (Reduction::Max, false) => "max",
            (Reduction::Max, true) => "max!",
        },
    }
}

fn head(operation: &Operation) -> &'static str {
    match operation {
        Operation::Negate(_) => "neg",
        Operation::Not(_) => "not",
        Operation::Binary { op, .. } | Operation::Compare { op, .. } => match op {
            BinaryOp::Add => "add",
            BinaryOp::Sub => "sub",
            BinaryOp::Mul => "mul",
            BinaryOp::Div => "div",
            BinaryOp::Rem => "rem",
            BinaryOp::Less => "lt",
            BinaryOp::LessEqual => "le",
            BinaryOp::Greater => "gt",
            BinaryOp::GreaterEqual => "ge",
            BinaryOp::Equal => "eq",
            BinaryOp::NotEqual => "ne",
            BinaryOp::And => "and",
            BinaryOp::Or => "or",
        },
        Operation::Extremum { op, .. } => match op {
            Extremum::Min => "min",
            Extremum::Max => "max",
        },
        Operation::Builtin { function, .. } => function.name,
        Operation::Select { .. } => "sel",
        Operation::If { .. } => "if",
        Operation::Constant(_)
        | Operation::Symbol(_)
        | Operation::Read { .. }
        | Operation::Exists { .. }
        | Operation::Convert { .. } => "",
    }
}

/// A constant in its shortest decimal form.
fn literal(constant: Constant, scalar: Scalar) -> String {
    match constant {
        Constant::Integer(value) => value.to_string(),
        Constant::Floating(value) if scalar == Scalar::Float => format!("{:?}", value as f32),
        Constant::Floating(value) => format!("{value:?}"),
    }
}
