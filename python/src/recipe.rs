//! From what a kernel is made.

use crate::{call::Known, knobs::Settings};
use serde_json::{Value, json};
use std::sync::Arc;
use tc_engine::{Arguments, Failure, Operator, Options};

/// An operator, what it is compiled for, and the text that has it.
pub(crate) struct Recipe {
    pub(crate) operator: Operator,
    pub(crate) settings: Settings,
    pub(crate) mapping: Vec<(String, String)>,
    pub(crate) allow_overlap: bool,
    pub(crate) known: Known,
    /// The text and the name of its file.
    pub(crate) text: Arc<(String, String)>,
}

impl Recipe {
    pub(crate) fn options(&self) -> Result<Options, Failure> {
        let options = self.settings.options();
        let all = self.mapping.iter();
        all.fold(options, |options, (name, value)| options?.set(name, value))
    }

    pub(crate) fn arguments(&self) -> &Arguments {
        &self.known.arguments
    }

    /// What a script needs to do the same.
    pub(crate) fn described(&self) -> Value {
        json!({
            "text": self.text.0,
            "file": self.text.1,
            "operator": self.operator.name(),
            "arguments": self.known.described,
            "target": self.settings.target.as_str(),
            "machine": self.settings.machine,
            "options": self.mapping,
        })
    }
}
