//! Every diagnostic code with its short and its long explanation.
//!
//! Codes never change meaning and are never reused. The first digits give the source: `01` the
//! parser, `02` the checker of names and types, `03` range inference and preconditions, `04`
//! in-place rules and schedules, `05` a call, `06` limits on time and operations, `07` the SaC
//! notation, `08` gradients.

use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

macro_rules! codes {
    ($($code:ident $summary:literal $explanation:literal)*) => {
        /// A stable diagnostic code such as `TC0101`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $summary] $code,)*
        }

        impl Code {
            /// All codes in order.
            pub const ALL: &'static [Code] = &[$(Code::$code),*];

            /// The code as it is printed.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$code => stringify!($code),)* }
            }

            /// A one-line summary.
            pub fn summary(self) -> &'static str {
                match self { $(Code::$code => $summary,)* }
            }

            /// Several lines: the reason, an example, and what to do.
            pub fn explanation(self) -> &'static str {
                match self { $(Code::$code => $explanation,)* }
            }
        }
    };
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl FromStr for Code {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let same = |code: &&Code| code.as_str().eq_ignore_ascii_case(text.trim());
        Code::ALL.iter().find(same).copied().ok_or_else(|| {
            let near = Code::ALL
                .iter()
                .min_by_key(|code| strsim::levenshtein(code.as_str(), text));
            let near = near.map_or_else(String::new, |code| format!("; did you mean `{code}`?"));
            format!("unknown diagnostic code `{text}`: codes are written `TC0101`{near}")
        })
    }
}

/// The long form of a code (`--explain-code TC0301`), or an error.
pub fn explain(text: &str) -> Result<String, String> {
    let code = Code::from_str(text)?;
    Ok(format!(
        "{code}: {}\n\n{}\n",
        code.summary(),
        code.explanation()
    ))
}

