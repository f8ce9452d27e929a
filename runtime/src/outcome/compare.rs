//! Results beside those that are expected.

use crate::errors::{Errors, error};
use tc_dialects::tensor::{ElementType, Tensor};
use tc_pipelines::mapping::Precision;

/// The largest difference to the reference that is accepted, relative to the largest value: it
/// allows for rounding in another order, and of factors where the precision says so, but not for
/// another result.
pub(crate) fn tolerance(ty: ElementType, precision: Precision) -> f64 {
    match ty {
        ElementType::F64 => 1e-12,
        // Each factor is off by 2^-11 of itself, at most.
        ElementType::F32 if precision == Precision::Tf32 => 2e-3,
        ElementType::F32 => 1e-4,
        ElementType::F16 => 1e-2,
        ElementType::BF16 => 5e-2,
        _ => 0.0,
    }
}

/// How many integers of two tensors of one shape differ, and the first of them; `None` if they are
/// equal, or are no integers. Differences of large integers are lost in [`difference`].
pub(crate) fn wrong_integers(got: &Tensor, want: &Tensor) -> Option<String> {
    if got.element_type() != want.element_type() || got.shape() != want.shape() {
        return None;
    }
    let differ = |position: &usize| got.get_integer(*position) != want.get_integer(*position);
    let first = (0..want.len()).find(differ)?;
    let count = (first..want.len()).filter(differ).count();
    let (found, expected) = (got.get_integer(first)?, want.get_integer(first)?);
    let place = place_of(first, want.shape());
    let all = want.len();
    Some(format!(
        "in {count} of {all} elements, the first at {place:?}: expected {expected}, found {found}"
    ))
}

/// The indices of the element at a row-major position.
fn place_of(position: usize, shape: &[usize]) -> Vec<usize> {
    let mut rest = position;
    let mut place = Vec::new();
    for extent in shape.iter().rev() {
        place.insert(0, rest % extent);
        rest /= extent;
    }
    place
}

/// The largest difference between two tensors, relative to the largest value of the second. Equal
/// infinities count as equal, and so do NaNs.
pub fn difference(got: &Tensor, want: &Tensor) -> Result<f64, Errors> {
    if got.shape() != want.shape() || got.element_type() != want.element_type() {
        return Err(error(format!(
            "expected {} of shape {:?}, found {} of shape {:?}",
            want.element_type(),
            want.shape(),
            got.element_type(),
            got.shape()
        )));
    }
    let (mut scale, mut worst) = (0.0_f64, 0.0_f64);
    for position in 0..want.len() {
        let (a, b) = (
            got.get_f64(position).unwrap_or(f64::NAN),
            want.get_f64(position).unwrap_or(f64::NAN),
        );
        if a == b || (a.is_nan() && b.is_nan()) {
            scale = if b.is_finite() {
                scale.max(b.abs())
            } else {
                scale
            };
            continue;
        }
        if !a.is_finite() || !b.is_finite() {
            return Ok(f64::INFINITY);
        }
        scale = scale.max(b.abs());
        worst = worst.max((a - b).abs());
    }
    Ok(if worst == 0.0 {
        0.0
    } else {
        worst / scale.max(f64::MIN_POSITIVE)
    })
}
