//! A program: text, in several files and notations, or a module at any level.
//!
//! Here it is read, and becomes the module of its entry (`notation`). A module
//! has defs (`defs`), or entries below the `tc` level (`entries`). What the defs of a text declare
//! is known before anything of a call is (`declaration`). `text` is the way back, from a module to
//! text.

pub(crate) mod declaration;
pub(crate) mod defs;
pub(crate) mod entries;
mod notation;
pub mod text;

use crate::{
    errors::{Errors, error, quoted},
    options::{Checking, Given, Lowering, Reading},
    outcome::Failure,
    platform::{Platform, Unfit},
    source,
    way::{Log, Way},
};
use declaration::Declaration;
use melior::{Context, ir::Module};
use std::{
    borrow::Cow,
    collections::BTreeMap,
    path::{Path, PathBuf},
};
use tc_dialects::target::Target;
use tc_frontend::{Text, tc::library};
use tc_syntax::{
    diagnostic::{Code, Diagnostic, SourceMap},
    near::nearest,
};

/// A program that was read.
pub struct Program<'c> {
    log: Log,
    context: &'c Context,
    /// One for each file.
    forms: Vec<Form<'c>>,
}

/// What the defs of a file's contents declare, in the order of the text, and warnings about it.
/// Text is read without a context; `new_context` makes one for a module.
///
/// # Errors
/// All errors in names, types and operations.
pub fn declared(
    name: &str,
    text: &str,
    reading: Reading,
    new_context: impl FnOnce() -> Context,
) -> Result<(Vec<Declaration>, Vec<Diagnostic>), Failure> {
    let (file, bytes) = (Path::new(name), text.as_bytes());
    let mut log = Log::new(reading);
    let defs = if source::is_mlir(file, bytes) {
        Form::of(&new_context(), file, bytes, &mut log).map(|form| form.defs())
    } else {
        Form::of_text(file, bytes, &mut log).map(|form| form.defs())
    };
    match defs {
        Ok(defs) => Ok((defs, log.outcome.diagnostics)),
        Err(errors) => Err(log.fail(errors)),
    }
}

enum Form<'c> {
    /// Text with checked names and types.
    Text(Box<dyn Text>),
    Module(Module<'c>),
}

impl<'c> Program<'c> {
    /// Reads a file, or standard input where it is `-`: by the ending `.mlir` a module at any
    /// level, else text in the notation that the ending of the name says, such as `.sac`; TC by
    /// default.
    ///
    /// # Errors
    /// A file that cannot be read, and all errors in its names, types and operations.
    pub fn read(context: &'c Context, file: &Path, reading: Reading) -> Result<Self, Failure> {
        Program::read_all(context, &[file.to_owned()], reading)
    }

    /// Whether it has comprehensions, whose ranges are inferred.
    pub fn has_comprehensions(&self) -> bool {
        self.forms.iter().any(|form| match form {
            Form::Text(_) => true,
            Form::Module(module) => !defs::defs(module).is_empty(),
        })
    }

    /// The texts of the program.
    pub fn sources(&self) -> &SourceMap {
        &self.log.outcome.sources
    }

