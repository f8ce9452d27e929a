//! Programs that several tests use, as accesses without ops.
//!
//! The tests of `tc-scop` compile this file too, since their types are not those of the library.

use tc_dialects::schedule::tree::{ArrayKind, Role};
use tc_isl::{Context, UnionMap, UnionSet};

use crate::accesses::{
    Access, AccessKind, Accumulator, ArrayInfo, ScopAccesses, StatementAccesses,
};

/// One statement: its tuple, its domain, its reads and writes, and whether it is a reduction.
pub struct Line<'a>(
    pub &'a str,
    pub &'a str,
    pub &'a [&'a str],
    pub &'a str,
    pub bool,
);

/// A program and the instances of its statements.
#[derive(Clone)]
pub struct Example {
    /// What each statement accesses.
    pub accesses: ScopAccesses,
    /// The instances.
    pub domain: UnionSet,
}

/// A program over the given sizes.
pub fn program(sizes: &str, lines: &[Line]) -> Example {
    let context = Context::new();
    let mut domain = UnionSet::none(&context).expect("isl works");
    let mut statements = Vec::new();
    let mut arrays: Vec<ArrayInfo> = Vec::new();
    for Line(tuple, condition, reads, write, reduces) in lines {
        let set = UnionSet::parse(
            &context,
            &format!("[{sizes}] -> {{ {tuple} : {condition} }}"),
        )
        .expect("a set");
        domain = domain.union(&set).expect("isl works");
        let (name, _) = tuple.split_once('[').expect("a tuple");
        let mut accesses = Vec::new();
        let kinds = reads
            .iter()
            .map(|read| (AccessKind::Read, *read))
            .chain([(AccessKind::Write, *write)]);
        for (position, (kind, element)) in kinds.enumerate() {
            let array = element.split('[').next().expect("an array").to_owned();
            if !arrays.iter().any(|known| known.name == array) {
                arrays.push(ArrayInfo {
                    name: array.clone(),
                    kind: ArrayKind::Argument(Role::InOut),
                    extents: Vec::new(),
                });
            }
            let relation = UnionMap::parse(
                &context,
                &format!("[{sizes}] -> {{ {tuple} -> {element} }}"),
            )
            .expect("a map");
            accesses.push(Access {
                kind,
                position,
                array,
                relation,
                must: true,
                stands_for: None,
            });
        }
        let last = accesses.last().expect("a write");
        let loads = |one: &&Access| {
            let same = one.relation.is_equal(&last.relation);
            one.kind == AccessKind::Read && same.expect("isl works")
        };
        let load = accesses.iter().find(loads).map_or(0, |one| one.position);
        let accumulator = reduces.then(|| Accumulator {
            load,
            array: last.array.clone(),
            relation: last.relation.clone(),
        });
        statements.push(StatementAccesses {
            name: name.to_owned(),
            at: vec![statements.len() as i64],
            accesses,
            accumulator,
            atomic: None,
            barrier: None,
            moves: false,
            ..Default::default()
        });
    }
    let sizes = sizes.split(", ").map(str::to_owned).collect();
    Example {
        accesses: ScopAccesses {
            sizes,
            arrays,
            statements,
        },
        domain,
    }
}

/// Figure 1 of the paper: `C = b*C; C += a*A*B`.
pub fn sgemm() -> Example {
    program(
        "N, M, K",
        &[
            Line(
                "S0[n, m]",
                "0 <= n < N and 0 <= m < M",
                &["C[n, m]"],
                "C[n, m]",
                false,
            ),
            Line(
                "S1[n, m, k]",
                "0 <= n < N and 0 <= m < M and 0 <= k < K",
                &["C[n, m]", "A[n, k]", "B[k, m]"],
                "C[n, m]",
                true,
            ),
        ],
    )
}

/// Row maximum, row sum, quotient.
pub fn softmax() -> Example {
    program(
        "N, C",
        &[
            Line("S0[n]", "0 <= n < N", &[], "top[n]", false),
            Line(
                "S1[n, c]",
                "0 <= n < N and 0 <= c < C",
                &["top[n]", "X[n, c]"],
                "top[n]",
                true,
            ),
            Line("S2[n]", "0 <= n < N", &[], "norm[n]", false),
            Line(
                "S3[n, c]",
                "0 <= n < N and 0 <= c < C",
                &["norm[n]", "X[n, c]", "top[n]"],
                "norm[n]",
                true,
            ),
            Line(
                "S4[n, c]",
                "0 <= n < N and 0 <= c < C",
                &["X[n, c]", "top[n]", "norm[n]"],
                "Y[n, c]",
                false,
            ),
        ],
    )
}

/// Two fully connected layers with bias and clamp.
pub fn mlp2() -> Example {
    let layer = "0 <= b < B and 0 <= o < O";
    let next = "0 <= b < B and 0 <= p < P";
    program(
        "B, N, O, P",
        &[
            Line("S0[b, o]", layer, &["B2[o]"], "Y2[b, o]", false),
            Line(
                "S1[b, o, n]",
                "0 <= b < B and 0 <= o < O and 0 <= n < N",
                &["Y2[b, o]", "X[b, n]", "W2[o, n]"],
                "Y2[b, o]",
                true,
            ),
            Line("S2[b, o]", layer, &["Y2[b, o]"], "Y2[b, o]", false),
            Line("S3[b, p]", next, &["B3[p]"], "Y3[b, p]", false),
            Line(
                "S4[b, p, o]",
                "0 <= b < B and 0 <= p < P and 0 <= o < O",
                &["Y3[b, p]", "Y2[b, o]", "W3[p, o]"],
                "Y3[b, p]",
                true,
            ),
            Line("S5[b, p]", next, &["Y3[b, p]"], "Y3[b, p]", false),
        ],
    )
}

/// A stencil that reads its neighbours, twice.
pub fn two_stencils() -> Example {
    program(
        "N",
        &[
            Line(
                "S0[i, j]",
                "0 <= i < N and 0 <= j < N",
                &["X[i, j]", "X[i, j + 1]"],
                "T[i, j]",
                false,
            ),
            Line(
                "S1[i, j]",
                "0 <= i < N - 1 and 0 <= j < N",
                &["T[i, j]", "T[i + 1, j]"],
                "Y[i, j]",
                false,
            ),
        ],
    )
}
