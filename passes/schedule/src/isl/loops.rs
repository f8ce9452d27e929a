//! Programs with loops: the loops stay as they are, and each iteration is scheduled by itself.
//!
//! ```text
//! for t { S0[t, i]; S1[t, i, j] }   ->   band (sequential t) { what a strategy makes of S0, S1 for one t }
//! ```
//!
//! Dependences between iterations are kept by the band of the loop, whose member is coincident if
//! there are none; below it only those inside of one iteration count. There the loop index is a
//! parameter, so that isl gives it no loop of its own. Statements between loops are scheduled
//! together; loops and such groups follow one another in the order of the program.
//!
//! **Legal** by construction. A schedule that mentions the parameter cannot be written for all
//! iterations: then the statements keep the original order of their indices.

use tc_dialects::schedule::tree::{Band, Member, Refusal, Tree};
use tc_isl::{Aff, Dim, Id, UnionMap, UnionPwAff, UnionSet};

use super::scheduler::Group;
use super::strategy::{Scheduled, original_band};
use tc_scop::isl_text::reserved;

/// A statement and its place in the original program.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The name of its tuple.
    pub name: String,
    /// See [`tc_scop::original`].
    pub at: Vec<i64>,
}

/// The strategy for statements in the same loops: their group and their names.
pub type Inner<'f> = &'f dyn Fn(&Group, &[String]) -> Result<Scheduled, Refusal>;

/// Schedules the parts of a program inside of `depth` loops, whose indices are fixed in the group.
pub fn schedule(
    group: &Group,
    statements: &[Placed],
    depth: usize,
    inner: Inner,
) -> Result<Scheduled, Refusal> {
    let mut ordered: Vec<&Placed> = statements.iter().collect();
    ordered.sort_by_key(|one| &one.at);
    let is_plain = |one: &&Placed| one.at.len() == depth + 1;
    let together = |a: &&Placed, b: &&Placed| {
        is_plain(a) && is_plain(b) || !is_plain(a) && !is_plain(b) && a.at[depth] == b.at[depth]
    };
    let mut children = Vec::new();
    let mut decisions = Vec::new();
    for part in ordered.chunk_by(together) {
        let part: Vec<Placed> = part.iter().map(|one| (*one).clone()).collect();
        let instances = instances(group, &part)?;
        if instances.is_empty()? {
            continue;
        }
        let own = group.restricted(&instances)?;
        let done = if is_plain(&&part[0]) {
            plain(&own, &part, inner)?
        } else {
            r#loop(&own, &part, depth, inner)?
        };
        decisions.extend(done.decisions);
        children.push(
            done.tree
                .below_filter(instances.universe()?.drop_unused_params()?),
        );
    }
    let tree = match children.len() {
        0 => Tree::Leaf,
        1 => match children.remove(0) {
            Tree::Filter { child, .. } => *child,
            other => other,
        },
        _ => Tree::Sequence { children },
    };
    Ok(Scheduled { tree, decisions })
}

/// The instances of statements in a group.
fn instances(group: &Group, statements: &[Placed]) -> Result<UnionSet, Refusal> {
    let mut instances = UnionSet::none(group.domain.context())?;
    for set in group.domain.sets()? {
        if statements
            .iter()
            .any(|one| set.name().as_ref() == Some(&one.name))
        {
            instances = instances.union(&UnionSet::from_set(&set)?)?;
        }
    }
    Ok(instances)
}

/// Statements in the same loops, by the strategy or else in their original order.
fn plain(group: &Group, statements: &[Placed], inner: Inner) -> Result<Scheduled, Refusal> {
    let names: Vec<String> = statements.iter().map(|one| one.name.clone()).collect();
    let done = inner(group, &names)?;
    let depths: Vec<String> = (0..group.fixed).map(parameter).collect();
    let mut mentions = false;
    for (_, node) in done.tree.walk() {
        if let Tree::Band { band, .. } = node {
            for one in &band.members {
                let mut names = one.schedule.space()?.param_names().into_iter();
                mentions |= names.any(|name| depths.contains(&name));
            }
        }
    }
    if !mentions {
        return Ok(done);
    }
    let mut children = Vec::new();
    for one in statements {
        let own = instances(group, std::slice::from_ref(one))?;
        let band = original_band(&group.restricted(&own)?, &one.name)?;
        children.push(band.below_filter(own.universe()?.drop_unused_params()?));
    }
    Ok(Scheduled {
        tree: Tree::Sequence { children },
        decisions: done.decisions,
    })
}

/// The parameter for the index of a loop.
fn parameter(depth: usize) -> String {
    reserved(&format!("loop{depth}"))
}

/// A loop: a band of its index above the schedule of one iteration.
fn r#loop(
    group: &Group,
    statements: &[Placed],
    depth: usize,
    inner: Inner,
) -> Result<Scheduled, Refusal> {
    let context = group.domain.context();
    let parameter = parameter(depth);
    let index = Id::new(context, &parameter)?;
    let (mut values, mut fixed) = (Vec::new(), UnionSet::none(context)?);
    for set in group.domain.sets()? {
        let indices: Vec<String> = (0..set.dim(Dim::SET)?).map(|at| format!("i{at}")).collect();
        let tuple = format!("{}[{}]", set.name().unwrap_or_default(), indices.join(", "));
        values.push(format!("{tuple} -> [({})]", indices[depth]));
        let space = set.space()?.add_param(&index)?;
        let value = Aff::var_on_domain(&space, Dim::SET, depth)?;
        let same = value.eq_set(&space.param_aff_on_domain(&index)?)?;
        fixed = fixed.union(&same.to_union_set()?)?;
    }
    let schedule = UnionPwAff::parse(context, &format!("{{ {} }}", values.join("; ")))?;
    let value = UnionMap::from_union_pw_aff(&schedule)?;
    let same = value.apply_range(&value.reverse()?)?;
    let is_parallel = group.coincidence.subtract(&same)?.is_empty()?;
    let member = Member {
        coincident: is_parallel,
        ..Member::new(schedule)
    };
    let mut one = group.restricted(&fixed)?;
    one.fixed = depth + 1;
    let below = self::schedule(&one, statements, depth + 1, inner)?;
    Ok(Scheduled {
        // Tiles of one loop gain nothing, unless blocks run them.
        tree: below.tree.below_band(Band::new(vec![member], is_parallel)),
        decisions: below.decisions,
    })
}
