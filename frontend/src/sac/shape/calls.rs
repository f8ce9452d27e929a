//! Calls: which definition is meant where a name has several, and the forms of its results.
//!
//! Definitions of one name differ in the types of their parameters: of their elements, which
//! [`check`](mod@crate::sac::check) compares, or in the axes that they take. Of those that fit the
//! most specific one is called: `float[3]` before `float[.]` before `float[+]` before `float[*]`. A
//! function that calls itself with values of fewer axes ends there (`docs/spec/sac.md`, section
//! 1.6).

use super::{Env, Fault, Form, Known, Shapes, difference, shown};
use tc_syntax::Span;
use tc_syntax::diagnostic::Code;
use tc_syntax::expr::Expr as Size;
use tc_syntax::sac::ast::*;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::Name;

/// Calls that are nested deeper than this are refused.
const DEEPEST_CALL: usize = 64;

/// After so many calls the shapes of a program count as unknown: functions that call others twice
/// make a number of them that doubles with each.
const MOST_CALLS: usize = 2_000_000;

impl<'p> Shapes<'p> {
    fn definitions(&self, name: &str) -> &[&'p Function] {
        self.functions.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether the program defines a function of this name.
    pub fn is_function(&self, name: &str) -> bool {
        self.functions.contains_key(name)
    }

    /// The first function of a name; an entry has one definition.
    pub fn function(&self, name: &str) -> Option<&'p Function> {
        self.definitions(name).first().copied()
    }

