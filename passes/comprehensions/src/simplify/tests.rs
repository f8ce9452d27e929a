//! Every rule computes the same on both sides, at random values and at extreme ones; the table of
//! the documentation is the table.

use std::collections::HashMap;

use egg::{ENodeOrVar, Id, Language, Pattern, Rewrite, Runner, Var};
use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

use tc_syntax::expr::Expr;

use super::facts::{Facts, Graph, LeafFacts};
use super::rules::{Kind, RULES, Rule, When, with_types};
use super::search::{Found, Program, Settings, search};
use super::term::{Op, Operator, Scalar, Term, bits, floating};

/// Of each rule for each type.
const TRIALS: usize = 1000;
/// The types whose arithmetic the tests can do.
const TYPES: [Scalar; 7] = [
    Scalar::F32,
    Scalar::F64,
    Scalar::I1,
    Scalar::I8,
    Scalar::I32,
    Scalar::I64,
    Scalar::Subscript,
];

/// Numbers, the same in every run.
struct Random(TestRng);

impl Random {
    fn new() -> Self {
        Random(TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]))
    }

    fn below(&mut self, end: u64) -> u64 {
        self.0.next_u64() % end
    }

    fn of(&mut self, values: &[f64]) -> f64 {
        values[self.below(values.len() as u64) as usize]
    }

    /// A value of a type, often an extreme one.
    fn value(&mut self, ty: Scalar) -> i64 {
        match ty {
            Scalar::F32 => bits(f64::from(self.float() as f32)),
            _ if ty.is_floating() => bits(self.float()),
            _ => self.integer(ty),
        }
    }

    fn float(&mut self) -> f64 {
        let special = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            f64::MIN_POSITIVE,
            f64::from(f32::MIN_POSITIVE),
            f64::from(f32::MIN_POSITIVE) / 8.0,
            -f64::MIN_POSITIVE / 8.0,
            f64::MAX,
            f64::from(f32::MAX),
            f64::from(f32::MIN),
            0.5,
            8.0,
            -0.125,
        ];
        match self.below(4) {
            0 => self.of(&special),
            1 => f64::from(f32::from_bits(self.0.next_u32())),
            2 => f64::from_bits(self.0.next_u64()),
            _ => (self.below(2001) as f64 - 1000.0) / 16.0,
        }
    }

    fn integer(&mut self, ty: Scalar) -> i64 {
        let (low, high) = match ty {
            // Products of three of them fit.
            Scalar::Subscript => (-1_000_000, 1_000_000),
            _ => ty.limits(),
        };
        let special = [low, low + 1, -1, 0, 1, 2, 3, 4, high - 1, high];
        let value = match self.below(3) {
            0 => special[self.below(10) as usize],
            1 => i128::from(self.below(16)) - 4,
            _ => i128::from(self.0.next_u64() as i64).rem_euclid(high - low + 1) + low,
        };
        value.clamp(low, high) as i64
    }

    /// A range around a value.
    fn range(&mut self, ty: Scalar, value: i64) -> (i128, i128) {
        let (low, high) = ty.limits();
        let value = i128::from(value);
        if ty.is_floating() || self.below(4) == 0 {
            return (low, high);
        }
        let below = i128::from(self.below(6));
        let above = i128::from(self.below(6));
        ((value - below).max(low), (value + above).min(high))
    }
}

/// A program with values for its leaves.
#[derive(Default)]
struct Instance {
    program: Program,
    facts: Facts,
    values: Vec<i64>,
    /// Zeros of both signs are the same: real numbers have one.
    one_zero: bool,
}

impl Instance {
    /// The left side of a rule with random operands: some are numbers, others values in a range.
    fn of(rule: &Rule, ty: Scalar, random: &mut Random) -> Instance {
        let mut instance = Instance {
            one_zero: rule.kind == Kind::Reassociating,
            ..Instance::default()
        };
        let pattern: Pattern<Term> = with_types(rule.left, ty).parse().unwrap();
        let mut variables: HashMap<Var, Id> = HashMap::new();
        let mut ids: Vec<Id> = Vec::new();
        for node in pattern.ast.as_ref() {
            let id = match node {
                ENodeOrVar::ENode(term) => {
                    let term = term.clone().map_children(|child| ids[usize::from(child)]);
                    instance.program.add(term)
                }
                ENodeOrVar::Var(variable) => *variables
                    .entry(*variable)
                    .or_insert_with(|| instance.operand(rule, *variable, ty, random)),
            };
            ids.push(id);
        }
        instance.program.roots.push(ids[ids.len() - 1]);
        instance
    }

