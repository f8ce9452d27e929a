//! `schedule-interchange`: the loops of a band in another order.
//!
//! ```text
//! band permutable                                     band permutable
//!   | coincident S[i, j, k] -> i                        | S[i, j, k] -> k
//!   | coincident S[i, j, k] -> j   ==  order=2,0,1 ==>  | coincident S[i, j, k] -> i
//!   | S[i, j, k] -> k                                   | coincident S[i, j, k] -> j
//! ```
//!
//! **Which bands.** Those of the `target` ([`tc_scop::select`]). `order` lists the old positions of
//! the members, outermost first, each exactly once; a band with another number of members is
//! refused.
//! **Legal** if the band is permutable. In a band that is not permutable, a coincident member may
//! still move inwards past any other one, since it carries no dependence; `order` is accepted if it
//! does only that.
//!
//! **Flags** are not checked here: `permutable` and `coincident` are claims, which
//! [`tc_scop::verify`] proves of the resulting tree.

use tc_dialects::schedule::tree::{Band, Flag, Refusal, Tree};
use tc_pass_host::*;

use tc_scop::scop_pass::transform_target;
use tc_scop::select::replace_bands;

/// Reorders the members of the selected bands; also returns the number of bands.
pub fn interchange(tree: Tree, options: &ScheduleInterchange) -> Result<(Tree, usize), Refusal> {
    let order = positions(&options.order)?;
    let what = "interchange the loops of";
    replace_bands(tree, options.target.as_deref(), what, |band| {
        check(band, &order)?;
        let mut reordered = band.select(&order);
        reordered.ast_options = band.ast_options.clone().filter(|_| is_identity(&order));
        Ok(vec![reordered])
    })
}

fn positions(order: &[i64]) -> Result<Vec<usize>, Refusal> {
    let positions = order.iter().map(|&position| usize::try_from(position));
    positions
        .collect::<Result<_, _>>()
        .map_err(|_| Refusal::new("expected positions of members, found a negative number"))
}

fn is_identity(order: &[usize]) -> bool {
    order.iter().enumerate().all(|(new, &old)| new == old)
}

fn check(band: &Band, order: &[usize]) -> Result<(), Refusal> {
    let count = band.members.len();
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    if sorted != (0..count).collect::<Vec<usize>>() {
        let written: Vec<String> = order.iter().map(usize::to_string).collect();
        let message = format!(
            "expected an order of the positions 0 to {} of the band's members, found {}",
            count - 1,
            written.join(",")
        );
        return Err(Refusal::new(message));
    }
    if band.permutable {
        return Ok(());
    }
    // If a pair is exchanged, the member that moves inwards must carry no dependence.
    let position = |member: usize| order.iter().position(|&old| old == member);
    for outer in 0..count {
        for inner in outer + 1..count {
            if position(outer) > position(inner) && !band.members[outer].coincident {
                let member = &band.members[outer].schedule;
                let message = format!(
                    "band member {outer} may not move inside member {inner}: the band is not permutable and the member is not coincident: {member}"
                );
                return Err(Refusal::new(message).for_lack_of(Flag::Permutable));
            }
        }
    }
    Ok(())
}

pass! {
    /// Reorders the loops of bands.
    pub struct ScheduleInterchange {
        name: "schedule-interchange",
        anchor: "schedule.scop",
        summary: "the loops of a band in another order",
        options: {
            /// old positions of the members, outermost first
            order: Vec<i64> = Vec::new(),
            /// a mark, a tag, or a path such as `S1/band[1]`; the outermost band of every kernel if
            /// empty
            target: Option<String> = None,
        },
        statistics: {
            /// bands with a new order
            bands,
        },
    }
}

impl Pass for ScheduleInterchange {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let target = self.target.as_deref();
        let bands = transform_target(operation, ctx, target, |tree| interchange(tree, self))?;
        self.bands.add(bands);
        if bands > 0 {
            let order: Vec<String> = self.order.iter().map(ToString::to_string).collect();
            let what = format!("the loops are in the order {}", order.join(","));
            let decision = Decision::passed("order of loops", what)
                .because("it is asked for, and the bands are permutable")
                .unless("`target` of schedule-interchange names other bands");
            ctx.decided(operation, decision);
        }
        Ok(())
    }
}
