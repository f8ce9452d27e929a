//! Runs `mlir-tblgen` over `td/` and compiles `cpp/`.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

include!("clang.rs");

/// Generators of one dialect: flag of `mlir-tblgen`, output file.
const GENERATORS: [(&str, &str); 8] = [
    ("-gen-dialect-decls", "Dialect.h.inc"),
    ("-gen-dialect-defs", "Dialect.cpp.inc"),
    ("-gen-attrdef-decls", "Attributes.h.inc"),
    ("-gen-attrdef-defs", "Attributes.cpp.inc"),
    ("-gen-typedef-decls", "Types.h.inc"),
    ("-gen-typedef-defs", "Types.cpp.inc"),
    ("-gen-op-decls", "Ops.h.inc"),
    ("-gen-op-defs", "Ops.cpp.inc"),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=clang.rs");
    println!("cargo:rerun-if-changed=td");
    let prefix = llvm_prefix();
    let generated = PathBuf::from(env::var("OUT_DIR")?).join("include");
    fs::create_dir_all(&generated)?;
    for (file, dialect) in [("Tc", "tc"), ("Schedule", "schedule")] {
        for (generator, suffix) in GENERATORS {
            let selection = selection(generator, dialect);
            generate(
                &prefix,
                &generated,
                generator,
                &selection,
                file,
                &format!("{file}{suffix}"),
            )?;
        }
    }
    // Enumerations cannot be selected by dialect: Schedule.td includes Tc.td, so it yields those of
    // both.
    for (generator, output) in [
        ("-gen-enum-decls", "Enums.h.inc"),
        ("-gen-enum-defs", "Enums.cpp.inc"),
    ] {
        generate(&prefix, &generated, generator, "", "Schedule", output)?;
    }
    declare(&prefix, "Capi.h")?;
    compile_cpp(&prefix, &[&generated], "tc_dialects_cpp")
}

/// The flag that restricts a generator to one dialect, since a `.td` file also defines what it
/// includes.
fn selection(generator: &str, dialect: &str) -> String {
    match generator {
        "-gen-dialect-decls" | "-gen-dialect-defs" => format!("-dialect={dialect}"),
        "-gen-attrdef-decls" | "-gen-attrdef-defs" => format!("--attrdefs-dialect={dialect}"),
        "-gen-typedef-decls" | "-gen-typedef-defs" => format!("--typedefs-dialect={dialect}"),
        _ => format!("--op-include-regex=^{dialect}\\."),
    }
}

fn generate(
    prefix: &Path,
    generated: &Path,
    generator: &str,
    selection: &str,
    file: &str,
    output: &str,
) -> Result<(), Box<dyn Error>> {
    let mut command = Command::new(prefix.join("bin/mlir-tblgen"));
    command
        .arg(generator)
        .arg("-I")
        .arg(prefix.join("include"))
        .args(["-I", "td"]);
    command.args((!selection.is_empty()).then_some(selection));
    command
        .arg(format!("td/{file}.td"))
        .arg("-o")
        .arg(generated.join(output));
    let status = command.status().map_err(|error| {
        format!(
            "cannot run {:?}: {error}; set {PREFIX_VARIABLE} to an LLVM 22 with MLIR",
            command.get_program()
        )
    })?;
    if !status.success() {
        return Err(format!("mlir-tblgen {generator} failed on td/{file}.td").into());
    }
    Ok(())
}
