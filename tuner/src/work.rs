//! The inside of a child process: it reads one job, says what comes of it, and measures as often as
//! it is asked to. Whatever goes wrong here, the process that asked lives on.
//!
//! ```text
//! job      ──►  compile, run once, compare with the reference  ──►  ready, or why not
//! runs: 3  ──►  run three times                                ──►  their seconds
//! end of input: end
//! ```

use crate::{
    job::{Fault, Job, Measure, Task},
    options::Options,
    problem::Problem,
};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    io::{self, BufRead, Write},
    path::{Path, PathBuf},
    time::Instant,
};
use tc_dialects::target::Gpu;
use tc_dialects::tensor::Tensor;
use tc_engine::{Arguments, Engine, Kernel, Options as EngineOptions, Parameter, View, ViewMut};
use tc_pipelines::mapping::{OPTIONS, Precision};
use tc_runtime::{
    Contents, Emulation, Errors, Expected, Failure, Input, Lowering, Outcome, Profile, Running,
    Source, literal, npy, processor_seconds,
};

/// What a child says, a line each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "answer")]
pub enum Answer {
    /// It is compiled, and computes what it must; or the reference is written.
    Ready,
    /// What it costs, which needs no clock.
    Cost {
        /// In the unit of the measure.
        cost: f64,
    },
    /// The compiler refuses it.
    Refused {
        /// Why.
        message: String,
    },
    /// Its results are wrong.
    Wrong {
        /// What is wrong.
        message: String,
    },
    /// This machine cannot measure it, whatever the options are.
    Unable {
        /// What is missing.
        message: String,
    },
    /// Seconds of runs.
    Times {
        /// Of each run.
        seconds: Vec<f64>,
    },
}

/// A request for runs.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Runs {
    /// How many.
    pub runs: usize,
}

/// Bytes of arguments up to which the emulator counts.
const EMULATED_BYTES: u64 = 256 << 20;

/// Blocks of each kernel that the emulator runs.
const SAMPLE: u64 = 2;

/// Does the work of a child process on its standard streams.
///
/// # Errors
/// A job that cannot be read, and streams that end too early.
pub fn serve(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut lines = input.lines();
    let Some(line) = lines.next().transpose()? else {
        return Ok(());
    };
    let job: Job = serde_json::from_str(&line)?;
    limit(&job)?;
    go_wrong(job.fault);
    let mut say = |answer: &Answer| -> io::Result<()> {
        serde_json::to_writer(&mut output, answer)?;
        output.write_all(b"\n")?;
        output.flush()
    };
    let mut ready = match prepare(&job) {
        Ok(Prepared::Done(answer)) => return say(&answer),
        Ok(Prepared::Ready(ready)) => ready,
        Err(answer) => return say(&answer),
    };
    say(&Answer::Ready)?;
    for line in lines {
        let Runs { runs } = serde_json::from_str(&line?)?;
        let answer = match ready.times(runs) {
            Ok(seconds) => Answer::Times { seconds },
            Err(failure) => refused(&failure),
        };
        say(&answer)?;
    }
    Ok(())
}

/// What stands after the first part.
enum Prepared {
    Done(Answer),
    Ready(Box<Ready>),
}

fn prepare(job: &Job) -> Result<Prepared, Answer> {
    let wrong_options = |message| Answer::Refused { message };
    let lowering = job.problem.lowering(&job.options).map_err(wrong_options)?;
    match (job.task, job.measure) {
        (Task::Trial, Measure::Count) => count(job, lowering).map(Prepared::Done),
        (Task::Trial, Measure::Report) => report(job, lowering).map(Prepared::Done),
        (Task::Trial, Measure::Time) => {
            let mut ready = Ready::of(&job.problem, &executable(&job.options)?)?;
            if let Some(folder) = &job.reference {
                ready.compare(folder, job.fault)?;
            }
            Ok(Prepared::Ready(Box::new(ready)))
        }
        (Task::Reference | Task::Naive, _) => {
            let options = match job.task {
                Task::Naive => {
                    // For a reference where the evaluator would take too long.
                    let plain = OPTIONS
                        .iter()
                        .filter_map(|one| Some((one.name.to_owned(), one.plain?.to_owned())));
                    executable(&plain.collect())?
                }
                _ => EngineOptions::reference(),
            };
            let folder = job.reference.clone().unwrap_or_else(|| PathBuf::from("."));
            let mut ready = Ready::of(&job.problem, &options)?;
            ready.run().map_err(|failure| refused(&failure))?;
            let written = ready.write(&folder);
            let message = |error: npy::Error| error.to_string();
            written.map_err(|error| Answer::Unable {
                message: message(error),
            })?;
            Ok(Prepared::Done(Answer::Ready))
        }
    }
}

