//! Building the ops of a statement's body, one at a time.

use std::fmt;

use melior::Context;
use melior::ir::attribute::{ArrayAttribute, IntegerAttribute, StringAttribute};
use melior::ir::operation::{OperationBuilder, OperationLike};
use melior::ir::r#type::IntegerType;
use melior::ir::{
    AffineExpr, Attribute, BlockLike, BlockRef, Identifier, Location, Operation, Region, Type,
    Value, ValueLike,
};

use tc_dialects::tc::Reduction;
use tc_syntax::expr::{Expr, Operator};

use tc_pass_host::Failure;

/// The result of building: a value, or the reason why the def cannot be lowered.
pub type Outcome<T> = Result<T, Failure>;

/// An error at an MLIR location.
pub fn refuse(location: Location<'_>, message: impl Into<String>) -> Failure {
    Failure::new(message).at(location)
}

/// Appends ops to one block.
#[derive(Clone, Copy)]
pub struct Emitter<'c, 'b> {
    /// The context of everything that is created.
    pub context: &'c Context,
    /// The block under construction.
    pub block: BlockRef<'c, 'b>,
    /// The location of everything that is created.
    pub location: Location<'c>,
}

impl<'c, 'b> Emitter<'c, 'b> {
    /// The same builder, for ops that derive from `location`.
    pub fn at(self, location: Location<'c>) -> Self {
        Emitter { location, ..self }
    }

