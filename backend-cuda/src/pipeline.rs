//! The pipeline from comprehensions to PTX.

use crate::gpu::{
    keep_registers::GpuKeepRegisters, module_to_ptx::GpuModuleToPtx, to_nvvm::ScheduleToNvvm,
};
use crate::math::{to_nvvm::MathToNvvm, verify_nvptx::MathVerifyNvptx};
use tc_dialects::target::{self, Gpu, Target};
use tc_loops::math::expand::MathExpand;
use tc_loops::schedule_to_gpu::ScheduleToGpu;
use tc_pass_host::{Pipeline, pipeline};
use tc_pipelines::mapping::{MappingOptions, Math};
use tc_pipelines::{Bindings, Given, Level, Stage, Step, Upstream};

/// All stages; see [`tc_pipelines::to_mapped_schedules`].
pub fn stages(
    gpu: &Gpu,
    attach: Option<&str>,
    mapping: &MappingOptions,
    bindings: &Bindings,
) -> Vec<Stage> {
    let target = Target::Gpu(gpu.clone());
    let mut all = tc_pipelines::to_mapped_schedules(&target, attach, bindings);
    all.push(tc_pipelines::to_mapped_loops::<ScheduleToGpu>());
    all.extend(loops_to_ptx(gpu, &mapping.math));
    mapping.apply(&target, &mut all);
    all
}

/// From mapped schedule trees to `gpu.func`s at the loop level.
pub fn to_loops() -> Stage {
    tc_pipelines::to_loops::<ScheduleToGpu>()
}

/// From `gpu.func`s at the loop level to PTX in a `gpu.binary`.
pub fn to_ptx(gpu: &Gpu, mapping: &MappingOptions) -> Vec<Stage> {
    let mut stages = loops_to_ptx(gpu, &mapping.math);
    mapping.apply(&Target::Gpu(gpu.clone()), &mut stages);
    stages
}

/// The stages after the loops: functions of NVIDIA's library stay calls, and the library is linked.
fn loops_to_ptx(gpu: &Gpu, math: &Math) -> Vec<Stage> {
    let library = match math {
        Math::Libdevice(path) => Some(path.clone()),
        Math::Precise | Math::Fast => None,
    };
    let verify = || {
        let verify = MathVerifyNvptx {
            library: library.clone().unwrap_or_default(),
        };
        of_kernels(vec![Step::of(&verify)])
    };
    let attach = Upstream::NvvmAttachTarget {
        chip: gpu.chip.clone(),
        features: gpu.ptx.clone(),
        library: library.clone(),
    };
    let math = MathToNvvm {
        keep_functions: library.is_some(),
        ..Default::default()
    };
    let mut to_nvvm = vec![
        verify(),
        of_kernels(vec![Step::default_of::<GpuKeepRegisters>()]),
        Step::default_of::<MathExpand>(),
        attach.into(),
    ];
    to_nvvm.extend(loops_to_nvvm(Step::of(&math)));
    let to_ptx = vec![verify(), Step::default_of::<GpuModuleToPtx>()];
    vec![
        Stage::new(Level::Llvm, to_nvvm),
        // Operations on which LLVM would end the process are refused before.
        Stage::new(Level::Ptx, to_ptx),
    ]
}

fn of_kernels(steps: Vec<Step>) -> Step {
    Step::nested("gpu.module", steps)
}

/// From `gpu.func`s at the loop level to `llvm` and `nvvm`; `math` is the conversion of `math`.
///
/// Bare pointers, because shapes are static on this path; 64-bit indices, because `nvgpu` supports
/// no others.
fn loops_to_nvvm(math: Step) -> Vec<Step> {
    vec![
        of_kernels(vec![
            Step::default_of::<ScheduleToNvvm>(),
            Upstream::Canonicalize.into(),
            Upstream::Cse.into(),
            Upstream::ConvertNvgpuToNvvm.into(),
            Upstream::ConvertVectorToScf.into(),
            // Loops of the host function stay: they are loops of the plan.
            Upstream::ConvertScfToCf.into(),
        ]),
        Upstream::ConvertNvvmToLlvm.into(),
        Upstream::ExpandStridedMetadata.into(),
        Upstream::LowerAffine.into(),
        of_kernels(vec![
            math,
            Upstream::ArithExpand.into(),
            Upstream::ConvertGpuToNvvm.into(),
            Upstream::Canonicalize.into(),
            Upstream::Cse.into(),
            Upstream::ReconcileUnrealizedCasts.into(),
        ]),
    ]
}

/// Adds `.loc` directives with the source line of each instruction to the PTX of these stages. They
/// come from the locations of the module, so levels that must lead to the same PTX are printed with
/// locations.
///
/// Directives only: with line tables LLVM marks the file `debug`, and NVIDIA's assembler no longer
/// optimises it.
pub fn with_source_lines(stages: &mut [Stage]) {
    for stage in stages.iter_mut().filter(|stage| stage.level == Level::Ptx) {
        stage.steps.insert(0, Upstream::EnsureDebugInfoScope.into());
    }
}

pipeline! {
    /// All passes from comprehensions to PTX, made from mapping options and a target description.
    /// Print it with `--dump-pass-pipeline`; it runs again from that text.
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
            /// mapping options, as NAME=VALUE, those of `tc-run --option`; lists are separated by
            /// x, as in tile=32x32
            mapping: Vec<String> = Vec::new(),
        },
    }
}

impl Pipeline for TcToPtx {
    fn expand(&self) -> Result<String, String> {
        let target = target::in_pipeline(&self.target).map_err(|error| error.to_string())?;
        let Some(gpu) = target.as_gpu() else {
            return Err(format!("`{}` is not a GPU: use tc-to-cpu", self.target));
        };
        let given = Given {
            options_file: &self.options_file,
            mapping: &self.mapping,
            sizes: &self.sizes,
            scalars: &self.scalars,
        };
        let (mapping, bindings) = given.read(MappingOptions::gpu())?;
        let stages = stages(gpu, Some(&self.target), &mapping, &bindings);
        Ok(tc_pipelines::inner_text(&stages))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_a_library_stay_calls_and_the_library_is_linked() {
        let target = target::find("sm_90a");
        let Some(gpu) = target.as_ref().ok().and_then(Target::as_gpu) else {
            panic!("expected a GPU");
        };
        let text = |math: Math| {
            let mapping = MappingOptions {
                math,
                ..MappingOptions::gpu()
            };
            tc_pipelines::inner_text(&to_ptx(gpu, &mapping))
        };
        let linked = text(Math::Libdevice("lib.bc".to_owned()));
        let verify = "gpu.module(math-verify-nvptx{library=lib.bc})";
        assert!(
            linked.starts_with(&format!(
                "{verify},gpu.module(gpu-keep-registers),nvvm-attach-target{{chip=sm_90a features=+ptx87 O=3 l=lib.bc}},"
            )),
            "{linked}"
        );
        assert!(linked.contains("(math-to-nvvm{keep-functions=true},"));
        assert!(linked.ends_with(&format!("{verify},gpu-module-to-ptx")));
        let fast = text(Math::Fast);
        assert!(
            fast.starts_with("gpu.module(math-verify-nvptx),gpu.module(gpu-keep-registers),math-expand{fast=true},nvvm-attach-target{chip=sm_90a features=+ptx87 O=3},"),
            "{fast}"
        );
        assert!(fast.contains("(math-to-nvvm,"));
    }

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
