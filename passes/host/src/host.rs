//! Registration with MLIR, and the functions that C++ calls back.
//!
//! Each pass and pipeline has one record, which is leaked: MLIR's pass registry lives as long as
//! the process.

use super::{
    context::{PassContext, emit_failure},
    declaration::{Declaration, Pass, Pipeline},
    dialects,
    failure::Failure,
    ffi::{
        TcEntry, TcOption, TcOptionKind, TcOptionValue, TcPass, TcPipeline, raw_text,
        tc_register_pass, tc_register_pipeline,
    },
    option::{OptionData, OptionDeclaration, one_line},
    statistics::{self, Statistic},
};
use melior::{
    ContextRef,
    ir::{Location, OperationRef},
};
use mlir_sys::{
    MlirDialectRegistry, MlirOperation, MlirStringCallback, MlirStringRef,
    mlirDialectHandleInsertDialect, mlirOperationGetContext, mlirOperationGetLocation,
};
use std::{
    ffi::c_void,
    ptr,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};
use tc_isl::{Context, thread_context};
use tc_process::panics;

/// Registers a pass with MLIR; call once per pass.
pub fn register_pass<P: Pass>() {
    for name in P::DIALECTS {
        let known = dialects::is_ours(name) || dialects::dialect_handle(name).is_some();
        assert!(
            known,
            "pass `{}` depends on the unknown dialect `{name}`",
            P::NAME
        );
    }
    let anchor = if P::ANCHOR == "any" { "" } else { P::ANCHOR };
    let record = Box::leak(Box::new(TcPass {
        entry: entry::<P>(check_pass::<P>),
        anchor: raw_text(anchor),
        dependencies: Some(insert_dependencies::<P>),
        run: Some(run::<P>),
    }));
    // SAFETY: the record and all it points to are leaked, so they live as long as the registry.
    unsafe { tc_register_pass(record) }
}

/// Registers a named pipeline with MLIR; call once per pipeline.
pub fn register_pipeline<P: Pipeline>() {
    let record = Box::leak(Box::new(TcPipeline {
        entry: entry::<P>(check_pipeline::<P>),
        expand: Some(expand::<P>),
    }));
    // SAFETY: as in `register_pass`.
    unsafe { tc_register_pipeline(record) }
}

type Check = unsafe extern "C" fn(
    *mut c_void,
    *const TcOptionValue,
    MlirStringCallback,
    *mut c_void,
) -> bool;

fn entry<D: Declaration>(check: Check) -> TcEntry {
    let options: &'static Vec<OptionDeclaration> = Box::leak(Box::new(D::options()));
    let raw: &'static Vec<TcOption> = Box::leak(Box::new(options.iter().map(raw_option).collect()));
    TcEntry {
        declaration: ptr::from_ref(options).cast_mut().cast(),
        argument: raw_text(D::NAME),
        summary: raw_text(D::SUMMARY),
        options: raw.as_ptr(),
        optionCount: raw.len() as isize,
        check: Some(check),
    }
}

fn raw_option(option: &'static OptionDeclaration) -> TcOption {
    TcOption {
        name: raw_text(&option.name),
        summary: raw_text(&option.summary),
        kind: option.kind as TcOptionKind,
        defaultValue: raw_value(&option.default),
    }
}

fn raw_value(data: &'static OptionData) -> TcOptionValue {
    let integers = |values: &'static [i64]| TcOptionValue {
        integers: values.as_ptr(),
        texts: ptr::null(),
        count: values.len() as isize,
    };
    let texts = |values: &'static [String]| {
        let raw: &'static Vec<MlirStringRef> =
            Box::leak(Box::new(values.iter().map(|text| raw_text(text)).collect()));
        TcOptionValue {
            integers: ptr::null(),
            texts: raw.as_ptr(),
            count: raw.len() as isize,
        }
    };
    match data {
        OptionData::Boolean(value) => integers(if *value { &[1] } else { &[0] }),
        OptionData::Integer(value) => integers(std::slice::from_ref(value)),
        OptionData::IntegerList(values) => integers(values),
        OptionData::Text(value) => texts(std::slice::from_ref(value)),
        OptionData::TextList(values) => texts(values),
    }
}

/// Reads the options of one use.
///
/// # Safety
/// `declaration` is the one that `entry::<D>` made, and `values` has a value for each of its
/// options.
unsafe fn read<D: Declaration>(
    declaration: *mut c_void,
    values: *const TcOptionValue,
) -> Result<D, String> {
    // SAFETY: by the contract of this function; the declaration is never freed.
    let options = unsafe { &*declaration.cast::<Vec<OptionDeclaration>>() };
    let data = options
        .iter()
        .enumerate()
        // SAFETY: by the contract of this function there are as many values as options, each of the
        // kind that its option declares.
        .map(|(index, option)| unsafe { OptionData::from_raw(option.kind, &*values.add(index)) })
        .collect();
    D::from_options(data)
}

