//! Arrays that are held: their memory stays for as long as a value of this file.

use crate::{
    failure::{self, Wrong},
    frameworks::Framework,
};
use pyo3::prelude::*;
use smallvec::SmallVec;
use tc_engine::{ElementType, Memory, View, ViewMut};

/// An argument as messages name it.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    /// `input` or `output`.
    pub(crate) kind: &'static str,
    pub(crate) name: &'a str,
}

impl Place<'_> {
    pub(crate) fn wrong(&self, py: Python<'_>, wrong: Wrong, message: &str) -> PyErr {
        let Place { kind, name } = self;
        failure::argument(py, wrong, name, &format!("{kind} `{name}`: {message}"))
    }
}

/// An array whose memory stays for as long as this value.
pub(crate) struct Held {
    /// Keeps the memory.
    pub(crate) _keeps: Py<PyAny>,
    pub(crate) data: *mut u8,
    pub(crate) element: ElementType,
    pub(crate) shape: SmallVec<[usize; 6]>,
    pub(crate) strides: SmallVec<[isize; 6]>,
    pub(crate) writable: bool,
    pub(crate) framework: Framework,
    pub(crate) memory: Memory,
    /// On which stream of a device its contents are made.
    pub(crate) stream: Option<u64>,
}

impl Held {
    /// To be read.
    pub(crate) fn view(&self) -> View<'_> {
        // SAFETY: the capsule keeps the elements that its producer described; that nobody writes
        // them during the call is the caller's part, as with every function on arrays. Where
        // another thread does, what it writes decides about no place.
        let view =
            unsafe { View::from_raw(self.data, self.element, &self.shape, Some(&self.strides)) };
        let view = view.expect("there are as many strides as extents");
        let view = view.in_memory(self.memory);
        match self.framework {
            Framework::Jax => view,
            _ => view.that_may_change(),
        }
    }

    /// To be written; `check_writable` was asked.
    pub(crate) fn view_mut(&self) -> ViewMut<'_> {
        // SAFETY: as in `view`.
        let view =
            unsafe { ViewMut::from_raw(self.data, self.element, &self.shape, Some(&self.strides)) };
        let view = view.expect("there are as many strides as extents");
        view.in_memory(self.memory).that_may_change()
    }

    /// Refuses an array that must not be written.
    pub(crate) fn check_writable(&self, py: Python<'_>, place: Place<'_>) -> PyResult<()> {
        match (self.writable, self.framework) {
            (true, _) => Ok(()),
            (false, Framework::Jax) => Err(place.wrong(
                py,
                Wrong::Value,
                "arrays of JAX cannot be written: leave `out` out, and the call makes one",
            )),
            (false, _) => Err(place.wrong(
                py,
                Wrong::Value,
                "the array is read-only: give one that may be written",
            )),
        }
    }
}
