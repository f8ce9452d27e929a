//! Operators that are defined, and called.

use crate::{
    call::{Call, Inputs, Key, Known, key},
    compiled::{Compiled, guarded},
    failure,
    frameworks::{dtype_name, frameworks},
    kept::Kept,
    knobs::{self, Settings},
    recipe::Recipe,
    threads::off_lock,
    tune,
};
use pyo3::{
    exceptions::{PyException, PyValueError},
    intern,
    prelude::*,
    types::{PyDict, PyTuple},
};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tc_engine::{Declared, Diagnostic, Engine, Level, Parameter, Severity};
use tc_pipelines::mapping::{MappingOptions, OPTIONS, WITHOUT_EFFECT};

/// Of each argument: name, type, shape.
pub(crate) type Parameters = Vec<(String, &'static str, Vec<usize>)>;

pub(crate) fn described<'a>(all: impl Iterator<Item = &'a Parameter>) -> Parameters {
    all.map(|one| {
        let dtype = dtype_name(one.element);
        (one.name.clone(), dtype, one.shape.clone())
    })
    .collect()
}

pub(crate) fn level(name: &str) -> PyResult<Level> {
    name.parse().map_err(PyValueError::new_err::<String>)
}

/// The options of a mapping: name, the paper's name, what it does.
#[pyfunction]
pub(crate) fn mapping_options() -> Vec<(&'static str, &'static str, &'static str)> {
    let without = WITHOUT_EFFECT
        .iter()
        .map(|(name, why)| (*name, *name, *why));
    let all = OPTIONS.iter().map(|one| (one.name, one.paper, one.doc));
    all.chain(without).collect()
}

/// Refuses a mapping option, or a value that it does not have.
#[pyfunction]
pub(crate) fn check_option(name: &str, value: &str) -> PyResult<()> {
    let set = MappingOptions::default().set(name, value);
    set.map_err(|wrong| failure::value(&wrong.to_string()))
}

/// Pictures of the trees in the text of a module at the `schedule` level.
#[pyfunction]
pub(crate) fn pictures(py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
    let text = text.to_owned();
    let drawn = off_lock(py, move || tc_engine::pictures(&text))?;
    drawn.map_err(|failure| failure::of(py, failure))
}

/// Of an operator of the library: module, name, signature, inputs with type and default, meaning,
/// source, example, and which dimensions count as one.
type Described = (
    &'static str,
    String,
    String,
    Vec<(String, String, Option<String>)>,
    String,
    String,
    String,
    String,
);

/// The operators of the library.
#[pyfunction]
pub(crate) fn library() -> Vec<Described> {
    let all = tc_engine::library_operators::operators().into_iter();
    all.map(|one| {
        (
            one.module,
            one.name,
            one.signature,
            one.inputs,
            one.about,
            one.source,
            one.example,
            one.batch,
        )
    })
    .collect()
}

/// The modules of the library: name, text, and the names that it takes from others with their
/// modules.
#[pyfunction]
pub(crate) fn library_modules() -> Vec<(&'static str, &'static str, Vec<(String, String)>)> {
    use tc_engine::{library, library_operators};
    let all = library::names();
    all.map(|name| {
        let text = library::text(name).unwrap_or_default();
        (name, text, library_operators::taken(name))
    })
    .collect()
}

/// A text whose names and types are checked.
#[pyclass(frozen, module = "tensorcomp._engine")]
pub(crate) struct Source {
    operators: tc_engine::Operators,
    text: Arc<(String, String)>,
}

#[pymethods]
impl Source {
    #[new]
    fn new(py: Python<'_>, text: String, file: String) -> PyResult<Self> {
        let text = Arc::new((text, file));
        let given = Arc::clone(&text);
        let read = off_lock(py, move || {
            guarded(|| Engine::new().define_file(&given.1, &given.0))
        })?;
        match read {
            Ok(operators) => Ok(Source { operators, text }),
            Err(failure) => Err(failure::raised(
                py,
                failure,
                || json!({ "text": text.0, "file": text.1 }),
            )),
        }
    }

    /// The names of the operators.
    fn names(&self) -> Vec<&str> {
        self.operators.names().collect()
    }

    /// Warnings about the text, a line each.
    fn warnings(&self) -> Vec<String> {
        let all = self.operators.diagnostics().iter();
        all.filter(|one| one.severity == Severity::Warning)
            .map(Diagnostic::short)
            .collect()
    }

    #[getter]
    fn text(&self) -> &str {
        &self.text.0
    }

    /// What stands for the text in diagnostics.
    #[getter]
    fn file(&self) -> &str {
        &self.text.1
    }
}

/// The kernels of an operator, by what decides about them.
#[derive(Default)]
struct Kernels {
    all: HashMap<Key, (u64, Arc<Compiled>)>,
    /// Counts the calls.
    now: u64,
}

