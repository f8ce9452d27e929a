//! Which array of the scop a memref of the loops is.
//!
//! ```text
//! argument n of the function              argument n of the scop; in a kernel, what the launch passes
//! memref.reinterpret_cast of an argument  the same, with the extents and strides that the scop tells
//! memref.alloc of the function            a temporary
//! attribution, view of dynamic memory     a shared array of the kernel
//! memref.alloca, memref.alloc             on a CPU a local array, in its iteration of the parallel loop
//! ```
//!
//! Memory that the loops made belongs to the array of its first access, and to no other one; an
//! array has one memory in each place (kernel, iteration). Arguments of a function do not overlap:
//! that is promised by the caller.

use std::collections::{HashMap, HashSet};

use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use tc_dialects::op::{self, OperationKey, ValueKey, block_argument, defining_operation};
use tc_dialects::schedule::tree::{ArrayKind, Refusal};
use tc_syntax::expr::{Expr, Operator};

use super::index::{Indices, Meaning, undecided};
use super::source::{Array, Source};
use crate::views::{DYNAMIC, extents};
use tc_pass_host::*;

/// The memory behind a memref.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Home {
    /// An argument of the scop, by its number.
    Argument(usize),
    /// What an operation allocates, and the operation around it.
    Made(OperationKey, Option<OperationKey>),
    /// Shared memory that a kernel declares: the launch, and the number there.
    Attribution(usize, usize),
    /// Bytes of the dynamic shared memory of a launch.
    View(usize, i64, i64),
}

/// Where a body runs, as far as its arrays matter.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// The launch of a kernel.
    pub launch: Option<usize>,
    /// The parallel loop of a CPU around it.
    pub parallel: Option<OperationKey>,
    /// The function or the kernel.
    pub function: OperationKey,
    /// The function that a program calls.
    pub host: OperationKey,
}

impl Scope {
    /// What an array is made once for.
    fn key(&self, kind: ArrayKind) -> (Option<usize>, Option<OperationKey>) {
        if kind.is_local() {
            (self.launch, self.parallel)
        } else {
            (None, None)
        }
    }
}

type Place = (usize, Option<usize>, Option<OperationKey>);

/// The memory of the arrays, as far as accesses have shown it.
#[derive(Default)]
pub struct Arrays {
    /// The memory of arguments of functions, and of declared memory.
    bound: HashMap<ValueKey, Home>,
    homes: HashMap<Place, Home>,
    owners: HashMap<Home, usize>,
    /// Accesses that were found to be right.
    checked: HashSet<(ValueKey, Place)>,
}

impl Arrays {
    /// Gives an argument of a function or of a kernel its memory.
    pub fn bind(&mut self, value: Value<'_, '_>, home: Home) {
        self.bound.insert(ValueKey::of(value), home);
    }

    /// The memory behind a value.
    pub fn home<'c: 'a, 'a>(
        &self,
        value: Value<'c, 'a>,
        launch: Option<usize>,
    ) -> Result<Home, Refusal> {
        if block_argument(value).is_some() {
            let bound = self.bound.get(&ValueKey::of(value)).copied();
            return bound.ok_or_else(|| undecided("a memref that is no argument of the scop"));
        }
        let made =
            defining_operation(value).ok_or_else(|| undecided("a memref of no operation"))?;
        match op::name(made) {
            "memref.alloc" | "memref.alloca" => {
                let around = made.parent_operation().map(OperationKey::of);
                Ok(Home::Made(OperationKey::of(made), around))
            }
            "memref.reinterpret_cast" => self.home(op::operands(made)[0], launch),
            "memref.view" => view(made, launch),
            other => Err(undecided(format!("a memref that `{other}` makes"))),
        }
    }

    /// Checks that a memref is an array of the scop.
    pub fn check<'c: 'a, 'a>(
        &mut self,
        indices: &mut Indices,
        source: &Source<'c, 'a>,
        array: usize,
        value: Value<'c, 'a>,
        scope: &Scope,
    ) -> Result<(), Refusal> {
        let wanted = &source.arrays[array];
        let (launch, parallel) = scope.key(wanted.kind);
        let place = (array, launch, parallel);
        if self.checked.contains(&(ValueKey::of(value), place)) {
            return Ok(());
        }
        let home = self.home(value, scope.launch)?;
        let other = |message: &str| {
            Err(Refusal::new(format!(
                "{message} where the statement accesses `{}`",
                wanted.name
            )))
        };
        if !same_shape(wanted.value.r#type(), value.r#type()) {
            return other("the loops access a memref of another type");
        }
        let kind = wanted.kind;
        let is_right = match home {
            Home::Argument(number) => kind.is_argument() && number == array,
            Home::Attribution(..) | Home::View(..) => kind.is_shared(),
            Home::Made(..) if kind.is_shared() => scope.launch.is_none(),
            Home::Made(..) => kind.is_temporary() || kind.is_private(),
        };
        let known = *self.homes.entry(place).or_insert(home);
        let owner = *self.owners.entry(home).or_insert(array);
        if !is_right || known != home || owner != array {
            return other("the loops access other memory");
        }
        if let Home::View(launch, begin, end) = home {
            let overlaps = |other: &Home| matches!(*other, Home::View(of, first, last) if of == launch && *other != home && first < end && begin < last);
            if self.owners.keys().any(overlaps) {
                return other("the loops access memory that two arrays share");
            }
        }
        check_place(wanted.kind, home, scope)?;
        check_extents(indices, wanted, value)?;
        self.checked.insert((ValueKey::of(value), place));
        Ok(())
    }
}

