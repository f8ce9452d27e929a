//! The checked tree as a syntax tree, which the formatter prints.
//!
//! What the checker would add by itself is left out: a conversion is written as a cast only where the expression would
//! otherwise have another type. A value that is used more than once becomes a definition of a `where` clause, as does
//! nothing else. Each value has up to two forms: as a value, and as a part of a subscript, where the language computes
//! in int64 from the leaves on.
//!
//! Whoever prints the result checks it: the text, compiled again, must raise to the same tree (`tc-translate` does).

use super::{NOWHERE, Raised, used_by, used_names, visit};
use crate::check::builtins;
use crate::check::literal::Literal;
use crate::check::model::{
    Argument, Block, Comprehension, Constant, Def, Instruction, Operation, Statement, Subscript,
    Tensor, TensorId, Value,
};
use crate::check::reduced;
use crate::scalar::Scalar;
use crate::syntax::ast::{
    self, Assign, BinaryOp, Clause, Dim, Expr, ExprKind, Extremum, Link, Name, Param, Program,
    Return, Type, UnaryOp,
};
use crate::syntax::lexer::is_name;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tc_dialects::diagnostic::Diagnostic;
use tc_dialects::rounding::{to_bfloat16, to_half};
use tc_dialects::tc::expr::{Expr as Symbolic, Operator, Symbol};

/// Why something cannot be written.
type Refusal = String;
type Result<T> = std::result::Result<T, Refusal>;

/// The syntax tree of definitions; its spans are empty.
///
/// # Errors
/// What has no spelling, each naming its definition.
pub fn program(raised: &[Raised]) -> std::result::Result<Program, Vec<Diagnostic>> {
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
    match errors.is_empty() {
        true => Ok(Program { defs }),
        false => Err(errors),
    }
}

fn name(text: &Arc<str>) -> Result<Name> {
    match is_name(text) {
        true => Ok(Name {
            text: text.clone(),
            span: NOWHERE,
        }),
        false => Err(format!(
            "`{}` is no name of the language",
            ast::shorten(text)
        )),
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
        body: def
            .statements
            .iter()
            .map(|statement| self::statement(def, statement, &mut typed, &mut fresh))
            .collect::<Result<_>>()?,
        span: NOWHERE,
        open: NOWHERE,
        broken: false,
    })
}

