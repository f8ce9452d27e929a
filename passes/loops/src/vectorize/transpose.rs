//! Copies of rows to columns: a square of elements is loaded by rows, transposed in registers, and
//! stored by rows.
//!
//! ```mlir
//! scf.for %k = %c0 to %c512 step %c1 {                 scf.for %k = %c0 to %c512 step %c16 {
//!   scf.for %l = %c0 to %c64 step %c1 {                  %0 = vector.load %B[%c0, %k] : vector<16xf32>, and 63 more rows
//!     %0 = memref.load %B[%l, %k]                ==>     vector.shuffle exchanges parts of each 16 of them
//!     memref.store %0, %P[%k, %l]                        vector.store of the columns, %P[%k + .., ..]
//!   } {tc.vector = "independent"}                      }
//! }
//! ```
//!
//! A gather of 16 elements touches 16 lines of memory for one element of each; a square uses its
//! lines whole.
//!
//! **Which loops.** A vector loop of constant length, a multiple of the lanes, alone in a loop of
//! constant length; the body loads an element and stores it, the load moves along the last
//! dimension with the outer loop and along another one with the inner, the store the other way
//! round. The last square begins earlier where the outer loop is no multiple of the lanes, and
//! copies some elements again. **Legal** as the vector loop is, since the body is a pure copy: all
//! loads of a square come before its stores, which touch other arrays.

use tc_dialects::op::{self, ValueKey};

use super::point::Point;
use super::shape::is_packed;
use crate::index_forms::{Linear, constant};
use crate::math::types::vector_of;
use crate::memory::{Access, Effects, may_overlap};
use tc_pass_host::*;

/// A copy that transposes.
pub struct Transposition<'c, 'a> {
    outer: OperationRef<'c, 'a>,
    inner: OperationRef<'c, 'a>,
    load: Access<'c, 'a>,
    store: Access<'c, 'a>,
    /// The first values of the outer and the inner loop, and their numbers of iterations.
    starts: (i64, i64),
    lengths: (i64, i64),
}

impl<'c, 'a> Transposition<'c, 'a> {
    /// The copy that a vector loop is the inner loop of.
    pub fn of(inner: OperationRef<'c, 'a>, lanes: i64) -> Option<Self> {
        let outer = inner
            .parent_operation()
            .filter(|op| op::is(*op, "scf.for"))?;
        if outer.result_count() > 0 || inner.result_count() > 0 {
            return None;
        }
        let mut loads_and_stores = Effects::of_loop(outer);
        let accesses = std::mem::take(&mut loads_and_stores.accesses);
        let only = !loads_and_stores.unknown && loads_and_stores.others.is_empty();
        let [load, store] = <[Access; 2]>::try_from(accesses).ok().filter(|_| only)?;
        let copies = !load.is_store
            && store.is_store
            && op::same_value(load.value(), store.value())
            && !may_overlap(load.memref, store.memref)
            && !is_packed(load.memref)
            && load.around.len() == 1
            && store.around.len() == 1;
        let (o, i) = (iterator(outer)?, iterator(inner)?);
        let moves = |access: &Access, (first, second): (Value, Value)| {
            let (last, others) = access.subscripts.split_last()?;
            let stays = |form: &Linear, value: Value| form.coefficient(value) == Some(0);
            let along_last = last.coefficient(first) == Some(1) && stays(last, second);
            let apart = others.iter().all(|form| stays(form, first));
            let once = others
                .iter()
                .filter(|form| form.coefficient(second) == Some(1));
            let others_stay = others
                .iter()
                .all(|form| matches!(form.coefficient(second), Some(0 | 1)));
            (along_last && apart && others_stay && once.count() == 1).then_some(())
        };
        moves(&load, (o, i))?;
        moves(&store, (i, o))?;
        let range = |of: OperationRef| {
            let bounds = op::operands(of);
            let (lower, upper) = (constant(bounds[0])?, constant(bounds[1])?);
            (constant(bounds[2]) == Some(1)).then_some((lower, upper - lower))
        };
        let (outer_range, inner_range) = (range(outer)?, range(inner)?);
        let fits = inner_range.1 > 0
            && inner_range.1 % lanes == 0
            && outer_range.1 >= lanes
            && (lanes as u64).is_power_of_two();
        (copies && fits && lanes > 1).then_some(Transposition {
            outer,
            inner,
            load,
            store,
            starts: (outer_range.0, inner_range.0),
            lengths: (outer_range.1, inner_range.1),
        })
    }

