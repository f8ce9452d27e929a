#!/usr/bin/env python3
"""Drives tc-lsp and tc-mlir-lsp-server as an editor does, and checks their answers.

usage: test_lsp.py TOOLS_FOLDER
"""

import json
import pathlib
import subprocess
import sys
import threading
import queue

TIMEOUT = 60  # seconds until a missing answer is a failure


class Client:
    """A language server and the conversation with it."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.messages = queue.Queue()
        self.errors = []
        self.next_id = 0
        self.published = {}
        threading.Thread(target=self.read, daemon=True).start()
        threading.Thread(target=lambda: self.errors.append(self.process.stderr.read()), daemon=True).start()

    def read(self):
        """Forwards frames until the server ends."""
        output = self.process.stdout
        while True:
            length = None
            while True:
                line = output.readline()
                if not line:
                    self.messages.put(None)
                    return
                if line.strip() == b"":
                    break
                name, _, value = line.decode().partition(":")
                if name.lower() == "content-length":
                    length = int(value)
            self.messages.put(json.loads(output.read(length)))

    def raw(self, content):
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
        self.process.stdin.flush()

    def send(self, message):
        self.raw(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method, **parameters):
        self.send({"method": method, "params": parameters})

    def receive(self):
        message = self.messages.get(timeout=TIMEOUT)
        assert message is not None, f"the server ended: {self.errors}"
        return message

    def response(self, wanted):
        """The answer to a request; diagnostics that come in between are kept."""
        while True:
            message = self.receive()
            if message.get("method") == "textDocument/publishDiagnostics":
                self.keep(message["params"])
            elif message.get("id") == wanted and "method" not in message:
                return message

    def keep(self, parameters):
        self.published[parameters["uri"]] = (parameters.get("version"), parameters["diagnostics"])

    def request(self, method, **parameters):
        """The whole answer of a request."""
        self.next_id += 1
        self.send({"id": self.next_id, "method": method, "params": parameters})
        return self.response(self.next_id)

    def ask(self, method, **parameters):
        """The result of a request that must succeed."""
        answer = self.request(method, **parameters)
        assert "error" not in answer, answer
        return answer["result"]

    def refused(self, method, **parameters):
        """The message of the error that a request must get."""
        answer = self.request(method, **parameters)
        assert "error" in answer, answer
        return answer["error"]["message"]

    def diagnostics(self, uri, version):
        """The diagnostics of a version of a document."""
        while self.published.get(uri, (None,))[0] != version:
            message = self.receive()
            assert message.get("method") == "textDocument/publishDiagnostics", message
            self.keep(message["params"])
        return self.published[uri][1]

    def initialize(self):
        return self.ask("initialize", processId=None, rootUri=None, capabilities={})["capabilities"]

    def open(self, uri, text, language="tc"):
        self.notify("textDocument/didOpen", textDocument={"uri": uri, "languageId": language, "version": 1, "text": text})

    def change(self, uri, version, text):
        self.notify("textDocument/didChange", textDocument={"uri": uri, "version": version}, contentChanges=[{"text": text}])

    def end(self):
        assert self.ask("shutdown") is None
        self.notify("exit")
        return self.process.wait(timeout=TIMEOUT)


def position(text, word, nth=0, into=0):
    """The position of the n-th occurrence of a word: line from 0, UTF-16 code units from 0."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(word, at + 1)
    before = text[: at + into]
    line = before.count("\n")
    return {"line": line, "character": len(before.rpartition("\n")[2].encode("utf-16-le")) // 2}


def span(text, word, nth=0):
    return {"start": position(text, word, nth), "end": position(text, word, nth, len(word))}


def apply(text, edits):
    """The text after edits, which must not overlap."""
    lines = text.split("\n")

    def offset(place):
        before = "\n".join(lines[: place["line"]]) + ("\n" if place["line"] else "")
        units = lines[place["line"]].encode("utf-16-le")[: 2 * place["character"]]
        return len(before) + len(units.decode("utf-16-le"))

    for edit in sorted(edits, key=lambda edit: offset(edit["range"]["start"]), reverse=True):
        start, end = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:start] + edit["newText"] + text[end:]
    return text


URI = "file:///project/conv%20one.tc"
TEXT = """# a stencil, \U0001d54a é
def conv1d(float(N) B, float(KN) K) -> (A) {
  A(i) = B(i + k) * K(k)
}
def twice(float(M,N) X) -> (Y) { Y(m,n) = s + X(m,n) * exp(s) where s = X(0,n), m in 0:M }
"""


