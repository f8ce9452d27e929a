//! The tree of a scop.
//!
//! A traversal from the root tracks the instances that are active at each node; a node is refused
//! if
//!
//! - a child does not belong below it (filters below a sequence or a set, one node below any
//!   other);
//! - an isl object mentions a parameter that is not a size, or a tuple that is not a statement or
//!   has another arity;
//! - a filter selects instances that are not active there;
//! - a member of a band has no value for an active instance, or two loops on one path are mapped to
//!   the same dimension;
//! - a band with a unit has other members than those of the unit's layout, or nodes below;
//! - a loop of launches is inside of a kernel, shares its band with other loops, or has tiles;
//! - siblings of a sequence or set select the same instance, or leave out an active one;
//! - a node for the last block of a group is not in the last branch of the sequence at the top of a
//!   kernel, its counter is no array of counters, or a member below runs on blocks of the group;
//! - an extension expects another number of outer loops, or adds a statement that the domain has.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::Surroundings;
use crate::enumeration::Enumeration;
use crate::errors::{Errors, listed};
use crate::op;
use crate::schedule::attributes::isl_text_of;
use crate::schedule::tree::ops::read_unit;
use crate::schedule::tree::{Digit, MemberKind, Unit, declared_kind};
use melior::ir::ValueLike;
use melior::ir::r#type::{IntegerType, MemRefType, ShapedTypeLike};
use tc_isl::{Dim, Error, Set, Space, UnionMap, UnionPwAff, UnionSet};

/// Checks the context of a scop.
pub(super) fn context(scop: OperationRef, surroundings: &Surroundings, errors: &mut Errors) {
    let Ok(attribute) = scop.attribute("context") else {
        return;
    };
    let checked =
        isl_text_of(attribute).map(|text| UnionSet::parse(&tc_isl::thread_context(), &text));
    match checked {
        Some(Ok(set)) => {
            let walk = Walk {
                surroundings,
                groups: true,
            };
            if let Err(error) = set
                .space()
                .map(|space| walk.parameters(scop, &space, errors))
            {
                refused(scop, &error, errors);
            }
            // For conditions that never hold, isl keeps no piece.
            let on_sizes =
                set.is_params().unwrap_or(false) || set.n_set().is_ok_and(|parts| parts == 0);
            if !on_sizes {
                errors.add(scop, "has a context over instances; expected conditions on sizes only, as in '[N] -> { : N >= 0 }'");
            }
        }
        Some(Err(error)) => refused(scop, &error, errors),
        None => {}
    }
}

/// Checks the tree below its root.
pub(super) fn check(root: OperationRef, surroundings: &Surroundings, errors: &mut Errors) {
    // Groups that an expansion splits are not statements.
    let mut groups = false;
    op::walk(root, &mut |node| {
        groups |= op::name(node) == "schedule.expansion"
    });
    let walk = Walk {
        surroundings,
        groups,
    };
    if let Err(error) = walk.root(root, errors) {
        refused(root, &error, errors);
    }
}

fn refused(operation: OperationRef, error: &Error, errors: &mut Errors) {
    errors.add(operation, format!("cannot be checked: {error}"));
}

struct Walk<'s> {
    surroundings: &'s Surroundings,
    /// Whether tuples may be groups of instances.
    groups: bool,
}

/// The state at a node.
#[derive(Clone)]
struct Here {
    active: UnionSet,
    /// The number of outer band members.
    depth: usize,
    /// The dimensions of the machine that outer members are mapped to.
    mapped: Vec<MemberKind>,
    /// What runs the nodes here if the machine is a GPU.
    run_by: RunBy,
    /// Whether the sequence at the top of a kernel is above, and no loop below it.
    is_top: bool,
    /// The kinds of members that the blocks of a group have, below a node for the last one.
    group: Vec<String>,
}

/// What runs the nodes at a place of a tree that is mapped to a GPU.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RunBy {
    /// The host: above the kernels.
    Host,
    /// The host, below a sequence of kernels: another one is part of a kernel.
    Branch,
    Kernel,
}

