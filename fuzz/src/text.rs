//! Properties that hold for any text, right or wrong. Each function panics if one does not hold; a
//! coverage-guided fuzzer searches for a text that makes it panic (`fuzz_targets/`), and
//! `cargo test` runs the texts that earlier searches kept (`corpus/`).

use melior::Context;
use melior::ir::Module;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use std::cell::RefCell;
use tc_frontend::tc::{Options, check};
use tc_syntax::diagnostic::{Diagnostic, Format, SourceFile, SourceMap};
use tc_syntax::{
    source,
    tc::{self, format},
};
use tc_translation::emit;

const NAME: &str = "input.tc";

/// A context keeps every type and attribute ever made in it, so a new one replaces it after this
/// many texts.
const TEXTS_OF_A_CONTEXT: usize = 2_000;

/// The number of diagnostics that are printed: the length of all is quadratic in the text.
const MOST_PRINTED: usize = 20;

/// Text to syntax tree to canonical layout to syntax tree: the second tree is the first, comments
/// are kept, and a second layout changes nothing.
///
/// # Panics
/// If a property does not hold.
pub fn formatting_keeps_the_program(bytes: &[u8]) {
    let file = source::decode(NAME.to_owned(), bytes.to_vec());
    let parsed = tc::parse(&file);
    print_all(&file, &parsed.errors);
    if !parsed.errors.is_empty() {
        return;
    }
    let text = format::format_parsed(&file, &parsed);
    let again = assert_layout(&file, &parsed, &text);
    let parsed_again = tc::parse(&again);
    let twice = format::format_parsed(&again, &parsed_again);
    assert_eq!(text, twice, "the layout of the layout differs");
}

/// The layout of a program is that program, with its comments.
fn assert_layout(file: &SourceFile, parsed: &tc::Parsed, layout: &str) -> SourceFile {
    let again = SourceFile::new(NAME, layout);
    let parsed_again = tc::parse(&again);
    assert!(
        parsed_again.errors.is_empty(),
        "the layout does not parse: {:?}\n{layout}",
        parsed_again.errors
    );
    assert!(
        parsed.program == parsed_again.program,
        "the layout is another program:\n{layout}"
    );
    assert_eq!(
        comments(file, parsed),
        comments(&again, &parsed_again),
        "comments change:\n{layout}"
    );
    again
}

/// The comments in sorted order, since one inside of a statement moves before it.
fn comments<'f>(file: &'f SourceFile, parsed: &tc::Parsed) -> Vec<&'f str> {
    let spans = parsed.comments.iter();
    let mut texts: Vec<&str> = spans
        .map(|span| file.text()[span.range()].trim_end())
        .collect();
    texts.sort_unstable();
    texts
}

/// Text to the `tc` dialect: a text has an error or becomes a module that verifies, prints, and
/// parses to the same module.
///
/// # Panics
/// If a property does not hold, or a diagnostic cannot be printed.
pub fn text_is_refused_or_becomes_a_module(bytes: &[u8]) {
    let file = source::decode(NAME.to_owned(), bytes.to_vec());
    let options = Options {
        free_sizes: true,
        ..Options::default()
    };
    let checked = check(file.clone(), &options);
    print_all(&file, &checked.diagnostics);
    if checked.has_errors() {
        return;
    }
    with_context(|context| {
        let module = emit(context, &checked.file, &checked.defs);
        assert!(
            module.as_operation().verify(),
            "the module does not verify:\n{}",
            module.as_operation()
        );
        let printed = print(&module);
        match tc_pass_host::parse_module(context, printed.as_bytes(), "printed.mlir") {
            Ok(again) => assert_eq!(printed, print(&again), "the printed module is another one"),
            Err(errors) => panic!("the printed module does not parse: {errors:?}\n{printed}"),
        }
    });
}

fn print(module: &Module<'_>) -> String {
    let flags = OperationPrintingFlags::new().enable_debug_info(true, false);
    let text = module.as_operation().to_string_with_flags(flags);
    text.expect("printed modules are text")
}

/// All forms of the diagnostics, so that their places are used.
fn print_all(file: &SourceFile, diagnostics: &[Diagnostic]) {
    let mut sources = SourceMap::default();
    sources.add(NAME, file.text());
    let shown = &diagnostics[..diagnostics.len().min(MOST_PRINTED)];
    for form in [Format::Human, Format::Short, Format::Json] {
        assert_eq!(
            sources.render(shown, form).is_empty(),
            shown.is_empty(),
            "every diagnostic prints something"
        );
    }
}

/// Runs with the thread's context, which is a new one from time to time.
fn with_context(work: impl FnOnce(&Context)) {
    thread_local! {
        static CONTEXT: RefCell<Option<(usize, Context)>> = const { RefCell::new(None) };
    }
    CONTEXT.with_borrow_mut(|kept| {
        if kept
            .as_ref()
            .is_some_and(|(texts, _)| *texts >= TEXTS_OF_A_CONTEXT)
        {
            *kept = None;
        }
        let (texts, context) = kept.get_or_insert_with(|| (0, tc_runtime::new_context()));
        *texts += 1;
        work(context);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "def f(float(N) A) -> (B) { B(i) = A(i) # copied\n }";

    fn has_layout(layout: &str) {
        let file = SourceFile::new(NAME, PROGRAM);
        assert_layout(&file, &tc::parse(&file), layout);
    }

    #[test]
    fn a_layout_is_the_program() {
        has_layout("def f(float(N) A) -> (B) {\n  B(i) = A(i)  # copied\n}\n");
    }

    #[test]
    #[should_panic(expected = "the layout is another program")]
    fn another_program_is_no_layout() {
        has_layout("def f(float(N) A) -> (B) {\n  B(i) = A(0)  # copied\n}\n");
    }

    #[test]
    #[should_panic(expected = "comments change")]
    fn a_layout_keeps_comments() {
        has_layout("def f(float(N) A) -> (B) {\n  B(i) = A(i)\n}\n");
    }
}
