//! `schedule-vectorize`: each thread gets neighbouring elements of a row, as many as one access of
//! memory holds.
//!
//! ```text
//! band permutable                                      band permutable
//!   | thread.y S[i, j] -> i mod 128                      | thread.y S[i, j] -> i mod 128
//!   | thread.x S[i, j] -> j mod 128   { block 16 }  ==>  | thread.x S[i, j] -> floor((j mod 128)/4)
//!                                                        | unroll   S[i, j] -> j mod 4
//! ```
//!
//! Loads and stores of the elements then stand side by side, and LLVM joins them to accesses of 128
//! bits.
//!
//! **Which kernels.** The statements with the most indices of a kernel decide: along `thread.x`,
//! one of their accesses goes to the next element of a row, and none to another row. All members on
//! `thread.x` of the kernel are cut by the same width, so that an element stays with one thread, or
//! none is: that is the case where a member has fewer values than `width` for each thread along
//! `x`, or a number of values that is not a multiple of that. A width that does not fit is halved.
//!
//! **Legal** always: what runs on a thread changes, not whether instances are ordered; barriers are
//! placed afterwards by `schedule-sync`.
//! **Cost**: one isl composition for each access of the deciding statements.
//!
//! **Flags** are taken as they stand: `permutable` and `coincident` are claims, which
//! [`tc_scop::verify`] proves of the tree that comes out.

use tc_dialects::schedule::tree::{Axis, Member, MemberKind, Path, Refusal, Scop, Tree};
use tc_isl::thread_context;
use tc_pass_host::*;
use tc_scop::accesses::{self, ScopAccesses};

use super::steps::Step;
use super::tile::floor_and_mod;
use super::unroll::values;
use tc_dialects::target::Limits;
use tc_scop::extents::bytes_of;
use tc_scop::leaves::{Leaf, Leaves};
use tc_scop::scop_pass::transform;

/// What vectorising did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VectorizeReport {
    /// Members on threads that were cut.
    pub members: usize,
    /// Kernels that were left as they are.
    pub left: usize,
    /// What was decided, for each kernel.
    pub decisions: Vec<Decision>,
}

/// Cuts the members on `thread.x` of each kernel that gains from it into threads and at most
/// `bytes` of neighbouring elements.
pub fn vectorize(
    mut scop: Scop,
    accesses: &ScopAccesses,
    bytes: i64,
) -> Result<(Scop, VectorizeReport), Refusal> {
    let Some([threads, _, _]) = scop.block else {
        return Err(
            Refusal::new("expected a scop that is mapped to threads, found no block")
                .note("map it with schedule-map-threads first"),
        );
    };
    let element_bytes = |name: &str| {
        let mut arrays = accesses.arrays.iter().zip(&scop.arrays);
        let array = arrays.find(|(info, _)| info.name == name);
        array.map_or(8, |(_, array)| bytes_of(&array.element))
    };
    let mut report = VectorizeReport::default();
    for (number, kernel) in scop.tree.kernels().into_iter().enumerate() {
        let members = members_on_x(&scop.tree, &kernel);
        let (mut width, arrays) = match rows_along_x(&scop.tree, &kernel, accesses)? {
            Ok(arrays) => {
                let widths = arrays.iter().map(|name| bytes / element_bytes(name));
                (widths.min().unwrap_or(1), arrays)
            }
            Err(reason) => {
                report.left += 1;
                report.decisions.push(left(number, reason));
                continue;
            }
        };
        let widest = width;
        for (path, position) in &members {
            width = width_that_fits(&scop.tree, path, *position, width, threads)?;
        }
        if width <= 1 {
            report.left += 1;
            let reason = match widest {
                0 | 1 => format!("{bytes} bytes hold one element of an array at most"),
                _ => format!(
                    "a loop on thread.x does not have a known number of values that is a multiple of 2 for each of {threads} threads"
                ),
            };
            report.decisions.push(left(number, reason));
            continue;
        }
        report
            .decisions
            .push(vectors(number, &arrays, (width, widest), bytes));
        for (path, position) in members {
            cut(&mut scop.tree, &path, position, width)?;
            report.members += 1;
        }
    }
    Ok((scop, report))
}

/// The members of a kernel on `thread.x`: the path of the band, and the position in it.
fn members_on_x(tree: &Tree, kernel: &Path) -> Vec<(Path, usize)> {
    let mut found = Vec::new();
    for (path, node) in tree.walk() {
        let (true, Some(band)) = (kernel.contains(&path), node.as_band()) else {
            continue;
        };
        let on_x = |member: &Member| member.kind.thread_axis() == Some(Axis::X);
        if let Some(position) = band.members.iter().position(on_x) {
            found.push((path, position));
        }
    }
    found
}

fn vectors(kernel: usize, arrays: &[String], (width, widest): (i64, i64), bytes: i64) -> Decision {
    let mut names = arrays.to_vec();
    names.sort();
    names.dedup();
    let mut reason = format!(
        "neighbouring threads go along rows of {}, and {bytes} bytes hold {widest} elements",
        names.join(", ")
    );
    if width < widest {
        reason += &format!(
            "; the values of a loop on thread.x are a multiple of {width} for each thread only"
        );
    }
    Decision::passed(
        format!("vectors of kernel {kernel}"),
        format!("each thread takes {width} neighbouring elements"),
    )
    .because(reason)
    .unless("tile sizes and a block along x of which the quotient is a multiple of another width, or the mapping option vector=false")
    .figure("Width", width)
}

