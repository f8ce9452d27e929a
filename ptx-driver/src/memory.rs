//! Allocations of all kinds, and copies between memory of the device and of the process.

use std::alloc::{Layout, alloc_zeroed, dealloc};

use cudarc::driver::sys::CUresult;
use ptx_emulator::{ArrayId, Initial};

use crate::boundary::{Outcome, Refused};
use crate::chip::MEMORY_BYTES;
use crate::driver::{Allocation, Driver, Kind};
use crate::table::Handle;
use crate::task::{Copy, Fill, Side};

/// Where pages of the process begin.
const PAGE: usize = 4096;

/// One end of a copy.
#[derive(Clone, Copy)]
enum End {
    Array(ArrayId, usize),
    Process(u64),
}

fn page_layout(bytes: usize) -> Refused<Layout> {
    Layout::from_size_align(bytes.max(1), PAGE).map_err(|_| CUresult::CUDA_ERROR_OUT_OF_MEMORY)
}

impl Driver {
    /// Bytes of the device that are not allocated.
    pub fn free_bytes(&self) -> u64 {
        let device = self
            .allocations
            .values()
            .filter(|one| matches!(one.kind, Kind::Device | Kind::Managed | Kind::Pool(_)));
        let used: u64 = device.map(|one| one.bytes as u64).sum();
        MEMORY_BYTES.saturating_sub(used)
    }