/// A view of dynamic shared memory at a constant place.
fn view(op: OperationRef<'_, '_>, launch: Option<usize>) -> Result<Home, Refusal> {
    let refused = || undecided("a view of memory that is not a constant place in shared memory");
    let operands = op::operands(op);
    let [memory, begin] = operands.as_slice() else {
        return Err(refused());
    };
    let dynamic = defining_operation(*memory).ok_or_else(refused)?;
    let begin = defining_operation(*begin).and_then(|op| op::integer(op, "value"));
    let (Some(begin), Some(launch)) = (begin, launch) else {
        return Err(refused());
    };
    let bytes = bytes(op::result(op).r#type()).ok_or_else(refused)?;
    if op::is(dynamic, "gpu.dynamic_shared_memory") && begin >= 0 {
        Ok(Home::View(launch, begin, begin.saturating_add(bytes)))
    } else {
        Err(refused())
    }
}

/// The bytes of an array of known extents.
fn bytes(ty: Type<'_>) -> Option<i64> {
    let element = MemRefType::try_from(ty).ok()?.element();
    let bits = crate::scop::bits(element)?;
    let mut all = extents(ty).into_iter();
    all.try_fold(i64::from(bits.div_ceil(8)), i64::checked_mul)
}

/// Whether two types of memrefs are of the same elements in the same, dense, order. An array
/// without elements may have one.
fn same_shape(wanted: Type<'_>, found: Type<'_>) -> bool {
    let (Ok(one), Ok(other)) = (MemRefType::try_from(wanted), MemRefType::try_from(found)) else {
        return false;
    };
    let dense = |ty: Type<'_>| !ty.to_string().contains("strided<");
    let filled = |extent: &i64| if *extent == 0 { 1 } else { *extent };
    let same_extents = one.rank() == other.rank()
        && extents(wanted)
            .iter()
            .map(filled)
            .eq(extents(found).iter().map(filled));
    one.element() == other.element() && same_extents && dense(found)
}

/// Checks that memory is made once for what has the array for itself.
fn check_place(kind: ArrayKind, home: Home, scope: &Scope) -> Result<(), Refusal> {
    let Home::Made(_, around) = home else {
        return Ok(());
    };
    let expected = if kind.is_local() {
        scope.parallel.unwrap_or(scope.function)
    } else {
        scope.host
    };
    if around == Some(expected) {
        Ok(())
    } else {
        Err(Refusal::new(
            "the loops access memory of another iteration, or of no iteration",
        ))
    }
}

/// Checks the extents and strides that a type lacks.
fn check_extents<'c: 'a, 'a>(
    indices: &mut Indices,
    wanted: &Array<'c, 'a>,
    value: Value<'c, 'a>,
) -> Result<(), Refusal> {
    let shape = extents(value.r#type());
    if !shape.contains(&DYNAMIC) {
        return match defining_operation(value) {
            Some(op) if op::is(op, "memref.reinterpret_cast") => {
                Err(undecided("a cast to known extents"))
            }
            _ => Ok(()),
        };
    }
    let made = defining_operation(value);
    let made = made.ok_or_else(|| undecided("a memref of unknown extents"))?;
    let operands = op::operands(made);
    let is_cast = op::is(made, "memref.reinterpret_cast");
    let mut given = operands[usize::from(is_cast)..].iter().copied();
    let wrong = |what: &str| {
        Refusal::new(format!(
            "the loops access `{}` with other {what} than the scop tells",
            wanted.name
        ))
    };
    let mut all = Vec::new();
    for (extent, told) in shape.iter().zip(&wanted.extents) {
        let told = match (extent, told) {
            (&DYNAMIC, Some(told)) => of_sizes(indices, told)?,
            (&DYNAMIC, None) => return Err(undecided("an extent that the scop does not tell")),
            (extent, _) => indices.constant(*extent),
        };
        if *extent == DYNAMIC {
            let found = given.next().ok_or_else(|| wrong("extents"))?;
            let found = indices.value(found)?;
            if !indices.same(&told, &found)? {
                return Err(wrong("extents"));
            }
        }
        all.push(told);
    }
    if is_cast {
        check_strides(indices, made, &all, given.collect(), &wrong)
    } else {
        Ok(())
    }
}

/// Checks that rows follow each other without gaps: a stride is the product of the extents behind
/// it. Products of sizes are compared factor by factor.
fn check_strides<'c: 'a, 'a>(
    indices: &mut Indices,
    cast: OperationRef<'c, 'a>,
    extents: &[Meaning],
    dynamic: Vec<Value<'c, 'a>>,
    wrong: &dyn Fn(&str) -> Refusal,
) -> Result<(), Refusal> {
    if op::integers(cast, "static_offsets") != Some(vec![0]) {
        return Err(wrong("offset"));
    }
    let strides = op::integers(cast, "static_strides").unwrap_or_default();
    let mut dynamic = dynamic.into_iter();
    for (dim, stride) in strides.iter().enumerate() {
        let mut found = Vec::new();
        match *stride {
            DYNAMIC => {
                let value = dynamic.next().ok_or_else(|| wrong("strides"))?;
                factors(indices, value, &mut found)?;
            }
            number => found.push(indices.constant(number)),
        }
        let behind = extents.get(dim + 1..).unwrap_or_default().to_vec();
        if !same_product(indices, behind, found)? {
            return Err(wrong("strides"));
        }
    }
    Ok(())
}

