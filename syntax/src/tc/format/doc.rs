//! Signatures, statements and expressions as documents for the pretty printer.

use super::WIDTH;
use crate::tc::ast::*;
use pretty::{Arena, DocAllocator, DocBuilder};
use std::collections::HashSet;

pub(crate) type Doc<'a> = DocBuilder<'a, Arena<'a>>;

pub(crate) const INDENT: isize = 2;
/// The additional indentation of continuation lines.
pub(crate) const CONTINUED: isize = 4;

/// Prints the parts of one definition.
pub(super) struct Printer<'d, 'p> {
    /// Names of tensors, so that `c()` is printed as `c`.
    tensors: HashSet<&'p str>,
    /// Names of definitions, so that `(a) = f(x)` is printed as `a = f(x)`.
    defs: &'d HashSet<&'p str>,
}

/// The names of the definitions of a program.
pub(super) fn def_names(program: &Program) -> HashSet<&str> {
    let used = program.imports.iter().flat_map(|import| &import.names);
    let own = program.defs.iter().map(|def| &def.name);
    own.chain(used).map(|name| &*name.text).collect()
}

impl<'d, 'p> Printer<'d, 'p> {
    pub(super) fn new(defs: &'d HashSet<&'p str>, def: &'p Def) -> Self {
        let leaves = def.leaves().into_iter();
        let targets = leaves.flat_map(|leaf| leaf.statement.targets());
        let names = def.params.iter().map(|param| &param.name);
        let names = names
            .chain(def.returns.iter().map(|return_| &return_.name))
            .chain(targets);
        Printer {
            tensors: names.map(|name| &*name.text).collect(),
            defs,
        }
    }

    /// Whether a name is that of a definition, and of nothing else.
    fn is_def(&self, name: &str) -> bool {
        self.defs.contains(name) || name.contains('.')
    }

    /// `import module` or `use module: names`
    pub(super) fn import(import: &Import) -> String {
        let module = &import.module.text;
        let names: Vec<&str> = import.names.iter().map(|name| &*name.text).collect();
        if names.is_empty() {
            format!("import {module}")
        } else {
            format!("use {module}: {}", names.join(", "))
        }
    }

    /// `def name(params) -> (returns) {`
    pub(super) fn head(&self, def: &Def) -> String {
        let arena = Arena::new();
        let params = def.params.iter().map(|param| {
            let input = format!("{} {}", param.ty.text(&param.ty.spelling), param.name.text);
            match param.default_text() {
                Some(default) => format!("{input} = {default}"),
                None => input,
            }
        });
        let returns: Vec<_> = def
            .returns
            .iter()
            .map(|return_| match &return_.ty {
                Some(ty) => format!("{} {}", ty.text(&ty.spelling), return_.name.text),
                None => return_.name.text.to_string(),
            })
            .collect();
        let separator = arena.text(",").append(arena.line());
        let params = arena.intersperse(params.map(|param| arena.text(param)), separator);
        let params = arena
            .line_()
            .append(params)
            .nest(CONTINUED)
            .append(arena.line_());
        let tail = format!(") -> ({}) {{", returns.join(", "));
        let head = arena
            .text(format!("def {}(", def.name.text))
            .append(params)
            .append(arena.text(tail));
        render(head.group())
    }

    /// A statement, indented, without a line end; of a loop only the line that opens it.
    pub(super) fn statement(&self, statement: &Statement, depth: usize) -> String {
        let arena = Arena::new();
        let doc = match statement {
            Statement::Comprehension(comprehension) => self.comprehension(&arena, comprehension),
            Statement::Call(call) => self.call(&arena, call),
            Statement::Loop(one) => self.loop_head(&arena, one),
        };
        let indent = INDENT * depth as isize;
        let blanks = " ".repeat(INDENT as usize * depth);
        render(arena.text(blanks).append(doc.nest(indent)))
    }

    /// `for t in 0:T {`
    fn loop_head<'a>(&'a self, arena: &'a Arena<'a>, one: &'a Loop) -> Doc<'a> {
        arena
            .text(format!("for {} in ", one.index.text))
            .append(self.range(arena, &one.lower, &one.upper))
            .append(arena.text(" {"))
    }

