//! The values of flags in the scripts of shells.
//!
//! clap lists words behind a flag. What it does not know is put into its scripts here: files beside
//! words, and `NAME=VALUE`, of which the names come first, and the values of a name behind `=`.

use super::values::Values;
use std::fmt::Write;

/// A flag with its values, for one tool.
pub(super) struct Flag<'t> {
    /// The tool.
    pub tool: &'t str,
    /// The name of the flag: `option`.
    pub name: &'t str,
    /// What follows it.
    pub values: &'t Values,
}

impl Flag<'_> {
    /// The word that clap is told to list, which is replaced in its scripts.
    pub(super) fn stand_in(name: &str) -> String {
        format!("@{name}@")
    }

    /// The words before `=`.
    fn first(&self) -> String {
        match self.values {
            Values::Words(words) | Values::OrFile(words) | Values::AndFile(words) => {
                words.join(" ")
            }
            Values::Pairs(pairs) => {
                let names: Vec<String> = pairs.iter().map(|(name, _)| format!("{name}=")).collect();
                names.join(" ")
            }
        }
    }

    /// All pairs whose values can be listed: `fusion=max fusion=min`.
    fn pairs(&self) -> String {
        let Values::Pairs(pairs) = self.values else {
            return String::new();
        };
        let words = pairs.iter().flat_map(|(name, values)| {
            let words = values.iter();
            words.map(move |value| format!("{name}={value}"))
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// The name of a function of the shell.
    fn function(&self) -> String {
        format!("_{}_{}", self.tool, self.name)
    }
}

/// The script of bash with a function that looks at these flags first. It reads the line itself,
/// since bash breaks words at `=`.
pub(super) fn bash(script: &str, flags: &[Flag<'_>]) -> String {
    let Some((name, body)) = script.split_once("() {\n") else {
        return script.to_owned();
    };
    if flags.is_empty() {
        return script.to_owned();
    }
    let mut cases = String::new();
    for flag in flags {
        let (name, first) = (flag.name, flag.first());
        let behind = match flag.values {
            // Nothing is listed, so that bash completes files.
            Values::Words(_) | Values::OrFile(_) | Values::AndFile(_) => String::new(),
            Values::Pairs(_) => flag.pairs(),
        };
        write!(
            cases,
            "        --{name})\n            words=\"{first}\"\n            [[ \"$value\" == *=* ]] && words=\"{behind}\"\n            ;;\n"
        )
        .expect("writing to a string");
    }
    format!(
        r#"{name}_values() {{
    local line="${{COMP_LINE:0:COMP_POINT}}" flag value words
    value="${{line##*[[:space:]]}}"
    line="${{line%"$value"}}"
    line="${{line%"${{line##*[![:space:]]}}"}}"
    flag="${{line##*[[:space:]]}}"
    if [[ "$value" == --*=* ]]; then
        flag="${{value%%=*}}"
        value="${{value#*=}}"
    fi
    case "$flag" in
{cases}        *)
            return 1
            ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$value"))
    # What stands before the last `=` is no part of the word that bash completes.
    if [[ "$value" == *=* && "$COMP_WORDBREAKS" == *=* ]]; then
        COMPREPLY=("${{COMPREPLY[@]#"${{value%=*}}="}}")
    fi
    [[ "${{COMPREPLY[*]}}" == *= ]] && compopt -o nospace 2>/dev/null
    return 0
}}

{name}() {{
    {name}_values && return 0
{body}"#
    )
}

/// The script of zsh, in which a function stands for the word of each flag.
pub(super) fn zsh(script: &str, flags: &[Flag<'_>]) -> String {
    // With two colons, nothing but files is completed behind the first file.
    let mut script = script.replace("\n'*::", "\n'*:");
    let mut functions = String::new();
    for flag in flags {
        let (function, first) = (flag.function(), flag.first());
        let stand_in = format!("({})", Flag::stand_in(flag.name));
        script = script.replace(&stand_in, &function);
        let body = match flag.values {
            Values::Words(_) => format!("    compadd -- {first}\n"),
            Values::OrFile(_) => format!("    compadd -- {first}\n    _files\n"),
            Values::AndFile(words) => {
                let (with, without): (Vec<_>, Vec<_>) = words
                    .iter()
                    .map(String::as_str)
                    .partition(|word| word.ends_with('='));
                let (with, without) = (with.join(" "), without.join(" "));
                format!(
                    "    if compset -P '*='; then\n        _files\n    else\n        compadd -- {without}\n        compadd -S '' -- {with}\n    fi\n"
                )
            }
            Values::Pairs(pairs) => {
                let listed = pairs.iter().filter(|(_, values)| !values.is_empty());
                let cases = listed.map(|(name, values)| {
                    let values = values.join(" ");
                    format!("        {name}=*) compset -P '*='; compadd -- {values} ;;\n")
                });
                let cases: String = cases.collect();
                format!(
                    "    case \"$PREFIX\" in\n{cases}        *=*) _message 'a value' ;;\n        *) compadd -S '' -- {first} ;;\n    esac\n"
                )
            }
        };
        write!(functions, "{function}() {{\n{body}}}\n\n").expect("writing to a string");
    }
    let main = format!("_{}() {{\n", flags.first().map_or("", |flag| flag.tool));
    script.replacen(&main, &(functions + &main), 1)
}

/// The script of fish, with a function for each flag.
pub(super) fn fish(mut script: String, flags: &[Flag<'_>]) -> String {
    let mut functions = String::new();
    for flag in flags {
        let (function, first) = (format!("_{}", flag.function()), flag.first());
        let old = format!("-f -a \"{}\\t''\"", Flag::stand_in(flag.name));
        let files = match flag.values {
            Values::OrFile(_) | Values::AndFile(_) => "-F",
            Values::Words(_) | Values::Pairs(_) => "-f",
        };
        script = script.replace(&old, &format!("{files} -a \"({function})\""));
        let name = flag.name;
        let body = match flag.values {
            Values::Pairs(_) => {
                let pairs = flag.pairs();
                format!(
                    "    if string match -qr -- '^(--{name}=)?[^-=]+=' (commandline -ct)\n        printf '%s\\n' {pairs}\n    else\n        printf '%s\\n' {first}\n    end\n"
                )
            }
            _ => format!("    printf '%s\\n' {first}\n"),
        };
        write!(functions, "function {function}\n{body}end\n\n").expect("writing to a string");
    }
    functions + &script
}
