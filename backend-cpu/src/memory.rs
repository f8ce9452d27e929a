//! The memory of compiled code: arrays that live as long as a call, or as long as an iteration of a
//! parallel loop.

use std::ptr::null_mut;
use tc_dialects::elements;

/// In place of the C library's `aligned_alloc`: large arrays begin at large pages, and ask for
/// them.
pub extern "C" fn allocate(alignment: usize, bytes: usize) -> *mut u8 {
    let alignment = alignment.max(elements::alignment(bytes));
    // C wants a multiple.
    let Some(bytes) = bytes.checked_next_multiple_of(alignment) else {
        return null_mut();
    };
    // SAFETY: it is called with a power of two and a multiple of it.
    let start: *mut u8 = unsafe { libc::aligned_alloc(alignment, bytes) }.cast();
    if !start.is_null() {
        // SAFETY: the bytes were just allocated.
        unsafe { elements::ask_for_large_pages(start, bytes) };
    }
    start
}

/// In place of `free`, so that both come from one library.
pub unsafe extern "C" fn release(start: *mut u8) {
    // SAFETY: the caller gives what `allocate` gave, once, or null.
    unsafe { libc::free(start.cast()) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_begin_at_cache_lines_and_large_ones_at_large_pages() {
        for (asked, bytes, due) in [
            (64, 1, 64),
            (64, 100_000, 64),
            (256, 10, 256),
            (64, 3 << 20, 2 << 20),
        ] {
            let start = allocate(asked, bytes);
            assert!(!start.is_null());
            assert_eq!(start.addr() % due, 0, "{bytes} bytes at {asked}");
            // SAFETY: `bytes` bytes were allocated, and are released once.
            unsafe {
                start.add(bytes - 1).write(1);
                release(start);
            }
        }
        assert!(allocate(64, usize::MAX).is_null());
    }
}
