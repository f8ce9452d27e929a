//! A worker process that answers one case at a time, within a time limit. isl has searches that do
//! not end, and a miscompiled program can crash its process: either ends the worker, not the run.

use super::verdict::Verdict;
use super::worker::ANSWER;
use crate::program::case::Case;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Every context leaks a little, so a worker is replaced after this many cases.
const CASES_PER_WORKER: usize = 400;

/// A worker, started on first use.
pub struct Worker {
    /// The subcommand that the process runs.
    command: &'static str,
    limit: Duration,
    running: Option<Running>,
}

/// The answer to a line.
pub enum Answer {
    Line(String),
    /// Nothing within the time limit.
    Hung,
    /// The process ended: its status, and the end of its standard error.
    Crashed(String),
}

struct Running {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
    errors: File,
    asked: usize,
}

impl Worker {
    /// A worker for cases.
    pub fn new(limit: Duration) -> Worker {
        Worker::of("worker", limit)
    }

    /// A worker that runs this subcommand.
    pub fn of(command: &'static str, limit: Duration) -> Worker {
        Worker {
            command,
            limit,
            running: None,
        }
    }

    /// The verdict on a case.
    ///
    /// # Errors
    /// A worker cannot be started.
    pub fn ask(&mut self, case: &Case) -> std::io::Result<Verdict> {
        Ok(match self.question(&serde_json::to_string(case)?)? {
            Answer::Line(line) => serde_json::from_str(&line)?,
            Answer::Hung => Verdict::Hung,
            Answer::Crashed(message) => Verdict::Crashed(message),
        })
    }

    /// The answer to one line.
    ///
    /// # Errors
    /// A worker cannot be started.
    pub fn question(&mut self, line: &str) -> std::io::Result<Answer> {
        if self
            .running
            .as_ref()
            .is_none_or(|running| running.asked >= CASES_PER_WORKER)
        {
            self.stop();
            self.running = Some(Running::start(self.command)?);
        }
        let Some(running) = &mut self.running else {
            return Ok(Answer::Hung);
        };
        running.asked += 1;
        // A missing answer tells that the worker is gone.
        let _ = writeln!(running.questions, "{line}").and_then(|()| running.questions.flush());
        let answer = running.answers.recv_timeout(self.limit);
        match answer {
            Ok(line) => Ok(Answer::Line(line)),
            Err(RecvTimeoutError::Timeout) => {
                self.stop();
                Ok(Answer::Hung)
            }
            Err(RecvTimeoutError::Disconnected) => {
                let message = running.last_words();
                self.running = None;
                Ok(Answer::Crashed(message))
            }
        }
    }

    fn stop(&mut self) {
        if let Some(mut running) = self.running.take() {
            // It may have ended by itself.
            let _ = running.child.kill();
            let _ = running.child.wait();
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Running {
    fn start(command: &str) -> std::io::Result<Running> {
        let errors = tempfile::tempfile()?;
        let mut child = Command::new(std::env::current_exe()?)
            .arg(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors.try_clone()?)
            .spawn()?;
        let missing = || std::io::Error::other("a worker without pipes");
        let questions = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let (send, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { return };
                if let Some(answer) = line.strip_prefix(ANSWER)
                    && send.send(answer.to_owned()).is_err()
                {
                    return;
                }
            }
        });
        Ok(Running {
            child,
            questions,
            answers,
            errors,
            asked: 0,
        })
    }

    /// Its exit status, and the end of its standard error.
    fn last_words(&mut self) -> String {
        let status = self
            .child
            .wait()
            .map_or_else(|error| error.to_string(), |status| status.to_string());
        let mut text = String::new();
        let read = self
            .errors
            .seek(SeekFrom::Start(0))
            .and_then(|_| self.errors.read_to_string(&mut text));
        let from = text
            .char_indices()
            .rev()
            .nth(400)
            .map_or(0, |(position, _)| position);
        match read {
            Ok(_) => format!("{status}: {}", text[from..].trim()),
            Err(_) => status,
        }
    }
}
