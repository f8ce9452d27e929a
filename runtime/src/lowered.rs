//! One run of a module below the `tc` level: a schedule that was edited by hand, loops, kernels.
//!
//! ```text
//! parse ─► what runs, at which level ─► bind inputs ─┬─► the statements in their own order (scops only)
//!                                                    └─► the stages after that level ─► executor
//! ```
//! A scop says what it computes: its statements in the order of the text, each with its indices in lexicographic order. Loops and
//! kernels say only how, so nothing is there to check them against.

use crate::{
    call::{self, Call, Supplied},
    engine::{Errors, Executor, Request, Run, error, quoted},
    execute,
    module::{self, Entry, Machine},
    report,
};
use melior::{Context, ir::Module};
use tc_dialects::{
    diagnostic::{Code, Diagnostic},
    near::nearest,
    op,
    schedule::tree::{Array, Scop},
    tensor::Tensor,
};
use tc_passes::{
    api::{self, PipelineFailure},
    pipelines::{self, Bindings, Level, Stage, Step},
    target::Target,
};

/// What a schedule is compared with.
const OWN_ORDER: &str = "the statements' own order";

impl Run<'_> {
    /// Runs, checks and prints what a module without `tc.def`s holds.
    pub(crate) fn run_lowered<'c>(
        &mut self,
        context: &'c Context,
        mut module: Module<'c>,
        target: &Target,
        attach: Option<&str>,
    ) -> Result<(), Errors> {
        let name = self.lowered_entry(&module)?;
        hide_other_scops(&name, &module);
        let given = call::read(&self.request.inputs)?;
        let sizes = self.bind_sizes(context, &mut module, &name, &given)?;
        let entry = Entry {
            sizes,
            ..module::find(&module, &name)?
        };
        self.check_request(&entry)?;
        let call = module::bind(&entry, self.request, given)?;
        let stages = self.stages_behind(entry.level, target, attach);
        let mut pending = Vec::new();
        self.emit(&module, entry.level, &stages, &mut pending)?;
        let outputs = match self.request.executor {
            Executor::Reference => {
                let outputs = self.in_own_order(context, &module, &entry, &call)?;
                self.outcome.fact("target", self.request.executor.as_str());
                self.compile(context, &mut module, &stages, &mut pending)?;
                outputs
            }
            _ => {
                let own_order = match self.request.check {
                    true => Some(self.in_own_order(context, &module, &entry, &call)?),
                    false => None,
                };
                self.count_work(context, &module, &entry)?;
                let last = self.last_level(call.will_run);
                self.compile_to(context, &mut module, &stages, last, None, &mut pending)?;
                self.report(&module, target)?;
                self.run_compiled(&module, &entry, call, own_order)?
            }
        };
        self.finish(pending, &outputs)?;
        if self.request.collect {
            self.outcome.outputs = outputs;
        }
        Ok(())
    }

    /// The stages that are left behind a level.
    fn stages_behind(&self, level: Level, target: &Target, attach: Option<&str>) -> Vec<Stage> {
        let request = self.request;
        let mut stages =
            crate::levels::stages(target, None, &request.mapping, &Bindings::default());
        stages.retain(|stage| stage.level > level);
        if let (Some(first), Some(name)) = (stages.first_mut(), attach) {
            let attach = Step::pass("tc-attach-target").with("target", name);
            first.steps.insert(0, attach);
        }
        if !request.verify {
            pipelines::without_proof(&mut stages);
        }
        if request.source_lines
            || (request.executor == Executor::Emulator && request.emit.is_empty())
        {
            tc_backend_cuda::pipeline::with_source_lines(&mut stages);
        }
        stages
    }

    /// The level that what is asked needs: to run it or report on it the last one, else the last that is printed.
    fn last_level(&self, will_run: bool) -> Level {
        let printed = self.request.emit.iter().map(|emit| emit.level).max();
        match (will_run || self.request.report, printed) {
            (false, Some(level)) => level,
            _ => Level::Ptx,
        }
    }

    /// What the kernels of a scop have to do, for the report.
    fn count_work<'c>(
        &mut self,
        context: &'c Context,
        module: &Module<'c>,
        entry: &Entry,
    ) -> Result<(), Errors> {
        if self.request.report && entry.level == Level::Schedule {
            let original = self.statement_order(context, module, Level::Schedule)?;
            self.work = report::work(module, &original, &mut self.outcome.diagnostics);
        }
        Ok(())
    }

    /// Runs what was compiled, if it is to run, and compares.
    fn run_compiled(
        &mut self,
        module: &Module<'_>,
        entry: &Entry,
        mut call: Call,
        own_order: Option<Vec<(String, Tensor)>>,
    ) -> Result<Vec<(String, Tensor)>, Errors> {
        let outputs = match call.will_run {
            true => self.execute(module, &entry.name, &mut call, None)?,
            false => Vec::new(),
        };
        match own_order {
            Some(reference) if self.request.collect => self.outcome.reference = reference,
            Some(reference) => self.compare(&outputs, &reference, OWN_ORDER)?,
            None => {}
        }
        Ok(outputs)
    }

    /// A copy of a module with scops, lowered to a level in the statements' own order.
    fn statement_order<'c>(
        &self,
        context: &'c Context,
        module: &Module<'c>,
        last: Level,
    ) -> Result<Module<'c>, Errors> {
        let copy = Module::from_operation((*module.as_operation()).clone());
        let mut copy = copy.ok_or_else(|| error("a module cannot be copied"))?;
        let mut stages = tc_backend_cpu::pipeline::statement_order();
        if !self.request.verify {
            pipelines::without_proof(&mut stages);
        }
        for stage in stages.iter().filter(|stage| stage.level <= last) {
            api::run_pipeline(context, &mut copy, &stage.text(), None).map_err(|failure| {
                match failure {
                    PipelineFailure::Failed { diagnostics } => diagnostics,
                    invalid => error(invalid.to_string()),
                }
            })?;
        }
        Ok(copy)
    }

    /// What a scop gives where its statements run in the order of the text, and the instances of each in the lexicographic order of
    /// their indices, on one thread: lowered along the CPU's way from a tree that says just this, whatever its own tree says.
    fn in_own_order(
        &self,
        context: &Context,
        module: &Module<'_>,
        entry: &Entry,
        call: &Call,
    ) -> Result<Vec<(String, Tensor)>, Errors> {
        let lowered = self.statement_order(context, module, Level::Llvm)?;
        let mut call = call.clone();
        execute::cpu(&lowered, &entry.name, &mut call, 1, None)?;
        Ok(call.take_outputs())
    }

    /// Binds the sizes of a scop with extents that are not known; their values.
    fn bind_sizes(
        &mut self,
        context: &Context,
        module: &mut Module<'_>,
        name: &str,
        given: &[Supplied],
    ) -> Result<Vec<(String, i64)>, Errors> {
        let Some(scop) = module::find_scop(module, name)? else {
            return Ok(Vec::new());
        };
        let is_open = |array: &Array| array.shape.contains(&None);
        if scop.sizes.is_empty() && !scop.arrays.iter().any(is_open) {
            return Ok(Vec::new());
        }
        let (specialize, sizes) = specialize(&scop, self.request, given)?;
        let of_scop = vec![Step::nested("schedule.scop", vec![specialize])];
        self.stage(context, module, &Stage::new(Level::Schedule, of_scop))?;
        Ok(sizes)
    }

    /// The name of what is to run.
    fn lowered_entry(&self, module: &Module<'_>) -> Result<String, Errors> {
        let names = module::names(module);
        match (&self.request.entry, names.as_slice()) {
            (_, []) => Err(vec![
                Diagnostic::error(None, "the module holds nothing that runs")
                    .help("expected a tc.def, a schedule.scop, or a function of loops or launches"),
            ]),
            (Some(entry), _) if names.contains(entry) => Ok(entry.clone()),
            (Some(entry), _) => {
                let unknown = Diagnostic::error(Code::TC0515, format!("unknown entry `{entry}`"));
                Err(vec![
                    match nearest(entry, names.iter().map(String::as_str)) {
                        Some(near) => unknown.help(format!("did you mean `{near}`?")),
                        None => unknown.help(format!("the module holds {}", quoted(&names))),
                    },
                ])
            }
            (None, [only]) => Ok(only.clone()),
            (None, _) => Err(error(format!(
                "the module holds {}: choose one with --entry",
                quoted(&names)
            ))),
        }
    }

    /// What is asked and cannot be had of a module at this level.
    fn check_request(&self, entry: &Entry) -> Result<(), Errors> {
        let request = self.request;
        let (name, level) = (&entry.name, entry.level.as_str());
        let refused = |message: String, help: &str| {
            let refused = Diagnostic::error(None, message).at(entry.place.clone(), "");
            Err(vec![refused.help(help)])
        };
        if request.explain_ranges || request.bounds_checks {
            let flag = match request.explain_ranges {
                true => "--explain=ranges",
                false => "--bounds-checks",
            };
            let message =
                format!("{flag} is about comprehensions, and `{name}` is at the level {level}");
            return refused(message, "give the program it comes from, or its level tc");
        }
        if let Some(emit) = request.emit.iter().find(|emit| emit.level < entry.level) {
            let message = format!(
                "`{name}` is at the level {level}, behind the level {}",
                emit.level.as_str()
            );
            return refused(message, "print that level from the program");
        }
        if entry.level != Level::Schedule {
            let message = format!(
                "`{name}` is at the level {level}, which says how it computes and not what"
            );
            if request.check {
                let help = "leave out --check, or give its level schedule, whose statements have an order of their own";
                return refused(message, help);
            }
            if request.executor == Executor::Reference {
                return refused(
                    message,
                    "use --target cpu, --target emulator or --target cuda",
                );
            }
        }
        self.check_machine(entry)
    }

    /// A module for one machine on another.
    fn check_machine(&self, entry: &Entry) -> Result<(), Errors> {
        let on_gpu = match self.request.executor {
            Executor::Reference => return Ok(()),
            Executor::Cpu => false,
            Executor::Emulator | Executor::Cuda => true,
        };
        let name = &entry.name;
        let is_scop = entry.level == Level::Schedule;
        let (message, help) = match (entry.machine, on_gpu) {
            (Some(Machine::Gpu), false) if is_scop => (
                format!("`{name}` is mapped to blocks and threads, which a CPU does not have"),
                "use --target emulator or --target cuda; --target reference runs its statements in their own order",
            ),
            (Some(Machine::Gpu), false) => (
                format!("`{name}` launches kernels of a GPU"),
                "use --target emulator or --target cuda",
            ),
            (Some(Machine::Cpu), true) if is_scop => (
                format!(
                    "`{name}` has loops on the threads of a CPU, and no blocks and threads of a GPU"
                ),
                "use --target cpu, or map it with schedule-map-blocks and schedule-map-threads",
            ),
            (Some(Machine::Cpu), true) => (
                format!("`{name}` is a function for a CPU, and launches no kernel"),
                "use --target cpu",
            ),
            _ => return Ok(()),
        };
        let refused = Diagnostic::error(None, message).at(entry.place.clone(), "");
        Err(vec![refused.help(help)])
    }
}