impl Walk<'_> {
    fn root<'c: 'a, 'a>(
        &self,
        root: OperationRef<'c, 'a>,
        errors: &mut Errors,
    ) -> tc_isl::Result<()> {
        let active = set(root)?;
        self.spaces_of_set(root, &active, errors)?;
        let here = Here {
            active,
            depth: 0,
            mapped: Vec::new(),
            run_by: RunBy::Host,
            is_top: false,
            group: Vec::new(),
        };
        self.below(root, &here, errors)
    }

    fn node<'c: 'a, 'a>(
        &self,
        node: OperationRef<'c, 'a>,
        here: &Here,
        errors: &mut Errors,
    ) -> tc_isl::Result<()> {
        let mut below = here.clone();
        match op::name(node) {
            "schedule.filter" => {
                let filter = set(node)?;
                if self.spaces_of_set(node, &filter, errors)? {
                    self.filter(node, &filter, here, errors)?;
                }
                below.active = here.active.intersect(&filter)?;
            }
            "schedule.band" => {
                below.is_top = false;
                self.band(node, &mut below, errors)?;
            }
            "schedule.context" => self.conditions(node, here, errors)?,
            "schedule.guard" => {
                below.run_by = RunBy::Kernel;
                self.conditions(node, here, errors)?;
            }
            "schedule.sequence" | "schedule.set" => {
                below.run_by = match here.run_by {
                    RunBy::Host if !op::children(node).into_iter().any(is_finish) => RunBy::Branch,
                    _ => RunBy::Kernel,
                };
                below.is_top = here.run_by != RunBy::Kernel;
            }
            "schedule.last" => self.last(node, &mut below, errors),
            "schedule.extension" => {
                below.run_by = RunBy::Kernel;
                self.extension(node, &mut below, errors)?;
            }
            "schedule.expansion" => {
                below.run_by = RunBy::Kernel;
                let contraction = map(node, "contraction")?;
                let expansion = map(node, "expansion")?;
                self.parameters(node, &contraction.space()?, errors);
                self.parameters(node, &expansion.space()?, errors);
                below.active = here.active.apply(&expansion)?;
            }
            _ => {}
        }
        self.below(node, &below, errors)
    }

    /// Checks the children of a node.
    fn below<'c: 'a, 'a>(
        &self,
        node: OperationRef<'c, 'a>,
        here: &Here,
        errors: &mut Errors,
    ) -> tc_isl::Result<()> {
        let children = op::children(node);
        let name = op::name(node);
        if name == "schedule.sequence" || name == "schedule.set" {
            self.siblings(node, &children, here, errors)?;
        } else if let Some(second) = children.get(1) {
            errors.add_with_notes(
                *second,
                "is a second child; only 'schedule.sequence' and 'schedule.set' have several",
                &[(node.location(), format!("below this '{name}'"))],
            );
        }
        for child in children {
            if op::name(child).starts_with("schedule.") {
                self.node(child, here, errors)?;
            } else {
                errors.add(child, "is not a node of a schedule tree");
            }
        }
        Ok(())
    }

    /// Checks that filters are disjoint and cover all active instances.
    fn siblings<'c: 'a, 'a>(
        &self,
        parent: OperationRef<'c, 'a>,
        children: &[OperationRef<'c, 'a>],
        here: &Here,
        errors: &mut Errors,
    ) -> tc_isl::Result<()> {
        if children.is_empty() {
            errors.add(
                parent,
                "has no children; expected at least one 'schedule.filter'",
            );
            return Ok(());
        }
        let mut left = here.active.clone();
        let mut earlier: Vec<(OperationRef, UnionSet)> = Vec::new();
        for child in children {
            if op::name(*child) != "schedule.filter" {
                errors.add(
                    *child,
                    format!(
                        "is below '{}'; expected 'schedule.filter'",
                        op::name(parent)
                    ),
                );
                return Ok(());
            }
            let selected = here.active.intersect(&set(*child)?)?;
            for (sibling, other) in &earlier {
                let both = selected.intersect(other)?;
                if !both.is_empty()? {
                    let message = format!(
                        "selects instances that an earlier sibling selects, such as {}",
                        example(&both)?
                    );
                    errors.add_with_notes(
                        *child,
                        message,
                        &[(sibling.location(), "the earlier sibling".to_string())],
                    );
                }
            }
            left = left.subtract(&selected)?;
            earlier.push((*child, selected));
        }
        if !left.is_empty()? {
            errors.add(
                parent,
                format!(
                    "leaves out instances that reach it, such as {}",
                    example(&left)?
                ),
            );
        }
        Ok(())
    }

    /// A filter selects active instances; bounds of the domain need not be repeated.
    fn filter<'c: 'a, 'a>(
        &self,
        node: OperationRef<'c, 'a>,
        filter: &UnionSet,
        here: &Here,
        errors: &mut Errors,
    ) -> tc_isl::Result<()> {
        for selected in filter.sets()? {
            let selected = UnionSet::from_set(&selected)?;
            if here.active.is_empty()? || !here.active.intersect(&selected)?.is_empty()? {
                continue;
            }
            // A statement may have no instances if a size is 0.
            let tuple = selected.universe()?;
            let reached = !here.active.intersect(&tuple)?.is_empty()?;
            let elsewhere = !self.instances(node)?.intersect(&tuple)?.is_empty()?;
            if reached || elsewhere {
                errors.add(
                    node,
                    format!("selects {selected}, none of which reaches it"),
                );
            }
        }
        Ok(())
    }

    /// The domain of the tree that contains a node.
    fn instances<'c: 'a, 'a>(&self, node: OperationRef<'c, 'a>) -> tc_isl::Result<UnionSet> {
        let mut parents = std::iter::successors(Some(node), |node| node.parent_operation());
        match parents.find(|parent| op::name(*parent) == "schedule.domain") {
            Some(root) => set(root),
            None => UnionSet::none(&tc_isl::thread_context()),
        }
    }

    fn band<'c: 'a, 'a>(
        &self,
        node: OperationRef<'c, 'a>,
        here: &mut Here,
        errors: &mut Errors,
    ) -> tc_isl::Result<()> {
        let functions = op::elements(node, "members");
        let kinds = op::elements(node, "kinds");
        for (position, function) in functions.iter().enumerate() {
            let Some(text) = isl_text_of(*function) else {
                continue;
            };
            let function = UnionPwAff::parse(&tc_isl::thread_context(), &text)?;
            let domain = function.domain()?;
            self.parameters(node, &function.space()?, errors);
            if !self.spaces_of_set(node, &domain, errors)? {
                continue;
            }
            let missing = here.active.subtract(&domain)?;
            if !missing.is_empty()? {
                let example = example(&missing)?;
                errors.add(node, format!("has no value of member {position} for instances that reach it, such as {example}"));
            }
        }
        let mut kinds: Vec<MemberKind> = kinds.into_iter().filter_map(MemberKind::of).collect();
        digits(node, &mut kinds, errors);
        unit(node, &kinds, errors);
        launches(node, &kinds, here, errors);
        for kind in kinds {
            if here.group.contains(&kind.to_string()) {
                errors.add(
                    node,
                    format!("maps a member to {kind} below a 'schedule.last' across it; which block of a group is last is not known"),
                );
            }
            let mut outer = here.mapped.iter();
            match outer.find(|outer| kind.overlaps(**outer)) {
                Some(outer) if *outer == kind => errors.add(
                    node,
                    format!("maps a member to {kind}, to which an outer member is mapped"),
                ),
                Some(outer) => errors.add(
                    node,
                    format!("maps a member to {kind}, and an outer member is mapped to {outer}, a part of which it is"),
                ),
                None => {}
            }
            here.mapped.push(kind);
        }
        here.depth += functions.len();
        Ok(())
    }

    /// A node for the last block of a group: its place, its axes and its counter.
    fn last<'c: 'a, 'a>(&self, node: OperationRef<'c, 'a>, here: &mut Here, errors: &mut Errors) {
        let filter = node.parent_operation();
        let sequence = filter.and_then(|filter| filter.parent_operation());
        let branches = sequence.map_or_else(Vec::new, op::children);
        let in_place = here.is_top
            && here.depth == launches_above(node)
            && sequence.is_some_and(|parent| op::name(parent) == "schedule.sequence")
            && branches.len() > 1
            && branches.last().copied() == filter;
        if !in_place {
            errors.add(node, "does not begin the last branch of the sequence at the top of a kernel; expected other branches before it and no loops around them, since all blocks count there once");
        }
        let kinds = op::elements(node, "across").into_iter();
        let kinds: Vec<MemberKind> = kinds.filter_map(MemberKind::of).collect();
        let mut seen = Vec::new();
        for kind in &kinds {
            if kind.block_axis().is_none() || seen.contains(&kind) {
                errors.add(
                    node,
                    format!("is across {kind}; expected kinds of loops on blocks, each once"),
                );
            }
            seen.push(kind);
        }
        here.group = kinds.iter().map(ToString::to_string).collect();
        here.is_top = false;
        here.run_by = RunBy::Kernel;
        let name = op::string(node, "counter").unwrap_or_default();
        let scop = std::iter::successors(Some(node), |node| node.parent_operation())
            .find(|parent| op::name(*parent) == "schedule.scop");
        let mut arrays = scop.map_or_else(Vec::new, op::children).into_iter();
        let counter =
            arrays.find(|array| op::string(*array, "array_name").as_deref() == Some(&*name));
        if !counter.is_some_and(is_counter) {
            errors.add(node, format!("counts at '{name}'; expected an array of the scop that is a temporary of type 'memref<Nxi32>'"));
        }
    }

    fn extension<'c: 'a, 'a>(
        &self,
        node: OperationRef<'c, 'a>,
        here: &mut Here,
        errors: &mut Errors,
    ) -> tc_isl::Result<()> {
        let extension = map(node, "map")?;
        for piece in extension.maps()? {
            let (outer, depth) = (piece.domain_tuple_dim()?, here.depth);
            if outer != depth {
                errors.add(
                    node,
                    format!("expects {outer} outer loops, but {depth} are around it"),
                );
            }
        }
        let added = extension.range()?;
        self.parameters(node, &extension.space()?, errors);
        self.spaces_of_set(node, &added, errors)?;
        let known = self.instances(node)?.universe()?.intersect(&added)?;
        if !known.is_empty()? {
            errors.add(
                node,
                format!(
                    "adds instances of a statement that the domain has, such as {}",
                    example(&known)?
                ),
            );
        }
        here.active = here.active.union(&added)?;
        Ok(())
    }

    /// A context or a guard has conditions on sizes and on the loops around it.
    fn conditions<'c: 'a, 'a>(
        &self,
        node: OperationRef<'c, 'a>,
        here: &Here,
        errors: &mut Errors,
    ) -> tc_isl::Result<()> {
        let conditions = set(node)?;
        self.parameters(node, &conditions.space()?, errors);
        let depth = here.depth;
        let parts = conditions.sets()?;
        let mut fits = parts.len() <= 1;
        for part in &parts {
            let (name, loops) = (part.name(), part.dim(Dim::Out)?);
            fits &= part.is_params()? || name.is_none() && (loops == depth || loops == 0);
        }
        if !fits {
            let loops = match depth {
                0 => String::new(),
                _ => {
                    let names: Vec<_> = (0..depth).map(|number| format!("c{number}")).collect();
                    let what = if depth == 1 { "loop" } else { "loops" };
                    let names = names.join(", ");
                    format!(
                        ", or on the {depth} {what} around it, as in '{{ [{names}] : c0 >= 1 }}'"
                    )
                }
            };
            let text = text(node, "set");
            errors.add(
                node,
                format!("has conditions '{text}'; expected conditions on sizes, as in '[N] -> {{ : N >= 1 }}'{loops}"),
            );
        }
        Ok(())
    }

    /// Reports parameters that are not sizes.
    fn parameters<'c: 'a, 'a>(
        &self,
        node: OperationRef<'c, 'a>,
        space: &Space,
        errors: &mut Errors,
    ) {
        let sizes = &self.surroundings.sizes;
        for name in space
            .param_names()
            .iter()
            .filter(|name| !sizes.contains(name))
        {
            errors.add(
                node,
                format!(
                    "mentions the parameter '{name}', which is not among the sizes {}",
                    listed(sizes)
                ),
            );
        }
    }

    /// Reports parameters that are not sizes and tuples that are not statements; false if there are
    /// such tuples.
    fn spaces_of_set<'c: 'a, 'a>(
        &self,
        node: OperationRef<'c, 'a>,
        instances: &UnionSet,
        errors: &mut Errors,
    ) -> tc_isl::Result<bool> {
        self.parameters(node, &instances.space()?, errors);
        let mut known = true;
        for part in instances.sets()? {
            known &= self.tuple(node, &part, errors)?;
        }
        Ok(known)
    }

    fn tuple<'c: 'a, 'a>(
        &self,
        node: OperationRef<'c, 'a>,
        part: &Set,
        errors: &mut Errors,
    ) -> tc_isl::Result<bool> {
        let arity = part.dim(Dim::Out)?;
        let name = part.name().unwrap_or_default();
        let statements = &self.surroundings.statements;
        let found = statements.iter().find(|(statement, _)| *statement == name);
        match found {
            Some((_, indices)) if *indices == arity => Ok(true),
            Some((_, indices)) => {
                errors.add(
                    node,
                    format!("uses '{name}' with {arity} indices, but the statement has {indices}"),
                );
                Ok(false)
            }
            None if self.groups && !name.is_empty() => Ok(true),
            None => {
                let names: Vec<String> = statements.iter().map(|(name, _)| name.clone()).collect();
                // A tuple without a name, or, as in `{ : }`, no tuple at all.
                let message = if part.is_params()? || name.is_empty() {
                    format!(
                        "has '{}', which are not instances of a statement; expected one of the statements {}",
                        part.to_string().replace("  ", " "),
                        listed(&names)
                    )
                } else {
                    format!(
                        "mentions '{name}', which is not among the statements {}",
                        listed(&names)
                    )
                };
                errors.add(node, message);
                Ok(false)
            }
        }
    }
}

