//! What a name is, for editors: its type and shape.

use super::check::Checked;
use super::instantiate::{Known, arguments};
use super::shape::{Env, Form, Shapes, shown};
use tc_syntax::Span;
use tc_syntax::sac::ast::*;
use tc_syntax::sac::format::ty;
use tc_syntax::tc::ast::Name;

/// The name at an offset, with its type and shape for symbolic extents; for a function its
/// signature.
pub fn hover(checked: &Checked, offset: usize) -> Option<(String, Span)> {
    let program = &checked.parsed.program;
    let shapes = Shapes::new(&checked.file, program);
    let holds = |span: Span| span.range().contains(&offset);
    let function = program.functions.iter().find(|one| holds(one.span))?;
    if holds(function.name.span) {
        return Some((signature(function), function.name.span));
    }
    let env = variables(&shapes, function);
    let described = |name: &Name| {
        let (form, _) = env.as_ref()?.find(&name.text)?;
        Some((described(name, form), name.span))
    };
    let names = function.params.iter().map(|param| &param.name);
    let mut names = names.chain(function.lets.iter().flat_map(|line| &line.names));
    if let Some(name) = names.find(|name| holds(name.span)) {
        return described(name);
    }
    let lines = function.lets.iter().map(|line| &line.value);
    let mut pending: Vec<&Expr> = lines
        .chain(&function.returns)
        .filter(|one| holds(one.span))
        .collect();
    while let Some(expr) = pending.pop() {
        match &expr.kind {
            Kind::Var(name) => return described(name),
            Kind::Call(name, _) if holds(name.span) => {
                let called = program.functions.iter().filter(|one| one.name == *name);
                let signatures: Vec<String> = called.map(signature).collect();
                return Some((signatures.join("\n"), name.span));
            }
            _ => pending.extend(expr.children().into_iter().filter(|one| holds(one.span))),
        }
    }
    None
}

/// The parameters, the sizes and the names of the lines of a function.
fn variables(shapes: &Shapes, function: &Function) -> Option<Env<()>> {
    let forms = arguments(shapes, function, &Known::default()).ok()?;
    let forms = forms.into_iter().map(|form| (form, None)).collect();
    let mut env = shapes
        .bind(function, forms, function.name.span, |_| None)
        .ok()?;
    for line in &function.lets {
        let forms = match (&line.value.kind, line.names.len()) {
            (Kind::Call(name, arguments), many) if many > 1 => {
                shapes.results(name, arguments, &env, line.span)
            }
            _ => vec![shapes.form(&line.value, &env)],
        };
        for (name, form) in line.names.iter().zip(forms) {
            env = env.with(&name.text, form, None);
        }
    }
    Some(env)
}

fn described(name: &Name, form: &Form) -> String {
    let shape = match &form.shape {
        Ok(shape) if shape.is_empty() => String::new(),
        Ok(shape) => shown(shape),
        Err(_) => "[*]".to_owned(),
    };
    format!("{}{shape} {name}", form.scalar.name())
}

fn signature(function: &Function) -> String {
    let results: Vec<String> = function.results.iter().map(ty).collect();
    let params = function.params.iter();
    let params: Vec<String> = params
        .map(|one| format!("{} {}", ty(&one.ty), one.name))
        .collect();
    format!(
        "{} {}({})",
        results.join(", "),
        function.name,
        params.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use crate::sac::check;
    use tc_syntax::diagnostic::SourceFile;

    #[test]
    fn names_have_their_shapes() {
        let text = "
float[n] twice(float[n] v) { return v + v; }
float[.,.] f(float[m,k] a, float[k] v) { b = { [i] -> a[i] + twice(v) }; return b; }
";
        let checked = check(SourceFile::new("h.sac", text));
        let at = |what: &str| {
            let offset = text.rfind(what).expect("the text has it");
            super::hover(&checked, offset).map(|(text, _)| text)
        };
        assert_eq!(at("b; }").as_deref(), Some("float[m, k] b"));
        assert_eq!(at("a[i]").as_deref(), Some("float[m, k] a"));
        assert_eq!(
            at("twice(v)").as_deref(),
            Some("float[n] twice(float[n] v)")
        );
        assert_eq!(
            at("f(float").as_deref(),
            Some("float[.,.] f(float[m,k] a, float[k] v)")
        );
        assert_eq!(at("[i] ->"), None);
    }
}
