//! The fusion strategies: the three of section 5.2 of the Tensor Comprehensions paper, and two
//! more.
//!
//! All let isl schedule each component of the dependence graph by itself, then join components that
//! may share loops, pair by pair (`join.rs`). They differ in what a statement may lose by it.
//!
//! - `min`: nothing is joined.
//! - `max`: as many parallel loops as two statements can have in common, if there is one. A
//!   statement keeps its other loops inside. Statements that no dependence connects share the loops
//!   of equal extents.
//! - `preserve3`: as `max`, where at least three common loops are parallel or neither statement
//!   loses one.
//! - `parallel`: statements with the same number of parallel loops share all of them.
//! - `rows`: like `parallel`; elementwise statements then also share the loops over rows of the
//!   sums that they read, and keep the others inside: softmax and layer normalisation are one
//!   kernel. So do sums over the same rows of an array, and all others whose rows take no longer
//!   than a launch.
//!
//! The dependences follow the order of the statements, so that a component is one statement, and
//! isl's integer programs stay as small as the statement with the most loops. isl's own search for
//! common loops has all coefficients of all statements in one program: its numbers outgrow machine
//! words at nine statements, sometimes at four, and then no count of operations bounds the time.
//!
//! Members are checked: without `skewing` each is one index plus a constant, with `nonnegative`
//! none runs backwards. If a schedule violates it, the statement keeps its indices in their
//! original order.

use tc_dialects::schedule::tree::{Band, Member, Refusal, Tree};
use tc_isl::{Dim, UnionMap, UnionPwAff, UnionSet};

use super::join::{Join, Joined, Links};
use super::nest::parts;
use super::reads::Reads;
use super::scheduler::{Group, statements_of};
use super::{Fusion, ScheduleIsl};
use crate::choose::cost::Machine;
use tc_pass_host::Decision;

/// The number of outermost parallel loops that `preserve3` keeps.
const PRESERVED: usize = 3;

/// A schedule and the reasons for its shape.
#[derive(Clone, Debug)]
pub struct Scheduled {
    /// The tree below the domain.
    pub tree: Tree,
    /// Why statements do or do not share loops.
    pub decisions: Vec<Decision>,
}

/// Schedules a group for a machine; `statements` are the names of all statements in text order.
pub fn schedule(
    group: &Group,
    statements: &[String],
    options: &ScheduleIsl,
    machine: Option<&Machine>,
    reads: &Reads,
) -> Result<Scheduled, Refusal> {
    let strategy = Strategy {
        options,
        reads,
        machine: machine.filter(|_| options.fusion == Fusion::Rows),
        statements,
    };
    let tree = strategy.refine(group.schedule()?, group)?;
    let tree = flattened(in_text_order(tree, statements)?);
    let decisions = Vec::new();
    match options.fusion {
        Fusion::Min => Ok(Scheduled { tree, decisions }),
        _ => strategy.joined(tree, group),
    }
}

struct Strategy<'a> {
    options: &'a ScheduleIsl,
    machine: Option<&'a Machine>,
    reads: &'a Reads,
    statements: &'a [String],
}

