//! Operators that are defined: their text is checked, and compiled for each shape anew.

use crate::{
    arguments::Arguments,
    guard::{READING, guarded, new_context},
    signature::Signature,
};
use melior::Context;
use std::sync::Arc;
use tc_backend_cpu::Threads;
use tc_runtime::{
    Bound, Checking, Contents, Declaration, Errors, Failure, Given, Program, declared, error,
    quoted,
};
use tc_syntax::{
    diagnostic::{Code, Diagnostic},
    near::nearest,
};

/// The operators of a text.
#[derive(Clone)]
pub struct Operators {
    text: Arc<Text>,
}

/// A text whose names and types are checked.
pub(crate) struct Text {
    pub(crate) threads: Arc<Threads>,
    /// The name of the file in diagnostics.
    pub(crate) name: String,
    pub(crate) text: String,
    defs: Vec<Declaration>,
    warnings: Vec<Diagnostic>,
}

/// One operator of a text.
#[derive(Clone)]
pub struct Operator {
    text: Arc<Text>,
    /// Its position in the text.
    number: usize,
}

impl Text {
    pub(crate) fn program<'c>(&self, context: &'c Context) -> Result<Program<'c>, Failure> {
        Program::parse(context, &self.name, &self.text, READING)
    }
}

impl Operators {
    pub(crate) fn read(threads: &Arc<Threads>, name: &str, text: &str) -> Result<Self, Failure> {
        let (defs, warnings) = declared(name, text, READING, new_context)?;
        Ok(Operators {
            text: Arc::new(Text {
                threads: Arc::clone(threads),
                name: name.to_owned(),
                text: text.to_owned(),
                defs,
                warnings,
            }),
        })
    }

    /// Their names, in the order of the text.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.text.defs.iter().map(|one| one.name.as_str())
    }

    /// Warnings and notes about the text.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.text.warnings
    }

    /// The operator of this name.
    ///
    /// # Errors
    /// A name that the text does not define.
    pub fn operator(&self, name: &str) -> Result<Operator, Failure> {
        match self.names().position(|one| one == name) {
            Some(number) => Ok(self.at(number)),
            None => {
                let unknown = Diagnostic::error(Code::TC0515, format!("unknown operator `{name}`"));
                let help = match nearest(name, self.names()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the text defines {}", self.all()),
                };
                Err(Failure::of(vec![unknown.help(help)]))
            }
        }
    }

    /// The operator of a text that defines one.
    ///
    /// # Errors
    /// A text that defines none or several.
    pub fn only(&self) -> Result<Operator, Failure> {
        match self.text.defs.len() {
            1 => Ok(self.at(0)),
            0 => Err(Failure::of(error("the text defines nothing"))),
            _ => Err(Failure::of(error(format!(
                "the text defines {}: choose one by its name",
                self.all()
            )))),
        }
    }

    fn all(&self) -> String {
        let names: Vec<String> = self.names().map(str::to_owned).collect();
        quoted(&names)
    }

    fn at(&self, number: usize) -> Operator {
        Operator {
            text: Arc::clone(&self.text),
            number,
        }
    }
}

impl Operator {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.declaration().name
    }

    /// The names of its inputs, in order; what is updated in place is not among them.
    pub fn inputs(&self) -> &[String] {
        &self.declaration().inputs
    }

    /// What the text says of its arguments.
    pub fn declaration(&self) -> &Declaration {
        &self.text.defs[self.number]
    }

    /// The types and shapes of all arguments for these inputs, without compiling a kernel.
    ///
    /// # Errors
    /// Inputs that do not fit, sizes without a value, and preconditions that do not hold.
    pub fn infer(&self, arguments: &Arguments) -> Result<Signature, Failure> {
        let given = self.given(arguments).map_err(Failure::of)?;
        let checking = Checking {
            entry: Some(self.name().to_owned()),
            ..Checking::default()
        };
        guarded(|| {
            let context = new_context();
            let bound = self.bind(&context, checking, &given, Contents::None)?;
            Ok(Signature::of_bound(&bound))
        })
    }

    /// The gradient of this operator, as TC text that defines one operator: it takes the inputs,
    /// then `d_Y` for each output `Y` of a floating type, and returns `d_X` for each input `X` of
    /// one.
    ///
    /// ```
    /// use tc_engine::Engine;
    ///
    /// # fn main() -> Result<(), tc_engine::Failure> {
    /// let text = "def dot(float(N) A, float(N) B) -> (c) { c +=! A(i) * B(i) }";
    /// let gradient = Engine::new().define(text)?.only()?.gradient()?;
    /// assert!(gradient.contains("d_A(i) = d_c * B(i)"), "{gradient}");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// What has no gradient, with its place in the text, and ranges that cannot be inferred.
    pub fn gradient(&self) -> Result<String, Failure> {
        guarded(|| {
            let context = new_context();
            self.text.program(&context)?.gradient(self.name())
        })
    }

    /// The name and the text of an operator for batches: of the inputs `over` and of all outputs,
    /// along a new first dimension.
    ///
    /// ```
    /// use tc_engine::Engine;
    ///
    /// # fn main() -> Result<(), tc_engine::Failure> {
    /// let text = "def dot(float(N) A, float(N) B) -> (c) { c +=! A(i) * B(i) }";
    /// let batch = Engine::new().define(text)?.only()?.batch(&["B".to_owned()])?;
    /// let (name, text) = batch.expect("it has one");
    /// assert_eq!(name, "dot_batch");
    /// assert!(text.contains("c(b) +=! A(i) * B(b, i) where b in 0:Batch"), "{text}");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// None where there is no such form: see `tc_frontend::tc::batch`.
    ///
    /// # Errors
    /// The text cannot be read.
    pub fn batch(&self, over: &[String]) -> Result<Option<(String, String)>, Failure> {
        guarded(|| {
            let context = new_context();
            Ok(self.text.program(&context)?.batch(self.name(), over))
        })
    }

    pub(crate) fn bind<'c>(
        &self,
        context: &'c Context,
        checking: Checking,
        given: &Given,
        contents: Contents,
    ) -> Result<Bound<'c>, Failure> {
        let program = self.text.program(context)?;
        program.check(checking, given)?.bind(contents)
    }

    pub(crate) fn text(&self) -> &Text {
        &self.text
    }

    pub(crate) fn given(&self, arguments: &Arguments) -> Result<Given, Errors> {
        arguments.given(self.name(), self.inputs())
    }
}
