//! A band with a unit is what its matrix operation computes, and all lanes of a warp run it.
//!
//! Apart from that the tree has its usual meaning, which the rest of the proof is about: each lane
//! adds products to the elements of `c` that the digits of the band give it. The operation computes
//! the same for all lanes of a warp at once, if
//!
//! - each operation has all of its instances ([`crate::units`]);
//! - the statement is `c += a * b` in the types of the unit, where `a` does not change with the
//!   columns, `b` not with the rows and `c` not with the terms, and each lane's elements of `c` are
//!   different ones, in another array than `a` and `b`;
//! - all lanes of a warp arrive together: the digits of the band are all of a lane's number, so
//!   that no loop around it is on a part of that, and a block has whole warps along x
//!   ([`super::limits`]).
//!
//! The terms of a reduction may be added in any order, and products of such factors are exact in
//! the type of the sum; factors that the operation rounds are those of a statement whose
//! `precision` allows it. Factors in registers are refused, for a lane has only its own.
//!
//! Lanes read factors for each other, which needs no proof of its own: in the usual meaning four
//! lanes read an element of `a`, and eight one of `b`. Whoever writes it is another thread than
//! some of them, so that [`super::threads`] asks for a barrier between the write and the operation;
//! all lanes of the warp are behind it together.

use tc_dialects::schedule::tree::{Refusal, Tree};
use tc_isl::{UnionMap, UnionSet};

use super::witness::pair;
use crate::accesses::{Access, AccessKind, ScopAccesses, StatementAccesses};
use crate::units::{Operations, bands};

/// Checks all bands with units of a tree.
pub fn check(tree: &Tree, accesses: &ScopAccesses) -> Result<(), Refusal> {
    for path in bands(tree).into_iter().map(|(path, _)| path) {
        let prefix = tree.prefix(&path)?;
        let node = tree.at(&path).unwrap_or(tree);
        let checked = Operations::of(node, &prefix).and_then(|found| match found {
            Some(operations) => check_body(&operations, accesses),
            None => Ok(()),
        });
        checked.map_err(|refusal| refusal.at(&path))?;
    }
    Ok(())
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
    let statement = statement.expect("a statement of the scop runs");
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
