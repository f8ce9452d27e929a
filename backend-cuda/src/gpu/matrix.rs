//! Matrix operations in NVIDIA's spelling.
//!
//! ```mlir
//! %a = schedule.fragment "a" %S[%m, %k] ..          %a = nvgpu.ldmatrix %S[%m + lane mod 16, %k + 8*floor(lane/16)]
//!                                              ==>         {numTiles = 4, transpose = false}
//! %d = schedule.multiply_add %a, %b, %c ..          %d = nvvm.mma.sync A[..] B[..] C[..] {shape = <m = 16, n = 8, k = 16>}
//! ```
//!
//! A factor in shared memory whose rows of 16 bytes lie at multiples of 16 is read by `ldmatrix`,
//! of which each lane gives the address of a row: along the terms, or, of numbers of 16 bits,
//! across them. Any other one is loaded element by element, each lane those of its registers. The
//! registers and lanes are those of the PTX ISA, the fragments of `mma.m16n8k16` and its kin.

use melior::ir::attribute::{DenseI32ArrayAttribute, DenseI64ArrayAttribute, IntegerAttribute};
use melior::ir::r#type::{IntegerType, MemRefType, ShapedTypeLike};
use tc_dialects::op::{self, build, create_value};
use tc_dialects::schedule::tree::{Element, Factor, Unit};
use tc_pass_host::*;

/// Bytes of a row that `ldmatrix` reads.
const ROW_BYTES: i64 = 16;

/// Lanes of a warp.
const LANES: i64 = 32;

/// The lower bits of an `f32` that units leave out.
const LEFT_OUT: i64 = 13;

/// Writes operations in front of one.
struct Writer<'c, 'a> {
    before: OperationRef<'c, 'a>,
    context: &'c Context,
}

/// A factor as it lies in memory: what is added to the subscripts from one element to the next.
struct Steps {
    /// For `a` from row to row, for `b` over two columns.
    first: Vec<i64>,
    /// For `a` over eight rows, for `b` from column to column.
    second: Vec<i64>,
    terms: Vec<i64>,
}

/// A sum of multiples of vectors of steps.
type Offset<'s, 'c, 'a> = Vec<(&'s [i64], Value<'c, 'a>)>;

/// The registers of a factor, read by all lanes together.
pub(super) fn fragment<'c: 'a, 'a>(
    fragment: OperationRef<'c, 'a>,
    context: &'c Context,
) -> Result<Value<'c, 'a>, Failure> {
    let malformed = |what: &str| Failure::new(format!("expected {what}")).at_operation(&fragment);
    let writer = Writer {
        before: fragment,
        context,
    };
    let operands = op::operands(fragment);
    let (array, indices) = (operands[0], &operands[1..]);
    let unit = Unit::of_attribute(fragment.attribute("unit")?).map_err(Failure::new)?;
    let letter = op::string(fragment, "factor").unwrap_or_default();
    let factor = Factor::of_letter(&letter).ok_or_else(|| malformed("the factor `a` or `b`"))?;
    let steps = op::integers(fragment, "steps").unwrap_or_default();
    if steps.len() != 3 * indices.len() || indices.is_empty() {
        return Err(malformed("three steps for each subscript"));
    }
    let mut each = steps.chunks(indices.len()).map(<[i64]>::to_vec);
    let mut next = || each.next().unwrap_or_default();
    let steps = Steps {
        first: next(),
        second: next(),
        terms: next(),
    };
    let ty = op::result(fragment).r#type();
    let aligned = op::integer(fragment, "alignment") >= Some(ROW_BYTES);
    let across = match factor {
        Factor::A => is_next(&steps.first, 1),
        Factor::B => is_next(&steps.first, 2) && is_next(&steps.second, 1),
    };
    let transposed = across && unit.element.bits() == 16;
    if aligned && is_shared(array) && (is_next(&steps.terms, 1) || transposed) {
        let transposed = !is_next(&steps.terms, 1);
        let rows = writer.rows(unit, factor, &steps, transposed);
        let tiles =
            IntegerAttribute::new(IntegerType::new(context, 32).into(), unit.registers(factor));
        let attributes = [
            ("numTiles", tiles.into()),
            (
                "transpose",
                build::parsed(context, if transposed { "true" } else { "false" }),
            ),
        ];
        let operands = [&[array], &writer.at(indices, &rows)[..]].concat();
        return Ok(writer.value("nvgpu.ldmatrix", &operands, ty, &attributes));
    }
    Ok(writer.elements(unit, factor, &steps, array, indices, ty))
}

