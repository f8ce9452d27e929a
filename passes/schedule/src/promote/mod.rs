//! `schedule-promote`: tiles of arrays are copied to the memory of a block, and the statements work
//! on the copies.
//!
//! ```text
//! band "tile"                                     band "tile"
//!   | T[i, k] -> k - k mod 8                        | T[i, k] -> k - k mod 8
//!   band "point"                          ==>       extension { [i0, k0] -> A_in[i0, k0, a, b] : ... }
//!     | thread.y T[i, k] -> i mod 32                  sequence
//!     | thread.x ...                                    filter A_in: band (thread.y a - i0, thread.x b - k0)
//!                                                       filter T:    band "point" ...
//! affine.load %A[%i, %k] in T                     affine.load %A_s[%i mod 32, %k mod 8] {schedule.for = "T[i, k] -> A[i, k]"}
//! ```
//!
//! **Where.** Below the innermost band with the tag `below` (by default `tile`) of each branch;
//! without one below the band that is mapped to blocks. All arrays that are touched there are
//! looked at, or those that `arrays` names.
//!
//! **Which arrays.** An array is worth it when several threads touch one element, or when some
//! access is not coalesced: a step along `thread.x` moves along another dimension than the last, or
//! by more than one element. Arrays are taken in the order of the number of their accesses as long
//! as the tiles of a kernel fit into `limit` bytes, those of later places first.
//!
//! **Legal when**
//! 1. every access to the array below the place is affine and certain, except that reads may be
//!    conditional;
//! 2. what a tile touches lies in a box of constant size;
//! 3. the statements that touch it run nowhere else, since their bodies change;
//! 4. the place is above all loops on threads, since all threads of a block copy together.
//!
//! **Padding.** Shared memory has banks of a word. Where a step along `thread.x` goes to another
//! row of a tile, and rows are an even number of words apart, the lanes of a warp meet in few
//! banks; such rows get one word more (`pad`), which no access touches. Where each thread goes
//! along its row, it loads whole vectors of `vector-bytes`, and the row gets a vector more. With
//! `swizzle` such rows are rotated instead, which takes no memory (`layout.rs`).
//!
//! **Order.** Elements lie as in the array, or so that one load brings a vector of those that a
//! thread works on (`layout.rs`, option `reorder`).
//!
//! **Vectors.** A copy moves `vector-bytes` at a time where all rows of the array and of the tile
//! begin at multiples of that.
//!
//! **Packed.** `space=packed` copies what the vectors of a CPU read into panels (`packed.rs`).
//!
//! **Registers.** `space=registers` is for what one thread works on in unrolled loops: windows,
//! sums, operands of a product, also those that are in a tile in shared memory (`registers.rs`). An
//! array of the thread holds them, whose subscripts are numbers once the loops are unrolled, so
//! that `loops-mem-to-reg` and LLVM make values of its elements. The place is above the innermost
//! unrolled loops, or below the band that `below` names, and below all loops on threads. Refused
//! are, besides what is said above, arrays whose elements move with a loop that is not unrolled,
//! more elements than there are registers, elements that are touched once (unless `arrays` names
//! the array), and arrays that a copy below the place fills.
//!
//! A written array is copied in where it is read and was not written below the place before, and
//! copied out exactly where it is written, so that blocks do not write each other's elements; a
//! temporary that is only read where it was written below the place is not copied at all. Of tiles
//! in time only those elements are copied out whose values are read elsewhere (`seen.rs`). Each
//! array that is not promoted gets its reason; that is an error for one that `arrays` names.
//! Barriers between copies and uses are left to `schedule-sync`.
//! **Cost**: `limit` bytes of shared memory for a block, one barrier or two for a tile. Tiles that
//! together are larger than what a kernel can declare are dynamic shared memory of its launch;
//! fewer blocks then run at a time on a multiprocessor, so `limit` must be given for them.

mod coalescing;
pub(crate) mod copies;
pub(crate) mod footprint;
pub(crate) mod layout;
mod moved;
mod packed;
mod pass;
pub(crate) mod place;
mod registers;
mod seen;
mod steps;

