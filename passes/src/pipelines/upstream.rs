//! The passes of upstream MLIR on our ways: the one place where a pass and its options are text.

use std::fmt;

/// A pass of upstream MLIR, with the options that our ways give it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Upstream {
    ArithExpand,
    /// Conversions to bf16 too.
    ArithExpandBf16,
    Canonicalize,
    ConvertArithToLlvm,
    ConvertCfToLlvm,
    /// Arrays are bare pointers.
    ConvertFuncToLlvm,
    /// Arrays are bare pointers, indices have 64 bits.
    ConvertGpuToNvvm,
    ConvertIndexToLlvm,
    ConvertMathToLibm,
    ConvertMathToLlvm,
    ConvertNvgpuToNvvm,
    ConvertNvvmToLlvm,
    ConvertScfToCf,
    ConvertVectorToLlvm,
    ConvertVectorToScf,
    Cse,
    /// Locations become directives, and nothing else.
    EnsureDebugInfoScope,
    ExpandStridedMetadata,
    FinalizeMemrefToLlvm,
    LowerAffine,
    NvvmAttachTarget {
        chip: String,
        features: String,
        /// A bitcode library to link.
        library: Option<String>,
    },
    ReconcileUnrealizedCasts,
    SymbolDce,
}

/// As MLIR reads it.
impl fmt::Display for Upstream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Upstream::ArithExpand => "arith-expand",
            Upstream::ArithExpandBf16 => "arith-expand{include-bf16=true}",
            Upstream::Canonicalize => "canonicalize",
            Upstream::ConvertArithToLlvm => "convert-arith-to-llvm",
            Upstream::ConvertCfToLlvm => "convert-cf-to-llvm",
            Upstream::ConvertFuncToLlvm => "convert-func-to-llvm{use-bare-ptr-memref-call-conv=1}",
            Upstream::ConvertGpuToNvvm => {
                "convert-gpu-to-nvvm{index-bitwidth=64 use-bare-ptr-memref-call-conv=1}"
            }
            Upstream::ConvertIndexToLlvm => "convert-index-to-llvm",
            Upstream::ConvertMathToLibm => "convert-math-to-libm",
            Upstream::ConvertMathToLlvm => "convert-math-to-llvm",
            Upstream::ConvertNvgpuToNvvm => "convert-nvgpu-to-nvvm",
            Upstream::ConvertNvvmToLlvm => "convert-nvvm-to-llvm",
            Upstream::ConvertScfToCf => "convert-scf-to-cf",
            Upstream::ConvertVectorToLlvm => "convert-vector-to-llvm",
            Upstream::ConvertVectorToScf => "convert-vector-to-scf",
            Upstream::Cse => "cse",
            Upstream::EnsureDebugInfoScope => {
                "ensure-debug-info-scope-on-llvm-func{emission-kind=DebugDirectivesOnly}"
            }
            Upstream::ExpandStridedMetadata => "expand-strided-metadata",
            Upstream::FinalizeMemrefToLlvm => "finalize-memref-to-llvm",
            Upstream::LowerAffine => "lower-affine",
            Upstream::NvvmAttachTarget {
                chip,
                features,
                library,
            } => {
                let library = library.as_ref().map(|path| format!(" l={path}"));
                let library = library.unwrap_or_default();
                return write!(
                    f,
                    "nvvm-attach-target{{chip={chip} features={features} O=3{library}}}"
                );
            }
            Upstream::ReconcileUnrealizedCasts => "reconcile-unrealized-casts",
            Upstream::SymbolDce => "symbol-dce",
        };
        f.write_str(text)
    }
}
