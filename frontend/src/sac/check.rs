//! Names and types of elements: all errors of a file in one run. Shapes are left to [`shape`].
//!
//! [`shape`]: super::shape

use super::shape::count;
use super::shape::library::LIBRARY;
use std::collections::HashMap;
use tc_syntax::Span;
use tc_syntax::diagnostic::{Code, Diagnostic, SourceFile, sort_by_place};
use tc_syntax::near::nearest;
use tc_syntax::sac::ast::*;
use tc_syntax::sac::parser::{Parsed, parse};
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{BinaryOp, Name};

#[cfg(test)]
mod tests;

/// A checked file.
#[derive(Debug)]
pub struct Checked {
    /// The source.
    pub file: SourceFile,
    /// The syntax tree.
    pub parsed: Parsed,
    /// Errors by position, those of the parser included.
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// Whether there is an error.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Parses and checks a file.
pub fn check(file: SourceFile) -> Checked {
    let mut parsed = parse(&file);
    let mut diagnostics = std::mem::take(&mut parsed.errors);
    let mut checker = Checker {
        file: &file,
        functions: HashMap::new(),
        diagnostics: Vec::new(),
    };
    checker.signatures(&parsed.program);
    for function in &parsed.program.functions {
        checker.function(function);
    }
    // A call of a function with a syntax error would be reported as unknown.
    let complete = diagnostics.is_empty();
    let found = checker.diagnostics;
    diagnostics.extend(
        found
            .into_iter()
            .filter(|one| complete || one.code != Some(Code::TC0725)),
    );
    sort_by_place(&mut diagnostics);
    Checked {
        file,
        parsed,
        diagnostics,
    }
}

/// What is known of a variable: the type of its elements, none after an error, and whether it is an
/// index vector.
#[derive(Clone, Copy)]
struct Variable {
    scalar: Option<Scalar>,
    is_vector: bool,
}

type Scope<'p> = HashMap<&'p str, Variable>;

struct Checker<'p> {
    file: &'p SourceFile,
    functions: HashMap<&'p str, Vec<&'p Function>>,
    diagnostics: Vec<Diagnostic>,
}

impl<'p> Checker<'p> {
    fn error(&mut self, code: Code, message: String, span: Span, help: &str) {
        let place = self.file.place(span.range());
        let error = Diagnostic::error(code, message).at(place, "");
        self.diagnostics.push(if help.is_empty() {
            error
        } else {
            error.help(help)
        });
    }

    fn signatures(&mut self, program: &'p Program) {
        for function in &program.functions {
            let name = &function.name;
            if LIBRARY.iter().any(|(known, _)| **known == *name.text) {
                let message = format!("`{name}` is a function of the library");
                self.error(Code::TC0202, message, name.span, "choose another name");
                continue;
            }
            let mut others = self.functions.entry(&name.text).or_default().iter();
            let first = others.find(|one| takes_the_same(one, function)).copied();
            let Some(first) = first else {
                self.overload(function);
                continue;
            };
            let message = format!("function `{name}` is already defined");
            let error = Diagnostic::error(Code::TC0202, message)
                .at(self.file.place(name.span.range()), "again here")
                .label(self.file.place(first.name.span.range()), "first here")
                .help(
                    "rename one of them: definitions of one name differ in the types or the \
                     numbers of axes of their parameters",
                );
            self.diagnostics.push(error);
        }
    }

    /// One more definition of a name: where the elements of the parameters have the same types,
    /// those of the results have the same types too.
    fn overload(&mut self, function: &'p Function) {
        let name = &function.name;
        let scalars = |all: &[Type]| -> Vec<Scalar> { all.iter().map(|ty| ty.scalar).collect() };
        let others = self.functions.entry(&name.text).or_default();
        let mut others = others.iter();
        let other = others.find(|one| {
            param_types(one).eq(param_types(function))
                && scalars(&one.results) != scalars(&function.results)
        });
        if let Some(other) = other.copied() {
            let message = format!("definitions of `{name}` differ in the types of their results");
            let error = Diagnostic::error(Code::TC0723, message)
                .at(self.file.place(name.span.range()), "here")
                .label(self.file.place(other.name.span.range()), "first here")
                .help("which definition is called is decided by the shapes of the arguments");
            self.diagnostics.push(error);
        }
        self.functions.entry(&name.text).or_default().push(function);
    }

