//! The words of an array: the emulator's own, or memory of the process.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU32;

/// Words that blocks on several host threads use.
pub(crate) struct Words {
    first: NonNull<AtomicU32>,
    count: usize,
    owned: bool,
}

// SAFETY: the words are atomic, and none but the owner frees them.
unsafe impl Send for Words {}
// SAFETY: as above.
unsafe impl Sync for Words {}

impl Default for Words {
    fn default() -> Self {
        Words {
            first: NonNull::dangling(),
            count: 0,
            owned: false,
        }
    }
}

impl Words {
    /// Words that are zero, whose pages are taken on first use; none if there is no memory.
    pub fn zeroed(count: usize) -> Option<Words> {
        if count == 0 {
            return Some(Words::default());
        }
        let layout = Layout::array::<AtomicU32>(count).ok()?;
        // SAFETY: the layout is not empty.
        let first = NonNull::new(unsafe { alloc_zeroed(layout) }.cast())?;
        Some(Words {
            first,
            count,
            owned: true,
        })
    }

    /// Words of the process from an address on, which is a multiple of 4 and not 0.
    ///
    /// # Safety
    /// They can be read and written while the value lives.
    pub unsafe fn of_process(address: u64, count: usize) -> Words {
        let first = NonNull::new(address as *mut AtomicU32).unwrap_or(NonNull::dangling());
        Words {
            first,
            count,
            owned: false,
        }
    }

    /// Copies bytes out, which lie inside of the words.
    pub fn read(&self, offset: usize, bytes: &mut [u8]) {
        assert!(offset + bytes.len() <= self.count * 4);
        const { assert!(cfg!(target_endian = "little")) };
        // SAFETY: in bounds. No kernel runs beside a copy.
        unsafe {
            let source = self.first.as_ptr().cast::<u8>().add(offset);
            std::ptr::copy(source, bytes.as_mut_ptr(), bytes.len());
        }
    }

    /// Copies bytes in, which lie inside of the words.
    pub fn write(&mut self, offset: usize, bytes: &[u8]) {
        assert!(offset + bytes.len() <= self.count * 4);
        // SAFETY: as in `read`, and the words are borrowed alone.
        unsafe {
            let target = self.first.as_ptr().cast::<u8>().add(offset);
            std::ptr::copy(bytes.as_ptr(), target, bytes.len());
        }
    }
}

impl Deref for Words {
    type Target = [AtomicU32];

    fn deref(&self) -> &[AtomicU32] {
        // SAFETY: so many words are there while the value lives.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.count) }
    }
}

impl Drop for Words {
    fn drop(&mut self) {
        if self.owned
            && let Ok(layout) = Layout::array::<AtomicU32>(self.count)
        {
            // SAFETY: allocated with the same layout.
            unsafe { dealloc(self.first.as_ptr().cast(), layout) };
        }
    }
}
