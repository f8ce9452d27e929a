#!/usr/bin/env python3
"""Colours for TC text, from one list of words: a language of highlight.js for the book, and a TextMate grammar for editors.

usage: highlighting.py          writes docs/theme/tc.js and docs/theme/tc.tmLanguage.json
       highlighting.py --check  says which of them is not what would be written, and which word of the language is missing here
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
JAVASCRIPT, GRAMMAR = ROOT / "docs/theme/tc.js", ROOT / "docs/theme/tc.tmLanguage.json"


def words_of(file, names):
    """The words in lists of the compiler: what `tc-lsp` has a colour for, too."""
    lists = re.findall(rf"const (?:{names}): [^=]*= \[(.*?)\];", (ROOT / file).read_text(), re.S)
    return re.findall(r'"(\w+)"', " ".join(lists))


KEYWORDS, CONSTANTS = words_of("syntax/src/tc/token.rs", "KEYWORDS"), words_of("syntax/src/tc/token.rs", "CONSTANTS")
TYPES = words_of("syntax/src/scalar.rs", "NAMES")
# The checker's lists, and the two that are reserved words.
FUNCTIONS = sorted({*words_of("frontend/src/builtins.rs", "UNARY|BINARY|TERNARY|QUATERNARY"), "max", "min"})
NUMBER = r"\b\d+(\.(?!\.)\d*)?([eE][-+]?\d+)?[fF]?\b"
OPERATOR = r"(\+|\*|min|max)=!?|[-+*/%<>=!&|?:^]+|\.\."


def one_of(words):
    return rf"\b({'|'.join(words)})\b"


def javascript():
    words = {"keyword": KEYWORDS, "literal": CONSTANTS, "type": TYPES, "built_in": FUNCTIONS}
    words = {name: " ".join(all) for name, all in words.items()}
    return f"""// Written by scripts/highlighting.py: TC text for highlight.js.
hljs.registerLanguage("tc", () => ({{
  name: "TC",
  keywords: {json.dumps(words)},
  contains: [
    hljs.COMMENT("#", "$"),
    {{ className: "number", begin: {json.dumps(NUMBER)} }},
    {{ className: "function", beginKeywords: "def", end: /\\(/, excludeEnd: true, contains: [{{ className: "title", begin: /[A-Za-z_]\\w*/ }}] }},
  ],
}}));
document.querySelectorAll("code.language-tc").forEach((block) => hljs.highlightBlock(block));
"""


def grammar():
    def rule(match, name):
        return {"match": match, "name": f"{name}.tc"}

    patterns = [
        rule("#.*$", "comment.line.number-sign"),
        {"match": r"\b(def)\s+([A-Za-z_]\w*)", "captures": {"1": {"name": "keyword.control.tc"}, "2": {"name": "entity.name.function.tc"}}},
        rule(one_of(KEYWORDS), "keyword.control"),
        rule(one_of(CONSTANTS), "constant.language"),
        rule(one_of(TYPES), "storage.type"),
        rule(one_of(FUNCTIONS) + r"(?=\s*\()", "support.function"),
        rule(NUMBER, "constant.numeric"),
        rule(OPERATOR, "keyword.operator"),
    ]
    return json.dumps({"name": "TC", "scopeName": "source.tc", "fileTypes": ["tc"], "patterns": patterns}, indent=2) + "\n"


def missing():
    """Words of the lexer that have no colour."""
    lexer = (ROOT / "syntax/src/tc/lexer.rs").read_text()
    words = set(re.findall(r'"([a-z_]\w*)" => TokenKind::', lexer))
    return sorted(words - {*KEYWORDS, *CONSTANTS, *TYPES, *FUNCTIONS})


def main():
    files = {JAVASCRIPT: javascript(), GRAMMAR: grammar()}
    if sys.argv[1:] == ["--check"]:
        problems = [f"{path.relative_to(ROOT)} is old: run scripts/highlighting.py" for path, text in files.items() if not path.exists() or path.read_text() != text]
        problems += [f"scripts/highlighting.py: the word `{word}` has no colour" for word in missing()]
        print(*problems, sep="\n", end="\n" if problems else "")
        return 1 if problems else 0
    for path, text in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