/// Options of the engine for the processor.
fn executable(options: &Options) -> Result<EngineOptions, Answer> {
    let mut executable = EngineOptions::cpu();
    for (name, value) in options {
        executable = executable
            .set(name, value)
            .map_err(|failure| refused(&failure))?;
    }
    Ok(executable)
}

fn refused(failure: &Failure) -> Answer {
    let message = messages(&failure.diagnostics);
    Answer::Refused { message }
}

fn messages(errors: &Errors) -> String {
    let errors = errors.iter().filter(|one| one.is_error());
    let all: Vec<&str> = errors.map(|one| one.message.as_str()).collect();
    all.join("; ")
}

fn count(job: &Job, lowering: Lowering) -> Result<Answer, Answer> {
    let counted = job
        .problem
        .with_bound(lowering, Contents::None, |bound, platform| {
            bound.count(&platform)
        });
    match counted {
        Ok(Some(cost)) => Ok(Answer::Cost { cost }),
        Ok(None) => Err(Answer::Refused {
            message: "its schedule cannot be counted".to_owned(),
        }),
        Err(failure) => Err(refused(&failure)),
    }
}

/// The static report, and where the arguments are not too large the counts of the emulator.
fn report(job: &Job, lowering: Lowering) -> Result<Answer, Answer> {
    let lowering = Lowering {
        report: true,
        ..lowering
    };
    let reported = job
        .problem
        .with_bound(lowering, Contents::None, |bound, platform| {
            let Some(gpu) = platform.target().as_gpu().cloned() else {
                return Ok(None);
            };
            let bytes = bound.parameters().iter().map(|one| {
                one.shape
                    .iter()
                    .map(|extent| *extent as u64)
                    .product::<u64>()
                    * one.element.size() as u64
            });
            let bytes: u64 = bytes.sum();
            let mut compiled = bound.compile(platform)?;
            compiled.report(None)?;
            Ok(Some((gpu, bytes, compiled.finish())))
        });
    let (gpu, bytes, outcome) = match reported {
        Ok(Some(reported)) => reported,
        Ok(None) => {
            let message = "a static report is about a GPU".to_owned();
            return Err(Answer::Unable { message });
        }
        Err(failure) => return Err(refused(&failure)),
    };
    let profile = if bytes <= EMULATED_BYTES {
        Some(counted(job)?)
    } else {
        None
    };
    let fact = |outcome: &Outcome, name: &str| {
        let found = outcome.facts.iter().find(|(other, _)| *other == name);
        found.map_or(Value::Null, |(_, value)| value.clone())
    };
    let profile = profile.map_or(Value::Null, |outcome| fact(&outcome, "profile"));
    static_cost(&fact(&outcome, "report"), &profile, &gpu).map(|cost| Answer::Cost { cost })
}

/// What the emulator counts in some blocks.
fn counted(job: &Job) -> Result<Outcome, Answer> {
    let lowering = job.problem.lowering(&job.options);
    let lowering = lowering.map_err(|message| Answer::Refused { message })?;
    let running = Running {
        emulation: Emulation {
            sample_blocks: Some(SAMPLE),
            sanitize: false,
            threads: Some(1),
            ..Emulation::default()
        },
        profile: Some(Profile::Text),
        ..Running::default()
    };
    let run = job
        .problem
        .with_bound(lowering, Contents::Random, |bound, platform| {
            bound.compile(platform)?.run(&running)
        });
    run.map_err(|failure| refused(&failure))
}

/// Microseconds of all launches at least: by the roofline of the report, by the sectors of memory
/// and by the passes through shared memory that the emulator counts; what spills counts twice for
/// each byte. Equal times are told apart by what they would be without the launch, then by all
/// resources.
fn static_cost(report: &Value, profile: &Value, gpu: &Gpu) -> Result<f64, Answer> {
    let unable = |message: &str| Answer::Unable {
        message: message.to_owned(),
    };
    let kernels = report["kernels"]
        .as_array()
        .ok_or_else(|| unable("the report is empty"))?;
    let (mut cost, mut spills) = (0.0, 0.0);
    for kernel in kernels {
        let launches = kernel["launches"].as_f64().unwrap_or(1.0);
        let resources = &kernel["resources"];
        if resources.is_null() || kernel["sass"].is_null() {
            return Err(unable(
                "the report needs NVIDIA's ptxas and nvdisasm: ./x setup installs them, or set TC_PTXAS and TC_NVDISASM",
            ));
        }
        let times = kernel["roofline"]["times"].as_array();
        let times = times.ok_or_else(|| Answer::Refused {
            message: "the work of a kernel cannot be counted".to_owned(),
        })?;
        let bytes = ["spill_store_bytes", "spill_load_bytes"];
        spills += bytes
            .iter()
            .filter_map(|name| resources[*name].as_f64())
            .sum::<f64>();
        let of = |time: &Value| time["microseconds"].as_f64().unwrap_or(0.0);
        let inside = times
            .iter()
            .filter(|time| time["resource"] != "launch")
            .map(of);
        let counts = emulated_microseconds(kernel, profile, gpu);
        let inside = inside.fold(counts, f64::max);
        let least = times.iter().map(of).fold(counts, f64::max);
        let all: f64 = times.iter().map(of).sum();
        cost += launches * (least + 1e-3 * inside + 1e-6 * all);
    }
    Ok(cost * (1.0 + 2.0 * spills))
}

