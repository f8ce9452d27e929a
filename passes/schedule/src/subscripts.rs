//! The subscripts of an access as expressions, and the places that they name: for passes that put
//! the elements of an array elsewhere.

use tc_dialects::schedule::tree::Refusal;
use tc_isl::{Aff, Dim, Id, Map, PwAff};
use tc_scop::accesses::Access;

/// The subscripts of an access, if they are affine everywhere in the same way.
pub fn subscripts(access: &Access) -> Result<Option<Vec<Aff>>, Refusal> {
    let maps = access.relation.maps()?;
    let [map] = &maps[..] else {
        return Ok(None);
    };
    if !access.must || !map.is_single_valued()? {
        return Ok(None);
    }
    let element = map.as_pw_multi_aff()?;
    let mut subscripts = Vec::new();
    for dimension in 0..map.dim(Dim::Out)? {
        match &element.at(dimension)?.pieces()?[..] {
            [(_, subscript)] => subscripts.push(subscript.clone()),
            _ => return Ok(None),
        }
    }
    Ok(Some(subscripts))
}

/// From all instances to the places of an array that at least one subscript names.
pub fn places(subscripts: &[Aff], array: &str) -> Result<Map, Refusal> {
    let mut places: Option<Map> = None;
    for subscript in subscripts {
        let own = Map::from_pw_aff(&PwAff::from_aff(subscript)?)?;
        places = Some(match places {
            Some(before) => before.flat_range_product(&own)?,
            None => own,
        });
    }
    let places = places.expect("the array has a dimension");
    let name = Id::new(places.context(), array)?;
    Ok(places.set_tuple_id(Dim::Out, &name)?)
}
