//! Reads the model from a `tc.def`.
//!
//! Most subscripts are already expressions in the IR. A subscript that is computed in the body is
//! traced back through integer arithmetic, casts and choices to the same form, with a [`Leaf`] for
//! everything that is known only at run time: a read, a branch, an unknown operation. The
//! conditions of enclosing `scf.if` become the guards of a read.

mod formula;
mod idioms;

use super::model::{
    Access, Def, Formula, Index, Interval, Leaf, Left, Loop, Range, Role, Statement, Store, Tensor,
};
use std::collections::HashMap;
use tc_dialects::location;
use tc_dialects::op;
use tc_dialects::tc::{self, Comprehension, Subscript, ValueOf};
use tc_dialects::tensor::ElementType;
use tc_syntax::diagnostic::{Code, Diagnostic, Place};
use tc_syntax::expr::{Comparison, Condition, Expr, Symbol};

use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::IntegerType;
use melior::ir::{BlockLike, RegionLike, Type, Value, ValueLike};

/// The statements of a def at most, as many as inlining makes.
const MOST_STATEMENTS: usize = 10_000;

/// A range of the IR as one of the model.
pub fn range_of(range: tc::Range) -> Range {
    Range::new(range.lower, range.upper)
}

/// The model of a def without calls.
pub fn read_def<'c: 'a, 'a>(def: tc::Def<'c, 'a>) -> Result<Def, Diagnostic> {
    read_def_until(def, None)
}

/// The model of the statements before `end`, those of a loop around it too; of all if it is `None`.
pub fn read_def_until<'c: 'a, 'a>(
    def: tc::Def<'c, 'a>,
    end: Option<OperationRef<'c, 'a>>,
) -> Result<Def, Diagnostic> {
    read(def, end, false)
}

/// The model with the guards that comparisons of affine expressions, `&&`, `||` and `!` make; all
/// others are [`Formula::Unknown`]. That is what the passes on schedules read.
pub fn read_def_plainly<'c: 'a, 'a>(def: tc::Def<'c, 'a>) -> Result<Def, Diagnostic> {
    read(def, None, true)
}

fn read<'c: 'a, 'a>(
    def: tc::Def<'c, 'a>,
    end: Option<OperationRef<'c, 'a>>,
    plain: bool,
) -> Result<Def, Diagnostic> {
    let mut model = Def {
        name: def.name(),
        sizes: def.sizes(),
        preconditions: def.preconditions(),
        place: location::place(def.operation().location()),
        ..Def::default()
    };
    check_length(def, &model)?;
    let mut names = HashMap::new();
    for tensor in def.tensors() {
        names.insert(op::ValueKey::of(tensor.value()), model.tensors.len());
        model.tensors.push(read_tensor(tensor)?);
    }
    let inputs = model
        .tensors
        .iter()
        .filter(|tensor| tensor.role == Role::Input);
    let scalars = inputs.filter(|tensor| tensor.dims.as_ref().is_some_and(Vec::is_empty));
    let scalars = scalars
        .map(|scalar| (scalar.name.clone(), interval_of_type(&scalar.element)))
        .collect();
    let loops = def.loops();
    model.scalars = bound_scalars(def, &scalars);
    for operation in def.all_operations() {
        if Some(operation) == end {
            break;
        }
        if let Some(comprehension) = Comprehension::from_op(operation) {
            let mut reader = Reader {
                def: &model,
                names: &names,
                scalars: &scalars,
                loops: &loops,
                plain,
                statement: empty_statement(),
                traced: HashMap::new(),
            };
            reader.read(comprehension)?;
            let statement = reader.statement;
            model.statements.push(statement);
        } else if tc::Temporary::from_op(operation).is_none()
            && tc::For::from_op(operation).is_none()
        {
            let message = format!(
                "ranges cannot be inferred through {}; run tc-inline-calls first",
                op::name(operation)
            );
            return Err(Diagnostic::error(None, message).at(place_of(operation), ""));
        }
    }
    Ok(model)
}

/// A def that is longer would take minutes.
fn check_length(def: tc::Def<'_, '_>, model: &Def) -> Result<(), Diagnostic> {
    let found = def.comprehensions().len();
    if found <= MOST_STATEMENTS {
        return Ok(());
    }
    let message = format!(
        "`{}` has {found} statements, more than the {MOST_STATEMENTS} that are analysed",
        model.name
    );
    let error = Diagnostic::error(Code::TC0601, message).at(model.place.clone(), "");
    Err(error.help("split it into several defs, and run one behind the other"))
}

