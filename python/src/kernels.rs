//! Compiled operators as values of Python.

use crate::{
    call::Call,
    compiled::Compiled,
    failure,
    operators::{Operator, Parameters, described, level},
    recipe::Recipe,
    threads::off_lock,
};
use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple},
};
use serde_json::Value;
use std::sync::Arc;
use tc_engine::{Artifact, Diagnostic};

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
        let tc_engine::Profile {
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

    /// How it is compiled: a page of HTML, and the same as JSON.
    fn explored(&self, py: Python<'_>) -> PyResult<(String, String)> {
        let kernel = self.compiled.kernel(py)?.clone();
        let explored = off_lock(py, move || kernel.explore())?;
        let explored = explored
            .map_err(|failure| failure::raised(py, failure, || self.compiled.recipe.described()))?;
        Ok((explored.page, explored.data))
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
