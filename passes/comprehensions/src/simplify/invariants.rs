//! Parts of a term that do not depend on all indices of a reduction are computed once.
//!
//! ```text
//! C(n,m) += a * A(n,k) * B(k,m)      C_part(n,k) = a * A(n,k)
//!                                    C(n,m) += C_part(n,k) * B(k,m)
//! ```
//! A machine computes `a * A(n,k)` for each `m` or for each vector of them, in the innermost loop
//! of a product. LLVM moves nothing out of a loop that the part depends on, and in a product the
//! loop of the sum is the innermost one.
//!
//! A read at a computed place is such a part by itself:
//!
//! ```text
//! C(b,n) += T(Idx(b),k) * W(k,n)     C_part(b,k) = T(Idx(b),k)
//!                                    C(b,n) += C_part(b,k) * W(k,n)
//! ```
//! The temporary has affine subscripts, so that its tiles go to shared memory and registers as
//! those of any other array. It has one dimension for each index of the gather, so equal subscripts
//! share one, and the indices of the table are read by the statement in front alone.
//!
//! **Legal**: the part has the same operands in front of the statement, since it does not read the
//! target, and the same bits, since a temporary has the type of the part. It is computed at the
//! points of the statement only, so that its reads are in bounds.
//!
//! **Which parts.** The largest ones that are more than an affine read, that an index of the sum
//! and not all of the left side occurs in, and that a point of the other indices shares at least
//! [`SHARED`] times: a temporary is written and read once for that. Parts under a condition stay.
//! Converted elements of 8 or 16 bits that are factors of a sum of products stay on a GPU with
//! matrix units (`units`).
//! On a GPU the statement in front is a kernel of its own, so that what it saves has to take longer
//! than a launch and than the traffic of the temporary, by the figures of the target.

use std::collections::{BTreeSet, HashMap, HashSet};

use tc_dialects::op::{self, ValueKey};
use tc_dialects::tc::{
    Access, Comprehension, Def, Index, Reduction, Subscript, TensorType, ValueOf, builders,
    is_element_type,
};
use tc_syntax::expr::Expr;

use super::edit::{copy, erase_unused, new_name};
use crate::forms::is_plain;
use tc_dialects::target::Target;
use tc_pass_host::*;

/// How many points have to share a part.
const SHARED: i64 = 64;

/// Moves the parts of a statement to statements in front of it; how many.
pub fn move_out<'c: 'a, 'a>(
    context: &'c Context,
    target: Option<&Target>,
    def: Def<'c, 'a>,
    statement: Comprehension<'c, 'a>,
    units: bool,
) -> usize {
    let indices = statement.indices();
    let Some(extents) = indices.iter().map(extent).collect::<Option<Vec<i64>>>() else {
        return 0;
    };
    if statement.reduction().is_none() {
        return 0;
    }
    let Some(left) = statement.left_names().filter(|_| is_plain(statement)) else {
        return 0;
    };
    let is_left = |at: &usize| left.contains(&indices[*at].name);
    let parts = Parts::of(statement, &indices);
    let mut moved = 0;
    let has_units = units && target.and_then(Target::as_gpu).is_some();
    for (value, over) in parts.largest(statement) {
        if has_units && is_factor(statement, value) {
            continue;
        }
        let others = (0..indices.len()).filter(|at| !over.contains(at));
        let points = |of: &mut dyn Iterator<Item = usize>| {
            of.fold(1, |all: i64, at| all.saturating_mul(extents[at]))
        };
        let times = points(&mut others.clone());
        let is_shared = others.clone().any(|at| is_left(&at))
            && over.iter().any(|at| !is_left(at))
            && times >= SHARED
            && pays(target, points(&mut over.iter().copied()), times);
        if is_shared && is_element_type(value.r#type()) {
            let over: Vec<Index> = over.iter().map(|at| indices[*at].clone()).collect();
            to_temporary(context, def, statement, value, &over);
            moved += 1;
        }
    }
    erase_unused(statement);
    moved
}

/// Whether a value is a converted element, and a factor of the products that a statement sums:
/// units of 8 and 16 bits take the element itself.
fn is_factor<'c: 'a, 'a>(statement: Comprehension<'c, 'a>, value: Value<'c, 'a>) -> bool {
    const CONVERSIONS: [&str; 3] = ["arith.extf", "arith.truncf", "arith.extsi"];
    const SMALL: [&str; 3] = ["f16", "bf16", "i8"];
    let mut element = value;
    while let Some(made) = op::defining_operation(element)
        && CONVERSIONS.contains(&op::name(made))
    {
        element = op::operands(made)[0];
    }
    let read = op::defining_operation(element);
    let is_read = read.is_some_and(|read| Access::from_op(read).is_some());
    let is_small = SMALL.contains(&element.r#type().to_string().as_str());
    let is_sum = statement.reduction() == Some(Reduction::Add);
    let products = op::operations(statement.body()).into_iter();
    let mut products =
        products.filter(|one| ["arith.mulf", "arith.muli"].contains(&op::name(*one)));
    let mut uses = products.by_ref().flat_map(op::operands);
    is_read && is_small && is_sum && uses.any(|used| op::same_value(used, value))
}

/// Whether a temporary of so many elements, each of which is used so often, saves more time than it
/// costs. Its elements have four bytes and take one operation, which is the least.
fn pays(target: Option<&Target>, elements: i64, times: i64) -> bool {
    let Some(gpu) = target.and_then(Target::as_gpu) else {
        return true;
    };
    let (elements, times) = (elements as f64, times as f64);
    let saved = elements * times / (gpu.fp32_tflops / 2.0 * 1e12);
    let traffic = 2.0 * 4.0 * elements / (gpu.memory_gb_per_s * 1e9);
    saved > gpu.launch_us * 1e-6 + traffic
}