/// Gives the members on digits their digits.
fn digits<'c: 'a, 'a>(node: OperationRef<'c, 'a>, kinds: &mut [MemberKind], errors: &mut Errors) {
    let numbers = op::integers(node, "digits").unwrap_or_default();
    let members = kinds.iter().filter(|kind| kind.digit().is_some()).count();
    if numbers.len() != 2 * members {
        errors.add(
            node,
            format!(
                "has {members} members on digits and {} numbers in `digits`; expected a stride and a size for each",
                numbers.len()
            ),
        );
        return;
    }
    let mut numbers = numbers.chunks_exact(2);
    for kind in kinds {
        if let MemberKind::Digit(digit) = &mut *kind
            && let Some(&[stride, size]) = numbers.next()
        {
            *digit = Digit { stride, size };
            if stride < 1 || size < 1 {
                errors.add(
                    node,
                    format!("has a member {kind}; expected a stride and a size of at least 1"),
                );
            }
        }
    }
}

/// A band with a unit has the members of the unit's layout, and nothing below.
fn unit<'c: 'a, 'a>(node: OperationRef<'c, 'a>, kinds: &[MemberKind], errors: &mut Errors) {
    let unit: Unit = match read_unit(node) {
        Ok(Some(unit)) => unit,
        Ok(None) => return,
        Err(refusal) => return errors.add(node, format!("has an {}", refusal.message)),
    };
    let mut positions = kinds.iter().enumerate();
    if kinds.len() != Unit::MEMBERS || !positions.all(|(at, kind)| unit.admits(at, *kind)) {
        errors.add(
            node,
            format!(
                "has other members than unit({unit}); expected {}",
                unit.members()
            ),
        );
    }
    let below = op::children(node).into_iter();
    if let Some(below) = below.into_iter().find(|one| !op::is(*one, "schedule.leaf")) {
        errors.add(
            below,
            "is below a band with a unit; expected nothing, for the band is one operation",
        );
    }
}

