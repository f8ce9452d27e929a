//! The distance that an access moves when one loop advances by one.
//!
//! ```text
//! S[i, j, k] -> B[k, j]     along j: [0, 1], the next element of a row     along k: [1, 0], another row
//! ```

use tc_dialects::schedule::tree::{Prefix, Refusal};
use tc_isl::{Dim, UnionMap, UnionSet};

/// The distance of one access for one step of a loop, with all other loops fixed: differences of
/// elements.
pub struct Step {
    moves: UnionSet,
    /// The number of subscripts of the array.
    rank: usize,
    /// How many neighbouring elements of a row each step covers, the loops inside of it included.
    width: i64,
}

/// The elements that an access reaches from the loops around it: its steps along each of them.
pub struct Walk<'l> {
    leaf: &'l Prefix,
    /// From loop coordinates to elements.
    here: UnionMap,
    back: UnionMap,
    rank: usize,
}

impl<'l> Walk<'l> {
    /// Of an access restricted to the instances of a leaf.
    pub fn of(leaf: &'l Prefix, relation: &UnionMap) -> Result<Self, Refusal> {
        let here = leaf.relation()?.reverse()?.followed_by(relation)?;
        Ok(Walk {
            back: here.reverse()?,
            rank: coordinates_of(relation)?,
            leaf,
            here,
        })
    }

    /// The step along the loop at a position of the leaf's coordinates.
    pub fn along(&self, position: usize) -> Result<Step, Refusal> {
        let next = next_along(self.leaf, position)?.followed_by(&self.here)?;
        Ok(Step {
            moves: self.back.followed_by(&next)?.deltas()?,
            rank: self.rank,
            width: 1,
        })
    }
}

impl Step {
    /// The step along the loop at a position of a leaf's coordinates, of an access restricted to
    /// the instances of the leaf.
    pub fn along(leaf: &Prefix, position: usize, relation: &UnionMap) -> Result<Step, Refusal> {
        Walk::of(leaf, relation)?.along(position)
    }

    /// The same step, where the loops inside cover so many neighbouring elements of a row.
    pub fn covering(self, width: i64) -> Step {
        Step { width, ..self }
    }

    /// Whether it moves to another row: the element changes in a dimension that is not the last.
    pub fn crosses_rows(&self) -> Result<bool, Refusal> {
        Ok(!self.is_along_row("")?)
    }

    /// Whether it stays on its element or moves to the next one of the last dimension, or to the
    /// one behind those that it covers.
    pub fn is_coalesced(&self) -> Result<bool, Refusal> {
        self.is_along_row(&format!(" : 0 <= d <= {}", self.width))
    }

    /// Whether it always goes to an element at most `most` further along the row.
    pub fn is_near(&self, most: i64) -> Result<bool, Refusal> {
        self.is_along_row(&format!(" : 0 <= d <= {most}"))
    }

    /// Whether it always goes to an element at most `most` away along the row, in either direction.
    pub fn is_beside(&self, most: i64) -> Result<bool, Refusal> {
        self.is_along_row(&format!(" : -{most} <= d <= {most}"))
    }

    /// Whether it always goes to the next element of the last dimension.
    pub fn is_next(&self) -> Result<bool, Refusal> {
        self.is_along_row(" : d = 1")
    }

    /// The dimension along which it always goes to the next element, if there is one.
    pub fn dimension(&self) -> Result<Option<usize>, Refusal> {
        for dim in 0..self.rank {
            if self.is_next_in(dim)? {
                return Ok(Some(dim));
            }
        }
        Ok(None)
    }

    /// Whether it goes to an element less than `most` away, in an array of these extents.
    pub fn is_nearby(&self, extents: &[i64], most: i64) -> Result<bool, Refusal> {
        let mut stride: i64 = 1;
        let mut terms = Vec::new();
        for (dim, extent) in extents.iter().enumerate().rev() {
            terms.push(format!("{stride}d{dim}"));
            stride = stride.saturating_mul(*extent);
        }
        let distance = terms.join(" + ");
        let condition = format!(" : -{most} < {distance} < {most}");
        self.is_within(|at| format!("d{at}"), &condition)
    }

    /// Whether it always goes to the next column, of whatever row.
    pub fn is_next_in_any_row(&self) -> Result<bool, Refusal> {
        let last = self.rank.wrapping_sub(1);
        let column = |at| {
            if at == last {
                "1".to_owned()
            } else {
                format!("d{at}")
            }
        };
        Ok(self.rank > 0 && self.is_within(column, "")?)
    }

    /// Whether it stays on an element.
    pub fn stays(&self) -> Result<bool, Refusal> {
        self.is_along_row(" : d = 0")
    }

    /// Whether it stays where it is in one dimension.
    pub fn stays_in(&self, dim: usize) -> Result<bool, Refusal> {
        self.is_within(
            |at| {
                if at == dim {
                    "0".to_owned()
                } else {
                    format!("d{at}")
                }
            },
            "",
        )
    }

    /// Whether it always goes to the next element of one dimension.
    pub fn is_next_in(&self, dim: usize) -> Result<bool, Refusal> {
        self.is_within(|at| i32::from(at == dim).to_string(), "")
    }

    /// Whether its distance in one dimension is always a multiple of a number.
    pub fn is_multiple_in(&self, dim: usize, number: i64) -> Result<bool, Refusal> {
        let condition = format!(" : d{dim} mod {number} = 0");
        self.is_within(|at| format!("d{at}"), &condition)
    }

    /// Whether it moves only along the last dimension, by a distance `d` for which the condition
    /// holds.
    fn is_along_row(&self, condition: &str) -> Result<bool, Refusal> {
        if self.rank == 0 {
            return Ok(true);
        }
        let last = self.rank - 1;
        self.is_within(
            |at| if at == last { "d" } else { "0" }.to_owned(),
            condition,
        )
    }

    /// Whether all differences are of this form, under a condition on the names in it.
    fn is_within(
        &self,
        difference: impl Fn(usize) -> String,
        condition: &str,
    ) -> Result<bool, Refusal> {
        let difference: Vec<String> = (0..self.rank).map(difference).collect();
        let name = self.moves.sets()?.first().and_then(|set| set.name());
        let text = format!(
            "{{ {}[{}]{condition} }}",
            name.unwrap_or_default(),
            difference.join(", ")
        );
        let row = UnionSet::parse(self.moves.context(), &text)?;
        Ok(self.moves.is_subset(&row)?)
    }
}

/// From loop coordinates to those with the next value at a position.
fn next_along(leaf: &Prefix, position: usize) -> Result<UnionMap, Refusal> {
    let names: Vec<String> = (0..leaf.depth())
        .map(|number| format!("c{number}"))
        .collect();
    let mut next = names.clone();
    next[position] = format!("c{position} + 1");
    let text = format!("{{ [{}] -> [{}] }}", names.join(", "), next.join(", "));
    Ok(UnionMap::parse(leaf.active.context(), &text)?)
}

/// The number of dimensions of a relation's range.
fn coordinates_of(relation: &UnionMap) -> Result<usize, Refusal> {
    match relation.maps()?.first() {
        Some(map) => Ok(map.dim(Dim::Out)?),
        None => Ok(0),
    }
}
