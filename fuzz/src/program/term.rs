//! The right sides of sequential programs: reads near indices of the same size, guards, places from
//! data, and arithmetic whose floating results are short binary fractions.

use super::ast::{Binary, Expr};
use super::pick::Pick;
use super::sequential::LARGEST;
use tc_syntax::scalar::Scalar;

/// A tensor that statements may use.
#[derive(Clone, Debug)]
pub struct Tensor {
    pub name: String,
    pub ty: Scalar,
    /// The ends of its box, which starts at 0.
    pub dims: Vec<Expr>,
    pub input: bool,
    /// The tensor of the places that belong to these values, or the reverse.
    pub partner: Option<String>,
}

/// An index and the end of its range.
#[derive(Clone, Debug)]
pub struct Index {
    pub name: String,
    pub high: Expr,
}

/// What an expression may be made of.
pub struct Terms<'a> {
    pub pick: &'a mut Pick,
    pub tensors: &'a [Tensor],
    pub indices: Vec<Index>,
    /// Tensors that are not read.
    pub avoid: Vec<String>,
}

/// `expr + by`
pub fn shifted(expr: Expr, by: i64) -> Expr {
    match by {
        0 => expr,
        1.. => Expr::binary(Binary::Add, expr, Expr::Integer(by)),
        _ => Expr::binary(Binary::Subtract, expr, Expr::Integer(-by)),
    }
}

/// The sizes and inputs in an expression.
fn sizes(expr: &Expr) -> Vec<&String> {
    let mut all = Vec::new();
    expr.walk(&mut |part| {
        if let Expr::Name(name) = part {
            all.push(name);
        }
    });
    all
}

