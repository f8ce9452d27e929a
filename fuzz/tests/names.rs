//! Names of a program never meet names of isl, nor those that passes choose.
//!
//! The names are collected from the string literals of the sources: letters before a placeholder
//! (`c{depth}`), words of texts in isl's notation, suffixes (`{name}_init`), isl's keywords and the
//! prefixes of names that isl makes. Each is the name of a size, of indices, of tensors and of a
//! def in programs with open sizes, tiles, copies, split reductions and loops.

use std::collections::BTreeSet;
use std::path::Path;

use tc_pipelines::mapping::{MappingOptions, Tile};
use tc_runtime::{
    Checking, Contents, Executor, Given, Lowering, Program, Reading, Running, Tensors,
};
use tc_runtime::{Input, Source};
use tc_syntax::diagnostic::{Code, Diagnostic};

/// Keywords of isl's parser, and the first letters of names that isl makes: indices, results,
/// divisions, parameters, iterators.
const OF_ISL: [&str; 24] = [
    "and", "ceil", "ceild", "exists", "floor", "floord", "implies", "infinity", "infty", "MAX",
    "MIN", "mod", "NaN", "not", "or", "rat", "True", "i0", "o0", "e0", "p0", "c0", "Or", "unroll",
];

/// The string literals of a source, without its tests.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let code = source.split("#[cfg(test)]").next().unwrap_or(source);
    for line in code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
    {
        found.extend(line.split('"').skip(1).step_by(2).map(str::to_owned));
    }
    found
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The names that a literal may become a part of.
fn names_in(literal: &str, names: &mut BTreeSet<String>) {
    let is_isl = literal.contains("{{ ") || literal.contains(" -> [") || literal.contains("floor(");
    let bytes: Vec<char> = literal.chars().collect();
    let mut at = 0;
    while at < bytes.len() {
        if !is_word(bytes[at]) {
            at += 1;
            continue;
        }
        let begin = at;
        while at < bytes.len() && is_word(bytes[at]) {
            at += 1;
        }
        let word: String = bytes[begin..at].iter().collect();
        let placeholder = bytes.get(at) == Some(&'{') && bytes.get(at + 1) != Some(&'{');
        let behind = begin > 0 && bytes[begin - 1] == '}';
        // `c{depth}` and `{name}_init`; other words only in isl's notation.
        if placeholder && word.len() <= 6 && !behind {
            names.extend((0..2).map(|number| format!("{word}{number}")));
        } else if behind && word.starts_with('_') {
            names.insert(format!("S0{word}"));
            names.insert(format!("A{word}"));
        } else if is_isl && word.len() <= 8 {
            names.insert(word);
        }
    }
}

/// All names that are tried.
fn names() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a workspace");
    let mut names: BTreeSet<String> = OF_ISL.iter().map(|name| (*name).to_owned()).collect();
    let mut pending: Vec<_> = ["passes", "dialects/src/schedule", "isl/src"]
        .iter()
        .map(|folder| root.join(folder))
        .collect();
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.to_string_lossy().into_owned();
            if path.is_dir() {
                pending.push(path);
            } else if name.ends_with(".rs") && !name.contains("tests") && !name.contains("brute") {
                let source = std::fs::read_to_string(&path).expect("a source");
                literals(&source)
                    .iter()
                    .for_each(|one| names_in(one, &mut names));
            }
        }
    }
    let is_name = |name: &String| name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    names
        .into_iter()
        .filter(is_name)
        .filter(|name| !is_reserved(name))
        .collect()
}

/// Whether TC does not take a name, as that of a size or of a tensor.
fn is_reserved(name: &str) -> bool {
    let text = format!("def f(float({name}) x) -> (y) {{ y(i) = x(i) }}");
    let tensor = format!("def f(float(N_) {name}) -> (y) {{ y(i) = {name}(i) }}");
    [text, tensor].iter().any(|text| {
        let context = tc_runtime::new_context();
        let program = Program::parse(&context, "name.tc", text, Reading::default());
        program.is_err_and(|failure| failure.diagnostics.iter().any(is_about_names))
    })
}

fn is_about_names(diagnostic: &Diagnostic) -> bool {
    matches!(diagnostic.code, Some(Code::TC0106 | Code::TC0204))
}

