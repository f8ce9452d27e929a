"""What a kernel shows and saves: levels, LLVM IR, assembly, and functions for C."""

import ctypes
import shutil
import subprocess
import sys

import numpy as np
import pytest
import tensorcomp as tc
from conftest import missing, numbers, ones
from tensorcomp import _engine


@pytest.fixture
def kernel(m):
    return m.mm.compile((3, 4), (4, 5))


def test_a_kernel_for_the_cpu_has_llvm_ir_and_assembly(kernel):
    assert list(kernel.asm) == ["tc", "schedule", "loops", "llvm", "llvm-ir", "asm"]
    assert "llvm.func" in kernel.asm["llvm"] and "define " in kernel.asm["llvm-ir"] and "@mm(" in kernel.asm["llvm-ir"]
    assert "\nmm:\n" in kernel.asm["asm"] and ".globl\tmm" in kernel.asm["asm"]


def test_levels_are_attributes_too(kernel, m):
    assert kernel.asm.schedule == kernel.asm["schedule"] and kernel.asm.llvm_ir == kernel.asm["llvm-ir"]
    assert {"schedule", "llvm_ir", "asm"} <= set(dir(kernel.asm))
    gpu = m.mm.compile((3, 4), (4, 5), target="cuda", machine="sm_80")
    assert list(gpu.asm) == ["tc", "schedule", "loops", "llvm", "ptx"] and ".entry" in gpu.asm.ptx
    with pytest.raises(AttributeError, match="there is no level `ptx`: there are tc, schedule, loops, llvm, llvm-ir, asm"):
        kernel.asm.ptx


def test_a_prompt_shows_lines(kernel, capsys):
    for name in kernel.asm:
        sys.displayhook(kernel.asm[name])
        assert capsys.readouterr().out == f"{kernel.asm[name]}\n"


def test_the_module_shows_nothing_but_itself():
    if not shutil.which("nm"):
        missing("nm")
    listed = subprocess.run(["nm", "-D", "--defined-only", _engine.__file__], check=True, capture_output=True, text=True).stdout
    assert [line.split()[-1] for line in listed.splitlines()] == ["PyInit__engine"]


def loaded(folder, name):
    """The function of `name`.o in this process."""
    compiler = shutil.which("cc") or shutil.which("clang") or shutil.which("clang-22")
    if not compiler:
        missing("a compiler of C")
    subprocess.run([compiler, "-shared", "-o", folder / f"{name}.so", folder / f"{name}.o", "-lm"], check=True)
    return getattr(ctypes.CDLL(str(folder / f"{name}.so")), name)


def address(array):
    return ctypes.c_void_p(array.ctypes.data)


def test_a_saved_function_takes_open_sizes(m, tmp_path):
    kernel = m.mm.compile((3, 4), (4, 5), open="M")
    assert list(kernel.asm) == ["tc", "schedule", "loops", "llvm", "llvm-ir", "asm"] and "\nmm:\n" in kernel.asm["asm"]
    kernel.save(tmp_path / "mm.o")
    assert "int32_t mm(int64_t M, const float *__restrict A, const float *__restrict B, float *__restrict C);" in (tmp_path / "mm.h").read_text()
    mm = loaded(tmp_path, "mm")
    for rows in (1, 3, 40):
        A, B, C = numbers(rows, 4), numbers(4, 5), ones(rows, 5)
        assert mm(ctypes.c_int64(rows), address(A), address(B), address(C)) == 0 and np.array_equal(C, A @ B)
    assert mm(ctypes.c_int64(-1), None, None, None) == 1


@pytest.mark.parametrize("name", ["mm", "mm.o"])
def test_a_saved_function_runs(kernel, tmp_path, name):
    assert kernel.save(tmp_path / name) == [tmp_path / "mm.o", tmp_path / "mm.h"]
    assert "int32_t mm(const float *__restrict A, const float *__restrict B, float *__restrict C);" in (tmp_path / "mm.h").read_text()
    A, B, C = numbers(3, 4), numbers(4, 5), ones(3, 5)
    status = loaded(tmp_path, "mm")(address(A), address(B), address(C))
    assert status == 0 and np.array_equal(C, A @ B)


def test_a_function_is_saved_for_another_processor(m, tmp_path):
    kernel = m.mm.compile((64, 64), (64, 64), machine="avx2")
    kernel.save(tmp_path / "v3.o", cpu="x86-64-v3")
    kernel.save(tmp_path / "v4.o", cpu="x86-64-v4")
    assert (tmp_path / "v3.o").read_bytes() != (tmp_path / "v4.o").read_bytes()
    with pytest.raises(tc.Error, match="unknown processor `x86-64-v33`: did you mean `x86-64-v3`"):
        kernel.save(tmp_path / "other.o", cpu="x86-64-v33")


def test_a_kernel_for_a_gpu_is_saved_as_ptx(m, tmp_path):
    kernel = m.mm.compile((3, 4), (4, 5), target="cuda", machine="sm_80")
    assert kernel.save(tmp_path / "mm") == [tmp_path / "mm.ptx"]
    assert (tmp_path / "mm.ptx").read_text() == kernel.asm["ptx"]


def test_what_cannot_be_saved_says_why(m, kernel, tmp_path):
    gpu = m.mm.compile((3, 4), (4, 5), target="cuda", machine="sm_80")
    reference = m.mm.compile((3, 4), (4, 5), target="reference")
    with pytest.raises(ValueError, match="expected a file that ends in .o, as a kernel for cpu is saved, found .*mm.so"):
        kernel.save(tmp_path / "mm.so")
    with pytest.raises(ValueError, match="the kernel is for cuda; give `machine` to `compile`"):
        gpu.save(tmp_path / "mm.ptx", cpu="x86-64-v3")
    with pytest.raises(tc.Error, match="(?s)function for C.*cpu"):
        reference.save(tmp_path / "mm.o")
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_saved_leaves_the_files_as_they_were(kernel, tmp_path):
    (tmp_path / "mm.o").write_bytes(b"old")
    # The second file that is written has no place.
    (tmp_path / "mm.h.part").mkdir()
    with pytest.raises(OSError):
        kernel.save(tmp_path / "mm.o")
    assert (tmp_path / "mm.o").read_bytes() == b"old"