use std::collections::{BTreeMap, BTreeSet};

use tc_dialects::schedule::tree::{Path, Prefix, Refusal, Tree};
use tc_isl::{Aff, Map, UnionMap, UnionPwAff, Val};

pub use coalescing::Gain;
use coalescing::{Walk, walks_of, worth_a_tile};
pub use copies::{COPY_TAG, Copy, Spread};
use footprint::Footprint;
use layout::{Layout, Widths};
pub use pass::{SchedulePromote, Space};
use place::Place;
use steps::Steps;
use tc_dialects::target::Limits;
use tc_scop::accesses::ScopAccesses;
use tc_scop::units::bands;
use tc_scop::values::bounds;

/// The tag of the bands below which tiles in the memory of a block live, where no other is given.
pub const TAG: &str = "tile";

/// An array that could be promoted.
#[derive(Clone, Debug)]
pub struct PromotableArray {
    /// The name of its tuple in isl.
    pub name: String,
    /// The extents, where they are known.
    pub extents: Vec<Option<i64>>,
    /// The size of an element.
    pub bytes: i64,
    /// Whether it is unknown outside of the scop.
    pub temporary: bool,
    /// Whether it holds values before the scop runs.
    pub filled: bool,
    /// Whether it is in the memory of a block: it may have tiles in registers only.
    pub shared: bool,
}

/// A load or store of a statement.
#[derive(Clone, Debug)]
pub struct StatementAccess {
    /// The name of the statement's tuple in isl.
    pub statement: String,
    /// Which operation of the body it is.
    pub position: usize,
    /// The name of the array's tuple in isl.
    pub array: String,
    /// From the statement's instances to elements.
    pub relation: UnionMap,
    /// What it stands for, where the array is a tile; otherwise the same relation.
    pub means: UnionMap,
    /// Whether it is a store.
    pub write: bool,
    /// Whether every instance does it, at exactly these elements.
    pub certain: bool,
    /// Whether its subscripts are affine functions of the indices.
    pub affine: bool,
}

/// What is promoted from.
#[derive(Clone, Debug)]
pub struct PromoteInput {
    /// Those that may have tiles.
    pub arrays: Vec<PromotableArray>,
    /// All accesses of the scop.
    pub accesses: Vec<StatementAccess>,
    /// The same, with the places of the statements in the original program.
    pub original: ScopAccesses,
    /// Names of statements and arrays that there are.
    pub taken: BTreeSet<String>,
    /// Threads along `x`, `y`, `z`.
    pub block: [i64; 3],
}

/// A tile of an array.
#[derive(Clone, Debug)]
pub struct Tile {
    /// The name of the new array.
    pub name: String,
    /// The array that it is a tile of.
    pub array: String,
    /// The number of the kernel.
    pub kernel: usize,
    /// The extents that hold every tile of the array, without padding.
    pub shape: Vec<i64>,
    /// The order of the elements in memory.
    pub layout: Layout,
    /// Elements behind each row that belong to no tile.
    pub padding: i64,
    /// Whether matrix operations read it.
    pub by_units: bool,
    /// What it takes of shared memory, with the padding.
    pub bytes: i64,
    /// What is gained by it.
    pub gain: Gain,
    /// How the tile is filled; none where nothing reads it before it is written.
    pub copy_in: Option<Copy>,
    /// How the tile is written back; none where it is only read.
    pub copy_out: Option<Copy>,
    /// The accesses that now go to the tile.
    pub accesses: Vec<TileAccess>,
}

impl Tile {
    /// The extents of the array that holds the tile.
    pub fn padded_shape(&self) -> Vec<i64> {
        let mut shape = self.layout.shape();
        if let Some(last) = shape.last_mut() {
            *last += self.padding;
        }
        shape
    }
}

/// Elements behind each row that bring the rows an odd number of words apart, or of elements or
/// vectors where these are larger.
fn padding(shape: &[i64], element_bytes: i64, bank_bytes: i64, vector_bytes: i64) -> i64 {
    let (true, Some(row)) = (shape.len() > 1, shape.last()) else {
        return 0;
    };
    let unit = element_bytes.max(bank_bytes).max(vector_bytes);
    match (row * element_bytes) % (2 * unit) {
        0 => (unit / element_bytes).max(1),
        _ => 0,
    }
}

