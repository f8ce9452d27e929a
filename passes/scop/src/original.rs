//! The original order of the instances of a scop, which defines its dependences.
//!
//! The place of a statement is a list of numbers: for each loop around it the number of the loop
//! among the parts of the loop before, then its own number. Between the numbers stand the values of
//! the loop indices, which are the first indices of the statement; the others follow.
//!
//! ```text
//! S0[]      at [0]       ->  [0, 0, 0, 0]
//! S1[t, i]  at [1, 0]    ->  [1, t, 0, i]
//! S2[t]     at [1, 1]    ->  [1, t, 1, 0]
//! ```
//!
//! Lists are compared lexicographically. No place is the beginning of another one, so what follows
//! a place is compared only between instances of one statement.

use tc_isl::{Dim, Set, UnionMap, UnionSet};

use super::accesses::StatementAccesses;

/// The time of an instance: the numbers of its place and the values of its indices.
pub fn time<T: Clone>(at: &[i64], indices: &[T], number: impl Fn(i64) -> T) -> Vec<T> {
    let (last, loops) = at.split_last().unwrap_or((&0, &[]));
    let (outer, own) = indices.split_at(loops.len().min(indices.len()));
    let mut time = Vec::new();
    for (place, index) in loops.iter().zip(outer) {
        time.extend([number(*place), index.clone()]);
    }
    time.push(number(*last));
    time.extend_from_slice(own);
    time
}

/// Whether a statement is in a loop. Without loops, all instances of a statement come before those
/// of the next one.
pub fn has_loops(statements: &[&StatementAccesses]) -> bool {
    statements.iter().any(|statement| statement.at.len() > 1)
}

/// From the instances of a set, all of one statement, to their times, filled with zeros to a
/// length. Those of a statement that recomputes another one have the times of that one.
fn text(set: &Set, statement: &StatementAccesses, length: usize) -> tc_isl::Result<String> {
    let indices: Vec<String> = (0..set.dim(Dim::SET)?).map(|at| format!("i{at}")).collect();
    let mut own = indices.clone();
    own.rotate_left(statement.outer_indices().min(indices.len()));
    let mut values = time(&statement.at, &own, |number| number.to_string());
    values.resize(length.max(values.len()), "0".to_owned());
    Ok(format!(
        "{{ {}[{}] -> [{}] }}",
        set.name().unwrap_or_default(),
        indices.join(", "),
        values.join(", ")
    ))
}

/// From the instances of a domain to their times.
pub fn order(domain: &UnionSet, statements: &[&StatementAccesses]) -> tc_isl::Result<UnionMap> {
    let sets = domain.sets()?;
    let named = |name: &str| sets.iter().find(|set| set.name().as_deref() == Some(name));
    let known = || {
        statements
            .iter()
            .filter_map(|statement| Some((named(&statement.name)?, statement)))
    };
    let mut length = 0;
    for (set, statement) in known() {
        length = length.max(set.dim(Dim::SET)? + statement.at.len());
    }
    let mut order = UnionMap::none(domain.context())?;
    for (set, statement) in known() {
        let times = UnionMap::parse(domain.context(), &text(set, statement, length)?)?;
        order = order.union(&times)?;
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_places_stand_between_the_loop_indices() {
        let times = |at: &[i64], indices: &[i64]| time(at, indices, |number| number);
        assert_eq!(times(&[3], &[7, 8]), [3, 7, 8]);
        assert_eq!(times(&[1, 0], &[7, 8]), [1, 7, 0, 8]);
        assert_eq!(times(&[1, 2, 5], &[7, 8]), [1, 7, 2, 8, 5]);
    }
}
