//! The places of statements in a program with loops, where two statements are added around one.
//!
//! ```text
//! S at [1, 0]                          S      at [1, 0]
//! T at [1, 1]                          T_init at [1, 1]
//! U at [1, 2]                  ==>     T      at [1, 2]
//! V at [1, 3, 0]                       T_fold at [1, 3]
//!                                      U      at [1, 4]
//!                                      V      at [1, 5, 0]
//! ```
//!
//! The added statements are in the loops of the one that they are added to; what comes behind it
//! there moves on by two. In a program without loops the order of the text says all.

use std::cmp::Ordering;

use tc_dialects::schedule::tree::Scop;

use tc_pass_host::Failure;
use tc_scop::scop_edit::ScopEdit;

/// New places of statements.
pub(super) struct Places(Vec<(String, Vec<i64>)>);

impl Places {
    /// The places after two statements were added around one.
    pub(super) fn around(scop: &Scop, statement: &str) -> Places {
        let statements = scop.statements.iter();
        let own = statements.clone().find(|one| one.name == statement);
        let at = own.map_or(&[][..], |own| &own.at);
        if scop.statements.iter().all(|one| one.at.len() == 1) {
            return Places(Vec::new());
        }
        let (last, loops) = at.split_last().unwrap_or((&0, &[]));
        let moved = |place: &[i64]| {
            let mut place = place.to_vec();
            if place.len() > loops.len() && place[..loops.len()] == *loops {
                let number = &mut place[loops.len()];
                *number += match (*number).cmp(last) {
                    Ordering::Less => 0,
                    Ordering::Equal => 1,
                    Ordering::Greater => 2,
                };
            }
            place
        };
        let all = statements.map(|one| (one.name.clone(), moved(&one.at)));
        Places(all.collect())
    }

    /// Writes them, when the added statements are there: `init` in front and `fold` behind.
    pub(super) fn write(
        &self,
        edit: &ScopEdit<'_, '_>,
        statement: &str,
        [init, fold]: [&str; 2],
    ) -> Result<(), Failure> {
        for (name, at) in &self.0 {
            edit.set_place(name, at)?;
            if name == statement {
                let beside = |by: i64| {
                    let mut at = at.clone();
                    at.iter_mut()
                        .next_back()
                        .into_iter()
                        .for_each(|last| *last += by);
                    at
                };
                edit.set_place(init, &beside(-1))?;
                edit.set_place(fold, &beside(1))?;
            }
        }
        Ok(())
    }
}
