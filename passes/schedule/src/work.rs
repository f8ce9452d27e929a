//! The work of each kernel of a scop: floating-point operations, and the bytes that it must move at
//! least.
//!
//! ```text
//! C[m, n] += A[m, k] * B[n, k]        64 x 64 x 64 instances, a product and a sum in each:    524288 flop
//!                                     A, B read, C written and not read from outside: 49152 bytes
//! ```
//!
//! **Operations.** The domain of each statement is counted and multiplied by the float operations
//! of its body: 1 for a sum, difference, product, quotient, minimum or maximum, 2 for a fused
//! multiply-add, 1 for a function such as `exp`, 0 for moves, comparisons and conversions. Both
//! branches of a condition count, so the number is then an upper bound.
//!
//! **Bytes.** Every element of global memory that a kernel touches is read once and written once:
//! the elements of a read that no earlier statement of the kernel must-writes, and the elements of
//! the writes. A temporary that no other kernel reads need not be written. Reads at data-dependent
//! subscripts count as the elements that they touch at most (`gathers.rs`): each read another
//! row, until the table is read.
//!
//! A kernel below loops of launches counts for one launch; where launches differ, for the average.
//!
//! The mapped tree gives the instances of each kernel; the statements before promotion give the
//! elements, since copies may move more than necessary.
//!
//! **How.** `count.rs` counts a set, or bounds it; then the result is marked as a bound.
//! **Cost**: a few milliseconds for a scop.

use std::collections::{BTreeMap, HashMap};

use melior::ir::operation::OperationRef;
use serde::Serialize;

use tc_dialects::op;
use tc_dialects::schedule::tree::{Path, Prefix, Refusal, Scop, Tree};
use tc_isl::{Dim, UnionMap, UnionSet};

use super::count::cardinality;
use super::longest_warp;
use super::waves::{self, Footprint};
use tc_pass_host::{Failure, is, nested};
use tc_scop::accesses::{self, AccessKind, ScopAccesses, StatementAccesses};
use tc_scop::gathers::{self, Origins};
use tc_scop::launch_loops;

/// The work of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KernelWork {
    /// The symbol of the kernel, as `schedule-to-gpu` names it.
    pub kernel: String,
    /// Float operations; a fused multiply-add is two.
    pub flops: u64,
    /// Those that are functions, such as `exp`.
    pub functions: u64,
    /// Whether most float operations are in double precision.
    pub double: bool,
    /// The global arrays that it accesses, by name.
    pub arrays: Vec<ArrayWork>,
    /// Whether the numbers are exact; otherwise they are bounds.
    pub exact: bool,
    /// Float operations that the longest warp of a block goes through, for each lane; `None` if
    /// that is not known.
    pub longest_warp_flops: Option<u64>,
    /// What each block touches; none where that is not known, or for a kernel below loops of
    /// launches.
    #[serde(skip)]
    pub footprints: Vec<Footprint>,
}

/// The bytes of one array that a kernel must move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ArrayWork {
    /// The array's name.
    pub name: String,
    /// Bytes of the elements that are read, each counted once.
    pub read_bytes: u64,
    /// Bytes of the elements that are written, each counted once.
    pub written_bytes: u64,
}

impl KernelWork {
    /// Makes the work of so many launches that of one.
    fn of_one(&mut self, launches: u64) {
        let mut exact = self.exact;
        let mut one = |all: &mut u64| {
            exact &= all.is_multiple_of(launches);
            *all = all.div_ceil(launches);
        };
        one(&mut self.flops);
        one(&mut self.functions);
        for array in &mut self.arrays {
            one(&mut array.read_bytes);
            one(&mut array.written_bytes);
        }
        self.longest_warp_flops.iter_mut().for_each(one);
        self.exact = exact;
    }

    /// Bytes that move behind the second-level cache while `at_once` blocks of a grid run together;
    /// `None` if that is not known.
    pub fn bytes_behind_cache(&self, grid: [u32; 3], at_once: u64) -> Option<u64> {
        let moved = |one: &&Footprint| self.arrays.iter().any(|array| array.name == one.array);
        let footprints = Vec::from_iter(self.footprints.iter().filter(moved));
        waves::bytes(&footprints, grid, at_once)
    }

