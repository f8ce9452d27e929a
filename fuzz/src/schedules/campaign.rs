//! `tc-fuzz schedules`: many mutants, a table by kind of edit, and a file for each wrong mutant
//! that the proof accepts.

use super::edit::{self, Kind};
use super::judge::{Answer, Question, Run, Task};
use super::kernels::{KERNELS, Kernel, Mapping, mappings};
use super::text::Scop;
use crate::program::pick::Pick;
use crate::run::pool::{self, Worker};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;
use tc_runtime::Executor;

/// The subcommand of the worker.
pub const JUDGE: &str = "judge";
/// The most edits to try until one gives a module that can be read.
const ATTEMPTS: u64 = 40;

/// The options of a campaign.
#[derive(Clone, Debug)]
pub struct Campaign {
    pub seed: u64,
    /// The first mutant, and how many.
    pub first: u64,
    pub count: u64,
    pub jobs: usize,
    pub limit: Duration,
    /// Only trees of this kernel.
    pub kernel: Option<String>,
    /// The folder for wrong mutants that are accepted.
    pub folder: PathBuf,
}

/// A legal tree.
struct Legal {
    scop: Scop,
    run: Run,
}

/// A tree to make mutants of, compiled for the first one.
struct Source {
    kernel: &'static Kernel,
    mapping: Mapping,
    legal: OnceLock<Result<Legal, String>>,
}

/// The results of the mutants of one kind.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    /// Edits that did not leave a module; they are not mutants.
    pub discarded: u64,
    pub mutants: u64,
    pub wrong: u64,
    pub wrong_and_refused: u64,
    pub harmless: u64,
    pub harmless_and_refused: u64,
    /// They could not be lowered, so nothing is known about their results.
    pub not_lowered: u64,
    pub not_lowered_and_refused: u64,
    /// The number of refused ones without a witness.
    pub undecided: u64,
    /// The number of accepted ones whose loops were interpreted to the end.
    pub interpreted: u64,
}

/// The results of a campaign.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    pub seed: u64,
    pub kernels: Vec<String>,
    pub trees: usize,
    pub rows: BTreeMap<&'static str, Row>,
    pub failures: Vec<Failure>,
}

/// A wrong mutant that was not refused, or a legal tree that was.
#[derive(Debug, Serialize)]
pub struct Failure {
    pub index: u64,
    pub what: String,
    pub file: PathBuf,
}

/// One mutant.
struct Mutant {
    kind: Kind,
    text: String,
    proof: Answer,
    /// The edits before this one that did not leave a module.
    discarded: Vec<Kind>,
}

/// The answers about a mutant.
struct Verdicts {
    proof: Answer,
    run: Answer,
    /// The answer of the small checker.
    listed: Answer,
    /// That of the interpreter of loops, for one that the proof accepts.
    loops: Answer,
}

impl Verdicts {
    fn is_wrong(&self) -> bool {
        if matches!(self.loops, Answer::Meaningless(_)) {
            return false;
        }
        let illegal = |answer: &Answer| matches!(answer, Answer::Illegal(_));
        self.run.is_wrong() || illegal(&self.listed) || illegal(&self.loops)
    }

    /// Whether this is a bug of the proof: it accepts what is wrong, or dies.
    fn is_missed(&self) -> bool {
        let died = matches!(self.proof, Answer::Crashed(_));
        died || (self.is_wrong() && !self.proof.is_refusal())
    }
}

