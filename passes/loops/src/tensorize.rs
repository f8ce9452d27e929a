//! `loops-tensorize`: loops that the schedule made a matrix operation become that operation.
//!
//! ```mlir
//! scf.for %r = %row to %c8 step %c8 {              %a = schedule.fragment "a" %A[%m, %k0] ..
//!   ...                                            %b = schedule.fragment "b" %B[%k0, %n] ..
//!         scf.for %k = %c0 to %c16 step %c1 {      %0 = memref.load %C[%m + %row, %n + 2*%column]   and three others
//!           %0 = memref.load %A[..]         ==>    %c = vector.insert %0, .. : f32 into vector<2x2xf32>
//!           %2 = memref.load %B[..]                %d = schedule.multiply_add %a, %b, %c ..
//!           ...                                    %4 = vector.extract %d[0, 0]
//!           memref.store %8, %C[..]                memref.store %4, %C[%m + %row, %n + 2*%column]
//! } {tc.unit = ..}
//! ```
//!
//! **Which loops.** Those with the attribute `tc.unit`, which `schedule-to-gpu` gives to bands with
//! a unit. **Legal**: `schedule-verify` has proved that the loops of all lanes of a warp are one
//! matrix operation, and `loops-verify` that they are the tree's. The form of the loops is looked
//! at again here, and loops of another one stay loops, with a remark. **Cost**: linear in the
//! operations.

use std::collections::HashMap;

use melior::ir::attribute::{DenseI64ArrayAttribute, IntegerAttribute};
use melior::ir::r#type::{IntegerType, MemRefType, ShapedTypeLike};
use tc_dialects::op::{self, Recipe, ValueKey, build, create, create_value, defining_operation};
use tc_dialects::schedule::tree::{Factor, Unit};
use tc_dialects::schedule::{FRAGMENT, MULTIPLY_ADD};
use tc_pass_host::*;

use super::emit::UNIT;
use super::index_forms::Linear;
use super::scop::extents;

pass! {
    /// Turns loops of bands with a unit into reads of its factors by all lanes of a warp and the
    /// matrix operation.
    pub struct LoopsTensorize {
        name: "loops-tensorize",
        anchor: "any",
        summary: "turn loops that the schedule chose into matrix operations",
        dialects: ["memref", "arith", "schedule", "ub", "vector"],
        statistics: {
            /// nests of loops that became operations
            tensorized,
            /// nests that stayed
            left,
        },
    }
}

impl Pass for LoopsTensorize {
    fn run<'c>(&self, op: OperationRef<'c, '_>, ctx: &PassContext<'c>) -> Result<(), Failure> {
        let loops = op::nested(op).into_iter();
        let loops = loops.filter(|op| op::is(*op, "scf.for") && op.has_attribute(UNIT));
        for outermost in loops.collect::<Vec<_>>() {
            match Nest::read(outermost) {
                Ok(nest) => {
                    nest.write();
                    self.tensorized.add(1);
                }
                Err(reason) => {
                    self.left.add(1);
                    op::set_attribute(outermost, UNIT, None);
                    ctx.remark(
                        outermost.location(),
                        &format!("no matrix operation: {reason}"),
                    );
                }
            }
        }
        Ok(())
    }
}

/// An access of the innermost loop.
struct Access<'c, 'a> {
    op: OperationRef<'c, 'a>,
    array: Value<'c, 'a>,
    subscripts: Vec<Value<'c, 'a>>,
}

/// The loops of one operation.
struct Nest<'c, 'a> {
    unit: Unit,
    outermost: OperationRef<'c, 'a>,
    /// The iterators.
    members: Vec<Value<'c, 'a>>,
    /// The values of the first two, which are the lane's.
    lane: [Value<'c, 'a>; 2],
    body: BlockRef<'c, 'a>,
    a: Access<'c, 'a>,
    b: Access<'c, 'a>,
    sum: Access<'c, 'a>,
    store: Access<'c, 'a>,
}

