//! Dense tensors in host memory, and the element types of the language.
//!
//! Every executor takes and returns [`Tensor`]s: row-major, dense, starting at index 0 (a tensor
//! whose index bounds start elsewhere is rebased by the code that knows its origin). The elements
//! are a [`Data`], aligned [`Elements`] of one type, so that the reference evaluator and the
//! comparisons work on typed slices, while kernels get [`Tensor::bytes_mut`].

use crate::elements::{Elements, Plain};
use half::{bf16, f16};
use std::fmt;
use std::str::FromStr;

/// An element type of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ElementType {
    /// `bool`, one byte, 0 or 1
    Bool,
    /// `int8`
    I8,
    /// `int16`
    I16,
    /// `int32`, `int`
    I32,
    /// `int64`, `long`
    I64,
    /// `uint8`, `byte`
    U8,
    /// `uint16`
    U16,
    /// `uint32`, `uint`
    U32,
    /// `uint64`
    U64,
    /// `half`, `float16`
    F16,
    /// `bfloat16`
    BF16,
    /// `float`, `float32`
    F32,
    /// `double`, `float64`
    F64,
}

/// An entry of a table of element types: the type, its name in the language and in MLIR, its size
/// in bytes.
const SPELLINGS: [(ElementType, &str, &str, usize); 13] = [
    (ElementType::Bool, "bool", "i1", 1),
    (ElementType::I8, "int8", "i8", 1),
    (ElementType::I16, "int16", "i16", 2),
    (ElementType::I32, "int32", "i32", 4),
    (ElementType::I64, "int64", "i64", 8),
    (ElementType::U8, "uint8", "ui8", 1),
    (ElementType::U16, "uint16", "ui16", 2),
    (ElementType::U32, "uint32", "ui32", 4),
    (ElementType::U64, "uint64", "ui64", 8),
    (ElementType::F16, "half", "f16", 2),
    (ElementType::BF16, "bfloat16", "bf16", 2),
    (ElementType::F32, "float", "f32", 4),
    (ElementType::F64, "double", "f64", 8),
];

impl ElementType {
    /// All element types.
    pub const ALL: [ElementType; 13] = {
        let mut all = [ElementType::Bool; 13];
        let mut position = 0;
        while position < 13 {
            all[position] = SPELLINGS[position].0;
            position += 1;
        }
        all
    };

    fn spelling(self) -> &'static (ElementType, &'static str, &'static str, usize) {
        &SPELLINGS[self as usize]
    }

    /// The name in the language: `float`, `int32`, `bfloat16`.
    pub fn name(self) -> &'static str {
        self.spelling().1
    }

    /// The spelling in `!tc.tensor<[..], elem>`: `f32`, `i32`, `ui8`, `i1`.
    pub fn mlir(self) -> &'static str {
        self.spelling().2
    }

    /// The type with this spelling in `!tc.tensor<[..], elem>`.
    pub fn from_mlir(text: &str) -> Option<ElementType> {
        SPELLINGS
            .iter()
            .find(|spelling| spelling.2 == text)
            .map(|spelling| spelling.0)
    }

    /// Bytes per element.
    pub fn size(self) -> usize {
        self.spelling().3
    }

    /// Whether it is `half`, `bfloat16`, `float` or `double`.
    pub fn is_float(self) -> bool {
        matches!(
            self,
            ElementType::F16 | ElementType::BF16 | ElementType::F32 | ElementType::F64
        )
    }

    /// Whether it is an unsigned integer (`bool` is not).
    pub fn is_unsigned(self) -> bool {
        matches!(
            self,
            ElementType::U8 | ElementType::U16 | ElementType::U32 | ElementType::U64
        )
    }

    /// The smallest and the largest value of an integer type or `bool`.
    pub fn integer_range(self) -> Option<(i128, i128)> {
        let bits = 8 * self.size() as u32;
        match self {
            ElementType::Bool => Some((0, 1)),
            _ if self.is_float() => None,
            _ if self.is_unsigned() => Some((0, (1 << bits) - 1)),
            _ => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        }
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ElementType {
    type Err = String;

    /// Reads the name in the language, aliases included.
    fn from_str(text: &str) -> Result<ElementType, String> {
        let canonical = match text {
            "int" => "int32",
            "byte" => "uint8",
            "uint" => "uint32",
            "long" => "int64",
            "float16" => "half",
            "float32" => "float",
            "float64" => "double",
            other => other,
        };
        SPELLINGS
            .iter()
            .find(|spelling| spelling.1 == canonical)
            .map(|spelling| spelling.0)
            .ok_or_else(|| format!("unknown element type `{text}`"))
    }
}

/// A Rust type that the elements of a tensor can have.
pub trait Element: Plain + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The element type; `u8` means `uint8`; create bool tensors with [`Tensor::from_bools`].
    const TYPE: ElementType;
    /// Copies the elements to aligned memory.
    fn into_data(values: Vec<Self>) -> Data;
    /// The elements, if they have this type.
    fn slice(data: &Data) -> Option<&[Self]>;
    /// The elements, if they have this type.
    fn slice_mut(data: &mut Data) -> Option<&mut [Self]>;
}

