//! The context that owns all isl objects created in it.
//!
//! A [`Context`] is a counted handle: clones are the same context, every object keeps one, and
//! isl's context is freed after the last of them. Neither contexts nor objects leave their thread,
//! because isl is not thread safe within a context. isl is set to record errors and continue, so
//! that it neither prints nor aborts.
//!
//! **Budgets.** isl counts its operations (allocations, mostly). [`Context::with_budget`] stops a
//! computation that exceeds its budget; the calls inside then fail with [`Error::Budget`]. isl has
//! no public way to read its counter, so [`Context::operations`] finds it by bisection with probes
//! of constant cost, then restarts it.
//!
//! **Time limits.** The work in one operation is not bounded: coefficients of a linear program may
//! grow without limit. A budget gives the same results on every machine;
//! [`Context::with_time_limit`] ends a computation that would hang, always with an error.

use std::cell::{Cell, RefCell};
use std::ffi::CStr;
use std::rc::Rc;
use std::sync::{Arc, MutexGuard};
use std::time::Duration;

use super::error::{Error, ErrorKind};
use super::parse::Memory;
use super::sys;
use super::watchdog::{Limited, Watch};

struct Owner {
    raw: *mut sys::isl_ctx,
    /// Operations counted before isl's own counter was last restarted.
    counted: Cell<u64>,
    /// Steps of isl's counter that were not operations: added to bring a budget to zero.
    spent: Cell<u64>,
    /// Total number of operations at which work must stop.
    limit: Cell<Option<u64>>,
    /// The innermost budget, for the error message.
    budget: Cell<u64>,
    /// Objects with the text they were read from.
    memory: Memory,
    /// The innermost time limit, for the error message.
    time_limit: Cell<Duration>,
    /// Set by the thread that watches that limit; held while isl must not be stopped.
    watch: RefCell<Option<Arc<Watch>>>,
    /// Whether isl cannot be stopped now, because the watch is held.
    shielded: Cell<bool>,
    /// Whether a budget or a time limit has stopped isl since this was last queried.
    exhausted: Cell<bool>,
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.memory.clear();
        // SAFETY: the pointer came from isl_ctx_alloc and no object can be left: each keeps this
        // owner alive, but for those that were just forgotten.
        unsafe { sys::isl_ctx_free(self.raw) }
    }
}

/// While it lives, no time limit stops isl; it is also dropped if the work panics.
struct Shield<'a> {
    context: &'a Context,
    expired: MutexGuard<'a, bool>,
}

impl<'a> Shield<'a> {
    fn raise(context: &'a Context, expired: MutexGuard<'a, bool>) -> Shield<'a> {
        context.owner.shielded.set(true);
        // SAFETY: the context is alive.
        unsafe { sys::isl_ctx_resume(context.raw()) };
        Shield { context, expired }
    }
}

impl Drop for Shield<'_> {
    fn drop(&mut self) {
        if *self.expired {
            // SAFETY: the context is alive.
            unsafe { sys::isl_ctx_abort(self.context.raw()) };
        }
        self.context.owner.shielded.set(false);
    }
}

/// A counted handle on an isl context.
#[derive(Clone)]
pub struct Context {
    owner: Rc<Owner>,
}

thread_local! {
    static THREAD_CONTEXT: Context = Context::new();
}

/// The context of the calling thread, for verifiers and attribute parsers, which have no other
/// context.
pub fn thread_context() -> Context {
    THREAD_CONTEXT.with(Context::clone)
}

impl Default for Context {
    fn default() -> Self {
        Self::new()
    }
}

impl Context {
    /// A new context with isl's default options, silent on errors.
    pub fn new() -> Self {
        // SAFETY: isl_ctx_alloc has no preconditions; the option is set before the context is used.
        let raw = unsafe {
            let raw = sys::isl_ctx_alloc();
            assert!(
                !raw.is_null(),
                "out of memory while creating an isl context"
            );
            sys::isl_options_set_on_error(raw, sys::ISL_ON_ERROR_CONTINUE);
            raw
        };
        let owner = Owner {
            raw,
            counted: Cell::new(0),
            spent: Cell::new(0),
            limit: Cell::new(None),
            budget: Cell::new(0),
            memory: Memory::default(),
            time_limit: Cell::new(Duration::ZERO),
            watch: RefCell::new(None),
            shielded: Cell::new(false),
            exhausted: Cell::new(false),
        };
        Context {
            owner: Rc::new(owner),
        }
    }

