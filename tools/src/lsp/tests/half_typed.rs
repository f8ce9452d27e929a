//! What somebody may leave half-typed is answered, at every position that is asked about.

use super::client::{Client, URI, with};
use serde_json::{Value, json};

fn texts() -> Vec<String> {
    let fixed = [
        "",
        "def",
        "def f(",
        "def f(float(N) A) -> (B) { B(i) = ",
        "def f(float(N) A) -> (B) { B(i) = A(i) where",
        "def f(float(N) A) -> (B) { B(i) = A(i) where i in 0: }",
        "\u{0}\u{fffd}\u{1f600}\r\r\n\r",
        "def f(float(9999999999999999999) A) -> (B) { B(i) = A(i) }",
        "def f(float(N) A) -> (B) { (B) = f(A) }",
        "def f(float(N,N) a) -> (float(N,N) b) { b(i,j) = b(j,i) }",
    ];
    let mut all = fixed.map(str::to_owned).to_vec();
    all.extend([
        "}{)(".repeat(1000),
        "(".repeat(100_000),
        format!(
            "def f(float(N) A) -> (B) {{ B(i) = A({}i) }}",
            "i+".repeat(5000)
        ),
        format!("def {}", "x".repeat(1_000_000)),
    ]);
    all
}

fn place(line: u32, character: u32) -> Value {
    json!({ "line": line, "character": character })
}

#[test]
fn garbage_is_answered() {
    let mut client = Client::with("");
    let document = || json!({ "textDocument": { "uri": URI } });
    let far = 1 << 31;
    for (version, text) in (100..).zip(texts()) {
        client.change(version, &text);
        client.diagnostics(Some(version));
        for at in [place(0, 0), place(0, 7), place(5, 5), place(far, far)] {
            let asked = with(document(), json!({ "position": at, "newName": "q" }));
            for method in [
                "hover",
                "definition",
                "completion",
                "documentHighlight",
                "signatureHelp",
            ] {
                client.ask(&format!("textDocument/{method}"), asked.clone());
            }
            client.answered("textDocument/rename", asked);
        }
        let all = json!({ "range": { "start": place(0, 0), "end": place(far, far) } });
        client.ask("textDocument/inlayHint", with(document(), all.clone()));
        let context = json!({ "context": { "diagnostics": [] } });
        client.ask(
            "textDocument/codeAction",
            with(with(document(), all), context),
        );
        client.ask("textDocument/semanticTokens/full", document());
        let options = json!({ "options": { "tabSize": 2, "insertSpaces": true } });
        client.ask("textDocument/formatting", with(document(), options));
    }
}

#[test]
fn every_prefix_of_a_program_is_answered() {
    let program = "def f(float(M,K) A) -> (B) { B(i) +=! A(i,k) where k in 0:3 }";
    let mut client = Client::with("");
    for end in 0..=program.len() {
        client.change(2 + end as i64, &program[..end]);
        let asked = json!({ "textDocument": { "uri": URI }, "position": place(0, end as u32) });
        client.ask("textDocument/completion", asked.clone());
        client.ask("textDocument/signatureHelp", asked.clone());
        client.ask("textDocument/semanticTokens/full", asked.clone());
        client.ask("textDocument/hover", asked);
    }
}
