//! The ways between levels, as far as machines share them: what passes run, with which options.
//!
//! The way from comprehensions to a machine is a list of [`Stage`]s, each ending at a [`Level`]
//! that can be printed. A stage is a value, a list of [`Step`]s; it becomes text last, for MLIR to
//! read. `tc-run` runs stages one after another and prints, with each level, the pipeline of those
//! that are left. A backend adds the stages from schedules to its machine, and the named pipeline
//! of all of them.

pub mod mapping;
mod registry;
mod step;
mod upstream;

pub use registry::{new_context, opt_main, register, register_everything, register_with};
pub use step::Step;
pub use upstream::Upstream;

use crate::mapping::MappingOptions;
use std::path::Path;
use std::str::FromStr;
use tc_comprehensions::{
    algebra::TcAlgebra,
    attach_target::TcAttachTarget,
    bounds_checks::{Checks, TcBoundsChecks},
    cascade::TcCascade,
    check_inplace::TcCheckInplace,
    infer_ranges::TcInferRanges,
    inline_calls::TcInlineCalls,
    simplify::TcSimplify,
    specialize::TcSpecialize,
    split::TcSplit,
    to_schedule::TcToSchedule,
};
use tc_dialects::input;
use tc_dialects::target::Target;
use tc_loops::math::round_integers::MathRoundIntegers;
use tc_loops::{
    async_copies::LoopsAsyncCopies, keep_roundings::LoopsKeepRoundings, mem_to_reg::LoopsMemToReg,
    schedule_to_cpu::ScheduleToCpu, schedule_to_gpu::ScheduleToGpu, tensorize::LoopsTensorize,
    verify::LoopsVerify,
};
use tc_pass_host::Declaration;
use tc_pass_host::Pass;
use tc_schedule::{
    choose::ScheduleChoose,
    fold_storage::ScheduleFoldStorage,
    isl::ScheduleIsl,
    last_block::ScheduleLastBlock,
    launches::ScheduleLaunches,
    lift::ScheduleLift,
    map_blocks::ScheduleMapBlocks,
    map_cpu::ScheduleMapCpu,
    map_threads::ScheduleMapThreads,
    parallel_reduction::ScheduleParallelReduction,
    pipeline::SchedulePipeline,
    promote::{SchedulePromote, Space},
    register_tile::ScheduleRegisterTile,
    scatter::ScheduleScatter,
    sink::ScheduleSink,
    speculate::ScheduleSpeculate,
    sync::ScheduleSync,
    tensorize::ScheduleTensorize,
    tile::ScheduleTile,
    time_tile::ScheduleTimeTile,
    unroll::ScheduleUnroll,
    vectorize::ScheduleVectorize,
    wavefront::ScheduleWavefront,
};

/// A form of the program that prints, parses and verifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Comprehensions with ranges.
    Tc,
    /// A schedule tree, mapped to the machine.
    Schedule,
    /// Loops: `scf`, `memref`, and `gpu` for a GPU.
    Loops,
    /// The `llvm` dialect, and `nvvm` for a GPU.
    Llvm,
    /// PTX in a `gpu.binary`; for a GPU only.
    Ptx,
}

impl Level {
    /// The name on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Tc => "tc",
            Level::Schedule => "schedule",
            Level::Loops => "loops",
            Level::Llvm => "llvm",
            Level::Ptx => "ptx",
        }
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "tc" => Level::Tc,
            "schedule" => Level::Schedule,
            // What the level is for the GPU path; the same place on the way.
            "loops" | "gpu" => Level::Loops,
            "llvm" => Level::Llvm,
            "ptx" => Level::Ptx,
            _ => {
                return Err(format!(
                    "unknown level `{text}`: there are tc, schedule, loops (or gpu), llvm, ptx"
                ));
            }
        })
    }
}

/// The passes that lead to a level from the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Where it ends.
    pub level: Level,
    /// They run on a module.
    pub steps: Vec<Step>,
}

impl Stage {
    /// A stage of these steps.
    pub fn new(level: Level, steps: Vec<Step>) -> Self {
        Stage { level, steps }
    }

    /// Changes the options of a pass, wherever it runs.
    pub fn edit<P: Pass>(&mut self, change: impl Fn(&mut P)) {
        self.steps.iter_mut().for_each(|step| step.edit(&change));
    }

    /// Leaves a pass out, wherever it runs.
    pub fn leave_out<P: Pass>(&mut self) {
        self.leave_out_where(|_: &P| true);
    }

    /// Leaves a pass out where its options are such.
    pub fn leave_out_where<P: Pass>(&mut self, such: impl Fn(&P) -> bool) {
        step::leave_out(&mut self.steps, &such);
    }

    /// Leaves out the passes that run on each operation of a kind.
    pub fn leave_out_nested(&mut self, operation: &str) {
        step::leave_out_nested(&mut self.steps, operation);
    }

