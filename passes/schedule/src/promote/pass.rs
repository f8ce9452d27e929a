//! `schedule-promote` on the op: what the pure function decided becomes arrays, statements and
//! redirected accesses.

use std::collections::BTreeSet;

use tc_dialects::schedule::tree::{Refusal, Role, Scop};
use tc_isl::thread_context;

use tc_dialects::target::{Limits, Target, cpu_of};
use tc_pass_host::*;
use tc_scop::accesses::{self, AccessKind, ScopAccesses};
use tc_scop::extents::bytes_of;

use super::super::vectorize::check_width;
use super::packed::pack;
use super::registers::keep;
use super::{Left, PromotableArray, PromoteInput, StatementAccess, TAG, Tile, promote};
use tc_scop::scop_edit::{Element, ScopEdit};
use tc_scop::scop_pass::transform;

choices! {
    /// The memories that tiles go to.
    pub enum Space {
        /// The memory of a block of a GPU.
        Shared = "shared",
        /// Arrays of a thread with constant subscripts, which become values.
        Registers = "registers",
        /// Panels in the order in which the vectors of a CPU read them.
        Packed = "packed",
    }
}

pass! {
    /// Copies tiles of arrays to faster memory and lets the statements work on the copies. With
    /// `space=shared`, an array is promoted when several threads touch one element or an access is not coalesced,
    /// when what a tile touches has a box of constant size around it, and as long as the tiles fit.
    /// How much shared memory there is, how wide its banks and the widest access are, says the
    /// `tc.target` of the module; without one the limits are those that all built-in GPUs share.
    pub struct SchedulePromote {
        name: "schedule-promote",
        anchor: "schedule.scop",
        summary: "tiles of arrays are copied to the memory of a block or to registers, and the statements work on the copies",
        dialects: ["affine", "gpu", "memref"],
        options: {
            /// where tiles go
            space: Space = Space::Shared,
            /// the tag of the bands below which tiles live, `tile` if empty; in registers also a
            /// mark or a path such as `S1/band[1]`, and if empty above the innermost unrolled loops
            below: Option<String> = None,
            /// the arrays to promote; all that are worth it if empty
            arrays: Vec<String> = Vec::new(),
            /// how many bytes the tiles of one kernel may take together, at most what a launch can
            /// give to a block; what a kernel can declare itself (`shared_bytes_per_block`) if
            /// empty; in registers those of one place, if empty all that a thread or a core has
            limit: Option<i64> = None,
            /// pad rows of a tile that threads walk across, so that they meet in different banks
            pad: bool = true,
            /// rotate such rows instead of padding them, where they and all banks together divide
            /// each other
            swizzle: bool = false,
            /// elements of a tile lie in the order in which a thread goes over them, so that one
            /// load brings several
            reorder: bool = true,
            /// bytes that a copy moves at a time where rows begin at multiples of that, a power of
            /// two; the widest access of the machine (`access_bytes`) if empty
            vector_bytes: Option<i64> = None,
        },
        statistics: {
            /// arrays of which a tile was made
            tiles,
            /// bytes of the tiles
            bytes,
            /// accesses that go to tiles
            accesses,
            /// arrays that were looked at and left
            left,
        },
    }
}

