//! The memory of compiled code: arrays that live as long as a call, or as long as an iteration of a
//! parallel loop.
//!
//! Large arrays that a call released, those of [`KEPT_FROM`] bytes or more, are kept for the next
//! one, up to [`MOST_KEPT`] bytes in the process: the system would clear their pages again, which
//! takes several times as long as a layer of a network takes to fill them.

use std::collections::HashMap;
use std::ptr::null_mut;
use std::sync::{LazyLock, Mutex, PoisonError};
use tc_dialects::elements;

/// How many bytes of released arrays the process keeps.
const MOST_KEPT: usize = 512 << 20;

/// From how many bytes on arrays are kept. The C library gives the pages of such arrays back to the
/// system when they are released.
const KEPT_FROM: usize = 128 << 10;

/// What the addresses of kept arrays are multiples of: few others are, so that the release of a
/// small array seldom waits for the lock.
const PAGE: usize = 4096;

/// Large arrays, by address.
#[derive(Default)]
struct Large {
    /// How many bytes those have that are in use.
    used: HashMap<usize, usize>,
    /// Address and bytes of those that were released, the latest last.
    kept: Vec<(usize, usize)>,
}

static LARGE: LazyLock<Mutex<Large>> = LazyLock::new(Mutex::default);

impl Large {
    /// Takes the smallest kept array that has so many bytes, and at most twice as many.
    fn take(&mut self, bytes: usize) -> Option<*mut u8> {
        let fits = |(_, (_, kept)): &(usize, &(usize, usize))| {
            (bytes..=bytes.saturating_mul(2)).contains(kept)
        };
        let kept = self.kept.iter().enumerate();
        let (position, _) = kept.filter(fits).min_by_key(|(_, (_, kept))| *kept)?;
        let (address, bytes) = self.kept.remove(position);
        self.used.insert(address, bytes);
        Some(std::ptr::with_exposed_provenance_mut(address))
    }

    /// Keeps an array, and says which others go for it; `None` if it is not a large one.
    fn keep(&mut self, start: *mut u8) -> Option<Vec<usize>> {
        let address = start.expose_provenance();
        let bytes = self.used.remove(&address)?;
        self.kept.push((address, bytes));
        let mut sum: usize = self.kept.iter().map(|(_, bytes)| bytes).sum();
        let mut gone = Vec::new();
        while sum > MOST_KEPT {
            let (address, bytes) = self.kept.remove(0);
            sum -= bytes;
            gone.push(address);
        }
        Some(gone)
    }
}

/// In place of the C library's `aligned_alloc`: large arrays begin at pages, those as large as a
/// large page at such, and ask for them.
pub extern "C" fn allocate(alignment: usize, bytes: usize) -> *mut u8 {
    let is_large = bytes >= KEPT_FROM;
    let page = if is_large { PAGE } else { 1 };
    let alignment = alignment.max(elements::alignment(bytes)).max(page);
    // C wants a multiple.
    let Some(bytes) = bytes.checked_next_multiple_of(alignment) else {
        return null_mut();
    };
    let lock = || LARGE.lock().unwrap_or_else(PoisonError::into_inner);
    if is_large && let Some(kept) = lock().take(bytes) {
        return kept;
    }
    // SAFETY: it is called with a power of two and a multiple of it.
    let start: *mut u8 = unsafe { libc::aligned_alloc(alignment, bytes) }.cast();
    if !start.is_null() {
        // SAFETY: the bytes were just allocated.
        unsafe { elements::ask_for_large_pages(start, bytes) };
        if is_large {
            lock().used.insert(start.expose_provenance(), bytes);
        }
    }
    start
}

/// In place of `free`, so that both come from one library.
pub unsafe extern "C" fn release(start: *mut u8) {
    // Only arrays at pages can be large ones.
    if !start.is_null() && start.addr().is_multiple_of(PAGE) {
        let mut large = LARGE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(gone) = large.keep(start) {
            drop(large);
            for address in gone {
                let start: *mut u8 = std::ptr::with_exposed_provenance_mut(address);
                // SAFETY: `allocate` gave it, and nothing but the table that it left knew it.
                unsafe { libc::free(start.cast()) };
            }
            return;
        }
    }
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
            (64, KEPT_FROM, PAGE),
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

    #[test]
    fn an_array_from_128_kib_on_stays_with_the_process() {
        // A length that no other test of this process allocates.
        let bytes = KEPT_FROM + 3 * PAGE;
        let kept = |address: usize| {
            let large = LARGE.lock().unwrap_or_else(PoisonError::into_inner);
            large.kept.iter().any(|(start, _)| *start == address)
        };
        for (bytes, due) in [(bytes, true), (KEPT_FROM / 2, false)] {
            let start = allocate(64, bytes);
            assert!(!start.is_null());
            // SAFETY: it is released once.
            unsafe { release(start) };
            assert_eq!(kept(start.addr()), due, "{bytes} bytes");
        }
    }

    #[test]
    fn a_large_array_that_was_released_serves_again() {
        let mut large = Large::default();
        large.used.insert(1, 10 << 20);
        large.used.insert(2, 30 << 20);
        assert_eq!(large.keep(std::ptr::without_provenance_mut(3)), None);
        assert_eq!(
            large.keep(std::ptr::without_provenance_mut(1)),
            Some(vec![])
        );
        assert_eq!(
            large.keep(std::ptr::without_provenance_mut(2)),
            Some(vec![])
        );
        // Too small, and more than twice as large.
        assert_eq!(large.take(31 << 20), None);
        assert_eq!(large.take(4 << 20), None);
        assert_eq!(large.take(20 << 20).map(|start| start.addr()), Some(2));
        assert_eq!(large.take(20 << 20), None);
        assert_eq!(large.take(5 << 20).map(|start| start.addr()), Some(1));
        assert_eq!(large.used.get(&2), Some(&(30 << 20)));
    }

    #[test]
    fn the_oldest_arrays_go_where_too_much_is_kept() {
        let mut large = Large::default();
        for address in 1..=3 {
            large.used.insert(address, MOST_KEPT / 2);
        }
        let mut keep = |address| large.keep(std::ptr::without_provenance_mut(address));
        assert_eq!(keep(1), Some(vec![]));
        assert_eq!(keep(2), Some(vec![]));
        assert_eq!(keep(3), Some(vec![1]));
    }
}
