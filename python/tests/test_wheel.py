"""The wheel is a whole installation: it runs over older systems, and has the command line tools."""

import importlib.metadata
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import missing
from tensorcomp import _engine

ROOT = Path(__file__).resolve().parent.parent.parent
CHECK = ROOT / "python/manylinux/check.py"
SCRIPT = (ROOT / "x").read_text()
OLDEST = re.search(r"^GLIBC=([\d.]+)$", SCRIPT, re.M)[1]
TOOLS = sorted(re.search('^TOOLS="(.*)"$', SCRIPT, re.M)[1].split())
MM = "def mm(float(M,K) A, float(K,N) B) -> (C) { C(i,j) +=! A(i,k) * B(k,j) }\n"
LONG = "def all(float(N) A, float(N) B, float(N) C, float(N) D) -> (s) { s +=! A(i) * B(j) * C(k) * D(l) + A(l) * B(k) * C(j) * D(i) }\n"


def tool(name):
    path = Path(sys.executable).with_name(name)
    assert path.exists(), f"the wheel has installed no {path}"
    return str(path)


def run(name, *words, status=0, **more):
    done = subprocess.run([tool(name), *map(str, words)], **dict(capture_output=True, text=True) | more)
    assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
    return done


@pytest.fixture
def mm(tmp_path):
    file = tmp_path / "mm.tc"
    file.write_text(MM)
    return file


@pytest.fixture
def long(tmp_path):
    file = tmp_path / "long.tc"
    file.write_text(LONG)
    return file


def checked(library, oldest=OLDEST):
    done = subprocess.run([sys.executable, CHECK, library, oldest], capture_output=True, text=True)
    return done.returncode, done.stdout.strip(), done.stderr.splitlines()


def test_the_library_asks_for_nothing_that_an_older_system_lacks():
    if shutil.which("readelf") is None:
        missing("readelf of binutils")
    if f"manylinux_{OLDEST.replace('.', '_')}_" not in importlib.metadata.distribution("tensorcomp").read_text("WHEEL"):
        missing("what a wheel for older systems is linked with")
    status, found, wrong = checked(_engine.__file__)
    assert (status, wrong) == (0, [])
    assert re.fullmatch(r"GCC_\d\.\d\.\d, GLIBC_2\.\d+", found)
    # What it says where that is not so.
    status, _, wrong = checked(_engine.__file__, "2.9")
    assert status == 1 and "error: memcpy is of GLIBC_2.14" in wrong


def test_a_symbol_that_nothing_defines_is_found(tmp_path):
    if shutil.which("cc") is None:
        missing("a C compiler")
    source = tmp_path / "one.c"
    source.write_text("int nowhere(void); void *malloc(unsigned long); int one(void) { return nowhere() + !malloc(1); }")
    library = tmp_path / "one.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    assert checked(library) == (1, "GLIBC_2.2.5", ["error: nowhere is defined nowhere: older.c may define it"])


@pytest.mark.parametrize("name", TOOLS)
def test_each_tool_is_there(name, tmp_path):
    assert re.search(rf"{name}\b|MLIR LSP", run(name, "--help").stdout)
    run(name, "--write-completions", tmp_path)
    page = (tmp_path / f"man/man1/{name}.1").read_text()
    assert name in page and (name != "tc-opt" or "schedule-tile" in page.replace("\\", ""))


def test_all_tools_are_installed():
    entries = importlib.metadata.distribution("tensorcomp").entry_points
    assert sorted(entry.name for entry in entries) == TOOLS and len(TOOLS) == 8
    with pytest.raises(ValueError, match=f"no tool `tc-walk`: there are {', '.join(TOOLS)}"):
        _engine.run_tool("tc-walk", ["tc-walk"], [])


@pytest.mark.parametrize("target", ["cpu", "emulator"])
def test_tc_run_compiles_and_runs(mm, target):
    done = run("tc-run", mm, "--size", "M=3", "--size", "N=4", "--size", "K=5", "--target", target, "--check", "--json")
    assert json.loads(done.stdout)["max_error"] < 1e-6


