//! Arrays of which only the sizes of a call tell the extents, as functions take them: the address
//! of the first element, and numbers.
//!
//! ```mlir
//! %0 = arith.muli %K, %c4                                              // rows follow each other without gaps
//! %1 = memref.reinterpret_cast %A to offset: [0], sizes: [%N, %K, 4], strides: [%0, 4, 1] : memref<1xf32> to memref<?x?x4xf32>
//! ```

use melior::ir::attribute::IntegerAttribute;
use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use tc_dialects::op::{self, build, create_value};

use tc_pass_host::*;

/// MLIR's mark of an extent or stride that is a value.
pub const DYNAMIC: i64 = i64::MIN;

/// The extents of a memref, with [`DYNAMIC`] for those that are not known.
pub fn extents(ty: Type<'_>) -> Vec<i64> {
    let Ok(array) = MemRefType::try_from(ty) else {
        return Vec::new();
    };
    (0..array.rank())
        .map(|dim| match array.dim_size(dim) {
            Ok(DimSize::Static(extent)) => i64::try_from(extent).unwrap_or(DYNAMIC),
            _ => DYNAMIC,
        })
        .collect()
}

/// The type by which a function takes the first element of an array.
pub fn first_element(ty: Type<'_>) -> Type<'_> {
    match MemRefType::try_from(ty) {
        Ok(array) => MemRefType::contiguous(array.element(), &[1], array.memory_space()).into(),
        Err(_) => ty,
    }
}

/// Makes such views; `put` inserts an operation.
pub struct Views<'p, 'c, 'a> {
    /// The context of what is made.
    pub context: &'c Context,
    /// The location of what is made.
    pub location: Location<'c>,
    /// Inserts an operation.
    pub put: &'p dyn Fn(Operation<'c>) -> OperationRef<'c, 'a>,
}

impl<'c: 'a, 'a> Views<'_, 'c, 'a> {
    /// The first element of an array.
    pub fn first(&self, array: Value<'c, 'a>) -> Value<'c, 'a> {
        let ty = first_element(array.r#type());
        self.cast(array, ty, [&[1], &[1]], [&[], &[]])
    }

    /// The extents of an array that its type lacks, in order.
    pub fn unknown(&self, array: Value<'c, 'a>) -> Vec<Value<'c, 'a>> {
        let dims = (0..).zip(extents(array.r#type()));
        let unknown = dims.filter(|(_, extent)| *extent == DYNAMIC);
        unknown
            .map(|(dim, _)| self.index("memref.dim", &[array, self.constant(dim)]))
            .collect()
    }

    /// The array of a type whose first element is given, and the extents that the type lacks.
    pub fn of_rows(
        &self,
        first: Value<'c, 'a>,
        ty: Type<'c>,
        unknown: &[Value<'c, 'a>],
    ) -> Value<'c, 'a> {
        let known = extents(ty);
        let mut left = unknown.iter().rev().copied();
        let (mut written, mut strides) = (vec![1; known.len()], Vec::new());
        let mut stride: Option<Value<'c, 'a>> = None;
        for dim in (1..known.len()).rev() {
            let extent = match known[dim] {
                DYNAMIC => left.next(),
                _ if stride.is_none() => None,
                extent => Some(self.constant(extent)),
            };
            let inner = match (stride, written[dim]) {
                (Some(stride), _) => Some(stride),
                (None, 1) => None,
                (None, inner) => extent.map(|_| self.constant(inner)),
            };
            stride = match (extent, inner) {
                (Some(extent), Some(inner)) => Some(self.index("arith.muli", &[inner, extent])),
                (extent, None) => extent,
                (None, inner) => inner,
            };
            strides.extend(stride);
            written[dim - 1] = match stride {
                None => written[dim].saturating_mul(known[dim]),
                Some(_) => DYNAMIC,
            };
        }
        strides.reverse();
        self.cast(first, ty, [&known, &written], [unknown, &strides])
    }

    fn cast(
        &self,
        array: Value<'c, 'a>,
        ty: Type<'c>,
        [extents, strides]: [&[i64]; 2],
        [of_extents, of_strides]: [&[Value<'c, 'a>]; 2],
    ) -> Value<'c, 'a> {
        let list = |numbers: &[i64]| {
            let texts: Vec<String> = numbers.iter().map(i64::to_string).collect();
            build::parsed(self.context, &format!("array<i64: {}>", texts.join(", ")))
        };
        let (sizes, steps) = (of_extents.len(), of_strides.len());
        let segments = format!("array<i32: 1, 0, {sizes}, {steps}>");
        let attributes = [
            (
                "operandSegmentSizes",
                build::parsed(self.context, &segments),
            ),
            ("static_offsets", list(&[0])),
            ("static_sizes", list(extents)),
            ("static_strides", list(strides)),
        ];
        let values = of_extents.iter().chain(of_strides).copied();
        let operands: Vec<Value> = [array].into_iter().chain(values).collect();
        self.value("memref.reinterpret_cast", &operands, ty, &attributes)
    }

    fn index(&self, name: &str, operands: &[Value<'c, 'a>]) -> Value<'c, 'a> {
        self.value(name, operands, Type::index(self.context), &[])
    }

    fn constant(&self, number: i64) -> Value<'c, 'a> {
        let index = Type::index(self.context);
        let value = IntegerAttribute::new(index, number).into();
        self.value("arith.constant", &[], index, &[("value", value)])
    }

    fn value(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        ty: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Value<'c, 'a> {
        let made = create_value(name, self.location, operands, ty, attributes);
        op::result((self.put)(made))
    }
}
