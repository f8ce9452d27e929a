//! `tc-fuzz programs`: many tests, a table of their results, and a small program for each kind of
//! failure.

use super::pool::Worker;
use super::verdict::Verdict;
use crate::program::case::Tests;
use crate::program::case::{Case, Test};
use crate::program::sequential;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// One program in this many runs in the emulator as well, by default.
pub const EMULATED: u64 = 10;
/// One program in this many runs on integers that wrap in place of floating values, on each
/// executor.
const ALGEBRAIC: u64 = 3;
/// The runs and seconds that shrinking one failure may take.
const SHRINK_RUNS: usize = 600;
const SHRINK_TIME: Duration = Duration::from_secs(240);

/// The options of a campaign.
#[derive(Clone, Debug)]
pub struct Campaign {
    pub seed: u64,
    /// The first program, and how many.
    pub first: u64,
    pub count: u64,
    pub jobs: usize,
    pub limit: Duration,
    /// The folder for failing programs.
    pub folder: PathBuf,
    /// Stop after this many failures.
    pub failures: usize,
    pub shrink: bool,
    pub kinds: Kinds,
}

/// The results of a campaign.
#[derive(Debug, Default)]
pub struct Summary {
    pub programs: u64,
    pub emulated: u64,
    pub algebraic: u64,
    pub open: u64,
    /// Of those with open sizes, the programs for which sizes cannot be left open.
    pub closed: u64,
    pub agreed: u64,
    /// Refused programs that are not valid for larger sizes than those of the generator.
    pub invalid: u64,
    pub refused: BTreeMap<String, (u64, String)>,
    pub failures: Vec<(u64, Verdict, PathBuf)>,
}

/// Which tests a campaign makes.
#[derive(Clone, Copy, Debug)]
pub struct Kinds {
    /// With every fusion strategy.
    pub any_fusion: bool,
    /// Only programs with loops, dependent ranges, scatter or pairs.
    pub sequential: bool,
    /// One program in this many runs in the emulator as well.
    pub emulated: u64,
}

impl Default for Kinds {
    fn default() -> Kinds {
        Kinds {
            any_fusion: false,
            sequential: false,
            emulated: EMULATED,
        }
    }
}

impl Kinds {
    /// As options of a command line.
    fn options(&self) -> String {
        let mut text = String::new();
        if self.any_fusion {
            text.push_str(" --fusion");
        }
        if self.sequential {
            text.push_str(" --sequential");
        }
        if self.emulated != EMULATED {
            let _ = write!(text, " --emulated {}", self.emulated);
        }
        text
    }
}

/// The tree of test `index` of a run: the same on every machine, independent of earlier ones.
pub fn tree(seed: u64, index: u64, kinds: Kinds) -> Option<<Tests as Strategy>::Tree> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&index.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    Tests {
        emulate: index.is_multiple_of(kinds.emulated),
        algebra: index.is_multiple_of(ALGEBRAIC),
        any_fusion: kinds.any_fusion,
        sequential: kinds.sequential,
    }
    .new_tree(&mut runner)
    .ok()
}

