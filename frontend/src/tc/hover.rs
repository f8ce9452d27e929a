//! What a name is and what an operator does, for editors: as far as the text says it. Shapes and
//! ranges that follow from statements are inferred on IR.

use super::check::Checked;
use super::library;
use super::symbols::{Kind, Symbol, Symbols};
use crate::builtins;
use crate::model::{Role, Tensor};
use crate::notation::Hover;
use tc_syntax::Span;
use tc_syntax::tc::ast::{Clause, Def, Dim, Expr, ExprKind, Name, Param, Statement};
use tc_syntax::tc::token::TokenKind;

/// What the name or the operator at an offset is.
pub fn hover(checked: &Checked, offset: usize) -> Option<Hover> {
    if let Some((name, def)) = imported(checked, offset) {
        let (code, about) = (
            signature(def, |_| None),
            library::comment(&checked.file, def),
        );
        let span = name.span.range();
        return Some(Hover { code, about, span });
    }
    let symbols = Symbols::of(&checked.parsed.program);
    let (code, about, span) = match symbols.at(offset) {
        Some(found) => {
            let (code, about) = described(checked, &symbols.symbols[found.symbol])?;
            (code, about, found.span)
        }
        None => {
            let holds = |span: Span| span.range().contains(&offset);
            let mut tokens = checked.parsed.tokens.iter();
            let token = tokens.find(|token| holds(token.span))?;
            let about = operator(token.kind)?.to_owned();
            (String::new(), about, token.span)
        }
    };
    let span = span.range();
    Some(Hover { code, about, span })
}

/// The operator of a module that is called, or taken by `use`, at an offset: its name there, and
/// its definition, whose spans are those of the whole.
pub fn imported(checked: &Checked, offset: usize) -> Option<(&Name, &Def)> {
    let program = &checked.parsed.program;
    let used = program.imports.iter().flat_map(|import| &import.names);
    let mut called: Vec<&Name> = used.collect();
    for leaf in program.defs.iter().flat_map(Def::leaves) {
        match leaf.statement {
            Statement::Call(call) => called.push(&call.function),
            Statement::Comprehension(one) => {
                if let ExprKind::Apply { name, .. } = &one.body.kind {
                    called.push(name);
                }
            }
            Statement::Loop(_) => {}
        }
    }
    let name = called.into_iter().find(|name| name.span.touches(offset))?;
    let def = checked.written(&name.text)?;
    let own = checked.file.part(0);
    (!own.contains(&(def.span.start as usize))).then_some((name, def))
}

/// The code and the sentence on a symbol.
fn described(checked: &Checked, symbol: &Symbol) -> Option<(String, String)> {
    let def = checked.parsed.program.defs.get(symbol.def)?;
    let name = &symbol.name;
    let none = String::new;
    Some(match symbol.kind {
        Kind::Def => (signature(def, |_| None), none()),
        Kind::Size => (none(), size(def, name)),
        Kind::Input => {
            let param = def.params.iter().find(|one| one.name.text == *name)?;
            (parameter(param), "input".to_owned())
        }
        Kind::Return | Kind::Temporary => {
            let made = tensor(checked, def, name);
            let scalar = made.map(|tensor| format!("{} ", tensor.scalar));
            let code = format!("{}{name}", scalar.unwrap_or_default());
            let role = role(checked, def, symbol);
            (code, format!("{role}; its shape is not known"))
        }
        Kind::Index => {
            let kind = index_kind(def, symbol);
            (none(), format!("{kind} `{name}`; its range is not known"))
        }
        Kind::Loop => (none(), loop_index(checked, def, symbol)?),
        Kind::Let => {
            let code = format!("{name} = {}", let_value(checked, def, symbol)?);
            let about = "defined by `where`, substituted wherever it is used";
            (code, about.to_owned())
        }
        Kind::Builtin => {
            let (call, about) = builtins::described(name)?;
            (call, about.to_owned())
        }
    })
}

/// An input as it is declared: `float(N) B`, `int32 stride = 1`.
pub fn parameter(param: &Param) -> String {
    let input = format!("{} {}", param.ty.text(param.ty.scalar), param.name.text);
    match param.default_text() {
        Some(default) => format!("{input} = {default}"),
        None => input,
    }
}

/// A definition as it is declared; `made` says how a return is shown of which more is known.
pub fn signature(def: &Def, made: impl Fn(&str) -> Option<String>) -> String {
    let params = def.params.iter().map(parameter);
    let returns = def.returns.iter().map(|one| {
        let declared = || match &one.ty {
            Some(ty) => format!("{} {}", ty.text(ty.scalar), one.name.text),
            None => one.name.text.to_string(),
        };
        made(&one.name.text).unwrap_or_else(declared)
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

fn tensor<'c>(checked: &'c Checked, def: &Def, name: &str) -> Option<&'c Tensor> {
    let mut tensors = checked.def(&def.name.text)?.tensors.iter();
    tensors.find(|tensor| *tensor.name == *name)
}

/// What a tensor is that a definition makes.
pub fn role(checked: &Checked, def: &Def, symbol: &Symbol) -> &'static str {
    match tensor(checked, def, &symbol.name).map(|tensor| tensor.role) {
        Some(Role::InOut) => "in/out return: its old contents come from the caller",
        Some(Role::Temporary) => "temporary",
        _ if symbol.kind == Kind::Temporary => "temporary",
        _ => "return",
    }
}

/// What an index is in its statement.
pub fn index_kind(def: &Def, symbol: &Symbol) -> &'static str {
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
    if on_the_left {
        "index"
    } else {
        "reduction index"
    }
}

fn loop_index(checked: &Checked, def: &Def, symbol: &Symbol) -> Option<String> {
    let leaves = def.leaves();
    let around = &leaves.get(symbol.within.as_ref()?.start)?.loops;
    let of = |index: &Name| index.span == symbol.declaration;
    let one = around.iter().find(|one| of(&one.index))?;
    let text = checked.file.text();
    let (low, high) = (
        text.get(one.lower.span.range())?,
        text.get(one.upper.span.range())?,
    );
    Some(format!(
        "loop index `{}` in [{low}, {high}), one value after the other",
        symbol.name
    ))
}

fn let_value<'c>(checked: &'c Checked, def: &Def, symbol: &Symbol) -> Option<&'c str> {
    let Statement::Comprehension(one) = def.leaves().get(symbol.statement?)?.statement else {
        return None;
    };
    one.clauses.iter().find_map(|clause| match clause {
        Clause::Let { name, value } if name.text == symbol.name => {
            checked.file.text().get(value.span.range())
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
