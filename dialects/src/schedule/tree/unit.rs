//! Matrix operations that the lanes of a warp run together.
//!
//! A band with `unit(mma, 16, 8, 16, f16)` is one such operation for each iteration of the loops
//! above it: `c[i, j] += a[i, k] * b[k, j]` for 16 rows i, 8 columns j and 16 terms k. The tree has
//! the same meaning without it: each lane computes the elements of `c` that are its own, term by
//! term. What the unit claims is that the lanes may do that at once, with the hardware's operation;
//! `schedule-verify` proves it.
//!
//! **The members** of such a band are the layout of `c`, of which each lane holds a part in its own
//! registers (PTX ISA, the fragments of `mma.m16n8k16` and its kin):
//!
//! | member | values | kind |
//! | --- | --- | --- |
//! | row of the lane | 0 .. 7 | `thread(4, 8)` |
//! | column of the lane | 0 .. 3 | `thread(1, 4)` |
//! | row of the register: 8 rows further each | 0 .. rows/8 - 1 | `unroll` |
//! | column of the register: the next column | 0, 1 | `unroll` |
//! | term | 0 .. depth - 1 | `sequential` or `unroll` |

use std::fmt;
use std::str::FromStr;

use melior::Context;
use melior::ir::Attribute;

use crate::op::build;

use super::member_kind::{Digit, MemberKind};

/// A matrix operation: `unit(mma, 16, 8, 16, f16)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// How many rows `a` and `c` have.
    pub rows: i64,
    /// How many columns `b` and `c` have.
    pub columns: i64,
    /// How many terms each element of `c` gets.
    pub depth: i64,
    /// What `a` and `b` are multiplied as.
    pub element: Element,
}

/// What the factors of a matrix operation are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// `f16`: products and sums in `f32`.
    F16,
    /// `bf16`: products and sums in `f32`.
    Bf16,
    /// `f32` rounded to 10 bits behind the point: products and sums in `f32`.
    Tf32,
    /// `f32` as the sum of two such numbers: three products of four, and sums in `f32`.
    Tf32x3,
    /// `i8`: sums in `i32`, which wrap.
    I8,
}

/// The word in front of the numbers.
const INSTRUCTION: &str = "mma";

impl Element {
    /// All, in the order of the documentation.
    pub const ALL: [Element; 5] = [
        Element::F16,
        Element::Bf16,
        Element::Tf32,
        Element::Tf32x3,
        Element::I8,
    ];

    /// The type of the elements of `a` and `b` in memory.
    pub fn stored(self) -> &'static str {
        match self {
            Element::F16 => "f16",
            Element::Bf16 => "bf16",
            Element::Tf32 | Element::Tf32x3 => "f32",
            Element::I8 => "i8",
        }
    }

    /// The type of the elements of `c`.
    pub fn sum(self) -> &'static str {
        match self {
            Element::F16 | Element::Bf16 | Element::Tf32 | Element::Tf32x3 => "f32",
            Element::I8 => "i32",
        }
    }

    /// Bits of an element of `a` or `b`.
    pub fn bits(self) -> i64 {
        match self {
            Element::F16 | Element::Bf16 => 16,
            Element::Tf32 | Element::Tf32x3 => 32,
            Element::I8 => 8,
        }
    }

    /// Whether factors, or their products, are rounded on their way: then a statement has to allow
    /// it by its precision.
    pub fn rounds(self) -> bool {
        matches!(self, Element::Tf32 | Element::Tf32x3)
    }

    /// Operations of the hardware for one of this element.
    pub fn operations(self) -> i64 {
        match self {
            Element::Tf32x3 => 3,
            _ => 1,
        }
    }
}

/// A factor of a matrix operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// Rows and terms.
    A,
    /// Terms and columns.
    B,
}

impl Factor {
    /// Its letter.
    pub fn as_str(self) -> &'static str {
        match self {
            Factor::A => "a",
            Factor::B => "b",
        }
    }

    /// The factor of a letter.
    pub fn of_letter(letter: &str) -> Option<Factor> {
        let mut all = [Factor::A, Factor::B].into_iter();
        all.find(|factor| factor.as_str() == letter)
    }

    /// The members of a band with a unit along which it changes: two across, and the terms.
    pub fn members(self) -> [usize; 3] {
        match self {
            Factor::A => [0, 2, 4],
            Factor::B => [1, 3, 4],
        }
    }
}

/// Bits of a register of a lane.
const REGISTER_BITS: i64 = 32;

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Element::F16 => "f16",
            Element::Bf16 => "bf16",
            Element::Tf32 => "tf32",
            Element::Tf32x3 => "tf32x3",
            Element::I8 => "i8",
        })
    }
}

impl FromStr for Element {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Element::ALL.into_iter();
        all.find(|element| element.to_string() == text)
            .ok_or_else(|| {
                let all = Element::ALL.map(|element| element.to_string());
                format!(
                    "unknown element `{text}` of a unit; expected one of {}",
                    all.join(", ")
                )
            })
    }
}

impl Unit {
    /// The members of a band with a unit.
    pub const MEMBERS: usize = 5;

    /// The digit of a lane by which rows are distributed.
    pub const ROWS: Digit = Digit { stride: 4, size: 8 };

    /// The digit of a lane by which pairs of columns are distributed.
    pub const COLUMNS: Digit = Digit { stride: 1, size: 4 };

