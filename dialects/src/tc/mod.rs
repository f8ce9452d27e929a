//! The `tc` dialect: comprehensions over named indices and symbolic sizes.
//!
//! | module | contents |
//! | --- | --- |
//! | [`attributes`] | ranges, reductions |
//! | [`types`] | the tensor type |
//! | [`forms`] | the forms of statements, for code that takes only some |
//! | [`views`] | typed operations: getters and setters |
//! | [`builders`] | builders of operations |

pub mod attributes;
pub mod builders;
pub mod forms;
pub mod types;
pub(crate) mod verify;
pub mod views;

pub use attributes::{Range, Reduction};
pub use builders::Argument;
pub use types::{TensorType, is_element_type};
pub use views::{
    Access, Call, Comprehension, Def, Exists, For, Index, Left, Read, Role, Subscript, Temporary,
    Tensor, ValueOf, Yield,
};
