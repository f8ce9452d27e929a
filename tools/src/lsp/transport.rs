//! Frames of JSON-RPC on standard input and output.
//!
//! One thread reads and one writes, with channels between them and the server. A frame whose
//! content is not a JSON-RPC message is passed on as such, and reading continues with the next
//! frame: neither a bad message nor lines that are not headers nor a length beyond all memory ends
//! the server.

use lsp_server::{ErrorCode, Message};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{self, BufRead, BufWriter, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

/// The longest content of a frame, in bytes. Longer ones are skipped.
const LONGEST: u64 = 256 << 20;

/// An incoming frame.
pub(crate) enum Incoming {
    /// A message.
    Message(Message),
    /// A frame without a message.
    Broken(Broken),
}

/// An outgoing frame.
pub(crate) enum Outgoing {
    Message(Message),
    /// The answer to a frame without a message.
    Complaint(Broken),
}

/// Why a frame holds no message.
pub(crate) struct Broken {
    /// The id of the message, if there is one; else null, as the protocol requires.
    id: Value,
    code: ErrorCode,
    reason: String,
}

impl Broken {
    fn new(reason: String) -> Self {
        Broken {
            id: Value::Null,
            code: ErrorCode::ParseError,
            reason,
        }
    }
}

/// The ends of a session over standard input and output; the thread ends after the last outgoing
/// message.
pub(super) fn stdio() -> (Receiver<Incoming>, Sender<Outgoing>, JoinHandle<()>) {
    let (to_server, incoming) = channel();
    let (outgoing, from_server) = channel();
    thread::spawn(move || read_all(&mut io::stdin().lock(), &to_server));
    let writer = thread::spawn(move || write_all(io::stdout().lock(), &from_server));
    (incoming, outgoing, writer)
}

/// Reads messages until the end of the input or of the server.
fn read_all(input: &mut dyn BufRead, server: &Sender<Incoming>) {
    while let Ok(Some(content)) = read_content(input) {
        let read = content.and_then(|content| parse(&content));
        let is_exit = matches!(&read, Ok(Message::Notification(one)) if one.method == "exit");
        let sent = match read {
            Ok(message) => server.send(Incoming::Message(message)),
            Err(broken) => server.send(Incoming::Broken(broken)),
        };
        if sent.is_err() || is_exit {
            return;
        }
    }
}

/// The content of the next frame; none at the end of the input. Lines that are not headers are
/// skipped.
fn read_content(input: &mut dyn BufRead) -> io::Result<Option<Result<Vec<u8>, Broken>>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        // A header line is short: a longer line is read in pieces, none of which is a header.
        if (&mut *input).take(4096).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match (line.trim().split_once(':'), length) {
            (Some((name, value)), _) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse::<u64>().ok();
            }
            (None, Some(length)) if line.trim().is_empty() => {
                return content(input, length).map(Some);
            }
            _ => {}
        }
    }
}

fn content(input: &mut dyn BufRead, length: u64) -> io::Result<Result<Vec<u8>, Broken>> {
    let mut rest = input.take(length);
    if length > LONGEST {
        io::copy(&mut rest, &mut io::sink())?;
        let reason = format!("a message of {length} bytes; at most {LONGEST} are read");
        return Ok(Err(Broken::new(reason)));
    }
    let mut content = Vec::new();
    rest.read_to_end(&mut content)?;
    if content.len() as u64 == length {
        Ok(Ok(content))
    } else {
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}

fn parse(content: &[u8]) -> Result<Message, Broken> {
    let value: Value = serde_json::from_slice(content)
        .map_err(|error| Broken::new(format!("expected JSON: {error}")))?;
    Message::deserialize(&value).map_err(|_| Broken {
        id: match value.get("id") {
            Some(id) if id.is_number() || id.is_string() => id.clone(),
            _ => Value::Null,
        },
        code: ErrorCode::InvalidRequest,
        reason: "expected one JSON-RPC request, notification or response".to_owned(),
    })
}

fn write_all(output: impl Write, server: &Receiver<Outgoing>) {
    let mut output = BufWriter::new(output);
    for one in server {
        let written = match one {
            Outgoing::Message(message) => message.write(&mut output),
            Outgoing::Complaint(broken) => complain(&mut output, &broken),
        };
        if written.and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}

fn complain(output: &mut impl Write, broken: &Broken) -> io::Result<()> {
    let error = json!({ "code": broken.code as i32, "message": broken.reason });
    let content = json!({ "jsonrpc": "2.0", "id": broken.id, "error": error }).to_string();
    write!(output, "Content-Length: {}\r\n\r\n{content}", content.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(content: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{content}", content.len())
    }

    /// The incoming frames: the method of a message, or the id and code of the answer.
    fn read(text: &str) -> Vec<String> {
        let (sender, receiver) = channel();
        read_all(&mut text.as_bytes(), &sender);
        drop(sender);
        let all = receiver.iter().map(|one| match one {
            Incoming::Message(Message::Notification(one)) => one.method,
            Incoming::Message(_) => "another".to_owned(),
            Incoming::Broken(broken) => format!("{} {}", broken.id, broken.code as i32),
        });
        all.collect()
    }

    const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

    #[test]
    fn a_frame_without_a_message_does_not_end_the_session() {
        let text = frame("{ not json")
            + &frame("[1, 2]")
            + &frame(r#"{"id": 7, "params": 3}"#)
            + &frame("\u{7f}\0")
            + &frame(EXIT)
            + &frame(EXIT);
        let expected = [
            "null -32700",
            "null -32600",
            "7 -32600",
            "null -32700",
            "exit",
        ];
        assert_eq!(read(&text), expected);
    }

    #[test]
    fn lines_that_are_no_header_are_passed_over() {
        let text = format!(
            "garbage\n\nContent-Length: x\r\n\r\n{}content-length:{}\n\n{EXIT}",
            "y".repeat(9000) + "\n",
            EXIT.len()
        );
        assert_eq!(read(&text), ["exit"]);
    }

    #[test]
    fn a_length_beyond_all_memory_is_not_believed() {
        assert_eq!(
            read("Content-Length: 99999999999999\r\n\r\nshort"),
            ["null -32700"]
        );
        assert_eq!(read("Content-Length: 9\r\n\r\nshort").len(), 0);
        assert_eq!(read("").len(), 0);
    }
}
