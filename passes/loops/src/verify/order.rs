//! The order of generated loops against that of their tree.
//!
//! ```text
//! a loop over d      all below have the same outer coordinates, then one that grows with d
//! one after another  e1 in the first part, e2 in the second, at the same point of the loops around:
//!                    e1 comes before e2 in the tree, or the tree does not order them
//! a parallel loop    the first coordinate in which two iterations differ is `parallel`
//! lanes              the first coordinate in which two iterations differ is `vector`, or `vector.reduce`
//! ```
//!
//! So each thread runs its executions, barriers among them, exactly in the order of the tree. The
//! order of executions on different threads is then that of the tree too: they are on the threads
//! that the tree says, between the barriers that the tree says ([`super::executions`]). Instances
//! of one statement with the same coordinates run in the order of their indices, each once; two
//! statements with the same coordinates may run in any order if they share no array. Most is plain
//! from the sums that coordinates are; isl decides the rest, on pairs of points. **Cost**: a
//! comparison of sums for each pair of bodies.

use std::collections::HashMap;
use std::ops::Range;

use tc_dialects::schedule::tree::{Lanes, MemberKind, Refusal};
use tc_isl::{Dim, Map, Set};

use super::at_place;
use super::executions::{Executions, Step};
use super::index::{Indices, Linear, Meaning, undecided};
use super::program::{Body, Kind, Loop, Node, Placed, Program};
use super::witness;
use tc_pass_host::Failure;

/// The comparison of the orders.
pub struct Order<'x, 's, 'c, 'a> {
    /// The meaning of index values.
    pub indices: &'x mut Indices,
    /// The loops.
    pub program: &'x Program<'c>,
    /// The bodies as executions.
    pub placed: &'x [Placed],
    /// The tree.
    pub executions: &'x Executions<'s, 'c, 'a>,
    /// The arrays that each statement accesses, and whether it writes them.
    pub accesses: &'x [Vec<(usize, bool)>],
    /// Pairs of points that are the same up to a dimension.
    prefixes: HashMap<usize, Map>,
}

/// A part of the time of an execution in the tree.
enum Part<'x> {
    Child(usize),
    Any(usize),
    Value(&'x Meaning),
}

/// How two parts of times are to each other, for all points of two bodies.
enum PartOrder {
    Less,
    Same,
    /// The tree does not order them.
    Free,
    Unknown,
}

impl<'x, 's, 'c, 'a> Order<'x, 's, 'c, 'a> {
    /// For bodies as executions of a tree.
    pub fn new(
        indices: &'x mut Indices,
        program: &'x Program<'c>,
        placed: &'x [Placed],
        executions: &'x Executions<'s, 'c, 'a>,
        accesses: &'x [Vec<(usize, bool)>],
    ) -> Self {
        Order {
            indices,
            program,
            placed,
            executions,
            accesses,
            prefixes: HashMap::new(),
        }
    }

    /// Checks all loops.
    pub fn check(&mut self) -> Result<(), Failure> {
        let program = self.program;
        self.sequence(&program.nodes, 0)
    }

