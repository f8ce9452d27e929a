"""Operators on arrays of NumPy: what is computed, inferred, compiled and printed."""

import copy
import inspect
import json
import multiprocessing
import os
import pathlib
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest
import tensorcomp as tc
from conftest import TEXT, numbers, ones


# Claim A9: usable from Python. scripts/test_capi.py does the same from C and C++.
def test_a_call_computes_and_makes_its_output(m):
    A, B = numbers(3, 4), numbers(4, 5)
    C = m.mm(A, B)
    assert isinstance(C, np.ndarray) and C.dtype == np.float32 and C.shape == (3, 5)
    np.testing.assert_array_equal(C, A @ B)
    np.testing.assert_array_equal(m["mm"](A, B=B), A @ B)


def test_out_is_written_and_returned(m):
    A, B, C = numbers(3, 4), numbers(4, 5), np.full((3, 5), -1, np.float32)
    assert m.mm(A, B, out=C) is C
    np.testing.assert_array_equal(C, A @ B)


def test_several_outputs_are_a_tuple(m):
    A = numbers(3, 4)
    rows, all = m.sums(A)
    np.testing.assert_array_equal(rows, A.sum(1))
    assert all.shape == () and all == A.sum()
    out = (np.zeros(3, np.float32), np.zeros((), np.float32))
    found = m.sums(A, out=out)
    assert found[0] is out[0] and found[1] is out[1] and out[1] == 66


def test_numbers_are_inputs_without_dimensions(m):
    x, y = numbers(4), ones(4)
    np.testing.assert_array_equal(m.axpy(2.5, x, y), 2.5 * x + y)
    np.testing.assert_array_equal(m.axpy(2, x, y), 2 * x + y)
    np.testing.assert_array_equal(m.axpy(np.float32(3), x, y), 3 * x + y)


def test_integers_and_sizes_decide_about_the_kernel(m):
    X = numbers(20)
    for step, size in ((2, 3), (3, 5), (2, 4)):
        due = [X[step * i : step * i + 4].sum() for i in range(size)]
        np.testing.assert_array_equal(m.pool(X, step, M=size), due)
        np.testing.assert_array_equal(m.pool(X, np.int32(step), M=size), due)


def test_what_is_updated_in_place_is_given_by_out(m):
    A, B = numbers(4, dtype=np.int32), np.full(4, 10, np.int32)
    m.count(A, out=B)
    np.testing.assert_array_equal(B, A + 10)
    assert m.count.signature == "count(A: int32[N]) -> (B: int32[N] (in/out))"
    for call in (m.count, m.count.compile(A)):
        with pytest.raises(tc.ArgumentTypeError, match="`count` updates `B` in place: pass the array that it updates, `out=B`"):
            call(A)


def test_a_failure_names_its_error_first():
    conv = tc.define("def f(float(N) X, float(K) W) -> (Y) { Y(i) = X(i + 6) * W(i) where i in 0:K }").only
    with pytest.raises(tc.ArgumentError) as raised:
        conv(numbers(7), numbers(3))
    assert str(raised.value).startswith("error[TC0505]") and [one["severity"] for one in raised.value.diagnostics][0] == "error"


def test_sizes_come_from_what_is_updated_in_place():
    lu = "for k in 0:N { A(i,k) = A(i,k)/A(k,k) where i in k+1:N  A(i,j) = A(i,j) - A(i,k)*A(k,j) where i in k+1:N, j in k+1:N }"
    lu = tc.define(f"def lu() -> (float(N,N) A) {{ {lu} }}").only
    for matrix, due in (([[2, 1], [6, 5]], [[2, 1], [3, 2]]), ([[4, 3, 2], [8, 9, 5], [4, 9, 7]], [[4, 3, 2], [2, 3, 1], [1, 2, 3]])):
        A = np.array(matrix, np.float32)
        assert lu(out=A) is A
        np.testing.assert_array_equal(A, due)
    with pytest.raises(tc.ArgumentTypeError, match="`lu` updates `A` in place"):
        lu(N=2)


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "half", "float", "double", "bool"])
def test_every_type_goes_in_and_comes_out(dtype):
    name = {"half": "float16", "float": "float32", "double": "float64"}.get(dtype, dtype)
    copy = tc.define(f"def copy({dtype}(N) A) -> ({dtype}(N) B) {{ B(i) = A(i) }}").only
    A = np.array([0, 1, 1], name)
    B = copy(A)
    assert B.dtype == A.dtype
    np.testing.assert_array_equal(B, A)


