//! What a loop becomes as vectors: which values differ between iterations, which stores are
//! reductions, how wide the vectors are; or why the loop stays as it is.

use std::collections::HashMap;

use melior::ir::attribute::{FloatAttribute, IntegerAttribute};
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use tc_dialects::op::{self, OperationKey, ValueKey, defining_operation};
use tc_dialects::schedule::tree::Lanes;

use super::extremum::Extremum;
use super::point::Point;
use super::{Machine, VECTOR};
use crate::index_forms::{Linear, Range, constant};
use crate::math::types::{float_name, vector_of};
use crate::memory::{Access, Effects, is_outside, may_overlap};
use crate::scop::bits;
use tc_pass_host::*;

/// How a value depends on the iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// It is the same in all of them.
    Uniform,
    /// An index that grows by this number from one to the next.
    Linear(i64),
    /// In any other way.
    Varying,
}

/// The plan for a loop.
pub struct Shape<'c, 'a> {
    /// The classes of the values of the body.
    classes: HashMap<ValueKey, Class>,
    /// The elements that the loop reduces into.
    pub reductions: Vec<Reduction<'c, 'a>>,
    /// The lanes of a vector.
    pub width: i64,
    /// The lanes of a vector of the machine.
    pub lanes: i64,
    /// The number of iterations, if it is known.
    pub length: Option<i64>,
    /// The largest number of iterations, if one is known.
    pub most: Option<i64>,
    /// Whether there is an iteration for certain.
    pub runs: bool,
}

/// `x = x op e` on an element that is the same in all iterations.
pub struct Reduction<'c, 'a> {
    /// The load of the element.
    pub load: OperationRef<'c, 'a>,
    /// The operation.
    pub combine: OperationRef<'c, 'a>,
    /// The store of the element.
    pub store: OperationRef<'c, 'a>,
    /// Whether some iterations may not touch the element, which then need not exist.
    pub is_conditional: bool,
}

/// Operations that reduce, and what the `vector` dialect calls them.
const COMBINING: [(&str, &str); 14] = [
    ("arith.addf", "add"),
    ("arith.mulf", "mul"),
    ("arith.maximumf", "maximumf"),
    ("arith.minimumf", "minimumf"),
    ("arith.maxnumf", "maxnumf"),
    ("arith.minnumf", "minnumf"),
    ("arith.addi", "add"),
    ("arith.muli", "mul"),
    ("arith.maxsi", "maxsi"),
    ("arith.minsi", "minsi"),
    ("arith.maxui", "maxui"),
    ("arith.minui", "minui"),
    ("arith.andi", "and"),
    ("arith.ori", "or"),
];

/// Accumulators of the machine's vectors that a loop keeps at most.
const ACCUMULATORS: i64 = 16;

impl<'c, 'a> Shape<'c, 'a> {
    /// The plan for a loop.
    ///
    /// # Errors
    /// Why it stays as it is.
    pub fn of(for_op: OperationRef<'c, 'a>, machine: &Machine) -> Result<Self, String> {
        if for_op.result_count() > 0 {
            return Err("it carries values".to_owned());
        }
        let bounds = op::operands(for_op);
        if constant(bounds[2]) != Some(1) {
            return Err("expected a step of 1".to_owned());
        }
        let effects = Effects::of_loop(for_op);
        op::nested(for_op).into_iter().try_for_each(check)?;
        effects.accesses.iter().try_for_each(check_array)?;
        let reductions = reductions(for_op, &effects);
        let lanes = op::string(for_op, VECTOR);
        let mut shape = Shape {
            classes: HashMap::new(),
            reductions,
            width: 1,
            lanes: machine.lanes,
            length: Linear::of(bounds[1]).minus(&Linear::of(bounds[0])),
            most: None,
            runs: false,
        };
        shape.classify(for_op);
        if lanes.as_deref() == Some(Lanes::Reduce.as_str()) {
            shape.check_reductions(&effects)?;
        }
        shape.check_stores(&effects)?;
        let mut accesses = effects.accesses.iter();
        accesses.try_for_each(|access| shape.check_strides(access))?;
        let ranges = Range::of(bounds[0]).zip(Range::of(bounds[1]));
        shape.most = shape
            .length
            .or_else(|| i64::try_from(ranges?.1.high - ranges?.0.low).ok());
        shape.runs = match (shape.length, ranges) {
            (Some(length), _) => length > 0,
            (None, Some((lower, upper))) => lower.high < upper.low,
            _ => false,
        };
        if shape.length.is_some_and(|length| length < 2) {
            return Err("it has one iteration at most".to_owned());
        }
        shape.choose_width(for_op, machine);
        shape.check_narrow(for_op, &effects)?;
        Ok(shape)
    }