/// The number of values of an index, at most 2^20 so that products of them are numbers.
fn extent(index: &Index) -> Option<i64> {
    let range = index.range.as_ref()?;
    let (lower, upper) = (range.lower.as_const()?, range.upper.as_const()?);
    Some(upper.saturating_sub(lower).clamp(0, 1 << 20))
}

/// The indices that each value of a body depends on; none for values that have to stay.
struct Parts {
    known: HashMap<ValueKey, BTreeSet<usize>>,
    /// The reads at computed places.
    gathers: HashSet<ValueKey>,
}

impl Parts {
    fn of<'c: 'a, 'a>(statement: Comprehension<'c, 'a>, indices: &[Index]) -> Self {
        let mentioned = |expr: &Expr| {
            let all = indices.iter().enumerate();
            let all = all.filter(|(_, index)| expr.mentions(&index.name));
            all.map(|(at, _)| at).collect::<Vec<usize>>()
        };
        let mut parts = Parts {
            known: HashMap::new(),
            gathers: HashSet::new(),
        };
        for operation in op::operations(statement.body()) {
            let Some(mut over) = parts.of_operands(statement, operation) else {
                continue;
            };
            if let Some(view) = ValueOf::from_op(operation) {
                over.extend(mentioned(&view.expr()));
            }
            if let Some(access) = Access::from_op(operation) {
                if access.is_exists() || op::same_value(access.tensor(), statement.target()) {
                    continue;
                }
                let subscripts = access.subscripts();
                let affine: Vec<&Expr> = subscripts.iter().filter_map(Subscript::as_expr).collect();
                if affine.len() < subscripts.len() {
                    let read = operation.results().map(ValueKey::of);
                    parts.gathers.extend(read);
                }
                over.extend(affine.into_iter().flat_map(mentioned));
            }
            parts.known.extend(
                operation
                    .results()
                    .map(|one| (ValueKey::of(one), over.clone())),
            );
        }
        parts
    }

    /// The indices of its operands together, if it may be computed elsewhere.
    fn of_operands<'c: 'a, 'a>(
        &self,
        statement: Comprehension<'c, 'a>,
        operation: OperationRef<'c, 'a>,
    ) -> Option<BTreeSet<usize>> {
        if operation.region_count() > 0 || operation.result_count() != 1 {
            return None;
        }
        let mut over = BTreeSet::new();
        for operand in op::operands(operation) {
            let made = op::defining_operation(operand);
            let is_inner =
                made.is_some_and(|made| made.parent_operation() == Some(statement.operation()));
            if is_inner {
                over.extend(self.known.get(&ValueKey::of(operand))?);
            }
        }
        Some(over)
    }

    /// The floating values that are computed or gathered, of which a value over more indices is
    /// computed.
    fn largest<'c: 'a, 'a>(
        &self,
        statement: Comprehension<'c, 'a>,
    ) -> Vec<(Value<'c, 'a>, BTreeSet<usize>)> {
        let operations = op::operations(statement.body());
        let over = |operation: &OperationRef<'c, 'a>| {
            let result = operation.results().next()?;
            self.known.get(&ValueKey::of(result))
        };
        let computed = operations.iter().filter(|operation| {
            let name = op::name(**operation);
            let mut results = operation.results();
            let is_computed = name.starts_with("arith.")
                || name.starts_with("math.")
                || results.any(|one| self.gathers.contains(&ValueKey::of(one)));
            is_computed
                && !op::operands(**operation).is_empty()
                && op::result(**operation).r#type().is_float()
        });
        let parts = computed.filter_map(|operation| {
            let (value, own) = (op::result(*operation), over(operation)?);
            let uses = |other: &&OperationRef<'c, 'a>| {
                let mut operands = op::operands(**other).into_iter();
                operands.any(|operand| op::same_value(operand, value))
            };
            let mut users = operations.iter().filter(uses);
            users
                .any(|user| over(user) != Some(own))
                .then(|| (value, own.clone()))
        });
        parts.collect()
    }
}

/// Computes a value in a statement in front, over these indices, and reads it.
fn to_temporary<'c: 'a, 'a>(
    context: &'c Context,
    def: Def<'c, 'a>,
    statement: Comprehension<'c, 'a>,
    value: Value<'c, 'a>,
    over: &[Index],
) {
    let operation = statement.operation();
    let made = op::defining_operation(value).expect("an operation computes it");
    let location = made.location();
    let dims: Vec<_> = over.iter().map(|index| index.range.clone()).collect();
    let kind = TensorType::new(context, &dims, value.r#type());
    let name = new_name(def, statement, "part");
    let temporary = builders::temporary(context, location, &name, kind);
    let temporary = op::result(op::insert_before(operation, temporary));
    let left: Vec<String> = over.iter().map(|index| index.name.clone()).collect();
    let new = builders::comprehension(context, location, temporary, &left, None, over);
    let body = op::body(op::insert_before(operation, new)).expect("a comprehension has a body");
    let copies = copy(statement, &[value], body);
    let copied = copies[&ValueKey::of(value)];
    op::append(body, builders::r#yield(context, location, copied));
    let subscripts: Vec<Subscript> = left
        .iter()
        .map(|index| Subscript::Expr(Expr::name(index)))
        .collect();
    let read = builders::read(context, location, temporary, &subscripts, value.r#type());
    op::replace_uses(value, op::result(op::insert_before(made, read)));
}
