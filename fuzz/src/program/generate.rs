//! Generates programs: definitions, inputs, statements. Bodies are in [`super::body`].
//!
//! Every statement is made freely and then checked with [`analysis`]: if its ranges, boxes or
//! values are not certainly valid, another one is made. What the analysis cannot decide (an
//! in-place update that needs isl, a range that needs a proof for all sizes) is left to the
//! compiler, whose refusals are counted.

use super::analysis;
use super::ast::{
    Clause, Comprehension, Contents, Def, Dim, Expr, Param, Program, Reduction, Return, Statement,
};
use super::body;
use super::environment::Environment;
use super::parts::{INDICES, SIZES, Target};
use super::pick::Pick;
use super::ranges;
use tc_syntax::scalar::Scalar;

/// The most iterations of one statement.
const MOST_POINTS: i64 = 20_000;
const TYPES: [(usize, Scalar); 13] = [
    (30, Scalar::Float),
    (12, Scalar::Int32),
    (8, Scalar::Double),
    (7, Scalar::Half),
    (6, Scalar::BFloat16),
    (6, Scalar::UInt8),
    (5, Scalar::Int64),
    (5, Scalar::Int8),
    (4, Scalar::Int16),
    (4, Scalar::UInt32),
    (4, Scalar::UInt16),
    (4, Scalar::UInt64),
    (5, Scalar::Bool),
];

/// A program, valid as far as the analysis can tell.
pub fn program(pick: &mut Pick) -> Program {
    loop {
        let mut program = Program {
            sizes: sizes(pick),
            defs: Vec::new(),
        };
        let helpers = *pick.weighted(&[(70, 0), (22, 1), (8, 2)]);
        for helper in 0..helpers {
            let own = helper_sizes(&program.sizes, helper);
            let inner = Program {
                sizes: own,
                defs: program.defs.clone(),
            };
            if let Some(def) = definition(pick, &inner, &format!("g{helper}"), &mut Vec::new()) {
                program.defs.push(def);
            }
        }
        let mut params = callee_params(&program);
        if let Some(def) = definition(pick, &program, "f", &mut params) {
            program.defs.push(def);
            if analysis::expected(&program).is_some() {
                return program;
            }
        }
    }
}

fn sizes(pick: &mut Pick) -> Vec<(String, i64)> {
    let count = 1 + pick.below(SIZES.len());
    let value =
        |pick: &mut Pick| match *pick.weighted(&[(45, 0), (25, 1), (10, 2), (12, 3), (8, 4)]) {
            0 => pick.within(2, 9),
            1 => pick.within(8, 24),
            2 => 1,
            3 => pick.within(25, 70),
            _ => 0,
        };
    SIZES[..count]
        .iter()
        .map(|name| ((*name).to_owned(), value(pick)))
        .collect()
}

/// Sizes of a helper: its own names, the caller's values.
fn helper_sizes(sizes: &[(String, i64)], helper: usize) -> Vec<(String, i64)> {
    sizes
        .iter()
        .map(|(name, value)| (format!("{name}{helper}"), *value))
        .collect()
}

/// Inputs of the entry that its helpers can be called with.
fn callee_params(program: &Program) -> Vec<Param> {
    let mut params = Vec::new();
    for param in program.defs.iter().flat_map(|def| &def.params) {
        let dims = param.dims.iter().map(|dim| match dim {
            Dim::Size(name) => Dim::Size(
                name.trim_end_matches(|c: char| c.is_ascii_digit())
                    .to_owned(),
            ),
            Dim::Extent(extent) => Dim::Extent(*extent),
        });
        params.push(Param {
            name: format!("X{}", params.len()),
            dims: dims.collect(),
            ..param.clone()
        });
    }
    params
}

/// A definition over the sizes of `program`, whose other definitions it may call.
fn definition(
    pick: &mut Pick,
    program: &Program,
    name: &str,
    params: &mut Vec<Param>,
) -> Option<Def> {
    let own = 1 + pick.below(3);
    for letter in ["A", "B", "C", "D"].iter().take(own) {
        params.push(param(pick, program, letter));
    }
    let mut def = Def {
        name: name.to_owned(),
        params: params.clone(),
        returns: Vec::new(),
        statements: Vec::new(),
    };
    let mut environment = analysis::start(program, &def)?;
    let wanted = 1 + pick.below(4);
    if name == "f" && pick.chance(20) {
        def.returns.push(in_out(pick, program));
    }
    let mut attempts = 0;
    while def.statements.len() < wanted && attempts < 60 {
        attempts += 1;
        let before = def.clone();
        add_statement(pick, program, &mut def, &environment);
        let mut after = environment.clone();
        let made = before.statements.len()..def.statements.len();
        let valid = made
            .clone()
            .all(|position| analysis::run(program, &def, position, &mut after).is_some());
        if valid && !made.is_empty() && small(&def, made, &after) {
            environment = after;
        } else {
            def = before;
        }
    }
    finish(pick, program, def, &environment)
}

