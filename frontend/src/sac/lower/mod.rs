//! A function as a definition of the checked tree, from which the `tc` dialect is emitted
//! (`docs/spec/sac.md`, section 4).
//!
//! ```text
//! float[m,n] mm(float[m,k] a, float[k,n] b) { return { [i,j] -> sum({ [p] -> a[i,p] * b[p,j] }) }; }
//! ```
//! becomes what `r0(i, j) +=! a(i, p) * b(p, j)` is.
//!
//! | module | contents |
//! | --- | --- |
//! | `fill` | statements that write an array: the boxes of partitions, temporaries |
//! | `element` | one element of an expression, as instructions |
//! | `library` | the same for the functions of the library |
//! | `subscript` | the position that a selection reads |
//! | `reduce` | reductions as statements |
//! | `guard` | choices |
//! | `boxes` | boxes without boxes |
//! | `explain` | what was inferred, for `--explain=ranges` |
//!
//! An array is not computed where it is written but where an element of it is read, so that index
//! vectors, nested comprehensions and functions of the library leave nothing behind but subscripts.
//! Temporaries are: reductions, for the indices that they depend on; lines before `return`; and
//! arguments of functions that are more than a selection.

mod block;
mod boxes;
mod element;
mod explain;
mod fill;
mod guard;
mod library;
mod reduce;
mod subscript;
#[cfg(test)]
mod tests;

use super::check::Checked;
use super::instantiate::{self, Known as Extents};
use super::shape::{Env, Fault, Form, Known, Requirement, Shapes, difference};
use crate::model::{Def, Role, Size as SizeName, Statement, Tensor, TensorId};
use block::{At, Frame};
use std::collections::HashSet;
use std::rc::Rc;
use tc_syntax::Span;
use tc_syntax::diagnostic::{Code, Diagnostic};
use tc_syntax::expr::Expr as Size;
use tc_syntax::sac::ast::*;
use tc_syntax::scalar::Scalar;

/// More instructions than this are refused.
const MOST_INSTRUCTIONS: usize = 50_000;

/// What a variable stands for, unless it is an index or a size.
enum Held<'p> {
    /// A tensor; its first subscripts are indices of the statements around.
    Tensor { id: TensorId, outer: Vec<Size> },
    /// An expression that is computed where it is read.
    Delayed { expr: &'p Expr, env: Scope<'p> },
    /// An index of which a part is data.
    Index(Vec<At>),
}

/// The variables in scope.
type Scope<'p> = Env<Rc<Held<'p>>>;

/// Lowers one function.
struct Lowering<'s, 'p> {
    shapes: &'s Shapes<'p>,
    tensors: Vec<Tensor>,
    statements: Vec<Statement>,
    /// The names of tensors and sizes.
    taken: HashSet<String>,
    /// The number of bodies so far.
    bodies: usize,
    instructions: usize,
    /// Conditions on sizes.
    required: Vec<Requirement>,
    notes: Vec<Diagnostic>,
}

/// A function as a definition, and how its comprehensions were understood.
#[derive(Debug)]
pub struct Lowered {
    /// The definition.
    pub def: Def,
    /// A note for each step, and a warning for each partition that writes nothing.
    pub notes: Vec<Diagnostic>,
}

/// The definition of a function: for all extents if that is possible, else for those that are
/// known.
///
/// # Errors
/// All errors in shapes, or the first thing that has no form in the dialect.
pub fn lower(checked: &Checked, entry: &str, known: &Extents) -> Result<Lowered, Vec<Diagnostic>> {
    let mut symbolic = known.symbolic();
    for param in signed_scalars(checked, entry) {
        if !known.scalars.contains_key(&*param.name.text) {
            let message = format!("the sign of `{}` decides how this rounds", param.name);
            let place = checked.file.place(param.name.span.range());
            let error = Diagnostic::error(Code::TC0705, message).at(place, "");
            return Err(vec![error.help("give its value as an input")]);
        }
        symbolic.scalars = known.scalars.clone();
    }
    match lower_at(checked, entry, &symbolic) {
        Err(_) if *known != symbolic => lower_at(checked, entry, known),
        result => result,
    }
}

/// The int parameters whose signs may matter: sizes and indices are never negative, so that
/// rounding down and toward zero are the same for them.
fn signed_scalars<'c>(checked: &'c Checked, entry: &str) -> Vec<&'c Param> {
    let program = &checked.parsed.program;
    let lines = |one: &'c Function| one.lets.iter().map(|line| &line.value).chain(&one.returns);
    let mut pending: Vec<&Expr> = program.functions.iter().flat_map(lines).collect();
    let mut rounds = false;
    while let Some(expr) = pending.pop() {
        use tc_syntax::tc::ast::BinaryOp::{Div, Rem};
        rounds |= match &expr.kind {
            Kind::Binary(op, ..) => matches!(op, Div | Rem),
            Kind::Call(name, _) => matches!(&*name.text, "abs" | "take" | "drop"),
            _ => false,
        };
        pending.extend(expr.children());
    }
    let function = program
        .functions
        .iter()
        .find(|one| *one.name.text == *entry);
    let is_scalar = |param: &&Param| {
        param.ty.scalar == Scalar::Int32 && param.ty.shape == ShapeClass::Axes(Vec::new())
    };
    let params = function.into_iter().flat_map(|one| &one.params);
    params.filter(is_scalar).filter(|_| rounds).collect()
}

