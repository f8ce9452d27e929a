//! The shapes of a function for symbolic extents (`docs/spec/sac.md`, section 1.6): all errors in
//! shapes that do not depend on the arguments.
//!
//! An extent that a type leaves open becomes a size: `int[n,.] a` has the extents `n` and `a_1`.
//! A function of which the rank of a parameter is open is not checked before its arguments are
//! known.

use super::check::Checked;
use super::shape::{Env, Form, Shapes};
use std::collections::{HashMap, HashSet};
use tc_syntax::diagnostic::{Code, Diagnostic, sort_by_place};
use tc_syntax::expr::Expr as Size;
use tc_syntax::sac::ast::*;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::Name;

/// What is known of the arguments of a function.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// The extents of parameters.
    pub shapes: HashMap<String, Vec<usize>>,
    /// The values of parameters of type int without axes.
    pub scalars: HashMap<String, i64>,
    /// The values of sizes.
    pub sizes: HashMap<String, i64>,
    /// Sizes that are equal to others.
    merged: HashMap<String, String>,
}

impl Known {
    /// The same with names for all extents that the types leave open.
    pub fn symbolic(&self) -> Known {
        Known {
            merged: self.merged.clone(),
            ..Known::default()
        }
    }

    /// Makes a size stand for another one; false if it does already.
    pub(crate) fn merge(&mut self, one: &str, other: &str) -> bool {
        let is_new = one != other && !self.merged.contains_key(other);
        if is_new {
            self.merged.insert(other.to_owned(), one.to_owned());
        }
        is_new
    }

    fn size(&self, name: &str) -> Size {
        let mut name = name;
        while let Some(other) = self.merged.get(name) {
            name = other;
        }
        match self.sizes.get(name) {
            Some(value) => Size::Const(*value),
            None => Size::name(name),
        }
    }
}

/// The errors in the shapes of the functions; `entry` names one, else all are checked.
pub fn shape_errors(checked: &Checked, entry: Option<&str>) -> Vec<Diagnostic> {
    let program = &checked.parsed.program;
    let shapes = Shapes::new(&checked.file, program);
    let wanted = |function: &&Function| entry.is_none_or(|entry| *function.name.text == *entry);
    let mut errors: Vec<Diagnostic> = Vec::new();
    for function in program.functions.iter().filter(wanted) {
        if errors.iter().any(|one| one.code == Some(Code::TC0114)) {
            break;
        }
        let is_open = |param: &Param| param.ty.shape.is_open();
        if function.params.iter().any(is_open) {
            continue;
        }
        for error in errors_of(&shapes, function, &Known::default()) {
            if !errors.contains(&error) {
                errors.push(error);
            }
        }
    }
    sort_by_place(&mut errors);
    errors
}

/// The errors in shapes that no arguments can make good: what needs numbers may have them once the
/// arguments are known.
pub(super) fn open_shape_errors(checked: &Checked) -> Vec<Diagnostic> {
    let mut errors = shape_errors(checked, None);
    errors.retain(|one| !matches!(one.code, Some(Code::TC0705 | Code::TC0724)));
    errors
}

/// The errors in the shapes of a function.
pub(crate) fn errors_of(shapes: &Shapes, function: &Function, known: &Known) -> Vec<Diagnostic> {
    let bound = arguments(shapes, function, known).and_then(|forms| {
        let forms = forms.into_iter().map(|form| (form, None)).collect();
        shapes.bind(function, forms, function.name.span, |_| None)
    });
    let mut env: Env<()> = match bound {
        Ok(env) => env,
        Err(fault) => return vec![*fault],
    };
    let mut errors = Vec::new();
    for line in &function.lets {
        let forms = match (&line.value.kind, line.names.len()) {
            (Kind::Call(name, arguments), many) if many > 1 => {
                shapes.results(name, arguments, &env, line.span)
            }
            _ => vec![shapes.form(&line.value, &env)],
        };
        for (name, form) in line.names.iter().zip(forms) {
            errors.extend(form.shape.as_ref().err().map(|fault| (**fault).clone()));
            env = env.with(&name.text, form, None);
        }
    }
    for (value, ty) in function.returns.iter().zip(&function.results) {
        match shapes.form(value, &env).shape {
            Ok(shape) => errors.extend(wrong_result(shapes, ty, &shape, value, &env)),
            Err(fault) => errors.push(*fault),
        }
    }
    if let Some(fault) = shapes.take_endless()
        && !errors.contains(&fault)
    {
        errors.push(*fault);
    }
    errors
}

