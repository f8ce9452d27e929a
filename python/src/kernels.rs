//! Compiled operators: made once, run often.

use crate::{
    arrays::{Framework, Given, Held},
    call::{Call, Inputs, Known, framework},
    device::{self, Streams},
    failure, knobs,
    knobs::Settings,
    operators::{Operator, Parameters, described, level},
    outputs::{self, Outputs},
    signals::lock,
    threads::{Sent, generation, here, off_lock},
};
use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple},
};
use serde_json::{Value, json};
use smallvec::SmallVec;
use std::{
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tc_runtime::{
    Store,
    engine::{self, Arguments, Diagnostic, ElementType, Failure, INTERNAL, View, ViewMut},
    levels::Artifact,
};

/// A run that takes no longer is not worth the way to another thread: later ones of the kernel are
/// in the thread of the caller, and signals are heard behind them.
const SHORT: Duration = Duration::from_millis(2);

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
    /// Runs with fewer bytes of arguments are short, as one that was measured.
    short: AtomicUsize,
    kernel: OnceLock<engine::Kernel>,
    turn: Mutex<()>,
    /// Behind a fork nobody gives the turn back.
    generation: u64,
}

/// Does work of the engine; a panic is a failure.
pub(crate) fn guarded<R>(work: impl FnOnce() -> Result<R, Failure>) -> Result<R, Failure> {
    tc_process::panics::catch(work).unwrap_or_else(|panic| {
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
            short: AtomicUsize::new(0),
            kernel: OnceLock::new(),
            turn: Mutex::new(()),
            generation: generation(),
        }
    }

    pub(crate) fn kernel<'a>(self: &'a Arc<Self>, py: Python<'_>) -> PyResult<&'a engine::Kernel> {
        if let Some(kernel) = self.kernel.get() {
            return Ok(kernel);
        }
        let (this, store) = (Arc::clone(self), knobs::store()?);
        let used = store.clone();
        let made = off_lock(py, move || this.make(store))?;
        made.map_err(|failure| failure::raised(py, failure, || self.recipe.described()))?;
        knobs::warn_of_cache(py, &used)?;
        Ok(self.kernel.get().expect("it was just made"))
    }

    /// Compiles it, unless it was.
    fn make(&self, store: Store) -> Result<(), Failure> {
        let mine = self.generation == generation();
        let _turn = mine.then(|| lock(&self.turn));
        if self.kernel.get().is_some() {
            return Ok(());
        }
        let recipe = &self.recipe;
        let kernel = guarded(|| {
            failure::compilation_begins();
            let options = recipe.options()?.cache(store);
            recipe.operator.compile(recipe.arguments(), &options)
        })?;
        let kernel = if recipe.allow_overlap {
            kernel.allowing_overlap()
        } else {
            kernel
        };
        self.kernel.get_or_init(|| kernel);
        Ok(())
    }

    fn check_sizes(self: &Arc<Self>, py: Python<'_>, call: &Call<'_>) -> PyResult<()> {
        if call.sizes.is_empty() {
            Ok(())
        } else {
            call.check_sizes(py, &self.recipe.known, self.kernel(py)?.signature())
        }
    }

    /// Runs it, and returns what the call returns. Where a signal ends the wait for a run, the run
    /// is left behind with its arrays, unless these go with the caller (`may_leave`).
    pub(crate) fn run<'py>(
        self: &Arc<Self>,
        py: Python<'py>,
        inputs: Inputs,
        out: Option<&Bound<'py, PyAny>>,
        may_leave: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (framework, outputs) = self.outputs(py, &inputs, out)?;
        let names = &self.recipe.operator.declaration().inputs;
        let kernel = self.kernel(py)?;
        let streams = device::streams(
            py,
            self.recipe.settings.target,
            (names, &inputs),
            (kernel.signature(), &outputs.held),
        )?;
        let Outputs { held, objects } = outputs;
        let ran = match streams {
            Some(Streams { on, after }) => here(py, || {
                let mut written = views_mut(&held);
                // SAFETY: the frameworks keep the memory for what is on their streams, and the
                // streams are those that they named.
                let launched = unsafe { kernel.launch(&views(&inputs), &mut written, on, &after) };
                launched.map(|()| Vec::new())
            })?,
            None if !may_leave || self.is_short(&inputs, &held) => {
                here(py, || kernel.run(&views(&inputs), &mut views_mut(&held)))?
            }
            None => self.run_long(py, inputs, held)?,
        };
        let remarks =
            ran.map_err(|failure| failure::raised(py, failure, || self.recipe.described()))?;
        for remark in &remarks {
            if knobs::warns_of_copies() {
                failure::warn(py, "CopyWarning", &remark.message)?;
            }
        }
        let made_by = out.is_none().then_some(framework);
        outputs::returned(py, kernel.signature(), objects, made_by)
    }

    /// The framework of a call, and its outputs: given ones, or new ones.
    fn outputs<'py>(
        self: &Arc<Self>,
        py: Python<'py>,
        inputs: &[Given],
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Framework, Outputs<'py>)> {
        let (kernel, framework) = (self.kernel(py)?, framework(inputs));
        if let Some(out) = out {
            return Ok((framework, outputs::given(kernel.signature(), out)?));
        }
        let on_device = device::is_on_device(inputs);
        // Where sizes are open, shapes follow from those of the inputs.
        let shapes = if kernel.signature().open.is_empty() {
            None
        } else {
            Some(kernel.output_shapes(&views(inputs)))
        };
        let shapes = shapes.transpose();
        let shapes = shapes.map_err(|failure| failure::of(py, failure))?;
        let made = outputs::made(py, kernel.signature(), shapes, framework, on_device)?;
        Ok((framework, made))
    }

    /// Runs it where signals are heard, and notes whether that was short.
    fn run_long(
        self: &Arc<Self>,
        py: Python<'_>,
        inputs: Inputs,
        outputs: SmallVec<[Held; 4]>,
    ) -> PyResult<Result<Vec<Diagnostic>, Failure>> {
        let (this, arrays) = (Arc::clone(self), Sent((inputs, outputs)));
        let done = off_lock(py, move || {
            let (inputs, outputs) = arrays.take();
            let begin = Instant::now();
            let kernel = this.kernel.get().expect("`outputs` has made it");
            let ran = kernel.run(&views(&inputs), &mut views_mut(&outputs));
            if ran.is_ok() && begin.elapsed() < SHORT {
                let bytes = this.bytes(&inputs, &outputs);
                this.short.fetch_max(bytes + 1, Ordering::Relaxed);
            }
            Sent((ran, inputs, outputs))
        })?;
        // The arrays are given back here, where the interpreter's lock is held.
        Ok(done.take().0)
    }

    fn is_short(&self, inputs: &[Given], outputs: &[Held]) -> bool {
        match self.short.load(Ordering::Relaxed) {
            0 => false,
            short => self.bytes(inputs, outputs) < short,
        }
    }

    /// What a run takes and makes, where that is not the same for each.
    fn bytes(&self, inputs: &[Given], outputs: &[Held]) -> usize {
        let is_open = |kernel: &engine::Kernel| !kernel.signature().open.is_empty();
        if !self.kernel.get().is_some_and(is_open) {
            return 0;
        }
        let bytes = |element: ElementType, shape: &[usize]| {
            let values = shape.iter().product::<usize>();
            values.saturating_mul(element.size())
        };
        let inputs = inputs.iter().map(|one| bytes(one.element(), one.shape()));
        let outputs = outputs.iter().map(|one| bytes(one.element, &one.shape));
        inputs.chain(outputs).sum()
    }

    /// Runs it several times, and measures.
    fn profile<'py>(
        self: &Arc<Self>,
        py: Python<'py>,
        inputs: Inputs,
        out: Option<&Bound<'py, PyAny>>,
        repeat: usize,
    ) -> PyResult<(engine::Profile, Bound<'py, PyAny>)> {
        let (framework, outputs) = self.outputs(py, &inputs, out)?;
        let signature = self.kernel(py)?.signature();
        let names = &self.recipe.operator.declaration().inputs;
        let of_run = ((&names[..], &inputs[..]), (signature, &outputs.held[..]));
        let streams = device::streams(py, self.recipe.settings.target, of_run.0, of_run.1)?;
        let Outputs { held, objects } = outputs;
        if streams.is_some() {
            let message = "a profile is taken of arrays in memory of the host: give copies there";
            return Err(failure::argument(py, failure::Wrong::Device, "", message));
        }
        let (this, arrays) = (Arc::clone(self), Sent((inputs, held)));
        let done = off_lock(py, move || {
            let (inputs, held) = arrays.take();
            let kernel = this.kernel.get().expect("`outputs` has made it");
            let ran = kernel.profile(&views(&inputs), &mut views_mut(&held), repeat);
            Sent((ran, inputs, held))
        })?;
        let (profile, _, _) = done.take();
        let profile =
            profile.map_err(|failure| failure::raised(py, failure, || self.recipe.described()))?;
        let made_by = out.is_none().then_some(framework);
        let returned = outputs::returned(py, signature, objects, made_by)?;
        Ok((profile, returned))
    }
}

