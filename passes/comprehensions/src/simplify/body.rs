//! One block of a statement's body: operations to terms, and the cheaper terms back to operations.
//!
//! Operations without effect and regions become terms. What stays in its place is an *anchor*:
//! reads, values of indices, `scf.if`, the terminator. The terms that anchors use, and those that
//! regions of anchors use, are the roots. New operations stand before the first anchor that needs
//! them; those that nobody needs any more are erased, reads too. A block inside of another is a
//! search of its own, for which the values of the outer one are leaves, so that nothing moves into
//! or out of a branch.

use std::collections::HashMap;

use egg::Id;
use tc_dialects::op::{self, ValueKey};
use tc_dialects::tc::{Access, ValueOf};

use super::facts::{Facts, LeafFacts};
use super::search::{Found, Program, Settings, search};
use super::subscripts::Names;
use super::term::{Op, Operator, Scalar, Term, bits, floating};
use melior::ir::attribute::{FloatAttribute, IntegerAttribute};
use melior::ir::r#type::IntegerType;
use tc_pass_host::*;

/// An operation that rules do not know, to be made again with other operands.
struct Template<'c, 'a> {
    operation: OperationRef<'c, 'a>,
    /// Name, attributes and type: what must be equal for two results to be equal if operands are.
    key: String,
}

/// A value that is needed, and the first anchor that needs it.
struct Need<'c, 'a> {
    value: Value<'c, 'a>,
    anchor: OperationRef<'c, 'a>,
    /// The place of the anchor in the block.
    place: usize,
}

/// A block as terms.
pub struct Block<'c, 'a, 'n> {
    names: &'n Names,
    operations: Vec<OperationRef<'c, 'a>>,
    program: Program,
    facts: Facts,
    /// The values of leaves, and where in the block they are computed; 0 outside.
    leaves: Vec<(Value<'c, 'a>, usize)>,
    /// Reads and values of indices that are leaves, by what makes two of them equal.
    equal: HashMap<String, Id>,
    others: Vec<Template<'c, 'a>>,
    terms: HashMap<ValueKey, Id>,
    needs: Vec<Need<'c, 'a>>,
    /// The locations of operations that are terms.
    locations: HashMap<Id, Location<'c>>,
}

/// What was done to a block.
pub struct Outcome {
    pub changed: bool,
    pub rules: Vec<String>,
    pub exhausted: bool,
}

/// Simplifies one block.
pub fn simplify<'c: 'a, 'a>(
    context: &'c Context,
    block: BlockRef<'c, 'a>,
    names: &Names,
    settings: Settings,
) -> Outcome {
    let mut read = Block::new(block, names);
    let Found {
        program,
        rules,
        exhausted,
    } = if read.has_operators() {
        let price = |number: u32| price(read.others[number as usize].operation);
        search(&read.program, &read.facts, &price, settings)
    } else {
        Found {
            program: None,
            rules: Vec::new(),
            exhausted: false,
        }
    };
    let program = program.filter(|program| read.has_values_in_time(program));
    let changed = program.is_some();
    if let Some(program) = program {
        read.write(context, &program);
    }
    Outcome {
        changed,
        rules: if changed { rules } else { Vec::new() },
        exhausted,
    }
}

/// The cost of an operation that rules do not know.
fn price(operation: OperationRef) -> u64 {
    match op::name(operation) {
        "arith.divf" | "arith.divsi" | "arith.divui" | "arith.floordivsi" | "arith.ceildivsi"
        | "arith.ceildivui" | "arith.remf" | "arith.remsi" | "arith.remui" | "math.sqrt" => 20,
        name if name.starts_with("math.") => 40,
        _ => 2,
    }
}