def test_strides_are_honoured_by_a_copy_and_said(m):
    A, x = numbers(4, 3), ones(4)
    with pytest.warns(tc.CopyWarning, match="input `A` is copied before the run: its strides are"):
        y = m.mv(A.T, x)
    np.testing.assert_array_equal(y, A.T @ x)
    with pytest.warns(tc.CopyWarning):
        np.testing.assert_array_equal(m.add(x, np.broadcast_to(np.float32(2), 4)), [3] * 4)
    with pytest.warns(tc.CopyWarning, match="input `A`"):
        np.testing.assert_array_equal(m.add(numbers(4)[::-1], x), [4, 3, 2, 1])
    wide = np.zeros(8, np.float32)
    with pytest.warns(tc.CopyWarning, match="output `C` is copied after the run"):
        m.add(x, x, out=wide[::2])
    np.testing.assert_array_equal(wide, [2, 0] * 4)


def test_copies_are_silent_on_request(m, recwarn):
    with tc.knobs.scope(copies="silent"):
        m.mv(numbers(4, 3).T, ones(4))
    assert not recwarn.list


def test_inputs_may_be_read_only_empty_and_unaligned(m):
    A = ones(4)
    A.flags.writeable = False
    np.testing.assert_array_equal(m.add(A, A), [2] * 4)
    assert m.add(ones(0), ones(0)).shape == (0,)
    raw = np.zeros(17, np.uint8)
    odd = raw[1:].view(np.float32)
    odd[:] = 5
    with pytest.warns(tc.CopyWarning, match="address"):
        np.testing.assert_array_equal(m.add(odd, ones(4)), [6] * 4)


def test_a_call_takes_what_is_freed_behind_it(m):
    np.testing.assert_array_equal(m.add(ones(4), ones(4)), [2] * 4)
    memory = bytearray(16)
    np.testing.assert_array_equal(m.add(np.frombuffer(memory, np.float32), ones(4)), [1] * 4)


def test_infer_gives_specs(m):
    assert m.mm.infer(numbers(3, 4), numbers(4, 5)) == [tc.TensorSpec("C", (3, 5), "float32")]
    assert m.mm.infer((3, 4), (4, 5)) == [tc.TensorSpec("C", (3, 5), "float32")]
    assert m.pool.infer((100,), 3, M=30) == [tc.TensorSpec("Y", (30,), "float32")]
    assert m.mm.infer(tc.TensorSpec("A", (2, 2), "float32"), B=[2, 7])[0].shape == (2, 7)


def test_a_kernel_is_called_and_prints_its_levels(m):
    kernel = m.mm.compile((3, 4), (4, 5))
    A, B = numbers(3, 4), numbers(4, 5)
    np.testing.assert_array_equal(kernel(A, B), A @ B)
    C = np.empty((3, 5), np.float32)
    assert kernel.run(A, B, out=C) is C
    assert list(kernel.asm) == ["tc", "schedule", "loops", "llvm", "llvm-ir", "asm"]
    assert "tc.comprehension" in kernel.asm["tc"] and "schedule.domain" in kernel.asm("schedule")
    assert kernel.inputs[1] == tc.TensorSpec("B", (4, 5), "float32")
    assert repr(kernel) == "<kernel mm(A: float32[3, 4], B: float32[4, 5]) -> (C: float32[3, 5]) for cpu>"
    assert dict(kernel.sizes) == {"M": 3, "K": 4, "N": 5}


def test_ptx_needs_no_device(m):
    kernel = m.mm.compile((64, 64), (64, 64), target="cuda", machine="sm_80", options=tc.MappingOptions.naive().tile(32, 32).map_to_threads(4, 32))
    assert ".target sm_80" in kernel.asm["ptx"]
    assert "block.y coincident" in kernel.asm["schedule"] and "[floor(i/32)]" in kernel.asm["schedule"]


