//! The frameworks that arrays come from: how each calls its types, and what is done in Python by
//! them.

use pyo3::{
    intern,
    prelude::*,
    sync::PyOnceLock,
    types::{PyModule, PyType},
};
use tc_engine::ElementType;

/// Who made an array, and so who makes the outputs of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framework {
    NumPy,
    Torch,
    Jax,
    CuPy,
}

/// The framework of a type of arrays, by the module that it or one that it derives from is in.
pub(crate) fn framework_of(ty: &Bound<'_, PyType>) -> PyResult<Framework> {
    let py = ty.py();
    for one in ty.mro().iter() {
        let module = one.getattr(intern!(py, "__module__"))?;
        let module: String = module.extract().unwrap_or_default();
        match module.split('.').next() {
            Some("torch") => return Ok(Framework::Torch),
            Some("jax" | "jaxlib") => return Ok(Framework::Jax),
            Some("cupy") => return Ok(Framework::CuPy),
            _ => {}
        }
    }
    Ok(Framework::NumPy)
}

/// The element type of NumPy's kind and size in bytes.
pub(crate) fn of_kind(kind: u8, size: i32) -> Option<ElementType> {
    Some(match (kind, size) {
        (b'f', 4) => ElementType::F32,
        (b'f', 8) => ElementType::F64,
        (b'f', 2) => ElementType::F16,
        (b'i', 4) => ElementType::I32,
        (b'i', 8) => ElementType::I64,
        (b'i', 1) => ElementType::I8,
        (b'i', 2) => ElementType::I16,
        (b'u', 1) => ElementType::U8,
        (b'u', 2) => ElementType::U16,
        (b'u', 4) => ElementType::U32,
        (b'u', 8) => ElementType::U64,
        (b'b', 1) => ElementType::Bool,
        _ => return None,
    })
}

/// The element type that a framework calls so.
pub(crate) fn named(dtype: &str) -> Option<ElementType> {
    let mut all = ElementType::ALL.into_iter();
    all.find(|one| dtype_name(*one) == dtype)
}

/// The name of an element type in NumPy, PyTorch and JAX.
pub(crate) fn dtype_name(element: ElementType) -> &'static str {
    match element {
        ElementType::F16 => "float16",
        ElementType::F32 => "float32",
        ElementType::F64 => "float64",
        other => other.name(),
    }
}

/// What is done in Python, since it is done by frameworks that may not be there.
pub(crate) fn frameworks(py: Python<'_>) -> PyResult<&Bound<'_, PyModule>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || {
        py.import("tensorcomp._frameworks").map(Bound::unbind)
    })?;
    Ok(module.bind(py))
}
