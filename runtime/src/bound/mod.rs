//! A program whose sizes, scalars and inputs are bound: the shapes of all its arguments and results
//! are known.
//!
//! `call` makes the buffers of a def, and `lowered` those of an entry below the `tc` level. Sizes
//! may stay open: `open` has what each call must satisfy then.

mod algebra;
pub(crate) mod call;
mod lowered;
pub(crate) mod open;

use crate::{
    checked::{Checked, Chosen},
    errors::Errors,
    options::{Checking, Contents},
    outcome::Failure,
    program::entries::{Entry, Parameter},
    way::Way,
};
use call::{Call, Known};
use melior::ir::Module;
use open::Open;
use tc_pipelines::Bindings;
use tc_syntax::diagnostic::{Code, Diagnostic};

/// A program at the sizes of one call, with its tensors.
pub struct Bound<'c> {
    pub(crate) way: Way<'c>,
    pub(crate) checking: Checking,
    pub(crate) entry: Entry,
    pub(crate) call: Call,
    pub(crate) bindings: Bindings,
    /// Subscripts whose data alone decide whether they are in range.
    pub(crate) reads_at_data: bool,
    /// It is compiled as far as a run needs it.
    pub(crate) runs: bool,
    /// Sizes that the code takes at each call, in its order.
    pub(crate) open: Vec<String>,
}

impl<'c> Checked<'c> {
    /// Binds sizes, scalars and inputs.
    ///
    /// # Errors
    /// Sizes without a value; inputs of the wrong type or shape.
    pub fn bind(self, contents: Contents) -> Result<Bound<'c>, Failure> {
        let Checked {
            way,
            checking,
            entry,
            sizes,
            supplied,
            open,
        } = self;
        let (bound, scalars, reads_at_data) = match entry {
            Chosen::Def {
                name,
                scalars,
                reads_at_data,
            } => {
                let known = Known {
                    sizes: &sizes,
                    scalars: &scalars,
                    supplied: &supplied,
                };
                let bound = call::bind(&name, &way.module, known, contents);
                let bound = match bound {
                    Err(errors) if contents == Contents::None && !open.is_empty() => {
                        at_stand_ins(&name, &way.module, known, &open).ok_or(errors)
                    }
                    bound => bound,
                };
                (bound, scalars, reads_at_data)
            }
            Chosen::Lowered(entry) => {
                let call = lowered::bind(&entry, &sizes, &supplied, contents);
                (call.map(|call| (entry, call)), Vec::new(), false)
            }
        };
        let (entry, mut call) = bound.map_err(|errors| way.log.fail(errors))?;
        let open = open::in_order(&entry.sizes, &open);
        let values = entry.sizes.iter().filter(|(name, _)| open.contains(name));
        call.sizes = values.map(|(_, value)| *value).collect();
        let bindings = Bindings {
            sizes: entry.sizes.clone(),
            scalars,
        };
        Ok(Bound {
            way,
            checking,
            entry,
            call,
            bindings,
            reads_at_data,
            runs: contents != Contents::None,
            open,
        })
    }
}

impl Bound<'_> {
    /// The name of the entry.
    pub fn entry(&self) -> &str {
        &self.entry.name
    }

    /// The sizes by name.
    pub fn sizes(&self) -> &[(String, i64)] {
        &self.entry.sizes
    }

    /// Its inputs and results, in the order of the arguments.
    pub fn parameters(&self) -> &[Parameter] {
        &self.entry.parameters
    }

    /// The values of integer scalars, as far as they are known.
    pub fn scalars(&self) -> &[(String, i64)] {
        &self.bindings.scalars
    }

    /// The sizes that the code takes at each call, in its order.
    pub fn open_sizes(&self) -> &[String] {
        &self.open
    }

    /// What each call must satisfy; none where all sizes have values.
    ///
    /// # Errors
    /// Sizes that are the extent of no argument, and extents that are not known.
    pub fn open(&self) -> Result<Option<Open>, Failure> {
        let open = open::of_entry(&self.way.module, &self.entry, &self.open);
        open.map_err(|errors| self.failed(errors))
    }

    /// A failure with these errors after all diagnostics so far.
    pub fn failed(&self, errors: Errors) -> Failure {
        self.way.log.fail(errors)
    }
}

/// Values for open sizes where nothing runs: code does not depend on them, but those of a call must
/// be some that the operator allows.
const STAND_INS: [i64; 4] = [64, 1024, 1, 0];

/// A def at the first of these values that it allows, for all open sizes without a value.
fn at_stand_ins(
    name: &str,
    module: &Module<'_>,
    known: Known,
    open: &[String],
) -> Option<(Entry, Call)> {
    STAND_INS.iter().find_map(|value| {
        let mut sizes = known.sizes.to_vec();
        for size in open {
            if !sizes.iter().any(|(given, _)| given == size) {
                sizes.push((size.clone(), *value));
            }
        }
        let known = Known {
            sizes: &sizes,
            ..known
        };
        call::bind(name, module, known, Contents::None).ok()
    })
}

/// The error about a missing input.
fn not_given(name: &str, entry: &str) -> Diagnostic {
    let message = format!("input `{name}` of `{entry}` is not given");
    Diagnostic::error(Code::TC0501, message).help(format!("--input {name}=FILE.npy"))
}
