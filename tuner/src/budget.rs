//! How long a search may take: `200trials`, `10min`, or both with a comma.

use std::{str::FromStr, time::Duration};

/// Where a search ends; what is reached first counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Candidates that are tried, the defaults included.
    pub trials: Option<u64>,
    /// The time on the wall.
    pub time: Option<Duration>,
}

impl Budget {
    /// So many trials.
    pub fn trials(trials: u64) -> Budget {
        Budget {
            trials: Some(trials),
            time: None,
        }
    }
}

impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Budget, String> {
        let wrong = || {
            format!(
                "expected a number of trials or a time, such as 200trials, 90s, 10min, 2h or 200trials,10min; found `{text}`"
            )
        };
        let mut budget = Budget {
            trials: None,
            time: None,
        };
        for part in text.split(',') {
            let end = part.find(|one: char| !one.is_ascii_digit());
            let (digits, unit) = part.split_at(end.unwrap_or(part.len()));
            let number: u64 = digits.parse().map_err(|_| wrong())?;
            let seconds = |each: u64| Some(Duration::from_secs(number.saturating_mul(each)));
            match unit {
                _ if number == 0 => return Err(wrong()),
                "" | "trial" | "trials" => budget.trials = Some(number),
                "s" => budget.time = seconds(1),
                "min" => budget.time = seconds(60),
                "h" => budget.time = seconds(3600),
                _ => return Err(wrong()),
            }
        }
        Ok(budget)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_trials_or_times() {
        let of = |text: &str| text.parse::<Budget>().unwrap();
        assert_eq!(of("200trials"), Budget::trials(200));
        assert_eq!(of("7"), Budget::trials(7));
        assert_eq!(of("10min").time, Some(Duration::from_secs(600)));
        assert_eq!(of("2h").time, Some(Duration::from_secs(7200)));
        let both = of("90s,32trials");
        assert_eq!(
            (both.trials, both.time),
            (Some(32), Some(Duration::from_secs(90)))
        );
        for wrong in ["", "0", "ten", "10 min", "3days", "1,"] {
            let said = wrong.parse::<Budget>().unwrap_err();
            assert!(said.ends_with(&format!("found `{wrong}`")), "{said}");
        }
    }
}
