//! Panics in passes: caught at the border to C++, with message and location.
//!
//! The default hook prints to standard error before the panic can be caught. While a pass runs, our
//! hook keeps the text instead, and the host turns it into a diagnostic. Other panics are printed
//! as usual.

use std::{
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe, PanicHookInfo},
    sync::Once,
};

thread_local! {
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `work`; a panic inside becomes `Err` with `message, at file:line:column`.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    install_hook();
    DEPTH.set(DEPTH.get() + 1);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    DEPTH.set(DEPTH.get() - 1);
    result.map_err(|_| LAST.take().unwrap_or_else(|| "unknown panic".to_owned()))
}

fn install_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if DEPTH.get() > 0 {
                LAST.set(Some(describe(info)));
            } else {
                previous(info);
            }
        }));
    });
}

fn describe(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let message = payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("panic without a message");
    match info.location() {
        Some(place) => format!("{message}, at {place}"),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_message_and_place() {
        let line = line!() + 1;
        let caught = catch(|| -> () { panic!("index {} out of range", 7) });
        let text = caught.unwrap_err();
        assert!(text.starts_with("index 7 out of range, at "), "{text}");
        assert!(text.contains(&format!("panics.rs:{line}:")), "{text}");
    }

    #[test]
    fn results_pass_through() {
        assert_eq!(catch(|| 3), Ok(3));
    }
}
