//! Whether conditions contradict each other, case by case.
//!
//! ```text
//! 0 <= i < N  and  (i = 0 or i = N)  and  (N = 1 or i > N)
//!    certain          a choice               a choice          i = 0, N = 1 is possible
//! ```
//! isl's reader multiplies out all cases of all choices before anything is asked. Here a case of
//! each choice is taken in turn, and given up as soon as it contradicts those before it.

use tc_isl::{Context, Set};

/// Whether no values of the parameters satisfy all conjuncts, in isl's notation.
///
/// # Errors
/// isl needs more operations than its budget has.
pub fn contradict(
    context: &Context,
    parameters: &str,
    conjuncts: &[String],
) -> tc_isl::Result<bool> {
    let mut certain = Set::parse(context, &format!("[{parameters}] -> {{ : }}"))?;
    let mut choices = Vec::new();
    for conjunct in conjuncts {
        let conjunct = Set::parse(context, &format!("[{parameters}] -> {{ : {conjunct} }}"))?;
        let cases = conjunct.basic_sets()?;
        if cases.len() == 1 {
            certain = certain.intersect(&conjunct)?;
            continue;
        }
        let cases = cases.iter().map(Set::from_basic_set);
        choices.push(cases.collect::<tc_isl::Result<Vec<_>>>()?);
    }
    Ok(!is_possible(&certain, &choices)?)
}

/// Whether a point of a set is in one case of each choice.
fn is_possible(known: &Set, choices: &[Vec<Set>]) -> tc_isl::Result<bool> {
    if known.is_empty()? {
        return Ok(false);
    }
    let Some((cases, others)) = choices.split_first() else {
        return Ok(true);
    };
    for case in cases {
        if is_possible(&known.intersect(case)?, others)? {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::contradict;

    #[test]
    fn a_case_of_each_choice_must_fit() {
        let context = tc_isl::Context::new();
        let ask = |all: &[&str]| {
            let all: Vec<String> = all.iter().map(|one| (*one).to_owned()).collect();
            contradict(&context, "i, N", &all).expect("isl answers")
        };
        let range = "0 <= i and i < N";
        assert!(!ask(&[]));
        assert!(!ask(&[range, "(i = 0 or i = N)", "(N = 1 or i > N)"]));
        assert!(!ask(&[range, "(i = 0 or i = -1)", "(N = 1 or i > N)"]));
        assert!(!ask(&[range, "(i = -1 or i = 0)", "(i > N or N = 1)"]));
        assert!(ask(&[range, "(i = -1 or i = N)"]));
        assert!(ask(&[range, "(i = 0 or i = 1)", "(i = 2 or i = 3)"]));
        assert!(ask(&[range, "0 = 1"]));
    }
}
