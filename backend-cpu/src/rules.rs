//! What the sizes of a call must satisfy, as LLVM IR: functions for C with open sizes test it
//! before anything else.
//!
//! Each expression becomes a value of 64 bits and a bit that says whether it has one: it has none
//! after an overflow or a division by zero, as in [`Expr::evaluate`]. The code has no branches, and
//! a rule whose expressions have no value does not hold.
//!
//! ```llvm
//! %v0 = call {i64, i1} @llvm.sadd.with.overflow.i64(i64 %s0, i64 -2)    ; N - 2 >= 0
//! ```

use std::fmt::Write;
use tc_syntax::expr::{Comparison, Condition, Expr, Operator, Precondition, Symbol};

/// A rule about the sizes of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A condition of the operator.
    Holds(Precondition),
    /// An array of these extents fits memory.
    Fits {
        /// None of them may be negative.
        extents: Vec<Expr>,
        /// The bytes of an element.
        element: i64,
    },
}

impl Rule {
    /// `left cmp right`, without a condition.
    pub fn compare(left: Expr, comparison: Comparison, right: Expr) -> Rule {
        Rule::Holds(Precondition {
            requires: Condition::new(left, comparison, right),
            when: Vec::new(),
        })
    }
}

/// The functions that the text of [`status`] calls.
pub(crate) const DECLARATIONS: &str = "\
    declare {i64, i1} @llvm.sadd.with.overflow.i64(i64, i64)\n\
    declare {i64, i1} @llvm.ssub.with.overflow.i64(i64, i64)\n\
    declare {i64, i1} @llvm.smul.with.overflow.i64(i64, i64)\n\
    declare i64 @llvm.smin.i64(i64, i64)\n\
    declare i64 @llvm.smax.i64(i64, i64)\n";

/// Instructions, and the value that they end in: 0, or the number of the first rule that does not
/// hold, counted from 1. The size `names[i]` is `%s{i}`.
pub(crate) fn status(rules: &[Rule], names: &[String]) -> (String, String) {
    let mut writer = Writer {
        text: String::new(),
        count: 0,
        names,
    };
    let mut status = "0".to_owned();
    for (index, rule) in rules.iter().enumerate().rev() {
        let holds = match rule {
            Rule::Holds(condition) => writer.precondition(condition),
            Rule::Fits { extents, element } => writer.fits(extents, *element),
        };
        let number = index + 1;
        status = writer.line(&format!("select i1 {holds}, i32 {status}, i32 {number}"));
    }
    (writer.text, status)
}

/// A value of 64 bits, and the bit that says whether it is one.
struct Known {
    value: String,
    known: String,
}

struct Writer<'a> {
    text: String,
    count: usize,
    names: &'a [String],
}

