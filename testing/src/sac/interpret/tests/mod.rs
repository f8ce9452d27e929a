//! The worked results of `docs/spec/sac.md`, section 3, by their ids; the claims of section K of
//! `docs/spec/claims.md` that they show stand beside them.

mod laws;
mod refused;
mod worked;

use super::*;
use crate::sac::examples::standard;
use tc_syntax::sac::parser::{parse, parse_expression};

/// The result of an expression, or the code of the error.
fn result(text: &str) -> Result<Array, String> {
    let file = SourceFile::new("e.sac", text);
    let first = |errors: Vec<tc_syntax::diagnostic::Diagnostic>| errors[0].headline();
    let expr = parse_expression(&file).map_err(first)?;
    let program = Program::default();
    let interpreter = Interpreter::new(&file, &program);
    let result = interpreter.evaluate(&expr, &standard());
    result.map_err(|fault| fault.headline())
}

/// `[[1,2],[3,4]]`
fn shown(array: &Array) -> String {
    fn of(shape: &[usize], data: &[Number]) -> String {
        let Some((extent, rest)) = shape.split_first() else {
            return match data[0] {
                Number::Bool(value) => value.to_string(),
                Number::Float(value) => value.to_string(),
                Number::Double(value) => value.to_string(),
                other => other.as_int().to_string(),
            };
        };
        let length: usize = rest.iter().product();
        let all: Vec<String> = (0..*extent)
            .map(|at| of(rest, &data[at * length..(at + 1) * length]))
            .collect();
        format!("[{}]", all.join(","))
    }
    of(&array.shape, &array.data)
}

/// Runs a function of a program.
fn run(text: &str, name: &str, arguments: Vec<Array>) -> Result<String, String> {
    let file = SourceFile::new("p.sac", text);
    let parsed = parse(&file);
    assert_eq!(parsed.errors, []);
    let interpreter = Interpreter::new(&file, &parsed.program);
    let results = interpreter
        .call(name, arguments)
        .map_err(|fault| fault.short())?;
    Ok(results.iter().map(shown).collect::<Vec<_>>().join(" "))
}
