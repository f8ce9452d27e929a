//! The shape of every expression without running it (`docs/spec/sac.md`, sections 1.6 and 2.5).
//!
//! A [`Form`] is what is known of a value: its rank, its shape, and for `int` scalars and vectors
//! its elements, each as expressions over sizes and indices. A part that cannot be known holds the
//! error that a demand for it is: so `sum(take([i],v))` is legal, since `sum` demands nothing of
//! its argument, and `{ [i] -> take([i],v) }` is refused, since a comprehension demands the shape
//! of its cell while the value of `i` is not known.

mod bounds;
mod calls;
pub mod library;
mod partitions;
mod values;

pub use partitions::{FrameAxis, Partition, Resolved};
pub(crate) use values::is_natural;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use tc_syntax::Span;
use tc_syntax::diagnostic::{Code, Diagnostic, SourceFile};
use tc_syntax::expr::{Expr as Size, Linear};
use tc_syntax::sac::ast::*;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::Name;

/// An error that is reported if the value is demanded.
pub type Fault = Box<Diagnostic>;

/// A value, or why it is not known.
pub type Known<T> = Result<T, Fault>;

/// What is known of a value before anything runs.
#[derive(Clone, Debug)]
pub struct Form {
    /// The type of its elements.
    pub scalar: Scalar,
    /// Demand level D: the number of its axes.
    pub rank: Known<usize>,
    /// Demand level S: its extents.
    pub shape: Known<Vec<Size>>,
    /// Demand level F: its elements in row-major order.
    pub value: Known<Vec<Size>>,
}

impl Form {
    /// A value of which the shape is known.
    pub fn shaped(scalar: Scalar, shape: Vec<Size>, value: Known<Vec<Size>>) -> Form {
        Form {
            scalar,
            rank: Ok(shape.len()),
            shape: Ok(shape),
            value,
        }
    }

    /// An int vector with these elements.
    pub fn vector(elements: Vec<Size>) -> Form {
        let shape = vec![Size::Const(elements.len() as i64)];
        Form::shaped(Scalar::Int32, shape, Ok(elements))
    }

    /// An int.
    pub fn int(value: Size) -> Form {
        Form::shaped(Scalar::Int32, Vec::new(), Ok(vec![value]))
    }

    /// A value of which a part cannot be known.
    fn faulty(scalar: Scalar, fault: &Fault) -> Form {
        Form {
            scalar,
            rank: Err(fault.clone()),
            shape: Err(fault.clone()),
            value: Err(fault.clone()),
        }
    }

    /// The value of an int or of an int vector, as a message shows it.
    fn human(&self) -> String {
        match (&self.value, &self.rank) {
            (Ok(value), Ok(0)) => value.iter().map(Size::human).collect(),
            (Ok(value), _) => shown(value),
            (Err(_), _) => "unknown".to_owned(),
        }
    }
}

/// What a name stands for in an executor, beside its form; none while only shapes are computed.
struct Node<T> {
    name: Arc<str>,
    form: Form,
    bound: Option<T>,
    next: Env<T>,
}

/// The variables in scope.
pub struct Env<T>(Option<Rc<Node<T>>>);

impl<T> Clone for Env<T> {
    fn clone(&self) -> Self {
        Env(self.0.clone())
    }
}

impl<T> Default for Env<T> {
    fn default() -> Self {
        Env(None)
    }
}

impl<T> Env<T> {
    /// With one more variable.
    pub fn with(&self, name: &Arc<str>, form: Form, bound: Option<T>) -> Env<T> {
        Env(Some(Rc::new(Node {
            name: name.clone(),
            form,
            bound,
            next: self.clone(),
        })))
    }

    /// The innermost variable of a name.
    pub fn find(&self, name: &str) -> Option<(&Form, Option<&T>)> {
        let mut at = self.0.as_deref();
        while let Some(node) = at {
            if &*node.name == name {
                return Some((&node.form, node.bound.as_ref()));
            }
            at = node.next.0.as_deref();
        }
        None
    }
}

/// A condition on sizes that was assumed: it is checked at each call.
#[derive(Clone, Debug, PartialEq)]
pub enum Requirement {
    /// Both are equal.
    Equal(Size, Size),
    /// The first is at most the second.
    AtMost(Size, Size),
}

