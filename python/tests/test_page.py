"""The page of the book, as a script: each block of Python is run, and the block of text behind it is in what it prints."""

import contextlib
import io
import os
import re
from pathlib import Path

import pytest

BLOCK = re.compile(r"^```python\n(?P<code>.*?)^```\n(?:```text\n(?P<due>.*?)^```)?", re.M | re.S)
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize("page, least", [("docs/use-from-python.md", 6), ("docs/gradients.md", 3), ("python/README.md", 1)])
def test_the_page_prints_what_it_shows(page, least):
    blocks, names = list(BLOCK.finditer((ROOT / page).read_text())), {}
    assert len(blocks) >= least
    for block in blocks:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(block["code"], names)
        lines = iter(out.getvalue().splitlines())
        for due in (block["due"] or "").splitlines():
            assert any(line.strip() == due.strip() for line in lines), f"{due}\nis not in\n{out.getvalue()}"


def test_the_stubs_name_what_there_is():
    import ast

    from tensorcomp import _engine

    stub = Path(_engine.__file__).with_name("_engine.pyi")
    declared = {node.name for node in ast.parse(stub.read_text()).body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    assert declared == {name for name in dir(_engine) if not name.startswith("__")}
    assert (stub.parent / "py.typed").exists()
    for node in ast.parse(stub.read_text()).body:
        if isinstance(node, ast.ClassDef):
            methods = {one.name for one in node.body} - {"__init__", "__call__"}
            found = {name for name in vars(getattr(_engine, node.name)) if not name.startswith("__")}
            assert methods == found, node.name


def test_all_names_have_a_line_of_documentation():
    import tensorcomp as tc

    for name in tc.__all__:
        assert getattr(tc, name).__doc__, name


def test_the_production_model_is_as_in_numpy():
    import subprocess
    import sys

    done = subprocess.run([sys.executable, ROOT / "examples/python/production_model.py"], capture_output=True, text=True)
    assert done.stdout.splitlines() == ["cpu: 8 outputs, as in NumPy", "emulator: 8 outputs, as in NumPy"], done.stderr
