//! Loops, dependent ranges, computed subscripts and pairs (`tc-extensions.md`).

use super::*;

/// The programs of the tables that have no errors in the text, with the roles of their returns.
const PROGRAMS: &[(&str, Role)] = &[
    (
        "def scan(float(N) x) -> (s) { s(0) = 0.0 for i in 0:N { s(i+1) = s(i) + x(i) } }",
        Role::Output,
    ),
    (
        "def smooth(float(N) a, int32 T) -> (A) { A(0,i) = a(i) for t in 0:T { A(t+1,i) = i > 0 && i < N-1 ? (A(t,i-1) + 2.0*A(t,i) + A(t,i+1))/4.0 : A(t,i) } }",
        Role::Output,
    ),
    (
        "def sweep(int32 T) -> (float(N) A) { for t in 0:T { B(i) = (A(i-1) + A(i+1))/2.0 where i in 1:N-1 A(i) = B(i) where i in 1:N-1 } }",
        Role::InOut,
    ),
    (
        "def seidel() -> (float(N,N) A) { for i in 1:N-1 { for j in 1:N-1 { A(i,j) = (A(i-1,j) + A(i,j-1) + A(i,j+1) + A(i+1,j))/4.0 } } }",
        Role::InOut,
    ),
    (
        "def lu() -> (float(N,N) A) { for k in 0:N { A(i,k) = A(i,k)/A(k,k) where i in k+1:N A(i,j) = A(i,j) - A(i,k)*A(k,j) where i in k+1:N, j in k+1:N } }",
        Role::InOut,
    ),
    (
        "def trisolve(float(N,N) L, float(N) b) -> (x) { for i in 0:N { x(i) = b(i) x(i) += -L(i,k)*x(k) where k in 0:i x(i) = x(i)/L(i,i) } }",
        Role::Output,
    ),
    (
        "def rnn(float(T,D) x, float(H,D) U, float(H,H) W, float(H) h0) -> (h) { h(0,i) = h0(i) for t in 0:T { h(t+1,i) +=! U(i,d)*x(t,d) h(t+1,i) += W(i,j)*h(t,j) h(t+1,i) = max(h(t+1,i), 0.0) } }",
        Role::Output,
    ),
    (
        "def bad(float(N) x) -> (s) { for i in 0:N { s(i+1) = s(i) + x(i) } }",
        Role::Output,
    ),
    (
        "def fib(int32 n) -> (int64(n) f) { f(i) = 1 where i in 0:n for i in 2:n { f(i) = f(i-1) + f(i-2) } }",
        Role::Output,
    ),
    (
        "def tri(float(N,N) A, float(N,N) B) -> (C) { C(i,j) +=! A(i,k)*B(k,j) where k in 0:i+1 }",
        Role::Output,
    ),
    (
        "def upper(float(N,N) X) -> (m) { m(i) max=! X(i,k) where k in i:N }",
        Role::Output,
    ),
    (
        "def above(float(N,N) X, float(N,N) Y) -> (t) { t +=! X(i,j)*Y(i,j) where i in 0:N, j in i+1:N }",
        Role::Output,
    ),
    (
        "def hist(int32(N) X, int32 K) -> (int32(K) H) { H(X(i)) +=! 1 }",
        Role::Output,
    ),
    (
        "def segsum(float(N,D) V, int32(N) G, int32 S) -> (float(S,D) O) { O(G(n),d) +=! V(n,d) }",
        Role::Output,
    ),
    (
        "def up(float(N) x, int32 M) -> (float(M) y) { y(2*i) +=! x(i) }",
        Role::Output,
    ),
    (
        "def perm(float(N) x, int32 M) -> (float(M) y) { y(i) = 0.0 where i in 0:M y(M-1-i) = x(i) }",
        Role::Output,
    ),
    (
        "def arg(float(N,M) X) -> (m, a) { (m(i), a(i)) max=! (X(i,k), k) }",
        Role::Output,
    ),
    (
        "def arg2(float(N,M) X) -> (d, p) { (d, p) min=! (X(i,j), i*M + j) }",
        Role::Output,
    ),
];

#[test]
fn programs_of_the_tables() {
    for (text, role) in PROGRAMS {
        let options = Options {
            free_sizes: true,
            ..Options::default()
        };
        let checked = checked_with(text, &options);
        assert!(
            checked.diagnostics.is_empty(),
            "{text}: {:?}",
            checked.diagnostics
        );
        assert_eq!(checked.defs[0].returns()[0].role, *role, "{text}");
    }
}

/// The codes of a definition over `float(N) x, float(N,N) X, int32(N) G, int32 K` that returns `B`.
fn codes_in(body: &str) -> Vec<&'static str> {
    codes(&in_def(body))
}

