//! A compiled operator.
//!
//! A run checks the caller's arrays against the signature ([`crate::slots`]), and calls the machine
//! code with their addresses; a GPU gets copies. If a check of subscripts fails, the same program
//! runs once more on the way that `tc-run` takes, which finds the subscript and its place.

use crate::{
    arguments::Arguments,
    arrays::{Memory, View, ViewMut},
    direct::Direct,
    guard::{guarded, new_context},
    operators::Operator,
    options::Options,
    recipe::Recipe,
    signature::Signature,
    slots::Slots,
};
use serde_json::Value;
use smallvec::SmallVec;
use std::{slice, sync::Arc, time::Instant};
use tc_backend_cuda::driver;
use tc_dialects::tensor::Tensor;
use tc_explorer::Explorer;
use tc_pipelines::Level;
use tc_runtime::{
    Argument, Artifact, Bound, Call, Checking, Contents, Errors, Failure, Given, Input, Lowering,
    Machine, Open, Outcome, Report, Running, Source, as_argument, error,
};
use tc_syntax::diagnostic::Diagnostic;

/// Machine code of an operator, for one set of shapes or, with sizes left open, for many. Clones
/// share it.
#[derive(Clone)]
pub struct Kernel {
    inner: Arc<Inner>,
    allow_overlap: bool,
}

struct Inner {
    recipe: Recipe,
    signature: Signature,
    /// What calls must satisfy, if sizes are open.
    open: Option<Open>,
    machine: Machine,
    diagnostics: Vec<Diagnostic>,
}

/// How a kernel is compiled.
#[derive(Clone, Debug)]
pub struct Explored {
    /// A page of HTML that needs no other file.
    pub page: String,
    /// The same as JSON.
    pub data: String,
}

/// What was measured or counted during a run.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    /// Seconds of each run: of the call on a CPU, of the kernels on a device, by its clock; none
    /// from the emulator, which has no clock.
    pub seconds: Vec<f64>,
    /// The emulator's counters, for a person.
    pub text: String,
    /// The same as JSON, and the name of a device.
    pub facts: Vec<(&'static str, Value)>,
}

impl Operator {
    /// Compiles a kernel for these inputs. This needs no device, except for the processor of a CPU.
    ///
    /// # Errors
    /// As of [`Operator::infer`]; what a machine cannot do, and illegal schedules.
    pub fn compile(&self, arguments: &Arguments, options: &Options) -> Result<Kernel, Failure> {
        let recipe = Recipe {
            given: self.given(arguments).map_err(Failure::of)?,
            operator: self.clone(),
            options: options.clone(),
        };
        guarded(|| Inner::compile(recipe)).map(Kernel::new)
    }
}

impl Inner {
    fn compile(recipe: Recipe) -> Result<Self, Failure> {
        let direct = Direct::of(&recipe);
        if let Some(found) = direct.as_ref().and_then(Direct::find) {
            return Ok(Inner {
                signature: found.signature,
                open: found.open,
                machine: found.machine,
                diagnostics: recipe.options.lowering.cache.note().into_iter().collect(),
                recipe,
            });
        }
        let context = new_context();
        let (operator, options) = (&recipe.operator, &recipe.options);
        let program = operator.text().program(&context)?;
        let platform = program.platform(options.lowering.clone())?;
        let checked = program.check(options.checking(operator.name()), &recipe.given)?;
        let bound = checked.bind(Contents::Later)?;
        let open = bound.open()?;
        let signature = Signature::of_bound(&bound);
        let (machine, outcome) = bound.compile(platform)?.into_machine()?;
        let mut diagnostics = outcome.diagnostics;
        if let Some(direct) = direct
            && diagnostics.is_empty()
        {
            direct.keep(&signature, open.as_ref(), &machine);
            diagnostics.extend(options.lowering.cache.note());
        }
        Ok(Inner {
            signature,
            open,
            machine,
            diagnostics,
            recipe,
        })
    }
}

impl Kernel {
    fn new(inner: Inner) -> Self {
        Kernel {
            inner: Arc::new(inner),
            allow_overlap: false,
        }
    }

    /// Types and shapes of inputs and outputs.
    pub fn signature(&self) -> &Signature {
        &self.inner.signature
    }