    /// Reads several files of text. The definitions of a file do not see those of another one.
    ///
    /// # Errors
    /// As [`read`](Program::read), of all files; a name that two files define; and a module, which
    /// is read alone.
    pub fn read_all(
        context: &'c Context,
        files: &[PathBuf],
        reading: Reading,
    ) -> Result<Self, Failure> {
        let mut log = Log::new(reading);
        let (mut forms, mut errors) = (Vec::new(), Vec::new());
        for file in files {
            let name = file.display();
            log.progress.phase(&format!("reading `{name}`"));
            let of_library = library::file(&name.to_string()).filter(|_| !file.exists());
            let read = match of_library {
                None => source::read(file).map(|bytes| (file.clone(), bytes)),
                Some(module) => Ok((module.name().as_ref().into(), module.text().into())),
            };
            let form = match read {
                Ok((file, bytes)) => Form::of(context, &file, &bytes, &mut log),
                Err(reason) => Err(error(format!("cannot read `{name}`: {reason}"))),
            };
            match form {
                Ok(form) => forms.push(form),
                Err(found) => errors.extend(found),
            }
        }
        if errors.is_empty() && files.len() > 1 {
            errors = together(files, &forms);
        }
        if errors.is_empty() {
            Ok(Program {
                log,
                context,
                forms,
            })
        } else {
            Err(log.fail(errors))
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
        let mut log = Log::new(reading);
        match Form::of(context, Path::new(name), text.as_bytes(), &mut log) {
            Ok(form) => Ok(Program {
                log,
                context,
                forms: vec![form],
            }),
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
        let named = match &self.forms[..] {
            [Form::Module(module)] => Target::of_operation(module.as_operation()),
            _ => None,
        };
        Platform::choose(lowering, named).map_err(|unfit| match unfit {
            Unfit::File(errors) => self.failed(errors),
            Unfit::Usage(errors) => self.failed(errors).of_usage(),
        })
    }

    /// The tree of the only file, if that is TC text.
    fn as_tc(&self) -> Option<&tc_frontend::tc::Checked> {
        match &self.forms[..] {
            [Form::Text(text)] => text.as_tc(),
            _ => None,
        }
    }

    /// The name and the text of a definition for batches; none if there is no such form.
    pub fn batch(&self, entry: &str, over: &[String]) -> Option<(String, String)> {
        tc_frontend::tc::batch::batch(&self.as_tc()?.file.first(), entry, over)
    }

    /// The gradient of a definition, as TC text.
    ///
    /// # Errors
    /// What has no gradient, ranges that cannot be inferred, and a program that is no TC text.
    pub fn gradient(&self, entry: &str) -> Result<String, Failure> {
        let Some(checked) = self.as_tc() else {
            let message = format!("the gradient of `{entry}` is derived from TC text only");
            let wrong = Diagnostic::error(None, message);
            let help =
                "write the operator as TC text; `tc-translate --mlir-to-tc` makes it of a module";
            return Err(self.failed(vec![wrong.help(help)]));
        };
        let derived = tc_frontend::tc::reachable(checked, Some(entry))
            .map_err(|error| vec![error])
            .and_then(|defs| {
                let mut module = tc_translation::emit(self.context, &checked.file, defs);
                text::gradient(self.context, &mut module, Some(entry), &checked.file)
            });
        derived.map_err(|errors| self.failed(errors))
    }

    /// A failure with these errors after all diagnostics so far.
    pub fn failed(&self, errors: Errors) -> Failure {
        self.log.fail(errors)
    }

    /// The module of the entry, what is given for it, and whether it has defs.
    ///
    /// # Errors
    /// An entry that is not there, and what its notation refuses of the call.
    pub(crate) fn into_module<'g>(
        self,
        checking: &Checking,
        given: &'g Given,
    ) -> Result<(Way<'c>, Cow<'g, Given>, bool), Failure> {
        let Program {
            mut log,
            context,
            forms,
        } = self;
        let form = match chosen(forms, checking.entry.as_deref()) {
            Ok(form) => form,
            Err(error) => return Err(log.fail(vec![error])),
        };
        let (module, has_defs, given) = match form {
            Form::Module(module) => {
                let has_defs = !defs::defs(&module).is_empty();
                (module, has_defs, Cow::Borrowed(given))
            }
            Form::Text(text) => {
                match notation::compile(context, &*text, checking, given, &mut log) {
                    Ok((module, left)) => (module, true, left),
                    Err(errors) => return Err(log.fail(errors)),
                }
            }
        };
        Ok((Way::new(context, module, log), given, has_defs))
    }
}

impl<'c> Form<'c> {
    fn of(context: &'c Context, file: &Path, bytes: &[u8], log: &mut Log) -> Result<Self, Errors> {
        if source::is_mlir(file, bytes) {
            tc_process::crash::remember_input(bytes);
            module(context, bytes, &file.display().to_string(), log)
        } else {
            Form::of_text(file, bytes, log)
        }
    }

    /// Of text in one of the notations, which needs no context.
    fn of_text(file: &Path, bytes: &[u8], log: &mut Log) -> Result<Self, Errors> {
        tc_process::crash::remember_input(bytes);
        notation::read(file, bytes, log).map(Form::Text)
    }

    fn defs(&self) -> Vec<Declaration> {
        match self {
            Form::Module(module) => declarations(module),
            Form::Text(text) => {
                let declared = text.declarations().into_iter();
                let with_defaults = |one: tc_frontend::notation::Declared<'_>| {
                    let defaults = text.defaults(one.name());
                    Declaration::of_text(one).with_defaults(&defaults)
                };
                declared.map(with_defaults).collect()
            }
        }
    }

    /// The names that a text defines.
    fn names(&self) -> Vec<String> {
        match self {
            Form::Module(_) => Vec::new(),
            Form::Text(text) => {
                let declared = text.declarations().into_iter();
                declared.map(|one| one.name().to_owned()).collect()
            }
        }
    }
}

/// Why files do not make a program together.
fn together(files: &[PathBuf], forms: &[Form]) -> Errors {
    let mut errors = Errors::new();
    let mut places: BTreeMap<String, &PathBuf> = BTreeMap::new();
    for (file, form) in files.iter().zip(forms) {
        if matches!(form, Form::Module(_)) {
            let message = format!("`{}` is a module, which is read alone", file.display());
            errors.extend(error(message));
        }
        for name in form.names() {
            if let Some(other) = places.insert(name.clone(), file) {
                let (first, second) = (other.display(), file.display());
                errors.extend(error(format!(
                    "`{name}` is defined in `{first}` and in `{second}`: expected one definition"
                )));
            }
        }
    }
    errors
}

/// The only form, or that of several which defines the entry.
fn chosen<'c>(mut forms: Vec<Form<'c>>, entry: Option<&str>) -> Result<Form<'c>, Diagnostic> {
    if forms.len() == 1 {
        return Ok(forms.remove(0));
    }
    let names: Vec<String> = forms.iter().flat_map(Form::names).collect();
    let entry = match (entry, &names[..]) {
        (Some(entry), _) => entry,
        (None, [only]) => only,
        (None, []) => return Err(Diagnostic::error(None, "the files define nothing")),
        (None, _) => {
            let message = format!(
                "the files define {}: choose one with --entry",
                quoted(&names)
            );
            return Err(Diagnostic::error(None, message));
        }
    };
    let defines = |form: &Form| form.names().iter().any(|name| name == entry);
    match forms.iter().position(defines) {
        Some(position) => Ok(forms.remove(position)),
        None => {
            let unknown = Diagnostic::error(Code::TC0515, format!("unknown def `{entry}`"));
            let help = match nearest(entry, names.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the files define {}", quoted(&names)),
            };
            Err(unknown.help(help))
        }
    }
}

fn declarations(module: &Module) -> Vec<Declaration> {
    let defs = defs::defs(module).into_iter();
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
    tc_pass_host::parse_module(context, bytes, name).map(Form::Module)
}
