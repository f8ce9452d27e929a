//! `tc-cascade`: an extremum and sums that need it become one loop that carries all of them.
//!
//! ```text
//! r(i) max=! S(i,j)                       r(i) = -inf;  y(i,d) = 0
//! P(i,j) = exp(S(i,j) - r(i))             for tile in 0:N/32 {
//! y(i,d) +=! P(i,j) * V(j,d)                before(i) = r(i)
//!                                    ==>    r(i) max= S(i,j)                     j in 0:32
//!                                           scale(i) = exp(before(i) - r(i))
//!                                           P(i,j) = exp(S(i,j) - r(i))
//!                                           y(i,d) = y(i,d) * scale(i)
//!                                           y(i,d) += P(i,j) * V(32*tile + j,d)
//!                                         }
//! ```
//! What lies between, the scores `S` and `P` of attention, is then as wide as a tile and not as
//! long as a row, so that a kernel can keep it.
//!
//! **Which.** A minimum or maximum over one index, and the sums over the same range behind it that
//! depend on it. Statements between them, and those in front whose values only they use, go into
//! the loop; `find` says which. All others stay in front of it or behind it, as a final quotient
//! does.
//!
//! **Legal** if `f(r') = f(r) * g(r, r')` for the terms `f` of each sum, with `g` free of the
//! index, and `g(a, b) * g(b, c) = g(a, c)`: then extremum and sums together are a monoid, and any
//! split of the index gives the same. Both are proved by a normal form of terms ([`normal`]), for
//! real numbers: `g` is computed as the quotient, `exp(r - r')` for `exp(s - r)`,
//! `r^2*r'^-2` for `(x/r)^2`. Roundings change as they do by another order of a sum, which is why
//! the mapping option `cascade` has to ask for it.
//!
//! **Rows without terms**, or with masked ones only: an extremum that is still neutral is replaced
//! by 0 in terms, and the sums so far are not scaled but start anew, so that no `-inf - -inf`
//! comes up. Such a row has sums of 0, as those over no terms are. Where terms are divided by the
//! extremum it has to be one of absolute values that are factors of the terms; 0 is then neutral
//! too.
//!
//! **Cost**: linear in the statements and their bodies for each extremum.

mod find;
mod law;
pub mod normal;
mod write;

use std::collections::HashSet;
use tc_dialects::op::{self, OperationKey, ValueKey};

use tc_dialects::tc::{Comprehension, Def, For};
use tc_pass_host::*;

use find::{Block, Cascade, Proved};
use law::Statements;
use write::Writer;

pass! {
    /// Makes one loop over tiles of an extremum and of the sums whose terms depend on it, such as
    /// the softmax of an attention and its product with values. Sums are scaled when the extremum
    /// changes, which changes roundings. Needs ranges (`tc-infer-ranges`).
    pub struct TcCascade {
        name: "tc-cascade",
        anchor: "tc.def",
        summary: "extrema and the sums that need them become one loop over tiles",
        dialects: ["tc", "arith", "math", "scf"],
        options: {
            /// indices of a tile
            tile: u64 = 32,
        },
        statistics: {
            /// extrema that became loops
            loops,
            /// sums that such loops carry
            sums,
            /// extrema with sums that stay as they are
            refused,
        },
    }
}

impl Pass for TcCascade {
    fn check(&self) -> Result<(), String> {
        match self.tile {
            0 => Err("tile must be at least 1".to_owned()),
            1..=65536 => Ok(()),
            _ => Err("tile must be at most 65536".to_owned()),
        }
    }

    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let Some(def) = Def::from_op(operation) else {
            return Ok(());
        };
        // Inner loops first: an outer block may be moved with all that is in it.
        let loops = def.loops().into_iter().rev().map(For::body);
        for body in loops.chain([def.body()]) {
            let mut refused: HashSet<OperationKey> = HashSet::new();
            let mut next = true;
            while next {
                let block = Block::new(def, op::operations(body));
                next = self.rewrite_first(ctx, &block, &mut refused);
            }
        }
        Ok(())
    }
}