impl<'c: 'a, 'a> Nest<'c, 'a> {
    fn read(outermost: OperationRef<'c, 'a>) -> Result<Self, String> {
        let unit = outermost
            .attribute(UNIT)
            .map_err(|error| error.to_string())?;
        let unit = Unit::of_attribute(unit)?;
        let mut members = Vec::new();
        let mut starts = Vec::new();
        let mut next = outermost;
        let body = loop {
            let block = op::body(next).ok_or("a loop without a body")?;
            members.push(op::arguments(block)[0]);
            starts.push(op::operands(next)[0]);
            if members.len() == Unit::MEMBERS {
                break block;
            }
            let inner = op::operations(block).into_iter();
            let mut inner = inner.filter(|op| op::is(*op, "scf.for"));
            next = inner
                .next()
                .ok_or("expected five loops, one in the other")?;
        };
        let operations = op::operations(body);
        let mut stores = operations.iter().filter(|op| op::is(**op, "memref.store"));
        let (Some(store), None) = (stores.next(), stores.next()) else {
            return Err("expected one store".to_owned());
        };
        let combine = defined(op::operands(*store)[0], &["arith.addf", "arith.addi"])?;
        let store = access(*store);
        let (mut sum, mut product) = (None, None);
        for operand in op::operands(combine) {
            match defining_operation(operand) {
                Some(load) if op::is(load, "memref.load") => sum = Some(access(load)),
                Some(times) if ["arith.mulf", "arith.muli"].contains(&op::name(times)) => {
                    product = Some(times);
                }
                _ => {}
            }
        }
        let sum = sum.ok_or("expected a loaded sum")?;
        let product = product.ok_or("expected a product")?;
        let factors = op::operands(product).into_iter().map(factor);
        let factors = factors.collect::<Result<Vec<_>, String>>()?;
        let [first, second]: [Access; 2] =
            factors.try_into().map_err(|_| "expected two factors")?;
        let of_rows = |access: &Access<'c, 'a>| access.is_free_of(&members, Factor::B);
        let (a, b) = if of_rows(&first) && second.is_free_of(&members, Factor::A) {
            (first, second)
        } else if of_rows(&second) && first.is_free_of(&members, Factor::A) {
            (second, first)
        } else {
            return Err("expected a factor of rows and one of columns".to_owned());
        };
        Ok(Nest {
            unit,
            outermost,
            members,
            lane: [starts[0], starts[1]],
            body,
            a,
            b,
            sum,
            store,
        })
    }

    fn write(&self) {
        let a = self.fragment(Factor::A, &self.a);
        let b = self.fragment(Factor::B, &self.b);
        let context = op::context(self.outermost);
        let [_, _, rows, columns, _] = self.unit.extents();
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column]));
        let places: Vec<[i64; 2]> = places.collect();
        let element = op::result(self.sum.op).r#type();
        let sums = Type::parse(context, &format!("vector<{rows}x{columns}x{element}>"));
        let sums = sums.expect("a type of upstream");
        let mut all = self.value("ub.poison", &[], sums, &[]);
        for place in &places {
            let subscripts = self.subscripts(&self.sum, *place);
            let operands = [&[self.sum.array], &subscripts[..]].concat();
            let attributes = op::attributes(self.sum.op);
            let one = self.value("memref.load", &operands, element, &attributes);
            all = self.value("vector.insert", &[one, all], sums, &self.position(*place));
        }
        let unit = [("unit", self.unit.attribute(context))];
        let all = self.value(MULTIPLY_ADD, &[a, b, all], sums, &unit);
        for place in &places {
            let one = self.value("vector.extract", &[all], element, &self.position(*place));
            let subscripts = self.subscripts(&self.store, *place);
            let recipe = Recipe {
                operands: &[&[one, self.store.array], &subscripts[..]].concat(),
                attributes: &op::attributes(self.store.op),
                ..Recipe::default()
            };
            let location = self.store.op.location();
            op::insert_before(self.outermost, create("memref.store", location, recipe));
        }
        op::erase(self.outermost);
    }

    /// The attributes of an access to an element of a vector.
    fn position(&self, [row, column]: [i64; 2]) -> Vec<(&'static str, Attribute<'c>)> {
        let context = op::context(self.outermost);
        let position = DenseI64ArrayAttribute::new(context, &[row, column]).into();
        vec![("static_position", position)]
    }

    /// A factor, as all lanes read it together.
    fn fragment(&self, factor: Factor, access: &Access<'c, 'a>) -> Value<'c, 'a> {
        let context = op::context(self.outermost);
        let zero = self.number(0);
        let first: HashMap<ValueKey, Value> = self
            .members
            .iter()
            .map(|member| (ValueKey::of(*member), zero))
            .collect();
        let indices = self.clones(&access.subscripts, first);
        let steps = factor
            .members()
            .map(|member| access.steps(self.members[member]));
        let steps = steps.concat();
        let word = IntegerType::new(context, 64).into();
        let alignment = IntegerAttribute::new(word, self.alignment(access, &steps));
        let element = op::result(access.op).r#type();
        let (registers, packed) = (self.unit.registers(factor), self.unit.packed());
        let ty = Type::parse(context, &format!("vector<{registers}x{packed}x{element}>"));
        let attributes = [
            ("factor", build::text(context, factor.as_str())),
            ("unit", self.unit.attribute(context)),
            ("steps", DenseI64ArrayAttribute::new(context, &steps).into()),
            ("alignment", alignment.into()),
        ];
        let operands = [&[access.array], &indices[..]].concat();
        let ty = ty.expect("a type of upstream");
        self.value(FRAGMENT, &operands, ty, &attributes)
    }

    /// Bytes of which the address of each row of 16 bytes of a factor is a multiple.
    fn alignment(&self, access: &Access<'c, 'a>, steps: &[i64]) -> i64 {
        let element = self.unit.element.bits() / 8;
        let row = ROW / element;
        let Ok(ty) = MemRefType::try_from(access.array.r#type()) else {
            return element;
        };
        let pitches = extents(ty).into_iter().skip(1).rev();
        let pitches = pitches.scan(1, |pitch, extent| {
            *pitch *= extent;
            Some(*pitch)
        });
        let whole = ty.has_static_shape() && pitches.into_iter().all(|pitch| pitch % row == 0);
        let Some(last) = access.subscripts.last() else {
            return element;
        };
        let rest = self.members.iter();
        let rest = rest.fold(Linear::of(*last), |sum, member| sum.without(*member));
        // Rows follow each other along one of the steps; the others leave the last dimension.
        let rank = access.subscripts.len();
        let within = (steps.chunks(rank)).filter_map(|step| step.last());
        let rows = within
            .filter(|step| **step != 0)
            .all(|step| *step == 1 || *step == 2 || step % row == 0);
        if whole && rows && rest.is_multiple_of(row) {
            ROW
        } else {
            element
        }
    }

    /// The subscripts at an element of the sum of this lane.
    fn subscripts(&self, access: &Access<'c, 'a>, [row, column]: [i64; 2]) -> Vec<Value<'c, 'a>> {
        let values = [
            self.lane[0],
            self.lane[1],
            self.number(row),
            self.number(column),
            self.number(0),
        ];
        let members = self.members.iter().zip(values);
        let members = members.map(|(member, value)| (ValueKey::of(*member), value));
        self.clones(&access.subscripts, members.collect())
    }

    /// Values of the innermost loop in front of the nest, for these values of the iterators.
    fn clones(
        &self,
        values: &[Value<'c, 'a>],
        mut known: HashMap<ValueKey, Value<'c, 'a>>,
    ) -> Vec<Value<'c, 'a>> {
        for inner in op::operations(self.body) {
            let is_index = |value: &Value<'c, 'a>| value.r#type().is_index();
            if !op::name(inner).starts_with("arith.") || !op::results(inner).iter().all(is_index) {
                continue;
            }
            let clone = op::insert_before(self.outermost, Operation::clone(&inner));
            for (position, operand) in op::operands(inner).into_iter().enumerate() {
                let operand = known.get(&ValueKey::of(operand)).copied();
                if let Some(operand) = operand {
                    op::set_operand(clone, position, operand);
                }
            }
            for (from, to) in op::results(inner).into_iter().zip(op::results(clone)) {
                known.insert(ValueKey::of(from), to);
            }
        }
        let of =
            |value: &Value<'c, 'a>| known.get(&ValueKey::of(*value)).copied().unwrap_or(*value);
        values.iter().map(of).collect()
    }

    fn number(&self, number: i64) -> Value<'c, 'a> {
        let index = Type::index(op::context(self.outermost));
        let value = IntegerAttribute::new(index, number).into();
        self.value("arith.constant", &[], index, &[("value", value)])
    }

    fn value(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        ty: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Value<'c, 'a> {
        let location = self.outermost.location();
        let made = create_value(name, location, operands, ty, attributes);
        op::result(op::insert_before(self.outermost, made))
    }
}

