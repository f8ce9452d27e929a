use super::*;

fn parsed(text: &str) -> Parsed {
    parse(&SourceFile::new("t.tc", text))
}

/// Errors in short form, without the file name.
fn errors(text: &str) -> Vec<String> {
    parsed(text)
        .errors
        .iter()
        .map(|error| error.short().trim_start_matches("t.tc:").to_owned())
        .collect()
}

fn no_errors() -> Vec<String> {
    Vec::new()
}

/// A definition around a body.
fn def(body: &str) -> String {
    format!("def f(float(N) A) -> (B) {{\n{body}\n}}\n")
}

/// An expression with every operator in parentheses.
fn explicit(expr: &Expr) -> String {
    let list = |list: &[Expr]| list.iter().map(explicit).collect::<Vec<_>>().join(",");
    match &expr.kind {
        ExprKind::Integer(text) | ExprKind::Float(text) => text.to_string(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Name(name) => name.text.to_string(),
        ExprKind::Apply { name, arguments } => format!("{}[{}]", name.text, list(arguments)),
        ExprKind::Extent { tensor, dimension } => format!("{}.{dimension}", tensor.text),
        ExprKind::Cast {
            scalar, operand, ..
        } => format!("{scalar}[{}]", explicit(operand)),
        ExprKind::Extremum { op, arguments } => format!("{}[{}]", op.text(), list(arguments)),
        ExprKind::Unary { op, operand } => format!("({}{})", op.text(), explicit(operand)),
        ExprKind::Chain { first, rest } => rest.iter().fold(explicit(first), |left, link| {
            format!("({left}{}{})", link.op.text(), explicit(&link.operand))
        }),
        ExprKind::Select {
            condition,
            then,
            otherwise,
        } => {
            format!(
                "({}?{}:{})",
                explicit(condition),
                explicit(then),
                explicit(otherwise)
            )
        }
        ExprKind::Named { name, value } => format!("{name}={}", explicit(value)),
        ExprKind::Error => "<error>".to_owned(),
    }
}

fn expression(text: &str) -> String {
    let parsed = parsed(&def(&format!("B(i) = {text}")));
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    match &parsed.program.defs[0].body[..] {
        [Statement::Comprehension(comprehension)] => explicit(&comprehension.body),
        other => panic!("expected one statement, found {other:?}"),
    }
}

#[test] // claims B28, B29, B30
fn binding_strength() {
    for (text, tree) in [
        ("a ? b : c ? d : e", "(a?b:(c?d:e))"),
        ("a ? b ? c : d : e", "(a?(b?c:d):e)"),
        ("a || b && c || d", "((a||(b&&c))||d)"),
        ("a && b == c", "(a&&(b==c))"),
        ("a < b + c * d", "(a<(b+(c*d)))"),
        ("a - b - c", "((a-b)-c)"),
        ("a / b * c % d", "(((a/b)*c)%d)"),
        ("a - (b - c)", "(a-(b-c))"),
        ("-a * !b", "((-a)*(!b))"),
        ("--a", "(-(-a))"),
        ("- -7 / 2", "((-(-7))/2)"),
        ("log(x(i)) + T.1", "(log[x[i]]+T.1)"),
        ("int32(x) + min(a, max(b, c))", "(int32[x]+min[a,max[b,c]])"),
        ("(a)", "a"),
        ("in(i + 1)", "in[(i+1)]"),
        ("true ? 1 : 0.5f", "(true?1:0.5f)"),
        ("x == y ? 1 : 2", "((x==y)?1:2)"),
        ("f()", "f[]"),
    ] {
        assert_eq!(expression(text), tree, "{text}");
    }
}

#[test]
fn comparisons_do_not_chain() {
    let parsed = parsed(&def("  B(i) = A(i) < 1 < 2 ? 1 : 0"));
    assert_eq!(parsed.errors.len(), 1);
    assert_eq!(
        parsed.errors[0].short(),
        "t.tc:2:19: error[TC0112]: comparisons do not chain"
    );
    assert_eq!(
        parsed.errors[0]
            .help
            .as_ref()
            .map(|help| help.text.as_str()),
        Some("`A(i) < 1 && 1 < 2`")
    );
}

#[test] // claim B35
fn white_space_separates_and_means_nothing_else() {
    let one = parsed("def f(float(N) A)->(B){B(i)=A(i) B(i)=B(i)+1}");
    let many = parsed(
        "def\nf ( float ( N ) A )\n->\n( B )\n{ B\n( i ) = A (\ni ) B ( i ) =\nB ( i )\n+ 1 }",
    );
    assert_eq!(one.program, many.program);
    assert_eq!(one.program.defs[0].body.len(), 2);
    assert!(one.errors.is_empty() && many.errors.is_empty());
}

#[test] // claim J8
fn returns_with_and_without_parentheses() {
    let with = parsed("def f(float(N) A) -> (B) { B(i) = A(i) }");
    let without = parsed("def f(float(N) A) -> B { B(i) = A(i) }");
    assert_eq!(with.program, without.program);
    let annotated = parsed("def f(float(N) A) -> (double(N, 3) B, c) { B(i,j) = A(i) c = 1 }");
    assert_eq!(annotated.errors, []);
    assert_eq!(annotated.program.defs[0].returns.len(), 2);
}

#[test] // claim J11
fn call_statements_with_and_without_parentheses() {
    let call = |text: &str| match &parsed(&def(text)).program.defs[0].body[..] {
        [Statement::Call(call)] => call.clone(),
        other => panic!("expected a call, found {other:?}"),
    };
    assert_eq!(call("(a, b) = g(A, 3)"), call("a, b = g(A, 3)"));
    assert_eq!(call("(a) = g()").targets.len(), 1);
}

#[test]
fn a_bare_name_before_a_call_statement_is_complete() {
    let parsed = parsed(&def(
        "y = x\n(a, b) = f(x)\nz(i) = x(i) where k in 0:N\n(c) = g(x)",
    ));
    assert_eq!(parsed.errors, []);
    let body = &parsed.program.defs[0].body;
    assert_eq!(body.len(), 4);
    assert!(
        matches!(&body[0], Statement::Comprehension(c) if matches!(c.body.kind, ExprKind::Name(_)))
    );
    assert!(matches!(&body[3], Statement::Call(call) if &*call.function.text == "g"));
}

#[test] // claims B31, B12
fn nine_assignment_operators() {
    for operator in [
        "=", "+=", "*=", "min=", "max=", "+=!", "*=!", "min=!", "max=!",
    ] {
        let parsed = parsed(&def(&format!("B(i) {operator} A(i)")));
        assert_eq!(parsed.errors, [], "{operator}");
        let Statement::Comprehension(comprehension) = &parsed.program.defs[0].body[0] else {
            panic!("expected a comprehension")
        };
        assert_eq!(comprehension.assign.text(), operator);
    }
    let split = parsed(&def("B(i) min = A(i)\nC(i) + = A(i)"));
    let texts: Vec<_> = split
        .errors
        .iter()
        .map(|error| error.message.as_str())
        .collect();
    assert_eq!(texts, ["`min =` is two tokens", "`+ =` is two tokens"]);
    assert_eq!(split.program.defs[0].body.len(), 2);
    assert_eq!(
        errors(&def("B(i) -= A(i)")),
        ["2:6: error[TC0105]: expected an assignment operator, found `-`"]
    );
}

#[test] // claims B32, B36, J10
fn where_clauses() {
    let text = "B(i) = x where i in 0:N + 1, x = A(i) * 2, exists A(i + 1), in in 2:3";
    let parsed_text = parsed(&def(text));
    assert_eq!(parsed_text.errors, []);
    let Statement::Comprehension(comprehension) = &parsed_text.program.defs[0].body[0] else {
        panic!("expected a comprehension")
    };
    assert_eq!(comprehension.clauses.len(), 4);
    assert!(
        matches!(&comprehension.clauses[3], Clause::Range { index, .. } if &*index.text == "in")
    );
    assert_eq!(
        errors(&def("B(i) = A(i) where")),
        ["2:13: error[TC0113]: `where` needs at least one clause"]
    );
    assert_eq!(
        errors(&def("B(i) = A(i) where k in 0:2 l in 0:3")),
        ["2:28: error[TC0105]: expected `,`, found `l`"]
    );
}

#[test] // claim J7
fn old_range_spellings_have_the_edit() {
    for (old, modern) in [
        ("k = [0, 2[", "k in 0:2"),
        ("k in [0,2)", "k in 0:2"),
        ("k in 0..2", "k in 0:2"),
        ("k in [0, N - 1]", "k in 0:N - 1 + 1"),
    ] {
        let parsed = parsed(&def(&format!("B(i) max=! A(i) where {old}")));
        assert_eq!(parsed.errors.len(), 1, "{old}: {:?}", parsed.errors);
        assert_eq!(
            parsed.errors[0].message,
            format!("old range spelling `{old}`")
        );
        let edit = parsed.errors[0]
            .help
            .clone()
            .and_then(|help| help.edit)
            .expect("an edit");
        assert_eq!(edit.replacement, modern);
    }
}

/// The text of each statement: loops with their depth and index, leaves with their targets.
fn outline(body: &[Statement], depth: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for statement in body {
        let targets: Vec<_> = statement
            .targets()
            .iter()
            .map(|name| name.text.to_string())
            .collect();
        match statement {
            Statement::Loop(one) => {
                lines.push(format!("{depth} for {}", one.index));
                lines.extend(outline(&one.body, depth + 1));
            }
            _ => lines.push(format!("{depth} {}", targets.join(" "))),
        }
    }
    lines
}

fn outline_of(body: &str) -> Vec<String> {
    let parsed = parsed(&def(body));
    assert!(parsed.errors.is_empty(), "{body}: {:?}", parsed.errors);
    outline(&parsed.program.defs[0].body, 0)
}

#[test]
fn loops_nest_and_end_with_their_brace() {
    assert_eq!(
        outline_of("for i in 0:N { for j in i + 1:N { C(j) = 1 } C(i) = 2 } (a, b) = f(A)"),
        ["0 for i", "1 for j", "2 C", "1 C", "0 a b"]
    );
    // Elsewhere `for` is a name.
    assert_eq!(
        outline_of("for(i) = A(i) for = 3 in = for"),
        ["0 for", "0 for", "0 in"]
    );
}

#[test]
fn a_loop_with_errors_does_not_end_the_definition() {
    assert_eq!(errors(&def("for i in 0:N { C(i) = }\nD(i) = (\n")).len(), 2);
    assert_eq!(
        errors(&def("for i in 0; N { C(i) = 1 }\nD(i) = A(i)")),
        [
            "2:11: error[TC0101]: unexpected character `;`",
            "2:13: error[TC0105]: expected `:`, found `N`"
        ]
    );
    assert_eq!(
        errors(&def("for i in 0,N {\n C(i) = * 2\n}\nD(i) = A(i)")),
        [
            "2:11: error[TC0105]: expected `:`, found `,`",
            "3:9: error[TC0105]: expected an expression, found `*`"
        ]
    );
    assert_eq!(
        errors(&def("for i in 0:N { }\nD(i) = A(i)")),
        ["2:14: error[TC0108]: the loop has no statements"]
    );
    let deep = |depth: usize| {
        let open: String = (0..depth).map(|n| format!("for i{n} in 0:N {{ ")).collect();
        format!("{open} C = 1 {}\nD(i) = A(i)", "}".repeat(depth))
    };
    assert_eq!(errors(&def(&deep(16))), no_errors());
    let found = errors(&def(&deep(17)));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("TC0114]: loops nested deeper than 16"),
        "{found:?}"
    );
}