    fn function(&mut self, function: &'p Function) {
        let mut scope = Scope::new();
        let known = |scalar| Variable {
            scalar: Some(scalar),
            is_vector: false,
        };
        for param in &function.params {
            for name in param.ty.shape.sizes() {
                scope.entry(&name.text).or_insert(known(Scalar::Int32));
            }
            if let Some(group) = param.ty.shape.group() {
                self.group(group, function);
                scope.insert(&group.count.text, known(Scalar::Int32));
                scope.insert(&group.extents.text, known(Scalar::Int32));
            }
        }
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for param in &function.params {
            if seen.insert(&param.name.text, param.name.span).is_some() {
                let message = format!("parameter `{}` is already there", param.name);
                self.error(Code::TC0203, message, param.name.span, "rename one of them");
            }
            scope.insert(&param.name.text, known(param.ty.scalar));
        }
        for line in &function.lets {
            self.line(line, &mut scope);
        }
        let types: Vec<Option<Scalar>> = function
            .returns
            .iter()
            .map(|one| self.ty(one, &scope))
            .collect();
        if types.len() != function.results.len() {
            let message = format!(
                "`{}` has {}, but returns {}",
                function.name,
                count(function.results.len(), "result", "results"),
                types.len()
            );
            self.error(Code::TC0726, message, function.return_span, "");
        }
        for ((found, expected), value) in types.iter().zip(&function.results).zip(&function.returns)
        {
            self.expect(*found, expected.scalar, value.span);
        }
    }

    /// The names of a group are those of no parameter, and of no size of one axis.
    fn group(&mut self, group: &Group, function: &'p Function) {
        let others = function.params.iter();
        let others = others.flat_map(|param| param.ty.shape.sizes().chain([&param.name]));
        let others: Vec<&Name> = others.collect();
        let is_taken = |name: &&Name| others.iter().any(|other| other.text == name.text);
        let names = [&group.count, &group.extents];
        for name in names.into_iter().filter(is_taken) {
            let message = format!("`{name}` names a parameter or the extent of an axis too");
            self.error(Code::TC0203, message, name.span, "rename one of them");
        }
        if group.count.text == group.extents.text {
            let message = format!("`{}` names a number of axes and their extents", group.count);
            let help = "rename one of them";
            self.error(Code::TC0203, message, group.extents.span, help);
        }
    }

    fn line(&mut self, line: &'p Let, scope: &mut Scope<'p>) {
        let mut types = match (&line.value.kind, line.names.len()) {
            (_, 1) => vec![self.ty(&line.value, scope)],
            (Kind::Call(name, arguments), _) if self.functions.contains_key(&*name.text) => {
                self.call(name, arguments, line.value.span, scope)
            }
            _ => {
                self.ty(&line.value, scope);
                Vec::new()
            }
        };
        if types.len() != line.names.len() {
            let message = format!(
                "{} on the left, {} on the right",
                count(line.names.len(), "name", "names"),
                count(types.len().max(1), "value", "values")
            );
            self.error(Code::TC0726, message, line.span, "");
            types.resize(line.names.len(), None);
        }
        for (name, found) in line.names.iter().zip(types) {
            if let Some(ty) = &line.ty {
                self.expect(found, ty.scalar, line.value.span);
            }
            let scalar = line.ty.as_ref().map(|ty| ty.scalar).or(found);
            let variable = Variable {
                scalar,
                is_vector: false,
            };
            scope.insert(&name.text, variable);
        }
    }

