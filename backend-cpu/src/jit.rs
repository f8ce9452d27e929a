//! Loads object code into this process, and calls it.

use crate::{
    code::{self, check},
    glue::{ALIGNMENTS, PACKED},
    memory,
    pool::tc_parallel_for,
    sys::*,
};
use half::f16;
use melior::ir::Module;
use smallvec::SmallVec;
use std::ffi::{CString, c_void};
use tc_syntax::rounding::{to_bfloat16, to_half};

/// Why a module in the `llvm` dialect cannot be compiled or called.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// LLVM's code generator refuses the module, most often for an operation of another dialect.
    #[error("LLVM could not compile the module: is everything in it lowered to the llvm dialect?")]
    Compile,
    /// The module compiles, but defines no public function of this name.
    #[error("no function `{0}` in the compiled module")]
    Missing(String),
    /// An argument does not begin where the function promises that it does.
    #[error(
        "expected argument {argument} at a multiple of {expected} bytes, as its `llvm.align` promises, found the address {found:#x}: \
         align it, or compile without `alignment` of schedule-to-cpu"
    )]
    Misaligned {
        /// The position of the argument.
        argument: usize,
        /// The promised alignment in bytes.
        expected: usize,
        /// The address.
        found: usize,
    },
    /// LLVM says why it cannot generate, load or link code.
    #[error("LLVM: {0}")]
    Generate(String),
}

/// One value per argument: a call of a few arguments allocates nothing.
type Arguments<T> = SmallVec<[T; 16]>;

/// A compiled function of this process.
pub struct Kernel {
    engine: LLVMOrcLLJITRef,
    entry: unsafe extern "C" fn(*mut *mut c_void),
    /// What the address of each argument must be a multiple of.
    alignments: Vec<usize>,
}

// SAFETY: the engine is only touched by `load` and `drop`; the machine code itself is immutable
// and has no state.
unsafe impl Send for Kernel {}
// SAFETY: as above: no method that takes a shared reference touches the engine.
unsafe impl Sync for Kernel {}

impl Kernel {
    /// Compiles `function` of a module in the `llvm` dialect for this machine's processor.
    ///
    /// # Errors
    /// Those of [`code::object_code`] and [`Kernel::load`].
    pub fn compile(module: &Module, function: &str) -> Result<Self, Error> {
        Kernel::load(&code::object_code(module, function)?)
    }

    /// Loads what [`code::object_code`] returned.
    ///
    /// # Errors
    /// Bytes that are no object file of this machine, or none with an entry point of ours.
    pub fn load(object: &[u8]) -> Result<Self, Error> {
        // SAFETY: LLVM copies the bytes and the names; the functions are those of this process,
        // with the signatures by which compiled code calls them. The builder is consumed by the
        // engine, and the kernel disposes of that where a later step fails.
        unsafe {
            let machine = code::unused_machine()?;
            let builder = LLVMOrcCreateLLJITBuilder();
            LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(builder, machine);
            let mut engine = std::ptr::null_mut();
            check(LLVMOrcCreateLLJIT(&mut engine, builder))?;
            let mut kernel = Kernel {
                engine,
                entry: nothing,
                alignments: Vec::new(),
            };
            kernel.define_runtime()?;
            let library = LLVMOrcLLJITGetMainJITDylib(engine);
            let bytes = mlir_sys::LLVMCreateMemoryBufferWithMemoryRangeCopy(
                object.as_ptr().cast(),
                object.len(),
                c"kernel".as_ptr(),
            );
            check(LLVMOrcLLJITAddObjectFile(engine, library, bytes))?;
            kernel.entry = std::mem::transmute::<usize, unsafe extern "C" fn(*mut *mut c_void)>(
                kernel.address(PACKED)?,
            );
            let alignments = kernel.address(ALIGNMENTS)? as *const u64;
            let count = usize::try_from(*alignments).unwrap_or(0);
            let promised = std::slice::from_raw_parts(alignments.add(1), count);
            let promised = promised
                .iter()
                .map(|&bytes| usize::try_from(bytes).unwrap_or(1));
            kernel.alignments = promised.map(|bytes| bytes.max(1)).collect();
            Ok(kernel)
        }
    }