#[test]
fn pairs_are_told_from_calls() {
    assert_eq!(
        outline_of(
            "(m(i), a(i)) max=! (A(i), i) where i in 0:3\n(d, p) min= (A(i), i)\n(d, p) = f(A)"
        ),
        ["0 m a", "0 d p", "0 d p"]
    );
    // A value in front of a pair is complete without it.
    assert_eq!(
        outline_of("y = c\n(m, a) max=! (A(i), i)"),
        ["0 y", "0 m a"]
    );
    // The checker refuses these operators.
    assert_eq!(outline_of("(m(i), a(i)) = (A(i), i)"), ["0 m a"]);
    assert_eq!(outline_of("(m, a) = (A(i), i)"), ["0 m a"]);
    assert_eq!(
        errors(&def("(m, a) max=! A(i)")),
        ["2:14: error[TC0105]: expected `(`, found `A`"]
    );
}

#[test] // claim B20
fn left_hand_subscripts_are_expressions() {
    let parsed = parsed(&def("B(i+1, N, G(i)) = A(i)"));
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    let Statement::Comprehension(one) = &parsed.program.defs[0].body[0] else {
        panic!("a comprehension");
    };
    let levels: Vec<u8> = one.subscripts.iter().map(Expr::level).collect();
    assert_eq!(levels, [5, 8, 8]);
}