/// Erases the scops that do not run: what is wrong with them is of no interest.
fn hide_other_scops(entry: &str, module: &Module<'_>) {
    let operations = op::operations(module.body());
    let scops: Vec<_> = operations
        .into_iter()
        .filter(|operation| api::is(*operation, "schedule.scop"))
        .collect();
    for scop in scops {
        if op::string(scop, "sym_name").as_deref() != Some(entry) {
            api::erase(scop);
        }
    }
}

/// `schedule-specialize` with what it needs to know of a scop and its inputs, and the value of each size.
fn specialize(
    scop: &Scop,
    request: &Request,
    given: &[Supplied],
) -> Result<(Step, Vec<(String, i64)>), Errors> {
    let tensor = |argument: usize| {
        let name = &scop.arrays.get(argument)?.name;
        given.iter().find(|one| one.name == *name)?.tensor.as_ref()
    };
    let mut errors = Vec::new();
    let mut sizes: Vec<(String, i64)> = Vec::new();
    for size in &scop.sizes {
        let name = &size.name;
        let from_input = size.extent_of.and_then(|(argument, dim)| {
            let extent = tensor(argument)?.shape().get(dim)?;
            i64::try_from(*extent).ok()
        });
        let from_line = request.sizes.iter().find(|(other, _)| other == name);
        match (from_input, from_line.map(|(_, value)| *value)) {
            (Some(found), Some(value)) if found != value => {
                let message =
                    format!("size `{name}` is {found} from the inputs and {value} from --size");
                errors.push(Diagnostic::error(Code::TC0504, message));
            }
            (_, Some(value)) if value < 0 => errors.push(Diagnostic::error(
                None,
                format!("size `{name}` must not be negative, found {value}"),
            )),
            (Some(value), _) | (None, Some(value)) => sizes.push((name.clone(), value)),
            (None, None) => {
                let message =
                    format!("size `{name}` has no value: no input that is given determines it");
                errors.push(
                    Diagnostic::error(Code::TC0206, message).help(format!("--size {name}=VALUE")),
                );
            }
        }
    }
    let shapes: Vec<String> = (0..scop.arrays.len())
        .filter_map(|position| {
            let extents = tensor(position)?.shape().iter().map(usize::to_string);
            let extents: Vec<String> = extents.collect();
            let is_plain = extents.is_empty();
            (!is_plain).then(|| format!("{}={}", scop.arrays[position].name, extents.join("x")))
        })
        .collect();
    let values: Vec<String> = sizes
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let lists = [("sizes", values), ("shapes", shapes)];
    let mut specialize = Step::pass("schedule-specialize");
    for (option, values) in lists {
        if !values.is_empty() {
            specialize.set(option, values.join(","));
        }
    }
    match errors.is_empty() {
        true => Ok((specialize, sizes)),
        false => Err(errors),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::{self, Failure, Outcome},
        inputs::{Input, Source},
    };

    /// Running sums; `tree` and `mapping` are how they are computed.
    fn sums(mapping: &str, tree: &str) -> String {
        format!(
            r#"schedule.scop @sums(%A: memref<4xf32>, inout %B: memref<5xf32>){mapping} {{
              schedule.statement @S(%i) {{
                %0 = affine.load %A[%i] : memref<4xf32>
                %1 = affine.load %B[%i] : memref<5xf32>
                %2 = arith.addf %0, %1 : f32
                affine.store %2, %B[%i + 1] : memref<5xf32>
              }}
              schedule.domain "{{ S[i] : 0 <= i < 4 }}" {{
                schedule.band ({tree}) {{}}
              }}
            }}"#
        )
    }

    fn run(text: String, executor: Executor, verify: bool) -> Result<Outcome, Failure> {
        let input = |name: &str, source| Input {
            name: name.to_owned(),
            source,
        };
        engine::run(&Request {
            text: Some(text),
            inputs: vec![input("A", Source::Ones), input("B", Source::Zeros)],
            verify,
            check: executor != Executor::Reference,
            collect: true,
            ..Request::new("sums.mlir".into(), executor)
        })
    }

    fn values(tensors: &[(String, Tensor)]) -> Vec<f32> {
        assert_eq!(tensors.len(), 1);
        assert_eq!(tensors[0].0, "B");
        tensors[0].1.as_slice::<f32>().unwrap().to_vec()
    }

    const BACKWARDS: &str = r#"sequential "{ S[i] -> [-i] }""#;

    #[test]
    fn a_wrong_schedule_is_refused_or_run_as_it_stands() {
        let refused = run(sums("", BACKWARDS), Executor::Cpu, true).unwrap_err();
        assert!(!refused.while_running);
        assert_eq!(
            refused.diagnostics[0].message,
            "the flow dependence S[0] -> S[1] on `B` is broken: band member 0 runs the second instance first"
        );
        let wrong = run(sums("", BACKWARDS), Executor::Cpu, false).unwrap();
        assert_eq!(values(&wrong.outputs), [0.0, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!(values(&wrong.reference), [0.0, 1.0, 2.0, 3.0, 4.0]);
    }

    #[test]
    fn the_statements_have_an_order_whatever_the_tree_says() {
        let own = run(sums("", BACKWARDS), Executor::Reference, true).unwrap();
        assert_eq!(values(&own.outputs), [0.0, 1.0, 2.0, 3.0, 4.0]);
    }

    #[test]
    fn the_sanitizer_finds_what_was_not_proved() {
        let tree = r#"thread.x coincident "{ S[i] -> [i] }""#;
        let races = run(sums(" grid(1) block(4)", tree), Executor::Emulator, false).unwrap_err();
        assert!(races.while_running, "{:?}", races.diagnostics);
        assert!(
            races.diagnostics[0].message.contains("race"),
            "{:?}",
            races.diagnostics
        );
    }
}
