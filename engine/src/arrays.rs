//! Arrays of the caller's: borrowed memory with an element type, a shape and strides.
//!
//! A [`View`] is read and a [`ViewMut`] is written. They come from slices, from `ndarray`, from
//! [`Tensor`]s, from DLPack and from raw pointers, and none of that copies or allocates. Strides
//! count elements and may be negative; the pointer is to the element at index 0. An array may be in
//! memory of a CUDA device: then only its address is used.

use dlpark::ffi::{DLDataType, DLDataTypeCode, DLDeviceType, DLTensor};
use half::{bf16, f16};
use ndarray::{ArrayBase, Dimension};
use std::slice;
use tc_dialects::tensor::{ElementType, Tensor, TensorError};
use tc_runtime::{Failure, error};

/// A Rust type of elements of arrays: numbers, `half`'s floats, and `bool`.
pub trait Item: Copy + Send + Sync + 'static {
    /// The element type of the language.
    const TYPE: ElementType;
}

macro_rules! items {
    ($($rust:ty: $variant:ident;)*) => {
        $(impl Item for $rust {
            const TYPE: ElementType = ElementType::$variant;
        })*
    };
}

items! {
    bool: Bool;
    i8: I8;
    i16: I16;
    i32: I32;
    i64: I64;
    u8: U8;
    u16: U16;
    u32: U32;
    u64: U64;
    f16: F16;
    bf16: BF16;
    f32: F32;
    f64: F64;
}

/// Where the elements of an array are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// In memory of the host.
    Host,
    /// In memory of the CUDA device of this number.
    Cuda(i32),
}

/// Memory of the caller's.
#[derive(Clone, Copy)]
pub(crate) struct Array<'a> {
    pub(crate) memory: Memory,
    pub(crate) data: *mut u8,
    pub(crate) element: ElementType,
    pub(crate) shape: &'a [usize],
    /// In elements; row-major without.
    pub(crate) strides: Option<&'a [isize]>,
    /// Whether others may write it during a run.
    pub(crate) changes: bool,
}

/// An array that is read.
#[derive(Clone, Copy)]
pub struct View<'a>(pub(crate) Array<'a>);

/// An array that is written, or updated in place.
pub struct ViewMut<'a>(pub(crate) Array<'a>);

fn counted(values: usize, shape: &[usize]) -> Result<(), Failure> {
    let count = shape.iter().try_fold(1_usize, |a, b| a.checked_mul(*b));
    if count == Some(values) {
        Ok(())
    } else {
        Err(Failure::of(error(format!(
            "shape {shape:?} has {} elements, found {values}",
            count.map_or("too many".to_owned(), |count| count.to_string())
        ))))
    }
}

impl<'a> View<'a> {
    /// A slice as a row-major array of that shape.
    ///
    /// # Errors
    /// A slice with another number of elements.
    pub fn new<T: Item>(values: &'a [T], shape: &'a [usize]) -> Result<Self, Failure> {
        counted(values.len(), shape)?;
        Ok(View(Array {
            memory: Memory::Host,
            data: values.as_ptr().cast_mut().cast(),
            element: T::TYPE,
            shape,
            strides: None,
            changes: false,
        }))
    }

    /// A value as an array without dimensions.
    pub fn scalar<T: Item>(value: &'a T) -> Self {
        View(Array {
            memory: Memory::Host,
            data: std::ptr::from_ref(value).cast_mut().cast(),
            element: T::TYPE,
            shape: &[],
            strides: None,
            changes: false,
        })
    }

    /// An array by its address; without strides it is row-major.
    ///
    /// # Safety
    /// For as long as the view lives, all elements that shape and strides reach are allocated and
    /// initialised, no other thread writes them, and bytes of a `bool` are 0 or 1.
    ///
    /// # Errors
    /// Strides of another number of dimensions.
    pub unsafe fn from_raw(
        data: *const u8,
        element: ElementType,
        shape: &'a [usize],
        strides: Option<&'a [isize]>,
    ) -> Result<Self, Failure> {
        Array::from_raw(data.cast_mut(), element, shape, strides).map(View)
    }

