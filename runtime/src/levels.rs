//! The text of a level.

use melior::ir::{
    Module,
    operation::{OperationLike, OperationPrintingFlags},
};
use tc_pipelines::Stage;

/// A module's text, with or without the source location of each operation.
pub(crate) fn text(module: &Module<'_>, source_lines: bool) -> String {
    let operation = module.as_operation();
    let flags = OperationPrintingFlags::new().enable_debug_info(source_lines, false);
    let text = operation.to_string_with_flags(flags);
    text.unwrap_or_else(|_| operation.to_string())
        .trim_end()
        .to_owned()
}

/// A level's text as it is printed: its first line is the pipeline that continues from there, for
/// `tc-opt`.
pub(crate) fn with_header(module: &str, rest: &[Stage]) -> String {
    if rest.is_empty() {
        return format!("{module}\n");
    }
    format!("// pipeline: {}\n{module}\n", tc_pipelines::text(rest))
}
