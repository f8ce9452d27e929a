//! An editor: a conversation with a server that runs on a thread of its own, over channels.

use super::super::Server;
use super::super::transport::{Incoming, Outgoing};
use lsp_server::{Message, Notification, Request, RequestId, Response, ResponseError};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

pub(super) const URI: &str = "file:///project/conv%20one.tc";

/// The stack of the server in bytes: as large as that of a process's first thread, on which
/// `tc-lsp` runs it.
const STACK: usize = 8 << 20;

/// Until a missing answer is a failure.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct Client {
    to_server: Sender<Incoming>,
    from_server: Receiver<Outgoing>,
    server: JoinHandle<bool>,
    requests: i32,
    /// The version that each document had and what was said about it, as published last.
    published: HashMap<String, (Option<i64>, Vec<Value>)>,
}

impl Client {
    /// A server that knows nothing yet.
    pub fn connect() -> Client {
        let (to_server, incoming) = channel();
        let (outgoing, from_server) = channel();
        let server = thread::Builder::new().stack_size(STACK);
        let server = server.spawn(move || Server::new(outgoing).run(&incoming));
        Client {
            to_server,
            from_server,
            server: server.expect("a thread for the server"),
            requests: 0,
            published: HashMap::new(),
        }
    }

    /// A session with one open document.
    pub fn with(text: &str) -> Client {
        let mut client = Client::connect();
        client.ask("initialize", json!({ "capabilities": {} }));
        let item = json!({ "uri": URI, "languageId": "tc", "version": 1, "text": text });
        client.notify("textDocument/didOpen", json!({ "textDocument": item }));
        client
    }

    pub fn notify(&self, method: &str, parameters: Value) {
        let message = Notification::new(method.to_owned(), parameters);
        self.send(message);
    }

    fn send(&self, message: impl Into<Message>) {
        let sent = self.to_server.send(Incoming::Message(message.into()));
        sent.expect("the server is there");
    }

    /// The answer to a request; diagnostics that come in between are kept.
    fn response(&mut self, method: &str, parameters: Value) -> Response {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        self.send(Request::new(id.clone(), method.to_owned(), parameters));
        loop {
            match self.receive() {
                Message::Response(response) => {
                    assert_eq!(response.id, id);
                    return response;
                }
                Message::Notification(one) => self.keep(&one),
                Message::Request(one) => panic!("the server asks {one:?}"),
            }
        }
    }

    fn receive(&self) -> Message {
        match self.from_server.recv_timeout(PATIENCE) {
            Ok(Outgoing::Message(message)) => message,
            Ok(Outgoing::Complaint(_)) => panic!("a complaint about a message"),
            Err(error) => panic!("no message of the server: {error}"),
        }
    }

    fn keep(&mut self, notification: &Notification) {
        assert_eq!(notification.method, "textDocument/publishDiagnostics");
        let given = &notification.params;
        let uri = given["uri"].as_str().expect("a document").to_owned();
        let found = given["diagnostics"].as_array().expect("a list").clone();
        self.published
            .insert(uri, (given["version"].as_i64(), found));
    }

    fn outcome(&mut self, method: &str, parameters: Value) -> Result<Value, ResponseError> {
        self.response(method, parameters).response_result
    }

    /// The result of a request that must succeed.
    pub fn ask(&mut self, method: &str, parameters: Value) -> Value {
        let outcome = self.outcome(method, parameters);
        outcome.unwrap_or_else(|error| panic!("{method}: {}", error.message))
    }

    /// The message of the error that a request must get.
    pub fn refused(&mut self, method: &str, parameters: Value) -> String {
        match self.outcome(method, parameters) {
            Ok(value) => panic!("{method}: expected an error, found {value}"),
            Err(error) => error.message,
        }
    }

    /// Asks where either is right: the server must go on.
    pub fn answered(&mut self, method: &str, parameters: Value) {
        let code = self
            .outcome(method, parameters)
            .err()
            .map(|error| error.code);
        assert_ne!(
            code,
            Some(lsp_server::ErrorCode::InternalError as i32),
            "{method}"
        );
    }

    /// The diagnostics of a version of the document; none for one that is closed.
    pub fn diagnostics(&mut self, version: Option<i64>) -> Vec<Value> {
        self.diagnostics_of(URI, version)
    }

    /// The same of another document.
    pub fn diagnostics_of(&mut self, uri: &str, version: Option<i64>) -> Vec<Value> {
        loop {
            match self.published.get(uri) {
                Some((of, found)) if *of == version => return found.clone(),
                _ => match self.receive() {
                    Message::Notification(one) => self.keep(&one),
                    other => panic!("expected diagnostics, found {other:?}"),
                },
            }
        }
    }

    pub fn change(&self, version: i64, text: &str) {
        self.edit(version, json!({ "text": text }));
    }

    pub fn edit(&self, version: i64, change: Value) {
        let document = json!({ "uri": URI, "version": version });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        );
    }

    /// Leaves; whether the server takes that for an orderly end.
    pub fn exit(self) -> bool {
        self.notify("exit", Value::Null);
        self.server.join().expect("the server does not panic")
    }
}

/// The position of the `nth` occurrence of a word, and so many letters further: line from 0, UTF-16
/// code units from 0.
pub(super) fn position(text: &str, word: &str, nth: usize, into: usize) -> Value {
    let mut found = text.match_indices(word);
    let (start, _) = found
        .nth(nth)
        .unwrap_or_else(|| panic!("no `{word}` in {text}"));
    let before = &text[..start + into];
    let line = before.rsplit('\n').next().unwrap_or_default();
    json!({ "line": before.matches('\n').count(), "character": line.encode_utf16().count() })
}

pub(super) fn span(text: &str, word: &str, nth: usize) -> Value {
    json!({ "start": position(text, word, nth, 0), "end": position(text, word, nth, word.len()) })
}

/// The parameters of a request about a place.
pub(super) fn at(text: &str, word: &str, nth: usize, into: usize) -> Value {
    json!({ "textDocument": { "uri": URI }, "position": position(text, word, nth, into) })
}

/// These parameters and more.
pub(super) fn with(mut parameters: Value, more: Value) -> Value {
    for (key, value) in more.as_object().expect("an object") {
        parameters[key] = value.clone();
    }
    parameters
}

/// The text after edits, which do not overlap.
pub(super) fn applied(text: &str, edits: &Value) -> String {
    let offset = |place: &Value| -> usize {
        let line = place["line"].as_u64().expect("a line") as usize;
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let mut units = place["character"].as_u64().expect("a column") as usize;
        let inside = text[start..].char_indices().find(|(_, letter)| {
            let reached = units == 0;
            units = units.saturating_sub(letter.len_utf16());
            reached
        });
        inside.map_or(text.len(), |(at, _)| start + at)
    };
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .expect("edits")
        .iter()
        .map(|edit| {
            let text = edit["newText"].as_str().expect("a text");
            let range = &edit["range"];
            (offset(&range["start"]), offset(&range["end"]), text)
        })
        .collect();
    edits.sort_unstable();
    let mut changed = text.to_owned();
    for (start, end, new) in edits.into_iter().rev() {
        changed.replace_range(start..end, new);
    }
    changed
}
