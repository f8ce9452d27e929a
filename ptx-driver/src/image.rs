//! What programs load: PTX, containers of it, and fat binaries that hold some.

use cudarc::driver::sys::CUresult;
use ptx_emulator::{CONTAINER_HEADER, Error, ErrorKind, Module, contained_bytes};

use crate::boundary::{Outcome, Refused};
use crate::pointer::{In, Out};
use crate::report;
use crate::settings::settings;

const INFO_LOG: u32 = 3;
const INFO_LOG_BYTES: u32 = 4;
const ERROR_LOG: u32 = 5;
const ERROR_LOG_BYTES: u32 = 6;

/// The options of the compiler that have a meaning here: where its messages go.
#[derive(Clone, Copy, Default)]
pub struct Options {
    error_log: u64,
    error_bytes: u64,
    /// Where the bytes that were written are told.
    error_told: u64,
    info_told: u64,
}

impl Options {
    /// Reads `count` options and their values.
    pub fn read(count: u32, names: In<u32>, values: In<u64>) -> Refused<Options> {
        let mut options = Options::default();
        let places = names
            .list(count as usize)?
            .into_iter()
            .zip(values.list(count as usize)?);
        for (place, (name, value)) in places.enumerate() {
            let told = values.address() + 8 * place as u64;
            match name {
                ERROR_LOG => options.error_log = value,
                ERROR_LOG_BYTES => {
                    options.error_bytes = value & u64::from(u32::MAX);
                    options.error_told = told;
                }
                INFO_LOG_BYTES => options.info_told = told,
                INFO_LOG => {}
                _ => {}
            }
        }
        Ok(options)
    }

    /// Writes messages to the program's buffer.
    pub fn log(&self, text: &str) -> Outcome {
        let most = (self.error_bytes as usize).saturating_sub(1);
        let bytes = text.as_bytes();
        let bytes = &bytes[..bytes.len().min(most)];
        if self.error_log != 0 && most > 0 {
            Out::<u8>::at(self.error_log).fill(&[bytes, &[0]].concat())?;
        }
        if self.error_told != 0 {
            Out::<u64>::at(self.error_told).put(bytes.len() as u64)?;
        }
        if self.info_told != 0 {
            Out::<u64>::at(self.info_told).put(0)?;
        }
        Ok(())
    }
}

const ELF: [u8; 4] = *b"\x7fELF";
/// The structure that the compiler puts into programs: magic, version, a pointer to the binary.
const WRAPPER: [u8; 4] = 0x4662_43b1_u32.to_le_bytes();
const FAT_BINARY: [u8; 4] = 0xba55_ed50_u32.to_le_bytes();

/// The PTX of an image in memory, which says itself where it ends.
///
/// # Errors
/// Machine code, which has no PTX in it, or what no driver takes.
pub fn text(image: In<u8>) -> Refused<String> {
    let first = image.get()?;
    let Some(&start) = image
        .list(if first == 0x7f || first >= 0x50 { 4 } else { 0 })?
        .first_chunk()
    else {
        return image.text().map_err(|_| CUresult::CUDA_ERROR_INVALID_IMAGE);
    };
    match start {
        ELF => machine_code("an object file of machine code"),
        WRAPPER => text(In::at(image.skip(8).words()?)),
        FAT_BINARY => fat_binary(image),
        _ => match contained_bytes(&image.list(CONTAINER_HEADER)?) {
            Some(bytes) => {
                let text = image.skip(CONTAINER_HEADER as u64).list(bytes)?;
                String::from_utf8(text).map_err(|_| CUresult::CUDA_ERROR_INVALID_IMAGE)
            }
            None => image.text().map_err(|_| CUresult::CUDA_ERROR_INVALID_IMAGE),
        },
    }
}

/// The same for bytes of a known number: an image that says it has more is refused.
pub fn text_of(bytes: &[u8]) -> Refused<String> {
    // What is short, or has no zero at its end, is read up to these zeros.
    let closed = [bytes, &[0; CONTAINER_HEADER]].concat();
    let says = match closed.first_chunk() {
        Some(&FAT_BINARY) => {
            let header = u64::from(u16::from_le_bytes([closed[6], closed[7]]));
            let size = closed[8..]
                .first_chunk()
                .map(|size| u64::from_le_bytes(*size));
            size.and_then(|size| size.checked_add(header))
        }
        Some(&WRAPPER) => None,
        _ => {
            let text = contained_bytes(&closed);
            Some(text.map_or(0, |text| text.saturating_add(CONTAINER_HEADER) as u64))
        }
    };
    if says.is_none_or(|says| says > bytes.len() as u64) {
        return Err(CUresult::CUDA_ERROR_INVALID_IMAGE);
    }
    text(In::at(closed.as_ptr() as u64))
}

