//! Whether the body of a statement that recomputes another one is the body of that one.
//!
//! ```text
//! schedule.statement @S(%i)                  schedule.statement @S_t(%p, %i) recomputes @S
//!   %0 = affine.load %A[%i]                    %0 = affine.load %A_s[%i mod 8] {schedule.for = .. A[i]}
//!   %1 = arith.mulf %0, %0                     %1 = arith.mulf %0, %0
//!   affine.store %1, %B[%i]                    affine.store %1, %B_t[%i - %p] {schedule.for = .. B[i]}
//! ```
//!
//! The last indices of the copy are those of the original; in front of them it has those that say
//! where its tile begins.
//!
//! Both have the same operations in the same order, of the same values and with the same
//! attributes. Only loads and stores with a known element may go to other arrays at other
//! subscripts: the proof compares the elements that they stand for.

use std::collections::HashMap;

use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{BlockRef, RegionLike, Value, ValueLike};
use tc_dialects::op::{self, ValueKey};

use super::{STANDS_FOR, StatementAccesses};

/// Loads and stores, each with the position of its array among the operands.
const ACCESSES: [(&str, usize); 4] = [
    ("affine.load", 0),
    ("memref.load", 0),
    ("affine.store", 1),
    ("memref.store", 1),
];

/// A statement that computes the values of another one again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The name of that statement's tuple in isl.
    pub original: String,
    /// How many indices are in front of those of the original.
    pub outer: usize,
    /// The first operation that is not the original's: its position, and what was expected.
    pub differs: Option<(usize, String)>,
}

impl Copied {
    /// Compares the bodies of a statement and its original.
    pub(super) fn of<'c: 'a, 'a>(
        original: OperationRef<'c, 'a>,
        copy: OperationRef<'c, 'a>,
        accesses: [&StatementAccesses; 2],
    ) -> Copied {
        let indices = |one| op::body(one).map_or(0, |body| op::arguments(body).len());
        let outer = indices(copy).saturating_sub(indices(original));
        let mut bodies = Bodies {
            outer,
            accesses,
            values: HashMap::new(),
            position: 0,
        };
        let differs = match (op::body(original), op::body(copy)) {
            (Some(original), Some(copy)) => bodies.differ(original, copy),
            _ => Some("a body".to_owned()),
        };
        Copied {
            original: op::symbol(original),
            outer,
            differs: differs.map(|what| (bodies.position.saturating_sub(1), what)),
        }
    }
}

/// Two bodies that are compared, the original's first.
struct Bodies<'s> {
    outer: usize,
    accesses: [&'s StatementAccesses; 2],
    /// From the original's values to those of the copy.
    values: HashMap<ValueKey, ValueKey>,
    /// The position of the next operation.
    position: usize,
}

impl Bodies<'_> {
    /// What was expected in the copy where it differs.
    fn differ<'c: 'a, 'a>(
        &mut self,
        original: BlockRef<'c, 'a>,
        copy: BlockRef<'c, 'a>,
    ) -> Option<String> {
        let arguments = op::arguments(original).into_iter();
        let outer = std::mem::take(&mut self.outer);
        for (ours, theirs) in arguments.zip(op::arguments(copy).into_iter().skip(outer)) {
            self.values.insert(ValueKey::of(ours), ValueKey::of(theirs));
        }
        let (ours, theirs) = (op::operations(original), op::operations(copy));
        for (number, one) in ours.iter().enumerate() {
            self.position += 1;
            let expected = || format!("`{}`", op::name(*one));
            let Some(other) = theirs.get(number) else {
                return Some(expected());
            };
            if op::name(*one) != op::name(*other) || types(*one) != types(*other) {
                return Some(expected());
            }
            if let Some(what) = self.operation(*one, *other) {
                return Some(format!("{} with the same {what}", expected()));
            }
        }
        if theirs.len() > ours.len() {
            self.position += 1;
            return Some("the end of the body".to_owned());
        }
        None
    }

    /// What two operations of one name do not share.
    fn operation<'c: 'a, 'a>(
        &mut self,
        one: OperationRef<'c, 'a>,
        other: OperationRef<'c, 'a>,
    ) -> Option<String> {
        let position = self.position - 1;
        let mut known = ACCESSES.iter();
        let array = known.find(|(name, _)| op::is(one, name));
        // The stored value alone: the proof compares the elements.
        let compared = match array {
            Some((_, array)) if self.known_elements(position) => *array,
            _ => usize::MAX,
        };
        let (ours, theirs) = (op::operands(one), op::operands(other));
        let same = |(ours, theirs): (&Value<'c, 'a>, &Value<'c, 'a>)| {
            let ours = ValueKey::of(*ours);
            // Arrays and other values of the scop are both bodies' own.
            let wanted = self.values.get(&ours).copied().unwrap_or(ours);
            wanted == ValueKey::of(*theirs)
        };
        let mut pairs = ours.iter().zip(&theirs).take(compared);
        if !pairs.all(same) || compared == usize::MAX && ours.len() != theirs.len() {
            return Some("operands".to_owned());
        }
        if attributes(one, compared != usize::MAX) != attributes(other, compared != usize::MAX) {
            return Some("attributes".to_owned());
        }
        let blocks = |operation: OperationRef<'c, 'a>| {
            let regions = operation.regions();
            regions
                .map(|region| region.first_block())
                .collect::<Vec<_>>()
        };
        let (ours, theirs) = (blocks(one), blocks(other));
        if ours.len() != theirs.len() {
            return Some("regions".to_owned());
        }
        for pair in ours.into_iter().zip(theirs) {
            match pair {
                (Some(ours), Some(theirs)) => {
                    if let Some(inner) = self.differ(ours, theirs) {
                        return Some(format!("regions, where it has {inner}"));
                    }
                }
                (None, None) => {}
                _ => return Some("regions".to_owned()),
            }
        }
        let results = op::results(one).into_iter().zip(op::results(other));
        for (ours, theirs) in results {
            self.values.insert(ValueKey::of(ours), ValueKey::of(theirs));
        }
        None
    }

    /// Whether the element is known of the accesses at a position of both bodies.
    fn known_elements(&self, position: usize) -> bool {
        self.accesses.iter().all(|statement| {
            let mut accesses = statement.accesses.iter();
            accesses.any(|access| access.position == position && access.must)
        })
    }
}

fn types(operation: OperationRef<'_, '_>) -> Vec<String> {
    let results = op::results(operation).into_iter();
    results.map(|result| result.r#type().to_string()).collect()
}

/// The attributes of an operation but what only says which element it stands for; without those of
/// its subscripts if its element is known.
fn attributes(operation: OperationRef<'_, '_>, element: bool) -> Vec<(String, String)> {
    let all = op::attributes(operation).into_iter();
    let mut all: Vec<(String, String)> = all
        .filter(|(name, _)| *name != STANDS_FOR && !(element && *name == "map"))
        .map(|(name, value)| (name.to_owned(), value.to_string()))
        .collect();
    all.sort();
    all
}
