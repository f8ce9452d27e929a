//! Names that each text of a module defines for itself.
//!
//! A kernel that calls into a linked library brings the library's functions and tables along,
//! reduced to what it needs: two kernels may bring the same function with different parameters. So
//! where texts are joined, a name that an earlier text defines gets a number in the later one.
//! Names of kernels are left alone: they are unique already.

use std::borrow::Cow;
use std::collections::HashSet;

/// The names that the texts so far define.
#[derive(Default)]
pub(super) struct Symbols(HashSet<String>);

impl Symbols {
    /// A text in which names that an earlier text defines are replaced.
    pub(super) fn taken_from<'t>(&mut self, text: &'t str) -> Cow<'t, str> {
        let defined: HashSet<&str> = text.lines().filter_map(defined).collect();
        let twice: HashSet<&str> = defined
            .iter()
            .copied()
            .filter(|name| self.0.contains(*name))
            .collect();
        if twice.is_empty() {
            self.0.extend(defined.into_iter().map(str::to_owned));
            return Cow::Borrowed(text);
        }
        let suffix = (2..)
            .map(|number| format!("_{number}"))
            .find(|suffix| {
                twice
                    .iter()
                    .all(|name| !self.0.contains(&format!("{name}{suffix}")))
            })
            .unwrap_or_default();
        let renamed = |name: &str| {
            if twice.contains(name) {
                format!("{name}{suffix}")
            } else {
                name.to_owned()
            }
        };
        self.0.extend(defined.into_iter().map(renamed));
        let mut result = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find(is_part) {
            let word = &rest[start..];
            let end = word.find(|c| !is_part(c)).unwrap_or(word.len());
            result.push_str(&rest[..start]);
            result.push_str(&renamed(&word[..end]));
            rest = &word[end..];
        }
        Cow::Owned(result + rest)
    }
}

fn is_part(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '$')
}

/// The function or the variable that a line at the level of the module defines.
fn defined(line: &str) -> Option<&str> {
    let line = [".visible ", ".weak "]
        .into_iter()
        .find_map(|linkage| line.strip_prefix(linkage))
        .unwrap_or(line);
    let last = |text: &'_ str| text.rfind(is_part).map(|end| end + 1);
    let text = if let Some(rest) = line.strip_prefix(".func") {
        // The return value comes before the name.
        let rest = rest.trim_start();
        let rest = match rest.strip_prefix('(') {
            Some(value) => value.split_once(')')?.1,
            None => rest,
        };
        &line[line.len() - rest.len()
            ..line.len() - rest.len() + rest.find('(').unwrap_or(rest.len())]
    } else if [".global", ".const", ".shared"]
        .into_iter()
        .any(|space| line.starts_with(space))
    {
        &line[..line.find(['[', '=', ';'])?]
    } else {
        return None;
    };
    let end = last(text)?;
    let start = text[..end].rfind(|c| !is_part(c)).map_or(0, |at| at + 1);
    Some(&text[start..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = ".func  (.param .b64 retval0) pow_helper(\n\t.param .b64 pow_helper_param_0\n)\n{\n}\n.global .align 4 .b8 table[24] = {1};\n.visible .entry first()\n{\n\tcall.uni (retval0), pow_helper, (param0);\n\tld.global.b32 %r1, [table+4];\n}\n";

    #[test]
    fn a_second_definition_gets_a_number_wherever_it_is_named() {
        let mut symbols = Symbols::default();
        assert_eq!(symbols.taken_from(FIRST), FIRST);
        let second = FIRST.replace("entry first", "entry second");
        let expected = second
            .replace("retval0) pow_helper(", "retval0) pow_helper_2(")
            .replace(", pow_helper,", ", pow_helper_2,")
            .replace(" table[", " table_2[")
            .replace("[table+", "[table_2+");
        assert_eq!(symbols.taken_from(&second), expected);
        let third = symbols.taken_from(FIRST).into_owned();
        assert!(
            third.contains(" pow_helper_3(") && third.contains("[table_3+4]"),
            "{third}"
        );
    }

    #[test]
    fn definitions_are_told_from_other_lines() {
        for (line, name) in [
            (".func helper(", Some("helper")),
            (".weak .func  (.param .b32 r) helper", Some("helper")),
            (".const .align 8 .b8 $table_1[8] = {0};", Some("$table_1")),
            (".shared .align 4 .b8 k0_T[64];", Some("k0_T")),
            (".visible .entry k0(", None),
            (".extern .func helper(", None),
            ("\t.shared .align 4 .b8 T[64];", None),
        ] {
            assert_eq!(defined(line), name, "{line}");
        }
    }
}
