//! The pipeline from comprehensions to PTX.

use tc_passes::api::{Pipeline, pipeline};
use tc_passes::mapping::MappingOptions;
use tc_passes::pipelines::{self, Bindings, Given, Level, Stage, Step};
use tc_passes::target::{self, Gpu, Target};

/// All stages; see [`pipelines::to_mapped_schedules`].
pub fn stages(
    gpu: &Gpu,
    attach: Option<&str>,
    mapping: &MappingOptions,
    bindings: &Bindings,
) -> Vec<Stage> {
    let target = Target::Gpu(gpu.clone());
    let mut all = pipelines::to_mapped_schedules(&target, attach, bindings);
    all.extend([to_loops(), to_nvvm(gpu), nvvm_to_ptx()]);
    mapping.apply(&target, &mut all);
    all
}

/// From mapped schedule trees to `gpu.func`s at the loop level.
pub fn to_loops() -> Stage {
    pipelines::to_loops("schedule-to-gpu")
}

/// From `gpu.func`s at the loop level to PTX in a `gpu.binary`.
pub fn to_ptx(gpu: &Gpu, mapping: &MappingOptions) -> Vec<Stage> {
    let mut stages = vec![to_nvvm(gpu), nvvm_to_ptx()];
    mapping.apply(&Target::Gpu(gpu.clone()), &mut stages);
    stages
}

/// From `gpu.func`s at the loop level to `llvm` and `nvvm`.
///
/// Bare pointers, because shapes are static on this path; 64-bit indices, because `nvgpu` supports
/// no other.
fn to_nvvm(gpu: &Gpu) -> Stage {
    let attach = Step::pass("nvvm-attach-target")
        .with("chip", &gpu.chip)
        .with("features", &gpu.ptx)
        .with("O", "3");
    let of_kernels = |steps| Step::nested("gpu.module", steps);
    let mut steps = vec![
        of_kernels(vec![Step::pass("math-verify-nvptx")]),
        Step::pass("math-expand"),
        attach,
    ];
    steps.push(of_kernels(vec![
        Step::pass("canonicalize"),
        Step::pass("cse"),
        Step::pass("convert-nvgpu-to-nvvm"),
    ]));
    steps.extend(
        [
            "convert-vector-to-scf",
            "convert-scf-to-cf",
            "convert-nvvm-to-llvm",
            "expand-strided-metadata",
            "lower-affine",
        ]
        .map(Step::pass),
    );
    steps.push(of_kernels(vec![
        Step::pass("math-to-nvvm"),
        Step::pass("arith-expand"),
        Step::pass("convert-gpu-to-nvvm")
            .with("index-bitwidth", "64")
            .with("use-bare-ptr-memref-call-conv", "1"),
        Step::pass("canonicalize"),
        Step::pass("cse"),
        Step::pass("reconcile-unrealized-casts"),
    ]));
    Stage::new(Level::Llvm, steps)
}

/// From `llvm` and `nvvm` to PTX; what would make LLVM end the process is refused first.
fn nvvm_to_ptx() -> Stage {
    let steps = vec![
        Step::nested("gpu.module", vec![Step::pass("math-verify-nvptx")]),
        Step::pass("gpu-module-to-ptx"),
    ];
    Stage::new(Level::Ptx, steps)
}

/// Makes the PTX of these stages name, with `.loc`, the source line of each instruction. This needs
/// the locations of the module, so levels that must lead to the same PTX are printed with
/// locations.
///
/// Directives only: with line tables LLVM marks the file `debug`, and NVIDIA's assembler no longer optimises it.
pub fn with_source_lines(stages: &mut [Stage]) {
    for stage in stages.iter_mut().filter(|stage| stage.level == Level::Ptx) {
        let scopes = Step::pass("ensure-debug-info-scope-on-llvm-func");
        let scopes = scopes.with("emission-kind", "DebugDirectivesOnly");
        stage.steps.insert(0, scopes);
    }
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
            /// mapping options as a JSON file; those given here override it
            options_file: Option<String> = None,
            /// mapping options, as NAME=VALUE, those of `tc-run --option`; lists are separated by x, as in tile=32x32
            mapping: Vec<String> = Vec::new(),
        },
    }
}

impl Pipeline for TcToPtx {
    fn expand(&self) -> Result<String, String> {
        let target = target::in_pipeline(&self.target).map_err(|error| error.to_string())?;
        let Target::Gpu(gpu) = target else {
            return Err(format!("`{}` is not a GPU: use tc-to-cpu", self.target));
        };
        let given = Given {
            options_file: &self.options_file,
            mapping: &self.mapping,
            sizes: &self.sizes,
            scalars: &self.scalars,
        };
        let (mapping, bindings) = given.read(MappingOptions::gpu())?;
        let stages = stages(&gpu, Some(&self.target), &mapping, &bindings);
        Ok(pipelines::inner_text(&stages))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipeline_reads_its_options_and_refuses_the_other_kind_of_target() {
        let pipeline = TcToPtx {
            target: "host".to_owned(),
            ..TcToPtx::default()
        };
        assert_eq!(
            pipeline.expand().unwrap_err(),
            "`host` is not a GPU: use tc-to-cpu"
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
    }
}