fn in_def(body: &str) -> String {
    format!("def f(float(N) x, float(N,N) X, int32(N) G, int32 K) -> (B) {{\n{body}\n}}\n")
}

#[test]
fn loop_indices_have_names_of_their_own() {
    assert_eq!(
        codes_in("for i in 0:N { B(i) = x(i) } C(i) = x(i) D +=! C(i) E = D"),
        ["TC0229"]
    );
    assert_eq!(codes_in("for N in 0:3 { B(N) = x(N) }"), ["TC0203"]);
    assert_eq!(codes_in("for x in 0:3 { B(i) = X(i,i) }"), ["TC0203"]);
    assert_eq!(
        codes_in("for t in 0:3 { for t in 0:3 { B(t) = x(t) } }"),
        ["TC0203"]
    );
    assert_eq!(
        codes_in("for t in 0:3 { B(i) = x(i) } for t in 0:4 { B(i) = x(i) + t }"),
        NONE
    );
    // It is not reduced over, has no range of its own, and is no name of `where`.
    assert_eq!(codes_in("for t in 0:3 { B(i) = X(i,t) }"), NONE);
    assert_eq!(
        codes_in("for t in 0:3 { B(i) = X(i,t) where t in 0:2 }"),
        ["TC0203"]
    );
    assert_eq!(
        codes_in("for t in 0:3 { B(i) = x(i) + t where t = 3 }"),
        ["TC0224"]
    );
    assert_eq!(codes_in("for t in 0:3 { B(i) = t(i) }"), ["TC0215"]);
    // It may stand on the left several times, an index may not.
    assert_eq!(codes_in("for t in 0:N { B(t,t) = x(t) }"), NONE);
    assert_eq!(codes_in("for t in 0:N { B(i,i) = x(t) }"), ["TC0209"]);
}

#[test]
fn bounds_of_loops() {
    for fine in ["K", "N / 2", "min(N, K)", "x.0", "-K", "2 * N * K"] {
        assert_eq!(
            codes_in(&format!("for t in 0:{fine} {{ B(t) = x(t) }}")),
            NONE,
            "{fine}"
        );
    }
    for fine in ["t", "2 * t + 1", "t / 2", "min(t, N)"] {
        let text = format!("for t in 0:N {{ for u in 0:{fine} {{ B(t,u) = x(t) }} }}");
        assert_eq!(codes_in(&text), NONE, "{fine}");
    }
    for wrong in ["G(0)", "i", "t * t", "N * t", "8 / t"] {
        let text = format!("for t in 0:N {{ for u in 0:{wrong} {{ B(t,u) = x(t) }} }}");
        assert_eq!(codes_in(&text), ["TC0223"], "{wrong}");
    }
    assert_eq!(codes_in("for t in 0:t { B(t) = x(t) }"), ["TC0223"]);
}

