//! Statements that write an array (`docs/spec/sac.md`, sections 4.2 to 4.4).
//!
//! A comprehension becomes a statement for each box of its partitions, where the first one wins. As
//! the first statement that writes a tensor gives its box, one with several pieces is first written
//! as a whole: by its last partition, if that can be computed everywhere, else with zeros.

use super::block::{Body, Frame, Loop, Offer, Typed};
use super::boxes::{Region, at_most, intersection, is_empty, is_same, without};
use super::guard::mentions_loop;
use super::*;
use crate::model::{Block, Comprehension, Index, Operation, Range, Subscript};
use crate::sac::shape::{FrameAxis, Partition, Resolved};
use tc_syntax::tc::ast::{Assign, Name};

/// A subscript on the left of a statement.
#[derive(Clone, Debug)]
pub(super) enum Slot {
    /// An index of the frame.
    Loop(String),
    /// A part of an axis of the expression.
    Axis(usize, Size, Size),
}

/// What is in the elements before they are written.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Before {
    Nothing,
    Zeros,
    Others,
}

impl<'p> Lowering<'_, 'p> {
    /// Writes an array of this shape into a tensor, behind subscripts that are indices of the
    /// frame.
    pub(super) fn write(
        &mut self,
        frame: &Frame<'p>,
        target: TensorId,
        outer: Vec<Slot>,
        shape: &[Size],
        value: &'p Expr,
        env: &Scope<'p>,
    ) -> Known<()> {
        let axes = shape.iter().enumerate();
        let axes = axes.map(|(axis, extent)| Slot::Axis(axis, Size::Const(0), extent.clone()));
        let left = outer.into_iter().chain(axes).collect();
        self.fill(frame, target, left, Before::Nothing, value, env)
    }

    fn fill(
        &mut self,
        frame: &Frame<'p>,
        target: TensorId,
        left: Vec<Slot>,
        before: Before,
        value: &'p Expr,
        env: &Scope<'p>,
    ) -> Known<()> {
        self.grow(value.span)?;
        match &value.kind {
            Kind::Var(name) => {
                if let Some((_, Some(held))) = env.find(&name.text)
                    && let Held::Delayed { expr, env } = &*held.clone()
                {
                    return self.fill(frame, target, left, before, expr, env);
                }
            }
            Kind::Call(name, arguments) if self.shapes.is_function(&name.text) => {
                let (function, env) = self.inlined(frame, name, arguments, env, value.span)?;
                return self.fill(frame, target, left, before, &function.returns[0], &env);
            }
            Kind::Comprehension(parts) => {
                let resolved = self.shapes.resolve(parts, env)?;
                if let Some(pieces) = self.pieces(&resolved, &left, frame, value.span)? {
                    return self.partitions(frame, target, &left, before, (&resolved, pieces), env);
                }
            }
            _ => {}
        }
        self.leaf(frame, target, left, value, env)
    }

    /// The boxes of each partition inside of the part that is written, and what is left; none if
    /// they depend on indices.
    fn pieces(
        &self,
        resolved: &Resolved,
        left: &[Slot],
        frame: &Frame,
        span: Span,
    ) -> Known<Option<Pieces>> {
        let rank = resolved.shape.len();
        let mut region: Region = vec![(Size::Const(0), Size::Const(0)); rank];
        for slot in left {
            if let Slot::Axis(axis, lower, upper) = slot {
                region[*axis] = (lower.clone(), upper.clone());
            }
        }
        let boxes = box_list(resolved);
        let bounds = boxes.iter().chain([&region]).flatten();
        if bounds
            .flat_map(|(lower, upper)| [lower, upper])
            .any(|size| mentions_loop(size, frame))
        {
            return Ok(None);
        }
        let unknown = || self.depends_on_sizes(span);
        let mut taken: Vec<Region> = Vec::new();
        let mut of_parts = Vec::new();
        for one in &boxes {
            let mut pieces = Vec::new();
            if is_same(one, &region) {
                pieces = without(one, &taken).ok_or_else(unknown)?;
            } else if !is_empty(one).ok_or_else(unknown)? {
                let inside = intersection(one, &region).ok_or_else(unknown)?;
                pieces = without(&inside, &taken).ok_or_else(unknown)?;
            }
            of_parts.push(pieces);
            taken.push(one.clone());
        }
        let rest = without(&region, &taken).ok_or_else(unknown)?;
        Ok(Some(Pieces {
            region,
            of_parts,
            rest,
        }))
    }

    fn partitions(
        &mut self,
        frame: &Frame<'p>,
        target: TensorId,
        left: &[Slot],
        mut before: Before,
        (resolved, mut pieces): (&Resolved<'p>, Pieces),
        env: &Scope<'p>,
    ) -> Known<()> {
        self.explain(resolved, &pieces.of_parts, &pieces.rest);
        let count: usize = pieces.of_parts.iter().map(Vec::len).sum();
        let is_whole = count == 1 && pieces.rest.is_empty();
        let last = resolved.parts.len() - 1;
        if before == Before::Nothing && !is_whole {
            let part = &resolved.parts[last];
            let whole = vec![pieces.region.clone()];
            if part.is_full(&resolved.shape) && self.is_safe(part, &resolved.shape, env) {
                pieces.of_parts[last] = Vec::new();
                self.boxes(frame, target, left, before, part, &whole, env)?;
                before = Before::Others;
            } else {
                self.zeros(frame, target, left, resolved.scalar, &whole, part.part.span)?;
                before = Before::Zeros;
            }
        }
        for (part, boxes) in resolved.parts.iter().zip(&pieces.of_parts) {
            self.boxes(frame, target, left, before, part, boxes, env)?;
        }
        if before == Before::Others {
            let span = resolved.parts[last].part.span;
            self.zeros(frame, target, left, resolved.scalar, &pieces.rest, span)?;
        }
        Ok(())
    }

    /// Whether a partition can be computed for the whole result: it is a part of an array at the
    /// index, or has no reads.
    fn is_safe(&self, part: &Partition, shape: &[Size], env: &Scope<'p>) -> bool {
        let body = &part.part.body;
        match &body.kind {
            Kind::Int(_) | Kind::Real(..) | Kind::Bool(_) => true,
            Kind::Select(array, items) => {
                let names = part.part.pattern.variables();
                let Kind::Var(array_name) = &array.kind else {
                    return false;
                };
                let same = items.len() == names.len()
                    && items.iter().zip(&names).all(|(item, name)| {
                        matches!(item, Item::One(Expr { kind: Kind::Var(other), .. }) if other == *name)
                    });
                let is_outside = !names.contains(&array_name);
                let found = self.shapes.form(array, env).shape;
                let fits = |found: Vec<Size>| {
                    found.len() == shape.len()
                        && found
                            .iter()
                            .zip(shape)
                            .all(|(a, b)| difference(a, b) == Some(0))
                };
                same && is_outside && found.is_ok_and(fits)
            }
            _ => false,
        }
    }

    /// The statements of a partition in some boxes.
    #[allow(clippy::too_many_arguments)]
    fn boxes(
        &mut self,
        frame: &Frame<'p>,
        target: TensorId,
        left: &[Slot],
        before: Before,
        part: &Partition<'p>,
        boxes: &[Region],
        env: &Scope<'p>,
    ) -> Known<()> {
        for region in boxes {
            let mut inner = frame.clone();
            let mut index = Vec::new();
            let names = loop_names(&part.part.pattern, part.variables());
            let mut slots = Vec::new();
            for slot in left {
                let Slot::Axis(axis, ..) = slot else {
                    slots.push(slot.clone());
                    continue;
                };
                let (lower, upper) = region[*axis].clone();
                slots.push(match part.axes.get(*axis) {
                    Some(FrameAxis::Variable(at)) => {
                        let name = self.index(&names[*at], &inner);
                        index.push((*at, name.clone()));
                        inner.loops.push(Loop {
                            name: name.clone(),
                            lower,
                            upper,
                            span: part.part.pattern.span,
                        });
                        Slot::Loop(name)
                    }
                    Some(FrameAxis::Cell(cell)) => Slot::Axis(*cell, lower, upper),
                    None => {
                        let dots = part.axes.len() - part.variables();
                        Slot::Axis(dots + axis - part.axes.len(), lower, upper)
                    }
                });
            }
            index.sort();
            let index: Vec<Size> = index
                .into_iter()
                .map(|(_, name)| Size::name(name))
                .collect();
            let env = with_index(&part.part.pattern, &index, env);
            self.fill(&inner, target, slots, before, &part.part.body, &env)?;
        }
        Ok(())
    }

    fn zeros(
        &mut self,
        frame: &Frame<'p>,
        target: TensorId,
        left: &[Slot],
        scalar: Scalar,
        boxes: &[Region],
        span: Span,
    ) -> Known<()> {
        for region in boxes {
            let slots: Vec<Slot> = left
                .iter()
                .map(|slot| match slot {
                    Slot::Axis(axis, ..) => {
                        let (lower, upper) = region[*axis].clone();
                        Slot::Axis(*axis, lower, upper)
                    }
                    other => other.clone(),
                })
                .collect();
            let (inner, names, _) = self.loops(frame, &slots, span);
            let mut body = self.body(Frame::default());
            let zero = body.integer(0, scalar, span);
            self.statement(
                target,
                (&inner, names),
                Assign::Plain,
                body.finish(zero),
                span,
            );
        }
        Ok(())
    }

    /// A statement for the elements of an expression.
    fn leaf(
        &mut self,
        frame: &Frame<'p>,
        target: TensorId,
        left: Vec<Slot>,
        value: &'p Expr,
        env: &Scope<'p>,
    ) -> Known<()> {
        let span = value.span;
        let (inner, names, at) = self.loops(frame, &left, span);
        let mut body = self.body(inner.clone());
        body.frame.guards = Vec::new();
        if frame.guards.is_empty() {
            body.offer = Some(Offer {
                tensor: target,
                left: names.clone(),
                scalar: self.tensors[target].scalar,
            });
        }
        let scalar = self.tensors[target].scalar;
        if is_never_run(&inner) {
            let zero = body.integer(0, scalar, span);
            self.statement(
                target,
                (&inner, names),
                Assign::Plain,
                body.finish(zero),
                span,
            );
            return Ok(());
        }
        let mut element = |lowering: &mut Self, body: &mut Body<'p>| -> Known<Typed> {
            lowering.element(body, value, env, &at)
        };
        let mut zero = |body: &mut Body<'p>| body.integer(0, scalar, span);
        let result = self.guarded(&mut body, &frame.guards, span, &mut element, &mut zero)?;
        self.settle(&inner, span)?;
        // A reduction that was computed in place is there already.
        if let Some(Operation::Read { tensor, subscripts }) = body.only()
            && *tensor == target
            && body.offer.is_none()
            && is_left(subscripts, &names)
        {
            return Ok(());
        }
        self.statement(
            target,
            (&inner, names),
            Assign::Plain,
            body.finish(result),
            span,
        );
        Ok(())
    }

    /// Indices for the open axes: the frame with them, the names on the left, and the position in
    /// the expression.
    fn loops(
        &mut self,
        frame: &Frame<'p>,
        left: &[Slot],
        span: Span,
    ) -> (Frame<'p>, Vec<String>, Vec<At>) {
        let mut inner = frame.clone();
        let mut names = Vec::new();
        let mut at: Vec<(usize, At)> = Vec::new();
        for slot in left {
            match slot {
                Slot::Loop(name) => names.push(name.clone()),
                Slot::Axis(axis, lower, upper) => {
                    let name = self.index("i", &inner);
                    inner.loops.push(Loop {
                        name: name.clone(),
                        lower: lower.clone(),
                        upper: upper.clone(),
                        span,
                    });
                    at.push((*axis, At::Size(Size::name(name.clone()))));
                    names.push(name);
                }
            }
        }
        at.sort_by_key(|(axis, _)| *axis);
        (inner, names, at.into_iter().map(|(_, at)| at).collect())
    }

    /// An unused name for an index.
    pub(super) fn index(&self, base: &str, frame: &Frame) -> String {
        let others: Vec<&str> = frame.loops.iter().map(|one| &*one.name).collect();
        self.fresh(base, &others)
    }

    pub(super) fn body(&mut self, frame: Frame<'p>) -> Body<'p> {
        self.bodies += 1;
        Body::new(self.bodies, frame)
    }

    /// Appends a statement: the indices on the left, then all others of the frame.
    pub(super) fn statement(
        &mut self,
        target: TensorId,
        (frame, left): (&Frame<'p>, Vec<String>),
        assign: Assign,
        body: Block,
        span: Span,
    ) {
        let found = |name: &String| frame.loops.iter().find(|one| one.name == *name);
        let mut loops: Vec<&Loop> = left.iter().filter_map(found).collect();
        if assign != Assign::Plain {
            loops.extend(frame.loops.iter().filter(|one| !left.contains(&one.name)));
        }
        let index = |one: &Loop| Index {
            name: (*one.name).into(),
            span: one.span,
            range: Some(Range {
                lower: one.lower.clone(),
                upper: one.upper.clone(),
                span: one.span,
            }),
        };
        let indices: Vec<Index> = loops.into_iter().map(index).collect();
        self.statements
            .push(Statement::Comprehension(Comprehension {
                target,
                target_span: span,
                assign,
                left: Comprehension::left_of(&indices[..left.len()]),
                pair: None,
                indices,
                left_count: left.len(),
                body,
                span,
            }));
    }

    /// The results of a function of the program at a call: the function, and its variables.
    pub(super) fn inlined(
        &mut self,
        frame: &Frame<'p>,
        name: &'p Name,
        arguments: &'p [Expr],
        env: &Scope<'p>,
        span: Span,
    ) -> Known<(&'p Function, Scope<'p>)> {
        let shapes = self.shapes;
        let forms: Vec<Form> = arguments.iter().map(|one| shapes.form(one, env)).collect();
        let function = shapes.overload(name, &forms, span)?;
        let mut held = Vec::new();
        for ((argument, param), form) in arguments.iter().zip(&function.params).zip(forms) {
            form.shape.clone()?;
            let value = self.hold(frame, &param.name.text, argument, env)?;
            held.push((form, Some(value)));
        }
        let mut inner = shapes.bind(function, held, span, |_| None)?;
        for line in &function.lets {
            inner = self.line(frame, line, inner)?;
        }
        Ok((function, inner))
    }

    /// A line before `return`.
    pub(super) fn line(
        &mut self,
        frame: &Frame<'p>,
        line: &'p Let,
        env: Scope<'p>,
    ) -> Known<Scope<'p>> {
        if let [name] = &line.names[..] {
            let form = self.shapes.form(&line.value, &env);
            let held = self.hold(frame, &name.text, &line.value, &env)?;
            return Ok(env.with(&name.text, form, Some(held)));
        }
        let Kind::Call(called, arguments) = &line.value.kind else {
            return Ok(env);
        };
        let forms = self.shapes.results(called, arguments, &env, line.span);
        let (function, inner) = self.inlined(frame, called, arguments, &env, line.span)?;
        let mut outer = env;
        for ((name, value), form) in line.names.iter().zip(&function.returns).zip(forms) {
            let held = self.hold(frame, &name.text, value, &inner)?;
            outer = outer.with(&name.text, form, Some(held));
        }
        Ok(outer)
    }

    /// A value that may be read several times: as it is written, or in a temporary for the indices
    /// that it depends on.
    pub(super) fn hold(
        &mut self,
        frame: &Frame<'p>,
        name: &str,
        expr: &'p Expr,
        env: &Scope<'p>,
    ) -> Known<Rc<Held<'p>>> {
        let form = self.shapes.form(expr, env);
        if is_plain(expr) || form.value.is_ok() {
            let env = env.clone();
            return Ok(Rc::new(Held::Delayed { expr, env }));
        }
        let shape = form.shape?;
        let used = self.used_loops(frame, &[(expr, env)], &[], expr.span)?;
        if shape.iter().any(|extent| mentions_loop(extent, frame)) {
            let message = "an array of which the shape depends on an index is not implemented here";
            return Err(self.shapes.fault(Code::TC0705, message, expr.span));
        }
        let id = self.temporary(name, expr.span, form.scalar, used.len() + shape.len());
        let inner = Frame {
            loops: used.clone(),
            guards: frame.guards.clone(),
        };
        let outer = used
            .iter()
            .map(|one| Slot::Loop(one.name.clone()))
            .collect();
        self.write(&inner, id, outer, &shape, expr, env)?;
        let outer = used.into_iter().map(|one| Size::name(one.name)).collect();
        Ok(Rc::new(Held::Tensor { id, outer }))
    }

    pub(super) fn depends_on_sizes(&self, span: Span) -> Fault {
        let message = "the boxes of these partitions depend on the extents of the arguments";
        let help = "give the extents as numbers, in the types or with the inputs";
        self.shapes.fault_with(Code::TC0705, message, span, help)
    }

    /// Counts what is made, which may grow with the power of the nesting.
    pub(super) fn grow(&mut self, span: Span) -> Known<()> {
        self.instructions += 1;
        if self.instructions <= MOST_INSTRUCTIONS {
            Ok(())
        } else {
            let message = format!("the function needs more than {MOST_INSTRUCTIONS} operations");
            let help = "name what is used several times in a line of its own";
            Err(self.shapes.fault_with(Code::TC0114, message, span, help))
        }
    }
}

