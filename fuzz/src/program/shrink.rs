//! Shrinks a failing test: proptest's [`Strategy`] and [`ValueTree`] over whole tests.
//!
//! A simpler test is one with a statement, a return, an input, a clause or an option less, a
//! smaller size, or an expression replaced by a part of itself. Candidates are tried from the
//! largest cut to the smallest, until none fails any more. A cut that makes the program invalid
//! does not count as a failure, so it is not kept.

use super::ast::{Clause, Comprehension, Contents, Expr, Program, Return, Statement};
use super::case::{self, Test, Tests};
use super::pick::Pick;
use super::shrink_expression::smaller_expressions;
use super::shrink_write;
use proptest::{
    strategy::{NewTree, Strategy, ValueTree},
    test_runner::TestRunner,
};
use tc_pipelines::mapping::{Inside, MappingOptions, Tile};
use tc_syntax::scalar::Scalar;

impl Strategy for Tests {
    type Tree = Tree;
    type Value = Test;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let mut pick = Pick::new(runner.new_rng());
        Ok(Tree::new(case::test(&mut pick, *self)))
    }
}

/// A test and the simpler ones still to try.
#[derive(Clone, Debug)]
pub struct Tree {
    current: Test,
    before: Option<Test>,
    /// In reverse order.
    candidates: Vec<Test>,
}

impl Tree {
    pub fn new(test: Test) -> Tree {
        let candidates = simpler(&test);
        Tree {
            current: test,
            before: None,
            candidates,
        }
    }
}

impl ValueTree for Tree {
    type Value = Test;

    fn current(&self) -> Test {
        self.current.clone()
    }

    fn simplify(&mut self) -> bool {
        if self.before.take().is_some() {
            self.candidates = simpler(&self.current);
        }
        self.advance()
    }

    fn complicate(&mut self) -> bool {
        if let Some(before) = self.before.take() {
            self.current = before;
        }
        self.advance()
    }
}

impl Tree {
    fn advance(&mut self) -> bool {
        while let Some(candidate) = self.candidates.pop() {
            if candidate.case().is_some() {
                self.before = Some(std::mem::replace(&mut self.current, candidate));
                return true;
            }
        }
        false
    }
}

/// All tests that are one cut smaller, the largest cut last.
fn simpler(test: &Test) -> Vec<Test> {
    let mut all = Vec::new();
    let with = |program: Program| Test {
        program,
        ..test.clone()
    };
    all.extend(options(test));
    all.extend(programs(&test.program).into_iter().map(with));
    all.reverse();
    all
}

fn options(test: &Test) -> Vec<Test> {
    let mut all = Vec::new();
    if test.gpu.is_some() {
        all.push(Test {
            gpu: None,
            ..test.clone()
        });
    }
    if test.open {
        all.push(Test {
            open: false,
            ..test.clone()
        });
    }
    if test.algebra {
        all.push(Test {
            algebra: false,
            ..test.clone()
        });
    }
    let plain = MappingOptions {
        tile: Tile::Sizes(Vec::new()),
        private: false,
        ..MappingOptions::cpu()
    };
    let mut try_cpu = |cpu: MappingOptions| {
        if cpu != test.cpu {
            all.push(Test {
                cpu,
                ..test.clone()
            });
        }
    };
    try_cpu(plain.clone());
    try_cpu(MappingOptions {
        fusion: plain.fusion,
        ..test.cpu.clone()
    });
    try_cpu(MappingOptions {
        tile: simpler_tile(&test.cpu.tile),
        ..test.cpu.clone()
    });
    try_cpu(MappingOptions {
        private: false,
        unroll: 1,
        ..test.cpu.clone()
    });
    try_cpu(outside_only(&test.cpu));
    if let Some(gpu) = &test.gpu {
        all.extend(gpu_options(test, gpu, &plain));
    }
    all
}

/// The same test with simpler options for the GPU.
fn gpu_options(test: &Test, gpu: &MappingOptions, plain: &MappingOptions) -> Vec<Test> {
    let mut all = Vec::new();
    let mut try_gpu = |gpu: MappingOptions| {
        if Some(&gpu) != test.gpu.as_ref() {
            all.push(Test {
                gpu: Some(gpu),
                ..test.clone()
            });
        }
    };
    try_gpu(outside_only(gpu));
    try_gpu(MappingOptions {
        shared: false,
        ..gpu.clone()
    });
    try_gpu(MappingOptions {
        launches: plain.launches,
        ..gpu.clone()
    });
    try_gpu(MappingOptions {
        reductions: 0,
        ..gpu.clone()
    });
    try_gpu(MappingOptions {
        fusion: plain.fusion,
        ..gpu.clone()
    });
    try_gpu(MappingOptions {
        private: false,
        unroll: 1,
        ..gpu.clone()
    });
    try_gpu(MappingOptions {
        grid: gpu.grid.iter().skip(1).copied().collect(),
        ..gpu.clone()
    });
    try_gpu(MappingOptions {
        block: gpu.block.iter().skip(1).copied().collect(),
        ..gpu.clone()
    });
    try_gpu(MappingOptions {
        tile: simpler_tile(&gpu.tile),
        ..gpu.clone()
    });
    all
}

