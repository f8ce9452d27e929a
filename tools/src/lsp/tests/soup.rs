//! Random tokens: whatever is sent, every request is answered, and never by a panic.

use super::super::Server;
use super::super::transport::{Incoming, Outgoing};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId};
use proptest::prelude::*;
use serde_json::json;
use std::sync::mpsc::channel;

const URI: &str = "file:///soup.tc";
const METHODS: [&str; 10] = [
    "hover",
    "definition",
    "references",
    "documentHighlight",
    "prepareRename",
    "rename",
    "completion",
    "codeAction",
    "signatureHelp",
    "semanticTokens/full",
];

fn soup() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "def",
        "f",
        "(",
        ")",
        "float",
        "(",
        "N",
        ")",
        "A",
        "->",
        "{",
        "}",
        "B",
        "i",
        "k",
        "=",
        "+=!",
        "where",
        "in",
        "0",
        ":",
        "3",
        "exists",
        "min",
        "exp",
        ",",
        "*",
        "?",
        ".",
        "0.5f",
        "\u{1d54a}",
        "#",
        "\n",
        "\r",
        " ",
        "A(i,k)",
        "B(i) +=! A(i, k)",
        "int32",
        "T.0",
        "&&",
        "\u{0}",
        "def f(float(M,K) A) -> (B) {",
    ]);
    prop::collection::vec(word, 0..40).prop_map(|words| words.join(" "))
}

/// The answers to all requests at a position of a text, after a change of it.
fn session(text: &str, change: (u32, u32, &str)) -> Vec<Message> {
    let (to_server, incoming) = channel();
    let (outgoing, answers) = channel();
    let mut next = 0;
    let mut request = |method: String, parameters| {
        next += 1;
        Message::Request(Request::new(RequestId::from(next), method, parameters))
    };
    let notification = |method: &str, parameters| {
        Message::Notification(Notification::new(method.to_owned(), parameters))
    };
    let (line, character, new_text) = change;
    let position = json!({ "line": line, "character": character });
    let mut messages = vec![
        request("initialize".to_owned(), json!({ "capabilities": {} })),
        notification(
            "textDocument/didOpen",
            json!({ "textDocument": { "uri": URI, "languageId": "tc", "version": 1, "text": text } }),
        ),
        notification(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": URI, "version": 2 },
                "contentChanges": [{ "range": { "start": position, "end": position }, "text": new_text }],
            }),
        ),
    ];
    for method in METHODS {
        messages.push(request(
            format!("textDocument/{method}"),
            json!({
                "textDocument": { "uri": URI },
                "position": position,
                "newName": "fresh",
                "context": { "includeDeclaration": true, "diagnostics": [] },
                "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } },
            }),
        ));
    }
    messages.push(request("shutdown".to_owned(), json!(null)));
    messages.push(notification("exit", json!(null)));
    for message in messages {
        to_server
            .send(Incoming::Message(message))
            .expect("the server is there");
    }
    assert!(Server::new(outgoing).run(&incoming), "the end is orderly");
    let messages = answers.iter().filter_map(|one| match one {
        Outgoing::Message(message) => Some(message),
        Outgoing::Complaint(_) => None,
    });
    messages.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_request_about_any_text_is_answered(
        text in soup(),
        line in 0u32..4,
        character in 0u32..90,
        typed in soup(),
    ) {
        let answers = session(&text, (line, character, &typed));
        let mut answered = 0;
        for answer in answers {
            if let Message::Response(response) = answer {
                answered += 1;
                let code = response.response_result.err().map(|error| error.code);
                prop_assert!(code != Some(ErrorCode::InternalError as i32), "{text}");
            }
        }
        prop_assert_eq!(answered, METHODS.len() + 2);
    }
}
