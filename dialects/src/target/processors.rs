//! The GPUs that the linked LLVM can compile for.

use std::ffi::c_void;
use std::sync::LazyLock;

use crate::sys::{self, TcTextSink, collect_text};

static CHIPS: LazyLock<Vec<String>> = LazyLock::new(|| names(sys::tc_nvptx_processors, "sm_", ""));
static PTX_VERSIONS: LazyLock<Vec<String>> =
    LazyLock::new(|| names(sys::tc_nvptx_features, "ptx", "+"));

/// The processors of LLVM's NVPTX backend, older ones first: `sm_80`, `sm_90a`.
pub fn chips() -> &'static [String] {
    &CHIPS
}

/// The versions of PTX that it emits, as features: `+ptx87`.
pub fn ptx_versions() -> &'static [String] {
    &PTX_VERSIONS
}

/// The entries of LLVM's list that begin with `start` and a number, ordered by these numbers.
fn names(
    list: unsafe extern "C" fn(TcTextSink, *mut c_void),
    start: &str,
    sign: &str,
) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    // SAFETY: `collect_text` is called before the function returns, with the list.
    unsafe { list(Some(collect_text), (&raw mut all).cast()) };
    let number = |name: &String| -> Option<u64> {
        let digits = name.strip_prefix(start)?;
        digits.trim_end_matches(char::is_alphabetic).parse().ok()
    };
    let mut numbered: Vec<(u64, String)> = all
        .into_iter()
        .filter_map(|name| Some((number(&name)?, format!("{sign}{name}"))))
        .collect();
    numbered.sort();
    numbered.into_iter().map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn llvm_lists_its_processors_in_order() {
        let place = |name: &str| chips().iter().position(|chip| chip == name);
        assert!(place("sm_80") < place("sm_90") && place("sm_90") < place("sm_90a"));
        assert!(place("sm_90a") < place("sm_100"));
        assert_eq!(place("sm_999"), None);
        assert!(ptx_versions().contains(&"+ptx80".to_owned()));
    }
}