impl Pass for SchedulePromote {
    fn check(&self) -> Result<(), String> {
        check_width(self.vector_bytes)?;
        match self.limit {
            None | Some(1..) => Ok(()),
            Some(limit) => Err(format!("expected a positive limit, found {limit}")),
        }
    }

    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let accesses = accesses::of_scop(&thread_context(), operation)?;
        let target = ctx.target();
        let (tiles, left, bytes, elements) = transform(operation, ctx, |mut scop| {
            let input = input(&scop, &accesses)?;
            let elements: Vec<String> = scop
                .arrays
                .iter()
                .map(|array| array.element.clone())
                .collect();
            let promoted = match self.space {
                Space::Shared => {
                    promote(scop.tree, &input, self, &Limits::of_gpu(target.as_ref())?)?
                }
                Space::Registers => {
                    let limit = register_bytes(target.as_ref(), scop.block.is_some())?;
                    keep(scop.tree, &input, self, limit)?
                }
                Space::Packed => {
                    let cache = cpu_of(target.as_ref())?.l2_bytes;
                    let limit = self.limit.or(i64::try_from(cache).ok());
                    let tag = self.below.as_deref().unwrap_or(TAG);
                    pack(scop.tree, &input, tag, limit.unwrap_or(i64::MAX))?
                }
            };
            scop.tree = promoted.tree;
            Ok((
                scop,
                (promoted.tiles, promoted.left, promoted.bytes, elements),
            ))
        })?;
        let edit = ScopEdit::new(ctx.context(), operation)?;
        let arrays = edit.arrays()?;
        for tile in &tiles {
            let position = accesses
                .arrays
                .iter()
                .position(|array| array.name == tile.array);
            let position = position
                .ok_or_else(|| Failure::new(format!("there is no array {}", tile.array)))?;
            write_tile(
                &edit,
                tile,
                arrays[position],
                &elements[position],
                self.space,
            )?;
            self.accesses.add(tile.accesses.len());
        }
        for one in &left {
            ctx.decided(operation, not_promoted(one, self.space));
        }
        for tile in &tiles {
            ctx.decided(operation, promoted(tile, self.space));
        }
        self.tiles.add(tiles.len());
        self.bytes.add(usize::try_from(bytes).unwrap_or(0));
        self.left.add(left.len());
        Ok(())
    }
}

/// The registers of a thread of a GPU, or those of a core for vectors, in bytes.
fn register_bytes(target: Option<&Target>, on_gpu: bool) -> Result<i64, Refusal> {
    let bytes = match (target.and_then(Target::as_gpu), on_gpu) {
        (Some(gpu), _) => gpu.max_registers_per_thread * 4,
        (None, true) if target.is_none() => {
            return Ok(Limits::common().registers_per_thread * 4);
        }
        (None, _) => {
            let cpu = cpu_of(target)?;
            cpu.vector_registers * cpu.vector_lanes * 4
        }
    };
    Ok(i64::try_from(bytes).unwrap_or(i64::MAX))
}

fn subject(array: &str, kernel: usize) -> String {
    format!("promotion of {array} in kernel {kernel}")
}

fn promoted(tile: &Tile, space: Space) -> Decision {
    let shape: Vec<String> = tile.shape.iter().map(i64::to_string).collect();
    let mut what = format!(
        "a tile of {} elements, {} bytes, in {}",
        shape.join(" x "),
        tile.bytes,
        match space {
            Space::Shared => "shared memory",
            Space::Registers => "registers",
            Space::Packed => "panels",
        }
    );
    if tile.padding > 0 {
        what += &format!("; each row has {} elements of padding", tile.padding);
    }
    if tile.layout.neighbours().is_some() {
        what += "; rows are rotated";
    }
    if let Some(dim) = tile.layout.walked {
        what +=
            &format!("; elements that a thread reads along dimension {dim} lie next to each other");
    }
    Decision::passed(subject(&tile.array, tile.kernel), what)
        .because(tile.gain.as_str())
        .unless(match space {
            Space::Registers => "`arrays` of schedule-promote names those to promote, `below` another place",
            _ => "the mapping option shared=false, or `arrays` of schedule-promote, leaves it in global memory",
        })
        .figure("Bytes", tile.bytes)
}