    fn expect(&mut self, found: Option<Scalar>, expected: Scalar, span: Span) {
        if let Some(found) = found.filter(|found| *found != expected) {
            let message = format!("expected {}, found {}", expected.name(), found.name());
            self.error(Code::TC0723, message, span, conversion(expected));
        }
    }

    /// The type of the elements of an expression; none after an error.
    fn ty(&mut self, expr: &'p Expr, scope: &Scope<'p>) -> Option<Scalar> {
        match &expr.kind {
            Kind::Int(value) => Some(match i32::try_from(*value) {
                Ok(_) => Scalar::Int32,
                Err(_) => Scalar::Int64,
            }),
            Kind::Real(_, scalar) => Some(*scalar),
            Kind::Bool(_) => Some(Scalar::Bool),
            Kind::Empty(ty) => Some(ty.scalar),
            Kind::Var(name) => self.variable(name, scope),
            Kind::Call(name, arguments) => *self.call(name, arguments, expr.span, scope).first()?,
            Kind::Array(elements) => {
                let types: Vec<_> = elements.iter().map(|one| self.ty(one, scope)).collect();
                let first = types.first().copied().unwrap_or(Some(Scalar::Int32))?;
                for (found, element) in types.iter().zip(elements) {
                    self.expect(*found, first, element.span);
                }
                Some(first)
            }
            Kind::Select(array, items) => {
                let scalar = self.ty(array, scope);
                self.subscripts(items, scope);
                scalar
            }
            Kind::Negate(operand) => self.ty(operand, scope),
            Kind::Not(operand) => {
                let found = self.ty(operand, scope);
                self.expect(found, Scalar::Bool, operand.span);
                Some(Scalar::Bool)
            }
            Kind::Binary(op, a, b) => self.binary(*op, a, b, expr.span, scope),
            Kind::Concat(a, b) => self.same(a, b, expr.span, scope),
            Kind::Cond(condition, a, b) => {
                let found = self.ty(condition, scope);
                self.expect(found, Scalar::Bool, condition.span);
                self.same(a, b, expr.span, scope)
            }
            Kind::Comprehension(parts) => self.comprehension(parts, scope),
        }
    }

    fn variable(&mut self, name: &'p Name, scope: &Scope<'p>) -> Option<Scalar> {
        if let Some(variable) = scope.get(&*name.text) {
            return variable.scalar;
        }
        let message = format!("unknown variable `{name}`");
        let help = match nearest(&name.text, scope.keys().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "it is neither a parameter, nor assigned before, nor in a pattern".to_owned(),
        };
        self.error(Code::TC0725, message, name.span, &help);
        None
    }

    /// Rule FS7, and subscripts are of type int.
    fn subscripts(&mut self, items: &'p [Item<Expr>], scope: &Scope<'p>) {
        for item in items {
            let Item::One(index) = item else {
                continue;
            };
            let found = self.ty(index, scope);
            self.expect(found, Scalar::Int32, index.span);
            if let Kind::Var(name) = &index.kind
                && items.len() > 1
                && scope
                    .get(&*name.text)
                    .is_some_and(|variable| variable.is_vector)
            {
                let message = format!("index vector `{name}` is one of several subscripts");
                let help = format!("select with one vector, such as `a[{name} ++ [0]]`");
                self.error(Code::TC0711, message, index.span, &help);
            }
        }
    }