    /// Puts a step behind each run of a pass.
    pub fn insert_behind<P: Pass>(&mut self, step: &Step) {
        step::insert_behind::<P>(&mut self.steps, step);
    }

    /// The text that MLIR reads, without an anchor.
    pub fn text(&self) -> String {
        step::list(&self.steps)
    }
}

/// What is known of a program before it is compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings {
    /// Sizes by name.
    pub sizes: Vec<(String, i64)>,
    /// Integer scalar inputs by name.
    pub scalars: Vec<(String, i64)>,
}

/// The stage that every way begins with: calls inlined, private defs dropped that no call is left
/// of, what is bound replaced, ranges inferred, in-place updates checked.
pub fn to_tc(bindings: &Bindings) -> Stage {
    let mut of_def = Vec::from_iter(specialize(&bindings.sizes, &bindings.scalars));
    of_def.push(Step::default_of::<TcInferRanges>());
    of_def.push(Step::default_of::<TcCheckInplace>());
    let steps = vec![
        Step::default_of::<TcInlineCalls>(),
        Upstream::SymbolDce.into(),
        Step::nested("tc.def", of_def),
    ];
    Stage::new(Level::Tc, steps)
}

/// From the `tc` level to the same level with subscripts that are data checked.
pub fn with_bounds_checks(bindings: &Bindings, checks: Checks) -> Stage {
    let mut of_def = Vec::from_iter(specialize(&bindings.sizes, &[]));
    of_def.push(Step::of(&TcBoundsChecks {
        check: checks,
        ..Default::default()
    }));
    Stage::new(Level::Tc, vec![Step::nested("tc.def", of_def)])
}

/// From the `tc` level to the same level on integers that wrap in place of floating values.
pub fn to_algebra() -> Stage {
    let of_def = vec![Step::default_of::<TcAlgebra>()];
    Stage::new(Level::Tc, vec![Step::nested("tc.def", of_def)])
}

/// From the `tc` level to schedule trees in the order of the program: the first passes of the next
/// stage. Bodies are simplified by exact rules only, once the sizes are known.
pub fn to_schedule(bindings: &Bindings) -> Vec<Step> {
    to_schedule_by(bindings, &[])
}

/// The same with passes on defs whose sizes are known.
fn to_schedule_by(bindings: &Bindings, passes: &[Step]) -> Vec<Step> {
    let mut of_def = Vec::from_iter(specialize(&bindings.sizes, &[]));
    of_def.extend(passes.iter().cloned());
    of_def.push(Step::default_of::<TcSimplify>());
    vec![
        Step::nested("tc.def", of_def),
        Step::default_of::<TcToSchedule>(),
    ]
}

/// The pass that binds these, if there are any.
fn specialize(sizes: &[(String, i64)], scalars: &[(String, i64)]) -> Option<Step> {
    if sizes.is_empty() && scalars.is_empty() {
        return None;
    }
    Some(Step::of(&TcSpecialize {
        sizes: assignments(sizes),
        scalars: assignments(scalars),
        ..Default::default()
    }))
}

/// The pass that says on a module what it is compiled for.
pub fn attach_target(name: &str) -> Step {
    let target = name.to_owned();
    Step::of(&TcAttachTarget { target })
}

/// The stages to mapped schedules with every pass that mapping options may want, the first one
/// being [`to_tc`]; [`MappingOptions::apply`] does the rest. `attach` is what
/// [`tc_dialects::target::find`] finds the target by; none where the module says what it is compiled for.
pub fn to_mapped_schedules(
    target: &Target,
    attach: Option<&str>,
    bindings: &Bindings,
) -> Vec<Stage> {
    let scalars = Bindings {
        sizes: Vec::new(),
        scalars: bindings.scalars.clone(),
    };
    let mut steps = Vec::new();
    steps.extend(attach.map(attach_target));
    let mut through = to_schedule_by(bindings, &[Step::default_of::<TcCascade>()]);
    let has_kernels = target.kind().has_kernels();
    if !has_kernels {
        through.insert(
            1,
            Step::nested("tc.def", vec![Step::default_of::<TcSplit>()]),
        );
    }
    steps.extend(through);
    steps.push(Step::nested("schedule.scop", map(has_kernels)));
    vec![to_tc(&scalars), Stage::new(Level::Schedule, steps)]
}

