//! The order of a tile's elements in shared memory.
//!
//! By default the elements lie as in the array, row by row. Where a thread goes along another
//! dimension than the rows, as along the filters of a convolution, its elements are rows apart, and
//! each is a load of its own. Such a dimension goes last, so that one load brings a vector of them:
//!
//! ```text
//! thread.z f mod 8, runs f floordiv 8          a tile of W[f, c, kh, kw]
//! rows      W_s[f, c, kh, kw]                                     8 loads of 4 bytes
//! reordered W_s[c, kh, kw, f mod 8, f floordiv 8]                 2 loads of 16 bytes
//! ```
//!
//! The threads that share a dimension cyclically divide it into two digits, of which the runs of
//! one thread are the last.
//!
//! Rows that a warp walks across can be rotated instead of padded (`swizzle`): the vectors of a row
//! move on by one for each full line of banks before it.
//!
//! ```text
//! T_s[i, 4*((floor(k/4) + floor(i/2)) mod 4) + k mod 4]       rows of 16 words, two of them a line
//! ```
//!
//! **Legal** always: the place is a one-to-one function of the element. **Worth it** where several
//! threads read each element, no loop of a thread goes along the rows in whole vectors, and nothing
//! else than threads moves along the dimension, since vectors begin at multiples of their size.
//! **Cost**: the copy stores single elements; at most a vector for each row that is too short. A
//! rotation takes no memory, and an addition and a remainder for each access.

use std::collections::BTreeSet;

use tc_dialects::schedule::tree::{Refusal, Tree};
use tc_isl::{Aff, UnionMap, Val};

use super::super::steps::Step;
use super::coalescing::iterations;
use super::place::Place;
use super::{StatementAccess, distinct};
use tc_scop::leaves::Leaf;

/// The place of an element in a tile, as digits of its coordinates in the box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Outermost first.
    digits: Vec<Digit>,
    /// The dimension of which a thread's elements lie next to each other, if that is not the last.
    pub walked: Option<usize>,
    /// How rows are rotated.
    rotation: Option<Rotation>,
}

/// Vectors of a row move on by one for each line of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rotation {
    /// Elements of a vector.
    unit: i64,
    /// Rows of a line.
    rows: i64,
}

/// `floor(coordinate / divisor) mod modulus`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Digit {
    dim: usize,
    divisor: i64,
    modulus: Option<i64>,
    extent: i64,
}

/// What threads and elements are.
#[derive(Clone, Copy, Debug)]
pub struct Widths {
    /// Threads of a block along `x`, `y`, `z`.
    pub block: [i64; 3],
    /// The size of an element.
    pub element_bytes: i64,
    /// Bytes of a vector.
    pub vector_bytes: i64,
}

/// The loop of a thread along a dimension of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Walk {
    /// How many elements one load can bring.
    width: i64,
    /// How far inside the loop stands.
    depth: usize,
    /// The distance of one iteration.
    stride: i64,
    /// How many iterations there are.
    runs: i64,
    /// Whether it is a parallel loop, of which the iterations stand next to each other when they
    /// are unrolled; loops of sums stand around those.
    parallel: bool,
}

/// How the loops of threads move along a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moves {
    /// Only other threads do, or nothing.
    Apart,
    /// One loop of each thread goes from element to element.
    Walk(Walk),
    /// Vectors of neighbours would begin anywhere.
    Otherwise,
}

impl Layout {
    /// The order of the array itself.
    pub fn rows(shape: &[i64]) -> Layout {
        let digit = |(dim, extent): (usize, &i64)| Digit::whole(dim, *extent);
        Layout {
            digits: shape.iter().enumerate().map(digit).collect(),
            walked: None,
            rotation: None,
        }
    }