macro_rules! data {
    ($($variant:ident $rust:ty;)*) => {
        /// The elements of a tensor, by type. `bool` is one byte each, 0 or 1.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Data {
            /// 0 or 1 each
            Bool(Elements<u8>),
            $(#[allow(missing_docs)] $variant(Elements<$rust>),)*
        }

        impl Data {
            /// `None` if there is not enough memory.
            fn zeros(ty: ElementType, count: usize) -> Option<Data> {
                match ty {
                    ElementType::Bool => Elements::zeros(count).map(Data::Bool),
                    $(ElementType::$variant => Elements::zeros(count).map(Data::$variant),)*
                }
            }

            /// The type of the elements.
            pub fn element_type(&self) -> ElementType {
                match self {
                    Data::Bool(_) => ElementType::Bool,
                    $(Data::$variant(_) => ElementType::$variant,)*
                }
            }

            /// The number of elements.
            pub fn len(&self) -> usize {
                match self {
                    Data::Bool(values) => values.len(),
                    $(Data::$variant(values) => values.len(),)*
                }
            }

            /// Whether there are no elements.
            pub fn is_empty(&self) -> bool {
                self.len() == 0
            }

            fn pointer(&self) -> *const u8 {
                match self {
                    Data::Bool(values) => values.as_ptr(),
                    $(Data::$variant(values) => values.as_ptr().cast(),)*
                }
            }

            fn pointer_mut(&mut self) -> *mut u8 {
                match self {
                    Data::Bool(values) => values.as_mut_ptr(),
                    $(Data::$variant(values) => values.as_mut_ptr().cast(),)*
                }
            }
        }

        $(impl Element for $rust {
            const TYPE: ElementType = ElementType::$variant;

            fn into_data(values: Vec<Self>) -> Data {
                Data::$variant(Elements::from(&*values))
            }

            fn slice(data: &Data) -> Option<&[Self]> {
                match data {
                    Data::$variant(values) => Some(values),
                    _ => None,
                }
            }

            fn slice_mut(data: &mut Data) -> Option<&mut [Self]> {
                match data {
                    Data::$variant(values) => Some(values),
                    _ => None,
                }
            }
        })*
    };
}

data! {
    I8 i8;
    I16 i16;
    I32 i32;
    I64 i64;
    U8 u8;
    U16 u16;
    U32 u32;
    U64 u64;
    F16 f16;
    BF16 bf16;
    F32 f32;
    F64 f64;
}

/// Why a tensor cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TensorError {
    /// The shape and the elements disagree.
    #[error("shape {shape:?} has {expected} elements, found {found}")]
    Count {
        /// The requested shape.
        shape: Vec<usize>,
        /// Its number of elements (or bytes).
        expected: usize,
        /// The number of elements found.
        found: usize,
    },
    /// The shape has more bytes than the address space, or than the available memory.
    #[error("a tensor of shape {shape:?} and type {ty} does not fit memory")]
    TooLarge {
        /// The requested shape.
        shape: Vec<usize>,
        /// The requested element type.
        ty: ElementType,
    },
    /// The elements are not in memory of the host.
    #[error("the elements are in memory of CUDA device {number}: copy them to the host")]
    Elsewhere {
        /// The number of the device.
        number: i32,
    },
}

/// A dense row-major tensor.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    shape: Vec<usize>,
    data: Data,
}

/// The number of elements of a shape, `None` on overflow.
fn element_count(shape: &[usize], ty: ElementType) -> Option<usize> {
    let count = shape
        .iter()
        .try_fold(1_usize, |count, extent| count.checked_mul(*extent))?;
    let fits = count.checked_mul(ty.size())? <= isize::MAX as usize;
    fits.then_some(count)
}