/// All passes that map schedules to a machine, with kernels or without.
fn map(has_kernels: bool) -> Vec<Step> {
    // Counting tiles one by one gives the same code as their first elements do, with less for isl
    // to do.
    let tile = Step::of(&ScheduleTile {
        optional: true,
        scale: false,
        ..Default::default()
    });
    let scatter = Step::default_of::<ScheduleScatter>();
    let again = Step::of(&ScheduleIsl {
        target: Some(ScheduleTile::default().point_tag),
        optional: true,
        ..Default::default()
    });
    let mut steps = vec![scatter, Step::default_of::<ScheduleIsl>(), tile, again];
    if has_kernels {
        steps.extend(to_kernels());
        steps.insert(
            2,
            Step::of(&ScheduleTimeTile {
                parallel: 3,
                from_edge: true,
                ..Default::default()
            }),
        );
        steps.insert(3, Step::default_of::<ScheduleLift>());
        steps.insert(4, Step::default_of::<ScheduleLaunches>());
        steps.insert(5, Step::default_of::<ScheduleTensorize>());
        steps.insert(6, Step::default_of::<ScheduleParallelReduction>());
        steps.insert(7, Step::default_of::<ScheduleChoose>());
    } else {
        steps.extend(to_threads());
        steps.insert(2, Step::default_of::<ScheduleTimeTile>());
        steps.insert(0, Step::default_of::<ScheduleSpeculate>());
    }
    steps.push(Step::default_of::<ScheduleUnroll>());
    if has_kernels {
        steps.push(Step::default_of::<ScheduleLastBlock>());
    }
    // In kernels, threads would wait for each other once more in each step.
    let single = !has_kernels;
    steps.insert(
        0,
        Step::of(&ScheduleFoldStorage {
            single,
            ..Default::default()
        }),
    );
    steps
}

/// The passes that map loops to the threads of a CPU and to vectors.
fn to_threads() -> Vec<Step> {
    vec![
        Step::default_of::<ScheduleWavefront>(),
        Step::default_of::<ScheduleRegisterTile>(),
        Step::default_of::<ScheduleMapCpu>(),
        Step::of(&SchedulePromote {
            space: Space::Packed,
            ..Default::default()
        }),
    ]
}

/// The passes that map loops to the blocks and threads of kernels.
fn to_kernels() -> Vec<Step> {
    vec![
        Step::of(&ScheduleSink {
            optional: true,
            ..Default::default()
        }),
        Step::of(&ScheduleMapBlocks {
            allow_sequential: true,
            ..Default::default()
        }),
        Step::of(&ScheduleMapThreads {
            allow_sequential: true,
            ..Default::default()
        }),
        Step::default_of::<ScheduleVectorize>(),
        Step::default_of::<SchedulePromote>(),
        Step::default_of::<ScheduleSync>(),
        Step::default_of::<SchedulePipeline>(),
    ]
}

/// Makes these stages lower schedules without their proof: for schedules that are wrong on purpose.
pub fn without_proof(stages: &mut [Stage]) {
    for stage in stages {
        stage.edit(|lower: &mut ScheduleToCpu| lower.verify = false);
        stage.edit(|lower: &mut ScheduleToGpu| lower.verify = false);
    }
}

/// Makes these stages prove the loops that they make from schedules.
pub fn with_proof_of_code(stages: &mut [Stage]) {
    for stage in stages {
        stage.edit(|lower: &mut ScheduleToCpu| lower.origin = true);
        stage.edit(|lower: &mut ScheduleToGpu| lower.origin = true);
        stage.insert_behind::<ScheduleToCpu>(&Step::default_of::<LoopsVerify>());
        stage.insert_behind::<ScheduleToGpu>(&Step::default_of::<LoopsVerify>());
    }
}

/// The pipeline of these stages, with the anchor: what `tc-opt --pass-pipeline` takes.
pub fn text(stages: &[Stage]) -> String {
    format!("builtin.module({})", inner_text(stages))
}

/// The pipeline of these stages without the anchor.
pub fn inner_text(stages: &[Stage]) -> String {
    let texts: Vec<String> = stages.iter().map(Stage::text).collect();
    texts.join(",")
}

fn assignments(values: &[(String, i64)]) -> Vec<String> {
    let all = values.iter();
    all.map(|(name, value)| format!("{name}={value}")).collect()
}

/// From mapped schedule trees to loops by a pass that proves the schedules too; accumulators live
/// in registers.
pub fn to_loops<P: Pass + Default>() -> Stage {
    let mut steps = vec![
        Step::default_of::<P>(),
        Step::default_of::<MathRoundIntegers>(),
        Step::default_of::<LoopsMemToReg>(),
        Upstream::Canonicalize.into(),
        Upstream::Cse.into(),
    ];
    // Only a GPU has matrix operations, and copies that go on by themselves.
    if P::NAME == ScheduleToGpu::NAME {
        steps.insert(1, Step::default_of::<LoopsTensorize>());
        steps.push(Step::default_of::<LoopsAsyncCopies>());
    }
    Stage::new(Level::Loops, steps)
}

/// The same with all passes that mapping options may leave out.
pub fn to_mapped_loops<P: Pass + Default>() -> Stage {
    let mut stage = to_loops::<P>();
    stage.steps.push(Step::default_of::<LoopsKeepRoundings>());
    stage
}

