//! Memory for copies that last as long as one run, used again by the next run of the thread: the
//! system gives large pieces page by page, which takes longer than to copy them.

use std::{cell::RefCell, mem::MaybeUninit};

/// Elements of any type lie well in it.
type Word = MaybeUninit<u128>;

/// Bytes that a thread keeps.
const KEPT: usize = 64 << 20;

thread_local! {
    static FREE: RefCell<Vec<Vec<Word>>> = const { RefCell::new(Vec::new()) };
}

/// A piece of memory; the thread keeps it where it is dropped.
pub(crate) struct Scratch(Vec<Word>);

impl Scratch {
    /// A copy of these bytes.
    pub(crate) fn of(bytes: &[u8]) -> Scratch {
        let words = bytes.len().div_ceil(size_of::<Word>()).max(1);
        let free = FREE.with_borrow_mut(|free| {
            let fits = free.iter().position(|one| one.capacity() >= words);
            fits.map(|at| free.swap_remove(at))
        });
        let mut memory = free.unwrap_or_else(|| Vec::with_capacity(words));
        // SAFETY: the memory has room for as many bytes, and is not that of the caller.
        unsafe {
            let to = memory.as_mut_ptr().cast::<u8>();
            to.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
        }
        Scratch(memory)
    }

    /// Where it is.
    pub(crate) fn address(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let memory = std::mem::take(&mut self.0);
        let size = |one: &Vec<Word>| one.capacity() * size_of::<Word>();
        // A thread that ends has no list any more.
        let _ = FREE.try_with(|free| {
            let mut free = free.borrow_mut();
            if size(&memory) + free.iter().map(size).sum::<usize>() <= KEPT {
                free.push(memory);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_used_again_and_holds_the_bytes() {
        let bytes: Vec<u8> = (0..100).collect();
        let mut first = Scratch::of(&bytes);
        let address = first.address();
        assert!(address.cast::<u128>().is_aligned());
        // SAFETY: so many bytes were copied there.
        assert_eq!(unsafe { std::slice::from_raw_parts(address, 100) }, bytes);
        let mut other = Scratch::of(&bytes);
        assert_ne!(other.address(), address);
        drop(first);
        assert_eq!(Scratch::of(&bytes[..7]).address(), address);
    }
}