    /// An attribute from its text.
    pub fn attribute(&self, text: impl fmt::Display) -> Outcome<Attribute<'c>> {
        let text = text.to_string();
        Attribute::parse(self.context, &text).ok_or_else(|| {
            refuse(
                self.location,
                format!("internal: `{text}` is not an attribute"),
            )
        })
    }

    /// An array of strings.
    pub fn strings<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Attribute<'c> {
        let texts: Vec<_> = texts.map(|text| self.string(text)).collect();
        ArrayAttribute::new(self.context, &texts).into()
    }

    /// An op without operands and results that is not yet inserted.
    pub fn detached(
        &self,
        name: &str,
        attributes: &[(&str, Attribute<'c>)],
        regions: Vec<Region<'c>>,
    ) -> Outcome<Operation<'c>> {
        OperationBuilder::new(name, self.location)
            .add_attributes(&self.named(attributes))
            .add_regions_vec(regions)
            .build()
            .map_err(|error| {
                refuse(
                    self.location,
                    format!("internal: `{name}` cannot be built: {error}"),
                )
            })
    }

    fn named(&self, attributes: &[(&str, Attribute<'c>)]) -> Vec<(Identifier<'c>, Attribute<'c>)> {
        let named = attributes.iter();
        named
            .map(|(name, value)| (Identifier::new(self.context, name), *value))
            .collect()
    }

    /// Appends an op with regions; returns its results.
    pub fn op(
        &self,
        name: &str,
        operands: &[Value<'c, 'b>],
        results: &[Type<'c>],
        attributes: &[(&str, Attribute<'c>)],
        regions: Vec<Region<'c>>,
    ) -> Outcome<Vec<Value<'c, 'b>>> {
        self.copy_op(name, operands, results, &self.named(attributes), regions)
    }

    /// Appends an op with the attributes of another one.
    pub fn copy_op(
        &self,
        name: &str,
        operands: &[Value<'c, 'b>],
        results: &[Type<'c>],
        attributes: &[(Identifier<'c>, Attribute<'c>)],
        regions: Vec<Region<'c>>,
    ) -> Outcome<Vec<Value<'c, 'b>>> {
        let operation = OperationBuilder::new(name, self.location)
            .add_operands(operands)
            .add_results(results)
            .add_attributes(attributes)
            .add_regions_vec(regions)
            .build()
            .map_err(|error| {
                refuse(
                    self.location,
                    format!("internal: `{name}` cannot be built: {error}"),
                )
            })?;
        let operation = self.block.append_operation(operation);
        Ok(operation.results().map(Into::into).collect())
    }

    /// Appends an op with one result.
    pub fn value(
        &self,
        name: &str,
        operands: &[Value<'c, 'b>],
        result: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Outcome<Value<'c, 'b>> {
        Ok(self.op(name, operands, &[result], attributes, Vec::new())?[0])
    }

    /// A constant from the text of its attribute.
    pub fn constant(&self, text: impl fmt::Display, kind: Type<'c>) -> Outcome<Value<'c, 'b>> {
        let value = self.attribute(text)?;
        self.value("arith.constant", &[], kind, &[("value", value)])
    }

    /// An `index` constant.
    pub fn index(&self, value: i64) -> Outcome<Value<'c, 'b>> {
        let kind = Type::index(self.context);
        let value = IntegerAttribute::new(kind, value).into();
        self.value("arith.constant", &[], kind, &[("value", value)])
    }

    /// A string attribute.
    pub fn string(&self, text: &str) -> Attribute<'c> {
        StringAttribute::new(self.context, text).into()
    }

    /// The value converted between a half type and the type in which it accumulates; other types
    /// must agree.
    pub fn convert(&self, value: Value<'c, 'b>, to: Type<'c>) -> Outcome<Value<'c, 'b>> {
        let from = value.r#type();
        match (is_narrow(self.context, from), is_narrow(self.context, to)) {
            _ if from == to => Ok(value),
            (true, false) if to == Type::float32(self.context) => {
                self.value("arith.extf", &[value], to, &[])
            }
            (false, true) if from == Type::float32(self.context) => {
                self.value("arith.truncf", &[value], to, &[])
            }
            _ => Err(refuse(
                self.location,
                format!("a value of type {from} is stored in elements of type {to}"),
            )),
        }
    }

    /// The neutral element of an operator.
    pub fn identity(
        &self,
        combine: Reduction,
        kind: Type<'c>,
        unsigned: bool,
    ) -> Outcome<Value<'c, 'b>> {
        let text = identity_text(self.context, combine, kind, unsigned).ok_or_else(|| {
            refuse(
                self.location,
                format!("a reduction over elements of type {kind}"),
            )
        })?;
        self.constant(text, kind)
    }

    /// `old op new`.
    pub fn combine(
        &self,
        combine: Reduction,
        old: Value<'c, 'b>,
        new: Value<'c, 'b>,
        unsigned: bool,
    ) -> Outcome<Value<'c, 'b>> {
        let kind = old.r#type();
        let unsigned = unsigned || kind == IntegerType::new(self.context, 1).into();
        let name = match (combine, integer_width(kind).is_some(), unsigned) {
            (Reduction::Add, true, _) => "arith.addi",
            (Reduction::Mul, true, _) => "arith.muli",
            (Reduction::Min, true, false) => "arith.minsi",
            (Reduction::Min, true, true) => "arith.minui",
            (Reduction::Max, true, false) => "arith.maxsi",
            (Reduction::Max, true, true) => "arith.maxui",
            (Reduction::Add, false, _) => "arith.addf",
            (Reduction::Mul, false, _) => "arith.mulf",
            (Reduction::Min, false, _) => "arith.minimumf",
            (Reduction::Max, false, _) => "arith.maximumf",
        };
        self.value(name, &[old, new], kind, &[])
    }
}

impl<'c, 'b> Emitter<'c, 'b> {
    /// The pair of two that wins: the smaller or larger first component, of equal ones the smaller
    /// second. NaN wins over numbers, and -0 is less than +0. `unsigned` says which components are.
    pub fn winner(
        &self,
        combine: Reduction,
        old: [Value<'c, 'b>; 2],
        new: [Value<'c, 'b>; 2],
        unsigned: [bool; 2],
    ) -> Outcome<[Value<'c, 'b>; 2]> {
        let is_float = integer_width(old[0].r#type()).is_none();
        let keys = if is_float {
            [self.key(combine, old[0])?, self.key(combine, new[0])?]
        } else {
            [old[0], new[0]]
        };
        let less = |unsigned: bool| if unsigned { 6 } else { 2 };
        let greater = |unsigned: bool| if unsigned { 8 } else { 4 };
        let unsigned_keys = unsigned[0] && !is_float;
        let order = match combine {
            Reduction::Max => greater(unsigned_keys),
            _ => less(unsigned_keys),
        };
        let better = self.compare(order, keys[1], keys[0])?;
        let same = self.compare(0, keys[1], keys[0])?;
        let earlier = self.compare(less(unsigned[1]), new[1], old[1])?;
        let bit = better.r#type();
        let tie = self.value("arith.andi", &[same, earlier], bit, &[])?;
        let wins = self.value("arith.ori", &[better, tie], bit, &[])?;
        let select = |new: Value<'c, 'b>, old: Value<'c, 'b>| {
            self.value("arith.select", &[wins, new, old], old.r#type(), &[])
        };
        Ok([select(new[0], old[0])?, select(new[1], old[1])?])
    }

    /// An integer in the order of floating values: -0 is less than +0, and NaN wins.
    fn key(&self, combine: Reduction, value: Value<'c, 'b>) -> Outcome<Value<'c, 'b>> {
        let float = value.r#type();
        let width = if float == Type::float64(self.context) {
            64
        } else {
            32
        };
        let kind: Type = IntegerType::new(self.context, width).into();
        let number = |number: i64| self.constant(format!("{number} : {kind}"), kind);
        let largest = i64::MAX >> (64 - width);
        let bits = self.value("arith.bitcast", &[value], kind, &[])?;
        let sign = self.value(
            "arith.shrsi",
            &[bits, number(i64::from(width) - 1)?],
            kind,
            &[],
        )?;
        let mask = self.value("arith.andi", &[sign, number(largest)?], kind, &[])?;
        let key = self.value("arith.xori", &[bits, mask], kind, &[])?;
        let unordered = self.attribute("14 : i64")?;
        let bit = IntegerType::new(self.context, 1).into();
        let operands = [value, value];
        let is_nan = self.value("arith.cmpf", &operands, bit, &[("predicate", unordered)])?;
        let first = number(match combine {
            Reduction::Max => largest,
            _ => -largest - 1,
        })?;
        self.value("arith.select", &[is_nan, first, key], kind, &[])
    }

    fn compare(
        &self,
        predicate: i64,
        a: Value<'c, 'b>,
        b: Value<'c, 'b>,
    ) -> Outcome<Value<'c, 'b>> {
        let predicate = self.attribute(format!("{predicate} : i64"))?;
        let bit = IntegerType::new(self.context, 1).into();
        self.value("arith.cmpi", &[a, b], bit, &[("predicate", predicate)])
    }
}

/// The width of a signless, signed or unsigned integer type.
pub fn integer_width(kind: Type<'_>) -> Option<u32> {
    IntegerType::try_from(kind)
        .ok()
        .map(|integer| integer.width())
}

/// Whether the type is rounded from a wider one in which reductions accumulate.
pub fn is_narrow<'c>(context: &'c Context, kind: Type<'c>) -> bool {
    kind == Type::float16(context) || kind == Type::bfloat16(context)
}

/// The neutral element of an operator, as the text of an attribute; none for a type that is not
/// reduced.
pub fn identity_text<'c>(
    context: &'c Context,
    combine: Reduction,
    kind: Type<'c>,
    unsigned: bool,
) -> Option<String> {
    let Some(width) = integer_width(kind) else {
        let infinity = if kind == Type::float32(context) {
            "0x7F800000"
        } else if kind == Type::float64(context) {
            "0x7FF0000000000000"
        } else {
            return None;
        };
        return Some(match combine {
            Reduction::Add => format!("0.0 : {kind}"),
            Reduction::Mul => format!("1.0 : {kind}"),
            Reduction::Min => format!("{infinity} : {kind}"),
            Reduction::Max => format!("{} : {kind}", infinity.replacen("0x7", "0xF", 1)),
        });
    };
    let smallest = || {
        if unsigned || width == 1 {
            0
        } else {
            i64::MIN >> (64 - width)
        }
    };
    let largest = || {
        if unsigned {
            -1
        } else {
            !(i64::MIN >> (64 - width))
        }
    };
    Some(match (combine, width) {
        (Reduction::Min, 1) => "true".to_owned(),
        (Reduction::Max, 1) => "false".to_owned(),
        (Reduction::Add, _) => format!("0 : {kind}"),
        (Reduction::Mul, 1) => "true".to_owned(),
        (Reduction::Mul, _) => format!("1 : {kind}"),
        (Reduction::Min, _) => format!("{} : {kind}", largest()),
        (Reduction::Max, _) => format!("{} : {kind}", smallest()),
    })
}

/// The expression as a result of an affine map; `named` gives the dimensions and symbols. `None` if
/// it is not one: `min`, `max`, products of names, unknown names.
pub fn affine_expression<'c>(
    context: &'c Context,
    expr: &Expr,
    named: &dyn Fn(&str) -> Option<AffineExpr<'c>>,
) -> Option<AffineExpr<'c>> {
    let number = |number| AffineExpr::constant(context, number);
    let (operator, a, b) = match expr {
        Expr::Const(value) => return Some(number(*value)),
        Expr::Symbol(symbol) => return named(symbol.as_name()?),
        Expr::Binary(operator, a, b) => (operator, a, b),
    };
    let left = affine_expression(context, a, named)?;
    let right = affine_expression(context, b, named)?;
    let divides = b.as_const().is_some_and(|divisor| divisor > 0);
    match operator {
        Operator::Add => Some(left + right),
        Operator::Sub => Some(left + right * number(-1)),
        Operator::Mul => {
            let scales = a.as_const().is_some() || b.as_const().is_some();
            scales.then(|| left * right)
        }
        Operator::FloorDiv => divides.then(|| AffineExpr::floor_div(left, right)),
        Operator::Mod => divides.then(|| AffineExpr::modulo(left, right)),
        Operator::Min | Operator::Max => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identities_are_the_neutral_elements() {
        let context = Context::new();
        let text = |combine, kind: &str, unsigned| {
            let kind = Type::parse(&context, kind).expect("a type");
            identity_text(&context, combine, kind, unsigned)
        };
        assert_eq!(
            text(Reduction::Max, "f32", false).as_deref(),
            Some("0xFF800000 : f32")
        );
        assert_eq!(
            text(Reduction::Min, "f64", false).as_deref(),
            Some("0x7FF0000000000000 : f64")
        );
        assert_eq!(
            text(Reduction::Max, "i8", false).as_deref(),
            Some("-128 : i8")
        );
        assert_eq!(
            text(Reduction::Min, "i8", false).as_deref(),
            Some("127 : i8")
        );
        assert_eq!(text(Reduction::Min, "i8", true).as_deref(), Some("-1 : i8"));
        assert_eq!(
            text(Reduction::Max, "i64", false).as_deref(),
            Some("-9223372036854775808 : i64")
        );
        assert_eq!(text(Reduction::Mul, "i1", false).as_deref(), Some("true"));
        assert_eq!(
            text(Reduction::Add, "f16", false),
            None,
            "half types accumulate in f32"
        );
    }

    #[test]
    fn affine_maps_take_quasi_affine_expressions_only() {
        let context = Context::new();
        let text = |text: &str| {
            let expr = Expr::parse(text).expect("the expression parses");
            let named = |name: &str| match name {
                "i" => Some(AffineExpr::dim(&context, 0)),
                "N" => Some(AffineExpr::symbol(&context, 0)),
                _ => None,
            };
            affine_expression(&context, &expr, &named).map(|found| found.to_string())
        };
        assert_eq!(
            text("2*i + N floordiv 3 - i mod 4").as_deref(),
            Some("d0 * 2 + s0 floordiv 3 - d0 mod 4")
        );
        assert_eq!(text("i*N"), None);
        assert_eq!(text("min(i, N)"), None);
        assert_eq!(text("i + other"), None);
        assert_eq!(text("i floordiv -2"), None);
    }
}