/// The second-level cache gives so many times what memory gives, as `schedule-choose` estimates.
const CACHE_OVER_MEMORY: f64 = 2.0;

fn emulated_microseconds(kernel: &Value, profile: &Value, gpu: &Gpu) -> f64 {
    let profiles = profile.as_array().into_iter().flatten();
    let mut own = profiles.filter(|one| one["kernel"] == kernel["kernel"]);
    let Some(totals) = own.next().map(|one| &one["totals"]) else {
        return 0.0;
    };
    let count = |name: &str| totals[name].as_f64().unwrap_or(0.0);
    let grid = kernel["grid"].as_array().into_iter().flatten();
    let blocks: f64 = grid.filter_map(Value::as_f64).product();
    let scale = blocks / count("blocks").max(1.0);
    let moved = count("sectors") * scale * gpu.sector_bytes as f64;
    let memory = moved / (CACHE_OVER_MEMORY * gpu.memory_gb_per_s * 1e3);
    let passes = count("merged_wavefronts") * scale / gpu.multiprocessors as f64;
    memory.max(passes / (gpu.clock_ghz * 1e3))
}

/// A compiled operator with its arrays.
struct Ready {
    kernel: Kernel,
    inputs: Vec<Tensor>,
    outputs: Vec<Tensor>,
    /// What outputs hold before a run, if they are updated in place.
    before: Vec<Option<Tensor>>,
    /// The threads that runs, and what measures them, are on: handing each run from one thread to
    /// another takes longer than small kernels do, and as long as it likes.
    threads: ThreadPool,
}

impl Ready {
    fn of(problem: &Problem, options: &EngineOptions) -> Result<Ready, Answer> {
        let threads = ThreadPoolBuilder::new()
            .num_threads(problem.threads)
            .build();
        let threads = threads.map_err(|error| Answer::Unable {
            message: format!("cannot start threads: {error}"),
        })?;
        let make = || -> Result<Ready, Failure> {
            // Its kernels run on the threads of whoever calls them.
            let engine = Engine::new();
            let operators = engine.define_file(&problem.file, &problem.text)?;
            let operator = match &problem.entry {
                Some(entry) => operators.operator(entry)?,
                None => operators.only()?,
            };
            let given = problem.read_inputs();
            let mut arguments = Arguments::new();
            for (name, value) in &problem.sizes {
                arguments = arguments.size(name, *value);
            }
            for input in &given {
                if let Source::File(path) = &input.source
                    && let Ok(tensor) = npy::read(path)
                {
                    arguments = arguments.array(&input.name, tensor.element_type(), tensor.shape());
                }
            }
            let kernel = operator.compile(&arguments, options)?;
            let contents = |one: &Parameter| contents(problem, &given, one);
            let signature = kernel.signature();
            let inputs = signature.inputs().map(contents).collect();
            let before: Vec<Option<Tensor>> = signature
                .outputs()
                .map(|one| one.is_given().then(|| contents(one)))
                .collect();
            let outputs = kernel.allocate()?;
            Ok(Ready {
                kernel,
                inputs,
                outputs,
                before,
                threads,
            })
        };
        make().map_err(|failure| refused(&failure))
    }

    /// Runs it once; seconds.
    fn run(&mut self) -> Result<f64, Failure> {
        Ok(self.times(1)?.pop().unwrap_or_default())
    }