/// The definition of a function for these extents.
fn lower_at(checked: &Checked, entry: &str, known: &Extents) -> Result<Lowered, Vec<Diagnostic>> {
    let program = &checked.parsed.program;
    let shapes = Shapes::new(&checked.file, program);
    let Some(function) = shapes.function(entry) else {
        let message = format!("unknown function `{entry}`");
        return Err(vec![Diagnostic::error(Code::TC0725, message)]);
    };
    let mut known = known.clone();
    // Each turn makes two sizes one.
    loop {
        let errors = instantiate::errors_of(&shapes, function, &known);
        if !errors.is_empty() {
            return Err(errors);
        }
        shapes.take_requirements();
        let mut lowering = Lowering {
            shapes: &shapes,
            tensors: Vec::new(),
            statements: Vec::new(),
            taken: HashSet::new(),
            bodies: 0,
            instructions: 0,
            required: Vec::new(),
            notes: Vec::new(),
        };
        let def = lowering.definition(function, &known);
        let def = def.map_err(|fault| vec![*fault])?;
        match lowering.unproved() {
            None => {
                return Ok(Lowered {
                    def,
                    notes: lowering.notes,
                });
            }
            Some(Requirement::Equal(Size::Symbol(a), Size::Symbol(b)))
                if known.merge(a.base(), b.base()) => {}
            Some(requirement) => {
                let said = match requirement {
                    Requirement::Equal(a, b) => format!("{} == {}", a.human(), b.human()),
                    Requirement::AtMost(a, b) => format!("{} <= {}", a.human(), b.human()),
                };
                let message = format!("this needs {said}, which depends on the arguments");
                let fault = shapes.fault_with(
                    Code::TC0705,
                    message,
                    function.name.span,
                    "give the extents as numbers, in the types or with the inputs",
                );
                return Err(vec![*fault]);
            }
        }
    }
}

