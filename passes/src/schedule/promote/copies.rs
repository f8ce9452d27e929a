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

impl Copy {
    /// The statement that copies `elements`, a relation from outer coordinates to elements, of a tile at `offset`.
    pub fn new(
        name: &str,
        elements: &Map,
        offset: &MultiAff,
        shape: &[i64],
        block: [i64; 3],
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
        copy.band.members = copy.spread(shape, block)?;
        Ok(copy)
    }

    /// The members of the copy's band, outermost first.
    fn spread(&self, shape: &[i64], block: [i64; 3]) -> Result<Vec<Member>, Refusal> {
        let [x, y, _] = block;
        if let ([subscript], [length]) = (self.subscripts.as_slice(), shape)
            && y > 1
            && *length > x
        {
            let x = Val::new(subscript.context(), x)?;
            let row = subscript.scale_down_val(&x)?.floor()?;
            return Ok(vec![
                mapped(&row, Some(Axis::Y))?,
                mapped(&subscript.mod_val(&x)?, Some(Axis::X))?,
            ]);
        }
        let rank = self.subscripts.len();
        let axis =
            |dim: usize| Axis::from_index(rank - 1 - dim).filter(|axis| block[axis.index()] > 1);
        self.subscripts
            .iter()
            .enumerate()
            .map(|(dim, subscript)| mapped(subscript, axis(dim)))
            .collect()
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