/// Whether steps are a number of elements in the last dimension.
fn is_next(steps: &[i64], count: i64) -> bool {
    let zeros = steps.iter().rev().skip(1);
    steps.last() == Some(&count) && zeros.clone().all(|step| *step == 0)
}

fn is_shared(array: Value<'_, '_>) -> bool {
    let ty = MemRefType::try_from(array.r#type());
    let space = ty.ok().and_then(|ty| ty.memory_space());
    space.is_some_and(|space| space.to_string() == "#gpu.address_space<workgroup>")
}

impl<'c: 'a, 'a> Writer<'c, 'a> {
    fn value(
        &self,
        name: &str,
        operands: &[Value<'c, 'a>],
        ty: Type<'c>,
        attributes: &[(&str, Attribute<'c>)],
    ) -> Value<'c, 'a> {
        let made = create_value(name, self.before.location(), operands, ty, attributes);
        op::result(op::insert_before(self.before, made))
    }

    fn number(&self, number: i64) -> Value<'c, 'a> {
        let index = Type::index(self.context);
        let value = IntegerAttribute::new(index, number).into();
        self.value("arith.constant", &[], index, &[("value", value)])
    }

    fn arith(&self, name: &str, value: Value<'c, 'a>, number: i64) -> Value<'c, 'a> {
        let operands = [value, self.number(number)];
        self.value(name, &operands, Type::index(self.context), &[])
    }

    /// `floor(lane/stride) mod size`
    fn digit(&self, stride: i64, size: i64) -> Value<'c, 'a> {
        let index = Type::index(self.context);
        let dimension = build::parsed(self.context, "#gpu<dim x>");
        let thread = self.value("gpu.thread_id", &[], index, &[("dimension", dimension)]);
        let mut value = self.arith("arith.remui", thread, LANES);
        if stride > 1 {
            value = self.arith("arith.divui", value, stride);
        }
        if stride * size < LANES {
            value = self.arith("arith.remui", value, size);
        }
        value
    }

    /// From the first element to the row whose address a lane gives.
    fn rows<'s>(
        &self,
        unit: Unit,
        factor: Factor,
        steps: &'s Steps,
        transposed: bool,
    ) -> Offset<'s, 'c, 'a> {
        let Steps {
            first,
            second,
            terms,
        } = steps;
        let row = ROW_BYTES * 8 / unit.element.bits();
        let times = |value, number| self.arith("arith.muli", value, number);
        match (factor, transposed) {
            (Factor::A, false) => vec![
                (first, self.digit(1, 8)),
                (second, self.digit(8, 2)),
                (terms, times(self.digit(16, 2), row)),
            ],
            (Factor::A, true) => vec![
                (terms, self.digit(1, 8)),
                (second, self.digit(8, 2)),
                (terms, times(self.digit(16, 2), row)),
            ],
            (Factor::B, false) => vec![
                (first, self.digit(2, 4)),
                (second, self.digit(1, 2)),
                (terms, times(self.digit(8, 2), row)),
            ],
            (Factor::B, true) => vec![
                (terms, self.digit(1, 8)),
                (terms, times(self.digit(8, 2), row)),
            ],
        }
    }

    /// Subscripts with an offset.
    fn at(&self, indices: &[Value<'c, 'a>], offset: &Offset<'_, 'c, 'a>) -> Vec<Value<'c, 'a>> {
        let index = Type::index(self.context);
        let sum = |(dimension, first): (usize, &Value<'c, 'a>)| {
            let terms = offset.iter().filter(|(steps, _)| steps[dimension] != 0);
            terms.fold(*first, |sum, (steps, value)| {
                let term = match steps[dimension] {
                    1 => *value,
                    step => self.arith("arith.muli", *value, step),
                };
                self.value("arith.addi", &[sum, term], index, &[])
            })
        };
        indices.iter().enumerate().map(sum).collect()
    }

    /// Each element by a load of its own.
    fn elements(
        &self,
        unit: Unit,
        factor: Factor,
        steps: &Steps,
        array: Value<'c, 'a>,
        indices: &[Value<'c, 'a>],
        ty: Type<'c>,
    ) -> Value<'c, 'a> {
        let (packed, columns) = (unit.packed(), Unit::COLUMNS.size);
        let element = MemRefType::try_from(array.r#type()).map(|ty| ty.element());
        let element = element.expect("a fragment of an array");
        let mut lane: Offset<'_, 'c, 'a> = match factor {
            Factor::A => vec![(&steps.first, self.digit(4, 8))],
            Factor::B => vec![
                (&steps.first, self.digit(8, 4)),
                (&steps.second, self.digit(4, 2)),
            ],
        };
        lane.push((
            &steps.terms,
            self.arith("arith.muli", self.digit(1, columns), packed),
        ));
        let lane = self.at(indices, &lane);
        let mut all = self.value("ub.poison", &[], ty, &[]);
        for register in 0..unit.registers(factor) {
            let (row, further) = match factor {
                Factor::A => (register % 2, register / 2),
                Factor::B => (0, register),
            };
            for position in 0..packed {
                let term = further * packed * columns + position;
                let offset: Offset<'_, 'c, 'a> = vec![
                    (&steps.second, self.number(row)),
                    (&steps.terms, self.number(term)),
                ];
                let operands = [&[array], &self.at(&lane, &offset)[..]].concat();
                let one = self.value("memref.load", &operands, element, &[]);
                let place = DenseI64ArrayAttribute::new(self.context, &[register, position]).into();
                let place = [("static_position", place)];
                all = self.value("vector.insert", &[one, all], ty, &place);
            }
        }
        all
    }

    /// The word of an `f32` that units read as the nearest number of 10 bits: they leave out the
    /// lower 13 bits. Infinities stay; what is next to them becomes one.
    fn rounded(&self, word: Value<'c, 'a>) -> Value<'c, 'a> {
        let half = self.word(1 << (LEFT_OUT - 1));
        self.value("arith.addi", &[word, half], word.r#type(), &[])
    }

    /// Words of `f32` as two numbers of 10 bits each, whose sum they are but for what is beyond 21
    /// bits.
    fn parts(&self, words: &[Value<'c, 'a>]) -> [Vec<Value<'c, 'a>>; 2] {
        let float = Type::float32(self.context);
        let kept = self.word(-(1 << LEFT_OUT));
        let mut parts = [Vec::new(), Vec::new()];
        for word in words {
            let ty = word.r#type();
            let large = self.value("arith.andi", &[self.rounded(*word), kept], ty, &[]);
            let floats = [*word, large].map(|one| self.value("arith.bitcast", &[one], float, &[]));
            let small = self.value("arith.subf", &floats, float, &[]);
            parts[0].push(large);
            parts[1].push(self.value("arith.bitcast", &[small], ty, &[]));
        }
        parts
    }

    /// A constant of 32 bits.
    fn word(&self, number: i64) -> Value<'c, 'a> {
        let ty = IntegerType::new(self.context, 32).into();
        let value = IntegerAttribute::new(ty, number).into();
        self.value("arith.constant", &[], ty, &[("value", value)])
    }

    /// A row of a vector, as the type of a register.
    fn register(
        &self,
        all: Value<'c, 'a>,
        number: i64,
        unit: Unit,
        element: &str,
    ) -> Value<'c, 'a> {
        let context = self.context;
        let parse = |text: &str| Type::parse(context, text).expect("a type of upstream");
        let row = parse(&format!("vector<{}x{element}>", unit.packed()));
        let at = |position: i64| {
            let position = DenseI64ArrayAttribute::new(context, &[position]).into();
            [("static_position", position)]
        };
        let row = self.value("vector.extract", &[all], row, &at(number));
        if unit.element == Element::F16 {
            return row;
        }
        let word = self.value("vector.bitcast", &[row], parse("vector<1xi32>"), &[]);
        self.value("vector.extract", &[word], parse("i32"), &at(0))
    }
}

