//! Where the machine code finds the parameters of a kernel: words of constant bank 0.
//!
//! Each parameter has its natural alignment behind the base, which the generation of the chip
//! gives. An array has an address like one of an allocation, so that loops that end at an address
//! have their trips.

use std::collections::HashMap;

use tc_dialects::target::Gpu;

use crate::ptx::Buffer;

/// The words of the parameters that are known, by their offset in the bank.
pub fn of(gpu: &Gpu, ptx: &str, kernel: &str, buffers: &[Buffer]) -> HashMap<u32, u32> {
    let mut words = HashMap::new();
    let mut offset = base(&gpu.chip);
    for (place, (size, alignment)) in parameters(ptx, kernel).into_iter().enumerate() {
        offset = offset.next_multiple_of(alignment);
        let value = match buffers.get(place) {
            // One launch for each coordinate, and sizes that the call gives.
            Some(Buffer::Coordinate(_) | Buffer::Size(_)) => None,
            Some(Buffer::Value(value)) => Some(*value as u64),
            _ => (size == 8).then_some((place as u64 + 1) << 36),
        };
        if let Some(value) = value.filter(|_| [4, 8].contains(&size)) {
            words.insert(offset, value as u32);
            if size == 8 {
                words.insert(offset + 4, (value >> 32) as u32);
            }
        }
        offset += size;
    }
    words
}

/// The offset of the first parameter.
fn base(chip: &str) -> u32 {
    let digits = chip.trim_start_matches("sm_");
    let digits = digits.trim_end_matches(|one: char| one.is_ascii_lowercase());
    match digits.parse() {
        Ok(100_u32..) => 0x380,
        Ok(90..) => 0x210,
        _ => 0x160,
    }
}

/// Size and alignment in bytes of each parameter of an entry.
fn parameters(ptx: &str, kernel: &str) -> Vec<(u32, u32)> {
    let mut entries = ptx.split(".entry").skip(1).map(str::trim_start);
    let list = entries.find_map(|entry| {
        let rest = entry.strip_prefix(kernel)?.trim_start();
        rest.strip_prefix('(')?.split_once(')')
    });
    let Some((list, _)) = list else {
        return Vec::new();
    };
    list.split(',').filter_map(parameter).collect()
}

/// `.param .u64 .ptr .align 16 name` or `.param .align 64 .b8 name[128]`.
fn parameter(text: &str) -> Option<(u32, u32)> {
    let words = Vec::from_iter(text.split_whitespace());
    let is_type =
        |word: &&&str| word.starts_with(['.']) && word.ends_with(|one: char| one.is_ascii_digit());
    let bits: u32 = words.iter().find(is_type)?.get(2..)?.parse().ok()?;
    let count = words
        .last()?
        .split_once('[')
        .map_or(Some(1), |(_, rest)| rest.trim_end_matches(']').parse().ok())?;
    let is_array = words.last()?.contains('[');
    let aligned = words
        .iter()
        .position(|word| *word == ".align")
        .filter(|_| is_array);
    let alignment = match aligned {
        Some(place) => words.get(place + 1)?.parse().ok()?,
        None => bits / 8,
    };
    Some((bits / 8 * count, alignment.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tc_dialects::target;

    #[test]
    fn parameters_have_their_offsets() {
        let ptx = ".visible .entry ab(\n\t.param .u64 .ptr .align 1 x\n)\n{ }\n\
            .visible .entry a(\n\t.param .u64 .ptr .global .align 16 a_0,\n\t.param .u32 a_1,\n\
            \t.param .align 64 .b8 a_2[128],\n\t.param .b64 a_3\n)\n.maxntid 32\n{ }\n";
        assert_eq!(parameters(ptx, "a"), [(8, 8), (4, 4), (128, 64), (8, 8)]);
        let target = target::find("sm_90a").unwrap();
        let buffers = [
            Buffer::Argument(0),
            Buffer::Value(1000),
            Buffer::Size(0),
            Buffer::Value(-1),
        ];
        let words = of(target.as_gpu().unwrap(), ptx, "a", &buffers);
        assert_eq!((words[&0x210], words[&0x214]), (0, 16));
        assert_eq!(words[&0x218], 1000);
        // Behind 12 bytes, 128 of them with an alignment of 64 from the base of 0x210 on.
        assert_eq!(words.get(&0x240), None);
        assert_eq!((words[&0x2c0], words[&0x2c4]), (u32::MAX, u32::MAX));
    }
}
