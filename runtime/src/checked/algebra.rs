//! A program in the algebra of `tc-algebra`: on integers that wrap in place of floating values, so
//! that every order of a sum gives the same bits.

use super::Checked;
use crate::{outcome::Failure, way::Way};
use tc_comprehensions::algebra::element_of;
use tc_dialects::tensor::{Data, ElementType, Tensor};
use tc_pipelines::Level;
use tc_syntax::diagnostic::Diagnostic;

impl<'c> Checked<'c> {
    /// The program in the algebra, whose inputs are integers.
    ///
    /// # Errors
    /// Operations without a meaning there, and a program below the `tc` level.
    pub fn in_algebra(mut self) -> Result<Self, Failure> {
        let (level, entry) = (self.level(), self.entry().to_owned());
        enter(&mut self.way, &entry, level)?;
        Ok(self)
    }
}

pub(crate) fn enter(way: &mut Way<'_>, entry: &str, level: Level) -> Result<(), Failure> {
    if level == Level::Tc {
        let done = way.stage(&tc_pipelines::to_algebra());
        return done.map_err(|errors| way.log.fail(errors));
    }
    let level = level.as_str();
    let message = format!("--algebra needs comprehensions, and `{entry}` is at the level {level}");
    let help = format!(
        "print it from comprehensions, with --algebra --emit={level}, and run what is printed"
    );
    let refused = Diagnostic::error(None, message).help(help);
    Err(way.log.fail(vec![refused]).of_usage())
}

/// The type that stands for an element type.
pub(crate) fn element_type(ty: ElementType) -> ElementType {
    match ty {
        ElementType::F16 | ElementType::BF16 => ElementType::I16,
        ElementType::F32 => ElementType::I32,
        ElementType::F64 => ElementType::I64,
        other => other,
    }
}

/// The integers that stand for a floating tensor; `None` for other tensors.
pub(crate) fn integers(tensor: &Tensor) -> Option<Tensor> {
    let width = 8 * tensor.element_type().size() as u32;
    let all = (0..tensor.len()).filter_map(|position| tensor.get_f64(position));
    let all = all.map(|value| element_of(value, width));
    let data = match element_type(tensor.element_type()) {
        same if same == tensor.element_type() => return None,
        ElementType::I16 => Data::I16(all.map(|value| value as i16).collect()),
        ElementType::I32 => Data::I32(all.map(|value| value as i32).collect()),
        _ => Data::I64(all.collect()),
    };
    Some(Tensor::new(tensor.shape(), data).expect("as many elements as before"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use half::bf16;

    #[test]
    fn tensors_become_integers_of_their_width() {
        let tensor = Tensor::from_vec(&[3], vec![2.0_f32, f32::INFINITY, -1.0]).unwrap();
        let integers = integers(&tensor).unwrap();
        assert_eq!(integers.as_slice::<i32>(), Some(&[2, i32::MAX, -1][..]));
        assert_eq!(integers.shape(), [3]);
    }

    #[test]
    fn half_becomes_int16_and_integers_stay() {
        let narrow = Tensor::scalar(bf16::from_f32(-3.0));
        assert_eq!(
            integers(&narrow).unwrap().as_slice::<i16>(),
            Some(&[-3][..])
        );
        assert_eq!(integers(&Tensor::scalar(3_u8)), None);
    }
}
