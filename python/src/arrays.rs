//! Arrays of the caller's, taken for a call.
//!
//! An array of NumPy describes itself by `__array_struct__`, which is the quickest and says what
//! may be written. All others do it by `__dlpack__`. Both give a capsule that keeps the memory;
//! nothing is copied. Those in memory of a CUDA device are in `device`.

use crate::{
    device, exchange,
    failure::Wrong,
    frameworks::{Framework, named, of_kind},
    held::{Held, Place},
};
use dlpark::{
    DlpackFlags,
    ffi::{DLDeviceType, DLManagedTensor, DLManagedTensorVersioned, DLTensor},
};
use pyo3::{
    exceptions::PyTypeError,
    ffi::{PyCapsule_GetPointer, PyCapsule_IsValid},
    intern,
    prelude::*,
    sync::PyOnceLock,
    types::{PyCapsule, PyDict, PyType},
};
use smallvec::SmallVec;
use std::{ffi::c_void, slice};
use tc_engine::{ElementType, Memory, View};

/// What NumPy's `__array_struct__` points to, since its version 1.
#[repr(C)]
struct ArrayInterface {
    two: i32,
    dimensions: i32,
    kind: u8,
    size: i32,
    flags: i32,
    shape: *const isize,
    /// In bytes.
    strides: *const isize,
    data: *mut u8,
}

const NOT_SWAPPED: i32 = 0x200;
const WRITABLE: i32 = 0x400;

/// Holds an array of any framework.
pub(crate) fn held(place: Place<'_>, object: &Bound<'_, PyAny>) -> PyResult<Held> {
    let py = object.py();
    if let Some(found) = object.getattr_opt(intern!(py, "__array_struct__"))?
        && let Ok(capsule) = found.cast_into::<PyCapsule>()
    {
        return of_numpy(place, object, capsule);
    }
    if object.hasattr(intern!(py, "__dlpack__"))? && !object.is_instance_of::<PyType>() {
        return of_dlpack(place, object);
    }
    if let Some(interface) = object.getattr_opt(intern!(py, "__cuda_array_interface__"))? {
        return device::of_interface(place, object, &interface);
    }
    let found = object.get_type().name()?;
    Err(place.wrong(
        py,
        Wrong::Type,
        &format!("expected an array, of NumPy or of what has `__dlpack__`, found {found}"),
    ))
}

/// Whether it is NumPy's own array, and nothing that derives from it.
fn is_plain(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    static PLAIN: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let (py, ty) = (object.py(), object.get_type());
    if let Some(plain) = PLAIN.get(py) {
        return Ok(ty.is(plain));
    }
    let is_plain = ty.name()? == "ndarray" && ty.module()? == "numpy";
    if is_plain {
        let _ = PLAIN.set(py, ty.unbind());
    }
    Ok(is_plain)
}

/// How an array calls the type of its elements.
fn dtype_of(object: &Bound<'_, PyAny>) -> String {
    let name = object.getattr("dtype").and_then(|dtype| dtype.str());
    name.map_or_else(|_| "another type".to_owned(), |name| name.to_string())
}

