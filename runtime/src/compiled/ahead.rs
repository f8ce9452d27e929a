//! A function for C: its object file or assembly, and the header that declares it.

use super::{Compiled, checks::Lowered};
use crate::{
    bound::open::Open,
    errors::{Errors, error},
    program::entries::{Entry, Parameter},
    request::emit::Artifact,
};
use melior::ir::Module;
use std::{fmt::Write, time::Instant};
use tc_backend_cpu::{
    ahead::{Before, Callable, Recorded, THREADS},
    code::{Form, Processor},
    rules::Rule,
};
use tc_comprehensions::bounds_checks::Check;
use tc_dialects::tensor::ElementType;

/// What a function for C is made of.
struct Function<'a, 'c> {
    /// The program in the `llvm` dialect.
    module: &'a Module<'c>,
    entry: &'a Entry,
    /// The checks before the program.
    before: Option<&'a Lowered<'c>>,
    /// What the program records.
    checks: &'a [Check],
    /// What calls must satisfy, if sizes are open.
    open: Option<&'a Open>,
    /// Parallel loops call a function of the program's.
    is_parallel: bool,
}

impl Compiled<'_> {
    /// Makes the requested parts of a function for C.
    pub(super) fn make_artifacts(&mut self) -> Result<(), Errors> {
        if self.platform.lowering.artifacts.is_empty() {
            return Ok(());
        }
        let begin = Instant::now();
        let function = Function {
            module: &self.way.module,
            entry: &self.entry,
            before: self.ahead.as_ref(),
            checks: &self.checks,
            open: self.rules.as_ref(),
            is_parallel: self.platform.lowering.parallel,
        };
        for artifact in &self.platform.lowering.artifacts {
            let made = function.make(*artifact, &self.platform.processor())?;
            self.way.log.outcome.code.push((*artifact, made));
        }
        self.way.took("code", begin);
        Ok(())
    }
}

impl Function<'_, '_> {
    /// One part of it.
    ///
    /// # Errors
    /// Names that C does not have, and what LLVM refuses.
    fn make(&self, artifact: Artifact, processor: &Processor) -> Result<Vec<u8>, Errors> {
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
            Artifact::Threads => Ok(THREADS.as_bytes().to_vec()),
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
            sizes: self.sizes().to_vec(),
            rules: self.rules().into_iter().map(|(rule, _)| rule).collect(),
            is_parallel: self.is_parallel,
        }
    }

    /// The names of the sizes that the caller gives.
    fn sizes(&self) -> &[String] {
        self.open.map_or(&[], Open::names)
    }

    fn rules(&self) -> Vec<(Rule, String)> {
        let parameters = &self.entry.parameters;
        self.open.map_or(Vec::new(), |open| open.rules(parameters))
    }

    /// The header, with what a caller must know of each argument.
    fn header(&self, aligned: &[u64]) -> String {
        let Entry {
            name, parameters, ..
        } = self.entry;
        let guard = format!("{}_H", name.to_uppercase());
        let sizes = self.sizes_in_words();
        let mut text = format!(
            "#ifndef {guard}\n#define {guard}\n\n#include <stdbool.h>\n#include <stdint.h>\n\n\
             #ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n\
             /* `{name}`{sizes}.\n *\n\
             \x20* Tensors are dense and row-major: the last dimension is contiguous. A tensor that is\n\
             \x20* written overlaps no other one. Nothing is kept between calls, so that several threads\n\
             \x20* may call it at a time.\n *\n"
        );
        if self.is_parallel {
            text += " * Parallel loops call `tc_parallel_for`, which the program must have.\n *\n";
        }
        for size in self.sizes() {
            writeln!(text, " *   {}: size", safe(size)).expect("writing to a string");
        }
        for (position, (parameter, aligned)) in parameters.iter().zip(aligned).enumerate() {
            let extents = match self.open {
                Some(open) => open.brackets(position),
                None => brackets(&parameter.shape),
            };
            text += &described(parameter, &extents, *aligned);
        }
        text += &self.result();
        let sizes = self.sizes().iter();
        let sizes = sizes.map(|size| format!("int64_t {}", safe(size)));
        let arguments: Vec<String> = sizes.chain(parameters.iter().map(declared)).collect();
        let arguments = if arguments.is_empty() {
            "void".to_owned()
        } else {
            arguments.join(", ")
        };
        text += &format!(" */\nint32_t {name}({arguments});\n\n");
        if self.is_parallel {
            text += PARALLEL_FOR;
        }
        text + "#ifdef __cplusplus\n}\n#endif\n\n#endif\n"
    }

    /// ` for K = 3 and any M, N`
    fn sizes_in_words(&self) -> String {
        let open = self.sizes();
        let fixed = self.entry.sizes.iter();
        let fixed = fixed.filter(|(name, _)| !open.contains(name));
        let fixed: Vec<String> = fixed
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        let any = format!("any {}", open.join(", "));
        match (fixed.is_empty(), open.is_empty()) {
            (true, true) => String::new(),
            (true, false) => format!(" for {any}"),
            (false, true) => format!(" for {}", fixed.join(", ")),
            (false, false) => format!(" for {} and {any}", fixed.join(", ")),
        }
    }

    /// What the function returns, and when.
    fn result(&self) -> String {
        let rules = self.rules().into_iter();
        let mut wrong: Vec<(String, &str)> = rules.map(|(_, what)| (what, NOTHING)).collect();
        let before = self.before.map_or(&[][..], |lowered| &lowered.checks);
        let described = |check| violation(check, self.open.is_some());
        wrong.extend(before.iter().map(|check| (described(check), NOTHING)));
        let after = self.checks.iter();
        wrong.extend(after.map(|check| (described(check), "what is written is of no use")));
        if wrong.is_empty() {
            return " *\n * Returns 0.\n".to_owned();
        }
        let what = match self.open {
            Some(_) => "what is wrong",
            None => "a subscript that is out of range",
        };
        let mut text = format!(" *\n * Returns 0, or the number of {what}:\n");
        for (index, (what, then)) in wrong.iter().enumerate() {
            writeln!(text, " *   {}: {what}; {then}", index + 1).expect("writing to a string");
        }
        text
    }
}

