//! The backward definition as a checked tree, which the formatter prints: names, the signature,
//! statements.
//!
//! | tensor | name |
//! | --- | --- |
//! | the gradient of a return `Y`, an input | `d_Y` |
//! | the gradient of an input `X`, a return | `d_X`; `d_Y_in` for the old contents of an in/out `Y` |
//! | an earlier version of `Y`, and its gradient | `Y_0`, `d_Y_0` |
//! | an extent of a return that no size names | `Y_h`, by the index |
//!
//! The range of an index is written only where inference would not find the same one.

use super::backward::{Helper, Line};
use super::forward::Forward;
use super::loops::Loop;
use super::terms::{Id, Kind, Place, Source, Terms};
use super::versions::Versions;
use crate::model::{
    self, Block, Comprehension, Constant, Def, Index, Instruction, Operation, Pair, Range, Role,
    Size, Statement, Subscript, Tensor, TensorId, Value,
};
use crate::model::{NOWHERE, used_names};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use tc_syntax::expr::{Expr, Operator};
use tc_syntax::scalar::Scalar;
use tc_syntax::tc::ast::{BinaryOp, Extremum};

/// A tensor of the new definition while it is put together.
struct Entry {
    tensor: Tensor,
    /// Its box as subscripts name it, and the element that is stored first.
    space: Vec<Loop>,
    origin: Vec<Expr>,
}

/// Puts the definition together.
pub(super) struct Writer<'w> {
    pub(super) versions: &'w Versions<'w>,
    pub(super) terms: &'w Terms,
    pub(super) helpers: &'w [Helper],
    pub(super) forward: &'w Forward,
    taken: HashSet<Arc<str>>,
    sizes: Vec<Size>,
    entries: Vec<Entry>,
    ids: HashMap<Key, TensorId>,
}

/// A tensor of the new definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Slot(usize),
    Other(Source),
}

impl<'w> Writer<'w> {
    pub(super) fn new(
        versions: &'w Versions<'w>,
        terms: &'w Terms,
        helpers: &'w [Helper],
        forward: &'w Forward,
    ) -> Self {
        Writer {
            taken: used_names(versions.def),
            sizes: versions.def.sizes.clone(),
            entries: Vec::new(),
            ids: HashMap::new(),
            versions,
            terms,
            helpers,
            forward,
        }
    }

    /// The definition of these statements behind those of the forward values.
    pub(super) fn def(mut self, lines: &[Line]) -> Def {
        let forward = self.forward;
        self.inputs();
        let input_count = self.entries.len();
        self.returns();
        let return_count = self.entries.len() - input_count;
        self.temporaries(lines);
        let all: Vec<&Line> = forward.lines.iter().chain(lines).collect();
        let statements = self.statements(&all, 0);
        let def = self.versions.def;
        Def {
            name: format!("{}_grad", def.name).into(),
            name_span: NOWHERE,
            statements,
            sizes: self.sizes,
            tensors: self.entries.into_iter().map(|one| one.tensor).collect(),
            input_count,
            return_count,
        }
    }

    fn fresh(&mut self, base: &str) -> Arc<str> {
        let numbered = (0..).map(|number| format!("{base}_{number}"));
        let mut names = std::iter::once(base.to_owned()).chain(numbered);
        let name = names.find(|name| !self.taken.contains(name.as_str()));
        let name: Arc<str> = name.unwrap_or_default().into();
        self.taken.insert(name.clone());
        name
    }

    fn enter(&mut self, key: Key, name: Arc<str>, role: Role, scalar: Scalar, space: Vec<Loop>) {
        let is_given = role == Role::Input;
        let mut dims = Vec::new();
        for dimension in &space {
            let extent = Expr::sub(dimension.upper.clone(), dimension.lower.clone());
            let extent = super::loops::tidy(&extent);
            dims.push(if is_given && !self.is_declarable(&extent) {
                Expr::name(&*self.size(&name, &dimension.name))
            } else {
                extent
            });
        }
        let is_declared = dims.iter().all(|extent| !self.is_of_an_input(extent));
        let starts_at_0 = space.iter().all(|one| one.lower.as_const() == Some(0));
        let dims =
            (is_given || (role == Role::Output && starts_at_0 && is_declared)).then_some(dims);
        let origin = space.iter().map(|one| {
            if is_given {
                one.lower.clone()
            } else {
                Expr::Const(0)
            }
        });
        self.ids.insert(key, self.entries.len());
        self.entries.push(Entry {
            origin: origin.collect(),
            tensor: Tensor {
                name,
                span: NOWHERE,
                role,
                scalar,
                rank: space.len(),
                dims,
            },
            space,
        });
    }

