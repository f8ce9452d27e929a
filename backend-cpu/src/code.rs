//! Compiles the `llvm` dialect to an object file in memory, or to assembly.
//!
//! A module is translated to LLVM IR and gets an entry point, a few lines of IR text (`glue.rs`).
//! Everything else becomes internal, so that LLVM inlines and drops what it can. Then the passes
//! (`PASSES`) and the code generator run for one [`Processor`].

use crate::{Error, glue, sys::*};
use melior::ir::{BlockLike, Module, OperationRef};
use mlir_sys::*;
use std::{
    ffi::{CStr, CString, c_char, c_void},
    fmt,
};
use tc_dialects::op;
use tc_syntax::near::nearest;

/// The passes that run before LLVM generates code. Loops are vectors already where they can be, so
/// that much of `-O3` has nothing to do here: this list leaves out the vectoriser of straight-line
/// code, the unrolling of loops whose length is not known, and everything that runs twice. Loops
/// leave what they test in every iteration (unswitching), and short ones of known length go. The
/// loop vectoriser stays for what `loops-vectorize` left alone.
const PASSES: &CStr = c"cgscc(inline),function(\
    sroa,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,\
    reassociate,loop-mssa(loop-rotate,licm,simple-loop-unswitch<nontrivial>),simplifycfg,\
    loop(loop-idiom,indvars,loop-deletion),\
    loop-unroll<O3;no-partial;no-runtime;no-upperbound;no-peeling>,\
    sroa,gvn,instcombine<no-verify-fixpoint>,dse,\
    loop-vectorize,loop-load-elim,instcombine<no-verify-fixpoint>,simplifycfg,loop-mssa(licm)),globaldce";

/// What LLVM generates code for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Processor {
    name: CString,
    features: CString,
}

impl Processor {
    /// The processor of this machine, with all features that it has.
    pub fn host() -> Processor {
        // SAFETY: both texts are ours from here on.
        unsafe {
            Processor {
                name: taken(LLVMGetHostCPUName()),
                features: taken(LLVMGetHostCPUFeatures()),
            }
        }
    }

    /// A processor by LLVM's name, such as `x86-64-v3`.
    ///
    /// # Errors
    /// A name that LLVM does not know, with a similar one that it does.
    pub fn named(name: &str) -> Result<Processor, String> {
        let mut known: Vec<String> = Vec::new();
        // SAFETY: the sink only adds to the list, which outlives the call.
        unsafe { tc_host_processors(Some(collect), std::ptr::from_mut(&mut known).cast()) };
        if known.iter().any(|one| one == name) {
            let name = CString::new(name).map_err(|reason| reason.to_string())?;
            return Ok(Processor {
                name,
                features: CString::default(),
            });
        }
        let near = match nearest(name, known.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                "expected a name such as `x86-64-v3`, which `clang --print-supported-cpus` lists"
                    .to_owned()
            }
        };
        Err(format!("unknown processor `{name}`: {near}"))
    }
}

impl fmt::Display for Processor {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, features) = (self.name.to_string_lossy(), self.features.to_string_lossy());
        write!(out, "{name} {features}")
    }
}

/// The form of machine code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// An object file that can be linked.
    Object,
    /// The assembly, as text.
    Assembly,
    /// The LLVM IR that it is generated from, as text.
    Ir,
}

/// The object code of a function of a module in the `llvm` dialect, for this machine's processor,
/// which [`crate::Kernel::load`] takes, in this process or in another one on the same machine.
///
/// `register_all_llvm_translations` must have been called on the module's context.
///
/// # Errors
/// [`Error::Compile`] if LLVM refuses the module, [`Error::Missing`] if it has no such function.
pub fn object_code(module: &Module, function: &str) -> Result<Vec<u8>, Error> {
    let context = Context::new();
    let unit = context.translate(module)?;
    let signature = unit.function(function)?.signature();
    let alignments = alignments(module, function);
    unit.link(&glue::packed(function, &signature, &alignments))?;
    unit.keep_only(&[glue::PACKED, glue::ALIGNMENTS]);
    unit.generate(&Processor::host(), Form::Object)
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

/// A context of LLVM.
pub(crate) struct Context(LLVMContextRef);

impl Context {
    pub(crate) fn new() -> Context {
        // SAFETY: a context of our own.
        Context(unsafe { LLVMContextCreate() })
    }

    /// The LLVM IR of a module in the `llvm` dialect.
    pub(crate) fn translate(&self, module: &Module) -> Result<Unit<'_>, Error> {
        // SAFETY: both are alive; a module with operations of other dialects gives null.
        let raw = unsafe { mlirTranslateModuleToLLVMIR(module.as_operation().to_raw(), self.0) };
        self.unit(raw)
    }

    fn unit(&self, raw: LLVMModuleRef) -> Result<Unit<'_>, Error> {
        if raw.is_null() {
            Err(Error::Compile)
        } else {
            Ok(Unit { raw, context: self })
        }
    }

    /// The module with this text.
    pub(crate) fn parse(&self, text: &str) -> Result<Unit<'_>, Error> {
        let mut raw = std::ptr::null_mut();
        let mut message = std::ptr::null_mut();
        // SAFETY: the buffer is a copy of the text, which the call consumes.
        let failed = unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                text.as_ptr().cast(),
                text.len(),
                c"glue".as_ptr(),
            );
            LLVMParseIRInContext(self.0, buffer, &mut raw, &mut message)
        };
        match failed {
            0 => self.unit(raw),
            // SAFETY: a message comes with every failure, and is ours.
            _ => Err(Error::Generate(unsafe { said(message) })),
        }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: units, which borrow the context, are gone.
        unsafe { LLVMContextDispose(self.0) };
    }
}

