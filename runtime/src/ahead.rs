//! A function for C: its object file or assembly, and the header that declares it.

use crate::{
    checks::Lowered,
    levels::Artifact,
    module::{Entry, Parameter},
    outcome::{Errors, error},
};
use melior::ir::Module;
use std::fmt::Write;
use tc_backend_cpu::{
    ahead::{Before, Callable, Recorded},
    code::{Form, Processor},
};
use tc_dialects::tensor::ElementType;
use tc_passes::tc::bounds_checks::Check;

/// What a function for C is made of.
pub(crate) struct Function<'a, 'c> {
    /// The program in the `llvm` dialect.
    pub(crate) module: &'a Module<'c>,
    pub(crate) entry: &'a Entry,
    /// The checks before the program.
    pub(crate) before: Option<&'a Lowered<'c>>,
    /// What the program records.
    pub(crate) checks: &'a [Check],
}

impl Function<'_, '_> {
    /// One part of it.
    ///
    /// # Errors
    /// Names that C does not have, and what LLVM refuses.
    pub(crate) fn make(
        &self,
        artifact: Artifact,
        processor: &Processor,
    ) -> Result<Vec<u8>, Errors> {
        let name = &self.entry.name;
        if !is_identifier(name) {
            return Err(error(format!(
                "`{name}` is no name of a function in C: give the program another name"
            )));
        }
        let callable = self.callable();
        let made = match artifact {
            Artifact::Object => callable.machine_code(processor, Form::Object),
            Artifact::Assembly => callable.machine_code(processor, Form::Assembly),
            Artifact::Ir => callable.machine_code(processor, Form::Ir),
            Artifact::Header => {
                let aligned = callable.alignments();
                aligned.map(|aligned| self.header(&aligned).into_bytes())
            }
        };
        made.map_err(|reason| error(reason.to_string()))
    }

    fn callable(&self) -> Callable<'_, '_> {
        let parameters = self.entry.parameters.iter().enumerate();
        let given: Vec<usize> = parameters
            .filter(|(_, one)| one.is_given())
            .map(|(position, _)| position)
            .collect();
        let values = |shape: Vec<usize>| shape.iter().product();
        let before = self.before.map(|lowered| Before {
            module: &lowered.module,
            given,
            flags: lowered
                .checks
                .iter()
                .map(|check| values(check.flag_shape()))
                .collect(),
        });
        let recorded = self.checks.iter().map(|check| Recorded {
            values: values(check.shape()),
            low: check.low,
            high: check.high,
        });
        Callable {
            module: self.module,
            name: &self.entry.name,
            arguments: self.entry.parameters.len(),
            before,
            recorded: recorded.collect(),
        }
    }

    /// The header, with what a caller must know of each argument.
    fn header(&self, aligned: &[u64]) -> String {
        let Entry {
            name,
            sizes,
            parameters,
            ..
        } = self.entry;
        let guard = format!("{}_H", name.to_uppercase());
        let sizes: Vec<String> = sizes
            .iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let sizes = match sizes.is_empty() {
            true => String::new(),
            false => format!(" for {}", sizes.join(", ")),
        };
        let mut text = format!(
            "#ifndef {guard}\n#define {guard}\n\n#include <stdbool.h>\n#include <stdint.h>\n\n\
             #ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n\
             /* `{name}`{sizes}.\n *\n\
             \x20* Tensors are dense and row-major: the last dimension is contiguous. A tensor that is\n\
             \x20* written overlaps no other one. Nothing is kept between calls, so that several threads\n\
             \x20* may call it at a time.\n *\n"
        );
        for (parameter, aligned) in parameters.iter().zip(aligned) {
            text += &described(parameter, *aligned);
        }
        text += " *\n * Returns 0";
        let before = self.before.map_or(&[][..], |lowered| &lowered.checks);
        let checks: Vec<(&Check, &str)> = before
            .iter()
            .map(|check| (check, "nothing is written"))
            .chain(
                self.checks
                    .iter()
                    .map(|check| (check, "what is written is of no use")),
            )
            .collect();
        text += if checks.is_empty() {
            ".\n"
        } else {
            ", or the number of a subscript that is out of range:\n"
        };
        for (index, (check, then)) in checks.iter().enumerate() {
            let what = violation(check);
            writeln!(text, " *   {}: {what}; {then}", index + 1).expect("writing to a string");
        }
        let arguments: Vec<String> = parameters.iter().map(declared).collect();
        let arguments = match arguments.is_empty() {
            true => "void".to_owned(),
            false => arguments.join(", "),
        };
        text + &format!(
            " */\nint32_t {name}({arguments});\n\n#ifdef __cplusplus\n}}\n#endif\n\n#endif\n"
        )
    }
}

