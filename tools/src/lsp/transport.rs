//! Frames of JSON-RPC on standard input and output.
//!
//! A thread reads, a thread writes, channels lie between them and the server. A frame whose content is no JSON-RPC message
//! is passed on as such, and reading goes on with the next frame; the server is not taken down by one bad message.

use lsp_server::Message;
use std::io::{self, BufRead, BufWriter, ErrorKind, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

/// What came in.
pub(crate) enum Incoming {
    /// A message.
    Message(Message),
    /// A frame that holds none, and why.
    Broken(String),
}

/// The ends of a session over standard input and output; the thread ends after the last outgoing message.
pub(super) fn stdio() -> (Receiver<Incoming>, Sender<Message>, JoinHandle<()>) {
    let (to_server, incoming) = channel();
    let (outgoing, from_server) = channel();
    thread::spawn(move || read_all(&mut io::stdin().lock(), &to_server));
    let writer = thread::spawn(move || write_all(io::stdout().lock(), &from_server));
    (incoming, outgoing, writer)
}

/// Reads messages until the end of the input or of the server.
fn read_all(input: &mut dyn BufRead, server: &Sender<Incoming>) {
    loop {
        let read = Message::read(&mut &mut *input);
        let is_exit = matches!(&read, Ok(Some(Message::Notification(one))) if one.method == "exit");
        let sent = match read {
            Ok(Some(message)) => server.send(Incoming::Message(message)),
            Ok(None) => return,
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                server.send(Incoming::Broken(format!("no message: {error}")))
            }
            Err(_) => return,
        };
        if sent.is_err() || is_exit {
            return;
        }
    }
}

fn write_all(output: impl Write, server: &Receiver<Message>) {
    let mut output = BufWriter::new(output);
    for message in server {
        let written = message.write(&mut output).and_then(|()| output.flush());
        if written.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(content: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{content}", content.len())
    }

    #[test]
    fn a_frame_without_a_message_does_not_end_the_session() {
        let good = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let text = frame("{ not json") + &frame("[1, 2]") + &frame(good) + &frame(good);
        let (sender, receiver) = channel();
        read_all(&mut text.as_bytes(), &sender);
        drop(sender);
        let kinds: Vec<bool> = receiver
            .iter()
            .map(|one| matches!(one, Incoming::Message(_)))
            .collect();
        assert_eq!(kinds, [false, false, true]);
    }
}
