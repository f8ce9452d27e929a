"""Operators of neural networks, from the library of TC texts that comes with the package."""

# Made by scripts/library_page.py

from typing import Any

def relu(X: Any, *, out: Any = None) -> Any:
    """The positive part of each element: max(x, 0); its derivative at 0 is 0."""

def leaky_relu(X: Any, slope: float = 0.01, *, out: Any = None) -> Any:
    """x for x > 0, else slope*x."""

def relu6(X: Any, *, out: Any = None) -> Any:
    """The positive part of each element, at most 6."""

def elu(X: Any, alpha: float = 1.0, *, out: Any = None) -> Any:
    """x for x > 0, else alpha*(exp(x) - 1)."""

def selu(X: Any, *, out: Any = None) -> Any:
    """The scaled elu, whose constants keep mean 0 and variance 1 from layer to layer."""

def gelu(X: Any, *, out: Any = None) -> Any:
    """x times the distribution function of the normal distribution at x."""

def gelu_tanh(X: Any, *, out: Any = None) -> Any:
    """The gelu by its approximation with tanh."""

def sigmoid(X: Any, *, out: Any = None) -> Any:
    """The logistic function, 1/(1 + exp(-x)), without overflow for any x."""

def silu(X: Any, *, out: Any = None) -> Any:
    """x times its logistic function; also called swish."""

def softplus(X: Any, *, out: Any = None) -> Any:
    """log(1 + exp(x)), without overflow for any x."""

def softsign(X: Any, *, out: Any = None) -> Any:
    """x/(1 + |x|)."""

def mish(X: Any, *, out: Any = None) -> Any:
    """x*tanh(softplus(x))."""

def hardsigmoid(X: Any, *, out: Any = None) -> Any:
    """x/6 + 1/2, between 0 and 1."""

def hardswish(X: Any, *, out: Any = None) -> Any:
    """x times its hardsigmoid."""

def clip(X: Any, low: float = -1.0, high: float = 1.0, *, out: Any = None) -> Any:
    """Each element, at least low and at most high."""

def row_sum(X: Any, *, out: Any = None) -> Any:
    """The sum of each row."""

def row_mean(X: Any, *, out: Any = None) -> Any:
    """The mean of each row."""

def row_variance(X: Any, *, out: Any = None) -> Any:
    """The variance of each row, with D as the divisor, from the differences to the mean."""

def row_max(X: Any, *, out: Any = None) -> Any:
    """The largest element of each row."""

def row_min(X: Any, *, out: Any = None) -> Any:
    """The smallest element of each row."""

def argmax(X: Any, *, out: Any = None) -> Any:
    """The place of the largest element of each row, the first of several."""

def argmin(X: Any, *, out: Any = None) -> Any:
    """The place of the smallest element of each row, the first of several."""

def logsumexp(X: Any, *, out: Any = None) -> Any:
    """The logarithm of the sum of the exponentials of each row, without overflow."""

def row_norm(X: Any, *, out: Any = None) -> Any:
    """The Euclidean norm of each row."""

def cumsum(X: Any, *, out: Any = None) -> Any:
    """The sums of each row up to each of its elements."""

def softmax(X: Any, *, out: Any = None) -> Any:
    """The exponentials of each row, divided by their sum; the maximum is subtracted first."""

def log_softmax(X: Any, *, out: Any = None) -> Any:
    """The logarithm of the softmax of each row."""

def layer_norm(X: Any, G: Any, B: Any, eps: float = 1e-5, *, out: Any = None) -> Any:
    """Each row with mean 0 and variance 1, times G, plus B."""

def rms_norm(X: Any, G: Any, eps: float = 1e-5, *, out: Any = None) -> Any:
    """Each row divided by the root of the mean of its squares, times G."""

def batch_norm(X: Any, M: Any, V: Any, G: Any, B: Any, eps: float = 1e-5, *, out: Any = None) -> Any:
    """Each channel with the mean M and the variance V that were found in training, times G, plus B."""

def instance_norm(X: Any, G: Any, B: Any, eps: float = 1e-5, *, out: Any = None) -> Any:
    """Each channel of each sample with mean 0 and variance 1, times G, plus B."""

def conv1d(X: Any, F: Any, stride: int = 1, padding: int = 0, dilation: int = 1, groups: int = 1, *, out: Any = None) -> Any:
    """Each output is the sum over a window of an input with borders of zeros, times the weights of its channel. The channels form groups; C must be groups*CG, and O a multiple of groups."""

def conv2d(X: Any, F: Any, stride: int = 1, padding: int = 0, dilation: int = 1, groups: int = 1, *, out: Any = None) -> Any:
    """The same in two dimensions."""

