//! Progress of a search: a line on a terminal with the trials so far and the best of them; on
//! request a line for each new best.

use super::arguments::Search;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};
use tc_process::output;
use tc_syntax::diagnostic::Stream;
use tc_tuner::{
    Budget, Measure, Problem, Row, options::line, session::Settings, tune::Found, tune::Watch,
};

/// What is shown.
pub(super) struct Shown {
    measure: Measure,
    terminal: bool,
    lines: bool,
    bar: Option<ProgressBar>,
    /// When the search began, and its seconds, where its budget is a time.
    time: Option<(Instant, u64)>,
}

impl Shown {
    /// By the command line.
    pub(super) fn new(arguments: &Search, measure: Measure) -> Shown {
        Shown {
            measure,
            terminal: Stream::Error.is_terminal() && !arguments.quiet,
            lines: arguments.progress,
            bar: None,
            time: None,
        }
    }

    /// Begins a search.
    pub(super) fn begin(&mut self, problem: &Problem, settings: &Settings) {
        if !self.terminal {
            return;
        }
        // What is reached first ends a search; a bar shows the trials where both are given.
        let Budget { trials, time } = settings.budget;
        let seconds = time.map_or(0, |time| time.as_secs().max(1));
        let bar = ProgressBar::new(trials.unwrap_or(seconds));
        let template = match trials {
            Some(_) => "{prefix} {bar:20} {pos}/{len} [{elapsed}] {msg}",
            None => "{prefix} {bar:20} [{pos}/{len} s] {msg}",
        };
        self.time = trials.is_none().then(|| (Instant::now(), seconds));
        bar.enable_steady_tick(TICK);
        bar.set_style(ProgressStyle::with_template(template).expect("the template is valid"));
        bar.set_prefix(
            problem
                .entry
                .clone()
                .unwrap_or_else(|| problem.file.clone()),
        );
        self.bar = Some(bar);
    }

    /// Ends it.
    pub(super) fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Watch for Shown {
    fn row(&mut self, row: &Row, found: &Found) -> Result<(), String> {
        let best = found.best.as_ref().map(|(options, cost)| {
            format!("best {}: {}", self.measure.shown(*cost), line(options))
        });
        if let Some(bar) = &self.bar {
            let trials = found.count();
            let (at, said) = match self.time {
                None => (trials, String::new()),
                Some((begin, seconds)) => {
                    let passed = begin.elapsed().as_secs().min(seconds);
                    (passed, format!("{trials} trials "))
                }
            };
            bar.set_position(at);
            bar.set_message(said + &best.clone().unwrap_or_default());
        }
        if let (true, true, Some(best)) = (self.lines, row.best, best) {
            let text = format!("trial {}: {best}\n", row.trial);
            match &self.bar {
                Some(bar) => bar.suspend(|| output::say(&text)),
                None => output::say(&text),
            }
        }
        Ok(())
    }

    fn phase(&mut self, what: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(what.to_owned());
        } else if self.lines && !what.is_empty() {
            output::say(&format!("{what}\n"));
        }
    }
}

/// How often the time on the bar is drawn anew.
const TICK: Duration = Duration::from_millis(500);
