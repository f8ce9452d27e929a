//! The types of the declarations in `sys`: ownership of pointers, and distinct number types.
//!
//! isl's headers mark each pointer. `__isl_take` and `__isl_give` are one reference that changes
//! hands, in or out: [`Owned`]. It is not `Copy`, so that a reference is passed on only once.
//! `__isl_keep` is only borrowed: [`Kept`]. Both are pointers in C; a call that passes an owned
//! reference where isl borrows, or the reverse, does not compile.
//!
//! The archive is built and linked by `isl-rs`; the version of isl is determined by that crate's
//! version.

// Links the archive, and what it allocates with: `isl/build/config.site` gives it the functions of
// mimalloc in place of `malloc` and the others.
use isl_rs as _;
use libmimalloc_sys as _;

/// One reference on an object of isl, or null if isl failed; the owner passes it on or frees it.
#[must_use = "an unused reference is never freed"]
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

    /// For a call that only borrows.
    pub fn keep(&self) -> Kept<T> {
        Kept(self.0)
    }

    pub fn into_raw(self) -> *mut T {
        self.0
    }
}

/// An object of isl to which another owner holds a reference.
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

/// Opaque types of isl.
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

/// An enumeration of isl, or a number with a special meaning. Not an `enum`: isl may return any
/// number.
macro_rules! number {
    ($name:ident) => {
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(pub c_int);
    };
}

pub(crate) use {number, opaque};