impl<'p> Lowering<'_, 'p> {
    fn definition(&mut self, function: &'p Function, known: &Extents) -> Known<Def> {
        let shapes = self.shapes;
        let forms = instantiate::arguments(shapes, function, known)?;
        let mut sizes: Vec<SizeName> = Vec::new();
        for (param, form) in function.params.iter().zip(&forms) {
            let dims = form.shape.clone()?;
            for name in dims.iter().filter_map(Size::as_name) {
                if !sizes.iter().any(|size| *size.name == *name) {
                    sizes.push(SizeName {
                        name: name.into(),
                        span: param.ty.span,
                        free: false,
                    });
                }
            }
            self.tensor(
                &param.name.text,
                param.name.span,
                Role::Input,
                form.scalar,
                dims.len(),
            );
            if let Some(tensor) = self.tensors.last_mut() {
                tensor.dims = Some(dims);
            }
        }
        self.taken
            .extend(sizes.iter().map(|size| size.name.to_string()));
        if let Some(param) = function
            .params
            .iter()
            .find(|param| self.is_size(&sizes, param))
        {
            let message = format!("`{}` is a parameter and a size", param.name);
            return Err(shapes.fault_with(
                Code::TC0705,
                message,
                param.name.span,
                "give the extents as numbers, with the inputs",
            ));
        }
        let arguments = forms.into_iter().enumerate().map(|(id, form)| {
            let outer = Vec::new();
            (form, Some(Rc::new(Held::Tensor { id, outer })))
        });
        let env = shapes.bind(function, arguments.collect(), function.name.span, |_| None)?;
        let first = self.tensors.len();
        for (number, ty) in function.results.iter().enumerate() {
            let name = format!("r{number}");
            if self.taken.contains(&name) {
                let message = format!("`{name}` is a result, but also a parameter or a size");
                return Err(shapes.fault_with(
                    Code::TC0705,
                    message,
                    function.name.span,
                    "results are r0, r1, ...: choose another name",
                ));
            }
            self.tensor(&name, ty.span, Role::Output, ty.scalar, 0);
        }
        self.results(function, env, first)?;
        Ok(Def {
            name: function.name.text.clone(),
            name_span: function.name.span,
            sizes,
            tensors: std::mem::take(&mut self.tensors),
            input_count: function.params.len(),
            return_count: function.results.len(),
            statements: std::mem::take(&mut self.statements),
        })
    }

    fn is_size(&self, sizes: &[SizeName], param: &Param) -> bool {
        sizes.iter().any(|size| *size.name == *param.name.text)
    }

    /// The lines of the function and what it returns. A line that is returned is computed in the
    /// result.
    fn results(
        &mut self,
        function: &'p Function,
        mut env: Scope<'p>,
        first: TensorId,
    ) -> Known<()> {
        let frame = Frame::default();
        let mut done = vec![false; function.returns.len()];
        for (number, line) in function.lets.iter().enumerate() {
            let later = &function.lets[number + 1..];
            let result = match &line.names[..] {
                [name] if !later.iter().any(|one| one.names.contains(name)) => function
                    .returns
                    .iter()
                    .position(|one| matches!(&one.kind, Kind::Var(other) if other == name)),
                _ => None,
            };
            let Some(result) = result.filter(|_| !is_plain(&line.value)) else {
                env = self.line(&frame, line, env)?;
                continue;
            };
            let form = self.shapes.form(&line.value, &env);
            self.result(first + result, &line.value, &env)?;
            done[result] = true;
            let outer = Vec::new();
            let id = first + result;
            let held = Rc::new(Held::Tensor { id, outer });
            env = env.with(&line.names[0].text, form, Some(held));
        }
        for (number, value) in function.returns.iter().enumerate() {
            if !done[number] {
                self.result(first + number, value, &env)?;
            }
        }
        Ok(())
    }

    fn result(&mut self, id: TensorId, value: &'p Expr, env: &Scope<'p>) -> Known<()> {
        let shape = self.shapes.form(value, env).shape?;
        self.tensors[id].rank = shape.len();
        self.write(&Frame::default(), id, Vec::new(), &shape, value, env)
    }

    fn tensor(
        &mut self,
        name: &str,
        span: Span,
        role: Role,
        scalar: Scalar,
        rank: usize,
    ) -> TensorId {
        self.taken.insert(name.to_owned());
        self.tensors.push(Tensor {
            name: name.into(),
            span,
            role,
            scalar,
            rank,
            dims: None,
        });
        self.tensors.len() - 1
    }

    /// A tensor for what is computed in between.
    fn temporary(&mut self, base: &str, span: Span, scalar: Scalar, rank: usize) -> TensorId {
        let name = self.fresh(base, &[]);
        self.tensor(&name, span, Role::Temporary, scalar, rank)
    }

    /// A name that nothing else has.
    fn fresh(&self, base: &str, others: &[&str]) -> String {
        let is_free = |name: &str| !self.taken.contains(name) && !others.contains(&name);
        if is_free(base) {
            return base.to_owned();
        }
        let numbered = (1..).map(|number| format!("{base}_{number}"));
        numbered
            .into_iter()
            .find(|name| is_free(name))
            .unwrap_or_default()
    }

    /// Decides the conditions that came up in a statement for all values of its indices; those on
    /// sizes alone are kept.
    fn settle(&mut self, frame: &Frame, span: Span) -> Known<()> {
        for requirement in self.shapes.take_requirements() {
            let (a, b) = match &requirement {
                Requirement::Equal(a, b) | Requirement::AtMost(a, b) => (a, b),
            };
            if !guard::mentions_loop(a, frame) && !guard::mentions_loop(b, frame) {
                if !self.required.contains(&requirement) {
                    self.required.push(requirement);
                }
                continue;
            }
            let rest = Size::sub(b.clone(), a.clone());
            let range = reduce::hull(&rest, frame);
            let holds = range.is_some_and(|(low, high)| {
                let is_natural = |size: &Size| boxes::at_most(&Size::Const(0), size) == Some(true);
                match &requirement {
                    Requirement::AtMost(..) => is_natural(&low),
                    Requirement::Equal(..) => {
                        is_natural(&low) && boxes::at_most(&high, &Size::Const(0)) == Some(true)
                    }
                }
            });
            if !holds {
                let message = format!(
                    "this needs {} and {} to agree for all indices, which is not proved",
                    a.human(),
                    b.human()
                );
                return Err(self.shapes.fault(Code::TC0705, message, span));
            }
        }
        Ok(())
    }

    /// A condition on sizes that was assumed.
    fn unproved(&mut self) -> Option<Requirement> {
        self.required.extend(self.shapes.take_requirements());
        self.required.drain(..).find(|one| match one {
            Requirement::Equal(a, b) => difference(a, b) != Some(0),
            Requirement::AtMost(a, b) => boxes::at_most(a, b) != Some(true),
        })
    }
}

/// Whether an expression is computed again where it is read: a variable, a literal, a selection.
fn is_plain(expr: &Expr) -> bool {
    match &expr.kind {
        Kind::Var(_) | Kind::Int(_) | Kind::Real(..) | Kind::Bool(_) | Kind::Empty(_) => true,
        Kind::Select(array, items) => {
            let fixed = |item: &Item<Expr>| match item {
                Item::One(index) => is_index(index),
                _ => true,
            };
            is_plain(array) && items.iter().all(fixed)
        }
        _ => false,
    }
}

/// Whether a subscript is made of variables and numbers.
fn is_index(expr: &Expr) -> bool {
    match &expr.kind {
        Kind::Var(_) | Kind::Int(_) => true,
        Kind::Negate(a) => is_index(a),
        Kind::Binary(_, a, b) | Kind::Concat(a, b) => is_index(a) && is_index(b),
        Kind::Array(all) => all.iter().all(is_index),
        _ => false,
    }
}