/// The most kernels of an operator that are kept; those that were called least recently go first.
const MOST: usize = 256;

impl Kernels {
    fn find(&mut self, key: &Key) -> Option<Arc<Compiled>> {
        self.now += 1;
        let (used, kernel) = self.all.get_mut(key)?;
        *used = self.now;
        Some(Arc::clone(kernel))
    }

    fn add(&mut self, key: Key, kernel: Arc<Compiled>) {
        if self.all.len() >= MOST {
            let oldest = self.all.iter().min_by_key(|(_, (used, _))| *used);
            let oldest = oldest.map(|(key, _)| key.clone());
            oldest.and_then(|key| self.all.remove(&key));
        }
        self.all.insert(key, (self.now, kernel));
    }
}

/// One operator of a text.
#[pyclass(subclass, frozen, module = "tensorcomp._engine")]
pub(crate) struct Operator {
    operator: tc_engine::Operator,
    text: Arc<(String, String)>,
    /// The mapping of its calls.
    mapping: Vec<(String, String)>,
    /// The store that a search has written.
    tuned: Mutex<Option<Kept>>,
    /// It is locked only with the interpreter's lock, so that no fork finds it locked.
    kernels: Mutex<Kernels>,
}

impl Operator {
    fn kernels(&self) -> MutexGuard<'_, Kernels> {
        self.kernels.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn recipe_of(&self, mut settings: Settings, known: Known) -> Recipe {
        let tuned = self.tuned.lock().unwrap_or_else(PoisonError::into_inner);
        settings.tuned = tuned.clone().or(settings.tuned);
        Recipe {
            operator: self.operator.clone(),
            settings,
            mapping: self.mapping.clone(),
            allow_overlap: false,
            known,
            text: Arc::clone(&self.text),
        }
    }

    /// Of what a compilation is given.
    pub(crate) fn recipe(
        &self,
        inputs: &Bound<'_, PyTuple>,
        named: Option<&Bound<'_, PyDict>>,
        target: Option<&str>,
        machine: Option<String>,
        mapping: Vec<(String, String)>,
    ) -> PyResult<Recipe> {
        let declaration = self.operator.declaration();
        let call = Call::of(declaration, inputs, named)?;
        let mut settings = knobs::now();
        if let Some(target) = target {
            settings.target = knobs::executor(target)?;
            settings.machine = None;
        }
        let known = Known::of_call(declaration, &call)?;
        if target.is_none() && known.on_device {
            settings = settings.for_device();
        }
        settings.machine = machine.or(settings.machine);
        Ok(Recipe {
            mapping,
            ..self.recipe_of(settings, known)
        })
    }

    /// Runs the kernel for these arrays, which is compiled if there is none.
    fn call<'py>(
        &self,
        py: Python<'py>,
        call: &Call<'py>,
        held: Inputs,
        may_leave: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let key = key(knobs::number(), &held, &call.sizes);
        let found = self.kernels().find(&key);
        let kernel = match found {
            Some(kernel) => kernel,
            None => {
                let known = Known::of(self.operator.declaration(), &held, &call.sizes)?;
                let settings = if known.on_device {
                    knobs::now().for_device()
                } else {
                    knobs::now()
                };
                let made = Arc::new(Compiled::new(self.recipe_of(settings, known)));
                self.kernels().add(key.clone(), Arc::clone(&made));
                if let Err(error) = made.kernel(py) {
                    // One that was interrupted is compiled on: the next call waits for it.
                    if error.is_instance_of::<PyException>(py) {
                        self.kernels().all.remove(&key);
                    }
                    return Err(error);
                }
                made
            }
        };
        kernel.run(py, held, call.out.as_ref(), may_leave)
    }
}

#[pymethods]
impl Operator {
    #[new]
    fn new(
        py: Python<'_>,
        source: &Source,
        name: &str,
        options: Vec<(String, String)>,
    ) -> PyResult<Self> {
        let operator = source.operators.operator(name);
        Ok(Operator {
            operator: operator.map_err(|failure| failure::of(py, failure))?,
            text: Arc::clone(&source.text),
            mapping: options,
            tuned: Mutex::default(),
            kernels: Mutex::default(),
        })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.operator.name()
    }

    /// The names of its inputs, in order.
    #[getter]
    fn inputs(&self) -> Vec<&str> {
        self.operator.inputs().iter().map(String::as_str).collect()
    }

    /// Of each argument: name, role, type, and the extents as far as they are declared.
    fn declared(&self) -> Vec<(String, String, &'static str, Vec<Option<String>>)> {
        let all = self.operator.declaration().parameters.iter();
        let one = |one: &Declared| {
            let role = format!("{:?}", one.role).to_lowercase();
            let dtype = dtype_name(one.element);
            (one.name.clone(), role, dtype, one.extents.clone())
        };
        all.map(one).collect()
    }