    /// What compiled code calls: `llvm-parallel-calls` declares the first function, LLVM the
    /// conversions, `finalize-memref-to-llvm` the last two, and libc and libm have the others.
    ///
    /// The conversions are those of compiler-rt for 16-bit types. A process has them or not,
    /// depending on what its program links and exports: `tc-run` has them, Python does not.
    unsafe fn define_runtime(&self) -> Result<(), Error> {
        let functions = [
            (
                c"tc_parallel_for",
                tc_parallel_for as *const c_void as usize,
            ),
            (
                c"__truncdfbf2",
                truncate_to_bfloat16 as *const c_void as usize,
            ),
            (c"__truncsfbf2", float_to_bfloat16 as *const c_void as usize),
            (c"__truncdfhf2", truncate_to_half as *const c_void as usize),
            (c"__truncsfhf2", float_to_half as *const c_void as usize),
            (c"__extendhfsf2", half_to_float as *const c_void as usize),
            (c"__extendhfdf2", half_to_double as *const c_void as usize),
            (c"aligned_alloc", memory::allocate as *const c_void as usize),
            (c"free", memory::release as *const c_void as usize),
        ];
        // SAFETY: the engine is alive; it owns what is defined in its library.
        unsafe {
            let library = LLVMOrcLLJITGetMainJITDylib(self.engine);
            let mut symbols = functions.map(|(name, address)| LLVMOrcCSymbolMapPair {
                Name: LLVMOrcLLJITMangleAndIntern(self.engine, name.as_ptr()),
                Sym: LLVMJITEvaluatedSymbol {
                    Address: address as u64,
                    Flags: LLVMJITSymbolFlags {
                        GenericFlags: LLVMJITSymbolGenericFlagsExported as u8
                            | LLVMJITSymbolGenericFlagsCallable as u8,
                        TargetFlags: 0,
                    },
                },
            });
            let unit = LLVMOrcAbsoluteSymbols(symbols.as_mut_ptr(), symbols.len());
            check(LLVMOrcJITDylibDefine(library, unit))?;
            let mut process = std::ptr::null_mut();
            let prefix = LLVMOrcLLJITGetGlobalPrefix(self.engine);
            check(LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
                &mut process,
                prefix,
                None,
                std::ptr::null_mut(),
            ))?;
            LLVMOrcJITDylibAddGenerator(library, process);
        }
        Ok(())
    }

    /// The address of a symbol of the loaded code.
    fn address(&self, name: &str) -> Result<usize, Error> {
        let name = CString::new(name).expect("a name without zeros");
        let mut address = 0;
        // SAFETY: the engine is alive, and the name is only read.
        check(unsafe { LLVMOrcLLJITLookup(self.engine, &mut address, name.as_ptr()) })?;
        Ok(address as usize)
    }

    /// Whether the buffers begin where the function promises that they do.
    ///
    /// # Errors
    /// [`Error::Misaligned`] for the first one that does not.
    pub fn check(&self, buffers: &[*mut u8]) -> Result<(), Error> {
        let all = buffers.iter().zip(&self.alignments).enumerate();
        for (argument, (buffer, &expected)) in all {
            let found = buffer.addr();
            if !found.is_multiple_of(expected) {
                return Err(Error::Misaligned {
                    argument,
                    expected,
                    found,
                });
            }
        }
        Ok(())
    }

    /// Calls the function with one buffer per argument.
    ///
    /// # Safety
    /// `buffers` holds, in order, a valid pointer for every memref argument, each to storage of at
    /// least that memref's size; storage that the kernel writes must not overlap any other.
    /// [`Kernel::check`] accepts them.
    pub unsafe fn run(&self, buffers: &[*mut u8]) {
        // The packed convention: a list of pointers to the arguments, each argument being a pointer
        // here.
        let mut arguments: Arguments<*mut u8> = SmallVec::from_slice(buffers);
        let mut packed: Arguments<*mut c_void> = arguments
            .iter_mut()
            .map(|argument| (argument as *mut *mut u8).cast())
            .collect();
        // SAFETY: the engine with the code lives as long as `self`; the caller guarantees that the
        // buffers fit.
        unsafe { (self.entry)(packed.as_mut_ptr()) };
    }
}

impl Drop for Kernel {
    fn drop(&mut self) {
        // SAFETY: the engine came from `load` and is disposed of here and nowhere else.
        let result = unsafe { LLVMOrcDisposeLLJIT(self.engine) };
        // A destructor has nobody to tell.
        let _ = check(result);
    }
}

/// The entry of a kernel that is not loaded yet.
unsafe extern "C" fn nothing(_: *mut *mut c_void) {}

/// `__truncdfbf2` of compiler-rt, which is not linked in: double to bfloat16 in one rounding, to
/// nearest even. The result is in the low half of a floating-point register, as x86-64 and AArch64
/// return a `__bf16`.
extern "C" fn truncate_to_bfloat16(value: f64) -> f32 {
    f32::from_bits(u32::from(to_bfloat16(value).to_bits()))
}

/// `__truncsfbf2`: float to bfloat16.
extern "C" fn float_to_bfloat16(value: f32) -> f32 {
    truncate_to_bfloat16(f64::from(value))
}

/// `__truncdfhf2`: double to half in one rounding; a `_Float16` is returned like a `__bf16`.
extern "C" fn truncate_to_half(value: f64) -> f32 {
    f32::from_bits(u32::from(to_half(value).to_bits()))
}

