//! What the declarations of a def say of its tensors.

use crate::tc::{Def, Range, TensorType};
use crate::tensor::ElementType;
use tc_syntax::diagnostic::Diagnostic;

/// The element type of a tensor in the IR.
pub fn element_type(tensor: TensorType<'_>) -> Result<ElementType, Diagnostic> {
    let text = tensor.element().to_string();
    ElementType::from_mlir(&text).ok_or_else(|| {
        Diagnostic::error(None, format!("`{text}` is not an element type of a tensor"))
    })
}

/// Whether a range is an interval of sizes alone. Numbers may stand for integer inputs that were
/// replaced by their values.
pub fn is_of_sizes<'c: 'a, 'a>(range: &Range, sizes: &[String], def: Def<'c, 'a>) -> bool {
    let mut names = range.lower.names();
    names.extend(range.upper.names());
    let is_size = |name: &&str| sizes.iter().any(|size| size == name);
    names.iter().all(is_size) && (!names.is_empty() || def.scalars().is_empty())
}