fn views(inputs: &[Given]) -> SmallVec<[View<'_>; 8]> {
    inputs.iter().map(Given::view).collect()
}

fn views_mut(outputs: &[Held]) -> SmallVec<[ViewMut<'_>; 4]> {
    outputs.iter().map(Held::view_mut).collect()
}

/// Machine code of an operator for fixed types and shapes, or with open sizes for many shapes.
/// `Operator.compile` makes one.
#[pyclass(subclass, frozen, module = "tensorcomp._engine")]
pub(crate) struct Kernel {
    compiled: Arc<Compiled>,
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
        let compiled = Arc::new(Compiled::new(recipe));
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
        self.compiled.run(py, held, call.out.as_ref(), true)
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
        let out = call.out.as_ref();
        let (profile, outputs) = self.compiled.profile(py, held, out, repeat)?;
        let engine::Profile {
            seconds,
            text,
            facts,
        } = profile;
        let facts: serde_json::Map<String, Value> = facts
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect();
        Ok((seconds, text, Value::Object(facts).to_string(), outputs))
    }

    /// The program at a level, as text.
    fn level(&self, py: Python<'_>, name: &str) -> PyResult<String> {
        let (kernel, level) = (self.compiled.kernel(py)?.clone(), level(name)?);
        let text = off_lock(py, move || kernel.asm(level))?;
        text.map_err(|failure| failure::raised(py, failure, || self.compiled.recipe.described()))
    }

    /// A part of a function for C: `obj`, `asm`, `llvm-ir` or `header`, for a processor by LLVM's
    /// name.
    fn code(&self, py: Python<'_>, name: &str, cpu: Option<String>) -> PyResult<Vec<u8>> {
        let kernel = self.compiled.kernel(py)?.clone();
        let artifact = match name {
            "obj" => Artifact::Object,
            "asm" => Artifact::Assembly,
            "llvm-ir" => Artifact::Ir,
            "header" => Artifact::Header,
            other => {
                let message =
                    format!("unknown code `{other}`: expected obj, asm, llvm-ir or header");
                return Err(failure::value(&message));
            }
        };
        let code = off_lock(py, move || kernel.code(artifact, cpu.as_deref()))?;
        code.map_err(|failure| failure::raised(py, failure, || self.compiled.recipe.described()))
    }
}
