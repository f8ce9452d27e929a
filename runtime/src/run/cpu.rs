//! The executor of the CPU: machine code on threads of this process, run as often as is asked for.
//!
//! A run is timed from inside of the threads that do it, by the clock on the wall and by the
//! processor time of the whole process, which other processes on the same cores change little.

use super::figures::Report;
use crate::{
    bound::call::Call,
    compiled::{
        checks::{Before, CompiledChecks},
        code::{self, as_argument},
    },
    errors::{Errors, error},
    request::rounds::Rounds,
};
use serde_json::{Value, json};
use std::time::Instant;
use tc_backend_cpu::{
    Kernel, Threads,
    pool::{Share, Shares},
};

/// How often the machine code runs, and on what.
pub(crate) struct Runs<'a> {
    /// Runs whose times are reported together.
    pub(crate) repeat: usize,
    /// In place of `repeat`: numbers of runs, each answered by a line.
    pub(crate) rounds: Option<&'a Rounds>,
    /// Threads of parallel loops; all cores where none are given.
    pub(crate) threads: Option<usize>,
    /// Count what each thread does.
    pub(crate) profile: bool,
}

impl Default for Runs<'_> {
    fn default() -> Self {
        Runs {
            repeat: 1,
            rounds: None,
            threads: None,
            profile: false,
        }
    }
}

/// Loads the machine code of `entry`, and runs it, each time on the same contents; the checks of
/// subscripts come `before` each run.
pub(crate) fn run(
    object: impl FnOnce() -> Result<Vec<u8>, Errors>,
    entry: &str,
    call: &mut Call,
    runs: &Runs,
    before: Option<&Before>,
) -> Result<Report, Errors> {
    let begin = Instant::now();
    let kernel = code::load(&object()?)?;
    let jit = begin.elapsed().as_secs_f64();
    let threads = if runs.profile {
        Threads::counted(runs.threads)
    } else {
        Threads::new(runs.threads)
    };
    let threads = threads.map_err(|reason| error(reason.to_string()))?;
    let again = runs.repeat > 1 || runs.rounds.is_some();
    // In/out tensors start with the caller's contents every time.
    let saved = call.buffers.iter().map(|one| {
        let changes = again && one.given && one.returned;
        changes.then(|| one.tensor.bytes().to_vec())
    });
    let saved = saved.collect();
    let mut ready = Ready {
        entry,
        call,
        kernel,
        threads,
        before,
        saved,
    };
    let mut facts = vec![("jit_seconds", json!(jit))];
    let Some(rounds) = runs.rounds else {
        let times = ready.times(runs.repeat)?;
        facts.push(("cpu_seconds", summary(times.processor)));
        let shares = ready.threads.shares();
        if runs.profile {
            facts.push(("threads", shares_as_json(&shares)));
        }
        return Ok(Report {
            seconds: times.wall,
            text: if runs.profile {
                shares_as_text(entry, &shares)
            } else {
                String::new()
            },
            facts,
        });
    };
    rounds.each(|count| {
        let times = ready.times(count)?;
        Ok(json!({"seconds": summary(times.wall), "cpu_seconds": summary(times.processor)}))
    })?;
    Ok(Report {
        facts,
        ..Report::default()
    })
}

/// A table of what each thread did of each parallel loop, all runs together.
fn shares_as_text(entry: &str, shares: &[Shares]) -> String {
    let mut text = format!("parallel loops of `{entry}`");
    if shares.is_empty() {
        text.push_str(": none ran\n");
        return text;
    }
    text.push('\n');
    text.push_str("  loop  thread  iterations   pieces  milliseconds\n");
    for (number, one) in shares.iter().enumerate() {
        for (thread, share) in one.threads.iter().enumerate() {
            let (iterations, pieces) = (share.iterations, share.pieces);
            let time = share.time.as_secs_f64() * 1e3;
            text.push_str(&format!(
                "{number:6}  {thread:6}  {iterations:10}  {pieces:7}  {time:12.3}\n"
            ));
        }
    }
    text
}

fn shares_as_json(shares: &[Shares]) -> Value {
    let share = |one: &Share| {
        let seconds = one.time.as_secs_f64();
        json!({"iterations": one.iterations, "pieces": one.pieces, "seconds": seconds})
    };
    let of_loop = |one: &Shares| Value::from_iter(one.threads.iter().map(share));
    Value::from_iter(shares.iter().map(of_loop))
}

