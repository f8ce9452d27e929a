//! Where the inputs of a run come from: `--input NAME=SOURCE`.

use super::npy;
use half::{bf16, f16};
use std::{path::PathBuf, str::FromStr, sync::Arc};
use tc_dialects::tensor::{ElementType, Tensor, TensorError};
use tc_syntax::rounding::{to_bfloat16, to_half};

/// The source of one input.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A `.npy` file; `-` is standard input.
    File(PathBuf),
    /// The value of an input without dimensions, as written.
    Literal(String),
    /// Uniform values in [-1, 1), or integers in [0, 8), from this seed.
    Random(u64),
    /// Multiples of 1/4 in [-4, 4], or integers in [-4, 4] (unsigned: [0, 8]): their sums are exact
    /// in any order.
    Quarters(u64),
    /// The ends of an integer type and values around 0; among multiples of 1/4 also NaN, infinities
    /// and -0.
    Edges(u64),
    /// All elements 0.
    Zeros,
    /// All elements 1.
    Ones,
    /// A tensor that the caller has.
    Tensor(Arc<Tensor>),
    /// An array that the caller has at each run: only its shape is known, and its type, unless it
    /// is the declared one.
    Array(Option<ElementType>, Vec<usize>),
}

/// One `--input`.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// The argument.
    pub name: String,
    /// Where its contents come from.
    pub source: Source,
}

impl FromStr for Input {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, source) = text
            .split_once('=')
            .filter(|(name, source)| !name.is_empty() && !source.is_empty())
            .ok_or(
                "expected NAME=FILE.npy, NAME=VALUE, NAME=zeros, NAME=ones, or NAME=random, quarters or edges with an optional :SEED",
            )?;
        let (kind, seed) = match source.split_once(':') {
            Some((kind, seed)) if ["random", "quarters", "edges"].contains(&kind) => {
                let seed = seed
                    .parse()
                    .map_err(|_| format!("expected a whole number as the seed, found `{seed}`"))?;
                (kind, seed)
            }
            _ => (source, 0),
        };
        let source = match kind {
            "zeros" => Source::Zeros,
            "ones" => Source::Ones,
            "random" => Source::Random(seed),
            "quarters" => Source::Quarters(seed),
            "edges" => Source::Edges(seed),
            _ if is_literal(source) => Source::Literal(source.to_owned()),
            _ => Source::File(PathBuf::from(source)),
        };
        Ok(Self {
            name: name.to_owned(),
            source,
        })
    }
}

/// Numbers and truth values are literals, even if a file has that name: `./1` is the file.
fn is_literal(text: &str) -> bool {
    text.parse::<f64>().is_ok() || text.parse::<bool>().is_ok()
}

/// The tensor without dimensions that a literal denotes.
///
/// # Errors
/// A literal that is not a value of the type.
pub fn literal(text: &str, ty: ElementType) -> Result<Tensor, String> {
    let expected = |what: String| format!("expected {what}, found `{text}`");
    if ty.is_float() {
        // Rounded once: a double between two floats could round to the wrong one.
        let value = match ty {
            ElementType::F32 => text.parse::<f32>().map(f64::from),
            _ => text.parse::<f64>(),
        };
        let value = value.map_err(|_| expected(format!("a number of type {}", ty.name())))?;
        let mut tensor = Tensor::zeros(ty, &[]).map_err(|error| error.to_string())?;
        fill(&mut tensor, || value);
        return Ok(tensor);
    }
    let (low, high) = ty.integer_range().unwrap_or((0, 1));
    let value = match (ty, text) {
        (ElementType::Bool, "true") => Some(1),
        (ElementType::Bool, "false") => Some(0),
        _ => text.parse::<i128>().ok(),
    };
    let value = value.filter(|value| (low..=high).contains(value));
    let value = value.ok_or_else(|| match ty {
        ElementType::Bool => expected("true or false".to_owned()),
        _ => expected(format!(
            "a whole number of type {} ({low} to {high})",
            ty.name()
        )),
    })?;
    Tensor::from_bytes(ty, &[], &value.to_le_bytes()[..ty.size()])
        .map_err(|error| error.to_string())
}

impl Source {
    /// Reads a file, or takes the caller's tensor; `None` for sources that need a shape first.
    ///
    /// # Errors
    /// Those of [`npy::read`].
    pub fn read(&self) -> Result<Option<Tensor>, npy::Error> {
        match self {
            Source::File(path) => npy::read(path).map(Some),
            Source::Tensor(tensor) => Ok(Some(Tensor::clone(tensor))),
            _ => Ok(None),
        }
    }