fn left(kernel: usize, reason: String) -> Decision {
    Decision::missed(
        format!("vectors of kernel {kernel}"),
        "each thread takes single elements",
    )
    .because(reason)
    .unless("tile sizes along x that are a multiple of the elements of an access and of the threads, or an order of loops that ends with the last dimension of the arrays")
}

/// The arrays along whose rows the threads of the deciding statements go; the reason if some access
/// goes to another row.
fn rows_along_x(
    tree: &Tree,
    kernel: &Path,
    accesses: &ScopAccesses,
) -> Result<Result<Vec<String>, String>, Refusal> {
    let leaves = Leaves::at(tree, kernel)?;
    let indices = |leaf: &Leaf| -> Result<usize, Refusal> {
        let sets = leaf.instances.sets()?;
        let mut most = 0;
        for set in &sets {
            most = most.max(set.tuple_dim()?);
        }
        Ok(most)
    };
    let mut most = 0;
    for leaf in &leaves.0 {
        most = most.max(indices(leaf)?);
    }
    let mut arrays = Vec::new();
    for leaf in &leaves.0 {
        if indices(leaf)? < most {
            continue;
        }
        let kinds = &leaf.prefix.kinds;
        let on_x = |kind: &MemberKind| kind.thread_axis() == Some(Axis::X);
        let Some(x) = kinds.iter().position(on_x) else {
            return Ok(Err("a statement has no loop on thread.x".to_owned()));
        };
        for statement in &accesses.statements {
            if !leaf.runs(&statement.name)? {
                continue;
            }
            for access in &statement.accesses {
                let relation = access.relation.intersect_domain(&leaf.prefix.active)?;
                let step = Step::along(&leaf.prefix, x, &relation)?;
                if !step.is_coalesced()? {
                    return Ok(Err(format!(
                        "neighbouring threads go to elements of {} in {} that are not neighbours of a row",
                        access.array, statement.name
                    )));
                }
                if !step.stays()? {
                    arrays.push(access.array.clone());
                }
            }
        }
    }
    Ok(Ok(arrays))
}

/// The width, or the half or quarter of it that cuts all values of a member into the same number of
/// vectors for each thread.
fn width_that_fits(
    tree: &Tree,
    path: &Path,
    position: usize,
    mut width: i64,
    threads: i64,
) -> Result<i64, Refusal> {
    let Some(band) = tree.at(path).and_then(Tree::as_band) else {
        return Ok(1);
    };
    let known = if band.permutable && band.tile_sizes.is_empty() && band.ast_options.is_none() {
        values(&band.members[position], &tree.prefix(path)?)?
    } else {
        None
    };
    let Some((first, count)) = known else {
        return Ok(1);
    };
    while width > 1 && (first % width != 0 || count % (width * threads) != 0) {
        width /= 2;
    }
    Ok(width.max(1))
}

/// Cuts a member into vectors on threads and the unrolled elements of each.
fn cut(tree: &mut Tree, path: &Path, position: usize, width: i64) -> Result<(), Refusal> {
    if let Some(Tree::Band { band, .. }) = tree.at_mut(path) {
        let member = &band.members[position];
        let (vector, element) = floor_and_mod(&member.schedule, width)?;
        let element = member.with_schedule(element).unrolled();
        band.members[position] = member.with_schedule(vector);
        band.members.push(element);
    }
    Ok(())
}

pass! {
    /// Cuts the members on `thread.x` of each kernel whose accesses go along rows into threads and
    /// neighbouring elements of one thread, as many as one access of memory holds. How wide that is
    /// says the `tc.target` of the module; without one it is what all built-in GPUs share.
    pub struct ScheduleVectorize {
        name: "schedule-vectorize",
        anchor: "schedule.scop",
        summary: "each thread gets neighbouring elements of a row",
        dialects: ["schedule"],
        options: {
            /// bytes of the widest access of memory, a power of two; `access_bytes` of the machine
            /// if empty
            vector_bytes: Option<i64> = None,
        },
        statistics: {
            /// members on threads that were cut
            members,
            /// kernels that were left as they are
            left,
        },
    }
}

/// The option `vector-bytes` of this pass and of `schedule-promote`.
pub(super) fn check_width(bytes: Option<i64>) -> Result<(), String> {
    match bytes {
        Some(bytes) if bytes < 1 || bytes.count_ones() != 1 => {
            Err(format!("expected a power of two as bytes, found {bytes}"))
        }
        _ => Ok(()),
    }
}

impl Pass for ScheduleVectorize {
    fn check(&self) -> Result<(), String> {
        check_width(self.vector_bytes)
    }

    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let accesses = accesses::of_scop(&thread_context(), operation)?;
        let target = ctx.target();
        let report = transform(operation, ctx, |scop| {
            let limits = Limits::of_gpu(target.as_ref())?;
            let bytes = self.vector_bytes.unwrap_or(limits.access_bytes);
            vectorize(scop, &accesses, bytes)
        })?;
        self.members.add(report.members);
        self.left.add(report.left);
        for decision in report.decisions {
            ctx.decided(operation, decision);
        }
        Ok(())
    }
}
