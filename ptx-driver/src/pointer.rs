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

const NULL: Refused<()> = Err(CUresult::CUDA_ERROR_INVALID_VALUE);

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
        if self.0.is_null() { NULL } else { Ok(()) }
    }

    pub fn put(self, value: T) -> Outcome {
        self.check()?;
        self.may_put(value);
        Ok(())
    }

    /// Writes a result that the caller may not want.
    pub fn may_put(self, value: T) {
        if !self.0.is_null() {
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
        if self.0.is_null() {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        // SAFETY: by the promise of the caller in C; any bits are a value of the types used.
        Ok(unsafe { self.0.read_unaligned() })
    }

    /// So many values.
    pub fn list(self, count: usize) -> Refused<Vec<T>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        if self.0.is_null() || count > MOST {
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

/// The most values of a list: more are a number that was never meant as one.
const MOST: usize = 1 << 32;

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
        if self.0.is_null() {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        // SAFETY: as in `get`, for text that ends with a zero.
        Ok(unsafe { CStr::from_ptr(self.0.cast()) }.to_bytes().to_vec())
    }

    pub fn text(self) -> Refused<String> {
        let bytes = self.bytes_to_zero()?;
        String::from_utf8(bytes).map_err(|_| CUresult::CUDA_ERROR_INVALID_VALUE)
    }
}
