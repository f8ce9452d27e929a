//! Tensors as text, laid out as NumPy prints arrays.
//!
//! ```text
//! [[ 0.    1.5   3.  ]
//!  [ 4.5   6.   -7.25]]
//! ```
//!
//! Above 1000 elements only the first and the last three of each dimension are shown. All numbers
//! of one tensor have the same columns before and after the point: each is written with the fewest
//! digits that distinguish it from its neighbours, at most eight after the point, or with exponents
//! where magnitudes differ by more than a factor of 1000.

use half::{bf16, f16};
use tc_dialects::tensor::{ElementType, Tensor};

/// Which of the returned tensors are printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Print {
    /// None of them.
    #[default]
    None,
    /// All of them.
    All,
    /// Those of these names.
    Named(Vec<String>),
}

impl Print {
    /// Whether anything is printed.
    pub fn is_asked(&self) -> bool {
        *self != Print::None
    }

    /// Whether the tensor of that name is printed.
    pub fn wants(&self, name: &str) -> bool {
        *self == Print::All || self.names().iter().any(|wanted| wanted == name)
    }

    /// The names that were given.
    pub fn names(&self) -> &[String] {
        match self {
            Print::Named(names) => names,
            Print::None | Print::All => &[],
        }
    }
}

/// Tensors with more elements are abbreviated.
const MOST_ELEMENTS: usize = 1000;
/// Elements shown at either end of an abbreviated dimension.
const EDGE: usize = 3;
/// The columns of a line.
const WIDTH: usize = 75;
/// Digits after the point.
const PRECISION: usize = 8;

/// The tensor as NumPy's `str` shows it.
pub(crate) fn to_text(tensor: &Tensor) -> String {
    let layout = Layout {
        tensor,
        abbreviated: tensor.len() > MOST_ELEMENTS,
    };
    if tensor.is_empty() {
        return "[]".to_owned();
    }
    let positions = layout.positions();
    let words = match tensor.element_type() {
        ty if ty.is_float() => floats(tensor, &positions),
        ElementType::Bool => integers(&positions, |at| {
            let truth = tensor.get_integer(at) == Some(1);
            if truth { "True" } else { "False" }.to_owned()
        }),
        _ => integers(&positions, |at| {
            tensor.get_integer(at).unwrap_or_default().to_string()
        }),
    };
    if tensor.rank() == 0 {
        return match tensor.element_type() {
            ty if ty.is_float() => alone(tensor.get_f64(0).unwrap_or(f64::NAN), ty),
            _ => words[0].trim().to_owned(),
        };
    }
    layout.array(0, &mut words.iter(), 1, WIDTH)
}

/// Words of one width.
fn integers(positions: &[usize], word: impl Fn(usize) -> String) -> Vec<String> {
    let words: Vec<String> = positions.iter().map(|at| word(*at)).collect();
    let width = words.iter().map(String::len).max().unwrap_or_default();
    words.iter().map(|word| format!("{word:>width$}")).collect()
}

struct Layout<'t> {
    tensor: &'t Tensor,
    abbreviated: bool,
}

impl Layout<'_> {
    /// The indices of a dimension that are shown, and the number of them before the gap.
    fn shown(&self, dim: usize) -> (Vec<usize>, Option<usize>) {
        let extent = self.tensor.shape()[dim];
        if self.abbreviated && extent > 2 * EDGE {
            ((0..EDGE).chain(extent - EDGE..extent).collect(), Some(EDGE))
        } else {
            ((0..extent).collect(), None)
        }
    }

    /// The row-major positions of all elements that are shown, in order.
    fn positions(&self) -> Vec<usize> {
        let mut positions = vec![0];
        for dim in 0..self.tensor.rank() {
            let (indices, _) = self.shown(dim);
            let extent = self.tensor.shape()[dim];
            positions = positions
                .iter()
                .flat_map(|start| indices.iter().map(move |index| start * extent + index))
                .collect();
        }
        positions
    }

    /// The text of dimension `dim` with its brackets; each line starts with `indent` blanks and has
    /// `width` columns.
    fn array<'w>(
        &self,
        dim: usize,
        words: &mut impl Iterator<Item = &'w String>,
        indent: usize,
        width: usize,
    ) -> String {
        let (indices, gap) = self.shown(dim);
        let blanks = " ".repeat(indent);
        let depth = self.tensor.rank() - dim;
        let mut items: Vec<String> = Vec::new();
        for position in 0..indices.len() {
            if gap == Some(position) {
                items.push("...".to_owned());
            }
            items.push(match depth {
                1 => words.next().cloned().unwrap_or_default(),
                _ => self.array(dim + 1, words, indent + 1, width - 1),
            });
        }
        let text = match depth {
            1 => wrapped(&items, &blanks, width - 1),
            _ => {
                let between = format!("{}{blanks}", "\n".repeat(depth - 1));
                format!("{blanks}{}", items.join(&between))
            }
        };
        format!("[{}]", &text[indent..])
    }
}

