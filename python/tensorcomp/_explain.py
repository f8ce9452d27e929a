"""Explanations and levels: text for a terminal, HTML for a notebook."""

import html
import json
import tempfile
import webbrowser
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Iterable

from . import _engine


class Level(str):
    """The text of a program at a level, which a prompt shows as lines. A notebook shows a schedule tree as a picture."""

    level: str

    def __new__(cls, text: str, level: str) -> "Level":
        made = super().__new__(cls, text)
        made.level = level
        return made

    def __repr__(self) -> str:
        # A person at a prompt reads lines.
        return str.__str__(self)

    def pictures(self) -> list[str]:
        """The schedule trees of the text, as SVG."""
        return _engine.pictures(str(self))

    def _repr_html_(self) -> str:
        text = f"<pre>{html.escape(self)}</pre>"
        if self.level != "schedule":
            return text
        return "".join(self.pictures()) + f"<details><summary>text</summary>{text}</details>"


class Page:
    """A page that shows how a kernel is compiled. `data` is what it shows, in the form `tensorcomp-compilation-1`; `html` is the page, which needs no other file."""

    def __init__(self, name: str, page: str, data: str):
        self.name = name
        self.html = page
        self.data: dict[str, Any] = json.loads(data)

    def save(self, path: str | PathLike[str]) -> Path:
        """Writes the page, or the data where the name ends in .json. Returns the file."""
        file = Path(path)
        if file.suffix not in (".html", ".json"):
            raise ValueError(f"path: expected a file that ends in .html or .json, found {fspath(path)}")
        file.write_text(self.html if file.suffix == ".html" else json.dumps(self.data), encoding="utf-8")
        return file

    def show(self) -> Path:
        """Opens the page in a browser. Returns its file, in the folder for temporary files."""
        with tempfile.NamedTemporaryFile("w", suffix=".html", prefix=f"{self.name}-", delete=False, encoding="utf-8") as file:
            file.write(self.html)
        webbrowser.open(Path(file.name).as_uri())
        return Path(file.name)

    def __repr__(self) -> str:
        return f"<page of {self.name}: show() opens it, save(path) writes it>"

    def _repr_html_(self) -> str:
        return f'<iframe sandbox="allow-scripts" srcdoc="{html.escape(self.html)}" width="100%" height="800" title="{html.escape(self.name)}"></iframe>'


class Explanation:
    """How the ranges of an operator are derived and, for given inputs, what was decided about its mapping.

    `ranges` and `mapping` are what `tc-run --explain=ranges --json` and `--explain=mapping --json` print; `str()` is for a person.
    """

    ranges: list[dict[str, Any]]
    mapping: list[dict[str, Any]]

    def __init__(self, ranges: tuple[str, str], mapping: tuple[str, str] | None):
        self._texts = [ranges[0]] + ([mapping[0]] if mapping else [])
        self.ranges = json.loads(ranges[1])
        self.mapping = json.loads(mapping[1]) if mapping else []

    def __str__(self) -> str:
        return "\n".join(text.rstrip() for text in self._texts)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        rows = [
            (one["def"], statement["target"], index["name"], f"[{index['low']}, {index['high']})", _source(index))
            for one in self.ranges
            for statement in one["statements"]
            for index in statement["indices"]
        ]
        shown = _table(("operator", "statement", "index", "range", "derived from"), rows)
        if self.mapping:
            keys = ("subject", "what", "why", "change")
            shown += _table(("decision", "what", "why", "what would change it"), [tuple(one.get(key, "") for key in keys) for one in self.mapping])
        return shown


def _source(index: dict[str, Any]) -> str:
    steps = [f"{step['access']}: {step['condition']}" for step in index["steps"]]
    return "; ".join(steps) or index["source"]


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    def row(cells: tuple[str, ...], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    return f"<table>{row(head, 'th')}{''.join(row(one, 'td') for one in rows)}</table>"