/// A definition, by its place, and the shapes and values of its arguments as far as they are known.
type Active = (Span, Vec<(Option<Vec<Size>>, Option<Vec<Size>>)>);

/// Computes forms.
pub struct Shapes<'p> {
    file: &'p SourceFile,
    functions: HashMap<&'p str, Vec<&'p Function>>,
    /// The calls that are being computed, outermost first.
    active: RefCell<Vec<Active>>,
    endless: RefCell<Option<Fault>>,
    /// How many there were.
    all_calls: Cell<usize>,
    requirements: RefCell<Vec<Requirement>>,
}

impl<'p> Shapes<'p> {
    /// For the functions of a program.
    pub fn new(file: &'p SourceFile, program: &'p Program) -> Self {
        let mut functions: HashMap<&'p str, Vec<&'p Function>> = HashMap::new();
        for one in &program.functions {
            functions.entry(&one.name.text).or_default().push(one);
        }
        Shapes {
            file,
            functions,
            active: RefCell::default(),
            endless: RefCell::default(),
            all_calls: Cell::new(0),
            requirements: RefCell::default(),
        }
    }

    /// The conditions on sizes that were assumed so far.
    pub fn take_requirements(&self) -> Vec<Requirement> {
        self.requirements.take()
    }

    /// A place in the file.
    pub(crate) fn place_of(&self, span: Span) -> tc_syntax::diagnostic::Place {
        self.file.place(span.range())
    }

    /// An error at a place.
    pub fn fault(&self, code: Code, message: impl Into<String>, span: Span) -> Fault {
        Box::new(Diagnostic::error(code, message).at(self.file.place(span.range()), ""))
    }

    /// An error with its next step.
    pub fn fault_with(
        &self,
        code: Code,
        message: impl Into<String>,
        span: Span,
        help: &str,
    ) -> Fault {
        Box::new((*self.fault(code, message, span)).help(help))
    }

    fn require(&self, requirement: Requirement) {
        let mut all = self.requirements.borrow_mut();
        if !all.contains(&requirement) {
            all.push(requirement);
        }
    }

    /// Whether two extents can be equal; if that depends on sizes, they have to be.
    pub fn agree(&self, a: &Size, b: &Size) -> bool {
        match difference(a, b) {
            Some(difference) => difference == 0,
            None => {
                self.require(Requirement::Equal(a.clone(), b.clone()));
                true
            }
        }
    }