    /// Makes a tensor of this type and shape; what has contents or a shape of its own counts as
    /// zeros here. The same seed, name, type and shape give the same values on every
    /// machine.
    ///
    /// # Errors
    /// A shape that does not fit in memory.
    pub fn generate(
        &self,
        name: &str,
        ty: ElementType,
        shape: &[usize],
    ) -> Result<Tensor, TensorError> {
        let mut tensor = Tensor::zeros(ty, shape)?;
        match self {
            Source::Zeros
            | Source::File(_)
            | Source::Literal(_)
            | Source::Tensor(_)
            | Source::Array(..) => {}
            Source::Ones => fill(&mut tensor, || 1.0),
            Source::Quarters(seed) => {
                let mut uniform = uniform(name, *seed);
                let (lowest, step) = match (ty.is_float(), ty.is_unsigned()) {
                    (true, _) => (-4.0, 0.25),
                    (false, true) => (0.0, 1.0),
                    (false, false) => (-4.0, 1.0),
                };
                let count = if ty.is_float() { 33.0 } else { 9.0 };
                fill(&mut tensor, || lowest + step * (uniform() * count).floor());
            }
            Source::Edges(seed) => fill_edges(&mut tensor, uniform(name, *seed)),
            Source::Random(seed) => {
                let mut uniform = uniform(name, *seed);
                if ty.is_float() {
                    fill(&mut tensor, || 2.0 * uniform() - 1.0);
                } else {
                    fill(&mut tensor, || {
                        (uniform() * if ty == ElementType::Bool { 2.0 } else { 8.0 }).floor()
                    });
                }
            }
        }
        Ok(tensor)
    }
}

