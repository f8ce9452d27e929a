//! Reductions as statements (`docs/spec/sac.md`, section 4.5).
//!
//! ```text
//! { [i] -> a[i] / sum({ [k] -> a[k] }) }      t +=! a(k)      r0(i) = a(i) / t
//! ```
//! The temporary has the indices of the enclosing statement on which the reduction depends. If
//! these are all, the result itself is used in its place.

use super::block::Guard;
use super::block::{Body, Frame, Loop, Typed};
use super::boxes::{Region, is_empty, is_same, without};
use super::fill::{box_list, is_never_run, loop_names, with_index};
use super::guard::mentions_loop;
use super::*;
use crate::model::{Constant, Operation};
use tc_syntax::expr::{Linear, Operator};
use tc_syntax::tc::ast::{Assign, BinaryOp, Reduction};

/// What is reduced: the first axes of an array, at a position along its others.
pub(super) struct Reduced<'p> {
    pub(super) name: &'p str,
    pub(super) expr: &'p Expr,
    pub(super) env: Scope<'p>,
    /// How many axes; all if none.
    pub(super) axes: Option<usize>,
    pub(super) rest: Vec<At>,
    pub(super) span: Span,
}

/// An update of the temporary: its own indices, and which partition it adds up.
struct Update<'p> {
    loops: Vec<Loop>,
    guards: Vec<Guard<'p>>,
    value: Source<'p>,
}

enum Source<'p> {
    /// An element of the argument at the position of the indices.
    Element,
    /// The body of a partition, with its variables, at a position in its cell.
    Body(&'p Expr, Scope<'p>, Vec<At>),
    /// The elements where no partition is.
    Zero,
}

