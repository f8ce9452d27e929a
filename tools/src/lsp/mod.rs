//! `tc-lsp`: the language server of TC text, over standard input and output.
//!
//! ```text
//! stdin ─► transport ─► Server::handle ─┬─► documents: the text that the editor shows
//!                                       ├─► analysis: check, emit, inline, infer (the compiler's own)
//!                                       └─► hover, signature, navigate, complete, hints, tokens, fixes ─► stdout
//! ```
//! All information about a program comes from the compiler: diagnostics from the checker and the
//! passes, ranges and their derivation from the record of `tc-infer-ranges`. The text during typing
//! is mostly not a valid program: questions about names are then answered from the part that
//! parses. A request that panics is answered with an error, and the server continues; a message
//! that is not JSON is answered as the protocol requires.
//!
//! Diagnostics are published after a change as soon as no further message is waiting, so that fast
//! typing is analysed once.

mod analysis;
mod complete;
mod document;
mod fixes;
mod hints;
mod hover;
mod navigate;
mod signature;
mod tokens;
mod transport;

#[cfg(test)]
mod tests;

use analysis::Analyser;
use document::Document;
use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use lsp_types::Uri;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, TryRecvError};

/// Why a request has no answer.
struct Refusal {
    code: ErrorCode,
    message: String,
}

impl Refusal {
    fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Refusal {
            code,
            message: message.into(),
        }
    }

    /// A valid request that cannot be carried out.
    fn failed(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::RequestFailed, message)
    }
}

type Answer = Result<Value, Refusal>;

/// Serves standard input and output until the client leaves. Returns whether it said `shutdown`
/// before `exit`.
pub(crate) fn serve() -> bool {
    let (incoming, outgoing, writer) = transport::stdio();
    let orderly = Server::new(outgoing).run(&incoming);
    // The server's end of the channel is gone: the writer ends after the last message.
    let _ = writer.join();
    orderly
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Starting,
    Running,
    ShuttingDown,
}

/// The state of a session.
pub(crate) struct Server {
    outgoing: Sender<transport::Outgoing>,
    documents: HashMap<Uri, Document>,
    /// Documents whose diagnostics are out of date.
    changed: HashSet<Uri>,
    analyser: Analyser,
    phase: Phase,
}

impl Server {
    pub(crate) fn new(outgoing: Sender<transport::Outgoing>) -> Self {
        Server {
            outgoing,
            documents: HashMap::new(),
            changed: HashSet::new(),
            analyser: Analyser::default(),
            phase: Phase::Starting,
        }
    }