/// A module of LLVM IR.
pub(crate) struct Unit<'l> {
    raw: LLVMModuleRef,
    context: &'l Context,
}

impl Drop for Unit<'_> {
    fn drop(&mut self) {
        // SAFETY: made by LLVM, and disposed here and nowhere else.
        unsafe { LLVMDisposeModule(self.raw) };
    }
}

impl<'l> Unit<'l> {
    /// The function of that name, which must have a body.
    pub(crate) fn function(&self, name: &str) -> Result<Function, Error> {
        // SAFETY: the module is alive; the name is only read.
        let raw =
            unsafe { LLVMGetNamedFunctionWithLength(self.raw, name.as_ptr().cast(), name.len()) };
        // SAFETY: not null where it is used.
        if raw.is_null() || unsafe { LLVMIsDeclaration(raw) } != 0 {
            Err(Error::Missing(name.to_owned()))
        } else {
            Ok(Function(raw))
        }
    }

    /// Gives a function with a body another name.
    pub(crate) fn rename(&self, name: &str, new: &str) -> Result<(), Error> {
        let Function(raw) = self.function(name)?;
        // SAFETY: the function is alive; the name is copied.
        unsafe { LLVMSetValueName2(raw, new.as_ptr().cast(), new.len()) };
        Ok(())
    }

    /// Lets calls of a function that is declared only, if it is, go to another one.
    pub(crate) fn redirect(&self, name: &str, new: &str) {
        // SAFETY: the module is alive; names are only read, or copied.
        unsafe {
            let raw = LLVMGetNamedFunctionWithLength(self.raw, name.as_ptr().cast(), name.len());
            if !raw.is_null() && LLVMIsDeclaration(raw) != 0 {
                LLVMSetValueName2(raw, new.as_ptr().cast(), new.len());
            }
        }
    }

    /// Makes all functions with a body internal, except for some.
    pub(crate) fn keep_only(&self, names: &[&str]) {
        // SAFETY: the module is alive, and the loop does not add or remove functions.
        unsafe {
            let mut next = LLVMGetFirstFunction(self.raw);
            while !next.is_null() {
                let mut length = 0;
                let text = LLVMGetValueName2(next, &mut length);
                let name = std::slice::from_raw_parts(text.cast::<u8>(), length);
                if LLVMIsDeclaration(next) == 0 && !names.iter().any(|one| one.as_bytes() == name) {
                    LLVMSetLinkage(next, LLVMLinkage_LLVMInternalLinkage);
                }
                next = LLVMGetNextFunction(next);
            }
        }
    }

    /// Adds the functions of a text.
    pub(crate) fn link(&self, text: &str) -> Result<(), Error> {
        let added = self.context.parse(text)?;
        self.take(added)
    }

    /// Adds the functions of another module.
    pub(crate) fn take(&self, added: Unit<'l>) -> Result<(), Error> {
        let raw = added.raw;
        std::mem::forget(added);
        // SAFETY: both modules are of one context; the second is consumed.
        match unsafe { LLVMLinkModules2(self.raw, raw) } {
            0 => Ok(()),
            _ => Err(Error::Compile),
        }
    }