/// The forms of the parameters: with the extents that are known, else with those of their types,
/// and names for the ones that are open.
pub(crate) fn arguments(
    shapes: &Shapes,
    function: &Function,
    known: &Known,
) -> super::shape::Known<Vec<Form>> {
    let mut taken: HashSet<String> = HashSet::new();
    for param in &function.params {
        taken.insert(param.name.text.to_string());
        let sizes = param.ty.shape.sizes();
        taken.extend(sizes.map(|name| name.text.to_string()));
    }
    let mut forms = Vec::new();
    for param in &function.params {
        let name = &*param.name.text;
        let shape = match (known.shapes.get(name), &param.ty.shape) {
            (Some(shape), _) => shape.iter().map(|one| Size::Const(*one as i64)).collect(),
            (None, ShapeClass::Axes(axes)) if !param.ty.shape.is_open() => {
                let axes = axes.iter().enumerate();
                axes.map(|(number, axis)| match axis {
                    Axis::Extent(extent) => Size::Const(*extent),
                    Axis::Size(name) => known.size(&name.text),
                    Axis::Free | Axis::Group(_) => {
                        let mut open = format!("{name}_{number}");
                        while !taken.insert(open.clone()) {
                            open.push('_');
                        }
                        known.size(&open)
                    }
                })
                .collect()
            }
            (None, _) => {
                let message = format!("the number of axes of `{name}` is not known");
                let help = "give the input, or write its axes in the type: `[.,.]`";
                return Err(shapes.fault_with(Code::TC0705, message, param.ty.span, help));
            }
        };
        let shape: Vec<Size> = shape;
        let value = match (param.ty.scalar, shape.len(), known.scalars.get(name)) {
            (Scalar::Int32, 0, Some(value)) => Ok(vec![Size::Const(*value)]),
            (Scalar::Int32, 0, None) => Ok(vec![Size::name(name)]),
            _ => Err(shapes.not_a_size(param.name.span)),
        };
        forms.push(Form::shaped(param.ty.scalar, shape, value));
    }
    Ok(forms)
}

/// Whether the result has the shape that its type states.
fn wrong_result(
    shapes: &Shapes,
    ty: &Type,
    shape: &[Size],
    value: &Expr,
    env: &Env<()>,
) -> Option<Diagnostic> {
    let message = match &ty.shape {
        ShapeClass::Any => return None,
        ShapeClass::AtLeastOne if !shape.is_empty() => return None,
        ShapeClass::AtLeastOne => "expected at least one axis, found a scalar".to_owned(),
        ShapeClass::Axes(axes) => {
            let all = expected(axes, shape.len(), env);
            if all.len() != shape.len() {
                let axes = super::shape::count(all.len(), "axis", "axes");
                let message = format!(
                    "the result does not have the shape of its type: expected {axes}, found {}",
                    shape.len()
                );
                return Some(*shapes.fault(Code::TC0720, message, value.span));
            }
            let mut pairs = all.into_iter().zip(shape).enumerate();
            let (number, (expected, found)) = pairs.find(|(_, (expected, found))| {
                expected
                    .as_ref()
                    .is_some_and(|expected| !shapes.agree(expected, found))
            })?;
            format!(
                "axis {number} is expected to be {}, found {}",
                expected?.human(),
                found.human()
            )
        }
    };
    let message = format!("the result does not have the shape of its type: {message}");
    Some(*shapes.fault(Code::TC0720, message, value.span))
}

