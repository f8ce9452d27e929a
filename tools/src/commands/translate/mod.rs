//! `tc-translate`: from one notation to another.
//!
//! | flag | from | to |
//! | --- | --- | --- |
//! | `--tc-to-mlir` and so on, by notation | TC text; a function in the notation of SaC, for all extents | the `tc` dialect, of TC text without ranges |
//! | `--mlir-to-tc` and so on | a module in the `tc` dialect | text in the notation, where that is exact |
//! | `--tc-to-gradient` | TC text | the gradient of each definition, as TC text |
//! | `--tc-to-canonical` and so on, `--mlir-to-canonical` | text, a module | the canonical form, a line for each definition |
//! | `--schedule-to-isl` | a module with a `schedule.scop` | isl's own YAML of its tree |
//! | `--schedule-to-svg` | the same | a picture of its tree |
//! | `--mlir-to-ptx` | a module with `gpu.module`s at the loop level, or with `gpu.binary`s | PTX text |
//! | `--mlir-to-ptx-report` | as `--mlir-to-ptx`, or a mapped `schedule.scop` | the static report on the kernels |
//! | `--ptx-to-report` | PTX text of any compiler, and its launch (`--launch FILE.json`) | the same, and the emulator's profile with `--profile` |
//! | `--mlir-to-llvmir` | a module at the loop level, or one in the `llvm` dialect | LLVM IR text |
//!
//! A module that is not lowered yet is lowered with the pipelines of `tc-run`; a lowered one is not
//! changed. Exit status: 0 ok, 1 diagnostics, 2 usage, 70 internal error.

use tc_dialects::location;
mod notations;

use crate::flags;
use clap::{Args, Parser};
use melior::{
    Context,
    ir::{
        Module, OperationRef,
        attribute::StringAttribute,
        operation::{OperationLike, OperationPrintingFlags},
    },
};
use notations::{OfNotation, Way};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};
use tc_backend_cuda::ptx;
use tc_dialects::schedule::tree::{Refusal, Scop, svg::svg};
use tc_dialects::target::{self, Gpu, Target};
use tc_frontend::{
    Notation,
    notation::Supplied,
    tc::{Options, SearchPath, Tc},
};
use tc_pass_host::PipelineFailure;
use tc_pipelines::mapping::{MappingOptions, Math};
use tc_process::output;
use tc_runtime::{LaunchFile, report, source, text};
use tc_syntax::diagnostic::{Diagnostic, Format, SourceFile, SourceMap, Stream};

/// Translate between TC's notations.
#[derive(Parser)]
#[command(name = "tc-translate", version)]
struct CommandLine {
    #[command(flatten)]
    conversion: Conversion,
    /// File to read; `-` is standard input.
    #[arg(default_value = "-")]
    input: PathBuf,
    /// File to write, as a whole or not at all; `-` is standard output.
    #[arg(short, long, default_value = "-", value_name = "FILE")]
    output: PathBuf,
    /// Definition or scop to translate; all definitions, or the only scop, if none is named.
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// GPU to compile PTX for: a built-in description or a JSON file [default: the module's
    /// `tc.target`, or sm_90a]
    #[arg(long)]
    target: Option<String>,
    /// How a GPU computes built-in functions: precise, fast or libdevice:FILE
    #[arg(long, default_value = "precise", value_name = "HOW")]
    math: String,
    /// NVIDIA's assembler for the report [default: TC_PTXAS, or one in PATH or target/venv].
    #[arg(long, value_name = "PATH")]
    ptxas: Option<PathBuf>,
    /// How the kernel of `--ptx-to-report` is launched: grid, block, arguments.
    #[arg(long, value_name = "FILE.json", requires = "ptx_to_report")]
    launch: Option<PathBuf>,
    /// Run the launched kernel in the emulator and print its counters.
    #[arg(long, requires = "launch")]
    profile: bool,
    /// Profile this many blocks only, without the sanitizer.
    #[arg(long, value_name = "N", requires = "profile")]
    sample_blocks: Option<u64>,
    /// Print the report as one JSON object.
    #[arg(long)]
    json: bool,
    /// Print source locations: later tools then point at the lines of the `.tc` file.
    #[arg(short = 'g', long = "mlir-print-debuginfo")]
    debuginfo: bool,
    /// How diagnostics are printed: human, short, json or sarif.
    #[arg(long, default_value = "human", value_name = "FORMAT")]
    diagnostic_format: Format,
}