    /// Checks parts that run one after another, at points with the same first `shared` dimensions.
    fn sequence(&mut self, nodes: &'x [Node<'c>], shared: usize) -> Result<(), Failure> {
        let bodies: Vec<Vec<usize>> = nodes.iter().map(below).collect();
        for (position, first) in bodies.iter().enumerate() {
            for second in &bodies[position + 1..] {
                for one in first {
                    for other in second {
                        self.before((*one, *other), shared, None)?;
                    }
                }
            }
        }
        for (node, bodies) in nodes.iter().zip(&bodies) {
            match node {
                Node::Body(_) => {}
                Node::Launch(_, inside) => {
                    self.sequence(inside, self.program.host_dims + 6)?;
                }
                Node::Loop(one) => {
                    match &one.kind {
                        Kind::Parallel => self.parallel(one, bodies)?,
                        Kind::Ordered => self.ordered(one, bodies, None)?,
                        Kind::Lanes(lanes) => self.ordered(one, bodies, Some(lanes))?,
                    }
                    self.sequence(&one.inside, one.dim + 1)?;
                }
            }
        }
        Ok(())
    }

    fn body(&self, number: usize) -> &'x Body<'c> {
        &self.program.bodies[number]
    }

    fn steps(&self, body: usize) -> &'x [Step] {
        &self.executions.steps[self.placed[body].leaf]
    }

    fn part(&self, body: usize, step: Step) -> Part<'x> {
        match step {
            Step::Child(number) => Part::Child(number),
            Step::Any(number) => Part::Any(number),
            Step::Coordinate(number) => Part::Value(&self.placed[body].coordinates[number]),
        }
    }

    /// The parts of the time of a body, and behind them its indices.
    fn parts(&self, body: usize) -> Vec<Part<'x>> {
        let steps = self.steps(body).iter();
        let mut parts: Vec<Part> = steps.map(|step| self.part(body, *step)).collect();
        let indices = self.program.bodies[body].indices.iter();
        parts.extend(indices.map(Part::Value));
        parts
    }

    /// Whether both run the same statement at the same leaf.
    fn are_alike(&self, one: usize, other: usize) -> bool {
        self.placed[one].leaf == self.placed[other].leaf
            && self.body(one).statement == self.body(other).statement
    }

    /// Checks that the first body never comes after the second in the tree, at points with the same
    /// first `shared` dimensions, and a smaller value of `counter` if there is one.
    fn before(
        &mut self,
        (one, other): (usize, usize),
        shared: usize,
        counter: Option<usize>,
    ) -> Result<(), Failure> {
        if counter.is_none() && self.is_plainly_before(one, other, shared) {
            return Ok(());
        }
        let wrong = self
            .pairs_that_turn((one, other), shared, counter)
            .map_err(|refusal| at_place(self.body(other).location, refusal))?;
        match wrong {
            None => Ok(()),
            Some(refusal) => Err(at_place(self.body(other).location, refusal)),
        }
    }

    fn is_plainly_before(&self, one: usize, other: usize, shared: usize) -> bool {
        let (ours, theirs) = (self.parts(one), self.parts(other));
        let steps = self.steps(one).len().min(self.steps(other).len());
        for (position, (our, their)) in ours.iter().zip(&theirs).enumerate() {
            if position >= steps && !self.are_alike(one, other) {
                return self.share_nothing(one, other);
            }
            match known(our, their, shared..self.indices.dims()) {
                PartOrder::Less | PartOrder::Free => return true,
                PartOrder::Same => {}
                PartOrder::Unknown => return false,
            }
        }
        false
    }

    /// Whether two statements access no array that one of them writes.
    fn share_nothing(&self, one: usize, other: usize) -> bool {
        let of = |body: usize| self.accesses[self.body(body).statement].iter();
        !of(one).any(|(array, writes)| {
            of(other).any(|(same, other_writes)| array == same && (*writes || *other_writes))
        })
    }

    /// Why the first body may come after the second in the tree, if it may.
    fn pairs_that_turn(
        &mut self,
        (one, other): (usize, usize),
        shared: usize,
        counter: Option<usize>,
    ) -> Result<Option<Refusal>, Refusal> {
        let (first, second) = (self.body(one), self.body(other));
        let all = Map::from_domain_and_range(&first.domain, &second.domain)?;
        let mut pairs = all.intersect(&self.same_prefix(shared)?)?;
        if let Some(counter) = counter {
            let here = self.indices.dim(counter);
            pairs = pairs.intersect(&self.related(&here, &here, "<")?)?;
        }
        let (ours, theirs) = (self.parts(one), self.parts(other));
        let steps = self.steps(one).len().min(self.steps(other).len());
        let after = |pairs: &Map, what: &str| -> Result<Option<Refusal>, Refusal> {
            if pairs.is_empty()? {
                return Ok(None);
            }
            let shown = witness::pair((first, second), pairs)?;
            Ok(Some(Refusal::new(format!("{shown} {what}"))))
        };
        const TURNED: &str = "run in this order in the loops, in the other order in the tree";
        for (position, (our, their)) in ours.iter().zip(&theirs).enumerate() {
            if position >= steps && !self.are_alike(one, other) {
                return if self.share_nothing(one, other) {
                    Ok(None)
                } else {
                    after(&pairs, "have no order in the tree, and share an array")
                };
            }
            match (our, their) {
                (Part::Child(our), Part::Child(their)) if our < their => return Ok(None),
                (Part::Child(our), Part::Child(their)) if our > their => {
                    return after(&pairs, TURNED);
                }
                (Part::Any(our), Part::Any(their)) if our != their => return Ok(None),
                (Part::Value(our), Part::Value(their)) => {
                    let turned = pairs.intersect(&self.related(our, their, ">")?)?;
                    if let Some(refusal) = after(&turned, TURNED)? {
                        return Ok(Some(refusal));
                    }
                    pairs = pairs.intersect(&self.related(our, their, "=")?)?;
                    if pairs.is_empty()? {
                        return Ok(None);
                    }
                }
                (Part::Child(_), Part::Child(_)) | (Part::Any(_), Part::Any(_)) => {}
                _ => return Err(undecided("leaves of the tree whose places do not compare")),
            }
        }
        if !self.are_alike(one, other) && self.share_nothing(one, other) {
            return Ok(None);
        }
        after(
            &pairs,
            "are the same execution of the tree, which the loops run twice",
        )
    }

    /// Pairs of points with these values in a relation.
    fn related(&mut self, one: &Meaning, other: &Meaning, relation: &str) -> tc_isl::Result<Map> {
        let (one, other) = (
            Map::from_pw_aff(&self.indices.pieces(&one.function)?)?,
            Map::from_pw_aff(&self.indices.pieces(&other.function)?)?,
        );
        let text = format!("{{ [x] -> [y] : x {relation} y }}");
        let between = Map::parse(self.indices.space.context(), &text)?;
        one.apply_range(&between)?.apply_range(&other.reverse()?)
    }

    /// Pairs of points with the same first dimensions.
    fn same_prefix(&mut self, shared: usize) -> tc_isl::Result<Map> {
        if let Some(known) = self.prefixes.get(&shared) {
            return Ok(known.clone());
        }
        let dims = self.indices.space.dim(Dim::SET)?;
        let of = |name: &str, from: usize| {
            let all = (0..dims).map(|dim| {
                if dim < from {
                    format!("x{dim}")
                } else {
                    format!("{name}{dim}")
                }
            });
            all.collect::<Vec<_>>().join(", ")
        };
        let text = format!("{{ [{}] -> [{}] }}", of("x", dims), of("y", shared));
        let made = Map::parse(self.indices.space.context(), &text)?;
        self.prefixes.insert(shared, made.clone());
        Ok(made)
    }

    /// Checks the iterations of a loop that run one after another; with `lanes`, that they may run
    /// as lanes of a vector too.
    fn ordered(
        &mut self,
        one: &Loop<'c>,
        bodies: &[usize],
        lanes: Option<&str>,
    ) -> Result<(), Failure> {
        let growing = self.growing_part(one.dim, bodies);
        if let Some(lanes) = lanes {
            let found = growing.and_then(|part| self.kind_of(*bodies.first()?, part));
            let are_lanes = match (Lanes::of_word(lanes), growing) {
                (Some(lanes), Some(_)) => found.and_then(MemberKind::lanes) == Some(lanes),
                (Some(lanes), None) => self
                    .are_lanes(one, bodies, lanes)
                    .map_err(|refusal| at_place(one.location, refusal))?,
                (None, _) => false,
            };
            if !bodies.is_empty() && !are_lanes {
                let message = format!("lanes of the kind `{lanes}` are no such loop of the tree");
                return Err(at_place(one.location, Refusal::new(message)));
            }
        }
        let is_host = one.inside.iter().any(has_launch);
        let kind = growing.and_then(|part| self.kind_of(*bodies.first()?, part));
        if is_host && !bodies.is_empty() && !kind.is_some_and(MemberKind::is_launch) {
            let message = "a loop around launches that is no such loop of the tree";
            return Err(at_place(one.location, Refusal::new(message)));
        }
        if growing.is_some() {
            return Ok(());
        }
        for first in bodies {
            for second in bodies {
                self.before((*first, *second), one.dim, Some(one.dim))?;
            }
        }
        Ok(())
    }

    /// Whether the first loop of the tree whose values differ between two iterations of a loop is
    /// a vector with these lanes, for any two bodies.
    fn are_lanes(
        &mut self,
        one: &Loop<'c>,
        bodies: &[usize],
        lanes: Lanes,
    ) -> Result<bool, Refusal> {
        let counter = self.indices.dim(one.dim);
        for first in bodies {
            for second in bodies {
                let domains = (&self.body(*first).domain, &self.body(*second).domain);
                let mut pairs = Map::from_domain_and_range(domains.0, domains.1)?;
                pairs = pairs.intersect(&self.same_prefix(one.dim)?)?;
                pairs = pairs.intersect(&self.related(&counter, &counter, "<")?)?;
                let (ours, theirs) = (self.parts(*first), self.parts(*second));
                let steps = self.steps(*first).len().min(self.steps(*second).len());
                for (part, (our, their)) in ours.iter().zip(&theirs).take(steps).enumerate() {
                    let equal = match (our, their) {
                        (Part::Value(our), Part::Value(their)) => {
                            pairs.intersect(&self.related(our, their, "=")?)?
                        }
                        _ if is_same(our, their) => continue,
                        _ => break,
                    };
                    let is_lane = [first, second].into_iter().all(|body| {
                        let kind = self.kind_of(*body, part);
                        kind.and_then(MemberKind::lanes) == Some(lanes)
                    });
                    if !is_lane && !pairs.subtract(&equal)?.is_empty()? {
                        return Ok(false);
                    }
                    pairs = equal;
                    if pairs.is_empty()? {
                        break;
                    }
                }
                if !pairs.is_empty()? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The part of the time that grows with a dimension, where all before it are the same for all
    /// bodies, if that is plain.
    fn growing_part(&self, dim: usize, bodies: &[usize]) -> Option<usize> {
        let (first, others) = bodies.split_first()?;
        let ours = self.parts(*first);
        let alike = others.iter().all(|other| self.are_alike(*first, *other));
        let steps = self.steps(*first).len();
        let depends = |linear: &Linear, from: usize| {
            linear.coefficients[from..self.indices.dims()]
                .iter()
                .any(|one| *one != 0)
        };
        let grows = |linear: &Linear| linear.coefficients[dim] > 0 && !depends(linear, dim + 1);
        let constant = |part: &Part| match part {
            Part::Child(_) | Part::Any(_) => true,
            Part::Value(value) => value.linear().is_some_and(|linear| !depends(linear, dim)),
        };
        let found = ours.iter().position(|part| !constant(part))?;
        let is_growing =
            matches!(ours[found], Part::Value(value) if value.linear().is_some_and(grows));
        let all_alike = found < steps || alike;
        let same = |other: &usize| {
            let theirs = self.parts(*other);
            let enough = self.steps(*other).len().min(steps) > found || alike;
            enough && (0..=found).all(|at| is_same(&ours[at], &theirs[at]))
        };
        (is_growing && all_alike && others.iter().all(same)).then_some(found)
    }

    /// The kind of the loop of the tree that is a part of the time.
    fn kind_of(&self, body: usize, part: usize) -> Option<MemberKind> {
        match self.steps(body).get(part)? {
            Step::Coordinate(number) => {
                let leaf = &self.executions.leaves[self.placed[body].leaf];
                leaf.prefix.kinds.get(*number).copied()
            }
            _ => None,
        }
    }

    /// Checks that the tree does not order the iterations of a parallel loop.
    fn parallel(&mut self, one: &Loop<'c>, bodies: &[usize]) -> Result<(), Failure> {
        let refused = |refusal| at_place(one.location, refusal);
        let Some((first, others)) = bodies.split_first() else {
            return Ok(());
        };
        let wrong = || Refusal::new("iterations of a parallel loop that the tree orders");
        let ours = self.parts(*first);
        let steps = self.steps(*first).len();
        let is_outer = |part: &Part| match part {
            Part::Child(_) | Part::Any(_) => true,
            Part::Value(value) => value.linear().is_some_and(|linear| {
                linear.coefficients[one.dim..self.indices.dims()]
                    .iter()
                    .all(|one| *one == 0)
            }),
        };
        let begin = ours.iter().take(steps).position(|part| !is_outer(part));
        let begin = begin.unwrap_or(steps);
        let is_parallel = |part: &usize| {
            let kind = self.kind_of(*first, *part);
            kind.is_some_and(MemberKind::is_parallel)
        };
        let end = (begin..steps)
            .find(|part| !is_parallel(part))
            .unwrap_or(steps);
        for other in others {
            let theirs = self.parts(*other);
            let enough = self.steps(*other).len() >= end;
            for part in 0..end {
                let same = enough
                    && match (&ours[part], &theirs[part]) {
                        (Part::Value(our), Part::Value(their)) => self
                            .indices
                            .same(our, their)
                            .map_err(|error| refused(error.into()))?,
                        (our, their) => is_same(our, their),
                    };
                if !same {
                    return Err(refused(wrong()));
                }
            }
        }
        let values: Vec<&Meaning> = ours[begin..end]
            .iter()
            .filter_map(|part| match part {
                Part::Value(value) => Some(*value),
                _ => None,
            })
            .collect();
        if self.tells_apart(one, &values).map_err(refused)? {
            Ok(())
        } else {
            Err(refused(wrong()))
        }
    }

    /// Whether some of the values differ for each two iterations of a loop.
    fn tells_apart(&mut self, one: &Loop<'c>, values: &[&Meaning]) -> Result<bool, Refusal> {
        let dims = self.indices.dims();
        let plain = |linear: &Linear| {
            let coefficients = &linear.coefficients;
            coefficients[one.dim] != 0
                && coefficients[one.dim + 1..dims].iter().all(|one| *one == 0)
        };
        if values.iter().any(|value| value.linear().is_some_and(plain)) {
            return Ok(true);
        }
        let mut domain = one
            .domain
            .project_out(Dim::SET, one.dim + 1, dims - one.dim - 1)?;
        domain = domain.add_dims(Dim::SET, dims - one.dim - 1)?;
        domain = self.zero_behind(domain, one.dim + 1)?;
        let mut pairs = Map::from_domain_and_range(&domain, &domain)?;
        pairs = pairs.intersect(&self.same_prefix(one.dim)?)?;
        let here = self.indices.dim(one.dim);
        pairs = pairs.intersect(&self.related(&here, &here, "<")?)?;
        for value in values {
            let pieces = self.indices.pieces(&value.function)?;
            if pieces.involves_dims(Dim::In, one.dim + 1, dims - one.dim - 1)? {
                continue;
            }
            pairs = pairs.intersect(&self.related(value, value, "=")?)?;
        }
        Ok(pairs.is_empty()?)
    }

    /// The points with zeros from a dimension on.
    fn zero_behind(&mut self, mut domain: Set, from: usize) -> tc_isl::Result<Set> {
        let zero = self.indices.constant(0);
        let zero = self.indices.pieces(&zero.function)?;
        for position in from..self.indices.dims() {
            let here = self.indices.dim(position);
            domain = domain.intersect(&self.indices.pieces(&here.function)?.eq_set(&zero)?)?;
        }
        Ok(domain)
    }
}

/// Whether a node launches a kernel.
fn has_launch(node: &Node<'_>) -> bool {
    match node {
        Node::Body(_) => false,
        Node::Launch(..) => true,
        Node::Loop(one) => one.inside.iter().any(has_launch),
    }
}

/// The bodies of a node.
fn below(node: &Node<'_>) -> Vec<usize> {
    match node {
        Node::Body(number) => vec![*number],
        Node::Launch(_, inside) => inside.iter().flat_map(below).collect(),
        Node::Loop(one) => one.inside.iter().flat_map(below).collect(),
    }
}

/// Whether two parts are plainly the same.
fn is_same(one: &Part<'_>, other: &Part<'_>) -> bool {
    match (one, other) {
        (Part::Child(one), Part::Child(other)) | (Part::Any(one), Part::Any(other)) => one == other,
        (Part::Value(one), Part::Value(other)) => {
            one.linear().is_some() && one.linear() == other.linear()
        }
        _ => false,
    }
}

/// How two parts are to each other, at all points that differ in the `free` dimensions only.
fn known(one: &Part<'_>, other: &Part<'_>, free: Range<usize>) -> PartOrder {
    match (one, other) {
        (Part::Child(one), Part::Child(other)) => match one.cmp(other) {
            std::cmp::Ordering::Less => PartOrder::Less,
            std::cmp::Ordering::Equal => PartOrder::Same,
            std::cmp::Ordering::Greater => PartOrder::Unknown,
        },
        (Part::Any(one), Part::Any(other)) if one != other => PartOrder::Free,
        (Part::Any(_), Part::Any(_)) => PartOrder::Same,
        (Part::Value(one), Part::Value(other)) => match (one.linear(), other.linear()) {
            (Some(one), Some(other)) => known_sums(one, other, free),
            _ => PartOrder::Unknown,
        },
        _ => PartOrder::Unknown,
    }
}

fn known_sums(one: &Linear, other: &Linear, free: Range<usize>) -> PartOrder {
    let is_free = |linear: &Linear| {
        linear.coefficients[free.clone()]
            .iter()
            .any(|one| *one != 0)
    };
    let difference = other.minus(one).and_then(|difference| difference.number());
    match difference {
        _ if is_free(one) || is_free(other) => PartOrder::Unknown,
        Some(0) => PartOrder::Same,
        Some(1..) => PartOrder::Less,
        _ => PartOrder::Unknown,
    }
}
