//! Engines, operators, and what a kernel is compiled for.

use crate::{Status, TcDiagnostics, call, changed, given, place, text, usage, values};
use std::{
    ffi::{CString, c_char},
    ptr,
};
use tc_engine::{Arguments, CacheMode, Engine, Executor, Operator, Operators, Options};

/// Compiles operators, and owns the threads that kernels run on.
pub struct TcEngine(Engine);

/// The operators of a text.
pub struct TcOperators {
    operators: Operators,
    names: Vec<CString>,
}

/// The shapes of inputs and the values of sizes that a kernel is compiled for.
#[derive(Default)]
pub struct TcArguments(pub(crate) Arguments);

/// The target of a kernel, and how loops are mapped to it.
pub struct TcOptions(pub(crate) Options);

impl TcOperators {
    /// The operator of a name, or the only one.
    pub(crate) fn choose(&self, name: Option<&str>) -> Result<Operator, tc_engine::Failure> {
        match name {
            Some(name) => self.operators.operator(name),
            None => self.operators.only(),
        }
    }
}

/// Gives a new value to the caller.
fn put<T>(place: &mut *mut T, value: T) {
    *place = Box::into_raw(Box::new(value));
}

/// # Safety
/// The pointer is null or came from [`put`], and is not freed twice.
unsafe fn free<T>(pointer: *mut T) {
    if !pointer.is_null() {
        // SAFETY: the caller's promise.
        drop(unsafe { Box::from_raw(pointer) });
    }
}

/// An engine whose kernels run on this many threads; 0 means one for each core, which all engines
/// of the process share.
///
/// # Safety
/// `engine` may be written; `said` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_engine_new(
    threads: usize,
    engine: *mut *mut TcEngine,
    said: *mut *mut TcDiagnostics,
) -> Status {
    // SAFETY: the caller's promise, here and in the body.
    unsafe {
        call(said, || {
            let place = place(engine, "engine")?;
            let made = match threads {
                0 => Engine::new(),
                _ => Engine::with_threads(threads)?,
            };
            put(place, TcEngine(made));
            Ok(None)
        })
    }
}

/// Frees an engine; what was made with it stays. Null is allowed.
///
/// # Safety
/// `engine` is null or was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_engine_free(engine: *mut TcEngine) {
    // SAFETY: the caller's promise.
    unsafe { free(engine) }
}

/// Reads TC text, and checks names and types. `name` stands for the text in diagnostics. Warnings
/// are in `said`.
///
/// # Safety
/// `engine` was not freed; `name` and `source` end in a zero byte; `operators` may be written;
/// `said` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_define(
    engine: *const TcEngine,
    name: *const c_char,
    source: *const c_char,
    operators: *mut *mut TcOperators,
    said: *mut *mut TcDiagnostics,
) -> Status {
    // SAFETY: the caller's promise, here and in the body.
    unsafe {
        call(said, || {
            let place = place(operators, "operators")?;
            let (name, source) = (text(name, "name")?, text(source, "source")?);
            let operators = given(engine, "engine")?.0.define_file(name, source)?;
            let names = operators.names();
            let names = names.map(|name| CString::new(name).unwrap_or_default());
            let names = names.collect();
            let remarks = TcDiagnostics::remarks(operators.diagnostics());
            put(place, TcOperators { operators, names });
            Ok(remarks)
        })
    }
}

/// How many operators there are.
///
/// # Safety
/// `operators` is null or was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_operators_count(operators: *const TcOperators) -> usize {
    // SAFETY: the caller's promise.
    unsafe { operators.as_ref() }.map_or(0, |one| one.names.len())
}

/// The name of one of them, in the order of the text; null if there is none at this position. It
/// lives as long as `operators`.
///
/// # Safety
/// `operators` is null or was not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_operators_name(
    operators: *const TcOperators,
    position: usize,
) -> *const c_char {
    // SAFETY: the caller's promise.
    let operators = unsafe { operators.as_ref() };
    let name = operators.and_then(|one| one.names.get(position));
    name.map_or(ptr::null(), |name| name.as_ptr())
}

/// Frees operators; kernels made of them stay. Null is allowed.
///
/// # Safety
/// `operators` is null or was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_operators_free(operators: *mut TcOperators) {
    // SAFETY: the caller's promise.
    unsafe { free(operators) }
}

/// Arguments of which nothing is known yet.
#[unsafe(no_mangle)]
pub extern "C" fn tc_arguments_new() -> *mut TcArguments {
    Box::into_raw(Box::default())
}

