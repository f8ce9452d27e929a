//! Hover: what a name is, its type and shape, the range of an index and its derivation.

use super::analysis::Analysis;
use super::document::Document;
use super::hints::{derivation, index_of, shape, tensor_of};
use super::{complete, navigate};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};
use tc_frontend::check::model::Role;
use tc_frontend::sac;
use tc_frontend::symbols::{Kind, Symbol};
use tc_frontend::syntax::ast::{Clause, Def, Dim, Expr, Name, Param, Statement};
use tc_frontend::syntax::token::TokenKind;

/// The hover text of the name or operator at a position.
pub(super) fn hover(document: &Document, position: Position) -> Option<Hover> {
    let analysis = document.analysis()?;
    if let Some(checked) = &analysis.sac {
        let (text, span) = sac::hover(checked, document.lines().offset(position))?;
        return Some(Hover {
            contents: HoverContents::Markup(MarkupContent {
                kind: MarkupKind::Markdown,
                value: format!("```sac\n{text}\n```"),
            }),
            range: Some(document.lines().range(span.range())),
        });
    }
    let (text, span) = match navigate::symbol_at(document, position) {
        Some((found, symbol)) => (describe(document, analysis, symbol)?, found.span.range()),
        None => {
            let offset = document.lines().offset(position);
            let tokens = &analysis.checked.parsed.tokens;
            let token = tokens
                .iter()
                .find(|token| token.span.range().contains(&offset))?;
            (operator(token.kind)?.to_owned(), token.span.range())
        }
    };
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: text,
        }),
        range: Some(document.lines().range(span)),
    })
}

fn code(text: &str) -> String {
    format!("```tc\n{text}\n```")
}

fn describe(document: &Document, analysis: &Analysis, symbol: &Symbol) -> Option<String> {
    let def = analysis.checked.parsed.program.defs.get(symbol.def)?;
    Some(match symbol.kind {
        Kind::Def => code(&signature(analysis, def)),
        Kind::Size => size(def, &symbol.name),
        Kind::Input => {
            let param = def.params.iter().find(|one| one.name.text == symbol.name)?;
            format!("{}\ninput", code(&parameter(param)))
        }
        Kind::Return | Kind::Temporary => tensor(analysis, def, symbol),
        Kind::Index => index(analysis, def, symbol),
        Kind::Loop => loop_index(document, def, symbol)?,
        Kind::Let => {
            let value = let_value(document, def, symbol)?;
            let declared = format!("{} = {value}", symbol.name);
            format!(
                "{}\ndefined by `where`, substituted wherever it is used",
                code(&declared)
            )
        }
        Kind::Builtin => {
            let (call, about) = complete::builtin(&symbol.name)?;
            format!("{}\n{about}", code(&call))
        }
    })
}

/// An input as it is declared: `float(N) B`.
pub(super) fn parameter(param: &Param) -> String {
    format!("{} {}", param.ty.text(param.ty.scalar), param.name.text)
}

/// A definition as it is declared, with the shapes of its returns.
pub(super) fn signature(analysis: &Analysis, def: &Def) -> String {
    let params = def.params.iter().map(parameter);
    let explanation = analysis.explanations.get(&*def.name.text);
    let returns = def.returns.iter().map(|one| {
        let made = explanation.and_then(|explanation| {
            let mut tensors = explanation.tensors.iter();
            tensors.find(|tensor| *tensor.name == *one.name.text)
        });
        match (made, &one.ty) {
            (Some(tensor), _) => format!("{} {}", shape(tensor), one.name.text),
            (None, Some(ty)) => format!("{} {}", ty.text(ty.scalar), one.name.text),
            (None, None) => one.name.text.to_string(),
        }
    });
    let (params, returns): (Vec<_>, Vec<_>) = (params.collect(), returns.collect());
    format!(
        "def {}({}) -> ({})",
        def.name.text,
        params.join(", "),
        returns.join(", ")
    )
}

fn size(def: &Def, name: &str) -> String {
    let mut extents = Vec::new();
    for param in &def.params {
        for (number, dim) in param.ty.dims.iter().enumerate() {
            if matches!(dim, Dim::Size(size) if *size.text == *name) {
                extents.push(format!("`{}.{number}`", param.name.text));
            }
        }
    }
    if extents.is_empty() {
        format!("size `{name}`, which no input determines: give its value at the call")
    } else {
        format!("size `{name}`: the extent {}", extents.join(", "))
    }
}