/// The options of the loops around tiles, for those inside too.
fn outside_only(options: &MappingOptions) -> MappingOptions {
    MappingOptions {
        intra_fusion: Inside::SAME,
        intra_skewing: Inside::SAME,
        intra_nonnegative: Inside::SAME,
        ..options.clone()
    }
}

/// One size less; sizes that were derived give way to one.
fn simpler_tile(tile: &Tile) -> Tile {
    Tile::Sizes(match tile {
        Tile::Sizes(sizes) => sizes.iter().skip(1).copied().collect(),
        Tile::Derived(_) => vec![32],
    })
}

fn programs(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    for def in 0..program.defs.len().saturating_sub(1) {
        let mut cut = program.clone();
        cut.defs.remove(def);
        all.push(cut);
    }
    for (def, it) in program.defs.iter().enumerate() {
        for statement in (0..it.statements.len()).rev() {
            let mut cut = program.clone();
            let gone = cut.defs[def].statements.remove(statement);
            all.push(without_target(cut, def, &gone));
        }
        for (position, returned) in it.returns.iter().enumerate() {
            let mut cut = program.clone();
            cut.defs[def].returns.remove(position);
            all.push(cut);
            if returned.annotation.is_some() {
                let mut plain = program.clone();
                plain.defs[def].returns[position].annotation = None;
                all.push(plain);
            }
        }
        for param in 0..it.params.len() {
            let mut cut = program.clone();
            cut.defs[def].params.remove(param);
            for caller in cut
                .defs
                .iter_mut()
                .flat_map(|def| def.statements.iter_mut())
            {
                if let Statement::Call {
                    callee, arguments, ..
                } = caller
                    && *callee == it.name
                    && param < arguments.len()
                {
                    arguments.remove(param);
                }
            }
            all.push(cut);
        }
    }
    all.extend(smaller_sizes(program));
    all.extend(smaller_statements(program));
    all.extend(plainer_params(program));
    all
}

/// A return that nothing writes any more is removed too.
fn without_target(mut program: Program, def: usize, gone: &Statement) -> Program {
    let targets = gone.targets();
    let def = &mut program.defs[def];
    let still = |name: &String| {
        def.statements
            .iter()
            .any(|one| one.targets().contains(name))
    };
    let gone: Vec<String> = targets
        .into_iter()
        .filter(|target| !still(target))
        .collect();
    def.returns
        .retain(|returned| !gone.contains(&returned.name));
    // What is left over is returned, so that it can fail alone.
    let last = def.statements.last().and_then(|one| one.targets().pop());
    if let Some(name) = last.filter(|_| def.returns.is_empty()) {
        def.returns.push(Return {
            name,
            annotation: None,
            contents: Contents::Quarters,
        });
    }
    program
}

fn smaller_sizes(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    for (position, (_, value)) in program.sizes.iter().enumerate() {
        let halves = [1, 2, value / 2, value - 1];
        for (rank, smaller) in halves
            .iter()
            .enumerate()
            .filter(|(_, smaller)| **smaller > 0 && **smaller < *value)
        {
            if halves[..rank].contains(smaller) {
                continue;
            }
            let mut cut = program.clone();
            cut.sizes[position].1 = *smaller;
            all.push(cut);
        }
    }
    all
}

fn plainer_params(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    for (def, it) in program.defs.iter().enumerate() {
        for (position, param) in it.params.iter().enumerate() {
            if param.contents != Contents::Quarters {
                let mut plain = program.clone();
                plain.defs[def].params[position].contents = Contents::Quarters;
                all.push(plain);
            }
            if !matches!(param.ty, Scalar::Float | Scalar::Int32) {
                let mut plain = program.clone();
                plain.defs[def].params[position].ty = if param.ty.is_floating() {
                    Scalar::Float
                } else {
                    Scalar::Int32
                };
                all.push(plain);
            }
        }
    }
    all
}

fn smaller_statements(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    for (def, it) in program.defs.iter().enumerate() {
        for (position, statement) in it.statements.iter().enumerate() {
            for smaller in smaller_statement(statement) {
                let mut cut = program.clone();
                cut.defs[def]
                    .statements
                    .splice(position..=position, smaller);
                all.push(without_target(cut, def, statement));
            }
        }
    }
    all
}

/// Statements in place of one.
fn smaller_statement(statement: &Statement) -> Vec<Vec<Statement>> {
    let one = |statement| vec![statement];
    match statement {
        Statement::Comprehension(it) => {
            let smaller = smaller_comprehensions(it).into_iter();
            smaller.map(Statement::Comprehension).map(one).collect()
        }
        Statement::Write(it) => {
            let smaller = shrink_write::smaller(it).into_iter();
            smaller.map(Statement::Write).map(one).collect()
        }
        Statement::Call { .. } => Vec::new(),
        Statement::Loop {
            index,
            low,
            high,
            body,
        } => smaller_loop(index, low, high, body),
    }
}