def test_the_emulator_runs_ptx_and_counts(m):
    A, B = numbers(8, 8), numbers(8, 8)
    with tc.knobs.scope(target="emulator"):
        np.testing.assert_array_equal(m.mm(A, B), A @ B)
    assert tc.knobs.target == "cpu"
    profile = m.mm.compile((8, 8), (8, 8), target="emulator").run(A, B, profile=True)
    assert profile.seconds == [] and profile.text
    with pytest.raises(ValueError, match="no clock"):
        profile.p50


# Claims H2, I5: the times of 1000 runs as in the paper, and their quantiles.
def test_a_profile_has_quantiles(m):
    A, B = numbers(3, 4), numbers(4, 5)
    profile = m.mm.compile(A, B).run(A, B, profile=True, repeat=1000)
    assert len(profile.seconds) == 1000 and 0 < profile.p0 <= profile.p50 <= profile.p90
    np.testing.assert_array_equal(profile.outputs, A @ B)


def test_overlap_may_be_allowed(m):
    A = numbers(4)
    kernel = m.add.compile((4,), (4,), allow_overlap=True)
    with pytest.warns(tc.CopyWarning, match="shares memory"):
        kernel(A, ones(4), out=A)
    np.testing.assert_array_equal(A, [1, 2, 3, 4])


def test_options_have_the_names_of_the_original():
    naive = tc.MappingOptions.naive()
    made = naive.tile(32, 32).map_to_threads(32, 8).map_to_blocks([8, 8]).unroll(64).use_shared_memory(True)
    assert made.to_dict() == {"tile": "32,32", "block": "32,8", "grid": "8,8", "unroll": "64", "shared": "true"}
    assert naive.to_dict() == {} and made == tc.MappingOptions(made.to_dict())
    assert "grid" in tc.MappingOptions.map_to_blocks.__doc__
    for method in ("outer_schedule_fusion_strategy", "fix_parameters_before_scheduling", "max_shared_memory", "use_private_memory", "match_library_calls"):
        assert callable(getattr(tc.MappingOptions, method)), method
    with pytest.raises(ValueError, match="mapping option `tile`"):
        naive.tile("wide")
    with pytest.raises(ValueError, match="unknown mapping option `tiles`.*did you mean `tile`"):
        tc.MappingOptions({"tiles": 3})


def test_operators_are_found_by_name_and_describe_themselves(m):
    assert list(m) == ["mm", "mv", "add", "axpy", "sums", "pool", "gather", "count"] and "mm" in dir(m) and len(m) == 8
    assert m.mm.signature == "mm(A: float32[M, K], B: float32[K, N]) -> (C: float32[M, N])"
    assert m.axpy.signature == "axpy(a: float32, x: float32[N], y: float32[N]) -> (z: float32[N])"
    assert repr(m.mm) == "<operator mm(A: float32[M, K], B: float32[K, N]) -> (C: float32[M, N])>"
    assert m.mm.inputs == ["A", "B"]
    import pydoc

    text = pydoc.plain(pydoc.render_doc(m.mm))
    assert "mm(A: float32[M, K], B: float32[K, N])" in text and "k in [0, K)" in text