    fn check_room(&self, bytes: usize) -> Outcome {
        if bytes == 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        if bytes as u64 > self.free_bytes() {
            return Err(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        }
        Ok(())
    }

    /// Memory of the device, not initialised.
    pub fn allocate(&mut self, bytes: usize, kind: Kind, context: Option<Handle>) -> Refused<u64> {
        self.check_room(bytes)?;
        let number = self.number();
        let name = format!("allocation {number}");
        let array = self
            .memory
            .try_allocate(&name, bytes, Initial::Uninitialised);
        let array = array.ok_or(CUresult::CUDA_ERROR_OUT_OF_MEMORY)?;
        let address = self.memory.address(array);
        let one = Allocation {
            array,
            bytes,
            kind,
            context,
            flags: 0,
            number,
        };
        self.allocations.insert(address, one);
        if let Kind::Pool(pool) = kind {
            let pool = self.pools.get_mut(pool)?;
            pool.used += bytes as u64;
            pool.most_used = pool.most_used.max(pool.used);
        }
        Ok(address)
    }

    /// Memory of the process that the device uses in place: pinned or managed.
    pub fn allocate_pages(
        &mut self,
        bytes: usize,
        (kind, flags): (Kind, u32),
        context: Option<Handle>,
    ) -> Refused<u64> {
        self.check_room(bytes)?;
        let layout = page_layout(bytes)?;
        // SAFETY: the layout is not empty.
        let address = unsafe { alloc_zeroed(layout) } as u64;
        if address == 0 {
            return Err(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        }
        self.map(address, bytes, (kind, flags), context)
    }

    /// Memory of the program.
    pub fn register(&mut self, address: u64, bytes: usize, flags: u32, context: Handle) -> Outcome {
        if address == 0 || bytes == 0 {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        if self.allocation(address).is_some() {
            return Err(CUresult::CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
        }
        self.map(address, bytes, (Kind::Registered, flags), Some(context))?;
        Ok(())
    }

    fn map(
        &mut self,
        address: u64,
        bytes: usize,
        (kind, flags): (Kind, u32),
        context: Option<Handle>,
    ) -> Refused<u64> {
        let number = self.number();
        let name = format!("host allocation {number}");
        // SAFETY: the pages are the library's until they are freed, or the program's, which
        // promised so by registering them.
        let array = unsafe { self.memory.map_host(&name, address, bytes) };
        let array = array.ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
        let one = Allocation {
            array,
            bytes,
            kind,
            context,
            flags,
            number,
        };
        self.allocations.insert(address, one);
        Ok(address)
    }

    /// Ends the allocation that begins at an address.
    pub fn release(&mut self, address: u64) -> Outcome {
        let Some(one) = self.allocations.remove(&address) else {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        };
        self.memory.free(one.array);
        match one.kind {
            Kind::Pinned | Kind::Managed => {
                let layout = page_layout(one.bytes)?;
                // SAFETY: allocated by `allocate_pages` with the same layout.
                unsafe { dealloc(address as *mut u8, layout) };
            }
            Kind::Pool(pool) => {
                if let Ok(pool) = self.pools.get_mut(pool) {
                    pool.used = pool.used.saturating_sub(one.bytes as u64);
                }
            }
            Kind::Device | Kind::Registered | Kind::Variable => {}
        }
        Ok(())
    }

    /// Frees memory of some kinds; another address is an error.
    pub fn release_if(&mut self, address: u64, kinds: impl Fn(Kind) -> bool) -> Outcome {
        match self.allocations.get(&address) {
            Some(one) if kinds(one.kind) => self.release(address),
            _ => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
        }
    }

    /// Where bytes at an address are; an error if they are not all in one allocation.
    fn end(&self, side: Side, address: u64, bytes: usize) -> Refused<End> {
        match self.memory.array_at(address) {
            Some((array, start, size)) => {
                let offset = address - start;
                if offset
                    .checked_add(bytes as u64)
                    .is_none_or(|end| end > size)
                {
                    // Memory of the process goes on behind what is registered of it.
                    return match side {
                        Side::Host if address < 1 << 47 => Ok(End::Process(address)),
                        _ => Err(CUresult::CUDA_ERROR_INVALID_VALUE),
                    };
                }
                Ok(End::Array(array, offset as usize))
            }
            None if side == Side::Device || address == 0 || address >= 1 << 47 => {
                Err(CUresult::CUDA_ERROR_INVALID_VALUE)
            }
            None => Ok(End::Process(address)),
        }
    }

    /// Checks a copy, before any of it is done.
    pub fn check_copy(&self, copy: &Copy) -> Outcome {
        if copy.width == 0 || copy.height == 0 || copy.depth == 0 {
            return Ok(());
        }
        for rows in [copy.to, copy.from] {
            let lines = rows.pitch.checked_mul(copy.height - 1);
            let planes = rows.plane.checked_mul(copy.depth - 1);
            let last = lines
                .zip(planes)
                .and_then(|(lines, planes)| lines.checked_add(planes));
            let bytes = last.and_then(|last| last.checked_add(copy.width));
            let bytes = bytes.ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
            if copy.height > 1 && rows.pitch < copy.width {
                return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
            }
            self.end(rows.side, rows.address, bytes)?;
        }
        Ok(())
    }

    pub fn copy(&mut self, copy: &Copy) -> Outcome {
        self.check_copy(copy)?;
        if copy.width == 0 {
            return Ok(());
        }
        for plane in 0..copy.depth {
            for row in 0..copy.height {
                let at = |rows: &crate::task::Rows| {
                    rows.address + (row * rows.pitch + plane * rows.plane) as u64
                };
                let to = self.end(copy.to.side, at(&copy.to), copy.width)?;
                let from = self.end(copy.from.side, at(&copy.from), copy.width)?;
                self.copy_row(to, from, copy.width);
            }
        }
        Ok(())
    }

    fn copy_row(&mut self, to: End, from: End, bytes: usize) {
        match (to, from) {
            (End::Array(to, to_offset), End::Array(from, from_offset)) => {
                self.memory
                    .copy((to, to_offset), (from, from_offset), bytes);
            }
            (End::Array(array, offset), End::Process(address)) => {
                // SAFETY: by the promise of the program, it has so many bytes there.
                let data = unsafe { std::slice::from_raw_parts(address as *const u8, bytes) };
                self.memory.write(array, offset, data);
            }
            (End::Process(address), End::Array(array, offset)) => {
                // SAFETY: as above.
                let data = unsafe { std::slice::from_raw_parts_mut(address as *mut u8, bytes) };
                self.memory.read_at(array, offset, data);
            }
            (End::Process(to), End::Process(from)) => {
                // SAFETY: as above.
                unsafe { std::ptr::copy(from as *const u8, to as *mut u8, bytes) };
            }
        }
    }

    /// Checks a fill, before any of it is done.
    pub fn check_fill(&self, fill: &Fill) -> Outcome {
        let row = fill.width.checked_mul(fill.element);
        let row = row.ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
        if row == 0 || fill.height == 0 {
            return Ok(());
        }
        let lines = fill.pitch.checked_mul(fill.height - 1);
        let bytes = lines.and_then(|lines| lines.checked_add(row));
        let bytes = bytes.ok_or(CUresult::CUDA_ERROR_INVALID_VALUE)?;
        let aligned = fill.address.is_multiple_of(fill.element as u64)
            && (fill.height == 1 || fill.pitch.is_multiple_of(fill.element) && fill.pitch >= row);
        if !aligned {
            return Err(CUresult::CUDA_ERROR_INVALID_VALUE);
        }
        self.end(Side::Device, fill.address, bytes)?;
        Ok(())
    }

    pub fn fill(&mut self, fill: &Fill) -> Outcome {
        self.check_fill(fill)?;
        if fill.width == 0 || fill.height == 0 {
            return Ok(());
        }
        let value = &fill.value.to_le_bytes()[..fill.element];
        let row = value.repeat(fill.width);
        for line in 0..fill.height {
            let address = fill.address + (line * fill.pitch) as u64;
            if let End::Array(array, offset) = self.end(Side::Device, address, row.len())? {
                self.memory.write(array, offset, &row);
            }
        }
        Ok(())
    }
}
