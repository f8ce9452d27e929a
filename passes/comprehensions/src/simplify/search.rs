//! The search: all terms that rules make equal, and the cheapest of them.
//!
//! Equality saturation (Willsey et al., "egg: Fast and Extensible Equality Saturation", 2021):
//! rules add equal terms to an e-graph and take none away, so that their order does not matter;
//! then one term is chosen by cost. Costs are those of [`cost`]; of equally cheap terms the one
//! that keeps more of the program as written. The result counts only if it is cheaper as a whole,
//! shared parts counted once.
//!
//! The budget counts nodes and rounds, never time, so that the result is the same everywhere.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

use egg::{CostFunction, Extractor, FlatTerm, Id, Language, RecExpr, Runner, StopReason};

use super::facts::{Facts, Graph};
use super::rules::rules_for;
use super::term::{Op, Operator, Scalar, Term};

/// What the search may do, and how far it goes.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Whether rules that reassociate are used.
    pub fastmath: bool,
    /// Whether to name the rules.
    pub explain: bool,
    pub nodes: usize,
    pub rounds: usize,
}

/// Terms that share nodes, each after its operands.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub terms: Vec<Term>,
    pub roots: Vec<Id>,
    numbers: HashMap<Term, Id>,
}

impl Program {
    /// The number of a term, a new one if it is new.
    pub fn add(&mut self, term: Term) -> Id {
        if let Some(id) = self.numbers.get(&term) {
            return *id;
        }
        let id = Id::from(self.terms.len());
        self.numbers.insert(term.clone(), id);
        self.terms.push(term);
        id
    }

    /// The number of a term that is there.
    pub fn number(&self, term: &Term) -> Option<Id> {
        self.numbers.get(term).copied()
    }

    pub fn term(&self, id: Id) -> &Term {
        &self.terms[usize::from(id)]
    }

    /// What roots need, operands first.
    pub fn live(&self, roots: &[Id]) -> Vec<Id> {
        let mut wanted: HashSet<Id> = roots.iter().copied().collect();
        for number in (0..self.terms.len()).rev() {
            if wanted.contains(&Id::from(number)) {
                wanted.extend(self.terms[number].operands.iter().copied());
            }
        }
        let all = (0..self.terms.len()).map(Id::from);
        all.filter(|id| wanted.contains(id)).collect()
    }

    fn cost(&self, facts: &Facts, price: &dyn Fn(u32) -> u64) -> u64 {
        let live = self.live(&self.roots);
        live.into_iter()
            .map(|id| cost(self.term(id).op, facts, price))
            .sum()
    }

    /// One term as egg keeps it.
    fn expression(&self, root: Id) -> RecExpr<Term> {
        let live = self.live(&[root]);
        let place: HashMap<Id, Id> = (0..)
            .zip(&live)
            .map(|(place, id)| (*id, Id::from(place)))
            .collect();
        let terms = live
            .iter()
            .map(|id| self.term(*id).clone().map_children(|child| place[&child]));
        terms.collect::<Vec<_>>().into()
    }
}

/// What an operation costs, about the cycles that a result of it takes: 1 for a change of sign, 2
/// for what every machine has, 20 for a quotient, 4 for a read; `price` says it of operations that
/// rules do not know.
fn cost(op: Op, facts: &Facts, price: &dyn Fn(u32) -> u64) -> u64 {
    match op {
        Op::Constant(..) => 0,
        Op::Leaf(number) => match facts.leaves[number as usize].expr {
            // An index or a size.
            Some(_) => 0,
            None => 4,
        },
        Op::Other(number) => price(number),
        Op::LeafFacts(Operator::Div | Operator::Rem | Operator::Mod, _) => 20,
        Op::LeafFacts(Operator::Neg | Operator::Abs, _) => 1,
        Op::LeafFacts(..) => 2,
    }
}

/// A cost, and how many nodes are not in the program as it was.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Price(u64, u64);

struct Costs<'p> {
    facts: &'p Facts,
    price: &'p dyn Fn(u32) -> u64,
    written: HashSet<Term>,
}

impl CostFunction<Term> for Costs<'_> {
    type Cost = Price;

    fn cost<C: FnMut(Id) -> Price>(&mut self, term: &Term, mut costs: C) -> Price {
        let own = cost(term.op, self.facts, self.price);
        let new = u64::from(!self.written.contains(term));
        term.operands.iter().fold(Price(own, new), |sum, operand| {
            let operand = costs(*operand);
            Price(
                sum.0.saturating_add(operand.0),
                sum.1.saturating_add(operand.1),
            )
        })
    }
}

/// What a search found.
pub struct Found {
    /// The cheaper program; none if there is none.
    pub program: Option<Program>,
    /// The rules that lead to it, by name, if that was asked for.
    pub rules: Vec<String>,
    /// Whether the budget ended the search.
    pub exhausted: bool,
}

