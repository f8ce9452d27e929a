//! Documents in the notation of SaC.

use super::client::{Client, position};
use serde_json::json;

const URI: &str = "file:///project/rows.sac";

const TEXT: &str = "float[.] total(float[m,k] a)
{
  b = { [i] -> a[i] + a[i] };
  return { [i] -> sum(b[i]) };
}
float[.] wrong(float[n] v) { return { [i] -> v[i+1] }; }
";

#[test]
fn errors_hover_and_layout() {
    let mut client = Client::with("");
    let item = json!({ "uri": URI, "languageId": "sac", "version": 1, "text": TEXT });
    client.notify("textDocument/didOpen", json!({ "textDocument": item }));
    let document = json!({ "uri": URI });
    let hover =
        |word: &str| json!({ "textDocument": document, "position": position(TEXT, word, 0, 0) });
    let answer = client.ask("textDocument/hover", hover("b[i]"));
    assert_eq!(answer["contents"]["value"], "```sac\nfloat[m, k] b\n```");
    let answer = client.ask("textDocument/hover", hover("total"));
    assert_eq!(
        answer["contents"]["value"],
        "```sac\nfloat[.] total(float[m,k] a)\n```"
    );
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let asked = json!({ "textDocument": document, "options": options });
    let edits = client.ask("textDocument/formatting", asked);
    let laid_out = edits[0]["newText"].as_str().expect("a text");
    assert!(laid_out.contains("}\n\nfloat[.] wrong"), "{laid_out}");
    client.answered(
        "textDocument/documentSymbol",
        json!({ "textDocument": document }),
    );
    client.answered("textDocument/completion", hover("sum"));
    client.answered("textDocument/definition", hover("sum"));
    let found = client.diagnostics_of(URI, Some(1));
    let codes: Vec<_> = found.iter().map(|one| one["code"].clone()).collect();
    assert_eq!(codes, ["TC0709"]);
}
