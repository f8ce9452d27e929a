"""Triton without a compiler, for tests: a launch takes as long as two operators of the stand-in of PyTorch."""

__version__ = "stand-in"


class jit:
    def __init__(self, function):
        self.function = function

    def __getitem__(self, grid):
        return lambda **_: [__import__("torch").busy() for _ in range(2)]


def cdiv(number, by):
    return -(-number // by)
