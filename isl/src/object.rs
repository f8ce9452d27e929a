//! The mapping of isl's types to Rust types, and of C functions to methods.
//!
//! An isl object is counted: `isl_set_copy` adds a reference, `isl_set_free` drops one. A parameter
//! that isl *takes* gives up one reference, so the method passes a fresh one and the caller keeps
//! its own; a parameter that isl *keeps* is only borrowed. The declarations say which it is
//! ([`super::ownership`]): the tables in the sibling files name the Rust types, and [`Argument`]
//! converts each parameter as its declaration requires.
//!
//! ```text
//! methods! { Set {
//!     /// The points of either.
//!     union(self, other: &Set) -> Set = isl_set_union;
//! } }
//! ```

use std::ffi::{CStr, CString, c_char, c_int, c_long, c_uint};
use std::ops::RangeInclusive;

use super::error::{Error, Result};
use super::ownership::{Kept, Owned};
use super::{Context, Dim, LoopType, sys};

/// A counted object of isl.
pub trait Object: Sized {
    /// The C type.
    type Raw;

    /// The context the object lives in.
    fn context(&self) -> &Context;
    #[doc(hidden)]
    fn raw(&self) -> Kept<Self::Raw>;
    /// Takes ownership of one reference.
    ///
    /// # Safety
    /// `raw` is not null, belongs to `context`, and its reference is given up by the caller.
    #[doc(hidden)]
    unsafe fn adopt(context: &Context, raw: Owned<Self::Raw>) -> Self;
    /// Adds a reference. Null if memory is exhausted.
    ///
    /// # Safety
    /// `raw` is a live object.
    #[doc(hidden)]
    unsafe fn copy(raw: Kept<Self::Raw>) -> Owned<Self::Raw>;
    /// Drops a reference.
    ///
    /// # Safety
    /// `raw` points to a live object of this type, and the caller gives up its reference.
    #[doc(hidden)]
    unsafe fn release(raw: *mut std::ffi::c_void);

    /// A fresh reference that isl may take.
    #[doc(hidden)]
    fn take(&self) -> Owned<Self::Raw> {
        // SAFETY: the object is alive as long as `self`. Some types copy deeply, which no budget
        // may stop.
        self.context()
            .unlimited(|| unsafe { Self::copy(self.raw()) })
    }
}

/// The conversion of a C function's result to a Rust value.
pub(crate) trait Output: Sized {
    type Raw;
    /// Checks the raw result and takes the error from the context.
    ///
    /// # Safety
    /// `raw` was just returned by a call in `context`, and its reference belongs to the caller.
    unsafe fn output(context: &Context, raw: Self::Raw) -> Result<Self>;
}

impl<T: Object> Output for T {
    type Raw = Owned<T::Raw>;
    unsafe fn output(context: &Context, raw: Self::Raw) -> Result<Self> {
        if raw.is_null() {
            return Err(context.take_error());
        }
        // SAFETY: not null, and given to us by isl.
        Ok(unsafe { T::adopt(context, raw) })
    }
}

impl Output for bool {
    type Raw = sys::isl_bool;
    unsafe fn output(context: &Context, raw: Self::Raw) -> Result<Self> {
        if raw.0 < 0 {
            Err(context.take_error())
        } else {
            Ok(raw.0 != 0)
        }
    }
}

impl Output for usize {
    type Raw = sys::isl_size;
    unsafe fn output(context: &Context, raw: Self::Raw) -> Result<Self> {
        usize::try_from(raw.0).map_err(|_| context.take_error())
    }
}

impl Output for () {
    type Raw = sys::isl_stat;
    unsafe fn output(context: &Context, raw: Self::Raw) -> Result<Self> {
        if raw.0 < 0 {
            Err(context.take_error())
        } else {
            Ok(())
        }
    }
}

/// The conversion of a Rust value to a C parameter of type `C`.
pub(crate) trait Argument<C> {
    fn argument(self) -> C;
}

impl<T: Object> Argument<Owned<T::Raw>> for &T {
    fn argument(self) -> Owned<T::Raw> {
        self.take()
    }
}

impl<T: Object> Argument<Kept<T::Raw>> for &T {
    fn argument(self) -> Kept<T::Raw> {
        self.raw()
    }
}

impl Argument<c_int> for usize {
    fn argument(self) -> c_int {
        c_position(self)
    }
}

impl Argument<c_uint> for usize {
    fn argument(self) -> c_uint {
        c_position(self) as c_uint
    }
}

impl Argument<c_int> for bool {
    fn argument(self) -> c_int {
        self.into()
    }
}

impl Argument<c_int> for i32 {
    fn argument(self) -> c_int {
        self
    }
}

impl Argument<c_long> for i64 {
    fn argument(self) -> c_long {
        self
    }
}

impl Argument<sys::isl_dim_type> for Dim {
    fn argument(self) -> sys::isl_dim_type {
        self.raw()
    }
}

impl Argument<sys::isl_ast_loop_type> for LoopType {
    fn argument(self) -> sys::isl_ast_loop_type {
        self.raw()
    }
}