/// The extents that a type states, axis by axis; a group whose names have no values yet has all
/// axes of a value of this rank that are left.
fn expected(axes: &[Axis], rank: usize, env: &Env<()>) -> Vec<Option<Size>> {
    let value = |name: &Name| env.find(&name.text)?.0.value.clone().ok();
    let of = |axis: &Axis| match axis {
        Axis::Extent(extent) => vec![Some(Size::Const(*extent))],
        Axis::Size(name) => vec![value(name).and_then(|all| all.first().cloned())],
        Axis::Free => vec![None],
        Axis::Group(group) => match value(&group.extents) {
            Some(extents) => extents.into_iter().map(Some).collect(),
            None => {
                let left = (rank + 1).saturating_sub(axes.len());
                vec![None; left.max(usize::from(group.at_least_one))]
            }
        },
    };
    axes.iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use crate::sac::check::check;
    use tc_syntax::diagnostic::{Diagnostic, SourceFile};

    fn errors(text: &str) -> Vec<String> {
        let checked = check(SourceFile::new("i.sac", text));
        assert_eq!(checked.diagnostics, []);
        let errors = super::shape_errors(&checked, None);
        errors.iter().map(Diagnostic::short).collect()
    }

    #[test]
    fn correct_programs_have_no_shape_errors() {
        let text = "
float[m,n] mm(float[m,k] a, float[k,n] b) { return { [i,j] -> sum({ [p] -> a[i,p] * b[p,j] }) }; }
float[.] conv(float[.] x, float[.] w)
{
  return { [i] -> sum({ [k] -> w[k] * x[i+k] }) | [i] < shape(x) - shape(w) + 1 };
}
int[n] count(int n) { return iota(n); }
float[+] centre(float[+] x) { return { iv -> x[iv] - maxval(x) | iv < shape(x) }; }
float[3,.] rows(float[.] a) { b = [a, a]; return b ++ [a]; }
";
        assert_eq!(errors(text), [""; 0]);
    }

    #[test]
    fn groups_of_axes_are_bound_where_arguments_are_known() {
        let text = "
float[d:shp] add(float[d:shp] a, float[d:shp] b) { return { iv -> a[iv] + b[iv] | iv < shp }; }
float[n] rows(float[n,d>0:inner] a) { return { [i] -> sum(a[[i]]) | [i] < [n] }; }
float[.] f(float[2,3] a, float[3,2] b) { return rows(add(a, b)); }
float[.] g(float[4] a) { return rows(a); }
float[d:shp] h(float[2,3] a, float[6] b) { return add(a, b); }
float[d>0:shp] i(float a) { return a; }
";
        assert_eq!(
            errors(text),
            [
                "i.sac:4:54: error[TC0720]: `b` does not have the shape of its type: `shp` is expected to be [2, 3], found [3, 2]",
                "i.sac:5:33: error[TC0720]: `a` does not have the shape of its type: expected at least 2 axes, found 1",
                "i.sac:6:51: error[TC0720]: `b` does not have the shape of its type: `d` is expected to be 2, found 1",
                "i.sac:7:36: error[TC0720]: the result does not have the shape of its type: expected 1 axis, found 0",
            ]
        );
    }

    #[test] // X1, X5, X6, X7, X25 for symbolic extents
    fn errors_do_not_need_arguments() {
        let text = "int[.] f(int[n] v)
{
  a = { [i,j] -> v[i] + j };
  b = { [i] -> take([i], v) | [i] < [3] };
  c = { [i] -> 1 | [i] < [v[0]] };
  d = { iv -> 0 | iv < [3] - 5 };
  e = v + { [i] -> v[i] | [i] < [n + 1] };
  return { [i] -> [1,2] | [i] < [2] ; [i] -> [1,2,3] | [i] < [4] };
}
int[n] g(int[n] v) { return v ++ v ++ [1]; }
int[n,n] h(int[n] v) { return v; }
";
        assert_eq!(
            errors(text),
            [
                "i.sac:3:9: error[TC0709]: no bound for `j`: no selection has it alone as a subscript",
                "i.sac:4:10: error[TC0716]: the shape of the elements depends on the value of `i`",
                "i.sac:5:27: error[TC0724]: a shape depends on this value, which is not known before the program runs",
                "i.sac:6:9: error[TC0715]: the result has the negative extent -2 in axis 0",
                "i.sac:7:7: error[TC0720]: the operands have the shapes [n] and [n + 1]",
                "i.sac:8:12: error[TC0713]: the elements of this partition have the shape [2], expected [3]",
                "i.sac:11:31: error[TC0720]: the result does not have the shape of its type: expected 2 axes, found 1",
            ]
        );
    }

    /// The shapes of expressions over `a` of these extents, and their values where they are known.
    fn forms(rank: usize, expressions: &[&str]) -> Vec<String> {
        use crate::sac::shape::{Env, Form, Shapes, shown};
        use tc_syntax::expr::Expr as Size;
        use tc_syntax::sac::{ast::Program, parser::parse_expression};
        use tc_syntax::scalar::Scalar;
        let extents: Vec<Size> = (0..rank)
            .map(|axis| Size::name(format!("n{axis}")))
            .collect();
        let of = |text: &&str| {
            let file = SourceFile::new("e.sac", *text);
            let program = Program::default();
            let shapes = Shapes::new(&file, &program);
            let expr = parse_expression(&file).expect("an expression");
            let no_value = Err(shapes.not_a_size(expr.span));
            let form = Form::shaped(Scalar::Int32, extents.clone(), no_value);
            let env: Env<()> = Env::default().with(&"a".into(), form, None);
            let form = shapes.form(&expr, &env);
            let value = form.value.map(|all| shown(&all)).unwrap_or("?".to_owned());
            format!("{} {value}", shown(&form.shape.expect("a shape")))
        };
        expressions.iter().map(of).collect()
    }

    /// Shows claims K15, K16 and K17: what is known before anything runs.
    #[test]
    fn shapes_are_known_without_data() {
        assert_eq!(
            forms(
                2,
                &[
                    "shape(a)",
                    "dim(a)",
                    "take([2], a)",
                    "[[1,2,3],[4,5,6]]",
                    "7"
                ]
            ),
            [
                "[2] [n0, n1]",
                "[] [2]",
                "[2, n1] ?",
                "[2, 3] [1, 2, 3, 4, 5, 6]",
                "[] [7]"
            ]
        );
        for rank in 1..=4 {
            let all = forms(rank, &["shape(a[[0]] + 1)", "drop([1], shape(a))"]);
            assert_eq!(all[0], all[1]);
        }
        assert_eq!(forms(2, &["a[[0]] + 1"]), ["[n1] ?"]);
    }
}
