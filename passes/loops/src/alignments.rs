//! How the arrays of a kernel are aligned.

use melior::ir::r#type::{MemRefType, ShapedTypeLike};
use tc_pass_host::*;

use super::scop::{bits, extents};

/// The alignment of an array, in bytes: what its size is a multiple of, at most that of the
/// `widest` access. A launch refuses arguments at other addresses. LLVM may fill up a load to its
/// alignment; then it stays in the array.
pub fn alignment(array: Type<'_>, widest: i64) -> i64 {
    let Ok(array) = MemRefType::try_from(array) else {
        return 1;
    };
    let element = bits(array.element()).map_or(1, |bits| i64::from(bits.div_ceil(8)));
    let elements: i64 = extents(array).into_iter().product();
    let bytes = elements.saturating_mul(element);
    let powers = std::iter::successors(Some(widest), |align| Some(align / 2));
    powers
        .take_while(|align| *align > 1)
        .find(|align| bytes % align == 0)
        .map_or(element, |align| align.max(element))
}

/// The alignments of shared arrays, as attributes of a kernel. Without them LLVM takes 16 bytes for
/// granted where it joins loads, but prints the variable with the alignment of an element.
pub fn alignments(arrays: &[Type<'_>], widest: i64) -> String {
    let one = |array: &Type<'_>| format!("{{llvm.align = {} : i64}}", alignment(*array, widest));
    format!(
        "[{}]",
        arrays.iter().map(one).collect::<Vec<_>>().join(", ")
    )
}
