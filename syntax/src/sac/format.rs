//! The canonical layout of the SaC notation. Comments and empty lines are kept as in TC text, by
//! the same code; what fits a line is left to the same pretty printer.

use super::ast::*;
use super::parser::parse;
use crate::diagnostic::{Diagnostic, SourceFile};
use crate::tc::ast::{BinaryOp, Name};
use crate::tc::format::Writer;
use crate::tc::format::doc::{CONTINUED, Doc, INDENT, render};
use pretty::{Arena, DocAllocator};

#[cfg(test)]
mod tests;

/// Formats a file, or reports what does not parse.
pub fn format(file: &SourceFile) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(file);
    if !parsed.errors.is_empty() {
        return Err(parsed.errors);
    }
    let printer = Printer {
        source: file.text(),
    };
    let mut writer = Writer::new(file.text(), &parsed.comments);
    for (number, function) in parsed.program.functions.iter().enumerate() {
        if number > 0 {
            writer.text.push('\n');
        }
        printer.function(&mut writer, function, number > 0);
    }
    let after = !parsed.program.functions.is_empty();
    let from = writer.text.len();
    writer.leading(file.text().len(), "", after);
    if after && writer.text.len() > from {
        writer.text.insert(from, '\n');
    }
    Ok(writer.finish())
}

struct Printer<'f> {
    source: &'f str,
}

impl Printer<'_> {
    fn function(&self, writer: &mut Writer, function: &Function, after_function: bool) {
        // Comments in the signature move in front of the function.
        writer.leading(function.open.start as usize, "", after_function);
        if writer.has_empty_line(function.span.start as usize)
            && !writer.text.is_empty()
            && !writer.text.ends_with("\n\n")
        {
            writer.text.push('\n');
        }
        writer.text.push_str(&self.head(function));
        writer.at = function.open.end as usize;
        writer.trailing();
        for (number, line) in function.lets.iter().enumerate() {
            writer.line(line.span, number == 0, &self.assignment(line));
        }
        let is_first = function.lets.is_empty();
        writer.line(
            function.return_span,
            is_first,
            &self.returns(&function.returns),
        );
        writer.leading(function.span.end as usize - 1, "  ", false);
        writer.text.push('}');
        writer.at = function.span.end as usize;
        writer.trailing();
    }

    fn head(&self, function: &Function) -> String {
        let arena = Arena::new();
        let results: Vec<String> = function.results.iter().map(ty).collect();
        let params = function.params.iter();
        let params =
            params.map(|param| arena.text(format!("{} {}", ty(&param.ty), param.name.text)));
        let params = arena.intersperse(params, arena.text(",").append(arena.line()));
        let params = arena
            .line_()
            .append(params)
            .nest(CONTINUED)
            .append(arena.line_());
        let head = arena.text(format!("{} {}(", results.join(", "), function.name.text));
        render(head.append(params).append(arena.text(") {")).group())
    }

    fn assignment(&self, line: &Let) -> String {
        let names: Vec<&str> = line.names.iter().map(|name| &*name.text).collect();
        let written = line.ty.as_ref().map(|written| ty(written) + " ");
        let head = format!("  {}{} = ", written.unwrap_or_default(), names.join(", "));
        let arena = Arena::new();
        let value = self.expression(&arena, &line.value, 0).nest(INDENT);
        render(arena.text(head).append(value).append(arena.text(";")))
    }

    fn returns(&self, values: &[Expr]) -> String {
        let arena = Arena::new();
        let list = self.list(&arena, values);
        let values = match values {
            [_] => list,
            _ => arena.text("(").append(list).append(arena.text(")")),
        };
        let doc = arena.text("  return ").append(values.nest(INDENT));
        render(doc.append(arena.text(";")))
    }

    fn list<'a>(&'a self, arena: &'a Arena<'a>, all: &'a [Expr]) -> Doc<'a> {
        let separator = arena.text(",").append(arena.line());
        let all = all.iter().map(|one| self.expression(arena, one, 0));
        arena.intersperse(all, separator).group()
    }

    /// An expression where operators looser than `level` need parentheses.
    fn expression<'a>(&'a self, arena: &'a Arena<'a>, expr: &'a Expr, level: u8) -> Doc<'a> {
        let doc = self.bare(arena, expr);
        if precedence(expr) < level {
            arena.text("(").append(doc).append(arena.text(")"))
        } else {
            doc
        }
    }

    fn bare<'a>(&'a self, arena: &'a Arena<'a>, expr: &'a Expr) -> Doc<'a> {
        let own = precedence(expr);
        let operator = |a: &'a Expr, text: &str, b: &'a Expr| {
            let left = self.expression(arena, a, own);
            let right = self.expression(arena, b, own + 1);
            let tail = arena
                .line()
                .append(arena.text(format!("{text} ")))
                .append(right);
            left.append(tail.nest(INDENT)).group()
        };
        match &expr.kind {
            Kind::Int(_) | Kind::Real(..) => arena.text(self.source[expr.span.range()].to_owned()),
            Kind::Bool(value) => arena.text(value.to_string()),
            Kind::Var(name) => arena.text(name.text.to_string()),
            Kind::Call(name, arguments) => arena
                .text(format!("{}(", name.text))
                .append(self.list(arena, arguments))
                .append(arena.text(")")),
            Kind::Array(all) => arena
                .text("[")
                .append(self.list(arena, all))
                .append(arena.text("]")),
            Kind::Empty(written) => arena.text(format!("[:{}]", ty(written))),
            Kind::Select(array, items) => {
                let items = items.iter().map(|item| match item {
                    Item::One(one) => self.expression(arena, one, 0),
                    Item::Dot(_) => arena.text("."),
                    Item::Dots(_) => arena.text("..."),
                });
                let items = arena.intersperse(items, arena.text(", "));
                let array = self.expression(arena, array, POSTFIX);
                array
                    .append(arena.text("["))
                    .append(items)
                    .append(arena.text("]"))
            }
            Kind::Negate(operand) => arena.text("-").append(self.expression(arena, operand, own)),
            Kind::Not(operand) => arena.text("!").append(self.expression(arena, operand, own)),
            Kind::Binary(op, a, b) => operator(a, op.text(), b),
            Kind::Concat(a, b) => operator(a, "++", b),
            Kind::Cond(condition, a, b) => self
                .expression(arena, condition, own + 1)
                .append(arena.text(" ? "))
                .append(self.expression(arena, a, own))
                .append(arena.text(" : "))
                .append(self.expression(arena, b, own)),
            Kind::Comprehension(parts) => {
                let separator = arena.text(";").append(arena.line());
                let parts = parts.iter().map(|part| self.part(arena, part));
                let parts = arena.intersperse(parts, separator);
                let inside = arena.line().append(parts).nest(INDENT).append(arena.line());
                arena
                    .text("{")
                    .append(inside)
                    .append(arena.text("}"))
                    .group()
            }
        }
    }

    fn part<'a>(&'a self, arena: &'a Arena<'a>, part: &'a Part) -> Doc<'a> {
        let doc = arena
            .text(format!("{} -> ", pattern(&part.pattern)))
            .append(self.expression(arena, &part.body, 0));
        let Some(generator) = &part.generator else {
            return doc;
        };
        let relation = |strict: bool| if strict { "<" } else { "<=" };
        let mut limits = arena.text("| ");
        if let Some((bound, strict)) = &generator.lower {
            let tail = format!(" {} ", relation(*strict));
            limits = limits
                .append(self.bound(arena, bound))
                .append(arena.text(tail));
        }
        limits = limits.append(arena.text(index(&part.pattern)));
        if let Some((bound, strict)) = &generator.upper {
            let head = format!(" {} ", relation(*strict));
            limits = limits
                .append(arena.text(head))
                .append(self.bound(arena, bound));
        }
        doc.append(arena.line().append(limits).nest(INDENT)).group()
    }

    fn bound<'a>(&'a self, arena: &'a Arena<'a>, bound: &'a Bound) -> Doc<'a> {
        match bound {
            Bound::Dot(_) => arena.text("."),
            Bound::Vector(expr) => self.expression(arena, expr, CONCAT),
        }
    }
}

