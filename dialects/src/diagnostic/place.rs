//! A place in a source file, and its two-way conversion to MLIR locations.
//!
//! MLIR's `FileLineColRange` holds a file name, a start and an end as lines and columns; both count
//! from 1, columns in characters, end excluded. Locations that passes build from these (fused,
//! named, call sites) are searched for the first one that has a file: a call site gives its callee,
//! the code that was written.

use melior::Context;
use melior::ir::Location;
use melior::ir::attribute::StringAttribute;
use serde::Serialize;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// Marks a fused location whose first member is a place and whose others are places inside it.
const PARTS: &str = "parts";

/// A line and a column, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)
    }
}

/// A part of a source file; `end` is exclusive.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Name of the file as given by the user.
    pub file: Arc<str>,
    /// First character.
    pub start: Position,
    /// One past the last character.
    pub end: Position,
}

impl Place {
    /// The empty place at a line and column.
    pub fn point(file: impl Into<Arc<str>>, line: u32, column: u32) -> Self {
        Self::span(file, (line, column), (line, column))
    }

    /// From (line, column) to (line, column), end excluded.
    pub fn span(file: impl Into<Arc<str>>, start: (u32, u32), end: (u32, u32)) -> Self {
        let position = |(line, column)| Position { line, column };
        Place {
            file: file.into(),
            start: position(start),
            end: position(end),
        }
    }

    /// The smallest place that contains both; both are in the same file.
    pub fn to(&self, other: &Place) -> Place {
        Place {
            file: self.file.clone(),
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The location of operations made from this place.
    pub fn to_location<'c>(&self, context: &'c Context) -> Location<'c> {
        Location::file_line_col_range(
            context,
            &self.file,
            self.start.line as usize,
            self.start.column as usize,
            self.end.line as usize,
            self.end.column as usize,
        )
    }

    /// The same with places inside it: the subscripts of a read, the indices of a statement. They
    /// do not change the place of the location; [`Place::parts_of_location`] returns them.
    pub fn to_location_with_parts<'c>(
        &self,
        context: &'c Context,
        parts: &[Place],
    ) -> Location<'c> {
        let whole = self.to_location(context);
        // MLIR removes duplicate locations, so positions would become meaningless.
        let distinct: HashSet<&Place> = parts.iter().chain([self]).collect();
        if parts.is_empty() || distinct.len() != parts.len() + 1 {
            return whole;
        }
        let mut all = vec![whole];
        all.extend(parts.iter().map(|part| part.to_location(context)));
        Location::fused(context, &all, StringAttribute::new(context, PARTS).into())
    }

    /// The places inside a location, in order; none for a location without parts.
    pub fn parts_of_location(location: Location<'_>) -> Vec<Self> {
        if location.is_name() {
            return Self::parts_of_location(location.name_child_location());
        }
        if location.is_call_site() {
            return Self::parts_of_location(location.call_site_callee());
        }
        if !location.is_fused() {
            return Vec::new();
        }
        let of_parts = StringAttribute::try_from(location.fused_metadata())
            .is_ok_and(|metadata| metadata.value() == PARTS);
        let from = if of_parts { 1 } else { 0 };
        let inner =
            (from..location.fused_num_locations()).map(|index| location.fused_location(index));
        if of_parts {
            inner.filter_map(Self::of_location).collect()
        } else {
            inner
                .map(Self::parts_of_location)
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
    pub fn of_location(location: Location<'_>) -> Option<Self> {
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
            return Self::of_location(location.name_child_location());
        }
        if location.is_call_site() {
            return Self::of_location(location.call_site_callee())
                .or_else(|| Self::of_location(location.call_site_caller()));
        }
        if location.is_fused() {
            return (0..location.fused_num_locations())
                .find_map(|index| Self::of_location(location.fused_location(index)));
        }
        None
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.file, self.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use melior::ir::Attribute;

    #[test]
    fn location_round_trip() {
        let context = Context::new();
        let place = Place::span("dir/a.tc", (3, 4), (5, 6));
        assert_eq!(Place::of_location(place.to_location(&context)), Some(place));
        let point = Place::point("a.tc", 7, 1);
        assert_eq!(
            Place::of_location(point.to_location(&context)),
            Some(point.clone())
        );
        assert_eq!(
            Place::of_location(Location::new(&context, "a.tc", 7, 1)),
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
        let location = whole.to_location_with_parts(&context, &parts);
        assert_eq!(Place::of_location(location), Some(whole.clone()));
        assert_eq!(Place::parts_of_location(location), parts);
        let bare = Place::without_parts(location);
        assert_eq!(Place::of_location(bare), Some(whole.clone()));
        assert_eq!(Place::parts_of_location(bare), []);
        let caller = Place::point("a.tc", 9, 9).to_location(&context);
        let call = Location::call_site(location, caller);
        assert_eq!(Place::of_location(call), Some(whole.clone()));
        assert_eq!(Place::parts_of_location(call), parts);
        assert_eq!(Place::parts_of_location(caller), []);
        let twice = [parts[0].clone(), parts[0].clone()];
        let location = whole.to_location_with_parts(&context, &twice);
        assert_eq!(Place::parts_of_location(location), []);
    }

    #[test]
    fn composed_locations_answer_with_the_written_code() {
        let context = Context::new();
        let (callee, caller) = (Place::point("a.tc", 1, 2), Place::point("a.tc", 9, 9));
        let call = Location::call_site(callee.to_location(&context), caller.to_location(&context));
        assert_eq!(Place::of_location(call), Some(callee.clone()));
        let unknown = Location::unknown(&context);
        let named = Location::name(&context, "i", callee.to_location(&context));
        let unit = Attribute::parse(&context, "unit").expect("unit parses");
        assert_eq!(
            Place::of_location(Location::fused(&context, &[unknown, named], unit)),
            Some(callee)
        );
        assert_eq!(Place::of_location(unknown), None);
    }
}