fn of_numpy(
    place: Place<'_>,
    object: &Bound<'_, PyAny>,
    capsule: Bound<'_, PyCapsule>,
) -> PyResult<Held> {
    let py = object.py();
    // SAFETY: the capsule is a capsule; NumPy's has no name, and a pointer of another one is null.
    let pointer = unsafe { PyCapsule_GetPointer(capsule.as_ptr(), std::ptr::null()) };
    if pointer.is_null() {
        return Err(PyErr::fetch(py));
    }
    // SAFETY: `__array_struct__` is defined to be this structure, which the capsule owns.
    let array = unsafe { &*pointer.cast::<ArrayInterface>() };
    let element = element_of(array).or_else(|| named(&dtype_of(object)));
    let element = match element {
        _ if array.two != 2 => None,
        found => found,
    };
    let Some(element) = element else {
        let message = format!(
            "expected elements of a type of the language, found {}",
            dtype_of(object)
        );
        return Err(place.wrong(py, Wrong::Type, &message));
    };
    if array.flags & NOT_SWAPPED == 0 && element.size() > 1 {
        let message = format!(
            "its elements, {}, have the byte order of another machine: `.astype` with the native type makes a copy",
            dtype_of(object)
        );
        return Err(place.wrong(py, Wrong::Type, &message));
    }
    if !is_plain(object)? && object.hasattr(intern!(py, "mask"))? && object.hasattr("fill_value")? {
        let message = "it is a masked array, whose mask would be ignored: give its `filled(value)`";
        return Err(place.wrong(py, Wrong::Type, message));
    }
    let rank = usize::try_from(array.dimensions).unwrap_or(0);
    let numbers = |from: *const isize| match rank {
        0 => &[][..],
        // SAFETY: both have a number for each dimension.
        _ => unsafe { slice::from_raw_parts(from, rank) },
    };
    let size = element.size() as isize;
    let (shape, bytes) = (numbers(array.shape), numbers(array.strides));
    if bytes.iter().any(|one| one % size != 0) {
        let message = format!(
            "its strides are {bytes:?} bytes, no multiples of {size}, the size of its elements: `.copy()` makes an array without gaps"
        );
        return Err(place.wrong(py, Wrong::Value, &message));
    }
    Ok(Held {
        data: array.data,
        element,
        shape: shape.iter().map(|extent| *extent as usize).collect(),
        strides: bytes.iter().map(|one| one / size).collect(),
        writable: array.flags & WRITABLE != 0,
        framework: Framework::NumPy,
        memory: Memory::Host,
        stream: None,
        _keeps: capsule.into_any().unbind(),
    })
}

fn element_of(array: &ArrayInterface) -> Option<ElementType> {
    of_kind(array.kind, array.size)
}

/// The capsule of an array, in the newest form that its framework knows, for work on a stream of a
/// device.
fn capsule<'py>(object: &Bound<'py, PyAny>, stream: Option<u64>) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let method = object.getattr(intern!(py, "__dlpack__"))?;
    let wanted = PyDict::new(py);
    if let Some(stream) = stream {
        // DLPack calls the default stream 1.
        wanted.set_item(intern!(py, "stream"), stream.max(1))?;
    }
    let versioned = wanted.copy()?;
    versioned.set_item(intern!(py, "max_version"), (1, 0))?;
    match method.call((), Some(&versioned)) {
        Err(error) if error.is_instance_of::<PyTypeError>(py) => method.call((), Some(&wanted)),
        other => other,
    }
}

fn of_dlpack(place: Place<'_>, object: &Bound<'_, PyAny>) -> PyResult<Held> {
    let py = object.py();
    let refused = |wrong: Wrong, error: PyErr| {
        let mut message = format!("it does not give its memory: {error}");
        let follows = object.getattr_opt(intern!(py, "requires_grad"));
        let follows = follows.ok().flatten();
        if follows.is_some_and(|follows| follows.is_truthy().unwrap_or(false)) {
            message += &format!(
                "; an operator that has a gradient is made by `tc.torch.register`, and `{}.detach()` has none",
                place.name
            );
        }
        let refusal = place.wrong(py, wrong, &message);
        refusal.set_cause(py, Some(error));
        refusal
    };
    let exported = exchange::capsule(object).and_then(|one| Some((tensor_of(&one)?, one)));
    let (kind, number) = match &exported {
        Some(((tensor, _), _)) => {
            // SAFETY: the capsule keeps the tensor.
            let device = unsafe { (**tensor).device };
            (device.device_type.0.into(), device.device_id.into())
        }
        None => {
            let device = object.call_method0(intern!(py, "__dlpack_device__"));
            let device = device.and_then(|device| device.extract::<(i64, i64)>());
            device.map_err(|error| refused(Wrong::Type, error))?
        }
    };
    let memory = memory_of(kind, number).map_err(|advice| {
        let name = device_name(kind);
        let message = format!("it is in memory of a device ({name}, number {number}): {advice}");
        place.wrong(py, Wrong::Device, &message)
    })?;
    let stream = match memory {
        Memory::Host => None,
        Memory::Cuda(_) => Some(device::stream_of(object)?),
    };
    let ((tensor, read_only), capsule) = match exported {
        Some(exported) => exported,
        None => {
            let capsule = capsule(object, stream).map_err(|error| refused(Wrong::Value, error))?;
            let tensor = tensor_of(&capsule).ok_or_else(|| {
                let message = "its `__dlpack__` gives no capsule of a tensor of DLPack 1";
                place.wrong(py, Wrong::Type, message)
            })?;
            (tensor, capsule)
        }
    };
    let framework = exchange::known(&object.get_type())?.framework;
    // SAFETY: the producer's capsule describes memory that it keeps; rank, shape and strides are as
    // the format says.
    let view = unsafe { View::from_dlpack(&*tensor) }.map_err(|_| {
        let message = format!(
            "expected elements of a type of the language, found {}",
            dtype_of(object)
        );
        place.wrong(py, Wrong::Type, &message)
    })?;
    let shape: SmallVec<[usize; 6]> = view.shape().into();
    // SAFETY: as above.
    let strides = unsafe { strides_of(&*tensor, &shape) };
    Ok(Held {
        // SAFETY: the tensor lives as long as the capsule.
        data: unsafe {
            let tensor = &*tensor;
            let offset = tensor.byte_offset as usize;
            tensor.data.cast::<u8>().wrapping_add(offset)
        },
        element: view.element_type(),
        shape,
        strides,
        writable: !read_only && framework != Framework::Jax,
        framework,
        memory,
        stream,
        _keeps: capsule.unbind(),
    })
}