    /// isl's pointer, for a call.
    pub(crate) fn raw(&self) -> *mut sys::isl_ctx {
        self.owner.raw
    }

    /// Whether both handles are on the same context.
    pub fn is(&self, other: &Context) -> bool {
        Rc::ptr_eq(&self.owner, &other.owner)
    }

    pub(super) fn memory(&self) -> &Memory {
        &self.owner.memory
    }

    /// Objects read from here on share nothing with those read before, so that the result of a pass
    /// does not depend on earlier computations.
    pub fn begin_pass(&self) {
        self.memory().begin_pass();
    }

    /// Takes the error that isl recorded.
    pub(crate) fn take_error(&self) -> Error {
        // SAFETY: the context is alive; the message is a valid C string until the record is reset.
        unsafe {
            let kind = sys::isl_ctx_last_error(self.raw());
            let message = sys::isl_ctx_last_error_msg(self.raw());
            let message = if message.is_null() {
                "isl gave no result and no reason".to_string()
            } else {
                CStr::from_ptr(message).to_string_lossy().into_owned()
            };
            sys::isl_ctx_reset_error(self.raw());
            let stopped = kind == sys::isl_error_abort || kind == sys::isl_error_quota;
            self.owner
                .exhausted
                .set(self.owner.exhausted.get() || stopped);
            match kind {
                sys::isl_error_abort => Error::Time {
                    limit: self.owner.time_limit.get(),
                },
                sys::isl_error_alloc => Error::Isl {
                    kind: ErrorKind::Alloc,
                    message,
                },
                sys::isl_error_internal => Error::Isl {
                    kind: ErrorKind::Internal,
                    message,
                },
                sys::isl_error_invalid => Error::Isl {
                    kind: ErrorKind::Invalid,
                    message,
                },
                sys::isl_error_quota => Error::Budget {
                    operations: self.owner.budget.get(),
                },
                sys::isl_error_unsupported => Error::Isl {
                    kind: ErrorKind::Unsupported,
                    message,
                },
                _ => Error::Isl {
                    kind: ErrorKind::Unknown,
                    message,
                },
            }
        }
    }

