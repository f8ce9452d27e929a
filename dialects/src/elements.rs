//! The memory of a tensor: zeros at first, aligned for vectors and for pages.
//!
//! An address is a multiple of [`ALIGNMENT`], so that no vector of a kernel lies across two cache
//! lines because of where its tensor begins. From [`LARGE_PAGE`] on it is a multiple of that, and
//! the system is asked for pages of this size: with small ones a kernel that goes down the columns
//! of a matrix misses in the table of pages at each step.

use half::{bf16, f16};
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// The address of every tensor is a multiple of this: a cache line, and the widest vector.
pub const ALIGNMENT: usize = 64;

/// The size of a large page.
pub const LARGE_PAGE: usize = 2 << 20;

/// What an allocation of so many bytes should be aligned to.
pub fn alignment(bytes: usize) -> usize {
    if bytes < LARGE_PAGE {
        ALIGNMENT
    } else {
        LARGE_PAGE
    }
}

/// Asks the system for large pages, which it may refuse without harm; nothing for small
/// allocations. `start` is aligned as [`alignment`] says.
///
/// # Safety
/// The bytes behind `start` are one allocation.
pub unsafe fn ask_for_large_pages(start: *mut u8, bytes: usize) {
    #[cfg(target_os = "linux")]
    if bytes >= LARGE_PAGE {
        // SAFETY: the advice does not change contents; the range is the caller's allocation.
        unsafe { libc::madvise(start.cast(), bytes, libc::MADV_HUGEPAGE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (start, bytes);
}

/// A type of which every pattern of bits is a value, 0 among them.
pub trait Plain: Copy + sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
}

macro_rules! plain {
    ($($ty:ty)*) => { $( impl Plain for $ty {} impl sealed::Sealed for $ty {} )* };
}
plain! { i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 }

/// A fixed number of elements in aligned memory; otherwise like a `Vec`.
pub struct Elements<T> {
    start: NonNull<T>,
    length: usize,
    /// Where the allocation begins, at or before `start`.
    base: NonNull<u8>,
    layout: Layout,
}

// SAFETY: it owns its elements, as a `Vec` does.
unsafe impl<T: Send> Send for Elements<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Elements<T> {}

impl<T: Plain> Elements<T> {
    /// So many zeros; `None` if there is not enough memory.
    pub fn zeros(length: usize) -> Option<Elements<T>> {
        let bytes = length.checked_mul(size_of::<T>())?;
        let alignment = alignment(bytes);
        // The allocator gives zeros that cost nothing before they are touched only without an
        // alignment of ours, so there is room to begin later.
        let layout =
            Layout::from_size_align(bytes.checked_add(alignment)?, align_of::<T>()).ok()?;
        // SAFETY: the layout is not empty, since the alignment is not.
        let base = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let skipped = base.addr().get().next_multiple_of(alignment) - base.addr().get();
        // SAFETY: less than the alignment is skipped, which was added to the size.
        let start = unsafe { base.add(skipped) };
        // SAFETY: `bytes` bytes of the allocation are behind `start`.
        unsafe { ask_for_large_pages(start.as_ptr(), bytes) };
        Some(Elements {
            start: start.cast(),
            length,
            base,
            layout,
        })
    }
}

impl<T> Drop for Elements<T> {
    fn drop(&mut self) {
        // SAFETY: `base` was allocated with this layout, and elements have no destructor.
        unsafe { dealloc(self.base.as_ptr(), self.layout) };
    }
}

impl<T> Deref for Elements<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: `length` elements are behind `start`; zero bytes and what was written through
        // `deref_mut` are values of `T`.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.length) }
    }
}

impl<T> DerefMut for Elements<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`, and they are borrowed for writing only once.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.length) }
    }
}

/// Copies the elements of a `Vec`, whose memory may begin anywhere. Like `Vec` it aborts if memory
/// is exhausted.
impl<T: Plain> From<&[T]> for Elements<T> {
    fn from(values: &[T]) -> Elements<T> {
        let made = Elements::zeros(values.len());
        let mut made = made.unwrap_or_else(|| {
            std::alloc::handle_alloc_error(Layout::for_value(values));
        });
        made.copy_from_slice(values);
        made
    }
}

impl<T: Plain> FromIterator<T> for Elements<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Elements<T> {
        Elements::from(&*Vec::from_iter(values))
    }
}

impl<T: Plain> Clone for Elements<T> {
    fn clone(&self) -> Elements<T> {
        Elements::from(&**self)
    }
}

impl<T: PartialEq> PartialEq for Elements<T> {
    fn eq(&self, other: &Elements<T>) -> bool {
        **self == **other
    }
}

impl<T: fmt::Debug> fmt::Debug for Elements<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_begin_at_a_cache_line_and_large_ones_at_a_large_page() {
        for length in [0, 1, 3, 17, 1000, 524_287, 524_288, 1_000_000] {
            let mut made = Elements::<f32>::zeros(length).unwrap();
            let due = if length >= 524_288 { 2 << 20 } else { 64 };
            assert_eq!(made.as_ptr().addr() % due, 0, "{length} elements");
            assert_eq!(made.len(), length);
            assert!(made.iter().all(|value| *value == 0.0));
            made.fill(1.5);
            assert!(made.iter().all(|value| *value == 1.5));
        }
    }

    #[test]
    fn copies_are_equal_and_aligned_and_apart() {
        let first: Elements<i16> = (0..77).collect();
        let mut second = first.clone();
        assert_eq!((second.as_ptr().addr() % ALIGNMENT, &first), (0, &second));
        second[76] = -1;
        assert_eq!((first[76], second[76]), (76, -1));
        assert_ne!(first, second);
        assert_eq!(format!("{:?}", Elements::from(&[1_u8, 2][..])), "[1, 2]");
    }

    #[test]
    fn what_does_not_fit_memory_is_none() {
        assert!(Elements::<f64>::zeros(usize::MAX).is_none());
        assert!(Elements::<f64>::zeros(1 << 59).is_none());
    }
}
