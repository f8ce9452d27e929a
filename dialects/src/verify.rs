//! Entry points of the verifiers, which MLIR calls for one operation, possibly on many threads at
//! once.
//!
//! A verifier reports every error that it finds, not only the first, each at the location of its
//! operation. MLIR has already checked what `td/` declares: kinds of attributes, operand types,
//! numbers of regions.

use melior::ir::{Attribute, OperationRef};

use crate::errors::Errors;
use crate::op;
use crate::target;

/// Checks an operation, called from C++; false if an error was reported.
pub(crate) fn verify<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> bool {
    let mut errors = Errors::default();
    match op::name(operation) {
        "tc.def" => crate::tc::verify::def(operation, &mut errors),
        "tc.read" | "tc.exists" | "tc.value" => {
            crate::tc::verify::placement(operation, &mut errors)
        }
        "tc.call" => crate::tc::verify::call(operation, &mut errors),
        "schedule.scop" => crate::schedule::verify::scop(operation, &mut errors),
        "schedule.band" => crate::schedule::verify::band(operation, &mut errors),
        _ => {}
    }
    errors.is_empty()
}

/// Checks an attribute of the `tc` dialect on an operation of any dialect; false if an error was
/// reported.
pub(crate) fn attribute<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    name: &str,
    value: Attribute<'c>,
) -> bool {
    let mut errors = Errors::default();
    if name == target::ATTRIBUTE {
        if op::name(operation) != "builtin.module" {
            errors.add(operation, format!("has '{name}', which says what a module is compiled for; expected it on 'builtin.module'"));
        }
        if !target::is_target(value) {
            errors.add(
                operation,
                format!("has '{name}', expected '#tc.target<...>' as its value, found '{value}'"),
            );
        }
    }
    errors.is_empty()
}
