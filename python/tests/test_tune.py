"""Searches for mapping options. All but two measure nothing, so that they find the same each time."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import tensorcomp as tc
from conftest import numbers

# A preset of the paper is better than the defaults by count.
SHAPES, FAST = ((100, 64), (64,)), tc.MappingOptions({"tile": "4,32", "unroll": "4"})


MV = "def mv(float(M,K) A, float(K) x) -> (y) { y(i) +=! A(i,k) * x(k) }"


def again():
    """The operator that all of these tests search for, without what is known of it."""
    return tc.define(MV).mv


@pytest.fixture
def mv():
    return again()


def schedule(operator, *shapes, **more):
    return operator.compile(*shapes or SHAPES, **more).asm["schedule"]


def test_calls_take_what_is_found(mv, tmp_path):
    before = schedule(mv)
    found = mv.tune(*SHAPES, static=True, budget="12trials", store=tmp_path)
    assert (found.trials, found.statuses, found.unit, found.store) == (12, {"ok": 12}, "operations", tmp_path)
    assert found.cost < found.default_cost and found.options != tc.MappingOptions()
    assert schedule(mv) == schedule(mv.with_options(found.options)) != before
    A, x = numbers(100, 64), numbers(64)
    np.testing.assert_allclose(mv(A, x), A @ x, rtol=1e-5)
    # Options that a person gives are not replaced, and other shapes have the defaults.
    assert schedule(mv, options=FAST.unroll(2)) == schedule(mv.with_options(FAST.unroll(2)))
    other = ((101, 64), (64,))
    assert schedule(mv, *other) == schedule(again(), *other)


def test_another_process_finds_it_without_a_search(mv, tmp_path):
    environment = dict(os.environ, TC_CACHE="on", TC_CACHE_DIR=str(tmp_path))
    script = """
import sys, tensorcomp as tc
operator = tc.define("def product(float(N,K) B, float(K) z) -> (y) { y(i) +=! B(i,k) * z(k) }").product
tc.knobs.tuned = True
sys.stdout.write(operator.compile((100, 64), (64,)).asm["schedule"].replace("product", "mv"))
"""
    search = f"import tensorcomp as tc\nprint(tc.define({MV!r}).mv.tune((100, 64), (64,), static=True, budget=4).store)"

    def run(script):
        return subprocess.run([sys.executable, "-c", script], env=environment, check=True, capture_output=True, text=True).stdout

    before = run(script)
    assert run(search).strip() == str(tmp_path / "tuned")
    after = run(script)
    assert after != before
    with tc.knobs.scope(tuned=tmp_path / "tuned"):
        assert tc.knobs.tuned == tmp_path / "tuned"
        # Names do not matter to what is stored.
        assert len(schedule(mv).splitlines()) == len(after.splitlines())
        tiles = [text.count("floor(") for text in (schedule(mv), after, before)]
        assert tiles[0] == tiles[1] != tiles[2]
    assert tc.knobs.tuned is False


def test_without_a_store_the_process_keeps_it(mv):
    with tc.knobs.scope(cache="off"):
        found = mv.tune(*SHAPES, static=True, budget=4)
    assert found.store is None
    assert schedule(mv) == schedule(mv.with_options(found.options)) != schedule(again())


def test_the_same_seed_finds_the_same(mv, tmp_path):
    rows = []
    first = mv.tune(*SHAPES, static=True, budget=10, seed=3, log=tmp_path / "a", store=tmp_path / "1", progress=rows.append)
    again = mv.tune(*SHAPES, static=True, budget=10, seed=3, log=tmp_path / "b", store=tmp_path / "2")
    other = mv.tune(*SHAPES, static=True, budget=10, seed=4, log=tmp_path / "c", store=tmp_path / "3", search="random", start=[FAST])
    logs = [(tmp_path / name).read_text() for name in "abc"]
    assert (first.cost, first.options) == (again.cost, again.options)
    assert logs[0] == logs[1] != logs[2]
    assert [row.number for row in rows] == list(range(10)) and rows[0].options == tc.MappingOptions()
    assert (rows[-1].best, rows[-1].best_cost) == (first.options, first.cost)
    assert json.loads(logs[2].splitlines()[2])["options"] == FAST.to_dict() and other.trials == 10


def test_progress_is_printed_or_quiet(mv, tmp_path, capfd):
    mv.tune(*SHAPES, static=True, budget=4, store=tmp_path)
    assert capfd.readouterr() == ("", "")
    mv.tune(*SHAPES, static=True, budget=4, store=tmp_path / "b", progress=True)
    assert "trial 1: ok; the best so far" in capfd.readouterr().err


@pytest.fixture
def interruptible():
    """Hears interruptions also where the tests run in the background of a script, which ignores them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("how, raised", [("raises", ZeroDivisionError), ("interrupts", KeyboardInterrupt)])