def at(text, word, nth=0, into=0, uri=URI):
    return {"textDocument": {"uri": uri}, "position": position(text, word, nth, into)}


def diagnose_and_fix(client):
    client.open(URI, TEXT)
    found = client.diagnostics(URI, 1)
    reduction = next(one for one in found if one.get("code") == "TC0210")
    assert reduction["severity"] == 1 and reduction["source"] == "tc", reduction
    assert reduction["range"] == span(TEXT, "="), reduction
    assert reduction["message"].startswith("index `k` appears only on the right-hand side"), reduction
    related = reduction["relatedInformation"]
    assert [one["location"]["range"] for one in related] == [span(TEXT, "k")], related
    actions = client.ask("textDocument/codeAction", textDocument={"uri": URI}, range=span(TEXT, "="), context={"diagnostics": []})
    assert [action["title"] for action in actions] == ["write `+=!`"], actions
    fixed = apply(TEXT, actions[0]["edit"]["changes"][URI])
    assert "A(i) +=! B(i + k)" in fixed, fixed
    # The same edit, as sent back by the editor.
    edit = actions[0]["edit"]["changes"][URI][0]
    client.notify(
        "textDocument/didChange",
        textDocument={"uri": URI, "version": 2},
        contentChanges=[{"range": edit["range"], "text": edit["newText"]}],
    )
    assert [one for one in client.diagnostics(URI, 2) if one["severity"] == 1] == []
    return fixed


def hover(client, text):
    def about(word, nth=0, into=0):
        answer = client.ask("textDocument/hover", **at(text, word, nth, into))
        return answer and answer["contents"]["value"]

    index = about("i + k")
    assert index.startswith("index `i` in [0, N - KN + 1)"), index
    assert "round 2: B(i + k): 0 <= i and i + (KN - 1) < N  =>  i in [0, N - KN + 1)" in index, index
    assert about("k)").startswith("reduction index `k` in [0, KN)")
    output = about("A)")
    assert "float(N - KN + 1) A" in output and "KN <= N + 1" in output, output
    assert "float(N) B" in about("B,")
    assert about("N)") == "size `N`: the extent `B.0`"
    assert "def conv1d(float(N) B, float(KN) K) -> (float(N - KN + 1) A)" in about("conv1d")
    assert "e to the power x" in about("exp")
    assert "starting from 0" in about("+=!")
    assert "s = X(0,n)" in about("s +")
    assert about("\U0001d54a") is None


def navigate(client, text):
    def definition(word, nth=0):
        return client.ask("textDocument/definition", **at(text, word, nth))

    assert definition("K(k)")["range"] == span(text, "K", 1), definition("K(k)")
    assert definition("k)")["range"] == span(text, "k"), definition("k)")
    declared = definition("s +")["range"]["start"]
    assert declared == position(text, "s = X"), declared
    assert definition("exp") is None
    uses = client.ask("textDocument/references", **at(text, "m,n", 0), context={"includeDeclaration": True})
    assert len(uses) == 3, uses
    outline = client.ask("textDocument/documentSymbol", textDocument={"uri": URI})
    assert [one["name"] for one in outline] == ["conv1d", "twice"], outline


def rename(client, text):
    edit = client.ask("textDocument/rename", **at(text, "k)"), newName="tap")
    renamed = apply(text, edit["changes"][URI])
    assert "A(i) +=! B(i + tap) * K(tap)" in renamed, renamed
    edit = client.ask("textDocument/rename", **at(text, "N)"), newName="Length")
    assert "float(Length) B" in apply(text, edit["changes"][URI])
    assert client.refused("textDocument/rename", **at(text, "k)"), newName="where").startswith("`where` is no name")
    assert client.refused("textDocument/rename", **at(text, "k)"), newName="B") == "`B` is already an input"
    for word in ["A)", "k)", "conv1d"]:
        assert client.refused("textDocument/rename", **at(text, word), newName="exp") == "`exp` is a built-in function"
    # A definition and a tensor with the same name: the call would be parsed as a read.
    clash = "def g(float(N) x) -> (y) { y(i) = x(i) }\ndef h(float(N) q) -> (y) { t(i) = q(i)\n  y = g(t) }\n"
    client.change(URI, 20, clash)
    assert client.refused("textDocument/rename", **at(clash, "g("), newName="h") == "`h` is already a definition"
    assert client.refused("textDocument/rename", **at(clash, "g("), newName="q") == "`q` would change what other names stand for"
    # An unsaved file with a broken definition: only the other definitions can be changed.
    client.change(URI, 21, clash + "def broken(float(N) z) -> (w) { w(i) = z(i")
    assert client.ask("textDocument/rename", **at(clash, "x)"), newName="u")["changes"][URI]
    assert "correct the syntax errors" in client.refused("textDocument/rename", textDocument={"uri": URI}, position={"line": 3, "character": 20}, newName="u")
    client.change(URI, 22, text)
    assert "keeps its name" in client.refused("textDocument/rename", **at(text, "exp"), newName="e")
    assert client.ask("textDocument/prepareRename", **at(text, "conv1d")) == span(text, "conv1d")


