//! `--explore`: the compilation in a page, or as data.

use super::{Answer, arguments::Arguments};
use std::{io, path::Path};
use tc_explorer::Explorer;
use tc_pipelines::mapping::MappingOptions;
use tc_runtime::{Executor, Failure, Outcome, source};
use tc_syntax::diagnostic::Diagnostic;

/// What shows the compilation, if that is asked for.
pub(super) fn explorer(
    arguments: &Arguments,
    executor: Executor,
    mapping: &MappingOptions,
) -> Result<Option<Explorer>, Answer> {
    let known = |file: &Path| {
        let ending = file.extension().and_then(|ending| ending.to_str());
        matches!(ending, Some("html" | "json"))
    };
    if let Some(other) = arguments.explore.iter().find(|file| !known(file.as_path())) {
        let message = format!(
            "--explore writes a page or data: expected FILE.html or FILE.json, found `{}`",
            other.display()
        );
        return Err(Answer::error(2, message));
    }
    if arguments.explore.is_empty() {
        return Ok(None);
    }
    let files = arguments.files.iter();
    let files = files.map(|file| file.display().to_string()).collect();
    let mapping = arguments.schedule.is_none().then_some(mapping);
    let call = tc_explorer::call(files, arguments.sizes.clone(), executor, mapping);
    let explorer = Explorer::new(call, &arguments.explore);
    if let Some(log) = &arguments.tuning_log {
        let shown = log.display();
        let text = source::read_to_string(log)
            .map_err(|error| Answer::error(1, format!("{shown}: {error}")))?;
        let read = explorer.tuned(&text);
        read.map_err(|reason| Answer::error(1, format!("{shown}: {reason}")))?;
    }
    Ok(Some(explorer))
}

/// The same result, after the files show it. A file that cannot be written is an error too.
pub(super) fn shown(
    explorer: &Explorer,
    result: Result<Outcome, Failure>,
) -> Result<Outcome, Failure> {
    let error = |reason: io::Error| vec![Diagnostic::error(None, reason.to_string())];
    match result {
        Ok(outcome) => match explorer.done(&outcome) {
            Ok(()) => Ok(outcome),
            Err(reason) => Err(outcome.failed(error(reason))),
        },
        Err(mut failure) => {
            if let Err(reason) = explorer.failed(&failure) {
                failure.diagnostics.extend(error(reason));
            }
            Err(failure)
        }
    }
}