/// `__truncsfhf2`: float to half.
extern "C" fn float_to_half(value: f32) -> f32 {
    truncate_to_half(f64::from(value))
}

/// `__extendhfsf2`: the half number in the low half of a floating-point register.
extern "C" fn half_to_float(value: f32) -> f32 {
    f16::from_bits(value.to_bits() as u16).to_f32()
}

/// `__extendhfdf2`: half to double.
extern "C" fn half_to_double(value: f32) -> f64 {
    f64::from(half_to_float(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use melior::Context;
    use tc_pass_host::run_pipeline;

    fn new_context() -> Context {
        tc_pipelines::register_with(crate::register);
        tc_pipelines::new_context()
    }

    /// The output of `schedule-to-cpu` for a small product, two parallel rows at a time.
    const PRODUCT: &str = r#"
        func.func @mm(%A: memref<7x5xf32>, %B: memref<5x3xf32>, %C: memref<7x3xf32>) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c2 = arith.constant 2 : index
          %c3 = arith.constant 3 : index
          %c5 = arith.constant 5 : index
          %c7 = arith.constant 7 : index
          %zero = arith.constant 0.0 : f32
          scf.parallel (%block) = (%c0) to (%c7) step (%c2) {
            %end = arith.addi %block, %c2 : index
            %stop = arith.minsi %end, %c7 : index
            scf.for %i = %block to %stop step %c1 {
              scf.for %j = %c0 to %c3 step %c1 {
                memref.store %zero, %C[%i, %j] : memref<7x3xf32>
                scf.for %k = %c0 to %c5 step %c1 {
                  %a = memref.load %A[%i, %k] : memref<7x5xf32>
                  %b = memref.load %B[%k, %j] : memref<5x3xf32>
                  %c = memref.load %C[%i, %j] : memref<7x3xf32>
                  %p = arith.mulf %a, %b : f32
                  %s = arith.addf %c, %p : f32
                  memref.store %s, %C[%i, %j] : memref<7x3xf32>
                }
              }
            }
          }
          return
        }"#;

    fn lower(context: &Context, module: &mut Module) {
        let report =
            run_pipeline(context, module, &crate::pipeline::to_llvm().text(), None).unwrap();
        assert_eq!(report.diagnostics, []);
    }

    /// claim A8: a kernel needs the addresses of the data; sizes and element types are fixed when
    /// it is compiled
    #[test]
    fn parallel_product_has_the_right_values() {
        let context = new_context();
        let mut module = Module::parse(&context, PRODUCT).unwrap();
        lower(&context, &mut module);
        let kernel = Kernel::compile(&module, "mm").unwrap();
        let mut a: Vec<f32> = (0..35).map(|x| x as f32).collect();
        let mut b: Vec<f32> = (0..15).map(|x| (x % 4) as f32).collect();
        let mut c = vec![f32::NAN; 21];
        // SAFETY: `@mm` takes three buffers of 35, 15 and 21 floats.
        unsafe {
            kernel.run(&[
                a.as_mut_ptr().cast(),
                b.as_mut_ptr().cast(),
                c.as_mut_ptr().cast(),
            ]);
        }
        for i in 0..7 {
            for j in 0..3 {
                let due: f32 = (0..5).map(|k| a[i * 5 + k] * b[k * 3 + j]).sum();
                assert_eq!(c[i * 3 + j], due, "C[{i}, {j}]");
            }
        }
    }

    #[test]
    fn object_code_outlives_its_module() {
        let bytes = {
            let context = new_context();
            let mut module = Module::parse(&context, PRODUCT).unwrap();
            lower(&context, &mut module);
            crate::object_code(&module, "mm").unwrap()
        };
        let kernels = [(); 2].map(|()| Kernel::load(&bytes).unwrap());
        for kernel in kernels {
            let (mut a, mut b, mut c) = (vec![2.0_f32; 35], vec![3.0_f32; 15], vec![f32::NAN; 21]);
            // SAFETY: `@mm` takes three buffers of 35, 15 and 21 floats.
            unsafe {
                kernel.run(&[
                    a.as_mut_ptr().cast(),
                    b.as_mut_ptr().cast(),
                    c.as_mut_ptr().cast(),
                ]);
            }
            assert_eq!(c, [30.0; 21]);
        }
    }

    #[test]
    fn bytes_that_are_no_object_code_are_refused() {
        let error = Kernel::load(b"nothing").err().expect("no object file");
        assert!(error.to_string().starts_with("LLVM: "), "{error}");
    }

    #[test]
    fn a_missing_function_is_named() {
        let context = new_context();
        let mut module = Module::parse(&context, PRODUCT).unwrap();
        lower(&context, &mut module);
        let error = Kernel::compile(&module, "nn")
            .err()
            .expect("there is no @nn");
        assert_eq!(error.to_string(), "no function `nn` in the compiled module");
    }
}
