//! The texts that a text imports (`docs/modules.md`).
//!
//! ```text
//! net.tc ──import nn──► library/nn.tc ──use norms: ..──► library/norms.tc
//!    └── one text: net.tc, then the others, so that each span tells its file ──► check
//! ```
//!
//! A module `name` is the file `name.tc` in the folder of the text that imports it, else in a
//! folder of the search path, else the one of the library.

use super::library;
use percent_encoding::percent_decode_str;
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tc_syntax::diagnostic::{Code, Diagnostic, SourceFile};
use tc_syntax::near::nearest;
use tc_syntax::tc::ast::Import;
use tc_syntax::tc::{Parsed, parse, parse_part};

/// Where modules are looked for before the library.
#[derive(Clone, Debug, Default)]
pub struct SearchPath {
    /// Whether the folder of the text that imports is the first.
    beside: bool,
    folders: Vec<PathBuf>,
}

impl SearchPath {
    /// Only the library, as for texts of strangers: no file is read.
    pub fn library() -> Self {
        SearchPath::default()
    }

    /// The folder of the text that imports, then those of `TC_PATH`, which are separated as in
    /// `PATH`.
    pub fn from_environment() -> Self {
        let all = std::env::var_os("TC_PATH").unwrap_or_default();
        let folders = std::env::split_paths(&all).filter(|one| !one.as_os_str().is_empty());
        SearchPath {
            beside: true,
            folders: folders.collect(),
        }
    }

    /// The module of this name, for a text of this file.
    fn find(&self, importing: &str, name: &str) -> Option<SourceFile> {
        let file = format!("{name}.tc");
        let beside = self.beside.then(|| folder_of(importing));
        let folders = beside.iter().chain(&self.folders);
        // The library sees only itself.
        let is_library = library::is_of_library(importing);
        for folder in folders.filter(|_| !is_library) {
            let path = folder.join(&file);
            if let Ok(bytes) = std::fs::read(&path) {
                let text = String::from_utf8_lossy(&bytes);
                return Some(SourceFile::new(path.display().to_string(), &*text));
            }
        }
        library::file(name)
    }

    /// The names of the modules that a text may import, for a hint.
    fn names(&self, importing: &str) -> Vec<String> {
        let beside = self.beside.then(|| folder_of(importing));
        let mut names: Vec<String> = library::names().map(str::to_owned).collect();
        for folder in beside.iter().chain(&self.folders) {
            let folder = Path::new(".").join(folder);
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            names.extend(entries.filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                Some(name.strip_suffix(".tc")?.to_owned())
            }));
        }
        names
    }
}

/// The path of a file, whose name may be a URI as editors give it.
fn path_of(file: &str) -> Cow<'_, str> {
    match file.strip_prefix("file://") {
        Some(encoded) => percent_decode_str(encoded).decode_utf8_lossy(),
        None => file.into(),
    }
}

/// The folder of a file.
fn folder_of(file: &str) -> PathBuf {
    Path::new(&*path_of(file))
        .parent()
        .unwrap_or(Path::new(""))
        .to_owned()
}

/// What tells files apart: the path without links, or the name of one that is no file.
fn identity(file: &str) -> String {
    let path = path_of(file);
    let found = std::fs::canonicalize(&*path);
    found.map_or(path.into_owned(), |found| found.display().to_string())
}

/// A text of a program.
#[derive(Debug)]
pub struct Unit {
    /// Its name as a module; none of the program's own text.
    pub name: Option<Arc<str>>,
    /// Its tree; spans are those of the whole.
    pub parsed: Parsed,
    /// For each of its imports the number of the unit, if there is one.
    pub imports: Vec<Option<usize>>,
}

/// A text with all that it imports.
#[derive(Debug)]
pub(crate) struct Linked {
    /// The whole.
    pub(crate) file: SourceFile,
    /// The texts; that of the program is the first.
    pub(crate) units: Vec<Unit>,
    /// The numbers of the units, each behind those that it imports.
    pub(crate) order: Vec<usize>,
    pub(crate) errors: Vec<Diagnostic>,
}

/// The most texts of a program.
const MOST_UNITS: usize = 256;