    /// Warnings and notes of the compilation.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.inner.diagnostics
    }

    /// The same kernel for inputs that share memory with outputs: these inputs are copied before
    /// each run. Otherwise such a run is refused.
    #[must_use]
    pub fn allowing_overlap(self) -> Self {
        Kernel {
            allow_overlap: true,
            ..self
        }
    }

    /// New outputs, all zeros, of the shapes in the signature.
    ///
    /// # Errors
    /// Outputs that do not fit in memory.
    pub fn allocate(&self) -> Result<Vec<Tensor>, Failure> {
        let all = self.inner.signature.outputs();
        let all = all.map(|one| Tensor::zeros(one.element, &one.shape));
        let all: Result<_, _> = all.collect();
        all.map_err(|reason| Failure::of(error(reason.to_string())))
    }

    /// New outputs, all zeros, for these inputs: where sizes are open, their shapes follow from
    /// those of the inputs.
    ///
    /// # Errors
    /// Outputs that do not fit in memory; sizes that the operator does not have, and those that no
    /// input determines.
    pub fn allocate_for(&self, inputs: &[View<'_>]) -> Result<Vec<Tensor>, Failure> {
        if self.inner.open.is_none() {
            return self.allocate();
        }
        let shapes = self.output_shapes(inputs)?;
        let all = self.inner.signature.outputs().zip(&shapes);
        let all = all.map(|(one, shape)| Tensor::zeros(one.element, shape));
        let all: Result<_, _> = all.collect();
        all.map_err(|reason| Failure::of(error(reason.to_string())))
    }

    /// The shapes of the outputs for these inputs, of which only shapes are read: those of the
    /// signature, unless sizes are open.
    ///
    /// # Errors
    /// Sizes that the operator does not have, and those that no input determines.
    pub fn output_shapes(&self, inputs: &[View<'_>]) -> Result<Vec<Vec<usize>>, Failure> {
        let Inner {
            signature, open, ..
        } = &*self.inner;
        let Some(open) = open else {
            return Ok(signature.outputs().map(|one| one.shape.clone()).collect());
        };
        let shape_of = |parameter| {
            let input = signature.inputs.iter().position(|at| *at == parameter);
            Some(inputs.get(input?)?.shape())
        };
        let at = open.at(&signature.parameters, shape_of);
        let at = at.map_err(Failure::of)?;
        let outputs = signature.outputs.iter();
        Ok(outputs.map(|one| at.shapes[*one].to_vec()).collect())
    }

    /// Runs it on these inputs, and returns its outputs. What is updated in place begins as zeros.
    ///
    /// # Errors
    /// As of [`Kernel::run`].
    pub fn call(&self, inputs: &[View<'_>]) -> Result<Vec<Tensor>, Failure> {
        let mut outputs = self.allocate_for(inputs)?;
        let mut views: SmallVec<[ViewMut<'_>; 8]> = outputs.iter_mut().map(ViewMut::from).collect();
        self.run(inputs, &mut views)?;
        drop(views);
        Ok(outputs)
    }

    /// Runs it: reads the inputs, and writes the outputs, in the order of the signature. Remarks
    /// say which arrays had to be copied; without one, none were copied on a CPU.
    ///
    /// # Errors
    /// Arrays of another type or shape; an output that shares memory with another argument; what
    /// happens in a run, such as a subscript that is out of range or a finding of the sanitizer.
    pub fn run(
        &self,
        inputs: &[View<'_>],
        outputs: &mut [ViewMut<'_>],
    ) -> Result<Vec<Diagnostic>, Failure> {
        let slots = self.slots(inputs, outputs, Memory::Host)?;
        self.inner.run(&slots, 1, None)?;
        Ok(slots.finish())
    }

    fn slots<'a>(
        &'a self,
        inputs: &[View<'a>],
        outputs: &[ViewMut<'a>],
        memory: Memory,
    ) -> Result<Slots<'a>, Failure> {
        let Inner {
            signature,
            open,
            machine,
            ..
        } = &*self.inner;
        Slots::of(
            signature,
            open.as_ref(),
            (inputs, outputs),
            machine.deciding(),
            self.allow_overlap,
            memory,
        )
    }

    /// Enqueues a kernel for CUDA on a stream of device 0 (0 is its default stream), for arrays in
    /// memory of that device, behind what is on the streams of `after`. Nothing is copied, and the
    /// call does not wait for the kernels, except where they need memory of their own: for
    /// temporaries, checks of subscripts, and inputs without dimensions, which may be in memory of
    /// the host.
    ///
    /// # Safety
    /// The arrays stay until the stream has reached the end of the kernels, and nothing else uses
    /// them meanwhile but what is enqueued behind; the streams belong to the device.
    ///
    /// # Errors
    /// As of [`Kernel::run`]; a kernel for another machine, arrays in another memory or with gaps,
    /// and what the driver refuses.
    pub unsafe fn launch(
        &self,
        inputs: &[View<'_>],
        outputs: &mut [ViewMut<'_>],
        stream: u64,
        after: &[u64],
    ) -> Result<(), Failure> {
        if !self.inner.machine.executor().is_device() {
            let wrong = Diagnostic::error(None, "a launch on a stream needs a kernel for CUDA");
            return Err(Failure::of(vec![wrong.help("compile the operator for it")]));
        }
        let slots = self.slots(inputs, outputs, Memory::Cuda(0))?;
        let positions = self.inner.signature.inputs.iter().zip(inputs);
        let on_host = positions.filter(|(_, view)| view.memory() == Memory::Host);
        let on_host: Vec<usize> = on_host.map(|(position, _)| *position).collect();
        guarded(|| {
            // SAFETY: the caller's promise.
            let launched = unsafe { self.inner.launch(&slots, &on_host, (stream, after)) };
            launched.map_err(|errors| Failure {
                while_running: true,
                ..Failure::of(errors)
            })
        })
    }

    /// Runs it `repeat` times on the same contents, and measures the runs; the outputs are as after
    /// one. The emulator runs once, and counts.
    ///
    /// # Errors
    /// As of [`Kernel::run`].
    pub fn profile(
        &self,
        inputs: &[View<'_>],
        outputs: &mut [ViewMut<'_>],
        repeat: usize,
    ) -> Result<Profile, Failure> {
        let slots = self.slots(inputs, outputs, Memory::Host)?;
        let report = self.inner.profile(&slots, repeat.max(1))?;
        slots.finish();
        Ok(Profile {
            seconds: report.seconds,
            text: report.text,
            facts: report.facts,
        })
    }

    /// The program at a level, as text: from `tc` down to PTX, or to the `llvm` dialect on a CPU.
    /// The levels above the machine's are not kept, so this compiles again.
    ///
    /// # Errors
    /// A level that the machine does not have.
    pub fn asm(&self, level: Level) -> Result<String, Failure> {
        let outcome = self.inner.compiled_again(Lowering {
            levels: vec![level],
            ..self.inner.recipe.options.lowering.clone()
        })?;
        let text = outcome.levels.into_iter().last().map(|(_, text)| text);
        text.ok_or_else(|| Failure::of(error(format!("nothing is printed at {}", level.as_str()))))
    }

    /// A part of a function for C that does the same, as `tc-run --emit` makes it, for a processor
    /// by LLVM's name; without one, for that of this machine. This compiles again.
    ///
    /// # Errors
    /// A kernel for another machine than a CPU; an unknown processor; a name that C does not have.
    pub fn code(&self, artifact: Artifact, processor: Option<&str>) -> Result<Vec<u8>, Failure> {
        let lowering = &self.inner.recipe.options.lowering;
        let outcome = self.inner.compiled_again(Lowering {
            artifacts: vec![artifact],
            processor: processor.map(str::to_owned),
            ..lowering.clone()
        })?;
        let code = outcome.code.into_iter().next().map(|(_, code)| code);
        Ok(code.expect("what was asked for is made, or refused"))
    }

    /// How it is compiled, as `tc-run --explore` shows it, with the report on the kernels of a GPU.
    /// This compiles again.
    ///
    /// # Errors
    /// PTX that cannot be assembled for the report.
    pub fn explore(&self) -> Result<Explored, Failure> {
        let Recipe {
            operator,
            given,
            options,
        } = &self.inner.recipe;
        let (lowering, text) = (&options.lowering, operator.text());
        let executor = lowering.executor;
        let mapping = lowering.script.is_none().then_some(&lowering.mapping);
        let call = tc_explorer::call(
            vec![text.name.clone()],
            given.sizes.clone(),
            executor,
            mapping,
        );
        let explorer = Explorer::new(call, &[]);
        let checking = Checking {
            explain_ranges: true,
            ..options.checking(operator.name())
        };
        guarded(|| {
            let context = new_context();
            let program = text.program(&context)?;
            explorer.read(program.sources());
            let platform = program.platform(Lowering {
                watcher: Some(explorer.watcher()),
                report: executor.is_gpu(),
                ..lowering.clone()
            })?;
            let checked = program.check(checking, given)?;
            checked.show(&explorer.watcher())?;
            let mut compiled = checked.bind(Contents::None)?.compile(platform)?;
            compiled.report(None)?;
            explorer
                .done(&compiled.finish())
                .map_err(|reason| Failure::of(error(reason.to_string())))
        })?;
        let shown = explorer.compilation();
        Ok(Explored {
            page: tc_explorer::page(&shown),
            data: tc_explorer::json(&shown),
        })
    }
}

impl Inner {
    /// The program, compiled anew by other options of lowering, without a run.
    fn compiled_again(&self, lowering: Lowering) -> Result<Outcome, Failure> {
        let Recipe {
            operator,
            given,
            options,
        } = &self.recipe;
        guarded(|| {
            let context = new_context();
            let program = operator.text().program(&context)?;
            let platform = program.platform(lowering)?;
            let checked = program.check(options.checking(operator.name()), given)?;
            let compiled = checked.bind(Contents::None)?.compile(platform)?;
            Ok(compiled.finish())
        })
    }

    /// Runs it on checked arrays.
    fn run(
        &self,
        slots: &Slots<'_>,
        repeat: usize,
        profile: Option<tc_runtime::Profile>,
    ) -> Result<Report, Failure> {
        let executor = self.machine.executor();
        if executor.runs_functions() {
            self.run_on_cpu(slots).map(|()| Report::default())
        } else if executor.is_gpu() {
            guarded(|| {
                let result = self.run_on_gpu(slots, repeat, profile);
                result.map_err(|errors| Failure {
                    while_running: true,
                    ..Failure::of(errors)
                })
            })
        } else {
            let outputs = guarded(|| self.evaluate(slots))?;
            self.write(slots, outputs.iter());
            Ok(Report::default())
        }
    }

    fn run_on_cpu(&self, slots: &Slots<'_>) -> Result<(), Failure> {
        let threads = &self.recipe.operator.text().threads;
        let mut records = self.machine.new_records();
        let mut all = slots.addresses.clone();
        all.extend(
            records
                .iter_mut()
                .map(|one| one.tensor.bytes_mut().as_mut_ptr()),
        );
        all.extend(slots.at.sizes.iter().map(|size| as_argument(*size)));
        let mut given = SmallVec::<[*mut u8; 16]>::new();
        if self.machine.has_checks() {
            let parameters = self.signature.parameters.iter().zip(&slots.addresses);
            given.extend(
                parameters
                    .filter(|(one, _)| one.is_given())
                    .map(|(_, at)| *at),
            );
        }
        let sizes = &slots.at.sizes[..];
        // SAFETY: the kernel was compiled for these types and shapes, which `Slots` has compared
        // with the arrays; whoever made them promised that their elements exist, and `Slots` that
        // no output shares memory with another argument.
        let held = unsafe { self.machine.run_code(&all, &given, sizes, threads) };
        if !self.machine.has_records() && held.is_ok() {
            return Ok(());
        }
        let recorded = self.machine.check(records.iter().map(|one| &one.tensor));
        match (held, recorded) {
            (Ok(()), Ok(())) => Ok(()),
            _ => Err(guarded(|| self.find_fault(slots)).unwrap_or_else(|failure| failure)),
        }
    }

    /// The errors of a run that broke a rule, with their places.
    fn find_fault(&self, slots: &Slots<'_>) -> Result<Failure, Failure> {
        let context = new_context();
        let bound = self.bound_to(slots, &context)?;
        let lowering = self.recipe.options.lowering.clone();
        let platform = self
            .recipe
            .operator
            .text()
            .program(&context)?
            .platform(lowering)?;
        bound.compile(platform)?.run(&Running::default())?;
        Ok(Failure {
            while_running: true,
            ..Failure::of(error("a subscript is out of range"))
        })
    }

    /// The program with the contents of the arrays.
    fn bound_to<'c>(
        &self,
        slots: &Slots<'_>,
        context: &'c melior::Context,
    ) -> Result<Bound<'c>, Failure> {
        let Recipe {
            operator,
            given,
            options,
        } = &self.recipe;
        let call = self.call(slots).map_err(Failure::of)?;
        let inputs = call.buffers.into_iter().filter(|one| one.given);
        let given = Given {
            sizes: self.sizes_at(slots, &given.sizes),
            open: given.open.clone(),
            inputs: inputs
                .map(|one| Input {
                    name: one.name,
                    source: Source::Tensor(Arc::new(one.tensor)),
                })
                .collect(),
        };
        let checking = options.checking(operator.name());
        operator.bind(context, checking, &given, Contents::Given)
    }

    /// The given sizes; open ones have the values of this call.
    fn sizes_at(&self, slots: &Slots<'_>, given: &[(String, i64)]) -> Vec<(String, i64)> {
        let mut sizes = given.to_vec();
        let open = self.open.iter().flat_map(Open::names);
        for (name, value) in open.zip(&slots.at.sizes) {
            sizes.retain(|(known, _)| known != name);
            sizes.push((name.clone(), *value));
        }
        sizes
    }

    fn evaluate(&self, slots: &Slots<'_>) -> Result<Vec<Tensor>, Failure> {
        let context = new_context();
        let expected = self.bound_to(slots, &context)?.evaluate()?;
        Ok(expected.outputs.into_iter().map(|(_, one)| one).collect())
    }

    fn run_on_gpu(
        &self,
        slots: &Slots<'_>,
        repeat: usize,
        profile: Option<tc_runtime::Profile>,
    ) -> Result<Report, Errors> {
        let mut call = self.call(slots)?;
        call.buffers.extend(self.machine.new_records());
        let report = self.machine.run_ptx(&mut call, repeat, profile)?;
        let outputs = self.signature.outputs.iter();
        self.write(slots, outputs.map(|at| &call.buffers[*at].tensor));
        Ok(report)
    }

    /// Enqueues the kernels for arrays in memory of the device; those of `on_host` are copied.
    ///
    /// # Safety
    /// As of [`Kernel::launch`].
    unsafe fn launch(
        &self,
        slots: &Slots<'_>,
        on_host: &[usize],
        streams: (u64, &[u64]),
    ) -> Result<(), Errors> {
        let mut records = self.machine.new_records();
        let all = self.signature.parameters.iter().zip(&slots.addresses);
        let arguments = all.enumerate().map(|(at, (parameter, address))| {
            if !on_host.contains(&at) {
                return driver::Argument::At(*address as u64);
            }
            // SAFETY: `Slots` has compared type and shape, and only a number is on the host.
            let number = unsafe { slice::from_raw_parts(*address, parameter.element.size()) };
            driver::Argument::Given(number)
        });
        let recorded = records.iter_mut();
        let recorded = recorded.map(|one| driver::Argument::Returned(one.tensor.bytes_mut()));
        let mut arguments: Vec<_> = arguments.chain(recorded).collect();
        // SAFETY: the caller's promise; sizes and types are those that the kernels were made for.
        unsafe {
            self.machine
                .launch(&mut arguments, &slots.at.sizes, streams)
        }?;
        drop(arguments);
        self.machine.check(records.iter().map(|one| &one.tensor))
    }

    /// Copies of the arrays, for an executor that has memory of its own.
    fn call(&self, slots: &Slots<'_>) -> Result<Call, Errors> {
        let mut call = Call {
            sizes: slots.at.sizes.to_vec(),
            ..Call::default()
        };
        let all = self.signature.parameters.iter().zip(&slots.addresses);
        for (position, (parameter, address)) in all.enumerate() {
            let shape = slots.at.shapes.get(position);
            let shape = shape.map_or(&parameter.shape[..], |shape| shape);
            let tensor = Tensor::zeros(parameter.element, shape);
            let mut tensor = tensor.map_err(|reason| error(reason.to_string()))?;
            let bytes = tensor.bytes_mut();
            if parameter.is_given() && !bytes.is_empty() {
                // SAFETY: `Slots` has compared type and shape, and its addresses are of contiguous
                // arrays.
                bytes.copy_from_slice(unsafe { slice::from_raw_parts(*address, bytes.len()) });
            }
            call.buffers.push(Argument {
                name: parameter.name.clone(),
                given: parameter.is_given(),
                returned: parameter.is_returned(),
                tensor,
            });
        }
        Ok(call)
    }

    /// Copies results into the outputs.
    fn write<'t>(&self, slots: &Slots<'_>, results: impl Iterator<Item = &'t Tensor>) {
        for (at, tensor) in self.signature.outputs.iter().zip(results) {
            let bytes = tensor.bytes();
            if !bytes.is_empty() {
                // SAFETY: as in `call`; the result has the type and shape of the signature.
                let to = unsafe { slice::from_raw_parts_mut(slots.addresses[*at], bytes.len()) };
                to.copy_from_slice(bytes);
            }
        }
    }

    fn profile(&self, slots: &Slots<'_>, repeat: usize) -> Result<Report, Failure> {
        if self.machine.executor().is_gpu() {
            return self.run(slots, repeat, Some(tc_runtime::Profile::Text));
        }
        // What is updated in place begins with the same contents every time.
        let before = self.call(slots).map_err(Failure::of)?;
        let mut report = Report::default();
        for number in 0..repeat {
            if number > 0 {
                let at = self.signature.outputs.iter();
                self.write(slots, at.map(|at| &before.buffers[*at].tensor));
            }
            let begin = Instant::now();
            self.run(slots, 1, None)?;
            report.seconds.push(begin.elapsed().as_secs_f64());
        }
        Ok(report)
    }
}