impl Tensor {
    /// A tensor of zeros.
    pub fn zeros(ty: ElementType, shape: &[usize]) -> Result<Tensor, TensorError> {
        let too_large = || TensorError::TooLarge {
            shape: shape.to_vec(),
            ty,
        };
        let count = element_count(shape, ty).ok_or_else(too_large)?;
        Ok(Tensor {
            shape: shape.to_vec(),
            data: Data::zeros(ty, count).ok_or_else(too_large)?,
        })
    }

    /// A tensor of these elements in row-major order.
    pub fn from_vec<T: Element>(shape: &[usize], values: Vec<T>) -> Result<Tensor, TensorError> {
        Tensor::new(shape, T::into_data(values))
    }

    /// A tensor of `bool`s in row-major order.
    pub fn from_bools(shape: &[usize], values: &[bool]) -> Result<Tensor, TensorError> {
        Tensor::new(
            shape,
            Data::Bool(values.iter().map(|value| u8::from(*value)).collect()),
        )
    }

    /// A rank-0 tensor.
    pub fn scalar<T: Element>(value: T) -> Tensor {
        Tensor {
            shape: Vec::new(),
            data: T::into_data(vec![value]),
        }
    }

    /// A tensor of these elements in row-major order.
    pub fn new(shape: &[usize], data: Data) -> Result<Tensor, TensorError> {
        let ty = data.element_type();
        let too_large = || TensorError::TooLarge {
            shape: shape.to_vec(),
            ty,
        };
        let expected = element_count(shape, ty).ok_or_else(too_large)?;
        if expected != data.len() {
            return Err(TensorError::Count {
                shape: shape.to_vec(),
                expected,
                found: data.len(),
            });
        }
        Ok(Tensor {
            shape: shape.to_vec(),
            data,
        })
    }

    /// A tensor from the bytes of its elements in native order; a non-zero byte of a `bool` counts
    /// as true.
    pub fn from_bytes(
        ty: ElementType,
        shape: &[usize],
        bytes: &[u8],
    ) -> Result<Tensor, TensorError> {
        let mut tensor = Tensor::zeros(ty, shape)?;
        let expected = tensor.data.len() * ty.size();
        if expected != bytes.len() {
            return Err(TensorError::Count {
                shape: shape.to_vec(),
                expected,
                found: bytes.len(),
            });
        }
        tensor.bytes_mut().copy_from_slice(bytes);
        if let Data::Bool(values) = &mut tensor.data {
            values
                .iter_mut()
                .for_each(|value| *value = u8::from(*value != 0));
        }
        Ok(tensor)
    }

    /// The extents.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// The type of the elements.
    pub fn element_type(&self) -> ElementType {
        self.data.element_type()
    }

    /// The elements.
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// The elements in row-major order, if they have type `T`.
    pub fn as_slice<T: Element>(&self) -> Option<&[T]> {
        T::slice(&self.data)
    }

    /// The elements in row-major order, if they have type `T`.
    pub fn as_mut_slice<T: Element>(&mut self) -> Option<&mut [T]> {
        T::slice_mut(&mut self.data)
    }

    /// The bytes of the elements, row-major, native order.
    pub fn bytes(&self) -> &[u8] {
        let length = self.data.len() * self.element_type().size();
        // SAFETY: the vector holds `len` elements of `size` bytes each without padding.
        unsafe { std::slice::from_raw_parts(self.data.pointer(), length) }
    }