/// An access that goes to a tile.
#[derive(Clone, Debug)]
pub struct TileAccess {
    /// The name of the statement's tuple in isl.
    pub statement: String,
    /// Which operation of the body it is.
    pub position: usize,
    /// The subscripts of the tile, as functions of the statement's indices.
    pub subscripts: Vec<Aff>,
    /// The access that it stands for.
    pub means: UnionMap,
}

/// An array that was left where it is, at one place.
#[derive(Debug)]
pub struct Left {
    /// The name of its tuple in isl.
    pub array: String,
    /// The number of the kernel.
    pub kernel: usize,
    /// Why.
    pub refusal: Refusal,
}

/// A tree that works on tiles.
#[derive(Debug)]
pub struct Promoted {
    /// The tree with extensions, copies and redirected accesses.
    pub tree: Tree,
    /// One for each array and place.
    pub tiles: Vec<Tile>,
    /// The arrays that were left where they are.
    pub left: Vec<Left>,
    /// The bytes of all tiles.
    pub bytes: i64,
}

/// Promotes arrays in all places of a tree, for a machine with these limits.
pub fn promote(
    mut tree: Tree,
    input: &PromoteInput,
    options: &SchedulePromote,
    limits: &Limits,
) -> Result<Promoted, Refusal> {
    let mut promotion = Promotion::new(input, options, limits);
    promotion.check_names()?;
    let tag = options.below.as_deref().unwrap_or(TAG);
    let places = place::places(&tree, tag);
    if places.is_empty() && !options.arrays.is_empty() {
        return Err(Refusal::new(format!(
            "there is no band with the tag \"{tag}\" and none on blocks to promote below"
        ))
        .note("tile with schedule-tile and map with schedule-map-blocks first"));
    }
    // Later places first, so that the paths of the others stay right.
    for path in places.into_iter().rev() {
        promotion.at(&mut tree, &path)?;
    }
    let bytes = promotion.bytes.values().sum();
    Ok(promotion.promoted(tree, bytes))
}

struct Promotion<'a> {
    input: &'a PromoteInput,
    options: &'a SchedulePromote,
    /// How many bytes the tiles of one kernel may take together.
    limit: i64,
    /// The width of a bank of shared memory, where the rows of a tile are padded.
    bank_bytes: Option<i64>,
    /// What a warp reads at a time, a word from each bank.
    line_bytes: i64,
    /// How many bytes a copy moves at a time.
    vector_bytes: i64,
    taken: BTreeSet<String>,
    tiles: Vec<Tile>,
    left: Vec<Left>,
    /// The bytes of the tiles of each kernel, by its number.
    bytes: BTreeMap<usize, i64>,
}

impl<'a> Promotion<'a> {
    fn new(input: &'a PromoteInput, options: &'a SchedulePromote, limits: &Limits) -> Self {
        Promotion {
            input,
            options,
            limit: options.limit.unwrap_or(limits.shared_bytes),
            bank_bytes: options.pad.then_some(limits.bank_bytes),
            line_bytes: limits.warp * limits.bank_bytes,
            vector_bytes: options.vector_bytes.unwrap_or(limits.access_bytes),
            taken: input.taken.clone(),
            tiles: Vec::new(),
            left: Vec::new(),
            bytes: BTreeMap::new(),
        }
    }

    /// Refuses a name in `arrays` that no array has.
    fn check_names(&self) -> Result<(), Refusal> {
        let arrays = || {
            self.input
                .arrays
                .iter()
                .filter(|array| self.may_have(array))
        };
        for name in &self.options.arrays {
            if !arrays().any(|array| array.name == *name) {
                let known: Vec<&str> = arrays().map(|array| array.name.as_str()).collect();
                return Err(Refusal::new(format!("there is no array {name} to promote"))
                    .note(format!("the arrays are {}", known.join(", "))));
            }
        }
        Ok(())
    }

