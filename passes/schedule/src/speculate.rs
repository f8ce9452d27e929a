//! `schedule-speculate`: a short condition in a statement becomes a choice between two values.
//!
//! ```mlir
//! %2 = scf.if %1 -> (f32) {                            %5 = affine.load %X[%c, %h]
//!   %5 = affine.load %X[%c, %h]                        %6 = affine.load %W[%c]
//!   %6 = affine.load %W[%c]                    ==>     %7 = arith.mulf %5, %6
//!   %7 = arith.mulf %5, %6                             %2 = arith.select %1, %7, %zero
//!   scf.yield %7
//! } else {
//!   scf.yield %zero
//! }
//! ```
//!
//! A branch that is taken every other time costs a processor more than what it saves, and what is
//! under a condition that differs from lane to lane needs masks, a scalar even a gather.
//!
//! **Legal when** the operations under the condition have no effect but their values: arithmetic
//! that cannot trap, and loads of arrays that the scop only reads, of elements that exist for all
//! instances of the statement, by isl. A choice takes no part of the value that it leaves, not even
//! a NaN. **Which conditions.** Those with at most `operations` operations in both branches, inner
//! ones first. **Cost**: one isl bound for each subscript under a condition.

use melior::ir::r#type::{DimSize, MemRefType, ShapedTypeLike};
use tc_dialects::op::{self, Recipe, create};
use tc_dialects::schedule::tree::{Refusal, Role, Scop, Tree};
use tc_isl::{Map, Set, thread_context};

use tc_pass_host::*;
use tc_scop::scop_pass::{BUDGET, failure};
use tc_scop::subscripts::{Subscripts, affine_map_of};
use tc_scop::values::ends;

pass! {
    /// Computes both values of a short condition in a statement and chooses one, where nothing
    /// under the condition has an effect and every load is in bounds.
    pub struct ScheduleSpeculate {
        name: "schedule-speculate",
        anchor: "schedule.scop",
        summary: "short conditions in statements as choices between values",
        dialects: ["arith"],
        options: {
            /// at most so many operations under a condition
            operations: u64 = 12,
        },
        statistics: {
            /// conditions that became choices
            choices,
        },
    }
}

impl Pass for ScheduleSpeculate {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let isl = thread_context();
        let found = isl.with_budget(BUDGET, || {
            let scop = Scop::from_op(&isl, operation)?;
            let mut found = Vec::new();
            for statement in op::children(operation) {
                if op::is(statement, "schedule.statement") {
                    found.extend(self.conditions(&scop, operation, statement)?);
                }
            }
            Ok::<_, Refusal>(found)
        });
        for condition in found.map_err(|refusal| failure(operation, refusal))? {
            let decision = Decision::passed("condition", "a choice between two values").because(
                "nothing under it has an effect, and its loads are in bounds for all instances",
            );
            ctx.decided(condition, decision);
            choose(condition);
            self.choices.add(1);
        }
        Ok(())
    }
}

impl ScheduleSpeculate {
    /// The conditions of a statement that become choices, inner ones first.
    fn conditions<'c: 'a, 'a>(
        &self,
        scop: &Scop,
        operation: OperationRef<'c, 'a>,
        statement: OperationRef<'c, 'a>,
    ) -> Result<Vec<OperationRef<'c, 'a>>, Refusal> {
        let mut all = op::nested(statement);
        all.retain(|inner| op::is(*inner, "scf.if") && inner.result_count() > 0);
        let (Some(block), false) = (op::body(statement), all.is_empty()) else {
            return Ok(Vec::new());
        };
        let Some(instances) = instances(scop, &op::symbol(statement))? else {
            return Ok(Vec::new());
        };
        let subscripts = Subscripts::new(instances.space()?, block, Default::default());
        let loads = Loads {
            scop,
            arguments: op::body(operation).map(op::arguments).unwrap_or_default(),
            instances,
            subscripts,
        };
        let limit = usize::try_from(self.operations).unwrap_or(usize::MAX);
        let mut found: Vec<OperationRef> = Vec::new();
        for condition in all.into_iter().rev() {
            let is_value = |inner: &OperationRef| !op::is(*inner, "scf.yield");
            let count = op::nested(condition)
                .iter()
                .filter(|one| is_value(one))
                .count();
            let mut free = count <= limit && op::blocks(condition).len() == 2;
            let inner = op::blocks(condition).into_iter().flat_map(op::operations);
            for one in inner.filter(is_value) {
                free = free && (found.contains(&one) || loads.is_free(one)?);
            }
            if free {
                found.push(condition);
            }
        }
        Ok(found)
    }
}

