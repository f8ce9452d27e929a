//! Tensors by the table of functions that a framework has for DLPack: what `__dlpack__` gives, an
//! order of magnitude sooner, since no Python runs.
//!
//! ```text
//! type(array).__dlpack_c_exchange_api__ ──► the table, looked up once for each type
//! the table's function on the array     ──► its memory, owned ──► a capsule, as of `__dlpack__`
//! ```
//!
//! PyTorch has it since 2.10. Only the type that has the table itself is taken, since those derived
//! from it may have no memory. What the function refuses, and a tensor that autograd follows, goes
//! the way of `__dlpack__`, which has the messages.

use crate::frameworks::{Framework, framework_of};
use dlpark::ffi::DLManagedTensorVersioned;
use pyo3::{
    ffi::{PyCapsule_GetPointer, PyCapsule_IsValid, PyCapsule_New, PyErr_Clear, PyObject},
    intern,
    prelude::*,
    types::PyType,
};
use std::{
    ffi::{CStr, c_int, c_void},
    ptr::{NonNull, null_mut},
    sync::{Mutex, PoisonError},
};

/// DLPack's `DLPackExchangeAPI`.
#[repr(C)]
struct Table {
    major: u32,
    _minor: u32,
    _previous: *const c_void,
    _allocate: *const c_void,
    export: Option<Export>,
}

type Export =
    unsafe extern "C" fn(object: *mut PyObject, out: *mut *mut DLManagedTensorVersioned) -> c_int;

const TABLE: &CStr = c"dlpack_exchange_api";
const TENSOR: &CStr = c"dltensor_versioned";

/// What is known of a type of arrays.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    pub(crate) framework: Framework,
    export: Option<Export>,
}

/// Of the types that arrays had. It is locked only for a moment, with the interpreter's lock.
static KNOWN: Mutex<Vec<(Py<PyType>, Known)>> = Mutex::new(Vec::new());
/// More types of arrays than a program has.
const MOST: usize = 64;

pub(crate) fn known(ty: &Bound<'_, PyType>) -> PyResult<Known> {
    let lock = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let found = lock().iter().find(|(one, _)| one.is(ty)).map(|one| one.1);
    if let Some(known) = found {
        return Ok(known);
    }
    let known = Known {
        framework: framework_of(ty)?,
        export: own_table(ty),
    };
    let mut all = lock();
    if all.len() < MOST {
        all.push((ty.clone().unbind(), known));
    }
    Ok(known)
}

/// The function of a type that has a table of its own.
fn own_table(ty: &Bound<'_, PyType>) -> Option<Export> {
    let name = intern!(ty.py(), "__dlpack_c_exchange_api__");
    let own = ty.getattr("__dict__").ok()?.get_item(name).ok()?;
    // SAFETY: the function takes any object, and answers whether it is such a capsule.
    if unsafe { PyCapsule_IsValid(own.as_ptr(), TABLE.as_ptr()) } != 1 {
        return None;
    }
    // SAFETY: it is; a capsule of this name holds the table, which stays for good.
    let table = unsafe { &*PyCapsule_GetPointer(own.as_ptr(), TABLE.as_ptr()).cast::<Table>() };
    table.export.filter(|_| table.major == 1)
}

/// The capsule of an array whose type has a table.
pub(crate) fn capsule<'py>(object: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let py = object.py();
    let export = known(&object.get_type()).ok()?.export?;
    let follows = object.getattr_opt(intern!(py, "requires_grad"));
    if follows.is_ok_and(|one| one.is_some_and(|one| one.is_truthy().unwrap_or(true))) {
        return None;
    }
    let mut out = null_mut();
    // SAFETY: the object is of the type that the table belongs to, and the interpreter's lock is
    // held.
    let status = unsafe { export(object.as_ptr(), &mut out) };
    let Some(tensor) = NonNull::new(out).filter(|_| status == 0) else {
        // SAFETY: the interpreter's lock is held. `__dlpack__` raises it again.
        unsafe { PyErr_Clear() };
        return None;
    };
    // SAFETY: the capsule owns the tensor from here on.
    unsafe {
        let made = PyCapsule_New(tensor.as_ptr().cast(), TENSOR.as_ptr(), Some(free));
        Bound::from_owned_ptr_or_opt(py, made)
    }
}

/// Gives the tensor of a capsule back.
unsafe extern "C" fn free(capsule: *mut PyObject) {
    // SAFETY: the capsule is one of `capsule`, which nobody renames.
    unsafe {
        let tensor = PyCapsule_GetPointer(capsule, TENSOR.as_ptr());
        let tensor = tensor.cast::<DLManagedTensorVersioned>();
        if let Some(delete) = (!tensor.is_null()).then(|| (*tensor).deleter).flatten() {
            delete(tensor);
        }
    }
}
