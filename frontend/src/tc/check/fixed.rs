//! Constants of a call: a definition that is called with literals becomes an instance of its own,
//! in which its inputs are these constants.
//!
//! ```text
//! def pool(float(N) X, int32 step) -> (Y) { Y(i) max=! X(step*i + k) where k in 0:step, i in
//! 0:N/step } Z = pool(A, 2)
//!     ==>  Z = pool_2(A)    with    Y(i) max=! X(2*i + k) where k in 0:2, i in 0:N/2
//! ```
//!
//! So a stride is a number when ranges are inferred, and guards say what they say in text with the
//! number in it.

use crate::model::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tc_syntax::expr::{Expr, Symbol};

/// Makes instances.
#[derive(Default)]
pub(crate) struct Instances {
    made: HashMap<String, Arc<str>>,
}

impl Instances {
    /// Replaces calls with constants by calls of instances, which are added to `defs`.
    pub(crate) fn of(
        &mut self,
        def: &mut Def,
        defs: &mut HashMap<Arc<str>, Def>,
        taken: &mut HashSet<Arc<str>>,
    ) {
        for_each_call(&mut def.statements, &mut |call| {
            let constants: Vec<Option<Constant>> = call.arguments.iter().map(constant).collect();
            let Some(callee) = defs.get(&call.function) else {
                return;
            };
            if constants.iter().all(Option::is_none) {
                return;
            }
            let key = format!("{} {constants:?}", call.function);
            let name = match self.made.get(&key) {
                Some(name) => name.clone(),
                None => {
                    let name = fresh(&callee.name, &constants, taken);
                    let mut made = fixed(callee, &constants, name.clone());
                    self.made.insert(key, name.clone());
                    self.of(&mut made, defs, taken);
                    defs.insert(name.clone(), made);
                    name
                }
            };
            call.function = name;
            let mut fixed = constants.iter().map(Option::is_some);
            call.arguments.retain(|_| !fixed.next().unwrap_or(false));
        });
    }
}

/// Calls `see` for each call, in text order.
pub(crate) fn for_each_call(statements: &mut [Statement], see: &mut dyn FnMut(&mut Call)) {
    for statement in statements {
        match statement {
            Statement::Call(call) => see(call),
            Statement::Loop(one) => for_each_call(&mut one.body, see),
            Statement::Comprehension(_) => {}
        }
    }
}

fn fresh(base: &str, constants: &[Option<Constant>], taken: &mut HashSet<Arc<str>>) -> Arc<str> {
    let mut name = base.to_owned();
    for constant in constants.iter().flatten() {
        let text = match constant {
            Constant::Integer(value) => value.to_string(),
            Constant::Floating(value) => value.to_string(),
        };
        let is_plain = |one: char| one.is_ascii_alphanumeric();
        name.push('_');
        name.extend(
            text.chars()
                .map(|one| if is_plain(one) { one } else { '_' }),
        );
    }
    fresh_name(&name, taken)
}

/// A name that is not taken yet, and is from now on.
pub(crate) fn fresh_name(base: &str, taken: &mut HashSet<Arc<str>>) -> Arc<str> {
    let numbered = (2..).map(|number| format!("{base}_{number}"));
    let mut names = std::iter::once(base.to_owned()).chain(numbered);
    let name: Arc<str> = names
        .find(|name| !taken.contains(&**name))
        .unwrap_or_default()
        .into();
    taken.insert(name.clone());
    name
}

/// The constant that an argument is.
fn constant(argument: &Argument) -> Option<Constant> {
    let Argument::Scalar { body, scalar, .. } = argument else {
        return None;
    };
    let result = body.result?;
    let one = body.instructions.iter().find(|one| one.value == result)?;
    let value = match &one.operation {
        Operation::Constant(value) => *value,
        Operation::Symbol(expr) => Constant::Integer(expr.as_const()?.into()),
        _ => return None,
    };
    let fits = matches!(value, Constant::Floating(_)) == scalar.is_floating();
    fits.then_some(value)
}