impl Campaign {
    /// Runs it.
    ///
    /// # Errors
    /// Workers cannot be started, a kernel does not compile or is not proved, or files cannot be
    /// written.
    pub fn run(&self) -> std::io::Result<Summary> {
        let sources = self.sources();
        let next = AtomicU64::new(self.first);
        let summary = Mutex::new(Summary {
            seed: self.seed,
            ..Summary::default()
        });
        // Nothing is drawn where standard error is not a terminal.
        let bar = ProgressBar::new(self.count);
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} mutants, {msg} [{elapsed}]");
        bar.set_style(style.map_err(std::io::Error::other)?);
        let results: Vec<std::io::Result<()>> = std::thread::scope(|scope| {
            let work = || self.work(&sources, &next, &summary, &bar);
            let threads: Vec<_> = (0..self.jobs).map(|_| scope.spawn(work)).collect();
            let panicked = |_| Err(std::io::Error::other("a thread of the pool panicked"));
            let joined = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
            joined
                .map(|result| result.unwrap_or_else(panicked))
                .collect()
        });
        bar.finish_and_clear();
        results.into_iter().collect::<std::io::Result<()>>()?;
        let mut summary = summary
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let used = sources.iter().filter(|source| source.legal.get().is_some());
        let mut names: Vec<String> = used.map(|source| source.kernel.name.to_owned()).collect();
        summary.trees = names.len();
        names.dedup();
        summary.kernels = names;
        summary.failures.sort_by_key(|failure| failure.index);
        Ok(summary)
    }

    fn sources(&self) -> Vec<Source> {
        let wanted = |kernel: &&'static Kernel| {
            let chosen = self.kernel.as_ref();
            chosen.is_none_or(|name| name == kernel.name)
        };
        let kernels = KERNELS.iter().filter(wanted);
        let all = kernels.flat_map(|kernel| {
            mappings().into_iter().map(move |mapping| Source {
                kernel,
                mapping,
                legal: OnceLock::new(),
            })
        });
        all.collect()
    }

    fn work(
        &self,
        sources: &[Source],
        next: &AtomicU64,
        summary: &Mutex<Summary>,
        bar: &ProgressBar,
    ) -> std::io::Result<()> {
        let mut worker = Worker::of(JUDGE, self.limit);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.first + self.count {
                return Ok(());
            }
            let mut pick = Pick::of(self.seed, index);
            let source = source(sources, &mut pick);
            let legal = source.legal.get_or_init(|| source.compile(&mut worker));
            let legal = legal
                .as_ref()
                .map_err(|reason| std::io::Error::other(reason.clone()))?;
            if let Some(mutant) = self.mutant(pick, &legal.scop, &mut worker)? {
                let mut run = legal.run.clone();
                if mutant.kind.is_claim() {
                    run.legal = None;
                }
                let task = Task::Run(run);
                let mut run = ask(&mut worker, task.clone(), &mutant.text)?;
                // Another mutant may have corrupted the memory of the process: a new process
                // answers.
                if matches!(run, Answer::Crashed(_)) {
                    run = ask(&mut worker, task, &mutant.text)?;
                }
                let listed = ask(&mut worker, Task::Enumerate, &mutant.text)?;
                let loops = if mutant.proof.is_refusal() {
                    Answer::Undecided("undecided: not asked".to_owned())
                } else {
                    ask(&mut worker, Task::Interpret, &mutant.text)?
                };
                let verdicts = Verdicts {
                    proof: mutant.proof,
                    run,
                    listed,
                    loops,
                };
                let failure = if verdicts.is_missed() {
                    Some(self.write(
                        index,
                        source,
                        &legal.run,
                        mutant.kind,
                        &mutant.text,
                        &verdicts,
                    )?)
                } else {
                    None
                };
                let mut summary = summary
                    .lock()
                    .unwrap_or_else(|poisoned| poisoned.into_inner());
                for kind in mutant.discarded {
                    summary.rows.entry(kind.name()).or_default().discarded += 1;
                }
                summary
                    .rows
                    .entry(mutant.kind.name())
                    .or_default()
                    .count(&verdicts);
                summary.failures.extend(failure);
                bar.set_message(format!("{} wrong ones accepted", summary.failures.len()));
            }
            bar.inc(1);
        }
    }

    /// A mutant: the first edit that leaves a module that can be read.
    fn mutant(
        &self,
        mut pick: Pick,
        legal: &Scop,
        worker: &mut Worker,
    ) -> std::io::Result<Option<Mutant>> {
        let before = legal.to_string();
        let kinds: Vec<(usize, Kind)> = Kind::ALL
            .iter()
            .map(|kind| (kind.weight(), *kind))
            .collect();
        let mut discarded = Vec::new();
        for _ in 0..ATTEMPTS {
            let kind = *pick.weighted(&kinds);
            let Some(scop) = edit::apply(legal, kind, &mut pick) else {
                continue;
            };
            let text = scop.to_string();
            if text == before {
                continue;
            }
            match ask(worker, Task::Prove, &text)? {
                Answer::Invalid(_) => discarded.push(kind),
                Answer::Hung => {
                    let proof = Answer::Undecided("undecided: no proof in time".to_owned());
                    return Ok(Some(Mutant {
                        kind,
                        text,
                        proof,
                        discarded,
                    }));
                }
                proof => {
                    return Ok(Some(Mutant {
                        kind,
                        text,
                        proof,
                        discarded,
                    }));
                }
            }
        }
        Ok(None)
    }

    fn write(
        &self,
        index: u64,
        source: &Source,
        run: &Run,
        kind: Kind,
        mutant: &str,
        verdicts: &Verdicts,
    ) -> std::io::Result<Failure> {
        std::fs::create_dir_all(&self.folder)?;
        let file = self
            .folder
            .join(format!("schedule-{}-{index}.mlir", self.seed));
        let what = format!(
            "{} / {}, {}: the proof: {}; the run: {}; the small checker: {}; its loops: {}",
            source.kernel.name,
            source.mapping.name,
            kind.name(),
            verdicts.proof,
            verdicts.run,
            verdicts.listed,
            verdicts.loops
        )
        .replace('\n', " ");
        let inputs: String = run
            .inputs
            .iter()
            .map(|name| format!(" --input {name}=quarters:1"))
            .collect();
        let target = source.mapping.executor.as_str();
        let kernel = self
            .kernel
            .as_ref()
            .map_or(String::new(), |name| format!(" --kernel {name}"));
        let header = format!(
            "// {what}\n// ./x fuzz schedules --seed {} --first {index} --n 1{kernel}\n// tc-run {} --target {target} --check{inputs}\n",
            self.seed,
            file.display(),
        );
        std::fs::write(&file, header + mutant)?;
        Ok(Failure { index, what, file })
    }
}