codes! {
TC0101 "unexpected character"
"A TC program is UTF-8 text, but outside comments only ASCII letters, digits, blanks and the operators of the language
are legal. The usual causes are typographic quotes, dashes and blanks copied from a document, a character
of another language such as `;`, or a file that is not text at all. Text after `#` may contain any character."
TC0102 "malformed number"
"Numbers are decimal: `12`, `0.5`, `.5`, `1e-3`, `1.5f`. Hexadecimal words such as `0x1F`, an integer with a superfluous
leading zero (`010` is 8 in C and 10 elsewhere), and a number with `.` directly followed by a word (`1.5x`) are refused,
because each is ambiguous. Names may start with a digit (`2LUT`), but `1f` and `2e3` are numbers."
TC0104 "integer literal does not fit int64"
"The largest integer literal is 9223372036854775807. A minus sign directly before a literal counts as part of it, so
-9223372036854775808 can be written. For a larger value write a floating literal: `1e20`."
TC0105 "unexpected token"
"The parser expected another token here. After the error it continues with the next statement or `def`, so that
all errors of a file are reported in one run; a definition with a syntax error is not checked further."
TC0106 "reserved word used as a name"
"`def where exists min max true false` and the names of the scalar types (`float`, `int32`, ...) cannot name definitions,
sizes, tensors or indices. `in` is an ordinary name except directly after the index that opens a `where` clause."
TC0108 "definition without statements or returns"
"A definition needs at least one statement between its braces and at least one return after `->`.

    def copy(float(N) A) -> (B) {
      B(i) = A(i)
    }"
TC0109 "left-hand subscript is not an index name"
"The left-hand side names the element that each index value defines, so its subscripts are plain names: `o(i)`, never
`o(i + 1)` or `o(0)`. To fill a part of a tensor give the index a range:

    C(i) = 0 where i in 0:1"
TC0110 "old range spelling"
"Older documents write ranges as `k = [0, 2[`, `k in [0, 2)` or `k in 0..2`. The range of `k` from 0 to 1 is written
`k in 0:2` here: the lower end is included, the upper end is not."
TC0111 "operator in two pieces"
"`+=`, `*=`, `min=` and `max=` (and their forms with `!`) are single tokens, as are `==` and `<=`. With a blank inside they
mean something else or nothing."
TC0112 "comparisons do not chain"
"`a < b < c` would compare the truth value of `a < b` with `c`, which is never intended. Write `a < b && b < c`."
TC0113 "`where` without a clause"
"`where` is followed by at least one clause: a range `k in 0:3`, a definition `x = A(i)`, or `exists A(i)`. Remove the
word if there is no clause."
TC0114 "expression nested too deeply"
"Expressions may be nested 256 deep. A program that generates TC should introduce definitions in a `where` clause, or
temporaries. Calls of functions in the notation of SaC may be nested 64 deep: a recursion ends in another definition of
the function, for values with fewer axes."
TC0201 "unknown tensor"
"A name followed by subscripts or by `.n` must be an input or a tensor that the definition assigns. (A bare unknown name is
an index of its statement.) Check the spelling, or declare the tensor among the inputs."
TC0202 "definition repeated"
"Each name may be defined once in a file; otherwise a call would be ambiguous."
TC0203 "name already in use"
"Sizes, tensors and indices of a definition share one namespace, without shadowing: `W` cannot be a size and
a tensor. Rename one of them."
TC0204 "built-in name used for a tensor"
"`exp(i)` would be a call or a read depending on context, so the names of built-in functions cannot name tensors. Sizes and
indices may use them (`j0` is a common index name)."
TC0205 "tensor read before it is defined"
"Statements run in text order. A tensor that is read must be an input, or assigned by an earlier statement, or a
return whose first statement accumulates into it or reads it: such a return is in/out, and its old contents come from the
caller. A temporary has no caller, so it cannot be in/out."
TC0206 "size not bound by any input"
"A size gets its value from the shapes of the inputs. A size that occurs only in the annotation of a return has no value,
except when that return is in/out (then the caller's tensor gives it). Use the size in an input, or give it at the call."
TC0207 "return never assigned"
"Every tensor after `->` must be assigned by a statement. Check the spelling on both sides."
TC0208 "assignment to an input"
"Inputs are immutable: other parts of a program may use the same storage. Write to a new tensor, or declare the tensor
as a return and not as an input; then it is updated in place."
TC0209 "index twice on the left-hand side"
"`o(i, i) = ..` would define only a diagonal and leave all other elements without a value. On the right-hand side an index
may appear any number of times."
TC0210 "index only on the right-hand side without a reduction"
"An index that is not on the left-hand side is summed (or multiplied, or minimised) over, and `=` does not say how. Write
`+=!` to start from zero and add up, `+=` to add to the existing contents, or `*=! min=! max=!`.

    o(i) +=! A(i, j)      # sums over j"
TC0211 "reduction into the caller's contents"
"`+=` without `!` adds to the previous contents of the tensor. If no earlier statement defines the tensor, its contents
come from the caller, who has to pass it as an in/out tensor. Usually `+=!` is intended, which starts from zero."
TC0212 "wrong number of subscripts"
"A tensor is read and written with one subscript for each dimension."
TC0213 "subscript or bound is not an integer"
"Subscripts and bounds are computed in 64-bit integers, and a value of a floating type is never rounded silently. Use an
integer tensor for look-ups, or cast: `A(int32(x))`."
TC0214 "conversion needs a cast"
"A value is converted implicitly only in these cases: to a wider type of the same kind, from an unsigned to a
wider signed integer, from any integer to a floating type, and from bool to anything. Write the cast that you mean:
`int32(x)` truncates toward zero and saturates."
TC0215 "tensor, size or index used incorrectly"
"A tensor with dimensions is read with subscripts, a scalar by its bare name; a size and an index take no subscripts."
TC0216 "built-in not supported yet"
"The name is a known built-in function, so it cannot mean anything else, but no target implements it yet."
TC0217 "wrong number of arguments of a built-in"
"Each built-in has a fixed number of arguments. `min` and `max` take two; nest them for more: `max(a, max(b, c))`."
TC0218 "unknown function"
"A name followed by parentheses is a tensor, a built-in function, or, in a call statement, a `def` of the file. The built-ins
are those of C's mathematical library; `sigmoid` is
`exp(min(x, 0)) / (1 + exp(-abs(x)))`, `relu` is `x > 0 ? x : 0`."
TC0219 "call of a definition does not fit"
"A call passes tensors by name, and literals or size expressions for scalars. Number, rank and element type must match
the called definition exactly, and so must the number of targets."
TC0220 "recursive call"
"Definitions are inlined where they are called, so a definition cannot call itself, directly or through others."
TC0221 "operand of the wrong kind"
"`&&`, `||`, `!` and the condition of `?:` take bool; `<` and the like take numbers. Integers are not truth values: write
`x != 0`."
TC0222 "`%` on floating operands"
"`%` is the floored remainder of integers. For floating operands use `fmod(a, b)`, which takes the sign of the dividend."
TC0223 "bound is not a size expression"
"Ranges must be known before the loops run, so bounds consist of integers, sizes, `T.0`, definitions of such expressions,
and `+ - * / % min max`. A tensor element or an index is not allowed. A rank-0 integer input can be bound to a value when
the definition is compiled; then it may occur in a bound."
TC0224 "second range or definition"
"In one statement each index has at most one range and each `where` name one definition, and no name is both."
TC0225 "no such dimension"
"`T.d` is the extent of dimension `d` of the tensor `T`; dimensions are counted from 0."
TC0226 "index only in `where`"
"A `where` clause restricts an index that the statement uses on its left- or right-hand side. An index that occurs nowhere else
would repeat the statement for no reason. Remove the clause, or check the spelling."
TC0227 "definition in `where` never used"
"A definition `x = ..` in a `where` clause that is never used is probably a mistake."
TC0228 "annotation of a return does not agree"
"The annotation of a return states its rank and extents. It must agree with what the statements define; if the two
extents cannot be proved equal, they are compared at each call."
TC0229 "temporary never read"
"A tensor that is assigned but neither returned nor read has no effect. Return it, or remove the statement."
TC0230 "reduction index in two spellings"
"Two indices that are reduced over occur in one read each, cover the same size, and have almost the same name. Each is summed
over on its own, which is rarely intended:

    C(i, j) +=! A(i, k) * B(kk, j)      # sums over k and over kk

Write one name for both. If two indices are intended, give them clearly different names, or give one of them a range:
`where kk in 0:K`."
TC0231 "integer divided by the literal 0"
"An integer divided by 0 has no value, and neither has its remainder. For data, choose: `d(i) == 0 ? 0 : x(i) / d(i)`. A floating number
divided by 0 is infinite, or NaN: `1.0 / 0.0` is how infinity is written."
TC0232 "unknown module"
"A module is a file NAME.tc: in the folder of the text that imports it, in a folder that TC_PATH names (several are separated by `:`),
or in the library that comes with the tools. `tc-run --list-operators` shows the modules of the library."
TC0233 "modules import each other"
"The text of a module is read before that of the texts that import it, so that no module may import itself, directly or by way of
others. Move what both need into a third module."
TC0234 "unknown operator of a module"
"A module has the definitions of its text, and the operators that it takes from others by `use`:

    import nn
    def net(float(N, D) X) -> (Y) { Y = nn.softmax(X) }"
TC0235 "default of an input does not fit"
"An input without dimensions may have a default, a literal of its type; those behind it have defaults too:

    def scale(float(N) X, float by = 2.0) -> (Y) { Y(i) = by * X(i) }"
TC0301 "ranges inferred"
"The range of each index is derived from its accesses, in rounds. In each round every access that has exactly one
index without a range is solved for that index, for all values of the known indices; the results are intersected.
The explanation shows, for each index, the round, the accesses that were used and their solutions."
TC0302 "ranges cannot be inferred: several unknown indices in each access"
"If every access combines two indices without a range, several answers are equally good, and none is chosen:

    o(i) +=! x(i + k)         # i long and k short, or i short and k long?

Give all but one of them a range: `where k in 0:3`."
TC0303 "index without any range"
"The index subscripts nothing on the right-hand side, has no range in `where`, and no later statement on the same tensor
gives it one. Give it a range: `where i in 0:N`."
TC0304 "range does not start at 0"
"The largest range for which all reads are in bounds does not start at 0. The tensor is stored densely and has an origin:
element i is stored at position i minus origin. To choose another range, give it in `where`."
TC0305 "condition on sizes, checked at each call"
"An access is in bounds only if this condition on the sizes holds. Where guards surround the access, `if` is followed by the
sizes for which it is reached at all. The condition is checked at each call, before anything runs, and costs nothing inside
the loops."
TC0306 "unchecked access"
"Whether this access is in bounds, or is made at all, depends on the values of a tensor or on a guard that is not understood. On the CPU it is checked at run time (TC0510) unless
`--unchecked` is given; on a GPU only with `--bounds-checks`. A clamp makes it safe: `B(max(min(C(i), N - 1), 0))`."
TC0307 "inferred range is empty"
"The conditions contradict each other for all sizes: there is no value of the index for which all accesses are in bounds."
TC0308 "range in `where` is empty"
"The upper end of the range is not above its lower end. The range is treated as empty; the statement does nothing."
TC0309 "access out of bounds"
"For the ranges of its indices this access is out of bounds for all sizes (or for the sizes that were bound)."
TC0310 "stride known only at run time"
"An index multiplied by a size or by a value that is not a constant cannot be solved for. Bind that name to a value when
the definition is compiled, or give the index a range in `where`."
TC0311 "expression gives no bound"
"No range of `i` can be derived from `i * i`, `i % 3` or `i / n`. Give it one in `where`; the accesses are then checked
against that range."
TC0312 "range adopted from a later statement"
"In `C(i) = 0` nothing bounds `i`. The next statement that writes `C` does, and its range is used."
TC0313 "reduction over the smaller of two extents"
"The index subscripts two dimensions with different sizes, so it covers the smaller one. If both are meant to be equal, use
the same size name for both; then a mismatch is an error at the call. With `strict-ranges` it is an error."
TC0314 "guarded read narrows a range"
"A read that a condition guards, such as the padded taps `inside ? X(i + k - 1) : 0`, is made at some points only. If the condition
implies that its subscripts are in bounds, it does not narrow any range. Otherwise it does, like other reads, and then points for which
the other reads have values are left out. Write the range that you meant in `where`: the read is then checked under its guard. Or write a
guard that says that the subscript is inside: `i + k - 1 >= 0 && i + k - 1 < N`."
TC0315 "index over the smaller of two sizes"
"The index is on the left and subscripts two dimensions with sizes of different names, so it covers the smaller one, and the result has fewer
elements than one of them: `Y(c, h) = X(c, h) + B(h)` where `B(c)` is meant. If both are equal, use one size name for both: a mismatch
is then an error at the call. If the smaller one is meant, write it: `where h in 0:min(H, C)`. With `strict-ranges` it is an error."
TC0401 "in-place update reads what it writes"
"A statement reads everything before it writes. This can be done in place only if no instance of the statement reads an
element that another instance writes. `a(i, j) = a(j, i)` does so; write to a new tensor."
TC0402 "schedule reverses a dependence"
"A schedule tree runs an instance before another one that it depends on, or at the same time as it; or a band is marked
`permutable` or `coincident`, but a dependence does not permit it. The message shows a pair of instances. Such a tree was edited by
hand, or comes from an incorrect pass."
TC0403 "range leaves the box of the tensor"
"The first statement on a tensor fixes its index bounds, its box. A later statement may write a part of it, never more."
TC0404 "call target already defined"
"The targets of a call are defined by it. A target may be defined earlier only if the called definition accumulates into
its return."
TC0405 "number of dimensions changed"
"All statements on one tensor use the same number of dimensions as the first one."
TC0406 "data-dependent read of the tensor that is written"
"Which element is read depends on data, so it may be one that another instance writes. Write to a new tensor."
TC0407 "recurrence"
"`h(t) = h(t - 1) + x(t)` defines elements by earlier elements of the same statement. The instances of a statement have no
order: write a loop, `h(0) = ..` and `for t in 1:T { h(t) = h(t - 1) + x(t) }`."
TC0408 "element read before it is written"
"In a loop, a statement reads an element of a temporary or of a return that no earlier statement or iteration wrote. The message
shows the smallest sizes and indices for which that happens. Write the first elements before the loop, `s(0) = ..`, or let the loop
begin where they exist."
TC0409 "element never written"
"An element of a return keeps no value: no statement and no iteration writes it. The message shows the smallest sizes for which that
happens. Write the rest in a statement of its own, or give the return the extents that the loop covers."
TC0410 "two points write one element"
"`y(i/2) = x(i)` stores two values in one element, in no order. Combine them by `+=`, `*=`, `min=` or `max=`, or compute another
subscript for each point. `=` needs a proof for all sizes, so its subscripts are affine."
TC0411 "bound uses an index without a range"
"In `where k in 0:i + 1` the index `i` is on the left, or its own clause stands before: ranges are found from left to right. Write
the clause of `i` first."
TC0412 "targets of a pair"
"`(m(i), a(i)) max=! (X(i, k), k)` keeps a value and its place. Both targets have the same subscripts, they are two tensors, and only
`min=` and `max=`, with or without `!`, have a place."
TC0501 "wrong number of inputs"
"A call passes exactly the inputs of the definition, in order."
TC0502 "wrong element type of an input"
"Element types must be exactly those of the signature; nothing is converted at a call."
TC0503 "wrong rank of an input"
"The number of dimensions of an input must be that of the signature."
TC0504 "sizes disagree"
"Two dimensions with the same size name in the signature have different extents, or a dimension with a fixed extent has
another one."
TC0505 "precondition fails"
"An access would be out of bounds for these sizes. See TC0305; the note shows which access needs the condition."
TC0506 "range reversed for these sizes"
"For the sizes of this call the range of an index ends before it starts, for instance because a filter is longer than the
data."
TC0507 "value does not fit"
"Sizes and indices are int32 where they are used as values, and int64 in subscripts and shapes. The value is larger."
TC0508 "wrong output"
"An output that the caller provides must have the element type and the shape that were inferred."
TC0510 "read out of range"
"A data-dependent subscript is out of bounds. It is checked on the CPU, by the reference evaluator, and with
`--bounds-checks` on a GPU. The message gives the values of the subscripts and of the indices."
TC0511 "integer division by zero"
"The reference evaluator checks integer divisions. In compiled code a division by zero is undefined."
TC0513 "tensor does not fit memory"
"The shape is too large to be allocated."
TC0515 "unknown definition"
"The file has no `def` of this name."
TC0601 "budget exceeded"
"isl was stopped: it would have needed more operations than the pass allows (its option `budget`), or more time than
`--time-limit`. The program may be correct. Bind sizes, fuse less (`fusion=min`), or allow more. A def that would exceed
10000 statements after inlining is refused with the same code: compute shared results only once. So are a def that has as
many, a statement with more than 5000 accesses, more than 5000 inputs and outputs, and loops that are unrolled to more
than 32768 copies of statements."
TC0701 "generator variables are not those of the pattern (E-GEN-VAR)"
"A generator repeats the variables of its pattern in the same order, without the dots: `{ [i,.] -> m[i] | [i] < [2] }`. A
pattern without variables, such as `[.]`, has no generator."
TC0702 "`...` more than once (E-PAT-DOTS)"
"`...` stands for any number of axes, so a pattern or a selection with two of them would have several readings. Write `.`
for each single axis."
TC0703 "variable twice in a pattern (E-PAT-DUP)"
"Each variable of a pattern is an axis of the result. A diagonal is read on the right: `{ [i] -> m[i,i] }`."
TC0704 "relation of a generator (E-GEN-REL)"
"A generator is `lower <= index < upper`; each `<` may be `<=`, and one side may be left out. Turn `>` and `>=` round."
TC0705 "not implemented (E-NYI)"
"The program is correct, or may be, but it needs a part of the SaC notation that is not there yet. The message names it, and
`docs/sac.md` lists them."
TC0706 "bound is not an int vector (E-BOUND-RANK)"
"Bounds are vectors with an element for each variable of the pattern, also where there is one: `[i] < [5]`."
TC0707 "length of a bound (E-BOUND-LEN)"
"A bound has an element for each variable of the pattern; two bounds have the same length."
TC0708 "strict relation with `.` (E-DOT-STRICT)"
"`.` is the smallest or the largest legal index, and both belong to the range: `. <= [i]` and `[i] <= .`."
TC0709 "bound cannot be inferred (E-UNBOUNDED)"
"Without a generator a variable ranges over the axis that it selects by itself, `v[i]` and not `v[i+1]`. Give the last
partition an upper bound:

    { [i,j] -> v[i]+j | [i,j] < [5,3] }"
TC0710 "`.` as the upper bound of the last partition (E-LAST-DOT)"
"The upper bound of the last partition is the shape of the result, so `.` would refer to itself. Write the bound, or leave
the generator out where it can be inferred."
TC0711 "index vector as one subscript (E-IV-SCALAR)"
"A variable of a pattern without brackets is a vector. To add subscripts concatenate: `a[iv ++ [0]]`."
TC0712 "more dots than axes (E-DOT-RANK)"
"Each `.` of a pattern is an axis of the value on the right of `->`."
TC0713 "partitions do not agree in shape (E-HOMOG)"
"All partitions of a comprehension fill one array. The last one gives its shape: its upper bound, followed by the shape of
its value."
TC0714 "partition outside of the result (E-PART-RANGE)"
"A partition that is not empty must lie inside the upper bound of the last one. It is not clipped."
TC0715 "negative extent (E-NEG-EXTENT)"
"The upper bound of the last partition is the shape of the result, so no element of it is negative."
TC0716 "shape depends on an index (E-INHOMOG)"
"All elements of an array have one shape, so a shape must not depend on the value of an index: `{ [i] -> take([i],v) }` would
be an array of vectors of different lengths."
TC0717 "elements of an array differ in shape (E-HOMOG-LIT)"
"The elements of an array literal have one shape: `[[1,2,3],[4,5]]` is no matrix."
TC0718 "branches differ in shape (E-HOMOG-COND)"
"Both values of `?:` have the same shape, since the shape must not depend on the condition."
TC0719 "more subscripts than axes (E-SEL-RANK)"
"A selection has at most one subscript for each axis. With fewer it gives the remaining axes."
TC0720 "shapes of the operands differ (E-SHAPE-MISMATCH)"
"Operators are applied element by element to arrays of one shape, or to an array and a scalar. There is no other
broadcasting: add a vector to each row with `{ [i] -> m[i] + v }`."
TC0722 "more elements than there are (E-TAKE-RANGE)"
"`take` and `drop` take at most as many elements of an axis as it has."
TC0723 "types of the operands differ (E-TYPE)"
"Nothing is converted silently: `1` is int, `1.0` is double, `1f` is float. Convert with `toi`, `tof` and `tod`."
TC0724 "shape depends on the data of an argument (E-NEED-VALUE)"
"Shapes are computed before anything runs, from the shapes of the arguments and from arguments of type int. The elements of
an array are not known then."
TC0725 "unknown variable or function (E-NAME)"
"A variable is an argument, a name that an earlier line of the function assigns, or a variable of the pattern around it. A
function is one of the file or of the library."
TC0726 "wrong number of arguments (E-ARITY)"
"A call passes an argument for each parameter."
TC0803 "nothing to differentiate"
"A gradient flows from a return of a floating type to an input of a floating type. Integers and conditions have none, and what
passes through them is 0."
TC0804 "needed value is overwritten"
"A gradient uses values of the forward definition, which it computes again. In a loop a tensor has room for one value of
each element, so a value that a later statement or iteration overwrites is gone. Give the tensor a dimension for time,
`h(t+1,i) = .. h(t,i) ..`: then all values are kept."
TC0805 "form without a gradient"
"The gradient of this form of statement is not derived: an extremum or a product that starts from earlier contents in a definition with
loops, a sum that reads the element that it writes, a pair without `!`. Write the result to a tensor of its own, in a statement of its
own."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_explained_and_listed_once_in_order() {
        assert!(Code::ALL.len() >= 75, "{}", Code::ALL.len());
        assert!(Code::ALL.is_sorted());
        for code in Code::ALL {
            let text = code.as_str();
            assert!(text.len() == 6 && text.starts_with("TC0"), "{text}");
            assert!(
                code.summary().len() > 8 && !code.summary().ends_with('.'),
                "{text}"
            );
            assert!(
                code.explanation().ends_with(['.', '}', '`', '?'])
                    || code.explanation().contains("   "),
                "{text}"
            );
            assert_eq!(text.parse::<Code>(), Ok(*code));
        }
    }

    #[test]
    fn explain_gives_the_long_form_or_the_nearest_code() {
        let text = explain("tc0210").expect("a known code");
        assert!(
            text.starts_with("TC0210: index only on the right-hand side"),
            "{text}"
        );
        assert!(text.contains("+=!"), "{text}");
        let error = explain("TC9210").unwrap_err();
        assert!(error.contains("did you mean `TC0210`?"), "{error}");
    }
}