fn param(pick: &mut Pick, program: &Program, name: &str) -> Param {
    let rank = *pick.weighted(&[(10, 0), (40, 1), (38, 2), (12, 3)]);
    let dims = (0..rank).map(|_| dim(pick, program)).collect();
    let contents = *pick.weighted(&[
        (70, Contents::Quarters),
        (15, Contents::Edges),
        (15, Contents::Random),
    ]);
    Param {
        name: name.to_owned(),
        ty: *pick.weighted(&TYPES),
        dims,
        contents,
    }
}

fn dim(pick: &mut Pick, program: &Program) -> Dim {
    if pick.chance(90) {
        Dim::Size(pick.one(&program.sizes).0.clone())
    } else {
        Dim::Extent(pick.within(1, 12))
    }
}

fn in_out(pick: &mut Pick, program: &Program) -> Return {
    let rank = pick.below(3);
    let dims = (0..rank).map(|_| dim(pick, program)).collect();
    let contents = *pick.weighted(&[(80, Contents::Quarters), (20, Contents::Edges)]);
    Return {
        name: "Y".to_owned(),
        annotation: Some((*pick.weighted(&TYPES), dims)),
        contents,
    }
}

/// Bounds the work, since the sizes alone do not.
fn small(def: &Def, made: std::ops::Range<usize>, after: &Environment) -> bool {
    def.statements[made]
        .iter()
        .all(|statement| match statement {
            Statement::Call { .. } | Statement::Loop { .. } | Statement::Write(_) => true,
            Statement::Comprehension(one) => {
                let adopt = |dim: usize| {
                    after
                        .tensors
                        .get(&one.target)
                        .and_then(|facts| facts.space.get(dim).copied())
                };
                ranges::infer(one, after, &adopt).is_some_and(|ranges| {
                    ranges
                        .iter()
                        .map(|(_, (low, high))| high - low)
                        .product::<i64>()
                        <= MOST_POINTS
                })
            }
        })
}

/// Decides what is returned, and which returns have a type annotation.
fn finish(
    pick: &mut Pick,
    program: &Program,
    mut def: Def,
    environment: &Environment,
) -> Option<Def> {
    if def.statements.is_empty() {
        return None;
    }
    let mut targets: Vec<String> = Vec::new();
    for name in def.statements.iter().flat_map(Statement::targets) {
        if !targets.contains(&name) {
            targets.push(name);
        }
    }
    // An in/out tensor that no statement uses.
    def.returns
        .retain(|returned| targets.contains(&returned.name));
    targets.retain(|name| !def.returns.iter().any(|returned| returned.name == *name));
    let last = targets.pop();
    for target in &targets {
        if pick.chance(60) {
            def.returns
                .push(plain_return(pick, program, &def, target, environment));
        }
    }
    if let Some(last) = last {
        def.returns
            .push(plain_return(pick, program, &def, &last, environment));
    }
    let valid = def.returns.iter().all(|returned| {
        returned.annotation.is_some() || !analysis::is_in_out(&def, &returned.name)
    });
    (valid && analysis::after(program, &def).is_some()).then_some(def)
}

fn plain_return(
    pick: &mut Pick,
    program: &Program,
    def: &Def,
    target: &str,
    environment: &Environment,
) -> Return {
    let mut annotation = None;
    let facts = environment.tensors.get(target);
    if let Some(facts) = facts.filter(|_| def.name == "f" && pick.chance(15)) {
        let dim = |(low, high): &(i64, i64)| {
            let size = program.sizes.iter().find(|(_, value)| *value == high - low);
            size.filter(|(name, _)| bound(def, name))
                .map(|(name, _)| Dim::Size(name.clone()))
        };
        annotation = facts
            .space
            .iter()
            .map(dim)
            .collect::<Option<Vec<_>>>()
            .map(|dims| (facts.ty, dims));
    }
    Return {
        name: target.to_owned(),
        annotation,
        contents: Contents::Quarters,
    }
}

/// Whether an input binds the size.
fn bound(def: &Def, size: &str) -> bool {
    def.params
        .iter()
        .any(|param| param.dims.contains(&Dim::Size(size.to_owned())))
}

