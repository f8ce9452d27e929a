//! Forgetting a dimension without new pieces.
//!
//! ```text
//! { [k, t] -> A[a] : 8k <= t <= 8k + 7 and -2t <= a <= 31 - 2t }
//!   ==>  { [k] -> A[a] : 8k <= floor((31 - a)/2) and -floor(a/2) <= 8k + 7 and -floor(a/2) <= floor((31 - a)/2) }
//! ```
//!
//! isl writes that some integer is between the bounds of a dimension by a case for each bound that
//! may be the nearest one: five accesses of a stencil, over the steps of a tile that moves with the
//! time, have more than a hundred pieces, and what is computed from these takes minutes. An integer
//! lies between lower bounds `l / c` and upper bounds `u / d` exactly if each `ceil(l / c)` is at
//! most each `floor(u / d)`. So one conjunction says it, with a rounded quotient for each bound.
//! (Pairs of bounds alone, without rounding, are Fourier's and Motzkin's elimination.)

use super::error::Result;
use super::object::{Object, Output};
use super::{Aff, BasicSet, Dim, Map, Set, Val, sys};

/// One conjunct of a set: an expression that is zero, or not negative.
struct Condition {
    /// A function of the elements.
    value: Aff,
    /// Whether it is zero; otherwise it is at least zero.
    is_equality: bool,
}

impl BasicSet {
    /// The conjuncts.
    fn conditions(&self) -> Result<Vec<Condition>> {
        let context = self.context();
        // SAFETY: the list and its items are freed here.
        unsafe {
            let list = sys::isl_basic_set_get_constraint_list(self.raw());
            if list.is_null() {
                return Err(context.take_error());
            }
            let size = usize::output(context, sys::isl_constraint_list_size(list.keep()));
            let conditions = size.and_then(|size| {
                let condition = |position: usize| {
                    let position = i32::try_from(position).unwrap_or(i32::MAX);
                    let one = sys::isl_constraint_list_get_at(list.keep(), position);
                    let value = Aff::output(context, sys::isl_constraint_get_aff(one.keep()));
                    let equal = bool::output(context, sys::isl_constraint_is_equality(one.keep()));
                    sys::isl_constraint_free(one);
                    Ok(Condition {
                        value: value?,
                        is_equality: equal?,
                    })
                };
                (0..size).map(condition).collect()
            });
            sys::isl_constraint_list_free(list);
            conditions
        }
    }
}

impl Map {
    /// Forgets an input dimension, as [`Map::project_out`], without new pieces; none where a piece
    /// has quotients already.
    pub fn eliminate_in(&self, position: usize) -> Result<Option<Map>> {
        let mut result = Set::empty(&self.wrap()?.space()?)?;
        for piece in self.wrap()?.basic_sets()? {
            let Some(rest) = without(&piece, position)? else {
                return Ok(None);
            };
            result = result.union(&rest)?;
        }
        let result = result.unwrap()?.project_out(Dim::In, position, 1)?;
        Ok(Some(result.remove_redundancies()?))
    }
}

/// The elements of a piece for some value of a dimension, which has all values in the result.
fn without(piece: &BasicSet, position: usize) -> Result<Option<Set>> {
    let whole = piece.to_set()?;
    if whole.involves_locals()? {
        return Ok(None);
    }
    let mut result = Set::universe(&whole.space()?)?;
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    for Condition { value, is_equality } in piece.conditions()? {
        let factor = value.coefficient_val(Dim::In, position)?;
        let Some(factor) = factor.to_i64() else {
            return Ok(None);
        };
        let zero = Aff::zero_on_domain(&whole.space()?)?;
        if factor == 0 {
            result = result.intersect(&zero.le_set(&value)?)?;
            if is_equality {
                result = result.intersect(&value.le_set(&zero)?)?;
            }
            continue;
        }
        // value = rest + factor * x >= 0
        let rest = value.set_coefficient(Dim::In, position, 0)?;
        let bound = rest
            .scale_val(&Val::new(piece.context(), -factor.signum())?)?
            .scale_down_val(&Val::new(piece.context(), factor.abs())?)?;
        if factor > 0 || is_equality {
            lower.push(bound.ceil()?);
        }
        if factor < 0 || is_equality {
            upper.push(bound.floor()?);
        }
    }
    for least in &lower {
        for most in &upper {
            result = result.intersect(&least.le_set(most)?)?;
        }
    }
    Ok(Some(result))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Context;

    /// The same pairs as isl's projection, in one piece.
    fn eliminated(text: &str) -> (bool, usize) {
        let context = Context::new();
        let map = Map::parse(&context, text).unwrap();
        let last = map.dim(Dim::In).unwrap() - 1;
        let found = map.eliminate_in(last).unwrap().unwrap();
        let expected = map.project_out(Dim::In, last, 1).unwrap();
        (
            found
                .wrap()
                .unwrap()
                .is_equal(&expected.wrap().unwrap())
                .unwrap(),
            found.wrap().unwrap().basic_sets().unwrap().len(),
        )
    }

    #[test]
    fn a_dimension_is_forgotten_exactly_and_without_new_pieces() {
        for text in [
            "{ [k, t] -> A[a] : 8k <= t <= 8k + 7 and -2t <= a <= 31 - 2t }",
            "{ [k, t] -> A[a, b] : 8k <= t <= 8k + 7 and -3t <= a <= 7 - 3t and -2t <= b <= 9 - 2t }",
            // Only some numbers between the bounds are whole: 3t = a.
            "{ [k, t] -> A[a] : a = 3t and k <= t <= k + 2 }",
            "{ [k, t] -> A[a] : 3k - 1 <= 2t <= 3k + a and a <= 5 }",
            "[N] -> { [k, t] -> A[a] : 0 <= t < N and t + a = k }",
        ] {
            assert_eq!(eliminated(text), (true, 1), "{text}");
        }
    }

    #[test]
    fn quotients_are_left_to_isl() {
        let context = Context::new();
        let map = Map::parse(&context, "{ [k, t] -> A[a] : t mod 3 = 0 and k <= t <= a }");
        assert!(map.unwrap().eliminate_in(1).unwrap().is_none());
    }
}