/// Looks for a cheaper program with the same values at the roots.
pub fn search(
    program: &Program,
    facts: &Facts,
    price: &dyn Fn(u32) -> u64,
    settings: Settings,
) -> Found {
    let (graph, ids, exhausted) = saturate(program, facts, settings, false);
    let cheapest = extract(program, &graph, &ids, price);
    let cheaper = cheapest.cost(facts, price).cmp(&program.cost(facts, price));
    if cheaper != Ordering::Less {
        let (program, rules) = (None, Vec::new());
        return Found {
            program,
            rules,
            exhausted,
        };
    }
    Found {
        rules: if settings.explain {
            explain(program, &cheapest, facts, settings)
        } else {
            Vec::new()
        },
        program: Some(cheapest),
        exhausted,
    }
}

/// The types of operators, whose rules are of use.
fn types(program: &Program) -> Vec<Scalar> {
    let known = |term: &Term| match term.op {
        Op::LeafFacts(Operator::Compare(_), ty) => vec![ty, Scalar::I1],
        Op::LeafFacts(_, ty) => vec![ty],
        _ => Vec::new(),
    };
    let mut types: Vec<Scalar> = program.terms.iter().flat_map(known).collect();
    types.sort();
    types.dedup();
    types
}

/// The e-graph of all equal terms, the classes of the program's terms, and whether the budget ended
/// it.
fn saturate(
    program: &Program,
    facts: &Facts,
    settings: Settings,
    explained: bool,
) -> (Graph, Vec<Id>, bool) {
    let mut graph = Graph::new(facts.clone());
    if explained {
        graph = graph
            .with_explanations_enabled()
            .without_explanation_length_optimization();
    }
    let mut ids: Vec<Id> = Vec::new();
    for term in &program.terms {
        let term = term.clone().map_children(|child| ids[usize::from(child)]);
        ids.push(graph.add(term));
    }
    graph.rebuild();
    let runner: Runner<Term, Facts> = Runner::new(facts.clone())
        .with_egraph(graph)
        .with_node_limit(settings.nodes)
        .with_iter_limit(settings.rounds)
        .with_time_limit(Duration::from_secs(u64::from(u32::MAX)))
        .run(rules_for(&types(program), settings.fastmath));
    let exhausted = !matches!(runner.stop_reason, Some(StopReason::Saturated) | None);
    (runner.egraph, ids, exhausted)
}

/// The cheapest terms of the roots.
fn extract(program: &Program, graph: &Graph, ids: &[Id], price: &dyn Fn(u32) -> u64) -> Program {
    let canonical = |id: Id| graph.find(ids[usize::from(id)]);
    let written = program
        .terms
        .iter()
        .map(|term| term.clone().map_children(canonical));
    let costs = Costs {
        facts: &graph.analysis,
        price,
        written: written.collect(),
    };
    let extractor = Extractor::new(graph, costs);
    let mut result = Program::default();
    let mut made = HashMap::new();
    result.roots = program
        .roots
        .iter()
        .map(|root| build(&extractor, graph, canonical(*root), &mut made, &mut result))
        .collect();
    result
}

fn build<'p>(
    extractor: &Extractor<'_, Costs<'p>, Term, Facts>,
    graph: &Graph,
    class: Id,
    made: &mut HashMap<Id, Id>,
    result: &mut Program,
) -> Id {
    if let Some(id) = made.get(&class) {
        return *id;
    }
    let term = extractor.find_best_node(class).clone();
    let term = term.map_children(|child| build(extractor, graph, graph.find(child), made, result));
    let id = result.add(term);
    made.insert(class, id);
    id
}

/// The names of the rules between the two programs: the same search again, with reasons.
fn explain(before: &Program, after: &Program, facts: &Facts, settings: Settings) -> Vec<String> {
    let (mut graph, ..) = saturate(before, facts, settings, true);
    let mut names = Vec::new();
    for (before_root, after_root) in before.roots.iter().zip(&after.roots) {
        let old = before.expression(*before_root);
        let new = after.expression(*after_root);
        let both = graph.lookup_expr(&old).zip(graph.lookup_expr(&new));
        if old == new || both.is_none_or(|(old, new)| graph.find(old) != graph.find(new)) {
            continue;
        }
        let mut explanation = graph.explain_equivalence(&old, &new);
        for step in explanation.make_flat_explanation() {
            add_rules(step, &mut names);
        }
    }
    names.sort();
    names.dedup();
    // That operands change places is no news where something else happened.
    names.retain(|name| !name.ends_with("-commutes"));
    names
}

fn add_rules(step: &FlatTerm<Term>, names: &mut Vec<String>) {
    for rule in [step.forward_rule, step.backward_rule]
        .into_iter()
        .flatten()
    {
        let name = rule.as_str();
        let name = name.rsplit_once(':').map_or(name, |(name, _)| name);
        names.push(name.to_owned());
    }
    for child in &step.children {
        add_rules(child, names);
    }
}