    /// Whether an extent of an input can be written: a number or a size.
    fn is_declarable(&self, extent: &Expr) -> bool {
        extent.as_const().is_some() || extent.as_name().is_some() && !self.is_of_an_input(extent)
    }

    /// Whether an extent depends on a number that is an input: in `C(i) = .. where i in 0:K`, an
    /// input `int32 K` is no size.
    fn is_of_an_input(&self, extent: &Expr) -> bool {
        let mut inputs = self
            .versions
            .def
            .tensors
            .iter()
            .take(self.versions.def.input_count);
        inputs.any(|input| extent.names().contains(&&*input.name))
    }

    /// A size for an extent of an input that is neither a number nor a size.
    fn size(&mut self, tensor: &str, index: &str) -> Arc<str> {
        let name = self.fresh(&format!("{}_{index}", tensor.trim_start_matches("d_")));
        self.sizes.push(Size {
            name: name.clone(),
            span: NOWHERE,
            free: false,
        });
        name
    }

    /// The inputs of the forward definition, in/out tensors, and the gradients of the returns.
    fn inputs(&mut self) {
        let (versions, def) = (self.versions, self.versions.def);
        for (slot, one) in self.forward.slots.iter().enumerate() {
            if one.is_input {
                let tensor = &def.tensors[one.tensor];
                let space = versions.spaces[one.tensor].clone();
                let name = tensor.name.clone();
                self.enter(Key::Slot(slot), name, Role::Input, tensor.scalar, space);
            }
        }
        let count = def.input_count;
        for (id, tensor) in def.tensors.iter().enumerate().skip(count) {
            let Some(version) = versions.last.get(&id) else {
                continue;
            };
            if id < count + def.return_count && tensor.scalar.is_floating() {
                let name = self.fresh(&format!("d_{}", tensor.name));
                let space = versions.spaces[id].clone();
                let key = Key::Other(Source::Given(*version));
                self.enter(key, name, Role::Input, tensor.scalar, space);
            }
        }
    }

    fn returns(&mut self) {
        let versions = self.versions;
        let first: BTreeMap<&TensorId, &usize> = versions.first.iter().collect();
        for (id, version) in first {
            let tensor = &versions.def.tensors[*id];
            if !tensor.scalar.is_floating() {
                continue;
            }
            let name = match tensor.role {
                Role::InOut => format!("d_{}_in", tensor.name),
                _ => format!("d_{}", tensor.name),
            };
            let name = self.fresh(&name);
            let space = versions.spaces[*id].clone();
            let key = Key::Other(Source::Gradient(*version));
            self.enter(key, name, Role::Output, tensor.scalar, space);
        }
    }

    fn temporaries(&mut self, lines: &[Line]) {
        let (versions, forward) = (self.versions, self.forward);
        for (slot, one) in forward.slots.iter().enumerate() {
            if one.is_input {
                continue;
            }
            let tensor = &versions.def.tensors[one.tensor];
            let later = forward.slots[slot + 1..].iter();
            let is_last = !later.clone().any(|other| other.tensor == one.tensor);
            let has_input = forward.slots[..slot].iter();
            let has_input = has_input
                .clone()
                .any(|other| other.tensor == one.tensor && other.is_input);
            let name = if is_last && !has_input {
                tensor.name.clone()
            } else {
                let earlier = forward.slots[..slot].iter();
                let number = earlier.filter(|other| other.tensor == one.tensor).count();
                self.fresh(&format!("{}_{number}", tensor.name))
            };
            let space = versions.spaces[one.tensor].clone();
            self.enter(Key::Slot(slot), name, Role::Temporary, tensor.scalar, space);
        }
        for line in lines {
            let key = Key::Other(line.target);
            if self.ids.contains_key(&key) {
                continue;
            }
            let (name, scalar, space) = match line.target {
                Source::Helper(helper) => {
                    let helper = &self.helpers[helper];
                    (helper.name.clone(), helper.scalar, helper.space.clone())
                }
                Source::Value(version) | Source::Gradient(version) | Source::Given(version) => {
                    let tensor = &versions.def.tensors[versions.all[version].tensor];
                    let space = versions.space(version).to_vec();
                    (format!("d_{}", tensor.name), tensor.scalar, space)
                }
            };
            let name = self.fresh(&name);
            self.enter(key, name, Role::Temporary, scalar, space);
        }
    }

