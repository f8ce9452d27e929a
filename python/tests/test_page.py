"""The page of the book, as a script: each block of Python is run, and the block of text behind it is in what it prints."""

import contextlib
import io
import os
import re
from pathlib import Path

import pytest

BLOCK = re.compile(r"^```python\n(?P<code>.*?)^```\n(?:```text\n(?P<due>.*?)^```)?", re.M | re.S)
ROOT = Path(__file__).resolve().parent.parent.parent
# Every page of it, since each has an operator.
TUTORIAL = [(str(page.relative_to(ROOT)), 1) for page in sorted(ROOT.glob("docs/tutorial/*.md"))]


@pytest.mark.parametrize("page, least", [("docs/use-from-python.md", 6), ("docs/gradients.md", 3), ("docs/tune.md", 1), ("python/README.md", 1), *TUTORIAL])
def test_the_page_prints_what_it_shows(page, least, monkeypatch):
    # Pages name files from there.
    monkeypatch.chdir(ROOT)
    blocks, names = list(BLOCK.finditer((ROOT / page).read_text())), {}
    assert len(blocks) >= least
    for block in blocks:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(block["code"], names)
        lines = iter(out.getvalue().splitlines())
        for due in (block["due"] or "").splitlines():
            assert any(line.strip() == due.strip() for line in lines), f"{due}\nis not in\n{out.getvalue()}"


def test_the_tutorial_calls_each_of_its_operators_from_python():
    assert len(TUTORIAL) == 13
    for page, _ in TUTORIAL:
        text = (ROOT / page).read_text()
        scripts = "".join(block["code"] for block in BLOCK.finditer(text))
        for file in re.findall(r"^```tc (examples/\S+)$", text, re.M):
            assert f'tc.load("{file}")' in scripts, page


def test_the_stubs_name_what_there_is():
    import ast

    from tensorcomp import _engine

    stub = Path(_engine.__file__).with_name("_engine.pyi")
    # Names that begin so are of types alone.
    body = [node for node in ast.parse(stub.read_text()).body if not getattr(node, "name", "_").startswith("_")]
    declared = {node.name for node in body}
    assert declared == {name for name in dir(_engine) if not name.startswith("__")}
    assert (stub.parent / "py.typed").exists()
    for node in body:
        if isinstance(node, ast.ClassDef):
            methods = {one.name for one in node.body} - {"__new__", "__call__"}
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


def test_the_script_learns():
    import subprocess
    import sys

    done = subprocess.run([sys.executable, ROOT / "examples/python/train.py"], capture_output=True, text=True)
    losses = [float(one) for one in re.findall(r"^step \d+: loss (.*)$", done.stdout, re.M)]
    assert len(losses) == 4 and losses[0] > 0.5 and losses[-1] < 0.01 and losses == sorted(losses, reverse=True), done.stdout + done.stderr
    assert "d_W(o, i) +=!" in done.stdout


def test_the_notebook_shows_what_it_says():
    """Its cells, run as a notebook does: the value of the last expression is displayed."""
    import ast
    import json

    names, shown = {}, []
    for cell in json.loads((ROOT / "examples/python/first_steps.ipynb").read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        out, body = io.StringIO(), ast.parse("".join(cell["source"])).body
        last = ast.Expression(body.pop().value) if isinstance(body[-1], ast.Expr) else None
        with contextlib.redirect_stdout(out):
            exec(compile(ast.Module(body, []), "cell", "exec"), names)
            value = eval(compile(last, "cell", "eval"), names) if last else None
        html = getattr(value, "_repr_html_", lambda: repr(value))()
        shown.append(out.getvalue() + (html or ""))
    due = ["array([1., 1., 1., 1.]", "<table>", "<svg", "barriers", "def softmax_grad(", "error[TC0201]: unknown tensor `C`"]
    assert len(shown) == len(due)
    for found, one in zip(shown, due):
        assert one in found, f"{one} is not in\n{found}"
