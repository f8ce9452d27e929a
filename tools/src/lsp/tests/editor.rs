//! What an editor asks about a program.

use super::client::{Client, URI, applied, at, position, span};
use serde_json::{Value, json};

/// With one mistake: the sum over `k` needs `+=!`.
const WRONG: &str = "# a stencil, \u{1d54a} é
def conv1d(float(N) B, float(KN) K) -> (A) {
  A(i) = B(i + k) * K(k)
}
def twice(float(M,N) X) -> (Y) { Y(m,n) = s + X(m,n) * exp(s) where s = X(0,n), m in 0:M }
";

fn right() -> String {
    WRONG.replace("A(i) =", "A(i) +=!")
}

#[test]
fn a_mistake_has_a_place_and_an_edit_that_mends_it() {
    let mut client = Client::with(WRONG);
    let found = client.diagnostics(Some(1));
    let reduction = found
        .iter()
        .find(|one| one["code"] == "TC0210")
        .expect("TC0210");
    assert_eq!(
        (&reduction["severity"], &reduction["source"]),
        (&json!(1), &json!("tc"))
    );
    assert_eq!(reduction["range"], span(WRONG, "=", 0));
    let message = reduction["message"].as_str().unwrap();
    assert!(
        message.starts_with("index `k` appears only on the right-hand side"),
        "{message}"
    );
    let related = reduction["relatedInformation"].as_array().unwrap();
    let places: Vec<&Value> = related
        .iter()
        .map(|one| &one["location"]["range"])
        .collect();
    assert_eq!(places, [&span(WRONG, "k", 0)]);

    let asked = json!({ "textDocument": { "uri": URI }, "range": span(WRONG, "=", 0), "context": { "diagnostics": [] } });
    let actions = client.ask("textDocument/codeAction", asked);
    assert_eq!(actions.as_array().map(Vec::len), Some(1));
    assert_eq!(actions[0]["title"], "write `+=!`");
    let edits = &actions[0]["edit"]["changes"][URI];
    assert_eq!(applied(WRONG, edits), right());
    // The same edit, as the editor sends it back.
    client.edit(
        2,
        json!({ "range": edits[0]["range"], "text": edits[0]["newText"] }),
    );
    let left = client.diagnostics(Some(2));
    assert!(left.iter().all(|one| one["severity"] != 1), "{left:?}");
}

