//! The steps of a plan: launches, and loops of launches.
//!
//! ```text
//! Launch k0                            k0 once
//! Loop 0..=99                          k1 and k2 a hundred times, one after the other; each gets the
//!   Launch k1 (.., Coordinate(0))      coordinate of the loop
//!   Launch k2 (.., Coordinate(0))
//! ```

use serde::{Deserialize, Serialize};

use super::{Buffer, Launch, Plan};

/// A step of a plan; each begins after the one before has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// One launch.
    Launch(Launch),
    /// Steps again and again.
    Loop(Loop),
}

/// Steps that are run once for each value of a coordinate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loop {
    /// The first value.
    pub first: i64,
    /// No value is larger; there is none if it is less than the first.
    pub last: i64,
    /// From a value to the next one; at least 1.
    pub step: i64,
    /// The steps of one value.
    pub body: Vec<Step>,
}

impl Loop {
    /// How many values there are.
    pub fn count(&self) -> u64 {
        if self.last < self.first {
            0
        } else {
            self.last.abs_diff(self.first) / self.step.unsigned_abs().max(1) + 1
        }
    }

    /// The values, one after the other.
    pub(crate) fn values(&self) -> impl Iterator<Item = i64> + use<> {
        let ends = self.first..=self.last;
        ends.step_by(usize::try_from(self.step).unwrap_or(1).max(1))
    }
}

/// A launch of a plan, and how often it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launched {
    /// The launch; in loops it is made with other coordinates each time.
    pub launch: Launch,
    /// How often; 0 in a loop without values.
    pub times: u64,
}

impl Buffer {
    /// The buffer of a launch inside of loops with these coordinates, outermost first.
    pub fn at(self, coordinates: &[i64]) -> Buffer {
        match self {
            Buffer::Coordinate(depth) => {
                Buffer::Value(coordinates.get(depth).copied().unwrap_or(0))
            }
            other => other,
        }
    }
}

impl Plan {
    /// Calls `work` for every launch in order, with the coordinates of the loops around it,
    /// outermost first.
    ///
    /// # Errors
    /// The first one of `work`, which ends the walk.
    pub fn each<'p, E>(
        &'p self,
        mut work: impl FnMut(&'p Launch, &[i64]) -> Result<(), E>,
    ) -> Result<(), E> {
        each(&self.steps, &mut Vec::new(), &mut work)
    }

    /// The launches in the order of the text, each with the number of times that it is made.
    pub fn launches(&self) -> Vec<Launched> {
        let mut all = Vec::new();
        collect(&self.steps, 1, &mut all);
        all
    }

    /// Whether some launches are made in a loop.
    pub fn has_loops(&self) -> bool {
        let mut steps = self.steps.iter();
        steps.any(|step| matches!(step, Step::Loop(_)))
    }

    /// How many launches there are, those of loops as often as they are made.
    pub fn count(&self) -> u64 {
        let launches = self.launches().into_iter();
        launches.map(|one| one.times).fold(0, u64::saturating_add)
    }

    /// All launches, for changes in place.
    pub(super) fn launches_mut(&mut self) -> Vec<&mut Launch> {
        let mut all = Vec::new();
        let mut pending: Vec<&mut Step> = self.steps.iter_mut().collect();
        while let Some(step) = pending.pop() {
            match step {
                Step::Launch(launch) => all.push(launch),
                Step::Loop(around) => pending.extend(&mut around.body),
            }
        }
        all
    }
}

fn each<'p, E>(
    steps: &'p [Step],
    coordinates: &mut Vec<i64>,
    work: &mut impl FnMut(&'p Launch, &[i64]) -> Result<(), E>,
) -> Result<(), E> {
    for step in steps {
        match step {
            Step::Launch(launch) => work(launch, coordinates)?,
            Step::Loop(around) => {
                for value in around.values() {
                    coordinates.push(value);
                    each(&around.body, coordinates, work)?;
                    coordinates.pop();
                }
            }
        }
    }
    Ok(())
}

fn collect(steps: &[Step], times: u64, all: &mut Vec<Launched>) {
    for step in steps {
        match step {
            Step::Launch(launch) => all.push(Launched {
                launch: launch.clone(),
                times,
            }),
            Step::Loop(around) => {
                collect(&around.body, times.saturating_mul(around.count()), all);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch(kernel: &str) -> Step {
        Step::Launch(Launch {
            kernel: kernel.to_owned(),
            grid: [1; 3],
            block: [1; 3],
            dynamic_shared: 0,
            buffers: vec![Buffer::Coordinate(0), Buffer::Value(7)],
        })
    }

    fn around(first: i64, last: i64, step: i64, body: Vec<Step>) -> Step {
        Step::Loop(Loop {
            first,
            last,
            step,
            body,
        })
    }

    #[test]
    fn loops_are_walked_and_counted() {
        let inner = around(5, 9, 2, vec![launch("b")]);
        let none = around(3, 2, 1, vec![launch("c")]);
        let plan = Plan {
            steps: vec![
                launch("a"),
                around(-1, 0, 1, vec![inner, launch("d"), none]),
            ],
            ..Plan::default()
        };
        let mut seen = Vec::new();
        let walk = plan.each(|launch, coordinates| {
            seen.push(format!("{}{coordinates:?}", launch.kernel));
            match seen.len() {
                7 => Err(()),
                _ => Ok(()),
            }
        });
        assert_eq!(walk, Err(()));
        let expected = [
            "a[]", "b[-1, 5]", "b[-1, 7]", "b[-1, 9]", "d[-1]", "b[0, 5]", "b[0, 7]",
        ];
        assert_eq!(seen, expected);
        let times = plan.launches().into_iter();
        let times: Vec<_> = times.map(|one| (one.launch.kernel, one.times)).collect();
        let expected = [("a", 1), ("b", 6), ("d", 2), ("c", 0)];
        assert_eq!(
            times,
            expected.map(|(kernel, times)| (kernel.to_owned(), times))
        );
        assert_eq!(plan.count(), 9);
        assert!(plan.has_loops());
        assert!(!Plan::default().has_loops());
        assert_eq!(Buffer::Coordinate(1).at(&[4, 5]), Buffer::Value(5));
        assert_eq!(Buffer::Temporary(1).at(&[4, 5]), Buffer::Temporary(1));
    }
}
