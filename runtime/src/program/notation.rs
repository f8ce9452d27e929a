//! Programs in one of the notations: the entry is compiled for all extents if that is possible,
//! else for those of the inputs.

use crate::{
    errors::Errors,
    options::{Checking, Given},
    program::defs::hide,
    request::{
        inputs::{Input, Source},
        supplied,
    },
    way::Log,
};
use melior::{Context, ir::Module};
use std::{borrow::Cow, path::Path, sync::Arc};
use tc_frontend::{
    Text,
    notation::{Argument, Contents, Supplied},
    notation_of,
    tc::{Options, SearchPath},
};
use tc_syntax::diagnostic::{Diagnostic, Severity};

/// Checks the text of a file.
///
/// # Errors
/// All diagnostics, if one is an error.
pub(crate) fn read(file: &Path, bytes: &[u8], log: &mut Log) -> Result<Box<dyn Text>, Errors> {
    // A byte order mark says that a file is UTF-8, which it is.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    let source = log.outcome.sources.add(file.display().to_string(), &*text);
    // Free sizes and integer scalars are specialised later, so their values need not be known.
    let options = Options {
        free_sizes: true,
        deny_warnings: log.reading.deny_warnings,
        path: if log.reading.only_library {
            SearchPath::library()
        } else {
            SearchPath::from_environment()
        },
        ..Options::default()
    };
    let text = notation_of(file).check(source, &options);
    for module in text.file().files().iter().skip(1) {
        log.outcome
            .sources
            .add(module.name().clone(), module.text());
    }
    if text.diagnostics().iter().any(Diagnostic::is_error) {
        return Err(text.diagnostics().to_vec());
    }
    log.outcome
        .diagnostics
        .extend_from_slice(text.diagnostics());
    Ok(text)
}

/// The module of the entry, and what is left to be given for it.
///
/// # Errors
/// An entry that cannot be compiled, for what is given.
pub(crate) fn compile<'c, 'g>(
    context: &'c Context,
    text: &dyn Text,
    checking: &Checking,
    given: &'g Given,
    log: &mut Log,
) -> Result<(Module<'c>, Cow<'g, Given>), Errors> {
    let mut read = None;
    let mut ask = || {
        let supplied = read.insert(supplied::read(&given.inputs)?);
        Ok(Supplied {
            arguments: supplied.iter().map(argument).collect(),
            sizes: given.sizes.clone(),
        })
    };
    let own: Vec<String> = text
        .declarations()
        .iter()
        .map(|one| one.name().to_owned())
        .collect();
    let only = (own.len() == 1).then(|| own[0].as_str());
    let entry = checking.entry.as_deref().or(only);
    let mut lowered = text.lower(entry, &mut ask)?;
    let is_told = |one: Severity| checking.explain_ranges || one != Severity::Note;
    lowered.notes.retain(|one| is_told(one.severity));
    log.tell(lowered.notes)?;
    let defs = lowered.defs.iter().map(AsRef::as_ref);
    let module = tc_translation::emit(context, text.file(), defs);
    // What a text calls of modules is no entry of it.
    let is_own = |name: &str| Some(name) == entry || own.iter().any(|one| one == name);
    hide(context, &module, |name| !is_own(name));
    let Some(supplied) = read else {
        let defaults = entry.map(|entry| text.defaults(entry)).unwrap_or_default();
        return Ok((module, with_defaults(given, defaults)));
    };
    let is_left = |name: &String| !lowered.numbers.contains(name);
    let sizes = given.sizes.iter().filter(|(name, _)| is_left(name));
    let given = Given {
        sizes: sizes.cloned().collect(),
        inputs: supplied.into_iter().map(input).collect(),
        open: given.open.clone(),
    };
    Ok((module, Cow::Owned(given)))
}

/// With the defaults of inputs for which nothing is given.
fn with_defaults(given: &Given, defaults: Vec<(String, String)>) -> Cow<'_, Given> {
    let is_given = |name: &String| {
        given.sizes.iter().any(|(one, _)| one == name)
            || given.inputs.iter().any(|one| one.name == *name)
    };
    let missing: Vec<_> = defaults
        .into_iter()
        .filter(|(name, _)| !is_given(name))
        .collect();
    if missing.is_empty() {
        return Cow::Borrowed(given);
    }
    let mut all = given.clone();
    for (name, text) in missing {
        match text.parse() {
            Ok(value) => all.sizes.push((name, value)),
            Err(_) => all.inputs.push(Input {
                name,
                source: Source::Literal(text),
            }),
        }
    }
    Cow::Owned(all)
}

/// What was read is not read again.
fn input(one: supplied::Supplied) -> Input {
    Input {
        name: one.name,
        source: match one.tensor {
            Some(tensor) => Source::Tensor(Arc::new(tensor)),
            None => one.source,
        },
    }
}

/// What a notation may ask of an input.
fn argument(one: &supplied::Supplied) -> Argument {
    let contents = match &one.source {
        Source::Literal(text) => Contents::Number(text.parse().ok()),
        _ => {
            let first = one.tensor.as_ref().and_then(|one| one.get_integer(0));
            Contents::Tensor {
                shape: one.shape().map(<[usize]>::to_vec),
                first: first.and_then(|value| i64::try_from(value).ok()),
            }
        }
    };
    let name = one.name.clone();
    Argument { name, contents }
}
