//! Operators and selections on forms.

use super::*;
use tc_syntax::tc::ast::BinaryOp;

/// Extents with more terms than this are not followed.
const MOST_TERMS: usize = 64;

/// The elements of longer vectors are data.
const MOST_ELEMENTS: usize = 1 << 16;

impl Shapes<'_> {
    /// The shape of an operator on two arrays of one shape, or on an array and a scalar.
    pub(super) fn lifted(&self, a: &Form, b: &Form, span: Span) -> Known<Vec<Size>> {
        if a.rank == Ok(0) {
            return b.shape.clone();
        }
        if b.rank == Ok(0) {
            return a.shape.clone();
        }
        let (left, right) = (a.shape.clone()?, b.shape.clone()?);
        if left.len() == right.len() && self.shapes_agree(&left, &right) {
            return Ok(left);
        }
        let message = format!(
            "the operands have the shapes {} and {}",
            shown(&left),
            shown(&right)
        );
        let help = "an operator takes two arrays of one shape, or an array and a scalar";
        Err(self.fault_with(Code::TC0720, message, span, help))
    }

    pub(super) fn binary(&self, op: BinaryOp, a: Form, b: Form, span: Span) -> Form {
        use BinaryOp::*;
        match op {
            Add => self.arithmetic(Size::add, &a, &b, span),
            Sub => self.arithmetic(Size::sub, &a, &b, span),
            Mul => {
                let form = self.arithmetic(Size::mul, &a, &b, span);
                self.only_linear(form, span)
            }
            Div | Rem => self.division(op, &a, &b, span),
            _ => Form {
                scalar: Scalar::Bool,
                value: Err(self.not_a_size(span)),
                ..self.arithmetic(Size::add, &a, &b, span)
            },
        }
    }

    /// An operator on elements, with scalars extended.
    pub(super) fn arithmetic(
        &self,
        apply: impl Fn(Size, Size) -> Size,
        a: &Form,
        b: &Form,
        span: Span,
    ) -> Form {
        let shape = self.lifted(a, b, span);
        let rank = match (a.rank.clone(), b.rank.clone()) {
            (Ok(a), Ok(b)) => Ok(a.max(b)),
            (Err(fault), _) | (_, Err(fault)) => Err(fault),
        };
        Form {
            scalar: a.scalar,
            rank,
            value: shape.clone().and_then(|_| {
                let all = combined(apply, a, b)?.into_iter();
                all.map(|one| self.bounded(one, span)).collect()
            }),
            shape,
        }
    }

    /// An extent that is short enough to compute with, after terms are collected if it is not.
    fn bounded(&self, size: Size, span: Span) -> Known<Size> {
        let is_short = |size: &Size| {
            let mut terms = 0;
            size.for_each_symbol(&mut |_| terms += 1);
            terms <= MOST_TERMS
        };
        if is_short(&size) {
            return Ok(size);
        }
        let collected = Linear::of(&size).map(|all| all.to_expr(&[]));
        let collected = collected.filter(is_short);
        collected.ok_or_else(|| {
            let message = format!("this extent is an expression of more than {MOST_TERMS} terms");
            let help = "give the extents as numbers, in the types or with the inputs";
            self.fault_with(Code::TC0114, message, span, help)
        })
    }

    /// Products of two sizes are not sizes.
    fn only_linear(&self, mut form: Form, span: Span) -> Form {
        if let Ok(value) = &form.value
            && value.iter().any(|one| Linear::of(one).is_none())
        {
            form.value = Err(self.not_a_size(span));
        }
        form
    }

    /// `/` and `%` by a number; both truncate.
    fn division(&self, op: BinaryOp, a: &Form, b: &Form, span: Span) -> Form {
        let mut form = self.arithmetic(Size::add, a, b, span);
        let values = a.value.clone().and_then(|a| Ok((a, b.value.clone()?)));
        form.value = form.shape.clone().and(values).and_then(|(left, right)| {
            let count = left.len().max(right.len());
            let divided = |number: usize| {
                let a = &left[number.min(left.len() - 1)];
                let b = right[number.min(right.len() - 1)].as_const();
                divide(op, a, b.filter(|b| *b != 0)?)
            };
            let all: Option<Vec<Size>> = if left.is_empty() || right.is_empty() {
                Some(Vec::new())
            } else {
                (0..count).map(divided).collect()
            };
            all.ok_or_else(|| self.not_a_size(span))
        });
        form
    }

    /// `a ++ b`
    pub(super) fn concat(&self, a: Form, b: Form, span: Span) -> Form {
        let shape = a.shape.clone().and_then(|left| {
            let right = b.shape.clone()?;
            if left.is_empty() || right.is_empty() {
                let message = "`++` needs arrays, found a scalar";
                return Err(self.fault_with(Code::TC0720, message, span, "write `[x]`"));
            }
            if !self.shapes_agree(&left[1..], &right[1..]) {
                let message = format!(
                    "`++` of arrays with the shapes {} and {}: only the first axis may differ",
                    shown(&left),
                    shown(&right)
                );
                return Err(self.fault(Code::TC0720, message, span));
            }
            let first = Size::add(left[0].clone(), right[0].clone());
            Ok([vec![self.bounded(first, span)?], left[1..].to_vec()].concat())
        });
        let values = a.value.clone().and_then(|a| {
            let b = b.value?;
            if a.len() + b.len() <= MOST_ELEMENTS {
                Ok([a, b].concat())
            } else {
                Err(self.not_a_size(span))
            }
        });
        Form {
            scalar: a.scalar,
            rank: a.rank,
            shape,
            value: values,
        }
    }

    pub(super) fn selection<T>(
        &self,
        expr: &Expr,
        array: &Expr,
        items: &[Item<Expr>],
        env: &Env<T>,
    ) -> Form {
        let array = self.form(array, env);
        let indices = self.indices(items, &array, expr.span, env);
        let shape = indices.clone().and_then(|indices| {
            let shape = array.shape.clone()?;
            let kept = self.kept_axes(&indices, shape.len(), expr.span)?;
            Ok(kept
                .into_iter()
                .map(|axis| shape[axis].clone())
                .collect::<Vec<_>>())
        });
        let value = indices.and_then(|indices| {
            // Data is named where an element of it is demanded.
            let all = array.value.clone().map_err(|fault| match fault.code {
                Some(Code::TC0724) => self.not_a_size(expr.span),
                _ => fault,
            })?;
            let shape = array.shape.clone()?;
            let fixed: Option<Vec<Size>> = indices.iter().cloned().collect();
            let fixed = fixed.ok_or_else(|| self.not_a_size(expr.span))?;
            for item in items {
                if let Item::One(index) = item {
                    self.form(index, env).value?;
                }
            }
            self.element(&all, &shape, &fixed)
                .ok_or_else(|| self.not_a_size(expr.span))
        });
        Form {
            scalar: array.scalar,
            rank: shape.as_ref().map(Vec::len).map_err(Clone::clone),
            shape,
            value,
        }
    }

    /// The part of known elements at known indices.
    fn element(&self, all: &[Size], shape: &[Size], fixed: &[Size]) -> Option<Vec<Size>> {
        let mut from = 0;
        let mut length = all.len();
        for (extent, index) in shape.iter().zip(fixed) {
            let (extent, index) = (extent.as_const()?, index.as_const()?);
            if index < 0 || index >= extent {
                return None;
            }
            length /= extent as usize;
            from += index as usize * length;
        }
        all.get(from..from + length).map(<[Size]>::to_vec)
    }

    /// One entry for each axis that a selection names: none for a kept one. Where the value of a
    /// subscript is not known, the entry is a placeholder.
    fn indices<T>(
        &self,
        items: &[Item<Expr>],
        array: &Form,
        span: Span,
        env: &Env<T>,
    ) -> Known<Vec<Option<Size>>> {
        let mut all = Vec::new();
        for item in items {
            match item {
                Item::Dot(_) => all.push(None),
                Item::Dots(_) => {
                    let (rank, others) = (array.rank.clone()?, items.len() - 1);
                    if others > rank {
                        return Err(self.too_many(others, rank, span));
                    }
                    all.extend(vec![None; rank - others]);
                }
                Item::One(expr) => {
                    let form = self.form(expr, env);
                    let many = match form.rank.clone()? {
                        0 => 1,
                        1 if items.len() == 1 => self.length(&form, expr.span)?,
                        _ => {
                            let message = "a vector is one of several subscripts";
                            let help = "select with one vector: `a[iv ++ [0]]`";
                            return Err(self.fault_with(Code::TC0711, message, expr.span, help));
                        }
                    };
                    let unknown = vec![Size::Const(-1); many];
                    all.extend(form.value.unwrap_or(unknown).into_iter().map(Some));
                }
            }
        }
        Ok(all)
    }

    /// The number of elements of a vector that is used as index or bound.
    pub(crate) fn length(&self, form: &Form, span: Span) -> Known<usize> {
        match form.shape.clone()?.as_slice() {
            [extent] => match extent.as_const() {
                Some(length) => Ok(length.max(0) as usize),
                None => {
                    let message = "the length of this vector is not a number";
                    Err(self.fault(Code::TC0724, message, span))
                }
            },
            _ => Err(self.fault(Code::TC0706, "expected a vector", span)),
        }
    }

    pub(super) fn too_many(&self, subscripts: usize, rank: usize, span: Span) -> Fault {
        let message = format!(
            "{} of an array with {}",
            count(subscripts, "subscript", "subscripts"),
            count(rank, "axis", "axes")
        );
        let help = "fewer subscripts select the remaining axes";
        self.fault_with(Code::TC0719, message, span, help)
    }

    /// The axes that a selection keeps.
    fn kept_axes(&self, indices: &[Option<Size>], rank: usize, span: Span) -> Known<Vec<usize>> {
        if indices.len() > rank {
            return Err(self.too_many(indices.len(), rank, span));
        }
        let named = indices.iter().enumerate();
        let kept = named
            .filter(|(_, index)| index.is_none())
            .map(|(axis, _)| axis);
        Ok(kept.chain(indices.len()..rank).collect())
    }
}

