//! Trials on other machines: a batch of jobs is a file, and a command that is not ours brings it to
//! workers and comes back when their rows are there.
//!
//! ```text
//! COMMAND FOLDER/jobs.jsonl FOLDER/rows        FOLDER/jobs.jsonl: a job a line
//!                                              FOLDER/rows/0.json, 1.json, ...: the row of each line
//! ```
//!
//! What the command has to do is `tc-tune worker --jobs FILE --line N --rows FOLDER` for each line,
//! anywhere, in any order, as often as it likes: a worker keeps nothing, and its row appears as a
//! whole. Who starts workers, and again where a machine dies, is the business of a scheduler:
//! `scripts/cluster/` has commands for HyperQueue, Slurm and Ray.

use crate::{
    job::{Job, Row},
    stop::Stop,
    trial::{Local, Worker},
    tune::Evaluator,
};
use std::{
    fs, io,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
};

/// Evaluates candidates through a command.
pub struct Through {
    /// The program and its first arguments.
    command: Vec<String>,
    folder: PathBuf,
    batches: usize,
    stop: Stop,
    here: Local,
}

impl Through {
    /// Jobs and rows go to a folder that all machines see; `stop` ends the command.
    ///
    /// # Errors
    /// A command without a word, and a folder that cannot be made.
    pub fn new(
        command: &str,
        folder: &Path,
        worker: Worker,
        stop: Stop,
    ) -> Result<Through, String> {
        let command: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if command.is_empty() {
            return Err("expected a command that brings jobs to workers, found nothing".to_owned());
        }
        fs::create_dir_all(folder).map_err(|error| cannot("make the folder", folder, error))?;
        let folder = folder.canonicalize();
        Ok(Through {
            command,
            folder: folder.map_err(|error| format!("cannot find the folder: {error}"))?,
            batches: 0,
            here: Local::new(worker, 1, stop.clone()),
            stop,
        })
    }

    /// The folder that all machines see.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Through {
    /// Waits for the end of the command, which is not told of interruptions by the terminal: it has
    /// a group of its own.
    fn wait(&self, command: &mut Child) -> io::Result<ExitStatus> {
        let running = self.stop.ends(command.id(), libc::SIGTERM);
        // SAFETY: zero is a value of this type, which the call fills.
        let mut state: libc::siginfo_t = unsafe { std::mem::zeroed() };
        // Until it has ended, and without taking its number from it, which a signal may need.
        let options = libc::WEXITED | libc::WNOWAIT;
        // SAFETY: the process is a child of this one.
        while unsafe { libc::waitid(libc::P_PID, command.id(), &raw mut state, options) } != 0 {
            let error = io::Error::last_os_error();
            if error.kind() != io::ErrorKind::Interrupted {
                return Err(error);
            }
        }
        drop(running);
        // A shell may have started a worker after the signal came, before it ended of it.
        drop(self.stop.ends(command.id(), libc::SIGTERM));
        command.wait()
    }
}

fn cannot(what: &str, path: &Path, error: impl std::fmt::Display) -> String {
    format!("cannot {what} `{}`: {error}", path.display())
}

impl Evaluator for Through {
    fn evaluate(&mut self, jobs: &[Job]) -> Result<Vec<Row>, String> {
        let batch = self.folder.join(format!("batch-{}", self.batches));
        self.batches += 1;
        let (file, rows) = (batch.join("jobs.jsonl"), batch.join("rows"));
        // Rows of a search that was ended here before are not those of these jobs.
        if batch.exists() {
            fs::remove_dir_all(&batch).map_err(|error| cannot("empty", &batch, error))?;
        }
        fs::create_dir_all(&rows).map_err(|error| cannot("make the folder", &rows, error))?;
        let lines = jobs
            .iter()
            .map(|job| serde_json::to_string(job).unwrap_or_default() + "\n");
        let text: String = lines.collect();
        fs::write(&file, text).map_err(|error| cannot("write", &file, error))?;
        let (program, arguments) = self.command.split_first().expect("it has a word");
        let mut running = Command::new(program)
            .args(arguments)
            .args([&file, &rows])
            .stdin(Stdio::null())
            .process_group(0)
            .spawn()
            .map_err(|error| format!("cannot start `{program}`: {error}"))?;
        let status = self.wait(&mut running);
        let status = status.map_err(|error| format!("`{program}` is lost: {error}"))?;
        let found: Vec<Option<Row>> = (0..jobs.len()).map(|line| read_row(&rows, line)).collect();
        let missing = found.iter().filter(|row| row.is_none()).count();
        if missing > 0 {
            let (all, folder) = (jobs.len(), rows.display());
            return Err(format!(
                "`{program}` ended with {status}, and {missing} of {all} rows are missing in `{folder}`"
            ));
        }
        Ok(found.into_iter().flatten().collect())
    }

    fn reference(&mut self, job: &Job) -> Result<(), String> {
        self.here.reference(job)
    }
}

fn path_of_row(rows: &Path, line: usize) -> PathBuf {
    rows.join(format!("{line}.json"))
}

fn read_row(rows: &Path, line: usize) -> Option<Row> {
    let text = fs::read_to_string(path_of_row(rows, line)).ok()?;
    serde_json::from_str(&text).ok()
}

/// Does one job of a file, and writes its row; a row that is there already stays.
///
/// # Errors
/// A file without such a line, what makes every trial fail, and a row that cannot be written.
pub fn work_on(worker: Worker, jobs: &Path, line: usize, rows: &Path) -> Result<Row, String> {
    if let Some(row) = read_row(rows, line) {
        return Ok(row);
    }
    let text = fs::read_to_string(jobs).map_err(|error| cannot("read", jobs, error))?;
    let count = text.lines().count();
    let job = text.lines().nth(line).ok_or_else(|| {
        let name = jobs.display();
        format!("`{name}` has {count} jobs, from line 0 on: there is no line {line}")
    })?;
    let job: Job = serde_json::from_str(job).map_err(|error| cannot("read", jobs, error))?;
    let row = Local::new(worker, 1, Stop::default()).row(&job)?;
    let path = path_of_row(rows, line);
    let part = rows.join(format!("{line}.{}.part", std::process::id()));
    let text = serde_json::to_string(&row).map_err(|error| error.to_string())?;
    fs::write(&part, text + "\n").map_err(|error| cannot("write", &part, error))?;
    fs::rename(&part, &path).map_err(|error| cannot("write", &path, error))?;
    Ok(row)
}
