//! Operators of modules: what they are, and where they are defined.

use super::client::{Client, at};

const TEXT: &str = "import nn
use norms: softmax
def net(float(N,D) X) -> (Z) {
  Y = nn.rms_norm(X, G)
  Z = softmax(Y)
}
";

#[test]
fn an_operator_of_a_module_has_its_comment_and_its_place() {
    let mut client = Client::with(TEXT);
    for (word, signature, about, file) in [
        (
            "nn.rms_norm(",
            "def rms_norm(float(N, D) X",
            "root of the mean of its squares",
            "norms.tc",
        ),
        (
            "softmax(Y",
            "def softmax(float(N, D) X) -> (Y)",
            "The exponentials of each row",
            "norms.tc",
        ),
    ] {
        let asked = at(TEXT, word, 0, 1);
        let hover = client.ask("textDocument/hover", asked.clone());
        let shown = hover["contents"]["value"]
            .as_str()
            .expect("a hover")
            .to_owned();
        assert!(
            shown.contains(signature) && shown.contains(about),
            "{shown}"
        );
        let found = client.ask("textDocument/definition", asked);
        let uri = found["uri"].as_str().expect("a place").to_owned();
        assert!(uri.ends_with(file), "{uri}");
        let text = std::fs::read_to_string(uri.trim_start_matches("file://")).expect("the file");
        let line = found["range"]["start"]["line"].as_u64().expect("a line") as usize;
        let due = signature.split('(').next().expect("a name");
        assert!(
            text.lines().nth(line).expect("the line").starts_with(due),
            "{line}"
        );
    }
}
