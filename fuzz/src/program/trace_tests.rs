//! The rules of sequential programs, on examples of the specification.

use super::ast::{
    Binary, Contents, Def, Dim, Expr, Param, Program, Range, Reduction, Return, Statement, Write,
};
use super::scope::{Refusal, Scope, Traced};
use super::sequential;
use super::trace::{Visited, visit};
use tc_syntax::scalar::Scalar;

fn name(name: &str) -> Expr {
    Expr::name(&name)
}

fn plus(a: Expr, b: i64) -> Expr {
    Expr::binary(Binary::Add, a, Expr::Integer(b))
}

fn read(tensor: &str, at: Expr) -> Expr {
    Expr::Read(tensor.to_owned(), vec![at])
}

fn write(target: &str, at: Expr, value: Expr, ranges: &[(&str, Expr, Expr)]) -> Write {
    let range = |(index, low, high): &(&str, Expr, Expr)| Range {
        index: (*index).to_owned(),
        low: low.clone(),
        high: high.clone(),
        implied: false,
    };
    Write {
        targets: vec![target.to_owned()],
        left: vec![at],
        reduction: None,
        initialises: false,
        values: vec![value],
        ranges: ranges.iter().map(range).collect(),
    }
}

fn over(index: &str, body: Write) -> Statement {
    Statement::Loop {
        index: index.to_owned(),
        low: Expr::Integer(0),
        high: name("N"),
        body: vec![Statement::Write(body)],
    }
}

/// `def f(float(N) x) -> (s) { .. }`
fn def(statements: Vec<Statement>) -> Def {
    Def {
        name: "f".to_owned(),
        params: vec![Param {
            name: "x".to_owned(),
            ty: Scalar::Float,
            dims: vec![Dim::Size("N".to_owned())],
            contents: Contents::Quarters,
        }],
        returns: vec![Return {
            name: "s".to_owned(),
            annotation: None,
            contents: Contents::Quarters,
        }],
        statements,
    }
}

fn visited(statements: Vec<Statement>, size: i64) -> Traced<Visited> {
    visit(&def(statements), &Scope::from([("N".to_owned(), size)]))
}

fn why(statements: Vec<Statement>, size: i64) -> String {
    match visited(statements, size) {
        Err(Refusal::Invalid(why)) => why,
        other => panic!("expected a refusal, found {other:?}"),
    }
}

/// L1, L8 and L9 of the specification.
#[test]
fn loops_of_the_specification() {
    let first = || Statement::Write(write("s", Expr::Integer(0), Expr::Floating(0.0), &[]));
    let step = |at: Expr| {
        let sum = Expr::binary(Binary::Add, read("s", at), read("x", name("i")));
        over("i", write("s", plus(name("i"), 1), sum, &[]))
    };
    let scan = visited(vec![first(), step(name("i"))], 4).expect("L1 is valid");
    assert_eq!(scan.spaces["s"], [(0, 5)]);
    assert_eq!(scan.writes["s"], 5);
    assert!(scan.whole.contains(&"s".to_owned()) && scan.open.is_empty());
    let empty = visited(vec![first(), step(name("i"))], 0).expect("no iteration");
    assert_eq!(empty.spaces["s"], [(0, 1)]);
    let late = why(vec![first(), step(plus(name("i"), 1))], 4);
    assert_eq!(late, "s[1] has no value");
    let outside = why(vec![step(name("i"))], 4);
    assert_eq!(outside, "s[0] is outside of [(1, 5)]");
    let twice = Expr::binary(Binary::Multiply, Expr::Integer(2), name("i"));
    let gap = visited(
        vec![over("i", write("s", twice, read("x", name("i")), &[]))],
        2,
    );
    assert!(gap.expect("only incomplete").whole == ["x"]);
}

