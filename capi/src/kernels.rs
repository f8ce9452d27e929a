//! Kernels: compiled, described, printed and run.

use crate::{
    Refusal, Status, TcArguments, TcDiagnostics, TcOperators, TcOptions, call, given, place, text,
    usage, values,
};
use dlpark::ffi::{DLDataType, DLDataTypeCode, DLTensor};
use smallvec::SmallVec;
use std::{
    ffi::{CString, c_char},
    ptr,
};
use tc_engine::{ElementType, Kernel, Level, Parameter, View, ViewMut};

/// An operator that is compiled for fixed shapes or, with sizes left open, for many.
pub struct TcKernel {
    kernel: Kernel,
    inputs: Vec<Described>,
    outputs: Vec<Described>,
}

struct Described {
    name: CString,
    dtype: DLDataType,
    shape: Vec<i64>,
}

/// An input or output. Name and shape live as long as the kernel.
#[repr(C)]
pub struct TcParameter {
    /// As it is declared; null if there is none at this position.
    name: *const c_char,
    /// The type of its elements.
    dtype: DLDataType,
    /// The number of its dimensions.
    rank: usize,
    /// Its extents.
    shape: *const i64,
}

fn dtype(element: ElementType) -> DLDataType {
    let code = match element {
        ElementType::Bool => DLDataTypeCode::BOOL,
        ElementType::BF16 => DLDataTypeCode::BFLOAT,
        _ if element.is_float() => DLDataTypeCode::FLOAT,
        _ if element.is_unsigned() => DLDataTypeCode::UINT,
        _ => DLDataTypeCode::INT,
    };
    DLDataType {
        code,
        bits: 8 * element.size() as u8,
        lanes: 1,
    }
}

impl Described {
    fn of(one: &Parameter) -> Self {
        Described {
            name: CString::new(one.name.as_str()).unwrap_or_default(),
            dtype: dtype(one.element),
            shape: one.shape.iter().map(|extent| *extent as i64).collect(),
        }
    }

    fn parameter(one: Option<&Described>) -> TcParameter {
        match one {
            Some(one) => TcParameter {
                name: one.name.as_ptr(),
                dtype: one.dtype,
                rank: one.shape.len(),
                shape: one.shape.as_ptr(),
            },
            None => TcParameter {
                name: ptr::null(),
                dtype: dtype(ElementType::F32),
                rank: 0,
                shape: ptr::null(),
            },
        }
    }
}

/// Compiles an operator. `name` may be null if the text defines one only. This needs no device.
/// Warnings are in `said`.
///
/// # Safety
/// `operators`, `arguments` and `options` were not freed; `name` is null or ends in a zero byte;
/// `kernel` may be written; `said` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_compile(
    operators: *const TcOperators,
    name: *const c_char,
    arguments: *const TcArguments,
    options: *const TcOptions,
    kernel: *mut *mut TcKernel,
    said: *mut *mut TcDiagnostics,
) -> Status {
    // SAFETY: the caller's promise, here and in the body.
    unsafe {
        call(said, || {
            let place = place(kernel, "kernel")?;
            let name = if name.is_null() {
                None
            } else {
                Some(text(name, "name")?)
            };
            let operator = given(operators, "operators")?.choose(name)?;
            let arguments = &given(arguments, "arguments")?.0;
            let kernel = operator.compile(arguments, &given(options, "options")?.0)?;
            let remarks = TcDiagnostics::remarks(kernel.diagnostics());
            let signature = kernel.signature();
            *place = Box::into_raw(Box::new(TcKernel {
                inputs: signature.inputs().map(Described::of).collect(),
                outputs: signature.outputs().map(Described::of).collect(),
                kernel,
            }));
            Ok(remarks)
        })
    }
}

/// How many inputs a run takes.
///
/// # Safety
/// `kernel` is null or was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_kernel_input_count(kernel: *const TcKernel) -> usize {
    // SAFETY: the caller's promise.
    unsafe { kernel.as_ref() }.map_or(0, |one| one.inputs.len())
}

/// How many outputs a run takes.
///
/// # Safety
/// `kernel` is null or was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_kernel_output_count(kernel: *const TcKernel) -> usize {
    // SAFETY: the caller's promise.
    unsafe { kernel.as_ref() }.map_or(0, |one| one.outputs.len())
}

/// One of the inputs.
///
/// # Safety
/// `kernel` is null or was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_kernel_input(kernel: *const TcKernel, position: usize) -> TcParameter {
    // SAFETY: the caller's promise.
    let kernel = unsafe { kernel.as_ref() };
    Described::parameter(kernel.and_then(|one| one.inputs.get(position)))
}

/// One of the outputs; what is updated in place is among them.
///
/// # Safety
/// `kernel` is null or was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_kernel_output(kernel: *const TcKernel, position: usize) -> TcParameter {
    // SAFETY: the caller's promise.
    let kernel = unsafe { kernel.as_ref() };
    Described::parameter(kernel.and_then(|one| one.outputs.get(position)))
}