/// The group of the flags of which one is given.
const CONVERSION: &str = "conversion";

#[derive(Args)]
#[group(id = CONVERSION, required = true, multiple = false)]
struct Conversion {
    #[command(flatten)]
    of_notation: OfNotation,
    /// TC text of the gradients: definitions that take the inputs and the gradients of the returns.
    #[arg(long, group = CONVERSION)]
    tc_to_gradient: bool,
    /// The canonical form of each definition of a module in the tc dialect.
    #[arg(long, group = CONVERSION)]
    mlir_to_canonical: bool,
    /// The tree of a scop as isl writes it.
    #[arg(long, group = CONVERSION)]
    schedule_to_isl: bool,
    /// A picture of the tree of a scop.
    #[arg(long, group = CONVERSION)]
    schedule_to_svg: bool,
    /// PTX of the kernels; `gpu.module`s are lowered first.
    #[arg(long, group = CONVERSION)]
    mlir_to_ptx: bool,
    /// The static report on the speed of the kernels: registers, occupancy, machine code, roofline.
    #[arg(long, group = CONVERSION)]
    mlir_to_ptx_report: bool,
    /// The same for PTX text of any compiler.
    #[arg(long, group = CONVERSION)]
    ptx_to_report: bool,
    /// LLVM IR of the host functions; loops are lowered first.
    #[arg(long, group = CONVERSION)]
    mlir_to_llvmir: bool,
}

/// Answers the command line.
pub fn main() -> ExitCode {
    tc_pass_host::run_tool(|| {
        let command_line: CommandLine = flags::parse();
        let mut session = Session::default();
        let result = translate(&command_line, &mut session);
        let failed = result.is_err();
        session.said.extend(result.err().unwrap_or_default());
        session.sources.load_files_of(&session.said);
        let format = command_line.diagnostic_format.on(Stream::Error);
        output::say(&session.sources.render(&session.said, format));
        ExitCode::from(u8::from(failed))
    })
}

/// The diagnostics at the end, and the sources that they refer to.
#[derive(Default)]
struct Session {
    sources: SourceMap,
    said: Diagnostics,
}

type Diagnostics = Vec<Diagnostic>;

fn refusal(message: String) -> Diagnostics {
    vec![Diagnostic::error(None, message)]
}

fn translate(command_line: &CommandLine, session: &mut Session) -> Result<(), Diagnostics> {
    let source = read(&command_line.input)?;
    tc_process::crash::remember_input(&source);
    let name = command_line.input.display().to_string();
    let file = session
        .sources
        .add(name.as_str(), String::from_utf8_lossy(&source));
    let context = tc_runtime::new_context();
    let entry = command_line.entry.as_deref();
    let conversion = &command_line.conversion;
    let text = if conversion.tc_to_gradient {
        let mut module = compile(&context, &Tc, file.clone(), entry, &mut session.said)?;
        text::gradient(&context, &mut module, entry, &file)?
    } else if let Some((way, notation)) = conversion.of_notation.0
        && way != Way::FromMlir
    {
        let mut module = compile(&context, notation, file, entry, &mut session.said)?;
        match way {
            Way::ToCanonical => canonical_forms(&context, &mut module, entry)?,
            _ => printed(&module, command_line.debuginfo)?,
        }
    } else if conversion.ptx_to_report {
        ptx_to_report(command_line, &String::from_utf8_lossy(&source))?
    } else {
        let mut module = tc_pass_host::parse_module(&context, &source, &name)?;
        translate_module(command_line, &context, &mut module, &mut session.said)?
    };
    tc_process::output::write_atomically(&command_line.output, text.as_bytes())
        .map_err(|error| refusal(error.to_string()))
}

fn translate_module(
    command_line: &CommandLine,
    context: &Context,
    module: &mut Module<'_>,
    said: &mut Diagnostics,
) -> Result<String, Diagnostics> {
    let entry = command_line.entry.as_deref();
    if command_line.conversion.schedule_to_isl {
        schedule_to_isl(module, entry)
    } else if command_line.conversion.schedule_to_svg {
        schedule_to_svg(module, entry)
    } else if let Some((_, notation)) = command_line.conversion.of_notation.0 {
        text::written(context, module, entry, notation)
    } else if command_line.conversion.mlir_to_canonical {
        canonical_forms(context, module, entry)
    } else if command_line.conversion.mlir_to_ptx {
        mlir_to_ptx(context, module, command_line)
    } else if command_line.conversion.mlir_to_ptx_report {
        mlir_to_ptx_report(command_line, context, module, said)
    } else {
        mlir_to_llvmir(context, module)
    }
}