/// The boxes of the partitions of a comprehension in the part that is written.
pub(super) struct Pieces {
    region: Region,
    of_parts: Vec<Vec<Region>>,
    /// What no partition covers.
    rest: Vec<Region>,
}

/// The box of each partition, all axes of the result included.
pub(super) fn box_list(resolved: &Resolved) -> Vec<Region> {
    let of = |part: &Partition| -> Region {
        let bounds = part.lower.iter().cloned().zip(part.upper.iter().cloned());
        let cell = resolved.shape[part.axes.len()..].iter();
        bounds
            .chain(cell.map(|extent| (Size::Const(0), extent.clone())))
            .collect()
    };
    resolved.parts.iter().map(of).collect()
}

/// Whether these are the indices on the left.
fn is_left(subscripts: &[Subscript], names: &[String]) -> bool {
    let is = |(one, name): (&Subscript, &String)| matches!(one, Subscript::Symbolic(size) if size.as_name() == Some(name));
    subscripts.len() == names.len() && subscripts.iter().zip(names).all(is)
}

/// The names of the indices of a pattern.
pub(super) fn loop_names(pattern: &Pattern, count: usize) -> Vec<String> {
    match &pattern.kind {
        PatternKind::Vector(name) => (0..count).map(|at| format!("{}{at}", name.text)).collect(),
        PatternKind::Items(_) => {
            let names = pattern.variables().into_iter();
            names.map(|name| name.text.to_string()).collect()
        }
    }
}

/// With the variables of a pattern at an index.
pub(super) fn with_index<'p>(pattern: &Pattern, index: &[Size], env: &Scope<'p>) -> Scope<'p> {
    match &pattern.kind {
        PatternKind::Vector(name) => env.with(&name.text, Form::vector(index.to_vec()), None),
        PatternKind::Items(_) => {
            let names = pattern.variables().into_iter().zip(index);
            names.fold(env.clone(), |env, (name, at)| {
                env.with(&name.text, Form::int(at.clone()), None)
            })
        }
    }
}

/// Whether an index has no value: what such a statement reads need not exist.
pub(super) fn is_never_run(frame: &Frame) -> bool {
    let is_nothing = |one: &Loop| at_most(&one.upper, &one.lower) == Some(true);
    frame.loops.iter().any(is_nothing)
}

/// Whether a range is from zero to here for sure.
pub(super) fn starts_at_zero(lower: &Size) -> bool {
    at_most(lower, &Size::Const(0)) == Some(true)
}