impl Terms<'_> {
    /// A subscript of a dimension that ends at `dim`, most often inside of it.
    pub fn subscript(&mut self, dim: &Expr) -> Expr {
        let wanted = sizes(dim);
        let alike = |index: &&Index| sizes(&index.high).iter().any(|size| wanted.contains(size));
        let mut near: Vec<Expr> = self
            .indices
            .iter()
            .filter(alike)
            .map(|it| Expr::name(&it.name))
            .collect();
        if near.is_empty() || self.pick.chance(8) {
            near = self.indices.iter().map(|it| Expr::name(&it.name)).collect();
        }
        if near.is_empty() {
            return Expr::Integer(self.pick.within(0, 1));
        }
        let index = self.pick.one(&near).clone();
        match *self
            .pick
            .weighted(&[(70, 0), (18, 1), (5, 2), (3, 3), (4, 4)])
        {
            0 => index,
            1 => shifted(index, *self.pick.one(&[-2, -1, -1, 1, 1])),
            2 => Expr::binary(Binary::Subtract, shifted(dim.clone(), -1), index),
            3 => Expr::Integer(0),
            _ => shifted(dim.clone(), -1),
        }
    }

    fn tensor(&mut self, fits: &dyn Fn(&Tensor) -> bool) -> Option<Tensor> {
        let all: Vec<&Tensor> = self
            .tensors
            .iter()
            .filter(|one| fits(one) && !self.avoid.contains(&one.name))
            .collect();
        if all.is_empty() {
            None
        } else {
            Some((*self.pick.one(&all)).clone())
        }
    }

    /// A read of some tensor that fits.
    fn read(&mut self, fits: &dyn Fn(&Tensor) -> bool) -> Option<Expr> {
        let tensor = self.tensor(fits)?;
        Some(self.read_of(&tensor))
    }

    /// A read of this tensor: near, under a guard, or at a place from data.
    pub fn read_of(&mut self, tensor: &Tensor) -> Expr {
        let mut subscripts: Vec<Expr> = tensor.dims.iter().map(|dim| self.subscript(dim)).collect();
        let plain = |subscripts| Expr::Read(tensor.name.clone(), subscripts);
        if subscripts.is_empty() || self.pick.chance(78) {
            return plain(subscripts);
        }
        let dim = self.pick.below(subscripts.len());
        let end = tensor.dims[dim].clone();
        if self.pick.chance(45) {
            if let Some(place) = self.place(&end) {
                subscripts[dim] = place;
            }
            return plain(subscripts);
        }
        // A guard of constants is an error where it does not hold.
        if sizes(&subscripts[dim])
            .iter()
            .all(|name| super::sequential::is_size(name))
        {
            return plain(subscripts);
        }
        let by = *self.pick.one(&[-2, -1, 1, 2]);
        let at = shifted(subscripts[dim].clone(), by);
        subscripts[dim] = at.clone();
        let low = Expr::binary(Binary::GreaterEqual, at.clone(), Expr::Integer(0));
        let high = Expr::binary(Binary::Less, at, end);
        let guard = match self.pick.below(4) {
            0 => low,
            1 => high,
            _ => Expr::binary(Binary::And, low, high),
        };
        let other = self.literal(tensor.ty);
        Expr::Select(
            Box::new(guard),
            Box::new(plain(subscripts)),
            Box::new(other),
        )
    }

    /// A place in a dimension that data decide on.
    pub fn place(&mut self, end: &Expr) -> Option<Expr> {
        let tensor = self.tensor(&|one| one.ty.is_integer() && !one.dims.is_empty())?;
        let subscripts = tensor.dims.iter().map(|dim| self.subscript(dim)).collect();
        let mut read = Expr::Read(tensor.name, subscripts);
        if tensor.ty != Scalar::Int32 {
            read = Expr::Cast(Scalar::Int32, Box::new(read));
        }
        Some(match self.pick.below(3) {
            0 => Expr::binary(Binary::Remainder, read, end.clone()),
            1 => {
                let above = Expr::binary(Binary::Maximum, read, Expr::Integer(0));
                Expr::binary(Binary::Minimum, above, shifted(end.clone(), -1))
            }
            _ => {
                let below = Expr::binary(Binary::Minimum, read, shifted(end.clone(), -1));
                Expr::binary(Binary::Maximum, below, Expr::Integer(0))
            }
        })
    }

    fn literal(&mut self, ty: Scalar) -> Expr {
        let literal = match ty.integer_range() {
            None => Expr::Floating(self.pick.within(-16, 16) as f64 / 4.0),
            Some((0, _)) => Expr::Integer(self.pick.within(0, 9)),
            Some(_) => Expr::Integer(self.pick.within(-9, 9)),
        };
        Expr::Cast(ty, Box::new(literal))
    }

    fn leaf(&mut self, ty: Scalar) -> Expr {
        let found = match *self.pick.weighted(&[(65, 0), (15, 1), (12, 2), (8, 3)]) {
            0 => self.read(&|one| one.ty == ty),
            1 => {
                let read = self.read(&|one| one.ty != ty && one.ty != Scalar::Bool);
                read.map(|read| Expr::Cast(ty, Box::new(read)))
            }
            2 => {
                let index = self.indices.iter().map(|it| Expr::name(&it.name));
                let index: Vec<Expr> = index.collect();
                let some = !index.is_empty();
                some.then(|| Expr::Cast(ty, Box::new(self.pick.one(&index).clone())))
            }
            _ => None,
        };
        found.unwrap_or_else(|| self.literal(ty))
    }

    /// A condition, on indices or on data.
    fn condition(&mut self) -> Expr {
        use Binary::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        let operator = *self
            .pick
            .one(&[Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual]);
        let names: Vec<Expr> = self.indices.iter().map(|it| Expr::name(&it.name)).collect();
        if !names.is_empty() && self.pick.chance(65) {
            let a = self.pick.one(&names).clone();
            let b = match self.pick.below(3) {
                0 => Expr::Integer(self.pick.within(0, 4)),
                _ => shifted(self.pick.one(&names).clone(), self.pick.within(-1, 1)),
            };
            return Expr::binary(operator, a, b);
        }
        let ty = if self.tensors.is_empty() {
            Scalar::Int32
        } else {
            self.pick.one(self.tensors).ty
        };
        let (a, b) = (self.leaf(ty), self.literal(ty));
        Expr::binary(operator, a, b)
    }

    /// An expression of this type.
    pub fn value(&mut self, ty: Scalar, depth: usize) -> Expr {
        if depth == 0 {
            return self.leaf(ty);
        }
        let (a, b) = (
            self.value(ty, depth - 1),
            self.value(ty, depth.saturating_sub(2)),
        );
        match *self
            .pick
            .weighted(&[(34, 0), (12, 1), (18, 2), (14, 3), (14, 4), (8, 5)])
        {
            0 => Expr::binary(Binary::Add, a, b),
            1 => Expr::binary(Binary::Subtract, a, b),
            2 => {
                let product = Expr::binary(Binary::Multiply, a, b);
                if ty.is_floating() {
                    Expr::Builtin("floor", vec![product])
                } else {
                    product
                }
            }
            3 => {
                let operator = *self.pick.one(&[Binary::Minimum, Binary::Maximum]);
                Expr::binary(operator, a, b)
            }
            4 => Expr::Select(Box::new(self.condition()), Box::new(a), Box::new(b)),
            _ => a,
        }
    }

    /// An expression that a statement can store.
    pub fn stored(&mut self, ty: Scalar) -> Expr {
        let depth = self.pick.below(4);
        let value = self.value(ty, depth);
        let wide = matches!(
            ty,
            Scalar::Float | Scalar::Double | Scalar::Int32 | Scalar::Int64
        );
        let cast = |value: Expr| {
            if wide {
                value
            } else {
                Expr::Cast(ty, Box::new(value))
            }
        };
        if !ty.is_floating() || depth == 0 {
            return cast(value);
        }
        let below = Expr::binary(Binary::Minimum, value, Expr::Floating(LARGEST));
        let clamped = Expr::binary(Binary::Maximum, below, Expr::Floating(-LARGEST));
        cast(clamped)
    }
}
