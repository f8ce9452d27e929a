//! The block and the thread of an execution.

use tc_dialects::schedule::tree::{Axis, MemberKind, Units};

/// The block or thread of an execution; `None` if two loops are on one axis, except for digits of
/// different weights.
pub fn spread(
    members: &[(i64, MemberKind, i64)],
    units: Units,
    extents: Option<[i64; 3]>,
) -> Option<[i64; 3]> {
    let mut numbers = [0; 3];
    for axis in Axis::ALL {
        let on_axis = |member: &&(i64, MemberKind, i64)| member.1.axis_of(units) == Some(axis);
        let own: Vec<_> = members.iter().filter(on_axis).collect();
        if let [(value, kind, tile)] = own[..]
            && kind.digit().is_none()
        {
            numbers[axis.index()] = match extents {
                None => *value,
                Some(extents) => {
                    let tile = if units.run_tiles() { *tile } else { 1 };
                    value
                        .div_euclid(tile.max(1))
                        .rem_euclid(extents[axis.index()])
                }
            };
            continue;
        }
        // Digits: no value of the number below one of them is as large as its weight.
        let mut digits = Vec::new();
        for (value, kind, _) in own {
            digits.push((kind.digit()?, *value));
        }
        digits.sort_by_key(|(digit, _)| digit.stride);
        let mut most = 0;
        for (digit, value) in digits {
            if digit.stride <= most {
                return None;
            }
            numbers[axis.index()] += digit.stride * value.rem_euclid(digit.size);
            most += digit.stride * (digit.size - 1);
        }
    }
    Some(numbers)
}