/// An argument that may be an object, of one context or another.
pub(crate) trait Part {
    fn lives_in(&self, _: &Context) -> bool {
        true
    }
}

impl<T: Object> Part for &T {
    fn lives_in(&self, context: &Context) -> bool {
        self.context().is(context)
    }
}

impl Part for usize {}
impl Part for bool {}
impl Part for i32 {}
impl Part for i64 {}
impl Part for Dim {}
impl Part for LoopType {}

/// Refuses what lives in another context. isl does not look: its result would hold on to objects of
/// both, and keep one alive.
pub(crate) fn together(context: &Context, part: impl Part) -> Result<()> {
    if part.lives_in(context) {
        Ok(())
    } else {
        Err(Error::invalid(
            "expected objects of one isl context, found two",
        ))
    }
}

/// Copies a C string that isl owns.
///
/// # Safety
/// `text` is null or a valid C string.
pub(crate) unsafe fn borrowed_text(text: Kept<c_char>) -> Option<String> {
    let text = text.raw();
    if text.is_null() {
        return None;
    }
    // SAFETY: checked above.
    Some(
        unsafe { CStr::from_ptr(text) }
            .to_string_lossy()
            .into_owned(),
    )
}

/// Copies and frees a C string that isl gave away.
///
/// # Safety
/// `text` is null or a valid C string that isl allocated.
pub(crate) unsafe fn owned_text(text: Owned<c_char>) -> Option<String> {
    // SAFETY: as promised by the caller.
    unsafe {
        let copy = borrowed_text(text.keep());
        let text = text.into_raw();
        // An isl that was built without `isl/build/config.site` allocates as the C library does:
        // that of a crate elsewhere, or where the environment names another site file.
        if libmimalloc_sys::mi_is_in_heap_region(text.cast()) {
            libmimalloc_sys::mi_free(text.cast())
        } else {
            libc::free(text.cast())
        }
        copy
    }
}

/// A C string for isl.
pub(crate) fn c_text(text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error::invalid("a text for isl may not contain a NUL character"))
}

/// A signed position for isl.
pub(crate) fn c_position(position: usize) -> c_int {
    c_int::try_from(position).unwrap_or(c_int::MAX)
}

/// Fewer pieces isl prints in an order that reading them again keeps. More are left in isl's order:
/// another one changes what an analysis of hundreds of statements costs.
const ORDERED: RangeInclusive<usize> = 9..=64;

/// The text of an object, the pieces of a union of many spaces in the order of their names. isl
/// keeps the spaces of a union in a hash table, and prints them in an order that depends on how it
/// grew: what it prints of a large union it prints in another order once that is read.
pub(crate) fn with_ordered_pieces(name: &str, text: String) -> String {
    let ends = text.find("{ ").zip(text.rfind(" }"));
    let Some((start, end)) = ends.filter(|_| name.starts_with("Union")) else {
        return text;
    };
    let mut pieces: Vec<&str> = text[start + 2..end].split("; ").collect();
    if !ORDERED.contains(&pieces.len()) {
        return text;
    }
    pieces.sort_by_cached_key(|piece| in_chunks(piece));
    let pieces = pieces.join("; ");
    format!("{}{{ {pieces} }}{}", &text[..start], &text[end + 2..])
}

/// A text in chunks of digits and of others, each with the number that it is: `S9` comes before
/// `S10`, as statements do.
fn in_chunks(text: &str) -> Vec<(u64, &str)> {
    let mut chunks = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let like_first = |other: char| other.is_ascii_digit() == first.is_ascii_digit();
        let end = rest.find(|other| !like_first(other)).unwrap_or(rest.len());
        let (chunk, behind) = rest.split_at(end);
        chunks.push((chunk.parse().unwrap_or(0), chunk));
        rest = behind;
    }
    chunks
}