    /// Whether an array may have tiles: one in shared memory only in registers.
    fn may_have(&self, array: &PromotableArray) -> bool {
        !array.shared || self.options.space == Space::Registers
    }

    fn promoted(self, tree: Tree, bytes: i64) -> Promoted {
        Promoted {
            tree,
            tiles: self.tiles,
            left: self.left,
            bytes,
        }
    }

    /// Promotes arrays at one place.
    fn at(&mut self, tree: &mut Tree, path: &Path) -> Result<(), Refusal> {
        let place = Place::new(tree, path)?;
        let mut tiles = Vec::new();
        let kernel = place.kernel;
        let mut bytes = self.bytes.get(&kernel).copied().unwrap_or(0);
        for array in self.candidates(&place)? {
            let tile = self.tile(tree, &place, array);
            let fits = tile.and_then(|tile| {
                let left = self.limit - bytes;
                if tile.bytes > left {
                    let message = format!(
                        "its tile takes {} bytes, and {left} of {} are left",
                        tile.bytes, self.limit
                    );
                    return Err(Refusal::new(message).note("use smaller tiles, or raise the limit"));
                }
                bytes += tile.bytes;
                Ok(tile)
            });
            tiles.extend(self.unless_left(&place, array, fits)?);
        }
        self.bytes.insert(kernel, bytes);
        if !tiles.is_empty() {
            tree.try_replace_at(path, |node| with_copies(node, &place.prefix, &tiles))?;
            self.tiles.extend(tiles);
        }
        Ok(())
    }

    /// The tile of an array at a place. That there is none is an error where the array is asked
    /// for, and noted otherwise.
    fn unless_left(
        &mut self,
        place: &Place,
        array: &PromotableArray,
        tile: Result<Tile, Refusal>,
    ) -> Result<Option<Tile>, Refusal> {
        match tile {
            Ok(tile) => Ok(Some(tile)),
            Err(refusal) if self.options.arrays.contains(&array.name) => {
                let message = format!("cannot promote {}: {}", array.name, refusal.message);
                let refusal = refusal
                    .notes
                    .into_iter()
                    .fold(Refusal::new(message), Refusal::note);
                Err(refusal.at(&place.path))
            }
            Err(refusal) => {
                self.left.push(Left {
                    array: array.name.clone(),
                    kernel: place.kernel,
                    refusal: refusal.at(&place.path),
                });
                Ok(None)
            }
        }
    }

