//! Handles: numbers that stand for what the library keeps. None is an address that can be read, so
//! that a program that follows one stops where it does so.

use std::collections::BTreeMap;

use cudarc::driver::sys::CUresult;

use crate::boundary::Refused;

/// A handle.
pub type Handle = u64;

/// The things of one kind, by their handles.
pub struct Table<T> {
    things: BTreeMap<Handle, T>,
    next: Handle,
    missing: CUresult,
}

impl<T> Table<T> {
    /// A table whose handles no table of another `kind` has; `missing` is the code for a handle
    /// that is none of its.
    pub fn new(kind: u64, missing: CUresult) -> Self {
        Table {
            things: BTreeMap::new(),
            next: (1 << 57) + (kind << 48) + 16,
            missing,
        }
    }

    pub fn add(&mut self, thing: T) -> Handle {
        let handle = self.next;
        self.next += 16;
        self.things.insert(handle, thing);
        handle
    }

    /// Gives a thing a handle that is known to programs.
    pub fn insert(&mut self, handle: Handle, thing: T) {
        self.things.insert(handle, thing);
    }

    pub fn get(&self, handle: Handle) -> Refused<&T> {
        self.things.get(&handle).ok_or(self.missing)
    }

    pub fn get_mut(&mut self, handle: Handle) -> Refused<&mut T> {
        self.things.get_mut(&handle).ok_or(self.missing)
    }

    pub fn remove(&mut self, handle: Handle) -> Refused<T> {
        self.things.remove(&handle).ok_or(self.missing)
    }

    pub fn iter(&self) -> impl Iterator<Item = (Handle, &T)> {
        self.things.iter().map(|(handle, thing)| (*handle, thing))
    }

    /// The handles of those that `wanted` says.
    pub fn handles(&self, wanted: impl Fn(&T) -> bool) -> Vec<Handle> {
        let kept = self.things.iter().filter(|(_, thing)| wanted(thing));
        kept.map(|(handle, _)| *handle).collect()
    }
}