    /// A tensor of DLPack in memory of the host or of a CUDA device.
    ///
    /// # Safety
    /// As of [`View::from_raw`]; shape and strides point to `ndim` numbers each, or strides are
    /// null.
    ///
    /// # Errors
    /// Memory of another device, several lanes, and element types that the language does not have.
    pub unsafe fn from_dlpack(tensor: &'a DLTensor) -> Result<Self, Failure> {
        // SAFETY: the caller's promise.
        unsafe { Array::from_dlpack(tensor) }.map(View)
    }

    /// The same array, whose address is one of this memory.
    #[must_use]
    pub fn in_memory(mut self, memory: Memory) -> Self {
        self.0.memory = memory;
        self
    }

    /// The same array, which others may write during a run, though that is against the rules: then
    /// results are any numbers, but nothing outside of the arrays is read or written. What decides
    /// about places, such as an array of subscripts, is copied before each run for that.
    #[must_use]
    pub fn that_may_change(mut self) -> Self {
        self.0.changes = true;
        self
    }

    /// Where the elements are.
    pub fn memory(&self) -> Memory {
        self.0.memory
    }

    /// The type of the elements.
    pub fn element_type(&self) -> ElementType {
        self.0.element
    }

    /// The extents.
    pub fn shape(&self) -> &'a [usize] {
        self.0.shape
    }

    /// A copy of the elements, in row-major order.
    ///
    /// # Errors
    /// One that does not fit in memory, and an array that is not in that of the host.
    pub fn to_tensor(&self) -> Result<Tensor, TensorError> {
        self.0.gather()
    }
}

impl<'a> ViewMut<'a> {
    /// A slice as a row-major array of that shape.
    ///
    /// # Errors
    /// A slice with another number of elements.
    pub fn new<T: Item>(values: &'a mut [T], shape: &'a [usize]) -> Result<Self, Failure> {
        counted(values.len(), shape)?;
        Ok(ViewMut(Array {
            memory: Memory::Host,
            data: values.as_mut_ptr().cast(),
            element: T::TYPE,
            shape,
            strides: None,
            changes: false,
        }))
    }

    /// A value as an array without dimensions.
    pub fn scalar<T: Item>(value: &'a mut T) -> Self {
        ViewMut(Array {
            memory: Memory::Host,
            data: std::ptr::from_mut(value).cast(),
            element: T::TYPE,
            shape: &[],
            strides: None,
            changes: false,
        })
    }

    /// An array by its address; without strides it is row-major.
    ///
    /// # Safety
    /// For as long as the view lives, all elements that shape and strides reach are allocated, and
    /// nothing else reads or writes them.
    ///
    /// # Errors
    /// Strides of another number of dimensions.
    pub unsafe fn from_raw(
        data: *mut u8,
        element: ElementType,
        shape: &'a [usize],
        strides: Option<&'a [isize]>,
    ) -> Result<Self, Failure> {
        Array::from_raw(data, element, shape, strides).map(ViewMut)
    }

    /// The same array, whose address is one of this memory.
    #[must_use]
    pub fn in_memory(mut self, memory: Memory) -> Self {
        self.0.memory = memory;
        self
    }

    /// The same array, which others may write during a run: as of [`View::that_may_change`].
    #[must_use]
    pub fn that_may_change(mut self) -> Self {
        self.0.changes = true;
        self
    }

    /// A tensor of DLPack in memory of the host or of a CUDA device.
    ///
    /// # Safety
    /// As of [`ViewMut::from_raw`]; shape and strides point to `ndim` numbers each, or strides are
    /// null.
    ///
    /// # Errors
    /// Memory of another device, several lanes, and element types that the language does not have.
    pub unsafe fn from_dlpack(tensor: &'a DLTensor) -> Result<Self, Failure> {
        // SAFETY: the caller's promise.
        unsafe { Array::from_dlpack(tensor) }.map(ViewMut)
    }

