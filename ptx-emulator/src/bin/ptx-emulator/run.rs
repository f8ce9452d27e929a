//! From the command line to an outcome: finds the kernel, compares its arguments with its
//! parameters, places them in memory, and runs it.

use std::collections::HashSet;
use std::io::{self, Read};
use std::path::Path;

use ptx_emulator::{
    Argument as Given, ArrayId, Error, Initial, Launch, Memory, Module, Options, Parameter, Report,
    launch, outlines,
};

use crate::argument::{Argument, Array, Contents};
use crate::output::{Outcome, Returned};
use crate::{CommandLine, Failure, npy};

/// Runs the kernel.
///
/// # Errors
/// PTX that cannot be read or is not emulated, and all arguments that do not fit.
pub fn run(command_line: &CommandLine, arguments: &[Argument]) -> Result<Outcome, Failure> {
    let name = command_line.file.display().to_string();
    let ptx = read(&command_line.file).map_err(|error| format!("cannot read `{name}`: {error}"))?;
    let module = Module::parse(&ptx).map_err(|error| in_file(&error, &name))?;
    let kernel = kernel(command_line, &module)?;
    let block = block(command_line, &ptx, &kernel)?;
    let parameters = module
        .parameters(&kernel)
        .map_err(|error| error.to_string())?;
    let (mut memory, given, returned) = place(&kernel, &parameters, arguments)?;
    let shape = Launch {
        grid: command_line.grid.0,
        block,
        dynamic_shared: command_line.shared,
        arguments: given,
    };
    let options = Options {
        sanitize: !command_line.no_sanitizer,
        seed: command_line.seed,
        ..Options::default()
    };
    let report = match launch(&module, &kernel, &shape, &mut memory, &options) {
        Ok(report) => report,
        Err(error) => return Err(Failure::from(error.to_string())),
    };
    Ok(outcome(ptx, shape, report, &memory, returned))
}

fn outcome(
    ptx: String,
    shape: Launch,
    report: Report,
    memory: &Memory,
    returned: Vec<(ArrayId, Returned)>,
) -> Outcome {
    let filled = returned.into_iter().map(|(array, returned)| Returned {
        bytes: memory.read(array),
        ..returned
    });
    Outcome {
        arrays: filled.collect(),
        ptx,
        grid: shape.grid,
        block: shape.block,
        report,
    }
}

/// The largest text that is read: compilers write some megabytes at most.
const MOST_BYTES: u64 = 256 << 20;

fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    let source: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin())
    } else {
        Box::new(std::fs::File::open(path)?)
    };
    source.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        let message = format!("expected PTX of at most {MOST_BYTES} bytes, found more");
        return Err(io::Error::other(message));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The mistakes of a text, each with its place in the file.
fn in_file(error: &Error, name: &str) -> Failure {
    let mistakes = error.mistakes().iter();
    Failure::refused(
        mistakes
            .map(|mistake| format!("{name}:{mistake}"))
            .collect(),
    )
}

fn kernel(command_line: &CommandLine, module: &Module) -> Result<String, String> {
    let names = module.kernel_names();
    match (&command_line.entry, names.as_slice()) {
        (Some(name), _) => match module.parameters(name) {
            Ok(_) => Ok(name.clone()),
            Err(error) => Err(error.to_string()),
        },
        (None, [one]) => Ok((*one).to_owned()),
        (None, []) => Err("expected a kernel (`.entry`) in the file, found none".to_owned()),
        (None, several) => Err(format!(
            "expected one kernel in the file, found {}: choose with --entry",
            several.join(", ")
        )),
    }
}

fn block(command_line: &CommandLine, ptx: &str, kernel: &str) -> Result<[u32; 3], String> {
    if let Some(block) = command_line.block {
        return Ok(block.0);
    }
    let outlines = outlines(ptx).map_err(|error| error.to_string())?;
    let mut declared = outlines.iter().filter(|outline| outline.kernel == kernel);
    let block = declared.find_map(|outline| outline.block);
    block.ok_or_else(|| {
        format!("expected --block: kernel `{kernel}` has neither `.reqntid` nor `.maxntid`")
    })
}

/// The arguments of the kernel in memory, and the resulting arrays.
type Placed = (Memory, Vec<Given>, Vec<(ArrayId, Returned)>);

fn place(
    kernel: &str,
    parameters: &[Parameter],
    arguments: &[Argument],
) -> Result<Placed, Failure> {
    let mut messages = Vec::new();
    if arguments.len() != parameters.len() {
        let names: Vec<String> = parameters
            .iter()
            .map(|parameter| format!("{} .{}", parameter.name, parameter.ty))
            .collect();
        messages.push(format!(
            "kernel `{kernel}` takes {} arguments ({}), found {} --arg",
            parameters.len(),
            names.join(", "),
            arguments.len()
        ));
    }
    let mut memory = Memory::new();
    let (mut given, mut returned) = (Vec::new(), Vec::new());
    let mut files = HashSet::new();
    for (number, argument) in arguments.iter().enumerate() {
        let parameter = parameters.get(number);
        if let Some(Err(reason)) = parameter.map(|parameter| argument.check(parameter)) {
            messages.push(reason);
        }
        let name = parameter.map_or_else(String::new, |parameter| parameter.name.clone());
        match argument {
            Argument::Value(_, bytes) | Argument::Bytes(bytes) => {
                given.push(Given::Bytes(bytes.clone()));
            }
            Argument::Array(array) => match allocate(&mut memory, &name, array) {
                Ok((id, shape)) => {
                    given.push(Given::Pointer(id));
                    if array.returned {
                        returned.push((id, Returned::new(name, array, shape)));
                    }
                }
                Err(reason) => messages.push(reason),
            },
        }
        if let Argument::Array(Array {
            output: Some(file), ..
        }) = argument
            && !files.insert(file)
        {
            messages.push(format!(
                "two arrays go to {}: name another file",
                file.display()
            ));
        }
    }
    if messages.is_empty() {
        Ok((memory, given, returned))
    } else {
        Err(Failure::refused(messages))
    }
}

fn allocate(
    memory: &mut Memory,
    name: &str,
    array: &Array,
) -> Result<(ArrayId, Vec<usize>), String> {
    let element = array.element.bytes();
    let bytes = |shape: &[usize]| shape.iter().product::<usize>() * element;
    let (shape, initial) = match &array.contents {
        Contents::File(path) => {
            let (shape, data) = npy::read(path, array.element)?;
            (shape, Initial::Data(data))
        }
        Contents::Nothing(shape) => (shape.clone(), Initial::Uninitialised),
        Contents::Zeros(shape) => (shape.clone(), Initial::Data(vec![0; bytes(shape)])),
    };
    let id = memory.allocate(name, bytes(&shape), initial);
    memory.describe(id, element, &shape);
    Ok((id, shape))
}
