//! Progress of a search: a line on a terminal with the trials so far and the best of them; on
//! request a line for each new best.

use crate::arguments::Search;
use indicatif::{ProgressBar, ProgressStyle};
use tc_dialects::diagnostic::Stream;
use tc_tools::console;
use tc_tuner::{Measure, Problem, Row, options::line, session::Settings, tune::Found, tune::Watch};

/// What is shown.
pub struct Shown {
    measure: Measure,
    terminal: bool,
    lines: bool,
    bar: Option<ProgressBar>,
}

impl Shown {
    /// By the command line.
    pub fn new(arguments: &Search, measure: Measure) -> Shown {
        Shown {
            measure,
            terminal: Stream::Error.is_terminal() && !arguments.quiet,
            lines: arguments.progress,
            bar: None,
        }
    }

    /// Begins a search.
    pub fn begin(&mut self, problem: &Problem, settings: &Settings) {
        if !self.terminal {
            return;
        }
        let bar = match settings.budget.trials {
            Some(trials) => ProgressBar::new(trials),
            None => ProgressBar::no_length(),
        };
        let template = match settings.budget.trials {
            Some(_) => "{prefix} {bar:20} {pos}/{len} [{elapsed}] {msg}",
            None => "{prefix} {spinner} {pos} [{elapsed}] {msg}",
        };
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
    pub fn end(&mut self) {
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
            bar.set_position(found.count());
            bar.set_message(best.clone().unwrap_or_default());
        }
        if let (true, true, Some(best)) = (self.lines, row.best, best) {
            let text = format!("trial {}: {best}\n", row.trial);
            match &self.bar {
                Some(bar) => bar.suspend(|| console::say(&text)),
                None => console::say(&text),
            }
        }
        Ok(())
    }
}