/// The factors of the products that an operation is, of the registers of both: one, or those of
/// parts, the smallest first.
fn products<'c: 'a, 'a>(
    writer: &Writer<'c, 'a>,
    unit: Unit,
    [a, b]: [Value<'c, 'a>; 2],
) -> Vec<Vec<Value<'c, 'a>>> {
    let registers = |factor: Factor, value| -> Vec<Value<'c, 'a>> {
        let stored = unit.element.stored();
        let registers = 0..unit.registers(factor);
        let one = |number| writer.register(value, number, unit, stored);
        registers.map(one).collect()
    };
    let (a, b) = (registers(Factor::A, a), registers(Factor::B, b));
    match unit.element {
        Element::Tf32 => {
            let factors = [a, b].concat().into_iter();
            vec![factors.map(|one| writer.rounded(one)).collect()]
        }
        Element::Tf32x3 => {
            let [large_a, small_a] = writer.parts(&a);
            let [large_b, small_b] = writer.parts(&b);
            vec![
                [&small_a[..], &large_b[..]].concat(),
                [&large_a[..], &small_b[..]].concat(),
                [large_a, large_b].concat(),
            ]
        }
        Element::F16 | Element::Bf16 | Element::I8 => vec![[a, b].concat()],
    }
}

/// The attributes of an operation with so many registers of the sum.
fn attributes_of<'c>(
    context: &'c Context,
    unit: Unit,
    sums: i64,
) -> Vec<(&'static str, Attribute<'c>)> {
    let parsed = |text: &str| build::parsed(context, text);
    let counts = [unit.registers(Factor::A), unit.registers(Factor::B), sums];
    let counts = counts.map(|count| i32::try_from(count).unwrap_or(0));
    let counts = DenseI32ArrayAttribute::new(context, &counts);
    let multiplied = parsed(match unit.element {
        Element::F16 => "#nvvm.mma_type<f16>",
        Element::Bf16 => "#nvvm.mma_type<bf16>",
        Element::Tf32 | Element::Tf32x3 => "#nvvm.mma_type<tf32>",
        Element::I8 => "#nvvm.mma_type<s8>",
    });
    let Unit {
        rows,
        columns,
        depth,
        ..
    } = unit;
    let shape = format!("#nvvm.shape<m = {rows}, n = {columns}, k = {depth}>");
    let mut attributes = vec![
        ("shape", parsed(&shape)),
        ("layoutA", parsed("#nvvm.mma_layout<row>")),
        ("layoutB", parsed("#nvvm.mma_layout<col>")),
        ("multiplicandAPtxType", multiplied),
        ("multiplicandBPtxType", multiplied),
        ("operandSegmentSizes", counts.into()),
    ];
    if unit.element == Element::I8 {
        let wrapped = parsed("#nvvm.mma_int_overflow<wrapped>");
        attributes.push(("intOverflowBehavior", wrapped));
    }
    attributes
}