/// The factors of a product.
fn factors<'c: 'a, 'a>(
    indices: &mut Indices,
    value: Value<'c, 'a>,
    into: &mut Vec<Meaning>,
) -> Result<(), Refusal> {
    match defining_operation(value) {
        Some(op) if op::is(op, "arith.muli") => op::operands(op)
            .into_iter()
            .try_for_each(|operand| factors(indices, operand, into)),
        _ => {
            into.push(indices.value(value)?);
            Ok(())
        }
    }
}

/// Whether two products have the same number, and otherwise the same factors.
fn same_product(
    indices: &mut Indices,
    one: Vec<Meaning>,
    other: Vec<Meaning>,
) -> Result<bool, Refusal> {
    let split = |all: Vec<Meaning>| {
        let numbers = all.iter().filter_map(Meaning::number);
        let number = numbers.fold(1, i64::saturating_mul);
        let others = all.into_iter().filter(|one| one.number().is_none());
        (number, others.collect::<Vec<_>>())
    };
    let ((number, one), (other_number, mut other)) = (split(one), split(other));
    if number != other_number || one.len() != other.len() {
        return Ok(false);
    }
    for factor in one {
        let mut found = None;
        for (position, candidate) in other.iter().enumerate() {
            if indices.same(&factor, candidate)? {
                found = Some(position);
                break;
            }
        }
        match found {
            Some(position) => other.swap_remove(position),
            None => return Ok(false),
        };
    }
    Ok(true)
}

/// A function of the sizes.
fn of_sizes(indices: &mut Indices, expr: &Expr) -> Result<Meaning, Refusal> {
    match expr {
        Expr::Const(number) => Ok(indices.constant(*number)),
        Expr::Symbol(symbol) => {
            let size = symbol.as_name().and_then(|name| indices.size_named(name));
            size.ok_or_else(|| undecided(format!("`{symbol}` is no size of the scop")))
        }
        Expr::Binary(operator, one, other) => {
            let (one, other) = (of_sizes(indices, one)?, of_sizes(indices, other)?);
            let name = match operator {
                Operator::Add => "arith.addi",
                Operator::Sub => "arith.subi",
                Operator::Mul => "arith.muli",
                Operator::FloorDiv => "arith.floordivsi",
                Operator::Min => "arith.minsi",
                Operator::Max => "arith.maxsi",
                Operator::Mod => {
                    let quotient = indices.binary("arith.floordivsi", &one, &other)?;
                    let whole = indices.binary("arith.muli", &quotient, &other)?;
                    return indices.binary("arith.subi", &one, &whole);
                }
            };
            indices.binary(name, &one, &other)
        }
    }
}
