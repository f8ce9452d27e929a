//! What is given for an input of a call.

use crate::{held::Held, numbers::Number};
use tc_engine::{ElementType, Memory, View};

/// What stands for an input of a call.
pub(crate) enum Given {
    Array(Held),
    Number(Number),
}

impl Given {
    pub(crate) fn view(&self) -> View<'_> {
        match self {
            Given::Array(held) => held.view(),
            Given::Number(number) => number.view(),
        }
    }

    pub(crate) fn element(&self) -> ElementType {
        match self {
            Given::Array(held) => held.element,
            Given::Number(number) => number.element(),
        }
    }

    pub(crate) fn memory(&self) -> Memory {
        match self {
            Given::Array(held) => held.memory,
            Given::Number(_) => Memory::Host,
        }
    }

    pub(crate) fn shape(&self) -> &[usize] {
        match self {
            Given::Array(held) => &held.shape,
            Given::Number(_) => &[],
        }
    }
}