impl<'p> Lowering<'_, 'p> {
    /// A reduction in an expression: a statement before this one, and the read of its result.
    pub(super) fn reduction(&mut self, body: &mut Body<'p>, what: Reduced<'p>) -> Known<Typed> {
        let span = what.span;
        let (expr, env) = self.behind(what.expr, &what.env);
        let what = Reduced { expr, env, ..what };
        let rest: Vec<Size> = self.sizes_of(&what.rest, span)?;
        let argument = self.shapes.form(what.expr, &what.env);
        let shape = argument.shape.clone()?;
        let count = what.axes.unwrap_or(shape.len());
        let guards = body.frame.guards.clone();
        let outer = Frame {
            loops: self.used_loops(&body.frame, &[(what.expr, &what.env)], &rest, span)?,
            guards: Vec::new(),
        };
        let updates = self.updates(&what, &shape[..count], &outer, argument.scalar)?;
        let left: Vec<String> = outer.loops.iter().map(|one| one.name.clone()).collect();
        let offered = body.offer.take_if(|offer| {
            let same =
                offer.left.len() == left.len() && offer.left.iter().all(|name| left.contains(name));
            same && guards.is_empty() && offer.scalar == argument.scalar
        });
        let (target, left) = match offered {
            Some(offer) => (offer.tensor, offer.left),
            None => {
                let id = self.temporary(what.name, span, argument.scalar, left.len());
                (id, left)
            }
        };
        let of = reduction(what.name);
        let starts = updates.len() == 1 && !needs_finite_start(what.name, argument.scalar);
        if !starts {
            let mut start = self.body(outer.clone());
            let value = identity(&mut start, what.name, argument.scalar, span);
            let block = start.finish(value);
            self.statement(target, (&outer, left.clone()), Assign::Plain, block, span);
        }
        let assign = Assign::Reduce {
            operation: of,
            init: starts,
        };
        for update in updates {
            let mut frame = outer.clone();
            frame.loops.extend(update.loops.iter().cloned());
            let mut inner = self.body(frame.clone());
            let conditions = [guards.clone(), update.guards.clone()].concat();
            let mut element = |lowering: &mut Self, body: &mut Body<'p>| {
                lowering.updated(body, &what, &update, argument.scalar)
            };
            let mut none = |body: &mut Body<'p>| identity(body, what.name, argument.scalar, span);
            let value = if is_never_run(&frame) {
                none(&mut inner)
            } else {
                self.guarded(&mut inner, &conditions, span, &mut element, &mut none)?
            };
            self.settle(&frame, span)?;
            let block = inner.finish(value);
            self.statement(target, (&frame, left.clone()), assign, block, span);
        }
        let at: Vec<At> = left
            .into_iter()
            .map(|name| At::Size(Size::name(name)))
            .collect();
        Ok(body.read(target, argument.scalar, &at, span))
    }

    fn updated(
        &mut self,
        body: &mut Body<'p>,
        what: &Reduced<'p>,
        update: &Update<'p>,
        scalar: Scalar,
    ) -> Known<Typed> {
        match &update.value {
            Source::Zero => Ok(body.integer(0, scalar, what.span)),
            Source::Body(expr, env, at) => self.element(body, expr, env, at),
            Source::Element => {
                let own = update.loops.iter();
                let own = own.map(|one| At::Size(Size::name(one.name.clone())));
                let at: Vec<At> = own.chain(what.rest.iter().cloned()).collect();
                self.element(body, what.expr, &what.env, &at)
            }
        }
    }

    /// The updates: one for each box of a comprehension, or one for the whole argument.
    fn updates(
        &mut self,
        what: &Reduced<'p>,
        shape: &[Size],
        outer: &Frame<'p>,
        scalar: Scalar,
    ) -> Known<Vec<Update<'p>>> {
        if let (Kind::Comprehension(parts), None) = (&what.expr.kind, what.axes) {
            let resolved = self.shapes.resolve(parts, &what.env)?;
            let boxes = box_list(&resolved);
            let mut sizes = boxes
                .iter()
                .flatten()
                .flat_map(|(a, b)| [a, b])
                .chain(shape);
            if !sizes.any(|size| mentions_loop(size, outer)) {
                return self.boxed_updates(what, &resolved, &boxes, outer, scalar);
            }
        }
        let base = match &what.expr.kind {
            Kind::Comprehension(parts) => {
                let last = &parts[parts.len() - 1];
                loop_names(&last.pattern, shape.len())
            }
            _ => Vec::new(),
        };
        let mut frame = outer.clone();
        let mut guards = Vec::new();
        for (axis, extent) in shape.iter().enumerate() {
            let base = base.get(axis).map_or("k", String::as_str);
            let name = self.index(base, &frame);
            let mut upper = extent.clone();
            if mentions_loop(extent, outer) {
                let Some((_, largest)) = hull(extent, outer) else {
                    return Err(self.not_affine(extent, what.span));
                };
                upper = largest;
                let (a, b) = (Size::name(name.clone()), extent.clone());
                let (op, holds) = (BinaryOp::Less, true);
                guards.push(Guard::Compare { op, a, b, holds });
            }
            frame.loops.push(Loop {
                name,
                lower: Size::Const(0),
                upper: at_least_zero(upper),
                span: what.span,
            });
        }
        Ok(vec![Update {
            loops: frame.loops.split_off(outer.loops.len()),
            guards,
            value: Source::Element,
        }])
    }

    fn boxed_updates(
        &mut self,
        what: &Reduced<'p>,
        resolved: &crate::sac::shape::Resolved<'p>,
        boxes: &[Region],
        outer: &Frame<'p>,
        _scalar: Scalar,
    ) -> Known<Vec<Update<'p>>> {
        let unknown = |lowering: &Self| lowering.depends_on_sizes(what.span);
        let all = resolved.shape.iter();
        let all: Region = all.map(|extent| (Size::Const(0), extent.clone())).collect();
        let mut updates = Vec::new();
        let mut taken: Vec<Region> = Vec::new();
        for (part, own) in resolved.parts.iter().zip(boxes) {
            let is_nothing = if is_same(own, &all) {
                false
            } else {
                is_empty(own).ok_or_else(|| unknown(self))?
            };
            let pieces = if is_nothing {
                Vec::new()
            } else {
                without(own, &taken).ok_or_else(|| unknown(self))?
            };
            taken.push(own.clone());
            for piece in pieces {
                let names = loop_names(&part.part.pattern, part.variables());
                let axes: Vec<Option<&str>> = (0..piece.len())
                    .map(|axis| match part.axes.get(axis) {
                        Some(crate::sac::shape::FrameAxis::Variable(at)) => Some(&*names[*at]),
                        _ => None,
                    })
                    .collect();
                let loops = self.box_loops(&piece, &axes, outer, what.span);
                let position: Vec<Size> = loops
                    .iter()
                    .map(|one| Size::name(one.name.clone()))
                    .collect();
                let (index, cell) = part.split(&position);
                let env = with_index(&part.part.pattern, &index, &what.env);
                let cell = cell.into_iter().map(At::Size).collect();
                updates.push(Update {
                    loops,
                    guards: Vec::new(),
                    value: Source::Body(&part.part.body, env, cell),
                });
            }
        }
        if !matches!(what.name, "sum" | "any") {
            for piece in without(&all, &taken).ok_or_else(|| unknown(self))? {
                let axes = vec![None; piece.len()];
                updates.push(Update {
                    loops: self.box_loops(&piece, &axes, outer, what.span),
                    guards: Vec::new(),
                    value: Source::Zero,
                });
            }
        }
        Ok(updates)
    }

    /// Indices for a box.
    fn box_loops(
        &self,
        piece: &Region,
        names: &[Option<&str>],
        outer: &Frame<'p>,
        span: Span,
    ) -> Vec<Loop> {
        let mut frame = outer.clone();
        for ((lower, upper), name) in piece.iter().zip(names) {
            let name = self.index(name.unwrap_or("k"), &frame);
            let (lower, upper) = (lower.clone(), upper.clone());
            frame.loops.push(Loop {
                name,
                lower,
                upper,
                span,
            });
        }
        frame.loops.split_off(outer.loops.len())
    }

    /// What a variable stands for that is computed where it is read.
    fn behind(&self, expr: &'p Expr, env: &Scope<'p>) -> (&'p Expr, Scope<'p>) {
        let (mut expr, mut env) = (expr, env.clone());
        loop {
            let Kind::Var(name) = &expr.kind else {
                return (expr, env);
            };
            let Some(held) = env.find(&name.text).and_then(|(_, held)| held.cloned()) else {
                return (expr, env);
            };
            let Held::Delayed {
                expr: other,
                env: inner,
            } = &*held
            else {
                return (expr, env);
            };
            (expr, env) = (other, inner.clone());
        }
    }

    fn sizes_of(&self, at: &[At], span: Span) -> Known<Vec<Size>> {
        let size = |at: &At| match at {
            At::Size(size) => Ok(size.clone()),
            At::Value(..) => Err(self.depends_on_data(span)),
        };
        at.iter().map(size).collect()
    }

    fn not_affine(&self, size: &Size, span: Span) -> Fault {
        let message = format!("`{}` has no known largest value", size.human());
        self.shapes.fault(Code::TC0705, message, span)
    }

    /// The indices of a frame on which expressions, sizes and the frame's conditions depend.
    pub(super) fn used_loops(
        &self,
        frame: &Frame<'p>,
        exprs: &[(&'p Expr, &Scope<'p>)],
        sizes: &[Size],
        span: Span,
    ) -> Known<Vec<Loop>> {
        let mut names: HashSet<String> = HashSet::new();
        let mut seen = HashSet::new();
        for size in sizes {
            add_names(size, &mut names);
        }
        for (expr, env) in exprs {
            self.dependences(expr, env, &mut Vec::new(), &mut names, &mut seen)?;
        }
        for guard in &frame.guards {
            match guard {
                Guard::Compare { a, b, .. } => {
                    add_names(a, &mut names);
                    add_names(b, &mut names);
                }
                Guard::Expr { condition, env, .. } => {
                    self.dependences(condition, env, &mut Vec::new(), &mut names, &mut seen)?;
                }
                Guard::Data(_) => return Err(self.depends_on_data(span)),
            }
        }
        let used = frame.loops.iter().filter(|one| names.contains(&one.name));
        Ok(used.cloned().collect())
    }

    fn dependences(
        &self,
        expr: &'p Expr,
        env: &Scope<'p>,
        inner: &mut Vec<&'p str>,
        names: &mut HashSet<String>,
        seen: &mut HashSet<*const Held<'p>>,
    ) -> Known<()> {
        match &expr.kind {
            Kind::Var(name) if !inner.contains(&&*name.text) => {
                let Some((form, held)) = env.find(&name.text) else {
                    return Ok(());
                };
                form.value
                    .iter()
                    .flatten()
                    .for_each(|size| add_names(size, names));
                form.shape
                    .iter()
                    .flatten()
                    .for_each(|size| add_names(size, names));
                match held {
                    Some(held) if seen.insert(Rc::as_ptr(held)) => match &**held {
                        Held::Tensor { outer, .. } => {
                            outer.iter().for_each(|size| add_names(size, names));
                            Ok(())
                        }
                        Held::Delayed { expr, env } => {
                            self.dependences(expr, env, &mut Vec::new(), names, seen)
                        }
                        Held::Index(_) => Err(self.depends_on_data(expr.span)),
                    },
                    _ => Ok(()),
                }
            }
            Kind::Comprehension(parts) => {
                for part in parts {
                    for bound in part.bounds() {
                        self.dependences(bound, env, inner, names, seen)?;
                    }
                    let outside = inner.len();
                    let variables = part.pattern.variables();
                    inner.extend(variables.into_iter().map(|name| &*name.text));
                    self.dependences(&part.body, env, inner, names, seen)?;
                    inner.truncate(outside);
                }
                Ok(())
            }
            _ => {
                for child in expr.children() {
                    self.dependences(child, env, inner, names, seen)?;
                }
                Ok(())
            }
        }
    }
}