const CONCAT: u8 = 5;
const POSTFIX: u8 = 9;

fn precedence(expr: &Expr) -> u8 {
    use BinaryOp::*;
    match &expr.kind {
        Kind::Cond(..) => 0,
        Kind::Binary(Or, ..) => 1,
        Kind::Binary(And, ..) => 2,
        Kind::Binary(Equal | NotEqual, ..) => 3,
        Kind::Binary(Less | LessEqual | Greater | GreaterEqual, ..) => 4,
        Kind::Concat(..) => CONCAT,
        Kind::Binary(Add | Sub, ..) => 6,
        Kind::Binary(Mul | Div | Rem, ..) => 7,
        Kind::Negate(_) | Kind::Not(_) => 8,
        _ => POSTFIX,
    }
}

/// A type as it is written.
pub fn ty(ty: &Type) -> String {
    let name = crate::scalar::Scalar::NAMES.iter().rev();
    let mut short = name
        .filter(|(_, scalar)| *scalar == ty.scalar)
        .map(|(name, _)| *name);
    let name = short.find(|name| super::parser::base_type(name).is_some());
    let axes = match &ty.shape {
        ShapeClass::AtLeastOne => "+".to_owned(),
        ShapeClass::Any => "*".to_owned(),
        ShapeClass::Axes(axes) => axes.iter().map(axis).collect::<Vec<_>>().join(","),
    };
    let name = name.unwrap_or_default();
    if axes.is_empty() {
        name.to_owned()
    } else {
        format!("{name}[{axes}]")
    }
}

fn axis(axis: &Axis) -> String {
    match axis {
        Axis::Extent(extent) => extent.to_string(),
        Axis::Free => ".".to_owned(),
        Axis::Size(name) => name.text.to_string(),
        Axis::Group(group) => {
            let positive = if group.at_least_one { ">0" } else { "" };
            format!("{}{positive}:{}", group.count, group.extents)
        }
    }
}

fn pattern(pattern: &Pattern) -> String {
    match &pattern.kind {
        PatternKind::Vector(name) => name.text.to_string(),
        PatternKind::Items(items) => {
            let item = |item: &Item<Name>| match item {
                Item::One(name) => name.text.to_string(),
                Item::Dot(_) => ".".to_owned(),
                Item::Dots(_) => "...".to_owned(),
            };
            format!("[{}]", items.iter().map(item).collect::<Vec<_>>().join(","))
        }
    }
}

/// The pattern without dots.
fn index(pattern: &Pattern) -> String {
    let names: Vec<&str> = pattern.variables().iter().map(|name| &*name.text).collect();
    if pattern.is_vector() {
        names.concat()
    } else {
        format!("[{}]", names.join(","))
    }
}