    /// Bytes that must be read.
    pub fn read_bytes(&self) -> u64 {
        self.arrays.iter().map(|array| array.read_bytes).sum()
    }

    /// Bytes that must be written.
    pub fn written_bytes(&self) -> u64 {
        self.arrays.iter().map(|array| array.written_bytes).sum()
    }
}

/// The work of a scop's kernels, in the order of their launches; its tree gives the instances of
/// each kernel. `original` is the scop before its arrays were promoted, or the scop itself. A warp
/// has `lanes` threads.
///
/// # Errors
/// Sizes that are not bound, a body with unknown effects, or more isl operations than `budget`.
pub fn of_scop(
    context: &tc_isl::Context,
    mapped: OperationRef<'_, '_>,
    original: OperationRef<'_, '_>,
    lanes: i64,
    budget: u64,
) -> Result<Vec<KernelWork>, Failure> {
    let run = flops_by_statement(mapped);
    let mapped = Scop::from_op(context, mapped).map_err(refused)?;
    let scop = Scop::from_op(context, original).map_err(refused)?;
    if let Some(size) = scop.sizes.first() {
        return Err(
            Failure::new(format!("the size `{}` is not bound", size.name))
                .note("bind sizes with `tc-specialize` before `tc-to-schedule`"),
        );
    }
    let accesses = accesses::of_scop(context, original)?;
    let bodies = bodies(original, &accesses);
    let count = || -> Result<Vec<KernelWork>, Refusal> {
        let mut kernels = Vec::new();
        for path in mapped.tree.kernels() {
            let instances = instances(&mapped.tree, &path)?;
            if instances.is_empty()? {
                continue;
            }
            let name = format!("{}_k{}", scop.name, kernels.len());
            let launches = Launches::of(&mapped.tree, &path)?;
            let counted = Counting::of_kernel(&scop, &accesses, &bodies, &instances, &launches)?;
            let mut work = counted.finish(name);
            let longest = longest_warp::operations(&mapped, &path, lanes, &run)?;
            work.longest_warp_flops = longest.filter(|one| one.exact).map(|one| one.number);
            if launches.count == 1 {
                let bytes = |array: usize| element_bytes(&scop.arrays[array].element);
                work.footprints = waves::footprints(&mapped, &path, &accesses, bytes)?;
            }
            work.of_one(launches.count);
            kernels.push(work);
        }
        forget_private_temporaries(&accesses, &mut kernels);
        Ok(kernels)
    };
    context.with_budget(budget, count).map_err(refused)
}

fn refused(refusal: Refusal) -> Failure {
    let failure = Failure::new(refusal.message);
    refusal.notes.into_iter().fold(failure, Failure::note)
}

/// The float operations of one instance of a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct InstanceWork {
    flops: u64,
    functions: u64,
    doubles: u64,
    conditional: bool,
    origins: Origins,
}

/// The float operations of the statements that run: some come from passes on the tree, such as the
/// sums of partial results.
fn flops_by_statement(scop: OperationRef<'_, '_>) -> HashMap<String, u64> {
    nested(scop)
        .into_iter()
        .filter(|operation| is(*operation, "schedule.statement"))
        .map(|statement| (op::symbol(statement), body(statement).flops))
        .collect()
}

/// The bodies of the statements, in text order.
fn bodies(scop: OperationRef<'_, '_>, accesses: &ScopAccesses) -> Vec<InstanceWork> {
    let Some(block) = op::body(scop) else {
        return vec![InstanceWork::default(); accesses.statements.len()];
    };
    op::operations(block)
        .into_iter()
        .filter(|operation| is(*operation, "schedule.statement"))
        .map(|statement| InstanceWork {
            origins: gathers::origins(statement),
            ..body(statement)
        })
        .collect()
}

