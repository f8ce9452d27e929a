//! The pipeline from comprehensions to the `llvm` dialect of a CPU.

use crate::llvm::{
    bfloat16_bits::LlvmBfloat16Bits, extrema::LlvmExtrema, masked_stores::LlvmMaskedStores,
    parallel_calls::LlvmParallelCalls,
};
use crate::loops::hoist_stack::LoopsHoistStack;
use crate::loops::outline_parallel::LoopsOutlineParallel;
use tc_dialects::target::{self, Target};
use tc_loops::math::expand::MathExpand;
use tc_loops::{reuse::LoopsReuse, schedule_to_cpu::ScheduleToCpu, vectorize::LoopsVectorize};
use tc_pass_host::{Pipeline, pipeline};
use tc_pipelines::mapping::MappingOptions;
use tc_pipelines::{Bindings, Given, Level, Stage, Step, Upstream};
use tc_schedule::reset::ScheduleReset;

/// All stages; see [`tc_pipelines::to_mapped_schedules`].
pub fn stages(
    target: &Target,
    attach: Option<&str>,
    mapping: &MappingOptions,
    bindings: &Bindings,
) -> Vec<Stage> {
    let mut all = tc_pipelines::to_mapped_schedules(target, attach, bindings);
    let mut loops = tc_pipelines::to_mapped_loops::<ScheduleToCpu>();
    loops.steps.insert(2, Step::default_of::<LoopsReuse>());
    loops.steps.insert(3, Step::default_of::<LoopsVectorize>());
    all.push(loops);
    all.push(to_llvm());
    mapping.apply(target, &mut all);
    all
}

/// From loops to the `llvm` dialect; parallel loops become calls into the thread pool.
///
/// Conversions to bf16 become integer arithmetic: the x86 instruction that LLVM selects for them,
/// `vcvtneps2bf16`, treats subnormal numbers as 0. The pass for it would also expand minima and
/// maxima, without regard to the signs of zeros.
pub fn to_llvm() -> Stage {
    let steps = vec![
        Step::default_of::<MathExpand>(),
        Step::default_of::<LoopsOutlineParallel>(),
        Step::nested("func.func", vec![Step::default_of::<LoopsHoistStack>()]),
        Upstream::ConvertVectorToScf.into(),
        Upstream::LowerAffine.into(),
        Upstream::ConvertScfToCf.into(),
        Upstream::ConvertVectorToLlvm.into(),
        Upstream::ExpandStridedMetadata.into(),
        Upstream::LowerAffine.into(),
        Step::default_of::<LlvmExtrema>(),
        Step::default_of::<LlvmMaskedStores>(),
        Upstream::ArithExpandBf16.into(),
        Upstream::ConvertMathToLlvm.into(),
        Upstream::ConvertMathToLibm.into(),
        Upstream::ConvertArithToLlvm.into(),
        Upstream::FinalizeMemrefToLlvm.into(),
        Upstream::ConvertFuncToLlvm.into(),
        Upstream::ConvertCfToLlvm.into(),
        Upstream::ConvertIndexToLlvm.into(),
        Upstream::ConvertUbToLlvm.into(),
        Upstream::Canonicalize.into(),
        Upstream::ReconcileUnrealizedCasts.into(),
        Step::default_of::<LlvmBfloat16Bits>(),
        Step::default_of::<LlvmParallelCalls>(),
    ];
    Stage::new(Level::Llvm, steps)
}

/// From scops to the `llvm` dialect in the original order of the statements, one instance after
/// another: the reference for schedules. Only accesses within bounds are proved.
pub fn statement_order() -> Vec<Stage> {
    let to_loops = vec![
        Step::default_of::<ScheduleToCpu>(),
        Upstream::Canonicalize.into(),
        Upstream::Cse.into(),
    ];
    let reset = Step::nested("schedule.scop", vec![Step::default_of::<ScheduleReset>()]);
    vec![
        Stage::new(Level::Schedule, vec![reset]),
        Stage::new(Level::Loops, to_loops),
        to_llvm(),
    ]
}

pipeline! {
    /// All passes from comprehensions to the `llvm` dialect for a CPU, made from mapping options
    /// and a target description.
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
            /// mapping options as a JSON file; those given here override it
            options_file: Option<String> = None,
            /// mapping options, as NAME=VALUE, those of `tc-run --option`; lists are separated by
            /// x, as in tile=32x256
            mapping: Vec<String> = Vec::new(),
        },
    }
}

impl Pipeline for TcToCpu {
    fn expand(&self) -> Result<String, String> {
        let target = target::in_pipeline(&self.target).map_err(|error| error.to_string())?;
        if target.as_cpu().is_none() {
            return Err(format!("`{}` is not a CPU: use tc-to-ptx", self.target));
        }
        let given = Given {
            options_file: &self.options_file,
            mapping: &self.mapping,
            sizes: &self.sizes,
            scalars: &self.scalars,
        };
        let (mapping, bindings) = given.read(MappingOptions::cpu())?;
        let stages = stages(&target, Some(&self.target), &mapping, &bindings);
        Ok(tc_pipelines::inner_text(&stages))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipeline_reads_its_options_and_refuses_the_other_kind_of_target() {
        let pipeline = TcToCpu {
            sizes: vec!["N".to_owned()],
            ..TcToCpu::default()
        };
        assert_eq!(
            pipeline.expand().unwrap_err(),
            "expected NAME=VALUE with a whole number, found `N`"
        );
        let pipeline = TcToCpu {
            target: "sm_90a".to_owned(),
            ..TcToCpu::default()
        };
        assert_eq!(
            pipeline.expand().unwrap_err(),
            "`sm_90a` is not a CPU: use tc-to-ptx"
        );
    }
}
