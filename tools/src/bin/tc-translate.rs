//! `tc-translate`: from one notation to another.
//!
//! | flag | from | to |
//! | --- | --- | --- |
//! | `--mlir-to-ptx` | a module with `gpu.module`s at the loop level, or with `gpu.binary`s | PTX text |
//! | `--mlir-to-llvmir` | a module at the loop level, or one in the `llvm` dialect | LLVM IR text |
//!
//! What is not lowered yet is lowered with the same pipelines as `tc-run`; a module that is lowered passes through
//! untouched. Exit status: 0 ok, 1 diagnostics, 2 usage, 70 internal error.

use clap::{Args, Parser};
use melior::{
    Context,
    ir::{Module, operation::OperationLike},
};
use std::{
    fs,
    io::{self, IsTerminal, Read},
    path::{Path, PathBuf},
    process::ExitCode,
};
use tc_dialects::diagnostic::{Diagnostic, Format, SourceMap};
use tc_passes::{
    api::{self, PipelineFailure},
    pipelines,
    target::Target,
};

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
    /// GPU that PTX is made for, where the module does not say.
    #[arg(long, default_value = "sm_90a")]
    target: String,
    /// How diagnostics are printed: human, short, json or sarif.
    #[arg(long, default_value = "human", value_name = "FORMAT")]
    diagnostic_format: Format,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct Conversion {
    /// PTX of the kernels; `gpu.module`s are lowered first.
    #[arg(long)]
    mlir_to_ptx: bool,
    /// LLVM IR of the host functions; loops are lowered first.
    #[arg(long)]
    mlir_to_llvmir: bool,
}

fn main() -> ExitCode {
    api::run_tool(|| {
        let command_line = CommandLine::parse();
        let mut sources = SourceMap::default();
        match translate(&command_line, &mut sources) {
            Ok(()) => ExitCode::SUCCESS,
            Err(diagnostics) => {
                sources.load_files_of(&diagnostics);
                let format = with_colours(command_line.diagnostic_format);
                eprint!("{}", sources.render(&diagnostics, format));
                ExitCode::FAILURE
            }
        }
    })
}

/// Colours are for people at a terminal.
fn with_colours(format: Format) -> Format {
    match format {
        Format::Human if io::stderr().is_terminal() => Format::Coloured,
        other => other,
    }
}

type Diagnostics = Vec<Diagnostic>;

fn refusal(message: String) -> Diagnostics {
    vec![Diagnostic::error(None, message)]
}

fn translate(command_line: &CommandLine, sources: &mut SourceMap) -> Result<(), Diagnostics> {
    let source = read(&command_line.input)?;
    api::remember_input(&source);
    let name = command_line.input.display().to_string();
    if let Ok(text) = std::str::from_utf8(&source) {
        sources.add(name.as_str(), text);
    }
    let context = api::new_context();
    let mut module = api::parse_module(&context, &source, &name)?;
    let text = if command_line.conversion.mlir_to_ptx {
        mlir_to_ptx(&context, &mut module, &command_line.target)?
    } else {
        mlir_to_llvmir(&context, &mut module)?
    };
    api::write_atomically(&command_line.output, text.as_bytes())
        .map_err(|error| refusal(error.to_string()))
}

fn read(path: &Path) -> Result<Vec<u8>, Diagnostics> {
    let mut bytes = Vec::new();
    let result = if path == Path::new("-") {
        io::stdin().read_to_end(&mut bytes)
    } else {
        fs::File::open(path).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    match result {
        Ok(_) => Ok(bytes),
        Err(error) => Err(refusal(format!(
            "cannot read `{}`: {error}",
            path.display()
        ))),
    }
}

fn mlir_to_ptx(
    context: &Context,
    module: &mut Module<'_>,
    target: &str,
) -> Result<String, Diagnostics> {
    if has_operation(module, "gpu.module") {
        let Target::Gpu(gpu) = Target::find(target).map_err(|error| refusal(error.to_string()))?
        else {
            return Err(refusal(format!(
                "target `{target}` is no GPU, so there is no PTX for it"
            )));
        };
        run(context, module, &pipelines::gpu_to_ptx(&gpu))?;
    }
    tc_backend_cuda::ptx::text(module).map_err(|_| {
        refusal("the module holds neither `gpu.module` nor `gpu.binary`; `schedule-to-gpu` makes the first".to_owned())
    })
}

fn mlir_to_llvmir(context: &Context, module: &mut Module<'_>) -> Result<String, Diagnostics> {
    if has_operation(module, "func.func") {
        run(context, module, pipelines::cpu_to_llvm())?;
    }
    api::llvm_ir(context, module)
}

fn has_operation(module: &Module<'_>, name: &str) -> bool {
    api::nested(module.as_operation())
        .iter()
        .any(|operation| operation.name().as_string_ref().as_str() == Ok(name))
}

fn run(context: &Context, module: &mut Module<'_>, pipeline: &str) -> Result<(), Diagnostics> {
    match api::run_pipeline(context, module, pipeline, None) {
        Ok(_) => Ok(()),
        Err(PipelineFailure::Failed { diagnostics }) => Err(diagnostics),
        Err(invalid) => Err(refusal(invalid.to_string())),
    }
}
