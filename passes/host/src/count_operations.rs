//! `count-operations`: counts the operations nested in each operation that it runs on, and changes
//! nothing.
//!
//! The smallest pass with an option and a statistic; `docs/a-pass-in-50-lines.md` writes one that
//! changes IR. Cost: one walk.

use crate::*;

pass! {
    /// Walks the operation and counts the operations nested in it, without itself. With `report`, a
    /// remark at the operation states their number.
    pub struct CountOperations {
        name: "count-operations",
        anchor: "any",
        summary: "count nested operations",
        options: {
            /// only operations of this name; all if empty
            only: Option<String> = None,
            /// report the count in a remark
            report: bool = false,
        },
        statistics: {
            /// operations counted
            operations,
        },
    }
}

impl Pass for CountOperations {
    fn run<'c>(
        &self,
        operation: OperationRef<'c, '_>,
        ctx: &PassContext<'c>,
    ) -> Result<(), Failure> {
        let count = count_nested(operation, self.only.as_deref());
        self.operations.add(count);
        if self.report {
            ctx.remark(operation.location(), &format!("{count} operations"));
        }
        ctx.preserve_analyses();
        Ok(())
    }
}

fn count_nested(operation: OperationRef<'_, '_>, only: Option<&str>) -> usize {
    let wanted = |inner: &OperationRef<'_, '_>| only.is_none_or(|only| is(*inner, only));
    nested(operation)
        .iter()
        .filter(|inner| wanted(inner))
        .count()
}