/// Declares a counted isl type: the struct, `Clone`, `Drop`, and `Display` in isl's notation.
macro_rules! object {
    ($(#[$doc:meta])* $name:ident = $raw:ident, $copy:ident, $free:ident $(, $to_str:ident)?) => {
        $(#[$doc])*
        pub struct $name {
            context: $crate::Context,
            raw: *mut $crate::sys::$raw,
        }

        impl $crate::object::Object for $name {
            type Raw = $crate::sys::$raw;
            fn context(&self) -> &$crate::Context {
                &self.context
            }
            fn raw(&self) -> $crate::ownership::Kept<Self::Raw> {
                $crate::ownership::Kept::new(self.raw)
            }
            unsafe fn adopt(context: &$crate::Context, raw: $crate::ownership::Owned<Self::Raw>) -> Self {
                $name { context: context.clone(), raw: raw.into_raw() }
            }
            unsafe fn copy(raw: $crate::ownership::Kept<Self::Raw>) -> $crate::ownership::Owned<Self::Raw> {
                // SAFETY: as promised by the caller.
                unsafe { $crate::sys::$copy(raw) }
            }
            unsafe fn release(raw: *mut std::ffi::c_void) {
                // SAFETY: as promised by the caller.
                unsafe { $crate::sys::$free($crate::ownership::Owned::new(raw.cast())) };
            }
        }

        impl Clone for $name {
            fn clone(&self) -> Self {
                let raw = $crate::object::Object::take(self);
                assert!(!raw.is_null(), "out of memory while copying an isl object");
                // SAFETY: a fresh reference in the same context.
                unsafe { $crate::object::Object::adopt(&self.context, raw) }
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: the reference held by `self` is given up here and nowhere else.
                unsafe { $crate::sys::$free($crate::ownership::Owned::new(self.raw)) };
            }
        }

        impl $name {
            /// The context the object lives in.
            pub fn context(&self) -> &$crate::Context {
                &self.context
            }
        }

        $(
        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                // SAFETY: the object is alive and the string is ours to free.
                let text = self.context.unlimited(|| unsafe {
                    $crate::object::owned_text($crate::sys::$to_str($crate::ownership::Kept::new(self.raw)))
                });
                let text = text.ok_or(std::fmt::Error)?;
                out.write_str(&$crate::object::with_ordered_pieces(stringify!($name), text))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, out)
            }
        }
        )?
    };
}

/// Methods of an isl type, one C function each. See the head of this file.
macro_rules! methods {
    ($type:ident {
        $(
            $(#[$doc:meta])*
            $name:ident(self $(, $arg:ident: $arg_type:ty)*) -> $result:ty = $function:ident;
        )*
    }) => {
        #[allow(clippy::should_implement_trait, clippy::wrong_self_convention, clippy::too_many_arguments)]
        impl $type {
            $(
                $(#[$doc])*
                #[doc = concat!("\n\n(`", stringify!($function), "`)")]
                pub fn $name(&self $(, $arg: $arg_type)*) -> $crate::Result<$result> {
                    $($crate::object::together(&self.context, $arg)?;)*
                    // SAFETY: all objects are alive in one context; the types of the function say
                    // which references isl takes.
                    unsafe {
                        let raw = $crate::sys::$function(
                            $crate::object::Argument::argument(self)
                            $(, $crate::object::Argument::argument($arg))*
                        );
                        <$result as $crate::object::Output>::output(&self.context, raw)
                    }
                }
            )*
        }
    };
}

/// Functions that create an object of an isl type from others, one C function each. The first
/// argument gives the context.
macro_rules! constructors {
    ($type:ident {
        $(
            $(#[$doc:meta])*
            $name:ident($first:ident: $first_type:ty $(, $arg:ident: $arg_type:ty)*) = $function:ident;
        )*
    }) => {
        #[allow(clippy::should_implement_trait, clippy::wrong_self_convention)]
        impl $type {
            $(
                $(#[$doc])*
                #[doc = concat!("\n\n(`", stringify!($function), "`)")]
                pub fn $name($first: $first_type $(, $arg: $arg_type)*) -> $crate::Result<$type> {
                    $($crate::object::together($crate::object::Object::context($first), $arg)?;)*
                    // SAFETY: all objects are alive in one context; the types of the function say
                    // which references isl takes.
                    unsafe {
                        let raw = $crate::sys::$function(
                            $crate::object::Argument::argument($first)
                            $(, $crate::object::Argument::argument($arg))*
                        );
                        <$type as $crate::object::Output>::output($crate::object::Object::context($first), raw)
                    }
                }
            )*
        }
    };
}

/// `coalesce` of isl types.
macro_rules! coalesced {
    ($($type:ty),*) => { $(
        impl $type {
            /// Joins pieces if that needs no approximation.
            ///
            /// isl 0.27 fails on some maps by a bug of its own ("total dimensionality changed
            /// unexpectedly", `isl_map_simplify.c`). They stay as they are: the value is the same.
            pub fn coalesce(&self) -> $crate::Result<$type> {
                match self.coalesce_or_fail() {
                    Err($crate::Error::Isl { kind: $crate::ErrorKind::Internal, .. }) => Ok(self.clone()),
                    other => other,
                }
            }
        }
    )* };
}

coalesced!(
    crate::PwAff,
    crate::PwMultiAff,
    crate::Set,
    crate::Map,
    crate::UnionSet,
    crate::UnionMap
);

pub(crate) use {constructors, methods, object};

#[cfg(test)]
mod tests {
    use super::{Owned, owned_text};

    #[test]
    fn a_text_is_freed_by_what_allocated_it() {
        let context = crate::thread_context();
        let set = crate::Set::parse(&context, "{ S[i] : 0 <= i < 3 }").unwrap();
        assert_eq!(set.to_string(), "{ S[i] : 0 <= i <= 2 }");
        // SAFETY: the string is from malloc, as those of an isl that was built without our site
        // file, and given away.
        let text = unsafe { owned_text(Owned::new(libc::strdup(c"{ S[i] }".as_ptr()))) };
        assert_eq!(text.as_deref(), Some("{ S[i] }"));
    }
}
