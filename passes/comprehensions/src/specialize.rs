//! `tc-specialize`: replaces sizes and integer scalars by numbers.
//!
//! ```mlir
//! // tc-specialize{sizes=M=4 scalars=s=2}
//! tc.def @f(%s: !tc.tensor<[], i32>, %A: !tc.tensor<[M], f32>) -> (%C: !tc.tensor<[?], f32>) { ... tc.read %A[s*i] ... tc.value M : i32 }
//! // becomes
//! tc.def @f(%s: !tc.tensor<[], i32>, %A: !tc.tensor<[4], f32>) -> (%C: !tc.tensor<[?], f32>) { ... tc.read %A[2*i] ... arith.constant 4 : i32 }
//! ```
//! Every place that can name a size is rewritten: types, ranges, subscripts, `tc.value`, reads of
//! the scalar, preconditions. The signature keeps its scalar inputs, so calls do not change. Names
//! that the def does not have may belong to other defs of the module.
//!
//! Legal always: the result is the def at those values. **Refused** if a precondition is false at
//! them. Cost: one walk.

use melior::ir::{attribute::IntegerAttribute, r#type::IntegerType};
use tc_dialects::{
    op,
    tc::{Access, Def, Range, Read, TensorType, ValueOf},
};
use tc_pass_host::*;
use tc_syntax::expr::{Expr, Precondition, Symbol};

pass! {
    /// Replaces sizes and rank-0 integer inputs by their values, wherever the def names them. Later
    /// inference sees constants, so programs with a stride that is an argument can be solved.
    pub struct TcSpecialize {
        name: "tc-specialize",
        anchor: "tc.def",
        summary: "replace sizes and integer scalars by numbers",
        dialects: ["arith"],
        options: {
            /// values of sizes, as NAME=VALUE
            sizes: Vec<String> = Vec::new(),
            /// values of rank-0 integer inputs, as NAME=VALUE
            scalars: Vec<String> = Vec::new(),
        },
        statistics: {
            /// expressions that changed
            expressions,
            /// reads of a scalar that became constants
            reads,
        },
    }
}

impl Pass for TcSpecialize {
    fn check(&self) -> Result<(), String> {
        for (name, value) in parse(&self.sizes)? {
            if value < 0 {
                return Err(format!("size `{name}` must not be negative, found {value}"));
            }
        }
        parse(&self.scalars).map(|_| ())
    }

    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let def = Def::from_op(operation).ok_or("expected a tc.def")?;
        let context = ctx.context();
        let (sizes, scalars) = self.values_for(def)?;
        let replacement = |symbol: &Symbol| {
            let Symbol::Name(name) = symbol else {
                return None;
            };
            let known = sizes
                .iter()
                .chain(&scalars)
                .find(|(known, _)| known == name)?;
            Some(Expr::Const(known.1))
        };
        let change = |expr: &Expr| {
            let changed = expr.substitute(&replacement);
            self.expressions.add(usize::from(changed != *expr));
            changed
        };
        let change_range = |range: &Range| Range::new(change(&range.lower), change(&range.upper));

        for tensor in def.tensors() {
            let ty = tensor.tensor_type();
            let dims: Vec<Option<Range>> = ty
                .dims()
                .iter()
                .map(|dim| dim.as_ref().map(&change_range))
                .collect();
            tensor.set_type(TensorType::new(context, &dims, ty.element()));
        }
        for one in def.loops() {
            one.set_range(context, &change_range(&one.range()));
        }
        for comprehension in def.comprehensions() {
            comprehension.map_left(context, &change);
            let ranges: Vec<Option<Range>> = comprehension
                .ranges()
                .iter()
                .map(|range| range.as_ref().map(&change_range))
                .collect();
            comprehension.set_ranges(context, &ranges);
            let mut inside = Vec::new();
            comprehension.walk(&mut |nested| inside.push(nested));
            for nested in inside {
                if let Some(access) = Access::from_op(nested) {
                    access.map_exprs(context, &change);
                }
                self.replace_value(context, def, nested, &scalars, &change);
            }
        }
        let left: Vec<String> = def
            .extra_sizes()
            .into_iter()
            .filter(|name| sizes.iter().all(|(known, _)| known != name))
            .collect();
        def.set_extra_sizes(context, &left);
        specialize_preconditions(context, def, &replacement)
    }
}