impl Campaign {
    /// Runs it; progress goes to standard error.
    ///
    /// # Errors
    /// Workers cannot be started, or failing programs cannot be written.
    pub fn run(&self) -> std::io::Result<Summary> {
        let next = AtomicU64::new(self.first);
        let summary = Mutex::new(Summary::default());
        let begin = Instant::now();
        let results: Vec<std::io::Result<()>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.jobs)
                .map(|_| scope.spawn(|| self.work(&next, &summary, begin)))
                .collect();
            let joined = threads.into_iter().map(|thread| thread.join());
            joined
                .map(|result| {
                    result.unwrap_or_else(|_| {
                        Err(std::io::Error::other("a thread of the pool panicked"))
                    })
                })
                .collect()
        });
        results.into_iter().collect::<std::io::Result<()>>()?;
        let mut summary = summary
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        summary.failures.sort_by_key(|(index, ..)| *index);
        Ok(summary)
    }

    fn work(
        &self,
        next: &AtomicU64,
        summary: &Mutex<Summary>,
        begin: Instant,
    ) -> std::io::Result<()> {
        let mut worker = Worker::new(self.limit);
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.first + self.count || lock(summary).failures.len() >= self.failures {
                return Ok(());
            }
            let Some(tree) = tree(self.seed, index, self.kinds) else {
                continue;
            };
            let test = tree.current();
            let Some(case) = test.case() else { continue };
            let verdict = worker.ask(&case)?;
            let failed = if verdict.is_failure() {
                Some(self.report(index, tree, &verdict, &mut worker)?)
            } else {
                None
            };
            let mut summary = lock(summary);
            summary.programs += 1;
            summary.emulated += u64::from(test.gpu.is_some());
            summary.algebraic += u64::from(test.algebra);
            summary.open += u64::from(!case.open.is_empty());
            match verdict {
                Verdict::Agree => summary.agreed += 1,
                Verdict::AgreeFixed(_) => {
                    summary.agreed += 1;
                    summary.closed += 1;
                }
                Verdict::Refused { message, .. }
                    if sequential::is_refused_for_larger(&test.program) =>
                {
                    eprintln!(
                        "program {index}: refused, and not valid for larger sizes: {message}"
                    );
                    summary.invalid += 1;
                }
                Verdict::Refused { reason, message } => {
                    eprintln!("program {index}: refused: {message}");
                    let example = format!("program {index}: {message}");
                    summary.refused.entry(reason).or_insert((0, example)).0 += 1;
                }
                _ => {}
            }
            summary.failures.extend(failed);
            if summary.programs.is_multiple_of(100) {
                let refused: u64 = summary.refused.values().map(|(count, _)| count).sum();
                eprintln!(
                    "{} programs in {} s: {} agree, {} are invalid, {refused} refused, {} failures",
                    summary.programs,
                    begin.elapsed().as_secs(),
                    summary.agreed,
                    summary.invalid,
                    summary.failures.len()
                );
            }
        }
    }

    /// Shrinks the failure and writes it.
    fn report(
        &self,
        index: u64,
        mut tree: <Tests as Strategy>::Tree,
        verdict: &Verdict,
        worker: &mut Worker,
    ) -> std::io::Result<(u64, Verdict, PathBuf)> {
        eprintln!("program {index}: {verdict}");
        let (mut smallest, mut shown) = (tree.current(), verdict.clone());
        if self.shrink {
            let begin = Instant::now();
            let mut more = tree.simplify();
            let mut runs = 0;
            while more && runs < SHRINK_RUNS && begin.elapsed() < SHRINK_TIME {
                runs += 1;
                let candidate = tree.current();
                let now = match candidate.case() {
                    Some(case) => worker.ask(&case)?,
                    None => Verdict::Agree,
                };
                more = if now.is_like(verdict) {
                    (smallest, shown) = (candidate, now);
                    tree.simplify()
                } else {
                    tree.complicate()
                };
            }
        }
        let file = self.write(index, &smallest, &shown)?;
        eprintln!("program {index}: {}", file.display());
        Ok((index, shown, file))
    }

    fn write(&self, index: u64, test: &Test, verdict: &Verdict) -> std::io::Result<PathBuf> {
        std::fs::create_dir_all(&self.folder)?;
        let file = self.folder.join(format!("{}-{index}.tc", self.seed));
        let case = test
            .case()
            .ok_or_else(|| std::io::Error::other("a failing program that is not valid"))?;
        let mut text = String::new();
        for line in verdict.to_string().lines() {
            let _ = writeln!(text, "# {line}");
        }
        let _ = writeln!(
            text,
            "# {}",
            case.command(&file.display().to_string(), verdict.on_emulator())
        );
        let _ = writeln!(
            text,
            "# ./x fuzz programs --seed {} --first {index} --n 1{}",
            self.seed,
            self.kinds.options()
        );
        let call = Case {
            text: String::new(),
            ..case.clone()
        };
        let _ = writeln!(text, "{CASE}{}", serde_json::to_string(&call)?);
        let _ = write!(text, "{}", case.text);
        std::fs::write(&file, text)?;
        Ok(file)
    }
}

