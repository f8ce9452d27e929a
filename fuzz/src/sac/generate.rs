//! Programs that mostly have a value: expressions are generated for a shape, and indices for the
//! extents that they select.

use super::run::Case;
use tc_syntax::scalar::Scalar;
use tc_testing::sac::interpret::{Array, Number};

/// A sequence of numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    fn chance(&mut self, of_ten: usize) -> bool {
        self.below(10) < of_ten
    }

    fn extent(&mut self) -> usize {
        [0, 1, 2, 2, 3, 3, 4, 5][self.below(8)]
    }

    fn shape(&mut self, most: usize) -> Vec<usize> {
        let rank = self.below(most + 1);
        (0..rank).map(|_| self.extent()).collect()
    }
}

/// An index with the values that it takes: `[low, high)`.
#[derive(Clone)]
struct Index {
    text: String,
    low: usize,
    high: usize,
}

struct Generator {
    random: Random,
    arrays: Vec<(String, Vec<usize>)>,
    indices: Vec<Index>,
    names: usize,
    scalar: Scalar,
}

/// A program of a sequence.
pub fn program(seed: u64, index: u64) -> Case {
    let mut random = Random(seed.wrapping_mul(0x0100_0000_01b3) ^ index);
    random.next();
    let scalar = match random.below(8) {
        0 => Scalar::Double,
        1 => Scalar::Float,
        _ => Scalar::Int32,
    };
    let count = 1 + random.below(3);
    let mut arguments = Vec::new();
    for number in 0..count {
        let shape = random.shape(3);
        arguments.push((format!("a{number}"), array(&mut random, scalar, &shape)));
    }
    let arrays = arguments.iter();
    let arrays = arrays
        .map(|(name, array)| (name.clone(), array.shape.clone()))
        .collect();
    let mut generator = Generator {
        random,
        arrays,
        indices: Vec::new(),
        names: 0,
        scalar,
    };
    let text = generator.function(&arguments);
    Case { text, arguments }
}

fn array(random: &mut Random, scalar: Scalar, shape: &[usize]) -> Array {
    let mut value = || {
        let small = random.between(-9, 9);
        match scalar {
            Scalar::Double => Number::Double(small as f64),
            Scalar::Float => Number::Float(small as f32),
            _ => Number::Int(small as i32),
        }
    };
    let count = shape.iter().product();
    Array {
        scalar,
        shape: shape.to_vec(),
        data: (0..count).map(|_| value()).collect(),
    }
}

fn list(all: &[String]) -> String {
    format!("[{}]", all.join(","))
}

fn numbers(all: &[usize]) -> String {
    list(&all.iter().map(ToString::to_string).collect::<Vec<_>>())
}

impl Generator {
    fn function(&mut self, arguments: &[(String, Array)]) -> String {
        let style = self.random.below(3);
        let params: Vec<String> = arguments
            .iter()
            .map(|(name, array)| {
                let axes = array.shape.iter().map(|extent| match style {
                    0 => extent.to_string(),
                    _ => ".".to_owned(),
                });
                let axes: Vec<String> = axes.collect();
                match style {
                    2 => format!("{}[*] {name}", self.type_name()),
                    _ => format!("{}{} {name}", self.type_name(), list(&axes)),
                }
            })
            .collect();
        let mut lines = String::new();
        if self.random.chance(3) {
            let shape = self.random.shape(2);
            let value = self.value(&shape, 2);
            lines = format!("  x = {value};\n");
            self.arrays.push(("x".to_owned(), shape));
        }
        let shape = self.random.shape(3);
        let value = self.value(&shape, 3);
        let ty = self.type_name();
        let params = params.join(", ");
        format!("{ty}[*] f({params})\n{{\n{lines}  return {value};\n}}\n")
    }

