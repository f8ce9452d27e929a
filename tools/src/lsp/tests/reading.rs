//! Semantic tokens and signature help.

use super::super::tokens::{MODIFIERS, TYPES};
use super::client::{Client, URI, at};
use serde_json::{Value, json};

const TEXT: &str = "# \u{1d54a} sums
def rows(float(M,N) A, float(N) x) -> (y) { y(i) +=! A(i,in) * x(in) where in in 0:N }
def g(float(M,N) A, float(N) x) -> (z) {
  t = rows(A, x)
  for s in 0:3 { z(i) = max(t(i), 1.5) + fmin(t(i), exp(z(i))) }  # \u{1d54a}, end
}
";

/// The tokens of a document: text, type and modifiers.
fn tokens(client: &mut Client, text: &str) -> Vec<(String, String)> {
    let asked = json!({ "textDocument": { "uri": URI } });
    let answer = client.ask("textDocument/semanticTokens/full", asked);
    let data: Vec<usize> = serde_json::from_value(answer["data"].clone()).expect("numbers");
    let lines: Vec<Vec<u16>> = text
        .lines()
        .map(|one| one.encode_utf16().collect())
        .collect();
    let (mut line, mut column) = (0, 0);
    let decoded = data.chunks_exact(5).map(|one| {
        let [lines_down, distance, length, kind, modifiers] = one else {
            panic!("five numbers each");
        };
        (line, column) = match lines_down {
            0 => (line, column + distance),
            down => (line + down, *distance),
        };
        let word = String::from_utf16(&lines[line][column..column + length]).expect("a word");
        let mut colour = TYPES[*kind].as_str().to_owned();
        for (bit, modifier) in MODIFIERS.iter().enumerate() {
            if modifiers & (1 << bit) != 0 {
                colour += &format!(" {}", modifier.as_str());
            }
        }
        (word, colour)
    });
    decoded.collect()
}

#[test]
fn every_word_has_the_colour_of_its_meaning() {
    let mut client = Client::with(TEXT);
    let found = tokens(&mut client, TEXT);
    let of = |word: &str| -> Vec<&str> {
        let all = found.iter().filter(|(one, _)| one == word);
        all.map(|(_, colour)| colour.as_str()).collect()
    };
    assert_eq!(of("def"), ["keyword"; 2]);
    assert_eq!(of("for"), ["keyword"]);
    assert_eq!(of("rows"), ["function declaration", "function"]);
    assert_eq!(of("float"), ["type"; 4]);
    assert_eq!(of("N")[..2], ["typeParameter declaration", "typeParameter"]);
    assert_eq!(of("x")[..2], ["parameter declaration", "parameter"]);
    assert_eq!(of("y"), ["variable declaration", "variable"]);
    // An index with the name of a keyword: `A(i,in) * x(in) where in in 0:N`, and that of `for`.
    let index = "variable readonly";
    let declared = "variable declaration readonly";
    assert_eq!(of("in"), [declared, index, index, "keyword", "keyword"]);
    assert_eq!(of("max"), ["function defaultLibrary"]);
    assert_eq!(of("fmin"), ["function defaultLibrary"]);
    assert_eq!(of("+=!"), ["operator"]);
    assert_eq!(of("1.5"), ["number"]);
    assert_eq!(of("# \u{1d54a} sums"), ["comment"]);
    assert_eq!(of("# \u{1d54a}, end"), ["comment"]);
    assert_eq!(of("("), [""; 0]);
}

#[test]
fn half_typed_text_keeps_the_colours_that_it_has() {
    let half = "def f(float(N) A) -> (B) {\r\n  B(i) = exp(A(i) where\r\n";
    let mut client = Client::with(half);
    let found = tokens(&mut client, half);
    for (word, colour) in [
        ("f", "function declaration"),
        ("A", "parameter declaration"),
        ("where", "keyword"),
    ] {
        let due = (word.to_owned(), colour.to_owned());
        assert!(found.contains(&due), "{word}: {found:?}");
    }
}

#[test]
fn the_legend_is_announced() {
    let mut client = Client::connect();
    let able = client.ask("initialize", json!({ "capabilities": {} }));
    let legend = &able["capabilities"]["semanticTokensProvider"]["legend"];
    assert_eq!(legend["tokenTypes"][2], "function");
    assert_eq!(legend["tokenModifiers"][1], "readonly");
    let triggers = &able["capabilities"]["signatureHelpProvider"]["triggerCharacters"];
    assert_eq!(*triggers, json!(["(", ","]));
}

/// The signature at a place behind a word, and its active parameter.
fn help(client: &mut Client, text: &str, word: &str) -> Option<(String, Value)> {
    let answer = client.ask("textDocument/signatureHelp", at(text, word, 0, word.len()));
    let signature = answer.pointer("/signatures/0")?;
    let number = answer["activeParameter"].as_u64()? as usize;
    Some((
        signature["label"].as_str()?.to_owned(),
        signature["parameters"][number]["label"].clone(),
    ))
}

#[test]
fn the_parameters_of_a_call_are_shown_while_it_is_typed() {
    let mut client = Client::with(TEXT);
    let rows = "def rows(float(M, N) A, float(N) x) -> (float(M) y)";
    let at_second = Some((rows.to_owned(), json!("float(N) x")));
    assert_eq!(help(&mut client, TEXT, "rows(A,"), at_second);
    assert_eq!(help(&mut client, TEXT, "rows(A, x"), at_second);
    let builtin = |label: &str, active: &str| Some((label.to_owned(), json!(active)));
    let inner = help(&mut client, TEXT, "fmin(t(i), exp(z(");
    assert_eq!(inner, builtin("exp(x)", "x"), "inside of an access");
    let outer = help(&mut client, TEXT, "fmin(t(i),");
    assert_eq!(outer, builtin("fmin(x, y)", "y"));
    assert_eq!(
        help(&mut client, TEXT, "max(t(i)"),
        builtin("max(x, y)", "x")
    );
    // Behind the call, in the head of a definition, on a left side, in a comment.
    for nothing in ["rows(A, x)", "def rows(float(M,", "y(", "end", "z(i"] {
        assert_eq!(help(&mut client, TEXT, nothing), None, "{nothing}");
    }
    // The call is not complete, and so are the statement and the definition.
    let half = TEXT.replace("  t = rows(A, x)\n", "  t = rows(A, \n");
    client.change(2, &half);
    let found = help(&mut client, &half, "= rows(A, ");
    let label = found.as_ref().map_or("", |(label, _)| label);
    assert!(label.starts_with("def rows(float(M, N) A"), "{found:?}");
    assert_eq!(found.map(|(_, active)| active), Some(json!("float(N) x")));
    // One argument too many is at the last parameter.
    let many = TEXT.replace("rows(A, x)", "rows(A, x, x)");
    client.change(3, &many);
    let found = help(&mut client, &many, "rows(A, x, x");
    assert_eq!(found.map(|(_, active)| active), Some(json!("float(N) x")));
    // A tensor hides a definition of its name.
    let hidden = "def g(float(N) A) -> (B) { B(i) = A(i) }
def h(float(N) g) -> (B) { B(i) = g(i) }
";
    client.change(4, hidden);
    assert_eq!(help(&mut client, hidden, "= g(i"), None);
}
