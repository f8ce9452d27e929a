//! Kernels that are compiled once, when they are needed first, and run often.

use crate::{
    call::{Call, Inputs, framework},
    device::{self, Streams},
    failure,
    frameworks::Framework,
    given::Given,
    held::Held,
    knobs,
    outputs::{self, Outputs},
    process::{generation, lock},
    recipe::Recipe,
    threads::{Sent, here, off_lock},
};
use pyo3::prelude::*;
use smallvec::SmallVec;
use std::{
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tc_engine::{
    Diagnostic, ElementType, Failure, INTERNAL, Kernel, Profile, Store, View, ViewMut,
};

/// A run that takes no longer is not worth the way to another thread: later ones of the kernel are
/// in the thread of the caller, and signals are heard behind them.
const SHORT: Duration = Duration::from_millis(2);

/// A kernel that is compiled when it is needed first; others that need it wait for that.
pub(crate) struct Compiled {
    pub(crate) recipe: Recipe,
    /// Runs with fewer bytes of arguments are short, as one that was measured.
    short: AtomicUsize,
    kernel: OnceLock<Kernel>,
    turn: Mutex<()>,
    /// Behind a fork nobody gives the turn back.
    generation: u64,
}

/// Does work of the engine; a panic is a failure.
pub(crate) fn guarded<R>(work: impl FnOnce() -> Result<R, Failure>) -> Result<R, Failure> {
    tc_process::panics::catch(work).unwrap_or_else(|panic| {
        Err(Failure {
            diagnostics: vec![Diagnostic::error(None, format!("internal error: {panic}"))],
            sources: Default::default(),
            status: INTERNAL,
            while_running: false,
        })
    })
}

impl Compiled {
    pub(crate) fn new(recipe: Recipe) -> Self {
        Compiled {
            recipe,
            short: AtomicUsize::new(0),
            kernel: OnceLock::new(),
            turn: Mutex::new(()),
            generation: generation(),
        }
    }

    pub(crate) fn kernel<'a>(self: &'a Arc<Self>, py: Python<'_>) -> PyResult<&'a Kernel> {
        if let Some(kernel) = self.kernel.get() {
            return Ok(kernel);
        }
        let (this, store) = (Arc::clone(self), knobs::store()?);
        let used = store.clone();
        let made = off_lock(py, move || this.make(store))?;
        made.map_err(|failure| failure::raised(py, failure, || self.recipe.described()))?;
        knobs::warn_of_cache(py, &used)?;
        Ok(self.kernel.get().expect("it was just made"))
    }

    /// Compiles it, unless it was.
    fn make(&self, store: Store) -> Result<(), Failure> {
        let mine = self.generation == generation();
        let _turn = mine.then(|| lock(&self.turn));
        if self.kernel.get().is_some() {
            return Ok(());
        }
        let recipe = &self.recipe;
        let kernel = guarded(|| {
            failure::compilation_begins();
            let options = recipe.options()?.cache(store);
            recipe.operator.compile(recipe.arguments(), &options)
        })?;
        let kernel = if recipe.allow_overlap {
            kernel.allowing_overlap()
        } else {
            kernel
        };
        self.kernel.get_or_init(|| kernel);
        Ok(())
    }

    /// Compares the sizes that a call gives with those of the kernel.
    pub(crate) fn check_sizes(self: &Arc<Self>, py: Python<'_>, call: &Call<'_>) -> PyResult<()> {
        if call.sizes.is_empty() {
            Ok(())
        } else {
            call.check_sizes(py, &self.recipe.known, self.kernel(py)?.signature())
        }
    }

    /// Runs it, and returns what the call returns. Where a signal ends the wait for a run, the run
    /// is left behind with its arrays, unless these go with the caller (`may_leave`).
    pub(crate) fn run<'py>(
        self: &Arc<Self>,
        py: Python<'py>,
        inputs: Inputs,
        out: Option<&Bound<'py, PyAny>>,
        may_leave: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (framework, outputs) = self.outputs(py, &inputs, out)?;
        let names = &self.recipe.operator.declaration().inputs;
        let kernel = self.kernel(py)?;
        let streams = device::streams(
            py,
            self.recipe.settings.target,
            (names, &inputs),
            (kernel.signature(), &outputs.held),
        )?;
        let Outputs { held, objects } = outputs;
        let ran = match streams {
            Some(Streams { on, after }) => here(py, || {
                let mut written = views_mut(&held);
                // SAFETY: the frameworks keep the memory for what is on their streams, and the
                // streams are those that they named.
                let launched = unsafe { kernel.launch(&views(&inputs), &mut written, on, &after) };
                launched.map(|()| Vec::new())
            })?,
            None if !may_leave || self.is_short(&inputs, &held) => {
                here(py, || kernel.run(&views(&inputs), &mut views_mut(&held)))?
            }
            None => self.run_long(py, inputs, held)?,
        };
        let remarks =
            ran.map_err(|failure| failure::raised(py, failure, || self.recipe.described()))?;
        for remark in &remarks {
            if knobs::warns_of_copies() {
                failure::warn(py, "CopyWarning", &remark.message)?;
            }
        }
        let made_by = out.is_none().then_some(framework);
        outputs::returned(py, kernel.signature(), objects, made_by)
    }

    /// The framework of a call, and its outputs: given ones, or new ones.
    fn outputs<'py>(
        self: &Arc<Self>,
        py: Python<'py>,
        inputs: &[Given],
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Framework, Outputs<'py>)> {
        let (kernel, framework) = (self.kernel(py)?, framework(inputs));
        if let Some(out) = out {
            return Ok((framework, outputs::given(kernel.signature(), out)?));
        }
        let on_device = device::is_on_device(inputs);
        // Where sizes are open, shapes follow from those of the inputs.
        let shapes = if kernel.signature().open.is_empty() {
            None
        } else {
            Some(kernel.output_shapes(&views(inputs)))
        };
        let shapes = shapes.transpose();
        let shapes = shapes.map_err(|failure| failure::of(py, failure))?;
        let made = outputs::made(py, kernel.signature(), shapes, framework, on_device)?;
        Ok((framework, made))
    }

    /// Runs it where signals are heard, and notes whether that was short.
    fn run_long(
        self: &Arc<Self>,
        py: Python<'_>,
        inputs: Inputs,
        outputs: SmallVec<[Held; 4]>,
    ) -> PyResult<Result<Vec<Diagnostic>, Failure>> {
        let (this, arrays) = (Arc::clone(self), Sent((inputs, outputs)));
        let done = off_lock(py, move || {
            let (inputs, outputs) = arrays.take();
            let begin = Instant::now();
            let kernel = this.kernel.get().expect("`outputs` has made it");
            let ran = kernel.run(&views(&inputs), &mut views_mut(&outputs));
            if ran.is_ok() && begin.elapsed() < SHORT {
                let bytes = this.bytes(&inputs, &outputs);
                this.short.fetch_max(bytes + 1, Ordering::Relaxed);
            }
            Sent((ran, inputs, outputs))
        })?;
        // The arrays are given back here, where the interpreter's lock is held.
        Ok(done.take().0)
    }

    fn is_short(&self, inputs: &[Given], outputs: &[Held]) -> bool {
        match self.short.load(Ordering::Relaxed) {
            0 => false,
            short => self.bytes(inputs, outputs) < short,
        }
    }

    /// What a run takes and makes, where that is not the same for each.
    fn bytes(&self, inputs: &[Given], outputs: &[Held]) -> usize {
        let is_open = |kernel: &Kernel| !kernel.signature().open.is_empty();
        if !self.kernel.get().is_some_and(is_open) {
            return 0;
        }
        let bytes = |element: ElementType, shape: &[usize]| {
            let values = shape.iter().product::<usize>();
            values.saturating_mul(element.size())
        };
        let inputs = inputs.iter().map(|one| bytes(one.element(), one.shape()));
        let outputs = outputs.iter().map(|one| bytes(one.element, &one.shape));
        inputs.chain(outputs).sum()
    }

    /// Runs it several times, and measures.
    pub(crate) fn profile<'py>(
        self: &Arc<Self>,
        py: Python<'py>,
        inputs: Inputs,
        out: Option<&Bound<'py, PyAny>>,
        repeat: usize,
    ) -> PyResult<(Profile, Bound<'py, PyAny>)> {
        let (framework, outputs) = self.outputs(py, &inputs, out)?;
        let signature = self.kernel(py)?.signature();
        let names = &self.recipe.operator.declaration().inputs;
        let of_run = ((&names[..], &inputs[..]), (signature, &outputs.held[..]));
        let streams = device::streams(py, self.recipe.settings.target, of_run.0, of_run.1)?;
        let Outputs { held, objects } = outputs;
        if streams.is_some() {
            let message = "a profile is taken of arrays in memory of the host: give copies there";
            return Err(failure::argument(py, failure::Wrong::Device, "", message));
        }
        let (this, arrays) = (Arc::clone(self), Sent((inputs, held)));
        let done = off_lock(py, move || {
            let (inputs, held) = arrays.take();
            let kernel = this.kernel.get().expect("`outputs` has made it");
            let ran = kernel.profile(&views(&inputs), &mut views_mut(&held), repeat);
            Sent((ran, inputs, held))
        })?;
        let (profile, _, _) = done.take();
        let profile =
            profile.map_err(|failure| failure::raised(py, failure, || self.recipe.described()))?;
        let made_by = out.is_none().then_some(framework);
        let returned = outputs::returned(py, signature, objects, made_by)?;
        Ok((profile, returned))
    }
}

fn views(inputs: &[Given]) -> SmallVec<[View<'_>; 8]> {
    inputs.iter().map(Given::view).collect()
}

fn views_mut(outputs: &[Held]) -> SmallVec<[ViewMut<'_>; 4]> {
    outputs.iter().map(Held::view_mut).collect()
}