    fn operand(&mut self, rule: &Rule, variable: Var, ty: Scalar, random: &mut Random) -> Id {
        let name = variable.to_string();
        let ty = if name == "?b" { Scalar::I1 } else { ty };
        let is_number = match rule.when {
            When::Always | When::XBelowC | When::XAtMostY => random.below(4) == 0,
            _ => name == "?c" || name == "?d",
        };
        let value = match (rule.kind, rule.when) {
            (_, When::PowerOfTwo) if is_number => {
                let sign = random.of(&[1.0, -1.0]);
                bits(sign * 2_f64.powi(random.below(300) as i32 - 150))
            }
            (Kind::Reassociating, _) => {
                // The arithmetic of real numbers is exact there.
                bits(random.of(&[-4.0, -2.0, -1.0, -0.5, 0.5, 1.0, 2.0, 4.0, 8.0]))
            }
            (_, When::Always | When::Number) => random.value(ty),
            _ if is_number => 1 + random.below(8) as i64,
            _ if random.below(4) > 0 && !ty.is_floating() => random.below(24) as i64 - 8,
            _ => random.value(ty),
        };
        if rule.when == When::XBelowC && !is_number && random.below(2) == 0 {
            return self.bounded(&name, ty, random);
        }
        self.leaf(ty, value, is_number, random)
    }

    /// An index that is below a size, or the size.
    fn bounded(&mut self, name: &str, ty: Scalar, random: &mut Random) -> Id {
        let size = Some(Expr::name("c"));
        let is_size = name == "?c";
        let value = random.below(20) as i64 + if is_size { 100 } else { 0 };
        let number = self.values.len() as u32;
        self.facts.leaves.push(LeafFacts {
            range: (0, ty.limits().1),
            expr: size.clone().filter(|_| is_size),
            below: size.filter(|_| !is_size),
            ..LeafFacts::any(ty)
        });
        self.values.push(value);
        self.program.add(Term::new(Op::Leaf(number), Vec::new()))
    }

    fn leaf(&mut self, ty: Scalar, value: i64, is_number: bool, random: &mut Random) -> Id {
        // A NaN in a program is no number of a term.
        if is_number && !(ty.is_floating() && floating(value).is_nan()) {
            return self.program.add(Term::constant(ty, value));
        }
        let number = self.values.len() as u32;
        self.facts.leaves.push(LeafFacts {
            range: random.range(ty, value),
            ..LeafFacts::any(ty)
        });
        self.values.push(value);
        self.program.add(Term::new(Op::Leaf(number), Vec::new()))
    }

    /// The value of a term at those of its operands.
    fn apply(&self, term: &Term, operands: Option<Vec<i64>>) -> Option<i64> {
        match term.op {
            Op::Leaf(number) => Some(self.values[number as usize]),
            Op::Constant(_, value) => Some(value),
            Op::LeafFacts(operator, ty) => operator.apply(ty, &operands?),
            Op::Other(_) => None,
        }
    }

    /// The values of a program with these leaves; none where it is undefined.
    fn run(&self, program: &Program) -> Vec<Option<i64>> {
        let mut values: Vec<Option<i64>> = Vec::new();
        for term in &program.terms {
            let of_operand = |id: &Id| values[usize::from(*id)];
            let operands = term.operands.iter().map(of_operand).collect();
            values.push(self.apply(term, operands));
        }
        values
    }

