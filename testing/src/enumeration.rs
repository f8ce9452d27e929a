//! A second check of a schedule tree, by running it.
//!
//! [`tc_scop::verify`] decides with relations, for all sizes. Here every execution of a small program
//! is listed, with its place in the tree, and isl decides nothing: it only enumerates the points of
//! the sets and relations of the tree and of the accesses; the rest are loops over lists. The two
//! checks share only the code that reads the tree and the accesses, so that each tests the other.
//! For each choice of small sizes that the context allows, the following is checked, in this order:
//!
//! 1. each instance of the domain runs once, and every access stays inside its array (`run.rs`);
//! 2. dependent instances of the original program are in order, and the flags of bands are true
//!    (`order.rs`);
//! 3. no two blocks, threads, parallel iterations or lanes access one place without a barrier in
//!    between (`races.rs`);
//! 4. each access finds the value of its original element: the tree is executed over symbolic
//!    values (`values.rs`).
//!
//! The limits of the machine are not checked. The pass `test-schedule-enumeration` compares both
//! verdicts on the trees of `lit-tests`.
//! **Cost**: quadratic in the executions that access one place.

mod again;
mod order;
mod places;
mod points;
mod races;
mod run;
mod values;

use tc_dialects::op;
use tc_dialects::schedule::tree::Scop;
use tc_isl::thread_context;

pub use points::{Sizes, Tuple};
use run::Program;
use tc_dialects::target::Target;
use tc_pass_host::{Module, OperationRef, new_context};
use tc_scop::accesses;
use tc_scop::warps::lanes;

/// The number of choices of sizes that are run.
const CHOICES: usize = 24;

/// Runs all scops of a module that is given as text; see [`check_scop`].
///
/// # Errors
/// Those of [`check_scop`], or that the text is not a module.
pub fn check(module: &str) -> Result<(), Vec<String>> {
    let context = new_context(|_| ());
    let Some(module) = Module::parse(&context, module) else {
        return Err(vec!["undecided: the text is not a module".to_owned()]);
    };
    let operations = op::operations(module.body()).into_iter();
    let scops = operations.filter(|one| op::is(*one, "schedule.scop"));
    let mistakes: Vec<String> = scops
        .filter_map(|scop| check_scop(scop).err())
        .flatten()
        .collect();
    if mistakes.is_empty() {
        Ok(())
    } else {
        Err(mistakes)
    }
}

/// Runs a `schedule.scop`, for several sizes if it has sizes, and reports all errors.
///
/// # Errors
/// All errors, one per line; or one line that begins with `undecided:` for a program that cannot be
/// read or is too large to be listed.
pub fn check_scop(scop: OperationRef<'_, '_>) -> Result<(), Vec<String>> {
    let lanes = lanes(Target::of_operation(scop).as_ref());
    let undecided = |what: String| vec![format!("undecided: {what}")];
    let isl = thread_context();
    let accesses = accesses::of_scop(&isl, scop)
        .map_err(|failure| vec![format!("not a program: {}", failure.message())])?;
    let scop = Scop::from_op(&isl, scop).map_err(|refusal| undecided(refusal.to_string()))?;
    let choices =
        Sizes::choices(&scop, CHOICES).map_err(|refusal| undecided(refusal.to_string()))?;
    for sizes in choices {
        let found = Program::of(&scop, &accesses, lanes, &sizes)
            .map_err(|refusal| undecided(refusal.to_string()))?;
        let mut mistakes = found.mistakes.clone();
        mistakes.extend(found.lost_or_doubled());
        mistakes.extend(found.outside());
        mistakes.extend(order::check(&found));
        mistakes.extend(races::check(&found));
        mistakes.extend(values::check(&found));
        if !mistakes.is_empty() {
            let text = sizes.text();
            return Err(mistakes.into_iter().map(|one| one + &text).collect());
        }
    }
    Ok(())
}