#[test]
fn reserved_words_are_no_names() {
    assert_eq!(
        errors("def min(float(N) A) -> (B) { B(i) = A(i) }"),
        ["1:5: error[TC0106]: `min` is a reserved word and cannot be a name"]
    );
    assert_eq!(
        errors(&def("B(i) = max")),
        ["2:8: error[TC0106]: `max` is a reserved word and cannot be a name"]
    );
    assert_eq!(
        errors(&def("float = 1")),
        ["2:1: error[TC0106]: `float` is a reserved word and cannot be a name"]
    );
    assert_eq!(errors(&def("index = minimum")), no_errors());
}

#[test]
fn unknown_types_name_the_nearest() {
    let parsed = parsed("def f(flaot(N) A) -> (B) { B(i) = A(i) }");
    assert_eq!(
        parsed.errors[0].short(),
        "t.tc:1:7: error[TC0105]: expected a type, found `flaot`"
    );
    assert_eq!(
        parsed.errors[0].help.clone().expect("a help").text,
        "did you mean `float`?"
    );
}

#[test]
fn empty_definitions() {
    assert_eq!(
        errors("def f(float(N) A) -> (B) { }"),
        ["1:26: error[TC0108]: `f` has no statements"]
    );
    assert_eq!(
        errors("def f(float(N) A) -> () { B(i) = A(i) }"),
        ["1:22: error[TC0108]: `f` has no returns"]
    );
    assert_eq!(errors(""), no_errors());
}