#[test]
fn hovering_says_what_a_name_is_and_where_its_range_comes_from() {
    let text = right();
    let mut client = Client::with(&text);
    let mut about = |word: &str| {
        let answer = client.ask("textDocument/hover", at(&text, word, 0, 0));
        answer["contents"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    let index = about("i + k");
    assert!(index.starts_with("index `i` in [0, N - KN + 1)"), "{index}");
    let derived = "round 2: B(i + k): 0 <= i and i + (KN - 1) < N  =>  i in [0, N - KN + 1)";
    assert!(index.contains(derived), "{index}");
    assert!(about("k)").starts_with("reduction index `k` in [0, KN)"));
    let output = about("A)");
    assert!(
        output.contains("float(N - KN + 1) A") && output.contains("KN <= N + 1"),
        "{output}"
    );
    assert_eq!(about("N)"), "size `N`: the extent `B.0`");
    for (word, due) in [
        ("B,", "float(N) B"),
        (
            "conv1d",
            "def conv1d(float(N) B, float(KN) K) -> (float(N - KN + 1) A)",
        ),
        ("exp", "e to the power x"),
        ("+=!", "starting from 0"),
        ("s +", "s = X(0,n)"),
    ] {
        assert!(about(word).contains(due), "{word}: {}", about(word));
    }
    assert_eq!(about("\u{1d54a}"), "");
}

#[test]
fn names_lead_to_their_definitions_and_uses() {
    let text = right();
    let mut client = Client::with(&text);
    let mut definition = |word: &str| client.ask("textDocument/definition", at(&text, word, 0, 0));
    assert_eq!(definition("K(k)")["range"], span(&text, "K", 1));
    assert_eq!(definition("k)")["range"], span(&text, "k", 0));
    assert_eq!(
        definition("s +")["range"]["start"],
        position(&text, "s = X", 0, 0)
    );
    assert_eq!(definition("exp"), Value::Null);
    let mut asked = at(&text, "m,n", 0, 0);
    asked["context"] = json!({ "includeDeclaration": true });
    let uses = client.ask("textDocument/references", asked);
    assert_eq!(uses.as_array().map(Vec::len), Some(3));
    let outline = client.ask(
        "textDocument/documentSymbol",
        json!({ "textDocument": { "uri": URI } }),
    );
    let names: Vec<&Value> = outline
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["name"])
        .collect();
    assert_eq!(names, ["conv1d", "twice"]);
}

#[test]
fn inferred_ranges_and_shapes_stand_behind_the_names() {
    let text = right();
    let mut client = Client::with(&text);
    let all =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let asked = json!({ "textDocument": { "uri": URI }, "range": all });
    let hints = client.ask("textDocument/inlayHint", asked);
    let label = |place: Value| {
        let mut hints = hints.as_array().unwrap().iter();
        hints
            .find(|hint| hint["position"] == place)
            .map(|hint| hint["label"].clone())
    };
    assert_eq!(
        label(position(&text, "i)", 0, 1)),
        Some(json!("in [0, N - KN + 1)"))
    );
    assert_eq!(
        label(position(&text, "k)", 0, 1)),
        Some(json!("in [0, KN)"))
    );
    assert_eq!(
        label(position(&text, "(A)", 0, 2)),
        Some(json!(": float(N - KN + 1)"))
    );
    // What a `where` clause says needs no hint.
    assert_eq!(label(position(&text, "m,n)", 0, 1)), None);
}

#[test]
fn formatting_keeps_comments_and_lays_out_the_rest() {
    let text = right();
    let mut client = Client::with(&text);
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let asked = json!({ "textDocument": { "uri": URI }, "options": options });
    let formatted = applied(&text, &client.ask("textDocument/formatting", asked));
    let head = "# a stencil, \u{1d54a} é\ndef conv1d(float(N) B, float(KN) K) -> (A) {\n";
    assert!(formatted.starts_with(head), "{formatted}");
    let last = "  Y(m, n) = s + X(m, n) * exp(s) where s = X(0, n), m in 0:M\n}\n";
    assert!(formatted.ends_with(last), "{formatted}");
}

#[test]
fn completion_offers_what_has_a_meaning_there() {
    let text = right();
    let mut client = Client::with(&text);
    let offered =
        |client: &mut Client, text: &str, word: &str, into: usize| -> Vec<(String, Value)> {
            let items = client.ask("textDocument/completion", at(text, word, 0, into));
            let items = items.as_array().expect("a list").iter();
            items
                .map(|item| {
                    (
                        item["label"].as_str().unwrap().to_owned(),
                        item["detail"].clone(),
                    )
                })
                .collect()
        };
    let has = |items: &[(String, Value)], label: &str| items.iter().any(|(one, _)| one == label);
    let inside = offered(&mut client, &text, "K(k)", 0);
    assert!(
        inside.contains(&("B".to_owned(), json!("float(N)"))),
        "{inside:?}"
    );
    assert!(
        inside.contains(&("i".to_owned(), json!("[0, N - KN + 1)"))),
        "{inside:?}"
    );
    for label in ["K", "N", "exp", "where", "conv1d", "float"] {
        assert!(has(&inside, label), "{label}: {inside:?}");
    }
    assert!(!has(&inside, "X") && !has(&inside, "m"), "{inside:?}");
    // Not while writing a comment.
    let comment = text.clone() + "# ex";
    client.change(9, &comment);
    assert_eq!(offered(&mut client, &comment, "# ex", 4), []);
    // Half-typed text: the names of the definition and of the line.
    let half = text.replace("* K(k)\n}", "* K(k\n");
    client.change(10, &half);
    let found = offered(&mut client, &half, "K(k\n", 1);
    for label in ["B", "K", "i", "exp"] {
        assert!(has(&found, label), "{label}: {found:?}");
    }
    assert!(
        client
            .diagnostics(Some(10))
            .iter()
            .any(|one| one["severity"] == 1)
    );
    // A file without definitions.
    client.change(11, "\n");
    let labels: Vec<String> = offered(&mut client, "\n", "\n", 0)
        .into_iter()
        .map(|(label, _)| label)
        .collect();
    assert_eq!(labels, ["def"]);
}

#[test]
fn a_session_begins_and_ends_in_order() {
    let mut client = Client::connect();
    assert_eq!(
        client.refused("textDocument/hover", json!({})),
        "expected `initialize` first"
    );
    let able = client.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(able["capabilities"]["positionEncoding"], "utf-16");
    assert_eq!(
        able["capabilities"]["renameProvider"],
        json!({ "prepareProvider": true })
    );
    assert_eq!(client.ask("shutdown", Value::Null), Value::Null);
    assert_eq!(
        client.refused("textDocument/hover", json!({})),
        "the server is shutting down"
    );
    assert!(client.exit());
    // A client that leaves without `shutdown`.
    assert!(!Client::with("").exit());
}

#[test]
fn requests_that_make_no_sense_are_refused_and_notifications_passed_over() {
    let mut client = Client::with("");
    let document = json!({ "textDocument": { "uri": URI } });
    assert_eq!(
        client.refused("textDocument/dance", document.clone()),
        "no method `textDocument/dance`"
    );
    let nowhere = json!({ "textDocument": { "uri": "file:///nowhere.tc" }, "position": { "line": 0, "character": 0 } });
    assert_eq!(
        client.refused("textDocument/hover", nowhere),
        "`file:///nowhere.tc` is not open"
    );
    client.refused("textDocument/hover", json!({ "nonsense": 1 }));
    client.notify("textDocument/didChange", json!({ "nonsense": 1 }));
    client.notify("no/such/notification", json!({}));
    client.notify("textDocument/didClose", document);
    assert_eq!(client.diagnostics(None), [Value::Null; 0]);
}
