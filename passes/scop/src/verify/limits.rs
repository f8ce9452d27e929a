//! The limits of a launch: threads and blocks in total and along each axis, and the shared memory
//! of a block.
//!
//! | quantity | limit (key of the target) | refused at |
//! | --- | --- | --- |
//! | threads of a block | `max_threads_per_block` | the scop |
//! | threads along x, y, z | `max_block` | the scop |
//! | blocks along x, y, z | `max_grid` | the scop |
//! | bytes of the shared arrays that a kernel accesses | `shared_bytes_per_multiprocessor` less `shared_bytes_reserved_per_block` | the first array that does not fit |
//!
//! Shared arrays beyond `shared_bytes_per_block` are dynamic shared memory ([`SharedLayout`]).
//!
//! The machine is that of the module, otherwise what all built-in GPUs have in common
//! ([`Limits::common`]). Each kernel is checked separately: it is launched with the axes that it
//! maps, and holds the arrays that its statements access.

use std::collections::BTreeSet;

use tc_dialects::schedule::tree::{Array, Axis, Path, Refusal, Scop, Tree};
use tc_isl::UnionSet;

use crate::accesses::ScopAccesses;
use crate::axes::{block_in_use, grid_in_use};
use crate::digits::Digits;
use crate::extents::bytes_of;
use tc_dialects::target::{Limits, Target};

/// Refuses a scop with a kernel that the machine cannot launch; a scop that is not mapped to blocks
/// or threads has none.
pub fn check(scop: &Scop, accesses: &ScopAccesses, target: Option<&Target>) -> Result<(), Refusal> {
    if scop.grid.is_none() && scop.block.is_none() {
        return Ok(());
    }
    let limits = &Limits::of_gpu(target)?;
    for kernel in scop.tree.kernels() {
        check_grid(
            limits,
            grid_in_use(&scop.tree, &kernel, scop.grid.unwrap_or([1; 3])),
        )?;
        let block = block_in_use(&scop.tree, &kernel, scop.block.unwrap_or([1; 3]));
        check_block(limits, block)?;
        Digits::of(&scop.tree, &kernel, block[0])?;
        let statements = statements(&scop.tree, &kernel)?;
        let touched: BTreeSet<&str> = accesses
            .statements
            .iter()
            .filter(|statement| statements.contains(&statement.name))
            .flat_map(|statement| &statement.accesses)
            .map(|access| access.array.as_str())
            .collect();
        let arrays = accesses.arrays.iter().zip(&scop.arrays);
        let touched = arrays.filter(|(info, _)| touched.contains(info.name.as_str()));
        check_shared(limits, touched.map(|(_, array)| array))?;
    }
    Ok(())
}

/// The names of the statements with instances in a kernel.
fn statements(tree: &Tree, kernel: &Path) -> Result<BTreeSet<String>, Refusal> {
    let mut names = BTreeSet::new();
    let mut add = |instances: &UnionSet| -> Result<(), Refusal> {
        names.extend(instances.sets()?.iter().filter_map(|set| set.name()));
        Ok(())
    };
    add(&match tree.at(kernel) {
        Some(Tree::Filter { filter, .. }) => filter.clone(),
        Some(Tree::Domain { domain, .. }) => domain.clone(),
        _ => tree.domain()?.clone(),
    })?;
    for (path, node) in tree.walk() {
        if let (true, Tree::Extension { extension, .. }) = (kernel.contains(&path), node) {
            add(&extension.range()?)?;
        }
    }
    Ok(names)
}

/// Refuses a grid that is too large along some axis.
pub fn check_grid(limits: &Limits, grid: [i64; 3]) -> Result<(), Refusal> {
    along_axes(limits, "blocks", "grid", "max_grid", (limits.grid, grid))
}

/// Refuses a block with too many threads, along some axis or in total.
pub fn check_block(limits: &Limits, block: [i64; 3]) -> Result<(), Refusal> {
    along_axes(
        limits,
        "threads",
        "block",
        "max_block",
        (limits.block, block),
    )?;
    let threads = block.into_iter().fold(1, i64::saturating_mul);
    if threads > limits.threads_per_block {
        let most = limits.threads_per_block;
        let [x, y, z] = block;
        return Err(refusal(
            limits,
            format!("at most {most} threads in a block"),
            "max_threads_per_block",
            format!("{threads} ({x} x {y} x {z})"),
        ));
    }
    Ok(())
}

fn along_axes(
    limits: &Limits,
    what: &str,
    of: &str,
    key: &str,
    (most, found): ([i64; 3], [i64; 3]),
) -> Result<(), Refusal> {
    for axis in Axis::ALL {
        let (most, found) = (most[axis.index()], found[axis.index()]);
        if found > most {
            let wanted = format!("at most {most} {what} along {axis} in a {of}");
            return Err(refusal(limits, wanted, key, found.to_string()));
        }
    }
    Ok(())
}

/// The places of a kernel's shared arrays in one piece of memory. Each begins at a multiple of the
/// widest access, so that the vectors of a row can be moved as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SharedLayout {
    /// Where each shared array begins, in bytes.
    pub offsets: Vec<i64>,
    /// The bytes of all of them.
    pub bytes: i64,
}

impl SharedLayout {
    /// Whether a launch must ask for the memory: a kernel declares at most `shared_bytes_per_block`
    /// itself.
    pub fn is_dynamic(&self, limits: &Limits) -> bool {
        self.bytes > limits.shared_bytes
    }
}

/// The layout of the shared arrays among these; refuses those that together exceed what a block can
/// have. Other arrays are ignored.
pub fn check_shared<'a>(
    limits: &Limits,
    arrays: impl IntoIterator<Item = &'a Array>,
) -> Result<SharedLayout, Refusal> {
    let mut layout = SharedLayout::default();
    for array in arrays {
        if !array.kind.is_shared() {
            continue;
        }
        let element = bytes_of(&array.element);
        // The passes that generate loops refuse an unknown extent.
        let extents = array.shape.iter().map(|extent| extent.unwrap_or(1));
        let bytes = extents.fold(element, i64::saturating_mul);
        let unit = element.max(limits.access_bytes);
        let begin = layout.bytes.saturating_add(unit - 1) / unit * unit;
        layout.offsets.push(begin);
        layout.bytes = begin.saturating_add(bytes);
        let most = limits.shared_bytes_with_dynamic;
        if layout.bytes > most {
            let end = layout.bytes;
            let found = match begin {
                0 => format!("{end} for `{}`", array.name),
                _ => format!("{end}, of which `{}` takes {bytes}", array.name),
            };
            let wanted = format!("at most {most} bytes of shared memory in a block");
            let key = "shared_bytes_per_multiprocessor` less `shared_bytes_reserved_per_block";
            return Err(refusal(limits, wanted, key, found).at_array(&array.name));
        }
    }
    Ok(layout)
}

fn refusal(limits: &Limits, wanted: String, key: &str, found: String) -> Refusal {
    let machine = limits.machine_text();
    let refusal = Refusal::new(format!(
        "expected {wanted} on {machine} (`{key}`), found {found}"
    ));
    match limits.machine {
        Some(_) => refusal,
        None => refusal.note(
            "the module has no `tc.target`, so the limits are those that all built-in GPUs share",
        ),
    }
}
