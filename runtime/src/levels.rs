//! Printing levels: `--emit LEVEL[=FILE]`.

use melior::ir::{
    Module,
    operation::{OperationLike, OperationPrintingFlags},
};
use std::{path::PathBuf, str::FromStr};
use tc_passes::{
    mapping::MappingOptions,
    pipelines::{self, Bindings, Level, Stage},
    target::Target,
};

/// One `--emit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emit {
    /// What is printed.
    pub level: Level,
    /// Standard output without one.
    pub file: Option<PathBuf>,
}

impl FromStr for Emit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (level, file) = match text.split_once('=') {
            Some((_, "")) => return Err("expected a file after `=`".to_owned()),
            Some((level, file)) => (level, Some(PathBuf::from(file))),
            None => (text, None),
        };
        Ok(Self {
            level: level.parse()?,
            file,
        })
    }
}

/// All stages for a target, the first one being [`pipelines::to_tc`]. `attach` is its name for
/// [`tc_passes::target::find`]; `None` if the module names its target.
pub fn stages(
    target: &Target,
    attach: Option<&str>,
    mapping: &MappingOptions,
    bindings: &Bindings,
) -> Vec<Stage> {
    match target {
        Target::Gpu(gpu) => tc_backend_cuda::pipeline::stages(gpu, attach, mapping, bindings),
        Target::Cpu(_) => tc_backend_cpu::pipeline::stages(target, attach, mapping, bindings),
    }
}

/// A module's text, with or without the source location of each operation.
pub fn text(module: &Module<'_>, source_lines: bool) -> String {
    let operation = module.as_operation();
    let flags = OperationPrintingFlags::new().enable_debug_info(source_lines, false);
    let text = operation.to_string_with_flags(flags);
    text.unwrap_or_else(|_| operation.to_string())
        .trim_end()
        .to_owned()
}

/// A level's text as it is printed: its first line is the pipeline that continues from there, for
/// `tc-opt`.
pub fn with_header(module: &str, rest: &[Stage]) -> String {
    if rest.is_empty() {
        return format!("{module}\n");
    }
    format!("// pipeline: {}\n{module}\n", pipelines::text(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_go_to_standard_output_or_to_a_file() {
        let emit = |text: &str| text.parse::<Emit>();
        assert_eq!(
            emit("ptx"),
            Ok(Emit {
                level: Level::Ptx,
                file: None
            })
        );
        assert_eq!(
            emit("gpu=a=b"),
            Ok(Emit {
                level: Level::Loops,
                file: Some("a=b".into())
            })
        );
        assert_eq!(emit("ptx="), Err("expected a file after `=`".to_owned()));
        assert_eq!(
            emit("asm"),
            Err(
                "unknown level `asm`: there are tc, schedule, loops (or gpu), llvm, ptx".to_owned()
            )
        );
    }
}
