"""Operators as custom calls of XLA, by its foreign function interface: one handler for all of them, in Python, with the structures of `xla/ffi/api/c_api.h` (major version 0).

    XLA ──call frame: buffers, and the attribute `call`──► handle ──arrays of NumPy on the same memory──► operator(..., out=...)

The attribute says the whole call: the text of the operator, its options, and its numbers and sizes. So a program that JAX kept for another process finds its operator there. Nothing is copied. The
interpreter's lock is taken for the handler, and is free while the kernel runs.
"""

import ctypes
import json
import math
from dataclasses import dataclass
from typing import Any

from . import _engine
from ._frameworks import numpy_dtype
from ._operators import Operator
from ._options import MappingOptions

TARGET = "tensorcomp"
_METADATA, _EXECUTE = 1, 3
# Of an error: `INVALID_ARGUMENT` would be a `ValueError` in some calls, and one of JAX in others.
_UNKNOWN = 2

# By XLA's numbers of element types.
_DTYPES = {
    1: "bool", 2: "int8", 3: "int16", 4: "int32", 5: "int64", 6: "uint8", 7: "uint16", 8: "uint32", 9: "uint64", 10: "float16", 11: "float32", 12: "float64", 16: "bfloat16",
}  # fmt: skip


class _Head(ctypes.Structure):
    """What each structure begins with: its size, and extensions."""

    _fields_ = [("size", ctypes.c_size_t), ("extension", ctypes.c_void_p)]


class _Version(_Head):
    _fields_ = [("major", ctypes.c_int), ("minor", ctypes.c_int)]


class _Metadata(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("version", _Version), ("traits", ctypes.c_uint32)]


class _Extension(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("type", ctypes.c_int), ("next", ctypes.c_void_p), ("metadata", ctypes.POINTER(_Metadata))]


class _Buffer(_Head):
    _fields_ = [("dtype", ctypes.c_int), ("data", ctypes.c_void_p), ("rank", ctypes.c_int64), ("shape", ctypes.POINTER(ctypes.c_int64))]


class _Buffers(_Head):
    _fields_ = [("count", ctypes.c_int64), ("types", ctypes.c_void_p), ("all", ctypes.POINTER(ctypes.POINTER(_Buffer)))]


class _Span(ctypes.Structure):
    _fields_ = [("text", ctypes.c_void_p), ("length", ctypes.c_size_t)]


class _Attributes(_Head):
    _fields_ = [("count", ctypes.c_int64), ("types", ctypes.c_void_p), ("names", ctypes.c_void_p), ("all", ctypes.POINTER(ctypes.POINTER(_Span)))]


class _Error(_Head):
    _fields_ = [("message", ctypes.c_char_p), ("code", ctypes.c_int)]


_MakeError = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(_Error))


class _Api(_Head):
    _fields_ = [("version", _Version), ("internal", ctypes.c_void_p), ("make_error", _MakeError)]


class _Frame(_Head):
    _fields_ = [
        ("api", ctypes.POINTER(_Api)),
        ("context", ctypes.c_void_p),
        ("stage", ctypes.c_int),
        ("inputs", _Buffers),
        ("outputs", _Buffers),
        ("attributes", _Attributes),
    ]


@dataclass(frozen=True)
class Call:
    """What of a call does not come in buffers: the operator, the numbers among its inputs, and sizes that no input has."""

    operator: Operator
    numbers: dict[str, int]
    sizes: dict[str, int]

    def text(self) -> str:
        source, options = self.operator._source, self.operator.options.to_dict()
        return json.dumps([source.text, source.file, self.operator.name, options, self.numbers, self.sizes])

    def run(self, inputs: list[Any], outputs: list[Any]) -> None:
        arrays = iter(inputs)
        given = [self.numbers[name] if name in self.numbers else next(arrays) for name in self.operator.inputs]
        # Inputs behind them are the old contents of outputs, which are the same memory.
        # The memory is XLA's, and goes when the handler returns.
        self.operator.call_to_the_end(*given, out=tuple(outputs), **self.sizes)


# Those that this process has made or met, by their text.
_calls: dict[bytes, Call] = {}


def announce(call: Call) -> str:
    """The attribute of a call, which finds this operator with its kernels."""
    text = call.text()
    _calls[text.encode()] = call
    return text


def _call(text: bytes) -> Call:
    if text not in _calls:
        source, file, name, options, numbers, sizes = json.loads(text)
        operator = Operator(_engine.Source(source, file), name, MappingOptions(options))
        _calls[text] = Call(operator, numbers, sizes)
    return _calls[text]


def _arrays(buffers: _Buffers) -> list[Any]:
    import numpy

    found = []
    for at in range(buffers.count):
        buffer = buffers.all[at].contents
        dtype, shape = numpy_dtype(_DTYPES[buffer.dtype]), tuple(buffer.shape[: buffer.rank])
        size = math.prod(shape) * dtype.itemsize
        memory = (ctypes.c_char * size).from_address(buffer.data) if size else b""
        found.append(numpy.frombuffer(memory, dtype).reshape(shape) if size else numpy.empty(shape, dtype))
    return found


def _describe(frame: _Frame) -> None:
    """Tells XLA for which version of its interface the handler is: each minor one of this major one has these structures."""
    extension = _Extension.from_address(frame.extension)
    if extension.type == _METADATA:
        metadata, api = extension.metadata.contents, frame.api.contents
        metadata.version.major, metadata.version.minor = 0, api.version.minor
        metadata.traits = 0


@ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
def _handle(address: int) -> int | None:
    frame = _Frame.from_address(address)
    if frame.extension:
        _describe(frame)
        return None
    if frame.stage != _EXECUTE:
        return None
    try:
        span = frame.attributes.all[0].contents
        _call(ctypes.string_at(span.text, span.length)).run(_arrays(frame.inputs), _arrays(frame.outputs))
        return None
    except BaseException as error:
        told = _Error(ctypes.sizeof(_Error), None, f"{type(error).__name__}: {error}".encode(), _UNKNOWN)
        return frame.api.contents.make_error(ctypes.byref(told))


_registered = False


def register() -> None:
    """Tells JAX of the handler, once."""
    global _registered
    if not _registered:
        import jax

        jax.ffi.register_ffi_target(TARGET, jax.ffi.pycapsule(_handle), platform="cpu")
        _registered = True
