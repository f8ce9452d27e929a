//! Every program of the repository: to the `tc` dialect, back to text, and to the dialect again is
//! the same IR with the same canonical form.

use super::{canonical_forms, symbolic, written};
use crate::new_context;
use melior::{Context, ir::Module};
use std::fs;
use std::path::{Path, PathBuf};
use tc_frontend::tc::Tc;
use tc_pass_host::parse_module;
use tc_syntax::diagnostic::SourceFile;

/// The folders with programs, from the root of the repository.
const FOLDERS: [&str; 7] = [
    "examples",
    "frontend",
    "fuzz",
    "kernels",
    "lit-tests",
    "spec-tests",
    "tools",
];

fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders: Vec<PathBuf> = FOLDERS.iter().map(|name| root.join(name)).collect();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository") {
            let path = entry.expect("an entry of a folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|one| one == "tc") {
                found.push(path);
            }
        }
    }
    found
}

fn compiled<'c>(context: &'c Context, name: &str, text: &str) -> Option<Module<'c>> {
    let file = SourceFile::new(name, text);
    let compiled = tc_translation::compile(context, file, None, &symbolic());
    compiled.ok().map(|compiled| compiled.module)
}

/// What is wrong with the way there and back; none for a program that does not compile.
fn problem(name: &str, text: &str) -> Option<Result<(), String>> {
    let context = new_context();
    let mut module = compiled(&context, name, text)?;
    let first = module.as_operation().to_string();
    let outcome = written(&context, &mut module, None, &Tc)
        .map_err(|errors| format!("not raised: {errors:?}"));
    Some(outcome.and_then(|raised| {
        let Some(mut again) = compiled(&context, "<raised>", &raised) else {
            return Err(format!("its raised text does not compile:\n{raised}"));
        };
        if again.as_operation().to_string() != first {
            return Err(format!("its raised text is another program:\n{raised}"));
        }
        let mut parsed = parse_module(&context, first.as_bytes(), name)
            .map_err(|errors| format!("{errors:?}"))?;
        let form = |module: &mut Module<'_>| canonical_forms(&context, module, None).ok();
        let forms = [form(&mut module), form(&mut again), form(&mut parsed)];
        if forms.iter().all(|one| *one == forms[0]) {
            Ok(())
        } else {
            Err(format!("its canonical forms differ:\n{forms:#?}"))
        }
    }))
}

#[test]
fn every_program_comes_back_from_the_dialect() {
    let results: Vec<Result<(), String>> = programs()
        .iter()
        .filter_map(|path| {
            let text = fs::read_to_string(path).ok()?;
            let name = path.display().to_string();
            let outcome = problem(&name, &text)?;
            Some(outcome.map_err(|problem| format!("{name}: {problem}")))
        })
        .collect();
    let problems: Vec<&String> = results
        .iter()
        .filter_map(|one| one.as_ref().err())
        .collect();
    assert!(problems.is_empty(), "{problems:#?}");
    assert!(
        results.len() > 200,
        "only {} programs compile",
        results.len()
    );
}