/// The scalars that ranges, extents or fixed subscripts name.
fn bound_scalars(def: tc::Def<'_, '_>, scalars: &HashMap<String, Interval>) -> Vec<String> {
    let mut exprs: Vec<Expr> = Vec::new();
    let mut add = |range: tc::Range| exprs.extend([range.lower, range.upper]);
    def.loops().into_iter().for_each(|one| add(one.range()));
    let tensors = def.tensors().into_iter();
    tensors
        .flat_map(|tensor| tensor.tensor_type().dims())
        .flatten()
        .for_each(&mut add);
    for statement in def.comprehensions() {
        statement.ranges().into_iter().flatten().for_each(&mut add);
    }
    for statement in def.comprehensions() {
        for left in statement.left() {
            if let tc::Left::Fixed(expr) = left {
                exprs.push(expr);
            }
        }
    }
    let mut found: Vec<String> = Vec::new();
    for tensor in def.scalars() {
        let name = tensor.name();
        let is_bound = scalars.contains_key(&name) && exprs.iter().any(|expr| expr.mentions(&name));
        if is_bound {
            found.push(name);
        }
    }
    found
}

fn place_of<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<Place> {
    location::place(operation.location())
}

fn read_tensor(tensor: tc::Tensor<'_, '_>) -> Result<Tensor, Diagnostic> {
    let element = tensor.tensor_type().element().to_string();
    let Some(element) = ElementType::from_mlir(&element) else {
        return Err(Diagnostic::error(
            None,
            format!("`{element}` is not an element type of a tensor"),
        ));
    };
    let dims: Vec<Option<Range>> = tensor
        .tensor_type()
        .dims()
        .into_iter()
        .map(|dim| dim.map(range_of))
        .collect();
    Ok(Tensor {
        name: tensor.name(),
        role: match tensor.role() {
            tc::Role::In => Role::Input,
            tc::Role::Out => Role::Return,
            tc::Role::InOut => Role::InOut,
            tc::Role::Temporary => Role::Temporary,
        },
        element: element.name().to_string(),
        dims: (dims.is_empty() || dims.iter().any(Option::is_some)).then_some(dims),
        place: location::place(op::value_location(tensor.value())),
    })
}

fn empty_statement() -> Statement {
    Statement {
        target: String::new(),
        place_target: None,
        store: Store::default(),
        loops: Vec::new(),
        left: Vec::new(),
        indices: Vec::new(),
        accesses: Vec::new(),
        leaves: Vec::new(),
        extent_values: Vec::new(),
        place: None,
    }
}

struct Reader<'m, 'c, 'o> {
    def: &'m Def,
    /// The loops of the def.
    loops: &'m [tc::For<'c, 'o>],
    /// Whether only affine guards are read.
    plain: bool,
    /// The position of each tensor of the def by its value.
    names: &'m HashMap<op::ValueKey, usize>,
    /// The rank-0 inputs by name, with their possible values.
    scalars: &'m HashMap<String, Interval>,
    statement: Statement,
    traced: HashMap<op::ValueKey, Expr>,
}

