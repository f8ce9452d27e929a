//! Completion: the names that can stand at a position, built-in functions, types and keywords.
//!
//! The text is mostly half-typed. The names of the definition come from the parsed text; in the
//! statement being typed, which may not parse, the words on its line count as indices.

use super::document::Document;
use super::hints::{index_of, shape, tensor_of};
use lsp_types::{CompletionItem, CompletionItemKind, Documentation, Position};
use std::collections::HashSet;
use tc_frontend::check::builtins::{self, Lookup};
use tc_frontend::scalar::Scalar;
use tc_frontend::symbols::{Kind, Symbol};
use tc_frontend::syntax::token::{CONSTANTS, KEYWORDS, TokenKind};

/// Everything that can be written at a position.
pub(super) fn completion(document: &Document, position: Position) -> Vec<CompletionItem> {
    let Some(analysis) = document.analysis() else {
        return Vec::new();
    };
    let offset = document.lines().offset(position);
    if analysis.in_comment(offset) {
        return Vec::new();
    }
    let mut items = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    let Some((number, def)) = analysis.def_at(offset) else {
        return vec![keyword("def")];
    };
    let inside = offset <= def.span.end as usize || def.broken;
    if !inside {
        return vec![keyword("def")];
    }
    let statement = analysis.statement_at(def, offset);
    for symbol in analysis.symbols.visible(number, statement) {
        if known.insert(&symbol.name) {
            items.push(name(document, symbol));
        }
    }
    for word in words_on_line(document, offset) {
        if builtins::lookup(word).is_none() && known.insert(word) {
            items.push(CompletionItem {
                label: word.to_owned(),
                kind: Some(CompletionItemKind::VARIABLE),
                sort_text: Some(format!("1{word}")),
                ..Default::default()
            });
        }
    }
    items.extend(builtins::supported_names().map(function));
    items.extend(["min", "max"].map(function));
    items.extend(Scalar::NAMES.iter().map(|(name, _)| CompletionItem {
        label: (*name).to_owned(),
        kind: Some(CompletionItemKind::TYPE_PARAMETER),
        sort_text: Some(format!("3{name}")),
        ..Default::default()
    }));
    let words = KEYWORDS.iter().filter(|word| **word != "def");
    items.extend(words.chain(&CONSTANTS).map(|word| keyword(word)));
    items
}

/// The names on the line, without the one being typed.
fn words_on_line(document: &Document, offset: usize) -> Vec<&str> {
    let text = document.lines().text();
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let end = text[offset..]
        .find('\n')
        .map_or(text.len(), |at| offset + at);
    let tokens = document
        .analysis()
        .map(|analysis| &analysis.checked.parsed.tokens);
    let on_line = tokens.into_iter().flatten().filter(|token| {
        let range = token.span.range();
        token.kind == TokenKind::Identifier
            && start <= range.start
            && range.end <= end
            && !(range.start <= offset && offset <= range.end)
    });
    on_line
        .filter_map(|token| text.get(token.span.range()))
        .collect()
}

fn keyword(word: &str) -> CompletionItem {
    CompletionItem {
        label: word.to_owned(),
        kind: Some(CompletionItemKind::KEYWORD),
        sort_text: Some(format!("4{word}")),
        ..Default::default()
    }
}

fn name(document: &Document, symbol: &Symbol) -> CompletionItem {
    CompletionItem {
        label: symbol.name.to_string(),
        kind: Some(match symbol.kind {
            Kind::Def | Kind::Builtin => CompletionItemKind::FUNCTION,
            Kind::Size => CompletionItemKind::CONSTANT,
            Kind::Index | Kind::Loop | Kind::Let => CompletionItemKind::VARIABLE,
            _ => CompletionItemKind::FIELD,
        }),
        detail: detail(document, symbol),
        sort_text: Some(format!("0{}", symbol.name)),
        ..Default::default()
    }
}

/// The type or range of a name.
fn detail(document: &Document, symbol: &Symbol) -> Option<String> {
    let analysis = document.analysis()?;
    match symbol.kind {
        Kind::Input => {
            let def = analysis.checked.parsed.program.defs.get(symbol.def)?;
            let param = def.params.iter().find(|one| one.name.text == symbol.name)?;
            Some(param.ty.text(param.ty.scalar))
        }
        Kind::Return | Kind::Temporary => tensor_of(analysis, symbol).map(shape),
        Kind::Index => {
            index_of(analysis, symbol).map(|index| format!("[{}, {})", index.low, index.high))
        }
        Kind::Size => Some("size".to_owned()),
        _ => None,
    }
}

