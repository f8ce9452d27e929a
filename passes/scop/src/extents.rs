//! The extents of arrays that only the sizes of a scop tell.
//!
//! ```text
//! schedule.scop @conv1d(%X: memref<?xf32>, %taps: memref<?xf32>, out %Y: memref<?xf32>)
//!     sizes(M = %X[0], T = %taps[0]) attributes {schedule.extents = {Y = ["M - T + 1"]}}
//! ```
//!
//! A dimension whose extent is static, or names a size in `sizes`, needs no entry; the entry of an
//! array gives all its extents, as expressions of the `tc` dialect in the sizes of the scop. An
//! entry that cannot be read counts as none: then the extent is unknown, and whoever needs it
//! refuses the array.

use melior::ir::Identifier;
use melior::ir::attribute::{ArrayAttribute, DictionaryAttribute, StringAttribute};
use tc_dialects::op;
use tc_syntax::expr::Expr;

use tc_pass_host::{Attribute, Context, OperationLike, OperationRef};

/// The attribute of a scop.
pub const EXTENTS: &str = "schedule.extents";

/// The attribute for these arrays; none if there are none.
pub fn attribute<'c>(
    context: &'c Context,
    arrays: &[(String, Vec<Expr>)],
) -> Option<Attribute<'c>> {
    let entries: Vec<_> = arrays
        .iter()
        .map(|(name, extents)| {
            let texts = extents.iter();
            let texts: Vec<Attribute> = texts
                .map(|extent| StringAttribute::new(context, &extent.to_string()).into())
                .collect();
            let list = ArrayAttribute::new(context, &texts).into();
            (Identifier::new(context, name), list)
        })
        .collect();
    (!entries.is_empty()).then(|| DictionaryAttribute::new(context, &entries).into())
}

/// The extents of an array, if the scop has an entry for it with so many.
pub fn of_array(scop: OperationRef<'_, '_>, array: &str, rank: usize) -> Option<Vec<Expr>> {
    let all = DictionaryAttribute::try_from(scop.attribute(EXTENTS).ok()?).ok()?;
    let list = ArrayAttribute::try_from(all.element_by_name(array)?).ok()?;
    let extents: Option<Vec<Expr>> = (0..list.len())
        .map(|at| Expr::parse(&op::string_of(list.element(at).ok()?)?).ok())
        .collect();
    extents.filter(|extents| extents.len() == rank)
}

/// The size of an element whose type is written like this.
pub fn bytes_of(element: &str) -> i64 {
    match element {
        "index" => 8,
        "i1" => 1,
        _ => {
            let digits: String = element.chars().filter(char::is_ascii_digit).collect();
            digits.parse::<i64>().map_or(8, |bits| (bits / 8).max(1))
        }
    }
}