    /// Handles messages until `exit` or the end of the input.
    pub(crate) fn run(mut self, incoming: &Receiver<transport::Incoming>) -> bool {
        loop {
            let next = match incoming.try_recv() {
                Err(TryRecvError::Empty) => {
                    self.publish_all();
                    incoming.recv().ok()
                }
                other => other.ok(),
            };
            match next {
                None => return false,
                Some(transport::Incoming::Broken(broken)) => {
                    let _ = self.outgoing.send(transport::Outgoing::Complaint(broken));
                }
                Some(transport::Incoming::Message(Message::Request(request))) => {
                    self.request(request);
                }
                Some(transport::Incoming::Message(Message::Notification(notification))) => {
                    if notification.method == "exit" {
                        return self.phase == Phase::ShuttingDown;
                    }
                    self.notification(notification);
                }
                Some(transport::Incoming::Message(Message::Response(_))) => {}
            }
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // A client that has gone needs no answer.
        let _ = self
            .outgoing
            .send(transport::Outgoing::Message(message.into()));
    }

    fn request(&mut self, request: Request) {
        let (id, method) = (request.id.clone(), request.method.clone());
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(request))).unwrap_or_else(|_| {
            Err(Refusal::new(
                ErrorCode::InternalError,
                format!("internal error in `{method}`; please report it with this file"),
            ))
        });
        self.send(match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(refusal) => Response::new_err(id, refusal.code as i32, refusal.message),
        });
    }

    fn answer(&mut self, request: Request) -> Answer {
        match (self.phase, request.method.as_str()) {
            (Phase::Starting, "initialize") => {
                self.phase = Phase::Running;
                return Ok(capabilities());
            }
            (Phase::Starting, _) => {
                let reason = "expected `initialize` first";
                return Err(Refusal::new(ErrorCode::ServerNotInitialized, reason));
            }
            (_, "initialize") => {
                let reason = "the server is initialized already";
                return Err(Refusal::new(ErrorCode::InvalidRequest, reason));
            }
            (Phase::ShuttingDown, _) => {
                let reason = "the server is shutting down";
                return Err(Refusal::new(ErrorCode::InvalidRequest, reason));
            }
            (_, "shutdown") => {
                self.phase = Phase::ShuttingDown;
                return Ok(Value::Null);
            }
            _ => {}
        }
        self.about_a_document(request)
    }

    /// Requests that carry `textDocument`.
    fn about_a_document(&mut self, request: Request) -> Answer {
        let feature: fn(&Document, &Value) -> Answer = match request.method.as_str() {
            "textDocument/hover" => |document, given| {
                let given: lsp_types::TextDocumentPositionParams = parse(given)?;
                answer(hover::hover(document, given.position))
            },
            "textDocument/definition" => |document, given| {
                let given: lsp_types::TextDocumentPositionParams = parse(given)?;
                answer(navigate::definition(document, given.position))
            },
            "textDocument/references" => |document, given| {
                let given: lsp_types::ReferenceParams = parse(given)?;
                let position = given.text_document_position.position;
                let declaration = given.context.include_declaration;
                answer(navigate::references(document, position, declaration))
            },
            "textDocument/documentHighlight" => |document, given| {
                let given: lsp_types::TextDocumentPositionParams = parse(given)?;
                answer(navigate::highlight(document, given.position))
            },
            "textDocument/documentSymbol" => |document, _| answer(navigate::outline(document)),
            "textDocument/prepareRename" => |document, given| {
                let given: lsp_types::TextDocumentPositionParams = parse(given)?;
                answer(navigate::prepare_rename(document, given.position)?)
            },
            "textDocument/rename" => |document, given| {
                let given: lsp_types::RenameParams = parse(given)?;
                let position = given.text_document_position.position;
                answer(navigate::rename(document, position, &given.new_name)?)
            },
            "textDocument/formatting" => |document, _| answer(fixes::formatting(document)),
            "textDocument/codeAction" => |document, given| {
                let given: lsp_types::CodeActionParams = parse(given)?;
                answer(fixes::code_actions(document, given.range))
            },
            "textDocument/completion" => |document, given| {
                let given: lsp_types::TextDocumentPositionParams = parse(given)?;
                answer(complete::completion(document, given.position))
            },
            "textDocument/signatureHelp" => |document, given| {
                let given: lsp_types::TextDocumentPositionParams = parse(given)?;
                answer(signature::signature_help(document, given.position))
            },
            "textDocument/semanticTokens/full" => {
                |document, _| answer(tokens::semantic_tokens(document))
            }
            "textDocument/inlayHint" => |document, given| {
                let given: lsp_types::InlayHintParams = parse(given)?;
                answer(hints::inlay_hints(document, given.range))
            },
            other => {
                let reason = format!("no method `{other}`");
                return Err(Refusal::new(ErrorCode::MethodNotFound, reason));
            }
        };
        let uri = request.params.pointer("/textDocument/uri");
        let uri: Uri = parse(uri.unwrap_or(&Value::Null))?;
        self.analyse(&uri);
        match self.documents.get(&uri) {
            Some(document) => feature(document, &request.params),
            None => Err(Refusal::new(
                ErrorCode::InvalidParams,
                format!("`{}` is not open", uri.as_str()),
            )),
        }
    }

    fn notification(&mut self, notification: Notification) {
        // A notification has no answer: a malformed one is ignored.
        let given = &notification.params;
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                if let Ok(given) = parse::<lsp_types::DidOpenTextDocumentParams>(given) {
                    let item = given.text_document;
                    let document = Document::new(item.uri.clone(), item.version, item.text);
                    self.documents.insert(item.uri.clone(), document);
                    self.changed.insert(item.uri);
                }
            }
            "textDocument/didChange" => {
                if let Ok(given) = parse::<lsp_types::DidChangeTextDocumentParams>(given)
                    && let Some(document) = self.documents.get_mut(&given.text_document.uri)
                {
                    document.change(given.text_document.version, given.content_changes);
                    self.changed.insert(given.text_document.uri);
                }
            }
            "textDocument/didClose" => {
                if let Ok(given) = parse::<lsp_types::DidCloseTextDocumentParams>(given) {
                    let uri = given.text_document.uri;
                    self.documents.remove(&uri);
                    self.changed.remove(&uri);
                    self.publish(&uri, None, Vec::new());
                }
            }
            _ => {}
        }
    }

    /// Brings the analysis of a document up to date.
    fn analyse(&mut self, uri: &Uri) {
        if let Some(document) = self.documents.get_mut(uri) {
            document.analyse(&mut self.analyser);
        }
    }

    fn publish_all(&mut self) {
        let mut changed: Vec<Uri> = self.changed.drain().collect();
        changed.sort_by(|a, b| a.as_str().cmp(b.as_str()));
        for uri in changed {
            self.analyse(&uri);
            if let Some(document) = self.documents.get(&uri) {
                let diagnostics = fixes::diagnostics(document);
                self.publish(&uri, Some(document.version()), diagnostics);
            }
        }
    }

    fn publish(&self, uri: &Uri, version: Option<i32>, diagnostics: Vec<lsp_types::Diagnostic>) {
        let parameters = lsp_types::PublishDiagnosticsParams {
            uri: uri.clone(),
            diagnostics,
            version,
        };
        let method = "textDocument/publishDiagnostics".to_owned();
        self.send(Notification::new(method, parameters));
    }
}

fn parse<T: DeserializeOwned>(value: &Value) -> Result<T, Refusal> {
    T::deserialize(value).map_err(|error| Refusal::new(ErrorCode::InvalidParams, error.to_string()))
}

fn answer(value: impl Serialize) -> Answer {
    serde_json::to_value(value)
        .map_err(|error| Refusal::new(ErrorCode::InternalError, error.to_string()))
}

/// What the server can do.
fn capabilities() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 2 },
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "documentSymbolProvider": true,
            "renameProvider": { "prepareProvider": true },
            "documentFormattingProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix"] },
            "completionProvider": { "triggerCharacters": [] },
            "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
            "semanticTokensProvider": {
                "legend": { "tokenTypes": tokens::TYPES, "tokenModifiers": tokens::MODIFIERS },
                "full": true,
            },
            "inlayHintProvider": true,
        },
        "serverInfo": { "name": "tc-lsp", "version": env!("CARGO_PKG_VERSION") },
    })
}
