//! The functions of the library on values.

use super::*;
use tc_syntax::tc::ast::BinaryOp;

impl Interpreter<'_> {
    pub(super) fn library(&self, name: &str, arguments: Vec<Array>, span: Span) -> Known<Array> {
        let mut given = arguments.into_iter();
        let (Some(a), b, c) = (given.next(), given.next(), given.next()) else {
            return Err(self.unknown(name, span));
        };
        Ok(match (name, b, c) {
            ("shape", None, _) => {
                Array::ints(&a.shape.iter().map(|one| *one as i64).collect::<Vec<_>>())
            }
            ("dim", None, _) => Array::int(a.shape.len() as i64),
            ("sum" | "prod" | "minval" | "maxval" | "any" | "all", None, _) => {
                fold(name, a.scalar, &a.data)
            }
            ("iota", None, _) => {
                let count = self.one(&a, span)?;
                if count < 0 {
                    let message = format!("negative extent {count}");
                    return Err(self.shapes.fault(Code::TC0715, message, span));
                }
                Array::ints(&(0..count).collect::<Vec<_>>())
            }
            ("reverse" | "transpose", None, _) => self.turned(name, &a, span)?,
            (
                "abs" | "sqrt" | "exp" | "log" | "tanh" | "floor" | "toi" | "tof" | "tod",
                None,
                _,
            ) => unary(name, a),
            ("min", Some(b), None) => {
                self.lift(&a, &b, span, |a, b| smaller(a, b, BinaryOp::Less))?
            }
            ("max", Some(b), None) => {
                self.lift(&a, &b, span, |a, b| smaller(a, b, BinaryOp::Greater))?
            }
            ("genarray", Some(cell), None) => {
                let frame = self.extents(&a, span)?;
                Array::build(
                    cell.scalar,
                    &[frame.clone(), cell.shape.clone()].concat(),
                    |at| cell.at(&at[frame.len()..]),
                )
            }
            ("reshape", Some(array), None) => {
                let shape = self.extents(&a, span)?;
                if shape.iter().product::<usize>() != array.data.len() {
                    let message = format!("`reshape` from {:?} to {shape:?}", array.shape);
                    return Err(self.shapes.fault(Code::TC0720, message, span));
                }
                Array { shape, ..array }
            }
            ("rotate", Some(array), None) => {
                self.turned("reverse", &array, span)?;
                let (by, extent) = (self.one(&a, span)?, array.shape[0] as i64);
                Array::build(array.scalar, &array.shape, |at| {
                    let from = (at[0] as i64 - by).rem_euclid(extent) as usize;
                    array.at(&[&[from], &at[1..]].concat())
                })
            }
            ("take" | "drop", Some(array), None) => self.part(name, &a, &array, span)?,
            ("rsum", Some(array), None) => self.rsum(self.one(&a, span)?, &array, span)?,
            ("where", Some(b), Some(c)) => self.chosen(&a, &b, &c, span)?,
            ("modarray", Some(index), Some(cell)) => self.modified(a, &index, &cell, span)?,
            _ => return Err(self.unknown(name, span)),
        })
    }

    /// `where(p, a, b)`
    fn chosen(&self, p: &Array, a: &Array, b: &Array, span: Span) -> Known<Array> {
        let fits = |one: &Array| one.shape.is_empty() || one.shape == p.shape;
        if !fits(a) || !fits(b) {
            let message = format!(
                "the operands have the shapes {:?}, {:?} and {:?}",
                p.shape, a.shape, b.shape
            );
            return Err(self.shapes.fault(Code::TC0720, message, span));
        }
        let of = |array: &Array, at: usize| array.data[if array.shape.is_empty() { 0 } else { at }];
        let choose = |(at, one): (usize, &Number)| match one {
            Number::Bool(true) => of(a, at),
            _ => of(b, at),
        };
        Ok(Array {
            scalar: a.scalar,
            shape: p.shape.clone(),
            data: p.data.iter().enumerate().map(choose).collect(),
        })
    }

    /// The only element of an argument that is a scalar.
    fn one(&self, array: &Array, span: Span) -> Known<i64> {
        match array.data.as_slice() {
            [one] if array.shape.is_empty() => Ok(one.as_int()),
            _ => {
                let message = format!("expected a scalar, found the shape {:?}", array.shape);
                Err(self.shapes.fault(Code::TC0720, message, span))
            }
        }
    }

    fn unknown(&self, name: &str, span: Span) -> Fault {
        self.shapes
            .fault(Code::TC0725, format!("unknown function `{name}`"), span)
    }

    fn extents(&self, vector: &Array, span: Span) -> Known<Vec<usize>> {
        let extents = vector.data.iter().map(|one| usize::try_from(one.as_int()));
        extents
            .collect::<Result<_, _>>()
            .map_err(|_| self.shapes.fault(Code::TC0715, "negative extent", span))
    }

    fn turned(&self, name: &str, a: &Array, span: Span) -> Known<Array> {
        if name == "transpose" {
            let shape: Vec<usize> = a.shape.iter().rev().copied().collect();
            return Ok(Array::build(a.scalar, &shape, |at| {
                a.at(&at.iter().rev().copied().collect::<Vec<_>>())
            }));
        }
        let Some(extent) = a.shape.first() else {
            let message = format!("`{name}` needs an array with at least one axis, found a scalar");
            return Err(self.shapes.fault(Code::TC0720, message, span));
        };
        Ok(Array::build(a.scalar, &a.shape, |at| {
            a.at(&[&[extent - 1 - at[0]], &at[1..]].concat())
        }))
    }

    pub(super) fn concat(&self, a: Array, b: Array, span: Span) -> Known<Array> {
        if a.shape.is_empty() || b.shape.is_empty() || a.shape[1..] != b.shape[1..] {
            let message = format!(
                "`++` of arrays with the shapes {:?} and {:?}",
                a.shape, b.shape
            );
            return Err(self.shapes.fault(Code::TC0720, message, span));
        }
        let mut shape = a.shape.clone();
        shape[0] += b.shape[0];
        Ok(Array {
            scalar: if a.data.is_empty() {
                b.scalar
            } else {
                a.scalar
            },
            shape,
            data: [a.data, b.data].concat(),
        })
    }

    fn part(&self, name: &str, counts: &Array, array: &Array, span: Span) -> Known<Array> {
        let mut shape = array.shape.clone();
        let mut from = vec![0; shape.len()];
        if counts.data.len() > shape.len() {
            let message = format!(
                "{} counts for an array with {} axes",
                counts.data.len(),
                shape.len()
            );
            return Err(self.shapes.fault(Code::TC0722, message, span));
        }
        for (axis, wanted) in counts.data.iter().enumerate() {
            let (wanted, extent) = (wanted.as_int(), shape[axis]);
            let size = wanted.unsigned_abs() as usize;
            if size > extent {
                let message = format!("`{name}` of {size} elements of an axis with {extent}");
                return Err(self.shapes.fault(Code::TC0722, message, span));
            }
            let takes = name == "take";
            shape[axis] = if takes { size } else { extent - size };
            from[axis] = if takes == (wanted < 0) {
                extent - shape[axis]
            } else {
                0
            };
        }
        Ok(Array::build(array.scalar, &shape, |at| {
            array.at(&at
                .iter()
                .zip(&from)
                .map(|(at, from)| at + from)
                .collect::<Vec<_>>())
        }))
    }

    fn rsum(&self, axes: i64, array: &Array, span: Span) -> Known<Array> {
        let Some(axes) = usize::try_from(axes)
            .ok()
            .filter(|axes| *axes <= array.shape.len())
        else {
            let message = format!(
                "`rsum` over {axes} axes of an array with {}",
                array.shape.len()
            );
            return Err(self.shapes.fault(Code::TC0722, message, span));
        };
        let (outer, inner) = array.shape.split_at(axes);
        Ok(Array::build(array.scalar, inner, |at| {
            let all: Vec<Number> = positions(outer)
                .iter()
                .map(|outer| array.at(&[outer, at].concat()))
                .collect();
            fold("sum", array.scalar, &all).data[0]
        }))
    }

    fn modified(&self, mut array: Array, index: &Array, cell: &Array, span: Span) -> Known<Array> {
        let mut at = self.extents(index, span)?;
        let length = at.len();
        let inside = at.iter().zip(&array.shape).all(|(at, extent)| at < extent);
        if length > array.shape.len() || !inside || cell.shape != array.shape[length..] {
            let message = format!(
                "`modarray` at {at:?} of an array with the shape {:?}",
                array.shape
            );
            return Err(self.shapes.fault(Code::TC0510, message, span));
        }
        for position in positions(&cell.shape) {
            at.truncate(length);
            at.extend(&position);
            let offset = array.offset(&at);
            array.data[offset] = cell.at(&position);
        }
        Ok(array)
    }
}

