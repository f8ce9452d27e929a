//! Named pipelines: text made from mapping options and a target description, and run again from that text.
//!
//! The way from comprehensions to a machine is a list of [`Stage`]s, each ending at a [`Level`] that can be printed. `tc-run` runs them one
//! after another and prints, with each level, the pipeline of those that are left; `--tc-to-ptx` and `--tc-to-cpu` are all of them at once.

use crate::{
    api::{Pipeline, Registry, pipeline},
    mapping::{MappingOptions, Math},
    target::{self, Cpu, Gpu, Target},
    tc::bounds_checks::Checks,
};
use std::str::FromStr;

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
    pub level: Level,
    /// Text without an anchor; runs on a module.
    pub passes: String,
}

fn stage(level: Level, passes: String) -> Stage {
    Stage { level, passes }
}

/// What is known of a program before it is compiled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings {
    /// Sizes by name.
    pub sizes: Vec<(String, i64)>,
    /// Integer scalar inputs by name.
    pub scalars: Vec<(String, i64)>,
}

/// The stage that every way begins with: calls inlined, private defs dropped that no call is left of, what is bound
/// replaced, ranges inferred, in-place updates checked.
pub fn to_tc(bindings: &Bindings) -> Stage {
    let known = [("sizes", &bindings.sizes), ("scalars", &bindings.scalars)];
    let given: Vec<String> = known
        .iter()
        .filter_map(|(name, values)| Some(format!("{name}={}", assignments(values)?)))
        .collect();
    let specialize = match given.is_empty() {
        true => String::new(),
        false => format!("tc-specialize{{{}}},", given.join(" ")),
    };
    stage(
        Level::Tc,
        format!("tc-inline-calls,symbol-dce,tc.def({specialize}tc-infer-ranges,tc-check-inplace)"),
    )
}

/// From the `tc` level to the same level with subscripts that are data checked.
pub fn with_bounds_checks(bindings: &Bindings, checks: Checks) -> Stage {
    let specialize = match assignments(&bindings.sizes) {
        None => String::new(),
        Some(sizes) => format!("tc-specialize{{sizes={sizes}}},"),
    };
    let check = checks.spelling();
    stage(
        Level::Tc,
        format!("tc.def({specialize}tc-bounds-checks{{check={check}}})"),
    )
}

/// From the `tc` level to schedule trees in the order of the program: the first passes of the next stage.
pub fn to_schedule(bindings: &Bindings) -> String {
    let specialize = match assignments(&bindings.sizes) {
        None => String::new(),
        Some(sizes) => format!("tc.def(tc-specialize{{sizes={sizes}}}),"),
    };
    format!("{specialize}tc-to-schedule")
}

/// All stages for a target, the first one being [`to_tc`]. `attach` is what [`target::find`] finds it by; none where the module says what
/// it is compiled for.
pub fn stages(
    target: &Target,
    attach: Option<&str>,
    mapping: &MappingOptions,
    bindings: &Bindings,
) -> Vec<Stage> {
    let (map, lower) = match target {
        Target::Gpu(gpu) => (map_to_gpu(mapping, gpu), gpu_stages(mapping, gpu)),
        Target::Cpu(cpu) => (map_to_cpu(mapping), cpu_stages(mapping, cpu)),
    };
    let attach = attach.map_or_else(String::new, |name| {
        format!("tc-attach-target{{target={name}}},")
    });
    let schedule = format!(
        "{attach}{},schedule.scop(schedule-isl{{fusion={}}},{map})",
        to_schedule(bindings),
        mapping.fusion.as_str()
    );
    let scalars = Bindings {
        sizes: Vec::new(),
        scalars: bindings.scalars.clone(),
    };
    let mut all = vec![to_tc(&scalars), stage(Level::Schedule, schedule)];
    all.extend(lower);
    all
}

/// Makes the PTX of these stages say, with `.loc`, which line of the program each instruction comes from. Locations get there only when the
/// module keeps them, so levels that are to go on to the same PTX are printed with them.
///
/// Directives only: with line tables LLVM marks the file `debug`, and NVIDIA's assembler no longer optimises it.
pub fn with_source_lines(stages: &mut [Stage]) {
    for stage in stages.iter_mut().filter(|stage| stage.level == Level::Ptx) {
        stage.passes = format!(
            "ensure-debug-info-scope-on-llvm-func{{emission-kind=DebugDirectivesOnly}},{}",
            stage.passes
        );
    }
}

/// Makes these stages lower schedules without their proof: for schedules that are wrong on purpose.
pub fn without_proof(stages: &mut [Stage]) {
    for stage in stages {
        for pass in ["schedule-to-cpu", "schedule-to-gpu"] {
            stage.passes = stage
                .passes
                .replace(pass, &format!("{pass}{{verify=false}}"));
        }
    }
}

