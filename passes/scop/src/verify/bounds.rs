//! Every access stays inside its array, for all sizes that the context allows.
//!
//! The footprint of an access, `D.A`, must be within the index bounds of the array: `(D.A) \ T` is
//! empty. Conditions around a read restrict its relation, so guarded reads are proved under their
//! guard. A subscript that is not affine is assumed to stay inside (`tc-infer-ranges` reports the
//! required values). An array of which neither the type nor a size of the scop tells an extent is
//! not accessed.

use tc_dialects::schedule::tree::{Path, Refusal};
use tc_isl::{Context, UnionSet};

use super::super::leaves::Leaves;
use super::witness;
use crate::accesses::{AccessKind, ArrayInfo, ScopAccesses};
use crate::extents::EXTENTS;
use crate::isl_text::IslNames;

/// Checks all accesses of all executed instances.
pub fn check(
    leaves: &Leaves,
    accesses: &ScopAccesses,
    context: &Context,
) -> Result<usize, Refusal> {
    let instances = leaves.instances(&Path::root(), context)?;
    let mut boxes = UnionSet::none(context)?;
    for array in &accesses.arrays {
        boxes = boxes.union(&UnionSet::parse(
            context,
            &box_text(array, &accesses.sizes),
        )?)?;
    }
    let mut proved = 0;
    let statements = accesses.statements.iter();
    let all = statements.flat_map(|statement| {
        let own = statement.accesses.iter();
        own.map(|access| (&statement.name, access))
    });
    for (statement, access) in all {
        let touched = access.relation.restricted_to(&instances)?;
        if let Some(pair) = witness::pair(&touched.subtract_range(&boxes)?)? {
            let verb = match access.kind {
                AccessKind::Read => "reads",
                AccessKind::Write => "writes",
            };
            let [instance, element] = &pair.instances;
            let mut arrays = accesses.arrays.iter();
            let array = arrays.find(|array| array.name == access.array);
            let extents = array.map(extents_text);
            let unknown = |array: &ArrayInfo| array.extents.iter().position(Option::is_none);
            if let Some(dim) = array.and_then(unknown) {
                return Err(Refusal::new(format!(
                    "{instance} {verb} `{}`, and no size of the scop is its extent in dimension {dim}",
                    access.array
                ))
                .shown_by([instance.clone()])
                .at_operation(statement, access.position)
                .note(format!(
                    "name that extent: `sizes(M = %{}[{dim}])`, or the attribute `{EXTENTS}` of the scop",
                    access.array
                )));
            }
            return Err(Refusal::new(format!(
                "{instance} {verb} {element}{}, outside of `{}`",
                pair.sizes, access.array
            ))
            .shown_by(pair.instances)
            .at_operation(statement, access.position)
            .note(format!(
                "the extents of `{}` are [{}]",
                access.array,
                extents.unwrap_or_default()
            )));
        }
        proved += 1;
    }
    Ok(proved)
}

fn box_text(array: &ArrayInfo, sizes: &[String]) -> String {
    let mut taken = IslNames::default();
    for size in sizes {
        taken.add(size);
    }
    let names: Vec<String> = (0..array.extents.len())
        .map(|dim| taken.fresh(&format!("d{dim}")))
        .collect();
    let mut conditions: Vec<String> = names.iter().map(|name| format!("0 <= {name}")).collect();
    for (name, extent) in names.iter().zip(&array.extents) {
        conditions.push(match extent {
            Some(extent) => format!("{name} < {extent}"),
            None => "false".to_owned(),
        });
    }
    let condition = if conditions.is_empty() {
        String::new()
    } else {
        format!(" : {}", conditions.join(" and "))
    };
    format!(
        "[{}] -> {{ {}[{}]{condition} }}",
        sizes.join(", "),
        array.name,
        names.join(", ")
    )
}

fn extents_text(array: &ArrayInfo) -> String {
    let extents = array.extents.iter();
    extents
        .map(|extent| extent.as_ref().map_or("?".to_owned(), ToString::to_string))
        .collect::<Vec<_>>()
        .join(", ")
}
