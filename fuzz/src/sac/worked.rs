//! The worked results and errors of the specification in the compiler.

use super::run::{Case, Verdict, compiled, interpreted, judge};
use melior::Context;
use tc_runtime::Executor;
use tc_testing::sac::examples::{ERRORS, RESULTS, standard};
use tc_testing::sac::interpret::Array;

/// How the types of the parameters are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Types {
    /// `int[2,3] m`
    Numbers,
    /// `int[.,.] m`
    Open,
    /// `int[*] m`
    AnyRank,
}

/// All ways.
pub const TYPES: [Types; 3] = [Types::Numbers, Types::Open, Types::AnyRank];

/// An expression over the standard values as a program.
pub fn case(expression: &str, types: Types) -> Case {
    let words: Vec<&str> = expression
        .split(|one: char| !one.is_alphanumeric() && one != '_')
        .collect();
    let used = standard()
        .into_iter()
        .filter(|(name, _)| words.contains(name));
    let arguments: Vec<(String, Array)> =
        used.map(|(name, array)| (name.to_owned(), array)).collect();
    let params = arguments.iter().map(|(name, array)| {
        let axes: Vec<String> = array
            .shape
            .iter()
            .map(|extent| match types {
                Types::Numbers => extent.to_string(),
                _ => ".".to_owned(),
            })
            .collect();
        match types {
            Types::AnyRank => format!("int[*] {name}"),
            _ => format!("int[{}] {name}", axes.join(",")),
        }
    });
    let params: Vec<String> = params.collect();
    let text = |scalar: &str| {
        let params = params.join(", ");
        format!("{scalar}[*] f({params}) {{ return {expression}; }}\n")
    };
    let int = Case {
        text: text("int"),
        arguments,
    };
    // The type of the result is found out by trying.
    match interpreted(&int) {
        Err(reason) if reason.contains("found bool") => Case {
            text: text("bool"),
            ..int
        },
        _ => int,
    }
}

/// The examples whose compiled results differ from the interpreter's, or which are refused.
pub fn wrong_results(context: &Context) -> Vec<String> {
    let mut wrong = Vec::new();
    for types in TYPES {
        for (id, expression, _) in RESULTS {
            match judge(context, &case(expression, types)) {
                Verdict::Agree => {}
                other => wrong.push(format!("{id} {types:?}: {expression}: {other:?}")),
            }
        }
    }
    wrong
}

/// The errors that the compiler does not report with their code. An index outside of an array has
/// another code than in the interpreter, since it is found before anything runs.
pub fn missing_errors(context: &Context) -> Vec<String> {
    let mut missing = Vec::new();
    for (id, expression, code, _) in ERRORS {
        let expected = match code {
            "TC0510" => "TC0309",
            other => other,
        };
        let found = compiled(
            context,
            &case(expression, Types::Numbers),
            Executor::Reference,
        );
        let said = match &found {
            Ok(_) => "a result".to_owned(),
            Err(failure) => failure.diagnostics.iter().map(|one| one.short()).collect(),
        };
        if !said.contains(&format!("[{expected}]")) {
            missing.push(format!(
                "{id}: {expression}: expected {expected}, found {said}"
            ));
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shows claims K1, K2, K4, K5, K6, K7, K8, K9, K11, K12, K13, K14, K18, K19, K21 and K23 on
    /// reference, cpu and emulator.
    #[test]
    fn compiled_results_are_those_of_the_specification() {
        let context = tc_runtime::new_context();
        let wrong = wrong_results(&context);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// Shows claims K10 and K19.
    #[test]
    fn the_compiler_reports_the_errors_of_the_specification() {
        let context = tc_runtime::new_context();
        let missing = missing_errors(&context);
        assert!(missing.is_empty(), "{}", missing.join("\n"));
    }
}
