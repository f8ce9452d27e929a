//! Where in a tree tiles live.

use std::collections::BTreeSet;

use tc_dialects::schedule::tree::{MemberKind, Path, Prefix, Refusal, Tree};
use tc_isl::{MultiUnionPwAff, PwMultiAff, Set, UnionMap, UnionPwAff, UnionPwMultiAff, UnionSet};

use tc_scop::leaves::Leaves;

/// A node of a tree, above which tiles are copied in.
pub struct Place {
    /// What the nodes above say.
    pub prefix: Prefix,
    /// The statements of which instances reach the place.
    pub statements: BTreeSet<String>,
    /// The path of the node.
    pub path: Path,
    /// The number of the kernel.
    pub kernel: usize,
    /// The leaves below.
    pub leaves: Leaves,
    /// The members of the bands above, outermost first.
    members: Vec<UnionPwAff>,
}

impl Place {
    /// The place of the node at a path.
    pub fn new(tree: &Tree, path: &Path) -> Result<Place, Refusal> {
        let prefix = tree.prefix(path)?;
        let mut statements = BTreeSet::new();
        for set in prefix.active.sets()? {
            statements.extend(set.name());
        }
        let mut above = tree.along(path);
        above.pop();
        let members = above
            .into_iter()
            .filter_map(Tree::as_band)
            .flat_map(|band| &band.members);
        let members = members.map(|member| member.schedule.clone()).collect();
        let kernels = tree.kernels();
        let kernel = kernels.iter().position(|kernel| kernel.contains(path));
        Ok(Place {
            kernel: kernel.unwrap_or(kernels.len()),
            prefix,
            statements,
            path: path.clone(),
            leaves: Leaves::at(tree, path)?,
            members,
        })
    }

    /// Refuses a place that single threads come to.
    pub fn check(&self) -> Result<(), Refusal> {
        let kinds = &self.prefix.kinds;
        match kinds.iter().find(|kind| kind.thread_axis().is_some()) {
            None => Ok(()),
            Some(kind) => Err(Refusal::new(format!("tiles cannot be copied below a loop on {kind}"))
                .note("all threads of a block copy a tile together; sink the loops on threads below the tile loops")),
        }
    }

    /// The node from which on one statement comes before another: in each iteration of the loops
    /// above that node, all that the first does there comes before all that the second does. None
    /// where there is no such node.
    pub fn runs_before(
        &self,
        tree: &Tree,
        first: &str,
        second: &str,
    ) -> Result<Option<Path>, Refusal> {
        let (before, after) = (self.paths_of(first)?, self.paths_of(second)?);
        let mut found: Option<Path> = None;
        for one in &before {
            for other in &after {
                let same = one.0.iter().zip(&other.0).take_while(|(a, b)| a == b);
                let depth = same.count();
                let fork = Path(one.0[..depth].to_vec());
                let is_sequence = matches!(tree.at(&fork), Some(Tree::Sequence { .. }));
                if !is_sequence || one.0.get(depth) >= other.0.get(depth) {
                    return Ok(None);
                }
                // Forks without a loop in between are one place.
                let loops = |path: &Path| {
                    let along = tree.along(path);
                    along.iter().filter(|node| node.as_band().is_some()).count()
                };
                match &found {
                    Some(known) if loops(known) != loops(&fork) => return Ok(None),
                    Some(_) => {}
                    None => found = Some(fork),
                }
            }
        }
        Ok(found)
    }

    /// The instances of one statement and those of another in later iterations of loops at the
    /// place that each thread runs in order; none where there are no such loops.
    pub fn earlier(
        &self,
        tree: &Tree,
        first: &str,
        second: &str,
    ) -> Result<Option<UnionMap>, Refusal> {
        let (before, after) = (self.paths_of(first)?, self.paths_of(second)?);
        let ([one], [other]) = (before.as_slice(), after.as_slice()) else {
            return Ok(None);
        };
        let same = one.0.iter().zip(&other.0).take_while(|(a, b)| a == b);
        let mut common = Path(one.0[..same.count()].to_vec());
        let mut prefix = tree.prefix(&common)?;
        // Threads run in no order.
        let outer = self.prefix.kinds.len();
        let threads = |kinds: &[MemberKind]| {
            let mut below = kinds.iter().skip(outer);
            below.any(|kind| kind.thread_axis().is_some())
        };
        while threads(&prefix.kinds) {
            common.0.pop();
            prefix = tree.prefix(&common)?;
        }
        if prefix.kinds.len() <= outer {
            return Ok(None);
        }
        let context = prefix.active.context();
        let later = UnionMap::parse(context, &later_iterations(outer, prefix.kinds.len()))?;
        let coordinates = |name: &str| -> Result<UnionMap, Refusal> {
            let mut instances = UnionSet::none(context)?;
            for set in prefix.active.sets()? {
                if set.name().as_deref() == Some(name) {
                    instances = instances.union(&set.to_union_set()?)?;
                }
            }
            Ok(prefix.relation()?.intersect_domain(&instances)?)
        };
        let from = coordinates(first)?.apply_range(&later)?;
        Ok(Some(from.apply_range(&coordinates(second)?.reverse()?)?))
    }

