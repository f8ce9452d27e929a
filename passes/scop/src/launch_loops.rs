//! The loops of launches above a kernel, and the instances of one iteration of them.

use tc_dialects::schedule::tree::{Path, Prefix, Refusal, Tree};
use tc_isl::{Id, UnionPwAff};

use crate::isl_text::reserved;
use crate::values::bounds;

/// The name of the parameter for the coordinate of a loop of launches, outermost first.
pub fn launch_parameter(number: usize) -> String {
    reserved(&format!("l{number}"))
}

/// A loop of launches: the host runs all values, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchLoop {
    /// The node of its band, and its member there.
    pub path: Path,
    /// The position in the band.
    pub member: usize,
    /// The first value.
    pub first: i64,
    /// The last value.
    pub last: i64,
}

/// The loops of launches above a node.
pub fn launches(tree: &Tree, path: &Path) -> Result<Vec<LaunchLoop>, Refusal> {
    let mut launches = Vec::new();
    for (depth, node) in tree.along(path).into_iter().enumerate() {
        let path = Path(path.0[..depth].to_vec());
        let Some(band) = node.as_band().filter(|band| band.is_launches()) else {
            continue;
        };
        let active = tree.prefix(&path)?.active;
        for (member, one) in band.members.iter().enumerate() {
            let Some((first, last)) = bounds(&one.schedule.intersect_domain(&active)?)? else {
                let message = format!(
                    "expected a loop of launches with known bounds, found {}",
                    one.schedule
                );
                return Err(Refusal::new(message)
                    .at(&path)
                    .note("give sizes, by tc-specialize or --size, or make the loop sequential"));
            };
            launches.push(LaunchLoop {
                path: path.clone(),
                member,
                first,
                last,
            });
        }
    }
    Ok(launches)
}

/// The prefix of a kernel of which only the instances of one iteration of the outermost `count`
/// loops run, those of launches.
pub fn in_one_launch(prefix: &Prefix, count: usize) -> Result<Prefix, Refusal> {
    let mut one = prefix.clone();
    for (number, function) in prefix.functions().into_iter().take(count).enumerate() {
        let Some(function) = function else {
            continue;
        };
        let parameter = Id::new(function.context(), &launch_parameter(number))?;
        let parameter = UnionPwAff::param_on_domain(&function.domain()?, &parameter)?;
        let here = function.sub(&parameter)?.zero_union_set()?;
        one = one.enter(&Tree::Leaf.below_filter(here))?;
    }
    Ok(one)
}