/// The instances of a statement.
fn instances(scop: &Scop, statement: &str) -> Result<Option<Set>, Refusal> {
    let Tree::Domain { domain, .. } = &scop.tree else {
        return Ok(None);
    };
    for set in domain.sets()? {
        if set.has_tuple_id()? && set.tuple_id()?.name() == statement {
            return Ok(Some(set));
        }
    }
    Ok(None)
}

/// What says whether a load exists for all instances of a statement.
struct Loads<'s, 'c, 'a> {
    scop: &'s Scop,
    arguments: Vec<Value<'c, 'a>>,
    instances: Set,
    subscripts: Subscripts<'c, 'a>,
}

impl<'c: 'a, 'a> Loads<'_, 'c, 'a> {
    /// Whether an operation has no effect but its value, for all instances of the statement.
    fn is_free(&self, operation: OperationRef<'c, 'a>) -> Result<bool, Refusal> {
        const TRAPS: [&str; 7] = [
            "arith.divsi",
            "arith.divui",
            "arith.remsi",
            "arith.remui",
            "arith.floordivsi",
            "arith.ceildivsi",
            "arith.ceildivui",
        ];
        match op::name(operation) {
            "affine.load" => self.is_in_bounds(operation),
            name => Ok(name.starts_with("arith.") && !TRAPS.contains(&name)),
        }
    }

    fn is_in_bounds(&self, load: OperationRef<'c, 'a>) -> Result<bool, Refusal> {
        let operands = op::operands(load);
        let mut arguments = self.arguments.iter();
        let position = arguments.position(|one| op::same_value(*one, operands[0]));
        let array = position.map(|position| &self.scop.arrays[position]);
        if !array.is_some_and(|array| array.kind.role() == Some(Role::In)) {
            return Ok(false);
        }
        let (Some(map), Ok(kind)) = (
            affine_map_of(load),
            MemRefType::try_from(operands[0].r#type()),
        ) else {
            return Ok(false);
        };
        let results = self.subscripts.map_results(map, &operands[1..])?;
        for (dim, subscript) in results.into_iter().enumerate() {
            let (Some(subscript), Ok(DimSize::Static(extent))) = (subscript, kind.dim_size(dim))
            else {
                return Ok(false);
            };
            let values = Map::from_pw_aff(&subscript.in_pieces()?)?;
            let values = values.intersect_domain(&self.instances)?.range()?;
            let is_within = |(least, greatest): (i64, i64)| {
                least >= 0 && u64::try_from(greatest).is_ok_and(|greatest| greatest < extent)
            };
            if !values.is_empty()? && !ends(&values)?.is_some_and(is_within) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Moves the operations of both branches in front of a condition, and chooses between their values.
fn choose(condition: OperationRef<'_, '_>) {
    let holds = op::operands(condition)[0];
    let mut yielded = Vec::new();
    for block in op::blocks(condition) {
        for inner in op::operations(block) {
            if op::is(inner, "scf.yield") {
                yielded.push(op::operands(inner))
            } else {
                op::mutable(inner).move_before(condition)
            }
        }
    }
    let pairs = yielded[0].iter().zip(&yielded[1]);
    for ((then, other), result) in pairs.zip(op::results(condition)) {
        let recipe = Recipe {
            operands: &[holds, *then, *other],
            results: &[then.r#type()],
            ..Recipe::default()
        };
        let chosen = create("arith.select", condition.location(), recipe);
        op::replace_uses(result, op::result(op::insert_before(condition, chosen)));
    }
    op::erase(condition);
}