def hints(client, text):
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    found = client.ask("textDocument/inlayHint", textDocument={"uri": URI}, range=everything)
    labels = {(hint["position"]["line"], hint["position"]["character"]): hint["label"] for hint in found}
    place = lambda word, nth=0, into=0: tuple(position(text, word, nth, into).values())
    assert labels[place("i)", 0, 1)] == "in [0, N - KN + 1)", labels
    assert labels[place("k)", 0, 1)] == "in [0, KN)", labels
    assert labels[place("(A)", 0, 2)] == ": float(N - KN + 1)", labels
    # A range in a `where` clause needs no hint.
    assert place("m,n)", 0, 1) not in labels, labels


def formatting(client, text):
    edits = client.ask("textDocument/formatting", textDocument={"uri": URI}, options={"tabSize": 2, "insertSpaces": True})
    formatted = apply(text, edits)
    assert formatted.startswith("# a stencil, \U0001d54a é\ndef conv1d(float(N) B, float(KN) K) -> (A) {\n"), formatted
    assert "  Y(m, n) = s + X(m, n) * exp(s) where s = X(0, n), m in 0:M\n}\n" in formatted, formatted
    return formatted


def completion(client, text):
    def labels(text, word, into=0):
        items = client.ask("textDocument/completion", **at(text, word, 0, into))
        return {item["label"]: item for item in items}

    inside = labels(text, "K(k)")
    assert inside["B"]["detail"] == "float(N)", inside["B"]
    assert inside["i"]["detail"] == "[0, N - KN + 1)", inside["i"]
    assert {"K", "N", "exp", "where", "conv1d", "float"} <= set(inside), sorted(inside)
    assert "X" not in inside
    assert "m" not in inside
    # Not while writing a comment.
    client.change(URI, 9, text + "# ex")
    assert labels(text + "# ex", "# ex", 4) == {}
    # Half-typed text: the names of the definition and of the line.
    half = text.replace("* K(k)\n}", "* K(k\n")
    client.change(URI, 10, half)
    found = labels(half, "K(k\n", 1)
    assert {"B", "K", "i", "exp"} <= set(found), sorted(found)
    assert any(one["severity"] == 1 for one in client.diagnostics(URI, 10))
    # A file without definitions.
    client.change(URI, 11, "\n")
    assert set(labels("\n", "\n")) == {"def"}


GARBAGE = [
    "",
    "def",
    "def f(",
    "def f(float(N) A) -> (B) { B(i) = ",
    "def f(float(N) A) -> (B) { B(i) = A(i) where",
    "def f(float(N) A) -> (B) { B(i) = A(i) where i in 0: }",
    "}{)(" * 1000,
    "(" * 100000,
    "\u0000\ufffd\U0001f600\r\r\n\r",
    "def f(float(N) A) -> (B) { B(i) = A(" + "i+" * 5000 + "i) }",
    "def " + "x" * 1000000,
    "def f(float(9999999999999999999) A) -> (B) { B(i) = A(i) }",
    "def f(float(N) A) -> (B) { (B) = f(A) }",
    "def f(float(N,N) a) -> (float(N,N) b) { b(i,j) = b(j,i) }",
]


def garbage(client):
    """Half-typed text is answered at every position."""
    version = 100
    for text in GARBAGE:
        version += 1
        client.change(URI, version, text)
        client.diagnostics(URI, version)
        for place in [{"line": 0, "character": 0}, {"line": 0, "character": 7}, {"line": 5, "character": 5}, {"line": 2**31, "character": 2**31}]:
            where = {"textDocument": {"uri": URI}, "position": place}
            for method in ["hover", "definition", "completion", "documentHighlight"]:
                client.ask(f"textDocument/{method}", **where)
            client.request("textDocument/rename", **where, newName="q")
        everything = {"start": {"line": 0, "character": 0}, "end": {"line": 2**31, "character": 0}}
        client.ask("textDocument/inlayHint", textDocument={"uri": URI}, range=everything)
        client.ask("textDocument/codeAction", textDocument={"uri": URI}, range=everything, context={"diagnostics": []})
        client.ask("textDocument/formatting", textDocument={"uri": URI}, options={"tabSize": 2, "insertSpaces": True})
    # Every prefix of a program, as during typing.
    program = "def f(float(M,K) A) -> (B) { B(i) +=! A(i,k) where k in 0:3 }"
    for end in range(len(program) + 1):
        version += 1
        client.change(URI, version, program[:end])
        client.ask("textDocument/completion", textDocument={"uri": URI}, position={"line": 0, "character": end})
        client.ask("textDocument/hover", textDocument={"uri": URI}, position={"line": 0, "character": end})


