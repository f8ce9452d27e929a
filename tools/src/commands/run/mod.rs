//! `tc-run`: compile one operator and run it, or print any level of the compilation.

mod arguments;
mod explore;
mod request;
mod untrusted;

use crate::flags;
use arguments::Arguments;
use clap::Parser;
use melior::Context;
use request::Request;
use serde::Serialize;
use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
    process::ExitCode,
    time::Instant,
};
use tc_light_tools::console;
use tc_pipelines::mapping::without_effect;
use tc_process::output;
use tc_runtime::{Outcome, library, operators};
use tc_syntax::diagnostic::{self, Code, Diagnostic, Format, Severity, Stream};

/// The result of a run.
#[derive(Default, Serialize)]
struct Answer {
    status: u8,
    stdout: String,
    stderr: String,
}

impl Answer {
    fn error(status: u8, message: impl std::fmt::Display) -> Answer {
        Answer {
            status,
            stderr: format!("error: {message}\n"),
            ..Answer::default()
        }
    }
}

/// Answers the command line.
pub fn main() -> ExitCode {
    tc_pass_host::run_tool(|| {
        let mut arguments: Arguments = flags::parse();
        if let Some(seconds) = arguments.untrusted
            && let Err(reason) = untrusted::limit(&mut arguments, seconds)
        {
            output::say(&format!("error: --untrusted: {reason}\n"));
            return ExitCode::FAILURE;
        }
        let answer = match &arguments.batch {
            Some(file) => batch(file),
            None => answer(None, &arguments, Formats::of_person(&arguments)),
        };
        output::say(&answer.stderr);
        if output::print(&answer.stdout) {
            ExitCode::from(answer.status)
        } else {
            ExitCode::from(answer.status.max(1))
        }
    })
}

/// Does a run for another tool: what is printed is dropped, and an error is its status with what it
/// says.
pub(super) fn carried_out(words: Vec<String>) -> Result<(), (u8, String)> {
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(said) => return Err((2, console::without_guess(said).to_string())),
    };
    let answer = answer(None, &arguments, Formats::of_person(&arguments));
    match answer.status {
        0 => Ok(()),
        status => Err((status, answer.stderr)),
    }
}

/// How diagnostics are printed on the two streams.
struct Formats {
    output: Format,
    error: Format,
    /// Whether progress is shown on a terminal.
    progress: bool,
}

impl Formats {
    /// With colours and progress where a person sees them.
    fn of_person(arguments: &Arguments) -> Formats {
        Formats {
            output: arguments.diagnostic_format.on(Stream::Output),
            error: arguments.diagnostic_format.on(Stream::Error),
            progress: Stream::Error.is_terminal() && !arguments.quiet,
        }
    }

    /// For a program.
    fn plain(arguments: &Arguments) -> Formats {
        Formats {
            output: arguments.diagnostic_format,
            error: arguments.diagnostic_format,
            progress: false,
        }
    }
}

/// Does one run, in the given context or in one of its own, or explains a code.
fn answer(context: Option<&Context>, arguments: &Arguments, formats: Formats) -> Answer {
    if let Some(code) = &arguments.explain_code {
        return match diagnostic::explain(code) {
            Ok(text) => Answer {
                stdout: format!("{text}\n"),
                ..Answer::default()
            },
            Err(message) => Answer::error(2, message),
        };
    }
    if let Some(word) = &arguments.list_operators {
        return listed(word);
    }
    let begin = Instant::now();
    let request = match Request::new(arguments, formats.progress) {
        Ok(request) => request,
        Err(refused) => return refused,
    };
    tc_pass_host::set_time_limit(arguments.time_limit);
    let result = match context {
        Some(context) => request.run(context),
        None => request.run(&tc_runtime::new_context()),
    };
    match result {
        Ok(mut outcome) => {
            outcome.diagnostics.retain(|one| is_wanted(one, arguments));
            if !request::explains_ranges(arguments) {
                outcome.ranges.clear();
            }
            // What a hit saves: all but the start of the tool.
            if outcome.facts.iter().any(|(name, _)| *name == "cache") {
                let seconds = begin.elapsed().as_secs_f64();
                outcome.facts.push(("engine_seconds", seconds.into()));
            }
            told(outcome, arguments, &formats)
        }
        Err(mut failure) => {
            failure.diagnostics.retain(|one| is_wanted(one, arguments));
            Answer {
                status: failure.status,
                stderr: failure.sources.render(&failure.diagnostics, formats.error),
                ..Answer::default()
            }
        }
    }
}

/// The operators of the library, those of a module, or those whose names begin with a word.
fn listed(word: &str) -> Answer {
    let wanted = |one: &operators::Operator| {
        word.is_empty() || one.module == word || one.name.starts_with(word)
    };
    let mut stdout = String::new();
    let mut module = "";
    for one in operators::operators().iter().filter(|one| wanted(one)) {
        if one.module != module {
            let blank = if module.is_empty() { "" } else { "\n" };
            module = one.module;
            stdout += &format!("{blank}# {module}\n");
        }
        let (signature, about) = (one.signature.trim_start_matches("def "), &one.about);
        stdout += &format!("{signature}\n    {about}\n    {}\n", one.example);
    }
    if stdout.is_empty() {
        let modules: Vec<&str> = library::names().collect();
        let all = modules.join(", ");
        return Answer::error(
            1,
            format!(
                "no operator and no module of the library begins with `{word}`: the modules are {all}"
            ),
        );
    }
    Answer {
        stdout,
        ..Answer::default()
    }
}

