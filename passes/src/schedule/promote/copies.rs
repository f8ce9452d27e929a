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
//! The last dimension goes to `x`, so that the threads of a warp copy neighbouring elements; the one before goes to `y`,
//! then `z`; what is left becomes loops. A tile of one dimension is spread over `x` and `y` by quotient and remainder.
//!
//! Where elements are copied by vectors, a thread has the neighbouring elements of one, and a row that has fewer vectors than `x` has
//! threads leaves room for more rows:
//!
//! ```text
//! a tile of 128 x 16 by vectors of 4 on 16 x 16 threads
//! band (thread.y a0 floordiv 4, thread.x 4*(a0 mod 4) + a1 floordiv 4, unroll a1 mod 4)
//! ```

use tc_dialects::schedule::tree::{Axis, Band, Member, MemberKind, Refusal};
use tc_isl::{Aff, Map, MultiAff, UnionMap, UnionPwAff, Val};
use tc_isl::{Dim, Id};

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
    /// The subscripts of the tile, as functions of the statement's indices.
    pub subscripts: Vec<Aff>,
    /// The loops over the tile.
    pub band: Band,
}

/// How a tile is spread over the threads of a block.
#[derive(Clone, Debug)]
pub struct Spread<'s> {
    /// The extents of the tile.
    pub shape: &'s [i64],
    /// Threads along `x`, `y`, `z`.
    pub block: [i64; 3],
    /// Neighbouring elements that a thread copies together.
    pub width: i64,
}

impl Copy {
    /// The statement that copies `elements`, a relation from outer coordinates to elements, of a tile at `offset`.
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
        let indices: Vec<String> = (0..depth)
            .map(|dim| format!("p{dim}"))
            .chain((0..rank).map(|dim| format!("a{dim}")))
            .collect();
        let outer: Vec<String> = indices[..depth]
            .iter()
            .map(|index| format!("({index})"))
            .collect();
        let tuple = format!("{name}[{}]", indices.join(", "));
        // Where the tile begins may depend on sizes; isl takes only functions of the same ones together.
        let sizes = match offset.at(0)?.space()?.param_names() {
            names if names.is_empty() => String::new(),
            names => format!("[{}] -> ", names.join(", ")),
        };
        let outer = format!("{sizes}{{ {tuple} -> [{}] }}", outer.join(", "));
        let outer = MultiAff::parse(ctx, &outer)?;
        let mut copy = Copy {
            name: name.to_owned(),
            indices,
            extension: instances.to_union_map()?,
            elements: Vec::new(),
            subscripts: Vec::new(),
            band: Band::new(Vec::new(), true).with_tag("copy"),
        };
        for dim in 0..rank {
            let element = Aff::parse(ctx, &format!("{sizes}{{ {tuple} -> [(a{dim})] }}"))?;
            let start = offset.at(dim)?.pullback_multi_aff(&outer)?;
            copy.subscripts.push(element.sub(&start)?);
            copy.elements.push(element);
        }
        copy.band.members = copy.spread(spread)?;
        Ok(copy)
    }

    /// The members of the copy's band, outermost first.
    fn spread(&self, spread: &Spread<'_>) -> Result<Vec<Member>, Refusal> {
        let Some((row, outer)) = self.subscripts.split_last() else {
            return Ok(Vec::new());
        };
        let number = |value: i64| Val::new(row.context(), value);
        let [x, y, _] = spread.block;
        let vectors = spread
            .shape
            .last()
            .map_or(0, |length| length / spread.width);
        let rows_of_x = x / vectors.max(1);
        let width = match outer.is_empty() || vectors >= x || x % vectors.max(1) == 0 {
            true => spread.width,
            false => 1,
        };
        let vector = match width {
            1 => row.clone(),
            width => row.scale_down_val(&number(width)?)?.floor()?,
        };
        let axis = |from_last: usize| {
            Axis::from_index(from_last).filter(|axis| spread.block[axis.index()] > 1)
        };
        let mut members = Vec::new();
        if outer.is_empty() && y > 1 && vectors > x {
            let x = number(x)?;
            let line = vector.scale_down_val(&x)?.floor()?;
            members.push(mapped(&line, Some(Axis::Y))?);
            members.push(mapped(&vector.mod_val(&x)?, Some(Axis::X))?);
        } else {
            let joined = width > 1 && rows_of_x > 1 && !outer.is_empty();
            for (dim, subscript) in outer.iter().enumerate() {
                let from_last = outer.len() - dim;
                let coordinate = match joined && from_last == 1 {
                    true => subscript.scale_down_val(&number(rows_of_x)?)?.floor()?,
                    false => subscript.clone(),
                };
                members.push(mapped(&coordinate, axis(from_last))?);
            }
            let lane = match outer.last().filter(|_| joined) {
                Some(line) => {
                    let line = line.mod_val(&number(rows_of_x)?)?;
                    line.scale_val(&number(vectors)?)?.add(&vector)?
                }
                None => vector,
            };
            members.push(mapped(&lane, axis(0))?);
        }
        if width > 1 {
            let element = mapped(&row.mod_val(&number(width)?)?, None)?;
            members.push(Member {
                kind: MemberKind::Unroll,
                ..element
            });
        }
        Ok(members)
    }
}

/// A member with these coordinates; every copied element has a place of its own, so it is coincident.
fn mapped(coordinate: &Aff, axis: Option<Axis>) -> Result<Member, Refusal> {
    let kind = axis.map_or(MemberKind::Sequential, MemberKind::Thread);
    Ok(Member {
        coincident: true,
        kind,
        ..Member::new(UnionPwAff::from_aff(coordinate)?)
    })
}