/// A loop less, a statement of it less, fewer iterations, or a smaller statement inside.
fn smaller_loop(index: &str, low: &Expr, high: &Expr, body: &[Statement]) -> Vec<Vec<Statement>> {
    let find = |name: &str| (name == index).then(|| low.clone());
    let first = body
        .iter()
        .map(|inner| shrink_write::substituted(inner, &find));
    let mut all = vec![first.collect()];
    let with = |low: &Expr, high: &Expr, body: Vec<Statement>| {
        vec![Statement::Loop {
            index: index.to_owned(),
            low: low.clone(),
            high: high.clone(),
            body,
        }]
    };
    for position in 0..body.len() {
        if body.len() > 1 {
            let mut rest = body.to_vec();
            rest.remove(position);
            all.push(with(low, high, rest));
        }
    }
    for end in smaller_expressions(high) {
        all.push(with(low, &end, body.to_vec()));
    }
    if *low != Expr::Integer(0) {
        all.push(with(&Expr::Integer(0), high, body.to_vec()));
    }
    for (position, inner) in body.iter().enumerate() {
        for smaller in smaller_statement(inner) {
            let mut rest = body.to_vec();
            rest.splice(position..=position, smaller);
            all.push(with(low, high, rest));
        }
    }
    all
}

fn smaller_comprehensions(one: &Comprehension) -> Vec<Comprehension> {
    let mut all = Vec::new();
    for clause in 0..one.clauses.len() {
        let mut cut = one.clone();
        cut.clauses.remove(clause);
        all.push(cut);
    }
    for body in smaller_expressions(&one.body) {
        all.push(Comprehension {
            body,
            ..one.clone()
        });
    }
    for (position, clause) in one.clauses.iter().enumerate() {
        let smaller: Vec<Clause> = match clause {
            Clause::Let { name, value } => {
                let lets = smaller_expressions(value).into_iter();
                lets.map(|value| Clause::Let {
                    name: name.clone(),
                    value,
                })
                .collect()
            }
            Clause::Exists(what) => smaller_expressions(what)
                .into_iter()
                .map(Clause::Exists)
                .collect(),
            Clause::Range { index, low, high } => {
                let highs = smaller_expressions(high).into_iter();
                highs
                    .map(|high| Clause::Range {
                        index: index.clone(),
                        low: low.clone(),
                        high,
                    })
                    .collect()
            }
        };
        for clause in smaller {
            let mut cut = one.clone();
            cut.clauses[position] = clause;
            all.push(cut);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::pick::Pick;

    fn calls(test: &Test, wanted: &str) -> bool {
        test.program.to_string().contains(wanted)
    }

    /// Shrinks as a campaign does, with a predicate on the text in place of a run.
    fn smallest(mut tree: Tree, fails: &dyn Fn(&Test) -> bool) -> Test {
        let mut best = tree.current();
        let mut more = tree.simplify();
        while more {
            let candidate = tree.current();
            more = if fails(&candidate) {
                best = candidate;
                tree.simplify()
            } else {
                tree.complicate()
            };
        }
        best
    }

    #[test]
    fn a_failure_shrinks_to_one_statement() {
        let test = (0..500)
            .map(|index| case::test(&mut Pick::of(3, index), Tests::default()))
            .filter(|test| test.program.defs.len() == 1)
            .filter(|test| !test.program.defs[0].is_sequential())
            .find(|test| calls(test, "tanh(") && test.program.to_string().lines().count() > 4)
            .expect("one of 500 programs calls tanh");
        let small = smallest(Tree::new(test.clone()), &|test| calls(test, "tanh("));
        let text = small.program.to_string();
        assert!(calls(&small, "tanh("), "{text}");
        assert_eq!(text.lines().count(), 3, "{text}");
        assert!(text.len() < test.program.to_string().len() / 2, "{text}");
        assert_eq!(small.cpu.tile, Tile::Sizes(Vec::new()));
    }

    #[test]
    fn loops_shrink_with_their_statements() {
        let tests = Tests {
            sequential: true,
            ..Tests::default()
        };
        let is_nested = |test: &Test| calls(test, "for u in") && calls(test, "max=");
        let test = (0..500)
            .map(|index| case::test(&mut Pick::of(4, index), tests))
            .find(|test| is_nested(test) && test.program.to_string().lines().count() > 8)
            .expect("one of 500 programs has a nest with a maximum");
        let small = smallest(Tree::new(test), &is_nested);
        let text = small.program.to_string();
        assert!(small.case().is_some() && is_nested(&small), "{text}");
        assert!(text.lines().count() <= 8, "{text}");
    }
}
