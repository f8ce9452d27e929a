//! A program: TC text, SaC text, or a module at any level.

use crate::{
    call,
    checked::{Checked, Checking, Given},
    engine::Declaration,
    outcome::{Errors, Failure, error},
    platform::{Lowering, Platform, Unfit},
    sac, source,
    way::{Log, Way},
};
use melior::{Context, ir::Module};
use std::{borrow::Cow, path::Path};
use tc_dialects::{diagnostic::Diagnostic, target::Target};
use tc_frontend::Options;
use tc_passes::api;

/// How a program is read and reported on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// Warnings are errors.
    pub deny_warnings: bool,
    /// Show progress on the terminal.
    pub progress: bool,
}

/// A program that was read.
pub struct Program<'c> {
    log: Log,
    context: &'c Context,
    form: Form<'c>,
}

enum Form<'c> {
    /// TC text with checked names and types.
    Text(Box<tc_frontend::Checked>),
    /// The same in the notation of SaC.
    Sac(Box<tc_frontend::sac::Checked>),
    Module(Module<'c>),
}

impl<'c> Program<'c> {
    /// Reads a file, or standard input where it is `-`: TC text, or by the ending `.mlir` a module
    /// at any level, or by the ending `.sac` text in the notation of SaC.
    ///
    /// # Errors
    /// A file that cannot be read, and all errors in its names, types and operations.
    pub fn read(context: &'c Context, file: &Path, reading: Reading) -> Result<Self, Failure> {
        let log = Log::new(reading);
        let name = file.display();
        log.progress.phase(&format!("reading `{name}`"));
        match source::read(file) {
            Ok(bytes) => Program::of(context, file, &bytes, log),
            Err(reason) => Err(log.fail(error(format!("cannot read `{name}`: {reason}")))),
        }
    }

    /// Reads a program from the contents of such a file.
    ///
    /// # Errors
    /// All errors in names, types and operations.
    pub fn parse(
        context: &'c Context,
        name: &str,
        text: &str,
        reading: Reading,
    ) -> Result<Self, Failure> {
        let log = Log::new(reading);
        Program::of(context, Path::new(name), text.as_bytes(), log)
    }

    fn of(context: &'c Context, file: &Path, bytes: &[u8], mut log: Log) -> Result<Self, Failure> {
        api::remember_input(bytes);
        let name = file.display().to_string();
        let form = match source::is_mlir(file, bytes) {
            true => module(context, bytes, &name, &mut log),
            false if source::is_sac(file) => {
                sac::read(bytes, &name, &mut log).map(|checked| Form::Sac(Box::new(checked)))
            }
            false => text(bytes, &name, &mut log),
        };
        match form {
            Ok(form) => Ok(Program { log, context, form }),
            Err(errors) => Err(log.fail(errors)),
        }
    }

    /// The platform to compile for: the requested machine, or the one that the module names, or the
    /// executor's.
    ///
    /// # Errors
    /// A machine that does not exist, a machine file that is wrong, a machine of the other kind
    /// than the executor, and levels that its lowering does not have. All but a wrong file are
    /// usage errors.
    pub fn platform(&self, lowering: Lowering) -> Result<Platform, Failure> {
        let named = match &self.form {
            Form::Text(_) | Form::Sac(_) => None,
            Form::Module(module) => Target::of_operation(module.as_operation()),
        };
        Platform::choose(lowering, named).map_err(|unfit| match unfit {
            Unfit::File(errors) => self.failed(errors),
            Unfit::Usage(errors) => self.failed(errors).of_usage(),
        })
    }

    /// Warnings and notes so far.
    pub(crate) fn diagnostics(&self) -> &[Diagnostic] {
        &self.log.outcome.diagnostics
    }

    /// What the defs declare, in the order of the text.
    pub(crate) fn defs(&self) -> Result<Vec<Declaration>, Errors> {
        match &self.form {
            Form::Module(module) => Ok(declarations(module)),
            Form::Text(checked) => tc_frontend::emit(self.context, checked, None)
                .map(|module| declarations(&module))
                .map_err(|error| vec![error]),
            Form::Sac(checked) => {
                let names = tc_frontend::sac::names(checked).into_iter();
                Ok(names.map(Declaration::open).collect())
            }
        }
    }

    /// A failure with these errors after all diagnostics so far.
    pub fn failed(&self, errors: Errors) -> Failure {
        self.log.fail(errors)
    }

    /// Chooses the entry, checks the names given for it, and infers the ranges of comprehensions.
    /// Sizes that no input determines and integer scalars are replaced by their numbers, if these
    /// are given.
    ///
    /// # Errors
    /// All errors in the entry, in the names given for it, or in its ranges.
    pub fn check(self, checking: Checking, given: &Given) -> Result<Checked<'c>, Failure> {
        let Program {
            mut log,
            context,
            form,
        } = self;
        let mut given = Cow::Borrowed(given);
        let (module, has_defs) = match form {
            Form::Module(module) => {
                let has_defs = !call::defs(&module).is_empty();
                (module, has_defs)
            }
            Form::Text(checked) => {
                match tc_frontend::emit(context, &checked, checking.entry.as_deref()) {
                    Ok(module) => (module, true),
                    Err(error) => return Err(log.fail(vec![error])),
                }
            }
            Form::Sac(checked) => {
                match sac::compile(context, &checked, &checking, &given, &mut log) {
                    Ok((module, left)) => {
                        given = Cow::Owned(left);
                        (module, true)
                    }
                    Err(errors) => return Err(log.fail(errors)),
                }
            }
        };
        let way = Way::new(context, module, log);
        match has_defs {
            true => Checked::comprehensions(way, checking, &given),
            false => Checked::lowered(way, checking, &given),
        }
    }
}

fn declarations(module: &Module) -> Vec<Declaration> {
    let defs = call::defs(module).into_iter();
    defs.map(|def| Declaration::of(def)).collect()
}

fn module<'c>(
    context: &'c Context,
    bytes: &[u8],
    name: &str,
    log: &mut Log,
) -> Result<Form<'c>, Errors> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        log.outcome.sources.add(name, text);
    }
    api::parse_module(context, bytes, name).map(Form::Module)
}

fn text<'c>(bytes: &[u8], name: &str, log: &mut Log) -> Result<Form<'c>, Errors> {
    let text = String::from_utf8_lossy(bytes);
    let file = log.outcome.sources.add(name, &*text);
    // Free sizes and integer scalars are specialised later, so their values need not be known.
    let options = Options {
        free_sizes: true,
        deny_warnings: log.reading.deny_warnings,
        ..Options::default()
    };
    let mut checked = tc_frontend::check(file, &options);
    let said = std::mem::take(&mut checked.diagnostics);
    if said.iter().any(|one| one.is_error()) {
        return Err(said);
    }
    log.outcome.diagnostics.extend(said);
    Ok(Form::Text(Box::new(checked)))
}
