//! The functions that stand for operations: text built into the program, of which only what is used is parsed.

use std::collections::HashMap;

use melior::{Context, ir::Module};
use mlir_sys::*;

use crate::cpu::raw;

const PRECISE: &str = include_str!("library.mlir");

/// Parsed functions of one context.
pub struct Library<'c> {
    context: &'c Context,
    parsed: HashMap<String, Module<'c>>,
}

impl<'c> Library<'c> {
    pub fn new(context: &'c Context) -> Self {
        Self {
            context,
            parsed: HashMap::new(),
        }
    }

    /// The function that stands for an operation, such as `math.exp`, on `f32` or `f64`; none if the operation needs none.
    pub fn function(&mut self, operation: &str, element: &str) -> Option<MlirOperation> {
        let (_, base) = operation.split_once('.')?;
        let name = format!("{base}_{element}");
        if !self.parsed.contains_key(&name) {
            let module = Module::parse(self.context, find(PRECISE, &name)?)
                .expect("a function of the library parses");
            self.parsed.insert(name.clone(), module);
        }
        let module = self.parsed[&name].as_operation();
        raw::blocks(module.to_raw())
            .into_iter()
            .flat_map(raw::operations)
            .next()
    }
}

/// Whether some function stands for an operation.
pub fn has_function(operation: &str) -> bool {
    operation
        .split_once('.')
        .is_some_and(|(_, base)| find(PRECISE, &format!("{base}_f32")).is_some())
}

/// The text of a function of a module.
fn find<'t>(module: &'t str, name: &str) -> Option<&'t str> {
    const END: &str = "\n  }\n";
    let start = module.find(&format!("  func.func @{name}("))?;
    let length = module[start..].find(END)? + END.len();
    Some(&module[start..start + length])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_found_by_its_whole_name() {
        assert!(find(PRECISE, "exp_f32").is_some_and(|text| {
            text.starts_with("  func.func @exp_f32(%x: f32) -> f32 {") && text.ends_with("\n  }\n")
        }));
        assert_eq!(find(PRECISE, "exp"), None);
        assert_eq!(find(PRECISE, "xp_f32"), None);
    }
}
