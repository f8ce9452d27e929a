//! Arrays in memory of a CUDA device: how they come in, and on which streams.
//!
//! DLPack and `__cuda_array_interface__` both give an address; nothing is copied. Each array has a
//! stream on which its contents are made: the current one of its framework. A run is enqueued on
//! that of the first array, behind what is on the others.

use crate::{
    exchange,
    failure::Wrong,
    frameworks::{Framework, frameworks, of_kind},
    given::Given,
    held::{Held, Place},
};
use pyo3::{
    intern,
    prelude::*,
    types::{PyDict, PyString},
};
use smallvec::SmallVec;
use tc_engine::{Executor, Memory, Signature};

/// The stream on which the framework of an array works.
pub(crate) fn stream_of(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    let py = object.py();
    let stream = frameworks(py)?.call_method1(intern!(py, "cuda_stream"), (object,))?;
    stream.extract()
}

/// Holds an array by what its `__cuda_array_interface__` says.
pub(crate) fn of_interface(
    place: Place<'_>,
    object: &Bound<'_, PyAny>,
    interface: &Bound<'_, PyAny>,
) -> PyResult<Held> {
    let py = object.py();
    let entry = |name: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
        let found = interface.cast::<PyDict>()?.get_item(name)?;
        Ok(found.filter(|one| !one.is_none()))
    };
    let refused = |found: &str| {
        let message = format!("its `__cuda_array_interface__` {found}");
        place.wrong(py, Wrong::Type, &message)
    };
    let read = || -> PyResult<_> {
        let due =
            |name: &str| entry(name).map(|one| one.unwrap_or_else(|| py.None().into_bound(py)));
        let typestr = due("typestr")?.cast_into::<PyString>()?.to_string();
        let shape: SmallVec<[usize; 6]> = due("shape")?.extract::<Vec<usize>>()?.into();
        let (data, read_only): (usize, bool) = due("data")?.extract()?;
        let strides: Option<Vec<isize>> = entry("strides")?.map(|one| one.extract()).transpose()?;
        Ok((typestr, shape, data, read_only, strides))
    };
    let (typestr, shape, data, read_only, strides) =
        read().map_err(|error| refused(&format!("is not as version 3 says: {error}")))?;
    if entry("mask")?.is_some() {
        return Err(refused(
            "has a mask, which would be ignored: give its values",
        ));
    }
    let element = match typestr.as_bytes() {
        [b'<' | b'|' | b'=', kind, size @ ..] => std::str::from_utf8(size)
            .ok()
            .and_then(|size| of_kind(*kind, size.parse().ok()?)),
        _ => None,
    };
    let Some(element) = element else {
        let message = format!("expected elements of a type of the language, found {typestr}");
        return Err(place.wrong(py, Wrong::Type, &message));
    };
    let size = element.size() as isize;
    let rows = || {
        let mut strides = SmallVec::from_elem(1, shape.len());
        for dim in (1..shape.len()).rev() {
            strides[dim - 1] = strides[dim] * shape[dim] as isize;
        }
        strides
    };
    let strides = match strides {
        None => rows(),
        Some(bytes) if bytes.len() != shape.len() || bytes.iter().any(|one| one % size != 0) => {
            return Err(refused(&format!(
                "has the strides {bytes:?}, which do not fit"
            )));
        }
        Some(bytes) => bytes.iter().map(|one| one / size).collect(),
    };
    Ok(Held {
        data: data as *mut u8,
        element,
        shape,
        strides,
        writable: !read_only,
        framework: exchange::known(&object.get_type())?.framework,
        memory: Memory::Cuda(0),
        stream: Some(stream_of(object)?),
        _keeps: object.clone().unbind(),
    })
}

/// Whether a call is one for arrays in memory of a device.
pub(crate) fn is_on_device(inputs: &[Given]) -> bool {
    inputs.iter().any(|one| one.memory() != Memory::Host)
}

/// The streams of a run.
pub(crate) struct Streams {
    pub(crate) on: u64,
    pub(crate) after: SmallVec<[u64; 4]>,
}

/// The streams of a run whose arrays are in memory of a device; none of one whose arrays are in
/// memory of the host. Both at once, and a kernel for another target, are refused.
pub(crate) fn streams(
    py: Python<'_>,
    target: Executor,
    (names, inputs): (&[String], &[Given]),
    (signature, outputs): (&Signature, &[Held]),
) -> PyResult<Option<Streams>> {
    let inputs = names
        .iter()
        .zip(inputs)
        .filter_map(|(name, one)| match one {
            Given::Array(held) => Some(("input", name.as_str(), held)),
            Given::Number(_) => None,
        });
    let outputs = signature.outputs().zip(outputs);
    let outputs = outputs.map(|(one, held)| ("output", one.name.as_str(), held));
    let all: SmallVec<[(&'static str, &str, &Held); 8]> = inputs.chain(outputs).collect();
    let of_device = |held: &Held| match held.memory {
        Memory::Cuda(number) => Some(number),
        Memory::Host => None,
    };
    let Some((kind, name, number)) = all
        .iter()
        .find_map(|(kind, name, held)| Some((*kind, *name, of_device(held)?)))
    else {
        return Ok(None);
    };
    let refused =
        |kind, name, message: &str| Err(Place { kind, name }.wrong(py, Wrong::Device, message));
    if !target.is_device() {
        let message = format!(
            "it is in memory of a device (CUDA, number {number}), and the kernel is for the target {}: compile it for `cuda`, or give a copy in memory of the host",
            target.as_str()
        );
        return refused(kind, name, &message);
    }
    let is_number = |kind: &str, held: &Held| kind == "input" && held.shape.is_empty();
    for (other, its_name, held) in &all {
        if held.memory == Memory::Host && !is_number(other, held) {
            let message = format!(
                "it is in memory of the host, and {kind} `{name}` in memory of a device (CUDA, number {number}): give both in one memory"
            );
            return refused(other, its_name, &message);
        }
    }
    let mut streams = all.iter().filter_map(|(_, _, held)| held.stream);
    let on = streams.next().unwrap_or(0);
    let after = streams.filter(|one| *one != on).collect();
    Ok(Some(Streams { on, after }))
}

/// Who makes new arrays in memory of a device: PyTorch and CuPy do.
pub(crate) fn zeros<'py>(
    py: Python<'py>,
    framework: Framework,
    shape: &[usize],
    dtype: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let maker = match framework {
        Framework::Torch => "torch",
        Framework::CuPy => "cupy",
        Framework::NumPy | Framework::Jax => "",
    };
    frameworks(py)?.call_method1(intern!(py, "cuda_zeros"), (maker, shape, dtype))
}
