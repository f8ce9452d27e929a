//! Compiles the `llvm` dialect to machine code, and calls it.

use crate::{memory, pool::tc_parallel_for};
use melior::ir::{BlockLike, Module, OperationRef};
use mlir_sys::*;
use std::ffi::c_void;
use tc_dialects::{op, rounding::to_bfloat16};

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
}

/// A compiled function of this process.
pub struct Kernel {
    engine: MlirExecutionEngine,
    entry: unsafe extern "C" fn(*mut *mut c_void),
    /// What the address of each argument must be a multiple of.
    alignments: Vec<usize>,
}

// SAFETY: the engine is only touched by `compile` and `drop`; the machine code itself is immutable
// and has no state.
unsafe impl Send for Kernel {}
// SAFETY: as above: no method that takes a shared reference touches the engine.
unsafe impl Sync for Kernel {}

impl Kernel {
    /// Compiles `function` of a module in the `llvm` dialect for this machine's processor with
    /// `-O3`.
    ///
    /// `register_all_llvm_translations` must have been called on the module's context.
    ///
    /// # Errors
    /// [`Error::Compile`] if LLVM refuses the module, [`Error::Missing`] if it has no such
    /// function.
    pub fn compile(module: &Module, function: &str) -> Result<Self, Error> {
        // SAFETY: the module is alive; a module that is not in the `llvm` dialect gives null.
        let engine = unsafe {
            mlirExecutionEngineCreate(module.to_raw(), 3, 0, std::ptr::null(), false, false)
        };
        if engine.ptr.is_null() {
            return Err(Error::Compile);
        }
        // SAFETY: the engine is not null. The names are copied during the calls, and the functions
        // are those of this process, with the signatures by which compiled code calls them:
        // `llvm-parallel-calls` declares the first, LLVM the second, `finalize-memref-to-llvm` the
        // others.
        unsafe {
            mlirExecutionEngineRegisterSymbol(
                engine,
                reference("tc_parallel_for"),
                tc_parallel_for as *mut c_void,
            );
            mlirExecutionEngineRegisterSymbol(
                engine,
                reference("__truncdfbf2"),
                truncate_to_bfloat16 as *mut c_void,
            );
            mlirExecutionEngineRegisterSymbol(
                engine,
                reference("aligned_alloc"),
                memory::allocate as *mut c_void,
            );
            mlirExecutionEngineRegisterSymbol(
                engine,
                reference("free"),
                memory::release as *mut c_void,
            );
            mlirExecutionEngineInitialize(engine);
        }
        // SAFETY: the engine is alive; the name is only read during the call.
        let address = unsafe { mlirExecutionEngineLookupPacked(engine, reference(function)) };
        if address.is_null() {
            // SAFETY: the engine is not null, and nothing uses it any more.
            unsafe { mlirExecutionEngineDestroy(engine) };
            return Err(Error::Missing(function.to_owned()));
        }
        // SAFETY: MLIR generates a wrapper of this type for every function of the module.
        let entry = unsafe {
            std::mem::transmute::<*mut c_void, unsafe extern "C" fn(*mut *mut c_void)>(address)
        };
        Ok(Self {
            engine,
            entry,
            alignments: alignments(module, function),
        })
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
        let mut arguments: Vec<*mut u8> = buffers.to_vec();
        let mut packed: Vec<*mut c_void> = arguments
            .iter_mut()
            .map(|argument| (argument as *mut *mut u8).cast())
            .collect();
        // SAFETY: the engine with the code lives as long as `self`; the caller guarantees that the
        // buffers fit.
        unsafe { (self.entry)(packed.as_mut_ptr()) };
    }
}

/// What the address of each argument of a function is promised to be a multiple of.
fn alignments(module: &Module, function: &str) -> Vec<usize> {
    // SAFETY: the operation lives in `module`, which is borrowed.
    let whole = unsafe { OperationRef::from_raw(module.as_operation().to_raw()) };
    let functions = op::children(whole).into_iter();
    let mut named =
        functions.filter(|one| op::string(*one, "sym_name").as_deref() == Some(function));
    let Some(function) = named.next() else {
        return Vec::new();
    };
    let promised = |argument| {
        let found = op::argument_attribute(function, argument, "llvm.align")?;
        usize::try_from(op::integer_of(found)?)
            .ok()
            .filter(|bytes| *bytes > 0)
    };
    let arguments = op::body(function).map_or(0, |body| body.argument_count());
    (0..arguments)
        .map(|one| promised(one).unwrap_or(1))
        .collect()
}

impl Drop for Kernel {
    fn drop(&mut self) {
        // SAFETY: the engine came from `compile` and is destroyed here and nowhere else.
        unsafe { mlirExecutionEngineDestroy(self.engine) };
    }
}

/// `__truncdfbf2` of compiler-rt, which is not linked in: double to bfloat16 in one rounding, to
/// nearest even. The result is in the low half of a floating-point register, as x86-64 and AArch64
/// return a `__bf16`.
extern "C" fn truncate_to_bfloat16(value: f64) -> f32 {
    f32::from_bits(u32::from(to_bfloat16(value).to_bits()))
}

fn reference(text: &str) -> MlirStringRef {
    // Lives as long as the call that it is passed to.
    MlirStringRef {
        data: text.as_ptr().cast(),
        length: text.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melior::Context;
    use tc_passes::api::{self, run_pipeline};

    fn new_context() -> Context {
        api::register_with(crate::register);
        api::new_context()
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