    /// Panels along a dimension, as wide as a vector: `[dim / width, others, dim mod width]`, the
    /// others in this order.
    pub fn panels(shape: &[i64], dim: usize, others: &[usize], width: i64) -> Layout {
        let rows = Layout::rows(shape).digits;
        let own = rows[dim].clone();
        let mut digits = vec![Digit {
            divisor: width,
            extent: (own.extent + width - 1) / width,
            ..own.clone()
        }];
        digits.extend(others.iter().map(|other| rows[*other].clone()));
        digits.push(Digit {
            modulus: Some(width),
            extent: width,
            ..own
        });
        Layout {
            digits,
            walked: None,
            rotation: None,
        }
    }

    /// The values of each coordinate without the gaps between them; the coordinate of a dimension
    /// with one value is left out.
    ///
    /// ```text
    /// 0 1 2 3 64 65 66 67     floor(c/64), c mod 64: 2 x 4 elements
    /// ```
    pub fn dense(values: &[BTreeSet<i64>]) -> Layout {
        let all = values.iter().enumerate();
        let mut digits: Vec<Digit> = all
            .flat_map(|(dim, values)| Digit::of_values(dim, values))
            .filter(|digit| digit.extent > 1)
            .collect();
        if digits.is_empty() {
            digits.push(Digit::whole(0, 1));
        }
        Layout {
            digits,
            walked: None,
            rotation: None,
        }
    }

    /// The order in which the threads below a place read vectors.
    pub fn of(
        tree: &Tree,
        place: &Place,
        accesses: &[&StatementAccess],
        shape: &[i64],
        machine: Widths,
    ) -> Result<Layout, Refusal> {
        let Some(last) = shape.len().checked_sub(1) else {
            return Ok(Layout::rows(shape));
        };
        let mut walks: Vec<(Walk, usize)> = Vec::new();
        for dim in (0..=last).rev() {
            let found = moves(tree, place, accesses, dim, machine)?;
            match found {
                Moves::Walk(walk) if walk.width == 1 => {}
                Moves::Walk(walk) if dim == last && walk.stride == 1 => break,
                Moves::Walk(walk) if dim < last && walk.parallel => walks.push((walk, dim)),
                _ => {}
            }
        }
        Ok(match walks.into_iter().max() {
            Some((walk, dim)) => Layout::walking(shape, walk, dim),
            None => Layout::rows(shape),
        })
    }

    fn walking(shape: &[i64], walk: Walk, dim: usize) -> Layout {
        let mut digits = Layout::rows(shape).digits;
        let mut own = digits.remove(dim);
        if walk.stride > 1 {
            digits.push(Digit {
                modulus: Some(walk.stride),
                extent: walk.stride,
                ..own.clone()
            });
            own.divisor = walk.stride;
            own.extent = (own.extent + walk.stride - 1) / walk.stride;
        }
        own.extent = (own.extent + walk.width - 1) / walk.width * walk.width;
        digits.push(own);
        Layout {
            digits,
            walked: Some(dim),
            rotation: None,
        }
    }

    /// The same with rotated rows, `line` elements of which are in different banks; none where rows
    /// and lines do not divide each other.
    pub fn rotated(&self, unit: i64, line: i64) -> Option<Layout> {
        let [.., above, row] = &self.digits[..] else {
            return None;
        };
        let divides = row.extent % line == 0 || line % row.extent == 0;
        let moves = row.extent > unit && row.extent % unit == 0 && above.extent > 1;
        let rows = (line / row.extent).max(1);
        (divides && moves).then(|| Layout {
            rotation: Some(Rotation { unit, rows }),
            ..self.clone()
        })
    }

    /// How many neighbouring elements of a dimension lie next to each other, if it is the last one.
    pub fn row(&self, dim: usize) -> i64 {
        let last = self.digits.last();
        let last = last.filter(|digit| digit.dim == dim && digit.divisor == 1);
        last.map_or(1, |digit| digit.extent)
    }

    /// How many neighbouring elements of a row stay neighbours.
    pub fn neighbours(&self) -> Option<i64> {
        self.rotation.as_ref().map(|rotation| rotation.unit)
    }

