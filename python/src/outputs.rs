//! Outputs of a call: those of the caller, or new ones of the caller's framework.

use crate::{
    arrays, device,
    failure::{self, Wrong},
    frameworks::{Framework, dtype_name, frameworks},
    held::{Held, Place},
};
use pyo3::{
    intern,
    prelude::*,
    sync::PyOnceLock,
    types::{PyList, PyTuple},
};
use smallvec::SmallVec;
use tc_engine::{ElementType, Parameter, Role, Signature};

/// The outputs of a run.
#[derive(Default)]
pub(crate) struct Outputs<'py> {
    /// Their memory.
    pub(crate) held: SmallVec<[Held; 4]>,
    pub(crate) objects: SmallVec<[Bound<'py, PyAny>; 4]>,
}

impl<'py> Outputs<'py> {
    fn add(&mut self, held: Held, object: Bound<'py, PyAny>) {
        self.held.push(held);
        self.objects.push(object);
    }

    /// One of the caller's.
    fn add_given(&mut self, parameter: &Parameter, object: Bound<'py, PyAny>) -> PyResult<()> {
        let held = arrays::held(place(parameter), &object)?;
        held.check_writable(object.py(), place(parameter))?;
        self.add(held, object);
        Ok(())
    }
}

fn place(parameter: &Parameter) -> Place<'_> {
    Place {
        kind: "output",
        name: &parameter.name,
    }
}

/// The arrays of `out=`: one, or as many as there are outputs.
pub(crate) fn given<'py>(signature: &Signature, out: &Bound<'py, PyAny>) -> PyResult<Outputs<'py>> {
    let py = out.py();
    let all: SmallVec<[&Parameter; 4]> = signature.outputs().collect();
    let is_row = out.is_instance_of::<PyTuple>() || out.is_instance_of::<PyList>();
    let mut outputs = Outputs::default();
    if !is_row && let [parameter] = all[..] {
        outputs.add_given(parameter, out.clone())?;
        return Ok(outputs);
    }
    let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
    let found = if is_row {
        out.len()?.to_string()
    } else {
        out.get_type().name()?.to_string()
    };
    if !is_row || out.len()? != all.len() {
        let message = format!(
            "out: expected {} arrays in a tuple ({}), found {found}",
            all.len(),
            names.join(", ")
        );
        return Err(failure::argument(py, Wrong::Type, "out", &message));
    }
    for (one, object) in all.into_iter().zip(out.try_iter()?) {
        outputs.add_given(one, object?)?;
    }
    Ok(outputs)
}

/// An array that is updated in place has contents, which the caller passes.
fn without_contents(py: Python<'_>, signature: &Signature, updated: &Parameter) -> PyErr {
    let names: Vec<&str> = signature.outputs().map(|one| one.name.as_str()).collect();
    let out = match &names[..] {
        [one] => (*one).to_owned(),
        all => format!("({})", all.join(", ")),
    };
    let message = format!(
        "`{}` updates `{}` in place: pass the array that it updates, `out={out}`",
        signature.name, updated.name
    );
    failure::argument(py, Wrong::Type, &updated.name, &message)
}

/// New arrays of a framework, of the shapes of the signature where there are no others.
pub(crate) fn made<'py>(
    py: Python<'py>,
    signature: &Signature,
    shapes: Option<Vec<Vec<usize>>>,
    framework: Framework,
    on_device: bool,
) -> PyResult<Outputs<'py>> {
    if let Some(updated) = signature.outputs().find(|one| one.role == Role::InOut) {
        return Err(without_contents(py, signature, updated));
    }
    let mut outputs = Outputs::default();
    for (at, parameter) in signature.outputs().enumerate() {
        let (element, of_call) = (parameter.element, shapes.as_ref());
        let shape = of_call.map_or(&parameter.shape[..], |all| &all[at]);
        let object = match framework {
            _ if on_device => device::zeros(py, framework, shape, dtype_name(element)),
            Framework::Torch => frameworks(py)?
                .call_method1(intern!(py, "torch_zeros"), (shape, dtype_name(element))),
            Framework::NumPy | Framework::Jax | Framework::CuPy => zeros(py, element, shape),
        };
        let object = object.map_err(|error| {
            let message = format!("it cannot be made: {error}");
            let refusal = place(parameter).wrong(py, Wrong::Value, &message);
            refusal.set_cause(py, Some(error));
            refusal
        })?;
        outputs.add(arrays::held(place(parameter), &object)?, object);
    }
    Ok(outputs)
}

/// What the call returns: the array of the one output, or a tuple.
pub(crate) fn returned<'py>(
    py: Python<'py>,
    signature: &Signature,
    objects: SmallVec<[Bound<'py, PyAny>; 4]>,
    framework: Option<Framework>,
) -> PyResult<Bound<'py, PyAny>> {
    let all = signature.outputs().zip(objects);
    let objects = all.map(|(parameter, object)| match framework {
        Some(Framework::Jax) => {
            frameworks(py)?.call_method1(intern!(py, "to_jax"), (object, &parameter.name))
        }
        _ => Ok(object),
    });
    let mut objects: SmallVec<[Bound<'py, PyAny>; 4]> = objects.collect::<PyResult<_>>()?;
    match objects.len() {
        1 => Ok(objects.remove(0)),
        _ => Ok(PyTuple::new(py, objects)?.into_any()),
    }
}

fn zeros<'py>(
    py: Python<'py>,
    element: ElementType,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    static ZEROS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let zeros = ZEROS.import(py, "numpy", "zeros")?;
    zeros.call1((PyTuple::new(py, shape)?, dtype(py, element)?))
}

/// NumPy's object for an element type.
fn dtype(py: Python<'_>, element: ElementType) -> PyResult<&Bound<'_, PyAny>> {
    static ALL: [PyOnceLock<Py<PyAny>>; 13] = [const { PyOnceLock::new() }; 13];
    let made = ALL[element as usize].get_or_try_init(py, || {
        let name = dtype_name(element);
        let made = frameworks(py)?.call_method1(intern!(py, "numpy_dtype"), (name,));
        made.map(Bound::unbind)
    })?;
    Ok(made.bind(py))
}