/// From scops to the `llvm` dialect in the statements' own order, one instance after the other: what schedules are compared with. The
/// proof is that they stay in bounds.
pub fn statement_order() -> Vec<Stage> {
    vec![
        stage(Level::Schedule, "schedule.scop(schedule-reset)".to_owned()),
        stage(Level::Loops, "schedule-to-cpu,canonicalize,cse".to_owned()),
        stage(Level::Llvm, cpu_to_llvm().to_owned()),
    ]
}

/// The pipeline of these stages, with the anchor: what `tc-opt --pass-pipeline` takes.
pub fn text(stages: &[Stage]) -> String {
    format!("builtin.module({})", inner_text(stages))
}

fn inner_text(stages: &[Stage]) -> String {
    stages
        .iter()
        .map(|stage| stage.passes.as_str())
        .collect::<Vec<_>>()
        .join(",")
}

fn assignments(values: &[(String, i64)]) -> Option<String> {
    let all: Vec<String> = values
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    (!all.is_empty()).then(|| all.join(","))
}

fn list(values: &[u64]) -> String {
    values
        .iter()
        .map(u64::to_string)
        .collect::<Vec<_>>()
        .join(",")
}

fn map_to_gpu(mapping: &MappingOptions, _gpu: &Gpu) -> String {
    let mut passes = Vec::new();
    if !mapping.tile.is_empty() {
        // Counting tiles one by one gives the same code as their first elements do, with less for isl to do.
        passes.push(format!(
            "schedule-tile{{optional=true scale=false sizes={}}}",
            list(&mapping.tile)
        ));
        passes.push("schedule-sink{optional=true}".to_owned());
    }
    let grid = match mapping.grid.is_empty() {
        true => String::new(),
        false => format!(" grid={}", list(&mapping.grid)),
    };
    passes.push(format!(
        "schedule-map-blocks{{allow-sequential=true{grid}}}"
    ));
    let block = match mapping.block.is_empty() {
        true => String::new(),
        false => format!(" block={}", list(&mapping.block)),
    };
    passes.push(format!(
        "schedule-map-threads{{allow-sequential=true{block}}}"
    ));
    if mapping.shared {
        let pad = match mapping.pad {
            true => "",
            false => " pad=false",
        };
        passes.push(format!("schedule-promote{{space=shared{pad}}}"));
    }
    passes.push("schedule-sync".to_owned());
    passes.push(unroll(mapping));
    passes.retain(|pass| !pass.is_empty());
    passes.join(",")
}

/// `schedule-unroll`, or nothing where nothing is to be unrolled.
fn unroll(mapping: &MappingOptions) -> String {
    match mapping.unroll {
        1 => String::new(),
        factor => format!("schedule-unroll{{factor={factor}}}"),
    }
}

fn map_to_cpu(mapping: &MappingOptions) -> String {
    let tile = match mapping.tile.is_empty() {
        true => String::new(),
        false => format!(
            "schedule-tile{{optional=true scale=false sizes={}}},",
            list(&mapping.tile)
        ),
    };
    let unroll = match unroll(mapping) {
        pass if pass.is_empty() => pass,
        pass => format!(",{pass}"),
    };
    // Without registers for the sums nothing is gained by going round a tile of them for each term.
    let registers = match mapping.private {
        true => "schedule-register-tile,",
        false => "",
    };
    format!("{tile}{registers}schedule-map-cpu{unroll}")
}

/// From mapped schedule trees to loops, with the proof of the schedules; with private memory, accumulators live in registers.
fn to_loops(pass: &str, private: bool) -> String {
    let registers = match private {
        true => ",loops-mem-to-reg",
        false => "",
    };
    format!("{pass}{registers},canonicalize,cse")
}

fn gpu_stages(mapping: &MappingOptions, gpu: &Gpu) -> Vec<Stage> {
    vec![
        stage(Level::Loops, to_loops("schedule-to-gpu", mapping.private)),
        stage(Level::Llvm, gpu_to_nvvm(gpu, &mapping.math)),
        stage(Level::Ptx, nvvm_to_ptx(&mapping.math)),
    ]
}

fn cpu_stages(mapping: &MappingOptions, _cpu: &Cpu) -> Vec<Stage> {
    vec![
        stage(Level::Loops, to_loops("schedule-to-cpu", mapping.private)),
        stage(Level::Llvm, cpu_to_llvm().to_owned()),
    ]
}