    /// The same array, to be read.
    pub fn view(&self) -> View<'_> {
        View(self.0)
    }
}

impl<'a> From<&'a Tensor> for View<'a> {
    fn from(tensor: &'a Tensor) -> Self {
        View(Array {
            memory: Memory::Host,
            data: tensor.bytes().as_ptr().cast_mut(),
            element: tensor.element_type(),
            shape: tensor.shape(),
            strides: None,
            changes: false,
        })
    }
}

impl<'a> From<&'a mut Tensor> for ViewMut<'a> {
    fn from(tensor: &'a mut Tensor) -> Self {
        let data = tensor.bytes_mut().as_mut_ptr();
        ViewMut(Array {
            memory: Memory::Host,
            data,
            element: tensor.element_type(),
            shape: tensor.shape(),
            strides: None,
            changes: false,
        })
    }
}

impl<'a, S, D> From<&'a ArrayBase<S, D>> for View<'a>
where
    S: ndarray::Data,
    S::Elem: Item,
    D: Dimension,
{
    fn from(array: &'a ArrayBase<S, D>) -> Self {
        View(Array {
            memory: Memory::Host,
            data: array.as_ptr().cast_mut().cast(),
            element: S::Elem::TYPE,
            shape: array.shape(),
            strides: Some(array.strides()),
            changes: false,
        })
    }
}

impl<'a, S, D> From<&'a mut ArrayBase<S, D>> for ViewMut<'a>
where
    S: ndarray::DataMut,
    S::Elem: Item,
    D: Dimension,
{
    fn from(array: &'a mut ArrayBase<S, D>) -> Self {
        let data = array.as_mut_ptr().cast();
        ViewMut(Array {
            memory: Memory::Host,
            data,
            element: S::Elem::TYPE,
            shape: array.shape(),
            strides: Some(array.strides()),
            changes: false,
        })
    }
}

/// The element type of DLPack's.
fn element_of(ty: DLDataType) -> Option<ElementType> {
    let found = match (ty.code, ty.bits) {
        (DLDataTypeCode::FLOAT, 32) => ElementType::F32,
        (DLDataTypeCode::FLOAT, 64) => ElementType::F64,
        (DLDataTypeCode::FLOAT, 16) => ElementType::F16,
        (DLDataTypeCode::BFLOAT, 16) => ElementType::BF16,
        (DLDataTypeCode::INT, 8) => ElementType::I8,
        (DLDataTypeCode::INT, 16) => ElementType::I16,
        (DLDataTypeCode::INT, 32) => ElementType::I32,
        (DLDataTypeCode::INT, 64) => ElementType::I64,
        (DLDataTypeCode::UINT, 8) => ElementType::U8,
        (DLDataTypeCode::UINT, 16) => ElementType::U16,
        (DLDataTypeCode::UINT, 32) => ElementType::U32,
        (DLDataTypeCode::UINT, 64) => ElementType::U64,
        (DLDataTypeCode::BOOL, 8) => ElementType::Bool,
        _ => return None,
    };
    (ty.lanes == 1).then_some(found)
}

// Numbers of DLPack are read in place as shapes and strides.
const _: () = assert!(usize::BITS == 64, "shapes of DLPack have 64 bits");

impl<'a> Array<'a> {
    fn from_raw(
        data: *mut u8,
        element: ElementType,
        shape: &'a [usize],
        strides: Option<&'a [isize]>,
    ) -> Result<Self, Failure> {
        if let Some(strides) = strides.filter(|strides| strides.len() != shape.len()) {
            return Err(Failure::of(error(format!(
                "expected a stride for each of {} dimensions, found {}",
                shape.len(),
                strides.len()
            ))));
        }
        Ok(Array {
            memory: Memory::Host,
            data,
            element,
            shape,
            strides,
            changes: false,
        })
    }