/// Numbers in [0, 1) that depend on the name and the seed.
fn uniform(name: &str, seed: u64) -> impl FnMut() -> f64 {
    let mut state = name
        .bytes()
        .fold(seed ^ 0x9e37_79b9_7f4a_7c15, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    move || (split_mix(&mut state) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Half of the values are an end of the type or a special number; the others are small.
fn fill_edges(tensor: &mut Tensor, mut uniform: impl FnMut() -> f64) {
    let Some((smallest, largest)) = tensor.element_type().integer_range() else {
        const SPECIAL: [f64; 5] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0];
        fill(tensor, || {
            if uniform() < 0.5 {
                SPECIAL[(uniform() * SPECIAL.len() as f64) as usize]
            } else {
                (uniform() * 33.0).floor() * 0.25 - 4.0
            }
        });
        return;
    };
    let ends = [smallest, smallest + 1, largest - 1, largest];
    let size = tensor.element_type().size();
    let is_bool = tensor.element_type() == ElementType::Bool;
    for element in tensor.bytes_mut().chunks_exact_mut(size) {
        let value = if uniform() < 0.5 {
            ends[(uniform() * ends.len() as f64) as usize]
        } else {
            (uniform() * 9.0) as i128 + smallest.max(-4)
        };
        let value = if is_bool { value & 1 } else { value };
        element.copy_from_slice(&value.to_le_bytes()[..size]);
    }
}

/// Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn fill(tensor: &mut Tensor, mut next: impl FnMut() -> f64) {
    macro_rules! each {
        ($ty:ty, $convert:expr) => {
            if let Some(values) = tensor.as_mut_slice::<$ty>() {
                values
                    .iter_mut()
                    .for_each(|value| *value = $convert(next()));
                return;
            }
        };
    }
    if tensor.element_type() == ElementType::Bool {
        tensor
            .bytes_mut()
            .iter_mut()
            .for_each(|value| *value = u8::from(next() != 0.0));
        return;
    }
    each!(f32, |x| x as f32);
    each!(f64, |x| x);
    each!(f16, to_half);
    each!(bf16, to_bfloat16);
    each!(i8, |x| x as i8);
    each!(i16, |x| x as i16);
    each!(i32, |x| x as i32);
    each!(i64, |x| x as i64);
    each!(u8, |x| x as u8);
    each!(u16, |x| x as u16);
    each!(u32, |x| x as u32);
    each!(u64, |x| x as u64);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_parses() {
        let source = |text: &str| text.parse::<Input>().map(|input| input.source);
        assert_eq!(source("A=a=b.npy"), Ok(Source::File("a=b.npy".into())));
        assert_eq!(source("A=random"), Ok(Source::Random(0)));
        assert_eq!(source("A=random:7"), Ok(Source::Random(7)));
        assert_eq!(source("A=zeros"), Ok(Source::Zeros));
        assert_eq!(source("A=ones"), Ok(Source::Ones));
        assert_eq!(source("A=quarters:9"), Ok(Source::Quarters(9)));
        assert_eq!(source("A=edges"), Ok(Source::Edges(0)));
        assert_eq!(source("A=-"), Ok(Source::File("-".into())));
        for literal in ["0.35", "-3", "1e-3", "nan", "true"] {
            assert_eq!(
                source(&format!("A={literal}")),
                Ok(Source::Literal(literal.to_owned()))
            );
        }
        assert_eq!(source("A=./0.35"), Ok(Source::File("./0.35".into())));
        assert!(source("random").is_err() && source("A=").is_err() && source("=x").is_err());
        assert_eq!(
            source("A=random:x"),
            Err("expected a whole number as the seed, found `x`".to_owned())
        );
    }

    #[test]
    fn quarters_are_exact_and_edges_hold_the_ends() {
        let make = |source: Source, ty| source.generate("A", ty, &[1000]).unwrap();
        let quarters = make(Source::Quarters(1), ElementType::F32);
        let quarters = quarters.as_slice::<f32>().unwrap();
        assert!(
            quarters
                .iter()
                .all(|v| v.abs() <= 4.0 && (v * 4.0).fract() == 0.0)
        );
        assert!(quarters.contains(&-4.0) && quarters.contains(&4.0));
        let whole = make(Source::Quarters(1), ElementType::U8);
        assert_eq!(whole.as_slice::<u8>().unwrap().iter().max(), Some(&8));
        let edges = make(Source::Edges(1), ElementType::F64);
        let edges = edges.as_slice::<f64>().unwrap();
        assert!(edges.iter().any(|v| v.is_nan()) && edges.contains(&f64::INFINITY));
        let ends = make(Source::Edges(1), ElementType::I64);
        let ends = ends.as_slice::<i64>().unwrap();
        assert!(ends.contains(&i64::MIN) && ends.contains(&i64::MAX) && ends.contains(&-1));
        let truth = make(Source::Edges(1), ElementType::Bool);
        assert!(truth.bytes().iter().all(|v| *v <= 1));
    }

    #[test]
    fn literals_have_the_type_of_their_input() {
        let bytes = |text, ty| literal(text, ty).map(|tensor| tensor.bytes().to_vec());
        assert_eq!(
            bytes("0.35", ElementType::F32),
            Ok(0.35_f32.to_le_bytes().to_vec())
        );
        assert_eq!(bytes("-3", ElementType::I16), Ok(vec![0xfd, 0xff]));
        assert_eq!(bytes("true", ElementType::Bool), Ok(vec![1]));
        assert_eq!(
            bytes("0.35", ElementType::I32).unwrap_err(),
            "expected a whole number of type int32 (-2147483648 to 2147483647), found `0.35`"
        );
        assert_eq!(
            bytes("256", ElementType::U8).unwrap_err(),
            "expected a whole number of type uint8 (0 to 255), found `256`"
        );
        assert_eq!(
            bytes("3", ElementType::Bool).unwrap_err(),
            "expected true or false, found `3`"
        );
        assert_eq!(
            bytes("true", ElementType::F64).unwrap_err(),
            "expected a number of type double, found `true`"
        );
    }

    #[test]
    fn random_values_depend_on_seed_and_name_only() {
        let make = |name, seed| {
            Source::Random(seed)
                .generate(name, ElementType::F32, &[100])
                .unwrap()
        };
        assert_eq!(make("A", 1), make("A", 1));
        assert_ne!(make("A", 1), make("B", 1));
        assert_ne!(make("A", 1), make("A", 2));
        let values = make("A", 1);
        let values = values.as_slice::<f32>().unwrap();
        assert!(values.iter().all(|v| (-1.0..1.0).contains(v)));
        assert!(values.iter().any(|v| *v < -0.5) && values.iter().any(|v| *v > 0.5));
        let whole = Source::Random(3)
            .generate("I", ElementType::I32, &[1000])
            .unwrap();
        let seen: std::collections::BTreeSet<i32> =
            whole.as_slice::<i32>().unwrap().iter().copied().collect();
        assert_eq!(seen, (0..8).collect());
    }
}