/// From loops to the `llvm` dialect of the CPU; parallel loops become calls into the thread pool.
///
/// Conversions to bf16 become integer arithmetic: the instruction of x86 that LLVM selects for them, `vcvtneps2bf16`, takes subnormal numbers for 0.
pub fn cpu_to_llvm() -> &'static str {
    "math-expand,loops-outline-parallel,convert-vector-to-scf,lower-affine,convert-scf-to-cf,convert-vector-to-llvm,\
     expand-strided-metadata,lower-affine,arith-expand{include-bf16=true},convert-math-to-llvm,convert-math-to-libm,convert-arith-to-llvm,\
     finalize-memref-to-llvm,convert-func-to-llvm{use-bare-ptr-memref-call-conv=1},convert-cf-to-llvm,\
     convert-index-to-llvm,canonicalize,reconcile-unrealized-casts,llvm-parallel-calls"
}

/// From mapped schedule trees to `gpu.func`s at the loop level, as the default mapping options have it.
pub fn schedule_to_gpu() -> String {
    to_loops("schedule-to-gpu", MappingOptions::gpu().private)
}

/// From `gpu.func`s at the loop level to `llvm` and `nvvm`.
///
/// Bare pointers, because shapes are static on this path; 64-bit indices, because `nvgpu` knows no other.
fn gpu_to_nvvm(gpu: &Gpu, math: &Math) -> String {
    let verify = verify_nvptx(math);
    // With NVIDIA's library upstream makes calls of the functions, and links the library into the binary.
    let (expand, convert, link) = match math {
        Math::Precise => ("math-expand,", "math-to-nvvm,", String::new()),
        Math::Fast => ("math-expand{fast=true},", "math-to-nvvm,", String::new()),
        Math::Libdevice(path) => (
            "",
            "math-to-nvvm{keep-functions=true},",
            format!(" l={path}"),
        ),
    };
    format!(
        "gpu.module({verify}),{expand}nvvm-attach-target{{chip={} features={} O=3{link}}},gpu.module(canonicalize,cse,convert-nvgpu-to-nvvm),\
         convert-vector-to-scf,convert-scf-to-cf,convert-nvvm-to-llvm,expand-strided-metadata,lower-affine,\
         gpu.module({convert}arith-expand,convert-gpu-to-nvvm{{index-bitwidth=64 use-bare-ptr-memref-call-conv=1}},canonicalize,cse,\
         reconcile-unrealized-casts)",
        gpu.chip, gpu.ptx
    )
}

/// From `llvm` and `nvvm` to PTX; what LLVM would end the process over is refused before.
fn nvvm_to_ptx(math: &Math) -> String {
    format!("gpu.module({}),gpu-module-to-ptx", verify_nvptx(math))
}

fn verify_nvptx(math: &Math) -> String {
    match math {
        Math::Libdevice(path) => format!("math-verify-nvptx{{library={path}}}"),
        Math::Precise | Math::Fast => "math-verify-nvptx".to_owned(),
    }
}

/// From `gpu.func`s at the loop level to PTX in a `gpu.binary`.
pub fn gpu_to_ptx(gpu: &Gpu, math: &Math) -> String {
    format!("{},{}", gpu_to_nvvm(gpu, math), nvvm_to_ptx(math))
}

pipeline! {
    /// All passes from comprehensions to PTX, made from mapping options and a target description. Print it with
    /// `--dump-pass-pipeline`; it runs again from that text.
    pub struct TcToPtx {
        name: "tc-to-ptx",
        anchor: "builtin.module",
        summary: "comprehensions to PTX",
        options: {
            /// a built-in target description, or the path of one
            target: String = "sm_90a".to_owned(),
            /// sizes to specialise on, as NAME=VALUE
            sizes: Vec<String> = Vec::new(),
            /// integer scalars to specialise on, as NAME=VALUE
            scalars: Vec<String> = Vec::new(),
            /// mapping options as a JSON file; those given here win
            options_file: Option<String> = None,
            /// mapping options, as NAME=VALUE: tile, block, grid, unroll, fusion, shared, pad, private, math; lists are separated by x, as in tile=32x32
            mapping: Vec<String> = Vec::new(),
        },
    }
}

pipeline! {
    /// All passes from comprehensions to the `llvm` dialect for a CPU, made from mapping options and a target description.
    pub struct TcToCpu {
        name: "tc-to-cpu",
        anchor: "builtin.module",
        summary: "comprehensions to the llvm dialect for a CPU",
        options: {
            /// a built-in target description, or the path of one
            target: String = "host".to_owned(),
            /// sizes to specialise on, as NAME=VALUE
            sizes: Vec<String> = Vec::new(),
            /// integer scalars to specialise on, as NAME=VALUE
            scalars: Vec<String> = Vec::new(),
            /// mapping options as a JSON file; those given here win
            options_file: Option<String> = None,
            /// mapping options, as NAME=VALUE: tile, fusion, private; lists are separated by x, as in tile=32x256
            mapping: Vec<String> = Vec::new(),
        },
    }
}