    /// All units that there are.
    pub const ALL: [Unit; 5] = [
        Unit::mma(16, Element::F16),
        Unit::mma(16, Element::Bf16),
        Unit::mma(8, Element::Tf32),
        Unit::mma(8, Element::Tf32x3),
        Unit::mma(32, Element::I8),
    ];

    /// The operation of 16 rows and 8 columns of so many terms.
    const fn mma(depth: i64, element: Element) -> Unit {
        Unit {
            rows: 16,
            columns: 8,
            depth,
            element,
        }
    }

    /// The unit of factors of this kind.
    pub fn of(element: Element) -> Unit {
        let mut all = Unit::ALL.into_iter();
        let found = all.find(|unit| unit.element == element);
        found.expect("each element has a unit")
    }

    /// How many values each member has.
    pub fn extents(self) -> [i64; Unit::MEMBERS] {
        let (rows, columns) = (Unit::ROWS.size, Unit::COLUMNS.size);
        [
            rows,
            columns,
            self.rows / rows,
            self.columns / columns,
            self.depth,
        ]
    }

    /// What one more of each member adds to the row, the column and the term.
    pub fn steps(self) -> [[i64; 3]; Unit::MEMBERS] {
        let of_lane = self.columns / Unit::COLUMNS.size;
        [
            [1, 0, 0],
            [0, of_lane, 0],
            [Unit::ROWS.size, 0, 0],
            [0, 1, 0],
            [0, 0, 1],
        ]
    }

    /// Whether a member may be of this kind at a position.
    pub fn admits(self, position: usize, kind: MemberKind) -> bool {
        match position {
            0 => kind.digit() == Some(Unit::ROWS),
            1 => kind.digit() == Some(Unit::COLUMNS),
            _ => kind.is_within_thread(),
        }
    }

    /// The unit of an attribute: `#schedule.unit<"mma", 16, 8, 16, "f16">`.
    pub fn of_attribute(attribute: Attribute<'_>) -> Result<Unit, String> {
        let text = attribute.to_string();
        let inside = (text.split_once('<')).and_then(|(_, inside)| inside.strip_suffix('>'));
        inside.unwrap_or(&text).parse()
    }

    /// The attribute of the unit.
    pub fn attribute<'c>(self, context: &'c Context) -> Attribute<'c> {
        let Unit {
            rows,
            columns,
            depth,
            element,
        } = self;
        let text =
            format!(r#"#schedule.unit<"{INSTRUCTION}", {rows}, {columns}, {depth}, "{element}">"#);
        build::parsed(context, &text)
    }

    /// How many elements of a factor each register of a lane holds.
    pub fn packed(self) -> i64 {
        REGISTER_BITS / self.element.bits()
    }

    /// The registers of a lane that hold a factor: `a` or `b`.
    pub fn registers(self, factor: Factor) -> i64 {
        let across = match factor {
            Factor::A => self.rows,
            Factor::B => self.columns,
        };
        across * self.depth / (self.packed() * Unit::ROWS.size * Unit::COLUMNS.size)
    }

    /// What the members must be, for a message.
    pub fn members(self) -> String {
        let [rows, columns] =
            [Unit::ROWS, Unit::COLUMNS].map(|digit| MemberKind::Digit(digit).to_string());
        let [_, _, further, pair, depth] = self.extents();
        format!(
            "members on {rows} and {columns} for the row and the column of a lane, then loops of {further}, {pair} and {depth} iterations in the thread for the rows, the columns and the terms"
        )
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unit {
            rows,
            columns,
            depth,
            element,
        } = self;
        write!(f, "{INSTRUCTION}, {rows}, {columns}, {depth}, {element}")
    }
}

impl FromStr for Unit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut all = Unit::ALL.into_iter();
        let plain = text.replace('"', "");
        all.find(|unit| unit.to_string() == plain).ok_or_else(|| {
            let all = Unit::ALL.map(|unit| format!("unit({unit})"));
            format!("unknown unit({plain}); expected one of {}", all.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_read_back_what_they_print() {
        for unit in Unit::ALL {
            assert_eq!(unit.to_string().parse(), Ok(unit));
            assert_eq!(Unit::of(unit.element), unit);
        }
        let error = "mma, 16, 16, 16, f16".parse::<Unit>().unwrap_err();
        assert!(
            error.starts_with(
                "unknown unit(mma, 16, 16, 16, f16); expected one of unit(mma, 16, 8, 16, f16)"
            ),
            "{error}"
        );
        assert!("f8".parse::<Element>().is_err());
    }

    #[test]
    fn the_members_cover_each_row_column_and_term_once() {
        for unit in Unit::ALL {
            let (extents, steps) = (unit.extents(), unit.steps());
            let mut points = vec![[0; 3]];
            for (extent, step) in extents.into_iter().zip(steps) {
                let all = |point: &[i64; 3]| {
                    let point = *point;
                    (0..extent).map(move |n| [0, 1, 2].map(|at| point[at] + n * step[at]))
                };
                points = points.iter().flat_map(all).collect();
            }
            points.sort_unstable();
            points.dedup();
            assert_eq!(points.len() as i64, unit.rows * unit.columns * unit.depth);
            assert_eq!(
                points.last(),
                Some(&[unit.rows - 1, unit.columns - 1, unit.depth - 1])
            );
        }
    }
}