/// That of a function of the library.
fn reduction(name: &str) -> Reduction {
    match name {
        "prod" => Reduction::Mul,
        "minval" | "all" => Reduction::Min,
        "maxval" | "any" => Reduction::Max,
        _ => Reduction::Add,
    }
}

/// SaC starts from the finite extremes, the dialect from the infinite ones.
fn needs_finite_start(name: &str, scalar: Scalar) -> bool {
    matches!(name, "minval" | "maxval") && scalar.is_floating()
}

/// The neutral element.
fn identity(body: &mut Body, name: &str, scalar: Scalar, span: Span) -> Typed {
    let (low, high) = match scalar {
        Scalar::Int64 => (i64::MIN, i64::MAX),
        _ => (i32::MIN.into(), i32::MAX.into()),
    };
    let extreme = match scalar {
        Scalar::Float => f64::from(f32::MAX),
        _ => f64::MAX,
    };
    let is_float = scalar.is_floating();
    let constant = match (name, is_float) {
        ("minval", true) => Constant::Floating(extreme),
        ("maxval", true) => Constant::Floating(-extreme),
        ("prod", true) => Constant::Floating(1.0),
        (_, true) => Constant::Floating(0.0),
        ("minval", _) => Constant::Integer(high.into()),
        ("maxval", _) => Constant::Integer(low.into()),
        ("prod" | "all", _) => Constant::Integer(1),
        _ => Constant::Integer(0),
    };
    body.push(Operation::Constant(constant), scalar, span)
}

