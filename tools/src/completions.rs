//! Completions for shells and manual pages: `TOOL --write-completions FOLDER`, which
//! `./x setup --completions` calls.
//!
//! They come from the same declarations as `--help`. With `~/.local/share` as the folder they are
//! where shells and `man` look for them.

use clap::{Arg, Command};
use clap_complete::{Generator, Shell, generate};
use std::{
    ffi::{OsStr, OsString},
    fs, io,
    path::Path,
};
use tc_passes::api;

/// The folder of `--write-completions`, if that is the whole command line.
pub fn wanted(words: &[OsString]) -> Option<&OsStr> {
    match words {
        [_, flag, folder] if flag == "--write-completions" => Some(folder),
        _ => None,
    }
}

/// Writes the completions and the manual page of a tool; false after reporting why not.
pub fn write(command: Command, folder: &Path) -> bool {
    let written = try_write(command, folder);
    if let Err(error) = &written {
        crate::console::say(&format!("error: {error}\n"));
    }
    written.is_ok()
}

fn try_write(mut command: Command, folder: &Path) -> io::Result<()> {
    let name = command.get_name().to_owned();
    let files = [
        ("bash-completion/completions", name.clone(), Shell::Bash),
        ("zsh/site-functions", format!("_{name}"), Shell::Zsh),
        (
            "fish/vendor_completions.d",
            format!("{name}.fish"),
            Shell::Fish,
        ),
    ];
    for (place, file, shell) in files {
        let text = completion(shell, &mut command, &name);
        write_file(&folder.join(place), &file, &text)?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    write_file(&folder.join("man/man1"), &format!("{name}.1"), &page)
}

fn completion(shell: impl Generator, command: &mut Command, name: &str) -> Vec<u8> {
    let mut text = Vec::new();
    generate(shell, command, name, &mut text);
    text
}

fn write_file(folder: &Path, file: &str, text: &[u8]) -> io::Result<()> {
    let cannot = |error: io::Error| {
        io::Error::new(
            error.kind(),
            format!("cannot make the folder `{}`: {error}", folder.display()),
        )
    };
    fs::create_dir_all(folder).map_err(cannot)?;
    api::write_atomically(&folder.join(file), text)
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
        assert!(write(command, folder.path()));
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
