//! Inlay hints: inferred ranges after the index, shapes of returns after their names.

use super::analysis::Analysis;
use super::document::Document;
use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintTooltip, Range};
use tc_comprehensions::inference::explain::{IndexExplanation, Source, TensorExplanation};
use tc_frontend::tc::symbols::{Kind, Symbol};

/// The hints of the visible part of a document.
pub(super) fn inlay_hints(document: &Document, visible: Range) -> Vec<InlayHint> {
    let Some(analysis) = document.analysis() else {
        return Vec::new();
    };
    let hints = analysis.symbols.symbols.iter().filter_map(|symbol| {
        let (label, tooltip) = match symbol.kind {
            Kind::Index => {
                let index = index_of(analysis, symbol)?;
                if index.source == Source::Given {
                    return None;
                }
                (
                    format!("in [{}, {})", index.low, index.high),
                    derivation(index).join("\n"),
                )
            }
            Kind::Return => {
                let tensor = tensor_of(analysis, symbol)?;
                if is_annotated(analysis, symbol) {
                    return None;
                }
                (format!(": {}", shape(tensor)), String::new())
            }
            _ => return None,
        };
        let position = document.lines().position(symbol.declaration.end as usize);
        (visible.start <= position && position <= visible.end).then(|| InlayHint {
            position,
            label: InlayHintLabel::String(label),
            kind: Some(InlayHintKind::TYPE),
            text_edits: None,
            tooltip: (!tooltip.is_empty()).then_some(InlayHintTooltip::String(tooltip)),
            padding_left: Some(symbol.kind == Kind::Index),
            padding_right: None,
            data: None,
        })
    });
    hints.collect()
}

/// How the range of an index was inferred.
pub(super) fn index_of<'a>(
    analysis: &'a Analysis,
    symbol: &Symbol,
) -> Option<&'a IndexExplanation> {
    let statement = analysis.explained(symbol.def, symbol.statement?)?;
    statement
        .indices
        .iter()
        .find(|index| *index.name == *symbol.name)
}

/// The shape of a tensor that the definition makes.
pub(super) fn tensor_of<'a>(
    analysis: &'a Analysis,
    symbol: &Symbol,
) -> Option<&'a TensorExplanation> {
    let def = analysis.tree().parsed.program.defs.get(symbol.def)?;
    let explanation = analysis.explanations.get(&*def.name.text)?;
    explanation
        .tensors
        .iter()
        .find(|tensor| *tensor.name == *symbol.name)
}

fn is_annotated(analysis: &Analysis, symbol: &Symbol) -> bool {
    let defs = &analysis.tree().parsed.program.defs;
    let mut returns = defs
        .get(symbol.def)
        .into_iter()
        .flat_map(|def| &def.returns);
    returns.any(|one| one.name.text == symbol.name && one.ty.is_some())
}

/// `float(M, N)`, with the origin where it is not 0.
pub(super) fn shape(tensor: &TensorExplanation) -> String {
    let mut text = tensor.element.clone();
    if !tensor.extents.is_empty() {
        text = format!("{text}({})", tensor.extents.join(", "));
    }
    if tensor.origin.iter().any(|low| low != "0") {
        text = format!("{text} from ({})", tensor.origin.join(", "));
    }
    text
}

/// The derivation of a range, one line per access used.
pub(super) fn derivation(index: &IndexExplanation) -> Vec<String> {
    match index.source {
        Source::Given => vec!["given by `where`".to_owned()],
        Source::Adopted => vec!["taken from a later statement on the same tensor".to_owned()],
        Source::Box => vec!["the box of the tensor, fixed by an earlier statement".to_owned()],
        Source::Inferred => index
            .steps
            .iter()
            .map(|step| {
                format!(
                    "round {}: {}: {}  =>  {}",
                    step.round, step.access, step.condition, step.solution
                )
            })
            .collect(),
    }
}