/// How ranges were inferred is found out for the explorer too, and told where that is asked for.
fn is_wanted(one: &Diagnostic, arguments: &Arguments) -> bool {
    !is_explanation(one) || arguments.explore.is_empty() || request::explains_ranges(arguments)
}

/// The output of a run that succeeded: the requested results on standard output, diagnostics on
/// standard error.
fn told(outcome: Outcome, arguments: &Arguments, formats: &Formats) -> Answer {
    let all = outcome.diagnostics.iter().cloned();
    let all = all
        .chain(options_without_effect(arguments))
        .chain(inside_without_effect(arguments))
        .chain(threads_without_effect(arguments));
    let (explained, said): (Vec<_>, Vec<_>) = all.partition(is_explanation);
    let stdout = if arguments.json {
        outcome.to_json()
    } else if explained.is_empty() {
        outcome.to_text()
    } else {
        outcome.sources.render(&explained, formats.output) + &outcome.to_text()
    };
    let is_said = |one: &Diagnostic| !arguments.quiet || one.severity != Severity::Note;
    let said: Vec<Diagnostic> = said.into_iter().filter(is_said).collect();
    Answer {
        status: 0,
        stdout,
        stderr: outcome.sources.render(&said, formats.error),
    }
}

/// A note for each mapping option of the command line that is accepted and changes nothing.
fn options_without_effect(arguments: &Arguments) -> impl Iterator<Item = Diagnostic> {
    let given = arguments.option.iter();
    given.filter_map(|(name, _)| {
        let reason = without_effect(name)?;
        let message = format!("mapping option `{name}` has no effect here: {reason}");
        Some(Diagnostic::note(None, message))
    })
}

/// A note where loops inside of tiles have options of their own, and there are none.
fn inside_without_effect(arguments: &Arguments) -> Option<Diagnostic> {
    let executor = request::executor(arguments);
    let is_gpu = executor.code()?.has_kernels();
    let options = request::mapping(arguments, executor).ok()?;
    let reason = options.no_loops_inside(is_gpu)?;
    let message = format!("mapping options of loops inside of tiles have no effect here: {reason}");
    Some(Diagnostic::note(None, message))
}

/// A note where `--threads` is given and nothing runs on threads of this machine.
fn threads_without_effect(arguments: &Arguments) -> Option<Diagnostic> {
    let executor = request::executor(arguments);
    let reason = if !executor.runs_code() {
        "the reference evaluator has one thread"
    } else if executor.is_device() {
        "the threads of a GPU are those of the schedule"
    } else {
        return None;
    };
    arguments.threads?;
    let message = format!("`--threads` has no effect here: {reason}");
    Some(Diagnostic::note(None, message))
}

/// Whether a diagnostic belongs to `--explain=ranges`.
fn is_explanation(one: &Diagnostic) -> bool {
    one.severity == Severity::Note && one.code == Some(Code::TC0301)
}

/// Answers each line of a file by a line on standard output. Returns the highest status.
fn batch(file: &Path) -> Answer {
    let cannot_read = |error| {
        Answer::error(
            1,
            format!("--batch: cannot read `{}`: {error}", file.display()),
        )
    };
    let mut lines: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        match File::open(file) {
            Ok(file) => Box::new(BufReader::new(file)),
            Err(error) => return cannot_read(error),
        }
    };
    let context = tc_runtime::new_context();
    let mut worst = Answer::default();
    let mut line = String::new();
    loop {
        line.clear();
        match lines.read_line(&mut line) {
            Ok(0) => return worst,
            Ok(_) if line.trim().is_empty() => continue,
            Ok(_) => {}
            Err(error) => return cannot_read(error),
        }
        let answer = answer_line(&context, &line);
        worst.status = worst.status.max(answer.status);
        let text = serde_json::to_string(&answer).expect("an answer is plain data");
        if !output::print(&(text + "\n")) {
            worst.status = worst.status.max(1);
            return worst;
        }
    }
}

fn answer_line(context: &Context, line: &str) -> Answer {
    let words: Vec<String> = match serde_json::from_str(line) {
        Ok(words) => words,
        Err(error) => {
            return Answer::error(2, format!("expected a JSON array of arguments: {error}"));
        }
    };
    let words = std::iter::once("tc-run".to_owned()).chain(words);
    match Arguments::try_parse_from(words) {
        Ok(arguments) if arguments.batch.is_some() => {
            Answer::error(2, "a line of a batch cannot contain --batch")
        }
        // Its answers would stand between those of the batch.
        Ok(arguments) if arguments.rounds.is_some() => {
            Answer::error(2, "a line of a batch cannot contain --rounds")
        }
        Ok(arguments) if arguments.untrusted.is_some() => Answer::error(
            2,
            "--untrusted limits a whole process: start one for each program",
        ),
        Ok(arguments) => answer(Some(context), &arguments, Formats::plain(&arguments)),
        // Help and version are not errors; they go to standard output.
        Err(said) if !said.use_stderr() => Answer {
            stdout: said.to_string(),
            ..Answer::default()
        },
        Err(said) => Answer {
            status: 2,
            stderr: console::without_guess(said).to_string(),
            ..Answer::default()
        },
    }
}
