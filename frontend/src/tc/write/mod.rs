//! The checked tree as a syntax tree, which the formatter prints.
//!
//! What the checker would add by itself is omitted: a conversion is written as a cast only if the
//! expression would otherwise have another type. Exactly the values that are used more than once
//! become definitions of a `where` clause. Each value has up to two forms: as a value, and as a
//! part of a subscript, where the language computes in int64 from the leaves on.
//!
//! The caller checks the result: the text, compiled again, must raise to the same tree
//! (`tc-translate` does so).

mod form;
mod spell;

use crate::builtins;
use crate::model::{Argument, Comprehension, Def, Statement, Tensor, TensorId};
use crate::model::{NOWHERE, used_names};
use crate::raised::Raised;
use form::Goal;
use spell::Forms;
use std::collections::HashSet;
use std::sync::Arc;
use tc_syntax::diagnostic::Diagnostic;
use tc_syntax::expr::{Expr as Symbolic, Operator, Symbol};
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{
    self, BinaryOp, Clause, Dim, Expr, ExprKind, Extremum, Link, Name, Param, Program, Return,
    Type, UnaryOp,
};
use tc_syntax::tc::format::print;
use tc_syntax::tc::lexer::is_name;

/// Why something cannot be written.
type Refusal = String;
type Result<T> = std::result::Result<T, Refusal>;

/// The text of definitions in canonical layout.
///
/// # Errors
/// What has no spelling, each naming its definition.
pub fn text(raised: &[Raised]) -> std::result::Result<String, Vec<Diagnostic>> {
    Ok(print(&program(raised)?))
}

/// The syntax tree of definitions; its spans are empty.
///
/// # Errors
/// What has no spelling, each naming its definition.
fn program(raised: &[Raised]) -> std::result::Result<Program, Vec<Diagnostic>> {
    let (mut defs, mut errors) = (Vec::new(), Vec::new());
    for one in raised {
        match definition(&one.def) {
            Ok(def) => defs.push(def),
            Err(reason) => {
                let message = format!("`{}` cannot be written as TC text: {reason}", one.def.name);
                errors.push(Diagnostic::error(None, message).at(one.place.clone(), ""));
            }
        }
    }
    if errors.is_empty() {
        Ok(Program {
            imports: Vec::new(),
            defs,
        })
    } else {
        Err(errors)
    }
}

fn name(text: &Arc<str>) -> Result<Name> {
    if is_name(text) {
        Ok(Name {
            text: text.clone(),
            span: NOWHERE,
        })
    } else {
        Err(format!(
            "`{}` is not a name of the language",
            ast::shorten(text)
        ))
    }
}

fn definition(def: &Def) -> Result<ast::Def> {
    for tensor in &def.tensors {
        if builtins::lookup(&tensor.name).is_some() {
            return Err(format!(
                "the tensor `{}` has the name of a built-in function",
                tensor.name
            ));
        }
    }
    let params = def.inputs().iter().map(|tensor| {
        let Some(ty) = written_type(tensor)? else {
            return Err(format!(
                "the extents of the input `{}` are neither names nor numbers",
                tensor.name
            ));
        };
        Ok(Param {
            ty,
            name: name(&tensor.name)?,
            default: None,
        })
    });
    let returns = def.returns().iter().map(|tensor| {
        Ok(Return {
            ty: written_type(tensor)?,
            name: name(&tensor.name)?,
        })
    });
    let mut fresh = Fresh {
        used: used_names(def),
        next: 0,
    };
    // Tensors whose element type is decided when a statement is reached.
    let mut typed: HashSet<TensorId> = (0..def.inputs().len()).collect();
    for (id, tensor) in def.tensors.iter().enumerate() {
        if written_type(tensor)?.is_some() {
            typed.insert(id);
        }
    }
    Ok(ast::Def {
        name: name(&def.name)?,
        params: params.collect::<Result<_>>()?,
        returns: returns.collect::<Result<_>>()?,
        body: statements(def, &def.statements, &mut typed, &mut fresh)?,
        span: NOWHERE,
        open: NOWHERE,
        broken: false,
    })
}