/// Programs with these names in all places; two, so that each place occurs in a loop and out of it.
fn programs(names: &[String]) -> [String; 2] {
    let [size, left, right, out, sum, index, other, reduced, def] = names else {
        panic!("nine names");
    };
    [
        format!(
            "def {def}(float({size},K_) {left}, float(K_,M_) {right}) -> ({out}) {{
  {sum}({index},{other}) +=! {left}({index},{reduced}) * {right}({reduced},{other})
  {out}({index},{other}) = {sum}({index},{other}) + {left}({index},0)
}}"
        ),
        format!(
            "def {def}(float({size},K_) {left}, float(K_,M_) {right}) -> ({out}) {{
  {out}({index},{other}) = {left}({index},0) * {right}(0,{other})
  for {reduced} in 1:K_ {{
    {sum}({index},{other}) = {out}({index},{other}) + {right}({reduced},{other}) where {index} in 0:{size}
    {out}({index},{other}) = {sum}({index},{other}) + {left}({index},{reduced}) where {other} in 0:M_
  }}
}}"
        ),
    ]
}

/// The results on a machine and those of the reference.
fn run(
    text: &str,
    names: &[String],
    executor: Executor,
    open: bool,
) -> Result<(Tensors, Tensors), String> {
    let [size, left, right, ..] = names else {
        panic!("names");
    };
    let mapping = match executor {
        Executor::Emulator => MappingOptions {
            tile: Tile::Sizes(vec![2, 4, 2]),
            block: vec![2, 2],
            grid: vec![2, 1],
            shared: true,
            ..MappingOptions::gpu()
        },
        _ => MappingOptions {
            tile: Tile::Sizes(vec![2, 2, 4]),
            ..MappingOptions::cpu()
        },
    };
    let input = |name: &String| Input {
        name: name.clone(),
        source: Source::Quarters(1),
    };
    let sizes = vec![
        (size.clone(), 5),
        ("K_".to_owned(), 6),
        ("M_".to_owned(), 7),
    ];
    let given = Given {
        open: if open {
            sizes.iter().map(|(name, _)| name.clone()).collect()
        } else {
            Vec::new()
        },
        sizes,
        inputs: vec![input(left), input(right)],
    };
    let lowering = Lowering {
        mapping,
        ..Lowering::new(executor)
    };
    let outcome = || {
        let context = tc_runtime::new_context();
        let program = Program::parse(&context, "names.tc", text, Reading::default())?;
        let platform = program.platform(lowering)?;
        let bound = program
            .check(Checking::default(), &given)?
            .bind(Contents::Random)?;
        let expected = bound.evaluate()?;
        let found = bound.compile(platform)?.run(&Running::default())?;
        Ok((found.outputs, expected.outputs))
    };
    outcome().map_err(|failure: tc_runtime::Failure| {
        let all = failure.diagnostics.iter();
        all.map(|one| one.short()).collect::<Vec<_>>().join("\n")
    })
}

fn differs((found, expected): &(Tensors, Tensors)) -> bool {
    found
        .iter()
        .zip(expected)
        .any(|((_, found), (_, expected))| {
            (0..expected.len()).any(|at| found.get_f64(at) != expected.get_f64(at))
        })
}

#[test]
fn names_of_a_program_never_meet_those_of_passes_or_isl() {
    let names = names();
    assert!(names.len() > 60, "{names:?}");
    for known in [
        "c0", "b0", "d0", "e0", "i0", "l0", "p0", "a0", "K0", "A_s", "S0_init", "MAX",
    ] {
        assert!(names.iter().any(|name| name == known), "{known}: {names:?}");
    }
    let (mut wrong, mut closed) = (Vec::new(), 0);
    for first in 0..names.len() {
        let own: Vec<String> = (0..9)
            .map(|at| names[(first + at * 7) % names.len()].clone())
            .collect();
        let distinct: BTreeSet<&String> = own.iter().collect();
        assert_eq!(distinct.len(), own.len());
        // Each name is that of a size of both programs, open on both machines.
        let text = &programs(&own)[first % 2];
        let executor = if first % 4 < 2 {
            Executor::Cpu
        } else {
            Executor::Emulator
        };
        for open in [true, false] {
            if !open && first % 3 > 0 {
                continue;
            }
            match run(text, &own, executor, open) {
                Ok(both) if !differs(&both) => {}
                Ok(_) => wrong.push(format!("another result, open {open}: {text}")),
                Err(reason) if open && reason.contains("cannot be left open") => closed += 1,
                Err(reason) => wrong.push(format!("{reason}, open {open}: {text}")),
            }
        }
    }
    assert!(
        closed <= names.len() / 8,
        "{closed} of {} cannot be left open",
        names.len()
    );
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        2 * names.len(),
        wrong.join("\n")
    );
}