/// What a function has done where it refuses its arguments.
const NOTHING: &str = "nothing is written";

/// The declaration of what parallel loops call, once for all headers of a program.
const PARALLEL_FOR: &str = "\
#ifndef TC_PARALLEL_FOR
#define TC_PARALLEL_FOR
/* Runs a loop: calls part(context, low', high') for pieces of [low, high) that are cut at multiples
 * of step from low, each iteration once, several pieces at a time if it likes, and returns after
 * the last. */
void tc_parallel_for(void (*part)(void *context, int64_t low, int64_t high), void *context,
                     int64_t low, int64_t high, int64_t step);
#endif

";

/// `[2][3]`
fn brackets(shape: &[usize]) -> String {
    shape.iter().map(|extent| format!("[{extent}]")).collect()
}

/// A line about an argument.
fn described(parameter: &Parameter, extents: &str, aligned: u64) -> String {
    let role = match (parameter.is_given(), parameter.is_returned()) {
        (true, true) => "input and output",
        (true, false) => "input",
        _ => "output",
    };
    let element = parameter.element;
    let note = match element {
        ElementType::F16 => ", the bits of IEEE half precision",
        ElementType::BF16 => ", the upper half of a float",
        _ => "",
    };
    let bytes = aligned.max(element.size() as u64);
    format!(
        " *   {}: {role}, {}{extents}, aligned to {bytes} bytes{note}\n",
        safe(&parameter.name),
        c_type(element)
    )
}

/// What makes a check fail.
fn violation(check: &Check, open: bool) -> String {
    let subscripts = check.subscripts.iter();
    let subscripts: Vec<&str> = subscripts
        .map(|one| one.as_deref().unwrap_or(".."))
        .collect();
    let (dimension, read) = (check.dimension, &check.read);
    let subscripts = subscripts.join(", ");
    let range = if open {
        // The bounds are those of the sizes of a call.
        "out of range".to_owned()
    } else {
        format!("not in [{}, {})", check.low, check.high)
    };
    format!("dimension {dimension} of {read}({subscripts}) is {range}")
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
    if plain.starts_with(|one: char| one.is_ascii_digit()) {
        format!("_{plain}_")
    } else {
        format!("{plain}_")
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
