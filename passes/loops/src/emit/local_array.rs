//! Arrays of a scop that are made where they are used: on the stack if they are small enough.

use melior::ir::attribute::{DenseI32ArrayAttribute, IntegerAttribute};
use melior::ir::r#type::IntegerType;

use super::super::builder::Builder;
use super::super::scop::bytes;
use tc_pass_host::*;

/// An array of the scop that is created where it is used.
pub struct LocalArray<'c, 'a> {
    /// The scop's value.
    pub array: Value<'c, 'a>,
    ty: Type<'c>,
    /// Whether it must be freed.
    pub heap: bool,
}

/// The largest array in bytes that may be on the stack of a thread.
const STACK_BYTES: i64 = 64 * 1024;

impl<'c, 'a> LocalArray<'c, 'a> {
    /// An array on the stack if it is small enough.
    pub fn new(array: Value<'c, 'a>, ty: Type<'c>) -> Self {
        LocalArray {
            array,
            ty,
            heap: bytes(ty) > STACK_BYTES,
        }
    }

    /// An array on the heap.
    pub fn on_heap(array: Value<'c, 'a>, ty: Type<'c>) -> Self {
        LocalArray {
            array,
            ty,
            heap: true,
        }
    }

    /// An array on the stack.
    pub fn on_stack(array: Value<'c, 'a>, ty: Type<'c>) -> Self {
        LocalArray {
            array,
            ty,
            heap: false,
        }
    }

    /// Creates the array at the end of the builder's block.
    pub fn make(&self, builder: &Builder<'c, 'a>) -> Value<'c, 'a> {
        self.make_of(builder, &[])
    }

    /// The same with these values for the extents that its type lacks.
    pub fn make_of(&self, builder: &Builder<'c, 'a>, extents: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        let context = builder.context;
        let alignment = IntegerAttribute::new(IntegerType::new(context, 64).into(), 64);
        let segments = DenseI32ArrayAttribute::new(context, &[extents.len() as i32, 0]);
        let attributes = [
            ("operandSegmentSizes", segments.into()),
            ("alignment", alignment.into()),
        ];
        let name = if self.heap {
            "memref.alloc"
        } else {
            "memref.alloca"
        };
        builder.value(name, extents, self.ty, &attributes)
    }
}
