//! The passes of upstream MLIR on our ways: the one place where a pass and its options are text.

use std::fmt;

/// A pass of upstream MLIR, with the options that our ways give it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Upstream {
    /// Arithmetic that a machine lacks, in terms of what it has.
    ArithExpand,
    /// Conversions to bf16 too.
    ArithExpandBf16,
    /// Canonical forms.
    Canonicalize,
    /// `arith` to `llvm`.
    ConvertArithToLlvm,
    /// `cf` to `llvm`.
    ConvertCfToLlvm,
    /// Arrays are bare pointers.
    ConvertFuncToLlvm,
    /// Arrays are bare pointers, indices have 64 bits.
    ConvertGpuToNvvm,
    /// `index` to `llvm`.
    ConvertIndexToLlvm,
    /// `math` to calls of the C library.
    ConvertMathToLibm,
    /// `math` to `llvm`.
    ConvertMathToLlvm,
    /// `nvgpu` to `nvvm`.
    ConvertNvgpuToNvvm,
    /// `nvvm` to inline assembly where it has no intrinsic.
    ConvertNvvmToLlvm,
    /// `scf` to `cf`.
    ConvertScfToCf,
    /// `ub` to `llvm`.
    ConvertUbToLlvm,
    /// `vector` to `llvm`.
    ConvertVectorToLlvm,
    /// `vector` transfers to loops.
    ConvertVectorToScf,
    /// Common subexpressions once.
    Cse,
    /// Locations become directives, and nothing else.
    EnsureDebugInfoScope,
    /// Strides and offsets as explicit arithmetic.
    ExpandStridedMetadata,
    /// `memref` to `llvm`; arrays come from `aligned_alloc`.
    FinalizeMemrefToLlvm,
    /// `affine` to `arith` and `scf`.
    LowerAffine,
    /// The processor that the kernels of a module are compiled for.
    NvvmAttachTarget {
        /// What LLVM calls it.
        chip: String,
        /// The PTX version, as LLVM's features have it.
        features: String,
        /// A bitcode library to link.
        library: Option<String>,
    },
    /// Casts that cancel each other go.
    ReconcileUnrealizedCasts,
    /// Private symbols without uses go.
    SymbolDce,
}

/// As MLIR reads it.
impl fmt::Display for Upstream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Upstream::ArithExpand => "arith-expand",
            Upstream::ArithExpandBf16 => "arith-expand{include-bf16=true}",
            // From the top it takes time quadratic in a function.
            Upstream::Canonicalize => "canonicalize{top-down=false}",
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
            Upstream::ConvertUbToLlvm => "convert-ub-to-llvm",
            Upstream::ConvertVectorToLlvm => "convert-vector-to-llvm",
            Upstream::ConvertVectorToScf => "convert-vector-to-scf",
            Upstream::Cse => "cse",
            Upstream::EnsureDebugInfoScope => {
                "ensure-debug-info-scope-on-llvm-func{emission-kind=DebugDirectivesOnly}"
            }
            Upstream::ExpandStridedMetadata => "expand-strided-metadata",
            Upstream::FinalizeMemrefToLlvm => "finalize-memref-to-llvm{use-aligned-alloc=true}",
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
