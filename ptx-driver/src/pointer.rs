//! Pointers of callers in C: null is an error code, and the rest is the caller's promise.

use std::ffi::CStr;

use cudarc::driver::sys::CUresult;

use crate::boundary::{Outcome, Refused};

/// Where a function writes a result.
#[repr(transparent)]
pub struct Out<T>(*mut T);

/// What a function reads.
#[repr(transparent)]
pub struct In<T>(*const T);

impl<T> Clone for Out<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Out<T> {}

impl<T> Clone for In<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for In<T> {}

/// Refuses null, and what no process has memory at: the first page, handles, addresses of the
/// device.
fn check(address: u64) -> Outcome {
    if (PAGE..PROCESS_END).contains(&address) {
        return Ok(());
    }
    Err(CUresult::CUDA_ERROR_INVALID_VALUE)
}

const PAGE: u64 = 4096;
const PROCESS_END: u64 = 1 << 47;

impl<T: Copy> Out<T> {
    pub fn at(address: u64) -> Self {
        Out(address as *mut T)
    }

    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    pub fn address(self) -> u64 {
        self.0 as u64
    }

    /// Refuses null, before anything is done.
    pub fn check(self) -> Outcome {
        check(self.0 as u64)
    }

    pub fn put(self, value: T) -> Outcome {
        self.check()?;
        self.may_put(value);
        Ok(())
    }

    /// Writes a result that the caller may not want.
    pub fn may_put(self, value: T) {
        if check(self.0 as u64).is_ok() {
            // SAFETY: by the promise of the caller in C, a result fits where the pointer points.
            unsafe { self.0.write_unaligned(value) };
        }
    }

    /// Writes several results one after the other.
    pub fn fill(self, values: &[T]) -> Outcome {
        if values.is_empty() {
            return Ok(());
        }
        self.check()?;
        for (place, value) in values.iter().enumerate() {
            // SAFETY: as in `put`, for as many results as the caller asked for.
            unsafe { self.0.add(place).write_unaligned(*value) };
        }
        Ok(())
    }
}

impl<T: Copy> In<T> {
    pub fn at(address: u64) -> Self {
        In(address as *const T)
    }

    pub fn is_null(self) -> bool {
        self.0.is_null()
    }

    pub fn get(self) -> Refused<T> {
        check(self.0 as u64)?;
        // SAFETY: by the promise of the caller in C; any bits are a value of the types used.
        Ok(unsafe { self.0.read_unaligned() })
    }

    /// So many values.
    pub fn list(self, count: usize) -> Refused<Vec<T>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        check(self.0 as u64)?;
        let bytes = count.checked_mul(size_of::<T>());
        let most = if size_of::<T>() == 1 {
            MOST_BYTES
        } else {
            MOST_LIST
        };
        if bytes.is_none_or(|bytes| bytes > most) {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        // SAFETY: as in `get`.
        let value = |place| unsafe { self.0.add(place).read_unaligned() };
        Ok((0..count).map(value).collect())
    }
}

impl<T> In<T> {
    /// The address.
    pub fn address(self) -> u64 {
        self.0 as u64
    }
}

/// The most bytes of a list of bytes, and of others: more are a number that was never meant as one.
const MOST_BYTES: usize = 1 << 32;
const MOST_LIST: usize = 1 << 19;

impl In<u8> {
    /// The pointer so many bytes behind.
    pub fn skip(self, bytes: u64) -> In<u8> {
        In((self.0 as u64).wrapping_add(bytes) as *const u8)
    }

    /// A word of 64 bits.
    pub fn words(self) -> Refused<u64> {
        In::<u64>::at(self.0 as u64).get()
    }

    /// The bytes up to a zero.
    pub fn bytes_to_zero(self) -> Refused<Vec<u8>> {
        check(self.0 as u64)?;
        // SAFETY: as in `get`, for text that ends with a zero.
        Ok(unsafe { CStr::from_ptr(self.0.cast()) }.to_bytes().to_vec())
    }

    pub fn text(self) -> Refused<String> {
        let bytes = self.bytes_to_zero()?;
        String::from_utf8(bytes).map_err(|_| CUresult::CUDA_ERROR_INVALID_VALUE)
    }
}