/// The definition with some inputs replaced by constants.
fn fixed(def: &Def, constants: &[Option<Constant>], name: Arc<str>) -> Def {
    let of = |id: TensorId| constants.get(id).copied().flatten();
    // The numbers of the tensors that remain.
    let mut next = 0;
    let numbers: Vec<TensorId> = (0..def.tensors.len())
        .map(|id| {
            let number = next;
            next += usize::from(of(id).is_none());
            number
        })
        .collect();
    let fixing = Fixing {
        names: def
            .tensors
            .iter()
            .enumerate()
            .filter_map(|(id, tensor)| Some((tensor.name.to_string(), of(id)?)))
            .collect(),
        numbers,
        of: &of,
        def,
    };
    let mut made = def.clone();
    made.name = name;
    made.input_count -= constants.iter().flatten().count();
    let kept = made.tensors.into_iter().enumerate();
    made.tensors = kept
        .filter(|(id, _)| of(*id).is_none())
        .map(|(_, tensor)| tensor)
        .collect();
    for tensor in &mut made.tensors {
        for dim in tensor.dims.iter_mut().flatten() {
            fixing.expr(dim);
        }
    }
    fixing.statements(&mut made.statements);
    made
}

struct Fixing<'f> {
    names: HashMap<String, Constant>,
    numbers: Vec<TensorId>,
    of: &'f dyn Fn(TensorId) -> Option<Constant>,
    def: &'f Def,
}

impl Fixing<'_> {
    fn expr(&self, expr: &mut Expr) {
        *expr = expr.substitute(&|symbol| match symbol {
            Symbol::Name(name) => match self.names.get(name)? {
                Constant::Integer(value) => i64::try_from(*value).ok().map(Expr::Const),
                Constant::Floating(_) => None,
            },
            Symbol::Extent(..) => None,
        });
    }

    fn id(&self, id: &mut TensorId) {
        *id = self.numbers[*id];
    }

    fn range(&self, range: &mut Range) {
        self.expr(&mut range.lower);
        self.expr(&mut range.upper);
    }

    fn statements(&self, statements: &mut [Statement]) {
        for statement in statements {
            match statement {
                Statement::Comprehension(one) => self.comprehension(one),
                Statement::Call(call) => self.call(call),
                Statement::Loop(one) => {
                    self.range(&mut one.range);
                    self.statements(&mut one.body);
                }
            }
        }
    }

    fn comprehension(&self, one: &mut Comprehension) {
        self.id(&mut one.target);
        self.subscripts(&mut one.left);
        if let Some(pair) = &mut one.pair {
            self.id(&mut pair.target);
        }
        for range in one.indices.iter_mut().filter_map(|one| one.range.as_mut()) {
            self.range(range);
        }
        self.block(&mut one.body);
    }

    fn call(&self, call: &mut Call) {
        call.targets.iter_mut().for_each(|target| self.id(target));
        for argument in &mut call.arguments {
            match argument {
                Argument::Tensor(id) => match (self.of)(*id) {
                    None => self.id(id),
                    Some(value) => {
                        let scalar = self.def.tensors[*id].scalar;
                        *argument = literal(value, scalar, call.span);
                    }
                },
                Argument::Scalar { body, .. } => self.block(body),
            }
        }
    }

    fn subscripts(&self, subscripts: &mut [Subscript]) {
        for subscript in subscripts {
            if let Subscript::Symbolic(expr) = subscript {
                self.expr(expr);
            }
        }
    }

    fn block(&self, block: &mut Block) {
        for instruction in &mut block.instructions {
            let operation = &mut instruction.operation;
            match operation {
                Operation::Read { tensor, subscripts } => match (self.of)(*tensor) {
                    Some(value) => *operation = Operation::Constant(value),
                    None => {
                        self.id(tensor);
                        self.subscripts(subscripts);
                    }
                },
                Operation::Exists {
                    tensor, subscripts, ..
                } => {
                    self.id(tensor);
                    self.subscripts(subscripts);
                }
                Operation::Symbol(expr) => {
                    self.expr(expr);
                    if let Some(value) = expr.as_const() {
                        *operation = Operation::Constant(Constant::Integer(value.into()));
                    }
                }
                Operation::If {
                    then, otherwise, ..
                } => {
                    self.block(then);
                    self.block(otherwise);
                }
                _ => {}
            }
        }
    }
}

/// A constant as an argument.
fn literal(value: Constant, scalar: tc_syntax::scalar::Scalar, span: tc_syntax::Span) -> Argument {
    let result = Value(0);
    Argument::Scalar {
        scalar,
        body: Block {
            instructions: vec![Instruction {
                operation: Operation::Constant(value),
                value: result,
                scalar,
                span,
                parts: Vec::new(),
            }],
            result: Some(result),
        },
        span,
    }
}
