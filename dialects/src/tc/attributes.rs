//! The attributes of the `tc` dialect as Rust values.

use std::fmt;
use std::str::FromStr;

use melior::ir::{Attribute, AttributeLike};
use melior::{Context, StringRef};

use crate::enumeration::Enumeration;
use crate::sys;
use tc_syntax::expr::Expr;

/// A half-open range of integers: `lower`, ..., `upper - 1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The first value.
    pub lower: Expr,
    /// One past the last value.
    pub upper: Expr,
}

impl Range {
    /// `[lower, upper)`
    pub fn new(lower: Expr, upper: Expr) -> Range {
        Range { lower, upper }
    }

    /// `[0, extent)`
    pub fn extent(extent: Expr) -> Range {
        Range::new(Expr::Const(0), extent)
    }

    /// The number of values in the range.
    pub fn length(&self) -> Expr {
        match self.lower {
            Expr::Const(0) => self.upper.clone(),
            _ => Expr::sub(self.upper.clone(), self.lower.clone()),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {})", self.lower, self.upper)
    }
}

/// How values of one element combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// `+=`
    Add,
    /// `*=`
    Mul,
    /// `min=`
    Min,
    /// `max=`
    Max,
}

impl Reduction {
    /// All reductions.
    pub const ALL: [Reduction; 4] = [
        Reduction::Add,
        Reduction::Mul,
        Reduction::Min,
        Reduction::Max,
    ];

    /// The keyword: `add`, `mul`, `min` or `max`.
    pub fn keyword(self) -> &'static str {
        match self {
            Reduction::Add => "add",
            Reduction::Mul => "mul",
            Reduction::Min => "min",
            Reduction::Max => "max",
        }
    }

    /// The attribute `#tc.reduction<...>`.
    pub fn to_attribute(self, context: &Context) -> Attribute<'_> {
        self.attribute(context)
    }

    /// The reduction of an attribute.
    pub fn from_attribute(attribute: Attribute) -> Option<Reduction> {
        Reduction::of(attribute)
    }
}

impl fmt::Display for Reduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
    }
}

impl FromStr for Reduction {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Reduction::ALL
            .into_iter()
            .find(|reduction| reduction.keyword() == text)
            .ok_or_else(|| {
                format!("unknown reduction `{text}`; expected `add`, `mul`, `min` or `max`")
            })
    }
}

/// `#tc.expr<...>`
pub fn expr_attribute<'c>(context: &'c Context, expr: &Expr) -> Attribute<'c> {
    let text = expr.to_string();
    // SAFETY: the context is alive; the text and the expression are copied.
    unsafe {
        Attribute::from_raw(sys::tc_expr_get(
            context.to_raw(),
            StringRef::new(&text).to_raw(),
            std::ptr::from_ref(expr).cast(),
        ))
    }
}

/// The expression of `#tc.expr<...>`; none for other attributes.
pub fn expr_of(attribute: Attribute) -> Option<Expr> {
    // SAFETY: the kind of attribute is asked before its expression, which lives as long as the
    // context.
    unsafe {
        if !sys::tc_attribute_is_expr(attribute.to_raw()) {
            return None;
        }
        let expression = sys::tc_expr_expression(attribute.to_raw());
        expression.cast::<Expr>().as_ref().cloned()
    }
}

/// `#tc.range<lower to upper>`, or `#tc.range<?>` for a range not yet inferred.
pub fn range_attribute<'c>(context: &'c Context, range: Option<&Range>) -> Attribute<'c> {
    let (lower, upper) = range.map_or_else(Default::default, |range| {
        (range.lower.to_string(), range.upper.to_string())
    });
    // SAFETY: the context is alive; the texts are copied.
    unsafe {
        Attribute::from_raw(sys::tc_range_get(
            context.to_raw(),
            StringRef::new(&lower).to_raw(),
            StringRef::new(&upper).to_raw(),
        ))
    }
}

/// The range of `#tc.range<...>`; none for one that is not inferred yet, and for other attributes.
pub fn range_of(attribute: Attribute) -> Option<Range> {
    // SAFETY: the kind of attribute is asked before its texts.
    let (lower, upper) = unsafe {
        if !sys::tc_attribute_is_range(attribute.to_raw()) {
            return None;
        }
        (
            sys::text(sys::tc_range_lower(attribute.to_raw())),
            sys::text(sys::tc_range_upper(attribute.to_raw())),
        )
    };
    Some(Range::new(
        Expr::parse(lower.ok()?).ok()?,
        Expr::parse(upper.ok()?).ok()?,
    ))
}