fn machine_code<T>(what: &str) -> Refused<T> {
    report::say(&format!(
        "{what} is loaded: the emulator runs PTX, so compile to PTX (nvcc -ptx, -gencode arch=compute_80,code=compute_80), or link by cuLink"
    ));
    Err(CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU)
}

/// The kind of an entry that is PTX.
const KIND_PTX: u16 = 1;
/// Flags of entries that are compressed.
const COMPRESSED: u64 = 0x2000 | 0x8000;

/// The PTX of a fat binary: that of the newest processor that is not newer than the device.
fn fat_binary(image: In<u8>) -> Refused<String> {
    let header = image.list(16)?;
    let half = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
    let bytes = image.skip(8).words()? as usize;
    let data = image.skip(u64::from(half(6))).list(bytes)?;
    let mut rest = data.as_slice();
    let mut best: Option<(u32, String)> = None;
    let mut others = false;
    while let Some((entry, after)) = entry(rest) {
        rest = after;
        let newer = best
            .as_ref()
            .is_none_or(|(known, _)| *known < entry.processor);
        if entry.kind != KIND_PTX || entry.flags & COMPRESSED != 0 {
            others = true;
        } else if newer && settings().chip.runs(&format!("sm_{}", entry.processor)) {
            let end = entry.payload.iter().position(|byte| *byte == 0);
            let payload = &entry.payload[..end.unwrap_or(entry.payload.len())];
            best = Some((
                entry.processor,
                String::from_utf8_lossy(payload).into_owned(),
            ));
        }
    }
    match best {
        Some((_, text)) => Ok(text),
        None if others => machine_code("a fat binary without plain PTX for this device"),
        None => Err(CUresult::CUDA_ERROR_INVALID_IMAGE),
    }
}

struct Entry<'a> {
    kind: u16,
    processor: u32,
    flags: u64,
    payload: &'a [u8],
}

fn entry(data: &[u8]) -> Option<(Entry<'_>, &[u8])> {
    let half = |at: usize| Some(u16::from_le_bytes(*data.get(at..)?.first_chunk()?));
    let word = |at: usize| Some(u32::from_le_bytes(*data.get(at..)?.first_chunk()?));
    let wide = |at: usize| Some(u64::from_le_bytes(*data.get(at..)?.first_chunk()?));
    let header = word(4)? as usize;
    let size = usize::try_from(wide(8)?).ok()?;
    let end = header.checked_add(size)?;
    let payload = data.get(header..end)?;
    let found = Entry {
        kind: half(0)?,
        processor: word(28)?,
        flags: wide(40)?,
        payload,
    };
    (header > 0).then_some((found, &data[end..]))
}

/// Reads PTX for the device.
///
/// # Errors
/// Mistakes in it, which go to the log too, or a target that the device cannot run.
pub fn module(text: &str, options: &Options) -> Refused<Module> {
    let chip = settings().chip;
    let refuse = |message: &str, code| {
        options.log(message)?;
        report::say(message);
        Err(code)
    };
    let module = match Module::parse_each(text) {
        Ok(module) => module,
        Err(error) => {
            let code = match error.kind() {
                ErrorKind::Syntax => CUresult::CUDA_ERROR_INVALID_PTX,
                _ => CUresult::CUDA_ERROR_INVALID_IMAGE,
            };
            return refuse(&shortened(&error), code);
        }
    };
    if !chip.runs(module.target()) {
        let message = format!(
            "the PTX is for `{}`, and the device is `{}`: choose the device with --device",
            module.target(),
            chip.name()
        );
        return refuse(&message, CUresult::CUDA_ERROR_INVALID_PTX);
    }
    options.log("")?;
    Ok(module)
}

/// The first mistakes.
fn shortened(error: &Error) -> String {
    let lines: Vec<&str> = error.message().lines().take(20).collect();
    lines.join("\n")
}
