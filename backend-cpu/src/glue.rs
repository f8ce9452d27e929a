//! Entry points of compiled code, as LLVM IR.

use crate::rules::{self, Rule};
use std::fmt::Write;

/// The types of a function.
pub(crate) struct Signature {
    pub(crate) arguments: Vec<String>,
    pub(crate) result: String,
}

/// The symbol of the entry point that [`packed`] makes.
pub(crate) const PACKED: &str = "tc_entry";

/// The symbol of a list of numbers of 64 bits: how many arguments there are, and what the address
/// of each is promised to be a multiple of.
pub(crate) const ALIGNMENTS: &str = "tc_alignments";

/// An entry point that has the same type for all functions: its argument is a list of pointers to
/// the arguments of `function`; and the alignments of these, in bytes.
pub(crate) fn packed(function: &str, signature: &Signature, alignments: &[usize]) -> String {
    let Signature { arguments, result } = signature;
    let function = quoted(function);
    let mut text = format!(
        "declare {result} @{function}({})\ndefine void @{PACKED}(ptr %list) {{\n",
        arguments.join(", ")
    );
    let mut passed = Vec::new();
    for (index, ty) in arguments.iter().enumerate() {
        let line = format!(
            "%slot{index} = getelementptr ptr, ptr %list, i64 {index}\n\
             %at{index} = load ptr, ptr %slot{index}\n\
             %value{index} = load {ty}, ptr %at{index}\n"
        );
        text += &line;
        passed.push(format!("{ty} %value{index}"));
    }
    writeln!(
        text,
        "call {result} @{function}({})\nret void\n}}",
        passed.join(", ")
    )
    .expect("writing to a string");
    let mut numbers = vec![format!("i64 {}", alignments.len())];
    numbers.extend(alignments.iter().map(|bytes| format!("i64 {bytes}")));
    let (count, numbers) = (numbers.len(), numbers.join(", "));
    writeln!(text, "@{ALIGNMENTS} = constant [{count} x i64] [{numbers}]")
        .expect("writing to a string");
    text
}

/// A name as LLVM IR has it after `@`.
pub(crate) fn quoted(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\';
    let escaped: String = name
        .bytes()
        .map(|byte| {
            if plain(byte) {
                char::from(byte).to_string()
            } else {
                format!("\\{byte:02X}")
            }
        })
        .collect();
    format!("\"{escaped}\"")
}

/// The parts of a function for C; see [`crate::ahead`].
pub(crate) struct ForC<'a> {
    pub(crate) name: &'a str,
    /// The symbol of the compiled function.
    pub(crate) kernel: &'a str,
    /// The number of its arguments that the caller gives.
    pub(crate) arguments: usize,
    /// The function of the checks that come first, the arguments that it takes, and the number of
    /// values of each of its flags.
    pub(crate) before: Option<(&'a str, &'a [usize], &'a [usize])>,
    /// For each further argument of the compiled function the number of its values, the first in
    /// range and one past the last.
    pub(crate) recorded: &'a [(usize, i64, i64)],
    /// The names of the sizes that the caller gives; both functions take them last.
    pub(crate) sizes: &'a [String],
    /// What these must satisfy.
    pub(crate) rules: &'a [Rule],
    /// Whether the program has `tc_parallel_for`.
    pub(crate) is_parallel: bool,
}

/// What compiled functions call in place of `malloc`, and what a function for C calls to look at
/// flags and recorded values.
const FOR_C: &str = include_str!("for_c.ll");

/// What compiled functions call in place of the thread pool.
const SERIAL: &str = include_str!("serial.ll");