    fn type_name(&self) -> &'static str {
        match self.scalar {
            Scalar::Double => "double",
            Scalar::Float => "float",
            _ => "int",
        }
    }

    fn literal(&mut self) -> String {
        let value = self.random.between(0, 9);
        match self.scalar {
            Scalar::Double => format!("{value}.0"),
            Scalar::Float => format!("{value}f"),
            _ => value.to_string(),
        }
    }

    fn name(&mut self, base: &str) -> String {
        self.names += 1;
        format!("{base}{}", self.names)
    }

    /// An expression of a shape.
    fn value(&mut self, shape: &[usize], depth: usize) -> String {
        let known: Vec<String> = self
            .arrays
            .iter()
            .filter(|(_, other)| other == shape)
            .map(|(name, _)| name.clone())
            .collect();
        if !known.is_empty() && (depth == 0 || self.random.chance(3)) {
            return known[self.random.below(known.len())].clone();
        }
        if shape.is_empty() {
            return self.scalar(depth);
        }
        if depth == 0 {
            let literal = self.literal();
            return format!("genarray({}, {literal})", numbers(shape));
        }
        match self.random.below(10) {
            0 | 1 => {
                let (a, b) = (self.value(shape, depth - 1), self.operand(shape, depth - 1));
                let op = ["+", "-", "*"][self.random.below(3)];
                format!("({a} {op} {b})")
            }
            2 | 3 => self.moved(shape, depth),
            _ => self.comprehension(shape, depth),
        }
    }

    /// A value of a shape, or a scalar.
    fn operand(&mut self, shape: &[usize], depth: usize) -> String {
        if self.random.chance(3) {
            self.value(&[], depth)
        } else {
            self.value(shape, depth)
        }
    }

    fn scalar(&mut self, depth: usize) -> String {
        if self.scalar == Scalar::Int32 && !self.indices.is_empty() && self.random.chance(3) {
            return self.indices[self.random.below(self.indices.len())]
                .text
                .clone();
        }
        match self.random.below(if depth == 0 { 3 } else { 11 }) {
            0 => self.literal(),
            1 | 2 => self.selected(&[]).unwrap_or_else(|| self.literal()),
            3 | 4 => {
                let (a, b) = (self.scalar(depth - 1), self.scalar(depth - 1));
                let op = ["+", "-", "*"][self.random.below(3)];
                format!("({a} {op} {b})")
            }
            5 => {
                let (a, b) = (self.scalar(depth - 1), self.scalar(depth - 1));
                let condition = self.condition(depth - 1);
                format!("({condition} ? {a} : {b})")
            }
            6 if self.scalar == Scalar::Int32 => {
                let a = self.scalar(depth - 1);
                let divisor = [2, 3, -2, -3, 7][self.random.below(5)];
                let op = ["/", "%"][self.random.below(2)];
                format!("({a} {op} ({divisor}))")
            }
            7 => {
                let (a, b) = (self.scalar(depth - 1), self.scalar(depth - 1));
                let function = ["min", "max"][self.random.below(2)];
                format!("{function}({a}, {b})")
            }
            _ => {
                let shape = self.random.shape(2);
                let value = self.value(&shape, depth - 1);
                let function = ["sum", "sum", "minval", "maxval", "prod"][self.random.below(5)];
                format!("{function}({value})")
            }
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        let (a, b) = (self.scalar(depth.min(1)), self.scalar(0));
        let op = ["<", "<=", "==", "!=", ">", ">="][self.random.below(6)];
        format!("{a} {op} {b}")
    }

    /// A part of an array of this shape, at indices in its range.
    fn selected(&mut self, cell: &[usize]) -> Option<String> {
        let fits = |(_, shape): &&(String, Vec<usize>)| {
            shape.len() > cell.len() && shape[shape.len() - cell.len()..] == *cell
        };
        let known: Vec<(String, Vec<usize>)> = self.arrays.iter().filter(fits).cloned().collect();
        let (name, shape) = known.get(self.random.below(known.len()))?.clone();
        let count = shape.len() - cell.len();
        let subscripts: Option<Vec<String>> = shape[..count]
            .iter()
            .map(|extent| self.subscript(*extent))
            .collect();
        let subscripts = subscripts?;
        Some(match self.random.below(4) {
            0 => format!("{name}[[{}]]", subscripts.join(",")),
            1 => {
                let chain = subscripts.iter().map(|one| format!("[{one}]"));
                format!("{name}{}", chain.collect::<String>())
            }
            2 if !cell.is_empty() => format!("{name}[{},...]", subscripts.join(",")),
            _ => format!("{name}{}", list(&subscripts)),
        })
    }

    /// An index into an axis.
    fn subscript(&mut self, extent: usize) -> Option<String> {
        if extent == 0 {
            let is_empty = |one: &&Index| one.high <= one.low;
            return self
                .indices
                .iter()
                .find(is_empty)
                .map(|one| one.text.clone());
        }
        let fitting: Vec<Index> = self
            .indices
            .iter()
            .filter(|one| one.high <= extent)
            .cloned()
            .collect();
        if fitting.is_empty() || self.random.chance(2) {
            return Some(self.random.below(extent).to_string());
        }
        let one = fitting[self.random.below(fitting.len())].clone();
        let last = extent - 1;
        Some(match self.random.below(8) {
            0 => format!("{last} - {}", one.text),
            1 if one.high < extent => format!("{} + 1", one.text),
            2 if one.low > 0 => format!("{} - 1", one.text),
            3 if self.scalar == Scalar::Int32 => {
                let value = self.scalar(0);
                format!("max(min({value}, {last}), 0)")
            }
            4 => format!("({} * 2 + 1) % {extent}", one.text),
            _ => one.text,
        })
    }

    /// A function of the library that gives this shape.
    fn moved(&mut self, shape: &[usize], depth: usize) -> String {
        let first = shape[0];
        match self.random.below(9) {
            0 => format!("reverse({})", self.value(shape, depth - 1)),
            1 => {
                let turned: Vec<usize> = shape.iter().rev().copied().collect();
                format!("transpose({})", self.value(&turned, depth - 1))
            }
            2 => {
                let by = self.random.between(-6, 6);
                format!("rotate({by}, {})", self.value(shape, depth - 1))
            }
            3 | 4 => {
                let more = self.random.below(3);
                let larger = [&[first + more], &shape[1..]].concat();
                let value = self.value(&larger, depth - 1);
                match self.random.below(4) {
                    0 => format!("take([{first}], {value})"),
                    1 => format!("take([-{first}], {value})"),
                    2 => format!("drop([{more}], {value})"),
                    _ => format!("drop([-{more}], {value})"),
                }
            }
            5 => {
                let at = self.random.below(first + 1);
                let a = self.value(&[&[at], &shape[1..]].concat(), depth - 1);
                let b = self.value(&[&[first - at], &shape[1..]].concat(), depth - 1);
                format!("({a} ++ {b})")
            }
            6 => {
                let flat = vec![shape.iter().product()];
                format!(
                    "reshape({}, {})",
                    numbers(shape),
                    self.value(&flat, depth - 1)
                )
            }
            7 => {
                let p = self.value(shape, depth - 1);
                let limit = self.literal();
                let (a, b) = (self.value(shape, depth - 1), self.operand(shape, depth - 1));
                format!("where({p} > {limit}, {a}, {b})")
            }
            _ => self.comprehension(shape, depth),
        }
    }

    fn comprehension(&mut self, shape: &[usize], depth: usize) -> String {
        if self.random.chance(2)
            && let Some(text) = self.without_bounds(shape)
        {
            return text;
        }
        let mut parts = Vec::new();
        for _ in 0..self.random.below(3) {
            let bounds: Vec<(usize, usize)> = shape
                .iter()
                .map(|extent| {
                    let (a, b) = (self.random.below(extent + 1), self.random.below(extent + 1));
                    if self.random.chance(9) {
                        (a.min(b), a.max(b))
                    } else {
                        (a, b)
                    }
                })
                .collect();
            parts.push(self.partition(shape, &bounds, false, depth));
        }
        let bounds: Vec<(usize, usize)> = shape
            .iter()
            .map(|extent| {
                if self.random.chance(2) {
                    (self.random.below(extent + 1), *extent)
                } else {
                    (0, *extent)
                }
            })
            .collect();
        parts.push(self.partition(shape, &bounds, true, depth));
        format!("{{ {} }}", parts.join(" ; "))
    }

    /// A comprehension whose bounds are those of an array.
    fn without_bounds(&mut self, shape: &[usize]) -> Option<String> {
        let known: Vec<(String, Vec<usize>)> = self
            .arrays
            .iter()
            .filter(|(_, other)| other == shape)
            .cloned()
            .collect();
        let (name, _) = known.get(self.random.below(known.len()))?.clone();
        let rest = self.literal();
        if self.random.chance(5) {
            let index = self.name("iv");
            return Some(format!("{{ {index} -> {name}[{index}] + {rest} }}"));
        }
        let names: Vec<String> = shape.iter().map(|_| self.name("i")).collect();
        let pattern = list(&names);
        Some(format!("{{ {pattern} -> {name}{pattern} * {rest} }}"))
    }

    /// A partition in a box of the result: the first axes are those of the frame; some of them may
    /// be dots, which cover their axis as a whole.
    fn partition(
        &mut self,
        shape: &[usize],
        bounds: &[(usize, usize)],
        is_last: bool,
        depth: usize,
    ) -> String {
        let rank = shape.len();
        let frame = 1 + self.random.below(rank);
        let is_vector = self.random.chance(3);
        let dots: Vec<bool> = (0..rank)
            .map(|axis| axis >= frame || (!is_vector && self.random.chance(2)))
            .collect();
        let variables: Vec<usize> = (0..rank).filter(|axis| !dots[*axis]).collect();
        let cell: Vec<usize> = (0..rank)
            .filter(|axis| dots[*axis])
            .map(|axis| shape[axis])
            .collect();
        let outside = self.indices.len();
        let vector = self.name("iv");
        let names: Vec<String> = variables.iter().map(|_| self.name("i")).collect();
        for (at, axis) in variables.iter().enumerate() {
            let text = if is_vector {
                format!("{vector}[{at}]")
            } else {
                names[at].clone()
            };
            let (low, high) = bounds[*axis];
            self.indices.push(Index { text, low, high });
        }
        let body = if self.random.chance(3) {
            self.selected(&cell)
        } else {
            None
        };
        let body = body.unwrap_or_else(|| self.value(&cell, depth - 1));
        self.indices.truncate(outside);
        let pattern = if is_vector {
            vector.clone()
        } else {
            self.pattern(&dots, frame, &names)
        };
        let bound = |of: &dyn Fn(usize) -> usize| {
            let all: Vec<usize> = variables.iter().map(|axis| of(*axis)).collect();
            numbers(&all)
        };
        if variables.is_empty() {
            return format!("{pattern} -> {body}");
        }
        let index = if is_vector { vector } else { list(&names) };
        let lower = bound(&|axis| bounds[axis].0);
        let upper = bound(&|axis| bounds[axis].1);
        let from_zero = variables.iter().all(|axis| bounds[*axis].0 == 0);
        let to_end = variables.iter().all(|axis| bounds[*axis].1 == shape[*axis]);
        match self.random.below(4) {
            0 if from_zero => format!("{pattern} -> {body} | {index} < {upper}"),
            1 if to_end && !is_last => format!("{pattern} -> {body} | {lower} <= {index} <= ."),
            _ => format!("{pattern} -> {body} | {lower} <= {index} < {upper}"),
        }
    }

    /// `[i, ., j]`, where the axes behind the frame may be `...`.
    fn pattern(&mut self, dots: &[bool], frame: usize, names: &[String]) -> String {
        let mut names = names.iter();
        let mut items: Vec<String> = dots[..frame]
            .iter()
            .map(|is_dot| match is_dot {
                true => ".".to_owned(),
                false => names.next().cloned().unwrap_or_default(),
            })
            .collect();
        match items.iter().position(|item| item == ".") {
            // `...` takes all axes that single dots leave, and those behind it follow the frame.
            Some(at) if frame == dots.len() && self.random.chance(4) => {
                items[at] = "...".to_owned();
            }
            _ if self.random.chance(3) => items.push("...".to_owned()),
            _ => {}
        }
        list(&items)
    }
}
