//! The output of isl's AST generation: loops, conditions, blocks, marks and statements, and their
//! expressions.

use std::ffi::c_char;

use super::error::Result;
use super::object::{Object, Output, c_position, constructors, methods, object, owned_text};
use super::ownership::Owned;
use super::values::Val;
use super::{Id, sys};

object! {
    /// A node of an AST.
    AstNode = isl_ast_node, isl_ast_node_copy, isl_ast_node_free, isl_ast_node_to_str
}

/// The kind of an AST node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstNodeKind {
    /// A loop.
    For,
    /// A condition.
    If,
    /// Nodes one after the other.
    Block,
    /// A name for the node below.
    Mark,
    /// A statement instance.
    User,
}

impl AstNode {
    /// The kind of the node.
    pub fn kind(&self) -> Result<AstNodeKind> {
        // SAFETY: the node is alive.
        match unsafe { sys::isl_ast_node_get_type(self.raw()) } {
            sys::isl_ast_node_for => Ok(AstNodeKind::For),
            sys::isl_ast_node_if => Ok(AstNodeKind::If),
            sys::isl_ast_node_block => Ok(AstNodeKind::Block),
            sys::isl_ast_node_mark => Ok(AstNodeKind::Mark),
            sys::isl_ast_node_user => Ok(AstNodeKind::User),
            _ => Err(self.context().take_error()),
        }
    }

    /// The nodes of a block.
    pub fn block_children(&self) -> Result<Vec<AstNode>> {
        let context = self.context();
        // SAFETY: the list is freed here; its items come with references of their own.
        unsafe {
            let list = sys::isl_ast_node_block_get_children(self.raw());
            if list.is_null() {
                return Err(context.take_error());
            }
            let nodes =
                usize::output(context, sys::isl_ast_node_list_size(list.keep())).and_then(|size| {
                    let item = |position| {
                        AstNode::output(
                            context,
                            sys::isl_ast_node_list_get_at(list.keep(), position),
                        )
                    };
                    (0..c_position(size)).map(item).collect()
                });
            sys::isl_ast_node_list_free(list);
            nodes
        }
    }

    /// The nodes directly below: a loop's body, the branches of a condition, a block's nodes, the
    /// node below a mark.
    pub fn children(&self) -> Result<Vec<AstNode>> {
        match self.kind()? {
            AstNodeKind::For => Ok(vec![self.for_body()?]),
            AstNodeKind::If if self.if_has_else_node()? => {
                Ok(vec![self.if_then_node()?, self.if_else_node()?])
            }
            AstNodeKind::If => Ok(vec![self.if_then_node()?]),
            AstNodeKind::Block => self.block_children(),
            AstNodeKind::Mark => Ok(vec![self.mark_node()?]),
            AstNodeKind::User => Ok(Vec::new()),
        }
    }
}

fn c_notation<T: Object>(object: &T, print: impl FnOnce(&T) -> Owned<c_char>) -> Result<String> {
    // SAFETY: isl gives the string away.
    let text = object
        .context()
        .unlimited(|| unsafe { owned_text(print(object)) });
    text.ok_or_else(|| object.context().take_error())
}

object! {
    /// An expression of an AST.
    AstExpr = isl_ast_expr, isl_ast_expr_copy, isl_ast_expr_free, isl_ast_expr_to_str
}

/// The kind of an AST expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstExprKind {
    /// An operation on operands.
    Op(AstOp),
    /// A name: a parameter or an iterator.
    Id,
    /// A number.
    Int,
}

/// An operation of an AST expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstOp {
    /// Both; both operands may be evaluated.
    And,
    /// Both; the second operand only if the first holds.
    AndThen,
    /// Either; both operands may be evaluated.
    Or,
    /// Either; the second operand only if the first does not hold.
    OrElse,
    /// The maximum of two or more operands.
    Max,
    /// The minimum of two or more operands.
    Min,
    /// Minus one operand.
    Minus,
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient of a division without remainder.
    Div,
    /// The quotient rounded down; the divisor is positive.
    FloorDiv,
    /// The quotient of a dividend that is not negative; the divisor is positive.
    NonNegativeDiv,
    /// The remainder of a dividend that is not negative; the divisor is positive.
    NonNegativeRem,
    /// A value that is zero exactly when the divisor divides the dividend.
    ZeroRem,
    /// The second operand if the first holds, else the third; only the chosen one is evaluated.
    Cond,
    /// The second operand if the first holds, else the third; both may be evaluated.
    Select,
    /// Equal.
    Eq,
    /// Less or equal.
    Le,
    /// Less.
    Lt,
    /// Greater or equal.
    Ge,
    /// Greater.
    Gt,
    /// A call: the function, then the arguments.
    Call,
    /// An array element: the array, then the subscripts.
    Access,
    /// A member of a structure.
    Member,
    /// The address of an element.
    AddressOf,
}

/// The operations in isl's order, which starts at 0.
const OPS: [AstOp; 26] = [
    AstOp::And,
    AstOp::AndThen,
    AstOp::Or,
    AstOp::OrElse,
    AstOp::Max,
    AstOp::Min,
    AstOp::Minus,
    AstOp::Add,
    AstOp::Sub,
    AstOp::Mul,
    AstOp::Div,
    AstOp::FloorDiv,
    AstOp::NonNegativeDiv,
    AstOp::NonNegativeRem,
    AstOp::ZeroRem,
    AstOp::Cond,
    AstOp::Select,
    AstOp::Eq,
    AstOp::Le,
    AstOp::Lt,
    AstOp::Ge,
    AstOp::Gt,
    AstOp::Call,
    AstOp::Access,
    AstOp::Member,
    AstOp::AddressOf,
];