#[test]
fn all_errors_of_a_file_in_one_go() {
    let text = "def f(float(N) A) -> (B) {
  B(i) = A(i
  C(i) = A(i) +
  D(i) = A(i)
  E(i) = * A(i)
}
junk
def g(float(N) A -> (B) {
  B(i) = A(i) )
}
def h(float(N) A) -> (B) {
  B(i) = A(i)
}
def last(float(N) A) -> (B) {
  B(i) = A(i)
";
    assert_eq!(
        errors(text),
        [
            "3:3: error[TC0105]: expected `,` or `)`, found `C`",
            "5:10: error[TC0105]: expected an expression, found `*`",
            "7:1: error[TC0105]: expected `def`, found `junk`",
            "8:18: error[TC0105]: expected `,` or `)`, found `->`",
            "9:15: error[TC0105]: expected a statement or `}`, found `)`",
            "16:1: error[TC0105]: expected a statement or `}`, found end of file",
        ]
    );
    let broken: Vec<_> = parsed(text)
        .program
        .defs
        .iter()
        .map(|def| def.broken)
        .collect();
    assert_eq!(broken, [true, true, false, true]);
}

#[test]
fn the_unclosed_parenthesis_is_shown() {
    let parsed = parsed("def syntax(float(N) A) -> (B) {\n  B(i) = A(i + 1\n}\n");
    assert_eq!(parsed.errors.len(), 1);
    assert_eq!(
        parsed.errors[0].short(),
        "t.tc:3:1: error[TC0105]: expected `,` or `)`, found `}`"
    );
    assert_eq!(parsed.errors[0].labels[0].place.start.line, 2);
}

#[test]
fn integers_up_to_int64() {
    assert_eq!(
        errors(&def("B(i) = 9223372036854775807 where i in 0:N")),
        no_errors()
    );
    assert_eq!(
        errors(&def("B(i) = -9223372036854775808 where i in 0:N")),
        no_errors()
    );
    assert_eq!(
        errors(&def("B(i) = 9223372036854775808")),
        ["2:8: error[TC0104]: integer literal `9223372036854775808` does not fit int64"]
    );
    assert_eq!(
        errors(&def(&format!("B(i) = {}", "9".repeat(1_000_000)))).len(),
        1
    );
    assert_eq!(
        errors(&def("B(i) = 1e999")),
        ["2:8: error[TC0102]: malformed number `1e999`: too large for double"]
    );
}

#[test]
fn nesting_is_limited_and_never_overflows_the_stack() {
    let nested = |depth: usize| {
        def(&format!(
            "B(i) = {}A(i){}",
            "(".repeat(depth),
            ")".repeat(depth)
        ))
    };
    assert_eq!(errors(&nested(200)), no_errors());
    for text in [
        nested(100_000),
        def(&format!("B(i) = {}", "(".repeat(100_000))),
        def(&format!("B(i) = {}A(i)", "-".repeat(100_000))),
        def(&format!("B(i) = {}1", "A(i) > 0 ? 1 : ".repeat(100_000))),
        def(&format!("B(i) = {}", "A(".repeat(100_000))),
        def(&format!("B(i) = {}", "int32(min(1,".repeat(50_000))),
    ] {
        let found = errors(&text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0].contains("error[TC0114]: expression nested deeper than 256"),
            "{found:?}"
        );
    }
}

#[test]
fn long_chains_are_flat() {
    let text = def(&format!("B(i) = A(i){}", " + A(i) * 2".repeat(50_000)));
    assert_eq!(errors(&text), no_errors());
}

#[test]
fn garbage_is_answered_quickly() {
    let mut state = 1u64;
    let mut random = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as u8
    };
    let bytes: Vec<u8> = (0..10_000_000).map(|_| random()).collect();
    let found = parsed(&String::from_utf8_lossy(&bytes)).errors.len();
    assert_eq!(found, MOST_ERRORS + 1);
    let words = [
        "def", "f", "(", ")", "{", "}", "float", "=", "+", "where", "in", ":", ",", "->", "1",
        "min", "\n",
    ];
    let text: String = (0..1_000_000)
        .map(|_| words[usize::from(random()) % words.len()].to_owned() + " ")
        .collect();
    assert!(parsed(&text).errors.len() <= MOST_ERRORS + 1);
    assert_eq!(parsed(&"\0".repeat(1_000_000)).errors.len(), 1);
    assert_eq!(parsed(&"x".repeat(10_000_000)).errors.len(), 1);
}
