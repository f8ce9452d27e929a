//! The part of an array that a tile of the schedule touches, as a box of constant size.
//!
//! ```text
//! T[i, k] reads A[i, k];  T[i, k] -> [i0, k0] = [i - i mod 32, k - k mod 8]
//! touched: [i0, k0] -> A[a, b] : i0 <= a < i0 + 32 and k0 <= b < k0 + 8 and a < 70
//! box:     offset [i0, k0], size 32 x 8
//! ```
//!
//! An element of the array has the coordinates `element - offset` in the tile. A box can hold
//! elements that are not touched; then the tile has holes, which cost memory and nothing else.

use tc_dialects::schedule::tree::Refusal;
use tc_isl::{Dim, Id, Map, MultiAff, UnionMap};

/// A box of an array for each vector of outer coordinates.
#[derive(Clone, Debug)]
pub struct Footprint {
    /// From outer coordinates to the touched elements.
    pub touched: Map,
    /// From outer coordinates to the first element of the box.
    pub offset: MultiAff,
    /// The extents of the box.
    pub shape: Vec<i64>,
}

impl Footprint {
    /// The box around what `accesses` touch, for instances with the outer coordinates of `prefix`.
    pub fn of(prefix: &UnionMap, accesses: &UnionMap) -> Result<Footprint, Refusal> {
        Self::around(Self::touched_by(prefix, accesses)?)
    }

    /// The box around what is touched.
    pub fn around(touched: Map) -> Result<Footprint, Refusal> {
        let hull = touched.range_simple_fixed_box_hull()?;
        if !hull.is_valid()? {
            return Err(Refusal::new(
                "what a tile touches has no box of constant size around it",
            ));
        }
        let mut shape = Vec::new();
        for extent in hull.size()?.values()? {
            match extent.to_i64() {
                Some(extent) => shape.push(extent),
                None => return Err(Refusal::new("what a tile touches is too large for a box")),
            }
        }
        Ok(Footprint {
            offset: hull.offset()?,
            touched,
            shape,
        })
    }

    /// The same with the least touched coordinate in each dimension as its first: elements that are
    /// far apart may have a box that begins before them. None where that is not one expression.
    pub fn tight(&self) -> Result<Option<Footprint>, Refusal> {
        let context = self.touched.context();
        let domain = self.touched.domain()?;
        let rank = self.shape.len();
        let mut offset: Option<MultiAff> = None;
        for dim in 0..rank {
            let own = self
                .touched
                .project_out(Dim::Out, dim + 1, rank - dim - 1)?;
            let own = own.project_out(Dim::Out, 0, dim)?;
            let first = own.lexmin()?.as_pw_multi_aff()?.at(0)?;
            let first = first.gist(&domain)?.coalesce()?;
            if !first.isa_aff()? {
                return Ok(None);
            }
            let first = MultiAff::from_aff(&first.as_aff()?)?;
            offset = Some(match offset {
                None => first,
                Some(before) => before.flat_range_product(&first)?,
            });
        }
        let Some(offset) = offset else {
            return Ok(None);
        };
        let array = self.touched.tuple_name(Dim::Out).unwrap_or_default();
        Ok(Some(Footprint {
            offset: offset.set_tuple_id(Dim::Out, &Id::new(context, &array)?)?,
            ..self.clone()
        }))
    }

    /// From the outer coordinates of `prefix` to what `accesses` touch.
    pub fn touched_by(prefix: &UnionMap, accesses: &UnionMap) -> Result<Map, Refusal> {
        let touched = prefix.reverse()?.apply_range(accesses)?;
        Ok(touched.as_map()?.coalesce()?)
    }

    /// From outer coordinates to all elements of the box that the array has.
    pub fn whole_box(&self, extents: &[i64]) -> Result<Map, Refusal> {
        let names = |prefix: &str| -> Vec<String> {
            (0..extents.len())
                .map(|dim| format!("{prefix}{dim}"))
                .collect()
        };
        let bounds = (0..extents.len()).map(|dim| {
            let (size, extent) = (self.shape[dim], extents[dim]);
            format!("o{dim} <= a{dim} < o{dim} + {size} and 0 <= a{dim} < {extent}")
        });
        let array = self.touched.tuple_name(Dim::Out).unwrap_or_default();
        let text = format!(
            "{{ {array}[{}] -> {array}[{}] : {} }}",
            names("o").join(", "),
            names("a").join(", "),
            bounds.collect::<Vec<_>>().join(" and ")
        );
        let around = Map::parse(self.touched.context(), &text)?;
        let offset =
            Map::from_multi_aff(&self.offset)?.intersect_domain(&self.touched.domain()?)?;
        Ok(offset.apply_range(&around)?.coalesce()?)
    }
}