#[test]
fn ranges_that_depend_on_indices() {
    for fine in [
        "B(i) +=! X(i,k) where k in 0:i+1",
        "B(i) +=! X(i,k) where k in max(0, i-2):min(N, i+3)",
        "B +=! X(i,k) where i in 0:N, k in i:N",
        "B +=! X(k,i) where i in 0:N, k in i:N",
        "for t in 0:N { B(t) +=! X(t,k) where k in t:N }",
        "for t in 0:N { B(t,i) = X(t,i) where i in t:N }",
    ] {
        assert_eq!(codes_in(fine), NONE, "{fine}");
    }
    // Ranges use earlier indices only.
    let reordered = checked(&in_def("B +=! X(k,i) where i in 0:N, k in i:N"));
    let names = |one: &Comprehension| {
        one.indices
            .iter()
            .map(|index| index.name.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(comprehension(&reordered.defs[0], 0)), ["i", "k"]);
    for (wrong, message) in [
        (
            "B +=! X(i,k) where k in i:N, i in 0:N",
            "2:25: error[TC0411]: the bound of `k` uses `i`, which has no range yet",
        ),
        (
            "B +=! X(i,k) where k in i:N",
            "2:25: error[TC0411]: the bound of `k` uses `i`, which has no range yet",
        ),
        (
            "B(i,j) +=! X(i,k)*X(j,k) where j in 0:i+1",
            "2:39: error[TC0223]: a bound must be a size expression: `i` is an index",
        ),
        (
            "B(i) +=! X(i,k) where k in 0:i*i",
            "2:30: error[TC0223]: a bound must be a size expression: `i*i` is not affine",
        ),
        (
            "B(i) +=! X(i,k) where k in 0:N*i",
            "2:30: error[TC0223]: a bound must be a size expression: `N*i` is not affine",
        ),
        (
            "B(i) +=! X(i,k) where k in 0:i/2",
            "2:30: error[TC0223]: a bound must be a size expression: `i/2` is not affine",
        ),
    ] {
        let found = diagnostics(&in_def(wrong));
        assert_eq!(found, [message], "{wrong}");
    }
    assert_eq!(
        help(&in_def("B(i,j) +=! X(i,k)*X(j,k) where j in 0:i+1")),
        "choose inside the whole range: `j <= i ? .. : 0`; or write a loop over `i` around the statement, with `i` as a fixed subscript of an in/out tensor"
    );
}

#[test]
fn computed_subscripts_on_the_left() {
    // The box is known by a type, or by an earlier statement.
    assert_eq!(codes_in("B(i) = 0.0 where i in 0:N B(G(i)) += x(i)"), NONE);
    assert_eq!(codes_in("B(G(i)) +=! x(i)"), ["TC0109"]);
    assert_eq!(codes_in("B(G(i)) += x(i)"), ["TC0109", "TC0211"]);
    assert_eq!(codes_in("B(2*i) +=! x(i)"), ["TC0109"]);
    // A recurrence is a loop.
    assert_eq!(
        help(&in_def("B(i+1) = B(i) + x(i)")),
        "a recurrence is a loop: `for i in <lower>:<upper> { B(i+1) = B(i) + x(i) }`"
    );
    let typed = |body: &str| {
        format!("def f(float(N) x, int32(N) G, float c) -> (float(N) B) {{\n{body}\n}}\n")
    };
    assert_eq!(codes(&typed("B(G(i)) = x(i)")), ["TC0410"]);
    assert_eq!(codes(&typed("B(x(i)) +=! x(i)")), ["TC0213"]);
    assert_eq!(codes(&typed("B(c) +=! x(i)")), ["TC0213"]);
    assert_eq!(codes(&typed("B(G(i)) +=! B(i)")), ["TC0406"]);
    assert_eq!(codes(&typed("B(i/2) = x(i)")), NONE);
    // An index of a computed subscript is iterated, not reduced.
    assert_eq!(codes(&typed("B(N-1-i) = x(i)")), NONE);
    assert_eq!(codes(&typed("B(N-1-i) = x(i) + x(k)")), ["TC0210"]);
    let checked = checked(&typed("B(2*i) +=! x(i)"));
    let one = comprehension(&checked.defs[0], 0);
    assert_eq!(
        (one.left_count, one.left.len(), one.indices.len()),
        (0, 1, 1)
    );
    assert!(!one.has_plain_left());
}

#[test]
fn pairs_have_one_place_and_an_extremum() {
    let def = |body: &str| format!("def f(float(N,M) X) -> (m, a) {{\n{body}\n}}\n");
    let checked = checked(&def("(m(i), a(i)) max=! (X(i,k), k)"));
    let types: Vec<_> = checked.defs[0]
        .returns()
        .iter()
        .map(|one| one.scalar)
        .collect();
    assert_eq!(types, [Scalar::Float, Scalar::Int32]);
    assert_eq!(codes(&def("(m(i), a(j)) max=! (X(i,j), j)")), ["TC0412"]);
    assert_eq!(
        codes(&def("(m(i), a(i)) += (X(i,k), k)")),
        ["TC0211", "TC0211", "TC0412"]
    );
    assert_eq!(codes(&def("(m(i), a(i)) = (X(i,i), i)")), ["TC0412"]);
    assert_eq!(
        codes(&def("(m(i), m(i)) max=! (X(i,k), k) a = 1")),
        ["TC0412"]
    );
    assert_eq!(codes(&def("(m(i), a(i)) max=! (X(i,k), 0.5)")), ["TC0213"]);
    assert_eq!(
        codes(&def("(m(i), a(i)) max= (X(i,k), k)")),
        ["TC0211", "TC0211"]
    );
}

#[test]
fn reads_of_what_an_earlier_iteration_wrote() {
    // Only a common loop carries values.
    assert_eq!(
        codes_in("for t in 0:N { B(t) = t > 0 ? C : 0.0 C = x(t) }"),
        NONE
    );
    assert_eq!(
        codes_in("for t in 0:N { B(t) = C } for t in 0:N { C = x(t) }"),
        ["TC0205"]
    );
    assert_eq!(codes_in("for t in 0:N { B(t) += x(t) }"), ["TC0211"]);
    assert_eq!(codes_in("for t in 0:N { C += x(t) B(t) = C }"), ["TC0205"]);
    let carried = checked(&in_def("for t in 0:N { B(t) = t > 0 ? C : 0 C = G(t) }"));
    assert_eq!(carried.defs[0].returns()[0].scalar, Scalar::Int32);
}
