//! The smallest instance, or pair of instances, at which loops and tree differ.

use tc_dialects::schedule::tree::Refusal;
use tc_isl::{Map, Set};

use super::program::Body;
use tc_scop::verify::witness::{self, Witness};

/// The smallest instance of a body at some of its points.
pub fn of(body: &Body<'_>, points: &Set) -> Result<Option<Witness>, Refusal> {
    let instances = points.apply(&map_of(body)?)?;
    Ok(witness::instance(&instances.to_union_set()?)?)
}

/// The instance and its sizes as text.
pub fn shown(witness: Option<Witness>) -> String {
    witness.map_or_else(|| "an instance".to_owned(), |witness| witness.to_string())
}

/// From the points of a body to its instances.
pub fn map_of(body: &Body<'_>) -> tc_isl::Result<Map> {
    Map::from_pw_multi_aff(&body.instance)
}

/// The smallest pair of instances of two bodies, of pairs of points.
pub fn pair((first, second): (&Body<'_>, &Body<'_>), points: &Map) -> Result<String, Refusal> {
    let pairs = map_of(first)?.reverse()?.apply_range(points)?;
    let pairs = pairs.apply_range(&map_of(second)?)?;
    let found = witness::pair(&pairs.to_union_map()?)?;
    Ok(match found {
        Some(found) => {
            let [one, other] = &found.instances;
            format!("{one} and {other}{}", found.sizes)
        }
        None => "two instances".to_owned(),
    })
}
