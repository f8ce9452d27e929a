//! The nearest of several names, for "did you mean".

/// The longest name that is compared, so that hostile input stays cheap.
const LONGEST: usize = 64;

/// The largest number of candidates compared, for the same reason.
const MOST_CANDIDATES: usize = 200;

/// The candidate that was probably meant: one spelling mistake away, ignoring case. Ties go to the
/// first.
pub fn nearest<'n>(name: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    if name.len() > LONGEST {
        return None;
    }
    let lower = name.to_ascii_lowercase();
    let allowed = (name.chars().count() / 3).max(1);
    let distance = |candidate: &str| match candidate.to_ascii_lowercase() {
        same if same == lower => 0,
        other => strsim::osa_distance(&lower, &other),
    };
    candidates
        .into_iter()
        .take(MOST_CANDIDATES)
        .filter(|candidate| candidate.len() <= LONGEST && *candidate != name)
        // Every one-letter name would be near every other.
        .map(|candidate| (distance(candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed && (*distance == 0 || lower.len() > 1))
        .min_by_key(|(distance, candidate)| (*distance, candidate.len().abs_diff(name.len())))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn spelling_mistakes_are_near_and_other_names_are_not() {
        let names = ["weight", "bias", "X", "exp"];
        assert_eq!(nearest("wieght", names), Some("weight"));
        assert_eq!(nearest("Bias", names), Some("bias"));
        assert_eq!(nearest("x", names), Some("X"));
        assert_eq!(nearest("y", names), None);
        assert_eq!(nearest("sigmoid", names), None);
        assert_eq!(nearest("exq", names), Some("exp"));
        assert_eq!(nearest(&"w".repeat(100_000), names), None);
    }
}