/// Whether the last block of a group runs this branch of a sequence.
fn is_finish<'c: 'a, 'a>(branch: OperationRef<'c, 'a>) -> bool {
    let below = op::children(branch);
    below
        .first()
        .is_some_and(|node| op::name(*node) == "schedule.last")
}

/// How many loops of launches are above a node.
fn launches_above<'c: 'a, 'a>(node: OperationRef<'c, 'a>) -> usize {
    let parents = std::iter::successors(Some(node), |node| node.parent_operation());
    let kinds = parents.flat_map(|parent| op::elements(parent, "kinds"));
    let kinds = kinds.filter_map(MemberKind::of);
    kinds.filter(|kind| kind.is_launch()).count()
}

/// Whether an array has counters: integers of 32 bits, as many as its type says, that live as long
/// as the scop runs.
fn is_counter<'c: 'a, 'a>(array: OperationRef<'c, 'a>) -> bool {
    let Ok(value) = array.result(0) else {
        return false;
    };
    let Ok(memref) = MemRefType::try_from(value.r#type()) else {
        return false;
    };
    let words = IntegerType::try_from(memref.element()).is_ok_and(|word| word.width() == 32);
    words && memref.rank() == 1 && memref.has_static_shape() && declared_kind(array).is_temporary()
}

/// Loops of launches are a band of their own above the kernels.
fn launches<'c: 'a, 'a>(
    node: OperationRef<'c, 'a>,
    kinds: &[MemberKind],
    here: &mut Here,
    errors: &mut Errors,
) {
    let (some, all) = (
        kinds.iter().any(|kind| kind.is_launch()),
        kinds.iter().all(|kind| kind.is_launch()),
    );
    if !some {
        here.run_by = RunBy::Kernel;
        return;
    }
    if here.run_by == RunBy::Kernel {
        errors.add(
            node,
            "has a member of the kind launch inside of a kernel; expected it above all other loops, below sequences of kernels and loops of launches only",
        );
    } else if !all {
        errors.add(
            node,
            "has members of the kind launch and of other kinds; expected a band of launches only",
        );
    } else if op::integers(node, "tile_sizes").is_some() {
        errors.add(
            node,
            "has tiles of launches; expected each launch to be an iteration",
        );
    }
    here.run_by = RunBy::Host;
}