def test_what_ends_a_search_leaves_a_log_that_goes_on(mv, tmp_path, how, raised, interruptible):
    whole = mv.tune(*SHAPES, static=True, budget=20, log=tmp_path / "whole", store=tmp_path / "1")

    def end(trial):
        if trial.number == 6:
            os.kill(os.getpid(), signal.SIGINT) if how == "interrupts" else 1 / 0

    with pytest.raises(raised):
        mv.tune(*SHAPES, static=True, budget=20, log=tmp_path / "log", store=tmp_path / "2", progress=end)
    rows = (tmp_path / "log").read_text()
    assert (tmp_path / "whole").read_text().startswith(rows) and 7 < len(rows.splitlines()) < 21
    resumed = mv.tune(*SHAPES, static=True, budget=20, log=tmp_path / "log", resume=True, store=tmp_path / "3")
    assert (resumed.cost, resumed.options) == (whole.cost, whole.options)
    assert (tmp_path / "log").read_text() == (tmp_path / "whole").read_text()


def test_trials_compute_with_the_given_arrays(m, tmp_path):
    # Subscripts that are random would be outside of X.
    X, I = numbers(2), np.array([0, 1, 1], np.int32)
    found = m.gather.tune(X, I, budget=2, store=tmp_path)
    assert found.trials == 2 and found.unit == "seconds" and found.cost > 0
    assert m.gather(X, I).tolist() == [0, 1, 1]
    with pytest.raises(tc.Error, match="index out of range|out of range"):
        m.gather.tune(X, np.array([0, 1, 2], np.int32), budget=1, store=tmp_path)


def test_numbers_are_arguments_too(m, tmp_path):
    found = m.pool.tune(numbers(64), 2, M=20, static=True, budget=2, store=tmp_path)
    assert found.trials == 2
    found = m.axpy.tune(0.5, numbers(8), numbers(8), budget=1, store=tmp_path)
    assert found.statuses == {"ok": 1}
    assert m.axpy(0.5, numbers(8), numbers(8)).tolist() == (1.5 * numbers(8)).tolist()


def test_a_gpu_is_tuned_without_a_device(mv, tmp_path, monkeypatch):
    # NVIDIA's assembler and disassembler, as ./x setup installs them.
    for tool in ("ptxas", "nvdisasm"):
        wheels = Path(sys.prefix).glob(f"lib/python*/site-packages/nvidia/*/bin/{tool}")
        found = os.environ.get(f"TC_{tool.upper()}") or shutil.which(tool) or next(map(str, wheels), None)
        monkeypatch.setenv(f"TC_{tool.upper()}", found or f"{tool}-which-./x-setup-installs")
    found = mv.tune(*SHAPES, target="emulator", budget=2, store=tmp_path)
    assert (found.trials, found.unit) == (2, "microseconds")


@pytest.mark.parametrize(
    "arguments, more, error, said",
    [
        (SHAPES, {"budget": "3days"}, ValueError, "budget: expected a number of trials or a time"),
        (SHAPES, {"target": "reference"}, ValueError, "target: expected cpu, emulator or cuda, found reference"),
        (SHAPES, {"search": "luck"}, ValueError, "search: expected model, genetic or random, found `luck`"),
        (SHAPES, {"threads": 0}, ValueError, "threads: expected a number from 1 to 4096, found 0"),
        (SHAPES, {"resume": True}, ValueError, "resume: expected the log"),
        (SHAPES, {"start": [tc.MappingOptions({"tile": "4,32"})], "log": "/"}, tc.Error, "the log `/`"),
        (((4, 5), (6,)), {}, tc.Error, "K"),
    ],
)
def test_errors_say_what_was_expected(mv, tmp_path, arguments, more, error, said):
    with pytest.raises(error, match=said):
        mv.tune(*arguments, **{"static": True, "store": tmp_path, **more})


def test_given_options_are_not_tuned(mv):
    with pytest.raises(ValueError, match="tune the operator without `with_options`"):
        mv.with_options(FAST).tune(*SHAPES)