impl TcCascade {
    /// Makes a loop of the first extremum of a block that can become one and was not refused;
    /// whether there is one. The new statements have none that starts anew.
    fn rewrite_first<'c: 'a, 'a>(
        &self,
        ctx: &PassContext<'c>,
        block: &Block<'c, 'a>,
        refused: &mut HashSet<OperationKey>,
    ) -> bool {
        let anchor = block.def.operation();
        for (place, operation) in block.operations.iter().enumerate() {
            if refused.contains(&OperationKey::of(*operation)) {
                continue;
            }
            let Some(found) = block.cascade(place) else {
                continue;
            };
            match found.and_then(|cascade| self.rewrite(ctx, block, &cascade)) {
                Ok(decision) => {
                    self.loops.add(1);
                    ctx.decided(anchor, decision);
                    return true;
                }
                Err(reason) => {
                    self.refused.add(1);
                    ctx.decided(anchor, missed(block, place, &reason));
                    refused.insert(OperationKey::of(*operation));
                }
            }
        }
        false
    }

    fn rewrite<'c: 'a, 'a>(
        &self,
        ctx: &PassContext<'c>,
        block: &Block<'c, 'a>,
        cascade: &Cascade,
    ) -> Result<Decision, String> {
        let size = i64::try_from(self.tile).unwrap_or(i64::MAX);
        let length = cascade.range.length();
        if let Some(count) = length.as_const().filter(|count| *count <= size) {
            return Err(format!("all of its {count} terms are one tile"));
        }
        let statements = Statements {
            all: &block.statements,
            extremum: cascade.extremum,
            dependents: &cascade.dependents,
            names: &block.names,
        };
        let laws = cascade.laws(&statements)?;
        let decision = decision(block, cascade, &laws, size);
        let writer = Writer {
            context: ctx.context(),
            block,
            cascade,
            laws: &laws,
            size,
        };
        writer.write()?;
        self.sums.add(laws.len());
        Ok(decision)
    }
}

fn name_of(block: &Block<'_, '_>, place: usize) -> String {
    let target = block.statements[place].map(|one: Comprehension| ValueKey::of(one.target()));
    target
        .and_then(|key| block.names.get(&key).cloned())
        .unwrap_or_default()
}

/// What was done, with both conditions.
fn decision(
    block: &Block<'_, '_>,
    cascade: &Cascade,
    laws: &[Proved<'_, '_, '_>],
    size: i64,
) -> Decision {
    let name = name_of(block, cascade.extremum);
    let sums: Vec<String> = laws.iter().map(|one| name_of(block, one.place)).collect();
    let conditions = laws.iter().map(|proved| {
        let sum = name_of(block, proved.place);
        match &proved.law {
            None => format!("{sum}: its terms do not depend on {name}"),
            Some(law) => format!(
                "{sum}: the term f({name}) = {} has f({name}') = f({name})*g({name}, {name}') where g({name}, {name}') = {} is free of {}, and g({name}, {name}')*g({name}', {name}'') = g({name}, {name}'')",
                proved.reader.text(&law.term),
                proved.reader.text(&law.factor),
                proved.reader.tile,
            ),
        }
    });
    let conditions: Vec<String> = conditions.collect();
    Decision::passed(
        format!("sums that need {name}"),
        format!(
            "a loop over tiles of {size} carries {name} and {}",
            sums.join(", ")
        ),
    )
    .because(conditions.join("; "))
    .unless("the mapping option cascade=0")
    .figure("Tile", size)
}

fn missed(block: &Block<'_, '_>, place: usize, reason: &str) -> Decision {
    let name = name_of(block, place);
    Decision::missed(format!("sums that need {name}"), "they stay behind it").because(reason)
}