/// Bytes of a row of 8x8 elements of 16 bits, which lanes read as a whole.
const ROW: i64 = 16;

impl<'c, 'a> Access<'c, 'a> {
    /// What one more of a member adds to each subscript.
    fn steps(&self, member: Value<'c, 'a>) -> Vec<i64> {
        let subscripts = self.subscripts.iter();
        let step = |subscript: &Value<'c, 'a>| Linear::of(*subscript).coefficient(member);
        subscripts.map(|one| step(one).unwrap_or(0)).collect()
    }

    /// Whether the subscripts are the same along the members across which the factor changes, and
    /// sums of multiples of the others.
    fn is_free_of(&self, members: &[Value<'c, 'a>], factor: Factor) -> bool {
        let [first, second, _] = factor.members();
        self.subscripts.iter().all(|subscript| {
            let sum = Linear::of(*subscript);
            let mut all = members.iter().enumerate();
            all.all(|(position, member)| match sum.coefficient(*member) {
                Some(step) => step == 0 || (position != first && position != second),
                None => false,
            })
        })
    }
}

fn access<'c: 'a, 'a>(op: OperationRef<'c, 'a>) -> Access<'c, 'a> {
    let operands = op::operands(op);
    let array = usize::from(op::is(op, "memref.store"));
    Access {
        op,
        array: operands[array],
        subscripts: operands[array + 1..].to_vec(),
    }
}

/// The operation of a value, which must be one of these.
fn defined<'c: 'a, 'a>(
    value: Value<'c, 'a>,
    names: &[&str],
) -> Result<OperationRef<'c, 'a>, String> {
    let found = defining_operation(value).filter(|op| names.contains(&op::name(*op)));
    found.ok_or_else(|| format!("expected one of {}", names.join(", ")))
}

/// The load of a factor, behind conversions, which `schedule-verify` has proved exact.
fn factor<'c: 'a, 'a>(value: Value<'c, 'a>) -> Result<Access<'c, 'a>, String> {
    let conversions = ["arith.extf", "arith.truncf", "arith.extsi"];
    let mut op = defining_operation(value).ok_or("expected a loaded factor")?;
    while conversions.contains(&op::name(op)) {
        op = defining_operation(op::operands(op)[0]).ok_or("expected a loaded factor")?;
    }
    if op::is(op, "memref.load") {
        Ok(access(op))
    } else {
        Err("expected a loaded factor".to_owned())
    }
}