/// The options that the named pipelines of all machines have, as a person gave them.
pub struct Given<'o> {
    /// Mapping options as a JSON file.
    pub options_file: &'o Option<String>,
    /// Mapping options as NAME=VALUE, over those of the file.
    pub mapping: &'o [String],
    /// Sizes as NAME=VALUE.
    pub sizes: &'o [String],
    /// Integer scalars as NAME=VALUE.
    pub scalars: &'o [String],
}

impl Given<'_> {
    /// What they say, over the defaults of a machine.
    ///
    /// # Errors
    /// What cannot be read, and what was expected.
    pub fn read(&self, defaults: MappingOptions) -> Result<(MappingOptions, Bindings), String> {
        let mut options = defaults;
        if let Some(path) = self.options_file {
            let text =
                input::read_text(Path::new(path)).map_err(|error| format!("{path}: {error}"))?;
            options = options
                .with_json(path, &text)
                .map_err(|error| error.to_string())?;
        }
        for given in self.mapping {
            let (name, value) = given
                .split_once('=')
                .ok_or_else(|| format!("expected NAME=VALUE, found `{given}`"))?;
            // A list of sizes cannot have commas here, where they separate options.
            let value = if value.starts_with(|c: char| c.is_ascii_digit()) {
                value.replace('x', ",")
            } else {
                value.to_owned()
            };
            options
                .set(name, &value)
                .map_err(|error| error.to_string())?;
        }
        let bindings = Bindings {
            sizes: parse_assignments(self.sizes)?,
            scalars: parse_assignments(self.scalars)?,
        };
        Ok((options, bindings))
    }
}

fn parse_assignments(given: &[String]) -> Result<Vec<(String, i64)>, String> {
    let parse = |text: &String| {
        let (name, value) = text.split_once('=')?;
        Some((name.to_owned(), value.parse().ok()?))
    };
    given
        .iter()
        .map(|text| {
            parse(text)
                .ok_or_else(|| format!("expected NAME=VALUE with a whole number, found `{text}`"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tc_dialects::target;

    #[test]
    fn a_pipeline_is_made_from_options_and_target() {
        let bindings = Bindings {
            sizes: vec![("N".to_owned(), 29)],
            scalars: vec![("s".to_owned(), 2)],
        };
        let target = target::find("sm_90a").unwrap();
        let mut mapping = MappingOptions::gpu();
        for (name, value) in [
            ("tile", "4,32"),
            ("grid", "64,128"),
            ("block", "1,32"),
            ("shared", "false"),
            ("fusion", "max"),
        ] {
            mapping.set(name, value).unwrap();
        }
        let mut stages = to_mapped_schedules(&target, Some("sm_90a"), &bindings);
        mapping.apply(&target, &mut stages);
        assert_eq!(
            text(&stages),
            "builtin.module(tc-inline-calls,symbol-dce,tc.def(tc-specialize{scalars=s=2},tc-infer-ranges,tc-check-inplace),\
             tc-attach-target{target=sm_90a},tc.def(tc-specialize{sizes=N=29},tc-simplify{invariants=true units=true}),tc-to-schedule,schedule.scop(schedule-fold-storage,schedule-scatter{atomics=exact},schedule-isl{fusion=max},schedule-time-tile{parallel=3 from-edge=true},schedule-lift,schedule-launches,\
             schedule-tile{optional=true scale=false sizes=4,32},schedule-sink{optional=true},schedule-map-blocks{allow-sequential=true grid=64,128},\
             schedule-map-threads{allow-sequential=true block=1,32},schedule-vectorize,schedule-sync,schedule-pipeline{stages=1 unit-stages=3},schedule-unroll{factor=256}))"
        );
        let levels: Vec<Level> = stages.iter().map(|stage| stage.level).collect();
        assert_eq!(levels, [Level::Tc, Level::Schedule]);
    }

    #[test]
    fn only_the_lowering_of_schedules_goes_without_its_proof() {
        let mut stages = vec![to_loops::<ScheduleToGpu>()];
        without_proof(&mut stages);
        assert_eq!(
            inner_text(&stages),
            "schedule-to-gpu{verify=false},loops-tensorize,math-round-integers,loops-mem-to-reg,canonicalize{top-down=false},cse,loops-async-copies"
        );
    }

    #[test]
    fn loops_are_proved_directly_behind_the_pass_that_makes_them() {
        let mut stages = vec![to_loops::<ScheduleToCpu>()];
        with_proof_of_code(&mut stages);
        assert_eq!(
            inner_text(&stages),
            "schedule-to-cpu{origin=true},loops-verify,math-round-integers,loops-mem-to-reg,canonicalize{top-down=false},cse"
        );
    }
}
