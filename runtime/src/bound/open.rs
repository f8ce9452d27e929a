//! Sizes that are left open: the code takes their values at each call.
//!
//! [`Open`] is what such a call is checked against, in place of shapes that are numbers: it has the
//! extents of all arguments as functions of the sizes, and the preconditions. It outlives the
//! context that the operator was compiled in.

pub(crate) mod json;
mod rules;

use crate::{
    errors::{Errors, error},
    program::{
        defs,
        entries::{Entry, Parameter},
    },
};
use melior::ir::Module;
use smallvec::SmallVec;
use tc_dialects::tc::{Def, Range, ValueOf};
use tc_syntax::{
    diagnostic::{Code, Diagnostic},
    expr::{Expr, Precondition, Symbol},
};

/// What a call of code with open sizes must satisfy.
#[derive(Debug, PartialEq)]
pub struct Open {
    /// The open sizes, in the order in which the code takes them.
    names: Vec<String>,
    /// The sizes that have a value.
    fixed: Vec<(String, i64)>,
    /// The parameter and the dimension that each open size is an extent of; an input where one has
    /// it.
    sources: Vec<(usize, usize)>,
    /// The extents of each parameter.
    shapes: Vec<Vec<Expr>>,
    preconditions: Vec<Precondition>,
    /// Of all indices.
    ranges: Vec<(String, Range)>,
    /// Whether a size is used as a number of 32 bits.
    is_value: bool,
}

/// The sizes and shapes of one call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct At {
    /// The values of the open sizes.
    pub sizes: SmallVec<[i64; 8]>,
    /// By parameter.
    pub shapes: SmallVec<[SmallVec<[usize; 4]>; 8]>,
}

/// The open sizes of an entry with these sizes, in the order in which the code takes them.
pub(super) fn in_order(sizes: &[(String, i64)], open: &[String]) -> Vec<String> {
    let names = sizes.iter().map(|(name, _)| name);
    names.filter(|name| open.contains(name)).cloned().collect()
}

/// What calls of an entry must satisfy, if sizes of it are open; the module is that of its ranges.
pub(crate) fn of_entry(
    module: &Module<'_>,
    entry: &Entry,
    open: &[String],
) -> Result<Option<Open>, Errors> {
    if open.is_empty() {
        return Ok(None);
    }
    let def = defs::find(module, &entry.name)?;
    Open::of(def, &entry.sizes, open, &entry.parameters).map(Some)
}

impl Open {
    /// Of a def with ranges whose other sizes have these values.
    fn of(
        def: Def<'_, '_>,
        sizes: &[(String, i64)],
        open: &[String],
        parameters: &[Parameter],
    ) -> Result<Open, Errors> {
        let tensors = def.tensors();
        let length = |tensor: &str, dim: u32| {
            let tensor = tensors.iter().find(|one| one.name() == tensor)?;
            let dims = tensor.tensor_type().dims();
            Some(dims.get(dim as usize)?.as_ref()?.length())
        };
        // An extent is what the sizes make of it.
        let in_sizes = |symbol: &Symbol| match symbol {
            Symbol::Name(_) => None,
            Symbol::Extent(tensor, dim) => length(tensor, *dim),
        };
        let names = in_order(sizes, open);
        let shape = |parameter: &Parameter| -> Option<Vec<Expr>> {
            let dims = 0..u32::try_from(parameter.shape.len()).ok()?;
            let extents = dims.map(|dim| length(&parameter.name, dim));
            extents
                .map(|extent| Some(simple(&extent?.substitute(&in_sizes))))
                .collect()
        };
        let shapes: Option<Vec<Vec<Expr>>> = parameters.iter().map(shape).collect();
        let shapes = shapes.ok_or_else(|| error("the extents of an argument are not known"))?;
        let sources = sources(&names, parameters, &shapes)?;
        let mut ranges = Vec::new();
        let mut is_value = false;
        for comprehension in def.comprehensions() {
            let mut varying = comprehension.index_names();
            varying.extend(comprehension.loops().into_iter().map(|one| one.index()));
            let varies = |expr: &Expr| varying.iter().any(|name| expr.mentions(name));
            for index in comprehension.indices() {
                // An interval that is empty for some values of another index is no error.
                let given = index.range;
                if let Some(range) = given.filter(|one| !varies(&one.lower) && !varies(&one.upper))
                {
                    let end = |expr: &Expr| expr.substitute(&in_sizes);
                    let range = Range::new(end(&range.lower), end(&range.upper));
                    ranges.push((index.name.clone(), range));
                }
            }
            comprehension.walk(&mut |operation| {
                is_value |= ValueOf::from_op(operation).is_some();
            });
        }
        let preconditions = def.preconditions().into_iter();
        let is_fixed = |(name, _): &&(String, i64)| !names.contains(name);
        Ok(Open {
            fixed: sizes.iter().filter(is_fixed).cloned().collect(),
            preconditions: preconditions.map(|one| one.substitute(&in_sizes)).collect(),
            sources,
            shapes,
            ranges,
            is_value,
            names,
        })
    }