/// A line about an argument.
fn described(parameter: &Parameter, aligned: u64) -> String {
    let role = match (parameter.is_given(), parameter.is_returned()) {
        (true, true) => "input and output",
        (true, false) => "input",
        _ => "output",
    };
    let shape: String = parameter
        .shape
        .iter()
        .map(|extent| format!("[{extent}]"))
        .collect();
    let element = parameter.element;
    let note = match element {
        ElementType::F16 => ", the bits of IEEE half precision",
        ElementType::BF16 => ", the upper half of a float",
        _ => "",
    };
    let bytes = aligned.max(element.size() as u64);
    format!(
        " *   {}: {role}, {}{shape}, aligned to {bytes} bytes{note}\n",
        safe(&parameter.name),
        c_type(element)
    )
}

/// What makes a check fail.
fn violation(check: &Check) -> String {
    let subscripts = check.subscripts.iter();
    let subscripts: Vec<&str> = subscripts
        .map(|one| one.as_deref().unwrap_or(".."))
        .collect();
    format!(
        "dimension {} of {}({}) is not in [{}, {})",
        check.dimension,
        check.read,
        subscripts.join(", "),
        check.low,
        check.high
    )
}

fn declared(parameter: &Parameter) -> String {
    let constant = if parameter.is_returned() {
        ""
    } else {
        "const "
    };
    format!(
        "{constant}{} *__restrict {}",
        c_type(parameter.element),
        safe(&parameter.name)
    )
}

fn c_type(element: ElementType) -> &'static str {
    match element {
        ElementType::Bool => "bool",
        ElementType::I8 => "int8_t",
        ElementType::I16 => "int16_t",
        ElementType::I32 => "int32_t",
        ElementType::I64 => "int64_t",
        ElementType::U8 => "uint8_t",
        ElementType::U16 | ElementType::F16 | ElementType::BF16 => "uint16_t",
        ElementType::U32 => "uint32_t",
        ElementType::U64 => "uint64_t",
        ElementType::F32 => "float",
        ElementType::F64 => "double",
    }
}

/// The words that C or C++ keeps for itself, and that a tensor may be called.
const KEYWORDS: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "asm",
    "auto",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "delete",
    "do",
    "double",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "not",
    "operator",
    "or",
    "private",
    "protected",
    "public",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "template",
    "this",
    "throw",
    "true",
    "try",
    "typedef",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "while",
    "xor",
];

/// A name of an argument.
fn safe(name: &str) -> String {
    if is_identifier(name) {
        return name.to_owned();
    }
    let plain = name.replace(|one: char| !one.is_ascii_alphanumeric(), "_");
    match plain.starts_with(|one: char| one.is_ascii_digit()) {
        true => format!("_{plain}_"),
        false => format!("{plain}_"),
    }
}

fn is_identifier(name: &str) -> bool {
    let first = name
        .chars()
        .next()
        .is_some_and(|one| one.is_ascii_alphabetic() || one == '_');
    let all = name
        .chars()
        .all(|one| one.is_ascii_alphanumeric() || one == '_');
    first && all && !KEYWORDS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_arguments_are_names_in_c() {
        assert_eq!(safe("A"), "A");
        assert_eq!(safe("double"), "double_");
        assert_eq!(safe("2.x"), "_2_x_");
        assert!(is_identifier("_mm2") && !is_identifier("") && !is_identifier("for"));
    }
}
