//! The flags of bands that fewer statements share.
//!
//! ```text
//! band (S[i] -> i; T[i] -> i - 1)             T[i] reads what S[i - 1] has written
//!   sequence S, T                      ==>    band (coincident T[i] -> i - 1)
//! ```
//!
//! A statement that no longer runs itself leaves its loops to others, and the dependence that made
//! their iterations ordered may be gone.

use tc_dialects::schedule::tree::{Band, Path, Refusal, Scop, Tree};
use tc_isl::{MultiUnionPwAff, UnionMap, UnionSet};
use tc_scop::accesses::ScopAccesses;
use tc_scop::legality::Legality;

/// The tree in which bands of statements of the program have all flags that the dependences between
/// these allow.
pub fn improved(scop: &Scop, accesses: &ScopAccesses) -> Result<Tree, Refusal> {
    let legality = Legality::of(scop, accesses)?;
    let program = scop.tree.domain()?.universe()?;
    let mut tree = scop.tree.clone();
    for (path, node) in scop.tree.walk() {
        let Some(band) = node.as_band() else {
            continue;
        };
        let band = with_flags(&legality, &scop.tree, &path, band, &program)?;
        if let Some(Tree::Band { band: old, .. }) = tree.at_mut(&path) {
            *old = band;
        }
    }
    Ok(tree)
}

/// A band with the flags that it has, and those that it may have.
fn with_flags(
    legality: &Legality,
    tree: &Tree,
    path: &Path,
    band: &Band,
    program: &UnionSet,
) -> Result<Band, Refusal> {
    let mut band = band.clone();
    let mut running = program.clone();
    for member in &band.members {
        let domain = member.schedule.domain()?;
        if !domain.universe()?.is_subset(program)? {
            return Ok(band);
        }
        running = running.intersect(&domain)?;
    }
    let here = |pairs: &UnionMap| pairs.intersect_domain(&running)?.intersect_range(&running);
    let inside = legality.inside(tree, path)?;
    let (ordered, apart) = (here(&inside.validity()?)?, here(&inside.coincidence()?)?);
    let mut permutable = true;
    for member in &mut band.members {
        let value = MultiUnionPwAff::from_union_pw_aff(&member.schedule)?;
        let equal = apart.eq_at_multi_union_pw_aff(&value)?;
        member.coincident |= apart.is_subset(&equal)?;
        let backwards = ordered.lex_gt_at_multi_union_pw_aff(&value)?;
        permutable &= backwards.is_empty()?;
    }
    band.permutable |= permutable;
    Ok(band)
}
