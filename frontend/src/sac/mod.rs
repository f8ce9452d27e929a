//! The second language: tensor comprehensions in the notation of SaC (`docs/spec/sac.md`).
//!
//! | module | contents |
//! | --- | --- |
//! | [`check`](mod@check) | names and types of elements: all errors of a file in one run |
//! | [`shape`] | shapes without running: bound inference, dots, partitions |
//! | [`instantiate`] | shapes for symbolic extents: errors that need no arguments |
//! | [`lower`] | functions as definitions of the checked tree that TC text becomes too |
//! | `write` | that tree as SaC text again |
//!
//! ```
//! use tc_frontend::{Notation, sac::Sac, tc::Options};
//! use tc_syntax::diagnostic::SourceFile;
//!
//! let file = SourceFile::new("f.sac", "int[.] f(int[.] v) { return { [i] -> v[i+1] }; }");
//! let errors = Sac.read(file, &Options::default()).err().unwrap();
//! assert_eq!(
//!     errors[0].short(),
//!     "f.sac:1:31: error[TC0709]: no bound for `i`: no selection has it alone as a subscript",
//! );
//! ```

pub mod check;
mod entry;
mod hover;
pub mod instantiate;
pub mod lower;
pub mod shape;
mod write;

pub use check::{Checked, check};

use crate::notation::{Ask, Declared, Hover, Lowered, Notation, Text};
use crate::raised::Raised;
use crate::tc::check::Options;
use std::borrow::Cow;
use tc_syntax::diagnostic::{Diagnostic, SourceFile};

/// The notation.
pub struct Sac;

impl Notation for Sac {
    fn name(&self) -> &'static str {
        "SaC"
    }

    fn ending(&self) -> &'static str {
        "sac"
    }

    fn remark(&self) -> &'static str {
        "its types give the number of axes"
    }

    fn format(&self, file: &SourceFile) -> Result<String, Vec<Diagnostic>> {
        tc_syntax::sac::format(file)
    }

    /// Shapes are checked as far as they do not depend on arguments.
    fn check(&self, file: SourceFile, _: &Options) -> Box<dyn Text> {
        let mut checked = check(file);
        if !checked.has_errors() {
            checked.diagnostics = instantiate::open_shape_errors(&checked);
        }
        Box::new(checked)
    }

    fn write(&self, raised: &[Raised]) -> Result<String, Vec<Diagnostic>> {
        write::text(raised)
    }

    fn writes_ranges(&self) -> bool {
        true
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
        entry::declared(self)
    }

    /// One function: for all extents if that is possible, else for those of the arguments.
    fn lower(
        &self,
        entry: Option<&str>,
        supplied: Ask<'_>,
    ) -> Result<Lowered<'_>, Vec<Diagnostic>> {
        let function = entry::choose(self, entry).map_err(|error| vec![error])?;
        let known = entry::known(function, &supplied()?);
        let lower::Lowered { def, notes } = lower::lower(self, &function.name.text, &known)?;
        let is_name = |name: &str| def.sizes.iter().any(|size| *size.name == *name);
        let numbers = known.sizes.into_keys().filter(|name| !is_name(name));
        Ok(Lowered {
            numbers: numbers.collect(),
            defs: vec![Cow::Owned(def)],
            notes,
        })
    }

    fn hover(&self, offset: usize) -> Option<Hover> {
        let (code, span) = hover::hover(self, offset)?;
        let (about, span) = (String::new(), span.range());
        Some(Hover { code, about, span })
    }
}
