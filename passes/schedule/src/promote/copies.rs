//! Statements that copy a tile, and how their instances are spread over the threads of a block.
//!
//! ```text
//! schedule.statement @A_in(%p0, %p1, %a0, %a1) {      // outer coordinates, then the element of the array
//!   %0 = affine.load %A[%a0, %a1]
//!   affine.store %0, %A_s[%a0 - %p0, %a1 - %p1]
//! }
//! band (thread.y A_in[p0, p1, a0, a1] -> a0 - p0, thread.x A_in[p0, p1, a0, a1] -> a1 - p1)
//! ```
//!
//! The elements of a tile are numbered row by row, and the numbers are spread over the threads
//! along `x`, then `y`, then `z`: neighbouring threads copy neighbouring elements, and a row that
//! has fewer elements than `x` has threads leaves room for more rows. What is left becomes loops.
//! The number of a thread along an axis is made from dimensions and digits of them:
//!
//! ```text
//! a tile of 128 x 16 by vectors of 4 on 16 x 16 threads
//! band (thread.y a0 floordiv 4, thread.x 4*(a0 mod 4) + a1 floordiv 4, unroll a1 mod 4)
//! ```
//!
//! Where elements are copied by vectors, a thread has the neighbouring elements of one.

use tc_dialects::schedule::tree::{Axis, Band, Member, MemberKind, Refusal};
use tc_isl::{Aff, Map, MultiAff, UnionMap, UnionPwAff, Val};
use tc_isl::{Dim, Id};

use super::layout::Layout;
use tc_scop::isl_text::IslNames;

/// The tag of the bands of copies.
pub const COPY_TAG: &str = "copy";

/// A statement that copies a tile in or out.
#[derive(Clone, Debug)]
pub struct Copy {
    /// The name of the statement.
    pub name: String,
    /// The names of its indices: outer coordinates, then the element.
    pub indices: Vec<String>,
    /// From outer coordinates to the instances that run there.
    pub extension: UnionMap,
    /// The subscripts of the array, as functions of the statement's indices.
    pub elements: Vec<Aff>,
    /// The coordinates in the box around the tile, as functions of the statement's indices.
    pub coordinates: Vec<Aff>,
    /// The subscripts of the tile, as functions of the statement's indices.
    pub subscripts: Vec<Aff>,
    /// The loops over the tile.
    pub band: Band,
    /// From the statement's instances to the elements that it moves, where the array is a tile.
    pub means: Option<UnionMap>,
}

/// A tile in memory, and how it is spread over the threads of a block.
#[derive(Clone, Debug)]
pub struct Spread<'s> {
    /// The extents of the box.
    pub shape: &'s [i64],
    /// The order of the elements.
    pub layout: &'s Layout,
    /// Threads along `x`, `y`, `z`.
    pub block: [i64; 3],
    /// Neighbouring elements that a thread copies together.
    pub width: i64,
    /// Whether what a thread has of each axis is copies in a row, instead of a loop.
    pub unrolled: bool,
    /// Whether the elements fill the box; otherwise each dimension has an axis of its own: the
    /// digits of numbers row by row would cut the edges of what is copied into many pieces.
    pub full: bool,
}

impl Copy {
    /// The statement that copies `elements`, a relation from outer coordinates to elements, of a
    /// tile at `offset`.
    pub fn new(
        name: &str,
        elements: &Map,
        offset: &MultiAff,
        spread: &Spread<'_>,
    ) -> Result<Copy, Refusal> {
        let ctx = elements.context();
        let (depth, rank) = (elements.dim(Dim::In)?, elements.dim(Dim::Out)?);
        // [p] -> name[p, a] : a in elements(p)
        let elements = elements.coalesce()?.remove_redundancies()?;
        let instances = elements.domain_map()?.reverse()?.flatten_range()?;
        let instances = instances.set_tuple_id(Dim::Out, &Id::new(ctx, name)?)?;
        // Where the tile begins may depend on sizes.
        let sizes = offset.at(0)?.space()?.param_names();
        let mut names = IslNames::default();
        for size in &sizes {
            names.add(size);
        }
        let outer = (0..depth).map(|dim| format!("p{dim}"));
        let indices = outer.chain((0..rank).map(|dim| format!("a{dim}")));
        let indices: Vec<String> = indices.map(|index| names.fresh(&index)).collect();
        let outer: Vec<String> = indices[..depth]
            .iter()
            .map(|index| format!("({index})"))
            .collect();
        let tuple = format!("{name}[{}]", indices.join(", "));
        // isl takes only functions of the same sizes together.
        let sizes = if sizes.is_empty() {
            String::new()
        } else {
            format!("[{}] -> ", sizes.join(", "))
        };
        let outer = format!("{sizes}{{ {tuple} -> [{}] }}", outer.join(", "));
        let outer = MultiAff::parse(ctx, &outer)?;
        let mut copy = Copy {
            name: name.to_owned(),
            indices,
            extension: instances.to_union_map()?,
            elements: Vec::new(),
            coordinates: Vec::new(),
            subscripts: Vec::new(),
            band: Band::new(Vec::new(), true).with_tag(COPY_TAG),
            means: None,
        };
        for dim in 0..rank {
            let index = &copy.indices[depth + dim];
            let element = Aff::parse(ctx, &format!("{sizes}{{ {tuple} -> [({index})] }}"))?;
            let start = offset.at(dim)?.pullback_multi_aff(&outer)?;
            copy.coordinates.push(element.sub(&start)?);
            copy.elements.push(element);
        }
        copy.subscripts = spread.layout.subscripts(&copy.coordinates)?;
        copy.band.members = spread_over_threads(&copy.coordinates, spread)?;
        Ok(copy)
    }
}