fn function(name: &str) -> CompletionItem {
    let (call, about) = builtin(name).unwrap_or_default();
    CompletionItem {
        label: name.to_owned(),
        kind: Some(CompletionItemKind::FUNCTION),
        detail: Some(call),
        documentation: Some(Documentation::String(about.to_owned())),
        sort_text: Some(format!("2{name}")),
        ..Default::default()
    }
}

/// The call of a built-in function, and its result.
pub(super) fn builtin(name: &str) -> Option<(String, &'static str)> {
    let (name, arity) = match builtins::lookup(name) {
        Some(Lookup::Supported(builtin)) => (builtin.name, builtin.arity),
        Some(Lookup::Unsupported) => return Some((name.to_owned(), "not supported yet")),
        None if matches!(name, "min" | "max") => (if name == "min" { "min" } else { "max" }, 2),
        None => return None,
    };
    let arguments = ["x", "y", "z", "w"][..arity.min(4)].join(", ");
    Some((format!("{name}({arguments})"), about(name)))
}

fn about(name: &str) -> &'static str {
    match name {
        "min" => "the smaller of two values; NaN if either is NaN",
        "max" => "the larger of two values; NaN if either is NaN",
        "abs" => "the absolute value; keeps integer types",
        "fabs" => "the absolute value",
        "exp" => "e to the power x",
        "exp2" => "2 to the power x",
        "expm1" => "exp(x) - 1, exact near 0",
        "log" => "the natural logarithm",
        "log2" => "the logarithm to base 2",
        "log10" => "the logarithm to base 10",
        "log1p" => "log(1 + x), exact near 0",
        "sqrt" => "the square root",
        "rsqrt" => "1 / sqrt(x)",
        "cbrt" => "the cube root",
        "sin" => "the sine of an angle in radians",
        "cos" => "the cosine of an angle in radians",
        "tan" => "the tangent of an angle in radians",
        "asin" => "the arc sine in radians",
        "acos" => "the arc cosine in radians",
        "atan" => "the arc tangent in radians",
        "sinh" => "the hyperbolic sine",
        "cosh" => "the hyperbolic cosine",
        "tanh" => "the hyperbolic tangent",
        "erf" => "the error function",
        "floor" => "the largest whole number not above x",
        "ceil" => "the smallest whole number not below x",
        "round" => "the nearest whole number; halves round away from zero",
        "trunc" => "the integer part, rounded toward zero",
        "atan2" => "the angle of the point (y, x): first argument y",
        "pow" => "x to the power y",
        "fmin" => "the smaller of two values; the number if one is NaN",
        "fmax" => "the larger of two values; the number if one is NaN",
        "fmod" => "the remainder with the sign of the dividend",
        "copysign" => "the magnitude of x with the sign of y",
        "hypot" => "sqrt(x*x + y*y) without intermediate overflow",
        "asinh" => "the inverse hyperbolic sine",
        "acosh" => "the inverse hyperbolic cosine",
        "atanh" => "the inverse hyperbolic tangent",
        "erfc" => "1 - erf(x), exact for large x",
        "sinpi" => "the sine of pi*x",
        "cospi" => "the cosine of pi*x",
        "exp10" => "10 to the power x",
        "rcbrt" => "1 / cbrt(x)",
        "logb" => "the exponent of x as a whole number",
        "fdim" => "x - y where that is positive, else 0",
        "fdivide" => "x / y",
        "nextafter" => "the next number after x toward y",
        "remainder" => "x - n*y, n the whole number nearest to x/y",
        "rhypot" => "1 / sqrt(x*x + y*y) without intermediate overflow",
        "norm3d" => "sqrt(x*x + y*y + z*z) without intermediate overflow",
        "rnorm3d" => "1 / sqrt(x*x + y*y + z*z) without intermediate overflow",
        "norm4d" => "sqrt(x*x + y*y + z*z + w*w) without intermediate overflow",
        "rnorm4d" => "1 / sqrt(x*x + y*y + z*z + w*w) without intermediate overflow",
        "fma" => "x*y + z, rounded once",
        _ => "a built-in function",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_described() {
        for name in builtins::supported_names() {
            let (call, about) = builtin(name).expect("it is known");
            assert!(call.starts_with(name), "{call}");
            assert_ne!(about, "a built-in function", "{name}");
        }
    }
}
