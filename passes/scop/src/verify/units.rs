//! A band with a unit is what its matrix operation computes, and all lanes of a warp run it together.
//!
//! Apart from that the tree has its usual meaning, which the rest of the proof is about: each lane
//! adds products to the elements of `c` that the digits of the band give it. The operation computes
//! the same for all lanes of a warp at once, if
//!
//! - each operation has all of its instances ([`crate::units`]);
//! - the statement is `c += a * b` in the types of the unit, where `a` does not change with the
//!   columns, `b` not with the rows and `c` not with the terms, and each lane's elements of `c` are
//!   different ones, in another array than `a` and `b`;
//! - the lanes of a warp are threads that follow each other along x, and no loop above the band is
//!   on a part of a lane's number, which the digits of the band already are.
//!
//! The terms of a reduction may be added in any order, and products of such factors are exact in
//! the type of the sum; factors that the operation rounds are those of a statement whose `precision`
//! allows it. Factors in registers are refused, for a lane has only its own.
//!
//! Lanes read factors for each other, which needs no proof of its own: an element of `a` is one of
//! four lanes in the usual meaning, and one of `b` of eight. Whoever writes it is another thread than
//! some of them, so that [`super::threads`] asks for a barrier between the write and the operation;
//! all lanes of the warp are behind it together.

use tc_dialects::schedule::tree::{Path, Refusal, Tree, Unit};
use tc_isl::{UnionMap, UnionSet};

use super::witness::pair;
use crate::accesses::{Access, AccessKind, ScopAccesses, StatementAccesses};
use crate::axes::block_in_use;
use crate::units::{Operations, bands};

/// The lanes of the warps that have matrix operations.
const LANES: i64 = Unit::ROWS.size * Unit::COLUMNS.size;

/// Checks all bands with units of a tree, on a machine with so many threads in a warp.
pub fn check(
    tree: &Tree,
    accesses: &ScopAccesses,
    block: Option<[i64; 3]>,
    lanes: i64,
) -> Result<(), Refusal> {
    for (path, unit) in bands(tree) {
        check_warps(tree, &path, unit, block, lanes).map_err(|refusal| refusal.at(&path))?;
        let prefix = tree.prefix(&path)?;
        let node = tree.at(&path).unwrap_or(tree);
        let found = Operations::of(node, &prefix).map_err(|refusal| refusal.at(&path))?;
        if let Some(operations) = found {
            check_body(&operations, accesses).map_err(|refusal| refusal.at(&path))?;
        }
    }
    Ok(())
}

fn check_warps(
    tree: &Tree,
    path: &Path,
    unit: Unit,
    block: Option<[i64; 3]>,
    lanes: i64,
) -> Result<(), Refusal> {
    let kernels = tree.kernels().into_iter();
    let kernel = kernels.into_iter().find(|kernel| kernel.contains(path));
    let block = kernel
        .zip(block)
        .map(|(kernel, block)| block_in_use(tree, &kernel, block));
    let whole = block.is_some_and(|[x, _, _]| x % LANES == 0) && lanes == LANES;
    if whole {
        return Ok(());
    }
    let found = match block {
        Some([x, y, z]) => format!("{x} x {y} x {z} threads, and warps of {lanes}"),
        None => "no block".to_owned(),
    };
    Err(Refusal::new(format!(
        "all {LANES} lanes of a warp run unit({unit}) together: expected a block whose number of threads along x is a multiple of {LANES}, on a machine with such warps; found {found}"
    )))
}

/// The three accesses of a statement that a unit runs.
struct Roles<'a> {
    a: &'a Access,
    b: &'a Access,
    c: &'a Access,
}