impl Reader<'_, '_, '_> {
    fn read<'c: 'a, 'a>(&mut self, comprehension: Comprehension<'c, 'a>) -> Result<(), Diagnostic> {
        let place = place_of(comprehension.operation());
        self.statement.target = self.tensor(comprehension.target())?.name.clone();
        if let Some(places) = comprehension.place() {
            self.statement.place_target = Some(self.tensor(places)?.name.clone());
        }
        self.statement.store = match (comprehension.reduction(), comprehension.init()) {
            (None, _) => Store::Assigns,
            (Some(_), true) => Store::Starts,
            (Some(_), false) => Store::Accumulates,
        };
        self.statement.loops = comprehension
            .loops()
            .into_iter()
            .map(|one| self.around(one))
            .collect();
        self.statement.place = place;
        let indices = comprehension.indices();
        let mut parts = location::parts(comprehension.operation().location());
        if parts.len() != indices.len() {
            parts.clear();
        }
        let mut parts = parts.into_iter();
        self.statement.indices = indices
            .into_iter()
            .map(|index| Index {
                name: index.name,
                given: index.range.map(range_of),
                place: parts.next(),
            })
            .collect();
        for left in comprehension.left() {
            let left = match left {
                tc::Left::Index(name) => Left::Index(name),
                tc::Left::Fixed(expr) => Left::Fixed(expr),
                tc::Left::Scattered(expr) => {
                    self.declare_scalars(&expr);
                    Left::Computed(expr)
                }
                tc::Left::Computed(value) => Left::Computed(self.trace(value)),
            };
            self.statement.left.push(left);
        }
        for access in comprehension.accesses() {
            let tensor = self.tensor(access.tensor())?.name.clone();
            let subscripts = self.subscripts(access)?;
            let guards = self.guards(access.operation(), comprehension.operation());
            let place = place_of(access.operation());
            let mut parts = location::parts(access.operation().location());
            if parts.len() != subscripts.len() {
                parts.clear();
            }
            self.statement.accesses.push(Access {
                tensor,
                subscripts,
                guards,
                exists: access.is_exists(),
                place,
                parts,
            });
        }
        let mut used = Vec::new();
        comprehension.walk(&mut |operation| {
            if let Some(value) = ValueOf::from_op(operation) {
                value
                    .expr()
                    .for_each_symbol(&mut |symbol| used.push(symbol.clone()));
            }
        });
        used.retain(|symbol| matches!(symbol, Symbol::Extent(..)));
        self.statement.extent_values = used;
        Ok(())
    }

    fn around(&self, one: tc::For<'_, '_>) -> Loop {
        let key = |one: tc::For<'_, '_>| one.operation().to_raw().ptr;
        let number = self.loops.iter().position(|other| key(*other) == key(one));
        Loop {
            name: one.index(),
            range: range_of(one.range()),
            number: number.unwrap_or(usize::MAX),
            place: location::place(one.operation().location()),
        }
    }

    fn tensor(&self, value: Value<'_, '_>) -> Result<&Tensor, Diagnostic> {
        let position = self.names.get(&op::ValueKey::of(value));
        position
            .and_then(|position| self.def.tensors.get(*position))
            .ok_or_else(|| {
                Diagnostic::error(None, "a value that is not a tensor of the def is accessed")
            })
    }

    fn subscripts<'c: 'a, 'a>(
        &mut self,
        access: tc::Access<'c, 'a>,
    ) -> Result<Vec<Expr>, Diagnostic> {
        let mut subscripts = Vec::new();
        for subscript in access.subscripts() {
            subscripts.push(match subscript {
                Subscript::Expr(expr) => {
                    self.declare_scalars(&expr);
                    expr
                }
                Subscript::Value(value) => self.trace(value),
            });
        }
        Ok(subscripts)
    }

    /// A rank-0 integer input that an expression names is a run-time value.
    fn declare_scalars(&mut self, expr: &Expr) {
        for name in expr.names() {
            let scalar = self.scalars.get(name).filter(|_| {
                !self.statement.varies(name) && !self.def.scalars.iter().any(|one| one == name)
            });
            if let Some(interval) = scalar.copied() {
                let leaf = Leaf {
                    name: name.to_string(),
                    tensor: Some(name.to_string()),
                    interval,
                    alternatives: Vec::new(),
                    mentions: Vec::new(),
                };
                self.leaf(leaf);
            }
        }
    }

    fn leaf(&mut self, leaf: Leaf) -> Expr {
        let expr = Expr::name(&leaf.name);
        if self.statement.leaf(&leaf.name).is_none() {
            self.statement.leaves.push(leaf);
        }
        expr
    }

    /// A value that is known only at run time, with the known facts about it.
    fn opaque(
        &mut self,
        interval: Interval,
        alternatives: Vec<(Formula, Expr)>,
        parts: &[Expr],
    ) -> Expr {
        let mut mentions: Vec<String> = Vec::new();
        for part in parts {
            mentions.extend(self.statement.indices_in(part));
            mentions.extend(part.names().into_iter().map(str::to_string));
        }
        mentions.dedup();
        let name = format!("value {}", self.statement.leaves.len());
        self.leaf(Leaf {
            name,
            tensor: None,
            interval,
            alternatives,
            mentions,
        })
    }

    fn trace<'c: 'a, 'a>(&mut self, value: Value<'c, 'a>) -> Expr {
        let key = op::ValueKey::of(value);
        if let Some(known) = self.traced.get(&key) {
            return known.clone();
        }
        let expr = self.trace_new(value);
        self.traced.insert(key, expr.clone());
        expr
    }

    fn trace_new<'c: 'a, 'a>(&mut self, value: Value<'c, 'a>) -> Expr {
        let Some(operation) = op::defining_operation(value) else {
            return self.opaque(Interval::default(), Vec::new(), &[]);
        };
        if let Some(value) = ValueOf::from_op(operation) {
            let expr = value.expr();
            self.declare_scalars(&expr);
            return expr;
        }
        if let Some(access) = tc::Access::from_op(operation) {
            return self.trace_read(access);
        }
        let name = op::name(operation);
        let operands = op::operands(operation);
        match (name, operands.as_slice()) {
            ("arith.constant", _) => match constant(operation) {
                Some(value) => Expr::Const(value),
                None => self.opaque(Interval::default(), Vec::new(), &[]),
            },
            ("arith.addi", [a, b]) => Expr::add(self.trace(*a), self.trace(*b)),
            ("arith.subi", [a, b]) => Expr::sub(self.trace(*a), self.trace(*b)),
            ("arith.muli", [a, b]) => Expr::mul(self.trace(*a), self.trace(*b)),
            ("arith.minsi", [a, b]) => Expr::min(self.trace(*a), self.trace(*b)),
            ("arith.maxsi", [a, b]) => Expr::max(self.trace(*a), self.trace(*b)),
            ("arith.floordivsi", [a, b]) => Expr::floor_div(self.trace(*a), self.trace(*b)),
            ("arith.extsi" | "arith.index_cast", [a]) if !reads_unsigned(*a) => {
                self.trace_cast(*a, value)
            }
            ("arith.extui" | "arith.index_castui", [a]) if reads_unsigned(*a) => self.trace(*a),
            ("arith.extui", [a]) if width(a.r#type()) == 1 && !self.plain => {
                let condition = self.formula(*a);
                self.choice(condition, Expr::Const(1), Expr::Const(0))
            }
            ("math.absi", [a]) if !self.plain => {
                let a = self.trace(*a);
                let condition = Condition::new(a.clone(), Comparison::GreaterEqual, Expr::Const(0));
                self.choice(Formula::Compare(condition), a.clone(), Expr::neg(a))
            }
            ("arith.select", [condition, a, b]) => {
                let floored = idioms::floored(operation)
                    .filter(|(_, _, b)| !self.plain || idioms::is_number(*b));
                if let Some((operator, a, b)) = floored {
                    return Expr::binary(operator, self.trace(a), self.trace(b));
                }
                let condition = self.formula(*condition);
                let (yes, no) = (self.trace(*a), self.trace(*b));
                self.choice(condition, yes, no)
            }
            ("scf.if", [condition]) => {
                let condition = self.formula(*condition);
                match yielded(operation, value) {
                    Some([yes, no]) => {
                        let (yes, no) = (self.trace(yes), self.trace(no));
                        self.choice(condition, yes, no)
                    }
                    None => self.opaque(Interval::default(), Vec::new(), &[]),
                }
            }
            _ => {
                let parts: Vec<Expr> = operands
                    .iter()
                    .map(|operand| self.trace(*operand))
                    .collect();
                let interval = interval_of(name, value, &parts);
                self.opaque(interval, Vec::new(), &parts)
            }
        }
    }

    /// A cast that keeps the value: to a type at least as wide.
    fn trace_cast<'c: 'a, 'a>(&mut self, from: Value<'c, 'a>, to: Value<'c, 'a>) -> Expr {
        let inner = self.trace(from);
        if width(from.r#type()) <= width(to.r#type()) {
            return inner;
        }
        self.opaque(Interval::default(), Vec::new(), &[inner])
    }

    fn choice(&mut self, condition: Formula, yes: Expr, no: Expr) -> Expr {
        let negated = Formula::Not(Box::new(condition.clone()));
        let parts = [yes.clone(), no.clone()];
        self.opaque(
            Interval::default(),
            vec![(condition, yes), (negated, no)],
            &parts,
        )
    }

    fn trace_read<'c: 'a, 'a>(&mut self, access: tc::Access<'c, 'a>) -> Expr {
        let Ok(tensor) = self.tensor(access.tensor()).cloned() else {
            return self.opaque(Interval::default(), Vec::new(), &[]);
        };
        let Ok(subscripts) = self.subscripts(access) else {
            return self.opaque(Interval::default(), Vec::new(), &[]);
        };
        if subscripts.is_empty() && self.def.scalars.contains(&tensor.name) {
            return Expr::name(&tensor.name);
        }
        let mentions = subscripts
            .iter()
            .flat_map(|subscript| self.statement.indices_in(subscript))
            .collect();
        let read = Access {
            tensor: tensor.name.clone(),
            subscripts,
            guards: Vec::new(),
            exists: false,
            place: None,
            parts: Vec::new(),
        };
        self.leaf(Leaf {
            name: read.human(),
            tensor: Some(tensor.name),
            interval: interval_of_type(&tensor.element),
            alternatives: Vec::new(),
            mentions,
        })
    }

    /// The conditions of the `scf.if`s between an operation and its comprehension.
    fn guards<'c: 'a, 'a>(
        &mut self,
        from: OperationRef<'c, 'a>,
        to: OperationRef<'c, 'a>,
    ) -> Vec<Formula> {
        let mut guards = Vec::new();
        let mut current = from;
        while let Some(parent) = current.parent_operation().filter(|parent| *parent != to) {
            if op::name(parent) == "scf.if"
                && let Some(condition) = op::operands(parent).first()
            {
                let condition = self.formula(*condition);
                let in_else = current.block().and_then(|block| block.parent_region())
                    == parent.region(1).ok();
                guards.push(if in_else {
                    Formula::Not(Box::new(condition))
                } else {
                    condition
                });
            }
            current = parent;
        }
        guards
    }
}