/// The memory of a device by its kind and number in DLPack, or what to do about another one.
fn memory_of(kind: i64, number: i64) -> Result<Memory, &'static str> {
    let is = |all: &[DLDeviceType]| all.iter().any(|one| i64::from(one.0) == kind);
    if is(&[
        DLDeviceType::CPU,
        DLDeviceType::CUDAHOST,
        DLDeviceType::ROCMHOST,
    ]) {
        return Ok(Memory::Host);
    }
    match is(&[DLDeviceType::CUDA, DLDeviceType::CUDAMANAGED]) {
        true if number == 0 => Ok(Memory::Cuda(0)),
        true => Err("kernels run on number 0: give a copy there"),
        false => Err("give a copy in memory of the host"),
    }
}

/// # Safety
/// Strides are null or to as many numbers as there are extents.
unsafe fn strides_of(tensor: &DLTensor, shape: &[usize]) -> SmallVec<[isize; 6]> {
    if shape.is_empty() {
        return SmallVec::new();
    }
    if tensor.strides.is_null() {
        let mut strides = SmallVec::from_elem(1, shape.len());
        for dim in (1..shape.len()).rev() {
            strides[dim - 1] = strides[dim] * shape[dim] as isize;
        }
        return strides;
    }
    // SAFETY: the caller's promise.
    let strides = unsafe { slice::from_raw_parts(tensor.strides, shape.len()) };
    strides.iter().map(|one| *one as isize).collect()
}

/// The tensor of a capsule that nobody has taken, and whether it must not be written.
fn tensor_of(capsule: &Bound<'_, PyAny>) -> Option<(*const DLTensor, bool)> {
    let capsule = capsule.as_ptr();
    let pointer = |name: &std::ffi::CStr| -> Option<*mut c_void> {
        // SAFETY: the function takes any object, and answers whether it is such a capsule.
        let is_valid = unsafe { PyCapsule_IsValid(capsule, name.as_ptr()) } == 1;
        // SAFETY: it is.
        is_valid.then(|| unsafe { PyCapsule_GetPointer(capsule, name.as_ptr()) })
    };
    if let Some(managed) = pointer(c"dltensor_versioned") {
        let managed = managed.cast::<DLManagedTensorVersioned>();
        // SAFETY: a capsule of this name holds this structure, whose first field is the version.
        let (version, flags) = unsafe { ((*managed).version, (*managed).flags) };
        if version.major != 1 {
            return None;
        }
        let read_only = flags.contains(DlpackFlags::READ_ONLY);
        // SAFETY: as above.
        return Some((unsafe { &raw const (*managed).dl_tensor }, read_only));
    }
    let managed = pointer(c"dltensor")?.cast::<DLManagedTensor>();
    // SAFETY: a capsule of this name holds this structure.
    Some((unsafe { &raw const (*managed).dl_tensor }, false))
}

fn device_name(kind: i64) -> String {
    match kind {
        2 => "CUDA".to_owned(),
        8 => "Metal".to_owned(),
        10 => "ROCm".to_owned(),
        13 => "managed memory of CUDA".to_owned(),
        14 => "oneAPI".to_owned(),
        other => format!("kind {other} of DLPack"),
    }
}