/// Reads a text and all that it imports.
pub(crate) fn link(file: SourceFile, path: &SearchPath) -> Linked {
    let mut loader = Loader {
        path,
        loaded: Vec::new(),
        numbers: HashMap::new(),
        order: Vec::new(),
        errors: Vec::new(),
    };
    loader.load(file, None);
    let Loader {
        loaded,
        order,
        errors,
        ..
    } = loader;
    let mut loaded = loaded.into_iter();
    let Some(own) = loaded.next() else {
        unreachable!("the program's own text is loaded");
    };
    let others: Vec<Loaded> = loaded.collect();
    let sources: Vec<SourceFile> = others.iter().map(|one| one.file.clone()).collect();
    let file = match sources.is_empty() {
        true => own.file.clone(),
        false => own.file.with(&sources),
    };
    let units = others.into_iter().enumerate().map(|(number, one)| Unit {
        parsed: parse_part(&file, file.part(number + 1)),
        ..one.unit
    });
    let units = std::iter::once(own.unit).chain(units).collect();
    Linked {
        units,
        file,
        order,
        errors,
    }
}

struct Loaded {
    file: SourceFile,
    unit: Unit,
    /// Whether all that it imports was read.
    done: bool,
}

struct Loader<'p> {
    path: &'p SearchPath,
    loaded: Vec<Loaded>,
    /// By the identity of the file.
    numbers: HashMap<String, usize>,
    order: Vec<usize>,
    errors: Vec<Diagnostic>,
}

impl Loader<'_> {
    fn load(&mut self, file: SourceFile, name: Option<Arc<str>>) -> usize {
        let number = self.loaded.len();
        self.numbers.insert(identity(file.name()), number);
        let parsed = parse(&file);
        let imports = parsed.program.imports.clone();
        self.loaded.push(Loaded {
            unit: Unit {
                name,
                parsed,
                imports: Vec::new(),
            },
            file,
            done: false,
        });
        for import in &imports {
            let found = self.import(number, import);
            self.loaded[number].unit.imports.push(found);
        }
        self.loaded[number].done = true;
        self.order.push(number);
        number
    }

    fn import(&mut self, importing: usize, import: &Import) -> Option<usize> {
        let file = self.loaded[importing].file.clone();
        let name = &import.module;
        let place = file.place(name.span.range());
        let Some(found) = self.path.find(file.name(), &name.text) else {
            let error = Diagnostic::error(Code::TC0232, format!("unknown module `{name}`"));
            let error = error.at(place.clone(), "");
            let names = self.path.names(file.name());
            self.errors
                .push(match nearest(&name.text, names.iter().map(String::as_str)) {
                    Some(near) => {
                        error.help_with_edit(format!("did you mean `{near}`?"), place, near)
                    }
                    None => error.help(format!(
                        "a module is a file `{name}.tc` in the folder of this text, in a folder of TC_PATH, or in the library"
                    )),
                });
            return None;
        };
        if let Some(number) = self.numbers.get(&identity(found.name())).copied() {
            if !self.loaded[number].done {
                self.cycle(number, importing, import);
                return None;
            }
            return Some(number);
        }
        if self.loaded.len() >= MOST_UNITS {
            let message = format!("a program has more than {MOST_UNITS} modules");
            let error = Diagnostic::error(Code::TC0232, message).at(place, "");
            self.errors.push(error);
            return None;
        }
        Some(self.load(found, Some(name.text.clone())))
    }

    /// A module that is read imports one that waits for it.
    fn cycle(&mut self, first: usize, last: usize, import: &Import) {
        // Those that are not done yet import each other in the order in which they were begun.
        let waiting = (first..=last).filter(|number| !self.loaded[*number].done);
        let name = |number: usize| match &self.loaded[number].unit.name {
            Some(name) => name.to_string(),
            None => import.module.text.to_string(),
        };
        let chain = waiting.map(name).chain([name(first)]);
        let chain: Vec<String> = chain.map(|name| format!("`{name}`")).collect();
        let message = format!("modules import each other: {}", chain.join(" -> "));
        let place = self.loaded[last].file.place(import.span.range());
        let error = Diagnostic::error(Code::TC0233, message).at(place, "");
        self.errors
            .push(error.help("move what both need into a third module"));
    }
}