    /// How a value of the body depends on the iteration.
    pub fn class(&self, value: Value<'c, 'a>) -> Class {
        let known = self.classes.get(&ValueKey::of(value));
        known.copied().unwrap_or(Class::Uniform)
    }

    /// The reduction that an operation is part of, by its number.
    pub fn reduction(&self, op: OperationRef<'c, 'a>) -> Option<usize> {
        let mut reductions = self.reductions.iter();
        reductions.position(|one| [one.load, one.combine, one.store].contains(&op))
    }

    /// What a loop carries for its reductions: their partial results, and behind these, for each
    /// that is under a condition, the lanes in which it held. Here the position of the latter.
    pub fn took_part(&self, reduction: usize) -> Option<usize> {
        let conditional = |one: &&Reduction| one.is_conditional;
        let before = self.reductions[..reduction].iter().filter(conditional);
        let position = self.reductions.len() + before.count();
        self.reductions[reduction]
            .is_conditional
            .then_some(position)
    }

    /// For a maximum or minimum, the positions of its second and third partial result, which are
    /// behind all others.
    pub fn words(&self, reduction: usize) -> Option<[usize; 2]> {
        let is_extremum = |one: &&Reduction| Extremum::of(one.combine).is_some();
        is_extremum(&&self.reductions[reduction]).then_some(())?;
        let before = self.reductions[..reduction].iter().filter(is_extremum);
        let conditional = self.reductions.iter().filter(|one| one.is_conditional);
        let first = self.reductions.len() + conditional.count() + 2 * before.count();
        Some([first, first + 1])
    }

    /// What the loop carries before its first iteration.
    pub fn neutral(&self, at: &Point<'c, 'a>) -> Vec<Value<'c, 'a>> {
        let partial = self
            .reductions
            .iter()
            .map(|one| one.neutral(at, self.width));
        let conditional = self.reductions.iter().filter(|one| one.is_conditional);
        let took_part = conditional.map(|_| at.mask(self.width, false));
        let extrema = self.reductions.iter();
        let extrema = extrema.filter_map(|one| Extremum::of(one.combine));
        let words = extrema.flat_map(|one| {
            let neutral = one.neutral(at, self.width);
            [neutral, neutral]
        });
        partial.chain(took_part).chain(words).collect()
    }

    fn classify(&mut self, for_op: OperationRef<'c, 'a>) {
        let iterator = op::arguments(op::body(for_op).expect("a loop has a body"))[0];
        self.classes
            .insert(ValueKey::of(iterator), Class::Linear(1));
        for inner in op::nested(for_op) {
            let class = self.class_of(inner, for_op);
            for result in op::results(inner) {
                self.classes.insert(ValueKey::of(result), class);
            }
        }
    }

    fn class_of(&self, op: OperationRef<'c, 'a>, for_op: OperationRef<'c, 'a>) -> Class {
        let operands = op::operands(op);
        let classes: Vec<Class> = operands.iter().map(|value| self.class(*value)).collect();
        let uniform = classes.iter().all(|class| *class == Class::Uniform);
        let name = op::name(op);
        let nested = op.parent_operation() != Some(for_op);
        if name == "scf.if" || self.reduction(op).is_some() {
            return Class::Varying;
        }
        // Behind a condition, an access or a division may be one that no iteration does. An array
        // without dimensions always has its element.
        let is_element = name == "memref.load" && operands.len() > 1;
        let speculates = is_element || is_division(name);
        if uniform {
            return if nested && speculates {
                Class::Varying
            } else {
                Class::Uniform
            };
        }
        let is_index = op.result_count() == 1 && op::result(op).r#type().is_index();
        if !is_index {
            return Class::Varying;
        }
        let growth = |class: &Class| match class {
            Class::Uniform => Some(0),
            Class::Linear(growth) => Some(*growth),
            Class::Varying => None,
        };
        let growths: Option<Vec<i64>> = classes.iter().map(growth).collect();
        let Some(growths) = growths else {
            return Class::Varying;
        };
        let sum = match name {
            "arith.addi" => growths[0].checked_add(growths[1]),
            "arith.subi" => growths[0].checked_sub(growths[1]),
            "arith.muli" => match (constant(operands[0]), constant(operands[1])) {
                (_, Some(factor)) => growths[0].checked_mul(factor),
                (Some(factor), _) => growths[1].checked_mul(factor),
                _ => None,
            },
            _ => None,
        };
        match sum {
            None => Class::Varying,
            Some(0) => Class::Uniform,
            Some(growth) => Class::Linear(growth),
        }
    }

