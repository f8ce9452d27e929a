//! `loops-async-copies`: copies to shared memory that go on by themselves, as wide as possible.
//!
//! ```mlir
//! %0 = memref.load %A[%i, %j]
//! memref.store %0, %S[%r, %i, %j] {tc.async}
//! %1 = memref.load %A[%i, %j1]                     ==>      schedule.async_copy %A[%i, %j], %S[%r, %i, %j], 4
//! memref.store %1, %S[%r, %i, %j1] {tc.async}
//! ...                     (%j is 4*%t, %j1 is %j + 1)
//! ```
//!
//! **Which.** Stores with the attribute `tc.async`, of a value that is loaded for them alone from
//! global memory. `schedule-to-gpu` gives it to the stores of statements that are `async`, of which
//! `schedule-verify` has proved that nothing touches what they write before a `schedule.wait` that
//! covers them, and a barrier. Neighbours in a row, in both arrays, become one copy: of 16 bytes
//! where both addresses are multiples of 16 whatever the indices are, else of 8, else of 4. A copy
//! of fewer bytes stays a load and a store, which is legal always.
//! **Legal**: copies move past others up to the next barrier or wait only. **Cost**: linear in the
//! operations, and a comparison of subscripts for each copy.

use std::collections::BTreeMap;

use melior::ir::attribute::{DenseI32ArrayAttribute, DictionaryAttribute, IntegerAttribute};
use melior::ir::r#type::{IntegerType, MemRefType, ShapedTypeLike};
use tc_dialects::op::{self, Recipe, ValueKey, block_argument, create, defining_operation};
use tc_dialects::schedule::ASYNC_COPY;

use super::index_forms::{Linear, constant};
use super::memory::{MAY_BE_ASYNC, argument_count};
use super::scop::{bits, extents};
use tc_pass_host::*;
use tc_scop::barriers::Level;
use tc_syntax::expr::gcd;

pass! {
    /// Joins the loads and stores of asynchronous copies of neighbouring elements to copies of as
    /// many bytes as the machine copies by itself.
    pub struct LoopsAsyncCopies {
        name: "loops-async-copies",
        anchor: "any",
        summary: "copies to shared memory that go on by themselves, as wide as possible",
        dialects: ["memref", "schedule"],
        options: {
            /// bytes of a copy at most: 4, 8 or 16
            widest: u64 = 16,
        },
        statistics: {
            /// copies of several elements
            wide,
            /// copies of one element
            narrow,
            /// copies that stay loads and stores
            left,
        },
    }
}

/// A copy of one element.
#[derive(Clone)]
struct Copy<'c, 'a> {
    load: OperationRef<'c, 'a>,
    store: OperationRef<'c, 'a>,
    /// The position of the store in its block.
    number: usize,
    /// The place in the last dimension of both arrays, less what all copies of the row have.
    at: [i64; 2],
}

/// The rows of two arrays: what all copies between them have.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rows {
    arrays: [ValueKey; 2],
    subscripts: [Vec<Linear>; 2],
}

impl Pass for LoopsAsyncCopies {
    fn check(&self) -> Result<(), String> {
        match self.widest {
            4 | 8 | 16 => Ok(()),
            other => Err(format!("expected 4, 8 or 16 bytes, found {other}")),
        }
    }

    fn run<'c>(&self, op: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        // Stores go, blocks stay.
        let blocks: Vec<BlockRef> = op::nested(op).into_iter().flat_map(op::blocks).collect();
        for block in blocks {
            self.block(block, ctx.context());
        }
        Ok(())
    }
}

impl LoopsAsyncCopies {
    /// The copies of a block: those between two barriers may change places.
    fn block<'c>(&self, block: BlockRef<'c, '_>, context: &'c Context) {
        let mut together: BTreeMap<Rows, Vec<Copy>> = BTreeMap::new();
        for (number, inner) in op::operations(block).into_iter().enumerate() {
            if inner.has_attribute(MAY_BE_ASYNC) {
                op::set_attribute(inner, MAY_BE_ASYNC, None);
                match read(inner, number) {
                    Some((rows, copy)) => together.entry(rows).or_default().push(copy),
                    None => self.left.add(1),
                }
            } else if Level::of(inner).is_some() || !op::blocks(inner).is_empty() {
                self.write(std::mem::take(&mut together), context);
            }
        }
        self.write(together, context);
    }

    fn write<'c>(&self, together: BTreeMap<Rows, Vec<Copy<'c, '_>>>, context: &'c Context) {
        for (_, mut copies) in together {
            copies.sort_by_key(|copy| copy.at);
            let mut rest = &copies[..];
            while let [first, ..] = rest {
                let count = self.joined(first, rest);
                let (own, others) = rest.split_at(count);
                rest = others;
                if bytes(first.store) * elements(count) < 4 {
                    self.left.add(count);
                    continue;
                }
                let counted = if count > 1 { &self.wide } else { &self.narrow };
                counted.add(1);
                replace(own, context);
            }
        }
    }

    /// How many of the copies, from the first one on, one copy can make.
    fn joined(&self, first: &Copy<'_, '_>, copies: &[Copy<'_, '_>]) -> usize {
        let element = bytes(first.store);
        let widest = i64::try_from(self.widest).unwrap_or(4);
        let widths = [16, 8, 4].into_iter().filter(|width| *width <= widest);
        for width in widths.filter(|width| width % element == 0) {
            let count = width / element;
            let run = copies.iter().zip(0..count);
            let in_row = run.clone().count() == usize::try_from(count).unwrap_or(0)
                && run
                    .clone()
                    .all(|(copy, number)| copy.at == [first.at[0] + number, first.at[1] + number]);
            let aligned = is_aligned(first.load, 0, width) && is_aligned(first.store, 1, width);
            if in_row && aligned {
                return usize::try_from(count).unwrap_or(1);
            }
        }
        1
    }
}