# Claim E1: the engine is a library of this process, and starts no other one to compile or to run.
def test_no_process_is_started():
    program = """
import resource
import tensorcomp as tc
twice = tc.define("def twice(float(N) A) -> (B) { B(i) = A(i) + A(i) }").only
import numpy as np
for target in ("cpu", "emulator"):
    with tc.knobs.scope(target=target):
        assert twice(np.ones(7, np.float32)).tolist() == [2] * 7
assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss == 0
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_ranges_and_mapping_are_explained(m):
    explained = m.mm.explain((32, 32), (32, 32))
    assert "ranges inferred for `mm`" in str(explained)
    index = explained.ranges[0]["statements"][0]["indices"][0]
    assert (index["name"], index["low"], index["high"]) == ("i", "0", "M")
    assert explained.mapping and all("subject" in one for one in explained.mapping)
    assert m.mm.explain().mapping == []


def test_a_notebook_shows_tables_and_trees(m):
    shown = m.mm.explain((32, 32), (32, 32))._repr_html_()
    assert shown.startswith("<table>") and "<td>[0, M)</td>" in shown and "<th>why</th>" in shown
    tree = m.mm.compile((32, 32), (32, 32)).asm["schedule"]
    assert "<svg" in tree._repr_html_() and tree.pictures()[0].startswith("<svg")
    assert m.mm.compile((32, 32), (32, 32)).asm["tc"]._repr_html_().startswith("<pre>")
    assert m.mm.infer((3, 4), (4, 5))[0]._repr_html_() == "<code>C: float32[3, 5]</code>"


def test_knobs_are_scoped_and_checked():
    assert tc.knobs.threads is None
    with tc.knobs.scope() as knobs:
        knobs.threads = 2
        knobs.machine = "sm_80"
        assert (tc.knobs.threads, tc.knobs.machine) == (2, "sm_80")
    assert (tc.knobs.threads, tc.knobs.machine) == (None, None)
    for name, value, said in (
        ("target", "tpu", "unknown target `tpu`: expected cpu, emulator, cuda or reference"),
        ("threads", 0, "from 1 to 4096"),
        ("cache", "maybe", "expected off, cached or on"),
        ("copies", "loud", "expected warn or silent"),
    ):
        with pytest.raises(ValueError, match=said):
            setattr(tc.knobs, name, value)
    with pytest.raises(AttributeError, match="unknown knob `speed`: there are target"):
        tc.knobs.speed = 1


def test_threads_are_a_knob(m):
    A, B = numbers(64, 64), numbers(64, 64)
    with tc.knobs.scope(threads=2):
        np.testing.assert_allclose(m.mm(A, B), A @ B, rtol=1e-5)


def test_the_cache_has_what_was_compiled():
    with tc.knobs.scope(cache="on"):
        assert tc.cache.stats()["entries"] == tc.cache.clear() * 0 == 0
        twice = "def twice(float(N) A) -> (B) { B(i) = A(i) + A(i) }"
        for _ in range(2):
            np.testing.assert_array_equal(tc.define(twice).only(ones(7)), [2] * 7)
            # The code, and the way to it by the text.
            assert tc.cache.stats()["entries"] == 2 and tc.cache.stats()["bytes"] > 100
        assert {one["label"] for one in tc.cache.entries()} == {"twice N=7 (cpu)", "twice: text (cpu)"}
        assert tc.cache.clear() == 2 and tc.cache.entries() == []
    assert "tensorcomp-cache-" in tc.cache.path()


def test_operators_are_pickled_copied_and_sent_to_processes(m):
    A, B = numbers(3, 4), numbers(4, 5)
    tiled = m.mm.with_options(tc.MappingOptions.naive().tile(2, 2))
    for made in (pickle.loads(pickle.dumps(tiled)), copy.copy(tiled), copy.deepcopy(tiled)):
        np.testing.assert_array_equal(made(A, B), A @ B)
        assert (made.name, made.options) == ("mm", tiled.options)
    all = pickle.loads(pickle.dumps(m))
    assert list(all) == list(m) and all.text == m.text
    gradient = pickle.loads(pickle.dumps(tc.grad(m.mm)))
    assert gradient.gradients == {"A": "d_A", "B": "d_B"} and gradient.forward.name == "mm"
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        np.testing.assert_array_equal(pool.apply(m.mm, (A, B)), A @ B)
    with pytest.raises(TypeError, match="pickle or copy its operator"):
        pickle.dumps(m.mm.compile(A, B))


def test_operators_say_what_they_take(m):
    assert str(inspect.signature(m.mm)) == "(A, B, *, out=None, **sizes)"
    assert m.mm.__name__ == "mm"
    assert tc.Operator.__name__ == "Operator" and isinstance(tc.__version__, str)
    level = m.mm.compile((3, 4), (4, 5)).asm["schedule"]
    assert repr(level) == str(level) and repr(level).count("\n") > 3


def test_every_option_is_known_to_type_checkers():
    stub = pathlib.Path(tc.__file__).with_name("_options.pyi").read_text()
    methods = {name for name in dir(tc.MappingOptions) if not name.startswith("_")} - {"naive", "to_dict"}
    assert {name for name in re.findall(r"def (\w+)\(self, \*values", stub)} == methods


TWICE_AND_HALF = """
import warnings
import numpy as np
import tensorcomp as tc
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    m = tc.define("def twice(float(N) A) -> (B) { B(i) = A(i) + A(i) } def halved(float(N) A) -> (B) { B(i) = A(i) / 2 }")
    assert m.twice(np.ones(3, np.float32)).tolist() == [2] * 3
    assert m.halved(np.ones(3, np.float32)).tolist() == [0.5] * 3