    /// The definition that a call with these arguments means.
    ///
    /// # Errors
    /// No definition takes them, or several do and none of those is the most specific one.
    pub fn overload(&self, name: &Name, arguments: &[Form], span: Span) -> Known<&'p Function> {
        let all = self.definitions(&name.text);
        match all {
            [] => {
                let message = format!("unknown function `{name}`");
                return Err(self.fault(Code::TC0725, message, span));
            }
            [only] => return Ok(only),
            _ => {}
        }
        let mut fitting: Vec<&'p Function> = Vec::new();
        for one in all.iter().filter(|one| has_types(one, arguments)) {
            let mut pairs = one.params.iter().zip(arguments);
            if pairs.try_fold(true, |so_far, (param, form)| {
                Ok::<bool, Fault>(so_far && self.takes(&param.ty.shape, form, span)?)
            })? {
                fitting.push(one);
            }
        }
        let is_most = |one: &&&'p Function| {
            let mut others = fitting.iter().filter(|other| !std::ptr::eq(**other, **one));
            others.all(|other| is_as_specific(one, other) && !is_as_specific(other, one))
        };
        if let Some(most) = fitting.iter().find(is_most) {
            return Ok(most);
        }
        let shapes: Vec<String> = arguments
            .iter()
            .map(|form| form.shape.as_ref().map_or("?".to_owned(), |one| shown(one)))
            .collect();
        let shapes = shapes.join(", ");
        let message = if fitting.is_empty() {
            format!("no definition of `{name}` takes values of the shapes {shapes}")
        } else {
            format!(
                "of the definitions of `{name}` that take values of the shapes {shapes} none is the most specific one"
            )
        };
        let help = "write a definition for these numbers of axes";
        Err(self.fault_with(Code::TC0720, message, span, help))
    }

    /// Whether a class of shapes contains the shape of a value, as far as a call decides by it.
    fn takes(&self, class: &ShapeClass, form: &Form, span: Span) -> Known<bool> {
        let rank = form.rank.clone()?;
        let (is_open, least) = least_axes(class);
        if rank < least || !is_open && rank > least {
            return Ok(false);
        }
        let axes = class.axes().unwrap_or_default();
        if is_open || !axes.iter().any(|axis| matches!(axis, Axis::Extent(_))) {
            return Ok(true);
        }
        for (axis, extent) in axes.iter().zip(form.shape.clone()?) {
            let Axis::Extent(expected) = axis else {
                continue;
            };
            match difference(&extent, &Size::Const(*expected)) {
                Some(0) => {}
                Some(_) => return Ok(false),
                None => {
                    let message = format!(
                        "which definition is meant depends on whether {} is {expected}",
                        extent.human()
                    );
                    let help = "give the extents as numbers, in the types or with the inputs";
                    return Err(self.fault_with(Code::TC0705, message, span, help));
                }
            }
        }
        Ok(true)
    }

    /// The types of the elements of the results of a call.
    fn result_types(&self, name: &str, arguments: &[Form]) -> Vec<Scalar> {
        let all = self.definitions(name);
        let fitting = all.iter().find(|one| has_types(one, arguments));
        let function = fitting.or(all.first());
        let results = function.into_iter().flat_map(|one| &one.results);
        results.map(|ty| ty.scalar).collect()
    }

    pub(super) fn call<T>(
        &self,
        expr: &Expr,
        name: &Name,
        arguments: &[Expr],
        env: &Env<T>,
    ) -> Form {
        let forms: Vec<Form> = arguments.iter().map(|one| self.form(one, env)).collect();
        if !self.is_function(&name.text) {
            return self.builtin(expr, &name.text, &forms);
        }
        let scalars = self.result_types(&name.text, &forms);
        let result = self.overload(name, &forms, expr.span).and_then(|function| {
            self.enter(function, &forms, expr.span, || {
                let arguments = forms.iter().map(|form| (form.clone(), None::<()>));
                let env = self.bind(function, arguments.collect(), expr.span, |_| None)?;
                let env = self.lets(function, env);
                Ok(self.form(&function.returns[0], &env))
            })
        });
        result.unwrap_or_else(|fault| {
            let scalar = scalars.first().copied().unwrap_or(Scalar::Int32);
            Form::faulty(scalar, &fault)
        })
    }

    /// Runs a function with these arguments, one call deeper. What calls itself without an end is
    /// remembered for [`Shapes::take_endless`]: its result may not depend on that call.
    pub fn enter<R>(
        &self,
        function: &Function,
        arguments: &[Form],
        span: Span,
        run: impl FnOnce() -> Known<R>,
    ) -> Known<R> {
        let mut known = Vec::new();
        for form in arguments {
            let (shape, value) = (form.shape.as_ref().ok(), form.value.as_ref().ok());
            known.push((shape.cloned(), value.cloned()));
        }
        self.all_calls.set(self.all_calls.get() + 1);
        let message = if self
            .active
            .borrow()
            .contains(&(function.span, known.clone()))
        {
            let same = "a value of the same shape";
            format!(
                "`{}` calls itself with {same}: this has no end",
                function.name
            )
        } else if self.active.borrow().len() >= DEEPEST_CALL {
            format!("calls nested deeper than {DEEPEST_CALL}")
        } else if self.all_calls.get() > MOST_CALLS {
            format!("more than {MOST_CALLS} calls")
        } else {
            self.active.borrow_mut().push((function.span, known));
            let result = run();
            self.active.borrow_mut().pop();
            return result;
        };
        let help = "recursion ends in another definition, for values with fewer axes";
        let fault = self.fault_with(Code::TC0114, message, span, help);
        self.endless.borrow_mut().get_or_insert(fault.clone());
        Err(fault)
    }

    /// The first call so far that had no end.
    pub fn take_endless(&self) -> Option<Fault> {
        self.endless.take()
    }

    /// The forms of the lines before `return`.
    fn lets(&self, function: &Function, mut env: Env<()>) -> Env<()> {
        for line in &function.lets {
            let forms = match (&line.value.kind, line.names.len()) {
                (_, 1) => vec![self.form(&line.value, &env)],
                (Kind::Call(name, arguments), _) => self.results(name, arguments, &env, line.span),
                _ => Vec::new(),
            };
            for (name, form) in line.names.iter().zip(forms) {
                env = env.with(&name.text, form, None);
            }
        }
        env
    }

    /// The forms of all results of a call.
    pub fn results<T>(
        &self,
        name: &Name,
        arguments: &[Expr],
        env: &Env<T>,
        span: Span,
    ) -> Vec<Form> {
        let forms: Vec<Form> = arguments.iter().map(|one| self.form(one, env)).collect();
        let scalars = self.result_types(&name.text, &forms);
        let result = self.overload(name, &forms, span).and_then(|function| {
            self.enter(function, &forms, span, || {
                let forms = forms.iter().map(|form| (form.clone(), None)).collect();
                let env = self.bind(function, forms, span, |_| None)?;
                let env = self.lets(function, env);
                let returns = function.returns.iter();
                Ok(returns.map(|one| self.form(one, &env)).collect())
            })
        });
        let faulty = |fault: Fault| {
            scalars
                .iter()
                .map(|one| Form::faulty(*one, &fault))
                .collect()
        };
        result.unwrap_or_else(faulty)
    }
}

/// Whether a function takes so many arguments with elements of these types.
fn has_types(function: &Function, arguments: &[Form]) -> bool {
    let params = function.params.iter().map(|param| param.ty.scalar);
    params.eq(arguments.iter().map(|form| form.scalar))
}

/// Whether a class has more shapes than those with the least number of axes, and that number.
fn least_axes(class: &ShapeClass) -> (bool, usize) {
    match class {
        ShapeClass::Any => (true, 0),
        ShapeClass::AtLeastOne => (true, 1),
        ShapeClass::Axes(axes) => match class.group() {
            Some(group) => (true, axes.len() - 1 + usize::from(group.at_least_one)),
            None => (false, axes.len()),
        },
    }
}

/// Whether each parameter of a function takes at most the shapes that the other one takes, where
/// both take a value.
fn is_as_specific(one: &Function, other: &Function) -> bool {
    let narrowness = |class: &ShapeClass| {
        let (is_open, least) = least_axes(class);
        let axes = class.axes().unwrap_or_default().iter();
        let numbers = axes.filter(|axis| matches!(axis, Axis::Extent(_))).count();
        if is_open {
            (false, least)
        } else {
            (true, numbers)
        }
    };
    let mut params = one.params.iter().zip(&other.params);
    params.all(|(one, other)| narrowness(&one.ty.shape) >= narrowness(&other.ty.shape))
}