/// The fold of all elements, from the neutral one.
fn fold(name: &str, scalar: Scalar, data: &[Number]) -> Array {
    let (lowest, largest) = Number::extremes(scalar);
    let all = |start: Number, step: &dyn Fn(Number, Number) -> Option<Number>| {
        let end = data.iter().try_fold(start, |all, one| step(all, *one));
        Array::scalar(end.unwrap_or(start))
    };
    match name {
        "sum" => all(Number::zero(scalar), &|a, b| a.binary(BinaryOp::Add, b)),
        "prod" => all(Number::of(scalar, 1), &|a, b| a.binary(BinaryOp::Mul, b)),
        "minval" => all(largest, &|a, b| smaller(a, b, BinaryOp::Less)),
        "maxval" => all(lowest, &|a, b| smaller(a, b, BinaryOp::Greater)),
        "any" => all(Number::Bool(false), &|a, b| a.binary(BinaryOp::Or, b)),
        _ => all(Number::Bool(true), &|a, b| a.binary(BinaryOp::And, b)),
    }
}

/// The one of two that compares so with the other; NaN if one is.
fn smaller(a: Number, b: Number, by: BinaryOp) -> Option<Number> {
    if a.binary(BinaryOp::NotEqual, a)? == Number::Bool(true) {
        return Some(a);
    }
    let is_first = a.binary(by, b)? == Number::Bool(true);
    Some(if is_first { a } else { b })
}

fn unary(name: &str, a: Array) -> Array {
    match name {
        "abs" => a.map(Number::abs),
        "sqrt" => a.map(|one| one.real(f32::sqrt, f64::sqrt)),
        "exp" => a.map(|one| one.real(f32::exp, f64::exp)),
        "log" => a.map(|one| one.real(f32::ln, f64::ln)),
        "tanh" => a.map(|one| one.real(f32::tanh, f64::tanh)),
        "floor" => a.map(|one| one.real(f32::floor, f64::floor)),
        "toi" => converted(a, Scalar::Int32),
        "tof" => converted(a, Scalar::Float),
        _ => converted(a, Scalar::Double),
    }
}

fn converted(a: Array, scalar: Scalar) -> Array {
    Array {
        scalar,
        ..a.map(|one| one.convert(scalar))
    }
}