    fn id(&self, source: Source) -> TensorId {
        let key = match source {
            Source::Value(version) => Key::Slot(self.forward.slot_of[&version]),
            other => Key::Other(other),
        };
        self.ids[&key]
    }

    /// The statements in loops from a depth on; neighbours in one loop share it.
    fn statements(&self, lines: &[&Line], depth: usize) -> Vec<Statement> {
        let mut statements = Vec::new();
        let mut rest = lines;
        while let Some(first) = rest.first() {
            let Some(own) = first.around.get(depth) else {
                statements.push(Statement::Comprehension(self.statement(first)));
                rest = &rest[1..];
                continue;
            };
            let is_in = |line: &&&Line| line.around.get(depth) == Some(own);
            let count = rest.iter().take_while(is_in).count();
            statements.push(Statement::Loop(model::Loop {
                index: own.index.name.as_str().into(),
                index_span: NOWHERE,
                range: Range {
                    lower: own.index.lower.clone(),
                    upper: own.index.upper.clone(),
                    span: NOWHERE,
                },
                body: self.statements(&rest[..count], depth + 1),
                span: NOWHERE,
            }));
            rest = &rest[count..];
        }
        statements
    }

    fn statement(&self, line: &Line) -> Comprehension {
        let mut body = StatementWriter {
            writer: self,
            once: written_once(self.terms, line),
            block: Block::default(),
            values: HashMap::new(),
            next: 0,
        };
        let target = self.id(line.target);
        let inferred = self.inferred(line);
        let (loops, left_count) = left_first(line);
        let indices = loops.iter().map(|one| Index {
            name: one.name.as_str().into(),
            span: NOWHERE,
            range: (!inferred.contains(one.name.as_str())).then(|| Range {
                lower: one.lower.clone(),
                upper: one.upper.clone(),
                span: NOWHERE,
            }),
        });
        let indices: Vec<Index> = indices.collect();
        let left = match &line.at {
            Some(at) => body.subscripts(target, at),
            None => Comprehension::left_of(&indices[..line.rank]),
        };
        let pair = line.pair.map(|(second, place)| Pair {
            target: self.id(second),
            place: body.value(place),
        });
        Comprehension {
            target,
            target_span: NOWHERE,
            assign: line.assign,
            left,
            pair,
            indices,
            left_count,
            body: body.of(line.body),
            span: NOWHERE,
        }
    }

    /// A subscript as it is stored: inputs begin at 0.
    fn stored(&self, id: TensorId, dimension: usize, subscript: &Expr) -> Expr {
        match self.entries[id].origin.get(dimension) {
            Some(origin) if origin.as_const() != Some(0) => {
                super::loops::tidy(&Expr::sub(subscript.clone(), origin.clone()))
            }
            _ => subscript.clone(),
        }
    }

    /// The indices whose range inference finds: they occur only as whole subscripts, all of one
    /// extent, and in no condition.
    fn inferred<'l>(&self, line: &'l Line) -> HashSet<&'l str> {
        let mut fits: HashMap<&str, bool> = HashMap::new();
        let depends = |one: &Loop| line.loops.iter().any(|other| one.uses(&other.name));
        if self.versions.ordered || line.loops.iter().any(depends) {
            return HashSet::new();
        }
        let terms = line.roots().into_iter();
        for id in terms.flat_map(|root| self.terms.reachable(root)) {
            match &self.terms.get(id).kind {
                Kind::Symbol(expr) => {
                    for one in line.loops.iter().filter(|one| expr.mentions(&one.name)) {
                        fits.insert(&one.name, false);
                    }
                }
                Kind::Read(source, places) => {
                    let tensor = self.id(*source);
                    for (dimension, place) in places.iter().enumerate() {
                        let Place::Symbolic(subscript) = place else {
                            continue;
                        };
                        let subscript = self.stored(tensor, dimension, subscript);
                        let used = line.loops.iter();
                        for one in used.filter(|one| subscript.mentions(&one.name)) {
                            let is_whole = subscript.as_name() == Some(&one.name)
                                && self.spans(tensor, dimension, one);
                            let fits = fits.entry(&one.name).or_insert(true);
                            *fits &= is_whole;
                        }
                    }
                }
                _ => {}
            }
        }
        let fits = fits.into_iter().filter(|(_, fits)| *fits);
        fits.map(|(name, _)| name).collect()
    }

    /// Whether a loop takes all positions of a dimension.
    fn spans(&self, tensor: TensorId, dimension: usize, one: &Loop) -> bool {
        let entry = &self.entries[tensor];
        match (entry.tensor.role, &entry.tensor.dims) {
            (Role::Input, Some(dims)) => {
                one.lower.as_const() == Some(0) && one.upper.same_as(&dims[dimension])
            }
            _ => one.same_range(&entry.space[dimension]),
        }
    }
}