/// The shape of an input, or of what is updated in place.
///
/// # Safety
/// `arguments` was not freed, and no other thread uses it; `name` ends in a zero byte; `shape` is
/// to `rank` numbers; `said` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_arguments_input(
    arguments: *mut TcArguments,
    name: *const c_char,
    rank: usize,
    shape: *const i64,
    said: *mut *mut TcDiagnostics,
) -> Status {
    // SAFETY: the caller's promise, here and in the body.
    unsafe {
        call(said, || {
            let (all, name) = (changed(arguments, "arguments")?, text(name, "name")?);
            let extents = values(shape, rank, "shape")?.iter();
            let extents = extents.map(|one| {
                let refused = |_| usage(format!("input `{name}` has the extent {one}"));
                usize::try_from(*one).map_err(refused)
            });
            let shape: Vec<usize> = extents.collect::<Result<_, _>>()?;
            all.0 = std::mem::take(&mut all.0).input(name, &shape);
            Ok(None)
        })
    }
}

/// The value of a size that no input determines, or of an integer input without dimensions.
///
/// # Safety
/// `arguments` was not freed, and no other thread uses it; `name` ends in a zero byte; `said` is
/// null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_arguments_size(
    arguments: *mut TcArguments,
    name: *const c_char,
    value: i64,
    said: *mut *mut TcDiagnostics,
) -> Status {
    // SAFETY: the caller's promise, here and in the body.
    unsafe {
        call(said, || {
            let (all, name) = (changed(arguments, "arguments")?, text(name, "name")?);
            all.0 = std::mem::take(&mut all.0).size(name, value);
            Ok(None)
        })
    }
}

/// Leaves a size open: the kernel is compiled for all its values, and takes it from the shapes of
/// each call. The value that follows from the arguments is that of one call.
///
/// # Safety
/// `arguments` was not freed, and no other thread uses it; `name` ends in a zero byte; `said` is
/// null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_arguments_open(
    arguments: *mut TcArguments,
    name: *const c_char,
    said: *mut *mut TcDiagnostics,
) -> Status {
    // SAFETY: the caller's promise, here and in the body.
    unsafe {
        call(said, || {
            let (all, name) = (changed(arguments, "arguments")?, text(name, "name")?);
            all.0 = std::mem::take(&mut all.0).open(name);
            Ok(None)
        })
    }
}

/// Frees arguments. Null is allowed.
///
/// # Safety
/// `arguments` is null or was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_arguments_free(arguments: *mut TcArguments) {
    // SAFETY: the caller's promise.
    unsafe { free(arguments) }
}

/// Options for a target: `cpu`, `emulator`, `cuda` or `reference`.
///
/// # Safety
/// `target` ends in a zero byte; `options` may be written; `said` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_options_new(
    target: *const c_char,
    options: *mut *mut TcOptions,
    said: *mut *mut TcDiagnostics,
) -> Status {
    // SAFETY: the caller's promise, here and in the body.
    unsafe {
        call(said, || {
            let place = place(options, "options")?;
            let name = text(target, "target")?;
            let executor = Executor::named(name).map_err(usage)?;
            put(place, TcOptions(Options::new(executor)));
            Ok(None)
        })
    }
}

/// Sets a mapping option, such as `tile` to `32,32`; `machine` is the name of another machine, or
/// of a file that describes it.
///
/// # Safety
/// `options` was not freed, and no other thread uses it; `name` and `value` end in a zero byte;
/// `said` is null or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_options_set(
    options: *mut TcOptions,
    name: *const c_char,
    value: *const c_char,
    said: *mut *mut TcDiagnostics,
) -> Status {
    // SAFETY: the caller's promise, here and in the body.
    unsafe {
        call(said, || {
            let options = changed(options, "options")?;
            let (name, value) = (text(name, "name")?, text(value, "value")?);
            options.0 = match name {
                "machine" => options.0.clone().machine(value),
                _ => options.0.clone().set(name, value)?,
            };
            Ok(None)
        })
    }
}

/// Whether compiled operators are kept for other processes: `off`, which is the default, `cached`
/// to read what is there, or `on` to write too. The environment says where: `TC_CACHE_DIR`.
///
/// # Safety
/// `options` was not freed, and no other thread uses it; `mode` ends in a zero byte; `said` is null
/// or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_options_cache(
    options: *mut TcOptions,
    mode: *const c_char,
    said: *mut *mut TcDiagnostics,
) -> Status {
    // SAFETY: the caller's promise, here and in the body.
    unsafe {
        call(said, || {
            let (options, mode) = (changed(options, "options")?, text(mode, "mode")?);
            let mode: CacheMode = mode.parse().map_err(|reason: String| usage(reason))?;
            options.0 = options.0.clone().cache_of_user(mode)?;
            Ok(None)
        })
    }
}

/// Frees options. Null is allowed.
///
/// # Safety
/// `options` is null or was not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tc_options_free(options: *mut TcOptions) {
    // SAFETY: the caller's promise.
    unsafe { free(options) }
}
