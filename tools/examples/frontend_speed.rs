//! The speed from text to the `tc` dialect with ranges, for `./x bench frontend`: prints one JSON
//! object.
//!
//! Lexing is measured on a text of a few megabytes; the stages from text to ranges on one
//! definition of 100, 1,000 and 10,000 statements. Each figure is the best of several runs in this
//! process, in seconds of processor time, which other processes disturb less than wall-clock time;
//! all stages run on one thread.

use serde_json::{Map, Value, json};
use tc_frontend::tc::{Options, check};
use tc_runtime::processor_seconds;
use tc_syntax::diagnostic::SourceFile;
use tc_syntax::tc;
use tc_translation::emit;

const SIZES: [usize; 3] = [100, 1_000, 10_000];
const PASSES: &str = "tc-inline-calls,symbol-dce,tc.def(tc-infer-ranges,tc-check-inplace)";

/// A definition whose statements read the results of earlier ones: pointwise, shifted, and summed.
fn program(statements: usize) -> SourceFile {
    let body: String = (0..statements)
        .map(|n| {
            let before = match n {
                0 => "A".to_owned(),
                _ => format!("t{}", n - 1),
            };
            match n % 3 {
                0 => format!("  t{n}(i, j) = {before}(i, j) * 0.5 + A(i, j)\n"),
                1 => format!("  t{n}(i, j) = max({before}(i, j), 0) - exp(A(i, j))  # bounded\n"),
                _ => format!("  t{n}(i, j) +=! {before}(i, k) * W(k, j)\n"),
            }
        })
        .collect();
    let last = statements - 1;
    let text = format!(
        "def f(float(N, K) A, float(K, K) W) -> (B) {{\n{body}  B(i, j) = t{last}(i, j)\n}}\n"
    );
    SourceFile::new("program.tc", text)
}

/// The least time of `runs` runs, in seconds.
fn best(runs: usize, mut work: impl FnMut()) -> f64 {
    let time = |work: &mut dyn FnMut()| {
        let start = processor_seconds();
        work();
        processor_seconds() - start
    };
    (0..runs)
        .map(|_| time(&mut work))
        .fold(f64::INFINITY, f64::min)
}

fn main() {
    let large = program(60_000);
    let bytes = large.text().len();
    let lexing = best(5, || {
        assert!(
            tc::lexer::lex(&large, 0..large.text().len())
                .errors
                .is_empty()
        );
    });
    let mut sizes = Map::new();
    for statements in SIZES {
        let runs = if statements < 10_000 { 5 } else { 2 };
        sizes.insert(statements.to_string(), stages(&program(statements), runs));
    }
    let report = json!({
        "lexing": { "bytes": bytes, "seconds": lexing },
        "statements": Value::Object(sizes),
    });
    println!("{report}");
}

/// The best time of each stage.
fn stages(file: &SourceFile, runs: usize) -> Value {
    let parse = best(runs, || {
        assert!(tc::parse(file).errors.is_empty());
    });
    let parse_and_check = best(runs, || {
        assert!(!check(file.clone(), &Options::default()).has_errors());
    });
    let checked = check(file.clone(), &Options::default());
    let context = tc_runtime::new_context();
    let emission = best(runs, || {
        emit(&context, &checked.file, &checked.defs);
    });
    let mut inference = f64::INFINITY;
    for _ in 0..runs {
        let mut module = emit(&context, &checked.file, &checked.defs);
        let time = best(1, || {
            let done = tc_pass_host::run_pipeline(&context, &mut module, PASSES, None);
            assert!(done.is_ok(), "ranges can be inferred");
        });
        inference = inference.min(time);
    }
    json!({
        "parse": parse,
        "check": parse_and_check - parse,
        "emit": emission,
        "infer": inference,
    })
}