    /// The arrays that are touched at a place, those with the most accesses first.
    fn candidates(&self, place: &Place) -> Result<Vec<&'a PromotableArray>, Refusal> {
        let input = self.input;
        let mut counted = Vec::new();
        for array in input.arrays.iter().filter(|array| self.may_have(array)) {
            let wanted =
                self.options.arrays.is_empty() || self.options.arrays.contains(&array.name);
            let count = self.accesses(array, place).len();
            if wanted && count > 0 {
                counted.push((std::cmp::Reverse(count), array));
            }
        }
        counted.sort_by(|(count, array), (other, their)| {
            count.cmp(other).then(array.name.cmp(&their.name))
        });
        Ok(counted.into_iter().map(|(_, array)| array).collect())
    }

    /// The accesses to an array below a place.
    fn accesses(&self, array: &PromotableArray, place: &Place) -> Vec<&'a StatementAccess> {
        let input = self.input;
        let here = |access: &&StatementAccess| place.statements.contains(&access.statement);
        input
            .accesses
            .iter()
            .filter(|access| access.array == array.name)
            .filter(here)
            .collect()
    }

    /// The tile of an array at a place, or why there is none.
    fn tile(
        &mut self,
        tree: &Tree,
        place: &Place,
        array: &PromotableArray,
    ) -> Result<Tile, Refusal> {
        place.check()?;
        known_extents(array)?;
        let accesses = self.accesses(array, place);
        for access in &accesses {
            place.check_statement(tree, &access.statement)?;
            check_access(access)?;
        }
        let all = touched(place, accesses.iter().copied())?;
        let footprint = Footprint::of(place.prefix.relation()?, &all)?;
        let walks = walks_of_all(place, &accesses)?;
        let steps = Steps::of(tree, &place.path, &place.prefix)?;
        let gain = match (self.options.arrays.is_empty(), &steps) {
            (false, _) => Gain::AskedFor,
            (true, Some(steps)) if steps.come_back(&place.prefix, &all)? => Gain::Steps,
            (true, _) => worth_a_tile(place, &walks, &all)?,
        };
        let by_units = read_by_units(tree, place, &accesses);
        let (layout, padding) = if by_units {
            (
                Layout::rows(&footprint.shape),
                self.padding_for_units(array, &footprint.shape, &accesses)?,
            )
        } else {
            self.layout(tree, place, (array, &accesses), &footprint, (gain, &walks))?
        };
        let name = self.fresh(&format!("{}_s", array.name));
        let mut tile = Tile {
            name,
            array: array.name.clone(),
            kernel: place.kernel,
            shape: footprint.shape.clone(),
            layout,
            padding,
            bytes: 0,
            gain,
            by_units,
            copy_in: None,
            copy_out: None,
            accesses: Vec::new(),
        };
        let elements = tile.padded_shape().iter().product::<i64>();
        tile.bytes = elements.saturating_mul(array.bytes);
        let moved = self.moved(tree, place, array, &footprint)?;
        let vector = self.vector(array, &footprint, tile.padding)?;
        // What all steps of a tile touch has no whole rows; conditions on single elements would cut
        // vectors into strided accesses.
        let of_steps = match steps {
            Some(_) => 1,
            None => vector,
        };
        if let Some(elements) = moved.inwards {
            let width = if array.filled { vector } else { of_steps };
            tile.copy_in = Some(self.copy(array, "in", &elements, (&footprint, &tile, width))?);
        }
        if let Some(elements) = moved.outwards {
            tile.copy_out =
                Some(self.copy(array, "out", &elements, (&footprint, &tile, of_steps))?);
        }
        for access in accesses {
            tile.accesses
                .push(rewritten(access, place, &footprint, &tile.layout)?);
        }
        Ok(tile)
    }

    /// The copy of these elements to or from the tile of a footprint, so many at a time.
    fn copy(
        &mut self,
        array: &PromotableArray,
        way: &str,
        elements: &Map,
        (footprint, tile, width): (&Footprint, &Tile, i64),
    ) -> Result<Copy, Refusal> {
        let name = self.fresh(&format!("{}_{way}", array.name));
        let spread = Spread {
            shape: &footprint.shape,
            block: self.input.block,
            layout: &tile.layout,
            width: width.min(tile.layout.neighbours().unwrap_or(i64::MAX)),
            full: tile.gain != Gain::Steps,
            unrolled: tile.by_units,
        };
        Copy::new(&name, elements, &footprint.offset, &spread)
    }

    /// Rows that are rotated instead of padded, if that is asked for and possible.
    fn rotated(&self, array: &PromotableArray, layout: Layout, padding: i64) -> (Layout, i64) {
        let line = self.line_bytes / array.bytes;
        match (self.options.swizzle && padding > 0).then(|| layout.rotated(padding, line)) {
            Some(Some(rotated)) => (rotated, 0),
            _ => (layout, padding),
        }
    }

    /// The order of a tile's elements, and what is behind each row.
    fn layout(
        &self,
        tree: &Tree,
        place: &Place,
        (array, accesses): (&PromotableArray, &[&StatementAccess]),
        footprint: &Footprint,
        (gain, walks): (Gain, &[Walk]),
    ) -> Result<(Layout, i64), Refusal> {
        let layout = match gain {
            Gain::Shared | Gain::Steps | Gain::AskedFor if self.options.reorder => {
                let machine = Widths {
                    block: self.input.block,
                    element_bytes: array.bytes,
                    vector_bytes: self.vector_bytes,
                };
                Layout::of(tree, place, accesses, &footprint.shape, machine)?
            }
            _ => Layout::rows(&footprint.shape),
        };
        let padding = match layout.walked {
            None => self.padding(array, &footprint.shape, walks)?,
            Some(_) => 0,
        };
        Ok(self.rotated(array, layout, padding))
    }

    /// The elements behind each row of a tile that matrix operations read: eight rows of 16 bytes
    /// are then in different banks, for the distance of two of them is an odd multiple of 16 bytes.
    fn padding_for_units(
        &self,
        array: &PromotableArray,
        shape: &[i64],
        accesses: &[&StatementAccess],
    ) -> Result<i64, Refusal> {
        if accesses.iter().any(|access| access.write) {
            return Err(Refusal::new(
                "matrix operations add to it, in the registers of the lanes",
            ));
        }
        let row = shape.last().map_or(1, |row| row * array.bytes);
        let vector = self.vector_bytes;
        if self.bank_bytes.is_none() || shape.len() < 2 {
            return Ok(0);
        }
        let rows = (row + vector - 1) / vector;
        let padded = (rows + i64::from(rows % 2 == 0)) * vector;
        Ok((padded - row) / array.bytes)
    }

    /// The elements behind each row of a tile of this shape.
    fn padding(
        &self,
        array: &PromotableArray,
        shape: &[i64],
        walks: &[Walk],
    ) -> Result<i64, Refusal> {
        let Some(bank_bytes) = self.bank_bytes else {
            return Ok(0);
        };
        let (mut crosses_rows, mut own) = (false, i64::MAX);
        for walk in walks {
            if walk.step.crosses_rows()? {
                crosses_rows = true;
                own = own.min(walk.own);
            }
        }
        let row = shape.last().map_or(1, |row| row * array.bytes);
        let vector = self.vector_bytes;
        let whole = own.saturating_mul(array.bytes) >= vector && row % vector == 0;
        Ok(if crosses_rows {
            padding(
                shape,
                array.bytes,
                bank_bytes,
                if whole { vector } else { 1 },
            )
        } else {
            0
        })
    }

    /// How many elements a copy moves at a time: all rows of the array, of the tile and of its part
    /// begin at multiples of that.
    fn vector(
        &self,
        array: &PromotableArray,
        footprint: &Footprint,
        padding: i64,
    ) -> Result<i64, Refusal> {
        let (Some(row), Some(extent)) = (footprint.shape.last(), known_extents(array)?.pop())
        else {
            return Ok(1);
        };
        let mut width = (self.vector_bytes / array.bytes).max(1);
        let last = footprint.shape.len() - 1;
        let domain = footprint.touched.domain()?.to_union_set()?;
        let start = UnionPwAff::from_aff(&footprint.offset.at(last)?)?.intersect_domain(&domain)?;
        while width > 1 {
            let within = start.mod_val(&Val::new(domain.context(), width)?)?;
            let starts_there = bounds(&within)? == Some((0, 0));
            let rows = last == 0 || (extent % width == 0 && (row + padding) % width == 0);
            if starts_there && rows && row % width == 0 {
                break;
            }
            width /= 2;
        }
        Ok(width)
    }

    fn fresh(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 1;
        while !self.taken.insert(name.clone()) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        name
    }
}