/// `a * b + c`
pub(super) fn multiply_add<'c: 'a, 'a>(
    operation: OperationRef<'c, 'a>,
    context: &'c Context,
) -> Result<Value<'c, 'a>, Failure> {
    let writer = Writer {
        before: operation,
        context,
    };
    let unit = Unit::of_attribute(operation.attribute("unit")?).map_err(Failure::new)?;
    let operands = op::operands(operation);
    let [a, b, sum] = [operands[0], operands[1], operands[2]];
    let parse = |text: &str| Type::parse(context, text).expect("a type of upstream");
    let element = parse(unit.element.sum());
    let [_, _, rows, columns, _] = unit.extents();
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column]));
    let places: Vec<[i64; 2]> = places.collect();
    let at = |name: &'static str, place: &[i64]| {
        [(name, DenseI64ArrayAttribute::new(context, place).into())]
    };
    let extract = |place: &[i64; 2]| {
        writer.value(
            "vector.extract",
            &[sum],
            element,
            &at("static_position", place),
        )
    };
    let mut sums: Vec<Value<'c, 'a>> = places.iter().map(extract).collect();
    let attributes = attributes_of(context, unit, rows * columns);
    let all = vec![unit.element.sum(); places.len()].join(", ");
    let all = parse(&format!("!llvm.struct<({all})>"));
    for factors in products(&writer, unit, [a, b]) {
        let operands = [factors, sums].concat();
        let made = writer.value("nvvm.mma.sync", &operands, all, &attributes);
        let one = |number: i64| {
            writer.value(
                "llvm.extractvalue",
                &[made],
                element,
                &at("position", &[number]),
            )
        };
        sums = (0..rows * columns).map(one).collect();
    }
    let ty = op::result(operation).r#type();
    let mut result = writer.value("ub.poison", &[], ty, &[]);
    for (place, one) in places.iter().zip(sums) {
        let at = at("static_position", place);
        result = writer.value("vector.insert", &[one, result], ty, &at);
    }
    Ok(result)
}