/// Appends a statement, or a pair of related ones.
fn add_statement(pick: &mut Pick, program: &Program, def: &mut Def, environment: &Environment) {
    let callees: Vec<&Def> = program
        .defs
        .iter()
        .filter(|other| other.name != def.name)
        .collect();
    if !callees.is_empty() && pick.chance(35) {
        let callee = *pick.one(&callees);
        def.statements.extend(call(pick, callee, environment, def));
        return;
    }
    if pick.chance(6) {
        def.statements.extend(literals(pick, environment));
        return;
    }
    // Sizes that no input binds cannot be named.
    let mut seen = environment.clone();
    seen.sizes.retain(|name, _| {
        bound(def, name) || def.returns.iter().any(|returned| declares(returned, name))
    });
    let target = target(pick, def, &seen);
    let Some(one) = body::comprehension(pick, &seen, &target) else {
        return;
    };
    let fresh = !environment.tensors.contains_key(&one.target)
        && !def.returns.iter().any(|r| r.name == one.target);
    let splits = matches!(one.reduction, Some(Reduction::Add | Reduction::Multiply));
    if fresh && splits && one.initialises && one.clauses.is_empty() && pick.chance(30) {
        // `C(i) = 0` and `C(i) += ..`: range and type are adopted.
        let identity = i64::from(one.reduction == Some(Reduction::Multiply));
        def.statements.push(Statement::Comprehension(Comprehension {
            reduction: None,
            initialises: false,
            body: Expr::Integer(identity),
            clauses: Vec::new(),
            ..one.clone()
        }));
        def.statements.push(Statement::Comprehension(Comprehension {
            initialises: false,
            ..one
        }));
        return;
    }
    def.statements.push(Statement::Comprehension(one));
}

/// `T(i, j) = 2.5 where exists A(i, j)`
fn literals(pick: &mut Pick, environment: &Environment) -> Option<Statement> {
    let tensors: Vec<_> = environment.tensors.iter().collect();
    let (name, facts) = *pick.one(&tensors);
    let rank = facts.space.len();
    let left: Vec<String> = INDICES
        .iter()
        .take(rank)
        .map(|name| (*name).to_owned())
        .collect();
    let indices = left.iter().map(Expr::name);
    let read = Expr::Read(name.clone(), indices.collect());
    let body = match pick.below(2) {
        0 => Expr::Integer(pick.within(0, 9)),
        _ => Expr::Floating(pick.within(-8, 8) as f64 / 4.0),
    };
    let one = Comprehension {
        target: fresh(environment),
        left,
        reduction: None,
        initialises: false,
        body,
        clauses: vec![Clause::Exists(read)],
    };
    (rank > 0 && rank <= INDICES.len()).then_some(Statement::Comprehension(one))
}

/// A name that is not yet in use.
fn fresh(environment: &Environment) -> String {
    let mut names = (0..).map(|number| format!("T{number}"));
    let free = names.find(|name| !environment.tensors.contains_key(name));
    free.unwrap_or_default()
}

fn declares(returned: &Return, size: &str) -> bool {
    returned
        .annotation
        .as_ref()
        .is_some_and(|(_, dims)| dims.contains(&Dim::Size(size.to_owned())))
}

fn target(pick: &mut Pick, def: &Def, environment: &Environment) -> Target {
    if let Some(returned) = def
        .returns
        .iter()
        .find(|returned| !environment.tensors.contains_key(&returned.name))
    {
        let (ty, dims) = returned
            .annotation
            .clone()
            .unwrap_or((Scalar::Float, Vec::new()));
        let space = analysis::space(&dims, &environment.sizes).unwrap_or_default();
        return Target {
            name: returned.name.clone(),
            known: Some((ty, space)),
            in_out: true,
        };
    }
    let written: Vec<_> = environment
        .tensors
        .iter()
        .filter(|(_, facts)| !facts.input)
        .collect();
    if !written.is_empty() && pick.chance(30) {
        let (name, facts) = *pick.one(&written);
        return Target {
            name: name.clone(),
            known: Some((facts.ty, facts.space.clone())),
            in_out: false,
        };
    }
    Target {
        name: fresh(environment),
        known: None,
        in_out: false,
    }
}

fn call(pick: &mut Pick, callee: &Def, environment: &Environment, def: &Def) -> Option<Statement> {
    let mut arguments = Vec::new();
    for param in &callee.params {
        let extents = |space: &[(i64, i64)]| {
            space
                .iter()
                .map(|(low, high)| high - low)
                .collect::<Vec<_>>()
        };
        let sample = environment.tensors.iter().find(|(name, _)| {
            def.params.iter().any(|own| {
                own.name == **name && own.ty == param.ty && own.dims.len() == param.dims.len()
            })
        })?;
        let same: Vec<&String> = environment
            .tensors
            .iter()
            .filter(|(_, facts)| {
                facts.ty == param.ty
                    && facts.space.len() == param.dims.len()
                    && (pick.chance(50) || extents(&facts.space) == extents(&sample.1.space))
            })
            .map(|(name, _)| name)
            .collect();
        if param.dims.is_empty() && param.ty == Scalar::Int32 && pick.chance(30) {
            arguments.push(Expr::Integer(pick.within(0, 5)));
        } else if same.is_empty() {
            return None;
        } else {
            arguments.push(Expr::Name((*pick.one(&same)).clone()));
        }
    }
    let first = environment.tensors.len();
    let targets = (0..callee.returns.len())
        .map(|number| format!("R{}", first + number))
        .collect();
    Some(Statement::Call {
        targets,
        callee: callee.name.clone(),
        arguments,
    })
}