    /// Whether two shapes can be equal; if that depends on sizes, they have to be.
    pub fn shapes_agree(&self, a: &[Size], b: &[Size]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.agree(a, b))
    }

    /// Whether `a <= b` can hold; if that depends on sizes, it has to.
    pub(crate) fn at_most(&self, a: &Size, b: &Size) -> bool {
        match difference(a, b) {
            Some(difference) => difference <= 0,
            None => {
                self.require(Requirement::AtMost(a.clone(), b.clone()));
                true
            }
        }
    }

    /// The form of an expression.
    pub fn form<T>(&self, expr: &Expr, env: &Env<T>) -> Form {
        let unknown = |scalar| {
            let fault = || self.not_a_size(expr.span);
            Form::shaped(scalar, Vec::new(), Err(fault()))
        };
        match &expr.kind {
            Kind::Int(value) => Form::int(Size::Const(*value)),
            Kind::Real(_, scalar) => unknown(*scalar),
            Kind::Bool(_) => unknown(Scalar::Bool),
            Kind::Var(name) => self.variable(name, env),
            Kind::Call(name, arguments) => self.call(expr, name, arguments, env),
            Kind::Array(elements) => self.array(expr, elements, env),
            Kind::Empty(ty) => {
                let mut shape = vec![Size::Const(0)];
                if let ShapeClass::Axes(axes) = &ty.shape {
                    shape.extend(axes.iter().filter_map(|axis| match axis {
                        Axis::Extent(extent) => Some(Size::Const(*extent)),
                        _ => None,
                    }));
                }
                Form::shaped(ty.scalar, shape, Ok(Vec::new()))
            }
            Kind::Select(array, items) => self.selection(expr, array, items, env),
            Kind::Negate(operand) => {
                let zero = Form::int(Size::Const(0));
                let operand = self.form(operand, env);
                let scalar = operand.scalar;
                let mut form = self.arithmetic(Size::sub, &zero, &operand, expr.span);
                form.scalar = scalar;
                form
            }
            Kind::Not(operand) => self.form(operand, env),
            Kind::Binary(op, a, b) => {
                self.binary(*op, self.form(a, env), self.form(b, env), expr.span)
            }
            Kind::Concat(a, b) => self.concat(self.form(a, env), self.form(b, env), expr.span),
            Kind::Cond(condition, a, b) => {
                self.form(condition, env);
                self.branches(self.form(a, env), self.form(b, env), expr.span)
            }
            Kind::Comprehension(parts) => self.comprehension(expr, parts, env),
        }
    }

    /// The fault of a value that is data.
    pub(crate) fn not_a_size(&self, span: Span) -> Fault {
        let message = "a shape depends on this value, which is not known before the program runs";
        let help = "use literals, arguments of type int, `shape` and `dim`";
        self.fault_with(Code::TC0724, message, span, help)
    }

    fn variable<T>(&self, name: &Name, env: &Env<T>) -> Form {
        match env.find(&name.text) {
            Some((form, _)) => form.clone(),
            None => {
                let fault = || {
                    self.fault(
                        Code::TC0725,
                        format!("unknown variable `{name}`"),
                        name.span,
                    )
                };
                Form {
                    scalar: Scalar::Int32,
                    rank: Err(fault()),
                    shape: Err(fault()),
                    value: Err(fault()),
                }
            }
        }
    }

    fn array<T>(&self, expr: &Expr, elements: &[Expr], env: &Env<T>) -> Form {
        let forms: Vec<Form> = elements.iter().map(|one| self.form(one, env)).collect();
        let count = Size::Const(elements.len() as i64);
        let Some(first) = forms.first() else {
            return Form::shaped(Scalar::Int32, vec![count], Ok(Vec::new()));
        };
        let shape = first.shape.clone().and_then(|cell| {
            for (form, element) in forms.iter().zip(elements).skip(1) {
                let other = form.shape.clone()?;
                if !self.shapes_agree(&cell, &other) {
                    let message = format!(
                        "the elements of an array differ in shape: {} and {}",
                        shown(&cell),
                        shown(&other)
                    );
                    return Err(self.fault(Code::TC0717, message, element.span));
                }
            }
            Ok([vec![count], cell].concat())
        });
        let values: Known<Vec<Vec<Size>>> = forms.iter().map(|form| form.value.clone()).collect();
        Form {
            scalar: first.scalar,
            rank: shape.as_ref().map(Vec::len).map_err(Clone::clone),
            shape,
            value: values
                .map(|values| values.concat())
                .map_err(|_| self.not_a_size(expr.span)),
        }
        .with_first_fault(&forms)
    }

    fn branches(&self, a: Form, b: Form, span: Span) -> Form {
        let shape = a.shape.clone().and_then(|a| {
            let b = b.shape.clone()?;
            if self.shapes_agree(&a, &b) {
                Ok(a)
            } else {
                let message = format!(
                    "the values of `?:` differ in shape: {} and {}",
                    shown(&a),
                    shown(&b)
                );
                Err(self.fault(Code::TC0718, message, span))
            }
        });
        Form {
            scalar: a.scalar,
            rank: a.rank,
            shape,
            value: Err(self.not_a_size(span)),
        }
    }

    /// Binds the parameters of a function, and the size names of their types.
    pub fn bind<T>(
        &self,
        function: &Function,
        arguments: Vec<(Form, Option<T>)>,
        span: Span,
        size: impl Fn(&Form) -> Option<T>,
    ) -> Known<Env<T>> {
        let mut env = Env::default();
        let mut sizes = Sizes::default();
        for (param, (form, bound)) in function.params.iter().zip(arguments) {
            self.check_class(&param.ty, &form, &param.name, span, &mut sizes)?;
            env = env.with(&param.name.text, form, bound);
        }
        for (name, form) in sizes.named {
            if env.find(&name.text).is_none() {
                let bound = size(&form);
                env = env.with(&name.text, form, bound);
            }
        }
        Ok(env)
    }

    /// Whether a value has the shape that a type states.
    fn check_class<'t>(
        &self,
        ty: &'t Type,
        form: &Form,
        name: &Name,
        span: Span,
        sizes: &mut Sizes<'t>,
    ) -> Known<()> {
        let rank = form.rank.clone()?;
        let wrong = |found: String| {
            let message = format!("`{name}` does not have the shape of its type: {found}");
            Err(self.fault(Code::TC0720, message, span))
        };
        let axes = match &ty.shape {
            ShapeClass::Any => return Ok(()),
            ShapeClass::AtLeastOne if rank > 0 => return Ok(()),
            ShapeClass::AtLeastOne => {
                return wrong("expected at least one axis, found a scalar".into());
            }
            ShapeClass::Axes(axes) => axes,
        };
        let grouped = match ty.shape.group() {
            None if rank != axes.len() => {
                let axes = count(axes.len(), "axis", "axes");
                return wrong(format!("expected {axes}, found {rank}"));
            }
            None => 0,
            Some(group) => {
                let least = axes.len() - 1 + usize::from(group.at_least_one);
                if rank < least {
                    let axes = count(least, "axis", "axes");
                    return wrong(format!("expected at least {axes}, found {rank}"));
                }
                rank + 1 - axes.len()
            }
        };
        if axes.iter().all(|axis| *axis == Axis::Free) {
            return Ok(());
        }
        let mut extents = form.shape.clone()?.into_iter().enumerate();
        for axis in axes {
            if let Axis::Group(group) = axis {
                let all = extents.by_ref().take(grouped).map(|(_, extent)| extent);
                let vector = Form::vector(all.collect());
                let number = Form::int(Size::Const(grouped as i64));
                let parts = [(&group.count, number), (&group.extents, vector)];
                for (name, found) in parts {
                    if let Err(expected) = sizes.agrees(self, name, &found) {
                        return wrong(format!(
                            "`{name}` is expected to be {expected}, found {}",
                            found.human()
                        ));
                    }
                }
                continue;
            }
            let Some((number, extent)) = extents.next() else {
                break;
            };
            let agrees = match axis {
                Axis::Extent(expected) => {
                    let expected = Size::Const(*expected);
                    let agree = self.agree(&expected, &extent);
                    agree.then_some(()).ok_or_else(|| expected.human())
                }
                Axis::Size(size) => sizes.agrees(self, size, &Form::int(extent.clone())),
                Axis::Free | Axis::Group(_) => Ok(()),
            };
            if let Err(expected) = agrees {
                return wrong(format!(
                    "axis {number} is expected to be {expected}, found {}",
                    extent.human()
                ));
            }
        }
        Ok(())
    }
}