    #[pyo3(signature = (*inputs, **named))]
    fn __call__<'py>(
        this: &Bound<'py, Self>,
        inputs: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, operator) = (this.py(), this.get());
        let declaration = operator.operator.declaration();
        let taken = Call::of(declaration, inputs, named).and_then(|call| {
            let held = call.held(declaration)?;
            Ok((call, held))
        });
        match taken {
            Ok((call, held)) => operator.call(py, &call, held, true),
            // What a framework traces has no memory, and the framework may take the call.
            Err(error) => {
                let arguments = (this, inputs, named);
                let followed = frameworks(py)?.call_method1(intern!(py, "followed"), arguments)?;
                if followed.is_none() {
                    Err(error)
                } else {
                    Ok(followed)
                }
            }
        }
    }

    /// A call whose run no signal interrupts: of arrays whose memory ends with the caller.
    #[pyo3(signature = (*inputs, **named))]
    fn call_to_the_end<'py>(
        &self,
        py: Python<'py>,
        inputs: &Bound<'py, PyTuple>,
        named: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let declaration = self.operator.declaration();
        let call = Call::of(declaration, inputs, named)?;
        let held = call.held(declaration)?;
        self.call(py, &call, held, false)
    }

    /// Searches for mapping options, which calls take from then on; what was found, as JSON.
    #[pyo3(signature = (inputs, named, target, machine, wanted, progress))]
    #[expect(
        clippy::too_many_arguments,
        reason = "they are those of `compile`, and two more"
    )]
    fn search(
        &self,
        py: Python<'_>,
        inputs: &Bound<'_, PyTuple>,
        named: Option<&Bound<'_, PyDict>>,
        target: Option<&str>,
        machine: Option<String>,
        wanted: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let recipe = Arc::new(self.recipe(inputs, named, target, machine, Vec::new())?);
        let (found, kept) = tune::tune(py, &recipe, wanted, progress)?;
        *self.tuned.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
        // Those that were compiled without what is known now.
        self.kernels().all.clear();
        Ok(found)
    }

    /// Name, type and shape of each output, for these inputs.
    #[pyo3(signature = (inputs, named))]
    fn output_specs(
        &self,
        py: Python<'_>,
        inputs: &Bound<'_, PyTuple>,
        named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Parameters> {
        let recipe = Arc::new(self.recipe(inputs, named, None, None, Vec::new())?);
        let given = Arc::clone(&recipe);
        let inferred = off_lock(py, move || given.operator.infer(given.arguments()))?;
        match inferred {
            Ok(signature) => Ok(described(signature.outputs())),
            Err(failure) => Err(failure::raised(py, failure, || recipe.described())),
        }
    }

    /// The text of its gradient.
    fn gradient_text(&self, py: Python<'_>) -> PyResult<String> {
        let operator = self.operator.clone();
        let derived = off_lock(py, move || operator.gradient())?;
        derived.map_err(|failure| failure::of(py, failure))
    }

    /// The name and the text of the operator for batches of these inputs; None without one.
    fn batch_text(&self, py: Python<'_>, over: Vec<String>) -> PyResult<Option<(String, String)>> {
        let operator = self.operator.clone();
        let made = off_lock(py, move || operator.batch(&over))?;
        made.map_err(|failure| failure::of(py, failure))
    }

    /// How its ranges are derived: for a person, and as JSON.
    fn ranges(&self, py: Python<'_>) -> PyResult<(String, String)> {
        let operator = self.operator.clone();
        let ranges = off_lock(py, move || operator.explain_ranges())?;
        let ranges = ranges.map_err(|failure| failure::of(py, failure))?;
        let all = ranges.all.iter().map(|one| one.to_json());
        Ok((
            ranges.text,
            Value::from(all.collect::<Vec<_>>()).to_string(),
        ))
    }

    /// What the passes decide, and why: for a person, and as JSON.
    #[pyo3(signature = (inputs, named, target, machine, options, open))]
    #[expect(clippy::too_many_arguments, reason = "they are those of `compile`")]
    fn mapping(
        &self,
        py: Python<'_>,
        inputs: &Bound<'_, PyTuple>,
        named: Option<&Bound<'_, PyDict>>,
        target: Option<&str>,
        machine: Option<String>,
        options: Vec<(String, String)>,
        open: Vec<String>,
    ) -> PyResult<(String, String)> {
        let recipe = self.recipe(inputs, named, target, machine, options)?;
        let recipe = Arc::new(Recipe {
            known: recipe.known.leaving_open(&open),
            ..recipe
        });
        let given = Arc::clone(&recipe);
        let mapping = off_lock(py, move || {
            let options = given.options()?;
            given.operator.explain_mapping(given.arguments(), &options)
        })?;
        match mapping {
            Ok(mapping) => Ok((mapping.text, Value::from(mapping.all).to_string())),
            Err(failure) => Err(failure::raised(py, failure, || recipe.described())),
        }
    }
}
