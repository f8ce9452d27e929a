//! Completions for shells and manual pages: `TOOL --write-completions FOLDER`, which
//! `./x setup --completions` calls.
//!
//! They come from the same declarations as `--help`, and values from what flags take
//! ([`values`]). With `~/.local/share` as the folder they are
//! where shells and `man` look for them.

mod shells;
pub mod values;

use clap::{Arg, Command, builder::PossibleValuesParser};
use clap_complete::{Generator, Shell, generate};
use shells::Flag;
use std::{
    ffi::{OsStr, OsString},
    fs, io,
    path::Path,
};
use tc_process::output;
pub use values::Values;

/// The folder of `--write-completions`, if that is the whole command line.
pub fn wanted(words: &[OsString]) -> Option<&OsStr> {
    match words {
        [_, flag, folder] if flag == "--write-completions" => Some(folder),
        _ => None,
    }
}

/// What follows a flag, by its name; none for flags with values that cannot be listed.
pub type ValuesOf = fn(&str) -> Option<Values>;

/// Writes the completions and the manual page of a tool, of whose flags `more` knows values beside
/// those that all tools have; false after reporting why not.
pub fn write(command: Command, folder: &Path, more: ValuesOf) -> bool {
    let written = try_write(command, folder, more);
    if let Err(error) = &written {
        output::say(&format!("error: {error}\n"));
    }
    written.is_ok()
}

fn try_write(mut command: Command, folder: &Path, more: ValuesOf) -> io::Result<()> {
    let name = command.get_name().to_owned();
    // The manual names values where a flag is described.
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    let known = with_values(&mut command, more);
    let flags: Vec<Flag<'_>> = known
        .iter()
        .map(|(flag, values)| Flag {
            tool: &name,
            name: flag,
            values,
        })
        .collect();
    let script = |shell: Shell| completion(shell, &mut command.clone(), &name);
    let files = [
        (
            "bash-completion/completions",
            name.clone(),
            shells::bash(&script(Shell::Bash), &flags),
        ),
        (
            "zsh/site-functions",
            format!("_{name}"),
            shells::zsh(&script(Shell::Zsh), &flags),
        ),
        (
            "fish/vendor_completions.d",
            format!("{name}.fish"),
            shells::fish(script(Shell::Fish), &flags),
        ),
    ];
    for (place, file, text) in files {
        write_file(&folder.join(place), &file, text.as_bytes())?;
    }
    write_file(&folder.join("man/man1"), &format!("{name}.1"), &page)
}

/// Tells clap the values of flags that are words, and a word in place of those that are more.
/// Returns the latter.
fn with_values(command: &mut Command, values_of: ValuesOf) -> Vec<(String, Values)> {
    let mut more = Vec::new();
    let flags = command.get_arguments().filter(|one| {
        // Options of LLVM may have such names, too.
        one.get_value_names().is_some()
    });
    let flags: Vec<(clap::Id, String)> = flags
        .filter_map(|one| Some((one.get_id().clone(), one.get_long()?.to_owned())))
        .collect();
    for (id, flag) in flags {
        let words = match values_of(&flag).or_else(|| values::of(&flag)) {
            None => continue,
            Some(Values::Words(words)) => words,
            Some(values) => {
                let stand_in = Flag::stand_in(&flag);
                more.push((flag, values));
                vec![stand_in]
            }
        };
        // clap needs names that live as long as the process.
        let words = words.into_iter().map(|word| &*word.leak());
        let parser = PossibleValuesParser::new(words);
        let changed = std::mem::replace(command, Command::new(""));
        *command = changed.mut_arg(id, |one| one.value_parser(parser));
    }
    more
}

fn completion(shell: impl Generator, command: &mut Command, name: &str) -> String {
    let mut text = Vec::new();
    generate(shell, command, name, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

fn write_file(folder: &Path, file: &str, text: &[u8]) -> io::Result<()> {
    let cannot = |error: io::Error| {
        io::Error::new(
            error.kind(),
            format!("cannot make the folder `{}`: {error}", folder.display()),
        )
    };
    fs::create_dir_all(folder).map_err(cannot)?;
    output::write_atomically(&folder.join(file), text)
}

/// The command line of a tool that LLVM parses: `options` has a line for each, its name, a tab and
/// what it does.
pub fn of_llvm(name: &'static str, about: &'static str, options: &str) -> Command {
    let mut command = Command::new(name)
        .about(about)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(Arg::new("input").help("The file to read; `-` is standard input"));
    let mut lines: Vec<&str> = options.lines().collect();
    lines.sort_unstable();
    for (option, help) in lines.into_iter().filter_map(|line| line.split_once('\t')) {
        // clap needs names that live as long as the process, so this one is leaked.
        let option: &'static str = option.to_owned().leak();
        let argument = Arg::new(option)
            .help(help.to_owned())
            .num_args(0..=1)
            .require_equals(true);
        command = command.arg(match option.chars().collect::<Vec<_>>().as_slice() {
            [letter] => argument.short(*letter),
            _ => argument.long(option),
        });
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_llvm_are_completed() {
        let options = "schedule-tile\tfrom loops to tiles\no\tOutput filename\n";
        let command = of_llvm("tc-opt", "passes", options);
        let folder = tempfile::tempdir().unwrap();
        assert!(write(command, folder.path(), |_| None));
        let read = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(read("bash-completion/completions/tc-opt").contains("--schedule-tile"));
        assert!(read("fish/vendor_completions.d/tc-opt.fish").contains("-l schedule-tile"));
        assert!(read("zsh/site-functions/_tc-opt").contains("from loops to tiles"));
        assert!(read("man/man1/tc-opt.1").contains("from loops to tiles"));
    }

    #[test]
    fn only_the_flag_alone_asks_for_completions() {
        let wanted = |words: &[&str]| {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            super::wanted(&words).map(OsStr::to_owned)
        };
        assert_eq!(
            wanted(&["tc-run", "--write-completions", "d"]),
            Some("d".into())
        );
        assert_eq!(
            wanted(&["tc-run", "a.tc", "--write-completions", "d"]),
            None
        );
    }
}