/// The most operations of a right-hand side that stand under conditions.
const MOST_CONDITIONAL: usize = 4000;

/// The indices in the order of a statement, those that are left-hand subscripts first, and how many
/// those are.
fn left_first(line: &Line) -> (Vec<Loop>, usize) {
    let Some(at) = &line.at else {
        return (line.loops.clone(), line.rank);
    };
    let mut left: Vec<Loop> = Vec::new();
    for place in at {
        if let Place::Symbolic(expr) = place
            && let Some(one) = line
                .loops
                .iter()
                .find(|one| expr.as_name() == Some(&one.name))
            && !left.contains(one)
        {
            left.push(one.clone());
        }
    }
    let count = left.len();
    let others = line.loops.iter().filter(|one| !left.contains(one));
    let others: Vec<Loop> = others.cloned().collect();
    (left.into_iter().chain(others).collect(), count)
}

/// The terms that are written once, as a definition of the `where` clause if they are used twice. A
/// definition stands outside of all conditions, so what is read under a condition is not one.
fn written_once(terms: &Terms, line: &Line) -> HashSet<Id> {
    let mut once = HashSet::new();
    let mut plain: HashSet<Id> = HashSet::new();
    for root in line.roots() {
        once.extend(terms.unconditional(root));
        for id in terms.reachable(root) {
            let is_read = matches!(terms.get(id).kind, Kind::Read(..));
            if !is_read && terms.operands(id).iter().all(|one| plain.contains(one)) {
                plain.insert(id);
            }
        }
    }
    once.extend(plain);
    once
}

/// Whether the text of a statement would be too long, since what stands under conditions is written
/// at each use.
pub(super) fn is_too_long(terms: &Terms, line: &Line) -> bool {
    let once = written_once(terms, line);
    let mut lengths: HashMap<Id, usize> = HashMap::new();
    let mut longest = 0;
    for id in line
        .roots()
        .into_iter()
        .flat_map(|root| terms.reachable(root))
    {
        let operands = terms.operands(id);
        let parts = operands.iter().filter(|one| !once.contains(one));
        let length = parts.fold(1usize, |sum, one| sum.saturating_add(lengths[one]));
        longest = longest.max(length);
        lengths.insert(id, length);
    }
    longest > MOST_CONDITIONAL
}

/// The body of one statement.
struct StatementWriter<'w> {
    writer: &'w Writer<'w>,
    once: HashSet<Id>,
    block: Block,
    values: HashMap<Id, Value>,
    next: u32,
}