impl TcSpecialize {
    /// The values for this def: its sizes, and its rank-0 integer inputs.
    fn values_for<'c: 'a, 'a>(&self, def: Def<'c, 'a>) -> Result<(Values, Values), Failure> {
        let known = def.sizes();
        let mut sizes = parse(&self.sizes)?;
        sizes.retain(|(name, _)| known.contains(name));
        let known: Vec<String> = def.scalars().iter().map(|scalar| scalar.name()).collect();
        let mut scalars = parse(&self.scalars)?;
        scalars.retain(|(name, _)| known.contains(name));
        Ok((sizes, scalars))
    }

    /// `tc.value` of a constant, and a read of a known scalar, become `arith.constant`.
    fn replace_value<'c: 'a, 'a>(
        &self,
        context: &'c Context,
        def: Def<'c, 'a>,
        nested: OperationRef<'c, 'a>,
        scalars: &Values,
        change: &dyn Fn(&Expr) -> Expr,
    ) {
        if let Some(value) = ValueOf::from_op(nested) {
            let changed = change(&value.expr());
            match changed.as_const() {
                Some(number) => replace_by_constant(context, nested, value.value(), number),
                None => value.set_expr(context, &changed),
            }
        } else if let Some(read) = Read::from_op(nested) {
            let tensor = read.access().tensor();
            let scalar = def
                .scalars()
                .into_iter()
                .find(|scalar| op::same_value(scalar.value(), tensor));
            let name = scalar.map(|scalar| scalar.name());
            let known = name.and_then(|name| scalars.iter().find(|(known, _)| *known == name));
            if let Some((_, number)) = known {
                replace_by_constant(context, nested, read.value(), *number);
                self.reads.add(1);
            }
        }
    }
}

type Values = Vec<(String, i64)>;

fn parse(given: &[String]) -> Result<Values, String> {
    let one = |text: &String| {
        let (name, value) = text.split_once('=')?;
        Some((name.to_owned(), value.parse().ok()?))
    };
    given
        .iter()
        .map(|text| {
            one(text)
                .ok_or_else(|| format!("expected NAME=VALUE with a whole number, found `{text}`"))
        })
        .collect()
}

fn replace_by_constant<'c: 'a, 'a>(
    context: &'c Context,
    operation: OperationRef<'c, 'a>,
    value: Value<'c, 'a>,
    number: i64,
) {
    let ty = value.r#type();
    // A number that does not fit its type wraps, as integer arithmetic does; the check of calls
    // refuses sizes that do not fit.
    let number = match IntegerType::try_from(ty) {
        Ok(integer) if integer.width() < 64 => {
            let unused = 64 - integer.width();
            (number << unused) >> unused
        }
        _ => number,
    };
    let constant = melior::dialect::arith::constant(
        context,
        IntegerAttribute::new(ty, number).into(),
        operation.location(),
    );
    let constant = op::insert_before(operation, constant);
    op::replace_uses(value, op::result(constant));
    op::erase(operation);
}

/// Preconditions that hold at the values disappear; one that fails is an error.
fn specialize_preconditions<'c: 'a, 'a>(
    context: &'c Context,
    def: Def<'c, 'a>,
    replacement: &dyn Fn(&Symbol) -> Option<Expr>,
) -> Result<(), Failure> {
    let mut kept = Vec::new();
    for text in op::strings(def.operation(), "preconditions") {
        let precondition = Precondition::parse(&text)
            .map_err(|error| error.to_string())?
            .substitute(replacement);
        match precondition.evaluate(&|_| None) {
            Some(true) => {}
            Some(false) => {
                return Err(Failure::new(format!(
                    "precondition `{text}` fails at these sizes"
                )));
            }
            None => kept.push(precondition.to_string()),
        }
    }
    def.set_preconditions(context, &kept);
    Ok(())
}