    /// The type of two operands.
    fn same(&mut self, a: &'p Expr, b: &'p Expr, span: Span, scope: &Scope<'p>) -> Option<Scalar> {
        let (left, right) = (self.ty(a, scope), self.ty(b, scope));
        let (left, right) = (left?, right?);
        if left != right {
            let message = format!("the operands are {} and {}", left.name(), right.name());
            let help = "nothing is converted silently: use `toi`, `tof` or `tod`";
            self.error(Code::TC0723, message, span, help);
            return None;
        }
        Some(left)
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        a: &'p Expr,
        b: &'p Expr,
        span: Span,
        scope: &Scope<'p>,
    ) -> Option<Scalar> {
        use BinaryOp::*;
        let scalar = self.same(a, b, span, scope);
        match op {
            And | Or => {
                self.expect(scalar, Scalar::Bool, span);
                Some(Scalar::Bool)
            }
            Add | Sub | Mul | Div | Rem if scalar == Some(Scalar::Bool) => {
                let message = format!("`{}` of bool", op.text());
                self.error(
                    Code::TC0723,
                    message,
                    span,
                    "the operators of bool are `&&`, `||` and `!`",
                );
                None
            }
            Add | Sub | Mul | Div | Rem => scalar,
            _ => Some(Scalar::Bool),
        }
    }

    fn comprehension(&mut self, parts: &'p [Part], scope: &Scope<'p>) -> Option<Scalar> {
        let mut last = None;
        for (number, part) in parts.iter().enumerate() {
            for bound in part.bounds() {
                let found = self.ty(bound, scope);
                if !matches!(bound.kind, Kind::Array(_)) || found != Some(Scalar::Int32) {
                    self.expect(found, Scalar::Int32, bound.span);
                }
            }
            let mut inner = scope.clone();
            for name in part.pattern.variables() {
                let variable = Variable {
                    scalar: Some(Scalar::Int32),
                    is_vector: part.pattern.is_vector(),
                };
                inner.insert(&name.text, variable);
            }
            let found = self.ty(&part.body, &inner);
            if let (Some(last), Some(found)) = (last, found)
                && last != found
            {
                let message = format!(
                    "partition {} is {}, but the one before {}",
                    number + 1,
                    found.name(),
                    Scalar::name(last)
                );
                self.error(
                    Code::TC0723,
                    message,
                    part.body.span,
                    "all elements of an array have one type",
                );
            }
            last = found.or(last);
        }
        last
    }

    /// The types of the results of a call.
    fn call(
        &mut self,
        name: &'p Name,
        arguments: &'p [Expr],
        span: Span,
        scope: &Scope<'p>,
    ) -> Vec<Option<Scalar>> {
        let types: Vec<Option<Scalar>> = arguments.iter().map(|one| self.ty(one, scope)).collect();
        let all = self.functions.get(&*name.text);
        let all = all.map_or(Vec::new(), Clone::clone);
        let library = LIBRARY.iter().find(|(known, _)| **known == *name.text);
        let expected = match (all.as_slice(), library) {
            ([only], _) => only.params.len(),
            ([], Some((_, count))) => *count,
            ([], None) => {
                let known = self
                    .functions
                    .keys()
                    .copied()
                    .chain(LIBRARY.iter().map(|(name, _)| *name));
                let help = nearest(&name.text, known).map(|near| format!("did you mean `{near}`?"));
                let message = format!("unknown function `{name}`");
                self.error(Code::TC0725, message, name.span, &help.unwrap_or_default());
                return vec![None];
            }
            _ => return self.overloaded(name, &all, &types, span),
        };
        if types.len() != expected {
            let expected = count(expected, "argument", "arguments");
            let message = format!("`{name}` takes {expected}, found {}", types.len());
            self.error(Code::TC0726, message, span, "");
        }
        match all.first() {
            Some(function) => {
                for ((found, param), argument) in types.iter().zip(&function.params).zip(arguments)
                {
                    self.expect(*found, param.ty.scalar, argument.span);
                }
                function.results.iter().map(|ty| Some(ty.scalar)).collect()
            }
            None => vec![self.library(&name.text, &types, arguments)],
        }
    }