impl Pipeline for TcToPtx {
    fn expand(&self) -> Result<String, String> {
        let target = target::in_pipeline(&self.target).map_err(|error| error.to_string())?;
        if !matches!(target, Target::Gpu(_)) {
            return Err(format!("`{}` is no GPU: use tc-to-cpu", self.target));
        }
        let defaults = MappingOptions::gpu();
        expand(
            (&target, &self.target),
            defaults,
            &self.options_file,
            &self.mapping,
            &self.sizes,
            &self.scalars,
        )
    }
}

impl Pipeline for TcToCpu {
    fn expand(&self) -> Result<String, String> {
        let target = target::in_pipeline(&self.target).map_err(|error| error.to_string())?;
        if !matches!(target, Target::Cpu(_)) {
            return Err(format!("`{}` is no CPU: use tc-to-ptx", self.target));
        }
        let defaults = MappingOptions::cpu();
        expand(
            (&target, &self.target),
            defaults,
            &self.options_file,
            &self.mapping,
            &self.sizes,
            &self.scalars,
        )
    }
}

fn expand(
    target: (&Target, &str),
    defaults: MappingOptions,
    options_file: &Option<String>,
    mapping: &[String],
    sizes: &[String],
    scalars: &[String],
) -> Result<String, String> {
    let mut options = defaults;
    if let Some(path) = options_file {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        options = options
            .with_json(path, &text)
            .map_err(|error| error.to_string())?;
    }
    for given in mapping {
        let (name, value) = given
            .split_once('=')
            .ok_or_else(|| format!("expected NAME=VALUE, found `{given}`"))?;
        // A list of sizes cannot have commas here, where they separate options.
        let value = match value.starts_with(|c: char| c.is_ascii_digit()) {
            true => value.replace('x', ","),
            false => value.to_owned(),
        };
        options
            .set(name, &value)
            .map_err(|error| error.to_string())?;
    }
    let bindings = Bindings {
        sizes: parse_assignments(sizes)?,
        scalars: parse_assignments(scalars)?,
    };
    let (target, name) = target;
    Ok(inner_text(&stages(target, Some(name), &options, &bindings)))
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

/// Registers the named pipelines.
pub fn register(registry: &mut Registry) {
    registry.add_pipeline::<TcToPtx>();
    registry.add_pipeline::<TcToCpu>();
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let stages = stages(&target, Some("sm_90a"), &mapping, &bindings);
        assert_eq!(
            text(&stages[..2]),
            "builtin.module(tc-inline-calls,symbol-dce,tc.def(tc-specialize{scalars=s=2},tc-infer-ranges,tc-check-inplace),\
             tc-attach-target{target=sm_90a},tc.def(tc-specialize{sizes=N=29}),tc-to-schedule,schedule.scop(schedule-isl{fusion=max},\
             schedule-tile{optional=true scale=false sizes=4,32},schedule-sink{optional=true},schedule-map-blocks{allow-sequential=true grid=64,128},\
             schedule-map-threads{allow-sequential=true block=1,32},schedule-sync,schedule-unroll{factor=4}))"
        );
        let levels: Vec<Level> = stages.iter().map(|stage| stage.level).collect();
        assert_eq!(
            levels,
            [
                Level::Tc,
                Level::Schedule,
                Level::Loops,
                Level::Llvm,
                Level::Ptx
            ]
        );
    }

    #[test]
    fn a_pipeline_reads_its_options_and_refuses_the_other_kind_of_target() {
        let pipeline = TcToPtx {
            target: "host".to_owned(),
            ..TcToPtx::default()
        };
        assert_eq!(
            pipeline.expand().unwrap_err(),
            "`host` is no GPU: use tc-to-cpu"
        );
        let pipeline = TcToPtx {
            mapping: vec![
                "tile=4x8".to_owned(),
                "fusion=max".to_owned(),
                "math=fast".to_owned(),
            ],
            ..TcToPtx::default()
        };
        let text = pipeline.expand().unwrap();
        for part in ["sizes=4,8", "fusion=max", ",math-expand{fast=true},"] {
            assert!(text.contains(part), "{text}");
        }
        let pipeline = TcToCpu {
            sizes: vec!["N".to_owned()],
            ..TcToCpu::default()
        };
        assert_eq!(
            pipeline.expand().unwrap_err(),
            "expected NAME=VALUE with a whole number, found `N`"
        );
    }
}