fn check_body(operations: &Operations, accesses: &ScopAccesses) -> Result<(), Refusal> {
    let unit = operations.unit;
    let mut statements = accesses.statements.iter();
    let statement = statements.find(|one| one.name == operations.statement);
    let statement = statement.ok_or_else(|| Refusal::new("a band without a statement"))?;
    let roles = roles(operations, statement)?;
    for (role, access) in [("a", roles.a), ("b", roles.b)] {
        if access.array == roles.c.array {
            return Err(Refusal::new(format!(
                "the factor {role} of unit({unit}) is in `{}`, to which the statement adds",
                access.array
            )));
        }
        let mut arrays = accesses.arrays.iter();
        let array = arrays.find(|array| array.name == access.array);
        if array.is_some_and(|array| array.kind.is_private()) {
            return Err(Refusal::new(format!(
                "the factor {role} of unit({unit}) is in `{}`, of which each thread has its own: other lanes cannot read it",
                access.array
            ))
            .note("keep factors in shared or global memory"));
        }
    }
    if !operations.is_free_of(&roles.c.relation, &[TERMS])? {
        return Err(Refusal::new(format!(
            "the terms of unit({unit}) are added to different elements of `{}`",
            roles.c.array
        )));
    }
    check_distinct(operations, roles.c)
}

/// The members of a unit's band by what they advance.
const ROWS: [usize; 2] = [0, 2];
const COLUMNS: [usize; 2] = [1, 3];
const TERMS: usize = 4;

/// Which access is which; refuses a statement that is not `c += a * b` in the types of the unit.
fn roles<'a>(
    operations: &Operations,
    statement: &'a StatementAccesses,
) -> Result<Roles<'a>, Refusal> {
    let (unit, element) = (operations.unit, operations.unit.element);
    let form = |found: String| {
        Refusal::new(format!(
            "unit({unit}) is the sum of products c += a * b of {} in {}; found {found}",
            element.stored(),
            element.sum()
        ))
    };
    let Some(product) = &statement.product else {
        return Err(form(format!("another body of @{}", statement.name)));
    };
    if product.factor_type != element.stored() || product.sum_type != element.sum() {
        return Err(form(format!(
            "factors of {} and a sum of {} in @{}",
            product.factor_type, product.sum_type, statement.name
        )));
    }
    if element.rounds() && statement.precision != Some(element.to_string()) {
        return Err(Refusal::new(format!(
            "unit({unit}) rounds factors of @{} that are not rounded in the program",
            statement.name
        ))
        .note(format!(
            "the statement allows that if it says `precision {element}`"
        )));
    }
    let at = |position: usize| {
        let mut all = statement.accesses.iter();
        all.find(|one| one.position == position && one.must)
    };
    let mut writes = (statement.accesses.iter()).filter(|one| one.kind == AccessKind::Write);
    let factors = product.factors.map(at);
    let ([Some(first), Some(second)], Some(c)) = (factors, writes.next()) else {
        return Err(form(format!(
            "accesses of @{} that only some instances make",
            statement.name
        )));
    };
    for (a, b) in [(first, second), (second, first)] {
        if operations.is_free_of(&a.relation, &COLUMNS)?
            && operations.is_free_of(&b.relation, &ROWS)?
        {
            return Ok(Roles { a, b, c });
        }
    }
    Err(form(format!(
        "factors `{}` and `{}` of @{}, of which none is the same for all columns while the other is for all rows",
        first.array, second.array, statement.name
    )))
}

/// Refuses two elements of the result of an operation that are one.
fn check_distinct(operations: &Operations, c: &Access) -> Result<(), Refusal> {
    let isl = operations.instances.context();
    let first_term = UnionSet::parse(isl, "{ [d0, d1, d2, d3, 0] }")?;
    let instances = operations.members.intersect_range(&first_term)?.domain()?;
    let elements = c.relation.restricted_to(&instances)?;
    let places: UnionMap = operations.around.range_product(&elements)?;
    if places.is_injective()? {
        return Ok(());
    }
    let twice = places.apply_range(&places.reverse()?)?;
    let twice = twice.subtract(&instances.identity()?)?;
    let mut refusal = Refusal::new(format!(
        "an operation of unit({}) adds twice to an element of `{}`",
        operations.unit, c.array
    ));
    if let Some(pair) = pair(&twice)? {
        refusal = refusal.note(format!("the instances {} meet there", pair.text()));
    }
    Err(refusal)
}
