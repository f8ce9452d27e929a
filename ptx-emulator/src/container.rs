//! What stands for machine code: a container of PTX, which says how long it is, as a cubin does.

/// The first bytes of a container.
const MAGIC: [u8; 8] = *b"\x7fPTXEMU\n";

/// Bytes before the text.
pub const CONTAINER_HEADER: usize = 16;

/// The container of a text.
///
/// ```
/// let container = ptx_emulator::contain(".version 8.0");
/// let text = ptx_emulator::contained_bytes(&container).unwrap();
/// assert_eq!(&container[ptx_emulator::CONTAINER_HEADER..], b".version 8.0");
/// assert_eq!(text, 12);
/// ```
pub fn contain(text: &str) -> Vec<u8> {
    let length = (text.len() as u64).to_le_bytes();
    [&MAGIC[..], &length, text.as_bytes()].concat()
}

/// The bytes of the text of a container, by its header; none if it begins otherwise.
pub fn contained_bytes(header: &[u8]) -> Option<usize> {
    let length = header.strip_prefix(&MAGIC)?.first_chunk::<8>()?;
    usize::try_from(u64::from_le_bytes(*length)).ok()
}
