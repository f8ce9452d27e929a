//! TC text (`docs/spec/tc-language.md`).
//!
//! | module | contents |
//! | --- | --- |
//! | [`check`](mod@check) | names and types: all errors of a file in one run |
//! | [`library`] | the texts that come with the tools |
//! | [`operators`] | what their operators are |
//! | [`modules`] | the texts that a text imports |
//! | [`entry`] | the definitions that an entry needs |
//! | [`symbols`] | the symbol of each name, for editors |
//! | [`hover`] | what a name is |
//! | [`batch`] | definitions for batches |
//! | [`write`](mod@write) | the checked tree as text |

pub mod batch;
pub mod check;
pub mod entry;
pub mod hover;
pub mod library;
pub mod modules;
pub mod operators;
pub mod symbols;
pub mod write;

pub use check::{Checked, Options, check};
pub use entry::reachable;
pub use modules::SearchPath;

use crate::model::Def;
use crate::notation::{Ask, Declared, Hover, Lowered, Notation, Text};
use crate::raised::Raised;
use std::borrow::Cow;
use tc_syntax::diagnostic::{Diagnostic, SourceFile};

/// The notation.
pub struct Tc;

impl Notation for Tc {
    fn name(&self) -> &'static str {
        "TC"
    }

    fn ending(&self) -> &'static str {
        "tc"
    }

    fn remark(&self) -> &'static str {
        "ranges are left to `tc-infer-ranges`"
    }

    fn format(&self, file: &SourceFile) -> Result<String, Vec<Diagnostic>> {
        tc_syntax::tc::format(file)
    }

    fn check(&self, file: SourceFile, options: &Options) -> Box<dyn Text> {
        Box::new(check(file, options))
    }

    fn write(&self, raised: &[Raised]) -> Result<String, Vec<Diagnostic>> {
        write::text(raised)
    }

    fn writes_ranges(&self) -> bool {
        false
    }
}

impl Text for Checked {
    fn file(&self) -> &SourceFile {
        &self.file
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    fn declarations(&self) -> Vec<Declared<'_>> {
        self.defs.iter().map(Declared::Whole).collect()
    }

    fn lower(&self, entry: Option<&str>, _: Ask<'_>) -> Result<Lowered<'_>, Vec<Diagnostic>> {
        let taken = entry.filter(|entry| self.def(entry).is_none());
        let taken = taken.and_then(|entry| Some((entry, self.used.get(entry)?)));
        let named = taken.map_or(entry, |(_, global)| Some(global));
        let defs = reachable(self, named).map_err(|error| vec![error])?;
        let mut defs: Vec<Cow<'_, Def>> = defs.into_iter().map(Cow::Borrowed).collect();
        if let Some((entry, global)) = taken {
            let entry_def = defs.iter_mut().find(|def| def.name == *global);
            entry_def
                .into_iter()
                .for_each(|def| def.to_mut().name = entry.into());
        }
        Ok(Lowered {
            defs,
            notes: Vec::new(),
            numbers: Vec::new(),
        })
    }

    fn defaults(&self, entry: &str) -> Vec<(String, String)> {
        let def = self.written(entry);
        let params = def.into_iter().flat_map(|def| &def.params);
        let default = |param: &tc_syntax::tc::ast::Param| {
            Some((param.name.text.to_string(), param.default_text()?))
        };
        params.filter_map(default).collect()
    }

    fn hover(&self, offset: usize) -> Option<Hover> {
        hover::hover(self, offset)
    }

    fn as_tc(&self) -> Option<&Checked> {
        Some(self)
    }
}
