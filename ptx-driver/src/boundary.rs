//! What surrounds every function of the library: panics become an error code, calls that are not
//! emulated are counted, and each call can be traced.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cudarc::driver::sys::CUresult;

use crate::report;
use crate::settings::settings;

/// A value, or the code that the call returns.
pub type Refused<T> = Result<T, CUresult>;
/// What a call returns.
pub type Outcome = Refused<()>;

/// Runs a function of the library.
pub fn call(name: &str, body: impl FnOnce() -> Outcome) -> u32 {
    let ran = catch_unwind(AssertUnwindSafe(body));
    let code = match ran {
        Ok(Ok(())) => CUresult::CUDA_SUCCESS,
        Ok(Err(code)) => code,
        Err(_) => {
            report::say(&format!("internal error in {name}"));
            CUresult::CUDA_ERROR_UNKNOWN
        }
    };
    if settings().trace {
        report::say(&format!("{name}: {code:?}"));
    }
    if code == CUresult::CUDA_ERROR_NOT_SUPPORTED {
        report::unsupported(name);
    }
    code as u32
}

/// A function that is not emulated.
pub fn unsupported(name: &str) -> u32 {
    call(name, || Err(CUresult::CUDA_ERROR_NOT_SUPPORTED))
}

/// Defines functions of the library: each is exported by its name, and its body gives an
/// [`Outcome`].
macro_rules! api {
    ($(fn $name:ident($($argument:ident: $ty:ty),* $(,)?) $body:block)*) => {
        $(
            #[unsafe(no_mangle)]
            #[allow(non_snake_case, clippy::too_many_arguments)]
            pub unsafe extern "C" fn $name($($argument: $ty),*) -> u32 {
                crate::boundary::call(stringify!($name), || -> crate::boundary::Outcome { $body })
            }
        )*
    };
}
pub(crate) use api;
