//! `--explore`: a page of the program with the best options, and of the search.

use super::{
    Refused,
    arguments::{Search, Target},
};
use crate::commands::run;
use std::path::Path;
use tc_runtime::source;
use tc_tuner::options::Options;

/// Refuses a program that cannot be read once more.
pub(super) fn check(arguments: &Search) -> Result<(), Refused> {
    let file = arguments.file.as_deref().unwrap_or(Path::new("-"));
    if arguments.explore.is_some() && source::is_standard_input(file) {
        return Err(Refused::usage(
            "--explore compiles the program again after the search: give it as a file",
        ));
    }
    Ok(())
}

/// Writes the page, as `tc-run --explore` with the log does.
pub(super) fn write(arguments: &Search, best: &Options) -> Result<(), Refused> {
    let (Some(page), Some(log), Some(file)) = (&arguments.explore, &arguments.log, &arguments.file)
    else {
        return Ok(());
    };
    let shown = |path: &Path| path.display().to_string();
    let mut words = vec!["tc-run".to_owned(), shown(file)];
    words.push(format!("--explore={}", shown(page)));
    words.push(format!("--tuning-log={}", shown(log)));
    match arguments.target {
        Target::Cpu => words.push("--target=cpu".to_owned()),
        Target::Gpu => words.extend(["--target=emulator", "--report"].map(str::to_owned)),
    }
    let machine = arguments.machine.iter();
    words.extend(machine.map(|machine| format!("--machine={machine}")));
    let entry = arguments.entry.iter();
    words.extend(entry.map(|entry| format!("--entry={entry}")));
    let sizes = arguments.sizes.iter();
    words.extend(sizes.map(|(name, value)| format!("--size={name}={value}")));
    let inputs = arguments.inputs.iter();
    words.extend(inputs.map(|input| format!("--input={input}")));
    let options = best.iter();
    words.extend(options.map(|(name, value)| format!("--option={name}={value}")));
    run::carried_out(words).map_err(|(status, said)| Refused(status, said))
}