/// The tree of a mutant before the edit.
fn source<'s>(sources: &'s [Source], pick: &mut Pick) -> &'s Source {
    let weights = sources.iter().map(|one| one.mapping.weight);
    let all: Vec<(usize, usize)> = weights.zip(0..).collect();
    &sources[*pick.weighted(&all)]
}

fn ask(worker: &mut Worker, task: Task, text: &str) -> std::io::Result<Answer> {
    let question = Question {
        task,
        text: text.to_owned(),
    };
    Ok(match worker.question(&serde_json::to_string(&question)?)? {
        pool::Answer::Line(line) => serde_json::from_str(&line)?,
        pool::Answer::Hung => Answer::Hung,
        pool::Answer::Crashed(message) => Answer::Crashed(message),
    })
}

impl Source {
    /// The tree as the compiler maps it, which must be proved and must compute the right results.
    fn compile(&self, worker: &mut Worker) -> Result<Legal, String> {
        let name = format!("{} / {}", self.kernel.name, self.mapping.name);
        let text = self
            .kernel
            .schedule(&self.mapping)
            .map_err(|reason| format!("{name}: {reason}"))?;
        let scop = Scop::parse(&text)
            .ok_or_else(|| format!("{name}: the tree has a form that is not known here"))?;
        let legal = scop.to_string();
        let run = Run {
            emulator: self.mapping.executor == Executor::Emulator,
            legal: Some(legal.clone()),
            inputs: scop.inputs(),
            exact: self.kernel.exact,
        };
        for (task, wanted) in [
            (Task::Prove, Answer::Legal),
            (Task::Run(run.clone()), Answer::Same),
            (Task::Interpret, Answer::Legal),
        ] {
            let found = ask(worker, task, &legal).map_err(|error| format!("{name}: {error}"))?;
            if found != wanted {
                return Err(format!(
                    "{name}: expected of the tree without an edit: {wanted}; found: {found}\n{legal}"
                ));
            }
        }
        Ok(Legal { scop, run })
    }
}

impl Row {
    fn count(&mut self, verdicts: &Verdicts) {
        let refused = u64::from(verdicts.proof.is_refusal());
        self.mutants += 1;
        self.undecided += u64::from(matches!(verdicts.proof, Answer::Undecided(_)));
        self.interpreted += u64::from(verdicts.loops == Answer::Legal);
        if verdicts.is_wrong() {
            self.wrong += 1;
            self.wrong_and_refused += refused;
        } else if matches!(verdicts.run, Answer::NotLowered(_)) {
            self.not_lowered += 1;
            self.not_lowered_and_refused += refused;
        } else {
            self.harmless += 1;
            self.harmless_and_refused += refused;
        }
    }

    fn add(&mut self, other: &Row) {
        self.discarded += other.discarded;
        self.mutants += other.mutants;
        self.wrong += other.wrong;
        self.wrong_and_refused += other.wrong_and_refused;
        self.harmless += other.harmless;
        self.harmless_and_refused += other.harmless_and_refused;
        self.not_lowered += other.not_lowered;
        self.not_lowered_and_refused += other.not_lowered_and_refused;
        self.undecided += other.undecided;
        self.interpreted += other.interpreted;
    }

    fn line(&self, name: &str) -> String {
        let share = 100.0 * self.harmless_and_refused as f64 / self.harmless.max(1) as f64;
        format!(
            "{name:24} {:9} {:7} {:7} {:8} {:9} {:8} {share:6.0} % {:11} {:8} {:10} {:11}\n",
            self.discarded,
            self.mutants,
            self.wrong,
            self.wrong_and_refused,
            self.harmless,
            self.harmless_and_refused,
            self.not_lowered,
            self.not_lowered_and_refused,
            self.undecided,
            self.interpreted
        )
    }
}

