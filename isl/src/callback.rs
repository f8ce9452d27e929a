//! Closures called back by C.
//!
//! isl passes a `void *user` through. Here it points to a [`Frame`] on the stack of the call, which
//! holds the closure and the first failure. A panic must not cross C, so it is caught, isl is told
//! to stop, and the panic is resumed after isl has returned.

use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::Context;
use super::error::{Error, Result};
use super::object::{Object, together};
use super::ownership::{Kept, Owned};
use super::sys::{self, isl_bool, isl_stat};

/// The state shared by a call into isl and the closures that it calls back.
pub(crate) struct Frame<F> {
    pub(crate) context: Context,
    pub(crate) function: F,
    pub(crate) failure: Failure,
}

/// The first failure of a closure.
#[derive(Default)]
pub(crate) struct Failure {
    error: Option<Error>,
    panic: Option<Box<dyn Any + Send>>,
}

impl Failure {
    /// Runs a closure for C: `None` on an error, a panic, or if an earlier call already failed.
    pub(crate) fn guard<R>(&mut self, work: impl FnOnce() -> Result<R>) -> Option<R> {
        if self.error.is_some() || self.panic.is_some() {
            return None;
        }
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(Ok(value)) => Some(value),
            Ok(Err(error)) => {
                self.error = Some(error);
                None
            }
            Err(panic) => {
                self.panic = Some(panic);
                None
            }
        }
    }

    /// Resumes a caught panic or returns an error after isl has returned.
    pub(crate) fn resolve<R>(self, context: &Context, result: Result<R>) -> Result<R> {
        if let Some(panic) = self.panic {
            resume_unwind(panic);
        }
        match self.error {
            Some(error) => {
                // isl may have recorded the interruption as an error of its own.
                context.take_error();
                Err(error)
            }
            None => result,
        }
    }
}

impl<F> Frame<F> {
    pub(crate) fn new(context: &Context, function: F) -> Self {
        Frame {
            context: context.clone(),
            function,
            failure: Failure::default(),
        }
    }

    pub(crate) fn user(&mut self) -> *mut c_void {
        (self as *mut Self).cast()
    }

    /// Ends the call: the closure's own failure first, else isl's result.
    pub(crate) fn finish<R>(self, result: Result<R>) -> Result<R> {
        self.failure.resolve(&self.context, result)
    }
}

/// `isl_stat (*)(__isl_take T *, void *)`
pub(crate) unsafe extern "C" fn visit_taken<T: Object, F: FnMut(T) -> Result<()>>(
    raw: Owned<T::Raw>,
    user: *mut c_void,
) -> isl_stat {
    // SAFETY: `user` is the frame of the running call and isl gives the object away.
    unsafe {
        let frame = &mut *user.cast::<Frame<F>>();
        let object = T::adopt(&frame.context, raw);
        let function = &mut frame.function;
        frame
            .failure
            .guard(|| function(object))
            .map_or(sys::isl_stat_error, |()| sys::isl_stat_ok)
    }
}

/// `isl_stat (*)(__isl_keep T *, void *)`
pub(crate) unsafe extern "C" fn visit_kept<T: Object, F: FnMut(T) -> Result<()>>(
    raw: Kept<T::Raw>,
    user: *mut c_void,
) -> isl_stat {
    // SAFETY: as above, with a reference of our own.
    unsafe { visit_taken::<T, F>(T::copy(raw), user) }
}

/// `isl_stat (*)(__isl_take T *, __isl_take U *, void *)`
pub(crate) unsafe extern "C" fn visit_pair<T: Object, U: Object, F: FnMut(T, U) -> Result<()>>(
    first: Owned<T::Raw>,
    second: Owned<U::Raw>,
    user: *mut c_void,
) -> isl_stat {
    // SAFETY: `user` is the frame of the running call and isl gives both objects away.
    unsafe {
        let frame = &mut *user.cast::<Frame<F>>();
        let first = T::adopt(&frame.context, first);
        let second = U::adopt(&frame.context, second);
        let function = &mut frame.function;
        frame
            .failure
            .guard(|| function(first, second))
            .map_or(sys::isl_stat_error, |()| sys::isl_stat_ok)
    }
}

/// `isl_bool (*)(__isl_keep T *, void *)`
pub(crate) unsafe extern "C" fn test_kept<T: Object, F: FnMut(T) -> Result<bool>>(
    raw: Kept<T::Raw>,
    user: *mut c_void,
) -> isl_bool {
    // SAFETY: `user` is the frame of the running call; the closure gets a reference of its own.
    unsafe {
        let frame = &mut *user.cast::<Frame<F>>();
        let object = T::adopt(&frame.context, T::copy(raw));
        let function = &mut frame.function;
        frame
            .failure
            .guard(|| function(object))
            .map_or(sys::isl_bool_error, |answer| isl_bool(answer.into()))
    }
}

/// `__isl_give T *(*)(__isl_take T *, void *)`
pub(crate) unsafe extern "C" fn replace_taken<T: Object, F: FnMut(T) -> Result<T>>(
    raw: Owned<T::Raw>,
    user: *mut c_void,
) -> Owned<T::Raw> {
    // SAFETY: `user` is the frame of the running call; isl gives one reference and gets one back,
    // in the same context.
    unsafe {
        let frame = &mut *user.cast::<Frame<F>>();
        let object = T::adopt(&frame.context, raw);
        let function = &mut frame.function;
        frame
            .failure
            .guard(|| {
                let result = function(object)?;
                together(&frame.context, &result)?;
                Ok(result)
            })
            .map_or_else(Owned::null, |result| result.take())
    }
}

/// Visitors of the parts of an object: one method that calls a closure and one that lists the
/// parts.
macro_rules! visitors {
    ($type:ident {
        $(
            $(#[$doc:meta])*
            $foreach:ident, $list:ident: $item:ident = $function:ident;
        )*
    }) => {
        impl $type {
            $(
                #[doc = concat!("Calls a closure with each item of [`Self::", stringify!($list), "`]: `", stringify!($function), "`.")]
                pub fn $foreach<F: FnMut($item) -> $crate::Result<()>>(&self, function: F) -> $crate::Result<()> {
                    let mut frame = $crate::callback::Frame::new(&self.context, function);
                    // SAFETY: the frame outlives the call.
                    let result = unsafe {
                        let raw = $crate::sys::$function(
                            $crate::object::Object::raw(self),
                            Some($crate::callback::visit_taken::<$item, F>),
                            frame.user(),
                        );
                        <() as $crate::object::Output>::output(&self.context, raw)
                    };
                    frame.finish(result)
                }

                $(#[$doc])*
                pub fn $list(&self) -> $crate::Result<Vec<$item>> {
                    let mut items = Vec::new();
                    self.$foreach(|item| {
                        items.push(item);
                        Ok(())
                    })?;
                    Ok(items)
                }
            )*
        }
    };
}

pub(crate) use visitors;