/// The rows and places of a copy; none where the stored value is not loaded from global memory, or
/// its bits are no bytes.
fn read<'c, 'a>(store: OperationRef<'c, 'a>, number: usize) -> Option<(Rows, Copy<'c, 'a>)> {
    let operands = op::operands(store);
    let load = defining_operation(operands[0]).filter(|one| op::is(*one, "memref.load"))?;
    let loaded = op::operands(load);
    let subscripts = |values: &[Value<'c, 'a>]| {
        let mut all: Vec<Linear> = values.iter().map(|one| Linear::of(*one)).collect();
        let (last, at) = all.pop()?.split();
        all.push(last);
        Some((all, at))
    };
    let (from, first) = subscripts(&loaded[1..])?;
    let (to, second) = subscripts(&operands[2..])?;
    let whole_bytes = bits(operands[0].r#type()).is_some_and(|bits| bits % 8 == 0);
    if !whole_bytes || is_shared(loaded[0]) || !is_shared(operands[1]) {
        return None;
    }
    let rows = Rows {
        arrays: [ValueKey::of(loaded[0]), ValueKey::of(operands[1])],
        subscripts: [from, to],
    };
    let at = [first, second];
    Some((
        rows,
        Copy {
            load,
            store,
            number,
            at,
        },
    ))
}

fn is_shared(array: Value<'_, '_>) -> bool {
    let memref = MemRefType::try_from(array.r#type()).ok();
    let space = memref.and_then(|memref| memref.memory_space());
    space.is_some_and(|space| space.to_string() == "#gpu.address_space<workgroup>")
}

fn elements(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(1)
}

/// The bytes of an element that is stored.
fn bytes(store: OperationRef<'_, '_>) -> i64 {
    bytes_of(op::operands(store)[0].r#type())
}

/// The bytes of a number that has some.
fn bytes_of(element: Type<'_>) -> i64 {
    bits(element).map_or(1, |bits| i64::from(bits / 8))
}

/// Whether the address of a load or store, whose array is the operand at a position, is a multiple
/// of so many bytes.
fn is_aligned(access: OperationRef<'_, '_>, array: usize, width: i64) -> bool {
    let operands = op::operands(access);
    let Ok(memref) = MemRefType::try_from(operands[array].r#type()) else {
        return false;
    };
    let shape = extents(memref);
    let element = bytes_of(memref.element());
    // A layout is printed where it is not that of rows.
    let text = memref.to_string();
    if shape.len() != memref.rank() || text.contains("strided<") || text.contains("affine_map<") {
        return false;
    }
    let mut stride = element;
    for (subscript, extent) in operands[array + 1..].iter().zip(&shape).rev() {
        let whole = stride % width == 0;
        if !whole && !Linear::of(*subscript).is_multiple_of(width / gcd(width, stride)) {
            return false;
        }
        stride = stride.saturating_mul(*extent);
    }
    alignment(operands[array]) % width == 0
}

/// What the address of an array is a multiple of, in bytes, by the kernel's signature.
fn alignment(array: Value<'_, '_>) -> i64 {
    if let Some((block, number)) = block_argument(array) {
        let function = block.parent_operation();
        return function
            .and_then(|one| alignment_of(one, number))
            .unwrap_or(1);
    }
    let Some(view) = defining_operation(array).filter(|one| op::is(*one, "memref.view")) else {
        return 1;
    };
    let operands = op::operands(view);
    let is_shared =
        defining_operation(operands[0]).is_some_and(|one| op::is(one, "gpu.dynamic_shared_memory"));
    match constant(operands[1]) {
        // The memory of a launch begins at a multiple of 16.
        Some(first) if is_shared => gcd(16, first),
        _ => 1,
    }
}

/// The alignment of an argument of a kernel, or of a shared array behind the arguments.
fn alignment_of(function: OperationRef<'_, '_>, number: usize) -> Option<i64> {
    let attributes = match number.checked_sub(argument_count(function)) {
        None => *op::elements(function, "arg_attrs").get(number)?,
        Some(shared) => *op::elements(function, "workgroup_attrib_attrs").get(shared)?,
    };
    let own = DictionaryAttribute::try_from(attributes).ok()?;
    op::integer_of(own.element_by_name("llvm.align")?)
}

/// One copy in place of those of the elements of a row.
fn replace<'c>(copies: &[Copy<'c, '_>], context: &'c Context) {
    let first = &copies[0];
    let from = op::operands(first.load);
    let to = op::operands(first.store);
    let (from, to) = (&from[..], &to[1..]);
    let word = IntegerType::new(context, 64).into();
    let segments = [1, from.len() - 1, 1, to.len() - 1].map(|count| count as i32);
    let attributes = [
        (
            "elements",
            IntegerAttribute::new(word, elements(copies.len())).into(),
        ),
        (
            "operandSegmentSizes",
            DenseI32ArrayAttribute::new(context, &segments).into(),
        ),
    ];
    let recipe = Recipe {
        operands: &[from, to].concat(),
        attributes: &attributes,
        ..Recipe::default()
    };
    // The last one has the subscripts of all.
    let last = copies.iter().max_by_key(|copy| copy.number);
    let place = last.unwrap_or(first).store;
    op::insert_before(place, create(ASYNC_COPY, place.location(), recipe));
    copies.iter().for_each(|copy| op::erase(copy.store));
}
