//! What the steps of `docs/spec/sac.md`, section 2, made of a comprehension: notes for
//! `--explain=ranges`.

use super::boxes::{Region, is_empty};
use super::*;
use crate::sac::shape::{FrameAxis, Partition, Resolved, shown};

impl Lowering<'_, '_> {
    /// A note for each partition, and a warning for one that others cover.
    pub(super) fn explain(&mut self, resolved: &Resolved, pieces: &[Vec<Region>], rest: &[Region]) {
        let count = resolved.parts.len();
        for (number, (part, pieces)) in resolved.parts.iter().zip(pieces).enumerate() {
            let bounds: Region = part
                .lower
                .iter()
                .cloned()
                .zip(part.upper.iter().cloned())
                .collect();
            let is_covered = pieces.is_empty() && is_empty(&bounds) == Some(false);
            let has_elements = resolved
                .shape
                .iter()
                .all(|extent| extent.as_const() != Some(0));
            let mut note = if is_covered && has_elements {
                Diagnostic::warning(
                    None,
                    format!(
                        "partition {} writes nothing: the first one wins, and others cover it",
                        number + 1
                    ),
                )
            } else {
                let message = format!("partition {} of {count} is {}", number + 1, ranges(&bounds));
                Diagnostic::note(Code::TC0301, message)
            };
            note = note.at(self.shapes.place_of(part.part.pattern.span), "");
            for line in self.steps(part, pieces, &bounds) {
                note = note.with_note(line);
            }
            if number + 1 == count {
                note = note.with_note(format!(
                    "the result has the shape {}",
                    shown(&resolved.shape)
                ));
                if !rest.is_empty() {
                    let all: Vec<String> = rest.iter().map(ranges).collect();
                    note = note.with_note(format!("zeros in {}", all.join(" and ")));
                }
            }
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }

    fn steps(&self, part: &Partition, pieces: &[Region], bounds: &Region) -> Vec<String> {
        let mut lines = Vec::new();
        let generator = part.part.generator.as_ref();
        if generator.is_none_or(|one| one.upper.is_none()) && part.variables() > 0 {
            let names: Vec<String> = part
                .part
                .pattern
                .variables()
                .iter()
                .map(|name| format!("`{name}`"))
                .collect();
            lines.push(format!(
                "the upper bound is the smallest extent that {} select",
                names.join(" and ")
            ));
        }
        let dots = part.axes.iter().enumerate();
        for (axis, _) in dots.filter(|(_, axis)| matches!(axis, FrameAxis::Cell(_))) {
            lines.push(format!("axis {axis} is a dot: an axis of the element"));
        }
        if !part.cell.is_empty() {
            lines.push(format!("each element has the shape {}", shown(&part.cell)));
        }
        if pieces.len() > 1
            || pieces
                .first()
                .is_some_and(|one| one[..bounds.len()] != bounds[..])
        {
            let all: Vec<String> = pieces.iter().map(ranges).collect();
            lines.push(format!("without those before it: {}", all.join(" and ")));
        }
        lines
    }
}

/// `[0, n) x [1, 3)`
fn ranges(region: &Region) -> String {
    let all: Vec<String> = region
        .iter()
        .map(|(lower, upper)| format!("[{}, {})", lower.human(), upper.human()))
        .collect();
    if all.is_empty() {
        "the only element".to_owned()
    } else {
        all.join(" x ")
    }
}