/// The type as it is written in the signature; none if an extent is neither a name nor a number.
fn written_type(tensor: &Tensor) -> Result<Option<Type>> {
    let Some(dims) = &tensor.dims else {
        return Ok(None);
    };
    let mut written = Vec::new();
    for dim in dims {
        written.push(match (dim.as_const(), extent_name(dim)) {
            (Some(extent), _) if extent >= 0 => Dim::Extent(extent, NOWHERE),
            (_, Some(size)) => Dim::Size(name(&size.into())?),
            _ => return Ok(None),
        });
    }
    Ok(Some(Type {
        scalar: tensor.scalar,
        spelling: tensor.scalar.name().into(),
        dims: written,
        span: NOWHERE,
    }))
}

/// The size, or the integer input of which a negative value counts as 0.
fn extent_name(dim: &Symbolic) -> Option<&str> {
    match dim {
        Symbolic::Binary(Operator::Max, value, zero) if zero.as_const() == Some(0) => {
            value.as_name()
        }
        other => other.as_name(),
    }
}

/// Generates unused names.
struct Fresh {
    used: HashSet<Arc<str>>,
    next: usize,
}

impl Fresh {
    fn name(&mut self) -> Name {
        loop {
            let text: Arc<str> = format!("v{}", self.next).into();
            self.next += 1;
            if self.used.insert(text.clone()) {
                return Name {
                    text,
                    span: NOWHERE,
                };
            }
        }
    }
}

fn statements(
    def: &Def,
    body: &[Statement],
    typed: &mut HashSet<TensorId>,
    fresh: &mut Fresh,
) -> Result<Vec<ast::Statement>> {
    body.iter()
        .map(|one| statement(def, one, typed, fresh))
        .collect()
}

fn statement(
    def: &Def,
    statement: &Statement,
    typed: &mut HashSet<TensorId>,
    fresh: &mut Fresh,
) -> Result<ast::Statement> {
    match statement {
        Statement::Comprehension(one) => {
            comprehension(def, one, typed, fresh).map(ast::Statement::Comprehension)
        }
        Statement::Loop(one) => Ok(ast::Statement::Loop(ast::Loop {
            index: name(&one.index)?,
            lower: symbolic(&one.range.lower)?,
            upper: symbolic(&one.range.upper)?,
            body: statements(def, &one.body, typed, fresh)?,
            span: NOWHERE,
            open: NOWHERE,
        })),
        Statement::Call(call) => {
            typed.extend(&call.targets);
            let arguments = call.arguments.iter().map(|argument| match argument {
                Argument::Tensor(id) => Ok(Expr::new(
                    ExprKind::Name(name(&def.tensors[*id].name)?),
                    NOWHERE,
                )),
                Argument::Scalar { body, .. } => {
                    let (expr, _) = Forms::new(def, body, fresh).assigned(body, Goal::Keeps)?;
                    Ok(expr)
                }
            });
            let targets = call.targets.iter();
            let targets = targets.map(|id| name(&def.tensors[*id].name));
            Ok(ast::Statement::Call(ast::Call {
                targets: targets.collect::<Result<_>>()?,
                function: name(&call.function)?,
                arguments: arguments.collect::<Result<_>>()?,
                span: NOWHERE,
            }))
        }
    }
}

