//! Relations built without a search for integer points.
//!
//! isl removes the empty parts of a product, of a composition and of the graph of a tuple of
//! functions: it searches each part for an integer point, which with divisions costs several times
//! as much as the rest. Here only plainly empty parts are removed. The graph of a function, and a
//! relation extended by the values of a function, are never empty for another reason.

use super::error::Result;
use super::{BasicMap, Dim, Map, MultiAff, MultiUnionPwAff, Space, UnionMap, UnionPwAff, UnionSet};

impl UnionMap {
    /// The pairs of `a` and `c` such that this relates `a` to some `b`, and `next` relates `b` to
    /// `c`; as [`UnionMap::apply_range`].
    pub fn followed_by(&self, next: &UnionMap) -> Result<UnionMap> {
        let seconds = next.maps()?;
        let mut result = UnionMap::empty(&self.space()?)?;
        for first in self.maps()? {
            let reached = first.space()?;
            for second in &seconds {
                if reached.tuple_is_equal(Dim::Out, &second.space()?, Dim::In)? {
                    result = result.with_part(&first.apply_range(second)?)?;
                }
            }
        }
        Ok(result)
    }

    /// The part whose domain is in the given set; as [`UnionMap::intersect_domain`].
    pub fn restricted_to(&self, domain: &UnionSet) -> Result<UnionMap> {
        let sets = domain.sets()?;
        let mut result = UnionMap::empty(&self.space()?)?;
        for map in self.maps()? {
            let space = map.space()?;
            for set in &sets {
                if space.tuple_is_equal(Dim::In, &set.space()?, Dim::Out)? {
                    result = result.with_part(&map.intersect_domain(set)?)?;
                }
            }
        }
        Ok(result)
    }

    /// From each element to the values that functions have there, one flat anonymous tuple; there
    /// must be at least one function.
    pub fn of_functions(functions: &[UnionPwAff]) -> Result<UnionMap> {
        let general =
            || UnionMap::from_multi_union_pw_aff(&MultiUnionPwAff::from_members(functions)?);
        let Some(first) = functions.first() else {
            return general();
        };
        let mut result = UnionMap::empty(&first.space()?)?;
        for part in first.pw_affs()? {
            match graph(&part.domain_space()?, functions)? {
                Some(graph) => result = result.with_part(&Map::from_basic_map(&graph)?)?,
                None => return general(),
            }
        }
        Ok(result)
    }

    /// With the values of functions of the domain appended to each element of the range, flat; as
    /// [`UnionMap::flat_range_product`] with [`UnionMap::of_functions`]. There must be at least one
    /// function.
    pub fn with_values(&self, functions: &[UnionPwAff]) -> Result<UnionMap> {
        let mut result = UnionMap::empty(&self.space()?)?;
        for map in self.maps()? {
            let parts = map.basic_maps()?;
            let graph = graph(&map.space()?.domain()?, functions)?;
            let ([part], Some(graph)) = (&parts[..], graph) else {
                return self.flat_range_product(&UnionMap::of_functions(functions)?);
            };
            let product = part.flat_range_product(&graph)?;
            result = result.with_part(&Map::from_basic_map(&product)?)?;
        }
        Ok(result)
    }

    fn with_part(&self, part: &Map) -> Result<UnionMap> {
        if part.plain_is_empty()? {
            Ok(self.clone())
        } else {
            self.add_map(part)
        }
    }
}

/// The values of functions on a space, if each has a single expression for the whole space, with
/// the parameters of the space.
fn graph(space: &Space, functions: &[UnionPwAff]) -> Result<Option<BasicMap>> {
    let value_space = space.add_unnamed_tuple(1)?;
    let mut values: Option<MultiAff> = None;
    for function in functions {
        let function = function.extract_pw_aff(&value_space)?;
        if !function.isa_aff()? || !function.domain_space()?.has_equal_params(space)? {
            return Ok(None);
        }
        let value = MultiAff::from_aff(&function.as_aff()?)?;
        values = Some(match values {
            None => value,
            Some(values) => values.flat_range_product(&value)?,
        });
    }
    values
        .map(|values| BasicMap::from_multi_aff(&values))
        .transpose()
}