impl StatementWriter<'_> {
    fn of(mut self, root: Id) -> Block {
        for id in self.writer.terms.reachable(root) {
            if !self.is_short(id) && self.once.contains(&id) {
                let value = self.make(id);
                self.values.insert(id, value);
            }
        }
        self.block.result = Some(self.value(root));
        self.block
    }

    fn is_short(&self, id: Id) -> bool {
        match &self.writer.terms.get(id).kind {
            Kind::Integer(_) | Kind::Floating(_) | Kind::Symbol(_) => true,
            Kind::Read(_, places) => places
                .iter()
                .all(|place| matches!(place, Place::Symbolic(_))),
            Kind::Convert { operand, .. } | Kind::Negate(operand) => {
                matches!(
                    self.writer.terms.get(*operand).kind,
                    Kind::Symbol(_) | Kind::Read(..)
                ) && self.is_short(*operand)
            }
            _ => false,
        }
    }

    fn value(&mut self, id: Id) -> Value {
        match self.values.get(&id) {
            Some(value) => *value,
            None => self.make(id),
        }
    }

    fn push(&mut self, operation: Operation, scalar: Scalar) -> Value {
        let value = Value(self.next);
        self.next += 1;
        self.block.instructions.push(Instruction {
            operation,
            value,
            scalar,
            span: NOWHERE,
            parts: Vec::new(),
        });
        value
    }

    fn make(&mut self, id: Id) -> Value {
        let term = self.writer.terms.get(id).clone();
        let scalar = term.scalar;
        let operation = match term.kind {
            Kind::Integer(value) => Operation::Constant(Constant::Integer(value)),
            Kind::Floating(bits) => Operation::Constant(Constant::Floating(f64::from_bits(bits))),
            Kind::Symbol(expr) => return self.symbol(&expr, scalar),
            Kind::Read(source, places) => self.read(source, &places),
            Kind::Convert { operand, explicit } => Operation::Convert {
                from: self.writer.terms.scalar(operand),
                operand: self.value(operand),
                explicit,
            },
            Kind::Negate(operand) => Operation::Negate(self.value(operand)),
            Kind::Not(operand) => Operation::Not(self.value(operand)),
            Kind::Binary(op, left, right) => Operation::Binary {
                op,
                left: self.value(left),
                right: self.value(right),
            },
            Kind::Compare(op, operands, left, right) => Operation::Compare {
                op,
                operands,
                left: self.value(left),
                right: self.value(right),
            },
            Kind::Extremum(op, left, right) => Operation::Extremum {
                op,
                left: self.value(left),
                right: self.value(right),
            },
            Kind::Builtin(function, arguments) => Operation::Builtin {
                function,
                arguments: arguments.iter().map(|one| self.value(*one)).collect(),
            },
            Kind::Choose(condition, then, otherwise) => Operation::Select {
                condition: self.value(condition),
                then: self.value(then),
                otherwise: self.value(otherwise),
            },
        };
        self.push(operation, scalar)
    }

    fn read(&mut self, source: Source, places: &[Place]) -> Operation {
        let tensor = self.writer.id(source);
        let subscripts = self.subscripts(tensor, places);
        Operation::Read { tensor, subscripts }
    }

    fn subscripts(&mut self, tensor: TensorId, places: &[Place]) -> Vec<Subscript> {
        let subscripts = places.iter().enumerate().map(|(at, place)| match place {
            Place::Symbolic(expr) => Subscript::Symbolic(self.writer.stored(tensor, at, expr)),
            Place::Value(value) => Subscript::Value(self.value(*value)),
        });
        subscripts.collect()
    }

    /// Arithmetic on sizes and indices; in values the language has it as operators of `int32`.
    fn symbol(&mut self, expr: &Expr, scalar: Scalar) -> Value {
        if scalar == Scalar::Int64 || matches!(expr, Expr::Symbol(_)) {
            return self.push(Operation::Symbol(expr.clone()), scalar);
        }
        let operation = match expr {
            Expr::Const(value) => Operation::Constant(Constant::Integer((*value).into())),
            Expr::Binary(Operator::Mul, a, b) if a.as_const() == Some(-1) => {
                Operation::Negate(self.symbol(b, scalar))
            }
            Expr::Binary(operator, a, b) => {
                let (left, right) = (self.symbol(a, scalar), self.symbol(b, scalar));
                let binary = |op| Operation::Binary { op, left, right };
                let extremum = |op| Operation::Extremum { op, left, right };
                match operator {
                    Operator::Add => binary(BinaryOp::Add),
                    Operator::Sub => binary(BinaryOp::Sub),
                    Operator::Mul => binary(BinaryOp::Mul),
                    Operator::FloorDiv => binary(BinaryOp::Div),
                    Operator::Mod => binary(BinaryOp::Rem),
                    Operator::Min => extremum(Extremum::Min),
                    Operator::Max => extremum(Extremum::Max),
                }
            }
            Expr::Symbol(_) => Operation::Symbol(expr.clone()),
        };
        self.push(operation, scalar)
    }
}
