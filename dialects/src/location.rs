//! Places in source files as MLIR locations, and back.
//!
//! MLIR's `FileLineColRange` holds a file name, a start and an end as lines and columns; both count
//! from 1, columns in characters, end excluded: exactly a [`Place`], so an operation made from a
//! line of text points back at that line in every later pass. Locations that passes build from
//! these (fused, named, call sites) are searched for the first one that has a file: a call site
//! gives its callee, the code that was written.

use melior::Context;
use melior::ir::Location;
use melior::ir::attribute::StringAttribute;
use std::collections::HashSet;
use tc_syntax::diagnostic::{Place, Position};

/// Marks a fused location whose first member is a place and whose others are places inside it.
const PARTS: &str = "parts";

/// The location of operations made from this place.
pub fn of<'c>(place: &Place, context: &'c Context) -> Location<'c> {
    Location::file_line_col_range(
        context,
        &place.file,
        place.start.line as usize,
        place.start.column as usize,
        place.end.line as usize,
        place.end.column as usize,
    )
}

/// The same with places inside it: the subscripts of a read, the indices of a statement. They
/// do not change the place of the location; [`parts`] returns them.
pub fn with_parts<'c>(place: &Place, context: &'c Context, parts: &[Place]) -> Location<'c> {
    let whole = of(place, context);
    // MLIR removes duplicate locations, so positions would become meaningless.
    let distinct: HashSet<&Place> = parts.iter().chain([place]).collect();
    if parts.is_empty() || distinct.len() != parts.len() + 1 {
        return whole;
    }
    let mut all = vec![whole];
    all.extend(parts.iter().map(|part| of(part, context)));
    Location::fused(context, &all, StringAttribute::new(context, PARTS).into())
}

/// The places inside a location, in order; none for a location without parts.
pub fn parts(location: Location<'_>) -> Vec<Place> {
    if location.is_name() {
        return parts(location.name_child_location());
    }
    if location.is_call_site() {
        return parts(location.call_site_callee());
    }
    if !location.is_fused() {
        return Vec::new();
    }
    let of_parts = StringAttribute::try_from(location.fused_metadata())
        .is_ok_and(|metadata| metadata.value() == PARTS);
    let from = if of_parts { 1 } else { 0 };
    let inner = (from..location.fused_num_locations()).map(|index| location.fused_location(index));
    if of_parts {
        inner.filter_map(place).collect()
    } else {
        inner
            .map(parts)
            .find(|parts| !parts.is_empty())
            .unwrap_or_default()
    }
}

/// A location without the places inside it, for levels that do not use them.
pub fn without_parts(location: Location<'_>) -> Location<'_> {
    let of_parts = location.is_fused()
        && StringAttribute::try_from(location.fused_metadata())
            .is_ok_and(|metadata| metadata.value() == PARTS);
    if of_parts {
        location.fused_location(0)
    } else {
        location
    }
}

/// The place of a location; none for a location without a file.
pub fn place(location: Location<'_>) -> Option<Place> {
    if location.is_file_line_col_range() {
        let file = location.file_line_col_range_filename();
        let position = |line, column| Position {
            line: line as u32,
            column: column as u32,
        };
        return Some(Place {
            file: file.as_string_ref().as_str().ok()?.into(),
            start: position(
                location.file_line_col_range_start_line(),
                location.file_line_col_range_start_column(),
            ),
            end: position(
                location.file_line_col_range_end_line(),
                location.file_line_col_range_end_column(),
            ),
        });
    }
    if location.is_name() {
        return place(location.name_child_location());
    }
    if location.is_call_site() {
        return place(location.call_site_callee()).or_else(|| place(location.call_site_caller()));
    }
    if location.is_fused() {
        return (0..location.fused_num_locations())
            .find_map(|index| place(location.fused_location(index)));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use melior::ir::Attribute;

    #[test]
    fn location_round_trip() {
        let context = Context::new();
        let place = Place::span("dir/a.tc", (3, 4), (5, 6));
        assert_eq!(super::place(of(&place, &context)), Some(place));
        let point = Place::point("a.tc", 7, 1);
        assert_eq!(super::place(of(&point, &context)), Some(point.clone()));
        assert_eq!(
            super::place(Location::new(&context, "a.tc", 7, 1)),
            Some(point)
        );
    }

    #[test]
    fn parts_stand_inside_of_a_place_and_survive_composition() {
        let context = Context::new();
        let whole = Place::span("a.tc", (1, 3), (1, 20));
        let parts = [
            Place::span("a.tc", (1, 5), (1, 6)),
            Place::span("a.tc", (1, 8), (1, 12)),
        ];
        let location = with_parts(&whole, &context, &parts);
        assert_eq!(super::place(location), Some(whole.clone()));
        assert_eq!(super::parts(location), parts);
        let bare = super::without_parts(location);
        assert_eq!(super::place(bare), Some(whole.clone()));
        assert_eq!(super::parts(bare), []);
        let caller = of(&Place::point("a.tc", 9, 9), &context);
        let call = Location::call_site(location, caller);
        assert_eq!(super::place(call), Some(whole.clone()));
        assert_eq!(super::parts(call), parts);
        assert_eq!(super::parts(caller), []);
        let twice = [parts[0].clone(), parts[0].clone()];
        let location = with_parts(&whole, &context, &twice);
        assert_eq!(super::parts(location), []);
    }

    #[test]
    fn composed_locations_answer_with_the_written_code() {
        let context = Context::new();
        let (callee, caller) = (Place::point("a.tc", 1, 2), Place::point("a.tc", 9, 9));
        let call = Location::call_site(of(&callee, &context), of(&caller, &context));
        assert_eq!(super::place(call), Some(callee.clone()));
        let unknown = Location::unknown(&context);
        let named = Location::name(&context, "i", of(&callee, &context));
        let unit = Attribute::parse(&context, "unit").expect("unit parses");
        assert_eq!(
            super::place(Location::fused(&context, &[unknown, named], unit)),
            Some(callee)
        );
        assert_eq!(super::place(unknown), None);
    }
}
