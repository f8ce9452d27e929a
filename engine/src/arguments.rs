//! What a kernel is compiled for: the types and shapes of its inputs, and the values of sizes.

use crate::arrays::View;
use std::sync::Arc;
use tc_dialects::tensor::ElementType;
use tc_runtime::{Errors, Given, Input, Source, error};
use tc_syntax::diagnostic::{Code, Diagnostic};

/// The types and shapes of the inputs, and the values of sizes and integer scalars, that a kernel
/// is compiled for. Whatever follows from these need not be given.
///
/// ```
/// use tc_engine::{Arguments, Engine};
///
/// # fn main() -> Result<(), tc_engine::Failure> {
/// let operators = Engine::new().define(
///     "def pool(float(N) X, int32 step) -> (float(M) Y) { Y(i) +=! X(step * i + k) where k in 0:4, i in 0:M }",
/// )?;
/// let arguments = Arguments::new().input("X", &[100]).scalar("step", 3).size("M", 30);
/// let signature = operators.only()?.infer(&arguments)?;
/// assert_eq!(signature.outputs().next().unwrap().shape, [30]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Arguments {
    /// Of the inputs in order.
    positional: Vec<Source>,
    named: Vec<Input>,
    sizes: Vec<(String, i64)>,
    open: Vec<String>,
}

impl Arguments {
    /// Nothing yet.
    pub fn new() -> Self {
        Arguments::default()
    }

    /// Those of these arrays: the inputs in order, without what is updated in place. The contents
    /// of integers without dimensions count, since a kernel is compiled for them.
    pub fn of(inputs: &[View<'_>]) -> Self {
        let source = |view: &View<'_>| {
            let is_integer = view.shape().is_empty() && !view.element_type().is_float();
            let known = is_integer.then(|| view.to_tensor().ok()).flatten();
            match known {
                Some(tensor) => Source::Tensor(Arc::new(tensor)),
                None => Source::Array(Some(view.element_type()), view.shape().to_vec()),
            }
        };
        Arguments {
            positional: inputs.iter().map(source).collect(),
            ..Arguments::default()
        }
    }

    /// The inputs have these shapes, in order, and the types of the declaration.
    pub fn shapes(shapes: &[&[usize]]) -> Self {
        let shapes = shapes.iter();
        Arguments {
            positional: shapes
                .map(|shape| Source::Array(None, shape.to_vec()))
                .collect(),
            ..Arguments::default()
        }
    }

    /// The shape of an input, or of what is updated in place, by its name.
    #[must_use]
    pub fn input(mut self, name: &str, shape: &[usize]) -> Self {
        self.named.push(Input {
            name: name.to_owned(),
            source: Source::Array(None, shape.to_vec()),
        });
        self
    }

    /// The type and the shape of an array that is given for an input, by its name.
    #[must_use]
    pub fn array(mut self, name: &str, element: ElementType, shape: &[usize]) -> Self {
        self.named.push(Input {
            name: name.to_owned(),
            source: Source::Array(Some(element), shape.to_vec()),
        });
        self
    }

    /// The value of a size that no input determines.
    #[must_use]
    pub fn size(mut self, name: &str, value: i64) -> Self {
        self.sizes.push((name.to_owned(), value));
        self
    }

    /// The value of an integer input without dimensions.
    #[must_use]
    pub fn scalar(self, name: &str, value: i64) -> Self {
        self.size(name, value)
    }

    /// Leaves a size open: the kernel is compiled for all its values, and takes it from the shapes
    /// of each call. The value that it has here is one that calls may have.
    ///
    /// ```
    /// use tc_engine::{Arguments, Engine, Options, View};
    ///
    /// # fn main() -> Result<(), tc_engine::Failure> {
    /// let text = "def smooth(float(N) X) -> (Y) { Y(i) +=! X(i + k) where k in 0:3 }";
    /// let smooth = Engine::new().define(text)?.only()?;
    /// let arguments = Arguments::shapes(&[&[100]]).open("N");
    /// let kernel = smooth.compile(&arguments, &Options::cpu())?;
    /// for n in [3, 10, 1000] {
    ///     let x = vec![1.0_f32; n];
    ///     let y = kernel.call(&[View::new(&x, &[n])?])?;
    ///     assert_eq!(y[0].as_slice::<f32>(), Some(&vec![3.0; n - 2][..]));
    /// }
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn open(mut self, size: &str) -> Self {
        if !self.open.iter().any(|one| one == size) {
            self.open.push(size.to_owned());
        }
        self
    }

    /// For an operator whose inputs have these names.
    pub(crate) fn given(&self, operator: &str, inputs: &[String]) -> Result<Given, Errors> {
        if self.positional.len() > inputs.len() {
            let message = format!(
                "`{operator}` takes {} inputs, found {}",
                inputs.len(),
                self.positional.len()
            );
            let wrong = Diagnostic::error(Code::TC0501, message);
            return Err(vec![wrong.help(format!("they are {}", inputs.join(", ")))]);
        }
        let positional = inputs.iter().zip(&self.positional);
        let mut all: Vec<Input> = positional
            .map(|(name, source)| Input {
                name: name.clone(),
                source: source.clone(),
            })
            .collect();
        all.extend(self.named.iter().cloned());
        let mut sizes: Vec<(String, i64)> = Vec::new();
        for (name, value) in &self.sizes {
            match sizes.iter().find(|(other, _)| other == name) {
                Some((_, other)) if other != value => {
                    return Err(error(format!(
                        "size `{name}` is given twice, as {other} and {value}"
                    )));
                }
                Some(_) => {}
                None => sizes.push((name.clone(), *value)),
            }
        }
        Ok(Given {
            sizes,
            inputs: all,
            open: self.open.clone(),
        })
    }
}