fn tensor(analysis: &Analysis, def: &Def, symbol: &Symbol) -> String {
    let checked = analysis.checked.def(&def.name.text);
    let mut tensors = checked.into_iter().flat_map(|def| &def.tensors);
    let checked = tensors.find(|tensor| tensor.name == symbol.name);
    let role = match checked.map(|tensor| tensor.role) {
        Some(Role::InOut) => "in/out return: its old contents come from the caller",
        Some(Role::Temporary) => "temporary",
        _ if symbol.kind == Kind::Temporary => "temporary",
        _ => "return",
    };
    let Some(made) = tensor_of(analysis, symbol) else {
        let scalar = checked.map(|tensor| format!("{} ", tensor.scalar));
        let declared = format!("{}{}", scalar.unwrap_or_default(), symbol.name);
        return format!("{}\n{role}; its shape is not known", code(&declared));
    };
    let mut text = code(&format!("{} {}", shape(made), symbol.name)) + "\n" + role;
    if made.origin.iter().any(|low| low != "0") {
        text += &format!("; element {} is stored first", made.origin.join(", "));
    }
    if !made.conditions.is_empty() {
        text += &format!("; for {}", made.conditions.join(" and "));
    }
    text
}

fn index(analysis: &Analysis, def: &Def, symbol: &Symbol) -> String {
    let on_the_left = symbol
        .statement
        .and_then(|number| Some(def.leaves().get(number)?.statement))
        .is_some_and(|statement| match statement {
            Statement::Comprehension(one) => {
                let mut left = one.subscripts.iter().filter_map(Expr::as_name);
                left.any(|name| name.text == symbol.name)
            }
            Statement::Call(_) | Statement::Loop(_) => false,
        });
    let kind = if on_the_left {
        "index"
    } else {
        "reduction index"
    };
    let name = &symbol.name;
    let Some(found) = index_of(analysis, symbol) else {
        return format!("{kind} `{name}`; its range is not known");
    };
    let mut text = format!("{kind} `{name}` in [{}, {})", found.low, found.high);
    for line in derivation(found) {
        text += &format!("\n- {line}");
    }
    text
}

fn loop_index(document: &Document, def: &Def, symbol: &Symbol) -> Option<String> {
    let leaves = def.leaves();
    let around = &leaves.get(symbol.within.as_ref()?.start)?.loops;
    let of = |index: &Name| index.span == symbol.declaration;
    let one = around.iter().find(|one| of(&one.index))?;
    let text = document.lines().text();
    let (low, high) = (
        text.get(one.lower.span.range())?,
        text.get(one.upper.span.range())?,
    );
    Some(format!(
        "loop index `{}` in [{low}, {high}), one value after the other",
        symbol.name
    ))
}

fn let_value<'d>(document: &'d Document, def: &Def, symbol: &Symbol) -> Option<&'d str> {
    let Statement::Comprehension(one) = def.leaves().get(symbol.statement?)?.statement else {
        return None;
    };
    one.clauses.iter().find_map(|clause| match clause {
        Clause::Let { name, value } if name.text == symbol.name => {
            document.lines().text().get(value.span.range())
        }
        _ => None,
    })
}

/// What an operator or keyword does.
fn operator(kind: TokenKind) -> Option<&'static str> {
    use TokenKind::*;
    Some(match kind {
        Assign => "`=` assigns; every index is on the left",
        AddAssign => "`+=` adds to the old contents; `+=!` starts from 0",
        MulAssign => "`*=` multiplies the old contents; `*=!` starts from 1",
        MinAssign => "`min=` starts from the old contents; `min=!` ignores them",
        MaxAssign => "`max=` starts from the old contents; `max=!` ignores them",
        AddInit => "`+=!` sums over the indices that are not on the left, starting from 0",
        MulInit => "`*=!` multiplies over the indices that are not on the left, starting from 1",
        MinInit => "`min=!` takes the minimum over the indices that are not on the left",
        MaxInit => "`max=!` takes the maximum over the indices that are not on the left",
        Where => {
            "`where` gives ranges (`k in 0:3`), definitions (`x = A(i)`) and accesses that only take part in range inference (`exists A(i)`)"
        }
        Exists => "`exists`: its reads take part in range inference and are never evaluated",
        Slash => "`/` rounds down on integers, `-7/2 = -4`",
        Percent => "`%` takes the sign of the divisor, `-7%3 = 2`; on integers only",
        _ => return None,
    })
}