def conv3d(X: Any, F: Any, stride: int = 1, padding: int = 0, dilation: int = 1, groups: int = 1, *, out: Any = None) -> Any:
    """The same in three dimensions."""

def conv_transpose1d(X: Any, F: Any, stride: int = 1, padding: int = 0, dilation: int = 1, *, out: Any = None) -> Any:
    """The transpose of conv1d: each input adds its window to the output."""

def conv_transpose2d(X: Any, F: Any, stride: int = 1, padding: int = 0, dilation: int = 1, *, out: Any = None) -> Any:
    """The transpose of conv2d: each input adds its window to the output."""

def max_pool1d(X: Any, kernel: int = 2, stride: int = 2, padding: int = 0, *, out: Any = None) -> Any:
    """The largest element of each window; a border counts as minus infinity."""

def max_pool2d(X: Any, kernel: int = 2, stride: int = 2, padding: int = 0, *, out: Any = None) -> Any:
    """The same in two dimensions."""

def avg_pool1d(X: Any, kernel: int = 2, stride: int = 2, padding: int = 0, *, out: Any = None) -> Any:
    """The mean of each window; a border counts as zeros, which the mean counts too."""

def avg_pool2d(X: Any, kernel: int = 2, stride: int = 2, padding: int = 0, *, out: Any = None) -> Any:
    """The same in two dimensions."""

def global_avg_pool2d(X: Any, *, out: Any = None) -> Any:
    """The mean of each channel of each sample."""

def attention(Q: Any, K: Any, V: Any, *, out: Any = None) -> Any:
    """Scaled dot-product attention: the softmax of Q*K'/sqrt(D), times V; B counts sequences and heads."""

def causal_attention(Q: Any, K: Any, V: Any, *, out: Any = None) -> Any:
    """The same where element t sees no element behind it."""

def mse_loss(X: Any, T: Any, *, out: Any = None) -> Any:
    """The mean of the squared differences."""

def l1_loss(X: Any, T: Any, *, out: Any = None) -> Any:
    """The mean of the absolute differences."""

def huber_loss(X: Any, T: Any, delta: float = 1.0, *, out: Any = None) -> Any:
    """The mean of half the squared difference where it is at most delta, else of a line that goes on."""

def bce_with_logits(X: Any, T: Any, *, out: Any = None) -> Any:
    """The mean cross entropy of logits X and probabilities T, without overflow."""

def cross_entropy(X: Any, I: Any, *, out: Any = None) -> Any:
    """The mean of -log of the softmax of each row at its class; I has the classes, from 0."""

def kl_div(X: Any, T: Any, *, out: Any = None) -> Any:
    """The mean over rows of the divergence of T from P = exp(X); a term with T = 0 is 0."""

def hinge_loss(X: Any, T: Any, *, out: Any = None) -> Any:
    """The mean of max(0, 1 - x*t), where t is 1 or -1."""

def embedding(E: Any, I: Any, *, out: Any = None) -> Any:
    """The rows of E at I; a place outside of E counts as the nearest one."""

def take_along_row(X: Any, I: Any, *, out: Any = None) -> Any:
    """The element of each row at I; a place outside of the row counts as the nearest one."""

def one_hot(I: Any, classes: int = 2, *, out: Any = None) -> Any:
    """Rows of 0 with a 1 at the class; without one for a class outside of 0 to classes - 1."""

def scatter_add(X: Any, I: Any, rows: int = 1, *, out: Any = None) -> Any:
    """The sums of the rows of X that have the same I; I must be from 0 to rows - 1."""

def matmul(A: Any, B: Any, *, out: Any = None) -> Any:
    """The product of two matrices."""

def bmm(X: Any, Y: Any, *, out: Any = None) -> Any:
    """The products of two rows of matrices."""

def linear(X: Any, W: Any, b: Any, *, out: Any = None) -> Any:
    """X*W' + b: each row of W has the weights of an output."""

def rnn(X: Any, U: Any, W: Any, b: Any, h0: Any, *, out: Any = None) -> Any:
    """A recurrent layer: h of step t + 1 is tanh(U*x + W*h + b); row 0 of the result is h0."""

def gru(X: Any, U: Any, W: Any, b: Any, c: Any, h0: Any, *, out: Any = None) -> Any:
    """A gated recurrent unit, with the rows of U, W and b in the order reset, update, new; row 0 of the result is h0. The new part is tanh(U*x + r*(W*h + c) + b)."""

def lstm(X: Any, U: Any, W: Any, b: Any, h0: Any, c0: Any, *, out: Any = None) -> Any:
    """A long short-term memory, with the rows of U, W and b in the order input, forget, cell, output; row 0 of the results is h0 and c0."""
