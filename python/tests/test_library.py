"""The operators that come with the package; what they compute is tested by scripts/test_library.py."""

import inspect
import pickle

import numpy as np
import pytest
import tensorcomp as tc
from conftest import numbers, ones


def test_parameters_have_names_and_defaults():
    x, w = numbers(2, 8, 7, 7), numbers(8, 2, 3, 3)
    assert tc.nn.conv2d(x, w, stride=2, padding=1, dilation=1, groups=4).shape == (2, 8, 4, 4)
    assert tc.nn.conv2d(x, numbers(8, 8, 3, 3)).shape == (2, 8, 5, 5)
    params = inspect.signature(tc.nn.conv2d).parameters
    assert list(params) == ["X", "F", "stride", "padding", "dilation", "groups", "out"]
    assert params["stride"].default == 1 and params["X"].default is inspect.Parameter.empty
    with pytest.raises(TypeError, match="`conv2d` has no input `strides`.*did you mean `stride`"):
        tc.nn.conv2d(x, w, strides=object())


def test_a_text_has_defaults_in_python_too():
    scale = tc.define("def scale(float(N) X, float by = 2.5, int32 step = 1) -> (Y) { Y(i) = by * X(step * i) where i in 0:N / step }").only
    x = np.arange(4, dtype=np.float32)
    assert scale(x).tolist() == [0, 2.5, 5, 7.5]
    assert scale(x, step=2, by=1.0).tolist() == [0, 2]
    assert scale(x, 1.0).tolist() == [0, 1, 2, 3]
    with pytest.raises(TypeError, match="input `X` is missing"):
        scale(by=2.0)


def test_a_text_calls_the_library():
    net = tc.define("import nn\ndef net(float(N, D) X) -> (Z) { Y(i, j) = 2 * X(i, j) Z = nn.softmax(Y) }")
    assert list(net) == ["net"]
    np.testing.assert_allclose(net.net(ones(2, 4)), np.full((2, 4), 0.25), rtol=1e-6)
    assert tc.grad(net.net)(ones(2, 4), ones(2, 4)).shape == (2, 4)
    with pytest.raises(tc.CompileError, match="(?s)TC0234.*did you mean `nn.softmax`"):
        tc.define("import nn\ndef net(float(N, D) X) -> (Y) { Y = nn.sofmax(X) }")


def test_arrays_of_other_ranks_are_taken_and_given_back():
    x = numbers(2, 3, 4)
    assert tc.nn.relu(x).shape == x.shape and (tc.nn.relu(x) == np.maximum(x, 0)).all()
    assert tc.nn.row_sum(x).shape == (2, 3) and tc.nn.linear(x, numbers(5, 4), numbers(5)).shape == (2, 3, 5)
    assert np.shape(tc.nn.mse_loss(x, x)) == ()


def test_operators_are_documented_listed_and_pickled():
    assert "The exponentials of each row" in tc.nn.softmax.__doc__ and "Source: ONNX Softmax" in tc.nn.softmax.__doc__
    assert "softmax" in dir(tc.nn) and "dft" in dir(tc.signal) and "relu" not in dir(tc.linalg)
    assert repr(tc.nn.softmax) == "<operator softmax(float(N, D) X) -> (Y) of norms>"
    again = pickle.loads(pickle.dumps(tc.nn.softmax))
    assert again(ones(1, 2)).tolist() == [[0.5, 0.5]]
    with pytest.raises(AttributeError, match="module `nn` has no operator `sofmax`: did you mean `softmax`?"):
        tc.nn.sofmax
    assert tc.nn.softmax.compile((2, 3)).target == "cpu"
