"""Sizes that a kernel leaves open: each call says them by its arrays."""

import numpy as np
import pytest
import tensorcomp as tc
from conftest import numbers, ones


def test_one_kernel_serves_many_shapes(m):
    kernel = m.mm.compile((64, 3), (3, 5), open="M")
    B = numbers(3, 5)
    for rows in (1, 7, 64, 100):
        A = numbers(rows, 3)
        np.testing.assert_array_equal(kernel(A, B), A @ B)
        C = np.full((rows, 5), -1, np.float32)
        assert kernel(A, B, out=C) is C
        np.testing.assert_array_equal(C, A @ B)
    assert kernel.open == ["M"] and dict(kernel.sizes) == {"M": 64, "K": 3, "N": 5}
    assert repr(kernel) == "<kernel mm(A: float32[64, 3], B: float32[3, 5]) -> (C: float32[64, 5]) for cpu, with M open>"
    assert m.mm.compile((2, 3), (3, 5)).open == []


def test_all_sizes_may_be_open(m):
    kernel = m.mm.compile((4, 4), (4, 4), open=("M", "K", "N"))
    for M, K, N in ((1, 1, 1), (5, 3, 2), (33, 17, 65)):
        A, B = numbers(M, K), numbers(K, N)
        np.testing.assert_allclose(kernel(A, B), A @ B, rtol=1e-5)
    assert kernel(ones(0, 3), ones(3, 2)).shape == (0, 2)


def test_several_outputs_have_the_shapes_of_the_call(m):
    kernel = m.sums.compile((2, 2), open=["M", "N"])
    A = numbers(3, 5)
    rows, all = kernel(A)
    np.testing.assert_array_equal(rows, A.sum(1))
    assert all == A.sum()


def test_the_emulator_takes_open_sizes_too(m):
    kernel = m.mm.compile((8, 4), (4, 4), open="M", target="emulator")
    for rows in (1, 40):
        A, B = numbers(rows, 4), numbers(4, 4)
        np.testing.assert_array_equal(kernel(A, B), A @ B)


def test_a_call_is_checked(m):
    kernel = m.mm.compile((64, 3), (3, 5), open="M")
    B = ones(3, 5)
    with pytest.raises(tc.ArgumentError, match=r"expected shape \[M, K\], which is \[2, 3\] with M = 2, found \[2, 4\]") as wrong:
        kernel(ones(2, 4), B)
    assert wrong.value.argument == "A"
    with pytest.raises(tc.ArgumentError, match="output `C`"):
        kernel(ones(2, 3), B, out=np.zeros((3, 5), np.float32))
    smooth = tc.define("def smooth(float(N) X) -> (Y) { Y(i) +=! X(i + k) where k in 0:3 }").only.compile((9,), open="N")
    np.testing.assert_array_equal(smooth(ones(4)), [3, 3])
    with pytest.raises(tc.ArgumentError, match="range of `i` is reversed"):
        smooth(ones(1))


def test_what_cannot_be_open_is_refused(m):
    with pytest.raises(tc.CompileError, match="`mm` has no size `Q` to leave open"):
        m.mm.compile((4, 4), (4, 4), open="Q")
    with pytest.raises(tc.CompileError, match="size `M` cannot be left open: it is the extent of no input"):
        m.pool.compile((100,), 3, M=30, open="M")


def test_sizes_of_a_call_are_those_of_the_kernel(m):
    kernel = m.pool.compile((100,), 3, M=5)
    np.testing.assert_array_equal(kernel(ones(100), 3, M=5), [4] * 5)
    with pytest.raises(tc.ArgumentError, match="size `M`: the kernel is compiled for 5, found 6") as wrong:
        kernel(ones(100), 3, M=6)
    assert wrong.value.argument == "M"
    with pytest.raises(tc.ArgumentError, match="`pool` has no input and no size `L`: its sizes are M, N"):
        kernel.run(ones(100), 3, L=6, profile=True)


def test_what_is_left_out_is_explained(m):
    def of_B(**options):
        explained = m.mm.explain((96, 512), (512, 512), target="cpu", **options)
        [said] = [one for one in explained.mapping if one["subject"].startswith("promotion of B")]
        return said

    # Rows of an open length may be far apart; of an open number there may be one.
    assert "in panels" in of_B(open=("K", "N"))["what"]
    assert "rows, times an open size, read each element" in of_B(open=["M", "K", "N"])["why"]


def test_operands_are_packed_for_all_lengths_of_their_rows(m):
    kernel = m.mm.compile((96, 8), (8, 5), open=("K", "N"), target="cpu")
    assert "%B_p = schedule.array" in kernel.asm["schedule"]
    rng = np.random.default_rng(1)
    for K, N in ((1, 1), (7, 383), (340, 64), (341, 385), (700, 1030)):
        A, B = rng.random((96, K), np.float32), rng.random((K, N), np.float32)
        np.testing.assert_allclose(kernel(A, B), A @ B, rtol=1e-5)


def test_an_entry_of_the_cache_serves_all_values():
    twice = "def twice(float(N) A) -> (B) { B(i) = A(i) + A(i) }"
    with tc.knobs.scope(cache="on"):
        tc.cache.clear()
        for size in (7, 9):
            kernel = tc.define(twice).only.compile((size,), open="N")
            np.testing.assert_array_equal(kernel(ones(12)), [2] * 12)
        assert {one["label"] for one in tc.cache.entries() if "text" not in one["label"]} == {"twice N=? (cpu)"}
        tc.cache.clear()