/// The type as the signature says it; none if an extent is neither a name nor a number.
fn written_type(tensor: &Tensor) -> Result<Option<Type>> {
    let Some(dims) = &tensor.dims else {
        return Ok(None);
    };
    let mut written = Vec::new();
    for dim in dims {
        written.push(match (dim.as_const(), dim.as_name()) {
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

/// Names that nothing has yet.
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
    let goal = match typed.insert(one.target) {
        true => Goal::Gives(target.scalar, one.assign),
        false => Goal::Becomes(target.scalar),
    };
    let (body, lets) = Forms::new(def, &one.body, fresh).assigned(&one.body, goal)?;
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
    let left = one.indices[..one.left_count].iter();
    Ok(ast::Comprehension {
        target: name(&target.name)?,
        subscripts: left.map(|index| name(&index.name)).collect::<Result<_>>()?,
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
    match value < 0 {
        true => unary(UnaryOp::Neg, literal),
        false => literal,
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

/// `left op right`; a chain of operators of one level stays flat.
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
        match arguments.is_empty() {
            true => ExprKind::Name(function),
            false => ExprKind::Apply {
                name: function,
                arguments,
            },
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

/// What the checker takes an expression for.
#[derive(Clone, Debug)]
enum Shape {
    /// A value of a type.
    Typed(Scalar),
    /// Literals that still adapt.
    Literal(Vec<Constant>),
}

/// An expression, and what the checker takes it for.
#[derive(Clone, Debug)]
struct Form {
    expr: Expr,
    shape: Shape,
    /// Nesting; long chains count once.
    depth: usize,
}

impl Form {
    fn typed(expr: Expr, scalar: Scalar, depth: usize) -> Self {
        Form {
            expr,
            shape: Shape::Typed(scalar),
            depth,
        }
    }
}

/// The forms of one value in one mode.
#[derive(Clone, Debug)]
struct Spelling {
    /// Computed in the type of the value.
    exact: Form,
    /// Before an implicit conversion.
    loose: Option<Form>,
}

/// Definitions and `exists` clauses of a statement.
#[derive(Default)]
struct Lets {
    clauses: Vec<Clause>,
    exists: Vec<Clause>,
}

/// Which of its two forms of a value is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Mode {
    Value,
    Subscript,
}

struct Forms<'d, 'f> {
    def: &'d Def,
    fresh: &'f mut Fresh,
    uses: HashMap<Value, usize>,
    instructions: HashMap<Value, &'d Instruction>,
    spellings: HashMap<(Value, Mode), Result<Spelling>>,
    lets: Lets,
}

fn literal(constant: Constant) -> Literal {
    match constant {
        Constant::Integer(value) => Literal::Integer(value),
        Constant::Floating(value) => Literal::Floating(value),
    }
}

/// The constant as a literal that the checker gives this type, if the context has it.
fn adapts(constants: &[Constant], scalar: Scalar) -> bool {
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

/// What the place of an expression makes of its type.
#[derive(Clone, Copy)]
enum Goal {
    /// Nothing: it keeps its own.
    Keeps,
    /// It is converted to this type.
    Becomes(Scalar),
    /// It gives this type to the tensor that it is assigned to.
    Gives(Scalar, Assign),
}

impl Goal {
    /// Whether the checker comes to the wanted type by itself.
    fn accepts(self, shape: &Shape) -> bool {
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

    /// The expression as one that is accepted.
    fn cast(self, form: Form) -> Form {
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
enum Choice {
    /// Before an implicit conversion.
    Loose,
    /// In the type of the value; literals adapt.
    Exact,
    /// A literal that keeps its type.
    Fixed,
}

impl Choice {
    /// All pairs. The order decides what is written where an integer and a literal meet in a floating type: a cast of the
    /// integer, or a literal that has the type by itself.
    fn pairs(cast_first: bool) -> Vec<(Choice, Choice)> {
        const ALL: [Choice; 3] = [Choice::Loose, Choice::Exact, Choice::Fixed];
        let mut pairs: Vec<_> = ALL.into_iter().flat_map(|a| ALL.map(|b| (a, b))).collect();
        let is_later = |(a, b): &(Choice, Choice)| match cast_first {
            true => *a == Choice::Fixed || *b == Choice::Fixed,
            false => *a == Choice::Exact || *b == Choice::Exact || a == b && *a == Choice::Fixed,
        };
        pairs.sort_by_key(is_later);
        pairs
    }

    fn shape<'s>(self, spelling: &'s Spelling, fixed: &'s Shape) -> Option<&'s Shape> {
        match self {
            Choice::Loose => spelling.loose.as_ref().map(|loose| &loose.shape),
            Choice::Exact => Some(&spelling.exact.shape),
            Choice::Fixed => matches!(spelling.exact.shape, Shape::Literal(_)).then_some(fixed),
        }
    }
}

/// A literal in the fewest digits for the type that its context gives it.
fn adapted(form: Form, scalar: Scalar) -> Form {
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

/// The type in which two expressions meet; none for two literals, which the checker would combine.
fn common(a: &Shape, b: &Shape) -> Option<Scalar> {
    match (a, b) {
        (Shape::Typed(a), Shape::Typed(b)) => Some(a.promote(*b)),
        (Shape::Literal(constants), Shape::Typed(scalar))
        | (Shape::Typed(scalar), Shape::Literal(constants)) => match constants[..] {
            // One that does not fit keeps its own type: `U(i) + 300` is computed in int32.
            [constant] if !adapts(constants, *scalar) && !scalar.is_storage_only() => {
                Some(literal(constant).adapted_to(*scalar).promote(*scalar))
            }
            _ => adapts(constants, *scalar).then_some(*scalar),
        },
        _ => None,
    }
}

/// A number in the fewest digits that give it back.
fn shortest(value: f64, scalar: Scalar) -> String {
    let gives_back = |text: &str| {
        let parsed: f64 = text.parse().unwrap_or(f64::NAN);
        match scalar {
            Scalar::Half => to_half(parsed).to_f64() == value,
            Scalar::BFloat16 => to_bfloat16(parsed).to_f64() == value,
            Scalar::Float => f64::from(parsed as f32) == value,
            _ => parsed == value,
        }
    };
    if value == f64::INFINITY {
        return "1e999".to_owned();
    }
    (0..17)
        .map(|digits| format!("{value:.digits$e}"))
        .find(|text| gives_back(text))
        .and_then(|text| text.parse::<f64>().ok())
        .map_or_else(|| format!("{value:?}"), |value| format!("{value:?}"))
}

fn floating(value: f64, scalar: Scalar, suffix: &str) -> Expr {
    let text = shortest(value.abs(), scalar) + suffix;
    let literal = Expr::new(ExprKind::Float(text.into()), NOWHERE);
    match value.is_sign_negative() {
        true => unary(UnaryOp::Neg, literal),
        false => literal,
    }
}

impl<'d, 'f> Forms<'d, 'f> {
    fn new(def: &'d Def, body: &'d Block, fresh: &'f mut Fresh) -> Self {
        let mut uses: HashMap<Value, usize> = HashMap::new();
        visit(body, &mut |operation| {
            let mut used = used_by(operation);
            if let Operation::If {
                then, otherwise, ..
            } = operation
            {
                used.extend(then.result.into_iter().chain(otherwise.result));
            }
            for value in used {
                *uses.entry(value).or_default() += 1;
            }
        });
        if let Some(result) = body.result {
            *uses.entry(result).or_default() += 1;
        }
        Forms {
            def,
            fresh,
            uses,
            instructions: HashMap::new(),
            spellings: HashMap::new(),
            lets: Lets::default(),
        }
    }

    /// The expression of a body, of the type that its place asks for.
    fn assigned(mut self, body: &'d Block, goal: Goal) -> Result<(Expr, Lets)> {
        self.block(body)?;
        let result = body.result.ok_or("a body has no value")?;
        let spelling = self.take(result, Mode::Value)?;
        let form = match spelling.loose {
            Some(loose) if goal.accepts(&loose.shape) => loose,
            _ if goal.accepts(&spelling.exact.shape) => spelling.exact,
            _ => goal.cast(spelling.exact),
        };
        if form.depth > ast::MAXIMAL_NESTING {
            return Err("an expression is nested too deeply".to_owned());
        }
        let mut lets = self.lets;
        drop_unused(&mut lets, &form.expr);
        Ok((form.expr, lets))
    }

    fn block(&mut self, block: &'d Block) -> Result<()> {
        for instruction in &block.instructions {
            if let Operation::Exists { tensor, subscripts } = &instruction.operation {
                let read = self.read(*tensor, subscripts)?;
                self.lets.exists.push(Clause::Exists {
                    expression: read.expr,
                    keyword: NOWHERE,
                });
                continue;
            }
            self.instructions.insert(instruction.value, instruction);
            if let Operation::If {
                then, otherwise, ..
            } = &instruction.operation
            {
                self.block(then)?;
                self.block(otherwise)?;
            }
            for mode in [Mode::Value, Mode::Subscript] {
                if mode == Mode::Subscript && instruction.scalar != Scalar::Int64 {
                    continue;
                }
                let spelling = self.spell(instruction, mode);
                let spelling = spelling.map(|spelling| self.bind(instruction, spelling));
                self.spellings.insert((instruction.value, mode), spelling);
            }
        }
        Ok(())
    }

    /// A value that is used more than once gets a name, unless it is a literal.
    fn bind(&mut self, instruction: &Instruction, spelling: Spelling) -> Spelling {
        let uses = self.uses.get(&instruction.value).copied().unwrap_or(0);
        let Shape::Typed(scalar) = spelling.exact.shape else {
            return spelling;
        };
        if uses < 2 || spelling.exact.depth > ast::MAXIMAL_NESTING {
            return spelling;
        }
        let name = self.fresh.name();
        self.lets.clauses.push(Clause::Let {
            name: name.clone(),
            value: spelling.exact.expr,
        });
        Spelling {
            exact: Form::typed(
                Expr::new(ExprKind::Name(name), NOWHERE),
                scalar,
                spelling.exact.depth,
            ),
            loose: None,
        }
    }

    /// The spelling of a value, moved out where this is its only use.
    fn take(&mut self, value: Value, mode: Mode) -> Result<Spelling> {
        let key = (value, mode);
        let once = self.uses.get(&value).copied().unwrap_or(0) < 2;
        let spelling = match once {
            true => self.spellings.remove(&key),
            false => self.spellings.get(&key).cloned(),
        };
        spelling.unwrap_or_else(|| Err("a value is used where it is not known".to_owned()))
    }

    fn spell(&mut self, instruction: &Instruction, mode: Mode) -> Result<Spelling> {
        let scalar = instruction.scalar;
        let exact = match &instruction.operation {
            Operation::Constant(constant) => self.constant(*constant, scalar),
            Operation::Symbol(expr) => self.symbol(expr, scalar, mode)?,
            Operation::Read { tensor, subscripts } => match mode {
                Mode::Value => self.read(*tensor, subscripts)?,
                Mode::Subscript => self.peek(instruction.value)?.exact,
            },
            Operation::Convert {
                operand,
                from,
                explicit,
            } => return self.convert(*operand, *from, scalar, *explicit, mode),
            Operation::Negate(operand) => {
                let operand = self.take(*operand, mode)?;
                let form = self.one(operand, scalar)?;
                Form::typed(
                    unary(UnaryOp::Neg, form.expr),
                    scalar_of(&form.shape, scalar),
                    form.depth + 1,
                )
            }
            Operation::Not(operand) => {
                let form = self.take(*operand, Mode::Value)?.exact;
                Form::typed(unary(UnaryOp::Not, form.expr), Scalar::Bool, form.depth + 1)
            }
            Operation::Binary { op, left, right } => {
                let is_logic = matches!(op, BinaryOp::And | BinaryOp::Or);
                self.binary(*op, [*left, *right], scalar, mode, is_logic)?
            }
            Operation::Compare {
                op,
                operands,
                left,
                right,
            } => {
                let (a, b, _) = self.pair(*left, *right, *operands, Mode::Value)?;
                let depth = a.depth.max(b.depth) + 1;
                Form::typed(chain(*op, a.expr, b.expr), Scalar::Bool, depth)
            }
            Operation::Extremum { op, left, right } => {
                let (a, b, met) = self.pair(*left, *right, scalar, mode)?;
                let depth = a.depth.max(b.depth) + 1;
                Form::typed(extremum(*op, a.expr, b.expr), met, depth)
            }
            Operation::Builtin {
                function,
                arguments,
            } => self.builtin(function.name, arguments, scalar, mode)?,
            Operation::Select {
                condition,
                then,
                otherwise,
            } => self.select(*condition, *then, *otherwise, scalar, mode)?,
            Operation::If {
                condition,
                then,
                otherwise,
            } => self.lazy(*condition, then, otherwise, scalar, mode)?,
            Operation::Exists { .. } => return Err("`exists` has no value".to_owned()),
        };
        Ok(Spelling { exact, loose: None })
    }

    fn constant(&self, constant: Constant, scalar: Scalar) -> Form {
        let expr = match constant {
            Constant::Integer(value) if scalar == Scalar::Bool => {
                let kind = ExprKind::Bool(value != 0);
                return Form::typed(Expr::new(kind, NOWHERE), Scalar::Bool, 1);
            }
            Constant::Integer(value) => integer(value),
            Constant::Floating(value) => floating(value, scalar, ""),
        };
        Form {
            expr,
            shape: Shape::Literal(vec![constant]),
            depth: 1,
        }
    }

    /// A literal that keeps its type wherever it stands.
    fn fixed(&self, form: Form, scalar: Scalar) -> Form {
        let Shape::Literal(constants) = &form.shape else {
            return form;
        };
        let expr = match (&constants[..], scalar) {
            // A sign before a suffixed literal would be an operation of its own.
            ([Constant::Floating(value)], Scalar::Float) if !value.is_sign_negative() => {
                floating(*value, scalar, "f")
            }
            _ => cast(scalar, form.expr),
        };
        Form::typed(expr, scalar, form.depth + 1)
    }

    fn symbol(&self, expr: &Symbolic, scalar: Scalar, mode: Mode) -> Result<Form> {
        let is_leaf = matches!(expr, Symbolic::Symbol(_));
        match mode {
            Mode::Subscript => Ok(Form::typed(symbolic(expr)?, Scalar::Int64, 1)),
            Mode::Value if scalar == Scalar::Int32 && is_leaf => {
                Ok(Form::typed(symbolic(expr)?, Scalar::Int32, 1))
            }
            Mode::Value => Err(format!(
                "the value `{}` of type {scalar} is computed from sizes; only plain ones of type int32 have a spelling",
                expr.human()
            )),
        }
    }

    fn read(&mut self, tensor: usize, subscripts: &[Subscript]) -> Result<Form> {
        let tensor = &self.def.tensors[tensor];
        let (mut written, mut depth) = (Vec::new(), 0);
        for subscript in subscripts {
            written.push(match subscript {
                Subscript::Symbolic(expr) => symbolic(expr)?,
                Subscript::Value(value) => {
                    let form = self.take(*value, Mode::Subscript)?.exact;
                    depth = depth.max(form.depth);
                    form.expr
                }
            });
        }
        Ok(Form::typed(
            apply(name(&tensor.name)?, written),
            tensor.scalar,
            depth + 1,
        ))
    }

    fn convert(
        &mut self,
        operand: Value,
        from: Scalar,
        to: Scalar,
        explicit: bool,
        mode: Mode,
    ) -> Result<Spelling> {
        let is_leaf = matches!(
            self.instructions
                .get(&operand)
                .map(|found| &found.operation),
            Some(Operation::Read { .. })
        );
        if mode == Mode::Subscript && from.is_integer() && is_leaf {
            // In a subscript a leaf is widened by itself.
            let form = self.peek(operand)?.exact;
            return Ok(Spelling {
                exact: Form::typed(form.expr, Scalar::Int64, form.depth),
                loose: None,
            });
        }
        if mode == Mode::Subscript {
            let form = self.peek(operand)?.exact;
            let form = self.fixed(form, from);
            let barrier = if from.is_integer() { from } else { to };
            let depth = form.depth + 1;
            return Ok(Spelling {
                exact: Form::typed(cast(barrier, form.expr), Scalar::Int64, depth),
                loose: None,
            });
        }
        let form = match self.uses.get(&operand).copied().unwrap_or(0) > 1 || to == Scalar::Int64 {
            true => self.peek(operand)?.exact,
            false => self.take(operand, Mode::Value)?.exact,
        };
        let form = self.fixed(form, from);
        // Held in the same type: nothing to write.
        if !explicit && from.is_floating() && to == from.computed() && from != to {
            return Ok(Spelling {
                exact: form,
                loose: None,
            });
        }
        let exact = Form::typed(cast(to, form.expr.clone()), to, form.depth + 1);
        let loose = (!explicit || from.converts_implicitly(to)).then_some(form);
        Ok(Spelling { exact, loose })
    }

    /// The spelling of a value as a value, left where it is: its other mode may need it too.
    fn peek(&self, value: Value) -> Result<Spelling> {
        self.spellings
            .get(&(value, Mode::Value))
            .cloned()
            .unwrap_or_else(|| Err("a value is used where it is not known".to_owned()))
    }

    /// An operand that must be computed in this type.
    fn one(&self, spelling: Spelling, scalar: Scalar) -> Result<Form> {
        Ok(self.fixed(spelling.exact, scalar))
    }

    /// Two operands that meet in a type held as `scalar`, and the type that the checker gives what they meet in.
    fn pair(
        &mut self,
        a: Value,
        b: Value,
        scalar: Scalar,
        mode: Mode,
    ) -> Result<(Form, Form, Scalar)> {
        let is_literal = |one: &Spelling| matches!(one.exact.shape, Shape::Literal(_));
        let (a_is_later, a, b) = (a > b, self.take(a, mode)?, self.take(b, mode)?);
        // A literal that adapts comes into being when it meets its type, after the other operand.
        let cast_first = is_literal(if a_is_later { &a } else { &b });
        let fixed = Shape::Typed(scalar);
        for (left, right) in Choice::pairs(cast_first) {
            let shapes = left.shape(&a, &fixed).zip(right.shape(&b, &fixed));
            let met = shapes.and_then(|(left, right)| common(left, right));
            if let Some(met) = met.filter(|met| met.computed() == scalar) {
                let a = adapted(self.choose(a, left, scalar), met);
                let b = adapted(self.choose(b, right, scalar), met);
                return Ok((a, b, met));
            }
        }
        Err(format!("two operands do not meet in {scalar}"))
    }

    fn choose(&self, spelling: Spelling, choice: Choice, scalar: Scalar) -> Form {
        match (choice, spelling.loose) {
            (Choice::Loose, Some(loose)) => loose,
            (Choice::Fixed, _) => self.fixed(spelling.exact, scalar),
            _ => spelling.exact,
        }
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        [left, right]: [Value; 2],
        scalar: Scalar,
        mode: Mode,
        is_logic: bool,
    ) -> Result<Form> {
        if is_logic {
            let (a, b) = (
                self.take(left, Mode::Value)?.exact,
                self.take(right, Mode::Value)?.exact,
            );
            return Ok(logic(op, a, b));
        }
        let (a, b, met) = self.pair(left, right, scalar, mode)?;
        let depth = match a.expr.level() == op.level() {
            true => a.depth.max(b.depth + 1),
            false => a.depth.max(b.depth) + 1,
        };
        Ok(Form::typed(chain(op, a.expr, b.expr), met, depth))
    }

    fn builtin(
        &mut self,
        function: &'static str,
        arguments: &[Value],
        scalar: Scalar,
        mode: Mode,
    ) -> Result<Form> {
        let keeps_integers = function == "abs";
        let mode = if keeps_integers { mode } else { Mode::Value };
        let mut spellings = Vec::new();
        for argument in arguments {
            spellings.push(self.take(*argument, mode)?);
        }
        // All loose, or all exact: the checker promotes them together.
        let loose: Vec<Form> = spellings
            .iter()
            .map(|one| one.loose.clone().unwrap_or_else(|| one.exact.clone()))
            .collect();
        let exact: Vec<Form> = spellings.into_iter().map(|one| one.exact).collect();
        let fixed: Vec<Form> = exact
            .iter()
            .map(|form| self.fixed(form.clone(), scalar))
            .collect();
        for forms in [loose, exact, fixed] {
            let met = match keeps_integers {
                true => match forms[0].shape {
                    Shape::Typed(met) if met != Scalar::Bool => Some(met),
                    _ => None,
                },
                false => promoted(&forms),
            };
            let Some(met) = met.filter(|met| met.computed() == scalar) else {
                continue;
            };
            let depth = forms.iter().map(|form| form.depth).max().unwrap_or(0) + 1;
            let arguments = forms.into_iter().map(|form| form.expr).collect();
            let name = name(&function.into())?;
            return Ok(Form::typed(apply(name, arguments), met, depth));
        }
        Err(format!(
            "the arguments of `{function}` do not meet in {scalar}"
        ))
    }

    fn select(
        &mut self,
        condition: Value,
        then: Value,
        otherwise: Value,
        scalar: Scalar,
        mode: Mode,
    ) -> Result<Form> {
        let condition = self.take(condition, Mode::Value)?.exact;
        let constants =
            |spellings: &Self, value: Value| match spellings.spellings.get(&(value, mode)) {
                Some(Ok(Spelling {
                    exact:
                        Form {
                            shape: Shape::Literal(constants),
                            ..
                        },
                    ..
                })) => Some(constants.clone()),
                _ => None,
            };
        if let (Some(a), Some(b)) = (constants(self, then), constants(self, otherwise)) {
            let (x, y) = (
                self.take(then, mode)?.exact,
                self.take(otherwise, mode)?.exact,
            );
            let form = choice(condition, x, y, scalar);
            return Ok(Form {
                shape: Shape::Literal([a, b].concat()),
                ..form
            });
        }
        let (a, b, met) = self.pair(then, otherwise, scalar, mode)?;
        Ok(choice(condition, a, b, met))
    }

    /// A choice with a region: `&&` and `||` where one side is decided, else `?:`.
    fn lazy(
        &mut self,
        condition: Value,
        then: &Block,
        otherwise: &Block,
        scalar: Scalar,
        mode: Mode,
    ) -> Result<Form> {
        let decided = |forms: &Self, block: &Block| {
            let found = forms.instructions.get(&block.result?)?;
            match found.operation {
                Operation::Constant(Constant::Integer(value)) => Some(value != 0),
                _ => None,
            }
        };
        let values = then.result.zip(otherwise.result);
        let (a, b) = values.ok_or("a branch has no value")?;
        if scalar == Scalar::Bool {
            let sides = (decided(self, then), decided(self, otherwise));
            let found = match sides {
                (None, Some(false)) => Some((BinaryOp::And, a)),
                (Some(true), None) => Some((BinaryOp::Or, b)),
                _ => None,
            };
            if let Some((op, other)) = found {
                let left = self.take(condition, Mode::Value)?.exact;
                let right = self.take(other, Mode::Value)?.exact;
                return Ok(logic(op, left, right));
            }
        }
        self.select(condition, a, b, scalar, mode)
    }
}

fn logic(op: BinaryOp, a: Form, b: Form) -> Form {
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

fn choice(condition: Form, a: Form, b: Form, scalar: Scalar) -> Form {
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

fn scalar_of(shape: &Shape, otherwise: Scalar) -> Scalar {
    match shape {
        Shape::Typed(scalar) => *scalar,
        Shape::Literal(_) => otherwise,
    }
}

/// The type that the checker gives a built-in function with these arguments.
fn promoted(forms: &[Form]) -> Option<Scalar> {
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

/// Definitions of a mode that nothing needed.
fn drop_unused(lets: &mut Lets, body: &Expr) {
    let mut used: HashSet<Arc<str>> = HashSet::new();
    let mut collect = |expr: &Expr| {
        expr.walk(&mut |part| {
            if let ExprKind::Name(name) = &part.kind {
                used.insert(name.text.clone());
            }
        });
    };
    collect(body);
    for clause in &lets.exists {
        if let Clause::Exists { expression, .. } = clause {
            collect(expression);
        }
    }
    for clause in std::mem::take(&mut lets.clauses).into_iter().rev() {
        let Clause::Let { name, value } = &clause else {
            continue;
        };
        if !used.contains(&name.text) {
            continue;
        }
        value.walk(&mut |part| {
            if let ExprKind::Name(name) = &part.kind {
                used.insert(name.text.clone());
            }
        });
        lets.clauses.push(clause);
    }
    lets.clauses.reverse();
}
