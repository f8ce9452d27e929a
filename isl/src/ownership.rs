//! What the declarations in `sys` are made of: who owns a pointer, and numbers that are not taken for each other.
//!
//! isl's headers mark each pointer. `__isl_take` and `__isl_give` are one reference that changes hands, in or out: [`Owned`].
//! It is no `Copy`, so that a reference is handed over once. `__isl_keep` is only looked at: [`Kept`]. Both are the pointer to C;
//! a call that hands over what isl only looks at, or the other way around, does not compile.
//!
//! The archive is built and linked by `isl-rs`; only that crate's version decides which isl this is.

// Links the archive, and what it allocates with: `isl/build/config.site` gives it the functions of mimalloc in place of
// `malloc` and the others.
use isl_rs as _;
use libmimalloc_sys as _;

/// One reference on an object of isl, or null where isl failed; whoever has it gives it on or frees it.
#[must_use = "a reference that nobody takes is never freed"]
#[repr(transparent)]
pub struct Owned<T>(*mut T);

impl<T> Owned<T> {
    pub fn new(raw: *mut T) -> Self {
        Owned(raw)
    }

    pub fn null() -> Self {
        Owned(std::ptr::null_mut())
    }

    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// For a call that only looks.
    pub fn keep(&self) -> Kept<T> {
        Kept(self.0)
    }

    pub fn into_raw(self) -> *mut T {
        self.0
    }
}

/// An object of isl that somebody else has a reference on.
#[repr(transparent)]
pub struct Kept<T>(*mut T);

impl<T> Clone for Kept<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Kept<T> {}

impl<T> Kept<T> {
    pub fn new(raw: *mut T) -> Self {
        Kept(raw)
    }

    pub fn raw(self) -> *mut T {
        self.0
    }
}

/// Types that only isl looks into.
macro_rules! opaque {
    ($($name:ident)*) => {
        $(
            #[repr(C)]
            pub struct $name {
                _data: [u8; 0],
                _marker: std::marker::PhantomData<(*mut u8, std::marker::PhantomPinned)>,
            }
        )*
    };
}

/// An enumeration of isl, or a number with a meaning of its own. Not an `enum`: isl may return any number.
macro_rules! number {
    ($name:ident) => {
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(pub c_int);
    };
}

pub(crate) use {number, opaque};