    /// # Safety
    /// Shape and strides point to `ndim` numbers each, or are null.
    unsafe fn from_dlpack(tensor: &'a DLTensor) -> Result<Self, Failure> {
        let refused = |reason: String| Failure::of(error(format!("a tensor of DLPack {reason}")));
        let kind = tensor.device.device_type;
        let memory = match kind {
            DLDeviceType::CPU | DLDeviceType::CUDAHOST | DLDeviceType::ROCMHOST => Memory::Host,
            DLDeviceType::CUDA | DLDeviceType::CUDAMANAGED => Memory::Cuda(tensor.device.device_id),
            other => {
                return Err(refused(format!(
                    "is in memory of a device (kind {}): copy it to the host first",
                    other.0
                )));
            }
        };
        let element = element_of(tensor.dtype).ok_or_else(|| {
            let DLDataType { code, bits, lanes } = tensor.dtype;
            refused(format!(
                "has elements of type code {}, {bits} bits and {lanes} lanes, which the language does not have",
                code.0
            ))
        })?;
        let rank = usize::try_from(tensor.ndim)
            .map_err(|_| refused(format!("has {} dimensions", tensor.ndim)))?;
        if rank > 0 && tensor.shape.is_null() {
            return Err(refused("has dimensions and no shape".to_owned()));
        }
        let (mut shape, mut strides) = (&[][..], None);
        if rank > 0 {
            // SAFETY: the caller's promise; an `int64_t` is as large as a `usize` here.
            shape = unsafe { slice::from_raw_parts(tensor.shape.cast::<usize>(), rank) };
            if !tensor.strides.is_null() {
                // SAFETY: as above.
                strides =
                    Some(unsafe { slice::from_raw_parts(tensor.strides.cast::<isize>(), rank) });
            }
        }
        if let Some(extent) = shape.iter().find(|extent| **extent > isize::MAX as usize) {
            return Err(refused(format!("has the extent {}", *extent as i64)));
        }
        Ok(Array {
            memory,
            data: tensor
                .data
                .cast::<u8>()
                .wrapping_add(tensor.byte_offset as usize),
            element,
            shape,
            strides,
            changes: false,
        })
    }

    fn is_empty(&self) -> bool {
        self.shape.contains(&0)
    }

    /// Whether the elements stand one behind another, in row-major order.
    pub(crate) fn is_dense(&self) -> bool {
        let Some(strides) = self.strides else {
            return true;
        };
        let mut due = 1;
        for (extent, stride) in self.shape.iter().zip(strides).rev() {
            if *extent != 1 && *stride != due {
                return self.is_empty();
            }
            due = due.wrapping_mul(*extent as isize);
        }
        true
    }

    pub(crate) fn is_aligned(&self) -> bool {
        (self.data as usize).is_multiple_of(self.element.size())
    }

    /// The least and the largest position of an element, in elements; `None` without elements.
    fn reach(&self) -> Option<(i128, i128)> {
        if self.is_empty() {
            return None;
        }
        let Some(strides) = self.strides else {
            let count: usize = self.shape.iter().product();
            return Some((0, count as i128 - 1));
        };
        let (mut low, mut high) = (0, 0);
        for (extent, stride) in self.shape.iter().zip(strides) {
            let last = (*extent as i128 - 1) * *stride as i128;
            low += last.min(0);
            high += last.max(0);
        }
        Some((low, high))
    }

    /// The addresses from that of the first byte to one past the last; `None` without elements.
    fn range(&self) -> Option<(i128, i128)> {
        let (low, high) = self.reach()?;
        let size = self.element.size() as i128;
        let begin = self.data as usize as i128 + low * size;
        Some((begin, begin + (high - low + 1) * size))
    }

    /// Whether its strides reach addresses that no machine has.
    pub(crate) fn reaches_too_far(&self) -> bool {
        let ends = self.range();
        ends.is_some_and(|(begin, end)| begin < 0 || end > isize::MAX as i128)
    }

