//! Ranges against enumeration: for all small sizes a range holds exactly the values for which every
//! read is in bounds.

use super::run;
use tc_syntax::expr::Expr;

/// The subscripts tried: `c*i + d*k + e`, and quotients of them.
fn subscripts() -> Vec<String> {
    let mut all = Vec::new();
    for c in [-3, -2, -1, 1, 2, 3] {
        for d in [-3, -1, 0, 2] {
            for e in [-4, 0, 3] {
                let sum = format!("{c}*i + {d}*k + {e}");
                all.push(sum.replace("+ -", "- "));
                if e == 3 {
                    all.push(format!("({})/2", sum.replace("+ -", "- ")));
                }
            }
        }
    }
    all
}

/// claims C3, C9, C18, C19, C21, C26, J1: correct and as large as possible
#[test]
fn solved_ranges_are_exactly_the_values_in_bounds() {
    for subscript in subscripts() {
        let program = format!("A[N], B[K1] | O(i) +=! A({subscript}) where k in 0:K1");
        let program = program.replace("1*i", "i").replace("-i", "0 - i");
        let (_, inference) = run(&program, &[]);
        let range = inference.ranges[0][0]
            .as_ref()
            .unwrap_or_else(|| panic!("{program}: {:?}", inference.diagnostics));
        let value = Expr::parse(&subscript.replace("/2", " floordiv 2")).expect("parses");
        for n in 0..7_i64 {
            for k1 in 1..4_i64 {
                let at = |end: &Expr| end.evaluate_at(&[("N", n), ("K1", k1)]).expect("evaluates");
                let (low, high) = (at(&range.low), at(&range.high));
                for i in -25..25 {
                    let subscript =
                        |k| value.evaluate_at(&[("i", i), ("k", k)]).expect("evaluates");
                    let fits = (0..k1).all(|k| (0..n).contains(&subscript(k)));
                    assert_eq!(
                        fits,
                        (low..high).contains(&i),
                        "{program} at i = {i}, N = {n}, K1 = {k1}: {}",
                        range.human()
                    );
                }
            }
        }
    }
}

/// A guard of `A(subscript)` and the subscript: whether the one holds and what the other is at `i`,
/// `k` and `N`.
type Guarded = (&'static str, &'static str, fn(i64, i64, i64) -> bool);

/// Under a guard a precondition holds exactly for the sizes at which what is read is in bounds.
#[test]
fn preconditions_under_guards_are_exact() {
    let guarded: [Guarded; 8] = [
        ("i < N", "i + k", |i, _, n| i < n),
        // Only an even N can be reached: the condition says so with a remainder.
        ("2*i <= N", "2*i", |i, _, n| 2 * i <= n),
        ("3*i + 1 <= N", "3*i + 1", |i, _, n| 3 * i < n),
        ("2*i + 3*k <= N", "2*i + 3*k", |i, k, n| 2 * i + 3 * k <= n),
        ("2*i <= N + k", "2*i - k", |i, k, n| 2 * i <= n + k),
        // Of less than four elements nothing is read.
        ("i >= 3", "i + k", |i, _, _| i >= 3),
        ("i % 2 == 1", "i + k", |i, _, _| i % 2 == 1),
        ("i/2 <= k", "3*i", |i, k, _| i / 2 <= k),
    ];
    for (guard, subscript, holds) in guarded {
        let program = format!(
            "A[N], B[M], C[P] | O(i) +=! ({guard} ? A({subscript}) : 0) where i in 0:M, k in 0:P"
        );
        let (_, inference) = run(&program, &[]);
        let value = Expr::parse(subscript).expect("parses");
        let sizes = (0..8_i64)
            .flat_map(|n| (0..6_i64).flat_map(move |m| (0..5_i64).map(move |p| (n, m, p))));
        for (n, m, p) in sizes {
            let sizes = [("N", n), ("M", m), ("P", p)];
            let known = |symbol: &tc_syntax::expr::Symbol| {
                let found = sizes.iter().find(|(name, _)| *name == symbol.base());
                found.map(|(_, value)| *value)
            };
            let mut demanded = inference.preconditions.iter();
            let demanded = demanded.all(|one| one.evaluate(&known) == Some(true));
            let inside = |i, k| {
                let at = value.evaluate_at(&[("i", i), ("k", k)]);
                (0..n).contains(&at.expect("evaluates"))
            };
            let fits = (0..m).all(|i| (0..p).all(|k| !holds(i, k, n) || inside(i, k)));
            assert_eq!(
                demanded, fits,
                "{program} at {sizes:?}: {:?}",
                inference.preconditions
            );
        }
        assert!(!inference.preconditions.is_empty(), "{program}");
    }
}

/// A precondition holds exactly for the sizes at which all reads are in bounds.
#[test]
fn preconditions_are_exact() {
    for subscript in [
        "i + 2*k - 1",
        "i - k",
        "2*i + k/2",
        "(i + k)/3",
        "(i + k) % 4",
        "i*k",
        "min(i, k) + i",
        "max(i - k, 0)",
    ] {
        let program =
            format!("A[N], B[M], C[P] | O(i) +=! A({subscript}) where i in 0:M, k in 0:P");
        let (_, inference) = run(&program, &[]);
        let spelled = subscript.replace('/', " floordiv ").replace('%', " mod ");
        let value = Expr::parse(&spelled).expect("parses");
        for (n, m, p) in (0..6_i64)
            .flat_map(|n| (0..5_i64).flat_map(move |m| (0..5_i64).map(move |p| (n, m, p))))
        {
            let sizes = [("N", n), ("M", m), ("P", p)];
            let known = |symbol: &tc_syntax::expr::Symbol| {
                sizes
                    .iter()
                    .find(|(name, _)| *name == symbol.base())
                    .map(|(_, value)| *value)
            };
            let demanded = inference
                .preconditions
                .iter()
                .all(|one| one.evaluate(&known) == Some(true));
            let fits = (0..m).all(|i| {
                (0..p).all(|k| {
                    (0..n).contains(&value.evaluate_at(&[("i", i), ("k", k)]).expect("evaluates"))
                })
            });
            let always_fails = inference.has_errors();
            assert!(
                demanded == fits || always_fails,
                "{program} at {sizes:?}: {:?}",
                inference.preconditions
            );
        }
    }
}
