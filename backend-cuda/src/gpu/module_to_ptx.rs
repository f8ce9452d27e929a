//! `gpu-module-to-ptx`: compiles each module of kernels to PTX, several at a time.
//!
//! ```mlir
//! gpu.module @f_k0 [#nvvm.target<chip = "sm_90a">] { llvm.func @f_k0() { ... } }
//! ```
//! becomes
//! ```mlir
//! gpu.binary @f_k0 [#gpu.object<#nvvm.target<chip = "sm_90a">, assembly = ".version 8.7 ...">]
//! ```
//!
//! Does what `gpu-module-to-binary{format=isa}` does, on several threads, and does not record how
//! long it took, so that the same module gives the same text. Only the first target of a module
//! counts.
//!
//! **Refused**: a module whose first target is not NVIDIA's. **Cost**: LLVM's code generation,
//! about 10 ms per kernel.

use super::jobs::{self, InOrder};
use melior::ir::attribute::{ArrayAttribute, StringAttribute};
use mlir_sys::{MlirAttribute, MlirOperation};
use tc_dialects::op::{self, build};
use tc_passes::api::*;

/// Made by `build.rs` from `cpp/GpuToPtx.h`.
mod declared {
    use mlir_sys::{MlirAttribute, MlirOperation};
    include!(concat!(env!("OUT_DIR"), "/declared.rs"));
}

pass! {
    /// Compiles each `gpu.module` to PTX, on several threads, and replaces it by a `gpu.binary`
    /// that holds the PTX. Arithmetic that LLVM cannot select ends the process: run
    /// math-verify-nvptx first.
    pub struct GpuModuleToPtx {
        name: "gpu-module-to-ptx",
        anchor: "builtin.module",
        summary: "compile each module of kernels to PTX, several at a time",
        dialects: ["gpu", "llvm", "nvvm"],
        statistics: {
            /// modules compiled to PTX
            modules,
        },
    }
}

impl Pass for GpuModuleToPtx {
    fn run<'c>(&self, module: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        let mut kernels = op::children(module);
        kernels.retain(|kernel| op::is(*kernel, "gpu.module"));
        let mut refused = false;
        for kernel in &kernels {
            let found = match first_target(*kernel) {
                Some(target) if target.starts_with("#nvvm.target") => continue,
                Some(target) => format!("has the target {target}: expected #nvvm.target"),
                None => "has no target: run nvvm-attach-target first".to_owned(),
            };
            let name = op::symbol(*kernel);
            ctx.error(kernel.location(), &format!("`gpu.module` @{name} {found}"));
            refused = true;
        }
        if refused {
            return Err(Failure::already_reported());
        }
        let objects: Option<Vec<_>> = translate(&kernels, ctx).into_iter().collect();
        for (kernel, object) in kernels
            .iter()
            .zip(objects.ok_or_else(Failure::already_reported)?)
        {
            replace(*kernel, binary(*kernel, object, ctx.context()))?;
        }
        self.modules.add(kernels.len());
        Ok(())
    }
}

/// A handle that several threads use.
#[derive(Clone, Copy)]
struct Shared<T>(T);

// SAFETY: LLVM's code generation only reads the module, and makes attributes, which MLIR's context allows on several threads at a time.
unsafe impl Send for Shared<MlirOperation> {}
// SAFETY: as above.
unsafe impl Sync for Shared<MlirOperation> {}
// SAFETY: attributes belong to the context and never change.
unsafe impl Send for Shared<MlirAttribute> {}
// SAFETY: as above.
unsafe impl Sync for Shared<MlirAttribute> {}

/// The PTX of each module as a `#gpu.object`; `None` where LLVM failed, after a diagnostic.
fn translate<'c>(
    kernels: &[OperationRef<'c, '_>],
    ctx: &PassContext<'c>,
) -> Vec<Option<Attribute<'c>>> {
    let modules: Vec<_> = kernels
        .iter()
        .map(|kernel| Shared(kernel.to_raw()))
        .collect();
    let sizes: Vec<usize> = kernels
        .iter()
        .map(|kernel| op::nested(*kernel).len())
        .collect();
    let _in_order = InOrder::new(ctx.context());
    let objects = jobs::run(&sizes, op::thread_count(ctx.context()), |number| {
        // SAFETY: the module is alive, and has an NVIDIA target.
        Shared(unsafe { declared::tc_gpu_module_to_ptx(modules[number].0) })
    });
    let objects = objects.into_iter().map(|Shared(object)| {
        // SAFETY: MLIR made the attribute in this context.
        unsafe { Attribute::from_option_raw(object) }
    });
    objects.collect()
}

/// `gpu.binary @name [object]`
fn binary<'c>(
    kernel: OperationRef<'c, '_>,
    object: Attribute<'c>,
    context: &'c Context,
) -> Operation<'c> {
    let name = StringAttribute::new(context, &op::symbol(kernel));
    let attributes = [
        ("sym_name", name.into()),
        (
            "offloadingHandler",
            build::parsed(context, "#gpu.select_object"),
        ),
        ("objects", ArrayAttribute::new(context, &[object]).into()),
    ];
    let recipe = build::Recipe {
        attributes: &attributes,
        ..build::Recipe::default()
    };
    build::create("gpu.binary", kernel.location(), recipe)
}

/// The first target of a `gpu.module`, as text.
fn first_target<'c: 'a, 'a>(module: OperationRef<'c, 'a>) -> Option<String> {
    let targets = ArrayAttribute::try_from(module.attribute("targets").ok()?).ok()?;
    Some(targets.element(0).ok()?.to_string())
}