/// Precedes a case's call in a written program.
const CASE: &str = "# case ";

/// The case that a written program holds.
///
/// # Errors
/// The file cannot be read, or contains no case.
pub fn read(file: &Path) -> std::io::Result<Case> {
    let text = std::fs::read_to_string(file)?;
    let line = text.lines().find_map(|line| line.strip_prefix(CASE));
    let missing = || std::io::Error::other(format!("{}: no line `{CASE}...`", file.display()));
    let call = serde_json::from_str(line.ok_or_else(missing)?)?;
    Ok(Case { text, ..call })
}

fn lock(summary: &Mutex<Summary>) -> std::sync::MutexGuard<'_, Summary> {
    summary
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Summary {
    /// As text.
    pub fn table(&self) -> String {
        let mut text = String::new();
        let refused: u64 = self.refused.values().map(|(count, _)| count).sum();
        let share = |count: u64| 100.0 * count as f64 / self.programs.max(1) as f64;
        let _ = writeln!(text, "programs     {:6}", self.programs);
        let _ = writeln!(
            text,
            "agree        {:6}  cpu = reference, {} of all also through the emulator, {} of all with --algebra, {} of all with open sizes too ({} more have sizes that cannot be left open)",
            self.agreed,
            self.emulated,
            self.algebraic,
            self.open - self.closed,
            self.closed
        );
        let _ = writeln!(
            text,
            "invalid      {:6}  refused, and not valid for larger sizes",
            self.invalid
        );
        let _ = writeln!(text, "refused      {refused:6}  {:.1} %", share(refused));
        for (reason, (count, example)) in &self.refused {
            let _ = writeln!(text, "  {count:6}  {reason}\n            {example}");
        }
        let _ = writeln!(text, "failures     {:6}", self.failures.len());
        for (index, verdict, file) in &self.failures {
            let _ = writeln!(
                text,
                "  program {index}: {verdict}\n            {}",
                file.display()
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ast::Def;

    #[test]
    fn a_sixth_of_the_programs_has_open_sizes_and_other_values_of_them() {
        let tests = (0..120).map(|index| tree(1, index, Kinds::default()).unwrap().current());
        let cases: Vec<_> = tests.filter_map(|test| test.case()).collect();
        let open: Vec<_> = cases.iter().filter(|case| !case.open.is_empty()).collect();
        assert!((10..30).contains(&open.len()), "{}", open.len());
        for case in &cases {
            let others = case.other_sizes();
            assert_eq!(others.len(), if case.open.is_empty() { 0 } else { 2 });
            for ((name, own), (_, other)) in case.sizes.iter().zip(others.iter().flatten()) {
                match (case.open.contains(name), case.algebra) {
                    (false, _) => assert_eq!(own, other),
                    (true, true) => assert_eq!(own + 1, *other),
                    (true, false) => assert!(other <= own && (*other > 0 || *own == 0)),
                }
            }
        }
        let case = open[0];
        let word = format!(" --open {}", case.open[0]);
        assert!(case.command("f.tc", false).contains(&word));
    }

    #[test]
    fn a_third_of_the_programs_runs_in_the_algebra_on_each_executor() {
        let tests = (0..60).map(|index| tree(1, index, Kinds::default()).unwrap().current());
        let algebraic: Vec<Test> = tests.filter(|test| test.algebra).collect();
        // All of a third, but for programs with computed places or pairs.
        assert!((14..20).contains(&algebraic.len()), "{}", algebraic.len());
        let of_boxes = |test: &&Test| !test.program.defs.iter().any(Def::is_sequential);
        let thirds = (0..60)
            .step_by(3)
            .map(|index| tree(1, index, Kinds::default()));
        let thirds: Vec<Test> = thirds.map(|tree| tree.unwrap().current()).collect();
        assert!(thirds.iter().filter(of_boxes).all(|test| test.algebra));
        let emulated = algebraic.iter().filter(|test| test.gpu.is_some());
        assert!(emulated.count() > 0);
        let case = algebraic.iter().find_map(Test::case).unwrap();
        assert!(case.command("f.tc", false).contains(" --check --algebra "));
    }
}