impl AstExpr {
    /// The kind of the expression.
    pub fn kind(&self) -> Result<AstExprKind> {
        // SAFETY: the expression is alive.
        match unsafe { sys::isl_ast_expr_get_type(self.raw()) } {
            sys::isl_ast_expr_op => Ok(AstExprKind::Op(self.op()?)),
            sys::isl_ast_expr_id => Ok(AstExprKind::Id),
            sys::isl_ast_expr_int => Ok(AstExprKind::Int),
            _ => Err(self.context().take_error()),
        }
    }

    fn op(&self) -> Result<AstOp> {
        // SAFETY: the expression is alive.
        let raw = unsafe { sys::isl_ast_expr_op_get_type(self.raw()) };
        let op = usize::try_from(raw.0)
            .ok()
            .and_then(|raw| OPS.get(raw).copied());
        op.ok_or_else(|| self.context().take_error())
    }

    /// All operands of an operation.
    pub fn op_args(&self) -> Result<Vec<AstExpr>> {
        (0..self.op_n_arg()?)
            .map(|position| self.op_arg(position))
            .collect()
    }

    /// The expression as C text.
    pub fn to_c(&self) -> Result<String> {
        // SAFETY: the expression is alive and the string is ours.
        c_notation(self, |expr| unsafe {
            sys::isl_ast_expr_to_C_str(expr.raw())
        })
    }
}

constructors! { AstNode {
    /// A statement that is this expression.
    user_from_expr(expr: &AstExpr) = isl_ast_node_user_from_expr;
} }

methods! { AstNode {
    /// The annotation.
    annotation(self) -> Id = isl_ast_node_get_annotation;
    /// With this annotation.
    set_annotation(self, annotation: &Id) -> AstNode = isl_ast_node_set_annotation;
    /// The iterator of a loop.
    for_iterator(self) -> AstExpr = isl_ast_node_for_get_iterator;
    /// The first value of a loop's iterator.
    for_init(self) -> AstExpr = isl_ast_node_for_get_init;
    /// The condition under which a loop continues.
    for_cond(self) -> AstExpr = isl_ast_node_for_get_cond;
    /// The step of a loop.
    for_inc(self) -> AstExpr = isl_ast_node_for_get_inc;
    /// The body of a loop.
    for_body(self) -> AstNode = isl_ast_node_for_get_body;
    /// Whether a loop runs exactly once.
    for_is_degenerate(self) -> bool = isl_ast_node_for_is_degenerate;
    /// The condition.
    if_cond(self) -> AstExpr = isl_ast_node_if_get_cond;
    /// The branch that runs if the condition holds.
    if_then_node(self) -> AstNode = isl_ast_node_if_get_then_node;
    /// Whether there is an else branch.
    if_has_else_node(self) -> bool = isl_ast_node_if_has_else_node;
    /// The branch that runs if the condition does not hold.
    if_else_node(self) -> AstNode = isl_ast_node_if_get_else_node;
    /// The name of a mark node.
    mark_id(self) -> Id = isl_ast_node_mark_get_id;
    /// The node below the mark.
    mark_node(self) -> AstNode = isl_ast_node_mark_get_node;
    /// The expression of a statement.
    user_expr(self) -> AstExpr = isl_ast_node_user_get_expr;
} }
constructors! { AstExpr {
    /// A number.
    from_val(value: &Val) = isl_ast_expr_from_val;
    /// A name.
    from_id(id: &Id) = isl_ast_expr_from_id;
} }

methods! { AstExpr {
    /// Minus the expression.
    neg(self) -> AstExpr = isl_ast_expr_neg;
    /// The sum.
    add(self, other: &AstExpr) -> AstExpr = isl_ast_expr_add;
    /// The difference.
    sub(self, other: &AstExpr) -> AstExpr = isl_ast_expr_sub;
    /// The product.
    mul(self, other: &AstExpr) -> AstExpr = isl_ast_expr_mul;
    /// The exact quotient.
    div(self, other: &AstExpr) -> AstExpr = isl_ast_expr_div;
    /// The quotient of non-negative operands.
    pdiv_q(self, other: &AstExpr) -> AstExpr = isl_ast_expr_pdiv_q;
    /// The remainder of non-negative operands.
    pdiv_r(self, other: &AstExpr) -> AstExpr = isl_ast_expr_pdiv_r;
    /// Both conditions.
    and(self, other: &AstExpr) -> AstExpr = isl_ast_expr_and;
    /// Either condition.
    or(self, other: &AstExpr) -> AstExpr = isl_ast_expr_or;
    /// Less or equal.
    le(self, other: &AstExpr) -> AstExpr = isl_ast_expr_le;
    /// Less.
    lt(self, other: &AstExpr) -> AstExpr = isl_ast_expr_lt;
    /// Greater or equal.
    ge(self, other: &AstExpr) -> AstExpr = isl_ast_expr_ge;
    /// Greater.
    gt(self, other: &AstExpr) -> AstExpr = isl_ast_expr_gt;
    /// Equal.
    eq(self, other: &AstExpr) -> AstExpr = isl_ast_expr_eq;
    /// The number.
    int_val(self) -> Val = isl_ast_expr_int_get_val;
    /// The name.
    id_id(self) -> Id = isl_ast_expr_id_get_id;
    /// The number of operands.
    op_n_arg(self) -> usize = isl_ast_expr_op_get_n_arg;
    /// An operand.
    op_arg(self, position: usize) -> AstExpr = isl_ast_expr_op_get_arg;
} }