/// The extents of an array: all of them known, and at least one.
fn known_extents(array: &PromotableArray) -> Result<Vec<i64>, Refusal> {
    let extents: Option<Vec<i64>> = array.extents.iter().copied().collect();
    let extents = extents.ok_or_else(|| {
        Refusal::new("its extents are not known at compile time")
            .note("bind sizes with tc-specialize")
    })?;
    if extents.is_empty() {
        Err(Refusal::new("it is a single element"))
    } else {
        Ok(extents)
    }
}

/// Refuses an access that cannot go to a tile.
fn check_access(access: &StatementAccess) -> Result<(), Refusal> {
    if !access.affine {
        return Err(Refusal::new(format!(
            "{} has a subscript that is not affine",
            access.statement
        )));
    }
    if access.write && !access.certain {
        return Err(Refusal::new(format!(
            "{} writes it under a condition",
            access.statement
        )));
    }
    Ok(())
}

/// What accesses touch at a place.
fn touched<'a>(
    place: &Place,
    accesses: impl Iterator<Item = &'a StatementAccess>,
) -> Result<UnionMap, Refusal> {
    let mut relation = UnionMap::none(place.prefix.active.context())?;
    for access in accesses {
        relation = relation.union(&access.relation.intersect_domain(&place.prefix.active)?)?;
    }
    Ok(relation)
}

