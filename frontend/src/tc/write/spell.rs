//! The values of one body as expressions: instruction by instruction, each value gets its spellings
//! before it is used.

use super::form::{
    Choice, Form, Goal, Shape, Spelling, adapted, choice, common, floating, logic, promoted,
    scalar_of,
};
use super::{Fresh, Result, apply, cast, chain, extremum, integer, name, symbolic, unary};
use crate::model::{Block, Comprehension, Constant, Def, Instruction, Operation, Subscript, Value};
use crate::model::{NOWHERE, used_by, visit};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tc_syntax::expr::Expr as Symbolic;
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{self, BinaryOp, Clause, Expr, ExprKind, UnaryOp};

/// Definitions and `exists` clauses of a statement.
#[derive(Default)]
pub(super) struct Lets {
    pub(super) clauses: Vec<Clause>,
    pub(super) exists: Vec<Clause>,
}

/// Which of the two forms of a value is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Mode {
    Value,
    Subscript,
}

/// A statement without its targets and ranges.
pub(super) struct Written {
    pub(super) value: Expr,
    /// The place of a pair.
    pub(super) place: Option<Expr>,
    /// The left-hand subscripts.
    pub(super) left: Vec<Expr>,
    pub(super) lets: Lets,
}

pub(super) struct Forms<'d, 'f> {
    def: &'d Def,
    fresh: &'f mut Fresh,
    uses: HashMap<Value, usize>,
    /// Whether the instruction that is spelled will be spelled again, in the other mode.
    is_first: bool,
    instructions: HashMap<Value, &'d Instruction>,
    spellings: HashMap<(Value, Mode), Result<Spelling>>,
    lets: Lets,
}