print(*[f"{one.category.__name__}: {one.message}" for one in said], sep="\\n")
"""


@pytest.mark.parametrize("state", ["homeless", "unmade", "of another user", "open to others", "a file", "a lock that is a pipe"])
def test_without_a_usable_cache_operators_warn_once_and_run(state, tmp_path):
    folder = tmp_path / "cache"
    environment = {name: value for name, value in os.environ.items() if name not in ("HOME", "XDG_CACHE_HOME", "TC_CACHE", "TC_CACHE_DIR")}
    if state == "unmade":
        folder = pathlib.Path("/proc/cache")
    elif state == "of another user":
        folder = tmp_path / "link"
        folder.symlink_to("/usr" if os.geteuid() else foreign(tmp_path))
    elif state == "open to others":
        folder.mkdir()
        folder.chmod(0o777)
    elif state == "a file":
        folder.touch()
    elif state == "a lock that is a pipe":
        (folder / "v1").mkdir(mode=0o700, parents=True)
        folder.chmod(0o700)
        os.mkfifo(folder / "v1" / "lock")
    if state != "homeless":
        environment["TC_CACHE_DIR"] = str(folder)
    done = subprocess.run([sys.executable, "-c", TWICE_AND_HALF], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1 and done.stdout.startswith("CacheWarning: the cache is not used: "), done.stdout
    # A flag of a command line helps nobody here.
    assert "--" not in done.stdout


def foreign(folder):
    """A folder of another user, which root can make."""
    other = folder / "other"
    other.mkdir()
    os.chown(other, 65534, 65534)
    return other


def test_what_an_operator_computes_is_compared(m):
    A, B = numbers(3, 4), numbers(4, 5)
    tc.testing.assert_close(m.mm, A, B)
    tc.testing.assert_close(m.mm, A, B, ref=lambda a, b: a @ b)
    with pytest.raises(AssertionError, match="output C of mm"):
        tc.testing.assert_close(m.mm, A, B, ref=lambda a, b: a @ b + 1)


def test_files_are_loaded(tmp_path):
    path = tmp_path / "ops.tc"
    text = TEXT.rsplit("def count", 1)[0]
    path.write_text(text)
    assert "mm" in tc.load(path)
    assert tc.load(str(path)).text == text


def test_a_kernel_is_explored_in_a_page(tmp_path):
    m = tc.define("def mm(float(M,K) A, float(K,N) B) -> (C) { C(i,j) +=! A(i,k) * B(k,j) }", name="<script>.tc")
    page = m.mm.compile((32, 16), (16, 8)).explore()
    assert page.data["schema"] == "tensorcomp-compilation-1" and page.data["state"] == "done"
    assert [level["level"] for level in page.data["levels"]] == ["tc", "schedule", "loops", "llvm"]
    assert page.data["call"]["files"] == ["<script>.tc"] and "<title>&lt;script&gt;.tc</title>" in page.html
    assert "schedule-isl" in [one["name"] for one in page.data["passes"]]
    assert page.save(tmp_path / "mm.html").read_text().startswith("<!DOCTYPE html>")
    assert json.loads(page.save(tmp_path / "mm.json").read_text()) == page.data
    assert page._repr_html_().startswith('<iframe sandbox="allow-scripts" srcdoc="&lt;!DOCTYPE html&gt;')
    with pytest.raises(ValueError, match="expected a file that ends in .html or .json, found mm.txt"):
        page.save("mm.txt")
    gpu = m.mm.compile((32, 16), (16, 8), target="emulator").explore()
    assert gpu.data["facts"]["report"]["kernels"][0]["kernel"] == "mm_k0"
