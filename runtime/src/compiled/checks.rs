//! Subscripts that are data, checked before the program runs on the CPU.
//!
//! Where a subscript depends on inputs alone, `tc-bounds-checks{check=before}` makes a separate
//! program that tells whether a value is out of range. It is compiled as any other program, and
//! runs before each run of the operator, whose loops then need neither clamps nor comparisons. If
//! it finds a violation, the reference evaluator tells which one.

use super::{
    Compiled,
    code::{self, as_argument},
};
use crate::{
    errors::{Errors, error},
    program::{defs, entries::Entry},
    way::{Way, copy, run},
};
use melior::{Context, ir::Module};
use std::time::Instant;
use tc_backend_cpu::Kernel;
use tc_comprehensions::bounds_checks::{Check, Checks, checks_of, deciding_inputs};
use tc_dialects::target::Target;
use tc_dialects::{
    evaluator,
    tensor::{ElementType, Tensor},
};
use tc_pipelines::{Bindings, mapping::MappingOptions};

/// The machine code of the checks, and the flags that each of its runs sets in a copy.
pub(crate) struct CompiledChecks {
    kernel: Kernel,
    flags: Vec<Tensor>,
}

/// The checks that run before the program.
pub(crate) struct Before<'c> {
    pub(crate) checks: CompiledChecks,
    /// Its machine code, for the cache.
    pub(crate) object: Vec<u8>,
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
        let kernel = code::load(object)?;
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
    pub(crate) unsafe fn hold(&self, given: &[*mut u8], sizes: &[i64]) -> bool {
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
pub(crate) struct Lowered<'c> {
    pub(crate) module: Module<'c>,
    /// In the order of its last arguments, which are their flags.
    pub(crate) checks: Vec<Check>,
}

impl<'c> Lowered<'c> {
    /// Lowers the checks of a module at the `tc` level; `None` if no subscript depends on inputs
    /// alone.
    ///
    /// # Errors
    /// What the passes refuse.
    pub(crate) fn of(
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
        let checks = checks_of(defs::find(&module, entry)?);
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
    pub(crate) fn of(
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
            None => code::object(&module, entry)?,
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
    pub(crate) fn violation(&self, entry: &str, given: &[(&str, Tensor)], sizes: &[i64]) -> Errors {
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
        let def = defs::find(&module, entry)?;
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

impl Compiled<'_> {
    /// Compiles the checks of subscripts that are data into the program, and adds the buffers that
    /// they write.
    pub(super) fn add_bounds_checks(
        &mut self,
        wanted: Checks,
        bindings: &Bindings,
        kept: Option<Vec<u8>>,
    ) -> Result<(), Errors> {
        let name = &self.entry.name;
        if wanted == Checks::Computed && self.runs {
            let begin = Instant::now();
            let Way {
                context, module, ..
            } = &self.way;
            let (target, open) = (&self.platform.target, &self.open);
            self.before = Before::of(context, module, name, bindings, target, open, kept)?;
            self.way.took("checks", begin);
        }
        let for_c = !self.platform.lowering.artifacts.is_empty();
        if wanted == Checks::Computed && for_c {
            let Way {
                context, module, ..
            } = &self.way;
            self.ahead = Lowered::of(context, module, name, bindings, &self.platform.target)?;
        }
        self.way
            .stage(&tc_pipelines::with_bounds_checks(bindings, wanted))?;
        self.checks = checks_of(defs::find(&self.way.module, name)?);
        if self.runs {
            for check in &self.checks {
                let shape = check.shape();
                self.call
                    .add_output(&check.tensor, ElementType::I64, &shape)?;
            }
        }
        Ok(())
    }
}

/// The positions of the arguments that decide about places.
pub(super) fn deciding(way: &Way<'_>, entry: &Entry) -> Result<Vec<usize>, Errors> {
    let names = deciding_inputs(defs::find(&way.module, &entry.name)?);
    let all = entry.parameters.iter().enumerate();
    let found = all.filter(|(_, one)| names.contains(&one.name));
    Ok(found.map(|(position, _)| position).collect())
}
