//! Loop indices, fixed subscripts, ranges that depend on indices, and pairs.

use super::client::{Client, URI, applied, at, span, with};
use serde_json::json;

/// `t` is a loop index twice and an index once.
const TEXT: &str = "def sweep(float(N) a, int32 T) -> (A, p, s) {
  A(0,i) = a(i)
  for t in 0:T {
    for j in 1:N {
      A(t+1,j) = A(t,j-1)*t
    }
    A(t+1,0) = A(t,0)
  }
  (m, p) max=! (a(t), t)
  s(i) +=! a(k) where i in 0:N, k in i:N
  for t in 0:N {
    s(t) = s(t) + m
  }
}
";

#[test]
fn hovering_over_a_loop_index_says_its_values() {
    let mut client = Client::with(TEXT);
    let mut about = |word: &str, nth: usize, into: usize| {
        let answer = client.ask("textDocument/hover", at(TEXT, word, nth, into));
        let text = answer["contents"]["value"].as_str();
        text.unwrap_or_default().to_owned()
    };
    let outer = "loop index `t` in [0, T), one value after the other";
    assert_eq!(about("t in 0:T", 0, 0), outer);
    assert_eq!(about("t+1", 0, 0), outer);
    assert_eq!(about("*t", 0, 1), outer);
    assert_eq!(
        about("j-1", 0, 0),
        "loop index `j` in [1, N), one value after the other"
    );
    assert_eq!(
        about("s(t)", 1, 2),
        "loop index `t` in [0, N), one value after the other"
    );
    let index = about("a(t)", 0, 2);
    assert!(
        index.starts_with("reduction index `t` in [0, N)"),
        "{index}"
    );
    let dependent = about("k in i", 0, 0);
    assert!(
        dependent.starts_with("reduction index `k` in [i, N)"),
        "{dependent}"
    );
    let place = about("p) max", 0, 0);
    assert!(place.contains("int32 p"), "{place}");
}

#[test]
fn a_loop_index_leads_to_its_loop_and_its_uses() {
    let mut client = Client::with(TEXT);
    let mut definition = |word: &str, nth: usize, into: usize| {
        let found = client.ask("textDocument/definition", at(TEXT, word, nth, into));
        found["range"].clone()
    };
    let outer = definition("t in 0:T", 0, 0);
    assert_eq!(outer["start"]["line"], 2);
    assert_eq!(definition("t+1", 0, 0), outer);
    assert_eq!(definition("A(t,0)", 0, 2), outer);
    assert_eq!(definition("s(t)", 0, 2)["start"]["line"], 10);
    assert_eq!(definition("j-1", 0, 0)["start"]["line"], 3);
    let mut asked = at(TEXT, "t in 0:T", 0, 0);
    asked["context"] = json!({ "includeDeclaration": true });
    let uses = client.ask("textDocument/references", asked);
    let lines = uses.as_array().expect("uses").iter();
    let lines: Vec<_> = lines
        .map(|one| one["range"]["start"]["line"].clone())
        .collect();
    assert_eq!(lines, [2, 4, 4, 4, 6, 6].map(|line| json!(line)));
}

#[test]
fn a_loop_index_changes_within_its_loop() {
    let mut client = Client::with(TEXT);
    let edit = client.ask(
        "textDocument/rename",
        with(at(TEXT, "t in 0:T", 0, 0), json!({ "newName": "time" })),
    );
    let wanted = TEXT
        .replace("for t in 0:T", "for time in 0:T")
        .replace("A(t+1,j) = A(t,j-1)*t", "A(time+1,j) = A(time,j-1)*time")
        .replace("A(t+1,0) = A(t,0)", "A(time+1,0) = A(time,0)");
    assert_eq!(applied(TEXT, &edit["changes"][URI]), wanted);
    let mut refused = |name: &str| {
        let asked = with(at(TEXT, "t in 0:T", 0, 0), json!({ "newName": name }));
        client.refused("textDocument/rename", asked)
    };
    assert_eq!(refused("a"), "`a` is already an input");
    assert_eq!(refused("N"), "`N` is already a size");
    assert_eq!(refused("j"), "`j` is already a loop index");
}

#[test]
fn a_read_before_the_write_is_marked() {
    let text = TEXT.replace("A(t+1,0) = A(t,0)", "A(t+1,0) = A(t+2,0)");
    let mut client = Client::with(&text);
    let found = client.diagnostics(Some(1));
    let error = found.iter().find(|one| one["severity"] == 1);
    let error = error.expect("an error");
    assert_eq!(error["code"], "TC0309");
    assert_eq!(error["range"], span(&text, "t+2", 0));
}
