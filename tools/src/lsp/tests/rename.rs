//! New names, and those that would change what a program means.

use super::client::{Client, URI, applied, at, span, with};
use serde_json::{Value, json};

const TEXT: &str = "def conv1d(float(N) B, float(KN) K) -> (A) {
  A(i) +=! B(i + k) * K(k)
}
def twice(float(M,N) X) -> (Y) { Y(m,n) = s + X(m,n) * exp(s) where s = X(0,n), m in 0:M }
";

/// Asks for another name for what stands at a word.
fn rename(text: &str, word: &str, name: &str) -> Value {
    with(at(text, word, 0, 0), json!({ "newName": name }))
}

#[test]
fn a_name_changes_wherever_it_stands() {
    let mut client = Client::with(TEXT);
    let mut renamed = |word: &str, name: &str| {
        let edit = client.ask("textDocument/rename", rename(TEXT, word, name));
        applied(TEXT, &edit["changes"][URI])
    };
    let tap = TEXT.replace("i + k) * K(k)", "i + tap) * K(tap)");
    assert_eq!(renamed("k)", "tap"), tap);
    assert!(renamed("N)", "Length").starts_with("def conv1d(float(Length) B,"));
    assert_eq!(
        client.ask("textDocument/prepareRename", at(TEXT, "conv1d", 0, 0)),
        span(TEXT, "conv1d", 0)
    );
}

#[test]
fn a_name_that_means_something_else_is_refused() {
    let mut client = Client::with(TEXT);
    let mut refused =
        |word: &str, name: &str| client.refused("textDocument/rename", rename(TEXT, word, name));
    assert!(refused("k)", "where").starts_with("`where` is not a name"));
    assert_eq!(refused("k)", "B"), "`B` is already an input");
    for word in ["A)", "k)", "conv1d"] {
        assert_eq!(refused(word, "exp"), "`exp` is a built-in function");
    }
    assert!(refused("exp", "e").contains("keeps its name"));
}

/// A definition and a tensor of one name: the call would be taken for a read.
const CLASH: &str = "def g(float(N) x) -> (y) { y(i) = x(i) }
def h(float(N) q) -> (y) { t(i) = q(i)
  y = g(t) }
";

#[test]
fn a_definition_does_not_take_the_name_of_a_tensor_where_it_is_called() {
    let mut client = Client::with(CLASH);
    let mut refused =
        |word: &str, name: &str| client.refused("textDocument/rename", rename(CLASH, word, name));
    assert_eq!(refused("g(", "h"), "`h` is already a definition");
    assert_eq!(
        refused("g(", "q"),
        "`q` would change what other names stand for"
    );
}

#[test]
fn beside_a_broken_definition_the_others_can_be_changed() {
    let text = CLASH.to_owned() + "def broken(float(N) z) -> (w) { w(i) = z(i";
    let mut client = Client::with(&text);
    let edit = client.ask("textDocument/rename", rename(&text, "x)", "u"));
    assert!(
        applied(&text, &edit["changes"][URI])
            .starts_with("def g(float(N) u) -> (y) { y(i) = u(i) }")
    );
    let broken = client.refused("textDocument/rename", rename(&text, "z)", "u"));
    assert!(broken.contains("correct the syntax errors"), "{broken}");
}