/// Words separated by blanks, in lines of at most `width` columns.
fn wrapped(words: &[String], blanks: &str, width: usize) -> String {
    let mut text = String::new();
    let mut line = blanks.to_owned();
    for (position, word) in words.iter().enumerate() {
        if line.len() + word.len() > width && line.len() > blanks.len() {
            text += line.trim_end();
            text.push('\n');
            line = blanks.to_owned();
        }
        line += word;
        if position + 1 < words.len() {
            line.push(' ');
        }
    }
    text + &line
}

/// Numbers with aligned points.
fn floats(tensor: &Tensor, positions: &[usize]) -> Vec<String> {
    let ty = tensor.element_type();
    let values: Vec<f64> = positions
        .iter()
        .map(|at| tensor.get_f64(*at).unwrap_or(f64::NAN))
        .collect();
    let finite: Vec<f64> = values.iter().copied().filter(|v| v.is_finite()).collect();
    let form = Form::of(&finite, ty);
    let parts: Vec<Number> = finite.iter().map(|v| Number::of(*v, ty, form)).collect();
    let longest = |part: fn(&Number) -> &String| parts.iter().map(|n| part(n).len()).max();
    let left = longest(|number| &number.whole).unwrap_or_default();
    let right = longest(|number| &number.fraction).unwrap_or_default();
    let exponent = longest(|number| &number.exponent).unwrap_or_default();
    // A number takes `left`, the point, `right` and the exponent; words such as nan take the same
    // width.
    let behind = if parts.is_empty() {
        0
    } else {
        1 + right + exponent
    };
    let special = values
        .iter()
        .filter(|v| !v.is_finite())
        .map(|v| name(*v).len());
    let left = left.max(special.max().unwrap_or_default().saturating_sub(behind));
    values
        .iter()
        .map(|value| {
            if value.is_finite() {
                Number::of(*value, ty, form).padded(*value, left, right)
            } else {
                format!("{:>width$}", name(*value), width = left + behind)
            }
        })
        .collect()
}

/// A number on its own: all its digits, and a point that marks it as a floating-point number.
fn alone(value: f64, ty: ElementType) -> String {
    if !value.is_finite() {
        return name(value).to_owned();
    }
    let shortest = shortest(value, ty);
    let size = value.abs();
    if size != 0.0 && !(1e-4..1e16).contains(&size) {
        let (mantissa, exponent) = in_parts(&shortest);
        return mantissa + &exponent;
    }
    let plain = plain(&shortest);
    if plain.contains('.') {
        plain
    } else {
        plain + ".0"
    }
}

/// `1.5e3` as `1500`.
fn plain(shortest: &str) -> String {
    // The double nearest to the decimal number prints exactly its digits.
    let decimal: Result<f64, _> = shortest.parse();
    decimal.map_or_else(|_| shortest.to_owned(), |decimal| format!("{decimal}"))
}

fn name(value: f64) -> &'static str {
    match value {
        v if v.is_nan() => "nan",
        v if v > 0.0 => "inf",
        _ => "-inf",
    }
}

/// How numbers are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `1234.5`
    Positional,
    /// `1.2345e+03`
    Exponent,
}

impl Form {
    /// Exponents where numbers are large, small or far apart.
    fn of(finite: &[f64], ty: ElementType) -> Form {
        let sizes = finite.iter().map(|v| v.abs()).filter(|v| *v != 0.0);
        let (low, high) = sizes.fold((f64::INFINITY, 0.0_f64), |(low, high), v| {
            (low.min(v), high.max(v))
        });
        // NumPy compares with constants, and divides, in the type of the elements.
        let far = rounded(high / low, ty) > 1000.0;
        if high > 0.0 && (high >= rounded(1e8, ty) || low < rounded(1e-4, ty) || far) {
            Form::Exponent
        } else {
            Form::Positional
        }
    }
}

/// The nearest value of the element type.
fn rounded(value: f64, ty: ElementType) -> f64 {
    match ty {
        ElementType::F16 => f16::from_f64(value).to_f64(),
        ElementType::BF16 => bf16::from_f64(value).to_f64(),
        ElementType::F32 => f64::from(value as f32),
        _ => value,
    }
}

