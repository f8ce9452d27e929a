//! Numbers of Python as inputs without dimensions.

use crate::{failure::Wrong, held::Place};
use half::{bf16, f16};
use pyo3::{
    prelude::*,
    types::{PyBool, PyFloat, PyInt},
};
use tc_engine::{ElementType, View};

/// A number in the type that it is declared with.
pub(crate) struct Number {
    /// Its bytes, aligned for every type.
    bits: u64,
    element: ElementType,
}

impl Number {
    pub(crate) fn element(&self) -> ElementType {
        self.element
    }

    pub(crate) fn view(&self) -> View<'_> {
        let bytes = std::ptr::from_ref(&self.bits).cast();
        // SAFETY: the bytes are aligned for every type, and hold a value of this one.
        let view = unsafe { View::from_raw(bytes, self.element, &[], None) };
        view.expect("there are no strides")
    }

    /// Of a number of Python; `None` for what is none.
    pub(crate) fn of(
        place: Place<'_>,
        element: ElementType,
        object: &Bound<'_, PyAny>,
    ) -> PyResult<Option<Number>> {
        let py = object.py();
        let is_bool = object.is_instance_of::<PyBool>();
        let is_int = object.is_instance_of::<PyInt>();
        if !is_int && !object.is_instance_of::<PyFloat>() {
            return Ok(None);
        }
        let not = |wrong: Wrong| {
            let message = format!("{} is no value of type {}", object, element.name());
            place.wrong(py, wrong, &message)
        };
        let bytes = if element.is_float() && !is_bool {
            let value: f64 = object.extract().map_err(|_| not(Wrong::Value))?;
            float(element, value).ok_or_else(|| not(Wrong::Value))?
        } else if element.is_float() || !is_int || is_bool != (element == ElementType::Bool) {
            return Err(not(Wrong::Type));
        } else {
            let value: i128 = match object.extract::<i64>() {
                Ok(value) => value.into(),
                Err(_) => object
                    .extract::<u64>()
                    .map_err(|_| not(Wrong::Value))?
                    .into(),
            };
            let (low, high) = element.integer_range().unwrap_or((0, 1));
            if !(low..=high).contains(&value) {
                return Err(not(Wrong::Value));
            }
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&value.to_le_bytes()[..8]);
            bytes
        };
        let bits = u64::from_ne_bytes(bytes);
        Ok(Some(Number { bits, element }))
    }
}

/// The value rounded once; none for a finite one that the type does not reach.
fn float(element: ElementType, value: f64) -> Option<[u8; 8]> {
    let mut bytes = [0; 8];
    let reached = match element {
        ElementType::F64 => {
            bytes = value.to_le_bytes();
            value
        }
        ElementType::F32 => {
            bytes[..4].copy_from_slice(&(value as f32).to_le_bytes());
            f64::from(value as f32)
        }
        ElementType::F16 => {
            let rounded = f16::from_f64(value);
            bytes[..2].copy_from_slice(&rounded.to_le_bytes());
            rounded.to_f64()
        }
        _ => {
            let rounded = bf16::from_f64(value);
            bytes[..2].copy_from_slice(&rounded.to_le_bytes());
            rounded.to_f64()
        }
    };
    (reached.is_infinite() == value.is_infinite()).then_some(bytes)
}