fn read(path: &Path) -> Result<Vec<u8>, Diagnostics> {
    let mut bytes = source::read(path)
        .map_err(|error| refusal(format!("cannot read `{}`: {error}", path.display())))?;
    // A byte order mark says that a file is UTF-8, which it is.
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    Ok(bytes)
}

/// Sizes and scalars stay names: `tc-specialize` gives them values.
fn compile<'c>(
    context: &'c Context,
    notation: &dyn Notation,
    file: SourceFile,
    entry: Option<&str>,
    said: &mut Diagnostics,
) -> Result<Module<'c>, Diagnostics> {
    let options = Options {
        free_sizes: true,
        path: SearchPath::from_environment(),
        ..Default::default()
    };
    let text = notation.read(file, &options)?;
    let lowered = text.lower(entry, &mut || Ok(Supplied::default()))?;
    let defs = lowered.defs.iter().map(AsRef::as_ref);
    let module = tc_translation::emit(context, text.file(), defs);
    said.extend_from_slice(text.diagnostics());
    Ok(module)
}

/// The text of a module, with its source locations if wanted.
fn printed(module: &Module<'_>, debuginfo: bool) -> Result<String, Diagnostics> {
    let flags = OperationPrintingFlags::new().enable_debug_info(debuginfo, false);
    let text = module.as_operation().to_string_with_flags(flags);
    text.map_err(|error| refusal(error.to_string()))
}

/// A line for each definition.
fn canonical_forms(
    context: &Context,
    module: &mut Module<'_>,
    entry: Option<&str>,
) -> Result<String, Diagnostics> {
    let forms = text::canonical_forms(context, module, entry)?;
    Ok(forms.into_iter().map(|(_, form)| form + "\n").collect())
}

fn schedule_to_isl(module: &Module<'_>, entry: Option<&str>) -> Result<String, Diagnostics> {
    of_scop(module, entry, |scop| Ok(scop.tree.to_isl()?.to_yaml()?))
}

fn schedule_to_svg(module: &Module<'_>, entry: Option<&str>) -> Result<String, Diagnostics> {
    of_scop(module, entry, |scop| Ok(svg(&scop.tree)))
}

/// The result of a function on the scop of that name, or on the only one.
fn of_scop(
    module: &Module<'_>,
    entry: Option<&str>,
    text: impl FnOnce(&Scop) -> Result<String, Refusal>,
) -> Result<String, Diagnostics> {
    let scop = find_scop(module, entry)?;
    let isl = tc_isl::thread_context();
    let read = Scop::from_op(&isl, scop);
    read.and_then(|scop| text(&scop)).map_err(|refusal| {
        let error =
            Diagnostic::error(None, refusal.message).at(location::place(scop.location()), "");
        vec![refusal.notes.into_iter().fold(error, Diagnostic::with_note)]
    })
}

/// The scop of that name, or the only one.
fn find_scop<'c, 'a>(
    module: &'a Module<'c>,
    entry: Option<&str>,
) -> Result<OperationRef<'c, 'a>, Diagnostics> {
    let mut scops = tc_pass_host::nested(module.as_operation());
    scops.retain(|operation| tc_pass_host::is(*operation, "schedule.scop"));
    let names: Vec<String> = scops.iter().map(|scop| symbol_name(*scop)).collect();
    let found = match entry {
        Some(entry) => names.iter().position(|name| name == entry),
        None => (names.len() == 1).then_some(0),
    };
    match (found, entry) {
        (Some(index), _) => Ok(scops[index]),
        (None, _) if names.is_empty() => Err(refusal(
            "the module holds no `schedule.scop`; `tc-to-schedule` makes one".to_owned(),
        )),
        (None, Some(entry)) => Err(refusal(format!(
            "no scop `{entry}`; there are {}",
            names.join(", ")
        ))),
        (None, None) => Err(refusal(format!(
            "name one scop with `--entry`: {}",
            names.join(", ")
        ))),
    }
}

fn symbol_name(operation: OperationRef<'_, '_>) -> String {
    let attribute = operation
        .attribute("sym_name")
        .and_then(StringAttribute::try_from);
    attribute
        .map(|name| name.value().to_owned())
        .unwrap_or_default()
}