    /// Whether some byte may belong to both.
    pub(crate) fn may_overlap(&self, other: &Array<'_>) -> bool {
        match (self.range(), other.range()) {
            (Some((begin, end)), Some((first, last))) => begin < last && first < end,
            _ => false,
        }
    }

    /// Whether writing one while the kernel reads the other changes what it reads.
    pub(crate) fn is_shared(&self, other: &Array<'_>) -> bool {
        self.is_dense() && other.is_dense() && self.may_overlap(other)
    }

    /// Whether two indices may have one address.
    pub(crate) fn may_repeat(&self) -> bool {
        let Some(strides) = self.strides.filter(|_| !self.is_empty()) else {
            return false;
        };
        let dimensions = self.shape.iter().zip(strides);
        let mut steps: Vec<(usize, usize)> = dimensions
            .filter(|(extent, _)| **extent > 1)
            .map(|(extent, stride)| (stride.unsigned_abs(), *extent))
            .collect();
        steps.sort_unstable();
        // Each dimension steps over all that the ones before it reach.
        let mut reached = 0;
        steps.into_iter().any(|(stride, extent)| {
            let repeats = stride <= reached;
            reached = stride.saturating_mul(extent - 1).saturating_add(reached);
            repeats
        })
    }

    /// The positions of all elements in row-major order.
    fn walk(&self, mut visit: impl FnMut(isize)) {
        if self.is_empty() {
            return;
        }
        let rank = self.shape.len();
        let mut dense = vec![1_isize; rank];
        for dimension in (1..rank).rev() {
            dense[dimension - 1] = dense[dimension] * self.shape[dimension] as isize;
        }
        let strides = self.strides.unwrap_or(&dense);
        let mut index = vec![0_usize; rank];
        let mut position = 0;
        loop {
            visit(position);
            let mut dimension = rank;
            loop {
                if dimension == 0 {
                    return;
                }
                dimension -= 1;
                index[dimension] += 1;
                position += strides[dimension];
                if index[dimension] < self.shape[dimension] {
                    break;
                }
                position -= strides[dimension] * self.shape[dimension] as isize;
                index[dimension] = 0;
            }
        }
    }

    /// The elements of an array in memory of the host, which is dense.
    pub(crate) fn dense_bytes(&self) -> &'a [u8] {
        let count: usize = self.shape.iter().product();
        match count * self.element.size() {
            0 => &[],
            // SAFETY: who made the array promised that these elements exist.
            bytes => unsafe { slice::from_raw_parts(self.data, bytes) },
        }
    }

    /// A copy of the elements, in row-major order.
    pub(crate) fn gather(&self) -> Result<Tensor, TensorError> {
        if let Memory::Cuda(number) = self.memory {
            return Err(TensorError::Elsewhere { number });
        }
        let mut tensor = Tensor::zeros(self.element, self.shape)?;
        if self.is_dense() {
            tensor.bytes_mut().copy_from_slice(self.dense_bytes());
            return Ok(tensor);
        }
        let size = self.element.size();
        let mut to = tensor.bytes_mut().as_mut_ptr();
        self.walk(|position| {
            // SAFETY: who made the array promised that these elements exist, and the tensor has
            // one for each.
            unsafe {
                let from = self.data.offset(position * size as isize);
                std::ptr::copy_nonoverlapping(from, to, size);
                to = to.add(size);
            }
        });
        Ok(tensor)
    }

    /// Writes the elements of a tensor of this shape and type.
    pub(crate) fn scatter(&self, tensor: &Tensor) {
        let size = self.element.size();
        let mut from = tensor.bytes().as_ptr();
        self.walk(|position| {
            // SAFETY: as in `gather`; who made a `ViewMut` promised that it may be written.
            unsafe {
                let to = self.data.offset(position * size as isize);
                std::ptr::copy_nonoverlapping(from, to, size);
                from = from.add(size);
            }
        });
    }
}