impl<'d, 'f> Forms<'d, 'f> {
    pub(super) fn new(def: &'d Def, body: &'d Block, fresh: &'f mut Fresh) -> Self {
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
            is_first: false,
            instructions: HashMap::new(),
            spellings: HashMap::new(),
            lets: Lets::default(),
        }
    }

    /// The expression of a body, of the type that its context requires.
    pub(super) fn assigned(mut self, body: &'d Block, goal: Goal) -> Result<(Expr, Lets)> {
        self.block(body)?;
        let result = body.result.ok_or("a body has no value")?;
        let expr = self.of_goal(result, goal)?;
        let mut lets = self.lets;
        drop_unused(&mut lets, &[&expr]);
        Ok((expr, lets))
    }

    /// The values and the left-hand subscripts of a statement; `second` is the place of a pair.
    pub(super) fn statement(
        mut self,
        one: &'d Comprehension,
        goal: Goal,
        second: Option<(Value, Goal)>,
    ) -> Result<Written> {
        let computed = one.left.iter().filter_map(|subscript| match subscript {
            Subscript::Value(value) => Some(*value),
            Subscript::Symbolic(_) => None,
        });
        for value in computed.chain(second.map(|(value, _)| value)) {
            *self.uses.entry(value).or_default() += 1;
        }
        self.block(&one.body)?;
        let result = one.body.result.ok_or("a body has no value")?;
        let value = self.of_goal(result, goal)?;
        let place = match second {
            Some((value, goal)) => Some(self.of_goal(value, goal)?),
            None => None,
        };
        let (left, _) = self.subscripts(&one.left)?;
        let mut lets = self.lets;
        let used: Vec<&Expr> = left.iter().chain(&place).chain([&value]).collect();
        drop_unused(&mut lets, &used);
        Ok(Written {
            value,
            place,
            left,
            lets,
        })
    }

    fn of_goal(&mut self, value: Value, goal: Goal) -> Result<Expr> {
        let spelling = self.take(value, Mode::Value)?;
        let form = match spelling.loose {
            Some(loose) if goal.accepts(&loose.shape) => loose,
            _ if goal.accepts(&spelling.exact.shape) => spelling.exact,
            _ => goal.cast(spelling.exact),
        };
        if form.depth > ast::MAXIMAL_NESTING {
            return Err("an expression is nested too deeply".to_owned());
        }
        Ok(form.expr)
    }

    /// Subscripts, and how deep they are nested.
    fn subscripts(&mut self, subscripts: &[Subscript]) -> Result<(Vec<Expr>, usize)> {
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
        Ok((written, depth))
    }

    fn block(&mut self, block: &'d Block) -> Result<()> {
        for instruction in &block.instructions {
            if let Operation::Exists {
                tensor,
                subscripts,
                guard,
            } = &instruction.operation
            {
                let read = self.read(*tensor, subscripts)?;
                let scalar = self.def.tensors[*tensor].scalar;
                let guarded = match guard {
                    Some(guard) => {
                        let condition = self.take(*guard, Mode::Value)?.exact;
                        choice(
                            condition,
                            read,
                            self.constant(Constant::Integer(0), scalar),
                            scalar,
                        )
                    }
                    None => read,
                };
                self.lets.exists.push(Clause::Exists {
                    expression: guarded.expr,
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
                self.is_first = mode == Mode::Value && instruction.scalar == Scalar::Int64;
                let spelling = self.spell(instruction, mode);
                self.is_first = false;
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

    /// The spelling of a value, moved out if this is its only use.
    fn take(&mut self, value: Value, mode: Mode) -> Result<Spelling> {
        let key = (value, mode);
        let once = self.uses.get(&value).copied().unwrap_or(0) < 2;
        let spelling = if once && !self.is_first {
            self.spellings.remove(&key)
        } else {
            self.spellings.get(&key).cloned()
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

    /// A literal that keeps its type in any context.
    fn fixed(&self, form: Form, scalar: Scalar) -> Form {
        let Shape::Literal(constants) = &form.shape else {
            return form;
        };
        let expr = match (&constants[..], scalar) {
            // A sign before a suffixed literal would be a separate operation.
            ([Constant::Floating(value)], Scalar::Float)
                if !value.is_sign_negative() && value.is_finite() =>
            {
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
        let (written, depth) = self.subscripts(subscripts)?;
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
            // In a subscript a leaf is widened implicitly.
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
        let form = if self.uses.get(&operand).copied().unwrap_or(0) > 1 || to == Scalar::Int64 {
            self.peek(operand)?.exact
        } else {
            self.take(operand, Mode::Value)?.exact
        };
        let form = self.fixed(form, from);
        // Represented in the same type: nothing to write.
        if !explicit && from.is_floating() && to == from.computed() && from != to {
            return Ok(Spelling {
                exact: form,
                loose: None,
            });
        }
        let exact = Form::typed(cast(to, form.expr.clone()), to, form.depth + 1);
        // A cast to its own type rounds, and is written.
        let implicit = from != to && from.converts_implicitly(to);
        let loose = (!explicit || implicit).then_some(form);
        Ok(Spelling { exact, loose })
    }

    /// The spelling of a value as a value, copied: its other mode may need it too.
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

    /// Two operands whose common type is represented as `scalar`, and the common type that the
    /// checker derives.
    fn pair(
        &mut self,
        a: Value,
        b: Value,
        scalar: Scalar,
        mode: Mode,
    ) -> Result<(Form, Form, Scalar)> {
        let is_literal = |one: &Spelling| matches!(one.exact.shape, Shape::Literal(_));
        let (a_is_later, a, b) = (a > b, self.take(a, mode)?, self.take(b, mode)?);
        // An adaptable literal becomes a constant when its type is known, after the other operand.
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
        let depth = if a.expr.level() == op.level() {
            a.depth.max(b.depth + 1)
        } else {
            a.depth.max(b.depth) + 1
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
        // All of them loose or all exact: the checker promotes them together.
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
            let met = if keeps_integers {
                match forms[0].shape {
                    Shape::Typed(met) if met != Scalar::Bool => Some(met),
                    _ => None,
                }
            } else {
                promoted(&forms)
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

    /// A choice with a region: `&&` and `||` if one side is constant, else `?:`.
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

/// Definitions in a mode that nothing uses.
fn drop_unused(lets: &mut Lets, values: &[&Expr]) {
    let mut used: HashSet<Arc<str>> = HashSet::new();
    let mut collect = |expr: &Expr| {
        expr.walk(&mut |part| {
            if let ExprKind::Name(name) = &part.kind {
                used.insert(name.text.clone());
            }
        });
    };
    values.iter().for_each(|value| collect(value));
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