impl Writer<'_> {
    /// Adds an instruction; the name of its result.
    fn line(&mut self, instruction: &str) -> String {
        let name = format!("%v{}", self.count);
        self.count += 1;
        writeln!(self.text, "{name} = {instruction}").expect("writing to a string");
        name
    }

    fn both(&mut self, a: &str, b: &str) -> String {
        self.line(&format!("and i1 {a}, {b}"))
    }

    fn value(&mut self, expr: &Expr) -> Known {
        let known = |value: String| Known {
            value,
            known: "true".to_owned(),
        };
        match expr {
            Expr::Const(value) => known(value.to_string()),
            Expr::Symbol(Symbol::Name(name)) if self.names.contains(name) => {
                let position = self.names.iter().position(|one| one == name);
                known(format!("%s{}", position.expect("it is one of them")))
            }
            // Nothing else has a value at a call.
            Expr::Symbol(_) => Known {
                value: "0".to_owned(),
                known: "false".to_owned(),
            },
            Expr::Binary(operator, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                let operands = self.both(&a.known, &b.known);
                let result = self.operator(*operator, &a.value, &b.value);
                Known {
                    value: result.value,
                    known: self.both(&operands, &result.known),
                }
            }
        }
    }

    fn operator(&mut self, operator: Operator, a: &str, b: &str) -> Known {
        match operator {
            Operator::Add => self.checked("sadd", a, b),
            Operator::Sub => self.checked("ssub", a, b),
            Operator::Mul => self.checked("smul", a, b),
            Operator::FloorDiv => self.quotient(a, b),
            Operator::Mod => self.remainder(a, b),
            Operator::Min | Operator::Max => {
                let name = if operator == Operator::Min {
                    "smin"
                } else {
                    "smax"
                };
                Known {
                    value: self.line(&format!("call i64 @llvm.{name}.i64(i64 {a}, i64 {b})")),
                    known: "true".to_owned(),
                }
            }
        }
    }

    fn checked(&mut self, name: &str, a: &str, b: &str) -> Known {
        let call = format!("call {{i64, i1}} @llvm.{name}.with.overflow.i64(i64 {a}, i64 {b})");
        let pair = self.line(&call);
        let value = self.line(&format!("extractvalue {{i64, i1}} {pair}, 0"));
        let overflow = self.line(&format!("extractvalue {{i64, i1}} {pair}, 1"));
        let known = self.line(&format!("xor i1 {overflow}, true"));
        Known { value, known }
    }

    /// The divisor, 1 where the processor does not divide by it, and whether it divides.
    fn divisor(&mut self, a: &str, b: &str) -> (String, String, String) {
        let zero = self.line(&format!("icmp eq i64 {b}, 0"));
        let least = self.line(&format!("icmp eq i64 {a}, {}", i64::MIN));
        let minus = self.line(&format!("icmp eq i64 {b}, -1"));
        let overflow = self.both(&least, &minus);
        let bad = self.line(&format!("or i1 {zero}, {overflow}"));
        let safe = self.line(&format!("select i1 {bad}, i64 1, i64 {b}"));
        (safe, zero, bad)
    }

    /// What is left of `a`, and whether it is not 0 and has another sign than `b`.
    fn left_over(&mut self, a: &str, b: &str) -> (String, String) {
        let left = self.line(&format!("srem i64 {a}, {b}"));
        let some = self.line(&format!("icmp ne i64 {left}, 0"));
        let signs = self.line(&format!("xor i64 {left}, {b}"));
        let differ = self.line(&format!("icmp slt i64 {signs}, 0"));
        (left, self.both(&some, &differ))
    }

    fn quotient(&mut self, a: &str, b: &str) -> Known {
        let (safe, _, bad) = self.divisor(a, b);
        let quotient = self.line(&format!("sdiv i64 {a}, {safe}"));
        let (_, rounded_up) = self.left_over(a, &safe);
        let one = self.line(&format!("zext i1 {rounded_up} to i64"));
        Known {
            value: self.line(&format!("sub i64 {quotient}, {one}")),
            known: self.line(&format!("xor i1 {bad}, true")),
        }
    }

    fn remainder(&mut self, a: &str, b: &str) -> Known {
        let (safe, zero, _) = self.divisor(a, b);
        let (left, differs) = self.left_over(a, &safe);
        let added = self.line(&format!("select i1 {differs}, i64 {safe}, i64 0"));
        Known {
            value: self.line(&format!("add i64 {left}, {added}")),
            known: self.line(&format!("xor i1 {zero}, true")),
        }
    }

    /// Whether both sides have values, and whether these compare as wanted.
    fn condition(&mut self, condition: &Condition) -> (String, String) {
        let (left, right) = (self.value(&condition.left), self.value(&condition.right));
        let known = self.both(&left.known, &right.known);
        let predicate = match condition.comparison {
            Comparison::Less => "slt",
            Comparison::LessEqual => "sle",
            Comparison::Greater => "sgt",
            Comparison::GreaterEqual => "sge",
            Comparison::Equal => "eq",
            Comparison::NotEqual => "ne",
        };
        let (left, right) = (left.value, right.value);
        let holds = self.line(&format!("icmp {predicate} i64 {left}, {right}"));
        (known, holds)
    }

    fn precondition(&mut self, precondition: &Precondition) -> String {
        let (known, holds) = self.condition(&precondition.requires);
        let mut result = self.both(&known, &holds);
        for one in precondition.when.iter().rev() {
            let (known, holds) = self.condition(one);
            let fails = self.line(&format!("xor i1 {holds}, true"));
            let either = self.line(&format!("or i1 {fails}, {result}"));
            result = self.both(&known, &either);
        }
        result
    }

    fn fits(&mut self, extents: &[Expr], element: i64) -> String {
        let (mut bytes, mut holds) = (element.to_string(), "true".to_owned());
        for extent in extents {
            let extent = self.value(extent);
            let natural = self.line(&format!("icmp sge i64 {}, 0", extent.value));
            let product = self.checked("smul", &bytes, &extent.value);
            for one in [&extent.known, &natural, &product.known] {
                holds = self.both(&holds, one);
            }
            bytes = product.value;
        }
        holds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        code::{Context, Form, Processor},
        glue::{ALIGNMENTS, PACKED},
        jit::Kernel,
    };

    /// Machine code that writes the status of two sizes.
    fn compiled(rules: &[Rule]) -> Kernel {
        let (lines, status) = status(rules, &["N".to_owned(), "M".to_owned()]);
        let argument = |index: usize, name: &str, ty: &str| {
            format!(
                "%p{index} = getelementptr ptr, ptr %list, i64 {index}\n\
                 %q{index} = load ptr, ptr %p{index}\n{name} = load {ty}, ptr %q{index}\n"
            )
        };
        let text = format!(
            "{DECLARATIONS}define void @{PACKED}(ptr %list) {{\n{}{}{}{lines}\
             store i32 {status}, ptr %out\nret void\n}}\n\
             @{ALIGNMENTS} = constant [1 x i64] [i64 0]\n",
            argument(0, "%s0", "i64"),
            argument(1, "%s1", "i64"),
            argument(2, "%out", "ptr"),
        );
        let context = Context::new();
        let unit = context.parse(&text).unwrap();
        let object = unit.generate(&Processor::host(), Form::Object).unwrap();
        Kernel::load(&object).unwrap()
    }

    fn found(kernel: &Kernel, sizes: [i64; 2]) -> i32 {
        let mut status = -1_i32;
        let [n, m] = sizes.map(|size| std::ptr::without_provenance_mut(size as usize));
        // SAFETY: the code reads two numbers, and writes one behind the last pointer.
        unsafe { kernel.run(&[n, m, std::ptr::from_mut(&mut status).cast()]) };
        status
    }

    const VALUES: [i64; 13] = [
        i64::MIN,
        i64::MIN + 1,
        -(1 << 32),
        -7,
        -1,
        0,
        1,
        2,
        3,
        64,
        1 << 32,
        i64::MAX - 1,
        i64::MAX,
    ];

    /// The numbers of a call decide as the evaluation of the same expressions does, at the ends of
    /// 64 bits too.
    #[test]
    fn code_of_conditions_agrees_with_their_evaluation() {
        let texts = [
            "N + M <= 5",
            "N - M > 0",
            "N * M != 6",
            "N floordiv M >= -2",
            "N mod M == 1",
            "min(N, M) < 3",
            "max(N, 2) <= M * 3",
            "2 * N + 1 <= M if 0 < M",
            "N <= M * M if 0 < N * N and M + 1 > 0",
            "N floordiv (M - 3) == 0 if M mod N == 0",
            "N <= K",
        ];
        for text in texts {
            let condition = Precondition::parse(text).unwrap();
            let kernel = compiled(&[Rule::Holds(condition.clone())]);
            for (n, m) in VALUES.iter().flat_map(|n| VALUES.map(|m| (*n, m))) {
                let lookup = |symbol: &Symbol| match symbol.as_name()? {
                    "N" => Some(n),
                    "M" => Some(m),
                    _ => None,
                };
                let due = i32::from(condition.evaluate(&lookup) != Some(true));
                assert_eq!(found(&kernel, [n, m]), due, "{text} with N = {n}, M = {m}");
            }
        }
    }

    #[test]
    fn the_first_rule_that_fails_has_its_number() {
        let parse = |text| Rule::Holds(Precondition::parse(text).unwrap());
        let extents = ["N", "M - 1"].map(|text| Expr::parse(text).unwrap());
        let fits = Rule::Fits {
            extents: extents.to_vec(),
            element: 8,
        };
        let kernel = compiled(&[parse("N >= 2"), fits, parse("M <= 100")]);
        for (sizes, due) in [
            ([2, 1], 0),
            ([1, 1000], 1),
            ([2, 0], 2),
            ([1 << 31, 1 << 30], 2),
            ([1 << 59, 2], 0),
            ([1 << 60, 2], 2),
            ([2, i64::MIN], 2),
            ([2, 101], 3),
        ] {
            assert_eq!(found(&kernel, sizes), due, "{sizes:?}");
        }
    }
}
