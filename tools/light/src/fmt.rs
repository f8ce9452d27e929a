//! `tc-fmt`: the canonical layout of files of text, in the notation that their endings say.
//!
//! Files are rewritten in place, each as a whole or not at all; `-` formats standard input to
//! standard output. With `--check` nothing is written, and the files that would change are named.
//! Exit status: 0 ok, 1 diagnostics or, with `--check`, files that would change, 2 usage.

use crate::console;
use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tc_frontend::notation_of;
use tc_process::{crash::run_tool, output};
use tc_syntax::diagnostic::{Diagnostic, Format, SourceMap, Stream};
use tc_syntax::source::{check_lossless, read_source};

/// Bring TC files into their canonical layout.
#[derive(Parser)]
#[command(name = "tc-fmt", version)]
struct CommandLine {
    /// Files to format in place; `-` formats standard input to standard output.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write nothing; name the files that would change, and exit with status 1 if there are any.
    #[arg(long)]
    check: bool,
    /// How diagnostics are printed: human, short, json or sarif.
    #[arg(long, default_value = "human", value_name = "FORMAT")]
    diagnostic_format: Format,
}

/// The result for one file.
enum Outcome {
    Unchanged,
    Changed,
}

/// Answers the command line.
pub fn main() -> ExitCode {
    run_tool(|| {
        let command_line: CommandLine = console::parse();
        let mut failed = false;
        for path in &command_line.files {
            let mut sources = SourceMap::default();
            match format_file(path, command_line.check, &mut sources) {
                Ok(Outcome::Unchanged) => {}
                Ok(Outcome::Changed) => {
                    if command_line.check {
                        failed = true;
                        if !output::print(&format!("{}\n", path.display())) {
                            break;
                        }
                    }
                }
                Err(diagnostics) => {
                    let format = command_line.diagnostic_format.on(Stream::Error);
                    output::say(&sources.render(&diagnostics, format));
                    failed = true;
                }
            }
        }
        if failed {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        }
    })
}

fn format_file(
    path: &Path,
    check: bool,
    sources: &mut SourceMap,
) -> Result<Outcome, Vec<Diagnostic>> {
    let file = read_source(path).map_err(|error| vec![error])?;
    let file = sources.add(file.name().clone(), file.text());
    check_lossless(&file).map_err(|error| vec![error])?;
    let text = notation_of(path).format(&file)?;
    let is_input = path == Path::new("-");
    let outcome = if text == file.text() {
        Outcome::Unchanged
    } else {
        Outcome::Changed
    };
    let write = !check && (is_input || matches!(outcome, Outcome::Changed));
    if write {
        output::write_atomically(path, text.as_bytes())
            .map_err(|error| vec![Diagnostic::error(None, error.to_string())])?;
    }
    Ok(outcome)
}