    /// The extents of the array that holds the tile.
    pub fn shape(&self) -> Vec<i64> {
        self.digits.iter().map(|digit| digit.extent).collect()
    }

    /// The subscripts of the element with these coordinates in the box.
    pub fn subscripts(&self, coordinates: &[Aff]) -> Result<Vec<Aff>, Refusal> {
        let mut subscripts = Vec::new();
        for digit in &self.digits {
            let mut subscript = coordinates[digit.dim].clone();
            if digit.divisor > 1 {
                let divisor = Val::new(subscript.context(), digit.divisor)?;
                subscript = subscript.scale_down_val(&divisor)?.floor()?;
            }
            if let Some(modulus) = digit.modulus {
                subscript = subscript.mod_val(&Val::new(subscript.context(), modulus)?)?;
            }
            subscripts.push(subscript);
        }
        if let (Some(rotation), [.., above, row]) = (&self.rotation, &mut subscripts[..]) {
            let extent = self.digits.last().map_or(1, |digit| digit.extent);
            *row = rotation.of(row, above, extent)?;
        }
        Ok(subscripts)
    }
}

impl Digit {
    /// A coordinate as it is.
    fn whole(dim: usize, extent: i64) -> Digit {
        Digit {
            dim,
            divisor: 1,
            modulus: None,
            extent,
        }
    }

    /// The digits of a coordinate with these values, none of them negative, outermost first: runs
    /// of equal length at equal distances, their starts taken apart in the same way. Values of
    /// which that is not true have one digit with gaps.
    fn of_values(dim: usize, values: &BTreeSet<i64>) -> Vec<Digit> {
        let mut digits = Vec::new();
        let (mut values, mut divisor) = (values.clone(), 1);
        loop {
            let unit = values
                .iter()
                .fold(0, |unit, value| gcd(unit, *value))
                .max(1);
            divisor *= unit;
            let scaled: BTreeSet<i64> = values.iter().map(|value| value / unit).collect();
            let run = (0..).find(|value| !scaled.contains(value)).unwrap_or(0);
            let rest = scaled.range(run..).next().copied();
            let starts = rest.map(|next| -> BTreeSet<i64> {
                let starts = scaled.iter().filter(|value| *value % next == 0);
                starts.map(|value| value / next).collect()
            });
            match (rest, starts) {
                (Some(next), Some(starts))
                    if run > 0 && scaled.iter().all(|value| value % next < run) =>
                {
                    digits.push(Digit {
                        modulus: Some(next),
                        divisor,
                        extent: run,
                        dim,
                    });
                    divisor *= next;
                    values = starts;
                }
                _ => {
                    let extent = scaled.last().map_or(1, |last| last + 1);
                    digits.push(Digit {
                        divisor,
                        extent,
                        ..Digit::whole(dim, extent)
                    });
                    digits.reverse();
                    return digits;
                }
            }
        }
    }
}

fn gcd(one: i64, other: i64) -> i64 {
    match other {
        0 => one,
        _ => gcd(other, one % other),
    }
}

impl Rotation {
    /// The subscript of an element in its rotated row.
    fn of(&self, row: &Aff, above: &Aff, extent: i64) -> Result<Aff, Refusal> {
        let number = |value| Val::new(row.context(), value);
        let unit = number(self.unit)?;
        let line = above.scale_down_val(&number(self.rows)?)?.floor()?;
        let vector = row.scale_down_val(&unit)?.floor()?.add(&line)?;
        let vector = vector.mod_val(&number(extent / self.unit)?)?;
        Ok(vector.scale_val(&unit)?.add(&row.mod_val(&unit)?)?)
    }
}