    /// Runs `work` and lets its isl calls fail with [`Error::Budget`] once they have used
    /// `operations` operations.
    ///
    /// Budgets nest: an inner one never allows more than the rest of the outer one.
    pub fn with_budget<R>(&self, operations: u64, work: impl FnOnce() -> R) -> R {
        struct Restore<'a> {
            context: &'a Context,
            limit: Option<u64>,
            budget: u64,
        }
        impl Drop for Restore<'_> {
            fn drop(&mut self) {
                self.context.operations();
                self.context.owner.limit.set(self.limit);
                self.context.owner.budget.set(self.budget);
                self.context.apply_limit();
            }
        }
        let start = self.operations();
        let _restore = Restore {
            context: self,
            limit: self.owner.limit.get(),
            budget: self.owner.budget.get(),
        };
        let own = start.saturating_add(operations);
        if self.owner.limit.get().is_none_or(|outer| own < outer) {
            self.owner.limit.set(Some(own));
            self.owner.budget.set(operations);
        }
        self.apply_limit();
        work()
    }

    /// Runs `work`; after `limit` its isl calls fail with [`Error::Time`].
    pub fn with_time_limit<R>(&self, limit: Duration, work: impl FnOnce() -> R) -> R {
        struct Restore<'a> {
            context: &'a Context,
            limit: Duration,
            watch: Option<Arc<Watch>>,
        }
        impl Drop for Restore<'_> {
            fn drop(&mut self) {
                self.context.owner.time_limit.set(self.limit);
                self.context.owner.watch.replace(self.watch.take());
                // SAFETY: the context is alive, and its limit has ended.
                unsafe { sys::isl_ctx_resume(self.context.raw()) };
            }
        }
        let watch = Watch::new(self.raw());
        let _restore = Restore {
            context: self,
            limit: self.owner.time_limit.replace(limit),
            watch: self.owner.watch.replace(Some(watch.clone())),
        };
        let _limited = Limited::begin(watch, limit);
        work()
    }

    /// Runs `work` without interruption by a time limit; an expired limit stops isl afterwards.
    fn shielded<R>(&self, work: impl FnOnce() -> R) -> R {
        let watch = self.owner.watch.borrow().clone();
        let Some(watch) = watch.filter(|_| !self.owner.shielded.get()) else {
            return work();
        };
        let _shield = Shield::raise(self, watch.hold());
        work()
    }

    /// The error with which isl's next operation would fail, because a budget or a time limit is
    /// reached.
    pub(super) fn at_limit(&self) -> Option<Error> {
        // SAFETY: the context is alive.
        let refused = unsafe { sys::isl_ctx_next_operation(self.raw()) } < 0;
        refused.then(|| self.take_error())
    }

    /// Whether a budget or a time limit has stopped isl since the last call of this.
    pub fn take_exhausted(&self) -> bool {
        self.owner.exhausted.take()
    }

    /// Runs `work` without any budget or time limit: for printing and copying, which must not fail.
    pub(crate) fn unlimited<R>(&self, work: impl FnOnce() -> R) -> R {
        // SAFETY: plain reads and writes of the context's settings.
        self.shielded(|| unsafe {
            let limit = sys::isl_ctx_get_max_operations(self.raw());
            sys::isl_ctx_set_max_operations(self.raw(), 0);
            let result = work();
            sys::isl_ctx_set_max_operations(self.raw(), limit);
            result
        })
    }

    /// The number of operations isl has done in this context, for reports.
    pub fn operations(&self) -> u64 {
        self.shielded(|| {
            let counted =
                self.owner.counted.get() + self.probe_counter() - self.owner.spent.replace(0);
            self.owner.counted.set(counted);
            // SAFETY: the context is alive.
            unsafe { sys::isl_ctx_reset_operations(self.raw()) };
            self.apply_limit();
            counted
        })
    }

    /// Counts operations that were not performed because their result was cached by an earlier
    /// pass.
    pub(super) fn charge(&self, operations: u64) {
        self.owner
            .counted
            .set(self.owner.counted.get() + operations);
        self.operations();
    }

    /// Sets isl's limit to the rest of the budget, after its counter was restarted.
    fn apply_limit(&self) {
        let left = self
            .owner
            .limit
            .get()
            .map(|limit| limit.saturating_sub(self.owner.counted.get()));
        // SAFETY: the context is alive. isl reads a limit of 0 as "none", so an exhausted budget is
        // a limit of one operation that is used up at once.
        self.shielded(|| unsafe {
            sys::isl_ctx_set_max_operations(self.raw(), 0);
            if left == Some(0) {
                sys::isl_ctx_next_operation(self.raw());
                self.owner.spent.set(self.owner.spent.get() + 1);
            }
            if let Some(left) = left {
                sys::isl_ctx_set_max_operations(self.raw(), left + self.owner.spent.get());
            }
        })
    }

    /// The value of isl's counter since it was last restarted, found by testing whether a limit
    /// would be exceeded.
    fn probe_counter(&self) -> u64 {
        let mut probes = 0;
        // Whether the counter, without the probes themselves, has reached `value` (> 0).
        let mut reached = |value: u64| {
            // SAFETY: the context is alive; the recorded error is taken back.
            unsafe {
                sys::isl_ctx_set_max_operations(self.raw(), value + probes);
                let refused = sys::isl_ctx_next_operation(self.raw()) < 0;
                if refused {
                    sys::isl_ctx_reset_error(self.raw());
                } else {
                    probes += 1;
                }
                refused
            }
        };
        let mut low = 0;
        let mut high = 1;
        while reached(high) {
            low = high;
            high *= 2;
        }
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if reached(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        low
    }
}