    /// Refuses stores that are neither reductions nor each to an element that no other access
    /// touches.
    fn check_reductions(&self, effects: &Effects<'c, 'a>) -> Result<(), String> {
        if effects.unknown || !effects.others.is_empty() {
            return Err("an operation in it has unknown effects".to_owned());
        }
        let own = |store: &Access<'c, 'a>| {
            let place = store.place();
            let growths: Vec<Class> = place.iter().map(|value| self.class(*value)).collect();
            let moves = |class: &Class| matches!(class, Class::Linear(growth) if *growth != 0);
            let mut others = effects.accesses.iter();
            growths.iter().any(moves)
                && others
                    .all(|other| other.op == store.op || !may_overlap(other.memref, store.memref))
        };
        let mut stores = effects.accesses.iter().filter(|access| access.is_store);
        if stores.all(|store| self.reduction(store.op).is_some() || own(store)) {
            Ok(())
        } else {
            Err(
                "it writes an element in another way than by a reduction that may be reassociated"
                    .to_owned(),
            )
        }
    }

    /// Refuses stores of several iterations to one element that are no reductions.
    fn check_stores(&self, effects: &Effects<'c, 'a>) -> Result<(), String> {
        let mut stores = effects.accesses.iter().filter(|access| access.is_store);
        let stays = stores.find(|store| {
            let place = store.place();
            let mut subscripts = place.iter();
            subscripts.all(|subscript| self.class(*subscript) == Class::Uniform)
                && self.reduction(store.op).is_none()
        });
        match stays {
            None => Ok(()),
            Some(_) => Err(
                "each iteration writes the same element, and not by a reduction that may be reassociated"
                    .to_owned(),
            ),
        }
    }

    /// Refuses accesses whose lanes are a number of elements apart that is not known.
    fn check_strides(&self, access: &Access<'c, 'a>) -> Result<(), String> {
        let subscripts = access.place();
        let moves: Vec<bool> = subscripts
            .iter()
            .map(|subscript| self.class(*subscript) != Class::Uniform)
            .collect();
        let Some(first) = moves.iter().position(|moves| *moves) else {
            return Ok(());
        };
        let extents = extents_behind(access.memref, first);
        if extents.iter().all(Option::is_some) {
            Ok(())
        } else {
            Err(
                "its iterations access elements that are apart by extents without a value"
                    .to_owned(),
            )
        }
    }