impl<'c: 'a, 'a, 'n> Block<'c, 'a, 'n> {
    fn new(block: BlockRef<'c, 'a>, names: &'n Names) -> Self {
        let mut read = Block {
            names,
            operations: op::operations(block),
            program: Program::default(),
            facts: Facts::default(),
            leaves: Vec::new(),
            equal: HashMap::new(),
            others: Vec::new(),
            terms: HashMap::new(),
            needs: Vec::new(),
            locations: HashMap::new(),
        };
        for place in 0..read.operations.len() {
            read.read(read.operations[place], place);
        }
        read.program.roots = read
            .needs
            .iter()
            .map(|need| read.terms[&ValueKey::of(need.value)])
            .collect();
        read
    }

    /// Whether there is anything that rules are about.
    fn has_operators(&self) -> bool {
        let known = |term: &Term| matches!(term.op, Op::LeafFacts(..));
        self.program.terms.iter().any(known)
    }

    fn read(&mut self, operation: OperationRef<'c, 'a>, place: usize) {
        let term = self
            .constant(operation)
            .or_else(|| self.index_or_size(operation, place))
            .or_else(|| self.operator(operation));
        if let Some(term) = term {
            self.terms.insert(ValueKey::of(op::result(operation)), term);
            self.locations.entry(term).or_insert(operation.location());
            return;
        }
        for value in op::operands(operation) {
            if Scalar::of_name(&value.r#type().to_string()).is_some() {
                self.need(value, operation, place);
            }
        }
        for value in op::captures(operation) {
            self.need(value, operation, place);
        }
        let read = self.plain_read(operation);
        for value in op::results(operation) {
            let equal = read.as_ref().and_then(|key| self.equal.get(key)).copied();
            let term = equal.unwrap_or_else(|| {
                let ty = Scalar::of_name(&value.r#type().to_string());
                self.leaf(value, LeafFacts::any(ty.unwrap_or(Scalar::Index)), place)
            });
            if let Some(key) = &read {
                self.equal.insert(key.clone(), term);
            }
            self.terms.insert(ValueKey::of(value), term);
        }
    }

    fn need(&mut self, value: Value<'c, 'a>, anchor: OperationRef<'c, 'a>, place: usize) {
        self.term_of(value);
        let known = |need: &Need| op::same_value(need.value, value);
        if !self.needs.iter().any(known) {
            self.needs.push(Need {
                value,
                anchor,
                place,
            });
        }
    }

    fn leaf(&mut self, value: Value<'c, 'a>, known: LeafFacts, place: usize) -> Id {
        let number = self.leaves.len() as u32;
        self.leaves.push((value, place));
        self.facts.leaves.push(known);
        self.program.add(Term::new(Op::Leaf(number), Vec::new()))
    }

    /// The term of a value; one of an outer block is a leaf, or a number.
    fn term_of(&mut self, value: Value<'c, 'a>) -> Id {
        let key = ValueKey::of(value);
        if let Some(term) = self.terms.get(&key) {
            return *term;
        }
        let outer = op::defining_operation(value);
        let known = outer.and_then(|outer| {
            let constant = self.constant(outer);
            constant.or_else(|| self.index_or_size(outer, 0))
        });
        let term = known.unwrap_or_else(|| {
            let ty = Scalar::of_name(&value.r#type().to_string());
            self.leaf(value, LeafFacts::any(ty.unwrap_or(Scalar::Index)), 0)
        });
        self.terms.insert(key, term);
        term
    }

    fn constant(&mut self, operation: OperationRef<'c, 'a>) -> Option<Id> {
        if !op::is(operation, "arith.constant") {
            return None;
        }
        let value = operation.attribute("value").ok()?;
        let ty = Scalar::of_name(&op::result(operation).r#type().to_string())?;
        let value = if ty.is_floating() {
            let number = FloatAttribute::try_from(value).ok()?.value();
            (!number.is_nan()).then(|| bits(number))?
        } else {
            let number = op::integer_of(value)?;
            if ty == Scalar::I1 {
                i64::from(number != 0)
            } else {
                number
            }
        };
        Some(self.program.add(Term::constant(ty, value)))
    }

    /// `tc.value`: a leaf whose range is known.
    fn index_or_size(&mut self, operation: OperationRef<'c, 'a>, place: usize) -> Option<Id> {
        let view = ValueOf::from_op(operation)?;
        let ty = Scalar::of_name(&view.value_type().to_string())?;
        let expr = view.expr();
        if let Some(value) = expr.as_const() {
            return Some(self.program.add(Term::constant(ty, value)));
        }
        let key = format!("{expr} : {}", ty.name());
        if let Some(term) = self.equal.get(&key) {
            return Some(*term);
        }
        let known = self.names.value(&expr, ty);
        let term = self.leaf(view.value(), known, place);
        self.equal.insert(key, term);
        Some(term)
    }

    /// What tells two reads at places that are no data apart.
    fn plain_read(&self, operation: OperationRef<'c, 'a>) -> Option<String> {
        let access = Access::from_op(operation).filter(|access| !access.is_exists())?;
        let is_plain = operation.operand_count() == 1;
        let subscripts = operation.attribute("subscripts").ok()?;
        is_plain.then(|| format!("{:?} {subscripts}", ValueKey::of(access.tensor())))
    }

    /// An operation of `arith` or `math` without regions, with default flags.
    fn operator(&mut self, operation: OperationRef<'c, 'a>) -> Option<Id> {
        let name = op::name(operation);
        let is_pure = name.starts_with("arith.") || name.starts_with("math.");
        if !is_pure || operation.region_count() > 0 || operation.result_count() != 1 {
            return None;
        }
        let scalar = |value: Value| Scalar::of_name(&value.r#type().to_string());
        let values = op::operands(operation);
        let types: Option<Vec<Scalar>> = values.iter().map(|value| scalar(*value)).collect();
        let (types, result) = (types?, scalar(op::result(operation))?);
        let operands = values.iter().map(|value| self.term_of(*value)).collect();
        let known = known_operator(operation, *types.last()?);
        let op = known.unwrap_or_else(|| {
            let key = key(operation);
            let position = self.others.iter().position(|other| other.key == key);
            let position = position.unwrap_or_else(|| {
                self.others.push(Template { operation, key });
                self.facts.others.push(of_cast(operation, result));
                self.others.len() - 1
            });
            Op::Other(position as u32)
        });
        Some(self.program.add(Term::new(op, operands)))
    }

    /// Whether every value that a root needs is computed before the anchor that the root is for.
    fn has_values_in_time(&self, program: &Program) -> bool {
        self.needs.iter().zip(&program.roots).all(|(need, root)| {
            program.live(&[*root]).iter().all(|id| {
                let Op::Leaf(number) = program.term(*id).op else {
                    return true;
                };
                let place = self.leaves[number as usize].1;
                place == 0 || place < need.place
            })
        })
    }

    /// Replaces the needed values, and erases what nobody uses any more.
    fn write(&mut self, context: &'c Context, program: &Program) {
        let mut made: HashMap<Id, Value<'c, 'a>> = HashMap::new();
        for (need, root) in self.needs.iter().zip(&program.roots) {
            let end = op::defining_operation(need.value);
            let location = end.map_or(need.anchor.location(), |end| end.location());
            for id in program.live(&[*root]) {
                if !made.contains_key(&id) {
                    let value = self.make(context, program, id, need.anchor, location, &made);
                    made.insert(id, value);
                }
            }
            let new = made[root];
            if !op::same_value(need.value, new) {
                op::replace_uses(need.value, new);
            }
        }
        for operation in self.operations.iter().rev() {
            let is_pure = |name: &str| {
                ["arith.", "math."]
                    .iter()
                    .any(|dialect| name.starts_with(dialect))
                    || name == "tc.read"
                    || name == "tc.value"
            };
            let results = op::results(*operation);
            if is_pure(op::name(*operation)) && results.iter().all(|value| !op::is_used(*value)) {
                op::erase(*operation);
            }
        }
    }

    fn make(
        &self,
        context: &'c Context,
        program: &Program,
        id: Id,
        before: OperationRef<'c, 'a>,
        location: Location<'c>,
        made: &HashMap<Id, Value<'c, 'a>>,
    ) -> Value<'c, 'a> {
        let term = program.term(id);
        let operands: Vec<Value> = term.operands.iter().map(|id| made[id]).collect();
        let location = self.place_of(program, id).unwrap_or(location);
        let new = match term.op {
            Op::Leaf(number) => return self.leaves[number as usize].0,
            Op::Constant(ty, value) => constant(context, ty, value, location),
            Op::Other(number) => again(self.others[number as usize].operation, &operands, location),
            Op::LeafFacts(operator, ty) => {
                let predicate;
                let mut attributes: &[(&str, Attribute)] = &[];
                let mut result = operands[operands.len() - 1].r#type();
                if let Operator::Compare(number) = operator {
                    let kind = IntegerType::new(context, 64).into();
                    let number = IntegerAttribute::new(kind, number.into());
                    predicate = [("predicate", Attribute::from(number))];
                    attributes = &predicate;
                    result = IntegerType::new(context, 1).into();
                }
                let recipe = op::Recipe {
                    operands: &operands,
                    results: &[result],
                    attributes,
                    ..Default::default()
                };
                op::create(operator.operation(ty), location, recipe)
            }
        };
        op::result(op::insert_before(before, new))
    }

    /// Where the same term stood before.
    fn place_of(&self, program: &Program, id: Id) -> Option<Location<'c>> {
        let known = self.same_term(program, id)?;
        self.locations.get(&known).copied()
    }

    fn same_term(&self, program: &Program, id: Id) -> Option<Id> {
        let term = program.term(id);
        let operands: Option<Vec<Id>> = term
            .operands
            .iter()
            .map(|operand| self.same_term(program, *operand))
            .collect();
        self.program.number(&Term::new(term.op, operands?))
    }
}

/// The operator of an operation whose last operand has this type.
fn known_operator(operation: OperationRef, ty: Scalar) -> Option<Op> {
    let default = ["#arith.fastmath<none>", "#arith.overflow<none>"];
    let plain = op::attributes(operation)
        .iter()
        .all(|(name, value)| *name == "predicate" || default.contains(&value.to_string().as_str()));
    if !plain {
        return None;
    }
    let name = op::name(operation);
    if name == "arith.cmpi" || name == "arith.cmpf" {
        let predicate = u8::try_from(op::integer(operation, "predicate")?).ok()?;
        return Some(Op::LeafFacts(Operator::Compare(predicate), ty));
    }
    let operator = Operator::of_operation(name, ty)?;
    let of_bool = [Operator::And, Operator::Or, Operator::Xor, Operator::Select];
    (ty != Scalar::I1 || of_bool.contains(&operator)).then_some(Op::LeafFacts(operator, ty))
}

fn key(operation: OperationRef) -> String {
    let attributes = op::attributes(operation);
    let attributes: Vec<String> = attributes
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let ty = op::result(operation).r#type();
    // What is known of a cast depends on the type that it is from.
    let from = op::types(&op::operands(operation));
    let from: Vec<String> = from.iter().map(ToString::to_string).collect();
    let (attributes, from) = (attributes.join(", "), from.join(", "));
    format!("{} {attributes} ({from}) {ty}", op::name(operation))
}

/// A wider integer keeps the range of the narrow one.
fn of_cast(operation: OperationRef, result: Scalar) -> LeafFacts {
    let from = op::operands(operation);
    let from = from
        .first()
        .and_then(|value| Scalar::of_name(&value.r#type().to_string()));
    let mut known = LeafFacts::any(result);
    let wider = from.filter(|from| !from.is_floating() && from.width() < result.width());
    match (op::name(operation), wider) {
        ("arith.extsi" | "arith.index_cast", Some(from)) if from != Scalar::I1 => {
            known.range = from.limits();
        }
        ("arith.extui" | "arith.index_castui", Some(from)) => {
            known.range = (0, (1 << from.width()) - 1);
        }
        _ => {}
    }
    known
}

fn constant<'c>(
    context: &'c Context,
    ty: Scalar,
    value: i64,
    location: Location<'c>,
) -> Operation<'c> {
    let kind = Type::parse(context, ty.name()).unwrap_or_else(|| Type::index(context));
    let value = if ty.is_floating() {
        FloatAttribute::new(context, kind, floating(value)).into()
    } else {
        IntegerAttribute::new(kind, value).into()
    };
    melior::dialect::arith::constant(context, value, location)
}

fn again<'c: 'a, 'a>(
    template: OperationRef<'c, 'a>,
    operands: &[Value<'c, 'a>],
    location: Location<'c>,
) -> Operation<'c> {
    let recipe = op::Recipe {
        operands,
        results: &op::types(&op::results(template)),
        attributes: &op::attributes(template),
        ..Default::default()
    };
    op::create(op::name(template), location, recipe)
}
