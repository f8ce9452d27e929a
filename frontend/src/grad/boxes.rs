//! The boxes of tensors, and the least and the largest values of subscripts.
//!
//! ```text
//! h(0, i) = ..                             dimension 0: 0
//! for t in 0:T { h(t + 1, i) = .. }                     1 to T
//!                                          the box: from 0 to max(1, T + 1)
//! ```

use super::loops::{Loop, tidy, unused};
use crate::model::used_names;
use crate::model::{Comprehension, Def, Range, Statement, Subscript};
use tc_syntax::Span;
use tc_syntax::expr::{Expr, Linear, Symbol};

/// What a definition lacks that inference gives.
pub(super) enum Unready {
    /// A call that is not inlined.
    Call,
    /// A form without a gradient.
    Form(&'static str, Span),
    /// An index without a range.
    Range,
}

/// The least and the largest value of an expression; ranges use earlier loops. None if it is not
/// affine in them.
pub(super) fn ends(expr: &Expr, loops: &[Loop]) -> Option<[Expr; 2]> {
    let mut ends = [expr.clone(), expr.clone()];
    for one in loops.iter().rev() {
        for (end, is_most) in ends.iter_mut().zip([false, true]) {
            let linear = Linear::of(end)?;
            let is_inside =
                |(atom, _): &(Expr, i64)| atom.as_name().is_none() && atom.mentions(&one.name);
            if linear.terms().iter().any(is_inside) {
                return None;
            }
            let factor = linear.coefficient(&one.name);
            let value = if (factor > 0) == is_most {
                Expr::sub(one.upper.clone(), Expr::Const(1))
            } else {
                one.lower.clone()
            };
            let index = Expr::name(one.name.clone());
            let step = Expr::mul(Expr::Const(factor), Expr::sub(value, index));
            *end = tidy(&Expr::add(end.clone(), step));
        }
    }
    Some(ends)
}

/// The ranges as a box: those that depend on other loops, or on those around, are widened.
pub(super) fn hull(loops: &[Loop], around: &[Loop]) -> Option<Vec<Loop>> {
    let mut hull: Vec<Loop> = Vec::new();
    for one in loops {
        let outer: Vec<Loop> = around.iter().chain(&hull).cloned().collect();
        let [lower, _] = ends(&one.lower, &outer)?;
        let [_, upper] = ends(&one.upper, &outer)?;
        hull.push(Loop::new(one.name.clone(), lower, upper));
    }
    Some(hull)
}

/// A range as a loop.
pub(super) fn loop_of(name: &str, range: &Range) -> Loop {
    Loop::new(name, range.lower.clone(), range.upper.clone())
}

/// A statement and the loops around it.
type Writer<'d> = (&'d Comprehension, Vec<Loop>);

fn writers<'d>(statements: &'d [Statement], around: &mut Vec<Loop>, found: &mut Vec<Writer<'d>>) {
    for statement in statements {
        match statement {
            Statement::Comprehension(one) => found.push((one, around.clone())),
            Statement::Loop(one) => {
                around.push(loop_of(&one.index, &one.range));
                writers(&one.body, around, found);
                around.pop();
            }
            Statement::Call(_) => {}
        }
    }
}

/// The box of each tensor: that of its type, the hull of fixed subscripts, or the ranges of the
/// first statement that writes it.
pub(super) fn spaces(def: &Def) -> Result<Vec<Vec<Loop>>, Unready> {
    let mut all = Vec::new();
    writers(&def.statements, &mut Vec::new(), &mut all);
    let mut spaces: Vec<Vec<Loop>> = vec![Vec::new(); def.tensors.len()];
    let taken = used_names(def);
    for (id, tensor) in def.tensors.iter().enumerate() {
        let own: Vec<&Writer<'_>> = all
            .iter()
            .filter(|(one, _)| one.targets().any(|target| target == id))
            .collect();
        let mut space: Vec<Loop> = Vec::new();
        for dimension in 0..tensor.rank {
            let name = own.first().and_then(|writer| named(writer, dimension));
            let is_used = |name: &str| space.iter().any(|one| one.name == name);
            let name = name.filter(|name| !is_used(name));
            let name = name.unwrap_or_else(|| unused(|name| taken.contains(name) || is_used(name)));
            let dims = tensor.dims.as_ref().map(|dims| dims[dimension].clone());
            let (lower, upper) = match dims {
                Some(upper) => (Expr::Const(0), upper),
                None => written(&own, dimension).ok_or(Unready::Range)?,
            };
            let (lower, upper) = (
                resolved(def, &spaces, &lower),
                resolved(def, &spaces, &upper),
            );
            space.push(Loop::new(name, lower, upper));
        }
        spaces[id] = space;
    }
    Ok(spaces)
}

/// The index that stands in a dimension, or the loop.
fn named((one, around): &Writer<'_>, dimension: usize) -> Option<String> {
    let Subscript::Symbolic(expr) = &one.left[dimension] else {
        return None;
    };
    let indices = one.indices.iter().map(|index| &*index.name);
    let mut names = indices.chain(around.iter().map(|one| one.name.as_str()));
    names.find(|name| expr.mentions(name)).map(str::to_owned)
}

/// The range that statements write.
fn written(writers: &[&Writer<'_>], dimension: usize) -> Option<(Expr, Expr)> {
    let mut fixed: Option<(Expr, Expr)> = None;
    let mut first = None;
    for (one, around) in writers {
        let Subscript::Symbolic(expr) = &one.left[dimension] else {
            continue;
        };
        let index = one
            .indices
            .iter()
            .find(|index| expr.as_name() == Some(&*index.name));
        match index {
            Some(index) => {
                let range = index.range.as_ref()?;
                let own = hull(&[loop_of(&index.name, range)], around)?.remove(0);
                first.get_or_insert((own.lower, own.upper));
            }
            None => {
                let [least, most] = ends(expr, around)?;
                let upper = Expr::add(most, Expr::Const(1));
                fixed = Some(match fixed {
                    Some((a, b)) => (Expr::min(a, least), Expr::max(b, upper)),
                    None => (least, upper),
                });
            }
        }
    }
    let (lower, upper) = fixed.or(first)?;
    Some((tidy(&lower), tidy(&upper)))
}

/// Extents of tensors as expressions over sizes.
pub(super) fn resolved(def: &Def, spaces: &[Vec<Loop>], expr: &Expr) -> Expr {
    expr.substitute(&|symbol| {
        let Symbol::Extent(name, dimension) = symbol else {
            return None;
        };
        let id = def.tensors.iter().position(|one| *one.name == **name)?;
        let space = spaces[id].get(*dimension as usize)?;
        Some(Expr::sub(space.upper.clone(), space.lower.clone()))
    })
}