/// How the loops below a place move along a dimension of an array, all accesses together.
fn moves(
    tree: &Tree,
    place: &Place,
    accesses: &[&StatementAccess],
    dim: usize,
    machine: Widths,
) -> Result<Moves, Refusal> {
    let mut all = Moves::Apart;
    for access in distinct(accesses)? {
        for leaf in &place.leaves.0 {
            let relation = access.relation.intersect_domain(&leaf.prefix.active)?;
            if relation.is_empty()? {
                continue;
            }
            let loops = Loops {
                leaf,
                relation,
                coincident: coincident(tree, leaf),
                machine,
            };
            all = match (all, loops.moves(place, dim)?) {
                (Moves::Apart, other) | (other, Moves::Apart) => other,
                (one, other) if one == other => one,
                _ => return Ok(Moves::Otherwise),
            };
        }
    }
    Ok(all)
}

/// Which coordinates of a leaf no dependence crosses.
fn coincident(tree: &Tree, leaf: &Leaf) -> Vec<bool> {
    let bands = tree.along(&leaf.path).into_iter().filter_map(Tree::as_band);
    let members = bands.flat_map(|band| &band.members);
    members.map(|member| member.coincident).collect()
}

/// The loops around one leaf, for one access.
struct Loops<'p> {
    leaf: &'p Leaf,
    relation: UnionMap,
    coincident: Vec<bool>,
    machine: Widths,
}