    /// Refuses masked accesses to elements narrower than 32 bits: the code of LLVM 22 for a masked
    /// store of `vector<4xi8>` wrote lanes that the mask excludes.
    fn check_narrow(
        &self,
        for_op: OperationRef<'c, 'a>,
        effects: &Effects<'c, 'a>,
    ) -> Result<(), String> {
        // One element for all lanes is read without a mask.
        let is_narrow = |access: &Access| {
            let value = access.value();
            let shared = !access.is_store && self.class(value) == Class::Uniform;
            !shared && bits(value.r#type()).is_some_and(|bits| bits < 32)
        };
        let whole = |length: i64| length % self.lanes == 0 || length.count_ones() == 1;
        // A condition that all lanes share stays one, unless it guards a reduction.
        let is_mask = |op: &OperationRef<'c, 'a>| {
            op::is(*op, "scf.if")
                && (!self.reductions.is_empty()
                    || self.class(op::operands(*op)[0]) != Class::Uniform)
        };
        let conditions = op::nested(for_op).iter().any(is_mask);
        let masked = conditions || !self.length.is_some_and(whole);
        if masked && effects.accesses.iter().any(is_narrow) {
            Err("elements narrower than 32 bits would need a mask".to_owned())
        } else {
            Ok(())
        }
    }

    fn has_words(&self) -> bool {
        (0..self.reductions.len()).any(|reduction| self.words(reduction).is_some())
    }

    /// Takes as many of the machine's vectors for an operation as bodies of its size keep in
    /// registers.
    fn choose_width(&mut self, for_op: OperationRef<'c, 'a>, machine: &Machine) {
        let inner = op::nested(for_op);
        let varying = |value: &Value<'c, 'a>| self.class(*value) == Class::Varying;
        let results = inner.iter().flat_map(|op| op::results(*op));
        let data: Vec<Type> = results
            .filter(varying)
            .map(|value| value.r#type())
            .collect();
        let is_wide = |ty: &Type| !ty.is_index() && bits(*ty).is_some_and(|bits| bits > 32);
        let lanes = if data.iter().any(is_wide) {
            (machine.lanes / 2).max(1)
        } else {
            machine.lanes
        };
        let functions = inner
            .iter()
            .filter(|op| op::name(**op).starts_with("math."));
        let operations = data.len() + 16 * functions.count();
        let registers = match operations {
            0..=8 => machine.registers,
            9..=24 => machine.registers.min(2),
            _ => 1,
        };
        let reductions = i64::try_from(self.reductions.len()).unwrap_or(i64::MAX);
        let registers = match (reductions, operations) {
            (0, _) => registers,
            // A sum of what is loaded waits for nothing but the sums before.
            (1, 0..=8) if !self.has_words() => 2 * machine.registers,
            (some, _) => (ACCUMULATORS / some).clamp(1, machine.registers),
        };
        self.lanes = lanes;
        let registers = 1 << registers.ilog2();
        self.width = match (self.length, self.most) {
            (Some(length), _) if self.reductions.is_empty() => whole_lanes(length, lanes),
            (_, Some(most)) => rounded(most, lanes),
            _ => registers * lanes,
        };
        self.width = self.width.min(registers * lanes);
    }

    /// The first iterations and the numbers of them in the vectors of what is left of a loop: one
    /// vector, which may have a mask, if that is a power of two of the machine's; otherwise the
    /// largest one first. Partial results keep their width.
    pub fn parts(&self, left: i64) -> Vec<(i64, i64)> {
        let mut parts = Vec::new();
        let mut first = 0;
        while first < left {
            let vectors = ((left - first + self.lanes - 1) / self.lanes).unsigned_abs();
            let count = if vectors.is_power_of_two() || !self.reductions.is_empty() {
                left - first
            } else {
                self.lanes << vectors.ilog2()
            };
            parts.push((first, count));
            first += count;
        }
        parts
    }
}

/// The lanes of a vector for this many iterations: a power of two below one vector of the machine,
/// or as many of these as a power of two. LLVM takes any other vector that is carried by a loop
/// apart, into scalars.
pub fn rounded(length: i64, lanes: i64) -> i64 {
    let power = |number: i64| {
        let power = number.unsigned_abs().max(1).next_power_of_two();
        i64::try_from(power).unwrap_or(i64::MAX)
    };
    if length < lanes {
        power(length).min(lanes)
    } else {
        lanes.saturating_mul(power((length - 1) / lanes + 1))
    }
}

/// The lanes of the widest such vector that has an iteration for each of them; that of
/// [`rounded`] where there are too few for one vector of the machine.
pub fn whole_lanes(length: i64, lanes: i64) -> i64 {
    match length / lanes {
        0 => rounded(length, lanes),
        vectors => lanes << vectors.ilog2(),
    }
}

/// Whether an operation divides integers, which fails for a divisor of zero.
pub fn is_division(name: &str) -> bool {
    const DIVISIONS: [&str; 7] = [
        "arith.divsi",
        "arith.divui",
        "arith.remsi",
        "arith.remui",
        "arith.floordivsi",
        "arith.ceildivsi",
        "arith.ceildivui",
    ];
    DIVISIONS.contains(&name)
}

/// Refuses operations that have no form on vectors.
fn check(op: OperationRef) -> Result<(), String> {
    let name = op::name(op);
    let elementwise = name.starts_with("arith.") || name.starts_with("math.");
    let scalars = op.result_count() <= 1 && op::blocks(op).is_empty();
    let known = ["memref.load", "memref.store", "scf.if", "scf.yield"].contains(&name);
    if known || (elementwise && scalars) {
        Ok(())
    } else {
        Err(format!("`{name}` in it has no form on vectors"))
    }
}

/// Whether a vector of neighbours does not lie in memory as they do: one of bools has a bit for
/// each, and each bool of an array has a byte.
pub fn is_packed(array: Value) -> bool {
    let ty = MemRefType::try_from(array.r#type());
    ty.is_ok_and(|ty| bits(ty.element()) == Some(1))
}

/// Refuses arrays whose elements do not lie one after another at known places.
fn check_array(access: &Access) -> Result<(), String> {
    if is_packed(access.memref) {
        return Err(
            "a vector of bools has a bit for each, and each bool of an array a byte".to_owned(),
        );
    }
    let ty = MemRefType::try_from(access.memref.r#type()).ok();
    // MLIR prints a layout only if it is not the usual one.
    let usual = |ty: &MemRefType| {
        !["affine_map<", "strided<"]
            .iter()
            .any(|layout| ty.to_string().contains(layout))
    };
    if ty.is_some_and(|ty| usual(&ty)) {
        Ok(())
    } else {
        Err("expected arrays without strides of their own".to_owned())
    }
}

/// The extents of an array behind a dimension, as far as they are known.
pub fn extents_behind(array: Value, dim: usize) -> Vec<Option<i64>> {
    let Ok(ty) = MemRefType::try_from(array.r#type()) else {
        return Vec::new();
    };
    (dim + 1..ty.rank())
        .map(|dim| match ty.dim_size(dim) {
            Ok(DimSize::Static(extent)) => i64::try_from(extent).ok(),
            _ => None,
        })
        .collect()
}

/// The reductions of a loop: each combines an element that stays with a value.
fn reductions<'c, 'a>(
    for_op: OperationRef<'c, 'a>,
    effects: &Effects<'c, 'a>,
) -> Vec<Reduction<'c, 'a>> {
    let mut uses: HashMap<ValueKey, usize> = HashMap::new();
    for inner in op::nested(for_op) {
        for operand in op::operands(inner) {
            *uses.entry(ValueKey::of(operand)).or_default() += 1;
        }
    }
    let once = |value| uses.get(&ValueKey::of(value)) == Some(&1);
    let stores = effects.accesses.iter().filter(|access| access.is_store);
    let found = stores.filter_map(|store| {
        let place = store.place();
        let stays = place.iter().all(|value| is_outside_of(*value, for_op));
        let combine = defining_operation(store.value()).filter(|_| stays)?;
        let same_block = |op: OperationRef<'c, 'a>| op.block() == store.op.block();
        if !may_reassociate(combine) || !same_block(combine) || !once(op::result(combine)) {
            return None;
        }
        let loads = effects.accesses.iter().filter(|access| !access.is_store);
        let mut loads = loads.filter(|load| load.is_same_element(store) && same_block(load.op));
        let load = loads.find(|load| {
            let operands = op::operands(combine);
            let mut operands = operands.into_iter();
            operands.any(|operand| op::same_value(operand, load.value())) && once(load.value())
        })?;
        Some(Reduction {
            load: load.op,
            combine,
            store: store.op,
            is_conditional: store.op.parent_operation() != Some(for_op),
        })
    });
    let found: Vec<Reduction> = found.collect();
    // Nothing else may touch the elements; where it does, none of them is a reduction.
    let parts = |reduction: &Reduction| [reduction.load, reduction.store].map(OperationKey::of);
    let alone = found.iter().all(|reduction| {
        let own = parts(reduction);
        let store = effects
            .accesses
            .iter()
            .find(|access| access.op == reduction.store);
        let mut others = effects.accesses.iter();
        store.is_some_and(|store| {
            !others
                .any(|other| !own.contains(&OperationKey::of(other.op)) && store.may_touch(other))
        })
    });
    if alone { found } else { Vec::new() }
}

/// Whether a value is the same in all iterations: made outside of the loop, or an index of such
/// values.
fn is_outside_of<'c, 'a>(value: Value<'c, 'a>, for_op: OperationRef<'c, 'a>) -> bool {
    let made_of_such = || {
        let op = defining_operation(value).filter(|op| op::name(*op).starts_with("arith."))?;
        let mut operands = op::operands(op).into_iter();
        Some(operands.all(|operand| is_outside_of(operand, for_op)))
    };
    is_outside(value, for_op) || made_of_such().unwrap_or(false)
}

fn may_reassociate(op: OperationRef) -> bool {
    let name = op::name(op);
    let known = COMBINING.iter().any(|(combining, _)| *combining == name);
    let sums = ["arith.addf", "arith.mulf"].contains(&name);
    let flags = || op.attribute("fastmath").map(|flags| flags.to_string());
    let allowed =
        || flags().is_ok_and(|flags| flags.contains("reassoc") || flags.contains("fast>"));
    known && (!sums || allowed())
}

impl<'c, 'a> Reduction<'c, 'a> {
    /// A vector of neutral elements.
    fn neutral(&self, at: &Point<'c, 'a>, width: i64) -> Value<'c, 'a> {
        if let Some(extremum) = Extremum::of(self.combine) {
            return extremum.neutral(at, width);
        }
        let element = op::result(self.combine).r#type();
        let ty = vector_of(&[width], element);
        let value = match float_name(element) {
            Some(_) => {
                let number = match op::name(self.combine) {
                    "arith.mulf" => 1.0,
                    "arith.maximumf" => f64::NEG_INFINITY,
                    "arith.minimumf" => f64::INFINITY,
                    "arith.maxnumf" | "arith.minnumf" => f64::NAN,
                    // What keeps the sign of a zero.
                    _ => -0.0,
                };
                FloatAttribute::new(at.context, element, number).into()
            }
            None => {
                let bits = bits(element).unwrap_or(64).clamp(1, 64);
                let signed_most = i64::MAX >> (64 - bits);
                let number = match op::name(self.combine) {
                    "arith.muli" => 1,
                    "arith.maxsi" => -signed_most - 1,
                    "arith.minsi" => signed_most,
                    "arith.minui" | "arith.andi" => -1,
                    _ => 0,
                };
                IntegerAttribute::new(element, number).into()
            }
        };
        at.splat(value, ty)
    }

    /// Combines the element with the partial results, where the loop was, if the reduction was
    /// under no condition or that held in some of the lanes.
    pub fn finish(
        &self,
        at: &Point<'c, 'a>,
        for_op: OperationRef<'c, 'a>,
        partial: &[Value<'c, 'a>],
        took_part: Option<Value<'c, 'a>>,
    ) {
        match took_part {
            None => self.update(at, for_op, self.reduced(at, partial)),
            Some(lanes) => {
                let any = at.reduced("or", lanes, at.bit());
                at.condition(any, &[], |inside| {
                    self.update(inside, for_op, self.reduced(inside, partial));
                    Vec::new()
                });
            }
        }
    }

    /// The lanes of the partial results in one element.
    fn reduced(&self, at: &Point<'c, 'a>, partial: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        let element = op::result(self.combine).r#type();
        if let (Some(extremum), [most, low, high]) = (Extremum::of(self.combine), partial) {
            return extremum.result(at, [*most, *low, *high], element);
        }
        let name = op::name(self.combine);
        let kind = COMBINING.iter().find(|(combining, _)| *combining == name);
        at.reduced(kind.map_or("add", |(_, kind)| kind), partial[0], element)
    }

    fn update(&self, at: &Point<'c, 'a>, for_op: OperationRef<'c, 'a>, reduced: Value<'c, 'a>) {
        let load = hoisted(at, self.load, for_op);
        let combined = at.put(Operation::clone(&self.combine));
        op::set_operand(combined, 0, op::result(load));
        op::set_operand(combined, 1, reduced);
        let store = hoisted(at, self.store, for_op);
        op::set_operand(store, 0, op::result(combined));
    }
}

/// A copy of an access whose subscripts are computed where it is.
fn hoisted<'c, 'a>(
    at: &Point<'c, 'a>,
    access: OperationRef<'c, 'a>,
    for_op: OperationRef<'c, 'a>,
) -> OperationRef<'c, 'a> {
    let operands = op::operands(access).into_iter().enumerate();
    let subscripts = operands.filter(|(_, operand)| operand.r#type().is_index());
    let subscripts: Vec<(usize, Value)> = subscripts
        .map(|(position, operand)| (position, at.copy(operand, for_op, &[])))
        .collect();
    let copy = at.put(Operation::clone(&access));
    for (position, operand) in subscripts {
        op::set_operand(copy, position, operand);
    }
    copy
}