fn comprehension(
    def: &Def,
    one: &Comprehension,
    typed: &mut HashSet<TensorId>,
    fresh: &mut Fresh,
) -> Result<ast::Comprehension> {
    let target = &def.tensors[one.target];
    let goal = if typed.insert(one.target) {
        Goal::Gives(target.scalar, one.assign)
    } else {
        Goal::Becomes(target.scalar)
    };
    let second = one.pair.as_ref().map(|pair| {
        let scalar = def.tensors[pair.target].scalar;
        let goal = if typed.insert(pair.target) {
            Goal::Gives(scalar, one.assign)
        } else {
            Goal::Becomes(scalar)
        };
        (pair.place, goal)
    });
    let written = Forms::new(def, &one.body, fresh).statement(one, goal, second)?;
    let (body, lets) = (written.value, written.lets);
    let mut clauses = lets.clauses;
    clauses.extend(lets.exists);
    for index in &one.indices {
        if let Some(range) = &index.range {
            clauses.push(Clause::Range {
                index: name(&index.name)?,
                lower: symbolic(&range.lower)?,
                upper: symbolic(&range.upper)?,
            });
        }
    }
    let pair = match (&one.pair, written.place) {
        (Some(pair), Some(place)) => Some(Box::new(ast::Pair {
            target: name(&def.tensors[pair.target].name)?,
            subscripts: written.left.clone(),
            place,
        })),
        _ => None,
    };
    Ok(ast::Comprehension {
        target: name(&target.name)?,
        subscripts: written.left,
        pair,
        assign: one.assign,
        assign_span: NOWHERE,
        body,
        clauses,
        span: NOWHERE,
    })
}

fn integer(value: i128) -> Expr {
    let literal = Expr::new(
        ExprKind::Integer(value.unsigned_abs().to_string().into()),
        NOWHERE,
    );
    if value < 0 {
        unary(UnaryOp::Neg, literal)
    } else {
        literal
    }
}

fn unary(op: UnaryOp, operand: Expr) -> Expr {
    Expr::new(
        ExprKind::Unary {
            op,
            operand: Box::new(operand),
        },
        NOWHERE,
    )
}

fn cast(scalar: Scalar, operand: Expr) -> Expr {
    Expr::new(
        ExprKind::Cast {
            scalar,
            spelling: scalar.name().into(),
            operand: Box::new(operand),
        },
        NOWHERE,
    )
}

/// `left op right`; a chain of operators of one precedence level stays flat.
fn chain(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let link = Link {
        op,
        op_span: NOWHERE,
        operand: right,
    };
    let joins = left.level() == op.level() && !op.is_comparison();
    let kind = match left.kind {
        ExprKind::Chain { first, mut rest } if joins => {
            rest.push(link);
            ExprKind::Chain { first, rest }
        }
        kind => ExprKind::Chain {
            first: Box::new(Expr { kind, ..left }),
            rest: vec![link],
        },
    };
    Expr::new(kind, NOWHERE)
}

fn apply(function: Name, arguments: Vec<Expr>) -> Expr {
    Expr::new(
        if arguments.is_empty() {
            ExprKind::Name(function)
        } else {
            ExprKind::Apply {
                name: function,
                arguments,
            }
        },
        NOWHERE,
    )
}

fn extremum(op: Extremum, a: Expr, b: Expr) -> Expr {
    Expr::new(
        ExprKind::Extremum {
            op,
            arguments: vec![a, b],
        },
        NOWHERE,
    )
}

/// An expression of the dialect in the notation of the language.
fn symbolic(expr: &Symbolic) -> Result<Expr> {
    Ok(match expr {
        Symbolic::Const(value) => integer((*value).into()),
        Symbolic::Symbol(Symbol::Name(text)) => {
            Expr::new(ExprKind::Name(name(&text.as_str().into())?), NOWHERE)
        }
        Symbolic::Symbol(Symbol::Extent(tensor, dimension)) => Expr::new(
            ExprKind::Extent {
                tensor: name(&tensor.as_str().into())?,
                dimension: *dimension,
            },
            NOWHERE,
        ),
        Symbolic::Binary(Operator::Mul, a, b) if a.as_const() == Some(-1) => {
            unary(UnaryOp::Neg, symbolic(b)?)
        }
        Symbolic::Binary(operator, a, b) => {
            let (a, b) = (symbolic(a)?, symbolic(b)?);
            match operator {
                Operator::Add => chain(BinaryOp::Add, a, b),
                Operator::Sub => chain(BinaryOp::Sub, a, b),
                Operator::Mul => chain(BinaryOp::Mul, a, b),
                Operator::FloorDiv => chain(BinaryOp::Div, a, b),
                Operator::Mod => chain(BinaryOp::Rem, a, b),
                Operator::Min => extremum(Extremum::Min, a, b),
                Operator::Max => extremum(Extremum::Max, a, b),
            }
        }
    })
}