    /// Runs the passes, and generates code.
    pub(crate) fn generate(&self, processor: &Processor, form: Form) -> Result<Vec<u8>, Error> {
        let machine = Machine::of(processor)?;
        // SAFETY: module and machine are alive; what LLVM makes for us is disposed of.
        unsafe {
            let layout = LLVMCreateTargetDataLayout(machine.raw);
            LLVMSetModuleDataLayout(self.raw, layout);
            LLVMDisposeTargetData(layout);
            LLVMSetTarget(self.raw, machine.triple.as_ptr());
            let options = LLVMCreatePassBuilderOptions();
            let result = LLVMRunPasses(self.raw, PASSES.as_ptr(), machine.raw, options);
            LLVMDisposePassBuilderOptions(options);
            check(result)?;
            let kind = match form {
                Form::Object => LLVMObjectFile,
                Form::Assembly => LLVMAssemblyFile,
                Form::Ir => return Ok(taken(LLVMPrintModuleToString(self.raw)).into_bytes()),
            };
            let mut message = std::ptr::null_mut();
            let mut buffer = std::ptr::null_mut();
            let failed = LLVMTargetMachineEmitToMemoryBuffer(
                machine.raw,
                self.raw,
                kind,
                &mut message,
                &mut buffer,
            );
            if failed != 0 {
                return Err(Error::Generate(said(message)));
            }
            let start = LLVMGetBufferStart(buffer).cast::<u8>();
            let bytes = std::slice::from_raw_parts(start, LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            Ok(bytes)
        }
    }
}

/// A function of a [`Unit`].
pub(crate) struct Function(LLVMValueRef);

impl Function {
    /// The types of the arguments, then that of the result, as LLVM IR.
    pub(crate) fn signature(&self) -> glue::Signature {
        // SAFETY: the function is alive; the texts are ours.
        unsafe {
            let text = |ty| {
                taken(LLVMPrintTypeToString(ty))
                    .to_string_lossy()
                    .into_owned()
            };
            let count = LLVMCountParams(self.0);
            glue::Signature {
                arguments: (0..count)
                    .map(|index| text(LLVMTypeOf(LLVMGetParam(self.0, index))))
                    .collect(),
                result: text(LLVMGetReturnType(LLVMGlobalGetValueType(self.0))),
            }
        }
    }
}

impl Function {
    /// The alignment in bytes that each argument promises; 1 where it promises none.
    pub(crate) fn alignments(&self) -> Vec<u64> {
        // SAFETY: the function is alive, and the indices are those of its arguments.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(c"align".as_ptr(), 5);
            let of = |index| {
                // Arguments are counted from 1.
                let found = LLVMGetEnumAttributeAtIndex(self.0, index + 1, kind);
                if found.is_null() {
                    1
                } else {
                    LLVMGetEnumAttributeValue(found)
                }
            };
            (0..LLVMCountParams(self.0)).map(of).collect()
        }
    }
}

/// A code generator.
struct Machine {
    raw: LLVMTargetMachineRef,
    triple: CString,
}

impl Machine {
    fn of(processor: &Processor) -> Result<Machine, Error> {
        // SAFETY: texts and options are alive during the calls; what LLVM makes is ours.
        unsafe {
            tc_initialize_host();
            let triple = taken(LLVMGetDefaultTargetTriple());
            let mut target = std::ptr::null_mut();
            let mut message = std::ptr::null_mut();
            if LLVMGetTargetFromTriple(triple.as_ptr(), &mut target, &mut message) != 0 {
                return Err(Error::Generate(said(message)));
            }
            let raw = LLVMCreateTargetMachine(
                target,
                triple.as_ptr(),
                processor.name.as_ptr(),
                processor.features.as_ptr(),
                LLVMCodeGenLevelAggressive,
                LLVMRelocPIC,
                LLVMCodeModelDefault,
            );
            if raw.is_null() {
                Err(Error::Compile)
            } else {
                Ok(Machine { raw, triple })
            }
        }
    }
}

/// What ORC generates code for where it only loads some: no processor in particular, since the
/// features of this one cost more to find out than an object to load.
pub(crate) fn unused_machine() -> Result<LLVMOrcJITTargetMachineBuilderRef, Error> {
    let any = Processor {
        name: CString::default(),
        features: CString::default(),
    };
    let machine = Machine::of(&any)?.into_raw();
    // SAFETY: the call takes the machine over.
    Ok(unsafe { LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(machine) })
}

impl Machine {
    /// The generator alone, for a call that disposes of it.
    fn into_raw(mut self) -> LLVMTargetMachineRef {
        std::mem::replace(&mut self.raw, std::ptr::null_mut())
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // SAFETY: made by `of`; null, which is nothing to dispose of, once `into_raw` gave it away.
        unsafe { LLVMDisposeTargetMachine(self.raw) };
    }
}

/// An error of LLVM as a value.
pub(crate) fn check(result: LLVMErrorRef) -> Result<(), Error> {
    if result.is_null() {
        return Ok(());
    }
    // SAFETY: the error is consumed, and its message is disposed of after it is copied.
    unsafe {
        let message = LLVMGetErrorMessage(result);
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(message);
        Err(Error::Generate(text))
    }
}

/// Appends a text to a `Vec<String>`.
unsafe extern "C" fn collect(text: MlirStringRef, data: *mut c_void) {
    // SAFETY: the text is readable during the call, and `named` gives the list.
    unsafe {
        let bytes = std::slice::from_raw_parts(text.data.cast::<u8>(), text.length);
        let all = &mut *data.cast::<Vec<String>>();
        all.push(String::from_utf8_lossy(bytes).into_owned());
    }
}

/// A text that LLVM made for us.
unsafe fn taken(text: *mut c_char) -> CString {
    // SAFETY: a terminated text, which is not used again.
    unsafe {
        let copy = CStr::from_ptr(text).to_owned();
        LLVMDisposeMessage(text);
        copy
    }
}

/// A message that LLVM made for us.
unsafe fn said(message: *mut c_char) -> String {
    // SAFETY: as in `taken`.
    unsafe { taken(message) }.to_string_lossy().into_owned()
}
