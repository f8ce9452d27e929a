//! A memory request.

use crate::registers::LANES;
use crate::types::Space;

/// The accesses of one instruction's lanes in one space, with addresses of that space.
pub(crate) struct Request {
    pub space: Space,
    pub addresses: [u64; LANES],
    pub mask: u32,
    pub bytes: u64,
    /// Global space: the array of each lane. Others: unused.
    pub arrays: [u32; LANES],
    /// Where the bytes are: in the array, or in the memory of the block or the thread.
    pub offsets: [u64; LANES],
}

impl Request {
    /// A request of one lane.
    pub fn single(space: Space, lane: usize, address: u64, bytes: u64) -> Self {
        let mut request = Request {
            space,
            addresses: [0; LANES],
            mask: 1 << lane,
            bytes,
            arrays: [0; LANES],
            offsets: [0; LANES],
        };
        request.addresses[lane] = address;
        request
    }
}