/// A finite number in parts: `-12`, `5`, and `e+03` or nothing.
struct Number {
    whole: String,
    fraction: String,
    exponent: String,
}

impl Number {
    fn of(value: f64, ty: ElementType, form: Form) -> Number {
        let (text, exponent) = match form {
            Form::Positional => (positional(value, ty), String::new()),
            Form::Exponent => scientific(value, ty),
        };
        let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
        Number {
            whole: whole.to_owned(),
            fraction: fraction.trim_end_matches('0').to_owned(),
            exponent,
        }
    }

    /// Blanks after the point, or more digits of the value where exponents are aligned.
    fn padded(&self, value: f64, left: usize, right: usize) -> String {
        let Number {
            whole,
            fraction,
            exponent,
        } = self;
        if exponent.is_empty() {
            return format!("{whole:>left$}.{fraction:<right$}");
        }
        let (mantissa, exponent) = in_parts(&format!("{value:.right$e}"));
        let point = if right == 0 { "." } else { "" };
        let width = left + right + usize::from(right > 0);
        format!("{mantissa:>width$}{point}{exponent}")
    }
}

/// The fewest digits that read back as the value, without an exponent, at most eight after the
/// point.
fn positional(value: f64, ty: ElementType) -> String {
    let plain = plain(&shortest(value, ty));
    let fraction = plain
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len());
    if fraction > PRECISION {
        format!("{value:.PRECISION$}")
    } else {
        plain
    }
}

/// The same as a number with one digit before the point, and its exponent.
fn scientific(value: f64, ty: ElementType) -> (String, String) {
    let shortest = shortest(value, ty);
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    let mantissa = shortest.split('e').next().unwrap_or_default();
    let text = if digits(mantissa) > PRECISION + 1 {
        format!("{value:.PRECISION$e}")
    } else {
        shortest
    };
    in_parts(&text)
}

/// `1.5e3` as `1.5` and `e+03`.
fn in_parts(text: &str) -> (String, String) {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let sign = if exponent < 0 { '-' } else { '+' };
    (mantissa.to_owned(), format!("e{sign}{:02}", exponent.abs()))
}

/// The fewest digits that read back as the value in its type, with an exponent.
fn shortest(value: f64, ty: ElementType) -> String {
    match ty {
        ElementType::F64 => format!("{value:e}"),
        ElementType::F32 => format!("{:e}", value as f32),
        // Five digits distinguish all 16-bit numbers.
        _ => (0..5)
            .map(|digits| format!("{value:.digits$e}"))
            .find(|text| text.parse().is_ok_and(|read| rounded(read, ty) == value))
            .unwrap_or_else(|| format!("{value:e}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(shape: &[usize], values: Vec<f64>) -> String {
        to_text(&Tensor::from_vec(shape, values).unwrap())
    }

    // What NumPy prints for the same arrays; `lit-tests/tools/tc-run/print.tc` compares with NumPy
    // itself.
    #[test]
    fn numbers_have_their_points_below_each_other() {
        assert_eq!(
            text(&[2, 3], vec![0.0, 1.5, 3.0, 4.5, 6.0, -7.25]),
            "[[ 0.    1.5   3.  ]\n [ 4.5   6.   -7.25]]"
        );
        assert_eq!(text(&[2], vec![1e-5, 2500.0]), "[1.0e-05 2.5e+03]");
        assert_eq!(
            text(&[3], vec![f64::NAN, 1.0, f64::NEG_INFINITY]),
            "[ nan   1. -inf]"
        );
        assert_eq!(text(&[], vec![0.35]), "0.35");
        assert_eq!(text(&[], vec![3.0]), "3.0");
        assert_eq!(text(&[], vec![1e20]), "1e+20");
        assert_eq!(text(&[0], vec![]), "[]");
    }

    #[test]
    fn large_tensors_show_their_edges() {
        let values = (0..1001).map(f64::from).collect();
        assert_eq!(
            text(&[1001], values),
            "[   0.    1.    2. ...  998.  999. 1000.]"
        );
        let whole = Tensor::from_vec(&[2, 600], (0..1200).collect::<Vec<i32>>()).unwrap();
        assert_eq!(
            to_text(&whole),
            "[[   0    1    2 ...  597  598  599]\n [ 600  601  602 ... 1197 1198 1199]]"
        );
    }

    #[test]
    fn halves_have_as_few_digits_as_they_need() {
        let values = vec![f16::from_f64(0.1), f16::from_f64(-2.0)];
        let tensor = Tensor::from_vec(&[2], values).unwrap();
        assert_eq!(to_text(&tensor), "[ 0.1 -2. ]");
    }
}
