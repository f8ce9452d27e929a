//! The pipeline from comprehensions to the `llvm` dialect of a CPU.

use tc_passes::api::{Pipeline, pipeline};
use tc_passes::mapping::MappingOptions;
use tc_passes::pipelines::{self, Bindings, Given, Level, Stage, Step};
use tc_passes::target::{self, Target};

/// All stages; see [`pipelines::to_mapped_schedules`].
pub fn stages(
    target: &Target,
    attach: Option<&str>,
    mapping: &MappingOptions,
    bindings: &Bindings,
) -> Vec<Stage> {
    let mut all = pipelines::to_mapped_schedules(target, attach, bindings);
    all.push(pipelines::to_loops("schedule-to-cpu"));
    all.push(to_llvm());
    mapping.apply(target, &mut all);
    all
}

/// From loops to the `llvm` dialect; parallel loops become calls into the thread pool.
///
/// Conversions to bf16 become integer arithmetic: the x86 instruction that LLVM selects for them,
/// `vcvtneps2bf16`, treats subnormal numbers as 0.
pub fn to_llvm() -> Stage {
    let steps = vec![
        Step::pass("math-expand"),
        Step::pass("loops-outline-parallel"),
        Step::pass("convert-vector-to-scf"),
        Step::pass("lower-affine"),
        Step::pass("convert-scf-to-cf"),
        Step::pass("convert-vector-to-llvm"),
        Step::pass("expand-strided-metadata"),
        Step::pass("lower-affine"),
        Step::pass("arith-expand").with("include-bf16", "true"),
        Step::pass("convert-math-to-llvm"),
        Step::pass("convert-math-to-libm"),
        Step::pass("convert-arith-to-llvm"),
        Step::pass("finalize-memref-to-llvm"),
        Step::pass("convert-func-to-llvm").with("use-bare-ptr-memref-call-conv", "1"),
        Step::pass("convert-cf-to-llvm"),
        Step::pass("convert-index-to-llvm"),
        Step::pass("canonicalize"),
        Step::pass("reconcile-unrealized-casts"),
        Step::pass("llvm-parallel-calls"),
    ];
    Stage::new(Level::Llvm, steps)
}

/// From scops to the `llvm` dialect in the statements' own order, one instance after the other: the
/// reference of schedules. Only accesses within bounds are proved.
pub fn statement_order() -> Vec<Stage> {
    let to_loops = ["schedule-to-cpu", "canonicalize", "cse"].map(Step::pass);
    let reset = Step::nested("schedule.scop", vec![Step::pass("schedule-reset")]);
    vec![
        Stage::new(Level::Schedule, vec![reset]),
        Stage::new(Level::Loops, to_loops.to_vec()),
        to_llvm(),
    ]
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
            /// mapping options as a JSON file; those given here override it
            options_file: Option<String> = None,
            /// mapping options, as NAME=VALUE, those of `tc-run --option`; lists are separated by x, as in tile=32x256
            mapping: Vec<String> = Vec::new(),
        },
    }
}

impl Pipeline for TcToCpu {
    fn expand(&self) -> Result<String, String> {
        let target = target::in_pipeline(&self.target).map_err(|error| error.to_string())?;
        if !matches!(target, Target::Cpu(_)) {
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
        Ok(pipelines::inner_text(&stages))
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