fn text<'c: 'a, 'a>(node: OperationRef<'c, 'a>, name: &str) -> String {
    node.attribute(name)
        .ok()
        .and_then(isl_text_of)
        .unwrap_or_default()
}

fn set<'c: 'a, 'a>(node: OperationRef<'c, 'a>) -> tc_isl::Result<UnionSet> {
    UnionSet::parse(&tc_isl::thread_context(), &text(node, "set"))
}

fn map<'c: 'a, 'a>(node: OperationRef<'c, 'a>, name: &str) -> tc_isl::Result<UnionMap> {
    UnionMap::parse(&tc_isl::thread_context(), &text(node, name))
}

/// One instance of a non-empty set: `S0[3, 7]`, or `S0[3, 7] for N = 8`.
fn example(instances: &UnionSet) -> tc_isl::Result<String> {
    let point = instances.sample_point()?;
    let space = point.space()?;
    let coordinates = |dim: Dim| -> tc_isl::Result<Vec<String>> {
        let values = 0..space.dim(dim)?;
        values
            .map(|position| Ok(point.coordinate_val(dim, position)?.to_string()))
            .collect()
    };
    let name = space.tuple_name(Dim::Out).unwrap_or_default();
    let mut text = format!("{name}[{}]", coordinates(Dim::Out)?.join(", "));
    let sizes: Vec<String> = space
        .param_names()
        .into_iter()
        .zip(coordinates(Dim::Param)?)
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    if !sizes.is_empty() {
        text += &format!(" for {}", sizes.join(", "));
    }
    Ok(text)
}