impl Strategy<'_> {
    /// Statements that were scheduled separately share their parallel loops.
    fn joined(&self, tree: Tree, group: &Group) -> Result<Scheduled, Refusal> {
        let join = Join {
            links: Links::of(group)?,
            reads: self.reads,
            statements: self.statements,
            parallel: |band: &Band| self.leading(band),
            rows: self.options.fusion == Fusion::Rows,
            fewest: match self.options.fusion {
                Fusion::Max => Some(1),
                Fusion::Preserve3 => Some(PRESERVED),
                Fusion::Parallel | Fusion::Rows | Fusion::Min => None,
            },
            machine: self.machine,
            domain: group.domain.clone(),
        };
        let Joined { tree, bands, apart } = join.tree(tree)?;
        let mut decisions: Vec<Decision> = Vec::new();
        let shared = bands.iter().map(|(band, reason)| {
            let names = statements_of(&band.members[0].schedule.domain()?, self.statements)?;
            shared(&names, band, reason.as_deref().unwrap_or(self.reason()))
        });
        for decision in shared.chain(apart.into_iter().map(Ok)) {
            let decision = decision?;
            if !decisions.contains(&decision) {
                decisions.push(decision);
            }
        }
        Ok(Scheduled { tree, decisions })
    }

    /// Why statements share loops.
    fn reason(&self) -> &'static str {
        match self.options.fusion {
            Fusion::Max => "no dependence crosses these parallel loops",
            Fusion::Preserve3 => {
                "as many common loops are parallel as a statement has by itself, or three"
            }
            Fusion::Parallel | Fusion::Rows | Fusion::Min => {
                "they have as many parallel loops, and no dependence crosses these"
            }
        }
    }

    /// Replaces bands that the options forbid.
    fn refine(&self, tree: Tree, group: &Group) -> Result<Tree, Refusal> {
        match tree {
            Tree::Filter { filter, child } => {
                let child = self.refine(*child, &group.restricted(&filter)?)?;
                Ok(child.below_filter(filter))
            }
            Tree::Sequence { .. } | Tree::Set { .. } => {
                tree.try_map_children(|_, child| self.refine(child, group))
            }
            Tree::Band { band, child } => match &group.statements(self.statements)?[..] {
                [only] if !self.allowed(&band)? => original_band(group, only),
                _ => Ok(child.below_band(band)),
            },
            tree => Ok(tree),
        }
    }

    /// The number of leading members of the band that are coincident and allowed.
    fn leading(&self, band: &Band) -> Result<usize, Refusal> {
        for (position, member) in band.members.iter().enumerate() {
            if !member.coincident || !self.member_allowed(member)? {
                return Ok(position);
            }
        }
        Ok(band.members.len())
    }

    fn allowed(&self, band: &Band) -> Result<bool, Refusal> {
        for member in &band.members {
            if !self.member_allowed(member)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn member_allowed(&self, member: &Member) -> Result<bool, Refusal> {
        let shape = Shape::of(&member.schedule)?;
        Ok((self.options.skewing || !shape.skewed)
            && (!self.options.nonnegative || !shape.negative)
            && shape.simple)
    }
}

/// Statements share loops: `2 common loops, 2 of them parallel: S0[n, m] -> n, m`.
fn shared(names: &[String], band: &Band, reason: &str) -> Result<Decision, Refusal> {
    let parallel = band
        .members
        .iter()
        .filter(|member| member.coincident)
        .count();
    let total = band.members.len();
    let plural = if total == 1 { "loop" } else { "loops" };
    let subject = format!("loops of {}", names.join(", "));
    let texts: Vec<(String, String)> = band
        .members
        .iter()
        .map(|member| member_text(member, names))
        .collect::<Result<_, _>>()?;
    let tuple = texts.first().map_or("", |(tuple, _)| tuple);
    let values: Vec<&str> = texts.iter().map(|(_, value)| value.as_str()).collect();
    let what = format!(
        "{total} common {plural}, {parallel} of them parallel: {tuple} -> {}",
        values.join(", ")
    );
    Ok(Decision::passed(subject, what)
        .because(reason)
        .unless("the mapping option fusion=min gives each statement its own loops"))
}

/// The tuple of the first statement and the value of a member for it: `S0[n, m]`, `n`.
fn member_text(member: &Member, names: &[String]) -> Result<(String, String), Refusal> {
    let sets = member.schedule.domain()?.sets()?;
    let first = sets
        .into_iter()
        .find(|set| names.first() == set.name().as_ref());
    let only = match first {
        Some(first) => member
            .schedule
            .intersect_domain(&UnionSet::from_set(&first)?)?,
        None => member.schedule.clone(),
    };
    let text = only.to_string();
    let text = text
        .rsplit_once("{ ")
        .map_or(text.as_str(), |(_, rest)| rest)
        .trim_end_matches(" }");
    let (tuple, value) = text.split_once(" -> ").unwrap_or(("", text));
    Ok((
        tuple.to_owned(),
        value
            .trim_start_matches("[(")
            .trim_end_matches(")]")
            .to_owned(),
    ))
}

/// The form of a member's coefficients, over all its statements.
struct Shape {
    /// Some statement combines several indices.
    skewed: bool,
    /// Some statement has a negative coefficient.
    negative: bool,
    /// Each value is an affine function with coefficients 1 and -1 and an integer constant.
    simple: bool,
}

impl Shape {
    fn of(schedule: &UnionPwAff) -> tc_isl::Result<Shape> {
        let mut shape = Shape {
            skewed: false,
            negative: false,
            simple: true,
        };
        for function in schedule.pw_affs()? {
            let pieces = function.pieces()?;
            shape.simple &= pieces.len() == 1;
            for (_, piece) in pieces {
                let mut used = 0;
                for position in 0..piece.dim(Dim::In)? {
                    let coefficient = piece.coefficient_val(Dim::In, position)?.to_i64();
                    shape.simple &= matches!(coefficient, Some(-1..=1));
                    shape.negative |= coefficient.is_some_and(|value| value < 0);
                    used += usize::from(coefficient != Some(0));
                }
                for position in 0..piece.dim(Dim::Param)? {
                    shape.simple &=
                        piece.coefficient_val(Dim::Param, position)?.to_i64() == Some(0);
                }
                shape.simple &= !piece.involves_locals()?;
                shape.skewed |= used > 1;
            }
        }
        Ok(shape)
    }
}

/// The indices of a statement in their original order, which is always legal.
pub(super) fn original_band(group: &Group, name: &str) -> Result<Tree, Refusal> {
    let sets = group.domain.sets()?;
    let Some(set) = sets
        .into_iter()
        .find(|set| set.name().as_deref() == Some(name))
    else {
        return Ok(Tree::Leaf);
    };
    let mut members = Vec::new();
    let mut permutable = true;
    for position in group.fixed..set.dim(Dim::Out)? {
        let aff = tc_isl::Aff::var_on_domain(&set.space()?, Dim::Out, position)?;
        // The space has the parameters of loops around it.
        let schedule = UnionPwAff::from_aff(&aff)?.drop_unused_params()?;
        let value = UnionMap::from_union_pw_aff(&schedule)?;
        let same = value.apply_range(&value.reverse()?)?;
        let coincident = group.coincidence.subtract(&same)?.is_empty()?;
        permutable &= coincident || runs_forwards(group, &value)?;
        members.push(Member {
            coincident,
            ..Member::new(schedule)
        });
    }
    if permutable && !members.is_empty() {
        return Ok(Tree::Leaf.below_band(Band::new(members, true)));
    }
    // Tiles of such loops are made one by one.
    let nest = members.into_iter().rev().fold(Tree::Leaf, |below, member| {
        below.below_band(Band::new(vec![member], true))
    });
    Ok(nest)
}

/// Whether no dependence runs backwards along a member with these values.
fn runs_forwards(group: &Group, value: &UnionMap) -> Result<bool, Refusal> {
    let context = group.domain.context();
    let back = UnionMap::parse(context, "{ [a] -> [b] : b < a }")?;
    let back = value.apply_range(&back)?.apply_range(&value.reverse()?)?;
    Ok(group.validity.intersect(&back)?.is_empty()?)
}

/// The children of sets in text order, so that the result does not depend on isl's hash tables.
fn in_text_order(tree: Tree, statements: &[String]) -> Result<Tree, Refusal> {
    tree.try_map(&mut |node| match node {
        Tree::Set { mut children } => {
            let mut failed = None;
            children.sort_by_cached_key(|child| match first_statement(child, statements) {
                Ok(position) => position,
                Err(error) => {
                    failed = Some(error);
                    0
                }
            });
            failed.map_or(Ok(Tree::Set { children }), Err)
        }
        node => Ok(node),
    })
}

/// Sequences with no sequence or set directly inside: an unordered set may be ordered in any way.
fn flattened(tree: Tree) -> Tree {
    let flat: Result<Tree, std::convert::Infallible> = tree.try_map(&mut |node| {
        Ok(match node {
            Tree::Sequence { children } => Tree::Sequence {
                children: children.into_iter().flat_map(parts).collect(),
            },
            node => node,
        })
    });
    match flat {
        Ok(tree) => tree,
    }
}

fn first_statement(child: &Tree, statements: &[String]) -> Result<usize, Refusal> {
    let Tree::Filter { filter, .. } = child else {
        return Ok(statements.len());
    };
    let names = statements_of(filter, statements)?;
    Ok(names
        .first()
        .and_then(|name| statements.iter().position(|other| other == name))
        .unwrap_or(statements.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tc_scop::dependences;
    use tc_testing::examples::{Example, mlp2, sgemm, softmax, two_stencils};

    fn run(example: &Example, fusion: Fusion) -> Scheduled {
        let names: Vec<String> = example
            .accesses
            .statements
            .iter()
            .map(|statement| statement.name.clone())
            .collect();
        let dependences =
            dependences::compute(&example.domain, &example.accesses, 0).expect("dependences");
        let group = Group::new(&example.domain, None, &dependences).expect("isl works");
        let options = ScheduleIsl {
            fusion,
            ..Default::default()
        };
        let reads = Reads::of(&example.accesses).expect("isl works");
        schedule(&group, &names, &options, None, &reads).expect("a schedule")
    }

    /// What was decided, without reasons.
    fn said(done: &Scheduled) -> Vec<String> {
        let decisions = done.decisions.iter();
        decisions
            .map(|one| format!("{}: {}", one.subject, one.what))
            .collect()
    }

    /// The tree as the tests compare it: members by the value for each statement.
    fn outline(tree: &Tree, depth: usize, lines: &mut Vec<String>) {
        let indent = "  ".repeat(depth);
        match tree {
            Tree::Band { band, .. } => {
                for member in &band.members {
                    let kind = if member.coincident {
                        "parallel"
                    } else {
                        "sequential"
                    };
                    let text = member.schedule.to_string();
                    let mut values: Vec<&str> =
                        text.trim_matches(['{', '}', ' ']).split("; ").collect();
                    values.sort_unstable();
                    lines.push(format!("{indent}{kind} {{ {} }}", values.join("; ")));
                }
            }
            Tree::Filter { filter, .. } => lines.push(format!("{indent}filter {filter}")),
            Tree::Leaf => {}
            node => lines.push(format!("{indent}{}", node.kind())),
        }
        tree.children()
            .iter()
            .for_each(|child| outline(child, depth + 1, lines));
    }

    fn assert_outline(tree: &Tree, expected: &[&str]) {
        let mut lines = Vec::new();
        outline(tree, 0, &mut lines);
        assert_eq!(lines, expected, "\n{}", lines.join("\n"));
    }

    /// Figure 3b, claim F15: common loops i and j, the initial store before the updates, k below.
    #[test]
    fn sgemm_fused_is_figure_3b() {
        for fusion in [Fusion::Max, Fusion::Preserve3] {
            let done = run(&sgemm(), fusion);
            assert_outline(
                &done.tree,
                &[
                    "parallel { S0[n, m] -> [(n)]; S1[n, m, k] -> [(n)] }",
                    "parallel { S0[n, m] -> [(m)]; S1[n, m, k] -> [(m)] }",
                    "  sequence",
                    "    filter { S0[n, m] }",
                    "    filter { S1[n, m, k] }",
                    "      sequential { S1[n, m, k] -> [(k)] }",
                ],
            );
            assert_eq!(
                said(&done),
                ["loops of S0, S1: 2 common loops, 2 of them parallel: S0[n, m] -> n, m"]
            );
        }
    }

    /// Claim F26: three settings, three trees.
    #[test]
    fn softmax_shares_rows_only_where_parallel_loops_may_be_lost() {
        let fused = run(&softmax(), Fusion::Max);
        assert_outline(
            &fused.tree,
            &[
                "parallel { S0[n] -> [(n)]; S1[n, c] -> [(n)]; S2[n] -> [(n)]; S3[n, c] -> [(n)]; S4[n, c] -> [(n)] }",
                "  sequence",
                "    filter { S0[n] }",
                "    filter { S1[n, c] }",
                "      sequential { S1[n, c] -> [(c)] }",
                "    filter { S2[n] }",
                "    filter { S3[n, c] }",
                "      sequential { S3[n, c] -> [(c)] }",
                "    filter { S4[n, c] }",
                "      parallel { S4[n, c] -> [(c)] }",
            ],
        );
        let kept = run(&softmax(), Fusion::Preserve3);
        assert_eq!(
            said(&kept),
            [
                "loops of S0, S1, S2, S3: 1 common loop, 1 of them parallel: S0[n] -> n",
                "loops of S0, S1, S2, S3, S4: they share no loop",
            ]
        );
        assert_eq!(
            kept.decisions[1].reason,
            "they have 2 and 1 parallel loops outermost"
        );
        assert_eq!(run(&softmax(), Fusion::Min).tree.children().len(), 5);
    }

    #[test]
    fn layers_of_a_network_keep_their_parallel_loops() {
        let done = run(&mlp2(), Fusion::Preserve3);
        assert_eq!(
            said(&done)[..2],
            [
                "loops of S0, S1, S2: 2 common loops, 2 of them parallel: S0[b, o] -> b, o",
                "loops of S3, S4, S5: 2 common loops, 2 of them parallel: S3[b, p] -> b, p",
            ]
        );
    }

    /// Claim F25: without skewing no member combines indices, and statements that would need a
    /// shift are not fused.
    #[test]
    fn members_are_single_indices_without_skewing() {
        for fusion in [Fusion::Max, Fusion::Preserve3, Fusion::Min] {
            for (_, node) in run(&two_stencils(), fusion).tree.walk() {
                let members = node.as_band().map_or(&[][..], |band| &band.members);
                for member in members {
                    assert!(
                        !Shape::of(&member.schedule).expect("isl works").skewed,
                        "{}",
                        member.schedule
                    );
                }
            }
        }
    }
}
