//! One run of isl's scheduler over a group of statements.

use tc_dialects::schedule::tree::{Refusal, Tree};
use tc_isl::{Context, ScheduleConstraints, Set, UnionMap, UnionSet};

use tc_scop::dependences::Dependences;

/// The instances to schedule and the constraints on their order.
#[derive(Clone, Debug)]
pub struct Group {
    /// The instances.
    pub domain: UnionSet,
    /// The constraints on the parameters.
    pub context: Option<Set>,
    /// Pairs that must stay in order.
    pub validity: UnionMap,
    /// Pairs that a parallel loop must not separate.
    pub coincidence: UnionMap,
    /// Pairs that should run close to each other.
    pub proximity: UnionMap,
    /// The number of leading indices that have one value in the group: those of loops around it.
    pub fixed: usize,
}

impl Group {
    /// All instances of a scop.
    pub fn new(
        domain: &UnionSet,
        context: Option<&Set>,
        dependences: &Dependences,
    ) -> tc_isl::Result<Group> {
        Ok(Group {
            domain: domain.clone(),
            context: context.cloned(),
            validity: dependences.validity()?,
            coincidence: dependences.coincidence()?,
            proximity: dependences.flow.union(&dependences.reduction)?,
            fixed: 0,
        })
    }

    /// The restriction of the group to a set of instances.
    pub fn restricted(&self, instances: &UnionSet) -> tc_isl::Result<Group> {
        let inside = |relation: &UnionMap| {
            relation
                .intersect_domain(instances)?
                .intersect_range(instances)
        };
        Ok(Group {
            domain: self.domain.intersect(instances)?,
            context: self.context.clone(),
            validity: inside(&self.validity)?,
            coincidence: inside(&self.coincidence)?,
            proximity: inside(&self.proximity)?,
            fixed: self.fixed,
        })
    }

    /// All dependences, including those that only prevent parallel loops.
    pub fn dependences(&self) -> tc_isl::Result<UnionMap> {
        self.validity.union(&self.coincidence)
    }

    /// The names of the statements, in the order of `all`.
    pub fn statements(&self, all: &[String]) -> tc_isl::Result<Vec<String>> {
        statements_of(&self.domain, all)
    }

    /// Runs isl's scheduler on each strongly connected component by itself; returns the tree below
    /// the domain.
    pub fn schedule(&self) -> Result<Tree, Refusal> {
        let context = self.domain.context();
        let _options = Options::set(context)?;
        let mut constraints = ScheduleConstraints::on_domain(&self.domain)?
            .set_validity(&self.validity)?
            .set_coincidence(&self.coincidence)?
            .set_proximity(&self.proximity)?;
        if let Some(known) = &self.context {
            constraints = constraints.set_context(known)?;
        }
        let tree = Tree::from_isl(&constraints.compute_schedule()?)?;
        cleaned(below_domain(tree))
    }
}

/// The tree with filters that select statements only, and members that do not mention irrelevant
/// parameters.
fn cleaned(tree: Tree) -> Result<Tree, Refusal> {
    tree.try_map(&mut |node| match node {
        Tree::Filter { filter, child } => Ok(Tree::Filter {
            filter: filter.universe()?.drop_unused_params()?,
            child,
        }),
        Tree::Band { mut band, child } => {
            // isl marks only bands in which it did not have to carry dependences.
            band.permutable |= band.members.len() == 1;
            for member in &mut band.members {
                member.schedule = member.schedule.drop_unused_params()?;
            }
            Ok(Tree::Band { band, child })
        }
        node => Ok(node),
    })
}

/// The names of the statements of a set, in the order of `all`.
pub fn statements_of(set: &UnionSet, all: &[String]) -> tc_isl::Result<Vec<String>> {
    let sets = set.sets()?;
    let present = |name: &&String| sets.iter().any(|set| set.name().as_ref() == Some(name));
    Ok(all.iter().filter(present).cloned().collect())
}

fn below_domain(tree: Tree) -> Tree {
    match tree {
        Tree::Domain { child, .. } | Tree::Context { child, .. } => below_domain(*child),
        tree => tree,
    }
}

/// The largest coefficient of an index that a strategy accepts (`strategy::Shape`).
const COEFFICIENT: i32 = 1;

/// The furthest that isl may shift a statement. Without a bound the numbers of its integer programs
/// may grow beyond machine words, where no number of operations bounds the time.
const SHIFT: i32 = 64;

/// isl's scheduling options, restored when dropped.
struct Options {
    context: Context,
    serialize: bool,
    whole: bool,
    coefficient: i32,
    constant: i32,
}

impl Options {
    fn set(context: &Context) -> tc_isl::Result<Options> {
        let before = Options {
            context: context.clone(),
            serialize: context.schedule_serialize_sccs(),
            whole: context.schedule_whole_component(),
            coefficient: context.schedule_max_coefficient(),
            constant: context.schedule_max_constant_term(),
        };
        context.set_schedule_max_coefficient(COEFFICIENT)?;
        context.set_schedule_max_constant_term(SHIFT)?;
        context.set_schedule_serialize_sccs(true)?;
        context.set_schedule_whole_component(false)?;
        Ok(before)
    }
}

impl Drop for Options {
    fn drop(&mut self) {
        // Setting an option that could be set before does not fail.
        let _ = self.context.set_schedule_serialize_sccs(self.serialize);
        let _ = self.context.set_schedule_whole_component(self.whole);
        let _ = self.context.set_schedule_max_coefficient(self.coefficient);
        let _ = self.context.set_schedule_max_constant_term(self.constant);
    }
}