/// Passes a refusal to C++; true if there was none.
unsafe fn deliver(
    result: Result<Result<(), String>, String>,
    report: MlirStringCallback,
    user_data: *mut c_void,
) -> bool {
    let reason = match result {
        Ok(Ok(())) => return true,
        Ok(Err(reason)) => reason,
        Err(panic) => format!("internal error: {panic}"),
    };
    if let Some(report) = report {
        // SAFETY: both come from C++ and belong together; the text is copied during the call.
        unsafe { report(raw_text(&reason), user_data) };
    }
    false
}

unsafe extern "C" fn check_pass<P: Pass>(
    declaration: *mut c_void,
    values: *const TcOptionValue,
    report: MlirStringCallback,
    user_data: *mut c_void,
) -> bool {
    // SAFETY: C++ passes the declaration that `P` was registered with, and a value for each option.
    let result = panics::catch(|| unsafe { read::<P>(declaration, values) }?.check());
    // SAFETY: both arguments came with this call.
    unsafe { deliver(result, report, user_data) }
}

unsafe extern "C" fn check_pipeline<P: Pipeline>(
    declaration: *mut c_void,
    values: *const TcOptionValue,
    report: MlirStringCallback,
    user_data: *mut c_void,
) -> bool {
    // SAFETY: as in `check_pass`.
    let result = panics::catch(|| unsafe { read::<P>(declaration, values) }.map(|_| ()));
    // SAFETY: as in `check_pass`.
    unsafe { deliver(result, report, user_data) }
}

unsafe extern "C" fn expand<P: Pipeline>(
    declaration: *mut c_void,
    values: *const TcOptionValue,
    accept: MlirStringCallback,
    report: MlirStringCallback,
    user_data: *mut c_void,
) -> bool {
    let result = panics::catch(|| {
        // SAFETY: as in `check_pass`.
        let text = unsafe { read::<P>(declaration, values) }?.expand()?;
        if let Some(accept) = accept {
            // SAFETY: both arguments came with this call; the text is copied during it.
            unsafe { accept(raw_text(&text), user_data) };
        }
        Ok(())
    });
    // SAFETY: both arguments came with this call.
    unsafe { deliver(result, report, user_data) }
}

unsafe extern "C" fn insert_dependencies<P: Pass>(_: *mut c_void, registry: MlirDialectRegistry) {
    if P::DIALECTS.iter().any(|name| dialects::is_ours(name)) {
        // SAFETY: MLIR lends a live registry.
        unsafe { tc_dialects::register_raw(registry) };
    }
    for handle in P::DIALECTS
        .iter()
        .filter_map(|name| dialects::dialect_handle(name))
    {
        // SAFETY: the handle is one of MLIR's, and the registry is alive.
        unsafe { mlirDialectHandleInsertDialect(handle, registry) }
    }
}

unsafe extern "C" fn run<P: Pass>(
    declaration: *mut c_void,
    values: *const TcOptionValue,
    operation: MlirOperation,
    host: *mut c_void,
) -> bool {
    // SAFETY: MLIR lends the operation, which is alive while the pass runs on it.
    let location = unsafe { Location::from_raw(mlirOperationGetLocation(operation)) };
    // SAFETY: the context outlives its operation.
    let context = unsafe { ContextRef::from_raw(mlirOperationGetContext(operation)) };
    let result = panics::catch(|| {
        // SAFETY: as in `check_pass`.
        let pass = unsafe { read::<P>(declaration, values) }?;
        run_on(&pass, operation, host)
    });
    let failure = match result {
        Ok(Ok(())) => return true,
        Ok(Err(failure)) => failure,
        Err(panic) => bug(&format!("`{}`", P::NAME), &panic),
    };
    // SAFETY: the context outlives this call.
    emit_failure(&failure, unsafe { context.to_ref() }, location);
    false
}

static ISL_OPERATIONS: AtomicU64 = AtomicU64::new(0);

/// The number of isl operations in the passes of this process; the same on every machine.
pub fn isl_operations() -> u64 {
    ISL_OPERATIONS.load(Ordering::Relaxed)
}

/// The time limit of isl in one run of a pass, in seconds, as the bits of an `f64`.
static TIME_LIMIT: AtomicU64 = AtomicU64::new(60_f64.to_bits());