fn body(statement: OperationRef<'_, '_>) -> InstanceWork {
    let mut body = InstanceWork::default();
    for operation in nested(statement) {
        let name = op::name(operation);
        let (flops, functions) = (flops_of(name), u64::from(is_function(name)));
        body.conditional |= name == "scf.if";
        let double = operation
            .result(0)
            .is_ok_and(|result| melior::ir::ValueLike::r#type(&result).to_string() == "f64");
        body.flops += flops;
        body.functions += functions;
        body.doubles += if double { flops } else { 0 };
    }
    body
}

/// The float operations of an operation, by its name: moves, comparisons and conversions are none.
pub fn flops_of(name: &str) -> u64 {
    match name {
        "arith.addf" | "arith.subf" | "arith.mulf" | "arith.divf" | "arith.remf"
        | "arith.maximumf" | "arith.minimumf" | "arith.maxnumf" | "arith.minnumf" => 1,
        "math.fma" => 2,
        _ => u64::from(is_function(name)),
    }
}

/// Whether an operation is a function that takes many instructions.
fn is_function(name: &str) -> bool {
    const SIMPLE: [&str; 8] = [
        "math.absf",
        "math.ceil",
        "math.copysign",
        "math.floor",
        "math.fma",
        "math.round",
        "math.roundeven",
        "math.trunc",
    ];
    name.starts_with("math.") && !SIMPLE.contains(&name)
}

/// The instances that run below a node.
fn instances(tree: &Tree, path: &Path) -> Result<UnionSet, Refusal> {
    let node = tree
        .at(path)
        .ok_or_else(|| Refusal::new(format!("there is no node {path} in the schedule tree")))?;
    let mut found = UnionSet::none(tree.domain()?.context())?;
    gather(node, &tree.prefix(path)?, &mut found)?;
    Ok(found)
}

fn gather(node: &Tree, prefix: &Prefix, found: &mut UnionSet) -> Result<(), Refusal> {
    if node.children().is_empty() {
        *found = found.union(&prefix.active)?;
        return Ok(());
    }
    let inside = prefix.enter(node)?;
    node.children()
        .iter()
        .try_for_each(|child| gather(child, &inside, found))
}

/// The loops of launches above a kernel.
struct Launches {
    /// From instances to the coordinates of their launch; none if there is one launch.
    of_instances: Option<UnionMap>,
    count: u64,
}

impl Launches {
    fn of(tree: &Tree, kernel: &Path) -> Result<Launches, Refusal> {
        let loops = launch_loops::launches(tree, kernel)?;
        let prefix = tree.prefix(kernel)?;
        let functions: Option<Vec<_>> = prefix.functions().into_iter().take(loops.len()).collect();
        let of_instances = match functions.filter(|functions| !functions.is_empty()) {
            Some(functions) => Some(UnionMap::of_functions(&functions)?),
            None => None,
        };
        let extents = loops.iter().map(|one| one.last.abs_diff(one.first) + 1);
        Ok(Launches {
            count: extents.fold(1, u64::saturating_mul),
            of_instances,
        })
    }

    /// The elements that instances touch, once for each launch.
    fn elements(&self, touched: &UnionMap) -> tc_isl::Result<UnionSet> {
        match &self.of_instances {
            None => touched.range(),
            Some(launch) => launch.reverse()?.apply_range(touched)?.wrap(),
        }
    }
}

/// The counts of one kernel so far.
struct Counting {
    flops: u64,
    functions: u64,
    doubles: u64,
    exact: bool,
    arrays: BTreeMap<usize, ArrayWork>,
}

impl Counting {
    fn of_kernel(
        scop: &Scop,
        accesses: &ScopAccesses,
        bodies: &[InstanceWork],
        instances: &UnionSet,
        launches: &Launches,
    ) -> Result<Counting, Refusal> {
        let mut counting = Counting {
            flops: 0,
            functions: 0,
            doubles: 0,
            exact: true,
            arrays: BTreeMap::new(),
        };
        for (statement, body) in accesses.statements.iter().zip(bodies) {
            counting.add_flops(statement, body, instances)?;
        }
        for (number, array) in accesses.arrays.iter().enumerate() {
            if !array.kind.is_local() {
                let bytes = element_bytes(&scop.arrays[number].element);
                let statements = accesses.statements.iter().zip(bodies);
                let array = (number, array.name.as_str(), bytes);
                counting.add_array(array, statements, instances, launches)?;
            }
        }
        Ok(counting)
    }

    fn add_flops(
        &mut self,
        statement: &StatementAccesses,
        body: &InstanceWork,
        instances: &UnionSet,
    ) -> Result<(), Refusal> {
        for set in instances.sets()? {
            if body.flops == 0
                || set.tuple_name(Dim::SET).as_deref() != Some(statement.name.as_str())
            {
                continue;
            }
            let count = cardinality(&set)?;
            self.exact &= count.exact && !body.conditional;
            self.flops += count.number * body.flops;
            self.functions += count.number * body.functions;
            self.doubles += count.number * body.doubles;
        }
        Ok(())
    }

    fn add_array<'a>(
        &mut self,
        (number, name, bytes): (usize, &str, u64),
        statements: impl Iterator<Item = (&'a StatementAccesses, &'a InstanceWork)>,
        instances: &UnionSet,
        launches: &Launches,
    ) -> Result<(), Refusal> {
        let none = UnionSet::none(instances.context())?;
        let (mut read, mut gathered, mut written, mut certain) =
            (none.clone(), none.clone(), none.clone(), none);
        // The elements that gathers touch at most, one gather after the other.
        let mut most = 0_u64;
        for (statement, body) in statements {
            let mut stores = UnionSet::none(instances.context())?;
            for access in statement.accesses.iter().filter(|one| one.array == name) {
                let touched = access.relation.intersect_domain(instances)?;
                let touched = launches.elements(&touched)?;
                self.exact &= access.must || touched.is_empty()?;
                match access.kind {
                    AccessKind::Read if access.must => {
                        read = read.union(&touched.subtract(&certain)?)?;
                    }
                    AccessKind::Read => {
                        gathered = gathered.union(&touched.subtract(&certain)?)?;
                        let origins = &body.origins;
                        let determining =
                            gathers::determining(access, statement, origins, instances)?;
                        most = most.saturating_add(self.count(&determining)?);
                    }
                    AccessKind::Write => {
                        written = written.union(&touched)?;
                        if access.must {
                            stores = stores.union(&touched)?;
                        }
                    }
                }
            }
            certain = certain.union(&stores)?;
        }
        let all = self.count(&read.union(&gathered)?)?;
        let read = all.min(self.count(&read)?.saturating_add(most));
        let written = self.count(&written)?;
        if read + written > 0 {
            let array = ArrayWork {
                name: name.to_owned(),
                read_bytes: read * bytes,
                written_bytes: written * bytes,
            };
            self.arrays.insert(number, array);
        }
        Ok(())
    }

    fn count(&mut self, elements: &UnionSet) -> Result<u64, Refusal> {
        let mut total = 0;
        for set in elements.coalesce()?.sets()? {
            let count = cardinality(&set.flatten()?)?;
            self.exact &= count.exact;
            total += count.number;
        }
        Ok(total)
    }

    fn finish(self, kernel: String) -> KernelWork {
        KernelWork {
            kernel,
            flops: self.flops,
            functions: self.functions,
            double: self.doubles * 2 > self.flops,
            arrays: self.arrays.into_values().collect(),
            exact: self.exact,
            longest_warp_flops: None,
            footprints: Vec::new(),
        }
    }
}

/// A temporary used by a single kernel need not be written to memory.
fn forget_private_temporaries(accesses: &ScopAccesses, kernels: &mut [KernelWork]) {
    let temporaries = accesses
        .arrays
        .iter()
        .filter(|array| array.kind.is_temporary());
    for temporary in temporaries {
        let is_read = kernels.iter().any(|kernel| {
            let mut arrays = kernel.arrays.iter();
            arrays.any(|array| array.name == temporary.name && array.read_bytes > 0)
        });
        if !is_read {
            for kernel in kernels.iter_mut() {
                kernel.arrays.retain(|array| array.name != temporary.name);
            }
        }
    }
}

/// Bytes of an element type as MLIR prints it; an index has 8.
fn element_bytes(element: &str) -> u64 {
    let bits = element.trim_start_matches(|letter: char| !letter.is_ascii_digit());
    let bits: String = bits.chars().take_while(char::is_ascii_digit).collect();
    bits.parse::<u64>().map_or(8, |bits| bits.div_ceil(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn element_types_have_their_bytes() {
        let bytes = ["f32", "f64", "i1", "i8", "bf16", "index"].map(element_bytes);
        assert_eq!(bytes, [4, 8, 1, 1, 2, 8]);
    }
}
