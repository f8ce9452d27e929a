//! Signature help: the parameters of the function whose arguments are being typed.
//!
//! The call that is being typed mostly does not parse, so it is found in the tokens: the innermost
//! open parenthesis before the position that stands behind the name of a definition or of a
//! built-in function. A tensor of that name hides a definition, as it does to the compiler.

use super::analysis::Analysis;
use super::document::Document;
use super::hover;
use lsp_types::{
    Documentation, ParameterInformation, ParameterLabel, Position, SignatureHelp,
    SignatureInformation,
};
use tc_frontend::builtins;
use tc_frontend::tc::hover::parameter;
use tc_frontend::tc::symbols::Kind;
use tc_syntax::tc::token::{Token, TokenKind};

/// The signature of the function around a position, with the parameter that it is at.
pub(super) fn signature_help(document: &Document, position: Position) -> Option<SignatureHelp> {
    let analysis = document.analysis()?;
    let offset = document.lines().offset(position);
    if analysis.in_comment(offset) {
        return None;
    }
    let (name, argument) = call_around(document, analysis, offset)?;
    let (label, parameters, about) = signature(analysis, name)?;
    let last = parameters.len().saturating_sub(1);
    let active = u32::try_from(argument.min(last)).ok();
    let parameters = parameters.into_iter().map(|text| ParameterInformation {
        label: ParameterLabel::Simple(text),
        documentation: None,
    });
    Some(SignatureHelp {
        signatures: vec![SignatureInformation {
            label,
            documentation: about.map(|about| Documentation::String(about.to_owned())),
            parameters: Some(parameters.collect()),
            active_parameter: active,
        }],
        active_signature: Some(0),
        active_parameter: active,
    })
}

/// The name in front of the parenthesis, and the number of commas between that and the offset.
fn call_around<'d>(
    document: &'d Document,
    analysis: &Analysis,
    offset: usize,
) -> Option<(&'d str, usize)> {
    use TokenKind::*;
    let tokens = &analysis.tree().parsed.tokens;
    let end = tokens.partition_point(|token| token.span.range().end <= offset);
    // The end of the text is no token that was typed.
    let before: Vec<&Token> = tokens[..end].iter().filter(|one| one.kind != End).collect();
    let (mut closed, mut commas) = (0_usize, 0);
    for (at, token) in before.iter().enumerate().rev() {
        match token.kind {
            CloseParen => closed += 1,
            OpenParen if closed > 0 => closed -= 1,
            OpenParen => {
                let [.., outer, name] = before[..at] else {
                    return None;
                };
                if outer.kind == Def {
                    return None;
                }
                let text = document.lines().text().get(name.span.range())?;
                if is_function(analysis, name, text) {
                    return Some((text, commas));
                }
                commas = 0;
            }
            Comma if closed == 0 => commas += 1,
            OpenBrace | CloseBrace | Where | Def => return None,
            kind if kind.is_assignment() => return None,
            _ => {}
        }
    }
    None
}

fn is_function(analysis: &Analysis, name: &Token, text: &str) -> bool {
    let is_name = matches!(
        name.kind,
        TokenKind::Identifier | TokenKind::Min | TokenKind::Max
    );
    let def = analysis.def_at(name.span.start as usize);
    let hidden = def.is_some_and(|(number, _)| {
        let mut visible = analysis.symbols.visible(number, None);
        visible.any(|symbol| *symbol.name == *text && symbol.kind != Kind::Def)
    });
    is_name && !hidden && signature(analysis, text).is_some()
}

/// A function as it is declared, each of its parameters, and what it does.
fn signature(
    analysis: &Analysis,
    name: &str,
) -> Option<(String, Vec<String>, Option<&'static str>)> {
    let mut defs = analysis.tree().parsed.program.defs.iter();
    if let Some(def) = defs.find(|def| *def.name.text == *name) {
        let parameters = def.params.iter().map(parameter).collect();
        return Some((hover::signature(analysis, def), parameters, None));
    }
    let (call, about) = builtins::described(name)?;
    let inside = call.split_once('(')?.1.trim_end_matches(')');
    let parameters = inside.split(", ").map(str::to_owned).collect();
    Some((call, parameters, Some(about)))
}