/// The views of some tensors.
///
/// # Safety
/// Each pointer is null or to a tensor as [`tc_kernel_run`] wants it.
unsafe fn views<'a, V>(
    tensors: &'a [*const DLTensor],
    kind: &str,
    view: impl Fn(&'a DLTensor) -> Result<V, tc_engine::Failure>,
) -> Result<SmallVec<[V; 8]>, Refusal> {
    let each = tensors.iter().enumerate();
    each.map(|(position, tensor)| {
        // SAFETY: the caller's promise.
        let tensor = unsafe { tensor.as_ref() };
        let tensor = tensor.ok_or_else(|| usage(format!("{kind} {position} is null")))?;
        Ok(view(tensor)?)
    })
    .collect()
}

/// The shape of an output for these inputs, of which only types and shapes are read; `shape` is to
/// `rank` numbers, which are as many as the output has dimensions. Without open sizes it is that of
/// `tc_kernel_output`.
///
/// # Safety
/// `kernel` was not freed; `inputs` is to as many pointers to tensors as is said; `shape` may be
/// written; `said` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_kernel_output_shape(
    kernel: *const TcKernel,
    position: usize,
    inputs: *const *const DLTensor,
    input_count: usize,
    rank: usize,
    shape: *mut i64,
    said: *mut *mut TcDiagnostics,
) -> Status {
    // SAFETY: the caller's promise, here and in the body.
    unsafe {
        call(said, || {
            let kernel = &given(kernel, "kernel")?.kernel;
            let inputs = values(inputs, input_count, "inputs")?;
            let inputs = views(inputs, "input", |one| View::from_dlpack(one))?;
            let shapes = kernel.output_shapes(&inputs)?;
            let found = shapes.get(position).ok_or_else(|| {
                let count = shapes.len();
                usage(format!(
                    "there is no output {position}: the kernel has {count}"
                ))
            })?;
            if found.len() != rank {
                let dims = found.len();
                return Err(usage(format!(
                    "output {position} has {dims} dimensions, found a `shape` of {rank}"
                )));
            }
            if rank > 0 && shape.is_null() {
                return Err(usage("`shape` is null"));
            }
            for (at, extent) in found.iter().enumerate() {
                shape.add(at).write(*extent as i64);
            }
            Ok(None)
        })
    }
}

/// Runs a kernel: reads the inputs and writes the outputs, in the order of its parameters.
/// Contiguous arrays are used where they are; remarks in `said` name those that were copied.
/// Several threads may run one kernel at a time on outputs of their own.
///
/// # Safety
/// `kernel` was not freed; `inputs` and `outputs` are to as many pointers to tensors as is said,
/// whose elements exist, and are not written by others during the call; `said` is null or may be
/// written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_kernel_run(
    kernel: *const TcKernel,
    inputs: *const *const DLTensor,
    input_count: usize,
    outputs: *const *const DLTensor,
    output_count: usize,
    said: *mut *mut TcDiagnostics,
) -> Status {
    // SAFETY: the caller's promise, here and in the body.
    unsafe {
        call(said, || {
            let kernel = &given(kernel, "kernel")?.kernel;
            let inputs = values(inputs, input_count, "inputs")?;
            let inputs = views(inputs, "input", |one| View::from_dlpack(one))?;
            let outputs = values(outputs, output_count, "outputs")?;
            let mut outputs = views(outputs, "output", |one| ViewMut::from_dlpack(one))?;
            let remarks = kernel.run(&inputs, &mut outputs)?;
            Ok(TcDiagnostics::remarks(&remarks))
        })
    }
}

/// The program at a level, as text: `tc`, `schedule`, `loops`, `llvm`, and `ptx` for a GPU. Free it
/// by `tc_text_free`.
///
/// # Safety
/// `kernel` was not freed; `level` ends in a zero byte; `result` may be written; `said` is null or
/// may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_kernel_asm(
    kernel: *const TcKernel,
    level: *const c_char,
    result: *mut *mut c_char,
    said: *mut *mut TcDiagnostics,
) -> Status {
    // SAFETY: the caller's promise, here and in the body.
    unsafe {
        call(said, || {
            let place = place(result, "result")?;
            let level = text(level, "level")?;
            let level: Level = level.parse().map_err(|reason: String| usage(reason))?;
            let printed = given(kernel, "kernel")?.kernel.asm(level)?;
            let printed = CString::new(printed)
                .map_err(|_| usage("the text has a zero byte, which C cannot hold"))?;
            *place = printed.into_raw();
            Ok(None)
        })
    }
}

/// Frees a text of `tc_kernel_asm`. Null is allowed.
///
/// # Safety
/// `text` is null or was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_text_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: it came from `tc_kernel_asm`, and is not freed twice.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// Frees a kernel. Null is allowed.
///
/// # Safety
/// `kernel` is null or was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_kernel_free(kernel: *mut TcKernel) {
    if !kernel.is_null() {
        // SAFETY: it came from `tc_compile`, and is not freed twice.
        drop(unsafe { Box::from_raw(kernel) });
    }
}
