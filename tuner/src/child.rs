//! The outside of a child process: it is started with a job, answered line by line, and killed
//! where it takes too long.

use crate::{
    job::{Job, Status},
    stop::{Running, Stop},
    work::{Answer, Runs},
};
use std::{
    ffi::OsString,
    io::{self, BufRead, BufReader, Read, Write},
    os::unix::process::{CommandExt, ExitStatusExt},
    path::PathBuf,
    process::{ChildStdin, Command, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread::{self, JoinHandle},
    time::Duration,
};

/// How a child process is started: this very program, as the one that does a trial.
#[derive(Clone, Debug)]
pub struct Worker {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

/// Why a child gives no answer.
#[derive(Debug)]
pub(crate) struct End {
    pub(crate) status: Status,
    pub(crate) message: String,
}

/// A running child.
pub(crate) struct Child {
    process: std::process::Child,
    running: Option<Running>,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    said: Option<JoinHandle<String>>,
}

/// Bytes of the standard error of a child that are kept.
const KEPT: u64 = 1 << 16;

impl Child {
    /// Starts a child with its job.
    pub(crate) fn start(worker: &Worker, job: &Job, stop: &Stop) -> io::Result<Child> {
        let mut process = Command::new(&worker.program)
            .args(&worker.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let running = stop.ends(process.id(), libc::SIGKILL);
        let (sender, lines) = mpsc::channel();
        let output = process.stdout.take().expect("it is a pipe");
        thread::spawn(move || {
            let read = BufReader::new(output).lines().map_while(Result::ok);
            // The receiver is gone where nobody waits any more.
            read.map_while(|line| sender.send(line).ok()).for_each(drop);
        });
        let mut error = process.stderr.take().expect("it is a pipe");
        let said = thread::spawn(move || {
            let mut kept = Vec::new();
            let _ = (&mut error).take(KEPT).read_to_end(&mut kept);
            let _ = io::copy(&mut error, &mut io::sink());
            String::from_utf8_lossy(&kept).into_owned()
        });
        let mut child = Child {
            running: Some(running),
            input: process.stdin.take(),
            process,
            lines,
            said: Some(said),
        };
        child.write(&serde_json::to_string(job)?);
        Ok(child)
    }

    /// A line to the child; one that is dead says so when its answer is read.
    fn write(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ = writeln!(input, "{line}").and_then(|()| input.flush());
        }
    }

    /// The next answer.
    pub(crate) fn answer(&mut self, seconds: f64) -> Result<Answer, End> {
        match self.lines.recv_timeout(Duration::from_secs_f64(seconds)) {
            Ok(line) => serde_json::from_str(&line).map_err(|_| End {
                status: Status::Crashed,
                message: format!("its process said `{line}`"),
            }),
            Err(RecvTimeoutError::Timeout) => Err(End {
                status: Status::TimedOut,
                message: format!("it took more than {seconds} seconds"),
            }),
            Err(RecvTimeoutError::Disconnected) => Err(self.end()),
        }
    }

    /// The seconds of some runs.
    pub(crate) fn times(&mut self, runs: usize, seconds: f64) -> Result<Vec<f64>, End> {
        self.write(&serde_json::to_string(&Runs { runs }).expect("it is plain data"));
        match self.answer(seconds)? {
            Answer::Times { seconds } if !seconds.is_empty() => Ok(seconds),
            Answer::Refused { message } => Err(End {
                status: Status::Wrong,
                message,
            }),
            other => Err(End {
                status: Status::Crashed,
                message: format!("expected times, found {other:?}"),
            }),
        }
    }

    /// How a child ended that says nothing more.
    fn end(&mut self) -> End {
        self.running = None;
        let ended = self.process.wait();
        let said = self.said.take().and_then(|said| said.join().ok());
        let said = said.unwrap_or_default();
        let first = said.lines().find(|line| !line.trim().is_empty());
        let first = first
            .map(|line| format!(": {}", line.trim()))
            .unwrap_or_default();
        let memory = [
            "memory allocation of",
            "bad_alloc",
            "out of memory",
            "Cannot allocate memory",
        ];
        let how = match ended {
            Ok(status) => match (status.signal(), status.code()) {
                (Some(signal), _) => format!("signal {signal}"),
                (None, code) => format!("status {}", code.unwrap_or_default()),
            },
            Err(error) => error.to_string(),
        };
        if memory.iter().any(|word| said.contains(word)) {
            End {
                status: Status::OutOfMemory,
                message: "it needed more memory than the limit".to_owned(),
            }
        } else {
            End {
                status: Status::Crashed,
                message: format!("its process ended with {how}{first}"),
            }
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.input.take();
        self.running = None;
        if matches!(self.process.try_wait(), Ok(Some(_))) {
            return;
        }
        if let Ok(group) = i32::try_from(self.process.id()) {
            // SAFETY: the group is that of the child, which has not been waited for.
            unsafe { libc::kill(-group, libc::SIGKILL) };
        }
        let _ = self.process.wait();
    }
}
