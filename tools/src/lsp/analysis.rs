//! The compiler's analysis of a text.
//!
//! The frontend checks it. Of TC text, definitions without errors are emitted, calls are inlined,
//! ranges are inferred, in-place updates are checked: the first stage of every compilation, run for
//! each definition on its own, so that an error in one does not cost the others their ranges.

use melior::Context;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use tc_comprehensions::check_inplace::check_inplace;
use tc_comprehensions::infer_ranges::infer_def;
use tc_comprehensions::inference::explain::{Explanation, StatementExplanation};
use tc_comprehensions::inference::{self, reader};
use tc_dialects::{op, tc};
use tc_frontend::tc::symbols::Symbols;
use tc_frontend::tc::{Checked, Options, SearchPath, check, reachable};
use tc_frontend::{Notation, Text, notation_of};
use tc_pass_host::PipelineFailure;
use tc_syntax::diagnostic::{Diagnostic, SourceFile, sort_by_place};
use tc_syntax::tc::ast::{Def, Leaf};
use tc_translation::emit;

/// The result for one text.
pub(crate) struct Analysis {
    pub(crate) notation: &'static dyn Notation,
    pub(crate) text: Box<dyn Text>,
    /// The tree of a text in another notation than TC: nothing.
    nothing: Checked,
    pub(crate) symbols: Symbols,
    /// All errors, warnings and notes, by position.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// How ranges were inferred, by definition.
    pub(crate) explanations: HashMap<String, Explanation>,
}

impl Analysis {
    /// The tree of TC text; one without definitions in another notation.
    pub(crate) fn tree(&self) -> &Checked {
        self.text.as_tc().unwrap_or(&self.nothing)
    }

    /// The definition at an offset, with its number; after the end of a definition it is still that
    /// one.
    pub(crate) fn def_at(&self, offset: usize) -> Option<(usize, &Def)> {
        let defs = self.tree().parsed.program.defs.iter().enumerate();
        defs.take_while(|(_, def)| def.span.start as usize <= offset)
            .last()
    }

    /// The number of the last statement that begins before an offset.
    pub(crate) fn statement_at(&self, def: &Def, offset: usize) -> Option<usize> {
        let leaves = def.leaves();
        let starts = |leaf: &Leaf<'_>| leaf.statement.span().start as usize;
        leaves.iter().rposition(|leaf| starts(leaf) <= offset)
    }

    /// Whether an offset is inside of a comment, or directly behind one.
    pub(crate) fn in_comment(&self, offset: usize) -> bool {
        let mut comments = self.tree().parsed.comments.iter();
        comments.any(|one| (one.range().start + 1..=one.range().end).contains(&offset))
    }

    /// How the ranges of a statement were inferred.
    pub(crate) fn explained(&self, def: usize, statement: usize) -> Option<&StatementExplanation> {
        let def = self.tree().parsed.program.defs.get(def)?;
        let span = def.leaves().get(statement)?.statement.span();
        let start = self.text.file().position(span.start as usize);
        let explanation = self.explanations.get(&*def.name.text)?;
        let here = |one: &&StatementExplanation| {
            one.place.as_ref().is_some_and(|place| place.start == start)
        };
        explanation.statements.iter().find(here)
    }
}

/// Sizes and scalars are not known yet.
pub(crate) fn options() -> Options {
    Options {
        free_sizes: true,
        path: SearchPath::from_environment(),
        ..Options::default()
    }
}

/// A context keeps every type that was ever made in it: a new one replaces it after so many texts.
const TEXTS_PER_CONTEXT: usize = 200;

/// Analyses texts one after the other.
#[derive(Default)]
pub(crate) struct Analyser {
    context: Option<Context>,
    texts: usize,
}

impl Analyser {
    pub(crate) fn analyse(&mut self, file: SourceFile) -> Analysis {
        if self.texts.is_multiple_of(TEXTS_PER_CONTEXT) {
            self.context = None;
        }
        self.texts += 1;
        let notation = notation_of(Path::new(&**file.name()));
        let nothing = check(SourceFile::new(file.name().clone(), ""), &options());
        let text = notation.check(file, &options());
        let program = &text.as_tc().unwrap_or(&nothing).parsed.program;
        let mut analysis = Analysis {
            symbols: Symbols::of(program),
            diagnostics: text.diagnostics().to_vec(),
            explanations: HashMap::new(),
            notation,
            text,
            nothing,
        };
        if analysis.text.as_tc().is_none() {
            return analysis;
        }
        let context = self.context.get_or_insert_with(tc_runtime::new_context);
        let passes = catch_unwind(AssertUnwindSafe(|| run_passes(context, &mut analysis)));
        if passes.is_err() {
            let message =
                "internal error in the analysis of ranges; please report it with this file";
            analysis.diagnostics.push(Diagnostic::error(None, message));
        }
        // The diagnostics of a definition that is called are repeated in its callers.
        let mut seen: Vec<Diagnostic> = Vec::new();
        analysis.diagnostics.retain(|diagnostic| {
            let new = !seen.contains(diagnostic);
            if new {
                seen.push(diagnostic.clone());
            }
            new
        });
        sort_by_place(&mut analysis.diagnostics);
        analysis
    }
}

fn run_passes(context: &Context, analysis: &mut Analysis) {
    let tree = analysis.tree();
    // Without an entry nothing is refused.
    let defs = reachable(tree, None).unwrap_or_default();
    let mut module = emit(context, &tree.file, defs);
    match tc_pass_host::run_pipeline(context, &mut module, "tc-inline-calls", None) {
        Ok(report) => analysis.diagnostics.extend(report.diagnostics),
        Err(PipelineFailure::Failed { diagnostics }) => {
            return analysis.diagnostics.extend(diagnostics);
        }
        Err(invalid) => {
            return analysis
                .diagnostics
                .push(Diagnostic::error(None, invalid.to_string()));
        }
    }
    for operation in op::children(module.as_operation()) {
        let Some(def) = tc::Def::from_op(operation) else {
            continue;
        };
        let result = infer_def(context, def, inference::Options::default());
        let fine = !result.has_errors();
        analysis.diagnostics.extend(result.diagnostics);
        analysis.explanations.insert(def.name(), result.explanation);
        if let (true, Ok(model)) = (fine, reader::read_def(def)) {
            analysis.diagnostics.extend(check_inplace(&model).1);
        }
    }
}
