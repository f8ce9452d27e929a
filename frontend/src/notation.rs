//! What a notation is: all that the tools ask of a text goes through here, so that they do not know
//! in which notation it is written.
//!
//! ```text
//! file ──check──► Text ──lower──► definitions of the checked tree ──► the `tc` dialect
//!                  └──► declarations, hover
//! ```

use crate::model::Def;
use crate::raised::Raised;
use crate::tc::check::{Checked, Options};
use std::borrow::Cow;
use std::ops::Range;
use tc_syntax::diagnostic::{Diagnostic, SourceFile};

/// A notation in which programs are written.
pub trait Notation: Sync {
    /// Its name in messages: `TC`.
    fn name(&self) -> &'static str;

    /// How the names of its files end, and its name in flags and for editors: `tc`.
    fn ending(&self) -> &'static str;

    /// What is peculiar to the `tc` dialect that is made of it, for the help of `tc-translate`.
    fn remark(&self) -> &'static str;

    /// The text of a file in canonical layout.
    ///
    /// # Errors
    /// What does not parse.
    fn format(&self, file: &SourceFile) -> Result<String, Vec<Diagnostic>>;

    /// Parses and checks a file: all errors are among the diagnostics of the text.
    fn check(&self, file: SourceFile, options: &Options) -> Box<dyn Text>;

    /// The same for who needs a text without errors.
    ///
    /// # Errors
    /// All diagnostics, if one of them is an error.
    fn read(&self, file: SourceFile, options: &Options) -> Result<Box<dyn Text>, Vec<Diagnostic>> {
        let text = self.check(file, options);
        if text.diagnostics().iter().any(Diagnostic::is_error) {
            return Err(text.diagnostics().to_vec());
        }
        Ok(text)
    }

    /// Definitions as text in canonical layout.
    ///
    /// # Errors
    /// What has no spelling, each naming its definition.
    fn write(&self, raised: &[Raised]) -> Result<String, Vec<Diagnostic>>;

    /// Whether [`write`](Notation::write) needs the ranges of all indices, and calls inlined.
    fn writes_ranges(&self) -> bool;
}

/// A text that was checked.
pub trait Text {
    /// The source.
    fn file(&self) -> &SourceFile;

    /// Errors, warnings and notes by position.
    fn diagnostics(&self) -> &[Diagnostic];

    /// What can be an entry, in the order of the text.
    fn declarations(&self) -> Vec<Declared<'_>>;

    /// The definitions that are compiled for an entry, or for all if none is named. What is
    /// supplied for its arguments is asked for only if they decide about the definitions.
    ///
    /// # Errors
    /// An entry that does not exist or cannot be chosen, what is wrong with what is supplied, and
    /// what has no form in the checked tree.
    fn lower(&self, entry: Option<&str>, supplied: Ask<'_>)
    -> Result<Lowered<'_>, Vec<Diagnostic>>;

    /// The inputs of a definition that a call may leave out, each with the literal that it has
    /// then.
    fn defaults(&self, _entry: &str) -> Vec<(String, String)> {
        Vec::new()
    }

    /// What the name or operator at an offset in bytes is.
    fn hover(&self, offset: usize) -> Option<Hover>;

    /// The tree of TC text, for what is defined on it alone: gradients, batches, names and ranges
    /// in editors.
    fn as_tc(&self) -> Option<&Checked> {
        None
    }
}

/// Asks the caller what is supplied.
pub type Ask<'a> = &'a mut dyn FnMut() -> Result<Supplied, Vec<Diagnostic>>;

/// What a text declares under a name.
pub enum Declared<'t> {
    /// A definition, of which types and ranks are known.
    Whole(&'t Def),
    /// A function, of which they may be open.
    Open {
        /// Its name.
        name: String,
        /// The names of its inputs, in order.
        inputs: Vec<String>,
    },
}

impl Declared<'_> {
    /// The name.
    pub fn name(&self) -> &str {
        match self {
            Declared::Whole(def) => &def.name,
            Declared::Open { name, .. } => name,
        }
    }
}

/// What is known of a call before it is compiled.
#[derive(Clone, Debug, Default)]
pub struct Supplied {
    /// By argument.
    pub arguments: Vec<Argument>,
    /// Values of sizes and integer scalars, by name.
    pub sizes: Vec<(String, i64)>,
}

/// What is known of an argument.
#[derive(Clone, Debug)]
pub struct Argument {
    /// Its name.
    pub name: String,
    /// Its contents.
    pub contents: Contents,
}

/// What is known of the contents of an argument.
#[derive(Clone, Debug)]
pub enum Contents {
    /// A number that is written at the call; its value, if it is an integer.
    Number(Option<i64>),
    /// A tensor.
    Tensor {
        /// Its shape, if that is known.
        shape: Option<Vec<usize>>,
        /// Its first element, if that is a known integer.
        first: Option<i64>,
    },
}

/// What a text is compiled to.
#[derive(Debug)]
pub struct Lowered<'t> {
    /// The definitions, in the order of the text.
    pub defs: Vec<Cow<'t, Def>>,
    /// Notes on how the text was understood, and warnings.
    pub notes: Vec<Diagnostic>,
    /// The sizes of [`Supplied::sizes`] that became numbers: no definition names them.
    pub numbers: Vec<String>,
}

/// What an editor shows for a place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// A line in the notation, empty if there is none.
    pub code: String,
    /// A sentence on it, which may be empty.
    pub about: String,
    /// The bytes of the name or the operator.
    pub span: Range<usize>,
}
