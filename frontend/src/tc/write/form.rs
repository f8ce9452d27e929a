//! One expression, and how the checker types it: a value of a type, or literals that still adapt to
//! one.
//!
//! For two operands of an operator, each may be written in several ways ([`Choice`]); a statement
//! says how its context uses the type of its expression ([`Goal`]).

use super::{cast, chain, unary};
use crate::model::Constant;
use crate::model::NOWHERE;
use crate::tc::check::literal::Literal;
use crate::tc::check::reduced;
use tc_syntax::rounding::{to_bfloat16, to_half};
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{Assign, BinaryOp, Expr, ExprKind, UnaryOp};

/// How the checker types an expression.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// A value of a type.
    Typed(Scalar),
    /// Literals whose type still adapts.
    Literal(Vec<Constant>),
}

/// An expression, and how the checker types it.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) expr: Expr,
    pub(super) shape: Shape,
    /// Nesting depth; a long chain counts once.
    pub(super) depth: usize,
}

impl Form {
    pub(super) fn typed(expr: Expr, scalar: Scalar, depth: usize) -> Self {
        Form {
            expr,
            shape: Shape::Typed(scalar),
            depth,
        }
    }
}

/// The forms of one value in one mode.
#[derive(Clone, Debug)]
pub(super) struct Spelling {
    /// Computed in the type of the value.
    pub(super) exact: Form,
    /// Before an implicit conversion.
    pub(super) loose: Option<Form>,
}

pub(super) fn literal(constant: Constant) -> Literal {
    match constant {
        Constant::Integer(value) => Literal::Integer(value),
        Constant::Floating(value) => Literal::Floating(value),
    }
}

/// The constant as a literal that the checker gives this type, if the context has this type.
pub(super) fn adapts(constants: &[Constant], scalar: Scalar) -> bool {
    constants.iter().all(|constant| match constant {
        Constant::Integer(value) => Literal::Integer(*value).adapted_to(scalar) == scalar,
        Constant::Floating(value) => {
            scalar.is_floating()
                && match scalar {
                    Scalar::Half => to_half(*value).to_f64() == *value,
                    Scalar::BFloat16 => to_bfloat16(*value).to_f64() == *value,
                    _ => true,
                }
        }
    })
}

/// How the context of an expression uses its type.
#[derive(Clone, Copy)]
pub(super) enum Goal {
    /// The expression keeps its own type.
    Keeps,
    /// It is converted to this type.
    Becomes(Scalar),
    /// It gives this type to the tensor that it is assigned to.
    Gives(Scalar, Assign),
}

impl Goal {
    /// Whether the checker derives the wanted type by itself.
    pub(super) fn accepts(self, shape: &Shape) -> bool {
        match (self, shape) {
            (Goal::Keeps, _) => true,
            (Goal::Becomes(target), Shape::Literal(constants)) => adapts(constants, target),
            (Goal::Becomes(target), Shape::Typed(found)) => found.converts_implicitly(target),
            (Goal::Gives(scalar, assign), Shape::Typed(found)) => reduced(assign, *found) == scalar,
            (Goal::Gives(scalar, _), Shape::Literal(constants)) => {
                let own = |constant: &Constant| literal(*constant).own_type();
                constants.iter().map(own).reduce(Scalar::promote) == Some(scalar)
            }
        }
    }

    /// The expression with the accepted type.
    pub(super) fn cast(self, form: Form) -> Form {
        match self {
            Goal::Keeps => form,
            Goal::Becomes(scalar) | Goal::Gives(scalar, _) => {
                Form::typed(cast(scalar, form.expr), scalar, form.depth + 1)
            }
        }
    }
}

/// Which form of an operand is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// Before an implicit conversion.
    Loose,
    /// In the type of the value; literals adapt.
    Exact,
    /// A literal that keeps its type.
    Fixed,
}

impl Choice {
    /// All pairs. The order determines what is written for an integer and a literal with a floating
    /// common type: a cast of the integer, or a literal that has the type by itself.
    pub(super) fn pairs(cast_first: bool) -> Vec<(Choice, Choice)> {
        const ALL: [Choice; 3] = [Choice::Loose, Choice::Exact, Choice::Fixed];
        let mut pairs: Vec<_> = ALL.into_iter().flat_map(|a| ALL.map(|b| (a, b))).collect();
        let is_later = |(a, b): &(Choice, Choice)| {
            if cast_first {
                *a == Choice::Fixed || *b == Choice::Fixed
            } else {
                *a == Choice::Exact || *b == Choice::Exact || a == b && *a == Choice::Fixed
            }
        };
        pairs.sort_by_key(is_later);
        pairs
    }