    /// `lower:upper`
    fn range<'a>(&'a self, arena: &'a Arena<'a>, lower: &'a Expr, upper: &'a Expr) -> Doc<'a> {
        const BOUND: u8 = 5;
        self.operand(arena, lower, BOUND)
            .append(arena.text(":"))
            .append(self.operand(arena, upper, BOUND))
    }

    /// `target(subscripts)`
    fn left<'a>(&'a self, arena: &'a Arena<'a>, name: &'a Name, at: &'a [Expr]) -> Doc<'a> {
        let target = arena.text(name.text.to_string());
        if at.is_empty() {
            target
        } else {
            target.append(self.arguments(arena, at))
        }
    }

    fn comprehension<'a>(&'a self, arena: &'a Arena<'a>, statement: &'a Comprehension) -> Doc<'a> {
        let left = self.left(arena, &statement.target, &statement.subscripts);
        let operator = format!(" {} ", statement.assign.text());
        let value = self.expression(arena, &statement.body);
        let joined =
            |a: Doc<'a>, b: Doc<'a>| arena.text("(").append(a).append(", ").append(b).append(")");
        let body = match &statement.pair {
            None => left.append(arena.text(operator)).append(value),
            Some(pair) => joined(left, self.left(arena, &pair.target, &pair.subscripts))
                .append(arena.text(operator))
                .append(joined(value, self.expression(arena, &pair.place))),
        };
        if statement.clauses.is_empty() {
            return body;
        }
        let separator = arena.text(",").append(arena.line());
        let clauses = statement
            .clauses
            .iter()
            .map(|clause| self.clause(arena, clause));
        let clauses = arena.intersperse(clauses, separator).align();
        let clauses = arena
            .line()
            .append(arena.text("where "))
            .append(clauses)
            .nest(CONTINUED);
        body.append(clauses).group()
    }

    fn clause<'a>(&'a self, arena: &'a Arena<'a>, clause: &'a Clause) -> Doc<'a> {
        match clause {
            Clause::Range {
                index,
                lower,
                upper,
            } => arena
                .text(format!("{} in ", index.text))
                .append(self.range(arena, lower, upper)),
            Clause::Let { name, value } => arena
                .text(format!("{} = ", name.text))
                .append(self.expression(arena, value)),
            Clause::Exists { expression, .. } => arena
                .text("exists ")
                .append(self.expression(arena, expression)),
        }
    }

    fn call<'a>(&'a self, arena: &'a Arena<'a>, call: &'a Call) -> Doc<'a> {
        let targets: Vec<_> = call.targets.iter().map(|name| &*name.text).collect();
        let targets = match &targets[..] {
            [target] if self.is_def(&call.function.text) => (*target).to_owned(),
            targets => format!("({})", targets.join(", ")),
        };
        let left = arena.text(format!("{targets} = {}", call.function.text));
        left.append(self.arguments(arena, &call.arguments))
    }

    fn arguments<'a>(&'a self, arena: &'a Arena<'a>, arguments: &'a [Expr]) -> Doc<'a> {
        let arguments = arguments
            .iter()
            .map(|argument| self.expression(arena, argument));
        arena
            .text("(")
            .append(arena.intersperse(arguments, arena.text(", ")))
            .append(arena.text(")"))
    }

    /// An expression, in parentheses if it binds less tightly than required.
    fn operand<'a>(&'a self, arena: &'a Arena<'a>, expr: &'a Expr, level: u8) -> Doc<'a> {
        let doc = self.expression(arena, expr);
        if expr.level() < level {
            arena.text("(").append(doc).append(arena.text(")"))
        } else {
            doc
        }
    }

    fn expression<'a>(&'a self, arena: &'a Arena<'a>, expr: &'a Expr) -> Doc<'a> {
        match &expr.kind {
            ExprKind::Integer(text) | ExprKind::Float(text) => arena.text(text.to_string()),
            ExprKind::Bool(value) => arena.text(value.to_string()),
            ExprKind::Name(name) => arena.text(name.text.to_string()),
            ExprKind::Apply { name, arguments }
                if arguments.is_empty() && self.tensors.contains(&*name.text) =>
            {
                arena.text(name.text.to_string())
            }
            ExprKind::Apply { name, arguments } => arena
                .text(name.text.to_string())
                .append(self.arguments(arena, arguments)),
            ExprKind::Extent { tensor, dimension } => {
                arena.text(format!("{}.{dimension}", tensor.text))
            }
            ExprKind::Cast {
                spelling, operand, ..
            } => arena
                .text(format!("{spelling}("))
                .append(self.expression(arena, operand))
                .append(arena.text(")")),
            ExprKind::Extremum { op, arguments } => arena
                .text(op.text())
                .append(self.arguments(arena, arguments)),
            ExprKind::Unary { op, operand } => arena
                .text(op.text())
                .append(self.operand(arena, operand, 7)),
            ExprKind::Chain { first, rest } => self.chain(arena, first, rest),
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => {
                let branch = |mark: &'static str, expr| {
                    arena
                        .line()
                        .append(arena.text(mark))
                        .append(self.expression(arena, expr))
                };
                let branches = branch("? ", then).append(branch(": ", otherwise));
                self.operand(arena, condition, 2)
                    .append(branches.nest(CONTINUED))
                    .group()
            }
            ExprKind::Named { name, value } => arena
                .text(format!("{} = ", name.text))
                .append(self.expression(arena, value)),
            ExprKind::Error => arena.text("0"),
        }
    }

    fn chain<'a>(&'a self, arena: &'a Arena<'a>, first: &'a Expr, rest: &'a [Link]) -> Doc<'a> {
        let level = rest.first().map_or(0, |link| link.op.level());
        let operand = |expr: &'a Expr, least: u8| {
            // Parentheses around `&&` inside `||` are redundant, but kept for readability.
            let kept = level == BinaryOp::Or.level()
                && expr.level() == BinaryOp::And.level()
                && expr.parenthesised;
            self.operand(arena, expr, if kept { 8 } else { least })
        };
        // An operand of a comparison is never a comparison.
        let first_level = if level == BinaryOp::Less.level() {
            level + 1
        } else {
            level
        };
        let links = rest.iter().map(|link| {
            arena
                .line()
                .append(arena.text(format!("{} ", link.op.text())))
                .append(operand(&link.operand, level + 1))
        });
        let links = arena.concat(links);
        operand(first, first_level)
            .append(links.nest(CONTINUED))
            .group()
    }
}

pub(crate) fn render(doc: Doc<'_>) -> String {
    let mut text = Vec::new();
    // Writing to memory does not fail.
    let _ = doc.render(WIDTH, &mut text);
    String::from_utf8(text).unwrap_or_default()
}