    /// Runs rules for some rounds; whether they did something. All terms of a class must have the
    /// same value.
    fn check(&self, rules: &[&Rewrite<Term, Facts>], rounds: usize) -> bool {
        let expected = self.run(&self.program);
        if expected.iter().any(Option::is_none) {
            return false;
        }
        let mut graph = Graph::new(self.facts.clone());
        let mut ids: Vec<Id> = Vec::new();
        for term in &self.program.terms {
            let term = term.clone().map_children(|child| ids[usize::from(child)]);
            ids.push(graph.add(term));
        }
        graph.rebuild();
        let runner: Runner<Term, Facts> = Runner::new(self.facts.clone())
            .with_egraph(graph)
            .with_iter_limit(rounds)
            .with_node_limit(400)
            .run(rules.iter().copied());
        let graph = &runner.egraph;
        let mut known: HashMap<Id, i64> = HashMap::new();
        for (id, value) in ids.iter().zip(&expected) {
            known.insert(graph.find(*id), value.unwrap());
        }
        self.extend(graph, &mut known);
        for (id, value) in ids.iter().zip(&expected) {
            self.same(graph, *id, known[&graph.find(*id)], value.unwrap());
        }
        let applied = runner.iterations.iter();
        applied.into_iter().any(|round| !round.applied.is_empty())
    }

    /// Computes all terms of all classes.
    fn extend(&self, graph: &Graph, known: &mut HashMap<Id, i64>) {
        let mut terms: Vec<(Id, &Term)> = graph
            .classes()
            .flat_map(|class| class.nodes.iter().map(|term| (class.id, term)))
            .collect();
        loop {
            let before = terms.len();
            terms.retain(|(class, term)| {
                let of_operand = |id: &Id| known.get(&graph.find(*id)).copied();
                let operands: Option<Vec<i64>> = term.operands.iter().map(of_operand).collect();
                if operands.is_none() {
                    return true;
                }
                let value = self.apply(term, operands);
                let value = value
                    .unwrap_or_else(|| panic!("{term} is undefined in {:?}", self.program.terms));
                let expected = *known.entry(*class).or_insert(value);
                self.same(graph, *class, value, expected);
                false
            });
            if terms.len() == before {
                assert!(terms.is_empty(), "not computed: {terms:?}");
                return;
            }
        }
    }

    fn same(&self, graph: &Graph, class: Id, found: i64, expected: i64) {
        let ty = graph[class].data.ty;
        let nodes = &graph[class].nodes;
        if ty.is_floating() {
            let (found, expected) = (floating(found), floating(expected));
            let same = found.to_bits() == expected.to_bits()
                || found.is_nan() && expected.is_nan()
                || self.one_zero && found == expected;
            assert!(
                same,
                "{found:e} is not {expected:e}: {nodes:?} of {:?} at {:?}",
                self.program.terms, self.values
            );
        } else {
            assert_eq!(
                found, expected,
                "{nodes:?} of {:?} at {:?}",
                self.program.terms, self.values
            );
            let (low, high) = graph[class].data.range;
            assert!(
                (low..=high).contains(&i128::from(found)),
                "{found} is not in {low}..={high}: {nodes:?}"
            );
        }
    }
}

#[test]
fn both_sides_of_every_rule_have_the_same_value() {
    let mut random = Random::new();
    for rule in RULES {
        for ty in TYPES.into_iter().filter(|ty| rule.types.contains(ty)) {
            let rewrite = rule.for_type(ty);
            let mut fired = 0;
            for _ in 0..TRIALS {
                let instance = Instance::of(rule, ty, &mut random);
                fired += usize::from(instance.check(&[&rewrite], 1));
            }
            assert!(
                fired >= TRIALS / 20,
                "`{}` for {} did something in {fired} of {TRIALS} trials",
                rule.name,
                ty.name()
            );
        }
    }
}

/// A rule that is wrong for the zero's sign, to see that the test would find one.
#[test]
#[should_panic(expected = "is not")]
fn a_rule_that_is_not_exact_is_found() {
    static WRONG: Rule = Rule {
        name: "add-zero",
        left: "(add ?x 0)",
        right: "?x",
        when: When::Always,
        kind: Kind::Exact,
        types: &[Scalar::F32],
    };
    let mut random = Random::new();
    let rewrite = WRONG.for_type(Scalar::F32);
    for _ in 0..TRIALS {
        Instance::of(&WRONG, Scalar::F32, &mut random).check(&[&rewrite], 1);
    }
}