    /// Writes the squares in place of the outer loop.
    pub fn write(&self, lanes: i64) {
        let at = Point::before(self.outer);
        let whole = self.lengths.0 - self.lengths.0 % lanes;
        let (first, behind) = (
            at.constant(self.starts.0),
            at.constant(self.starts.0 + whole),
        );
        at.repeat(first, behind, lanes, &[], |inside, base, _| {
            for part in 0..self.lengths.1 / lanes {
                self.square(inside, base, self.starts.1 + part * lanes, lanes);
            }
            Vec::new()
        });
        if whole < self.lengths.0 {
            let last = at.constant(self.starts.0 + self.lengths.0 - lanes);
            for part in 0..self.lengths.1 / lanes {
                self.square(&at, last, self.starts.1 + part * lanes, lanes);
            }
        }
        op::erase(self.outer);
    }

    fn square(&self, at: &Point<'c, 'a>, base: Value<'c, 'a>, start: i64, lanes: i64) {
        let row = vector_of(&[lanes], self.load.value().r#type());
        let load = |lane| {
            let place = self.place(at, &self.load, base, at.constant(start + lane));
            at.value("vector.load", &place, row, &[])
        };
        let rows: Vec<Value> = (0..lanes).map(load).collect();
        let inner = at.constant(start);
        for (lane, column) in (0..lanes).zip(transposed(at, rows)) {
            let mut place = vec![column];
            place.extend(self.place(at, &self.store, at.offset(base, lane), inner));
            at.make("vector.store", &place, &[], &[]);
        }
    }

    /// The array and subscripts of an access, for these values of both loops.
    fn place(
        &self,
        at: &Point<'c, 'a>,
        access: &Access<'c, 'a>,
        outer: Value<'c, 'a>,
        inner: Value<'c, 'a>,
    ) -> Vec<Value<'c, 'a>> {
        let known = [(self.outer, outer), (self.inner, inner)].map(|(of, value)| {
            let iterator = iterator(of).expect("a loop has an iterator");
            (ValueKey::of(iterator), value)
        });
        let subscripts = access.place().into_iter();
        let mut place = vec![access.memref];
        place.extend(subscripts.map(|subscript| at.copy(subscript, self.outer, &known)));
        place
    }
}

/// The columns of a square of rows, whose number is a power of two: in each step, two rows at a
/// distance of 8, 4, 2, 1 exchange blocks of as many elements. One instruction makes each new row,
/// and LLVM does not have to find it: of `vector.transpose` it gets one operation per element.
fn transposed<'c, 'a>(at: &Point<'c, 'a>, mut rows: Vec<Value<'c, 'a>>) -> Vec<Value<'c, 'a>> {
    let lanes = rows.len();
    let mut distance = lanes / 2;
    while distance > 0 {
        let upper = |one: &usize| one & distance != 0;
        let first: Vec<usize> = (0..lanes)
            .map(|lane| {
                if upper(&lane) {
                    lanes + lane - distance
                } else {
                    lane
                }
            })
            .collect();
        let second: Vec<usize> = (0..lanes)
            .map(|lane| {
                if upper(&lane) {
                    lanes + lane
                } else {
                    lane + distance
                }
            })
            .collect();
        for low in (0..lanes).filter(|lane| !upper(lane)) {
            let pair = [rows[low], rows[low + distance]];
            rows[low] = shuffle(at, pair, &first);
            rows[low + distance] = shuffle(at, pair, &second);
        }
        distance /= 2;
    }
    rows
}

fn shuffle<'c, 'a>(at: &Point<'c, 'a>, pair: [Value<'c, 'a>; 2], mask: &[usize]) -> Value<'c, 'a> {
    let mask: Vec<String> = mask.iter().map(usize::to_string).collect();
    let mask = op::build::parsed(at.context, &format!("array<i64: {}>", mask.join(", ")));
    at.value("vector.shuffle", &pair, pair[0].r#type(), &[("mask", mask)])
}

fn iterator<'c, 'a>(of: OperationRef<'c, 'a>) -> Option<Value<'c, 'a>> {
    op::arguments(op::body(of)?).first().copied()
}