fn not_promoted(left: &Left, space: Space) -> Decision {
    let suggestion = match &left.refusal.notes[..] {
        [] if space == Space::Packed => {
            "another order of the loops, or more rows in a block, so that a copy serves more reads"
                .to_owned()
        }
        [] => {
            "`arrays` of schedule-promote promotes it nevertheless, where that is legal".to_owned()
        }
        notes => notes.join("; "),
    };
    Decision::missed(
        subject(&left.array, left.kernel),
        match space {
            Space::Registers => "it stays where it is",
            _ => "it stays in global memory",
        },
    )
    .because(left.refusal.message.as_str())
    .unless(suggestion)
}

/// What the pure function wants to know of a scop.
fn input(scop: &Scop, accesses: &ScopAccesses) -> Result<PromoteInput, Refusal> {
    let mut input = PromoteInput {
        arrays: Vec::new(),
        accesses: Vec::new(),
        original: accesses.clone(),
        taken: BTreeSet::new(),
        block: scop.block.unwrap_or([1; 3]),
    };
    for (info, array) in accesses.arrays.iter().zip(&scop.arrays) {
        input.taken.extend([info.name.clone(), array.name.clone()]);
        if !info.kind.is_private() {
            let bytes = bytes_of(&array.element);
            input.arrays.push(PromotableArray {
                name: info.name.clone(),
                extents: array.shape.clone(),
                bytes,
                temporary: info.kind.is_temporary(),
                filled: array.kind.role().is_some_and(Role::is_filled),
                shared: info.kind.is_shared(),
            });
        }
    }
    for statement in &accesses.statements {
        input.taken.insert(statement.name.clone());
        for access in &statement.accesses {
            input.accesses.push(StatementAccess {
                statement: statement.name.clone(),
                position: access.position,
                array: access.array.clone(),
                relation: access.relation.clone(),
                means: match &access.stands_for {
                    Some(meant) => meant.relation.clone(),
                    None => access.relation.clone(),
                },
                write: access.kind == AccessKind::Write,
                certain: access.must,
                affine: access.relation.is_single_valued()?,
            });
        }
    }
    Ok(input)
}

fn write_tile<'c: 'a, 'a>(
    edit: &ScopEdit<'c, 'a>,
    tile: &Tile,
    array: Value<'c, 'a>,
    element: &str,
    space: Space,
) -> Result<(), Failure> {
    let shape: Vec<String> = tile.padded_shape().iter().map(i64::to_string).collect();
    let memory = match space {
        Space::Shared => ", #gpu.address_space<workgroup>",
        Space::Registers | Space::Packed => "",
    };
    let kind = match space {
        Space::Registers => "private",
        Space::Shared | Space::Packed => "shared",
    };
    let memref = format!("memref<{}x{element}{memory}>", shape.join("x"));
    let local = edit.add_array(&tile.name, kind, &memref)?;
    if let Some(copy) = &tile.copy_in {
        let from = Element {
            array,
            subscripts: &copy.elements,
        };
        let to = Element {
            array: local,
            subscripts: &copy.subscripts,
        };
        edit.add_copy(&copy.name, &copy.indices, &from, &to)?;
        if let Some(means) = &copy.means {
            edit.redirect(&copy.name, 0, &from, Some(&means.to_string()))?;
        }
    }
    if let Some(copy) = &tile.copy_out {
        let from = Element {
            array: local,
            subscripts: &copy.subscripts,
        };
        let to = Element {
            array,
            subscripts: &copy.elements,
        };
        edit.add_copy(&copy.name, &copy.indices, &from, &to)?;
        if let Some(means) = &copy.means {
            edit.redirect(&copy.name, 1, &to, Some(&means.to_string()))?;
        }
    }
    for access in &tile.accesses {
        let to = Element {
            array: local,
            subscripts: &access.subscripts,
        };
        let means = access.means.to_string();
        edit.redirect(&access.statement, access.position, &to, Some(&means))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_have_the_size_of_their_type() {
        let sizes = ["f16", "bf16", "f32", "f64", "i1", "i8", "i32", "index"].map(bytes_of);
        assert_eq!(sizes, [2, 2, 4, 8, 1, 1, 4, 8]);
    }
}