impl Loops<'_> {
    fn moves(&self, place: &Place, dim: usize) -> Result<Moves, Refusal> {
        let prefix = &self.leaf.prefix;
        let (mut threads, mut own) = (Vec::new(), Vec::new());
        for at in place.prefix.depth()..prefix.depth() {
            let step = Step::along(prefix, at, &self.relation)?;
            if step.stays_in(dim)? {
                continue;
            }
            match prefix.kinds[at].thread_axis() {
                Some(axis) => threads.push((at, self.machine.block[axis.index()], step)),
                None => own.push((at, step)),
            }
        }
        match (&own[..], &threads[..]) {
            ([], [(at, threads, step)]) => {
                let count = iterations(prefix, *at)?;
                let (runs, whole) = (count / threads, count % threads == 0);
                Ok(match (runs > 1 && whole, step.is_next_in(dim)?) {
                    // The runs of a thread stand inside all other loops.
                    (true, true) => self.walk(prefix.depth() + at, *threads, runs),
                    (true, false) => Moves::Otherwise,
                    (false, _) => Moves::Apart,
                })
            }
            ([], _) => Ok(Moves::Apart),
            ([(at, step)], threads) if step.is_next_in(dim)? => {
                let runs = iterations(prefix, *at)?;
                for (_, _, step) in threads {
                    if !step.is_multiple_in(dim, runs)? {
                        return Ok(Moves::Otherwise);
                    }
                }
                Ok(if prefix.kinds[*at].is_within_thread() {
                    self.walk(*at, 1, runs)
                } else {
                    Moves::Otherwise
                })
            }
            _ => Ok(Moves::Otherwise),
        }
    }

    /// A loop of a thread.
    fn walk(&self, depth: usize, stride: i64, runs: i64) -> Moves {
        let mut width = (self.machine.vector_bytes / self.machine.element_bytes).max(1);
        while runs % width != 0 {
            width /= 2;
        }
        Moves::Walk(Walk {
            width,
            depth,
            stride,
            runs,
            parallel: self.coincident.get(depth).is_none_or(|known| *known),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walked_dimension_goes_last_and_is_filled_up_to_vectors() {
        let walk = |stride, runs, width| Walk {
            width,
            depth: 0,
            stride,
            runs,
            parallel: true,
        };
        let shape = |walk, dim| Layout::walking(&[64, 3, 5], walk, dim).shape();
        // 8 threads take 8 elements each.
        assert_eq!(shape(walk(8, 8, 4), 0), [3, 5, 8, 8]);
        // One thread takes them all; 3 elements are filled up to 4.
        assert_eq!(shape(walk(1, 64, 4), 0), [3, 5, 64]);
        assert_eq!(shape(walk(1, 3, 4), 1), [64, 5, 4]);
        assert_eq!(Layout::rows(&[2, 3]).shape(), [2, 3]);
    }

    #[test]
    fn gaps_between_values_take_no_room() {
        let dense = |values: &[i64]| {
            let layout = Layout::dense(&[values.iter().copied().collect()]);
            let context = tc_isl::thread_context();
            let places: BTreeSet<Vec<i64>> = values
                .iter()
                .map(|value| {
                    let at = Aff::parse(&context, &format!("{{ [({value})] }}")).unwrap();
                    let subscripts = layout.subscripts(&[at]).unwrap();
                    let number = |aff: &Aff| aff.constant_val().unwrap().to_i64().unwrap();
                    subscripts.iter().map(number).collect()
                })
                .collect();
            // Each value has a place of its own, inside the array.
            assert_eq!(places.len(), values.len());
            let shape = layout.shape();
            let inside = |place: &Vec<i64>| place.iter().zip(&shape).all(|(at, end)| at < end);
            assert!(places.iter().all(inside));
            shape
        };
        assert_eq!(dense(&[0]), [1]);
        assert_eq!(dense(&[0, 1, 2]), [3]);
        assert_eq!(dense(&[0, 16, 32]), [3]);
        assert_eq!(dense(&[0, 1, 2, 3, 64, 65, 66, 67]), [2, 4]);
        assert_eq!(dense(&[0, 2, 16, 18, 128, 130, 144, 146]), [2, 2, 2]);
        // A place for 16 and 17, which are not touched.
        assert_eq!(dense(&[0, 1, 4, 5, 12, 13]), [2, 2, 2]);
        // Runs of different lengths.
        assert_eq!(dense(&[0, 1, 4, 6]), [7]);
    }

    #[test]
    fn rotated_rows_of_a_warp_are_in_different_banks() {
        // 32 rows of 32 words: a column is in 32 banks; 8 rows of 16 words: a column of vectors in
        // 8 places of 4 banks.
        for (shape, unit, row_words) in [([32, 32], 1, 32), ([8, 16], 4, 16)] {
            let layout = Layout::rows(&shape).rotated(unit, 32).unwrap();
            assert_eq!(layout.neighbours(), Some(unit));
            let context = tc_isl::thread_context();
            let places: std::collections::BTreeSet<i64> = (0..shape[0])
                .map(|row| {
                    let at = |value: i64| Aff::parse(&context, &format!("{{ [({value})] }}"));
                    let at = [at(row).unwrap(), at(0).unwrap()];
                    let subscripts = layout.subscripts(&at).unwrap();
                    let column = subscripts[1].constant_val().unwrap().to_i64().unwrap();
                    (row * row_words + column) % 32
                })
                .collect();
            assert_eq!(places.len(), shape[0] as usize);
        }
        assert_eq!(Layout::rows(&[32, 10]).rotated(1, 32), None);
        assert_eq!(Layout::rows(&[32]).rotated(1, 32), None);
    }

    #[test]
    fn digits_are_those_of_the_coordinates() {
        let walk = Walk {
            width: 4,
            depth: 0,
            stride: 8,
            runs: 8,
            parallel: true,
        };
        let layout = Layout::walking(&[64, 3], walk, 0);
        let context = tc_isl::thread_context();
        let coordinates = ["{ S[f, k] -> [(f)] }", "{ S[f, k] -> [(k)] }"];
        let coordinates = coordinates.map(|text| Aff::parse(&context, text).unwrap());
        let subscripts = layout.subscripts(&coordinates).unwrap();
        let text: Vec<String> = subscripts.iter().map(ToString::to_string).collect();
        let expected = [
            "{ S[f, k] -> [(k)] }",
            "{ S[f, k] -> [((f) mod 8)] }",
            "{ S[f, k] -> [(floor((f)/8))] }",
        ];
        assert_eq!(text, expected);
    }
}
