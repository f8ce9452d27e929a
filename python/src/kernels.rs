//! Compiled operators: made once, run often.

use crate::{
    arrays::Given,
    call::{Call, Known, framework},
    device::{self, Streams},
    failure, knobs,
    knobs::Settings,
    operators::{Operator, Parameters, described, level},
    outputs,
    threads::{generation, off_lock},
};
use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple},
};
use serde_json::{Value, json};
use smallvec::SmallVec;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tc_passes::api;
use tc_runtime::engine::{self, Arguments, Diagnostic, Failure, INTERNAL, View, ViewMut};

/// From what a kernel is made.
pub(crate) struct Recipe {
    pub(crate) operator: engine::Operator,
    pub(crate) settings: Settings,
    pub(crate) mapping: Vec<(String, String)>,
    pub(crate) allow_overlap: bool,
    pub(crate) known: Known,
    /// The text and the name of its file.
    pub(crate) text: Arc<(String, String)>,
}

impl Recipe {
    pub(crate) fn options(&self) -> Result<engine::Options, Failure> {
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

/// A kernel that is compiled when it is needed first; others that need it wait for that.
pub(crate) struct Compiled {
    pub(crate) recipe: Recipe,
    kernel: OnceLock<engine::Kernel>,
    turn: Mutex<()>,
    /// Behind a fork nobody gives the turn back.
    generation: u64,
}

/// Does work of the engine; a panic is a failure.
pub(crate) fn guarded<R>(work: impl FnOnce() -> Result<R, Failure>) -> Result<R, Failure> {
    api::catch(work).unwrap_or_else(|panic| {
        Err(Failure {
            diagnostics: vec![Diagnostic::error(None, format!("internal error: {panic}"))],
            sources: Default::default(),
            status: INTERNAL,
            while_running: false,
        })
    })
}

impl Compiled {
    pub(crate) fn new(recipe: Recipe) -> Self {
        Compiled {
            recipe,
            kernel: OnceLock::new(),
            turn: Mutex::new(()),
            generation: generation(),
        }
    }

    pub(crate) fn kernel(&self, py: Python<'_>) -> PyResult<&engine::Kernel> {
        if let Some(kernel) = self.kernel.get() {
            return Ok(kernel);
        }
        let (recipe, store) = (&self.recipe, knobs::store()?);
        let used = store.clone();
        let made = off_lock(py, || {
            let mine = self.generation == generation();
            let _turn = mine.then(|| self.turn.lock().unwrap_or_else(PoisonError::into_inner));
            if self.kernel.get().is_some() {
                return Ok(());
            }
            let kernel = guarded(|| {
                failure::compilation_begins();
                let options = recipe.options()?.cache(store);
                recipe.operator.compile(recipe.arguments(), &options)
            })?;
            let kernel = match recipe.allow_overlap {
                true => kernel.allowing_overlap(),
                false => kernel,
            };
            self.kernel.get_or_init(|| kernel);
            Ok(())
        })?;
        made.map_err(|failure| failure::raised(py, failure, || recipe.described()))?;
        knobs::warn_of_cache(py, &used)?;
        Ok(self.kernel.get().expect("it was just made"))
    }

    fn check_sizes(&self, py: Python<'_>, call: &Call<'_>) -> PyResult<()> {
        match call.sizes.is_empty() {
            true => Ok(()),
            false => call.check_sizes(py, &self.recipe.known, self.kernel(py)?.signature()),
        }
    }

    /// Runs it, and returns what the call returns.
    pub(crate) fn run<'py>(
        &self,
        py: Python<'py>,
        inputs: &[Given<'py>],
        out: Option<&Bound<'py, PyAny>>,
        profile: Option<(usize, &mut Option<engine::Profile>)>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let kernel = self.kernel(py)?;
        let framework = framework(inputs);
        let views: SmallVec<[View<'_>; 8]> = inputs.iter().map(Given::view).collect();
        let outputs = match out {
            Some(out) => outputs::given(kernel.signature(), out)?,
            None => {
                let on_device = device::is_on_device(inputs);
                // Where sizes are open, shapes follow from those of the inputs.
                let shapes = match kernel.signature().open.is_empty() {
                    true => None,
                    false => Some(kernel.output_shapes(&views)),
                };
                let shapes = shapes
                    .transpose()
                    .map_err(|failure| failure::of(py, failure))?;
                outputs::made(py, kernel.signature(), shapes, framework, on_device)?
            }
        };
        let names = &self.recipe.operator.declaration().inputs;
        let streams = device::streams(
            py,
            self.recipe.settings.target,
            (names, inputs),
            (kernel.signature(), &outputs),
        )?;
        if profile.is_some() && streams.is_some() {
            let message = "a profile is taken of arrays in memory of the host: give copies there";
            return Err(failure::argument(py, failure::Wrong::Device, "", message));
        }
        let mut written: SmallVec<[ViewMut<'_>; 4]> =
            outputs.iter().map(|one| one.held.view_mut()).collect();
        let ran = off_lock(py, || match (profile, streams) {
            (None, None) => kernel.run(&views, &mut written),
            (None, Some(Streams { on, after })) => {
                // SAFETY: the frameworks keep the memory for what is on their streams, and the
                // streams are those that they named.
                let launched = unsafe { kernel.launch(&views, &mut written, on, &after) };
                launched.map(|()| Vec::new())
            }
            (Some((repeat, place)), _) => {
                *place = Some(kernel.profile(&views, &mut written, repeat)?);
                Ok(Vec::new())
            }
        })?;
        drop(written);
        let remarks =
            ran.map_err(|failure| failure::raised(py, failure, || self.recipe.described()))?;
        for remark in &remarks {
            if knobs::warns_of_copies() {
                failure::warn(py, "CopyWarning", &remark.message)?;
            }
        }
        outputs::returned(
            py,
            kernel.signature(),
            outputs,
            out.is_none().then_some(framework),
        )
    }
}

/// Machine code of an operator for fixed types and shapes, or with open sizes for many shapes.
/// `Operator.compile` makes one.
#[pyclass(subclass, frozen, module = "tensorcomp._engine")]
pub(crate) struct Kernel {
    compiled: Compiled,
}

#[pymethods]
impl Kernel {
    #[new]
    #[pyo3(signature = (operator, inputs, named, target, machine, options, allow_overlap, open))]
    #[expect(clippy::too_many_arguments, reason = "they are those of `compile`")]
    fn new(
        operator: &Bound<'_, Operator>,
        inputs: &Bound<'_, PyTuple>,
        named: Option<&Bound<'_, PyDict>>,
        target: Option<&str>,
        machine: Option<String>,
        options: Vec<(String, String)>,
        allow_overlap: bool,
        open: Vec<String>,
    ) -> PyResult<Self> {
        let py = operator.py();
        let operator = operator.get();
        let recipe = operator.recipe(inputs, named, target, machine, options)?;
        let recipe = Recipe {
            allow_overlap,
            known: recipe.known.leaving_open(&open),
            ..recipe
        };
        let compiled = Compiled::new(recipe);
        compiled.kernel(py)?;
        Ok(Kernel { compiled })
    }

    /// The name of the operator.
    #[getter]
    fn name(&self) -> &str {
        self.compiled.recipe.operator.name()
    }

    #[getter]
    fn target(&self) -> &'static str {
        self.compiled.recipe.settings.target.as_str()
    }

    /// Name, type and shape of each input.
    fn input_specs(&self, py: Python<'_>) -> PyResult<Parameters> {
        Ok(described(self.compiled.kernel(py)?.signature().inputs()))
    }

    /// Name, type and shape of each output.
    fn output_specs(&self, py: Python<'_>) -> PyResult<Parameters> {
        Ok(described(self.compiled.kernel(py)?.signature().outputs()))
    }

    /// The values of the sizes.
    #[getter]
    fn sizes(&self, py: Python<'_>) -> PyResult<Vec<(String, i64)>> {
        Ok(self.compiled.kernel(py)?.signature().sizes.clone())
    }

    /// The sizes that each call says by its arrays.
    #[getter]
    fn open(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        Ok(self.compiled.kernel(py)?.signature().open.clone())
    }

    /// What the compilation had to say, a line each.
    #[getter]
    fn remarks(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let kernel = self.compiled.kernel(py)?;
        Ok(kernel.diagnostics().iter().map(Diagnostic::short).collect())
    }

    #[pyo3(signature = (*inputs, **named))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        inputs: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let declaration = self.compiled.recipe.operator.declaration();
        let call = Call::of(declaration, inputs, named)?;
        self.compiled.check_sizes(py, &call)?;
        let held = call.held(declaration)?;
        self.compiled.run(py, &held, call.out.as_ref(), None)
    }

    /// Runs it several times: seconds of each run, text and facts of the report, and the outputs.
    fn profile<'py>(
        &self,
        py: Python<'py>,
        inputs: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
        repeat: usize,
    ) -> PyResult<(Vec<f64>, String, String, Bound<'py, PyAny>)> {
        let declaration = self.compiled.recipe.operator.declaration();
        let call = Call::of(declaration, inputs, named)?;
        self.compiled.check_sizes(py, &call)?;
        let held = call.held(declaration)?;
        let mut place = None;
        let wanted = Some((repeat, &mut place));
        let outputs = self.compiled.run(py, &held, call.out.as_ref(), wanted)?;
        let engine::Profile {
            seconds,
            text,
            facts,
        } = place.unwrap_or_default();
        let facts: serde_json::Map<String, Value> = facts
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect();
        Ok((seconds, text, Value::Object(facts).to_string(), outputs))
    }

    /// The program at a level, as text.
    fn level(&self, py: Python<'_>, name: &str) -> PyResult<String> {
        let (kernel, level) = (self.compiled.kernel(py)?, level(name)?);
        let text = off_lock(py, || kernel.asm(level))?;
        text.map_err(|failure| failure::raised(py, failure, || self.compiled.recipe.described()))
    }
}