/// The text of a function that C calls: `int32_t NAME(int64_t, ..., void *, ...)`.
pub(crate) fn for_c(function: &ForC) -> String {
    let types = |pointers: usize| {
        let mut all = vec!["ptr"; pointers];
        all.extend(vec!["i64"; function.sizes.len()]);
        all.join(", ")
    };
    let taken: Vec<String> = (0..function.arguments)
        .map(|index| format!("ptr %a{index}"))
        .collect();
    let sizes = (0..function.sizes.len()).map(|index| format!("i64 %s{index}"));
    let sizes: Vec<String> = sizes.collect();
    let kernel = quoted(function.kernel);
    let inner = function.arguments + function.recorded.len();
    let serial = if function.is_parallel { "" } else { SERIAL };
    let mut text = format!("{FOR_C}\n{serial}{}", rules::DECLARATIONS);
    text += &format!("declare void @{kernel}({})\n", types(inner));
    if let Some((symbol, given, flags)) = function.before {
        let count = given.len() + flags.len();
        text += &format!("declare void @{}({})\n", quoted(symbol), types(count));
    }
    let name = quoted(function.name);
    let arguments = [&sizes[..], &taken[..]].concat().join(", ");
    text += &format!("define i32 @{name}({arguments}) {{\nentry:\n");
    if !function.rules.is_empty() {
        let (lines, status) = rules::status(function.rules, function.sizes);
        text += &format!(
            "{lines}%unfit = icmp ne i32 {status}, 0\nbr i1 %unfit, label %misfit, label %fit\n\
             misfit:\nret i32 {status}\nfit:\n"
        );
    }
    let mut status = "0".to_owned();
    if let Some((symbol, given, flags)) = function.before {
        let mut passed: Vec<String> = given.iter().map(|one| format!("ptr %a{one}")).collect();
        for (index, values) in flags.iter().enumerate() {
            text += &format!(
                "%f{index} = call ptr @tc_allocate(i64 {})\n",
                4 * values.max(&1)
            );
            passed.push(format!("ptr %f{index}"));
        }
        passed.extend_from_slice(&sizes);
        text += &format!("call void @{}({})\n", quoted(symbol), passed.join(", "));
        for (index, values) in flags.iter().enumerate() {
            let number = function.rules.len() + index + 1;
            text += &format!(
                "%b{index} = call i32 @tc_raised(i32 {status}, i32 {number}, ptr %f{index}, i64 {values})\n\
                 call void @free(ptr %f{index})\n"
            );
            status = format!("%b{index}");
        }
        text += &format!(
            "%wrong = icmp ne i32 {status}, 0\nbr i1 %wrong, label %refused, label %go\n\
             refused:\nret i32 {status}\ngo:\n"
        );
    }
    text += &recorded_call(function, &kernel, taken, &sizes);
    text += "}\n";
    text
}

/// Calls the compiled function and looks at what it recorded, to the return.
fn recorded_call(function: &ForC, kernel: &str, taken: Vec<String>, sizes: &[String]) -> String {
    let (mut text, mut passed, mut status) = (String::new(), taken, "0".to_owned());
    let flags = function.before.map_or(0, |(_, _, flags)| flags.len());
    let before = function.rules.len() + flags;
    for (index, (values, ..)) in function.recorded.iter().enumerate() {
        text += &format!(
            "%r{index} = call ptr @tc_allocate(i64 {})\n",
            8 * values.max(&1)
        );
        passed.push(format!("ptr %r{index}"));
    }
    passed.extend_from_slice(sizes);
    text += &format!("call void @{kernel}({})\n", passed.join(", "));
    for (index, (values, low, high)) in function.recorded.iter().enumerate() {
        let number = before + index + 1;
        text += &format!(
            "%s{index} = call i32 @tc_outside(i32 {status}, i32 {number}, ptr %r{index}, i64 {values}, i64 {low}, i64 {high})\n\
             call void @free(ptr %r{index})\n"
        );
        status = format!("%s{index}");
    }
    text + &format!("ret i32 {status}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_as_llvm_reads_them() {
        assert_eq!(quoted("mm.kernel"), "\"mm.kernel\"");
        assert_eq!(quoted("a\"b\\c d"), "\"a\\22b\\5Cc\\20d\"");
    }
}