fn mlir_to_ptx(
    context: &Context,
    module: &mut Module<'_>,
    command_line: &CommandLine,
) -> Result<String, Diagnostics> {
    let math = Math::try_from(command_line.math.clone())
        .map_err(|reason| refusal(format!("--math: {reason}")))?;
    let mapping = MappingOptions {
        math,
        ..MappingOptions::gpu()
    };
    if has_operation(module, "gpu.module") {
        let gpu = gpu(command_line.target.as_deref(), Some(module))?;
        let pipeline = tc_pipelines::inner_text(&tc_backend_cuda::pipeline::to_ptx(&gpu, &mapping));
        run(context, module, &pipeline)?;
    }
    ptx::text(module).map_err(|error| {
        let nothing = "the module holds neither `gpu.module` nor `gpu.binary`; `schedule-to-gpu` makes the first";
        refusal(match error {
            ptx::Error::NoPtx => nothing.to_owned(),
            other => other.to_string(),
        })
    })
}

/// The GPU of that name or description; without one that of the module.
fn gpu(name: Option<&str>, module: Option<&Module<'_>>) -> Result<Gpu, Diagnostics> {
    let of_module = module.and_then(|module| Target::of_operation(module.as_operation()));
    let found = match (name, of_module) {
        (None, Some(target)) => Ok(target),
        (name, _) => target::find(name.unwrap_or("sm_90a")),
    };
    let target = found.map_err(|error| error.diagnostics())?;
    target.as_gpu().cloned().ok_or_else(|| {
        let message = format!("target `{}` is not a GPU, so it has no PTX", target.name());
        refusal(message)
    })
}

fn mlir_to_ptx_report(
    command_line: &CommandLine,
    context: &Context,
    module: &mut Module<'_>,
    said: &mut Diagnostics,
) -> Result<String, Diagnostics> {
    let gpu = gpu(command_line.target.as_deref(), Some(module))?;
    let work = report::work(module, module, gpu.warp as i64, said);
    if has_operation(module, "schedule.scop") {
        let lower = tc_backend_cuda::pipeline::to_loops();
        run(context, module, &lower.text())?;
    }
    let known = ptx::known_launches(module);
    mlir_to_ptx(context, module, command_line)?;
    let made = report::of(module, &gpu, &work, known, command_line.ptxas.as_deref())?;
    Ok(if command_line.json {
        format!("{}\n", made.to_json())
    } else {
        made.to_text()
    })
}

fn ptx_to_report(command_line: &CommandLine, ptx: &str) -> Result<String, Diagnostics> {
    let gpu = gpu(command_line.target.as_deref(), None)?;
    let launch = command_line.launch.as_deref().map(LaunchFile::read);
    let launch = launch.transpose()?;
    let launches: Vec<_> = launch.iter().map(LaunchFile::launch).collect();
    let work: Vec<_> = launch.iter().flat_map(LaunchFile::work).collect();
    let made = report::of_ptx(ptx, &gpu, &launches, &work, command_line.ptxas.as_deref())?;
    let profile = match launch.filter(|_| command_line.profile) {
        Some(launch) => Some(launch.profile(ptx, command_line.sample_blocks)?),
        None => None,
    };
    if command_line.json {
        let object = serde_json::json!({"report": made.to_json(), "profile": profile});
        return Ok(format!("{object}\n"));
    }
    Ok(made.to_text() + &profile.map_or(String::new(), |profile| profile.to_text()))
}

fn mlir_to_llvmir(context: &Context, module: &mut Module<'_>) -> Result<String, Diagnostics> {
    if has_operation(module, "func.func") {
        run(context, module, &tc_backend_cpu::pipeline::to_llvm().text())?;
    }
    tc_pass_host::llvm_ir(context, module)
}

fn has_operation(module: &Module<'_>, name: &str) -> bool {
    let operations = tc_pass_host::nested(module.as_operation());
    operations
        .iter()
        .any(|operation| tc_pass_host::is(*operation, name))
}

fn run(context: &Context, module: &mut Module<'_>, pipeline: &str) -> Result<(), Diagnostics> {
    match tc_pass_host::run_pipeline(context, module, pipeline, None) {
        Ok(_) => Ok(()),
        Err(PipelineFailure::Failed { diagnostics }) => Err(diagnostics),
        Err(invalid) => Err(refusal(invalid.to_string())),
    }
}