    /// The types of the results of a call of a name with several definitions.
    fn overloaded(
        &mut self,
        name: &Name,
        all: &[&'p Function],
        types: &[Option<Scalar>],
        span: Span,
    ) -> Vec<Option<Scalar>> {
        let fits = |one: &&&Function| {
            let mut pairs = param_types(one).zip(types);
            one.params.len() == types.len()
                && pairs.all(|(param, found)| found.is_none_or(|found| found == param))
        };
        if let Some(one) = all.iter().find(fits) {
            return one.results.iter().map(|ty| Some(ty.scalar)).collect();
        }
        let found = types.iter().map(|one| one.map_or("?", Scalar::name));
        let found: Vec<&str> = found.collect();
        let message = format!("no definition of `{name}` takes ({})", found.join(", "));
        let known = all.iter().map(|one| {
            let types: Vec<&str> = param_types(one).map(Scalar::name).collect();
            format!("({})", types.join(", "))
        });
        let mut known: Vec<String> = known.collect();
        known.sort();
        known.dedup();
        let help = format!("there is one for {}", known.join(" and for "));
        self.error(Code::TC0723, message, span, &help);
        vec![None; all.first().map_or(1, |one| one.results.len())]
    }

    /// The type of the result of a function of the library.
    fn library(
        &mut self,
        name: &str,
        types: &[Option<Scalar>],
        arguments: &'p [Expr],
    ) -> Option<Scalar> {
        let first = types.first().copied().flatten();
        let mut need = |number: usize, scalar: Scalar| {
            if let (Some(found), Some(argument)) = (types.get(number), arguments.get(number)) {
                self.expect(*found, scalar, argument.span);
            }
        };
        match name {
            "shape" | "dim" | "toi" => Some(Scalar::Int32),
            "tof" => Some(Scalar::Float),
            "tod" => Some(Scalar::Double),
            "iota" => {
                need(0, Scalar::Int32);
                Some(Scalar::Int32)
            }
            "any" | "all" => {
                need(0, Scalar::Bool);
                Some(Scalar::Bool)
            }
            "genarray" | "reshape" | "rotate" | "take" | "drop" | "rsum" => {
                need(0, Scalar::Int32);
                types.get(1).copied().flatten()
            }
            "where" => {
                need(0, Scalar::Bool);
                let second = types.get(1).copied().flatten();
                need(2, second?);
                second
            }
            "modarray" => {
                need(1, Scalar::Int32);
                need(2, first?);
                first
            }
            "min" | "max" => {
                need(1, first?);
                first
            }
            "sqrt" | "exp" | "log" | "tanh" | "floor" => match first {
                Some(scalar) if !scalar.is_floating() => {
                    need(0, Scalar::Double);
                    None
                }
                other => other,
            },
            _ => first,
        }
    }
}

/// The types of the elements of the parameters.
fn param_types(function: &Function) -> impl Iterator<Item = Scalar> {
    function.params.iter().map(|param| param.ty.scalar)
}

/// Whether two functions take the same arguments; names of sizes do not distinguish them.
fn takes_the_same(one: &Function, other: &Function) -> bool {
    let axis = |axis: &Axis| match axis {
        Axis::Extent(extent) => (Some(*extent), None),
        Axis::Free | Axis::Size(_) => (None, None),
        Axis::Group(group) => (None, Some(group.at_least_one)),
    };
    let same = |one: &Param, other: &Param| match (one.ty.shape.axes(), other.ty.shape.axes()) {
        (Some(a), Some(b)) => a.iter().map(axis).eq(b.iter().map(axis)),
        (None, None) => one.ty.shape == other.ty.shape,
        _ => false,
    };
    let mut params = one.params.iter().zip(&other.params);
    param_types(one).eq(param_types(other)) && params.all(|(one, other)| same(one, other))
}

/// How to get a value of a type.
fn conversion(expected: Scalar) -> &'static str {
    match expected {
        Scalar::Int32 => "convert it with `toi`",
        Scalar::Float => "convert it with `tof`; a literal of type float ends with `f`",
        Scalar::Double => "convert it with `tod`",
        Scalar::Bool => "compare it: `x != 0`",
        _ => "",
    }
}
