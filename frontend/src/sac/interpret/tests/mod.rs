//! The worked results of `docs/spec/sac.md`, section 3, by their ids; the claims of section K of
//! `docs/spec/claims.md` that they show stand beside them.

mod laws;
mod refused;
mod worked;

use super::*;
use crate::sac::syntax::parser::{parse, parse_expression};

/// The values that all examples use.
fn standard() -> Vec<(&'static str, Array)> {
    let ints = |shape: &[usize], data: &[i64]| Array {
        shape: shape.to_vec(),
        ..Array::ints(data)
    };
    let iota = |shape: &[usize]| {
        let count = shape.iter().product::<usize>() as i64;
        ints(shape, &(0..count).collect::<Vec<_>>())
    };
    vec![
        ("v", ints(&[5], &[10, 20, 30, 40, 50])),
        ("m", ints(&[2, 3], &[1, 2, 3, 4, 5, 6])),
        ("t", iota(&[2, 2, 3])),
        ("z", iota(&[0, 6])),
        ("y", iota(&[6, 0])),
        ("w", ints(&[3], &[1, 0, 2])),
        ("a34", iota(&[3, 4])),
        ("a22", iota(&[2, 2])),
        ("a23", iota(&[2, 3])),
        ("a222", iota(&[2, 2, 2])),
        ("a234", iota(&[2, 3, 4])),
        ("b252", iota(&[2, 5, 2])),
        ("a05", iota(&[0, 5])),
        ("nine", ints(&[3, 3], &[9; 9])),
        ("b3", ints(&[3], &[1, 2, 3])),
        ("b32", ints(&[3, 2], &[1, 2, 3, 4, 5, 6])),
        ("h", ints(&[2], &[100, 200])),
        ("p", ints(&[2], &[1, 2])),
        ("q", ints(&[3], &[3, 4, 5])),
        ("ix", ints(&[3], &[3, 0, 3])),
        ("r", ints(&[2], &[5, 6])),
        ("s", ints(&[2], &[10, 100])),
        ("x5", ints(&[5], &[1, 2, 3, 4, 5])),
        ("x33", ints(&[3, 3], &[1, 2, 3, 4, 5, 6, 7, 8, 9])),
        ("w2", ints(&[2, 2], &[1, 0, 0, 1])),
    ]
}

/// The result of an expression, or the code of the error.
fn result(text: &str) -> Result<Array, String> {
    let file = SourceFile::new("e.sac", text);
    let first = |errors: Vec<tc_dialects::diagnostic::Diagnostic>| errors[0].headline();
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
