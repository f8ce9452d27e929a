//! Subscripts that are data, checked before the program runs on the CPU.
//!
//! Where a subscript depends on inputs alone, `tc-bounds-checks{check=before}` makes a separate
//! program that tells whether a value is out of range. It is compiled as any other program, and
//! runs before each run of the operator, whose loops then need neither clamps nor comparisons. If
//! it finds a violation, the reference evaluator tells which one.

use crate::{
    call,
    cpu::as_argument,
    outcome::{Errors, error},
    stored,
    way::{copy, run},
};
use melior::{Context, ir::Module};
use tc_backend_cpu::Kernel;
use tc_comprehensions::bounds_checks::{Check, Checks, checks_of};
use tc_dialects::target::Target;
use tc_dialects::{
    evaluator,
    tensor::{ElementType, Tensor},
};
use tc_pipelines::{Bindings, mapping::MappingOptions};

/// The machine code of the checks, and the flags that each of its runs sets in a copy.
pub struct CompiledChecks {
    kernel: Kernel,
    flags: Vec<Tensor>,
}

/// The checks that run before the program.
pub struct Before<'c> {
    pub checks: CompiledChecks,
    /// Its machine code, for the cache.
    pub object: Vec<u8>,
    context: &'c Context,
    /// The program before the change, with the ranges of its indices.
    program: Module<'c>,
    bindings: Bindings,
    /// The sizes that each call gives.
    open: Vec<String>,
}

impl CompiledChecks {
    /// Of machine code that sets flags of these shapes.
    pub(crate) fn of(object: &[u8], flags: &[Vec<usize>]) -> Result<Self, Errors> {
        let kernel = stored::load(object)?;
        let flags = flags
            .iter()
            .map(|shape| Tensor::zeros(ElementType::I32, shape));
        let flags = flags
            .collect::<Result<_, _>>()
            .map_err(|reason| error(format!("flags of subscripts: {reason}")))?;
        Ok(CompiledChecks { kernel, flags })
    }

    /// The shapes of the flags.
    pub(crate) fn flags(&self) -> Vec<Vec<usize>> {
        let flags = self.flags.iter();
        flags.map(|one| one.shape().to_vec()).collect()
    }

    /// Whether all subscripts are in range for these contents of the inputs and in/out tensors, in
    /// the order of the def, and for these values of the sizes that are left open.
    ///
    /// # Safety
    /// Each pointer points to a buffer of the size given by the def.
    pub unsafe fn hold(&self, given: &[*mut u8], sizes: &[i64]) -> bool {
        let mut all = self.flags.clone();
        let flags = all.iter_mut().map(|tensor| tensor.bytes_mut().as_mut_ptr());
        let sizes = sizes.iter().map(|size| as_argument(*size));
        let pointers: Vec<*mut u8> = given.iter().copied().chain(flags).chain(sizes).collect();
        // SAFETY: the caller's promise, and the flags have the shapes given by the checks.
        unsafe { self.kernel.run(&pointers) };
        let raised = |tensor: &Tensor| {
            let flags = tensor.as_slice::<i32>().expect("flags are int32");
            flags.iter().any(|flag| *flag > 0)
        };
        !all.iter().any(raised)
    }
}

/// The program of the checks, in the `llvm` dialect.
pub struct Lowered<'c> {
    pub module: Module<'c>,
    /// In the order of its last arguments, which are their flags.
    pub checks: Vec<Check>,
}

impl<'c> Lowered<'c> {
    /// Lowers the checks of a module at the `tc` level; `None` if no subscript depends on inputs
    /// alone.
    ///
    /// # Errors
    /// What the passes refuse.
    pub fn of(
        context: &'c Context,
        program: &Module<'c>,
        entry: &str,
        bindings: &Bindings,
        target: &Target,
    ) -> Result<Option<Lowered<'c>>, Errors> {
        let Some(mut lowered) = Lowered::not_yet(context, program, entry, bindings)? else {
            return Ok(None);
        };
        let (mapping, bindings) = (MappingOptions::cpu(), Bindings::default());
        let stages = tc_backend_cpu::pipeline::stages(target, None, &mapping, &bindings);
        for stage in &stages[1..] {
            run(context, &mut lowered.module, stage)?;
        }
        Ok(Some(lowered))
    }

    /// The same at the `tc` level.
    fn not_yet(
        context: &'c Context,
        program: &Module<'c>,
        entry: &str,
        bindings: &Bindings,
    ) -> Result<Option<Lowered<'c>>, Errors> {
        let mut module = copy(program)?;
        run(
            context,
            &mut module,
            &tc_pipelines::with_bounds_checks(bindings, Checks::Before),
        )?;
        let checks = checks_of(call::find(&module, entry)?);
        if checks.is_empty() {
            return Ok(None);
        }
        Ok(Some(Lowered { module, checks }))
    }
}

impl<'c> Before<'c> {
    /// Compiles the checks of a module at the `tc` level, or takes the machine code that was `kept`
    /// of them; `None` if no subscript depends on inputs alone.
    ///
    /// # Errors
    /// What the passes refuse; flags that do not fit in memory.
    pub fn of(
        context: &'c Context,
        program: &Module<'c>,
        entry: &str,
        bindings: &Bindings,
        target: &Target,
        open: &[String],
        kept: Option<Vec<u8>>,
    ) -> Result<Option<Before<'c>>, Errors> {
        let lowered = match &kept {
            Some(_) => Lowered::not_yet(context, program, entry, bindings)?,
            None => Lowered::of(context, program, entry, bindings, target)?,
        };
        let Some(Lowered { module, checks }) = lowered else {
            return Ok(None);
        };
        let object = match kept {
            Some(object) => object,
            None => stored::object(&module, entry)?,
        };
        let flags: Vec<Vec<usize>> = checks.iter().map(Check::flag_shape).collect();
        Ok(Some(Before {
            checks: CompiledChecks::of(&object, &flags)?,
            object,
            context,
            program: copy(program)?,
            bindings: bindings.clone(),
            open: open.to_vec(),
        }))
    }

    /// TC0510 for the first value that is out of range.
    pub fn violation(&self, entry: &str, given: &[(&str, Tensor)], sizes: &[i64]) -> Errors {
        self.first_violation(entry, given, sizes)
            .unwrap_or_else(|errors| errors)
    }

    fn first_violation(
        &self,
        entry: &str,
        given: &[(&str, Tensor)],
        sizes: &[i64],
    ) -> Result<Errors, Errors> {
        let mut module = copy(&self.program)?;
        let mut bindings = self.bindings.clone();
        let open = self.open.iter().cloned();
        bindings.sizes.extend(open.zip(sizes.iter().copied()));
        let stage = tc_pipelines::with_bounds_checks(&bindings, Checks::BeforeValues);
        run(self.context, &mut module, &stage)?;
        let def = call::find(&module, entry)?;
        let values = evaluator::evaluate(def, given).map_err(|error| vec![error])?;
        let checks = checks_of(def);
        let mut found = checks
            .iter()
            .zip(&values)
            .filter_map(|(check, (_, values))| {
                check.violation(values.as_slice().expect("recorded values are int64"))
            });
        let violation = found.next();
        let violation = violation.ok_or_else(|| error("a subscript is out of range"))?;
        Ok(vec![violation])
    }
}