/// The values that the two branches of an `scf.if` yield for one of its results.
fn yielded<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    value: Value<'c, 'a>,
) -> Option<[Value<'c, 'a>; 2]> {
    let position = (0..operation.result_count()).find(|at| {
        operation
            .result(*at)
            .is_ok_and(|result| op::same_value(result.into(), value))
    })?;
    let last = |region: usize| {
        let block = operation.region(region).ok()?.first_block()?;
        let end = op::operations(block).pop()?;
        op::operands(end).get(position).copied()
    };
    Some([last(0)?, last(1)?])
}

fn constant<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<i64> {
    let value = operation.attribute("value").ok()?;
    Some(IntegerAttribute::try_from(value).ok()?.value())
}

/// The number of the predicate of a comparison.
fn predicate_of<'c: 'a, 'a>(operation: OperationRef<'c, 'a>) -> Option<i64> {
    let predicate = operation.attribute("predicate").ok()?;
    Some(IntegerAttribute::try_from(predicate).ok()?.value())
}

fn width(ty: Type<'_>) -> u32 {
    IntegerType::try_from(ty).map_or(64, |integer| integer.width())
}

/// Whether a value is an element of an unsigned tensor as it was read: its bits, taken as a signed
/// number, are not its value.
fn reads_unsigned<'c: 'a, 'a>(value: Value<'c, 'a>) -> bool {
    let access = op::defining_operation(value).and_then(tc::Access::from_op);
    access.is_some_and(|access| access.tensor_type().is_unsigned())
}

fn interval_of_type(element: &str) -> Interval {
    let range = element
        .parse::<ElementType>()
        .ok()
        .and_then(ElementType::integer_range);
    let end = |value: i128| i64::try_from(value).ok();
    range.map_or(Interval::default(), |(low, high)| Interval {
        low: end(low),
        high: end(high),
    })
}

/// The possible results of an operation that is not traced.
fn interval_of(name: &str, value: Value<'_, '_>, parts: &[Expr]) -> Interval {
    let divisor = parts
        .get(1)
        .and_then(Expr::as_const)
        .filter(|divisor| *divisor > 0);
    let bits = width(value.r#type());
    match (name, divisor) {
        ("arith.remsi", Some(divisor)) => Interval {
            low: Some(1 - divisor),
            high: Some(divisor - 1),
        },
        ("arith.remui", Some(divisor)) => Interval {
            low: Some(0),
            high: Some(divisor - 1),
        },
        ("arith.extui" | "arith.index_castui", _) => Interval {
            low: Some(0),
            high: None,
        },
        _ if bits < 64 => Interval {
            low: Some(-(1 << (bits - 1))),
            high: Some((1 << (bits - 1)) - 1),
        },
        _ => Interval::default(),
    }
}
