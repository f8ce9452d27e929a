//! Every form of sequential programs is generated.

use super::ast::{Contents, Program, Statement, Write};
use super::pick::Pick;
use super::sequence::program;

fn writes(program: &Program) -> Vec<&Write> {
    let mut all = Vec::new();
    for statement in &program.defs[0].statements {
        statement.walk(&mut |one| {
            if let Statement::Write(write) = one {
                all.push(write);
            }
        });
    }
    all
}

/// The loops around the innermost statement.
fn depth(statements: &[Statement]) -> usize {
    let of = |one: &Statement| match one {
        Statement::Loop { body, .. } => 1 + depth(body),
        _ => 0,
    };
    statements.iter().map(of).max().unwrap_or(0)
}

#[test]
fn all_forms_are_generated() {
    let programs: Vec<Program> = (0..120).map(|at| program(&mut Pick::of(5, at))).collect();
    let count =
        |wanted: &dyn Fn(&Program) -> bool| programs.iter().filter(|one| wanted(one)).count();
    let has = |wanted: fn(&Write) -> bool| count(&|one| writes(one).into_iter().any(wanted));
    assert!(count(&|one| depth(&one.defs[0].statements) == 1) > 15);
    assert!(count(&|one| depth(&one.defs[0].statements) == 2) > 10);
    assert!(count(&|one| one.to_string().contains("int32 n")) > 15);
    let reduces = |write: &Write| write.is_scatter() && write.reduction.is_some();
    assert!(has(reduces) > 10);
    assert!(has(|write| write.is_scatter() && write.reduction.is_none()) > 3);
    assert!(has(|write| write.targets.len() == 2) > 15);
    assert!(has(|write| write.ranges.iter().any(|range| range.implied)) > 15);
    let depends = |write: &Write| {
        let mut ends = write
            .ranges
            .iter()
            .flat_map(|range| [&range.low, &range.high]);
        ends.any(|end| !write.is_fixed(end))
    };
    assert!(has(depends) > 15);
}

#[test]
fn pairs_see_ties_and_nan() {
    let programs = (0..60).map(|at| program(&mut Pick::of(6, at)));
    let specials = programs.filter(|one| {
        let edges = one.defs[0].params.iter();
        let mut edges = edges.filter(|it| it.contents == Contents::Edges);
        edges.any(|it| it.ty.is_floating())
            && writes(one).iter().any(|write| write.targets.len() == 2)
    });
    assert!(specials.count() > 1);
}