/// The least, the median and the largest of some times, and their number.
pub(crate) fn summary(mut seconds: Vec<f64>) -> Value {
    seconds.sort_by(f64::total_cmp);
    let (least, most) = (seconds.first(), seconds.last());
    json!({"min": least, "median": seconds.get(seconds.len() / 2), "max": most, "runs": seconds.len()})
}

/// A kernel with its buffers.
struct Ready<'a, 'c> {
    entry: &'a str,
    call: &'a mut Call,
    kernel: Kernel,
    threads: Threads,
    before: Option<&'a Before<'c>>,
    /// The contents of in/out tensors, by buffer.
    saved: Vec<Option<Vec<u8>>>,
}

/// Seconds of each run.
#[derive(Default)]
struct Times {
    wall: Vec<f64>,
    processor: Vec<f64>,
}

impl Ready<'_, '_> {
    fn times(&mut self, count: usize) -> Result<Times, Errors> {
        let mut times = Times::default();
        for _ in 0..count {
            let addresses = self.refilled();
            let aligned = self.kernel.check(&addresses.all);
            aligned.map_err(|reason| error(reason.to_string()))?;
            let checks = self.before.as_ref().map(|before| &before.checks);
            let kernel = &self.kernel;
            let (held, wall, processor) = self.threads.run(move || addresses.run(kernel, checks));
            if let (false, Some(before)) = (held, &self.before) {
                return Err({
                    let (given, sizes) = (self.call.given(), &self.call.sizes);
                    before.violation(self.entry, &given, sizes)
                });
            }
            times.wall.push(wall);
            times.processor.push(processor);
        }
        Ok(times)
    }

    /// The addresses of the buffers, with the contents of the first run.
    fn refilled(&mut self) -> Addresses {
        let mut addresses = Addresses {
            all: Vec::new(),
            given: Vec::new(),
            sizes: self.call.sizes.clone(),
        };
        for (one, saved) in self.call.buffers.iter_mut().zip(&self.saved) {
            let bytes = one.tensor.bytes_mut();
            if let Some(contents) = saved {
                bytes.copy_from_slice(contents);
            }
            addresses.all.push(bytes.as_mut_ptr());
            if one.given {
                addresses.given.push(bytes.as_mut_ptr());
            }
        }
        let sizes = self.call.sizes.iter();
        addresses.all.extend(sizes.map(|size| as_argument(*size)));
        addresses
    }
}

/// The buffers of a call, in order, for the thread that runs it.
struct Addresses {
    all: Vec<*mut u8>,
    /// Those that the caller fills.
    given: Vec<*mut u8>,
    /// The values of open sizes.
    sizes: Vec<i64>,
}

// SAFETY: the thread that owns the buffers waits while another one uses these addresses.
unsafe impl Send for Addresses {}

impl Addresses {
    /// Runs the checks and, if they hold, the kernel: whether they hold, and the seconds by the
    /// wall and of this process.
    fn run(self, kernel: &Kernel, checks: Option<&CompiledChecks>) -> (bool, f64, f64) {
        let (begin, worked) = (Instant::now(), processor_seconds());
        // SAFETY: as below; the checks were made of the same def.
        let held = checks.is_none_or(|checks| unsafe { checks.hold(&self.given, &self.sizes) });
        if held {
            // SAFETY: the module was compiled for these very shapes and types, and every buffer is
            // its own allocation.
            unsafe { kernel.run(&self.all) };
        }
        let worked = processor_seconds() - worked;
        (held, begin.elapsed().as_secs_f64(), worked)
    }
}

/// Processor time of all threads of this process so far, in seconds.
pub fn processor_seconds() -> f64 {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the clock exists on every POSIX system, and the result has a place.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_the_least_the_median_and_the_largest() {
        let found = summary(vec![3.0, 1.0, 2.0, 9.0]);
        assert_eq!(
            found,
            json!({"min": 1.0, "median": 3.0, "max": 9.0, "runs": 4})
        );
    }

    #[test]
    fn processor_time_grows_with_work() {
        let begin = processor_seconds();
        let mut sum = 0_u64;
        while processor_seconds() == begin {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(processor_seconds() > begin);
    }
}
