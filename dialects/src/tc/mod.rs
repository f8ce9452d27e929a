//! The `tc` dialect: typed views of its attributes, types and operations.

pub mod expr;

use melior::ir::Type;
use melior::ir::r#type::{IntegerType, TypeLike};

/// Whether a tensor may hold values of this type.
pub fn is_element_type(element: Type) -> bool {
    if element.is_f16() || element.is_bf16() || element.is_f32() || element.is_f64() {
        return true;
    }
    let Ok(integer) = IntegerType::try_from(element) else {
        return false;
    };
    match integer.width() {
        1 => integer.is_signless(),
        8 | 16 | 32 | 64 => integer.is_signless() || integer.is_unsigned(),
        _ => false,
    }
}
