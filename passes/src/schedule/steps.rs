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

impl Step {
    /// The step along the loop at a position of a leaf's coordinates, of an access restricted to
    /// the instances of the leaf.
    pub fn along(leaf: &Prefix, position: usize, relation: &UnionMap) -> Result<Step, Refusal> {
        // From loop coordinates to elements, at this iteration and the next.
        let here = leaf.relation()?.reverse()?.followed_by(relation)?;
        let next = next_along(leaf, position)?.followed_by(&here)?;
        Ok(Step {
            moves: here.reverse()?.followed_by(&next)?.deltas()?,
            rank: coordinates_of(relation)?,
            width: 1,
        })
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

    /// Whether it always goes to the next element of the last dimension.
    pub fn is_next(&self) -> Result<bool, Refusal> {
        self.is_along_row(" : d = 1")
    }

    /// The dimension along which it always goes to the next element, if there is one.
    pub fn dimension(&self) -> Result<Option<usize>, Refusal> {
        let name = self.moves.sets()?.first().and_then(|set| set.name());
        let name = name.unwrap_or_default();
        for dimension in 0..self.rank {
            let difference = (0..self.rank).map(|at| i64::from(at == dimension).to_string());
            let difference: Vec<String> = difference.collect();
            let text = format!("{{ {name}[{}] }}", difference.join(", "));
            let next = UnionSet::parse(self.moves.context(), &text)?;
            if self.moves.is_subset(&next)? {
                return Ok(Some(dimension));
            }
        }
        Ok(None)
    }

    /// Whether it goes along a dimension only by multiples of a number.
    pub fn is_multiple(&self, dimension: usize, of: i64) -> Result<bool, Refusal> {
        self.all_in(&format!("d{dimension} mod {of} = 0"))
    }

    /// Whether it goes to an element less than `most` away, in an array of these extents.
    pub fn is_within(&self, extents: &[i64], most: i64) -> Result<bool, Refusal> {
        let mut stride: i64 = 1;
        let mut terms = Vec::new();
        for (dimension, extent) in extents.iter().enumerate().rev() {
            terms.push(format!("{stride}d{dimension}"));
            stride = stride.saturating_mul(*extent);
        }
        let distance = terms.join(" + ");
        self.all_in(&format!("-{most} < {distance} < {most}"))
    }

    /// Whether a condition holds for all differences `d0`, `d1`, ... of subscripts.
    fn all_in(&self, condition: &str) -> Result<bool, Refusal> {
        let name = self.moves.sets()?.first().and_then(|set| set.name());
        let names: Vec<String> = (0..self.rank).map(|at| format!("d{at}")).collect();
        let text = format!(
            "{{ {}[{}] : {condition} }}",
            name.unwrap_or_default(),
            names.join(", ")
        );
        let wanted = UnionSet::parse(self.moves.context(), &text)?;
        Ok(self.moves.is_subset(&wanted)?)
    }

    /// Whether it always goes to the next column, of whatever row.
    pub fn is_next_in_any_row(&self) -> Result<bool, Refusal> {
        let Some(set) = self.moves.sets()?.into_iter().next() else {
            return Ok(false);
        };
        let rows = (0..self.rank.saturating_sub(1)).map(|row| format!("r{row}"));
        let names: Vec<String> = rows.chain(["1".to_owned()]).collect();
        let text = format!("{{ {}[{}] }}", set.name().unwrap_or_default(), names.join(", "));
        let next = UnionSet::parse(self.moves.context(), &text)?;
        Ok(self.rank > 0 && self.moves.is_subset(&next)?)
    }

    /// Whether it stays on an element.
    pub fn stays(&self) -> Result<bool, Refusal> {
        self.is_along_row(" : d = 0")
    }

    /// Whether it moves only along the last dimension, by a distance `d` for which the condition
    /// holds.
    fn is_along_row(&self, condition: &str) -> Result<bool, Refusal> {
        if self.rank == 0 {
            return Ok(true);
        }
        let mut difference = vec!["0".to_owned(); self.rank - 1];
        difference.push("d".to_owned());
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