    /// The leaves that a statement runs at.
    fn paths_of(&self, statement: &str) -> Result<Vec<&Path>, Refusal> {
        let mut paths = Vec::new();
        for leaf in &self.leaves.0 {
            if leaf.runs(statement)? {
                paths.push(&leaf.path);
            }
        }
        Ok(paths)
    }

    /// The outer coordinates of the instances of one statement as functions of its indices, in the
    /// words of the bands above where these speak of the statement.
    pub fn outer_coordinates(&self, instances: &Set) -> Result<PwMultiAff, Refusal> {
        let relation = self
            .prefix
            .relation()?
            .intersect_domain(&instances.to_union_set()?)?
            .as_map()?;
        if !self.members.is_empty() {
            let schedule = MultiUnionPwAff::from_members(&self.members)?;
            let function = UnionPwMultiAff::from_multi_union_pw_aff(&schedule)?
                .extract_pw_multi_aff(&relation.space()?)?;
            if instances.is_subset(&function.domain()?)? {
                return Ok(function);
            }
        }
        Ok(relation.as_pw_multi_aff()?)
    }

    /// Refuses a statement that also runs elsewhere: its body cannot be changed for this place
    /// alone.
    pub fn check_statement(&self, tree: &Tree, statement: &str) -> Result<(), Refusal> {
        let mut running = tree.domain()?.clone();
        for (path, node) in tree.walk() {
            let adds_it = match node {
                Tree::Extension { extension, .. } => extension
                    .range()?
                    .sets()?
                    .iter()
                    .any(|set| set.name().as_deref() == Some(statement)),
                _ => false,
            };
            if adds_it {
                running = running.union(&tree.prefix(&path.child(0))?.active)?;
            }
        }
        for instances in running.sets()? {
            if instances.name().as_deref() != Some(statement) {
                continue;
            }
            if !instances.to_union_set()?.is_subset(&self.prefix.active)? {
                return Err(Refusal::new(format!(
                    "{statement} also runs outside of the tile"
                )));
            }
        }
        Ok(())
    }
}

/// The paths of the places of a tree, in the order of the text: below the innermost bands with the
/// tag, and in a kernel without one below the band that is mapped to blocks.
pub fn places(tree: &Tree, tag: &str) -> Vec<Path> {
    let mut found = Vec::new();
    for kernel in tree.kernels() {
        let inside = |wanted: &dyn Fn(&Tree) -> bool| -> Vec<Path> {
            let nodes = tree.walk().into_iter();
            nodes
                .filter(|(path, node)| kernel.contains(path) && wanted(node))
                .map(|(path, _)| path)
                .collect()
        };
        let mut bands = inside(&|node| {
            node.as_band()
                .is_some_and(|band| band.tag.as_deref() == Some(tag))
        });
        if bands.is_empty() {
            bands = inside(&|node| {
                node.as_band().is_some_and(|band| {
                    band.members
                        .iter()
                        .any(|member| member.kind.block_axis().is_some())
                })
            });
        }
        let innermost = bands.iter().filter(|band| {
            !bands
                .iter()
                .any(|other| other != *band && band.contains(other))
        });
        found.extend(innermost.map(|band| band.child(0)));
    }
    found
}

/// Points with `count` coordinates and later ones, of which the first `outer` coordinates are
/// equal.
fn later_iterations(outer: usize, count: usize) -> String {
    let names = |letter: &str| {
        let names: Vec<String> = (0..count).map(|at| format!("{letter}{at}")).collect();
        names.join(", ")
    };
    let equal = |end: usize| (0..end).map(|at| format!("a{at} = b{at}"));
    let cases = (outer..count).map(|at| {
        let all: Vec<String> = equal(at).chain([format!("a{at} < b{at}")]).collect();
        all.join(" and ")
    });
    let cases: Vec<String> = cases.map(|case| format!("({case})")).collect();
    format!(
        "{{ [{}] -> [{}] : {} }}",
        names("a"),
        names("b"),
        cases.join(" or ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use tc_testing::trees::fused_sgemm;

    /// `S` sets an element and `T` updates it, in the same iteration of the loops over elements.
    #[test]
    fn statements_are_in_order_only_within_an_iteration() {
        let tree = fused_sgemm([4, 4, 4]);
        let order = |path: &[usize], first: &str, second: &str| {
            let place = Place::new(&tree, &Path(path.to_vec())).unwrap();
            place.runs_before(&tree, first, second).unwrap()
        };
        // Below the loops over elements, wherever the tile is: other elements of `S` come after
        // some of `T`.
        assert_eq!(order(&[0, 0], "S", "T"), Some(Path(vec![0, 0])));
        assert_eq!(order(&[0], "S", "T"), Some(Path(vec![0, 0])));
        assert_eq!(order(&[0, 0], "T", "S"), None);
        assert_eq!(order(&[0, 0], "T", "T"), None);
    }
}