/// A random term; comparisons and selections included.
fn term(instance: &mut Instance, ty: Scalar, depth: u32, random: &mut Random) -> Id {
    if depth == 0 || random.below(6) == 0 {
        // Few leaves, so that terms repeat.
        let count = instance.values.len() as u64;
        if count > 2 && random.below(2) == 0 {
            let number = random.below(count) as u32;
            let leaf = Term::new(Op::Leaf(number), Vec::new());
            return instance.program.add(leaf);
        }
        let value = match ty {
            Scalar::Subscript => random.below(40) as i64 - 8,
            _ => random.value(ty),
        };
        let is_number = random.below(3) == 0;
        return instance.leaf(ty, value, is_number, random);
    }
    let floats = [
        Operator::Add,
        Operator::Sub,
        Operator::Mul,
        Operator::Div,
        Operator::Min,
        Operator::Max,
    ];
    let integers = [
        Operator::Add,
        Operator::Sub,
        Operator::Mul,
        Operator::Div,
        Operator::Rem,
        Operator::Min,
        Operator::Max,
    ];
    let mut operators = if ty.is_floating() {
        &floats[..]
    } else {
        &integers[..]
    };
    let of_subscripts = integers.map(|operator| match operator {
        Operator::Rem => Operator::Mod,
        other => other,
    });
    if ty == Scalar::Subscript {
        operators = &of_subscripts;
    }
    let operator = operators[random.below(operators.len() as u64) as usize];
    let a = term(instance, ty, depth - 1, random);
    if ty.is_floating() && random.below(5) == 0 {
        let negated = Term::new(Op::LeafFacts(Operator::Neg, ty), vec![a]);
        return instance.program.add(negated);
    }
    let b = term(instance, ty, depth - 1, random);
    if ty != Scalar::Subscript && random.below(5) == 0 {
        let predicate = if ty.is_floating() { 2 } else { 4 };
        let compared = Term::new(Op::LeafFacts(Operator::Compare(predicate), ty), vec![a, b]);
        let condition = instance.program.add(compared);
        let c = term(instance, ty, depth - 1, random);
        let select = Op::LeafFacts(Operator::Select, ty);
        return instance
            .program
            .add(Term::new(select, vec![condition, a, c]));
    }
    instance
        .program
        .add(Term::new(Op::LeafFacts(operator, ty), vec![a, b]))
}

#[test]
fn all_exact_rules_together_keep_values_and_never_cost_more() {
    let mut random = Random::new();
    let settings = Settings {
        fastmath: false,
        explain: true,
        nodes: 400,
        rounds: 6,
    };
    for ty in TYPES.into_iter().filter(|ty| *ty != Scalar::I1) {
        let mut simpler = 0;
        let rules = super::rules::rules_for(&[ty, Scalar::I1], false);
        for _ in 0..300 {
            let mut instance = Instance::default();
            let root = term(&mut instance, ty, 4, &mut random);
            instance.program.roots.push(root);
            instance.check(&rules, 4);
            let Found { program, .. } =
                search(&instance.program, &instance.facts, &|_| 2, settings);
            let values = instance.run(&instance.program);
            let Some(program) = program.filter(|_| values.iter().all(Option::is_some)) else {
                continue;
            };
            simpler += 1;
            let found = instance.run(&program)[usize::from(program.roots[0])].unwrap();
            let expected = values[usize::from(root)].unwrap();
            let both_nan = floating(found).is_nan() && floating(expected).is_nan();
            assert!(
                found == expected || ty.is_floating() && both_nan,
                "{:?} became {:?} at {:?}",
                instance.program.terms,
                program.terms,
                instance.values
            );
        }
        assert!(simpler > 20, "{}: {simpler}", ty.name());
    }
}

/// The table of rules, as in `docs/simplify.md`.
fn table() -> String {
    let mut text = String::from(
        "| rule | term | becomes | if | types | kind |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for rule in RULES {
        let types: Vec<&str> = rule.types.iter().map(|ty| ty.name()).collect();
        let kind = match rule.kind {
            Kind::Exact => "exact",
            Kind::Reassociating => "reassociating",
        };
        text += &format!(
            "| {} | `{}` | `{}` | {} | {} | {kind} |\n",
            rule.name,
            rule.left.replace('?', ""),
            rule.right.replace('?', ""),
            rule.when.text(),
            types.join(" ")
        );
    }
    text
}

#[test]
fn the_documentation_has_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/simplify.md");
    let page = std::fs::read_to_string(path).unwrap();
    let expected = table();
    assert!(
        page.contains(&expected),
        "docs/simplify.md should have this table:\n{expected}"
    );
}