#[test]
fn what_a_statement_may_read_and_where_it_may_write() {
    let all = [("i", Expr::Integer(0), name("N"))];
    let copy = || Statement::Write(write("s", name("i"), read("x", name("i")), &all));
    let back = Expr::binary(Binary::Subtract, name("N"), plus(name("i"), 1));
    let reverse = write("s", name("i"), read("s", back.clone()), &all);
    let own = why(vec![copy(), Statement::Write(reverse)], 3);
    assert_eq!(own, "it reads what another point writes");
    let place = |at: Expr| Statement::Write(write("s", at, read("x", name("i")), &all));
    assert!(visited(vec![copy(), place(back)], 3).is_ok());
    let half = Expr::binary(Binary::Divide, name("i"), Expr::Integer(2));
    assert_eq!(
        why(vec![copy(), place(half.clone())], 3),
        "two points write one element"
    );
    let mut sum = write("s", half, read("x", name("i")), &all);
    sum.reduction = Some(Reduction::Add);
    assert!(visited(vec![copy(), Statement::Write(sum.clone())], 3).is_ok());
    assert_eq!(
        why(vec![Statement::Write(sum.clone())], 3),
        "scatter needs a box, and one target"
    );
    sum.left = vec![plus(name("i"), 1)];
    assert_eq!(
        why(vec![copy(), Statement::Write(sum)], 3),
        "scatter leaves the box"
    );
}

#[test]
fn ranges_that_depend_on_other_indices() {
    let triangle = [
        ("i", Expr::Integer(0), name("N")),
        ("k", plus(name("i"), 1), name("N")),
    ];
    let mut sum = write("s", name("i"), read("x", name("k")), &triangle);
    sum.reduction = Some(Reduction::Add);
    assert_eq!(
        why(vec![Statement::Write(sum.clone())], 3),
        "s[0] has no value"
    );
    sum.initialises = true;
    let visited = visited(vec![Statement::Write(sum)], 4).expect("R2 is valid");
    assert_eq!(
        (visited.spaces["s"].as_slice(), visited.writes["s"]),
        (&[(0, 4)][..], 6)
    );
}

/// `T(0) = ..` and `for t in 0:N { T(i) = .. where i in 0:M }`: from N = 0 to 1 the end goes from 1
/// to M. With N in place of M it is `max(1, N)`.
#[test]
fn a_box_that_jumps_has_no_form() {
    let one = || Expr::Cast(Scalar::Float, Box::new(Expr::Integer(1)));
    let i = |high: &str| [("i", Expr::Integer(0), name(high))];
    let of = |high: &str| {
        let range = i(high);
        def(vec![
            Statement::Write(write("s", name("i"), read("x", name("i")), &i("N"))),
            Statement::Write(write("T", Expr::Integer(0), one(), &[])),
            over("t", write("T", name("i"), one(), &range)),
        ])
    };
    let sizes = [("N".to_owned(), 3), ("M".to_owned(), 2)].to_vec();
    let program = Program {
        sizes,
        defs: Vec::new(),
    };
    let is_valid = |def: &Def| sequential::check(&program, def, &def.statements, true).is_some();
    assert!(is_valid(&of("N")));
    assert!(!is_valid(&of("M")));
    assert!(sequential::check(&program, &of("M"), &of("M").statements, false).is_some());
}

/// `s(i) = i > 7 ? x(i + 1) : x(i)`: all is well up to N = 8.
#[test]
fn what_larger_sizes_forbid_is_refused_rightly() {
    let more = Expr::binary(Binary::Greater, name("i"), Expr::Integer(7));
    let value = |next: i64| {
        let (far, own) = (read("x", plus(name("i"), next)), read("x", name("i")));
        Expr::Select(Box::new(more.clone()), Box::new(far), Box::new(own))
    };
    let of = |next: i64| {
        let range = [("i", Expr::Integer(0), name("N"))];
        let statement = Statement::Write(write("s", name("i"), value(next), &range));
        Program {
            sizes: vec![("N".to_owned(), 3)],
            defs: vec![def(vec![statement])],
        }
    };
    assert!(sequential::is_refused_for_larger(&of(1)));
    assert!(!sequential::is_refused_for_larger(&of(0)));
    assert!(sequential::expected(&of(1)).is_some());
}
