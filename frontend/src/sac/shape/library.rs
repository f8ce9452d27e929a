//! The shapes of the functions of the library.

use super::values::is_natural;
use super::*;

/// The functions of the library, with the number of their arguments.
pub const LIBRARY: [(&str, usize); 30] = [
    ("shape", 1),
    ("dim", 1),
    ("abs", 1),
    ("min", 2),
    ("max", 2),
    ("sqrt", 1),
    ("exp", 1),
    ("log", 1),
    ("tanh", 1),
    ("floor", 1),
    ("toi", 1),
    ("tof", 1),
    ("tod", 1),
    ("genarray", 2),
    ("reshape", 2),
    ("sum", 1),
    ("prod", 1),
    ("minval", 1),
    ("maxval", 1),
    ("any", 1),
    ("all", 1),
    ("iota", 1),
    ("reverse", 1),
    ("transpose", 1),
    ("rotate", 2),
    ("take", 2),
    ("drop", 2),
    ("rsum", 2),
    ("where", 3),
    ("modarray", 3),
];

impl Shapes<'_> {
    /// The form of a call of the library.
    pub(super) fn builtin(&self, expr: &Expr, name: &str, arguments: &[Form]) -> Form {
        let span = expr.span;
        let data = |scalar, shape: Known<Vec<Size>>| Form {
            scalar,
            rank: shape.as_ref().map(Vec::len).map_err(Clone::clone),
            shape,
            value: Err(self.not_a_size(span)),
        };
        match (name, arguments) {
            ("shape", [a]) => Form {
                scalar: Scalar::Int32,
                rank: Ok(1),
                shape: a.rank.clone().map(|rank| vec![Size::Const(rank as i64)]),
                value: a.shape.clone(),
            },
            ("dim", [a]) => {
                let value = a.rank.clone().map(|rank| vec![Size::Const(rank as i64)]);
                Form::shaped(Scalar::Int32, Vec::new(), value)
            }
            ("abs", [a]) => self.absolute(a, span),
            ("min", [a, b]) => self.arithmetic(Size::min, a, b, span),
            ("max", [a, b]) => self.arithmetic(Size::max, a, b, span),
            ("sqrt" | "exp" | "log" | "tanh" | "floor", [a]) => data(a.scalar, a.shape.clone()),
            ("toi", [a]) if a.scalar.is_integer() => Form {
                scalar: Scalar::Int32,
                ..a.clone()
            },
            ("toi", [a]) => data(Scalar::Int32, a.shape.clone()),
            ("tof", [a]) => data(Scalar::Float, a.shape.clone()),
            ("tod", [a]) => data(Scalar::Double, a.shape.clone()),
            ("sum", [a]) => Form {
                value: self.total(a, span),
                ..data(a.scalar, Ok(Vec::new()))
            },
            ("prod" | "minval" | "maxval", [a]) => data(a.scalar, Ok(Vec::new())),
            ("any" | "all", [_]) => data(Scalar::Bool, Ok(Vec::new())),
            ("iota", [n]) => self.iota(n, span),
            ("reverse", [a]) => self.reversed(a, span),
            ("transpose", [a]) => Form {
                rank: a.rank.clone(),
                ..data(
                    a.scalar,
                    a.shape
                        .clone()
                        .map(|shape| shape.into_iter().rev().collect()),
                )
            },
            ("rotate", [_, a]) => data(a.scalar, self.not_scalar(a, "rotate", span)),
            ("take", [s, a]) => self.part(s, a, true, span),
            ("drop", [s, a]) => self.part(s, a, false, span),
            ("genarray", [s, cell]) => {
                let shape = s
                    .value
                    .clone()
                    .and_then(|frame| Ok([frame, cell.shape.clone()?].concat()));
                data(cell.scalar, shape)
            }
            ("reshape", [s, a]) => data(a.scalar, self.reshaped(s, a, span)),
            ("rsum", [r, a]) => data(a.scalar, self.without_first(r, a, span)),
            ("where", [p, a, b]) => {
                let shape = self.lifted(p, a, span).and(self.lifted(p, b, span));
                data(a.scalar, shape.and(p.shape.clone()))
            }
            ("modarray", [a, iv, _]) => {
                let known = self.length(iv, span).and(a.shape.clone());
                data(a.scalar, known)
            }
            _ => {
                let message = format!("unknown function `{name}`");
                data(Scalar::Int32, Err(self.fault(Code::TC0725, message, span)))
            }
        }
    }

    fn absolute(&self, a: &Form, span: Span) -> Form {
        let value = a.value.clone().and_then(|all| {
            let known = all.iter().map(|one| match one.as_const() {
                Some(number) => number.checked_abs().map(Size::Const),
                None => is_natural(one).then(|| one.clone()),
            });
            let known: Option<Vec<Size>> = known.collect();
            known.ok_or_else(|| self.not_a_size(span))
        });
        Form { value, ..a.clone() }
    }

    fn total(&self, a: &Form, span: Span) -> Known<Vec<Size>> {
        match (a.scalar.is_integer(), a.value.clone()) {
            (true, Ok(all)) => Ok(vec![all.into_iter().fold(Size::Const(0), Size::add)]),
            (true, Err(fault)) => Err(fault),
            (false, _) => Err(self.not_a_size(span)),
        }
    }

    fn iota(&self, n: &Form, span: Span) -> Form {
        let mut shape = n.value.clone();
        if n.rank != Ok(0) {
            shape = Err(self.fault(Code::TC0720, "`iota` needs a scalar", span));
        }
        if let Ok([extent]) = shape.as_deref()
            && extent.as_const().is_some_and(|extent| extent < 0)
        {
            let message = format!("negative extent {}", extent.human());
            shape = Err(self.fault(Code::TC0715, message, span));
        }
        let value = shape.clone().and_then(|extent| match extent[0].as_const() {
            Some(extent @ 0..=64) => Ok((0..extent).map(Size::Const).collect()),
            _ => Err(self.not_a_size(span)),
        });
        Form {
            scalar: Scalar::Int32,
            rank: Ok(1),
            shape,
            value,
        }
    }

    /// The shape of an array that has at least one axis.
    fn not_scalar(&self, a: &Form, name: &str, span: Span) -> Known<Vec<Size>> {
        match a.rank.clone()? {
            0 => {
                let message =
                    format!("`{name}` needs an array with at least one axis, found a scalar");
                Err(self.fault(Code::TC0720, message, span))
            }
            _ => a.shape.clone(),
        }
    }

    fn reversed(&self, a: &Form, span: Span) -> Form {
        let value = match a.rank {
            Ok(1) => a.value.clone(),
            _ => Err(self.not_a_size(span)),
        };
        Form {
            scalar: a.scalar,
            rank: a.rank.clone(),
            shape: self.not_scalar(a, "reverse", span),
            value: value.map(|all| all.into_iter().rev().collect()),
        }
    }

    /// `take` and `drop`.
    fn part(&self, s: &Form, a: &Form, takes: bool, span: Span) -> Form {
        let shape = self.part_counts(s, a, span).and_then(|counts| {
            let mut shape = a.shape.clone()?;
            for (extent, count) in shape.iter_mut().zip(&counts) {
                let magnitude = self.magnitude(count, span)?;
                if !self.at_most(&magnitude, extent) {
                    let name = if takes { "take" } else { "drop" };
                    let message = format!(
                        "`{name}` of {} elements of an axis with {}",
                        magnitude.human(),
                        extent.human()
                    );
                    return Err(self.fault(Code::TC0722, message, span));
                }
                *extent = if takes {
                    magnitude
                } else {
                    Size::sub(extent.clone(), magnitude)
                };
            }
            Ok(shape)
        });
        let value = shape.clone().and_then(|shape| {
            let (all, counts) = (a.value.clone()?, s.value.clone()?);
            let (Some(length), Some(count), 1) = (
                shape.first().and_then(Size::as_const),
                counts.first().and_then(Size::as_const),
                shape.len(),
            ) else {
                return Err(self.not_a_size(span));
            };
            let length = length as usize;
            // `take` of a negative count and `drop` of a natural one give the end.
            let from = if takes == (count < 0) {
                all.len() - length
            } else {
                0
            };
            Ok(all[from..from + length].to_vec())
        });
        Form {
            scalar: a.scalar,
            rank: a.rank.clone(),
            shape,
            value,
        }
    }

    fn part_counts(&self, s: &Form, a: &Form, span: Span) -> Known<Vec<Size>> {
        let length = self.length(s, span)?;
        let rank = a.rank.clone()?;
        if length > rank {
            let message = format!(
                "{} for an array with {}",
                count(length, "count", "counts"),
                count(rank, "axis", "axes")
            );
            return Err(self.fault(Code::TC0722, message, span));
        }
        s.value.clone()
    }

    /// The absolute value of a count, whose sign must be known.
    pub(crate) fn magnitude(&self, count: &Size, span: Span) -> Known<Size> {
        let negated = Size::sub(Size::Const(0), count.clone());
        match (is_natural(count), is_natural(&negated)) {
            (true, _) => Ok(count.clone()),
            (_, true) => Ok(negated),
            _ => Err(self.not_a_size(span)),
        }
    }

    fn reshaped(&self, s: &Form, a: &Form, span: Span) -> Known<Vec<Size>> {
        self.length(s, span)?;
        let (new, old) = (s.value.clone()?, a.shape.clone()?);
        let product = |shape: &[Size]| -> Option<i64> {
            shape
                .iter()
                .try_fold(1i64, |all, one| all.checked_mul(one.as_const()?))
        };
        match (product(&new), product(&old)) {
            (Some(a), Some(b)) if a == b && new.iter().all(is_natural) => Ok(new),
            (Some(_), Some(_)) => {
                let message = format!("`reshape` from {} to {}", shown(&old), shown(&new));
                Err(self.fault(Code::TC0720, message, span))
            }
            _ => {
                let message =
                    "`reshape` of an array whose extents are not numbers is not implemented";
                Err(self.fault(Code::TC0705, message, span))
            }
        }
    }

    /// The shape behind the first axes, which `rsum` adds up.
    fn without_first(&self, r: &Form, a: &Form, span: Span) -> Known<Vec<Size>> {
        let (count, shape) = (r.value.clone()?, a.shape.clone()?);
        match count.first().and_then(Size::as_const) {
            Some(count) if (0..=shape.len() as i64).contains(&count) => {
                Ok(shape[count as usize..].to_vec())
            }
            Some(found) => {
                let axes = super::count(shape.len(), "axis", "axes");
                let message = format!("`rsum` over {found} axes of an array with {axes}");
                Err(self.fault(Code::TC0722, message, span))
            }
            None => Err(self.not_a_size(span)),
        }
    }
}