fn add_names(size: &Size, names: &mut HashSet<String>) {
    size.for_each_symbol(&mut |symbol| {
        names.insert(symbol.base().to_owned());
    });
}

fn at_least_zero(size: Size) -> Size {
    match size.as_const() {
        Some(value) => Size::Const(value.max(0)),
        None => size,
    }
}

/// The smallest and the largest value of a size for all values of the indices, each one more than
/// there is where an index has no value.
pub(super) fn hull(size: &Size, frame: &Frame) -> Option<(Size, Size)> {
    let linear = Linear::of(size)?;
    let mut low = Size::Const(linear.constant_part());
    let mut high = low.clone();
    for (atom, factor) in linear.terms() {
        let (first, last) = atom_hull(atom, frame)?;
        let (small, large) = if *factor > 0 {
            (first, last)
        } else {
            (last, first)
        };
        low = Size::add(low, Size::mul(Size::Const(*factor), small));
        high = Size::add(high, Size::mul(Size::Const(*factor), large));
    }
    Some((
        Linear::of(&low)?.to_expr(&[]),
        Linear::of(&high)?.to_expr(&[]),
    ))
}

fn atom_hull(atom: &Size, frame: &Frame) -> Option<(Size, Size)> {
    if let Some(name) = atom.as_name()
        && let Some(one) = frame.loops.iter().find(|one| one.name == name)
    {
        let last = Size::sub(one.upper.clone(), Size::Const(1));
        return Some((one.lower.clone(), last));
    }
    if !mentions_loop(atom, frame) {
        return Some((atom.clone(), atom.clone()));
    }
    match atom {
        Size::Binary(Operator::FloorDiv, a, b) if b.as_const()? > 0 => {
            let (low, high) = hull(a, frame)?;
            let divided = |size| Size::floor_div(size, (**b).clone());
            Some((divided(low), divided(high)))
        }
        Size::Binary(Operator::Mod, _, b) => {
            let last = b.as_const().filter(|divisor| *divisor > 0)? - 1;
            Some((Size::Const(0), Size::Const(last)))
        }
        Size::Binary(operator @ (Operator::Min | Operator::Max), a, b) => {
            let (a, b) = (hull(a, frame)?, hull(b, frame)?);
            Some((
                Size::binary(*operator, a.0, b.0),
                Size::binary(*operator, a.1, b.1),
            ))
        }
        _ => None,
    }
}
