//! Example trees for tests.

use tc_dialects::schedule::tree::{Band, Member, Tree};
use tc_isl::{UnionMap, UnionPwAff, UnionSet, thread_context};

/// A union set from isl's notation.
pub fn set(text: &str) -> UnionSet {
    UnionSet::parse(&thread_context(), text).unwrap()
}

/// A union map from isl's notation.
pub fn map(text: &str) -> UnionMap {
    UnionMap::parse(&thread_context(), text).unwrap()
}

/// A member of a band from isl's notation of its schedule.
pub fn member(text: &str, coincident: bool) -> Member {
    let schedule = UnionPwAff::parse(&thread_context(), text).unwrap();
    Member {
        coincident,
        ..Member::new(schedule)
    }
}

/// A filter above a tree.
pub fn filtered(filter: &str, child: Tree) -> Tree {
    child.below_filter(set(filter))
}

/// Figure 3b of the Tensor Comprehensions paper: `i` and `j` fused, the reduction `k` below.
pub fn fused_sgemm(sizes: [i64; 3]) -> Tree {
    let [n, k, m] = sizes;
    let outer = vec![
        member("{ S[i, j] -> [(i)]; T[i, j, k] -> [(i)] }", true),
        member("{ S[i, j] -> [(j)]; T[i, j, k] -> [(j)] }", true),
    ];
    let reduction = Band::new(vec![member("{ T[i, j, k] -> [(k)] }", false)], true);
    let children = vec![
        filtered("{ S[i, j] }", Tree::Leaf),
        filtered("{ T[i, j, k] }", Tree::Leaf.below_band(reduction)),
    ];
    Tree::Sequence { children }.below_band(Band::new(outer, true)).below_domain(set(&format!(
        "{{ S[i, j] : 0 <= i < {n} and 0 <= j < {k}; T[i, j, k] : 0 <= i < {n} and 0 <= j < {k} and 0 <= k < {m} }}"
    )))
}

/// A matrix product with all loops in one band.
pub fn single_band() -> Tree {
    let members = vec![
        member("{ T[i, j, k] -> [(i)] }", true),
        member("{ T[i, j, k] -> [(j)] }", true),
        member("{ T[i, j, k] -> [(k)] }", false),
    ];
    Tree::Leaf
        .below_band(Band::new(members, true))
        .below_domain(set(
            "{ T[i, j, k] : 0 <= i < 70 and 0 <= j < 50 and 0 <= k < 40 }",
        ))
}

/// Two statements in sequence: a sum along each row, and the division of each element by it.
pub fn normalize() -> Tree {
    let rows = Band::new(
        vec![member("{ Sum[i, j] -> [(i)]; Div[i, j] -> [(i)] }", true)],
        true,
    );
    let sum = Band::new(vec![member("{ Sum[i, j] -> [(j)] }", false)], true);
    let div = Band::new(vec![member("{ Div[i, j] -> [(j)] }", true)], true);
    let children = vec![
        filtered("{ Sum[i, j] }", Tree::Leaf.below_band(sum)),
        filtered("{ Div[i, j] }", Tree::Leaf.below_band(div)),
    ];
    Tree::Sequence { children }
        .below_band(rows)
        .below_domain(set("{ Sum[i, j] : 0 <= i < 64 and 0 <= j < 100; Div[i, j] : 0 <= i < 64 and 0 <= j < 100 }"))
}