impl Form {
    /// With the fault of a part in place of a general one.
    fn with_first_fault(mut self, parts: &[Form]) -> Form {
        if let (Err(_), Some(fault)) = (
            &self.value,
            parts.iter().find_map(|one| one.value.as_ref().err()),
        ) {
            self.value = Err(fault.clone());
        }
        self
    }
}

/// What the names in the types of parameters stand for, in order of appearance: the extent of an
/// axis, the number of several axes, the vector of their extents.
#[derive(Default)]
struct Sizes<'t> {
    named: Vec<(&'t Name, Form)>,
}

impl<'t> Sizes<'t> {
    /// Gives a name its value, or compares it with the one that it has, which is the error.
    fn agrees(&mut self, shapes: &Shapes, name: &'t Name, found: &Form) -> Result<(), String> {
        let mut named = self.named.iter();
        let Some((_, expected)) = named.find(|(one, _)| one.text == name.text) else {
            self.named.push((name, found.clone()));
            return Ok(());
        };
        let values = (expected.value.as_ref(), found.value.as_ref());
        let agree = match values {
            (Ok(a), Ok(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| shapes.agree(a, b))
            }
            _ => false,
        };
        agree.then_some(()).ok_or_else(|| expected.human())
    }
}

/// `a - b`, if it is a number.
pub fn difference(a: &Size, b: &Size) -> Option<i64> {
    let (a, b) = (Linear::of(a)?, Linear::of(b)?);
    a.plus(&b, -1)?.as_const()
}

/// `[2, n]`
pub fn shown(shape: &[Size]) -> String {
    let extents: Vec<String> = shape.iter().map(Size::human).collect();
    format!("[{}]", extents.join(", "))
}

/// `1 axis`, `2 axes`
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