/// The walks of accesses below a place, once for accesses of the same elements: an update reads and
/// writes them.
fn walks_of_all(place: &Place, accesses: &[&StatementAccess]) -> Result<Vec<Walk>, Refusal> {
    let mut walks = Vec::new();
    for access in distinct(accesses)? {
        walks.extend(walks_of(place, access)?);
    }
    Ok(walks)
}

/// Whether some of the accesses are factors of matrix operations below a place.
fn read_by_units(tree: &Tree, place: &Place, accesses: &[&StatementAccess]) -> bool {
    let bands = bands(tree).into_iter();
    let mut here = bands.filter(|(path, _)| place.path.contains(path));
    here.any(|(path, _)| {
        let below = tree
            .prefix(&path)
            .ok()
            .and_then(|prefix| prefix.active.sets().ok());
        let names = below.into_iter().flatten().filter_map(|set| set.name());
        let names: Vec<String> = names.collect();
        let mut reads = accesses.iter().filter(|access| !access.write);
        reads.any(|access| names.contains(&access.statement))
    })
}

/// One access of each relation.
fn distinct<'a>(accesses: &[&'a StatementAccess]) -> Result<Vec<&'a StatementAccess>, Refusal> {
    let mut distinct = Vec::new();
    for (position, access) in accesses.iter().enumerate() {
        let mut earlier = accesses[..position].iter();
        let known = earlier.try_fold(false, |known, other| -> Result<bool, Refusal> {
            Ok(known || other.relation.is_equal(&access.relation)?)
        })?;
        if !known {
            distinct.push(*access);
        }
    }
    Ok(distinct)
}

/// The access to a tile in place of the array: the element's coordinates, less the offset of the
/// tile that the instance is in.
fn rewritten(
    access: &StatementAccess,
    place: &Place,
    footprint: &Footprint,
    layout: &Layout,
) -> Result<TileAccess, Refusal> {
    let relation = access
        .relation
        .intersect_domain(&place.prefix.active)?
        .as_map()?;
    let instances = relation.domain()?;
    let element = relation.as_pw_multi_aff()?;
    let outer = place.outer_coordinates(&instances)?;
    let offset = footprint
        .offset
        .to_pw_multi_aff()?
        .pullback_pw_multi_aff(&outer)?;
    let mut coordinates = Vec::new();
    for dim in 0..footprint.shape.len() {
        let coordinate = element.at(dim)?.sub(&offset.at(dim)?)?;
        let coordinate = coordinate.gist(&instances)?.coalesce()?;
        if !coordinate.isa_aff()? {
            return Err(Refusal::new(format!(
                "the place of an element in the tile is not one expression in {}: {coordinate}",
                access.statement
            )));
        }
        coordinates.push(coordinate.as_aff()?);
    }
    Ok(TileAccess {
        statement: access.statement.clone(),
        position: access.position,
        subscripts: layout.subscripts(&coordinates)?,
        means: access.means.clone(),
    })
}

/// The node with copies of the tiles before and after it.
fn with_copies(node: Tree, prefix: &Prefix, tiles: &[Tile]) -> Result<Tree, Refusal> {
    let mut extension = UnionMap::none(prefix.active.context())?;
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let copies = |tile: &Tile| tile.copy_in.is_some() || tile.copy_out.is_some();
    if !tiles.iter().any(copies) {
        return Ok(node);
    }
    for tile in tiles {
        for (copy, children) in [(&tile.copy_in, &mut before), (&tile.copy_out, &mut after)] {
            let Some(copy) = copy else { continue };
            extension = extension.union(&copy.extension)?;
            let instances = copy.extension.range()?.universe()?;
            children.push(
                Tree::Leaf
                    .below_band(copy.band.clone())
                    .below_filter(instances),
            );
        }
    }
    let mut children = before;
    children.push(node.below_filter(prefix.active.universe()?));
    children.extend(after);
    Ok(Tree::Sequence { children }.below_extension(extension))
}