    /// The bytes of the elements, for a kernel to write. Bools must remain 0 or 1.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        let length = self.data.len() * self.element_type().size();
        // SAFETY: as in `bytes`; every bit pattern is a valid element, `bool` being kept as `u8`.
        unsafe { std::slice::from_raw_parts_mut(self.data.pointer_mut(), length) }
    }

    /// The element at a row-major position as a double (64-bit integers are rounded).
    pub fn get_f64(&self, position: usize) -> Option<f64> {
        Some(match &self.data {
            Data::Bool(values) => f64::from(*values.get(position)?),
            Data::I8(values) => f64::from(*values.get(position)?),
            Data::I16(values) => f64::from(*values.get(position)?),
            Data::I32(values) => f64::from(*values.get(position)?),
            Data::I64(values) => *values.get(position)? as f64,
            Data::U8(values) => f64::from(*values.get(position)?),
            Data::U16(values) => f64::from(*values.get(position)?),
            Data::U32(values) => f64::from(*values.get(position)?),
            Data::U64(values) => *values.get(position)? as f64,
            Data::F16(values) => values.get(position)?.to_f64(),
            Data::BF16(values) => values.get(position)?.to_f64(),
            Data::F32(values) => f64::from(*values.get(position)?),
            Data::F64(values) => *values.get(position)?,
        })
    }

    /// The element at a row-major position as an exact integer; `None` for floating types.
    pub fn get_integer(&self, position: usize) -> Option<i128> {
        Some(match &self.data {
            Data::Bool(values) => i128::from(*values.get(position)?),
            Data::I8(values) => i128::from(*values.get(position)?),
            Data::I16(values) => i128::from(*values.get(position)?),
            Data::I32(values) => i128::from(*values.get(position)?),
            Data::I64(values) => i128::from(*values.get(position)?),
            Data::U8(values) => i128::from(*values.get(position)?),
            Data::U16(values) => i128::from(*values.get(position)?),
            Data::U32(values) => i128::from(*values.get(position)?),
            Data::U64(values) => i128::from(*values.get(position)?),
            Data::F16(_) | Data::BF16(_) | Data::F32(_) | Data::F64(_) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_in_the_order_of_the_enum() {
        for (position, (ty, name, mlir, size)) in SPELLINGS.iter().enumerate() {
            assert_eq!(*ty as usize, position);
            assert_eq!((ty.name(), ty.mlir(), ty.size()), (*name, *mlir, *size));
            assert_eq!(name.parse(), Ok(*ty));
            assert_eq!(ElementType::from_mlir(mlir), Some(*ty));
            assert_eq!(
                Tensor::zeros(*ty, &[2, 3]).map(|tensor| tensor.bytes().len()),
                Ok(6 * size)
            );
        }
        assert_eq!("long".parse(), Ok(ElementType::I64));
        assert!("string".parse::<ElementType>().is_err());
    }

    #[test]
    fn integer_ranges() {
        assert_eq!(ElementType::U8.integer_range(), Some((0, 255)));
        assert_eq!(
            ElementType::I64.integer_range(),
            Some((i128::from(i64::MIN), i128::from(i64::MAX)))
        );
        assert_eq!(
            ElementType::U64.integer_range(),
            Some((0, i128::from(u64::MAX)))
        );
        assert_eq!(ElementType::F16.integer_range(), None);
    }

    #[test]
    fn bytes_are_the_elements() {
        let mut tensor = Tensor::from_vec(&[2], vec![1.0_f32, 2.0]).unwrap();
        tensor.bytes_mut()[4..].copy_from_slice(&7.5_f32.to_ne_bytes());
        assert_eq!(tensor.as_slice::<f32>(), Some(&[1.0, 7.5][..]));
        assert_eq!(tensor.as_slice::<f64>(), None);
        let again = Tensor::from_bytes(ElementType::F32, &[2], tensor.bytes()).unwrap();
        assert_eq!(again, tensor);
        let truth = Tensor::from_bytes(ElementType::Bool, &[3], &[0, 1, 7]).unwrap();
        assert_eq!(
            truth,
            Tensor::from_bools(&[3], &[false, true, true]).unwrap()
        );
    }

    #[test]
    fn wrong_counts_and_sizes_are_errors() {
        let error = Tensor::from_vec(&[2, 2], vec![1_i32; 3]).unwrap_err();
        assert_eq!(error.to_string(), "shape [2, 2] has 4 elements, found 3");
        assert!(matches!(
            Tensor::zeros(ElementType::F64, &[usize::MAX, 2]),
            Err(TensorError::TooLarge { .. })
        ));
        assert!(matches!(
            Tensor::zeros(ElementType::F64, &[1 << 59]),
            Err(TensorError::TooLarge { .. })
        ));
        assert_eq!(
            Tensor::zeros(ElementType::F64, &[0, 5]).map(|tensor| tensor.len()),
            Ok(0)
        );
        assert_eq!(Tensor::scalar(3_i64).get_integer(0), Some(3));
        assert_eq!(Tensor::scalar(f16::from_f32(0.5)).get_f64(0), Some(0.5));
    }
}