/// The members of a band over a tile with these coordinates, outermost first.
pub fn spread_over_threads(
    coordinates: &[Aff],
    spread: &Spread<'_>,
) -> Result<Vec<Member>, Refusal> {
    let Some(row) = coordinates.last() else {
        return Ok(Vec::new());
    };
    let width = Val::new(row.context(), spread.width)?;
    let mut digits = Digits::new(spread.block, spread.full);
    digits.whole = spread.unrolled;
    let mut members = Vec::new();
    let last = coordinates.len() - 1;
    for (dim, subscript) in coordinates.iter().enumerate().rev() {
        let extent = spread.shape[dim];
        let left = if dim == last && spread.width > 1 {
            let vector = subscript.scale_down_val(&width)?.floor()?;
            digits.take(vector, extent / spread.width)?
        } else {
            digits.take(subscript.clone(), extent)?
        };
        if let Some(left) = left {
            let left = member(&left)?;
            members.push(if spread.unrolled {
                left.unrolled()
            } else {
                left
            });
        }
    }
    members.reverse();
    for numbers in digits.axes.iter().rev() {
        if let Some(number) = &numbers.number {
            let on_threads = MemberKind::Thread(numbers.axis);
            members.push(member(number)?.with_kind(on_threads));
        }
    }
    if members.is_empty() {
        members.push(member(row)?);
    }
    if spread.width > 1 {
        members.push(member(&row.mod_val(&width)?)?.unrolled());
    }
    Ok(members)
}

/// The threads of a block while the dimensions of a tile are spread over them, innermost first.
struct Digits {
    /// The axes with more than one thread, `x` first.
    axes: Vec<Numbers>,
    /// The axis that the next dimension goes to.
    next: usize,
    /// Whether dimensions share axes.
    shared: bool,
    /// Whether an axis has no more numbers than threads, where that leaves whole ones.
    whole: bool,
}

/// The numbers of threads along an axis.
struct Numbers {
    axis: Axis,
    /// Which thread has an element; none while all have number 0.
    number: Option<Aff>,
    /// How many numbers there are.
    taken: i64,
    /// How many times as many there may be.
    room: i64,
}

impl Numbers {
    /// Each number so far becomes `extent` of them.
    fn add(&mut self, coordinate: &Aff, extent: i64) -> Result<(), Refusal> {
        let scaled = coordinate.scale_val(&Val::new(coordinate.context(), self.taken)?)?;
        self.number = Some(match &self.number {
            Some(number) => number.add(&scaled)?,
            None => scaled,
        });
        self.taken *= extent;
        self.room /= extent;
        Ok(())
    }
}

impl Digits {
    fn new(block: [i64; 3], shared: bool) -> Digits {
        let axes = Axis::ALL.into_iter().zip(block);
        let numbers = |(axis, room)| Numbers {
            axis,
            number: None,
            taken: 1,
            room,
        };
        Digits {
            axes: axes
                .filter(|(_, threads)| *threads > 1)
                .map(numbers)
                .collect(),
            next: 0,
            shared,
            whole: false,
        }
    }

    /// Spreads a coordinate with so many values; what there is no thread for.
    fn take(&mut self, mut coordinate: Aff, mut extent: i64) -> Result<Option<Aff>, Refusal> {
        if !self.shared {
            let Some(axis) = self.axes.get_mut(self.next).filter(|_| extent > 1) else {
                return Ok((extent > 1).then_some(coordinate));
            };
            self.next += 1;
            axis.add(&coordinate, extent)?;
            return Ok(None);
        }
        while extent > 1 {
            let is_last = self.next + 1 >= self.axes.len();
            let Some(axis) = self.axes.get_mut(self.next) else {
                return Ok(Some(coordinate));
            };
            if axis.room <= 1 && is_last {
                return Ok(Some(coordinate));
            }
            if axis.room <= 1 {
                self.next += 1;
                continue;
            }
            let left_whole = self.whole && extent % axis.room == 0;
            if extent <= axis.room || is_last && !left_whole {
                axis.add(&coordinate, extent)?;
                break;
            }
            let room = Val::new(coordinate.context(), axis.room)?;
            extent = (extent + axis.room - 1) / axis.room;
            axis.add(&coordinate.mod_val(&room)?, axis.room)?;
            coordinate = coordinate.scale_down_val(&room)?.floor()?;
        }
        Ok(None)
    }
}

/// A member with these coordinates; every copied element has a place of its own, so it is
/// coincident.
pub fn member(coordinate: &Aff) -> Result<Member, Refusal> {
    Ok(Member {
        coincident: true,
        ..Member::new(UnionPwAff::from_aff(coordinate)?)
    })
}
