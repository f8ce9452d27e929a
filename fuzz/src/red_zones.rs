//! An allocator with red zones: bytes before and after each block that nothing may write. Machine
//! code that writes outside of its tensor ends the process when the tensor is freed, instead of
//! going unnoticed; what it reads there is a NaN.

use std::alloc::{GlobalAlloc, Layout, System};

/// Bytes of a zone. Tiles of the programs here are smaller.
const ZONE: usize = 512;
/// A NaN as a float of any width.
const FILL: u8 = 0xff;
/// What a zone holds.
static INTACT: [u8; ZONE] = [FILL; ZONE];

/// The system's allocator, with zones.
pub struct RedZones;

impl RedZones {
    /// The beginning of the block, and the layout with its zones.
    fn outer(layout: Layout) -> Option<(usize, Layout)> {
        let front = ZONE.max(layout.align());
        let size = front.checked_add(layout.size())?.checked_add(ZONE)?;
        let outer = Layout::from_size_align(size, layout.align()).ok()?;
        Some((front, outer))
    }

    /// Whether nothing was written around a block.
    ///
    /// # Safety
    /// The block is one of this allocator's, with this layout.
    unsafe fn is_intact(block: *const u8, layout: Layout) -> bool {
        // SAFETY: both zones belong to the allocation.
        let (front, back) = unsafe {
            let front = std::slice::from_raw_parts(block.sub(ZONE), ZONE);
            (
                front,
                std::slice::from_raw_parts(block.add(layout.size()), ZONE),
            )
        };
        // As slices, which are compared many bytes at a time: a campaign frees millions of blocks.
        front == INTACT && back == INTACT
    }
}

// SAFETY: blocks are parts of blocks of the system's allocator, as large and as aligned as asked.
unsafe impl GlobalAlloc for RedZones {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let Some((front, outer)) = RedZones::outer(layout) else {
            return std::ptr::null_mut();
        };
        // SAFETY: `outer` is not empty, and the writes lie in it.
        unsafe {
            let all = System.alloc(outer);
            if all.is_null() {
                return all;
            }
            let block = all.add(front);
            block.sub(ZONE).write_bytes(FILL, ZONE);
            block.add(layout.size()).write_bytes(FILL, ZONE);
            block
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        let Some((front, outer)) = RedZones::outer(layout) else {
            return;
        };
        // SAFETY: the caller says that the block is ours.
        unsafe {
            if !RedZones::is_intact(block, layout) {
                eprintln!("a write outside of a block of {} bytes", layout.size());
                std::process::abort();
            }
            System.dealloc(block.sub(front), outer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_beside_a_block_is_seen() {
        for align in [1, 8, 1024] {
            let layout = Layout::from_size_align(40, align).unwrap();
            // SAFETY: all writes lie in the zones.
            unsafe {
                let block = RedZones.alloc(layout);
                block.write_bytes(1, 40);
                assert_eq!(block as usize % align, 0);
                assert!(RedZones::is_intact(block, layout));
                for place in [block.add(40), block.sub(1), block.add(40 + ZONE - 1)] {
                    place.write(0);
                    assert!(!RedZones::is_intact(block, layout));
                    place.write(FILL);
                }
                RedZones.dealloc(block, layout);
            }
        }
    }
}