def test_statuses_and_streams_are_those_of_the_tool(mm, tmp_path):
    wrong = tmp_path / "wrong.tc"
    wrong.write_text("def f(float(N) A) -> (B) { B(i) = C(i) }\n")
    done = run("tc-run", wrong, "--size", "N=3", status=1)
    assert done.stdout == "" and done.stderr.startswith("error[TC0201]: unknown tensor `C`")
    done = run("tc-run", "--nothing", status=2)
    assert done.stdout == "" and "unexpected argument '--nothing'" in done.stderr
    assert run("tc-fmt", "-", input="def f(float(N) A)->(B){B(i)=A(i)}").stdout == "def f(float(N) A) -> (B) {\n  B(i) = A(i)\n}\n"
    module = run("tc-translate", "--tc-to-mlir", mm).stdout
    assert "i in [0, M)" in run("tc-opt", "--tc-infer-ranges", "-", input=module).stdout
    full = os.open("/dev/full", os.O_WRONLY)
    assert "No space left" in run("tc-run", "--version", status=1, capture_output=False, stdout=full, stderr=subprocess.PIPE).stderr


def test_tools_need_no_numpy(mm):
    # Without the packages of the environment, but for the module that the tools start in.
    import tensorcomp_tools

    command = [sys.executable, "-I", "-S", tensorcomp_tools.__file__, _engine.__file__, "tc-run", mm, "--emit=tc"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "tc.def" in done.stdout


def test_an_interruption_ends_a_tool_at_once():
    started = subprocess.Popen([tool("tc-run"), "--batch", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    print('["--version"]', file=started.stdin, flush=True)
    assert json.loads(started.stdout.readline())["stdout"].startswith("tc-run ")
    started.send_signal(signal.SIGINT)
    assert started.wait(30) == -signal.SIGINT


def test_a_file_that_grows_too_large_ends_a_tool(mm, tmp_path):
    # The interpreter ignores that signal. LLVM hears it, and cannot write what it was given either.
    command = ["sh", "-c", 'ulimit -f 0; exec "$0" "$@"', tool("tc-run"), str(mm), f"--emit=tc={tmp_path / 'mm.mlir'}"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == -signal.SIGXFSZ and "tc-run: internal error" in done.stderr


def test_untrusted_programs_are_limited(long):
    # A run of it would take hours.
    done = run("tc-run", long, "--size", "N=3000", "--untrusted=1", status=3)
    assert done.stderr == "error: --untrusted: more than 1 seconds\n"


def test_tc_tune_runs_its_trials_in_processes_of_its_own(mm):
    sizes = ["--size", "M=64", "--size", "N=64", "--size", "K=64"]
    done = run("tc-tune", mm, *sizes, "--budget", "3", "--static", "--no-store", "--json")
    found = json.loads(done.stdout)
    assert found["trials"].get("ok", 0) >= 1 and found["best"] is not None, found


def test_an_interruption_ends_a_search_which_says_what_it_has_found(mm, tmp_path):
    log = tmp_path / "log.jsonl"
    command = [tool("tc-tune"), mm, "--size", "M=64", "--size", "N=64", "--size", "K=64", "--budget", "100000", "--static", "--no-store", "--log", log]
    started = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    while not log.exists() or log.read_text().count("\n") < 3:
        assert started.poll() is None
    started.send_signal(signal.SIGINT)
    said, _ = started.communicate(timeout=30)
    assert started.returncode == 130 and "interrupted: the same command with --resume goes on" in said


def message(**fields):
    text = json.dumps(dict(jsonrpc="2.0", **fields))
    return f"Content-Length: {len(text)}\r\n\r\n{text}"


@pytest.mark.parametrize("name", ["tc-lsp", "tc-mlir-lsp-server"])
def test_the_servers_answer(name):
    asked = message(id=1, method="initialize", params={"capabilities": {}, "processId": None, "rootUri": None})
    asked += message(id=2, method="shutdown") + message(method="exit")
    assert '"hoverProvider":true' in run(name, input=asked).stdout


def test_tc_cache_names_the_folder():
    folder = os.environ["TC_CACHE_DIR"]
    assert run("tc-cache", "path").stdout == f"{folder}\n"
