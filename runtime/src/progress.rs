//! Progress: the current phase and its time, on standard error, after one second.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

/// Runs shorter than this show nothing.
const PATIENCE: Duration = Duration::from_secs(1);

/// A line on the terminal that names the phase; it is erased at the end.
#[derive(Default)]
pub(crate) struct Progress {
    shown: Option<Shown>,
}

struct Shown {
    bar: ProgressBar,
    /// Dropped to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Progress, shown or not.
    pub(crate) fn new(shown: bool) -> Self {
        Progress {
            shown: shown.then(Shown::start),
        }
    }

    /// Starts a phase.
    pub(crate) fn phase(&self, text: &str) {
        if let Some(shown) = &self.shown {
            shown.bar.set_message(text.to_owned());
        }
    }
}

impl Shown {
    fn start() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]");
        bar.set_style(style.expect("the template is valid"));
        let (end, ended) = mpsc::channel::<()>();
        let line = bar.clone();
        let thread = thread::spawn(move || {
            if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                line.set_draw_target(ProgressDrawTarget::stderr());
                line.enable_steady_tick(Duration::from_millis(100));
                // Nothing is sent, so this waits for the end.
                let _ = ended.recv();
            }
            line.finish_and_clear();
        });
        Shown {
            bar,
            end: Some(end),
            thread: Some(thread),
        }
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.end.take();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked draws nothing any more.
            let _ = thread.join();
        }
    }
}