    pub(super) fn shape<'s>(self, spelling: &'s Spelling, fixed: &'s Shape) -> Option<&'s Shape> {
        match self {
            Choice::Loose => spelling.loose.as_ref().map(|loose| &loose.shape),
            Choice::Exact => Some(&spelling.exact.shape),
            Choice::Fixed => matches!(spelling.exact.shape, Shape::Literal(_)).then_some(fixed),
        }
    }
}

/// The shortest literal for the type that its context gives it.
pub(super) fn adapted(form: Form, scalar: Scalar) -> Form {
    match &form.shape {
        Shape::Literal(constants) if scalar.is_storage_only() => match constants[..] {
            [Constant::Floating(value)] => Form {
                expr: floating(value, scalar, ""),
                ..form
            },
            _ => form,
        },
        _ => form,
    }
}

/// The common type of two expressions; none for two literals, which the checker would fold.
pub(super) fn common(a: &Shape, b: &Shape) -> Option<Scalar> {
    match (a, b) {
        (Shape::Typed(a), Shape::Typed(b)) => Some(a.promote(*b)),
        (Shape::Literal(constants), Shape::Typed(scalar))
        | (Shape::Typed(scalar), Shape::Literal(constants)) => match constants[..] {
            // A literal that does not fit keeps its own type: `U(i) + 300` is computed in int32.
            [constant] if !adapts(constants, *scalar) && !scalar.is_storage_only() => {
                Some(literal(constant).adapted_to(*scalar).promote(*scalar))
            }
            _ => adapts(constants, *scalar).then_some(*scalar),
        },
        _ => None,
    }
}

/// The shortest decimal that reads back as the number.
pub(super) fn shortest(value: f64, scalar: Scalar) -> String {
    let gives_back = |text: &str| {
        let parsed: f64 = text.parse().unwrap_or(f64::NAN);
        match scalar {
            Scalar::Half => to_half(parsed).to_f64() == value,
            Scalar::BFloat16 => to_bfloat16(parsed).to_f64() == value,
            Scalar::Float => f64::from(parsed as f32) == value,
            _ => parsed == value,
        }
    };
    (0..17)
        .map(|digits| format!("{value:.digits$e}"))
        .find(|text| gives_back(text))
        .and_then(|text| text.parse::<f64>().ok())
        .map_or_else(|| format!("{value:?}"), |value| format!("{value:?}"))
}

pub(super) fn floating(value: f64, scalar: Scalar, suffix: &str) -> Expr {
    let number = |text: String| Expr::new(ExprKind::Float(text.into()), NOWHERE);
    // A literal cannot be infinite, but a quotient of literals can, and folds to one.
    let quotient = |dividend: &str| {
        chain(
            BinaryOp::Div,
            number(dividend.to_owned()),
            number("0.0".to_owned()),
        )
    };
    let literal = match value {
        _ if value.is_nan() => quotient("0.0"),
        _ if value.is_infinite() => quotient("1.0"),
        _ => number(shortest(value.abs(), scalar) + suffix),
    };
    if value.is_sign_negative() {
        unary(UnaryOp::Neg, literal)
    } else {
        literal
    }
}

pub(super) fn logic(op: BinaryOp, a: Form, b: Form) -> Form {
    let depth = a.depth.max(b.depth) + 1;
    let parenthesise = |mut form: Form| {
        form.expr.parenthesised |= op == BinaryOp::Or && form.expr.level() == BinaryOp::And.level();
        form.expr
    };
    Form::typed(
        chain(op, parenthesise(a), parenthesise(b)),
        Scalar::Bool,
        depth,
    )
}

pub(super) fn choice(condition: Form, a: Form, b: Form, scalar: Scalar) -> Form {
    let depth = condition.depth.max(a.depth).max(b.depth) + 1;
    let expr = Expr::new(
        ExprKind::Select {
            condition: Box::new(condition.expr),
            then: Box::new(a.expr),
            otherwise: Box::new(b.expr),
        },
        NOWHERE,
    );
    Form::typed(expr, scalar, depth)
}

pub(super) fn scalar_of(shape: &Shape, otherwise: Scalar) -> Scalar {
    match shape {
        Shape::Typed(scalar) => *scalar,
        Shape::Literal(_) => otherwise,
    }
}

/// The type that the checker gives a built-in function with these arguments.
pub(super) fn promoted(forms: &[Form]) -> Option<Scalar> {
    let typed = forms.iter().filter_map(|form| match form.shape {
        Shape::Typed(scalar) => Some(scalar),
        Shape::Literal(_) => None,
    });
    let met = typed
        .map(|scalar| {
            if scalar.is_floating() {
                scalar
            } else {
                Scalar::Float
            }
        })
        .reduce(Scalar::promote)
        .unwrap_or(Scalar::Float);
    let fits = forms.iter().all(|form| match &form.shape {
        Shape::Literal(constants) => adapts(constants, met),
        Shape::Typed(_) => true,
    });
    fits.then_some(met)
}
