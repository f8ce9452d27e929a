//! The flags that each notation has: `--tc-to-mlir`, `--mlir-to-tc`, `--tc-to-canonical`.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use tc_frontend::{NOTATIONS, Notation};

/// What is made of a text, or that a text is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    ToMlir,
    FromMlir,
    ToCanonical,
}

impl Way {
    const ALL: [Way; 3] = [Way::ToMlir, Way::FromMlir, Way::ToCanonical];

    fn flag(self, notation: &dyn Notation) -> String {
        let text = notation.ending();
        match self {
            Way::ToMlir => format!("{text}-to-mlir"),
            Way::FromMlir => format!("mlir-to-{text}"),
            Way::ToCanonical => format!("{text}-to-canonical"),
        }
    }

    fn help(self, notation: &dyn Notation) -> String {
        let name = notation.name();
        match self {
            Way::ToMlir => format!("The tc dialect of {name} text; {}", notation.remark()),
            Way::FromMlir => format!(
                "{name} text of the tc dialect; refuses what has no form there that means the same"
            ),
            Way::ToCanonical => format!(
                "The canonical form of each definition in {name} text, equal for programs that \
                 differ in names and layout only"
            ),
        }
    }
}

/// The flag of a notation that is given, if one is.
#[derive(Clone, Copy)]
pub(super) struct OfNotation(pub(super) Option<(Way, &'static dyn Notation)>);

/// All flags, with what they ask for.
fn flags() -> impl Iterator<Item = (Way, &'static dyn Notation)> {
    let of = |way| NOTATIONS.iter().map(move |notation| (way, *notation));
    Way::ALL.into_iter().flat_map(of)
}

impl FromArgMatches for OfNotation {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut all = flags();
        let found = all.find(|(way, notation)| matches.get_flag(&way.flag(*notation)));
        Ok(OfNotation(found))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = OfNotation::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for OfNotation {
    fn augment_args(command: Command) -> Command {
        flags().fold(command, |command, (way, notation)| {
            // clap needs names that live as long as the process.
            let flag: &'static str = way.flag(notation).leak();
            let one = Arg::new(flag).long(flag).action(ArgAction::SetTrue);
            command.arg(one.help(way.help(notation)).group(super::CONVERSION))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        OfNotation::augment_args(command)
    }
}