impl Summary {
    /// As text.
    pub fn table(&self) -> String {
        let mut total = Row::default();
        let mut text = format!(
            "{:24} {:>9} {:>7} {:>7} {:>8} {:>9} {:>8} {:>8} {:>11} {:>8} {:>10} {:>11}\n",
            "edit",
            "discarded",
            "mutants",
            "wrong",
            "refused",
            "harmless",
            "refused",
            "share",
            "not lowered",
            "refused",
            "undecided",
            "interpreted"
        );
        for (name, row) in &self.rows {
            text += &row.line(name);
            total.add(row);
        }
        text += &total.line("all");
        let _ = writeln!(
            text,
            "{} trees of {} kernels: {}",
            self.trees,
            self.kernels.len(),
            self.kernels.join(", ")
        );
        let _ = writeln!(text, "wrong and accepted: {}", self.failures.len());
        for failure in &self.failures {
            let _ = writeln!(
                text,
                "  mutant {}: {}\n    {}",
                failure.index,
                failure.what,
                failure.file.display()
            );
        }
        text
    }

    /// As JSON.
    ///
    /// # Errors
    /// None that is known.
    pub fn json(&self) -> std::io::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdicts(proof: Answer, run: Answer, listed: Answer) -> Verdicts {
        Verdicts {
            proof,
            run,
            listed,
            loops: unknown(),
        }
    }

    fn unknown() -> Answer {
        Answer::Undecided("undecided: not asked".to_owned())
    }

    #[test]
    fn what_is_wrong_and_accepted_is_missed() {
        let text = || "why".to_owned();
        let wrong = [
            Answer::Differs(text()),
            Answer::Reported(text()),
            Answer::Crashed(text()),
            Answer::Hung,
        ];
        let mut row = Row::default();
        for run in wrong {
            assert!(verdicts(Answer::Legal, run.clone(), unknown()).is_missed());
            let refused = verdicts(Answer::Illegal(text()), run, unknown());
            assert!(!refused.is_missed());
            row.count(&refused);
        }
        assert_eq!((row.mutants, row.wrong, row.wrong_and_refused), (4, 4, 4));
        assert!(verdicts(Answer::Legal, Answer::Same, Answer::Illegal(text())).is_missed());
        assert!(verdicts(Answer::Crashed(text()), Answer::Same, unknown()).is_missed());
        assert!(!verdicts(Answer::Legal, Answer::Same, unknown()).is_missed());
    }

    #[test]
    fn what_is_refused_without_need_is_counted() {
        let mut row = Row::default();
        row.count(&verdicts(unknown(), Answer::Same, unknown()));
        row.count(&verdicts(Answer::Legal, Answer::Same, unknown()));
        row.count(&verdicts(
            unknown(),
            Answer::NotLowered(String::new()),
            unknown(),
        ));
        assert_eq!((row.harmless, row.harmless_and_refused), (2, 1));
        assert_eq!((row.not_lowered, row.not_lowered_and_refused), (1, 1));
        assert_eq!(row.undecided, 2);
    }

    #[test]
    fn a_failure_is_written_with_what_repeats_it() {
        let folder = tempfile::tempdir().unwrap();
        let campaign = Campaign {
            seed: 3,
            first: 0,
            count: 1,
            jobs: 1,
            limit: Duration::from_secs(1),
            kernel: Some("tmm".to_owned()),
            folder: folder.path().to_owned(),
        };
        let source = campaign.sources().remove(0);
        let run = Run {
            emulator: true,
            legal: None,
            inputs: vec!["A".to_owned()],
            exact: true,
        };
        let differs = Answer::Differs("element 0".to_owned());
        let verdicts = verdicts(Answer::Legal, differs, unknown());
        let failure = campaign
            .write(7, &source, &run, Kind::Tile, "TEXT", &verdicts)
            .unwrap();
        let text = std::fs::read_to_string(&failure.file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "// tmm / gpu, tile extent: the proof: legal; the run: another result: element 0; the small checker: undecided: not asked; its loops: undecided: not asked"
        );
        assert_eq!(
            lines[1],
            "// ./x fuzz schedules --seed 3 --first 7 --n 1 --kernel tmm"
        );
        assert!(lines[2].ends_with("--target emulator --check --input A=quarters:1"));
        assert_eq!(lines[3], "TEXT");
    }
}