    /// The names of the open sizes.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The sizes of a call whose arrays have these shapes, by parameter; those of outputs may be
    /// unknown as long as no size needs them. Shapes that differ from what the sizes make of them
    /// are not refused here.
    ///
    /// # Errors
    /// Sizes without a value, and those that the operator does not have.
    pub fn at<'s>(
        &self,
        parameters: &[Parameter],
        shape_of: impl Fn(usize) -> Option<&'s [usize]>,
    ) -> Result<At, Errors> {
        let mut at = At::default();
        for (name, (parameter, dim)) in self.names.iter().zip(&self.sources) {
            let shape = shape_of(*parameter);
            let extent = shape.and_then(|shape| shape.get(*dim));
            match extent.and_then(|extent| i64::try_from(*extent).ok()) {
                Some(extent) => at.sizes.push(extent),
                None => {
                    return Err(vec![self.undetermined(
                        name,
                        &parameters[*parameter],
                        shape,
                    )]);
                }
            }
        }
        let errors = self.violations(&at.sizes);
        if !errors.is_empty() {
            return Err(errors);
        }
        for (parameter, shape) in parameters.iter().zip(&self.shapes) {
            let extents = shape.iter().map(|extent| {
                let extent = self.evaluate(extent, &at.sizes)?;
                usize::try_from(extent).ok()
            });
            let shape: Option<SmallVec<[usize; 4]>> = extents.collect();
            let shape = shape.filter(|shape| {
                let bytes = shape
                    .iter()
                    .try_fold(parameter.element.size(), |bytes, extent| {
                        bytes.checked_mul(*extent)
                    });
                bytes.is_some_and(|bytes| bytes <= isize::MAX as usize)
            });
            at.shapes.push(shape.ok_or_else(|| {
                let message = format!(
                    "`{}` does not fit memory with {}",
                    parameter.name,
                    self.list(&at.sizes)
                );
                vec![Diagnostic::error(Code::TC0513, message)]
            })?);
        }
        Ok(at)
    }

    /// `N = 3, K = 5`
    pub fn list(&self, sizes: &[i64]) -> String {
        let all = self.names.iter().zip(sizes);
        let all: Vec<String> = all
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        all.join(", ")
    }

    /// The extents of a parameter, as they are written.
    pub fn written(&self, parameter: usize) -> String {
        let extents = self.shapes[parameter].iter();
        let extents: Vec<String> = extents.map(Expr::human).collect();
        format!("[{}]", extents.join(", "))
    }

    fn evaluate(&self, expr: &Expr, sizes: &[i64]) -> Option<i64> {
        match expr {
            Expr::Const(value) => Some(*value),
            _ => expr.evaluate(&|symbol| self.lookup(symbol, sizes)),
        }
    }

    fn lookup(&self, symbol: &Symbol, sizes: &[i64]) -> Option<i64> {
        let name = symbol.as_name()?;
        let open = self.names.iter().position(|one| one == name);
        let fixed = || {
            let mut fixed = self.fixed.iter();
            fixed.find(|(one, _)| one == name).map(|(_, value)| *value)
        };
        open.map(|at| sizes[at]).or_else(fixed)
    }

    fn undetermined(
        &self,
        name: &str,
        parameter: &Parameter,
        shape: Option<&[usize]>,
    ) -> Diagnostic {
        let from = &parameter.name;
        match shape {
            Some(shape) => {
                let (due, found) = (parameter.shape.len(), shape.len());
                let plural = if due == 1 { "" } else { "s" };
                let message = format!("`{from}`: expected {due} dimension{plural}, found {found}");
                Diagnostic::error(Code::TC0503, message)
            }
            None => Diagnostic::error(
                Code::TC0206,
                format!("size `{name}` has no value: no input that is given determines it"),
            )
            .help(format!(
                "run the kernel with an array for the output `{from}`"
            )),
        }
    }

    /// What the operator does not allow of these sizes.
    fn violations(&self, sizes: &[i64]) -> Errors {
        let mut errors = Vec::new();
        for (name, range) in &self.ranges {
            let ends = (
                self.evaluate(&range.lower, sizes),
                self.evaluate(&range.upper, sizes),
            );
            if let (Some(low), Some(high)) = ends
                && low <= high
            {
                continue;
            }
            let message = match ends {
                (Some(low), Some(high)) => format!(
                    "range of `{name}` is reversed: [{low}, {high}) with {}",
                    self.list(sizes)
                ),
                _ => format!("range of `{name}` {range} has no value for these sizes"),
            };
            errors.push(Diagnostic::error(Code::TC0506, message));
        }
        let ranges: Vec<_> = self
            .ranges
            .iter()
            .map(|(_, one)| (&one.lower, &one.upper))
            .collect();
        for precondition in &self.preconditions {
            if precondition.evaluate(&|symbol| self.lookup(symbol, sizes)) != Some(true) {
                let message = format!(
                    "precondition `{}` fails: {}",
                    precondition.human(&ranges),
                    self.list(sizes)
                );
                errors.push(Diagnostic::error(Code::TC0505, message));
            }
        }
        let too_large = |(_, value): &(&String, &i64)| i32::try_from(**value).is_err();
        let large = self.names.iter().zip(sizes).filter(too_large);
        if self.is_value {
            errors.extend(large.map(|(name, value)| {
                let message =
                    format!("{name} = {value} does not fit int32 where it is used as a value");
                Diagnostic::error(Code::TC0507, message)
            }));
        }
        errors
    }
}

/// The parameter and the dimension that each size is an extent of.
fn sources(
    names: &[String],
    parameters: &[Parameter],
    shapes: &[Vec<Expr>],
) -> Result<Vec<(usize, usize)>, Errors> {
    let mut order: Vec<usize> = (0..parameters.len()).collect();
    order.sort_by_key(|position| !parameters[*position].is_given());
    let source = |name: &String| {
        let mut places = order.iter().filter_map(|position| {
            let mut extents = shapes[*position].iter();
            let dim = extents.position(|extent| extent.as_name() == Some(name))?;
            Some((*position, dim))
        });
        places.next().ok_or_else(|| {
            let message =
                format!("size `{name}` cannot be left open: it is the extent of no argument");
            vec![Diagnostic::error(None, message).help(format!("give {name} a value"))]
        })
    };
    names.iter().map(source).collect()
}

/// An expression in normal form, where it has one.
fn simple(expr: &Expr) -> Expr {
    let names = expr.names();
    expr.normalized(&names).unwrap_or_else(|| expr.clone())
}
