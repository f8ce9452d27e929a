//! The position that a selection reads.

use super::block::{At, Body};
use super::*;
use tc_syntax::expr::Linear;

impl<'p> Lowering<'_, 'p> {
    /// The position in an array that a selection names, at a position along the axes that it keeps.
    pub(super) fn subscripts(
        &mut self,
        body: &mut Body<'p>,
        array: &'p Expr,
        items: &'p [Item<Expr>],
        env: &Scope<'p>,
        at: &[At],
        span: Span,
    ) -> Known<Vec<At>> {
        let rank = self.shapes.form(array, env).rank?;
        let mut kept = at.iter().cloned();
        let mut all = Vec::new();
        for item in items {
            match item {
                Item::Dot(_) => all.extend(kept.next()),
                Item::Dots(_) => {
                    let count = (rank + 1).saturating_sub(items.len());
                    all.extend(kept.by_ref().take(count));
                }
                Item::One(index) => all.extend(self.index_elements(body, index, env)?),
            }
        }
        all.extend(kept);
        if all.len() != rank {
            let message = format!("{} positions in an array with {rank} axes", all.len());
            return Err(self.shapes.fault(Code::TC0719, message, span));
        }
        Ok(all)
    }

    /// The elements of an index: one of a scalar, several of a vector.
    pub(super) fn index_elements(
        &mut self,
        body: &mut Body<'p>,
        index: &'p Expr,
        env: &Scope<'p>,
    ) -> Known<Vec<At>> {
        let form = self.shapes.form(index, env);
        if let Ok(all) = &form.value
            && all.iter().all(|one| Linear::of(one).is_some())
        {
            return Ok(all.iter().cloned().map(At::Size).collect());
        }
        if let Kind::Array(elements) = &index.kind {
            let mut all = Vec::new();
            for element in elements {
                all.extend(self.index_elements(body, element, env)?);
            }
            return Ok(all);
        }
        let positions: Vec<Vec<At>> = match form.rank? {
            0 => vec![Vec::new()],
            _ => {
                let shape = form.shape?;
                let length = shape.first().and_then(Size::as_const).unwrap_or(0);
                (0..length)
                    .map(|at| vec![At::Size(Size::Const(at))])
                    .collect()
            }
        };
        let mut all = Vec::new();
        for at in positions {
            let value = self.element(body, index, env, &at)?;
            let value = body.convert(value, Scalar::Int64, false, index.span);
            all.push(At::Value(body.id, value.value));
        }
        Ok(all)
    }

    /// A scalar that is used as a count or a shift.
    pub(super) fn index_element(
        &mut self,
        body: &mut Body<'p>,
        index: &'p Expr,
        env: &Scope<'p>,
    ) -> Known<At> {
        let all = self.index_elements(body, index, env)?;
        match all.into_iter().next() {
            Some(one) => Ok(one),
            None => {
                let message = "expected a scalar, found an empty vector";
                Err(self.shapes.fault(Code::TC0720, message, index.span))
            }
        }
    }
}