    /// Seconds of some runs: of one thread its processor time, of several the time on the wall.
    fn times(&mut self, runs: usize) -> Result<Vec<f64>, Failure> {
        let Ready {
            kernel,
            inputs,
            outputs,
            before,
            threads,
        } = self;
        let alone = threads.current_num_threads() == 1;
        threads.install(|| {
            let once = |_| -> Result<f64, Failure> {
                for (output, before) in outputs.iter_mut().zip(before.iter()) {
                    if let Some(before) = before {
                        output.bytes_mut().copy_from_slice(before.bytes());
                    }
                }
                let inputs: Vec<View<'_>> = inputs.iter().map(View::from).collect();
                let mut outputs: Vec<ViewMut<'_>> = outputs.iter_mut().map(ViewMut::from).collect();
                let (begin, worked) = (Instant::now(), processor_seconds());
                kernel.run(&inputs, &mut outputs)?;
                Ok(if alone {
                    processor_seconds() - worked
                } else {
                    begin.elapsed().as_secs_f64()
                })
            };
            (0..runs).map(once).collect()
        })
    }

    fn names(&self) -> Vec<String> {
        let outputs = self.kernel.signature().outputs();
        outputs.map(|one| one.name.clone()).collect()
    }

    fn write(&self, folder: &Path) -> Result<(), npy::Error> {
        let outputs = self.names().into_iter().zip(&self.outputs);
        for (name, tensor) in outputs {
            npy::write(&folder.join(format!("{name}.npy")), tensor)?;
        }
        Ok(())
    }

    /// Runs it, and compares its results with those of the reference.
    fn compare(&mut self, folder: &Path, fault: Option<Fault>) -> Result<(), Answer> {
        self.run().map_err(|failure| refused(&failure))?;
        if let (Some(Fault::Wrong), Some(first)) = (fault, self.outputs.first_mut()) {
            first.bytes_mut().fill(0x3f);
        }
        let mut expected = Expected {
            by: "the reference",
            outputs: Vec::new(),
        };
        for name in self.names() {
            let tensor = npy::read(&folder.join(format!("{name}.npy")));
            let tensor = tensor.map_err(|error| Answer::Unable {
                message: format!("the reference of `{name}` cannot be read: {error}"),
            })?;
            expected.outputs.push((name, tensor));
        }
        let outputs = self.names().into_iter().zip(self.outputs.iter().cloned());
        let mut outcome = Outcome {
            outputs: outputs.collect(),
            ..Outcome::default()
        };
        let strict = Precision::Strict;
        outcome
            .compare(&expected, strict)
            .map_err(|errors| Answer::Wrong {
                message: messages(&errors),
            })
    }
}

/// What an argument holds.
fn contents(problem: &Problem, given: &[Input], one: &Parameter) -> Tensor {
    let source = given.iter().find(|input| input.name == one.name);
    let source = source.map_or(Source::Random(0), |input| input.source.clone());
    let scalar = problem.sizes.iter().find(|(name, _)| *name == one.name);
    let made = match (&source, scalar) {
        (_, Some((_, value))) => {
            Tensor::from_bytes(one.element, &[], &value.to_le_bytes()[..one.element.size()]).ok()
        }
        (Source::File(path), _) => npy::read(path).ok(),
        (Source::Literal(text), _) => literal(text, one.element).ok(),
        _ => source.generate(&one.name, one.element, &one.shape).ok(),
    };
    made.or_else(|| Tensor::zeros(one.element, &one.shape).ok())
        .expect("the kernel was compiled for this shape, and its outputs are as large")
}

/// Limits this process, and lets it end with the one that started it.
fn limit(job: &Job) -> io::Result<()> {
    let set = |what, most: u64| {
        let limit = libc::rlimit {
            rlim_cur: most,
            rlim_max: most,
        };
        // SAFETY: the limits are those of this process.
        match unsafe { libc::setrlimit(what, &limit) } {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        }
    };
    set(libc::RLIMIT_AS, job.limits.memory_bytes)?;
    set(libc::RLIMIT_CORE, 0)?;
    // SAFETY: only a signal for this process is chosen.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    // Who asked may have ended before: then nobody holds the other end of the input any more.
    let mut input = libc::pollfd {
        fd: libc::STDIN_FILENO,
        events: 0,
        revents: 0,
    };
    // SAFETY: there is one descriptor, and the call does not wait.
    unsafe { libc::poll(&raw mut input, 1, 0) };
    match input.revents & libc::POLLHUP {
        0 => Ok(()),
        _ => Err(io::Error::other("who asked for the trial has ended")),
    }
}

/// Goes wrong on purpose, for tests.
fn go_wrong(fault: Option<Fault>) {
    match fault {
        Some(Fault::Hang) => loop {
            std::thread::park();
        },
        Some(Fault::Crash) => std::process::abort(),
        Some(Fault::Memory) => {
            let much = vec![1_u8; 1 << 46];
            std::hint::black_box(&much);
        }
        Some(Fault::Wrong) | None => {}
    }
}
