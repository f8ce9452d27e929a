//! What `{:?}` shows of the values of the engine: what a program sees of them, and no addresses of
//! code. So `unwrap`, `unwrap_err` and `assert_eq` work on what the engine returns.

use crate::{
    Engine,
    arrays::{Array, View, ViewMut},
    kernel::Kernel,
    operators::{Operator, Operators},
};
use std::fmt;

impl fmt::Debug for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Engine").finish_non_exhaustive()
    }
}

impl fmt::Debug for Operators {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Operators ")?;
        formatter.debug_list().entries(self.names()).finish()
    }
}

impl fmt::Debug for Operator {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Operator");
        shown.field("name", &self.name());
        shown.field("inputs", &self.inputs()).finish()
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Kernel");
        shown.field("signature", self.signature());
        shown.finish_non_exhaustive()
    }
}

impl fmt::Debug for View<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        array("View", &self.0, formatter)
    }
}

impl fmt::Debug for ViewMut<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        array("ViewMut", &self.0, formatter)
    }
}

/// The form of an array, without its elements: they may be in memory of a device.
fn array(name: &str, of: &Array<'_>, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut shown = formatter.debug_struct(name);
    shown.field("element", &of.element);
    shown.field("shape", &of.shape);
    shown.field("strides", &of.strides);
    shown.field("memory", &of.memory).finish_non_exhaustive()
}

#[cfg(test)]
mod tests {
    use crate::*;

    #[test]
    fn values_show_what_a_program_sees_of_them() {
        let text = "def twice(float(N) A) -> (B) { B(i) = A(i) + A(i) }";
        let all = Engine::new().define(text).unwrap();
        assert_eq!(format!("{all:?}"), r#"Operators ["twice"]"#);
        let twice = all.only().unwrap();
        let due = r#"Operator { name: "twice", inputs: ["A"] }"#;
        assert_eq!(format!("{twice:?}"), due);
        let row = [1.0_f32; 3];
        let due = "View { element: F32, shape: [3], strides: None, memory: Host, .. }";
        assert_eq!(format!("{:?}", View::new(&row, &[3]).unwrap()), due);
        let kernel = twice
            .compile(&Arguments::shapes(&[&[3]]), &Options::reference())
            .unwrap();
        let shown = format!("{kernel:?}");
        assert!(shown.contains(r#"sizes: [("N", 3)]"#), "{shown}");
    }

    #[test]
    fn a_failure_is_shown_as_it_is_printed() {
        let failure = Engine::new().define("def f(").unwrap_err();
        assert_eq!(format!("{failure:?}"), failure.to_string());
        assert!(failure.to_string().starts_with("error"));
    }
}
