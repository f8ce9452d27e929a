//! The functions that replace operations: text built into the program, parsed on demand.

use std::{collections::HashMap, sync::LazyLock};

use melior::{
    Context,
    ir::{Module, OperationRef},
};
use tc_dialects::op;

/// The texts of functions by their names, such as `exp_f32`.
type Texts = HashMap<&'static str, &'static str>;

static PRECISE: LazyLock<Texts> = LazyLock::new(|| texts(include_str!("library.mlir")));
static FAST: LazyLock<Texts> = LazyLock::new(|| texts(include_str!("fast.mlir")));

/// The functions of a module.
fn texts(module: &'static str) -> Texts {
    const BEGIN: &str = "  func.func @";
    const END: &str = "\n  }\n";
    let begins = module.match_indices(BEGIN).map(|(at, _)| at);
    begins
        .filter_map(|at| {
            let text = &module[at..];
            let name = text[BEGIN.len()..].split('(').next()?;
            Some((name, &text[..text.find(END)? + END.len()]))
        })
        .collect()
}

/// The name of the function that replaces an operation, such as `math.exp`, on a type.
fn name(operation: &str, element: &str) -> String {
    let base = operation
        .split_once('.')
        .map_or(operation, |(_, base)| base);
    format!("{base}_{element}")
}

/// Whether some function replaces an operation on every machine.
pub fn has_function(operation: &str) -> bool {
    PRECISE.contains_key(name(operation, "f32").as_str())
}

/// Parsed functions of one context.
pub struct Library<'c> {
    context: &'c Context,
    /// Whether a GPU's own approximations are preferred.
    fast: bool,
    parsed: HashMap<String, Module<'c>>,
}

impl<'c> Library<'c> {
    pub fn new(context: &'c Context, fast: bool) -> Self {
        Self {
            context,
            fast,
            parsed: HashMap::new(),
        }
    }

    /// The function that replaces an operation on `f32` or `f64`; `None` if there is none.
    pub fn function(&mut self, operation: &str, element: &str) -> Option<OperationRef<'c, '_>> {
        let name = name(operation, element);
        if !self.parsed.contains_key(&name) {
            let fast = FAST.get(name.as_str()).filter(|_| self.fast);
            let text = fast.or_else(|| PRECISE.get(name.as_str()))?;
            let module =
                Module::parse(self.context, text).expect("a function of the library parses");
            self.parsed.insert(name.clone(), module);
        }
        let module = self.parsed[&name].as_operation();
        op::children(module).into_iter().next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_found_by_its_whole_name() {
        assert!(PRECISE.get("exp_f32").is_some_and(|text| {
            text.starts_with("  func.func @exp_f32(%x: f32) -> f32 {") && text.ends_with("\n  }\n")
        }));
        assert!(has_function("math.exp") && has_function("arith.remf"));
        assert!(!has_function("math.ex") && !has_function("math.sqrt"));
    }

    #[test]
    fn every_function_is_there_in_both_precisions() {
        assert_eq!(PRECISE.len(), 54);
        for name in PRECISE.keys() {
            let (base, _) = name.rsplit_once('_').unwrap();
            assert!(
                PRECISE.contains_key(format!("{base}_f64").as_str()),
                "{name}"
            );
        }
        assert!(FAST.keys().all(|name| name.ends_with("_f32")));
    }
}