def bad_messages(client):
    client.raw(b"{ no json")
    client.raw(b"[1, 2, 3]")
    client.raw(b'{"id": "seven"}')
    client.process.stdin.write(b"no header\r\n\r\nContent-Length: 1e9\r\n\r\n")
    for expected in [(None, -32700), (None, -32600), ("seven", -32600)]:
        answer = client.receive()
        while "method" in answer:
            answer = client.receive()
        assert (answer["id"], answer["error"]["code"]) == expected, answer
    assert "no method" in client.refused("textDocument/dance", textDocument={"uri": URI})
    assert "is not open" in client.refused("textDocument/hover", **at("x", "x", uri="file:///nowhere.tc"))
    client.refused("textDocument/hover", nonsense=1)
    client.notify("textDocument/didChange", nonsense=1)
    client.notify("no/such/notification")
    client.notify("textDocument/didClose", textDocument={"uri": URI})
    assert client.diagnostics(URI, None) == []


def tc_lsp(tools):
    client = Client(tools / "tc-lsp", "--stdio")
    assert "initialize" in client.refused("textDocument/hover")
    able = client.initialize()
    assert able["positionEncoding"] == "utf-16" and able["renameProvider"]["prepareProvider"], able
    text = diagnose_and_fix(client)
    hover(client, text)
    navigate(client, text)
    rename(client, text)
    hints(client, text)
    formatting(client, text)
    completion(client, text)
    garbage(client)
    bad_messages(client)
    assert client.end() == 0
    # A client that exits without `shutdown`.
    client = Client(tools / "tc-lsp")
    client.initialize()
    client.notify("exit")
    assert client.process.wait(timeout=TIMEOUT) == 1


MLIR = """tc.def @mv(%A: !tc.tensor<[M, K], f32>, %x: !tc.tensor<[K], f32>) -> (%y: !tc.tensor<[M], f32>) {
  tc.comprehension %y[i] add init (i in [0, M), k in [0, K)) {
    %0 = tc.read %A[i, k] : f32
    %1 = tc.read %x[k] : f32
    %2 = arith.mulf %0, %1 : f32
    tc.yield %2 : f32
  }
}
"""


def mlir_server(tools):
    client = Client(tools / "tc-mlir-lsp-server")
    able = client.initialize()
    assert able["definitionProvider"] and able["hoverProvider"], able
    uri = "file:///project/mv.mlir"
    client.open(uri, MLIR, "mlir")
    assert client.diagnostics(uri, 1) == []
    answer = client.ask("textDocument/hover", **at(MLIR, "tc.read", uri=uri))
    assert "tc.read" in json.dumps(answer), answer
    declared = client.ask("textDocument/definition", **at(MLIR, "%0,", uri=uri))
    assert declared[0]["range"]["start"] == position(MLIR, "%0 ="), declared
    client.change(uri, 2, MLIR.replace("%x[k]", "%x[k, k]"))
    found = client.diagnostics(uri, 2)
    assert found and found[0]["range"]["start"]["line"] == 3, found
    client.change(uri, 3, MLIR.replace("[M, K], f32", "[M, K +, f32"))
    assert client.diagnostics(uri, 3), "a symbolic expression that does not parse"
    client.change(uri, 4, "tc.def @" + "(" * 1000)
    assert client.diagnostics(uri, 4), "garbage"
    client.change(uri, 5, MLIR)
    assert client.diagnostics(uri, 5) == []
    assert client.end() == 0


def main():
    if len(sys.argv) != 2:
        print(__doc__)
        return 2
    tools = pathlib.Path(sys.argv[1]).resolve()
    tc_lsp(tools)
    mlir_server(tools)
    print("tc-lsp and tc-mlir-lsp-server answer an editor")
    return 0


if __name__ == "__main__":
    sys.exit(main())
