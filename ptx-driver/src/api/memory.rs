//! Memory: allocation, copies, fills, and what pointers are.

use cudarc::driver::sys::{CUpointer_attribute_enum as Attribute, CUresult};

use crate::boundary::{Outcome, Refused, api};
use crate::chip::MEMORY_BYTES;
use crate::driver::{Driver, Kind, LEGACY, in_context};
use crate::pointer::{In, Out};
use crate::table::Handle;
use crate::task::{Copy, Fill, Rows, Side, Task};

fn allocate(address: Out<u64>, bytes: usize) -> Outcome {
    address.check()?;
    let (mut driver, context) = in_context()?;
    let new = driver.allocate(bytes, Kind::Device, Some(context))?;
    address.put(new)
}

fn pitched(
    address: Out<u64>,
    pitch: Out<u64>,
    width: usize,
    height: usize,
    element: u32,
) -> Outcome {
    address.check()?;
    pitch.check()?;
    if !matches!(element, 4 | 8 | 16) || width == 0 || height == 0 {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    let line = width
        .checked_next_multiple_of(512)
        .ok_or(CUresult::CUDA_ERROR_OUT_OF_MEMORY)?;
    let bytes = line
        .checked_mul(height)
        .ok_or(CUresult::CUDA_ERROR_OUT_OF_MEMORY)?;
    allocate(address, bytes)?;
    pitch.put(line as u64)
}

fn free(address: u64) -> Outcome {
    if address == 0 {
        return Ok(());
    }
    let (mut driver, _) = in_context()?;
    driver.release_if(address, |kind| {
        matches!(kind, Kind::Device | Kind::Managed | Kind::Pool(_))
    })
}

fn pinned(address: Out<u64>, bytes: usize, flags: u32) -> Outcome {
    address.check()?;
    let (mut driver, context) = in_context()?;
    if flags & !7 != 0 {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    }
    let new = driver.allocate_pages(bytes, (Kind::Pinned, flags), Some(context))?;
    address.put(new)
}

fn mem_info(free: Out<u64>, total: Out<u64>) -> Outcome {
    let (driver, _) = in_context()?;
    free.put(driver.free_bytes())?;
    total.put(MEMORY_BYTES)
}

fn address_range(base: Out<u64>, bytes: Out<u64>, address: u64) -> Outcome {
    let (driver, _) = in_context()?;
    let found = driver.allocation(address);
    let (start, one) = found.ok_or(CUresult::CUDA_ERROR_NOT_FOUND)?;
    base.may_put(start);
    bytes.may_put(one.bytes as u64);
    Ok(())
}

/// A copy on a stream, checked when it is submitted.
fn copy(stream: Handle, copy: Copy) -> Outcome {
    let (mut driver, _) = in_context()?;
    driver.check_copy(&copy)?;
    driver.submit(stream, Task::Copy(copy))
}

fn rows(stream: Handle, to: (Side, u64), from: (Side, u64), bytes: usize) -> Outcome {
    copy(stream, Copy::plain(to, from, bytes))
}

fn fill(
    stream: Handle,
    (address, pitch): (u64, usize),
    (element, value): (usize, u32),
    width: usize,
    height: usize,
) -> Outcome {
    let (mut driver, _) = in_context()?;
    let fill = Fill {
        address,
        pitch,
        element,
        value,
        width,
        height,
    };
    driver.check_fill(&fill)?;
    driver.submit(stream, Task::Fill(fill))
}

/// One side of a copy of boxes, as `cuda.h` lays it out: offsets, kind of memory, addresses.
struct Described {
    kind: u64,
    host: u64,
    device: u64,
    pitch: u64,
    /// Bytes, rows and planes before the first.
    skip: [u64; 3],
    height: u64,
}

impl Described {
    fn rows(&self) -> Refused<Rows> {
        let (side, address) = match self.kind & u64::from(u32::MAX) {
            1 => (Side::Host, self.host),
            2 => (Side::Device, self.device),
            4 => (Side::Any, self.device),
            _ => return Err(CUresult::CUDA_ERROR_NOT_SUPPORTED),
        };
        let wrong = CUresult::CUDA_ERROR_INVALID_VALUE;
        let plane = self.pitch.checked_mul(self.height).ok_or(wrong)?;
        let [x, y, z] = self.skip;
        let skipped = y
            .checked_mul(self.pitch)
            .zip(z.checked_mul(plane))
            .ok_or(wrong)?;
        let skipped = skipped
            .0
            .checked_add(skipped.1)
            .and_then(|sum| sum.checked_add(x));
        let address = address.checked_add(skipped.ok_or(wrong)?).ok_or(wrong)?;
        Ok(Rows {
            side,
            address,
            pitch: self.pitch as usize,
            plane: plane as usize,
        })
    }
}

/// The words of `CUDA_MEMCPY2D`.
pub type Copy2 = [u64; 16];
/// The words of `CUDA_MEMCPY3D`.
pub type Copy3 = [u64; 25];

fn copy_2d(stream: Handle, words: In<Copy2>) -> Outcome {
    let w = words.get()?;
    let side = |at: usize| Described {
        skip: [w[at], w[at + 1], 0],
        kind: w[at + 2],
        host: w[at + 3],
        device: w[at + 4],
        pitch: w[at + 6],
        height: 0,
    };
    let (width, height) = (w[14] as usize, w[15] as usize);
    let mut from = side(0).rows()?;
    let mut to = side(7).rows()?;
    for rows in [&mut from, &mut to] {
        if rows.pitch == 0 {
            rows.pitch = width;
        }
    }
    copy(
        stream,
        Copy {
            to,
            from,
            width,
            height,
            depth: 1,
        },
    )
}

/// The copy that a `CUDA_MEMCPY3D` describes.
pub fn copy_of_boxes(words: In<Copy3>) -> Refused<Copy> {
    let w = words.get()?;
    // x, y, z, level of detail, kind, host, device, array, reserved, pitch, height
    let side = |at: usize| Described {
        skip: [w[at], w[at + 1], w[at + 2]],
        kind: w[at + 4],
        host: w[at + 5],
        device: w[at + 6],
        pitch: w[at + 9],
        height: w[at + 10],
    };
    let (width, height, depth) = (w[22] as usize, w[23] as usize, w[24] as usize);
    let (mut from, mut to) = (side(0).rows()?, side(11).rows()?);
    for rows in [&mut from, &mut to] {
        if rows.pitch == 0 {
            rows.pitch = width;
        }
        if rows.plane == 0 {
            rows.plane = rows.pitch.saturating_mul(height);
        }
    }
    Ok(Copy {
        to,
        from,
        width,
        height,
        depth,
    })
}

/// A value of a pointer's attribute.
enum Value {
    Word(u32),
    Wide(u64),
    Byte(u8),
    Range(u64, u64),
}

fn pointer_attribute(driver: &Driver, attribute: u32, address: u64) -> Refused<Value> {
    use Attribute::*;
    let found = driver.allocation(address);
    let attributes = |kind: Attribute| kind as u32 == attribute;
    // What is no memory of the driver still has some attributes.
    if attributes(CU_POINTER_ATTRIBUTE_MAPPED) {
        return Ok(Value::Byte(found.is_some().into()));
    }
    let (start, one) = found.ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
    let is_host = matches!(one.kind, Kind::Pinned | Kind::Registered);
    Ok(if attributes(CU_POINTER_ATTRIBUTE_CONTEXT) {
        Value::Wide(one.context.unwrap_or(0))
    } else if attributes(CU_POINTER_ATTRIBUTE_MEMORY_TYPE) {
        Value::Word(if is_host { 1 } else { 2 })
    } else if attributes(CU_POINTER_ATTRIBUTE_DEVICE_POINTER) {
        Value::Wide(address)
    } else if attributes(CU_POINTER_ATTRIBUTE_HOST_POINTER) {
        if !is_host && one.kind != Kind::Managed {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        Value::Wide(address)
    } else if attributes(CU_POINTER_ATTRIBUTE_SYNC_MEMOPS) {
        Value::Word(1)
    } else if attributes(CU_POINTER_ATTRIBUTE_BUFFER_ID) {
        Value::Wide(one.number)
    } else if attributes(CU_POINTER_ATTRIBUTE_IS_MANAGED) {
        Value::Byte((one.kind == Kind::Managed).into())
    } else if attributes(CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL) {
        Value::Word(0)
    } else if attributes(CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE) {
        Value::Byte(0)
    } else if attributes(CU_POINTER_ATTRIBUTE_RANGE_START_ADDR) {
        Value::Wide(start)
    } else if attributes(CU_POINTER_ATTRIBUTE_RANGE_SIZE) {
        Value::Wide(one.bytes as u64)
    } else if attributes(CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES) {
        Value::Wide(0)
    } else if attributes(CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE) {
        Value::Byte(0)
    } else if attributes(CU_POINTER_ATTRIBUTE_ACCESS_FLAGS) {
        Value::Word(3)
    } else if attributes(CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE) {
        match one.kind {
            Kind::Pool(pool) => Value::Wide(pool),
            _ => Value::Wide(0),
        }
    } else if attributes(CU_POINTER_ATTRIBUTE_MAPPING_SIZE) {
        Value::Wide(one.bytes as u64)
    } else if attributes(CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR) {
        Value::Wide(start)
    } else if attributes(CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID) {
        Value::Wide(one.number)
    } else if attributes(CU_POINTER_ATTRIBUTE_P2P_TOKENS) {
        Value::Range(0, 0)
    } else {
        return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
    })
}

fn put_value(value: &Value, place: u64) -> Outcome {
    match *value {
        Value::Word(value) => Out::at(place).put(value),
        Value::Wide(value) => Out::at(place).put(value),
        Value::Byte(value) => Out::at(place).put(value),
        Value::Range(first, second) => Out::at(place).put([first, second]),
    }
}

/// The zero of an attribute, for what is no memory of the driver.
fn nothing(attribute: u32) -> Value {
    use Attribute::*;
    let bytes = [
        CU_POINTER_ATTRIBUTE_IS_MANAGED,
        CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE,
        CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE,
        CU_POINTER_ATTRIBUTE_MAPPED,
    ];
    let words = [
        CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
        CU_POINTER_ATTRIBUTE_SYNC_MEMOPS,
        CU_POINTER_ATTRIBUTE_ACCESS_FLAGS,
    ];
    let is_one_of = |list: &[Attribute]| list.iter().any(|known| *known as u32 == attribute);
    if is_one_of(&bytes) {
        Value::Byte(0)
    } else if is_one_of(&words) {
        Value::Word(0)
    } else if attribute == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL as u32 {
        Value::Word(-2_i32 as u32)
    } else if attribute == CU_POINTER_ATTRIBUTE_P2P_TOKENS as u32 {
        Value::Range(0, 0)
    } else {
        Value::Wide(0)
    }
}

/// Checks that a range is memory of the process that the device uses.
fn check_managed(driver: &Driver, address: u64, bytes: usize) -> Outcome {
    match driver.allocation(address) {
        Some((start, one))
            if one.kind == Kind::Managed
                && bytes > 0
                && bytes as u64 <= start + one.bytes as u64 - address =>
        {
            Ok(())
        }
        _ => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
    }
}

use Side::{Any, Device, Host};

api! {
    fn cuMemGetInfo_v2(free: Out<u64>, total: Out<u64>) {
        mem_info(free, total)
    }

    fn cuMemAlloc_v2(address: Out<u64>, bytes: usize) {
        allocate(address, bytes)
    }

    fn cuMemAllocPitch_v2(address: Out<u64>, pitch: Out<u64>, width: usize, height: usize, element: u32) {
        pitched(address, pitch, width, height, element)
    }

    fn cuMemFree_v2(address: u64) {
        free(address)
    }

    fn cuMemGetAddressRange_v2(base: Out<u64>, bytes: Out<u64>, address: u64) {
        address_range(base, bytes, address)
    }

    fn cuMemAllocHost_v2(address: Out<u64>, bytes: usize) {
        pinned(address, bytes, 0)
    }

    fn cuMemHostAlloc(address: Out<u64>, bytes: usize, flags: u32) {
        pinned(address, bytes, flags)
    }

    fn cuMemFreeHost(address: u64) {
        if address == 0 {
            return Ok(());
        }
        let (mut driver, _) = in_context()?;
        driver.release_if(address, |kind| kind == Kind::Pinned)
    }

    fn cuMemHostGetDevicePointer_v2(device: Out<u64>, address: u64, flags: u32) {
        device.check()?;
        let (driver, _) = in_context()?;
        let is_host = driver.allocation(address).is_some_and(|(_, one)| {
            matches!(one.kind, Kind::Pinned | Kind::Registered | Kind::Managed)
        });
        if flags != 0 || !is_host {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        device.put(address)
    }

    fn cuMemHostGetFlags(flags: Out<u32>, address: u64) {
        flags.check()?;
        let (driver, _) = in_context()?;
        let found = driver.allocation(address);
        let (_, one) = found.ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
        match one.kind {
            Kind::Pinned | Kind::Registered => flags.put(one.flags | 2),
            _ => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }

    fn cuMemHostRegister_v2(address: u64, bytes: usize, flags: u32) {
        let (mut driver, context) = in_context()?;
        if flags & !15 != 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        driver.register(address, bytes, flags, context)
    }

    fn cuMemHostUnregister(address: u64) {
        let (mut driver, _) = in_context()?;
        let released = driver.release_if(address, |kind| kind == Kind::Registered);
        released.map_err(|_| match address {
            0 => CUresult::CUDA_ERROR_INVALID_VALUE,
            _ => CUresult::CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED,
        })
    }

    fn cuMemAllocManaged(address: Out<u64>, bytes: usize, flags: u32) {
        address.check()?;
        let (mut driver, context) = in_context()?;
        if !matches!(flags, 1 | 2) {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        let new = driver.allocate_pages(bytes, (Kind::Managed, flags), Some(context))?;
        address.put(new)
    }

    fn cuMemPrefetchAsync(address: u64, bytes: usize, device: i32, stream: Handle) {
        let (mut driver, _) = in_context()?;
        check_managed(&driver, address, bytes)?;
        if !matches!(device, -1 | 0) {
            return Err(CUresult::CUDA_ERROR_INVALID_DEVICE);
        }
        driver.submit(stream, Task::Empty)
    }

    fn cuMemPrefetchAsync_v2(address: u64, bytes: usize, _location: u64, flags: u32, stream: Handle) {
        let (mut driver, _) = in_context()?;
        check_managed(&driver, address, bytes)?;
        if flags != 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        driver.submit(stream, Task::Empty)
    }

    fn cuMemAdvise(address: u64, bytes: usize, advice: u32, _device: i32) {
        let (driver, _) = in_context()?;
        if !(1..=6).contains(&advice) {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        check_managed(&driver, address, bytes)
    }

    fn cuMemAdvise_v2(address: u64, bytes: usize, advice: u32, _location: u64) {
        let (driver, _) = in_context()?;
        if !(1..=6).contains(&advice) {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        check_managed(&driver, address, bytes)
    }

    fn cuMemcpy(to: u64, from: u64, bytes: usize) {
        rows(LEGACY, (Any, to), (Any, from), bytes)
    }

    fn cuMemcpyAsync(to: u64, from: u64, bytes: usize, stream: Handle) {
        rows(stream, (Any, to), (Any, from), bytes)
    }

    fn cuMemcpyHtoD_v2(to: u64, from: u64, bytes: usize) {
        rows(LEGACY, (Device, to), (Host, from), bytes)
    }

    fn cuMemcpyHtoDAsync_v2(to: u64, from: u64, bytes: usize, stream: Handle) {
        rows(stream, (Device, to), (Host, from), bytes)
    }

    fn cuMemcpyDtoH_v2(to: u64, from: u64, bytes: usize) {
        rows(LEGACY, (Host, to), (Device, from), bytes)
    }

    fn cuMemcpyDtoHAsync_v2(to: u64, from: u64, bytes: usize, stream: Handle) {
        rows(stream, (Host, to), (Device, from), bytes)
    }

    fn cuMemcpyDtoD_v2(to: u64, from: u64, bytes: usize) {
        rows(LEGACY, (Device, to), (Device, from), bytes)
    }

    fn cuMemcpyDtoDAsync_v2(to: u64, from: u64, bytes: usize, stream: Handle) {
        rows(stream, (Device, to), (Device, from), bytes)
    }

    fn cuMemcpyPeer(to: u64, _to_context: Handle, from: u64, _from_context: Handle, bytes: usize) {
        rows(LEGACY, (Device, to), (Device, from), bytes)
    }

    fn cuMemcpyPeerAsync(to: u64, _to_context: Handle, from: u64, _from_context: Handle, bytes: usize, stream: Handle) {
        rows(stream, (Device, to), (Device, from), bytes)
    }

    fn cuMemcpy2D_v2(described: In<Copy2>) {
        copy_2d(LEGACY, described)
    }

    fn cuMemcpy2DUnaligned_v2(described: In<Copy2>) {
        copy_2d(LEGACY, described)
    }

    fn cuMemcpy2DAsync_v2(described: In<Copy2>, stream: Handle) {
        copy_2d(stream, described)
    }

    fn cuMemcpy3D_v2(described: In<Copy3>) {
        copy(LEGACY, copy_of_boxes(described)?)
    }

    fn cuMemcpy3DAsync_v2(described: In<Copy3>, stream: Handle) {
        copy(stream, copy_of_boxes(described)?)
    }

    fn cuMemsetD8_v2(address: u64, value: u8, count: usize) {
        fill(LEGACY, (address, 0), (1, value.into()), count, 1)
    }

    fn cuMemsetD16_v2(address: u64, value: u16, count: usize) {
        fill(LEGACY, (address, 0), (2, value.into()), count, 1)
    }

    fn cuMemsetD32_v2(address: u64, value: u32, count: usize) {
        fill(LEGACY, (address, 0), (4, value), count, 1)
    }

    fn cuMemsetD8Async(address: u64, value: u8, count: usize, stream: Handle) {
        fill(stream, (address, 0), (1, value.into()), count, 1)
    }

    fn cuMemsetD16Async(address: u64, value: u16, count: usize, stream: Handle) {
        fill(stream, (address, 0), (2, value.into()), count, 1)
    }

    fn cuMemsetD32Async(address: u64, value: u32, count: usize, stream: Handle) {
        fill(stream, (address, 0), (4, value), count, 1)
    }

    fn cuMemsetD2D8_v2(address: u64, pitch: usize, value: u8, width: usize, height: usize) {
        fill(LEGACY, (address, pitch), (1, value.into()), width, height)
    }

    fn cuMemsetD2D16_v2(address: u64, pitch: usize, value: u16, width: usize, height: usize) {
        fill(LEGACY, (address, pitch), (2, value.into()), width, height)
    }

    fn cuMemsetD2D32_v2(address: u64, pitch: usize, value: u32, width: usize, height: usize) {
        fill(LEGACY, (address, pitch), (4, value), width, height)
    }

    fn cuMemsetD2D8Async(address: u64, pitch: usize, value: u8, width: usize, height: usize, stream: Handle) {
        fill(stream, (address, pitch), (1, value.into()), width, height)
    }

    fn cuMemsetD2D16Async(address: u64, pitch: usize, value: u16, width: usize, height: usize, stream: Handle) {
        fill(stream, (address, pitch), (2, value.into()), width, height)
    }

    fn cuMemsetD2D32Async(address: u64, pitch: usize, value: u32, width: usize, height: usize, stream: Handle) {
        fill(stream, (address, pitch), (4, value), width, height)
    }

    fn cuPointerGetAttribute(data: u64, attribute: u32, address: u64) {
        if data == 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        let (driver, _) = in_context()?;
        put_value(&pointer_attribute(&driver, attribute, address)?, data)
    }

    fn cuPointerGetAttributes(count: u32, attributes: In<u32>, data: In<u64>, address: u64) {
        let (driver, _) = in_context()?;
        let attributes = attributes.list(count as usize)?;
        for (attribute, place) in attributes.into_iter().zip(data.list(count as usize)?) {
            let known = pointer_attribute(&driver, attribute, address);
            put_value(&known.unwrap_or_else(|_| nothing(attribute)), place)?;
        }
        Ok(())
    }

    fn cuPointerSetAttribute(value: In<u32>, attribute: u32, address: u64) {
        value.get()?;
        let (driver, _) = in_context()?;
        let known = driver.allocation(address).is_some();
        if attribute != Attribute::CU_POINTER_ATTRIBUTE_SYNC_MEMOPS as u32 || !known {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        Ok(())
    }
}
