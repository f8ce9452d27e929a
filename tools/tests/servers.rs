//! `tc-lsp` and `tc-mlir-lsp-server` as processes: frames on standard input and output, and what
//! they end with. What `tc-lsp` answers is tested in memory, `src/lsp/tests`.

use lsp_server::{Message, Notification, Request, RequestId};
use serde_json::{Value, json};
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Server {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    requests: i32,
    /// The diagnostics that were published last, with the version of their document.
    published: (Value, Value),
}

impl Server {
    fn start(tool: &str, arguments: &[&str]) -> Server {
        let mut process = Command::new(tool)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        Server {
            input: process.stdin.take().expect("standard input"),
            output: BufReader::new(process.stdout.take().expect("standard output")),
            process,
            requests: 0,
            published: (Value::Null, Value::Null),
        }
    }

    fn send(&mut self, message: impl Into<Message>) {
        let message: Message = message.into();
        message.write(&mut self.input).expect("the server reads");
    }

    fn notify(&mut self, method: &str, parameters: Value) {
        self.send(Notification::new(method.to_owned(), parameters));
    }

    /// The next message that is no diagnostics.
    fn receive(&mut self) -> Message {
        loop {
            let message = Message::read(&mut self.output).expect("a frame");
            match message.expect("the server has not ended") {
                Message::Notification(one) if one.method == "textDocument/publishDiagnostics" => {
                    self.published = (
                        one.params["version"].clone(),
                        one.params["diagnostics"].clone(),
                    );
                }
                other => return other,
            }
        }
    }

    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        self.requests += 1;
        let id = RequestId::from(self.requests);
        self.send(Request::new(id.clone(), method.to_owned(), parameters));
        match self.receive() {
            Message::Response(response) => {
                assert_eq!(response.id, id);
                response.response_result.expect("a result")
            }
            other => panic!("expected a response, found {other:?}"),
        }
    }

    /// Puts in a new text; the diagnostics about it, which come before the next answer.
    fn diagnostics(&mut self, version: i64, text: &str) -> Vec<Value> {
        let document = json!({ "uri": URI, "version": version });
        let changes = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        self.notify("textDocument/didChange", changes);
        let position = json!({ "line": 0, "character": 0 });
        let document = json!({ "uri": URI });
        self.ask(
            "textDocument/hover",
            json!({ "textDocument": document, "position": position }),
        );
        assert_eq!(self.published.0, version);
        self.published.1.as_array().expect("a list").clone()
    }

    fn status(mut self) -> Option<i32> {
        self.notify("exit", Value::Null);
        self.process.wait().expect("the server ends").code()
    }
}

const URI: &str = "file:///project/mv.mlir";

const MLIR: &str = "tc.def @mv(%A: !tc.tensor<[M, K], f32>, %x: !tc.tensor<[K], f32>) -> (%y: !tc.tensor<[M], f32>) {
  tc.comprehension %y[i] add init (i in [0, M), k in [0, K)) {
    %0 = tc.read %A[i, k] : f32
    %1 = tc.read %x[k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}
";

#[test]
fn the_server_of_tc_text_ends_as_the_protocol_asks() {
    let tool = env!("CARGO_BIN_EXE_tc-lsp");
    let mut server = Server::start(tool, &["--stdio"]);
    let able = server.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(able["serverInfo"]["name"], "tc-lsp");
    assert_eq!(server.ask("shutdown", Value::Null), Value::Null);
    assert_eq!(server.status(), Some(0));
    // A client that leaves without `shutdown`.
    let mut server = Server::start(tool, &[]);
    server.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(server.status(), Some(1));
}

#[test]
fn a_frame_without_a_message_is_answered_and_the_next_one_read() {
    let mut server = Server::start(env!("CARGO_BIN_EXE_tc-lsp"), &[]);
    for content in ["{ no json", "[1, 2, 3]", r#"{"id": "seven"}"#] {
        let frame = format!("Content-Length: {}\r\n\r\n{content}", content.len());
        server
            .input
            .write_all(frame.as_bytes())
            .expect("the server reads");
    }
    let garbage = b"no header\r\n\r\nContent-Length: 1e9\r\n\r\n";
    server.input.write_all(garbage).expect("the server reads");
    // Complaints have the id null, which `lsp_server` does not read.
    let complaint = |server: &mut Server| -> Value {
        use std::io::{BufRead, Read};
        let mut line = String::new();
        server.output.read_line(&mut line).expect("a header");
        let length = line
            .trim()
            .strip_prefix("Content-Length: ")
            .expect("a length");
        let mut content = vec![0; 2 + length.parse::<usize>().expect("a number")];
        server.output.read_exact(&mut content).expect("the content");
        serde_json::from_slice(&content).expect("JSON")
    };
    for due in [
        (Value::Null, -32700),
        (Value::Null, -32600),
        (json!("seven"), -32600),
    ] {
        let found = complaint(&mut server);
        assert_eq!(
            (&found["id"], &found["error"]["code"]),
            (&due.0, &json!(due.1))
        );
    }
    let able = server.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(able["capabilities"]["hoverProvider"], true);
    assert_eq!(server.status(), Some(1));
}

#[test]
fn the_server_of_mlir_knows_our_dialects() {
    let mut server = Server::start(env!("CARGO_BIN_EXE_tc-mlir-lsp-server"), &[]);
    let able = server.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(able["capabilities"]["definitionProvider"], true);
    let item = json!({ "uri": URI, "languageId": "mlir", "version": 1, "text": MLIR });
    server.notify("textDocument/didOpen", json!({ "textDocument": item }));
    let mut at = |method: &str, line: u32, character: u32| {
        let position = json!({ "line": line, "character": character });
        server.ask(
            method,
            json!({ "textDocument": { "uri": URI }, "position": position }),
        )
    };
    let hover = at("textDocument/hover", 2, 11);
    assert!(
        hover["contents"]["value"]
            .as_str()
            .unwrap()
            .contains("tc.read"),
        "{hover}"
    );
    // From `%0` in the product to its definition.
    let declared = at("textDocument/definition", 4, 20);
    assert_eq!(
        declared[0]["range"]["start"],
        json!({ "line": 2, "character": 4 })
    );
    assert_eq!(server.published, (json!(1), json!([])));
    let wrong = server.diagnostics(2, &MLIR.replace("%x[k]", "%x[k, k]"));
    assert_eq!(wrong[0]["range"]["start"]["line"], 3);
    let broken = server.diagnostics(3, &MLIR.replace("[M, K], f32", "[M, K +, f32"));
    assert_eq!(broken[0]["range"]["start"]["line"], 0);
    assert!(
        !server
            .diagnostics(4, &format!("tc.def @{}", "(".repeat(1000)))
            .is_empty()
    );
    assert_eq!(server.diagnostics(5, MLIR), [Value::Null; 0]);
    assert_eq!(server.ask("shutdown", Value::Null), Value::Null);
    assert_eq!(server.status(), Some(0));
}

/// LLVM's reader of JSON calls itself for each bracket.
#[test]
fn a_message_that_is_nested_too_deeply_ends_the_server_of_mlir() {
    let params = "[".repeat(100_000) + &"]".repeat(100_000);
    let content =
        format!(r#"{{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {params}}}"#);
    let frame = format!("Content-Length: {}\r\n\r\n{content}", content.len());
    let mut server = Server::start(env!("CARGO_BIN_EXE_tc-mlir-lsp-server"), &[]);
    // The server may be gone before it has read all.
    let _ = server.input.write_all(frame.as_bytes());
    let status = server.process.wait().expect("the server ends");
    assert_eq!(status.code(), Some(1));
}
