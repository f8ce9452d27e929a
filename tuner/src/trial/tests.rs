//! Trials with a shell script in the place of the processes that compile and run: its times are a
//! table, so no clock decides.

use super::*;
use crate::{job::Limits, machine::Machine, problem::Problem};
use std::fs;
use tempfile::TempDir;

/// Answers as a trial does: seconds by the option `unroll`. One value is lucky in the first process
/// that has it; one dies when it is measured; one says nothing that can be understood.
const SCRIPT: &str = r#"
read -r job
unroll=$(printf %s "$job" | sed -n 's/.*"options":{[^}]*"unroll":"\([0-9]*\)".*/\1/p')
case "$unroll" in
  2) seconds=0.5 ;;
  4) if mkdir lucky 2> /dev/null; then seconds=0.1; else seconds=2; fi ;;
  8) seconds=9 ;;
  16) echo '{"answer":"refused","message":"not legal"}'; exit ;;
  32) echo 'nonsense'; exit ;;
  64) echo '{"answer":"ready"}'; read -r runs; echo 'it died' >&2; kill -9 $$ ;;
  128) seconds=1; echo '{"answer":"ready"}'
       mkdir once 2> /dev/null && { read -r runs; kill -9 $$; } ;;
  *) seconds=1; rm dies 2> /dev/null && kill -9 $$ ;;
esac
[ "$unroll" = 128 ] || echo '{"answer":"ready"}'
while read -r runs; do echo "{\"answer\":\"times\",\"seconds\":[$seconds]}"; done
"#;

fn job(unroll: &str, incumbent: Option<(&str, f64)>) -> Job {
    let options = |unroll: &str| match unroll {
        "" => Options::new(),
        unroll => Options::from([("unroll".to_owned(), unroll.to_owned())]),
    };
    Job {
        task: Task::Trial,
        trial: 3,
        problem: Problem {
            file: "f.tc".to_owned(),
            text: "def f(float(N) A) -> (B) { B(i) = A(i) }".to_owned(),
            entry: None,
            sizes: Vec::new(),
            inputs: Vec::new(),
            machine: Machine::Cpu,
            description: None,
            threads: 1,
        },
        options: options(unroll),
        measure: Measure::Time,
        limits: Limits::default(),
        reference: None,
        incumbent: incumbent.map(|(unroll, cost)| (options(unroll), cost)),
        default: incumbent.map(|_| 1.0),
        fault: None,
    }
}

/// Trials in a folder of their own.
fn local() -> (TempDir, Local) {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("child.sh");
    let there = folder.path().display();
    fs::write(&script, format!("cd '{there}'\n{SCRIPT}")).unwrap();
    let worker = Worker {
        program: "bash".into(),
        arguments: vec![script.into()],
    };
    (folder, Local::new(worker, 1, Stop::default()))
}

#[test]
fn a_winner_costs_what_its_race_with_the_defaults_says() {
    let (_folder, mut local) = local();
    let first = local.row(&job("", None)).unwrap();
    assert_eq!((first.cost, first.ratio), (Some(1.0), None));
    let faster = local.row(&job("2", Some(("", 1.0)))).unwrap();
    assert_eq!(
        (faster.status, faster.best, faster.cost),
        (Status::Ok, true, Some(0.5))
    );
    // An estimate of the best that is too small does not carry over to the next.
    let again = local.row(&job("2", Some(("8", 0.9)))).unwrap();
    assert_eq!((again.best, again.cost), (true, Some(0.5)));
    let slower = local.row(&job("8", Some(("2", 0.5)))).unwrap();
    assert_eq!(
        (slower.status, slower.best, slower.rounds),
        (Status::Slower, false, Some(1))
    );
    let even = local.row(&job("2", Some(("2", 0.5)))).unwrap();
    assert_eq!(
        (even.status, even.best, even.ratio),
        (Status::Ok, false, Some(1.0))
    );
}

#[test]
fn luck_of_one_process_wins_nothing() {
    let (_folder, mut local) = local();
    let lucky = local.row(&job("4", Some(("", 1.0)))).unwrap();
    assert_eq!(
        (lucky.status, lucky.best, lucky.ratio),
        (Status::Ok, false, Some(0.1))
    );
    assert_eq!(lucky.cost, Some(2.0));
}

#[test]
fn whatever_a_process_does_is_a_row() {
    let (_folder, mut local) = local();
    let mut row = |unroll: &str| {
        let row = local.row(&job(unroll, Some(("", 1.0)))).unwrap();
        (row.status, row.message.unwrap_or_default())
    };
    assert_eq!(row("16"), (Status::Refused, "not legal".to_owned()));
    assert_eq!(
        row("32"),
        (Status::Crashed, "its process said `nonsense`".to_owned())
    );
    let died = "its process ended with signal 9: it died".to_owned();
    assert_eq!(row("64"), (Status::Crashed, died));
}

/// What somebody kills is what candidates are measured beside: the search goes on.
#[test]
fn a_process_that_is_killed_while_it_waits_is_started_again() {
    let (_folder, mut local) = local();
    let row = local.row(&job("2", Some(("128", 1.0)))).unwrap();
    assert_eq!(
        (row.status, row.best, row.cost),
        (Status::Ok, true, Some(0.5))
    );
    // One that dies each time costs one candidate, and no search.
    let row = local.row(&job("2", Some(("64", 1.0)))).unwrap();
    let said = row.message.unwrap_or_default();
    assert_eq!(row.status, Status::Crashed);
    assert!(
        said.starts_with(
            "what it races with does not run any more, unroll=64: its process ended with signal 9"
        ),
        "{said}"
    );
    let next = local.row(&job("2", Some(("", 1.0)))).unwrap();
    assert_eq!(next.status, Status::Ok);
}

#[test]
fn defaults_that_are_killed_once_are_measured_again() {
    let (folder, mut local) = local();
    fs::write(folder.path().join("dies"), "").unwrap();
    let row = local.row(&job("", None)).unwrap();
    assert_eq!((row.status, row.cost), (Status::Ok, Some(1.0)));
}
