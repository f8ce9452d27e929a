//! `gpu-module-to-ptx`: each module of kernels becomes PTX, several at a time.
//!
//! ```mlir
//! gpu.module @f_k0 [#nvvm.target<chip = "sm_90a">] { llvm.func @f_k0() { ... } }
//! ```
//! becomes
//! ```mlir
//! gpu.binary @f_k0 [#gpu.object<#nvvm.target<chip = "sm_90a">, assembly = ".version 8.7 ...">]
//! ```
//!
//! What `gpu-module-to-binary{format=isa}` does one module after another is done on several threads here, and nothing is said of how long
//! it took, so the same module gives the same text. The first target of a module counts.
//!
//! **Refused**: a module whose first target is not one of NVIDIA's. **Cost**: LLVM's, some 10 ms for a kernel.

use mlir_sys::{MlirOperation, mlirArrayAttrGetElement};

use crate::api::*;
use crate::raw;

unsafe extern "C" {
    /// Of `dialects/cpp/GpuToPtx.cpp`. False if LLVM made no PTX of a module, which it has said.
    fn tc_gpu_modules_to_ptx(parent: MlirOperation) -> bool;
}

pass! {
    /// Makes PTX of each `gpu.module`, on several threads, and puts a `gpu.binary` that holds it in the place of the module. Arithmetic that
    /// LLVM cannot select ends the process: run math-verify-nvptx before.
    pub struct GpuModuleToPtx {
        name: "gpu-module-to-ptx",
        anchor: "builtin.module",
        summary: "PTX of each module of kernels, several at a time",
        dialects: ["gpu", "llvm", "nvvm"],
        statistics: {
            /// modules that became PTX
            modules,
        },
    }
}

impl Pass for GpuModuleToPtx {
    fn run<'c>(&self, module: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        let body = raw::blocks(module.to_raw());
        let ops = body
            .first()
            .map_or_else(Vec::new, |body| raw::operations(*body));
        let kernels: Vec<_> = ops
            .into_iter()
            .filter(|op| raw::name(*op) == "gpu.module")
            .collect();
        let mut refused = false;
        for kernel in &kernels {
            let found = match first_target(*kernel) {
                Some(target) if target.starts_with("#nvvm.target") => continue,
                Some(target) => format!("has the target {target}, for which there is no PTX"),
                None => "has no target: run nvvm-attach-target before".to_owned(),
            };
            // SAFETY: the op is in the module, which the pass alone changes.
            let location = unsafe { OperationRef::from_raw(*kernel) }.location();
            let name = raw::symbol(*kernel);
            ctx.error(location, &format!("`gpu.module` @{name} {found}"));
            refused = true;
        }
        // SAFETY: the module is alive, and each of its modules has a target of NVIDIA's.
        if refused || !unsafe { tc_gpu_modules_to_ptx(module.to_raw()) } {
            return Err(Failure::already_reported());
        }
        self.modules.add(kernels.len());
        Ok(())
    }
}

/// The first target of a `gpu.module`, as text.
fn first_target(module: MlirOperation) -> Option<String> {
    let targets = raw::attribute(module, "targets")?;
    // SAFETY: the verifier of `gpu.module` says that this is an array, which is not empty.
    let first = unsafe { Attribute::from_raw(mlirArrayAttrGetElement(targets, 0)) };
    Some(first.to_string())
}