/// Sets the time in seconds that isl may take in one run of a pass, before the pass fails with
/// TC0601; 60 by default. An invalid value is replaced by the nearest valid one.
pub fn set_time_limit(seconds: f64) {
    let seconds = seconds.clamp(1e-3, 1e9);
    TIME_LIMIT.store(seconds.to_bits(), Ordering::Relaxed);
}

fn time_limit() -> Duration {
    Duration::from_secs_f64(f64::from_bits(TIME_LIMIT.load(Ordering::Relaxed)))
}

fn run_on<P: Pass>(pass: &P, operation: MlirOperation, host: *mut c_void) -> Result<(), Failure> {
    // SAFETY: the operation is alive while the pass runs on it.
    let raw_context = unsafe { mlirOperationGetContext(operation) };
    // SAFETY: the context outlives its operation.
    let context = unsafe { ContextRef::from_raw(raw_context) };
    // SAFETY: the context outlives this call, and so does the variable that the reference points
    // to.
    let context = unsafe { context.to_ref() };
    let surroundings = PassContext::new(context, host, operation, P::NAME);
    // SAFETY: as above.
    let operation = unsafe { OperationRef::from_raw(operation) };
    let (result, exhausted) = with_isl(|| pass.run(operation, &surroundings));
    let result = result.map_err(|failure| failure.exhausted_if(exhausted));
    let counts = P::STATISTICS.iter().zip(pass.counts());
    let statistics = counts
        .map(|(declared, value)| Statistic {
            name: super::option::option_name(declared.name),
            value,
            summary: one_line(declared.documentation),
        })
        .collect();
    statistics::record(raw_context.ptr as usize, P::NAME, statistics);
    result
}

/// Runs a pass, or a part of one on its own thread, within isl's time limit, and counts isl's
/// operations. Also returns whether a budget or the time limit stopped isl.
fn with_isl<T>(work: impl FnOnce() -> T) -> (T, bool) {
    let isl = thread_context();
    isl.begin_pass();
    isl.take_exhausted();
    let before = isl.operations();
    let result = isl.with_time_limit(time_limit(), work);
    let exhausted = isl.take_exhausted();
    ISL_OPERATIONS.fetch_add(isl.operations() - before, Ordering::Relaxed);
    (result, exhausted)
}

/// Runs `work` with its own isl context, within isl's time limit, and counts isl's operations. The
/// number of operations, and whether it fits a budget, then does not depend on earlier work of this
/// thread: isl represents equal objects in different ways.
pub fn with_own_isl<T>(work: impl FnOnce(&Context) -> Result<T, Failure>) -> Result<T, Failure> {
    let isl = Context::new();
    let result = isl.with_time_limit(time_limit(), || work(&isl));
    let exhausted = isl.take_exhausted();
    ISL_OPERATIONS.fetch_add(isl.operations(), Ordering::Relaxed);
    result.map_err(|failure| failure.exhausted_if(exhausted))
}

fn bug(what: &str, panic: &str) -> Failure {
    Failure::new(format!("internal error in {what}: {panic}"))
        .note("this is a bug; please report it with this input and pipeline")
}

/// The stack size in bytes of a thread that a pass creates: that of the first thread.
const STACK: usize = 8 << 20;

/// Runs `here`, and at the same time `there` on a thread with its own isl context. `what` names the
/// work of `there`, which runs before `here` if no thread can be created.
///
/// Neither may change MLIR; both may read it. Even parsing a text is a change: it may load a
/// dialect.
///
/// # Errors
/// The failure of `there`, otherwise that of `here`.
pub fn beside<A: Send, B>(
    what: &str,
    there: impl Fn() -> Result<A, Failure> + Sync,
    here: impl FnOnce() -> Result<B, Failure>,
) -> Result<(A, B), Failure> {
    let (tell, told) = mpsc::channel();
    // A failed send is noticed below, unless this thread panics and nobody needs the result.
    let work = || {
        let _ = tell.send(panics::catch(|| with_isl(&there)));
    };
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        if thread.spawn_scoped(scope, work).is_err() {
            work();
        }
        let made = here();
        // The thread is not joined: it frees its isl context while this one continues.
        match told.recv() {
            Ok(Ok((done, exhausted))) => {
                let done = done.map_err(|failure| failure.exhausted_if(exhausted))?;
                Ok((done, made?))
            }
            Ok(Err(panic)) => Err(bug(what, &panic)),
            Err(_) => Err(bug(what, "it ended without a word")),
        }
    })
}