/// The results of an operator on known elements.
fn combined(apply: impl Fn(Size, Size) -> Size, a: &Form, b: &Form) -> Known<Vec<Size>> {
    let (left, right) = (a.value.clone()?, b.value.clone()?);
    let is_scalar = |form: &Form| form.rank == Ok(0);
    Ok(match (is_scalar(a), is_scalar(b)) {
        (true, false) => right
            .into_iter()
            .map(|b| apply(left[0].clone(), b))
            .collect(),
        (false, true) => left
            .into_iter()
            .map(|a| apply(a, right[0].clone()))
            .collect(),
        _ => left
            .into_iter()
            .zip(right)
            .map(|(a, b)| apply(a, b))
            .collect(),
    })
}

/// `a / b` or `a % b`, truncating; none if that is not known to be what rounding down gives.
fn divide(op: BinaryOp, a: &Size, b: i64) -> Option<Size> {
    if let Some(a) = a.as_const() {
        let result = match op {
            BinaryOp::Div => a.checked_div(b),
            _ => a.checked_rem(b),
        };
        return result.map(Size::Const);
    }
    if b < 0 || !is_natural(a) {
        return None;
    }
    Some(match op {
        BinaryOp::Div => Size::floor_div(a.clone(), Size::Const(b)),
        _ => Size::modulo(a.clone(), Size::Const(b)),
    })
}

/// Whether an expression over sizes and indices, none of which is negative, is not negative.
pub(crate) fn is_natural(size: &Size) -> bool {
    match Linear::of(size) {
        Some(linear) => {
            linear.constant_part() >= 0 && linear.terms().iter().all(|(_, factor)| *factor >= 0)
        }
        None => false,
    }
}
