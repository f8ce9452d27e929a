"""PyTorch without a device, for tests: an operator takes 4 us of a clock that counts, and computes nothing."""

import contextlib
import types

__version__ = "stand-in"
float32, float16, uint8, int32 = "float32", "float16", "uint8", "int32"
clock = 0.0


def busy(*_, **__):
    global clock
    clock += 4
    return Tensor()


class Tensor:
    """Every operator and every method is one operation."""
    __mul__ = __rmul__ = __add__ = __radd__ = __matmul__ = busy

    def __getattr__(self, name):
        return busy

    def t(self):
        return self


class Event:
    def __init__(self, enable_timing):
        self.at = None

    def record(self):
        self.at = clock

    def elapsed_time(self, end):
        return (end.at - self.at) / 1e3


class CUDAGraph:
    nodes = 0

    def replay(self):
        global clock
        clock += self.nodes


@contextlib.contextmanager
def capture(graph):
    global clock
    began = clock
    yield
    graph.nodes, clock = clock - began, began


def rand(shape, dtype=None, device=None):
    return Tensor()


def randint(low, high, shape, dtype=None, device=None):
    return Tensor()


def empty(size, dtype=None, device=None):
    return Tensor()


def mm(left, right):
    return busy()


inference_mode = contextlib.nullcontext
cuda = types.SimpleNamespace(is_available=lambda: True, Event=Event, CUDAGraph=CUDAGraph, graph=capture, Stream=object, stream=contextlib.nullcontext,
                             synchronize=lambda: None, empty_cache=lambda: None)
backends = types.SimpleNamespace(cuda=types.SimpleNamespace(matmul=types.SimpleNamespace()), cudnn=types.SimpleNamespace())
